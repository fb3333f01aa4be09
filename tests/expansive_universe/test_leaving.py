"""Destroyed cards, players out of the game, the end (EU-10, EU-11)."""

from __future__ import annotations

import pytest

from tests.expansive_universe.scenario import check, position_of
from tests.expansive_universe.table import Table
from tests.scenarios import Row, rows

pytestmark = pytest.mark.rule

ROWS: list[Row] = rows("""
EU-10.5: with the alpha character its player is out, and the rest of the crew gives no points
    before: gold 2 | at Skull Landing
            crew Sector Marshal, Siege Walker, Hunter Chassis, Sentry Drone, Chain Raider, Clan Matriarch, Skull Hunter,
            Berserker, Duel Champion | foe crew Press Ganger + War Horn | third faction Robotocense
    play:   attack Skull Landing; pass; pass; destroy Warlord Gruda
    after:  gold 1 | points 4 | foe out | foe at - | foe crew - | foe fleet - | destroyed Press Ganger, War Horn
            aside Warlord Gruda, Black Tusk
EU-10.6: what texts gave to who is out is gone, while others still choose
    before: faction Wartribe | gold 2
            fleet Ironjaw at Core, War Ark at Core, Reaver Longship at Core, Trophy Galley at Core
            foe faction Galaxernment | foe at Barge of State | foe fleet Barge of State + Point Defence Grid at Core
            third faction Robotocense | third fleet Vector Interceptor at Core, Ram Skiff at Core
    play:   attack Core; entangle Barge of State
    after:  points 7 | foe out | foe at - | foe fleet - | destroyed Point Defence Grid
            aside Chancellor Ondra, Barge of State, Bulkhead One, Black Tusk | point loss | asked third
EU-10.6: also what they added to the total
    before: faction Wartribe | gold 2
            fleet Ironjaw at Core, War Ark at Core, Reaver Longship at Core, Trophy Galley at Core
            foe faction Galaxernment | foe at Barge of State | foe fleet Barge of State + Broadside Battery at Core
            third faction Robotocense | third fleet Vector Interceptor at Core, Ram Skiff at Core
    play:   attack Core; entangle Barge of State
    after:  points 7 | foe out | foe at - | foe fleet - | destroyed Broadside Battery
            aside Chancellor Ondra, Barge of State, Bulkhead One, Black Tusk | point loss | asked third
EU-10.6: and to resistances
    before: faction Wartribe | gold 2
            fleet Ironjaw at Core, War Ark at Core, Reaver Longship at Core, Trophy Galley at Core, Line Frigate at Core
            foe faction Galaxernment | foe at Barge of State | foe fleet Barge of State + Armoured Bulkheads at Core
            third faction Robotocense | third fleet Vector Interceptor at Core, Ram Skiff at Core
    play:   attack Core; entangle Barge of State
    after:  points 7 | foe out | foe at - | foe fleet - | destroyed Armoured Bulkheads
            aside Chancellor Ondra, Barge of State, Bulkhead One, Black Tusk | point loss | asked third
EU-10.6: whose waylaid cards are waylaid no more, while others still choose
    before: gold 2 | at Skull Landing
            crew Sector Marshal, Chain Raider, Clan Matriarch, Berserker, Duel Champion, Forge Smith, Veil Dancer,
            Storm Caller, Ember Adept | foe crew Skull Hunter | third faction Sorcerons | third at Skull Landing
            third crew War Drummer
    play:   attack Skull Landing; pass; entangle Veil Dancer; target Skull Hunter; pass; pass
    after:  gold 1 | points 4
            crew Sector Marshal, Chain Raider, Clan Matriarch, Berserker, Duel Champion, Forge Smith,
            Veil Dancer (entangled), Storm Caller, Ember Adept | foe out | foe at - | foe crew - | foe fleet -
            destroyed Skull Hunter | aside Warlord Gruda, Black Tusk | point loss | asked third
EU-10.6: nor are the maneuvers of a captive counted that is destroyed because its player is out
    before: gold 2 | at Skull Landing
            crew Sector Marshal, Chain Raider, Clan Matriarch, Berserker, Duel Champion, Forge Smith, Veil Dancer,
            Storm Caller, Ember Adept | foe crew Press Ganger | third faction Sorcerons | third at Skull Landing
            third crew War Drummer
    play:   attack Skull Landing; entangle Press Ganger; pass; pass; entangle Chain Raider; target Press Ganger; pass
            pass
    after:  gold 1 | points 4
            crew Sector Marshal, Chain Raider (entangled), Clan Matriarch, Berserker, Duel Champion, Forge Smith,
            Veil Dancer, Storm Caller, Ember Adept | foe out | foe at - | foe crew - | foe fleet -
            destroyed Press Ganger | aside Warlord Gruda, Black Tusk | point loss | asked third
EU-10.5: with the alpha character lost aboard a spaceship, that goes too
    before: gold 2
            fleet Accord Dreadnought at Core, Ironjaw at Core, War Ark at Core, Reaver Longship at Core,
            Trophy Galley at Core, Ram Skiff at Core, Line Frigate at Core | foe at Black Tusk
            foe fleet Black Tusk at Core | third faction Robotocense
            third fleet Vector Interceptor at Core, Peacekeeper at Core
    play:   attack Core; destroy Warlord Gruda
    after:  gold 1 | points 4 | foe out | foe at - | foe fleet -
            aside Warlord Gruda, Barge of State, Black Tusk, Bulkhead One | point loss | asked third
EU-10.1: 3 points for a spaceship, 4 for a character, no less for alphas
    before: faction Wartribe | gold 2
            fleet Ironjaw at Core, War Ark at Core, Reaver Longship at Core, Trophy Galley at Core
            foe faction Galaxernment | foe at Barge of State | foe fleet Barge of State at Core | third gold 0
    play:   attack Core
    after:  points 7 | foe out | foe at - | foe fleet - | aside Chancellor Ondra, Barge of State, Black Tusk
EU-10.1: in the turn of another
    before: gold 2 | fleet Barge of State, Ram Skiff at Core | foe fleet Ironjaw at Core | foe points 2
    play: attack Core   after: gold 1 | fleet Barge of State | foe points 5 | destroyed Ram Skiff
EU-10.2: what is on a destroyed card is destroyed, without points
    before: gold 2 | fleet Accord Dreadnought at Core | foe fleet Ram Skiff + Spiked Hull + Fire Pots at Core
    play: attack Core; pass   after: gold 1 | points 3 | foe fleet - | destroyed Ram Skiff, Fire Pots, Spiked Hull
EU-10.2: a captive is not
    before: faction Wartribe | gold 1 | at Assembly Plaza | crew Skull Hunter, Berserker | foe faction Galaxernment
            foe crew Ember Adept + Riot Shield holding you War Drummer + War Horn | third faction Sorcerons
    play:   attack Assembly Plaza; pass; pass
    after:  points 4 | crew War Drummer + War Horn, Berserker, Skull Hunter | foe crew -
            destroyed Ember Adept, Riot Shield
EU-10.3: with the crew token the whole crew is destroyed
    before: faction Wartribe | gold 2
            fleet Ironjaw at Core, War Ark at Core, Reaver Longship at Core, Trophy Galley at Core
            foe faction Galaxernment | foe at Customs Cutter | foe crew Senate Envoy + Stun Baton
            foe fleet Customs Cutter at Core, Barge of State | third gold 0
    play:   attack Core; destroy Customs Cutter
    after:  points 11 | foe out | foe at - | foe crew - | foe fleet -
            destroyed Senate Envoy, Customs Cutter, Stun Baton | aside Chancellor Ondra, Barge of State, Black Tusk
EU-10.4: starters are laid aside
    before: gold 2 | fleet Accord Dreadnought at Core, Line Frigate at Core, Peacekeeper at Core, Ironjaw at Core
            foe fleet Black Tusk at Core
    play: attack Core   after: gold 1 | points 3 | foe fleet - | aside Barge of State, Black Tusk
EU-10.6: what becomes of the things of who is out
    before: faction Wartribe | gold 2
            fleet Ironjaw at Core, War Ark at Core, Reaver Longship at Core, Trophy Galley at Core
            foe faction Galaxernment | foe gold 7 | foe points 3 | foe at Barge of State
            foe crew Press Ganger + Stun Baton holding you Chain Raider
            foe fleet Barge of State at Core, Customs Cutter + Fire Pots at Kharg | foe row Assembly Plaza, Tax Office
            third crew Skull Hunter holding foe Navy Ace + Riot Shield | tokens Tax Office you, Skull Landing foe
    play:   attack Core; destroy Press Ganger; destroy Barge of State
    after:  points 11 | crew Chain Raider | foe gold 0 | foe out | foe at - | foe crew - | foe fleet -
            third crew Skull Hunter
            destroyed Navy Ace, Press Ganger, Customs Cutter, Stun Baton, Riot Shield, Fire Pots
            aside Chancellor Ondra, Barge of State, Black Tusk
EU-10.7: the last one left has won
    before: faction Wartribe | gold 2
            fleet Ironjaw at Core, War Ark at Core, Reaver Longship at Core, Trophy Galley at Core
            foe faction Galaxernment | foe points 19 | foe at Barge of State | foe fleet Barge of State at Core
    play:   attack Core
    after:  points 7 | foe out | foe at - | foe fleet - | aside Chancellor Ondra, Barge of State, Black Tusk
            point over | result you
EU-11.1: the cards slide towards slot 0
    before: gold 5 | line up -, Ram Skiff, -, Navy Ace, War Horn, Tax Office
    play: end turn   after: turn foe | asked foe | foe gold 2 | line up drawn
EU-11.2: who went out in the own turn leaves a line-up that is filled
    before: gold 2 | at Barge of State | fleet Barge of State at Core | line up Press Ganger
            foe fleet Ironjaw at Core, War Ark at Core, Reaver Longship at Core, Trophy Galley at Core | third gold 0
    play:   attack Core
    after:  gold 0 | out | at - | fleet - | foe points 7 | foe gold 3 | line up drawn | turn foe | asked foe
            aside Chancellor Ondra, Barge of State, Black Tusk
EU-11.7: also as the turn of a player ends who went out in it
    before: gold 2 | at Barge of State | fleet Barge of State at Core
            line up Press Ganger, Navy Ace, Tax Office, War Horn, Ram Skiff, Skull Hunter
            foe fleet Ironjaw at Core, War Ark at Core, Reaver Longship at Core, Trophy Galley at Core | third gold 0
    play:   attack Core
    after:  gold 0 | out | at - | fleet - | foe points 7 | foe gold 3 | line up drawn | turn foe | asked foe
            aside Chancellor Ondra, Barge of State, Black Tusk | destroyed Press Ganger
EU-11.3: a point for being alone on the Core
    before: gold 1 | fleet Barge of State at Core | line up Navy Ace
    play: end turn   after: points 1 | turn foe | asked foe | foe gold 2 | line up drawn
EU-11.3, not: with another there
    before: gold 1 | fleet Barge of State at Core | third fleet Bulkhead One at Core | line up Navy Ace
    play: end turn   after: turn foe | asked foe | foe gold 2 | line up drawn
EU-11.3: more by the Core
    before: core #4 | gold 1 | fleet Barge of State at Core | line up Navy Ace
    play: end turn   after: points 2 | turn foe | asked foe | foe gold 2 | line up drawn
EU-11.4: 20 points at the end of the own turn win
    before: gold 1 | points 19 | fleet Barge of State at Core | line up Navy Ace
    play: end turn   after: points 20 | line up drawn | point over | result you
EU-11.4, not: of who went out in the own turn
    before: gold 2 | points 20 | at Barge of State | fleet Barge of State at Core | line up Press Ganger
            foe fleet Ironjaw at Core, War Ark at Core, Reaver Longship at Core, Trophy Galley at Core | third gold 0
    play:   attack Core
    after:  gold 0 | out | at - | fleet - | foe points 7 | foe gold 3 | line up drawn | turn foe | asked foe
            aside Chancellor Ondra, Barge of State, Black Tusk
EU-11.4, not: 19
    before: gold 1 | points 19 | line up Navy Ace
    play: end turn   after: turn foe | asked foe | foe gold 2 | line up drawn
EU-11.4, not: of another
    before: gold 1 | foe points 25 | line up Navy Ace
    play: end turn   after: turn foe | asked foe | foe gold 2 | line up drawn
EU-11.6: a round begins when the turn comes to who began
    before: turn third | third gold 1 | line up Navy Ace
    play: end turn   after: round 3 | turn you | asked you | gold 3 | line up drawn
EU-11.6: or passes over that seat
    before: turn third | starter you | out | foe gold 0 | third gold 1 | line up Navy Ace
    play: end turn   after: round 3 | turn foe | asked foe | foe gold 2 | line up drawn
""")


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_rules(row: Row) -> None:
    check(row)


def test_eu_11_5_nothing_is_left_of_the_turn_of_who_goes_out_at_the_very_end() -> None:
    """The last turn of the last round ends because its player is out: the game is over as after any other turn."""
    position = position_of(
        "round 40 | starter foe | gold 2 | at Barge of State | fleet Barge of State at Core | line up Press Ganger"
        " | foe fleet Ironjaw at Core, War Ark at Core, Reaver Longship at Core, Trophy Galley at Core | third gold 0"
    )
    table = Table(position)
    table.do("attack Core")
    assert table.decision == {"type": "over", "winner": None}
    assert table.game.from_position(table.position()).tobytes() == table.batch.states.tobytes()
