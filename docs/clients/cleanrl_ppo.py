"""PPO in one file, as CleanRL writes it, with masks: on the vector environment, from whose infos they are read.

pip install open-worlds-env torch
"""

import argparse
import time

import gymnasium
import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical


class Agent(nn.Module):
    """Two layers, a policy and a value."""

    def __init__(self, envs: gymnasium.vector.VectorEnv) -> None:
        super().__init__()
        features, actions = envs.single_observation_space.shape[0], envs.single_action_space.n
        self.body = nn.Sequential(nn.Linear(features, 128), nn.Tanh(), nn.Linear(128, 128), nn.Tanh())
        self.policy, self.value = nn.Linear(128, actions), nn.Linear(128, 1)

    def forward(self, seen: torch.Tensor, mask: torch.Tensor) -> tuple[Categorical, torch.Tensor]:
        """Return the policy over what is allowed, and the value."""
        hidden = self.body(seen.float())
        return Categorical(logits=self.policy(hidden).masked_fill(mask == 0, -1e9)), self.value(hidden).squeeze(-1)


def train(steps: int, game: str, num_envs: int = 32, length: int = 64) -> Agent:
    """Return a policy trained against random play, in every seat by turns."""
    torch.manual_seed(1)
    envs = gymnasium.make_vec(game, num_envs, opponent="random", seat="alternate", autoreset_mode="SameStep")
    agent = Agent(envs)
    optimizer = torch.optim.Adam(agent.parameters(), lr=1e-3)
    seen, info = envs.reset(seed=1)
    for _ in range(max(1, steps // (num_envs * length))):
        rows = []
        for _ in range(length):
            seen, mask = torch.as_tensor(seen), torch.as_tensor(info["action_mask"])
            with torch.no_grad():
                policy, value = agent(seen, mask)
            action = policy.sample()
            row = seen, mask, action, policy.log_prob(action), value
            seen, reward, terminated, truncated, info = envs.step(action.numpy())
            rows.append((*row, torch.as_tensor(reward).float(), torch.as_tensor(terminated | truncated)))
        with torch.no_grad():
            following = agent(torch.as_tensor(seen), torch.as_tensor(info["action_mask"]))[1]
        observations, masks, actions, log_probs, values, rewards, dones = map(torch.stack, zip(*rows, strict=True))
        advantages, advantage = torch.zeros_like(values), torch.zeros(num_envs)
        for t in reversed(range(length)):  # generalized advantage estimation, without discount
            error = rewards[t] + following * ~dones[t] - values[t]
            advantages[t] = advantage = error + 0.95 * advantage * ~dones[t]
            following = values[t]
        targets = (advantages + values).flatten()
        data = [part.flatten(0, 1) for part in (observations, masks, actions, log_probs, advantages)]
        for batch in (part for _ in range(4) for part in torch.randperm(num_envs * length).split(512)):
            observation, mask, action, log_prob, gain = (part[batch] for part in data)
            policy, value = agent(observation, mask)
            gain = (gain - gain.mean()) / (gain.std() + 1e-8)
            ratio = (policy.log_prob(action) - log_prob).exp()
            loss = -torch.min(ratio * gain, ratio.clamp(0.8, 1.2) * gain).mean()
            loss = loss + 0.5 * (value - targets[batch]).square().mean() - 0.01 * policy.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()
    return agent


@torch.no_grad()
def measure(agent: Agent, game: str, games: int) -> float:
    """Return the mean reward of some games side by side, one each."""
    envs = gymnasium.make_vec(game, games, opponent="random", seat="alternate", autoreset_mode="SameStep")
    seen, info = envs.reset(seed=2)
    total, playing = np.zeros(games), np.ones(games, bool)
    while playing.any():
        policy, _ = agent(torch.as_tensor(seen), torch.as_tensor(info["action_mask"]))
        seen, reward, terminated, truncated, info = envs.step(policy.probs.argmax(-1).numpy())
        total += reward * playing
        playing &= ~(terminated | truncated)
    return total.mean()


def main(steps: int = 20_480, game: str = "ow_env:ow_env/StarRealms-v0", games: int = 200) -> str:
    """Train, then play some games; return figures."""
    began = time.perf_counter()
    agent = train(steps, game)
    rate = steps / (time.perf_counter() - began)
    reward = measure(agent, game, games)
    return f"steps {steps}  steps/s {rate:.0f}  score against random {(reward + 1) / 2:.2f}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=20_480)
    parser.add_argument("--game", default="ow_env:ow_env/StarRealms-v0")
    print(main(**vars(parser.parse_args())))
