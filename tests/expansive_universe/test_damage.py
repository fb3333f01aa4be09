"""Damage resolution (EU-9)."""

from __future__ import annotations

import pytest

from tests.expansive_universe.scenario import check
from tests.scenarios import Row, rows

pytestmark = pytest.mark.rule

ROWS: list[Row] = rows("""
EU-9.1: captives do not count
    before: faction Wartribe | gold 1 | at Assembly Plaza | crew Chain Raider holding foe Sector Marshal, Skull Hunter
            foe faction Galaxernment | foe crew Berserker
    play: attack Assembly Plaza; pass; pass   after: points 4 | foe crew - | destroyed Berserker
EU-9.1: entangled cards count
    before: gold 3 | fleet Line Frigate + Blockade Net at Core
            foe fleet Ironjaw + Spiked Hull at Core, Reaver Longship at Core
    play: attack Core; pass; entangle Line Frigate; target Ironjaw   after: gold 2
EU-9.2: the loser chooses cards
    before: gold 2 | fleet Accord Dreadnought at Core, Peacekeeper at Core, Ironjaw at Core, War Ark at Core
            foe fleet Line Frigate at Core, Ram Skiff at Core
    play: attack Core   legal: destroy Line Frigate; destroy Ram Skiff
EU-9.2: one after the other until they make up the difference
    before: gold 2 | fleet Accord Dreadnought at Core, Peacekeeper at Core, Ironjaw at Core, War Ark at Core
            foe fleet Line Frigate at Core, Ram Skiff at Core
    play: attack Core; destroy Ram Skiff   after: gold 1 | points 6 | foe fleet - | destroyed Line Frigate, Ram Skiff
EU-9.3: no more than that
    before: gold 2 | fleet Accord Dreadnought at Core, Peacekeeper at Core, Ironjaw at Core, War Ark at Core
            foe fleet Line Frigate at Core, Ram Skiff at Core
    play:   attack Core; destroy Line Frigate
    after:  gold 1 | points 3 | foe fleet Ram Skiff at Core | destroyed Line Frigate
EU-9.2: what texts cover lowers the difference
    before: gold 2 | fleet Line Frigate + Point Defence Grid at Core, Ram Skiff at Core
            foe fleet Trophy Galley at Core, Ironjaw at Core, War Ark at Core
    play: attack Core; entangle Line Frigate   after: gold 1
EU-9.2, not: declined
    before: gold 2 | fleet Line Frigate + Point Defence Grid at Core, Ram Skiff at Core
            foe fleet Trophy Galley at Core, Ironjaw at Core, War Ark at Core
    play:   attack Core; pass
    after:  gold 1 | fleet Line Frigate + Point Defence Grid at Core | foe points 3 | destroyed Ram Skiff
EU-9.3: losers choose in the order of maneuvers
    before: gold 2 | fleet Accord Dreadnought at Core, Peacekeeper at Core, Ironjaw at Core, War Ark at Core
            foe fleet Customs Cutter at Core, Ram Skiff at Core
            third fleet Line Frigate at Core, Reaver Longship at Core
    play: attack Core   legal: destroy Customs Cutter; destroy Ram Skiff
EU-9.3: then the next
    before: gold 2 | fleet Accord Dreadnought at Core, Peacekeeper at Core, Ironjaw at Core, War Ark at Core
            foe fleet Customs Cutter at Core, Ram Skiff at Core
            third fleet Line Frigate at Core, Reaver Longship at Core
    play:   attack Core; destroy Customs Cutter
    after:  gold 1 | points 3 | asked third | point loss | foe fleet Ram Skiff at Core | destroyed Customs Cutter
EU-9.3: then the next, whatever the one before lost too much
    before: gold 2 | fleet Accord Dreadnought at Core, Peacekeeper at Core, Ironjaw at Core, War Ark at Core
            foe fleet Customs Cutter at Core, Ram Skiff at Core
            third fleet Line Frigate at Core, Reaver Longship at Core
    play:   attack Core; destroy Ram Skiff; destroy Customs Cutter
    after:  gold 1 | points 6 | asked third | point loss | foe fleet - | destroyed Customs Cutter, Ram Skiff
EU-9.3: nothing is owed if nothing more can be chosen
    before: gold 2 | fleet Accord Dreadnought at Core, Peacekeeper at Core, Ironjaw at Core
            foe fleet Line Frigate at Core, Ram Skiff at Core
    play: attack Core   after: gold 1 | points 3 | foe fleet Line Frigate at Core | destroyed Ram Skiff
EU-9.4: resistance equal to the difference does not protect
    before: gold 2 | fleet Accord Dreadnought at Core, Line Frigate at Core | foe fleet Vector Interceptor at Core
            third faction Robotocense
    play: attack Core   after: gold 1 | points 3 | foe fleet - | destroyed Vector Interceptor
EU-9.4: a greater one does
    before: gold 2 | fleet Peacekeeper at Core, Line Frigate at Core | foe fleet Vector Interceptor at Core
            third faction Robotocense
    play: attack Core   after: gold 1
EU-9.4: guard raises it
    before: faction Wartribe | gold 2 | fleet Ironjaw at Core | foe faction Galaxernment
            foe fleet Ram Skiff + Armoured Bulkheads at Core
    play: attack Core; pass   after: gold 2 | points 3 | foe fleet - | destroyed Ram Skiff, Armoured Bulkheads
EU-9.4: guard and cover together
    before: faction Wartribe | gold 2 | fleet Ironjaw at Core | foe faction Galaxernment
            foe fleet Ram Skiff + Armoured Bulkheads at Core
    play:   attack Core; entangle Ram Skiff
    after:  gold 2 | points 3 | foe fleet - | destroyed Ram Skiff, Armoured Bulkheads
EU-9.5: a tie for the largest total
    before: gold 2 | fleet Ram Skiff at Core | foe fleet Reaver Longship at Core   play: attack Core   after: gold 1
EU-9.5: with the attacker among them, it destroys
    before: gold 2 | fleet Accord Dreadnought at Core | foe fleet Ironjaw at Core | third fleet Ram Skiff at Core
    play: attack Core   after: gold 1 | points 3 | third fleet - | destroyed Ram Skiff
EU-9.5: without, the first clockwise from the attacker
    before: gold 2 | fleet Barge of State, Ram Skiff at Core | foe fleet Ironjaw at Core
            third fleet Accord Dreadnought at Core
    play: attack Core   after: gold 1 | fleet Barge of State | foe points 3 | destroyed Ram Skiff
EU-9.5, not: who takes no part, whatever the own planet adds
    before: faction Robotocense | gold 2 | fleet Ram Skiff at Concordia, Bulkhead One | foe faction Galaxernment
            foe fleet Barge of State at Core | third faction Wartribe | third fleet Ironjaw at Concordia
    play: attack Concordia   after: gold 1 | fleet Bulkhead One | third points 3 | destroyed Ram Skiff
EU-9.6: all cards are straightened
    before: gold 3 | at Skull Landing | crew Sector Marshal | foe crew Press Ganger
    play: attack Skull Landing; pass; entangle Sector Marshal; target Press Ganger; pass   after: gold 2
EU-9.7: a waylaid spaceship takes its crew out of the battle
    before: faction Sorcerons | gold 2 | fleet Starwitch + Phase Veil at Core, Obsidian Spire at Core
            foe faction Galaxernment | foe at Barge of State | foe crew Navy Ace
            foe fleet Barge of State at Core, Ram Skiff at Core | third faction Wartribe
    play:   attack Core; entangle Starwitch; target Barge of State
    after:  gold 1 | points 3 | foe fleet Barge of State at Core | destroyed Ram Skiff
EU-9.7: nobody of it can be chosen
    before: faction Sorcerons | gold 2
            fleet Starwitch + Phase Veil at Core, Obsidian Spire at Core, Accord Dreadnought at Core
            foe faction Galaxernment | foe at Barge of State | foe crew Navy Ace
            foe fleet Barge of State at Core, Ram Skiff at Core | third faction Wartribe
    play:   attack Core; entangle Starwitch; target Barge of State
    after:  gold 1 | points 3 | foe fleet Barge of State at Core | destroyed Ram Skiff
EU-9.8: if one goes out, the others lose theirs all the same
    before: faction Wartribe | gold 2
            fleet Ironjaw at Core, War Ark at Core, Reaver Longship at Core, Trophy Galley at Core
            foe faction Galaxernment | foe at Barge of State | foe fleet Barge of State at Core
            third faction Robotocense | third fleet Vector Interceptor at Core
    play:   attack Core
    after:  points 10 | foe out | foe at - | foe fleet - | third fleet - | destroyed Vector Interceptor
            aside Chancellor Ondra, Barge of State, Bulkhead One, Black Tusk
""")


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_rules(row: Row) -> None:
    check(row)
