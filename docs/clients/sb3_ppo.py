"""PPO of Stable-Baselines3, which knows no masks: forbidden actions become a pass.

pip install open-worlds-env stable-baselines3
"""

import argparse
import time

from stable_baselines3 import PPO
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.evaluation import evaluate_policy

OPTIONS = {"opponent": "random", "seat": "alternate", "illegal": "pass"}


def train(steps: int, game: str) -> PPO:
    """Return a policy trained against random play, in every seat by turns."""
    env = make_vec_env(game, n_envs=8, seed=1, env_kwargs=OPTIONS)
    model = PPO("MlpPolicy", env, gamma=1.0, learning_rate=1e-3, n_steps=256, batch_size=512, seed=1)
    return model.learn(steps)


def main(steps: int = 20_480, game: str = "ow_env:ow_env/StarRealms-v0", games: int = 100) -> str:
    """Train, then play some games; return figures."""
    began = time.perf_counter()
    model = train(steps, game)
    rate = model.num_timesteps / (time.perf_counter() - began)
    reward, _ = evaluate_policy(model, make_vec_env(game, n_envs=8, seed=2, env_kwargs=OPTIONS), games)
    return f"steps {model.num_timesteps}  steps/s {rate:.0f}  score against random {(reward + 1) / 2:.2f}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=20_480)
    parser.add_argument("--game", default="ow_env:ow_env/StarRealms-v0")
    print(main(**vars(parser.parse_args())))
