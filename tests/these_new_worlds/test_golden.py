"""Every golden game, played again from its own text, is that text; between them they show every card and every choice.

golden.py says what the games are, and `make golden` writes them anew after a change that was meant.
"""

from __future__ import annotations

import re

import pytest

from tests.golden import actions_in, check_file, files_in
from tests.these_new_worlds.golden import GAMES, HERE, tell
from tests.these_new_worlds.table import game_of

pytestmark = pytest.mark.pure

FILES = files_in(HERE)


@pytest.mark.parametrize("name", FILES)
def test_a_golden_game_is_what_is_played(name: str) -> None:
    check_file(name, FILES[name], actions_in(FILES[name]), lambda choose: tell(GAMES[name], choose))


def test_no_game_lacks_a_file_and_no_file_a_game() -> None:
    assert sorted(FILES) == sorted(GAMES)


def test_every_action_is_taken() -> None:
    """But for a few that are seldom: one of a wild's colours, a pair."""
    taken = {action for text in FILES.values() for action in actions_in(text)}
    missing = set(game_of().actions) - taken
    assert len(missing) <= 3
    assert not [name for name in missing if " for " not in name and not name.startswith("colonize")]


def test_they_end_in_all_ways() -> None:
    ends = {re.search(r"step over: (\w+)", text)[1] for text in FILES.values()}  # type: ignore[index]
    assert ends >= {"you", "foe", "draw", "nobody"}
    told = "\n".join(FILES.values())
    assert "takes the die" in told
    assert "who owns more planets of its colour" in told
