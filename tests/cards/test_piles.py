"""Piles: what lies in them counts and nothing else, and any card of one comes off it as often."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from ow_env.cards import piles
from ow_env.compiled.jit import record, rules_of
from ow_env.core.rng import RNG, start

PILE = piles.pile(8)
TABLE = record([("deck", PILE), ("discard", PILE)])
P = piles.of(rules_of("piles_under_test", Table=TABLE, Pile=PILE).library)


def table(deck=(), discard=()) -> np.record:
    made = np.zeros(1, TABLE)[0]
    for pile, held in ((made.deck, deck), (made.discard, discard)):
        for card in held:
            P.add(pile, card)
    return made


def rng(seed: int) -> np.record:
    made = np.zeros(1, RNG)
    start(made[0], np.uint64(seed), np.uint64(0))
    return made[0]


def cards(pile) -> list[int]:
    assert not pile.cards[pile.count :].any()
    return pile.cards[: pile.count].tolist()


@pytest.mark.rule
def test_what_a_function_calls_is_bound_with_it():
    ours, made = piles.of(rules_of("piles_bound_anew", Table=TABLE, Pile=PILE).library), table(deck=(3, 1, 2))
    ours.remove(made.deck, 1)
    ours.pour(made.deck, made.discard)
    assert made.tobytes() == table(discard=(2, 3)).tobytes()


@pytest.mark.rule
def test_a_pile_keeps_no_order():
    one, other = table(deck=(3, 1, 2, 1)), table(deck=(1, 2, 1, 3))
    assert one.tobytes() == other.tobytes()
    assert cards(one.deck) == [1, 1, 2, 3]
    assert piles.pile(54, np.uint8)["cards"].base == np.uint8, "cards may be small numbers"
    assert PILE["cards"].base == np.int16


@pytest.mark.rule
def test_one_copy_is_taken_out_if_there_is_one():
    made = table(deck=(3, 1, 2, 1))
    P.remove(made.deck, 1)
    assert cards(made.deck) == [1, 2, 3]
    P.remove(made.deck, 7)
    assert cards(made.deck) == [1, 2, 3]
    P.remove(made.deck, 1)
    assert cards(made.deck) == [2, 3]


@pytest.mark.rule
def test_a_card_is_found_where_its_first_copy_lies():
    made = table(deck=(5, 5, 0, 9))
    assert [P.find(made.deck, card) for card in (0, 5, 9, 7)] == [0, 1, 3, -1]
    assert P.find(made.discard, 0) == -1  # unused room is no card


@pytest.mark.rule
@pytest.mark.parametrize("place", range(8))
def test_the_card_at_a_place_is_taken_out_of_a_full_pile(place: int):
    held = list(range(1, 9))
    made = table(deck=held)
    P.remove_at(made.deck, place)
    assert cards(made.deck) == held[:place] + held[place + 1 :]


@pytest.mark.bounds
def test_any_card_comes_as_often():
    counts: Counter[int] = Counter()
    for seed in range(3000):
        made = table(deck=(1, 2, 2))
        card = P.take_any(made.deck, rng(seed))
        assert sorted([card, *cards(made.deck)]) == [1, 2, 2]
        counts[card] += 1
    assert 900 < counts[1] < 1100  # a third; six standard errors are 155


@pytest.mark.rule
def test_of_no_cards_none_is_taken():
    made = table(discard=(4,))
    assert P.take_any(made.deck, rng(1)) == piles.NO_CARD == -1
    assert made.tobytes() == table(discard=(4,)).tobytes()


@pytest.mark.rule
def test_all_is_poured():
    made = table(deck=(4, 2), discard=(3, 3))
    P.pour(made.discard, made.deck)
    assert cards(made.deck) == [2, 3, 3, 4]
    assert cards(made.discard) == []
