"""Every card of the box, each ability and each branch of one, and what works always."""

from __future__ import annotations

import pytest

from ow_env.star_realms.cards import Ability, load_catalogue
from tests.scenarios import Scenario, rows
from tests.star_realms.scenario import check

ROWS = rows("""
Blob Fighter: primary
    before: hand Blob Fighter, Scout   play: play Blob Fighter   after: C3 | hand Scout | ships Blob Fighter
Blob Fighter: ally
    before: hand Scout | deck 2x Viper | ships Blob Fighter (triggered), Ram (ally)
    play: ally Blob Fighter   after: hand Scout, Viper | deck Viper | ships Blob Fighter (ally), Ram (ally)
Trade Pod: primary
    before: hand Trade Pod, Scout   play: play Trade Pod   after: T3 | hand Scout | ships Trade Pod
Trade Pod: ally
    before: hand Trade Pod, Scout | ships Blob Fighter
    play: play Trade Pod   after: T3 | C2 | hand Scout | ships Blob Fighter (triggered), Trade Pod (ally)
Battle Pod: primary
    before: hand Battle Pod, Scout | row Cutter, Corvette
    play:   play Battle Pod; scrap Corvette from row
    after:  C4 | hand Scout | ships Battle Pod | row Cutter | scrap heap Corvette
Battle Pod: primary, declined
    before: hand Battle Pod, Scout | row Cutter, Corvette
    play: play Battle Pod; pass   after: C4 | hand Scout | ships Battle Pod
Battle Pod: ally
    before: hand Battle Pod, Scout | ships Blob Fighter | row -
    play: play Battle Pod   after: C6 | hand Scout | ships Battle Pod (ally), Blob Fighter (triggered)
Ram: primary
    before: hand Ram, Scout   play: play Ram   after: C5 | hand Scout | ships Ram
Ram: ally
    before: hand Ram, Scout | ships Blob Fighter
    play: play Ram   after: C7 | hand Scout | ships Blob Fighter (triggered), Ram (ally)
Ram: scrap
    before: hand Scout | ships Ram   play: scrap Ram   after: T3 | ships - | scrap heap Ram | played Ram
Blob Destroyer: primary
    before: hand Blob Destroyer, Scout   play: play Blob Destroyer   after: C6 | hand Scout | ships Blob Destroyer
Blob Destroyer: ally
    before: hand Scout | ships Blob Destroyer (triggered), Ram (ally) | row Cutter, Corvette | foe bases War World
    play:   ally Blob Destroyer; destroy War World; scrap Cutter from row
    after:  ships Blob Destroyer (ally), Ram (ally) | foe discard War World | foe bases - | row Corvette
            scrap heap Cutter
Battle Blob: primary
    before: hand Battle Blob, Scout   play: play Battle Blob   after: C8 | hand Scout | ships Battle Blob
Battle Blob: ally
    before: hand Scout | deck 2x Viper | ships Battle Blob (triggered), Ram (ally)
    play: ally Battle Blob   after: hand Scout, Viper | deck Viper | ships Battle Blob (ally), Ram (ally)
Battle Blob: scrap
    before: hand Scout | ships Battle Blob
    play: scrap Battle Blob   after: C4 | ships - | scrap heap Battle Blob | played Battle Blob
Blob Carrier: primary
    before: hand Blob Carrier, Scout   play: play Blob Carrier   after: C7 | hand Scout | ships Blob Carrier
Blob Carrier: ally
    before: hand Scout | deck Viper | ships Blob Carrier (triggered), Ram (ally) | row Mothership, Cutter
    play:   ally Blob Carrier; acquire Explorer
    after:  top Explorer | ships Blob Carrier (ally), Ram (ally) | explorers 9
Mothership: primary
    before: hand Mothership, Scout | deck 2x Viper | row -
    play: play Mothership   after: C6 | hand Scout, Viper | deck Viper | ships Mothership
Mothership: ally
    before: hand Scout | deck 2x Viper | ships Mothership (triggered), Ram (ally) | row -
    play: ally Mothership   after: hand Scout, Viper | deck Viper | ships Mothership (ally), Ram (ally)
Blob Wheel: primary
    before: hand Blob Wheel, Scout
    play: play Blob Wheel   after: C1 | hand Scout | bases Blob Wheel (primary) | played Blob Wheel
Blob Wheel: scrap
    before: hand Scout | bases Blob Wheel (primary)
    play: scrap Blob Wheel   after: T3 | bases - | scrap heap Blob Wheel
The Hive: primary
    before: hand The Hive, Scout
    play: play The Hive   after: C3 | hand Scout | bases The Hive (primary) | played The Hive
The Hive: ally
    before: hand Scout | deck 2x Viper | bases The Hive (primary, triggered), Blob Wheel (primary)
    play: ally The Hive   after: hand Scout, Viper | deck Viper | bases Blob Wheel (primary), The Hive (primary, ally)
Blob World: primary combat
    before: hand Scout | bases Blob World   play: use Blob World: combat   after: C5 | bases Blob World (primary)
Blob World: primary draw
    before: hand Scout | deck 4x Viper | bases Blob World | ships 2x Blob Fighter (triggered), Ram (ally)
    play: use Blob World: draw   after: hand Scout, 3x Viper | deck Viper | bases Blob World (primary)
Federation Shuttle: primary
    before: hand Federation Shuttle, Scout
    play: play Federation Shuttle   after: T2 | hand Scout | ships Federation Shuttle
Federation Shuttle: ally
    before: hand Federation Shuttle, Scout | ships Freighter
    play:   play Federation Shuttle
    after:  T2 | A54 | hand Scout | ships Federation Shuttle (ally), Freighter (triggered)
Cutter: primary
    before: hand Cutter, Scout   play: play Cutter   after: T2 | A54 | hand Scout | ships Cutter
Cutter: ally
    before: hand Cutter, Scout | ships Freighter
    play: play Cutter   after: T2 | C4 | A54 | hand Scout | ships Cutter (ally), Freighter (triggered)
Embassy Yacht: primary
    before: hand Embassy Yacht, Scout | deck 3x Viper | bases 2x Barter World
    play: play Embassy Yacht   after: T2 | A53 | hand Scout, 2x Viper | deck Viper | ships Embassy Yacht
Embassy Yacht: primary, with one base
    before: hand Embassy Yacht, Scout | deck 3x Viper | bases Barter World
    play: play Embassy Yacht   after: T2 | A53 | hand Scout | ships Embassy Yacht
Freighter: primary
    before: hand Freighter, Scout   play: play Freighter   after: T4 | hand Scout | ships Freighter
Freighter: ally
    before: hand Scout | ships Freighter (triggered), Cutter (ally)
    play: ally Freighter   after: ships Cutter (ally), Freighter (ally) | permissions 1
Trade Escort: primary
    before: hand Trade Escort, Scout   play: play Trade Escort   after: C4 | A54 | hand Scout | ships Trade Escort
Trade Escort: ally
    before: hand Scout | deck 2x Viper | ships Trade Escort (triggered), Cutter (ally)
    play: ally Trade Escort   after: hand Scout, Viper | deck Viper | ships Cutter (ally), Trade Escort (ally)
Flagship: primary
    before: hand Flagship, Scout | deck 2x Viper | row -
    play: play Flagship   after: C5 | hand Scout, Viper | deck Viper | ships Flagship
Flagship: ally
    before: hand Flagship, Scout | deck 2x Viper | ships Freighter | row -
    play:   play Flagship
    after:  C5 | A55 | hand Scout, Viper | deck Viper | ships Flagship (ally), Freighter (triggered)
Command Ship: primary
    before: hand Command Ship, Scout | deck 3x Viper | row -
    play: play Command Ship   after: C5 | A54 | hand Scout, 2x Viper | deck Viper | ships Command Ship
Command Ship: ally
    before: hand Scout | ships Command Ship (triggered), Cutter (ally) | row - | foe bases War World
    play:   ally Command Ship; destroy War World
    after:  ships Command Ship (ally), Cutter (ally) | foe discard War World | foe bases -
Trading Post: primary authority
    before: hand Scout | bases Trading Post
    play: use Trading Post: authority   after: A51 | bases Trading Post (primary)
Trading Post: primary trade
    before: hand Scout | bases Trading Post   play: use Trading Post: trade   after: T1 | bases Trading Post (primary)
Trading Post: scrap
    before: hand Scout | bases Trading Post   play: scrap Trading Post   after: C3 | bases - | scrap heap Trading Post
Barter World: primary authority
    before: hand Scout | bases Barter World
    play: use Barter World: authority   after: A52 | bases Barter World (primary)
Barter World: primary trade
    before: hand Scout | bases Barter World   play: use Barter World: trade   after: T2 | bases Barter World (primary)
Barter World: scrap
    before: hand Scout | bases Barter World   play: scrap Barter World   after: C5 | bases - | scrap heap Barter World
Defense Center: primary authority
    before: hand Scout | bases Defense Center
    play: use Defense Center: authority   after: A53 | bases Defense Center (primary)
Defense Center: primary combat
    before: hand Scout | bases Defense Center
    play: use Defense Center: combat   after: C2 | bases Defense Center (primary)
Defense Center: ally
    before: hand Scout | bases Defense Center, Barter World   after: C2 | bases Barter World, Defense Center (ally)
Port of Call: primary
    before: hand Port of Call, Scout
    play: play Port of Call   after: T3 | hand Scout | bases Port of Call (primary) | played Port of Call
Port of Call: scrap
    before: hand Scout | deck 2x Viper | bases Port of Call (primary) | foe bases War World
    play:   scrap Port of Call; destroy War World
    after:  hand Scout, Viper | deck Viper | bases - | foe discard War World | foe bases - | scrap heap Port of Call
Central Office: primary
    before: hand Scout | bases Central Office
    play: use Central Office   after: T2 | bases Central Office (primary) | permissions 1
Central Office: ally
    before: hand Scout | deck 2x Viper | bases Central Office (triggered), Barter World
    play: ally Central Office   after: hand Scout, Viper | deck Viper | bases Barter World, Central Office (ally)
Imperial Fighter: primary
    before: hand Imperial Fighter, Scout | foe hand 2x Scout
    play: play Imperial Fighter   after: C2 | hand Scout | ships Imperial Fighter | foe owed 1
Imperial Fighter: ally
    before: hand Imperial Fighter, Scout | ships Dreadnaught | row - | foe hand 2x Scout
    play: play Imperial Fighter   after: C4 | hand Scout | ships Dreadnaught, Imperial Fighter (ally) | foe owed 1
Corvette: primary
    before: hand Corvette, Scout | deck 2x Viper
    play: play Corvette   after: C1 | hand Scout, Viper | deck Viper | ships Corvette
Corvette: ally
    before: hand Corvette, Scout | deck 2x Viper | ships Survey Ship
    play: play Corvette   after: C3 | hand Scout, Viper | deck Viper | ships Corvette (ally), Survey Ship
Survey Ship: primary
    before: hand Survey Ship, Scout | deck 2x Viper
    play: play Survey Ship   after: T1 | hand Scout, Viper | deck Viper | ships Survey Ship
Survey Ship: scrap
    before: hand Scout | ships Survey Ship | foe hand 2x Scout
    play: scrap Survey Ship   after: ships - | foe owed 1 | scrap heap Survey Ship | played Survey Ship
Imperial Frigate: primary
    before: hand Imperial Frigate, Scout | foe hand 2x Scout
    play: play Imperial Frigate   after: C4 | hand Scout | ships Imperial Frigate | foe owed 1
Imperial Frigate: ally
    before: hand Imperial Frigate, Scout | ships Survey Ship | foe hand 2x Scout
    play: play Imperial Frigate   after: C6 | hand Scout | ships Imperial Frigate (ally), Survey Ship | foe owed 1
Imperial Frigate: scrap
    before: hand Scout | deck 2x Viper | ships Imperial Frigate
    play:   scrap Imperial Frigate
    after:  hand Scout, Viper | deck Viper | ships - | scrap heap Imperial Frigate | played Imperial Frigate
Battlecruiser: primary
    before: hand Battlecruiser, Scout | deck 2x Viper | row -
    play: play Battlecruiser   after: C5 | hand Scout, Viper | deck Viper | ships Battlecruiser
Battlecruiser: ally
    before: hand Scout | ships Battlecruiser (triggered), Corvette (ally) | row - | foe hand 2x Scout
    play: ally Battlecruiser   after: ships Battlecruiser (ally), Corvette (ally) | foe owed 1
Battlecruiser: scrap
    before: hand Scout | deck 2x Viper | ships Battlecruiser | row - | foe bases War World
    play:   scrap Battlecruiser; destroy War World
    after:  hand Scout, Viper | deck Viper | ships - | foe discard War World | foe bases - | scrap heap Battlecruiser
            played Battlecruiser
Dreadnaught: primary
    before: hand Dreadnaught, Scout | deck 2x Viper | row -
    play: play Dreadnaught   after: C7 | hand Scout, Viper | deck Viper | ships Dreadnaught
Dreadnaught: scrap
    before: hand Scout | ships Dreadnaught | row -
    play: scrap Dreadnaught   after: C5 | ships - | scrap heap Dreadnaught | played Dreadnaught
Recycling Station: primary trade
    before: hand Scout | bases Recycling Station
    play: use Recycling Station: trade   after: T1 | bases Recycling Station (primary)
Recycling Station: primary cycle
    before: hand 3x Scout | deck 3x Viper | bases Recycling Station
    play:   use Recycling Station: cycle; discard Scout; discard Scout
    after:  hand Scout, 2x Viper | deck Viper | discard 2x Scout | bases Recycling Station (primary)
Space Station: primary
    before: hand Space Station, Scout
    play: play Space Station   after: C2 | hand Scout | bases Space Station (primary) | played Space Station
Space Station: ally
    before: hand Scout | bases 2x Space Station   after: C8 | bases 2x Space Station (primary, ally)
Space Station: scrap
    before: hand Scout | bases Space Station (primary)
    play: scrap Space Station   after: T4 | bases - | scrap heap Space Station
War World: primary
    before: hand War World, Scout
    play: play War World   after: C3 | hand Scout | bases War World (primary) | played War World
War World: ally
    before: hand War World, Scout | bases Fleet HQ
    play: play War World   after: C7 | hand Scout | bases Fleet HQ, War World (primary, ally) | played War World
Royal Redoubt: primary
    before: hand Royal Redoubt, Scout
    play: play Royal Redoubt   after: C3 | hand Scout | bases Royal Redoubt (primary) | played Royal Redoubt
Royal Redoubt: ally
    before: hand Scout | bases Royal Redoubt (primary, triggered), Fleet HQ | foe hand 2x Scout
    play: ally Royal Redoubt   after: bases Fleet HQ, Royal Redoubt (primary, ally) | foe owed 1
Fleet HQ: always
    before: hand Viper, Scout | bases Fleet HQ
    play: play Scout; play Viper   after: T1 | C3 | hand - | ships Scout, Viper
Trade Bot: primary
    before: hand Trade Bot, Scout | discard Viper
    play:   play Trade Bot; scrap Viper from discard
    after:  T1 | hand Scout | discard - | ships Trade Bot | scrap heap Viper
Trade Bot: ally
    before: hand Scout, Trade Bot | ships Battle Mech
    play: play Trade Bot; pass   after: T1 | C2 | hand Scout | ships Battle Mech (triggered), Trade Bot (ally)
Missile Bot: primary
    before: hand Missile Bot, Scout | discard Viper
    play: play Missile Bot; scrap Scout from hand   after: C2 | hand - | ships Missile Bot | scrap heap Scout
Missile Bot: ally
    before: hand Scout, Missile Bot | ships Battle Mech
    play: play Missile Bot; pass   after: C4 | hand Scout | ships Battle Mech (triggered), Missile Bot (ally)
Supply Bot: primary
    before: hand Supply Bot, Scout | discard Viper
    play:   play Supply Bot; scrap Viper from discard
    after:  T2 | hand Scout | discard - | ships Supply Bot | scrap heap Viper
Supply Bot: ally
    before: hand Scout, Supply Bot | ships Battle Mech
    play: play Supply Bot; pass   after: T2 | C2 | hand Scout | ships Battle Mech (triggered), Supply Bot (ally)
Patrol Mech: primary trade
    before: hand Patrol Mech, Scout   play: play Patrol Mech: trade   after: T3 | hand Scout | ships Patrol Mech
Patrol Mech: primary combat
    before: hand Patrol Mech, Scout   play: play Patrol Mech: combat   after: C5 | hand Scout | ships Patrol Mech
Patrol Mech: ally
    before: hand Scout, Viper | discard Cutter | ships Patrol Mech (triggered), Trade Bot (ally)
    play:   ally Patrol Mech; scrap Scout from hand
    after:  hand Viper | ships Patrol Mech (ally), Trade Bot (ally) | scrap heap Scout
Stealth Needle: primary
    before: hand Stealth Needle, Scout | ships Freighter, Ram
    play:   play Stealth Needle; copy Freighter
    after:  T4 | hand Scout | ships Freighter (triggered), Ram, Stealth Needle (as Freighter, triggered)
Battle Mech: primary
    before: hand Battle Mech, Scout | discard Viper
    play:   play Battle Mech; scrap Viper from discard
    after:  C4 | hand Scout | discard - | ships Battle Mech | scrap heap Viper
Battle Mech: ally
    before: hand Scout | deck 2x Viper | ships Battle Mech (triggered), Trade Bot (ally)
    play: ally Battle Mech   after: hand Scout, Viper | deck Viper | ships Battle Mech (ally), Trade Bot (ally)
Missile Mech: primary
    before: hand Missile Mech, Scout | foe bases War World
    play:   play Missile Mech; destroy War World
    after:  C6 | hand Scout | ships Missile Mech | foe discard War World | foe bases -
Missile Mech: ally
    before: hand Scout | deck 2x Viper | ships Missile Mech (triggered), Trade Bot (ally)
    play: ally Missile Mech   after: hand Scout, Viper | deck Viper | ships Missile Mech (ally), Trade Bot (ally)
Battle Station: scrap
    before: hand Scout | bases Battle Station
    play: scrap Battle Station   after: C5 | bases - | scrap heap Battle Station
Mech World: always
    before: hand Cutter, Scout | bases Mech World
    play: play Cutter   after: T2 | C4 | A54 | hand Scout | ships Cutter (ally)
Junkyard: primary
    before: hand Scout | discard Viper | bases Junkyard
    play: use Junkyard; scrap Viper from discard   after: discard - | bases Junkyard (primary) | scrap heap Viper
Machine Base: primary
    before: hand Scout | deck 2x Viper | bases Machine Base
    play:   use Machine Base; scrap Scout from hand
    after:  hand Viper | deck Viper | bases Machine Base (primary) | scrap heap Scout
Brain World: primary
    before: hand 2x Scout | deck 3x Viper | discard Cutter | bases Brain World
    play:   use Brain World; scrap Scout from hand; scrap Cutter from discard
    after:  hand Scout, 2x Viper | deck Viper | discard - | bases Brain World (primary) | scrap heap Cutter, Scout
Scout: primary
    before: hand 2x Scout   play: play Scout   after: T1 | hand Scout | ships Scout
Viper: primary
    before: hand Viper, Scout   play: play Viper   after: C1 | hand Scout | ships Viper
Explorer: primary
    before: hand Explorer, Scout | explorers 9   play: play Explorer   after: T2 | hand Scout | ships Explorer
Explorer: scrap
    before: hand Scout | ships Explorer | explorers 9
    play: scrap Explorer   after: C2 | ships - | played Explorer | explorers 10
""")


@pytest.mark.rule
@pytest.mark.parametrize("row", ROWS, ids=str)
def test_card(row: Scenario) -> None:
    check(row)


def test_no_card_and_no_ability_is_left_out() -> None:
    wanted = set()
    for card in load_catalogue().cards:
        for ability in Ability:
            for branch in card.branches(ability):
                wanted.add(f"{card.name}: {ability.name.lower()} {branch.name}".rstrip())
        if card.combat_per_ship or card.ally_of_all:
            wanted.add(f"{card.name}: always")
    assert {row.rule.partition(", ")[0] for row in ROWS} == wanted
