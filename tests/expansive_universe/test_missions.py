"""Missions, and what locations say (EU-6)."""

from __future__ import annotations

import pytest

from tests.expansive_universe.scenario import check, position_of
from tests.expansive_universe.table import Table
from tests.scenarios import Row, rows

pytestmark = pytest.mark.rule

ROWS: list[Row] = rows("""
EU-6.4: a text is over after its last effect, whatever could be named
    before: gold 1 | row Assembly Plaza, Tax Office | at Tax Office | crew Senate Envoy, Intelligence Agent
            foe crew Press Ganger + War Horn
    play: mission   after: gold 3 | points 2
march: also where only a location can be walked to
    before: faction Sorcerons | foe faction Galaxernment | gold 1 | fleet - | row Circle of Stones, Moon Gate
            at Moon Gate | crew Veil Dancer
    play: mission   legal: move crew to Circle of Stones; pass
EU-6.1: a mission costs 1 gold
    before: gold 3 | crew Fleet Quartermaster, Survey Scientist   play: mission; pass   after: gold 2 | points 2
EU-6.1: once a turn
    before: gold 2 | used mission | crew Fleet Quartermaster, Survey Scientist | fleet - | line up Navy Ace
    legal:  end turn; buy slot 0
EU-6.1, not: aboard a spaceship
    before: gold 1 | at Barge of State | crew Fleet Quartermaster, Survey Scientist
    legal:  end turn; fly Barge of State to Core; move crew to Assembly Plaza
EU-6.1: free by the planet
    before: faction Sorcerons | crew Survey Scientist | foe faction Galaxernment | line up Navy Ace, Veil Dancer
    legal:  end turn; buy slot 0
EU-6.1: free by the planet, with all skills
    before: faction Sorcerons | crew Survey Scientist, Veil Dancer | foe faction Galaxernment | line up Navy Ace
    play: mission; pass   after: points 2
EU-6.2: a mission that would fail cannot be attempted
    before: gold 1 | fleet - | crew Survey Scientist, Senate Envoy | line up Navy Ace   legal: end turn; buy slot 0
EU-6.3: a skill is needed as often as it is listed
    before: gold 1 | fleet - | crew Survey Scientist, Navy Ace | line up War Drummer   legal: end turn; buy slot 0
EU-6.3, not: with it twice
    before: gold 1 | fleet - | crew Survey Scientist, Navy Ace, War Drummer | line up War Horn
    legal:  end turn; buy slot 0; mission
EU-6.3: captives have no skills
    before: gold 1 | fleet - | crew Survey Scientist, Navy Ace holding foe War Drummer | line up War Horn
    legal:  end turn; buy slot 0
EU-6.4: on the location of another the text is carried out too
    before: gold 3 | at Skull Landing | crew War Drummer, Forge Smith, Skull Hunter, Customs Inspector | foe gold 3
    play: mission   after: gold 3 | points 5 | foe gold 2 | tokens Skull Landing you
EU-6.4, EU-14.4: an effect that may be declined
    before: gold 3 | row Assembly Plaza, Naval Academy | at Naval Academy
            crew Fleet Quartermaster, Survey Scientist, Customs Inspector | line up Navy Ace, -, War Drummer, Ram Skiff
    play: mission   legal: buy slot 0; buy slot 2; pass
EU-6.4: the points are for the location of the mission
    before: faction Sorcerons | gold 1 | row Circle of Stones, Moon Gate | at Moon Gate | crew Veil Dancer
    play: mission; move crew to Circle of Stones   after: gold 2 | points 2 | at Circle of Stones
EU-6.5: 2 points at home, also with a token of another there
    before: gold 3 | crew Fleet Quartermaster, Survey Scientist | tokens Assembly Plaza foe
    play: mission; pass   after: gold 2 | points 2
EU-6.5: 5 points and a token abroad
    before: gold 3 | at Skull Landing | crew War Drummer, Forge Smith, Skull Hunter, Customs Inspector
    play: mission   after: gold 2 | points 5 | tokens Skull Landing you
EU-6.5: none with a token there, whoever's
    before: gold 3 | at Skull Landing | crew War Drummer, Forge Smith, Skull Hunter, Customs Inspector | third gold 0
            tokens Skull Landing third
    play: mission   after: gold 2
EU-6.5: none a second time
    before: gold 3 | at Skull Landing | crew War Drummer, Forge Smith, Skull Hunter, Customs Inspector
            tokens Skull Landing you
    play: mission   after: gold 2
EU-6.6: the planet of a player who is out is an opponent's
    before: gold 3 | at Skull Landing | crew War Drummer, Forge Smith, Skull Hunter, Customs Inspector | foe out
            third gold 0
    play: mission   after: gold 2 | points 5 | tokens Skull Landing you
EU-6.7: what comes first may make the next possible
    before: faction Wartribe | gold 3 | row Skull Landing, Trophy Hall | at Trophy Hall | crew War Drummer, Skull Hunter
            foe crew Provost Captain holding you Bone Reader
    play: mission   after: gold 3 | points 2 | crew War Drummer, Skull Hunter, Bone Reader | foe crew Provost Captain
gold: gold
    before: gold 2 | row Assembly Plaza, Tax Office | at Tax Office | crew Senate Envoy, Intelligence Agent
    play: mission   after: gold 4 | points 2
EU-2.3: of gold that a text gives, what would exceed 99 is lost
    before: gold 98 | row Assembly Plaza, Tax Office | at Tax Office | crew Senate Envoy, Intelligence Agent
    play: mission   after: gold 99 | points 2
point: a point more
    before: gold 2 | row Assembly Plaza, Parade Ground | at Parade Ground
            crew Senate Envoy, Skull Hunter, Survey Scientist
    play: mission   after: gold 1 | points 3
plunder: up to so much gold of an opponent
    before: gold 2 | foe row Skull Landing, Raiding Beach | at Raiding Beach
            crew Skull Hunter, Chain Raider, Customs Inspector | foe gold 2
    play: mission   after: gold 3 | points 5 | foe gold 0 | tokens Raiding Beach you
plunder: no more than is said
    before: gold 2 | foe row Skull Landing, Raiding Beach | at Raiding Beach
            crew Skull Hunter, Chain Raider, Customs Inspector | foe gold 7
    play: mission   after: gold 4 | points 5 | foe gold 4 | tokens Raiding Beach you
plunder: of one of several opponents with gold
    before: gold 2 | foe row Skull Landing, Raiding Beach | at Raiding Beach
            crew Skull Hunter, Chain Raider, Customs Inspector | foe gold 7 | third gold 1 | fourth gold 0
    play: mission   legal: target Wartribe; target Robotocense
recruit: a card without paying, placed as if bought
    before: gold 3 | row Assembly Plaza, Naval Academy | at Naval Academy
            crew Fleet Quartermaster, Survey Scientist, Customs Inspector | line up Navy Ace, -, Tax Office
    play:   mission; buy slot 2; place left
    after:  gold 2 | points 2 | row Tax Office, Assembly Plaza, Naval Academy | line up Navy Ace
recruit, not: declined
    before: gold 3 | row Assembly Plaza, Naval Academy | at Naval Academy
            crew Fleet Quartermaster, Survey Scientist, Customs Inspector | line up Navy Ace
    play: mission; pass   after: gold 2 | points 2
recruit, not: nothing in the slots
    before: gold 3 | row Assembly Plaza, Naval Academy | at Naval Academy
            crew Fleet Quartermaster, Survey Scientist, Customs Inspector | line up -, -, -, Navy Ace
    play: mission   after: gold 2 | points 2
recruit, not: what cannot be placed
    before: gold 3 | row Assembly Plaza, Naval Academy | at Naval Academy | fleet -
            crew Fleet Quartermaster, Survey Scientist, Customs Inspector | line up Point Defence Grid, Navy Ace
    play: mission   legal: buy slot 1; pass
recruit: a weapon in the last of these slots, without a spaceship
    before: gold 3 | row Assembly Plaza, Naval Academy | at Naval Academy | fleet - | foe faction Sorcerons
            crew Fleet Quartermaster, Survey Scientist, Customs Inspector | line up -, -, Ghost Lantern
    play: mission   legal: buy slot 2; pass
EU-3.7: a card that a mission gives was not bought
    before: faction Robotocense | foe faction Galaxernment | gold 3 | row Boot Terrace, Assembly Line | at Assembly Line
            crew Siege Walker, Survey Scientist | line up -, Navy Ace, Ram Skiff, Pilot Core | third faction Wartribe
    play:   mission; buy slot 1; buy slot 2
    after:  gold 1 | points 2 | crew Survey Scientist, Navy Ace, Siege Walker | fleet Bulkhead One, Ram Skiff
            line up -, -, -, Pilot Core
flight: a flight without paying
    before: gold 2 | crew Fleet Quartermaster, Survey Scientist | fleet Barge of State, Customs Cutter at Core
    play:   mission
    legal:  fly Barge of State to Core; fly Customs Cutter to Concordia; fly Customs Cutter to Kharg; pass
EU-4.2: a flight by an effect uses up no free one
    before: core #2 | gold 1 | crew Fleet Quartermaster, Survey Scientist | fleet Barge of State, Customs Cutter
    play:   mission; fly Barge of State to Core; fly Customs Cutter to Core
    after:  gold 0 | points 3 | fleet Barge of State at Core, Customs Cutter at Core | turn foe | asked foe | foe gold 2
            line up drawn
flight, not: without a spaceship
    before: gold 2 | crew Fleet Quartermaster, Survey Scientist | fleet - | line up Navy Ace
    play: mission   after: gold 1 | points 2
march: a step without paying
    before: faction Sorcerons | foe faction Galaxernment | gold 1 | row Circle of Stones, Moon Gate, Hidden Library
            at Moon Gate | crew Veil Dancer
    play: mission   legal: move crew to Circle of Stones; move crew to Hidden Library; move crew to Night Lantern; pass
march: from a location of another
    before: faction Sorcerons | foe faction Galaxernment | gold 5 | at Moon Gate | foe row Assembly Plaza, Moon Gate
            fleet Night Lantern at Concordia | crew Veil Dancer
    play: mission; move crew to Night Lantern   after: gold 6 | points 5 | at Night Lantern | tokens Moon Gate you
salvage: a weapon or an armament from the destroyed pile, placed as if bought
    before: faction Robotocense | gold 2 | row Boot Terrace, Salvage Yard | at Salvage Yard
            crew Assembler Unit, Siege Walker | destroyed Field Surgeon, Stun Baton, Coil Cannon
    play: mission   legal: take Stun Baton; take Coil Cannon; pass
salvage: it is placed
    before: faction Robotocense | gold 2 | row Boot Terrace, Salvage Yard | at Salvage Yard
            crew Assembler Unit, Siege Walker | destroyed Field Surgeon, Stun Baton, Coil Cannon
    play:   mission; take Stun Baton; place on Siege Walker
    after:  gold 1 | points 2 | crew Assembler Unit, Siege Walker + Stun Baton | destroyed Field Surgeon, Coil Cannon
salvage, not: an armament without a spaceship
    before: faction Robotocense | gold 2 | row Boot Terrace, Salvage Yard | at Salvage Yard
            crew Assembler Unit, Siege Walker | fleet - | destroyed Field Surgeon, Coil Cannon | line up Navy Ace
    play: mission   after: gold 1 | points 2
rescue: a captive of yours, wherever it is
    before: faction Wartribe | gold 2 | row Skull Landing, Trophy Hall | at Trophy Hall | crew War Drummer, Skull Hunter
            foe crew Provost Captain holding you Bone Reader + War Horn, Press Ganger holding you Duel Champion
    play:   mission; target Bone Reader
    after:  points 2 | crew War Drummer, Skull Hunter, Bone Reader + War Horn
            foe crew Provost Captain, Press Ganger holding you Duel Champion
rescue, not: captives of others
    before: faction Wartribe | gold 2 | row Skull Landing, Trophy Hall | at Trophy Hall | crew War Drummer, Skull Hunter
            foe crew Provost Captain holding third Bone Reader | third gold 0
    play: mission   after: points 2
sabotage: a weapon on a crew, an armament on a spaceship, of opponents, wherever
    before: faction Sorcerons | gold 2 | row Circle of Stones, Cursed Reef | at Cursed Reef
            crew Storm Caller + Sleep Wand, Gate Keeper holding foe Navy Ace + Riot Shield
            fleet Night Lantern + Phase Veil | foe crew Field Surgeon + Stun Baton
            foe fleet Barge of State + Blockade Net at Core
    play: mission   legal: target Stun Baton; target Blockade Net
sabotage: it is destroyed, without points
    before: faction Sorcerons | gold 2 | row Circle of Stones, Cursed Reef | at Cursed Reef
            crew Storm Caller + Sleep Wand | foe fleet Barge of State + Blockade Net at Core
    play: mission   after: gold 3 | points 2 | foe fleet Barge of State at Core | destroyed Blockade Net
sabotage: a weapon too
    before: faction Sorcerons | gold 2 | row Circle of Stones, Cursed Reef | at Cursed Reef | crew Storm Caller
            foe faction Galaxernment | foe crew Chancellor Ondra + Stun Baton
    play: mission   after: gold 3 | points 2 | foe crew - | destroyed Stun Baton
strike: an opponent's spaceship on the planet of the location
    before: faction Wartribe | gold 2 | row Skull Landing, Siege Battery | at Siege Battery | crew Forge Smith
            foe fleet Barge of State at Kharg, Customs Cutter + Blockade Net at Kharg, Supply Tender at Kharg,
            Ram Skiff at Core
    play:   mission; target Customs Cutter
    after:  gold 1 | points 5 | foe fleet Barge of State at Kharg, Supply Tender at Kharg, Ram Skiff at Core
            destroyed Customs Cutter, Blockade Net
strike, not: with a crew aboard, or with a higher expire value
    before: faction Wartribe | gold 2 | row Skull Landing, Siege Battery | at Siege Battery | crew Forge Smith
            foe fleet Barge of State at Kharg, Supply Tender at Kharg | foe at Barge of State
    play: mission   after: gold 1 | points 2
strike: an alpha spaceship is laid aside
    before: faction Wartribe | gold 2 | row Skull Landing, Siege Battery | at Siege Battery | crew Forge Smith
            foe fleet Barge of State at Kharg
    play: mission   after: gold 1 | points 5 | foe fleet - | aside Barge of State
""")


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_rules(row: Row) -> None:
    check(row)


def test_eu_14_where_only_pass_is_left_it_is_taken_unasked() -> None:
    """No mission comes to that, but a position may begin there."""
    position = position_of("gold 1 | fleet - | line up Navy Ace")
    position["decision"] = {"type": "flight", "mission": "Assembly Plaza", "has_tried": True}
    table = Table(position)
    assert (table.asked, table.decision["type"], table.you["points"]) == (0, "turn", 2)
