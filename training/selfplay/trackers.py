"""Experiment trackers: TensorBoard always; Weights & Biases or MLflow too where the setting `tracker` names one.

Below: files.py. Above: train.py, which logs each round; commands/train.py and exploit.py, which add the final scores.
A tracker only listens: it is given plain numbers, draws nothing from the run's generators, and changes no result. One
that fails while the run goes on is told no more, with one warning; progress.jsonl has every number anyway. Projects,
servers, folders and offline modes are chosen by each library's own environment variables.
"""

from __future__ import annotations

import importlib
import json
import os
import re
import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Protocol, Self, TypeAlias

from torch.utils.tensorboard import SummaryWriter

from training.files import write_json

KEPT = "tracker.json"  # in a run's folder: the id of its run at each tracker, by the tracker's name
End: TypeAlias = Literal["finished", "stopped", "failed"]


class Tracker(Protocol):
    """What listens to a run. `begin` comes first; `close` last, after Ctrl-C, an error or a `begin` that raised too."""

    name: str

    def begin(self, folder: Path, settings: Mapping[str, Any], resumed: bool) -> None:
        """Start listening, or go on.

        Args:
            folder: of the run, which exists.
            settings: all of them, plain data as JSON has it.
            resumed: go on with the tracker's run whose id is kept in ``folder``, if one is.
        """

    def log(self, numbers: Mapping[str, float], step: int) -> None:
        """Take the numbers of a round, by names such as ``play/length``; ``step``: decisions learned from."""

    def scores(self, numbers: Mapping[str, float], step: int) -> None:
        """Take what measuring the finished agent came to."""

    def close(self, end: End) -> None:
        """Write what is left."""


class TensorBoard:
    """Event files in the run's folder, a new one for each time that it is resumed."""

    name = "tensorboard"

    def __init__(self) -> None:
        self.folder = Path()
        self.writer: SummaryWriter | None = None

    def begin(self, folder: Path, settings: Mapping[str, Any], resumed: bool) -> None:
        """Note where the file will be: who only measures leaves none."""
        self.folder = folder

    def log(self, numbers: Mapping[str, float], step: int) -> None:
        """Write scalars, and at once."""
        if self.writer is None:
            self.writer = SummaryWriter(log_dir=str(self.folder), purge_step=step)  # rounds that are played again
        for name in sorted(numbers):
            self.writer.add_scalar(name, numbers[name], step)
        self.writer.flush()

    def scores(self, numbers: Mapping[str, float], step: int) -> None:
        """Leave them to the report: a curve of one point shows nothing."""

    def close(self, end: End) -> None:
        """Close the file."""
        if self.writer is not None:
            self.writer.close()


class WeightsAndBiases:
    """A run of Weights & Biases: settings as its config, a row of its history a round, scores in its summary.

    Its steps are decisions learned from, so a resumed run goes on where it was, in an offline file of its own too.
    """

    name = "wandb"

    def __init__(self) -> None:
        self.wandb = needed(self.name)
        self.run: Any = None

    def begin(self, folder: Path, settings: Mapping[str, Any], resumed: bool) -> None:
        """Begin a run of its own, or go on with the one of this folder."""
        known = kept_id(folder, self.name) if resumed else None
        self.run = self.wandb.init(
            id=known,
            resume="allow" if known else None,
            name=os.environ.get("WANDB_NAME") or folder.resolve().name,
            config=dict(settings),
            allow_val_change=True,  # a resumed run may end later
            reinit="create_new",  # whoever calls this may have a run under way
        )
        keep_id(folder, self.name, self.run.id)

    def log(self, numbers: Mapping[str, float], step: int) -> None:
        """Add a row to its history."""
        self.run.log(dict(numbers), step=step)

    def scores(self, numbers: Mapping[str, float], step: int) -> None:
        """Put them into its summary, which tables of runs show."""
        self.run.summary.update(dict(numbers))

    def close(self, end: End) -> None:
        """End it; 255 is what it takes for an interruption itself."""
        if self.run is not None:
            self.run.finish(exit_code={"finished": 0, "stopped": 255, "failed": 1}[end])


class MLflow:
    """A run of MLflow: settings as parameters, numbers and scores as metrics whose step is decisions learned from.

    Its parameters never change. What a resumed run changes, when to end, becomes tags: ``resumed.decisions``.
    """

    name = "mlflow"

    def __init__(self) -> None:
        self.mlflow = needed(self.name)
        self.id = ""

    def begin(self, folder: Path, settings: Mapping[str, Any], resumed: bool) -> None:
        """Begin a run, or go on with the one of this folder."""
        known = kept_id(folder, self.name) if resumed else None
        called = os.environ.get("MLFLOW_RUN_NAME") or folder.resolve().name
        run = self.mlflow.start_run(run_id=known, run_name=None if known else called)
        self.id = run.info.run_id
        keep_id(folder, self.name, self.id)
        given = {name: value if isinstance(value, str) else json.dumps(value) for name, value in settings.items()}
        before = run.data.params
        self.mlflow.log_params({name: value for name, value in given.items() if name not in before})
        changed = {f"resumed.{name}": value for name, value in given.items() if before.get(name, value) != value}
        if changed:
            self.mlflow.set_tags(changed)

    def log(self, numbers: Mapping[str, float], step: int) -> None:
        """Add a point to each metric."""
        self.mlflow.log_metrics({allowed(name): value for name, value in numbers.items()}, step=step, run_id=self.id)

    def scores(self, numbers: Mapping[str, float], step: int) -> None:
        """Add them as metrics."""
        self.log(numbers, step)

    def close(self, end: End) -> None:
        """End it."""
        if self.id:
            self.mlflow.end_run({"finished": "FINISHED", "stopped": "KILLED", "failed": "FAILED"}[end])


TRACKERS: dict[str, Callable[[], Tracker]] = {"wandb": WeightsAndBiases, "mlflow": MLflow}  # by the setting `tracker`


class Trackers:
    """All that listen to one run. Use it in a ``with`` block, which closes them.

    Args:
        name: of the setting `tracker`; "": none but TensorBoard.
        folder: of the run.

    Raises:
        ValueError: its package is not installed. Nothing was written.
    """

    def __init__(self, name: str, folder: Path) -> None:
        self.folder, self.begun = folder, False
        self.asked: list[Tracker] = [TensorBoard()]
        if name:
            self.asked.append(TRACKERS[name]())
        self.listening: list[Tracker] = []

    def begin(self, settings: Mapping[str, Any], resumed: bool) -> None:
        """Let all begin, if they have not.

        Raises:
            ValueError: one can't, as where its server does not answer. Better now than after hours of training.
        """
        if self.begun:
            return
        self.begun = True
        for tracker in self.asked:
            self.listening.append(tracker)
            try:
                tracker.begin(self.folder, settings, resumed)
            except Exception as error:
                raise ValueError(
                    f"tracker: {tracker.name} can't begin: {error} (its run's id is kept in {self.folder / KEPT};"
                    " --tracker none goes without)"
                ) from error

    def log(self, numbers: Mapping[str, float], step: int) -> None:
        """Tell all the numbers of a round; see `Tracker.log`."""
        self.tell(lambda tracker: tracker.log(numbers, step))

    def scores(self, numbers: Mapping[str, float], step: int) -> None:
        """Tell all the final scores; see `Tracker.scores`."""
        self.tell(lambda tracker: tracker.scores(numbers, step))

    def close(self, end: End) -> None:
        """Close all."""
        self.tell(lambda tracker: tracker.close(end))
        self.listening = []

    def tell(self, what: Callable[[Tracker], None]) -> None:
        """Do something with each. Who fails is left out from then on: its retries could slow down every round."""
        for tracker in tuple(self.listening):
            try:
                what(tracker)
            except Exception as error:
                self.listening.remove(tracker)
                warnings.warn(
                    f"{tracker.name} failed and is told no more: {type(error).__name__}: {error}."
                    f" The run goes on, and {self.folder / 'progress.jsonl'} has every number",
                    RuntimeWarning,
                    stacklevel=3,
                )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close("finished" if kind is None else "stopped" if kind is KeyboardInterrupt else "failed")


def needed(name: str) -> Any:
    """Return a tracker's package.

    Raises:
        ValueError: it is not installed.
    """
    why = "is not installed"
    try:
        found = importlib.import_module(name)
        if getattr(found, "__file__", None):  # a mere folder of that name, as W&B leaves one, is no package
            return found
    except ImportError as error:
        why = f"can't be imported ({error})"
    raise ValueError(
        f"tracker: {name} {why}: pip install 'open-worlds-env[{name}]', or --tracker none goes without"
    ) from None


def kept_id(folder: Path, name: str) -> str | None:
    """Return the id of this folder's run at a tracker, if there is one."""
    return kept(folder).get(name)


def keep_id(folder: Path, name: str, found: str) -> None:
    """Write down the id of this folder's run at a tracker."""
    write_json(folder / KEPT, {**kept(folder), name: found})


def kept(folder: Path) -> dict[str, str]:
    """Return the ids that a folder keeps.

    Raises:
        ValueError: the file is not as `keep_id` writes it.
    """
    path = folder / KEPT
    if not path.exists():
        return {}
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    if not isinstance(found, dict) or not all(isinstance(value, str) for value in found.values()):
        raise ValueError(f"{path}: expected the id of a run for each tracker, got {found!r}")
    return found


def allowed(name: str) -> str:
    """Return a name as MLflow allows it for a metric: agents are called ``search:100,rollout=raider`` or by a path."""
    group, slash, rest = name.partition("/")
    return f"{group}{slash}{re.sub(r'[^A-Za-z0-9_. -]', '_', rest)}"[:250]
