"""What a search gains from time, at every table: against its network alone, and against a tenth of its simulations.

Below: measure/ (match.py, timed.py). A budget is a number of simulations, so results follow from the seed; the time for
a decision is that of the processor, measured in the same games, over all decisions, also those with one legal action.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import agents
from agents.search.settings import default_network
from docs.results.study import Bench, Row, Study, figure, table, told, with_interval
from docs.results.turns import game_of
from docs.shipped.roster import Recipe, recipes
from ow_env.core.game import Game
from ow_env.core.secrecy import seed_for
from ow_env.registry import class_of
from training.measure.match import Result, play_match
from training.measure.timed import Timed

GAMES = {20: 300, 200: 200, 2000: 40}  # by simulations; a decision of most takes a hundred times as long as one of few
WITH_MORE = {20: 300, 200: 100}  # with three and four players, against their network alone
SLOW = {  # fewer where a game takes longest
    ("tradeworlds-space-wars", 2000): 20,
    ("tradeworlds-space-wars-for-3", 200): 60,
    ("tradeworlds-space-wars-for-4", 200): 60,
    ("open_worlds-54-for-3", 200): 60,
    ("open_worlds-54-for-4", 200): 60,
}
COLOURS = 10  # of the plot, which then begin again with another line
SEED = 50_000  # no setting was chosen by these games


def measure(bench: Bench) -> list[Row]:
    """Play the search at every table where a network leads it."""
    rows: list[Row] = []
    for recipe in recipes():
        game = game_of(recipe)
        if game.num_players == 1 or Path(default_network(game)) != recipe.weights:  # alone; or another's row
            continue
        for_two = game.num_players == 2
        for budget, most in (GAMES if for_two else WITH_MORE).items():
            games = SLOW.get((recipe.label, budget), most)
            tenth = [f"search:{budget // 10}"] if for_two and budget > min(GAMES) else []
            for other in (str(recipe.weights), *tenth):
                about = ("search", recipe.label, budget, "its network" if other == str(recipe.weights) else other)
                rows += bench.once(about, one_match, recipe, game, budget, other, bench.scaled(games, least=8))
    return rows


def one_match(recipe: Recipe, game: Game, budget: int, other: str, games: int) -> list[Row]:
    """Return the row of how a search of so many simulations fares against another agent, and how long it thinks."""
    variants = game.variants()
    each = [timed_match(variant, f"search:{budget}", other, -(-games // len(variants))) for variant in variants]
    played = sum(result.games for result, _ in each)
    return [{
        "mode": recipe.label, "game": recipe.game, "players": game.num_players, "even": each[0][0].even,
        "against": other if other.startswith("search") else "its network", "simulations": budget,
        "milliseconds": round(sum(milliseconds for _, milliseconds in each) / len(each), 4),
        **with_interval(sum(result.score * result.games for result, _ in each) / played, played),
    }]  # fmt: skip


def timed_match(game: Game, search: str, opponent: str, games: int) -> tuple[Result, float]:
    """Play a search against an agent; return how it went, and what a decision of the search took in milliseconds."""
    timed = Timed(agents.make(search, game, seed_for("agent", SEED, 0)))
    other = agents.make(opponent, game, seed_for("agent", SEED, 1))
    play_match(game, agents.make("search:4", game, 1), other, 1, SEED + 1)  # nothing is compiled while time is counted
    return play_match(game, timed, other, games, SEED), timed.milliseconds


def lines(rows: Sequence[Row]) -> list[str]:
    """Return the part of the page."""
    budgets = list(dict.fromkeys(row["simulations"] for row in rows))
    kinds = [(b, "its network") for b in budgets] + [(b, f"search:{b // 10}") for b in budgets[1:]]
    kinds = [kind for kind in kinds if any((row["simulations"], row["against"]) == kind for row in rows)]
    cells = []
    for mode in dict.fromkeys(row["mode"] for row in rows):
        some = {(row["simulations"], row["against"]): row for row in rows if row["mode"] == mode}
        first = next(iter(some.values()))
        title = class_of(first["game"]).facts.title
        cells.append([f"{title} ({mode})", f"{100 * first['even']:.3g} %"])
        for budget, against in kinds:
            row = some.get((budget, against))
            time = f", {row['milliseconds']:.3g} ms" if row and against == "its network" else ""
            cells[-1].append(f"{told(row)}{time}" if row else "")
    heads = [f"{b:,} simulations" if against == "its network" else f"{b:,} against {b // 10}" for b, against in kinds]
    counts = []
    for with_more in (False, True):
        games: dict[int, int] = {}
        for row in rows:
            if (row["players"] > 2) == with_more:
                games[row["simulations"]] = min(row["games"], games.get(row["simulations"], row["games"]))
        counts.append(", ".join(f"{count} with {budget:,}" for budget, count in games.items()))
    return [
        "The search with default settings ([search.md](search.md)) against the network that leads it, without search,"
        " and against itself with a tenth of the simulations: score with 95 % confidence interval (Wilson, as if games"
        " were independent), and CPU time per decision, those with one legal action included. With more than two"
        " players it holds one seat and its opponents all others; equal players score what stands under \"even\"."
        f" Mirrored games of two players, at least: {counts[0]} simulations"
        + (f"; of three and four: {counts[1]}." if counts[1] else ".")
        + " What would take longest was not played: 2,000 simulations with more than two players.",
        "",
        *table(["game", "even", *heads], cells),
        "",
        "![Points above even against the network that leads it, by CPU time per decision](results/search.png)",
    ]  # fmt: skip


def plot(rows: Sequence[Row], path: Path) -> None:
    """Draw strength against time, a line for each table."""
    title = "The search against the network that leads it"
    with figure(path, title, "CPU time per decision, ms", "score above even, percentage points") as axes:
        for number, mode in enumerate(dict.fromkeys(row["mode"] for row in rows)):
            some = [row for row in rows if row["mode"] == mode and row["against"] == "its network"]
            times = [row["milliseconds"] for row in some]
            above = [100 * (row["share"] - row["even"]) for row in some]
            low, high = ([100 * abs(row["share"] - row[end]) for row in some] for end in ("low", "high"))
            axes.errorbar(
                times, above, yerr=[low, high], fmt="-o" if number < COLOURS else "--s", capsize=2, label=mode
            )
        axes.set_xscale("log")
        axes.axhline(0, color="grey", linewidth=0.8)
        axes.legend(fontsize=7, ncols=2)


STUDY = Study("search", "What the search gains from time", measure, lines, plot)
