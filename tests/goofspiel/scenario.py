"""Scenarios: the prize turned up, what is bid, what has changed.

    the highest bid takes the prize
        before: prize 1 | to come 2 3 4 | hands 1 2 3 4, 1 2 3 4
        play: bid 3; foe: bid 2   after: prize 2 | to come 3 4 | hands 1 2 4, 1 3 4 | scores 1 0 | 1: 3 2 to you

A position is parts divided by ` | `: `prize`, `to come`, `hands` of all players, `scores`, `carried`, and each prize
that is gone, with the bids for it and who took it: `1: 3 3 to nobody`. What is not written is 0, or nothing. There are
four cards, and prizes come up from the lowest on, unless a row has other options.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import partial
from typing import Any

from tests import scenarios
from tests.goofspiel.oracle.oracle import Oracle
from tests.scenarios import SEATS, Parts, Row, Scenario, split
from tests.tables import JointOracle, JointTable, Position, game_of

KEYS = ("prize", "to come", "hands", "scores", "carried")
USUAL = {"num_cards": 4, "order": "ascending"}


def check(row: Row) -> None:
    """Play a row through."""
    players = max(2, len(split(read(row.before).get("hands", ""), ",")))
    table = table_of(row.before, **{"num_players": players, **(row.options or {})})
    scenarios.check(row, table, OracleTable(table), partial(compare, table))


def table_of(text: str, **options: Any) -> JointTable:
    """Return a table that stands as a text says."""
    game = game_of("goofspiel", **{**USUAL, **options})
    return JointTable(game, game.from_position(position_of(text, game.options)))


class OracleTable(JointOracle):
    """The second engine where a table has begun; prizes come up as there."""

    def __init__(self, table: JointTable) -> None:
        self.oracle = oracle = Oracle(table.game.options, lambda: int(table.states[0]["prize"]))
        at = json.loads(json.dumps(table.position()))
        oracle.prize, oracle.carried, oracle.face_down, oracle.history = (
            at[name] for name in ("prize", "carried", "face_down", "history")
        )
        oracle.hands, oracle.scores = ([player[name] for player in at["players"]] for name in ("hand", "score"))

    def legal(self) -> dict[int, list[str]]:
        """Return what each seat that is asked may do."""
        return {seat: self.oracle.legal(seat) for seat in self.oracle.asked}

    def follow(self, joint: dict[int, str], after: Position) -> None:
        """Play the round that the game has played."""
        self.oracle.play(list(joint.values()))


def compare(table: JointTable, row: Scenario, position: Position) -> None:
    """Compare the whole position with what a row says of it."""
    before = parts_of(position_of(row.before, table.game.options))
    found, wanted = parts_of(position), {**before, **read(row.after)}
    assert found == wanted, f"found {found!r}, expected {wanted!r}"


def numbers(text: str) -> list[int]:
    """Return the numbers of a list."""
    return [int(word) for word in text.split()]


def read(text: str) -> Parts:
    """Return the parts that are written."""
    parts: Parts = {}
    for part in split(text, " | "):
        key = next((key for key in KEYS if part.startswith(f"{key} ")), part.partition(":")[0])
        assert key in KEYS or key.isdigit(), f"what is {part!r}?"
        value = part.removeprefix(key).removeprefix(":").strip()
        parts[key] = "" if value == "-" else value
    return parts


def position_of(text: str, options: dict[str, Any]) -> Position:
    """Return the position that a text describes, of a game with these options."""
    parts, players = read(text), options["num_players"]
    hands = [numbers(hand) for hand in parts.get("hands", ", " * (players - 1)).split(",")]
    scores = numbers(parts.get("scores", "0 " * players))
    history = []
    for prize in filter(str.isdigit, parts):
        bids, _, winner = parts[prize].partition(" to ")
        taker = SEATS.index(winner) if winner in SEATS else None
        history.append({"prize": int(prize), "bids": numbers(bids), "winner": taker})
    return {
        "game": "goofspiel",
        "format": 1,
        "cards": options["num_cards"],
        **{name: options[name] for name in ("order", "bids", "ties")},
        "prize": int(parts["prize"]) if "prize" in parts else None,
        "carried": int(parts.get("carried", 0)),
        "face_down": numbers(parts.get("to come", "")),
        "players": [{"score": score, "hand": hand} for score, hand in zip(scores, hands, strict=True)],
        "history": history,
    }


def written(pile: Iterable[int]) -> str:
    """Return a list of numbers as rows have it."""
    return " ".join(map(str, pile))


def parts_of(position: Position) -> Parts:
    """Return the parts of a whole position."""
    parts = {
        "prize": str(position["prize"] or ""),
        "to come": written(position["face_down"]),
        "hands": ", ".join(written(player["hand"]) for player in position["players"]).strip(", "),
        "scores": written(player["score"] for player in position["players"]),
        "carried": str(position["carried"]),
    }
    for gone in position["history"]:
        taker = "nobody" if gone["winner"] is None else SEATS[gone["winner"]]
        parts[str(gone["prize"])] = f"{written(gone['bids'])} to {taker}"
    return parts
