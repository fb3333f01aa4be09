"""Playthroughs of each game, which all tests of this folder look at: played once in a process, kept as arrays.

A *course* is a few games of one configuration played at once in one style, the first from the start, the others, where
the game has such positions, from the middle of a game. Every course is played twice. The second time, with two
threads and with sparse rows beside the dense ones, it has to go the same way, and of each game those positions are
kept that differ most in what is asked and allowed.

Below: contract.py, courses.py. Above: all tests here.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ow_env.compiled.jit import PURE
from ow_env.core import Batch, Game
from ow_env.core.game import States
from ow_env.core.sparse import SparseRows
from ow_env.testing.contract import Contract, contracts
from ow_env.testing.courses import Chooser, joint_names

COURSES, ROWS, STEPS = (4, 2, 25) if PURE else (24, 8, 300)  # of a game; rows of a course; decisions of a row
KEPT = 32 if PURE else 3000  # positions of a game
IN_WORDS = 8 if PURE else 240  # of these, looked at with everything that is written in words
LOOK = 8  # every so many decisions both forms of all rows are compared


@dataclass
class Course:
    """Some games and K positions of them.

    Attributes:
        differs: what was not the same when it was played again, in words; "" if nothing was.
        taken: bool [A], the actions that were taken.
        row, step: int [K], whose position each is, and after how many decisions.
        states, rng, actions, after, reward, to_act: [K] the position, the generator, what was decided there, the
            position that followed, the rewards, and who was asked; where the game was over nothing was decided.
        is_over: bool [K].
    """

    contract: Contract
    number: int
    game: Game
    style: str
    seed: int
    differs: str
    taken: npt.NDArray[np.bool_]
    row: npt.NDArray[np.int64]
    step: npt.NDArray[np.int64]
    states: States
    rng: npt.NDArray[Any]
    actions: npt.NDArray[np.int32]
    after: States
    reward: npt.NDArray[np.float32]
    to_act: npt.NDArray[np.bool_]
    is_over: npt.NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.states)

    def at(self, k: int, seat: int | None = None, action: int | None = None) -> str:
        """Say where a position is from, for a message; and whose action is meant."""
        state = self.states[k : k + 1]
        told = f"{self.game!r}, {self.style}, course {self.number}, row {self.row[k]}, decision {self.step[k]}"
        told += f" ({self.game.moment(state)})" if self.game.moment(state) else ""
        told += "" if seat is None else f", player_{seat}"
        return told + ("" if action is None else f": {self.game.action_name(state, seat or 0, action)}")

    def names(self, k: int) -> list[str]:
        """Return what was decided in a position, by name."""
        return joint_names(self.game, self.states[k : k + 1], self.actions[k], self.to_act[k])


def checksum(batch: Batch, *, rows: bool) -> int:
    """Return a checksum of what a batch holds after a step; `rows`: with all that seats see."""
    found = 0
    for array in (batch.states, batch.rng, batch.reward, batch.to_act, batch.terminated, batch.truncated):
        found = zlib.crc32(np.ascontiguousarray(array).tobytes(), found)
    for array in (batch.observation, batch.action_mask) if rows else ():
        found = zlib.crc32(array.tobytes(), found)
    return found


def beginning(contract: Contract, game: Game, number: int, rows: int) -> States:
    """Return where the rows of a course begin."""
    states = Batch(game, rows, seed=number).states
    for row in range(1, len(states)):
        position = contract.late(game, 8 * number + row)
        if position is not None:
            states[row : row + 1] = game.from_position(position)
    return states


Kinds: TypeAlias = tuple[bytes, bytes]  # what is asked; and with it what is allowed


def kinds_of(contract: Contract, batch: Batch, one_hot: npt.NDArray[np.float32]) -> list[Kinds]:
    """Return for each row what kind of decision is asked, and with it which kinds of action are allowed."""
    asked = batch.action_mask * batch.to_act[:, :, None]
    verbs = np.packbits((asked.any(axis=1).astype(np.float32) @ one_hot) > 0, axis=1)
    words = [number_of(batch.states) for _, number_of in contract.words.values()]
    numbers = np.stack([batch.to_act.sum(axis=1), batch.terminated | batch.truncated, *words], axis=1).astype(np.int16)
    return [(number.tobytes(), number.tobytes() + verb.tobytes()) for verb, number in zip(verbs, numbers, strict=True)]


def both_forms_differ(batch: Batch) -> str:
    """Say what is not the same in the sparse rows and in the dense ones of a batch that has both."""
    rows, seats = np.divmod(np.arange(batch.to_act.size), batch.to_act.shape[1])
    dense = batch.observation.reshape(len(rows), -1), batch.action_mask.reshape(len(rows), -1)
    sparse = batch.sparse_rows(rows, seats)
    if any(one.tobytes() != other.tobytes() for one, other in zip(sparse.dense(), dense, strict=True)):
        return "sparse rows made dense"
    other_way = SparseRows.of(*dense)
    for name in SparseRows.__slots__[:5]:
        if not np.array_equal(getattr(sparse, name), getattr(other_way, name)):
            return f"dense rows made sparse: {name}"
    for index, count in ((sparse.feature_index, sparse.feature_count), (sparse.legal, sparse.legal_count)):
        used = np.arange(index.shape[1]) < count[:, None]
        if not (np.diff(index, axis=1)[used[:, 1:]] > 0).all() or index[~used].any():
            return "the order of sparse rows"
    return ""


@cache
def courses(name: str) -> tuple[Course, ...]:
    """Return the courses of a game."""
    contract = contracts()[name]
    styles = list(contract.styles)
    games = contract.games
    count = max(COURSES, 0 if PURE else len(games))
    seen: tuple[Counter[bytes], Counter[bytes]] = Counter(), Counter()
    played = []
    for number in range(count):
        game, style = games[number % len(games)], styles[(number + number // len(games)) % len(styles)]
        start = beginning(contract, game, number, ROWS)
        played.append((game, style, start, *first_time(contract, game, style, number, start, seen)))
    return tuple(second_time(contract, number, *one, seen, KEPT // count) for number, one in enumerate(played))


def first_time(
    contract: Contract, game: Game, style: str, number: int, start: States, seen: tuple[Counter[bytes], Counter[bytes]]
) -> tuple[list[Any], list[list[Kinds | None]], list[int]]:
    """Play a course; return the decisions, the kind of decision in each row at each, and checksums."""
    batch = Batch(game, ROWS, seed=number)
    batch.set_states(start)
    chooser = Chooser(game, contract.styles[style], number, ROWS)
    one_hot = np.eye(len(game.structure.kinds), dtype=np.float32)[game.structure.kind]
    log: list[Any] = []
    kinds: list[list[Kinds | None]] = []
    checks, over = [checksum(batch, rows=True)], np.zeros(ROWS, bool)
    for step in range(STEPS):
        kinds.append(
            [None if left else kind for kind, left in zip(kinds_of(contract, batch, one_hot), over, strict=True)]
        )
        for kind in filter(None, kinds[-1]):
            seen[0][kind[0]] += 1
            seen[1][kind[1]] += 1
        over = batch.terminated | batch.truncated
        if over.all():
            break
        log.append(chooser(batch))
        batch.step(log[-1])
        checks.append(checksum(batch, rows=step % LOOK == 0))
    return log, kinds, checks


def second_time(
    contract: Contract, number: int, game: Game, style: str, start: States, log: list[Any],
    kinds: list[list[Kinds | None]], checks: list[int], seen: tuple[Counter[bytes], Counter[bytes]], most: int,
) -> Course:  # fmt: skip
    """Play a course once more, and keep what is rare of it, and the last position of each row."""
    batch = Batch(game, ROWS, seed=number, threads=2, rows="both")
    batch.set_states(start)
    chosen = choose_positions(kinds, seen, most, number)
    kept: list[tuple[Any, ...]] = []
    differs = "" if checksum(batch, rows=True) == checks[0] else "the beginning"
    taken = np.zeros(game.num_actions, bool)
    for step in range(len(kinds)):
        before = batch.states.copy(), batch.rng.copy(), batch.to_act.copy(), (batch.terminated | batch.truncated).copy()
        actions = log[step] if step < len(log) else np.zeros_like(batch.to_act, np.int32)
        if step < len(log):
            taken[actions[batch.to_act]] = True
            batch.step(actions)
            if checksum(batch, rows=step % LOOK == 0) != checks[step + 1]:
                differs = differs or f"decision {step}"
            if step % LOOK == 0 and not differs:
                differs = both_forms_differ(batch)
        for row in chosen.get(step, ()):
            left = step >= len(log) and not before[3][row]  # the course was left there, and nothing was decided
            states, rng, to_act, over = (each[row] for each in before)
            if not left:
                kept.append((row, step, states, rng, actions[row], batch.states[row].copy(), batch.reward[row].copy(),
                             to_act, over))  # fmt: skip
    columns = [as_array(column) for column in zip(*kept, strict=True)]
    return Course(contract, number, game, style, number, differs, taken, *columns)


def as_array(column: tuple[Any, ...]) -> npt.NDArray[Any]:
    """Return an array of records or numbers; of records NumPy would compare all fields first."""
    first = np.asarray(column[0])
    found = np.zeros((len(column), *first.shape), first.dtype)
    for place, value in enumerate(column):
        found[place] = value
    return found


def choose_positions(
    kinds: list[list[Kinds | None]], seen: tuple[Counter[bytes], Counter[bytes]], most: int, seed: int
) -> dict[int, list[int]]:
    """Return rows by their decisions: so many as are kept, rare kinds of decision mostly, and each row's last."""
    places = {(step, row): kind for step, some in enumerate(kinds) for row, kind in enumerate(some) if kind}
    rare = np.array([sum(1 / (len(seen[i]) * seen[i][kind[i]]) for i in range(2)) for kind in places.values()])
    draws = np.log1p(-np.random.default_rng(seed).random(len(places))) / rare
    chosen = {list(places)[place] for place in np.argsort(-draws)[:most].tolist()}
    chosen |= {(step, row) for row, step in {row: step for step, row in places}.items()}
    found: dict[int, list[int]] = {}
    for step, row in sorted(chosen):
        found.setdefault(step, []).append(row)
    return found


@dataclass(frozen=True)
class Hidden:
    """What positions leave out.

    Attributes:
        from_some: is there anything in a position that one of the seats is not told?
        from_others: is a seat told anything that not everybody is?
    """

    from_some: bool
    from_others: bool


@cache
def hidden(name: str) -> Hidden:
    """Return what is hidden in a game: as its contract says, or as its positions tell seats apart."""
    contract = contracts()[name]
    if contract.hides is not None:
        return Hidden(contract.hides, contract.hides)
    from_some = from_others = False
    for course, k, _ in in_words(contract):
        game, state = course.game, course.states[k : k + 1]
        full, public, *own = ({**game.position(state, view), "view": ""} for view in ("full", "public", *game.agents))
        from_some |= any(seen != full for seen in own)
        from_others |= any(seen != public for seen in own)
    return Hidden(from_some, from_others)


def in_words(contract: Contract) -> Iterator[tuple[Course, int, int]]:
    """Yield the positions that are looked at in words: a course, which of its positions, and a number for each."""
    played = courses(contract.name)
    each = max(1, IN_WORDS // len(played))
    number = 0
    for course in played:
        for k in np.random.default_rng(course.number).permutation(len(course))[:each].tolist():
            yield course, k, number
            number += 1
