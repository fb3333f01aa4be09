"""What the records of piles, stacks and tallies say of themselves: bytes that are none of them are refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ow_env.cards.piles import pile
from ow_env.cards.stacks import stack
from ow_env.cards.tallies import tally
from ow_env.compiled.jit import record
from ow_env.core.sound import declaration_of

PILE, OPEN_PILE, TALLY = pile(3, ids=5), pile(3), tally()
STACK = stack(PILE, known=2, ids=5)
KINDS = (PILE, OPEN_PILE, STACK, TALLY)
TWO = {id(kind): record([("two", kind, (2,))]) for kind in KINDS}  # side by side, as players' are; alike in memory some


def fault(kind: np.dtype[Any], **fields: Any) -> str | None:
    """Return where the second of two piles is not one, whose fields are these, the first being empty."""
    states = np.zeros(1, TWO[id(kind)])
    for name, value in fields.items():
        states[0]["two"][1][name] = value
    found = declaration_of(TWO[id(kind)]).fault(states)
    return None if found is None else found.path.removeprefix("two[1].")


@pytest.mark.parametrize(
    ("count", "cards", "where"),
    [
        (0, (0, 0, 0), None), (1, (4, 0, 0), None), (2, (0, 4, 0), None), (2, (3, 3, 0), None), (3, (0, 2, 4), None),
        (3, (0, 0, 0), None), (-1, (0, 0, 0), "count"), (4, (0, 0, 0), "count"), (1, (5, 0, 0), "cards[0]"),
        (1, (-1, 0, 0), "cards[0]"), (1, (6, 0, 0), "cards[0]"), (2, (2, 1, 0), "cards"), (3, (1, 4, 2), "cards"),
        (3, (4, 1, 2), "cards"), (1, (1, 2, 0), "cards"), (2, (1, 2, 3), "cards"), (0, (0, 0, 1), "cards"),
    ],
)  # fmt: skip
def test_a_pile_is_sorted_and_empty_behind_its_count(count: int, cards: tuple[int, ...], where: str | None) -> None:
    assert fault(PILE, count=count, cards=cards) == where


def test_a_pile_of_any_cards_has_the_ids_that_fit() -> None:
    assert fault(OPEN_PILE, count=1, cards=(32767, 0, 0)) is None
    assert fault(OPEN_PILE, count=1, cards=(-1, 0, 0)) == "cards[0]"


@pytest.mark.parametrize(
    ("known", "top", "where"),
    [
        (0, (0, 0), None), (1, (4, 0), None), (2, (4, 0), None), (2, (0, 4), None), (-1, (0, 0), "known"),
        (3, (0, 0), "known"), (1, (5, 0), "top[0]"), (1, (6, 0), "top[0]"), (1, (-1, 0), "top[0]"), (0, (1, 0), "top"),
        (1, (0, 1), "top"),
    ],
)  # fmt: skip
def test_a_stack_is_empty_behind_what_is_known(known: int, top: tuple[int, ...], where: str | None) -> None:
    assert fault(STACK, known=known, top=top) == where


def test_a_tally_counts_its_copies() -> None:
    copies = np.zeros(64, np.uint8)
    copies[[0, 63]] = 255, 2
    assert fault(TALLY, copies=copies, count=257) is None
    assert fault(TALLY, copies=copies, count=256) == "count"
    assert fault(TALLY, count=1) == "count"
