"""What is no position: each fault that the rule `sound` tells, and where it begins."""

from __future__ import annotations

from functools import cache

import pytest

from ow_env.core import Game
from ow_env.core.game import States
from ow_env.star_realms.rules import sound
from tests import unsound
from tests.star_realms.scenario import position_of
from tests.star_realms.table import game_of
from tests.unsound import Row, rows

pytestmark = pytest.mark.rule

POSITIONS = {
    "main": "hand Scout, Viper | deck Scout | discard Scout | ships Ram (triggered), Stealth Needle (as Ram)"
    " | bases The Hive, 2x Blob Wheel | foe hand Viper | foe bases Blob Wheel",
    "owed": "hand Scout, Viper | owed 1 | asked owed",
    "scrap": "hand Scout | deck Scout | discard Viper | ships Trade Bot | asked scrap: Trade Bot primary, step 1",
    "destroy": "hand Scout | scrap heap Port of Call | foe bases The Hive | asked destroy: Port of Call scrap, step 1",
    "copy": "hand Scout | ships Ram, Cutter, Stealth Needle | asked copy: Stealth Needle primary",
    "cycle": "hand Scout, Viper | deck Scout | bases Recycling Station (primary)"
    " | asked cycle: Recycling Station primary cycle, 1 done",
    "trim": "hand Scout, Viper | bases Brain World (primary) | asked trim: Brain World primary, 1 done",
    "over": "turn 7 of you | asked over: you | foe A0",
}
ROWS: list[Row] = rows("""
main
    -> FINE
    # how many cards there are
    row += 23 x Barter World; trade_deck += 23 x Barter World; scrap_heap += 23 x Barter World;
        players[0].hand += 23 x Barter World; players[0].discard += 23 x Barter World;
        players[0].in_play += 23 x Barter World; players[0].deck.rest += 23 x Barter World;
        players[1].hand += 23 x Barter World; players[1].discard += 23 x Barter World;
        players[1].in_play += 23 x Barter World; players[1].deck.rest += 25 x Barter World -> FINE
    row += 23 x Barter World; trade_deck += 23 x Barter World; scrap_heap += 23 x Barter World;
        players[0].hand += 23 x Barter World; players[0].discard += 23 x Barter World;
        players[0].in_play += 23 x Barter World; players[0].deck.rest += 23 x Barter World;
        players[1].hand += 23 x Barter World; players[1].discard += 23 x Barter World;
        players[1].in_play += 23 x Barter World; players[1].deck.rest += 26 x Barter World -> TOO_MANY
    players[0].deck.known = 1; scrap_heap += 254 x Barter World -> FINE
    players[0].deck.known = 1; scrap_heap += 255 x Barter World -> TOO_MANY
    players[1].deck.known = 2; scrap_heap += 253 x Barter World -> FINE
    players[1].deck.known = 2; scrap_heap += 254 x Barter World -> TOO_MANY
    scrap_heap += 245 x Explorer -> FINE
    scrap_heap += 246 x Explorer -> TOO_MANY
    scrap_heap += 1 x 48 -> FINE
    scrap_heap += 1 x 49 -> NO_SUCH_CARD
    # the Trade Row
    row += Ram; trade_deck += Blob Fighter -> FINE
    row += Scout -> IN_ROW
    trade_deck += Viper -> IN_ROW
    row += Explorer -> IN_ROW
    trade_deck += Explorer -> IN_ROW
    # what is kept of this turn
    used[Blob Wheel] = 2 -> FINE
    used[Blob Wheel] = 3 -> MARKS
    ally_used[The Hive] = 1 -> FINE
    ally_used[The Hive] = 2 -> MARKS
    used[63] = 1 -> MARKS
    triggered += {Blob Wheel} -> FINE
    triggered += {Blob Fighter} -> TRIGGERED
    copied[Stealth Needle] = 1 + Explorer -> FINE
    copied[Stealth Needle] = 2 + Explorer -> COPIED
    copied[Stealth Needle] = 1 + Blob Fighter -> FINE
    copied[Stealth Needle] = 1 + Blob Wheel -> COPIED
    copied[Stealth Needle] = 65 + Ram -> COPIED
    copied[Ram] = 1 + Ram -> COPIED
    copied[Stealth Needle] = 0 -> FINE
    played[Scout] = 3; played[Barter World] = 1 -> FINE
    played[49] = 1 -> NO_SUCH_CARD
    active = 1 -> MARKS
    # players
    players[0].known += Scout -> FINE
    players[1].known += Viper -> KNOWN_CARDS 1
    players[0].known.copies[63] = 1; players[0].known.count += 1 -> KNOWN_CARDS
    players[0].owed = 2 -> FINE
    players[0].owed = 3 -> DEBT
    players[1].owed = 2 -> DEBT 1
    players[1].in_play += Ram -> SHIPS 1
    players[0].deck.known = 2; players[0].deck.top[1] = Ram -> FINE
    players[0].deck.known = 2; players[0].deck.top[1] = Blob Wheel -> ON_TOP
    players[1].deck.known = 1; players[1].deck.top[0] = Blob Wheel -> ON_TOP 1
    players[1].deck.known = 1; players[1].deck.top[0] = 49 -> ON_TOP 1
    players[0].authority = 1 -> FINE
    players[0].authority = 0 -> OUT
    # the decision
    max_turns = 3 -> FINE
    max_turns = 2 -> TURN
    point = at.OVER -> ENDED
    ending = 1 -> ENDED
    ending = 1; players[0].authority = 0 -> ENDED
    ability = 1 -> UNDER_WAY
    step = 1 -> STEP
    done = 1 -> STEP
    point = at.OWED -> NOTHING_THERE
    point = at.OWED; players[0].owed = 1 -> FINE
    point = at.OWED; players[0].owed = 1; ability = 1 -> UNDER_WAY
    point = at.OWED; players[0].owed = 1; step = 1 -> STEP
    point = at.SCRAP -> UNDER_WAY
owed
    -> FINE
    players[0].owed = 0 -> NOTHING_THERE
    active = 1 -> NOTHING_THERE
    ability = 1 -> UNDER_WAY
    step = 1 -> STEP
    done = 1 -> STEP
scrap
    -> FINE
    ability = 0 -> UNDER_WAY
    ability = 96 -> UNDER_WAY
    ability = 95; step = 0 -> STEP
    ability = 76 -> FINE
    step = 0 -> STEP
    step = 2 -> STEP
    step = MOST_EFFECTS -> STEP
    done = 1 -> STEP
    point = at.SCRAP_HAND -> STEP
    players[0].discard -= Viper -> FINE
    players[0].hand -= Scout -> FINE
    players[0].discard -= Viper; players[0].hand -= Scout -> NOTHING_THERE
destroy
    -> FINE
    done = 1 -> STEP
    players[1].in_play -= The Hive -> NOTHING_THERE
copy
    -> FINE
    done = 1 -> STEP
cycle
    -> FINE
    done = 0 -> FINE
    done = 2 -> STEP
    players[0].hand -= Scout; players[0].hand -= Viper -> NOTHING_THERE
trim
    -> FINE
    done = 0 -> FINE
    done = 2 -> STEP
over
    -> FINE
    point = at.MAIN -> ENDED
    ending = 0; players[1].authority = 1 -> ENDED
    players[0].authority = 0 -> FINE
    max_turns = 6 -> TURN
    ability = 1 -> UNDER_WAY
    step = 1 -> STEP
    done = 1 -> STEP
    players[0].owed = 1 -> DEBT
""")


@cache
def standing(at: str) -> tuple[Game, States]:
    """Return a position and its game."""
    game = game_of()
    return game, game.from_position(position_of(POSITIONS[at]))


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_what_is_wrong_with_a_position(row: Row) -> None:
    unsound.check(row, *standing(row.at), sound, game_of().catalogue.card_ids)


def test_each_fault_is_told() -> None:
    unsound.check_each_is_told(ROWS, sound)
