"""Every golden game, played again from its own text, is that text; between them they show every card and every choice.

golden.py says what the games are, and `make golden` writes them anew after a change that was meant.
"""

from __future__ import annotations

import re

import pytest

from ow_env.star_realms.cards import load_catalogue
from ow_env.star_realms.state import POINTS
from tests.golden import check_file, files_in
from tests.star_realms.golden import GAMES, HERE, read, read_start, tell

pytestmark = pytest.mark.pure

FILES = files_in(HERE)


@pytest.mark.parametrize("name", FILES)
def test_a_golden_game_is_what_is_played(name: str) -> None:
    check_file(name, FILES[name], read(FILES[name]), lambda choose: tell(GAMES[name], choose, read_start(FILES[name])))


def test_no_game_lacks_a_file_and_no_file_a_game() -> None:
    assert sorted(FILES) == sorted(GAMES)


def test_every_card_is_played_and_every_verb_is_used() -> None:
    actions = [action for text in FILES.values() for action in read(text)]
    for card in load_catalogue().cards:
        assert any(re.match(f"play {re.escape(card.name)}(:|$)", action) for action in actions), card.name
    endings = ("from hand", "from discard", "from row", "on top")
    verbs = {action.split()[0] + next((f" {end}" for end in endings if action.endswith(end)), "") for action in actions}
    assert verbs == {
        *("pass", "end", "attack", "play", "buy", "buy on top", "use", "ally", "scrap", "discard"),
        *("scrap from hand", "scrap from discard", "scrap from row", "destroy", "acquire", "copy"),
    }


def test_they_end_in_both_ways() -> None:
    ends = {re.search(r"asked over: (\w+)", text)[1] for text in FILES.values()}  # type: ignore[index]
    assert ends == {"you", "foe", "nobody"}
    assert set(POINTS) >= {"over"}
