"""Cards and credits: which ship to configure, what to keep, bank, buy, spend, discard.

Below: decode.py. Above: trader.py.
"""

from __future__ import annotations

from agents.tradeworlds.decode import told
from agents.tradeworlds.scratch import ME, NONE, Scratch, Tables, rule
from ow_env.compiled.jit import Mask, Observation
from ow_env.tradeworlds import verbs as do
from ow_env.tradeworlds.actions import DONE
from ow_env.tradeworlds.cards import CREW, LEVELS, PILES, PLACES, STARSHIP, TACTIC, WEAPON
from ow_env.tradeworlds.observe import BUYING, TOPS
from ow_env.tradeworlds.rules.roles import banked_credits

NEVER = -1000.0
VICTORY = 1000.0  # more than all else together


@rule
def trade_of(t: Tables, card: int) -> int:
    """Return the Trade Value of a card."""
    return int(t.cards[card].trade)


@rule
def worth_of_ship(s: Scratch, fire: int, guard: int) -> float:
    """Return what a ship is worth."""
    return float(s.weights.ship + s.weights.fire * fire + s.weights.guard * guard)


# ── Ships ────────────────────────────────────────────────────────────────────────────────────────


@rule
def plan_ship(t: Tables, s: Scratch) -> None:
    """Find the best ship that the hand makes; `plan_value` is 0 if there is none."""
    s.plan_value = 0.0
    for pile in range(PILES):
        s.plan[pile] = NONE
    for starship in range(LEVELS):
        if s.hand[starship] == 0:
            continue
        for weapon in range(LEVELS, 2 * LEVELS):
            if s.hand[weapon] == 0:
                continue
            for crew in range(2 * LEVELS, 3 * LEVELS):
                fire, guard = int(t.cards[weapon].number), int(t.cards[crew].number)
                if s.hand[crew] == 0 or fire + guard > t.cards[starship].number:
                    continue
                locked = trade_of(t, starship) + trade_of(t, weapon) + trade_of(t, crew)
                found = worth_of_ship(s, fire, guard) * (1.0 + s.weights.fear * s.threat) - s.weights.lock * locked
                if found > s.plan_value:
                    s.plan_value = found
                    s.plan[STARSHIP], s.plan[WEAPON], s.plan[CREW] = starship, weapon, crew


@rule
def level_with(t: Tables, s: Scratch, credits: int) -> int:
    """Return how many places are unlocked with so many credits more."""
    level = int(s.level[ME])
    while level < PLACES and s.credits[ME] + credits >= t.factions[s.faction[ME]].unlock[level]:
        level += 1
    return level


@rule
def keep_cards(t: Tables, s: Scratch, level: int) -> None:
    """Set aside the cards of a ship that this level has a place for; without one the best of each pile."""
    for card in range(t.card_count):
        s.free[card] = s.hand[card]
    plan_ship(t, s)
    if s.fleet[ME] >= s.wanted:
        return
    if s.plan_value > 0.0 and s.fleet[ME] < level:
        for pile in range(TACTIC):
            s.free[s.plan[pile]] -= 1


@rule
def keeping(t: Tables, s: Scratch, card: int) -> float:
    """Return what a card is worth that stays in hand."""
    found = float(s.weights.hold) * (trade_of(t, card) - s.average)
    if t.cards[card].pile != TACTIC and s.fleet[ME] < s.wanted and s.fleet[ME] < s.level[ME] and s.hand[card] == 1:
        found += s.weights.part * (trade_of(t, card) - 1)
    return float(found)


# ── Banking ──────────────────────────────────────────────────────────────────────────────────────


@rule
def worth_of_credits(t: Tables, s: Scratch, credits: int) -> float:
    """Return what so many credits are worth to me now."""
    if t.goal > 0 and s.credits[ME] + credits >= t.goal:
        return VICTORY + credits
    level = level_with(t, s, credits)
    share = 1.0 if t.goal > 0 or s.level[ME] < s.wanted else float(s.weights.idle)
    found = s.weights.credit * share * credits
    if level > s.level[ME] and s.wanted > s.level[ME]:
        found += s.weights.unlock * (level - int(s.level[ME]))
    return float(found)


@rule
def take_dearest(t: Tables, s: Scratch, rank: int, lowest: bool) -> int:
    """Return the card of this rank among those free, the dearest or the cheapest first; NONE: there are fewer."""
    left = rank
    for step in range(1, 6):
        trade = step if lowest else 6 - step
        for card in range(t.card_count):
            value = min(trade_of(t, card), 5)
            if s.free[card] > 0 and value == trade:
                left -= int(s.free[card])
                if left < 0:
                    return card
    return NONE


@rule
def bank_value(t: Tables, s: Scratch, more: int, lowest: bool) -> float:
    """Return what it is worth to bank so many cards more; NEVER where there are too few."""
    total = 0
    for rank in range(more):
        card = take_dearest(t, s, rank, lowest)
        if card == NONE:
            return NEVER
        total += trade_of(t, card)
    cards = int(s.count) + more
    if cards == 0:
        return NEVER
    credits = banked_credits(t, int(s.faction[ME]), cards, int(s.banked) + total)
    return float(worth_of_credits(t, s, credits) - s.grow * total)


@rule
def best_bank(t: Tables, s: Scratch) -> float:
    """Return what the best set of cards to bank is worth."""
    best = NEVER
    for more in range(int(t.factions[s.faction[ME]].bank_cards) - int(s.count) + 1):
        best = max(best, bank_value(t, s, more, False), bank_value(t, s, more, True))
    return best


@rule
def choose_bank(t: Tables, s: Scratch) -> int:
    """Return which card to bank next, or the end of it."""
    best, choice = bank_value(t, s, 0, False), NONE
    for more in range(1, int(t.factions[s.faction[ME]].bank_cards) - int(s.count) + 1):
        for lowest in (False, True):
            found = bank_value(t, s, more, lowest)
            if found > best:
                best, choice = found, take_dearest(t, s, 0, lowest)
    if choice == NONE and s.count == 0:  # all cards were set aside
        for card in range(t.card_count):
            if s.hand[card] > 0:
                choice = card
    return DONE if choice == NONE else int(t.first[do.BANK]) + choice


@rule
def keep_for_bank(t: Tables, s: Scratch) -> None:
    """Set aside the cards of a ship for which there is a place, or will be once the best of the others are banked."""
    level = int(s.level[ME])
    keep_cards(t, s, PLACES)
    total, cards = int(s.banked), int(s.count)
    while cards < t.factions[s.faction[ME]].bank_cards:
        card = take_dearest(t, s, cards - int(s.count), False)
        if card == NONE:
            break
        total += trade_of(t, card)
        cards += 1
    if s.fleet[ME] >= level_with(t, s, banked_credits(t, int(s.faction[ME]), cards, total)):
        keep_cards(t, s, level)


# ── Buying ───────────────────────────────────────────────────────────────────────────────────────


@rule
def money(t: Tables, s: Scratch) -> int:
    """Return what I can pay without the cards that are set aside."""
    found = int(s.change)
    for card in range(t.card_count):
        found += int(s.free[card]) * trade_of(t, card)
    return found


@rule
def gain_of(t: Tables, s: Scratch, card: int) -> float:
    """Return what a card is worth that is bought."""
    share = 1.0
    if t.cards[card].pile == TACTIC:
        share += s.weights.buy_tactic
    elif s.wanted > s.fleet[ME]:
        share += s.weights.buy_part
    return float(s.grow * share * trade_of(t, card))


@rule
def payment(t: Tables, s: Scratch, due: int) -> int:
    """Return the card to pay with: the dearest that is not too much, else the cheapest; NONE: there is none."""
    best, least = NONE, NONE
    for card in range(t.card_count):
        if s.free[card] == 0:
            continue
        if trade_of(t, card) <= due and (best == NONE or trade_of(t, card) > trade_of(t, best)):
            best = card
        if least == NONE or trade_of(t, card) < trade_of(t, least):
            least = card
    return least if best == NONE else best


@rule
def cost_of(t: Tables, s: Scratch, price: int) -> float:
    """Return what the cards are worth that a price takes from the hand."""
    cost, due = 0.0, price - int(s.change)
    spent = 0
    while due > 0:
        card = payment(t, s, due)
        if card == NONE:
            cost -= NEVER
            break
        s.free[card] -= 1
        spent |= 1 << card
        due -= trade_of(t, card)
        cost += max(0.0, keeping(t, s, card))
    for card in range(t.card_count):
        if spent >> card & 1:
            s.free[card] = s.hand[card]
    return cost


@rule
def choose_purchase(t: Tables, s: Scratch, row: Observation, mask: Mask) -> int:
    """Return what to buy first: the dearest card of the best set; or the end of it."""
    most, best, choice = money(t, s), 0.0, DONE
    first = int(t.at[TOPS])
    for some in range(1, 1 << PILES):
        total, gain, dearest, possible = 0, 0.0, NONE, True
        for pile in range(PILES):
            if not some >> pile & 1:
                continue
            top = NONE
            for card in range(t.card_count):
                if row[first + card] != 0 and t.cards[card].pile == pile:
                    top = card
            if top == NONE or mask[int(t.first[do.BUY]) + top] == 0:
                possible = False
                break
            total += trade_of(t, top)
            gain += gain_of(t, s, top)
            if dearest == NONE or trade_of(t, top) > trade_of(t, dearest):
                dearest = top
        if possible and total <= most:
            found = gain - cost_of(t, s, total)
            if found > best:
                best, choice = found, int(t.first[do.BUY]) + dearest
    return choice


@rule
def price_due(t: Tables, s: Scratch, row: Observation) -> int:
    """Return what is still to be paid."""
    for card in range(t.card_count):
        if row[t.at[BUYING] + card] != 0:
            return trade_of(t, card) - int(s.change)
    return told(t, row, BUYING)


# ── The end of a turn ────────────────────────────────────────────────────────────────────────────


@rule
def choose_ship(t: Tables, s: Scratch) -> int:
    """Return the ship to configure, or the end of it."""
    if s.plan_value <= 0.0 or s.fleet[ME] >= s.wanted or s.fleet[ME] >= s.level[ME]:
        return DONE
    weapon, crew = int(s.plan[WEAPON]) - LEVELS, int(s.plan[CREW]) - 2 * LEVELS
    return int(t.first[do.CONFIGURE]) + (int(s.plan[STARSHIP]) * LEVELS + weapon) * LEVELS + crew


@rule
def is_stale(t: Tables, s: Scratch, card: int) -> bool:
    """Is a card better discarded, for another to be drawn?"""
    if s.cards[ME] > t.hand or s.free[card] == 0:
        return False
    return bool(trade_of(t, card) + keeping(t, s, card) < s.weights.fresh * s.average)
