"""Words, the turn, buying, configuring, unlocking (TW-0, TW-2, TW-B, TW-F, TW-U)."""

from __future__ import annotations

import pytest

from tests.scenarios import Row, rows
from tests.tradeworlds.scenario import check, position_of
from tests.tradeworlds.table import Table

pytestmark = pytest.mark.rule

ROWS: list[Row] = rows("""
TW-0.2: Firepower and Resistance within the Capacity
    before: point configure | level 1 | hand S1, W3, C2, C3   legal: configure Starship 1 + Weapon 3 + Crew 2; done
TW-0.3: a new ship takes the lowest empty place
    before: point configure | level 4 | lane 1/1, -, 1/1 | hand S1, W1, C1, S5
    play: configure Starship 1 + Weapon 1 + Crew 1   after: lane 1/1, 1/1, 1/1 | hand S5 | point discard
TW-0.3, not: places do not close up
    before: lane 1/1, 2/2, 1/1
    play:   role Chancellor; decommission lane 1
    after:  lane -, 2/2, 1/1 | credits 3 | discard S1, W1, C1 | point discard
TW-0.5: a banked card is worth its Trade Value, without end
    before: scenario Space Wars | credits 250 | faction Brethren | hand C5, S1
    play: role Treasurer; bank Crew 5; done   after: credits 255 | hand S1 | discard C5 | point discard
TW-0.6: a round begins with the turn of a starting player who is out
    before: point discard | starter foe | foe out | third hand S1
    play: done   after: round 2 | turn third | asked third | point role
TW-0.6, not: with the turn of another
    before: point discard | starter third | foe hand S1 | third hand S1
    play: done   after: turn foe | asked foe | point role
TW-0.7: abilities work by themselves
    before: faction Covenant | hand C5, S1
    play: role Treasurer; bank Crew 5; done   after: credits 10 | level 1 | hand S1 | discard C5 | point discard
TW-2.1: Action, Buy, Configure, Discard, then the draw
    before: hand S1 | deck C1, C2 | foe hand S1 | tops S3, -, -, -
    play: role Trader; done   after: hand S1, C1, C2 | deck - | point discard
TW-2.2: any Role that is legal
    before: hand S1 | lane 1/1 | foe hand S1
    legal:  role Chancellor; role Treasurer; role Admiral; role Saboteur; role Mechanic; role Smuggler; role Trader
TW-2.2, not: what has nothing to work with
    before: hand S1, W2, C3 | foe hand - | foe deck S1   legal: role Treasurer; role Mechanic; role Trader
TW-2.2: where only Trader is legal it is taken
    before: hand - | deck C1, C2 | foe hand S1 | point discard | turn foe | asked foe
    play: done   after: round 2 | turn you | asked you | point role
TW-2.3: any cards are discarded
    before: point discard | hand S1, W1, 2x C1 | foe hand S1
    play: discard Crew 1; discard Starship 1   after: hand W1, C1 | discard S1, C1
TW-2.4: draw up to five
    before: point discard | hand S1, W1 | deck C1, C2, C3
    play: done   after: hand S1, W1, C1, C2, C3 | deck - | turn foe | asked foe | point role
TW-2.4, not: with five or more none
    before: point discard | hand 2x S1, W1, 2x C1, W2 | deck C1, C2, C3
    play: done   after: turn foe | asked foe | point role
TW-2.5: the discard pile becomes the deck when a card is due
    before: point discard | hand S1 | deck C1 | discard C2, C3, W1
    play: done   after: hand S1, C1, C2, C3, W1 | known S1, C1 | deck - | discard - | turn foe | asked foe | point role
TW-2.5, not: before a card is due
    before: point discard | hand S1, S2, S3, S4 | deck C1 | discard C2, C3, W1
    play: done   after: hand S1, S2, S3, S4, C1 | deck - | turn foe | asked foe | point role
TW-2.5, not: with both empty there is no more to draw
    before: point discard | hand S1 | deck C1
    play: done   after: hand S1, C1 | deck - | turn foe | asked foe | point role
TW-2.6: nothing need be discarded, the hand is filled all the same
    before: point discard | hand S1, W1 | discard C1
    play: done   after: hand S1, W1, C1 | known S1, W1 | discard - | turn foe | asked foe | point role
# ── Buying ──
TW-B1: what is bought and what was spent is discarded, the rest stays
    before: point buy | hand W3, C1 | tops -, W3, -, -
    play: buy Weapon 3; spend Weapon 3   after: hand C1 | discard 2x W3 | tops - | point discard
TW-B2: the next card turns up and can be bought too
    before: point buy | hand C1, C2, S5 | tops -, W1, -, - | under W2
    play:   buy Weapon 1; spend Crew 1; buy Weapon 2; spend Crew 2
    after:  hand S5 | discard W1, W2, C1, C2 | tops - | under - | point discard
TW-B2, not: other players' cards
    before: point buy | hand C1, C2 | tops -, W1, -, - | under W2 | foe tops S1, W3, C1, -   legal: buy Weapon 1; done
TW-B3: whatever change and the whole hand can pay is for sale
    before: point buy | hand C1, C2 | change 1 | tops S3, W5, C4, Overcharged Coils
    legal:  buy Starship 3; buy Crew 4; buy Overcharged Coils; done
TW-B3: what is paid beyond the price buys more
    before: point buy | hand W5, S1 | tops S2, W3, -, -
    play: buy Weapon 3; spend Weapon 5; buy Starship 2   after: hand S1 | discard S2, W3, W5 | tops - | point discard
TW-B3, not: change is lost at the end
    before: point buy | hand W5, S1, C2 | tops S3, W3, -, -
    play: buy Weapon 3; spend Weapon 5; done   after: hand S1, C2 | discard W3, W5 | tops S3, -, -, - | point discard
TW-B4: a purchase lapses when the hand runs out, and what was spent is change
    before: point pay | buying W5 | hand S1, W1 | tops -, W5, C2, -
    play: spend Starship 1; buy Crew 2   after: hand S1, W1, C2 | tops -, W5, -, - | turn foe | asked foe | point role
TW-B5: an empty pile sells nothing
    before: point buy | hand S5, W5, C5 | tops -, -, C2, -   legal: buy Crew 2; done
# ── Configuring ──
TW-F1: three cards of the hand become a ship
    before: point configure | level 1 | hand S5, W5, C4, C1
    play: configure Starship 5 + Weapon 5 + Crew 4   after: lane 5/4 | hand C1 | point discard
TW-F2: several in a turn, as long as places are unlocked
    before: point configure | faction Brethren | level 2 | hand S1, W1, C1, S2, W2, C2, C3
    play:   configure Starship 1 + Weapon 1 + Crew 1; configure Starship 2 + Weapon 2 + Crew 2
    after:  lane 1/1, S2 2/2 | hand C3 | point discard
TW-F2, not: without an unlocked place
    before: hand S1, W1, C1 | lane 1/1 | level 1 | foe hand S1 | deck C2, C3
    play: role Trader   after: hand S1, W1, C1, C2, C3 | deck - | point discard
TW-F3: Acolytes add Weapons within the Capacity
    before: point configure | level 1 | hand S5, 2x W3, W2, W5, C2
    play: configure Starship 5 + Weapon 3 + Crew 2   legal: fit Weapon 2; fit Weapon 3; done
TW-F3: one at a time, as long as another fits
    before: point configure | level 1 | hand S5, W1, 2x W2, W5, C1
    play:   configure Starship 5 + Weapon 1 + Crew 1; fit Weapon 2; fit Weapon 2
    after:  lane S5 1+2+2/1 | hand W5 | point discard
TW-F3, not: other Factions
    before: point configure | faction Destined | level 1 | hand S5, 2x W3, W2, C2
    play: configure Starship 5 + Weapon 3 + Crew 2   after: lane S5 3/2 | hand W3, W2 | point discard
TW-F4: a new ship defends at once
    before: point configure | level 1 | hand S1, W1, C1, S5 | foe lane 1/1
    play: configure Starship 1 + Weapon 1 + Crew 1; done; role Admiral   legal: send lane 1; done
TW-F5: ships can't be taken back
    before: point configure | level 2 | lane 1/1 | hand S1, W2, C1
    legal:  configure Starship 1 + Weapon 2 + Crew 1; done
# ── Unlocking ──
TW-U2: nothing is paid for a level
    before: credits 9 | hand S1, W1, C4
    play: role Treasurer; bank Weapon 1; done   after: credits 10 | level 1 | hand S1, C4 | discard W1 | point discard
TW-U3: a level reached lets a ship be configured in the same turn
    before: credits 9 | hand S1, W1, C1, W2, S2
    play:   role Treasurer; bank Weapon 2; done; configure Starship 1 + Weapon 1 + Crew 1
    after:  credits 11 | level 1 | hand S2 | discard W2 | lane 1/1 | point discard
TW-U3: it never falls, whatever is spent
    before: credits 12 | lane 1/1
    play: reinforce lane 1 with Gunship   after: credits 2 | lane 1/1 Gunship   options: reinforcements=True
""")


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_rule(row: Row) -> None:
    check(row)


STEPS = {
    "Trade Wars": [(10, 25, 45, 70), (5, 15, 30, 50)],
    "Space Wars": [(10, 30, 60, 100), (5, 20, 45, 80)],
    "The Derelict": [(15, 35, 60, 90), (10, 25, 45, 70)],
}


@pytest.mark.parametrize("scenario", STEPS)
def test_tw_u1_the_level_is_how_many_thresholds_are_reached(scenario: str) -> None:
    """One credit below and just there, for Brethren and for others."""
    for faction, steps in zip(("Acolytes", "Brethren"), STEPS[scenario], strict=True):
        for level, step in enumerate(steps, 1):
            for credits in (step - 1, step):
                before = f"credits {credits - 1} | faction {faction} | hand S1, W5, W1 | scenario {scenario}"
                table = Table(position_of(before), scenario=scenario)
                table.do("role Treasurer", "bank Starship 1", "done")
                assert table.you["treasury"] == credits
                assert table.you["unlocked"] == level - (credits < step), (faction, step)
