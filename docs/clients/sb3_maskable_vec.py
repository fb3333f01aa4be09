"""MaskablePPO of sb3-contrib on our VecEnv: one compiled batch plays all games.

pip install 'open-worlds-env[train]'
"""

import argparse
import time

from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from stable_baselines3.common.vec_env import VecMonitor

import ow_env
from ow_env.adapters.sb3 import GameVecEnv


def train(steps: int, game: str) -> MaskablePPO:
    """Return a policy trained against random play, in every seat by turns."""
    env = VecMonitor(GameVecEnv(ow_env.make(game), 32, opponent="random", seat="alternate"))
    model = MaskablePPO("MlpPolicy", env, gamma=1.0, learning_rate=1e-3, n_steps=64, batch_size=512, seed=1)
    return model.learn(steps)


def main(steps: int = 20_480, game: str = "star_realms", games: int = 200) -> str:
    """Train, then play some games with the masks; return figures."""
    began = time.perf_counter()
    model = train(steps, game)
    rate = model.num_timesteps / (time.perf_counter() - began)
    env = VecMonitor(GameVecEnv(ow_env.make(game), 32, opponent="random", seat="alternate"))
    env.seed(2)
    reward, _ = evaluate_policy(model, env, games)
    return f"steps {model.num_timesteps}  steps/s {rate:.0f}  score against random {(reward + 1) / 2:.2f}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=20_480)
    parser.add_argument("--game", default="star_realms")
    print(main(**vars(parser.parse_args())))
