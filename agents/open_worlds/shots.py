"""Which Weapons go to which targets: a greedy assignment, by the value destroyed for each Weapon that it takes.

Below: scratch.py. Above: combat.py, which simulates fights with it; targeting.py, which aims one Weapon by it. Weapons
are a list of their Power, strongest first; 0: aimed already.
"""

from __future__ import annotations

from agents.open_worlds.scratch import MAX_TARGETS, MAX_WEAPONS, Powers, Scratch, Targets, rule


@rule
def add_weapon(powers: Powers, count: int, power: int) -> int:
    """Put a Weapon in its place among others, the strongest first; return how many they are then."""
    if count >= MAX_WEAPONS:
        return count
    k = count
    while k > 0 and powers[k - 1] < power:
        powers[k] = powers[k - 1]
        k -= 1
    powers[k] = power
    return count + 1


@rule
def add_target(targets: Targets, count: int, defense: int, value: float, action: int) -> int:
    """Append something to shoot at; return how many there are then."""
    if count >= MAX_TARGETS:
        return count
    targets[count].defense = defense
    targets[count].value = value
    targets[count].action = action
    targets[count].destroyed = 0
    return count + 1


@rule
def weapons_needed(powers: Powers, count: int, defense: int) -> int:
    """Return how many Weapons, strongest first, it takes to destroy a target; MAX_WEAPONS + 1: too few."""
    total = 0
    used = 0
    for k in range(count):
        if powers[k] > 0:
            total += int(powers[k])
            used += 1
            if total >= defense:
                return used
    return MAX_WEAPONS + 1


@rule
def assign_weapons(powers: Powers, count: int, defense: int, power: int) -> bool:
    """Aim Weapons at a target: the weakest that suffices alone, else the strongest. Is one of this power among them?"""
    single = -1
    for k in range(count):
        if powers[k] >= defense and powers[k] > 0:
            single = k
    if single >= 0:
        hit = powers[single] == power
        powers[single] = 0
        return hit
    total = 0
    hit = False
    for k in range(count):
        if powers[k] > 0 and total < defense:
            total += int(powers[k])
            hit = hit or powers[k] == power
            powers[k] = 0
    return hit


@rule
def best_target(powers: Powers, weapons: int, targets: Targets, count: int) -> int:
    """Return the target that is worth most for each Weapon it takes, or -1 where none can be destroyed."""
    best = 0.0
    chosen = -1
    for j in range(count):
        if targets[j].destroyed == 0 and targets[j].value > 0.0:
            needed = weapons_needed(powers, weapons, int(targets[j].defense))
            if needed <= MAX_WEAPONS and targets[j].value / needed > best:
                best = targets[j].value / needed
                chosen = j
    return chosen


@rule
def fire(powers: Powers, weapons: int, targets: Targets, count: int) -> float:
    """Aim all Weapons, marking what they destroy; return its value."""
    total = 0.0
    while True:
        j = best_target(powers, weapons, targets, count)
        if j < 0:
            return total
        assign_weapons(powers, weapons, int(targets[j].defense), 0)
        targets[j].destroyed = 1
        total += targets[j].value


@rule
def planned_target(s: Scratch, weapons: int, power: int, targets: Targets, count: int) -> int:
    """Return the target of the Weapon of this power when all that are unaimed are assigned; or -1."""
    while True:
        j = best_target(s.unaimed, weapons, targets, count)
        if j < 0:
            return -1
        if assign_weapons(s.unaimed, weapons, int(targets[j].defense), power):
            return j
        targets[j].destroyed = 1
