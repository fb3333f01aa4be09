"""What holds in every game of Goofspiel, on any path: played at random, with all options."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ow_env.core import Batch
from ow_env.goofspiel.game import Goofspiel
from ow_env.goofspiel.rules import Why

games = st.builds(
    Goofspiel,
    num_players=st.integers(2, 4),
    num_cards=st.integers(4, 13),
    order=st.sampled_from(["random", "ascending", "descending"]),
    bids=st.sampled_from(["public", "hidden"]),
    ties=st.sampled_from(["discard", "carry"]),
)
Past = tuple[tuple[int, ...], ...]  # the bids of each round

seeds = st.integers(0, 2**64 - 1)


def random_course(game: Goofspiel, seed: int) -> Iterator[Batch]:
    """Play one game at random; yield the batch at every decision and at the end."""
    batch = Batch(game, 1, seed)
    random = np.random.default_rng(seed)
    yield batch
    while not batch.terminated[0]:
        moves = [random.choice(np.flatnonzero(mask)) for mask in batch.action_mask[0]]
        batch.step([moves])
        yield batch


def some_moment(game: Goofspiel, seed: int) -> Batch:
    """Return a batch somewhere in a random game."""
    course = random_course(game, seed)
    batch = next(course)
    for _ in range(seed % game.options["num_cards"]):
        next(course, None)
    return batch


@pytest.mark.pure
@given(games, seeds)
def test_no_card_or_prize_is_made_or_lost(game: Goofspiel, seed: int) -> None:
    every = list(range(1, game.options["num_cards"] + 1))
    total = sum(every)
    for batch in random_course(game, seed):
        at = game.position(batch.states)
        past = at["history"]
        prizes = at["face_down"] + [entry["prize"] for entry in past]
        assert sorted(prizes + ([at["prize"]] if at["prize"] else [])) == every
        for seat, player in enumerate(at["players"]):
            assert sorted(player["hand"] + [entry["bids"][seat] for entry in past]) == every
        points = sum(player["score"] for player in at["players"]) + at["carried"]
        tied = sum(entry["prize"] for entry in past if entry["winner"] is None)
        lost = 0 if game.options["ties"] == "carry" and at["prize"] else tied
        if game.options["ties"] == "carry" and not at["prize"]:
            assert points <= total  # only what was carried past the end is lost
        else:
            assert points == sum(entry["prize"] for entry in past) - lost


@pytest.mark.pure
@given(games, seeds)
def test_the_mask_is_why_not(game: Goofspiel, seed: int) -> None:
    for batch in random_course(game, seed):
        for player in range(game.num_players):
            allowed = [
                game.engine.why_not(batch.states[0], game.tables[0], player, action) == Why.ALLOWED
                for action in range(game.num_actions)
            ]
            assert batch.action_mask[0, player].tolist() == allowed
            for action in range(game.num_actions):
                assert (game.why_not(batch.states, player, action) is None) == allowed[action]


@given(games, seeds)
def test_every_action_masked_out_is_refused_and_changes_nothing(game: Goofspiel, seed: int) -> None:
    batch = some_moment(game, seed)
    if batch.terminated[0]:
        return
    legal = batch.action_mask[0].argmax(axis=1)
    before = batch.states.tobytes(), batch.chance.tobytes(), batch.action_mask.tobytes()
    for player in range(game.num_players):
        for action in np.flatnonzero(batch.action_mask[0, player] == 0):
            moves = legal.copy()
            moves[player] = action
            with pytest.raises(ValueError, match=f"row 0: player_{player} may not play"):
                batch.step([moves])
    assert before == (batch.states.tobytes(), batch.chance.tobytes(), batch.action_mask.tobytes())


@pytest.mark.pure
@given(games, seeds)
def test_a_position_written_and_read_is_the_same_record(game: Goofspiel, seed: int) -> None:
    for batch in random_course(game, seed):
        text = json.dumps(game.position(batch.states))
        assert game.from_position(json.loads(text)).tobytes() == batch.states.tobytes()


@given(games, seeds)
def test_observations_stay_in_their_range(game: Goofspiel, seed: int) -> None:
    for batch in random_course(game, seed):
        assert (batch.observation[0] <= game.observation_high).all()


@pytest.mark.pure
@given(games, seeds, st.integers(0, 3))
def test_hiding_leaves_all_the_player_sees(game: Goofspiel, seed: int, seat: int) -> None:
    seat %= game.num_players
    view = f"player_{seat}"
    for batch in random_course(game, seed):
        guess = game.hide(batch.states, seat, seed)
        seen, guessed = game.show(batch.states), game.show(guess)
        assert seen.observation[0, seat].tobytes() == guessed.observation[0, seat].tobytes()
        assert seen.action_mask[0, seat].tobytes() == guessed.action_mask[0, seat].tobytes()
        assert game.position(guess, view) == game.position(batch.states, view)
        assert game.render(guess, view) == game.render(batch.states, view)
        assert game.draw(guess, view).tobytes() == game.draw(batch.states, view).tobytes()
        game.from_position(game.position(guess))  # a whole and legal position


@pytest.mark.pure
@given(st.integers(2, 4), st.integers(4, 13), seeds)
def test_turning_the_seats_turns_the_game(players: int, cards: int, seed: int) -> None:
    game = Goofspiel(players, cards, ties="carry", bids="hidden")
    one, other = Batch(game, 1, seed), Batch(game, 1, seed)
    random = np.random.default_rng(seed)
    while not one.terminated[0]:
        moves = np.array([random.choice(np.flatnonzero(mask)) for mask in one.action_mask[0]])
        one.step([moves])
        other.step([np.roll(moves, 1)])
        turned = np.roll(other.observation[0], -1, axis=0)
        assert turned.tobytes() == one.observation[0].tobytes()
        assert np.roll(other.reward[0], -1).tolist() == one.reward[0].tolist()


def every_past(game: Goofspiel, at: dict[str, Any]) -> set[Past]:
    """Return all bids of all players that fit what player 0 saw, by trying all."""
    deck = range(1, game.options["num_cards"] + 1)
    pasts: set[Past] = {()}
    for entry in at["history"]:
        rounds = [
            (entry["bids"][0], *others) for others in product(deck, repeat=game.num_players - 1)
        ]
        fits = [bids for bids in rounds if taker(bids) == entry["winner"]]
        pasts = {(*past, bids) for past, bids in product(pasts, fits) if no_card_twice(past, bids)}
    return pasts


def taker(bids: tuple[int, ...]) -> int | None:
    return bids.index(max(bids)) if bids.count(max(bids)) == 1 else None


def no_card_twice(past: Past, bids: tuple[int, ...]) -> bool:
    return all(bids[seat] != before[seat] for before in past for seat in range(len(bids)))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_hiding_reaches_every_past_that_fits_and_no_other(players: int, seed: int) -> None:
    game = Goofspiel(players, 4, bids="hidden")
    batch = Batch(game, 1, seed)
    random = np.random.default_rng(seed)
    for _ in range(2):
        batch.step([[random.choice(np.flatnonzero(mask)) for mask in batch.action_mask[0]]])
    possible = every_past(game, game.position(batch.states))
    guesses = game.hide(np.repeat(batch.states, 25 * len(possible)), 0)
    found = Counter(
        tuple(tuple(entry["bids"]) for entry in game.position(guesses[row : row + 1])["history"])
        for row in range(len(guesses))
    )
    assert set(found) == possible
    assert max(found.values()) < 60  # 25 each on average: equally often


def test_hiding_with_public_bids_changes_nothing() -> None:
    game = Goofspiel(3, 6)
    batch = some_moment(game, 3)
    assert game.hide(batch.states, 1).tobytes() == batch.states.tobytes()


def test_random_prizes_come_up_equally_often() -> None:
    batch = Batch(Goofspiel(2, 4), 4000, seed=1)
    assert np.abs(np.bincount(batch.states["prize"], minlength=5)[1:] - 1000).max() < 100
    batch.step(np.ones((4000, 2), int))
    assert np.abs(np.bincount(batch.states["prize"], minlength=5)[1:] - 1000).max() < 100
