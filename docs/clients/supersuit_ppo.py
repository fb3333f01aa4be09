"""SuperSuit's wrappers and vectoriser, then PPO of Stable-Baselines3: all seats learn one policy, without masks.

pip install open-worlds-env supersuit stable-baselines3
"""

import argparse
import time

import numpy as np
import pettingzoo
import supersuit
from stable_baselines3 import PPO
from stable_baselines3.common.vec_env import VecMonitor

import ow_env  # noqa: F401  registers the games


def train(steps: int, game: str) -> PPO:
    """Return a policy trained against itself, every seat of every game a row."""
    env = pettingzoo.make("parallel", game, observation="box", illegal="pass")
    env = supersuit.frame_stack_v1(supersuit.dtype_v0(env, np.float32), 2)
    env = supersuit.pettingzoo_env_to_vec_env_v1(env)
    env = supersuit.concat_vec_envs_v1(env, 8, num_cpus=0, base_class="stable_baselines3")
    model = PPO("MlpPolicy", VecMonitor(env), gamma=1.0, n_steps=128, batch_size=512)
    return model.learn(steps)


def main(steps: int = 4096, game: str = "ow_env/StarRealms-v0") -> str:
    """Train; return figures."""
    began = time.perf_counter()
    model = train(steps, game)
    rate = model.num_timesteps / (time.perf_counter() - began)
    return f"steps {model.num_timesteps}  steps/s {rate:.0f}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=4096)
    parser.add_argument("--game", default="ow_env/StarRealms-v0")
    print(main(**vars(parser.parse_args())))
