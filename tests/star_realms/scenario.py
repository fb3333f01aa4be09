"""Scenarios: a position, what the players do, what has changed, in a notation that reads like a table.

    SR-7.1: Combat equal to its Defense destroys a base
        before: C5 | hand Scout | foe bases Barter World
        play:   attack Barter World
        after:  C1 | foe bases - | foe discard Barter World

A position is parts divided by ` | `: pools and Authority (`T3`, `C5`, `A47`), a pile and its cards (`hand 2x Scout,
Viper`), a number (`owed 2`, `explorers 4`, `permissions 1`); `foe` before a part is the opponent's. `you` are player_0
and to move, in turn 3; otherwise `turn 4 of foe`. A choice under way is `asked trim: Brain World primary, 1 done`,
the end `asked over: you`. What a card in play has behind it this turn stands in brackets: `The Hive (primary, ally)`,
`Ram (triggered)`, `Stealth Needle (as Ram)`. `-` is nothing, and what is not written is nothing, but: Authority 50,
10 Explorers, a Row of five dear ships, `known` as a position leaves it out, `played` the ships in play.

`after` says what has changed: all else in the whole position has to be as it was written before. Titles of rows in
which the rule has no effect say `not` after its number. The game and the oracle both play every row.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from tests import scenarios
from tests.scenarios import SEATS, Choice, Parts, Row, Scenario, split
from tests.star_realms.table import COSTLY_ROW, OracleTable, Table, cards
from tests.tables import Position

OF_TABLE = {"row": "trade_row", "trade deck": "trade_deck", "scrap heap": "scrap_heap", "played": "played"}
NUMBERS = {"T": "trade", "C": "combat", "explorers": "explorers", "permissions": "permissions"}
PILES = ("hand", "known", "deck", "top", "discard", "bases", "ships")
KEYS = (*OF_TABLE, *NUMBERS, *PILES, "A", "owed", "turn", "first", "asked")
USUAL = {"A": "50", "foe A": "50", "explorers": "10", "turn": "3 of you", "first": "you", "asked": "main"}


def check(row: Row) -> None:
    """Play a row through."""
    position, options = position_of(row.before), row.options or {}
    table = Table(position, **options)
    scenarios.check(row, table, OracleTable(position, **options), compare)
    if isinstance(row, Choice):
        assert {table.why_not(name) for name in table.legal()} == {None}, "what is in the mask is not allowed"
        assert set(table.batch.action_mask.ravel().tolist()) == {0, 1}


def compare(row: Scenario, position: Position) -> None:
    """Compare the whole position with what a row says of it."""
    before, found = parts_of(position_of(row.before)), parts_of(position)
    expected = {**before, **read(row.after)}
    assert expected != before or not row.after, "what `after` says is not as it was before"
    assert found == expected, f"{told(before, found)}\n--- expected was\n{row.after}"


# ── The notation ─────────────────────────────────────────────────────────────────────────────────


def read(text: str) -> Parts:
    """Return the parts of a position as it is written, without those that are left out."""
    parts: Parts = {}
    for part in split(text, "|"):
        foe, plain = part.startswith("foe "), part.removeprefix("foe ")
        short = re.fullmatch(r"([TCA])(\d+)", plain)
        key = short[1] if short else next((k for k in KEYS if plain.startswith(f"{k} ")), "")
        assert key, f"what is {part!r}?"
        value = short[2] if short else plain.removeprefix(key).strip()
        parts[f"foe {key}" if foe else key] = "" if value == "-" or (value == "0" and key != "A") else value
    return parts


def position_of(text: str) -> Position:
    """Return the position that is written so."""
    parts = USUAL | {"row": COSTLY_ROW} | read(text)
    turn, _, active = parts["turn"].partition(" of ")
    laid: Position = {"game": "star_realms", "format": 1, "turn": int(turn), "active": SEATS.index(active)}
    laid["first"] = SEATS.index(parts["first"])
    laid |= {field: cards(parts[key]) for key, field in OF_TABLE.items() if key in parts}
    laid |= {field: int(parts[key] or 0) for key, field in NUMBERS.items() if key in parts}
    laid["players"] = []
    for before in ("", "foe "):
        him: dict[str, Any] = {"authority": int(parts[f"{before}A"]), "owed": int(parts.get(f"{before}owed") or 0)}
        for pile in PILES:
            if f"{before}{pile}" in parts:
                him[pile] = in_play(parts[f"{before}{pile}"]) if pile in PILES[-2:] else cards(parts[before + pile])
        laid["players"].append(him)
    return laid | {"decision": decision_of(parts["asked"])}


def in_play(text: str) -> list[Any]:
    """Return cards in play with their marks."""
    found: list[Any] = []
    for entry in filter(None, re.split(r", (?![^(]*\))", text)):
        name, _, marked = entry.rstrip(")").partition(" (")
        marks = marked.split(", ") if marked else []
        copied = next((mark.removeprefix("as ") for mark in marks if mark.startswith("as ")), None)
        told: dict[str, Any] = {"used": used} if (used := [m for m in marks if m in ("primary", "ally")]) else {}
        told |= {"triggered": True} if {"ally", "triggered"} & set(marks) else {}
        told |= {"copies": copied} if copied else {}
        found += [{"card": card, **told} if told else card for card in cards(name)]
    return found


def decision_of(text: str) -> Position:
    """Return a decision: ``main``, ``over: you``, ``trim: Brain World primary, 1 done``."""
    word, _, more = text.partition(": ")
    if word == "over":
        return {"type": word, "winner": SEATS.index(more) if more in SEATS else None}
    if not more:
        return {"type": word}
    read = re.fullmatch(r"(.+) (primary|ally|scrap)( [a-z]+)?(?:, step (\d))?(?:, (\d) done)?", more)
    assert read, more
    told = {"type": word, "card": read[1], "ability": read[2], "step": int(read[4] or 0)}
    told |= {"branch": read[3].strip()} if read[3] else {}
    return told | ({"done": int(read[5] or 0)} if word in ("cycle", "trim") else {})


def parts_of(position: Position) -> Parts:
    """Return the parts of a position, all of them."""
    parts = {
        "turn": f"{position['turn']} of {SEATS[position['active']]}",
        "first": SEATS[position["first"]],
        "asked": asked(position.get("decision", {"type": "main"})),
    }
    parts |= {key: listed(position.get(field, [])) for key, field in OF_TABLE.items()}
    parts |= {key: str(position.get(field, 0)) for key, field in NUMBERS.items()}
    for before, him in zip(("", "foe "), position["players"], strict=True):
        for pile in PILES:
            parts[before + pile] = listed(him.get(pile, []), ordered=pile == "top")
        usual = "" if parts[f"{before}deck"] else parts[f"{before}hand"]
        if "known" not in him or parts[f"{before}known"] == usual:
            parts[f"{before}known"] = ""
        parts |= {f"{before}A": str(him["authority"]), f"{before}owed": str(him.get("owed", 0))}
    ships = position["players"][position["active"]].get("ships", [])
    if parts["played"] == listed([ship["card"] if isinstance(ship, dict) else ship for ship in ships]):
        parts["played"] = ""
    return {key: value if value != "0" or key in ("A", "foe A") else "" for key, value in parts.items()}


def listed(pile: Sequence[Any], ordered: bool = False) -> str:
    """Return cards as they are written, in one order."""
    entries = [entry if isinstance(entry, str) else marked(entry) for entry in pile]
    counted = [(name, len(list(some))) for name, some in groupby(entries if ordered else sorted(entries))]
    return ", ".join(f"{count}x {name}" if count > 1 else name for name, count in counted)


def marked(entry: dict[str, Any]) -> str:
    """Return a card in play with its marks."""
    used = entry.get("used", [])
    marks = ["as " + entry["copies"]] if "copies" in entry else []
    marks += [*used, *(["triggered"] if entry.get("triggered") and "ally" not in used else [])]
    return f"{entry['card']} ({', '.join(marks)})"


def asked(decision: Position) -> str:
    """Return a decision as it is written."""
    word = decision["type"]
    if word == "over":
        return f"over: {'nobody' if decision['winner'] is None else SEATS[decision['winner']]}"
    if "card" not in decision:
        return str(word)
    told = f"{word}: {decision['card']} {decision['ability']}"
    told += f" {decision['branch']}" if "branch" in decision else ""
    told += f", step {decision['step']}" if decision["step"] else ""
    return f"{told}, {decision['done']} done" if decision.get("done") else told


def told(before: Parts, after: Parts) -> str:
    """Return what has changed, as a row says it."""
    changed = {key: after[key] for key in sorted(after, key=order) if after[key] != before[key]}
    return " | ".join(one_part(key, value) for key, value in changed.items())


def order(key: str) -> int:
    """Return the place of a part in a row: pools, one's own cards, the opponent's, the table."""
    keys = ("turn", "asked", "T", "C", "A", *PILES, "owed")
    keys += ("foe A", *(f"foe {pile}" for pile in PILES), "foe owed")
    return keys.index(key) if key in keys else 99


def one_part(key: str, value: str) -> str:
    """Return a part as it is written."""
    if key[-1] in "TCA":
        return f"{key}{value or 0}"
    return f"{key} {value or '-'}"
