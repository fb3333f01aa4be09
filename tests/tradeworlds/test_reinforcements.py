"""Reinforcement Starships (TW-M)."""

from __future__ import annotations

import pytest

from tests.scenarios import Row, rows
from tests.tradeworlds.scenario import check

pytestmark = pytest.mark.rule

MODULE = {"reinforcements": True}
FIGHT = "role Admiral; send lane 1; engage 1"
EVEN = "lane 3/3 | foe lane 3/3"

ROWS: list[Row] = rows(f"""
TW-M1: for 10 credits a token goes to a ship, before the Role
    before: credits 21 | lane 1/1, 2/2
    play: reinforce lane 2 with Cruiser   after: credits 11 | lane 1/1, 2/2 Cruiser   options: reinforcements=True
TW-M1: or while configuring
    before: credits 21 | lane 1/1, 2/2 | point configure
    play:   reinforce lane 1 with Sentinel; reinforce lane 2 with Frigate
    after:  credits 1 | lane 1/1 Sentinel, 2/2 Frigate | point discard
    options: reinforcements=True
TW-M1: one of each class, one for a ship
    before: credits 21 | lane 1/1 Cruiser, 2/2 | foe lane 1/1 Frigate | point configure
    legal:  reinforce lane 2 with Sentinel; reinforce lane 2 with Gunship; reinforce lane 2 with Frigate
            reinforce lane 2 with Destroyer; done
    options: reinforcements=True
TW-M1, not: with fewer credits
    before: credits 9 | lane 1/1 | hand S1 | foe hand -
    legal: role Chancellor; role Treasurer; role Admiral; role Mechanic; role Trader   options: reinforcements=True
TW-M1, not: without the option
    before: credits 21 | lane 1/1 | hand S1 | foe hand -
    legal:  role Chancellor; role Treasurer; role Admiral; role Mechanic; role Trader
TW-M2: each use costs, and the token stays
    before: credits 3 | lane 3/3 Gunship | foe lane 3/3
    play:   {FIGHT}; use Gunship
    after:  credits 1 | foe lane - | foe discard S2, W3, C3 | point discard
    dice:   3 4
    options: reinforcements=True
TW-M2, not: a second token in a battle
    before: credits 9 | lane 3/3 Gunship, 1/1 Cruiser | foe lane 3/3 | hand Vector Plot
    play:   role Admiral; send lane 1; send lane 2; engage 1; use Gunship
    legal:  play Vector Plot; pass
    dice:   3 4
    options: reinforcements=True
TW-M2, not: the token of a ship that is not in the battle
    before: credits 9 | lane 3/3 Gunship, 1/1 Cruiser | foe lane 3/3 | hand Vector Plot
    play: {FIGHT}   legal: play Vector Plot; use Gunship; pass   dice: 3 4   options: reinforcements=True
TW-M3: a Sentinel helps the defender
    before: lane 3/3 | foe lane 3/3 Sentinel | foe credits 1
    play: {FIGHT}; use Sentinel   after: foe credits 0 | point discard   dice: 5 4   options: reinforcements=True
TW-M3, not: an attacker, nor a Gunship the defender
    before: credits 9 | lane 3/3 Sentinel | foe lane 3/3 Gunship | foe credits 9
    play: {FIGHT}   after: point discard   dice: 4 5   options: reinforcements=True
TW-M3, not: nor are they asked, where who has to be asked is asked for nothing (TW-P5)
    before: credits 9 | lane 3/3 Sentinel | foe lane 3/3 Gunship | foe credits 9
    play: {FIGHT}   after: point discard   dice: 4 5   options: reinforcements=True, ask="public"
TW-M3: a Cruiser rolls again
    before: lane 3/3 | foe lane 2/2 Cruiser | foe credits 4
    play: {FIGHT}; use Cruiser   after: foe credits 0 | point discard   dice: 4 1 5   options: reinforcements=True
TW-M3: after a use the next one is asked, and all who have passed are asked again
    before: credits 3 | lane 3/3 Gunship | foe lane 3/3 | foe hand Ghost Echo, S1 | third lane 1/1
            third hand Vector Plot
    play:   role Chancellor; target player_1; join; send lane 1; engage 1; use Gunship
    after:  credits 1 | asked third | third used up | point roll
    dice:   3 4
    options: reinforcements=True
TW-M3: a use is not cancelled
    before: lane 3/3 | hand Signal Jam | foe lane 3/3 Sentinel | foe credits 1
    play: {FIGHT}; use Sentinel   after: foe credits 0 | point discard   dice: 5 4   options: reinforcements=True
TW-M4: a Destroyer eliminates an enemy token, in the battle or not
    before: credits 5 | lane 3/3 Destroyer | foe lane 3/3, 1/1 Cruiser | foe credits 9
    play:   {FIGHT}; eliminate Cruiser of player_1
    after:  credits 0 | foe lane 3/3, 1/1 | point discard
    dice:   3 4
    options: reinforcements=True
TW-M4: two Destroyers remove each other
    before: credits 5 | lane 3/3 Destroyer | foe lane 3/3 Destroyer | foe credits 9
    play:   {FIGHT}; eliminate Destroyer of player_1; eliminate Destroyer of player_0
    after:  credits 0 | lane 3/3 | foe credits 4 | foe lane 3/3 | point discard
    dice:   3 4
    options: reinforcements=True
TW-M4: one that was named is not named again
    before: credits 5 | lane 3/3 Destroyer | foe lane 3/3 Frigate, 1/1 Cruiser | third credits 5
            third lane 1/1 Destroyer
    play:   role Chancellor; target player_1; join; send lane 1; send lane 1 of player_2; engage 1
            eliminate Frigate of player_1
    legal:  eliminate Cruiser of player_1; pass
    options: reinforcements=True
TW-M4: whoever's it is
    before: turn foe | lane 3/3 Frigate, 1/1 Cruiser | foe credits 5 | foe lane 3/3 Destroyer | third credits 5
            third lane 1/1 Destroyer
    play:   role Chancellor; target player_0; join; send lane 1; send lane 1 of player_2; engage 1
            eliminate Frigate of player_0
    legal:  eliminate Cruiser of player_0; pass
    options: reinforcements=True
TW-M4: the defender may name a token of any attacker
    before: lane 3/3 Cruiser, 1/1 | foe lane 3/3 Destroyer | foe credits 5 | third lane 1/1 Frigate
    play:   role Chancellor; target player_1; join; send lane 1; engage 1
    legal:  eliminate Cruiser of player_0; eliminate Frigate of player_2; pass
    options: reinforcements=True
TW-M4: the defender also where the attacker has none
    before: lane 3/3 Cruiser | foe lane 3/3 Destroyer | foe credits 5
    play: {FIGHT}   legal: eliminate Cruiser of player_0; pass   options: reinforcements=True
TW-M4: who has passed is not asked again, and the dice are rolled
    before: lane 3/3 Cruiser | foe lane 3/3 Destroyer | foe credits 5
    play: {FIGHT}; pass   after: point discard   dice: 3 4   options: reinforcements=True
TW-M4, not: who takes no part
    before: lane 3/3 Cruiser | foe lane 3/3 Frigate | third hand S1 | fourth credits 9 | fourth lane 1/1 Destroyer
    play:   role Admiral; target player_1; send lane 1; engage 1
    after:  point discard
    dice:   3 4
    options: reinforcements=True
TW-M4, not: without an enemy token nobody is asked
    before: credits 5 | lane 3/3 Destroyer | foe lane 3/3
    play: {FIGHT}   after: point discard   dice: 3 4   options: reinforcements=True
TW-M5: a Frigate goes in place of its ship
    before: lane 3/3 | foe lane 3/3 Frigate | foe credits 3
    play:   {FIGHT}; use Frigate
    after:  foe credits 0 | foe lane 3/3 | point discard
    dice:   5 4
    options: reinforcements=True
TW-M5, not: and no bounty is paid
    before: lane 3/3 | faction Brethren | foe lane 3/3 Frigate | foe credits 3
    play:   {FIGHT}; use Frigate
    after:  foe credits 0 | foe lane 3/3 | point discard
    dice:   5 4
    options: reinforcements=True
TW-M5, not: after another token was used in the battle
    before: lane 3/3, 3/3 | foe lane 3/3 Frigate, 1/1 Sentinel | foe credits 9 | foe hand Escape Pods
    play:   role Admiral; send lane 1; send lane 2; engage 1+2; use Sentinel
    legal:  play Escape Pods; pass
    dice:   6 1
    options: reinforcements=True
TW-M6: the token of a destroyed ship returns to the supply
    before: lane 3/3 | foe lane 3/3 Gunship
    play:   {FIGHT}
    after:  foe lane - | foe discard S2, W3, C3 | point discard
    dice:   5 4
    options: reinforcements=True
TW-M6: and can be sent again
    before: credits 4 | lane 2/2, S1 2/3 Gunship
    play:   role Chancellor; decommission lane 2
    legal:  reinforce lane 1 with Sentinel; reinforce lane 1 with Gunship; reinforce lane 1 with Frigate
            reinforce lane 1 with Cruiser; reinforce lane 1 with Destroyer; done
    options: reinforcements=True
TW-M6, not: by an exchange
    before: lane S5 1/1 Cruiser | hand C2, S1
    play:   role Commander; refit lane 1 with Crew 2
    after:  lane S5 1/2 Cruiser | hand S1 | discard C1 | point discard
    options: reinforcements=True
TW-M6: where eliminated tokens are removed, those that Destroyers eliminate are out of the game
    before: credits 5 | lane 3/3 Destroyer | foe lane 3/3 Destroyer | foe credits 9
    play:   {FIGHT}; eliminate Destroyer of player_1; eliminate Destroyer of player_0
    after:  credits 0 | lane 3/3 | gone Destroyer | foe credits 4 | foe lane 3/3 | foe gone Destroyer | point discard
    dice:   3 4
    options: reinforcements=True, eliminated_tokens="removed"
TW-M6: and a Frigate that goes in place of its ship
    before: lane 3/3 | foe lane 3/3 Frigate | foe credits 3 | foe gone Sentinel
    play:   {FIGHT}; use Frigate
    after:  foe credits 0 | foe lane 3/3 | foe gone Sentinel, Frigate | point discard
    dice:   5 4
    options: reinforcements=True, eliminated_tokens="removed"
TW-M6: none of them can be sent again
    before: credits 21 | lane 1/1 | gone Sentinel, Cruiser, Destroyer | foe gone Gunship | point configure
    legal:  reinforce lane 1 with Gunship; reinforce lane 1 with Frigate; done
    options: reinforcements=True, eliminated_tokens="removed"
TW-M6, not: the token of a destroyed ship
    before: lane 3/3 | foe lane 3/3 Gunship
    play:   {FIGHT}
    after:  foe lane - | foe discard S2, W3, C3 | point discard
    dice:   5 4
    options: reinforcements=True, eliminated_tokens="removed"
TW-M6, not: nor that of one taken apart
    before: credits 4 | lane 2/2, S1 2/3 Gunship | gone Cruiser
    play:   role Chancellor; decommission lane 2
    legal:  reinforce lane 1 with Sentinel; reinforce lane 1 with Gunship; reinforce lane 1 with Frigate
            reinforce lane 1 with Destroyer; done
    options: reinforcements=True, eliminated_tokens="removed"
TW-M7: to the last credit
    before: credits 2 | lane 3/3 Gunship | foe lane 3/3
    play:   {FIGHT}; use Gunship
    after:  credits 0 | foe lane - | foe discard S2, W3, C3 | point discard
    dice:   3 4
    options: reinforcements=True
TW-M7, not: without the credits
    before: credits 1 | lane 3/3 Gunship | foe lane 3/3
    play: {FIGHT}   after: point discard   dice: 3 4   options: reinforcements=True
""")


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_rule(row: Row) -> None:
    check(row)
