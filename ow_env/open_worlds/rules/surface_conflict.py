"""Surface Conflict: battle assignments, Defence, what is overcome, destroyed or Conquered (OW-4f).

Below: combat.py, units.py, worlds.py, order.py. Above: legality.py, flow.py.
"""

from __future__ import annotations

from ow_env.open_worlds import actions as why, state as at
from ow_env.open_worlds.actions import OK
from ow_env.open_worlds.rules.combat import direct_damage, pick_copy, soaked_before
from ow_env.open_worlds.rules.order import go, player_at
from ow_env.open_worlds.rules.units import change_controller, find_unit, trash_unit
from ow_env.open_worlds.rules.worlds import is_facility, is_orbital, occupies
from ow_env.open_worlds.state import Game, Tables, rule

# ── Who fights whom ──────────────────────────────────────────────────────────────────────────


@rule
def may_fight(g: Game, t: Tables, index: int) -> bool:
    """Is the unit armed and free: on the ground, or an Orbital that reserved its Weapons (OW-4f.1)?"""
    u = g.units[index]
    return t.cards[u.card].weapon_count > 0 and (u.reserved != 0 or not is_orbital(t, int(u.card)))


@rule
def is_screened(g: Game, t: Tables, index: int) -> bool:
    """Does its controller's Field keep opposing Orbitals from targeting this unit?"""
    for i in range(g.starts[g.world], g.starts[g.world + 1]):
        if g.units[i].controller == g.units[index].controller and t.cards[g.units[i].card].no_bombardment != 0:
            return True
    return False


@rule
def why_not_shoot(g: Game, t: Tables, attacker: int, index: int) -> int:
    """Return the rule that forbids one unit to target another in Surface Conflict, or OK (OW-4f.1, OW-4f.6)."""
    a = g.units[attacker]
    u = g.units[index]
    if u.controller == a.controller:
        return why.YOUR_OWN
    if is_orbital(t, int(u.card)):
        return why.GROUND_ONLY
    if t.cards[u.card].untargetable != 0:
        return why.UNTARGETABLE
    if is_orbital(t, int(a.card)) and is_screened(g, t, index):
        return why.SCREENED
    if u.owner == a.controller and t.cards[a.card].conquers == 0:
        return why.CONQUERORS_ONLY
    return OK


@rule
def has_target(g: Game, t: Tables, attacker: int) -> bool:
    """Is there a unit here that this one may target?"""
    for i in range(g.starts[g.world], g.starts[g.world + 1]):
        if why_not_shoot(g, t, attacker, i) == OK:
            return True
    return False


@rule
def begin_surface_conflict(g: Game, t: Tables) -> None:
    """See whether Surface Conflict exists: a unit that may fight has a target (OW-4f.1)."""
    go(g, at.WORLD_ENDS)
    for i in range(g.starts[g.world], g.starts[g.world + 1]):
        if may_fight(g, t, i) and has_target(g, t, i):
            go(g, at.SURFACE)
            g.unit = g.starts[g.world]
            return


# ── Battle assignments ───────────────────────────────────────────────────────────────────────


@rule
def why_not_attack(g: Game, t: Tables, controller: int, card: int, owner: int) -> int:
    """Return the rule that forbids the Weapon being asked to target such a unit, or OK."""
    index = pick_copy(g, t, controller, card, owner, False)
    return why.NOT_HERE if index < 0 else why_not_shoot(g, t, int(g.unit), index)


@rule
def has_fired(g: Game) -> bool:
    """Has the unit being asked a target already (OW-4f.11)?"""
    for k in range(g.weapon):
        if g.units[g.unit].targets[k] != 0:
            return True
    return False


@rule
def why_not_defend(g: Game, t: Tables, player: int, card: int, owner: int) -> int:
    """Return the rule that forbids the unit being asked to Defend a Facility, or OK (OW-4f.2)."""
    if t.cards[g.units[g.unit].card].defends == 0:
        return why.NO_DEFENDER
    if has_fired(g):
        return why.HAS_FIRED
    return OK if find_unit(g, int(g.world), player, card, owner) >= 0 else why.NOT_YOURS_HERE


@rule
def attack(g: Game, t: Tables, controller: int, card: int, owner: int) -> None:
    """Point the Weapon being asked at a unit; the next Weapon is asked for."""
    g.units[g.unit].targets[g.weapon] = pick_copy(g, t, controller, card, owner, False) + 1
    g.weapon += 1


@rule
def defend(g: Game, t: Tables, player: int, card: int, owner: int) -> None:
    """Let the unit being asked Defend a Facility of its controller instead of attacking."""
    g.units[g.unit].defends = pick_copy(g, t, player, card, owner, True) + 1
    g.unit += 1
    g.weapon = 0


@rule
def waits_for_assignment(g: Game, t: Tables, player: int, index: int) -> bool:
    """Has this unit a Weapon to decide about, or something to Defend?"""
    u = g.units[index]
    if u.controller != player or not may_fight(g, t, index):
        return False
    if g.weapon >= t.cards[u.card].weapon_count:
        return False
    return has_target(g, t, index) or (t.cards[u.card].defends != 0 and occupies(g, t, player, int(g.world)))


# ── Damage ───────────────────────────────────────────────────────────────────────────────────


@rule
def surface_damage(g: Game, t: Tables, index: int, without: int) -> int:
    """Add up what hits a unit, Defence counted, leaving out the Weapons of the player `without` (OW-4f.3).

    Attacks on a Defended Facility hit its Defenders in the order they were assigned, which is that of the list,
    each up to its Defensive Strength; the Facility gets what is left. A Defender's own direct hits add to its share.
    """
    direct = direct_damage(g, t, index, without)
    u = g.units[index]
    if u.defends != 0:
        facility = int(u.defends) - 1
        left = direct_damage(g, t, facility, without) - soaked_before(g, t, facility, index)
        return direct + max(0, left)
    return max(0, direct - soaked_before(g, t, index, int(g.starts[g.world + 1])))


@rule
def proceed_surface(g: Game, t: Tables) -> None:
    """Ask in Priority Order for each unit's assignment, then see who is overcome (OW-4f.2, OW-4f.4)."""
    while g.seat < g.num_players:
        p = player_at(g, int(g.seat))
        while g.unit < g.starts[g.world + 1]:
            if waits_for_assignment(g, t, p, int(g.unit)):
                g.actor = p
                return
            g.unit += 1
            g.weapon = 0
        g.seat += 1
        g.unit = g.starts[g.world]
    for i in range(g.starts[g.world], g.starts[g.world + 1]):
        u = g.units[i]
        u.overcome = 1 if surface_damage(g, t, i, -1) >= t.cards[u.card].defense else 0
    g.unit = 0
    go(g, at.CONQUER)


# ── What becomes of the overcome ─────────────────────────────────────────────────────────────


@rule
def has_claim(g: Game, t: Tables, player: int, index: int) -> bool:
    """Did a unit of the player that may Conquer attack this one, and live (OW-4f.4)?"""
    for i in range(g.starts[g.world], g.starts[g.world + 1]):
        a = g.units[i]
        if a.controller == player and a.overcome == 0 and t.cards[a.card].conquers != 0:
            for k in range(t.cards[a.card].weapon_count):
                if a.targets[k] == index + 1:
                    return True
    return False


@rule
def why_not_take(g: Game, t: Tables, player: int, index: int) -> int:
    """Return the rule that forbids the player to Conquer a unit, or OK (OW-4f.4, OW-4f.10)."""
    u = g.units[index]
    if u.overcome == 0 or not is_facility(t, int(u.card)):
        return why.NOT_OVERCOME
    if u.conqueror != 0:
        return why.TAKEN_ALREADY
    return OK if has_claim(g, t, player, index) else why.NO_CLAIM


@rule
def find_to_conquer(g: Game, t: Tables, player: int, controller: int, card: int, owner: int) -> int:
    """Return the index of a unit, if possible one that the player may Conquer; -1 where there is none (OW-0.8)."""
    for i in range(g.starts[g.world], g.starts[g.world + 1]):
        u = g.units[i]
        if u.card == card and u.controller == controller and u.owner == owner:
            if why_not_take(g, t, player, i) == OK:
                return i
    return find_unit(g, int(g.world), controller, card, owner)


@rule
def why_not_conquer(g: Game, t: Tables, player: int, controller: int, card: int, owner: int) -> int:
    """Return the rule that forbids the player to Conquer such a Facility, or OK."""
    index = find_to_conquer(g, t, player, controller, card, owner)
    return why.NOT_HERE if index < 0 else why_not_take(g, t, player, index)


@rule
def conquer(g: Game, t: Tables, player: int, controller: int, card: int, owner: int) -> None:
    """Declare a Facility Conquered (OW-4f.4)."""
    g.units[find_to_conquer(g, t, player, controller, card, owner)].conqueror = player + 1


@rule
def take_back(g: Game, t: Tables, player: int) -> None:
    """An owner's own card that is overcome has to be Conquered: it comes back by itself (OW-4f.10)."""
    for i in range(g.starts[g.world], g.starts[g.world + 1]):
        if g.units[i].owner == player and why_not_take(g, t, player, i) == OK:
            g.units[i].conqueror = player + 1


@rule
def can_conquer(g: Game, t: Tables, player: int) -> bool:
    """Is there a Facility that the player may Conquer?"""
    for i in range(g.starts[g.world], g.starts[g.world + 1]):
        if why_not_take(g, t, player, i) == OK:
            return True
    return False


@rule
def is_used_up(g: Game, t: Tables, index: int) -> bool:
    """Has the unit attacked or Defended, and is Trashed for it (OW-4f.7)?"""
    u = g.units[index]
    if t.cards[u.card].trash_after_use == 0:
        return False
    fought = u.defends != 0
    for k in range(t.cards[u.card].weapon_count):
        fought = fought or u.targets[k] != 0
    return fought


@rule
def is_spared(g: Game, t: Tables, index: int) -> bool:
    """Is this a card overcome only with the help of its owner, who does not destroy it (OW-4f.6, OW-4f.9)?"""
    u = g.units[index]
    if u.owner == u.controller:
        return False
    return surface_damage(g, t, index, int(u.owner)) < t.cards[u.card].defense


@rule
def settle_surface(g: Game, t: Tables) -> None:
    """Destroy the overcome nobody Conquers, Trash what is used up, hand over the Conquered (OW-4f.4 to OW-4f.7)."""
    first = int(g.starts[g.world])
    last = int(g.starts[g.world + 1]) - 1
    for i in range(first, last + 1):
        u = g.units[i]
        if u.conqueror != 0 or (u.overcome != 0 and is_spared(g, t, i)):
            u.overcome = 0
    for i in range(first, last + 1):
        if is_used_up(g, t, i):
            g.units[i].overcome = 1
    for i in range(last, first - 1, -1):
        if g.units[i].overcome != 0:
            trash_unit(g, i)
    i = first
    while i < g.starts[g.world + 1]:
        if g.units[i].conqueror != 0:
            change_controller(g, i, int(g.units[i].conqueror) - 1)
            i = first
        else:
            i += 1


@rule
def proceed_conquer(g: Game, t: Tables) -> None:
    """Ask in Priority Order who Conquers what, then clear the field (OW-4f.4)."""
    while g.seat < g.num_players:
        p = player_at(g, int(g.seat))
        take_back(g, t, p)
        if can_conquer(g, t, p):
            g.actor = p
            return
        g.seat += 1
    settle_surface(g, t)
    go(g, at.WORLD_ENDS)
