"""Secrecy (SR-13): nothing that a seat gets depends on what it can't know, and `hide` draws that as chance does."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from ow_env.core.rng import RNG
from ow_env.star_realms.rules import hide
from tests.star_realms.scenario import position_of
from tests.star_realms.table import Table
from tests.tables import Position

# ── ask="public" ─────────────────────────────────────────────────────────────────────────────────


PLAIN = [  # before, and whether it is asked: a step that only the hidden cards of a hand force
    ("turn 4 of foe | foe hand 3x Scout | foe deck Viper | foe owed 1 | asked owed", True),
    ("turn 4 of foe | foe hand 3x Scout | foe known 3x Scout | foe deck Viper | foe owed 1 | asked owed", False),
    ("turn 4 of foe | foe hand 3x Scout | foe known 2x Scout | foe deck Viper | foe owed 1 | asked owed", True),
    ("turn 4 of foe | foe hand 3x Scout | foe deck 2x Scout | foe owed 1 | asked owed", False),
    ("turn 4 of foe | foe hand 3x Scout | foe deck - | foe owed 1 | asked owed", False),
    ("turn 4 of foe | foe hand Scout | foe deck 2x Viper | foe owed 1 | asked owed", False),
    ("turn 4 of foe | foe hand 2x Scout | foe deck Viper | foe bases Junkyard (primary) | asked scrap: Junkyard"
     " primary", True),
    ("turn 4 of foe | foe hand 2x Scout | foe deck Viper | foe bases Machine Base (primary) | asked scrap hand: Machine"
     " Base primary, step 1", True),
    ("turn 4 of foe | foe hand Scout | foe deck Viper | foe bases Machine Base (primary) | asked scrap hand: Machine"
     " Base primary, step 1", False),
    ("turn 4 of foe | foe hand 2x Scout | foe deck 2x Viper | foe bases Brain World | row Ram | foe ships Blob Carrier"
     " (ally), Ram (ally) | explorers 0 | asked acquire: Blob Carrier ally", False),
]  # fmt: skip


@pytest.mark.rule
@pytest.mark.parametrize("before", [before for before, is_asked in PLAIN if is_asked])
def test_sr_13_8_a_step_forced_by_hidden_cards_alone_is_asked(before: str) -> None:
    wanted, table = position_of(before)["decision"], Table(position_of(before), ask="public")
    assert table.decision == wanted
    assert len(table.legal()) == 1
    assert Table(position_of(before)).decision != wanted, "where only what is needed is asked, this is taken"


@pytest.mark.rule
@pytest.mark.parametrize("before", [before for before, is_asked in PLAIN if not is_asked])
def test_sr_13_8_not_what_everybody_could_tell_is_taken(before: str) -> None:
    wanted = position_of(before)["decision"]
    for ask in ("public", "needed"):
        assert Table(position_of(before), ask=ask).decision != wanted


# ── How likely ───────────────────────────────────────────────────────────────────────────────────

HANDS = [  # of a hand and deck, with a known part
    "foe hand Scout, Viper, Ram | foe deck 2x Scout, Cutter",
    "foe hand 2x Scout, Viper, Ram | foe known Scout, Ram | foe deck 3x Scout, Cutter, Viper",
    "foe hand Scout | foe deck Viper",
    "foe hand 4x Scout, Viper | foe known 2x Scout | foe deck 3x Viper, Cutter",
]


def expected(him: Position) -> dict[tuple[str, ...], Fraction]:
    """Return how likely each hand is, by trying all: the unknown part is any cards of it and the deck together."""
    known = Counter(him["known"])
    rest = list((Counter(him["hand"]) - known + Counter(him["deck"])).elements())
    unknown = len(him["hand"]) - len(him["known"])
    ways = Counter(
        tuple(sorted((known + Counter(rest[place] for place in chosen)).elements()))
        for chosen in combinations(range(len(rest)), unknown)
    )
    total = sum(ways.values())
    return {hand: Fraction(count, total) for hand, count in ways.items()}


@pytest.mark.bounds
@pytest.mark.parametrize("hands", HANDS)
def test_every_hand_that_fits_comes_up_as_often_as_it_is_likely(hands: str) -> None:
    table = Table(position_of(f"hand 2x Scout | {hands}"))
    wanted, draws = expected(table.foe), 20_000
    guesses = table.game.hide(np.repeat(table.batch.states, draws), 0, seed=4)
    copies, counts = np.unique(guesses["players"][:, 1]["hand"]["copies"], axis=0, return_counts=True)
    names = [card.name for card in table.game.catalogue.cards]
    found = {
        tuple(sorted(name for name, number in zip(names, row, strict=False) for _ in range(number))): int(count)
        for row, count in zip(copies, counts, strict=True)
    }
    assert set(found) == set(wanted)
    chi_square = sum((found[hand] - draws * odds) ** 2 / (draws * odds) for hand, odds in wanted.items())
    freedom = len(wanted) - 1
    assert chi_square < freedom + 4 * np.sqrt(2 * freedom) + 8


@pytest.mark.uncompiled
@pytest.mark.parametrize("hands", HANDS)
def test_every_hand_is_exactly_as_likely_as_it_should_be(hands: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Led through all that chance may give, `hide` comes to each hand as likely as trying all says."""
    table = Table(position_of(f"hand 2x Scout | {hands}"))
    names, found = [card.name for card in table.game.catalogue.cards], Counter[tuple[str, ...]]()
    pile = table.batch.states[0]["players"][1]
    unknown = int(pile["hand"]["count"]) - int(pile["known"]["count"])
    total = unknown + int(pile["deck"]["rest"]["count"])

    def led(states: Any, path: list[int]) -> None:
        left = iter(path)

        def take_any(rest: Any, rng: Any) -> int:
            place = next(left)
            kinds = np.repeat(np.arange(len(rest["copies"])), rest["copies"])
            rest["copies"][kinds[place]] -= 1
            rest["count"] -= 1
            return int(kinds[place])

        monkeypatch.setattr(hide, "take_any", take_any)
        hide.hide(states[0], table.game.tables[0], 0, np.zeros(1, RNG)[0])

    paths: list[list[int]] = [[]]
    for drawn in range(unknown):
        paths = [[*path, place] for path in paths for place in range(total - drawn)]
    for path in paths:
        states = table.batch.states.copy()
        led(states, path)
        row = states[0]["players"][1]["hand"]["copies"]
        hand = sorted(name for name, number in zip(names, row, strict=False) for _ in range(number))
        found[tuple(hand)] += 1
    assert {hand: Fraction(count, len(paths)) for hand, count in found.items()} == expected(table.foe)


# ── Records ──────────────────────────────────────────────────────────────────────────────────────
