"""The planner: works towards two costs that its hand can reach, then towards the dice, and thinks of what a play locks.

Below: odds.py. Above: scripts.py. Its evaluation weights stand in weights.py.

    plan     the pair of colours that tokens and hand can pay, nearest to being paid; none can: the nearest to it
    card     tokens that the plan lacks, others by what they change about the dice; what the new top card would lock
             out of my hand, and of the other's
    dome     late, with the pair that leaves most for combat: at once only if a card that steals may come in between,
             or if this turn is passed, for then the card phase may be over
"""

from __future__ import annotations

from agents.these_new_worlds.decode import best_colour, decode, gain, is_wild, open_cards, steals, thief_about
from agents.these_new_worlds.odds import edge
from agents.these_new_worlds.scratch import ME, OTHER, Scratch, Tables, rule
from ow_env.compiled.jit import Mask, Observation
from ow_env.core.bits import lowest, without_lowest
from ow_env.core.rng import Bits, Rng
from ow_env.these_new_worlds import state as at
from ow_env.these_new_worlds.actions import NOTHING, PASS
from ow_env.these_new_worlds.cards import COLOURS
from ow_env.these_new_worlds.rules.sets import bit
from ow_env.these_new_worlds.state import EMPTY

UNREACHABLE = 100


@rule
def reach(t: Tables, s: Scratch, colour: int) -> int:
    """Return how many tokens of a colour I could have with all cards of my hand."""
    found = int(s.tokens[ME, colour])
    left = s.hand
    while left != EMPTY:
        card = lowest(left)
        left = without_lowest(left)
        if t.cards[card].colour == colour:
            found += gain(t, s, ME, card, colour)
        elif is_wild(t, card) and best_colour(t, s, ME, card) == colour:
            found += gain(t, s, ME, card, colour)
    return found


@rule
def distance(t: Tables, s: Scratch, colour: int) -> int:
    """Return how far a cost is from being paid; much more if no card of my hand brings me there."""
    short = max(0, int(s.costs[colour] - s.tokens[ME, colour]))
    missing = max(0, int(s.costs[colour]) - reach(t, s, colour))
    return short + UNREACHABLE * missing


@rule
def planned(t: Tables, s: Scratch) -> int:
    """Return the first pair of the plan as an action: of all pairs the one nearest to being paid."""
    best, choice = 1 << 30, int(t.colonize_id)
    for action in range(t.colonize_id, t.action_count):
        one, other = int(t.actions[action].colour), int(t.actions[action].other)
        far = 100 * (distance(t, s, one) + distance(t, s, other)) + int(s.costs[one] + s.costs[other])
        if far < best:
            best, choice = far, action
    return choice


@rule
def for_dice(s: Scratch, colour: int, more: int) -> float:
    """Return what more tokens of a colour are worth in combat."""
    now = int(s.tokens[ME, colour] - s.tokens[OTHER, colour])
    return float(s.weights.dice * (edge(s, now + more) - edge(s, now)) / 2.0)


@rule
def tokens_on(t: Tables, s: Scratch, seat: int, cards: Bits) -> int:
    """Return what these coloured cards would bring a seat."""
    found = 0
    while cards != EMPTY:
        card = lowest(cards)
        cards = without_lowest(cards)
        found += gain(t, s, seat, card, int(t.cards[card].colour))
    return found


@rule
def worth_of_top(t: Tables, s: Scratch) -> float:
    """Return what the cards that can't be played on the top card are worth, the other's less mine."""
    mine = tokens_on(t, s, ME, s.hand & t.coloured & ~open_cards(t, s, ME))
    theirs = tokens_on(t, s, OTHER, s.unseen & t.coloured & ~open_cards(t, s, OTHER))
    return float(s.weights.locked_theirs * s.p_held * theirs - s.weights.locked_mine * mine)


@rule
def worth_of_tokens(t: Tables, s: Scratch, plan: int, colour: int, amount: int) -> float:
    """Return what tokens of a colour are worth: those that the plan lacks, the others in combat."""
    needed = 0
    if s.dome[ME] == 0 and (colour == t.actions[plan].colour or colour == t.actions[plan].other):
        needed = min(amount, max(0, int(s.costs[colour] - s.tokens[ME, colour])))
    return float(s.weights.needed * needed + for_dice(s, colour, amount - needed))


@rule
def merit_of_card(t: Tables, s: Scratch, plan: int, action: int) -> float:
    """Return how good it is to play a card, or none."""
    if action == PASS:
        return worth_of_top(t, s)
    card, colour = int(t.actions[action].card), int(t.actions[action].colour)
    found = 0.0
    if colour != NOTHING:
        amount = gain(t, s, ME, card, colour)
        found += worth_of_tokens(t, s, plan, colour, amount) * (2.0 if steals(t, card) else 1.0)
    top, hand = s.top, s.hand
    s.top = card
    s.hand &= ~bit(card)
    found += worth_of_top(t, s)
    s.top = top
    s.hand = hand
    return found


@rule
def undone(t: Tables, s: Scratch) -> bool:
    """Could a steal of three leave me without a pair that I can pay?"""
    for stolen in range(COLOURS):
        payable = 0
        for colour in range(COLOURS):
            left = int(s.tokens[ME, colour]) - (3 if colour == stolen else 0)
            payable += left >= s.costs[colour]
        if payable < 2:
            return True
    return False


@rule
def waits(t: Tables, s: Scratch) -> bool:
    """May the dome wait for a later turn?"""
    return bool(s.has_played == 1 and not (thief_about(t, s) and undone(t, s)))


@rule
def merit_of_pair(t: Tables, s: Scratch, action: int) -> float:
    """Return what is left for combat after paying with a pair, less what there was."""
    found = 0.0
    for colour in (int(t.actions[action].colour), int(t.actions[action].other)):
        found += for_dice(s, colour, -int(s.costs[colour]))
    return found


@rule
def choose_planner(t: Tables, s: Scratch, row: Observation, mask: Mask, rng: Rng) -> int:
    """Return the allowed action of the highest merit; of several, the first."""
    decode(t, s, row, mask)
    in_dome_step = s.step == at.DOME_STEP
    if in_dome_step and waits(t, s):
        return PASS
    plan = planned(t, s)
    best, choice = -1e9, PASS
    for k in range(s.num_legal):
        action = int(s.legal[k])
        if in_dome_step:
            merit = -1e8 if action == PASS else merit_of_pair(t, s, action)
        else:
            merit = merit_of_card(t, s, plan, action)
        if merit > best:
            best, choice = merit, action
    return choice
