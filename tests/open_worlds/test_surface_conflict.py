"""Surface Conflict: who fights whom, Defence, what is overcome, Conquered or taken back (OW-4f, OW-0.8).

One World, and whoever may Trash a card is asked next, so that each row shows the whole outcome. Figures used:
a Ground Force named with a number has it as Weapon and Defensive Strength, a City as Defensive Strength (Income
1 up to City 15, City 20 has 2, City 30 has 3); Fallout Raid 12 and 12 against 8. In orbit Striker 5, Lancer 7,
Corvette 6 and 6, Frigate 7 and 7, Pike 16, Destroyer 10 and 10, Warship 12 and 12, Titan 16, 14 and 12.
Troops are Trashed after use; Invasion Forces, Auto Assaults and Fallout Raid when the World has been resolved.
"""

from __future__ import annotations

import pytest

from tests.open_worlds.scenario import Table, check
from tests.scenarios import Row, rows

pytestmark = pytest.mark.rule

ROWS = rows("""
# ── Like copies ──
OW-0.8 two shots at one of two like Outposts: the second goes to the other
    before: resolve | Koti: you Frigate | foe 2x Outpost | hand Outpost
    play: target Outpost; target Outpost   after: trash | asked you | Koti: foe - | foe: wreck 2x Outpost
OW-0.8 one shot at one of two like Outposts: the other stands
    before: resolve | Koti: you Frigate | foe 2x Outpost | hand Outpost
    play:   pass; target Outpost
    after:  trash | priority foe | asked you | Koti: foe Outpost | foe: wreck Outpost | income 1
OW-0.8 a shot takes the undefended copy first
    before: resolve | priority foe | Koti: you Frigate | foe 2x Outpost, Troops 10 | hand Outpost
    play:   foe: defend Outpost; target Outpost; pass
    after:  trash | asked you | Koti: foe Outpost | foe: wreck Outpost, Troops 10 | income 1
OW-0.8 the undefended copy overcome, the next shot goes to the defended one
    before: resolve | priority foe | Koti: you Titan | foe 2x Outpost, Troops 10 | hand Outpost
    play:   foe: defend Outpost; target Outpost; target Outpost; pass
    after:  trash | asked you | Koti: foe - | foe: wreck 2x Outpost, Troops 10
OW-0.8 two Defenders of like Outposts, assigned before any shot, take one each
    before: resolve | priority foe | Koti: you Striker | foe 2x Outpost, Troops 10, Troops 12 | hand Outpost
    play:   foe: defend Outpost; foe: defend Outpost; target Outpost
    after:  trash | asked you | Koti: foe 2x Outpost | foe: wreck Troops 10, Troops 12 | income 2
OW-0.8 of two defended copies the first takes the shots until it is overcome
    before: resolve | priority foe | Koti: you Destroyer | foe 2x Outpost, Troops 10, Troops 12 | hand Outpost
    play:   foe: defend Outpost; foe: defend Outpost; target Outpost; target Outpost
    after:  trash | asked you | Koti: foe Outpost | foe: wreck Outpost, Troops 10, Troops 12 | income 1
OW-0.8 a Defender of like Outposts goes to the one that is being overcome
    before: resolve | Koti: you Frigate | foe 2x Outpost, Troops 10 | hand Outpost
    play:   target Outpost; pass; foe: defend Outpost
    after:  trash | priority foe | asked you | Koti: foe 2x Outpost | foe: wreck Troops 10 | income 2
OW-0.8 a second Defender helps where one does not suffice
    before: resolve | Koti: you Pike | foe 2x Outpost, Troops 10, Troops 12 | hand Outpost
    play:   target Outpost; foe: defend Outpost; foe: defend Outpost
    after:  trash | priority foe | asked you | Koti: foe 2x Outpost | foe: wreck Troops 10, Troops 12 | income 2
OW-0.8 of two like Outposts both overcome, one is Conquered, the other destroyed
    before: resolve | Koti: you Invasion Force 10, Invasion Force 15 | foe 2x Outpost | hand Outpost
    play:   target Outpost; target Outpost; conquer Outpost; pass
    after:  trash | asked you | Koti: you Outpost (foe's) | foe -
            wreck Invasion Force 10, Invasion Force 15 | income 1 | foe: wreck Outpost
OW-0.8 of two like Outposts both overcome, both are Conquered
    before: resolve | Koti: you Invasion Force 10, Invasion Force 15 | foe 2x Outpost | hand Outpost
    play:   target Outpost; target Outpost; conquer Outpost; conquer Outpost
    after:  trash | asked you | Koti: you 2x Outpost (foe's) | foe -
            wreck Invasion Force 10, Invasion Force 15 | income 2
OW-0.8 of two like Outposts both overcome, a player of a later seat Conquers both
    before: resolve | Koti: you 2x Outpost | foe Invasion Force 10, Invasion Force 15 | hand Outpost
    play:   foe: target Outpost; foe: target Outpost; foe: conquer Outpost; foe: conquer Outpost
    after:  trash | priority foe | asked you | Koti: you - | foe 2x Outpost (you's)
            foe: wreck Invasion Force 10, Invasion Force 15 | income 2
OW-0.8 copies of different owners are not alike: the one named is hit
    before: resolve | Koti: you Striker | foe Outpost, Outpost (third's) | hand Outpost
    play:   target Outpost of player_2 held by player_1
    after:  trash | priority foe | asked you | Koti: foe Outpost | foe: income 1 | third: wreck Outpost
OW-0.8 copies of one owner under different controllers are not alike
    before: resolve | Koti: you Striker | foe Outpost (third's) | third Outpost | hand Outpost
    play:   target Outpost of player_2
    after:  trash | priority foe | asked you | Koti: third - | foe: income 1 | third: wreck Outpost
OW-0.8 copies of different controllers are not alike: the one named is hit
    before: resolve | Koti: you Striker | foe Outpost | third Outpost | hand Outpost
    play:   target Outpost of player_2
    after:  trash | priority foe | asked you | Koti: third - | foe: income 1 | third: wreck Outpost
# ── Who fights ──
OW-4f.1 an armed Ground Force and an opposing Facility: Conflict
    before: resolve | Koti: you Troops 10 | foe Outpost | hand Outpost
    play: target Outpost   after: trash | asked you | Koti: you - | foe - | wreck Troops 10 | foe: wreck Outpost
OW-4f.1 an armed Ground Force and opposing Orbitals only: no Conflict from its side
    before: resolve | Koti: you Outpost, Troops 10 | foe Energy Shield, Transport | hand Outpost
    after:  trash | asked you | income 1
OW-4f.1 an Orbital that kept its Weapons may target a Ground Force, which can't reach it
    before: resolve | Koti: you Troops 10 | foe Frigate | hand Outpost
    play: foe: target Troops 10; foe: target Troops 10   after: trash | asked you | Koti: you - | wreck Troops 10
OW-4f.1 nobody is armed: no Conflict
    before: resolve | Koti: you City 12, Transport | foe City 12, Transport | hand Outpost
    after:  trash | asked you | income 1 | foe: income 1
OW-4f.1 one's own units are no reason for Conflict
    before: resolve | Koti: you Frigate, Outpost, Troops 10, Troops 12 | hand Outpost
    after:  trash | asked you | income 1
OW-4f.1 Ground Forces of two players fight
    before: resolve | Koti: you Troops 12 | foe Troops 10 | hand Outpost
    play:   target Troops 10; foe: target Troops 12
    after:  trash | asked you | Koti: you - | foe - | wreck Troops 12 | foe: wreck Troops 10
OW-4f.1 a Hidden Outpost can't be targeted: no Conflict about it
    before: resolve | Koti: you Frigate, Troops 10 | foe Hidden Outpost | hand Outpost
    after:  trash | priority foe | asked you | foe: income 2
OW-4f.1 opposing units at another World are no targets
    before: resolve | Koti: you Troops 10 | Maail: foe Outpost | hand Outpost
    play: resolve Koti   after: trash | priority foe | asked you | foe: income 1
OW-4f.1 an opponent's Conflict lets one's own Troops Defend, though they have no target
    before: resolve | Koti: you Outpost, Troops 10 | foe Striker | hand Outpost
    play:   defend Outpost; foe: target Outpost
    after:  trash | asked you | Koti: you Outpost | wreck Troops 10 | income 1
OW-4f.1 who neither has a target nor may Defend is not asked in an opponent's Conflict
    before: resolve | Koti: you Auto Assault 10, Outpost | foe Striker | hand Outpost
    play: foe: target Outpost   after: trash | asked you | Koti: you - | wreck Auto Assault 10, Outpost
OW-4f.1 three players: the units of every opponent are targets
    before: resolve | Koti: you Fallout Raid | foe Exploit | third Outpost | hand Outpost
    play:   target Outpost of player_2; target Exploit of player_1
    after:  trash | asked you | Koti: you - | foe - | third - | wreck Fallout Raid | foe: wreck Exploit
            third: wreck Outpost
# ── Assignments ──
OW-4f.2 each Weapon picks its own target: Fallout Raid hits two
    before: resolve | Koti: you Fallout Raid | foe City 12, Exploit | hand Outpost
    play:   target City 12; target Exploit
    after:  trash | asked you | Koti: you - | foe - | wreck Fallout Raid | foe: wreck City 12, Exploit
OW-4f.2 or both pick the same
    before: resolve | Koti: you Fallout Raid | foe City 20, Exploit | hand Outpost
    play:   target City 20; target City 20
    after:  trash | priority foe | asked you | Koti: you - | foe Exploit | wreck Fallout Raid
            foe: wreck City 20 | income 2
OW-4f.2 or one picks none
    before: resolve | Koti: you Fallout Raid | foe City 20, Exploit | hand Outpost
    play:   target City 20; pass
    after:  trash | priority foe | asked you | Koti: you - | wreck Fallout Raid | foe: income 4
OW-4f.2 assignments in Priority Order, openly: the second sees those of the first
    before: resolve | Koti: you Troops 10 | foe Outpost, Troops 12 | hand Outpost
    play: target Outpost   after: asked foe: surface conflict
OW-4f.2 assignments in Priority Order: with the opponent's Priority it assigns first
    before: resolve | priority foe | Koti: you Troops 10 | foe Outpost, Troops 12 | hand Outpost
    play: foe: target Troops 10   after: asked you: surface conflict
OW-4f.2 all damage lands together: the destroyed have hit as well
    before: resolve | Koti: you Auto Assault 14 | foe Auto Assault 10 | hand Outpost
    play:   target Auto Assault 10; foe: target Auto Assault 14
    after:  trash | asked you | Koti: you - | foe - | wreck Auto Assault 14 | foe: wreck Auto Assault 10
OW-4f.2 a unit that Defends does not attack
    before: resolve | Koti: you City 12, Troops 20 | foe Outpost, Striker | hand Outpost
    play:   defend City 12; foe: target City 12
    after:  trash | asked you | Koti: you City 12 | wreck Troops 20 | income 1 | foe: income 1
OW-4f.2 no target and no Defence is a choice as well
    before: resolve | Koti: you Outpost, Troops 10 | foe Outpost | hand Outpost
    play: pass   after: trash | asked you | income 1 | foe: income 1
OW-4f.2 a conquered Facility is Defended like any other
    before: resolve | Koti: you City 12 (foe's), Clone Army | foe Invasion Force 21 | hand Outpost
    play:   defend conquered City 12; foe: target own City 12
    after:  trash | asked you | Koti: you City 12 (foe's) | foe - | wreck Clone Army | income 1
            foe: wreck Invasion Force 21
OW-4f.2 three players assign in Priority Order, from the third on
    before: resolve | priority third | Koti: you Troops 10 | foe Troops 12 | third Troops 15 | hand Outpost
    play:   third: target Troops 10 of player_0; target Troops 12 of player_1; foe: target Troops 15 of player_2
    after:  trash | asked you | Koti: you - | foe - | third - | wreck Troops 10 | foe: wreck Troops 12
            third: wreck Troops 15
OW-4f.2 four players: the Weapons of three add up at the fourth
    before: resolve | Koti: you Auto Assault 10 | foe Auto Assault 10 | third Striker | fourth City 25 | hand Outpost
    play:   target City 25 of player_3; foe: target City 25 of player_3; third: target City 25 of player_3
    after:  trash | asked you | Koti: you - | foe - | fourth - | wreck Auto Assault 10 | foe: wreck Auto Assault 10
            fourth: wreck City 25
# ── Defence ──
OW-4f.3 attacks on a Defended Facility hit the Defender
    before: resolve | Koti: you Frigate | foe Exploit, Outpost, Troops 20 | hand Outpost
    play:   target Exploit; target Exploit; foe: defend Exploit
    after:  trash | priority foe | asked you | Koti: foe Exploit, Outpost | foe: wreck Troops 20 | income 3
OW-4f.3 what exceeds the Defender's Defensive Strength carries over
    before: resolve | Koti: you Troops 22 | foe City 12, Troops 10 | hand Outpost
    play:   target City 12; foe: defend City 12
    after:  trash | asked you | Koti: you - | foe - | wreck Troops 22 | foe: wreck City 12, Troops 10
OW-4f.3 a point less carries over and does not overcome
    before: resolve | Koti: you Invasion Force 21 | foe City 12, Troops 10 | hand Outpost
    play:   target City 12; foe: defend City 12
    after:  trash | priority foe | asked you | Koti: you - | foe City 12 | wreck Invasion Force 21
            foe: wreck Troops 10 | income 1
OW-4f.3 attacks on another Facility are not the Defender's
    before: resolve | Koti: you Frigate | foe Exploit, Outpost, Troops 20 | hand Outpost
    play:   target Exploit; target Outpost; foe: defend Exploit
    after:  trash | priority foe | asked you | Koti: foe Exploit | foe: wreck Outpost, Troops 20 | income 2
OW-4f.3 two Defenders soak up 22 of 22
    before: resolve | Koti: you Troops 22 | foe Outpost, Troops 10, Troops 12 | hand Outpost
    play:   target Outpost; foe: defend Outpost; foe: defend Outpost
    after:  trash | priority foe | asked you | Koti: you - | foe Outpost | wreck Troops 22
            foe: wreck Troops 10, Troops 12 | income 1
OW-4f.3 two Defenders soak up 22 of 23
    before: resolve | Koti: you Lancer, Pike | foe Outpost, Troops 10, Troops 12 | hand Outpost
    play:   target Outpost; target Outpost; foe: defend Outpost; foe: defend Outpost
    after:  trash | asked you | Koti: foe - | foe: wreck Outpost, Troops 10, Troops 12
OW-4f.3 direct hits at the Defender do not carry over
    before: resolve | Koti: you Destroyer | foe Outpost, Troops 10 | hand Outpost
    play:   target Outpost; target Troops 10; foe: defend Outpost
    after:  trash | priority foe | asked you | Koti: foe Outpost | foe: wreck Troops 10 | income 1
OW-4f.3 three players: the attacks of two add up before the Defender soaks
    before: resolve | Koti: you Auto Assault 10 | foe Auto Assault 14 | third City 12, Troops 12 | hand Outpost
    play:   target City 12 of player_2; foe: target City 12 of player_2; third: defend City 12
    after:  trash | asked you | Koti: you - | foe - | third - | wreck Auto Assault 10 | foe: wreck Auto Assault 14
            third: wreck City 12, Troops 12
# ── What is overcome ──
OW-4f.4 damage that reaches the Defensive Strength overcomes, and destroys
    before: resolve | Koti: you Troops 12 | foe City 12 | hand Outpost
    play: target City 12   after: trash | asked you | Koti: you - | foe - | wreck Troops 12 | foe: wreck City 12
OW-4f.4 damage one short overcomes nothing
    before: resolve | Koti: you Auto Assault 14 | foe City 15 | hand Outpost
    play: target City 15   after: trash | priority foe | asked you | Koti: you - | wreck Auto Assault 14 | foe: income 1
OW-4f.4 an overcome Facility may be Conquered
    before: resolve | Koti: you Invasion Force 15 | foe City 15 | hand Outpost
    play:   target City 15; conquer City 15
    after:  trash | asked you | Koti: you City 15 (foe's) | foe - | wreck Invasion Force 15 | income 1
OW-4f.4 or is destroyed, if its attacker would rather
    before: resolve | Koti: you Invasion Force 15 | foe City 15 | hand Outpost
    play:   target City 15; pass
    after:  trash | asked you | Koti: you - | foe - | wreck Invasion Force 15 | foe: wreck City 15
OW-4f.4 what is not overcome can't be Conquered
    before: resolve | Koti: you Invasion Force 10 | foe City 12 | hand Outpost
    play:   target City 12
    after:  trash | priority foe | asked you | Koti: you - | wreck Invasion Force 10 | foe: income 1
OW-4f.4 one attacker that may Conquer is enough, the others help
    before: resolve | Koti: you Invasion Force 10, Striker | foe City 15 | hand Outpost
    play:   target City 15; target City 15; conquer City 15
    after:  trash | asked you | Koti: you City 15 (foe's), Striker | foe - | wreck Invasion Force 10 | income 1
OW-4f.4 attackers that can't Conquer destroy without a question
    before: resolve | Koti: you Invasion Force 10, Troops 15 | foe City 15, Outpost | hand Outpost
    play:   target City 15; target Outpost; conquer Outpost
    after:  trash | asked you | Koti: you Outpost (foe's) | foe - | wreck Invasion Force 10, Troops 15 | income 1
            foe: wreck City 15
OW-4f.4 a Conqueror that is itself destroyed Conquers nothing
    before: resolve | Koti: you Invasion Force 15 | foe City 15, Troops 15 | hand Outpost
    play:   target City 15; foe: target Invasion Force 15
    after:  trash | asked you | Koti: you - | foe - | wreck Invasion Force 15 | foe: wreck City 15, Troops 15
OW-4f.4 a Conqueror that is hit and lives Conquers
    before: resolve | Koti: you Invasion Force 15 | foe City 15, Troops 12 | hand Outpost
    play:   target City 15; foe: target Invasion Force 15; conquer City 15
    after:  trash | asked you | Koti: you City 15 (foe's) | foe - | wreck Invasion Force 15 | income 1
            foe: wreck Troops 12
OW-4f.4 one of two Conquerors lives: that is enough
    before: resolve | Koti: you Invasion Force 10, Invasion Force 15 | foe City 25, Troops 15 | hand Outpost
    play:   target City 25; target City 25; foe: target Invasion Force 15; conquer City 25
    after:  trash | asked you | Koti: you City 25 (foe's) | foe -
            wreck Invasion Force 10, Invasion Force 15 | income 2 | foe: wreck Troops 15
OW-4f.4 a Defended Facility overcome by what carries over is Conquered
    before: resolve | Koti: you Invasion Force 21 | foe City 10, Troops 10 | hand Outpost
    play:   target City 10; foe: defend City 10; conquer City 10
    after:  trash | asked you | Koti: you City 10 (foe's) | foe - | wreck Invasion Force 21 | income 1
            foe: wreck Troops 10
OW-4f.4 Ground Forces are never Conquered
    before: resolve | Koti: you Invasion Force 10 | foe Troops 10 | hand Outpost
    play:   target Troops 10; foe: pass
    after:  trash | asked you | Koti: you - | foe - | wreck Invasion Force 10 | foe: wreck Troops 10
OW-4f.4 Orbitals destroy, they don't Conquer
    before: resolve | Koti: you Pike | foe City 15 | hand Outpost
    play: target City 15   after: trash | asked you | Koti: foe - | foe: wreck City 15
OW-4f.4 two players Conquer each other's Facilities at once
    before: resolve | Koti: you City 10, Invasion Force 10 | foe City 10, Invasion Force 10 | hand Outpost
    play:   target City 10; foe: target City 10; conquer City 10; foe: conquer City 10
    after:  trash | asked you | Koti: you City 10 (foe's) | foe City 10 (you's) | wreck Invasion Force 10 | income 1
            foe: wreck Invasion Force 10 | income 1
OW-4f.4 Conquest is declared in Priority Order, and not out of turn
    before: resolve | priority foe | Koti: you City 10, Invasion Force 10 | foe City 10, Invasion Force 10
            hand Outpost
    play: foe: target City 10; target City 10   after: asked foe: conquer
OW-4f.4 three players: the damage of an ally of the moment helps to Conquer
    before: resolve | Koti: you Invasion Force 10 | foe City 20 | third Troops 10 | hand Outpost
    play:   target City 20 of player_1; third: target City 20 of player_1; conquer City 20 of player_1
    after:  trash | asked you | Koti: you City 20 (foe's) | foe - | third - | wreck Invasion Force 10 | income 2
            third: wreck Troops 10
# ── What was Conquered ──
OW-4f.5 a conquered Facility earns for its Conqueror
    before: income | Koti: you City 20 (foe's), Outpost | foe Outpost | hand Outpost
    after:  trash | asked you | income 3 | foe: income 1
OW-4f.5 it earns for its Conqueror on the FINAL TURN too, and wins
    before: income | final turn | Koti: you City 30 (foe's) | foe City 20 | hand Outpost
    after:  over | won by you | income 3 | foe: income 2
OW-4f.5 its Capacity supports the Conqueror's Troops
    before: resolve | Koti: you City 20 (foe's), stage Troops 20 | hand Outpost
    after:  trash | asked you | Koti: you City 20 (foe's), Troops 20 | income 2
OW-4f.5 its Capacity supports its owner's Troops no more
    before: resolve | Koti: you City 20 (foe's) | foe stage Troops 20 | hand Outpost
    after:  trash | asked you | Koti: foe - | income 2 | foe: wreck Troops 20
OW-4f.5 its Conqueror occupies the World by it, its owner does not
    before: resolve | Koti: you City 20 (foe's), stage Quarry | foe stage Garrison | hand Outpost
    after:  trash | asked you | Koti: you City 20 (foe's), Quarry | foe - | income 5 | foe: wreck Garrison
OW-4f.5 a conquered Shipyard frees the Conqueror's Ships from Class
    before: reveal | Koti: you Shipyard 8 (foe's), stage Cruiser | foe stage Titan | hand Outpost
    after:  trash | asked you | Koti: you Cruiser, Shipyard 8 (foe's) | foe - | income 1 | foe: wreck Titan
OW-4f.5 destroyed later it goes to its owner's Trash Heap: by a Catastrophe
    before: resolve | Koti: you City 12 (foe's), stage Asteroid Strike | hand Outpost
    after:  trash | asked you | Koti: you - | wreck Asteroid Strike | foe: wreck City 12
OW-4f.5 destroyed later it goes to its owner's Trash Heap: in Conflict
    before: resolve | Koti: you City 12 (foe's) | third Troops 12 | hand Outpost
    play:   third: target City 12 of player_1 held by player_0
    after:  trash | asked you | Koti: you - | third - | foe: wreck City 12 | third: wreck Troops 12
OW-4f.5 Conquered once more it still is its owner's
    before: resolve | Koti: you City 12 (foe's) | third Invasion Force 15 | hand Outpost
    play:   third: target City 12 of player_1 held by player_0; third: conquer City 12 of player_1 held by player_0
    after:  trash | priority third | asked you | Koti: you - | third City 12 (foe's)
            third: wreck Invasion Force 15 | income 1
OW-4f.5 a Suck Dry Conquered half run dry runs dry for its Conqueror
    before: resolve | Sabik Four: you Invasion Force 10 | foe Suck Dry (age 1) | hand Outpost
    play:   target Suck Dry; conquer Suck Dry
    after:  trash | asked you | Sabik Four: you - | foe - | under Suck Dry (foe's) | wreck Invasion Force 10 | income 7
# ── One's own cards under others ──
OW-4f.6 one's own card under an opponent is taken back by a unit that may Conquer
    before: resolve | Koti: you Invasion Force 15 | foe City 12 (you's) | hand Outpost
    play: target own City 12   after: trash | asked you | Koti: you City 12 | foe - | wreck Invasion Force 15 | income 1
OW-4f.6 attacked in vain it stays where it is
    before: resolve | Koti: you Invasion Force 10 | foe City 12 (you's) | hand Outpost
    play:   target own City 12
    after:  trash | priority foe | asked you | Koti: you - | wreck Invasion Force 10 | foe: income 1
OW-4f.6 units that can't take it back make no Conflict about it
    before: resolve | Koti: you Frigate, Troops 10 | foe City 12 (you's) | hand Outpost
    after:  trash | priority foe | asked you | foe: income 1
OW-4f.6 two Invasion Forces together take it back
    before: resolve | Koti: you Invasion Force 10, Invasion Force 15 | foe City 25 (you's) | hand Outpost
    play:   target own City 25; target own City 25
    after:  trash | asked you | Koti: you City 25 | foe - | wreck Invasion Force 10, Invasion Force 15 | income 2
OW-4f.6 an opponent's card held by another opponent may be destroyed
    before: resolve | Koti: you Troops 12 | foe City 12 (third's) | hand Outpost
    play:   target City 12 of player_2 held by player_1
    after:  trash | asked you | Koti: you - | foe - | wreck Troops 12 | third: wreck City 12
OW-4f.6 taken back and one's own again, it Swaps like any other
    before: resolve | Koti: you Invasion Force 15 | foe Outpost (you's) | hand Shipyard 8 | deck 9x Outpost
            foe: deck 3x Exploit
    play:   target own Outpost; pass; stage Shipyard 8 @ Koti; foe: pass; swap Outpost
    after:  trash | turn 3 | asked you | Koti: you Shipyard 8 | foe -
            hand 3x Outpost | deck 7x Outpost | wreck Invasion Force 15 | seen Outpost | income 1 | prior 1
            foe: hand 2x Exploit | deck Exploit
# ── After the Conflict ──
OW-4f.7 Troops that attacked are Trashed, whatever came of it
    before: resolve | Koti: you Troops 10 | foe City 12 | hand Outpost
    play: target City 12   after: trash | priority foe | asked you | Koti: you - | wreck Troops 10 | foe: income 1
OW-4f.7 Troops that Defended are Trashed, even if nobody attacked
    before: resolve | Koti: you City 12, Troops 10 | foe Outpost | hand Outpost
    play: defend City 12   after: trash | asked you | Koti: you City 12 | wreck Troops 10 | income 1 | foe: income 1
OW-4f.7 Troops that did neither stay
    before: resolve | Koti: you City 12, Clone Army, Troops 10 | foe Lancer | hand Outpost
    play: pass; pass; foe: target Troops 10   after: trash | asked you | income 1
OW-4f.7 Troops without a Conflict stay
    before: resolve | Koti: you City 12, Troops 10 | hand Outpost   after: trash | asked you | income 1
OW-4f.7 a Clone Army that attacked is Trashed
    before: resolve | Koti: you Clone Army | foe City 20 | hand Outpost
    play: target City 20   after: trash | priority foe | asked you | Koti: you - | wreck Clone Army | foe: income 2
OW-4f.7 trash after Conflict: they leave also if they did nothing
    before: resolve | Koti: you Auto Assault 10, Fallout Raid, Invasion Force 10 | foe Outpost | hand Outpost
    play:   pass; pass; pass; pass
    after:  trash | priority foe | asked you | Koti: you - | wreck Auto Assault 10, Fallout Raid, Invasion Force 10
            foe: income 1
OW-4f.7 trash after Conflict: they leave also if there was none
    before: resolve | Koti: you Auto Assault 14, Invasion Force 15, Troops 10 | foe: hand Outpost
    after:  trash | asked foe | Koti: you Troops 10 | wreck Auto Assault 14, Invasion Force 15
OW-4f.7 trash after Conflict: those at another World leave when that is resolved
    before: resolve | Koti: you Auto Assault 14 | Maail: you Auto Assault 10 | Farrow
    play: resolve Koti   after: asked you: next world | Koti: you - | wreck Auto Assault 14
OW-4f.7 Orbitals that bombarded stay
    before: resolve | Koti: you Frigate, Siege Platform | foe City 30 | hand Outpost
    play: target City 30; target City 30; target City 30   after: trash | asked you | Koti: foe - | foe: wreck City 30
OW-4f.8 no Utility to play at the beginning of Surface Conflict: nobody is asked
    before: resolve | Koti: you Outpost | foe Outpost | hand Troops 10
    after:  trash | asked you | income 1 | foe: income 1
OW-4f.8 the window opens also where there is no Conflict yet, and may start one
    before: resolve | Koti: you Outpost | foe Outpost | hand Light Brigade, Troops 10 | foe: hand Outpost
    play:   play Light Brigade; target Outpost
    after:  trash | asked foe | Koti: foe - | hand - | wreck Light Brigade, Troops 10 | income 1 | foe: wreck Outpost
OW-4f.1 whoever stands at another World waits for its resolution
    before: resolve | Koti: you Troops 10 | foe City 12 | Maail: you Troops 12 | hand Outpost
    play:   resolve Koti; target City 12
    after:  trash | priority foe | asked you | Koti: you - | wreck Troops 10 | foe: income 1
OW-4f.7 what attackers and Defenders did here is no matter of the units at the next World
    before: resolve | Koti: you City 15, Corvette | foe City 12, Troops 10, Troops 12 | Maail: foe Exploit, Outpost
            Farrow | hand Outpost
    play:   resolve Koti; target City 12; target City 12; foe: target City 15; foe: defend City 12
    after:  asked you: next world | Koti: foe City 12 | foe: wreck Troops 10, Troops 12
OW-4f.7 what leaves after Conflict leaves at its own World alone
    before: resolve | Koti: you Auto Assault 10 | Maail: foe Outpost | Farrow | hand Outpost
    play: resolve Maail   after: asked you: next world
OW-4f.1 also whoever stands at a World further up the row
    before: resolve | Koti: you Troops 12 | Maail: you Troops 10 | foe City 12 | Farrow | hand Outpost
    play: resolve Maail; target City 12   after: asked you: next world | Maail: you - | wreck Troops 10
# ── Who is spared ──
OW-4f.9 overcome by its owner alone, whose Force falls: it stays
    before: resolve | Koti: you Invasion Force 15 | foe City 12 (you's), Troops 15 | hand Outpost
    play:   target own City 12; foe: target Invasion Force 15
    after:  trash | priority foe | asked you | Koti: you - | foe City 12 (you's) | wreck Invasion Force 15
            foe: wreck Troops 15 | income 1
OW-4f.9 others' damage alone reaches its Defensive Strength: it is destroyed
    before: resolve | Koti: you Invasion Force 15 | foe City 12 (you's), Troops 15 | third Auto Assault 14
            hand Outpost
    play:   target own City 12 held by player_1; foe: target Invasion Force 15 of player_0
            third: target City 12 of player_0 held by player_1
    after:  trash | asked you | Koti: you - | foe - | third - | wreck City 12, Invasion Force 15 | foe: wreck Troops 15
            third: wreck Auto Assault 14
OW-4f.9 others' damage reaches it only with that of its owner: it stays
    before: resolve | Koti: you Invasion Force 15 | foe City 12 (you's), Troops 15 | third Auto Assault 10
            hand Outpost
    play:   target own City 12 held by player_1; foe: target Invasion Force 15 of player_0
            third: target City 12 of player_0 held by player_1
    after:  trash | priority foe | asked you | Koti: you - | foe City 12 (you's) | third - | wreck Invasion Force 15
            foe: wreck Troops 15 | income 1 | third: wreck Auto Assault 10
OW-4f.9 the owner's damage counts for another's Conquest
    before: resolve | Koti: you Invasion Force 10 | foe City 15 (you's), Troops 10 | third Invasion Force 10
            hand Outpost
    play:   target own City 15 held by player_1; foe: target Invasion Force 10 of player_0
            third: target City 15 of player_0 held by player_1; third: conquer City 15 of player_0 held by player_1
    after:  trash | priority third | asked you | Koti: you - | foe - | third City 15 (you's) | wreck Invasion Force 10
            foe: wreck Troops 10 | third: wreck Invasion Force 10 | income 1
OW-4f.9 who could have Conquered it by the owner's help, and would not, spares it
    before: resolve | Koti: you Invasion Force 10 | foe City 15 (you's), Troops 10 | third Invasion Force 10
            hand Outpost
    play:   target own City 15 held by player_1; foe: target Invasion Force 10 of player_0
            third: target City 15 of player_0 held by player_1; third: pass
    after:  trash | priority foe | asked you | Koti: you - | foe City 15 (you's) | third - | wreck Invasion Force 10
            foe: wreck Troops 10 | income 1 | third: wreck Invasion Force 10
# ── Claims ──
OW-4f.10 two may Conquer one Facility: the first in Priority Order does
    before: resolve | priority third | Koti: you Invasion Force 10 | foe City 20 | third Invasion Force 10
            hand Outpost
    play:   third: target City 20 of player_1; target City 20 of player_1; third: conquer City 20 of player_1
    after:  trash | asked you | Koti: you - | foe - | third City 20 (foe's) | wreck Invasion Force 10
            third: wreck Invasion Force 10 | income 2
OW-4f.10 the first declines, so the second may
    before: resolve | priority third | Koti: you Invasion Force 10 | foe City 20 | third Invasion Force 10
            hand Outpost
    play:   third: target City 20 of player_1; target City 20 of player_1; third: pass; conquer City 20 of player_1
    after:  trash | priority you | asked you | Koti: you City 20 (foe's) | foe - | third -
            wreck Invasion Force 10 | income 2 | third: wreck Invasion Force 10
OW-4f.10 the owner first in Priority Order takes its card back before another can
    before: resolve | Koti: you Invasion Force 10 | foe City 20 (you's) | third Invasion Force 10 | hand Outpost
    play:   target own City 20 held by player_1; third: target City 20 of player_0 held by player_1
    after:  trash | asked you | Koti: you City 20 | foe - | third - | wreck Invasion Force 10 | income 2
            third: wreck Invasion Force 10
OW-4f.10 another first in Priority Order Conquers it before its owner takes it back
    before: resolve | priority third | Koti: you Invasion Force 10 | foe City 20 (you's) | third Invasion Force 10
            hand Outpost
    play:   third: target City 20 of player_0 held by player_1; target own City 20 held by player_1
            third: conquer City 20 of player_0 held by player_1
    after:  trash | asked you | Koti: you - | foe - | third City 20 (you's) | wreck Invasion Force 10
            third: wreck Invasion Force 10 | income 2
OW-4f.10 another declines, and the owner takes it back by itself
    before: resolve | priority third | Koti: you Invasion Force 10 | foe City 20 (you's) | third Invasion Force 10
            hand Outpost
    play:   third: target City 20 of player_0 held by player_1; target own City 20 held by player_1; third: pass
    after:  trash | priority you | asked you | Koti: you City 20 | foe - | third - | wreck Invasion Force 10 | income 2
            third: wreck Invasion Force 10
OW-0.8 of a foe's Outposts the one is Conquered that the named player held
    before: resolve | Koti: you Invasion Force 10, Invasion Force 15 | foe Outpost | third Outpost (foe's) (idle)
            hand Outpost
    play:   target Outpost of player_1; target Outpost of player_1 held by player_2
            conquer Outpost of player_1 held by player_2; pass
    after:  trash | asked you | Koti: you Outpost (foe's) (idle) | foe - | third -
            wreck Invasion Force 10, Invasion Force 15 | foe: wreck Outpost
OW-0.8 of an opponent's Outposts the one is Conquered that came from the named player
    before: resolve | Koti: you Invasion Force 10, Invasion Force 15 | foe Outpost, Outpost (third's) | hand Outpost
    play:   target Outpost of player_1; target Outpost of player_2 held by player_1
            conquer Outpost of player_2 held by player_1; pass
    after:  trash | asked you | Koti: you Outpost (third's) | foe -
            wreck Invasion Force 10, Invasion Force 15 | income 1 | foe: wreck Outpost
# ── Defenders before others ──
OW-4f.1 Energy Shield: opposing Orbitals find no target below, so there is no Conflict
    before: resolve | Koti: you Frigate | foe City 12, Energy Shield | hand Outpost
    play: reserve   after: trash | priority foe | asked you | foe: income 1
OW-4f.1 Energy Shield: also the Siege Platform finds none
    before: resolve | Koti: you Siege Platform | foe City 12, Energy Shield, Troops 10 | hand Outpost
    after:  trash | priority foe | asked you | foe: income 1
OW-4f.1 Energy Shield: opposing Ground Forces attack all the same
    before: resolve | Koti: you Troops 12 | foe City 12, Energy Shield | hand Outpost
    play:   target City 12
    after:  trash | asked you | Koti: you - | foe Energy Shield | wreck Troops 12 | foe: wreck City 12
OW-4f.1 Energy Shield: shot down from orbit, it screens no more in the same turn
    before: resolve | Koti: you Destroyer, Striker | foe Energy Shield, Outpost | hand Outpost
    play:   reserve; target Energy Shield; target Energy Shield; target Outpost
    after:  trash | asked you | Koti: foe - | foe: wreck Energy Shield, Outpost
OW-4f.1 Energy Shield: one's own does not hinder one's own Orbitals
    before: resolve | Koti: you Energy Shield, Frigate | foe Outpost | hand Outpost
    play: target Outpost; pass   after: trash | asked you | Koti: foe - | foe: wreck Outpost
OW-4f.1 Energy Shield: three players, it screens its controller's units alone
    before: resolve | Koti: you Frigate | foe Energy Shield, Outpost | third Outpost | hand Outpost
    play:   reserve; target Outpost of player_2; pass
    after:  trash | priority foe | asked you | Koti: third - | foe: income 1 | third: wreck Outpost
OW-4f.1 Energy Shield: it screens Facilities its controller Conquered, not those it lost
    before: resolve | Koti: you Frigate | foe Energy Shield, Outpost (third's) | third Outpost (foe's) | hand Outpost
    play:   reserve; target Outpost of player_1 held by player_2; pass
    after:  trash | priority foe | asked you | Koti: third - | foe: wreck Outpost | income 1
OW-4f.1 Energy Shield: one at another World screens nothing here
    before: resolve | Koti: you Frigate | foe Outpost | Maail: foe Energy Shield | hand Outpost
    play: resolve Koti; target Outpost; pass   after: trash | asked you | Koti: foe - | foe: wreck Outpost
# ── What is refused ──
OW-4f.1 Ground Forces don't reach Orbitals
    before: resolve | Koti: you Troops 10 | foe Outpost, Transport
    play: target Transport   why: cannot target Transport: a Facility or Ground Force is asked for (OW-4f.1)
OW-4f.1 nor do Orbitals any more: those they shot at in Orbital Activity
    before: resolve | Koti: you Frigate | foe Outpost, Transport
    play: reserve; target Transport   why: cannot target Transport: a Facility or Ground Force is asked for (OW-4f.1)
OW-4f.1 the text of Hidden Outpost beats that of Fallout Raid
    before: resolve | Koti: you Fallout Raid | foe Hidden Outpost, Outpost
    play: target Hidden Outpost   why: cannot target Hidden Outpost: Hidden Outpost can't be targeted
OW-4f.1 nor may Orbitals target a Hidden Outpost
    before: resolve | Koti: you Frigate | foe Hidden Outpost, Outpost
    play: target Hidden Outpost   why: cannot target Hidden Outpost: Hidden Outpost can't be targeted
OW-4f.1 nor may who could Conquer it
    before: resolve | Koti: you Invasion Force 10 | foe Hidden Outpost, Outpost
    play: target Hidden Outpost   why: cannot target Hidden Outpost: Hidden Outpost can't be targeted
OW-4f.1 a target has to be here
    before: resolve | Koti: you Troops 10 | foe Outpost | Maail: foe City 12
    play:   resolve Koti; target City 12
    why:    cannot target City 12: there is no such card at this World (at Koti your opponents have Outpost)
OW-4f.1 Energy Shield: an opposing Orbital may target no Facility under it
    before: resolve | Koti: you Frigate | foe Energy Shield, Outpost | third Outpost
    play:   reserve; target Outpost of player_1
    why:    cannot target Outpost of player_1: a Field keeps opposing Orbitals from targeting it
OW-4f.1 Energy Shield: nor a Ground Force under it
    before: resolve | Koti: you Siege Platform | foe Energy Shield, Troops 10 | third Outpost
    play:   target Troops 10 of player_1
    why:    cannot target Troops 10 of player_1: a Field keeps opposing Orbitals from targeting it
OW-4f.2 who can't Defend
    before: resolve | Koti: you Auto Assault 10, Outpost | foe Outpost
    play: defend Outpost   why: cannot defend Outpost: this unit may not Defend (OW-4f.2)
OW-4f.2 Orbitals can't Defend
    before: resolve | Koti: you Frigate, Outpost | foe Outpost
    play: defend Outpost   why: cannot defend Outpost: this unit may not Defend (OW-4f.2)
OW-4f.2 Invasion Forces can't Defend
    before: resolve | Koti: you Invasion Force 10, Outpost | foe Outpost
    play: defend Outpost   why: cannot defend Outpost: this unit may not Defend (OW-4f.2)
OW-4f.2 only one's own Facility can be Defended
    before: resolve | Koti: you Outpost, Troops 10 | foe City 12
    play:   defend City 12
    why:    cannot defend City 12: you have no City 12 at this World (at Koti you have Outpost, Troops 10)
OW-4f.2 only a Facility here can be Defended
    before: resolve | Koti: you Outpost, Troops 10 | foe City 12 | Maail: you Quarry
    play:   resolve Koti; defend Quarry
    why:    cannot defend Quarry: you have no Quarry at this World (at Koti you have Outpost, Troops 10)
OW-4f.2 a card of one's own under an opponent is not Defended
    before: resolve | Koti: you Outpost, Troops 10 | foe City 12 (you's), Striker
    play:   defend City 12
    why:    cannot defend City 12: you have no City 12 at this World (at Koti you have Outpost, Troops 10)
OW-4f.2 assignments in Priority Order: not out of turn
    before: resolve | Koti: you Troops 10 | foe Outpost, Troops 12
    play: foe: target Troops 10   why: cannot target Troops 10: it is another player's decision (it is up to player_0)
OW-4f.2 in Surface Conflict it is too late to hold fire
    before: resolve | Koti: you Frigate | foe Outpost
    play:   reserve
    why:    cannot reserve: reserve is not what is asked now (asked now: target a ground unit, defend a Facility, or
            pass)
OW-4f.4 a Facility that is not overcome is not Conquered
    before: resolve | Koti: you Invasion Force 10, Invasion Force 15 | foe City 20, Outpost
    play:   target Outpost; target City 20; conquer City 20
    why:    cannot conquer City 20: City 20 is not overcome (OW-4f.4) (damage 15 against a Defensive Strength of 20)
OW-4f.4 nor one that a Defender saved
    before: resolve | Koti: you Invasion Force 10, Invasion Force 15 | foe City 12, Outpost, Troops 10
    play:   target Outpost; target City 12; foe: defend City 12; conquer City 12
    why:    cannot conquer City 12: City 12 is not overcome (OW-4f.4) (damage 5 against a Defensive Strength of 12)
OW-4f.4 nor one attacked only by units that can't
    before: resolve | Koti: you Invasion Force 10, Troops 15 | foe City 15, Outpost
    play:   target City 15; target Outpost; conquer City 15
    why:    cannot conquer City 15: no unit of yours that may Conquer attacked it and lives (OW-4f.4)
OW-4f.4 nor one whose attacker that could Conquer is destroyed
    before: resolve | Koti: you Invasion Force 10, Invasion Force 15 | foe City 15, Outpost, Troops 15
    play:   target Outpost; target City 15; foe: target Invasion Force 15; conquer City 15
    why:    cannot conquer City 15: no unit of yours that may Conquer attacked it and lives (OW-4f.4)
OW-4f.4 nor one that an opponent alone attacked so
    before: resolve | Koti: you Invasion Force 10 | foe City 10, Outpost | third Invasion Force 10
    play:   target Outpost of player_1; third: target City 10 of player_1; conquer City 10 of player_1
    why:    cannot conquer City 10 of player_1: no unit of yours that may Conquer attacked it and lives (OW-4f.4)
OW-4f.4 Conquest in Priority Order: not out of turn
    before: resolve | Koti: you City 10, Invasion Force 10 | foe City 10, Invasion Force 10
    play:   target City 10; foe: target City 10; foe: conquer City 10
    why:    cannot conquer City 10: it is another player's decision (it is up to player_0)
OW-4f.5 a conquered Facility does not Swap
    before: resolve | Koti: you Exotic Outpost (foe's), Outpost, stage Quarry
    play: swap Exotic Outpost   why: cannot swap Exotic Outpost: a conquered Facility can't Swap (OW-4a.6)
OW-4f.6 Troops may not attack one's own card under an opponent
    before: resolve | Koti: you Troops 12 | foe City 12 (you's), Outpost
    play:   target own City 12
    why:    cannot target own City 12: only a unit that may Conquer may attack your own card (OW-4f.6)
OW-4f.6 nor may Orbitals
    before: resolve | Koti: you Frigate | foe City 12 (you's), Outpost
    play:   target own City 12
    why:    cannot target own City 12: only a unit that may Conquer may attack your own card (OW-4f.6)
OW-4f.10 Conquered by the first in Priority Order, it is gone for the second
    before: resolve | priority third
            Koti: you Invasion Force 10, Invasion Force 15 | foe City 25, Outpost | third Invasion Force 15
    play:   third: target City 25 of player_1; target City 25 of player_1; target Outpost of player_1
            third: conquer City 25 of player_1; conquer City 25 of player_1
    why:    cannot conquer City 25 of player_1: City 25 has been Conquered already (OW-4f.10)
""")

# Effects that the printed cards show only together, each by itself.
OWN_CARDS = """
[facility]
"Bunker" = { kind = "post", defense = 10, income = 1, req = "any world", unlimited = true }

[ground]
"Guard 10" = { kind = "manned", weapons = [10], defense = 10, req = "any world", effects = ["defends"] }
"Guard 12" = { kind = "manned", weapons = [12], defense = 12, req = "any world", effects = ["defends"] }
"Gunners"  = { kind = "manned", weapons = [5, 5], defense = 5, req = "any world", effects = ["defends"] }
"Raider"   = { kind = "manned", weapons = [9], defense = 9, req = "any world", effects = ["conquers"] }
"""
OWN_ROWS = rows(
    """
OW-0.8 damage gathers on one copy until it is overcome
    before: resolve | Koti: you Corvette | foe 2x Bunker | hand Outpost
    play:   target Bunker; target Bunker
    after:  trash | priority foe | asked you | Koti: foe Bunker | foe: wreck Bunker | income 1
OW-0.8 and then on the next, which one shot too few does not overcome
    before: resolve | Koti: you Corvette, Striker | foe 2x Bunker | hand Outpost
    play:   target Bunker; target Bunker; target Bunker
    after:  trash | priority foe | asked you | Koti: foe Bunker | foe: wreck Bunker | income 1
OW-0.8 a shot that overcomes exactly is enough: the next goes on
    before: resolve | Koti: you Destroyer | foe 2x Bunker | hand Outpost
    play: target Bunker; target Bunker   after: trash | asked you | Koti: foe - | foe: wreck 2x Bunker
OW-0.8 three strong shots overcome three copies
    before: resolve | Koti: you Titan | foe 3x Bunker | hand Outpost
    play: target Bunker; target Bunker; target Bunker   after: trash | asked you | Koti: foe - | foe: wreck 3x Bunker
OW-4f.3 a Defender whose share is below its Defensive Strength lives, and Defends again
    before: resolve | Koti: you Lancer | foe Guard 10, Outpost | hand Outpost
    play: target Outpost; foe: defend Outpost   after: trash | priority foe | asked you | foe: income 1
OW-4f.3 redirected and direct hits add up to a Defender's fate
    before: resolve | Koti: you Escort, Striker | foe Guard 10, Outpost | hand Outpost
    play:   target Outpost; target Guard 10; foe: defend Outpost
    after:  trash | priority foe | asked you | Koti: foe Outpost | foe: wreck Guard 10 | income 1
OW-4f.3 one point less of both, and the Defender lives
    before: resolve | Koti: you Lancer, Scout | foe Guard 10, Outpost | hand Outpost
    play: target Guard 10; target Outpost; foe: defend Outpost   after: trash | priority foe | asked you | foe: income 1
OW-4f.3 of two Defenders the first to be assigned soaks first
    before: resolve | Koti: you Invasion Force 21 | foe Guard 10, Guard 12, Outpost | hand Outpost
    play:   target Outpost; foe: defend Outpost; foe: defend Outpost
    after:  trash | priority foe | asked you | Koti: you - | foe Guard 12, Outpost | wreck Invasion Force 21
            foe: wreck Guard 10 | income 1
OW-4f.3 and the second gets what is left, here just enough
    before: resolve | Koti: you Troops 22 | foe Guard 10, Guard 12, Outpost | hand Outpost
    play:   target Outpost; foe: defend Outpost; foe: defend Outpost
    after:  trash | priority foe | asked you | Koti: you - | foe Outpost | wreck Troops 22
            foe: wreck Guard 10, Guard 12 | income 1
OW-4f.3 direct hits at the first Defender push nothing on to the second
    before: resolve | Koti: you Corvette, Pike | foe Guard 10, Guard 12, Outpost | hand Outpost
    play:   target Guard 10; pass; target Outpost; foe: defend Outpost; foe: defend Outpost
    after:  trash | priority foe | asked you | Koti: foe Guard 12, Outpost | foe: wreck Guard 10 | income 1
OW-4f.3 direct hits at the second add to what reaches it
    before: resolve | Koti: you Corvette, Pike | foe Guard 10, Guard 12, Outpost | hand Outpost
    play:   target Guard 12; pass; target Outpost; foe: defend Outpost; foe: defend Outpost
    after:  trash | priority foe | asked you | Koti: foe Outpost | foe: wreck Guard 10, Guard 12 | income 1
OW-4f.3 what the first Defender soaks up does not spare the second its direct hits
    before: resolve | Koti: you Striker, Warship | foe Guard 10, Guard 12, Outpost | hand Outpost
    play:   target Outpost; target Guard 12; pass; foe: defend Outpost; foe: defend Outpost
    after:  trash | priority foe | asked you | Koti: foe Guard 10, Outpost | foe: wreck Guard 12 | income 1
OW-4f.3 Defenders of two Facilities soak each for its own
    before: resolve | Koti: you Destroyer | foe Exploit, Guard 10, Guard 12, Outpost | hand Outpost
    play:   target Outpost; target Exploit; foe: defend Outpost; foe: defend Exploit
    after:  trash | priority foe | asked you | Koti: foe Exploit, Guard 12, Outpost | foe: wreck Guard 10 | income 3
OW-4f.11 no target for the first Weapon leaves a Defender free to Defend
    before: resolve | Koti: you Gunners, Outpost | foe Outpost, Striker | hand Outpost
    play:   pass; defend Outpost; foe: target Outpost
    after:  trash | asked you | Koti: you Outpost | wreck Gunners | income 1 | foe: income 1
OW-4f.7 without trash after use or Conflict an attacker stays, a Conqueror too
    before: resolve | Koti: you Guard 10, Raider | foe City 15, Exploit | hand Outpost
    play:   target City 15; target Exploit; conquer Exploit
    after:  trash | asked you | Koti: you Exploit (foe's), Guard 10, Raider | foe City 15 | income 2 | foe: income 1
OW-4f.3 a Defender of what nobody attacks is hurt by direct hits alone
    before: resolve | Koti: you Raider | foe Guard 10, Outpost | hand Outpost
    play: target Guard 10; foe: defend Outpost   after: trash | priority foe | asked you | foe: income 1
OW-4f.2 a Defender that has passed with one Weapon takes none of the next unit's
    before: resolve | Koti: you Gunners, Outpost, Raider | foe Outpost, Striker | hand Outpost
    play:   pass; defend Outpost; target Outpost; foe: target Outpost; conquer Outpost
    after:  trash | asked you | Koti: you Outpost, Outpost (foe's), Raider | foe Striker | wreck Gunners | income 2
OW-4f.11 a unit that has used a Weapon does not Defend as well
    before: resolve | Koti: you Gunners, Outpost | foe Outpost
    play:   target Outpost; defend Outpost
    why:    cannot defend Outpost: this unit has used a Weapon: it can't Defend as well (OW-4f.2)
""",
    cards=OWN_CARDS,
)


@pytest.mark.parametrize("row", [*ROWS, *OWN_ROWS], ids=str)
def test_rule(row: Row) -> None:
    check(row)


def test_ow_0_8_where_all_copies_are_overcome_the_first_is_meant() -> None:
    table = Table("resolve | Koti: you 2x Outpost | foe Auto Assault 14, Fallout Raid, Troops 10 | foe: hand Outpost")
    table.play("foe: target Outpost; foe: target Outpost; foe: target Outpost")
    orders = table.game.position(table.state)["decision"]["orders"]
    assert {order["unit"]: order["targets"] for order in orders} == {
        "Troops 10 of player_1": ["Outpost of player_0"],
        "Auto Assault 14 of player_1": ["Outpost of player_0 #2"],
        "Fallout Raid of player_1": ["Outpost of player_0"],
    }
