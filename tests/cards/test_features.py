"""Slices of an observation lie one behind the other, each as long as its axes say."""

from __future__ import annotations

from ow_env.cards.features import Slices
from ow_env.core.structure import Feature

SIZES = {"P": 2, "C": 5, "W": 3}


def declared() -> Slices:
    slices = Slices(P="players", C="cards", W="Worlds")
    assert slices("turn", "", 255, "the turn") == 0
    assert slices("hand", "C", 4, "your hand") == 1
    assert slices("units", "PW", 9, "units there") == 2
    return slices


def test_a_declaration_returns_the_slices_number_and_they_lie_in_that_order():
    slices = declared()
    assert len(slices) == 3
    assert slices.features(SIZES) == (
        Feature("turn", 0, 1, "the turn", 255),
        Feature("hand", 1, 6, "[5 cards] your hand", 4),
        Feature("units", 6, 12, "[2 players, 3 Worlds] units there", 9),
    )


def test_what_follows_from_options_may_be_told_later():
    highs = {feature.name: feature.high for feature in declared().features(SIZES, {"hand": 54})}
    assert highs == {"turn": 255, "hand": 54, "units": 9}
    assert declared().features(SIZES, {"hand": 54})[1].meaning == "[5 cards] your hand"
