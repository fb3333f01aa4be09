"""Orbital Activity: Retreat, Conflict or none, several Weapons, holding fire, bombardment (OW-4e).

One World, and whoever may Trash a card is asked next, so that each row shows the whole outcome. Figures used:
Striker 5 against 5, Escort 5 against 11, Corvette 6 and 6 against 10, Frigate 7 and 7 against 12, Destroyer
10 and 10 against 16, Cruiser 14 and 12 against 26; Scout, Kite and Transport may Retreat; Transport (18) and
Energy Shield (15) are unarmed; Siege Platform (18 against 15) and Piledriver (20 against 14) are "ground only"
and "bombard".
"""

from __future__ import annotations

from pathlib import Path

import pytest
from scenario import Refusal, Scenario, Table, check, check_refusal, read_actions, tidy

pytestmark = pytest.mark.pure

SCENARIOS = [
    # ── Is there Conflict? ─────────────────────────────────────────────────────────────────────
    Scenario(
        "OW-4e.1 armed Orbitals of two players: Conflict, so the unarmed Ship may Retreat from it",
        before="""resolve
                  Koti: you Frigate, Transport | foe Striker
                  you: hand Outpost""",
        play="you: retreat Transport",
        after="""resolve | asked you: orbital activity
                 Koti: you Frigate | foe Striker
                 you: hand Outpost, Transport | seen Transport""",
    ),
    Scenario(
        "OW-4e.1 an opponent without Weapons: no Conflict, nobody Retreats, fire may be held",
        before="""resolve
                  Koti: you Scout, Transport | foe Energy Shield, Transport
                  you: hand Outpost""",
        play="you: reserve",
        after="""trash | asked you
                 Koti: you Scout, Transport | foe Energy Shield, Transport
                 you: hand Outpost""",
    ),
    Scenario(
        "OW-4e.1 several armed Orbitals of one player alone: no Conflict",
        before="""resolve
                  Koti: you Frigate, Kite, Striker | foe Transport
                  you: hand Outpost""",
        play="you: reserve; you: reserve; you: reserve",
        after="""trash | asked you
                 Koti: you Frigate, Kite, Striker | foe Transport
                 you: hand Outpost""",
    ),
    Scenario(
        "OW-4e.1 armed Ground Forces start no Orbital Conflict",
        before="""resolve
                  Koti: you Frigate | foe Transport, Troops 10
                  you: hand Outpost""",
        play="you: reserve",
        after="""resolve | asked you: surface conflict
                 Koti: you Frigate | foe Transport, Troops 10
                 you: hand Outpost""",
    ),
    Scenario(
        "OW-4e.1 armed Orbitals at another World start no Conflict here",
        before="""resolve
                  Koti: you Frigate | foe Transport
                  Maail: foe Striker
                  you: hand Outpost""",
        play="you: resolve Koti; you: reserve",
        after="""trash | asked you
                 Koti: you Frigate | foe Transport
                 Maail: foe Striker
                 you: hand Outpost""",
    ),
    Scenario(
        "OW-4e.1 three players: two armed opponents make Conflict for the unarmed third",
        before="""resolve
                  Koti: you Transport | foe Striker | third Striker
                  you: hand Outpost""",
        play="you: retreat Transport; foe: target Striker of player_2; third: pass",
        after="""trash | asked you
                 Koti: foe Striker
                 you: hand Outpost, Transport | seen Transport
                 third: wreck Striker""",
        players=3,
    ),
    Scenario(
        "OW-4e.1 three players: one armed among them, no Conflict",
        before="""resolve
                  Koti: you Scout | foe Transport | third Transport
                  you: hand Outpost""",
        play="you: reserve",
        after="""trash | asked you
                 Koti: you Scout | foe Transport | third Transport
                 you: hand Outpost""",
        players=3,
    ),
    Scenario(
        "OW-4e.1 four players: the Conflict of two is that of all",
        before="""resolve
                  Koti: you Transport | foe Scout | third Transport | fourth Scout
                  you: hand Outpost""",
        play="you: pass; foe: retreat Scout; third: retreat Transport; fourth: retreat Scout",
        after="""trash | asked you
                 Koti: you Transport
                 you: hand Outpost
                 foe: hand Scout | seen Scout
                 third: hand Transport | seen Transport
                 fourth: hand Scout | seen Scout""",
        players=4,
    ),
    # ── Retreat ────────────────────────────────────────────────────────────────────────────────
    Scenario(
        "OW-4e.2 the Retreat comes before the shots",
        before="""resolve | priority foe
                  Koti: you Scout | foe Striker
                  you: hand Outpost""",
        play="you: retreat Scout",
        after="""trash | priority foe | asked you
                 Koti: foe Striker
                 you: hand Outpost, Scout | seen Scout""",
    ),
    Scenario(
        "OW-4e.2 who may Retreat need not, and shoots",
        before="""resolve
                  Koti: you Corsair | foe Corsair
                  you: hand Outpost""",
        play="""you: pass; foe: pass; you: target Corsair; you: target Corsair;
                foe: target Corsair; foe: pass""",
        after="""trash | asked you
                 Koti: you Corsair
                 you: hand Outpost
                 foe: wreck Corsair""",
    ),
    Scenario(
        "OW-4e.2 one Ship after the other may Retreat, and then no more",
        before="""resolve
                  Koti: you Kite, Scout, Striker, Transport | foe Frigate
                  you: hand Outpost""",
        play="you: retreat Scout; you: retreat Kite; you: pass",
        after="""resolve | asked you: orbital activity
                 Koti: you Striker, Transport | foe Frigate
                 you: hand Kite, Outpost, Scout | seen Kite, Scout""",
    ),
    Scenario(
        "OW-4e.2 Retreats are decided in Priority Order: you have it",
        before="""resolve
                  Koti: you Scout | foe Scout
                  you: hand Outpost""",
        play="",
        after="""resolve | asked you: retreat
                 Koti: you Scout | foe Scout
                 you: hand Outpost""",
    ),
    Scenario(
        "OW-4e.2 Retreats are decided in Priority Order: your opponent has it",
        before="""resolve | priority foe
                  Koti: you Scout | foe Scout
                  you: hand Outpost""",
        play="foe: retreat Scout",
        after="""resolve | priority foe | asked you: retreat
                 Koti: you Scout
                 you: hand Outpost
                 foe: hand Scout | seen Scout""",
    ),
    Scenario(
        "OW-4e.2 three players Retreat in Priority Order, from the third on",
        before="""resolve | priority third
                  Koti: you Scout | foe Scout | third Scout
                  you: hand Outpost""",
        play="third: pass; you: retreat Scout; foe: retreat Scout",
        after="""trash | priority third | asked you
                 Koti: third Scout
                 you: hand Outpost, Scout | seen Scout
                 foe: hand Scout | seen Scout""",
        players=3,
    ),
    # ── Weapons ────────────────────────────────────────────────────────────────────────────────
    Scenario(
        "OW-4e.2 each Weapon picks its own target",
        before="""resolve
                  Koti: you Corvette | foe Lancer, Striker
                  you: hand Outpost""",
        play="you: target Lancer; you: target Striker; foe: pass; foe: pass",
        after="""trash | asked you
                 Koti: you Corvette
                 you: hand Outpost
                 foe: wreck Lancer, Striker""",
    ),
    Scenario(
        "OW-4e.2 both Weapons at one target add up",
        before="""resolve
                  Koti: you Frigate | foe Escort
                  you: hand Outpost""",
        play="you: target Escort; you: target Escort; foe: pass",
        after="""trash | asked you
                 Koti: you Frigate
                 you: hand Outpost
                 foe: wreck Escort""",
    ),
    Scenario(
        "OW-4e.2 one Weapon alone does not suffice, and the other picks no target",
        before="""resolve
                  Koti: you Frigate | foe Escort
                  you: hand Outpost""",
        play="you: pass; you: target Escort; foe: pass",
        after="""trash | asked you
                 Koti: you Frigate | foe Escort
                 you: hand Outpost""",
    ),
    Scenario(
        "OW-4e.2 three Weapons, three targets",
        before="""resolve
                  Koti: you Titan | foe Avenger, Destroyer, Frigate
                  you: hand Outpost""",
        play="""you: target Destroyer; you: target Avenger; you: target Frigate;
                foe: pass; foe: pass; foe: pass; foe: pass; foe: pass; foe: pass""",
        after="""trash | asked you
                 Koti: you Titan | foe Avenger
                 you: hand Outpost
                 foe: wreck Destroyer, Frigate""",
    ),
    Scenario(
        "OW-4e.2 shots of several Orbitals that reach the Defensive Strength exactly destroy",
        before="""resolve
                  Koti: you Escort, Striker | foe Corvette
                  you: hand Outpost""",
        play="you: target Corvette; you: target Corvette; foe: pass; foe: pass",
        after="""trash | asked you
                 Koti: you Escort, Striker
                 you: hand Outpost
                 foe: wreck Corvette""",
    ),
    Scenario(
        "OW-4e.2 one point short of the Defensive Strength destroys nothing",
        before="""resolve
                  Koti: you Lancer, Scout | foe Corvette
                  you: hand Outpost""",
        play="you: pass; you: target Corvette; you: target Corvette; foe: pass; foe: pass",
        after="""trash | asked you
                 Koti: you Lancer, Scout | foe Corvette
                 you: hand Outpost""",
    ),
    Scenario(
        "OW-4e.2 all shots land together: the first to fire is destroyed all the same",
        before="""resolve
                  Koti: you Striker | foe Striker
                  you: hand Outpost""",
        play="you: target Striker; foe: target Striker",
        after="""trash | asked you
                 Koti:
                 you: hand Outpost | wreck Striker
                 foe: wreck Striker""",
    ),
    Scenario(
        "OW-4e.2 Weapons are aimed in Priority Order: your opponent has it",
        before="""resolve | priority foe
                  Koti: you Striker | foe Striker
                  you: hand Outpost""",
        play="foe: target Striker",
        after="""resolve | priority foe | asked you: orbital activity
                 Koti: you Striker | foe Striker
                 you: hand Outpost""",
    ),
    Scenario(
        "OW-4e.2 an unarmed Orbital is a target in Conflict as well",
        before="""resolve
                  Koti: you Destroyer | foe Energy Shield, Striker
                  you: hand Outpost""",
        play="you: target Energy Shield; you: target Energy Shield; foe: pass",
        after="""trash | asked you
                 Koti: you Destroyer | foe Striker
                 you: hand Outpost
                 foe: wreck Energy Shield""",
    ),
    Scenario(
        "OW-4e.2 a Station shoots and is shot at like a Ship",
        before="""resolve
                  Koti: you Battle Station 20 | foe Frigate, Piledriver
                  you: hand Outpost""",
        play="you: target Frigate; foe: target Battle Station 20; foe: target Battle Station 20",
        after="""trash | asked you
                 Koti: you Battle Station 20 | foe Piledriver
                 you: hand Outpost
                 foe: wreck Frigate""",
    ),
    Scenario(
        "OW-4e.2 three players: the shots of two at the third add up",
        before="""resolve
                  Koti: you Frigate | foe Corvette | third Cruiser
                  you: hand Outpost""",
        play="""you: target Cruiser of player_2; you: target Cruiser of player_2;
                foe: target Cruiser of player_2; foe: target Cruiser of player_2;
                third: target Frigate of player_0; third: target Corvette of player_1""",
        after="""trash | asked you
                 Koti:
                 you: hand Outpost | wreck Frigate
                 foe: wreck Corvette
                 third: wreck Cruiser""",
        players=3,
    ),
    Scenario(
        "OW-4e.2 three players: of two opponents' Strikers the one named is hit",
        before="""resolve
                  Koti: you Striker | foe Striker | third Striker
                  you: hand Outpost""",
        play="you: target Striker of player_2; foe: pass; third: pass",
        after="""trash | asked you
                 Koti: you Striker | foe Striker
                 you: hand Outpost
                 third: wreck Striker""",
        players=3,
    ),
    Scenario(
        "OW-4e.2 four players fire round the table, and nobody is left",
        before="""resolve | priority third
                  Koti: you Striker | foe Striker | third Striker | fourth Striker
                  you: hand Outpost""",
        play="""third: target Striker of player_3; fourth: target Striker of player_0;
                you: target Striker of player_1; foe: target Striker of player_2""",
        after="""trash | priority third | asked you
                 Koti:
                 you: hand Outpost | wreck Striker
                 foe: wreck Striker
                 third: wreck Striker
                 fourth: wreck Striker""",
        players=4,
    ),
    # ── Without Conflict ───────────────────────────────────────────────────────────────────────
    Scenario(
        "OW-4e.3 without Conflict the unarmed may be shot at",
        before="""resolve
                  Koti: you Destroyer | foe Transport
                  you: hand Outpost""",
        play="you: target Transport; you: target Transport",
        after="""trash | asked you
                 Koti: you Destroyer
                 you: hand Outpost
                 foe: wreck Transport""",
    ),
    Scenario(
        "OW-4e.3 shots at the unarmed have to reach the Defensive Strength as well",
        before="""resolve
                  Koti: you Frigate | foe Transport
                  you: hand Outpost""",
        play="you: target Transport; you: target Transport",
        after="""trash | asked you
                 Koti: you Frigate | foe Transport
                 you: hand Outpost""",
    ),
    Scenario(
        "OW-4e.3 an Orbital that fired at Orbitals does not fight on the surface",
        before="""resolve
                  Koti: you Destroyer | foe Outpost, Transport
                  you: hand Outpost""",
        play="you: target Transport; you: target Transport",
        after="""trash | priority foe | asked you
                 Koti: you Destroyer | foe Outpost
                 you: hand Outpost
                 foe: wreck Transport | income 1""",
    ),
    Scenario(
        "OW-4e.3 one Weapon for the Orbitals, none kept for the surface",
        before="""resolve
                  Koti: you Destroyer | foe Outpost, Transport
                  you: hand Outpost""",
        play="you: target Transport; you: pass",
        after="""trash | priority foe | asked you
                 Koti: you Destroyer | foe Outpost, Transport
                 you: hand Outpost
                 foe: income 1""",
    ),
    Scenario(
        "OW-4e.3 reserved Weapons, all of them, fight on the surface",
        before="""resolve
                  Koti: you Destroyer | foe Exploit, Industry 10, Transport
                  you: hand Outpost""",
        play="you: reserve; you: target Exploit; you: target Industry 10",
        after="""trash | asked you
                 Koti: you Destroyer | foe Transport
                 you: hand Outpost
                 foe: wreck Exploit, Industry 10""",
    ),
    Scenario(
        "OW-4e.3 every Orbital decides for itself",
        before="""resolve
                  Koti: you Destroyer, Striker | foe Energy Shield, Outpost, Troops 10
                  you: hand Outpost""",
        play="you: reserve; you: target Energy Shield; you: pass",
        after="""trash | priority foe | asked you
                 Koti: you Destroyer, Striker | foe Energy Shield, Outpost, Troops 10
                 you: hand Outpost
                 foe: income 1""",
    ),
    Scenario(
        "OW-4e.8 without Conflict, who gave no Weapon a target has reserved and fights on the surface",
        before="""resolve
                  Koti: you Destroyer | foe Exploit, Outpost, Transport
                  you: hand Outpost""",
        play="you: pass; you: pass; you: target Outpost; you: target Exploit",
        after="""trash | asked you
                 Koti: you Destroyer | foe Transport
                 you: hand Outpost
                 foe: wreck Exploit, Outpost""",
    ),
    Scenario(
        "OW-4e.8 without Conflict, a target for the second Weapon alone: nothing is reserved",
        before="""resolve
                  Koti: you Destroyer | foe Outpost, Transport
                  you: hand Outpost""",
        play="you: pass; you: target Transport",
        after="""trash | priority foe | asked you
                 Koti: you Destroyer | foe Outpost, Transport
                 you: hand Outpost
                 foe: income 1""",
    ),
    Scenario(
        "OW-4e.8 one Orbital fires, the one that was given no target fights on the surface",
        before="""resolve
                  Koti: you Lancer, Striker | foe Outpost, Transport
                  you: hand Outpost""",
        play="you: target Transport; you: pass; you: target Outpost",
        after="""trash | asked you
                 Koti: you Lancer, Striker | foe Transport
                 you: hand Outpost
                 foe: wreck Outpost""",
    ),
    # ── Engaged ────────────────────────────────────────────────────────────────────────────────
    Scenario(
        "OW-4e.4 engaged in Conflict, though it held its fire: no bombardment",
        before="""resolve
                  Koti: you Frigate | foe Outpost, Striker
                  you: hand Outpost""",
        play="you: pass; you: pass; foe: pass",
        after="""trash | priority foe | asked you
                 Koti: you Frigate | foe Outpost, Striker
                 you: hand Outpost
                 foe: income 1""",
    ),
    Scenario(
        "OW-4e.4 engaged in Conflict, though all opponents retreated: no bombardment",
        before="""resolve
                  Koti: you Frigate | foe Outpost, Scout
                  you: hand Outpost""",
        play="foe: retreat Scout",
        after="""trash | priority foe | asked foe
                 Koti: you Frigate | foe Outpost
                 you: hand Outpost
                 foe: hand Scout | seen Scout | income 1""",
    ),
    Scenario(
        "OW-4e.4 engaged in Conflict, though it destroyed all opponents: no bombardment",
        before="""resolve
                  Koti: you Frigate | foe Outpost, Striker
                  you: hand Outpost""",
        play="you: target Striker; you: pass; foe: pass",
        after="""trash | priority foe | asked you
                 Koti: you Frigate | foe Outpost
                 you: hand Outpost
                 foe: wreck Striker | income 1""",
    ),
    Scenario(
        "OW-4e.4 not engaged, where there was no Conflict: it bombards",
        before="""resolve
                  Koti: you Frigate | foe Outpost
                  you: hand Outpost""",
        play="you: target Outpost; you: pass",
        after="""trash | asked you
                 Koti: you Frigate
                 you: hand Outpost
                 foe: wreck Outpost""",
    ),
    Scenario(
        "OW-4e.4 engaged at one World, free at the next",
        before="""resolve
                  Koti: you Frigate | foe Striker
                  Maail: you Striker | foe Outpost
                  you: hand Outpost""",
        play="""you: resolve Koti; you: pass; you: pass; foe: pass;
                you: target Outpost""",
        after="""trash | asked you
                 Koti: you Frigate | foe Striker
                 Maail: you Striker
                 you: hand Outpost
                 foe: wreck Outpost""",
    ),
    # ── Damage is forgotten ────────────────────────────────────────────────────────────────────
    Scenario(
        "OW-4e.5 the damage of a Catastrophe does not last into Orbital Activity",
        before="""resolve
                  Koti: you Cruiser | foe Avenger, stage GRB
                  you: hand Outpost""",
        play="you: target Avenger; you: pass; foe: target Cruiser; foe: pass",
        after="""trash | asked you
                 Koti: you Cruiser | foe Avenger
                 you: hand Outpost
                 foe: wreck GRB""",
    ),
    Scenario(
        "OW-4e.5 damage of one turn does not last into the next",
        before="""resolve
                  Koti: you Frigate | foe Escort
                  you: hand Outpost | deck 9x Outpost
                  foe: deck 9x Outpost""",
        play="""you: target Escort; you: pass; foe: pass; you: pass; you, foe: pass;
                you: target Escort; you: pass; foe: pass""",
        after="""trash | turn 3 | asked you
                 Koti: you Frigate | foe Escort
                 you: hand 3x Outpost | deck 7x Outpost
                 foe: hand 2x Outpost | deck 7x Outpost""",
    ),
    Scenario(
        "OW-4e.5 shots in orbit are over before Surface Conflict, whoever stands in their place",
        before="""resolve
                  Koti: you Frigate, Troops 12 | foe Outpost, Striker, Troops 10
                  you: hand Outpost""",
        play="""you: target Striker; you: target Striker; foe: pass;
                you: target Outpost; foe: pass""",
        after="""trash | asked you
                 Koti: you Frigate | foe Troops 10
                 you: hand Outpost | wreck Troops 12
                 foe: wreck Outpost, Striker""",
    ),
    Scenario(
        "OW-4e.5 Weapons reserved in one turn are not reserved in the next",
        before="""resolve
                  Koti: you Frigate | foe City 30
                  you: hand Outpost | deck 9x Outpost
                  foe: hand Striker | deck 9x Outpost""",
        play="""you: target City 30; you: pass; foe: pass; you: pass;
                you: pass; foe: stage Striker @ Koti; foe: pass; you: pass; you: pass""",
        after="""trash | turn 3 | priority foe | asked foe
                 Koti: you Frigate | foe City 30, Striker
                 you: hand 3x Outpost | deck 7x Outpost
                 foe: hand 3x Outpost | deck 6x Outpost | income 3 | prior 3""",
    ),
    Scenario(
        "OW-4e.5 shots at the ground in one turn are over in the next",
        before="""resolve
                  Koti: you Frigate | foe City 12
                  you: hand Outpost | deck 9x Outpost
                  foe: deck 9x Outpost""",
        play="""you: target City 12; you: pass; you: pass; you, foe: pass;
                you: pass; you: target City 12""",
        after="""trash | turn 3 | priority foe | asked foe
                 Koti: you Frigate | foe City 12
                 you: hand 3x Outpost | deck 7x Outpost
                 foe: hand 2x Outpost | deck 7x Outpost | income 1 | prior 1""",
    ),
    # ── "Ground only" and "bombard" ────────────────────────────────────────────────────────────
    Scenario(
        "OW-4e.6 a ground only Orbital is armed: it makes Conflict",
        before="""resolve
                  Koti: you Siege Platform | foe Scout
                  you: hand Outpost""",
        play="foe: retreat Scout",
        after="""trash | asked you
                 Koti: you Siege Platform
                 you: hand Outpost
                 foe: hand Scout | seen Scout""",
    ),
    Scenario(
        "OW-4e.6 two ground only Orbitals make Conflict, in which neither can fire",
        before="""resolve
                  Koti: you Piledriver | foe Siege Platform, Transport
                  you: hand Outpost""",
        play="foe: pass",
        after="""trash | asked you
                 Koti: you Piledriver | foe Siege Platform, Transport
                 you: hand Outpost""",
    ),
    Scenario(
        "OW-4e.7 with nothing in orbit to target an Orbital reserves its Weapons by itself",
        before="""resolve
                  Koti: you Frigate | foe Outpost
                  you: hand Outpost""",
        play="",
        after="""resolve | asked you: surface conflict
                 Koti: you Frigate | foe Outpost
                 you: hand Outpost""",
    ),
    Scenario(
        "OW-4e.7 with something in orbit to target it is asked",
        before="""resolve
                  Koti: you Frigate | foe Outpost, Transport
                  you: hand Outpost""",
        play="",
        after="""resolve | asked you: orbital activity
                 Koti: you Frigate | foe Outpost, Transport
                 you: hand Outpost""",
    ),
    Scenario(
        "OW-4e.7 a ground only Orbital reserves by itself, whatever is in orbit",
        before="""resolve
                  Koti: you Siege Platform | foe Outpost, Transport
                  you: hand Outpost""",
        play="you: target Outpost",
        after="""trash | asked you
                 Koti: you Siege Platform | foe Transport
                 you: hand Outpost
                 foe: wreck Outpost""",
    ),
    Scenario(
        "OW-4e.7 bombard: Siege Platform keeps its Weapon through Conflict and fights below",
        before="""resolve
                  Koti: you Siege Platform | foe City 15, Striker
                  you: hand Outpost""",
        play="foe: pass; you: target City 15",
        after="""trash | asked you
                 Koti: you Siege Platform | foe Striker
                 you: hand Outpost
                 foe: wreck City 15""",
    ),
    Scenario(
        "OW-4e.7 bombard: Piledriver keeps its Weapon through Conflict and fights below",
        before="""resolve
                  Koti: you Piledriver | foe City 20, Striker
                  you: hand Outpost""",
        play="foe: pass; you: target City 20",
        after="""trash | asked you
                 Koti: you Piledriver | foe Striker
                 you: hand Outpost
                 foe: wreck City 20""",
    ),
    Scenario(
        "OW-4e.7 bombard: shot down in Conflict it fights no more",
        before="""resolve
                  Koti: you Piledriver | foe City 20, Frigate
                  you: hand Outpost""",
        play="foe: target Piledriver; foe: target Piledriver",
        after="""trash | priority foe | asked you
                 Koti: foe City 20, Frigate
                 you: hand Outpost | wreck Piledriver
                 foe: income 2""",
    ),
]


@pytest.mark.parametrize("scenario", SCENARIOS, ids=str)
def test_orbital_activity(scenario: Scenario) -> None:
    check(scenario)


@pytest.mark.parametrize("scenario", SCENARIOS, ids=str)
def test_what_was_fired_and_kept_reads_back_to_the_byte(scenario: Scenario) -> None:
    """A flag is 0 or 1, however it came about, and equal positions are equal bytes."""
    table = Table(scenario.before, scenario.players)
    for who, name in read_actions(scenario.play):
        table.play(f"{who}: {name}")
        again = table.game.from_position(table.game.position(table.state))
        assert again.tobytes() == table.state.tobytes()


REFUSALS = [
    Refusal(
        "OW-4e.1 in Conflict no Weapon is reserved",
        before="""resolve
                  Koti: you Frigate | foe Outpost, Striker""",
        play="you: reserve",
        why="cannot reserve: Weapons can't be reserved in Orbital Conflict (OW-4e.4)",
    ),
    Refusal(
        "OW-4e.2 a Ship without Retreat stays",
        before="""resolve
                  Koti: you Frigate, Scout | foe Striker""",
        play="you: retreat Frigate",
        why="cannot retreat Frigate: Frigate has no Retreat (OW-4e.2)",
    ),
    Refusal(
        "OW-4e.2 only a Ship that is here can Retreat",
        before="""resolve
                  Koti: you Frigate, Scout | foe Striker
                  Maail: you Kite""",
        play="you: resolve Koti; you: retreat Kite",
        why="cannot retreat Kite: you have no Kite at this World (at Koti you have Frigate, Scout)",
    ),
    Refusal(
        "OW-4e.2 only one's own Ship Retreats",
        before="""resolve
                  Koti: you Scout | foe Kite""",
        play="you: retreat Kite",
        why="cannot retreat Kite: you have no Kite at this World (at Koti you have Scout)",
    ),
    Refusal(
        "OW-4e.2 without Conflict there is no Retreat",
        before="""resolve
                  Koti: you Scout | foe Transport""",
        play="you: retreat Scout",
        why="cannot retreat Scout: retreat is not what is asked now (asked now: target an Orbital, reserve, or pass)",
    ),
    Refusal(
        "OW-4e.2 the time to Retreat is before the shots",
        before="""resolve
                  Koti: you Scout | foe Striker""",
        play="you: pass; you: retreat Scout",
        why="cannot retreat Scout: retreat is not what is asked now (asked now: target an Orbital, reserve, or pass)",
    ),
    Refusal(
        "OW-4e.2 Retreats in Priority Order: not out of turn",
        before="""resolve
                  Koti: you Scout | foe Scout""",
        play="foe: retreat Scout",
        why="cannot retreat Scout: it is another player's decision (it is up to player_0)",
    ),
    Refusal(
        "OW-4e.2 Weapons in orbit don't reach the ground",
        before="""resolve
                  Koti: you Frigate | foe Outpost, Striker""",
        play="you: target Outpost",
        why="cannot target Outpost: an Orbital is asked for (OW-4e.2)",
    ),
    Refusal(
        "OW-4e.2 nor Ground Forces",
        before="""resolve
                  Koti: you Frigate | foe Striker, Troops 10""",
        play="you: target Troops 10",
        why="cannot target Troops 10: an Orbital is asked for (OW-4e.2)",
    ),
    Refusal(
        "OW-4e.2 a target has to be here",
        before="""resolve
                  Koti: you Frigate | foe Striker
                  Maail: foe Titan""",
        play="you: resolve Koti; you: target Titan",
        why="cannot target Titan: there is no such card at this World (at Koti your opponents have Striker)",
    ),
    Refusal(
        "OW-4e.2 three players: a target has to be that opponent's",
        before="""resolve
                  Koti: you Frigate | foe Striker | third Lancer""",
        play="you: target Striker of player_2",
        why="cannot target Striker of player_2: there is no such card at this World "
        "(at Koti your opponents have Lancer of player_2, Striker of player_1)",
        players=3,
    ),
    Refusal(
        "OW-4e.2 Weapons in Priority Order: not out of turn",
        before="""resolve
                  Koti: you Striker | foe Striker""",
        play="foe: target Striker",
        why="cannot target Striker: it is another player's decision (it is up to player_0)",
    ),
    Refusal(
        "OW-4e.8 one Weapon has fired, so the other is not reserved",
        before="""resolve
                  Koti: you Frigate | foe Transport""",
        play="you: target Transport; you: reserve",
        why="cannot reserve: a Weapon of this unit has been used or kept back already (OW-4e.3)",
    ),
    Refusal(
        "OW-4e.8 one Weapon was given no target, so the other is not reserved",
        before="""resolve
                  Koti: you Frigate | foe Transport""",
        play="you: pass; you: reserve",
        why="cannot reserve: a Weapon of this unit has been used or kept back already (OW-4e.3)",
    ),
    Refusal(
        "OW-4e.6 a ground only Orbital makes Conflict, in which others can't reserve",
        before="""resolve
                  Koti: you Frigate | foe Outpost, Siege Platform""",
        play="you: reserve",
        why="cannot reserve: Weapons can't be reserved in Orbital Conflict (OW-4e.4)",
    ),
]


@pytest.mark.parametrize("refusal", REFUSALS, ids=str)
def test_refused(refusal: Refusal) -> None:
    check_refusal(refusal)


# ── Effects that the printed cards show only together, each by itself ──────────────────────────

OWN_CARDS = """
[orbital]
"Bomber" = { kind = "station", weapons = [9, 9], defense = 9, req = "occupied", effects = ["bombard"] }
"Mole"   = { kind = "station", weapons = [9], defense = 9, req = "occupied", effects = ["ground only"] }
"Wraith" = { kind = "station", weapons = [1], defense = 1, req = "occupied", effects = ["untargetable"] }
"Ghost"  = { kind = "field", defense = 1, req = "occupied", effects = ["untargetable"] }
"""
ALONE = [
    Scenario(
        "OW-4e.3 bombard alone: it may keep its Weapons in Conflict, and then fights below",
        before="""resolve
                  Koti: you Bomber | foe Outpost, Quarry, Striker
                  you: hand Outpost""",
        play="you: reserve; foe: pass; you: target Outpost; you: target Quarry",
        after="""trash | asked you
                 Koti: you Bomber | foe Striker
                 you: hand Outpost
                 foe: wreck Outpost, Quarry""",
    ),
    Scenario(
        "OW-4e.3 bombard alone: it may fire in Conflict, and then does not fight below",
        before="""resolve
                  Koti: you Bomber | foe Outpost, Striker
                  you: hand Outpost""",
        play="you: pass; you: target Striker; foe: pass",
        after="""trash | priority foe | asked you
                 Koti: you Bomber | foe Outpost
                 you: hand Outpost
                 foe: wreck Striker | income 1""",
    ),
    Scenario(
        "OW-4e.7 bombard alone: with all opponents gone from orbit it keeps its Weapons by itself",
        before="""resolve
                  Koti: you Bomber | foe Outpost, Scout
                  you: hand Outpost""",
        play="foe: retreat Scout; you: target Outpost; you: pass",
        after="""trash | asked you
                 Koti: you Bomber
                 you: hand Outpost
                 foe: hand Scout | wreck Outpost | seen Scout""",
    ),
    Scenario(
        "OW-4e.4 ground only alone: engaged in Conflict it does nothing at all",
        before="""resolve
                  Koti: you Mole | foe Outpost, Striker
                  you: hand Outpost""",
        play="foe: pass",
        after="""trash | priority foe | asked you
                 Koti: you Mole | foe Outpost, Striker
                 you: hand Outpost
                 foe: income 1""",
    ),
    Scenario(
        "OW-4e.7 ground only alone: without Conflict it reserves by itself",
        before="""resolve
                  Koti: you Mole | foe Outpost, Transport
                  you: hand Outpost""",
        play="you: target Outpost",
        after="""trash | asked you
                 Koti: you Mole | foe Transport
                 you: hand Outpost
                 foe: wreck Outpost""",
    ),
    Scenario(
        "OW-4e.7 what can't be targeted is nothing to aim at",
        before="""resolve
                  Koti: you Frigate | foe Ghost, Outpost
                  you: hand Outpost""",
        play="you: target Outpost; you: pass",
        after="""trash | asked you
                 Koti: you Frigate | foe Ghost
                 you: hand Outpost
                 foe: wreck Outpost""",
    ),
    Scenario(
        "OW-4e.1 an armed Orbital that can't be targeted makes Conflict",
        before="""resolve
                  Koti: you Striker | foe Outpost, Wraith
                  you: hand Outpost""",
        play="foe: target Striker",
        after="""trash | priority foe | asked you
                 Koti: you Striker | foe Outpost, Wraith
                 you: hand Outpost
                 foe: income 1""",
    ),
]
ALONE_REFUSED = [
    Refusal(
        "OW-4e.2 no Weapon may pick what can't be targeted",
        before="""resolve
                  Koti: you Frigate | foe Ghost, Striker""",
        play="you: target Ghost",
        why="cannot target Ghost: Ghost can't be targeted",
    ),
]


@pytest.fixture(scope="module")
def own_cards(tmp_path_factory: pytest.TempPathFactory) -> str:
    path: Path = tmp_path_factory.mktemp("cards") / "orbitals.toml"
    path.write_text(OWN_CARDS)
    return str(path)


@pytest.mark.parametrize("scenario", ALONE, ids=str)
def test_effect_alone(scenario: Scenario, own_cards: str) -> None:
    table = Table(scenario.before, scenario.players, own_cards)
    table.play(scenario.play)
    assert table.text() == tidy(scenario.after, scenario.players)


@pytest.mark.parametrize("refusal", ALONE_REFUSED, ids=str)
def test_effect_alone_refused(refusal: Refusal, own_cards: str) -> None:
    who, name = read_actions(refusal.play)[0]
    assert Table(refusal.before, cards=own_cards).why_not(who, name) == refusal.why
