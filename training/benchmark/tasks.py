"""The tasks of the benchmark, read from tasks.toml.

Below: training.games, training.measure.ladder (what identifies an agent). Above: units.py, results.py. A task is known
by its name and version, "learn-1"; whatever would change results of one makes a new version.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from ow_env.core.game import Game
from ow_env.core.text import listed, nearest
from training.games import make_game
from training.measure.ladder import agent_key_of
from training.measure.match import even_share

SCORE, SHARE, EXPLOITABILITY = "score", "share", "exploitability"


@dataclass(frozen=True)
class Table:
    """One thing that is played in a task.

    Attributes:
        name: as results call it: "open_worlds-54".
        game: as `training.games.make_game` takes it; a small one, where its exploitability is computed.
        options: of the game.
        panel: the opponents, each with the key that identifies it (`AgentKey.key`).
        units: how many units are played against each opponent (units.py).
        deck_size: cards of the held-out random decks that are played with; 0: the game's own sides.
        card_values: whether each unit also has held-out random card values of its own.
    """

    name: str
    game: str
    options: Mapping[str, Any]
    panel: Mapping[str, str]
    units: int
    deck_size: int = 0
    card_values: bool = False

    def made(self) -> Game:
        """Return the game, made once in a process."""
        return _made(self.game, json.dumps(self.options))


@dataclass(frozen=True)
class Task:
    """A task of the benchmark.

    Attributes:
        name: of one word.
        version: raised with whatever changes results.
        question: what it answers, in a sentence.
        metric: ``score`` (0 to 1, mean over panel and tables; win 1, tie 1/2), ``share`` (wins as multiples of an even
            share, 1/P at a table of P) or ``exploitability`` (percentage points; lower is better).
        budgets: training decisions that are allowed; (): any number.
        milliseconds: allowed for a decision, on the average of a table; 0: any time.
        tables: what is played.
    """

    name: str
    version: int
    question: str
    metric: str
    budgets: tuple[int, ...]
    milliseconds: float
    tables: tuple[Table, ...]

    @property
    def id(self) -> str:
        """The name with the version: "learn-1"."""
        return f"{self.name}-{self.version}"

    def even(self, table: Table) -> float:
        """Return what a score at a table is divided by, so that tables can be averaged."""
        return even_share(table.made()) if self.metric == SHARE else 1.0

    def check_panel(self) -> None:
        """Refuse to play where an agent of the panel is missing, or is not the one that the task was made with."""
        for table in self.tables:
            for opponent, key in table.panel.items():
                found = agent_key_of(opponent, table.made()).key
                if found != key:
                    raise ValueError(
                        f"{self.id}: its panel has {opponent} {key} at {table.name}, but here {opponent} is {found}:"
                        " another version of the agents is installed"
                    )


@cache
def _made(game: str, options: str) -> Game:
    return make_game(game, **json.loads(options))


@cache
def tasks() -> dict[str, Task]:
    """Return all tasks by name."""
    text = files(__package__).joinpath("tasks.toml").read_text("utf-8")
    return {name: _task(name, row) for name, row in tomllib.loads(text).items()}


def task_of(name: str) -> Task:
    """Return the task of this name, "learn" or "learn-1".

    Raises:
        ValueError: there is none, or not in this version.
    """
    for task in tasks().values():
        if name in (task.name, task.id):
            return task
    raise ValueError(f"TASK: expected one of {listed(tasks())}, got {name!r}{nearest(name, tasks())}")


def _task(name: str, row: Mapping[str, Any]) -> Task:
    tables = tuple(
        Table(
            table["name"],
            table["game"],
            table.get("options", {}),
            table.get("panel", {}),
            table["units"],
            table.get("deck_size", 0),
            table.get("card_values", False),
        )
        for table in row["tables"]
    )
    budgets = tuple(row.get("budgets", ()))
    return Task(name, row["version"], row["question"], row["metric"], budgets, row.get("milliseconds", 0.0), tables)
