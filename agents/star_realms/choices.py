"""What to answer where a card asks: what to scrap, discard, destroy, acquire, copy.

Below: card_value.py. Above: admiral.py. Every answer has a value in the currency of weights.py; `pass` has 0.
"""

from __future__ import annotations

from agents.star_realms.buying import gain_of
from agents.star_realms.card_value import ALLY_CHANCE, between, value_in_hand, worth_now, worth_to_opponent
from agents.star_realms.scratch import EARLY, LATE, Scratch, Tables, rule
from ow_env.star_realms import state as at, verbs as do
from ow_env.star_realms.cards import COMBAT, DRAW


@rule
def gain_of_thinning(s: Scratch, kind: int) -> float:
    """Return what the deck gains in the rest of the game without a card."""
    return float((s.standard + s.weights.thin_margin - s.value[kind]) * s.replays)


@rule
def worth_of_razing(s: Scratch, base: int) -> float:
    """Return what it is worth that a base of the opponent falls."""
    each_turn = between(s, s.primary[base, EARLY], s.primary[base, LATE])
    each_turn += ALLY_CHANCE * between(s, s.ally[base, EARLY], s.ally[base, LATE])
    return float(s.weights.raze * each_turn)


@rule
def value_of_denial(t: Tables, s: Scratch, kind: int) -> float:
    """Return what it is worth to scrap a card of the Row: what the opponent loses, if I can't buy it myself."""
    found = worth_to_opponent(s, kind) - s.weights.deny_above
    if t.cards[kind].cost <= s.trade:
        found -= max(0.0, gain_of(s, kind))
    return float(found)


@rule
def value_of_copy(t: Tables, s: Scratch, ship: int, branch: int) -> float:
    """Return what it is worth to become a copy of a ship, which is its ally."""
    found = between(s, s.ally[ship, EARLY], s.ally[ship, LATE])
    if t.cards[ship].branches > 0:
        found += worth_now(t, s, int(t.cards[ship].primary) + branch)
    return float(found)


@rule
def value_of_choice(t: Tables, s: Scratch, action: int) -> float:
    """Return what an answer is worth."""
    a = t.actions[action]
    verb, card = int(a.verb), int(a.card)
    if verb == do.DISCARD:
        return float(-value_in_hand(t, s, card) if s.point == at.OWED else s.average - value_in_hand(t, s, card))
    if verb == do.SCRAP_FROM_DISCARD or verb == do.SCRAP_FROM_HAND:
        found = gain_of_thinning(s, card)
        if verb == do.SCRAP_FROM_HAND:
            found -= value_in_hand(t, s, card)
        return float(found + s.now[DRAW] if s.point == at.TRIM else found)
    if verb == do.SCRAP_FROM_ROW:
        return value_of_denial(t, s, card)
    if verb == do.DESTROY:
        return float(worth_of_razing(s, card) + int(t.cards[card].defense) * s.now[COMBAT])
    if verb == do.ACQUIRE:
        return float(s.value[card])
    if verb == do.COPY:
        return value_of_copy(t, s, card, int(a.branch))
    return 0.0
