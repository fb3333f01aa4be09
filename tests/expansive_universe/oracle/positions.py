"""The oracle's positions, in the JSON that the game uses: written at every decision, read where a turn goes on.

Below: oracle.py. Above: lockstep.py, ../table.py, ../scenario.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.expansive_universe.oracle.cards import BASE, Box
from tests.expansive_universe.oracle.oracle import OVER, Oracle
from tests.expansive_universe.oracle.table import (
    ASIDE, ATTACHED, CAPTIVE, CREW, DECK, DESTROYED, FLEET, LINE_UP, ROW, Chance, Dice, Table,
)

Position = dict[str, Any]


@dataclass
class Told:
    """What a position tells but for what is under way."""

    table: Table
    round: int
    first: int
    active: int
    used: set[str]
    point: str
    asked: int | None
    result: str
    winner: int | None
    sums: dict[str, list[int]]  # of a battle: "bonus", "cover", "guard" of each seat


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
        "players": [written_player(table, seat) for seat in range(len(table.players))],
        "tokens": dict(table.tokens),
        "line_up": list(table.line_up),
        "deck": table.where(zone=DECK),
        "destroyed": table.where(zone=DESTROYED),
        "aside": table.where(zone=ASIDE),
        "decision": {"type": oracle.point if oracle.course else "turn", "used": sorted(oracle.used),
          "asked": (None if oracle.is_over else oracle.asked) if oracle.course else oracle.active, "result": oracle.result, "winner": table.winner, "battle": battle(oracle)},
    }


def battle(oracle: Oracle) -> Any:
    b = oracle.battle
    n = range(len(oracle.table.players))
    return {k: [getattr(b, k)[s] if b else 0 for s in n] for k in ("bonus", "cover", "guard")}


def written_player(table: Table, seat: int) -> Position:
    p = table.players[seat]
    return {"faction": p.faction, "gold": p.gold, "points": p.points, "out": p.out, "crew_at": p.crew_at, "row": list(p.row),
      "crew": [thing(table, n) for n in table.crew(seat)], "fleet": [thing(table, n) for n in table.fleet(seat)]}


def thing(table: Table, name: str) -> Position:
    t = table.things[name]
    d = {"card": name, "on": table.attached(name), "at": t.on, "entangled": t.entangled, "waylaid": t.waylaid}
    held = table.captive_of(name)
    if held:
        d["holding"] = {"of": table.things[held].seat, **thing(table, held)}
    return d


def told(position: Position, box: Box = BASE, chance: Chance | None = None) -> Told:
    table = Table(box, [p["faction"] for p in position["players"]], position["core"], chance or Dice(0))
    for seat, p in enumerate(position["players"]):
        q = table.players[seat]
        q.gold, q.points, q.out, q.crew_at, q.row = p["gold"], p["points"], p["out"], p["crew_at"], list(p["row"])
        for n in q.row:
            table.put(n, ROW, seat)
        for zone, key in ((CREW, "crew"), (FLEET, "fleet")):
            for d in p[key]:
                lay(table, d, zone, seat, d["at"])
    table.tokens = dict(position["tokens"])
    table.line_up = list(position["line_up"])
    for n in table.line_up:
        if n:
            table.put(n, LINE_UP)
    for zone, key in ((DECK, "deck"), (DESTROYED, "destroyed"), (ASIDE, "aside")):
        for n in position[key]:
            table.put(n, zone)
    d = position["decision"]
    table.winner = d["winner"]
    return Told(table, position["round"], position["first"], position["active"], set(d["used"]), d["type"], d["asked"], d["result"], d["winner"], d["battle"])


def lay(table: Table, d: Position, zone: str, seat: int, on: str) -> None:
    table.put(d["card"], zone, seat, on)
    table.things[d["card"]].entangled = d["entangled"]
    table.things[d["card"]].waylaid = d["waylaid"]
    for n in d["on"]:
        table.put(n, ATTACHED, on=d["card"])
    if "holding" in d:
        lay(table, d["holding"], CAPTIVE, d["holding"]["of"], d["card"])


def read(position: Position, chance: Chance, box: Box = BASE, max_rounds: int = 40) -> Oracle:
    t = told(position, box, chance)
    oracle = Oracle(t.table, max_rounds)
    oracle.round, oracle.first, oracle.active, oracle.used = t.round, t.first, t.active, t.used
    assert t.point == "turn"
    oracle.begin(fresh=False)
    return oracle
