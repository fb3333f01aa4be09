"""What holds in every game of TradeWorlds, on any path: played at random, with all options."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ow_env.core import Batch
from ow_env.core.jit import PURE
from ow_env.tradeworlds.actions import OK
from tests.tradeworlds.games import check_invariants, random_course, some_course, turned
from tests.tradeworlds.oracle.late import late_position
from tests.tradeworlds.oracle.setups import ODD
from tests.tradeworlds.table import game_of

pytestmark = pytest.mark.pure

LONG = 8 if PURE else 12  # decisions of a game that are looked at
ASK = ("needed", "public")
CONFIGURED = [
    *(
        {"num_players": players, "ask": ask, **more}
        for players in (2, 3, 4)
        for ask in ASK
        for more in ({"reinforcements": True}, {"scenario": "Space Wars"})
    ),
    {"num_players": 3, "finish_round": True, "levelled_factions": True},
    {"num_players": 4, "factions": ["Acolytes"] * 4, "max_rounds": 7},
    {"num_players": 2, "cards": str(ODD), "ask": "public"},
    *({"scenario": "The Derelict", "ask": ask} for ask in ASK),
]
games = st.sampled_from(CONFIGURED).map(lambda options: game_of(**options))
seeds = st.integers(0, 2**31 - 1)


@given(games, seeds)
def test_what_holds_at_every_decision(game: Any, seed: int) -> None:
    for number, batch in enumerate(some_course(game, seed, LONG)):
        check_invariants(game, batch.states)
        someone_is_asked_and_can_do_something(game, batch)
        a_position_written_and_read_is_the_same_record(game, batch)
        observations_stay_in_their_range_and_below_the_bounds(game, batch)
        if number % 4 == 0:
            the_mask_is_why_not(game, batch)
            names_read_back(game, batch)
        if number % 12 == 0:
            a_reason_is_given_for_every_other_action(game, batch, seed % game.num_players)


def the_mask_is_why_not(game: Any, batch: Batch) -> None:
    g, t = batch.states[0], game.tables[0]
    for player in range(game.num_players):
        allowed = [game.engine.why_not(g, t, player, action) == OK for action in range(game.num_actions)]
        assert batch.action_mask[0, player].tolist() == allowed


def a_reason_is_given_for_every_other_action(game: Any, batch: Batch, player: int) -> None:
    for action in range(game.num_actions):
        why = game.why_not(batch.states, player, action)
        assert (why is None) == bool(batch.action_mask[0, player, action])
        assert why is None or ("{" not in why and "None" not in why)


def someone_is_asked_and_can_do_something(game: Any, batch: Batch) -> None:
    """With "needed" there is a choice; everybody else has `pass` alone."""
    over = bool(batch.terminated[0] or batch.truncated[0])
    assert batch.to_act[0].sum() == 1 - over
    for seat in range(game.num_players):
        choices = int(batch.action_mask[0, seat].sum())
        if not batch.to_act[0, seat]:
            assert np.flatnonzero(batch.action_mask[0, seat]).tolist() == [0]
        else:
            assert choices > (game.options["ask"] == "needed")


def names_read_back(game: Any, batch: Batch) -> None:
    for player in range(game.num_players):
        for action in game.legal_actions(batch.states, player):
            name = game.action_name(batch.states, player, int(action))
            assert game.action_id(batch.states, player, name) == action


def a_position_written_and_read_is_the_same_record(game: Any, batch: Batch) -> None:
    position = game.position(batch.states)
    again = game.from_position(json.loads(json.dumps(position)))
    assert again.tobytes() == batch.states.tobytes(), position["decision"]


def observations_stay_in_their_range_and_below_the_bounds(game: Any, batch: Batch) -> None:
    assert (batch.observation[0] <= game.observation_high).all()
    assert batch.action_mask[0].sum(axis=1).max() <= game.facts.most_actions
    assert np.count_nonzero(batch.observation[0], axis=1).max() <= game.facts.most_numbers


@given(st.sampled_from([2, 3, 4]), st.sampled_from(ASK), seeds)
def test_turning_the_seats_turns_the_game(players: int, ask: str, seed: int) -> None:
    """Observations, masks, rewards; but losses of several players come in the order of seats (TW-C9)."""
    game = game_of(num_players=players, ask=ask, reinforcements=True)
    by = 1 + seed % (players - 1)
    one, other = Batch(game, 1, seed), Batch(game, 1, seed)
    one.set_states(game.from_position(late_position(players, module=True)(seed % 10_000)))
    random = np.random.default_rng(seed)
    for _ in range(LONG):
        position = game.position(one.states)
        if position["decision"]["type"] == "over":
            break
        other.set_states(game.from_position(turned(position, by)))
        other.rng[:] = one.rng
        assert np.roll(one.observation[0], by, axis=0).tobytes() == other.observation[0].tobytes()
        assert np.roll(one.action_mask[0], by, axis=0).tobytes() == other.action_mask[0].tobytes()
        moves = np.array([random.choice(np.flatnonzero(mask)) for mask in one.action_mask[0]])
        one.step([moves])
        other.step([np.roll(moves, by)])
        if len({name.split()[0] for name in game.position(one.states)["decision"].get("lost", [])}) > 1:
            continue
        assert np.roll(one.reward[0], by).tolist() == other.reward[0].tolist()
        if not (one.terminated[0] or one.truncated[0]):
            assert other.states.tobytes() == game.from_position(turned(game.position(one.states), by)).tobytes()


@given(games, seeds)
def test_an_action_masked_out_is_refused_and_changes_nothing(game: Any, seed: int) -> None:
    *_, batch = some_course(game, seed, 8)
    if batch.terminated[0] or batch.truncated[0]:
        return
    legal = batch.action_mask[0].argmax(axis=1)
    before = batch.states.tobytes(), batch.rng.tobytes(), batch.action_mask.tobytes()
    for player in range(game.num_players):
        for action in np.flatnonzero(batch.action_mask[0, player] == 0)[seed % 31 :: 31]:
            moves = legal.copy()
            moves[player] = action
            with pytest.raises(ValueError, match=f"row 0: player_{player} may not play"):
                batch.step([moves])
    assert before == (batch.states.tobytes(), batch.rng.tobytes(), batch.action_mask.tobytes())


def test_every_point_is_met() -> None:
    """By the games above: so what holds in them holds at every point."""
    met = set()
    for seed, options in enumerate(CONFIGURED[:12], 1):
        game = game_of(**options)
        for batch in some_course(game, seed, 60 if PURE else 80):
            met.add(game.position(batch.states)["decision"]["type"])
    wanted = {
        *("role", "chancellor", "invite", "target", "sabotage", "bank", "remove", "smuggle", "refit", "attack"),
        *("roll", "buy", "pay", "configure", "discard"),
    }
    assert met >= wanted


def test_a_whole_game_ends_by_itself() -> None:
    for options in CONFIGURED[-2:]:
        *_, batch = random_course(game_of(**options), 3)
        assert batch.terminated[0]
