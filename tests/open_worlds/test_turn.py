"""The turn and the words of the rules (OW-0, OW-2), the FINAL TURN (OW-3), what is hidden (OW-7)."""

from __future__ import annotations

import pytest
from scenario import Refusal, Scenario, Table, check, check_refusal

from ow_env.open_worlds import engine

pytestmark = pytest.mark.pure

DECKS = """you: hand Scout | deck 3x Exploit
           foe: deck 3x Exploit"""

WORDS = [
    # ── Units, and who occupies a World ──────────────────────────────────────────────────────
    Scenario(
        "OW-0.1 every kind of Facility and of Ground Force is a ground unit, no Orbital is",
        before="""resolve
                  Ulmo: you Outpost, Exploit, City 10, Industry 6, Shipyard 8, Trade Center, Troops 10
                      | foe Striker, Battle Station 20, Energy Shield, stage Asteroid Strike
                      | third stage Auto Assault 10
                  you: hand Scout | deck 3x Exploit
                  foe: deck 3x Exploit
                  third: deck 3x Exploit""",
        play="",
        after="""trash | asked you
                 Ulmo: foe Striker, Battle Station 20, Energy Shield
                 you: hand Scout | deck 3x Exploit
                     | wreck Outpost, Exploit, City 10, Industry 6, Shipyard 8, Trade Center, Troops 10
                 foe: deck 3x Exploit | wreck Asteroid Strike
                 third: deck 3x Exploit | wreck Auto Assault 10""",
        players=3,
    ),
    Scenario(
        "OW-0.1 Ships, Stations and Fields are Orbitals, also a Utility that became a Ship",
        before="""resolve
                  Koti: you Outpost, Troops 10, Enter Fray, Striker, Siege Platform, Energy Shield
                      | foe stage Solar Flare
                  you: hand Scout | deck 3x Exploit
                  foe: deck 3x Exploit""",
        play="",
        after="""trash | asked you
                 Koti: you Outpost, Troops 10
                 you: hand Scout | deck 3x Exploit | income 1
                     | wreck Enter Fray, Striker, Siege Platform, Energy Shield
                 foe: deck 3x Exploit | wreck Solar Flare""",
    ),
    Scenario(
        "OW-0.2 you occupy a World with any Facility: there a City needs nothing else",
        before=f"""resolve
                   Koti: you Exploit, stage City 12
                   {DECKS}""",
        play="you: pass",
        after="""trash | asked you
                 Koti: you Exploit, City 12
                 you: hand Scout | deck 3x Exploit | income 3
                 foe: deck 3x Exploit""",
    ),
    Scenario(
        "OW-0.2 with a Conquered one too",
        before=f"""resolve
                   Koti: you Exploit (foe's), stage City 12
                   {DECKS}""",
        play="",
        after="""trash | asked you
                 Koti: you Exploit (foe's), City 12
                 you: hand Scout | deck 3x Exploit | income 3
                 foe: deck 3x Exploit""",
    ),
    Scenario(
        "OW-0.2 not with Orbitals and Ground Forces",
        before=f"""resolve
                   Koti: you Titan, Troops 10, stage City 12
                   {DECKS}""",
        play="",
        after="""trash | asked you
                 Koti: you Titan, Troops 10
                 you: hand Scout | deck 3x Exploit | wreck City 12
                 foe: deck 3x Exploit""",
    ),
    Scenario(
        "OW-0.2 not by what others hold there, be it your own card",
        before=f"""resolve
                   Koti: you stage City 12 | foe Outpost, Exploit (you's)
                   {DECKS}""",
        play="",
        after="""trash | priority foe | asked you
                 Koti: foe Outpost, Exploit (you's)
                 you: hand Scout | deck 3x Exploit | wreck City 12
                 foe: deck 3x Exploit | income 3""",
    ),
    Scenario(
        "OW-0.2 not by what you hold elsewhere",
        before=f"""resolve
                   Koti: you stage City 12
                   Maail: you Outpost
                   {DECKS}""",
        play="you: resolve Koti",
        after="""trash | asked you
                 Koti:
                 Maail: you Outpost
                 you: hand Scout | deck 3x Exploit | wreck City 12 | income 1
                 foe: deck 3x Exploit""",
    ),
    # ── Worlds ───────────────────────────────────────────────────────────────────────────────
    Scenario(
        "OW-0.4 H2O is the most Facilities of all players together",
        before="""resolve
                  Koti: you Outpost (foe's) | foe Exploit | third stage Outpost
                  you: hand Scout | deck 3x Exploit
                  foe: deck 3x Exploit
                  third: deck 3x Exploit""",
        play="",
        after="""trash | priority foe | asked you
                 Koti: you Outpost (foe's) | foe Exploit | third Outpost
                 you: hand Scout | deck 3x Exploit | income 1
                 foe: deck 3x Exploit | income 2
                 third: deck 3x Exploit | income 1""",
        players=3,
    ),
    Scenario(
        "OW-0.4 beyond it none installs, whosever it is",
        before="""resolve
                  Koti: you Outpost (foe's) | foe Exploit | third Outpost | fourth stage Outpost
                  you: hand Scout | deck 3x Exploit
                  foe: deck 3x Exploit
                  third: deck 3x Exploit
                  fourth: deck 3x Exploit""",
        play="",
        after="""trash | priority foe | asked you
                 Koti: you Outpost (foe's) | foe Exploit | third Outpost
                 you: hand Scout | deck 3x Exploit | income 1
                 foe: deck 3x Exploit | income 2
                 third: deck 3x Exploit | income 1
                 fourth: deck 3x Exploit | wreck Outpost""",
        players=4,
    ),
    Scenario(
        "OW-0.4 Orbitals and Ground Forces take no room",
        before=f"""resolve
                   Lacuna: you Titan, Troops 10, Energy Shield, stage Outpost
                   {DECKS}""",
        play="",
        after="""trash | asked you
                 Lacuna: you Titan, Troops 10, Energy Shield, Outpost
                 you: hand Scout | deck 3x Exploit | income 1
                 foe: deck 3x Exploit""",
    ),
    Scenario(
        "OW-0.4 a World that is neither Habitable nor Hostile: no City, but an Exploit",
        before=f"""resolve
                   Koti: you stage City 12 | foe stage Exploit
                   {DECKS}""",
        play="",
        after="""trash | priority foe | asked you
                 Koti: foe Exploit
                 you: hand Scout | deck 3x Exploit | wreck City 12
                 foe: deck 3x Exploit | income 2""",
    ),
    Scenario(
        "OW-0.4 a Hostile World: neither",
        before=f"""resolve
                   Phoebe K2: you stage City 12 | foe stage Exploit
                   {DECKS}""",
        play="",
        after="""trash | asked you
                 Phoebe K2:
                 you: hand Scout | deck 3x Exploit | wreck City 12
                 foe: deck 3x Exploit | wreck Exploit""",
    ),
    Scenario(
        "OW-0.4 a Habitable World: both",
        before=f"""resolve
                   Vita Ptal: you stage City 12 | foe stage Exploit
                   {DECKS}""",
        play="",
        after="""trash | priority foe | asked you
                 Vita Ptal: you City 12 | foe Exploit
                 you: hand Scout | deck 3x Exploit | income 1
                 foe: deck 3x Exploit | income 2""",
    ),
    Scenario(
        "OW-0.4 a World that is both: a City, no Exploit",
        before=f"""resolve
                   Graense: you stage City 12 | foe stage Exploit
                   {DECKS}""",
        play="",
        after="""trash | asked you
                 Graense: you City 12
                 you: hand Scout | deck 3x Exploit | income 1
                 foe: deck 3x Exploit | wreck Exploit""",
    ),
    Scenario(
        "OW-0.4 Terraform Plant: while it is in play its World is Habitable and not Hostile",
        before=f"""resolve
                   Phoebe K2: you stage City 12 | foe Terraform Plant | third stage Exploit
                   Rime: foe stage Shipyard 8
                   {DECKS}
                   third: deck 3x Exploit""",
        play="you: resolve Rime",
        after="""trash | priority third | asked you
                 Phoebe K2: you City 12 | foe Terraform Plant | third Exploit
                 Rime:
                 you: hand Scout | deck 3x Exploit | income 1
                 foe: deck 3x Exploit | wreck Shipyard 8 | income 1
                 third: deck 3x Exploit | income 2""",
        players=3,
    ),
    # ── Priority Order ───────────────────────────────────────────────────────────────────────
    Scenario(
        "OW-0.5 it begins with the player who has Priority and goes round the table",
        before="""trash | priority fourth
                  Koti:
                  you: hand Scout | deck 3x Exploit
                  foe: hand Scout | deck 3x Exploit
                  third: hand Scout | deck 3x Exploit
                  fourth: hand Scout | deck 3x Exploit""",
        play="fourth, you, foe: pass",
        after="""trash | priority fourth | asked third
                 Koti:
                 you: hand Scout | deck 3x Exploit
                 foe: hand Scout | deck 3x Exploit
                 third: hand Scout | deck 3x Exploit
                 fourth: hand Scout | deck 3x Exploit""",
        players=4,
    ),
    # ── Text beats rules ─────────────────────────────────────────────────────────────────────
    Scenario(
        "OW-0.6 Light Brigade: Troops come into play unstaged and whatever their REQ",
        before="""resolve
                  Koti: you Outpost | foe Exploit
                  you: hand Light Brigade, Troops 25 | deck 3x Exploit
                  foe: deck 3x Exploit""",
        play="you: play Light Brigade",
        after="""resolve | asked you: surface conflict
                 Koti: you Outpost, Troops 25 | foe Exploit
                 you: deck 3x Exploit | wreck Light Brigade
                 foe: deck 3x Exploit""",
    ),
    Scenario(
        "OW-0.6 Troops that are staged meet their REQ as the rules say",
        before="""resolve
                  Koti: you Outpost, stage Troops 25 | foe Exploit
                  you: hand Scout | deck 3x Exploit
                  foe: deck 3x Exploit""",
        play="",
        after="""trash | priority foe | asked you
                 Koti: you Outpost | foe Exploit
                 you: hand Scout | deck 3x Exploit | wreck Troops 25 | income 1
                 foe: deck 3x Exploit | income 2""",
    ),
    Scenario(
        "OW-0.6 Hidden Outpost: Fallout Raid may attack two targets, but not this one",
        before="""resolve
                  Koti: you stage Fallout Raid | foe Hidden Outpost
                  you: hand Scout | deck 3x Exploit
                  foe: deck 3x Exploit""",
        play="",
        after="""trash | priority foe | asked you
                 Koti: foe Hidden Outpost
                 you: hand Scout | deck 3x Exploit | wreck Fallout Raid
                 foe: deck 3x Exploit | income 2""",
    ),
    # ── Owner and controller ─────────────────────────────────────────────────────────────────
    Scenario(
        "OW-0.7 destroyed, a card goes to its owner's Trash Heap, whoever controlled it",
        before="""resolve
                  Koti: you City 12 (third's) | foe Exploit, Exploit (you's), stage Asteroid Strike
                  you: hand Scout | deck 3x Exploit
                  foe: deck 3x Exploit
                  third: deck 3x Exploit""",
        play="",
        after="""trash | asked you
                 Koti:
                 you: hand Scout | deck 3x Exploit | wreck Exploit
                 foe: deck 3x Exploit | wreck Exploit, Asteroid Strike
                 third: deck 3x Exploit | wreck City 12""",
        players=3,
    ),
    Scenario(
        "OW-0.7 swapped out, a card goes to its owner's hand, and all remember it",
        before="""resolve
                  Koti: you Exploit, stage City 12 | foe Exploit
                  you: deck 3x Exploit
                  foe: hand Scout | deck 3x Exploit""",
        play="you: swap Exploit",
        after="""trash | priority foe | asked foe
                 Koti: you City 12 | foe Exploit
                 you: hand Exploit | deck 3x Exploit | seen Exploit | income 1
                 foe: hand Scout | deck 3x Exploit | income 2""",
    ),
    Scenario(
        "OW-0.7 to its owner's hand, not to that of the player with Priority",
        before="""resolve
                  Koti: you Exploit | foe Exploit, stage City 12
                  you: deck 3x Exploit
                  foe: hand Scout | deck 3x Exploit""",
        play="foe: swap Exploit",
        after="""trash | asked foe
                 Koti: you Exploit | foe City 12
                 you: deck 3x Exploit | income 2
                 foe: hand Scout, Exploit | deck 3x Exploit | seen Exploit | income 1""",
    ),
    # ── Identical copies ─────────────────────────────────────────────────────────────────────
    Scenario(
        "OW-0.8 shots at identical copies: the first is overcome, the next shot hits the next",
        before="""resolve
                  Koti: you Frigate | foe 3x Outpost
                  you: hand Scout | deck 3x Exploit
                  foe: deck 3x Exploit""",
        play="you: target Outpost; you: target Outpost",
        after="""trash | priority foe | asked you
                 Koti: you Frigate | foe Outpost
                 you: hand Scout | deck 3x Exploit
                 foe: deck 3x Exploit | wreck 2x Outpost | income 1""",
    ),
    Scenario(
        "OW-0.8 an undefended copy is hit first",
        before="""resolve | priority foe
                  Koti: you Striker | foe 2x Outpost, Troops 10
                  you: hand Scout | deck 3x Exploit
                  foe: deck 3x Exploit""",
        play="foe: defend Outpost; you: target Outpost",
        after="""trash | priority foe | asked you
                 Koti: you Striker | foe Outpost
                 you: hand Scout | deck 3x Exploit
                 foe: deck 3x Exploit | wreck Outpost, Troops 10 | income 1""",
    ),
    Scenario(
        "OW-0.8 once the others are overcome a shot goes on to the defended copy",
        before="""resolve | priority foe
                  Koti: you Frigate | foe 2x Outpost, Troops 10
                  you: hand Scout | deck 3x Exploit
                  foe: deck 3x Exploit""",
        play="foe: defend Outpost; you: target Outpost; you: target Outpost",
        after="""trash | priority foe | asked you
                 Koti: you Frigate | foe Outpost
                 you: hand Scout | deck 3x Exploit
                 foe: deck 3x Exploit | wreck Outpost, Troops 10 | income 1""",
    ),
    Scenario(
        "OW-0.8 a Defender goes to the copy that would be overcome",
        before="""resolve
                  Koti: you Striker | foe 2x Outpost, Troops 10
                  you: hand Scout | deck 3x Exploit
                  foe: deck 3x Exploit""",
        play="you: target Outpost; foe: defend Outpost",
        after="""trash | priority foe | asked you
                 Koti: you Striker | foe 2x Outpost
                 you: hand Scout | deck 3x Exploit
                 foe: deck 3x Exploit | wreck Troops 10 | income 2""",
    ),
    Scenario(
        "OW-0.8 copies of another owner are other cards",
        before="""resolve
                  Koti: you Striker | foe Outpost, Outpost (third's) | third Exploit
                  you: hand Scout | deck 3x Exploit
                  foe: deck 3x Exploit
                  third: deck 3x Exploit""",
        play="you: target Outpost of player_2 held by player_1",
        after="""trash | priority third | asked you
                 Koti: you Striker | foe Outpost | third Exploit
                 you: hand Scout | deck 3x Exploit
                 foe: deck 3x Exploit | income 1
                 third: deck 3x Exploit | wreck Outpost | income 2""",
        players=3,
    ),
]

TURNS = [
    # ── From turn to turn ────────────────────────────────────────────────────────────────────
    Scenario(
        "OW-2 a new turn begins: nothing has moved, nobody is halted, no limit is lifted",
        before="""trash
                  Koti: you Striker (moved) | foe Outpost (idle)
                  you: hand Scout | deck 5x Exploit | income 4 | prior 9 | halted
                  foe: deck 5x Exploit | unlimited class""",
        play="you: pass",
        after="""stage | turn 3 | asked you, foe
                 Koti: you Striker | foe Outpost
                 you: hand Scout, 4x Exploit | deck Exploit | income 4 | prior 4
                 foe: hand 2x Exploit | deck 3x Exploit""",
    ),
    Scenario(
        "OW-2 every World is resolved anew",
        before="""trash
                  Koti:
                  Maail:
                  you: deck 5x Exploit
                  foe: deck 5x Exploit""",
        play="you: stage Exploit @ Koti; you, foe: pass; you: resolve Koti",
        after="""trash | turn 3 | asked you
                 Koti: you Exploit
                 Maail:
                 you: hand Exploit | deck 3x Exploit | income 2
                 foe: hand 2x Exploit | deck 3x Exploit""",
    ),
    Scenario(
        "OW-2.1 where nobody has a choice the turn plays itself",
        before="""move
                  Koti: you Outpost
                  you: deck 9x Exploit
                  foe: deck 9x Exploit""",
        play="",
        after="""stage | turn 3 | asked you, foe
                 Koti: you Outpost
                 you: hand 2x Exploit | deck 7x Exploit | income 1 | prior 1
                 foe: hand 2x Exploit | deck 7x Exploit""",
    ),
    # ── The FINAL TURN begins ────────────────────────────────────────────────────────────────
    Scenario(
        "OW-3.1 every Prohibited card in play is Trashed, to its owner's Trash Heap",
        before="""trash
                  Koti: you Suck Dry, Outpost | foe Suck Dry (third's) (age 1), Fallout Raid
                  Maail: third Suck Dry (foe's), Exploit
                  you: deck 2x Exploit
                  foe: deck 9x Exploit
                  third: deck 9x Exploit""",
        play="",
        after="""stage | turn 3 | final turn | asked you, foe, third
                 Koti: you Outpost
                 Maail: third Exploit
                 you: hand 2x Exploit | wreck Suck Dry
                 foe: hand 2x Exploit | deck 7x Exploit | wreck Suck Dry, Fallout Raid
                 third: hand 2x Exploit | deck 7x Exploit | wreck Suck Dry""",
        players=3,
    ),
    Scenario(
        "OW-3.1 before the FINAL TURN they stay",
        before="""trash
                  Koti: you Suck Dry, Outpost
                  you: deck 3x Exploit
                  foe: deck 9x Exploit""",
        play="",
        after="""stage | turn 3 | asked you, foe
                 Koti: you Suck Dry, Outpost
                 you: hand 2x Exploit | deck Exploit
                 foe: hand 2x Exploit | deck 7x Exploit""",
    ),
    Scenario(
        "OW-3.1 indicators are no cards: they stay",
        before="""trash
                  Koti: you Outpost | under Suck Dry, Suck Dry (foe's)
                  you: deck 2x Exploit
                  foe: deck 9x Exploit""",
        play="",
        after="""stage | turn 3 | final turn | asked you, foe
                 Koti: you Outpost | under Suck Dry, Suck Dry (foe's)
                 you: hand 2x Exploit
                 foe: hand 2x Exploit | deck 7x Exploit""",
    ),
    Scenario(
        "OW-3.5 a Prohibited card in hand may be revealed and Trashed, one is drawn for it",
        before="""stage | turn 5 | final turn
                  Koti:
                  you: hand Fallout Raid, Scout | deck 2x Exploit
                  foe: hand Scout""",
        play="you: discard Fallout Raid",
        after="""stage | turn 5 | final turn | asked you, foe
                 Koti:
                 you: hand Scout, Exploit | deck Exploit | wreck Fallout Raid
                 foe: hand Scout""",
    ),
    Scenario(
        "OW-3.1 it may be kept",
        before="""stage | turn 5 | final turn
                  Koti:
                  you: hand Fallout Raid, Scout | deck 2x Exploit
                  foe: hand Scout""",
        play="you: pass",
        after="""stage | turn 5 | final turn | asked you, foe
                 Koti:
                 you: hand Fallout Raid, Scout | deck 2x Exploit
                 foe: hand Scout""",
    ),
    Scenario(
        "OW-3.1 of two, one may be kept",
        before="""stage | turn 5 | final turn
                  Koti:
                  you: hand Fallout Raid, Suck Dry | deck 2x Exploit
                  foe: hand Scout""",
        play="you: discard Suck Dry; you: pass",
        after="""stage | turn 5 | final turn | asked you, foe
                 Koti:
                 you: hand Fallout Raid, Exploit | deck Exploit | wreck Suck Dry
                 foe: hand Scout""",
    ),
    Scenario(
        "OW-3.1 a Prohibited card drawn for one may be exchanged in its turn",
        before="""stage | turn 5 | final turn
                  Koti:
                  you: hand Fallout Raid | deck Suck Dry
                  foe: hand Scout | deck Exploit""",
        play="you: discard Fallout Raid; you: discard Suck Dry",
        after="""stage | turn 5 | final turn | asked foe
                 Koti:
                 you: wreck Fallout Raid, Suck Dry
                 foe: hand Scout | deck Exploit""",
    ),
    Scenario(
        "OW-3.1 with an empty Deck it is Trashed for nothing",
        before="""stage | turn 5 | final turn
                  Koti:
                  you: hand Fallout Raid, Scout
                  foe: hand Scout | deck Exploit""",
        play="you: discard Fallout Raid",
        after="""stage | turn 5 | final turn | asked you, foe
                 Koti:
                 you: hand Scout | wreck Fallout Raid
                 foe: hand Scout | deck Exploit""",
    ),
    Scenario(
        "OW-3.1 before the FINAL TURN nobody is asked to",
        before="""stage | turn 5
                  Koti:
                  you: hand Fallout Raid, Scout | deck 2x Exploit
                  foe: hand Scout | deck Exploit""",
        play="",
        after="""stage | turn 5 | asked you, foe
                 Koti:
                 you: hand Fallout Raid, Scout | deck 2x Exploit
                 foe: hand Scout | deck Exploit""",
    ),
    Scenario(
        "OW-7.3 shown as it is exchanged, it need not be remembered any more",
        before="""stage | turn 5 | final turn
                  Koti:
                  you: hand Fallout Raid, Scout | deck 2x Exploit | seen Fallout Raid, Scout
                  foe: hand Scout""",
        play="you: discard Fallout Raid",
        after="""stage | turn 5 | final turn | asked you, foe
                 Koti:
                 you: hand Scout, Exploit | deck Exploit | wreck Fallout Raid | seen Scout
                 foe: hand Scout""",
    ),
    Scenario(
        "OW-3.4 hands are exchanged in Priority Order",
        before="""stage | turn 5 | final turn | priority third
                  Koti:
                  you: hand Fallout Raid | deck Exploit
                  foe: hand Suck Dry | deck Exploit
                  third: hand Fallout Raid
                  fourth: hand Scout | deck Exploit""",
        play="third: pass; you: discard Fallout Raid",
        after="""stage | turn 5 | final turn | priority third | asked foe: exchange prohibited
                 Koti:
                 you: hand Exploit | wreck Fallout Raid
                 foe: hand Suck Dry | deck Exploit
                 third: hand Fallout Raid
                 fourth: hand Scout | deck Exploit""",
        players=4,
    ),
    Scenario(
        "OW-3.4 any empty Deck makes a turn the FINAL one",
        before="""trash
                  Koti:
                  you: hand Scout | deck 9x Exploit
                  foe: deck 9x Exploit
                  third: deck 9x Exploit
                  fourth:""",
        play="you: pass",
        after="""stage | turn 3 | final turn | asked you, foe, third
                 Koti:
                 you: hand Scout, 2x Exploit | deck 7x Exploit
                 foe: hand 2x Exploit | deck 7x Exploit
                 third: hand 2x Exploit | deck 7x Exploit
                 fourth:""",
        players=4,
    ),
    Scenario(
        "OW-3.4 first the cards in play are Trashed, then hands are exchanged",
        before="""stage | turn 5 | final turn
                  Koti: foe Suck Dry
                  you: hand We Quit | deck Exploit
                  foe: hand Fallout Raid""",
        play="",
        after="""stage | turn 5 | final turn | asked foe: exchange prohibited
                 Koti:
                 you: hand We Quit | deck Exploit
                 foe: hand Fallout Raid | wreck Suck Dry""",
    ),
    Scenario(
        "OW-3.4 then comes the window of the turn's beginning",
        before="""stage | turn 5 | final turn
                  Koti: foe City 10
                  you: hand We Quit | deck Exploit
                  foe: hand Fallout Raid""",
        play="foe: pass",
        after="""stage | turn 5 | final turn | asked you: window: beginning of turn
                 Koti: foe City 10
                 you: hand We Quit | deck Exploit
                 foe: hand Fallout Raid""",
    ),
    Scenario(
        "OW-3.1 a Prohibited card that is staged all the same comes to nothing",
        before="""stage | turn 5 | final turn
                  Koti: foe City 10
                  Maail:
                  you: hand Fallout Raid | deck Exploit
                  foe:""",
        play="you: pass; you: stage Fallout Raid @ Koti",
        after="""resolve | turn 5 | final turn | asked you: next world
                 Koti: foe City 10
                 Maail:
                 you: deck Exploit | wreck Fallout Raid
                 foe:""",
    ),
    # ── The end ──────────────────────────────────────────────────────────────────────────────
    Scenario(
        "OW-3.2 the FINAL TURN is played up to Count Income",
        before="""stage | turn 5 | final turn
                  Koti: foe City 10
                  you: hand Exploit, Scout | deck Exploit
                  foe:""",
        play="you: stage Exploit @ Koti",
        after="""over | turn 5 | final turn | won by you
                 Koti: you Exploit | foe City 10
                 you: hand Scout | deck Exploit | income 2
                 foe: income 1""",
    ),
    Scenario(
        "OW-3.3 after the last of `max_turns` the game is truncated, nobody has won",
        before="""trash | turn 7 | max turns 7
                  Koti: you City 30
                  you: hand Scout | deck 9x Exploit | income 3
                  foe: deck 9x Exploit""",
        play="you: pass",
        after="""over | turn 7 | truncated
                 Koti: you City 30
                 you: hand Scout, 3x Exploit | deck 6x Exploit | income 3
                 foe: hand 2x Exploit | deck 7x Exploit""",
    ),
    Scenario(
        "OW-3.3 not before it",
        before="""trash | turn 6 | max turns 7
                  Koti: you City 30
                  you: hand Scout | deck 9x Exploit | income 3
                  foe: deck 9x Exploit""",
        play="you: pass",
        after="""stage | turn 7 | asked you, foe
                 Koti: you City 30
                 you: hand Scout, 3x Exploit | deck 6x Exploit | income 3 | prior 3
                 foe: hand 2x Exploit | deck 7x Exploit""",
    ),
    Scenario(
        "OW-3.3 also if the next turn would have been the FINAL TURN",
        before="""trash | turn 7 | max turns 7
                  Koti: you City 30
                  you: hand Scout | deck 2x Exploit | income 3
                  foe: deck 9x Exploit""",
        play="you: pass",
        after="""over | turn 7 | truncated
                 Koti: you City 30
                 you: hand Scout, 2x Exploit | income 3
                 foe: hand 2x Exploit | deck 7x Exploit""",
    ),
    Scenario(
        "OW-3.3 a FINAL TURN that is the last of `max_turns` ends by the rules",
        before="""trash | turn 6 | max turns 7
                  Koti: you City 30
                  you: hand 8x Outpost | deck 2x Exploit | income 3
                  foe: hand 10x Outpost | deck 9x Exploit""",
        play="you, foe: pass; you, foe: pass",
        after="""over | turn 7 | final turn | won by you
                 Koti: you City 30
                 you: hand 8x Outpost, 2x Exploit | income 3 | prior 3
                 foe: hand 10x Outpost | deck 9x Exploit""",
    ),
]


@pytest.mark.parametrize("scenario", WORDS, ids=str)
def test_word(scenario: Scenario) -> None:
    check(scenario)


@pytest.mark.parametrize("scenario", TURNS, ids=str)
def test_turn(scenario: Scenario) -> None:
    check(scenario)


FINAL = """stage | turn 5 | final turn
           Koti: foe City 10
           you: hand Fallout Raid, Scout, We Quit | deck 2x Exploit
           foe: hand Suck Dry, Outpost"""
ASKED = "(asked now: discard a Prohibited card for another, or pass)"

REFUSALS = [
    Refusal(
        "OW-3.1 only Prohibited cards are exchanged",
        FINAL,
        "you: discard Scout",
        "cannot discard Scout: Scout is not Prohibited, or this is not the FINAL TURN (OW-3.1)",
    ),
    Refusal(
        "OW-3.1 only cards of the hand",
        FINAL,
        "you: discard Suck Dry",
        "cannot discard Suck Dry: Suck Dry is not in your hand (it holds Fallout Raid, Scout, We Quit)",
    ),
    Refusal(
        "OW-3.4 who comes later waits",
        FINAL,
        "foe: discard Suck Dry",
        "cannot discard Suck Dry: it is another player's decision (it is up to player_0)",
    ),
    Refusal(
        "OW-3.4 who was first is done",
        FINAL,
        "you: pass; you: discard Fallout Raid",
        "cannot discard Fallout Raid: it is another player's decision (it is up to player_1)",
    ),
    Refusal(
        "OW-3.4 Utilities come after what the rules do by themselves",
        FINAL,
        "you: play We Quit",
        f"cannot play We Quit: play is not what is asked now {ASKED}",
    ),
    Refusal(
        "OW-3.2 after the end nothing is allowed",
        """over | turn 5 | final turn | won by foe
           Koti: foe City 10
           you: hand Scout
           foe: income 1""",
        "you: discard Scout",
        "cannot discard Scout: the game is over",
    ),
    Refusal(
        "OW-3.3 nor after the last turn",
        """over | turn 40 | truncated
           Koti: foe City 10
           you: hand Scout | deck Exploit
           foe: deck Exploit | income 1""",
        "you: stage Scout @ Koti",
        "cannot stage Scout @ Koti: the game is over",
    ),
    Refusal(
        "OW-0.6 Hidden Outpost can't be targeted, though Fallout Raid may attack two",
        """resolve
           Koti: you stage Fallout Raid | foe Hidden Outpost, Outpost
           you: deck 3x Exploit
           foe: deck 3x Exploit""",
        "you: target Hidden Outpost",
        "cannot target Hidden Outpost: Hidden Outpost can't be targeted",
    ),
]


@pytest.mark.parametrize("refusal", REFUSALS, ids=str)
def test_refusal(refusal: Refusal) -> None:
    check_refusal(refusal)


def test_ow_3_3_a_truncated_game_is_not_over_by_the_rules() -> None:
    table = Table("""trash | turn 7 | max turns 7
                     Koti: you City 30
                     you: hand Scout | deck 9x Exploit | income 3
                     foe: deck 9x Exploit""")
    assert engine.ending(table.state[0]) == 0
    table.play("you: pass")
    assert engine.ending(table.state[0]) == 2
    assert [engine.outcome(table.state[0], player) for player in (0, 1)] == [0, 0]


def test_an_action_that_does_not_exist_is_refused_with_the_last_one_that_does() -> None:
    table = Table(f"trash\nKoti:\n{DECKS}")
    last = table.game.num_actions - 1
    for action in (-1, last + 1):
        why = table.game.why_not(table.state, 0, action)
        assert why == f"there is no action {action}: the last one is {last}"
    assert table.game.why_not(table.state, 0, 0) is None


def test_ow_2_1_who_is_not_asked_may_pass_and_nothing_else() -> None:
    table = Table(f"trash\nKoti:\n{DECKS}")
    assert table.allowed("you") == ["pass", "discard Scout"]
    assert table.allowed("foe") == ["pass"]


STEPS = [  # what is asked through one turn, and what is answered
    ("stage | turn 2 | priority you | asked you, foe", "you: stage Striker @ Koti"),
    ("stage | turn 2 | priority you | asked you, foe", "you: stage Lancer @ Maail"),
    ("stage | turn 2 | priority you | asked foe", "foe: stage Exploit @ Koti"),
    ("move | turn 2 | priority you | asked you", "you: move Scout @ Maail"),
    ("reveal | turn 2 | priority you | asked you: over-class ships", "you: discard Lancer"),
    ("resolve | turn 2 | priority you | asked you: next world", "you: resolve Maail"),
    ("resolve | turn 2 | priority you | asked you: surface conflict", "you: pass"),
    ("resolve | turn 2 | priority you | asked you: surface conflict", "you: target Exploit"),
    ("trash | turn 2 | priority foe | asked you", "you: discard Titan"),
    ("stage | turn 3 | priority foe | asked you, foe", ""),
]


def test_ow_2_the_steps_of_a_turn_follow_one_another() -> None:
    table = Table("""stage
                     Koti: you Scout
                     Maail: foe Outpost
                     you: hand Striker, Lancer, Titan | deck 9x Exploit | prior 4
                     foe: hand Exploit | deck 9x Exploit""")
    for asked, answer in STEPS:
        assert table.text().splitlines()[0] == asked
        table.play(answer)


# ── What is hidden ───────────────────────────────────────────────────────────────────────────

HIDING = """trash
            Koti: you Exploit (foe's)
            you: hand Scout, Titan | deck Pike, 5x Exploit | trash Kite, Corsair | wreck GRB, Lancer
                | seen Scout
            foe: hand Scout | deck 5x Exploit"""


def test_ow_7_1_of_a_player_others_see_what_lay_open_and_count_the_rest() -> None:
    table = Table(HIDING)
    for view in ("public", "player_1"):
        you = table.game.position(table.state, view)["players"][0]
        assert (you["hand"], you["deck"], you["trash"]) == (2, 6, 2)
        assert (you["wreck"], you["seen"]) == (["GRB", "Lancer"], ["Scout"])
        assert you["units"] == {"Koti": [{"card": "Exploit", "owner": 1}]}
        assert "unseen" not in you


def test_ow_7_1_you_may_look_at_your_own_trash_heap_and_hand() -> None:
    table = Table(HIDING)
    you = table.game.position(table.state, "player_0")["players"][0]
    assert (you["hand"], you["trash"]) == (["Scout", "Titan"], ["Corsair", "Kite"])
    assert table.game.position(table.state, "player_0")["players"][1]["hand"] == 1


def test_ow_7_2_with_open_decklists_all_know_which_cards_are_hidden_not_where() -> None:
    table = Table(HIDING.replace("trash\n", "trash | open decklists\n", 1))
    for view in ("public", "player_1"):
        you = table.game.position(table.state, view)["players"][0]
        hidden = ["Corsair", *["Exploit"] * 5, "Kite", "Pike", "Scout", "Titan"]
        assert you["unseen"] == hidden
        assert (you["hand"], you["deck"], you["trash"]) == (2, 6, 2)
    own = table.game.position(table.state, "player_0")["players"]
    assert "unseen" not in own[0]
    assert own[1]["unseen"] == [*["Exploit"] * 5, "Scout"]


REMEMBERED = [
    Scenario(
        "OW-7.3 a Facility that swapped out is known to be in hand",
        before="""resolve
                  Koti: you 2x Outpost, stage Exploit
                  you: hand Outpost | deck 3x Exploit
                  foe: deck 3x Exploit""",
        play="you: swap Outpost",
        after="""trash | asked you
                 Koti: you Outpost, Exploit
                 you: hand 2x Outpost | deck 3x Exploit | seen Outpost | income 3
                 foe: deck 3x Exploit""",
    ),
    Scenario(
        "OW-7.3 a Ship that retreated too",
        before="""resolve
                  Koti: you Scout | foe Striker
                  you: hand Outpost | deck 3x Exploit
                  foe: deck 3x Exploit""",
        play="you: retreat Scout",
        after="""trash | asked you
                 Koti: foe Striker
                 you: hand Outpost, Scout | deck 3x Exploit | seen Scout
                 foe: deck 3x Exploit""",
    ),
    Scenario(
        "OW-7.3 what is drawn from the Deck is not",
        before="""trash
                  Koti:
                  you: hand Scout | deck 3x Exploit | seen Scout
                  foe: deck 3x Exploit""",
        play="you: pass",
        after="""stage | turn 3 | asked you, foe
                 Koti:
                 you: hand Scout, 2x Exploit | deck Exploit | seen Scout
                 foe: hand 2x Exploit | deck Exploit""",
    ),
    Scenario(
        "OW-7.1 what was destroyed or Trashed from the open table is public",
        before="""reveal
                  Koti: you Outpost, stage Espionage | foe stage Asteroid Strike
                  you: hand Scout | deck 3x Exploit
                  foe: deck 3x Exploit""",
        play="",
        after="""trash | asked you
                 Koti:
                 you: hand Scout | deck 3x Exploit | wreck Outpost, Espionage
                 foe: deck 3x Exploit | wreck Asteroid Strike""",
    ),
]


@pytest.mark.parametrize("scenario", REMEMBERED, ids=str)
def test_remembered(scenario: Scenario) -> None:
    check(scenario)
