"""Tactical arithmetic: who is armed at a World, what the shots of one side destroy, what a fight there comes to.

Below: building.py. Above: the agents. All other players are one side here: those who shoot at each other are left to
it. A fight is thought through as the rules have it (OW-4e, OW-4f): armed Orbitals of both sides fight each other;
where one side alone has some, they fire at the ground; Ground Forces fire there in any case.
"""

from __future__ import annotations

from agents.open_worlds.building import income_there, is_met
from agents.open_worlds.reading import at_world, number
from agents.open_worlds.sight import ARMS, TARGETS, Arms, Row, Side, Sight, Tables, Targets, rule
from ow_env.open_worlds.cards import CAPACITY as REQ_CAPACITY
from ow_env.open_worlds.cards import FACILITY, FIXED, GROUND, ORBITAL, RES, SHIP
from ow_env.open_worlds.observe import CAPACITY, DECK_COUNT

NOTHING = -1  # no card
OTHER_INCOME = 2.0  # of an opponent's Facility whose Income depends on what else they have
DRAWN = 5  # cards that a player draws in a usual turn


# ── Worth ────────────────────────────────────────────────────────────────────────────────────


@rule
def turns_left(t: Tables, s: Sight, row: Row) -> float:
    """Guess how many turns follow this one."""
    if s.final_turn != 0:
        return 0.0
    least = number(t, row, DECK_COUNT, 0)
    for seat in range(1, s.players):
        least = min(least, number(t, row, DECK_COUNT, seat))
    return 1.0 + least / DRAWN


@rule
def is_in_orbit(t: Tables, card: int) -> bool:
    """Is the card a Ship, Station or Field, or a Utility that becomes a Ship?"""
    return t.cards[card].type == ORBITAL or t.cards[card].kind == SHIP


@rule
def worth_of_orbital(t: Tables, s: Sight, card: int, turns: float) -> float:
    """Return what an Orbital in play is worth: little when few turns are left, nothing on the FINAL TURN."""
    c = t.cards[card]
    points = int(c.defense)
    for k in range(c.weapon_count):
        points += int(c.weapons[k])
    return s.temper.fleet * points * min(1.0, turns / s.temper.horizon)


@rule
def worth(t: Tables, s: Sight, card: int, world: int, seat: int, turns: float) -> float:
    """Return what a unit in play is worth to its controller, in points of Income."""
    c = t.cards[card]
    if c.type == FACILITY:
        place = s.temper.place if turns > 0.0 else 0.0
        if seat == 0 or c.income_rule == FIXED or c.income_rule == RES:
            return place + income_there(t, s, s.ground[world], card)
        return place + OTHER_INCOME
    if is_in_orbit(t, card):
        return worth_of_orbital(t, s, card, turns)
    return s.temper.force if turns > 0.0 else 0.0


# ── Sides ────────────────────────────────────────────────────────────────────────────────────


@rule
def clear_side(side: Side) -> None:
    """Begin with nobody."""
    side.armed = 0
    side.screen = 0
    side.guns = 0
    side.shells = 0
    side.troops = 0
    side.orbitals = 0
    side.grounds = 0


@rule
def add_arm(arms: Arms, count: int, power: int) -> int:
    """Put a Weapon in its place among others, the strongest first; return how many they are then."""
    if count >= ARMS:
        return count
    k = count
    while k > 0 and arms[k - 1] < power:
        arms[k] = arms[k - 1]
        k -= 1
    arms[k] = power
    return count + 1


@rule
def add_target(targets: Targets, count: int, defense: int, value: float, action: int) -> int:
    """Note down something to shoot at; return how many there are then."""
    if count >= TARGETS:
        return count
    targets[count].defense = defense
    targets[count].value = value
    targets[count].action = action
    targets[count].lost = 0
    return count + 1


@rule
def add_to_side(
    t: Tables, side: Side, card: int, value: float, action: int, escape: float
) -> None:
    """Let a unit stand on one side."""
    c = t.cards[card]
    if is_in_orbit(t, card):
        if c.retreat != 0:
            value *= escape
        side.orbitals = add_target(side.orbital, int(side.orbitals), int(c.defense), value, action)
        if c.weapon_count > 0:
            side.armed += 1
        for k in range(c.weapon_count):
            if c.ground_only == 0:
                side.guns = add_arm(side.gun, int(side.guns), int(c.weapons[k]))
            else:
                side.shells = add_arm(side.shell, int(side.shells), int(c.weapons[k]))
    else:
        if c.untargetable == 0:
            side.grounds = add_target(side.ground, int(side.grounds), int(c.defense), value, action)
        for k in range(c.weapon_count):
            side.troops = add_arm(side.troop, int(side.troops), int(c.weapons[k]))
    if c.no_bombardment != 0:
        side.screen += 1


@rule
def comes_into_play(t: Tables, s: Sight, row: Row, card: int, world: int) -> bool:
    """Will a card that I stage to a World be a unit there, as far as its REQ decides?"""
    c = t.cards[card]
    if c.type == FACILITY:
        return is_met(t, s.ground[world], card)
    if c.type == GROUND or c.type == ORBITAL:
        if c.kind == SHIP:
            return True
        if c.req == REQ_CAPACITY:
            return at_world(t, s, row, CAPACITY, 0, world) >= c.req_capacity
        return is_met(t, s.ground[world], card)
    return False


@rule
def read_sides(
    t: Tables, s: Sight, row: Row, world: int, plus: int, minus: int, turns: float
) -> None:
    """Draw up both sides at a World: who is there, and my staged cards that will be.

    My card `plus` would be there too, my Ship `minus` would not; both may be NOTHING.
    """
    escape = s.temper.escape
    clear_side(s.mine)
    clear_side(s.theirs)
    for i in range(s.first[world], s.first[world + 1]):
        u = s.units[i]
        card = int(u.card)
        if u.seat == 0:
            if card == minus:
                minus = NOTHING
            else:
                add_to_side(t, s.mine, card, worth(t, s, card, world, 0, turns), 0, escape)
        else:
            value = worth(t, s, card, world, 1, turns)
            add_to_side(t, s.theirs, card, value, action_against(t, s, i), escape)
    for k in range(s.staged_count[world]):
        card = int(s.staged[world, k])
        if comes_into_play(t, s, row, card, world):
            add_to_side(t, s.mine, card, worth(t, s, card, world, 0, turns), 0, escape)
    if plus != NOTHING:
        add_to_side(t, s.mine, plus, worth(t, s, plus, world, 0, turns), 0, escape)


@rule
def action_against(t: Tables, s: Sight, index: int) -> int:
    """Return the id that targets an opponent's unit."""
    u = s.units[index]
    c = t.cards[u.card]
    foe = int(u.seat) - 1
    if c.type != FACILITY:
        return int(c.target_id) + foe
    return int(c.target_id) + foe * int(s.players) + int(u.owner)


# ── Shots ────────────────────────────────────────────────────────────────────────────────────


@rule
def arms_needed(left: Arms, count: int, defense: int) -> int:
    """Return how many of some Weapons, strongest first, it takes to destroy a target; ARMS + 1: too few."""
    power = 0
    used = 0
    for k in range(count):
        if left[k] > 0:
            power += int(left[k])
            used += 1
            if power >= defense:
                return used
    return ARMS + 1


@rule
def spend(left: Arms, count: int, defense: int, power: int) -> bool:
    """Aim Weapons at a target: the weakest that suffices alone, else the strongest. Is one of this power among them?"""
    single = -1
    for k in range(count):
        if left[k] >= defense and left[k] > 0:
            single = k
    if single >= 0:
        hit = left[single] == power
        left[single] = 0
        return hit
    total = 0
    hit = False
    for k in range(count):
        if left[k] > 0 and total < defense:
            total += int(left[k])
            hit = hit or left[k] == power
            left[k] = 0
    return hit


@rule
def best_target(left: Arms, arms: int, targets: Targets, count: int) -> int:
    """Return the target that is worth most for each Weapon it takes, or -1 where none can be destroyed."""
    best = 0.0
    chosen = -1
    for j in range(count):
        if targets[j].lost == 0 and targets[j].value > 0.0:
            needed = arms_needed(left, arms, int(targets[j].defense))
            if needed <= ARMS and targets[j].value / needed > best:
                best = targets[j].value / needed
                chosen = j
    return chosen


@rule
def strike(left: Arms, arms: int, targets: Targets, count: int) -> float:
    """Return the worth of what some Weapons destroy, marking it as lost. The Weapons are used up."""
    total = 0.0
    while True:
        j = best_target(left, arms, targets, count)
        if j < 0:
            return total
        spend(left, arms, int(targets[j].defense), 0)
        targets[j].lost = 1
        total += targets[j].value


@rule
def load(left: Arms, arms: Arms, count: int) -> int:
    """Make Weapons ready to be aimed, and return how many they are."""
    for k in range(count):
        left[k] = arms[k]
    return count


@rule
def load_for_ground(s: Sight, side: Side, guns: bool, bombs: bool, troops: bool) -> int:
    """Make the Weapons ready that a side can fire at the ground: of its free Orbitals, its bombers, its troops."""
    count = 0
    if guns:
        for k in range(side.guns):
            count = add_arm(s.left, count, int(side.gun[k]))
    if bombs:
        for k in range(side.shells):
            count = add_arm(s.left, count, int(side.shell[k]))
    if troops:
        for k in range(side.troops):
            count = add_arm(s.left, count, int(side.troop[k]))
    return count


@rule
def survivors(side: Side) -> int:
    """Count the Orbitals that a side has left."""
    count = 0
    for j in range(side.orbitals):
        if side.orbital[j].lost == 0:
            count += 1
    return count


@rule
def losses_of(s: Sight, attackers: Side, losers: Side, conflict: bool) -> float:
    """Return what one side loses at a World to the other this turn."""
    total = 0.0
    free = not conflict
    if conflict:
        arms = load(s.left, attackers.gun, int(attackers.guns))
        total += strike(s.left, arms, losers.orbital, int(losers.orbitals))
    elif losers.orbitals > 0 and losers.screen > 0 and attackers.guns > 0:
        arms = load(s.left, attackers.gun, int(attackers.guns))
        total += strike(s.left, arms, losers.orbital, int(losers.orbitals))
        free = False
    open_sky = losers.screen == 0
    arms = load_for_ground(s, attackers, free and open_sky, open_sky, True)
    total += strike(s.left, arms, losers.ground, int(losers.grounds))
    return total


@rule
def next_losses(s: Sight, attackers: Side, losers: Side) -> float:
    """Return what one side would lose next turn to Orbitals that nobody there answers."""
    if attackers.guns + attackers.shells == 0 or losers.screen > 0:
        return 0.0
    arms = load_for_ground(s, attackers, True, True, False)
    return strike(s.left, arms, losers.ground, int(losers.grounds))


@rule
def forecast(
    t: Tables, s: Sight, row: Row, world: int, plus: int, minus: int, turns: float
) -> float:
    """Return what the fights at a World come to for me: what they lose less what I lose.

    `plus` and `minus` as for `read_sides`. Temper decides what a loss of mine counts for each point of theirs, and
    what next turn's losses count.
    """
    care = s.temper.care
    patience = s.temper.patience
    read_sides(t, s, row, world, plus, minus, turns)
    conflict = s.mine.armed > 0 and s.theirs.armed > 0
    balance = losses_of(s, s.mine, s.theirs, conflict)
    balance -= care * losses_of(s, s.theirs, s.mine, conflict)
    if turns > 0.0:
        mine = survivors(s.mine)
        theirs = survivors(s.theirs)
        if mine > 0 and (theirs == 0 or s.theirs.armed == 0):
            balance += patience * next_losses(s, s.mine, s.theirs)
        if theirs > 0 and (mine == 0 or s.mine.armed == 0):
            balance -= care * patience * next_losses(s, s.theirs, s.mine)
    return balance


# ── Aiming the Weapon that is asked for ──────────────────────────────────────────────────────


@rule
def target_of(s: Sight, arms: int, power: int, targets: Targets, count: int) -> int:
    """Return which target the Weapon asked for is aimed at, when all that are left are aimed for the best; or -1."""
    while True:
        j = best_target(s.left, arms, targets, count)
        if j < 0:
            return -1
        if spend(s.left, arms, int(targets[j].defense), power):
            return j
        targets[j].lost = 1
