"""The value of going first: games among equals, by who began.

Below: decklab/setup.py (who began), measure/match.py, docs/shipped/ (the modes there are).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

import agents
from agents.games import teacher_of
from docs.results.study import Bench, Row, Study, table, told, with_interval
from docs.shipped.roster import Recipe, recipes
from ow_env.core.batch import Batch
from ow_env.core.game import Game
from ow_env.registry import class_of
from training.decklab.setup import NOBODY, Setup, setup_of
from training.measure.match import play_batch

GAMES = 4000  # of each mode by each agent
ROWS = 512  # games at once
SEED = 40_000  # of the games


def measure(bench: Bench) -> list[Row]:
    """Play every mode of every game by random, the script that teaches and its bundled agent."""
    rows: list[Row] = []
    for recipe in recipes():
        game = game_of(recipe)
        if game.num_players == 1:
            continue
        for agent in ("random", teacher_of(game.name), str(recipe.weights)):
            if not agent or (agent == str(recipe.weights) and not recipe.weights.is_file()):
                continue  # nobody teaches, or no agent comes along yet
            label = recipe.name if agent == str(recipe.weights) else agent
            games = bench.scaled(GAMES, least=16)
            rows += bench.once(("turns", recipe.label, label), by_place, recipe, game, agent, label, games)
    return rows


def game_of(recipe: Recipe) -> Game:
    """Return the game that an agent was made for."""
    from training.selfplay import settings, train

    return train.games_of(settings.read(recipe.settings))[0]


def by_place(recipe: Recipe, game: Game, agent: str, label: str, games: int) -> list[Row]:
    """Return how often each place in the order of turns wins, the first being whoever began, with its interval.

    In a game where all choose at once, seats are told instead, which should be alike.
    """
    setup = setup_of(game.name, **{name: value for name, value in game.options.items() if name != game.facts.side})
    by_turns = bool(setup.first_mover) or game.facts.choices == "turns"
    variants = game.variants()
    each = -(-games // len(variants))
    found = [
        shares_of_places(variant, agent, setup if by_turns else None, SEED + number, first, min(ROWS, each - first))
        for number, variant in enumerate(variants)
        for first in range(0, each, ROWS)
    ]
    shares = np.concatenate(found)
    played, points = len(shares), shares.sum(axis=0)
    ties = int((shares.max(axis=1) < 1).sum())
    what = "place" if by_turns else "seat"
    return [
        {
            "mode": recipe.label, "game": recipe.game, "agent": label, "what": what, "place": place + 1,
            "players": game.num_players, "tied": ties, **with_interval(float(points[place]) / played, played),
        }
        for place in range(game.num_players)
    ]  # fmt: skip


def shares_of_places(
    game: Game, agent: str, setup: Setup | None, seed: int, first: int, count: int
) -> NDArray[np.float64]:  # fmt: skip
    """Play games between equals; return the share of the points that each place in the order of turns took.

    Args:
        game: configured.
        agent: who sits in all seats.
        setup: says who began; None: places are seats.
        seed: of the games.
        first: the number of the first game.
        count: of games.

    Returns:
        [G, P] for each game in which somebody began, 1 for its winner; a tie is shared among those in it, a game cut
        off by a limit among all.
    """
    batch = Batch(game, count, seed, first_game=first, observe="acting", rows="sparse")
    begins = np.full(count, NOBODY if setup else 0, np.int64)

    def watch(batch: Batch) -> None:
        if setup and (begins == NOBODY).any():
            np.copyto(begins, setup.first_movers(batch), where=begins == NOBODY)

    players = [agents.make(agent, game, seed=SEED + first)] * game.num_players
    reward, truncated, _ = play_batch(game, players, count, seed, first, batch=batch, watch=watch)
    best = reward == reward.max(axis=1, keepdims=True)
    best[truncated] = True
    shares = best / best.sum(axis=1, keepdims=True)
    places = (begins[:, None] + np.arange(game.num_players)) % game.num_players
    known: NDArray[np.float64] = np.take_along_axis(shares, places, axis=1)[begins != NOBODY]
    return known


def lines(rows: Sequence[Row]) -> list[str]:
    """Return the part of the page."""
    keys = dict.fromkeys((row["mode"], row["agent"]) for row in rows)
    cells = []
    for mode, agent in keys:
        some = [row for row in rows if (row["mode"], row["agent"]) == (mode, agent)]
        shares = [told(row) for row in some] if len(some) > 2 else [told(some[0])]
        what = "going first" if some[0]["what"] == "place" else "seat 0 (all choose at once)"
        title = class_of(some[0]["game"]).facts.title
        cells.append([f"{title} ({mode})", agent, what, "; ".join(shares), f"{some[0]['games']:,}"])
    return [
        "The same agent in all seats, over all assignments of sides (decks, Factions). Win rate of the first player; in"
        " 3- and 4-player games, of the first, second, third and fourth in turn order. Ties and truncated games are"
        " shared equally. 95 % Wilson confidence intervals.",
        "",
        *table(["game", "played by", "what", "win rate", "games"], cells),
    ]


STUDY = Study("turns", "The value of going first", measure, lines)
