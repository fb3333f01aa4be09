"""Every reason against an action (EU-14), in its words."""

from __future__ import annotations

import pytest

from ow_env.expansive_universe.actions import GAME_IS_OVER, NO_SUCH_ACTION, OK, REASONS
from tests.expansive_universe.scenario import check, position_of
from tests.expansive_universe.table import Table
from tests.scenarios import Refusal, rows

TURN = "gold 1 | line up Navy Ace"
POOR = "line up Navy Ace"
ROW = "gold 1 | line up Navy Ace | row Assembly Plaza, Tax Office, Parade Ground"
FIGHT = "gold 3 | at Skull Landing | crew Sector Marshal | foe crew Press Ganger, Skull Hunter, Clan Matriarch"
FREED = (
    "faction Wartribe | gold 1 | at Assembly Plaza | crew Bone Reader, Clan Matriarch, Assembler Unit"
    " | foe faction Galaxernment | foe crew Press Ganger | third faction Robotocense | third gold 0"
)
AGENT = "gold 3 | at Skull Landing | crew Intelligence Agent | foe crew Press Ganger"
ARMED = "gold 3 | at Skull Landing | crew Fleet Quartermaster + Service Carbine + Warrant of Seizure + Tactical Visor"
ACADEMY = (
    "gold 3 | row Assembly Plaza, Naval Academy | at Naval Academy | line up Parade Ground, -, War Horn, Tax Office"
    " | crew Fleet Quartermaster, Survey Scientist, Customs Inspector"
)
PLUNDER = (
    "faction Wartribe | gold 2 | crew Chain Raider, War Drummer, Forge Smith | foe faction Galaxernment | foe gold 3"
    " | third faction Robotocense | third gold 3"
)
SALVAGE = (
    "faction Robotocense | gold 2 | row Boot Terrace, Salvage Yard | at Salvage Yard | foe faction Wartribe"
    " | crew Assembler Unit, Siege Walker | destroyed War Horn, Spiked Hull, Chain Raider"
)
GIVEN = (
    "faction Robotocense | gold 2 | row Boot Terrace, Salvage Yard | at Salvage Yard | foe faction Wartribe"
    " | crew Prime Compiler, Assembler Unit, Siege Walker | destroyed Servo Arms, Coil Cannon"
)
LOSS = (
    "gold 2 | fleet Accord Dreadnought at Core, Line Frigate at Core, Peacekeeper at Core | foe at Black Tusk"
    " | foe crew Senate Envoy, Press Ganger, Berserker | foe fleet Black Tusk at Core"
)
WAY = "a spaceship flies from a planet to the Core, or from the Core to a planet (EU-4.1)"
ONE = "it costs 1 gold, you have 0 (EU-2.3)"


WHY: list[Refusal] = [
    *rows(f"""
not asked
    before: {TURN}   play: foe: end turn   why: it is player_0 who decides (EU-14)
not now
    before: {FIGHT}   play: attack Skull Landing; end turn   why: that is no answer here: a maneuver may be made (EU-14)
# ── Buying, placing ──
an empty slot
    before: {TURN}   play: buy slot 1   why: slot 1 is empty (EU-3.1)
a slot too dear
    before: {TURN}, -, War Horn   play: buy slot 2   why: it costs 2 gold, you have 1 (EU-2.3)
a slot too far
    before: {ACADEMY}   play: mission; buy slot 3   why: only slots 0 to 2 may be chosen (EU-6.4)
an empty slot in a mission
    before: {ACADEMY}   play: mission; buy slot 1   why: slot 1 is empty (EU-3.1)
"""),
    *(
        Refusal(
            f"nothing to arm with {card}",
            f"faction Sorcerons | gold 1 | fleet - | foe faction Galaxernment | line up {card}, Navy Ace",
            "buy slot 0",
            f"{card} goes on a spaceship, and you have none (EU-3.5)",
        )
        for card in ("Point Defence Grid", "Void Mirror")  # the first armament and the last
    ),
    *rows(f"""
on another's
    before: gold 1 | crew Navy Ace | line up War Horn
    play: buy slot 0; place on Warlord Gruda   why: Warlord Gruda is not yours
on a spaceship
    before: gold 1 | crew Navy Ace | line up War Horn
    play: buy slot 0; place on Barge of State   why: no weapon goes there (EU-3.5)
# ── Flying ──
another's spaceship
    before: {TURN}   play: fly Black Tusk to Core   why: Black Tusk is not yours
where it is
    before: {TURN}   play: fly Barge of State to Concordia   why: Barge of State is at Concordia already
to another planet
    before: {TURN}   play: fly Barge of State to Kharg   why: {WAY}
to no planet
    before: {TURN}   play: fly Barge of State to Umbrahl   why: Umbrahl is not in play (EU-1.1)
too early
    before: round 1 | {TURN}
    play: fly Barge of State to Core   why: in the first round only the last player flies (EU-1.7)
without gold
    before: {POOR}   play: fly Barge of State to Core   why: {ONE}
# ── The crew ──
not adjacent
    before: {ROW}   play: move crew to Parade Ground   why: Parade Ground is not next to where your crew is (EU-5.1)
not in that row
    before: {ROW}   play: move crew to Skull Landing   why: Skull Landing is not next to where your crew is (EU-5.1)
to where it is
    before: {ROW}   play: move crew to Assembly Plaza   why: your crew is there
landing inside
    before: {ROW} | at Barge of State
    play: move crew to Tax Office   why: Tax Office is an inside location: a crew boards and lands outside (EU-5.1)
landing elsewhere
    before: {ROW} | at Barge of State
    play: move crew to Skull Landing   why: Skull Landing is not on the planet where your crew is (EU-5.1)
landing where nothing lies
    before: {TURN} | at Barge of State
    play: move crew to Orbital Elevator   why: Orbital Elevator is not on the planet where your crew is (EU-5.1)
landing from the Core
    before: {ROW} | at Barge of State | fleet Barge of State at Core
    play: move crew to Assembly Plaza   why: your crew is on the Core, and nowhere to land (EU-5.1)
boarding what it is aboard
    before: {ROW} | at Barge of State   play: move crew to Barge of State   why: your crew is there
boarding from an inside location
    before: gold 1 | row Assembly Plaza, Tax Office | at Tax Office | line up Navy Ace
    play:   move crew to Barge of State
    why:    your crew is at an inside location: a crew boards and lands outside (EU-5.1)
from one spaceship to another
    before: gold 1 | fleet Barge of State, Ram Skiff | at Barge of State
    play: move crew to Ram Skiff   why: a crew goes aboard from a location, not from another spaceship (EU-5.1)
boarding another's
    before: {ROW}   play: move crew to Black Tusk   why: Black Tusk is not yours
boarding elsewhere
    before: {ROW} | fleet Barge of State, Ram Skiff at Core
    play: move crew to Ram Skiff   why: Ram Skiff is not on the planet where your crew is (EU-5.1)
walking without gold
    before: line up Navy Ace | row Assembly Plaza, Tax Office, Parade Ground
    play: move crew to Tax Office   why: {ONE}
landing without the toll
    before: gold 5 | fleet Barge of State at Kharg | at Barge of State | line up Navy Ace
    play: move crew to Skull Landing   why: it costs 6 gold, you have 5 (EU-2.3)
# ── Missions ──
a second mission
    before: used mission | {TURN}   play: mission   why: one mission a turn (EU-6.1)
a mission aboard
    before: {TURN} | at Barge of State
    play: mission   why: your crew is aboard a spaceship: a mission takes place at a location (EU-6.1)
a mission without skills
    before: {TURN}   play: mission
    why:    your crew has not all the skills that Assembly Plaza needs: it lacks 1 command, 1 engineering and 1
            science (EU-6.3)
a mission without gold
    before: {POOR} | crew Fleet Quartermaster, Survey Scientist   play: mission   why: {ONE}
plundering oneself
    before: {PLUNDER}   play: mission; target Wartribe
    why:    Wartribe is no target (it is you): take up to 1 gold from an opponent (EU-12)
plundering nobody
    before: {PLUNDER}   play: mission; target Sorcerons
    why:    Sorcerons is no target (nobody plays it): take up to 1 gold from an opponent (EU-12)
"""),
    *(
        Refusal(
            f"taking {card}",
            SALVAGE,
            f"mission; take {card}",
            f"{card} is not in the destroyed pile, or could not be placed (EU-6.4)",
        )
        for card in ("Coil Cannon", "Servo Arms")
    ),
    *rows(f"""
placing what a mission gave: something else
    before: {GIVEN}   play: mission; take Servo Arms; end turn
    why:    that is no answer here: a card is to be placed (EU-14)
placing what a mission gave: on another's
    before: {GIVEN}   play: mission; take Servo Arms; place on Warlord Gruda   why: Warlord Gruda is not yours
placing what a mission gave: on a spaceship
    before: {GIVEN}   play: mission; take Servo Arms; place on Barge of State   why: no weapon goes there (EU-3.5)
"""),
    # ── Battles ──
    *rows(f"""
attacking nobody in space
    before: {TURN}   play: attack Concordia   why: there is nobody to fight at Concordia (EU-7.1)
attacking elsewhere
    before: {TURN}   play: attack Core   why: you are not at Core (EU-7.1)
attacking at no planet
    before: {TURN}   play: attack Umbrahl   why: Umbrahl is not in play (EU-1.1)
attacking nobody
    before: {TURN}   play: attack Assembly Plaza   why: there is nobody to fight at Assembly Plaza (EU-7.1)
attacking at another location
    before: {TURN}   play: attack Skull Landing   why: you are not at Skull Landing (EU-7.1)
attacking in space without gold
    before: {POOR} | fleet Barge of State at Kharg   play: attack Kharg   why: {ONE}
attacking without gold
    before: {POOR} | at Skull Landing   play: attack Skull Landing   why: {ONE}
"""),
    *(
        Refusal(
            f"a maneuver of {card}",
            FIGHT,
            f"attack Skull Landing; entangle {card}",
            f"{card} is not in this battle on your side (EU-8.1)",
        )
        for card in ("Sector Marshal", "Black Tusk", "Phantom Yacht")  # the last has the number of a character there
    ),
    *rows(f"""
a maneuver of who is entangled
    before: {FIGHT}
    play:   attack Skull Landing; entangle Clan Matriarch; pass; entangle Clan Matriarch
    why:    Clan Matriarch is entangled (EU-8.5)
a third maneuver, by who was captured and freed
    before: {FREED}
    play:   attack Assembly Plaza; pass; entangle Clan Matriarch; pass; entangle Assembler Unit; target Clan Matriarch
            pass; entangle Clan Matriarch; entangle Press Ganger; target Clan Matriarch; entangle Bone Reader
            target Clan Matriarch; pass; entangle Clan Matriarch
    why:    Clan Matriarch has made two maneuvers (EU-8.6)
a maneuver without a text
    before: {FIGHT}
    play: attack Skull Landing; entangle Skull Hunter   why: no text of Skull Hunter can do anything now (EU-8.3)
"""),
    *(
        Refusal(
            f"using {card}",
            ARMED,
            f"attack Skull Landing; entangle Fleet Quartermaster; use {card}",
            f"{card} is no weapon that can be used now (EU-8.4)",
        )
        for card in ("Warrant of Seizure", "Stun Baton")
    ),
    *(
        Refusal(
            f"entangling {card}",
            FIGHT,
            f"attack Skull Landing; pass; entangle Sector Marshal; target {card}",
            f"{card} is no target{because}: entangle a straightened hostile card of combat 4 or less (EU-12)",
        )
        for card, because in (("Chancellor Ondra", " (it is yours)"), ("Black Tusk", ""), ("Stun Baton", ""))
    ),
    *(
        Refusal(
            f"weakening {faction}",
            AGENT,
            f"attack Skull Landing; pass; entangle Intelligence Agent; target {faction}",
            f"{faction} is no target ({because}): an opponent's total, if it is above 0, is 2 lower (EU-12)",
        )
        for faction, because in (("Galaxernment", "it is you"), ("Sorcerons", "nobody plays it"))
    ),
    *rows(f"""
losing what resists
    before: {LOSS}
    play: attack Core; destroy Senate Envoy   why: Senate Envoy has more resistance than the difference, 7 (EU-9.4)
losing a spaceship that resists
    before: {LOSS}
    play: attack Core; destroy Black Tusk   why: Black Tusk has more resistance than the difference, 7 (EU-9.4)
"""),
    *(
        Refusal(f"losing {card}", LOSS, f"attack Core; destroy {card}", f"{card} is not yours in this battle (EU-9.2)")
        for card in ("Navy Ace", "Line Frigate")
    ),
]


@pytest.mark.rule
@pytest.mark.parametrize("row", WHY, ids=str)
def test_why_not(row: Refusal) -> None:
    check(row)


@pytest.mark.rule
def test_no_such_action_and_a_game_that_is_over() -> None:
    table = Table(position_of("points 19 | gold 1 | fleet Barge of State at Core"))
    state = table.batch.states
    for action in (-1, table.game.num_actions, 10**9):
        assert table.game.why_not(state, 0, action) == "there is no such action"
    assert table.why_not("end turn") is None
    table.do("end turn")
    assert table.why_not("end turn", 0) == "the game is over"
    assert table.why_not("pass", 0) is None


@pytest.mark.uncompiled
def test_every_reason_is_met() -> None:
    met = {OK, NO_SUCH_ACTION, GAME_IS_OVER}
    for row in WHY:
        table = Table(position_of(row.before))
        *actions, last = row.play.split("; ")
        for action in actions:
            if action in table.legal():
                table.do(action)
        who, _, name = last.rpartition(": ")
        seat = 1 if who else table.asked
        assert seat is not None
        action = table.game.action_id(table.batch.states, seat, name)
        met.add(table.game.engine.why_not(table.batch.states[0], table.game.tables[0], seat, action))
    assert set(range(len(REASONS))) == met
