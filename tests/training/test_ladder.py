"""The ladder: paired games, the same results whoever plays them, nothing lost when interrupted."""

from __future__ import annotations

import csv
import math
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import agents
from agents.base import Observation
from agents.registry import AGENTS
from ow_env.goofspiel.game import Goofspiel
from ow_env.open_worlds.game import OpenWorlds
from training.cli import main
from training.commands.ladder import Reporter, duration
from training.measure import jobs, ladder, report, store as stores, workers
from training.measure.ladder import (
    Job,
    agent_key_of,
    agent_keys_of,
    lead_of_one,
    play_job,
    play_pairs,
    ratings,
    run_ladder,
    seatings,
)
from training.measure.match import play_match
from training.measure.store import AgentKey, SeatSwap, Store
from training.measure.workers import ProcessExecutor, SerialExecutor

GAME = Goofspiel(num_cards=5)


class Fixed:
    """Always the allowed action with the lowest id, or the highest."""

    version = 1

    def __init__(self, name: str, seed: int) -> None:
        self.name = name
        self.parameters = {"seed": seed}

    def act(self, observation: Observation) -> np.ndarray:
        mask = observation.mask
        if self.name == "lowest":
            return mask.argmax(axis=1).astype(np.int32)
        return (mask.shape[1] - 1 - mask[:, ::-1].argmax(axis=1)).astype(np.int32)


@pytest.fixture
def fixed(monkeypatch) -> None:
    for name in ("lowest", "highest"):
        monkeypatch.setitem(AGENTS, name, lambda game, seed, name=name: Fixed(name, seed))


@pytest.fixture
def store():
    with Store(":memory:") as opened:
        yield opened


def untimed(pairs: list[SeatSwap]) -> list[SeatSwap]:
    """Forget what depends on the machine."""
    return [replace(pair, one_seconds=0.0, other_seconds=0.0) for pair in pairs]


def all_pairs(store: Store) -> list[Any]:
    return store._db.run(
        "SELECT a.label, b.label, seed, number, deal, game_seed, first, second, first_turns,"
        " second_turns, first_decisions, second_decisions, one_choices, other_choices FROM pairs"
        " JOIN agents a ON a.id = one JOIN agents b ON b.id = other ORDER BY 1, 2, 3, 4, 5"
    )


# ── Game pairs ───────────────────────────────────────────────────────────────────────────────


MIRRORED = {"won": "lost", "lost": "won", "tied": "tied", "truncated": "truncated"}


def test_a_game_pair_is_the_same_deal_from_both_seats(fixed) -> None:
    """Two that play without chance and alike: each wins from its seat what its twin loses there."""
    for pair in play_pairs(GAME, "lowest", "lowest", num_pairs=12):
        assert pair.second == MIRRORED[pair.first]
        assert pair.first_turns == pair.second_turns


def test_results_are_those_of_a_match_and_swapping_the_agents_mirrors_them(fixed) -> None:
    pairs = play_pairs(GAME, "scripted", "lowest", num_pairs=10)
    scripted, low = agents.make("scripted", GAME), agents.make("lowest", GAME)
    result = play_match(GAME, scripted, low, games=20, seed=pairs[0].game_seed)
    ends = [end for pair in pairs for end in (pair.first, pair.second)]
    assert [pair.number for pair in pairs] == list(range(10))
    assert [ends.count(end) for end in ("won", "lost", "tied")] == [result.wins, result.losses, result.ties]
    assert sum(pair.first_decisions + pair.second_decisions for pair in pairs) == result.decisions
    for pair in pairs:  # both choose in every round but the last, where one card is left
        assert pair.one_choices == pair.other_choices == pair.first_decisions + pair.second_decisions
        assert pair.first_turns == pair.second_turns == 5
        assert pair.one_seconds > 0
    backward = play_pairs(GAME, "lowest", "scripted", num_pairs=10)
    assert [(pair.first, pair.second) for pair in pairs] == [
        (MIRRORED[pair.second], MIRRORED[pair.first]) for pair in backward
    ]


def test_results_follow_from_seed_and_number(fixed) -> None:
    twice = [untimed(play_pairs(GAME, "random", "scripted", num_pairs=8, seed=3)) for _ in range(2)]
    assert twice[0] == twice[1]
    later = play_pairs(GAME, "lowest", "scripted", num_pairs=3, first=5)
    assert untimed(later) == untimed(play_pairs(GAME, "lowest", "scripted", num_pairs=8)[5:])
    other_seed = play_pairs(GAME, "random", "scripted", num_pairs=8, seed=4)
    assert other_seed[0].game_seed != twice[0][0].game_seed
    others = play_pairs(GAME, "random", "lowest", num_pairs=1, seed=3)  # no luck shared with other pairs
    assert others[0].game_seed != twice[0][0].game_seed


def test_what_can_not_be_played_is_refused(fixed, store: Store, monkeypatch) -> None:
    class Illegal(Fixed):
        """Plays what it does not hold."""

        def act(self, observation: Observation) -> np.ndarray:
            return (observation.mask == 0).argmax(axis=1).astype(np.int32)

    monkeypatch.setitem(AGENTS, "cheat", lambda game, seed: Illegal("cheat", seed))
    with pytest.raises(ValueError, match="player_0 cheat, player_1 lowest: row 0: player_0 may not play"):
        play_pairs(GAME, "cheat", "lowest", num_pairs=1)
    with pytest.raises(ValueError, match="num_pairs: expected a number from 1 up, got 0"):
        play_pairs(GAME, "random", "scripted")
    for settings, why in (({"width": 0}, "width"), ({"width": 1}, "width"), ({"block": 0}, "block")):
        with pytest.raises(ValueError, match=f"{why}: expected"):
            run_ladder(store, GAME, ["random", "scripted"], **settings)


# ── Decks ────────────────────────────────────────────────────────────────────────────────────


def names(game: OpenWorlds) -> list[str]:
    return [deck["name"] for deck in game.options["decks"]]


def test_decks_are_played_both_ways_whichever_was_named_first() -> None:
    one, other = "Smith-Boson F.E.", "Empyrean Enterprises"
    for decks in ((one, other), (other, one)):
        variants = OpenWorlds(decks=decks).variants()
        assert [names(variant) for variant in variants] == [[other, one], [one, other]]
    assert [names(variant) for variant in OpenWorlds(decks=(one, one)).variants()] == [[one, one]]
    assert GAME.variants() == (GAME,)


def test_three_decks_go_round_the_table() -> None:
    one, two, three = "Smith-Boson F.E.", "Empyrean Enterprises", "Ares Venture Trust"
    variants = OpenWorlds(decks=(one, two, three)).variants()
    assert sorted(names(variant) for variant in variants) == [[three, one, two], [two, three, one], [one, two, three]]
    assert [names(variant) for variant in OpenWorlds(decks=(two, three, one)).variants()] == [
        names(variant) for variant in variants
    ]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_either_agent_has_every_seat_as_often(players: int) -> None:
    pairs = seatings(players)
    assert len(pairs) == {1: 1, 2: 1, 3: 3, 4: 3}[players]
    for first, second in pairs:
        assert [one + other for one, other in zip(first, second, strict=True)] == [1] * players
    assert {sum(seats) for seats in zip(*(both for pair in pairs for both in pair), strict=True)} == {len(pairs)}


def test_who_is_paid_more_on_the_average_has_won() -> None:
    reward = np.array([[[1, -1, -1, -1], [-1, -1, 1, -1], [0, 0, 0, 0]]] * 2, np.float32)
    sits = np.array([[0, 0, 1, 1], [1, 1, 0, 0]])
    assert lead_of_one(reward, sits).tolist() == [[1, -1, 0], [-1, 1, 0]]
    alone = np.array([[[1.0], [0.0]], [[-1.0], [0.0]]], np.float32)
    assert lead_of_one(alone, np.array([[0], [1]])).tolist() == [[2, 0], [2, 0]]


@pytest.mark.parametrize(("players", "apart"), [(2, 0.0), (3, math.log(2)), (4, 0.0)])
def test_ratings_are_the_odds_of_one_seat_against_another(players: int, apart: float, store: Store) -> None:
    """Agents of known strength: whoever sits there, a seat wins as often as its share of all strengths at the table."""
    game = Tables(players)
    assert jobs.handicap(game) == pytest.approx(apart)
    strengths = {"weak": 1.0, "fair": 2.5, "good": 8.0}
    agent_keys = [AgentKey.of(name, name, 1, {}, None) for name in strengths]
    ids = [store.agent(agent_key) for agent_key in agent_keys]
    rng = np.random.default_rng(players)
    for one, other in ((0, 1), (0, 2), (1, 2)):
        weight = np.array(list(strengths.values()))[[one, other]]
        swaps = []
        for deal, pair in enumerate(seatings(players)):
            for number in range(1000):
                ends = []
                for sits in pair:
                    odds = weight[list(sits)]
                    reward = np.full((1, 1, players), -1, np.float32)
                    reward[0, 0, rng.choice(players, p=odds / odds.sum())] = 1
                    ends.append(jobs.outcome(lead_of_one(reward, np.array([sits]))[0, 0], False))
                swaps.append(SeatSwap(number, deal, 1, "[]", *ends, *[1] * 6, 0.0, 0.0))
        store.add(store.matchup(game), ids[one], ids[other], 1, swaps)
    standing = ratings(store, game, anchor="weak")
    for name, strength in strengths.items():
        at = standing.labels.index(name)
        told = 400 * math.log10(strength)
        assert standing.ratings.elo[at] == pytest.approx(told, abs=1.5 * standing.ratings.elo_error[at] + 1e-9)
    assert standing.ratings.elo_error.max() < 32


class Tables(Goofspiel):
    """A game of so many at a table, of whom one wins; nobody plays it."""

    def __init__(self, players: int) -> None:
        super().__init__()
        self.num_players, self.options = players, {"num_players": players}


def test_a_game_for_one_has_no_ratings(store: Store) -> None:
    with pytest.raises(ValueError, match=r"goofspiel: a single-player game has no opponents"):
        run_ladder(store, Tables(1), ["random", "scripted"])


def test_a_card_file_of_ones_own_is_in_both_deals(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text("[orbital]\nTitan = { defense = 36 }\n")
    one, other = OpenWorlds(cards=own).variants()
    assert one.tables.tobytes() == other.tables.tobytes() != OpenWorlds().tables.tobytes()
    assert one.options["cards"] == str(own)


@pytest.mark.slow
def test_open_worlds_in_game_pairs_of_four(store: Store) -> None:
    game = OpenWorlds(max_turns=2)
    standing = run_ladder(store, game, ["random", "scripted"], games=16, block=4)
    matchup = store.matchup(game.variants()[0])
    (met,) = store.meetings(matchup)
    assert (met.pairs, met.games, met.truncated) == (4, 16, 16)  # nobody has won after two turns
    assert standing.counts(0)[3] == 16
    pairs = store.seat_swaps(matchup, met.one, met.other, 1)
    assert [(pair.number, pair.deal) for pair in pairs] == [(n, deal) for n in range(4) for deal in (0, 1)]
    assert {pair.decks for pair in pairs} == {
        '["Empyrean Enterprises", "Smith-Boson F.E."]',
        '["Smith-Boson F.E.", "Empyrean Enterprises"]',
    }
    assert standing.ratings.elo == pytest.approx([0, 0])


# ── Running a ladder ─────────────────────────────────────────────────────────────────────────


def test_it_plays_until_intervals_are_as_narrow_as_asked(fixed, store: Store) -> None:
    seen: list[ladder.Progress[ladder.Standing]] = []
    standing = run_ladder(store, GAME, ["random", "scripted", "lowest", "highest"], width=0.06, report=seen.append)
    assert standing.ratings.expected_error.max() <= 0.06
    assert (seen[0].games, seen[0].widest, seen[-1].left) == (0, 1, 0)
    assert [progress.games for progress in seen] == sorted(progress.games for progress in seen)
    games = standing.tally.games[np.triu_indices(4, 1)]
    assert games.min() >= 32  # a block each ...
    assert games.max() > 3 * games.min()  # ... and more where it was needed
    rated = dict(zip(standing.labels, standing.ratings.elo, strict=True))
    assert rated["random"] == 0
    assert rated["scripted"] > 150
    place = standing.labels.index("scripted")  # all opponents count alike in a score, however often it met them
    tally, others = standing.tally, [other for other in range(4) if other != place]
    score = np.mean([tally.points[place, other] / tally.games[place, other] for other in others])
    assert report.mean_score(standing, place) == pytest.approx(score)
    row = next(row for row in report.rating_rows(standing) if row["agent"] == "scripted")
    assert row["score"] == pytest.approx(score, abs=1e-5)
    again = run_ladder(store, GAME, ["random", "scripted", "lowest", "highest"], width=0.06)
    assert again.tally.games.sum() == standing.tally.games.sum()  # nothing left to do
    games = round(again.tally.games.sum() / 2)
    for more in (0, 60, 60):  # a limit counts what is there
        limited = run_ladder(store, GAME, again.labels, width=0.001, games=games + more, block=4)
        assert games + more - 8 < limited.tally.games.sum() / 2 <= games + more


def test_who_comes_later_plays_those_who_are_there(fixed, store: Store) -> None:
    run_ladder(store, GAME, ["random", "scripted"], width=0.1)
    before = all_pairs(store)
    standing = run_ladder(store, GAME, ["random", "scripted", "lowest"], width=0.1)
    assert set(before) <= set(all_pairs(store))
    assert (standing.tally.games + np.eye(3) > 0).all()
    only = ratings(store, GAME, only=agent_keys_of(["random", "lowest"], GAME))
    assert only.labels == ["random", "lowest"]
    assert ratings(store, GAME, anchor="lowest").ratings.anchor == 2


def test_the_same_agent_twice_is_one_key(fixed, store: Store, monkeypatch) -> None:
    monkeypatch.setitem(AGENTS, "alias", lambda game, seed: Fixed("lowest", seed))
    assert [agent_key.label for agent_key in agent_keys_of(["lowest", "random", "alias"], GAME)] == ["lowest", "random"]
    with pytest.raises(ValueError, match="two different agents or more, got lowest, alias"):
        run_ladder(store, GAME, ["lowest", "alias"])


def test_another_version_is_another_agent(fixed, store: Store, monkeypatch) -> None:
    run_ladder(store, GAME, ["random", "lowest"], games=32)
    monkeypatch.setattr(Fixed, "version", 2)
    run_ladder(store, GAME, ["random", "lowest"], games=32)
    labels = sorted(ratings(store, GAME).labels)
    assert labels[2] == "random"
    assert all(re.fullmatch("lowest #[0-9a-f]{4}", label) for label in labels[:2])
    assert labels[0] != labels[1]


def test_a_saved_agent_is_entered_with_a_hash_of_its_file(fixed, tmp_path: Path, monkeypatch) -> None:
    path = tmp_path / "saved.safetensors"
    path.write_bytes(b"weights")
    monkeypatch.setattr(agents, "make", lambda spec, game, seed=0: Fixed("learned", seed))
    first = agent_key_of(str(path), GAME)
    path.write_bytes(b"other weights")
    second = agent_key_of(str(path), GAME)
    assert first.file != second.file
    assert first.key != second.key
    assert agent_key_of("random", GAME).file is None


def test_results_of_other_rules_are_not_counted(fixed, store: Store, monkeypatch) -> None:
    run_ladder(store, GAME, ["random", "lowest"], games=32)
    for module in (stores, ladder, jobs):
        monkeypatch.setattr(module, "rules_hash", lambda engine: "other rules")
    with pytest.raises(ValueError, match="nobody has played yet"):
        ratings(store, GAME)
    standing = run_ladder(store, GAME, ["random", "lowest"], games=32)
    assert standing.tally.games.sum() == 2 * 32


def test_a_worker_with_other_rules_is_refused(fixed, store: Store) -> None:
    class Elsewhere(SerialExecutor):
        def run(self, work: Any, shared: Any, jobs: Iterator[Job]) -> Iterator[Any]:
            for job, (_, played) in super().run(work, shared, jobs):
                yield job, ("other rules", played)

    with pytest.raises(ValueError, match=r"a worker has other rules \(other rules\)"):
        run_ladder(store, GAME, ["random", "lowest"], executor=Elsewhere())
    assert all_pairs(store) == []


class Stops(SerialExecutor):
    """Somebody presses Ctrl-C after some jobs."""

    def __init__(self, after: int) -> None:
        self.after = after

    def run(self, work: Any, shared: Any, jobs: Iterator[Job]) -> Iterator[Any]:
        for done in super().run(work, shared, jobs):
            if not self.after:
                raise KeyboardInterrupt
            self.after -= 1
            yield done


def test_interrupted_it_keeps_everything_and_goes_on(fixed, store: Store) -> None:
    specs = ["random", "scripted", "lowest"]
    with pytest.raises(KeyboardInterrupt):
        run_ladder(store, GAME, specs, games=400, width=0.001, block=4, executor=Stops(7))
    kept = all_pairs(store)
    assert len(kept) == 7 * 4
    run_ladder(store, GAME, specs, games=400, width=0.001, block=4)
    assert set(kept) < set(all_pairs(store))
    with Store(":memory:") as whole:
        run_ladder(whole, GAME, specs, games=400, width=0.001, block=4)
        alike = set(all_pairs(whole)) & set(all_pairs(store))
        assert len(alike) > 300 / 2  # both have played nearly the same game pairs ...
        keys = [{row[:5] for row in rows} for rows in (all_pairs(whole), all_pairs(store))]
        assert len(alike) == len(keys[0] & keys[1])  # ... and those came out the same


def test_what_another_process_has_played_meanwhile_is_not_played_again(fixed, tmp_path: Path) -> None:
    path = tmp_path / "shared.sqlite"
    specs = ["random", "scripted", "lowest"]
    played = []

    class Watched(SerialExecutor):
        def run(self, work: Any, shared: Any, jobs: Iterator[Job]) -> Iterator[Any]:
            for done in super().run(work, shared, jobs):
                played.append(done[0])
                if len(played) == 1:  # another process climbs the whole round
                    with Store(path) as other:
                        run_ladder(other, GAME, specs, games=96)
                yield done

    with Store(path) as store:
        run_ladder(store, GAME, specs, games=96, executor=Watched())
        assert len(played) == 1
        assert len(all_pairs(store)) == 3 * 16


# ── Workers ──────────────────────────────────────────────────────────────────────────────────


def jobs_of(count: int, num_pairs: int = 4) -> list[Job]:
    return [Job("random", "scripted", num_pairs * number, num_pairs, 7) for number in range(count)]


def blocked(shared, job) -> bool:
    return signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def test_processes_give_the_same_results_and_replace_who_is_killed() -> None:
    jobs = jobs_of(12)
    alone = {job: untimed(played.swaps) for job, (_, played) in SerialExecutor().run(play_job, GAME, iter(jobs))}
    with ProcessExecutor(2) as executor:
        found = {}
        for job, (_, played) in executor.run(play_job, GAME, iter(jobs)):
            assert job not in found
            found[job] = untimed(played.swaps)
            if len(found) == 3:
                for worker in executor.workers:
                    os.kill(worker.process.pid, signal.SIGKILL)
        assert found == alone
        kept = [worker.process.pid for worker in executor.workers]
        list(executor.run(play_job, GAME, iter(jobs_of(2))))
        assert {worker.process.pid for worker in executor.workers} <= set(kept)  # no new ones for more work
    assert executor.workers == []


@pytest.mark.slow
def test_a_job_that_kills_its_workers_is_given_up_errors_are_told_and_ctrl_c_is_not() -> None:
    with ProcessExecutor(2) as executor:
        assert list(executor.run(sudden_death, None, iter([1]))) == [(1, 1)]
        with pytest.raises(RuntimeError, match="ZeroDivisionError"):
            list(executor.run(failure, None, iter([3])))
        with pytest.raises(ValueError, match="no such agent"):
            list(executor.run(failure, "refuse", iter([3])))
        with pytest.raises(ValueError, match="data/1: No space left on device"):
            list(executor.run(failure, "full", iter([3])))
        if hasattr(signal, "pthread_sigmask"):  # Windows knows no masks of signals
            assert list(executor.run(blocked, None, iter([0]))) == [(0, True)], "Ctrl-C is the parent's"
            first = "import tests.training.test_ladder as t\nwith t.ProcessExecutor(1) as e:\n    "
            first += "print(list(e.run(t.blocked, None, iter([0]))))"
            told = subprocess.run(
                [sys.executable, "-c", first],
                cwd=Path(__file__).parents[2],
                capture_output=True,
                text=True,
                check=False,
            )
            assert told.stdout == "[(0, True)]\n", "the first worker of a process does not hear it either"
            assert not blocked(None, 0)
        with pytest.raises(ChildProcessError, match=r"3 workers died of 3 \(exit code -9\)"):
            list(executor.run(sudden_death, None, iter(range(6))))


@pytest.mark.slow
def test_the_ladder_does_not_depend_on_how_many_play(store: Store) -> None:
    specs = ["random", "scripted"]
    run_ladder(store, GAME, specs, games=160, width=0.001, block=8)
    with Store(":memory:") as other, ProcessExecutor(3) as executor:
        run_ladder(other, GAME, specs, games=160, width=0.001, block=8, executor=executor)
        assert all_pairs(other) == all_pairs(store)


def sudden_death(shared: Any, job: int) -> int:
    if job == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return job


def death_once(mark: str, job: int) -> int:
    if job == 3 and not Path(mark).exists():
        Path(mark).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return job


def failure(shared: Any, job: int) -> int:
    if shared == "refuse":
        raise ValueError("no such agent")
    if shared == "full":
        raise OSError(28, "No space left on device", "data/1")
    return 1 // (3 - job)


def test_ray_plays_the_same_and_loses_nothing(tmp_path: Path) -> None:
    ray = pytest.importorskip("ray")
    jobs = jobs_of(6)
    alone = {job: untimed(played.swaps) for job, (_, played) in SerialExecutor().run(play_job, GAME, iter(jobs))}
    with workers.RayExecutor(processes=2) as executor:
        found = {job: untimed(played.swaps) for job, (_, played) in executor.run(play_job, GAME, iter(jobs))}
        assert found == alone
        done = dict(executor.run(death_once, str(tmp_path / "died"), iter(range(6))))
        assert done == {number: number for number in range(6)}
        assert (tmp_path / "died").exists()
        with pytest.raises(ValueError, match="no such agent"):
            list(executor.run(failure, "refuse", iter([3])))
    assert not ray.is_initialized()


def test_a_worker_of_ray_fetches_what_all_share_once(monkeypatch) -> None:
    fetched = []
    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace(get=lambda there: fetched.append(there) or "shared"))
    monkeypatch.setattr(workers, "_fetched", {})
    one, other = (SimpleNamespace(hex=lambda name=name: name) for name in "ab")
    for there in (one, one, other, other):
        assert workers._done_there(lambda shared, job: (shared, job), [there], 3) == ("done", ("shared", 3))
    assert fetched == [one, other]


def test_without_ray_it_is_said_how_to_get_it(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ValueError, match=r"pip install 'open-worlds-env\[ray\]'"):
        workers.RayExecutor()


# ── The command ──────────────────────────────────────────────────────────────────────────────


def test_command_line(tmp_path: Path, capsys) -> None:
    typed = f"ladder random scripted --game goofspiel --games 64 --processes 1 --store {tmp_path}/a/l.sqlite"
    assert main(typed.split()) == 0
    out, err = capsys.readouterr()
    assert re.search(r"1  scripted +\d+ +± \d+ +\d+\.\d %", out)
    assert re.search(r"2  random +0 +anchor", out)
    assert "100 % | 64 games" in err
    folder = tmp_path / "a" / "l"
    written = {path.name for path in folder.iterdir()}
    assert {"ladder.txt", "ratings.csv", "pairs.csv", "ratings.png", "pairs.png", "compute.png"} == written
    assert (folder / "ladder.txt").read_text("utf-8").strip() in out
    with open(folder / "ratings.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["agent"] for row in rows] == ["scripted", "random"]
    assert sum(int(rows[0][key]) for key in ("won", "lost", "tied", "truncated")) == 64
    with open(folder / "pairs.csv", newline="") as file:
        pairs = list(csv.DictReader(file))
    low, score, high = (float(pairs[0][key]) for key in ("low", "score", "high"))
    assert float(pairs[1]["score"]) == pytest.approx(1 - score)
    assert low < score <= high
    assert main([*typed.split(), "--show"]) == 0  # plays nothing, shows the same
    assert capsys.readouterr().out == out
    other = [word if word != "64" else "8" for word in typed.split()]
    assert main([*other, "--seed", "2"]) == 0
    assert "64 games" in capsys.readouterr().err  # enough is there: nothing was added


def test_pressing_control_c(tmp_path: Path, capsys, monkeypatch) -> None:
    monkeypatch.setattr("training.measure.workers.SerialExecutor", lambda: Stops(2))
    store = tmp_path / "l.sqlite"
    typed = f"ladder random scripted --game goofspiel --block 4 --width 0.01 --processes 1 --store {store}"
    with pytest.raises(KeyboardInterrupt):
        main(typed.split())
    out, err = capsys.readouterr()
    assert "stopped: all games are in" in err
    assert re.search(r"scripted.* 16 ", out)


@pytest.mark.slow
def test_killed_without_warning_nothing_played_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "l.sqlite"
    typed = "ladder random scripted --game goofspiel --block 1 --width 0.001 --processes 2 --store"
    child = subprocess.Popen(
        [sys.executable, "-m", "training.cli", *typed.split(), str(path)],
        stderr=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        cwd=Path(__file__).parents[2],
    )
    try:
        for _ in range(600):  # until it has played something; no more than a minute
            time.sleep(0.1)
            if path.exists() and count(path) >= 5:
                break
    finally:
        child.kill()
        child.wait()
    before = count(path)
    assert before >= 5
    with Store(path) as store:
        assert store._db.run("PRAGMA integrity_check") == [("ok",)]
        kept = all_pairs(store)
        standing = run_ladder(store, Goofspiel(), ["random", "scripted"], games=2 * before + 40, width=0.001, block=1)
        assert standing.tally.games.sum() / 2 == 2 * before + 40
        assert set(kept) < set(all_pairs(store))
        seed = kept[0][5]
        (met,) = store.meetings(store.matchup(Goofspiel()))
        labels = [store.agents()[who].label for who in (met.one, met.other)]
        for pair in store.seat_swaps(store.matchup(Goofspiel()), met.one, met.other, 1)[:5]:
            job = Job(*labels, pair.number, 1, seed)
            assert untimed(play_job(Goofspiel(), job)[1].swaps) == untimed([pair])


def count(path: Path) -> int:
    """How many rows a file has, read by somebody else."""
    db = sqlite3.connect(path, timeout=60)
    try:
        return int(db.execute("SELECT COUNT(*) FROM pairs").fetchone()[0])
    except sqlite3.OperationalError:  # no table yet
        return 0
    finally:
        db.close()


# ── On paper ─────────────────────────────────────────────────────────────────────────────────


def test_the_progress_line(fixed, store: Store) -> None:
    seen: list[ladder.Progress[ladder.Standing]] = []
    run_ladder(store, GAME, ["random", "scripted"], width=0.03, report=seen.append)
    first = Reporter(0.03).line(seen[0], 0.0)
    assert first.startswith("  0 % | 0 games, 0/s | estimating time left | random 0±0")
    middle = Reporter(0.03).line(replace(seen[1], games=400, played=200, left=1200, widest=0.05), 100.0)
    assert middle.startswith(" 25 % | 400 games, 2/s | 10:00 left | widest CI ±0.050, target ±0.03 | scripted ")
    assert duration(3725) == "1:02:05"


def test_nemeses_are_listed(store: Store) -> None:
    """Rock, paper and scissors: the ratings say that all are equal."""
    matchup = store.matchup(GAME)
    ids = [store.agent(AgentKey.of(name, name, 1, {}, None)) for name in ("rock", "paper", "scissors")]
    ends = [("won", "won")] * 3 + [("won", "lost")] * 2
    for number in range(3):
        one, other = ids[(number + 1) % 3], ids[number]  # paper wraps rock, and so on
        rows = [SeatSwap(number, 0, 7, "[]", *ends[number % 5], 1, 1, 1, 1, 1, 1, 0.0, 0.0) for number in range(50)]
        store.add(matchup, one, other, 1, rows)
    table = report.table(ratings(store, GAME, anchor="rock"))
    assert "Scores more than 3 standard errors from what the ratings predict:" in table
    assert "  paper against rock: 80.0 %, predicted 50.0 %" in table
    assert "rock against paper" not in table  # the other side of the same
    even = [SeatSwap(number, 1, 7, "[]", "won", "lost", 1, 1, 1, 1, 1, 1, 0.0, 0.0) for number in range(50)]
    with Store(":memory:") as calm:
        pair = [calm.agent(agent_key) for agent_key in list(store.agents().values())[:2]]
        calm.add(calm.matchup(GAME), *pair, 1, even)
        assert "standard errors" not in report.table(ratings(calm, GAME))


def test_who_has_not_met_the_anchor_is_listed_without_rating(fixed, store: Store, tmp_path: Path) -> None:
    run_ladder(store, GAME, ["lowest", "highest"], games=32)
    run_ladder(store, GAME, ["random", "scripted"], games=32)
    standing = ratings(store, GAME)
    table = report.table(standing)
    assert len(re.findall(r"(?:lowest|highest) +\? ", table)) == 2
    assert {path.suffix for path in report.write(standing, tmp_path)} == {".txt", ".csv", ".png"}
    assert " - " in report.pair_table(standing)


class Budget(Fixed):
    """Plays alike whatever its budget."""

    def __init__(self, budget: int, seed: int) -> None:
        super().__init__("lowest", seed)
        self.parameters["budget"] = budget


def test_budgets_are_joined_and_so_are_runs(fixed, store: Store, tmp_path: Path, monkeypatch) -> None:
    run = tmp_path / "run"
    ages = {run / "past" / "after-9.safetensors": 9, run / "agent.safetensors": 40, tmp_path / "x.safetensors": None}
    paths = [str(path) for path in ages]
    made = agents.make

    def make(spec: str, game: Any, seed: int = 0) -> Any:
        known = {"lowest:5": 5, "lowest:50": 50, paths[0]: 1, paths[1]: 2, paths[2]: 3}
        return Budget(known[spec], seed) if spec in known else made(spec, game, seed)

    monkeypatch.setattr(agents, "make", make)
    cards = {path: SimpleNamespace(trained={"decisions": age}) for path, age in zip(paths, ages.values(), strict=True)}
    monkeypatch.setattr(report.learned, "read_card", cards.__getitem__)
    standing = run_ladder(store, GAME, ["random", "lowest:50", "lowest:5", *paths], games=15 * 8, block=4)
    assert {label: report.family_of(standing.agent_keys[place]) for place, label in enumerate(standing.labels)} == {
        "random": None, "lowest:5": "lowest", "lowest:50": "lowest",
        paths[0]: str(run), paths[1]: str(run), paths[2]: str(tmp_path),
    }  # fmt: skip
    assert {*report.short_labels(standing)} == {"random", "lowest:5", "lowest:50", "after-9", "agent", "x"}
    (axes,) = report.plot_compute(standing).axes
    lines = [line for line in axes.lines if len(line.get_xdata()) > 1 and line.get_linestyle() == "-"]
    assert len(lines) == 1
    assert len(lines[0].get_xdata()) == 2
    (axes,) = report.plot_learning(standing, paths).axes
    (line,) = [line for line in axes.lines if len(line.get_xdata()) > 1 and line.get_linestyle() == "-"]
    assert list(line.get_xdata()) == [9, 40]
    monkeypatch.setattr(report.learned, "read_card", lambda path: pytest.fail(f"{path} was opened"))
    assert report.plot_learning(standing, ()) is None  # nobody named the files: they are not opened
    monkeypatch.setattr(report.learned, "read_card", cards.__getitem__)
    monkeypatch.setattr(report, "agent_key_of", lambda spec, game: AgentKey.of("other", "other", 1, {}, None))
    assert report.plot_learning(standing, paths) is None  # the files hold other agents by now
