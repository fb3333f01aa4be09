"""What holds in every game of Goofspiel, on any path: played at random, with all options."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ow_env.core import Batch
from ow_env.core.jit import PURE
from ow_env.core.rng import RNG
from ow_env.goofspiel.actions import OK
from ow_env.goofspiel.game import Goofspiel
from ow_env.goofspiel.rules import hide

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
                game.engine.why_not(batch.states[0], game.tables[0], player, action) == OK
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
    before = batch.states.tobytes(), batch.rng.tobytes(), batch.action_mask.tobytes()
    for player in range(game.num_players):
        for action in np.flatnonzero(batch.action_mask[0, player] == 0):
            moves = legal.copy()
            moves[player] = action
            with pytest.raises(ValueError, match=f"row 0: player_{player} may not play"):
                batch.step([moves])
    assert before == (batch.states.tobytes(), batch.rng.tobytes(), batch.action_mask.tobytes())


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
        assert game.view(guess, view) == game.view(batch.states, view)  # all that is drawn is drawn from it
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


def every_past(game: Goofspiel, at: dict[str, Any], seat: int) -> set[Past]:
    """Return all bids of all players that fit what one of them saw, by trying all."""
    deck = range(1, game.options["num_cards"] + 1)
    pasts: set[Past] = {()}
    for entry in at["history"]:
        rounds = [bids for bids in product(deck, repeat=game.num_players) if bids[seat] == entry["bids"][seat]]
        fits = [bids for bids in rounds if taker(bids) == entry["winner"]]
        pasts = {(*past, bids) for past, bids in product(pasts, fits) if no_card_twice(past, bids)}
    return pasts


def past_of(game: Goofspiel, states: Any) -> Past:
    """Return the bids of each round."""
    return tuple(tuple(entry["bids"]) for entry in game.position(states)["history"])


def taker(bids: tuple[int, ...]) -> int | None:
    return bids.index(max(bids)) if bids.count(max(bids)) == 1 else None


def no_card_twice(past: Past, bids: tuple[int, ...]) -> bool:
    return all(bids[seat] != before[seat] for before in past for seat in range(len(bids)))


SEATS = [(players, seat) for players in (2, 3, 4) for seat in range(players)]


@pytest.mark.parametrize(("players", "seat"), SEATS)
@pytest.mark.parametrize("seed", range(4))
def test_hiding_reaches_every_past_that_fits_and_no_other(players: int, seat: int, seed: int) -> None:
    game = Goofspiel(players, 4, bids="hidden")
    batch = Batch(game, 1, seed)
    random = np.random.default_rng(seed)
    for _ in range(2):
        batch.step([[random.choice(np.flatnonzero(mask)) for mask in batch.action_mask[0]]])
    possible = every_past(game, game.position(batch.states), seat)
    guesses = game.hide(np.repeat(batch.states, 25 * len(possible)), seat)
    found = Counter(past_of(game, guesses[row : row + 1]) for row in range(len(guesses)))
    assert set(found) == possible
    assert max(found.values()) < 60  # 25 each on average: equally often


HISTORIES = {  # the bids of three rounds of four, after which the last are known too
    "two players": [(3, 2), (1, 3), (2, 4)],
    "three players": [(4, 3, 2), (1, 4, 1), (2, 2, 3)],
    "three players, no two pasts an exchange apart": [(1, 2, 3), (3, 4, 1), (2, 1, 2)],
    "four players": [(4, 3, 3, 2), (1, 2, 2, 3), (3, 4, 4, 4)],
}
OF_HISTORIES = [(name, seat) for name, bids in HISTORIES.items() for seat in range(len(bids[0]))]
DRAWS = 200  # of each past


@pytest.mark.parametrize(("name", "seat"), OF_HISTORIES)
def test_every_past_that_fits_comes_up_equally_often(name: str, seat: int) -> None:
    """At the end of a game, of which one has seen one's own bids and who took which prize."""
    game = Goofspiel(len(HISTORIES[name][0]), 4, bids="hidden")
    known = after(game, HISTORIES[name])
    possible = every_past(game, game.position(known), seat)
    assert len(possible) > 2
    guesses, counts = np.unique(game.hide(np.repeat(known, DRAWS * len(possible)), seat), return_counts=True)
    found = {past_of(game, guesses[row : row + 1]): int(count) for row, count in enumerate(counts)}
    assert set(found) == possible
    chi_square = sum((count - DRAWS) ** 2 / DRAWS for count in found.values())
    freedom = len(possible) - 1
    assert chi_square < freedom + 4 * np.sqrt(2 * freedom) + 8, f"{chi_square:.1f} of {freedom}"


@pytest.mark.pure
@pytest.mark.skipif(not PURE, reason="compiled, its random numbers are part of the machine code")
@pytest.mark.parametrize("seat", range(2))
def test_every_past_that_fits_is_equally_likely(seat: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Led through all that chance may give one exchange, `hide` shows how likely it goes from each past to each.

    It goes back as likely as there, where a prize that does not fit makes a past four times as rare: so pasts that
    fit and are equally likely stay so. And its whole walk, detours and all, leads from one to each as likely, but
    for a trifle.
    """
    game = Goofspiel(2, 4, bids="hidden")
    known = after(game, HISTORIES["two players"])
    mine = [entry["bids"][seat] for entry in game.position(known)["history"]]
    winners = [entry["winner"] for entry in game.position(known)["history"]]
    pasts = [tuple(zip(*((mine, theirs), (theirs, mine))[seat], strict=True)) for theirs in permutations(range(1, 5))]
    wrong = [sum(taker(bids) != won for bids, won in zip(past, winners, strict=True)) for past in pasts]
    one = np.zeros((len(pasts), len(pasts)))  # exact: sums of powers of 2
    for row, past in enumerate(pasts):
        for guess, odds in exchanges(with_past(game, known, past), seat, monkeypatch):
            one[row, pasts.index(past_of(game, guess))] += odds
    assert (one.sum(axis=1) == 1).all()
    weighted = one * 0.25 ** np.array(wrong)[:, None]
    assert (weighted == weighted.T).all()
    fit, misfit = np.flatnonzero(np.array(wrong) == 0), np.flatnonzero(wrong)
    to_next = one[np.ix_(fit, fit)]  # past that fits
    away = one[np.ix_(fit, misfit)]
    for _ in range(hide.DETOUR * 4 - 1):
        to_next = to_next + away @ one[np.ix_(misfit, fit)]
        away = away @ one[np.ix_(misfit, misfit)]
    walk = np.linalg.matrix_power(to_next + np.diag(away.sum(axis=1)), hide.VISITS * 4)
    assert {pasts[row] for row in fit} == every_past(game, game.position(known), seat)
    assert np.abs(walk * len(fit) - 1).max() < 1e-6


def after(game: Goofspiel, rounds: list[tuple[int, ...]]) -> Any:
    """Return the state after these bids."""
    batch = Batch(game, 1)
    for bids in rounds:
        batch.step([bids])
    return batch.states


def with_past(game: Goofspiel, states: Any, past: Past) -> Any:
    """Return a position with other bids, whoever would have taken the prizes."""
    other = states.copy()
    for entry, bids in zip(game.position(states)["history"], past, strict=True):
        for seat, card in enumerate(bids):
            other[0]["players"][seat]["bid_for"][entry["prize"] - 1] = card
    return other


def exchanges(states: Any, seat: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Any, float]]:
    """Yield what one exchange makes of a position, whatever chance gives it, and how likely."""
    for draws in product(range(4), range(4), range(4)):
        for is_made in (True, False):
            asked: list[int] = []

            def below(_: Any, n: int, draws: Any = draws, is_made: bool = is_made, asked: Any = asked) -> int:
                asked.append(n)
                return int(draws[len(asked) - 1]) if len(asked) <= 3 else int(not is_made)

            monkeypatch.setattr(hide, "below", below)
            other = states.copy()
            hide.exchange(other[0], seat, np.zeros(1, RNG)[0])
            made = 1 / asked[3] if len(asked) > 3 else 1.0  # nobody asks where nothing gets worse
            yield other, (made if is_made else 1 - made) / 64


def test_hiding_with_public_bids_changes_nothing() -> None:
    game = Goofspiel(3, 6)
    batch = some_moment(game, 3)
    assert game.hide(batch.states, 1).tobytes() == batch.states.tobytes()


def test_random_prizes_come_up_equally_often() -> None:
    batch = Batch(Goofspiel(2, 4), 4000, seed=1)
    assert np.abs(np.bincount(batch.states["prize"], minlength=5)[1:] - 1000).max() < 100
    batch.step(np.ones((4000, 2), int))
    assert np.abs(np.bincount(batch.states["prize"], minlength=5)[1:] - 1000).max() < 100
