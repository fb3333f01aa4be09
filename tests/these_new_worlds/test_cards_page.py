"""What `ow cards` says of These New Worlds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ow_env.these_new_worlds.cards import load_catalogue
from training.cli import main

pytestmark = pytest.mark.pure


def said(capsys: pytest.CaptureFixture[str], *typed: str) -> str:
    assert main(["cards", "--game", "these_new_worlds", *typed]) == 0
    return capsys.readouterr().out


def test_every_card_and_planet_is_listed_with_the_marks_of_its_labels(capsys: pytest.CaptureFixture[str]) -> None:
    told = said(capsys)
    catalogue = load_catalogue()
    for card in catalogue.cards:
        assert re.search(rf"^  {re.escape(card.name)}  ", told, re.M), card.name
    for planet in catalogue.planets:
        assert planet.name in told
    for line in (
        "Goods, green (4 cards)",
        "  Border Militia  1?     collect 4?  own its colour?",
        "  Assembly of Worlds  12?    empire",
        "  Spot Trade       6~     collect 1               same colour on top",
        "  Trade Envoy  0      collective any  any time",
        "  Privateers   0      steal 3?        any time",
        "  planets: Azimuth, Cobalt Reach, Lumen Deep, Sapphire Nine",
    ):
        assert f"{line}\n" in told
    assert "your own file" not in told
    assert max(map(len, told.splitlines())) <= 100


def test_one_colour_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    told = said(capsys, "--colour", "wild")
    assert told.startswith("Wild (2 cards)\n")
    assert "Loam" not in told


def test_a_card_is_shown_with_labels_and_meanings(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "show", "Frontier", "Market").splitlines()[:4] == [
        "Frontier Market: Goods, card 12 of 18",
        "  colour  green  [inferred]",
        "  value   9  [reconstructed]",
        "  award   collect:1, collective  [reconstructed]",
    ]
    assert "own its colour: playable, whatever its value" in said(capsys, "show", "Border", "Militia")


def test_a_file_of_ones_own_is_checked_and_laid_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = tmp_path / "own.toml"
    own.write_text(
        '[action]\n"Spot Trade" = { value = 5 }\n'
        '"Toll Gate" = { colour = "red", value = 3, award = ["collect:2"] }\n'
        '[planet]\n"Loam" = { colour = "blue" }\n',
        encoding="utf-8",
    )
    assert said(capsys, "check", str(own)) == (
        f"{own} can be used.\n  corrects  Spot Trade, Loam\n  adds      Toll Gate\n"
    )
    told = said(capsys, "--cards", str(own))
    assert re.search(r"^  Spot Trade +5\+ ", told, re.M)
    assert "+: from your own file." in " ".join(told.split())
    assert "planets: Loam, Azimuth" in told or re.search(r"planets: .*Loam", told)


def test_what_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cards", "--game", "these_new_worlds", "show", "Spot", "Trad"]) == 2
    assert "there is no card 'Spot Trad'; nearest: 'Spot Trade'" in capsys.readouterr().err
    assert main(["cards", "--colour", "red"]) == 2
    assert "--colour: is for these_new_worlds, not for open_worlds" in capsys.readouterr().err
