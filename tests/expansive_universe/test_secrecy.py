"""Secrecy (EU-13): only the order of the deck is hidden, it is in no position, and so `hide` has nothing to draw."""

from __future__ import annotations

import io
import json
from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ow_env.core import Batch
from ow_env.core.jit import PURE
from ow_env.core.records import Recorder, read_records, rebuild, replay
from ow_env.expansive_universe.game import ExpansiveUniverse
from ow_env.expansive_universe.rules import hide
from tests.expansive_universe.games import some_course
from tests.expansive_universe.scenario import position_of
from tests.expansive_universe.table import Table, game_of

pytestmark = pytest.mark.pure

LONG = 3 if PURE else 12
MANY = 300 if PURE else 4_000  # cards that are drawn
seeds = st.integers(0, 2**31 - 1)
configured = st.sampled_from([
    {"num_players": players, "ask": ask} for players in (2, 3, 4) for ask in ("needed", "public")
]).map(lambda options: game_of(**options))  # fmt: skip


@given(configured, seeds)
def test_hide_changes_nothing_and_draws_nothing(game: Any, seed: int) -> None:
    for number, batch in enumerate(some_course(game, seed, LONG)):
        before, rng = batch.states.tobytes(), batch.rng.tobytes()
        for seat in range(game.num_players):
            assert game.hide(batch.states, seat, seed + number).tobytes() == before
            own = batch.rng.copy()
            hide.hide(batch.states[0], game.tables[0], seat, own[0])
            assert own.tobytes() == rng
        assert batch.states.tobytes() == before


def test_hide_says_that_there_is_nothing_to_draw() -> None:
    assert "nothing" in (hide.__doc__ or "")
    assert "EU-13.2" in (hide.__doc__ or "")


@given(configured, seeds)
def test_everybody_sees_the_whole_position(game: Any, seed: int) -> None:
    """All views tell the same, the full one too; and every seat can work out where each card is from what it gets."""
    for batch in some_course(game, seed, LONG):
        full = game.position(batch.states)
        for view in ("public", *game.agents):
            seen = game.position(batch.states, view)
            assert seen.pop("view") == view
            assert seen == full


@given(configured, seeds)
def test_nothing_tells_the_card_that_will_be_drawn(game: Any, seed: int) -> None:
    """The same position with other chance to come is the same to everybody, byte by byte."""
    one, other = Batch(game, 1, seed), Batch(game, 1, seed + 1)
    *_, there = some_course(game, seed, LONG)
    for batch in (one, other):
        batch.set_states(there.states)
    assert one.states.tobytes() == other.states.tobytes()
    assert one.observation.tobytes() == other.observation.tobytes()
    assert one.action_mask.tobytes() == other.action_mask.tobytes()
    for view in ("public", *game.agents):
        assert game.view(one.states, view) == game.view(other.states, view)


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


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_record_is_played_again(players: int) -> None:
    game = game_of(num_players=players, max_rounds=3)
    text, batch, random = io.StringIO(), Batch(game, 1, seed=players), np.random.default_rng(players)
    recorder = Recorder(batch, text)
    recorder.begin()
    while not (batch.terminated[0] or batch.truncated[0]):
        recorder.step([[random.choice(np.flatnonzero(mask)) for mask in batch.action_mask[0]]])
    (record,) = read_records(io.BytesIO(text.getvalue().encode()))
    moments = list(replay(record, rebuild(record, [ExpansiveUniverse])))
    assert moments[-1].state.tobytes() == batch.states.tobytes()
    assert json.loads(json.dumps(game.position(batch.states))) == game.position(batch.states)
