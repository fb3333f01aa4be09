"""What the records of piles, stacks and tallies say of themselves: bytes that are none of them are refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from ow_env.cards.piles import pile
from ow_env.cards.stacks import stack
from ow_env.cards.tallies import tally
from ow_env.compiled.jit import record
from ow_env.core.sound import declaration_of

Kind = Callable[[], np.dtype[Any]]  # made by the test: what is declared as a module is imported is never broken

PILE: Kind = lambda: pile(3, ids=5)  # noqa: E731
OPEN_PILE: Kind = lambda: pile(3)  # noqa: E731
STACK: Kind = lambda: stack(PILE(), known=2, ids=5)  # noqa: E731


def fault(kind: Kind, **fields: Any) -> str | None:
    """Return where the second of three piles is not one, whose fields are these, the others being empty."""
    side_by_side = record([("three", kind(), (3,))])
    states = np.zeros(1, side_by_side)
    for name, value in fields.items():
        states[0]["three"][1][name] = value
    found = declaration_of(side_by_side).fault(states)
    return None if found is None else found.path.removeprefix("three[1].")


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
    assert fault(tally, copies=copies, count=257) is None
    assert fault(tally, copies=copies, count=256) == "count"
    assert fault(tally, count=1) == "count"
