"""What is no position: each fault that the rule `sound` tells, and where it begins."""

from __future__ import annotations

from functools import cache

import pytest

from ow_env.core import Game
from ow_env.core.game import States
from ow_env.goofspiel.rules import sound
from tests import unsound
from tests.goofspiel.scenario import table_of
from tests.unsound import Row, rows

pytestmark = pytest.mark.rule

# A prize p and a card c stand at p - 1 and c - 1.
POSITIONS = {
    "begun": "prize 1 | to come 2 3 4 | hands 1 2 3 4, 1 2 3 4",
    "middle": "prize 3 | to come 4 | hands 1 2, 3 4 | scores 3 0 | 1: 3 2 to you | 2: 4 1 to you",
    "over": "hands , | scores 3 7 | 1: 3 2 to you | 2: 4 1 to you | 3: 2 3 to foe | 4: 1 4 to foe",
}
ROWS: list[Row] = rows("""
begun
    -> FINE
    prize = 0 -> TURNED_UP
    prize = 0; face_down[0] = 1 -> TURNED_UP
    prize = 2; face_down[1] = 0; face_down[0] = 1 -> FINE
    face_down[0] = 1 -> PRIZES
    turn_of[1] = 1 -> PRIZES
    prize = 5; face_down[0] = 1 -> BEYOND
    face_down[4] = 1 -> BEYOND
    turn_of[12] = 1 -> BEYOND
    winner[0] = 1 -> WINNERS
    winner[0] = 3 -> WINNERS
    winner[3] = 9 -> WINNERS
    winner[12] = 1 -> WINNERS
    rounds = 1 -> ROUNDS
    face_down[3] = 0 -> HANDS
    players[0].bid_for[0] = 1 -> CARDS
    players[0].hand[4] = 1 -> CARDS
    players[1].hand[12] = 1 -> CARDS 1
    players[1].hand[3] = 0 -> HANDS 1
    players[2].score = 1 -> NOBODY 2
    players[2].hand[0] = 1 -> NOBODY 2
    players[2].hand[12] = 1; players[2].bid_for[12] = 1 -> NOBODY 2
    players[3].bid_for[12] = 1 -> NOBODY 3
middle
    -> FINE
    winner[0] = 2 -> FINE
    winner[0] = 9 -> FINE
    winner[0] = 0 -> WINNERS
    winner[0] = 3 -> WINNERS
    winner[1] = 8 -> WINNERS
    rounds = 1 -> ROUNDS
    turn_of[0] = 2; turn_of[1] = 1 -> FINE
    turn_of[1] = 1 -> TURNS
    turn_of[1] = 3 -> TURNS
    face_down[3] = 0 -> TURNED_UP
    prize = 0 -> TURNED_UP
    prize = 0; face_down[2] = 1 -> TURNED_UP
    prize = 4; face_down[3] = 0; face_down[2] = 1 -> FINE
    players[0].bid_for[0] = 0 -> CARDS
    players[0].bid_for[0] = 4 -> CARDS
    players[0].bid_for[0] = 1 -> CARDS
    players[0].bid_for[0] = 5 -> CARDS
    players[0].bid_for[0] = 1; players[0].hand[0] = 0; players[0].hand[2] = 1 -> FINE
    players[1].bid_for[1] = 2 -> CARDS 1
    players[1].hand[0] = 1; players[1].hand[2] = 0 -> CARDS 1
    players[1].bid_for[12] = 1 -> CARDS 1
    players[0].hand[2] = 1 -> CARDS
    players[0].hand[0] = 0 -> HANDS
over
    -> FINE
    prize = 4; turn_of[3] = 0; winner[3] = 0; rounds = 3 -> TURNED_UP
    winner[0] = 0 -> WINNERS
    players[0].hand[0] = 1 -> CARDS
""")


@cache
def standing(at: str) -> tuple[Game, States]:
    """Return a position and its game."""
    table = table_of(POSITIONS[at])
    return table.game, table.states


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_what_is_wrong_with_a_position(row: Row) -> None:
    unsound.check(row, *standing(row.at), sound, {})


def test_each_fault_is_told() -> None:
    unsound.check_each_is_told(ROWS, sound)
