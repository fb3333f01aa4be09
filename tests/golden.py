"""Golden games: what those of all games share. They are whole games as text, for people to read.

A game's own golden.py says which games are played, by whom, and how a table is told; its test_golden.py plays each file
again. Below: courses.py.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from textwrap import TextWrapper
from typing import Any

import pytest

from ow_env.core import Batch
from ow_env.core.events import RESULT
from tests.courses import Choose

WRAPPER = TextWrapper(116, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)
DONE = "▸ "
ANEW = "(`make golden` writes all games anew)"


# ── How a game is told and read back ───────────────────────────────────────────────────────────


def told_of(batch: Batch, actions: list[int]) -> Iterator[str]:
    """Yield the lines of what is told of a decision that is about to be taken."""
    for event in batch.game.events(batch.states, actions, batch.rng):
        yield from WRAPPER.wrap(f"{'    ' if event.level == RESULT else '  '}{event}")


def actions_in(text: str) -> list[str]:
    """Return the actions of a file that has a line for each: who, and what."""
    lines = [line.removeprefix(DONE) for line in text.splitlines() if line.startswith(DONE)]
    return [line.partition(": ")[2] for line in lines]


# ── The files ──────────────────────────────────────────────────────────────────────────────────


def files_in(folder: Path) -> dict[str, str]:
    """Return the text of each game."""
    return {path.stem: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.txt"))}


def write_files(folder: Path, games: Mapping[str, Any], play: Callable[[Any], str]) -> None:
    """Play games anew and write them: all, or those that the command line names."""
    folder.mkdir(exist_ok=True)
    for name in sys.argv[1:] or games:
        text = play(games[name])
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
        print(f"{name}.txt: {text.count(chr(10))} lines")


def check_file(name: str, text: str, actions: list[str], tell: Callable[[Choose], str]) -> None:
    """Check that a game whose players take these actions, as its file tells them, is told as its file tells it."""
    to_come = iter(actions)

    def next_of(names: list[str]) -> str:
        action = next(to_come, None)
        if action not in names:
            raise ValueError(f"{action or 'the end'} is not legal, but {names} are")
        return action

    try:
        now = tell(next_of)
    except ValueError as error:
        pytest.fail(f"{name}.txt: {error} {ANEW}")
    for number, (line, was) in enumerate(zip(now.splitlines(), text.splitlines(), strict=False), 1):
        assert line == was, f"{name}.txt, line {number} {ANEW}"
    assert now == text
