"""Scrapping (SR-6)."""

from __future__ import annotations

import pytest

from tests.scenarios import Row, rows
from tests.star_realms.scenario import check

pytestmark = pytest.mark.rule

ROWS = rows("""
SR-6.1: a card's own scrap ability takes it out of play, then its effects happen
    before: hand Scout | ships Ram   play: scrap Ram   after: T3 | ships - | scrap heap Ram | played Ram
SR-6.1: of a base, also on the turn it is played and before its other abilities
    before: hand Scout, Barter World
    play: play Barter World; scrap Barter World   after: C5 | hand Scout | scrap heap Barter World | played Barter World
SR-6.1, not: those are lost then
    before: hand Scout | bases Barter World
    play: scrap Barter World; use Barter World: trade   why: you have no Barter World in play
SR-6.1, not: a card without a scrap ability has no such action
    before: hand Scout | ships Stealth Needle
    play: scrap Stealth Needle   why: Stealth Needle has no such ability now (SR-10.1)
SR-6.2: a card scrapped in another way gives nothing
    before: hand Trade Bot, Explorer, Scout | explorers 5
    play: play Trade Bot; scrap Explorer from hand   after: T1 | hand Scout | ships Trade Bot | explorers 6
SR-6.2, not: scrapped by its own ability it does
    before: hand Explorer, Scout | explorers 5
    play: play Explorer; scrap Explorer   after: T2 | C2 | hand Scout | played Explorer | explorers 6
SR-6.3: hand and discard pile mean just that: nothing in play, nothing of the opponent's
    before: hand Trade Bot, Scout | discard Viper | ships Ram | bases Blob Wheel (primary) | foe hand Cutter
            foe discard Corvette
    play: play Trade Bot   legal: pass; scrap Scout from hand; scrap Viper from discard
SR-6.3: from hand: nothing of the discard pile
    before: hand Scout, Cutter | deck Viper | discard Ram | bases Machine Base
    play: use Machine Base   legal: scrap Cutter from hand; scrap Scout from hand; scrap Viper from hand
SR-6.3: from the Row: no Explorer
    before: hand Battle Pod, Scout | row Cutter, Ram, Ram
    play: play Battle Pod   legal: pass; scrap Cutter from row; scrap Ram from row
SR-6.3, not: a card of the discard pile is taken from there, though one lies in hand
    before: hand Trade Bot, 2x Viper | discard 2x Viper
    play:   play Trade Bot; scrap Viper from discard
    after:  T1 | hand 2x Viper | discard Viper | ships Trade Bot | scrap heap Viper
SR-6.4: a card scrapped from the Row is replaced at once
    before: hand Battle Pod, Scout | row Cutter, 2x Trade Pod, 2x Corvette | trade deck 2x Ram
    play:   play Battle Pod; scrap Cutter from row
    after:  C4 | hand Scout | ships Battle Pod | row 2x Corvette, Ram, 2x Trade Pod | trade deck Ram | scrap heap Cutter
SR-6.4, not: with an empty Trade Deck the place stays empty
    before: hand Battle Pod, Scout | row Cutter, Ram
    play:   play Battle Pod; scrap Cutter from row
    after:  C4 | hand Scout | ships Battle Pod | row Ram | scrap heap Cutter
SR-6.4: Scouts and Vipers go to the scrap heap like any card
    before: hand Trade Bot, Scout, Viper | discard Ram
    play: play Trade Bot; scrap Viper from hand   after: T1 | hand Scout | ships Trade Bot | scrap heap Viper
""")


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_rule(row: Row) -> None:
    check(row)
