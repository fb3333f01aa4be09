"""Closed decklists are closed in the game that a player is given: it tells its own deck, and of others the size."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

import agents
from agents.registry import AGENTS
from ow_env.adapters.one_seat import OneSeat
from ow_env.core.batch import Batch
from ow_env.core.game import Game
from ow_env.core.players import register_opponent
from ow_env.goofspiel.game import Goofspiel
from ow_env.open_worlds.decks import Deck, random_deck
from ow_env.open_worlds.game import OpenWorlds
from tests.agents.test_no_way_back import reachable

CATALOGUE = OpenWorlds().catalogue
DECKS = [
    Deck(f"nobody knows {seed}", random_deck(CATALOGUE, size, seed).cards, size)
    for seed, size in ((71, 54), (72, 54), (73, 40))
]
GAMES = {
    "two": lambda **options: OpenWorlds(DECKS[:2], **options),
    "of two sizes": lambda **options: OpenWorlds(DECKS[1:], **options),
    "three": lambda **options: OpenWorlds(DECKS, **options),
}
each_table = pytest.mark.parametrize("table", GAMES)


def ids(deck: Deck) -> np.ndarray:
    return np.array(sorted(CATALOGUE.card_ids[name] for name in deck.names))


def told(*given: Any) -> set[str]:
    """The names of the decks that something reachable tells: by name, as lists of cards, or as sorted ids."""
    found = set()
    lists = {deck.name: (list(deck.cards), [f"{n}x {card}" for card, n in deck.cards]) for deck in DECKS}
    held = {deck.name: [ids(deck).astype(kind).tobytes() for kind in (np.uint8, np.int16, np.int32)] for deck in DECKS}
    for thing in reachable(*given):
        if isinstance(thing, str):
            found |= {name for name in lists if name in thing}
        elif isinstance(thing, (list, tuple)):
            found |= {name for name, known in lists.items() if list(thing) in known}
        elif isinstance(thing, (np.ndarray, np.void)) and thing.dtype != object:
            raw = thing.tobytes()
            found |= {name for name, known in held.items() if any(cards in raw for cards in known)}
    return found


@each_table
def test_a_seat_is_told_its_own_deck_and_of_others_the_size(table: str) -> None:
    game = GAMES[table]()
    decks = {deck.name for deck in game.decks}
    assert told(game) == decks, "what is looked for can be found"
    for seat in (None, *range(game.num_players)):
        seen = game.for_seat(seat)
        assert told(seen) == (set() if seat is None else {game.decks[seat].name})
        assert [deck["size"] for deck in seen.options["decks"]] == [deck.size for deck in game.decks]
        assert [deck.size for deck in seen.decks] == [deck.size for deck in game.decks]
        for other, deck in enumerate(seen.options["decks"]):
            if other == seat:
                assert deck == game.options["decks"][other]
            else:
                assert deck == {"name": "closed", "size": deck["size"], "cards": None}
        assert json.loads(json.dumps(seen.options)) == seen.options


@each_table
def test_all_else_is_the_same_and_can_be_played_with(table: str) -> None:
    game = GAMES[table]()
    batch = Batch(game, 2, seed=1)
    batch.rollout(30)
    for seat in range(game.num_players):
        seen = game.for_seat(seat)
        assert seen.tables.tobytes() == game.tables.tobytes()
        assert (seen.features, seen.actions, seen.num_players) == (game.features, game.actions, game.num_players)
        counts = [table.template["players"]["deck"]["count"].tolist() for table in (seen, game)]
        assert counts[0] == counts[1]
        own = Batch(seen, 2, seed=1)
        own.set_states(game.hide(batch.states, seat))
        own.rollout(5)
        assert seen.position(batch.states[:1], f"player_{seat}") == game.position(batch.states[:1], f"player_{seat}")
        assert seen.show(batch.states).observation.tobytes() == game.show(batch.states).observation.tobytes()


def test_what_was_told_is_not_told_to_another_seat() -> None:
    game = GAMES["three"]()
    first, second = game.for_seat(0), game.for_seat(1)
    assert told(first.for_seat(0)) == {DECKS[0].name}
    assert told(first.for_seat(1)) == told(second.for_seat(0)) == told(first.for_seat()) == set()
    assert told(game) == {deck.name for deck in DECKS}
    assert game.for_seat(0) is first, "made once"
    with pytest.raises(ValueError, match="seat: expected a whole number from 0 to 2, got 3"):
        game.for_seat(3)


@each_table
def test_open_decklists_and_games_without_hidden_options_are_told_whole(table: str) -> None:
    game = GAMES[table](open_decklists=True)
    assert game.for_seat(0) is game.for_seat() is game
    small = Goofspiel()
    assert small.for_seat(1) is small


def test_a_stand_in_is_the_same_whatever_the_true_deck_is() -> None:
    one, other = OpenWorlds(DECKS[:2]).for_seat(0), OpenWorlds([DECKS[0], random_deck(CATALOGUE, 54, 5)]).for_seat(0)
    assert one.template.tobytes() == other.template.tobytes()
    assert one.options == other.options


@pytest.mark.parametrize(("seat", "knows"), [(0, [1]), (1, [0]), ("alternate", []), ("random", [])])
def test_an_opponents_factory_is_told_its_own_deck_only(
    seat: Any, knows: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[Game] = []

    def factory(game: Game, seed: int) -> Any:
        given.append(game)
        return lambda observation: observation.mask.argmax(axis=1)

    monkeypatch.setattr("ow_env.core.players.REGISTERED", {})
    register_opponent("curious", factory)
    for game, wanted in ((GAMES["two"](), knows), (GAMES["three"](), [])):
        games = OneSeat(game, opponent="curious", seat=seat)
        games.begin(np.ones(1, np.bool_), [3])
        assert told(given) == {game.decks[seat].name for seat in wanted}
        assert len(given) == 2
        given.clear()
    two = OneSeat([GAMES["two"](), OpenWorlds([DECKS[1], DECKS[0]])], 2, opponent="curious", seat=seat)
    two.begin(np.ones(2, np.bool_), [3, 4])
    assert told(given) == set(), "rows with other decks"


def test_an_agent_is_told_no_closed_deck(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[Game] = []
    monkeypatch.setitem(AGENTS, "curious", lambda game, seed: given.append(game))
    agents.make("curious", GAMES["two"]())
    assert told(given) == set()
    agents.make("curious", GAMES["two"](open_decklists=True))
    assert told(given) == {DECKS[0].name, DECKS[1].name}


def test_agents_that_go_by_the_size_of_decks_are_the_same() -> None:
    small = [random_deck(CATALOGUE, 40, seed) for seed in range(2)]
    for game in (GAMES["two"](), OpenWorlds(small), GAMES["of two sizes"]()):
        open_one = OpenWorlds(game.decks, open_decklists=True)
        for name in ("learned", "search:10"):
            assert agents.make(name, game).parameters == agents.make(name, open_one).parameters
