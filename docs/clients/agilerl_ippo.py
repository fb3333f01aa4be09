"""IPPO of AgileRL on PettingZoo's parallel form: every seat learns, the masks are read from the infos.

pip install open-worlds-env agilerl
"""

import argparse
import time
from importlib import import_module

import numpy as np
from agilerl.algorithms import IPPO
from agilerl.training.train_multi_agent_on_policy import train_multi_agent_on_policy
from agilerl.vector import AsyncPettingZooVecEnv


def train(steps: int, game: str) -> IPPO:
    """Return policies trained against each other."""
    parallel_env = import_module(f"ow_env.{game}").parallel_env
    env = AsyncPettingZooVecEnv([lambda: parallel_env(observation="box") for _ in range(4)])
    seen = [env.single_observation_space(agent) for agent in env.agents]
    actions = [env.single_action_space(agent) for agent in env.agents]
    agent = IPPO(seen, actions, agent_ids=list(env.agents), learn_step=1024, batch_size=256, gamma=1.0)
    # IPPO 2.58 asks `None in masks`, which arrays don't answer; without this line it stops at any mask
    agent.extract_action_masks = lambda told: {"player": np.array([told[a]["action_mask"] for a in env.agents])}  # glue
    (agent,), _ = train_multi_agent_on_policy(
        env, game, "IPPO", [agent], sum_scores=False, max_steps=steps, evo_steps=steps, eval_steps=200, verbose=False
    )
    env.close()
    return agent


def main(steps: int = 2048, game: str = "star_realms_v0") -> str:
    """Train; return figures."""
    began = time.perf_counter()
    train(steps, game)
    return f"steps {steps}  steps/s {steps / (time.perf_counter() - began):.0f}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=2048)
    parser.add_argument("--game", default="star_realms_v0")
    print(main(**vars(parser.parse_args())))
