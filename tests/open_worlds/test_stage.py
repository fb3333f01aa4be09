"""Stage (OW-S): which cards are laid face down where, in which order, and who sees what of it."""

from __future__ import annotations

import numpy as np
import pytest

from ow_env.open_worlds import engine
from tests.open_worlds.scenario import Table, check, parts_of
from tests.scenarios import Row, rows

pytestmark = pytest.mark.rule

ASKED = "(asked now: stage a card, or pass)"

ROWS = rows(f"""
# ── One card to each World ───────────────────────────────────────────────────────────────
OW-S.1 up to one card to each World
    before: stage | Koti | Maail | hand Outpost, Exploit, Scout | deck Exploit | prior 1 | foe: deck Exploit
    play:   stage Outpost @ Koti; stage Scout @ Maail
    after:  resolve | asked you: next world | Koti: you stage Outpost | Maail: you stage Scout | hand Exploit | income 1
OW-S.1 a World may be left empty
    before: stage | Koti | Maail | hand Outpost, Exploit | deck Exploit | foe: deck Exploit
    play: stage Outpost @ Maail; pass   after: resolve | asked you: next world | Maail: you stage Outpost | hand Exploit
OW-S.1 nothing at all may be staged
    before: stage | Koti | Maail | hand Outpost | deck Exploit | foe: hand Exploit | deck Exploit
    play: foe, you: pass   after: resolve | asked you: next world
OW-S.1 any card may be staged: what can't come into play is a bluff
    before: stage | turn 1 | Phoebe K2 | Maail | Koti: foe Striker | hand Titan, Shipyard 8, Espionage, Exploit
            deck Exploit | foe: hand Outpost | deck Exploit
    play:   stage Titan @ Maail; stage Shipyard 8 @ Phoebe K2; stage Espionage @ Koti
    after:  move | asked foe | Phoebe K2: you stage Shipyard 8 | Maail: you stage Titan | Koti: you stage Espionage
            hand Exploit
OW-S.1 units there already are no hindrance
    before: stage | Koti: you Outpost, Scout | Maail | hand Outpost | deck Exploit | foe: deck Exploit
    play:   stage Outpost @ Koti; pass
    after:  resolve | asked you: next world | Koti: you Outpost, Scout, stage Outpost | hand -
OW-S.1 each player has an own card there
    before: stage | Koti | Maail | hand Outpost | deck Exploit | foe: hand Outpost | deck Exploit
            third: hand Outpost | deck Exploit | fourth: hand Outpost | deck Exploit
    play:   foe, fourth, you, third: stage Outpost @ Koti
    after:  resolve | asked you: next world
            Koti: you stage Outpost | foe stage Outpost | third stage Outpost | fourth stage Outpost | hand -
            foe: hand - | third: hand - | fourth: hand -
# ── A card that permits more ─────────────────────────────────────────────────────────────
OW-S.1 Robot Factory: an Automated Ground Force beside another card
    before: stage | Koti: you Robot Factory | Maail: foe Striker | hand Outpost, Auto Assault 10 | deck Exploit
            foe: hand City 12 | deck Exploit
    play:   stage Outpost @ Koti; stage Auto Assault 10 @ Koti
    after:  move | asked foe | Koti: you Robot Factory, stage Auto Assault 10, Outpost | hand -
OW-S.1 Robot Factory: the Automated one may be laid first
    before: stage | Koti: you Robot Factory | Maail: foe Striker | hand Titan, Auto Assault 10 | deck Exploit
            foe: hand City 12 | deck Exploit
    play:   stage Auto Assault 10 @ Koti; stage Titan @ Koti
    after:  move | asked foe | Koti: you Robot Factory, stage Auto Assault 10, Titan | hand -
OW-S.1 two Robot Factories permit no third card
    before: stage | Koti: you Robot Factory, Robot Factory (foe's)
            hand Outpost, Auto Assault 10, Auto Assault 14 | deck Exploit | foe: hand City 12 | deck Exploit
    play:   stage Auto Assault 14 @ Koti; stage Auto Assault 10 @ Koti
    after:  trash | asked you | hand Outpost | wreck Auto Assault 10, Auto Assault 14 | income 4
OW-S.1 Robot Factory: both may be Automated
    before: stage | Koti: you Robot Factory | Maail: foe Striker | hand Fallout Raid, Auto Assault 10 | deck Exploit
            foe: hand City 12 | deck Exploit
    play:   stage Auto Assault 10 @ Koti; stage Fallout Raid @ Koti
    after:  move | asked foe | Koti: you Robot Factory, stage Auto Assault 10, Fallout Raid | hand -
OW-S.1 Robot Factory: whoever controls it stages more
    before: stage | Koti: you Robot Factory (foe's) | Maail: foe Striker | hand Outpost, Auto Assault 10 | deck Exploit
            foe: hand City 12 | deck Exploit
    play:   stage Outpost @ Koti; stage Auto Assault 10 @ Koti
    after:  move | asked foe | Koti: you Robot Factory (foe's), stage Auto Assault 10, Outpost | hand -
# ── Who stages when ──────────────────────────────────────────────────────────────────────
OW-S.2 all stage at once, whoever has Priority
    before: stage | priority foe | Koti | Maail | hand Outpost, Exploit | deck Exploit
            foe: hand Outpost, Exploit | deck Exploit
    play:   stage Outpost @ Koti; foe: stage Exploit @ Maail
    after:  asked you, foe | Koti: you stage Outpost | Maail: foe stage Exploit | hand Exploit | foe: hand Outpost
OW-S.2 Stage ends when all are done, not before
    before: stage | Koti | Maail | hand Outpost | deck Exploit | foe: hand Outpost, Exploit | deck Exploit
            third: hand Outpost | deck Exploit
    play: third, you: pass; foe: stage Outpost @ Maail   after: asked foe | Maail: foe stage Outpost | foe: hand Exploit
OW-S.2 the book's order: the player with Priority stages everything first
    before: stage | stage in order | Koti | Maail | hand Outpost, Exploit | deck Exploit
            foe: hand Outpost | deck Exploit
    play: stage Outpost @ Koti   after: asked you | Koti: you stage Outpost | hand Exploit
OW-S.2 the book's order: then the next one
    before: stage | stage in order | Koti | Maail | hand Outpost, Exploit | deck Exploit
            foe: hand Outpost | deck Exploit
    play: stage Outpost @ Koti; pass   after: asked foe | Koti: you stage Outpost | hand Exploit
OW-S.2 the book's order goes round the table from the player with Priority
    before: stage | stage in order | priority third | Koti | Maail | hand Outpost | deck Exploit
            foe: hand Outpost, Exploit | deck Exploit | third: hand Outpost, Exploit | deck Exploit
            fourth: hand Outpost, Exploit | deck Exploit
    play: third, fourth: pass; stage Outpost @ Koti   after: asked foe | Koti: you stage Outpost | hand -
OW-S.2 the book's order ends with the last one
    before: stage | stage in order | priority third | Koti | Maail | hand Outpost | deck Exploit
            foe: hand Outpost | deck Exploit | third: hand Outpost | deck Exploit
    play:   third, you: pass; foe: stage Outpost @ Koti
    after:  resolve | asked third: next world | Koti: foe stage Outpost | foe: hand -
# ── Who is not asked ─────────────────────────────────────────────────────────────────────
OW-2.1 who has no card to stage is not asked
    before: stage | Koti | Maail | deck Exploit | foe: hand Outpost | deck Exploit   after: asked foe
OW-2.1 who has staged to every World is done
    before: stage | Koti | Maail: foe Striker | hand Outpost, City 12, Exploit | deck Exploit
            foe: hand Outpost | deck Exploit
    play:   stage Outpost @ Koti; stage City 12 @ Maail
    after:  move | asked foe | Koti: you stage Outpost | Maail: you stage City 12 | hand Exploit
OW-2.1 not done while Robot Factory permits one more
    before: stage | Koti: you Robot Factory | hand Outpost, Auto Assault 14 | deck Exploit
            foe: hand Outpost | deck Exploit
    play: stage Outpost @ Koti   after: asked you | Koti: you Robot Factory, stage Outpost | hand Auto Assault 14
OW-2.1 nobody has a card: Stage passes by
    before: stage | Koti | Maail | deck Exploit | foe: deck Exploit   after: resolve | asked you: next world
OW-2.1 in the book's order a player without cards is passed over
    before: stage | stage in order | Koti | Maail | hand Outpost, City 10 | deck Exploit | foe: deck Exploit
            third: hand Outpost | deck Exploit
    play: pass   after: asked third
# ── What others know of a staged card ────────────────────────────────────────────────────
OW-7.3 a card that was seen returning is remembered while it lies face down
    before: stage | Koti | Maail | hand Scout, Outpost | deck Exploit | seen Scout | foe: hand Outpost | deck Exploit
    play: stage Scout @ Koti   after: asked you | Koti: you stage Scout | hand Outpost
# ── What is refused ──
OW-S.1 no second card to one World
    before: stage | Koti | Maail | hand Outpost, Exploit, Auto Assault 10 | deck Exploit
            foe: hand Outpost | deck Exploit
    play:   stage Outpost @ Koti; stage Exploit @ Koti
    why:    cannot stage Exploit @ Koti: you have already staged to Koti, and no card there permits more (OW-S.1)
            (staged there: Outpost)
OW-S.1 an Automated one is no exception by itself
    before: stage | Koti | Maail | hand Outpost, Exploit, Auto Assault 10 | deck Exploit
            foe: hand Outpost | deck Exploit
    play:   stage Outpost @ Koti; stage Auto Assault 10 @ Koti
    why:    cannot stage Auto Assault 10 @ Koti: you have already staged to Koti, and no card there permits more
            (OW-S.1) (staged there: Outpost)
OW-S.1 Robot Factory: the card beyond the first has to be Automated
    before: stage | Koti: you Robot Factory | Maail | hand Outpost, Exploit | deck Exploit
            foe: hand Outpost | deck Exploit
    play:   stage Outpost @ Koti; stage Exploit @ Koti
    why:    cannot stage Exploit @ Koti: the card beyond the first at Koti has to be an Automated Ground Force, by Robot
            Factory (OW-S.1) (staged there: Outpost)
OW-S.1 Robot Factory: a Manned Ground Force will not do
    before: stage | Koti: you Robot Factory | Maail | hand Outpost, Troops 10 | deck Exploit
            foe: hand Outpost | deck Exploit
    play:   stage Outpost @ Koti; stage Troops 10 @ Koti
    why:    cannot stage Troops 10 @ Koti: the card beyond the first at Koti has to be an Automated Ground Force, by
            Robot Factory (OW-S.1) (staged there: Outpost)
OW-S.1 Robot Factory: one card more, not two
    before: stage | Koti: you Robot Factory | Maail | hand Outpost, Auto Assault 10, Auto Assault 14 | deck Exploit
            foe: hand Outpost | deck Exploit
    play:   stage Outpost @ Koti; stage Auto Assault 10 @ Koti; stage Auto Assault 14 @ Koti
    why:    cannot stage Auto Assault 14 @ Koti: you have already staged to Koti, and no card there permits more
            (OW-S.1) (staged there: Auto Assault 10, Outpost)
OW-S.1 Robot Factory: at its own World alone
    before: stage | Koti: you Robot Factory | Maail | hand Outpost, Auto Assault 10 | deck Exploit
            foe: hand Outpost | deck Exploit
    play:   stage Outpost @ Maail; stage Auto Assault 10 @ Maail
    why:    cannot stage Auto Assault 10 @ Maail: you have already staged to Maail, and no card there permits more
            (OW-S.1) (staged there: Outpost)
OW-S.1 Robot Factory: an opponent's is of no use
    before: stage | Koti: you City 20 | foe Robot Factory | Maail | hand Outpost, Auto Assault 10 | deck Exploit
            foe: hand Outpost | deck Exploit
    play:   stage Outpost @ Koti; stage Auto Assault 10 @ Koti
    why:    cannot stage Auto Assault 10 @ Koti: you have already staged to Koti, and no card there permits more
            (OW-S.1) (staged there: Outpost)
OW-S.1 Robot Factory: whoever lost it has no use of it
    before: stage | Koti: foe Robot Factory (you's) | Maail | hand Outpost, Auto Assault 10 | deck Exploit
            foe: hand Outpost | deck Exploit
    play:   stage Outpost @ Koti; stage Auto Assault 10 @ Koti
    why:    cannot stage Auto Assault 10 @ Koti: you have already staged to Koti, and no card there permits more
            (OW-S.1) (staged there: Outpost)
OW-S.1 Robot Factory: face down it permits nothing yet
    before: stage | Koti | Maail | hand Robot Factory, Auto Assault 10 | deck Exploit | foe: hand Outpost | deck Exploit
    play:   stage Robot Factory @ Koti; stage Auto Assault 10 @ Koti
    why:    cannot stage Auto Assault 10 @ Koti: you have already staged to Koti, and no card there permits more
            (OW-S.1) (staged there: Robot Factory)
OW-S.1 a card is staged from the hand, not from the Deck
    before: stage | Koti | Maail | hand Outpost | deck Exploit | foe: hand Outpost | deck Exploit
    play: stage Exploit @ Koti   why: cannot stage Exploit @ Koti: Exploit is not in your hand (it holds Outpost)
OW-S.1 one Outpost of the hand is staged once
    before: stage | Koti | Maail | hand Outpost, Scout | deck Exploit | foe: hand Outpost | deck Exploit
    play:   stage Outpost @ Koti; stage Outpost @ Maail
    why:    cannot stage Outpost @ Maail: Outpost is not in your hand (it holds Scout)
OW-S.2 the book's order: who comes later waits
    before: stage | stage in order | Koti | Maail | hand Outpost | deck Exploit | foe: hand Outpost | deck Exploit
    play:   foe: stage Outpost @ Koti
    why:    cannot stage Outpost @ Koti: it is another player's decision (it is up to player_0)
OW-S.2 the book's order: who was first is done
    before: stage | stage in order | Koti | Maail | hand Outpost | deck Exploit | foe: hand Outpost | deck Exploit
    play:   pass; stage Outpost @ Koti
    why:    cannot stage Outpost @ Koti: it is another player's decision (it is up to player_1)
OW-S.3 a staged card is not taken back
    before: stage | Koti | Maail | hand Outpost, Scout | deck Exploit | foe: hand Outpost | deck Exploit
    play: stage Outpost @ Koti; take Outpost   why: cannot take Outpost: take is not what is asked now {ASKED}
OW-S.3 nor thrown away
    before: stage | Koti | Maail | hand Outpost, Scout | deck Exploit | foe: hand Outpost | deck Exploit
    play: stage Outpost @ Koti; discard Outpost   why: cannot discard Outpost: discard is not what is asked now {ASKED}
OW-S.3 nor laid at another World
    before: stage | Koti | Maail | hand Scout, Titan | deck Exploit | foe: hand Outpost | deck Exploit
    play:   stage Scout @ Koti; stage Scout @ Maail
    why:    cannot stage Scout @ Maail: Scout is not in your hand (it holds Titan)
OW-S.3 who is done lays nothing more
    before: stage | Koti | Maail | hand Outpost | deck Exploit | foe: hand Outpost, City 10 | deck Exploit
    play:   pass; foe: stage Outpost @ Koti; stage Outpost @ Koti
    why:    cannot stage Outpost @ Koti: it is another player's decision (player_0 is done with this Step)
""")


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_rule(row: Row) -> None:
    check(row)


# ── Who sees what ────────────────────────────────────────────────────────────────────────────

FACE_DOWN = (
    "hand Outpost, Scout, Titan, Auto Assault 10 | deck Exploit | prior 1 | foe: hand 3x Outpost | deck Exploit"
    " | third: hand 3x Outpost | deck Exploit"
)
STAGING = "stage Outpost @ Koti; stage Auto Assault 10 @ Koti; stage Scout @ Maail"
OTHERS = "foe, third: stage Outpost @ Koti; foe, third: stage Outpost @ Maail; foe, third: stage Outpost @ Aldra"


def seen_of_you(table: Table, view: str) -> dict[str, object]:
    """Return what a view tells of your hand and of what you have staged."""
    you = table.game.position(table.state, view)["players"][0]
    return {"hand": you["hand"], "staged": you["staged"]}


def test_ow_s_2_while_all_stage_at_once_nobody_sees_anything_of_it() -> None:
    table = Table(f"stage | Koti: you Robot Factory | Maail | Aldra | Quill | {FACE_DOWN}")
    views = ("public", "player_1", "player_2")
    before = [table.game.position(table.state, view)["players"][0] for view in views]
    table.play(f"{STAGING}; {OTHERS}")
    assert table.asked == [0]
    assert [table.game.position(table.state, view)["players"][0] for view in views] == before
    assert seen_of_you(table, "player_1") == {"hand": 4, "staged": {}}
    own = {"Koti": ["Auto Assault 10", "Outpost"], "Maail": ["Scout"]}
    assert seen_of_you(table, "player_0") == {"hand": ["Titan"], "staged": own}


@pytest.mark.parametrize("view", ["public", "player_1", "player_2"])
def test_ow_s_2_in_the_books_order_later_players_see_how_many_cards_lie_where(view: str) -> None:
    table = Table(f"stage | stage in order | Koti: you Robot Factory | Maail | {FACE_DOWN}")
    table.play("stage Outpost @ Koti; stage Auto Assault 10 @ Koti")
    assert seen_of_you(table, view) == {"hand": 2, "staged": {"Koti": 2}}
    table.play("stage Scout @ Maail")
    assert seen_of_you(table, view) == {"hand": 1, "staged": {"Koti": 2, "Maail": 1}}


@pytest.mark.parametrize("order", ["", " | stage in order"])
@pytest.mark.parametrize("view", ["public", "player_1", "player_2"])
def test_ow_s_2_afterwards_the_numbers_are_public_and_the_cards_are_not(view: str, order: str) -> None:
    """A Ship of yours is asked whether it moves, so Stage is over and nothing is face up yet."""
    table = Table(f"stage{order} | Koti: you Robot Factory, Corvette | Maail | {FACE_DOWN}")
    table.play(f"{STAGING}; foe, third: pass")
    parts = parts_of(table.position())
    assert (parts["step"], parts["turn"], parts["priority"], parts["asked"]) == ("move", "2", "you", "you")
    assert seen_of_you(table, view) == {"hand": 1, "staged": {"Koti": 2, "Maail": 1}}
    own = {"Koti": ["Auto Assault 10", "Outpost"], "Maail": ["Scout"]}
    assert seen_of_you(table, "player_0") == {"hand": ["Titan"], "staged": own}
    table.play("pass")
    assert seen_of_you(table, view) == {"hand": 1, "staged": own}


def test_ow_s_2_whoever_is_done_takes_no_part_in_what_the_others_decide() -> None:
    table = Table("stage | Koti | Maail | hand Outpost, Exploit | foe: hand Outpost, Exploit")
    first = [table.game.action_id(table.state, 0, "pass"), table.game.action_id(table.state, 1, "stage Outpost @ Koti")]
    then = [table.game.action_id(table.state, 0, "stage Exploit @ Koti"), 0]
    for actions in (first, then):
        engine.apply(table.state[0], table.game.tables[0], table.rng[0], np.array(actions, np.int32))
    parts = parts_of(table.position())
    assert (parts["asked"], parts["Koti: foe"], parts["Koti: you"]) == ("you: next world", "stage Outpost", "")
    assert (parts["you: hand"], parts["foe: hand"]) == ("Exploit, Outpost", "Exploit")
