"""DQN of Tianshou on PettingZoo's turn-based form: its wrapper takes observation and mask as they are.

pip install open-worlds-env tianshou
"""

import argparse
import time

import numpy as np
import pettingzoo
from tianshou.algorithm import DQN, MARLRandomDiscreteMaskedOffPolicyAlgorithm, MultiAgentOffPolicyAlgorithm
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv, PettingZooEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

import ow_env  # noqa: F401  registers the games


def vector(game: str) -> DummyVectorEnv:
    """Return games side by side."""
    return DummyVectorEnv([lambda: PettingZooEnv(pettingzoo.make("aec", game)) for _ in range(8)])


def train(steps: int, game: str) -> MultiAgentOffPolicyAlgorithm:
    """Return a learner in the first seat and random play in the second, after training."""
    env = PettingZooEnv(pettingzoo.make("aec", game))
    seen = env.observation_space["observation"]
    net = Net(state_shape=seen.shape, action_shape=env.action_space.n, hidden_sizes=[128, 128])
    policy = DiscreteQLearningPolicy(model=net, action_space=env.action_space, eps_training=0.1)
    learner = DQN(policy=policy, optim=AdamOptimizerFactory(lr=1e-3), gamma=0.99, target_update_freq=200)
    both = [learner, MARLRandomDiscreteMaskedOffPolicyAlgorithm(env.action_space)]
    algorithm = MultiAgentOffPolicyAlgorithm(algorithms=both, env=env)
    collector = Collector(algorithm, vector(game), VectorReplayBuffer(20_000, 8), exploration_noise=True)
    collector.reset()
    algorithm.run_training(
        OffPolicyTrainerParams(
            training_collector=collector,
            max_epochs=1,
            epoch_num_steps=steps,
            collection_step_num_env_steps=64,
            update_step_num_gradient_steps_per_sample=1 / 32,
            batch_size=256,
            test_step_num_episodes=0,
            verbose=False,
            show_progress=False,
        )
    )
    return algorithm


def main(steps: int = 10_240, game: str = "ow_env/StarRealms-v0", games: int = 50) -> str:
    """Train, then play some games; return figures."""
    np.random.seed(1)
    began = time.perf_counter()
    algorithm = train(steps, game)
    rate = steps / (time.perf_counter() - began)
    collector = Collector(algorithm, vector(game))
    returns = collector.collect(n_episode=games, reset_before_collect=True).returns
    return f"steps {steps}  steps/s {rate:.0f}  share of wins against random {(returns[:, 0].mean() + 1) / 2:.2f}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=10_240)
    parser.add_argument("--game", default="ow_env/StarRealms-v0")
    print(main(**vars(parser.parse_args())))
