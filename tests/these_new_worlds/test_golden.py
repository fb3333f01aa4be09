"""Every golden game, played again from its own text, is that text; between them they show every card and every choice.

golden.py says what the games are, and `make golden` writes them anew after a change that was meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.these_new_worlds.golden import GAMES, HERE, read, tell
from tests.these_new_worlds.table import game_of

pytestmark = pytest.mark.pure

FILES = {path.stem: path.read_text(encoding="utf-8") for path in sorted(HERE.glob("*.txt"))}


def next_of(to_come: Iterator[str], names: list[str]) -> str:
    """Return the next action of a file."""
    action = next(to_come, None)
    if action not in names:
        raise ValueError(f"{action or 'the end'} is not legal, but {names} are")
    return action


@pytest.mark.parametrize("name", FILES)
def test_a_golden_game_is_what_is_played(name: str) -> None:
    to_come = iter(read(FILES[name]))
    try:
        now = tell(GAMES[name], lambda names: next_of(to_come, names))
    except ValueError as error:
        pytest.fail(f"{name}.txt: {error} (`make golden` writes all games anew)")
    for number, (line, was) in enumerate(zip(now.splitlines(), FILES[name].splitlines(), strict=False), 1):
        assert line == was, f"{name}.txt, line {number} (`make golden` writes all games anew)"
    assert now == FILES[name]


def test_no_game_lacks_a_file_and_no_file_a_game() -> None:
    assert sorted(FILES) == sorted(GAMES)


def test_every_action_is_taken() -> None:
    """But for a few that are seldom: one of a wild's colours, a pair."""
    taken = {action for text in FILES.values() for action in read(text)}
    missing = set(game_of().actions) - taken
    assert len(missing) <= 3
    assert not [name for name in missing if " for " not in name and not name.startswith("colonize")]


def test_they_end_in_all_ways() -> None:
    ends = {re.search(r"step over: (\w+)", text)[1] for text in FILES.values()}  # type: ignore[index]
    assert ends >= {"you", "foe", "draw", "nobody"}
    told = "\n".join(FILES.values())
    assert "takes the die" in told
    assert "who owns more planets of its colour" in told
