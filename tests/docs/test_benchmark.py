"""The benchmark: what it counts, what it makes of samples, and that the pages say what was stored.

Nothing is timed here: speeds are made up, or only looked at for being there.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import agents
from agents import learned, shipped
from docs.benchmark import __main__ as command, compiling, ours, plan, show, stored
from docs.benchmark.choose import choose, xorshift_state
from docs.benchmark.plan import OURS, QUICK, Settings, Subject
from docs.benchmark.run import Results, Unanswered, Workers, benchmark, compared, spread, summary
from docs.benchmark.worker import Case, answered, best_of
from ow_env.core.batch import Batch
from ow_env.registry import DEFAULT, games

PAPER = Subject("pgx", "pgx:paper", like="rollout")
ROLLOUT = Subject(OURS, "rollout", game=DEFAULT)
FACTS = {"decision": "made up", "games": 8, "players": 2, "actions": 3, "observation": 5, "joint steps": 1}


# ── Choosing ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("dtype", [np.int8, np.float32])
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


@pytest.mark.parametrize("case", [*plan.BATCH, *plan.SINGLE])
def test_decisions_and_games_are_counted(case: str) -> None:
    games = 1 if case.endswith("env") else 8
    counts = make(case, games).run(400)
    assert counts["decisions"] / counts["games"] == pytest.approx(24, rel=0.05)  # 2 players, 12 choices


def test_who_is_not_asked_decides_nothing() -> None:
    single, batch = (make(case, 1, "open_worlds").run(2000) for case in ("parallel_env", "rollout"))
    acting = batch["decisions"] / batch["joint steps"]  # of two players; at some points only one
    assert 1 < acting < 1.5
    assert single["decisions"] / single["joint steps"] == pytest.approx(acting, rel=0.05)
    sparse = make("step:sparse", 64, "open_worlds").run(40)
    assert sparse["decisions"] / sparse["joint steps"] == pytest.approx(acting, rel=0.05)


def test_from_sparse_rows_every_legal_action_is_equally_likely(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[np.ndarray] = []
    case = make("step:sparse", 2048)
    batch = ours.batch_of("goofspiel", 2048, 1, "acting", "sparse")
    batch.reset()  # all cards are in hand: actions 1 to 12
    monkeypatch.setattr(Batch, "step", lambda self, actions: taken.append(actions.copy()))
    assert case.run(3) == {
        "decisions": 3 * 4096,
        "joint steps": 3 * 2048,
        "games": 0,
        "choosing": pytest.approx(0, abs=9),
    }
    legal = set(batch.legal[0, 0, : batch.legal_count[0, 0]])
    times = {int(action): int((np.stack(taken) == action).sum()) for action in np.unique(np.stack(taken))}
    assert times.keys() == legal
    each = 3 * 4096 / len(legal)
    assert all(abs(count - each) < 5 * each**0.5 for count in times.values())


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
        ("agent:random", "choices", 8),
        ("agent:matcher", "choices", 8),
        ("search", "choices", ours.LOOKED_AT),
    ],
)
def test_what_else_is_counted(case: str, unit: str, each: int) -> None:
    assert make(case, 8).run(3)[unit] == 3 * each


@pytest.mark.parametrize("choice", [False, True])
def test_agents_are_asked_for_seats_that_act_at_all_stages_of_a_game(choice: bool) -> None:
    """An opening alone would say little: there a script has hardly anything to look at."""
    batch, rows, seats = ours.acting(ours.game_called("goofspiel"), 64, choice)
    assert len(set(zip(rows, seats, strict=True))) == 64
    assert batch.to_act[rows, seats].all()
    assert (batch.legal_count[rows, seats] > choice).all()
    assert set(batch.states["rounds"][rows]) >= set(range(12))  # the last of 13 bids is no choice
    assert set(seats) == {0, 1}


@pytest.mark.parametrize("game", games())
def test_everyone_who_plays_a_game_is_measured_in_a_game_it_plays(game: str) -> None:
    aliases = {"scripted", shipped.NAME, "search"}
    assert {*plan.agents_of(game), *aliases} >= set(agents.names(game))
    for name in plan.agents_of(game):
        assert agents.make(name, ours.suited(game, name)).name


def test_a_learned_agent_plays_with_the_decks_it_was_trained_with() -> None:
    for name, path in shipped.paths(DEFAULT).items():
        wanted = learned.read_card(path).trained["settings"]["decks"]
        assert [deck["name"] for deck in ours.suited(DEFAULT, name).options["decks"]] == wanted


def test_every_subject_of_ours_has_a_case() -> None:
    cases = {subject.case for subject in plan.own_subjects(Settings(games=games()))}
    cases |= {rival.case for peer in plan.peer_subjects(plan.GROUPS) for rival in plan.rivals(peer, DEFAULT)}
    assert {case.partition(":")[0] for case in cases} == set(ours.CASES)
    assert all(show.form(case) for case in cases)
    assert set(show.FORMS) <= {*cases, "agent"}
    assert set(ours.DECISIONS) <= {*cases, "agent"}
    assert {peer.like for peer in plan.PEERS} <= set(show.FORMS)


def test_only_the_first_game_is_compared_with_peers() -> None:
    results = run(MadeUp(replace(SHORT, games=("open_worlds", "goofspiel"), only=("batch", "pgx"))))
    assert {pair["ours"].partition(" ")[0] for pair in results["ratios"]} == {"open_worlds"}
    assert {entry.get("game") for entry in results["measured"]} == {"open_worlds", "goofspiel", None}
    told = " ".join(row[0] for row in show.every_row(results))
    assert told.index("Open Worlds") < told.index("Goofspiel")


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


def test_the_fastest_size_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("docs.benchmark.worker.prepared", lambda case: case)
    monkeypatch.setattr(
        "docs.benchmark.worker.measured",
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


def test_where_all_act_at_once_joint_steps_are_compared() -> None:
    (subject,) = (peer for peer in plan.peer_subjects(["pettingzoo"]) if peer.case == "parallel:rps_v2")
    theirs = {"decisions": 200, "joint steps": 100, "seconds": 1.0}
    (alike,) = plan.rivals(subject, DEFAULT)
    own = {"decisions": 360, "joint steps": 300, "seconds": 1.0}
    assert alike.case == "parallel_env"
    assert compared(subject, alike, [[theirs, own]])["ratios"] == [3.0]


def test_choosing_is_in_the_figure_and_samples_tell_what_it_took() -> None:
    sample = {"decisions": 120, "seconds": 4.0, "choosing": 1.0}
    found = summary(ROLLOUT, FACTS, [sample])
    assert found["rate"]["median"] == 30
    assert found["samples"] == [sample]


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
    return benchmark(workers.settings, lambda line: None, "python -m docs.benchmark", workers)


SHORT = replace(QUICK, rounds=2, only=("batch", "single", "pgx", "essence_wars"))


def test_peers_and_ours_take_turns() -> None:
    workers = MadeUp(replace(SHORT, only=("pgx",)))
    results = run(workers)
    whos = [name.partition(" ")[0] for name in workers.asked]
    assert whos == ["pgx", "open_worlds"] * (len(whos) // 2)
    assert all(pair["ratio"]["median"] == 3 for pair in results["ratios"])
    assert all(len(pair["ratios"]) == 2 for pair in results["ratios"])


def test_results_hold_everything_and_can_be_written() -> None:
    results = run(MadeUp(SHORT))
    assert json.loads(stored.as_text(results)) == json.loads(json.dumps(results))
    assert {"commit", "machine", "settings", "versions", "command", "date"} <= results.keys()
    assert results["machine"]["cores"] >= 1
    wanted = {s.name for s in plan.own_subjects(SHORT)} | {
        s.name for peer in plan.peer_subjects(SHORT.only) for s in (peer, *plan.rivals(peer, DEFAULT))
    }
    assert {entry["name"] for entry in results["measured"]} == wanted
    assert all(len(entry["samples"]) >= SHORT.rounds for entry in results["measured"])
    assert not results["interrupted"]
    page, block = show.page(results), show.block(results)
    for text in ("pgx leduc_holdem", "3.00 (3.00 to 3.00)", "2, 3, 5", "made up"):
        assert text in page
    assert "Open Worlds plays 300 decisions/s on one thread" in block
    assert block.count("3 times as fast as ") == 2
    assert "| Open Worlds | 300 | 300 | 300 | 300 |" in page
    assert len(show.every_row(results)) == len([row for row in results["measured"] if "fastest" not in row["name"]])


def test_a_game_is_laid_into_earlier_results_and_the_page_says_so() -> None:
    earlier = run(MadeUp(SHORT))
    of_it = {"commit": "abcdef0123456", "memory": {"goofspiel": {"games": 8}}}
    later = run(MadeUp(replace(SHORT, games=("goofspiel",), only=("single", "pgx")))) | of_it
    stored.check_addable(earlier, later["games"])
    both = stored.added(earlier, later)
    assert both["games"] == [DEFAULT, "goofspiel"]
    ours = [entry for entry in later["measured"] if entry["who"] == OURS]
    assert len(ours) < len(later["measured"])
    assert both["measured"] == earlier["measured"] + ours
    assert both["memory"] == later["memory"]
    assert {key: both[key] for key in ("commit", "ratios", "command")} == {
        key: earlier[key] for key in ("commit", "ratios", "command")
    }
    again = stored.added(both, later)
    assert again == both
    page = show.page({**both, "memory": {}})
    assert page.count("Measured separately") == page.count("**Goofspiel**\n\nMeasured separately: ") == 1
    with pytest.raises(ValueError, match="open_worlds alternates with its peers"):
        stored.check_addable(earlier, (DEFAULT,))


def test_an_interruption_keeps_what_was_measured(capsys: pytest.CaptureFixture[str]) -> None:
    one_round = len(plan.own_subjects(SHORT))
    results = run(MadeUp(SHORT, stop_after=one_round + 3))
    assert results["interrupted"]
    assert sum(len(entry["samples"]) for entry in results["measured"]) == one_round + 3
    assert "The run was interrupted." in show.page(results)


def test_a_peer_that_fails_is_left_out_and_named() -> None:
    results = run(MadeUp(SHORT, broken="essence_wars single"))
    (left_out,) = results["left out"].items()
    assert left_out == ("essence_wars single, 1 game, 1 thread", "does not install")
    assert not any("essence_wars single" in entry["name"] for entry in results["measured"])
    assert "does not install" in show.page(results)


def test_without_peers_ours_is_measured_and_it_says_so() -> None:
    workers = MadeUp(SHORT)
    workers.peers_python = Path("no/such/python")
    said: list[str] = []
    results = benchmark(SHORT, said.append, "python -m docs.benchmark", workers)
    assert any("not installed here" in line for line in said)
    assert results["left out"] == {"peers": "not installed"}
    assert {entry["who"] for entry in results["measured"]} == {OURS}


def test_a_process_that_ends_takes_only_its_own_cases_with_it() -> None:
    class Ended:
        """Stands for a worker whose process has ended, or has not."""

        def __init__(self, code: int | None) -> None:
            self.process = argparse.Namespace(poll=lambda: code)
            self.close = lambda: None

    workers = Workers(SHORT)
    one, two = (Subject(OURS, "rollout", games=8, threads=threads, game=DEFAULT) for threads in (1, 2))
    workers.running = {(OURS, 1): Ended(-9), (OURS, 2): Ended(None)}  # type: ignore[dict-item]
    workers.facts = {subject.name: {} for subject in (one, two)}
    workers.prepared_in = {subject.name: (OURS, subject.threads) for subject in (one, two)}
    fatal = Subject(OURS, "search", "simulations", 1, game=DEFAULT)
    workers.refuse(fatal, Unanswered("its process has ended"))
    assert workers.refused == {fatal.name: "its process has ended", one.name: f"ended with {fatal.name}"}
    assert list(workers.facts) == [two.name]


LIBRARY = {"functions": 3, "processor": 2.0, "wall": 1.0}
LEARNED = {"decisions": 1000.0, "wall": 4.0, "processor": 6.0, "decisions/s": 250.0, "share of learning": 0.5}


def test_what_needs_a_process_of_its_own_is_told_game_by_game(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, ...]] = []

    def fresh(module: str, game: str, *arguments: str, cache: str | None = None) -> dict[str, Any]:
        asked.append((module, game, *arguments))
        assert (cache is not None) == (module == "compiling")
        if (module, game) == ("learning", "goofspiel"):
            raise Unanswered("needs torch")
        return {game: LIBRARY, "seconds": 9.0} if module == "compiling" else {**LEARNED, "seconds": 9.0}

    monkeypatch.setattr("docs.benchmark.run.fresh", fresh)
    both = ("open_worlds", "goofspiel")
    results = run(MadeUp(Settings(games=both, rounds=2, only=("compile-search", "learning"))))
    assert [a for a in asked if a[0] == "compiling"] == [("compiling", game, "search") for game in both]
    assert asked.count(("learning", "open_worlds", "3")) == 3  # one more than there are rounds: it compiles
    assert asked.count(("learning", "goofspiel", "3")) == 1
    assert results["left out"] == {"goofspiel learning": "needs torch"}
    assert results["learning"]["open_worlds"]["decisions/s"] == spread([250.0])
    page = show.page(results)
    assert "CPU seconds to compile into an empty cache: 2 (open_worlds 2)" in page
    assert "250 (250 to 250) learner decisions/s" in page
    assert "- goofspiel learning: needs torch" in page


def test_what_a_part_stands_on_is_compiled_before_it() -> None:
    compiling.load("goofspiel", ("agents", "search"))
    assert [library.name for library in compiling.needed("goofspiel", ("agents",))] == [
        *("core", "goofspiel", "goofspiel_agents")
    ]
    order = [library.name for library in compiling.needed("goofspiel", ("search",))]
    assert order.index("network") < order.index("goofspiel_search")
    assert order.index("goofspiel_agents") < order.index("goofspiel_search")
    assert not [name for name in order if name.startswith("open_worlds")]


@pytest.mark.parametrize("game", games())
def test_every_part_of_a_game_has_libraries(game: str) -> None:
    compiling.load(game, plan.PARTS)
    parts = {compiling.part_of(library.name, game) for library in compiling.needed(game, plan.PARTS)}
    without_lab = {*plan.PARTS} - {"decklab"}  # only some games have compiled rules there
    assert without_lab <= parts <= {*plan.PARTS, "core"}


# ── The command, and what is stored ────────────────────────────────────────────────────────────


@pytest.mark.slow
def test_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "figures.json"
    short = (
        "--game goofspiel --rounds 1 --seconds 0.01 --quick --only single agents memory start learning compile-agents"
    )
    assert command.main([*short.split(), "--out", str(out)]) == 0
    results = json.loads(out.read_text())
    cases = {entry["case"] for entry in results["measured"]}
    assert cases == {"parallel_env", "aec_env", "agent:random", "agent:matcher", "agent:learned"}
    assert all(entry["rate"]["median"] > 0 for entry in results["measured"])
    memory, start, learning, libraries = (
        results[what]["goofspiel"] for what in ("memory", "warm start", "learning", "compile")
    )
    assert memory["row"] > memory["state"] > 0
    assert start["seconds"]["median"] > start["import"]["median"] > 0
    assert learning["decisions/s"]["median"] > 0
    assert 0 < learning["share of learning"]["median"] < 1
    assert libraries["goofspiel"]["functions"] > libraries["goofspiel_agents"]["functions"] > 0
    assert libraries["goofspiel"]["processor"] > 0
    assert capsys.readouterr().out.strip() == out.with_suffix(".md").read_text().strip()
    assert out.with_suffix(".png").exists()


def test_the_pages_say_what_is_stored() -> None:
    results = stored.read(command.STORED)
    readme = command.README.read_text("utf-8")
    assert readme == show.with_block(readme, results), "write it again: python -m docs.benchmark --pages"
    assert command.STORED.with_suffix(".md").read_text("utf-8") == show.page(results)
    assert results["game"] == "open_worlds"
    assert set(results["versions"]) == {OURS, *plan.PEER_NAMES}


def test_results_of_a_later_format_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "figures.json"
    path.write_text('{"format": 3}')
    with pytest.raises(ValueError, match=r"figures\.json: format 3, expected 2"):
        stored.read(path)


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("--rounds 0", "--rounds: expected a number above 0, got 0"),
        ("--seconds -1", "--seconds: expected a number above 0, got -1.0"),
        ("--out figures.txt", "--out: expected a file that ends in .json, got figures.txt"),
        ("--add", "--add: needs --out, the file of earlier results"),
    ],
)
def test_what_makes_no_sense_is_refused(typed: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(typed.split()) == 2
    assert capsys.readouterr().err == f"docs.benchmark: {told}\n"


def parsed(typed: str) -> Settings:
    return command.settings_of(command.parser().parse_args(typed.split()))


def test_what_is_asked_for_is_measured() -> None:
    assert parsed("").games == (DEFAULT,)
    assert parsed("--game all").games == games()
    assert parsed("--game all --game goofspiel").games == ("goofspiel",)  # as make bench BENCH="--game goofspiel" asks
    assert parsed("--only compile pgx").only == (*plan.COMPILE, "pgx")
    assert parsed("--only compile").parts == plan.PARTS
    assert parsed("--only compile-search compile-agents").parts == ("agents", "search")
    assert parsed("--quick").parts == ()  # takes long
    assert parsed("--quick --only compile").parts == plan.PARTS
    assert parsed("--only batch pgx --game goofspiel --add --out x.json").only == ("batch",)


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
