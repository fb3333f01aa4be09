"""What every game says of itself is true: `structure`, `card_numbers`, `facts`, `variants`, options."""

from __future__ import annotations

from math import prod

import pytest

from ow_env.testing.contract import Contract, each_game

pytestmark = pytest.mark.bounds


@each_game()
def test_each_number_and_action_has_its_place(contract: Contract) -> None:
    for game in contract.games:
        structure = game.structure
        lengths = {feature.name: feature.stop - feature.start for feature in game.features}
        assert {name: prod(structure.shape(name)) for name in structure.features} == lengths
        assert [each.start for each in game.features] == [0, *(each.stop for each in game.features[:-1])]
        assert game.features[-1].stop == game.num_features == len(game.observation_high)
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
        tokens = list(zip(structure.kind, structure.card, structure.places, strict=True))
        assert len(set(tokens)) == len(tokens), "no action is like another"


@each_game()
def test_variants_give_each_seat_each_side_and_are_made_once(contract: Contract) -> None:
    for game in contract.games:
        variants = game.variants()
        assert variants == game.variants()
        sides = [variant.sides for variant in variants]
        held = [sorted(some) for some in zip(*sides, strict=True)]  # by each seat
        assert len(held) == len(game.sides)
        assert all(some == held[0] and set(some) == set(game.sides) for some in held)


@each_game()
def test_a_game_is_made_again_of_its_options(contract: Contract) -> None:
    """Where they name no file: such a one is not opened because some options name it."""
    for game in contract.games:
        if not game.options.get("cards"):
            again = type(game).rebuilt(game.options)
            assert again.options == game.options
            assert again.template.tobytes() == game.template.tobytes()
            assert again.tables.tobytes() == game.tables.tobytes()
        assert (game.name, game.version) == (contract.name, type(game).version)


@each_game()
def test_every_option_and_number_of_players_is_played(contract: Contract) -> None:
    """The configurations of a contract leave none out: the fewest and the most players, each value of `ask`."""
    games = contract.games
    assert {game.num_players for game in games} == set(range(games[0].facts.players[0], games[0].facts.players[1] + 1))
    assert {game.options.get("ask") for game in games} in ({None}, {"needed", "public"})
    for option, usual in games[0].options.items():
        assert any(game.options[option] != usual for game in games) or option in contract.unmet, option
