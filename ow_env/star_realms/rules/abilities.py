"""Cards in play: which abilities they have and have used (SR-4), allies (SR-5), automatic gains (SR-2.5)."""

from __future__ import annotations

import numpy as np

from ow_env.core.bits import lowest, without_lowest
from ow_env.core.rng import Bits
from ow_env.star_realms.state import NO_KINDS, Game, Tables, piles, rule

ONE = np.uint64(1)

kinds_in, remove = piles.kinds_in, piles.remove


@rule
def bit(kind: int) -> Bits:
    """Return the set of this one kind."""
    return ONE << np.uint64(kind)


@rule
def acts_as(g: Game, t: Tables, kind: int) -> int:
    """Return the kind whose ally and scrap abilities this one has: a Needle's are those of what it copies (SR-10.1)."""
    return int(g.copied[kind]) - 1 if g.copied[kind] > 0 else kind


@rule
def ally_of(g: Game, t: Tables, kind: int) -> int:
    """Return the ally ability that this card in play has, 0: none."""
    return int(t.cards[acts_as(g, t, kind)].ally)


@rule
def scrap_of(g: Game, t: Tables, kind: int) -> int:
    """Return the scrap ability that this card in play has, 0: none."""
    return int(t.cards[acts_as(g, t, kind)].scrap)


# ── Allies ───────────────────────────────────────────────────────────────────────────────────────


@rule
def copies_faction(g: Game, t: Tables, kinds: Bits, faction: int) -> bool:
    """Is one of these cards a copy of a ship of this faction (SR-10.1)?"""
    copiers = kinds & t.copiers
    while copiers != NO_KINDS:
        kind = lowest(copiers)
        copiers = without_lowest(copiers)
        if g.copied[kind] > 0 and t.cards[int(g.copied[kind]) - 1].faction == faction:
            return True
    return False


@rule
def has_ally(g: Game, t: Tables, kind: int) -> bool:
    """Is another card in play of the faction that this one's ally ability asks for (SR-5.1, SR-5.6, SR-10.1)?"""
    me = g.players[g.active]
    if me.in_play.copies[kind] > 1:
        return True
    others = kinds_in(me.in_play.copies) & ~bit(kind)
    faction = int(t.cards[acts_as(g, t, kind)].faction)
    if others & (t.of_faction[faction] | t.ally_of_all) != NO_KINDS:
        return True
    return copies_faction(g, t, others, faction)


@rule
def trigger_allies(g: Game, t: Tables) -> None:
    """Trigger the ally abilities of all cards that have an ally now; they stay triggered (SR-5.2)."""
    waiting = kinds_in(g.players[g.active].in_play.copies) & (t.with_ally | t.copiers) & ~g.triggered
    while waiting != NO_KINDS:
        kind = lowest(waiting)
        waiting = without_lowest(waiting)
        if ally_of(g, t, kind) != 0 and has_ally(g, t, kind):
            g.triggered |= bit(kind)


# ── Automatic gains ──────────────────────────────────────────────────────────────────────────────


@rule
def gain(g: Game, t: Tables, ability: int, times: int) -> None:
    """Gain what an ability of nothing but gains gives, so many times."""
    g.trade += times * int(t.lists[ability].trade)
    g.combat += times * int(t.lists[ability].combat)
    g.players[g.active].authority += times * int(t.lists[ability].authority)


@rule
def take_gains(g: Game, t: Tables) -> None:
    """Take all gains that cards in play have to give and have not given this turn."""
    me = g.players[g.active]
    in_play = kinds_in(me.in_play.copies)
    left = in_play & t.automatic_primary
    while left != NO_KINDS:
        kind = lowest(left)
        left = without_lowest(left)
        fresh = int(me.in_play.copies[kind]) - int(g.used[kind])
        if fresh > 0:
            gain(g, t, int(t.cards[kind].primary), fresh)
            g.used[kind] = me.in_play.copies[kind]
    left = in_play & g.triggered & (t.automatic_ally | t.copiers)
    while left != NO_KINDS:
        kind = lowest(left)
        left = without_lowest(left)
        ability = ally_of(g, t, kind)
        fresh = int(me.in_play.copies[kind]) - int(g.ally_used[kind])
        if fresh > 0 and t.lists[ability].automatic:
            gain(g, t, ability, fresh)
            g.ally_used[kind] = me.in_play.copies[kind]


@rule
def settle(g: Game, t: Tables) -> None:
    """Trigger, then gain: as the Main Phase begins, and whenever a card enters play or becomes a copy (SR-3.2)."""
    trigger_allies(g, t)
    take_gains(g, t)


# ── Leaving play ─────────────────────────────────────────────────────────────────────────────────


@rule
def leave_play(g: Game, kind: int) -> None:
    """Take one's own card out of play: the copy that has used most (SR-4.9). The last takes all marks with it."""
    me = g.players[g.active]
    remove(me.in_play, kind)
    if g.used[kind] > 0:
        g.used[kind] -= 1
    if g.ally_used[kind] > 0:
        g.ally_used[kind] -= 1
    if me.in_play.copies[kind] == 0:
        g.triggered &= ~bit(kind)
        g.copied[kind] = 0
