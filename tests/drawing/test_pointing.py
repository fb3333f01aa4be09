"""Where one points to take an action: at something its seat sees. And what may be taken back."""

from __future__ import annotations

import numpy as np
import pytest

from ow_env.core.batch import Batch
from ow_env.core.game import Game
from tests.games import TABLES

DECISIONS = 200


@pytest.fixture(scope="module", params=TABLES.values(), ids=TABLES)
def game(request: pytest.FixtureRequest) -> Game:
    return request.param()


def played(game: Game, decisions: int):
    """Yield a batch of one game before each of so many random decisions, and the decision."""
    batch, rng = Batch(game, 1, 5), np.random.default_rng(5)
    for _ in range(decisions):
        if batch.terminated[0] or batch.truncated[0]:
            batch.reset()
        actions = np.zeros((1, game.num_players), np.int32)
        for seat in np.flatnonzero(batch.to_act[0]):
            actions[0, seat] = rng.choice(np.flatnonzero(batch.action_mask[0, seat]))
        yield batch, actions
        batch.step(actions)


def test_every_legal_choice_points_at_something_its_seat_sees_and_reads_like_no_other(game):
    pointed = 0
    for batch, _ in played(game, DECISIONS):
        for seat in np.flatnonzero(batch.to_act[0]).tolist():
            view, told = game.view(batch.states, game.agents[seat]), set()
            for action in np.flatnonzero(batch.action_mask[0, seat]).tolist():
                choice = game.choice(batch.states, seat, action)
                assert choice.action == action
                assert choice.name == game.action_name(batch.states, seat, action)
                for spot in (choice.source, choice.target):
                    assert spot is None or view.shows(spot), (choice, game.moment(batch.states))
                    pointed += spot is not None
                read = (choice.label, choice.source, choice.target)
                assert read not in told, choice
                told.add(read)
    assert pointed > DECISIONS // 2 or game.name == "bazaar"  # which has no figures to point at


def test_in_a_private_step_nobody_sees_what_another_chooses_and_nothing_is_drawn(game):
    """A seat chooses its first legal action in one twin and its last in the other: all else stays the same."""
    private = 0
    for batch, actions in played(game, DECISIONS):
        steps = [game.private_step(batch.states, seat) for seat in range(game.num_players)]
        for seat in np.flatnonzero([step is not None for step in steps]).tolist():
            assert batch.to_act[0, seat]
            one, other = (twin(game, batch, actions, seat, end) for end in (0, -1))
            others = [who for who in range(game.num_players) if who != seat]
            if [game.private_step(each.states, seat) for each in (one, other)] != [steps[seat]] * 2:
                continue  # its Step ends with one of them
            private += 1
            assert np.array_equal(one.observation[0, others], other.observation[0, others])
            assert np.array_equal(one.action_mask[0, others], other.action_mask[0, others])
            for after in (one, other):
                assert batch.rng.tobytes() == after.rng.tobytes()
    assert private > 0 or game.facts.choices != "mixed" or game.options["stage"] == "priority"


def twin(game: Game, batch: Batch, actions: np.ndarray, seat: int, end: int) -> Batch:
    """Return what follows if one seat chooses its first (0) or last (-1) legal action instead."""
    after = Batch(game, 1, 0)
    after.set_states(batch.states.copy())
    after.rng[:] = batch.rng
    chosen = actions.copy()
    chosen[0, seat] = np.flatnonzero(batch.action_mask[0, seat])[end]
    after.step(chosen)
    return after
