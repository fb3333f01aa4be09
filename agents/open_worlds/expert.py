"""The expert: the rulebook's advice, and arithmetic about what dies, what can be taken, and what that is worth.

Below: commanding.py, aiming.py, building.py. Above: play.py. Everything is valued in points of Income, so that a City
and a Cruiser can be compared: a Facility by what it earns, less the danger where it goes; a card that fights by what
it changes in the fights at a World; a card kept by the best it could still do. The functions stand in the order of
the turn; each returns what one action is worth, and passing is worth 0.
"""

from __future__ import annotations

import numpy as np

from agents.open_worlds.aiming import aim, asked_card, of_kind
from agents.open_worlds.builder import (
    HAND_LIMIT,
    LAST_ROOM,
    LEAST_DRAW,
    count_attempts,
    count_industries,
)
from agents.open_worlds.building import income_there, is_base, is_met, price_of_swap, read_grounds
from agents.open_worlds.commanding import (
    NEVER,
    change_with,
    change_without,
    value_of_move,
    value_of_war,
    weigh_worlds,
)
from agents.open_worlds.fighting import (
    NOTHING,
    add_arm,
    forecast,
    is_in_orbit,
    read_sides,
    strike,
    turns_left,
    worth,
    worth_of_orbital,
)
from agents.open_worlds.reading import (
    at_world,
    find_set,
    number,
    read_hand,
    read_offers,
    read_staged,
    read_turn,
    read_units,
)
from agents.open_worlds.sight import DEAR, Row, Sight, Tables, rule
from ow_env.core.jit import Mask
from ow_env.core.rng import Rng, unit
from ow_env.open_worlds.actions import (
    DO_CHOOSE,
    DO_CONQUER,
    DO_DISCARD,
    DO_MOVE,
    DO_OPTION,
    DO_PASS,
    DO_PLAY,
    DO_RESOLVE,
    DO_RETREAT,
    DO_STAGE,
    DO_SWAP,
    DO_TAKE,
    DO_TARGET,
)
from ow_env.open_worlds.cards import (
    BECOME_SHIP,
    CATASTROPHE,
    DEPLOY_GROUND,
    DESTROY,
    FACILITY,
    FIELD,
    GROUND,
    LIFT_CLASS_LIMIT,
    MINING,
    POPULATION,
    PRODUCTION,
    RES,
    SEIZE,
    STATION,
    STOP_INCOME,
    SWAP_STAGED,
    UTILITY,
    YARD,
)
from ow_env.open_worlds.cards import (
    CAPACITY as REQ_CAPACITY,
)
from ow_env.open_worlds.observe import (
    CAPACITY,
    DAMAGE,
    DECK_COUNT,
    HAND_COUNT,
    INCOME,
    PRIORITY,
    RESERVED,
    REVEALED,
    WORLD_INCOME,
)
from ow_env.open_worlds.state import (
    ADJUST_HAND,
    EXCHANGE,
    MOVE,
    NEXT_WORLD,
    ORBITAL,
    OVER_CLASS,
    STAGE,
    SURFACE,
    WINDOW_MOVED,
)

POSSIBLE = 0.6  # share of its worth that a card keeps whose REQ may be met later
USEFUL = 2.0  # what a card is worth in hand that does harm once, when there is something to harm
BLUFF = 0.001  # what a card laid down for show is worth for each point of Capacity there: it could be troops
WAITING = 1.0  # when there is nothing yet


# ── Facilities ───────────────────────────────────────────────────────────────────────────────


@rule
def read_heavy_ships(t: Tables, s: Sight, row: Row, turns: float) -> None:
    """Find the worth of the best Ship in hand whose Class my Income does not carry."""
    s.heavy = 0.0
    for i in range(s.hand_count):
        card = int(s.hand[i])
        if t.cards[card].ship_class > number(t, row, INCOME, 0):
            s.heavy = max(float(s.heavy), worth_of_orbital(t, s, card, turns))


@rule
def cost_of_room(t: Tables, s: Sight, card: int, world: int, income: float) -> float:
    """Return what the place of a new Facility costs: the risk of a last room, or what has to Swap for it."""
    g = s.ground[world]
    if g.room > 1:
        return 0.0
    swap = price_of_swap(t, g, card)
    if g.room == 1:
        risk = (1.0 - LAST_ROOM) * income
        return risk if swap == DEAR else min(risk, float(swap))
    return 1000.0 if swap == DEAR else float(swap)


@rule
def value_of_facility(t: Tables, s: Sight, card: int, world: int, industries: int, turns: float) -> float:
    """Value a Facility at a World by what it earns and opens, less what its place costs."""
    g = s.ground[world]
    if not is_met(t, g, card):
        return NEVER
    income = float(income_there(t, s, g, card))
    gain = income - cost_of_room(t, s, card, world, income)
    if turns > 0.0:
        if industries > 0 and g.people == 0 and g.works == 0 and is_base(t, card):
            gain += s.temper.opening * float(g.res)
        if g.facilities == 0:
            gain += s.temper.settle
        if t.cards[card].class_free != 0:
            gain += s.temper.yard * s.heavy
    return gain * s.temper.build


# ── Hand: what a card is worth that is kept ──────────────────────────────────────────────────


@rule
def worth_of_facility_in_hand(t: Tables, s: Sight, card: int, industries: int, turns: float) -> float:
    """Return the best a Facility could do at some World; less, if its REQ has to be met first."""
    best = 0.0
    for w in range(s.worlds):
        g = s.ground[w]
        value = value_of_facility(t, s, card, w, industries, turns)
        if value == NEVER:
            later = float(g.res) if t.cards[card].income_rule == RES else float(t.cards[card].income)
            value = POSSIBLE * later
        best = max(best, value)
    return best


@rule
def most_capacity(t: Tables, s: Sight, row: Row) -> int:
    """Return my highest Capacity at any World."""
    best = 0
    for w in range(s.worlds):
        best = max(best, at_world(t, s, row, CAPACITY, 0, w))
    return best


@rule
def worth_in_hand(t: Tables, s: Sight, row: Row, card: int, industries: int, turns: float) -> float:
    """Return what a card may still be good for, in points of Income."""
    c = t.cards[card]
    if c.type == FACILITY:
        return worth_of_facility_in_hand(t, s, card, industries, turns)
    if c.type == GROUND:
        if c.req == REQ_CAPACITY and most_capacity(t, s, row) < c.req_capacity:
            return WAITING
        return USEFUL
    if c.type == CATASTROPHE:
        return USEFUL
    if c.type == UTILITY and c.action != BECOME_SHIP:
        return WAITING if c.action == SWAP_STAGED or c.action == LIFT_CLASS_LIMIT else USEFUL
    carried = number(t, row, INCOME, 0) + 2
    value = worth_of_orbital(t, s, card, turns + 1.0)
    return value if c.ship_class <= carried else POSSIBLE * value


@rule
def lead(t: Tables, s: Sight, row: Row) -> int:
    """Return how much more I earn than the best of the others."""
    best = 0
    for seat in range(1, s.players):
        best = max(best, number(t, row, INCOME, seat))
    return number(t, row, INCOME, 0) - best


@rule
def value_of_discarding(
    t: Tables, s: Sight, row: Row, card: int, industries: int, turns: float
) -> float:
    """Value throwing a card away: another comes for it, and the FINAL TURN comes nearer, which the leader wants."""
    if s.point == EXCHANGE:
        return 1.0
    if s.point == OVER_CLASS:
        return -worth_of_orbital(t, s, card, turns + 1.0)
    value = worth_in_hand(t, s, row, card, industries, turns)
    if s.point == ADJUST_HAND:
        return s.temper.adjust - value * (1.0 if t.cards[card].type == FACILITY else s.temper.early)
    due = max(number(t, row, INCOME, 0), LEAST_DRAW)
    lost = number(t, row, HAND_COUNT, 0) + due - HAND_LIMIT
    if lost <= 0 or number(t, row, DECK_COUNT, 0) == 0:
        return NEVER
    return s.temper.keep + s.temper.crowd * lost + s.temper.pace * lead(t, s, row) - value


# ── Laying cards down ───────────────────────────────────────────────────────────────────────


@rule
def is_spare(t: Tables, s: Sight, row: Row, card: int, industries: int, turns: float) -> bool:
    """Would the card be thrown away this turn, so that it may as well be laid down for show?"""
    if number(t, row, HAND_COUNT, 0) + number(t, row, INCOME, 0) <= HAND_LIMIT:
        return False
    if s.kept != card:  # asked for each World in turn, and the same for all
        s.kept = card
        s.worth_kept = worth_in_hand(t, s, row, card, industries, turns)
    return s.worth_kept < s.temper.keep


@rule
def risk_there(t: Tables, s: Sight, row: Row, card: int, world: int, turns: float) -> float:
    """Return how much of a new Facility's worth would be lost the same turn to those who are armed there: 0 to 1."""
    loss = -change_with(t, s, row, card, world, turns)
    most = s.temper.care * worth(t, s, card, world, 0, turns)
    return min(1.0, max(0.0, loss / most)) if most > 0.0 else 0.0


@rule
def value_of_staging(
    t: Tables, s: Sight, row: Row, card: int, world: int, industries: int, turns: float, rng: Rng
) -> float:
    """Value a card laid face down at a World by what it will do there."""
    c = t.cards[card]
    if c.type == FACILITY:
        value = value_of_facility(t, s, card, world, industries, turns)
        if value > 0.0 and s.quiet[world] == 0:
            value *= 1.0 - risk_there(t, s, row, card, world, turns)
    elif c.type == UTILITY:
        value = NEVER
    else:
        value = value_of_war(t, s, row, card, world, turns)
    if value > 0.0 or turns == 0.0 or not is_spare(t, s, row, card, industries, turns):
        return value
    return BLUFF * at_world(t, s, row, CAPACITY, 0, world) if unit(rng) < s.temper.bluff else value


# ── World order ──────────────────────────────────────────────────────────────────────────────


@rule
def value_of_resolving(t: Tables, s: Sight, row: Row, world: int) -> float:
    """Value a World as the next to resolve: the dearest of theirs first. The order decides no fight by itself."""
    value = 1.0
    for seat in range(1, s.players):
        value += at_world(t, s, row, WORLD_INCOME, seat, world)
    return value


# ── Swap ─────────────────────────────────────────────────────────────────────────────────────


@rule
def staged_facility(t: Tables, s: Sight, row: Row, seat: int) -> int:
    """Return the Facility that a seat attempts to install at the World being resolved, or NOTHING."""
    if seat == 0:
        for k in range(s.staged_count[s.here]):
            if t.cards[s.staged[s.here, k]].type == FACILITY:
                return int(s.staged[s.here, k])
        return NOTHING
    cards = int(t.card_count)
    begin = int(t.layout.starts[REVEALED]) + ((seat - 1) * int(s.worlds) + int(s.here)) * cards
    for k in range(find_set(s, row, begin, begin + cards)):
        card = int(s.places[k]) - begin
        if t.cards[card].type == FACILITY:
            return card
    return NOTHING


@rule
def value_of_swap(t: Tables, s: Sight, row: Row, card: int, turns: float) -> float:
    """Value a Swap against leaving all where they are: then all attempts may fail for want of room (OW-4a.4)."""
    mine = staged_facility(t, s, row, 0)
    if mine == NOTHING:
        return NEVER
    g = s.ground[s.here]
    gain = worth(t, s, mine, int(s.here), 0, turns)
    out = float(t.cards[card].income)
    theirs = 0.0
    for seat in range(1, s.players):
        other = staged_facility(t, s, row, seat)
        if other != NOTHING:
            theirs += worth(t, s, other, int(s.here), seat, turns)
    attempts = count_attempts(t, s, row)
    with_swap = gain - out
    if attempts - 1 <= g.room:
        with_swap -= theirs
    without = gain - theirs if attempts <= g.room else 0.0
    return with_swap - without


# ── Fights ───────────────────────────────────────────────────────────────────────────────────


@rule
def value_of_retreat(t: Tables, s: Sight, row: Row, card: int, turns: float) -> float:
    """Value taking a Ship back into the hand: what changes in the fight without it, and that it can come again."""
    back = (s.temper.retreat - 1.0) * worth_of_orbital(t, s, card, turns)
    s.quiet[s.here] = 0
    s.balance[s.here] = forecast(t, s, row, int(s.here), NOTHING, NOTHING, turns)
    return change_without(t, s, row, card, int(s.here), turns) + back


@rule
def expected_arms(t: Tables, s: Sight, row: Row) -> int:
    """Make the Weapons ready that opponents may still fire at the ground here."""
    count = 0
    for i in range(s.first[s.here], s.first[s.here + 1]):
        u = s.units[i]
        card = int(u.card)
        c = t.cards[card]
        if u.seat != 0 and (c.type == GROUND or of_kind(t, row, RESERVED, int(u.seat), card) != 0):
            for k in range(c.weapon_count):
                count = add_arm(s.left, count, int(c.weapons[k]))
    return count


@rule
def best_defence(t: Tables, s: Sight, row: Row, mask: Mask, turns: float) -> float:
    """Find what the unit asked for should Defend; leaves the action in `balance[0]`; return what that saves."""
    asked = asked_card(t, s, row)
    strength = int(t.cards[asked].defense)
    read_sides(t, s, row, int(s.here), NOTHING, NOTHING, turns)
    first = number(t, row, PRIORITY, 0) != 0  # the others aim after me
    if first:
        arms = expected_arms(t, s, row)
        strike(s.left, arms, s.mine.ground, int(s.mine.grounds))
    best = 0.0
    s.balance[0] = 0.0
    place = 0
    for i in range(s.first[s.here], s.first[s.here + 1]):
        u = s.units[i]
        card = int(u.card)
        c = t.cards[card]
        if u.seat != 0:
            break
        if c.type != FACILITY:
            if not is_in_orbit(t, card) and c.untargetable == 0:
                place += 1
            continue
        action = int(c.defend_id) + int(u.owner)
        saved = 0.0
        value = worth(t, s, card, int(s.here), 0, turns)
        damage = of_kind(t, row, DAMAGE, 0, card)
        if mask[action] != 0:
            if not first and damage >= c.defense and damage - strength < c.defense:
                saved = value
            elif first and c.untargetable == 0 and s.mine.ground[place].lost != 0:
                saved = s.temper.doubt * value
        if c.untargetable == 0:
            place += 1
        if saved > best:
            best = saved
            s.balance[0] = float(action)
    return best


@rule
def choose_surface(t: Tables, s: Sight, row: Row, mask: Mask, turns: float) -> int:
    """Attack, or Defend, whichever saves or destroys more."""
    attack = aim(t, s, row, mask, turns)
    asked = asked_card(t, s, row)
    if t.cards[asked].defends == 0:
        return attack
    taken = 0.0
    for j in range(s.theirs.grounds):
        if s.theirs.ground[j].action == attack:
            taken = max(taken, float(s.theirs.ground[j].value))
    read_units(t, s, row)
    read_grounds(t, s, row)
    read_staged(t, s, row)
    saved = best_defence(t, s, row, mask, turns)
    if saved > s.temper.booty and saved > taken:
        return int(s.balance[0])
    return attack


# ── Utilities ────────────────────────────────────────────────────────────────────────────────


@rule
def may_pick(t: Tables, s: Sight, played: int, index: int) -> bool:
    """May a Utility pick this unit of an opponent, as its text has it?"""
    u = s.units[index]
    c = t.cards[u.card]
    p = t.cards[played]
    if u.seat == 0 or c.untargetable != 0:
        return False
    small = c.defense <= p.action_number
    if p.action == DESTROY:
        plant = c.kind == PRODUCTION or c.kind == MINING or c.kind == YARD
        return u.owner != 0 and ((plant and small) or c.kind == STATION or c.kind == FIELD)
    if p.action == SEIZE:
        return c.kind == POPULATION and small
    return c.type == FACILITY


@rule
def best_pick(t: Tables, s: Sight, played: int, world: int, turns: float) -> float:
    """Return the worth of the best unit that a Utility may pick at a World."""
    best = 0.0
    for i in range(s.first[world], s.first[world + 1]):
        if may_pick(t, s, played, i):
            u = s.units[i]
            best = max(best, worth(t, s, int(u.card), world, int(u.seat), turns))
    return best


@rule
def value_of_playing(t: Tables, s: Sight, row: Row, card: int, turns: float) -> float:
    """Value a Utility played now."""
    action = int(t.cards[card].action)
    if action == SWAP_STAGED:
        return NEVER
    if action == DESTROY:
        return best_pick(t, s, card, int(s.here), turns) - s.temper.booty
    if action == SEIZE:
        return 2.0 * best_pick(t, s, card, int(s.here), turns) - s.temper.booty
    if action == STOP_INCOME:
        return 1.0 if s.final_turn != 0 else NEVER
    if action == DEPLOY_GROUND:
        return NEVER
    return 1.0


@rule
def value_of_choosing(t: Tables, s: Sight, row: Row, world: int, turns: float) -> float:
    """Value a World for the Utility in play: the most to be gained by a Ship there, or the dearest Facility to stop."""
    for i in range(s.hand_count):
        if t.cards[s.hand[i]].action == BECOME_SHIP:
            return change_with(t, s, row, int(s.hand[i]), world, turns)
    best = 0.0
    for i in range(s.first[world], s.first[world + 1]):
        u = s.units[i]
        if u.seat != 0 and t.cards[u.card].type == FACILITY:
            best = max(best, worth(t, s, int(u.card), world, int(u.seat), turns))
    return best


@rule
def value_of_target(t: Tables, s: Sight, action: int, turns: float) -> float:
    """Value what a Utility may pick."""
    for w in range(s.worlds):
        for i in range(s.first[w], s.first[w + 1]):
            u = s.units[i]
            if u.seat != 0 and u.card == t.actions[action].card:
                return 1.0 + worth(t, s, int(u.card), w, int(u.seat), turns)
    return 1.0


# ── All together ─────────────────────────────────────────────────────────────────────────────


@rule
def value_for_expert(
    t: Tables, s: Sight, row: Row, action: int, industries: int, turns: float, rng: Rng
) -> float:
    """Return what an action is worth in points of Income; passing is worth 0."""
    a = t.actions[action]
    verb = int(a.verb)
    card = int(a.card)
    world = int(a.world)
    if verb == DO_PASS:
        return 0.0
    if verb == DO_STAGE and s.point == STAGE:
        return value_of_staging(t, s, row, card, world, industries, turns, rng)
    if verb == DO_MOVE:
        return value_of_move(t, s, row, card, world, turns)
    if verb == DO_SWAP:
        return value_of_swap(t, s, row, card, turns)
    if verb == DO_RETREAT:
        return value_of_retreat(t, s, row, card, turns)
    if verb == DO_DISCARD:
        return value_of_discarding(t, s, row, card, industries, turns)
    if verb == DO_CONQUER:
        return 1.0 + float(t.cards[card].income)
    if verb == DO_PLAY:
        return value_of_playing(t, s, row, card, turns)
    if verb == DO_CHOOSE:
        return 100.0 + value_of_choosing(t, s, row, world, turns)
    if verb == DO_TARGET:
        return value_of_target(t, s, action, turns)
    if verb == DO_TAKE:
        return 1.0 + worth_in_hand(t, s, row, card, industries, turns)
    if verb == DO_OPTION:
        return 1.0 / (1.0 + world)
    if verb == DO_RESOLVE:
        return value_of_resolving(t, s, row, world)
    return NEVER


@rule
def choose_expert(t: Tables, s: Sight, row: Row, mask: Mask, rng: Rng) -> int:
    """Return the allowed action of most value; of several, the first."""
    read_turn(t, s, row)
    turns = turns_left(t, s, row)
    industries = 0
    if s.point == ORBITAL:
        return aim(t, s, row, mask, turns)
    if s.point == SURFACE:
        return choose_surface(t, s, row, mask, turns)
    if s.point != NEXT_WORLD:
        read_units(t, s, row)
        read_grounds(t, s, row)
        read_hand(t, s, row)
        read_staged(t, s, row)
        industries = count_industries(t, s)
        read_heavy_ships(t, s, row, turns)
    if s.point <= MOVE or s.point == WINDOW_MOVED:
        weigh_worlds(t, s, row, turns)
    read_offers(t, s, mask)
    s.kept = NOTHING
    best = -np.inf
    choice = 0
    for k in range(s.offers):
        action = int(s.offer[k])
        value = value_for_expert(t, s, row, action, industries, turns, rng)
        if value > best:
            best = value
            choice = action
    return choice
