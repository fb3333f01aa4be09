"""Every golden game, played again from its own text, is that text; between them they show every kind of action.

golden.py says what the games are, and `make golden` writes them anew after a change that was meant.
"""

from __future__ import annotations

import pytest

from tests.expansive_universe.golden import GAMES, HERE, tell
from tests.expansive_universe.table import game_of
from tests.golden import actions_in, check_file, files_in

pytestmark = pytest.mark.pure

FILES = files_in(HERE)


@pytest.mark.parametrize("name", FILES)
def test_a_golden_game_is_what_is_played(name: str) -> None:
    check_file(name, FILES[name], actions_in(FILES[name]), lambda choose: tell(GAMES[name], choose))


def test_no_game_lacks_a_file_and_no_file_a_game() -> None:
    assert sorted(FILES) == sorted(GAMES)


def test_every_verb_is_heard() -> None:
    taken = {action.split()[0] for text in FILES.values() for action in actions_in(text)}
    assert {name.split()[0] for name in game_of(num_players=2).actions} - taken <= {"take"}


def test_they_end_in_all_ways() -> None:
    ends = {text.rsplit("result ", 1)[1].split()[0] for text in FILES.values() if "result " in text}
    assert ends == {"truncated", "you", "foe"}
    assert [text for text in FILES.values() if "out yes" in text]
