"""Stacks: what is on top comes first, what is below comes in any order, and nothing else is remembered."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from ow_env.cards import stacks
from ow_env.core.jit import record, rules_of
from ow_env.core.rng import RNG, start

PILE = stacks.pile(8)
STACK = stacks.stack(PILE, known=3)
TABLE = record([("deck", STACK), ("discard", PILE)])
rule = rules_of("stacks_under_test", Table=TABLE, **stacks.words(PILE, STACK))
S = stacks.of(rule.library)


def table(rest=(), top=(), discard=()) -> np.record:
    made = np.zeros(1, TABLE)[0]
    for card in rest:
        S.add(made.deck.rest, card)
    for card in reversed(top):
        assert S.put_on_top(made.deck, card)
    for card in discard:
        S.add(made.discard, card)
    return made


def rng(seed: int) -> np.record:
    made = np.zeros(1, RNG)
    start(made[0], np.uint64(seed), np.uint64(0))
    return made[0]


def cards(pile) -> list[int]:
    return pile.cards[: pile.count].tolist()


def bound() -> stacks.Stacks:
    return stacks.of(rules_of("stacks_bound_anew", Table=TABLE, **stacks.words(PILE, STACK)).library)


@pytest.mark.rule
def test_stacks_are_piles_too_and_bind_what_they_call():
    made, ours = table(discard=(7,)), bound()
    assert ours.draw_or_reshuffle(made.deck, made.discard, rng(1)) == 7
    ours.add(made.deck.rest, 3)
    assert ours.put_on_top(made.deck, 4)
    assert made.tobytes() == table(rest=(3,), top=(4,)).tobytes()


@pytest.mark.rule
def test_what_was_put_on_top_last_comes_first_of_three():
    made = table(top=(3, 2, 1))
    assert made.deck.top.tolist() == [3, 2, 1]
    assert [S.draw(made.deck, rng(1)) for _ in range(3)] == [3, 2, 1]


@pytest.mark.rule
def test_what_was_put_on_top_last_comes_first():
    made = table(rest=(1,), top=(5, 4))
    assert S.size_of(made.deck) == 3
    assert [S.draw(made.deck, rng(1)) for _ in range(4)] == [5, 4, 1, stacks.NO_CARD]
    assert made.tobytes() == table().tobytes()


@pytest.mark.rule
def test_no_more_is_known_than_there_is_room_for():
    made = table(top=(1, 2, 3))
    before = made.tobytes()
    assert not S.put_on_top(made.deck, 4)
    assert made.tobytes() == before


@pytest.mark.bounds
def test_any_card_of_the_rest_comes_as_often():
    counts: Counter[int] = Counter()
    for seed in range(3000):
        counts[S.draw(table(rest=(1, 2, 2)).deck, rng(seed))] += 1
    assert counts[1] + counts[2] == 3000
    assert 900 < counts[1] < 1100  # a third; six standard errors are 155


@pytest.mark.rule
def test_the_discard_pile_stays_while_the_rest_has_a_card():
    made = table(rest=(5,), discard=(1, 2))
    assert S.draw_or_reshuffle(made.deck, made.discard, rng(1)) == 5
    assert cards(made.discard) == [1, 2]


@pytest.mark.rule
def test_the_discard_pile_is_shuffled_in_when_nothing_is_left():
    made = table(top=(9,), discard=(1, 2))
    assert S.draw_or_reshuffle(made.deck, made.discard, rng(1)) == 9
    assert cards(made.discard) == [1, 2]
    drawn = [S.draw_or_reshuffle(made.deck, made.discard, rng(seed)) for seed in range(2)]
    assert sorted(drawn) == [1, 2]
    assert S.draw_or_reshuffle(made.deck, made.discard, rng(1)) == stacks.NO_CARD
    assert made.tobytes() == table().tobytes()


# ── Stacks whose rest is a tally ─────────────────────────────────────────────────────────────────

TALLY = stacks.tally()
OF_TALLY = stacks.stack(TALLY, known=3)
COUNTED = record([("deck", OF_TALLY), ("discard", TALLY)])
C = stacks.of_tallies(rules_of("tallies_stacked", Table=COUNTED, **stacks.tally_words(TALLY, OF_TALLY)).library)


def counted(rest=(), top=(), discard=()) -> np.record:
    made = np.zeros(1, COUNTED)[0]
    for card in rest:
        C.add(made.deck.rest, card)
    for card in reversed(top):
        assert C.put_on_top(made.deck, card)
    for card in discard:
        C.add(made.discard, card)
    return made


@pytest.mark.rule
def test_a_stack_of_tallies_binds_what_it_calls():
    ours = stacks.of_tallies(rules_of("stack_bound_anew", Table=COUNTED, **stacks.tally_words(TALLY, OF_TALLY)).library)
    made = counted(discard=(7,))
    assert ours.draw_or_reshuffle(made.deck, made.discard, rng(1)) == 7
    ours.add(made.deck.rest, 3)
    assert ours.put_on_top(made.deck, 4)
    assert int(ours.kinds_in(made.deck.rest.copies)) == 1 << 3
    assert made.tobytes() == counted(rest=(3,), top=(4,)).tobytes()


@pytest.mark.rule
def test_on_a_tally_too_what_was_put_on_top_last_comes_first():
    made = counted(rest=(1,), top=(5, 4))
    assert C.size_of(made.deck) == 3
    assert [C.draw(made.deck, rng(1)) for _ in range(4)] == [5, 4, 1, stacks.NO_CARD]
    assert made.tobytes() == counted().tobytes()


@pytest.mark.rule
def test_on_a_tally_too_no_more_is_known_than_there_is_room_for():
    made = counted(top=(1, 2, 3))
    before = made.tobytes()
    assert not C.put_on_top(made.deck, 4)
    assert made.tobytes() == before


@pytest.mark.rule
def test_on_a_tally_too_the_discard_pile_is_shuffled_in_when_nothing_is_left():
    made = counted(top=(9,), discard=(1, 2))
    assert C.draw_or_reshuffle(made.deck, made.discard, rng(1)) == 9
    assert made.discard.count == 2
    drawn = [C.draw_or_reshuffle(made.deck, made.discard, rng(seed)) for seed in range(2)]
    assert sorted(drawn) == [1, 2]
    assert C.draw_or_reshuffle(made.deck, made.discard, rng(1)) == stacks.NO_CARD
    assert made.tobytes() == counted().tobytes()


@pytest.mark.bounds
def test_any_card_of_a_tally_comes_as_often():
    counts: Counter[int] = Counter()
    for seed in range(3000):
        counts[C.draw(counted(rest=(1, 2, 2)).deck, rng(seed))] += 1
    assert counts[1] + counts[2] == 3000
    assert 900 < counts[1] < 1100  # a third; six standard errors are 155
