"""Combat (SR-7): attacks, outposts, destroyed bases."""

from __future__ import annotations

import pytest

from tests.scenarios import Row, rows
from tests.star_realms.scenario import check

pytestmark = pytest.mark.rule

ROWS = rows("""
SR-7.1: Combat equal to its Defense destroys a base
    before: C5 | hand Scout | foe bases Barter World
    play: attack Barter World   after: C1 | foe discard Barter World | foe bases -
SR-7.1: exactly enough is enough
    before: C4 | hand Scout | foe bases Barter World
    play: attack Barter World   after: C0 | foe discard Barter World | foe bases -
SR-7.1, not: no part payment
    before: C3 | hand Scout | foe bases Barter World
    play: attack Barter World   why: Barter World has Defense 4, your Combat is 3 (SR-7.1)
SR-7.2: the whole pool goes against the opponent
    before: C9 | hand Scout   play: attack opponent   after: C0 | foe A41
SR-7.2: again when new Combat comes
    before: C9 | hand Scout, Viper
    play: attack opponent; play Viper; attack opponent   after: C0 | hand Scout | ships Viper | foe A40
SR-7.2, not: without Combat
    before: hand Scout   play: attack opponent   why: you have no Combat (SR-7.2)
SR-7.3: an outpost shields the opponent
    before: C3 | hand Scout | foe bases Trading Post
    play: attack opponent   why: an outpost of your opponent shields all else (SR-7.3)
SR-7.3: and the other bases
    before: C9 | hand Scout | foe bases Trading Post, Barter World
    play: attack Barter World   why: an outpost of your opponent shields all else (SR-7.3)
SR-7.3: also from being chosen
    before: hand Scout, Missile Mech | foe bases Trading Post, Barter World, War World
    play: play Missile Mech   legal: destroy Trading Post; destroy War World; pass
SR-7.3, not: when it has fallen all else can be attacked in the same turn
    before: C9 | hand Scout | foe bases Trading Post, Barter World
    play: attack Trading Post   legal: attack Barter World; attack opponent; end turn; play Scout
SR-7.3, not: a base without outpost does not shield
    before: C4 | hand Scout | foe bases Barter World   legal: attack Barter World; attack opponent; end turn; play Scout
SR-7.3, not: your own outposts do not bind you
    before: C4 | hand Scout | bases Battle Station | foe bases Barter World
    legal:  attack Barter World; attack opponent; end turn; play Scout; scrap Battle Station
SR-7.4: a destroyed base is a card of its owner's again, and can be drawn
    before: C5 | hand 2x Scout | deck 9x Scout | foe bases Blob Wheel | foe hand Viper
    play:   attack Blob Wheel; end turn; play Viper; end turn
    after:  turn 5 of you | C0 | hand 5x Scout | deck 4x Scout | discard 2x Scout | foe hand Blob Wheel, Viper
            foe bases -
SR-7.4, not: it is not scrapped, and you don't get it
    before: hand Scout, Missile Mech | foe bases Barter World, Blob Wheel
    play:   play Missile Mech; destroy Barter World
    after:  C6 | hand Scout | ships Missile Mech | foe discard Barter World | foe bases Blob Wheel
SR-7.5: to destroy a base by an effect takes no Combat
    before: C2 | hand Scout, Missile Mech | foe bases Barter World, Blob Wheel
    play:   play Missile Mech; destroy Blob Wheel
    after:  C8 | hand Scout | ships Missile Mech | foe discard Blob Wheel | foe bases Barter World
SR-7.5, not: your own bases can't be chosen
    before: hand Scout, Missile Mech | bases Barter World | foe bases Blob Wheel
    play: play Missile Mech   legal: destroy Blob Wheel; pass
SR-7.6: Authority below 0 is stored as 0
    before: C9 | hand Scout | foe A4   play: attack opponent   after: asked over: you | C0 | foe A0
SR-7.6, not: with 1 left the game goes on
    before: C9 | hand Scout | foe A10   play: attack opponent   after: C0 | foe A1
SR-7.6, not: there is no upper limit
    before: T300 | C999 | A999 | hand Cutter, Viper, Scout
    play: play Cutter; play Viper   after: T302 | C1000 | A1003 | hand Scout | ships Cutter, Viper
""")


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_rule(row: Row) -> None:
    check(row)
