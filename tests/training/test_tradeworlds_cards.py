"""``ow cards`` of TradeWorlds: every figure with its mark; Factions, scenarios and The Derelict beside the cards."""

from __future__ import annotations

from pathlib import Path

import pytest

from ow_env.tradeworlds.cards import FACTIONS, SCENARIOS, load_catalogue
from training.cli import main
from training.commands.tradeworlds.cards import MEANINGS, tables

GAME = ("--game", "tradeworlds")


def said(capsys: pytest.CaptureFixture[str], *typed: str) -> str:
    assert main([*typed]) == 0
    return capsys.readouterr().out


def test_all_cards_with_their_marks(capsys: pytest.CaptureFixture[str]) -> None:
    told = [line.split() for line in said(capsys, "cards", *GAME).splitlines()]
    assert ["Weapon", "4", "4", "3*", "0~", "Dual", "Turbo", "Cannons", "4"] in told  # printed
    assert ["Crew", "5", "5~", "3*", "0~", "Aces?", "5~"] in told
    assert ["Covenant", "Treasurer:", "fewer", "cards", "bring", "more", "below", "3", "cards,", "5", "below", "3",
            "cards,", "2?"] in told  # fmt: skip
    assert ["resistance", "7?"] in told
    few = said(capsys, "cards", *GAME, "--pile", "tactic")
    assert "Signal Jam" in few
    assert "Weapon 4" not in few


def test_the_tables_of_the_site_have_everything() -> None:
    catalogue = load_catalogue()
    names = {row[0] for _, rows in tables(catalogue) for row in rows[1:]}
    assert names >= {*FACTIONS, *SCENARIOS, "Frigate", *(card.name for card in catalogue.cards)}
    cells = "".join(cell for _, rows in tables(catalogue) for row in rows[1:] for cell in row)
    assert {*MEANINGS} - {"+"} <= {*cells}


def test_one_card_field_by_field(capsys: pytest.CaptureFixture[str]) -> None:
    told = said(capsys, "cards", *GAME, "show", "Siege", "Pattern")
    assert "trade           5  [reconstructed]" in told
    assert "strike: when a strike against a Homeworld has been declared" in told
    assert "short_bank      below 3 cards, 5  [printed]" in said(capsys, "cards", *GAME, "show", "Covenant")
    told = said(capsys, "cards", *GAME, "show", "The", "Derelict")
    assert "resistance      7  [reconstructed]" in told
    assert "unlock          15, 35, 60, 90  [printed]" in told


def test_a_card_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        '[tactic]\n"Signal Jam" = { trade = 4 }\n'
        '"Grapple Net" = { trade = 3, effect = "initiative", side = "any", amount = 2, '
        'windows = ["roll"], copies = 1 }\n'
        '[derelict]\n"The Derelict" = { resistance = 8 }\n'
    )
    told = said(capsys, "cards", *GAME, "check", str(file))
    assert "corrects  Signal Jam, The Derelict\n" in told
    assert "adds      Grapple Net\n" in told
    assert "+: from your own file" in said(capsys, "cards", *GAME, "--cards", str(file))
