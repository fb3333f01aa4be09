"""Owed discards (SR-8)."""

from __future__ import annotations

import pytest

from tests.scenarios import Row, rows
from tests.star_realms.scenario import check

pytestmark = pytest.mark.rule

ROWS = rows("""
SR-8.1: the opponent owes, and the turn goes on
    before: hand Imperial Fighter, Scout | foe hand 2x Scout
    play: play Imperial Fighter   after: C2 | hand Scout | ships Imperial Fighter | foe owed 1
SR-8.1: the debt adds up
    before: hand 2x Imperial Frigate, Scout | foe hand 3x Scout | foe owed 1
    play:   play Imperial Frigate; play Imperial Frigate
    after:  C12 | hand Scout | ships 2x Imperial Frigate (ally) | foe owed 3
SR-8.1, not: no more than the hand
    before: hand 2x Imperial Frigate, Scout | foe hand Scout
    play:   play Imperial Frigate; play Imperial Frigate
    after:  C12 | hand Scout | ships 2x Imperial Frigate (ally) | foe owed 1
SR-8.2: at the start of the turn, before anything else, as many cards of one's choice
    before: turn 4 of foe | foe hand 3x Scout, Cutter, Viper | foe owed 1 | foe bases Blob Wheel | asked owed
    legal:  discard Cutter; discard Scout; discard Viper
SR-8.2: bases, gains and triggers come after
    before: turn 4 of foe | foe hand 3x Scout, Cutter, Viper | foe owed 1 | foe bases Blob Wheel, The Hive | asked owed
    play:   discard Cutter
    after:  asked main | C4 | foe hand 3x Scout, Viper | foe discard Cutter
            foe bases Blob Wheel (primary), The Hive (primary, triggered) | foe owed -
SR-8.2: one after the other
    before: turn 4 of foe | foe hand 3x Scout, Cutter, Viper | foe owed 2 | foe bases Blob Wheel | asked owed
    play: discard Scout   after: foe hand Cutter, 2x Scout, Viper | foe discard Scout | foe owed 1
SR-8.2: it can't be declined
    before: turn 4 of foe | foe hand 3x Scout, Cutter, Viper | foe owed 1 | asked owed
    play: pass   why: this can't be declined: a discard that is owed comes first (SR-4.5)
SR-8.2, not: then nothing is owed
    before: turn 4 of foe | foe hand Scout, Viper | foe owed 1 | asked owed
    play: discard Scout   after: asked main | foe hand Viper | foe discard Scout | foe owed -
SR-8.3: what was demanded beyond the hand lapses
    before: hand 3x Imperial Fighter | deck 5x Scout | foe hand Viper | foe deck 9x Scout
    play:   play Imperial Fighter; play Imperial Fighter; play Imperial Fighter; attack opponent
    after:  turn 5 of you | hand 5x Scout | deck - | discard 3x Imperial Fighter | foe A38 | foe hand 5x Scout
            foe deck 4x Scout | foe discard Viper
SR-8.3, not: what the hand can bear is owed
    before: hand 3x Imperial Fighter, Scout | foe hand 5x Scout
    play:   play Imperial Fighter; play Imperial Fighter; play Imperial Fighter
    after:  C12 | hand Scout | ships 3x Imperial Fighter (ally) | foe owed 3
SR-8.4: the opponent sees the rest of the turn before discarding
    before: hand Imperial Fighter, Scout | deck 5x Scout | foe hand Viper, Cutter
    play:   play Imperial Fighter; attack opponent; end turn
    after:  turn 4 of foe | asked owed | hand 5x Scout | deck - | discard Imperial Fighter, Scout | foe A48 | foe owed 1
SR-8.4, not: nobody discards for a card that asks for none
    before: hand Corvette, Scout | deck 7x Scout | foe hand Viper, Cutter
    play:   play Corvette; attack opponent; end turn
    after:  turn 4 of foe | hand 5x Scout | deck Scout | discard Corvette, 2x Scout | foe A49
""")


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_rule(row: Row) -> None:
    check(row)
