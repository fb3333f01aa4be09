"""How many actions and numbers there are at once: never more than the structure says. Whole games with seats turned."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ow_env.core import Batch
from ow_env.core.kernels import kernels_of
from ow_env.open_worlds import engine, structure
from ow_env.open_worlds.game import OpenWorlds
from ow_env.open_worlds.state import DECK_SIZE
from ow_env.testing.courses import Chooser
from ow_env.testing.playthroughs import courses
from tests.open_worlds.contract import ADVANCED
from tests.open_worlds.scattered import scattered, table as rich_table

pytestmark = [pytest.mark.bounds, pytest.mark.xdist_group("open_worlds")]


def test_no_slice_tells_more_than_the_structure_says() -> None:
    for course in courses("open_worlds"):
        game, shown = course.game, course.game.show(course.states)
        told = {feature.name: shown.observation[:, :, feature.start : feature.stop] for feature in game.features}
        counts: dict[str, Any] = {name: np.count_nonzero(numbers, axis=2) for name, numbers in told.items()}
        t = game.tables[0]
        cards = t["cards"][: t["card_count"]]
        limits = structure.most_by_slice(cards, game.num_players, game.num_worlds, game.options["open_decklists"])
        assert {*limits, *structure.LYING} == {*counts}
        for name, limit in limits.items():
            assert counts[name].max() <= limit, name
        assert sum(counts[name] for name in structure.LYING).max() <= game.num_players * DECK_SIZE


def test_a_whole_deck_in_hand_allows_as_many_actions_as_ever() -> None:
    game = rich_table()
    position = scattered(game, 0) | {"final_turn": False}
    cards = [card.name for card in game.catalogue.cards[:DECK_SIZE]]
    position["players"][0] |= {"hand": cards, "deck": [], "trash": [], "wreck": [], "units": {}}
    position["players"][1] |= {"hand": [], "units": {}}  # no Utility to play first, no card of the other deck
    batch = Batch(game, 1)
    batch.set_states(game.from_position(position))
    assert batch.action_mask[0, 0].sum() == game.facts.most_actions


def test_bounds_are_well_below_all_there_is() -> None:
    game = OpenWorlds()
    assert game.facts.most_actions == 271  # of 930
    assert game.facts.most_numbers < game.num_features / 5


@pytest.mark.parametrize("stage", ["simultaneous", "priority"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_moving_everybody_on_by_one_seat_moves_the_game_on_by_one_seat(players: int, stage: Any) -> None:
    """The same chance and the same choices from other seats: every seat has the same rules and the same view."""
    decks = [*ADVANCED, "Baker-Braugn EDV", "Smith-Boson F.E."][:players]
    worlds = [world.name for world in OpenWorlds().catalogue.worlds[: {2: 5, 3: 7, 4: 9}[players]]]
    here = OpenWorlds(decks, worlds, first_player=0, stage=stage)
    there = OpenWorlds(decks[-1:] + decks[:-1], worlds, first_player=1, stage=stage)
    one, other = Batch(here, 40, seed=5), Batch(there, 40, seed=5)
    chooser = Chooser(here, {}, 6, 40)
    while not (one.terminated | one.truncated).all():
        assert (one.observation == np.roll(other.observation, -1, axis=1)).all()
        assert (one.action_mask == np.roll(other.action_mask, -1, axis=1)).all()
        actions = chooser(one)
        one.step(actions)
        other.step(np.roll(actions, 1, axis=1))
        assert (one.reward == np.roll(other.reward, -1, axis=1)).all()
    assert np.abs(one.reward).sum() > 0
    assert one.terminated.all(), "random games end by the FINAL TURN, not by truncation"


def test_a_game_without_end_is_truncated_and_says_so() -> None:
    batch = Batch(OpenWorlds(max_turns=3), 20, seed=4)
    while not (batch.terminated | batch.truncated).all():
        batch.step(np.zeros((20, 2), int) if batch.action_mask[:, :, 0].all() else batch.action_mask.argmax(axis=2))
    assert batch.truncated.all()
    assert (batch.reward == 0).all()
    assert (batch.states["turn"] == 3).all()


def test_kernels_are_those_of_the_engine() -> None:
    assert OpenWorlds().kernels is kernels_of("open_worlds", engine)
