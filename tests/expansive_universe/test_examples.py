"""Ten whole examples: battles, missions, captives, each from the first action to the last."""

from __future__ import annotations

import pytest

from tests.expansive_universe.scenario import check
from tests.scenarios import Row, rows

pytestmark = pytest.mark.rule

ROWS: list[Row] = rows("""
A battle at a location
    before: faction Wartribe | gold 5 | at Assembly Plaza | crew Berserker, Chain Raider, Press Ganger
            foe faction Galaxernment | foe crew Sector Marshal, Customs Inspector
    play:   attack Assembly Plaza; entangle Chancellor Ondra; target Press Ganger; entangle Berserker
            entangle Sector Marshal; target Chain Raider; entangle Warlord Gruda; pass; destroy Customs Inspector
    after:  points 4 | foe crew Sector Marshal | destroyed Customs Inspector
A battle in space
    before: faction Robotocense | gold 2
            fleet Lattice Cruiser + Coil Cannon at Core, Vector Interceptor + Decoy Beacons at Core,
            Swarm Carrier at Core | foe faction Sorcerons | foe fleet Starwitch + Spell Lens at Core, Ram Skiff at Core
            third faction Wartribe
    play:   attack Core; entangle Starwitch; target Robotocense; entangle Lattice Cruiser; entangle Vector Interceptor
            destroy Ram Skiff
    after:  gold 1 | points 3 | foe fleet Starwitch + Spell Lens at Core | destroyed Ram Skiff
A battle in space, the difference covered
    before: faction Robotocense | gold 2 | fleet Ram Skiff + Decoy Beacons at Core, Swarm Carrier at Core
            foe faction Sorcerons | foe fleet Starwitch at Core, Obsidian Spire at Core, Drift Sail at Core
            third faction Wartribe
    play: attack Core; entangle Ram Skiff   after: gold 1
A mission on an enemy location: too little gold to land
    before: faction Robotocense | gold 5 | at Bulkhead One | crew Senate Envoy, Survey Scientist
            fleet Bulkhead One at Concordia | foe faction Galaxernment | foe gold 3
    legal:  end turn; fly Bulkhead One to Core; attack Concordia
A mission on an enemy location
    before: faction Robotocense | gold 7 | at Bulkhead One | crew Senate Envoy, Survey Scientist
            fleet Bulkhead One at Concordia | foe faction Galaxernment | foe gold 3 | line up Navy Ace
    play:   move crew to Assembly Plaza; mission; pass
    after:  gold 0 | points 5 | at Assembly Plaza | foe gold 8 | tokens Assembly Plaza you
A mission on an enemy location: once more
    before: faction Robotocense | gold 1 | at Assembly Plaza | crew Senate Envoy, Survey Scientist
            fleet Bulkhead One at Concordia | foe faction Galaxernment | tokens Assembly Plaza you | line up Navy Ace
    play: mission; fly Bulkhead One to Core   after: gold 0 | fleet Bulkhead One at Core
A mission at home
    before: faction Wartribe | gold 2 | crew Chain Raider, War Drummer, Forge Smith | foe faction Galaxernment
            foe gold 3
    play: mission; target Galaxernment   after: gold 2 | points 2 | foe gold 2
A mission at home: no second
    before: faction Wartribe | gold 2 | crew Chain Raider, War Drummer, Forge Smith | foe faction Galaxernment
            foe gold 3
    play: mission   legal: end turn; fly Black Tusk to Core; move crew to Black Tusk
Capture
    before: faction Wartribe | gold 5 | crew Press Ganger | foe faction Galaxernment | foe at Skull Landing
            foe crew Sector Marshal + Stun Baton
    play:   attack Skull Landing; entangle Chancellor Ondra; target Warlord Gruda; entangle Press Ganger
            target Sector Marshal
    after:  crew Press Ganger holding foe Sector Marshal + Stun Baton | foe crew -
Capture and return
    before: faction Wartribe | turn foe | crew Press Ganger holding foe Sector Marshal + Stun Baton
            foe faction Galaxernment | foe gold 2 | foe at Skull Landing
            foe crew Siege Walker, Sentry Drone, Berserker | third faction Robotocense
    play:   attack Skull Landing; entangle Berserker; entangle Siege Walker; pass; destroy Press Ganger
    after:  crew - | foe gold 1 | foe points 4
            foe crew Sector Marshal + Stun Baton, Siege Walker, Sentry Drone, Berserker | destroyed Press Ganger
Resistance
    before: faction Robotocense | gold 3 | at Assembly Plaza | crew Siege Walker, Hunter Chassis, Sentry Drone
            foe faction Galaxernment | foe crew Senate Envoy, Survey Scientist, Ember Adept | third faction Sorcerons
    play:   attack Assembly Plaza; pass; entangle Siege Walker; pass; entangle Prime Compiler; pass; pass; pass
            destroy Ember Adept
    after:  gold 2 | points 4 | foe crew Senate Envoy, Survey Scientist | destroyed Ember Adept
Resistance, guarded
    before: faction Robotocense | gold 3 | at Assembly Plaza | crew Siege Walker, Hunter Chassis, Sentry Drone
            foe faction Galaxernment | foe crew Senate Envoy, Survey Scientist, Ember Adept | third faction Sorcerons
    play:   attack Assembly Plaza; entangle Survey Scientist; entangle Siege Walker; pass; entangle Prime Compiler; pass
            pass; pass; destroy Ember Adept
    after:  gold 2 | points 4 | foe crew Senate Envoy, Survey Scientist | destroyed Ember Adept
Resistance, guarded enough
    before: faction Robotocense | gold 3 | at Assembly Plaza | crew Siege Walker, Hunter Chassis, Sentry Drone
            foe faction Galaxernment | foe crew Senate Envoy, Survey Scientist, Ember Adept | third faction Sorcerons
    play: attack Assembly Plaza; entangle Survey Scientist; entangle Siege Walker; pass; pass   after: gold 2
Waylay, withdraw, straighten
    before: faction Sorcerons | turn foe | crew Gate Keeper | foe faction Robotocense | foe gold 3
            foe at Circle of Stones | foe crew Siege Walker, Hunter Chassis
    play:   attack Circle of Stones; entangle Archmage Sel; target Hunter Chassis; entangle Siege Walker
            entangle Gate Keeper; target Archmage Sel; entangle Prime Compiler; target Siege Walker
            entangle Siege Walker
    after:  foe gold 2
Down with the ship
    before: turn foe | at Barge of State | crew Fleet Quartermaster | fleet Barge of State at Core
            foe faction Robotocense | foe gold 2
            foe fleet Ironjaw + Broadside Battery at Core, War Ark at Core, Reaver Longship at Core,
            Lattice Cruiser at Core | third faction Wartribe | third out
    play:   attack Core; entangle Ironjaw; destroy Fleet Quartermaster; destroy Barge of State
    after:  out | at - | crew - | fleet - | foe gold 1 | foe points 11 | destroyed Fleet Quartermaster
            aside Chancellor Ondra, Warlord Gruda, Barge of State, Bulkhead One, Black Tusk | point over | result foe
Three players
    before: faction Wartribe | gold 2 | fleet Ironjaw at Core, Ram Skiff at Core | foe faction Galaxernment
            foe fleet Customs Cutter at Core, Vector Interceptor at Core | third faction Sorcerons
            third fleet Starwitch at Core, Obsidian Spire at Core | fourth faction Robotocense
    play:   attack Core; destroy Vector Interceptor
    after:  points 3 | foe fleet Customs Cutter at Core | destroyed Vector Interceptor
Gain control
    before: faction Sorcerons | gold 2 | at Assembly Plaza | crew Mind Binder | foe faction Galaxernment
            foe crew Provost Captain + Service Carbine, Survey Scientist
    play:   attack Assembly Plaza; pass; entangle Mind Binder; target Provost Captain; pass; pass
    after:  gold 1 | crew Provost Captain + Service Carbine, Mind Binder | foe crew Survey Scientist
The line-up
    before: gold 4 | line up Ram Skiff, Navy Ace, War Horn, Tax Office, Stun Baton, Ironjaw
    play:   buy slot 1; buy slot 3
    after:  gold 0 | row Assembly Plaza, Tax Office | crew Navy Ace
            line up Ram Skiff, -, War Horn, -, Stun Baton, Ironjaw
The line-up, haggling
    before: faction Robotocense | gold 4 | line up Ram Skiff, Navy Ace, War Horn, Tax Office, Stun Baton, Ironjaw
            third faction Wartribe
    play:   buy slot 1; buy slot 3
    after:  gold 1 | row Boot Terrace, Tax Office | crew Navy Ace
            line up Ram Skiff, -, War Horn, -, Stun Baton, Ironjaw
""")


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_rules(row: Row) -> None:
    check(row)
