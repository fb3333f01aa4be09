"""Learning with everything on a GPU, here on a CPU: network, gradients, advantages, and a run that gets better."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from agents.learned.layout import lay_out
from agents.learned.network import PolicyValueNet
from ow_env.core.batch import Batch
from ow_env.registry import make
from training.selfplay.advantage import LAST, OPEN, estimate

torch = pytest.importorskip("torch")

from training.device import learn, network as device_network  # noqa: E402


def a_network(name: str, kind: str) -> tuple[device_network.DenseNetwork, torch.Tensor, torch.Tensor]:
    """Return a network with drawn weights, and observations and masks from random play."""
    game = make(name)
    found = device_network.DenseNetwork(lay_out(game, kind), (24, 16, 20), torch.Generator().manual_seed(1))
    batch = Batch(game, 64, 1, autoreset=True)
    batch.rollout(60)
    at = np.nonzero(batch.to_act)
    return found, torch.from_numpy(batch.observation[at]), torch.from_numpy(batch.action_mask[at])


@pytest.mark.parametrize(("name", "kind"), [("open_worlds", "worlds"), ("goofspiel", "flat")])
def test_the_dense_network_is_the_compiled_one(name: str, kind: str) -> None:
    found, seen, mask = a_network(name, kind)
    logits, _ = found(seen, mask)
    expected = PolicyValueNet(found.layout, found.arrays()).policy(seen.numpy(), mask.numpy())
    np.testing.assert_allclose(torch.softmax(logits, 1).detach().numpy(), expected, atol=1e-6)


def test_gradients_of_rearranged_logits_are_those_of_plain_indexing() -> None:
    found, _, _ = a_network("open_worlds", "worlds")
    columns = torch.randn(5, len(found.back), requires_grad=True)
    weights = torch.randn(5, len(found.where))
    (device_network.Rearranged.apply(columns, found.where, found.back) * weights).sum().backward()
    rearranged = columns.grad.clone()
    columns.grad = None
    (columns[:, found.where] * weights).sum().backward()
    assert torch.equal(rearranged, columns.grad)


def test_advantages_are_those_of_the_cpu_learner() -> None:
    steps, rows, players, rng = 40, 3, 2, np.random.default_rng(1)
    acted, done = rng.random((steps, rows, players)) < 0.6, rng.random((steps, rows)) < 0.1
    value, reward = (rng.normal(size=acted.shape).astype(np.float32) for _ in range(2))
    found, known = learn.advantages(*map(torch.from_numpy, (value, acted, reward, done)), 0.99, 0.9)
    for row in range(rows):
        for seat in range(players):
            at = np.flatnonzero(acted[:, row, seat])
            gains, after = np.zeros(len(at), np.float32), np.full(len(at), OPEN, np.int32)
            for k, first in enumerate(at):
                for step in range(first, steps):
                    if step > first and acted[step, row, seat]:
                        after[k] = k + 1
                        break
                    gains[k] += reward[step, row, seat]
                    if done[step, row]:
                        after[k] = LAST
                        break
            expected = np.zeros(len(at), np.float32)
            estimate(gains, value[at, row, seat], after, 0.99, 0.9, expected)
            np.testing.assert_allclose(found[at, row, seat].numpy(), expected, rtol=1e-4, atol=1e-5)
            np.testing.assert_array_equal(known[at, row, seat].numpy(), after != OPEN)


def test_a_run_learns_to_beat_random_play(tmp_path: Path) -> None:
    game = "goofspiel"
    learn.main([
        "--game", game, "--network", "flat", "--widths", "64", "8", "64", "--device", "cpu", "--num-envs", "128",
        "--steps", "16", "--batch", "512", "--reward", "win", "--rounds", "60", "--rate", "3e-3", "--snapshots", "1",
        "--snapshot-every", "10", "--out", str(tmp_path),
    ])  # fmt: skip
    arrays = {name: array.numpy() for name, array in torch.load(tmp_path / "weights.pt", weights_only=True).items()}
    agent = PolicyValueNet(lay_out(make(game), "flat"), arrays)
    batch, points, over = Batch(make(game), 256, 7, autoreset=True), 0.0, 0
    rng = np.random.default_rng(3)
    for _ in range(60):
        mask = batch.action_mask
        actions = (rng.random(mask.shape) * mask).argmax(2)
        actions[:, 0] = agent.policy(batch.observation[:, 0], mask[:, 0]).argmax(1)
        batch.step(actions)
        points += float(batch.reward[:, 0].sum())
        over += int(batch.terminated.sum())
    assert points / over > 0.3
