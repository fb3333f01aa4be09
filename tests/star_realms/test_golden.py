"""Every golden game, played again from its own text, is that text; between them they show every card and every choice.

golden.py says what the games are, and `make golden` writes them anew after a change that was meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from ow_env.star_realms.cards import load_catalogue
from ow_env.star_realms.state import POINTS
from tests.star_realms.golden import GAMES, HERE, read, read_start, tell

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
        now = tell(GAMES[name], lambda batch, names: next_of(to_come, names), read_start(FILES[name]))
    except ValueError as error:
        pytest.fail(f"{name}.txt: {error} (`make golden` writes all games anew)")
    for number, (line, was) in enumerate(zip(now.splitlines(), FILES[name].splitlines(), strict=False), 1):
        assert line == was, f"{name}.txt, line {number} (`make golden` writes all games anew)"
    assert now == FILES[name]


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
