"""Who is asked where the answers are hidden cards: who has one, or who could have one for all that everybody knows.

The scenarios of OW-6.16 stand in pairs: the same cards with `ask="public"` and without. Below: scenario.py. What
holds in whole games, after anything hidden was dealt anew, is in test_secrecy.py.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from ow_env.open_worlds import state as at
from ow_env.open_worlds.cards import Type, load_catalogue, word_of
from ow_env.open_worlds.game import OpenWorlds
from ow_env.open_worlds.rules import utilities
from ow_env.open_worlds.rules.hidden import could_hold, is_in_sight
from ow_env.open_worlds.rules.stage import can_stage, could_stage
from ow_env.open_worlds.rules.turn import could_hold_prohibited, holds_prohibited
from ow_env.open_worlds.rules.utilities import can_play, can_react, could_play, could_react, is_window
from ow_env.open_worlds.state import PLAYS
from tests.open_worlds.random_games import TABLES, positions, table
from tests.open_worlds.scenario import Table, check
from tests.scenarios import Row, rows

ODD_CARDS = Path(__file__).with_name("odd_cards.toml")  # with Prohibited Ground Forces

ROWS = rows("""
OW-6.16 at the beginning of the turn all are asked who hold a card and face a Facility: it could be We Quit
    before: stage | ask public | Koti: foe Outpost | hand Scout | foe: hand We Quit | third: hand Scout
    after:  asked you: window: beginning of turn
OW-6.16 who has nothing may pass; who controls the only Facility is passed over, and all know why
    before: stage | ask public | Koti: foe Outpost | hand Scout | foe: hand We Quit | third: hand Scout
    play: pass; third: pass   after: asked you: window: beginning of stage
OW-6.4 without it who has nothing is not asked
    before: stage | Koti: foe Outpost | hand Scout | foe: hand We Quit | third: hand Scout
    after:  asked you, foe, third
OW-6.16 a Utility that all have seen Trashed is not held a second time: nobody is asked for it
    before: stage | ask public | Koti: foe Outpost | hand Scout | wreck False Alert, Research, We Quit
            foe: hand Scout | wreck False Alert
    after:  asked you, foe
OW-6.16 a Utility thrown away face down could be in hand
    before: stage | ask public | Koti | hand Scout | trash False Alert | foe: wreck Scout
    after:  asked you: window: beginning of stage
OW-6.16 without a card in hand there is nothing to ask
    before: stage | ask public | Koti | deck 3x Outpost | foe: hand Scout | wreck False Alert   after: asked foe
OW-6.16 with open decklists only who has such a Utility on the list and not in sight
    before: stage | ask public | open decklists | Koti | hand Scout | deck 2x Outpost
            foe: hand Titan | deck False Alert
    after:  asked foe: window: beginning of stage
OW-6.16 with open decklists a card face down at a World could be in hand
    before: move | ask public | open decklists | Koti: foe stage Enter Fray | Maail | foe: hand Titan
    after:  asked foe: window: end of move
OW-6.16 the end of Stage: Adjust takes a staged card, and another one in hand
    before: move | ask public | Koti: you stage Exploit | foe stage Exploit | Maail | hand 2x Outpost | wreck Enter Fray
            foe: hand Outpost | wreck Enter Fray
    after:  asked you: window: end of move
OW-6.16 Reveal: Fleet Support only for who is over the limit, which all see
    before: reveal | ask public | Koti: you stage Pike | foe stage Exploit | Maail | hand Outpost | foe: hand Outpost
    after:  asked you: window: reveal
OW-6.16 the beginning of a World: who could destroy or seize something there
    before: resolve | ask public | Koti: you Outpost | foe City 12 | hand Scout | foe: hand Sabotage
    after:  asked you: window: beginning of resolution
OW-6.16 who does not occupy the World could not seize anything there
    before: resolve | ask public | Koti: foe City 12 | hand Scout
    after:  trash | priority foe | asked you | foe: income 1
OW-6.16 before Surface Conflict: Light Brigade takes another card in hand
    before: resolve | ask public | Koti: you Outpost | foe Outpost | hand Scout, Titan | foe: hand Pike
    after:  asked you: window: beginning of surface conflict
OW-6.16 with open decklists Light Brigade needs a Ground Force on the list
    before: resolve | ask public | open decklists | Koti: you Outpost | foe Outpost
            hand Light Brigade, Scout | deck Titan | foe: hand Light Brigade, Scout | deck Troops 10
    after:  asked foe: window: beginning of surface conflict
OW-6.16 the end of Draw: who has cards left in the Deck could play Research
    before: draw | ask public | Koti | hand Outpost | deck 9x Outpost | foe: hand Outpost | deck 2x Outpost
    after:  asked you: window: end of draw | hand 3x Outpost | deck 7x Outpost | foe: hand 3x Outpost | deck -
OW-6.16 a window is over when all have passed in succession, those with nothing too
    before: stage | ask public | Koti: you Outpost | foe Outpost | hand Scout | foe: hand We Quit, Titan
    play:   pass; foe: play We Quit; pass; pass
    after:  asked you: window: beginning of stage | Koti: you Outpost (idle) | foe: hand Titan | wreck We Quit
OW-6.16 all others are asked for a reaction, who could have one
    before: stage | ask public | Koti: foe Outpost | hand We Quit | foe: hand Scout
            third: hand Scout | wreck Espionage | fourth: hand Espionage
    play: play We Quit; foe: pass   after: asked fourth: reaction | hand -
OW-6.4 without it only who has a reaction is asked for one
    before: stage | Koti: foe Outpost | hand We Quit | foe: hand Scout | third: hand Scout | wreck Espionage
            fourth: hand Espionage
    play: play We Quit   after: asked fourth: reaction | hand -
OW-6.16 on the FINAL TURN all are asked who could hold a Prohibited card
    before: stage | ask public | final turn | Koti | hand Scout | foe: hand Outpost
    play: pass   after: asked foe: exchange prohibited
OW-6.16 who has exchanged one is asked again
    before: stage | ask public | final turn | Koti | hand Suck Dry | deck Scout
    play: discard Suck Dry   after: asked you: exchange prohibited | hand Scout | deck - | wreck Suck Dry
OW-6.16 with open decklists nobody is asked to exchange what is on no list
    before: stage | ask public | open decklists | final turn | Koti | hand Scout | foe: hand Outpost
    after:  asked you, foe
OW-6.16 in Stage whoever could have an Automated Ground Force for the second place is asked
    before: stage | ask public | stage in order | Koti: you Robot Factory
            hand Exploit, Scout | wreck False Alert, We Quit | foe: hand Outpost | wreck False Alert, We Quit
    play: stage Exploit @ Koti   after: asked you | Koti: you Robot Factory, stage Exploit | hand Scout
OW-2.1 without it the next one stages: neither card is Automated
    before: stage | stage in order | Koti: you Robot Factory | hand Exploit, Scout | wreck False Alert, We Quit
            foe: hand Outpost | wreck False Alert, We Quit
    play: stage Exploit @ Koti   after: asked foe | Koti: you Robot Factory, stage Exploit | hand Scout
OW-6.16 with open decklists a second place is no question where no list has an Automated Ground Force
    before: stage | ask public | open decklists | stage in order | Koti: you Robot Factory | hand Exploit, Scout
            foe: hand Outpost
    play: stage Exploit @ Koti   after: asked foe | Koti: you Robot Factory, stage Exploit | hand Scout
OW-6.16 Adjust with like cards in hand: it is asked which to lay down
    before: move | ask public | Koti: you stage City 12 | Maail | hand Adjust, 2x Outpost
    play: play Adjust   after: asked you: replacement | hand 2x Outpost
OW-6.16 Adjust with one card in hand and one staged: all know what happens, nobody is asked
    before: move | ask public | Koti: you stage City 12 | Maail | hand Adjust, Outpost
    play:   play Adjust; pass
    after:  resolve | asked you: next world | Koti: you stage Outpost | hand City 12 | wreck Adjust
OW-6.16 Adjust: which card returns is asked too where two lie elsewhere, though one lies here
    before: move | ask public | Koti: you Robot Factory, stage Auto Assault 10, Outpost | Maail: you stage Scout
            hand Adjust, Exploit
    play: play Adjust; stage Exploit @ Maail   after: asked you: taken back | hand Exploit
OW-6.16 the only one is taken back
    before: move | ask public | Koti: you Robot Factory, stage Auto Assault 10, Outpost | Maail: you stage Scout
            hand Adjust, Exploit
    play:   play Adjust; stage Exploit @ Maail; take Scout; pass
    after:  resolve | asked you: next world | Maail: you stage Exploit | hand Scout | wreck Adjust
OW-6.16 where two lie and one must stay, the question is asked all the same
    before: move | ask public | Koti: you Robot Factory, stage Auto Assault 10, Outpost | Maail | hand Adjust, Exploit
    play:   play Adjust; stage Exploit @ Koti; take Outpost; pass
    after:  resolve | asked you: next world | Koti: you Robot Factory, stage Auto Assault 10, Exploit
            hand Outpost | wreck Adjust
OW-6.16 Light Brigade with one Ground Force among several cards: it is asked which
    before: resolve | ask public | Koti: you Outpost | foe Outpost | hand Light Brigade, Scout, Troops 10
    play: play Light Brigade   after: asked you: ground force | hand Scout, Troops 10
OW-6.16 Light Brigade with one other card: all know that it is the one
    before: resolve | ask public | Koti: you Outpost | foe Outpost | hand Light Brigade, Troops 10
    play:   play Light Brigade
    after:  asked you: surface conflict | Koti: you Outpost, Troops 10 | hand - | wreck Light Brigade
OW-6.16 Research: which card of a Deck of like cards is asked
    before: draw | ask public | Koti | hand 9x Outpost, Research | deck 2x Exploit | foe: hand 9x Outpost, Titan
    play: play Research; option 2; foe: pass   after: asked you: card of deck | hand 9x Outpost
OW-6.16 Research: the last card of a Deck is no question
    before: draw | ask public | Koti | hand 9x Outpost, Research | deck Exploit | foe: hand 9x Outpost, Titan
    play:   play Research; option 2; foe: pass
    after:  stage | turn 3 | final turn | asked you: exchange prohibited
            hand Exploit, 9x Outpost | deck - | wreck Research
# ── What is refused ──
OW-6.16 who is asked and has nothing may pass, and nothing else
    before: stage | ask public | Koti: foe Outpost | hand Scout
    play: play We Quit   why: cannot play We Quit: We Quit is not in your hand (it holds Scout)
OW-6.16 the card that Adjust takes back is one that lies at the World chosen
    before: move | ask public | Koti: you Robot Factory, stage Auto Assault 10, Outpost | Maail: you stage Scout
            hand Adjust, Exploit
    play:   play Adjust; stage Exploit @ Maail; take Outpost
    why:    cannot take Outpost: Outpost is not staged there (staged there: Scout)
""")


@pytest.mark.rule
@pytest.mark.parametrize("row", ROWS, ids=str)
def test_rule(row: Row) -> None:
    check(row)


OPENLY = [  # the position, what is done there, of which cards of foe's a copy lies open or was seen to go
    (
        "move | Koti: you Striker, City 12 (foe's) | foe Lancer, City 10 (you's), stage Quarry"
        " | Maail: under Suck Dry (foe's) | wreck Kite | foe: hand Scout | deck Exploit | trash Pike"
        " | wreck Titan, Warship",
        "",
        {"City 12", "Lancer", "Suck Dry", "Titan", "Warship"},
    ),
    (
        "move | Koti: you Striker | under Suck Dry | foe: hand Scout",
        "",
        set(),
    ),
    (
        "move | Koti: you Scout, stage City 10 | foe stage Quarry"
        " | Maail: foe Robot Factory, stage Exploit, Auto Assault 10 | foe: hand Scout",
        "you: pass",
        {"Robot Factory", "Quarry", "Exploit", "Auto Assault 10"},
    ),
    (
        "stage | priority foe | Koti: foe Striker | hand Espionage | foe: hand False Alert, We Quit",
        "foe: play False Alert",
        {"Striker", "False Alert"},
    ),
    (
        "stage | Koti: foe Striker | hand False Alert | foe: hand Espionage, We Quit",
        "you: play False Alert",
        {"Striker"},
    ),
]


@pytest.mark.rule
@pytest.mark.parametrize(("before", "play", "names"), OPENLY)
def test_what_lies_open(before: str, play: str, names: set[str]) -> None:
    table = Table(before)
    table.play(play)
    cards = table.game.catalogue.cards
    assert {card.name for card in cards if is_in_sight(table.state[0], 1, card.id)} == names


EVERY = load_catalogue().cards
HELD = [  # the position, what is done there, which cards foe could hold
    (
        "move | Koti: you Scout | foe Titan, Exploit | foe: hand Outpost | wreck Kite, Outpost",
        "",
        {card.name for card in EVERY} - {"Titan", "Kite"},
    ),
    (
        "move | introductory | Koti: you Scout | foe Lancer | foe: hand Outpost",
        "",
        {card.name for card in EVERY if card.introductory} - {"Lancer"},
    ),
    (
        "move | Koti: you Scout | Maail | foe: deck Outpost",
        "",
        set(),
    ),
    (
        "move | open decklists | Koti: you Scout | Maail | foe: deck Outpost",
        "",
        set(),
    ),
    (
        "move | open decklists | Koti: you Scout | foe Titan, stage Striker"
        " | Maail: foe Robot Factory, stage Auto Assault 10, Solar Flare | foe: hand City 10, City 12"
        " | trash Pike, Exploit | deck Lancer, Quarry | wreck Kite",
        "",
        {
            *("City 10", "City 12", "Pike", "Exploit", "Lancer", "Quarry"),
            *("Striker", "Auto Assault 10", "Solar Flare"),
        },
    ),
    (
        "move | open decklists | Koti: you Scout, stage City 15 | foe stage Quarry | Maail: foe stage Striker"
        " | foe: hand City 10 | trash Exploit",
        "you: pass",
        {"City 10", "Exploit"},
    ),
]


@pytest.mark.rule
@pytest.mark.parametrize(("before", "play", "names"), HELD)
def test_what_could_be_held(before: str, play: str, names: set[str]) -> None:
    table = Table(before)
    table.play(play)
    g, t = table.state[0], table.game.tables[0]
    assert {card.name for card in EVERY if could_hold(g, t, 1, card.id)} == names


PLAYED = {  # random games in which all are asked who could have an answer
    "2 players": {"ask": "public", "stage": "priority"},
    "3 players, open decklists": {"num_players": 3, "ask": "public", "open_decklists": True},
    "2 players, 40 and 54 cards": {"decks": ("Baker-Braugn EDV", "Empyrean Enterprises"), "ask": "public"},
    "2 players, 40 cards": {"decks": ("Baker-Braugn EDV", "Ares Venture Trust"), "ask": "public"},
}


@pytest.mark.rule
@pytest.mark.parametrize(
    ("koti", "asked"),
    [
        ("foe Robot Factory", True),  # nothing is staged there
        ("foe Robot Factory, stage City 12", True),  # one more could be Automated
        ("foe Robot Factory, stage City 12, Auto Assault 10", False),  # no more may
        ("foe Outpost, stage City 12", False),
    ],
)
def test_ow_6_16_who_could_have_something_left_to_stage(koti: str, asked: bool) -> None:
    table = Table(f"""stage | ask public | asked you, foe
                      Koti: {koti}
                      you: hand Scout
                      foe: hand Auto Assault 14, Scout""")
    assert could_stage(table.state[0], table.game.tables[0], 1) == asked


@pytest.mark.uncompiled
@pytest.mark.parametrize(
    ("staged", "permitted", "replaced"),
    [(0, True, False), (1, False, True), (1, True, True), (2, True, True), (2, False, False)],
)
def test_ow_6_10_what_could_be_replaced(
    staged: int, permitted: bool, replaced: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One card can be, for any; of two at a World one, if a card still permits a second."""
    table = Table("stage | ask public | asked you, foe | Koti: foe Outpost | foe: hand Scout")
    g = table.state[0]
    g["players"][1]["staged_count"][0] = staged
    monkeypatch.setattr(utilities, "permits_extra", lambda *_: permitted)
    assert utilities.could_replace(g, table.game.tables[0], 1) == replaced


@pytest.mark.rule
@pytest.mark.parametrize(("final", "deployed"), [("", True), ("| final turn ", False)])
def test_ow_6_11_prohibited_ground_forces_are_no_answer_on_the_final_turn(final: str, deployed: bool) -> None:
    """All others have been seen Trashed."""
    catalogue = load_catalogue(cards=ODD_CARDS)
    forces = [card for card in catalogue.cards if card.type == Type.GROUND]
    assert any(card.prohibited for card in forces)
    seen = ", ".join(card.name for card in forces if not card.prohibited)
    table = Table(
        f"""stage | turn 5 {final}| ask public | asked you, foe
            Koti: foe Outpost
            foe: hand Scout, Outpost | wreck {seen}""",
        cards=str(ODD_CARDS),
    )
    assert utilities.could_deploy(table.state[0], table.game.tables[0], 1) == deployed


@pytest.mark.rule
@pytest.mark.parametrize("window", ["beginning of surface conflict", "reaction"])
def test_ow_3_1_prohibited_utilities_are_no_answer_on_the_final_turn(window: str) -> None:
    """All others of the window have been seen Trashed; before the FINAL TURN one that is Prohibited may be held."""
    catalogue = load_catalogue(cards=ODD_CARDS)
    utilities_of_it = [card for card in catalogue.cards if card.window and word_of(card.window) == window]
    assert any(card.prohibited for card in utilities_of_it)
    seen = ", ".join(card.name for card in utilities_of_it if not card.prohibited)
    table = Table(
        f"""resolve | ask public | priority foe
            Koti: you City 12, Industry 8 | foe City 12
            foe: hand Uprising, Exploit | wreck {seen}""",
        cards=str(ODD_CARDS),
    )
    could = could_react if window == "reaction" else could_play
    g, t = table.state[0], table.game.tables[0]
    g["point"], g["world"] = at.WINDOW_SURFACE, 0
    assert could(g, t, 1)
    g["final_turn"] = 1
    assert not could(g, t, 1)


@pytest.mark.rule
@pytest.mark.parametrize("final", [0, 1])
def test_ow_6_3_a_reaction_may_be_held_as_long_as_there_is_room_for_one(final: int) -> None:
    table = Table("resolve | ask public | priority foe | Koti: you City 12, Industry 8 | foe City 12"
    " | foe: hand Outpost, Exploit", cards=str(ODD_CARDS))  # fmt: skip
    g, t = table.state[0], table.game.tables[0]
    g["final_turn"] = final
    for plays in range(PLAYS + 1):
        g["play_count"] = plays
        assert could_react(g, t, 1) == (plays < PLAYS)


@pytest.mark.parametrize("options", PLAYED.values(), ids=PLAYED)
def test_whoever_has_an_answer_could_have_one(options) -> None:
    """Nobody with something to play is passed over: what is held is among what could be held."""
    game = OpenWorlds(**options)
    t = game.tables[0]
    none = 0
    for step, batch in enumerate(positions(game, 4, seed=41)):
        for g in batch.states[:: 1 + step % 2]:
            for seat in range(game.num_players):
                hand = g["players"][seat]["hand"]
                assert all(could_hold(g, t, seat, int(card)) for card in hand["cards"][: hand["count"]])
                if is_window(int(g["point"])) and g["phase"] == at.IDLE:
                    assert could_play(g, t, seat) or not can_play(g, t, seat)
                    none += could_play(g, t, seat) and not can_play(g, t, seat)
                elif g["phase"] == at.REACTING:
                    assert could_react(g, t, seat) or not can_react(g, t, seat)
                elif g["point"] == at.EXCHANGE:
                    assert could_hold_prohibited(g, t, seat) or not holds_prohibited(g, t, seat)
                elif g["point"] == at.STAGE:
                    assert could_stage(g, t, seat) or not can_stage(g, t, seat)
    introductory = bool(game.template[0]["introductory"])
    assert (none == 0) == introductory, "in the introductory game all know that nobody has a Utility"


@pytest.mark.parametrize("name", TABLES)
def test_by_default_nobody_is_asked_who_has_no_answer(name) -> None:
    """OW-6.4: being asked in a window tells for certain that a Utility is held."""
    game = table(name, "needed")
    asked = 0
    for batch in positions(game, 4, seed=42):
        rows, seats = np.nonzero(batch.to_act)
        for row, seat in zip(rows, seats, strict=True):
            g = batch.states[row]
            if is_window(int(g["point"])) and g["phase"] == at.IDLE:
                assert can_play(g, game.tables[0], int(seat))
                asked += 1
    if game.template[0]["introductory"]:
        assert asked == 0
    elif "40 cards" not in name:
        assert asked > 0
