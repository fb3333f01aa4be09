"""The card phase (TNW-3): turns, what may be played, what must be, when it ends."""

from __future__ import annotations

import pytest

from tests.scenarios import Row, rows
from tests.these_new_worlds.scenario import check

pytestmark = pytest.mark.rule

PAYS = "costs 2 5 3 1 | tokens red 2, blue 1"  # red and blue can be paid
NEXT = "collective Halcyon Seat, Thornmere, Sapphire Nine"  # where nobody takes the planet

ROWS: list[Row] = rows(f"""
TNW-3.1: after the card step comes the dome step of the same turn
    before: top Breakthrough | hand Spot Trade, Privateers | {PAYS}
    play: play Spot Trade   after: +Spot Trade | tokens red 2, green 1, blue 1 | step dome | has played
TNW-3.1: then it is the other player's turn
    before: top Breakthrough | hand Spot Trade, Privateers | {PAYS}
    play: play Spot Trade; pass   after: +Spot Trade | tokens red 2, green 1, blue 1 | turn foe
TNW-3.1, not: no second card in a turn
    before: top Breakthrough | hand Spot Trade, Privateers | {PAYS}
    play:   play Spot Trade; play Privateers for nothing
    why:    the card step of this turn is over: a dome is placed or not (TNW-3.1)
TNW-3.1, not: no dome before the card step
    before: top Breakthrough | hand Spot Trade, Privateers | {PAYS}
    play: colonize with red and blue   why: a card is played or not, before a dome is placed (TNW-3.1)
TNW-3.1, not: nothing in the other's turn
    before: top Breakthrough | hand Spot Trade, Privateers | foe hand Trade Envoy
    play: foe: play Trade Envoy for yellow   why: it is the other player's turn (TNW-3.1)
TNW-3.2: a coloured card with a higher value may be played
    before: top Courier Service | hand Spot Trade, Provincial Decree, Breakthrough, Peer Review
    legal:  play Spot Trade; play Peer Review
TNW-3.2, not: one with the same value or a lower one
    before: top Spot Trade | hand Research Colony, Courier Service, Provincial Decree   legal: pass
TNW-3.3: on its own colour a card that says so may always be played
    before: top Freight Charter | hand Spot Trade, Courier Service, Peer Review, Bumper Harvest   legal: play Spot Trade
TNW-3.3: also on the highest of its colour
    before: top Assembly of Worlds | hand Courier Service, Escort Wing   legal: play Courier Service
TNW-3.3: with a planet of its colour a card that says so may always be played
    before: top Assembly of Worlds | hand Border Militia, Provincial Decree, Freight Charter, Research Colony
            planets Vermeil, Lumen Deep
    legal:  play Border Militia; play Research Colony
TNW-3.3, not: with planets of the other's, of The Collective, or the contested one
    before: top Assembly of Worlds | hand Border Militia, Provincial Decree, Freight Charter | foe planets Vermeil
            collective Aurelia, Concord | contested Loam
    legal:  pass
TNW-3.3, not: on another colour
    before: top Open Archives | hand Spot Trade, Courier Service, Escort Wing   legal: pass
TNW-3.3, not: on a card of another colour than that of the one below
    before: top Tax Season | foe played Tax Season, Frontier Market | hand Spot Trade   legal: pass
TNW-3.4: a wild may be played on anything
    before: top Assembly of Worlds | hand Privateers   legal: pass; play Privateers for nothing
TNW-3.4: also on the other wild, and first of all
    before: top Privateers | hand Trade Envoy   legal: pass; play Trade Envoy for yellow; play Trade Envoy for green
TNW-3.4: any coloured card may follow
    before: top Trade Envoy | hand Border Militia, Garrison Levy | foe hand Privateers
    legal:  play Border Militia; play Garrison Levy
TNW-3.4, not: in the other's turn it is not at any time
    before: top Assembly of Worlds | hand Privateers
    play: foe: play Trade Envoy for green   why: it is the other player's turn (TNW-3.1)
TNW-3.5: a card played out of order lowers what must be beaten
    before: top Garrison Levy | hand Escort Wing, Privateers | foe hand Tax Season, Freight Charter, Breakthrough
    play: play Escort Wing   legal: play Tax Season; play Freight Charter
TNW-3.5: and its colour counts, not that of the card below
    before: top Arsenal Convoy | hand Research Colony, Privateers | planets Azimuth
            foe hand Peer Review, Escort Wing, Courier Service, Spot Trade
    play: play Research Colony   legal: play Escort Wing; play Peer Review
TNW-3.5, not: a card played in order raises it
    before: top Courier Service | hand Escort Wing, Privateers | foe hand Spot Trade, Research Colony, Tax Season
    play: play Escort Wing   legal: play Tax Season
TNW-3.6: who can play a coloured card must, it or a wild
    before: top Courier Service | hand Spot Trade, Privateers, Breakthrough
    legal:  play Spot Trade; play Privateers for nothing
TNW-3.6: passing is refused
    before: top Courier Service | hand Spot Trade, Escort Wing, Breakthrough
    play: pass   why: who can play a coloured card must play one, or a wild: Escort Wing, Spot Trade (TNW-3.6)
TNW-3.6: a card that only its extra makes playable must be played too
    before: top Frontier Market | hand Spot Trade   legal: play Spot Trade
TNW-3.6, not: holding a wild obliges nobody
    before: top Assembly of Worlds | hand Spot Trade, Privateers   legal: pass; play Privateers for nothing
TNW-3.6, not: nor does a card that can't be played
    before: top Assembly of Worlds | hand Spot Trade, Peer Review   legal: pass
TNW-3.7: a wild that was declined may be played in a later turn
    before: top Assembly of Worlds | hand Trade Envoy | foe hand Privateers
    play: pass; play Privateers for nothing   legal: pass; play Trade Envoy for yellow; play Trade Envoy for green
TNW-3.7, not: with the round it is gone
    before: top Assembly of Worlds | hand Trade Envoy | foe hand -   play: pass   after: round 2 | {NEXT}
TNW-3.8: two passed turns in a row end the card phase
    before: passed | top Assembly of Worlds | hand Privateers   play: pass   after: round 2 | {NEXT}
TNW-3.8: to pass the dome step is to pass the turn
    before: passed | top Assembly of Worlds | hand Privateers | {PAYS}   play: pass; pass   after: round 2 | {NEXT}
TNW-3.8, not: a single one does not
    before: top Assembly of Worlds | hand Privateers   play: pass   after: turn foe | passed
TNW-3.8, not: a turn with a card is not passed
    before: passed | top Assembly of Worlds | hand Privateers | {PAYS} | foe tokens green 1
    play:   play Privateers for green; pass
    after:  +Privateers | tokens red 2, green 1, blue 1 | foe tokens - | turn foe | passed -
TNW-3.8, not: a turn with a dome is not passed
    before: passed | top Assembly of Worlds | hand Privateers | {PAYS}
    play: pass; colonize with red and blue   after: tokens - | dome red 2, blue 1 | turn foe | passed -
TNW-3.8, not: two that are not in a row do not
    before: passed | top Assembly of Worlds | hand Privateers, Spot Trade
    play: play Privateers for nothing; pass   after: +Privateers | foe not held Spot Trade, Peer Review, Open Archives
TNW-3.9: a player without cards still gets turns, for the dome
    before: top Assembly of Worlds | hand - | {PAYS} | turn foe   play: pass   legal: pass; colonize with red and blue
TNW-3.9: cards left in hand do nothing
    before: passed | top Assembly of Worlds | hand Spot Trade, Privateers | foe hand Breakthrough, Bumper Harvest
    play: pass   after: round 2 | {NEXT}
TNW-3.9, not: without cards and without a pair to pay such a turn is passed
    before: top Assembly of Worlds | hand - | turn foe | costs 2 5 3 1 | tokens red 2
    play: pass   after: round 2 | {NEXT}
""")


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_rule(row: Row) -> None:
    check(row)
