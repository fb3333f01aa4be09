"""What holds in every game of Goofspiel, on any path: played at random, with all options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product
from typing import Any

import numpy as np
import pytest

from ow_env.core import Batch
from ow_env.core.rng import RNG
from ow_env.goofspiel.game import Goofspiel
from ow_env.goofspiel.rules import hide

Past = tuple[tuple[int, ...], ...]  # the bids of each round


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


@pytest.mark.bounds
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


@pytest.mark.bounds
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


@pytest.mark.uncompiled
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
            hide.exchange(other[0], seat, 4, np.zeros(1, RNG)[0])
            made = 1 / asked[3] if len(asked) > 3 else 1.0  # nobody asks where nothing gets worse
            yield other, (made if is_made else 1 - made) / 64


@pytest.mark.bounds
def test_hiding_with_public_bids_changes_nothing() -> None:
    game = Goofspiel(3, 6)
    batch = Batch(game, 1, 3)
    batch.rollout(3)
    assert game.hide(batch.states, 1).tobytes() == batch.states.tobytes()


@pytest.mark.bounds
def test_random_prizes_come_up_equally_often() -> None:
    batch = Batch(Goofspiel(2, 4), 4000, seed=1)
    assert np.abs(np.bincount(batch.states["prize"], minlength=5)[1:] - 1000).max() < 100
    batch.step(np.ones((4000, 2), int))
    assert np.abs(np.bincount(batch.states["prize"], minlength=5)[1:] - 1000).max() < 100
