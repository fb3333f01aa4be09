"""What holds in every game of These New Worlds, on any path: played at random, with all options."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ow_env.core import Batch
from ow_env.core.jit import PURE
from ow_env.these_new_worlds.actions import OK
from ow_env.these_new_worlds.game import TheseNewWorlds
from tests.these_new_worlds.games import check_invariants, random_course
from tests.these_new_worlds.oracle.late import late_position
from tests.these_new_worlds.scenario import position_of
from tests.these_new_worlds.table import Table, game_of

pytestmark = pytest.mark.pure

ODD = str(Path(__file__).with_name("odd_cards.toml"))
LONG = 12 if PURE else 200  # decisions of a game that are looked at
settings = st.fixed_dictionaries(
    {"first_dealer": st.sampled_from([None, 0, 1]), "ask": st.sampled_from(["needed", "public"])},
    optional={
        "rounds": st.integers(1, 6),
        "hand": st.integers(2, 9),
        "nobody": st.sampled_from(["draw", "loss"]),
        "cards": st.just(ODD),
    },
)
games = settings.map(lambda options: game_of(**options))
seeds = st.integers(0, 2**32 - 1)


def some_course(game: TheseNewWorlds, seed: int) -> Any:
    """Yield some decisions in a row of a random game: from its beginning, or where it can be from a late round."""
    usual = game.options["rounds"] == 6 and game.options["hand"] is None and not game.options["cards"]
    course = random_course(game, seed, late_position(seed) if usual and seed % 2 else None)
    for _, batch in zip(range(LONG), course, strict=False):
        yield batch


@given(games, seeds)
def test_no_card_is_made_or_lost_and_what_is_known_follows(game: TheseNewWorlds, seed: int) -> None:
    for batch in some_course(game, seed):
        check_invariants(game, batch.states)


@given(games, seeds)
def test_the_mask_is_why_not(game: TheseNewWorlds, seed: int) -> None:
    for batch in some_course(game, seed):
        g, t = batch.states[0], game.tables[0]
        for player in range(2):
            allowed = [game.engine.why_not(g, t, player, action) == OK for action in range(game.num_actions)]
            assert batch.action_mask[0, player].tolist() == allowed


@given(games, seeds)
def test_a_reason_is_given_for_every_other_action(game: TheseNewWorlds, seed: int) -> None:
    for number, batch in enumerate(some_course(game, seed)):
        if number % 5 == 0:
            for player in range(2):
                for action in range(game.num_actions):
                    why = game.why_not(batch.states, player, action)
                    assert (why is None) == bool(batch.action_mask[0, player, action])
                    assert why is None or "{" not in why


@given(games, seeds)
def test_exactly_one_seat_is_asked_and_it_has_a_choice(game: TheseNewWorlds, seed: int) -> None:
    """What is forced is never asked, but under "public" in a card step."""
    for batch in some_course(game, seed):
        over, active = bool(batch.terminated[0]), int(batch.states[0]["active"])
        assert batch.to_act[0].tolist() == [not over and seat == active for seat in range(2)]
        assert np.flatnonzero(batch.action_mask[0, 1 - active]).tolist() == [0]
        if not over:
            choices = int(batch.action_mask[0, active].sum())
            in_card_step = game.position(batch.states)["decision"]["step"] == "card"
            assert choices > 1 or (game.options["ask"] == "public" and choices == 1 and in_card_step)


@given(games, seeds)
def test_names_read_back(game: TheseNewWorlds, seed: int) -> None:
    for batch in some_course(game, seed):
        for player in range(2):
            for action in game.legal_actions(batch.states, player):
                name = game.action_name(batch.states, player, int(action))
                assert game.action_id(batch.states, player, name) == action


@given(games, seeds)
def test_a_position_written_and_read_is_the_same_record(game: TheseNewWorlds, seed: int) -> None:
    for batch in some_course(game, seed):
        assert game.from_position(game.position(batch.states)).tobytes() == batch.states.tobytes()


@given(games, seeds)
def test_observations_stay_in_their_range_and_below_the_bounds(game: TheseNewWorlds, seed: int) -> None:
    for batch in some_course(game, seed):
        assert (batch.observation[0] <= game.observation_high).all()
        assert batch.action_mask[0].sum(axis=1).max() <= game.most_actions
        assert np.count_nonzero(batch.observation[0], axis=1).max() <= game.most_numbers


@given(seeds, st.sampled_from(["needed", "public"]), st.booleans())
def test_turning_the_seats_turns_the_game(seed: int, ask: str, late: bool) -> None:
    """As long as nothing is drawn between the players: dice are rolled by the first player first."""
    one, other = Batch(game_of(first_dealer=0, ask=ask), 1, seed), Batch(game_of(first_dealer=1, ask=ask), 1, seed)
    position = late_position(seed % 1000) if late else one.game.position(one.states)
    one.set_states(one.game.from_position(position))
    turned = {**position, "players": position["players"][::-1]}
    turned |= {name: 1 - position[name] for name in ("active", "dealer")}
    other.set_states(other.game.from_position(turned))
    random = np.random.default_rng(seed)
    for _ in range(LONG):
        if int(one.states[0]["round_number"]) != position["round"] or one.terminated[0]:
            break
        assert other.observation[0, ::-1].tobytes() == one.observation[0].tobytes()
        assert other.action_mask[0, ::-1].tobytes() == one.action_mask[0].tobytes()
        moves = np.array([random.choice(np.flatnonzero(mask)) for mask in one.action_mask[0]])
        one.step([moves])
        other.step([moves[::-1]])
        assert other.reward[0, ::-1].tolist() == one.reward[0].tolist()


@given(games, seeds)
def test_an_action_masked_out_is_refused_and_changes_nothing(game: TheseNewWorlds, seed: int) -> None:
    *_, batch = some_course(game, seed)
    if batch.terminated[0]:
        return
    legal = batch.action_mask[0].argmax(axis=1)
    before = batch.states.tobytes(), batch.rng.tobytes(), batch.action_mask.tobytes()
    for player in range(2):
        for action in np.flatnonzero(batch.action_mask[0, player] == 0)[:: 1 + seed % 4]:
            moves = legal.copy()
            moves[player] = action
            with pytest.raises(ValueError, match=f"row 0: player_{player} may not play"):
                batch.step([moves])
    assert before == (batch.states.tobytes(), batch.rng.tobytes(), batch.action_mask.tobytes())


# ── Bounds ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("options", "most"), [({}, 15), ({"hand": 2}, 9), ({"hand": 1}, 7), ({"hand": 9}, 16)], ids=str
)
def test_how_many_actions_are_allowed_at_once(options: dict[str, Any], most: int) -> None:
    assert game_of(**options).most_actions == most


def test_nearly_as_many_actions_can_be_allowed_as_is_said() -> None:
    """Both wilds with four colours each and six coloured cards: one less, for then there is no `pass`."""
    table = Table(position_of(
        "top - | turn foe | foe hand Border Militia, Escort Wing, Tax Season, Spot Trade, Peer Review, Breakthrough,"
        " Trade Envoy, Privateers | collective Vermeil, Aurelia, Loam, Azimuth"
        " | tokens red 1, yellow 1, green 1, blue 1"), ask="public")  # fmt: skip
    assert len(table.legal()) == 14


def test_nearly_as_many_numbers_can_be_told_at_once_as_is_said() -> None:
    """Two less: the top card is in no hand, so who does not hold it is not told; a card step comes before any play."""
    table = Table(position_of(
        "passed | top Border Militia | planets Vermeil, Aurelia | foe planets Azimuth, Concord | collective Evergild,"
        " Marigold | costs 1 1 1 1 | dome red 1, blue 1 | foe dome red 1, blue 1"
        " | tokens red 1, yellow 1, green 1, blue 1 | foe tokens red 1, yellow 1, green 1, blue 1"
        " | hand Escort Wing, Arsenal Convoy, Garrison Levy, Provincial Decree, Courier Service, Tax Season,"
        " Assembly of Worlds | played Border Militia"
        " | foe hand Bumper Harvest, Spot Trade, Freight Charter, Frontier Market, Research Colony, Peer Review,"
        " Trade Envoy, Privateers | foe played - | aside Breakthrough, Open Archives"
        " | not held Bumper Harvest, Spot Trade, Freight Charter, Frontier Market, Research Colony, Peer Review,"
        " Breakthrough, Open Archives | foe not held Escort Wing, Arsenal Convoy, Garrison Levy, Provincial Decree,"
        " Courier Service, Tax Season, Assembly of Worlds, Breakthrough, Open Archives"), ask="public")  # fmt: skip
    told = np.count_nonzero(table.batch.observation[0], axis=1).tolist()
    assert told == [table.game.most_numbers - 2] * 2 == [81, 81]


@pytest.mark.parametrize(("hand", "most"), [(8, 83), (9, 81), (2, 95), (1, 97)])
def test_how_many_numbers_are_told_at_once(hand: int, most: int) -> None:
    assert game_of(hand=hand).most_numbers == most
