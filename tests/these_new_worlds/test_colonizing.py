"""Colonizing, and who gets the planet (TNW-5, TNW-6)."""

from __future__ import annotations

import pytest

from tests.scenarios import Row, rows
from tests.these_new_worlds.scenario import check

pytestmark = pytest.mark.rule

COSTS = "costs 2 5 3 1"
STEP = f"step dome | top Assembly of Worlds | hand Privateers | {COSTS}"
PASSED = "passed | top Assembly of Worlds | hand Privateers | contested Loam | collective Azimuth, Vermeil"

ROWS: list[Row] = rows(f"""
TNW-5.1: two of the four costs are returned to the stash, and the dome is placed
    before: {STEP} | tokens red 4, yellow 1, blue 1
    play: colonize with red and blue   after: tokens red 2, yellow 1 | dome red 2, blue 1 | turn foe | step card
TNW-5.1, not: with one cost that can't be paid
    before: {STEP} | tokens red 4, yellow 4, blue 1
    play: colonize with red and yellow   why: red costs 2 and yellow 5, you hold 4 and 4 (TNW-5.3)
TNW-5.2: the dome step closes a turn with a card
    before: top Breakthrough | hand Spot Trade, Privateers | {COSTS} | tokens green 2, blue 1
    play: play Spot Trade   legal: colonize with green and blue; pass
TNW-5.2: and a turn without one
    before: top Assembly of Worlds | hand Privateers | {COSTS} | tokens green 3, blue 1
    play: pass   legal: colonize with green and blue; pass
TNW-5.2: what was put off may be done in a later turn
    before: {STEP} | has played | tokens green 3, blue 1
    play:   pass; pass; pass; colonize with green and blue
    after:  tokens - | dome green 3, blue 1 | turn foe | step card | has played -
TNW-5.2, not: in answer to a card of the other's
    before: turn foe | top Assembly of Worlds | hand Tax Season | foe hand Privateers | {COSTS} | tokens green 3, blue 1
    play: you: colonize with green and blue   why: it is the other player's turn (TNW-3.1)
TNW-5.3: any two colours that can each be paid in full
    before: {STEP} | tokens red 2, yellow 5, green 3, blue 1
    legal:  pass; colonize with red and yellow; colonize with red and green; colonize with red and blue
            colonize with yellow and green; colonize with yellow and blue; colonize with green and blue
TNW-5.3, not: with tokens of another colour, or too few
    before: {STEP} | tokens red 99, yellow 4, green 3   legal: pass; colonize with red and green
TNW-5.3, not: no third colour is paid
    before: {STEP} | tokens red 2, yellow 5, green 3, blue 1
    play: colonize with yellow and green   after: tokens red 2, blue 1 | dome yellow 5, green 3 | turn foe | step card
TNW-5.4: a dome is placed once
    before: top Breakthrough | hand Spot Trade, Privateers | {COSTS} | tokens red 9, blue 9 | dome red 2, blue 1
            foe tokens green 3, blue 1
    play: play Spot Trade; you: colonize with red and blue   why: it is the other player's turn (TNW-3.1)
TNW-5.4: and stays, with what was paid
    before: top Breakthrough | hand Spot Trade, Privateers | {COSTS} | tokens red 9 | dome red 2, blue 1
    play: play Spot Trade; pass; pass   after: round 2 | planets Sapphire Nine
TNW-5.4, not: the other may place theirs too
    before: turn foe | {STEP.replace("Privateers", "Tax Season")} | dome red 2, blue 1 | foe tokens red 2, green 3
    legal:  pass; colonize with red and green
TNW-5.5: cards are played and tokens gathered after it
    before: top Breakthrough | hand Spot Trade, Privateers | {COSTS} | dome red 2, blue 1
    play: play Spot Trade   after: +Spot Trade | tokens green 1 | turn foe
TNW-5.5, not: what is gathered after it is not paid
    before: top Breakthrough | hand Freight Charter, Privateers | {COSTS} | dome green 3, blue 1
    play: play Freight Charter   after: +Freight Charter | tokens green 4 | turn foe
TNW-5.6: with the dome placed there is no dome step
    before: top Breakthrough | hand Spot Trade, Privateers | {COSTS} | tokens red 9, blue 9 | dome red 2, blue 1
    play: play Spot Trade   after: +Spot Trade | tokens red 9, green 1, blue 9 | turn foe
TNW-5.6: without a pair to pay there is none
    before: top Breakthrough | hand Spot Trade, Privateers | {COSTS} | tokens red 9, yellow 4, green 1
    play: play Spot Trade   after: +Spot Trade | tokens red 9, yellow 4, green 2 | turn foe
TNW-5.6, not: a pair that the card has made payable is one
    before: top Breakthrough | hand Spot Trade, Privateers | {COSTS} | tokens red 9, yellow 4, green 2
    play: play Spot Trade   after: +Spot Trade | tokens red 9, yellow 4, green 3 | step dome | has played
TNW-6.1: whose dome stands alone adds the planet to the empire
    before: {PASSED} | dome red 6, blue 6 | tokens red 5   play: pass   after: round 2 | planets Loam
TNW-6.1: also the other player
    before: {PASSED} | foe dome red 6, blue 6   play: pass   after: round 2 | foe planets Loam
TNW-6.1: with no dome the planet joins The Collective
    before: {PASSED} | tokens red 5   play: pass   after: round 2 | collective Vermeil, Loam, Azimuth
TNW-6.1, not: with two domes it is fought for
    before: {PASSED} | dome red 6, blue 6 | foe dome red 6, blue 6
    play: pass   after: round 2 | foe planets Loam   dice: 1 2 1 2 1 2 1 2
""")


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_rule(row: Row) -> None:
    check(row)
