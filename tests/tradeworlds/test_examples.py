"""Worked examples, whole: four of the book's (X1 to X4), eight of ours, each by both engines."""

from __future__ import annotations

import pytest

from tests.scenarios import Row, Scenario, rows
from tests.tradeworlds.scenario import check

pytestmark = pytest.mark.rule

MODULE = {"reinforcements": True}
ADMIRAL = "role Admiral"
BOTH = f"{ADMIRAL}; send lane 1; send lane 2"

TWO = "lane 3/3, 2/3 | foe lane 2/3, 1/2"  # Sarah's A and B, Jonathan's #1 and #2
ONE = "lane 3/3, 2/3 | foe lane 2/3"
CRUISER = "lane 3/3, 2/3 | foe lane 2/3, 2/2 Cruiser | foe credits 4"
DESTROYERS = "credits 20 | lane 3/3, 2/3 | foe credits 5 | foe lane 4/3 Destroyer, 2/2 Cruiser | hand C5 | foe hand C5"
JOINT = "lane 3/3 | foe lane 4/2 | third lane 1/3 | fourth lane 2/2"

ROWS: list[Row] = [
    # ── X1: the book's first example ──
    *rows(f"""
X1: equal dice, and a counter-attack of 2 does not reach 3; B destroys #2, and nobody is left to strike
    before: {TWO}
    play:   {ADMIRAL}; send lane 1; engage 1; send lane 2; engage 2
    after:  foe lane 2/3 | foe discard S1, W1, C2 | point discard
    dice:   3 3 5 2
X1: with A and B against both, equal dice let Jonathan destroy A or B
    before: {TWO}   play: {BOTH}; engage 1+2   legal: destroy lane 1 of player_0; destroy lane 2 of player_0   dice: 3 3
X1: not both
    before: {TWO}
    play:   {BOTH}; engage 1+2; destroy lane 1 of player_0
    after:  lane -, 2/3 | discard S2, W3, C3 | point discard
    dice:   3 3
"""),
    # ── X2: the book's second example ──
    *(
        Scenario(
            f"X2: B strikes whatever the dice say, {dice}",
            before=ONE,
            play=f"{ADMIRAL}; send lane 1; engage 1; strike",
            dice=dice,
            after=f"foe homeworld 16{lost} | point discard",
        )
        for dice, lost in (("5 2", " | foe lane - | foe discard S1, W2, C3"), ("3 3", ""), ("2 5", ""))
    ),
    *rows(f"""
X2: B alone does not reach 3, so A goes with it
    before: {ONE} | hand Vector Plot   play: {ADMIRAL}; send lane 2   legal: play Vector Plot; pass   dice: 3 3
X2: but with a Firepower Tactic
    before: {ONE} | hand Overcharged Coils
    play: {ADMIRAL}; play Overcharged Coils; send lane 2   legal: send lane 1; engage 1
X2: of both together nobody is left to strike
    before: {ONE}   play: {BOTH}; engage 1   after: point discard   dice: 2 5
X2: three against two leave one
    before: lane 3/3, 3/3, 4/4 | foe lane 2/3, 2/3
    play:   {ADMIRAL}; send lane 1; engage 1; send lane 2; engage 2; strike
    after:  foe homeworld 14 | point discard
    dice:   2 5 2 5
X2: four against one leave three
    before: lane 3/3, 3/2, 4/4, 2/1 | foe lane 2/3
    play: {ADMIRAL}; send lane 1; engage 1; strike   after: foe homeworld 9 | point discard   dice: 2 5
# ── X3: the module's first example ──
X3: #1 is destroyed, and the Cruiser saves #2
    before: {CRUISER}
    play:   {ADMIRAL}; send lane 1; engage 1; send lane 2; engage 2; use Cruiser
    after:  foe lane -, 2/2 Cruiser | foe discard S1, W2, C3 | foe credits 0 | point discard
    dice:   5 3 4 1 5
    options: reinforcements=True
X3: A and B against both would have been legal
    before: {CRUISER}   play: {BOTH}   legal: engage 1; engage 2; engage 1+2   options: reinforcements=True
# ── X4: the module's second example ──
X4: a Destroyer, a battle in vain, #2 destroyed; then two Destroyers remove each other, and A is destroyed
    before: {DESTROYERS}
    play:   reinforce lane 1 with Destroyer; {ADMIRAL}; send lane 1; engage 2; eliminate Cruiser of player_1
            send lane 2; engage 2; done; {ADMIRAL}; send lane 1; engage 1; eliminate Destroyer of player_0
            eliminate Destroyer of player_1; done
    after:  credits 0 | lane -, 2/3 | discard S2, W3, C3 | foe credits 0 | foe lane 4/3 | foe hand C5, S1, W2, C2
            foe known C5 | round 2
    dice:   3 5 3 2 3 1
    options: reinforcements=True
"""),
    # ── X5: the Treasurer with 5, 4, 2, 1, 1 ──
    *(
        Scenario(
            f"X5: {faction} {said}",
            before=f"scenario Space Wars | faction {faction} | credits 0 | level 4 | hand C5, W4, C2, S1, C1",
            play="role Treasurer; " + "; ".join(f"bank {name}" for name in banked.split(", ")) + end,
            after=f"{after} | point discard",
        )
        for faction, said, banked, end, after in (
            (
                "Brethren",
                "bank 5 + 4 + 2",
                "Crew 5, Weapon 4, Crew 2",
                "",
                "credits 11 | hand S1, C1 | discard W4, C2, C5",
            ),
            (
                "Acolytes",
                "bank 5 + 4 + 2",
                "Crew 5, Weapon 4, Crew 2",
                "",
                "credits 11 | hand S1, C1 | discard W4, C2, C5",
            ),
            (
                "Acolytes",
                "or 8 with 2 + 1 + 1",
                "Crew 2, Starship 1, Crew 1",
                "",
                "credits 8 | hand W4, C5 | discard S1, C1, C2",
            ),
            (
                "Covenant",
                "bank 5 + 4 and 5 more",
                "Crew 5, Weapon 4",
                "; done",
                "credits 14 | hand S1, C1, C2 | discard W4, C5",
            ),
            (
                *("Destined", "bank 5 + 4 + 2 + 1", "Crew 5, Weapon 4, Crew 2, Starship 1", ""),
                "credits 12 | hand C1 | discard S1, W4, C2, C5",
            ),
        )
    ),
    *rows(f"""
X5: Destined bank 15 with 5, 5, 5, 4, not 19
    before: faction Destined | hand 3x C5, W4, S1
    play:   role Treasurer; bank Crew 5; bank Weapon 4; bank Crew 5; bank Crew 5
    after:  credits 15 | level 1 | hand S1 | discard W4, 3x C5 | point discard
# ── X6: buying with 4, 3, 1 ──
X6: what was paid beyond 5 buys a Starship 2, and then a Crew 3 is too dear
    before: point buy | hand S4, W3, C1 | tops S2, W5, C3, - | under W2
    play:   buy Weapon 5; spend Starship 4; spend Weapon 3; buy Starship 2
    after:  hand C1 | discard S2, S4, W3, W5 | tops -, W2, C3, - | under - | point discard
X6: with change 2 and 1 in hand
    before: point buy | hand S4, W3, C1 | tops S2, W5, C3, - | under W2
    play: buy Weapon 5; spend Starship 4; spend Weapon 3   legal: buy Starship 2; buy Weapon 2; buy Crew 3; done
# ── X7: several Weapons ──
X7: Acolytes fill a Starship 5
    before: point configure | level 1 | hand S5, W3, W4, C2, W5
    play: configure Starship 5 + Weapon 3 + Crew 2; fit Weapon 4   after: lane 3+4/2 | hand W5 | point discard
X7: the Engineer may exchange Weapon 4 for Weapon 3, not for Weapon 5
    before: lane 3+4/2 | hand W3, W5, S1
    play: role Engineer; refit lane 1 with Weapon 3   after: lane S5 3+3/2 | hand W5, S1 | discard W4 | point discard
# ── X8: a partial hit ──
X8: after Braced Frames 3 of Firepower are left, for #1 or #2
    before: lane 3/3, 2/3 | foe lane 2/3, 2/2 | foe hand Braced Frames, S4 | hand Vector Plot
    play:   {BOTH}; engage 1+2; pass; play Braced Frames; pass
    legal:  destroy lane 1 of player_1; destroy lane 2 of player_1
    dice:   5 4
X8: not both
    before: lane 3/3, 2/3 | foe lane 2/3, 2/2 | foe hand Braced Frames, S4
    play:   {BOTH}; engage 1+2; play Braced Frames; destroy lane 2 of player_1
    after:  foe lane 2/3 | foe hand S4 | foe discard Braced Frames, S1, W2, C2 | point discard
    dice:   5 4
# ── X9: a roll window ──
X9: six Tactics in one battle
    before: lane 3/3 | hand Discrete Hardware, Second Reading, Spotter Drone, S4 | foe lane 3/3
            foe hand Signal Jam, Evasive Burn, Ghost Echo
    play:   {ADMIRAL}; send lane 1; engage 1; play Discrete Hardware; play Signal Jam; pass; play Second Reading
            play Evasive Burn; play Spotter Drone; pass
    after:  hand S4 | discard Discrete Hardware, Second Reading, Spotter Drone | foe lane - | foe hand Ghost Echo
            foe discard Signal Jam, Evasive Burn, S2, W3, C3 | point discard
    dice:   3 5 6
# ── X10: levels of the Brethren ──
X10: a first bank of 5 unlocks a ship in the same turn
    before: faction Brethren | hand C5, S1, W1, C1, S4
    play:   role Treasurer; bank Crew 5; done; configure Starship 1 + Weapon 1 + Crew 1
    after:  credits 5 | level 1 | hand S4 | discard C5 | lane 1/1 | point discard
X10: at 14 a destroyed ship brings 19, and the second place
    before: faction Brethren | credits 14 | lane 3/3 | foe lane 2/2
    play:   {ADMIRAL}; send lane 1; engage 1
    after:  credits 19 | level 2 | foe lane - | foe discard S1, W2, C2 | point discard
    dice:   5 2
X10: a Gunship leaves 9 credits and two places
    before: faction Brethren | credits 19 | lane 3/3
    play: reinforce lane 1 with Gunship   after: credits 9 | lane 3/3 Gunship   options: reinforcements=True
# ── X11: a joint attack ──
X11: 1 joins, 3 passes; A engages, C strikes; 0 and then 1 play on, and 1 is passed over
    before: {JOINT}
    play:   role Chancellor; target player_2; join; pass; send lane 1; engage 1; strike; done; done
    after:  foe used up - | third homeworld 14 | turn third | asked third | point role
    dice:   2 5
# ── X12: The Derelict's two attacks ──
X12: the first destroys the ship that it can, the second none
    before: scenario The Derelict | point discard | hand S1, W5 | lane 4/2, 2/5
    play: done   after: lane -, 2/5 | discard S2, W4, C2 | round 2 | point role   dice: 8of10 4 5 2 3
X12: with an empty lane the Homeworld loses both
    before: scenario The Derelict | point discard | hand S1, W5
    play: done   after: homeworld 11 | round 2 | point role   dice: 8of10 4 3
"""),
]


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_example(row: Row) -> None:
    check(row)
