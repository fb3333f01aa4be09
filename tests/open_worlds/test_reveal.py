"""Reveal (OW-R): what is Trashed as the staged cards turn up, and how Income limits Ship Class."""

from __future__ import annotations

import pytest

from tests.open_worlds.scenario import Table, check
from tests.scenarios import Row, rows

pytestmark = pytest.mark.rule

# Classes: Scout 1, Striker 2, Lancer 3, Escort 4, Corsair 5, Frigate 7, Titan 16.

OVER = (
    "reveal | Koti: you Shipyard 8, stage Titan | Maail: you stage Striker | Aldra: you stage Lancer"
    " | Calyx: you stage City 12 | Quill: foe stage Cruiser | Ulmo: you Corvette | hand Scout, Adjust | deck Exploit"
    " | prior 4 | foe: deck Exploit | prior 20"
)
SUM = "(Class 5 against a prior turn Income of 4: Striker 2, Lancer 3)"
COUNT = "is not among your staged Ships that count against Class (OW-R.2, OW-R.4)"

ROWS = rows(f"""
# ── What is unplayable ──
OW-R.1 every staged Utility is Trashed, openly
    before: reveal | Koti: you stage Espionage | foe stage Adjust | Maail: you stage Enter Fray | foe stage Outpost
            deck Exploit | foe: deck Exploit
    after:  resolve | asked you: next world | Koti: you - | foe - | Maail: you - | wreck Enter Fray, Espionage
            foe: wreck Adjust
OW-R.1 of two cards at one World the Utility alone goes
    before: reveal | Koti: you Robot Factory, stage Fleet Support, Auto Assault 10 | Maail | deck Exploit
            foe: deck Exploit
    after:  resolve | asked you: next world | Koti: you Robot Factory, stage Auto Assault 10 | wreck Fleet Support
OW-R.1 other cards stay, also those that will fail their REQ
    before: reveal | Phoebe K2: you stage Shipyard 8 | foe stage Biostorm
            Maail: you stage Troops 25 | foe stage Battle Station 20 | deck Exploit | foe: deck Exploit
    after:  resolve | asked you: next world
OW-R.1 on the FINAL TURN every staged Prohibited card is Trashed
    before: reveal | turn 5 | final turn | Koti: you Outpost, stage Suck Dry | foe stage Fallout Raid
            Maail: you stage Outpost | foe stage Auto Assault 10 | foe: deck Exploit
    after:  resolve | asked you: next world | Koti: you Outpost | foe - | wreck Suck Dry | foe: wreck Fallout Raid
OW-R.1 on other turns Prohibited cards are as good as any
    before: reveal | turn 5 | Koti: you Outpost, stage Suck Dry | foe stage Fallout Raid
            Maail: you stage Outpost | foe stage Auto Assault 10 | foe: deck Exploit
    after:  resolve | asked you: next world
OW-R.1 four players reveal
    before: reveal | Koti: you stage Coup | foe stage Coup | third stage Coup | fourth stage Outpost
            Maail: fourth stage Research | deck Exploit | foe: deck Exploit | third: deck Exploit | fourth: deck Exploit
    after:  resolve | asked you: next world | Koti: you - | foe - | third - | Maail: fourth - | wreck Coup
            foe: wreck Coup | third: wreck Coup | fourth: wreck Research
OW-7.3 a card that was seen before is seen again: no more need to remember it
    before: reveal | Koti: you stage Outpost | Maail: you stage Espionage
            hand Scout | deck Exploit | seen Outpost, Scout | foe: deck Exploit
    after:  resolve | asked you: next world | Maail: you - | wreck Espionage | seen Scout
OW-7.3 of two seen Outposts one turns up, the other stays remembered
    before: reveal | Koti: you stage Outpost | Maail | hand 2x Outpost | deck Exploit | seen 2x Outpost
            foe: hand Outpost | deck Exploit | seen Outpost
    after:  resolve | asked you: next world | seen Outpost
# ── Class against Income ─────────────────────────────────────────────────────────────────
OW-R.2 on turn 1 no Income carries a Ship
    before: reveal | turn 1 | Koti: you stage Striker | Maail | deck Exploit | foe: deck Exploit
    after:  resolve | asked you: next world | Koti: you - | wreck Striker
OW-R.2 a prior turn Income of 2 carries a Ship of Class 2
    before: reveal | Koti: you stage Striker | Maail | deck Exploit | prior 2 | foe: deck Exploit
    after:  resolve | asked you: next world | income 2
OW-R.2 one of 1 does not
    before: reveal | Koti: you stage Striker | Maail | deck Exploit | prior 1 | foe: deck Exploit | prior 9
    after:  resolve | asked you: next world | Koti: you - | wreck Striker | income 1 | foe: income 9
OW-R.2 the Classes of all staged Ships add up: as much as the Income is not too much
    before: reveal | Koti: you stage Striker | Maail: you stage Lancer | deck Exploit | prior 5 | foe: deck Exploit
    after:  resolve | asked you: next world | income 5
OW-R.2 if it is more, you choose: the Striker goes
    before: reveal | Koti: you stage Striker | Maail: you stage Lancer | deck Exploit | prior 4 | foe: deck Exploit
    play: discard Striker   after: resolve | asked you: next world | Koti: you - | wreck Striker | income 4
OW-R.2 if it is more, you choose: the Lancer goes
    before: reveal | Koti: you stage Striker | Maail: you stage Lancer | deck Exploit | prior 4 | foe: deck Exploit
    play: discard Lancer   after: resolve | asked you: next world | Maail: you - | wreck Lancer | income 4
OW-R.2 it is the Income of the turn before, not what stands there now
    before: reveal | Koti: you City 30, stage Lancer | Maail: you City 25 | deck Exploit | prior 2 | foe: deck Exploit
    after:  resolve | asked you: next world | Koti: you City 30 | wreck Lancer | income 2
OW-R.2 Ships in play, Stations and Fields do not count
    before: reveal | Koti: you City 20, Titan, stage Battle Station 20 | Maail: you Warship, stage Energy Shield
            Aldra: you stage Striker | deck Exploit | prior 2 | foe: deck Exploit
    after:  resolve | asked you: next world | income 2
OW-R.2 each player's Ships count against the own Income
    before: reveal | Koti: you stage Striker | foe stage Striker | third stage Striker | fourth stage Striker | Maail
            deck Exploit | prior 2 | foe: deck Exploit | prior 1 | third: deck Exploit | prior 3 | fourth: deck Exploit
    after:  resolve | asked you: next world | Koti: foe - | fourth - | income 2 | foe: wreck Striker | income 1
            third: income 3 | fourth: wreck Striker
# ── Shipyards ──
OW-R.2 a Ship staged to a World with a Shipyard 8 of yours does not count
    before: reveal | Koti: you Shipyard 8, stage Titan | Maail: you stage Striker | deck Exploit | prior 2
            foe: deck Exploit
    after:  resolve | asked you: next world | income 2
OW-R.2 a Ship staged to a World with a Shipyard 9 of yours does not count
    before: reveal | Koti: you Shipyard 9, stage Titan | Maail: you stage Striker | deck Exploit | prior 2
            foe: deck Exploit
    after:  resolve | asked you: next world | income 2
OW-R.2 a Ship staged to a World with a Shipyard 10 of yours does not count
    before: reveal | Koti: you Shipyard 10, stage Titan | Maail: you stage Striker | deck Exploit | prior 2
            foe: deck Exploit
    after:  resolve | asked you: next world | income 2
OW-R.2 a Shipyard elsewhere is of no use
    before: reveal | Koti: you Shipyard 8 | Maail: you stage Titan | deck Exploit | prior 2 | foe: deck Exploit
    after:  resolve | asked you: next world | Maail: you - | wreck Titan | income 2
OW-R.2 nor is an opponent's Shipyard
    before: reveal | Koti: you stage Titan | foe Shipyard 8 | Maail | deck Exploit | prior 2 | foe: deck Exploit
    after:  resolve | asked you: next world | Koti: you - | wreck Titan | income 2
OW-R.2 a Conquered Shipyard serves its Conqueror, no longer its owner
    before: reveal | Koti: you stage Titan | foe Shipyard 8 (you's), stage Cruiser | Maail | deck Exploit | prior 2
            foe: deck Exploit
    after:  resolve | asked you: next world | Koti: you - | wreck Titan | income 2
# ── Only as many as it takes ─────────────────────────────────────────────────────────────
OW-R.3 once the sum fits nothing more is given up
    before: reveal | Koti: you stage Striker | Maail: you stage Lancer | Aldra: you stage Titan | deck Exploit | prior 5
            foe: deck Exploit
    play: discard Titan   after: resolve | asked you: next world | Aldra: you - | wreck Titan | income 5
OW-R.3 as long as it does not fit the choice goes on
    before: reveal | Koti: you stage Striker | Maail: you stage Lancer | Aldra: you stage Titan | deck Exploit | prior 4
            foe: deck Exploit
    play: discard Titan   after: asked you: over-class ships | Aldra: you - | wreck Titan | income 4
OW-R.3 where one Ship alone is left that counts, it goes by itself
    before: reveal | Koti: you stage Striker | Maail: you stage Titan | deck Exploit | prior 4 | foe: deck Exploit
    play:   discard Striker
    after:  resolve | asked you: next world | Koti: you - | Maail: you - | wreck Striker, Titan | income 4
OW-R.2 in Priority Order: the player with Priority chooses first
    before: reveal | priority foe | Koti: you stage Striker | foe stage Striker
            Maail: you stage Lancer | foe stage Lancer | deck Exploit | prior 4 | foe: deck Exploit | prior 4
    after:  asked foe: over-class ships | income 4 | foe: income 4
OW-R.2 in Priority Order: then round the table, past those within their limit
    before: reveal | priority third | Koti: you stage Striker | foe stage Striker | third stage Striker
            Maail: you stage Lancer | foe stage Lancer | third stage Lancer | deck Exploit | prior 5
            foe: deck Exploit | prior 4 | third: deck Exploit | prior 4
    play:   third: discard Lancer
    after:  asked foe: over-class ships | Maail: third - | income 5 | foe: income 4 | third: wreck Lancer | income 4
# ── Fleet Support ────────────────────────────────────────────────────────────────────────
OW-R.5 over the limit, Fleet Support may be played instead, before any Ship goes
    before: reveal | Koti: you stage Striker | Maail: you stage Titan | hand Fleet Support | deck Exploit | prior 4
            foe: deck Exploit
    play:   play Fleet Support
    after:  resolve | asked you: next world | hand - | wreck Fleet Support | income 4 | unlimited class
OW-R.4 who does not play it gives Ships up
    before: reveal | Koti: you stage Titan | Maail | hand Fleet Support | deck Exploit | prior 4 | foe: deck Exploit
    play: pass   after: resolve | asked you: next world | Koti: you - | wreck Titan | income 4
OW-R.4 within the limit nobody is asked for Fleet Support
    before: reveal | Koti: you stage Lancer | Maail: foe stage Titan | hand Fleet Support | deck Exploit | prior 3
            foe: deck Exploit | prior 3
    after:  resolve | asked you: next world | Maail: foe - | income 3 | foe: wreck Titan | income 3
OW-R.4 Fleet Support lifts the limit of its player alone
    before: reveal | Koti: you stage Titan | foe stage Cruiser | Maail | hand Fleet Support | deck Exploit
            foe: deck Exploit
    play:   play Fleet Support
    after:  resolve | asked you: next world | Koti: foe - | hand - | wreck Fleet Support | unlimited class
            foe: wreck Cruiser
OW-R.4 a Ship at a Shipyard puts nobody over the limit
    before: reveal | Koti: you Shipyard 8, stage Titan | Maail: you stage Striker
            hand Fleet Support | deck Exploit | prior 2 | foe: deck Exploit
    after:  resolve | asked you: next world | income 2
OW-R.1 of two cards at a World the first may be the one that is Trashed
    before: reveal | final turn | Koti: you Robot Factory, stage Auto Assault 10, Suck Dry | Maail | hand Outpost
    after:  resolve | asked you: next world | Koti: you Robot Factory, stage Auto Assault 10 | wreck Suck Dry
# ── What is refused ──
OW-R.2 over the limit something has to go
    before: {OVER}   play: pass   why: pass is not allowed here: something has to be chosen {SUM}
OW-R.4 a Ship at a Shipyard of yours may not be given up
    before: {OVER}   play: discard Titan   why: cannot discard Titan: Titan {COUNT} {SUM}
OW-R.4 nor a card that is no Ship
    before: {OVER}   play: discard City 12   why: cannot discard City 12: City 12 {COUNT} {SUM}
OW-R.4 nor a Ship in hand
    before: {OVER}   play: discard Scout   why: cannot discard Scout: Scout {COUNT} {SUM}
OW-R.4 nor one in play
    before: {OVER}   play: discard Corvette   why: cannot discard Corvette: Corvette {COUNT} {SUM}
OW-R.4 nor another player's
    before: {OVER}   play: discard Cruiser   why: cannot discard Cruiser: Cruiser {COUNT} {SUM}
OW-R.2 nobody gives up a Ship unasked
    before: {OVER}
    play: foe: discard Cruiser   why: cannot discard Cruiser: it is another player's decision (it is up to player_0)
OW-R.2 Utilities wait while Ships are given up
    before: {OVER}
    play: play Adjust   why: cannot play Adjust: play is not what is asked now (asked now: discard a staged Ship)
OW-R.4 Fleet Support is of no use to who is within the limit
    before: reveal | Koti: you stage Striker | foe stage Titan | Maail: foe stage Scout
            hand Fleet Support | deck Exploit | prior 2 | foe: hand Fleet Support | deck Exploit | prior 2
    play: play Fleet Support   why: cannot play Fleet Support: it is another player's decision (it is up to player_1)
""")

# No printed Ship has Class 0; a card file may bring one.
OWN_CARDS = '[orbital]\nBuoy = { kind = "ship", weapons = [], defense = 3, class = 0, range = 1 }\n'
OWN_ROWS = rows(
    """
OW-R.4 a Ship of Class 0 never counts
    before: reveal | Koti: you stage Buoy | Maail: you stage Striker | deck Exploit | prior 1 | foe: deck Exploit
    after:  resolve | asked you: next world | Maail: you - | wreck Striker | income 1
""",
    cards=OWN_CARDS,
)


@pytest.mark.parametrize("row", [*ROWS, *OWN_ROWS], ids=str)
def test_rule(row: Row) -> None:
    check(row)


def test_ow_r_1_all_see_what_turned_up_and_what_was_trashed() -> None:
    table = Table(
        "reveal | Koti: you stage Striker | Maail: you stage Espionage | deck Exploit | prior 2 | foe: deck Exploit"
    )
    you = table.game.position(table.state, "player_1")["players"][0]
    assert (you["staged"], you["wreck"]) == ({"Koti": ["Striker"]}, ["Espionage"])
