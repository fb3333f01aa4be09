"""Self-play: the distribution and the kernels against plain torch, the league, resuming, saved agents, the command."""

from __future__ import annotations

import html
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.distributions import MaskableCategoricalDistribution
from stable_baselines3.common.logger import configure

import agents
from agents import learned
from agents.games import teacher_of
from agents.learned.forward import BUCKETS
from ow_env.adapters.gymnasium import spaces_of
from ow_env.core.batch import Batch
from ow_env.core.game import Game
from ow_env.core.observation import Observation
from ow_env.core.players import REGISTERED
from ow_env.goofspiel.game import Goofspiel
from ow_env.open_worlds.game import OpenWorlds
from tests.training.runs import DECKS, TINY, assert_same, in_file, newest, resumed, set_up, tiny, trained, weights_of
from training.cli import main
from training.commands import train as command
from training.exact.games import make as make_small
from training.measure import ladder
from training.measure.match import play_match
from training.measure.store import AgentKey, SeatSwap, Store
from training.replay.stepping import decode
from training.selfplay import checkpoint, dense, measure, report, settings, train
from training.selfplay.advantage import LAST, OPEN, estimate
from training.selfplay.arena import Arena
from training.selfplay.decisions import Decisions
from training.selfplay.distribution import FastMasked
from training.selfplay.league import League, Member
from training.selfplay.learner import CheckpointPlayer, Learner, where_of
from training.selfplay.magnet import Magnet
from training.selfplay.policy import TrainableNet
from training.selfplay.ppo import SelfPlayPPO
from training.selfplay.teacher import only_imitates, teach, weight


def some_rows(game: Game, rows: int, steps: int = 30) -> tuple[np.ndarray, np.ndarray]:
    """Observations and masks of seats that are asked, from games at random."""
    batch = Batch(game, 64, seed=4, autoreset=True)
    seen, masks = [], []
    for _ in range(steps):
        batch.rollout(3)
        at, seat = np.nonzero(batch.to_act)
        seen.append(batch.observation[at, seat])
        masks.append(batch.action_mask[at, seat])
    pick = np.random.default_rng(1).permutation(sum(map(len, seen)))[:rows]
    return np.concatenate(seen)[pick], np.concatenate(masks)[pick]


def small_network(game: Game, kind: str, focus: bool = True) -> TrainableNet:
    torch.manual_seed(3)
    net = TrainableNet(game, kind, whole=12, world=8, trunk=10, card=4)
    with torch.no_grad():
        for parameter in net.parameters():
            parameter += 0.1 * torch.randn_like(parameter)
    if not focus:
        net.layout = replace(net.layout, focus=-1)
    return net


GAMES = [("worlds", OpenWorlds), ("flat", OpenWorlds), ("flat", Goofspiel)]


# ── The distribution ─────────────────────────────────────────────────────────────────────────────


def test_the_distribution_equals_the_stock_one() -> None:
    generator = torch.Generator().manual_seed(1)
    logits = (torch.randn(64, 50, generator=generator) * 3).requires_grad_()
    same = logits.detach().clone().requires_grad_()
    mask = torch.rand(64, 50, generator=generator) < 0.2
    mask[:, 7] = True
    actions = torch.multinomial(mask.float(), 1, generator=generator).squeeze(1)
    results = []
    for made, given in ((MaskableCategoricalDistribution(50), logits), (FastMasked(50), same)):
        made.proba_distribution(action_logits=given)
        made.apply_masking(mask.numpy())
        log_prob, entropy = made.log_prob(actions), made.entropy()
        (log_prob.sum() + 0.3 * entropy.sum()).backward()
        results.append((log_prob, entropy, made.mode(), given.grad))
    for stock, fast in zip(*results, strict=True):
        torch.testing.assert_close(fast, stock, rtol=1e-5, atol=1e-5)


def test_the_distribution_draws_what_is_allowed_as_often_as_it_should() -> None:
    torch.manual_seed(2)
    made = FastMasked(4).proba_distribution(torch.log(torch.tensor([[0.1, 0.6, 0.2, 0.1]])).repeat(20_000, 1))
    made.apply_masking(np.array([[True, True, False, True]] * 20_000))
    counts = torch.bincount(made.sample(), minlength=4) / 20_000
    torch.testing.assert_close(counts, torch.tensor([0.125, 0.75, 0.0, 0.125]), rtol=0, atol=0.02)


def test_the_distribution_refuses_nan() -> None:
    with pytest.raises(ValueError, match="NaN"):
        FastMasked(2).proba_distribution(torch.tensor([[0.0, float("nan")]]))


# ── The network ──────────────────────────────────────────────────────────────────────────────────


def rollout_of(net: TrainableNet, game: Game, rows: np.ndarray, masks: np.ndarray, size: int = 0) -> Decisions:
    """A rollout that holds these rows, made-up results beside them: ratios within the clip range and beyond."""
    observation_space, action_space = spaces_of(game)
    decisions = Decisions(
        0, observation_space, action_space, gae_lambda=0.9, gamma=0.99, n_envs=1, size=len(rows), room=size,
        features=game.most_numbers, legal=game.most_actions, where=where_of(net.layout),
        rng=np.random.default_rng(6),
    )  # fmt: skip
    rng = np.random.default_rng(7)
    with torch.no_grad():
        logits = plain_logits(net, rows, masks)[0]
    actions = (logits + torch.from_numpy(rng.gumbel(size=logits.shape))).argmax(1)
    log_probs = torch.log_softmax(logits, 1)[torch.arange(len(rows)), actions].numpy()
    numbers = [rng.normal(0, scale, len(rows)).astype(np.float32) for scale in (0.2, 1.0, 1.0)]
    ends = np.full(len(rows), LAST, np.int32)
    stored = [rows, masks, actions.numpy(), log_probs + numbers[0], numbers[1], numbers[2], ends]
    decisions.restore(stored)
    decisions.finish()
    decisions.decided.taught[: len(rows)] = (masks * rng.random(masks.shape)).argmax(1)  # any that is allowed
    decided = decisions.decided
    ends = decided.legal_at[: len(rows)] + decided.num_legal[: len(rows)]
    decided.reference[: ends[-1]] = np.log(rng.uniform(0.05, 0.5, ends[-1]))  # sums to anything: nothing asks for 1
    return decisions


def plain_logits(net: TrainableNet, rows: np.ndarray, masks: np.ndarray) -> tuple[torch.Tensor, torch.Tensor]:
    """The logits, -1e8 where an action is not allowed, and the values, in plain torch."""
    trunk, places, value, weights = net(torch.from_numpy(rows))
    output = weights["choose.whole"], weights["choose.world"], weights["choose.bias"]
    logits = dense.action_logits(net.layout, trunk, places, *output)
    return logits.masked_fill(torch.from_numpy(masks == 0), -1e8), value


def plain_loss(
    net: TrainableNet, decisions: Decisions, ids: np.ndarray, advantages: np.ndarray, teacher_weight: float,
    magnet_weight: float,
) -> list[torch.Tensor]:  # fmt: skip
    """PPO's loss as MaskablePPO writes it, the teacher's and the magnet's beside it, and what is logged, in float64."""
    rows, masks = decisions.rows(ids).dense()
    logits, values = plain_logits(net, rows, masks)
    every = torch.log_softmax(logits, 1)
    decided = decisions.decided
    log_ratio = every[torch.arange(len(ids)), torch.from_numpy(decided.action[ids]).long()]
    log_ratio = log_ratio - torch.from_numpy(decided.log_prob[ids])
    ratio, advantage = torch.exp(log_ratio), torch.from_numpy(advantages)
    policy_loss = -torch.min(advantage * ratio, advantage * torch.clamp(ratio, 0.8, 1.2)).mean()
    returns = torch.from_numpy(decided.value[ids] + decided.advantage[ids])
    value_loss = ((returns - values) ** 2).mean()
    entropy = -(torch.softmax(logits, 1) * every).sum(1).mean()
    clipped = ((ratio - 1).abs() > 0.2).double().mean()
    parts = [policy_loss, value_loss, entropy, clipped, ((ratio - 1) - log_ratio).mean()]
    taught = torch.from_numpy(decided.taught[ids]).long()
    cross_entropy = torch.nn.functional.cross_entropy(logits, taught)
    parts += [cross_entropy, (logits.argmax(1) == taught).double().mean()] if teacher_weight else [torch.zeros(())] * 2
    divergence = torch.zeros(())
    if magnet_weight:
        for row, decision in enumerate(ids):  # over the allowed actions only, one decision after the other
            first = decided.legal_at[decision]
            allowed = slice(first, first + decided.num_legal[decision])
            log_probs = torch.log_softmax(logits[row, torch.from_numpy(decided.legal[allowed]).long()], 0)
            reference = torch.from_numpy(decided.reference[allowed])
            divergence = divergence + (log_probs.exp() * (log_probs - reference)).sum() / len(ids)
    loss = policy_loss - 0.02 * entropy + 0.5 * value_loss + teacher_weight * cross_entropy
    return [loss + magnet_weight * divergence, *parts, divergence]


DAMAGED_DECISIONS = [  # which of the stored arrays, what becomes of it, what is said
    (0, lambda rows: rows[:, :-1], "decisions_0: expected"),
    (2, lambda actions: actions[:1], "decisions_2: expected"),
    (2, lambda actions: actions + 1000, "actions that are allowed"),
    (6, lambda follows: follows * 0 + 5, "no other decision"),
]


@pytest.mark.parametrize(("number", "change", "said"), DAMAGED_DECISIONS)
def test_decisions_of_a_damaged_checkpoint_are_refused(number: int, change: Any, said: str) -> None:
    """They go into compiled code, which looks at no index."""
    game = Goofspiel(num_cards=4)
    decisions = rollout_of(small_network(game, "flat"), game, *some_rows(game, 6))
    stored = decisions.stored(np.arange(6))
    stored[number] = change(stored[number])
    with pytest.raises(ValueError, match=said):
        decisions.restore(stored)


@pytest.mark.parametrize(
    ("kind", "make", "focus", "threads", "teacher_weight", "magnet_weight"),
    [
        ("worlds", OpenWorlds, True, 1, 0.0, 0.0),
        ("worlds", OpenWorlds, False, 2, 0.7, 0.3),
        ("flat", OpenWorlds, True, 2, 0.7, 0.0),
        ("flat", Goofspiel, True, 1, 0.0, 0.3),
        ("flat", Goofspiel, False, 2, 0.0, 0.0),
    ],
)
def test_losses_and_gradients_equal_those_of_plain_torch(
    kind: str, make: Any, focus: bool, threads: int, teacher_weight: float, magnet_weight: float
) -> None:
    """Of every parameter, those of embeddings included; 150 rows are more than two blocks of 64, the last not full."""
    game = make()
    net = small_network(game, kind, focus)
    decisions = rollout_of(net, game, *some_rows(game, 150))
    ids = np.random.default_rng(8).permutation(150)
    advantages = np.random.default_rng(9).normal(size=150).astype(np.float32)
    learner = Learner(net, game.most_actions, threads)
    for _ in range(2):  # a second time: nothing is left of the first
        losses = learner.learn(decisions.decided, ids, advantages, 0.2, 0.02, 0.5, teacher_weight, magnet_weight)
    found = {name: p.grad.clone() for name, p in net.named_parameters() if p.grad is not None}
    net.double().zero_grad()
    total, *parts = plain_loss(net, decisions, ids, advantages, teacher_weight, magnet_weight)
    total.backward()
    np.testing.assert_allclose(losses, [part.item() for part in parts], rtol=1e-5, atol=1e-6)
    assert 0.1 < losses[3] < 0.9  # some ratios are clipped, some are not
    for name, parameter in net.named_parameters():
        expected = torch.zeros_like(parameter) if parameter.grad is None else parameter.grad
        tolerance = 1e-5 * max(1e-3, float(expected.abs().max())) if expected.numel() else 0
        torch.testing.assert_close(found[name].double(), expected, rtol=1e-3, atol=tolerance, msg=name)


@pytest.mark.parametrize(("kind", "make"), GAMES)
def test_every_weight_learns(kind: str, make: Any) -> None:
    game = make()
    net = small_network(game, kind)
    decisions = rollout_of(net, game, *some_rows(game, 200))
    learner = Learner(net, game.most_actions, 1)
    learner.learn(decisions.decided, np.arange(200), np.ones(200, np.float32), 0.2, 0.02, 0.5)
    idle = {name for name, p in net.named_parameters() if p.grad is None or not p.grad.abs().sum() > 0}
    of_cards_or_places = {"world_rows", "world_bias", "choose_world", "card", "of_print"}
    assert idle <= (of_cards_or_places if kind == "flat" else set())


@pytest.mark.parametrize(("kind", "make"), GAMES)
def test_the_learner_acts_as_its_snapshot_does(kind: str, make: Any) -> None:
    """So does a checkpoint as an opponent; and again to the last digit: what is learned from first is what was done."""
    game = make()
    net = small_network(game, kind)
    rows, masks = some_rows(game, 150)
    decisions = rollout_of(net, game, rows, masks)
    decided, draws = decisions.decided, np.random.default_rng(5).random(150)
    learner = Learner(net, game.most_actions, 2)
    actions, log_probs, values = net.snapshot().act(rows, masks, draws)
    learner.act(decided, np.arange(150), draws)
    assert (decided.action[:150] == actions).all()
    np.testing.assert_allclose(decided.log_prob[:150], log_probs, rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(decided.value[:150], values, rtol=1e-4, atol=1e-5)
    player = CheckpointPlayer(net.snapshot(), game.most_actions)
    assert (player.choose(Observation(rows, masks), draws) == actions).all()
    before = decided.log_prob.copy()
    some = np.random.default_rng(5).permutation(150)[:90]
    learner.act(decided, some, draws[some])
    np.testing.assert_array_equal(decided.log_prob, before)
    losses = learner.learn(decided, some, np.ones(90, np.float32), 0.2, 0.0, 0.5)
    assert losses[4] == 0.0  # of the ratio's logarithm


@pytest.mark.parametrize("focus", [True, False])
@pytest.mark.parametrize(("kind", "make"), GAMES)
def test_torch_computes_what_the_compiled_row_does(kind: str, make: Any, focus: bool) -> None:
    game = make()
    net = small_network(game, kind, focus)
    rows, masks = some_rows(game, 50)
    network = net.snapshot()
    actions, log_probs, values = network.act(rows, masks, np.random.default_rng(5).random(50))
    probs = network.policy(rows, masks)
    with torch.no_grad():
        logits, value = plain_logits(net, rows, masks)
    log_prob = torch.log_softmax(logits, 1)[torch.arange(50), torch.from_numpy(actions).long()]
    np.testing.assert_allclose(values, value, rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(log_probs, log_prob, rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(probs, torch.softmax(logits, 1), atol=1e-5)


# ── Updates ──────────────────────────────────────────────────────────────────────────────────────


KINDS = pytest.mark.parametrize(("kind", "game"), [("worlds", "open_worlds"), ("flat", "goofspiel")])


@pytest.mark.parametrize(("max_gradient", "normalized"), [(0.05, True), (50.0, False)])
@KINDS
def test_a_round_of_learning_is_that_of_maskable_ppo(
    tmp_path: Path, kind: str, game: str, max_gradient: float, normalized: bool
) -> None:
    """Compiled, by plain torch, and by sb3-contrib's own loop: the same steps of Adam, the same numbers logged."""
    wanted = {"game": game, "network": kind, "max_gradient": max_gradient, "normalize_advantages": normalized}
    ours, by_torch, theirs = (a_round(tmp_path, wanted, how) for how in ("compiled", "torch", "sb3"))
    assert_alike(ours, theirs)
    assert_alike(by_torch, theirs)


@pytest.mark.parametrize(
    ("wanted", "teacher_weight", "only_imitates"),
    [({}, 0.7, True), ({}, 0.7, False), ({"magnet": 0.3, "epochs": 4}, 0.0, False)],
)
@KINDS
def test_a_round_with_a_teacher_or_a_magnet_is_that_of_plain_torch(
    tmp_path: Path, kind: str, game: str, wanted: dict[str, Any], teacher_weight: float, only_imitates: bool
) -> None:
    wanted = {"game": game, "network": kind, **wanted}
    ours, by_torch = (a_round(tmp_path, wanted, how, teacher_weight, only_imitates) for how in ("compiled", "torch"))
    assert_alike(ours, by_torch)
    if teacher_weight:
        assert 0 < ours[1]["train/agreement"] < 1
        assert (ours[1]["train/policy_gradient_loss"] == 0) == only_imitates
    else:
        assert ours[1]["train/divergence"] > 0  # after the first step; before it the two are one


class ByTorch:
    """What finds gradients in a `Learner`'s place: plain torch, through autograd."""

    def __init__(self, model: SelfPlayPPO) -> None:
        self.model = model

    def refresh(self) -> None:
        """There is no copy of the weights."""

    def learn(
        self, decided: Any, ids: np.ndarray, advantages: np.ndarray, clip: float, entropy_weight: float,
        value_weight: float, teacher_weight: float, magnet_weight: float,
    ) -> np.ndarray:  # fmt: skip
        policy, buffer = self.model.policy, self.model.rollout_buffer
        seen, advantage = buffer.samples(ids), torch.from_numpy(advantages)  # type: ignore[attr-defined]
        values, distribution = policy.evaluate(seen.observations, seen.action_masks)  # type: ignore[operator]
        log_ratio = distribution.log_prob(seen.actions) - seen.old_log_prob
        ratio, entropy = torch.exp(log_ratio), distribution.entropy().mean()
        of_policy = -torch.min(advantage * ratio, advantage * torch.clamp(ratio, 1 - clip, 1 + clip)).mean()
        of_value = torch.nn.functional.mse_loss(values, seen.returns)
        loss = of_policy - entropy_weight * entropy + value_weight * of_value
        cross_entropy = agreement = divergence = torch.zeros(())
        if teacher_weight > 0:
            taught = torch.from_numpy(decided.taught[ids])
            cross_entropy = -distribution.log_prob(taught).mean()
            agreement = (distribution.mode() == taught).float().mean()
            loss = loss + teacher_weight * cross_entropy
        if magnet_weight > 0:
            reference = torch.from_numpy(buffer.reference(ids))  # type: ignore[attr-defined]
            divergence = distribution.divergence(reference).mean()
            loss = loss + magnet_weight * divergence
        policy.optimizer.zero_grad()
        loss.backward()
        clipped, kl = ((ratio - 1).abs() > clip).float().mean(), (ratio - 1 - log_ratio).mean()
        stats = of_policy, of_value, entropy, clipped, kl, cross_entropy, agreement, divergence
        return np.array([value.item() for value in stats])


def a_round(
    folder: Path, wanted: dict[str, Any], how: str, teacher_weight: float = 0.0, only_imitates: bool = False
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The parameters after a round of learning, and what it logged."""
    run = train.set_up(folder, tiny(**{"decks": None, **wanted}))
    run.model.set_logger(configure(None, []))
    decisions: Any = run.model.rollout_buffer
    run.arena.collect(run.learner.act, decisions)
    run.model.teacher_weight, run.model.only_imitates = teacher_weight, only_imitates
    if teacher_weight:
        teach(train.teachers(run, 2), decisions, run.learner, run.arena.rng)
    if run.model.magnet:
        run.model.magnet.refer(decisions, run.learner)
        run.model.magnet_weight = run.settings.magnet
    if how == "torch":
        run.model.learner = ByTorch(run.model)  # type: ignore[assignment]
    if how == "sb3":
        MaskablePPO.train(run.model)
    else:
        run.model.train()
    return dict(run.model.policy.named_parameters()), dict(run.model.logger.name_to_value)


def assert_alike(one: tuple[dict[str, Any], dict[str, Any]], other: tuple[dict[str, Any], dict[str, Any]]) -> None:
    assert one[1].keys() == other[1].keys()
    for name, value in one[1].items():
        np.testing.assert_allclose(value, other[1][name], rtol=2e-3, atol=2e-5, err_msg=name)
    for name, parameter in one[0].items():
        # a step of Adam is as long for the smallest gradient as for the largest: rounding shows most there
        apart = (parameter - other[0][name]).abs()
        assert apart.sum() <= 2e-5 * apart.numel(), name
        assert apart.numel() == 0 or apart.max() <= 4e-3, name  # four steps of 1e-3


def test_a_network_that_returns_nan_is_not_learned_from(tmp_path: Path) -> None:
    run = set_up(tmp_path)
    run.arena.collect(run.learner.act, run.model.rollout_buffer)  # type: ignore[arg-type]
    with torch.no_grad():
        run.learner.network.get_parameter("value_bias")[0] = float("nan")
    run.learner.refresh()
    with pytest.raises(ValueError, match="the network returned NaN"):
        run.model.train()


@pytest.mark.parametrize(("kind", "make"), GAMES)
def test_a_rollout_gives_back_the_rows_it_was_given(kind: str, make: Any) -> None:
    game = make()
    rows, masks = some_rows(game, 60)
    net = small_network(game, kind)
    decisions = rollout_of(net, game, rows, masks, size=40)
    for given, held in zip((rows, masks), decisions.rows(np.arange(60)).dense(), strict=True):
        np.testing.assert_array_equal(held, given)
    kept = np.array([3, 17, 59])
    before = decisions.stored(kept)
    assert [array.shape for array in before[:2]] == [(3, game.num_features), (3, game.num_actions)]
    decisions.keep(kept)
    assert decisions.count == 3
    for one, other in zip(before, decisions.stored(np.arange(3)), strict=True):
        np.testing.assert_array_equal(one, other)
    layout, decided = net.layout, decisions.decided
    for decision in range(3):  # the first layer's sums by token, from the entries
        begin = first = 2 * int(decided.feature_at[decision])
        for token, end in enumerate((first + decided.end[decision]).tolist()):
            entries = sorted(zip(decided.row[begin:end].tolist(), decided.times[begin:end].tolist(), strict=True))
            expected = []
            for i in np.flatnonzero((rows[kept[decision]] > 0) & (layout.feature_token == token)).tolist():
                value = int(rows[kept[decision], i])
                expected.append((int(layout.feature_row[i]), float(value * layout.scale[i])))
                if layout.bucket_row[i] >= 0:
                    expected.append((int(layout.bucket_row[i]) + min(value, BUCKETS) - 1, 1.0))
            assert entries == sorted(expected)
            begin = end


# ── What is learned from ─────────────────────────────────────────────────────────────────────────


def test_advantages_follow_each_seat_to_its_own_next_decision() -> None:
    # Decisions 0, 2 are of one seat, whose game ends after 2; 1, 3 of another, whose next is not known.
    reward = np.array([0.5, 0.0, 1.0, 0.0], np.float32)
    value = np.array([0.1, 0.2, 0.4, 0.3], np.float32)
    next_index = np.array([2, 3, LAST, OPEN], np.int32)
    advantage = np.full(4, np.nan, np.float32)
    estimate(reward, value, next_index, 0.9, 0.5, advantage)
    last = 1.0 - 0.4
    expected = [0.5 + 0.9 * 0.4 - 0.1 + 0.9 * 0.5 * last, 0.9 * 0.3 - 0.2, last, 0.0]
    np.testing.assert_allclose(advantage, expected, rtol=1e-6)


@pytest.mark.parametrize("reward", ["win", "income"])
def test_the_arena_pays_each_seat_its_own_result(tmp_path: Path, reward: str) -> None:
    chosen = {"reward": reward, "seed": 2, "share_pool": 0.0, "rollout": 9000}  # so many games that one is a tie
    run = train.set_up(tmp_path, tiny(**chosen))
    decisions: Any = run.model.rollout_buffer
    run.arena.collect(run.learner.act, decisions)
    n = decisions.count
    assert decisions.rows(np.arange(n)).dense()[1][np.arange(n), decisions.decided.action[:n]].all()
    next_index = decisions.next_index[:n]
    assert ((next_index > np.arange(n)) | (next_index < 0)).all()
    # Along each seat's decisions to its end, rewards add up to a result.
    starts = np.setdiff1d(np.arange(n), next_index[next_index >= 0])
    results = []
    for at in starts.tolist():
        total = 0.0
        while True:
            total += float(decisions.rewards[at]) if next_index[at] != OPEN else float("nan")
            if next_index[at] < 0:
                break
            at = int(next_index[at])
        if total == total:
            results.append(total)
    assert len(results) > 50
    assert set(np.round(results, 4)) == {-1.0, 0.0, 1.0}
    met = {member.name: member.played for member in run.league.members}
    assert met["random"] > 5
    assert met["scripted"] > 5
    assert run.league.itself.played > 5


def result_at(seats: str, reward: list[float], payoff: str = "win") -> tuple[float, float]:
    """What is recorded of a game with the learner in the seats marked x."""
    mine = np.array([[seat == "x" for seat in seats]])
    game = SimpleNamespace(facts=SimpleNamespace(payoff=payoff), num_players=len(seats))
    arena: Any = SimpleNamespace(learner_seats=mine, episode_reward=np.array([reward], np.float32), game=game)
    return Arena.points_of(arena, 0)


@pytest.mark.parametrize(
    ("seats", "reward", "points", "weight"),
    [
        ("x.", [1, -1], 1, 1),
        ("x.", [-1, 1], 0, 1),
        (".x", [0, 0], 0.5, 1),
        ("x...", [1, -1, -1, -1], 1, 1.5),  # it has beaten three
        ("x...", [-1, 1, -1, -1], 0, 0.5),  # one of three has beaten it
        ("x.xx", [-1, -1, 1, -1], 1, 0.5),
        ("x.xx", [-1, 1, -1, -1], 0, 1.5),
        ("x.x.", [0, 0, 0, 0], 0.5, 1),
        ("x", [1], 1, 1),
        ("x", [-1], 0, 1),
    ],
)
def test_a_game_counts_as_one_seat_against_another(
    seats: str, reward: list[float], points: float, weight: float
) -> None:
    assert result_at(seats, reward) == (points, weight)


def test_scores_count_as_they_are() -> None:
    assert result_at("x.x", [0.5, -1, -0.3], "score") == (pytest.approx(0.55), 1)


@pytest.mark.parametrize("held", [1, 2, 3])
def test_alike_the_learner_takes_half_however_many_seats_it_has(held: int) -> None:
    """And of known strength, its odds: three to one, seat against seat."""
    rng = np.random.default_rng(held)
    seats = "x" * held + "." * (4 - held)
    for strength in (1.0, 3.0):
        member, odds = Member("other"), np.where(np.array(list(seats)) == "x", strength, 1.0)
        taken = weighed = 0.0
        for _ in range(20_000):
            reward = np.full(4, -1.0)
            reward[rng.choice(4, p=odds / odds.sum())] = 1
            points, weight = result_at(seats, list(reward))
            taken, weighed = taken + weight * points, weighed + weight
        member.record(taken / weighed, weighed)
        assert member.points / member.games == pytest.approx(strength / (1 + strength), abs=0.015)


def test_at_a_table_of_four_the_learner_has_some_of_the_seats() -> None:
    drawn = np.zeros((4, 4), int)  # by how many seats, and which
    for players in (2, 4):
        arena = someone_drawing(players, 0.0)
        for _ in range(600):
            seats = Arena.draw_seats(arena, 0)
            assert 1 <= len(set(seats.tolist())) == len(seats) < players
            if players == 4:
                drawn[len(seats), seats] += 1
    assert (drawn[1:].sum(axis=1) > 150).all()
    assert (drawn[1:].std(axis=1) < 25).all()


def someone_drawing(players: int, side_exponent: float, **words: Any) -> Any:
    """What `draw_seats` needs of an arena."""
    game = SimpleNamespace(num_players=players)
    return SimpleNamespace(rng=np.random.default_rng(1), game=game, side_exponent=side_exponent, **words)


@pytest.mark.parametrize(
    ("exponent", "env", "expected"),
    [
        (1.0, 0, [0.52 / 0.64, 0.12 / 0.64]),  # with 0.02 more for each, so that none is forgotten
        (1.0, 1, [0.22 / 0.84, 0.62 / 0.84]),  # the decks are swapped
        (1.0, 2, [0.52 / 0.64, 0.12 / 0.64]),  # as in the first
        (2.0, 0, [0.27 / 0.30, 0.03 / 0.30]),
        (0.0, 0, [0.5, 0.5]),
    ],
)
def test_it_sits_where_it_loses(exponent: float, env: int, expected: list[float]) -> None:
    shares = np.array([[0.5, 0.9], [0.8, 0.4]])
    arena = someone_drawing(2, exponent, side_share=shares)
    drawn = np.concatenate([Arena.draw_seats(arena, env) for _ in range(4000)])
    assert np.bincount(drawn, minlength=2) / 4000 == pytest.approx(expected, abs=0.03)
    arena = someone_drawing(3, exponent, side_share=np.array([[0.9, 0.1, 0.5]]))
    some = [Arena.draw_seats(arena, 0).tolist() for _ in range(2000)]
    assert {len(seats) for seats in some} == {1, 2}
    assert all(len(set(seats)) == len(seats) for seats in some)
    often = [sum(seat in seats for seats in some) for seat in range(3)]
    assert (often[1] > 1.2 * often[2] > 1.3 * often[0]) == (exponent > 0)


def test_what_it_wins_of_a_side_is_counted_against_others(tmp_path: Path) -> None:
    chosen = settings.read(
        None, **TINY | {"share_scripted": 0.5, "share_pool": 0.0, "side_exponent": 1.0, "teacher": ""}
    )
    run = train.set_up(tmp_path, chosen)
    arena, league = run.arena, run.league
    arena.side_share[:] = [[0.25, 0.75]]
    before = {member.name: member.played for member in league.members}
    won: list[tuple[int, float]] = []
    points_of = arena.points_of

    def noted(env: int) -> tuple[float, float]:
        found = points_of(env)
        won.append((int(np.flatnonzero(arena.learner_seats[env])[0]), found[0]))
        return found

    arena.points_of = noted  # type: ignore[method-assign]
    for _ in range(5):
        arena.collect(run.learner.act, run.model.rollout_buffer)  # type: ignore[arg-type]
    assert len(won) == sum(member.played - before[member.name] for member in league.members) > 10
    expected = [0.25, 0.75]
    for seat, points in won:
        expected[seat] += (points - expected[seat]) / 200
    np.testing.assert_allclose(arena.side_share, [expected])


def test_a_checkpoint_keeps_what_was_won_of_each_side(tmp_path: Path) -> None:
    run = set_up(tmp_path, side_exponent=1.0, teacher="")
    run.play_and_learn(0.0)
    run.arena.side_share[:] = [[0.25, 0.75]]
    run.save()
    last = newest(tmp_path)
    again = train.set_up(tmp_path, run.settings, resumed=True)
    checkpoint.restore(last, again.take)
    np.testing.assert_array_equal(again.arena.side_share, [[0.25, 0.75]])
    with np.load(last / "tables.npz") as file:
        arrays = dict(file)
    del arrays["learner_seats"]
    np.savez(last / "tables.npz", **arrays)
    with pytest.raises(ValueError, match="can't be gone on from"):
        checkpoint.restore(last, again.take)


def test_a_potential_that_begins_above_0_is_no_result(tmp_path: Path) -> None:
    """Alone in The Derelict it is 1 at first, and random players lose."""
    chosen = settings.read(None, **TINY | {"game": "tradeworlds", "options": {"scenario": "The Derelict"},
                                           "scripted": [], "share_scripted": 0.0, "share_pool": 0.0})  # fmt: skip
    run = train.set_up(tmp_path, chosen)
    assert run.arena.first_potential(0) == [1.0]
    decisions: Any = run.model.rollout_buffer
    for _ in range(2):
        run.arena.collect(run.learner.act, decisions)
    [alone] = train.shown(run)
    assert alone.name == "alone"
    assert alone.played > 0
    assert alone.points == 0


def test_the_hardest_are_met_most_and_nobody_is_forgotten() -> None:
    league = League(("easy", "hard"), pfsp_exponent=1.0, pool_size=3)
    for _ in range(200):
        league.find("easy").record(1.0)
        league.find("hard").record(0.2)
    rng = np.random.default_rng(1)
    league.redraw(rng, 1)
    drawn = [league.draw(rng, scripted=0.5, pool=0.2).name for _ in range(4000)]
    counts = {name: drawn.count(name) / 4000 for name in set(drawn)}
    assert counts["itself"] == pytest.approx(0.5, abs=0.03) or counts["itself"] == pytest.approx(0.7, abs=0.05)
    assert counts["hard"] > 8 * counts["easy"] > 0
    for k in range(6):
        league.add(f"after {k}", f"{k}.safetensors")
    assert len(league.pool) == 3
    assert league.pool[0].name == "after 0"
    assert league.pool[-1].name == "after 5"
    league.redraw(rng, 2)
    assert len([name for name in league.active if name.startswith("after")]) == 2


def test_opponents_are_drawn_as_often_as_their_chances_say() -> None:
    league = League(("easy", "hard"), pfsp_exponent=1.0, pool_size=3)
    for name, points in (("easy", 1.0), ("hard", 0.2)):
        league.find(name).record(points, games=200)
    league.add("after 1", "1.safetensors")
    rng = np.random.default_rng(1)
    league.redraw(rng, 1)
    drawn = [league.draw(rng, scripted=0.5, pool=0.2).name for _ in range(4000)]
    shares = [drawn.count(name) / 4000 for name in ("itself", *league.active)]
    np.testing.assert_allclose(shares, league.chances(0.5, 0.2), atol=0.03)


# ── A run ────────────────────────────────────────────────────────────────────────────────────────


class Drawing:
    """Plays any allowed action, by a generator of its own."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)

    def act(self, observation: Observation) -> np.ndarray:
        mask: np.ndarray = observation.mask
        return (mask * self.rng.random(mask.shape)).argmax(1).astype(np.int32)


TAUGHT = {  # by one who draws by a generator of its own
    "teacher": "drawing", "scripted": ["drawing"], "teacher_decisions": 3 * 128, "kickstart_until": 0.9,
    "teacher_share": 1.0, "side_exponent": 2.0,
}  # fmt: skip
ANY_CARDS = DECKS | {"random_matchups": 30, "random_figures": 0.5, "figures_every": 2, "share_pool": 0.3}


class Killed(Exception):
    """A run comes to its end here."""


@pytest.fixture
def drawing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(REGISTERED, "drawing", lambda game, seed: Drawing(seed))


@pytest.mark.parametrize(
    ("given", "rounds"),  # played when it is killed
    [
        (TAUGHT, 2),  # while it imitates
        (TAUGHT, 4),  # and in PPO
        ({"magnet": 0.3, "magnet_share": 0.1, "teacher": "", "last_entropy": 0.2}, 4),
        ({"decisions": 3 * 128, "save_every": 1e9}, 1),  # the first checkpoint by the clock would come later
        (ANY_CARDS, 3),
    ],
)
def test_a_resumed_run_ends_where_an_uninterrupted_one_does(
    given: dict[str, Any], rounds: int, drawing: None, tmp_path: Path
) -> None:
    whole, lines = trained(tmp_path / "whole", **given), []

    def kill(line: str) -> None:
        lines.append(line)
        if len(lines) == rounds:  # this round is played, its checkpoint not yet written
            raise Killed

    with pytest.raises(Killed):
        train.train(tmp_path / "cut", tiny(**given), say=kill)
    assert newest(tmp_path / "cut").name == f"checkpoint-{rounds - 1:06}"
    (tmp_path / "cut" / ".checkpoint-1").mkdir()  # as a kill while writing leaves it
    assert_same(whole, resumed(tmp_path / "cut"))
    told = [
        [{k: v for k, v in row.items() if k not in ("seconds", "rate")} for row in train.history(tmp_path / folder)]
        for folder in ("whole", "cut")
    ]
    assert told[0] == told[1]


def test_a_teacher_counts_less_from_round_to_round(drawing: None, tmp_path: Path) -> None:
    lines: list[str] = []
    train.train(tmp_path, tiny(**TAUGHT), say=lines.append)
    assert [row["teacher_weight"] for row in train.history(tmp_path)] == [1, 1, 1, 0.4444, 0.2593, 0.0741]
    assert ["cloning of drawing" in line for line in lines[:6]] == [True] * 3 + [False] * 3


def test_the_same_seed_gives_the_same_agent_and_another_does_not(tmp_path: Path) -> None:
    a, b, c = (trained(tmp_path / name, decisions=256, seed=seed) for name, seed in (("a", 1), ("b", 1), ("c", 2)))
    assert_same(a, b)
    with pytest.raises(AssertionError, match="Mismatched"):
        assert_same(a, c)


def test_threads_change_no_more_than_the_rounding(tmp_path: Path) -> None:
    """Two threads, twice: the same agent to the last digit; one thread: nearly the same after a round."""
    short = {"num_envs": 160, "rollout": 1024, "batch": 512, "decisions": 1024}
    one, two, again = (
        weights_of(trained(tmp_path / name, threads=threads, **short))
        for name, threads in (("one", 1), ("two", 2), ("again", 2))
    )
    for name in one:
        np.testing.assert_array_equal(two[name], again[name], err_msg=name)
        np.testing.assert_allclose(two[name], one[name], atol=2e-3, err_msg=name)  # two steps of Adam of 1e-3 each
        assert np.abs(two[name] - one[name]).sum() <= 1e-4 * one[name].size, name


def test_a_run_is_not_overwritten_and_not_resumed_from_nothing(tmp_path: Path) -> None:
    trained(tmp_path / "a", decisions=128)
    with pytest.raises(ValueError, match="already holds a run"):
        trained(tmp_path / "a", decisions=128)
    with pytest.raises(ValueError, match="no checkpoint to resume from; the same command without --resume starts"):
        train.train(tmp_path / "b", tiny(), resume=True)


# ── A teacher ────────────────────────────────────────────────────────────────────────────────────


def test_the_teacher_counts_less_and_less() -> None:
    chosen = settings.read(None, teacher_share=0.2, teacher_decisions=1000, kickstart=2.0, kickstart_until=0.8)
    shares = [0.0, 0.19, 0.2, 0.4, 0.8, 1.0]
    assert [weight(chosen, done) for done in shares] == [2, 2 * (1 - 0.19 / 0.8), 1.5, 1, 0, 0]
    assert [only_imitates(chosen, done, 999) for done in shares] == [True, True] + [False] * 4
    assert not only_imitates(chosen, 0.1, 1000)
    assert weight(replace(chosen, kickstart_until=0.0), 0.0) == 0
    scratch = replace(chosen, teacher="")
    assert {weight(scratch, done) for done in shares} == {0}
    assert not any(only_imitates(scratch, done, 0) for done in shares)


def test_it_comes_to_choose_as_its_teacher(tmp_path: Path) -> None:
    """Who bids the prize bids one of up to thirteen cards: by chance, one choice in four is alike."""
    longer = {"num_envs": 64, "rollout": 1024, "decisions": 12 * 1024}
    wider = {"width_whole": 64, "width_trunk": 64}
    alone = {"teacher_share": 1.0, "teacher_batch": 128, "teacher_rate": 5e-3}
    chosen = settings.read(None, **TINY | longer | wider | alone)
    path = train.train(tmp_path / "run", chosen)
    agreement = [row["agreement"] for row in train.history(tmp_path / "run")]
    assert agreement[0] < 0.5
    assert agreement[-1] > 0.9
    game = Goofspiel()
    rows, masks = some_rows(game, 400)  # of random play, where it was not taught
    teacher, agent = (agents.make(name, game) for name in ("matcher", str(path)))
    alike = teacher.act(Observation(rows, masks)) == agent.act(Observation(rows, masks))
    assert alike.mean() > 0.7


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("goofspiel", {}),
        ("open_worlds", {"num_players": 3}),
        ("goofspiel-3", {}),
        *(
            pytest.param(*row, marks=pytest.mark.slow)
            for row in (
                ("open_worlds", {}),
                ("star_realms", {}),
                ("these_new_worlds", {}),
                ("tradeworlds", {"num_players": 4}),
                ("tradeworlds", {"scenario": "The Derelict"}),
                ("expansive_universe", {"num_players": 3}),
            )
        ),
    ],
)
def test_every_game_has_its_teacher(tmp_path: Path, game: str, options: dict[str, Any]) -> None:
    """At every decision of a rollout it says something that is allowed, and what it says when it is asked alone."""
    given = {name: value for name, value in TINY.items() if name not in ("game", "network", "scripted", "against")}
    run = train.set_up(tmp_path, settings.read(None, **given, game=game, options=options, threads=2))
    assert run.settings.teacher == teacher_of(run.games[0].name) != ""
    run.model.set_logger(configure(None, []))
    run.play_and_learn(0.0)
    assert run.model.only_imitates
    decisions: Any = run.model.rollout_buffer
    rows = decisions.rows(np.arange(decisions.count))
    taught = decisions.decided.taught[: decisions.count]
    assert (rows.dense()[1][np.arange(decisions.count), taught] == 1).all()
    assert run.arena.clock.teacher > 0
    assert 0 < run.model.logger.name_to_value["train/agreement"] <= 1


def test_what_is_taught_is_what_the_teacher_says(tmp_path: Path) -> None:
    run = train.set_up(tmp_path, tiny(rollout=300, threads=3))
    decisions: Any = run.model.rollout_buffer
    run.arena.collect(run.learner.act, decisions)
    teach(train.teachers(run, 3), decisions, run.learner, run.arena.rng)
    rows = decisions.rows(np.arange(decisions.count))
    expected = agents.make("matcher", run.games[0]).act(Observation(sparse=rows))
    np.testing.assert_array_equal(decisions.decided.taught[: decisions.count], expected)


@pytest.mark.parametrize(
    ("teacher", "said"),
    [
        ("search:10", "expected a script or a saved agent, got 'search:10', which needs more than observations"),
        ("builder", "teacher: builder plays open_worlds, not goofspiel"),
        ("mather", "teacher: no opponent is called 'mather'; nearest: 'matcher'"),
        ("none.safetensors", "teacher: none.safetensors"),
    ],
)
def test_who_cannot_teach_is_refused(tmp_path: Path, teacher: str, said: str) -> None:
    with pytest.raises(ValueError, match=r"^teacher") as refusal:
        trained(tmp_path / "run", teacher=teacher)
    assert said in str(refusal.value)


def test_a_saved_agent_can_teach(tmp_path: Path) -> None:
    first = trained(tmp_path / "first", decisions=128)
    trained(tmp_path / "second", decisions=128, teacher=str(first))
    assert train.history(tmp_path / "second")[0]["agreement"] > 0


def test_a_run_that_goes_on_for_longer_does_not_imitate_again(tmp_path: Path) -> None:
    trained(tmp_path / "run", decisions=5 * 128)
    resumed(tmp_path / "run", 50 * 128)
    weights = [row["teacher_weight"] for row in train.history(tmp_path / "run")]
    assert weights[0] == 1
    assert 0 < weights[4] < weights[3] < weights[2] < 1
    assert weights[5:] == [0] * 45


# ── Beginning with the weights of an agent ───────────────────────────────────────────────────────


@pytest.mark.parametrize(("kind", "make_game"), GAMES)
def test_a_network_begins_with_the_weights_of_another_and_learns_of_cards_from_there(
    kind: str, make_game: type[Game]
) -> None:
    game = make_game()
    known, net = small_network(game, kind).snapshot(), small_network(game, kind)
    net.begin_with(known)
    assert all(np.array_equal(known.weights[name], array) for name, array in net.snapshot().weights.items())
    features, _ = some_rows(game, 8)
    sum(part.square().sum() for part in net(torch.from_numpy(features))[:3]).backward()
    for name in set(net.card_arrays) - {"choose_whole", "choose_world"}:  # which are for what is chosen later
        assert net.get_parameter(name + "_of_cards").grad.abs().sum() > 0


def test_a_run_begins_with_a_saved_agent_without_a_teacher_and_goes_on_without_its_file(tmp_path: Path) -> None:
    first = trained(tmp_path / "first")
    again = {**TINY, "begin_from": str(first), "learning_rate": 1e-9, "decisions": 128}
    chosen = settings.read(None, **again)
    assert chosen.teacher == ""
    assert settings.read(None, **again, teacher="matcher").teacher == "matcher"
    assert tiny().teacher == "matcher"
    begun = train.train(tmp_path / "second", chosen)
    one, other = (learned.load(path, Goofspiel()).network.weights for path in (first, begun))
    assert all(np.allclose(one[name], other[name], atol=1e-6) for name in one)
    first.unlink()
    train.train(tmp_path / "second", replace(chosen, decisions=256), resume=True)
    with pytest.raises(ValueError, match=r"^begin_from: .*there is no such file"):
        train.train(tmp_path / "third", chosen)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"begin_from": "matcher"}, "^begin_from: expected a learned agent, got 'matcher'$"),
        ({"begin_from": "machter"}, "^begin_from: no agent is called 'machter'"),
        ({"begin_from": "FILE", "width_trunk": 32}, r"^begin_from: trunk\.whole: expected \(16, 32\), got \(16, 16\)$"),
    ],
)
def test_what_a_run_cannot_begin_from_is_refused(tmp_path: Path, changes: dict[str, Any], said: str) -> None:
    first = trained(tmp_path / "first", decisions=128)
    changes = {name: str(first) if value == "FILE" else value for name, value in changes.items()}
    with pytest.raises(ValueError, match=said):
        trained(tmp_path / "second", **changes)
    assert not (tmp_path / "second" / train.PROGRESS).exists()


def test_from_scratch_nobody_is_asked(tmp_path: Path, monkeypatch: Any, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(train, "teach", interrupted)
    folder = tmp_path / "run"
    wanted = in_file(tmp_path / "mine.toml", games=0, decisions=256)
    assert main(["train", "--settings", wanted, "--out", str(folder), "--from-scratch"]) == 0
    assert "from scratch" in capsys.readouterr().out
    assert {row["agreement"] for row in train.history(folder)} == {None}
    assert "teacher" not in (folder / "report.html").read_text().split("All settings")[0].split("<h1>")[1]


@pytest.mark.slow
def test_it_learns_goofspiel(tmp_path: Path) -> None:
    # Against random bids, who bids the prize wins 96 %; three seconds of training came to 88 %.
    path = trained(
        tmp_path / "run", num_envs=64, rollout=2048, batch=512, decisions=40 * 2048, width_whole=64, width_trunk=64,
        learning_rate=3e-3, epochs=4, scripted=["random"], share_scripted=1.0, share_pool=0.0,
    )  # fmt: skip
    game = Goofspiel()
    result = play_match(game, agents.make(str(path), game), agents.make("random", game, 1), 400)
    assert result.score > 0.7


# ── A magnet ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("kind", "make"), GAMES)
def test_the_reference_is_what_the_magnet_would_play(kind: str, make: Any) -> None:
    game = make()
    net = small_network(game, kind)
    rows, masks = some_rows(game, 150)
    decisions = rollout_of(net, game, rows, masks)
    magnet = Magnet(net.snapshot())
    expected = magnet.network.policy(rows, masks)
    with torch.no_grad():
        for parameter in net.parameters():
            parameter += 0.1 * torch.randn_like(parameter)
    magnet.refer(decisions, Learner(net, game.most_actions, 2))
    found = np.exp(decisions.reference(np.arange(150))) * masks
    np.testing.assert_allclose(found, expected, atol=1e-5)
    assert np.abs(found - net.snapshot().policy(rows, masks)).max() > 0.05  # it is not the learner


def test_the_magnet_comes_so_much_of_the_way() -> None:
    net = small_network(Goofspiel(), "flat")
    magnet = Magnet(net.snapshot())
    before = {name: array.copy() for name, array in magnet.network.weights.items()}
    with torch.no_grad():
        for parameter in net.parameters():
            parameter += 1
    magnet.follow(net.snapshot(), 0.25)
    theirs = net.snapshot().weights
    for name, array in magnet.network.weights.items():
        np.testing.assert_allclose(array, 0.75 * before[name] + 0.25 * theirs[name], rtol=1e-5, atol=1e-6)
    magnet.follow(net.snapshot(), 1.0)
    for name, array in magnet.network.weights.items():
        np.testing.assert_allclose(array, theirs[name], rtol=1e-5, atol=1e-6)


def test_the_magnet_follows_after_each_round_and_is_the_agent(tmp_path: Path) -> None:
    """While a teacher is imitated it follows too, but nothing is compared with it."""
    half = {"magnet": 0.3, "magnet_share": 0.5, "teacher_share": 0.4}
    path = trained(tmp_path / "run", **half)
    told = [row["divergence"] for row in train.history(tmp_path / "run")]
    assert [number is None for number in told] == [True] * 3 + [False] * 3
    assert all(number > 0 for number in told[3:])
    last = newest(tmp_path / "run")
    saved, magnet, learner = (
        weights_of(file) for file in (path, last / "magnet.safetensors", last / "weights.safetensors")
    )
    np.testing.assert_array_equal(saved["trunk.whole"], magnet["trunk.whole"])
    apart = np.abs(saved["trunk.whole"] - learner["network.trunk_whole"])
    assert 0 < apart.max() < 0.05


def test_the_entropy_bonus_and_the_magnet_fall_evenly(tmp_path: Path) -> None:
    given = {"entropy": 0.4, "last_entropy": 0.25, "magnet": 0.8, "last_magnet": 0.5, "teacher": ""}
    run = set_up(tmp_path, **given)
    weights = []
    for done in (0.0, 0.5, 0.75, 0.99):
        run.play_and_learn(done)
        weights.append((run.model.ent_coef, run.model.magnet_weight))
    np.testing.assert_allclose(weights, [(0.4, 0.8), (0.2, 0.4), (0.1, 0.4), (0.1, 0.4)])


@pytest.mark.slow
def test_with_a_magnet_it_comes_to_mix(tmp_path: Path) -> None:
    """Exactly: in Goofspiel with 4 cards, who always bids the same loses 50 points."""
    from training.exact.score import score
    from training.exact.solve import sequence_form, solve
    from training.exact.tree import build_tree

    game = make_small("goofspiel-4")
    form = sequence_form(build_tree(game))
    solved = solve(form)
    short = {"game": "goofspiel-4", "decisions": 120 * 1024, "rollout": 1024, "batch": 256, "num_envs": 64}
    narrow = {"width_whole": 32, "width_trunk": 32, "width_card": 4, "magnet_share": 0.06}
    lost = {}
    for magnet in (0.3, 0.0):
        chosen = settings.read(settings.MIXING, **short, **narrow | {"magnet": magnet})
        path = train.train(tmp_path / str(magnet), chosen)
        lost[magnet] = 100 * score(form, solved, "it", agents.make(str(path), game)).exploitability
    assert lost[0.0] > 2 * lost[0.3]


@pytest.mark.parametrize("game", ["goofspiel-4-random", "open_worlds-tiny", "these_new_worlds-tiny"])
def test_the_settings_for_small_games_fit_each_kind(game: str) -> None:
    chosen = settings.read(settings.MIXING, game=game)
    assert (chosen.game, chosen.teacher, chosen.share_scripted, chosen.share_pool) == (game, "", 0.0, 0.0)
    assert train.games_of(chosen)[0].num_players == 2


# ── Settings ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("learning_rat = 1", "no setting 'learning_rat'; nearest: 'learning_rate'"),
        ('epochs = "2"', "epochs: expected a whole number from 1 up, got '2'"),
        ("epochs = 0", "epochs: expected a whole number from 1 up, got 0"),
        ("epochs = true", "epochs: expected a whole number"),
        ("gamma = 1.5", "gamma: expected a number from 0 to 1"),
        ("learning_rate = nan", "learning_rate: expected a number above 0"),
        ('network = "deep"', "network: expected one of 'worlds', 'flat', got 'deep'"),
        ("minutes = 0", "one of them must say when to end"),
        ("share_pool = 0.9", "more than 1 together"),
        ("batch = 99999", "more than a rollout"),
        ('game = "goofspiel"\nnetwork = "worlds"', "goofspiel has no like places, such as Worlds; choose 'flat'"),
        ("scripted = [1]", "scripted: expected a list of texts"),
        ("temperature = 1e-9", "temperature: expected 0, or a number from 0.001 to 1e+06, got 1e-09"),
        ("teacher = 3", "teacher: expected a text, got 3"),
        ("teacher_share = 1.5", "teacher_share: expected a number from 0 to 1, got 1.5"),
        ("kickstart = -1", "kickstart: expected a number from 0 up, got -1"),
        ("kickstart_until = 2", "kickstart_until: expected a number from 0 to 1, got 2"),
        ("teacher_decisions = -1", "teacher_decisions: expected a whole number from 0 up, got -1"),
        ('normalize_advantages = "no"', "normalize_advantages: expected true or false, got 'no'"),
        ("normalize_advantages = 1", "normalize_advantages: expected true or false, got 1"),
        ("last_entropy = 1.5", "last_entropy: expected a number from 0 to 1, got 1.5"),
        ("magnet = -1", "magnet: expected a number from 0 up, got -1"),
        ("last_magnet = -0.5", "last_magnet: expected a number from 0 to 1, got -0.5"),
        ("magnet_share = 0", "magnet_share: expected a number above 0, up to 1, got 0"),
        ("magnet_share = 1.5", "magnet_share: expected a number above 0, up to 1, got 1.5"),
        ("side_exponent = -1", "side_exponent: expected a number from 0 up, got -1"),
        ("side_exponent = 1\nrandom_matchups = 9", "side_exponent: with random decks or figures no side is played"),
        ("teacher_batch = 0", "teacher_batch: expected a whole number from 1 up, got 0"),
        ("a = = b", "Invalid"),
        ("options = 3", "options: expected a table, got 3"),
        ('game = "goofspiel"\noptions = { cards = 3 }', "options: goofspiel has no option"),
        ('game = "goofspiel-3-random"\noptions = { cards = 3 }', "it takes no options"),
        ('game = "tradeworlds"\noptions = { scenario = "Derelict" }', "options: scenario: expected"),
        ('game = "goofspiel"\nrandom_matchups = 5', "random_matchups, random_sizes: goofspiel is played without decks"),
        ("random_matchups = 5\nrandom_sizes = [54, 41]", "got [54, 41]"),
        ('random_sizes = ["54"]', "random_sizes: expected a list of whole numbers, got ['54']"),
        ("random_share = 1.5", "random_share: expected a number from 0 to 1"),
        ('game = "star_realms"\nrandom_figures = 0.5', "random_figures: star_realms has no figures that are known"),
        ('random_figures = 0.5\nnetwork = "flat"', "random_figures: weights follow from figures in the network"),
        (
            'random_figures = 0.5\noptions = { cards = "tests/open_worlds/odd_cards.toml" }',
            "leave out the option cards",
        ),
        ("random_figures = 0.5\nmagnet = 0.1", "random_figures: a magnet's weights are those of one set of figures"),
        ("random_figures = 2", "random_figures: expected a number from 0 to 1"),
        ("figures_every = 0", "figures_every: expected a whole number from 1 up"),
        ('game = "tradeworlds"\noptions = { factions = ["Covenant", "Destined"] }', "is the setting `decks`"),
        ('game = "tradeworlds"\noptions = { scenario = "The Derelict" }\nshare_pool = 0.2', "there is nobody to meet"),
    ],
)
def test_a_wrong_setting_is_refused_in_words(tmp_path: Path, text: str, complaint: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text)
    with pytest.raises(ValueError, match=r"mine\.toml") as refusal:
        settings.read(path)
    assert complaint in str(refusal.value)


def test_settings_are_written_as_they_are_read(tmp_path: Path) -> None:
    path = tmp_path / "s.toml"
    chosen = settings.read(None, seed=5, decks=['A "B"', "Ü"])
    path.write_text(chosen.to_toml())
    assert settings.read(path) == chosen


def test_the_settings_are_printed_as_a_file_with_a_sentence_each(tmp_path: Path, capsys: Any) -> None:
    assert main(["train", "--game", "star_realms", "--seed", "5", "--print-settings"]) == 0
    path = tmp_path / "s.toml"
    path.write_text(capsys.readouterr().out)
    assert settings.read(path) == settings.read(None, game="star_realms", seed=5)
    text = path.read_text()
    assert "# passes over each rollout\nepochs = 2\n" in text
    assert text.count("\n# ") >= len(vars(settings.Settings())) - 1


def test_options_of_the_game_are_a_setting(tmp_path: Path) -> None:
    path = tmp_path / "s.toml"
    path.write_text(
        'game = "tradeworlds"\noptions = { scenario = "Space Wars", num_players = 4, finish_round = false }\n'
    )
    chosen = settings.read(path)
    [game] = train.games_of(chosen)
    assert (game.num_players, game.format) == (4, "Space Wars for 4")
    path.write_text(chosen.to_toml())
    assert settings.read(path) == chosen
    sides = replace(chosen, decks=["Covenant", "Destined", "Acolytes", "Brethren"])
    assert [each.sides[0] for each in train.games_of(sides)] == ["Covenant", "Destined", "Acolytes", "Brethren"]


def test_the_usual_decks_are_for_two() -> None:
    [game] = train.games_of(settings.read(None, options={"num_players": 3}))
    assert game.num_players == 3
    assert len(train.games_of(settings.read(None, options={"stage": "priority"}))) == 2


def test_alone_nobody_is_met() -> None:
    chosen = settings.read(None, game="tradeworlds", options={"scenario": "The Derelict"})
    assert (chosen.share_scripted, chosen.share_pool, chosen.scripted) == (0.0, 0.0, [])
    assert chosen.teacher == "strategist"
    assert chosen.against[0] == "random"


# ── The command ──────────────────────────────────────────────────────────────────────────────────


def test_the_command_trains_measures_and_reports(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, wanted = tmp_path / "run", in_file(tmp_path / "mine.toml")
    assert main(["train", "--settings", wanted, "--decisions", "256", "--out", str(folder)]) == 0
    printed = capsys.readouterr()
    assert "against random" in printed.out
    assert "time spent: " in printed.out
    assert "Elo  this agent" in printed.out
    assert "100 %" in printed.err
    page = (folder / "report.html").read_text()
    for part in ("95 % CI", "<polyline", "The finished agent", "agent.safetensors", "All settings", "The ladder"):
        assert part in page
    assert set(re.findall(r"\w+://[^\s\"'`)]*", page)) == {"http://www.w3.org/2000/svg"}  # nothing is fetched
    assert len(page) < 1_000_000
    assert str(folder / "agent") not in page.split("<h2>A game")[1].split("</pre>")[0]
    scores = json.loads((folder / "results.json").read_text())["scores"]
    assert [score["opponent"] for score in scores] == ["random", "scripted"]
    assert [score["games"] for score in scores] == [100, 100]  # 60, in whole blocks of 25 game pairs
    measured = measure.BLOCK * 2 * (2 * 2 + 4)  # four meet: the agent each opponent for two blocks, the others for one
    assert count_of(folder) == measured

    (folder / "report.html").unlink()
    assert main(["train", "--report", "--out", str(folder)]) == 0  # the same once more, nothing played
    assert (folder / "report.html").exists()
    assert count_of(folder) == measured

    assert main(["train", "--out", str(folder), "--resume", "--decisions", "384"]) == 0
    assert len(train.history(folder)) == 3
    assert count_of(folder) > measured  # it is another agent now


def count_of(folder: Path) -> int:
    """How many games a run was measured with."""
    with Store(folder / measure.STORE) as store:
        return round(sum(met.games for met in store.meetings(store.matchup(Goofspiel()))))


def test_a_run_without_an_end_has_no_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(KeyboardInterrupt):
        train.train(tmp_path / "run", tiny(), stop=lambda: True)
    assert main(["train", "--report", "--out", str(tmp_path / "run")]) == 2
    assert "no finished run: there is no agent.safetensors" in capsys.readouterr().err


def test_control_c_is_heard_after_the_round(tmp_path: Path, monkeypatch: Any, capsys: Any) -> None:
    """A real signal in the middle of a round: that round is finished and kept, and resuming ends as without."""
    learn, folder, before = train.CpuRun.play_and_learn, tmp_path / "run", signal.getsignal(signal.SIGINT)

    def pressed(run: train.CpuRun, done: float) -> None:
        if run.rounds == 2:
            os.kill(os.getpid(), signal.SIGINT)
        learn(run, done)

    def stopped(*typed: str) -> str:
        with pytest.raises(KeyboardInterrupt):
            main(["train", *typed, "--out", str(folder)])
        return str(capsys.readouterr().err)

    slowly = {"save_every": 999.0, "games": 0}
    monkeypatch.setattr(train.CpuRun, "play_and_learn", pressed)
    assert "ow train --resume --out" in stopped("--settings", in_file(tmp_path / "mine.toml", **slowly))
    assert signal.getsignal(signal.SIGINT) is before
    assert newest(folder).name == "checkpoint-000003"
    assert not (folder / "agent.safetensors").exists()
    monkeypatch.setattr(train.CpuRun, "play_and_learn", learn)
    with monkeypatch.context() as measuring:
        measuring.setattr(measure, "measure", interrupted)
        assert "ow train --report --out" in stopped("--resume")
    assert main(["train", "--report", "--out", str(folder)]) == 0
    assert (folder / "report.html").exists()
    assert_same(trained(tmp_path / "whole", **slowly), folder / "agent.safetensors")


def interrupted(*given: Any) -> Any:
    raise KeyboardInterrupt


@pytest.mark.slow
def test_killed_without_warning_it_resumes_to_the_same_agent(tmp_path: Path) -> None:
    longer, folder = {"decisions": 40 * 128, "games": 0, "pool_every": 5}, tmp_path / "cut"
    typed = ["train", "--settings", in_file(tmp_path / "mine.toml", **longer), "--out", str(folder)]
    child = subprocess.Popen(
        [sys.executable, "-m", "training.cli", *typed],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=Path(__file__).parents[2],
    )  # fmt: skip
    try:
        for _ in range(6000):  # until it has learned for some rounds; no more than a minute
            last = checkpoint.newest(folder)
            if last is not None and int(last.name[-6:]) >= 5:
                break
            time.sleep(0.01)
    finally:
        child.kill()
        child.wait()
    assert not (folder / "agent.safetensors").exists()  # it was in the middle
    assert_same(trained(tmp_path / "whole", **longer), resumed(folder))
    assert [row["round"] for row in train.history(folder)] == list(range(1, 41))


def test_no_checkpoint_goes_before_the_next_is_there(tmp_path: Path, monkeypatch: Any) -> None:
    """A round saved twice stays as it is; killed in any save, the one before is found."""
    run = train.set_up(tmp_path, tiny())
    (tmp_path / ".checkpoint-1").mkdir()  # of a run that was killed
    run.save()
    first = checkpoint.newest(tmp_path)

    def fail(*given: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as killed:
        killed.setattr(Path, "replace", fail)
        run.save()
        assert checkpoint.newest(tmp_path) == first
        run.rounds = 1
        with pytest.raises(KeyboardInterrupt):
            run.save()
    assert checkpoint.newest(tmp_path) == first
    for run.rounds in (1, 2):
        run.save()
    assert sorted(path.name for path in tmp_path.glob("*checkpoint*")) == ["checkpoint-000001", "checkpoint-000002"]


def stopped_run(folder: Path, **changes: Any) -> settings.Settings:
    """Leave a run after four of six rounds, with checkpoints of the third and the fourth; return its settings."""
    chosen, told = tiny(decisions=6 * 128, save_every=0.0, **changes), iter([False, False, False, True])
    with pytest.raises(KeyboardInterrupt):
        train.train(folder, chosen, stop=lambda: next(told))
    return chosen


def test_with_its_last_checkpoint_damaged_a_run_goes_on_from_the_one_before(tmp_path: Path, capsys: Any) -> None:
    chosen = stopped_run(tmp_path / "run", magnet=0.1, teacher="")
    whole = train.train(tmp_path / "whole", chosen)
    for number, file in enumerate(sorted(newest(tmp_path / "run").iterdir())):
        folder = tmp_path / f"{number}"
        shutil.copytree(tmp_path / "run", folder)
        damaged = newest(folder) / file.name
        content = damaged.read_bytes()
        damaged.write_bytes((b"", content[: len(content) // 2], b"no such file at all")[number % 3])
        again = resumed(folder)
        assert "this checkpoint can't be " in (said := capsys.readouterr().err)
        assert said.endswith("; the run goes on from checkpoint-000003\n")
        assert_same(again, whole)
    assert number == 5
    for path in checkpoint.all_of(folder):
        (path / "tables.npz").unlink()
    with pytest.raises(ValueError, match="checkpoint-000006: this checkpoint can't be gone on from: "):
        resumed(folder, 7 * 128)


def test_the_settings_of_a_run_are_whole(tmp_path: Path) -> None:
    path, lines = tmp_path / "settings.toml", tiny().to_toml().splitlines(keepends=True)
    for kept in (0, 1, 2, 30):
        path.write_text("".join(lines[:kept]))
        with pytest.raises(ValueError, match=r"settings\.toml: damaged: expected .* found \d+"):
            train.resumed_settings(tmp_path, None, None)
    path.write_text("".join(lines))
    assert train.resumed_settings(tmp_path, None, None) == tiny()


@pytest.mark.skipif(sys.platform == "win32", reason="no locks")
def test_two_processes_cannot_train_in_one_folder(tmp_path: Path) -> None:
    hold = "import sys, pathlib, training.files as files\nwith files.alone_in(pathlib.Path(sys.argv[1])):"
    other = subprocess.Popen(
        [sys.executable, "-c", f"{hold}\n    print(flush=True)\n    input()", str(tmp_path)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=Path(__file__).parents[2],
    )  # fmt: skip
    assert other.stdout is not None
    other.stdout.readline()
    try:
        with pytest.raises(ValueError, match="another process is at work in this folder"):
            train.train(tmp_path, tiny())
    finally:
        other.communicate(b"\n")
    train.train(tmp_path, tiny(decisions=128))


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_request_to_stop_is_heard_whoever_makes_it(name: str) -> None:
    number, before = getattr(signal, name), signal.getsignal(getattr(signal, name))
    with command.StopRequest() as stop:
        assert not stop()
        os.kill(os.getpid(), number)
        assert stop()
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), number)
    assert signal.getsignal(number) is before


def test_a_minibatch_may_be_one_decision(tmp_path: Path) -> None:
    """Whose advantage is not normalised: it has no spread."""
    chosen = tiny(batch=1, rollout=40, num_envs=4, decisions=40)
    train.train(tmp_path, chosen)
    assert np.isfinite(train.history(tmp_path)[0]["value_loss"])


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"num_envs": 64}, "rollout: expected more than 128, a decision of each of 2 seats in 64 games .*, got 128"),
        ({"options": {"order": None}}, "options: order is None, and a file of settings has no word for None"),
    ],
)
def test_settings_that_no_run_could_end_with_are_refused(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        tiny(**changes)


def test_tensorboard_finds_the_numbers_and_of_rounds_that_are_played_again_once(tmp_path: Path) -> None:
    """A resumed run writes another file, and what it plays anew goes before what was told of it."""
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    short, told = {"decisions": 3 * 128, "save_every": 1e9}, []

    def fail(line: str) -> None:
        told.append(line)
        if len(told) == 2:
            raise OSError("no space left")

    with pytest.raises(OSError, match="no space left"):
        train.train(tmp_path, tiny(**short), say=fail)
    train.train(tmp_path, tiny(**short), resume=True)
    events = EventAccumulator(str(tmp_path)).Reload()
    found = {name: [(event.step, event.value) for event in events.Scalars(name)] for name in events.Tags()["scalars"]}
    for name in ("entropy", "explained_variance", "length"):
        written = [(row["decisions"], row[name]) for row in train.history(tmp_path)]
        assert [step for step, _ in found[f"play/{name}"]] == [128, 256, 384]
        np.testing.assert_allclose(found[f"play/{name}"], written, rtol=1e-5)
    assert {"share/random", "share/scripted", "play/rate", "train/loss"} <= found.keys()


def test_the_lines_that_the_page_gives_for_mlflow_take_every_round(tmp_path: Path, monkeypatch: Any) -> None:
    page = (Path(__file__).parents[2] / "docs/training.md").read_text(encoding="utf-8")
    [code] = re.findall(r"^```py\n(import json, mlflow\n.*?)^```$", page, re.M | re.S)
    logged: list[tuple[int, dict[str, float]]] = []
    library = {
        "start_run": lambda run_name: nullcontext(),
        "log_metrics": lambda numbers, step: logged.append((step, numbers)),
        "log_artifact": lambda path: None,
    }
    monkeypatch.setitem(sys.modules, "mlflow", SimpleNamespace(**library))
    monkeypatch.chdir(tmp_path)
    trained(Path("runs/mine"), decisions=2 * 128)
    exec(code, {})
    rounds = train.history(Path("runs/mine"))
    assert [(step, numbers["length"]) for step, numbers in logged] == [(r["decisions"], r["length"]) for r in rounds]


# ── Measuring and showing ────────────────────────────────────────────────────────────────────────


def test_what_the_agent_takes_is_counted_from_its_side_and_by_its_deck(monkeypatch: Any) -> None:
    """Made-up games in both orders of the names: the agent wins them all with one deck, with the other a fifth."""
    game = OpenWorlds()
    held = list(game.variants()[0].sides)
    for swapped in (False, True):
        with Store(":memory:") as store:
            agent, other = (AgentKey.of(name, name, 1, {}, None) for name in ("agent", "other"))
            pair = (other, agent) if swapped else (agent, other)
            ids = [store.agent(agent_key) for agent_key in pair]
            rows = []
            for number in range(5):
                for deal in (0, 1):
                    # In the first game `one` sits first, with deck number `deal`; in the second, with the other.
                    agents_deck = [1 - deal, deal] if swapped else [deal, 1 - deal]
                    wins = ["won" if deck == 0 or number == 0 else "lost" for deck in agents_deck]
                    ends = [{"won": "lost", "lost": "won"}[end] for end in wins] if swapped else wins
                    rows.append(SeatSwap(number, deal, 7, "[]", *ends, 1, 1, 1, 1, 1, 1, 0.0, 0.0))
            store.add(store.matchup(game.variants()[0]), *ids, measure.SEED, rows)
            standing = ladder.ratings(store, game)
            score = measure.score_of(store, standing, agent, other, "other")
            assert score.by_deck == {held[0]: 1.0, held[1]: 0.2}
            assert (score.games, score.won, score.lost, score.points) == (20, 12, 8, 0.6)


def test_checkpoints_are_taken_half_as_old_each_time(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(measure, "decisions_of", lambda path: int(path.stem.split("-")[1]))
    for decisions in range(100, 1700, 100):
        (tmp_path / f"after-{decisions}.safetensors").touch()
    picked = [path.stem for path in measure.chosen_checkpoints(tmp_path, 4)]
    assert picked == ["after-100", "after-200", "after-400", "after-800"]
    assert measure.chosen_checkpoints(tmp_path / "none", 4) == []


def test_a_game_is_shown_from_its_beginning_to_its_result() -> None:
    names = {"random": "</script>"}
    framed, text = report.shown_game(Goofspiel(num_cards=4), ["scripted", "random"], names)
    page = html.unescape(framed.split("srcdoc='")[1].split("'")[0])
    data = json.loads(page.split('id="game">')[1].split("</script>")[0])
    assert [player["name"] for player in data["players"]] == ["scripted", "</script>"]
    steps = [decode(data, step, "full") for step in range(len(data["steps"]))]
    assert len(steps) == 4
    assert all([each["seat"] for each in step["decisions"]] == [0, 1] for step in steps[:-1])
    assert steps[-1]["view"]["over"]
    assert text.startswith("Player 1: scripted, Player 2: </script>\n")
    assert all(event["text"] in text for step in steps for event in step["log"] if event["kind"] == "bid")


@pytest.mark.parametrize(
    ("columns", "shown"),
    [
        (79, [" 50 % ███████████████░░░░░░░░░░░░░░░ 1:00 left | 9.9 M", "      scores: builder 62 %"]),
        (34, [" 50 % ████░░░░ 1:00 left | 9.9 M", "      scores: builder 62 %"]),
        (24, [" 50 % | 1:00 left | 9.9…", "      scores: builder 6…"]),
    ],
)
def test_the_progress_fits_the_terminal(columns: int, shown: list[str]) -> None:
    assert command.fitted(" 50 % | 1:00 left | 9.9 M | scores: builder 62 %", columns) == shown
    assert all(len(row) <= columns for row in shown)
