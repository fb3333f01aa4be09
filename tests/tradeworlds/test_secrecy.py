"""Secrecy (TW-H): nothing that a seat gets depends on what it can't know, and `hide` draws that as TW-H5 says."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations, product
from math import factorial, prod
from typing import Any

import numpy as np
import pytest

from ow_env.core.rng import RNG
from ow_env.tradeworlds.rules import hide
from tests.tradeworlds.oracle.setups import ODD
from tests.tradeworlds.scenario import cards, position_of
from tests.tradeworlds.table import Table

# ── ask="public" ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule
def test_that_a_question_comes_tells_something_where_only_what_is_needed_is_asked() -> None:
    """The default fails the test above: it passes over who has no card for a window."""
    asked = []
    for foe, deck in (("Ghost Echo", "S1"), ("S1", "Ghost Echo")):
        table = Table(position_of(f"lane 3/3 | foe lane 3/3 | foe hand {foe} | foe deck {deck}"))
        table.roll(5, 4)
        table.do("role Admiral", "send lane 1")
        asked.append(table.asked)
    assert asked == [1, 0]


@pytest.mark.rule
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


@pytest.mark.rule
@pytest.mark.parametrize(("text", "asked"), SINGLE)
def test_tw_p5_a_single_action_is_taken_unasked_only_where_it_tells_nothing(text: str, asked: bool) -> None:
    point = text.partition(" | ")[0].removeprefix("point ")
    public, needed = Table(position_of(text), ask="public"), Table(position_of(text))
    assert (public.decision["type"] == point) == asked
    assert needed.decision["type"] != point or len(needed.legal()) > 1
    assert not asked or len(public.legal()) == 1


@pytest.mark.rule
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


@pytest.mark.rule
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


@pytest.mark.bounds
@pytest.mark.parametrize("hands", HANDS)
def test_tw_h5_every_hand_that_fits_comes_up_as_often_as_it_is_likely(hands: str) -> None:
    table = Table(position_of(hands), ask="public")
    wanted, draws = expected(hands), 1_500
    found: Counter[tuple[str, ...]] = Counter()
    guesses = table.game.hide(np.repeat(table.batch.states, draws), 0, seed=4)
    for row in range(draws):
        found[hand_of(table.game, guesses[row : row + 1], 1)] += 1
    assert set(found) == set(wanted)
    chi_square = sum((found[hand] - draws * odds) ** 2 / (draws * odds) for hand, odds in wanted.items())
    freedom = len(wanted) - 1
    assert chi_square < freedom + 4 * np.sqrt(2 * freedom) + 8


@pytest.mark.uncompiled
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


@pytest.mark.bounds
def test_tw_h5_hands_of_several_opponents_are_drawn_apart() -> None:
    """Each from its own hand and deck, the ones of a seat the same however often another's came."""
    text = "hand S1 | foe hand S1, W4 | foe deck C1 | third hand C1, C2 | third known C2 | third deck C3"
    table = Table(position_of(text), ask="public")
    pairs: Counter[Any] = Counter()
    for seed in range(1200):
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


@pytest.mark.rule
def test_tw_h5_not_for_oneself_nor_anything_of_the_future() -> None:
    table = Table(position_of(f"hand S1, W1 | deck C1, C2, C3 | {HANDS[0]} | tops S2, -, -, - | under S3, S4"))
    before, rng = table.position(), table.batch.rng.tobytes()
    for seed in range(20):
        at = table.game.position(table.game.hide(table.batch.states, 0, seed))
        assert at["players"][0] == before["players"][0]
        assert {**at["players"][1], "hand": 0, "deck": 0} == {**before["players"][1], "hand": 0, "deck": 0}
    assert table.batch.rng.tobytes() == rng


@pytest.mark.bounds
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


@pytest.mark.bounds
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
