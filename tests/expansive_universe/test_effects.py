"""What texts of cards do in a battle, each word once (EU-8, EU-12)."""

from __future__ import annotations

import pytest

from tests.expansive_universe.scenario import check
from tests.scenarios import Row, rows

pytestmark = pytest.mark.rule

ROWS: list[Row] = rows("""
destroy: a spaceship that has maneuvered
    before: faction Wartribe | gold 1 | fleet Ironjaw + Fire Pots at Core | foe faction Galaxernment
            foe fleet Ram Skiff + Spiked Hull at Core, Accord Dreadnought + Broadside Battery at Core
    play:   attack Core; entangle Ram Skiff; entangle Ironjaw; target Ram Skiff
    after:  points 3 | bonus 1 | fleet Ironjaw + Fire Pots at Core (entangled) | foe bonus 2
            foe fleet Accord Dreadnought + Broadside Battery at Core | destroyed Ram Skiff, Spiked Hull | point maneuver
            asked foe
destroy: a card that has maneuvered
    before: faction Wartribe | gold 1 | at Assembly Plaza | crew Skull Hunter, Clan Matriarch | foe faction Galaxernment
            foe crew Survey Scientist, Navy Ace
    play:   attack Assembly Plaza; entangle Survey Scientist; entangle Skull Hunter; target Survey Scientist
    after:  points 4 | crew Clan Matriarch, Skull Hunter (entangled) | foe crew Navy Ace | foe guard 3
            destroyed Survey Scientist | point maneuver | asked foe
destroy, not: a spaceship with a crew
    before: faction Wartribe | gold 1 | fleet Ironjaw + Fire Pots at Core, Black Tusk + Spiked Hull at Core
            foe faction Galaxernment | foe at Ram Skiff | foe fleet Ram Skiff at Core, Accord Dreadnought at Core
    play:   attack Core; entangle Ironjaw
    after:  bonus 1 | fleet Black Tusk + Spiked Hull at Core, Ironjaw + Fire Pots at Core (entangled) | point maneuver
disarm, not: armaments that are not in the battle
    before: faction Robotocense | gold 2 | at Assembly Plaza | crew Hunter Chassis | foe faction Galaxernment
            foe fleet Barge of State + Blockade Net
    play:   attack Assembly Plaza; pass; entangle Hunter Chassis
    after:  gold 1 | bonus 1 | crew Hunter Chassis (entangled) | point maneuver | asked foe
boost: the number
    before: gold 3 | at Skull Landing | crew Fleet Quartermaster, Sector Marshal
    play:   attack Skull Landing; entangle Fleet Quartermaster
    after:  gold 2 | crew Sector Marshal, Fleet Quartermaster (entangled) | bonus 2 | point maneuver
boost per ally: the number for each other card, three at most
    before: faction Wartribe | foe faction Galaxernment | at Assembly Plaza
            crew War Drummer, Chain Raider, Berserker, Skull Hunter, Clan Matriarch
    play:   attack Assembly Plaza; pass; entangle War Drummer
    after:  crew Chain Raider, War Drummer (entangled), Berserker, Clan Matriarch, Skull Hunter | bonus 3
            point maneuver | asked foe
boost per ally: fewer
    before: faction Wartribe | foe faction Galaxernment | at Assembly Plaza | crew War Drummer
    play:   attack Assembly Plaza; pass; entangle War Drummer
    after:  crew War Drummer (entangled) | bonus 1 | point maneuver | asked foe
boost per ally, not: at none
    before: faction Wartribe | gold 1 | at Circle of Stones | crew War Drummer | foe faction Sorcerons
    play: attack Circle of Stones; entangle Archmage Sel; target Warlord Gruda   after: points 0
boost per hostile: the number for each hostile card
    before: faction Sorcerons | gold 2 | at Skull Landing | crew Ember Adept | foe crew Berserker | foe faction Wartribe
    play:   attack Skull Landing; entangle Ember Adept
    after:  gold 1 | bonus 2 | crew Ember Adept (entangled) | point maneuver
boost per hostile: three at most, of all opponents
    before: faction Sorcerons | gold 2 | at Skull Landing | crew Ember Adept | foe crew Berserker | foe faction Wartribe
            third at Skull Landing | third crew Senate Envoy
    play:   attack Skull Landing; pass; entangle Ember Adept
    after:  gold 1 | bonus 3 | crew Ember Adept (entangled) | point maneuver | asked third
boost per weapon: weapons on own cards
    before: faction Wartribe | foe faction Galaxernment | at Assembly Plaza
            crew Forge Smith + War Horn, Berserker + Bone Cleaver
    play:   attack Assembly Plaza; pass; entangle Forge Smith
    after:  crew Berserker + Bone Cleaver, Forge Smith + War Horn (entangled) | bonus 4 | point maneuver | asked foe
boost per weapon: three at most
    before: faction Wartribe | foe faction Galaxernment | at Assembly Plaza
            crew Forge Smith + Poisoned Dart + Weighted Net, Berserker + Bone Cleaver + Trophy Belt
    play:   attack Assembly Plaza; pass; entangle Forge Smith
    after:  crew Berserker + Bone Cleaver + Trophy Belt, Forge Smith + Weighted Net + Poisoned Dart (entangled)
            bonus 3 | point maneuver | asked foe
boost per weapon, not: without one
    before: faction Wartribe | foe faction Galaxernment | gold 1 | at Assembly Plaza | crew Forge Smith, Gate Keeper
            third faction Sorcerons
    play: attack Assembly Plaza; pass   legal: entangle Warlord Gruda; entangle Gate Keeper; pass
cover: the difference counts so much less
    before: gold 3 | at Skull Landing | crew Senate Envoy, Sector Marshal
    play:   attack Skull Landing; entangle Senate Envoy
    after:  gold 2 | crew Sector Marshal, Senate Envoy (entangled) | cover 3 | point maneuver
guard: so much more resistance
    before: gold 3 | at Skull Landing | crew Survey Scientist, Sector Marshal
    play:   attack Skull Landing; entangle Survey Scientist
    after:  gold 2 | crew Sector Marshal, Survey Scientist (entangled) | guard 3 | point maneuver
weaken: an opponent adds so much less
    before: gold 3 | at Skull Landing | crew Intelligence Agent, Sector Marshal
    play:   attack Skull Landing; entangle Intelligence Agent; target Wartribe
    after:  gold 2 | crew Sector Marshal, Intelligence Agent (entangled) | foe bonus -2 | point maneuver
weaken, not: an opponent whose total is 0
    before: faction Sorcerons | gold 3 | at Skull Landing | crew Hex Weaver + Ghost Lantern, Veil Dancer
            foe faction Robotocense | foe at Skull Landing | third faction Wartribe | third at Black Tusk
    play:   attack Skull Landing; pass; entangle Hex Weaver; target Robotocense
    after:  gold 2 | crew Veil Dancer, Hex Weaver + Ghost Lantern (entangled) | foe bonus -3 | point maneuver
            asked foe
steal: up to so much gold
    before: gold 3 | at Skull Landing | crew Customs Inspector, Sector Marshal | foe gold 1
    play:   attack Skull Landing; entangle Customs Inspector; target Wartribe
    after:  gold 3 | crew Sector Marshal, Customs Inspector (entangled) | foe gold 0 | point maneuver
steal, not: from who has none
    before: gold 3 | at Skull Landing | fleet - | crew Customs Inspector, Sector Marshal
    play: attack Skull Landing   legal: entangle Chancellor Ondra; entangle Sector Marshal; pass
entangle: a straightened hostile card with so much power
    before: gold 3 | at Skull Landing | foe crew Berserker, Chain Raider, War Drummer
    play:   attack Skull Landing; entangle War Drummer; entangle Chancellor Ondra
    legal:  target Warlord Gruda; target Chain Raider; pass
entangle: a spaceship in space, by its space value
    before: gold 3 | fleet Line Frigate + Blockade Net at Core
            foe fleet Ironjaw + Spiked Hull at Core, Ram Skiff at Core
    play: attack Core; pass; entangle Line Frigate; target Ironjaw   after: gold 2
straighten: an entangled card of yours, not the user
    before: gold 3 | at Skull Landing | crew Field Surgeon, Survey Scientist, Senate Envoy
    play:   attack Skull Landing; entangle Survey Scientist; entangle Field Surgeon; target Survey Scientist
    after:  gold 2 | crew Senate Envoy, Survey Scientist, Field Surgeon (entangled) | cover 2 | guard 3 | point maneuver
waylay: a hostile card with so much power
    before: faction Sorcerons | gold 3 | at Skull Landing | foe faction Wartribe | foe crew Berserker, Chain Raider
    play: attack Skull Landing; entangle Archmage Sel   legal: target Warlord Gruda; target Chain Raider; pass
waylay: out of the battle
    before: faction Sorcerons | gold 3 | at Skull Landing | crew Veil Dancer | foe faction Wartribe
            foe crew Berserker, Chain Raider
    play:   attack Skull Landing; pass; entangle Archmage Sel; target Chain Raider
    after:  gold 2 | foe crew Chain Raider (waylaid), Berserker | point maneuver
            crew Archmage Sel (entangled), Veil Dancer
withdraw: a card of yours that can maneuver, also the user
    before: faction Sorcerons | gold 3 | at Skull Landing | crew Gate Keeper, Ember Adept | foe faction Wartribe
            foe crew Berserker
    play:   attack Skull Landing; entangle Gate Keeper
    legal:  target Archmage Sel; target Gate Keeper; target Ember Adept; pass
capture: a hostile character with so much combat, no alpha
    before: faction Wartribe | at Assembly Plaza | crew Press Ganger | foe faction Galaxernment
            foe crew Sector Marshal, Navy Ace + Riot Shield, Siege Walker | third faction Robotocense
    play: attack Assembly Plaza; pass; entangle Press Ganger   legal: target Sector Marshal; target Navy Ace; pass
capture: it lies under its captor with its weapons
    before: faction Wartribe | at Assembly Plaza | crew Press Ganger | foe faction Galaxernment
            foe crew Sector Marshal, Navy Ace + Riot Shield
    play:   attack Assembly Plaza; pass; entangle Press Ganger; target Navy Ace
    after:  crew Press Ganger (entangled) holding foe Navy Ace + Riot Shield | foe crew Sector Marshal | point maneuver
            asked foe
capture, not: with a captive already
    before: faction Wartribe | gold 1 | at Assembly Plaza | crew Press Ganger holding foe Provost Captain
            foe faction Galaxernment | foe crew Customs Inspector
    play: attack Assembly Plaza; pass   legal: entangle Warlord Gruda; pass
gain character: it comes to your crew
    before: faction Sorcerons | gold 3 | at Assembly Plaza | crew Mind Binder | foe faction Galaxernment
            foe crew Provost Captain + Stun Baton, Sector Marshal
    play:   attack Assembly Plaza; pass; entangle Mind Binder; target Provost Captain
    after:  gold 2 | crew Provost Captain + Stun Baton, Mind Binder (entangled) | foe crew Sector Marshal
            point maneuver | asked foe
gain ship: no alpha, no spaceship with a crew
    before: faction Robotocense | gold 3 | fleet Swarm Carrier + Grapple Drones at Core | foe faction Galaxernment
            foe at Supply Tender
            foe fleet Barge of State at Core, Supply Tender at Core, Customs Cutter + Spiked Hull at Core,
            Line Frigate at Core | third faction Wartribe
    play: attack Core; pass; entangle Swarm Carrier   legal: target Customs Cutter; pass
gain ship: it stays where it is
    before: faction Robotocense | gold 3 | fleet Swarm Carrier + Grapple Drones at Core | foe faction Galaxernment
            foe fleet Customs Cutter + Blockade Net at Core
    play:   attack Core; pass; entangle Swarm Carrier; target Customs Cutter; pass
    after:  gold 2 | fleet Customs Cutter + Blockade Net at Core, Swarm Carrier + Grapple Drones at Core | foe fleet -
gain weapon: a weapon on a hostile card
    before: faction Robotocense | gold 3 | at Assembly Plaza | crew Override Daemon | foe faction Galaxernment
            foe crew Provost Captain + Stun Baton, Field Surgeon + Riot Shield
    play: attack Assembly Plaza; pass; entangle Override Daemon   legal: target Stun Baton; target Riot Shield; pass
gain weapon: it goes on the user, and can be used at once
    before: faction Robotocense | gold 3 | at Assembly Plaza | crew Override Daemon | foe faction Galaxernment
            foe crew Sector Marshal + Riot Shield
    play:   attack Assembly Plaza; pass; entangle Override Daemon; target Riot Shield
    after:  gold 2 | crew Override Daemon + Riot Shield (entangled) | foe crew Sector Marshal | bonus 1 | cover 2
            guard 2 | point maneuver | asked foe
destroy: a hostile card with so low an expire value
    before: faction Wartribe | gold 1 | at Assembly Plaza | crew Skull Hunter | foe faction Galaxernment
            foe crew Survey Scientist + Stun Baton, Navy Ace
    play:   attack Assembly Plaza; pass; entangle Skull Hunter; target Survey Scientist; pass; pass
    after:  points 4 | foe crew Navy Ace | destroyed Survey Scientist, Stun Baton
destroy: a spaceship, 3 points at once
    before: faction Wartribe | gold 1 | fleet Ironjaw + Fire Pots at Core | foe faction Galaxernment
            foe fleet Ram Skiff + Spiked Hull at Core, Accord Dreadnought at Core
    play:   attack Core; pass; entangle Ironjaw; target Ram Skiff
    after:  points 3 | foe fleet Accord Dreadnought at Core | destroyed Ram Skiff, Spiked Hull
disarm: a weapon or an armament on a hostile card
    before: faction Wartribe | gold 1 | fleet Ironjaw + Boarding Hooks at Core | foe faction Galaxernment
            foe fleet Peacekeeper at Core, Line Frigate at Core, Customs Cutter + Point Defence Grid at Core
            foe crew Sector Marshal + Riot Shield
    play:   attack Core; pass; entangle Ironjaw; target Point Defence Grid
    after:  foe fleet Customs Cutter at Core, Line Frigate at Core, Peacekeeper at Core | destroyed Point Defence Grid
disarm: a weapon of an alpha character too
    before: faction Robotocense | gold 2 | at Assembly Plaza | crew Hunter Chassis | foe faction Galaxernment
            foe crew Chancellor Ondra + Stun Baton
    play:   attack Assembly Plaza; pass; entangle Hunter Chassis; target Stun Baton
    after:  gold 1 | bonus 1 | crew Hunter Chassis (entangled) | foe crew - | destroyed Stun Baton | point maneuver
            asked foe
free: a captive of yours under a hostile card returns to your crew
    before: faction Wartribe | gold 1 | at Assembly Plaza | crew Bone Reader | foe faction Galaxernment
            foe crew Provost Captain holding you Duel Champion + War Horn
    play:   attack Assembly Plaza; pass; entangle Bone Reader; target Duel Champion
    after:  crew Bone Reader (entangled), Duel Champion + War Horn | foe crew Provost Captain | cover 2 | point maneuver
            asked foe
attacking: for the attacker
    before: faction Wartribe | gold 1 | at Assembly Plaza | crew Berserker | foe faction Galaxernment
            foe crew Navy Ace
    play: attack Assembly Plaza   legal: entangle Chancellor Ondra; entangle Navy Ace; pass
attacking, not: for another
    before: gold 1 | at Skull Landing | crew Navy Ace | foe crew Berserker, Skull Hunter
    play: attack Skull Landing   legal: entangle Chancellor Ondra; pass
home: on the own planet
    before: gold 1 | at Boot Terrace | foe faction Robotocense | foe crew Sentry Drone
    play: attack Boot Terrace   legal: entangle Prime Compiler; entangle Sentry Drone; pass
home, not: elsewhere
    before: faction Robotocense | gold 1 | at Assembly Plaza | foe faction Galaxernment | crew Sentry Drone
    play: attack Assembly Plaza; pass   legal: entangle Prime Compiler; pass
inside: in an inside location
    before: faction Sorcerons | gold 1 | at Tax Office | crew Shade Assassin | foe faction Galaxernment
            foe row Assembly Plaza, Tax Office | foe at Tax Office | foe crew Survey Scientist, Storm Caller
    play: attack Tax Office; pass   legal: entangle Archmage Sel; entangle Shade Assassin; pass
outside: in an outside location
    before: faction Sorcerons | gold 1 | at Assembly Plaza | crew Shade Assassin, Storm Caller
            foe faction Galaxernment | foe crew Survey Scientist
    play: attack Assembly Plaza; pass   legal: entangle Archmage Sel; entangle Storm Caller; pass
outnumbered: an opponent has more cards
    before: faction Wartribe | at Assembly Plaza | crew Duel Champion | foe faction Galaxernment
            foe crew Survey Scientist, Navy Ace
    play: attack Assembly Plaza; pass   legal: entangle Warlord Gruda; entangle Duel Champion; pass
outnumbered, not: as many
    before: faction Wartribe | at Assembly Plaza | crew Duel Champion | foe faction Galaxernment
            foe crew Survey Scientist
    play: attack Assembly Plaza; pass   legal: entangle Warlord Gruda; pass
home guard: on the own planet, and on a location of it
    before: gold 2 | fleet Line Frigate at Kharg, Ram Skiff at Kharg | foe fleet Ironjaw
    play: attack Kharg   after: gold 1 | fleet Line Frigate at Kharg | foe points 3 | destroyed Ram Skiff
raid: for the attacker
    before: faction Wartribe | gold 1 | fleet Trophy Galley at Core | foe faction Galaxernment
            foe fleet Ram Skiff at Core
    play: attack Core   after: points 3 | foe fleet - | destroyed Ram Skiff
silence: armaments have no text at the Core
    before: core #5 | gold 3 | fleet Line Frigate + Broadside Battery at Core
            foe fleet Ram Skiff at Core, Ironjaw + Spiked Hull at Core
    play: attack Core   after: gold 2
silence, not: at a planet
    before: core #5 | gold 3 | fleet Line Frigate + Broadside Battery at Kharg | foe fleet Ram Skiff + Spiked Hull
    play: attack Kharg   legal: entangle Ram Skiff; pass
""")


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_rules(row: Row) -> None:
    check(row)
