"""Scenarios: a position, what the players do, what has changed, in a notation that reads like a table.

    EU-5.2: landing under the owner's spaceships costs 5 gold more, and the owner gets it
        before: gold 7 | fleet Bulkhead One at Kharg | at Bulkhead One | foe gold 3
        play:   move crew to Skull Landing
        after:  gold 1 | at Skull Landing | foe gold 8

A position is parts divided by ` | `. Of a player: `faction`, `gold`, `points`, `row`, `at` (where the crew is), `crew`,
`fleet`, `out`, and in a battle `bonus`, `cover`, `guard`; `foe`, `third` and `fourth` before a part are player_1 to
player_3. Of the table: `core`, `round`, `starter`, `turn`, `asked`, `point`, `used` (this turn), `tokens`, `line up`,
`destroyed`, `aside`, `result`. `-` is nothing. An entry of a crew or a fleet is a card with all that is on it:

    Press Ganger + Weighted Net + War Horn (entangled) holding foe Sector Marshal + Stun Baton
    Ironjaw + Spiked Hull at Core

What is not written is: two players, or as many as are written, with the factions Galaxernment, Wartribe, Robotocense,
Sorcerons in this order (those that others do not have), each with the four starters where they begin; the alpha
character is always of the crew. No gold, points or tokens; Galactic Core #1; round 2, begun by you; your turn, after
your gold has been gained; an empty line-up, and all other cards of these factions in the deck. `after` says what has
changed: all else in those parts has to be as it was before; `line up drawn` is any new one. What is under way in a
battle is not written: the oracle compares it. Actions that are the only legal ones are taken unasked; they may be
written all the same. Titles of rows in which the rule has no effect say `not` after its number. The game and the oracle
both play every row.
"""

from __future__ import annotations

import re

from tests import scenarios
from tests.expansive_universe.oracle import positions
from tests.expansive_universe.oracle.cards import BASE, CHARACTER, CORE, LOCATION, SLOTS, SPACESHIP
from tests.expansive_universe.oracle.oracle import OVER, TURN, Oracle
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
    Dice,
    Table,
)
from tests.expansive_universe.table import OracleTable, Table as GameTable
from tests.scenarios import SEATS, Parts, Row, Scenario, split
from tests.tables import Position

SUMS = ("bonus", "cover", "guard")  # what texts have added in a battle
OF_PLAYER = ("faction", "gold", "points", "row", "at", "crew", "fleet", "out", *SUMS)
OF_TABLE = (
    *("core", "round", "starter", "turn", "asked", "point", "used", "tokens", "line up", "destroyed", "aside"),
    "result",
)
USUAL = ("Galaxernment", "Wartribe", "Robotocense", "Sorcerons")
DRAWN = "drawn"
UNTOLD = ("used",)  # of an `after`


def check(row: Row) -> None:
    """Play a row through."""
    position, options = position_of(row.before), row.options or {}
    table = GameTable(position, **options)
    first, again = (OracleTable(position, table, **options) for _ in range(2))
    scenarios.check(scenarios.asked_for(row, first), table, again, compare)


def compare(row: Scenario, position: Position) -> None:
    """Compare the whole position with what a row says of it."""
    before, found, told = parts_of(position_of(row.before)), parts_of(position), read(row.after)
    wanted = {**before, **told}
    if wanted["point"] == OVER:
        wanted["asked"] = ""
    if told.get("line up") == DRAWN:
        assert found["line up"] != before["line up"]
        wanted["line up"] = found["line up"]
    keys = [key for key in found if key not in UNTOLD]
    told, meant = ({key: at[key] for key in keys if at[key] != before[key]} for at in (found, wanted))
    assert told == meant, f"found {told!r}, expected {meant!r}"


# ── Reading ──────────────────────────────────────────────────────────────────────────────────────


def read(text: str) -> Parts:
    """Return the parts that are written, lists in their order."""
    parts = scenarios.parts_in(text, OF_PLAYER, OF_TABLE, ("out",))
    for key, value in parts.items():
        if key.split()[-1] in ("destroyed", "aside", "crew", "fleet", "used", "tokens"):
            parts[key] = ", ".join(sorted(split(value, ","), key=place_of))
    return parts


def place_of(entry: str) -> tuple[int, str]:
    """Return where an entry of a list stands: cards by the catalogue."""
    name = re.split(r" \+ | at | \(| holding ", entry)[0]
    return BASE.order.get(name, len(BASE.order)), entry


def known(name: str) -> str:
    assert name in BASE.cards, f"what is {name!r}?"
    return name


def build(text: str) -> Oracle:
    """Return an oracle that stands as a text says; it has not begun to play."""
    parts = read(text)
    count = max(
        2, 1 + max((seat for seat in (1, 2, 3) if any(key.startswith(SEATS[seat]) for key in parts)), default=0)
    )
    befores = [f"{SEATS[seat]} " if seat else "" for seat in range(count)]
    named = [parts.get(f"{before}faction") for before in befores]
    free = [name for name in USUAL if name not in named]
    factions = [name or free.pop(0) for name in named]
    table = Table(BASE, factions, f"Galactic Core {parts.get('core', '#1')}", Dice(0))
    oracle = Oracle(table)
    oracle.first, oracle.active = SEATS.index(parts.get("starter", "you")), SEATS.index(parts.get("turn", "you"))
    oracle.round, oracle.used = int(parts.get("round", 2)), set(split(parts.get("used", ""), ","))
    for seat, before in enumerate(befores):
        lay_out(table, seat, {key: parts[before + key] for key in OF_PLAYER if before + key in parts})
    for entry in split(parts.get("tokens", ""), ","):
        location, _, who = entry.rpartition(" ")
        table.tokens[known(location)] = SEATS.index(who)
    for slot, name in enumerate(split(parts.get("line up", ""), ",")):
        if name != "-":
            table.put(known(name), LINE_UP)
            table.line_up[slot] = name
    for zone in (DESTROYED, ASIDE):
        for name in split(parts.get(zone, ""), ","):
            table.put(known(name), zone)
    for name, thing in table.things.items():
        if thing.zone == NOWHERE and thing.card.faction in factions and not thing.card.alpha:
            table.put(name, DECK)
    return oracle


def lay_out(table: Table, seat: int, told: Parts) -> None:
    """Lay out what one player has."""
    player = table.players[seat]
    mine = {card.kind: name for name, card in BASE.cards.items() if card.alpha and card.faction == player.faction}
    player.row = [known(name) for name in split(told.get("row", mine[LOCATION]), ",")]
    for name in player.row:
        table.put(name, ROW, seat)
    player.points = int(told.get("points", 0))
    if "out" in told:
        player.out = True
        for kind in (CHARACTER, SPACESHIP):
            table.put(mine[kind], ASIDE)
        return
    player.gold, player.crew_at = int(told.get("gold", 0)), known(told.get("at", mine[LOCATION]))
    table.put(mine[CHARACTER], CREW, seat)
    for entry in split(told.get("crew", ""), ","):
        lay_down(table, seat, entry, CREW)
    for entry in split(told.get("fleet", mine[SPACESHIP]), ","):
        lay_down(table, seat, entry, FLEET)
    if table.things[mine[SPACESHIP]].zone == NOWHERE:
        table.put(mine[SPACESHIP], ASIDE)


def lay_down(table: Table, seat: int, entry: str, zone: str) -> None:
    """Lay down a character or a spaceship with all that is on it."""
    entry, _, held = entry.partition(" holding ")
    stack, _, place = entry.partition(" at ")
    name, *on = [known(each) for each in stack.split(" + ")]
    table.put(name, zone, seat, (place or table.planet(seat)) if zone == FLEET else "")
    if held:
        who, _, held = held.partition(" ")
        captive, *more = [known(each) for each in held.split(" + ")]
        table.put(captive, CAPTIVE, SEATS.index(who), name)
        for each in more:
            table.put(each, ATTACHED, on=captive)
    for each in on:
        table.put(each, ATTACHED, on=name)


def position_of(text: str) -> Position:
    """Return the position that a text describes."""
    return positions.write(build(text))


# ── Writing ──────────────────────────────────────────────────────────────────────────────────────


def parts_of(position: Position) -> Parts:
    """Return the parts of a whole position, all but what is under way."""
    told = positions.told(position)
    table = told.table
    parts = {
        "core": table.core.removeprefix("Galactic Core "),
        "round": str(told.round),
        "starter": SEATS[told.first],
        "turn": SEATS[told.active],
        "asked": "" if told.asked is None else SEATS[told.asked],
        "point": told.point,
        "used": ", ".join(sorted(told.used)) if told.point == TURN else "",
        "tokens": ", ".join(f"{name} {SEATS[table.tokens[name]]}" for name in BASE.order if name in table.tokens),
        "line up": ", ".join(name or "-" for name in table.line_up) if any(table.line_up) else "",
        "destroyed": ", ".join(table.where(zone=DESTROYED)),
        "aside": ", ".join(table.where(zone=ASIDE)),
        "result": "" if told.point != OVER else "truncated" if table.winner is None else SEATS[table.winner],
    }
    while parts["line up"].endswith(", -"):
        parts["line up"] = parts["line up"].removesuffix(", -")
    for seat, player in enumerate(table.players):
        before = f"{SEATS[seat]} " if seat else ""
        alpha = next(name for name in BASE.of(CHARACTER) if is_alpha_of(name, player.faction))
        crew = [entry for name in table.crew(seat) if (entry := entry_of(table, name)) != alpha]
        parts |= {
            f"{before}faction": player.faction,
            f"{before}gold": str(player.gold),
            f"{before}points": str(player.points),
            f"{before}row": ", ".join(player.row),
            f"{before}at": player.crew_at,
            f"{before}crew": ", ".join(crew),
            f"{before}fleet": ", ".join(entry_of(table, name) for name in table.fleet(seat)),
            f"{before}out": "yes" if player.out else "",
            **{before + each: str(told.sums[each][seat]) for each in SUMS},
        }
    return parts


def is_alpha_of(name: str, faction: str) -> bool:
    return BASE.cards[name].alpha and BASE.cards[name].faction == faction


def entry_of(table: Table, name: str) -> str:
    """Return a card with all that is on it."""
    thing = table.things[name]
    text = " + ".join((name, *table.attached(name)))
    if thing.zone == FLEET and thing.on != table.planet(thing.seat):
        text += f" at {thing.on}"
    flags = [word for word, is_so in (("entangled", thing.entangled), ("waylaid", thing.waylaid)) if is_so]
    text += f" ({', '.join(flags)})" if flags else ""
    held = table.captive_of(name)
    return f"{text} holding {SEATS[table.things[held].seat]} {entry_of(table, held)}" if held else text


__all__ = ["CORE", "SLOTS", "build", "check", "parts_of", "position_of"]
