"""The value of going first: games among equals, by who began.

Below: decklab/setup.py (who began), measure/match.py, roster.py (the modes there are).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

import agents
from agents.games import teacher_of
from ow_env.core.batch import Batch
from ow_env.core.game import Game
from ow_env.registry import class_of
from training.decklab.setup import NOBODY, setup_of
from training.measure.match import play_batch
from training.results.study import Bench, Row, Study, table, told, with_interval
from training.roster import Recipe, recipes

GAMES = 4000  # of each mode by each agent
ROWS = 512  # games at once
SEED = 40_000  # of the games


def measure(bench: Bench) -> list[Row]:
    """Play every mode of every game by random, the script that teaches and the agent that comes along for it."""
    rows = []
    for recipe in recipes():
        game = game_of(recipe)
        if game.num_players == 1:
            continue
        for agent in ("random", teacher_of(game.name), str(recipe.weights)):
            if not agent or (agent == str(recipe.weights) and not recipe.weights.is_file()):
                continue  # nobody teaches, or no agent comes along yet
            label = recipe.name if agent == str(recipe.weights) else agent
            bench.say(f"{recipe.label}: {label}")
            kept = bench.kept("turns", recipe.label, label)
            rows += kept.get(lambda: {"rows": by_place(recipe, game, agent, label, bench.scaled(GAMES, least=16))})[  # noqa: B023
                "rows"
            ]
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
    variants = game.variants()
    by_turns = bool(setup.first_mover) or game.facts.choices == "turns"
    points = np.zeros(game.num_players)
    played = ties = 0
    each = -(-games // len(variants))
    for number, variant in enumerate(variants):
        for first in range(0, each, ROWS):
            rows = min(ROWS, each - first)
            batch = Batch(variant, rows, SEED + number, first_game=first, observe="acting", rows="sparse")
            begins = np.full(rows, NOBODY, np.int8)

            def watch(batch: Batch, begins=begins) -> None:  # type: ignore[no-untyped-def]
                if by_turns and (begins == NOBODY).any():
                    np.copyto(begins, setup.first_movers(batch), where=begins == NOBODY)

            player = agents.make(agent, variant, seed=SEED + first)
            seats = [player] * game.num_players
            reward, truncated, _ = play_batch(variant, seats, rows, SEED + number, first, batch=batch, watch=watch)
            known = begins != NOBODY if by_turns else np.ones(rows, np.bool_)
            began = np.where(begins == NOBODY, 0, begins).astype(np.int64)
            best = reward.max(axis=1, keepdims=True)
            share = (reward == best) / (reward == best).sum(axis=1, keepdims=True)  # a tie is shared among those in it
            share[truncated] = 1 / game.num_players
            for place in range(game.num_players):
                seat = (began + place) % game.num_players
                points[place] += share[np.arange(rows), seat][known].sum()
            ties += int((((reward == best).sum(axis=1) > 1) | truncated)[known].sum())
            played += int(known.sum())
    what = "place" if by_turns else "seat"
    return [
        {
            "mode": recipe.label, "game": recipe.game, "agent": label, "what": what, "place": place + 1,
            "players": game.num_players, "tied": ties, **with_interval(float(points[place]) / played, played),
        }
        for place in range(game.num_players)
    ]  # fmt: skip


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
        "The same agent in all seats, with all sides (decks, Factions) every way round. The share of games won by who"
        " goes first; of three or four the shares of first, second, third and fourth. A tie, or a game cut off by a"
        " limit, is shared. 95 % intervals (Wilson).",
        "",
        *table(["game", "played by", "what", "share of points", "games"], cells),
    ]


STUDY = Study("turns", "The value of going first", measure, lines)
