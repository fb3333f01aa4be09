"""Decisions and actions (SR-12): who is asked what, and the 462 actions with their names, in their order."""

from __future__ import annotations

from itertools import groupby

import numpy as np
import pytest

from ow_env.star_realms.cards import Faction, load_catalogue
from tests.scenarios import Row, rows
from tests.star_realms.games import game_of
from tests.star_realms.scenario import check, position_of
from tests.star_realms.table import Table

KINDS = [card.name for card in load_catalogue().cards]
SHIPS = [card.name for card in load_catalogue().cards if not card.is_base]
BASES = [card.name for card in load_catalogue().cards if card.is_base]
OF_TRADE_DECK = [card.name for card in load_catalogue().cards if card.faction is not Faction.UNALIGNED]
MECH = ["Patrol Mech: trade", "Patrol Mech: combat"]
USE = [
    *("Blob World: combat", "Blob World: draw", "Trading Post: authority", "Trading Post: trade"),
    *("Barter World: authority", "Barter World: trade", "Defense Center: authority", "Defense Center: combat"),
    *("Central Office", "Recycling Station: trade", "Recycling Station: cycle", "Junkyard", "Machine Base"),
    "Brain World",
]
ALLY = [
    *("Blob Fighter", "Blob Destroyer", "Battle Blob", "Blob Carrier", "Mothership", "The Hive", "Freighter"),
    *("Trade Escort", "Command Ship", "Central Office", "Battlecruiser", "Royal Redoubt", "Patrol Mech"),
    *("Stealth Needle", "Battle Mech", "Missile Mech"),
]
SCRAP = [
    *("Ram", "Battle Blob", "Blob Wheel", "Trading Post", "Barter World", "Port of Call", "Survey Ship"),
    *("Imperial Frigate", "Battlecruiser", "Dreadnaught", "Space Station", "Stealth Needle", "Battle Station"),
    "Explorer",
]


def with_branches(kinds: list[str]) -> list[str]:
    return [name for kind in kinds for name in (MECH if kind == "Patrol Mech" else [kind])]


BLOCKS = [  # what the names are, and how many there are
    (1, ["pass"]),
    (1, ["end turn"]),
    (1, ["attack opponent"]),
    (50, [f"play {name}" for name in with_branches(KINDS)]),
    (47, [f"buy {name}" for name in [*OF_TRADE_DECK, "Explorer"]]),
    (29, [f"buy {name} on top" for name in SHIPS if name not in ("Scout", "Viper")]),
    (14, [f"use {name}" for name in USE]),
    (16, [f"ally {name}" for name in ALLY]),
    (14, [f"scrap {name}" for name in SCRAP]),
    (18, [f"attack {name}" for name in BASES]),
    (49, [f"discard {name}" for name in KINDS]),
    (49, [f"scrap {name} from hand" for name in KINDS]),
    (49, [f"scrap {name} from discard" for name in KINDS]),
    (46, [f"scrap {name} from row" for name in OF_TRADE_DECK]),
    (18, [f"destroy {name}" for name in BASES]),
    (29, [f"acquire {name}" for name in SHIPS if name not in ("Scout", "Viper")]),
    (31, [f"copy {name}" for name in with_branches(SHIPS) if name != "Stealth Needle"]),
]


def test_the_462_actions_stand_in_their_order() -> None:
    game = game_of()
    assert list(game.actions) == [name for _, names in BLOCKS for name in names]
    assert [len(names) for _, names in BLOCKS] == [count for count, _ in BLOCKS]
    assert game.num_actions == len(game.actions) == 462
    assert len(set(game.actions)) == 462


def test_a_name_reads_back() -> None:
    game, state = game_of(), Table().batch.states
    for action, name in enumerate(game.actions):
        assert game.action_name(state, 0, action) == name
        assert game.action_id(state, 1, name) == action


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("play Scot", "there is no action 'play Scot'; nearest: 'play Scout'"),
        (
            "use Barter World",
            "'use Barter World'; there is 'use Barter World: authority' and 'use Barter World: trade'",
        ),
        (
            "ally Ram",
            "there is no action 'ally Ram': the ally ability of Ram works by itself, as soon as it can",
        ),
        ("use The Hive", "there is no action 'use The Hive': the primary ability of The Hive works by itself"),
        ("use Ram", "there is no action 'use Ram': Ram is a ship, its primary ability works as it is played"),
        ("ally Scout", "there is no action 'ally Scout': Scout has no ally ability"),
        ("buy Scout", "there is no action 'buy Scout'"),
        ("scrap Explorer from row", "there is no action 'scrap Explorer from row'"),
        (3, "there is no action 3"),
        (None, "there is no action None"),
    ],
)
def test_a_name_unknown_is_refused_with_the_nearest(name, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        game_of().action_id(Table().batch.states, 0, name)


def test_what_actions_are_about() -> None:
    """An action's kind is its verb, its card is the card named, and no action names a seat."""
    structure, game = game_of().structure, game_of()
    for action, name in enumerate(game.actions):
        card = int(structure.card[action])
        assert name.count(KINDS[card]) == 1 if card >= 0 else name in ("pass", "end turn", "attack opponent")
        verb = structure.kinds[structure.kind[action]]
        words = name.replace(KINDS[card], "").replace(":", "").split() if card >= 0 else name.split()
        assert verb.split()[0] == words[0]
        assert (" on top" in name) == ("on top" in verb)
    kinds = [structure.kinds[kind] for kind in structure.kind]
    assert [name for name, _ in groupby(kinds)][:3] == ["pass", "end turn", "attack opponent"]
    assert set(structure.seat.tolist()) == {0}


# ── Decisions ────────────────────────────────────────────────────────────────────────────────────

TWO = "hand Scout, Viper | discard Scout, Cutter"
ROWS = rows(f"""
SR-12: main
    before: T9 | C9 | permissions 1 | hand Scout, Patrol Mech | row Ram, Blob Wheel, Mothership, Fleet HQ, Brain World
            ships Blob Fighter (triggered), Trade Pod (ally), Explorer | deck Scout | explorers 9
            bases Barter World, Central Office (primary), Port of Call (primary) | foe bases Blob World, The Hive
    legal:  end turn; attack opponent; play Scout; play Patrol Mech: trade; play Patrol Mech: combat; buy Ram
            buy Ram on top; buy Blob Wheel; buy Mothership; buy Mothership on top; buy Fleet HQ; buy Brain World
            buy Explorer; buy Explorer on top; use Barter World: trade; use Barter World: authority; ally Blob Fighter
            ally Central Office; scrap Explorer; scrap Barter World; scrap Port of Call; attack Blob World
            attack The Hive
SR-12: owed
    before: turn 4 of foe | foe hand 2x Scout, Cutter, Viper | foe owed 2 | asked owed
    legal:  discard Scout; discard Viper; discard Cutter
SR-12: scrap
    before: {TWO} | bases Junkyard
    play:   use Junkyard
    legal:  scrap Scout from hand; scrap Viper from hand; scrap Scout from discard; scrap Cutter from discard
SR-12: scrap, which may be declined
    before: {TWO}, Trade Bot | ships Trade Bot | asked scrap: Trade Bot primary, step 1
    legal:  pass; scrap Scout from hand; scrap Viper from hand; scrap Scout from discard; scrap Cutter from discard
            scrap Trade Bot from discard
SR-12: scrap hand
    before: {TWO} | bases Machine Base | deck Scout
    play: use Machine Base   legal: scrap Scout from hand; scrap Viper from hand
SR-12: scrap row
    before: hand Battle Pod | row Ram, Cutter, Blob Wheel
    play: play Battle Pod   legal: pass; scrap Ram from row; scrap Cutter from row; scrap Blob Wheel from row
SR-12: destroy
    before: hand Missile Mech | foe bases Blob Wheel, Fleet HQ
    play: play Missile Mech   legal: pass; destroy Blob Wheel; destroy Fleet HQ
SR-12: acquire
    before: hand Scout | ships Blob Carrier (triggered), Ram (ally) | row Cutter, Fleet HQ
    play: ally Blob Carrier   legal: acquire Cutter; acquire Explorer
SR-12: copy
    before: hand Stealth Needle | ships Ram, Patrol Mech
    play: play Stealth Needle   legal: copy Ram; copy Patrol Mech: trade; copy Patrol Mech: combat
SR-12: cycle
    before: {TWO} | bases Recycling Station
    play: use Recycling Station: cycle   legal: pass; discard Scout; discard Viper
SR-12: trim
    before: {TWO} | bases Brain World
    play:   use Brain World
    legal:  pass; scrap Scout from hand; scrap Viper from hand; scrap Scout from discard; scrap Cutter from discard
SR-12: trim, the second card
    before: {TWO} | bases Brain World
    play:   use Brain World; scrap Scout from hand
    legal:  pass; scrap Viper from hand; scrap Scout from discard; scrap Cutter from discard
SR-12: `pass` never ends a turn
    before: hand Scout   play: pass   why: pass declines a choice, and none is asked; "end turn" ends the turn (SR-12)
SR-12: `end turn` never declines a choice
    before: {TWO} | bases Brain World
    play: use Brain World; end turn   why: cards are to be scrapped, others to be drawn for them (SR-2.4)
SR-12: an answer where nothing is asked
    before: hand Scout | row Ram   play: scrap Scout from hand   why: this answers a choice, and none is asked (SR-2.4)
SR-12: an answer to another question
    before: {TWO} | bases Brain World
    play: use Brain World; discard Scout   why: cards are to be scrapped, others to be drawn for them (SR-2.4)
SR-12: a card that is not in the discard pile
    before: {TWO} | bases Brain World
    play: use Brain World; scrap Viper from discard   why: Viper is not in your discard pile
SR-12: a card that is not in hand
    before: {TWO} | bases Recycling Station
    play: use Recycling Station: cycle; discard Cutter   why: Cutter is not in your hand: Scout, Viper
SR-12: a card that is not in the Row
    before: hand Battle Pod | row Ram, Cutter
    play: play Battle Pod; scrap Trade Pod from row   why: Trade Pod is not in the Trade Row: Ram, Cutter
SR-12: a card to scrap that is not in hand
    before: {TWO} | bases Brain World
    play: use Brain World; scrap Cutter from hand   why: Cutter is not in your hand: Scout, Viper
SR-12: an action of the Main Phase, while a copy is chosen
    before: hand Stealth Needle, Ram | ships Ram, Cutter
    play: play Stealth Needle; play Ram   why: a ship is to be copied (SR-2.4)
SR-12: a base that is not there
    before: hand Missile Mech | foe bases Blob Wheel, Fleet HQ
    play: play Missile Mech; destroy The Hive   why: your opponent has no The Hive in play
SR-12: a base that is shielded
    before: hand Missile Mech | foe bases Blob Wheel, War World
    play: play Missile Mech; destroy Blob Wheel   why: an outpost of your opponent shields all else (SR-7.3)
SR-12: a ship that can't be acquired
    before: hand Scout | ships Blob Carrier (triggered), Ram (ally) | row Cutter, Ram
    play: ally Blob Carrier; acquire Trade Pod   why: Trade Pod is not in the Trade Row: Ram, Cutter
SR-12: an Explorer of an empty pile
    before: hand Scout | ships Blob Carrier (triggered), Ram (ally) | row Cutter, Ram | explorers 0
    play: ally Blob Carrier; acquire Explorer   why: the Explorer pile is empty (SR-9.1)
SR-12: a base that one does not have
    before: hand Scout   play: use Junkyard   why: you have no Junkyard in play
SR-12: an ally ability taken by itself
    before: hand 2x Scout   play: play Scout; you: ally Blob Fighter   why: you have no Blob Fighter in play
SR-12: an ally ability not triggered
    before: hand Scout | ships Blob Fighter
    play: ally Blob Fighter   why: the ally ability of Blob Fighter is not triggered (SR-5.1)
SR-12: a Needle that copies an ability taken by itself
    before: hand Scout | ships Stealth Needle (as Ram, ally), Ram (ally)
    play: ally Stealth Needle   why: the ally ability of Stealth Needle is taken by itself (SR-2.5)
SR-12: a Needle without an ally ability
    before: hand Scout | ships Stealth Needle
    play: ally Stealth Needle   why: Stealth Needle has no such ability now (SR-10.1)
SR-12: an attack on what is not there, whatever its Defense
    before: C1 | hand Scout   play: attack Blob Wheel   why: your opponent has no Blob Wheel in play
""")


@pytest.mark.rule
@pytest.mark.parametrize("row", ROWS, ids=str)
def test_decision(row: Row) -> None:
    check(row)


@pytest.mark.rule
def test_an_id_that_is_none_is_refused() -> None:
    table = Table()
    for action in (-1, 462, 10**6):
        assert table.game.why_not(table.batch.states, table.asked, action) == "there is no such action"


@pytest.mark.rule
@pytest.mark.parametrize(
    "before",
    ["hand Scout", f"{TWO} | bases Brain World (primary) | asked trim: Brain World primary, 1 done",
     "turn 4 of foe | foe hand 2x Scout, Cutter, Viper | foe owed 2 | asked owed"],
)  # fmt: skip
def test_the_player_who_waits_has_only_pass(before: str) -> None:
    table = Table(position_of(before))
    waiting = 1 - table.asked
    assert np.flatnonzero(table.batch.action_mask[0, waiting]).tolist() == [0]
    assert table.why_not("pass", waiting) is None
    assert table.why_not("end turn", waiting) == "it is the opponent's turn (SR-2.1)"
