"""The turn (SR-2): its phases, what is taken without asking, what ends with it."""

from __future__ import annotations

import pytest

from tests.scenarios import Row, rows
from tests.star_realms.scenario import check

pytestmark = pytest.mark.rule

ROWS = rows("""
SR-2.1: turns alternate
    before: hand Scout | foe hand Viper   play: end turn   after: turn 4 of foe
SR-2.1, not: the Main Phase waits for owed discards
    before: hand Scout | foe hand Viper, Scout, Cutter | foe bases Blob Wheel | foe owed 1 | deck 5x Scout
    play: end turn   after: turn 4 of foe | asked owed | hand 5x Scout | deck - | discard Scout
SR-2.2: anything in any order, as often as one likes
    before: hand Ram, 2x Scout, 2x Viper | row Trade Bot, Ram
    play:   play Viper; attack opponent; play Scout; buy Trade Bot; play Viper; play Ram; attack opponent; scrap Ram
            buy Ram
    after:  hand Scout | discard Ram, Trade Bot | ships Scout, 2x Viper | foe A43 | row - | scrap heap Ram
            played Ram, Scout, 2x Viper
SR-2.2, not: on the other player's turn
    before: hand Scout | foe hand Viper   play: foe: play Viper   why: it is the opponent's turn (SR-2.1)
SR-2.3: nothing is required
    before: T3 | C5 | hand Ram, Scout | deck 7x Scout | bases Barter World | foe hand Scout
    play: end turn   after: turn 4 of foe | T0 | C0 | hand 5x Scout | deck 2x Scout | discard Ram, Scout
SR-2.3, not: a choice that must be made comes first
    before: hand Scout, Viper | bases Junkyard
    play: use Junkyard; end turn   why: a card of hand or discard pile is to be scrapped (SR-2.4)
SR-2.4: one thing at a time
    before: hand Scout, Viper | bases Brain World
    play: use Brain World; play Scout   why: cards are to be scrapped, others to be drawn for them (SR-2.4)
SR-2.4, not: an effect carried out is out of the way
    before: hand 2x Scout, Viper | deck 3x Viper | bases Brain World
    play: use Brain World; pass; play Scout   after: T1 | hand Scout, Viper | bases Brain World (primary) | ships Scout
SR-2.5: bases give what they give by themselves as the Main Phase begins
    before: hand Scout | bases The Hive, Blob Wheel, Port of Call
    after:  T3 | C4 | bases Blob Wheel (primary), Port of Call (primary), The Hive (primary, triggered)
SR-2.5: also a base that enters play
    before: hand Scout, War World | bases Space Station (primary)
    play:   play War World
    after:  C9 | hand Scout | bases Space Station (primary, ally), War World (primary, ally) | played War World
SR-2.5: also what a card has become a copy of
    before: hand Scout, Stealth Needle | ships Missile Bot
    play:   play Stealth Needle; pass
    after:  C6 | hand Scout | ships Missile Bot (ally), Stealth Needle (as Missile Bot, ally)
SR-2.5, not: an "or" is chosen
    before: hand Scout | bases Barter World, Recycling Station   after: -
SR-2.5, not: scrapping is chosen
    before: hand Scout | ships Explorer, Dreadnaught | bases Battle Station | explorers 9 | row -   after: -
SR-2.5, not: "opponent discards" is no gain
    before: hand Scout | bases Royal Redoubt (primary), War World (primary) | foe hand Scout
    after:  C4 | bases Royal Redoubt (primary, triggered), War World (primary, ally)
SR-2.5, not: what was taken is not taken again
    before: hand 2x Scout | bases The Hive (primary)   play: play Scout   after: T1 | hand Scout | ships Scout
SR-2.6: a turn in which nothing else is left ends by itself
    before: hand Scout | row - | explorers 0 | foe hand Scout   play: play Scout   after: turn 4 of foe
SR-2.6: a choice with one answer is made
    before: hand Scout, Battle Station | deck 3x Viper | bases Machine Base | discard Ram
    play:   play Battle Station; play Scout; use Machine Base
    after:  T1 | hand - | deck 2x Viper | bases Battle Station, Machine Base (primary) | ships Scout | scrap heap Viper
            played Battle Station, Scout
SR-2.6: also where only the discard pile has a card to choose
    before: hand Battle Station | discard Viper | bases Junkyard
    play:   play Battle Station; use Junkyard
    after:  hand - | discard - | bases Battle Station, Junkyard (primary) | scrap heap Viper | played Battle Station
SR-2.6, not: of one kind in hand and in the discard pile either can be chosen
    before: hand Scout | discard Scout | bases Junkyard
    play: use Junkyard   legal: scrap Scout from discard; scrap Scout from hand
SR-2.6, not: one ship to copy, whose branch is chosen
    before: hand Stealth Needle, Scout | ships Patrol Mech
    play: play Stealth Needle   legal: copy Patrol Mech: combat; copy Patrol Mech: trade
SR-2.6, not: with a base whose Defense is all the Combat there is
    before: C4 | row - | explorers 0 | foe bases War World   legal: attack War World; end turn
SR-2.6, not: with `pass` there are two answers
    before: hand Scout, Trade Bot
    play: play Trade Bot   after: asked scrap: Trade Bot primary, step 1 | T1 | hand Scout | ships Trade Bot
SR-2.6, not: with something to buy the turn goes on
    before: T1 | hand Scout | row Ram | explorers 3   play: play Scout   after: T2 | hand - | ships Scout
SR-2.7: pools, ships and hand go, bases stay
    before: T3 | C2 | hand Scout, Cutter | deck 7x Scout | discard Ram | ships Blob Fighter | bases Barter World
            foe hand Scout
    play:   end turn
    after:  turn 4 of foe | T0 | C0 | hand 5x Scout | deck 2x Scout | discard Blob Fighter, Cutter, Ram, Scout | ships -
SR-2.7, not: what the other player has stays
    before: hand Scout | foe hand Scout, Viper | foe bases Barter World | foe discard Ram | foe deck 5x Scout
    play: end turn   after: turn 4 of foe
SR-2.8: five cards are drawn
    before: hand 2x Cutter | deck 7x Scout | foe hand Scout
    play: end turn   after: turn 4 of foe | hand 5x Scout | deck 2x Scout | discard 2x Cutter
SR-2.8, not: no more than there are
    before: hand 2x Viper | deck 2x Viper | foe hand Scout
    play: end turn   after: turn 4 of foe | hand 4x Viper | deck -
SR-2.9: what lasts this turn ends with it
    before: permissions 1 | hand Scout | deck 9x Scout | ships Freighter (ally), Federation Shuttle (ally)
            bases Barter World (primary) | played Freighter, Federation Shuttle, Ram | foe hand Scout
    play:   end turn
    after:  turn 4 of foe | hand 5x Scout | deck 4x Scout | discard Federation Shuttle, Freighter, Scout
            bases Barter World | ships - | played - | permissions -
SR-2.9, not: on the other player's turn bases do nothing but stand there
    before: turn 4 of foe | bases The Hive, Blob Wheel | foe hand Scout   after: -
""")


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_rule(row: Row) -> None:
    check(row)
