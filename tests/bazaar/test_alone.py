"""A game for one is measured by how often it is won, or by what is scored: match, ladder, what they keep and print."""

from __future__ import annotations

import csv
import json
import math
import re
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import agents
from agents.random import RandomAgent
from ow_env.core.batch import Batch
from ow_env.core.players import look
from tests.bazaar.game import Bazaar
from training.cli import main
from training.measure import alone
from training.measure.alone import Tried, play_alone, run_alone
from training.measure.match import play_match, wilson
from training.measure.store import Store
from training.measure.workers import Executor, SerialExecutor

SHORT = ("--game", "bazaar", "--option", "num_players=1", "--option", "rounds=2")


@pytest.fixture
def won_or_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bazaar as a game of winning: who scores more than -0.8 has won."""
    play = alone.play_batch

    def win_or_lose(*given: Any) -> Any:
        scores, truncated, decisions = play(*given)
        return np.where(scores > -0.8, 1, -1), truncated, decisions

    monkeypatch.setattr(Bazaar, "facts", replace(Bazaar.facts, payoff="win"))
    monkeypatch.setattr(alone, "play_batch", win_or_lose)


@pytest.fixture
def store() -> Iterator[Store]:
    with Store(":memory:") as opened:
        yield opened


def short() -> Bazaar:
    return Bazaar(num_players=1, rounds=2)


def said(capsys: pytest.CaptureFixture[str], *typed: str, code: int = 0) -> str:
    capsys.readouterr()
    assert main([*typed]) == code
    told = capsys.readouterr()
    return told.err if code else told.out


# ── What came of games ─────────────────────────────────────────────────────────────────────────


def test_a_share_of_wins_has_wilsons_interval_and_a_game_cut_off_is_not_won():
    tried = Tried(won=30, lost=50, tied=10, truncated=10, total=-20.0)
    assert (tried.games, tried.share, tried.figure("win")) == (100, 0.3, 0.3)
    assert tried.interval("win") == wilson(0.3, 100)
    assert alone.describe("me", tried, "win") == (
        "me alone: won 30.0 % [95 % CI 21.9, 39.6], 100 games (30 won, 50 lost, 10 tied, 10 truncated)"
    )


def test_a_mean_score_has_the_interval_of_a_mean():
    scores = np.random.default_rng(1).uniform(-0.5, 1.0, 400)
    tried = Tried(won=400, total=float(scores.sum()), squares=float((scores**2).sum()))
    half = 1.959964 * scores.std(ddof=1) / 20
    assert tried.figure("score") == pytest.approx(scores.mean())
    assert tried.interval("score") == pytest.approx((scores.mean() - half, scores.mean() + half))
    assert Tried(won=1, total=1.0, squares=1.0).interval("score") == (-1.0, 1.0)
    assert math.isnan(Tried().share)
    assert (Tried().interval("win"), Tried().interval("score")) == ((0.0, 1.0), (-1.0, 1.0))
    one = Tried(*range(1, 10))
    assert asdict(one + one) == {name: 2 * value for name, value in asdict(one).items()}


# ── An agent by itself ─────────────────────────────────────────────────────────────────────────


def test_it_plays_the_games_of_these_numbers():
    """In batches of whatever size; each result is that of the game itself."""
    game = short()
    seen: list[int] = []
    collector = agents.make("collector", game)
    tried = play_alone(game, collector, 150, seed=7, report=lambda so_far: seen.append(so_far.games))
    assert seen == [128, 150]
    batch, steps, scores = Batch(game, 150, 7), 0, np.zeros(150)
    while not batch.terminated.all():
        rows = np.flatnonzero(~batch.terminated)
        actions = np.zeros((150, 1), np.int32)
        actions[rows, 0] = collector.act(look(batch, rows, np.zeros(len(rows), np.intp), steps))
        batch.step(actions)
        scores[rows] = batch.reward[rows, 0]
        steps += 1
    assert tried.total == pytest.approx(scores.sum(), abs=1e-4)
    assert tried.squares == pytest.approx((scores**2).sum(), abs=1e-4)
    assert (tried.won, tried.lost) == ((scores > 0).sum(), (scores < 0).sum())
    assert tried.turns == int(game.turn(batch.states).sum())
    assert tried.seconds > 0
    first = play_alone(game, collector, 100, seed=7)
    rest = play_alone(game, collector, 50, seed=7, first=100)
    assert asdict(replace(first + rest, seconds=0.0)) == pytest.approx(asdict(replace(tried, seconds=0.0)))


def test_a_game_against_somebody_is_refused_and_the_other_way_round():
    with pytest.raises(ValueError, match="bazaar: expected a single-player game, got one for 2"):
        play_alone(Bazaar(), agents.make("random", Bazaar()), 1)
    random = agents.make("random", short())
    with pytest.raises(ValueError, match="bazaar: a single-player game has no opponents"):
        play_match(short(), random, random, 2)


# ── Agents side by side ────────────────────────────────────────────────────────────────────────


class Stops(Executor):
    """Plays so many jobs, then somebody presses Ctrl-C."""

    def __init__(self, after: int) -> None:
        self.after = after

    def run(self, function: Any, data: Any, jobs: Iterator[Any]) -> Iterator[Any]:
        for job in jobs:
            if not self.after:
                raise KeyboardInterrupt
            self.after -= 1
            yield job, function(data, job)


def test_it_plays_until_every_figure_is_known(store: Store, monkeypatch: pytest.MonkeyPatch):
    seeds, play = set(), alone.play_job
    monkeypatch.setattr(alone, "play_job", lambda game, job: seeds.add(job.game_seed) or play(game, job))
    standing = run_alone(store, short(), ["random", "collector"], width=0.03, block=32)
    assert [standing.labels[at] for at in standing.order] == ["collector", "random"]
    assert all(tried.half("score") <= 0.03 for tried in standing.tried)
    again = run_alone(store, short(), ["random", "collector"], width=0.03, block=32)
    assert again.tried == standing.tried  # enough is there: nothing was added
    assert len(seeds) == 1, "everybody meets the same deals"


def test_a_limit_of_games_is_kept_and_counts_what_is_there(store: Store):
    for limit, games in ((40, 32), (100, 96), (60, 96)):
        standing = run_alone(store, short(), ["random", "collector"], width=0.001, games=limit, block=16)
        assert standing.games == games
    assert [tried.games for tried in standing.tried] == [48, 48]


def test_games_are_played_however_sure_the_figure_is(store: Store):
    def alike(game: Any, job: alone.Job) -> tuple[str, tuple[Tried, dict[str, float]]]:
        tried = Tried(lost=job.games, total=-job.games, squares=job.games)
        return alone.rules_hash(game.engine.__name__), (tried, {})

    class Alike(SerialExecutor):
        def run(self, function: Any, data: Any, jobs: Iterator[Any]) -> Iterator[Any]:
            return super().run(alike, data, jobs)

    for width, games in ((0.01, 8), (None, 64)):
        played = run_alone(store, short(), ["random"], width=width, games=64, block=8, executor=Alike())
        assert played.games == games


def test_interrupted_it_keeps_everything_and_goes_on(tmp_path: Path):
    whole = run_alone(Store(":memory:"), short(), ["random", "collector"], games=96, width=0.001, block=16)
    with Store(tmp_path / "l.sqlite") as store:
        with pytest.raises(KeyboardInterrupt):
            run_alone(store, short(), ["random", "collector"], games=96, width=0.001, block=16, executor=Stops(3))
        assert alone.standing_of(store, short()).games == 48
        after = run_alone(store, short(), ["random", "collector"], games=96, width=0.001, block=16)
    untimed = [[replace(tried, seconds=0.0) for tried in standing.tried] for standing in (whole, after)]
    assert untimed[0] == untimed[1]


def test_what_an_agent_counts_is_kept_and_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(RandomAgent, "report", lambda self: {"decisions": 4, "sighs": 1}, raising=False)
    with Store(tmp_path / "l.sqlite") as store:
        run_alone(store, short(), ["random", "collector"], games=32, width=0.001, block=8)
    with Store(tmp_path / "l.sqlite") as store:
        standing = alone.standing_of(store, short())
    told = dict(zip(standing.labels, standing.reports, strict=True))
    assert told == {"random": {"decisions": 8, "sighs": 2}, "collector": {}}
    assert "sighs" in alone.table(standing)
    assert {row["agent"]: row["sighs"] for row in alone.rows_of(standing)}["random"] == 0.25


def test_what_was_played_otherwise_is_not_counted(store: Store):
    run_alone(store, short(), ["random"], width=0.001, block=8, games=8)
    run_alone(store, short(), ["random"], width=0.001, block=8, games=16, seed=2)
    assert alone.standing_of(store, short()).games == 16  # other seeds are other games of the same
    with pytest.raises(ValueError, match="nobody has played yet"):
        alone.standing_of(store, Bazaar(num_players=1, rounds=3))


def test_other_rules_of_a_worker_are_refused(store: Store):
    class Other(SerialExecutor):
        def run(self, function: Any, data: Any, jobs: Iterator[Any]) -> Iterator[Any]:
            for job in jobs:
                yield job, ("0" * 16, Tried(won=job.games))

    with pytest.raises(ValueError, match="a worker has other rules"):
        run_alone(store, short(), ["random"], executor=Other())


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"won": 9}, "expected 8 games, got 17"),
        ({"won": -1}, "won: expected 0 to 2147483648, got -1"),
        ({"won": 1.5}, "won: expected a number, got 1.5"),
        ({"total": 9.0}, "total: expected -8 to 8, got 9.0"),
        ({"seconds": "x"}, "seconds: expected a number, got 'x'"),
        ({"more": 1}, "expected won, lost, tied"),
    ],
)
def test_a_file_with_a_wrong_row_is_refused(change: dict[str, Any], said: str, store: Store):
    right = asdict(Tried(lost=8, total=-8.0, squares=8.0, turns=16, decisions=20))
    [key] = alone.agent_keys_of(["random"], short())
    store.agent(key)
    experiment = store.experiment(alone.KIND, alone.identity_of(short(), key.key, 1, 8))
    store.add_blocks(experiment, {0: right})
    assert alone.standing_of(store, short()).games == 8
    store.add_blocks(experiment, {1: right | change})
    with pytest.raises(ValueError, match=said.replace("[", r"\[")):
        alone.standing_of(store, short())


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"width": 0.0}, "width: expected a number between 0 and 1, got 0"),
        ({"block": 0}, "block: expected a number from 1 up, got 0"),
        ({"specs": []}, "expected an agent or more, got none"),
        ({"width": None}, "width, games: one of them must say when to end"),
    ],
)
def test_settings_are_checked(how: dict[str, Any], said: str, store: Store):
    with pytest.raises(ValueError, match=said):
        run_alone(store, short(), **{"specs": ["random"], **how})


# ── The commands ───────────────────────────────────────────────────────────────────────────────


def test_match_takes_one_agent(capsys: pytest.CaptureFixture[str], tmp_path: Path):
    told = said(capsys, "match", "collector", *SHORT, "--games", "20", "--record", str(tmp_path / "games"))
    assert "collector alone: scored -0." in told
    assert ", 20 games" in told
    assert len(list((tmp_path / "games").iterdir())) == 20
    data = json.loads(said(capsys, "match", "collector", *SHORT, "--games", "20", "--json"))
    assert (data["agents"], data["tied"] + data["won"] + data["lost"]) == (["collector"], 20)
    assert f"collector alone: scored {data['score']:.3f} [" in told
    assert "is a single-player game here" in said(capsys, "match", "collector", "random", *SHORT, code=2)
    missing = said(capsys, "match", "collector", "--game", "bazaar", code=2)
    assert "OPPONENT: bazaar has 2 players here; name an opponent" in missing


def test_match_tells_the_share_of_wins(capsys: pytest.CaptureFixture[str], won_or_lost: None):
    told = said(capsys, "match", "collector", *SHORT, "--games", "20")
    assert re.search(r"collector alone: won \d\d\.\d % \[95 % CI \d\d\.\d, \d\d\.\d\], 20 games", told)


def test_the_ladder_is_a_table_of_shares(capsys: pytest.CaptureFixture[str], tmp_path: Path, won_or_lost: None):
    kept = ("--store", str(tmp_path / "l.sqlite"), "--processes", "1", "--block", "2")
    told = said(capsys, "ladder", "random", "collector", *SHORT, "--games", "32", *kept)
    assert "A single-player game, so there is no Elo" in told
    assert "±" not in told
    assert said(capsys, "ladder", *SHORT, "--show", *kept) == told
    with open(tmp_path / "l" / "shares.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["agent"] for row in rows} == {"random", "collector"}
    for row in rows:
        assert row["games"] == "16"
        assert 0 <= float(row["low"]) <= float(row["share"]) < float(row["high"]) <= 1
        assert float(row["share"]) == int(row["won"]) / 16
    refused = said(capsys, "ladder", "random", *SHORT, "--elo-width", "5", code=2)
    assert "--elo-width: a single-player game has no Elo" in refused
    refused = said(capsys, "ladder", "random", *SHORT, "--games", "5", *kept, code=2)
    assert "--games: expected 8 or more" in refused


def test_settings_in_the_file_are_plain_and_jobs_many(store: Store):
    """What is asked of the file is what was written to it, tuples and all."""
    run_alone(store, short(), ["random"], width=0.5, block=8)
    [settings] = store.experiments(alone.KIND).values()
    assert settings == json.loads(json.dumps(settings))
    assert list(alone.kept(store, short())) == [settings["agent"]]
    # Without a width half as many blocks as were played: with many cores each has something to do.
    tried = Tried(won=300, lost=340)
    standing = alone.Standing(Bazaar(num_players=1), [], ["one"], [tried], [{}])
    assert alone.jobs_wanted(standing, None, 10_000, 64) == {0: 5}
