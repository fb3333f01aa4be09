"""What commands say of Star Realms: its cards, a game that is watched, and the same replayed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ow_env.star_realms.cards import load_catalogue
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


def refused(capsys: pytest.CaptureFixture[str], *typed: str) -> str:
    assert main(list(typed)) == 2
    return capsys.readouterr().err


def test_every_card_is_listed_with_the_marks_of_its_labels(capsys: pytest.CaptureFixture[str]) -> None:
    told = said(capsys, "cards")
    for card in load_catalogue().cards:
        assert re.search(rf"^  {re.escape(card.name)}  ", told, re.M), card.name
    for line in (
        "Trade Federation (12 kinds, 20 cards)",
        "  Ram             2       3     ship           C5; ally: C2; scrap: T3",
        "  Trade Pod       3~      2     ship           T3; ally: C2",
        "  Blob World      1       8     base  7        C5 or draw per blob played?",
        "  Command Ship        1       8     ship              A4, C5, draw 2; ally: may destroy base?",
        "  Battle Station  2       3     outpost  5        scrap: C5",
        "  Scout     16      0?    ship           T1",
    ):
        assert f"{line}\n" in told
    assert "T Trade, C Combat, A Authority. All public lists" in told
    assert "your own file" not in told
    assert max(map(len, told.splitlines())) <= 100


def test_one_faction_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    told = said(capsys, "cards", "--faction", "star_empire")
    assert told.startswith("Star Empire (11 kinds, 20 cards)\n")
    assert "Blob" not in told


def test_a_card_is_shown_with_labels_and_meanings(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "cards", "show", "Battle", "Pod").splitlines() == [
        "Battle Pod: ship, Blob, card 2 of 49",
        "  faction   blob  [found 12/12]",
        "  cost      2  [found 12/12]",
        "  copies    2  [found 12/12]",
        "  type      ship  [found 12/12]",
        "  primary   combat:4, may scrap from row  [found 7/7]",
        "              combat:4: 4 Combat into your pool",
        "              may scrap from row: scrap one card of the Trade Row, which is replaced; never an",
        "              Explorer, or decline",
        "  ally      combat:2  [found 8/8]",
        "              combat:2: 2 Combat into your pool",
    ]
    told = said(capsys, "cards", "show", "Fleet", "HQ")
    assert told.startswith("Fleet HQ: base, Star Empire")
    assert "combat per ship played:1: each time you play a ship, 1 Combat into your pool (SR-10.3)" in told
    assert "outpost   yes" in said(capsys, "cards", "show", "Junkyard")


def test_a_file_of_ones_own_is_checked_and_laid_over(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "cards", "check", str(own)) == f"{own} can be used.\n  corrects  Ram\n  adds      Spore\n"
    told = said(capsys, "cards", "--cards", str(own))
    assert "  Ram             2       4+    ship           C5; ally: C2; scrap: T3\n" in told
    assert "  Spore           2+      2+    ship           C2, may scrap from row+\n" in told
    assert "+: from your own file." in " ".join(told.split())
    assert "cost      4  [yours]" in said(capsys, "cards", "show", "Ram", "--cards", str(own))


def test_what_is_refused(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own.write_text('[blob]\n"Ram" = { cost = "dear" }\n', encoding="utf-8")
    assert "Ram, cost: expected a whole number from 0 to 30" in refused(
        capsys, "cards", "--game", "star_realms", "check", str(own)
    )
    assert "there is no card 'Rem'; nearest: 'Ram'" in refused(capsys, "cards", "show", "Rem", "--game", "star_realms")
    assert "--kind: is for open_worlds, not for star_realms" in refused(
        capsys, "cards", "--game", "star_realms", "--kind", "ship"
    )
    assert "--faction: is for star_realms, not for open_worlds" in refused(capsys, "cards", "--faction", "blob")
    said = refused(capsys, "cards", "--game", "goofspiel", "--cards", str(own))
    assert "--cards: is for open_worlds and star_realms" in said
    assert ", not for goofspiel" in said


def test_a_game_is_watched_and_replayed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record, limit = tmp_path / "game.jsonl", ("--option", "max_turns=6")
    told = said(capsys, "watch", "random", *limit, "--record", str(record), "--view", "player_0", "--seed", "2")
    assert told.startswith("player_0: random, player_1: random\n")
    assert re.findall(r"^Turn (\d): ", told, re.M) == ["2", "3", "4", "5", "6"]
    assert told.count("LAST TURN") == 1
    assert re.search(r"^    player_[01] plays Scout \(SR-3\.1\)\n      player_[01] gains 1 Trade, now 1", told, re.M)
    assert re.search(r"^      player_1 draws \d cards? \(SR-9\.3\)", told, re.M)  # unseen by player_0
    assert "The game is stopped after turn 6, nobody has won (SR-11.2)" in told
    assert main(["replay", "--view", "player_0", str(record)]) == 0
    replayed = capsys.readouterr().out
    assert re.search(r"1 game, \d+ decisions: as recorded\.$", replayed.strip())
    events = [line for line in told.splitlines() if line.startswith("    player_")]
    assert [line for line in replayed.splitlines() if line.startswith("    player_")] == events
