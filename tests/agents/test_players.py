"""The scripted players of Open Worlds over whole games: allowed, repeatable, the same compiled or not, strong."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import agents
from agents.base import Observation
from agents.open_worlds import SCRIPTS
from agents.open_worlds.scratch import rule
from agents.open_worlds.weights import RENAMED, VALUES
from ow_env.core import sources
from ow_env.core.batch import Batch
from ow_env.open_worlds.game import OpenWorlds
from training.measure.match import play_batch, play_match

PLAYERS = ("builder", "raider", "expert")
PAIRS = {
    "54 cards": ("Smith-Boson F.E.", "Empyrean Enterprises"),
    "40 cards": ("Baker-Braugn EDV", "Ares Venture Trust"),
}
ROOT = Path(__file__).parents[2]


def seen_in_play(game: OpenWorlds, name: str, rows: int) -> Observation:
    """Observations of seats that are asked, in games of a player against itself."""
    batch = Batch(game, 32, seed=3, autoreset=True)
    agent = agents.make(name, game, seed=1)
    features, masks = [], []
    while sum(map(len, features)) < rows:
        asked, seats = np.nonzero(batch.to_act)
        seen = Observation(batch.observation[asked, seats], batch.action_mask[asked, seats])
        actions = np.zeros(batch.to_act.shape, np.int32)
        actions[asked, seats] = agent.act(seen)
        features.append(seen.features[::5])
        masks.append(seen.mask[::5])
        batch.step(actions)
    return Observation(np.concatenate(features), np.concatenate(masks))


@pytest.mark.bounds
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("stage", ["simultaneous", "priority"])
def test_all_they_do_is_allowed_for_two_to_four(players: int, stage: str) -> None:
    """A batch refuses any step with an action that is not allowed; the games are played to their end."""
    game = OpenWorlds(num_players=players, stage=stage)
    seats = [agents.make(PLAYERS[-1 - seat % 3], game, seed=seat) for seat in range(players)]
    reward, truncated, _ = play_batch(game, seats, games=60, seed=4)
    assert (reward[~truncated].max(axis=1) >= 0).all()
    assert truncated.mean() < 0.1


def test_they_play_where_all_are_asked_who_could() -> None:
    """With ask="public" a seat is often asked that may only pass; learned agents, and who searches, play there too."""
    game = OpenWorlds(ask="public")
    for name, games in (*((player, 40) for player in PLAYERS), ("learned-54", 20), ("search:4", 2)):
        reward, truncated, _ = play_batch(game, [agents.make(name, game, 1), agents.make("builder", game, 2)], games, 4)
        assert reward.shape == (games, 2)
        assert truncated.mean() <= 0.1


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("name", PLAYERS)
def test_the_same_seed_plays_the_same_games(name: str, pair: str) -> None:
    game = OpenWorlds(decks=PAIRS[pair])
    results = [
        play_batch(game, [agents.make(name, game, seed=5), agents.make("raider", game)], 40, seed=6) for _ in range(2)
    ]
    assert np.array_equal(results[0][0], results[1][0])
    assert results[0][2] == results[1][2]


UNCOMPILED = """
import sys
import numpy as np
import agents
from agents.base import Observation
from ow_env.open_worlds.game import OpenWorlds

rows = np.load(sys.argv[1])
agent = agents.make(sys.argv[2], OpenWorlds(), seed=1)
np.save(sys.argv[3], agent.act(Observation(rows["features"], rows["mask"])))
"""


@pytest.mark.slow
@pytest.mark.parametrize("name", PLAYERS)
def test_the_same_compiled_or_not(name: str, tmp_path: Path) -> None:
    game = OpenWorlds()
    seen = seen_in_play(game, name, 300)
    np.savez(tmp_path / "rows.npz", features=seen.features, mask=seen.mask)
    subprocess.run(
        [sys.executable, "-W", "error", "-c", UNCOMPILED, tmp_path / "rows.npz", name, tmp_path / "choices.npy"],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        cwd=ROOT,
        check=True,
    )
    compiled = agents.make(name, game, seed=1).act(seen)
    assert np.array_equal(compiled, np.load(tmp_path / "choices.npy"))
    assert len(np.unique(compiled)) > 20, "all kinds of decisions are among them"


STRENGTH = [
    # one, other, least score: well below what docs/agents.md states
    ("builder", "random", 0.95),
    ("raider", "builder", 0.85),
    ("expert", "builder", 0.9),
    ("expert", "raider", 0.58),
]


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize(("one", "other", "least"), STRENGTH)
def test_who_beats_whom(one: str, other: str, least: float, pair: str) -> None:
    game = OpenWorlds(decks=PAIRS[pair])
    result = play_match(game, agents.make(one, game, 1), agents.make(other, game, 2), games=240, seed=7)
    assert result.score > least


@pytest.mark.pure
def test_machine_code_depends_on_the_games_sources_too() -> None:
    """An edit of a card's words or of the observation's slices compiles the players anew."""
    found = sources.sources(("agents.open_worlds.expert",), rule.library.packages)
    assert {"agents.open_worlds.combat", "ow_env.open_worlds.cards", "ow_env.open_worlds.observe"} <= found.keys()
    assert "ow_env.core.rng" in found


def test_an_evaluation_weight_can_be_changed() -> None:
    """A timid expert, who counts what it loses tenfold, is another player: its parameters say so."""
    game = OpenWorlds()
    timid = SCRIPTS["expert"](game, seed=1, own_losses=10.0)
    assert timid.parameters == {"seed": 1, "own_losses": 10.0}
    seen = seen_in_play(game, "expert", 400)
    assert (timid.act(seen) != SCRIPTS["expert"](game, seed=1).act(seen)).any()
    assert SCRIPTS["expert"].settings["own_losses"] != 10.0


@pytest.mark.pure
def test_an_old_name_of_a_weight_is_taken_with_a_warning() -> None:
    game = OpenWorlds()
    with pytest.warns(FutureWarning, match="the setting care is now own_losses"):
        timid = SCRIPTS["expert"](game, seed=1, care=10.0)
    assert timid.parameters == {"seed": 1, "own_losses": 10.0}
    with pytest.warns(FutureWarning, match="the setting care is now own_losses"):
        scratch = SCRIPTS["raider"].scratch_for(game.tables, care=10.0)
    assert scratch[0]["weights"]["own_losses"] == 10.0
    assert not RENAMED.keys() & VALUES.keys()
    assert set(RENAMED.values()) <= VALUES.keys()


@pytest.mark.pure
def test_what_is_no_weight_is_refused() -> None:
    game = OpenWorlds()
    with pytest.raises(ValueError, match="expert has no setting 'own_loss'; nearest: 'own_losses'"):
        SCRIPTS["expert"](game, own_loss=2.0)
    with pytest.raises(ValueError, match=r"builder has no setting 'own_losses'$"):
        SCRIPTS["builder"](game, own_losses=2.0)
    with pytest.raises(ValueError, match="'care' is another name of a setting that is given too, 'own_losses'"):
        SCRIPTS["expert"](game, own_losses=2.0, care=2.0)
