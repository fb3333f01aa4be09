"""Training runs of a few hundred decisions, for tests: settings, what came of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from stable_baselines3.common.logger import configure

from agents import learned
from training.selfplay import checkpoint, settings, train

TINY = {
    "game": "goofspiel", "network": "flat", "width_whole": 16, "width_world": 4, "width_trunk": 16, "width_card": 4,
    "num_envs": 8, "rollout": 128, "batch": 64, "minutes": 0.0, "decisions": 6 * 128, "save_every": 0.0,
    "scripted": ["random", "scripted"], "against": ["random", "scripted"], "games": 60, "pool_every": 2,
    "redraw_every": 2, "pool_size": 2, "device": "cpu", "ladder_checkpoints": 1, "ladder_games": 100,
}  # fmt: skip
DECKS = {  # of Open Worlds
    "game": "open_worlds", "network": "worlds", "width_world": 8, "width_card": 8, "num_envs": 16, "rollout": 256,
    "batch": 128, "decisions": 5 * 256, "threads": 1, "teacher": "", "redraw_every": 1, "ladder_games": 0, "games": 20,
    "scripted": ["builder"], "against": ["random"],
}  # fmt: skip


def tiny(**changes: Any) -> settings.Settings:
    """Return settings of a run of a second."""
    return settings.read(None, **TINY | changes)


def trained(folder: Path, **changes: Any) -> Path:
    """Train; return the agent's file."""
    return train.train(folder, tiny(**changes))


def set_up(folder: Path, **changes: Any) -> train.CpuRun:
    """Return a run before its first round; nobody reads what it logs."""
    run = train.set_up(folder, tiny(**changes))
    run.model.set_logger(configure(None, []))
    return run


def in_file(path: Path, **changes: Any) -> str:
    """Write settings into a file; return its name."""
    told = TINY | changes
    path.write_text("".join(f"{name} = {settings.in_toml(value)}\n" for name, value in told.items()), "utf-8")
    return str(path)


def weights_of(path: Path) -> dict[str, np.ndarray]:
    """Return the arrays of a saved agent."""
    return learned.file._arrays(path)


def assert_same(one: Path, other: Path) -> None:
    """Hold two agents to be the same to the last bit."""
    arrays, others = weights_of(one), weights_of(other)
    assert arrays.keys() == others.keys()
    for name, array in arrays.items():
        np.testing.assert_array_equal(array, others[name], err_msg=name)


def resumed(folder: Path, decisions: int | None = None) -> Path:
    """Go on with a run that was stopped; return the agent's file."""
    return train.train(folder, train.resumed_settings(folder, None, decisions), resume=True)


def newest(folder: Path) -> Path:
    """Return the last checkpoint of a run."""
    found = checkpoint.newest(folder)
    assert found is not None
    return found
