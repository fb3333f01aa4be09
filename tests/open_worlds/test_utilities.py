"""Utilities: when each may be played, what is chosen when, reactions, and what each does (OW-6).

Rows stop where the next thing of interest is asked. A player with a card in hand is asked to Trash at the end of
the turn, and the Utility Espionage in a hand opens a reaction; whoever has neither is passed over.
"""

from __future__ import annotations

import pytest

from tests.open_worlds.scenario import Table, check, parts_of
from tests.scenarios import Row, rows

pytestmark = pytest.mark.rule

# ── The windows: OW-6.1 ────────────────────────────────────────────────────────────────────────

WHEN = {  # when each Utility is played, as a refusal says it
    "Adjust": "at the beginning or end of Stage, or at the end of Move",
    "Coup": "when a World is about to be resolved",
    "Enter Fray": "between Move and Reveal",
    "Espionage": "when another player has just played a Utility",
    "False Alert": "at the beginning of Stage",
    "Fleet Support": "during Reveal",
    "Light Brigade": "before the battle assignments at a World",
    "Research": "at the end of Draw, and once after setup",
    "Sabotage": "when a World is about to be resolved",
    "We Quit": "at the beginning of the turn, before Stage",
}
ALL_TEN = "hand " + ", ".join(WHEN)

# You hold all ten, and the table offers every one of them something to do.
ROW = f"Koti: you City 12, stage Titan | foe City 12, Quarry | Maail | {ALL_TEN}, Troops 10 | deck 9x Outpost"
WORLD = f"Koti: you City 12 | foe City 12, Quarry | {ALL_TEN}, Troops 10 | deck 9x Outpost"
WINDOWS = [
    ("beginning of turn", f"stage | {ROW}", "", {"We Quit"}),
    ("beginning of stage", f"stage | {ROW}", "pass", {"Adjust", "False Alert"}),
    ("end of stage", f"stage | {ROW}", "pass; pass; pass", {"Adjust"}),
    ("end of move", f"move | {ROW}", "", {"Adjust", "Enter Fray"}),
    ("reveal", f"reveal | {ROW}", "", {"Fleet Support"}),
    ("beginning of resolution", f"resolve | {WORLD} | Maail", "resolve Koti", {"Coup", "Sabotage"}),
    ("beginning of surface conflict", f"resolve | {WORLD} | Maail", "resolve Koti; pass", {"Light Brigade"}),
    ("end of draw", f"draw | {WORLD}", "", {"Research"}),
]


@pytest.mark.parametrize(("window", "before", "play", "playable"), WINDOWS, ids=[f"OW-6.1 {row[0]}" for row in WINDOWS])
def test_each_window_opens_for_its_utilities_alone(window: str, before: str, play: str, playable: set[str]) -> None:
    """OW-6.1."""
    table = Table(before)
    table.play(play)
    assert table.asked_for == f"you: window: {window}"
    only(table, playable, f"play a Utility, or pass, at the window: {window}")


def test_only_espionage_is_a_reaction() -> None:
    """OW-6.3."""
    table = Table(f"stage | {ROW} | foe: hand False Alert")
    table.play("pass; pass; foe: play False Alert")
    only(table, {"Espionage"}, "play a reaction, or pass")


def only(table: Table, playable: set[str], asked: str) -> None:
    """Assert that you may play these alone, and why not the others."""
    assert set(table.allowed("you")) == {"pass"} | {f"play {name}" for name in playable}
    for name in WHEN.keys() - playable:
        assert table.why_not(f"play {name}", 0) == (
            f"cannot play {name}: {name} can't be played now (OW-6.1) (it is played {WHEN[name]}; asked now: {asked})"
        )


ROWS = rows("""
# ── The course of a window and of a Utility ──
OW-6.2 in a window the player with Priority is asked first
    before: stage | Koti: you Outpost | foe Outpost | hand We Quit | foe: hand We Quit
    play: pass   after: asked foe: window: beginning of turn
OW-6.2 in a window the player with Priority is asked first, be it your opponent
    before: stage | priority foe | Koti: you Outpost | foe Outpost | hand We Quit | foe: hand We Quit
    play: foe: pass   after: asked you: window: beginning of turn
OW-6.2 all passed in succession: the window is over
    before: stage | Koti: you Outpost | foe Outpost | hand We Quit | foe: hand We Quit
    play: pass; foe: pass   after: asked you, foe
OW-6.15 who passed is asked again once another has played
    before: stage | Koti: you Outpost | foe Outpost | hand We Quit | foe: hand We Quit
    play:   pass; foe: play We Quit
    after:  asked you: window: beginning of turn | Koti: you Outpost (idle) | foe: hand - | wreck We Quit
OW-6.15 after one's own Utility the next player is asked before oneself
    before: resolve | Varuna Deep: you City 15, Quarry | foe City 15, Shipyard 8 | hand Coup, Sabotage
            foe: hand Coup, Sabotage
    play:   play Coup
    after:  asked foe: window: beginning of resolution
            Varuna Deep: you City 15, City 15 (foe's), Quarry | foe Shipyard 8 | hand Sabotage | wreck Coup
OW-6.2 three players: from the one with Priority round the table
    before: stage | priority third | Koti: you Outpost | foe Outpost | third Outpost | hand We Quit | foe: hand We Quit
            third: hand We Quit
    play: third: pass; pass; foe: pass   after: asked you, foe, third
OW-6.15 three players: after the second's Utility the third is asked, not the first
    before: stage | Koti: you Outpost | foe Outpost | third Outpost | hand We Quit | foe: hand We Quit
            third: hand We Quit
    play:   pass; foe: play We Quit; foe: target Outpost of player_2
    after:  asked third: window: beginning of turn | Koti: third Outpost (idle) | foe: hand - | wreck We Quit
OW-6.2 four players: the last to be asked plays, and the round begins after it
    before: stage | priority foe | Varuna Deep: you Quarry | foe Garrison | third Suck Dry | fourth Exploit
            hand We Quit | third: hand We Quit | fourth: hand We Quit
    play:   third: pass; fourth: pass; play We Quit; target Exploit of player_3; third: pass; fourth: play We Quit
            fourth: target Quarry of player_0
    after:  asked third: window: beginning of turn | Varuna Deep: you Quarry (idle) | fourth Exploit (idle)
            hand - | wreck We Quit | fourth: hand - | wreck We Quit
OW-6.3 nobody can react: a Utility has its effect at once
    before: stage | Koti: you Striker | Maail: foe Striker | hand False Alert | foe: hand Outpost
    play: play False Alert   after: asked foe | hand - | wreck False Alert | foe: halted
OW-6.3 an opponent with a reaction is asked before it has its effect
    before: stage | Koti: you Striker | Maail: foe Striker | hand False Alert | foe: hand Espionage, Outpost
    play: play False Alert   after: asked foe: reaction | hand -
OW-6.3 the reaction is not played: it has its effect
    before: stage | Koti: you Striker | Maail: foe Striker | hand False Alert | foe: hand Espionage, Outpost
    play: play False Alert; foe: pass   after: asked foe | hand - | wreck False Alert | foe: halted
OW-6.3 Espionage cancels it: no effect, both are Trashed
    before: stage | Koti: you Striker | Maail: foe Striker | hand False Alert | foe: hand Espionage, Outpost
    play:   play False Alert; foe: play Espionage
    after:  asked foe | hand - | wreck False Alert | foe: hand Outpost | wreck Espionage
OW-6.3 Espionage cancels Espionage: the first Utility has its effect
    before: stage | Koti: you Striker | Maail: foe Striker | hand Espionage, False Alert | foe: hand Espionage, Outpost
    play:   play False Alert; foe: play Espionage; play Espionage
    after:  asked foe | hand - | wreck Espionage, False Alert | foe: hand Outpost | wreck Espionage | halted
OW-6.3 who could cancel the Espionage need not
    before: stage | Koti: you Striker | Maail: foe Striker | hand Espionage, False Alert | foe: hand Espionage, Outpost
    play:   play False Alert; foe: play Espionage; pass
    after:  asked you, foe | hand Espionage | wreck False Alert | foe: hand Outpost | wreck Espionage
OW-6.3 three players: the third cancels what the second let pass
    before: stage | Koti: you Striker | foe Striker | third Striker | hand False Alert | foe: hand Espionage, Outpost
            third: hand Espionage
    play:   play False Alert; foe: pass; third: play Espionage; foe: pass
    after:  asked foe | hand - | wreck False Alert | third: hand - | wreck Espionage
OW-6.3 three players: who let the Utility pass may still answer the reaction
    before: stage | Koti: you Striker | foe Striker | third Striker | hand False Alert | foe: hand Espionage, Outpost
            third: hand Espionage
    play:   play False Alert; foe: pass; third: play Espionage; foe: play Espionage
    after:  asked foe | hand - | wreck False Alert | foe: hand Outpost | wreck Espionage | halted
            third: hand - | wreck Espionage | halted
OW-6.3 three reactions on one another: the last first, so the Utility is cancelled
    before: stage | Koti: you Striker | foe Striker | third Striker | hand Espionage, False Alert
            foe: hand Espionage, Outpost | third: hand Espionage
    play:   play False Alert; foe: play Espionage; third: play Espionage; play Espionage
    after:  asked foe | hand - | wreck Espionage, False Alert | foe: hand Outpost | wreck Espionage
            third: hand - | wreck Espionage
OW-6.3 four reactions on one another: the Utility has its effect
    before: stage | Koti: you Striker | foe Striker | third Striker | fourth Striker | hand Espionage, False Alert
            foe: hand Espionage, Outpost | third: hand Espionage | fourth: hand Espionage
    play:   play False Alert; foe: play Espionage; third: play Espionage; fourth: play Espionage; play Espionage
    after:  asked foe | hand - | wreck Espionage, False Alert | foe: hand Outpost | wreck Espionage | halted
            third: hand - | wreck Espionage | halted | fourth: hand - | wreck Espionage | halted
OW-6.3 after the reactions the window goes on with the next player
    before: stage | Koti: you Outpost, Striker | foe Outpost, Striker | hand Espionage, We Quit
            foe: hand Espionage, We Quit
    play:   play We Quit; foe: play Espionage; pass
    after:  asked foe: window: beginning of turn | hand Espionage | wreck We Quit | foe: hand We Quit | wreck Espionage
OW-6.4 a player with a Utility that has nothing to do here is not asked
    before: resolve | Koti: you Outpost | foe City 20, Industry 11 | hand Coup, Light Brigade, Sabotage
            foe: hand Outpost
    after:  trash | priority foe | asked foe | income 1 | foe: income 5
OW-6.4 only the one who has something to play is asked
    before: resolve | Koti: you Outpost | foe City 20, Shipyard 8 | hand Coup | foe: hand Sabotage
            third: hand Sabotage
    play: third: pass   after: trash | priority foe | asked foe | income 1 | foe: income 3
OW-6.5 the end of setup is an end of Draw: Research before the first turn
    before: adjust | turn 0 | Koti | hand Research | deck 4x Outpost | foe: hand Outpost | deck 4x Outpost
    play:   you, foe: pass; play Research; option 1
    after:  stage | turn 1 | asked you, foe | hand 3x Outpost | deck Outpost | wreck Research
OW-6.5 kept then, Research waits for the end of the first turn's Draw
    before: adjust | turn 0 | Koti | hand False Alert, Research | deck 9x Outpost | foe: hand Outpost | deck 9x Outpost
    play:   you, foe: pass; pass; pass; you, foe: pass; you, foe: pass
    after:  draw | turn 1 | asked you: window: end of draw | hand False Alert, 2x Outpost, Research | deck 7x Outpost
            foe: hand 3x Outpost | deck 7x Outpost
OW-6.6 resolved it is Trashed, and known to be in hand no longer
    before: resolve | Koti: you Outpost | foe City 12 | hand Coup, Outpost | seen Coup, Outpost
    play:   play Coup
    after:  trash | asked you | Koti: you City 12 (foe's), Outpost | foe -
            hand Outpost | wreck Coup | seen Outpost | income 2
OW-6.6 a Utility that stays in play is not Trashed
    before: move | Koti: you Outpost | Maail | Farrow | hand Enter Fray | foe: hand Outpost
    play: play Enter Fray; choose Maail   after: resolve | asked you: next world | Maail: you Enter Fray | hand -
OW-6.6 cancelled it is Trashed like the others
    before: move | Koti: you Outpost | Maail | Farrow | hand Enter Fray | foe: hand Espionage
    play:   play Enter Fray; choose Maail; foe: play Espionage
    after:  resolve | asked you: next world | hand - | wreck Enter Fray | foe: hand - | wreck Espionage
OW-6.6 destroyed as a Ship it is Trashed
    before: resolve | Koti: you Enter Fray | foe Corvette | hand Outpost
    play:   pass; pass; foe: target Enter Fray; foe: target Enter Fray
    after:  trash | asked you | Koti: you - | wreck Enter Fray
OW-6.7 open choices come before the reactions: the target
    before: resolve | Koti: you Outpost | foe Exploit, Quarry | hand Sabotage | foe: hand Espionage
    play: play Sabotage; target Quarry   after: asked foe: reaction | hand -
OW-6.7 open choices come before the reactions: the World
    before: move | Koti: you Outpost | Maail | hand Enter Fray | foe: hand Espionage
    play: play Enter Fray; choose Maail   after: asked foe: reaction | hand -
OW-6.7 open choices come before the reactions: the option; the card of the Deck comes after
    before: draw | Koti: you Outpost | hand 9x Outpost, Research | deck Exploit, Outpost, Scout
            foe: hand Espionage | deck 3x Outpost
    play:   play Research; option 2; foe: pass
    after:  asked you: card of deck | hand 9x Outpost | foe: hand Espionage, 2x Outpost | deck Outpost
OW-6.7 each Utility makes its own choices: the World of the first is not that of the second
    before: stage | Koti: you Outpost | foe Outpost | Maail: you Quarry | foe Quarry | hand We Quit | foe: hand We Quit
    play:   play We Quit; choose Maail; foe: play We Quit
    after:  asked foe: world | Maail: foe Quarry (idle) | hand - | wreck We Quit | foe: hand -
OW-6.7 each Utility makes its own choices: nor the option
    before: draw | Koti: you Outpost | hand 9x Outpost, Research | deck 9x Exploit
            foe: hand 9x Outpost, Research | deck 9x Exploit
    play:   play Research; option 1; foe: play Research
    after:  asked foe: option | hand 3x Exploit, 9x Outpost | deck 6x Exploit | wreck Research | foe: hand 9x Outpost
OW-6.7 hidden choices come after the reactions: the Ground Force
    before: resolve | Koti: you Outpost | foe City 12 | hand Light Brigade, Troops 10, Troops 12 | foe: hand Espionage
    play: play Light Brigade; foe: pass   after: asked you: ground force | hand Troops 10, Troops 12
OW-6.7 hidden choices of a cancelled Utility are never asked
    before: resolve | Koti: you Outpost | foe City 12 | hand Light Brigade, Troops 10, Troops 12 | foe: hand Espionage
    play:   play Light Brigade; foe: play Espionage
    after:  trash | asked you | hand Troops 10, Troops 12 | wreck Light Brigade | income 1
            foe: hand - | wreck Espionage | income 1
OW-6.7 hidden choices come after the reactions: the replacement
    before: move | Koti: you stage City 12 | hand Adjust, Exploit, Outpost | foe: hand Espionage
    play: play Adjust; foe: pass   after: asked you: replacement | hand Exploit, Outpost
OW-6.8 reactions are asked from the player after the one who played, whoever has Priority
    before: resolve | priority foe | Koti: you Outpost | foe City 12 | third Quarry | hand Espionage
            foe: hand Espionage | third: hand Coup
    play: third: play Coup; pass   after: asked foe: reaction | third: hand -
OW-6.8 reactions to a reaction are asked from the player after that one
    before: resolve | Koti: you Outpost | foe City 12 | hand Coup, Espionage | foe: hand Espionage
            third: hand Espionage | fourth: hand Espionage
    play:   play Coup; foe: pass; third: play Espionage; fourth: pass; pass; foe: pass
    after:  trash | asked you | hand Espionage | wreck Coup | income 1 | foe: income 1 | third: hand - | wreck Espionage
OW-6.8 nobody is asked to cancel its own Utility
    before: resolve | Koti: you Outpost | foe City 12 | hand Coup, Espionage | foe: hand Outpost
    play:   play Coup
    after:  trash | asked you | Koti: you City 12 (foe's), Outpost | foe - | hand Espionage | wreck Coup | income 2
OW-6.9 the Hand Limit does not bind Research
    before: draw | Koti: you Outpost | hand 9x Outpost, Research | deck 4x Exploit | foe: deck 4x Exploit
    play:   play Research; option 1
    after:  stage | turn 3 | asked you, foe | hand 3x Exploit, 9x Outpost | deck Exploit | wreck Research
            foe: hand 2x Exploit | deck 2x Exploit
OW-6.2 who has played may play again once all others have had the chance
    before: resolve | Varuna Deep: you City 15 | foe City 15, Shipyard 8 | hand Coup, Sabotage
    play:   play Coup
    after:  asked you: window: beginning of resolution | Varuna Deep: you City 15, City 15 (foe's) | foe Shipyard 8
            hand Sabotage | wreck Coup
# ── Adjust ──
OW-6.10 Adjust at the end of Stage: a staged card and one of the hand change places
    before: stage | Koti | Maail | Farrow | hand Adjust, City 12, Outpost | foe: hand Exploit
    play:   stage City 12 @ Koti; pass; foe: pass; play Adjust
    after:  resolve | asked you: next world | Koti: you stage Outpost | hand City 12 | wreck Adjust
OW-6.10 Adjust at the end of Move: a staged card and one of the hand change places
    before: move | Koti: you stage City 12 | Maail | Farrow | hand Adjust, Outpost
    play: play Adjust   after: resolve | asked you: next world | Koti: you stage Outpost | hand City 12 | wreck Adjust
OW-6.10 Adjust at the beginning of Stage, should a card lie there already
    before: stage | Koti: you stage City 12 | Maail | hand Adjust, Outpost
    play: play Adjust   after: asked you | Koti: you stage Outpost | hand City 12 | wreck Adjust
OW-6.10 Adjust: which card, and at which World, is the player's choice
    before: move | Koti: you stage City 12 | Maail: you stage Quarry | Farrow: foe stage Outpost
            hand Adjust, Exploit, Outpost
    play:   play Adjust; stage Exploit @ Maail
    after:  resolve | asked you: next world | Maail: you stage Exploit | hand Outpost, Quarry | wreck Adjust
OW-6.10 Adjust needs a staged card
    before: move | Koti: foe stage Exploit | Maail | Farrow | hand Adjust, Outpost
    after:  resolve | asked you: next world
OW-6.10 Adjust needs another card in hand
    before: move | Koti: you stage City 12 | Maail | Farrow | hand Adjust   after: resolve | asked you: next world
OW-6.10 Adjust cancelled: the staged card stays
    before: move | Koti: you stage City 12 | Maail | Farrow | hand Adjust, Outpost | foe: hand Espionage
    play:   play Adjust; foe: play Espionage
    after:  resolve | asked you: next world | hand Outpost | wreck Adjust | foe: hand - | wreck Espionage
OW-6.10 Adjust defended by the last other card of the hand: nothing is left to exchange
    before: move | Koti: you stage City 12 | Maail | Farrow | hand Adjust, Espionage | foe: hand Espionage
    play:   play Adjust; foe: play Espionage; play Espionage
    after:  resolve | asked you: next world | hand - | wreck Adjust, Espionage | foe: hand - | wreck Espionage
OW-6.10 Adjust: the replacement may be any card, a Utility is Trashed at Reveal
    before: move | Koti: you stage City 12 | Maail | Farrow | hand Adjust, Coup
    play: play Adjust   after: resolve | asked you: next world | Koti: you - | hand City 12 | wreck Adjust, Coup
OW-6.10 Adjust by Robot Factory: beside the Automated one, the other is replaced
    before: move | Koti: you Robot Factory, stage Auto Assault 10, City 12 | Maail | Farrow | hand Adjust, Outpost
    play:   play Adjust
    after:  resolve | asked you: next world | Koti: you Robot Factory, stage Auto Assault 10, Outpost
            hand City 12 | wreck Adjust
OW-6.10 Adjust by Robot Factory: beside the Automated one, also a Catastrophe is replaced
    before: move | Koti: you Robot Factory, stage Asteroid Strike, Auto Assault 10 | Maail | Farrow
            hand Adjust, Outpost
    play:   play Adjust
    after:  resolve | asked you: next world | Koti: you Robot Factory, stage Auto Assault 10, Outpost
            hand Asteroid Strike | wreck Adjust
OW-6.10 Adjust by Robot Factory: an Automated one may replace the Automated one
    before: move | Koti: you Robot Factory, stage Auto Assault 10, City 12 | Maail | Farrow
            hand Adjust, Auto Assault 14
    play:   play Adjust; take Auto Assault 10
    after:  resolve | asked you: next world | Koti: you Robot Factory, stage Auto Assault 14, City 12
            hand Auto Assault 10 | wreck Adjust
OW-6.10 Adjust by Robot Factory: or the card beside it
    before: move | Koti: you Robot Factory, stage Auto Assault 10, City 12 | Maail | Farrow
            hand Adjust, Auto Assault 14
    play:   play Adjust; take City 12
    after:  resolve | asked you: next world | Koti: you Robot Factory, stage Auto Assault 10, Auto Assault 14
            hand City 12 | wreck Adjust
OW-6.10 Adjust by Robot Factory: a new Automated one makes room for either card
    before: move | Koti: you Robot Factory, stage Auto Assault 14, City 12 | Maail | Farrow
            hand Adjust, Auto Assault 10
    play:   play Adjust; take Auto Assault 14
    after:  resolve | asked you: next world | Koti: you Robot Factory, stage Auto Assault 10, City 12
            hand Auto Assault 14 | wreck Adjust
OW-6.10 Adjust by Robot Factory: a card that lies there alone is replaced without a question
    before: move | Koti: you Robot Factory, stage Outpost | Maail | Farrow | hand Adjust, Auto Assault 10
    play:   play Adjust
    after:  resolve | asked you: next world | Koti: you Robot Factory, stage Auto Assault 10
            hand Outpost | wreck Adjust
OW-2.1 Adjust: which of two like cards of the hand is no choice
    before: move | Koti: you stage City 12 | Maail | Farrow | hand Adjust, 2x Outpost
    play:   play Adjust
    after:  resolve | asked you: next world | Koti: you stage Outpost | hand City 12, Outpost | wreck Adjust
# ── Enter Fray ──
OW-6 Enter Fray comes into play at any World and fights there at once, 9 and 9
    before: move | Koti: foe Transport | Maail: foe Corvette | hand Enter Fray, Outpost
    play:   foe: pass; play Enter Fray; choose Koti; resolve Koti; target Transport; target Transport
    after:  trash | asked you | Koti: you Enter Fray | foe - | hand Outpost | foe: wreck Transport
OW-6 Enter Fray makes Orbital Conflict like any armed Ship; one 9 does not destroy a Corvette
    before: move | Koti: foe Transport | Maail: foe Corvette, Scout | hand Enter Fray, Outpost
    play:   foe: pass; play Enter Fray; choose Maail; resolve Koti; foe: retreat Scout; target Corvette; pass
            foe: target Enter Fray; foe: pass
    after:  trash | asked you | Maail: you Enter Fray | foe Corvette | hand Outpost | foe: hand Scout | seen Scout
OW-6 Enter Fray with a single World: there is nothing to choose
    before: move | Koti: foe Outpost | hand Enter Fray
    play: play Enter Fray   after: resolve | asked you: surface conflict | Koti: you Enter Fray | hand -
OW-6 Enter Fray moves a parsec in later turns
    before: move | Koti: you Enter Fray | Maail | Farrow
    play: move Enter Fray @ Maail   after: resolve | asked you: next world | Koti: you - | Maail: you Enter Fray (moved)
OW-6 Enter Fray staged is a staged Utility: Trashed at Reveal
    before: reveal | Koti: you stage Enter Fray | Maail | Farrow
    after:  resolve | asked you: next world | Koti: you - | wreck Enter Fray
# ── Fleet Support ──
OW-6 Fleet Support: Class does not limit the staged Ships
    before: reveal | Koti: you stage Titan | Maail: you stage Cruiser | Farrow: foe stage Scout
            hand Fleet Support | prior 5
    play:   play Fleet Support
    after:  resolve | asked you: next world | Farrow: foe - | hand - | wreck Fleet Support | income 5 | unlimited class
            foe: wreck Scout
OW-6 Fleet Support kept: the Ship is given up
    before: reveal | Koti: you stage Titan | Maail | Farrow | hand Fleet Support | prior 5
    play: pass   after: resolve | asked you: next world | Koti: you - | wreck Titan | income 5
OW-6 Fleet Support has nothing to do within the limit
    before: reveal | Koti: you stage Titan | Maail | Farrow | hand Fleet Support | prior 16
    after:  resolve | asked you: next world | income 16
OW-6 Fleet Support has nothing to do where a Shipyard lifts the limit
    before: reveal | Koti: you Shipyard 8, stage Titan | Maail | Farrow | hand Fleet Support
    after:  resolve | asked you: next world
OW-6 Fleet Support cancelled: the Ship is given up
    before: reveal | Koti: you stage Titan | Maail | Farrow | hand Fleet Support | foe: hand Espionage
    play:   play Fleet Support; foe: play Espionage
    after:  resolve | asked you: next world | Koti: you - | hand - | wreck Fleet Support, Titan
            foe: hand - | wreck Espionage
# ── Sabotage ──
OW-6 Sabotage destroys the unit it picks
    before: resolve | Koti: foe Exploit, Industry 10 | hand Sabotage | foe: hand Outpost
    play:   play Sabotage; target Industry 10
    after:  trash | priority foe | asked foe | Koti: foe Exploit | hand - | wreck Sabotage
            foe: wreck Industry 10 | income 2
OW-6 Sabotage with one unit to pick asks nothing
    before: resolve | Koti: foe City 10, Shipyard 10 | hand Sabotage | foe: hand Outpost
    play:   play Sabotage
    after:  trash | priority foe | asked foe | Koti: foe City 10 | hand - | wreck Sabotage
            foe: wreck Shipyard 10 | income 1
OW-6 Sabotage with like copies to pick asks nothing, and destroys one
    before: resolve | Koti: foe 3x Exploit | hand Sabotage | foe: hand Outpost
    play:   play Sabotage
    after:  trash | priority foe | asked foe | Koti: foe 2x Exploit | hand - | wreck Sabotage
            foe: wreck Exploit | income 4
OW-6 Sabotage strikes before anything installs: an Industry loses its base
    before: resolve | Koti: foe Exploit, stage Industry 7 | hand Sabotage | foe: hand Outpost
    play:   play Sabotage
    after:  trash | asked foe | Koti: foe - | hand - | wreck Sabotage | foe: wreck Exploit, Industry 7
OW-6 Sabotage of an Energy Shield opens the World to bombardment
    before: resolve | Koti: you Striker | foe Energy Shield, Outpost | hand Sabotage | foe: hand Outpost
    play:   play Sabotage; target Outpost
    after:  trash | asked foe | Koti: foe - | hand - | wreck Sabotage | foe: wreck Energy Shield, Outpost
OW-6 Sabotage of a conquered Facility sends it to its owner's Trash Heap
    before: resolve | Koti: foe Quarry (third's) | third Outpost | hand Sabotage | foe: hand Outpost
    play:   play Sabotage
    after:  trash | priority third | asked foe | Koti: foe - | hand - | wreck Sabotage | third: wreck Quarry | income 1
OW-6 Sabotage of like cards: copies under different controllers are told apart
    before: resolve | Koti: foe Exploit (third's) | third Exploit | hand Sabotage | foe: hand Outpost
    play:   play Sabotage; target Exploit of player_2
    after:  trash | priority foe | asked foe | Koti: third - | hand - | wreck Sabotage | foe: income 2
            third: wreck Exploit
OW-6 Sabotage of like cards: copies of different owners are told apart
    before: resolve | Koti: foe Exploit, Exploit (third's) | hand Sabotage | foe: hand Outpost
    play:   play Sabotage; target Exploit of player_2 held by player_1
    after:  trash | priority foe | asked foe | Koti: foe Exploit | hand - | wreck Sabotage | foe: income 2
            third: wreck Exploit
OW-6.12 Sabotage spares one's own card under an opponent, and is not offered for it
    before: resolve | Koti: foe Quarry (you's) | hand Sabotage | foe: hand Outpost
    after:  trash | priority foe | asked foe | foe: income 3
OW-6.12 Sabotage is not offered for the player's own units
    before: resolve | Koti: you Battle Station 20, Quarry, Quarry (foe's) | hand Sabotage
    after:  trash | asked you | income 6
OW-6 Sabotage leaves the Ground Force in its player's hand where it is
    before: resolve | Koti: you Outpost | foe Shipyard 8 | hand Sabotage, Troops 10
    play:   play Sabotage
    after:  trash | asked you | Koti: foe - | hand Troops 10 | wreck Sabotage | income 1 | foe: wreck Shipyard 8
# ── Coup ──
OW-6 Coup takes control of an opposing City
    before: resolve | Koti: you Outpost | foe City 12, City 15 | hand Coup | foe: hand Outpost
    play:   play Coup; target City 15
    after:  trash | asked foe | Koti: you City 15 (foe's), Outpost | foe City 12 | hand - | wreck Coup | income 2
            foe: income 1
OW-6 Coup needs a World that the player occupies
    before: resolve | Koti: you Striker, Troops 10 | foe Energy Shield, City 15 | hand Coup | foe: hand Outpost
    play: reserve   after: asked you: surface conflict
OW-6 Coup comes before anything deploys: the City's Capacity serves at once
    before: resolve | Koti: you Outpost, stage Troops 15 | foe City 15 | hand Coup | foe: hand Outpost
    play:   play Coup
    after:  trash | asked foe | Koti: you City 15 (foe's), Outpost, Troops 15 | foe - | hand - | wreck Coup | income 2
OW-6.12 Coup may take back one's own card under an opponent
    before: resolve | Koti: you Outpost | foe City 15 (you's) | hand Coup | foe: hand Outpost
    play: play Coup   after: trash | asked foe | Koti: you City 15, Outpost | foe - | hand - | wreck Coup | income 2
OW-6 Coup: three players, of one the City of another
    before: resolve | Koti: you Outpost | foe City 12 (third's) | third City 12 (foe's) | hand Coup | foe: hand Outpost
    play:   play Coup; target City 12 of player_2 held by player_1
    after:  trash | asked foe | Koti: you City 12 (third's), Outpost | foe - | hand - | wreck Coup | income 2
            third: income 1
OW-6 Coup cancelled: the City stays
    before: resolve | Koti: you Outpost | foe City 15 | hand Coup | foe: hand Espionage, Outpost
    play:   play Coup; foe: play Espionage
    after:  trash | asked foe | hand - | wreck Coup | income 1 | foe: hand Outpost | wreck Espionage | income 1
OW-6 Coup against Coup: who comes second may take it back
    before: resolve | Koti: you Outpost | foe City 15, Outpost | hand Coup | foe: hand Coup, Outpost
    play:   play Coup; foe: play Coup
    after:  trash | priority foe | asked foe | hand - | wreck Coup | income 1
            foe: hand Outpost | wreck Coup | income 2
# ── Research ──
OW-6 Research draws 3 cards
    before: draw | Koti: you Outpost | hand 9x Outpost, Research | deck 4x Exploit | foe: deck 3x Exploit
    play:   play Research; option 1
    after:  stage | turn 3 | asked you, foe | hand 3x Exploit, 9x Outpost | deck Exploit | wreck Research
            foe: hand 2x Exploit | deck Exploit
OW-6 Research draws the last cards, fewer than 3: the FINAL TURN comes (OW-D.2)
    before: draw | Koti: you Outpost | hand 9x Outpost, Research | deck 2x Exploit | foe: deck 3x Exploit
    play:   play Research; option 1
    after:  stage | turn 3 | final turn | asked you, foe | hand 2x Exploit, 9x Outpost | deck - | wreck Research
            foe: hand 2x Exploit | deck Exploit
OW-6 Research takes one card of the Deck into the hand, unseen
    before: draw | Koti: you Outpost | hand 9x Outpost, Research | deck 2x Exploit, Titan | foe: deck 3x Exploit
    play:   play Research; option 2; take Titan
    after:  stage | turn 3 | asked you, foe | hand 9x Outpost, Titan | deck 2x Exploit | wreck Research
            foe: hand 2x Exploit | deck Exploit
OW-6 Research in a Deck of like cards takes one without a question
    before: draw | Koti: you Outpost | hand 9x Outpost, Research | deck 4x Exploit | foe: deck 3x Exploit
    play:   play Research; option 2
    after:  stage | turn 3 | asked you, foe | hand Exploit, 9x Outpost | deck 3x Exploit | wreck Research
            foe: hand 2x Exploit | deck Exploit
OW-6 Research takes the last card of the Deck: the FINAL TURN comes (OW-D.2)
    before: draw | Koti: you Outpost | hand 9x Outpost, Research | deck Titan | foe: deck 3x Exploit
    play:   play Research; option 2
    after:  stage | turn 3 | final turn | asked you, foe | hand 9x Outpost, Titan | deck - | wreck Research
            foe: hand 2x Exploit | deck Exploit
OW-6 Research has nothing to do once the Deck is empty
    before: draw | Koti: you Outpost | hand 9x Outpost, Research | foe: deck 3x Exploit
    after:  stage | turn 3 | final turn | asked you, foe | foe: hand 2x Exploit | deck Exploit
OW-6 Research cancelled: nothing is drawn
    before: draw | Koti: you Outpost | hand 9x Outpost, Research | deck 4x Exploit
            foe: hand Espionage | deck 3x Exploit
    play:   play Research; option 1; foe: play Espionage
    after:  stage | turn 3 | asked you, foe | hand 9x Outpost | wreck Research
            foe: hand 2x Exploit | deck Exploit | wreck Espionage
OW-6 Research in a Deck of Outposts takes one without a question
    before: draw | Koti: you Outpost | hand 9x Exploit, Research | deck 4x Outpost | foe: deck 3x Exploit
    play:   play Research; option 2
    after:  stage | turn 3 | asked you, foe | hand 9x Exploit, Outpost | deck 3x Outpost | wreck Research
            foe: hand 2x Exploit | deck Exploit
OW-6 Research in a Deck of Outposts and one other card asks which
    before: draw | Koti: you Outpost | hand 9x Exploit, Research | deck 2x Outpost, Titan | foe: deck 3x Exploit
    play:   play Research; option 2; take Outpost
    after:  stage | turn 3 | asked you, foe | hand 9x Exploit, Outpost | deck Outpost, Titan | wreck Research
            foe: hand 2x Exploit | deck Exploit
# ── False Alert ──
OW-6 False Alert: no opponent moves Ships this turn, its player does
    before: stage | Koti: you Striker | foe Striker | Maail | Farrow | hand False Alert | foe: hand Outpost
    play:   play False Alert; foe: pass; move Striker @ Maail
    after:  resolve | asked you: next world | Koti: you - | Maail: you Striker (moved) | hand - | wreck False Alert
            foe: halted
OW-6 False Alert not played: the opponent may move
    before: stage | Koti: you Striker | foe Striker | Maail | Farrow | hand False Alert | foe: hand Outpost
    play:   pass; pass; foe: pass; move Striker @ Maail
    after:  move | asked foe | Koti: you - | Maail: you Striker (moved)
OW-6 False Alert: three players, both opponents stay
    before: stage | priority foe | Koti: you Striker | foe Striker | third Striker | Maail | Farrow | hand Outpost
            third: hand False Alert
    play:   third: play False Alert; pass
    after:  move | asked third | halted | foe: halted | third: hand - | wreck False Alert
OW-6 False Alert against False Alert: nobody moves
    before: stage | Koti: you Striker | foe Striker | Maail | Farrow | hand False Alert | foe: hand False Alert
    play:   play False Alert; foe: play False Alert
    after:  resolve | asked you: next world | hand - | wreck False Alert | halted
            foe: hand - | wreck False Alert | halted
OW-6 False Alert, We Quit and Fleet Support are over with the turn
    before: trash | Koti: you Outpost (idle) | foe Outpost | hand Outpost | deck 5x Outpost | unlimited class
            foe: deck 5x Outpost | halted
    play:   pass
    after:  stage | turn 3 | asked you, foe | Koti: you Outpost | hand 3x Outpost | deck 3x Outpost | unlimited class -
            foe: hand 2x Outpost | deck 3x Outpost | halted -
# ── We Quit ──
OW-6 We Quit: an opposing Facility earns nothing this turn
    before: stage | Koti: you Outpost | foe City 20, Quarry | hand We Quit | foe: hand Outpost
    play:   play We Quit; target Quarry; foe: pass
    after:  trash | priority foe | asked foe | Koti: foe City 20, Quarry (idle) | hand - | wreck We Quit | income 1
            foe: income 2
OW-6 We Quit cancelled: it earns
    before: stage | Koti: you Outpost | foe City 20, Quarry | hand We Quit | foe: hand Espionage, Outpost
    play:   play We Quit; target Quarry; foe: play Espionage; foe: pass
    after:  trash | priority foe | asked foe | hand - | wreck We Quit | income 1
            foe: hand Outpost | wreck Espionage | income 5
OW-6 We Quit: first the World, then the Facility
    before: stage | Koti: foe City 20, Quarry | Maail: foe Garrison, Outpost | Farrow: foe Transport | hand We Quit
            foe: hand Outpost
    play:   play We Quit; choose Maail; target Garrison
    after:  asked foe | Maail: foe Garrison (idle), Outpost | hand - | wreck We Quit
OW-6 We Quit: a World with one Facility to pick needs no second choice
    before: stage | Koti: foe City 20, Quarry | Maail: you Outpost | foe Hidden Outpost, Outpost | hand We Quit
            foe: hand Outpost
    play:   play We Quit; choose Maail
    after:  asked foe | Maail: foe Hidden Outpost, Outpost (idle) | hand - | wreck We Quit
OW-6 We Quit: of like Facilities one stands still
    before: stage | Koti: foe 3x Outpost | hand We Quit | foe: hand Outpost
    play:   play We Quit; foe: pass
    after:  trash | priority foe | asked foe | Koti: foe 2x Outpost, Outpost (idle) | hand - | wreck We Quit
            foe: income 2
OW-6.13 We Quit twice: of like Facilities two stand still
    before: stage | Varuna Deep: foe 3x Outpost | hand We Quit | foe: hand Outpost | third: hand We Quit
    play:   play We Quit; third: play We Quit; foe: pass
    after:  trash | priority foe | asked foe | Varuna Deep: foe Outpost, 2x Outpost (idle) | hand - | wreck We Quit
            foe: income 1 | third: hand - | wreck We Quit
OW-6.13 We Quit twice: there is nothing left to stop
    before: stage | Koti: foe Outpost | hand We Quit | foe: hand Outpost | third: hand We Quit
    play: play We Quit   after: asked foe, third | Koti: foe Outpost (idle) | hand - | wreck We Quit
OW-6 We Quit may stop one's own card under an opponent
    before: stage | Koti: foe City 20 (you's) | hand We Quit | foe: hand Outpost
    play: play We Quit; foe: pass   after: trash | asked foe | Koti: foe City 20 (you's) (idle) | hand - | wreck We Quit
OW-5.4 stopped, a Facility earns nothing for who Conquers it either
    before: resolve | Koti: you Invasion Force 15 | foe City 15 (idle), Outpost | foe: hand Outpost
    play:   target City 15; conquer City 15
    after:  trash | priority foe | asked foe | Koti: you City 15 (foe's) (idle) | foe Outpost | wreck Invasion Force 15
            foe: income 1
OW-5.4 stopped, a Facility earns nothing for who takes it by Coup either
    before: resolve | Koti: you Outpost | foe City 15 (idle) | hand Coup | foe: hand Outpost
    play:   play Coup
    after:  trash | asked foe | Koti: you City 15 (foe's) (idle), Outpost | foe - | hand - | wreck Coup | income 1
OW-6 We Quit: where one World alone has something to pick, no World is chosen
    before: stage | Koti: you Outpost | Maail: foe Quarry | Farrow: foe Transport | hand We Quit | foe: hand Outpost
    play: play We Quit   after: asked foe | Maail: foe Quarry (idle) | hand - | wreck We Quit
OW-6 We Quit: the World may be the first of the row
    before: stage | Koti: foe City 20, Quarry | Maail: foe Garrison, Outpost | hand We Quit | foe: hand Outpost
    play:   play We Quit; choose Koti; target Quarry
    after:  asked foe | Koti: foe City 20, Quarry (idle) | hand - | wreck We Quit
OW-6 We Quit by the second player: of like Facilities of the first one stands still
    before: stage | Varuna Deep: you City 12, 3x Outpost | hand Outpost | foe: hand We Quit
    play:   foe: play We Quit; foe: target Outpost
    after:  asked you | Varuna Deep: you City 12, 2x Outpost, Outpost (idle) | foe: hand - | wreck We Quit
# ── Light Brigade ──
OW-6 Light Brigade: a Ground Force of the hand comes into play, whatever its REQ
    before: resolve | Koti: you Outpost | foe City 25 | hand Light Brigade, Troops 22, Troops 25 | foe: hand Outpost
    play:   play Light Brigade; take Troops 25; target City 25
    after:  trash | asked you | Koti: foe - | hand Troops 22 | wreck Light Brigade, Troops 25 | income 1
            foe: wreck City 25
OW-6 Light Brigade needs a World that its player occupies
    before: resolve | Koti: you Transport | foe City 25 | hand Light Brigade, Troops 25 | foe: hand Outpost
    after:  trash | priority foe | asked foe | foe: income 2
OW-6 Light Brigade needs a Ground Force in hand
    before: resolve | Koti: you Outpost | foe City 25 | hand City 12, Light Brigade, Striker | foe: hand Outpost
    after:  trash | priority foe | asked foe | income 1 | foe: income 2
OW-6 Light Brigade: an Invasion Force Conquers, and leaves after Conflict
    before: resolve | Koti: you Outpost | foe City 20 | hand Invasion Force 21, Light Brigade | foe: hand Outpost
    play:   play Light Brigade; target City 20; conquer City 20
    after:  trash | asked foe | Koti: you City 20 (foe's), Outpost | foe -
            hand - | wreck Invasion Force 21, Light Brigade | income 3
OW-6 Light Brigade: the Ground Force may Defend
    before: resolve | Koti: you Outpost | foe Frigate | hand Light Brigade, Troops 20 | foe: hand Outpost
    play:   play Light Brigade; defend Outpost; foe: target Outpost; foe: target Outpost
    after:  trash | asked foe | hand - | wreck Light Brigade, Troops 20 | income 1
OW-6 Light Brigade: Troops that find nobody to fight stay
    before: resolve | Koti: you Outpost | hand Light Brigade, Troops 20 | seen Troops 20 | foe: hand Outpost
    play:   play Light Brigade
    after:  trash | asked foe | Koti: you Outpost, Troops 20 | hand - | wreck Light Brigade | seen - | income 1
OW-4f.8 both players bring a Light Brigade, in Priority Order
    before: resolve | Koti: you Outpost | foe Exploit | hand Auto Assault 10, Light Brigade
            foe: hand Light Brigade, Outpost, Troops 10
    play:   play Light Brigade; foe: play Light Brigade; target Exploit; foe: defend Exploit
    after:  trash | priority foe | asked foe | hand - | wreck Auto Assault 10, Light Brigade | income 1
            foe: hand Outpost | wreck Light Brigade, Troops 10 | income 2
OW-6.11 Light Brigade brings the Prohibited Fallout Raid before the FINAL TURN
    before: resolve | Koti: you Outpost | foe City 12 | hand Fallout Raid, Light Brigade
    play:   play Light Brigade
    after:  asked you: surface conflict | Koti: you Fallout Raid, Outpost | hand - | wreck Light Brigade
OW-6.11 Light Brigade does not bring it on the FINAL TURN
    before: resolve | final turn | Koti: you Outpost | hand Fallout Raid, Light Brigade
    after:  over | won by you | income 1
# ── What may be picked ──
OW-6 Sabotage: Production, Mining and Drilling, Yard up to 10, Stations and Fields
    before: resolve
            Ulmo: you Outpost
            foe City 10, Garrison, Industry 10, Industry 11, Outpost, Quarry, Shipyard 10, Trade Center,
            Battle Station 25, Energy Shield, Enter Fray, Scout, Siege Platform, Troops 10 | hand Sabotage
    play:   play Sabotage
    legal:  target Industry 10; target Quarry; target Shipyard 10; target Battle Station 25; target Siege Platform
            target Energy Shield
OW-6 Sabotage: another's, not one's own, under an opponent
    before: resolve | Koti: foe Exploit, Quarry (third's), Suck Dry (you's) | hand Sabotage
    play: play Sabotage   legal: target Exploit of player_1; target Quarry of player_2 held by player_1
OW-6 Sabotage: like cards of two owners are two choices
    before: resolve | Varuna Deep: foe Exploit, Exploit (third's) | hand Sabotage
    play: play Sabotage   legal: target Exploit of player_1; target Exploit of player_2 held by player_1
OW-6 Sabotage: like cards of one owner under two controllers are two choices
    before: resolve | Varuna Deep: foe Exploit (third's) | third Exploit | hand Sabotage
    play: play Sabotage   legal: target Exploit of player_2; target Exploit of player_2 held by player_1
OW-6 Coup: Population up to 15
    before: resolve
            Ulmo: you Outpost
            foe City 12, City 15, City 20, Company Town, Garrison, High Palace, Outpost, Quarry, Energy Shield,
            Troops 10 | hand Coup
    play: play Coup   legal: target City 12; target City 15; target Company Town
OW-6 Coup: one's own under an opponent as well
    before: resolve | Ulmo: you Outpost | foe City 12, City 15 (you's) | third City 12 | hand Coup
    play: play Coup   legal: target City 12 of player_1; target City 12 of player_2; target own City 15 held by player_1
OW-6 We Quit: any opposing Facility that earns and can be targeted
    before: stage
            Ulmo: you Outpost
            foe City 30, Exploit, Garrison, Hidden Outpost, High Palace, Industry 11, Outpost (idle), Shipyard 10,
            Battle Station 20, Scout, Troops 10 | hand We Quit
    play:   play We Quit
    legal:  target Exploit; target Garrison; target City 30; target High Palace; target Industry 11; target Shipyard 10
OW-6 We Quit: any World with such a Facility
    before: stage | Koti: foe Outpost | Maail: you Outpost | Farrow: foe Hidden Outpost, Transport
            Graense: foe City 12 (you's) | Vita Ptal: foe Quarry (idle) | hand We Quit
    play: play We Quit   legal: choose Koti; choose Graense
OW-6 Enter Fray: any World
    before: move | Koti: foe Titan | Maail: you Outpost | Farrow | hand Enter Fray
    play: foe: pass; play Enter Fray   legal: choose Koti; choose Maail; choose Farrow
OW-6 Light Brigade: any Ground Force of the hand
    before: resolve | Koti: you Outpost
            hand Auto Assault 10, City 12, Clone Army, Fallout Raid, Invasion Force 21, Light Brigade, Striker,
            Troops 25
    play:   play Light Brigade
    legal:  take Troops 25; take Invasion Force 21; take Clone Army; take Auto Assault 10; take Fallout Raid
OW-6.11 Light Brigade on the FINAL TURN: no Prohibited one
    before: resolve | final turn | Koti: you Outpost | hand Auto Assault 10, Fallout Raid, Light Brigade, Troops 25
    play: play Light Brigade   legal: take Troops 25; take Auto Assault 10
OW-6 Research: draw or search
    before: draw | Koti | hand 9x Outpost, Research | deck 2x Exploit, Titan | foe: deck 4x Exploit
    play: play Research   legal: option 1; option 2
OW-6 Research: any card of the Deck, and none of the hand or Trash Heap
    before: draw | Koti | hand 9x Outpost, Research | deck 2x Exploit, Titan | trash City 12 | wreck City 10
            foe: deck 4x Exploit
    play: play Research; option 2   legal: take Exploit; take Titan
OW-6 Adjust: any card of the hand at any World to which one has staged
    before: move | Koti: you stage City 12 | Maail: foe stage City 12 | Farrow: you stage Outpost | foe stage Outpost
            hand Adjust, Coup, Exploit
    play: play Adjust   legal: stage Exploit @ Koti; stage Exploit @ Farrow; stage Coup @ Koti; stage Coup @ Farrow
OW-6 Adjust: one card for either of two Worlds
    before: move | Koti: you stage City 12 | Maail: you stage Outpost | hand Adjust, Exploit
    play: play Adjust   legal: stage Exploit @ Koti; stage Exploit @ Maail
# ── What is refused ──
OW-6.1 a Utility has to be in hand
    before: stage | Koti: foe Outpost | hand We Quit
    play: play False Alert   why: cannot play False Alert: False Alert is not in your hand (it holds We Quit)
OW-6.1 Adjust without a staged card
    before: move | Koti | hand Adjust, Enter Fray
    play:   play Adjust
    why:    cannot play Adjust: there is nothing Adjust could do (OW-6) (its text: Exchange one of your staged cards for
            a card of your hand, at the same World.)
OW-6.1 Coup at a World that is not occupied
    before: resolve | Koti: foe City 12, Exploit | hand Coup, Sabotage
    play:   play Coup
    why:    cannot play Coup: there is nothing Coup could do (OW-6) (its text: At a World you occupy, take control of an
            opposing Population Facility with a Defensive Strength of at most 15, as if Conquered.)
OW-6.14 Sabotage with nothing to destroy here
    before: resolve | Koti: you Outpost | foe City 12 | Maail: foe Exploit | hand Coup, Sabotage
    play:   resolve Koti; play Sabotage
    why:    cannot play Sabotage: there is nothing Sabotage could do (OW-6) (its text: Destroy an opposing unit at this
            World: a Production, Mining and Drilling or Yard Facility with a Defensive Strength of at most 10, or a
            Station or Field.)
OW-6.3 a reaction is a Utility of one's hand
    before: stage | Koti: foe Outpost | hand We Quit | foe: hand Espionage
    play: play We Quit; foe: play Adjust   why: cannot play Adjust: Adjust is not in your hand (it holds Espionage)
OW-6.3 while a reaction is asked nothing else is done
    before: stage | Koti: foe Outpost | hand We Quit | foe: hand Espionage, Outpost
    play:   play We Quit; foe: stage Outpost @ Koti
    why:    cannot stage Outpost @ Koti: stage is not what is asked now (asked now: play a reaction, or pass)
OW-6.8 one's own Utility is not cancelled
    before: stage | Koti: foe Outpost | hand Espionage, We Quit | foe: hand Espionage
    play:   play We Quit; play Espionage
    why:    cannot play Espionage: it is another player's decision (it is up to player_1)
OW-6.7 a target has to be chosen
    before: resolve | Koti: foe Exploit, Quarry | hand Sabotage
    play: play Sabotage; pass   why: pass is not allowed here: something has to be chosen
OW-6.7 an option has to be chosen
    before: draw | Koti | hand 9x Outpost, Research | deck 2x Exploit, Titan | foe: deck 4x Exploit
    play: play Research; pass   why: pass is not allowed here: something has to be chosen
OW-6.7 one choice at a time: the World before the Facility
    before: stage | Koti: foe Outpost | Maail: foe City 12 | hand We Quit
    play:   play We Quit; target City 12
    why:    cannot target City 12: target is not what is asked now (asked now: choose a World)
OW-6.7 a World without an opposing Facility is no choice
    before: stage | Koti: foe Outpost | Maail: foe City 12 | Farrow: you Outpost | hand We Quit
    play: play We Quit; choose Farrow   why: cannot choose Farrow: this World is not among those We Quit may choose
OW-6.7 Sabotage does not take what it may not destroy
    before: resolve | Koti: foe City 10, Exploit, Quarry | hand Sabotage
    play: play Sabotage; target City 10   why: cannot target City 10: this card is not among those Sabotage may choose
OW-6.7 Coup does not take what is too strong
    before: resolve | Varuna Deep: you Outpost | foe City 12, City 15, City 20 | hand Coup
    play: play Coup; target City 20   why: cannot target City 20: this card is not among those Coup may choose
OW-6.7 a target has to be here
    before: resolve | Koti: foe Exploit, Quarry | Maail: foe Shipyard 8 | hand Sabotage
    play:   resolve Koti; play Sabotage; target Shipyard 8
    why:    cannot target Shipyard 8: there is no such card at this World (at Koti your opponents have Exploit, Quarry)
OW-6.10 Adjust: a World to which one has staged nothing
    before: move | Koti: you stage City 12 | Maail: foe stage City 12 | hand Adjust, Exploit, Outpost
    play:   play Adjust; stage Exploit @ Maail
    why:    cannot stage Exploit @ Maail: this World is not among those Adjust may choose
OW-6.10 Adjust: the replacement comes out of the hand
    before: move | Koti: you stage City 12 | hand Adjust, Exploit, Outpost
    play:   play Adjust; stage City 30 @ Koti
    why:    cannot stage City 30 @ Koti: City 30 is not in your hand (it holds Exploit, Outpost)
OW-6.10 Adjust: what returns to the hand is one of the two that lie there
    before: move | Koti: you Robot Factory, stage Auto Assault 10, City 12 | hand Adjust, Auto Assault 14
    play:   play Adjust; take Auto Assault 14
    why:    cannot take Auto Assault 14: Auto Assault 14 is not staged there (staged there: Auto Assault 10, City 12)
OW-6.11 Light Brigade on the FINAL TURN: Prohibited cards stay in hand
    before: resolve | final turn | Koti: you Outpost | hand Auto Assault 10, Fallout Raid, Light Brigade, Troops 25
    play:   play Light Brigade; take Fallout Raid
    why:    cannot take Fallout Raid: Prohibited cards can't be played on the FINAL TURN (OW-3.1)
OW-6 Light Brigade brings Ground Forces alone
    before: resolve | Koti: you Outpost | hand Auto Assault 10, City 12, Light Brigade, Troops 25
    play:   play Light Brigade; take City 12
    why:    cannot take City 12: this card is not among those Light Brigade may choose
OW-6 Light Brigade brings them out of the hand
    before: resolve | Koti: you Outpost | hand Auto Assault 10, Light Brigade, Troops 25 | deck Troops 20
    play:   play Light Brigade; take Troops 20
    why:    cannot take Troops 20: Troops 20 is not in your hand (it holds Auto Assault 10, Troops 25)
OW-6 Research takes what is in the Deck
    before: draw | Koti | hand 9x Outpost, Research | deck 2x Exploit, Titan | foe: deck 4x Exploit
    play:   play Research; option 2; take Outpost
    why:    cannot take Outpost: Outpost is not in your Deck (it holds 2x Exploit, Titan)
OW-6 False Alert keeps opposing Ships where they are
    before: stage | Koti: you Striker | foe Striker | Maail | hand False Alert | foe: hand Outpost
    play:   play False Alert; foe: pass; foe: move Striker @ Maail
    why:    cannot move Striker @ Maail: an opponent's False Alert keeps your Ships where they are
OW-4e.2 Enter Fray has no Retreat
    before: resolve | Koti: you Enter Fray, Scout | foe Striker
    play: retreat Enter Fray   why: cannot retreat Enter Fray: Enter Fray has no Retreat (OW-4e.2)
OW-M.1 Enter Fray has a Range of 1
    before: move | Koti: you Enter Fray | Maail | Farrow
    play:   move Enter Fray @ Farrow
    why:    cannot move Enter Fray @ Farrow: Farrow is out of the Range of Enter Fray (OW-M.1) (Koti is 2 parsecs away,
            and its Range is 1)
""")

# Cards of one's own: other windows, more reactions, Prohibited Utilities.
OWN_CARDS = """
[facility]
"Hidden Mine" = { kind = "mining", defense = 1, income = 1, req = "any world", effects = ["untargetable"] }
"Hidden Town" = { kind = "population", defense = 1, income = 1, req = "any world", effects = ["untargetable"] }

[orbital]
"Hidden Field" = { kind = "field", defense = 1, req = "any world", effects = ["untargetable"] }

[utility]
"Counterspy" = { window = "reaction", action = "cancel", prohibited = true, text = "Cancel." }
"Embargo"    = { window = "beginning of turn", action = "halt ships", prohibited = true, text = "Halt." }
"Strike"     = { window = "end of move", action = "stop income", text = "Stop." }
"Archive"    = { window = "beginning of turn", action = "draw or search", number = 2, text = "Draw." }
"Raid"       = { window = "beginning of surface conflict", action = "destroy", number = 6, text = "Destroy." }
"Revolt"     = { window = "beginning of surface conflict", action = "seize", number = 12, text = "Seize." }
"""
OWN_ROWS = rows(
    """
OW-6.8 nobody is asked to cancel its own reaction
    before: stage | Koti: you Outpost | foe Outpost | hand We Quit | foe: hand Counterspy, Espionage
    play:   play We Quit; foe: play Counterspy
    after:  asked foe | hand - | wreck We Quit | foe: hand Espionage | wreck Counterspy
OW-6.3 four players, seven reactions: the Utility is cancelled, and there it ends
    before: stage | Koti: you Outpost | foe Outpost | hand Counterspy, Espionage, We Quit
            foe: hand Counterspy, Espionage | third: hand Counterspy, Espionage | fourth: hand Counterspy, Espionage
    play:   play We Quit; foe: play Espionage; third: play Espionage; fourth: play Espionage; play Espionage
            foe: play Counterspy; third: play Counterspy; fourth: play Counterspy
    after:  asked you | hand Counterspy | wreck Espionage, We Quit | foe: hand - | wreck Counterspy, Espionage
            third: hand - | wreck Counterspy, Espionage | fourth: hand - | wreck Counterspy, Espionage
OW-6.1 a Utility of the turn's beginning, Prohibited: played before the FINAL TURN
    before: stage | Koti: you Outpost | hand Embargo | foe: hand Outpost
    play: play Embargo   after: asked foe | hand - | wreck Embargo | foe: halted
OW-6.11 Prohibited reactions can't be played on the FINAL TURN
    before: resolve | final turn | Koti: you Outpost | foe Exploit | hand Sabotage | foe: hand Counterspy
    play:   play Sabotage
    after:  over | won by you | Koti: foe - | hand - | wreck Sabotage | income 1 | foe: wreck Exploit
OW-6.1 Income stopped at the end of Move
    before: move | Koti: foe Outpost | hand Strike | foe: hand Outpost
    play: play Strike   after: trash | asked foe | Koti: foe Outpost (idle) | hand - | wreck Strike
OW-6.1 cards drawn at the beginning of the turn, as many as the card says
    before: stage | Koti: foe Outpost | hand Archive | deck 3x Exploit
    play: play Archive; option 1   after: asked you | hand 2x Exploit | deck Exploit | wreck Archive
OW-6.1 destroyed at the beginning of Surface Conflict, up to the card's number
    before: resolve | Koti: you Striker | foe Industry 7, Quarry | hand Raid | foe: hand Outpost
    play:   play Raid; target Industry 7
    after:  trash | priority foe | asked foe | Koti: foe Industry 7 | hand - | wreck Raid | foe: wreck Quarry | income 3
OW-6.1 seized at the beginning of Surface Conflict, up to the card's number
    before: resolve | Koti: you Outpost, Troops 10 | foe City 12, City 15 | hand Revolt | foe: hand Outpost
    play:   play Revolt; pass
    after:  trash | asked foe | Koti: you City 12 (foe's), Outpost, Troops 10 | foe City 15
            hand - | wreck Revolt | income 2 | foe: income 1
OW-6.12 Sabotage, Coup and We Quit find nothing that can be targeted
    before: stage | Koti: you Outpost | foe Hidden Field, Hidden Mine, Hidden Town | hand Coup, Sabotage, We Quit
            foe: hand Outpost
    play: pass; foe: pass   after: trash | priority foe | asked foe | income 1 | foe: income 2
OW-6.12 Sabotage picks no Facility that can't be targeted
    before: resolve | Koti: foe Exploit, Hidden Mine, Quarry | hand Sabotage
    play:   play Sabotage; target Hidden Mine
    why:    cannot target Hidden Mine: this card is not among those Sabotage may choose
OW-6.12 Coup picks no City that can't be targeted
    before: resolve | Varuna Deep: you Outpost | foe City 10, City 12, Hidden Town | hand Coup
    play: play Coup; target Hidden Town   why: cannot target Hidden Town: this card is not among those Coup may choose
OW-3.1 a Prohibited Utility can't be played on the FINAL TURN
    before: stage | final turn | Koti: foe Outpost | hand Embargo, We Quit
    play: pass; play Embargo   why: cannot play Embargo: Prohibited cards can't be played on the FINAL TURN (OW-3.1)
OW-3.1 a Prohibited reaction can't be played on the FINAL TURN
    before: resolve | final turn | Koti: you Outpost | foe Exploit | hand Sabotage | foe: hand Counterspy, Espionage
    play:   play Sabotage; foe: play Counterspy
    why:    cannot play Counterspy: Prohibited cards can't be played on the FINAL TURN (OW-3.1)
""",
    cards=OWN_CARDS,
)


@pytest.mark.parametrize("row", [*ROWS, *OWN_ROWS], ids=str)
def test_rule(row: Row) -> None:
    check(row)


def test_of_like_facilities_the_next_one_stands_still() -> None:
    """OW-6.7, OW-0.8: stopped copies lie first, so equal positions stay equal bytes."""
    table = Table("stage | Varuna Deep: foe Outpost (idle), 3x Outpost, Quarry | hand We Quit | foe: hand Outpost")
    table.play("play We Quit; target Outpost")
    assert parts_of(table.position())["Varuna Deep: foe"] == "2x Outpost, 2x Outpost (idle), Quarry"
    again = table.game.from_position(table.game.position(table.state))
    assert again.tobytes() == table.state.tobytes()
