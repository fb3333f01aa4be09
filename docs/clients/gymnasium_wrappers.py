"""Gymnasium's own tools: its checker, wrappers one over the other, its vector environments and theirs.

pip install open-worlds-env
"""

import argparse
import time

import gymnasium
import numpy as np
from gymnasium import vector, wrappers
from gymnasium.utils.env_checker import check_env


def wrapped(game: str, **options: object) -> gymnasium.Env:
    """Return one game behind wrappers: two observations at a time, flat, as float32, with statistics."""
    env = gymnasium.make(game, opponent="random", seat="alternate", **options)
    env = wrappers.FrameStackObservation(wrappers.RecordEpisodeStatistics(env), 2)
    return wrappers.DtypeObservation(wrappers.FlattenObservation(env), np.float32)


def main(steps: int = 10_000, game: str = "ow_env:ow_env/StarRealms-v0") -> str:
    """Check the environment, then play random allowed actions in four forms; return figures."""
    check_env(gymnasium.make(game, illegal="pass").unwrapped)  # it draws actions without the mask

    one = wrapped(game)
    one.action_space.seed(1)
    _, info = one.reset(seed=1)
    rewards = []
    began = time.perf_counter()
    for _ in range(steps):
        _, _, terminated, truncated, info = one.step(one.action_space.sample(info["action_mask"]))
        if terminated or truncated:
            rewards.append(info["episode"]["r"])
            _, info = one.reset()
    rate = steps / (time.perf_counter() - began)

    for envs in (
        vector.SyncVectorEnv([lambda: wrapped(game)] * 4),
        vector.AsyncVectorEnv([lambda: wrapped(game)] * 4),
        vector.SyncVectorEnv([lambda: wrapped(game, observation="dict")] * 4),
        wrappers.vector.RecordEpisodeStatistics(gymnasium.make_vec(game, 4)),
    ):
        _, info = envs.reset(seed=1)
        for _ in range(100):
            _, _, _, _, info = envs.step(envs.action_space.sample(tuple(info["action_mask"])))
        envs.close()
    share = (np.mean(rewards) + 1) / 2
    return f"steps {steps}  steps/s {rate:.0f}  score of random against random {share:.2f}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=10_000)
    parser.add_argument("--game", default="ow_env:ow_env/StarRealms-v0")
    print(main(**vars(parser.parse_args())))
