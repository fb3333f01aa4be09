"""Reveal (OW-R): what is Trashed as the staged cards turn up, and how Income limits Ship Class."""

from __future__ import annotations

from pathlib import Path

import pytest
from scenario import Refusal, Scenario, Table, check, check_refusal, tidy

pytestmark = pytest.mark.pure

# Classes: Scout 1, Striker 2, Lancer 3, Escort 4, Corsair 5, Frigate 7, Titan 16.

SCENARIOS = [
    # ── What is unplayable ───────────────────────────────────────────────────────────────────
    Scenario(
        "OW-R.1 every staged Utility is Trashed, openly",
        before="""reveal
                  Koti: you stage Espionage | foe stage Adjust
                  Maail: you stage Enter Fray | foe stage Outpost
                  you: deck Exploit
                  foe: deck Exploit""",
        play="",
        after="""resolve | asked you: next world
                 Koti:
                 Maail: foe stage Outpost
                 you: deck Exploit | wreck Espionage, Enter Fray
                 foe: deck Exploit | wreck Adjust""",
    ),
    Scenario(
        "OW-R.1 of two cards at one World the Utility alone goes",
        before="""reveal
                  Koti: you Robot Factory, stage Fleet Support, Auto Assault 10
                  Maail:
                  you: deck Exploit
                  foe: deck Exploit""",
        play="",
        after="""resolve | asked you: next world
                 Koti: you Robot Factory, stage Auto Assault 10
                 Maail:
                 you: deck Exploit | wreck Fleet Support
                 foe: deck Exploit""",
    ),
    Scenario(
        "OW-R.1 other cards stay, also those that will fail their REQ",
        before="""reveal
                  Phoebe K2: you stage Shipyard 8 | foe stage Biostorm
                  Maail: you stage Troops 25 | foe stage Battle Station 20
                  you: deck Exploit
                  foe: deck Exploit""",
        play="",
        after="""resolve | asked you: next world
                 Phoebe K2: you stage Shipyard 8 | foe stage Biostorm
                 Maail: you stage Troops 25 | foe stage Battle Station 20
                 you: deck Exploit
                 foe: deck Exploit""",
    ),
    Scenario(
        "OW-R.1 on the FINAL TURN every staged Prohibited card is Trashed",
        before="""reveal | turn 5 | final turn
                  Koti: you Outpost, stage Suck Dry | foe stage Fallout Raid
                  Maail: you stage Outpost | foe stage Auto Assault 10
                  you:
                  foe: deck Exploit""",
        play="",
        after="""resolve | turn 5 | final turn | asked you: next world
                 Koti: you Outpost
                 Maail: you stage Outpost | foe stage Auto Assault 10
                 you: wreck Suck Dry
                 foe: deck Exploit | wreck Fallout Raid""",
    ),
    Scenario(
        "OW-R.1 on other turns Prohibited cards are as good as any",
        before="""reveal | turn 5
                  Koti: you Outpost, stage Suck Dry | foe stage Fallout Raid
                  Maail: you stage Outpost | foe stage Auto Assault 10
                  you:
                  foe: deck Exploit""",
        play="",
        after="""resolve | turn 5 | asked you: next world
                 Koti: you Outpost, stage Suck Dry | foe stage Fallout Raid
                 Maail: you stage Outpost | foe stage Auto Assault 10
                 you:
                 foe: deck Exploit""",
    ),
    Scenario(
        "OW-R.1 four players reveal",
        before="""reveal
                  Koti: you stage Coup | foe stage Coup | third stage Coup | fourth stage Outpost
                  Maail: fourth stage Research
                  you: deck Exploit
                  foe: deck Exploit
                  third: deck Exploit
                  fourth: deck Exploit""",
        play="",
        after="""resolve | asked you: next world
                 Koti: fourth stage Outpost
                 Maail:
                 you: deck Exploit | wreck Coup
                 foe: deck Exploit | wreck Coup
                 third: deck Exploit | wreck Coup
                 fourth: deck Exploit | wreck Research""",
        players=4,
    ),
    Scenario(
        "OW-7.3 a card that was seen before is seen again: no more need to remember it",
        before="""reveal
                  Koti: you stage Outpost
                  Maail: you stage Espionage
                  you: hand Scout | deck Exploit | seen Outpost, Scout
                  foe: deck Exploit""",
        play="",
        after="""resolve | asked you: next world
                 Koti: you stage Outpost
                 Maail:
                 you: hand Scout | deck Exploit | seen Scout | wreck Espionage
                 foe: deck Exploit""",
    ),
    Scenario(
        "OW-7.3 of two seen Outposts one turns up, the other stays remembered",
        before="""reveal
                  Koti: you stage Outpost
                  Maail:
                  you: hand 2x Outpost | deck Exploit | seen 2x Outpost
                  foe: hand Outpost | deck Exploit | seen Outpost""",
        play="",
        after="""resolve | asked you: next world
                 Koti: you stage Outpost
                 Maail:
                 you: hand 2x Outpost | deck Exploit | seen Outpost
                 foe: hand Outpost | deck Exploit | seen Outpost""",
    ),
    # ── Class against Income ─────────────────────────────────────────────────────────────────
    Scenario(
        "OW-R.2 on turn 1 no Income carries a Ship",
        before="""reveal | turn 1
                  Koti: you stage Striker
                  Maail:
                  you: deck Exploit
                  foe: deck Exploit""",
        play="",
        after="""resolve | turn 1 | asked you: next world
                 Koti:
                 Maail:
                 you: deck Exploit | wreck Striker
                 foe: deck Exploit""",
    ),
    Scenario(
        "OW-R.2 a prior turn Income of 2 carries a Ship of Class 2",
        before="""reveal
                  Koti: you stage Striker
                  Maail:
                  you: deck Exploit | prior 2
                  foe: deck Exploit""",
        play="",
        after="""resolve | asked you: next world
                 Koti: you stage Striker
                 Maail:
                 you: deck Exploit | prior 2 | income 2
                 foe: deck Exploit""",
    ),
    Scenario(
        "OW-R.2 one of 1 does not",
        before="""reveal
                  Koti: you stage Striker
                  Maail:
                  you: deck Exploit | prior 1
                  foe: deck Exploit | prior 9""",
        play="",
        after="""resolve | asked you: next world
                 Koti:
                 Maail:
                 you: deck Exploit | prior 1 | income 1 | wreck Striker
                 foe: deck Exploit | prior 9 | income 9""",
    ),
    Scenario(
        "OW-R.2 the Classes of all staged Ships add up: as much as the Income is not too much",
        before="""reveal
                  Koti: you stage Striker
                  Maail: you stage Lancer
                  you: deck Exploit | prior 5
                  foe: deck Exploit""",
        play="",
        after="""resolve | asked you: next world
                 Koti: you stage Striker
                 Maail: you stage Lancer
                 you: deck Exploit | prior 5 | income 5
                 foe: deck Exploit""",
    ),
    Scenario(
        "OW-R.2 if it is more, you choose: the Striker goes",
        before="""reveal
                  Koti: you stage Striker
                  Maail: you stage Lancer
                  you: deck Exploit | prior 4
                  foe: deck Exploit""",
        play="you: discard Striker",
        after="""resolve | asked you: next world
                 Koti:
                 Maail: you stage Lancer
                 you: deck Exploit | prior 4 | income 4 | wreck Striker
                 foe: deck Exploit""",
    ),
    Scenario(
        "OW-R.2 if it is more, you choose: the Lancer goes",
        before="""reveal
                  Koti: you stage Striker
                  Maail: you stage Lancer
                  you: deck Exploit | prior 4
                  foe: deck Exploit""",
        play="you: discard Lancer",
        after="""resolve | asked you: next world
                 Koti: you stage Striker
                 Maail:
                 you: deck Exploit | prior 4 | income 4 | wreck Lancer
                 foe: deck Exploit""",
    ),
    Scenario(
        "OW-R.2 it is the Income of the turn before, not what stands there now",
        before="""reveal
                  Koti: you City 30, stage Lancer
                  Maail: you City 25
                  you: deck Exploit | prior 2
                  foe: deck Exploit""",
        play="",
        after="""resolve | asked you: next world
                 Koti: you City 30
                 Maail: you City 25
                 you: deck Exploit | prior 2 | income 2 | wreck Lancer
                 foe: deck Exploit""",
    ),
    Scenario(
        "OW-R.2 Ships in play, Stations and Fields do not count",
        before="""reveal
                  Koti: you City 20, Titan, stage Battle Station 20
                  Maail: you Warship, stage Energy Shield
                  Aldra: you stage Striker
                  you: deck Exploit | prior 2
                  foe: deck Exploit""",
        play="",
        after="""resolve | asked you: next world
                 Koti: you City 20, Titan, stage Battle Station 20
                 Maail: you Warship, stage Energy Shield
                 Aldra: you stage Striker
                 you: deck Exploit | prior 2 | income 2
                 foe: deck Exploit""",
    ),
    Scenario(
        "OW-R.2 each player's Ships count against the own Income",
        before="""reveal
                  Koti: you stage Striker | foe stage Striker | third stage Striker
                      | fourth stage Striker
                  Maail:
                  you: deck Exploit | prior 2
                  foe: deck Exploit | prior 1
                  third: deck Exploit | prior 3
                  fourth: deck Exploit""",
        play="",
        after="""resolve | asked you: next world
                 Koti: you stage Striker | third stage Striker
                 Maail:
                 you: deck Exploit | prior 2 | income 2
                 foe: deck Exploit | prior 1 | income 1 | wreck Striker
                 third: deck Exploit | prior 3 | income 3
                 fourth: deck Exploit | wreck Striker""",
        players=4,
    ),
    # ── Shipyards ────────────────────────────────────────────────────────────────────────────
    *(
        Scenario(
            f"OW-R.2 a Ship staged to a World with a {shipyard} of yours does not count",
            before=f"""reveal
                       Koti: you {shipyard}, stage Titan
                       Maail: you stage Striker
                       you: deck Exploit | prior 2
                       foe: deck Exploit""",
            play="",
            after=f"""resolve | asked you: next world
                      Koti: you {shipyard}, stage Titan
                      Maail: you stage Striker
                      you: deck Exploit | prior 2 | income 2
                      foe: deck Exploit""",
        )
        for shipyard in ("Shipyard 8", "Shipyard 9", "Shipyard 10")
    ),
    Scenario(
        "OW-R.2 a Shipyard elsewhere is of no use",
        before="""reveal
                  Koti: you Shipyard 8
                  Maail: you stage Titan
                  you: deck Exploit | prior 2
                  foe: deck Exploit""",
        play="",
        after="""resolve | asked you: next world
                 Koti: you Shipyard 8
                 Maail:
                 you: deck Exploit | prior 2 | income 2 | wreck Titan
                 foe: deck Exploit""",
    ),
    Scenario(
        "OW-R.2 nor is an opponent's Shipyard",
        before="""reveal
                  Koti: you stage Titan | foe Shipyard 8
                  Maail:
                  you: deck Exploit | prior 2
                  foe: deck Exploit""",
        play="",
        after="""resolve | asked you: next world
                 Koti: foe Shipyard 8
                 Maail:
                 you: deck Exploit | prior 2 | income 2 | wreck Titan
                 foe: deck Exploit""",
    ),
    Scenario(
        "OW-R.2 a Conquered Shipyard serves its Conqueror, no longer its owner",
        before="""reveal
                  Koti: you stage Titan | foe Shipyard 8 (you's), stage Cruiser
                  Maail:
                  you: deck Exploit | prior 2
                  foe: deck Exploit""",
        play="",
        after="""resolve | asked you: next world
                 Koti: foe Shipyard 8 (you's), stage Cruiser
                 Maail:
                 you: deck Exploit | prior 2 | income 2 | wreck Titan
                 foe: deck Exploit""",
    ),
    # ── Only as many as it takes ─────────────────────────────────────────────────────────────
    Scenario(
        "OW-R.3 once the sum fits nothing more is given up",
        before="""reveal
                  Koti: you stage Striker
                  Maail: you stage Lancer
                  Aldra: you stage Titan
                  you: deck Exploit | prior 5
                  foe: deck Exploit""",
        play="you: discard Titan",
        after="""resolve | asked you: next world
                 Koti: you stage Striker
                 Maail: you stage Lancer
                 Aldra:
                 you: deck Exploit | prior 5 | income 5 | wreck Titan
                 foe: deck Exploit""",
    ),
    Scenario(
        "OW-R.3 as long as it does not fit the choice goes on",
        before="""reveal
                  Koti: you stage Striker
                  Maail: you stage Lancer
                  Aldra: you stage Titan
                  you: deck Exploit | prior 4
                  foe: deck Exploit""",
        play="you: discard Titan",
        after="""reveal | asked you: over-class ships
                 Koti: you stage Striker
                 Maail: you stage Lancer
                 Aldra:
                 you: deck Exploit | prior 4 | income 4 | wreck Titan
                 foe: deck Exploit""",
    ),
    Scenario(
        "OW-R.3 where one Ship alone is left that counts, it goes by itself",
        before="""reveal
                  Koti: you stage Striker
                  Maail: you stage Titan
                  you: deck Exploit | prior 4
                  foe: deck Exploit""",
        play="you: discard Striker",
        after="""resolve | asked you: next world
                 Koti:
                 Maail:
                 you: deck Exploit | prior 4 | income 4 | wreck Striker, Titan
                 foe: deck Exploit""",
    ),
    Scenario(
        "OW-R.2 in Priority Order: the player with Priority chooses first",
        before="""reveal | priority foe
                  Koti: you stage Striker | foe stage Striker
                  Maail: you stage Lancer | foe stage Lancer
                  you: deck Exploit | prior 4
                  foe: deck Exploit | prior 4""",
        play="",
        after="""reveal | priority foe | asked foe: over-class ships
                 Koti: you stage Striker | foe stage Striker
                 Maail: you stage Lancer | foe stage Lancer
                 you: deck Exploit | prior 4 | income 4
                 foe: deck Exploit | prior 4 | income 4""",
    ),
    Scenario(
        "OW-R.2 in Priority Order: then round the table, past those within their limit",
        before="""reveal | priority third
                  Koti: you stage Striker | foe stage Striker | third stage Striker
                  Maail: you stage Lancer | foe stage Lancer | third stage Lancer
                  you: deck Exploit | prior 5
                  foe: deck Exploit | prior 4
                  third: deck Exploit | prior 4""",
        play="third: discard Lancer",
        after="""reveal | priority third | asked foe: over-class ships
                 Koti: you stage Striker | foe stage Striker | third stage Striker
                 Maail: you stage Lancer | foe stage Lancer
                 you: deck Exploit | prior 5 | income 5
                 foe: deck Exploit | prior 4 | income 4
                 third: deck Exploit | prior 4 | income 4 | wreck Lancer""",
        players=3,
    ),
    # ── Fleet Support ────────────────────────────────────────────────────────────────────────
    Scenario(
        "OW-R.5 over the limit, Fleet Support may be played instead, before any Ship goes",
        before="""reveal
                  Koti: you stage Striker
                  Maail: you stage Titan
                  you: hand Fleet Support | deck Exploit | prior 4
                  foe: deck Exploit""",
        play="you: play Fleet Support",
        after="""resolve | asked you: next world
                 Koti: you stage Striker
                 Maail: you stage Titan
                 you: deck Exploit | prior 4 | income 4 | unlimited class | wreck Fleet Support
                 foe: deck Exploit""",
    ),
    Scenario(
        "OW-R.4 who does not play it gives Ships up",
        before="""reveal
                  Koti: you stage Titan
                  Maail:
                  you: hand Fleet Support | deck Exploit | prior 4
                  foe: deck Exploit""",
        play="you: pass",
        after="""resolve | asked you: next world
                 Koti:
                 Maail:
                 you: hand Fleet Support | deck Exploit | prior 4 | income 4 | wreck Titan
                 foe: deck Exploit""",
    ),
    Scenario(
        "OW-R.4 within the limit nobody is asked for Fleet Support",
        before="""reveal
                  Koti: you stage Lancer
                  Maail: foe stage Titan
                  you: hand Fleet Support | deck Exploit | prior 3
                  foe: deck Exploit | prior 3""",
        play="",
        after="""resolve | asked you: next world
                 Koti: you stage Lancer
                 Maail:
                 you: hand Fleet Support | deck Exploit | prior 3 | income 3
                 foe: deck Exploit | prior 3 | income 3 | wreck Titan""",
    ),
    Scenario(
        "OW-R.4 Fleet Support lifts the limit of its player alone",
        before="""reveal
                  Koti: you stage Titan | foe stage Cruiser
                  Maail:
                  you: hand Fleet Support | deck Exploit
                  foe: deck Exploit""",
        play="you: play Fleet Support",
        after="""resolve | asked you: next world
                 Koti: you stage Titan
                 Maail:
                 you: deck Exploit | unlimited class | wreck Fleet Support
                 foe: deck Exploit | wreck Cruiser""",
    ),
    Scenario(
        "OW-R.4 a Ship at a Shipyard puts nobody over the limit",
        before="""reveal
                  Koti: you Shipyard 8, stage Titan
                  Maail: you stage Striker
                  you: hand Fleet Support | deck Exploit | prior 2
                  foe: deck Exploit""",
        play="",
        after="""resolve | asked you: next world
                 Koti: you Shipyard 8, stage Titan
                 Maail: you stage Striker
                 you: hand Fleet Support | deck Exploit | prior 2 | income 2
                 foe: deck Exploit""",
    ),
    Scenario(
        "OW-R.1 of two cards at a World the first may be the one that is Trashed",
        before="""reveal | final turn
                  Koti: you Robot Factory, stage Auto Assault 10, Suck Dry
                  Maail:
                  you: hand Outpost""",
        play="",
        after="""resolve | final turn | asked you: next world
                 Koti: you Robot Factory, stage Auto Assault 10
                 Maail:
                 you: hand Outpost | wreck Suck Dry""",
    ),
]


@pytest.mark.parametrize("scenario", SCENARIOS, ids=str)
def test_scenario(scenario: Scenario) -> None:
    check(scenario)


OVER = """reveal
          Koti: you Shipyard 8, stage Titan
          Maail: you stage Striker
          Aldra: you stage Lancer
          Calyx: you stage City 12
          Quill: foe stage Cruiser
          Ulmo: you Corvette
          you: hand Scout, Adjust | deck Exploit | prior 4
          foe: deck Exploit | prior 20"""
SUM = "(Class 5 against a prior turn Income of 4: Striker 2, Lancer 3)"
COUNT = "is not among your staged Ships that count against Class (OW-R.2, OW-R.4)"

REFUSALS = [
    Refusal(
        "OW-R.2 over the limit something has to go",
        OVER,
        "you: pass",
        f"pass is not allowed here: something has to be chosen {SUM}",
    ),
    Refusal(
        "OW-R.4 a Ship at a Shipyard of yours may not be given up",
        OVER,
        "you: discard Titan",
        f"cannot discard Titan: Titan {COUNT} {SUM}",
    ),
    Refusal(
        "OW-R.4 nor a card that is no Ship",
        OVER,
        "you: discard City 12",
        f"cannot discard City 12: City 12 {COUNT} {SUM}",
    ),
    Refusal(
        "OW-R.4 nor a Ship in hand",
        OVER,
        "you: discard Scout",
        f"cannot discard Scout: Scout {COUNT} {SUM}",
    ),
    Refusal(
        "OW-R.4 nor one in play",
        OVER,
        "you: discard Corvette",
        f"cannot discard Corvette: Corvette {COUNT} {SUM}",
    ),
    Refusal(
        "OW-R.4 nor another player's",
        OVER,
        "you: discard Cruiser",
        f"cannot discard Cruiser: Cruiser {COUNT} {SUM}",
    ),
    Refusal(
        "OW-R.2 nobody gives up a Ship unasked",
        OVER,
        "foe: discard Cruiser",
        "cannot discard Cruiser: it is another player's decision (it is up to player_0)",
    ),
    Refusal(
        "OW-R.2 Utilities wait while Ships are given up",
        OVER,
        "you: play Adjust",
        "cannot play Adjust: play is not what is asked now (asked now: discard a staged Ship)",
    ),
    Refusal(
        "OW-R.4 Fleet Support is of no use to who is within the limit",
        """reveal
           Koti: you stage Striker | foe stage Titan
           Maail: foe stage Scout
           you: hand Fleet Support | deck Exploit | prior 2
           foe: hand Fleet Support | deck Exploit | prior 2""",
        "you: play Fleet Support",
        "cannot play Fleet Support: it is another player's decision (it is up to player_1)",
    ),
]


@pytest.mark.parametrize("refusal", REFUSALS, ids=str)
def test_refusal(refusal: Refusal) -> None:
    check_refusal(refusal)


def test_ow_r_4_a_ship_of_class_0_never_counts(tmp_path: Path) -> None:
    """No printed Ship has Class 0; a card file may bring one."""
    cards = tmp_path / "cards.toml"
    cards.write_text('[orbital]\nBuoy = { kind = "ship", weapons = [], defense = 3, class = 0, range = 1 }\n')
    table = Table("""reveal
                     Koti: you stage Buoy
                     Maail: you stage Striker
                     you: deck Exploit | prior 1
                     foe: deck Exploit""", cards=str(cards))  # fmt: skip
    assert table.text() == tidy("""resolve | asked you: next world
                                   Koti: you stage Buoy
                                   Maail:
                                   you: deck Exploit | prior 1 | income 1 | wreck Striker
                                   foe: deck Exploit""")


def test_ow_r_1_all_see_what_turned_up_and_what_was_trashed() -> None:
    table = Table("""reveal
                     Koti: you stage Striker
                     Maail: you stage Espionage
                     you: deck Exploit | prior 2
                     foe: deck Exploit""")
    you = table.game.position(table.state, "player_1")["players"][0]
    assert (you["staged"], you["wreck"]) == ({"Koti": ["Striker"]}, ["Espionage"])
