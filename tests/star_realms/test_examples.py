"""Eighteen worked examples, each played by the game and by the oracle.

Unless an example says otherwise, both players are at 50 Authority and the Row holds five dear ships.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.star_realms.table import AnyTable, OracleTable, Table, cards, lay
from tests.tables import Position

pytestmark = pytest.mark.pure

Play = Callable[..., AnyTable]


@pytest.fixture(params=[Table, OracleTable], ids=["game", "oracle"])
def play(request: pytest.FixtureRequest) -> Play:
    """Set up a position, written in short, at either table."""
    return lambda **told: request.param(lay(**told))


def names(told: str) -> list[str]:
    return sorted(cards(told))


def test_1_a_first_turn(play: Play) -> None:
    table = play(
        you={"hand": "2x Scout, Viper", "deck": "6x Scout, Viper"},
        trade_row="Cutter, Ram, Mothership, Brain World, Fleet HQ",
        trade_deck="Corvette",
    )
    table.do("play Scout", "play Scout", "play Viper")
    assert (table.trade, table.combat) == (2, 1)
    table.do("buy Cutter")
    assert table.trade == 0
    assert sorted(table.position()["trade_row"]) == names("Ram, Mothership, Brain World, Fleet HQ, Corvette")
    assert table.legal() == ["attack opponent", "end turn"]
    table.do("attack opponent")  # nothing but `end turn` is left, and the opponent has nothing at all
    assert table.foe["authority"] == 49
    assert table.position()["turn"] == 5
    assert table.pile("discard") == names("2x Scout, Viper, Cutter")
    assert len(table.pile("hand")) == 5
    assert len(table.pile("deck")) == 2
    assert sorted(table.pile("hand") + table.pile("deck")) == names("6x Scout, Viper")


def test_2_an_earlier_cards_ally_ability(play: Play) -> None:
    table = play(you={"hand": "Blob Fighter, Trade Pod, Scout", "deck": "Viper"})
    table.do("play Blob Fighter")
    assert table.combat == 3
    assert table.legal_with("ally") == []
    table.do("play Trade Pod")
    assert (table.trade, table.combat) == (3, 5)
    assert table.legal_with("ally") == ["ally Blob Fighter"]
    table.do("ally Blob Fighter")
    assert table.pile("hand") == names("Scout, Viper")
    assert table.legal_with("ally") == []


def test_3_an_ally_ability_outlives_its_ally(play: Play) -> None:
    table = play(you={"hand": "Blob Fighter, Ram, Scout", "deck": "Viper"})
    table.do("play Blob Fighter", "play Ram")
    assert table.combat == 10
    table.do("scrap Ram")
    assert (table.trade, table.combat) == (3, 10)
    assert table.pile("ships") == ["Blob Fighter"]
    table.do("ally Blob Fighter")
    assert table.pile("hand") == names("Scout, Viper")


def test_3_but_it_belongs_to_the_card(play: Play) -> None:
    table = play(you={"hand": "Ram, Battle Blob, Blob Fighter, Scout", "deck": "2x Viper"})
    table.do("play Ram")
    assert table.combat == 5
    table.do("play Battle Blob")
    assert table.combat == 15
    table.do("ally Battle Blob", "scrap Ram")
    assert table.trade == 3
    table.do("scrap Battle Blob")
    assert table.combat == 19
    table.do("play Blob Fighter")
    assert table.combat == 22
    assert table.legal_with("ally") == []


def test_4_bases_serve_every_turn(play: Play) -> None:
    table = play(you={"hand": "Scout", "deck": "8x Scout", "bases": "The Hive, Blob Wheel"})
    for _ in range(2):
        assert table.combat == 4
        assert table.legal_with("ally") == ["ally The Hive"]
        table.do("end turn")  # the opponent has nothing, so his turn ends by itself
    table.do("scrap Blob Wheel")
    assert (table.trade, table.combat) == (3, 4)
    table.do("end turn")
    assert table.combat == 3
    assert table.legal_with("ally") == []


def test_5_mech_world(play: Play) -> None:
    table = play(you={"hand": "Blob Fighter, Scout", "deck": "3x Viper", "bases": "Mech World, Blob World"})
    assert table.legal_with("use") == ["use Blob World: combat"]
    table.do("play Blob Fighter")
    assert table.combat == 3
    table.do("ally Blob Fighter")
    assert table.pile("hand") == names("Scout, Viper")
    table.do("use Blob World: draw")
    assert table.pile("hand") == names("Scout, 2x Viper")


def test_6_copying_with_fleet_hq(play: Play) -> None:
    table = play(
        you={"hand": "Blob Fighter, Stealth Needle, Scout", "deck": "5x Scout", "bases": "Fleet HQ, Blob World"}
    )
    table.do("play Blob Fighter")
    assert table.combat == 4
    table.do("play Stealth Needle")
    assert table.combat == 8
    assert table.legal_with("ally") == ["ally Blob Fighter", "ally Stealth Needle"]
    table.do("ally Blob Fighter")
    assert table.pile("hand") == names("2x Scout")
    table.do("ally Stealth Needle")
    assert table.pile("hand") == names("3x Scout")
    table.do("use Blob World: draw")
    assert table.pile("hand") == names("4x Scout")


def test_7_copying_what_is_gone(play: Play) -> None:
    table = play(you={"hand": "Explorer, Stealth Needle, Scout"}, explorers=4)
    table.do("play Explorer")
    assert table.trade == 2
    table.do("scrap Explorer")
    assert (table.combat, table.position()["explorers"]) == (2, 5)
    table.do("play Stealth Needle")
    assert table.trade == 4
    table.do("scrap Stealth Needle")
    assert table.combat == 4
    assert table.position()["scrap_heap"] == ["Stealth Needle"]
    assert table.position()["explorers"] == 5


def test_8_copying_an_or(play: Play) -> None:
    table = play(you={"hand": "Patrol Mech, Stealth Needle, 2x Scout"})
    table.do("play Patrol Mech: trade")
    assert table.trade == 3
    table.do("play Scout")
    assert table.trade == 4
    table.do("play Stealth Needle")
    assert table.legal() == ["copy Patrol Mech: combat", "copy Patrol Mech: trade", "copy Scout"]
    table.do("copy Patrol Mech: combat")
    assert table.combat == 5
    assert table.legal_with("ally") == ["ally Patrol Mech", "ally Stealth Needle"]
    table.do("ally Patrol Mech")
    assert table.legal() == ["pass", "scrap Scout from hand"]


BEHIND_OUTPOST: dict[str, Any] = {"authority": 5, "bases": "Trading Post, Barter World"}


def wins(table: AnyTable) -> bool:
    return table.decision == {"type": "over", "winner": 0} and table.foe["authority"] == 0


def test_9_an_outpost_stands_before_everything(play: Play) -> None:
    table = play(you={"hand": "Scout"}, foe=BEHIND_OUTPOST, combat=9)
    assert table.legal_with("attack") == ["attack Trading Post"]
    table.do("attack Trading Post")
    assert table.combat == 5
    assert table.legal_with("attack") == ["attack Barter World", "attack opponent"]
    table.do("attack opponent")
    assert wins(table)
    table = play(you={"hand": "Scout"}, foe=BEHIND_OUTPOST, combat=9)
    table.do("attack Trading Post", "attack Barter World")
    assert table.combat == 1
    assert table.pile("discard", 1) == names("Barter World, Trading Post")


def test_9_an_outpost_that_combat_does_not_reach(play: Play) -> None:
    table = play(you={"hand": "Scout"}, foe=BEHIND_OUTPOST, combat=3)
    assert table.legal_with("attack") == []


def test_9_an_outpost_destroyed_without_combat(play: Play) -> None:
    table = play(you={"hand": "Scout, Missile Mech"}, foe=BEHIND_OUTPOST, combat=3)
    table.do("play Missile Mech")
    assert table.combat == 9
    assert table.legal() == ["destroy Trading Post", "pass"]
    table.do("destroy Trading Post", "attack Barter World")
    assert table.combat == 5
    table.do("attack opponent")
    assert wins(table)
    assert table.pile("discard", 1) == names("Barter World, Trading Post")


def test_10_fewer_cards_than_discards_demanded(play: Play) -> None:
    table = play(
        you={"hand": "2x Imperial Fighter, Imperial Frigate, Scout"},
        foe={"hand": "Cutter, Viper", "bases": "Blob Wheel"},
    )
    for action, combat, owed in (
        ("play Imperial Fighter", 2, 1),
        ("play Imperial Fighter", 8, 2),
        ("play Imperial Frigate", 14, 2),
    ):
        table.do(action)
        assert (table.combat, table.foe["owed"]) == (combat, owed)
    table.do("end turn")
    assert table.legal() == ["discard Cutter", "discard Viper"]
    assert table.combat == 0
    table.do("discard Cutter")
    assert table.pile("discard", 1) == names("Cutter, Viper")
    assert (table.combat, table.foe["owed"]) == (1, 0)
    assert table.decision == {"type": "main"}


def test_10_he_chooses_what_to_discard(play: Play) -> None:
    table = play(you={"hand": "3x Scout, Cutter, Viper", "owed": 1, "bases": "Blob Wheel"}, decision={"type": "owed"})
    assert table.legal() == ["discard Cutter", "discard Scout", "discard Viper"]
    assert table.combat == 0
    table.do("discard Scout")
    assert table.combat == 1


@pytest.mark.parametrize("owed", [1, 2])
def test_10_no_more_is_demanded_than_he_holds(play: Play, owed: int) -> None:
    table = play(you={"hand": "Scout", "bases": "Royal Redoubt, War World"}, foe={"hand": "2x Scout", "owed": owed})
    assert table.legal_with("ally") == (["ally Royal Redoubt"] if owed < 2 else [])


def test_11_top_of_the_deck_and_what_is_known(play: Play) -> None:
    table = play(
        you={"hand": "Freighter, Federation Shuttle, Scout", "deck": "Viper, Scout", "discard": "Scout, Corvette"},
        trade_row="Ram, Cutter, Mothership, Brain World, Fleet HQ",
        trade_deck="Junkyard, Trade Bot",
    )
    table.do("play Freighter")
    assert table.trade == 4
    table.do("play Federation Shuttle")
    assert (table.trade, table.you["authority"]) == (6, 54)
    assert "buy Ram on top" not in table.legal()
    table.do("ally Freighter", "buy Ram on top")
    assert table.trade == 3
    assert not any(name.endswith("on top") for name in table.legal())
    table.do("play Scout", "buy Cutter")
    assert table.trade == 2
    table.do("end turn")
    you = table.you
    assert (len(you["hand"]), len(you["deck"]), you["top"], you["discard"]) == (5, 4, [], [])
    assert sorted(you["known"]) == names("Ram, Scout, Viper")
    again = names("2x Scout, Corvette, Freighter, Federation Shuttle, Cutter")
    assert sorted(you["hand"] + you["deck"]) == sorted([*again, "Ram", "Scout", "Viper"])


def test_12_a_reshuffle_in_the_middle_of_a_turn(play: Play) -> None:
    table = play(you={"hand": "Corvette, Viper", "ships": "Survey Ship", "discard": "2x Scout"})
    table.do("play Corvette")
    assert table.combat == 3
    assert table.pile("hand") == names("Scout, Viper")
    assert (table.pile("deck"), table.pile("discard")) == (["Scout"], [])
    assert table.you["known"] == ["Viper"]
    table = play(you={"hand": "Corvette, Viper", "ships": "Survey Ship"})
    table.do("play Corvette")
    assert table.combat == 3
    assert table.pile("hand") == ["Viper"]


def test_13_discarded_and_drawn_again(play: Play) -> None:
    table = play(you={"hand": "Scout, Viper", "bases": "Recycling Station"})
    table.do("use Recycling Station: cycle", "discard Scout", "discard Viper")
    assert table.pile("hand") == names("Scout, Viper")
    assert table.pile("discard") == []
    assert table.legal_with("use") == []


def test_14_machine_base(play: Play) -> None:
    table = play(you={"hand": "Scout", "deck": "Cutter", "discard": "Viper", "bases": "Machine Base"})
    table.do("use Machine Base")
    assert table.legal() == ["scrap Cutter from hand", "scrap Scout from hand"]


def test_15_brain_world_and_an_explorer(play: Play) -> None:
    table = play(
        you={"hand": "Scout, Explorer", "discard": "Scout, Viper", "deck": "3x Cutter", "bases": "Brain World"},
        explorers=3,
    )
    table.do("use Brain World", "scrap Viper from discard", "scrap Explorer from hand")
    assert table.pile("hand") == names("Scout, 2x Cutter")
    assert table.combat == 0
    assert table.position()["explorers"] == 4
    assert table.position()["scrap_heap"] == ["Viper"]


YACHT: Position = {"hand": "Embassy Yacht, Barter World, Scout", "deck": "3x Viper", "bases": "Blob Wheel"}


def test_16_embassy_yacht_before_its_second_base(play: Play) -> None:
    table = play(you=YACHT)
    assert table.combat == 1
    table.do("play Embassy Yacht")
    assert (table.trade, table.you["authority"]) == (2, 53)
    table.do("play Barter World")
    assert table.pile("hand") == ["Scout"]


def test_16_embassy_yacht_and_one_branch_a_turn(play: Play) -> None:
    table = play(you=YACHT)
    table.do("play Barter World", "play Embassy Yacht")
    assert table.pile("hand") == names("Scout, 2x Viper")
    assert table.legal_with("use") == ["use Barter World: authority", "use Barter World: trade"]
    table.do("use Barter World: trade")
    assert table.trade == 4
    assert table.legal_with("use") == []
    table.do("scrap Barter World")
    assert table.combat == 6


def test_17_the_row(play: Play) -> None:
    table = play(
        you={"hand": "Battle Pod, Blob Carrier, Scout"},
        trade_row="Mothership, Blob World, 2x Ram, Cutter",
        trade_deck="Junkyard, Trade Bot",
    )
    table.do("play Battle Pod")
    assert table.combat == 4
    kinds = ("Blob World", "Cutter", "Mothership", "Ram")
    assert table.legal() == ["pass", *(f"scrap {name} from row" for name in kinds)]
    table.do("scrap Ram from row")
    row = table.position()["trade_row"]
    assert len(row) == 5
    assert row.count("Ram") == 1
    assert len({"Junkyard", "Trade Bot"} & set(row)) == 1
    table.do("play Blob Carrier")
    assert table.combat == 13
    table.do("ally Blob Carrier")
    ships = {"Mothership", "Ram", "Cutter", "Explorer"} | {"Trade Bot"} & set(row)
    assert table.legal() == sorted(f"acquire {name}" for name in ships)


def test_18_which_copy(play: Play) -> None:
    table = play(you={"hand": "Scout", "bases": "2x Trading Post"})
    table.do("use Trading Post: trade")
    assert table.trade == 1
    table.do("scrap Trading Post")
    assert table.combat == 3
    table.do("use Trading Post: authority")
    assert table.you["authority"] == 51
