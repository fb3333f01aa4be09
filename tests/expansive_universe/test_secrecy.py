"""Secrecy (EU-13): only the order of the deck is hidden, it is in no position, and so `hide` has nothing to draw."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from ow_env.core import Batch
from ow_env.expansive_universe.rules import hide
from tests.expansive_universe.scenario import position_of
from tests.expansive_universe.table import Table, game_of

MANY = 4_000  # cards that are drawn


@pytest.mark.bounds
def test_hide_draws_nothing() -> None:
    game = game_of()
    batch = Batch(game, 1, 3)
    batch.rollout(20)
    own = batch.rng.copy()
    hide.hide(batch.states[0], game.tables[0], 0, own[0])
    assert own.tobytes() == batch.rng.tobytes()


def test_hide_says_that_there_is_nothing_to_draw() -> None:
    assert "nothing" in (hide.__doc__ or "")
    assert "EU-13.2" in (hide.__doc__ or "")


@pytest.mark.bounds
@pytest.mark.parametrize("players", [2, 3, 4])
def test_nothing_tells_the_card_that_will_be_drawn(players: int) -> None:
    """The same position with other chance to come is the same to everybody, byte by byte."""
    game = game_of(num_players=players)
    one, other = Batch(game, 1, 1), Batch(game, 1, 2)
    one.rollout(25)
    other.set_states(one.states)
    assert one.observation.tobytes() == other.observation.tobytes()
    assert one.action_mask.tobytes() == other.action_mask.tobytes()
    for view in ("public", *game.agents):
        assert game.view(one.states, view) == game.view(other.states, view)


@pytest.mark.bounds
def test_a_copy_foretells_no_card() -> None:
    """From one position, with chance of their own, copies draw each card of the deck as often as any other."""
    table = Table(position_of("gold 1 | line up Ram Skiff, Navy Ace, War Horn, Stun Baton, Tax Office"))
    deck = table.position()["deck"]
    game = table.game
    drawn: Counter[str] = Counter()
    batch = Batch(game, MANY, seed=5)
    batch.set_states(np.repeat(table.batch.states, MANY))
    moves = np.zeros((MANY, 2), np.int32)
    moves[:, 0] = game.action_id(table.batch.states, 0, "end turn")
    batch.step(moves)
    for row in range(MANY):
        drawn[game.catalogue.cards[int(batch.states[row]["slots"][5]) - 1].name] += 1
    assert set(drawn) <= set(deck)
    mean = MANY / len(deck)
    chi_square = sum((drawn[name] - mean) ** 2 / mean for name in deck)
    freedom = len(deck) - 1
    assert chi_square < freedom + 4 * np.sqrt(2 * freedom) + 8
