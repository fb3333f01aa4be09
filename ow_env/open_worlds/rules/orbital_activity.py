"""Orbital Activity: Retreat, Orbital Conflict, or shooting at the unarmed and holding fire (OW-4e).

Below: combat.py, units.py, order.py. Above: legality.py, flow.py.
"""

from __future__ import annotations

from ow_env.open_worlds import actions as why, state as at
from ow_env.open_worlds.actions import OK
from ow_env.open_worlds.rules.combat import direct_damage, is_armed_orbital, pick_copy
from ow_env.open_worlds.rules.order import go, player_at
from ow_env.open_worlds.rules.piles import return_to_hand
from ow_env.open_worlds.rules.units import find_unit, remove_unit, trash_unit
from ow_env.open_worlds.rules.worlds import is_orbital
from ow_env.open_worlds.state import WEAPONS, Game, Tables, rule


@rule
def begin_orbital_activity(g: Game, t: Tables) -> None:
    """See whether Orbital Conflict exists: two players have armed Orbitals here (OW-4e.1)."""
    armed = 0
    for p in range(g.num_players):
        for i in range(g.starts[g.world], g.starts[g.world + 1]):
            if g.units[i].controller == p and is_armed_orbital(g, t, i):
                armed += 1
                break
    g.conflict = 1 if armed >= 2 else 0
    go(g, at.RETREAT)


# ── Retreat ──────────────────────────────────────────────────────────────────────────────────


@rule
def why_not_retreat(g: Game, t: Tables, player: int, card: int) -> int:
    """Return the rule that forbids a Ship to Retreat, or OK (OW-4e.2)."""
    if find_unit(g, int(g.world), player, card, player) < 0:
        return why.NOT_YOURS_HERE
    return OK if t.cards[card].retreat != 0 else why.NO_RETREAT


@rule
def can_retreat(g: Game, t: Tables, player: int) -> bool:
    """Has the player a Ship here that may Retreat?"""
    for i in range(g.starts[g.world], g.starts[g.world + 1]):
        if g.units[i].controller == player and t.cards[g.units[i].card].retreat != 0:
            return True
    return False


@rule
def retreat(g: Game, player: int, card: int) -> None:
    """Return a Ship to its owner's hand (OW-4e.2)."""
    remove_unit(g, find_unit(g, int(g.world), player, card, player))
    return_to_hand(g, player, card)


@rule
def proceed_retreat(g: Game, t: Tables) -> None:
    """In Orbital Conflict ask in Priority Order which Ships Retreat (OW-4e.2)."""
    while g.conflict != 0 and g.seat < g.num_players:
        p = player_at(g, int(g.seat))
        if can_retreat(g, t, p):
            g.actor = p
            return
        g.seat += 1
    go(g, at.ORBITAL)
    g.unit = g.starts[g.world]


# ── Weapons ──────────────────────────────────────────────────────────────────────────────────


@rule
def why_not_shoot_orbital(g: Game, t: Tables, player: int, index: int) -> int:
    """Return the rule that forbids an Orbital's Weapon to target a unit, or OK (OW-4e.2, OW-4e.3)."""
    u = g.units[index]
    if u.controller == player:
        return why.YOUR_OWN
    if not is_orbital(t, int(u.card)):
        return why.ORBITALS_ONLY
    return OK if t.cards[u.card].untargetable == 0 else why.UNTARGETABLE


@rule
def has_orbital_target(g: Game, t: Tables, player: int) -> bool:
    """Is there an Orbital here that the player's Orbitals may target?"""
    for i in range(g.starts[g.world], g.starts[g.world + 1]):
        if why_not_shoot_orbital(g, t, player, i) == OK:
            return True
    return False


@rule
def may_reserve(g: Game, t: Tables, index: int) -> bool:
    """May this Orbital keep its Weapons for Surface Conflict: without Conflict, or by its text (OW-4e.3)?"""
    return g.conflict == 0 or t.cards[g.units[index].card].bombard != 0


@rule
def why_not_reserve(g: Game, t: Tables) -> int:
    """Return the rule that forbids the Orbital being asked to reserve its Weapons, or OK (OW-4e.3, OW-4e.8)."""
    if g.weapon > 0:
        return why.USED_ALREADY
    return OK if may_reserve(g, t, int(g.unit)) else why.NO_RESERVE


@rule
def why_not_target_orbital(g: Game, t: Tables, player: int, controller: int, card: int, owner: int) -> int:
    """Return the rule that forbids the Weapon being asked to target such a unit, or OK."""
    index = pick_copy(g, t, controller, card, owner, False)
    return why.NOT_HERE if index < 0 else why_not_shoot_orbital(g, t, player, index)


@rule
def reserve(g: Game) -> None:
    """Keep all Weapons of the Orbital being asked for Surface Conflict (OW-4e.3)."""
    g.units[g.unit].reserved = 1
    g.unit += 1
    g.weapon = 0


@rule
def aim(g: Game, t: Tables, controller: int, card: int, owner: int) -> None:
    """Point the Weapon being asked at a unit; the next Weapon is asked for."""
    g.units[g.unit].targets[g.weapon] = pick_copy(g, t, controller, card, owner, False) + 1
    g.weapon += 1


@rule
def may_shoot(g: Game, t: Tables, player: int, index: int) -> bool:
    """Is this an armed Orbital of the player with something to aim at?"""
    u = g.units[index]
    if u.controller != player or not is_armed_orbital(g, t, index):
        return False
    return t.cards[u.card].ground_only == 0 and has_orbital_target(g, t, player)


@rule
def can_only_reserve(g: Game, t: Tables, player: int, index: int) -> bool:
    """Is this an armed Orbital of the player that may reserve its Weapons and do nothing else (OW-4e.7)?"""
    if g.units[index].controller != player or not is_armed_orbital(g, t, index):
        return False
    return may_reserve(g, t, index) and not may_shoot(g, t, player, index)


@rule
def has_aimed(g: Game, index: int) -> bool:
    """Has a Weapon of this unit a target?"""
    for k in range(WEAPONS):
        if g.units[index].targets[k] != 0:
            return True
    return False


@rule
def settle_orbital(g: Game, t: Tables) -> None:
    """Destroy the Orbitals whose damage reaches their Defensive Strength; the rest is forgotten (OW-4e.2, OW-4e.5).

    Where there is no Conflict, an armed Orbital that was given no target counts as having reserved (OW-4e.8).
    """
    first = int(g.starts[g.world])
    last = int(g.starts[g.world + 1]) - 1
    for i in range(first, last + 1):
        u = g.units[i]
        if g.conflict == 0 and is_armed_orbital(g, t, i) and not has_aimed(g, i):
            u.reserved = 1
        u.overcome = 1 if direct_damage(g, t, i, -1) >= t.cards[u.card].defense else 0
    for i in range(last, first - 1, -1):
        u = g.units[i]
        for k in range(WEAPONS):
            u.targets[k] = 0
        if u.overcome != 0:
            trash_unit(g, i)


@rule
def proceed_orbital(g: Game, t: Tables) -> None:
    """Ask in Priority Order for each Weapon of each Orbital; then all shots land together (OW-4e.2, OW-4e.3)."""
    while g.seat < g.num_players:
        p = player_at(g, int(g.seat))
        while g.unit < g.starts[g.world + 1]:
            if can_only_reserve(g, t, p, int(g.unit)):
                g.units[g.unit].reserved = 1
            elif may_shoot(g, t, p, int(g.unit)) and g.weapon < t.cards[g.units[g.unit].card].weapon_count:
                g.actor = p
                return
            g.unit += 1
            g.weapon = 0
        g.seat += 1
        g.unit = g.starts[g.world]
    settle_orbital(g, t)
    g.unit = 0
    go(g, at.WINDOW_SURFACE)
