"""What `ow cards` says of Expansive Universe."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ow_env.expansive_universe.cards import load_catalogue
from training.cli import main

pytestmark = pytest.mark.pure


def said(capsys: pytest.CaptureFixture[str], *typed: str) -> str:
    assert main(["cards", "--game", "expansive_universe", *typed]) == 0
    return capsys.readouterr().out


def test_everything_is_listed_with_the_marks_of_its_labels(capsys: pytest.CaptureFixture[str]) -> None:
    told = said(capsys)
    catalogue = load_catalogue()
    for card in catalogue.cards:
        star = r"\*" if card.alpha else ""
        faction = catalogue.faction_names[card.faction]
        assert re.search(rf"^  {re.escape(card.name)} +{faction}{star}( |$)", told, re.M), card.name
    for faction in catalogue.factions:
        assert re.search(rf"^  {faction.name} +{faction.planet}\? ", told, re.M), faction.name
    for core in catalogue.cores:
        assert re.search(rf"^  {core.name}  .*\?$", told, re.M), core.name
    for line in (
        "Characters (40, all reconstructed; * starter; C combat; S space; E expire; R resistance)",
        "Armaments (16, all reconstructed)",
        "Galactic Cores (5)",
        "  Sleep Wand          Sorcerons     waylay 3?",
    ):
        assert f"{line}\n" in told
    assert re.search(r"^  Warlord Gruda +Wartribe\* +3\? +0\? +8\? +16\? +might\? +attacking: boost 1\?$", told, re.M)
    assert re.search(r"^  Berserker +Wartribe +4\? +0\? +6\? +0 +might\? ", told, re.M)  # without resistance
    assert re.search(r"^  Skull Landing +Wartribe\* +outside~ +command, might 2, stealth\? +plunder 1\?$", told, re.M)
    assert "your own file" not in told
    assert "every name, count and text is a reconstruction of ours" in " ".join(told.split())
    assert max(map(len, told.splitlines())) <= 100


def test_what_belongs_to_one_faction_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    told = said(capsys, "--of", "Wartribe")
    assert told.startswith("Characters (10, all reconstructed; * starter; ")
    assert "Kharg" in told
    assert "Concordia" not in told
    assert "Galactic Core #1" not in told


def test_a_card_a_planet_and_a_core_are_shown_with_labels_and_meanings(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "show", "Berserker").splitlines() == [
        "Berserker: Character 24 of 40, reconstructed",
        "  faction     Wartribe  [reconstructed]",
        "  skills      might  [reconstructed]",
        "                might: force",
        "  combat      4  [reconstructed]",
        "  space       0  [reconstructed]",
        "  expire      6  [reconstructed]",
        "  when        attacking  [reconstructed]",
        "                attacking: you attack",
        "  text        boost:2  [reconstructed]",
        "                boost:2: your total is 2 higher",
    ]
    assert said(capsys, "show", "Kharg") == said(capsys, "show", "Wartribe")
    assert "  text        home guard:5, raid:3, free attack  [reconstructed]\n" in said(capsys, "show", "Kharg")
    assert said(capsys, "show", "Galactic", "Core", "#3").startswith("Galactic Core #3: Galactic Core\n")
    assert "  side        outside  [inferred]\n" in said(capsys, "show", "Assembly", "Plaza")


def test_a_file_of_ones_own_is_checked_and_laid_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = tmp_path / "own.toml"
    own.write_text(
        '[character]\n"Berserker" = { combat = 3 }\n'
        '[weapon]\n"Toll Stamp" = { faction = "Galaxernment", ability = ["boost:2"] }\n'
        '[core]\n"Galactic Core #1" = { effects = ["core income:2"] }\n',
        encoding="utf-8",
    )
    assert said(capsys, "check", str(own)) == (
        f"{own} can be used.\n  corrects  Berserker, Galactic Core #1\n  adds      Toll Stamp\n"
    )
    told = said(capsys, "--cards", str(own))
    assert re.search(r"^  Berserker +Wartribe +3\+ ", told, re.M)
    assert "+: from your own file." in " ".join(told.split())


def test_what_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cards", "--game", "expansive_universe", "show", "Berserkr"]) == 2
    assert "there is no card 'Berserkr'; nearest: 'Berserker'" in capsys.readouterr().err
    assert main(["cards", "--of", "Wartribe"]) == 2
    assert "--of: is for expansive_universe, not for open_worlds" in capsys.readouterr().err
