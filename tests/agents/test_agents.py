"""What every agent promises: an allowed action for each row, and no look behind the table."""

from __future__ import annotations

import numpy as np
import pytest

import agents
from agents import learned, shipped
from agents.base import Observation, observe
from agents.random import RandomAgent
from ow_env.core.batch import Batch
from ow_env.core.game import Game
from ow_env.core.players import look
from ow_env.core.sparse import SparseRows
from ow_env.expansive_universe.game import ExpansiveUniverse
from ow_env.goofspiel.game import Goofspiel
from ow_env.open_worlds.game import OpenWorlds
from ow_env.star_realms.game import StarRealms
from ow_env.these_new_worlds.game import TheseNewWorlds
from ow_env.tradeworlds.game import TradeWorlds

GAMES = {
    "expansive_universe": ExpansiveUniverse,
    "goofspiel": Goofspiel,
    "open_worlds": OpenWorlds,
    "star_realms": StarRealms,
    "these_new_worlds": TheseNewWorlds,
    "tradeworlds": TradeWorlds,
}
each_agent = pytest.mark.parametrize(
    ("make_game", "name"),
    [pytest.param(GAMES[game], name, id=f"{game}-{name}") for game in GAMES for name in agents.names(GAMES[game]())],
)
each_shipped = pytest.mark.parametrize(
    ("game", "name"),
    [pytest.param(game, name, id=f"{game}-{name}") for game in GAMES for name in shipped.paths(game)],
)


def trained_for(game: str, name: str) -> Game:
    """Return the game in the mode that a learned agent was trained for."""
    told = learned.read_card(shipped.paths(game)[name]).trained["settings"]
    return GAMES[game](**told.get("options", {}))


def seen_in_play(game: Game, steps: int) -> Observation:
    """Observations of seats that are asked, from a few random games."""
    batch = Batch(game, 8, seed=3)
    batch.rollout(steps)
    rows, seats = np.nonzero(batch.to_act)
    return look(batch, rows, seats, steps, determinize=True)


@each_agent
def test_every_choice_is_allowed(make_game: type[Game], name: str) -> None:
    game = make_game()
    agent = agents.make(name, game, seed=1)
    for steps in range(0, 60, 6):
        seen = seen_in_play(game, steps)
        actions = agent.act(seen)
        assert actions.dtype == np.int32
        assert actions.shape == (len(seen),)
        assert seen.mask[np.arange(len(seen)), actions].all()


@each_shipped
def test_a_learned_agent_is_named_in_its_mode_and_chooses_what_is_allowed(game: str, name: str) -> None:
    own = trained_for(game, name)
    assert name in agents.names(own)
    assert name in agents.names(game)
    agent = agents.make(name, own, seed=1)
    for steps in range(0, 60, 12):
        seen = seen_in_play(own, steps)
        assert seen.mask[np.arange(len(seen)), agent.act(seen)].all()


@each_shipped
def test_a_learned_agent_is_not_named_where_it_can_not_sit(game: str, name: str) -> None:
    for other in shipped.paths(game):
        table = trained_for(game, other)
        if name in agents.names(table):
            assert agents.make(name, table).name == name
        else:
            with pytest.raises(ValueError, match="features and actions"):
                agents.make(name, table)


def test_no_learned_agent_is_named_where_none_fits() -> None:
    for table in (OpenWorlds(num_worlds=2), Goofspiel(num_cards=4)):
        assert not [name for name in agents.names(table) if name.startswith("learned")]
        with pytest.raises(
            ValueError, match=r"comes for goofspiel, 4 cards: learned are for others|other cards, players or Worlds"
        ):
            agents.make("learned", table)


@each_agent
def test_the_same_seed_makes_the_same_choices(make_game: type[Game], name: str) -> None:
    game = make_game()
    seen = seen_in_play(game, 10)
    one, other = (agents.make(name, game, seed=7) for _ in range(2))
    assert np.array_equal(one.act(seen), other.act(seen))


@each_agent
def test_an_agent_says_what_it_is(make_game: type[Game], name: str) -> None:
    agent = agents.make(name, make_game(), seed=2)
    assert agent.name == name
    assert agent.version >= 1
    assert dict(agent.parameters) is not None


@pytest.mark.pure
def test_an_observation_has_no_route_to_the_table() -> None:
    batch = Batch(Goofspiel(), 4, seed=1)
    seen = observe(batch.observation[:, 0], batch.action_mask[:, 0], np.arange(4))
    assert set(Observation.__slots__) == {
        *("_dense", "_sparse", "determinizations", "seats", "draws"),
        *("games", "moments"),  # a hash of the seat's key, and how far the game is: test_search_memory.py
    }
    assert seen.determinizations is seen.seats is seen.draws is seen.games is seen.moments is None
    arrays = [getattr(seen.sparse, name) for name in SparseRows.__slots__[:5]]
    for array in (seen.features, seen.mask, *arrays):
        assert array.base is None
        array[:] = 9
    assert not (batch.observation[:, 0] == 9).all()
    assert batch.action_mask.max() == 1


@pytest.mark.pure
def test_random_chooses_each_allowed_action_equally_often() -> None:
    mask = np.zeros((6000, 5), np.int8)
    mask[:, [0, 2, 4]] = 1
    actions = RandomAgent(seed=0).act(Observation(np.zeros((6000, 1), np.uint8), mask))
    assert np.array_equal(np.unique(actions), [0, 2, 4])
    assert np.bincount(actions)[[0, 2, 4]].min() > 1850


def test_a_mistyped_agent_is_named() -> None:
    with pytest.raises(ValueError, match="nearest: 'random'"):
        agents.make("randon", Goofspiel())


def test_an_agent_of_another_game_is_refused() -> None:
    known = "which learned, matcher, random, scripted, search play"
    with pytest.raises(ValueError, match=f"builder plays open_worlds, not goofspiel, {known}"):
        agents.make("builder", Goofspiel())
