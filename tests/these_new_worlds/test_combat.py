"""Space combat (TNW-7), its dice laid down."""

from __future__ import annotations

import pytest

from tests.scenarios import Row, rows
from tests.these_new_worlds.scenario import check

pytestmark = pytest.mark.rule

DOMES = "dome red 6, blue 6 | foe dome red 6, blue 6"
FIGHT = f"passed | top Assembly of Worlds | hand Privateers | {DOMES} | contested Vermeil | collective Loam, Azimuth"
LOST = "collective Vermeil, Loam, Azimuth"  # the planet joins The Collective
EVEN = "3 3 3 3 3 3 3 3"

ROWS: list[Row] = rows(f"""
# 7 to 6
TNW-7.1: die and tokens together, the higher total takes the die
    before: {FIGHT} | tokens yellow 3 | foe tokens yellow 4
    play: pass   after: round 2 | planets Vermeil   dice: 3 3 4 2 3 3 3 3
TNW-7.1: tokens decide where the dice are even
    before: {FIGHT} | foe tokens green 1   play: pass   after: round 2 | foe planets Vermeil   dice: {EVEN}
TNW-7.1: tokens are not used up by counting
    before: {FIGHT} | tokens red 1, yellow 1 | foe tokens green 1
    play: pass   after: round 2 | planets Vermeil   dice: {EVEN}
# 6 to 6
TNW-7.1, not: equal totals, nobody takes the die
    before: {FIGHT} | tokens green 4 | foe tokens green 3   play: pass   after: round 2 | {LOST}   dice: 3 3 3 3 2 3 3 3
TNW-7.1, not: tokens of another colour do not count
    before: {FIGHT} | tokens red 9 | foe tokens yellow 1, green 1
    play: pass   after: round 2 | foe planets Vermeil   dice: {EVEN}
TNW-7.1, not: what was paid is gone
    before: {FIGHT.replace(DOMES, "dome red 6, blue 6 | foe dome yellow 6, green 6")} | foe tokens red 1
    play: pass   after: round 2 | foe planets Vermeil   dice: {EVEN}
# 2-2, 6-5, 1-2, 6-6: one die each
TNW-7.2: red, yellow, green, blue, the first player of the round first
    before: {FIGHT} | tokens red 1 | foe tokens blue 1   play: pass   after: round 2 | {LOST}   dice: 1 2 6 5 1 2 6 5
TNW-7.2: where you dealt the other rolls first
    before: dealer you | {FIGHT}   play: pass   after: round 2 | planets Vermeil   dice: 1 2 3 3 3 3 3 3
TNW-7.2, not: where the other dealt you roll first
    before: {FIGHT}   play: pass   after: round 2 | foe planets Vermeil   dice: 1 2 3 3 3 3 3 3
TNW-7.2, not: dice rolled after the winner is settled change nothing
    before: {FIGHT}   play: pass   after: round 2 | planets Vermeil   dice: 2 1 2 1 2 1 1 6
TNW-7.3: more dice win the planet
    before: {FIGHT}   play: pass   after: round 2 | planets Vermeil   dice: 6 1 1 6 6 1 3 3
TNW-7.3: one die is more than none
    before: {FIGHT}   play: pass   after: round 2 | foe planets Vermeil   dice: 3 3 3 3 3 3 3 4
TNW-7.3, not: by how much a die is won does not matter
    before: {FIGHT} | tokens red 20   play: pass   after: round 2 | foe planets Vermeil   dice: 6 1 1 2 1 2 3 3
TNW-7.4: with as many dice, to who owns a planet of its colour
    before: {FIGHT} | planets Cinderfall   play: pass   after: round 3 | planets Cinderfall, Vermeil   dice: {EVEN}
TNW-7.4: also the other, also with a die each
    before: {FIGHT} | foe planets Cinderfall
    play: pass   after: round 3 | foe planets Cinderfall, Vermeil   dice: 6 1 1 6 3 3 3 3
TNW-7.4: if both do, to who owns more
    before: {FIGHT} | planets Cinderfall | foe planets Ares Tor, Ochre Gate
    play: pass   after: round 5 | foe planets Ares Tor, Ochre Gate, Vermeil   dice: {EVEN}
TNW-7.4, not: if neither does, it joins The Collective: the Homeworld has no colour here
    before: {FIGHT} | planets Aurelia | foe planets Evergild   play: pass   after: round 4 | {LOST}   dice: {EVEN}
TNW-7.4, not: nor if both own as many
    before: {FIGHT} | planets Cinderfall | foe planets Ochre Gate, Evergild
    play: pass   after: round 5 | {LOST}   dice: {EVEN}
TNW-7.4, not: red planets of The Collective are nobody's
    before: passed | top Assembly of Worlds | hand Privateers | dome red 6, blue 6 | foe dome red 6, blue 6
            contested Vermeil | collective Cinderfall, Ochre Gate
    play: pass   after: round 2 | collective Cinderfall, Ochre Gate, Vermeil   dice: {EVEN}
TNW-7.4, not: with more dice the colour does not matter
    before: {FIGHT} | planets Cinderfall   play: pass   after: round 3 | foe planets Vermeil   dice: 3 3 3 3 3 3 3 4
""")


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_rule(row: Row) -> None:
    check(row)
