"""The oracle's World-by-World Resolution: the Sub-Steps a to f at one World (OW-4).

Below: table.py, utilities.py. Above: turn.py. The functions stand in the order of the rulebook.
"""

from __future__ import annotations

from ow_env.open_worlds.cards import Card, Kind, Swap, Type
from tests.open_worlds.oracle.table import Asking, Place, Player, Table, Unit
from tests.open_worlds.oracle.utilities import window


def resolve_worlds(t: Table) -> Asking[None]:
    """The player with Priority picks the next World, until all are resolved."""
    while any(not place.resolved for place in t.row):
        left = {f"resolve {place.name}": place for place in t.row if not place.resolved}
        place = yield from t.ask("next world", t.order[0], left, may_pass=False)
        assert place is not None
        t.place = place
        yield from resolve(t, place)
        place.resolved = True
        t.place = None


def resolve(t: Table, place: Place) -> Asking[None]:
    """Resolve one World."""
    yield from window(t, "window: beginning of resolution")
    yield from install_facilities(t, place)
    station_orbitals(t, place)
    deploy_ground_forces(t, place)
    trigger_catastrophes(t, place)
    yield from orbital_activity(t, place)
    yield from window(t, "window: beginning of surface conflict")
    yield from surface_conflict(t, place)
    t.conflict = False


def staged(t: Table, place: Place, type_: Type) -> list[tuple[Player, Card]]:
    """Take the staged cards of one type from the Staging Areas; Trash those whose REQ is not met.

    The REQs are judged together, before any of the cards comes into play (OW-4.1).
    """
    fit, unfit = [], []
    for player in t.in_order():
        for card in map(t.card, list(player.staged_at(place))):
            if card.type is type_:
                is_ship = card.kind is Kind.SHIP  # passed Reveal, needs nothing more (OW-4b.1)
                met = is_ship or t.req_met(player.seat, card, place)
                (fit if met else unfit).append((player, card))
    for player, card in unfit:
        player.unstage(place, card.name)
        player.open_trash.append(card.name)
        t.log(f"OW-4 REQ not met: {type_.name.lower()}")
    return fit


# ── a. Install Facilities ──────────────────────────────────────────────────────────────────────


def install_facilities(t: Table, place: Place) -> Asking[None]:
    """Swap in Priority Order, then install what fits (OW-4a)."""
    attempts = staged(t, place, Type.FACILITY)
    for player, card in attempts:
        swaps = {
            f"swap {unit.card.name}": place.first_copy(unit)
            for unit in place.facilities(player.seat)
            if unit.owner == player.seat and may_swap(unit.card, card)  # OW-4a.6
        }
        player.swapping = yield from t.ask("swap", player.seat, swaps)
    free = place.h2o - sum(unit.is_facility for unit in place.units)
    competing = [player for player, _ in attempts if not player.swapping]
    room = len(competing) <= free
    for player, card in attempts:
        player.unstage(place, card.name)
        if player.swapping:  # it takes the place of the card that returns to hand (OW-4a.4)
            place.units.remove(player.swapping)
            player.take_back(player.swapping.card.name)
            t.log("OW-4a.2 a Facility is swapped")
            if not room:
                t.log("OW-4a.4 a Swap installs where others find no room")
        elif not room:
            player.open_trash.append(card.name)
            t.log("OW-4a.4 no room")
            continue
        place.put(Unit(card, player.seat, player.seat))
        player.swapping = None


def may_swap(leaving: Card, coming: Card) -> bool:
    """May a Facility give up its place to another (OW-4a.2)?"""
    if leaving.swap is Swap.POPULATION_OR_PRODUCTION:
        return coming.kind in (Kind.POPULATION, Kind.PRODUCTION)
    return leaving.swap is Swap.ANY


# ── b, c, d ────────────────────────────────────────────────────────────────────────────────────


def station_orbitals(t: Table, place: Place) -> None:
    """Bring Orbitals into play (OW-4b)."""
    for player, card in staged(t, place, Type.ORBITAL):
        player.unstage(place, card.name)
        place.put(Unit(card, player.seat, player.seat))


def deploy_ground_forces(t: Table, place: Place) -> None:
    """Bring Ground Forces into play (OW-4c)."""
    for player, card in staged(t, place, Type.GROUND):
        player.unstage(place, card.name)
        place.put(Unit(card, player.seat, player.seat))


def trigger_catastrophes(t: Table, place: Place) -> None:
    """Add up all damage, less what shields take off, and destroy whom it reaches (OW-4d)."""
    events = staged(t, place, Type.CATASTROPHE)
    lost = []
    for unit in place.units:
        damage = sum(card.damage for _, card in events if hits(card, unit))
        if unit.is_ground_unit:
            shields = sum(u.card.effects.get("shield", 0) for u in place.of(unit.controller))
            if shields and damage:
                t.log("OW-4d.4 a shield takes off damage")
            damage = max(0, damage - shields)
        if damage and damage >= unit.card.defense:
            lost.append(unit)
            t.log("OW-4d.1 destroyed by a Catastrophe")
    if len(events) > 1:
        t.log("OW-4d.1 Catastrophes add up")
    for unit in lost:
        t.destroy(place, unit)
    for player, card in events:
        player.unstage(place, card.name)
        player.open_trash.append(card.name)


def hits(card: Card, unit: Unit) -> bool:
    """Does a Catastrophe name this unit?"""
    named = {
        "facility": unit.is_facility,
        "ground": unit.card.type is Type.GROUND,
        "orbital": unit.is_orbital,
        "manned": unit.card.kind is Kind.MANNED,
        "population": unit.card.kind is Kind.POPULATION,
    }
    return any(named[word] for word in card.hits)


# ── e. Orbital Activity ────────────────────────────────────────────────────────────────────────


def orbital_activity(t: Table, place: Place) -> Asking[None]:
    """Retreat, aim, and let all shots land together (OW-4e)."""
    armed = [unit for unit in place.units if unit.is_orbital and unit.card.weapons]  # OW-4e.6
    t.conflict = len({unit.controller for unit in armed}) > 1  # OW-4e.1
    if t.conflict:
        t.log("OW-4e.1 Orbital Conflict")
        for player in t.in_order():
            yield from retreat(t, place, player)
    for player in t.in_order():
        for unit in place.of(player.seat):
            if unit.is_orbital and unit.card.weapons:
                yield from aim_at_orbitals(t, place, unit)
    lost = [
        unit
        for unit in place.units
        if unit.is_orbital and shots(place, unit) >= unit.card.defense and shots(place, unit)
    ]
    for unit in lost:
        t.log("OW-4e.2 an Orbital is destroyed")
        t.destroy(place, unit)
    if not t.conflict:  # nobody was engaged: who aimed at nothing may still fire below (OW-4e.8)
        for unit in place.units:
            if unit.is_orbital and unit.card.weapons and not unit.targets and not unit.reserved:
                unit.reserved = True
                t.log("OW-4e.8 an Orbital that chose no target counts as having reserved")
    for unit in place.units:
        unit.targets = {}


def retreat(t: Table, place: Place, player: Player) -> Asking[None]:
    """Ships with Retreat may return to hand (OW-4e.2)."""
    while True:
        ships = {f"retreat {u.card.name}": u for u in place.of(player.seat) if u.card.retreat}
        ship = yield from t.ask("retreat", player.seat, ships)
        if ship is None:
            return
        place.units.remove(ship)
        player.take_back(ship.card.name)
        t.log("OW-4e.2 a Ship retreats")


def aim_at_orbitals(t: Table, place: Place, unit: Unit) -> Asking[None]:
    """Weapon by Weapon an opposing Orbital or none; or all are reserved (OW-4e.2, OW-4e.3)."""
    me = unit.controller
    may_reserve = not t.conflict or "bombard" in unit.card.effects
    opposing = [
        other
        for other in place.units
        if other.is_orbital
        and other.controller != me
        and "untargetable" not in other.card.effects
        and "ground only" not in unit.card.effects
    ]
    if not opposing:
        unit.reserved = may_reserve  # OW-4e.7
        return
    targets: dict[str, Unit | str] = {f"target {t.unit_name(me, u)}": u for u in opposing}
    for weapon in range(len(unit.card.weapons)):
        t.aiming = (unit, weapon)
        first = {"reserve": "reserve"} if may_reserve and weapon == 0 else {}
        answer = yield from t.ask("orbital activity", me, targets | first)
        t.aiming = None
        if answer == "reserve":
            unit.reserved = True
            t.log("OW-4e.3 Weapons are reserved" + " in Conflict" * t.conflict)
            return
        if isinstance(answer, Unit):
            unit.targets[weapon] = answer


def shots(place: Place, target: Unit, without: int | None = None) -> int:
    """Return the Weapon Power aimed at a unit, that of one player left out."""
    return sum(
        unit.card.weapons[weapon]
        for unit in place.units
        for weapon, aim in unit.targets.items()
        if aim is target and unit.controller != without
    )


# ── f. Surface Conflict ────────────────────────────────────────────────────────────────────────


def surface_conflict(t: Table, place: Place) -> Asking[None]:
    """Battle assignments, damage, Conquering, and the units that leave after it (OW-4f)."""
    if any(may_target(place, unit, other) for unit in place.units for other in place.units):
        t.log("OW-4f.1 Surface Conflict")
        for player in t.in_order():
            for unit in place.of(player.seat):
                yield from assign(t, place, unit)
        for unit in place.units:
            unit.overcome = not is_standing(place, unit)
        yield from conquer(t, place)
        settle(t, place)
    for unit in list(place.units):
        used = bool(unit.targets) or unit.defends is not None
        after_use = used and "trash after use" in unit.card.effects
        if after_use or "trash after conflict" in unit.card.effects:  # OW-4f.7
            t.destroy(place, unit)
    for unit in place.units:
        unit.reserved, unit.targets, unit.defends = False, {}, None


def may_target(place: Place, unit: Unit, other: Unit) -> bool:
    """May a unit target another in Surface Conflict (OW-4f.1, OW-4f.6)?"""
    if not unit.card.weapons or (unit.is_orbital and not unit.reserved):
        return False
    if not other.is_ground_unit or other.controller == unit.controller:
        return False
    if "untargetable" in other.card.effects:
        return False
    if unit.is_orbital and any("no bombardment" in shield.card.effects for shield in place.of(other.controller)):
        return False
    own_card = other.owner == unit.controller
    return not own_card or "conquers" in unit.card.effects


def assign(t: Table, place: Place, unit: Unit) -> Asking[None]:
    """Give a unit its battle assignment: targets Weapon by Weapon, or a Facility to Defend."""
    me = unit.controller
    for weapon in range(len(unit.card.weapons)):
        choices: dict[str, tuple[str, Unit]] = {}
        for other in place.units:
            if may_target(place, unit, other):
                copy = copy_to_hit(place, other)
                choices[f"target {t.unit_name(me, other)}"] = ("target", copy)
        if not unit.targets and "defends" in unit.card.effects:  # instead of attacking
            for other in place.facilities(me):
                choices[f"defend {defended_name(t, other)}"] = ("defend", copy_to_defend(place, other))
        t.aiming = (unit, weapon)
        answer = yield from t.ask("surface conflict", me, choices)
        t.aiming = None
        if answer is None:
            continue
        verb, other = answer
        if verb == "defend":
            unit.defends = other
            t.log("OW-4f.2 a unit Defends")
            return
        unit.targets[weapon] = other
        if other.owner == me:
            t.log("OW-4f.6 a player attacks its own card")


def defended_name(t: Table, unit: Unit) -> str:
    """Name a Facility of one's own, perhaps a Conquered one."""
    if unit.owner == unit.controller:
        return unit.card.name
    if t.num_players == 2:
        return f"conquered {unit.card.name}"
    return f"{unit.card.name} of player_{unit.owner}"


def copies(place: Place, unit: Unit) -> list[Unit]:
    """Return a unit and its identical copies."""
    return [other for other in place.units if other.identical(unit)]


def defenders(place: Place, unit: Unit) -> list[Unit]:
    """Return who Defends a Facility, in the order in which they were assigned."""
    return [other for other in place.units if other.defends is unit]


def is_standing(place: Place, unit: Unit) -> bool:
    """Is a unit not overcome by the shots assigned so far?"""
    return damage(place, unit) < unit.card.defense


def copy_to_hit(place: Place, unit: Unit) -> Unit:
    """Of identical copies not yet overcome an undefended one first (OW-0.8)."""
    among = copies(place, unit)
    standing = [other for other in among if is_standing(place, other)]
    return min(standing or among, key=lambda other: bool(defenders(place, other)))


def copy_to_defend(place: Place, unit: Unit) -> Unit:
    """Of identical copies one that would be overcome, an undefended one first (OW-0.8)."""
    among = copies(place, unit)
    lost = [other for other in among if not is_standing(place, other)]
    return min(lost or among, key=lambda other: bool(defenders(place, other)))


def damage(place: Place, unit: Unit, without: int | None = None) -> int:
    """Return the damage a unit takes, that of one player left out (OW-4f.3)."""
    if unit.defends:
        redirected = shots(place, unit.defends, without)
        for other in defenders(place, unit.defends):
            if other is unit:
                break
            redirected = max(0, redirected - other.card.defense)
        return shots(place, unit, without) + redirected
    remaining = shots(place, unit, without)
    for other in defenders(place, unit):
        remaining = max(0, remaining - other.card.defense)
    return remaining


def may_claim(place: Place, player: int, unit: Unit) -> bool:
    """May a player Conquer a unit (OW-4f.4)?"""
    return (
        unit.is_facility
        and unit.overcome
        and unit.conqueror is None
        and any(
            unit in attacker.targets.values()
            for attacker in place.of(player)
            if "conquers" in attacker.card.effects and not attacker.overcome
        )
    )


def conquer(t: Table, place: Place) -> Asking[None]:
    """Declare in Priority Order who Conquers what (OW-4f.4, OW-4f.10)."""
    for player in t.in_order():
        me = player.seat
        for unit in place.units:
            if unit.owner == me and may_claim(place, me, unit):
                unit.conqueror = me  # taken back by itself
                t.log("OW-4f.10 a player takes back its own card")
        while True:
            choices = {
                f"conquer {t.unit_name(me, unit)}": unit
                for unit in reversed(place.units)  # of identical copies the first
                if may_claim(place, me, unit)
            }
            chosen = yield from t.ask("conquer", me, choices)
            if chosen is None:
                break
            others = [p.seat for p in t.players if p is not player]
            if any(may_claim(place, other, chosen) for other in others):
                t.log("OW-4f.10 the first of several claims")
            chosen.conqueror = me
            t.log("OW-4f.4 a Facility is Conquered")


def settle(t: Table, place: Place) -> None:
    """Hand over what was Conquered, destroy what was overcome."""
    for unit in place.units:
        if not unit.overcome or unit.conqueror is not None or unit.owner == unit.controller:
            continue
        if damage(place, unit, without=unit.owner) < unit.card.defense:
            unit.overcome = False  # only its owner's damage would destroy it (OW-4f.9)
            t.log("OW-4f.9 an owner's damage does not destroy")
    for unit in list(place.units):
        if unit.conqueror is not None:
            unit.controller = unit.conqueror
        elif unit.overcome:
            t.destroy(place, unit)
            t.log("OW-4f.4 a ground unit is destroyed")
        unit.overcome, unit.conqueror = False, None
    place.sort()
