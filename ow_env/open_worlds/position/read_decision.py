"""From JSON to a draft, second half: what is asked, of whom, and what is half done.

Below: model.py; the rules, for what may be asked where. Above: read_utility.py (the Utility in play), check.py.
Whether the rules would ask just this is not looked at here: check.py plays on and sees.
"""

from __future__ import annotations

from typing import Any

from ow_env.core.values import JsonObject, shown
from ow_env.open_worlds import state as at
from ow_env.open_worlds.cards import FACILITY
from ow_env.open_worlds.position.form import STEP_OF
from ow_env.open_worlds.position.model import Draft, Order
from ow_env.open_worlds.position.read_utility import read_utility
from ow_env.open_worlds.rules.setup import MOST_ADJUSTED
from ow_env.open_worlds.rules.worlds import is_orbital
from ow_env.open_worlds.state import EVERYONE, NOBODY, POINTS

ASKABLE = (  # the points at which somebody decides
    at.ADJUST_HAND, at.EXCHANGE, at.WINDOW_TURN, at.WINDOW_STAGE, at.STAGE, at.WINDOW_STAGED, at.MOVE, at.WINDOW_MOVED,
    at.WINDOW_REVEAL, at.OVER_CLASS, at.NEXT_WORLD, at.WINDOW_WORLD, at.SWAP, at.RETREAT, at.ORBITAL, at.WINDOW_SURFACE,
    at.SURFACE, at.CONQUER, at.TRASH, at.WINDOW_DRAWN,
)  # fmt: skip
WINDOWS = tuple(point for point in ASKABLE if POINTS[point].startswith("window"))
AT_WORLD = tuple(range(at.WINDOW_WORLD, at.WORLD_ENDS + 1))
IN_CONFLICT = (at.RETREAT, at.ORBITAL, at.WINDOW_SURFACE, at.SURFACE, at.CONQUER)
AIMED = "only where Weapons are aimed"
# Each part of a decision: at which points it has a place, what to say elsewhere, and what is as good as none.
OF_DECISION: dict[str, tuple[tuple[int, ...], str, Any]] = {
    "ask": (ASKABLE, "", None),
    "to_act": (ASKABLE, "", None),
    "world": (AT_WORLD, "only in the resolution of a World there is one", None),
    "conflict": (IN_CONFLICT, "Orbital Conflict begins with Orbital Activity", False),
    "unit": ((at.ORBITAL, at.SURFACE), AIMED, None),
    "weapon": ((at.ORBITAL, at.SURFACE), AIMED, None),
    "power": ((at.ORBITAL, at.SURFACE), AIMED, None),
    "orders": (AT_WORLD, "only units at the World being resolved have one", []),
    "swapping": ((at.SWAP,), "Swaps are chosen only as Facilities install", {}),
    "adjusted": ((at.ADJUST_HAND,), "hands are adjusted only during setup", {}),
    "passes": (WINDOWS, "they are counted only in a window for Utilities", 0),
    "utility": (WINDOWS, "Utilities are played only in their windows", None),
}
OF_ORDER = "unit reserved targets defends overcome conqueror".split()
ORDERED_AT = {  # at which points an order may have been given
    "reserved": (at.ORBITAL, at.WINDOW_SURFACE, at.SURFACE, at.CONQUER),
    "targets": (at.ORBITAL, at.SURFACE, at.CONQUER),
    "defends": (at.SURFACE, at.CONQUER),
    "overcome": (at.CONQUER,),
    "conqueror": (at.CONQUER,),
}


def read_decision(p: Draft, value: object) -> None:
    """Read the decision."""
    told = p.fields(value, "decision", OF_DECISION)
    known = [POINTS[point] for point in ASKABLE if STEP_OF[point] == p.step]
    if not known:
        p.fault("decision", f"nobody decides anything in step {p.step!r}: expected none")
        return
    ask = p.word(told.get("ask"), "decision.ask", known)
    if ask is None:
        return
    p.point = POINTS.index(ask)
    told = in_place(p, told)
    read_world(p, told)
    p.conflict = p.flag(told, "conflict", "decision.")
    read_to_act(p, told)
    if told.get("passes") is not None:
        p.passes = p.number(told["passes"], "decision.passes", 0, len(p.agents) - 1)
    if told.get("utility") is not None:
        read_utility(p, told["utility"])
    if p.point in (at.ORBITAL, at.SURFACE) and p.world >= 0:
        read_weapon(p, told)
    read_orders(p, told)
    read_halves(p, told)


def in_place(p: Draft, told: JsonObject) -> JsonObject:
    """Return the parts of a decision that have a place at this point."""
    kept = {}
    for key, value in told.items():
        points, what, nothing = OF_DECISION[key]
        if p.point in points or value is None or value == nothing:
            kept[key] = value
        else:
            misplaced(p, f"decision.{key}", what)
    return kept


def misplaced(p: Draft, path: str, what: str) -> None:
    """Keep the fault that something has no place at this point."""
    p.fault(path, f"{what}; asked is {POINTS[p.point]!r}")


def read_world(p: Draft, told: JsonObject) -> None:
    """Read at which World the question arises."""
    if p.point not in AT_WORLD:
        return
    name = told.get("world")
    if not isinstance(name, str):
        p.fault("decision.world", f"expected the World being resolved, found {shown(name)}")
        return
    place = p.place(name, "decision.world")
    p.world = -1 if place is None else place
    if p.world >= 0 and p.resolved[p.world]:
        p.fault("decision.world", "it has been resolved this turn")


def read_to_act(p: Draft, told: JsonObject) -> None:
    """Read who is asked: several at a simultaneous Step, else one."""
    names = p.entries(told.get("to_act"), "decision.to_act")
    seats = [p.seat(name, f"decision.to_act[{i}]") for i, name in enumerate(names)]
    p.asked = tuple(sorted({seat for seat in seats if seat is not None}))
    if not names and isinstance(told.get("to_act"), list | tuple):
        p.fault("decision.to_act", "expected at least one player, found none")
    elif p.point == at.ADJUST_HAND or (p.point == at.STAGE and not p.options["stage_in_order"]):
        p.actor = EVERYONE
    elif p.asked:
        p.actor = p.asked[0]


def read_weapon(p: Draft, told: JsonObject) -> None:
    """Read which Weapon of which unit is asked for."""
    index = p.unit_at(p.world, told.get("unit"), "decision.unit")
    if index is None:
        return
    row = p.t.cards[p.units[index].card]
    if row.weapon_count == 0 or p.actor not in (NOBODY, p.units[index].controller):
        armed = f"an armed unit of {p.agents[p.actor]}, who is to act" if p.actor >= 0 else "an armed unit"
        p.fault("decision.unit", f"expected {armed}, found {shown(told['unit'])}")
        return
    p.unit = index
    p.weapon = p.number(told.get("weapon", 1), "decision.weapon", 1, int(row.weapon_count)) - 1
    power = int(row.weapons[p.weapon])
    if told.get("power", power) != power or isinstance(told.get("power"), bool):
        found = f"this Weapon of {p.name(p.units[index].card)} has {power}, found {shown(told['power'])}"
        p.fault("decision.power", found)


# ── Orders given in a conflict ───────────────────────────────────────────────────────────────


def read_orders(p: Draft, told: JsonObject) -> None:
    """Read what the units at the World were told to do."""
    for number, entry in enumerate(p.entries(told.get("orders", []), "decision.orders")):
        path = f"decision.orders[{number}]"
        order = p.fields(entry, path, OF_ORDER)
        index = p.unit_at(p.world, order.get("unit"), f"{path}.unit") if p.world >= 0 else None
        if index is not None and index in p.orders:
            p.fault(f"{path}.unit", f"{shown(order['unit'])} is there twice")
        elif index is not None:
            p.orders[index] = read_order(p, index, order, path)


def read_order(p: Draft, index: int, told: JsonObject, path: str) -> Order:
    """Read what one unit was told to do."""
    for key, points in ORDERED_AT.items():
        if told.get(key) and p.point not in points:
            misplaced(p, f"{path}.{key}", "it does not outlast its Sub-Step")
    row = p.t.cards[p.units[index].card]
    name = p.name(p.units[index].card)
    order = Order(p.flag(told, "reserved", f"{path}."), overcome=p.flag(told, "overcome", f"{path}."))
    if order.reserved and not (row.weapon_count > 0 and is_orbital(p.t, p.units[index].card)):
        p.fault(f"{path}.reserved", f"{name} is no Orbital with a Weapon")
    order.targets = read_targets(p, index, told, path)
    if told.get("defends") is not None:
        order.defends = read_defended(p, index, told["defends"], f"{path}.defends")
    if order.defends and any(order.targets):
        p.fault(path, f"{name} can't attack and Defend (OW-4f.2)")
    if told.get("conqueror") is not None:
        seat = p.seat(told["conqueror"], f"{path}.conqueror")
        order.conqueror = 0 if seat is None else seat + 1
        if row.type != FACILITY:
            p.fault(f"{path}.conqueror", f"{name} is no Facility")
    return order


def read_targets(p: Draft, index: int, told: JsonObject, path: str) -> list[int]:
    """Read the target of each Weapon of a unit; null: none."""
    unit = p.units[index]
    most = int(p.t.cards[unit.card].weapon_count)
    entries = p.entries(told.get("targets", []), f"{path}.targets")
    if len(entries) > most:
        p.fault(f"{path}.targets", f"{p.name(unit.card)} has {most} Weapons, found {len(entries)} targets")
    targets = []
    for k, entry in enumerate(entries[:most]):
        where = f"{path}.targets[{k}]"
        place = None if entry is None else p.unit_at(p.world, entry, where)
        targets.append(0 if place is None else place + 1)
        if place is not None and p.units[place].controller == unit.controller:
            p.fault(where, f"{shown(entry)} is a unit of the same player")
    return targets


def read_defended(p: Draft, index: int, value: object, path: str) -> int:
    """Read which Facility a unit Defends: index + 1, 0 where it could not be read."""
    defender = p.units[index]
    place = p.unit_at(p.world, value, path)
    if p.t.cards[defender.card].defends == 0:
        p.fault(path, f"{p.name(defender.card)} may not Defend")
    elif place is not None:
        unit = p.units[place]
        if unit.controller != defender.controller or p.t.cards[unit.card].type != FACILITY:
            p.fault(path, f"{shown(value)} is no Facility of its controller")
    return 0 if place is None else place + 1


# ── Swaps, and hands being adjusted ──────────────────────────────────────────────────────────


def read_halves(p: Draft, told: JsonObject) -> None:
    """Read what each player Swaps, and how many cards each has put away."""
    for name, entry in p.by_name(told.get("swapping", {}), "decision.swapping", '{"player_0": "Exploit"}'):
        seat, card = p.seat(name, "decision.swapping"), p.card(entry, f"decision.swapping.{name}")
        if seat is not None and card is not None:
            p.players[seat].swapping = card + 1
    for name, entry in p.by_name(told.get("adjusted", {}), "decision.adjusted", '{"player_0": 2}'):
        seat, path = p.seat(name, "decision.adjusted"), f"decision.adjusted.{name}"
        count = p.number(entry, path, 0, MOST_ADJUSTED)
        if seat is not None:
            p.players[seat].adjusted = count
            thrown = len(p.players[seat].piles.get("trash", []))
            if count > thrown:
                p.fault(path, f"expected {thrown} at most, the cards in `trash`, found {count}")
