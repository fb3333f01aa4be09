"""Which Role is best, and whom it is carried out against.

Below: trade.py, battles.py. Above: trader.py. Every answer has a value in the currency of weights.py.
"""

from __future__ import annotations

from agents.tradeworlds.battles import value_of_attack
from agents.tradeworlds.decode import hits, ships_of, told
from agents.tradeworlds.scratch import ME, NONE, VALUES, Scratch, Tables, rule
from agents.tradeworlds.trade import NEVER, best_bank, keep_for_bank, trade_of, worth_of_credits, worth_of_ship
from ow_env.compiled.jit import Mask, Observation
from ow_env.tradeworlds import cards, verbs as do
from ow_env.tradeworlds.cards import LEVELS, PLACES
from ow_env.tradeworlds.observe import LANE, REFUSED, SHOWN_CARDS, UNSEEN
from ow_env.tradeworlds.state import SHOWN

SMALL = 0.2  # of a point of Firepower: what room in a ship is worth
MEAN_OF_WORST = 0.6  # Trade Value of a card discarded by choice, as a share of the mean


# ── Other hands ──────────────────────────────────────────────────────────────────────────────────


@rule
def cards_up_to(t: Tables, row: Observation, seat: int, most: int) -> int:
    """Count the cards of a seat's hand and deck together of at most this Trade Value."""
    found, size = 0, int(t.card_count)
    for card in range(size):
        if trade_of(t, card) <= most:
            found += int(row[t.at[UNSEEN] + seat * size + card]) + int(row[t.at[SHOWN_CARDS] + seat * size + card])
    return found


@rule
def worth_shown(t: Tables, s: Scratch, row: Observation, seat: int) -> float:
    """Return the Trade Value that is expected of the best of three cards of a hand."""
    everything = max(1, cards_up_to(t, row, seat, VALUES))
    taken = min(SHOWN, int(s.cards[seat]))
    found = 0.0
    for value in range(VALUES):
        found += 1.0 - (cards_up_to(t, row, seat, value) / everything) ** taken
    return found


@rule
def worth_of_discard(t: Tables, s: Scratch, row: Observation, seat: int, cards: int) -> float:
    """Return what it is worth that an opponent discards so many cards."""
    everything, total, size = 0, 0, int(t.card_count)
    for card in range(size):
        copies = int(row[t.at[UNSEEN] + seat * size + card])
        everything += copies
        total += copies * trade_of(t, card)
    mean = total / max(1, everything)
    return float(s.weights.deny * MEAN_OF_WORST * mean * min(cards, int(s.cards[seat])) * hits(t, s, seat))


# ── Ships of mine ────────────────────────────────────────────────────────────────────────────────


@rule
def card_replaced(t: Tables, row: Observation, place: int, card: int) -> int:
    """Return which card of a ship of mine a card would take the place of: the weakest of its kind."""
    first, found = int(t.at[LANE]) + place * int(t.card_count), NONE
    for level in range(LEVELS):
        there = int(t.cards[card].pile) * LEVELS + level
        if row[first + there] != 0 and (found == NONE or t.cards[there].number < t.cards[found].number):
            found = there
    return found


@rule
def gain_of_exchange(t: Tables, s: Scratch, row: Observation, place: int, card: int) -> float:
    """Return what a ship gains by a card in the place of one of its kind; NEVER where there is no room."""
    old = card_replaced(t, row, place, card)
    if old == NONE:
        return NEVER
    more = int(t.cards[card].number) - int(t.cards[old].number)
    if t.cards[card].pile == cards.STARSHIP:
        return float(SMALL * s.weights.fire * more)
    if more > s.spare[place]:
        return NEVER
    return float((s.weights.guard if t.cards[card].pile == cards.CREW else s.weights.fire) * more)


@rule
def value_of_exchanges(t: Tables, s: Scratch, row: Observation, role: int) -> float:
    """Return what the best exchanges of a Role are worth, two at most."""
    best, next_best = 0.0, 0.0
    pile = cards.CREW if role == cards.COMMANDER else cards.WEAPON
    if role == cards.CAPTAIN:
        pile = cards.STARSHIP
    for place in range(PLACES):
        if not s.ships >> place & 1:
            continue
        for card in range(pile * LEVELS, (pile + 1) * LEVELS):
            if s.hand[card] == 0:
                continue
            gain = gain_of_exchange(t, s, row, place, card)
            if gain > best:
                best, next_best = gain, best
            elif gain > next_best:
                next_best = gain
    return float(s.weights.refit * (best + next_best))


@rule
def value_of_decommission(t: Tables, s: Scratch, row: Observation, place: int) -> float:
    """Return what it is worth to take a ship of mine apart."""
    first, left, credits = int(t.at[LANE]) + place * int(t.card_count), SHOWN, 0
    for step in range(LEVELS):
        for card in range(3 * LEVELS):
            if trade_of(t, card) == LEVELS - step:
                for _ in range(row[first + card]):
                    if left > 0:
                        credits += trade_of(t, card)
                        left -= 1
    return worth_of_credits(t, s, credits) - worth_of_ship(s, int(s.fire[place]), int(s.strength[place]))


# ── Allies ───────────────────────────────────────────────────────────────────────────────────────


@rule
def could_help(s: Scratch, leader: int, target: int) -> int:
    """Return the ships of all who could join a leader against a target."""
    found = 0
    for seat in range(s.seats):
        if seat != leader and seat != target and s.alive[seat] and not s.used_up[seat]:
            found |= ships_of(s, seat)
    return found


@rule
def value_of_joint(t: Tables, s: Scratch, target: int) -> float:
    """Return what a joint attack that I lead is worth."""
    found = value_of_attack(t, s, ships_of(s, ME) | could_help(s, ME, target), target)
    return float(s.weights.joint * found)


@rule
def joins(t: Tables, s: Scratch) -> bool:
    """Is it worth a turn of mine to join the attack that is proposed?"""
    others = ships_of(s, int(s.leader_seat))
    for seat in range(s.seats):
        if s.allies >> seat & 1:
            others |= ships_of(s, seat)
    without = value_of_attack(t, s, others, int(s.target))
    both = value_of_attack(t, s, others | ships_of(s, ME), int(s.target))
    return bool(both - without > s.weights.turn)


# ── Roles ────────────────────────────────────────────────────────────────────────────────────────


@rule
def value_of_target(t: Tables, s: Scratch, row: Observation, role: int, seat: int) -> float:
    """Return what a Role is worth against an opponent."""
    if role == cards.CHANCELLOR:
        return value_of_joint(t, s, seat)
    if role == cards.ADMIRAL:
        return value_of_attack(t, s, ships_of(s, ME), seat)
    if role == cards.SMUGGLER:
        shown = worth_shown(t, s, row, seat)
        expected = int(shown + 0.5)
        return float(worth_of_credits(t, s, expected) + s.weights.deny * shown * hits(t, s, seat))
    return worth_of_discard(t, s, row, seat, 2)


@rule
def value_of_all(t: Tables, s: Scratch, row: Observation) -> float:
    """Return what it is worth that all opponents discard a card."""
    found = 0.0
    for seat in range(1, s.seats):
        if s.alive[seat]:
            found += worth_of_discard(t, s, row, seat, 1)
    return found


@rule
def best_target(t: Tables, s: Scratch, row: Observation, role: int) -> float:
    """Return what a Role is worth against whom it is worth most."""
    if t.alien:
        return value_of_attack(t, s, ships_of(s, ME), NONE) if role == cards.ADMIRAL else NEVER
    best = NEVER
    for seat in range(1, s.seats):
        needs_cards = role == cards.SMUGGLER or role == cards.SABOTEUR
        if s.alive[seat] and (not needs_cards or s.cards[seat] > 0):
            if role == cards.CHANCELLOR and could_help(s, ME, seat) == 0:
                continue
            best = max(best, value_of_target(t, s, row, role, seat))
    return best


@rule
def value_of_chancellor(t: Tables, s: Scratch, row: Observation) -> float:
    """Return what the better half of the Chancellor is worth."""
    best, living = NEVER, 0
    for seat in range(s.seats):
        living += int(s.alive[seat])
    for place in range(PLACES):
        if s.ships >> place & 1:
            best = max(best, value_of_decommission(t, s, row, place))
    if living > 2 and not told(t, row, REFUSED):
        best = max(best, best_target(t, s, row, cards.CHANCELLOR))
    return best


@rule
def value_of_removal(t: Tables, s: Scratch) -> float:
    """Return what it is worth to remove the cheapest cards of the hand, three at most."""
    found, left = 0.0, 3
    for trade in range(1, LEVELS):
        for card in range(t.card_count):
            if trade_of(t, card) == trade and s.hand[card] > 0:
                cards = min(left, int(s.hand[card]))
                left -= cards
                found += cards * max(0.0, s.average - trade)
    return float(s.weights.thin * (1.0 - s.phase) * found)


@rule
def value_of_role(t: Tables, s: Scratch, row: Observation, role: int) -> float:
    """Return what a Role is worth."""
    if role == cards.TREASURER:
        keep_for_bank(t, s)
        usual = best_bank(t, s)
        for card in range(t.card_count):
            s.free[card] = s.hand[card]
        return float(max(usual, best_bank(t, s) - s.plan_value))
    if role == cards.TRADER:
        return float(s.weights.draw * 2.0 * s.average * max(s.grow, s.weights.hold))
    if role == cards.MECHANIC:
        return value_of_removal(t, s)
    if role == cards.ADMIRAL or role == cards.SMUGGLER:
        return best_target(t, s, row, role)
    if role == cards.SABOTEUR:
        return max(best_target(t, s, row, role), value_of_all(t, s, row))
    if role == cards.CHANCELLOR:
        return value_of_chancellor(t, s, row)
    return value_of_exchanges(t, s, row, role)


@rule
def choose_target(t: Tables, s: Scratch, row: Observation, mask: Mask) -> int:
    """Return the best answer to whom a Role is carried out against, or which ship is decommissioned."""
    best, choice = 2.0 * NEVER, int(s.legal[0])
    for k in range(s.num_legal):
        action = int(s.legal[k])
        a = t.actions[action]
        if a.verb == do.DECOMMISSION:
            found = value_of_decommission(t, s, row, int(a.a))
        elif a.verb == do.TARGET:
            found = value_of_target(t, s, row, int(s.role), int(a.a))
        elif a.verb == do.TARGET_ALL:
            found = value_of_all(t, s, row)
        else:
            found = NEVER
        if found > best:
            best, choice = found, action
    return choice
