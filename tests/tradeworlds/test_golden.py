"""Every golden game, played again from its own text, is that text; between them they show every point and every end.

golden.py says what the games are, and `make golden` writes them anew after a change that was meant.
"""

from __future__ import annotations

import pytest

from tests.golden import check_file, files_in
from tests.tradeworlds.golden import GAMES, HERE, read, tell

pytestmark = pytest.mark.pure

FILES = files_in(HERE)
VERBS = (
    *("role", "target", "join", "decommission", "bank", "remove", "discard", "buy", "spend", "configure", "fit"),
    *("refit", "send", "engage", "strike", "play", "reinforce", "use", "eliminate", "pass", "done"),
)


@pytest.mark.parametrize("name", FILES)
def test_a_golden_game_is_what_is_played(name: str) -> None:
    check_file(name, FILES[name], read(FILES[name]), lambda choose: tell(GAMES[name], choose))


def test_no_game_lacks_a_file_and_no_file_a_game() -> None:
    assert sorted(FILES) == sorted(GAMES)


def test_every_verb_is_heard() -> None:
    taken = {action.split()[0] for text in FILES.values() for action in read(text)}
    assert not set(VERBS) - taken


def test_they_end_in_all_ways() -> None:
    told = "\n".join(FILES.values())
    for ended in ('"winner": 0}', '"winner": null}', '"cut_short": true'):
        assert ended in told
