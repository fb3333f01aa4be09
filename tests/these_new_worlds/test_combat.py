"""Space combat (TNW-7), its dice laid down."""

from __future__ import annotations

import pytest

from tests.scenarios import Row, Scenario
from tests.these_new_worlds.scenario import check

pytestmark = pytest.mark.pure

DOMES = "dome red 6, blue 6 | foe dome red 6, blue 6"
FIGHT = f"passed | top Assembly of Worlds | hand Privateers | {DOMES} | contested Vermeil | collective Loam, Azimuth"
LOST = "collective Vermeil, Loam, Azimuth"  # the planet joins The Collective
EVEN = "3 3 3 3 3 3 3 3"

ROWS: list[Row] = [
    Scenario(
        "TNW-7.1: die and tokens together, the higher total takes the die",
        before=f"{FIGHT} | tokens yellow 3 | foe tokens yellow 4",
        play="pass",
        dice="3 3 4 2 3 3 3 3",  # 7 to 6
        after="round 2 | planets Vermeil",
    ),
    Scenario(
        "TNW-7.1: tokens decide where the dice are even",
        before=f"{FIGHT} | foe tokens green 1",
        play="pass",
        dice=EVEN,
        after="round 2 | foe planets Vermeil",
    ),
    Scenario(
        "TNW-7.1: tokens are not used up by counting",
        before=f"{FIGHT} | tokens red 1, yellow 1 | foe tokens green 1",
        play="pass",
        dice=EVEN,
        after="round 2 | planets Vermeil",
    ),
    Scenario(
        "TNW-7.1, not: equal totals, nobody takes the die",
        before=f"{FIGHT} | tokens green 4 | foe tokens green 3",
        play="pass",
        dice="3 3 3 3 2 3 3 3",  # 6 to 6
        after=f"round 2 | {LOST}",
    ),
    Scenario(
        "TNW-7.1, not: tokens of another colour do not count",
        before=f"{FIGHT} | tokens red 9 | foe tokens yellow 1, green 1",
        play="pass",
        dice=EVEN,
        after="round 2 | foe planets Vermeil",
    ),
    Scenario(
        "TNW-7.1, not: what was paid is gone",
        before=f"{FIGHT.replace(DOMES, 'dome red 6, blue 6 | foe dome yellow 6, green 6')} | foe tokens red 1",
        play="pass",
        dice=EVEN,
        after="round 2 | foe planets Vermeil",
    ),
    Scenario(
        "TNW-7.2: red, yellow, green, blue, the first player of the round first",
        before=f"{FIGHT} | tokens red 1 | foe tokens blue 1",
        play="pass",
        dice="1 2 6 5 1 2 6 5",  # 2-2, 6-5, 1-2, 6-6: one die each
        after=f"round 2 | {LOST}",
    ),
    Scenario(
        "TNW-7.2: where you dealt the other rolls first",
        before=f"dealer you | {FIGHT}",
        play="pass",
        dice="1 2 3 3 3 3 3 3",
        after="round 2 | planets Vermeil",
    ),
    Scenario(
        "TNW-7.2, not: where the other dealt you roll first",
        before=FIGHT,
        play="pass",
        dice="1 2 3 3 3 3 3 3",
        after="round 2 | foe planets Vermeil",
    ),
    Scenario(
        "TNW-7.2, not: dice rolled after the winner is settled change nothing",
        before=FIGHT,
        play="pass",
        dice="2 1 2 1 2 1 1 6",
        after="round 2 | planets Vermeil",
    ),
    Scenario(
        "TNW-7.3: more dice win the planet",
        before=FIGHT,
        play="pass",
        dice="6 1 1 6 6 1 3 3",
        after="round 2 | planets Vermeil",
    ),
    Scenario(
        "TNW-7.3: one die is more than none",
        before=FIGHT,
        play="pass",
        dice="3 3 3 3 3 3 3 4",
        after="round 2 | foe planets Vermeil",
    ),
    Scenario(
        "TNW-7.3, not: by how much a die is won does not matter",
        before=f"{FIGHT} | tokens red 20",
        play="pass",
        dice="6 1 1 2 1 2 3 3",
        after="round 2 | foe planets Vermeil",
    ),
    Scenario(
        "TNW-7.4: with as many dice, to who owns a planet of its colour",
        before=f"{FIGHT} | planets Cinderfall",
        play="pass",
        dice=EVEN,
        after="round 3 | planets Cinderfall, Vermeil",
    ),
    Scenario(
        "TNW-7.4: also the other, also with a die each",
        before=f"{FIGHT} | foe planets Cinderfall",
        play="pass",
        dice="6 1 1 6 3 3 3 3",
        after="round 3 | foe planets Cinderfall, Vermeil",
    ),
    Scenario(
        "TNW-7.4: if both do, to who owns more",
        before=f"{FIGHT} | planets Cinderfall | foe planets Ares Tor, Ochre Gate",
        play="pass",
        dice=EVEN,
        after="round 5 | foe planets Ares Tor, Ochre Gate, Vermeil",
    ),
    Scenario(
        "TNW-7.4, not: if neither does, it joins The Collective: the Homeworld has no colour here",
        before=f"{FIGHT} | planets Aurelia | foe planets Evergild",
        play="pass",
        dice=EVEN,
        after=f"round 4 | {LOST}",
    ),
    Scenario(
        "TNW-7.4, not: nor if both own as many",
        before=f"{FIGHT} | planets Cinderfall | foe planets Ochre Gate, Evergild",
        play="pass",
        dice=EVEN,
        after=f"round 5 | {LOST}",
    ),
    Scenario(
        "TNW-7.4, not: red planets of The Collective are nobody's",
        before=FIGHT.replace("Loam, Azimuth", "Cinderfall, Ochre Gate"),
        play="pass",
        dice=EVEN,
        after="round 2 | collective Cinderfall, Ochre Gate, Vermeil",
    ),
    Scenario(
        "TNW-7.4, not: with more dice the colour does not matter",
        before=f"{FIGHT} | planets Cinderfall",
        play="pass",
        dice="3 3 3 3 3 3 3 4",
        after="round 3 | foe planets Vermeil",
    ),
]  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_rule(row: Row) -> None:
    check(row)
