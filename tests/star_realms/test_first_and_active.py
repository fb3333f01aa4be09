"""What is easily taken for another: who is active for who began, later hands for the opening ones."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from ow_env.core.batch import Batch
from ow_env.star_realms.cards import load_catalogue
from ow_env.star_realms.game import StarRealms

pytestmark = pytest.mark.rule


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("active", [0, 1])
def test_sr_13_4_known_cards_on_top_are_those_of_the_active_player_whoever_began(first: int, active: int) -> None:
    game = StarRealms()
    usual = {"authority": 50, "hand": ["Scout"], "deck": ["3x Scout"]}
    told = {"turn": 3 + (first != active), "active": active, "first": first, "explorers": 10}
    told["players"] = [usual | ({"top": ["Cutter", "Ram"]} if seat == active else {}) for seat in (0, 1)]
    position = {"game": "star_realms", "format": 1, "trade_row": ["Mothership"], **told}
    observation = game.show(game.from_position(position)).observation[0]
    (top,) = (feature for feature in game.features if feature.name == "top")
    for seen in observation[:, top.start : top.stop]:
        kinds = np.flatnonzero(seen.reshape(-1, len(game.catalogue.cards)).any(axis=0))
        assert {game.catalogue.cards[kind].name for kind in kinds} == {"Cutter", "Ram"}


def test_sr_2_6_a_first_turn_with_no_card_in_hand_ends_by_itself() -> None:
    catalogue = load_catalogue()
    batch = Batch(StarRealms(cards=replace(catalogue, setup=replace(catalogue.setup, opening_hand=(0, 3)))), 1, seed=1)
    assert batch.states[0]["turn"] == 2
    assert batch.states[0]["active"] != batch.states[0]["first"]


def test_sr_2_8_later_hands_are_as_large_as_the_setup_says_whatever_the_opening_ones_were() -> None:
    catalogue = load_catalogue()
    game = StarRealms(cards=replace(catalogue, setup=replace(catalogue.setup, opening_hand=(2, 3), hand=4)))
    batch = Batch(game, 1, seed=1)
    starter = int(batch.states[0]["first"])
    held = batch.states[0]["players"]["hand"]["count"].tolist
    assert held()[starter] == 2
    assert held()[1 - starter] == 3
    actions = np.zeros((1, 2), np.int64)
    actions[0, starter] = game.action_id(batch.states, starter, "end turn")
    batch.step(actions)
    assert held()[starter] == 4
