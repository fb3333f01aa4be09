"""The baseline "PPO of SB3" of the task `learn`: MaskablePPO with its defaults for a game, against all scripts.

    python -m docs.tasks.ppo_sb3 star_realms --decisions 1000000
    python -m docs.tasks.ppo_sb3 open_worlds --decisions 1000000
    ow benchmark learn python:docs.tasks.ppo_sb3:Trained --trained 1000000

Below: ow_env.adapters.sb3, sb3-contrib. Models are kept in runs/tasks/, a file for each game.
"""

from __future__ import annotations

import argparse
import hashlib
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import ow_env
from agents.base import Observation
from agents.games import scripts_of
from ow_env.core.game import Game

MODELS = Path("runs/tasks")
ROWS = 64


def train(name: str, decisions: int, seed: int = 1) -> Path:
    """Train against the game's scripts and random play, a row each in turn, in every seat; return the model's file."""
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.vec_env import VecMonitor

    from ow_env.adapters.sb3 import GameVecEnv

    known = ["random", *(f"agents:{script}" for script in scripts_of(name))]
    opponents = [known[row % len(known)] for row in range(ROWS)]
    env = VecMonitor(GameVecEnv(ow_env.make(name), ROWS, opponent=opponents, seat="alternate"))
    model = MaskablePPO("MlpPolicy", env, gamma=1.0, n_steps=128, batch_size=1024, seed=seed, device="cpu")
    model.learn(decisions, progress_bar=False)
    path = MODELS / f"ppo-{name}.zip"
    path.parent.mkdir(parents=True, exist_ok=True)
    model.save(path)
    return path


class Trained:
    """Plays by the model of its game, taking the most probable action."""

    name, version = "sb3-ppo", 1

    def __init__(self, game: Game, seed: int) -> None:
        from sb3_contrib import MaskablePPO

        path = MODELS / f"ppo-{game.name}.zip"
        if not path.exists():
            raise ValueError(f"there is no {path}: python -m docs.tasks.ppo_sb3 {game.name}")
        self.parameters = {"weights": hashlib.sha256(path.read_bytes()).hexdigest()[:16]}
        self._model: Any = MaskablePPO.load(path, device="cpu")

    def act(self, observation: Observation) -> NDArray[np.int32]:
        """Return one allowed action id for each row."""
        actions, _ = self._model.predict(observation.features, action_masks=observation.mask, deterministic=True)
        return np.asarray(actions, np.int32)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--decisions", type=int, default=1_000_000)
    asked = parser.parse_args()
    print(train(asked.game, asked.decisions))
