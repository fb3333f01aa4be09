"""Is a dataset what was played? Files by their hashes, rows by what a row can be, a sample of games by the rules.

Below: reading.py, playing.py. Above: commands/dataset.py (``ow dataset check``). Games are played again from their
seeds with the actions of the file: everything else in it must come out as it stands there.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ow_env.core.batch import Batch
from ow_env.core.rules_hash import rules_hash, tables_hash
from training.dataset.decisions import Decisions
from training.dataset.faults import few, where
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
    bytes: int


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
    blocks = dataset.about["blocks"]
    replayed = chosen([entry["count"] for entry in blocks], sample)
    games = size = 0
    for number, entry in enumerate(blocks):
        for table in (DECISIONS, ENDS):
            path = dataset.path(table, number)
            content = path.read_bytes()
            size += len(content)
            found, expected = hashlib.sha256(content).hexdigest(), entry["sha256"][table]
            if found != expected:
                raise ValueError(f"{path}: damaged: expected a SHA-256 of {expected}, found {found}")
        decisions, ends = dataset.decisions(number), dataset.ends(number)
        if number in replayed:
            replay(dataset, number, decisions, ends)
            games += entry["count"]
        report(number + 1, len(blocks))
    total = sum(entry["count"] for entry in blocks)
    if dataset.about["complete"] and total != dataset.about["games"]:
        raise ValueError(f"{dataset.folder}: games: expected {dataset.about['games']}, found {total} in its blocks")
    counted = sum(entry["decisions"] for entry in blocks)
    if counted != dataset.about["decisions"]:
        raise ValueError(f"{dataset.folder}: decisions: expected {dataset.about['decisions']}, found {counted}")
    return Checked(len(blocks), total, counted, games, size)


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
    path = dataset.path(DECISIONS, number)
    block = Block(entry["block"], entry["way"], entry["first"], entry["count"])
    labels = dataset.agents
    plan = Plan(
        dataset.games, labels, labels, dataset.ways, about["games"], about["seed"], about["block"], about["policies"]
    )
    recorded = Recorded(path, decisions, len(dataset.ways), block)
    try:
        played = play_block(plan, block, recorded)
        recorded.expect_no_more()
        compare(path, decisions, played.decisions, COLUMNS[DECISIONS])
        compare(dataset.path(ENDS, number), ends, played.ends, COLUMNS[ENDS])
    except ValueError as error:
        raise ValueError(f"{error}{of_other_rules(dataset)}") from None


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
        path: of the file.
        decisions: all in it.
        ways: of the dataset.
        block: which the file is of.
    """

    def __init__(self, path: Path, decisions: Decisions, ways: int, block: Block) -> None:
        self.path, self.decisions = path, decisions
        row = decisions.plain("game_number") - block.first
        self.order = np.lexsort((decisions.seat, row, decisions.plain("decision")))
        self.steps = decisions.plain("decision")[self.order]
        self.rows, self.seats = row[self.order], decisions.seat[self.order].astype(np.int64)
        self.used = 0

    def __call__(
        self, batch: Batch, rows: NDArray[Any], seats: NDArray[Any], steps: int
    ) -> tuple[NDArray[Any], NDArray[Any] | None, NDArray[np.float32]]:
        """Return the actions of the file at this joint decision; refuse it if others act there."""
        first, last = np.searchsorted(self.steps, [steps + 1, steps + 2])
        players = batch.game.num_players
        expected, found = rows * players + seats, self.rows[first:last] * players + self.seats[first:last]
        if not np.array_equal(expected, found):
            odd = np.setxor1d(expected, found)
            at, seat = divmod(int(odd[0]), players)
            said, rest = (
                ("no row", "acts there by the rules") if odd[0] in expected else ("a row", "does not act there")
            )
            number = batch.game_number[at]
            raise ValueError(
                f"{self.path}: game number {number}, decision {steps + 1}: found {said} of player_{seat}, who {rest}"
            )
        ids = self.order[first:last]
        self.used += len(ids)
        actions = self.decisions.action[ids].astype(np.int32)
        self.refuse_forbidden(batch, rows, seats, ids, actions)
        part = self.decisions.take(ids)
        policy = part.policy if part.has_policy.any() else None
        return actions, policy, part.value

    def refuse_forbidden(
        self, batch: Batch, rows: NDArray[Any], seats: NDArray[Any], ids: NDArray[Any], actions: NDArray[Any]
    ) -> None:
        """Refuse an action that the rules forbid, in their words."""
        allowed = batch.sparse_rows(rows, seats)
        used = np.arange(allowed.legal.shape[1]) < allowed.legal_count[:, None]
        right = ((allowed.legal == actions[:, None]) & used).any(axis=1)
        if right.all():
            return
        at = int(np.argmin(right))
        game, state, seat = batch.game_of(int(rows[at])), batch.states[rows[at] : rows[at] + 1], int(seats[at])
        name, why = game.action_name(state, seat, int(actions[at])), game.why_not(state, seat, int(actions[at]))
        raise ValueError(
            f"{self.path}: row {ids[at]}{where(self.decisions, int(ids[at]))}: action: found {name!r}, which the rules"
            f" forbid: {why or 'it is not allowed'}"
        )

    def expect_no_more(self) -> None:
        """Refuse decisions after the end of all games."""
        if self.used < len(self.order):
            row = int(self.order[self.used])
            raise ValueError(f"{self.path}: row {row}{where(self.decisions, row)}: the game was over before it")


def compare(path: Path, found: Decisions, expected: Columns, names: Iterable[str]) -> None:
    """Refuse the first row in which a column is not what came of playing the game again."""
    for name in names:
        there, right = found.columns[name], expected[name]
        same = are_same(there, right)
        if not same.all():
            row = int(np.argmin(same))
            words = f"expected {shown(right, row)} by the rules, found {shown(there, row)}"
            raise ValueError(f"{path}: row {row}{where(found, row)}: {name}: {words}")


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
    """Return what stands in a row."""
    return few(column.row(row)) if isinstance(column, Ragged) else str(column[row].item())
