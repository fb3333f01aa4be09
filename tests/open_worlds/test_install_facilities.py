"""Install Facilities: REQ, Swap, room, and the Facilities that change what a World offers (OW-4a).

Every REQ of every card stands in test_resolution.py. Where a row ends with the Step of Trash, Income has
been counted: it is part of what a Facility does. Koti has H2O 3, Vita Ptal 4, Phoebe K2 5.
"""

from __future__ import annotations

from itertools import permutations

import pytest

from ow_env.cards.catalogue import PRINTED
from ow_env.open_worlds.cards import Swap, Type, load_catalogue
from ow_env.open_worlds.rules.units import place_unit
from tests.open_worlds.scenario import Table, check
from tests.scenarios import Row, rows

pytestmark = pytest.mark.rule

ROWS = rows("""
# ── REQ ────────────────────────────────────────────────────────────────────────────────────
OW-4a.1 an Exploit at a Hostile World where its player has nothing is Trashed
    before: resolve | Phoebe K2: you Outpost | foe stage Exploit | hand Scout
    after:  trash | asked you | Phoebe K2: foe - | income 1 | foe: wreck Exploit
OW-4a.1 the same Exploit installs where its player has an Outpost
    before: resolve | Phoebe K2: you Outpost | foe Garrison, stage Exploit | hand Scout
    after:  trash | priority foe | asked you | Phoebe K2: foe Exploit, Garrison | income 1 | foe: income 3
# ── Swap: for what ─────────────────────────────────────────────────────────────────────────
OW-4a.2 an Outpost makes room for any Facility and returns to hand
    before: resolve | Koti: you 3x Outpost, stage Shipyard 8 | hand Scout
    play:   swap Outpost
    after:  trash | asked you | Koti: you 2x Outpost, Shipyard 8 | hand Outpost, Scout | seen Outpost | income 3
OW-4a.2 an Exploit makes room for an Industry
    before: resolve | Koti: you 3x Exploit, stage Industry 8 | hand Scout
    play:   swap Exploit
    after:  trash | asked you | Koti: you 2x Exploit, Industry 8 | hand Exploit, Scout | seen Exploit | income 7
OW-4a.2 an Exploit makes no room for a Shipyard: nobody is asked
    before: resolve | Koti: you 3x Exploit, stage Shipyard 8 | hand Scout
    after:  trash | asked you | Koti: you 3x Exploit | wreck Shipyard 8 | income 6
OW-4a.2 nor does a Garrison, which has no Swap
    before: resolve | Koti: you City 10, Garrison, Industry 6, stage Industry 8 | hand Scout
    after:  trash | asked you | Koti: you City 10, Garrison, Industry 6 | wreck Industry 8 | income 5
OW-4a.2 a Swap is a choice: without it the new Facility takes free room
    before: resolve | Koti: you Exploit, Outpost, stage Industry 8 | hand Scout
    play: pass   after: trash | asked you | Koti: you Exploit, Industry 8, Outpost | income 6
OW-4a.2 a Swap may be chosen where there is room without it
    before: resolve | Koti: you Exploit, Outpost, stage Industry 8 | hand Scout
    play:   swap Exploit
    after:  trash | asked you | Koti: you Industry 8, Outpost | hand Exploit, Scout | seen Exploit | income 4
OW-4a.2 it is the player's own Facility that Swaps, not an opponent's
    before: resolve | Koti: you Garrison, stage City 10 | foe 2x Outpost | hand Scout
    after:  trash | priority foe | asked you | Koti: you Garrison | wreck City 10 | income 1 | foe: income 2
OW-4a.2 it is a Facility at this World that Swaps, not at another
    before: resolve | Koti: you City 10, Garrison, Industry 6, stage Shipyard 8 | Maail: you Outpost | resolved
            hand Scout
    after:  trash | asked you | Koti: you City 10, Garrison, Industry 6 | wreck Shipyard 8 | income 6
OW-4a.2 a Ship or a Ground Force takes nobody's place
    before: resolve | Koti: you 3x Outpost, stage Transport | hand Scout
    after:  trash | asked you | Koti: you 3x Outpost, Transport | income 3
# ── REQ before Swap ────────────────────────────────────────────────────────────────────────
OW-4a.3 an Exploit satisfies the Industry that replaces it
    before: resolve | Koti: you Exploit, stage Industry 8 | foe Garrison, Outpost | hand Scout
    play:   swap Exploit
    after:  trash | asked you | Koti: you Industry 8 | hand Exploit, Scout | seen Exploit | income 3 | foe: income 2
OW-4a.3 an Outpost makes the World occupied for the City that replaces it
    before: resolve | Koti: you Outpost, stage City 20 | foe 2x Outpost | hand Scout
    play:   swap Outpost
    after:  trash | asked you | Koti: you City 20 | hand Outpost, Scout | seen Outpost | income 2 | foe: income 2
OW-4a.3 an Outpost does not satisfy an Industry: Trashed, and the Outpost stays (OW-4a.5)
    before: resolve | Koti: you Outpost, stage Industry 8 | hand Scout
    after:  trash | asked you | Koti: you Outpost | wreck Industry 8 | income 1
# ── Room ───────────────────────────────────────────────────────────────────────────────────
OW-4a.4 a full World: even a single Facility is Trashed
    before: resolve | Koti: you City 10, Industry 6, stage Quarry | foe Outpost | hand Scout
    after:  trash | asked you | Koti: you City 10, Industry 6 | wreck Quarry | income 4 | foe: income 1
OW-4a.4 the last place: a single Facility installs
    before: resolve | Koti: you City 10, Industry 6, stage Quarry | hand Scout
    after:  trash | asked you | Koti: you City 10, Industry 6, Quarry | income 7
OW-4a.4 one place, two Facilities: both are Trashed
    before: resolve | Koti: you City 10, Industry 6, stage Quarry | foe stage Outpost | hand Scout
    after:  trash | asked you | Koti: you City 10, Industry 6 | foe - | wreck Quarry | income 4 | foe: wreck Outpost
OW-4a.4 two places, two Facilities: both install
    before: resolve | Vita Ptal: you City 10, Industry 6, stage Quarry | foe stage Outpost | hand Scout
    after:  trash | asked you | Vita Ptal: you City 10, Industry 6, Quarry | foe Outpost | income 8 | foe: income 1
OW-4a.4 two places, three Facilities: all three are Trashed
    before: resolve | priority foe
            Vita Ptal: you City 10, Industry 6, stage Quarry | foe stage Outpost | third stage Exploit | hand Scout
    after:  trash | priority you | asked you | Vita Ptal: you City 10, Industry 6 | foe - | third -
            wreck Quarry | income 5 | foe: wreck Outpost | third: wreck Exploit
OW-4a.4 three places, three Facilities: all three install
    before: resolve | Vita Ptal: you City 10, stage Quarry | foe stage Outpost | third stage Exploit | hand Scout
    after:  trash | asked you | Vita Ptal: you City 10, Quarry | foe Outpost | third Exploit | income 4 | foe: income 1
            third: income 2
OW-4a.4 four players, three places: all four are Trashed
    before: resolve | Koti: you stage Outpost | foe stage Outpost | third stage Outpost | fourth stage Outpost
            hand Scout
    after:  trash | asked you | Koti: you - | foe - | third - | fourth - | wreck Outpost | foe: wreck Outpost
            third: wreck Outpost | fourth: wreck Outpost
OW-4a.4 four players, four places: all four install
    before: resolve | Vita Ptal: you stage Outpost | foe stage Outpost | third stage Outpost | fourth stage Outpost
            hand Scout
    after:  trash | asked you | Vita Ptal: you Outpost | foe Outpost | third Outpost | fourth Outpost | income 1
            foe: income 1 | third: income 1 | fourth: income 1
OW-4a.4 Orbitals and Ground Forces take no place from Facilities
    before: resolve | Koti: you City 10, Garrison, Transport, Troops 10, stage Quarry | foe Transport | hand Scout
    after:  trash | asked you | Koti: you City 10, Garrison, Quarry, Transport, Troops 10 | income 5
OW-4a.7 a Facility Trashed for its REQ takes no place from the other
    before: resolve | Phoebe K2: you City 10, City 12, Industry 6, Industry 7, stage Quarry | foe stage Exploit
            hand Scout
    after:  trash | asked you | Phoebe K2: you City 10, City 12, Industry 6, Industry 7, Quarry | foe - | income 15
            foe: wreck Exploit
OW-4a.4 a Swap in a full World: it installs, and the other finds no room
    before: resolve | Koti: you Exploit, stage Industry 8 | foe City 10, Garrison, stage Outpost | hand Scout
    play:   swap Exploit
    after:  trash | asked you | Koti: you Industry 8 | foe City 10, Garrison
            hand Exploit, Scout | seen Exploit | income 3 | foe: wreck Outpost | income 2
OW-4a.4 two Swaps in a full World: both install
    before: resolve | Koti: you Exploit, stage Industry 8 | foe City 10, Outpost, stage Garrison | hand Scout
    play:   swap Exploit; foe: swap Outpost
    after:  trash | asked you | Koti: you Industry 8 | foe City 10, Garrison
            hand Exploit, Scout | seen Exploit | income 3 | foe: hand Outpost | seen Outpost | income 2
OW-4a.4 one Swap and one that does not: each by itself
    before: resolve | Koti: you Exploit, stage Industry 8 | foe City 10, Outpost, stage Garrison | hand Scout
    play:   pass; foe: swap Outpost
    after:  trash | asked you | Koti: you Exploit | foe City 10, Garrison | wreck Industry 8 | income 2
            foe: hand Outpost | seen Outpost | income 2
OW-4a.4 three players: one Swaps, the two others compete for the place left and lose it
    before: resolve
            Vita Ptal: you Exploit, stage Industry 8 | foe City 10, stage Quarry | third Garrison, stage Outpost
            hand Scout
    play:   swap Exploit
    after:  trash | asked you | Vita Ptal: you Industry 8 | foe City 10 | third Garrison
            hand Exploit, Scout | seen Exploit | income 4 | foe: wreck Quarry | income 1
            third: wreck Outpost | income 1
OW-4a.4 three players: two Swap, the third has the place left to itself
    before: resolve
            Vita Ptal: you Exploit, stage Industry 8 | foe Outpost, stage City 10 | third Garrison, stage Outpost
            hand Scout
    play:   swap Exploit; foe: swap Outpost
    after:  trash | asked you | Vita Ptal: you Industry 8 | foe City 10 | third Garrison, Outpost
            hand Exploit, Scout | seen Exploit | income 4 | foe: hand Outpost | seen Outpost | income 1
            third: income 2
OW-4a.4 four players, a full World: who does not Swap is Trashed, who does installs
    before: resolve
            Koti: you Outpost, stage City 10 | foe Exploit, stage Outpost | third stage Exploit | fourth Outpost
            hand Scout
    play:   swap Outpost
    after:  trash | priority foe | asked you | Koti: you City 10 | foe Exploit | third -
            hand Outpost, Scout | seen Outpost | income 1 | foe: wreck Outpost | income 2 | third: wreck Exploit
            fourth: income 1
# ── Who is asked, and when ─────────────────────────────────────────────────────────────────
OW-4a.5 the player with Priority chooses first
    before: resolve | Koti: you Outpost, stage City 10 | foe Outpost, stage City 12   after: asked you: swap
OW-4a.5 whoever it is
    before: resolve | priority foe | Koti: you Outpost, stage City 10 | foe Outpost, stage City 12
    after:  asked foe: swap
OW-4a.5 and the next is asked before anything moves
    before: resolve | priority foe | Koti: you Outpost, stage City 10 | foe Outpost, stage City 12
    play: foe: swap Outpost   after: asked you: swap
OW-4a.5 three players choose round the table, beginning with Priority
    before: resolve | priority third
            Koti: you Outpost, stage City 10 | foe Outpost, stage City 12 | third Outpost, stage City 15 | hand Scout
    play:   third: pass; swap Outpost; foe: swap Outpost
    after:  trash | asked you | Koti: you City 10 | foe City 12 | third Outpost
            hand Outpost, Scout | seen Outpost | income 1 | foe: hand Outpost | seen Outpost | income 1
            third: wreck City 15 | income 1
OW-4a.5 four players: only who has something to Swap is asked (OW-2.1)
    before: resolve | priority foe
            Tethra: you Garrison, stage Outpost | foe stage Outpost | third Outpost, stage Quarry | fourth Outpost
            hand Scout
    play:   third: pass
    after:  trash | priority third | asked you | Tethra: you Garrison, Outpost | foe Outpost | third Outpost, Quarry
            income 2 | foe: income 1 | third: income 4 | fourth: income 1
OW-4a.5 a Swap is for one World: at the next it is chosen anew
    before: resolve | Koti: you Outpost, stage City 10 | Maail: you Outpost, stage City 12 | hand Scout
    play:   resolve Koti; swap Outpost; pass
    after:  trash | asked you | Koti: you City 10 | Maail: you City 12, Outpost
            hand Outpost, Scout | seen Outpost | income 3
# ── Conquered Facilities ───────────────────────────────────────────────────────────────────
OW-4a.6 a conquered Outpost makes no room: nobody is asked
    before: resolve | Koti: you City 10, Garrison, Outpost (foe's), stage Shipyard 8 | hand Scout
    after:  trash | asked you | Koti: you City 10, Garrison, Outpost (foe's) | wreck Shipyard 8 | income 3
OW-4a.6 one's own Outpost beside a conquered one does
    before: resolve | Koti: you Garrison, Outpost, Outpost (foe's), stage Shipyard 8 | hand Scout
    play:   swap Outpost
    after:  trash | asked you | Koti: you Garrison, Outpost (foe's), Shipyard 8
            hand Outpost, Scout | seen Outpost | income 3
OW-4a.6 nor can its owner Swap what another player holds
    before: resolve | Koti: you Garrison, stage Shipyard 8 | foe 2x Outpost (you's) | hand Scout
    after:  trash | priority foe | asked you | Koti: you Garrison | wreck Shipyard 8 | income 1 | foe: income 2
# ── Suck Dry ───────────────────────────────────────────────────────────────────────────────
OW-0.4 Suck Dry earns 7 the first time and stays
    before: resolve | Koti: you Outpost, stage Suck Dry | hand Scout
    play: pass   after: trash | asked you | Koti: you Outpost, Suck Dry (age 1) | income 8
OW-0.4 Suck Dry earns 7 the second time and goes under the World, not to the Trash Heap
    before: resolve | Koti: you Outpost, Suck Dry (age 1) | hand Scout
    after:  trash | asked you | Koti: you Outpost | under Suck Dry | income 8
OW-0.4 a second Count Income is a second one, also without Income that turn (OW-5.4)
    before: resolve | Koti: you Outpost, Suck Dry (age 1) (idle) | hand Scout
    after:  trash | asked you | Koti: you Outpost | under Suck Dry | income 1
OW-0.4 a conquered Suck Dry keeps its age and stays its owner's under the World
    before: resolve | Koti: you Suck Dry (foe's) (age 1) | hand Scout
    after:  trash | asked you | Koti: you - | under Suck Dry (foe's) | income 7
OW-0.4 two Worlds: each Suck Dry by its own age
    before: resolve | Koti: you Suck Dry | resolved | Phoebe K2: foe Suck Dry (age 1) | hand Scout
    after:  trash | asked you | Koti: you Suck Dry (age 1) | Phoebe K2: foe - | under Suck Dry (foe's) | income 7
            foe: income 7
OW-0.4 H2O 4 under which Suck Dry lies supports 2 Facilities: the second installs
    before: resolve | Vita Ptal: you Garrison, stage Quarry | under Suck Dry | hand Scout
    after:  trash | asked you | Vita Ptal: you Garrison, Quarry | income 4
OW-0.4 H2O 4 under which Suck Dry lies supports 2 Facilities: the third does not
    before: resolve | Vita Ptal: you City 10, Garrison, stage Quarry | under Suck Dry | hand Scout
    after:  trash | asked you | Vita Ptal: you City 10, Garrison | wreck Quarry | income 2
OW-0.4 an indicator counts at its own World alone
    before: resolve | Vita Ptal: you City 10, Garrison, stage Quarry | Maail: under Suck Dry | resolved | hand Scout
    after:  trash | asked you | Vita Ptal: you City 10, Garrison, Quarry | income 5
OW-0.4 two indicators count both: H2O 6 supports 2
    before: resolve | Tethra: you Garrison, stage Quarry | foe stage Outpost | under Suck Dry, Suck Dry (foe's)
            hand Scout
    after:  trash | asked you | Tethra: you Garrison | foe - | wreck Quarry | income 1 | foe: wreck Outpost
OW-0.4 two indicators under H2O 6: there is room for the second Facility
    before: resolve | Tethra: you Garrison, stage Quarry | under Suck Dry, Suck Dry (foe's) | hand Scout
    after:  trash | asked you | Tethra: you Garrison, Quarry | income 4
OW-0.4 H2O is never below 1: one Facility always finds room
    before: resolve | Bering's Eye: you stage Outpost | under Suck Dry | hand Scout
    after:  trash | asked you | Bering's Eye: you Outpost | income 1
OW-0.4 H2O is never below 1, and not above it: two Facilities find none
    before: resolve | Lacuna: you stage Outpost | foe stage Outpost | under Suck Dry, Suck Dry (foe's) | hand Scout
    after:  trash | asked you | Lacuna: you - | foe - | wreck Outpost | foe: wreck Outpost
OW-0.4 Facilities beyond the lowered H2O stay, and one may still Swap (OW-4a.4)
    before: resolve | Vita Ptal: you Garrison, Outpost, stage Quarry | foe City 10, stage Outpost | under Suck Dry
            hand Scout
    play:   swap Outpost
    after:  trash | asked you | Vita Ptal: you Garrison, Quarry | foe City 10
            hand Outpost, Scout | seen Outpost | income 4 | foe: wreck Outpost | income 1
OW-3.1 on the FINAL TURN a Suck Dry in play is Trashed, one that is an indicator stays
    before: stage | turn 6 | final turn | Koti: you Suck Dry (age 1) | Phoebe K2: under Suck Dry (foe's) | hand Scout
    after:  asked you | Koti: you - | wreck Suck Dry
# ── Terraform Plant ────────────────────────────────────────────────────────────────────────
OW-4a.1 a Terraform Plant makes its World Habitable and not Hostile, for everybody
    before: resolve | Phoebe K2: you Terraform Plant, stage City 10 | foe stage Exploit | third stage Shipyard 8
            hand Scout
    after:  trash | asked you | Phoebe K2: you City 10, Terraform Plant | foe Exploit | third Shipyard 8 | income 2
            foe: income 2 | third: income 1
OW-4a.1 without it there, all three are Trashed
    before: resolve | Phoebe K2: you stage City 10 | foe stage Exploit | third stage Shipyard 8
            Maail: you Terraform Plant | resolved | hand Scout
    after:  trash | asked you | Phoebe K2: you - | foe - | third - | wreck City 10 | income 1 | foe: wreck Exploit
            third: wreck Shipyard 8
OW-5.1 an Exotic Outpost earns 3 at a Hostile World, 1 once a Terraform Plant stands there
    before: resolve | Phoebe K2: you Exotic Outpost, stage Terraform Plant | Dun Mor: foe Exotic Outpost | resolved
            hand Scout
    play:   pass
    after:  trash | priority foe | asked you | Phoebe K2: you Exotic Outpost, Terraform Plant | income 2 | foe: income 3
# ── Robot Factory ──────────────────────────────────────────────────────────────────────────
OW-S.1 Robot Factory: the Facility installs and the Ground Force beside it deploys
    before: resolve | Koti: you Robot Factory, stage Auto Assault 10, Industry 8 | foe Outpost
    after:  asked you: surface conflict | Koti: you Auto Assault 10, Industry 8, Robot Factory
OW-S.1 Robot Factory: of two cards the one whose REQ fails is Trashed alone
    before: resolve | Phoebe K2: you Robot Factory, stage Auto Assault 10, Shipyard 8 | foe Outpost
    after:  asked you: surface conflict | Phoebe K2: you Auto Assault 10, Robot Factory | wreck Shipyard 8
OW-5.4 what stands still goes on standing still as another Facility installs beside it
    before: resolve | Koti: you stage Outpost | foe City 12 (idle) | hand Outpost
    after:  trash | asked you | Koti: you Outpost | income 1
OW-4a.2 each copy and each kind may be chosen
    before: resolve | Phoebe K2: you Exploit, Exotic Outpost, Garrison, 2x Outpost, stage Industry 8
    legal:  pass; swap Outpost; swap Exotic Outpost; swap Exploit
# ── What is refused ──
OW-4a.2 an Exploit can't Swap for a Shipyard, the Outpost beside it can
    before: resolve | Koti: you Exploit, Outpost, stage Shipyard 8
    play:   swap Exploit
    why:    cannot swap Exploit: Exploit can't Swap for the Facility you install (OW-4a.2) (staged here: Shipyard 8)
OW-4a.2 a Garrison has no Swap
    before: resolve | Koti: you Garrison, Outpost, stage Shipyard 8
    play:   swap Garrison
    why:    cannot swap Garrison: Garrison can't Swap for the Facility you install (OW-4a.2) (staged here: Shipyard 8)
OW-4a.2 what is not there can't Swap
    before: resolve | Koti: you 2x Outpost, stage Shipyard 8
    play: swap Exploit   why: cannot swap Exploit: you have no Exploit at this World (at Koti you have 2x Outpost)
OW-4a.2 nor what an opponent has there
    before: resolve | Koti: you Outpost, stage Shipyard 8 | foe Hidden Outpost
    play:   swap Hidden Outpost
    why:    cannot swap Hidden Outpost: you have no Hidden Outpost at this World (at Koti you have Outpost)
OW-4a.6 a conquered Facility can't Swap
    before: resolve | Koti: you Hidden Outpost (foe's), Outpost, stage Shipyard 8
    play: swap Hidden Outpost   why: cannot swap Hidden Outpost: a conquered Facility can't Swap (OW-4a.6)
OW-4a.6 nor one that a third player owned
    before: resolve | Koti: you Hidden Outpost (third's), Outpost, stage Shipyard 8
    play: swap Hidden Outpost   why: cannot swap Hidden Outpost: a conquered Facility can't Swap (OW-4a.6)
OW-4a.5 in Priority Order: the second has to wait
    before: resolve | Koti: you Outpost, stage City 10 | foe Outpost, stage City 12
    play: foe: swap Outpost   why: cannot swap Outpost: it is another player's decision (it is up to player_0)
OW-4a.5 a Swap chosen is not taken back
    before: resolve | Koti: you 2x Outpost, stage City 10 | foe Outpost, stage City 12
    play: swap Outpost; swap Outpost   why: cannot swap Outpost: it is another player's decision (it is up to player_1)
OW-4a.2 nothing Swaps but while a Facility installs
    before: trash | Koti: you Outpost | hand Scout
    play: swap Outpost   why: cannot swap Outpost: swap is not what is asked now (asked now: discard a card, or pass)
OW-4a.2 at a Swap nothing else is asked
    before: resolve | Koti: you Outpost, stage City 10 | Maail | hand Scout
    play:   resolve Koti; discard Scout
    why:    cannot discard Scout: discard is not what is asked now (asked now: swap a Facility, or pass)
OW-4a.6 a conquered Facility can't Swap, be it the first on the table
    before: resolve | Koti: you Exploit, Outpost (foe's), stage City 10 | hand Outpost
    play: swap Outpost   why: cannot swap Outpost: a conquered Facility can't Swap (OW-4a.6)
""")


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_rule(row: Row) -> None:
    check(row)


@pytest.mark.parametrize("view", ["public", "player_1", "player_2"])
def test_swaps_are_chosen_openly(view: str) -> None:
    """OW-4a.5: who chooses later sees what was chosen before."""
    table = Table("resolve | Koti: you Outpost, stage City 10 | foe Outpost, stage City 12 | third Outpost")
    assert "swapping" not in table.game.position(table.state, view)["decision"]
    table.play("swap Outpost")
    decision = table.game.position(table.state, view)["decision"]
    assert decision["swapping"] == {"player_0": "Outpost"}
    assert decision["to_act"] == ["player_1"]


# ── Every Facility that Swaps, for every kind that installs ────────────────────────────────────

EVERYTHING = ("post", "mining", "population", "production", "yard", "complex")
SWAPS = {  # a Facility in play -> the kinds for which it may return; no other has Swap
    "Outpost": EVERYTHING,
    "Exotic Outpost": EVERYTHING,
    "Hidden Outpost": EVERYTHING,
    "Exploit": ("population", "production"),
    "Seasoned Exploit": ("population", "production"),
}
INSTALLING = {  # a Facility to install -> its kind
    "Outpost": "post",
    "Garrison": "post",
    "Exploit": "mining",
    "Quarry": "mining",
    "City 25": "population",
    "Company Town": "population",
    "Industry 8": "production",
    "Robot Factory": "production",
    "Shipyard 9": "yard",
    "Trade Center": "complex",
    "Terraform Plant": "complex",
}


@pytest.mark.parametrize("card", SWAPS)
def test_ow_4a_2_swap_of_every_facility(card: str) -> None:
    for installing, kind in INSTALLING.items():
        if card != installing or card in ("Outpost", "Exploit"):  # all others are unique in a deck
            swap(card, installing, kind in SWAPS[card])


def test_ow_4a_2_no_other_facility_has_swap() -> None:
    facilities = [card for card in load_catalogue().cards if card.type == Type.FACILITY]
    assert [card.name for card in facilities if card.swap is not Swap.NONE] == list(SWAPS)
    for card in facilities:
        if card.name not in SWAPS:
            swap(card.name, "Industry 8" if card.name != "Industry 8" else "Outpost", False)


def swap(card: str, installing: str, may: bool) -> None:
    """Install beside a card, which returns if it may: a foe's City 30 and Industry 11 meet every REQ (OW-4a.6)."""
    table = Table(
        f"resolve | Vita Ptal: you City 30 (foe's), Industry 11 (foe's), {card}, stage {installing} | hand Scout"
    )
    assert (f"swap {card}" in table.allowed("you")) is may
    if may:
        table.play(f"swap {card}")
    me = table.position()["players"][0]
    units = {unit if isinstance(unit, str) else unit["card"] for unit in me["units"]["Vita Ptal"]}
    assert units == {"City 30", "Industry 11", installing} | ({card} if not may else set())
    assert me["hand"] == sorted(["Scout", card] if may else ["Scout"])


# ── Incomes the book prints, earned ────────────────────────────────────────────────────────────

INCOMES = [  # card, where it installs beside what, what it earns
    ("Outpost",     "Phoebe K2:", 1),
    ("Exploit",     "Koti:", 2),
    ("Shipyard 8",  "Koti:", 1),
    ("City 12",     "Graense:", 1),
    ("City 15",     "Graense:", 1),
    ("City 20",     "Vita Ptal:", 2),
    ("Industry 6",  "Koti: you Exploit", 3),
    ("Industry 6",  "Phoebe K2: you Exploit", 5),
    ("Industry 7",  "Vita Ptal: you Exploit", 4),
    ("Industry 8",  "Phoebe K2: you Exploit", 5),
    ("Industry 9",  "Graense: you Exploit", 2),
    ("Industry 10", "Vita Ptal: you Exploit", 4),
    ("Industry 11", "Maail: you Exploit", 4),
]  # fmt: skip


def test_ow_5_1_printed_incomes() -> None:
    """The Exploit beside an Industry earns its printed 2."""
    for card, where, income in INCOMES:
        beside = "you" in where
        table = Table(f"resolve | {where}{', ' if beside else ' you '}stage {card} | hand Scout")
        if beside:
            table.play("pass")
        assert table.position()["players"][0]["income"] == income + (2 if beside else 0), card


def test_no_printed_income_is_left_out() -> None:
    printed = {c.name for c in load_catalogue().cards if c.labels.get("income") == PRINTED}
    assert printed <= {card for card, *_ in INCOMES}


def test_the_same_table_is_the_same_record_whatever_was_put_down_first() -> None:
    table = Table("trash | Varuna Deep | hand Scout")
    first, then = (table.game.catalogue.card_ids[name] for name in ("Outpost", "Exploit"))
    units = [(0, first, 0, 1), (0, first, 0, 0), (0, first, 1, 0), (0, then, 0, 0), (1, first, 0, 0)]
    for order in permutations(units):
        g = table.state.copy()[0]
        for controller, card, owner, idle in order:
            place_unit(g, 0, controller, card, owner, 0, idle)
        lie = g["units"][: g["starts"][1]]
        assert [(int(u["controller"]), int(u["card"]), int(u["owner"]), int(u["idle"])) for u in lie] == units
