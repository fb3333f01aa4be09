"""Decisions that agents are asked for in tests, and networks of made-up weights."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import agents
from agents import learned
from agents.base import Observation, observe
from agents.learned import PolicyValueNet, lay_out, shapes
from ow_env.compiled.jit import PURE
from ow_env.core.batch import Batch
from ow_env.core.game import Game
from ow_env.core.players import look

compiled = pytest.mark.skipif(PURE, reason="plays whole games: minutes uncompiled")
WIDTHS = {"whole": 12, "world": 10, "trunk": 17}


def midgame(game: Game, rows: int, steps: int, seed: int = 3) -> Observation:
    """Return what every seat that is asked is given after so many random decisions in so many games."""
    batch = Batch(game, rows, seed)
    batch.rollout(steps)
    at, seats = np.nonzero(batch.to_act)
    return look(batch, at, seats, steps, determinize=True)


def seen_by(batch: Batch, seat: int, moment: int = 0) -> Observation:
    """Return what one seat is given in every row."""
    rows = np.arange(batch.num_games)
    return look(batch, rows, np.full(len(rows), seat), moment, determinize=True)


def seen_in_play(game: Game, name: str, rows: int, games: int = 32) -> Observation:
    """Return decisions from games of an agent against itself: every fifth of them, at least so many."""
    batch, agent = Batch(game, games, seed=3, autoreset=True), agents.make(name, game, seed=1)
    features: list[np.ndarray] = []
    masks: list[np.ndarray] = []
    while sum(map(len, features)) < rows:
        asked, seats = np.nonzero(batch.to_act)
        seen = Observation(batch.observation[asked, seats], batch.action_mask[asked, seats])
        actions = np.zeros(batch.to_act.shape, np.int32)
        actions[asked, seats] = agent.act(seen)
        features.append(seen.features[::5])
        masks.append(seen.mask[::5])
        batch.step(actions)
    return Observation(np.concatenate(features), np.concatenate(masks))


def choice(agent: Any, states: Any, game: Game, seat: int = 0) -> str:
    """Return the name of what an agent does in a position, as this seat."""
    view = game.show(states)
    seen = observe(view.observation[:, seat], view.action_mask[:, seat], np.arange(1))
    return game.action_name(states, seat, int(agent.act(seen)[0]))


def made_up(game: Game, kind: str, widths: Mapping[str, int] = WIDTHS, seed: int = 2) -> PolicyValueNet:
    """Return a network of made-up weights."""
    rng, layout = np.random.default_rng(seed), lay_out(game, kind)
    arrays = {name: rng.normal(0, 0.3, shape).astype(np.float32) for name, shape in shapes(layout, **widths).items()}
    return PolicyValueNet(layout, arrays)


def saved(path: Path, game: Game, kind: str, widths: Mapping[str, int] = WIDTHS, seed: int = 1) -> Path:
    """Save an agent with such a network."""
    network = made_up(game, kind, widths, seed)
    trained = {"settings": {"reward": "income"}}
    learned.save(
        path, network, learned.Card(learned.FORMAT, game.name, network.layout.digest, kind, dict(widths), 1.0, trained)
    )
    return path


def every_setting_counts(
    script: Any, game: Game, seen: Observation, changed: Any = lambda value: 4 * value + 1
) -> None:
    """Each changes what the script works out beforehand, or one of these decisions; none is only listed."""
    usual, choices = script.scratch_for(game.tables)[0], script(game, 1).act(seen)
    for name, value in script.settings.items():
        given = {name: changed(value)}
        scratch = script.scratch_for(game.tables, **given)[0]
        derived = [field for field in scratch.dtype.names if field != "weights"]
        counts = any((scratch[field] != usual[field]).any() for field in derived if scratch.dtype[field].names is None)
        assert counts or (script(game, 1, **given).act(seen) != choices).any(), name
