"""Trash and Draw (OW-T, OW-D): cards thrown away face down, cards drawn, the last card of a Deck."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from ow_env.core.rng import start
from tests.open_worlds.scenario import SEED, Table, check
from tests.scenarios import Row, rows

ROWS = rows("""
# ── Trash ────────────────────────────────────────────────────────────────────────────────
OW-T.1 any number of cards goes face down on the Trash Heap
    before: trash | Koti | hand Scout, Titan, 2x Outpost | deck 5x Exploit | trash Pike | wreck GRB
            foe: hand Scout | deck 5x Exploit
    play: discard Titan; discard Outpost   after: asked you | hand Outpost, Scout | trash Outpost, Pike, Titan
OW-T.1 also the whole hand; then the next player is asked
    before: trash | Koti | hand Scout, Titan | deck 5x Exploit | foe: hand Scout | deck 5x Exploit
    play: discard Titan; discard Scout   after: asked foe | hand - | trash Scout, Titan
OW-T.1 nobody has to throw anything away
    before: trash | Koti | hand Scout | deck 5x Exploit | foe: hand Titan | deck 5x Exploit
    play:   you, foe: pass
    after:  stage | turn 3 | asked you, foe | hand 2x Exploit, Scout | deck 3x Exploit
            foe: hand 2x Exploit, Titan | deck 3x Exploit
OW-T.1 in Priority Order, the player with Priority first
    before: trash | priority foe | Koti | hand Scout | deck 5x Exploit | foe: hand Titan, Scout | deck 5x Exploit
    play: foe: discard Titan; foe: pass   after: asked you | foe: hand Scout | trash Titan
OW-T.1 round the table, past those without cards
    before: trash | priority third | Koti | hand Scout | deck 5x Exploit | foe: hand Scout | deck 5x Exploit
            third: hand Scout | deck 5x Exploit | fourth: deck 5x Exploit
    play: third: pass; discard Scout   after: asked foe | hand - | trash Scout
OW-2.1 nobody has a card: Trash passes by
    before: trash | Koti | deck 5x Exploit | foe: deck 5x Exploit
    after:  stage | turn 3 | asked you, foe | hand 2x Exploit | deck 3x Exploit | foe: hand 2x Exploit | deck 3x Exploit
OW-7.3 thrown away face down, a seen card stays remembered: it may be there or in hand
    before: trash | Koti | hand Scout, 2x Outpost | deck 5x Exploit | seen Scout, Outpost
            foe: hand Scout | deck 5x Exploit
    play: discard Scout; discard Outpost   after: asked you | hand Outpost | trash Outpost, Scout
# ── How many are drawn ───────────────────────────────────────────────────────────────────
OW-D.1 as many cards as Income
    before: trash | Koti | deck 12x Exploit | income 5 | foe: deck 12x Exploit | income 3
    after:  stage | turn 3 | asked you, foe | hand 5x Exploit | deck 7x Exploit | prior 5
            foe: hand 3x Exploit | deck 9x Exploit | prior 3
OW-D.1 this turn's Income, not that of the turn before
    before: trash | Koti | deck 12x Exploit | income 3 | prior 9 | foe: deck 12x Exploit | income 4 | prior 1
    after:  stage | turn 3 | asked you, foe | hand 3x Exploit | deck 9x Exploit | prior 3
            foe: hand 4x Exploit | deck 8x Exploit | prior 4
OW-D.1 but at least 2
    before: trash | Koti | deck 12x Exploit | income 1 | foe: deck 12x Exploit
    after:  stage | turn 3 | asked you, foe | hand 2x Exploit | deck 10x Exploit | prior 1
            foe: hand 2x Exploit | deck 10x Exploit
OW-D.1 the Hand Limit is 10: of an Income of 10 four are drawn to six cards
    before: trash | Koti | hand 6x Outpost | deck 12x Exploit | income 10 | foe: deck 12x Exploit | income 10
    play:   pass
    after:  stage | turn 3 | asked you, foe | hand 4x Exploit, 6x Outpost | deck 8x Exploit | prior 10
            foe: hand 10x Exploit | deck 2x Exploit | prior 10
OW-D.1 who Trashed all cards draws all ten
    before: trash | Koti | hand 2x Outpost | deck 12x Exploit | income 12 | foe: deck 12x Exploit
    play:   discard Outpost; discard Outpost
    after:  stage | turn 3 | asked you, foe | hand 10x Exploit | deck 2x Exploit | trash 2x Outpost | prior 12
            foe: hand 2x Exploit | deck 10x Exploit
OW-D.1 the Hand Limit caps the least 2 too
    before: trash | Koti | hand 9x Outpost | deck 12x Exploit | foe: hand 8x Outpost | deck 12x Exploit
    play:   you, foe: pass
    after:  stage | turn 3 | asked you, foe | hand Exploit, 9x Outpost | deck 11x Exploit
            foe: hand 2x Exploit, 8x Outpost | deck 10x Exploit
OW-D.1 a hand at the limit or above it draws nothing and keeps its cards
    before: trash | Koti | hand 10x Outpost | deck 12x Exploit | income 7
            foe: hand 13x Outpost | deck 12x Exploit | income 7
    play: you, foe: pass   after: stage | turn 3 | asked you, foe | prior 7 | foe: prior 7
OW-D.1 four players draw, each by the own Income
    before: trash | priority third | Koti | deck 6x Exploit | foe: deck 6x Exploit | income 3
            third: deck 6x Exploit | income 4 | fourth: deck 6x Exploit | income 5
    after:  stage | turn 3 | asked you, foe, third, fourth | hand 2x Exploit | deck 4x Exploit
            foe: hand 3x Exploit | deck 3x Exploit | prior 3 | third: hand 4x Exploit | deck 2x Exploit | prior 4
            fourth: hand 5x Exploit | deck Exploit | prior 5
# ── The last card ────────────────────────────────────────────────────────────────────────
OW-D.2 whoever draws the last card: the next turn is the FINAL TURN
    before: trash | Koti | deck 12x Exploit | income 5 | foe: deck 3x Exploit | income 3
    after:  stage | turn 3 | final turn | asked you, foe | hand 5x Exploit | deck 7x Exploit | prior 5
            foe: hand 3x Exploit | deck - | prior 3
OW-D.2 the last but one is not the last
    before: trash | Koti | deck 12x Exploit | income 5 | foe: deck 4x Exploit | income 3
    after:  stage | turn 3 | asked you, foe | hand 5x Exploit | deck 7x Exploit | prior 5
            foe: hand 3x Exploit | deck Exploit | prior 3
OW-D.1 where fewer are left than due, those are drawn
    before: trash | Koti | deck 3x Exploit, Titan | income 9 | foe: deck Exploit
    after:  stage | turn 3 | final turn | asked you, foe | hand 3x Exploit, Titan | deck - | prior 9
            foe: hand Exploit | deck -
OW-D.2 any of four may draw the last card
    before: trash | Koti | deck 6x Exploit | foe: deck 6x Exploit | third: deck 6x Exploit | fourth: deck 2x Exploit
    after:  stage | turn 3 | final turn | asked you, foe, third, fourth | hand 2x Exploit | deck 4x Exploit
            foe: hand 2x Exploit | deck 4x Exploit | third: hand 2x Exploit | deck 4x Exploit
            fourth: hand 2x Exploit | deck -
OW-D.2 a last card that a full hand leaves in the Deck is not drawn
    before: trash | Koti | hand 10x Outpost | deck Exploit | income 5 | foe: deck 4x Exploit
    play: pass   after: stage | turn 3 | asked you, foe | prior 5 | foe: hand 2x Exploit | deck 2x Exploit
OW-D.2 drawn by a Utility, the last card is the last card
    before: trash | Koti | hand Research | deck 5x Exploit | foe: deck 9x Exploit
    play:   pass; play Research; option 1
    after:  stage | turn 3 | final turn | asked you, foe | hand 5x Exploit | deck - | wreck Research
            foe: hand 2x Exploit | deck 7x Exploit
OW-D.2 searched out by a Utility too
    before: trash | Koti | hand Research | deck 3x Exploit | foe: deck 9x Exploit
    play:   pass; play Research; option 2
    after:  stage | turn 3 | final turn | asked you, foe | hand 3x Exploit | deck - | wreck Research
            foe: hand 2x Exploit | deck 7x Exploit
OW-D.2 during setup too: the first turn is the FINAL TURN
    before: adjust | turn 0 | Koti | hand 2x Outpost | deck Exploit | foe: hand 2x Outpost | deck 9x Exploit
    play:   discard Outpost; you, foe: pass
    after:  stage | turn 1 | final turn | asked you, foe | hand Exploit, Outpost | deck - | trash Outpost
OW-D.2 it is the next turn: until then nothing changes
    before: trash | Koti: you Suck Dry | deck 5x Exploit | income 7 | foe: hand Research | deck 9x Exploit
    play:   foe: pass
    after:  draw | asked foe: window: end of draw | hand 5x Exploit | deck -
            foe: hand 2x Exploit, Research | deck 7x Exploit
# ── What is refused ──
OW-T.1 what is not in hand is not thrown away
    before: trash | Koti: you Outpost | hand Scout, 2x Exploit | deck Titan | foe: hand Scout | deck Exploit
    play: discard Titan   why: cannot discard Titan: Titan is not in your hand (it holds 2x Exploit, Scout)
OW-T.1 one copy is thrown away once
    before: trash | Koti | hand Scout, Exploit | deck Titan | foe: hand Scout | deck Exploit
    play: discard Exploit; discard Exploit   why: cannot discard Exploit: Exploit is not in your hand (it holds Scout)
OW-T.1 who comes later waits
    before: trash | Koti | hand Scout | deck Titan | foe: hand Scout | deck Exploit
    play: foe: discard Scout   why: cannot discard Scout: it is another player's decision (it is up to player_0)
OW-T.1 who was first is done
    before: trash | Koti | hand Scout | deck Titan | foe: hand Scout | deck Exploit
    play: pass; discard Scout   why: cannot discard Scout: it is another player's decision (it is up to player_1)
OW-T.1 nothing is staged in this Step
    before: trash | Koti | hand Scout | deck Titan | foe: hand Scout | deck Exploit
    play:   stage Scout @ Koti
    why:    cannot stage Scout @ Koti: stage is not what is asked now (asked now: discard a card, or pass)
OW-M.1 Ships move in the Move Step alone
    before: trash | Koti: you Striker | Maail | hand Scout | deck Titan | foe: hand Scout | deck Exploit
    play:   move Striker @ Maail
    why:    cannot move Striker @ Maail: move is not what is asked now (asked now: discard a card, or pass)
""")


@pytest.mark.rule
@pytest.mark.parametrize("row", ROWS, ids=str)
def test_rule(row: Row) -> None:
    check(row)


@pytest.mark.rule
@pytest.mark.parametrize("view", ["public", "player_1"])
def test_ow_t_1_all_see_how_many_are_thrown_away_and_nobody_which(view: str) -> None:
    table = Table(
        "trash | Koti | hand Scout, Titan, Outpost | deck 5x Exploit | wreck GRB | foe: hand Scout | deck 5x Exploit"
    )
    table.play("discard Titan; discard Outpost")
    you = table.game.position(table.state, view)["players"][0]
    assert (you["hand"], you["trash"], you["wreck"], you["deck"]) == (1, 2, ["GRB"], 5)
    own = table.game.position(table.state, "player_0")["players"][0]
    assert (own["hand"], own["trash"]) == (["Scout"], ["Outpost", "Titan"])


@pytest.mark.rule
@pytest.mark.parametrize("view", ["public", "player_1"])
def test_ow_7_1_hands_and_decks_are_hidden_and_counted(view: str) -> None:
    table = Table(
        "trash | Koti | hand Scout, Titan | deck 5x Exploit, GRB | seen Scout | foe: hand Scout | deck 5x Exploit"
    )
    you = table.game.position(table.state, view)["players"][0]
    assert (you["hand"], you["deck"], you["seen"]) == (2, 6, ["Scout"])


@pytest.mark.bounds
def test_ow_d_1_any_card_of_the_deck_may_be_drawn() -> None:
    """Two of five are drawn; over many games each comes about as often, and with the same chance the same."""
    cards = ["Scout", "Kite", "Striker", "Lancer", "Titan"]
    table = Table(f"trash | Koti | hand Outpost | deck {', '.join(cards)} | foe: deck 3x Exploit")
    before = table.states.copy()
    found: Counter[str] = Counter()
    for number in range(60):
        hands = []
        for _ in range(2):
            table.states = before.copy()
            start(table.rng[0], np.uint64(SEED), np.uint64(number))
            table.do({0: "pass"})
            you = table.position()["players"][0]
            hands.append(you["hand"])
        drawn = [card for card in you["hand"] if card != "Outpost"]
        assert hands[0] == hands[1]
        assert len(drawn) == 2
        assert sorted(drawn + you["deck"]) == sorted(cards)
        found.update(drawn)
    assert sorted(found) == sorted(cards)
    assert max(found.values()) < 3 * min(found.values())
