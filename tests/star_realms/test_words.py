"""What the words mean (SR-0): ships and bases, copies of a kind, pools, where a card goes."""

from __future__ import annotations

import pytest

from tests.scenarios import Row, rows
from tests.star_realms.scenario import check

pytestmark = pytest.mark.rule

ROWS = rows("""
SR-0.1: an outpost is a base
    before: hand Embassy Yacht, Scout | deck 3x Viper | bases Battle Station, Barter World
    play: play Embassy Yacht   after: T2 | A53 | hand Scout, 2x Viper | deck Viper | ships Embassy Yacht
SR-0.1, not: a ship is no base
    before: hand Embassy Yacht, Ram, Scout | deck 3x Viper | bases Battle Station
    play: play Ram; play Embassy Yacht   after: T2 | C5 | A53 | hand Scout | ships Embassy Yacht, Ram
SR-0.2: copies of a kind are one action
    before: hand 2x Scout, Viper   legal: end turn; play Scout; play Viper
SR-0.2, not: what a copy has used tells it from another
    before: hand Scout | bases Trading Post (primary), Trading Post
    legal:  end turn; play Scout; scrap Trading Post; use Trading Post: authority; use Trading Post: trade
SR-0.3: bases stay in play, ships only for their turn
    before: hand Ram | deck 9x Scout | bases Barter World | foe hand Scout
    play: play Ram; end turn   after: turn 4 of foe | hand 5x Scout | deck 4x Scout | discard Ram
SR-0.3, not: cards in play of the other player are not yours
    before: hand Scout | foe bases Barter World   legal: end turn; play Scout
SR-0.4: pools belong to one turn
    before: T3 | C5 | hand Scout | deck 9x Scout | foe hand Scout
    play: end turn   after: turn 4 of foe | T0 | C0 | hand 5x Scout | deck 4x Scout | discard Scout
SR-0.4, not: Authority stays from turn to turn
    before: A20 | hand Cutter | deck 9x Scout | foe A30 | foe hand Scout
    play: play Cutter; end turn   after: turn 4 of foe | A24 | hand 5x Scout | deck 4x Scout | discard Cutter
SR-0.5: a scrapped card is out of the game
    before: hand Scout | ships Ram   play: scrap Ram   after: T3 | ships - | scrap heap Ram | played Ram
SR-0.5, not: a scrapped Explorer goes back to its pile
    before: hand Scout, Explorer | ships Explorer, Trade Bot | explorers 4 | asked scrap: Trade Bot primary, step 1
    play:   scrap Explorer from hand; scrap Explorer
    after:  asked main | C2 | hand Scout | ships Trade Bot | played Explorer, Trade Bot | explorers 6
SR-0.5: a destroyed base goes to its owner's discard pile
    before: C4 | hand Scout | foe bases Barter World
    play: attack Barter World   after: C0 | foe discard Barter World | foe bases -
SR-0.5: an acquired card is not played
    before: hand Scout | ships Blob Carrier (triggered), Ram | row Cutter, Ram
    play: ally Blob Carrier; acquire Cutter   after: C2 | top Cutter | ships Blob Carrier (ally), Ram (ally) | row Ram
SR-0.6: the opponent is the other player, whoever is active
    before: turn 4 of foe | C5 | foe hand Scout   play: attack opponent   after: C0 | A45
SR-0.6, not: gains are the active player's own
    before: turn 4 of foe | foe hand Cutter, Scout
    play: play Cutter   after: T2 | foe A54 | foe hand Scout | foe ships Cutter
""")


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_rule(row: Row) -> None:
    check(row)
