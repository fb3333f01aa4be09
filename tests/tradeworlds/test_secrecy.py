"""Secrecy (TW-H): nothing that a seat gets depends on what it can't know, and `hide` draws that as TW-H5 says."""

from __future__ import annotations

import io
import json
from collections import Counter
from fractions import Fraction
from itertools import permutations, product
from math import factorial, prod
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ow_env.core import Batch
from ow_env.core.jit import PURE
from ow_env.core.records import Recorder, read_records, rebuild, replay
from ow_env.core.rng import RNG
from ow_env.tradeworlds.game import TradeWorlds
from ow_env.tradeworlds.rules import hide
from tests.tradeworlds.games import check_invariants, random_course, some_course
from tests.tradeworlds.oracle.setups import ODD
from tests.tradeworlds.scenario import cards, position_of
from tests.tradeworlds.table import Table, game_of

pytestmark = pytest.mark.pure

LONG = 4 if PURE else 10
seeds = st.integers(0, 2**31 - 1)
configured = st.sampled_from(
    [
        *(
            {"num_players": players, "ask": ask, "reinforcements": True}
            for players in (2, 3, 4)
            for ask in ("needed", "public")
        ),
        *({"num_players": players, "ask": "public", "scenario": "Space Wars"} for players in (2, 3, 4)),
        {"scenario": "The Derelict"},
    ]
).map(lambda options: game_of(**options))


def told_to(game: Any, states: Any, seat: int) -> list[Any]:
    """Return all that a seat gets of a position [1]."""
    shown, view = game.show(states), f"player_{seat}"
    told = [shown.observation[0, seat].tobytes(), shown.action_mask[0, seat].tobytes(), shown.to_act[0].tolist()]
    told += [json.dumps(game.position(states, each)) for each in (view, "public")]
    told += [game.view(states, each) for each in (view, "public")]
    told += [game.moment(states), game.engine.potential(states[0], game.tables[0], seat)]
    allowed = np.flatnonzero(shown.action_mask[0, seat])
    told += [[game.action_name(states, seat, int(action)) for action in allowed]]
    told += [[game.choice(states, seat, int(action)) for action in allowed]]
    told += [[game.why_not(states, seat, action) for action in range(0, game.num_actions, 23)]]
    return told


@given(configured, seeds)
def test_what_a_seat_gets_is_the_same_after_hide_to_the_byte(game: Any, seed: int) -> None:
    for number, batch in enumerate(some_course(game, seed, LONG)):
        for seat in [(seed + number) % game.num_players]:
            guess = game.hide(batch.states, seat, seed + number)
            assert told_to(game, batch.states, seat) == told_to(game, guess, seat)


@given(configured, seeds)
def test_a_guess_is_a_position_that_may_be(game: Any, seed: int) -> None:
    """The invariants hold; all that is public, the own hand and what is known stay; with public asking it stands."""
    for number, batch in enumerate(some_course(game, seed, LONG)):
        seat = number % game.num_players
        guess = game.hide(batch.states, seat, seed + number)
        check_invariants(game, guess)
        kept = [name for name in guess.dtype.names if name != "players"]
        assert all((guess[0][name] == batch.states[0][name]).all() for name in kept)
        for each in range(game.num_players):
            was, now = batch.states[0]["players"][each], guess[0]["players"][each]
            assert all((was[name] == now[name]).all() for name in was.dtype.names if name not in ("hand", "deck"))
            assert (
                was["hand"]["copies"] + was["deck"]["copies"] == now["hand"]["copies"] + now["deck"]["copies"]
            ).all()
            assert was["hand"]["count"] == now["hand"]["count"] == now["hand"]["copies"].sum()
            assert (now["hand"]["copies"] >= now["known"]["copies"]).all()
            assert each != seat or (was["hand"] == now["hand"] and was["deck"] == now["deck"])
        if game.options["ask"] == "public" and not batch.terminated[0]:
            asked = int(batch.to_act[0].argmax())
            if game.show(guess).action_mask[0, asked].sum() > 1:
                assert game.from_position(game.position(guess)).tobytes() == guess.tobytes()


def test_it_is_not_the_same_for_another() -> None:
    """The player whose cards are dealt anew sees it: so the comparison above is one."""
    game, changed = game_of(num_players=3), 0
    for _, batch in zip(range(30), random_course(game, 3), strict=False):
        seat = int(batch.states[0]["asked"])
        guess = game.hide(batch.states, (seat + 1) % 3, 5)
        changed += told_to(game, batch.states, seat) != told_to(game, guess, seat)
    assert changed > 10


# ── ask="public" ─────────────────────────────────────────────────────────────────────────────────

REVEALS = ("role Saboteur", "role Smuggler", "target")  # cards of others come to light


@given(st.sampled_from([2, 3, 4]), seeds)
def test_that_a_question_comes_tells_nothing(players: int, seed: int) -> None:
    """After the same choice both games, one with the others' cards dealt anew, ask the same seat the same."""
    game = game_of(num_players=players, ask="public", reinforcements=True)
    for number, batch in enumerate(some_course(game, seed, 2 * LONG)):
        if batch.terminated[0] or batch.truncated[0]:
            continue
        seat = int(batch.to_act[0].argmax())
        one, other = Batch(game, 1, 1), Batch(game, 1, 1)
        guess = game.hide(batch.states, seat, seed + number)
        for action in np.flatnonzero(batch.action_mask[0, seat])[seed % 3 :: 3][: 1 if PURE else 3]:
            if game.action_name(batch.states, seat, int(action)).startswith(REVEALS):
                continue
            moves = [0] * players
            moves[seat] = int(action)
            for each, states in ((one, batch.states), (other, guess)):
                each.set_states(states)
                each.rng[:] = batch.rng
                each.step([moves])
            assert one.to_act.tolist() == other.to_act.tolist()
            assert one.terminated.tolist() == other.terminated.tolist()
            if one.to_act[0].any():
                asked = [game.position(each.states, "public")["decision"] for each in (one, other)]
                assert asked[0] == asked[1]


def test_that_a_question_comes_tells_something_where_only_what_is_needed_is_asked() -> None:
    """The default fails the test above: it passes over who has no card for a window."""
    asked = []
    for foe, deck in (("Ghost Echo", "S1"), ("S1", "Ghost Echo")):
        table = Table(position_of(f"lane 3/3 | foe lane 3/3 | foe hand {foe} | foe deck {deck}"))
        table.roll(5, 4)
        table.do("role Admiral", "send lane 1")
        asked.append(table.asked)
    assert asked == [1, 0]


@pytest.mark.parametrize(
    ("text", "play", "public", "needed"),
    [
        # could a card be held?  rows: position, actions, who is asked where with "public" and with "needed"
        ("foe hand S1 | foe deck Ghost Echo", "", (1, "roll"), (0, "discard")),
        ("foe hand S1 | foe known S1 | foe deck Ghost Echo", "", (0, "discard"), (0, "discard")),
        ("foe hand S1, S2 | foe known S1 | foe deck Ghost Echo", "", (1, "roll"), (0, "discard")),
        ("foe hand S1 | foe deck S2 | foe discard Ghost Echo", "", (0, "discard"), (0, "discard")),
        ("foe hand S1, Ghost Echo | foe known Ghost Echo", "", (1, "roll"), (1, "roll")),
        ("foe hand - | foe deck Ghost Echo", "", (0, "discard"), (0, "discard")),
    ],
)
def test_tw_p5_who_is_asked_in_a_window(text: str, play: str, public: Any, needed: Any) -> None:
    for ask, wanted in (("public", public), ("needed", needed)):
        table = Table(position_of(f"hand S4, C1 | known S4, C1 | lane 3/3 | foe lane 3/3 | {text}"), ask=ask)
        table.roll(4, 6)
        for name in ("role Admiral", "send lane 1", "engage 1", "done", "done", "done"):
            if table.decision["type"] in ("role", "attack", "buy", "configure") and name in table.legal():
                table.do(name)
        assert (table.asked, table.decision["type"]) == wanted, ask


SINGLE = [  # a single legal action: the position, and whether it is asked with "public" (never with "needed")
    ("point buy | hand S1, W1 | tops -, W5, -, -", True),
    ("point buy | hand - | tops -, W5, -, - | foe hand S1", False),
    ("point buy | hand S1, W1", False),
    ("point configure | level 1 | hand S1, W1, W2", True),
    ("point configure | level 1 | hand S1, W1", False),
    ("point configure | level 1 | lane 1/1 | hand S1, W1, W2", False),
    ("point pay | buying W3 | hand 2x C2 | tops -, W3, -, -", True),
    ("point discard | hand - | foe hand S1", False),
    ("point bank | role Treasurer | hand 2x C1", True),
    ("point bank | role Treasurer | hand C1", False),
    ("point remove | role Mechanic | hand 2x C1", True),
    ("point remove | role Mechanic | hand C1", False),
    ("point refit | role Captain | lane 1/1 | hand S2", True),
    ("point chancellor | role Chancellor | lane 1/1", False),
    ("point chancellor | role Chancellor | level 2 | lane 1/1 | hand S1, W1, C1", False),
    ("point configure | level 2 | lane 1/1 | hand S1, W1", False),
    ("point configure | level 2 | lane 1/1 | hand S1, W1, W2", True),
    ("point refit | role Captain | lane 1/1 | hand - | foe hand S1", False),
    ("point buy | hand S1 | tops -, W5, -, -", True),
]


@pytest.mark.parametrize(("text", "asked"), SINGLE)
def test_tw_p5_a_single_action_is_taken_unasked_only_where_it_tells_nothing(text: str, asked: bool) -> None:
    point = text.partition(" | ")[0].removeprefix("point ")
    public, needed = Table(position_of(text), ask="public"), Table(position_of(text))
    assert (public.decision["type"] == point) == asked
    assert needed.decision["type"] != point or len(needed.legal()) > 1
    assert not asked or len(public.legal()) == 1


@pytest.mark.parametrize(
    ("hand", "asked"),
    [("S5, W1, C1, S4", True), ("S5, W1, C1", False), ("S1, W3, C2, S4", False), ("S1, W3, C1, S4", True)],
)
def test_tw_p5_who_could_hold_a_weapon_that_fits_is_asked(hand: str, asked: bool) -> None:
    """With "public" Acolytes are asked for further Weapons while they have a card and the ship has room."""
    table = Table(position_of(f"point configure | level 1 | hand {hand} | foe hand S1"), ask="public")
    table.do(*table.legal_with("configure")[:1])
    assert (table.decision["type"] == "fit") == asked
    assert not asked or table.legal() == ["done"]


def test_tw_p5_who_could_pay_for_the_only_card_on_top_is_asked() -> None:
    """Also where that is the first card there is, which costs 3 by a card file of one's own."""
    text = "point buy | hand C1 | tops S1, -, -, - | foe hand S1"
    table = Table(position_of(text), ask="public", cards=str(ODD))
    assert (table.decision["type"], table.legal()) == ("buy", ["done"])


# ── How likely ───────────────────────────────────────────────────────────────────────────────────

HANDS = [  # the foe's hand, known cards and deck
    "foe hand S1, W4, C2 | foe deck C1, C5",
    "foe hand S1, W4, C2 | foe known W4 | foe deck C1, C5",
    "foe hand 2x S1, C2 | foe deck S1, C2, C5",
    "foe hand 2x S1, C2 | foe known S1 | foe deck S1, C2",
    "foe hand S1, C2 | foe known S1, C2 | foe deck W1, W2",
    "foe hand S1, C2 | foe deck -",
]


def expected(text: str) -> dict[tuple[str, ...], Fraction]:
    """Return how likely each hand of the foe is, by trying all orders in which its unknown cards may lie."""
    him = position_of(text)["players"][1]
    unknown = list((Counter(him["hand"]) - Counter(him["known"])).elements())
    orders = list(permutations(unknown + him["deck"]))
    found = Counter(tuple(sorted([*him["known"], *order[: len(unknown)]])) for order in orders)
    return {hand: Fraction(count, len(orders)) for hand, count in found.items()}


def hand_of(game: Any, state: Any, seat: int) -> tuple[str, ...]:
    return tuple(sorted(game.position(state)["players"][seat]["hand"]))


@pytest.mark.parametrize("hands", HANDS)
def test_tw_h5_every_hand_that_fits_comes_up_as_often_as_it_is_likely(hands: str) -> None:
    table = Table(position_of(hands), ask="public")
    wanted, draws = expected(hands), 300 if PURE else 1_500
    found: Counter[tuple[str, ...]] = Counter()
    guesses = table.game.hide(np.repeat(table.batch.states, draws), 0, seed=4)
    for row in range(draws):
        found[hand_of(table.game, guesses[row : row + 1], 1)] += 1
    assert set(found) == set(wanted)
    chi_square = sum((found[hand] - draws * odds) ** 2 / (draws * odds) for hand, odds in wanted.items())
    freedom = len(wanted) - 1
    assert chi_square < freedom + 4 * np.sqrt(2 * freedom) + 8


@pytest.mark.skipif(not PURE, reason="compiled, its random numbers are part of the machine code")
@pytest.mark.parametrize("hands", HANDS)
def test_tw_h5_every_hand_is_exactly_as_likely_as_it_should_be(hands: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Led through all that chance may give, `hide` comes to each hand as likely as trying all orders says."""
    table, left, sizes = Table(position_of(hands), ask="public"), list[int](), list[int]()

    def led(rng: Any, size: int) -> int:
        sizes.append(size)
        return left.pop(0)

    monkeypatch.setitem(hide.take_any.__globals__, "below", led)
    him = position_of(hands)["players"][1]
    unknown = len(him["hand"]) - len(him["known"])
    there = unknown + len(him["deck"])
    paths = list(product(*(range(there - drawn) for drawn in range(unknown))))
    found: Counter[tuple[str, ...]] = Counter()
    for path in paths:
        states, left[:] = table.batch.states.copy(), path
        hide.hide(states[0], table.game.tables[0], 0, np.zeros(1, RNG)[0])
        found[hand_of(table.game, states, 1)] += 1
        after = states[0]["players"][1]
        assert [int(after[pile]["count"]) for pile in ("hand", "deck")] == [len(him[pile]) for pile in ("hand", "deck")]
        assert not left
    assert sizes[:unknown] == [there - drawn for drawn in range(unknown)]
    assert len(paths) == prod(range(there - unknown + 1, there + 1)) == factorial(there) // factorial(there - unknown)
    assert {hand: Fraction(count, len(paths)) for hand, count in found.items()} == expected(hands)


def test_tw_h5_hands_of_several_opponents_are_drawn_apart() -> None:
    """Each from its own hand and deck, the ones of a seat the same however often another's came."""
    text = "hand S1 | foe hand S1, W4 | foe deck C1 | third hand C1, C2 | third known C2 | third deck C3"
    table = Table(position_of(text), ask="public")
    pairs: Counter[Any] = Counter()
    for seed in range(200 if PURE else 1200):
        guess = table.game.hide(table.batch.states, 0, seed)
        pairs[hand_of(table.game, guess, 1), hand_of(table.game, guess, 2)] += 1
        assert hand_of(table.game, guess, 0) == ("Starship 1",)
    foes = {tuple(sorted(cards(text))) for text in ("S1, W4", "S1, C1", "W4, C1")}
    assert set(pairs) == {
        (foe, tuple(cards(f"{third}, C2" if third == "C1" else f"C2, {third}")))
        for foe in foes
        for third in ("C1", "C3")
    }
    assert min(pairs.values()) > sum(pairs.values()) / 12


def test_tw_h5_not_for_oneself_nor_anything_of_the_future() -> None:
    table = Table(position_of(f"hand S1, W1 | deck C1, C2, C3 | {HANDS[0]} | tops S2, -, -, - | under S3, S4"))
    before, rng = table.position(), table.batch.rng.tobytes()
    for seed in range(20):
        at = table.game.position(table.game.hide(table.batch.states, 0, seed))
        assert at["players"][0] == before["players"][0]
        assert {**at["players"][1], "hand": 0, "deck": 0} == {**before["players"][1], "hand": 0, "deck": 0}
    assert table.batch.rng.tobytes() == rng


def test_tw_h5_who_is_asked_may_hold_nothing_then_and_can_pass() -> None:
    passed = 0
    for seed in range(16):
        table = Table(position_of("lane 3/3 | foe lane 3/3 | foe hand Ghost Echo, S1 | foe deck S2, C1"))
        table.roll(5, 4)
        table.do("role Admiral", "send lane 1")
        guess = table.game.hide(table.batch.states, 0, seed)
        table.batch.set_states(guess)
        if table.legal() == ["pass"]:
            passed += 1
            table.do("pass")
            assert table.asked == 0
    assert 2 < passed < 14


def test_tw_b4_a_purchase_pending_after_hide_may_lapse() -> None:
    lapsed = 0
    for seed in range(20):
        text = "point pay | buying W5 | hand C3, C2 | deck C1, S1 | tops -, W5, -, - | foe hand S1"
        table = Table(position_of(text), ask="public")
        table.batch.set_states(table.game.hide(table.batch.states, 1, seed))
        while table.decision["type"] == "pay":
            table.do(table.legal()[0])
        lapsed += table.you["tops"][1] == "Weapon 5"
    assert 5 < lapsed < 20


# ── Records ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("options", [{}, {"num_players": 4, "max_rounds": 3}, {"scenario": "The Derelict"}], ids=str)
def test_a_record_is_played_again(options: dict[str, Any]) -> None:
    options = {"max_rounds": 5} | options
    text, batch, random = io.StringIO(), Batch(game_of(**options), 1, seed=3), np.random.default_rng(3)
    recorder = Recorder(batch, text)
    recorder.begin()
    while not (batch.terminated[0] or batch.truncated[0]):
        recorder.step([[random.choice(np.flatnonzero(mask)) for mask in batch.action_mask[0]]])
    (record,) = read_records(io.BytesIO(text.getvalue().encode()))
    moments = list(replay(record, rebuild(record, [TradeWorlds])))
    assert moments[-1].state.tobytes() == batch.states.tobytes()
