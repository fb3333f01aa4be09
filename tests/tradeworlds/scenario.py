"""Scenarios: a position, what the players do, what has changed, in a notation that reads like a table.

    TW-C3: the attacker higher, the defender is destroyed
        before: lane 3/3 | foe lane 2/3
        play:   role Admiral; send lane 1; engage 1
        dice:   4 3
        after:  foe lane - | foe discard S1, W2, C3 | point discard

A position is parts divided by ` | `. Of a player: `faction`, `credits`, `level`, `homeworld`, `hand`, `known`,
`deck`, `discard`, `removed`, `tops` (four, `-` for an empty pile) and `under` them, `lane`, `gone` (tokens), `used up`,
`out`; `foe`, `third` and `fourth` before a part are player_1 to player_3. Of the table: `scenario`, `round`, `starter`,
`turn`, `asked`, `point`, `role`, `change`, `buying`, `critical mass`, `result`. `-` is nothing. Cards are `S2`, `W5`,
`C1` or a Tactic's name, `2x C1` two of them. A ship is its Firepower and Resistance, `3/3`, several Weapons `3+4/2`,
with the smallest Starship that carries them or another named before, `S5 3/3`, and a token behind, `3/3 Cruiser`.

What is not written is: Trade Wars for two, or as many as are written; your Role in the first round, begun by you;
Acolytes all, with 18 Defense Points, no credits, a level that ships or credits reach, one S4 in the hand and nothing
else. There are no other cards. `after` says what has changed: all else in those parts has to be as it was before;
`...` says that more has changed. Actions that are the only legal ones are taken unasked; they may be written all the
same. What is under way is not written: the oracle compares it. Dice are written as they fall, `3` of six sides,
`8of10` of ten. Titles of rows in which the rule has no effect say `not` after its number. The game and the oracle
both play every row, with `ask="needed"` unless it says otherwise.
"""

from __future__ import annotations

import re
from collections import Counter

from tests import scenarios
from tests.scenarios import SEATS, Choice, Parts, Row, Scenario, split
from tests.tables import Position
from tests.tradeworlds.oracle.cards import BASE, PLACES
from tests.tradeworlds.table import OracleTable, Shown, Table

OF_PLAYER = (
    *("faction", "credits", "level", "homeworld", "hand", "known", "deck", "discard", "removed", "tops", "under"),
    *("lane", "gone", "used up", "out"),
)
OF_TABLE = (
    *("scenario", "round", "starter", "turn", "asked", "point", "role", "change", "buying", "critical mass", "result"),
)
LISTS = ("hand", "known", "deck", "discard", "removed", "under")
SHORT = {"S": "Starship", "W": "Weapon", "C": "Crew"}
IDLE = "S4"  # what a hand holds where nothing is written
UNTOLD = ("scenario", "role", "change", "buying")  # of an `after`
MORE = "..."


def check(row: Row) -> None:
    """Play a row through."""
    position, options = position_of(row.before), row.options or {}
    table = Table(position, **options)
    shown = dice_of(row.dice) if isinstance(row, Scenario | Choice) else []
    if shown:
        table.roll(*shown)
    first, again = (OracleTable(position, table, **options) for _ in range(2))
    scenarios.check(scenarios.asked_for(row, first), table, again, compare)


def dice_of(text: str) -> list[Shown]:
    """Return dice: ``8of10 3``."""
    pairs = [each.partition("of") for each in text.split()]
    return [(int(number), int(sides)) if sides else int(number) for number, _, sides in pairs]


def compare(row: Scenario, position: Position) -> None:
    """Compare the whole position with what a row says of it."""
    before, found = parts_of(position_of(row.before)), parts_of(position)
    wanted = {**before, **{key: value for key, value in tidy(read(row.after)).items() if key != MORE}}
    if wanted["point"] == "over":
        wanted["asked"] = ""
    keys = [key for key in found if key not in UNTOLD and (MORE not in row.after or key in read(row.after))]
    told, meant = (
        {key: at.get(key, "") for key in keys if at.get(key, "") != before.get(key, "")} for at in (found, wanted)
    )
    assert told == meant, f"found {told!r}, expected {meant!r}"


# ── Reading ──────────────────────────────────────────────────────────────────────────────────────


def read(text: str) -> Parts:
    """Return the parts that are written."""
    return scenarios.parts_in(text, OF_PLAYER, (*OF_TABLE, MORE), ("used up", "out"))


def tidy(parts: Parts) -> Parts:
    """Return parts with their lists in the order in which positions have them."""
    return {
        key: listed(cards(value)) if key.split()[-1] in LISTS else tidy_lane(key, value) for key, value in parts.items()
    }


def tidy_lane(key: str, value: str) -> str:
    if not key.endswith(("lane", "tops")):
        return value
    entries = [each.strip() for each in value.split(",")]
    while entries and entries[-1] in ("", "-"):
        entries.pop()
    return ", ".join(entries)


def card(text: str) -> str:
    """Return the name of a card: ``S2`` is Starship 2."""
    name = re.sub(r"^([SWC])(\d)$", lambda found: f"{SHORT[found[1]]} {found[2]}", text)
    assert name in BASE.order, text
    return name


def cards(text: str) -> list[str]:
    """Return the cards of a list."""
    found: list[str] = []
    for entry in split(text, ","):
        count, times, name = entry.partition("x ")
        found += [card(name)] * int(count) if times and count.isdigit() else [card(entry)]
    return found


def ship_of(text: str) -> Position | None:
    """Return a ship: ``S5 3+4/2 Cruiser``."""
    if text in ("", "-"):
        return None
    found = re.fullmatch(r"(?:S(\d) )?([\d+]+)/(\d)(?: (\w+))?", text)
    assert found, f"what is the ship {text!r}?"
    weapons = [f"Weapon {level}" for level in sorted(found[2].split("+"))]
    starship = found[1] or smallest([int(level) for level in found[2].split("+")], int(found[3]))
    ship = {"starship": f"Starship {starship}", "weapons": weapons, "crew": f"Crew {found[3]}"}
    return ship | ({"token": found[4]} if found[4] else {})


def smallest(firepowers: list[int], resistance: int) -> int:
    """Return the level of the smallest Starship that carries so much."""
    return max(1, sum(firepowers) + resistance - 4)


def position_of(text: str) -> Position:
    """Return the position that a text describes."""
    parts = read(text)
    seats = [0, *(seat for seat in (1, 2, 3) if any(key.startswith(f"{SEATS[seat]} ") for key in parts))]
    scenario = parts.get("scenario", "Trade Wars")
    count = 1 if scenario == "The Derelict" else max(2, seats[-1] + 1)
    players = [player_of(parts, f"{SEATS[seat]} " if seat else "", scenario) for seat in range(count)]
    starter = SEATS.index(parts.get("starter", "you"))
    point, turn = parts.get("point", "role"), SEATS.index(parts.get("turn", "you"))
    asked = SEATS.index(parts.get("asked", SEATS[turn]))
    decision: Position = {"type": point, "asked": asked}
    if point != "role":
        decision["role"] = parts.get("role", "Trader")
    if "change" in parts:
        decision["change"] = int(parts["change"])
    if "buying" in parts:
        decision["buying"] = card(parts["buying"])
    position = {
        "game": "tradeworlds",
        "format": 1,
        "scenario": scenario,
        "round": int(parts.get("round", 1)),
        "first": starter,
        "leader": turn,
        **({"critical_mass": int(parts.get("critical mass", 1))} if count == 1 else {}),
        "players": players,
        "decision": decision,
    }
    return position


def player_of(parts: Parts, before: str, scenario: str) -> Position:
    """Return what one player has."""
    told = {key: parts[before + key] for key in OF_PLAYER if before + key in parts}
    credits, faction = int(told.get("credits", 0)), told.get("faction", "Acolytes")
    lane = [ship_of(each.strip()) for each in told.get("lane", "").split(",")]
    lane += [None] * (PLACES - len(lane))
    steps = [
        step - less * (faction == "Brethren") for step, less in zip(BASE.unlock[scenario], BASE.discount, strict=True)
    ]
    level = max(sum(credits >= step for step in steps), sum(ship is not None for ship in lane))
    player = {
        "faction": faction,
        "treasury": credits,
        "homeworld": int(told.get("homeworld", 0 if "out" in told else 18)),
        "unlocked": int(told.get("level", level)),
    }
    if told.get("gone"):
        player["tokens_gone"] = split(told["gone"], ",")
    if "out" in told:
        return player | {"out": True}
    if "used up" in told:
        player["used_up"] = True
    tops = told.get("tops", "-, -, -, -").split(", ")
    return player | {
        "hand": cards(told.get("hand", IDLE)),
        **{key: cards(told.get(key, "")) for key in ("known", "deck", "discard", "removed")},
        "tops": [None if top == "-" else card(top) for top in tops],
        "piles": cards(told.get("under", "")),
        "lane": lane,
    }


# ── Writing ──────────────────────────────────────────────────────────────────────────────────────


def parts_of(position: Position) -> Parts:
    """Return the parts of a whole position, all but what is under way."""
    decision = position["decision"]
    over = decision["type"] == "over"
    winner = decision.get("winner")
    result = "truncated" if decision.get("cut_short") else "lost" if winner is None else SEATS[winner]
    parts = {
        "round": str(position["round"]),
        "starter": SEATS[position["first"]],
        "turn": SEATS[position["leader"]],
        "asked": "" if over else SEATS[decision["asked"]],
        "point": decision["type"],
        "critical mass": str(position.get("critical_mass", "")),
        "result": result if over else "",
    }
    for seat, player in enumerate(position["players"]):
        before = f"{SEATS[seat]} " if seat else ""
        parts[f"{before}credits"] = str(player["treasury"])
        parts[f"{before}homeworld"] = str(player["homeworld"])
        parts[f"{before}level"] = str(player["unlocked"])
        parts[f"{before}out"] = "yes" if player.get("out") else ""
        parts[f"{before}used up"] = "yes" if player.get("used_up") else ""
        for key in LISTS:
            parts[before + key] = listed(player.get("piles" if key == "under" else key, []))
        parts[f"{before}tops"] = tidy_lane(
            "tops", ", ".join(short(top) if top else "-" for top in player.get("tops", []))
        )
        lane = [ship_told(ship) if ship else "-" for ship in player.get("lane", [])]
        parts[f"{before}gone"] = ", ".join(player.get("tokens_gone", []))
        parts[f"{before}lane"] = tidy_lane("lane", ", ".join(lane))
    return parts


def short(name: str) -> str:
    """Return a card as lists have it."""
    return re.sub(r"^(Starship|Weapon|Crew) (\d)$", lambda found: found[1][0] + found[2], name)


def listed(names: list[str]) -> str:
    """Return cards in their order."""
    counts = Counter(names)
    return ", ".join(
        (f"{counts[name]}x " if counts[name] > 1 else "") + short(name) for name in BASE.order if counts[name]
    )


def ship_told(ship: Position) -> str:
    """Return a ship as rows have it."""
    firepowers = [int(name[-1]) for name in ship["weapons"]]
    resistance, starship = int(ship["crew"][-1]), int(ship["starship"][-1])
    named = "" if starship == smallest(firepowers, resistance) else f"S{starship} "
    token = f" {ship['token']}" if "token" in ship else ""
    return f"{named}{'+'.join(map(str, sorted(firepowers)))}/{resistance}{token}"
