"""Cards that need more words (SR-10)."""

from __future__ import annotations

import pytest

from tests.scenarios import Row, rows
from tests.star_realms.scenario import check

pytestmark = pytest.mark.rule

ROWS = rows("""
SR-10.1: the Stealth Needle does what it copies, of both factions
    before: hand Stealth Needle, Scout | deck 3x Viper | ships Blob Fighter, Trade Bot
    play:   play Stealth Needle; copy Blob Fighter
    after:  C5 | hand Scout
            ships Blob Fighter (triggered), Stealth Needle (as Blob Fighter, triggered), Trade Bot (ally)
SR-10.1: a ship that was scrapped since can be copied, also a Scout, but no base and no Needle
    before: hand Stealth Needle, Scout | ships Scout | bases Blob Wheel (primary)
            played Scout, Blob Wheel, Ram, Explorer
    play: play Stealth Needle   legal: copy Explorer; copy Ram; copy Scout
SR-10.1: with one candidate the copy is made
    before: hand Stealth Needle, Scout | ships Cutter
    play:   play Stealth Needle
    after:  T2 | C8 | A54 | hand Scout | ships Cutter (ally), Stealth Needle (as Cutter, ally)
SR-10.1: it must copy
    before: hand Stealth Needle, Scout | ships Ram, Cutter
    play: play Stealth Needle; pass   why: this can't be declined: a ship is to be copied (SR-4.5)
SR-10.1, not: a ship that was not played
    before: hand Stealth Needle, Ram | ships Cutter, Scout
    play: play Stealth Needle; copy Ram   why: you have played no Ram this turn that could be copied (SR-10.1)
SR-10.1, not: without a ship to copy it is a ship without abilities
    before: hand Stealth Needle, Scout, 2x Viper | bases Mech World
    play: play Stealth Needle   after: hand Scout, 2x Viper | ships Stealth Needle
SR-10.1: the copied ally ability asks for the copied faction
    before: hand Stealth Needle, Scout | deck 3x Viper | ships Trade Bot | played Trade Bot, Blob Fighter
    play:   play Stealth Needle; copy Blob Fighter
    after:  C5 | hand Scout | ships Stealth Needle (as Blob Fighter), Trade Bot (ally)
            played Blob Fighter, Stealth Needle, Trade Bot
SR-10.1: a copied ship in play and the Needle are allies
    before: hand Stealth Needle, Scout | ships Cutter
    play:   play Stealth Needle
    after:  T2 | C8 | A54 | hand Scout | ships Cutter (ally), Stealth Needle (as Cutter, ally)
SR-10.1: its own faction still makes it an ally of Machine Cult cards
    before: hand Stealth Needle, Scout | ships Missile Bot, Scout
    play:   play Stealth Needle; copy Scout
    after:  T1 | C2 | hand Scout | ships Missile Bot (ally), Scout, Stealth Needle (as Scout)
SR-10.1: it gives allies to cards of the copied faction played later
    before: hand Stealth Needle, Cutter, Scout | played Ram, Federation Shuttle
    play:   play Stealth Needle; copy Federation Shuttle; play Cutter
    after:  T4 | C4 | A58 | hand Scout | ships Cutter (ally), Stealth Needle (as Federation Shuttle, ally)
            played Cutter, Federation Shuttle, Ram, Stealth Needle
SR-10.1: copied scrap ability: the Needle goes to the scrap heap, also as an Explorer
    before: hand Stealth Needle, Scout | played Explorer
    play:   play Stealth Needle; scrap Stealth Needle
    after:  T2 | C2 | hand Scout | scrap heap Stealth Needle | played Explorer, Stealth Needle
SR-10.1: it is played once: Fleet HQ pays once
    before: hand Stealth Needle, Scout | ships Viper | bases Fleet HQ
    play: play Stealth Needle   after: C2 | hand Scout | ships Stealth Needle (as Viper), Viper
SR-10.1, not: with the turn it is a Stealth Needle again
    before: hand Scout | deck 9x Scout | ships Stealth Needle (as Ram), Ram (ally)
    play: end turn   after: turn 5 of you | hand 5x Scout | deck 4x Scout | discard Ram, Scout, Stealth Needle | ships -
SR-10.2: Blob World counts Blob cards played this turn, also itself and those scrapped since
    before: hand Blob World, Scout | deck 7x Scout | ships Blob Fighter | played Blob Fighter, Ram, 2x Scout
    play:   play Blob World; use Blob World: draw
    after:  hand 4x Scout | deck 4x Scout | bases Blob World (primary) | ships Blob Fighter (triggered)
            played Blob Fighter, Blob World, Ram, 2x Scout
SR-10.2, not: not bases of earlier turns, not a Needle that copied a Blob ship
    before: hand Stealth Needle, Scout | deck 7x Scout | ships Ram | bases Blob World, Blob Wheel (primary)
    play:   play Stealth Needle; use Blob World: draw
    after:  C9 | hand 2x Scout | deck 6x Scout | bases Blob Wheel (primary), Blob World (primary)
            ships Ram (ally), Stealth Needle (as Ram, ally)
SR-10.3: Fleet HQ pays for every ship played while it is in play
    before: hand 2x Scout, Cutter, Viper | bases Fleet HQ
    play: play Scout; play Cutter; play Viper   after: T3 | C4 | A54 | hand Scout | ships Cutter, Scout, Viper
SR-10.3, not: nothing for ships played before it, nothing for bases
    before: hand Fleet HQ, Blob Wheel, Scout | ships 3x Scout
    play:   play Fleet HQ; play Blob Wheel
    after:  C1 | hand Scout | bases Blob Wheel (primary), Fleet HQ | played Blob Wheel, Fleet HQ, 3x Scout
SR-10.4: Embassy Yacht counts bases as it is played
    before: hand Embassy Yacht, Barter World, Scout | deck 3x Viper | bases Battle Station
    play:   play Barter World; play Embassy Yacht
    after:  T2 | A53 | hand Scout, 2x Viper | deck Viper | bases Barter World, Battle Station | ships Embassy Yacht
            played Barter World, Embassy Yacht
SR-10.4, not: a base played later does not help
    before: hand Embassy Yacht, Barter World, Scout | deck 3x Viper | bases Battle Station
    play:   play Embassy Yacht; play Barter World
    after:  T2 | A53 | hand Scout | bases Barter World, Battle Station | ships Embassy Yacht
            played Barter World, Embassy Yacht
SR-10.5: each use permits to put one ship bought on top
    before: T9 | hand Scout | deck Viper | ships Freighter (triggered), Federation Shuttle (ally) | row Ram, Cutter
    play:   ally Freighter; buy Ram on top
    after:  T6 | top Ram | ships Federation Shuttle (ally), Freighter (ally) | row Cutter
SR-10.5: two uses are two permissions, an Explorer is a ship too
    before: T9 | hand Scout | deck Viper | ships Freighter (triggered), Federation Shuttle (ally) | bases Central Office
            row Ram, Cutter
    play:   ally Freighter; use Central Office; buy Explorer on top; buy Cutter on top
    after:  T7 | top Cutter, Explorer | bases Central Office (primary, triggered)
            ships Federation Shuttle (ally), Freighter (ally) | row Ram | explorers 9
SR-10.5: the next ship uses a permission up, put on top or not
    before: T9 | permissions 1 | hand Scout | row Ram, Cutter
    play: buy Ram   after: T6 | discard Ram | row Cutter | permissions -
SR-10.5, not: a base neither uses nor needs one
    before: T9 | permissions 1 | hand Scout | row Blob Wheel, Cutter
    play: buy Blob Wheel   after: T6 | discard Blob Wheel | row Cutter
SR-10.5, not: without a permission
    before: T9 | hand Scout | row Ram, Cutter
    play: buy Ram on top   why: nothing permits you to put the next ship on top of your deck (SR-10.5)
SR-10.5, not: with five cards known on top a ship is bought in the usual way
    before: T4 | permissions 1 | hand Scout | top Ram, Cutter, Cutter, Viper, Viper | deck Scout | row Ram
    legal:  buy Explorer; buy Ram; end turn; play Scout
SR-10.5, not: no more than five cards are known on top
    before: T9 | permissions 1 | hand Scout | top Ram, Cutter, Cutter, Viper, Viper | deck Scout | row Ram, Cutter
    play: buy Ram on top   why: no more than 5 known cards fit on top of a deck (SR-13.7)
SR-10.6: Blob Carrier takes any ship of the Row, or an Explorer
    before: hand Scout | ships Blob Carrier (triggered), Ram (ally)
            row Mothership, Blob World, Blob Fighter, Trade Pod, Cutter
    play:   ally Blob Carrier
    legal:  acquire Blob Fighter; acquire Cutter; acquire Explorer; acquire Mothership; acquire Trade Pod
SR-10.6: on top of the deck by itself, using no permission
    before: permissions 1 | hand Scout | deck 2x Viper | ships Blob Carrier (triggered), Ram (ally)
            row Mothership, Cutter
    play:   ally Blob Carrier; acquire Mothership
    after:  top Mothership | ships Blob Carrier (ally), Ram (ally) | row Cutter
SR-10.6: once used, a ship must be taken
    before: hand Scout | ships Blob Carrier (triggered), Ram (ally) | row Mothership, Cutter
    play: ally Blob Carrier; pass   why: this can't be declined: a ship is to be acquired (SR-4.5)
SR-10.6, not: with bases in the Row and no Explorer there is nothing to take
    before: hand Scout | ships Blob Carrier (triggered), Ram (ally) | row Blob World, Barter World | explorers 0
    play: ally Blob Carrier   why: Blob Carrier would do nothing now (SR-4.8)
SR-10.6, not: with five known cards on top there is no room
    before: hand Scout | ships Blob Carrier (triggered), Ram (ally) | top 2x Cutter, 3x Viper | deck Scout
            row Mothership
    play: ally Blob Carrier   why: Blob Carrier would do nothing now (SR-4.8)
SR-10.7: all discards come before the first draw, and as many are drawn
    before: hand 2x Scout, Viper | deck 3x Cutter | bases Recycling Station
    play:   use Recycling Station: cycle; discard Scout; discard Viper
    after:  hand 2x Cutter, Scout | deck Cutter | discard Scout, Viper | bases Recycling Station (primary)
SR-10.7: after one, pass draws one
    before: hand 2x Scout, Viper | deck 3x Cutter | bases Recycling Station
    play:   use Recycling Station: cycle; discard Scout; pass
    after:  hand Cutter, Scout, Viper | deck 2x Cutter | discard Scout | bases Recycling Station (primary)
SR-10.7: a card just discarded can come back
    before: hand Scout, Viper | bases Recycling Station
    play: use Recycling Station: cycle; discard Scout; discard Viper   after: bases Recycling Station (primary)
SR-10.7, not: stopping at none has used the base
    before: hand Scout, Viper | deck 3x Cutter | bases Recycling Station
    play: use Recycling Station: cycle; pass   after: bases Recycling Station (primary)
SR-10.7, not: with one card in hand no second is asked
    before: hand Scout, Battle Station | deck 3x Cutter | bases Recycling Station
    play:   play Battle Station; use Recycling Station: cycle; discard Scout
    after:  hand Cutter | deck 2x Cutter | discard Scout | bases Battle Station, Recycling Station (primary)
            played Battle Station
SR-10.8: Brain World scraps up to two of hand and discard pile, then draws as many
    before: hand Scout, Explorer | deck 3x Cutter | discard Scout, Viper | bases Brain World | explorers 3
    play:   use Brain World; scrap Viper from discard; scrap Explorer from hand
    after:  hand 2x Cutter, Scout | deck Cutter | discard Scout | bases Brain World (primary) | scrap heap Viper
            explorers 4
SR-10.8: after one, pass draws one
    before: hand Scout, Viper | deck 3x Cutter | discard Ram | bases Brain World
    play:   use Brain World; scrap Scout from hand; pass
    after:  hand Cutter, Viper | deck 2x Cutter | bases Brain World (primary) | scrap heap Scout
SR-10.8, not: stopping at none has used the base
    before: hand Scout | deck 3x Cutter | bases Brain World
    play: use Brain World; pass   after: bases Brain World (primary)
SR-10.9: Machine Base: a card of the hand must go, perhaps the drawn one
    before: hand Scout, Viper | deck 2x Cutter | bases Machine Base
    play:   use Machine Base; scrap Cutter from hand
    after:  deck Cutter | bases Machine Base (primary) | scrap heap Cutter
SR-10.9: with one card in hand that one goes
    before: hand Battle Station | deck 2x Cutter | bases Machine Base
    play:   play Battle Station; use Machine Base
    after:  hand - | deck Cutter | bases Battle Station, Machine Base (primary) | scrap heap Cutter
            played Battle Station
SR-10.9, not: with nothing to draw and an empty hand it does nothing
    before: hand Battle Station | bases Machine Base
    play: play Battle Station; use Machine Base   why: Machine Base would do nothing now (SR-4.8)
SR-10.10: Blob Destroyer: a base, then a card of the Row
    before: hand Scout | ships Blob Destroyer (triggered), Ram (ally) | row Cutter, Ram | foe bases Barter World
    play:   ally Blob Destroyer; destroy Barter World; scrap Ram from row
    after:  ships Blob Destroyer (ally), Ram (ally) | foe discard Barter World | foe bases - | row Cutter
            scrap heap Ram
SR-10.10, not: each can be declined by itself
    before: hand Scout | ships Blob Destroyer (triggered), Ram (ally) | row Cutter, Ram | foe bases Barter World
    play:   ally Blob Destroyer; pass; scrap Ram from row
    after:  ships Blob Destroyer (ally), Ram (ally) | row Cutter | scrap heap Ram
SR-10.10, not: both
    before: hand Scout | ships Blob Destroyer (triggered), Ram (ally) | row Cutter, Ram | foe bases Barter World
    play: ally Blob Destroyer; pass; pass   after: ships Blob Destroyer (ally), Ram (ally)
SR-10.11: Patrol Mech scraps, Command Ship destroys
    before: hand Scout, Viper | ships Patrol Mech (triggered), Trade Bot (ally), Command Ship (triggered), Cutter (ally)
            foe bases Barter World | row -
    play:   ally Patrol Mech; scrap Viper from hand; ally Command Ship; destroy Barter World
    after:  hand Scout | ships Command Ship (ally), Cutter (ally), Patrol Mech (ally), Trade Bot (ally)
            foe discard Barter World | foe bases - | scrap heap Viper
SR-10.11, not: either may be declined after the ability was used
    before: hand Scout, Viper | ships Patrol Mech (triggered), Trade Bot (ally), Command Ship (triggered), Cutter (ally)
            foe bases Barter World | row -
    play:   ally Patrol Mech; pass; ally Command Ship; pass
    after:  ships Command Ship (ally), Cutter (ally), Patrol Mech (ally), Trade Bot (ally)
SR-10.12: Battle Station is scrapped for its Combat
    before: hand Scout | bases Battle Station
    play: scrap Battle Station   after: C5 | bases - | scrap heap Battle Station
SR-10.12: it stands as an outpost
    before: C4 | hand Scout | foe bases Battle Station
    play: attack opponent   why: an outpost of your opponent shields all else (SR-7.3)
SR-10.12, not: it has no primary
    before: hand Battle Station, Scout   play: play Battle Station   legal: end turn; play Scout; scrap Battle Station
""")


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_rule(row: Row) -> None:
    check(row)
