"""A run on a GPU, here on a CPU: network, gradients, advantages, who meets whom, and runs from beginning to end.

Where torch finds a GPU, the last tests learn there.
"""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import agents
from agents import learned
from agents.learned.layout import lay_out
from agents.learned.network import PolicyValueNet
from ow_env.core.batch import Batch
from ow_env.registry import games, make
from tests.training.runs import TINY, assert_same, in_file, newest, resumed, set_up, tiny
from training.cli import main
from training.exact.games import small_games
from training.measure.match import play_match
from training.selfplay import checkpoint, settings, train
from training.selfplay.advantage import LAST, OPEN, estimate
from training.selfplay.arena import Arena
from training.selfplay.league import League, Member
from training.selfplay.teacher import teach

torch = pytest.importorskip("torch")

from training.device import arena as device_arena, network as device_network, run as device_run  # noqa: E402
from training.device.arena import DeviceArena, Opponent, Round  # noqa: E402
from training.device.ppo import DevicePPO, losses  # noqa: E402


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
    found, known = device_arena.advantages(*map(torch.from_numpy, (value, acted, reward, done)), 0.99, 0.9)
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


HAS_CODE = importlib.util.find_spec("numba_cuda") is not None
on_a_gpu = pytest.mark.skipif(not (torch.cuda.is_available() and HAS_CODE), reason="no GPU, or no extra `gpu`")
SMALL = {
    "device": "cuda",
    "num_envs": 64,
    "rollout": 512,
    "batch": 256,
    "teacher_batch": 256,
    "threads": 2,
    "width_card": 32,
}


@pytest.fixture
def no_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let runs on a GPU run on the CPU."""
    monkeypatch.setattr(device_run, "find_device", lambda: "cpu")


# ── Learning ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("imitating", [None, "beside PPO", "alone"])
def test_a_round_of_learning_is_that_of_the_cpu_learner(tmp_path: Path, imitating: str | None) -> None:
    """The same decisions, one minibatch a pass: the same weights, to rounding."""
    of_one = {"batch": 128, "teacher_batch": 128, "epochs": 3, "entropy": 0.05}
    of_cpu = set_up(tmp_path, **of_one, teacher="scripted")
    decisions: Any = of_cpu.model.rollout_buffer
    of_cpu.arena.collect(of_cpu.learner.act, decisions)
    network = device_network.DenseNetwork(lay_out(of_cpu.games[0], "flat"), (16, 4, 16))
    network.take(of_cpu.network.snapshot().weights)
    of_gpu = DevicePPO(network, of_cpu.settings)
    ids = decisions.closed
    rows, decided = decisions.rows(ids).dense(), decisions.decided
    value, advantage = (torch.from_numpy(array[ids].copy()) for array in (decided.value, decided.advantage))
    seen = Round(
        torch.from_numpy(rows[0]), torch.from_numpy(rows[1]), torch.from_numpy(decided.action[ids].astype(np.int64)),
        torch.from_numpy(decided.log_prob[ids].copy()), value, advantage,
    )  # fmt: skip
    if imitating:
        teach(train.teachers(of_cpu, 2), decisions, of_cpu.learner, of_cpu.arena.rng)
        seen.taught = torch.from_numpy(decided.taught[ids].astype(np.int64))
    for model in (of_cpu.model, of_gpu):
        model.only_imitates, model.teacher_weight = imitating == "alone", 0.7 if imitating else 0.0
    of_cpu.model.ent_coef, of_cpu.model.batch_size = of_cpu.settings.entropy, 1000
    of_cpu.model._current_progress_remaining = 1.0
    of_cpu.model.train()
    of_gpu.learn(seen, None, 0.0, torch.Generator().manual_seed(1))
    figures = of_cpu.model.logger.name_to_value
    for name, found in of_gpu.logger.name_to_value.items():
        if name != "train/approx_kl":  # there it is that of the last pass alone
            assert found == pytest.approx(figures[name], rel=2e-3, abs=2e-5), name
    for name, array in of_cpu.network.snapshot().weights.items():
        np.testing.assert_allclose(network.arrays()[name], array, atol=2e-4, err_msg=name)


def test_what_a_network_teaches_is_its_policy(tmp_path: Path) -> None:
    """Imitation alone: the learner comes near its teacher, which is no script."""
    found, seen, mask = a_network("goofspiel", "flat")
    learner = device_network.DenseNetwork(found.layout, (24, 16, 20), torch.Generator().manual_seed(2))
    model = DevicePPO(learner, tiny(batch=64, teacher_batch=64, teacher_rate=1e-2, last_rate=1.0, epochs=200))
    model.only_imitates, model.teacher_weight = True, 1.0
    nothing, none = torch.zeros(len(seen)), torch.zeros(len(seen), dtype=torch.int64)
    some = Round(seen, mask, mask.argmax(1), nothing, nothing, nothing, none)
    with torch.no_grad():
        wanted = torch.softmax(found(seen, mask)[0], 1)
        before = (torch.softmax(learner(seen, mask)[0], 1) - wanted).abs().max()
    model.learn(some, found, 0.0, torch.Generator().manual_seed(1))
    with torch.no_grad():
        after = (torch.softmax(learner(seen, mask)[0], 1) - wanted).abs().max()
    assert after < 0.2 * before


@pytest.mark.parametrize("count", [1, 5])
@pytest.mark.parametrize("kind", ["a script", "a network", None])
def test_rows_that_fill_a_minibatch_up_do_not_count(count: int, kind: str | None) -> None:
    """Losses, figures and gradients are those of the minibatch without them; advantages of one row stay as they are."""
    network, seen, mask = a_network("goofspiel", "flat")
    draws = torch.Generator().manual_seed(3)
    old, advantage, target = torch.randn(3, len(seen), generator=draws)
    taught = {"a script": mask.argmax(1), "a network": mask / mask.sum(1, keepdim=True), None: None}[kind]
    found = []
    for size in (count, 8):
        counted = (torch.arange(size) < count).float()
        rows = [each[:size] for each in (seen, mask, mask.argmax(1), old, advantage, target)]
        of_teacher = None if taught is None else taught[:size]
        loss, means = losses(network, *rows, of_teacher, counted, 0.2, True, torch.ones(4))
        network.zero_grad()
        loss.backward()
        gradients = [each.grad.flatten() for each in network.parameters() if each.grad is not None]
        found.append([loss.detach()[None], means, *gradients])
    without, with_them = map(torch.cat, found)
    torch.testing.assert_close(with_them, without)
    assert without.isfinite().all()


@pytest.mark.parametrize("count", [3, 64, 65, 100])
def test_each_pass_takes_every_decision_in_minibatches_of_one_size(count: int) -> None:
    network, seen, mask = a_network("goofspiel", "flat")
    taken, sizes = torch.zeros(count), set()

    def spy(*given: Any) -> Any:
        number, counted = given[5], given[8]
        sizes.add(len(counted))
        taken.index_add_(0, number.long(), counted)
        return losses(*given)

    model = DevicePPO(network, tiny(batch=64, epochs=2), spy)
    rows = torch.arange(count) % len(seen)
    numbers, nothing = torch.arange(count).float(), torch.zeros(count)
    some = Round(seen[rows], mask[rows], mask[rows].argmax(1), nothing, nothing, numbers)
    model.learn(some, None, 0.0, torch.Generator().manual_seed(1))
    assert (taken == 2).all()
    assert sizes == {64}
    assert model.num_timesteps == count
    assert np.isfinite(list(model.logger.name_to_value.values())).all()


def test_nan_ends_a_run() -> None:
    found, seen, mask = a_network("goofspiel", "flat")
    nothing = torch.zeros(len(seen))
    some = Round(seen, mask, mask.argmax(1), nothing, nothing, nothing * torch.nan)
    with pytest.raises(ValueError, match="the network returned NaN"):
        DevicePPO(found, tiny()).learn(some, None, 0.0, torch.Generator().manual_seed(1))


# ── Who meets whom ───────────────────────────────────────────────────────────────────────────────


class Counting:
    """Plays the first allowed action, and remembers how many rows it was asked for."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, observation: Any, draws: np.ndarray) -> np.ndarray:
        self.asked += len(observation)
        return observation.mask.argmax(1)


def an_arena(game: Any, n: int, threads: int = 1, reward: str = "win") -> DeviceArena:
    network = device_network.DenseNetwork(lay_out(game, "flat"), (8, 8, 8), torch.Generator().manual_seed(1))
    return DeviceArena(device_run.make_batch([game], n, 1, "cpu", reward), game, network, 5, threads)


@pytest.mark.parametrize("name", ["goofspiel", "star_realms"])
def test_a_round_learns_from_what_the_round_before_left_open(name: str) -> None:
    """Short rounds bring every decision that a long one brings: which of a seat is the last depends on its turns."""
    found = []
    for rounds, steps in ((1, 60), (12, 5)):
        at = an_arena(make(name), 20, reward="shaped")
        at.seat([Opponent("script", players=[Counting()])], np.array([0.5, 0.5]))
        at.begin_games()
        seen = [at.play(steps, 0.9, 0.0) for _ in range(rounds)]
        columns = [
            [getattr(each, of) for each in seen] for of in ("observation", "mask", "action", "value", "advantage")
        ]
        whole = [torch.cat(parts).double() for parts in columns]
        rows = torch.cat([each.reshape(len(each), -1) for each in whole], 1)
        found.append(np.array(sorted(rows.tolist())))
    assert len(found[0]) == len(found[1]) > 400
    np.testing.assert_allclose(found[1], found[0], atol=1e-6)


def test_games_that_begin_anew_have_no_open_decisions() -> None:
    at = an_arena(make("goofspiel"), 50)
    at.play(3, 1.0, 1.0)
    assert len(at.open.place) == 100
    at.batch.reset(seed=2)
    at.begin_games()
    assert len(at.play(3, 1.0, 1.0).action) == 2 * 100


def test_games_are_dealt_as_often_as_they_should_be() -> None:
    game = make("goofspiel")
    at, scripts = an_arena(game, 4000), [Counting(), Counting()]
    frozen = device_network.DenseNetwork(lay_out(game, "flat"), (8, 8, 8), torch.Generator().manual_seed(2))
    at.seat([Opponent("script", players=scripts), Opponent("past", frozen)], np.array([0.5, 0.2, 0.3]))
    at.start_games(torch.ones(4000, dtype=torch.bool))
    shares = torch.bincount(at.opponent, minlength=3) / 4000
    torch.testing.assert_close(shares, torch.tensor([0.5, 0.2, 0.3]), atol=0.03, rtol=0)
    assert at.learner_seats[at.opponent == 0].all()
    others = at.learner_seats[at.opponent > 0]
    assert (others.sum(1) == 1).all()
    assert 0.45 < others[:, 0].float().mean() < 0.55
    assert len(at.play(2, 1.0, 1.0).action) == int(at.learner_seats.sum())  # the second is open
    assert len(at.play(2, 1.0, 1.0).action) == 2 * int(at.learner_seats.sum())
    assert sum(script.asked for script in scripts) == 4 * int((at.opponent == 1).sum())
    assert at.num_decisions == 8 * 4000


def test_shares_of_1_together_leave_no_less_than_nothing_for_self_play() -> None:
    """In floating-point numbers these add up to more than 1, and no draw takes what is less than 0."""
    league = League(tuple("abcde"), 1.0, 12)
    league.add("after 1", "past")
    league.active = [member.name for member in league.members]
    chances = league.chances(0.8, 0.2)
    assert chances[1:].sum() > 1
    assert chances[0] == 0


def test_with_three_players_the_learner_has_any_number_of_seats_but_all() -> None:
    at = an_arena(make("goofspiel", num_players=3), 3000)
    at.seat([Opponent("script", players=[Counting()])], np.array([0.0, 1.0]))
    at.start_games(torch.ones(3000, dtype=torch.bool))
    assert set(at.learner_seats.sum(1).tolist()) == {1, 2}
    assert 0.47 < at.learner_seats[:, 0].float().mean() < 0.53


def test_players_are_asked_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """A round is never on the CPU as a whole; with the same draws they choose as in one piece."""
    game, sizes = make("goofspiel"), []

    def player(observation: Any, draws: np.ndarray) -> np.ndarray:
        assert observation.mask.flags.c_contiguous
        sizes.append(len(draws))
        return (observation.mask * (np.arange(observation.mask.shape[1]) + draws[:, None])).argmax(1)

    at = an_arena(game, 50)
    observation, mask = at.batch.seat_rows()
    mask = torch.nn.functional.pad(mask, (0, 3), value=9)  # as on a GPU, where rows are padded
    found = []
    for piece in (1000, 7):
        monkeypatch.setattr(device_arena, "CHUNK", piece)
        at.rng = np.random.default_rng(1)
        found.append(at.ask([player, player], observation, mask))
    assert torch.equal(*found)
    assert sizes[:2] == [50, 50]
    assert max(sizes[2:]) == 4
    assert sum(sizes[2:]) == 100


def test_results_are_those_of_the_games() -> None:
    """Against one who always bids its lowest card, random play wins most; each game is counted once."""
    at = an_arena(make("goofspiel"), 200, threads=2)
    lowest = [Counting(), Counting()]
    at.seat([Opponent("lowest", players=lowest)], np.array([0.5, 0.5]))
    at.start_games(torch.ones(200, dtype=torch.bool))
    length = 12  # joint decisions: the last card of thirteen has no choice
    ended, before = 0, at.batch.game_number.clone()
    for _ in range(3):
        at.play(length, 1.0, 1.0)
    ended = int((at.batch.game_number - before).sum() / 200)
    itself, against = at.results()
    assert itself[2] + against[2] == ended > 200
    assert itself[0] == 0.5
    assert itself[1] == against[1] == 1
    assert 0.5 < against[0] < 1
    assert at.num_games == ended
    assert at.results()[1] == (0.0, 0.0, 0)


@pytest.mark.parametrize(("seats", "rewards", "expected"), [
    ([1, 0, 0], [1, -1, -1], (1, 4 / 3)), ([1, 1, 0], [1, -1, -1], (1, 2 / 3)), ([1, 1, 0], [-1, -1, 1], (0, 4 / 3)),
    ([0, 1, 0], [-1, -1, 1], (0, 2 / 3)), ([1, 0, 0], [0, 0, 0], (0.5, 1)), ([1, 1, 1], [1, -1, -1], (0.5, 1)),
])  # fmt: skip
def test_points_of_three_are_those_of_the_arena(seats: list[int], rewards: list[int], expected: Any) -> None:
    game = make("goofspiel", num_players=3)
    at = an_arena(game, 1)
    at.seat([Opponent("other", players=[Counting()])], np.array([0.0, 1.0]))
    at.learner_seats[0], at.opponent[0] = torch.tensor(seats) > 0, 0 if all(seats) else 1
    at.sum_of_rewards[0] = torch.tensor(rewards) + 0.1  # of shaped rewards, the first potential is missing
    at.finish_games(torch.ones(1, dtype=torch.bool))
    points, weight, games = at.results()[0 if all(seats) else 1]
    assert (points, weight, games) == (pytest.approx(expected[0]), pytest.approx(expected[1]), 1)
    arena: Any = SimpleNamespace(game=game, learner_seats=np.array([seats]) > 0, episode_reward=np.array([rewards]))
    if not all(seats):
        assert Arena.points_of(arena, 0) == (pytest.approx(expected[0]), pytest.approx(expected[1]))


def test_a_game_against_somebody_who_leaves_goes_on_as_self_play() -> None:
    at = an_arena(make("goofspiel"), 300)
    first, second = Opponent("first", players=[Counting()]), Opponent("second", players=[Counting()])
    at.seat([first, second], np.array([0.0, 0.5, 0.5]))
    at.start_games(torch.ones(300, dtype=torch.bool))
    stays = at.opponent == 2
    seats = at.learner_seats.clone()
    at.seat([second], np.array([0.0, 1.0]))
    assert torch.equal(at.opponent, stays.long())
    assert torch.equal(at.learner_seats[stays], seats[stays])
    assert at.learner_seats[~stays].all()


def test_many_results_at_once_are_those_one_after_the_other() -> None:
    one, many = Member("a"), Member("a")
    for _ in range(50):
        one.record(0.75, 1.5)
    many.record(0.75, 1.5, games=50)
    assert (many.games, many.points, many.played) == (pytest.approx(one.games), pytest.approx(one.points), 50)


def test_games_of_several_weights_at_once_are_those_one_after_the_other() -> None:
    """With one seat of three a win stands for twice as much as a defeat: it has beaten two."""
    game, n = make("goofspiel", num_players=3), 4
    at = an_arena(game, n)
    at.seat([Opponent("other", players=[Counting()])], np.array([0.0, 1.0]))
    at.learner_seats = torch.tensor([[1, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]) > 0
    at.opponent.fill_(1)
    at.sum_of_rewards = torch.tensor([[1.0, -1, -1], [-1, -1, 1], [1, -1, -1], [-1, -1, 1]])
    one, many = Member("a"), Member("a")
    for row in range(n):
        arena: Any = SimpleNamespace(
            game=game, learner_seats=at.learner_seats.numpy(), episode_reward=at.sum_of_rewards.numpy()
        )
        one.record(*Arena.points_of(arena, row))
    at.finish_games(torch.ones(n, dtype=torch.bool))
    many.record(*at.results()[1])
    assert many.games == pytest.approx(one.games, rel=0.01)
    assert many.points == pytest.approx(one.points, rel=0.01)


@pytest.mark.parametrize(
    ("name", "options"), [*((name, {}) for name in games()), ("tradeworlds", {"scenario": "The Derelict"})]
)
def test_what_shaped_rewards_add_up_to_rounds_to_the_outcome(name: str, options: dict[str, Any]) -> None:
    game = make(name, **options)
    first = device_run.first_potential([game], 1)
    batch = Batch(game, 50, 3)
    for row in range(50):
        for seat in range(game.num_players):
            assert abs(game.engine.potential(batch.states[row], game.tables[0], seat) - first[seat]) < 0.4


@pytest.mark.usefixtures("no_gpu")
def test_random_play_alone_loses(tmp_path: Path) -> None:
    """In The Derelict each game begins with a potential of 1."""
    alone = {"game": "tradeworlds", "options": {"scenario": "The Derelict"}, "scripted": [], "against": ["random"]}
    run = device_run.set_up(tmp_path, settings.read(None, **TINY | SMALL | alone, share_scripted=0.0, share_pool=0.0))
    run.arena.play(300, 1.0, 1.0)
    [(points, weight, games_ended)] = run.arena.results()
    assert games_ended > 20
    assert (points, weight) == (0, 1)


# ── Whole runs ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.usefixtures("no_gpu")
def test_a_run_learns_to_beat_random_play_and_its_scripts_are_met(tmp_path: Path) -> None:
    chosen = tiny(
        **SMALL | {"rollout": 1024, "epochs": 2}, decisions=60_000, teacher="", learning_rate=5e-3, width_whole=32,
        width_trunk=32, pool_every=10, redraw_every=5, save_every=1e9,
    )  # fmt: skip
    path = train.train(tmp_path, chosen)
    agent = learned.load(path, make("goofspiel"))
    assert play_match(make("goofspiel"), agent, agents.make("random", make("goofspiel"), 1), 200, 7).score > 0.65
    rows = train.history(tmp_path)
    assert rows[-1]["decisions"] >= 60_000
    assert rows[-1]["games"] > 3000
    assert rows[-1]["length"] == pytest.approx(12, abs=0.5)
    assert rows[-1]["shares"]["random"] > 0.6
    assert rows[-1]["share_pool"] is not None
    assert (tmp_path / "past").is_dir()
    assert learned.read_card(path).trained["settings"]["device"] == "cuda"


@pytest.mark.usefixtures("no_gpu")
def test_the_command_trains_measures_and_reports(tmp_path: Path, capsys: Any) -> None:
    typed = in_file(tmp_path / "mine.toml", **SMALL, teacher="scripted", teacher_share=0.5)
    out = tmp_path / "run"
    assert main(["train", "--settings", typed, "--out", str(out)]) == 0
    told = capsys.readouterr().out
    assert "against scripted: score" in told
    assert "the teacher" in told
    assert (out / "report.html").exists()
    rows = train.history(out)
    assert 0 < rows[0]["agreement"] < 1
    assert rows[0]["entropy"] > 0


@pytest.mark.usefixtures("no_gpu")
def test_an_interrupted_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    chosen, told = tiny(**SMALL, teacher="", decisions=8000), iter([False, False, True])
    with pytest.raises(KeyboardInterrupt):
        train.train(tmp_path, chosen, stop=lambda: next(told))
    before = json.loads((newest(tmp_path) / "state.json").read_text(encoding="utf-8"))
    again = device_run.set_up(tmp_path, chosen, resumed=True)
    checkpoint.restore(newest(tmp_path), again.take)
    assert again.model.num_timesteps == before["timesteps"] > 1000
    assert again.arena.num_games == before["counts"][1]
    assert again.league.state() == before["league"]
    assert again.model.optimizer.state
    assert not np.array_equal(
        again.arena.batch.batch.states, device_run.set_up(tmp_path, chosen).arena.batch.batch.states
    )
    resumed(tmp_path)
    rows = train.history(tmp_path)
    assert [row["round"] for row in rows] == list(range(1, len(rows) + 1))
    assert rows[-1]["decisions"] >= 8000


@pytest.mark.usefixtures("no_gpu")
def test_a_run_tells_on_which_gpu_it_ran(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = device_run.set_up(tmp_path, tiny(**SMALL, teacher=""))
    assert run.versions() == train.versions()
    run.arena.device = torch.device("cuda")
    monkeypatch.setattr(torch.cuda, "get_device_name", lambda device: "H200")
    monkeypatch.setattr(torch.version, "cuda", "13.0")
    monkeypatch.setattr(device_run, "version", lambda package: "0.30")
    found = {"gpu": "H200", "cuda": "13.0", "numba_cuda": "0.30"}
    assert train.card(run).trained["versions"] == train.versions() | found


@pytest.mark.usefixtures("no_gpu")
def test_a_round_that_is_played_again_is_once_in_the_curves(tmp_path: Path) -> None:
    """A round may bring fewer decisions than `rollout`; those after the checkpoint are dropped all the same."""
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    def fail(line: str) -> None:
        raise OSError("no space left")

    chosen = tiny(**SMALL, teacher="", decisions=1000, save_every=1e9, share_scripted=1.0, share_pool=0.0)
    with pytest.raises(OSError, match="no space left"):
        train.train(tmp_path, chosen, say=fail)
    assert train.history(tmp_path)[0]["decisions"] < chosen.rollout
    train.train(tmp_path, chosen, resume=True)
    events = EventAccumulator(str(tmp_path)).Reload()
    steps = [event.step for event in events.Scalars("train/value_loss")]
    assert steps == [row["decisions"] for row in train.history(tmp_path)]


@pytest.mark.usefixtures("no_gpu")
def test_the_same_seed_gives_the_same_agent(tmp_path: Path) -> None:
    for name in ("one", "other"):
        train.train(tmp_path / name, tiny(**SMALL, decisions=3000))
    assert_same(tmp_path / "one" / "agent.safetensors", tmp_path / "other" / "agent.safetensors")


@pytest.mark.usefixtures("no_gpu")
def test_a_run_begins_with_an_agents_weights_and_meets_saved_agents(tmp_path: Path) -> None:
    path = train.train(tmp_path / "first", tiny(**SMALL, decisions=1500))
    more = tiny(**SMALL, decisions=1000, begin_from=str(path), scripted=[str(path)], learning_rate=1e-9)
    run = device_run.set_up(tmp_path / "second", more)
    for name, array in learned.load(path, make("goofspiel")).network.weights.items():
        np.testing.assert_array_equal(run.snapshot().weights[name], array)
    [met] = run.arena.opponents
    assert met.network is not None
    assert met.temperature == 0  # as it plays by itself
    wider = tiny(**SMALL, begin_from=str(path), width_whole=32)
    with pytest.raises(ValueError, match=r"begin_from: .*expected .*32.*, got .*16"):
        device_run.set_up(tmp_path / "third", wider)
    with pytest.raises(ValueError, match="begin_from: expected a learned agent, got 'random'"):
        device_run.set_up(tmp_path / "third", tiny(**SMALL, begin_from="random"))


@pytest.mark.usefixtures("no_gpu")
@pytest.mark.parametrize("teacher", ["", "scripted", "saved"])
def test_a_round_calls_nothing_that_was_not_compiled_before(tmp_path: Path, teacher: str) -> None:
    """torch compiles for each size and kind; before the clock starts nothing else is changed."""
    if teacher == "saved":
        teacher = str(train.train(tmp_path / "first", tiny(**SMALL, decisions=600, teacher="")))
    run = device_run.set_up(tmp_path, tiny(**SMALL | {"teacher_batch": 128}, teacher=teacher, teacher_share=0.3))
    kinds: list[Any] = []

    def spy(*given: Any) -> Any:
        taught = given[7]
        kinds.append((len(given[1]), given[1].shape[1], None if taught is None else (taught.dtype, taught.shape)))
        return losses(*given)

    run.model.losses = spy
    before, state = run.snapshot().weights, run.arena.generator.get_state()
    run.warm_up()
    ready = set(kinds)
    for name, array in run.snapshot().weights.items():
        np.testing.assert_array_equal(array, before[name])
    assert torch.equal(run.arena.generator.get_state(), state)
    assert not run.model.optimizer.state
    assert all(each.grad is None for each in run.model.network.parameters())
    for done in (0.0, 0.5, 1.0):
        run.play_and_learn(done)
    assert set(kinds) == ready
    assert len(ready) == (3 if teacher else 1)


@pytest.mark.usefixtures("no_gpu")
def test_a_run_goes_on_where_torch_can_compile_nothing(tmp_path: Path, capsys: Any) -> None:
    run = device_run.set_up(tmp_path, tiny(**SMALL, teacher=""))

    def failing(*_: Any) -> Any:
        raise RuntimeError("Failed to find C compiler.\nMore of it.")

    run.arena.forward = run.model.losses = failing
    run.warm_up()
    told = "torch.compile fails here (Failed to find C compiler.); the run goes on without it, slower\n"
    assert capsys.readouterr().err == told
    run.play_and_learn(0.0)


@pytest.mark.usefixtures("no_gpu")
@pytest.mark.parametrize("when", ["set up", "played"])
def test_too_little_memory_is_told_with_what_needs_less(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    def full(*_: Any) -> None:
        raise torch.OutOfMemoryError("CUDA out of memory.")

    if when == "played":
        monkeypatch.setattr(DeviceArena, "play", full)
    else:
        monkeypatch.setattr(device_run, "make_batch", full)
    told = r"num_envs, rollout: 64 games .*; try num_envs = 32, rollout = 256"
    with pytest.raises(ValueError, match=told):
        train.train(tmp_path, tiny(**SMALL, teacher=""))


@pytest.mark.usefixtures("no_gpu")
def test_who_needs_positions_is_refused(tmp_path: Path) -> None:
    for change in ({"teacher": "search:10"}, {"scripted": ["search:10"]}):
        with pytest.raises(ValueError, match="'search:10' needs more than observations"):
            device_run.set_up(tmp_path, tiny(**SMALL, **change))


def test_settings_that_no_gpu_knows_are_named() -> None:
    with pytest.raises(ValueError, match="device: magnet needs 'cpu'; on a GPU it has to be 0"):
        tiny(device="cuda", magnet=0.1)
    chosen = settings.read(None, device="cuda")
    assert (chosen.num_envs, chosen.rollout, chosen.batch) == (65_536, 1_048_576, 32_768)
    assert settings.read(None).num_envs == 512


@pytest.mark.parametrize(("cuda", "told"), [
    (None, r"device: torch .* is built without CUDA"), ("13.0", "device: torch finds no GPU; 'cpu' learns on the CPU"),
])  # fmt: skip
def test_without_a_gpu_it_says_so_before_it_makes_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any, cuda: str | None, told: str
) -> None:
    monkeypatch.setattr(torch.version, "cuda", cuda)
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    assert main(["train", "--device", "cuda", "--out", str(tmp_path / "run")]) == 2
    out, err = capsys.readouterr()
    assert re.search(told, err)
    assert out == ""
    assert not (tmp_path / "run").exists()


def test_a_card_embedding_is_refused_for_there_is_none() -> None:
    with pytest.raises(ValueError, match="device: width_card needs 'cpu'"):
        settings.read(None, device="cuda", width_card=16)


def test_threads_are_as_many_as_this_process_may_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "processors", lambda: 3)
    assert settings.read(None, device="cuda").threads == 3


def test_a_game_with_openings_is_refused_by_its_name() -> None:
    name = next(name for name in small_games() if name.startswith("open_worlds"))
    settings.read(None, game=name)
    with pytest.raises(ValueError, match=f"device: {name} needs 'cpu'"):
        settings.read(None, game=name, device="cuda")


def goes_on_with_all_kinds_of_players(folder: Path, **sizes: Any) -> None:
    """A run with a network that teaches, a script, a saved agent and checkpoints to meet, stopped and resumed."""
    saved = str(train.train(folder / "first", tiny(**sizes, teacher="", decisions=2 * sizes["rollout"])))
    chosen = tiny(
        **sizes, teacher=saved, teacher_share=0.3, scripted=["scripted", saved], share_scripted=0.4, share_pool=0.4,
        pool_every=1, redraw_every=1, decisions=8 * sizes["rollout"],
    )  # fmt: skip
    told = iter([False, False, False, True])
    with pytest.raises(KeyboardInterrupt):
        train.train(folder / "second", chosen, stop=lambda: next(told))
    path = resumed(folder / "second")
    rows = train.history(folder / "second")
    assert [row["round"] for row in rows] == list(range(1, len(rows) + 1))
    assert rows[0]["agreement"] > 0
    state = json.loads((newest(folder / "second") / "state.json").read_text(encoding="utf-8"))
    met = {member["path"] is not None for member in state["league"]["members"] if member["played"]}
    assert met == {True, False}
    assert all(member["played"] for member in state["league"]["members"] if member["path"] is None)
    learned.load(path, make("goofspiel"))


@pytest.mark.usefixtures("no_gpu")
def test_a_run_goes_on_with_all_kinds_of_players(tmp_path: Path) -> None:
    goes_on_with_all_kinds_of_players(tmp_path, **SMALL)


@on_a_gpu
def test_on_a_gpu_a_run_goes_on_with_all_kinds_of_players(tmp_path: Path) -> None:
    sizes = {"num_envs": 4096, "rollout": 65_536, "batch": 8192, "teacher_batch": 8192}
    goes_on_with_all_kinds_of_players(tmp_path, **SMALL | sizes)


@on_a_gpu
@pytest.mark.parametrize("game", ["goofspiel", "open_worlds"])
def test_on_a_gpu_a_run_learns(tmp_path: Path, game: str) -> None:
    chosen = settings.read(
        None, device="cuda", game=game, num_envs=4096, rollout=65_536, batch=8192, teacher_batch=8192, minutes=0,
        decisions=2_000_000, games=0, save_every=1e9,
    )  # fmt: skip
    train.train(tmp_path, chosen)
    assert train.history(tmp_path)[-1]["shares"]["builder" if game == "open_worlds" else "scripted"] > 0.5
