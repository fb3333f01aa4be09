"""RLlib, old API stack (ModelV2, Policy): masked PPO learns Goofspiel from both seats.

pip install 'open-worlds-env[rllib]'
OMP_NUM_THREADS=1 python docs/clients/rllib_old.py
"""

import argparse
import time

import ray
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.examples._old_api_stack.models.action_mask_model import TorchActionMaskModel
from ray.tune.registry import register_env

import agents
import ow_env
from ow_env.adapters import rllib
from training.measure.match import play_match


def main(steps: int, runners: int = 0, game: str = "goofspiel") -> None:
    """Train for about so many decisions; then play 2,000 games against random."""
    register_env(game, rllib.make(f"{game}_v0"))
    config = (
        PPOConfig()
        .api_stack(enable_rl_module_and_learner=False, enable_env_runner_and_connector_v2=False)
        .environment(game)
        .multi_agent(policies={"shared"}, policy_mapping_fn=lambda *_, **__: "shared", count_steps_by="agent_steps")
        .env_runners(num_env_runners=runners, num_envs_per_env_runner=16)
        .training(model={"custom_model": TorchActionMaskModel})
        .training(train_batch_size=4000, minibatch_size=500, num_epochs=4, lr=1e-3, entropy_coeff=0.01, gamma=1.0)
    )
    algorithm = config.build_algo()
    done, began = 0, time.perf_counter()
    while done < steps:
        done = algorithm.train()["num_agent_steps_sampled_lifetime"]
    seconds = time.perf_counter() - began
    played = ow_env.make(game)
    learned = rllib.Trained(algorithm.get_policy("shared"), played)
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
