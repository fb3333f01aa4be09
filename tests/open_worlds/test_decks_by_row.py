"""One batch may hold games with different decks, each as in a batch of its own; positions are copied whole."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from ow_env.core import Batch
from ow_env.goofspiel.game import Goofspiel
from ow_env.open_worlds.game import OpenWorlds

LIGHT, HEAVY = "Smith-Boson F.E.", "Empyrean Enterprises"


@pytest.fixture(scope="module")
def games() -> list[OpenWorlds]:
    pairs = [(LIGHT, HEAVY), (HEAVY, LIGHT), (LIGHT, LIGHT)]
    return [OpenWorlds(decks=pair) for pair in pairs]


def choices(mask: np.ndarray, step: int) -> np.ndarray:
    """Pick anything allowed, the same for the same mask."""
    rng = np.random.default_rng(step)
    return np.where(mask, rng.random(mask.shape[2]), -1.0).argmax(axis=2)


def test_each_row_is_what_it_would_be_in_a_batch_of_its_own_decks(games):
    mixed = Batch(games, 7, seed=3, autoreset=True)
    alone = [Batch(game, 7, seed=3, autoreset=True) for game in games]
    for step in range(150):
        for row in range(7):
            assert mixed.game_of(row) is games[row % 3]
            assert mixed.states[row].tobytes() == alone[row % 3].states[row].tobytes()
        for batch in (mixed, *alone):
            batch.step(choices(batch.action_mask, step))
    assert mixed.game_number.max() > 6, "some have begun anew, with the same decks"


def test_a_file_and_a_pickle_keep_each_row_to_its_decks(games, tmp_path):
    batch = Batch(games, 5, seed=1)
    batch.copy_rows([1], [0])
    batch.save(tmp_path / "batch.npz")
    loaded = Batch(games, 5, seed=2)
    loaded.load(tmp_path / "batch.npz")
    for other in (loaded, pickle.loads(pickle.dumps(batch))):
        assert [repr(other.game_of(row)) for row in range(5)] == [repr(games[n]) for n in (1, 1, 2, 0, 1)]
        assert other.states.tobytes() == batch.states.tobytes()
    with pytest.raises(ValueError, match="options is"):
        Batch(games[0], 5).load(tmp_path / "batch.npz")


def test_games_that_do_not_fit_together_are_refused(games):
    with pytest.raises(ValueError, match="number 1 has name 'goofspiel', number 0 'open_worlds'"):
        Batch([games[0], Goofspiel(2, 5)], 4)
    with pytest.raises(ValueError, match="number 1 has num_players 4, number 0 2"):
        Batch([games[0], OpenWorlds(num_players=4)], 4)
    with pytest.raises(TypeError, match="expected a game, got 'x' as number 1"):
        Batch([games[0], "x"], 4)
    with pytest.raises(ValueError, match="expected a game, or some, got none"):
        Batch([], 4)


def test_a_copied_position_is_the_same_bytes_however_many_units_it_had_and_has(games):
    batch = Batch(games, 60, seed=5, autoreset=True)
    rng = np.random.default_rng(0)
    grown = shrunk = 0
    for step in range(60):
        batch.rollout(3)
        source, target = rng.permutation(60).reshape(2, 30)
        states = batch.states.copy()
        units = states["starts"][:, 5]
        grown += (units[source] > units[target]).sum()
        shrunk += (units[source] < units[target]).sum()
        games[0].copy(batch.states, source, states, target)
        assert states[target].tobytes() == batch.states[source].tobytes(), step
        assert states[source].tobytes() == batch.states[source].tobytes(), step
    assert grown > 100
    assert shrunk > 100
