"""The game of docs/your-own-game.md by its rules, and what comes free once another distribution registers it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from rows import game as at
from rows.game import Rows

import agents
from ow_env.core.batch import Batch
from ow_env.core.game import Position
from training.checking import check
from training.cli import main

ROOT = Path(__file__).parents[2]
INSTALLED = Path(__file__).parent / "installed"
PATHS = os.pathsep.join(map(str, (INSTALLED, ROOT / "docs" / "examples", ROOT)))


# ── Its rules ──────────────────────────────────────────────────────────────────────────────────


def table(rows: list[list[int]], hands: list[list[int]], **told: object) -> tuple[Rows, Batch]:
    """Return two players who hold these cards, in the round that fits, before these rows."""
    game = Rows(len(hands))
    batch = Batch(game, 1)
    position: Position = game.position(batch.states)
    position["rows"] = [row + [None] * (at.LONGEST - len(row)) for row in rows]
    position["gone"] = sorted(card for row in rows for card in row)
    position["turn"] = at.ROUNDS - len(hands[0])
    for player, hand in zip(position["players"], hands, strict=True):
        player["hand"] = hand
    batch.set_states(game.from_position({**position, **told}))
    return game, batch


ROWS = [[10], [20, 21, 22, 23, 24], [30], [40]]


@pytest.mark.rule
@pytest.mark.parametrize(
    ("cards", "rows", "bulls"),
    [
        ((12, 11), [[10, 11, 12], ROWS[1], [30], [40]], [0, 0]),  # in rising order, whoever laid them
        (
            (41, 29),
            [[10], [29], [30], [40, 41]],
            [0, 3 + 1 + 5 + 1 + 1],
        ),  # a sixth takes the five
        ((104, 25), [[10], [25], [30], [40, 104]], [0, 11]),
        ((25, 26), [[10], [25, 26], [30], [40]], [11, 0]),  # the card laid begins the row
    ],
)
def test_cards_are_laid_in_rising_order(cards: tuple[int, int], rows: list[list[int]], bulls: list[int]) -> None:
    others = [[90, 91], [95, 96]]
    game, batch = table(ROWS, [[card, *rest] for card, rest in zip(cards, others, strict=True)])
    batch.step([[at.LAY + card for card in cards]])
    told = game.position(batch.states)
    assert [[card for card in row if card] for row in told["rows"]] == rows
    assert [player["bulls"] for player in told["players"]] == bulls
    assert told["taker"] is None


@pytest.mark.rule
def test_who_is_below_all_rows_chooses_one_and_is_asked_alone() -> None:
    game, batch = table(ROWS, [[5, 90, 91], [35, 95, 96]])
    batch.step([[at.LAY + 5, at.LAY + 35]])
    state = batch.states
    assert game.position(state)["taker"] == 0
    assert game.legal_actions(state, 0).tolist() == [at.TAKE + row for row in range(at.ROWS)]
    assert game.legal_actions(state, 1).tolist() == [0]
    assert game.why_not(state, 1, at.LAY + 95) == "another player has to choose a row"
    batch.step([[at.TAKE + 1, 0]])
    told = game.position(batch.states)
    assert [[card for card in row if card] for row in told["rows"]] == [[10], [5], [30, 35], [40]]
    assert told["players"][0]["bulls"] == 11


@pytest.mark.rule
def test_the_last_card_is_no_choice_and_the_fewest_bulls_win() -> None:
    game, batch = table(ROWS, [[25, 90], [42, 95]])
    batch.step([[at.LAY + 25, at.LAY + 42]])
    assert batch.terminated[0]
    assert batch.reward[0].tolist() == [-1.0, 1.0]
    told = game.position(batch.states)
    assert [player["hand"] for player in told["players"]] == [[], []]
    assert told["rows"][3] == [40, 42, 90, 95, None]


@pytest.mark.rule
def test_all_cards_bear_as_many_bulls_as_are_said() -> None:
    bulls = [int(at.bulls_of(card)) for card in at.NUMBERS]
    assert sum(bulls) == at.MOST_BULLS
    assert [bulls[card - 1] for card in (1, 5, 10, 11, 55, 104)] == [1, 2, 3, 5, 7, 1]


# ── What comes free ────────────────────────────────────────────────────────────────────────────


@pytest.mark.bounds
def test_nothing_is_missing_or_wrong() -> None:
    assert [str(each) for each in check("rows")] == []


def said(capsys: pytest.CaptureFixture[str], *typed: str) -> str:
    assert main(list(typed)) == 0
    return capsys.readouterr().out


@pytest.mark.bounds
def test_it_is_watched_and_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert agents.names("rows") == ["random", "search"]
    told = said(capsys, "watch", "random", "random", "--game", "rows", "--seed", "3")
    assert re.search(r"Player 1: lay \d+", told)
    assert re.search(r"Player [12] wins|A draw", told)
    assert ", 40 games" in said(capsys, "match", "random", "random", "--game", "rows", "--games", "40")


@pytest.mark.slow
def test_it_passes_what_every_game_has_to_pass() -> None:
    command = ("pytest", "-q", "-p", "no:cacheprovider", "--pyargs", "ow_env.testing", "--game", "rows")
    done = subprocess.run(
        [sys.executable, "-m", *command], env=os.environ | {"PYTHONPATH": PATHS}, text=True, check=False,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    assert re.search(r"[1-9]\d passed", done.stdout)


@pytest.mark.slow
def test_what_is_learned_in_seconds_beats_random_play(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", PATHS)  # of processes of its own
    run = str(tmp_path / "run")
    said(capsys, "train", "--game", "rows", "--decisions", "200000", "--games", "200", "--out", run)
    told = said(capsys, "match", f"{run}/agent.safetensors", "random", "--game", "rows", "--games", "1000")
    assert float(re.findall(r"([\d.]+) % \[", told)[0]) > 60
    search = said(capsys, "match", "search:50", "random", "--game", "rows", "--games", "100")
    assert float(re.findall(r"([\d.]+) % \[", search)[0]) > 60


def test_its_rules_are_said_to_stand_in_its_module(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--game", "rows"]) == 0
    assert capsys.readouterr().out.endswith("its code is rows.game.\n")
