"""Decks and Factions against each other, as the agents of this package play them.

Below: decklab/ (matrices), docs/shipped/ (the modes there are).
"""

from __future__ import annotations

from collections.abc import Sequence

from agents.games import teacher_of
from docs.results.study import Bench, Row, Study, told
from docs.results.turns import game_of
from docs.shipped.roster import Recipe, recipes
from ow_env.registry import class_of
from training.decklab.matrix import play_matrix
from training.decklab.setup import Setup, setup_of

BOUTS = 512  # of every two sides


def measure(bench: Bench) -> list[Row]:
    """Play every two sides of every game of two that has sides, by the script that teaches and by its agent."""
    rows: list[Row] = []
    for recipe in compared():
        game = game_of(recipe)
        options = {name: value for name, value in game.options.items() if name != game.facts.side}
        setup = setup_of(game.name, **options)
        sides = list(game.sides) if game.facts.decks == "constructed" else None  # those of one size
        for agent in (teacher_of(game.name), *([str(recipe.weights)] if recipe.weights.is_file() else ())):
            label = recipe.name if agent == str(recipe.weights) else agent
            bouts = bench.scaled(BOUTS, least=16)
            found = bench.once(("sides", recipe.label, label), matrix, setup, sides, agent, bouts)
            rows += [{"mode": recipe.label, "game": recipe.game, "agent": label, **row} for row in found]
    return rows


def compared() -> list[Recipe]:
    """Return the recipes of games of two in which what a seat plays with can differ."""
    return [recipe for recipe in recipes() if class_of(recipe.game).facts.side and game_of(recipe).num_players == 2]


def matrix(setup: Setup, sides: Sequence[str] | None, agent: str, bouts: int) -> list[Row]:
    """Return how every two sides fare against each other, both played by one agent."""
    found = play_matrix(sides, agent, setup=setup, bouts=bouts, seed=1)
    return [
        {
            "side": found.names[i], "against": found.names[j], "share": round(state.plain.mean, 5),
            "low": round(state.plain.low, 5), "high": round(state.plain.high, 5), "games": state.games,
        }
        for (i, j), state in found.matchups.items()
    ]  # fmt: skip


def lines(rows: Sequence[Row]) -> list[str]:
    """Return the part of the page: a matrix for each mode and agent."""
    made = ["Score of the row against the column, with 95 % confidence intervals."]
    for mode, agent in dict.fromkeys((row["mode"], row["agent"]) for row in rows):
        some = [row for row in rows if (row["mode"], row["agent"]) == (mode, agent)]
        names = list(dict.fromkeys([row["side"] for row in some] + [row["against"] for row in some]))
        cells = {(row["side"], row["against"]): told(row) for row in some}
        for row in some:
            turned = {"share": 1 - row["share"], "low": 1 - row["high"], "high": 1 - row["low"]}
            cells[row["against"], row["side"]] = told(turned)
        title = class_of(some[0]["game"]).facts.title
        made += ["", f"**{title} ({mode}), played by {agent}**, {some[0]['games']:,} games per cell:", ""]
        made.append("| | " + " | ".join(names) + " |")
        made.append("| --- |" + " --- |" * len(names))
        for one in names:
            made.append(f"| {one} | " + " | ".join(cells.get((one, other), "") for other in names) + " |")
    return made


STUDY = Study("sides", "Decks and Factions", measure, lines)
