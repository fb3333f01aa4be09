"""Setup: draw the Worlds, draw ten cards, adjust the hands, find who is first (OW-1).

Below: piles.py, order.py. Above: legality.py, flow.py.
"""

from __future__ import annotations

from ow_env.core.rng import Rng, below
from ow_env.open_worlds import actions as why, state as at
from ow_env.open_worlds.actions import OK
from ow_env.open_worlds.rules.order import give_priority, go, player_at
from ow_env.open_worlds.rules.piles import add, draw, find, remove
from ow_env.open_worlds.state import EVERYONE, NOBODY, Game, Tables, rule

OPENING_HAND = 10  # OW-1.3
MOST_ADJUSTED = 4  # OW-1.3
LEAST_H2O = 3  # in the introductory game (OW-1.2)
RANDOM_SEAT = -1  # `first_player`
BY_WORLD_DRAW = -2


@rule
def is_in_row(g: Game, world_card: int, worlds: int) -> bool:
    """Does a World card lie among the first Worlds of the row?"""
    for w in range(worlds):
        if g.worlds[w].card == world_card:
            return True
    return False


@rule
def draw_world_card(g: Game, t: Tables, worlds: int, rng: Rng) -> int:
    """Draw a card of the Worlds Deck that does not lie in the row yet (OW-1.2)."""
    left = 0
    for c in range(t.world_count):
        if not is_in_row(g, c, worlds) and (g.introductory == 0 or t.world_cards[c].h2o >= LEAST_H2O):
            left += 1
    chosen = below(rng, left)
    for c in range(t.world_count):
        if not is_in_row(g, c, worlds) and (g.introductory == 0 or t.world_cards[c].h2o >= LEAST_H2O):
            if chosen == 0:
                return c
            chosen -= 1
    return 0


@rule
def draw_worlds(g: Game, t: Tables, rng: Rng) -> None:
    """Lay the Worlds out in a row (OW-1.2)."""
    for w in range(g.num_worlds):
        c = draw_world_card(g, t, w, rng)
        g.worlds[w].card = c
        g.worlds[w].h2o = t.world_cards[c].h2o
        g.worlds[w].res = t.world_cards[c].res
        g.worlds[w].habitable = t.world_cards[c].habitable
        g.worlds[w].hostile = t.world_cards[c].hostile


@rule
def world_rank(t: Tables, world_card: int) -> int:
    """Rank a World for the draw: H2O, then RES, then Habitable, then not Hostile (OW-1.4)."""
    w = t.world_cards[world_card]
    gentle = 2 * int(w.habitable) + 1 - int(w.hostile)
    return (int(w.h2o) * 256 + int(w.res)) * 4 + gentle


@rule
def first_by_world_draw(g: Game, t: Tables, rng: Rng) -> int:
    """Every player draws another World that is not in the row; the best has Priority first (OW-1.4, OW-1.6).

    Of players who tie in everything one is first at random.
    """
    best = -1
    winner = 0
    tied = 0
    drawn = 0  # a bit for each card of the Worlds Deck
    for p in range(g.num_players):
        c = draw_world_card(g, t, int(g.num_worlds), rng)
        while (drawn >> c) & 1 != 0:
            c = draw_world_card(g, t, int(g.num_worlds), rng)
        drawn |= 1 << c
        rank = world_rank(t, c)
        if rank > best:
            best = rank
            winner = p
            tied = 1
        elif rank == best:
            tied += 1
            if below(rng, tied) == 0:
                winner = p
    return winner


@rule
def begin(g: Game, t: Tables, rng: Rng) -> None:
    """Set a game up from its template, in which every card is still in its Deck (OW-1.2, OW-1.3).

    Changes `g` in place. What the template gives (Worlds, Priority) is kept and known from the start; Worlds that
    it does not give are drawn, and Priority that it does not give is determined once the hands are adjusted.
    """
    if g.worlds_given == 0:
        draw_worlds(g, t, rng)
    g.priority = NOBODY if g.first_player < 0 else g.first_player
    for seat in range(g.num_players):
        g.order[seat] = seat if g.first_player < 0 else g.first_order[seat]
    for seat in range(g.num_players):
        draw(g.players[player_at(g, seat)], OPENING_HAND, rng)
    go(g, at.ADJUST_HAND)


@rule
def determine_priority(g: Game, t: Tables, rng: Rng) -> None:
    """Find by chance who has Priority first, where it was not given (OW-1.4)."""
    if g.first_player == BY_WORLD_DRAW:
        give_priority(g, first_by_world_draw(g, t, rng))
    elif g.first_player == RANDOM_SEAT:
        give_priority(g, below(rng, int(g.num_players)))


@rule
def why_not_adjust(g: Game, player: int, card: int) -> int:
    """Return the rule that forbids to exchange a card of the opening hand, or OK (OW-1.3)."""
    return OK if find(g.players[player].hand, card) >= 0 else why.NOT_IN_HAND


@rule
def adjust(g: Game, player: int, card: int) -> None:
    """Put a card of the opening hand face down on the Trash Heap (OW-1.3)."""
    me = g.players[player]
    remove(me.hand, card)
    add(me.trash, card)
    me.adjusted += 1


@rule
def proceed_adjust(g: Game, t: Tables, rng: Rng) -> None:
    """Ask all who may still exchange a card; when nobody will, draw as many as were put away (OW-1.3).

    Only then is Priority determined: nobody knows who will be first while the hands are adjusted (OW-1.4).
    """
    waiting = False
    for p in range(g.num_players):
        me = g.players[p]
        if me.adjusted >= MOST_ADJUSTED or me.hand.count == 0:
            me.done = 1
        waiting = waiting or me.done == 0
    if waiting:
        g.actor = EVERYONE
        return
    for seat in range(g.num_players):
        me = g.players[player_at(g, seat)]
        draw(me, int(me.adjusted), rng)
        me.adjusted = 0
        me.done = 0
    determine_priority(g, t, rng)
    go(g, at.WINDOW_DRAWN)
