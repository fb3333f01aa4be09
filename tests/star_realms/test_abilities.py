"""Abilities (SR-4): when they are offered, how often, in which order, and of which copy."""

from __future__ import annotations

import pytest

from tests.scenarios import Row, rows
from tests.star_realms.scenario import check

pytestmark = pytest.mark.rule

ROWS = rows("""
SR-4.1: a base's primary may be used at any time of the Main Phase
    before: hand Viper, Scout | bases Barter World
    play:   play Viper; attack opponent; use Barter World: trade
    after:  T2 | hand Scout | bases Barter World (primary) | ships Viper | foe A49
SR-4.1, not: a second time in a turn
    before: hand Scout | bases Barter World
    play:   use Barter World: trade; use Barter World: trade
    why:    the ability of Barter World has been used this turn (SR-4.3)
SR-4.1, not: nor the other branch
    before: hand Scout | bases Barter World
    play:   use Barter World: trade; use Barter World: authority
    why:    the ability of Barter World has been used this turn (SR-4.3)
SR-4.1: on each turn anew
    before: hand Scout | deck 5x Scout | bases Barter World (primary)
    play:   end turn
    legal:  end turn; play Scout; scrap Barter World; use Barter World: authority; use Barter World: trade
SR-4.2: the branch is part of the action
    before: hand Patrol Mech | bases Barter World
    legal:  end turn; play Patrol Mech: combat; play Patrol Mech: trade; scrap Barter World; use Barter World: authority
            use Barter World: trade
SR-4.2: also of a copy
    before: hand Stealth Needle, Scout | ships Patrol Mech, Ram
    play: play Stealth Needle   legal: copy Patrol Mech: combat; copy Patrol Mech: trade; copy Ram
SR-4.2, not: a base is played without a branch
    before: hand Barter World, Trading Post   legal: end turn; play Barter World; play Trading Post
SR-4.3: ally and scrap abilities come on top of the primary
    before: hand Imperial Frigate, Scout | deck 3x Viper | ships Corvette | foe hand Scout
    play:   play Imperial Frigate; scrap Imperial Frigate
    after:  C8 | hand Scout, Viper | deck 2x Viper | ships Corvette (ally) | foe owed 1 | scrap heap Imperial Frigate
            played Corvette, Imperial Frigate
SR-4.3, not: an ally ability twice in a turn
    before: hand Scout | deck 3x Viper | ships Blob Fighter (triggered), Ram (ally)
    play: ally Blob Fighter; ally Blob Fighter   why: the ability of Blob Fighter has been used this turn (SR-4.3)
SR-4.4: to use an ability is a choice
    before: hand Scout | deck 7x Scout | ships Blob Fighter (triggered), Ram (ally) | bases Barter World
            foe hand Scout
    play: end turn   after: turn 4 of foe | hand 5x Scout | deck 2x Scout | discard Blob Fighter, Ram, Scout | ships -
SR-4.4, not: a ship's primary happens
    before: hand Imperial Fighter, Scout | foe hand 2x Scout
    play: play Imperial Fighter   after: C2 | hand Scout | ships Imperial Fighter | foe owed 1
SR-4.5: an ability under way is carried out
    before: hand Scout, Viper | bases Junkyard
    play: use Junkyard; pass   why: this can't be declined: a card of hand or discard pile is to be scrapped (SR-4.5)
SR-4.5, not: a part marked "may" can be declined
    before: hand Battle Mech, Scout, Viper
    play: play Battle Mech; pass   after: C4 | hand Scout, Viper | ships Battle Mech
SR-4.5, not: and only that part: what comes before it stays
    before: hand Missile Mech, Scout | foe bases Barter World, Blob Wheel
    play: play Missile Mech; pass   after: C6 | hand Scout | ships Missile Mech
SR-4.6: parts happen in their order: the card just drawn may be scrapped
    before: hand Scout, Viper | deck Cutter | bases Machine Base
    play: use Machine Base   legal: scrap Cutter from hand; scrap Scout from hand; scrap Viper from hand
SR-4.6: Port of Call draws before the choice
    before: hand Scout | deck 2x Cutter | bases Port of Call (primary) | foe bases Barter World
    play:   scrap Port of Call
    after:  asked destroy: Port of Call scrap, step 1 | hand Cutter, Scout | deck Cutter | bases -
            scrap heap Port of Call
SR-4.6, not: a later part is not asked before an earlier one
    before: hand Scout | ships Blob Destroyer (triggered), Ram (ally) | foe bases Barter World
    play: ally Blob Destroyer   after: asked destroy: Blob Destroyer ally | ships Blob Destroyer (ally), Ram (ally)
SR-4.7: what works always needs no use
    before: hand Blob Fighter, Scout | deck Viper | bases Fleet HQ, Mech World
    play: play Blob Fighter   after: C4 | hand Scout | ships Blob Fighter (triggered)
SR-4.7, not: there is nothing to use
    before: hand Scout | bases Fleet HQ, Mech World   legal: end turn; play Scout
SR-4.7, not: once it has left play it does nothing
    before: turn 4 of foe | C8 | bases Fleet HQ | hand Viper | deck 9x Scout | row - | explorers 0
    play: attack Fleet HQ; play Viper   after: turn 5 of you | C1 | hand - | discard Fleet HQ | bases - | ships Viper
SR-4.8: a part with nothing to work on does nothing and asks nothing
    before: hand Blob Destroyer, Ram, Battle Pod, Scout | row -
    play:   play Ram; play Battle Pod; play Blob Destroyer
    after:  C19 | hand Scout | ships Battle Pod (ally), Blob Destroyer (triggered), Ram (ally)
SR-4.8: an ability that would do nothing is not offered: no card to draw
    before: hand Scout | ships Blob Fighter (triggered), Ram (ally)
    play: ally Blob Fighter   why: Blob Fighter would do nothing now (SR-4.8)
SR-4.8: nor for Blob cards played
    before: hand Scout | ships Ram | bases Blob World
    play: use Blob World: draw   why: Blob World would do nothing now (SR-4.8)
SR-4.8: no Blob card played
    before: hand Scout | deck 3x Scout | bases Blob World, Mech World
    play: use Blob World: draw   why: Blob World would do nothing now (SR-4.8)
SR-4.8: the opponent owes the whole hand
    before: hand Scout | bases Royal Redoubt (primary, triggered), War World (primary, ally) | foe hand Scout
            foe owed 1
    play: ally Royal Redoubt   why: Royal Redoubt would do nothing now (SR-4.8)
SR-4.8: nothing to choose
    before: hand Battle Station | bases Junkyard
    play: play Battle Station; use Junkyard   why: Junkyard would do nothing now (SR-4.8)
SR-4.8: of a choice between two that could both do nothing
    before: hand Scout | row - | ships Blob Destroyer (triggered), Ram (ally)
    play: ally Blob Destroyer   why: Blob Destroyer would do nothing now (SR-4.8)
SR-4.8, not: one part that does something is enough
    before: hand Scout | row Cutter | ships Blob Destroyer (triggered), Ram (ally)
    legal:  ally Blob Destroyer; end turn; play Scout; scrap Ram
SR-4.8, not: a reshuffle is a card to draw
    before: hand Scout | discard Scout | ships Blob Fighter (triggered), Ram (ally)
    legal:  ally Blob Fighter; end turn; play Scout; scrap Ram
SR-4.8, not: so is the only card left, known on top
    before: hand Scout | top Cutter | ships Blob Fighter (triggered), Ram (ally)
    legal:  ally Blob Fighter; end turn; play Scout; scrap Ram
SR-4.8, not: "next ship on top" always does something
    before: hand Scout | row - | explorers 0 | ships Freighter (triggered), Federation Shuttle (ally)
    legal:  ally Freighter; end turn; play Scout
SR-4.8, not: scrap abilities are always offered
    before: hand Scout | ships Imperial Frigate, Survey Ship
    play:   scrap Imperial Frigate; scrap Survey Ship
    after:  C2 | ships - | scrap heap Imperial Frigate, Survey Ship | played Imperial Frigate, Survey Ship
SR-4.9: the copy that has used most is meant
    before: hand Scout | bases Trading Post (primary), Trading Post
    play: scrap Trading Post   after: C3 | bases Trading Post | scrap heap Trading Post
SR-4.9: also of copies that have used their ally ability
    before: hand Scout | deck 4x Viper | ships 3x Blob Fighter (triggered), Ram (ally)
    play:   ally Blob Fighter; ally Blob Fighter
    after:  hand Scout, 2x Viper | deck 2x Viper | ships 2x Blob Fighter (ally), Blob Fighter (triggered), Ram (ally)
SR-4.9, not: the other copy stays triggered
    before: hand Scout | ships 2x Ram (ally)
    play: scrap Ram   after: T3 | ships Ram (ally) | played 2x Ram | scrap heap Ram
SR-4.9, not: the other copy keeps what it has not used
    before: hand Scout | bases Trading Post (primary), Trading Post
    play:   scrap Trading Post; use Trading Post: authority
    after:  C3 | A51 | bases Trading Post (primary) | scrap heap Trading Post
""")


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_rule(row: Row) -> None:
    check(row)
