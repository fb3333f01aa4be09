"""What every game says of itself is true: `facts`, `structure`, `card_numbers`, `turn`, `variants`."""

from __future__ import annotations

from math import prod
from pathlib import Path

import numpy as np
import pytest

from ow_env.core.batch import Batch
from ow_env.core.game import Game
from ow_env.expansive_universe.game import ExpansiveUniverse
from ow_env.goofspiel.game import Goofspiel
from ow_env.open_worlds.game import OpenWorlds
from ow_env.registry import games
from ow_env.star_realms.game import StarRealms
from ow_env.these_new_worlds.game import TheseNewWorlds
from ow_env.tradeworlds.game import TradeWorlds
from tests.bazaar.game import Bazaar

pytestmark = pytest.mark.pure
ODD_CARDS = Path(__file__).parents[1] / "star_realms" / "odd_cards.toml"
ODD_WORLDS = Path(__file__).parents[1] / "these_new_worlds" / "odd_cards.toml"
ODD_UNIVERSE = Path(__file__).parents[1] / "expansive_universe" / "odd_cards.toml"
ODD_TRADE = Path(__file__).parents[1] / "tradeworlds" / "odd_cards.toml"
TABLES = {
    "expansive_universe": lambda: ExpansiveUniverse(),
    "expansive_universe, three, odd cards": lambda: ExpansiveUniverse(num_players=3, cards=ODD_UNIVERSE),
    "expansive_universe, four": lambda: ExpansiveUniverse(num_players=4, core="Galactic Core #3", ask="public"),
    "goofspiel": lambda: Goofspiel(),
    "goofspiel, four": lambda: Goofspiel(num_players=4),
    "goofspiel, four, hidden": lambda: Goofspiel(num_players=4, bids="hidden", ties="carry"),
    "open_worlds": lambda: OpenWorlds(),
    "open_worlds, three": lambda: OpenWorlds(num_players=3),
    "star_realms": lambda: StarRealms(),
    "star_realms, odd cards": lambda: StarRealms(cards=ODD_CARDS, ask="public"),
    "these_new_worlds": lambda: TheseNewWorlds(),
    "these_new_worlds, odd cards": lambda: TheseNewWorlds(cards=ODD_WORLDS, hand=15, ask="public"),
    "tradeworlds": lambda: TradeWorlds(),
    "tradeworlds, four with tokens": lambda: TradeWorlds("Space Wars", num_players=4, reinforcements=True),
    "tradeworlds, three, odd cards": lambda: TradeWorlds(num_players=3, cards=ODD_TRADE, ask="public"),
    "tradeworlds, alone": lambda: TradeWorlds("The Derelict"),
    "bazaar": lambda: Bazaar(num_players=3),
}
each_table = pytest.mark.parametrize("make", TABLES.values(), ids=TABLES)


def test_no_game_is_left_out() -> None:
    assert {make().name for make in TABLES.values()} >= set(games())


@each_table
def test_each_number_and_action_has_its_place(make: type[Game]) -> None:
    game = make()
    structure = game.structure
    lengths = {feature.name: feature.stop - feature.start for feature in game.features}
    assert {name: prod(structure.shape(name)) for name in structure.features} == lengths
    cards = len(game.card_numbers)
    for axis in structure.axes.values():
        if axis.cards is not None:
            assert len(axis.cards) == axis.size
            assert set(axis.cards) <= set(range(cards))
    for told in (structure.kind, structure.card, structure.places, structure.seat):
        assert len(told) == game.num_actions
    assert set(structure.card) <= {-1, *range(cards)}
    assert set(structure.seat) <= set(range(game.num_players))
    places = structure.axes[structure.place].size if structure.place else 0
    assert set(structure.places) <= {-1, *range(places)}
    if structure.focus:
        assert structure.features[structure.focus] == (structure.place,)
    for kind, name in zip(structure.kind, game.actions, strict=True):
        assert structure.kinds[kind].split()[0] == name.split()[0], "the verb comes first"


@each_table
def test_no_action_is_like_another(make: type[Game]) -> None:
    structure = make().structure
    tokens = list(zip(structure.kind, structure.card, structure.places, strict=True))
    assert len(set(tokens)) == len(tokens)


@each_table
def test_facts_hold_in_random_games(make: type[Game]) -> None:
    game = make()
    least, most = game.facts.players
    assert least <= game.num_players <= most
    batch = Batch(game, 4, seed=3)
    turns = game.turn(batch.states)
    for _ in range(25):
        batch.rollout(3)
        asked = batch.to_act.sum(axis=1)
        if game.facts.choices == "turns":
            assert asked.max() <= 1
        seen = batch.to_act.nonzero()
        if game.facts.most_actions is not None and len(seen[0]):
            assert batch.action_mask[seen].sum(axis=1).max() <= game.facts.most_actions
        if game.facts.most_numbers is not None:
            assert np.count_nonzero(batch.observation, axis=2).max() <= game.facts.most_numbers
        now = game.turn(batch.states)
        going_on = batch.game_number == np.arange(4)
        assert (now >= turns)[going_on].all()
        turns = now
        paid = batch.reward
        assert (np.abs(paid) <= 1).all()
        assert game.facts.payoff == "score" or np.isin(paid, (-1, 0, 1)).all()


@each_table
def test_variants_give_each_seat_each_side_and_are_made_once(make: type[Game]) -> None:
    game = make()
    variants = game.variants()
    assert variants == game.variants()
    sides = [variant.sides for variant in variants]
    held = [sorted(some) for some in zip(*sides, strict=True)]  # by each seat
    assert len(held) == len(game.sides)
    assert all(some == held[0] and set(some) == set(game.sides) for some in held)
