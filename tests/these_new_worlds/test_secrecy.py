"""Secrecy (TNW-9): nothing that a seat gets depends on what it can't know, and `hide` draws that as TNW-9.4 says."""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ow_env.core import Batch
from ow_env.core.jit import PURE
from ow_env.core.records import Recorder, read_records, rebuild, replay
from ow_env.core.rng import RNG
from ow_env.these_new_worlds.game import TheseNewWorlds
from ow_env.these_new_worlds.rules import hide, sets
from tests.tables import Position
from tests.these_new_worlds.games import check_invariants, random_course
from tests.these_new_worlds.oracle.late import late_position
from tests.these_new_worlds.scenario import CARDS, position_of
from tests.these_new_worlds.table import Table, game_of

pytestmark = pytest.mark.pure

LONG = 10 if PURE else 60
asking = st.sampled_from(["needed", "public"])
seeds = st.integers(0, 2**32 - 1)
seats = st.integers(0, 1)


def some_course(game: TheseNewWorlds, seed: int) -> Iterator[Batch]:
    """Yield some decisions of a random game, every second one from a late round."""
    course = random_course(game, seed, late_position(seed % 1000) if seed % 2 else None)
    for _, batch in zip(range(LONG), course, strict=False):
        yield batch


def told_to(game: TheseNewWorlds, states: Any, seat: int) -> list[Any]:
    """Return all that a seat gets of a position [1]."""
    shown, view = game.show(states), f"player_{seat}"
    told = [shown.observation[0, seat].tobytes(), shown.action_mask[0, seat].tobytes(), shown.to_act[0].tolist()]
    told += [json.dumps(game.position(states, each)) for each in (view, "public")]
    told += [game.view(states, each) for each in (view, "public")]
    told += [game.moment(states), game.engine.potential(states[0], game.tables[0], seat)]
    allowed = np.flatnonzero(shown.action_mask[0, seat])
    told += [[game.action_name(states, seat, int(action)) for action in allowed]]
    told += [[game.choice(states, seat, int(action)) for action in allowed]]
    told += [[game.why_not(states, seat, action) for action in range(0, game.num_actions, 3)]]
    return told


@given(seeds, seats, asking)
def test_what_a_seat_gets_is_the_same_after_hide_to_the_byte(seed: int, seat: int, ask: str) -> None:
    game = game_of(ask=ask)
    for number, batch in enumerate(some_course(game, seed)):
        guess = game.hide(batch.states, seat, seed + number)
        assert told_to(game, batch.states, seat) == told_to(game, guess, seat)


@given(seeds, seats, asking)
def test_a_guess_is_a_position_that_may_be(seed: int, seat: int, ask: str) -> None:
    """The invariants hold, the own cards and all that lies open stay; with public asking it stands where it stood."""
    game = game_of(ask=ask)
    for number, batch in enumerate(some_course(game, seed)):
        guess = game.hide(batch.states, seat, seed + number)
        check_invariants(game, guess)
        kept = [name for name in guess.dtype.names if name not in ("players", "set_aside")]
        assert all((guess[0][name] == batch.states[0][name]).all() for name in kept)
        for each in range(2):
            was, now = batch.states[0]["players"][each], guess[0]["players"][each]
            assert all((was[name] == now[name]).all() for name in was.dtype.names if name != "hand")
            assert each != seat or was["hand"] == now["hand"]
        if ask == "public":
            assert game.from_position(game.position(guess)).tobytes() == guess.tobytes()


def test_it_is_not_the_same_for_another() -> None:
    """The player whose cards are dealt anew sees it: so the comparison above is one."""
    game, changed = game_of(), 0
    for _, batch in zip(range(40), random_course(game, 3), strict=False):
        seat = int(batch.states[0]["active"])
        guess = game.hide(batch.states, 1 - seat, 5)
        changed += told_to(game, batch.states, seat) != told_to(game, guess, seat)
    assert changed > 20


def test_nothing_but_the_others_hand_and_the_cards_set_aside_is_hidden() -> None:
    """After the end, and where all is known, a guess is the position itself."""
    for text in ("step over: draw | planets Vermeil, Loam, Aurelia | foe planets Concord, Marigold, Azimuth"
                 " | collective Ochre Gate, Evergild", "top Breakthrough | hand Spot Trade | foe hand -"):  # fmt: skip
        table = Table(position_of(text), ask="public")
        assert table.game.hide(table.batch.states, 0, 1).tobytes() == table.batch.states.tobytes()


# ── ask="public" ─────────────────────────────────────────────────────────────────────────────────


@given(seeds, seats)
def test_that_a_question_comes_tells_nothing(seed: int, seat: int) -> None:
    """Played on with the other's cards dealt anew, the own choices the same, both games ask the same seats."""
    game = game_of(ask="public")
    for number, batch in enumerate(some_course(game, seed)):
        if number % 5 or batch.terminated[0]:
            continue
        one, other = Batch(game, 1, 1), Batch(game, 1, 1)
        one.set_states(batch.states)
        other.set_states(game.hide(batch.states, seat, seed + number))
        while not one.terminated[0] and int(one.to_act[0].argmax()) == seat:
            assert (one.to_act == other.to_act).all()
            assert (one.action_mask[0, seat] == other.action_mask[0, seat]).all()
            before = int(one.states[0]["round_number"])
            moves = [0, 0]
            moves[seat] = int(np.flatnonzero(one.action_mask[0, seat])[0])
            for each in (one, other):
                each.step([moves])
            if int(one.states[0]["round_number"]) != before:
                break
        else:
            assert (one.to_act == other.to_act).all()


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


@pytest.mark.parametrize("hands", HANDS)
def test_tnw_9_4_every_hand_that_fits_comes_up_as_often_as_it_is_likely(hands: str) -> None:
    table = Table(position(hands), ask="public")
    wanted, draws = expected(table.position()), 600 if PURE else 20_000
    guesses = table.game.hide(np.repeat(table.batch.states, draws), 0, seed=4)
    found = Counter(names_in(int(bits)) for bits in guesses["players"][:, 1]["hand"])
    assert set(found) == set(wanted)
    chi_square = sum((found[hand] - draws * odds) ** 2 / (draws * odds) for hand, odds in wanted.items())
    freedom = len(wanted) - 1
    assert chi_square < freedom + 4 * np.sqrt(2 * freedom) + 8
    unseen = int(table.batch.states[0]["set_aside"]) | int(table.batch.states[0]["players"][1]["hand"])
    assert (guesses["set_aside"] == np.uint64(unseen) & ~guesses["players"][:, 1]["hand"]).all()


@pytest.mark.skipif(not PURE, reason="compiled, its random numbers are part of the machine code")
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


@pytest.mark.skipif(not PURE, reason="compiled, its random numbers are part of the machine code")
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


def test_tnw_9_4_not_a_card_that_is_known_not_to_be_held() -> None:
    table = Table(position(HANDS[1]), ask="public")
    for seed in range(60):
        at = table.game.position(table.game.hide(table.batch.states, 0, seed))
        assert "Escort Wing" in at["set_aside"]
        assert len(at["set_aside"]) == 2


def test_tnw_9_4_not_what_is_known_of_the_player_who_looks() -> None:
    """What you are known not to hold restricts nobody else: the other may hold it."""
    table = Table(position_of("top Open Archives | hand Peer Review | foe hand Tax Season, Spot Trade"
    " | aside Breakthrough,"
                              " Escort Wing | not held Escort Wing"), ask="public")  # fmt: skip
    hands = {names_in(int(table.game.hide(table.batch.states, 0, seed)[0]["players"][1]["hand"])) for seed in range(60)}
    assert len(hands) == 6


def test_tnw_9_4_not_anything_of_the_future() -> None:
    """Planets, dice and deals to come are in no position: a guess can't tell them, and leaves the generator alone."""
    table = Table(position(HANDS[0]), ask="public")
    before = table.batch.rng.tobytes()
    table.game.hide(table.batch.states, 0, 1)
    assert table.batch.rng.tobytes() == before


# ── Records ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("seed", range(2))
def test_a_record_is_played_again(seed: int) -> None:
    text, batch, random = io.StringIO(), Batch(game_of(), 1, seed=seed), np.random.default_rng(seed)
    recorder = Recorder(batch, text)
    recorder.begin()
    while not batch.terminated[0]:
        recorder.step([[random.choice(np.flatnonzero(mask)) for mask in batch.action_mask[0]]])
    (record,) = read_records(io.BytesIO(text.getvalue().encode()))
    moments = list(replay(record, rebuild(record, [TheseNewWorlds])))
    assert moments[-1].state.tobytes() == batch.states.tobytes()
