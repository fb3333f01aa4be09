"""RLlib, new API stack (RLModule, ConnectorV2): masked PPO learns Goofspiel from both seats.

    pip install 'open-worlds-env[rllib]'
    OMP_NUM_THREADS=1 python docs/clients/rllib_new.py
    OMP_NUM_THREADS=1 python docs/clients/rllib_new.py --runners 2      # games are played in two processes beside

On a Ray cluster the same line with RAY_ADDRESS=auto uses all of its machines: docs/training.md, "On several machines".
"""

import argparse
import time

import ray
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

import agents
import ow_env
from ow_env.adapters import rllib
from training.measure.match import play_match


def configured(game: str, runners: int = 0) -> PPOConfig:
    """Return masked PPO for a game: one policy plays all seats."""
    register_env(game, rllib.make(f"{game}_v0"))
    return (
        PPOConfig()
        .environment(game)
        .multi_agent(policies={"shared"}, policy_mapping_fn=lambda *_, **__: "shared", count_steps_by="agent_steps")
        .rl_module(rl_module_spec=RLModuleSpec(module_class=ActionMaskingTorchRLModule))
        .env_runners(num_env_runners=runners, num_envs_per_env_runner=16)
        .training(train_batch_size=4000, minibatch_size=500, num_epochs=4, lr=1e-3, entropy_coeff=0.01, gamma=1.0)
    )


def main(steps: int, runners: int = 0, game: str = "goofspiel") -> None:
    """Train for about so many decisions; then play 2,000 games against random."""
    algorithm = configured(game, runners).build_algo()
    done, began = 0, time.perf_counter()
    while done < steps:
        done = sum(algorithm.train()["env_runners"]["num_agent_steps_sampled_lifetime"].values())
    seconds = time.perf_counter() - began
    played = ow_env.make(game)
    learned = rllib.Trained(algorithm.get_module("shared"), played)
    won = play_match(played, learned, agents.make("random", played), 2000).score
    algorithm.stop()
    ray.shutdown()
    print(f"steps {done:.0f}  steps/s {done / seconds:.0f}  score against random {won:.2f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=60_000)
    parser.add_argument("--runners", type=int, default=0)
    parser.add_argument("--game", default="goofspiel")
    main(**vars(parser.parse_args()))
