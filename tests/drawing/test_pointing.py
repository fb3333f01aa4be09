"""Where one points to take an action: at something its seat sees. And what may be taken back."""

from __future__ import annotations

import numpy as np
import pytest

from ow_env.core.batch import Batch
from ow_env.core.game import Game
from tests.games import NAMES, class_of, configurations

DECISIONS = 200


TABLES = {told: (name, options) for name in NAMES for told, options in configurations(name).items()}


@pytest.fixture(scope="module", params=TABLES.values(), ids=TABLES)
def game(request: pytest.FixtureRequest) -> Game:
    name, options = request.param
    return class_of(name)(**options)


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
                assert read not in told or type(game).choice is Game.choice, "a game's own choices are told apart"
                told.add(read)
    assert pointed > DECISIONS // 2


def test_in_a_private_step_nobody_sees_what_another_chooses_and_nothing_is_drawn(game):
    """A seat chooses otherwise in one twin than in the other: all else stays the same."""
    private = 0
    for batch, actions in played(game, DECISIONS):
        steps = [game.private_step(batch.states, seat) for seat in range(game.num_players)]
        for seat in np.flatnonzero([step is not None for step in steps]).tolist():
            assert batch.to_act[0, seat]
            legal = np.flatnonzero(batch.action_mask[0, seat])[-2:]  # pass would end its Step
            one, other = (twin(game, batch, actions, seat, int(action)) for action in legal[[0, -1]])
            others = [who for who in range(game.num_players) if who != seat]
            if [game.private_step(each.states, seat) for each in (one, other)] != [steps[seat]] * 2:
                continue  # its Step ends with one of them
            private += 1
            assert np.array_equal(one.observation[0, others], other.observation[0, others])
            assert np.array_equal(one.action_mask[0, others], other.action_mask[0, others])
            for after in (one, other):
                assert batch.rng.tobytes() == after.rng.tobytes()
    assert (private > 0) == (game.facts.choices == "mixed")


def twin(game: Game, batch: Batch, actions: np.ndarray, seat: int, action: int) -> Batch:
    """Return what follows if one seat does this instead."""
    after = Batch(game, 1, 0)
    after.set_states(batch.states.copy())
    after.rng[:] = batch.rng
    chosen = actions.copy()
    chosen[0, seat] = action
    after.step(chosen)
    return after
