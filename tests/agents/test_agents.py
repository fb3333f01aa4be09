"""What every agent promises in every game: allowed actions, the same by the same seed, better than chance."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import agents
import ow_env
from agents import learned, shipped
from agents.base import Observation, observe
from agents.games import scripts_of
from agents.random import RandomAgent
from ow_env.core.batch import Batch
from ow_env.core.game import Game
from ow_env.core.sparse import SparseRows
from ow_env.goofspiel.game import Goofspiel
from ow_env.open_worlds.game import OpenWorlds
from tests.agents.positions import compiled, midgame, seen_in_play
from tests.bazaar.installing import INSTALLED, installed
from tests.games import NAMES, class_of, each_name, each_table
from training.measure.match import play_batch, play_match

ROOT = Path(__file__).parents[2]
with installed():
    PLAYERS = [(name, player) for name in NAMES for player in agents.names(name)]
    SCRIPTS = [(name, player) for name in NAMES for player in scripts_of(name)]
    SHIPPED = [(name, player) for name in NAMES for player in shipped.paths(name)]
each_agent = pytest.mark.parametrize(("game", "name"), PLAYERS)
each_script = pytest.mark.parametrize(("game", "name"), SCRIPTS)
each_shipped = pytest.mark.parametrize(("game", "name"), SHIPPED)


@pytest.fixture(autouse=True, scope="module")
def bazaar() -> Iterator[None]:
    with installed():
        yield


def trained_for(game: str, name: str) -> Game:
    """Return the game in the mode that a learned agent was trained for."""
    told = learned.read_card(shipped.paths(game)[name]).trained["settings"]
    return class_of(game)(**told.get("options", {}))


@pytest.mark.bounds
@each_agent
@compiled
def test_every_choice_is_allowed_and_the_same_by_the_same_seed(game: str, name: str) -> None:
    table = class_of(game)() if (game, name) not in SHIPPED else trained_for(game, name)
    assert name in agents.names(table)
    agent, again = (agents.make(name, table, seed=7) for _ in range(2))
    assert agent.name == name
    assert agent.version >= 1
    assert dict(agent.parameters) is not None
    for steps in (24,) if name == "search" else range(0, 60, 12):
        seen = midgame(table, 3, steps)
        actions = agent.act(seen)
        assert actions.dtype == np.int32
        assert actions.shape == (len(seen),)
        assert seen.mask[np.arange(len(seen)), actions].all()
        assert np.array_equal(actions, again.act(seen))


@pytest.mark.bounds
@each_table
@compiled
def test_all_who_play_a_game_play_every_table_of_it_to_the_end(make_game: Callable[[], Game]) -> None:
    """A Batch refuses what is not allowed. And the same seed plays the same games."""
    table = make_game()
    names = [name for name in agents.names(table) if name != "search"] + ["search:4,network=none"]
    results = []
    for _ in range(2):
        for first in range(0, len(names), table.num_players):
            seats = [agents.make(names[(first + k) % len(names)], table, seed=k) for k in range(table.num_players)]
            reward, truncated, decisions = play_batch(table, seats, 6, seed=4)
            assert reward.shape == (6, table.num_players)
            results.append((reward.tobytes(), truncated.tobytes(), decisions))
    assert results[: len(results) // 2] == results[len(results) // 2 :]


LONG_THINKERS = ("tactician",)  # it looks at replies


@pytest.mark.bounds
@pytest.mark.parametrize(
    ("game", "name"),
    [pytest.param(*script, marks=pytest.mark.slow if script[1] in LONG_THINKERS else ()) for script in SCRIPTS],
)
@compiled
def test_a_script_is_better_than_chance(game: str, name: str) -> None:
    """For two, and for the most players; how much better, test_strength.py says."""
    kind = class_of(game)
    for players in {2, kind.facts.players[1]}:
        table = kind(num_players=players) if players > 2 else kind()
        agent, random = agents.make(name, table, 1), agents.make("random", table, 2)
        assert play_match(table, agent, random, games=36, seed=5).score > 0.6, f"{players} players"


UNCOMPILED = """
import sys
import numpy as np
import agents
import ow_env
from agents.base import Observation
from tests.games import class_of

rows = np.load(sys.argv[1])
seen = Observation(rows["features"], rows["mask"])
game = class_of(sys.argv[3])()
np.save(sys.argv[2], [agents.make(name, game, seed=1).act(seen) for name in sys.argv[4:]])
"""


@pytest.mark.slow
@each_name
@compiled
def test_scripts_choose_the_same_compiled_or_not(name: str, tmp_path: Path) -> None:
    table, scripts = class_of(name)(), list(scripts_of(name))
    seen = seen_in_play(table, scripts[0], 30, games=4)
    seen = seen.take(slice(None, None, -(-len(seen) // 25)))
    rows, choices = tmp_path / "rows.npz", tmp_path / "choices.npy"
    np.savez(rows, features=seen.features, mask=seen.mask)
    subprocess.run(
        [sys.executable, "-W", "error", "-c", UNCOMPILED, rows, choices, name, *scripts],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": f"{INSTALLED}:{ROOT}"},
        cwd=ROOT,
        check=True,
    )
    uncompiled = np.load(choices)
    for script, chosen in zip(scripts, uncompiled, strict=True):
        assert np.array_equal(agents.make(script, table, seed=1).act(seen), chosen), script
    assert len(np.unique(uncompiled)) > 3, "several kinds of decisions are among them"


@each_script
def test_a_setting_is_told_and_one_that_is_none_is_refused(game: str, name: str) -> None:
    table, script = class_of(game)(), scripts_of(game)[name]
    for setting, value in list(script.settings.items())[:1]:
        assert script(table, 3, **{setting: value + 1}).parameters == {"seed": 3, setting: value + 1}
        with pytest.raises(ValueError, match=f"{name} has no setting '{setting[:-1]}'; nearest: '"):
            script(table, 3, **{setting[:-1]: 2.0})
    with pytest.raises(ValueError, match=f"{name} has no setting 'x'"):
        script(table, 3, x=2.0)


# ── Learned agents that come along ───────────────────────────────────────────────────────────────


@each_shipped
def test_a_learned_agent_is_not_named_where_it_can_not_sit(game: str, name: str) -> None:
    for other in shipped.paths(game):
        table = trained_for(game, other)
        if name in agents.names(table):
            assert agents.make(name, table).name == name
        else:
            with pytest.raises(ValueError, match="features and actions"):
                agents.make(name, table)


def test_without_the_learned_agents_it_is_said_how_to_install_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shipped, "bundled", lambda game: {})
    game = ow_env.make("open_worlds")
    for name in ("learned", "learned-54"):
        with pytest.raises(
            ValueError, match=r"^the learned agents are not installed: pip install open-worlds-env-agents$"
        ):
            agents.make(name, game)
    assert "learned" not in agents.names("open_worlds")
    assert agents.make("search:1", game).parameters["network"] == "none"


def test_no_learned_agent_is_named_where_none_fits() -> None:
    for table in (OpenWorlds(num_worlds=2), Goofspiel(num_cards=4)):
        assert not [name for name in agents.names(table) if name.startswith("learned")]
        with pytest.raises(
            ValueError, match=r"comes for goofspiel, 4 cards: learned are for others|other cards, players or Worlds"
        ):
            agents.make("learned", table)


# ── Names, observations, chance ──────────────────────────────────────────────────────────────────


def test_an_observation_has_no_route_to_the_table() -> None:
    batch = Batch(Goofspiel(), 4, seed=1)
    seen = observe(batch.observation[:, 0], batch.action_mask[:, 0], np.arange(4))
    assert set(Observation.__slots__) == {
        *("_dense", "_sparse", "determinizations", "seats", "draws"),
        *("games", "moments"),  # a hash of the seat's key, and how far the game is: test_search.py
        "decisions",  # in words, from what the seat may know: test_decision.py, test_no_way_back.py
    }
    assert seen.determinizations is seen.seats is seen.draws is seen.games is seen.moments is seen.decisions is None
    arrays: list[Any] = [getattr(seen.sparse, name) for name in SparseRows.__slots__[:5]]
    for array in (seen.features, seen.mask, *arrays):
        assert array.base is None
        array[:] = 9
    assert not (batch.observation[:, 0] == 9).all()
    assert batch.action_mask.max() == 1


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
