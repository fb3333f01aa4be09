"""A batch whose rows begin their next games from other positions."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ow_env.core.batch import Batch
from ow_env.goofspiel.game import Goofspiel
from training.templates import TemplateBatch

GAME = Goofspiel(3, 5, bids="hidden")
GAMES = [Goofspiel(3, 5, bids="hidden", ties="carry"), Goofspiel(3, 5), GAME]
TEMPLATES = np.concatenate([game.template for game in GAMES])
ARRAYS = ("states", "rng", "game_number", "observation", "action_mask", "to_act", "reward", "terminated")


def snapshot(batch: Batch, rows: slice = slice(None)) -> list[bytes]:
    return [getattr(batch, name)[rows].tobytes() for name in ARRAYS]


def play(batch: Any, steps: int) -> Any:
    """Everyone's lowest card, or the next one in games of odd numbers."""
    for _ in range(steps):
        nth = np.minimum(batch.game_number[:, None] % 2, batch.action_mask.sum(2) - 1)
        batch.step((batch.action_mask.cumsum(axis=2) > nth[:, :, None]).argmax(axis=2))
    return batch


def test_rows_begin_their_next_games_from_the_templates_given() -> None:
    batch = play(TemplateBatch(GAME, 4, seed=3), 2)
    under_way = snapshot(batch)
    templates = TEMPLATES.copy()
    batch.set_templates(templates, [0, 1, 2, 1])
    assert snapshot(batch) == under_way, "games under way go on"
    batch.begin([7, 8, 9, 7])
    play(batch, 3)
    for row, (which, number) in enumerate([(0, 7), (1, 8), (2, 9), (1, 7)]):
        alone = play(Batch(GAMES[which], 1, seed=3, first_game=number), 3)
        assert snapshot(batch, slice(row, row + 1)) == snapshot(alone)
    templates[:] = GAME.template  # it has a copy
    batch.reset([0])
    assert batch.game_number.tolist() == [11, 8, 9, 7]
    assert batch.states["ties"].tolist() == [1, 0, 0, 0]
    assert batch.game_of(1) is GAME
    batch.set_templates(TEMPLATES)
    copied = pickle.loads(pickle.dumps(batch))
    for each in (batch, copied):
        each.reset()
        assert each.states["ties"].tolist() == [1, 0, 0, 1], "in turn"


def test_games_that_follow_by_themselves_begin_from_them_too() -> None:
    batch = TemplateBatch(GAME, 3, seed=3, autoreset=True)
    batch.set_templates(GAMES[0].template)
    assert batch.states["ties"].tolist() == [0, 0, 0]
    play(batch, 20)
    assert (batch.game_number > 2).all()
    assert batch.states["ties"].tolist() == [1, 1, 1]


def test_without_templates_it_is_a_batch_as_any() -> None:
    one, other = (play(kind(GAMES, 5, seed=2), 2) for kind in (Batch, TemplateBatch))
    assert snapshot(one) == snapshot(other)
    assert [other.game_of(row) for row in range(3)] == GAMES


def test_a_file_is_loaded_with_the_templates_it_was_written_with(tmp_path: Path) -> None:
    batch, other = (TemplateBatch(GAME, 3, seed=3, autoreset=True) for _ in "ab")
    Batch(GAME, 3, autoreset=True).save(tmp_path / "plain.npz")
    other.load(tmp_path / "plain.npz")
    batch.set_templates(GAMES[0].template)
    batch.rollout(4)
    batch.save(tmp_path / "game.npz")
    with pytest.raises(ValueError, match=r"templates is '[0-9a-f]{16}', not None"):
        other.load(tmp_path / "game.npz")
    other.set_templates(GAMES[0].template)
    other.load(tmp_path / "game.npz")
    assert snapshot(other) == snapshot(batch)
    assert batch.rollout(20) == other.rollout(20)
    assert snapshot(other) == snapshot(batch)
    assert other.states["ties"].tolist() == [1, 1, 1]


@pytest.mark.parametrize(
    ("templates", "index", "kind", "message"),
    [
        (np.zeros(2), None, TypeError, "templates: expected records of goofspiel, got float64"),
        (TEMPLATES[:0], None, ValueError, r"templates: expected one or more in a row, got an array \(0,\)"),
        (TEMPLATES, [0, 3], ValueError, "index: expected 0 to 2, got 0 to 3"),
        (TEMPLATES, [0, -1], ValueError, "index: expected 0 to 2, got -1 to 0"),
        (TEMPLATES, [0], ValueError, r"index: expected whole numbers \[num_games\] = \(2,\)"),
    ],
)
def test_templates_that_are_none_are_refused(templates: Any, index: Any, kind: type, message: str) -> None:
    batch = TemplateBatch(GAME, 2)
    with pytest.raises(kind, match=message):
        batch.set_templates(templates, index)


@pytest.mark.parametrize("numbers", [[0], [0, -1], [0, 2**62 + 1], [0.5, 1]])
def test_numbers_of_no_game_are_refused(numbers: Any) -> None:
    with pytest.raises(ValueError, match="numbers: expected"):
        TemplateBatch(GAME, 2).begin(numbers)


def test_games_with_openings_take_no_templates() -> None:
    game = Goofspiel(3, 5)
    game.openings = play(Batch(game, 3, seed=1), 2).states.copy()  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match="templates: these games have openings"):
        TemplateBatch(game, 2).set_templates(game.template)
