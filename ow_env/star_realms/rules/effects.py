"""Abilities under way (SR-4.5 to 4.8): what each word does, in the order of the list, up to a choice."""

from __future__ import annotations

from ow_env.core.bits import lowest, without_lowest
from ow_env.core.rng import Bits, Rng
from ow_env.star_realms import cards, state as at
from ow_env.star_realms.rules.abilities import bit
from ow_env.star_realms.rules.combat import opponent_of, targets
from ow_env.star_realms.rules.draw import can_draw, draw
from ow_env.star_realms.state import KNOWN, NO_KINDS, Game, Tables, piles, rule

kinds_in = piles.kinds_in
TWO_BASES = 2  # SR-10.4


# ── What is counted ──────────────────────────────────────────────────────────────────────────────


@rule
def blobs_played(g: Game, t: Tables) -> int:
    """Count the Blob cards played this turn, also those scrapped since (SR-10.2)."""
    played = kinds_in(g.played) & t.of_faction[cards.BLOB]
    total = 0
    while played != NO_KINDS:
        total += int(g.played[lowest(played)])
        played = without_lowest(played)
    return total


@rule
def bases_in_play(g: Game, t: Tables) -> int:
    """Count the active player's bases in play."""
    me = g.players[g.active]
    bases = kinds_in(me.in_play.copies) & t.bases
    total = 0
    while bases != NO_KINDS:
        total += int(me.in_play.copies[lowest(bases)])
        bases = without_lowest(bases)
    return total


# ── Choices ──────────────────────────────────────────────────────────────────────────────────────


@rule
def point_of(word: int) -> int:
    """Return what is asked by this word of an ability; MAIN: nothing."""
    if word == cards.SCRAP_FROM_HAND_OR_DISCARD:
        return at.SCRAP
    if word == cards.SCRAP_FROM_HAND:
        return at.SCRAP_HAND
    if word == cards.SCRAP_FROM_ROW:
        return at.SCRAP_ROW
    if word == cards.DESTROY_BASE:
        return at.DESTROY
    if word == cards.ACQUIRE_SHIP_ON_TOP:
        return at.ACQUIRE
    if word == cards.COPY_SHIP:
        return at.COPY
    if word == cards.CYCLE:
        return at.CYCLE
    if word == cards.TRIM:
        return at.TRIM
    return at.MAIN


@rule
def candidates(g: Game, t: Tables, point: int) -> Bits:
    """Return the kinds that can be chosen at this point; of `scrap` and `trim` those in hand (SR-6.3)."""
    me = g.players[g.active]
    if point == at.SCRAP_ROW:
        return kinds_in(g.row.copies)
    if point == at.DESTROY:
        return targets(g, t)
    if point == at.ACQUIRE:
        if me.deck.known == KNOWN:
            return NO_KINDS
        explorers = bit(int(t.explorer)) if g.explorers > 0 else NO_KINDS
        return kinds_in(g.row.copies) & t.ships | explorers
    if point == at.COPY:
        return kinds_in(g.played) & t.ships & ~t.copiers
    return kinds_in(me.hand.copies)


@rule
def discarded_candidates(g: Game, point: int) -> Bits:
    """Return the kinds of the discard pile that can be chosen at this point."""
    if point == at.SCRAP or point == at.TRIM:
        return kinds_in(g.players[g.active].discard.copies)
    return NO_KINDS


@rule
def is_candidate(g: Game, t: Tables, point: int) -> bool:
    """Is there anything to choose at this point?"""
    return bool(candidates(g, t, point) != NO_KINDS or discarded_candidates(g, point) != NO_KINDS)


@rule
def can_pass(g: Game, t: Tables) -> bool:
    """May the choice that is asked be declined, or no more be chosen?"""
    if g.point == at.CYCLE or g.point == at.TRIM:
        return True
    return bool(g.point != at.MAIN and g.point != at.OWED and t.lists[g.ability].may[g.step])


# ── What an ability would do ─────────────────────────────────────────────────────────────────────


@rule
def would_do(g: Game, t: Tables, word: int) -> bool:
    """Would this part of an ability do anything, on the position as it is (SR-4.8)?"""
    point = point_of(word)
    if point != at.MAIN:
        return is_candidate(g, t, point)
    me = g.players[g.active]
    if word == cards.DRAW:
        return can_draw(me)
    if word == cards.DRAW_PER_BLOB_PLAYED:
        return can_draw(me) and blobs_played(g, t) > 0
    if word == cards.WITH_TWO_BASES_DRAW:
        return can_draw(me) and bases_in_play(g, t) >= TWO_BASES
    if word == cards.OPPONENT_DISCARDS:
        other = g.players[opponent_of(g)]
        return bool(other.owed < other.hand.count)
    return True


@rule
def does_something(g: Game, t: Tables, ability: int) -> bool:
    """Would any part of this ability do anything now (SR-4.8)?"""
    for step in range(t.lists[ability].count):
        if would_do(g, t, int(t.lists[ability].word[step])):
            return True
    return False


# ── What it does ─────────────────────────────────────────────────────────────────────────────────


@rule
def opponent_discards(g: Game, cards: int) -> None:
    """Let the opponent owe so many discards more, at most the whole hand (SR-8.1, SR-8.3)."""
    other = g.players[opponent_of(g)]
    other.owed = min(int(other.owed) + cards, int(other.hand.count))


@rule
def carry_out(g: Game, t: Tables, word: int, number: int, rng: Rng) -> None:
    """Carry out a part of an ability that asks nothing."""
    me = g.players[g.active]
    if word == cards.TRADE:
        g.trade += number
    elif word == cards.COMBAT:
        g.combat += number
    elif word == cards.AUTHORITY:
        me.authority += number
    elif word == cards.DRAW:
        draw(me, number, rng)
    elif word == cards.OPPONENT_DISCARDS:
        opponent_discards(g, number)
    elif word == cards.NEXT_SHIP_ON_TOP:
        g.permissions += 1
    elif word == cards.DRAW_PER_BLOB_PLAYED:
        draw(me, blobs_played(g, t), rng)
    elif word == cards.WITH_TWO_BASES_DRAW and bases_in_play(g, t) >= TWO_BASES:
        draw(me, number, rng)


@rule
def go_on(g: Game, t: Tables, rng: Rng) -> None:
    """Carry out what is under way, up to its next choice with a candidate, or to its end."""
    while g.step < t.lists[g.ability].count:
        word, number = int(t.lists[g.ability].word[g.step]), int(t.lists[g.ability].number[g.step])
        point = point_of(word)
        if point == at.MAIN:
            carry_out(g, t, word, number, rng)
        elif is_candidate(g, t, point):
            g.point = point
            return
        g.step += 1
    g.ability = 0
    g.step = 0
    g.point = at.MAIN


@rule
def begin_ability(g: Game, t: Tables, ability: int, rng: Rng) -> None:
    """Carry out an ability from its first part on."""
    g.ability = ability
    g.step = 0
    go_on(g, t, rng)


@rule
def after_choice(g: Game, t: Tables, chosen: bool, rng: Rng) -> None:
    """Go on after a choice; of `cycle` and `trim` ask for another card, or draw as many (SR-10.7, SR-10.8)."""
    if g.point == at.CYCLE or g.point == at.TRIM:
        if chosen:
            g.done += 1
            if g.done < t.lists[g.ability].number[g.step] and is_candidate(g, t, int(g.point)):
                return
        draw(g.players[g.active], int(g.done), rng)
        g.done = 0
    g.step += 1
    go_on(g, t, rng)
