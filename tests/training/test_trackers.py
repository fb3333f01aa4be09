"""Experiment trackers: what they are told, that they change no result, and what happens where one fails or is missing.

Weights & Biases and MLflow are stood in for by recorders with the calls that are used of them; docs/training.md says
with which versions of the libraries themselves the same was tried.
"""

from __future__ import annotations

import json
import math
import random
import re
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch

from agents import learned
from tests.training.runs import assert_same, in_file, resumed, tiny
from training.cli import main
from training.measure.alone import Tried
from training.selfplay import settings, train
from training.selfplay.measure import Measured, Rung, Score, Share
from training.selfplay.trackers import KEPT, TRACKERS, Trackers, allowed

BOTH = pytest.mark.parametrize("name", TRACKERS)


class Recorder:
    """Keeps what a library was told, in order: (id of the run, what, ...). It stirs all shared random generators."""

    def __init__(self) -> None:
        self.__file__ = __file__
        self.told: list[tuple[Any, ...]] = []
        self.begun: list[dict[str, Any]] = []  # the arguments of each beginning
        self.broken: set[str] = set()  # what raises

    def tell(self, run: str, what: str, *more: Any) -> None:
        random.random()
        np.random.rand()
        torch.rand(3)
        if what in self.broken:
            raise ConnectionError(f"no answer to {what}")
        self.told.append((run, what, *more))

    def logged(self, run: str = "run-0") -> dict[str, list[tuple[int, float]]]:
        """(step, value) of each number of a run."""
        found: dict[str, list[tuple[int, float]]] = {}
        for of, what, *more in self.told:
            if of == run and what == "log":
                for name, value in more[0].items():
                    found.setdefault(name, []).append((more[1], value))
        return found

    def of(self, what: str) -> list[tuple[Any, ...]]:
        return [(run, *more) for run, each, *more in self.told if each == what]


class WandbRecorder(Recorder):
    def init(self, **given: Any) -> Any:
        run = given["id"] or f"run-{len(self.begun)}"
        self.begun.append(given)
        self.tell(run, "begin", given["config"])
        return SimpleNamespace(
            id=run,
            log=lambda numbers, step: self.tell(run, "log", numbers, step),
            summary=SimpleNamespace(update=lambda scores: self.tell(run, "scores", scores)),
            finish=lambda exit_code: self.tell(run, "end", {0: "finished", 255: "stopped", 1: "failed"}[exit_code]),
        )


class MlflowRecorder(Recorder):
    def __init__(self) -> None:
        super().__init__()
        self.params: dict[str, dict[str, str]] = {}

    def start_run(self, **given: Any) -> Any:
        run = self.active = given["run_id"] or f"run-{len(self.begun)}"
        self.begun.append(given)
        self.tell(run, "begin")
        held = dict(self.params.setdefault(run, {}))
        return SimpleNamespace(info=SimpleNamespace(run_id=run), data=SimpleNamespace(params=held))

    def log_params(self, params: dict[str, str]) -> None:
        held = self.params[self.active]
        assert all(isinstance(value, str) and held.get(name, value) == value for name, value in params.items())
        held |= params

    def set_tags(self, tags: dict[str, str]) -> None:
        self.tell(self.active, "tags", tags)

    def log_metrics(self, numbers: dict[str, float], step: int, run_id: str) -> None:
        assert all(re.fullmatch(r"[\w.\- ]+(/[\w.\- ]+)?", name) for name in numbers)
        self.tell(run_id, "scores" if any("score" in name for name in numbers) else "log", numbers, step)

    def end_run(self, status: str) -> None:
        self.tell(self.active, "end", {"FINISHED": "finished", "KILLED": "stopped", "FAILED": "failed"}[status])


@pytest.fixture
def recorders(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    made = {"wandb": WandbRecorder(), "mlflow": MlflowRecorder()}
    for name, recorder in made.items():
        monkeypatch.setitem(sys.modules, name, recorder)
    for name in ("WANDB_NAME", "MLFLOW_RUN_NAME"):
        monkeypatch.delenv(name, raising=False)
    return made


SHORT = {"decisions": 3 * 128, "scripted": ["random"], "against": ["random"], "games": 100, "ladder_games": 0}


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An agent that was trained without a tracker beside TensorBoard."""
    return train_with(tmp_path_factory.mktemp("plain") / "run", "")


def train_with(folder: Path, tracker: str, **more: Any) -> Path:
    """Train a tiny agent; return its file."""
    return train.train(folder, tiny(**SHORT, tracker=tracker), **more)


def rows_of(folder: Path, column: str) -> list[tuple[int, float]]:
    return [(row["decisions"], row[column]) for row in train.history(folder)]


# ── What they are told ───────────────────────────────────────────────────────────────────────────


@BOTH
def test_a_run_is_told_from_its_settings_to_its_end(name: str, recorders: Any, tmp_path: Path) -> None:
    train_with(tmp_path / "mine", name)
    recorder = recorders[name]
    given = recorder.begun[0]
    assert given["name" if name == "wandb" else "run_name"] == "mine"
    logged = recorder.logged()
    for column in ("length", "entropy", "explained_variance", "rate"):
        assert logged[f"play/{column}"] == rows_of(tmp_path / "mine", column)
    assert [step for step, _ in logged["share/random"]] == [128, 256, 384]
    assert {"train/loss", "train/learning_rate"} <= logged.keys()
    assert "train/n_updates" not in logged
    assert recorder.of("end") == [("run-0", "finished")]
    assert json.loads((tmp_path / "mine" / KEPT).read_text(encoding="utf-8")) == {name: "run-0"}
    if name == "wandb":
        assert given["config"]["learning_rate"] == 1e-3
    else:
        assert recorder.params["run-0"]["learning_rate"] == "0.001"
        assert recorder.params["run-0"]["scripted"] == '["random"]'


def test_without_the_setting_neither_is_imported(recorders: Any, tmp_path: Path) -> None:
    train_with(tmp_path / "run", "")
    assert not any(recorder.told for recorder in recorders.values())
    assert not (tmp_path / "run" / KEPT).exists()


@BOTH
def test_any_tracker_leaves_the_same_agent_to_the_last_bit(
    name: str, recorders: Any, plain: Path, tmp_path: Path
) -> None:
    """The recorders draw from the random numbers of Python, NumPy and torch whenever they are told something."""
    assert_same(train_with(tmp_path / "one", name), plain)
    assert len(recorders[name].of("log")) == 3
    assert "tracker" not in learned.read_card(tmp_path / "one" / train.AGENT).trained["settings"]


@BOTH
def test_scores_and_report_go_to_the_same_run(name: str, recorders: Any, tmp_path: Path, capsys: Any) -> None:
    path, folder = in_file(tmp_path / "tiny.toml", **SHORT), tmp_path / "run"
    assert main(["train", "--settings", path, "--out", str(folder), "--tracker", name]) == 0
    recorder = recorders[name]
    [score] = json.loads((folder / "results.json").read_text(encoding="utf-8"))["scores"]
    expected = {"score/random": score["points"], "score_low/random": score["low"], "score_high/random": score["high"]}
    assert recorder.of("scores")[0][:2] == ("run-0", expected)
    assert [what for _, what, *_ in recorder.told][-2:] == ["scores", "end"]  # one run from training to measuring

    assert main(["train", "--report", "--out", str(folder)]) == 0
    assert len(recorder.begun) == 2
    assert recorder.of("scores")[1][:2] == ("run-0", expected)
    assert recorder.of("end") == [("run-0", "finished")] * 2
    assert len(list(folder.glob("events.out.*"))) == 1  # measuring again writes no curve


def test_figures_of_the_finished_agent_only() -> None:
    score = Score("raider", 10, 6, 4, 0, 0.6, 0.3, 0.8, {})
    own = Rung("this agent", 120.0, 30.0, 5, 0.1, math.nan, math.nan, finished=True)
    rungs = [own, Rung("raider", 90.0, 30.0, None, 0.1, 0.5, 0.1), replace(own, elo=math.nan, finished=False)]
    assert Measured([score], rungs).numbers("win") == {
        "score/raider": 0.6, "score_low/raider": 0.3, "score_high/raider": 0.8, "elo": 120.0, "elo_error": 30.0,
    }  # fmt: skip
    shares = [Share("random", Tried(won=1, lost=9), None), Share("this agent", Tried(won=7, lost=3), 5, finished=True)]
    assert Measured([], [], shares).numbers("win")["score/alone"] == 0.7


# ── Going on ─────────────────────────────────────────────────────────────────────────────────────


@BOTH
def test_a_stopped_run_goes_on_in_the_same_run(name: str, recorders: Any, tmp_path: Path) -> None:
    folder, recorder = tmp_path / "run", recorders[name]
    with pytest.raises(KeyboardInterrupt):
        train_with(folder, name, stop=lambda: True)
    assert recorder.of("end") == [("run-0", "stopped")]
    resumed(folder, 4 * 128)
    assert [run for run, _ in recorder.of("end")] == ["run-0", "run-0"]
    assert recorder.begun[1]["id" if name == "wandb" else "run_id"] == "run-0"
    assert recorder.logged()["play/length"] == rows_of(folder, "length")
    assert [step for step, _ in recorder.logged()["play/length"]] == [128, 256, 384, 512]
    if name == "mlflow":  # its parameters never change
        assert recorder.params["run-0"]["decisions"] == "384"
        assert recorder.of("tags") == [("run-0", {"resumed.decisions": "512"})]


@BOTH
def test_a_run_may_go_on_with_another_tracker_or_none(name: str, recorders: Any, tmp_path: Path) -> None:
    folder, other = tmp_path / "run", "mlflow" if name == "wandb" else "wandb"
    with pytest.raises(KeyboardInterrupt):
        train_with(folder, name, stop=lambda: True)
    for tracker in ("", other, name):
        with pytest.raises(KeyboardInterrupt):
            train.train(folder, train.resumed_settings(folder, None, 6 * 128, None, tracker), True, stop=lambda: True)
    assert [step for step, _ in recorders[name].logged()["play/length"]] == [128, 512]
    assert [step for step, _ in recorders[other].logged()["play/length"]] == [384]
    assert json.loads((folder / KEPT).read_text(encoding="utf-8")) == {name: "run-0", other: "run-0"}


@BOTH
def test_an_error_in_training_ends_the_run_as_failed(name: str, recorders: Any, tmp_path: Path) -> None:
    def full(line: str) -> None:
        raise OSError("no space left")

    with pytest.raises(OSError, match="no space left"):
        train_with(tmp_path / "run", name, say=full)
    assert recorders[name].of("end") == [("run-0", "failed")]


# ── What goes wrong ──────────────────────────────────────────────────────────────────────────────


@BOTH
@pytest.mark.parametrize("broken", ["log", "end"])
def test_a_tracker_that_fails_is_told_no_more_and_the_run_goes_on(
    broken: str, name: str, recorders: Any, plain: Path, tmp_path: Path
) -> None:
    recorders[name].broken = {broken}
    with pytest.warns(RuntimeWarning) as warned:
        found = train_with(tmp_path / "run", name)
    [said] = [str(warning.message) for warning in warned]  # once, not once a round
    assert said.startswith(f"{name} failed and is told no more: ConnectionError: no answer to {broken}.")
    assert_same(plain, found)
    assert len(rows_of(tmp_path / "run", "length")) == 3
    assert recorders[name].of("end") == []


@BOTH
def test_a_tracker_that_can_not_begin_is_refused_before_training(name: str, recorders: Any, tmp_path: Path) -> None:
    recorders[name].broken = {"begin"}
    with pytest.raises(ValueError, match=f"tracker: {name} can't begin: no answer to begin .*--tracker none"):
        train_with(tmp_path / "run", name)
    assert not (tmp_path / "run" / train.PROGRESS).exists()
    recorders[name].broken = set()
    train_with(tmp_path / "run", name)  # the folder can be taken


@BOTH
@pytest.mark.parametrize("there", ["nothing", "a folder"])
def test_a_package_that_is_missing_is_named_before_anything_is_written(
    there: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    """A folder of its name, as W&B leaves one where it ran, is a namespace package to Python."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delitem(sys.modules, name, raising=False)
    if there == "nothing":
        monkeypatch.setitem(sys.modules, name, None)
    else:
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    assert main(["train", "--game", "goofspiel", "--decisions", "128", "--tracker", name]) == 2
    told = capsys.readouterr()
    assert f"pip install 'open-worlds-env[{name}]'" in told.err
    assert told.err.startswith(f"ow: tracker: {name} ")
    assert told.err.count("\n") == 1
    assert told.out == ""
    assert not list(tmp_path.iterdir())


def test_a_damaged_list_of_ids_is_refused_by_name(recorders: Any, tmp_path: Path) -> None:
    (tmp_path / KEPT).write_text('{"wandb": 3}', encoding="utf-8")
    with Trackers("wandb", tmp_path) as trackers, pytest.raises(ValueError, match=r"tracker\.json: expected the id"):
        trackers.begin({}, resumed=True)


def test_settings_know_the_trackers() -> None:
    assert set(settings.ONE_OF["tracker"]()) == {"", *TRACKERS}
    with pytest.raises(ValueError, match="tracker: expected '' or 'wandb' or 'mlflow', got 'aim'"):
        settings.read(None, tracker="aim")


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("play/length", "play/length"),
        ("elo", "elo"),
        ("share/search:100,rollout=raider", "share/search_100_rollout_raider"),
        ("share//runs/mine/agent.safetensors", "share/_runs_mine_agent.safetensors"),
        ("share/" + "a" * 300, "share/" + "a" * 244),
    ],
)
def test_names_are_ones_that_mlflow_takes(given: str, expected: str) -> None:
    assert allowed(given) == expected
