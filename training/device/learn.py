"""Learning with games, policy and gradients on one GPU: masked PPO on self-play, with frozen opponents and a teacher.

Below: network.py, ow_env.device. Above: `python -m training.device.learn`.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from agents.learned.layout import lay_out
from ow_env.registry import DEFAULT, make
from training.device.network import DenseNetwork

CHUNK = 65_536  # decisions in one forward pass


@dataclass
class Round:
    """The decisions of a round, M of them, and where each stands."""

    observation: Tensor  # uint8 [M, F]
    mask: Tensor  # int8 [M, A]
    action: Tensor  # int64 [M]
    log_prob: Tensor  # float32 [M]
    value: Tensor  # float32 [M]
    place: Tensor  # int64 [M] (step * N + row) * P + seat
    advantage: Tensor  # float32 [M]
    known: Tensor  # bool [M] whether its consequences are known


def advantages(
    value: Tensor, acted: Tensor, reward: Tensor, done: Tensor, gamma: float, gae_lambda: float
) -> tuple[Tensor, Tensor]:
    """Return generalized advantage estimates [T, N, P] along each seat's own decisions, and which of them are known.

    A seat's last decision of a round in a game that goes on bootstraps the one before and is not learned from.

    Args:
        value: [T, N, P] at each decision.
        acted: bool [T, N, P] where there is one.
        reward: [T, N, P] of every step.
        done: bool [T, N] the step ended the game.
        gamma: the discount of one decision of the seat.
        gae_lambda: 0 trusts the value function, 1 the rewards alone.
    """
    advantage, known = torch.zeros_like(value), torch.zeros_like(acted)
    gathered, next_value, next_advantage = (torch.zeros_like(value[0]) for _ in range(3))
    followed = torch.zeros_like(acted[0])
    for step in range(len(value) - 1, -1, -1):
        over = done[step][:, None]
        gathered = torch.where(over, reward[step], reward[step] + gathered)
        next_value, next_advantage = next_value.masked_fill(over, 0), next_advantage.masked_fill(over, 0)
        followed = followed | over
        here = acted[step]
        found = gathered + gamma * next_value - value[step] + gamma * gae_lambda * next_advantage
        advantage[step] = torch.where(here & followed, found, 0)
        known[step] = here & followed
        next_advantage = torch.where(here, advantage[step], next_advantage)
        next_value = torch.where(here, value[step], next_value)
        gathered = torch.where(here, 0, gathered)
        followed = followed | here
    return advantage, known


class Table:
    """N games on a device, who sits where, and what a round of them brings."""

    def __init__(self, batch: Any, network: DenseNetwork, frozen: Sequence[DenseNetwork], share: float, seed: int):
        self.batch, self.network, self.frozen = batch, network, list(frozen)
        self.device = batch.to_act.device
        n, players = batch.to_act.shape
        self.owner = torch.zeros(n, players, dtype=torch.int64, device=self.device)
        others = int(n * share) // max(len(self.frozen), 1) if self.frozen else 0
        for number in range(len(self.frozen)):
            rows = torch.arange(number * others, (number + 1) * others, device=self.device)
            self.owner[rows, (rows // 2) % players] = number + 1
        self.generator = torch.Generator(self.device).manual_seed(seed)

    def forward(self, network: DenseNetwork, observation: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits and values."""
        found: tuple[Tensor, Tensor] = network(observation, mask)
        return found

    @torch.no_grad()
    def decide(self, network: DenseNetwork, at: Tensor) -> tuple[Tensor, ...]:
        """Return observations, masks, actions, log probabilities and values of the seats at row * P + seat."""
        batch, found = self.batch, []
        seen = getattr(batch, "_observation", batch.observation).flatten(0, 1)
        allowed = getattr(batch, "_action_mask", batch.action_mask).flatten(0, 1)
        for part in at.split(CHUNK):
            observation, mask = seen.index_select(0, part), allowed.index_select(0, part)
            logits, value = self.forward(network, observation, mask)
            noise = torch.empty_like(logits).exponential_(generator=self.generator).log_()
            action = (logits - noise).argmax(1)
            log_prob = logits.gather(1, action[:, None])[:, 0] - logits.logsumexp(1)
            found.append((observation, mask, action, log_prob, value))
        return tuple(torch.cat(parts) for parts in zip(*found, strict=True))

    def play(self, steps: int, gamma: float, gae_lambda: float) -> Round:
        """Play so many joint decisions in every game."""
        batch, device = self.batch, self.device
        n, players = batch.to_act.shape
        shape = steps, n, players
        value, reward = torch.zeros(shape, device=device), torch.zeros(shape, device=device)
        acted = torch.zeros(shape, dtype=torch.bool, device=device)
        done = torch.zeros(shape[:2], dtype=torch.bool, device=device)
        actions = torch.zeros(n * players, dtype=torch.int32, device=device)
        kept: list[tuple[Tensor, ...]] = []
        places: list[Tensor] = []
        for step in range(steps):
            actions.zero_()
            for number in range(len(self.frozen) + 1):
                at = (batch.to_act & (self.owner == number)).flatten().nonzero()[:, 0]
                if not len(at):
                    continue
                network = self.network if number == 0 else self.frozen[number - 1]
                found = self.decide(network, at)
                actions[at] = found[2].int()
                if number == 0:
                    kept.append(found)
                    places.append(at + step * n * players)
                    value[step].view(-1)[at] = found[4]
                    acted[step].view(-1)[at] = True
            batch.step(actions.view(n, players))
            reward[step] = batch.reward
            done[step] = batch.terminated | batch.truncated
        advantage, known = advantages(value, acted, reward, done, gamma, gae_lambda)
        place = torch.cat(places)
        parts = [torch.cat(part) for part in zip(*kept, strict=True)]
        observation, mask, action, log_prob, of = parts
        return Round(observation, mask, action, log_prob, of, place, advantage.view(-1)[place], known.view(-1)[place])


def losses(
    network: DenseNetwork, observation: Tensor, mask: Tensor, action: Tensor, old_log_prob: Tensor, advantage: Tensor,
    target: Tensor, taught: Tensor | None, clip: float, weights: Tensor,
) -> tuple[Tensor, Tensor]:  # fmt: skip
    """Return PPO's loss on a minibatch, and what is worth a look: see `learn`."""
    logits, value = network(observation, mask)
    log_probs = logits - logits.logsumexp(1, keepdim=True)
    log_ratio = log_probs.gather(1, action[:, None])[:, 0] - old_log_prob
    ratio = log_ratio.exp()
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
    of_policy = -torch.min(advantage * ratio, advantage * ratio.clamp(1 - clip, 1 + clip)).mean()
    of_value = (value - target).square().mean()
    finite = log_probs.masked_fill(log_probs == -torch.inf, 0)
    entropy = -(torch.where(logits > -torch.inf, finite.exp(), 0) * finite).sum(1).mean()
    loss = of_policy + weights[1] * of_value - weights[0] * entropy
    imitated = loss.new_zeros(())
    if taught is not None:
        imitated = -(taught * finite).sum(1).mean()
        loss = loss + weights[2] * imitated
    far = ((ratio.detach() - 1).abs() > clip).float().mean()
    kl = (ratio - 1 - log_ratio).mean()
    return loss, torch.stack([each.detach() for each in (of_policy, of_value, entropy, far, kl, imitated)])


def learn(
    network: DenseNetwork, optimizer: torch.optim.Optimizer, seen: Round, *, batch: int, epochs: int, clip: float,
    entropy_weight: float, value_weight: float, max_gradient: float, teacher: DenseNetwork | None,
    teacher_weight: float, generator: torch.Generator,
) -> dict[str, float]:  # fmt: skip
    """Take PPO's steps on a round (Schulman et al. 2017); return what is worth a look."""
    use = seen.known.nonzero()[:, 0]
    target = seen.value + seen.advantage
    sums = torch.zeros(6, device=use.device)
    weights = torch.tensor([entropy_weight, value_weight, teacher_weight], device=use.device)
    steps = 0
    for _ in range(epochs):
        order = use[torch.randperm(len(use), device=use.device, generator=generator)]
        for ids in order.split(batch):
            if len(ids) < batch:  # the few that are left over
                continue
            observation, mask = seen.observation.index_select(0, ids), seen.mask.index_select(0, ids)
            taught = None
            if teacher is not None and teacher_weight > 0:
                with torch.no_grad():
                    taught = torch.softmax(teacher(observation, mask)[0], 1)
            loss, figures = losses(
                network, observation, mask, seen.action[ids], seen.log_prob[ids], seen.advantage[ids], target[ids],
                taught, clip, weights,
            )  # fmt: skip
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), max_gradient)
            optimizer.step()
            sums += figures
            steps += 1
    names = "policy_loss", "value_loss", "entropy", "clipped", "kl", "imitated"
    return dict(zip(names, (sums / max(steps, 1)).tolist(), strict=True))


def saved(path: str, game: Any, device: str) -> DenseNetwork:
    """Return the network of a saved agent."""
    from agents.learned.file import load

    network = load(path, game).network
    arrays = network.weights
    widths = len(arrays["whole.bias"]), len(arrays["world.bias"]), len(arrays["trunk.bias"])
    found = DenseNetwork(network.layout, widths)
    found.take(arrays)
    return found.to(device).requires_grad_(False)


def make_batch(games: Sequence[Any], n: int, seed: int, device: str, reward: Any) -> Any:
    """Return the games on the device; on a CPU, the same by `Batch`."""
    if device.startswith("cuda"):
        from ow_env.device.batch import DeviceBatch

        return DeviceBatch(games, n, seed, device=device, reward=reward)
    from training.device.host import HostBatch

    return HostBatch(games, n, seed, reward=reward)


def keep(out: Path, network: DenseNetwork) -> None:
    """Write the weights, by the names of `agents.learned.shapes`."""
    partial = out / "weights.partial"
    torch.save({name: torch.from_numpy(array) for name, array in network.arrays().items()}, partial)
    partial.replace(out / "weights.pt")


def main(argv: Sequence[str] | None = None) -> None:
    """Train, print a line a round, save."""
    p = argparse.ArgumentParser()
    p.add_argument("--game", default=DEFAULT)
    p.add_argument("--options", type=json.loads, default={})
    p.add_argument("--network", default="worlds", choices=("worlds", "flat"))
    p.add_argument("--widths", type=int, nargs=3, default=[256, 128, 256])
    p.add_argument("--num-envs", type=int, default=65_536)
    p.add_argument("--steps", type=int, default=32)
    p.add_argument("--batch", type=int, default=32_768)
    p.add_argument("--epochs", type=int, default=1)
    p.add_argument("--rate", type=float, default=1e-3)
    p.add_argument("--last-rate", type=float, default=0.05)
    p.add_argument("--gamma", type=float, default=0.999)
    p.add_argument("--gae-lambda", type=float, default=0.95)
    p.add_argument("--entropy", type=float, default=0.01)
    p.add_argument("--last-entropy", type=float, default=0.3)
    p.add_argument("--clip", type=float, default=0.2)
    p.add_argument("--reward", default="shaped")
    p.add_argument("--teacher", default="")
    p.add_argument("--kickstart", type=float, default=1.0)
    p.add_argument("--kickstart-until", type=float, default=0.5)
    p.add_argument("--opponents", nargs="*", default=[])
    p.add_argument("--snapshots", type=int, default=2)
    p.add_argument("--snapshot-every", type=int, default=40)
    p.add_argument("--share", type=float, default=0.4)
    p.add_argument("--minutes", type=float, default=2.0, help="of the whole training")
    p.add_argument("--rounds", type=int, default=0, help="end after so many, whatever the time; 0: by the time")
    p.add_argument("--stop-after", type=float, default=1e9, help="minutes of this call")
    p.add_argument("--device", default="cuda")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--out", type=Path, default=Path("runs/device"))
    p.add_argument("--state", type=Path)
    p.add_argument("--resume", type=Path)
    p.add_argument("--compile", action="store_true")
    p.add_argument("--profile", action="store_true")
    a = p.parse_args(argv)
    torch.set_float32_matmul_precision("high")
    if a.compile:
        global losses
        losses = torch.compile(losses, dynamic=False)
        Table.forward = torch.compile(Table.forward, dynamic=True)  # type: ignore[method-assign]
    games = make(a.game, **a.options).variants()
    game = games[0]
    layout = lay_out(game, a.network)
    network = DenseNetwork(layout, tuple(a.widths), torch.Generator().manual_seed(a.seed)).to(a.device)
    fused: dict[str, Any] = {"fused": True} if a.device.startswith("cuda") else {}
    optimizer = torch.optim.Adam(network.parameters(), lr=a.rate, eps=1e-5, **fused)
    teacher = saved(a.teacher, game, a.device) if a.teacher else None
    fixed = [saved(path, game, a.device) for path in a.opponents]
    snapshots = [DenseNetwork(layout, tuple(a.widths)).to(a.device).requires_grad_(False) for _ in range(a.snapshots)]
    spent, decisions, rounds = 0.0, 0, 0
    if a.resume:
        state = torch.load(a.resume, map_location=a.device, weights_only=True)
        network.load_state_dict(state["network"])
        optimizer.load_state_dict(state["optimizer"])
        spent, decisions, rounds = state["spent"], state["decisions"], state["rounds"]
    for each in snapshots:
        each.load_state_dict(network.state_dict())
    batch = make_batch(games, a.num_envs, a.seed + rounds, a.device, a.reward)
    table = Table(batch, network, [*fixed, *snapshots], a.share, a.seed + rounds)
    a.out.mkdir(parents=True, exist_ok=True)
    start, here = time.perf_counter() - spent, time.perf_counter()
    torch.manual_seed(a.seed)
    kept = here
    while True:
        now = time.perf_counter()
        progress = min((now - start) / 60 / a.minutes, 1.0) if not a.rounds else rounds / a.rounds
        if progress >= 1 or now - here > a.stop_after * 60:
            break
        for group in optimizer.param_groups:
            group["lr"] = a.rate * (1 - progress * (1 - a.last_rate))
        seen = table.play(a.steps, a.gamma, a.gae_lambda)
        if a.profile and a.device.startswith("cuda"):
            torch.cuda.synchronize()
        middle = time.perf_counter()
        figures = learn(
            network, optimizer, seen, batch=a.batch, epochs=a.epochs, clip=a.clip,
            entropy_weight=a.entropy * (1 - progress * (1 - a.last_entropy)), value_weight=0.5, max_gradient=0.5,
            teacher=teacher, teacher_weight=a.kickstart * max(0.0, 1 - progress / max(a.kickstart_until, 1e-9)),
            generator=table.generator,
        )  # fmt: skip
        rounds, count = rounds + 1, len(seen.action)
        decisions += count
        del seen
        after = time.perf_counter()
        if snapshots and rounds % a.snapshot_every == 0:
            snapshots[rounds // a.snapshot_every % len(snapshots)].load_state_dict(network.state_dict())
        line = {
            "round": rounds, "decisions": decisions, "per_second": round(count / (after - now)),
            "play": round(middle - now, 3), "learn": round(after - middle, 3),
            **{name: round(value, 4) for name, value in figures.items()},
        }  # fmt: skip
        if rounds < 6 or rounds % 20 == 0:
            print(json.dumps(line), flush=True)
        if after - kept > 60:
            kept = after
            keep(a.out, network)
        with (a.out / "progress.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
    if hasattr(batch, "check"):
        batch.check()
    spent = time.perf_counter() - start
    keep(a.out, network)
    if a.state:
        state = {"network": network.state_dict(), "optimizer": optimizer.state_dict()}
        torch.save({**state, "spent": spent, "decisions": decisions, "rounds": rounds}, a.state)
    print(f"{decisions / 1e6:.0f} million decisions in {spent / 60:.1f} minutes", flush=True)


if __name__ == "__main__":
    main()
