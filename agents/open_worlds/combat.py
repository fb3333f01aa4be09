"""What the fights at a World come to: who stands on either side, and what each destroys of the other.

Below: unit_value.py, shots.py. Above: deployment.py, the agents. All other players are one side here: their fights
among each other are left out. A fight is simulated as the rules have it (OW-4e, OW-4f): armed Orbitals of both sides
fight each other; where one side alone has some, they fire at the ground; Ground Forces fire there in any case.
"""

from __future__ import annotations

from agents.open_worlds.decode import world_feature
from agents.open_worlds.facilities import meets_req
from agents.open_worlds.scratch import Powers, Row, Scratch, Side, Tables, rule
from agents.open_worlds.shots import add_target, add_weapon, fire
from agents.open_worlds.unit_value import is_in_orbit, unit_value
from ow_env.open_worlds.cards import CAPACITY as REQ_CAPACITY, FACILITY, GROUND, ORBITAL, SHIP
from ow_env.open_worlds.observe import CAPACITY

NOTHING = -1  # no card


# ── Sides ────────────────────────────────────────────────────────────────────────────────────


@rule
def clear_side(side: Side) -> None:
    """Begin with nobody."""
    side.armed_orbitals = 0
    side.fields = 0
    side.num_guns = 0
    side.num_bombs = 0
    side.num_troops = 0
    side.num_orbitals = 0
    side.num_grounds = 0


@rule(inline=True)  # this and the next two: a call costs more than what they do, 3 % of the expert's time
def add_orbital(t: Tables, side: Side, card: int, value: float, action: int) -> None:
    """Place an Orbital and its Weapons on one side."""
    c = t.cards[card]
    side.num_orbitals = add_target(side.orbitals, int(side.num_orbitals), int(c.defense), value, action)
    if c.weapon_count > 0:
        side.armed_orbitals += 1
    for k in range(c.weapon_count):
        if c.ground_only == 0:
            side.num_guns = add_weapon(side.guns, int(side.num_guns), int(c.weapons[k]))
        else:
            side.num_bombs = add_weapon(side.bombs, int(side.num_bombs), int(c.weapons[k]))


@rule
def add_to_side(t: Tables, s: Scratch, side: Side, card: int, value: float, action: int) -> None:
    """Place a unit on one side. `action`: the id that aims at it."""
    c = t.cards[card]
    if is_in_orbit(t, card):
        add_orbital(t, side, card, value * s.weights.retreatable if c.retreat != 0 else value, action)
    else:
        if c.untargetable == 0:
            side.num_grounds = add_target(side.grounds, int(side.num_grounds), int(c.defense), value, action)
        for k in range(c.weapon_count):
            side.num_troops = add_weapon(side.troops, int(side.num_troops), int(c.weapons[k]))
    if c.no_bombardment != 0:
        side.fields += 1


@rule
def comes_into_play(t: Tables, s: Scratch, row: Row, card: int, world: int) -> bool:
    """Will a card that I stage to a World be a unit there, as far as its REQ decides?"""
    c = t.cards[card]
    if c.type == FACILITY:
        return meets_req(t, s.sites[world], card)
    if c.type == GROUND or c.type == ORBITAL:
        if c.kind == SHIP:
            return True
        if c.req == REQ_CAPACITY:
            return world_feature(t, s, row, CAPACITY, 0, world) >= c.req_capacity
        return meets_req(t, s.sites[world], card)
    return False


@rule
def target_action(t: Tables, s: Scratch, index: int) -> int:
    """Return the id that targets an opponent's unit."""
    u = s.units[index]
    c = t.cards[u.card]
    foe = int(u.seat) - 1
    if c.type != FACILITY:
        return int(c.target_id) + foe
    return int(c.target_id) + foe * int(s.players) + int(u.owner)


@rule(inline=True)
def add_mine(t: Tables, s: Scratch, card: int, world: int) -> None:
    """Place a card of mine on my side."""
    add_to_side(t, s, s.mine, card, unit_value(t, s, card, world, 0), 0)


@rule
def place_sides(t: Tables, s: Scratch, row: Row, world: int, plus: int, minus: int) -> None:
    """Place both sides at a World in `mine` and `theirs`: who is there, and my staged cards that will be.

    My card `plus` would be there too, my Ship `minus` would not; both may be NOTHING.
    """
    clear_side(s.mine)
    clear_side(s.theirs)
    for i in range(s.starts[world], s.starts[world + 1]):
        u = s.units[i]
        card = int(u.card)
        if u.seat != 0:
            add_to_side(t, s, s.theirs, card, unit_value(t, s, card, world, 1), target_action(t, s, i))
        elif card == minus:
            minus = NOTHING
        else:
            add_mine(t, s, card, world)
    for k in range(s.num_staged[world]):
        card = int(s.staged[world, k])
        if comes_into_play(t, s, row, card, world):
            add_mine(t, s, card, world)
    if plus != NOTHING:
        add_mine(t, s, plus, world)


# ── Losses ───────────────────────────────────────────────────────────────────────────────────


@rule
def load_guns(s: Scratch, side: Side) -> int:
    """Make the Weapons that fire at Orbitals the unaimed ones; return how many they are."""
    for k in range(side.num_guns):
        s.unaimed[k] = side.guns[k]
    return int(side.num_guns)


@rule(inline=True)
def merge_weapons(s: Scratch, count: int, powers: Powers, more: int) -> int:
    """Put more Weapons among the unaimed ones; return how many they are then."""
    for k in range(more):
        count = add_weapon(s.unaimed, count, int(powers[k]))
    return count


@rule
def losses(s: Scratch, attackers: Side, losers: Side, conflict: bool) -> float:
    """Return what one side loses at a World to the other this turn. `conflict`: both have armed Orbitals there."""
    total = 0.0
    at_orbitals = conflict or (losers.num_orbitals > 0 and losers.fields > 0 and attackers.num_guns > 0)
    if at_orbitals:
        weapons = load_guns(s, attackers)
        total += fire(s.unaimed, weapons, losers.orbitals, int(losers.num_orbitals))
    count = 0
    if losers.fields == 0:  # nothing keeps Orbitals from bombarding
        if not at_orbitals:
            count = merge_weapons(s, count, attackers.guns, int(attackers.num_guns))
        count = merge_weapons(s, count, attackers.bombs, int(attackers.num_bombs))
    count = merge_weapons(s, count, attackers.troops, int(attackers.num_troops))
    total += fire(s.unaimed, count, losers.grounds, int(losers.num_grounds))
    return total


@rule
def next_turn_losses(s: Scratch, attackers: Side, losers: Side) -> float:
    """Return what one side would lose next turn to Orbitals that nobody there answers."""
    if attackers.num_guns + attackers.num_bombs == 0 or losers.fields > 0:
        return 0.0
    count = merge_weapons(s, 0, attackers.guns, int(attackers.num_guns))
    count = merge_weapons(s, count, attackers.bombs, int(attackers.num_bombs))
    return fire(s.unaimed, count, losers.grounds, int(losers.num_grounds))


@rule
def survivors(side: Side) -> int:
    """Count the Orbitals that a side has left."""
    count = 0
    for j in range(side.num_orbitals):
        if side.orbitals[j].destroyed == 0:
            count += 1
    return count


@rule
def combat_balance(t: Tables, s: Scratch, row: Row, world: int, plus: int, minus: int) -> float:
    """Return what the fights at a World come to for me: the value they lose less what I lose, as weights.py has it.

    `plus` and `minus` as for `place_sides`.
    """
    own_losses = s.weights.own_losses
    next_turn = s.weights.next_turn
    place_sides(t, s, row, world, plus, minus)
    conflict = s.mine.armed_orbitals > 0 and s.theirs.armed_orbitals > 0
    balance = losses(s, s.mine, s.theirs, conflict)
    balance -= own_losses * losses(s, s.theirs, s.mine, conflict)
    if s.turns_left > 0.0:
        mine = survivors(s.mine)
        theirs = survivors(s.theirs)
        if mine > 0 and (theirs == 0 or s.theirs.armed_orbitals == 0):
            balance += next_turn * next_turn_losses(s, s.mine, s.theirs)
        if theirs > 0 and (mine == 0 or s.mine.armed_orbitals == 0):
            balance -= own_losses * next_turn * next_turn_losses(s, s.theirs, s.mine)
    return balance
