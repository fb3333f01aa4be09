"""Golden games: whole games as text, for people to read; a diff shows what a change does to them.

Below: courses.py. Above: golden.py of each game, which says what is played and how a position is told;
contract/test_golden.py, which plays each file again, and contract/golden.py, which writes them. A file begins with a
sentence, the options of the game, its seed and the style of play, and where it begins if not at the start. Then comes
the position at the beginning of each turn, and below it each joint decision, with what was told of it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from textwrap import TextWrapper
from typing import Any, TypeAlias

import numpy as np

from ow_env.core import Batch, Game
from ow_env.core.events import RESULT
from ow_env.core.game import Position, States
from ow_env.core.players import decision_in
from ow_env.testing.courses import Chooser, Style, joint_names

Table: TypeAlias = Callable[[Game, States], list[str]]  # the lines that tell a position [1]
Turn: TypeAlias = Callable[[Game, States], Any]  # equal as long as it is the same turn
Choose: TypeAlias = Callable[[Batch], list[str]]  # an action by name for each seat that is asked

WRAPPER = TextWrapper(116, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)
DONE = "▸ "
BETWEEN = " │ "


@dataclass(frozen=True)
class Golden:
    """One golden game: what is played, under which seed, in which style, from where; `start` None: from the start."""

    title: str
    seed: int
    options: Mapping[str, Any] = field(default_factory=dict)
    style: str = "uniform"
    start: Callable[[], Position] | None = None

    def begin(self, game: Game) -> Batch:
        """Return a batch of one that stands where the game begins."""
        batch = Batch(game, 1, self.seed)
        if self.start is not None:
            batch.set_states(game.from_position(self.start()))
        return batch

    @property
    def head(self) -> list[str]:
        """The first lines of its file."""
        lines = [self.title, f"options {json.dumps(self.options)}", f"seed {self.seed}, {self.style}"]
        return lines + ([f"position {json.dumps(self.start())}"] if self.start is not None else [])


def tell(golden: Golden, game: Game, choose: Choose, table: Table, turn: Turn) -> str:
    """Return a game as text."""
    return "\n".join([*(line for head in golden.head for line in WRAPPER.wrap(head)),
                      *told(golden.begin(game), choose, table, turn)]) + "\n"  # fmt: skip


def told(batch: Batch, choose: Choose, table: Table, turn: Turn) -> Iterator[str]:
    """Yield the positions and the decisions, with what was told of them."""
    game, now = batch.game, None
    while not (batch.terminated[0] or batch.truncated[0]):
        if turn(game, batch.states) != now:
            now = turn(game, batch.states)
            yield from ("", *wrapped(table(game, batch.states)), "")
        names = choose(batch)
        seats = np.flatnonzero(batch.to_act[0]).tolist()
        yield DONE + BETWEEN.join(f"player_{seat}: {name}" for seat, name in zip(seats, names, strict=True))
        actions = np.zeros(game.num_players, np.int32)
        for seat, name in zip(seats, names, strict=True):
            actions[seat] = game.action_id(batch.states, seat, name)
        for event in game.events(batch.states, actions, batch.rng):
            yield from WRAPPER.wrap(f"{'    ' if event.level == RESULT else '  '}{event}")
        batch.step([actions])
    yield from ("", *wrapped(table(game, batch.states)))


def told_decisions(game: Game, begin: Batch, choose: Choose) -> str:
    """Return three decisions of a game as their seats read them: its first, one in the middle, and one near its end.

    That in the middle is told in full, the others tersely.
    """
    batch, steps = begin, []
    batch.keep_history()
    while not (batch.terminated[0] or batch.truncated[0]):
        seat = int(np.flatnonzero(batch.to_act[0])[-1])
        determinization = game.hide(batch.states, seat)
        steps.append(decision_in(batch, 0, seat, determinization))
        actions = np.zeros(game.num_players, np.int32)
        for each, name in zip(np.flatnonzero(batch.to_act[0]).tolist(), choose(batch), strict=True):
            actions[each] = game.action_id(batch.states, each, name)
        batch.step([actions])
    chosen = ((0, "terse"), (len(steps) // 2, "full"), (len(steps) * 5 // 6, "terse"))
    return "\n".join(f"{DONE}decision {at}, {form}\n\n{steps[at].text(form)}\n" for at, form in chosen)


def wrapped(lines: list[str]) -> list[str]:
    """Return lines no longer than they should be; those that are indented are drawn, and stay."""
    return [each for line in lines for each in ([line] if len(line) <= WRAPPER.width else WRAPPER.wrap(line))]


def decisions_in(text: str) -> list[list[str]]:
    """Return the joint decisions of a file: for each seat that is asked an action by name."""
    lines = [line.removeprefix(DONE) for line in text.splitlines() if line.startswith(DONE)]
    return [[part.partition(": ")[2] for part in line.split(BETWEEN)] for line in lines]


def legal(batch: Batch, names: list[str]) -> bool:
    """Tell whether each seat that is asked may do what is named."""
    seats = np.flatnonzero(batch.to_act[0]).tolist()
    if len(names) != len(seats):
        return False
    for seat, name in zip(seats, names, strict=True):
        try:
            action = batch.game.action_id(batch.states, seat, name)
        except ValueError:
            return False
        if not batch.action_mask[0, seat, action]:
            return False
    return True


def from_file(decisions: list[list[str]]) -> Choose:
    """Return who decides as a file says; a ValueError says where that is not legal."""
    to_come = iter(decisions)

    def choose(batch: Batch) -> list[str]:
        names = next(to_come, None)
        if names is None or not legal(batch, names):
            raise ValueError(f"{names or 'the end'} is not legal {batch.game.moment(batch.states)}")
        return names

    return choose


def then_by_chance(decisions: list[list[str]], game: Game, style: Style, seed: int) -> Choose:
    """Return who decides as a file says where that is legal, and elsewhere and after its end by chance."""
    to_come, chooser = iter(decisions), Chooser(game, style, seed, 1)

    def choose(batch: Batch) -> list[str]:
        names = next(to_come, None)
        if names is not None and legal(batch, names):
            return names
        return joint_names(game, batch.states, chooser(batch)[0], batch.to_act[0])

    return choose
