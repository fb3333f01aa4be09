"""Every golden game, played again from its own text, is that text; between them they show every kind of action.

golden.py says what the games are, and `make golden` writes them anew after a change that was meant.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.expansive_universe.golden import GAMES, HERE, read, tell
from tests.expansive_universe.table import game_of

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


def test_every_verb_is_heard() -> None:
    taken = {action.split()[0] for text in FILES.values() for action in read(text)}
    assert {name.split()[0] for name in game_of(num_players=2).actions} - taken <= {"take"}


def test_they_end_in_all_ways() -> None:
    ends = {text.rsplit("result ", 1)[1].split()[0] for text in FILES.values() if "result " in text}
    assert ends == {"truncated", "you", "foe"}
    assert [text for text in FILES.values() if "out yes" in text]
