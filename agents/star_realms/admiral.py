"""The admiral: values every card by a formula, thins the deck, buys by faction and phase, attacks what pays.

Below: card_value.py, buying.py, choices.py. Above: scripts.py. In the Main Phase it goes through these stages, the
first that has something to do first:

    win      attack an opponent who falls by it
    draw     ally abilities that draw; bases; ships that draw; other ships, those that scrap cards late among them
    sort     bases that scrap, or exchange cards, while Scouts and Vipers are still in hand; a copier; then those
    spend    permissions; bases with an "or"; scrap abilities that gain more than the card is worth; purchases
    attack   what destroys bases; outposts; bases that are worth the Combat; the opponent

Drawing leads back to the first stages by itself.
"""

from __future__ import annotations

from agents.star_realms.buying import NOTHING, choose_purchase, fill_worth, worth_of_trade
from agents.star_realms.card_value import decode_values, value_in_hand, worth_now
from agents.star_realms.choices import gain_of_thinning, value_of_choice, worth_of_razing
from agents.star_realms.decode import count_of, kinds_told, list_legal
from agents.star_realms.scratch import Scratch, Tables, rule
from ow_env.compiled.jit import Mask, Observation
from ow_env.core.bits import lowest, without_lowest
from ow_env.core.rng import Bits, Rng
from ow_env.star_realms import cards, state as at, verbs as do
from ow_env.star_realms.actions import ATTACK_OPPONENT, END_TURN
from ow_env.star_realms.observe import COPIED, DISCARD, HAND, IN_PLAY, PLAYED
from ow_env.star_realms.state import NO_KINDS

NEVER = -1.0
WIN, ALLY_DRAWS, BASE, DRAWING_SHIP, SHIP, THINNING_SHIP, SORT, COPY, STARTER, LATE_COPY = range(1000, 0, -100)
PERMIT, ALLY_ABILITY, EITHER, SCRAP, BUY, DESTROY, ATTACK, FACE = range(90, 10, -10)
END = 0.0


# ── Abilities ────────────────────────────────────────────────────────────────────────────────────


@rule
def amount_of(t: Tables, ability: int, word: int) -> int:
    """Return how much of a word an ability has."""
    found = 0
    for step in range(t.lists[ability].count):
        if t.lists[ability].word[step] == word:
            found += int(t.lists[ability].number[step])
    return found


@rule
def thins(t: Tables, ability: int) -> bool:
    """Does an ability scrap cards of mine?"""
    found = amount_of(t, ability, cards.SCRAP_FROM_HAND_OR_DISCARD) + amount_of(t, ability, cards.SCRAP_FROM_HAND)
    return found + amount_of(t, ability, cards.TRIM) > 0


@rule
def acts_as(t: Tables, row: Observation, kind: int) -> int:
    """Return the kind whose abilities a card in play has: a copier's are those of what it copies."""
    if t.cards[kind].copier:
        copied = kinds_told(t, row, COPIED, 0)
        if copied != NO_KINDS:
            return lowest(copied)
    return kind


# ── Stages: draw and sort ────────────────────────────────────────────────────────────────────────


@rule
def bases_in_play(t: Tables, row: Observation) -> int:
    """Count my bases in play."""
    found = 0
    left = kinds_told(t, row, IN_PLAY, 0) & t.bases
    while left != NO_KINDS:
        found += count_of(t, row, IN_PLAY, 0, lowest(left))
        left = without_lowest(left)
    return found


@rule
def rank_of_play(t: Tables, s: Scratch, row: Observation, card: int, branch: int) -> float:
    """Return when a card is played, its better branch first."""
    if t.cards[card].is_base:
        return float(BASE)
    if t.cards[card].copier:
        return float(COPY if kinds_told(t, row, PLAYED, 0) & t.ships != NO_KINDS else LATE_COPY)
    if t.cards[card].faction == cards.UNALIGNED:
        return float(STARTER)
    ability = int(t.cards[card].primary) + branch
    better = min(99.0, worth_now(t, s, ability))
    if amount_of(t, ability, cards.DRAW) > 0:
        return DRAWING_SHIP + better
    if amount_of(t, ability, cards.WITH_TWO_BASES_DRAW) > 0 and bases_in_play(t, row) > 1:
        return DRAWING_SHIP + better
    return (THINNING_SHIP if thins(t, ability) else SHIP) + better


@rule
def best_thinning(t: Tables, s: Scratch, kinds: Bits, cost: float) -> float:
    """Return the most that the deck gains if one of these cards is scrapped, less a share of its value in hand."""
    best = -1000.0
    while kinds != NO_KINDS:
        kind = lowest(kinds)
        kinds = without_lowest(kinds)
        best = max(best, gain_of_thinning(s, kind) - cost * value_in_hand(t, s, kind))
    return best


@rule
def worth_of_sorting(t: Tables, s: Scratch, row: Observation, ability: int) -> float:
    """Return what it is worth to use a base that scraps or exchanges cards; at most 0: better not."""
    hand, discard = kinds_told(t, row, HAND, 0), kinds_told(t, row, DISCARD, 0)
    found = amount_of(t, ability, cards.DRAW) * s.now[cards.DRAW]
    if amount_of(t, ability, cards.CYCLE) > 0:
        while hand != NO_KINDS:
            found += max(0.0, s.average - value_in_hand(t, s, lowest(hand)))
            hand = without_lowest(hand)
        return float(found)
    scrapped = best_thinning(t, s, hand, 1.0)
    if amount_of(t, ability, cards.SCRAP_FROM_HAND) == 0:
        scrapped = max(scrapped, best_thinning(t, s, discard, 0.0))
    if amount_of(t, ability, cards.TRIM) > 0:
        return float(scrapped + s.now[cards.DRAW])
    return float(found + scrapped)


# ── Stage: spend ─────────────────────────────────────────────────────────────────────────────────


@rule
def worth_in_spending(t: Tables, s: Scratch, row: Observation, ability: int) -> float:
    """Return what an ability is worth now that all cards are played: Trade by what it buys, Combat by what it hits."""
    found = worth_now(t, s, ability)
    trade = amount_of(t, ability, cards.TRADE)
    if trade > 0:
        found += worth_of_trade(s, trade) - trade * s.now[cards.TRADE]
    combat = amount_of(t, ability, cards.COMBAT)
    if combat > 0:
        needed = s.authority[1] + s.shields
        if s.combat < needed and s.reach >= needed:
            found += 1000.0
        elif s.combat + combat < s.shields:
            found -= (1.0 - s.weights.blocked) * combat * s.now[cards.COMBAT]
    blobs = amount_of(t, ability, cards.DRAW_PER_BLOB_PLAYED)
    if blobs > 0:
        found += (count_played(t, row) - s.weights.blob_draws) * s.now[cards.DRAW]
    return float(found)


@rule
def count_played(t: Tables, row: Observation) -> int:
    """Count the Blob cards played this turn."""
    found = 0
    left = kinds_told(t, row, PLAYED, 0) & t.of_faction[cards.BLOB]
    while left != NO_KINDS:
        found += count_of(t, row, PLAYED, 0, lowest(left))
        left = without_lowest(left)
    return found


@rule
def loss_of_card(t: Tables, s: Scratch, kind: int) -> float:
    """Return what the rest of the game loses with a card in play that is scrapped."""
    better = s.value[kind] - s.standard
    if t.cards[kind].is_base:
        return float(s.value[kind] + max(0.0, s.replays - 1.0) * better)
    return float(s.replays * better)


@rule
def decode_reach(t: Tables, s: Scratch, row: Observation, mask: Mask) -> None:
    """Work out the Defense of outposts that shield the opponent, and the Combat that can be had by abilities."""
    s.shields = 0
    left = kinds_told(t, row, IN_PLAY, 1) & t.outposts
    while left != NO_KINDS:
        kind = lowest(left)
        left = without_lowest(left)
        s.shields += count_of(t, row, IN_PLAY, 1, kind) * int(t.cards[kind].defense)
    s.reach = s.combat
    left = kinds_told(t, row, IN_PLAY, 0)
    while left != NO_KINDS:
        kind = lowest(left)
        left = without_lowest(left)
        if t.cards[kind].scrap_id >= 0 and mask[t.cards[kind].scrap_id] != 0:
            ability = int(t.cards[acts_as(t, row, kind)].scrap)
            s.reach += count_of(t, row, IN_PLAY, 0, kind) * amount_of(t, ability, cards.COMBAT)
        if t.cards[kind].use_id >= 0:
            for branch in range(t.cards[kind].branches):
                if mask[t.cards[kind].use_id + branch] != 0:
                    s.reach += amount_of(t, int(t.cards[kind].primary) + branch, cards.COMBAT)


# ── The Main Phase ───────────────────────────────────────────────────────────────────────────────


@rule
def rank_of_sorting(t: Tables, s: Scratch, row: Observation, card: int, branch: int) -> float:
    """Return when a base is used that scraps or exchanges cards: while some are in hand, if that is worth it."""
    ability = int(t.cards[card].primary) + branch
    if not thins(t, ability) and amount_of(t, ability, cards.CYCLE) == 0:
        return NEVER
    worth = worth_of_sorting(t, s, row, ability)
    return SORT + min(99.0, worth) if worth > 0.0 else NEVER


@rule
def rank_of_use(t: Tables, s: Scratch, row: Observation, card: int, branch: int) -> float:
    """Return when a base is used that does not scrap or exchange cards."""
    ability = int(t.cards[card].primary) + branch
    if thins(t, ability) or amount_of(t, ability, cards.CYCLE) > 0:
        return NEVER
    if amount_of(t, ability, cards.NEXT_SHIP_ON_TOP) > 0:
        return float(PERMIT)
    return EITHER + min(9.0, max(0.0, 0.1 * worth_in_spending(t, s, row, ability)))


@rule
def rank_of_ally(t: Tables, s: Scratch, row: Observation, card: int) -> float:
    """Return when an ally ability is used."""
    ability = int(t.cards[acts_as(t, row, card)].ally)
    if amount_of(t, ability, cards.DRAW) > 0:
        return float(ALLY_DRAWS)
    if thins(t, ability):
        return float(SORT)
    if amount_of(t, ability, cards.NEXT_SHIP_ON_TOP) > 0:
        return float(PERMIT)
    return float(DESTROY)


@rule
def rank_of_scrap(t: Tables, s: Scratch, row: Observation, card: int) -> float:
    """Return when a card is scrapped for its ability: if that is worth more than the card."""
    worth = worth_in_spending(t, s, row, int(t.cards[acts_as(t, row, card)].scrap)) - loss_of_card(t, s, card)
    return SCRAP + min(9.0, 0.1 * worth) if worth > 0.0 else NEVER


@rule
def rank_of_attack(t: Tables, s: Scratch, base: int) -> float:
    """Return when a base is attacked: an outpost in any case, another if it is worth the Combat."""
    worth = worth_of_razing(s, base)
    if t.cards[base].outpost == 0 and worth < int(t.cards[base].defense) * s.now[cards.COMBAT]:
        return NEVER
    return ATTACK + min(9.0, 0.1 * worth)


@rule
def rank_before_spending(t: Tables, s: Scratch, row: Observation, action: int) -> float:
    """Return when an action of the first stages is taken: the highest first; below 0 never."""
    a = t.actions[action]
    if action == ATTACK_OPPONENT:
        return float(WIN if s.combat >= s.authority[1] else NEVER)
    if a.verb == do.PLAY:
        return rank_of_play(t, s, row, int(a.card), int(a.branch))
    if a.verb == do.ALLY:
        return rank_of_ally(t, s, row, int(a.card))
    if a.verb == do.USE:
        return rank_of_sorting(t, s, row, int(a.card), int(a.branch))
    return NEVER


@rule
def rank_in_spending(t: Tables, s: Scratch, row: Observation, action: int) -> float:
    """Return when an action of the last stages is taken, likewise. Purchases have a rule of their own."""
    a = t.actions[action]
    if action == END_TURN:
        return END
    if action == ATTACK_OPPONENT:
        return float(FACE)
    if a.verb == do.USE:
        return rank_of_use(t, s, row, int(a.card), int(a.branch))
    if a.verb == do.ALLY:
        return rank_of_ally(t, s, row, int(a.card))
    if a.verb == do.SCRAP:
        return rank_of_scrap(t, s, row, int(a.card))
    if a.verb == do.ATTACK:
        return rank_of_attack(t, s, int(a.card))
    return NEVER


@rule
def choose_before_spending(t: Tables, s: Scratch, row: Observation) -> int:
    """Return what the first stages do; END_TURN: nothing more."""
    best, choice = float(PERMIT), END_TURN
    for k in range(s.num_legal):
        rank = rank_before_spending(t, s, row, int(s.legal[k]))
        if rank > best:
            best, choice = rank, int(s.legal[k])
    return choice


@rule
def choose_in_spending(t: Tables, s: Scratch, row: Observation, mask: Mask) -> int:
    """Return what the last stages do."""
    fill_worth(t, s, row, NOTHING)
    decode_reach(t, s, row, mask)
    best, choice = NEVER, END_TURN
    for k in range(s.num_legal):
        rank = rank_in_spending(t, s, row, int(s.legal[k]))
        if rank > best:
            best, choice = rank, int(s.legal[k])
    if best >= BUY:
        return choice
    kind = choose_purchase(t, s, row, mask)
    if kind == NOTHING:
        return choice
    on_top = int(t.cards[kind].top_id)
    return on_top if on_top >= 0 and mask[on_top] != 0 else int(t.cards[kind].buy_id)


@rule
def choose_admiral(t: Tables, s: Scratch, row: Observation, mask: Mask, rng: Rng) -> int:
    """Return the action of the highest rank in the Main Phase, of the highest value where a card asks."""
    decode_values(t, s, row)
    list_legal(s, mask)
    if s.point == at.MAIN:
        early = choose_before_spending(t, s, row)
        return early if early != END_TURN else choose_in_spending(t, s, row, mask)
    best, choice = -1e9, 0
    for k in range(s.num_legal):
        value = value_of_choice(t, s, int(s.legal[k]))
        if value > best:
            best, choice = value, int(s.legal[k])
    return choice
