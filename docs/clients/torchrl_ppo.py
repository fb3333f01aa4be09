"""PPO of TorchRL on the Gymnasium form, the mask beside the observation: its distribution reads it from there.

pip install open-worlds-env torchrl
"""

import argparse
import time

import torch
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.collectors import Collector
from torchrl.envs import GymEnv, TransformedEnv
from torchrl.envs.transforms import ActionMask, Compose, DTypeCastTransform
from torchrl.envs.utils import ExplorationType, set_exploration_type
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE


def environment(game: str) -> TransformedEnv:
    """Return the game; random actions are drawn from the mask too."""
    env = GymEnv(game, opponent="random", seat="alternate", observation="dict", categorical_action_encoding=True)
    as_float = DTypeCastTransform(torch.uint8, torch.float32, in_keys=["observation"])
    as_bool = DTypeCastTransform(torch.int8, torch.bool, in_keys=["action_mask"])  # glue: PettingZoo's masks are int8
    return TransformedEnv(env, Compose(as_float, as_bool, ActionMask()))


def network(features: int, outputs: int) -> nn.Module:
    """Return two hidden layers."""
    return nn.Sequential(nn.Linear(features, 128), nn.Tanh(), nn.Linear(128, 128), nn.Tanh(), nn.Linear(128, outputs))


def train(steps: int, game: str, length: int = 1024) -> ProbabilisticActor:
    """Return a policy trained against random play, in every seat by turns."""
    torch.manual_seed(1)
    env = environment(game)
    features, actions = env.observation_spec["observation"].shape[-1], env.action_spec.n
    actor = ProbabilisticActor(
        TensorDictModule(network(features, actions), ["observation"], ["logits"]),
        in_keys={"logits": "logits", "mask": "action_mask"},
        distribution_class=MaskedCategorical,
        return_log_prob=True,
    )
    critic = ValueOperator(network(features, 1))
    advantage = GAE(gamma=1.0, lmbda=0.95, value_network=critic, average_gae=True)
    loss = ClipPPOLoss(actor, critic, entropy_coeff=0.01)
    optimizer = torch.optim.Adam(loss.parameters(), lr=1e-3)
    for data in Collector(env, actor, frames_per_batch=length, total_frames=steps):
        with torch.no_grad():
            advantage(data)
        for batch in (part for _ in range(4) for part in torch.randperm(length).split(256)):
            told = loss(data[batch])
            optimizer.zero_grad()
            (told["loss_objective"] + told["loss_critic"] + told["loss_entropy"]).backward()
            nn.utils.clip_grad_norm_(loss.parameters(), 0.5)
            optimizer.step()
    return actor


def main(steps: int = 10_240, game: str = "ow_env:ow_env/StarRealms-v0", games: int = 50) -> str:
    """Train, then play some games; return figures."""
    began = time.perf_counter()
    actor = train(steps, game)
    rate = steps / (time.perf_counter() - began)
    env = environment(game)
    with torch.no_grad(), set_exploration_type(ExplorationType.DETERMINISTIC):
        rewards = [env.rollout(10_000, actor)["next", "reward"].sum().item() for _ in range(games)]
    share = (sum(rewards) / games + 1) / 2
    return f"steps {steps}  steps/s {rate:.0f}  score against random {share:.2f}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=10_240)
    parser.add_argument("--game", default="ow_env:ow_env/StarRealms-v0")
    print(main(**vars(parser.parse_args())))
