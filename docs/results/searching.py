"""Strength of the search by simulations and by time, in every game.

Below: measure/ (match.py, timed.py). A budget is a number of simulations, so results follow from the seed; the time for
a decision is that of the processor, measured in the same games.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import agents
from agents.games import teacher_of
from agents.search.settings import default_network
from docs.results.study import Bench, Row, Study, figure, table, told, with_interval
from docs.results.turns import game_of
from docs.shipped.roster import Recipe, recipes
from ow_env.core.game import Game
from ow_env.core.secrecy import seed_for
from ow_env.registry import class_of
from training.measure.match import Result, play_match
from training.measure.timed import Timed

BUDGETS = (10, 30, 100, 300)
GAMES = 100
SEED = 50_000


def measure(bench: Bench) -> list[Row]:
    """Play the search with every budget against the strongest quick script of every game of two."""
    rows: list[Row] = []
    for recipe in recipes():
        game = game_of(recipe)
        script = teacher_of(game.name)
        led_by = default_network(game)
        led_by_another = led_by != "none" and Path(led_by) != recipe.weights  # whose row it is then
        if game.num_players != 2 or not script or led_by_another:
            continue
        for budget in BUDGETS:
            games = bench.scaled(GAMES, least=8)
            rows += bench.once(("search", recipe.label, budget), one_budget, recipe, game, script, budget, games)
    return rows


def one_budget(recipe: Recipe, game: Game, script: str, budget: int, games: int) -> list[Row]:
    """Return the row of how a search of so many simulations fares against a script, and how long it thinks."""
    variants = game.variants()
    each = [timed_match(variant, f"search:{budget}", script, -(-games // len(variants))) for variant in variants]
    played = sum(result.games for result, _ in each)
    return [{
        "mode": recipe.label, "game": recipe.game, "against": script, "simulations": budget,
        "milliseconds": round(sum(milliseconds for _, milliseconds in each) / len(each), 4),
        **with_interval(sum(result.score * result.games for result, _ in each) / played, played),
    }]  # fmt: skip


def timed_match(game: Game, search: str, script: str, games: int) -> tuple[Result, float]:
    """Play a search against a script; return how it went, and what a decision of the search took in milliseconds."""
    timed = Timed(agents.make(search, game, seed_for("agent", SEED, 0)))
    other = agents.make(script, game, seed_for("agent", SEED, 1))
    play_match(game, agents.make(search, game, 1), other, 1, SEED + 1)  # nothing is compiled while time is counted
    return play_match(game, timed, other, games, SEED), timed.milliseconds


def lines(rows: Sequence[Row]) -> list[str]:
    """Return the part of the page."""
    cells = []
    budgets = list(dict.fromkeys(row["simulations"] for row in rows))
    for mode in dict.fromkeys(row["mode"] for row in rows):
        some = {row["simulations"]: row for row in rows if row["mode"] == mode}
        first = next(iter(some.values()))
        title = class_of(first["game"]).facts.title
        cells.append([f"{title} ({mode})", first["against"]])
        cells[-1] += [f"{told(some[b])}, {some[b]['milliseconds']:.3g} ms" if b in some else "" for b in budgets]
    return [
        f"The search with default settings ([search.md](search.md)), {rows[0]['games']:,} mirrored games per"
        " budget: score with 95 % confidence interval, and CPU time per decision.",
        "",
        *table(["game", "against", *(f"{budget} simulations" for budget in budgets)], cells),
        "",
        "![Score against a script by CPU time per decision](results/search.png)",
    ]


def plot(rows: Sequence[Row], path: Path) -> None:
    """Draw strength against time, a line for each mode."""
    title = "The search against a script of each game"
    with figure(path, title, "CPU time per decision, ms", "score") as axes:
        for mode in dict.fromkeys(row["mode"] for row in rows):
            some = [row for row in rows if row["mode"] == mode]
            times, shares = [row["milliseconds"] for row in some], [row["share"] for row in some]
            error = [[row["share"] - row["low"] for row in some], [row["high"] - row["share"] for row in some]]
            axes.errorbar(times, shares, yerr=error, marker="o", capsize=2, label=mode)
        axes.set_xscale("log")
        axes.axhline(0.5, color="grey", linewidth=0.8)
        axes.set_ylim(0, 1)
        axes.legend(fontsize=8)


STUDY = Study("search", "The search, by simulations and by time", measure, lines, plot)
