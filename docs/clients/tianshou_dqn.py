"""DQN of Tianshou on the Gymnasium form, the mask beside the observation, under the names that Tianshou reads.

pip install open-worlds-env tianshou
"""

import argparse
import time

import gymnasium
import numpy as np
import torch
from gymnasium.wrappers import TransformObservation
from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net


def environment(game: str, **options: str) -> gymnasium.Env:
    """Return the game with "obs" and "mask" as observation."""
    env = gymnasium.make(game, opponent="random", seat="alternate", observation="dict", **options)
    return TransformObservation(env, lambda saw: {"obs": saw["observation"], "mask": saw["action_mask"]}, None)  # glue


def train(steps: int, game: str) -> DQN:
    """Return a policy trained against random play, in every seat by turns, with a reward on the way."""
    envs = DummyVectorEnv([lambda: environment(game, reward="income") for _ in range(8)])
    env = gymnasium.make(game)
    net = Net(state_shape=env.observation_space.shape, action_shape=env.action_space.n, hidden_sizes=[128, 128])
    policy = DiscreteQLearningPolicy(model=net, action_space=env.action_space, eps_training=0.1)
    optimizer = AdamOptimizerFactory(lr=5e-4)
    learner = DQN(policy=policy, optim=optimizer, gamma=0.99, n_step_return_horizon=10, target_update_freq=100)
    collector = Collector(learner, envs, VectorReplayBuffer(20_000, 8), exploration_noise=True)
    collector.reset()
    learner.run_training(
        OffPolicyTrainerParams(
            training_collector=collector,
            max_epochs=1,
            epoch_num_steps=steps,
            collection_step_num_env_steps=64,
            update_step_num_gradient_steps_per_sample=1 / 8,
            batch_size=128,
            test_step_num_episodes=0,
            verbose=False,
            show_progress=False,
        )
    )
    return learner


def main(steps: int = 10_240, game: str = "ow_env:ow_env/StarRealms-v0", games: int = 100) -> str:
    """Train, then play some games; return figures."""
    np.random.seed(1)
    torch.manual_seed(1)
    began = time.perf_counter()
    learner = train(steps, game)
    rate = steps / (time.perf_counter() - began)
    collector = Collector(learner, DummyVectorEnv([lambda: environment(game) for _ in range(8)]))
    returns = collector.collect(n_episode=games, reset_before_collect=True).returns
    return f"steps {steps}  steps/s {rate:.0f}  score against random {(returns.mean() + 1) / 2:.2f}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=10_240)
    parser.add_argument("--game", default="ow_env:ow_env/StarRealms-v0")
    print(main(**vars(parser.parse_args())))
