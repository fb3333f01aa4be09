"""Secrecy (TNW-9): nothing that a seat gets depends on what it can't know, and `hide` draws that as TNW-9.4 says."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from ow_env.core.rng import RNG
from ow_env.these_new_worlds.rules import hide, sets
from tests.tables import Position
from tests.these_new_worlds.scenario import CARDS, position_of
from tests.these_new_worlds.table import Table


@pytest.mark.rule
def test_nothing_but_the_others_hand_and_the_cards_set_aside_is_hidden() -> None:
    """After the end, and where all is known, a guess is the position itself."""
    for text in ("step over: draw | planets Vermeil, Loam, Aurelia | foe planets Concord, Marigold, Azimuth"
                 " | collective Ochre Gate, Evergild", "top Breakthrough | hand Spot Trade | foe hand -"):  # fmt: skip
        table = Table(position_of(text), ask="public")
        assert table.game.hide(table.batch.states, 0, 1).tobytes() == table.batch.states.tobytes()


# ── ask="public" ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule
def test_that_a_question_comes_tells_something_where_only_what_is_needed_is_asked() -> None:
    """The default fails the test above: it passes over who has no choice, and another hand would have had one."""
    asked = []
    for foe, aside in (("Bumper Harvest", "Privateers"), ("Privateers", "Bumper Harvest")):
        text = (
            f"top Breakthrough | hand Spot Trade, Tax Season, Trade Envoy | foe hand {foe} | aside {aside}, Peer Review"
        )
        table = Table(position_of(text))
        table.do("play Tax Season")
        asked.append(table.asked)
    assert asked == [0, 1]


# ── How likely ───────────────────────────────────────────────────────────────────────────────────

HANDS = [  # the foe's hand, the cards set aside, and what the foe is known not to hold
    "foe hand Tax Season, Spot Trade, Privateers | aside Breakthrough, Escort Wing",
    "foe hand Tax Season, Spot Trade, Privateers | aside Breakthrough, Escort Wing | foe not held Escort Wing",
    "foe hand Tax Season, Spot Trade | aside Breakthrough, Escort Wing | foe not held Escort Wing, Breakthrough",
    "foe hand Tax Season | aside Breakthrough, Escort Wing",
    "foe hand Tax Season, Spot Trade, Trade Envoy | aside Breakthrough, Escort Wing"
    " | foe not held Peer Review, Breakthrough",
]


def position(hands: str) -> Position:
    return position_of(f"top Open Archives | hand Peer Review, Border Militia | {hands}")


def expected(at: Position) -> dict[tuple[str, ...], Fraction]:
    """Return how likely each hand of the foe is, by trying all: any of the unseen cards it is not known not to hold."""
    him = at["players"][1]
    unseen = [name for name in CARDS if name in him["hand"] + at["set_aside"] and name not in him["not_held"]]
    ways = list(combinations(unseen, len(him["hand"])))
    return {way: Fraction(1, len(ways)) for way in ways}


def names_in(bits: int) -> tuple[str, ...]:
    return tuple(name for number, name in enumerate(CARDS) if bits >> number & 1)


@pytest.mark.bounds
@pytest.mark.parametrize("hands", HANDS)
def test_tnw_9_4_every_hand_that_fits_comes_up_as_often_as_it_is_likely(hands: str) -> None:
    table = Table(position(hands), ask="public")
    wanted, draws = expected(table.position()), 20_000
    guesses = table.game.hide(np.repeat(table.batch.states, draws), 0, seed=4)
    found = Counter(names_in(int(bits)) for bits in guesses["players"][:, 1]["hand"])
    assert set(found) == set(wanted)
    chi_square = sum((found[hand] - draws * odds) ** 2 / (draws * odds) for hand, odds in wanted.items())
    freedom = len(wanted) - 1
    assert chi_square < freedom + 4 * np.sqrt(2 * freedom) + 8
    unseen = int(table.batch.states[0]["set_aside"]) | int(table.batch.states[0]["players"][1]["hand"])
    assert (guesses["set_aside"] == np.uint64(unseen) & ~guesses["players"][:, 1]["hand"]).all()


@pytest.mark.uncompiled
@pytest.mark.parametrize("hands", HANDS)
def test_tnw_9_4_every_hand_is_exactly_as_likely_as_it_should_be(hands: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Led through all that chance may give, `hide` comes to each hand as likely as trying all says."""
    table, found, left = Table(position(hands), ask="public"), Counter[tuple[str, ...]](), list[int]()
    wanted = expected(table.position())
    unseen = table.batch.states[0]["players"][1]["hand"] | table.batch.states[0]["set_aside"]
    free, held = len({name for hand in wanted for name in hand}), len(next(iter(wanted)))

    def led(rng: Any, size: int) -> int:
        assert size == free - held + len(left)
        return left.pop(0)

    monkeypatch.setitem(sets.pick_any.__globals__, "below", led)
    paths: list[list[int]] = [[]]
    for drawn in range(held):
        paths = [[*path, place] for path in paths for place in range(free - drawn)]
    for path in paths:
        states, left[:] = table.batch.states.copy(), path
        hide.hide(states[0], table.game.tables[0], 0, np.zeros(1, RNG)[0])
        found[names_in(int(states[0]["players"][1]["hand"]))] += 1
        there = states[0]["players"][1]["hand"] | states[0]["set_aside"]
        assert (there, states[0]["players"][1]["hand"] & states[0]["set_aside"]) == (unseen, 0)
    assert {hand: Fraction(count, len(paths)) for hand, count in found.items()} == wanted


@pytest.mark.uncompiled
def test_tnw_9_4_every_hand_is_exactly_as_likely_as_it_should_be_for_player_1(monkeypatch: pytest.MonkeyPatch) -> None:
    at = position(HANDS[1])
    turned = at | {"players": at["players"][::-1], "dealer": 0, "active": 1}
    table = Table(turned, ask="public")
    found, left = Counter[tuple[str, ...]](), list[int]()
    monkeypatch.setitem(sets.pick_any.__globals__, "below", lambda rng, size: left.pop(0))
    for path in [[one, two, three] for one in range(4) for two in range(3) for three in range(2)]:
        states, left[:] = table.batch.states.copy(), path
        hide.hide(states[0], table.game.tables[0], 1, np.zeros(1, RNG)[0])
        found[names_in(int(states[0]["players"][0]["hand"]))] += 1
        assert states[0]["players"][1]["hand"] == table.batch.states[0]["players"][1]["hand"]
    assert {hand: Fraction(count, 24) for hand, count in found.items()} == expected(at)


@pytest.mark.rule
def test_tnw_9_4_not_a_card_that_is_known_not_to_be_held() -> None:
    table = Table(position(HANDS[1]), ask="public")
    for seed in range(60):
        at = table.game.position(table.game.hide(table.batch.states, 0, seed))
        assert "Escort Wing" in at["set_aside"]
        assert len(at["set_aside"]) == 2


@pytest.mark.rule
def test_tnw_9_4_not_what_is_known_of_the_player_who_looks() -> None:
    """What you are known not to hold restricts nobody else: the other may hold it."""
    table = Table(position_of("top Open Archives | hand Peer Review | foe hand Tax Season, Spot Trade"
    " | aside Breakthrough,"
                              " Escort Wing | not held Escort Wing"), ask="public")  # fmt: skip
    hands = {names_in(int(table.game.hide(table.batch.states, 0, seed)[0]["players"][1]["hand"])) for seed in range(60)}
    assert len(hands) == 6


@pytest.mark.rule
def test_tnw_9_4_not_anything_of_the_future() -> None:
    """Planets, dice and deals to come are in no position: a guess can't tell them, and leaves the generator alone."""
    table = Table(position(HANDS[0]), ask="public")
    before = table.batch.rng.tobytes()
    table.game.hide(table.batch.states, 0, 1)
    assert table.batch.rng.tobytes() == before


# ── Records ──────────────────────────────────────────────────────────────────────────────────────
