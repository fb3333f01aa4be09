"""The ten Roles (TW-R)."""

from __future__ import annotations

import pytest

from tests.scenarios import Row, rows
from tests.tradeworlds.scenario import check

pytestmark = pytest.mark.rule

THREE = "lane 3/3 | foe lane 1/3 | third lane 4/2"  # you, a target, an ally
FOUR = "lane 3/3 | foe lane 4/2 | third lane 1/3 | fourth lane 2/2"

ROWS: list[Row] = rows(f"""
TW-R1: the Chancellor decommissions or leads a joint attack
    before: {THREE}   play: role Chancellor   legal: decommission lane 1; target player_1; target player_2
TW-R1.1: a ship is discarded, its cards are banked
    before: lane 1/1, S5 5/4
    play: role Chancellor; decommission lane 2   after: lane 1/1 | discard S5, W5, C4 | credits 14 | point discard
TW-R1.1: of more than three cards the three highest
    before: lane 1/1, S5 4+3/2
    play: role Chancellor; decommission lane 2   after: lane 1/1 | discard S5, W4, W3, C2 | credits 12 | point discard
TW-R1.2: for a joint attack no ship of one's own is needed
    before: foe lane 1/3 | third lane 4/2   play: role Chancellor   legal: target player_1; target player_2
TW-R1.2, not: where only the target could be an ally
    before: lane 1/1, 1/1 | foe lane 1/3 | third hand S1
    play: role Chancellor   legal: decommission lane 1; decommission lane 2; target player_2
TW-R1.2, not: with two players
    before: hand S1 | foe lane 1/3   legal: role Treasurer; role Mechanic; role Saboteur; role Smuggler; role Trader
TW-R1.2, not: with two players left of three
    before: hand S1 | foe lane 1/3 | third out
    legal:  role Treasurer; role Mechanic; role Saboteur; role Smuggler; role Trader
TW-R1.3: possible allies are asked clockwise
    before: {FOUR}   play: role Chancellor; target player_2; pass   after: asked fourth | point invite
TW-R1.3: those without a ship are not asked
    before: lane 3/3 | foe hand S1 | third lane 1/3 | fourth lane 2/2
    play: role Chancellor; target player_2   after: asked fourth | point invite
TW-R1.3: all ships of those who join are lent
    before: lane 3/3, 1/1 | foe lane 4/2, -, 2/2 | third lane 1/3 | fourth lane 2/2
    play:   role Chancellor; target player_2; join; pass
    legal:  send lane 1; send lane 2; send lane 1 of player_1; send lane 3 of player_1; done
TW-R1.4: if nobody joins, another Role is taken
    before: {THREE} | hand C3
    play:   role Chancellor; target player_1; pass
    legal:  role Chancellor; role Treasurer; role Admiral; role Saboteur; role Mechanic; role Smuggler; role Trader
TW-R1.4: nothing else has changed
    before: hand S1 | foe lane 1/3 | third lane 4/2   play: role Chancellor; target player_1; pass   after: ...
TW-R1.4, not: a joint attack again in this turn
    before: hand S1 | foe lane 1/3 | third lane 4/2
    play:   role Chancellor; target player_1; pass
    legal:  role Treasurer; role Saboteur; role Mechanic; role Smuggler; role Trader
TW-R1.4: in the next turn a joint attack may be proposed
    before: hand S1 | foe lane 1/3 | third lane 4/2
    play:   role Chancellor; target player_1; pass; role Trader; done; role Chancellor
    legal:  decommission lane 1; target player_0
TW-R1.5: after the attack leader and allies play on, and the turn of an ally is passed over
    before: {THREE} | third hand S1, S2
    play: role Chancellor; target player_1; join; done; done; done   after: turn foe | asked foe | third used up
TW-R1.5: it is passed over once
    before: {THREE} | third hand S1, S2 | third used up | turn foe | asked foe | point discard
    play: done   after: turn you | asked you | round 2 | third used up - | point role
TW-R1.5: allies play on clockwise from the leader
    before: turn third | asked third | lane 3/3 | foe lane 4/2 | third lane 1/3 | fourth lane 2/2
    play:   role Chancellor; target player_1; join; join; done; done
    after:  used up | fourth used up | asked fourth | point discard
TW-R1.5, not: who has a used-up turn is not asked to join
    before: {FOUR} | foe used up   play: role Chancellor; target player_2   after: asked fourth | point invite
TW-R1.6: the leader chooses for the ships of allies
    before: lane 3/3 | foe lane 1/3 | third lane 4/2
    play: role Chancellor; target player_1; join; send lane 1 of player_2   legal: send lane 1; engage 1
TW-R1.7: if the attack ends the game nobody plays on
    before: hand S1 | foe lane 1/3 | third lane 4/2 | third faction Brethren | third credits 95
    play:   role Chancellor; target player_1; join; send lane 1 of player_2; engage 1
    after:  third credits 100 | foe lane - | foe discard S1, W1, C3 | result third | point over
    dice:   5 2
# ── Treasurer ──
TW-R2: up to three cards, credited together
    before: faction Brethren | hand C5, C4, C3, S1
    play:   role Treasurer; bank Crew 5; bank Crew 4; bank Crew 3
    after:  credits 12 | level 1 | hand S1 | discard C5, C4, C3 | point discard
TW-R2, not: none
    before: faction Brethren | hand C5, C4   play: role Treasurer   legal: bank Crew 5; bank Crew 4
TW-R2: nothing is credited before one is done
    before: faction Brethren | hand C5, C4, S1 | credits 3
    play: role Treasurer; bank Crew 5   after: hand C4, S1 | discard C5 | point bank
TW-R2.1: Acolytes bank 8 with any three
    before: hand 2x C1, C2, S1
    play:   role Treasurer; bank Crew 1; bank Crew 1; bank Crew 2
    after:  credits 8 | hand S1 | discard 2x C1, C2 | point discard
TW-R2.1, not: where three are worth more
    before: hand C5, C4, C1, S1
    play:   role Treasurer; bank Crew 1; bank Crew 5; bank Crew 4
    after:  credits 10 | level 1 | hand S1 | discard C5, C4, C1 | point discard
TW-R2.1, not: with two
    before: hand 2x C1, C2, S1
    play:   role Treasurer; bank Crew 1; bank Crew 2; done
    after:  credits 3 | hand C1, S1 | discard C1, C2 | point discard
TW-R2.2: Covenant have 5 more with two
    before: faction Covenant | hand 2x C1, C2, S1
    play:   role Treasurer; bank Crew 1; bank Crew 2; done
    after:  credits 8 | hand C1, S1 | discard C1, C2 | point discard
TW-R2.2, not: with three
    before: faction Covenant | hand 2x C1, C2, S1
    play:   role Treasurer; bank Crew 1; bank Crew 2; bank Crew 1
    after:  credits 4 | hand S1 | discard 2x C1, C2 | point discard
TW-R2.3: Destined bank four, for 15 at most
    before: faction Destined | hand 3x C5, C4, S1
    play:   role Treasurer; bank Crew 5; bank Crew 5; bank Crew 5; bank Crew 4
    after:  credits 15 | level 1 | hand S1 | discard 3x C5, C4 | point discard
TW-R2.3, not: more than 15 with three, nor fewer cards than they like
    before: faction Destined | hand C5, C4, S1
    play: role Treasurer; bank Crew 5; bank Crew 4; done   after: credits 9 | hand S1 | discard C5, C4 | point discard
# ── Admiral ──
TW-R3: one living opponent, any
    before: lane 1/1 | foe hand S1 | third out | fourth hand S1
    play: role Admiral   legal: target player_1; target player_3
TW-R3, not: without a ship
    before: hand - | deck C1 | foe hand S1   legal: role Saboteur; role Smuggler; role Trader
# ── Captain, Commander, Engineer ──
TW-R4: a card of the hand takes the place of one in a ship
    before: lane S3 3/3 | hand S5, W1
    play: role Captain; refit lane 1 with Starship 5   after: lane S5 3/3 | hand W1 | discard S3 | point discard
TW-R4: the Capacity must hold, and the figure must change
    before: lane S3 3/3, S5 1/1 | hand S1, S2, S3, C4, C5
    play:   role Captain
    legal:  refit lane 1 with Starship 2; refit lane 2 with Starship 1; refit lane 2 with Starship 2
            refit lane 2 with Starship 3
TW-R4: both may be in one ship
    before: lane S5 1/1 | hand C2, C3, S1
    play:   role Commander; refit lane 1 with Crew 3; refit lane 1 with Crew 2
    after:  lane S5 1/2 | hand S1 | discard C1, C3 | point discard
TW-R4: with several Weapons one is named
    before: lane S5 4+3/1 | hand W5, W2, S1
    play: role Engineer; refit lane 1 with Weapon 2   legal: replace Weapon 4; replace Weapon 3
TW-R4: a single one that could go is not named
    before: lane S5 4+2/2 | hand W5, S1
    play: role Engineer; refit lane 1 with Weapon 5   after: lane 2+5/2 | hand S1 | discard W4 | point discard
TW-R4, not: none after the Role is taken
    before: lane S5 1/1 | hand C2, C3   play: role Commander   legal: refit lane 1 with Crew 2; refit lane 1 with Crew 3
TW-R4: one exchange is enough
    before: lane S5 1/1 | hand C2, C3
    play: role Commander; refit lane 1 with Crew 2   legal: refit lane 1 with Crew 3; done
TW-R4, not: a Role without an exchange
    before: lane 1/1 | hand S1, W1, C1 | foe hand S1
    legal:  role Chancellor; role Treasurer; role Admiral; role Saboteur; role Mechanic; role Smuggler; role Trader
# ── Saboteur, Mechanic, Smuggler, Trader ──
TW-R5: one opponent discards two cards of its choice
    before: foe hand S1, W1, C1
    play: role Saboteur; discard Weapon 1; discard Starship 1   after: foe hand C1 | foe discard W1, S1 | point discard
TW-R5: or all discard one, clockwise
    before: foe hand S1, W1 | third hand C1, C2 | fourth hand S2, S3
    play:   role Saboteur; target all; discard Weapon 1; discard Crew 1
    after:  foe hand S1 | foe discard W1 | third hand C2 | third discard C1 | asked fourth | point sabotage
TW-R5.1: who has no more than is due discards it unasked
    before: foe hand S1, W1 | third hand C1
    play: role Saboteur; target player_1   after: foe hand - | foe discard W1, S1 | point discard
TW-R5.1: also where all discard
    before: foe hand S1 | third hand C1, C2
    play:   role Saboteur; target all; discard Crew 2
    after:  foe hand - | foe discard S1 | third hand C1 | third discard C2 | point discard
TW-R5.2: a single target needs a card, all need one among them
    before: foe hand - | third hand C1, C2   play: role Saboteur   legal: target player_2; target all
TW-R5.2, not: with one opponent there is but one target
    before: foe hand S1, W1 | third out   play: role Saboteur   after: foe hand - | foe discard W1, S1 | point discard
TW-R6: up to three cards leave the game
    before: hand C1, C2, W1, S1
    play: role Mechanic; remove Crew 1; remove Weapon 1; done   after: hand C2, S1 | removed W1, C1 | point discard
TW-R6: three and no more
    before: hand C1, C2, W1, S1
    play:   role Mechanic; remove Crew 1; remove Weapon 1; remove Crew 2
    after:  hand S1 | removed W1, C1, C2 | point discard
TW-R7: one of three cards of an opponent is banked, the others are given back, known
    before: foe hand S1, W4, C2
    play:   role Smuggler; bank Weapon 4
    after:  credits 4 | foe hand S1, C2 | foe known S1, C2 | foe discard W4 | point discard
TW-R7: any of the three
    before: foe hand S1, W4   play: role Smuggler   legal: bank Starship 1; bank Weapon 4
TW-R7, not: from an empty hand
    before: foe hand - | third hand S1, W4 | fourth hand S2
    play: role Smuggler   legal: target player_2; target player_3
TW-R8: two cards are drawn
    before: hand S1 | deck C1, C2 | foe hand S1   play: role Trader   after: hand S1, C1, C2 | deck - | point discard
""")


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_rule(row: Row) -> None:
    check(row)
