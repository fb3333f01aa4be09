"""`ow benchmark`: tasks are what they were, results add up, resume, and are checked."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import agents.registry
from agents.random import RandomAgent
from docs.tasks import __main__ as tables
from training.benchmark import results
from training.benchmark.tasks import Task, task_of, tasks
from training.benchmark.units import NUMBERS, Entry, Played, Unit, play_unit, units_of
from training.cli import main
from training.measure.workers import SerialExecutor

SMALL = "these_new_worlds-tiny"


@pytest.fixture
def task() -> Task:
    """A task whose tables are small: two solved games, quickly."""
    whole = task_of("mixing")
    return replace(whole, tables=tuple(table for table in whole.tables if table.name == SMALL))


def played(task: Task, path: Path, agent: str = "random") -> results.Data:
    entry = results.entry_of(task, [agent])
    return results.run(task, entry, {}, path, SerialExecutor())


def test_panels_are_those_the_tasks_were_made_with() -> None:
    for each in tasks().values():
        each.check_panel()


def test_another_panel_is_refused() -> None:
    learn = task_of("learn")
    table = replace(learn.tables[1], panel={"random": "0" * 16})
    with pytest.raises(ValueError, match=r"learn-1: its panel has random 0{16} at star_realms, but here random is "):
        replace(learn, tables=(table,)).check_panel()


def test_a_task_is_found_with_its_version_or_without() -> None:
    assert task_of("learn") is task_of("learn-1")
    with pytest.raises(ValueError, match=r"TASK: expected one of learn, .*, got 'lern'; nearest: 'learn'"):
        task_of("lern")


def test_every_table_is_played_by_whom_it_is_said() -> None:
    learn = task_of("learn")
    assert results.entry_of(learn, ["random"]).agents == {"open_worlds": "random", "star_realms": "random"}
    both = results.entry_of(learn, ["open_worlds=expert", "star_realms=admiral"])
    assert both.agents == {"open_worlds": "expert", "star_realms": "admiral"}
    many = results.entry_of(task_of("many-players"), ["open_worlds=expert"])
    assert set(many.agents) == {"open_worlds-3", "open_worlds-4"}
    searches = results.entry_of(task_of("think"), ["search:20,network=none"])
    assert set(searches.agents.values()) == {"search:20,network=none"}
    with pytest.raises(ValueError, match="expected TABLE=AGENT"):
        results.entry_of(learn, ["expert", "star_realms=admiral"])
    with pytest.raises(ValueError, match="open_worlds is given two agents"):
        results.entry_of(learn, ["open_worlds=expert", "open_worlds=raider"])
    with pytest.raises(ValueError, match=r"star_realms: .*expert"):
        results.entry_of(learn, ["expert"])


def test_a_budget_holds_by_what_files_tell_or_is_declared() -> None:
    learn = task_of("learn")
    with pytest.raises(ValueError, match=r"--trained: learn-1 has a budget, and random does not tell"):
        results.trained_of(learn, results.entry_of(learn, ["random"]), None)
    told = results.trained_of(learn, results.entry_of(learn, ["random"]), 0)
    assert results.budget_of(learn, told) == 1_000_000
    assert results.budget_of(learn, {"a": {"decisions": 9_000_000}}) == 10_000_000
    with pytest.raises(ValueError, match=r"trained for 11,000,000 decisions; learn-1 allows 10,000,000"):
        results.trained_of(learn, results.entry_of(learn, ["random"]), 11_000_000)
    assert results.trained_of(task_of("think"), Entry({}), None) == {}


@pytest.mark.slow
def test_a_saved_agent_tells_its_training() -> None:
    learn = task_of("learn")
    with pytest.raises(ValueError, match=r"--trained: learned-54 continues the training of"):
        results.trained_of(learn, Entry({"open_worlds": "learned-54"}), None)


def test_a_unit_is_the_same_whenever_it_is_played() -> None:
    whole = task_of("learn")
    entry = Entry({"star_realms": "random"})
    unit = Unit(1, "random", 3)
    one, other = (play_unit((whole, entry), unit) for _ in range(2))
    assert one.points == other.points
    assert len(one.points) == NUMBERS
    assert one.games == 2 * NUMBERS
    assert one.decisions > 0
    assert play_unit((whole, entry), unit._replace(number=4)).points != one.points


def test_no_unit_is_there_twice() -> None:
    for each in tasks().values():
        units = units_of(each)
        assert len(set(units)) == len(units)


def test_a_result_adds_up_and_is_confirmed(task: Task, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results, "task_of", lambda name: task)
    path = tmp_path / "result.json"
    found = played(task, path)
    assert found["finished"]
    assert found["whole"]
    assert 0 < found["score"] < 0.5
    assert found["low"] == found["high"] == found["score"]  # the policy is known
    checked = results.check(path, SerialExecutor())
    assert checked.holds
    assert (checked.units, checked.same) == (1, 1)


def test_a_result_that_was_changed_is_found_out(task: Task, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results, "task_of", lambda name: task)
    path = tmp_path / "result.json"
    found = played(task, path)
    results.write(path, {**found, "score": 0.01})
    assert results.check(path, SerialExecutor()).wrong == [
        f"score: the file says 0.01, its units {found['score']}",
    ]
    units = [{**found["units"][0], "points": [0.01]}]
    lower = {**found, "units": units, "score": 0.01, "low": 0.01, "high": 0.01}
    lower["lines"] = [{**found["lines"][0], "score": 0.01, "low": 0.01, "high": 0.01}]
    results.write(path, lower)
    checked = results.check(path, SerialExecutor())
    assert checked.same == 0
    assert checked.wrong == [f"replayed units differ by {found['score'] - 0.01:+.4f} on the average"]


def test_a_file_that_is_no_result_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "result.json"
    for text, why in (("{", "it is not JSON"), ("[]", "expected a result"), ("{}", "format: expected the field")):
        path.write_text(text, "utf-8")
        with pytest.raises(ValueError, match=why):
            results.read(path)


def test_units_of_other_tasks_are_refused(task: Task, tmp_path: Path) -> None:
    found = played(task, tmp_path / "result.json")
    for wrong in ({"number": 99}, {"table": "chess"}, {"points": [2.0]}, {"points": []}, {"points": "no"}):
        data = {**found, "units": [{**found["units"][0], **wrong}]}
        with pytest.raises(ValueError, match=r"units\[0\]: expected a unit of mixing-1, each once"):
            results.units_in(data, task)
    with pytest.raises(ValueError, match=r"units\[1\]"):
        results.units_in({**found, "units": found["units"] * 2}, task)


def test_points_of_thirds_add_up_as_the_file_has_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = task_of("many-players")
    task = replace(whole, tables=(replace(whole.tables[0], units=3, panel={"random": "aad7d1c470a920a1"}),))
    monkeypatch.setattr(results, "task_of", lambda name: task)

    def third(data: object, unit: Unit) -> Played:
        return Played([(1 + unit.number) / 7] * NUMBERS, 16, 0, 0.0, 0, 0, "")

    monkeypatch.setattr(results, "play_unit", third)
    path = tmp_path / "result.json"
    results.run(task, results.entry_of(task, ["random"]), {}, path, SerialExecutor())
    assert results.faults(results.read(path)) == []


class Stop(Exception):
    """Somebody broke off."""


def test_a_task_that_was_broken_off_is_resumed(tmp_path: Path) -> None:
    whole = task_of("learn")
    table = replace(whole.tables[1], panel={"random": whole.tables[1].panel["random"]}, units=3)
    task = replace(whole, tables=(table,), budgets=())
    path = tmp_path / "result.json"
    entry = results.entry_of(task, ["random"])

    def stop(done: results.Done, left: int) -> None:
        if len(done) == 2:
            raise Stop

    with pytest.raises(Stop):
        results.run(task, entry, {}, path, SerialExecutor(), stop)
    assert not results.read(path)["finished"]
    counts: list[int] = []
    found = results.run(task, entry, {}, path, SerialExecutor(), lambda done, left: counts.append(len(done)))
    assert counts == [3]
    at_once = results.run(task, entry, {}, tmp_path / "other.json", SerialExecutor())
    assert [unit["points"] for unit in found["units"]] == [unit["points"] for unit in at_once["units"]]
    assert found["low"] < found["score"] < found["high"]
    with pytest.raises(ValueError, match=r"it holds another result \(agents: .*choose another --out"):
        results.run(task, results.entry_of(task, ["eager"]), {}, path, SerialExecutor())


def test_an_estimated_exploitability_has_an_interval(
    task: Task, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Mixes:
        """Mixes, and gives no policy."""

        name, version = "mixes", 1

        def __init__(self, seed: int) -> None:
            self.parameters = {"seed": seed}
            self.own = RandomAgent(seed)
            self.act = self.own.act

    monkeypatch.setitem(agents.registry.AGENTS, "mixes", lambda game, seed: Mixes(seed))
    found = played(task, tmp_path / "result.json", "mixes")
    assert len(found["units"]) == 5
    assert found["low"] < found["score"] < found["high"]


@pytest.mark.slow
def test_held_out_decks_and_card_values() -> None:
    for name in ("unseen-decks", "unseen-card-values"):
        whole = task_of(name)
        entry = Entry({table.name: "raider" for table in whole.tables})
        one, other = (play_unit((whole, entry), Unit(1, "expert", number)) for number in range(2))
        assert one.points != other.points
        assert len(one.points) == (1 if whole.tables[1].card_values else NUMBERS)
        assert all(0 <= value <= 1 for value in one.points)


def test_the_command_lists_plays_and_checks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["benchmark"]) == 0
    assert "learn-1" in capsys.readouterr().out
    assert main(["benchmark", "mixing"]) == 2
    assert "AGENT: expected an agent" in capsys.readouterr().err
    path = tmp_path / "result.json"
    asked = ["benchmark", "mixing", f"{SMALL}=random", "--out", str(path), "--processes", "1"]
    assert main(asked) == 0
    assert "mixing-1 (1 of its tables), random: 8.6 points (exact)" in capsys.readouterr().out
    assert main(["benchmark", "--check", str(path), "--processes", "1"]) == 0
    assert "adds up; 1 of 1 replayed units have exactly the same points" in capsys.readouterr().out
    data = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps(data | {"score": 0.0}), "utf-8")
    assert main(["benchmark", "--check", str(path), "--processes", "1"]) == 2
    assert "score: the file says 0.0" in capsys.readouterr().err


def test_only_solved_games_need_scipy() -> None:
    code = "import sys; sys.modules['scipy'] = None; from training.cli import main; sys.exit(main(['benchmark']))"
    assert subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout


def test_the_page_shows_the_results_that_lie_beside_it() -> None:
    text = tables.PAGE.read_text("utf-8")
    assert tables.page(text, tables.files(tables.FOLDER)) == text
