"""Playing cards (SR-3)."""

from __future__ import annotations

import pytest

from tests.scenarios import Row, rows
from tests.star_realms.scenario import check

pytestmark = pytest.mark.rule

ROWS = rows("""
SR-3.1: a ship's primary happens as it is played
    before: hand Cutter, Scout   play: play Cutter   after: T2 | A54 | hand Scout | ships Cutter
SR-3.1, not: it has no other time
    before: hand Scout | ships Cutter   play: play Cutter   why: Cutter is not in your hand: Scout
SR-3.1: a base's primary is used separately, also on the turn it is played
    before: hand Barter World, Scout
    play:   play Barter World; use Barter World: authority
    after:  A52 | hand Scout | bases Barter World (primary) | played Barter World
SR-3.1, not: playing a base uses nothing
    before: hand Barter World, Scout
    play: play Barter World   after: hand Scout | bases Barter World | played Barter World
SR-3.2: Fleet HQ pays, allies trigger and gains are taken before a ship's primary asks
    before: hand Trade Bot, Scout | bases Fleet HQ | ships Missile Bot
    play:   play Trade Bot
    after:  asked scrap: Trade Bot primary, step 1 | T1 | C5 | hand Scout | ships Missile Bot (ally), Trade Bot (ally)
SR-3.2: a Needle that became a copy triggers once more, then does what it copied
    before: hand Stealth Needle, Scout | deck Viper | ships Corvette, Trade Bot
    play:   play Stealth Needle; copy Corvette
    after:  C7 | hand Scout, Viper | deck -
            ships Corvette (ally), Stealth Needle (as Corvette, ally), Trade Bot (ally)
SR-3.2: a card played counts as played before its own effects
    before: hand Blob World, Scout | deck 3x Viper
    play:   play Blob World; use Blob World: draw
    after:  hand Scout, Viper | deck 2x Viper | bases Blob World (primary) | played Blob World
SR-3.2, not: Fleet HQ pays nothing for a base
    before: hand Blob Wheel, Scout | bases Fleet HQ
    play: play Blob Wheel   after: C1 | hand Scout | bases Blob Wheel (primary), Fleet HQ | played Blob Wheel
SR-3.3: a card that does nothing may be played
    before: hand Battle Station, Stealth Needle, Scout
    play:   play Battle Station; play Stealth Needle
    after:  hand Scout | bases Battle Station | ships Stealth Needle | played Battle Station, Stealth Needle
SR-3.3, not: a card that is not in hand
    before: hand Scout, 2x Viper | discard Ram   play: play Ram   why: Ram is not in your hand: Scout, 2x Viper
""")


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_rule(row: Row) -> None:
    check(row)
