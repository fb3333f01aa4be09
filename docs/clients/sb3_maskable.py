"""MaskablePPO of sb3-contrib on the Gymnasium form: it finds the masks by itself.

pip install open-worlds-env sb3-contrib
"""

import argparse
import time

from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from stable_baselines3.common.env_util import make_vec_env


def train(steps: int, game: str) -> MaskablePPO:
    """Return a policy trained against random play, in every seat by turns."""
    env = make_vec_env(game, n_envs=8, seed=1, env_kwargs={"opponent": "random", "seat": "alternate"})
    model = MaskablePPO("MlpPolicy", env, gamma=1.0, learning_rate=1e-3, n_steps=256, batch_size=512, seed=1)
    return model.learn(steps)


def main(steps: int = 20_480, game: str = "ow_env:ow_env/StarRealms-v0", games: int = 200) -> str:
    """Train, then play some games with the masks; return figures."""
    began = time.perf_counter()
    model = train(steps, game)
    rate = model.num_timesteps / (time.perf_counter() - began)
    env = make_vec_env(game, n_envs=8, seed=2, env_kwargs={"opponent": "random", "seat": "alternate"})
    reward, _ = evaluate_policy(model, env, games)
    return f"steps {model.num_timesteps}  steps/s {rate:.0f}  score against random {(reward + 1) / 2:.2f}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=20_480)
    parser.add_argument("--game", default="ow_env:ow_env/StarRealms-v0")
    print(main(**vars(parser.parse_args())))
