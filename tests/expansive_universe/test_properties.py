"""What holds in every game of Expansive Universe, on any path: played at random, from the start and from crowds.

That every turn ends (EU-14.7), and that tokens do not run out (EU-1.8), follows from games that come to their ends.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ow_env.core import Batch
from ow_env.core.jit import PURE
from ow_env.expansive_universe.actions import OK
from tests.expansive_universe.games import check_invariants, some_course
from tests.expansive_universe.oracle.crowded import crowded
from tests.expansive_universe.table import game_of
from tests.tables import Position

pytestmark = pytest.mark.pure

LONG = 4 if PURE else 12  # decisions of a game that are looked at
seeds = st.integers(0, 2**31 - 1)
games = st.sampled_from([
    *({"num_players": players, "core": f"Galactic Core #{core}"} for players in (2, 3, 4) for core in (1, 2, 5)),
    {"num_players": 2, "core": "Galactic Core #3", "factions": ("Wartribe", None)},
    {"num_players": 3, "core": "Galactic Core #4", "first_player": 2, "max_rounds": 3},
    {"num_players": 4, "max_rounds": 2, "ask": "public"},
]).map(lambda options: game_of(**options))  # fmt: skip


@given(games, seeds)
def test_no_card_is_made_or_lost(game: Any, seed: int) -> None:
    for batch in some_course(game, seed, LONG):
        check_invariants(game, batch.states)


@given(games, seeds)
def test_the_mask_is_why_not(game: Any, seed: int) -> None:
    for number, batch in enumerate(some_course(game, seed, LONG)):
        g, t = batch.states[0], game.tables[0]
        for player in (int(g["asked"]), (seed + number) % game.num_players)[: 1 + (number % 4 == 0)]:
            allowed = [game.engine.why_not(g, t, player, action) == OK for action in range(game.num_actions)]
            assert batch.action_mask[0, player].tolist() == allowed


@given(games, seeds)
def test_a_reason_is_given_for_every_other_action(game: Any, seed: int) -> None:
    for number, batch in enumerate(some_course(game, seed, LONG)):
        player = int(batch.to_act[0].argmax()) if number % 3 else number % game.num_players
        for action in range(seed % 7, game.num_actions, 7):
            why = game.why_not(batch.states, player, action)
            assert (why is None) == bool(batch.action_mask[0, player, action])
            assert why is None or "{" not in why


@given(games, seeds)
def test_exactly_one_seat_is_asked_and_it_has_a_choice(game: Any, seed: int) -> None:
    """EU-14.1."""
    for batch in some_course(game, seed, LONG):
        over = bool(batch.terminated[0] or batch.truncated[0])
        assert batch.to_act[0].sum() == (not over)
        for seat in range(game.num_players):
            choices = np.flatnonzero(batch.action_mask[0, seat])
            assert len(choices) > 1 if batch.to_act[0, seat] else choices.tolist() == [0]


@given(games, seeds)
def test_names_read_back(game: Any, seed: int) -> None:
    for batch in some_course(game, seed, LONG):
        for player in range(game.num_players):
            for action in game.legal_actions(batch.states, player):
                name = game.action_name(batch.states, player, int(action))
                assert game.action_id(batch.states, player, name) == action


@given(games, seeds)
def test_a_position_written_and_read_is_the_same_record(game: Any, seed: int) -> None:
    for batch in some_course(game, seed, LONG):
        position = game.position(batch.states)
        again = game.from_position(position)
        assert again.tobytes() == batch.states.tobytes()
        assert game.position(again) == position


@given(games, seeds)
def test_observations_stay_in_their_range_and_below_the_bounds(game: Any, seed: int) -> None:
    for batch in some_course(game, seed, LONG):
        assert (batch.observation[0] <= game.observation_high).all()
        assert batch.action_mask[0].sum(axis=1).max() <= game.most_actions
        assert np.count_nonzero(batch.observation[0], axis=1).max() <= game.most_numbers


SEATS = ("first", "active")
OF_DECISION = ("asked", "attacker", "turn_at", "destroyer", "winner")
BY_SEAT = ("boost", "cover", "guard", "difference", "resist")


def turned(position: Position) -> Position:
    """Return a position with everybody one seat further on."""
    count = len(position["players"])

    def on(seat: int | None) -> int | None:
        return None if seat is None else (seat + 1) % count

    decision = {key: on(value) if key in OF_DECISION else value for key, value in position["decision"].items()}
    if "battle" in decision:
        decision |= {key: on(position["decision"].get(key, 0)) for key in ("attacker", "turn_at")}
        if "resolving" in decision:
            decision["destroyer"] = on(position["decision"].get("destroyer", 0))
    decision |= {key: [decision[key][-1], *decision[key][:-1]] for key in BY_SEAT if key in decision}
    players = [position["players"][-1], *position["players"][:-1]]
    for seat, him in enumerate(players):
        crew = []
        for entry in him.get("crew", ()):
            held = entry.get("captive")
            crew.append(entry | ({"captive": held | {"of": on(held["of"])}} if held else {}))
        players[seat] = him | ({"crew": crew} if crew else {})
    return position | {
        **{key: on(position[key]) for key in SEATS},
        "tokens": {location: on(seat) for location, seat in position["tokens"].items()},
        "players": players,
        "decision": decision,
    }


@given(st.sampled_from([2, 3, 4]), seeds)
def test_turning_the_seats_turns_the_game(players: int, seed: int) -> None:
    game = game_of(num_players=players)
    one, other = Batch(game, 1, seed), Batch(game, 1, seed)
    position = crowded(players)(seed % 10_000) if seed % 3 else game.position(one.states)
    one.set_states(game.from_position(position))
    other.set_states(game.from_position(turned(game.position(one.states))))
    other.rng[:] = one.rng
    random = np.random.default_rng(seed)
    for _ in range(LONG):
        assert np.roll(one.observation[0], 1, axis=0).tobytes() == other.observation[0].tobytes()
        assert np.roll(one.action_mask[0], 1, axis=0).tobytes() == other.action_mask[0].tobytes()
        if one.terminated[0] or one.truncated[0]:
            break
        moves = np.array([random.choice(np.flatnonzero(mask)) for mask in one.action_mask[0]])
        one.step([moves])
        other.step([np.roll(moves, 1)])
        assert np.roll(one.reward[0], 1).tolist() == other.reward[0].tolist()


@given(games, seeds)
def test_an_action_masked_out_is_refused_and_changes_nothing(game: Any, seed: int) -> None:
    *_, batch = some_course(game, seed, LONG)
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
