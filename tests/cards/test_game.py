"""What all card games' objects share: sizes from tables and slices, names, what is told of a decision, Factions."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from ow_env import registry
from ow_env.cards.game import CardGame, FactionGame
from ow_env.cards.positions import Positions
from ow_env.core import Batch
from ow_env.core.game import Game

TESTS = Path(__file__).parents[1]
GAMES = [name for name in registry.ROWS if issubclass(registry.class_of(name), CardGame)]
WITH_FACTIONS = [name for name in GAMES if issubclass(registry.class_of(name), FactionGame)]
each_game = pytest.mark.parametrize("game", GAMES, indirect=True)
each_with_factions = pytest.mark.parametrize("game", WITH_FACTIONS, indirect=True)


@pytest.fixture
def game(request: pytest.FixtureRequest) -> Game:
    return registry.make(request.param)


def test_these_are_all_but_goofspiel() -> None:
    assert registry.ROWS.keys() - GAMES == {"goofspiel"}
    assert WITH_FACTIONS == ["tradeworlds", "expansive_universe"]


@each_game
def test_sizes_follow_from_the_tables_and_the_slices(game: CardGame) -> None:
    assert game.num_actions == len(game.actions) == game.tables[0]["action_count"]
    assert game.num_features == len(game.observation_high) == sum(f.stop - f.start for f in game.features)
    assert all((game.observation_high[f.start : f.stop] == f.high).all() for f in game.features)
    assert game.observation_high.dtype == np.uint8


@each_game
def test_a_name_leads_back_to_its_action(game: CardGame) -> None:
    batch = Batch(game, 1, 2)
    seat = int(batch.to_act[0].argmax())
    for action in game.legal_actions(batch.states, seat):
        assert game.action_id(batch.states, seat, game.action_name(batch.states, seat, int(action))) == action
        assert game.why_not(batch.states, seat, int(action)) is None
    assert game.why_not(batch.states, seat, int(batch.action_mask[0, seat].argmin()))


@each_game
def test_a_decision_is_told_from_copies(game: CardGame) -> None:
    batch = Batch(game, 1, 2)
    states, rng = batch.states.copy(), batch.rng.copy()
    actions = batch.action_mask.argmax(axis=2)
    seat = int(batch.to_act[0].argmax())
    actions[0, seat] = game.legal_actions(batch.states, seat)[-1]
    told = game.events(states, actions, rng)
    assert told == game.events(states, actions.tolist(), rng)
    assert told
    assert states.tobytes() == batch.states.tobytes()
    assert rng.tobytes() == batch.rng.tobytes()
    with pytest.raises(ValueError, match=r"view: expected full, public or one of player_0, .*, got 'player_9'"):
        game.events(states, actions, rng, "player_9")


@each_game
def test_what_is_read_of_a_position_is_checked_before_it_is_handed_out(
    game: CardGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = game.position(Batch(game, 1, 2).states)
    declared = hasattr(game, "positions")
    of, name = (Positions, "read") if declared else (sys.modules[type(game).__module__], "read_position")
    read = getattr(of, name)

    def misread(*told: object) -> np.ndarray:
        state = read(*told)
        state.view(np.uint8)[:] = 255
        return state

    monkeypatch.setattr(of, name, misread)
    with pytest.raises(ValueError, match=r"^position: "):
        game.from_position(position)


@each_with_factions
def test_the_factions_are_the_sides_if_none_is_drawn(game: FactionGame) -> None:
    two = list(type(game).known_sides()[:2])
    assert game.sides == ()
    assert type(game)(num_players=2, factions=[two[0], None]).sides == ()
    assert type(game)(num_players=2, factions=two).sides == tuple(two)


@each_with_factions
def test_the_factions_go_round_the_table_with_the_cards_that_were_given(game: FactionGame) -> None:
    assert game.variants() == (game,)
    two = list(type(game).known_sides()[:2])
    own = TESTS / game.name / "odd_cards.toml"
    variants = type(game)(num_players=2, factions=two[::-1], cards=own).variants()
    assert [list(one.sides) for one in variants] == [two, two[::-1]], "in the same order, whichever is asked"
    assert [one.options["cards"] for one in variants] == [str(own)] * 2
    catalogue = game.catalogue
    variants = type(game)(num_players=2, factions=two, cards=catalogue).variants()
    assert [one.catalogue for one in variants] == [catalogue] * 2, "a catalogue has no path to be opened by"
