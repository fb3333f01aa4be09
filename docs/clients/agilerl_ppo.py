"""PPO of AgileRL on the vector environment: it reads the masks from the infos.

pip install open-worlds-env agilerl
"""

import argparse
import time

import gymnasium
from agilerl.algorithms import PPO
from agilerl.training.train_on_policy import train_on_policy


def vector(game: str) -> gymnasium.vector.VectorEnv:
    """Return games side by side against random play; a finished one is followed by the next at once."""
    return gymnasium.make_vec(game, 32, opponent="random", seat="alternate", autoreset_mode="SameStep")


def train(steps: int, game: str) -> PPO:
    """Return a policy trained against random play, in every seat by turns."""
    env = vector(game)
    spaces = env.single_observation_space, env.single_action_space
    agent = PPO(*spaces, num_envs=env.num_envs, learn_step=2048, batch_size=512, lr=1e-3, gamma=1.0)
    (agent,), _ = train_on_policy(env, game, "PPO", [agent], max_steps=steps, evo_steps=steps, verbose=False)
    return agent


def main(steps: int = 20_480, game: str = "ow_env:ow_env/StarRealms-v0", games: int = 200) -> str:
    """Train, then play some games; return figures."""
    began = time.perf_counter()
    agent = train(steps, game)
    rate = steps / (time.perf_counter() - began)
    env = vector(game)
    env.reset(seed=2)
    reward = agent.test(env, loop=max(1, games // env.num_envs))
    return f"steps {steps}  steps/s {rate:.0f}  score against random {(reward + 1) / 2:.2f}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=20_480)
    parser.add_argument("--game", default="ow_env:ow_env/StarRealms-v0")
    print(main(**vars(parser.parse_args())))
