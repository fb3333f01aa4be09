"""Setup (SR-1), the phases of a turn (SR-2), owed discards (SR-8), and the limit of turns (SR-11.2)."""

from __future__ import annotations

from ow_env.core.bits import lowest, without_lowest
from ow_env.core.rng import Rng, below
from ow_env.star_realms import state as at
from ow_env.star_realms.rules.abilities import settle
from ow_env.star_realms.rules.combat import opponent_of
from ow_env.star_realms.rules.draw import draw, take_from_hand
from ow_env.star_realms.rules.row import deal_to_row
from ow_env.star_realms.state import KINDS, NO_KINDS, PLAYERS, TRUNCATED, Game, Player, Tables, piles, rule

kinds_in, add, pour = piles.kinds_in, piles.add, piles.pour


@rule
def begin_main_phase(g: Game, t: Tables) -> None:
    """Begin the Main Phase: bases trigger and give what they give by themselves (SR-2.5, SR-5.4)."""
    g.point = at.MAIN
    settle(g, t)


@rule
def begin_turn(g: Game, t: Tables) -> None:
    """Begin the active player's turn: with the discards owed, if there are any (SR-8.2)."""
    if g.players[g.active].owed > 0:
        g.point = at.OWED
    else:
        begin_main_phase(g, t)


@rule
def discard_owed(g: Game, t: Tables, card: int) -> None:
    """Discard one card that is owed (SR-8.2)."""
    me = g.players[g.active]
    take_from_hand(me, card)
    add(me.discard, card)
    me.owed -= 1
    if me.owed == 0:
        begin_main_phase(g, t)


@rule
def discard_ships(me: Player, t: Tables) -> None:
    """Put the ships in play to the discard pile."""
    ships = kinds_in(me.in_play.copies) & t.ships
    while ships != NO_KINDS:
        kind = lowest(ships)
        ships = without_lowest(ships)
        me.discard.copies[kind] += me.in_play.copies[kind]
        me.discard.count += me.in_play.copies[kind]
        me.in_play.count -= me.in_play.copies[kind]
        me.in_play.copies[kind] = 0


@rule
def discard_phase(g: Game, t: Tables) -> None:
    """Empty the pools, discard ships and hand, and end all that lasts for this turn (SR-2.7, SR-2.9)."""
    me = g.players[g.active]
    g.trade = 0
    g.combat = 0
    g.permissions = 0
    g.triggered = NO_KINDS
    for kind in range(KINDS):
        g.played[kind] = 0
        g.used[kind] = 0
        g.ally_used[kind] = 0
        g.copied[kind] = 0
        me.known.copies[kind] = 0
    me.known.count = 0
    discard_ships(me, t)
    pour(me.hand, me.discard)


@rule
def end_turn(g: Game, t: Tables, rng: Rng) -> None:
    """Discard, draw, and let the opponent begin a turn, unless it was the last (SR-2.7, SR-2.8, SR-11.2)."""
    discard_phase(g, t)
    draw(g.players[g.active], int(t.hand), rng)
    if g.turn == g.max_turns:
        g.ending = TRUNCATED
        g.point = at.OVER
        return
    g.turn += 1
    g.active = opponent_of(g)
    begin_turn(g, t)


@rule
def set_up(g: Game, t: Tables, rng: Rng) -> None:
    """Choose who starts, deal the Row, the starter's hand and the other one (SR-1)."""
    starter = int(g.first_player)
    if starter < 0:
        starter = below(rng, PLAYERS)
    g.first = starter
    g.active = starter
    g.turn = 1
    for _ in range(t.trade_row):
        deal_to_row(g, rng)
    draw(g.players[starter], int(t.opening_hand[0]), rng)
    draw(g.players[1 - starter], int(t.opening_hand[1]), rng)
    begin_turn(g, t)
