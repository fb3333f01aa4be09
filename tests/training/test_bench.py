"""The benchmark: what it counts, what it makes of samples, and that the pages say what was stored.

Nothing is timed here: speeds are made up, or only looked at for being there.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from training.bench import ours, plan, show
from training.bench.choose import choose, xorshift_state
from training.bench.plan import OURS, QUICK, Settings, Subject
from training.bench.run import Results, Unanswered, Workers, benchmark, compared, spread, summary
from training.bench.worker import Case, answered, best_of, measured
from training.cli import main
from training.commands import bench

PAPER = Subject("pgx", "pgx:paper", like="rollout")
ROLLOUT = Subject(OURS, "rollout")
FACTS = {
    "decision": "made up",
    "games": 8,
    "players": 2,
    "actions": 3,
    "observation": 5,
    "joint steps": 1,
}


# ── Choosing ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.pure
@pytest.mark.parametrize("dtype", [np.int8, np.bool_, np.float32])
def test_every_allowed_action_is_equally_likely_and_no_other_is_chosen(dtype: Any) -> None:
    mask = np.array([[0, 1, 0, 1, 1], [1, 1, 1, 1, 1], [0, 0, 1, 0, 0]], dtype)
    acting, actions, rng = np.array([True, False, True]), np.zeros(3, np.int32), xorshift_state(1)
    seen = np.zeros((3, 5), int)
    for _ in range(3000):
        assert choose(mask, acting, actions, rng) == (2, 1)  # two act, one has no choice
        seen[np.arange(3), actions] += 1
    assert (seen[0, [0, 2]] == 0).all()
    assert (abs(seen[0, [1, 3, 4]] - 1000) < 100).all()  # four standard deviations
    assert seen[1, 0] == seen[2, 2] == 3000


# ── What the cases count ───────────────────────────────────────────────────────────────────────


def make(case: str, games: int, game: str = "goofspiel") -> Case:
    request = {"case": case, "game": game, "games": games, "threads": 1, "sizes": [2]}
    return ours.CASES[case.partition(":")[0]](request)


@pytest.mark.parametrize("case", ["rollout", "rollout:asked", "call", "step", "step:asked", "parallel_env", "aec_env"])
def test_decisions_and_games_are_counted(case: str) -> None:
    games = 1 if case.endswith("env") else 8
    counts = make(case, games).run(400)
    assert counts["decisions"] / counts["games"] == pytest.approx(24, rel=0.05)  # 2 players, 12 choices


def test_who_is_not_asked_decides_nothing() -> None:
    single, batch = (make(case, 1, "open_worlds").run(2000) for case in ("parallel_env", "rollout"))
    acting = batch["decisions"] / batch["joint steps"]  # of two players; at some points only one
    assert 1 < acting < 1.5
    assert single["decisions"] / single["joint steps"] == pytest.approx(acting, rel=0.05)


@pytest.mark.parametrize(
    ("case", "unit", "each"),
    [
        ("gymnasium", "steps", 8),
        ("sb3", "steps", 8),
        ("copy_rows", "copies", 4),
        ("copy_states", "copies", 8),
        ("reset", "resets", 8),
        ("position", "positions", 1),
        ("set_position", "positions", 1),
    ],
)
def test_what_else_is_counted(case: str, unit: str, each: int) -> None:
    assert make(case, 8).run(3)[unit] == 3 * each


def test_every_subject_of_ours_has_a_case() -> None:
    cases = {subject.case for subject in plan.own_subjects(Settings())}
    cases |= {rival.case for peer in plan.peer_subjects(plan.GROUPS) for rival in plan.rivals(peer)}
    assert {case.partition(":")[0] for case in cases} == set(ours.CASES)
    assert cases == set(show.FORMS)
    assert set(ours.DECISIONS) <= cases
    assert {peer.like for peer in plan.PEERS} == set(show.FORMS_OF_PEERS)


def test_every_peer_has_an_adapter_and_a_name() -> None:
    folder = Path(plan.__file__).parent / "peers"
    assert {file.stem for file in folder.glob("*.py")} - {"__init__"} == set(plan.PEER_NAMES)
    assert set(show.PEERS) == set(plan.PEER_NAMES)


def test_memory_is_split_in_what_is_shown_and_what_is_not() -> None:
    batch = ours.batch_of("goofspiel", 8, 1)
    found = ours.row_bytes(batch)
    shown = (batch.observation.nbytes + batch.action_mask.nbytes) // 8
    assert found["row"] - found["row without observation and mask"] == shown
    assert found["state"] == batch.states.itemsize


# ── The worker ─────────────────────────────────────────────────────────────────────────────────


def test_a_sample_adds_up() -> None:
    sample = measured(Case(lambda times: {"decisions": 2 * times}, {}, times=5), seconds=0.0)
    assert sample["decisions"] == 10
    assert sample["seconds"] > 0


def test_the_fastest_size_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("training.bench.worker.prepared", lambda case: case)
    monkeypatch.setattr(
        "training.bench.worker.measured",
        lambda case, seconds: {"seconds": 1.0, "decisions": {2: 5.0, 4: 9.0, 8: 7.0}[case.facts["games"]]},
    )
    assert best_of([2, 4, 8], lambda games: Case(dict, {"games": games})).facts == {"games": 4}


def test_a_worker_prepares_then_measures() -> None:
    cases: dict[str, Case] = {}
    makers = {"a": lambda request: Case(lambda times: {"n": times}, {"games": request["games"]})}
    question = {"do": "prepare", "name": "x", "case": "a:b", "games": 3}
    assert answered(question, cases, makers, ()) == {"games": 3}
    assert answered({"do": "measure", "name": "x", "seconds": 0.0}, cases, makers, ())["n"] >= 1
    assert "numpy" in answered({"do": "versions"}, cases, makers, ("numpy", "no-such-package"))


# ── What is made of samples ────────────────────────────────────────────────────────────────────


def test_a_spread_is_the_lowest_the_middle_and_the_highest() -> None:
    assert spread([3.0, 1.0, 10.0]) == {"min": 1.0, "median": 3.0, "max": 10.0}


def test_ratios_are_taken_pair_by_pair() -> None:
    pairs = [  # a slow minute hits both: the ratio stays
        [{"decisions": 100, "seconds": 1.0}, {"decisions": 400, "seconds": 2.0}],
        [{"decisions": 50, "seconds": 1.0}, {"decisions": 100, "seconds": 1.0}],
        [{"decisions": 100, "seconds": 1.0}, {"decisions": 300, "seconds": 1.0}],
    ]
    found = compared(PAPER, ROLLOUT, pairs)
    assert found["ratios"] == [2.0, 2.0, 3.0]
    assert found["ratio"] == {"min": 2.0, "median": 2.0, "max": 3.0}
    assert found["alike"]


def test_choosing_is_in_the_figure_and_can_be_left_out() -> None:
    samples = [{"decisions": 120, "seconds": 4.0, "choosing": 1.0, "forced": 30, "games": 60}]
    found = summary(ROLLOUT, FACTS, samples)
    assert found["rate"]["median"] == 30
    assert found["rate without choosing"]["median"] == 40
    assert found["forced"] == 0.25
    assert found["decisions per game"] == 2
    assert found["games/s"]["median"] == 15


def test_the_length_of_games_is_not_told_before_enough_have_ended() -> None:
    samples = [{"decisions": 120, "seconds": 4.0, "games": 8}]
    assert "decisions per game" not in summary(ROLLOUT, FACTS, samples)


# ── The rounds ─────────────────────────────────────────────────────────────────────────────────


class MadeUp(Workers):
    """Answers at once: a peer does 100 a second, ours 300; what fails is told."""

    def __init__(self, settings: Settings, stop_after: int = 10**9, broken: str = "none") -> None:
        super().__init__(settings, peers_python=Path(__file__))
        self.asked: list[str] = []
        self.stop_after = stop_after
        self.broken = broken

    def prepare(self, subject: Subject) -> bool:
        if self.broken in subject.name:
            self.refused[subject.name] = "does not install"
        else:
            self.facts[subject.name] = {**FACTS, "games": subject.games or 8}
        return subject.name in self.facts

    def measure(self, subject: Subject) -> dict[str, Any]:
        if len(self.asked) == self.stop_after:
            raise KeyboardInterrupt
        self.asked.append(subject.name)
        done = 300 if subject.who == OURS else 100
        sample = {"seconds": 1.0, subject.unit: done, "joint steps": done, "games": done}
        return {**sample, "choosing": 0.5} if subject.case == "step" else sample

    def refuse(self, subject: Subject, reason: Unanswered) -> None:
        raise reason


def run(workers: MadeUp) -> Results:
    return benchmark(workers.settings, lambda line: None, "ow bench", workers)


SHORT = replace(QUICK, rounds=2, only=("batch", "single", "pgx", "open_spiel"))


def test_peers_and_ours_take_turns() -> None:
    workers = MadeUp(replace(SHORT, only=("pgx",)))
    results = run(workers)
    whos = [name.partition(" ")[0] for name in workers.asked]
    assert whos == ["pgx", "ours", "ours"] * (len(whos) // 3)  # driven alike, then the rollout
    assert all(pair["ratio"]["median"] == 3 for pair in results["ratios"])
    assert all(len(pair["ratios"]) == 2 for pair in results["ratios"])


def test_results_hold_everything_and_can_be_written() -> None:
    results = run(MadeUp(SHORT))
    assert json.loads(bench.as_text(results)) == json.loads(json.dumps(results))
    assert {"commit", "machine", "settings", "versions", "command", "date"} <= results.keys()
    assert results["machine"]["cores"] >= 1
    wanted = {s.name for s in plan.own_subjects(SHORT)} | {
        s.name for peer in plan.peer_subjects(SHORT.only) for s in (peer, *plan.rivals(peer))
    }
    assert {entry["name"] for entry in results["measured"]} == wanted
    assert all(len(entry["samples"]) >= SHORT.rounds for entry in results["measured"])
    assert not results["interrupted"]
    page, block = show.page(results), show.block(results)
    for text in ("pgx leduc_holdem", "3.00 (3.00 to 3.00)", "600 (600 to 600)", "made up"):
        assert text in page
    assert "leduc_holdem 100 (1, 3.00)" in block


def test_each_case_is_shown_with_the_threads_that_suit_it_best() -> None:
    rates = [("pgx", "a", 1, 5.0), ("pgx", "a", 2, 4.0), ("pgx", "b", 1, 6.0), ("pgx", "b", 2, 7.0)]
    entries = [
        {"who": who, "case": case, "threads": threads, "rate": spread([rate])} for who, case, threads, rate in rates
    ]
    assert show.fastest(entries) == [entries[3], entries[0]]


def test_an_interruption_keeps_what_was_measured(capsys: pytest.CaptureFixture[str]) -> None:
    one_round = len(plan.own_subjects(SHORT))
    results = run(MadeUp(SHORT, stop_after=one_round + 3))
    assert results["interrupted"]
    assert sum(len(entry["samples"]) for entry in results["measured"]) == one_round + 3
    assert "The run was interrupted." in show.page(results)


def test_a_peer_that_fails_is_left_out_and_named() -> None:
    results = run(MadeUp(SHORT, broken="gin_rummy"))
    (left_out,) = results["left out"].items()
    assert left_out == ("open_spiel gin_rummy, 1 game, 1 thread", "does not install")
    assert not any("gin_rummy" in entry["name"] for entry in results["measured"])
    assert "does not install" in show.page(results)


def test_without_peers_ours_is_measured_and_it_says_so() -> None:
    workers = MadeUp(SHORT)
    workers.peers_python = Path("no/such/python")
    said: list[str] = []
    results = benchmark(SHORT, said.append, "ow bench", workers)
    assert any("not installed here" in line for line in said)
    assert results["left out"] == {"peers": "not installed"}
    assert {entry["who"] for entry in results["measured"]} == {OURS}


def test_the_plot_is_drawn(tmp_path: Path) -> None:
    show.plot(run(MadeUp(SHORT)), tmp_path / "plot.png")
    assert (tmp_path / "plot.png").read_bytes().startswith(b"\x89PNG")


# ── The command, and what is stored ────────────────────────────────────────────────────────────


@pytest.mark.slow
def test_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "figures.json"
    short = "--game goofspiel --rounds 1 --seconds 0.01 --quick --only single memory start"
    assert main(["bench", *short.split(), "--out", str(out)]) == 0
    results = json.loads(out.read_text())
    assert {entry["case"] for entry in results["measured"]} == {"parallel_env", "aec_env"}
    assert all(entry["rate"]["median"] > 0 for entry in results["measured"])
    assert results["memory"]["row"] > results["memory"]["state"] > 0
    assert results["warm start"]["seconds"]["median"] > results["warm start"]["import"]["median"] > 0
    assert capsys.readouterr().out.strip() == out.with_suffix(".md").read_text().strip()
    assert out.with_suffix(".png").exists()


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("--rounds 0", "--rounds: expected a number above 0, got 0"),
        ("--seconds -1", "--seconds: expected a number above 0, got -1"),
        ("--out figures.txt", "--out: expected a file that ends in .json, got figures.txt"),
        ("--only nobody", "invalid choice: 'nobody'"),
    ],
)
def test_refusals(typed: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", *typed.split()]) == 2
    assert said in capsys.readouterr().err


def test_the_pages_say_what_is_stored() -> None:
    stored = json.loads(bench.STORED.read_text("utf-8"))
    readme = bench.README.read_text("utf-8")
    assert readme == show.with_block(readme, stored), "write it anew: ow bench --readme"
    assert bench.STORED.with_suffix(".md").read_text("utf-8") == show.page(stored)
    assert stored["game"] == "open_worlds"


def test_a_readme_without_the_marks_is_refused() -> None:
    with pytest.raises(ValueError, match="needs these two lines"):
        show.with_block("nothing here", run(MadeUp(SHORT)))


@pytest.mark.parametrize(
    ("value", "read"),
    [
        (1_234_567, "1.23 M"),
        (999_999, "1.00 M"),
        (68_940, "68.9 k"),
        (120_400, "120 k"),
        (950, "950"),
        (3.14159, "3.14"),
        (0.2, "0.20"),
        (13.04, "13.0"),
        (1_500_000_000, "1.50 G"),
    ],
)
def test_numbers_are_read_in_three_figures(value: float, read: str) -> None:
    assert show.short(value) == read
