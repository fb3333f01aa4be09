"""How many actions and numbers there are at once: never more than the structure of the game says."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ow_env.core import Batch
from ow_env.open_worlds import structure
from ow_env.open_worlds.game import OpenWorlds
from ow_env.open_worlds.state import DECK_SIZE
from tests.open_worlds.random_games import TABLES, positions, table
from tests.open_worlds.scattered import decisions, scattered
from tests.open_worlds.scattered import table as rich_table


def check(game: OpenWorlds, batch: Batch) -> None:
    """Check every row and seat: the actions allowed, the numbers told in each slice, and all of them together."""
    allowed = batch.action_mask.sum(axis=2)
    assert allowed.max() <= game.facts.most_actions
    told = {feature.name: batch.observation[:, :, feature.start : feature.stop] for feature in game.features}
    counts: dict[str, Any] = {name: np.count_nonzero(numbers, axis=2) for name, numbers in told.items()}
    t = game.tables[0]
    cards = t["cards"][: t["card_count"]]
    limits = structure.most_by_slice(cards, game.num_players, game.num_worlds, game.options["open_decklists"])
    assert {*limits, *structure.LYING} == {*counts}
    for name, limit in limits.items():
        assert counts[name].max() <= limit, name
    assert sum(counts[name] for name in structure.LYING).max() <= game.num_players * DECK_SIZE
    assert sum(counts.values()).max() <= game.facts.most_numbers


@pytest.mark.parametrize("name", TABLES)
def test_no_random_game_allows_or_tells_more(name):
    game = table(name)
    for batch in positions(game, 8, seed=51):
        check(game, batch)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_table_full_of_cards_allows_or_tells_more(players):
    game = rich_table(players)
    batch = Batch(game, 1)
    for seed in range(6):
        for state in decisions(game, game.from_position(scattered(game, seed)), seed, 30):
            batch.set_states(state)
            check(game, batch)


def test_a_whole_deck_in_hand_allows_as_many_actions_as_ever():
    game = rich_table()
    position = scattered(game, 0) | {"final_turn": False}
    cards = [card.name for card in game.catalogue.cards[:DECK_SIZE]]
    position["players"][0] |= {"hand": cards, "deck": [], "trash": [], "wreck": [], "units": {}}
    position["players"][1] |= {"hand": [], "units": {}}  # no Utility to play first, no card of the other deck
    batch = Batch(game, 1)
    batch.set_states(game.from_position(position))
    assert batch.action_mask[0, 0].sum() == game.facts.most_actions


def test_bounds_are_well_below_all_there_is():
    game = OpenWorlds()
    assert game.facts.most_actions == 271  # of 930
    assert game.facts.most_numbers < game.num_features / 5
