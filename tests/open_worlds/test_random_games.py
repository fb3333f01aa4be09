"""Random games by the thousand: what must hold in every position, whatever is played."""

from __future__ import annotations

import numpy as np
import pytest

from ow_env.core import Batch
from ow_env.core.kernels import kernels_of
from ow_env.open_worlds import engine
from ow_env.open_worlds.game import OpenWorlds
from ow_env.open_worlds.state import POINTS
from tests.open_worlds.random_games import ADVANCED, TABLES, census, check_invariants, choose, positions, table

EVERY_TABLE = pytest.mark.parametrize("name", TABLES)


@EVERY_TABLE
def test_no_card_is_made_or_lost_and_every_position_is_in_order(name):
    game = table(name)
    dealt = None
    for batch in positions(game, 120, seed=11):
        counted = census(game, batch.states)
        dealt = counted if dealt is None else dealt
        assert (counted == dealt).all()
        check_invariants(game, batch.states)
    assert batch.terminated.sum() > 100, "random games end by the FINAL TURN, not by truncation"


@pytest.mark.slow
def test_a_batch_of_1024_games_runs_to_the_end_with_every_invariant_checked():
    game = OpenWorlds(decks=ADVANCED)
    dealt = None
    for batch in positions(game, 1024, seed=1):
        counted = census(game, batch.states)
        dealt = counted if dealt is None else dealt
        assert (counted == dealt).all()
        check_invariants(game, batch.states)
    assert (batch.terminated | batch.truncated).all()
    assert (dealt.sum(axis=2) == 54).all()


@EVERY_TABLE
def test_the_mask_is_what_why_not_allows_and_nobody_is_asked_without_a_choice(name):
    game = table(name)
    rng = np.random.default_rng(2)
    t = game.tables[0]
    for step, batch in enumerate(positions(game, 8, seed=12)):
        asked = batch.to_act
        if game.options["ask"] == "needed":
            assert (batch.action_mask[asked].sum(axis=1) > 1).all(), "asked, but there is one answer only (OW-2.1)"
        assert (batch.action_mask[asked].sum(axis=1) > 0).all()
        idle = batch.action_mask[~asked]
        assert (idle[:, 0] == 1).all()
        assert (idle[:, 1:] == 0).all()
        row = int(rng.integers(8))
        if step % 5 == 0:
            for player in range(game.num_players):
                allowed = [
                    engine.why_not(batch.states[row], t, player, action) == 0 for action in range(game.num_actions)
                ]
                assert (np.array(allowed) == batch.action_mask[row, player]).all(), where(batch, row)


@EVERY_TABLE
def test_allowed_actions_are_accepted_and_refused_ones_are_refused_with_a_reason(name):
    game = table(name)
    rng = np.random.default_rng(3)
    single = Batch(game, 1)
    for step, batch in enumerate(positions(game, 4, seed=13)):
        row = step % 4
        if step % 7 or not batch.to_act[row].any():
            continue
        player = int(rng.choice(np.flatnonzero(batch.to_act[row])))
        joint = choose(rng, batch)[row : row + 1]
        for action in np.flatnonzero(batch.action_mask[row, player]):
            single.set_states(batch.states[row : row + 1])
            joint[0, player] = action
            single.step(joint)
            assert single.states[0].tobytes() != batch.states[row].tobytes(), "an action changes something"
        refused = rng.choice(np.flatnonzero(batch.action_mask[row, player] == 0), 20)
        single.set_states(batch.states[row : row + 1])
        for action in refused:
            reason = game.why_not(single.states, player, int(action))
            assert reason, action
            assert "{" not in reason, reason
            joint[0, player] = action
            with pytest.raises(ValueError, match="may not play"):
                single.step(joint)
            assert single.states[0].tobytes() == batch.states[row].tobytes(), "a refusal changes nothing"


@EVERY_TABLE
def test_positions_and_names_round_trip_at_every_decision(name):
    game = table(name)
    for batch in positions(game, 2, seed=14):
        for row in range(2):
            state = batch.states[row : row + 1]
            again = game.from_position(game.position(state))
            assert again.tobytes() == state.tobytes(), where(batch, row)
            for player in np.flatnonzero(batch.to_act[row]):
                for action in np.flatnonzero(batch.action_mask[row, player]):
                    said = game.action_name(state, int(player), int(action))
                    assert game.action_id(state, int(player), said) == action, said


@pytest.mark.parametrize("stage", ["simultaneous", "priority"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_moving_everybody_on_by_one_seat_moves_the_game_on_by_one_seat(players, stage):
    """The same chance and the same choices from other seats: every seat has the same rules and the same view."""
    decks = [*ADVANCED, "Baker-Braugn EDV", "Smith-Boson F.E."][:players]
    worlds = [world.name for world in OpenWorlds().catalogue.worlds[: {2: 5, 3: 7, 4: 9}[players]]]
    here = OpenWorlds(decks, worlds, first_player=0, stage=stage)
    there = OpenWorlds(decks[-1:] + decks[:-1], worlds, first_player=1, stage=stage)
    one, other = Batch(here, 40, seed=5), Batch(there, 40, seed=5)
    rng = np.random.default_rng(6)
    while not (one.terminated | one.truncated).all():
        assert (one.observation == np.roll(other.observation, -1, axis=1)).all()
        assert (one.action_mask == np.roll(other.action_mask, -1, axis=1)).all()
        actions = choose(rng, one)
        one.step(actions)
        other.step(np.roll(actions, 1, axis=1))
        assert (one.reward == np.roll(other.reward, -1, axis=1)).all()
    assert np.abs(one.reward).sum() > 0


@EVERY_TABLE
def test_rewards_are_the_outcome_and_shaping_adds_up_to_nothing(name):
    game = table(name)
    rng = np.random.default_rng(8)
    plain, shaped = Batch(game, 30, seed=15), Batch(game, 30, seed=15, reward="shaped")
    total = np.zeros((2, 30, game.num_players))
    before = [[engine.potential(g, game.tables[0], p) for p in range(game.num_players)] for g in plain.states]
    running = np.ones(30, bool)
    while running.any():
        actions = choose(rng, plain)
        plain.step(actions)
        shaped.step(actions)
        total[0, running] += plain.reward[running]
        total[1, running] += shaped.reward[running]
        running = ~(plain.terminated | plain.truncated)
    np.testing.assert_allclose(total[1], total[0] - before, atol=1e-5)
    incomes = plain.states["players"]["income"][:, : game.num_players]
    best = incomes == incomes.max(axis=1, keepdims=True)
    won = best & (best.sum(axis=1, keepdims=True) == 1)
    expected = np.where(won, 1, np.where(best, 0, -1))
    expected[plain.truncated] = 0
    assert (total[0] == expected).all(), "the highest Income wins, a tie for it is a draw (OW-5.1)"


def test_a_game_without_end_is_truncated_and_says_so():
    game = OpenWorlds(max_turns=3)
    batch = Batch(game, 20, seed=4)
    while not (batch.terminated | batch.truncated).all():
        batch.step(np.zeros((20, 2), int) if batch.action_mask[:, :, 0].all() else first_allowed(batch))
    assert batch.truncated.all()
    assert (batch.reward == 0).all()
    assert (batch.states["turn"] == 3).all()


def first_allowed(batch: Batch) -> np.ndarray:
    return np.asarray(batch.action_mask.argmax(axis=2))


def where(batch: Batch, row: int) -> str:
    g = batch.states[row]
    return f"row {row}, turn {g['turn']}, {POINTS[g['point']]}, phase {g['phase']}, question {g['question']}"


def test_kernels_are_those_of_the_engine():
    assert OpenWorlds().kernels is kernels_of("open_worlds", engine)
