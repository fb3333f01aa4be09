"""What words mean (TNW-0): players, colours, empires, The Collective, wilds, the contested planet."""

from __future__ import annotations

import pytest

from ow_env.these_new_worlds.cards import load_catalogue
from tests.scenarios import Row, rows
from tests.these_new_worlds.oracle.cards import COLOURS
from tests.these_new_worlds.scenario import check
from tests.these_new_worlds.table import Table, game_of

ROWS: list[Row] = rows("""
TNW-0.3: the Homeworld counts where a line says so: gathering from the empire
    before: top Escort Wing | hand Garrison Levy
    play: play Garrison Levy   after: +Garrison Levy | tokens red 1 | turn foe
TNW-0.3, not: for nothing else, as for cards that ask for a planet
    before: top Garrison Levy | hand Border Militia   legal: pass
TNW-0.4: what no player colonizes joins The Collective
    before: passed | top Assembly of Worlds | hand Privateers | contested Loam | collective Azimuth, Vermeil
    play: pass   after: round 2 | collective Vermeil, Loam, Azimuth
TNW-0.4, not: a planet of The Collective goes to nobody
    before: passed | top Assembly of Worlds | hand Privateers | contested Loam | collective Azimuth, Vermeil
            dome red 6, blue 6
    play: pass   after: round 2 | planets Loam
TNW-0.5: a wild has the value 0: any coloured card may follow
    before: top Privateers | hand Border Militia, Breakthrough   legal: play Border Militia; play Breakthrough
TNW-0.6: the contested planet belongs to nobody yet, The Collective does not count it
    before: top Freight Charter | hand Frontier Market | contested Loam | collective Evergild, Azimuth
    play: play Frontier Market   after: +Frontier Market | tokens green 2 | turn foe
TNW-0.6: nor does the empire whose dome is on it
    before: top Escort Wing | hand Garrison Levy | contested Vermeil | dome red 6, blue 6
    play: play Garrison Levy   after: +Garrison Levy | tokens red 1 | turn foe
TNW-0.6, not: once the round is over it counts
    before: top Freight Charter | hand Frontier Market | contested Azimuth | collective Evergild, Loam
    play: play Frontier Market   after: +Frontier Market | tokens green 3 | turn foe
""")


@pytest.mark.rule
@pytest.mark.parametrize("row", ROWS, ids=str)
def test_rule(row: Row) -> None:
    check(row)


def test_tnw_0_1_there_are_two_players() -> None:
    game = game_of()
    assert (game.num_players, game.facts.players) == (2, (2, 2))
    with pytest.raises(ValueError, match="num_players"):
        game_of(num_players=3)


def test_tnw_0_2_colours_come_in_the_order_of_the_dots() -> None:
    assert COLOURS == ("red", "yellow", "green", "blue")
    assert list(Table().position()["costs"]) == list(COLOURS)
    pairs = [name.removeprefix("colonize with ") for name in game_of().actions if name.startswith("colonize")]
    assert pairs[:3] == ["red and yellow", "red and green", "red and blue"]


def test_tnw_0_5_two_of_18_cards_are_wild() -> None:
    cards = load_catalogue().cards
    assert [card.name for card in cards if card.is_wild] == ["Trade Envoy", "Privateers"]
    assert [card.value for card in cards if card.is_wild] == [0, 0]
    assert len(cards) == 18


def test_tnw_0_5_not_the_others_have_a_colour_and_a_value_above_0() -> None:
    cards = [card for card in load_catalogue().cards if not card.is_wild]
    assert [sum(card.colour.name.lower() == colour for card in cards) for colour in COLOURS] == [4] * 4
    assert min(card.value for card in cards) == 1
