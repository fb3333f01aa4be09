"""Orbital Activity: Retreat, Conflict or none, several Weapons, holding fire, bombardment (OW-4e).

One World, and whoever may Trash a card is asked next, so that each row shows the whole outcome. Figures used:
Striker 5 against 5, Escort 5 against 11, Corvette 6 and 6 against 10, Frigate 7 and 7 against 12, Destroyer
10 and 10 against 16, Cruiser 14 and 12 against 26; Scout, Kite and Transport may Retreat; Transport (18) and
Energy Shield (15) are unarmed; Siege Platform (18 against 15) and Piledriver (20 against 14) are "ground only"
and "bombard".
"""

from __future__ import annotations

import pytest

from tests.open_worlds.scenario import check
from tests.scenarios import Row, rows

pytestmark = pytest.mark.rule

ROWS = rows("""
# ── Is there Conflict? ─────────────────────────────────────────────────────────────────────
OW-4e.1 armed Orbitals of two players: Conflict, so the unarmed Ship may Retreat from it
    before: resolve | Koti: you Frigate, Transport | foe Striker | hand Outpost
    play:   retreat Transport
    after:  asked you: orbital activity | Koti: you Frigate | hand Outpost, Transport | seen Transport
OW-4e.1 an opponent without Weapons: no Conflict, nobody Retreats, fire may be held
    before: resolve | Koti: you Scout, Transport | foe Energy Shield, Transport | hand Outpost
    play: reserve   after: trash | asked you
OW-4e.1 several armed Orbitals of one player alone: no Conflict
    before: resolve | Koti: you Frigate, Kite, Striker | foe Transport | hand Outpost
    play: reserve; reserve; reserve   after: trash | asked you
OW-4e.1 armed Ground Forces start no Orbital Conflict
    before: resolve | Koti: you Frigate | foe Transport, Troops 10 | hand Outpost
    play: reserve   after: asked you: surface conflict
OW-4e.1 armed Orbitals at another World start no Conflict here
    before: resolve | Koti: you Frigate | foe Transport | Maail: foe Striker | hand Outpost
    play: resolve Koti; reserve   after: trash | asked you
OW-4e.1 three players: two armed opponents make Conflict for the unarmed third
    before: resolve | Koti: you Transport | foe Striker | third Striker | hand Outpost
    play:   retreat Transport; foe: target Striker of player_2; third: pass
    after:  trash | asked you | Koti: you - | third - | hand Outpost, Transport | seen Transport | third: wreck Striker
OW-4e.1 three players: one armed among them, no Conflict
    before: resolve | Koti: you Scout | foe Transport | third Transport | hand Outpost
    play: reserve   after: trash | asked you
OW-4e.1 four players: the Conflict of two is that of all
    before: resolve | Koti: you Transport | foe Scout | third Transport | fourth Scout | hand Outpost
    play:   pass; foe: retreat Scout; third: retreat Transport; fourth: retreat Scout
    after:  trash | asked you | Koti: foe - | third - | fourth - | foe: hand Scout | seen Scout
            third: hand Transport | seen Transport | fourth: hand Scout | seen Scout
# ── Retreat ────────────────────────────────────────────────────────────────────────────────
OW-4e.2 the Retreat comes before the shots
    before: resolve | priority foe | Koti: you Scout | foe Striker | hand Outpost
    play: retreat Scout   after: trash | asked you | Koti: you - | hand Outpost, Scout | seen Scout
OW-4e.2 who may Retreat need not, and shoots
    before: resolve | Koti: you Corsair | foe Corsair | hand Outpost
    play:   pass; foe: pass; target Corsair; target Corsair; foe: target Corsair; foe: pass
    after:  trash | asked you | Koti: foe - | foe: wreck Corsair
OW-4e.2 one Ship after the other may Retreat, and then no more
    before: resolve | Koti: you Kite, Scout, Striker, Transport | foe Frigate | hand Outpost
    play:   retreat Scout; retreat Kite; pass
    after:  asked you: orbital activity | Koti: you Striker, Transport | hand Kite, Outpost, Scout | seen Kite, Scout
OW-4e.2 Retreats are decided in Priority Order: you have it
    before: resolve | Koti: you Scout | foe Scout | hand Outpost   after: asked you: retreat
OW-4e.2 Retreats are decided in Priority Order: your opponent has it
    before: resolve | priority foe | Koti: you Scout | foe Scout | hand Outpost
    play: foe: retreat Scout   after: asked you: retreat | Koti: foe - | foe: hand Scout | seen Scout
OW-4e.2 three players Retreat in Priority Order, from the third on
    before: resolve | priority third | Koti: you Scout | foe Scout | third Scout | hand Outpost
    play:   third: pass; retreat Scout; foe: retreat Scout
    after:  trash | asked you | Koti: you - | foe - | hand Outpost, Scout | seen Scout | foe: hand Scout | seen Scout
# ── Weapons ────────────────────────────────────────────────────────────────────────────────
OW-4e.2 each Weapon picks its own target
    before: resolve | Koti: you Corvette | foe Lancer, Striker | hand Outpost
    play:   target Lancer; target Striker; foe: pass; foe: pass
    after:  trash | asked you | Koti: foe - | foe: wreck Lancer, Striker
OW-4e.2 both Weapons at one target add up
    before: resolve | Koti: you Frigate | foe Escort | hand Outpost
    play: target Escort; target Escort; foe: pass   after: trash | asked you | Koti: foe - | foe: wreck Escort
OW-4e.2 one Weapon alone does not suffice, and the other picks no target
    before: resolve | Koti: you Frigate | foe Escort | hand Outpost
    play: pass; target Escort; foe: pass   after: trash | asked you
OW-4e.2 three Weapons, three targets
    before: resolve | Koti: you Titan | foe Avenger, Destroyer, Frigate | hand Outpost
    play:   target Destroyer; target Avenger; target Frigate; foe: pass; foe: pass; foe: pass; foe: pass; foe: pass
            foe: pass
    after:  trash | asked you | Koti: foe Avenger | foe: wreck Destroyer, Frigate
OW-4e.2 shots of several Orbitals that reach the Defensive Strength exactly destroy
    before: resolve | Koti: you Escort, Striker | foe Corvette | hand Outpost
    play:   target Corvette; target Corvette; foe: pass; foe: pass
    after:  trash | asked you | Koti: foe - | foe: wreck Corvette
OW-4e.2 one point short of the Defensive Strength destroys nothing
    before: resolve | Koti: you Lancer, Scout | foe Corvette | hand Outpost
    play: pass; target Corvette; target Corvette; foe: pass; foe: pass   after: trash | asked you
OW-4e.2 all shots land together: the first to fire is destroyed all the same
    before: resolve | Koti: you Striker | foe Striker | hand Outpost
    play:   target Striker; foe: target Striker
    after:  trash | asked you | Koti: you - | foe - | wreck Striker | foe: wreck Striker
OW-4e.2 Weapons are aimed in Priority Order: your opponent has it
    before: resolve | priority foe | Koti: you Striker | foe Striker | hand Outpost
    play: foe: target Striker   after: asked you: orbital activity
OW-4e.2 an unarmed Orbital is a target in Conflict as well
    before: resolve | Koti: you Destroyer | foe Energy Shield, Striker | hand Outpost
    play:   target Energy Shield; target Energy Shield; foe: pass
    after:  trash | asked you | Koti: foe Striker | foe: wreck Energy Shield
OW-4e.2 a Station shoots and is shot at like a Ship
    before: resolve | Koti: you Battle Station 20 | foe Frigate, Piledriver | hand Outpost
    play:   target Frigate; foe: target Battle Station 20; foe: target Battle Station 20
    after:  trash | asked you | Koti: foe Piledriver | foe: wreck Frigate
OW-4e.2 three players: the shots of two at the third add up
    before: resolve | Koti: you Frigate | foe Corvette | third Cruiser | hand Outpost
    play:   target Cruiser of player_2; target Cruiser of player_2; foe: target Cruiser of player_2
            foe: target Cruiser of player_2; third: target Frigate of player_0; third: target Corvette of player_1
    after:  trash | asked you | Koti: you - | foe - | third - | wreck Frigate | foe: wreck Corvette
            third: wreck Cruiser
OW-4e.2 three players: of two opponents' Strikers the one named is hit
    before: resolve | Koti: you Striker | foe Striker | third Striker | hand Outpost
    play:   target Striker of player_2; foe: pass; third: pass
    after:  trash | asked you | Koti: third - | third: wreck Striker
OW-4e.2 four players fire round the table, and nobody is left
    before: resolve | priority third | Koti: you Striker | foe Striker | third Striker | fourth Striker | hand Outpost
    play:   third: target Striker of player_3; fourth: target Striker of player_0; target Striker of player_1
            foe: target Striker of player_2
    after:  trash | asked you | Koti: you - | foe - | third - | fourth - | wreck Striker | foe: wreck Striker
            third: wreck Striker | fourth: wreck Striker
# ── Without Conflict ───────────────────────────────────────────────────────────────────────
OW-4e.3 without Conflict the unarmed may be shot at
    before: resolve | Koti: you Destroyer | foe Transport | hand Outpost
    play: target Transport; target Transport   after: trash | asked you | Koti: foe - | foe: wreck Transport
OW-4e.3 shots at the unarmed have to reach the Defensive Strength as well
    before: resolve | Koti: you Frigate | foe Transport | hand Outpost
    play: target Transport; target Transport   after: trash | asked you
OW-4e.3 an Orbital that fired at Orbitals does not fight on the surface
    before: resolve | Koti: you Destroyer | foe Outpost, Transport | hand Outpost
    play:   target Transport; target Transport
    after:  trash | priority foe | asked you | Koti: foe Outpost | foe: wreck Transport | income 1
OW-4e.3 one Weapon for the Orbitals, none kept for the surface
    before: resolve | Koti: you Destroyer | foe Outpost, Transport | hand Outpost
    play: target Transport; pass   after: trash | priority foe | asked you | foe: income 1
OW-4e.3 reserved Weapons, all of them, fight on the surface
    before: resolve | Koti: you Destroyer | foe Exploit, Industry 10, Transport | hand Outpost
    play:   reserve; target Exploit; target Industry 10
    after:  trash | asked you | Koti: foe Transport | foe: wreck Exploit, Industry 10
OW-4e.3 every Orbital decides for itself
    before: resolve | Koti: you Destroyer, Striker | foe Energy Shield, Outpost, Troops 10 | hand Outpost
    play: reserve; target Energy Shield; pass   after: trash | priority foe | asked you | foe: income 1
OW-4e.8 without Conflict, who gave no Weapon a target has reserved and fights on the surface
    before: resolve | Koti: you Destroyer | foe Exploit, Outpost, Transport | hand Outpost
    play:   pass; pass; target Outpost; target Exploit
    after:  trash | asked you | Koti: foe Transport | foe: wreck Exploit, Outpost
OW-4e.8 without Conflict, a target for the second Weapon alone: nothing is reserved
    before: resolve | Koti: you Destroyer | foe Outpost, Transport | hand Outpost
    play: pass; target Transport   after: trash | priority foe | asked you | foe: income 1
OW-4e.8 one Orbital fires, the one that was given no target fights on the surface
    before: resolve | Koti: you Lancer, Striker | foe Outpost, Transport | hand Outpost
    play: target Transport; pass; target Outpost   after: trash | asked you | Koti: foe Transport | foe: wreck Outpost
# ── Engaged ────────────────────────────────────────────────────────────────────────────────
OW-4e.4 engaged in Conflict, though it held its fire: no bombardment
    before: resolve | Koti: you Frigate | foe Outpost, Striker | hand Outpost
    play: pass; pass; foe: pass   after: trash | priority foe | asked you | foe: income 1
OW-4e.4 engaged in Conflict, though all opponents retreated: no bombardment
    before: resolve | Koti: you Frigate | foe Outpost, Scout | hand Outpost
    play:   foe: retreat Scout
    after:  trash | priority foe | asked foe | Koti: foe Outpost | foe: hand Scout | seen Scout | income 1
OW-4e.4 engaged in Conflict, though it destroyed all opponents: no bombardment
    before: resolve | Koti: you Frigate | foe Outpost, Striker | hand Outpost
    play:   target Striker; pass; foe: pass
    after:  trash | priority foe | asked you | Koti: foe Outpost | foe: wreck Striker | income 1
OW-4e.4 not engaged, where there was no Conflict: it bombards
    before: resolve | Koti: you Frigate | foe Outpost | hand Outpost
    play: target Outpost; pass   after: trash | asked you | Koti: foe - | foe: wreck Outpost
OW-4e.4 engaged at one World, free at the next
    before: resolve | Koti: you Frigate | foe Striker | Maail: you Striker | foe Outpost | hand Outpost
    play:   resolve Koti; pass; pass; foe: pass; target Outpost
    after:  trash | asked you | Maail: foe - | foe: wreck Outpost
# ── Damage is forgotten ────────────────────────────────────────────────────────────────────
OW-4e.5 the damage of a Catastrophe does not last into Orbital Activity
    before: resolve | Koti: you Cruiser | foe Avenger, stage GRB | hand Outpost
    play:   target Avenger; pass; foe: target Cruiser; foe: pass
    after:  trash | asked you | Koti: foe Avenger | foe: wreck GRB
OW-4e.5 damage of one turn does not last into the next
    before: resolve | Koti: you Frigate | foe Escort | hand Outpost | deck 9x Outpost | foe: deck 9x Outpost
    play:   target Escort; pass; foe: pass; pass; you, foe: pass; target Escort; pass; foe: pass
    after:  trash | turn 3 | asked you | hand 3x Outpost | deck 7x Outpost | foe: hand 2x Outpost | deck 7x Outpost
OW-4e.5 shots in orbit are over before Surface Conflict, whoever stands in their place
    before: resolve | Koti: you Frigate, Troops 12 | foe Outpost, Striker, Troops 10 | hand Outpost
    play:   target Striker; target Striker; foe: pass; target Outpost; foe: pass
    after:  trash | asked you | Koti: you Frigate | foe Troops 10 | wreck Troops 12 | foe: wreck Outpost, Striker
OW-4e.5 Weapons reserved in one turn are not reserved in the next
    before: resolve | Koti: you Frigate | foe City 30 | hand Outpost | deck 9x Outpost
            foe: hand Striker | deck 9x Outpost
    play:   target City 30; pass; foe: pass; pass; pass; foe: stage Striker @ Koti; foe: pass; pass; pass
    after:  trash | turn 3 | priority foe | asked foe | Koti: foe City 30, Striker | hand 3x Outpost | deck 7x Outpost
            foe: hand 3x Outpost | deck 6x Outpost | income 3 | prior 3
OW-4e.5 shots at the ground in one turn are over in the next
    before: resolve | Koti: you Frigate | foe City 12 | hand Outpost | deck 9x Outpost | foe: deck 9x Outpost
    play:   target City 12; pass; pass; you, foe: pass; pass; target City 12
    after:  trash | turn 3 | priority foe | asked foe | hand 3x Outpost | deck 7x Outpost
            foe: hand 2x Outpost | deck 7x Outpost | income 1 | prior 1
# ── "Ground only" and "bombard" ────────────────────────────────────────────────────────────
OW-4e.6 a ground only Orbital is armed: it makes Conflict
    before: resolve | Koti: you Siege Platform | foe Scout | hand Outpost
    play: foe: retreat Scout   after: trash | asked you | Koti: foe - | foe: hand Scout | seen Scout
OW-4e.6 two ground only Orbitals make Conflict, in which neither can fire
    before: resolve | Koti: you Piledriver | foe Siege Platform, Transport | hand Outpost
    play: foe: pass   after: trash | asked you
OW-4e.7 with nothing in orbit to target an Orbital reserves its Weapons by itself
    before: resolve | Koti: you Frigate | foe Outpost | hand Outpost   after: asked you: surface conflict
OW-4e.7 with something in orbit to target it is asked
    before: resolve | Koti: you Frigate | foe Outpost, Transport | hand Outpost   after: asked you: orbital activity
OW-4e.7 a ground only Orbital reserves by itself, whatever is in orbit
    before: resolve | Koti: you Siege Platform | foe Outpost, Transport | hand Outpost
    play: target Outpost   after: trash | asked you | Koti: foe Transport | foe: wreck Outpost
OW-4e.7 bombard: Siege Platform keeps its Weapon through Conflict and fights below
    before: resolve | Koti: you Siege Platform | foe City 15, Striker | hand Outpost
    play: foe: pass; target City 15   after: trash | asked you | Koti: foe Striker | foe: wreck City 15
OW-4e.7 bombard: Piledriver keeps its Weapon through Conflict and fights below
    before: resolve | Koti: you Piledriver | foe City 20, Striker | hand Outpost
    play: foe: pass; target City 20   after: trash | asked you | Koti: foe Striker | foe: wreck City 20
OW-4e.7 bombard: shot down in Conflict it fights no more
    before: resolve | Koti: you Piledriver | foe City 20, Frigate | hand Outpost
    play:   foe: target Piledriver; foe: target Piledriver
    after:  trash | priority foe | asked you | Koti: you - | wreck Piledriver | foe: income 2
# ── What is refused ──
OW-4e.1 in Conflict no Weapon is reserved
    before: resolve | Koti: you Frigate | foe Outpost, Striker
    play: reserve   why: cannot reserve: Weapons can't be reserved in Orbital Conflict (OW-4e.4)
OW-4e.2 a Ship without Retreat stays
    before: resolve | Koti: you Frigate, Scout | foe Striker
    play: retreat Frigate   why: cannot retreat Frigate: Frigate has no Retreat (OW-4e.2)
OW-4e.2 only a Ship that is here can Retreat
    before: resolve | Koti: you Frigate, Scout | foe Striker | Maail: you Kite
    play:   resolve Koti; retreat Kite
    why:    cannot retreat Kite: you have no Kite at this World (at Koti you have Frigate, Scout)
OW-4e.2 only one's own Ship Retreats
    before: resolve | Koti: you Scout | foe Kite
    play: retreat Kite   why: cannot retreat Kite: you have no Kite at this World (at Koti you have Scout)
OW-4e.2 without Conflict there is no Retreat
    before: resolve | Koti: you Scout | foe Transport
    play:   retreat Scout
    why:    cannot retreat Scout: retreat is not what is asked now (asked now: target an Orbital, reserve, or pass)
OW-4e.2 the time to Retreat is before the shots
    before: resolve | Koti: you Scout | foe Striker
    play:   pass; retreat Scout
    why:    cannot retreat Scout: retreat is not what is asked now (asked now: target an Orbital, reserve, or pass)
OW-4e.2 Retreats in Priority Order: not out of turn
    before: resolve | Koti: you Scout | foe Scout
    play: foe: retreat Scout   why: cannot retreat Scout: it is another player's decision (it is up to player_0)
OW-4e.2 Weapons in orbit don't reach the ground
    before: resolve | Koti: you Frigate | foe Outpost, Striker
    play: target Outpost   why: cannot target Outpost: an Orbital is asked for (OW-4e.2)
OW-4e.2 nor Ground Forces
    before: resolve | Koti: you Frigate | foe Striker, Troops 10
    play: target Troops 10   why: cannot target Troops 10: an Orbital is asked for (OW-4e.2)
OW-4e.2 a target has to be here
    before: resolve | Koti: you Frigate | foe Striker | Maail: foe Titan
    play:   resolve Koti; target Titan
    why:    cannot target Titan: there is no such card at this World (at Koti your opponents have Striker)
OW-4e.2 three players: a target has to be that opponent's
    before: resolve | Koti: you Frigate | foe Striker | third Lancer
    play:   target Striker of player_2
    why:    cannot target Striker of player_2: there is no such card at this World (at Koti your opponents have Lancer
            of player_2, Striker of player_1)
OW-4e.2 Weapons in Priority Order: not out of turn
    before: resolve | Koti: you Striker | foe Striker
    play: foe: target Striker   why: cannot target Striker: it is another player's decision (it is up to player_0)
OW-4e.8 one Weapon has fired, so the other is not reserved
    before: resolve | Koti: you Frigate | foe Transport
    play:   target Transport; reserve
    why:    cannot reserve: a Weapon of this unit has been used or kept back already (OW-4e.3)
OW-4e.8 one Weapon was given no target, so the other is not reserved
    before: resolve | Koti: you Frigate | foe Transport
    play: pass; reserve   why: cannot reserve: a Weapon of this unit has been used or kept back already (OW-4e.3)
OW-4e.6 a ground only Orbital makes Conflict, in which others can't reserve
    before: resolve | Koti: you Frigate | foe Outpost, Siege Platform
    play: reserve   why: cannot reserve: Weapons can't be reserved in Orbital Conflict (OW-4e.4)
""")

# Effects that the printed cards show only together, each by itself.
OWN_CARDS = """
[orbital]
"Bomber" = { kind = "station", weapons = [9, 9], defense = 9, req = "occupied", effects = ["bombard"] }
"Mole"   = { kind = "station", weapons = [9], defense = 9, req = "occupied", effects = ["ground only"] }
"Wraith" = { kind = "station", weapons = [1], defense = 1, req = "occupied", effects = ["untargetable"] }
"Ghost"  = { kind = "field", defense = 1, req = "occupied", effects = ["untargetable"] }
"""
OWN_ROWS = rows(
    """
OW-4e.3 bombard alone: it may keep its Weapons in Conflict, and then fights below
    before: resolve | Koti: you Bomber | foe Outpost, Quarry, Striker | hand Outpost
    play:   reserve; foe: pass; target Outpost; target Quarry
    after:  trash | asked you | Koti: foe Striker | foe: wreck Outpost, Quarry
OW-4e.3 bombard alone: it may fire in Conflict, and then does not fight below
    before: resolve | Koti: you Bomber | foe Outpost, Striker | hand Outpost
    play:   pass; target Striker; foe: pass
    after:  trash | priority foe | asked you | Koti: foe Outpost | foe: wreck Striker | income 1
OW-4e.7 bombard alone: with all opponents gone from orbit it keeps its Weapons by itself
    before: resolve | Koti: you Bomber | foe Outpost, Scout | hand Outpost
    play:   foe: retreat Scout; target Outpost; pass
    after:  trash | asked you | Koti: foe - | foe: hand Scout | wreck Outpost | seen Scout
OW-4e.4 ground only alone: engaged in Conflict it does nothing at all
    before: resolve | Koti: you Mole | foe Outpost, Striker | hand Outpost
    play: foe: pass   after: trash | priority foe | asked you | foe: income 1
OW-4e.7 ground only alone: without Conflict it reserves by itself
    before: resolve | Koti: you Mole | foe Outpost, Transport | hand Outpost
    play: target Outpost   after: trash | asked you | Koti: foe Transport | foe: wreck Outpost
OW-4e.7 what can't be targeted is nothing to aim at
    before: resolve | Koti: you Frigate | foe Ghost, Outpost | hand Outpost
    play: target Outpost; pass   after: trash | asked you | Koti: foe Ghost | foe: wreck Outpost
OW-4e.1 an armed Orbital that can't be targeted makes Conflict
    before: resolve | Koti: you Striker | foe Outpost, Wraith | hand Outpost
    play: foe: target Striker   after: trash | priority foe | asked you | foe: income 1
OW-4e.2 no Weapon may pick what can't be targeted
    before: resolve | Koti: you Frigate | foe Ghost, Striker
    play: target Ghost   why: cannot target Ghost: Ghost can't be targeted
""",
    cards=OWN_CARDS,
)


@pytest.mark.parametrize("row", [*ROWS, *OWN_ROWS], ids=str)
def test_rule(row: Row) -> None:
    check(row)
