"""What is no position: each fault that the rule `sound` tells, and where it begins."""

from __future__ import annotations

from functools import cache

import pytest

from ow_env.core import Game
from ow_env.core.game import States
from ow_env.these_new_worlds.rules import sound
from tests import unsound
from tests.these_new_worlds.scenario import position_of
from tests.these_new_worlds.table import game_of
from tests.these_new_worlds.test_positions import MIDDLE, OVER
from tests.unsound import Row, rows

pytestmark = pytest.mark.rule

ROWS: list[Row] = rows("""
middle
    -> FINE
    step = at.OVER -> ENDED
    ending = 1 -> ENDED
    # planets
    contested = -1 -> CONTESTED
    contested = Concord -> PLANETS
    deck -= {Ares Tor} -> PLANETS
    deck += {16} -> PLANETS
    deck += {Evergild} -> PLANETS
    collective += {Ares Tor} -> PLANETS
    collective += {Ares Tor}; deck -= {Ares Tor} -> FINE
    players[0].planets += {Ares Tor} -> PLANETS
    players[0].planets += {Ares Tor}; deck -= {Ares Tor} -> FINE
    players[1].planets += {Vermeil} -> PLANETS
    players[0].planets += {Marigold} -> PLANETS
    deck = {Ares Tor, Cinderfall}; collective = 16383; collective -= {Ares Tor, Cinderfall, Vermeil, Aurelia, Loam};
        collective -= {Evergild}; collective += {Lumen Deep, Sapphire Nine} -> FINE
    deck = {Ares Tor}; collective = 16383; collective -= {Ares Tor, Vermeil, Aurelia, Loam, Evergild};
        collective += {Lumen Deep, Sapphire Nine} -> TOO_FEW
    # cards
    hand_size = 9 -> FINE
    hand_size = 10 -> HANDS
    set_aside -= {Escort Wing} -> CARDS
    set_aside += {18} -> CARDS
    set_aside += {Spot Trade} -> CARDS
    set_aside += {Peer Review} -> CARDS
    set_aside += {Escort Wing} -> CARDS
    players[1].hand += {Spot Trade} -> CARDS
    players[1].played += {Spot Trade} -> CARDS
    players[0].played += {Spot Trade} -> CARDS
    players[0].hand += {Peer Review} -> CARDS
    players[0].played += {Open Archives} -> CARDS
    players[0].hand -= {Spot Trade}; players[1].hand += {Spot Trade} -> FINE
    players[0].hand -= {Spot Trade}; players[1].played += {Spot Trade} -> FINE
    top = Open Archives -> FINE
    top = Arsenal Convoy -> FINE
    top = Spot Trade -> TOP
    top = -1 -> TOP
    players[0].not_held = {Escort Wing, Breakthrough} -> FINE
    players[0].not_held = {Spot Trade} -> NOT_HELD
    players[0].not_held = {Open Archives} -> NOT_HELD
    players[0].not_held = {18} -> NOT_HELD
    players[1].not_held = {Assembly of Worlds, Privateers} -> FINE
    players[1].not_held = {Breakthrough} -> NOT_HELD 1
over
    -> FINE
    step = at.CARD_STEP -> ENDED
    ending = 0 -> ENDED
    contested = Ares Tor -> CONTESTED
    contested = Ares Tor; deck -= {Ares Tor} -> CONTESTED
    deck -= {Ares Tor}; collective += {Ares Tor} -> FINE
    collective = 60743; deck = 0; round_number = 5 -> FINE
    set_aside = {Spot Trade} -> CARDS
    players[0].hand = {Spot Trade} -> CARDS
    top = Border Militia -> TOP
    players[1].not_held = {Spot Trade} -> NOT_HELD 1
""")
POSITIONS = {"middle": MIDDLE, "over": OVER}


@cache
def standing(at: str) -> tuple[Game, States]:
    """Return a position and its game."""
    game = game_of()
    return game, game.from_position(position_of(POSITIONS[at]))


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_what_is_wrong_with_a_position(row: Row) -> None:
    catalogue = game_of().catalogue
    unsound.check(row, *standing(row.at), sound, {**catalogue.card_ids, **catalogue.planet_ids})


def test_each_fault_is_told() -> None:
    unsound.check_each_is_told(ROWS, sound)
