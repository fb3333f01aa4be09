"""Eighteen worked examples, of what may be done on the way and what comes of it."""

from __future__ import annotations

import pytest

from tests.scenarios import Row, rows
from tests.star_realms.scenario import check

pytestmark = pytest.mark.rule

ROWS = rows("""
1. a first turn
    before: hand 2x Scout, Viper | deck 7x Scout | row Brain World, Cutter, Fleet HQ, Mothership, Ram
            trade deck Corvette
    play: play Scout; play Scout; play Viper; buy Cutter   legal: attack opponent; end turn
1. a first turn
    before: hand 2x Scout, Viper | deck 7x Scout | row Brain World, Cutter, Fleet HQ, Mothership, Ram
            trade deck Corvette
    play:   play Scout; play Scout; play Viper; buy Cutter; attack opponent
    after:  turn 5 of you | hand 5x Scout | deck 2x Scout | discard Cutter, 2x Scout, Viper | foe A49
            row Brain World, Corvette, Fleet HQ, Mothership, Ram | trade deck -
2. an earlier card's ally ability
    before: hand Blob Fighter, Scout, Trade Pod | deck Viper
    play: play Blob Fighter   legal: attack opponent; end turn; play Scout; play Trade Pod
2. an earlier card's ally ability
    before: hand Blob Fighter, Scout, Trade Pod | deck Viper
    play:   play Blob Fighter; play Trade Pod
    legal:  ally Blob Fighter; attack opponent; buy Explorer; end turn; play Scout
2. an earlier card's ally ability
    before: hand Blob Fighter, Scout, Trade Pod | deck Viper
    play:   play Blob Fighter; play Trade Pod; ally Blob Fighter
    legal:  attack opponent; buy Explorer; end turn; play Scout; play Viper
2. an earlier card's ally ability
    before: hand Blob Fighter, Scout, Trade Pod | deck Viper
    play:   play Blob Fighter; play Trade Pod; ally Blob Fighter
    after:  T3 | C5 | hand Scout, Viper | deck - | ships Blob Fighter (ally), Trade Pod (ally)
3. an ally ability outlives its ally
    before: hand Blob Fighter, Ram, Scout | deck Viper
    play:   play Blob Fighter; play Ram; scrap Ram; ally Blob Fighter
    after:  T3 | C10 | hand Scout, Viper | deck - | ships Blob Fighter (ally) | scrap heap Ram
            played Blob Fighter, Ram
3. but it belongs to the card
    before: hand Battle Blob, Blob Fighter, Ram, Scout | deck 2x Viper
    play:   play Ram; play Battle Blob; ally Battle Blob; scrap Ram; scrap Battle Blob; play Blob Fighter
    legal:  attack opponent; buy Explorer; end turn; play Scout; play Viper
3. but it belongs to the card
    before: hand Battle Blob, Blob Fighter, Ram, Scout | deck 2x Viper
    play:   play Ram; play Battle Blob; ally Battle Blob; scrap Ram; scrap Battle Blob; play Blob Fighter
    after:  T3 | C22 | hand Scout, Viper | deck Viper | ships Blob Fighter | scrap heap Battle Blob, Ram
            played Battle Blob, Blob Fighter, Ram
4. bases serve every turn
    before: C4 | hand Scout | deck 8x Scout | bases Blob Wheel (primary), The Hive (primary, triggered)
    legal:  ally The Hive; attack opponent; end turn; play Scout; scrap Blob Wheel
4. bases serve every turn
    before: C4 | hand Scout | deck 8x Scout | bases Blob Wheel (primary), The Hive (primary, triggered)
    play: end turn   legal: ally The Hive; attack opponent; end turn; play Scout; scrap Blob Wheel
4. bases serve every turn
    before: C4 | hand Scout | deck 8x Scout | bases Blob Wheel (primary), The Hive (primary, triggered)
    play: end turn; end turn; scrap Blob Wheel; end turn   legal: attack opponent; end turn; play Scout
4. bases serve every turn
    before: C4 | hand Scout | deck 8x Scout | bases Blob Wheel (primary), The Hive (primary, triggered)
    play:   end turn; end turn; scrap Blob Wheel; end turn
    after:  turn 9 of you | C3 | hand 5x Scout | known 4x Scout | deck 4x Scout | bases The Hive (primary)
            scrap heap Blob Wheel
5. Mech World
    before: hand Blob Fighter, Scout | deck 3x Viper | bases Blob World, Mech World
    legal:  end turn; play Blob Fighter; play Scout; use Blob World: combat
5. Mech World
    before: hand Blob Fighter, Scout | deck 3x Viper | bases Blob World, Mech World
    play:   play Blob Fighter; ally Blob Fighter; use Blob World: draw
    after:  C3 | hand Scout, 2x Viper | deck Viper | bases Blob World (primary), Mech World | ships Blob Fighter (ally)
6. copying with Fleet HQ
    before: hand Blob Fighter, Scout, Stealth Needle | deck 5x Scout | bases Blob World, Fleet HQ
    play:   play Blob Fighter; play Stealth Needle
    legal:  ally Blob Fighter; ally Stealth Needle; attack opponent; end turn; play Scout; use Blob World: combat
            use Blob World: draw
6. copying with Fleet HQ
    before: hand Blob Fighter, Scout, Stealth Needle | deck 5x Scout | bases Blob World, Fleet HQ
    play:   play Blob Fighter; play Stealth Needle; ally Blob Fighter; ally Stealth Needle; use Blob World: draw
    after:  C8 | hand 4x Scout | deck 2x Scout | bases Blob World (primary), Fleet HQ
            ships Blob Fighter (ally), Stealth Needle (as Blob Fighter, ally)
7. copying what is gone
    before: hand Explorer, Scout, Stealth Needle | explorers 4
    play:   play Explorer; scrap Explorer; play Stealth Needle; scrap Stealth Needle
    after:  T4 | C4 | hand Scout | scrap heap Stealth Needle | played Explorer, Stealth Needle | explorers 5
8. copying one of two
    before: hand Patrol Mech, 2x Scout, Stealth Needle
    play:   play Patrol Mech: trade; play Scout; play Stealth Needle
    legal:  copy Patrol Mech: combat; copy Patrol Mech: trade; copy Scout
8. copying one of two
    before: hand Patrol Mech, 2x Scout, Stealth Needle
    play:   play Patrol Mech: trade; play Scout; play Stealth Needle; copy Patrol Mech: combat
    legal:  ally Patrol Mech; ally Stealth Needle; attack opponent; buy Explorer; end turn; play Scout
8. copying one of two
    before: hand Patrol Mech, 2x Scout, Stealth Needle
    play:   play Patrol Mech: trade; play Scout; play Stealth Needle; copy Patrol Mech: combat; ally Patrol Mech
    legal:  pass; scrap Scout from hand
8. copying one of two
    before: hand Patrol Mech, 2x Scout, Stealth Needle
    play:   play Patrol Mech: trade; play Scout; play Stealth Needle; copy Patrol Mech: combat; ally Patrol Mech
    after:  asked scrap: Patrol Mech ally | T4 | C5 | hand Scout
            ships Patrol Mech (ally), Scout, Stealth Needle (as Patrol Mech, triggered)
9. an outpost destroyed without combat
    before: C3 | hand Missile Mech, Scout | foe A5 | foe bases Barter World, Trading Post
    play: play Missile Mech   legal: destroy Trading Post; pass
9. an outpost destroyed without combat
    before: C3 | hand Missile Mech, Scout | foe A5 | foe bases Barter World, Trading Post
    play:   play Missile Mech; destroy Trading Post; attack Barter World; attack opponent
    after:  asked over: you | C0 | hand Scout | ships Missile Mech | foe A0 | foe discard Barter World, Trading Post
            foe bases -
9. an outpost stands before everything
    before: C9 | hand Scout | foe A5 | foe bases Barter World, Trading Post
    legal:  attack Trading Post; end turn; play Scout
9. an outpost stands before everything
    before: C9 | hand Scout | foe A5 | foe bases Barter World, Trading Post
    play: attack Trading Post   legal: attack Barter World; attack opponent; end turn; play Scout
9. an outpost stands before everything
    before: C9 | hand Scout | foe A5 | foe bases Barter World, Trading Post
    play:   attack Trading Post; attack opponent
    after:  asked over: you | C0 | foe A0 | foe discard Trading Post | foe bases Barter World
9. an outpost stands before everything
    before: C9 | hand Scout | foe A5 | foe bases Barter World, Trading Post
    play: attack Trading Post; attack Barter World   after: C1 | foe discard Barter World, Trading Post | foe bases -
9. an outpost that combat does not reach
    before: C3 | hand Scout | foe A5 | foe bases Barter World, Trading Post   legal: end turn; play Scout
10. fewer cards than discards demanded
    before: hand 2x Imperial Fighter, Imperial Frigate, Scout | foe hand Cutter, Viper | foe bases Blob Wheel
    play:   play Imperial Fighter; play Imperial Fighter; play Imperial Frigate; end turn
    legal:  discard Cutter; discard Viper
10. fewer cards than discards demanded
    before: hand 2x Imperial Fighter, Imperial Frigate, Scout | foe hand Cutter, Viper | foe bases Blob Wheel
    play:   play Imperial Fighter; play Imperial Fighter; play Imperial Frigate; end turn; discard Cutter
    after:  turn 4 of foe | C1 | foe hand - | foe discard Cutter, Viper | foe bases Blob Wheel (primary)
10. who discards chooses what
    before: asked owed | hand Cutter, 3x Scout, Viper | bases Blob Wheel | owed 1
    legal:  discard Cutter; discard Scout; discard Viper
10. who discards chooses what
    before: asked owed | hand Cutter, 3x Scout, Viper | bases Blob Wheel | owed 1
    play:   discard Scout
    after:  asked main | C1 | hand Cutter, 2x Scout, Viper | discard Scout | bases Blob Wheel (primary) | owed -
10. no more is demanded than is held
    before: C10 | hand Scout | bases Royal Redoubt (primary, triggered), War World (primary, ally) | foe hand 2x Scout
            foe owed 1
    legal:  ally Royal Redoubt; attack opponent; end turn; play Scout
10. no more is demanded than is held
    before: C10 | hand Scout | bases Royal Redoubt (primary, triggered), War World (primary, ally) | foe hand 2x Scout
            foe owed 2
    legal:  attack opponent; end turn; play Scout
11. top of the deck and what is known
    before: hand Federation Shuttle, Freighter, Scout | deck Scout, Viper | discard Corvette, Scout
            row Brain World, Cutter, Fleet HQ, Mothership, Ram | trade deck 2x Trade Bot
    play:   play Freighter; play Federation Shuttle
    legal:  ally Freighter; buy Cutter; buy Explorer; buy Ram; end turn; play Scout
11. top of the deck and what is known
    before: hand Federation Shuttle, Freighter, Scout | deck Scout, Viper | discard Corvette, Scout
            row Brain World, Cutter, Fleet HQ, Mothership, Ram | trade deck 2x Trade Bot
    play:   play Freighter; play Federation Shuttle; ally Freighter; buy Ram on top
    legal:  buy Cutter; buy Explorer; buy Trade Bot; end turn; play Scout
11. top of the deck and what is known
    before: hand Federation Shuttle, Freighter, Scout | deck Scout, Viper | discard Corvette, Scout
            row Brain World, Cutter, Fleet HQ, Mothership, Ram | trade deck 2x Trade Bot
    play:   play Freighter; play Federation Shuttle; ally Freighter; buy Ram on top; play Scout; buy Cutter
    after:  T2 | A54 | hand - | top Ram | discard Corvette, Cutter, Scout
            ships Federation Shuttle (ally), Freighter (ally), Scout
            row Brain World, Fleet HQ, Mothership, 2x Trade Bot | trade deck -
11. what is known of a hand drawn then
    before: hand Scout | top Ram | deck Scout, Viper | discard 3x Scout
    play:   end turn
    after:  turn 5 of you | hand Ram, 3x Scout, Viper | known Ram, Scout, Viper | deck 2x Scout | top - | discard -
12. a reshuffle in the middle of a turn
    before: hand Corvette, Viper | discard 2x Scout | ships Survey Ship
    play:   play Corvette
    after:  C3 | hand Scout, Viper | known Viper | deck Scout | discard - | ships Corvette (ally), Survey Ship
12. a reshuffle in the middle of a turn
    before: hand Corvette, Viper | ships Survey Ship
    play: play Corvette   after: C3 | hand Viper | ships Corvette (ally), Survey Ship
13. discarded and drawn again
    before: hand Scout, Viper | bases Recycling Station
    play: use Recycling Station: cycle; discard Scout; discard Viper   legal: end turn; play Scout; play Viper
13. discarded and drawn again
    before: hand Scout, Viper | bases Recycling Station
    play: use Recycling Station: cycle; discard Scout; discard Viper   after: bases Recycling Station (primary)
14. Machine Base
    before: hand Scout | deck Cutter | discard Viper | bases Machine Base
    play: use Machine Base   legal: scrap Cutter from hand; scrap Scout from hand
14. Machine Base
    before: hand Scout | deck Cutter | discard Viper | bases Machine Base
    play:   use Machine Base
    after:  asked scrap hand: Machine Base primary, step 1 | hand Cutter, Scout | deck - | bases Machine Base (primary)
15. Brain World and an Explorer
    before: hand Explorer, Scout | deck 3x Cutter | discard Scout, Viper | bases Brain World | explorers 3
    play:   use Brain World; scrap Viper from discard; scrap Explorer from hand
    after:  hand 2x Cutter, Scout | deck Cutter | discard Scout | bases Brain World (primary) | scrap heap Viper
            explorers 4
16. Embassy Yacht and one branch a turn
    before: C1 | hand Barter World, Embassy Yacht, Scout | deck 3x Viper | bases Blob Wheel (primary)
    play:   play Barter World; play Embassy Yacht
    legal:  attack opponent; buy Explorer; end turn; play Scout; play Viper; scrap Barter World; scrap Blob Wheel
            use Barter World: authority; use Barter World: trade
16. Embassy Yacht and one branch a turn
    before: C1 | hand Barter World, Embassy Yacht, Scout | deck 3x Viper | bases Blob Wheel (primary)
    play:   play Barter World; play Embassy Yacht; use Barter World: trade
    legal:  attack opponent; buy Explorer; end turn; play Scout; play Viper; scrap Barter World; scrap Blob Wheel
16. Embassy Yacht and one branch a turn
    before: C1 | hand Barter World, Embassy Yacht, Scout | deck 3x Viper | bases Blob Wheel (primary)
    play:   play Barter World; play Embassy Yacht; use Barter World: trade; scrap Barter World
    after:  T4 | C6 | A53 | hand Scout, 2x Viper | deck Viper | ships Embassy Yacht | scrap heap Barter World
            played Barter World, Embassy Yacht
16. Embassy Yacht before its second base
    before: C1 | hand Barter World, Embassy Yacht, Scout | deck 3x Viper | bases Blob Wheel (primary)
    play:   play Embassy Yacht; play Barter World
    after:  T2 | A53 | hand Scout | bases Barter World, Blob Wheel (primary) | ships Embassy Yacht
            played Barter World, Embassy Yacht
17. the Row
    before: hand Battle Pod, Blob Carrier, Scout | row Blob World, Cutter, Mothership, 2x Ram
            trade deck 2x Trade Bot
    play:   play Battle Pod
    legal:  pass; scrap Blob World from row; scrap Cutter from row; scrap Mothership from row; scrap Ram from row
17. the Row
    before: hand Battle Pod, Blob Carrier, Scout | row Blob World, Cutter, Mothership, 2x Ram
            trade deck 2x Trade Bot
    play:   play Battle Pod; scrap Ram from row; play Blob Carrier; ally Blob Carrier
    legal:  acquire Cutter; acquire Explorer; acquire Mothership; acquire Ram; acquire Trade Bot
17. the Row
    before: hand Battle Pod, Blob Carrier, Scout | row Blob World, Cutter, Mothership, 2x Ram
            trade deck 2x Trade Bot
    play:   play Battle Pod; scrap Ram from row; play Blob Carrier; ally Blob Carrier
    after:  asked acquire: Blob Carrier ally | C13 | hand Scout | ships Battle Pod (ally), Blob Carrier (ally)
            row Blob World, Cutter, Mothership, Ram, Trade Bot | trade deck Trade Bot | scrap heap Ram
18. which copy
    before: hand Scout | bases 2x Trading Post
    play:   use Trading Post: trade; scrap Trading Post; use Trading Post: authority
    after:  T1 | C3 | A51 | bases Trading Post (primary) | scrap heap Trading Post
""")


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_example(row: Row) -> None:
    check(row)
