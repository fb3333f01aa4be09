"""Buying and drawing (SR-9)."""

from __future__ import annotations

import pytest

from tests.scenarios import Row, rows
from tests.star_realms.scenario import check

pytestmark = pytest.mark.rule

ROWS = rows("""
SR-9.1: a card bought is paid for and goes to the discard pile
    before: T5 | hand Scout | row Ram, Cutter   play: buy Ram   after: T2 | discard Ram | row Cutter
SR-9.1: several in a turn, and Explorers
    before: T9 | hand Scout | row Ram, Cutter
    play:   buy Ram; buy Explorer; buy Cutter; buy Explorer
    after:  T0 | discard Cutter, 2x Explorer, Ram | row - | explorers 8
SR-9.1, not: too dear
    before: T2 | hand Scout | row Ram, Cutter   play: buy Ram   why: Ram costs 3 Trade, you have 2 (SR-9.1)
SR-9.1, not: a card that does not lie in the Row
    before: T9 | hand Scout | row 2x Ram, Cutter
    play: buy Mothership   why: Mothership is not in the Trade Row: 2x Ram, Cutter
SR-9.1, not: an Explorer of an empty pile
    before: T9 | hand Scout | explorers 0   play: buy Explorer   why: the Explorer pile is empty (SR-9.1)
SR-9.2: to acquire costs nothing
    before: hand Scout | ships Blob Carrier (triggered), Ram (ally) | row Mothership, Cutter
    play:   ally Blob Carrier; acquire Mothership
    after:  top Mothership | ships Blob Carrier (ally), Ram (ally) | row Cutter
SR-9.2, not: to buy does
    before: hand Scout | row Cutter, Mothership   play: buy Cutter   why: Cutter costs 2 Trade, you have 0 (SR-9.1)
SR-9.3: with the deck empty the discard pile is shuffled when a card is to be drawn
    before: hand Corvette, Viper | discard 2x Scout | ships Survey Ship
    play:   play Corvette
    after:  C3 | hand Scout, Viper | known Viper | deck Scout | discard - | ships Corvette (ally), Survey Ship
SR-9.3, not: never because the deck has just run out
    before: hand Corvette, Viper | deck Scout | discard 2x Scout
    play: play Corvette   after: C1 | hand Scout, Viper | deck - | ships Corvette
SR-9.3: in the Draw Phase hand and ships have gone to the discard pile before
    before: hand Scout | deck 2x Scout | ships 2x Scout | discard 2x Scout | foe hand Viper | foe deck Scout
    play: end turn   after: turn 4 of foe | hand 5x Scout | known 2x Scout | discard - | ships -
SR-9.4: what there is is drawn
    before: hand Command Ship, Viper | discard Scout | row -
    play: play Command Ship   after: C5 | A54 | hand Scout, Viper | discard - | ships Command Ship
SR-9.4, not: with nothing to draw nothing happens
    before: hand Corvette, Viper   play: play Corvette   after: C1 | hand Viper | ships Corvette
SR-9.5: a card that leaves the Row is replaced at once
    before: T5 | hand Scout | row Ram, 2x Trade Pod, 2x Corvette | trade deck 2x Cutter
    play: buy Ram   after: T2 | discard Ram | row 2x Corvette, Cutter, 2x Trade Pod | trade deck Cutter
SR-9.5: also one that is acquired
    before: hand Scout | ships Blob Carrier (triggered), Ram (ally) | row Mothership, 2x Trade Pod, 2x Corvette
            trade deck 2x Cutter
    play:   ally Blob Carrier; acquire Mothership
    after:  top Mothership | ships Blob Carrier (ally), Ram (ally) | row 2x Corvette, Cutter, 2x Trade Pod
            trade deck Cutter
SR-9.5, not: not by a card of the Explorer pile
    before: T5 | hand Scout | row Ram, 2x Trade Pod, 2x Corvette | trade deck 2x Cutter
    play: buy Explorer   after: T3 | discard Explorer | explorers 9
SR-9.5, not: when the Trade Deck is empty, the Row stays short
    before: T5 | hand Scout | row Ram, Cutter   play: buy Ram; buy Cutter   after: T0 | discard Cutter, Ram | row -
SR-9.6: cards put on top lie in the order last put, first drawn
    before: T9 | permissions 2 | hand Corvette, Viper | deck 2x Scout | row Ram, Cutter
    play:   buy Ram on top; buy Cutter on top; play Corvette
    after:  T4 | C1 | hand Cutter, Viper | known Cutter | top Ram | ships Corvette | row - | permissions -
SR-9.6, not: a card bought in the usual way is not drawn
    before: T9 | hand Corvette, Viper | deck 2x Scout | row Ram, Cutter
    play:   buy Ram; play Corvette
    after:  T6 | C1 | hand Scout, Viper | deck Scout | discard Ram | ships Corvette | row Cutter
""")


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_rule(row: Row) -> None:
    check(row)
