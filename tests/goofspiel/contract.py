"""What is particular to Goofspiel in the tests that every game has to pass (tests/contract/)."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from ow_env.core.game import Game, Position, States
from ow_env.goofspiel import events
from ow_env.goofspiel.actions import REASONS
from ow_env.goofspiel.state import TIED
from tests.contract.table import Contract
from tests.golden import Golden
from tests.tables import game_of


def invariants(game: Any, states: States) -> None:
    """Check that each card and each prize is in one place, and that points are those of prizes taken."""
    cards, players = game.options["num_cards"], states["players"][:, : game.num_players]
    every, over = np.arange(1, cards + 1), states["prize"] == 0
    bids = np.sort(np.concatenate([players["hand"][:, :, :cards] * every, players["bid_for"][:, :, :cards]], axis=2))
    assert (bids[:, :, cards:] == every).all(), "a card was made or lost"
    assert not bids[:, :, :cards].any()
    turned_up = states["prize"][:, None] == every
    prizes = states["face_down"][:, :cards] + (states["turn_of"][:, :cards] > 0) + turned_up
    assert (prizes == 1).all(), "a prize was made or lost"
    winner, points = states["winner"][:, :cards], players["score"].sum(axis=1) + states["carried"]
    gone, tied = ((winner > 0) * every).sum(axis=1), ((winner == TIED) * every).sum(axis=1)
    if game.options["ties"] == "discard":
        assert (points == gone - tied).all()
    else:
        assert (points == gone)[~over].all()
        assert (points <= gone)[over].all(), "only what was carried past the end is lost"


def turned(position: Position, by: int) -> Position:
    """Return a position with everybody further on."""
    count = len(position["players"])

    def on(rows: list[Any]) -> list[Any]:
        return [rows[(seat - by) % count] for seat in range(count)]

    def on_round(entry: dict[str, Any]) -> dict[str, Any]:
        winner = None if entry["winner"] is None else (entry["winner"] + by) % count
        return entry | {"bids": on(entry["bids"]), "winner": winner}

    return position | {
        "players": on(position["players"]),
        "history": [on_round(entry) for entry in position["history"]],
    }


def table(game: Game, state: States) -> list[str]:
    """Return a position as text draws it."""
    return game.render(state).splitlines()


def of(*options: Any) -> dict[str, Any]:
    """Return options given in the order of the game's arguments."""
    return dict(zip(("num_players", "num_cards", "order", "bids", "ties"), options, strict=False))


CONTRACT = Contract(
    name="goofspiel",
    make=partial(game_of, "goofspiel"),
    configurations=[
        {}, of(2, 13, "random", "hidden", "carry"), of(3, 6, "ascending", "public", "carry"), of(4, 13),
        of(4, 13, "descending", "hidden"), of(3, 9, "random", "hidden"), of(4, 5, "random", "hidden", "carry"),
        of(2, 4, "random", "hidden") | {"ask": "public"},
    ],
    styles={"uniform": {}, "high": {"bid 1": 3.0}},
    invariants=invariants,
    determinization_stands=True,
    turned=turned,
    reasons=REASONS,
    events=events,
    oracle="tests.goofspiel.oracle",
    golden={
        "two": Golden("Two players, thirteen cards.", 1),
        "three-carried": Golden("Three players; ties are carried on.", 2, of(3, 8, "random", "public", "carry")),
        "four-hidden": Golden("Four players who see only who takes a prize.", 3, of(4, 6, "descending", "hidden")),
    },
    tell_table=table,
    unmet={"pass": "all bid in every round"},
    left_out={
        "census": "`invariants` counts", "words": "there is one kind of decision",
        "whole": "all happens in one round, and is told", "rules": "they stand in its code alone",
        "page": "docs/adding-a-game.md",
    },
)  # fmt: skip
