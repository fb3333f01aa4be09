"""The Derelict (TW-S)."""

from __future__ import annotations

import pytest

from tests.scenarios import Row, Scenario, rows
from tests.tradeworlds.scenario import check, position_of
from tests.tradeworlds.table import Table

pytestmark = pytest.mark.rule

ALONE = "scenario The Derelict | hand S1, W5"
END = f"point discard | {ALONE}"  # with `done` The Derelict acts
NEXT = "round 2 | point role"

ROWS: list[Row] = [
    *rows(f"""
TW-S1: your turn, then The Derelict's action
    before: {END} | critical mass 3   play: done   after: {NEXT} | critical mass 1   dice: 1of10
TW-S1: Critical Mass 6 loses
    before: {END} | critical mass 5   play: done   after: critical mass 6 | result lost | point over   dice: 4of10
TW-S1: so does a Homeworld at 0
    before: {END} | homeworld 3   play: done   after: homeworld 0 | result lost | point over | ...   dice: 5of10 3
TW-S1: also at the first of two attacks
    before: {END} | homeworld 3   play: done   after: homeworld 0 | result lost | point over | ...   dice: 8of10 3
"""),
    *(
        Scenario(
            f"TW-S2: {face}, Critical Mass rises",
            before=f"{END} | critical mass 2",
            play="done",
            dice=f"{face}of10",
            after=f"{NEXT} | critical mass 3",
        )
        for face in (2, 3, 4)
    ),
    *(
        Scenario(
            f"TW-S2: {face}, one attack",
            before=END,
            play="done",
            dice=f"{face}of10 4",
            after=f"{NEXT} | homeworld 14",
        )
        for face in (5, 6, 7)
    ),
    *(
        Scenario(
            f"TW-S2: {face}, two attacks, each with its own die",
            before=END,
            play="done",
            dice=f"{face}of10 4 3",
            after=f"{NEXT} | homeworld 11",
        )
        for face in (8, 9)
    ),
    *rows(f"""
TW-S3: Firepower is rolled before the target is chosen, and before Initiative
    before: {END} | lane 1/2, 1/5   play: done   after: {NEXT} | lane -, 1/5 | discard S1, W1, C2   dice: 5of10 4 5 2
TW-S4: it attacks the highest Resistance that it can destroy
    before: {END} | lane 1/2, 1/3, 1/5
    play: done   after: {NEXT} | lane 1/2, -, 1/5 | discard S1, W1, C3   dice: 5of10 4 5 2
TW-S4: among equals that of the lowest place
    before: {END} | lane 1/2, 3/3, 4/3
    play: done   after: {NEXT} | lane 1/2, -, 4/3 | discard S2, W3, C3   dice: 5of10 4 5 2
TW-S4, not: where it can destroy none nothing happens
    before: {END} | lane 1/4, 1/5   play: done   after: {NEXT}   dice: 5of10 3
TW-S4, not: then there is no battle in which anything could be played
    before: {END}, Ghost Echo | lane 1/4, 1/5   play: done   after: {NEXT}   dice: 5of10 3
TW-S5: on equal totals the ship that reaches its Resistance destroys it
    before: {END} | lane S5 4+3/1   play: done   after: result you | point over   dice: 5of10 4 2 2
TW-S5: Tactics count
    before: {END}, Focused Lances | lane 5/2
    play:   done; play Focused Lances
    after:  hand S1, W5 | discard Focused Lances | result you | point over
    dice:   5of10 4 2 2
TW-S5, not: where it does not reach it
    before: {END} | lane 5/2   play: done   after: {NEXT}   dice: 5of10 4 2 2
TW-S5, not: where The Derelict is lower
    before: {END} | lane 5/2   play: done   after: {NEXT}   dice: 5of10 4 2 3
TW-S5: Resistance Tactics save a ship
    before: {END}, Braced Frames | lane 5/3
    play: done; play Braced Frames   after: {NEXT} | hand S1, W5 | discard Braced Frames   dice: 5of10 4 5 3
TW-S6: the hyper cannon hits the Homeworld, ships or not
    before: {END} | lane 1/1   play: done   after: {NEXT} | homeworld 12   dice: 10of10 6
TW-S6: shields hold off damage to the Homeworld
    before: {END}, Orbital Umbrella
    play:   done; play Orbital Umbrella
    after:  {NEXT} | homeworld 16 | hand S1, W5 | discard Orbital Umbrella
    dice:   10of10 6
TW-S6: also what an attack does to it
    before: {END}, Orbital Umbrella
    play:   done; play Orbital Umbrella
    after:  {NEXT} | homeworld 16 | hand S1, W5 | discard Orbital Umbrella
    dice:   5of10 6
TW-S7: it is attacked as one ship, without a strike
    before: {ALONE}, Siege Pattern | lane 5/1, 4/1
    play: role Admiral; send lane 1; send lane 2   legal: engage 1; play Siege Pattern
TW-S7: a higher total destroys it
    before: {ALONE} | lane 5/1, 4/1
    play: role Admiral; send lane 1; send lane 2   after: result you | point over   dice: 3 2
TW-M4, not: The Derelict has no token that a Destroyer could eliminate
    before: {ALONE} | credits 9 | lane 5/1 Destroyer, 4/1 Sentinel
    play:   role Admiral; send lane 1; send lane 2   after: result you | point over   dice: 3 2
    options: reinforcements=True
TW-S7, not: by ships that do not reach its Resistance
    before: scenario The Derelict | hand S1 | lane 5/1, 1/1   play: role Admiral   after: point discard
TW-S7: on equal totals a die destroys the highest Resistance it covers, then the next
    before: scenario The Derelict | hand S5 | lane 2/4, 3/3, 1/1, 1/1
    play:   role Admiral; send lane 1; send lane 2; send lane 3; send lane 4
    after:  lane -, 3/3, -, 1/1 | discard S2, W2, C4, S1, W1, C1 | point discard
    dice:   3 3 5
TW-S7: of two alike both, where it covers both
    before: scenario The Derelict | hand S5 | lane 5/2, 4/2
    play:   role Admiral; send lane 1; send lane 2
    after:  lane - | discard S3, W5, C2, S2, W4, C2 | point discard
    dice:   3 3 5
TW-S7, not: a ship that was not sent
    before: scenario The Derelict | hand S5 | lane S5 5+2/2, 1/3
    play:   role Admiral; send lane 1; engage 1
    after:  lane -, 1/3 | discard S5, W5, W2, C2 | point discard
    dice:   3 3 4
TW-S7: minus Resistance Tactics
    before: scenario The Derelict | hand S1, Braced Frames | lane 4/3, 4/2
    play:   role Admiral; send lane 1; send lane 2; engage 1; play Braced Frames
    after:  lane 4/3 | hand S1 | discard Braced Frames, S2, W4, C2 | point discard
    dice:   3 3 4
TW-S7: several battles
    before: scenario The Derelict | hand S1, Siege Pattern | lane S5 4+4/1, S5 5+2/1
    play:   role Admiral; send lane 1; engage 1; pass; send lane 2; engage 1; pass
    after:  result you | point over
    dice:   3 4 5 2
TW-T3, not: one's own Tactic, where nobody else could cancel it
    before: scenario The Derelict | hand S1, Vector Plot, Signal Jam | lane 5/1, 4/1
    play:   role Admiral; send lane 1; send lane 2; engage 1; play Vector Plot
    after:  hand S1, Signal Jam | discard Vector Plot | result you | point over
    dice:   3 3
TW-S8: no Saboteur, Smuggler or joint attack
    before: {ALONE} | lane 1/1   legal: role Chancellor; role Treasurer; role Admiral; role Mechanic; role Trader
TW-S8: the Chancellor decommissions
    before: {ALONE} | lane 1/1   play: role Chancellor   after: lane - | discard S1, W1, C1 | credits 3 | point discard
TW-S8: salvage works
    before: {END}, Escape Pods | lane 5/2
    play:   done; play Escape Pods
    after:  {NEXT} | hand S1, W5, S3, W5, C2 | known S3, W5, C2 | lane - | discard Escape Pods
    dice:   5of10 4 5 3
TW-S8: abilities work
    before: {END} | faction Covenant | lane 5/2
    play: done   after: {NEXT} | hand S1, 2x W5 | known W5 | lane - | discard S3, C2   dice: 5of10 4 5 3
"""),
]


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_rule(row: Row) -> None:
    check(row)


def test_tw_s1_what_an_end_is_worth() -> None:
    for dice, mass, reward in (((4, 10), 5, -1), ((1, 10), 5, 0)):
        table = Table(position_of(f"{END} | critical mass {mass}"), scenario="The Derelict")
        table.roll(dice)
        table.do("done")
        assert table.batch.reward[0].tolist() == [reward]


def test_tw_s7_a_hit_below_its_resistance_destroys_nothing() -> None:
    """No attack comes to that; a position may: the ship in the battle is a weaker one."""
    table = Table(position_of(f"{ALONE}, Vector Plot | lane S5 5+3/1"))
    table.roll(5, 2)
    table.do("role Admiral", "send lane 1")
    position = table.position()
    assert position["decision"]["type"] == "roll"
    position["players"][0]["lane"][0]["weapons"] = ["Weapon 5", "Weapon 1"]
    table = Table(position)
    table.do("pass")
    assert table.decision == {"type": "discard", "asked": 0, "role": "Admiral"}
