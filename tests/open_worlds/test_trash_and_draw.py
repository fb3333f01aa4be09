"""Trash and Draw (OW-T, OW-D): cards thrown away face down, cards drawn, the last card of a Deck."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from scenario import SCENARIO_SEED, Refusal, Scenario, Table, check, check_refusal

from ow_env.core.rng import RNG, start

pytestmark = pytest.mark.pure

SCENARIOS = [
    # ── Trash ────────────────────────────────────────────────────────────────────────────────
    Scenario(
        "OW-T.1 any number of cards goes face down on the Trash Heap",
        before="""trash
                  Koti:
                  you: hand Scout, Titan, 2x Outpost | deck 5x Exploit | trash Pike | wreck GRB
                  foe: hand Scout | deck 5x Exploit""",
        play="you: discard Titan; you: discard Outpost",
        after="""trash | asked you
                 Koti:
                 you: hand Scout, Outpost | deck 5x Exploit | trash Pike, Titan, Outpost | wreck GRB
                 foe: hand Scout | deck 5x Exploit""",
    ),
    Scenario(
        "OW-T.1 also the whole hand; then the next player is asked",
        before="""trash
                  Koti:
                  you: hand Scout, Titan | deck 5x Exploit
                  foe: hand Scout | deck 5x Exploit""",
        play="you: discard Titan; you: discard Scout",
        after="""trash | asked foe
                 Koti:
                 you: deck 5x Exploit | trash Titan, Scout
                 foe: hand Scout | deck 5x Exploit""",
    ),
    Scenario(
        "OW-T.1 nobody has to throw anything away",
        before="""trash
                  Koti:
                  you: hand Scout | deck 5x Exploit
                  foe: hand Titan | deck 5x Exploit""",
        play="you, foe: pass",
        after="""stage | turn 3 | asked you, foe
                 Koti:
                 you: hand Scout, 2x Exploit | deck 3x Exploit
                 foe: hand Titan, 2x Exploit | deck 3x Exploit""",
    ),
    Scenario(
        "OW-T.1 in Priority Order, the player with Priority first",
        before="""trash | priority foe
                  Koti:
                  you: hand Scout | deck 5x Exploit
                  foe: hand Titan, Scout | deck 5x Exploit""",
        play="foe: discard Titan; foe: pass",
        after="""trash | priority foe | asked you
                 Koti:
                 you: hand Scout | deck 5x Exploit
                 foe: hand Scout | deck 5x Exploit | trash Titan""",
    ),
    Scenario(
        "OW-T.1 round the table, past those without cards",
        before="""trash | priority third
                  Koti:
                  you: hand Scout | deck 5x Exploit
                  foe: hand Scout | deck 5x Exploit
                  third: hand Scout | deck 5x Exploit
                  fourth: deck 5x Exploit""",
        play="third: pass; you: discard Scout",
        after="""trash | priority third | asked foe
                 Koti:
                 you: deck 5x Exploit | trash Scout
                 foe: hand Scout | deck 5x Exploit
                 third: hand Scout | deck 5x Exploit
                 fourth: deck 5x Exploit""",
        players=4,
    ),
    Scenario(
        "OW-2.1 nobody has a card: Trash passes by",
        before="""trash
                  Koti:
                  you: deck 5x Exploit
                  foe: deck 5x Exploit""",
        play="",
        after="""stage | turn 3 | asked you, foe
                 Koti:
                 you: hand 2x Exploit | deck 3x Exploit
                 foe: hand 2x Exploit | deck 3x Exploit""",
    ),
    Scenario(
        "OW-7.3 thrown away face down, a seen card stays remembered: it may be there or in hand",
        before="""trash
                  Koti:
                  you: hand Scout, 2x Outpost | deck 5x Exploit | seen Scout, Outpost
                  foe: hand Scout | deck 5x Exploit""",
        play="you: discard Scout; you: discard Outpost",
        after="""trash | asked you
                 Koti:
                 you: hand Outpost | deck 5x Exploit | trash Scout, Outpost | seen Scout, Outpost
                 foe: hand Scout | deck 5x Exploit""",
    ),
    # ── How many are drawn ───────────────────────────────────────────────────────────────────
    Scenario(
        "OW-D.1 as many cards as Income",
        before="""trash
                  Koti:
                  you: deck 12x Exploit | income 5
                  foe: deck 12x Exploit | income 3""",
        play="",
        after="""stage | turn 3 | asked you, foe
                 Koti:
                 you: hand 5x Exploit | deck 7x Exploit | income 5 | prior 5
                 foe: hand 3x Exploit | deck 9x Exploit | income 3 | prior 3""",
    ),
    Scenario(
        "OW-D.1 this turn's Income, not that of the turn before",
        before="""trash
                  Koti:
                  you: deck 12x Exploit | income 3 | prior 9
                  foe: deck 12x Exploit | income 4 | prior 1""",
        play="",
        after="""stage | turn 3 | asked you, foe
                 Koti:
                 you: hand 3x Exploit | deck 9x Exploit | income 3 | prior 3
                 foe: hand 4x Exploit | deck 8x Exploit | income 4 | prior 4""",
    ),
    Scenario(
        "OW-D.1 but at least 2",
        before="""trash
                  Koti:
                  you: deck 12x Exploit | income 1
                  foe: deck 12x Exploit""",
        play="",
        after="""stage | turn 3 | asked you, foe
                 Koti:
                 you: hand 2x Exploit | deck 10x Exploit | income 1 | prior 1
                 foe: hand 2x Exploit | deck 10x Exploit""",
    ),
    Scenario(
        "OW-D.1 the Hand Limit is 10: of an Income of 10 four are drawn to six cards",
        before="""trash
                  Koti:
                  you: hand 6x Outpost | deck 12x Exploit | income 10
                  foe: deck 12x Exploit | income 10""",
        play="you: pass",
        after="""stage | turn 3 | asked you, foe
                 Koti:
                 you: hand 6x Outpost, 4x Exploit | deck 8x Exploit | income 10 | prior 10
                 foe: hand 10x Exploit | deck 2x Exploit | income 10 | prior 10""",
    ),
    Scenario(
        "OW-D.1 who Trashed all cards draws all ten",
        before="""trash
                  Koti:
                  you: hand 2x Outpost | deck 12x Exploit | income 12
                  foe: deck 12x Exploit""",
        play="you: discard Outpost; you: discard Outpost",
        after="""stage | turn 3 | asked you, foe
                 Koti:
                 you: hand 10x Exploit | deck 2x Exploit | trash 2x Outpost | income 12 | prior 12
                 foe: hand 2x Exploit | deck 10x Exploit""",
    ),
    Scenario(
        "OW-D.1 the Hand Limit caps the least 2 too",
        before="""trash
                  Koti:
                  you: hand 9x Outpost | deck 12x Exploit
                  foe: hand 8x Outpost | deck 12x Exploit""",
        play="you, foe: pass",
        after="""stage | turn 3 | asked you, foe
                 Koti:
                 you: hand 9x Outpost, Exploit | deck 11x Exploit
                 foe: hand 8x Outpost, 2x Exploit | deck 10x Exploit""",
    ),
    Scenario(
        "OW-D.1 a hand at the limit or above it draws nothing and keeps its cards",
        before="""trash
                  Koti:
                  you: hand 10x Outpost | deck 12x Exploit | income 7
                  foe: hand 13x Outpost | deck 12x Exploit | income 7""",
        play="you, foe: pass",
        after="""stage | turn 3 | asked you, foe
                 Koti:
                 you: hand 10x Outpost | deck 12x Exploit | income 7 | prior 7
                 foe: hand 13x Outpost | deck 12x Exploit | income 7 | prior 7""",
    ),
    Scenario(
        "OW-D.1 four players draw, each by the own Income",
        before="""trash | priority third
                  Koti:
                  you: deck 6x Exploit
                  foe: deck 6x Exploit | income 3
                  third: deck 6x Exploit | income 4
                  fourth: deck 6x Exploit | income 5""",
        play="",
        after="""stage | turn 3 | priority third | asked you, foe, third, fourth
                 Koti:
                 you: hand 2x Exploit | deck 4x Exploit
                 foe: hand 3x Exploit | deck 3x Exploit | income 3 | prior 3
                 third: hand 4x Exploit | deck 2x Exploit | income 4 | prior 4
                 fourth: hand 5x Exploit | deck Exploit | income 5 | prior 5""",
        players=4,
    ),
    # ── The last card ────────────────────────────────────────────────────────────────────────
    Scenario(
        "OW-D.2 whoever draws the last card: the next turn is the FINAL TURN",
        before="""trash
                  Koti:
                  you: deck 12x Exploit | income 5
                  foe: deck 3x Exploit | income 3""",
        play="",
        after="""stage | turn 3 | final turn | asked you, foe
                 Koti:
                 you: hand 5x Exploit | deck 7x Exploit | income 5 | prior 5
                 foe: hand 3x Exploit | income 3 | prior 3""",
    ),
    Scenario(
        "OW-D.2 the last but one is not the last",
        before="""trash
                  Koti:
                  you: deck 12x Exploit | income 5
                  foe: deck 4x Exploit | income 3""",
        play="",
        after="""stage | turn 3 | asked you, foe
                 Koti:
                 you: hand 5x Exploit | deck 7x Exploit | income 5 | prior 5
                 foe: hand 3x Exploit | deck Exploit | income 3 | prior 3""",
    ),
    Scenario(
        "OW-D.1 where fewer are left than due, those are drawn",
        before="""trash
                  Koti:
                  you: deck 3x Exploit, Titan | income 9
                  foe: deck Exploit""",
        play="",
        after="""stage | turn 3 | final turn | asked you, foe
                 Koti:
                 you: hand 3x Exploit, Titan | income 9 | prior 9
                 foe: hand Exploit""",
    ),
    Scenario(
        "OW-D.2 any of four may draw the last card",
        before="""trash
                  Koti:
                  you: deck 6x Exploit
                  foe: deck 6x Exploit
                  third: deck 6x Exploit
                  fourth: deck 2x Exploit""",
        play="",
        after="""stage | turn 3 | final turn | asked you, foe, third, fourth
                 Koti:
                 you: hand 2x Exploit | deck 4x Exploit
                 foe: hand 2x Exploit | deck 4x Exploit
                 third: hand 2x Exploit | deck 4x Exploit
                 fourth: hand 2x Exploit""",
        players=4,
    ),
    Scenario(
        "OW-D.2 a last card that a full hand leaves in the Deck is not drawn",
        before="""trash
                  Koti:
                  you: hand 10x Outpost | deck Exploit | income 5
                  foe: deck 4x Exploit""",
        play="you: pass",
        after="""stage | turn 3 | asked you, foe
                 Koti:
                 you: hand 10x Outpost | deck Exploit | income 5 | prior 5
                 foe: hand 2x Exploit | deck 2x Exploit""",
    ),
    Scenario(
        "OW-D.2 drawn by a Utility, the last card is the last card",
        before="""trash
                  Koti:
                  you: hand Research | deck 5x Exploit
                  foe: deck 9x Exploit""",
        play="you: pass; you: play Research; you: option 1",
        after="""stage | turn 3 | final turn | asked you, foe
                 Koti:
                 you: hand 5x Exploit | wreck Research
                 foe: hand 2x Exploit | deck 7x Exploit""",
    ),
    Scenario(
        "OW-D.2 searched out by a Utility too",
        before="""trash
                  Koti:
                  you: hand Research | deck 3x Exploit
                  foe: deck 9x Exploit""",
        play="you: pass; you: play Research; you: option 2",
        after="""stage | turn 3 | final turn | asked you, foe
                 Koti:
                 you: hand 3x Exploit | wreck Research
                 foe: hand 2x Exploit | deck 7x Exploit""",
    ),
    Scenario(
        "OW-D.2 during setup too: the first turn is the FINAL TURN",
        before="""adjust | turn 0
                  Koti:
                  you: hand 2x Outpost | deck Exploit
                  foe: hand 2x Outpost | deck 9x Exploit""",
        play="you: discard Outpost; you, foe: pass",
        after="""stage | turn 1 | final turn | asked you, foe
                 Koti:
                 you: hand Outpost, Exploit | trash Outpost
                 foe: hand 2x Outpost | deck 9x Exploit""",
    ),
    Scenario(
        "OW-D.2 it is the next turn: until then nothing changes",
        before="""trash
                  Koti: you Suck Dry
                  you: deck 5x Exploit | income 7
                  foe: hand Research | deck 9x Exploit""",
        play="foe: pass",
        after="""draw | asked foe: window: end of draw
                 Koti: you Suck Dry
                 you: hand 5x Exploit | income 7
                 foe: hand Research, 2x Exploit | deck 7x Exploit""",
    ),
]


@pytest.mark.parametrize("scenario", SCENARIOS, ids=str)
def test_scenario(scenario: Scenario) -> None:
    check(scenario)


REFUSALS = [
    Refusal(
        "OW-T.1 what is not in hand is not thrown away",
        """trash
           Koti: you Outpost
           you: hand Scout, 2x Exploit | deck Titan
           foe: hand Scout | deck Exploit""",
        "you: discard Titan",
        "cannot discard Titan: Titan is not in your hand (it holds 2x Exploit, Scout)",
    ),
    Refusal(
        "OW-T.1 one copy is thrown away once",
        """trash
           Koti:
           you: hand Scout, Exploit | deck Titan
           foe: hand Scout | deck Exploit""",
        "you: discard Exploit; you: discard Exploit",
        "cannot discard Exploit: Exploit is not in your hand (it holds Scout)",
    ),
    Refusal(
        "OW-T.1 who comes later waits",
        """trash
           Koti:
           you: hand Scout | deck Titan
           foe: hand Scout | deck Exploit""",
        "foe: discard Scout",
        "cannot discard Scout: it is another player's decision (it is up to player_0)",
    ),
    Refusal(
        "OW-T.1 who was first is done",
        """trash
           Koti:
           you: hand Scout | deck Titan
           foe: hand Scout | deck Exploit""",
        "you: pass; you: discard Scout",
        "cannot discard Scout: it is another player's decision (it is up to player_1)",
    ),
    Refusal(
        "OW-T.1 nothing is staged in this Step",
        """trash
           Koti:
           you: hand Scout | deck Titan
           foe: hand Scout | deck Exploit""",
        "you: stage Scout @ Koti",
        "cannot stage Scout @ Koti: stage is not what is asked now (asked now: discard a card, or pass)",
    ),
    Refusal(
        "OW-M.1 Ships move in the Move Step alone",
        """trash
           Koti: you Striker
           Maail:
           you: hand Scout | deck Titan
           foe: hand Scout | deck Exploit""",
        "you: move Striker @ Maail",
        "cannot move Striker @ Maail: move is not what is asked now (asked now: discard a card, or pass)",
    ),
]


@pytest.mark.parametrize("refusal", REFUSALS, ids=str)
def test_refusal(refusal: Refusal) -> None:
    check_refusal(refusal)


@pytest.mark.parametrize("view", ["public", "player_1"])
def test_ow_t_1_all_see_how_many_are_thrown_away_and_nobody_which(view: str) -> None:
    table = Table("""trash
                     Koti:
                     you: hand Scout, Titan, Outpost | deck 5x Exploit | wreck GRB
                     foe: hand Scout | deck 5x Exploit""")
    table.play("you: discard Titan; you: discard Outpost")
    you = table.game.position(table.state, view)["players"][0]
    assert (you["hand"], you["trash"], you["wreck"], you["deck"]) == (1, 2, ["GRB"], 5)
    own = table.game.position(table.state, "player_0")["players"][0]
    assert (own["hand"], own["trash"]) == (["Scout"], ["Outpost", "Titan"])


@pytest.mark.parametrize("view", ["public", "player_1"])
def test_ow_7_1_hands_and_decks_are_hidden_and_counted(view: str) -> None:
    table = Table("""trash
                     Koti:
                     you: hand Scout, Titan | deck 5x Exploit, GRB | seen Scout
                     foe: hand Scout | deck 5x Exploit""")
    you = table.game.position(table.state, view)["players"][0]
    assert (you["hand"], you["deck"], you["seen"]) == (2, 6, ["Scout"])


def test_ow_d_1_any_card_of_the_deck_may_be_drawn() -> None:
    """Two cards are drawn of five; over many games each of them comes, about as often."""
    cards = ["Scout", "Kite", "Striker", "Lancer", "Titan"]
    table = Table(f"""trash
                      Koti:
                      you: hand Outpost | deck {", ".join(cards)}
                      foe: deck 3x Exploit""")
    before = table.state.copy()
    found: Counter[str] = Counter()
    for number in range(60):
        table.state = before.copy()
        start(table.chance[0], np.uint64(SCENARIO_SEED), np.uint64(number))
        table.play("you: pass")
        you = table.game.position(table.state)["players"][0]
        drawn = [card for card in you["hand"] if card != "Outpost"]
        assert len(drawn) == 2
        assert sorted(drawn + you["deck"]) == sorted(cards)
        found.update(drawn)
    assert sorted(found) == sorted(cards)
    assert max(found.values()) < 3 * min(found.values())


def test_ow_d_1_the_same_chance_draws_the_same_cards() -> None:
    draws = []
    for count in (0, 0, 1):
        table = Table("""trash
                         Koti:
                         you: hand Outpost | deck Scout, Kite, Striker, Lancer, Titan, GRB, Pike
                         foe: deck 3x Exploit""")
        table.chance = np.zeros(1, RNG)
        start(table.chance[0], np.uint64(SCENARIO_SEED), np.uint64(count))
        table.play("you: pass")
        draws.append(table.game.position(table.state)["players"][0]["hand"])
    assert draws[0] == draws[1] != draws[2]
