"""The oracle's positions, in the JSON that the game uses: written at every decision, read where a turn goes on.

Below: oracle.py. Above: lockstep.py, ../table.py, ../scenario.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.expansive_universe.oracle.battle import LOSS, MANEUVER, TARGET, USE, Battle
from tests.expansive_universe.oracle.cards import BASE, CHARACTER, SPACESHIP, Box
from tests.expansive_universe.oracle.oracle import BEARER, OVER, SIDE, TURN, Oracle
from tests.expansive_universe.oracle.table import (
    ASIDE,
    ATTACHED,
    CAPTIVE,
    CREW,
    DECK,
    DESTROYED,
    FLEET,
    LINE_UP,
    NOWHERE,
    ROW,
    Chance,
    Dice,
    Table,
)

Position = dict[str, Any]

FLAGS = {"fly": "has_flown", "attack": "has_attacked", "buy": "has_bought", "mission": "has_tried"}
SUMS = {"bonus": "boost", "cover": "cover", "guard": "guard"}


# ── Writing ──────────────────────────────────────────────────────────────────────────────────────


def write(oracle: Oracle) -> Position:
    """Return the whole position."""
    table = oracle.table
    return {
        "game": "expansive_universe",
        "format": 1,
        "core": table.core,
        "round": oracle.round,
        "first": oracle.first,
        "active": oracle.active,
        "line_up": list(table.line_up),
        "deck": table.where(zone=DECK),
        "destroyed": table.where(zone=DESTROYED),
        "tokens": dict(table.tokens),
        "players": [player(table, seat) for seat in range(len(table.players))],
        "decision": decision(oracle),
    }


def player(table: Table, seat: int) -> Position:
    """Return what one player has."""
    him = table.players[seat]
    told: Position = {"faction": him.faction, "points": him.points, "row": list(him.row)}
    if him.out:
        return told | {"out": True}
    return told | {
        "gold": him.gold,
        "crew_at": him.crew_at,
        "crew": [character(table, name) for name in table.crew(seat)],
        "ships": [
            {"card": name, "at": table.things[name].on, "armaments": table.attached(name)} for name in table.fleet(seat)
        ],
    }


def character(table: Table, name: str) -> Position:
    """Return a character with all that is on it."""
    told: Position = {"card": name, "weapons": table.attached(name)}
    held = table.captive_of(name)
    if held:
        told["captive"] = {"card": held, "weapons": table.attached(held), "of": table.things[held].seat}
    return told


def decision(oracle: Oracle) -> Position:
    """Return what is decided, and what is under way, as far as it is not nothing."""
    if oracle.course is None:
        told: Position = {"type": TURN, "asked": oracle.active}
    elif oracle.is_over:
        return {"type": OVER, "winner": oracle.table.winner}
    else:
        told = {"type": oracle.point, "asked": oracle.asked}
    told |= {flag: what in oracle.used for what, flag in FLAGS.items()}
    if oracle.placing:
        told["placing"] = oracle.placing
    if oracle.mission:
        told |= {"mission": oracle.mission.location, "step": oracle.mission.step + bool(oracle.placing)}
    if oracle.battle:
        told |= battle(oracle.battle, told["type"])
    return {key: value for key, value in told.items() if value or key == "asked"}


def battle(fight: Battle, point: str) -> Position:
    """Return how a battle stands."""
    assert point in (MANEUVER, USE, TARGET, LOSS)
    things = fight.table.things
    players = fight.table.players
    seats = range(len(players))
    sums = {
        told: [0 if players[seat].out else getattr(fight, key)[seat] for seat in seats] for key, told in SUMS.items()
    }
    if point == LOSS:
        sums |= {
            "difference": [fight.left[seat] for seat in seats],
            "resist": [0 if players[seat].out else fight.difference[seat] for seat in seats],
        }
    return {
        "battle": "space" if fight.in_space else "location",
        "battle_place": fight.place,
        "attacker": fight.attacker,
        "turn_at": fight.turn,
        "passes": fight.passed,
        "entangled": [name for name, thing in things.items() if thing.entangled],
        "waylaid": [name for name, thing in things.items() if thing.waylaid or thing.absent],
        "once": [name for name, thing in things.items() if thing.maneuvers > 0],
        "twice": [name for name, thing in things.items() if thing.maneuvers > 1],
        **{key: numbers for key, numbers in sums.items() if any(numbers)},
        **({"user": fight.user, "text_of": fight.reading, "step": fight.step} if point in (USE, TARGET) else {}),
        "queue": list(fight.waiting),
        **({"resolving": True, "destroyer": fight.destroyer} if point == LOSS else {}),
    }


# ── Reading ──────────────────────────────────────────────────────────────────────────────────────


@dataclass
class Told:
    """What a position tells but for what is under way."""

    table: Table
    round: int
    first: int
    active: int
    point: str
    asked: int | None
    used: set[str]
    sums: dict[str, list[int]]  # of a battle: what texts have added, for each seat


def told(position: Position, box: Box = BASE, chance: Chance | None = None) -> Told:
    """Read a position."""
    players, under_way = position["players"], position["decision"]
    table = Table(box, [him["faction"] for him in players], position["core"], chance or Dice(0))
    for seat, him in enumerate(players):
        read_player(table, seat, him)
    table.tokens = dict(position["tokens"])
    table.line_up = list(position["line_up"])
    for zone, names in ((LINE_UP, table.line_up), (DECK, position["deck"]), (DESTROYED, position["destroyed"])):
        for name in names:
            if name:
                table.put(name, zone)
    for name in table.where(zone=NOWHERE):
        card = box.cards[name]
        if card.alpha and card.kind in (CHARACTER, SPACESHIP) and card.faction in [him["faction"] for him in players]:
            table.put(name, ASIDE)
    for name in under_way.get("entangled", ()):
        table.things[name].entangled = True
    for name in under_way.get("waylaid", ()):
        table.things[name].waylaid = True
    table.winner = under_way.get("winner")
    return Told(
        table,
        position["round"],
        position["first"],
        position["active"],
        under_way["type"],
        under_way.get("asked"),
        {what for what, flag in FLAGS.items() if under_way.get(flag)},
        {key: under_way.get(name, [0] * len(players)) for key, name in SUMS.items()},
    )


def read_player(table: Table, seat: int, told: Position) -> None:
    """Read what one player has."""
    him = table.players[seat]
    him.points, him.row, him.out = told["points"], list(told["row"]), told.get("out", False)
    for name in him.row:
        table.put(name, ROW, seat)
    if him.out:
        return
    him.gold, him.crew_at = told["gold"], told["crew_at"]
    for entry in told["crew"]:
        lay(table, entry["card"], CREW, seat, "", entry["weapons"])
        held = entry.get("captive")
        if held:
            lay(table, held["card"], CAPTIVE, held["of"], entry["card"], held["weapons"])
    for entry in told["ships"]:
        lay(table, entry["card"], FLEET, seat, entry["at"], entry["armaments"])


def lay(table: Table, name: str, zone: str, seat: int, on: str, attached: list[str]) -> None:
    """Lay down a card with what is on it."""
    table.put(name, zone, seat, on)
    for each in attached:
        table.put(each, ATTACHED, on=name)


def read(position: Position, chance: Chance, box: Box = BASE, **options: Any) -> Oracle:
    """Return the oracle at a position where a turn goes on, played on to its next decision."""
    found = told(position, box, chance)
    assert found.point == TURN, found.point
    oracle = Oracle(found.table, **options)
    oracle.round, oracle.first, oracle.active, oracle.used = found.round, found.first, found.active, found.used
    oracle.begin(fresh=False)
    return oracle


__all__ = ["BEARER", "SIDE", "Told", "read", "told", "write"]
