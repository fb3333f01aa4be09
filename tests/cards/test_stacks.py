"""Stacks: what is on top comes first, what is below comes in any order, and nothing else is remembered."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from ow_env.cards import stacks
from ow_env.compiled.jit import record, rules_of
from ow_env.core.rng import RNG, start

PILE, TALLY = stacks.pile(8), stacks.tally()
STACK, OF_TALLY = stacks.stack(PILE, known=3, ids=64), stacks.stack(TALLY, known=3, ids=64)
LAID_OUT = {
    "piles": (record([("deck", STACK), ("discard", PILE)]), stacks.words(PILE, STACK), stacks.of),
    "tallies": (
        record([("deck", OF_TALLY), ("discard", TALLY)]),
        stacks.tally_words(TALLY, OF_TALLY),
        stacks.of_tallies,
    ),
}


class Over:
    """Stacks whose rest is one kind of pile, and a table with a deck and a discard pile."""

    def __init__(self, kind: str, name: str) -> None:
        self.table, words, of = LAID_OUT[kind]
        self.functions: Any = of(rules_of(f"{name}_{kind}", Table=self.table, **words).library)

    def __call__(self, rest: Any = (), top: Any = (), discard: Any = ()) -> np.record:
        made = np.zeros(1, self.table)[0]
        for card in rest:
            self.functions.add(made.deck.rest, card)
        for card in reversed(top):
            assert self.functions.put_on_top(made.deck, card)
        for card in discard:
            self.functions.add(made.discard, card)
        return made


STACKS = {kind: Over(kind, "stacks_under_test") for kind in LAID_OUT}


@pytest.fixture(params=STACKS)
def table(request: pytest.FixtureRequest) -> Over:
    return STACKS[request.param]


def rng(seed: int) -> np.record:
    made = np.zeros(1, RNG)
    start(made[0], np.uint64(seed), np.uint64(0))
    return made[0]


@pytest.mark.rule
@pytest.mark.parametrize("kind", LAID_OUT)
def test_stacks_are_piles_too_and_bind_what_they_call(kind):
    table, over = STACKS[kind], Over(kind, "stacks_bound_anew")
    made, ours = table(discard=(7,)), over.functions
    assert ours.draw_or_reshuffle(made.deck, made.discard, rng(1)) == 7
    ours.add(made.deck.rest, 3)
    assert ours.put_on_top(made.deck, 4)
    assert made.tobytes() == table(rest=(3,), top=(4,)).tobytes()
    if kind == "tallies":
        assert int(ours.kinds_in(made.deck.rest.copies)) == 1 << 3


@pytest.mark.rule
def test_what_was_put_on_top_last_comes_first(table):
    made, draw = table(top=(3, 2, 1)), table.functions.draw
    assert made.deck.top.tolist() == [3, 2, 1]
    assert [draw(made.deck, rng(1)) for _ in range(3)] == [3, 2, 1]
    made = table(rest=(1,), top=(5, 4))
    assert table.functions.size_of(made.deck) == 3
    assert [draw(made.deck, rng(1)) for _ in range(4)] == [5, 4, 1, stacks.NO_CARD]
    assert made.tobytes() == table().tobytes()


@pytest.mark.rule
def test_no_more_is_known_than_there_is_room_for(table):
    made = table(top=(1, 2, 3))
    before = made.tobytes()
    assert not table.functions.put_on_top(made.deck, 4)
    assert made.tobytes() == before


@pytest.mark.bounds
def test_any_card_of_the_rest_comes_as_often(table):
    counts: Counter[int] = Counter()
    for seed in range(3000):
        counts[table.functions.draw(table(rest=(1, 2, 2)).deck, rng(seed))] += 1
    assert counts[1] + counts[2] == 3000
    assert 900 < counts[1] < 1100  # a third; six standard errors are 155


@pytest.mark.rule
def test_the_discard_pile_is_shuffled_in_when_nothing_is_left(table):
    draw = table.functions.draw_or_reshuffle
    made = table(rest=(5,), discard=(1, 2))
    assert draw(made.deck, made.discard, rng(1)) == 5
    assert made.tobytes() == table(discard=(1, 2)).tobytes(), "it stays while the rest has a card"
    made = table(top=(9,), discard=(1, 2))
    assert draw(made.deck, made.discard, rng(1)) == 9
    assert made.tobytes() == table(discard=(1, 2)).tobytes()
    drawn = [draw(made.deck, made.discard, rng(seed)) for seed in range(2)]
    assert sorted(drawn) == [1, 2]
    assert draw(made.deck, made.discard, rng(1)) == stacks.NO_CARD
    assert made.tobytes() == table().tobytes()
