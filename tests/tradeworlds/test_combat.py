"""Attacks and battles (TW-A, TW-C)."""

from __future__ import annotations

import pytest

from tests.scenarios import Row, rows
from tests.tradeworlds.scenario import check, position_of
from tests.tradeworlds.table import Table

pytestmark = pytest.mark.rule

BOOK = "lane 3/3, 2/3 | foe lane 2/3, 1/2"  # the book's first example: A, B against #1, #2
ATTACK = "role Admiral"

ROWS: list[Row] = rows(f"""
TW-A1: ships attack ships, where any protect the Homeworld
    before: {BOOK}   play: {ATTACK}   legal: send lane 1; send lane 2; done
TW-A1: where none does, they strike it
    before: lane 3/3, 2/3 | foe lane -   play: {ATTACK}   after: foe homeworld 13 | point discard
TW-A2: each ship acts once
    before: lane 3/3 | foe lane 2/3, 1/2   play: {ATTACK}; send lane 1; engage 2   after: point discard   dice: 2 3
TW-A3: send, play and done while nothing is sent
    before: {BOOK} | hand Siege Pattern, Braced Frames
    play: {ATTACK}   legal: send lane 1; send lane 2; play Siege Pattern; done
TW-A3: a Firepower Tactic adds to the next battle
    before: lane 2/3 | foe lane 2/3 | hand Overcharged Coils, S1
    play:   {ATTACK}; play Overcharged Coils; send lane 1; engage 1
    after:  foe lane - | foe discard S1, W2, C3 | hand S1 | discard Overcharged Coils | point discard
    dice:   4 3
TW-A3, not: it is wasted if there is none
    before: lane 2/3 | foe lane 2/3 | hand Overcharged Coils, S1
    play: {ATTACK}; play Overcharged Coils; done   after: hand S1 | discard Overcharged Coils | point discard
TW-A4: a group engages as many ships as it has, whose Resistances its Firepower reaches
    before: lane 3/3, 2/3 | foe lane 2/3, 1/2, 1/1
    play: {ATTACK}; send lane 1; send lane 2   legal: engage 1; engage 2; engage 3; engage 1+2; engage 1+3; engage 2+3
TW-A4, not: more ships than it has, or more Resistance than its Firepower
    before: lane 2/3, 3/3 | foe lane 2/3, 1/1, 1/1
    play: {ATTACK}; send lane 1   legal: send lane 2; engage 2; engage 3
TW-A4, not: nothing is sent where all together reach nothing
    before: lane 1/1, 1/1 | foe lane 1/3   play: {ATTACK}   after: point discard
TW-A4: the lowest Resistance in the lane counts
    before: lane 1/1, 1/1 | foe lane 1/2, 1/5, 1/3   play: role Admiral   legal: send lane 1; send lane 2; done
TW-A4: wherever it stands
    before: lane 1/1, 1/1 | foe lane 1/5, 1/3, 1/2   play: role Admiral   legal: send lane 1; send lane 2; done
TW-A4: Tactics played count
    before: lane 1/1, 1/1 | foe lane 1/3 | hand Overcharged Coils, S1
    play: {ATTACK}; play Overcharged Coils   legal: send lane 1; send lane 2; done
TW-A4: with ships in the group one can only send, play or engage
    before: lane 3/3, 2/3 | foe lane 2/3 | hand Siege Pattern
    play: {ATTACK}; send lane 1   legal: send lane 2; play Siege Pattern; engage 1
TW-A5: a ship may be engaged again by others
    before: lane 3/3, 3/3 | foe lane 2/3, 1/2
    play: {ATTACK}; send lane 1; engage 1; send lane 2   legal: engage 1; engage 2
TW-A6: once all ships of the target are busy the ships that are left strike
    before: lane 3/3, 2/3 | foe lane 2/3
    play: {ATTACK}; send lane 1; engage 1; strike   after: foe homeworld 16 | point discard   dice: 2 5
TW-A6: while they can, done is not offered, but battles may go on
    before: lane 3/3, 3/3, 3/3 | foe lane 2/3
    play: {ATTACK}; send lane 1; engage 1   legal: send lane 2; send lane 3; strike
TW-A6: a destroyed ship protects nothing
    before: lane 3/3, 2/3 | foe lane 2/3
    play:   {ATTACK}; send lane 1; engage 1
    after:  foe lane - | foe discard S1, W2, C3 | foe homeworld 16 | point discard
    dice:   5 2
TW-A6, not: while a ship is not busy
    before: lane 3/3, 3/3, 3/3 | foe lane 2/3, 1/1
    play: {ATTACK}; send lane 1; engage 1   legal: send lane 2; send lane 3; done
TW-A7: a strike is the Firepower of all striking ships, without dice
    before: lane 3/3, 2/3, 5/4 | foe credits 3   play: {ATTACK}   after: foe homeworld 8 | point discard
TW-A8: ships that have struck defend as ever
    before: lane 2/2 | foe lane - | foe hand S1
    play: {ATTACK}; done   after: foe homeworld 16 | turn foe | asked foe | point role
# ── Battles ──
TW-C1: one die a side, however many ships
    before: lane 3/3, 2/3 | foe lane 2/3, 1/2 | foe hand S1
    play:   {ATTACK}; send lane 1; send lane 2; engage 1+2
    after:  foe lane - | foe discard S1, W2, C3, S1, W1, C2 | point discard
    dice:   2 1
TW-C3: the attacker higher, the defender is destroyed
    before: lane 3/3 | foe lane 2/3
    play: {ATTACK}; send lane 1; engage 1   after: foe lane - | foe discard S1, W2, C3 | point discard   dice: 4 3
TW-C3: both equal, a counter-attack
    before: lane 3/3 | foe lane 3/3
    play: {ATTACK}; send lane 1; engage 1   after: lane - | discard S2, W3, C3 | point discard   dice: 4 4
TW-C3, not: a counter-attack that does not reach the Resistance
    before: lane 3/3 | foe lane 2/3   play: {ATTACK}; send lane 1; engage 1   after: point discard   dice: 4 4
TW-C3, not: the attacker lower, nothing
    before: lane 3/3 | foe lane 3/3   play: {ATTACK}; send lane 1; engage 1   after: point discard   dice: 3 4
TW-C4: a counter-attack that does not cover all chooses
    before: {BOOK}
    play:   {ATTACK}; send lane 1; send lane 2; engage 1+2
    legal:  destroy lane 1 of player_0; destroy lane 2 of player_0
    dice:   3 3
TW-C4: of two attackers of Resistance 3 a counter-attack of 3 destroys one
    before: {BOOK}
    play:   {ATTACK}; send lane 1; send lane 2; engage 1+2; destroy lane 2 of player_0
    after:  lane 3/3 | discard S1, W2, C3 | point discard
    dice:   3 3
TW-C4: where only one fits it is not asked for
    before: lane 2/3, 1/1 | foe lane 2/2
    play:   {ATTACK}; send lane 1; send lane 2; engage 1
    after:  lane 2/3 | discard S1, W1, C1 | foe lane 2/2 | point discard
    dice:   3 3
TW-C4: all where all fit
    before: lane 2/2, 2/2 | foe lane 4/1
    play:   {ATTACK}; send lane 1; send lane 2; engage 1
    after:  lane - | discard S1, W2, C2, S1, W2, C2 | point discard
    dice:   3 3
TW-C4: another is chosen as long as one fits
    before: lane 1/2, 1/1, 1/1 | foe lane 3/1
    play:   {ATTACK}; send lane 1; send lane 2; send lane 3; engage 1; destroy lane 2 of player_0
    after:  asked foe | point destroy
    dice:   3 3
TW-C5: a counter-attack may hit ships of any ally in the battle
    before: lane 3/3 | foe lane 3/1 | third lane 2/3
    play:   role Chancellor; target player_1; join; send lane 1; send lane 1 of player_2; engage 1
            destroy lane 1 of player_2
    after:  third lane - | third discard S1, W2, C3 | third used up | point discard
    dice:   2 2
TW-C6: damage that destroys nothing is forgotten
    before: lane 3/3 | foe lane 3/3 | foe hand Braced Frames, S1
    play:   {ATTACK}; send lane 1; engage 1; play Braced Frames
    after:  foe hand S1 | foe discard Braced Frames | point discard
    dice:   5 1
TW-C6: so do Resistance Tactics in a counter-attack
    before: lane 3/3 | hand Braced Frames, S1 | foe lane 3/3
    play:   {ATTACK}; send lane 1; engage 1; play Braced Frames
    after:  hand S1 | discard Braced Frames | point discard
    dice:   4 4
TW-C7: the Weapon of the Covenant goes to the hand
    before: lane 3/3 | foe lane 2/3 | foe faction Covenant | foe hand S1
    play:   {ATTACK}; send lane 1; engage 1
    after:  foe lane - | foe discard S1, C3 | foe hand S1, W2 | foe known W2 | point discard
    dice:   4 3
TW-C7: the Crew of the Destined goes to the hand
    before: lane 3/3 | foe lane 2/3 | foe faction Destined | foe hand S1
    play:   {ATTACK}; send lane 1; engage 1
    after:  foe lane - | foe discard S1, W2 | foe hand S1, C3 | foe known C3 | point discard
    dice:   4 3
TW-C8: the Brethren earn 5 for a ship that they destroy
    before: lane 3/3 | faction Brethren | foe lane 2/3 | foe hand S1
    play:   {ATTACK}; send lane 1; engage 1
    after:  foe lane - | foe discard S1, W2, C3 | credits 5 | point discard
    dice:   4 3
TW-C8: also in a counter-attack
    before: lane 3/3 | foe faction Brethren | foe lane 3/3
    play:   {ATTACK}; send lane 1; engage 1
    after:  lane - | discard S2, W3, C3 | foe credits 5 | point discard
    dice:   4 4
TW-C8, not: in a joint attack without a ship of theirs in the battle
    before: lane 3/3 | foe lane 2/3 | third faction Brethren | third lane 1/1
    play:   role Chancellor; target player_1; join; send lane 1; engage 1
    after:  foe lane - | foe discard S1, W2, C3 | foe homeworld 17 | third used up | point discard
    dice:   4 3
TW-C8, not: for the ship of an ally who sits next to them
    before: lane 1/1 | faction Brethren | foe lane 3/3 | third lane 2/3, 1/5
    play:   role Chancellor; target player_2; join; send lane 1 of player_1; engage 1
    after:  foe used up | third lane -, 1/5 | third discard S1, W2, C3 | point discard
    dice:   4 3
TW-C8, not: for a strike
    before: lane 3/3 | faction Brethren | foe hand S1   play: {ATTACK}   after: foe homeworld 15 | point discard
TW-C9: loss windows come one by one, by seats and places
    before: lane 5/4, 1/1 | foe lane 2/3, 1/2 | foe hand Escape Pods, S1
    play:   {ATTACK}; send lane 1; send lane 2; engage 1+2; pass
    after:  foe lane -, 1/2 | foe discard S1, W2, C3 | asked foe | point loss
    dice:   5 1
TW-C9: also of attackers, of whom each is asked for the own ships
    before: turn third | asked third | lane 1/1 | hand Escape Pods, S4 | foe lane 4/2 | third lane 1/1, 1/1
            third hand Escape Pods, S4
    play:   role Chancellor; target player_1; join; send lane 1; send lane 2; send lane 1 of player_0; engage 1; pass
            pass
    after:  used up | lane - | discard S1, W1, C1 | third lane -, 1/1 | third discard S1, W1, C1 | asked third
            point loss
    dice:   3 3
""")


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_rule(row: Row) -> None:
    check(row)


def test_tw_t1_what_a_position_said_to_be_lost_is_forgotten_with_the_battle() -> None:
    """In play nothing is lost while a Tactic is played on the dice: here the attacker stays lower with it."""
    position = position_of("lane 3/3 | hand S4 | discard Vector Plot | foe lane 1/1 | foe hand S1")
    position["decision"] = {
        "type": "cancel",
        "role": "Admiral",
        "target": 1,
        "fighting": ["player_0 lane 1"],
        "engaged": [1],
        "die": [1, 6],
        "lost": ["player_1 lane 1"],
        "struck": 1,
        "played": "Vector Plot",
        "back": "roll",
    }
    table = Table(position)
    assert table.decision["type"] == "discard"
    assert table.batch.states[0]["lost"] == 0
