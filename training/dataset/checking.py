"""Is a dataset what was played? Files by their hashes, a sample of games by playing them again.

Below: reading.py, playing.py. Above: commands/dataset.py (``ow dataset check``). Games are played again from their
seeds with the actions of the file: everything else in it must come out as it stands there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ow_env.core.batch import Batch
from ow_env.core.rules_hash import rules_hash, tables_hash
from training.dataset.decisions import Decisions
from training.dataset.plan import Block, Plan
from training.dataset.playing import Column, Columns, Ragged, play_block
from training.dataset.reading import Dataset, read
from training.dataset.tables import COLUMNS, DECISIONS, ENDS

SAMPLE = 1000  # games that are played again, unless more is asked for


@dataclass(frozen=True)
class Checked:
    """What was looked at."""

    blocks: int
    games: int
    decisions: int
    replayed: int  # games


def check(
    folder: str | Path,
    sample: int | None = SAMPLE,
    unfinished: bool = False,
    cards: Any = None,
    report: Callable[[int, int], None] = lambda done, of: None,
) -> Checked:
    """Check a dataset, every file and a sample of the games by playing them again.

    Args:
        folder: of the dataset.
        sample: how many games at least, whole blocks of them, evenly over the dataset; None: all.
        unfinished: check one that was interrupted, as far as it is.
        cards: the card file it was played with, if that was an own one.
        report: called with the blocks done, and of how many.

    Raises:
        ValueError: the file, the row and the column, what was found, and what would be right.
    """
    dataset = read(folder, unfinished=unfinished, cards=cards)
    counts = [block["count"] for block in dataset.about["blocks"]]
    replayed = chosen(counts, sample)
    for number in range(len(counts)):
        decisions, ends = dataset.decisions(number), dataset.ends(number)
        if number in replayed:
            replay(dataset, number, decisions, ends)
        report(number + 1, len(counts))
    return Checked(len(counts), sum(counts), len(dataset), sum(counts[number] for number in replayed))


def chosen(counts: list[int], sample: int | None) -> set[int]:
    """Return which blocks to play again, so that they have this many games together."""
    if sample is None:
        return set(range(len(counts)))
    if sample < 0:
        raise ValueError(f"sample: expected a number of games from 0 up, got {sample}")
    if not sample or not counts:
        return set()
    few = min(len(counts), -(-sample * len(counts) // sum(counts)))
    return {len(counts) * k // few for k in range(few)}


def replay(dataset: Dataset, number: int, decisions: Decisions, ends: Decisions) -> None:
    """Play a block again with the actions of the file; refuse the first thing that comes out otherwise."""
    about, entry = dataset.about, dataset.about["blocks"][number]
    block = Block(entry["block"], entry["way"], entry["first"], entry["count"])
    labels = dataset.agents
    plan = Plan(
        dataset.games, labels, labels, dataset.ways, about["games"], about["seed"], about["block"], about["policies"]
    )
    where = f"{dataset.path(DECISIONS, number)}: played again, game number {block.first} in row 0"
    try:
        played = play_block(plan, block, Recorded(decisions, block))
        where = str(dataset.path(DECISIONS, number))
        compare(decisions, played.decisions, COLUMNS[DECISIONS])
        where = str(dataset.path(ENDS, number))
        compare(ends, played.ends, COLUMNS[ENDS])
    except ValueError as error:
        raise ValueError(f"{where}: {error}{of_other_rules(dataset)}") from None


def of_other_rules(dataset: Dataset) -> str:
    """Return what may explain a disagreement: other sources, other cards."""
    game, about = dataset.games[0], dataset.about
    now = {"rules": rules_hash(game.engine.__name__), "tables": tables_hash(game.tables)}
    changed = [what for what, hash_ in now.items() if about[what] != hash_]
    if not changed:
        return ""
    return f" (written by version {about['package']}, whose {' and '.join(changed)} were others than here)"


class Recorded:
    """Chooses what a file says was chosen.

    Args:
        decisions: all in it, game after game.
        block: which the file is of.
    """

    def __init__(self, decisions: Decisions, block: Block) -> None:
        self.decisions = decisions
        numbers = decisions.plain("game_number")
        ends = np.searchsorted(numbers, block.first + np.arange(block.count + 1))
        self.next, self.ends = ends[:-1].copy(), ends[1:]  # by row of the batch: the row of its next decision

    def __call__(
        self, batch: Batch, rows: NDArray[Any], seats: NDArray[Any], steps: int
    ) -> tuple[NDArray[Any], NDArray[Any] | None, NDArray[np.float32]]:
        """Return what the file has next in these rows, policies and values too."""
        ids = self.next[rows] + np.arange(len(rows)) - np.searchsorted(rows, rows)  # rows are in order
        if (ids >= self.ends[rows]).any():
            number = batch.game_number[rows[np.argmax(ids >= self.ends[rows])]]
            raise ValueError(f"game number {number}: it ends after decision {steps}; by the rules it goes on")
        np.add.at(self.next, rows, 1)
        part = self.decisions.take(ids)
        policy = part.policy if part.has_policy.any() else None
        return part.action.astype(np.int32), policy, part.value


def compare(found: Decisions, expected: Columns, names: Iterable[str]) -> None:
    """Refuse the first row in which a column is not what came of playing the game again."""
    if len(found) != len(expected["seat"]):
        raise ValueError(f"expected {len(expected['seat'])} rows by the rules, found {len(found)}")
    for name in names:
        there, right = found.columns[name], expected[name]
        same = are_same(there, right)
        if not same.all():
            row = int(np.argmin(same))
            decision = f", decision {found.plain('decision')[row]}" if "decision" in found.columns else ", the end"
            raise ValueError(
                f"row {row} (game {found.game[row]}{decision}, player_{found.seat[row]}): {name}: expected"
                f" {shown(right, row)} by the rules, found {shown(there, row)}"
            )


def are_same(one: Column, other: Column) -> NDArray[np.bool_]:
    """Return for each row whether both columns have the same there."""
    if isinstance(one, Ragged) and isinstance(other, Ragged):
        same: NDArray[np.bool_] = one.counts == other.counts
        if same.all():
            rows = np.repeat(np.arange(len(one)), one.counts)
            same[rows[one.values != other.values]] = False
        return same
    assert isinstance(one, np.ndarray)
    assert isinstance(other, np.ndarray)
    equal: NDArray[np.bool_] = (one == other) | ((one != one) & (other != other))  # NaN where there is none
    return equal


def shown(column: Column, row: int) -> str:
    """Return what stands in a row, cut short where it is long."""
    told = ", ".join(map(str, column.row(row).tolist())) if isinstance(column, Ragged) else str(column[row].item())
    return told if len(told) <= 80 else f"{told[:76]} ..."
