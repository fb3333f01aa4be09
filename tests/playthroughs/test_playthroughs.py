"""Every golden game, played again from its own text, is that text; between them they show every card.

golden.py says what the games are, and `make golden` writes them anew after a change that was meant.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np
import pytest

from ow_env.core import Batch
from ow_env.open_worlds.actions import VERBS
from ow_env.open_worlds.game import OpenWorlds
from ow_env.open_worlds.state import POINTS, QUESTIONS, REVEAL
from tests.playthroughs.golden import CATALOGUE, GAMES, HERE, UNPRINTED, read, tell

FILES = sorted(path.stem for path in HERE.glob("*.txt"))
QUICK = ("by-hand", "cut-short")  # also uncompiled
UNASKED = {  # where the rules go on by themselves
    *("turn begins", "reveal", "install facilities", "deploy", "world ends", "count income", "draw", "game over"),
}


@cache
def replayed(name: str) -> tuple[str, frozenset[str]]:
    """Return the text of a game whose actions are those of its file, and what there was to see in it."""
    golden, decisions = read((HERE / f"{name}.txt").read_text(encoding="utf-8"))
    game, seen = OpenWorlds(**golden.options), set[str]()
    to_come = iter(decisions)

    def choose(batch: Batch) -> dict[str, str]:
        seen.update(sights(game, batch))
        actions = next(to_come)
        seen.update(action.partition(" ")[0] for action in actions.values())
        return actions

    try:
        text = tell(golden, game, choose)
    except (ValueError, StopIteration) as error:
        number = len(decisions) - len(list(to_come))
        pytest.fail(f"decision {number}: {str(error) or 'the game goes on'} (`make golden` writes all games anew)")
    return text, frozenset(seen)


def sights(game: OpenWorlds, batch: Batch) -> Iterator[str]:
    """Yield what there is to see: what is asked, units in play, Utilities played, Catastrophes revealed."""
    g = batch.states[0]
    yield from (POINTS[g.point], QUESTIONS[g.question])
    cards = [*g.units["card"][: g.starts[g.num_worlds]], *g.plays["card"][: g.play_count]]
    if g.point > REVEAL:
        staged, counts = g.players["staged"], g.players["staged_count"]
        revealed = staged[np.arange(staged.shape[2]) < counts[..., None]]
        cards += [card for card in revealed if CATALOGUE.cards[card].damage]
    yield from (CATALOGUE.cards[card].name for card in cards)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.pure if name in QUICK else pytest.mark.bounds) for name in FILES]
)
def test_a_golden_game_is_what_is_played(name: str) -> None:
    was = (HERE / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    for number, (now, then) in enumerate(zip(replayed(name)[0].splitlines(), was, strict=False), 1):
        assert now == then, f"{name}.txt, line {number} (`make golden` writes all games anew)"
    assert replayed(name)[0].count("\n") == len(was)


@pytest.mark.pure
def test_no_game_lacks_a_file_and_no_file_a_game() -> None:
    assert FILES == sorted(GAMES)
    for name, wanted in GAMES.items():
        golden, decisions = read((HERE / f"{name}.txt").read_text(encoding="utf-8"))
        assert golden == wanted, f"{name}.txt tells of another game than golden.py: `make golden {name}`"
        assert len(decisions) > 20


def test_between_them_they_show_every_card_and_every_choice() -> None:
    seen = frozenset[str]().union(*(replayed(name)[1] for name in FILES))
    printed = {card for deck in CATALOGUE.decks for card in deck.names}
    assert sorted(printed - seen) == []
    assert sorted(set(UNPRINTED) - seen) == []
    assert sorted({*VERBS, *POINTS, *QUESTIONS} - UNASKED - seen) == []


@pytest.mark.pure
def test_between_them_they_have_every_kind_of_game() -> None:
    decks, kinds = set[str](), set[tuple[int, str]]()
    for golden in GAMES.values():
        named = golden.options.get("decks", [])
        decks |= {deck for deck in named if isinstance(deck, str)}
        kinds.add((len(golden.players), golden.options.get("stage", "simultaneous")))
    assert decks == {deck.name for deck in CATALOGUE.decks}
    assert kinds == {(players, stage) for players in (2, 3, 4) for stage in ("simultaneous", "priority")}
