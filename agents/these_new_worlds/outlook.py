"""What may yet come in a card phase: which cards are played, what tokens that makes, whose domes, whose planet.

Below: odds.py. Above: governor.py. All chances are taken as independent of each other. A seat's hand is a set of cards
and the chance that each of them is there: 1 for mine.
"""

from __future__ import annotations

import numpy as np

from agents.these_new_worlds.decode import best_colour, free_cards, gain, open_cards, steals, value_on_top
from agents.these_new_worlds.odds import EVEN, fight, lean
from agents.these_new_worlds.scratch import LEADS, ME, MOST_TOKENS, OTHER, Scratch, Tables, rule
from agents.these_new_worlds.weights import FEATURES
from ow_env.core.bits import count_ones, lowest, without_lowest
from ow_env.core.rng import Bits
from ow_env.these_new_worlds.cards import COLOURS
from ow_env.these_new_worlds.rules.sets import bit, has
from ow_env.these_new_worlds.state import EMPTY, PLAYERS

NUM_FEATURES = len(FEATURES)
HIGHEST = 12.0  # Position Value of the catalogue
FULL_HAND = 8.0
MOST_OF_ONE = 4.0  # tokens


# ── Which cards are played ───────────────────────────────────────────────────────────────────────


@rule
def cards_of(s: Scratch, seat: int) -> Bits:
    """Return the cards that a seat holds, or may hold."""
    cards: Bits = s.hand if seat == ME else s.unseen
    return cards


@rule
def p_held(s: Scratch, seat: int) -> float:
    """Return the chance that a seat holds each of them."""
    return 1.0 if seat == ME else float(s.p_held)


@rule
def lower_than(t: Tables, cards: Bits, card: int) -> int:
    """Count cards of a lower Position Value than this one's."""
    found = 0
    while cards != EMPTY:
        found += t.cards[lowest(cards)].value < t.cards[card].value
        cards = without_lowest(cards)
    return found


@rule
def write_features(t: Tables, s: Scratch, seat: int, card: int) -> None:
    """Write what tells whether a seat plays a coloured card yet, in the order of `weights.FEATURES`."""
    can, could = open_cards(t, s, seat), open_cards(t, s, 1 - seat)
    own, rival = cards_of(s, seat) & ~bit(card), cards_of(s, 1 - seat)
    p_own, p_rival = p_held(s, seat), p_held(s, 1 - seat)
    lower = lower_than(t, rival & could & t.coloured, card)
    s.x[0] = 1.0
    s.x[1] = has(can, card)
    s.x[2] = has(free_cards(t, s, seat), card)
    s.x[3] = (t.cards[card].value - value_on_top(t, s)) / HIGHEST
    s.x[4] = t.cards[card].value / HIGHEST
    s.x[5] = has(s.suit, card)
    s.x[6] = p_own * count_ones(own & ~t.coloured)
    s.x[7] = p_own * lower_than(t, own & can & t.coloured, card)
    s.x[8] = s.held[seat] / FULL_HAND
    s.x[9] = s.held[1 - seat] / FULL_HAND
    s.x[10] = p_rival * count_ones(rival & ~t.coloured)
    s.x[11] = p_rival * lower
    s.x[12] = p_rival * (count_ones(rival & could & t.coloured) - lower)
    s.x[13] = gain(t, s, seat, card, int(t.cards[card].colour)) / MOST_OF_ONE
    s.x[14] = s.idle


@rule
def p_played(t: Tables, s: Scratch, seat: int, card: int) -> float:
    """Return the chance that a seat that holds a coloured card plays it before the card phase ends."""
    write_features(t, s, seat, card)
    odds = 0.0
    for k in range(NUM_FEATURES):
        odds += s.odds[seat, k] * s.x[k]
    return float(0.5 + 0.5 * odds / np.sqrt(1.0 + odds * odds))


# ── What tokens that makes ───────────────────────────────────────────────────────────────────────


@rule
def add_tokens(s: Scratch, seat: int, colour: int, amount: int, chance: float) -> None:
    """Let a seat have so many tokens more, with this chance."""
    last = MOST_TOKENS - 1
    for tokens in range(last, -1, -1):
        more = chance * s.spread[seat, colour, tokens]
        s.spread[seat, colour, tokens] -= more
        s.spread[seat, colour, min(last, tokens + amount)] += more


@rule
def take_tokens(s: Scratch, seat: int, colour: int, amount: int, chance: float) -> None:
    """Let a seat have so many tokens fewer, with this chance."""
    for tokens in range(MOST_TOKENS):
        fewer = chance * s.spread[seat, colour, tokens]
        s.spread[seat, colour, tokens] -= fewer
        s.spread[seat, colour, max(0, tokens - amount)] += fewer


@rule
def add_card(t: Tables, s: Scratch, seat: int, card: int) -> None:
    """Add what a card brings whenever it is played."""
    if has(t.coloured, card):
        colour = int(t.cards[card].colour)
        chance = p_held(s, seat) * p_played(t, s, seat, card)
        add_tokens(s, seat, colour, gain(t, s, seat, card, colour), chance)
        return
    colour = best_colour(t, s, seat, card)
    amount, chance = gain(t, s, seat, card, colour), p_held(s, seat) * s.weights.keep
    add_tokens(s, seat, colour, amount, chance)
    if steals(t, card):
        take_tokens(s, 1 - seat, colour, amount, chance)


@rule
def spread_tokens(t: Tables, s: Scratch) -> None:
    """Work out how likely each number of tokens is when the card phase ends."""
    for seat in range(PLAYERS):
        for colour in range(COLOURS):
            for tokens in range(MOST_TOKENS):
                s.spread[seat, colour, tokens] = 0.0
            s.spread[seat, colour, min(MOST_TOKENS - 1, int(s.tokens[seat, colour]))] = 1.0
    if s.ended:
        return
    for seat in range(PLAYERS):
        left = cards_of(s, seat)
        while left != EMPTY:
            add_card(t, s, seat, lowest(left))
            left = without_lowest(left)


# ── Whose domes, whose planet ────────────────────────────────────────────────────────────────────


@rule
def p_dome(t: Tables, s: Scratch, seat: int) -> float:
    """Return the chance that a seat places its dome, and write to `rest` what it holds then in combat.

    It pays with the pair that it can most likely pay; a cheap one is worth some chance (`frugal`).
    """
    for colour in range(COLOURS):
        for tokens in range(MOST_TOKENS):
            s.rest[seat, colour, tokens] = s.spread[seat, colour, tokens]
    if s.dome[seat]:
        return 1.0
    if s.ended:
        return 0.0
    none = 1.0
    for colour in range(COLOURS):
        s.payable[colour] = 0.0
        for tokens in range(int(s.costs[colour]), MOST_TOKENS):
            s.payable[colour] += s.spread[seat, colour, tokens]
        none *= 1.0 - s.payable[colour]
    one = 0.0
    for colour in range(COLOURS):
        alone = s.payable[colour]
        for other in range(COLOURS):
            if other != colour:
                alone *= 1.0 - s.payable[other]
        one += alone
    best, choice = -1e9, int(t.colonize_id)
    for action in range(t.colonize_id, t.action_count):
        first, second = int(t.actions[action].colour), int(t.actions[action].other)
        merit = s.payable[first] * s.payable[second]
        merit -= s.weights.frugal * 0.01 * float(s.costs[first] + s.costs[second])
        if merit > best:
            best, choice = merit, action
    pay_from_rest(s, seat, int(t.actions[choice].colour))
    pay_from_rest(s, seat, int(t.actions[choice].other))
    return max(0.0, 1.0 - none - one)


@rule
def pay_from_rest(s: Scratch, seat: int, colour: int) -> None:
    """Take a cost from what a seat holds, given that it can be paid."""
    cost, total = int(s.costs[colour]), float(s.payable[colour])
    for tokens in range(MOST_TOKENS):
        source = tokens + cost
        more = s.rest[seat, colour, source] if source < MOST_TOKENS else 0.0
        s.rest[seat, colour, tokens] = more / total if total > 0.0 else 1.0 if tokens == 0 else 0.0


@rule
def outlook(t: Tables, s: Scratch) -> float:
    """Return what the game is worth to me as it stands, the other being next to move."""
    spread_tokens(t, s)
    mine, theirs = p_dome(t, s, ME), p_dome(t, s, OTHER)
    fight(s)
    won, lost = 0.0, 0.0
    for lead in range(LEADS):
        if lead > EVEN or (lead == EVEN and lean(t, s) > 0):
            won += s.lead[lead]
        elif lead < EVEN or lean(t, s) < 0:
            lost += s.lead[lead]
    getting = mine * (1.0 - theirs) + mine * theirs * won
    losing = theirs * (1.0 - mine) + mine * theirs * lost
    left, have, has_other = int(s.rounds_left), int(s.owned[ME]), int(s.owned[OTHER])
    found = getting * s.worth[left, have + 1, has_other] + losing * s.worth[left, have, has_other + 1]
    return float(found + (1.0 - getting - losing) * s.worth[left, have, has_other])
