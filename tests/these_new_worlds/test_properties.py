"""What holds in every game of These New Worlds, on any path: played at random, with all options."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.these_new_worlds.scenario import position_of
from tests.these_new_worlds.table import Table, game_of

ODD = str(Path(__file__).with_name("odd_cards.toml"))


# ── Bounds ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule
@pytest.mark.parametrize(
    ("options", "most"), [({}, 15), ({"hand": 2}, 9), ({"hand": 1}, 7), ({"hand": 9}, 16)], ids=str
)
def test_how_many_actions_are_allowed_at_once(options: dict[str, Any], most: int) -> None:
    assert game_of(**options).most_actions == most


@pytest.mark.rule
def test_nearly_as_many_actions_can_be_allowed_as_is_said() -> None:
    """Both wilds with four colours each and six coloured cards: one less, for then there is no `pass`."""
    table = Table(position_of(
        "top - | turn foe | foe hand Border Militia, Escort Wing, Tax Season, Spot Trade, Peer Review, Breakthrough,"
        " Trade Envoy, Privateers | collective Vermeil, Aurelia, Loam, Azimuth"
        " | tokens red 1, yellow 1, green 1, blue 1"), ask="public")  # fmt: skip
    assert len(table.legal()) == 14


@pytest.mark.rule
def test_nearly_as_many_numbers_can_be_told_at_once_as_is_said() -> None:
    """Two less: the top card is in no hand, so who does not hold it is not told; a card step comes before any play."""
    table = Table(position_of(
        "passed | top Border Militia | planets Vermeil, Aurelia | foe planets Azimuth, Concord | collective Evergild,"
        " Marigold | costs 1 1 1 1 | dome red 1, blue 1 | foe dome red 1, blue 1"
        " | tokens red 1, yellow 1, green 1, blue 1 | foe tokens red 1, yellow 1, green 1, blue 1"
        " | hand Escort Wing, Arsenal Convoy, Garrison Levy, Provincial Decree, Courier Service, Tax Season,"
        " Assembly of Worlds | played Border Militia"
        " | foe hand Bumper Harvest, Spot Trade, Freight Charter, Frontier Market, Research Colony, Peer Review,"
        " Trade Envoy, Privateers | foe played - | aside Breakthrough, Open Archives"
        " | not held Bumper Harvest, Spot Trade, Freight Charter, Frontier Market, Research Colony, Peer Review,"
        " Breakthrough, Open Archives | foe not held Escort Wing, Arsenal Convoy, Garrison Levy, Provincial Decree,"
        " Courier Service, Tax Season, Assembly of Worlds, Breakthrough, Open Archives"), ask="public")  # fmt: skip
    told = np.count_nonzero(table.batch.observation[0], axis=1).tolist()
    assert told == [table.game.most_numbers - 2] * 2 == [81, 81]


@pytest.mark.rule
@pytest.mark.parametrize(("hand", "most"), [(8, 83), (9, 81), (2, 95), (1, 97)])
def test_how_many_numbers_are_told_at_once(hand: int, most: int) -> None:
    assert game_of(hand=hand).most_numbers == most
