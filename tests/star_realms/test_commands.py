"""What commands say of Star Realms: its cards, a game that is watched, and the same replayed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from training.cli import main

OWN = """
[blob]
"Ram" = { cost = 4 }
"Spore" = { cost = 2, copies = 2, type = "ship", primary = ["combat:2", "may scrap from row"] }
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    path = tmp_path / "own.toml"
    path.write_text(OWN, encoding="utf-8")
    return path


def said(capsys: pytest.CaptureFixture[str], *typed: str) -> str:
    assert main([typed[0], "--game", "star_realms", *typed[1:]]) == 0
    return capsys.readouterr().out


def test_a_file_of_ones_own_is_checked_and_laid_over(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "cards", "check", str(own)) == f"{own} can be used.\n  corrects  Ram\n  adds      Spore\n"
    assert "cost      4  [yours]" in said(capsys, "cards", "show", "Ram", "--cards", str(own))
    own.write_text('[blob]\n"Ram" = { cost = "dear" }\n', encoding="utf-8")
    assert main(["cards", "--game", "star_realms", "check", str(own)]) == 2
    assert "Ram, cost: expected a whole number from 0 to 30" in capsys.readouterr().err
    assert main(["cards", "show", "Rem", "--game", "star_realms"]) == 2
    assert "there is no card 'Rem'; nearest: 'Ram'" in capsys.readouterr().err


def test_a_game_is_watched_and_replayed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record, limit = tmp_path / "game.jsonl", ("--option", "max_turns=6")
    told = said(capsys, "watch", "random", *limit, "--record", str(record), "--view", "player_0", "--seed", "2")
    assert told.startswith("Player 1: random, Player 2: random\n")
    assert re.findall(r"^Turn (\d): ", told, re.M) == ["2", "3", "4", "5", "6"]
    assert told.count("LAST TURN") == 1
    assert re.search(r"^    Player [12] plays Scout \(SR-3\.1\)\n      Player [12] gains 1 Trade, now 1", told, re.M)
    assert re.search(r"^      Player 2 draws \d cards? \(SR-9\.3\)", told, re.M)  # unseen by player_0
    assert "The game is stopped after turn 6, nobody has won (SR-11.2)" in told
    assert main(["replay", "--view", "player_0", str(record)]) == 0
    replayed = capsys.readouterr().out
    assert re.search(r"1 game, \d+ decisions: verified\.$", replayed.strip())
    events = [line for line in told.splitlines() if line.startswith("    Player ")]
    assert [line for line in replayed.splitlines() if line.startswith("    Player ")] == events
