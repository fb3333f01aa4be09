"""Stage (OW-S): which cards are laid face down where, in which order, and who sees what of it."""

from __future__ import annotations

import numpy as np
import pytest
from scenario import Refusal, Scenario, Table, check, check_refusal, tidy

from ow_env.open_worlds import engine

pytestmark = pytest.mark.pure

SCENARIOS = [
    # ── One card to each World ───────────────────────────────────────────────────────────────
    Scenario(
        "OW-S.1 up to one card to each World",
        before="""stage
                  Koti:
                  Maail:
                  you: hand Outpost, Exploit, Scout | deck Exploit | prior 1
                  foe: deck Exploit""",
        play="you: stage Outpost @ Koti; you: stage Scout @ Maail",
        after="""resolve | asked you: next world
                 Koti: you stage Outpost
                 Maail: you stage Scout
                 you: hand Exploit | deck Exploit | prior 1 | income 1
                 foe: deck Exploit""",
    ),
    Scenario(
        "OW-S.1 a World may be left empty",
        before="""stage
                  Koti:
                  Maail:
                  you: hand Outpost, Exploit | deck Exploit
                  foe: deck Exploit""",
        play="you: stage Outpost @ Maail; you: pass",
        after="""resolve | asked you: next world
                 Koti:
                 Maail: you stage Outpost
                 you: hand Exploit | deck Exploit
                 foe: deck Exploit""",
    ),
    Scenario(
        "OW-S.1 nothing at all may be staged",
        before="""stage
                  Koti:
                  Maail:
                  you: hand Outpost | deck Exploit
                  foe: hand Exploit | deck Exploit""",
        play="foe, you: pass",
        after="""resolve | asked you: next world
                 Koti:
                 Maail:
                 you: hand Outpost | deck Exploit
                 foe: hand Exploit | deck Exploit""",
    ),
    Scenario(
        "OW-S.1 any card may be staged: what can't come into play is a bluff",
        before="""stage | turn 1
                  Phoebe K2:
                  Maail:
                  Koti:
                  you: hand Titan, Shipyard 8, Espionage, Exploit | deck Exploit
                  foe: hand Outpost | deck Exploit""",
        play="""you: stage Titan @ Maail; you: stage Shipyard 8 @ Phoebe K2;
                you: stage Espionage @ Koti""",
        after="""stage | turn 1 | asked foe
                 Phoebe K2: you stage Shipyard 8
                 Maail: you stage Titan
                 Koti: you stage Espionage
                 you: hand Exploit | deck Exploit
                 foe: hand Outpost | deck Exploit""",
    ),
    Scenario(
        "OW-S.1 units there already are no hindrance",
        before="""stage
                  Koti: you Outpost, Scout
                  Maail:
                  you: hand Outpost | deck Exploit
                  foe: deck Exploit""",
        play="you: stage Outpost @ Koti; you: pass",
        after="""resolve | asked you: next world
                 Koti: you Outpost, Scout, stage Outpost
                 Maail:
                 you: deck Exploit
                 foe: deck Exploit""",
    ),
    Scenario(
        "OW-S.1 each player has an own card there",
        before="""stage
                  Koti:
                  Maail:
                  you: hand Outpost | deck Exploit
                  foe: hand Outpost | deck Exploit
                  third: hand Outpost | deck Exploit
                  fourth: hand Outpost | deck Exploit""",
        play="foe, fourth, you, third: stage Outpost @ Koti",
        after="""resolve | asked you: next world
                 Koti: you stage Outpost | foe stage Outpost | third stage Outpost
                     | fourth stage Outpost
                 Maail:
                 you: deck Exploit
                 foe: deck Exploit
                 third: deck Exploit
                 fourth: deck Exploit""",
        players=4,
    ),
    # ── A card that permits more ─────────────────────────────────────────────────────────────
    Scenario(
        "OW-S.1 Robot Factory: an Automated Ground Force beside another card",
        before="""stage
                  Koti: you Robot Factory
                  Maail:
                  you: hand Outpost, Auto Assault 10 | deck Exploit
                  foe: hand City 12 | deck Exploit""",
        play="you: stage Outpost @ Koti; you: stage Auto Assault 10 @ Koti",
        after="""stage | asked foe
                 Koti: you Robot Factory, stage Outpost, Auto Assault 10
                 Maail:
                 you: deck Exploit
                 foe: hand City 12 | deck Exploit""",
    ),
    Scenario(
        "OW-S.1 Robot Factory: the Automated one may be laid first",
        before="""stage
                  Koti: you Robot Factory
                  Maail:
                  you: hand Titan, Auto Assault 10 | deck Exploit
                  foe: hand City 12 | deck Exploit""",
        play="you: stage Auto Assault 10 @ Koti; you: stage Titan @ Koti",
        after="""stage | asked foe
                 Koti: you Robot Factory, stage Titan, Auto Assault 10
                 Maail:
                 you: deck Exploit
                 foe: hand City 12 | deck Exploit""",
    ),
    Scenario(
        "OW-S.1 two Robot Factories permit no third card",
        before="""stage
                  Koti: you Robot Factory, Robot Factory (foe's)
                  you: hand Outpost, Auto Assault 10, Auto Assault 14 | deck Exploit
                  foe: hand City 12 | deck Exploit""",
        play="you: stage Auto Assault 14 @ Koti; you: stage Auto Assault 10 @ Koti",
        after="""stage | asked foe
                 Koti: you Robot Factory, Robot Factory (foe's), stage Auto Assault 10, Auto Assault 14
                 you: hand Outpost | deck Exploit
                 foe: hand City 12 | deck Exploit""",
    ),
    Scenario(
        "OW-S.1 Robot Factory: both may be Automated",
        before="""stage
                  Koti: you Robot Factory
                  Maail:
                  you: hand Fallout Raid, Auto Assault 10 | deck Exploit
                  foe: hand City 12 | deck Exploit""",
        play="you: stage Auto Assault 10 @ Koti; you: stage Fallout Raid @ Koti",
        after="""stage | asked foe
                 Koti: you Robot Factory, stage Fallout Raid, Auto Assault 10
                 Maail:
                 you: deck Exploit
                 foe: hand City 12 | deck Exploit""",
    ),
    Scenario(
        "OW-S.1 Robot Factory: whoever controls it stages more",
        before="""stage
                  Koti: you Robot Factory (foe's)
                  Maail:
                  you: hand Outpost, Auto Assault 10 | deck Exploit
                  foe: hand City 12 | deck Exploit""",
        play="you: stage Outpost @ Koti; you: stage Auto Assault 10 @ Koti",
        after="""stage | asked foe
                 Koti: you Robot Factory (foe's), stage Outpost, Auto Assault 10
                 Maail:
                 you: deck Exploit
                 foe: hand City 12 | deck Exploit""",
    ),
    # ── Who stages when ──────────────────────────────────────────────────────────────────────
    Scenario(
        "OW-S.2 all stage at once, whoever has Priority",
        before="""stage | priority foe
                  Koti:
                  Maail:
                  you: hand Outpost, Exploit | deck Exploit
                  foe: hand Outpost, Exploit | deck Exploit""",
        play="you: stage Outpost @ Koti",
        after="""stage | priority foe | asked you, foe
                 Koti: you stage Outpost
                 Maail:
                 you: hand Exploit | deck Exploit
                 foe: hand Outpost, Exploit | deck Exploit""",
    ),
    Scenario(
        "OW-S.2 Stage ends when all are done, not before",
        before="""stage
                  Koti:
                  Maail:
                  you: hand Outpost | deck Exploit
                  foe: hand Outpost, Exploit | deck Exploit
                  third: hand Outpost | deck Exploit""",
        play="third, you: pass; foe: stage Outpost @ Maail",
        after="""stage | asked foe
                 Koti:
                 Maail: foe stage Outpost
                 you: hand Outpost | deck Exploit
                 foe: hand Exploit | deck Exploit
                 third: hand Outpost | deck Exploit""",
        players=3,
    ),
    Scenario(
        "OW-S.2 the book's order: the player with Priority stages everything first",
        before="""stage | stage in order
                  Koti:
                  Maail:
                  you: hand Outpost, Exploit | deck Exploit
                  foe: hand Outpost | deck Exploit""",
        play="you: stage Outpost @ Koti",
        after="""stage | stage in order | asked you
                 Koti: you stage Outpost
                 Maail:
                 you: hand Exploit | deck Exploit
                 foe: hand Outpost | deck Exploit""",
    ),
    Scenario(
        "OW-S.2 the book's order: then the next one",
        before="""stage | stage in order
                  Koti:
                  Maail:
                  you: hand Outpost, Exploit | deck Exploit
                  foe: hand Outpost | deck Exploit""",
        play="you: stage Outpost @ Koti; you: pass",
        after="""stage | stage in order | asked foe
                 Koti: you stage Outpost
                 Maail:
                 you: hand Exploit | deck Exploit
                 foe: hand Outpost | deck Exploit""",
    ),
    Scenario(
        "OW-S.2 the book's order goes round the table from the player with Priority",
        before="""stage | stage in order | priority third
                  Koti:
                  Maail:
                  you: hand Outpost | deck Exploit
                  foe: hand Outpost, Exploit | deck Exploit
                  third: hand Outpost, Exploit | deck Exploit
                  fourth: hand Outpost, Exploit | deck Exploit""",
        play="third, fourth: pass; you: stage Outpost @ Koti",
        after="""stage | stage in order | priority third | asked foe
                 Koti: you stage Outpost
                 Maail:
                 you: deck Exploit
                 foe: hand Outpost, Exploit | deck Exploit
                 third: hand Outpost, Exploit | deck Exploit
                 fourth: hand Outpost, Exploit | deck Exploit""",
        players=4,
    ),
    Scenario(
        "OW-S.2 the book's order ends with the last one",
        before="""stage | stage in order | priority third
                  Koti:
                  Maail:
                  you: hand Outpost | deck Exploit
                  foe: hand Outpost | deck Exploit
                  third: hand Outpost | deck Exploit""",
        play="third, you: pass; foe: stage Outpost @ Koti",
        after="""resolve | stage in order | priority third | asked third: next world
                 Koti: foe stage Outpost
                 Maail:
                 you: hand Outpost | deck Exploit
                 foe: deck Exploit
                 third: hand Outpost | deck Exploit""",
        players=3,
    ),
    # ── Who is not asked ─────────────────────────────────────────────────────────────────────
    Scenario(
        "OW-2.1 who has no card to stage is not asked",
        before="""stage
                  Koti:
                  Maail:
                  you: deck Exploit
                  foe: hand Outpost | deck Exploit""",
        play="",
        after="""stage | asked foe
                 Koti:
                 Maail:
                 you: deck Exploit
                 foe: hand Outpost | deck Exploit""",
    ),
    Scenario(
        "OW-2.1 who has staged to every World is done",
        before="""stage
                  Koti:
                  Maail:
                  you: hand Outpost, City 12, Exploit | deck Exploit
                  foe: hand Outpost | deck Exploit""",
        play="you: stage Outpost @ Koti; you: stage City 12 @ Maail",
        after="""stage | asked foe
                 Koti: you stage Outpost
                 Maail: you stage City 12
                 you: hand Exploit | deck Exploit
                 foe: hand Outpost | deck Exploit""",
    ),
    Scenario(
        "OW-2.1 not done while Robot Factory permits one more",
        before="""stage
                  Koti: you Robot Factory
                  you: hand Outpost, Auto Assault 14 | deck Exploit
                  foe: hand Outpost | deck Exploit""",
        play="you: stage Outpost @ Koti",
        after="""stage | asked you, foe
                 Koti: you Robot Factory, stage Outpost
                 you: hand Auto Assault 14 | deck Exploit
                 foe: hand Outpost | deck Exploit""",
    ),
    Scenario(
        "OW-2.1 nobody has a card: Stage passes by",
        before="""stage
                  Koti:
                  Maail:
                  you: deck Exploit
                  foe: deck Exploit""",
        play="",
        after="""resolve | asked you: next world
                 Koti:
                 Maail:
                 you: deck Exploit
                 foe: deck Exploit""",
    ),
    Scenario(
        "OW-2.1 in the book's order a player without cards is passed over",
        before="""stage | stage in order
                  Koti:
                  Maail:
                  you: hand Outpost, City 10 | deck Exploit
                  foe: deck Exploit
                  third: hand Outpost | deck Exploit""",
        play="you: pass",
        after="""stage | stage in order | asked third
                 Koti:
                 Maail:
                 you: hand Outpost, City 10 | deck Exploit
                 foe: deck Exploit
                 third: hand Outpost | deck Exploit""",
        players=3,
    ),
    # ── What others know of a staged card ────────────────────────────────────────────────────
    Scenario(
        "OW-7.3 a card that was seen returning is remembered while it lies face down",
        before="""stage
                  Koti:
                  Maail:
                  you: hand Scout, Outpost | deck Exploit | seen Scout
                  foe: hand Outpost | deck Exploit""",
        play="you: stage Scout @ Koti",
        after="""stage | asked you, foe
                 Koti: you stage Scout
                 Maail:
                 you: hand Outpost | deck Exploit | seen Scout
                 foe: hand Outpost | deck Exploit""",
    ),
]


@pytest.mark.parametrize("scenario", SCENARIOS, ids=str)
def test_scenario(scenario: Scenario) -> None:
    check(scenario)


ASKED = "(asked now: stage a card, or pass)"

REFUSALS = [
    Refusal(
        "OW-S.1 no second card to one World",
        """stage
           Koti:
           Maail:
           you: hand Outpost, Exploit, Auto Assault 10 | deck Exploit
           foe: hand Outpost | deck Exploit""",
        "you: stage Outpost @ Koti; you: stage Exploit @ Koti",
        "cannot stage Exploit @ Koti: you have already staged to Koti, and no card there permits"
        " more (OW-S.1) (staged there: Outpost)",
    ),
    Refusal(
        "OW-S.1 an Automated one is no exception by itself",
        """stage
           Koti:
           Maail:
           you: hand Outpost, Exploit, Auto Assault 10 | deck Exploit
           foe: hand Outpost | deck Exploit""",
        "you: stage Outpost @ Koti; you: stage Auto Assault 10 @ Koti",
        "cannot stage Auto Assault 10 @ Koti: you have already staged to Koti, and no card there"
        " permits more (OW-S.1) (staged there: Outpost)",
    ),
    Refusal(
        "OW-S.1 Robot Factory: the card beyond the first has to be Automated",
        """stage
           Koti: you Robot Factory
           Maail:
           you: hand Outpost, Exploit | deck Exploit
           foe: hand Outpost | deck Exploit""",
        "you: stage Outpost @ Koti; you: stage Exploit @ Koti",
        "cannot stage Exploit @ Koti: the card beyond the first at Koti has to be an Automated"
        " Ground Force, by Robot Factory (OW-S.1) (staged there: Outpost)",
    ),
    Refusal(
        "OW-S.1 Robot Factory: a Manned Ground Force will not do",
        """stage
           Koti: you Robot Factory
           Maail:
           you: hand Outpost, Troops 10 | deck Exploit
           foe: hand Outpost | deck Exploit""",
        "you: stage Outpost @ Koti; you: stage Troops 10 @ Koti",
        "cannot stage Troops 10 @ Koti: the card beyond the first at Koti has to be an Automated"
        " Ground Force, by Robot Factory (OW-S.1) (staged there: Outpost)",
    ),
    Refusal(
        "OW-S.1 Robot Factory: one card more, not two",
        """stage
           Koti: you Robot Factory
           Maail:
           you: hand Outpost, Auto Assault 10, Auto Assault 14 | deck Exploit
           foe: hand Outpost | deck Exploit""",
        """you: stage Outpost @ Koti; you: stage Auto Assault 10 @ Koti;
           you: stage Auto Assault 14 @ Koti""",
        "cannot stage Auto Assault 14 @ Koti: you have already staged to Koti, and no card there"
        " permits more (OW-S.1) (staged there: Auto Assault 10, Outpost)",
    ),
    Refusal(
        "OW-S.1 Robot Factory: at its own World alone",
        """stage
           Koti: you Robot Factory
           Maail:
           you: hand Outpost, Auto Assault 10 | deck Exploit
           foe: hand Outpost | deck Exploit""",
        "you: stage Outpost @ Maail; you: stage Auto Assault 10 @ Maail",
        "cannot stage Auto Assault 10 @ Maail: you have already staged to Maail, and no card there"
        " permits more (OW-S.1) (staged there: Outpost)",
    ),
    Refusal(
        "OW-S.1 Robot Factory: an opponent's is of no use",
        """stage
           Koti: you City 20 | foe Robot Factory
           Maail:
           you: hand Outpost, Auto Assault 10 | deck Exploit
           foe: hand Outpost | deck Exploit""",
        "you: stage Outpost @ Koti; you: stage Auto Assault 10 @ Koti",
        "cannot stage Auto Assault 10 @ Koti: you have already staged to Koti, and no card there"
        " permits more (OW-S.1) (staged there: Outpost)",
    ),
    Refusal(
        "OW-S.1 Robot Factory: whoever lost it has no use of it",
        """stage
           Koti: foe Robot Factory (you's)
           Maail:
           you: hand Outpost, Auto Assault 10 | deck Exploit
           foe: hand Outpost | deck Exploit""",
        "you: stage Outpost @ Koti; you: stage Auto Assault 10 @ Koti",
        "cannot stage Auto Assault 10 @ Koti: you have already staged to Koti, and no card there"
        " permits more (OW-S.1) (staged there: Outpost)",
    ),
    Refusal(
        "OW-S.1 Robot Factory: face down it permits nothing yet",
        """stage
           Koti:
           Maail:
           you: hand Robot Factory, Auto Assault 10 | deck Exploit
           foe: hand Outpost | deck Exploit""",
        "you: stage Robot Factory @ Koti; you: stage Auto Assault 10 @ Koti",
        "cannot stage Auto Assault 10 @ Koti: you have already staged to Koti, and no card there"
        " permits more (OW-S.1) (staged there: Robot Factory)",
    ),
    Refusal(
        "OW-S.1 a card is staged from the hand, not from the Deck",
        """stage
           Koti:
           Maail:
           you: hand Outpost | deck Exploit
           foe: hand Outpost | deck Exploit""",
        "you: stage Exploit @ Koti",
        "cannot stage Exploit @ Koti: Exploit is not in your hand (it holds Outpost)",
    ),
    Refusal(
        "OW-S.1 one Outpost of the hand is staged once",
        """stage
           Koti:
           Maail:
           you: hand Outpost, Scout | deck Exploit
           foe: hand Outpost | deck Exploit""",
        "you: stage Outpost @ Koti; you: stage Outpost @ Maail",
        "cannot stage Outpost @ Maail: Outpost is not in your hand (it holds Scout)",
    ),
    Refusal(
        "OW-S.2 the book's order: who comes later waits",
        """stage | stage in order
           Koti:
           Maail:
           you: hand Outpost | deck Exploit
           foe: hand Outpost | deck Exploit""",
        "foe: stage Outpost @ Koti",
        "cannot stage Outpost @ Koti: it is another player's decision (it is up to player_0)",
    ),
    Refusal(
        "OW-S.2 the book's order: who was first is done",
        """stage | stage in order
           Koti:
           Maail:
           you: hand Outpost | deck Exploit
           foe: hand Outpost | deck Exploit""",
        "you: pass; you: stage Outpost @ Koti",
        "cannot stage Outpost @ Koti: it is another player's decision (it is up to player_1)",
    ),
    Refusal(
        "OW-S.3 a staged card is not taken back",
        """stage
           Koti:
           Maail:
           you: hand Outpost, Scout | deck Exploit
           foe: hand Outpost | deck Exploit""",
        "you: stage Outpost @ Koti; you: take Outpost",
        f"cannot take Outpost: take is not what is asked now {ASKED}",
    ),
    Refusal(
        "OW-S.3 nor thrown away",
        """stage
           Koti:
           Maail:
           you: hand Outpost, Scout | deck Exploit
           foe: hand Outpost | deck Exploit""",
        "you: stage Outpost @ Koti; you: discard Outpost",
        f"cannot discard Outpost: discard is not what is asked now {ASKED}",
    ),
    Refusal(
        "OW-S.3 nor laid at another World",
        """stage
           Koti:
           Maail:
           you: hand Scout, Titan | deck Exploit
           foe: hand Outpost | deck Exploit""",
        "you: stage Scout @ Koti; you: stage Scout @ Maail",
        "cannot stage Scout @ Maail: Scout is not in your hand (it holds Titan)",
    ),
    Refusal(
        "OW-S.3 who is done lays nothing more",
        """stage
           Koti:
           Maail:
           you: hand Outpost | deck Exploit
           foe: hand Outpost | deck Exploit""",
        "you: pass; you: stage Outpost @ Koti",
        "cannot stage Outpost @ Koti: it is another player's decision (player_0 is done with this Step)",
    ),
]


@pytest.mark.parametrize("refusal", REFUSALS, ids=str)
def test_refusal(refusal: Refusal) -> None:
    check_refusal(refusal)


# ── Who sees what ────────────────────────────────────────────────────────────────────────────

FACE_DOWN = """Koti: you Robot Factory
               Maail:
               you: hand Outpost, Scout, Titan, Auto Assault 10 | deck Exploit | prior 1
               foe: hand Outpost | deck Exploit
               third: hand Outpost | deck Exploit"""
STAGING = "you: stage Outpost @ Koti; you: stage Auto Assault 10 @ Koti; you: stage Scout @ Maail"


def seen_of_you(table: Table, view: str) -> dict[str, object]:
    """Return what a view tells of your hand and of what you have staged."""
    you = table.game.position(table.state, view)["players"][0]
    return {"hand": you["hand"], "staged": you["staged"]}


def test_ow_s_2_while_all_stage_at_once_nobody_sees_anything_of_it() -> None:
    table = Table(f"stage\n{FACE_DOWN}", players=3)
    views = ("public", "player_1", "player_2")
    before = [table.game.position(table.state, view) for view in views]
    table.play(STAGING)
    assert [table.game.position(table.state, view) for view in views] == before
    assert seen_of_you(table, "player_1") == {"hand": 4, "staged": {}}
    table.play("foe: pass")
    assert table.game.position(table.state, "player_2") == before[2]
    own = {"Koti": ["Auto Assault 10", "Outpost"], "Maail": ["Scout"]}
    assert seen_of_you(table, "player_0") == {"hand": ["Titan"], "staged": own}


@pytest.mark.parametrize("view", ["public", "player_1", "player_2"])
def test_ow_s_2_in_the_books_order_later_players_see_how_many_cards_lie_where(view: str) -> None:
    table = Table(f"stage | stage in order\n{FACE_DOWN}", players=3)
    table.play("you: stage Outpost @ Koti; you: stage Auto Assault 10 @ Koti")
    assert seen_of_you(table, view) == {"hand": 2, "staged": {"Koti": 2}}
    table.play("you: stage Scout @ Maail")
    assert seen_of_you(table, view) == {"hand": 1, "staged": {"Koti": 2, "Maail": 1}}


@pytest.mark.parametrize("order", ["", " | stage in order"])
@pytest.mark.parametrize("view", ["public", "player_1", "player_2"])
def test_ow_s_2_afterwards_the_numbers_are_public_and_the_cards_are_not(view: str, order: str) -> None:
    """A Ship of yours is asked whether it moves, so Stage is over and nothing is face up yet."""
    at_move = FACE_DOWN.replace("Robot Factory", "Robot Factory, Corvette")
    table = Table(f"stage{order}\n{at_move}", players=3)
    table.play(f"{STAGING}; foe, third: pass")
    assert table.text().startswith("move | turn 2 | priority you | asked you")
    assert seen_of_you(table, view) == {"hand": 1, "staged": {"Koti": 2, "Maail": 1}}
    own = {"Koti": ["Auto Assault 10", "Outpost"], "Maail": ["Scout"]}
    assert seen_of_you(table, "player_0") == {"hand": ["Titan"], "staged": own}
    table.play("you: pass")
    assert seen_of_you(table, view) == {"hand": 1, "staged": own}


def test_ow_s_2_whoever_is_done_takes_no_part_in_what_the_others_decide() -> None:
    table = Table("""stage
                     Koti:
                     Maail:
                     you: hand Outpost, Exploit
                     foe: hand Outpost, Exploit""")
    first = [table.game.action_id(table.state, 0, "pass"), table.game.action_id(table.state, 1, "stage Outpost @ Koti")]
    then = [table.game.action_id(table.state, 0, "stage Exploit @ Koti"), 0]
    for actions in (first, then):
        engine.apply(table.state[0], table.game.tables[0], table.chance[0], np.array(actions, np.int32))
    assert table.text() == tidy("""resolve | asked you: next world
                                   Koti: foe stage Outpost
                                   Maail:
                                   you: hand Outpost, Exploit
                                   foe: hand Exploit""")
