"""What is no position: each fault that the rule `sound` tells, and where it begins."""

from __future__ import annotations

from functools import cache

import pytest

from ow_env.core import Game
from ow_env.core.game import States
from ow_env.tradeworlds import cards
from ow_env.tradeworlds.rules import sound
from tests import unsound
from tests.tradeworlds.decisions import DECISIONS, NAMES, options_of, position_with
from tests.tradeworlds.oracle.cards import BASE
from tests.tradeworlds.scenario import short
from tests.tradeworlds.table import game_of
from tests.unsound import Row, rows

pytestmark = pytest.mark.rule

KNOWN = {**vars(cards), **{short(name): number for name, number in BASE.order.items()}}
ROWS: list[Row] = rows("""
role, 0
    -> FINE
    point = at.OVER -> ENDED
    ending = 1 -> ENDED
    # a player
    players[0].faction = -1 -> FACTION
    players[1].faction = -1 -> FACTION 1
    players[1].faction = 0 -> FINE
    players[0].homeworld = 1 -> FINE
    players[0].homeworld = 0 -> OUT
    players[1].alive = 0 -> OUT 1
    # a ship
    players[1].lane[3].starship = 1; players[1].lane[3].crew = 1 -> FINE
    players[1].lane[3].starship = 1 -> SHIP 1
    players[1].lane[3].crew = 1 -> SHIP 1
    players[1].lane[3].token = 1 -> SHIP 1
    players[1].lane[3].weapons[4] = 1 -> SHIP 1
    players[1].lane[0].weapons[0] = 1; players[1].lane[0].token = 1 -> SHIP 1
    players[0].lane[0].starship = 1; players[0].lane[0].crew = 1; players[0].lane[0].weapons[0] = 15;
        players[0].lane[0].weapons[4] = 5 -> FINE
    players[0].lane[0].starship = 1; players[0].lane[0].crew = 1; players[0].lane[0].weapons[0] = 16;
        players[0].lane[0].weapons[4] = 5 -> SHIP
    # tokens
    players[1].tokens_gone = 1 -> GONE 1
    players[1].tokens_gone = 1; tokens_removed = 1 -> FINE
    tokens_removed = 1; players[1].tokens_gone = 1; players[1].lane[0].starship = 1; players[1].lane[0].crew = 1;
        players[1].lane[0].token = 1 -> GONE 1
    tokens_removed = 1; players[1].tokens_gone = 1; players[1].lane[0].starship = 1; players[1].lane[0].crew = 1;
        players[1].lane[0].token = 2 -> FINE
    # cards
    players[0].hand += 27 x S1; players[0].deck += 20 x S1; players[0].discard += 40 x S1;
        players[0].removed += 30 x S1; players[0].rest += 50 x S1 -> FINE
    players[0].hand += 28 x S1; players[0].deck += 20 x S1; players[0].discard += 40 x S1;
        players[0].removed += 30 x S1; players[0].rest += 50 x S1 -> TOO_MANY
    players[1].rest += 29 -> FINE
    players[1].rest += 30 -> TOO_MANY 1
    players[0].known += S4 -> FINE
    players[0].known += 2 x S4 -> KNOWN_CARDS
    players[0].tops[0] = 1 + S1; players[0].tops[3] = 1 + Signal Jam -> FINE
    players[0].tops[0] = 1 + S1; players[0].tops[1] = 1 + W1; players[0].tops[2] = 1 + C1;
        players[0].tops[3] = 1 + Signal Jam -> FINE
    players[0].tops[0] = 1 + W1 -> TOP
    players[0].tops[3] = 1 + S1 -> TOP
    players[0].tops[3] = 30 -> FINE
    players[0].tops[0] = 31 -> TOP
    # seats
    first = 1 -> FINE
    first = 2 -> SEATS
    winner = 1 -> FINE
    winner = 2 -> SEATS
    leader = 2 -> SEATS
    active = 2 -> SEATS
    asked = 2 -> SEATS
    players[2].alive = 1; leader = 2 -> SEATS
    target = 1 -> FINE
    target = 2 -> SEATS
    target = 0 -> TARGET
    allies = {1} -> FINE
    allies = {0} -> SEATS
    allies = {2} -> SEATS
    allies = {1}; target = 1 -> SEATS
    to_ask = {1} -> FINE
    to_ask = {2} -> SEATS
    rest_due = {1} -> FINE
    rest_due = {2} -> SEATS
    token_used = {0} -> FINE
    token_used = {2} -> SEATS
    alien_turn = 1 -> ALIEN
    alien_turn = 1; target = 0 -> ALIEN
    max_rounds = 1 -> FINE
    max_rounds = 1; round_number = 2 -> ROUND
    players[1].alive = 0; players[1].homeworld = 0; players[1].hand -= S4 -> ALIVE
    # nothing under way
    asked = 1 -> ASKED
    active = 1; asked = 1 -> FINE
    unused = {0} -> FLEET
    fighting = {7} -> FINE
    fighting = {8} -> FLEET
    buying = 1 -> BUYING
    fitting = 1 -> FITTING
    refitting = 1 -> FITTING
    shown[0] = 1 + S4 -> SHOWN_CARDS
    target = 1; shown[0] = 1 + S4 -> SHOWN_CARDS
    shown[2] = 1 -> SHOWN_CARDS
    played = 1 -> PLAYED
    back = at.ATTACK -> PLAYED
    played_by = 1 -> PLAYED
    window_at = 4; passes = 4 -> FINE
    point = at.INVITE -> TARGET
    point = at.TARGET -> ROLE
    point = at.TARGET; role = ADMIRAL -> FINE
    point = at.TARGET; role = SABOTEUR -> FINE
    point = at.TARGET; role = SMUGGLER -> FINE
    point = at.TARGET; role = CHANCELLOR -> ROLE
    point = at.TARGET; role = ADMIRAL; asked = 1 -> ASKED
    point = at.REFIT -> ROLE
    point = at.REFIT; role = CAPTAIN -> FINE
    point = at.CONFIGURE -> FINE
    point = at.CONFIGURE; asked = 1 -> ASKED
over, 1
    -> FINE
    point = at.ROLE -> ENDED
    ending = 0 -> ENDED
    first = 2 -> SEATS
    winner = 2 -> SEATS
    leader = 2 -> FINE
    round_number = 10000 -> FINE
    players[0].alive = 0; players[0].homeworld = 0; players[0].hand -= S1 -> FINE
    unused = {0} -> FINE
    played = 1 -> FINE
    buying = 1 -> FINE
    players[0].lane[0].crew = 1 -> SHIP
over, 2
    -> FINE
chancellor, 3
    -> FINE
    asked = 1 -> ASKED
    role = ADMIRAL -> ROLE
    # one of three is out
    players[1].alive = 0; players[1].homeworld = 0 -> EMPTY_HANDED 1
    players[2].alive = 0; players[2].homeworld = 0; players[2].lane[0].starship = 0; players[2].lane[0].crew = 0;
        players[2].lane[0].weapons[0] = 0; players[2].tops[0] = 0; players[2].hand -= C1; players[2].hand -= C2 -> FINE
third is out
    -> FINE
    players[2].known += 0 -> KNOWN_CARDS 2
    players[2].hand += 0 -> EMPTY_HANDED 2
    players[2].deck += 0 -> EMPTY_HANDED 2
    players[2].discard += 0 -> EMPTY_HANDED 2
    players[2].removed += 0 -> EMPTY_HANDED 2
    players[2].rest += 0 -> EMPTY_HANDED 2
    players[2].tops[3] = 1 + Signal Jam -> EMPTY_HANDED 2
    players[2].used_up = 1 -> EMPTY_HANDED 2
    players[2].tokens_gone = 1; tokens_removed = 1 -> EMPTY_HANDED 2
    players[2].lane[3].starship = 1; players[2].lane[3].crew = 1 -> EMPTY_HANDED 2
    players[2].lane[3].starship = 1 -> SHIP 2
    players[2].homeworld = -1 -> FINE
    players[2].homeworld = 1 -> OUT 2
    leader = 2 -> SEATS
    active = 2 -> SEATS
    asked = 2 -> SEATS
    target = 2 -> SEATS
    allies = {2} -> SEATS
    allies = {1} -> FINE
    to_ask = {2} -> SEATS
    rest_due = {2} -> SEATS
    token_used = {2} -> SEATS
    token_used = {3} -> SEATS
    first = 2 -> FINE
    winner = 2 -> FINE
    fighting = {11} -> FINE
    fighting = {12} -> FLEET
you are out
    -> FINE
    token_used = {0} -> SEATS
    token_used = {1} -> FINE
invite, 4
    -> FINE
    asked = 1 -> FINE
    target = -1 -> TARGET
sabotage, 6
    -> FINE
    asked = 0 -> FINE
bank, 8
    -> FINE
    asked = 1 -> ASKED
remove, 9
    -> FINE
    asked = 1 -> ASKED
smuggle, 10
    -> FINE
    asked = 1 -> ASKED
    target = -1 -> TARGET
    target = 2 -> SHOWN_CARDS
    shown[0] = 0 -> SHOWN_CARDS
    shown[0] = 0; shown[1] = 0 -> SHOWN_CARDS
    shown[1] = 0 -> FINE
    shown[0] = 1 + C2 -> SHOWN_CARDS
    shown[2] = 1 + S4 -> SHOWN_CARDS
    shown[2] = 1 -> SHOWN_CARDS
refit, 12
    -> FINE
    asked = 1 -> ASKED
    role = CAPTAIN -> FINE
    role = ENGINEER -> FINE
    role = ADMIRAL -> ROLE
    fitting = 1 -> FITTING
    refitting = 1 -> FITTING
replace, 14
    -> FINE
    asked = 1 -> ASKED
    role = ADMIRAL -> ROLE
    fitting = 0 -> FITTING
    fitting = 1 -> FINE
    fitting = 3 -> FITTING
    refitting = 0 -> FITTING
attack, 15
    -> FINE
    asked = 1 -> ASKED
    allies = {1, 2} -> SEATS
    unused = {0} -> FINE
    unused = {2} -> FLEET
    unused = {8} -> FINE
    unused = {9} -> FLEET
    group = {2} -> FLEET
    doomed = {2} -> FLEET
    doomed = {4} -> FINE
    lost = {2} -> FLEET
    lost = {4} -> FINE
    fighting = {2} -> FINE
    window_at = 3 -> FINE
    target = -1 -> FINE
    target = 0 -> TARGET
alert, 16
    -> FINE
    asked = 0 -> FINE
    window_at = 2 -> FINE
    window_at = 3 -> WINDOW
    passes = 3 -> FINE
    passes = 4 -> WINDOW
    allies = 0; window_at = 2 -> WINDOW
    allies = 0; passes = 3 -> WINDOW
    played_by = 1 -> PLAYED
roll, 17
    -> FINE
    asked = 1 -> FINE
    window_at = 1 -> FINE
    window_at = 2 -> WINDOW
    passes = 2 -> FINE
    passes = 3 -> WINDOW
    target = -1; window_at = 1 -> WINDOW
    target = -1; passes = 2 -> WINDOW
    target = -1; passes = 1 -> FINE
strike, 18
    -> FINE
    asked = 1 -> FINE
    target = -1 -> TARGET
    window_at = 2 -> WINDOW
    passes = 3 -> WINDOW
cancel, 19
    -> FINE
    asked = 0 -> FINE
    played = 0 -> PLAYED
    back = 0 -> PLAYED
    back = at.ALERT -> PLAYED
    back = at.DESTROY -> PLAYED
    played_by = 2 -> FINE
    played_by = 3 -> SEATS
    window_at = 2 -> WINDOW
    passes = 3 -> WINDOW
cancel, 21
    -> FINE
    window_at = 4 -> FINE
cancel, 22
    -> FINE
    window_at = 2 -> WINDOW
    played = 1 -> FINE
cancel, 23
    -> FINE
    passes = 4 -> FINE
    lost = 0 -> FINE
destroy, 24
    -> FINE
    asked = 1 -> FINE
loss, 27
    -> FINE
    asked = 0 -> FINE
    lost = 0 -> LOST
buy, 29
    -> FINE
    asked = 1 -> ASKED
    asked = 0 -> ASKED
    fitting = 1 -> FITTING
discard, 30
    -> FINE
    asked = 1 -> ASKED
pay, 31
    -> FINE
    asked = 1 -> ASKED
    buying = 0 -> BUYING
    buying = 1 -> BUYING
    buying = 64 -> BUYING
    players[0].tops[1] = 0; players[0].tops[0] = 1; buying = 1 -> FINE
fit, 32
    -> FINE
    asked = 0 -> ASKED
    fitting = 0 -> FITTING
    fitting = 1 -> FINE
    fitting = 4 -> FITTING
    refitting = 1 -> FITTING
roll, 33
    -> FINE
    target = 0 -> TARGET
    alien_turn = 1 -> ALIEN
    players[0].alive = 0; players[0].homeworld = 0 -> EMPTY_HANDED
role against The Derelict
    -> FINE
    players[0].alive = 0; players[0].homeworld = 0; players[0].hand -= S4 -> ALIVE
roll, 35
    -> FINE
    target = -1 -> ALIEN
    alien_turn = 0 -> TARGET
    window_at = 1 -> WINDOW
    passes = 1 -> FINE
    passes = 2 -> WINDOW
strike, 36
    -> FINE
    target = -1 -> ALIEN
""")
POSITIONS = dict(zip(NAMES, DECISIONS, strict=True)) | {
    "you are out": ("out | turn foe | third credits 1", {"type": "role", "asked": 1}),
    "third is out": ("third out", {"type": "role", "asked": 0}),
    "role against The Derelict": ("scenario The Derelict", {"type": "role", "asked": 0}),
}


@cache
def standing(at: str) -> tuple[Game, States]:
    """Return a position and its game."""
    text, decision = POSITIONS[at]
    position = position_with(text, decision)
    options = {"scenario": position["scenario"], "num_players": len(position["players"]), **options_of(text)}
    game = game_of(**options)
    return game, game.from_position(position)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_what_is_wrong_with_a_position(row: Row) -> None:
    unsound.check(row, *standing(row.at), sound, KNOWN)


def test_each_fault_is_told() -> None:
    unsound.check_each_is_told(ROWS, sound)
