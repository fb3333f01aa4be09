"""Tallies: only how many there are of each kind counts, and any card comes off one as often."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from ow_env.cards import tallies
from ow_env.compiled.jit import record, rules_of
from ow_env.core.rng import RNG, start

TALLY = tallies.tally()
TABLE = record([("deck", TALLY), ("discard", TALLY)])
T = tallies.of(rules_of("tallies_under_test", Table=TABLE, Pile=TALLY, **tallies.words()).library)
KINDS = tallies.KINDS


def table(deck=(), discard=()) -> np.record:
    made = np.zeros(1, TABLE)[0]
    for tally, held in ((made.deck, deck), (made.discard, discard)):
        for card in held:
            T.add(tally, card)
    return made


def rng(seed: int) -> np.record:
    made = np.zeros(1, RNG)
    start(made[0], np.uint64(seed), np.uint64(0))
    return made[0]


def cards(tally) -> list[int]:
    found = np.repeat(np.arange(KINDS), tally.copies).tolist()
    assert tally.count == len(found), "their number is that of all copies"
    return found


@pytest.mark.rule
def test_what_a_function_calls_is_bound_with_it():
    ours = tallies.of(rules_of("tallies_bound_anew", Table=TABLE, Pile=TALLY, **tallies.words()).library)
    made = table(deck=(3, 1, 2))
    assert ours.take_any(made.deck, rng(1)) in (1, 2, 3)
    ours.pour(made.deck, made.discard)
    assert len(cards(made.discard)) == 2


@pytest.mark.rule
def test_a_tally_keeps_no_order():
    one, other = table(deck=(3, 1, 2, 1)), table(deck=(1, 2, 1, 3))
    assert one.tobytes() == other.tobytes()
    assert cards(one.deck) == [1, 1, 2, 3]


@pytest.mark.rule
def test_one_copy_is_taken_out_if_there_is_one():
    made = table(deck=(3, 1, 2, 1))
    T.remove(made.deck, 1)
    assert cards(made.deck) == [1, 2, 3]
    T.remove(made.deck, 7)
    assert cards(made.deck) == [1, 2, 3]
    T.remove(made.deck, 1)
    T.remove(made.deck, 1)
    assert cards(made.deck) == [2, 3]


@pytest.mark.rule
@pytest.mark.parametrize("held", [(), (0,), (63,), (0, 0, 5), (1, 31, 32, 62, 63), tuple(range(64))])
def test_which_kinds_there_are_is_a_word_of_bits(held: tuple[int, ...]):
    assert int(T.kinds_in(table(deck=held).deck.copies)) == sum(1 << kind for kind in set(held))
    assert int(tallies.NO_KINDS) == 0


@pytest.mark.rule
def test_there_is_room_for_255_cards_of_each_of_64_kinds():
    made = table()
    made.deck.copies[:], made.deck.count = 255, 255 * KINDS
    assert KINDS == 64
    T.remove(made.deck, 63)
    T.add(made.deck, 63)
    assert (made.deck.copies == 255).all()
    assert made.deck.count == 255 * 64


@pytest.mark.bounds
def test_any_card_comes_as_often():
    counts: Counter[int] = Counter()
    for seed in range(3000):
        made = table(deck=(0, 40, 40))
        card = T.take_any(made.deck, rng(seed))
        assert sorted([card, *cards(made.deck)]) == [0, 40, 40]
        counts[card] += 1
    assert 900 < counts[0] < 1100  # a third; six standard errors are 155


@pytest.mark.rule
def test_the_last_card_of_each_kind_comes_too():
    found = {T.take_any(table(deck=(0, 7, 7, 63)).deck, rng(seed)) for seed in range(60)}
    assert found == {0, 7, 63}
    made = table(deck=(63,))
    assert T.take_any(made.deck, rng(1)) == 63
    assert made.tobytes() == table().tobytes()


@pytest.mark.rule
def test_of_no_cards_none_is_taken():
    made = table(discard=(4,))
    assert T.take_any(made.deck, rng(1)) == tallies.NO_CARD == -1
    assert made.tobytes() == table(discard=(4,)).tobytes()


@pytest.mark.rule
def test_all_is_poured():
    made = table(deck=(4, 2), discard=(3, 3, 63, 4))
    T.pour(made.discard, made.deck)
    assert cards(made.deck) == [2, 3, 3, 4, 4, 63]
    assert cards(made.discard) == []
