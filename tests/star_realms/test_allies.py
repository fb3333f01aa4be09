"""Ally abilities (SR-5): what triggers one, and how long it stays triggered."""

from __future__ import annotations

import pytest

from tests.scenarios import Row, rows
from tests.star_realms.scenario import check

pytestmark = pytest.mark.rule

ROWS = rows("""
SR-5.1: another card of the faction triggers, also one played before
    before: hand Trade Pod, Scout | ships Blob Fighter | deck 2x Viper
    play:   play Trade Pod; ally Blob Fighter
    after:  T3 | C2 | hand Scout, Viper | deck Viper | ships Blob Fighter (ally), Trade Pod (ally)
SR-5.1: also a base kept from an earlier turn
    before: hand Ram, Scout | bases Blob Wheel (primary)   play: play Ram   after: C7 | hand Scout | ships Ram (ally)
SR-5.1: two copies of a kind are allies
    before: hand 2x Imperial Fighter, Scout
    play: play Imperial Fighter; play Imperial Fighter   after: C8 | hand Scout | ships 2x Imperial Fighter (ally)
SR-5.1, not: a card is not its own ally
    before: hand Ram, Scout   play: play Ram   after: C5 | hand Scout | ships Ram
SR-5.1, not: a card of another faction is no ally
    before: hand Ram, Scout | ships Cutter   play: play Ram   after: C5 | hand Scout | ships Cutter, Ram
SR-5.2: it stays triggered when its ally has gone
    before: hand Scout | deck 3x Viper | ships Blob Fighter (triggered), Ram (ally)
    play:   scrap Ram; ally Blob Fighter
    after:  T3 | hand Scout, Viper | deck 2x Viper | ships Blob Fighter (ally) | scrap heap Ram
            played Blob Fighter, Ram
SR-5.2, not: it is lost with its own card
    before: hand Scout | deck 3x Viper | ships Battle Blob (triggered), Ram (ally)
    play: scrap Battle Blob; ally Battle Blob   why: you have no Battle Blob in play
SR-5.3: triggered is a mark on a card: one played after both of a pair have gone is not
    before: hand Blob Fighter, Scout | deck 2x Viper | ships Ram (ally), Battle Blob (triggered)
    play:   scrap Ram; scrap Battle Blob; play Blob Fighter
    after:  T3 | C7 | hand Scout | ships Blob Fighter | scrap heap Battle Blob, Ram
            played Battle Blob, Blob Fighter, Ram
SR-5.3, not: one that stayed triggers a card played later
    before: hand Blob Fighter, Scout | deck 2x Viper | ships Ram (ally), Battle Blob (triggered)
    play:   scrap Ram; play Blob Fighter
    after:  T3 | C3 | hand Scout | ships Battle Blob (triggered), Blob Fighter (triggered) | scrap heap Ram
            played Battle Blob, Blob Fighter, Ram
SR-5.4: a base is triggered on each turn anew, at once if another stands there
    before: hand Scout | deck 6x Scout | bases The Hive, Blob Wheel
    after:  C4 | bases Blob Wheel (primary), The Hive (primary, triggered)
SR-5.4, not: alone it is not triggered on the next turn
    before: hand Scout | deck 9x Scout | bases The Hive (primary, triggered) | ships Ram (ally)
    play:   end turn
    after:  turn 5 of you | C3 | hand 5x Scout | deck 4x Scout | discard Ram, Scout | bases The Hive (primary) | ships -
SR-5.5: cards without a faction are nobody's allies
    before: hand Ram, Explorer, Scout, Viper | ships Scout | explorers 9
    play: play Explorer; play Viper; play Ram   after: T2 | C6 | hand Scout | ships Explorer, Ram, Scout, Viper
SR-5.5, not: nor are the opponent's cards
    before: hand Ram, Scout | foe bases Blob Wheel, The Hive   play: play Ram   after: C5 | hand Scout | ships Ram
SR-5.6: Mech World is another card of every faction
    before: hand Ram, Cutter, Corvette, Missile Bot, Scout | deck Viper | bases Mech World
    play:   play Ram; play Cutter; play Corvette; play Missile Bot; pass
    after:  T2 | C18 | A54 | hand Scout, Viper | deck -
            ships Corvette (ally), Cutter (ally), Missile Bot (ally), Ram (ally)
SR-5.6, not: for triggering only: Blob World does not count it
    before: hand Mech World, Scout | deck 3x Viper | bases Blob World
    play: play Mech World   after: hand Scout | bases Blob World, Mech World | played Mech World
SR-5.6, not: so there is nothing to draw for
    before: hand Mech World, Scout | deck 3x Viper | bases Blob World
    play: play Mech World; use Blob World: draw   why: Blob World would do nothing now (SR-4.8)
""")


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_rule(row: Row) -> None:
    check(row)
