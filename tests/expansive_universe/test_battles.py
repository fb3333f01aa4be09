"""Attacking and maneuvers (EU-7, EU-8)."""

from __future__ import annotations

import pytest

from tests.expansive_universe.scenario import check, position_of
from tests.expansive_universe.table import Table
from tests.scenarios import Row, rows

pytestmark = pytest.mark.rule

ROWS: list[Row] = rows("""
EU-7.1: at the location of the crew, if another crew is on it
    before: gold 1 | at Skull Landing | fleet - | line up Navy Ace   legal: end turn; buy slot 0; attack Skull Landing
EU-7.1, not: alone there
    before: gold 1 | fleet - | line up Navy Ace   legal: end turn; buy slot 0
EU-7.1: on a planet or the Core with spaceships of both
    before: gold 1 | fleet Barge of State at Kharg, Customs Cutter at Core | foe fleet Black Tusk, Ironjaw at Core
    legal:  end turn; fly Barge of State to Core; fly Customs Cutter to Concordia; fly Customs Cutter to Kharg
            attack Kharg; attack Core
EU-7.1, not: a crew on a location, and a spaceship on the planet
    before: gold 1 | fleet - | at Skull Landing | foe at Black Tusk | line up Navy Ace   legal: end turn; buy slot 0
EU-7.1, not: where only others are
    before: gold 1 | fleet Barge of State | foe fleet Black Tusk at Core | third fleet Bulkhead One at Core
            line up Navy Ace
    legal:  end turn; buy slot 0; fly Barge of State to Core; move crew to Barge of State
EU-7.2: everybody there takes part
    before: gold 2 | fleet Accord Dreadnought at Core, Line Frigate at Core | foe fleet Ram Skiff at Core
            third fleet Vector Interceptor at Core
    play: attack Core   after: gold 1 | points 6 | foe fleet - | third fleet - | destroyed Ram Skiff, Vector Interceptor
EU-7.2, not: who is elsewhere
    before: gold 2 | fleet Accord Dreadnought at Core, Line Frigate at Core | foe fleet Ram Skiff at Core
            third fleet Vector Interceptor
    play: attack Core   after: gold 1 | points 3 | foe fleet - | destroyed Ram Skiff
EU-7.3: characters aboard add their space values
    before: gold 2 | fleet Barge of State, Ram Skiff at Core | foe at Black Tusk | foe crew Navy Ace
            foe fleet Black Tusk at Core
    play: attack Core   after: gold 1 | fleet Barge of State | foe points 3 | destroyed Ram Skiff
EU-7.3: they can be chosen, but do not maneuver
    before: gold 2 | fleet Accord Dreadnought at Core, Line Frigate at Core, Peacekeeper at Core | foe at Black Tusk
            foe crew Senate Envoy, Press Ganger, Berserker | foe fleet Black Tusk at Core
    play: attack Core   legal: destroy Press Ganger; destroy Berserker
EU-7.4: with nothing but waylaid cards there, what planets and texts add counts
    before: faction Sorcerons | gold 2 | at Skull Landing | crew Ember Adept, Archmage Sel + Sleep Wand
            foe faction Wartribe | foe crew War Drummer
    play:   attack Skull Landing; entangle War Drummer; entangle Archmage Sel; target Warlord Gruda; target War Drummer
    after:  gold 1 | crew Archmage Sel + Sleep Wand | foe points 4 | destroyed Ember Adept
EU-0.6: weapons, armaments and captives add nothing by themselves
    before: gold 2 | fleet Ram Skiff + Blockade Net at Core | foe at Trophy Galley | foe fleet Trophy Galley at Core
            foe crew Press Ganger holding you Navy Ace
    play: attack Core; pass   after: gold 1
EU-7.4, not: who has lost the last card there
    before: faction Robotocense | gold 3 | fleet Ram Skiff + Grapple Drones at Kharg, Bulkhead One
            foe faction Wartribe | foe fleet Supply Tender | third faction Galaxernment
    play:   attack Kharg; entangle Ram Skiff; target Supply Tender
    after:  gold 2 | fleet Ram Skiff + Grapple Drones at Kharg, Bulkhead One, Supply Tender at Kharg | foe fleet -
EU-8.1: the player left of the attacker begins
    before: gold 3 | at Skull Landing | crew Sector Marshal | foe crew Press Ganger
    play: attack Skull Landing   legal: entangle Press Ganger; pass
EU-8.1: then clockwise
    before: gold 3 | at Skull Landing | crew Sector Marshal | foe crew Press Ganger | third at Skull Landing
            third crew Siege Walker
    play: attack Skull Landing; pass   legal: entangle Prime Compiler; entangle Siege Walker; pass
EU-8.1: one maneuver at a time
    before: gold 3 | at Skull Landing | crew Sector Marshal | foe crew Press Ganger, Clan Matriarch
    play:   attack Skull Landing; entangle Clan Matriarch
    after:  gold 2 | foe crew Press Ganger, Clan Matriarch (entangled) | foe guard 3 | point maneuver
EU-8.1, not: characters in space
    before: gold 3 | fleet Ironjaw at Kharg | at Ironjaw | crew Fleet Quartermaster | foe fleet Black Tusk
    play: attack Kharg   after: gold 2
EU-8.2: who has declined may maneuver later
    before: gold 3 | at Skull Landing | crew Sector Marshal | foe crew Press Ganger
    play: attack Skull Landing; pass; entangle Sector Marshal; pass   legal: entangle Press Ganger; pass
EU-8.2: the phase ends when all have declined in succession
    before: gold 3 | at Skull Landing | crew Sector Marshal | foe crew Press Ganger
    play: attack Skull Landing; pass; pass   after: gold 2
EU-8.3: a text without a target is no reason for a maneuver
    before: gold 3 | fleet Line Frigate + Grapple Drones at Core | foe fleet Ironjaw at Core | third gold 0
    play: attack Core   after: gold 2
EU-8.3, not: with one
    before: gold 3 | fleet Line Frigate + Grapple Drones at Core | foe fleet Trophy Galley at Core | third gold 0
    play: attack Core   legal: entangle Line Frigate; pass
EU-8.3: a weapon's text is enough
    before: gold 3 | at Skull Landing | crew Sector Marshal | foe crew Skull Hunter + War Horn
    play: attack Skull Landing   legal: entangle Skull Hunter; pass
EU-8.4: the own text, then that of a weapon
    before: gold 3 | at Skull Landing | crew Fleet Quartermaster + Service Carbine, Sector Marshal, Skull Hunter
            foe crew Berserker
    play:   attack Skull Landing; entangle Fleet Quartermaster; pass
    after:  gold 2 | points 4 | foe crew - | destroyed Berserker
EU-8.4, EU-14.5: one of several weapons that can do something
    before: gold 3 | at Skull Landing | crew Fleet Quartermaster + Service Carbine + Warrant of Seizure + Tactical Visor
    play: attack Skull Landing; entangle Fleet Quartermaster   legal: use Service Carbine; use Tactical Visor
EU-8.4: only one
    before: gold 3 | at Skull Landing | crew Fleet Quartermaster + Service Carbine + Warrant of Seizure + Tactical Visor
    play:   attack Skull Landing; entangle Fleet Quartermaster; use Tactical Visor
    after:  gold 2 | crew Fleet Quartermaster + Service Carbine + Warrant of Seizure + Tactical Visor (entangled)
            bonus 3 | guard 2 | point maneuver
EU-8.4: also by a character that has withdrawn itself
    before: faction Sorcerons | gold 3 | at Skull Landing | crew Gate Keeper + Bone Cleaver, Storm Caller, Ember Adept
            foe faction Wartribe | foe crew Berserker
    play:   attack Skull Landing; entangle Gate Keeper; target Gate Keeper; entangle Ember Adept; pass
    after:  gold 2 | points 4 | foe crew - | destroyed Berserker
EU-8.4: all armaments, in the order of the catalogue
    before: gold 3 | fleet Line Frigate + Broadside Battery + Blockade Net + Spiked Hull at Core
            foe fleet Ironjaw at Core, Ram Skiff at Core
    play:   attack Core; entangle Line Frigate; target Ram Skiff
    after:  gold 2 | points 3 | foe fleet Ironjaw at Core | destroyed Ram Skiff
EU-8.4: also the first of the catalogue
    before: gold 3
            fleet Line Frigate + Point Defence Grid + Broadside Battery at Core, Peacekeeper + Coil Cannon at Core
            foe fleet Ironjaw at Core | third gold 0
    play:   attack Core; entangle Line Frigate
    after:  gold 2 | bonus 3 | cover 3
            fleet Line Frigate + Point Defence Grid + Broadside Battery at Core (entangled),
            Peacekeeper + Coil Cannon at Core | point maneuver
EU-8.4, not: a weapon in space, whatever number its bearer has
    before: gold 3 | crew Fleet Quartermaster + Service Carbine
            fleet Line Frigate + Broadside Battery at Core, Peacekeeper + Coil Cannon at Core
            foe fleet Ironjaw at Core | third gold 0
    play:   attack Core; entangle Line Frigate
    after:  gold 2 | bonus 3
            fleet Line Frigate + Broadside Battery at Core (entangled), Peacekeeper + Coil Cannon at Core
            point maneuver
EU-8.4: the last character of the catalogue uses a weapon like any other
    before: faction Sorcerons | gold 3 | at Skull Landing | crew Ember Adept + Servo Arms | foe faction Wartribe
            third faction Robotocense | third gold 0
    play:   attack Skull Landing; entangle Ember Adept
    after:  gold 2 | bonus 3 | crew Ember Adept + Servo Arms (entangled) | point maneuver
EU-8.4: the first before the second is asked
    before: gold 3
            fleet Line Frigate + Broadside Battery + Blockade Net + Spiked Hull at Core,
            Peacekeeper + Point Defence Grid at Core | foe fleet Ironjaw at Core, Ram Skiff at Core
    play:   attack Core; entangle Line Frigate
    after:  gold 2 | bonus 3
            fleet Line Frigate + Broadside Battery + Blockade Net + Spiked Hull at Core (entangled),
            Peacekeeper + Point Defence Grid at Core | point target
EU-8.5: a card that an opponent has entangled has lost its maneuver, and counts
    before: gold 3 | at Skull Landing | crew Sector Marshal | foe crew Press Ganger
    play: attack Skull Landing; pass; entangle Sector Marshal; target Press Ganger; pass   after: gold 2
EU-8.6: two maneuvers, and no straightening after them
    before: faction Robotocense | gold 3 | at Circle of Stones | crew Siege Walker, Assembler Unit
            foe faction Sorcerons
    play:   attack Circle of Stones; pass; entangle Siege Walker; pass; entangle Assembler Unit; target Siege Walker
            pass; entangle Siege Walker; pass; entangle Prime Compiler
    legal:  pass; target Assembler Unit
EU-8.6, not: counted on when the card has left
    before: faction Robotocense | gold 3 | at Circle of Stones | crew Calculation Engine, Assembler Unit
            foe faction Sorcerons | foe crew Gate Keeper + Poisoned Dart | third faction Wartribe
    play:   attack Circle of Stones; pass; entangle Calculation Engine; pass; entangle Assembler Unit
            target Calculation Engine; pass; entangle Calculation Engine; entangle Gate Keeper; pass
            target Calculation Engine
    after:  gold 2 | crew Assembler Unit (entangled) | bonus 4 | foe points 4
            foe crew Gate Keeper + Poisoned Dart (entangled) | destroyed Calculation Engine | point maneuver
EU-8.7: an effect with a target may be declined, the others happen
    before: gold 3 | fleet Line Frigate + Blockade Net at Core, Peacekeeper + Point Defence Grid at Core
            foe fleet Ironjaw at Core
    play:   attack Core; entangle Line Frigate; pass
    after:  gold 2 | bonus 1
            fleet Line Frigate + Blockade Net at Core (entangled), Peacekeeper + Point Defence Grid at Core
            point maneuver
EU-8.8: what was added stays when the card has left
    before: faction Wartribe | used attack | gold 3 | at Circle of Stones | crew Duel Champion, Berserker
            foe faction Sorcerons | foe crew Storm Caller, Hex Weaver, Ember Adept
    play:   attack Circle of Stones; entangle Storm Caller; entangle Duel Champion; target Storm Caller; pass; pass
    after:  gold 2
EU-8.8: a total below 0 counts as 0
    before: faction Sorcerons | gold 3 | at Skull Landing | crew Hex Weaver, Mind Binder | foe faction Robotocense
            foe at Skull Landing | foe crew Override Daemon | third faction Wartribe | third at Black Tusk
    play:   attack Skull Landing; pass; entangle Archmage Sel; target Prime Compiler; pass; entangle Hex Weaver
            target Robotocense; pass; pass
    after:  gold 2
EU-8.9: after the battle nothing of it is left
    before: gold 3 | at Skull Landing | crew Sector Marshal, Survey Scientist | foe crew Press Ganger
    play:   attack Skull Landing; pass; entangle Survey Scientist; pass; entangle Sector Marshal; target Warlord Gruda
            pass; pass
    after:  gold 2
EU-8.10: one effect that does something is enough
    before: gold 3 | at Boot Terrace | crew Survey Scientist | foe faction Robotocense | foe crew Hunter Chassis
    play: attack Boot Terrace   legal: entangle Prime Compiler; entangle Hunter Chassis; pass
EU-8.10: each effect is looked at when its turn comes
    before: gold 3 | at Boot Terrace | crew Survey Scientist + Stun Baton | foe faction Robotocense
            foe crew Forge Smith + Magnet Gauntlet | third faction Wartribe
    play:   attack Boot Terrace; entangle Forge Smith; target Stun Baton
    after:  gold 2 | crew Survey Scientist | foe crew Forge Smith + Stun Baton + Magnet Gauntlet (entangled)
            foe bonus 2 | point maneuver
EU-8.11: waylaid cards are not named
    before: faction Robotocense | gold 3 | at Circle of Stones | crew Calculation Engine, Assembler Unit
            foe faction Sorcerons
    play:   attack Circle of Stones; pass; entangle Calculation Engine; entangle Archmage Sel; target Calculation Engine
    legal:  entangle Prime Compiler; pass
""")


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_rules(row: Row) -> None:
    check(row)


def test_eu_8_4_an_effect_that_can_do_nothing_is_skipped_and_not_told() -> None:
    """The only ally of the drummer is waylaid; its weapon is used all the same."""
    table = Table(
        position_of(
            "faction Wartribe | gold 1 | at Circle of Stones | crew War Drummer + Servo Arms"
            " | foe faction Sorcerons | foe crew Storm Caller | third faction Robotocense | third gold 0"
        )
    )
    table.do("attack Circle of Stones", "entangle Archmage Sel", "target Warlord Gruda")
    told = table.game.events(table.batch.states, table.joint("entangle War Drummer"), table.batch.rng)
    assert [event.text for event in told][:3] == [
        "player_0 entangles War Drummer to use its text",
        "player_0 uses Servo Arms",
        "Servo Arms: boost 2",
    ]
