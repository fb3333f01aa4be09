"""Positions as JSON: exact both ways, every fault named, nothing given away by a view."""

from __future__ import annotations

import copy
import json
import random
from collections import Counter

import numpy as np
import pytest

from ow_env.core.rng import RNG
from ow_env.open_worlds import engine
from ow_env.open_worlds.game import OpenWorlds
from ow_env.open_worlds.rules.count_income import place_indicator
from ow_env.open_worlds.state import POINTS
from tests.open_worlds.scattered import act, decisions, scattered, table

ROW = ["Koti", "Graense", "Maail"]
SETTINGS = [(2, "simultaneous"), (2, "priority"), (3, "simultaneous"), (4, "priority")]


def there_and_back(game, state):
    """Return the position; reading it gives the same record, byte by byte."""
    position = game.position(state)
    again = game.from_position(json.loads(json.dumps(position)))
    assert again.tobytes() == state.tobytes(), position.get("decision")
    assert game.position(again) == position
    return position


def small(step="stage", mine=None, theirs=None, **more):
    """Return a position of three Worlds and two players."""
    return {"step": step, "worlds": ROW, "players": [mine or {}, theirs or {}]} | more


def refusal(position, game=None):
    """Return every fault that a position is refused for."""
    with pytest.raises(ValueError, match="this position can't be set up") as error:
        (game or table(2, worlds=3)).from_position(position)
    return str(error.value).split("\n  - ")[1:]


# ── There and back ─────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("players", "stage"), SETTINGS)
@pytest.mark.parametrize("seed", range(2))
def test_every_decision_in_the_thick_of_it_reads_back_to_the_byte(players, stage, seed):
    game = table(players, stage)
    state = game.from_position(scattered(game, seed))
    for now in decisions(game, state, seed, most=30):
        there_and_back(game, now)


def test_a_game_that_is_over_reads_back_and_says_who_won():
    game = table(2, worlds=3)
    mine = {"units": {"Koti": ["City 20"]}, "income": 4}
    won = game.from_position(small("income", mine, final_turn=True))
    position = there_and_back(game, won)
    assert (position["step"], position["ending"], position["winner"]) == ("over", "terminated", 0)
    cut = game.from_position(small("draw", turn=9))
    position = there_and_back(game, cut)
    assert (position["ending"], position["winner"]) == ("truncated", None)
    assert "decision" not in position


def test_indicators_read_back_whatever_order_they_came_in():
    game = table(2, worlds=3)
    state = game.from_position(small("trash", {"hand": ["Outpost"]}))
    for world, owner in ((2, 1), (0, 1), (2, 0)):
        place_indicator(state[0], world, game.catalogue.card_ids["Suck Dry"], owner)
    state[0]["indicators"]["owner"][0] = 0
    position = game.position(state)
    assert position["indicators"] == {
        "Koti": ["Suck Dry"],
        "Maail": ["Suck Dry", {"card": "Suck Dry", "owner": 1}],
    }
    assert refusal(position) == [
        "players[0]: Suck Dry is unique in a deck (OW-1.1), found 2: indicator at Koti, indicator at Maail"
    ]
    position["indicators"] = {"Maail": [{"card": "Suck Dry", "owner": 1}], "Koti": ["Suck Dry"]}
    there_and_back(game, game.from_position(position))


def test_identical_copies_are_told_apart():
    game = table(2, worlds=3)
    mine = {"units": {"Koti": ["Outpost", {"card": "Outpost", "idle": True}, "Outpost"]}}
    theirs = {"units": {"Koti": ["Fallout Raid"]}}
    orders = [{"unit": "Fallout Raid of player_1", "targets": ["Outpost of player_0 #3"]}]
    decision = {"ask": "surface conflict", "to_act": ["player_1"], "world": "Koti"}
    decision |= {"unit": "Fallout Raid of player_1", "weapon": 2, "orders": orders}
    state = game.from_position(small("resolve", mine, theirs, decision=decision, priority=1))
    position = there_and_back(game, state)
    outposts = [{"card": "Outpost", "idle": True}, "Outpost", "Outpost"]
    assert position["players"][0]["units"] == {"Koti": outposts}  # those without Income first
    assert position["decision"] == decision | {"power": 12}


# ── Where each Step begins ─────────────────────────────────────────────────────────────────────

BEGINNINGS = [  # step, player 0, what the rules come to ask first
    ("adjust", {"hand": ["Outpost"]}, "adjust hand"),
    ("stage", {"hand": ["Outpost"]}, "stage"),
    ("stage", {"hand": ["False Alert"]}, "window: beginning of stage"),
    ("move", {"units": {"Koti": ["Scout"]}}, "move"),
    ("reveal", {"staged": {"Koti": ["Striker"], "Maail": ["Lancer"]}, "income": 4},
     "over-class ships"),
    ("resolve", {}, "next world"),
    ("income", {"hand": ["Outpost"]}, "trash"),
    ("trash", {"hand": ["Outpost"]}, "trash"),
    ("draw", {"deck": ["Outpost"]}, "stage"),
]  # fmt: skip


@pytest.mark.parametrize(("step", "mine", "ask"), BEGINNINGS)
def test_without_a_decision_a_step_begins_at_its_beginning(step, mine, ask):
    position = small(step, mine)
    state = table(2, worlds=3).from_position(position)
    assert POINTS[state[0]["point"]] == ask
    there_and_back(table(2, worlds=3), state)


def test_the_final_turn_begins_with_prohibited_cards():
    mine = {"hand": ["Suck Dry"], "deck": ["Outpost"], "units": {"Koti": ["Fallout Raid"]}}
    state = table(2, worlds=3).from_position(small("stage", mine, final_turn=True))
    position = there_and_back(table(2, worlds=3), state)
    assert position["decision"] == {"ask": "exchange prohibited", "to_act": ["player_0"]}
    assert position["players"][0]["wreck"] == ["Fallout Raid"]


def test_what_is_left_out_is_nothing_or_as_usual():
    position = table(2, worlds=3).position(table(2, worlds=3).from_position(small("resolve", {"prior_income": 6})))
    figures = {"h2o": 3, "res": 3, "habitable": False, "hostile": False}
    assert position["worlds"][0] == {"name": "Koti"} | figures
    assert position["turn"] == 1
    assert position["priority"] == 0
    assert position["players"][0] == {
        "deck_name": None, "prior_income": 6, "income": 6, "hand": [], "deck": [], "trash": [],
        "wreck": [], "seen": [], "staged": {}, "units": {},
    } | {"deck_name": position["players"][0]["deck_name"]}  # fmt: skip
    assert position["options"]["stage"] == "simultaneous"


def test_a_player_may_be_given_by_name_or_by_seat():
    theirs = {"units": {"Koti": [{"card": "City 10", "owner": "player_0"}]}}
    by_name = table(2, worlds=3).from_position(small("resolve", {}, theirs, priority="player_1"))
    theirs = {"units": {"Koti": [{"card": "City 10", "owner": 0}]}}
    by_seat = table(2, worlds=3).from_position(small("resolve", {}, theirs, priority=1))
    assert by_name.tobytes() == by_seat.tobytes()


def test_an_entry_of_a_pile_may_stand_for_several_cards():
    counted = small(mine={"hand": ["2x Outpost", "City 12"], "staged": {"Koti": ["1x Exploit"]}})
    listed = small(mine={"hand": ["Outpost", "City 12", "Outpost"], "staged": {"Koti": ["Exploit"]}})
    game = table(2, worlds=3)
    assert game.from_position(counted).tobytes() == game.from_position(listed).tobytes()
    assert refusal(small(mine={"hand": ["2x City 12"]})) == [
        "players[0]: City 12 is unique in a deck (OW-1.1), found 2: hand, hand"
    ]
    assert refusal(small(mine={"deck": ["0x Outpost", "2x Outpst"]})) == [
        "players[0].deck[0]: expected at least one card, found '0x Outpost'",
        "players[0].deck[1]: expected the name of a card, found '2x Outpst'; nearest: 'Outpost'",
    ]


def test_options_go_with_the_position():
    options = {"stage": "priority", "max_turns": 7, "first_player": "player_1"}
    state = table(2, worlds=3).from_position(
        small("stage", {"hand": ["Outpost"]}, {"hand": ["Exploit"]}, options=options)
    )
    position = there_and_back(table(2, worlds=3), state)
    assert position["decision"] == {"ask": "stage", "to_act": ["player_0"]}
    assert position["options"]["max_turns"] == 7
    assert position["options"]["first_player"] == 1
    assert position["options"]["ask"] == "needed"


def test_who_is_asked_goes_with_the_position_too():
    mine, theirs = {"hand": ["Scout"]}, {"units": {"Koti": ["Outpost"]}}
    state = table(2, worlds=3).from_position(small("stage", mine, theirs, options={"ask": "public"}))
    position = there_and_back(table(2, worlds=3), state)
    assert position["options"]["ask"] == "public"
    assert position["decision"] == {"ask": "window: beginning of turn", "to_act": ["player_0"]}
    needed = OpenWorlds(num_worlds=3).from_position(small("stage", mine, theirs))
    assert position["options"]["ask"] != table(2, worlds=3).position(needed)["options"]["ask"]
    position["options"]["ask"] = "needed"
    with pytest.raises(ValueError, match="the rules would not ask 'window: beginning of turn' of player_0"):
        table(2, worlds=3).from_position(position)
    position["options"]["ask"] = "publik"
    with pytest.raises(ValueError, match=r"options\.ask: expected a known word, found 'publik'; nearest: 'public'"):
        table(2, worlds=3).from_position(position)


def test_what_adjust_takes_back_may_be_asked_where_one_card_lies_if_two_lie_elsewhere():
    mine = {
        "hand": ["Adjust", "Exploit"],
        "units": {"Koti": ["Robot Factory"]},
        "staged": {"Koti": ["Auto Assault 10", "Outpost"], "Maail": ["Scout"]},
    }
    game = table(2, worlds=3)
    state = game.from_position(small("move", mine, options={"ask": "public"}))
    act(game, state, 0, "play Adjust", "stage Exploit @ Maail")
    position = there_and_back(game, state)
    assert position["decision"]["utility"]["asks"] == "taken back"
    told = {**position, "options": {**position["options"], "ask": "needed"}}
    with pytest.raises(ValueError, match=r"utility\.world: expected a World to which .* staged 2 or more cards"):
        game.from_position(told)
    told = {**position, "players": [{**position["players"][0], "staged": {"Maail": ["Scout"]}}, position["players"][1]]}
    with pytest.raises(ValueError, match=r"utility\.asks: nowhere has the player staged 2 cards"):
        game.from_position(told)


# ── What is half done, in words ────────────────────────────────────────────────────────────────


def test_the_decision_of_a_surface_conflict_says_who_aims_what_at_whom():
    game = table(2, worlds=3)
    mine = {"units": {"Koti": ["Fallout Raid", "Troops 10"]}}
    theirs = {"units": {"Koti": ["City 12", "Outpost", "Outpost", "Troops 12"]}}
    state = game.from_position(small("resolve", mine, theirs))
    act(game, state, 0, "resolve Koti", "target Outpost", "target City 12")
    assert there_and_back(game, state)["decision"] == {
        "ask": "surface conflict",
        "to_act": ["player_0"],
        "world": "Koti",
        "unit": "Fallout Raid of player_0",
        "weapon": 2,
        "power": 12,
        "orders": [
            {"unit": "Troops 10 of player_0", "targets": ["Outpost of player_1"]},
            {"unit": "Fallout Raid of player_0", "targets": ["City 12 of player_1"]},
        ],
    }
    act(game, state, 0, "target Outpost")
    assert there_and_back(game, state)["decision"]["orders"][1]["targets"] == [
        "City 12 of player_1",
        "Outpost of player_1 #2",  # the first has damage enough (OW-0.8)
    ]
    act(game, state, 1, "defend City 12")
    assert there_and_back(game, state)["decision"]["ask"] == "next world"


def test_the_decision_of_a_conquest_says_who_is_overcome():
    game = table(3)
    row = ["Koti", "Graense", "Maail", "Calyx", "Aldra", "Rime", "Wend"]
    players = [
        {"units": {"Koti": ["Invasion Force 15", "Invasion Force 10"]}},
        {"units": {"Koti": [{"card": "City 15", "owner": 2}]}},
        {},
    ]
    state = game.from_position({"step": "resolve", "worlds": row, "players": players})
    target = "target City 15 of player_2 held by player_1"
    act(game, state, 0, "resolve Koti", target, target)
    decision = there_and_back(game, state)["decision"]
    assert decision["ask"] == "conquer"
    city = "City 15 of player_2 held by player_1"
    assert decision["orders"] == [
        {"unit": "Invasion Force 10 of player_0", "targets": [city]},
        {"unit": "Invasion Force 15 of player_0", "targets": [city]},
        {"unit": city, "overcome": True},
    ]


def test_a_utility_in_play_with_its_reactions():
    game = table(2, worlds=3)
    mine = {"hand": ["Sabotage", "Espionage"]}
    theirs = {"hand": ["Espionage"], "units": {"Koti": ["Industry 6", "Shipyard 8"]}}
    state = game.from_position(small("resolve", mine, theirs))
    act(game, state, 0, "resolve Koti", "play Sabotage")
    utility = {"card": "Sabotage", "player": "player_0", "phase": "choosing"}
    assert there_and_back(game, state)["decision"] == {
        "ask": "window: beginning of resolution",
        "to_act": ["player_0"],
        "world": "Koti",
        "utility": utility | {"asks": "target", "world": "Koti"},
    }
    act(game, state, 0, "target Shipyard 8")
    act(game, state, 1, "play Espionage")
    decision = there_and_back(game, state)["decision"]
    assert decision["to_act"] == ["player_0"]
    assert decision["utility"] == utility | {
        "phase": "reacting",
        "world": "Koti",
        "target": "Shipyard 8 of player_1",
        "reactions": [{"card": "Espionage", "player": "player_1"}],
    }


def test_what_utilities_ask_as_they_resolve():
    game = table(2, worlds=3)
    mine = {"hand": ["Light Brigade", "Troops 10", "Troops 12"], "units": {"Koti": ["Outpost"]}}
    state = game.from_position(small("resolve", mine))
    act(game, state, 0, "resolve Koti", "play Light Brigade")
    assert there_and_back(game, state)["decision"]["utility"]["asks"] == "ground force"

    mine = {"hand": ["Research", *["Outpost"] * 9], "deck": ["City 12", "Exploit"]}
    state = game.from_position(small("draw", mine))
    act(game, state, 0, "play Research")
    assert there_and_back(game, state)["decision"]["utility"]["asks"] == "option"
    act(game, state, 0, "option 2")
    utility = there_and_back(game, state)["decision"]["utility"]
    assert (utility["asks"], utility["option"]) == ("card of deck", 2)


@pytest.fixture
def replacing():
    """Adjust at a World with two staged cards: which of them comes back is asked."""
    game = table(2, worlds=3)
    mine = {
        "hand": ["Adjust", "City 12", "Auto Assault 14"],
        "units": {"Koti": ["Robot Factory"]},
        "staged": {"Koti": ["Outpost", "Auto Assault 10"]},
    }
    decision = {"ask": "window: end of move", "to_act": ["player_0"]}
    theirs = {"hand": ["Exploit"]}
    state = game.from_position(small("move", mine, theirs, decision=decision))
    act(game, state, 0, "play Adjust")
    return game, state


def test_a_staged_card_half_replaced(replacing):
    game, state = replacing
    assert there_and_back(game, state)["decision"]["utility"]["asks"] == "replacement"
    act(game, state, 0, "stage Auto Assault 14 @ Koti")
    utility = there_and_back(game, state)["decision"]["utility"]
    assert utility["asks"] == "taken back"
    assert (utility["world"], utility["replacement"]) == ("Koti", "Auto Assault 14")


# ── Refusals ───────────────────────────────────────────────────────────────────────────────────

SWAPPING = {"ask": "swap", "to_act": ["player_0"], "world": "Koti"}
FIGHT = {"ask": "surface conflict", "to_act": ["player_0"], "world": "Koti"}
FIGHT |= {"unit": "Troops 10 of player_0"}
ARMED = {"units": {"Koti": ["Troops 10"]}}
FOE = {"units": {"Koti": ["City 12"]}}
WINDOW = {"ask": "window: beginning of turn", "to_act": ["player_0"]}


def sabotage(asked, **chosen):
    """Return a position in which player_0 has played Sabotage where two Facilities may be picked."""
    utility = {"card": "Sabotage", "player": "player_0", **chosen}
    decision = {"ask": "window: beginning of resolution", "to_act": [asked], "world": "Koti", "utility": utility}
    theirs = {"hand": ["Espionage"], "units": {"Koti": ["Industry 6", "Shipyard 8"]}}
    return small("resolve", {"hand": ["Outpost"]}, theirs, decision=decision)


REFUSED = [  # the position, the whole fault
    ({"turns": 3} | small(), "there is no field 'turns'; nearest: 'turn'"),
    (small("moves"), "step: expected a known word, found 'moves'; nearest: 'move'"),
    (small() | {"step": None},
     "step: expected a known word, found null; one of adjust, stage, move, reveal, resolve, "
     "income, trash, draw, over"),
    (small(turn=0), "turn: expected a whole number from 1 to 9, found 0"),
    (small("adjust", turn=1), "turn: expected 0, found 1"),
    (small(game="goofspiel"), "game: expected 'open_worlds', found 'goofspiel'"),
    (small(format=2), "format: expected 1, found 2"),
    (small(priority=2), "priority: expected player_0 to player_1, or a seat from 0 to 1, found 2"),
    (small("trash", final_turn=True),
     "final_turn: the FINAL TURN is a turn and ends with Count Income (OW-3.2)"),
    (small(options={"stage": "book"}),
     "options.stage: expected a known word, found 'book'; nearest: 'priority'"),
    (small(priority=None), "priority: expected player_0 to player_1, or a seat from 0 to 1, found null"),
    (small("adjust", priority=0),
     "priority: it is determined after the hands are adjusted (OW-1.4): expected null, found 0"),
    (small(options={"first_player": [1]}), "options.first_player: expected each of 2 seats once, found [1]"),
    (small(options={"first_player": [1, "player_1"]}),
     "options.first_player: expected each of 2 seats once, found [1, 'player_1']"),
    (small(options={"first_player": [0, 2]}),
     "options.first_player[1]: expected player_0 to player_1, or a seat from 0 to 1, found 2"),
    # Worlds
    (small() | {"worlds": ROW[:2]}, "worlds: expected 3 Worlds, found 2"),
    (small() | {"worlds": [*ROW[:2], "Koti"]},
     "worlds[2].name: Koti is there twice; each World is unique (OW-1.2)"),
    (small() | {"worlds": [*ROW[:2], "Mail"]},
     "worlds[2].name: expected the name of a World, found 'Mail'; nearest: 'Maail'"),
    (small() | {"worlds": [*ROW[:2], {"name": "Maail", "h2o": 4}]},
     "worlds[2].h2o: Maail has 3, found 4; other card values are given by a card file of your own, cards="),
    (small("move") | {"worlds": [*ROW[:2], {"name": "Maail", "resolved": True}]},
     "worlds[2].resolved: expected false in step 'move', found true"),
    # players
    (small() | {"players": [{}]}, "players: expected one for each of 2 players, found 1"),
    (small(mine={"hnad": []}), "players[0]: there is no field 'hnad'; nearest: 'hand'"),
    (small(mine={"hand": ["Outpost", "City"]}),
     "players[0].hand[1]: expected the name of a card, found 'City'; nearest: 'City 30'"),
    (small(mine={"hand": 3}),
     "players[0].hand: expected a list of cards, found 3: a view counts what it hides; "
     "only a full position can be set up"),
    (small(mine={"income": -1}),
     "players[0].income: expected a whole number from 0 to 9999, found -1"),
    (small(mine={"hand": ["City 12"], "units": {"Koti": ["City 12"]}}),
     "players[0]: City 12 is unique in a deck (OW-1.1), found 2: hand, in play at Koti"),
    (small(mine={"deck": ["Outpost"] * 55}),
     "players[0]: expected 54 cards at most, found 55"),
    (small(mine={"hand": ["City 10"], "seen": ["City 12"]}),
     "players[0].seen: City 12 is neither in hand nor staged face down nor in `trash`"),
    # units
    (small(mine={"units": ["Scout"]}),
     "players[0].units: expected an object such as {\"Koti\": [\"City 12\"]}, found a list of 1"),
    (small(mine={"units": {"Nowhere": ["Scout"]}}),
     "players[0].units.Nowhere: expected a World of the row, found 'Nowhere'; nearest: 'Graense'"),
    (small(mine={"units": {"Koti": ["GRB"]}}),
     "players[0].units.Koti[0]: GRB is a catastrophe and can't be in play"),
    (small(mine={"units": {"Koti": [{"card": "Scout", "owner": 1}]}}),
     "players[0].units.Koti[0].owner: Scout is no Facility: only its owner may control it"),
    (small(mine={"units": {"Koti": [{"card": "City 12", "moved": True}]}}),
     "players[0].units.Koti[0].moved: City 12 is no Ship: it can't move"),
    (small(mine={"units": {"Koti": [{"card": "City 12", "age": 1}]}}),
     "players[0].units.Koti[0].age: City 12 never runs dry: expected 0, found 1"),
    (small(mine={"units": {"Koti": ["Outpost", "Outpost", "Exploit"]}}, theirs=FOE),
     "players: Koti has H2O 3, found 4 Facilities there"),
    (small(indicators={"Koti": ["City 12"]}),
     "indicators.Koti[0]: City 12 never becomes an indicator"),
    # staged
    (small(mine={"staged": {"Koti": ["Outpost", "Exploit"]}}),
     "players[0].staged.Koti: one of two cards has to be an Automated Ground Force (OW-S.1)"),
    (small(mine={"staged": {"Koti": ["Outpost", "Auto Assault 10"]}}),
     "players[0].staged.Koti: no card of the player there permits a second one (OW-S.1)"),
    (small("trash", mine={"staged": {"Koti": ["Outpost"]}}),
     "players[0].staged.Koti: nothing is staged in step 'trash'"),
    (small("resolve", mine={"staged": {"Koti": ["Adjust"]}}),
     "players[0].staged.Koti: Adjust was Trashed at Reveal (OW-R.1)"),
    # the decision
    (small(decision={"ask": "move", "to_act": ["player_0"]}),
     "decision.ask: expected a known word, found 'move'; nearest: 'stage'"),
    (small("income", decision={"ask": "trash", "to_act": ["player_0"]}),
     "decision: nobody decides anything in step 'income': expected none"),
    (small("trash", mine={"hand": ["Outpost"]}, decision={"ask": "trash", "to_act": []}),
     "decision.to_act: expected at least one player, found none"),
    (small("trash", mine={"hand": ["Outpost"]}, decision={"ask": "trash", "to_act": ["player_0", "player_1"]}),
     "decision: the rules would not ask 'trash' of player_0 and player_1 here, but 'trash' of player_0"),
    (small("trash", mine={"hand": ["Outpost"]}, decision={"ask": "trash", "to_act": "player_0"}),
     "decision.to_act: expected a list, found 'player_0'"),
    (small("over", decision={"ask": "trash", "to_act": ["player_0"]}, turn=9),
     "decision: nobody decides anything in step 'over': expected none"),
    (small("trash", mine={"hand": ["Outpost"]}, decision={"ask": "trash", "to_act": ["player_1"]}),
     "decision: the rules would not ask 'trash' of player_1 here, but 'stage' of player_0"),
    (small("move", decision={"ask": "move", "to_act": ["player_0"], "world": "Koti"}),
     "decision.world: only in the resolution of a World there is one; asked is 'move'"),
    (small("resolve", ARMED, FOE, decision=FIGHT | {"unit": "Troops 12 of player_0"}),
     "decision.unit: expected a unit there, found 'Troops 12 of player_0'; "
     "there are: 'Troops 10 of player_0', 'City 12 of player_1'"),
    (small("resolve", ARMED, FOE, decision=FIGHT | {"unit": "City 12 of player_1"}),
     "decision.unit: expected an armed unit of player_0, who is to act, found 'City 12 of player_1'"),
    (small("resolve", ARMED, FOE, decision=FIGHT | {"to_act": ["player_1"]}),
     "decision.unit: expected an armed unit of player_1, who is to act, found 'Troops 10 of player_0'"),
    (small("resolve", {"units": {"Koti": ["Troops 10", "Troops 12"]}}, FOE, decision=FIGHT | {"unit": None}),
     "decision.unit: expected a unit there, found null; there are: 'Troops 10 of player_0', "
     "'Troops 12 of player_0', 'City 12 of player_1'"),
    (small("resolve", ARMED, FOE, decision=FIGHT | {"weapon": None}),
     "decision.weapon: expected 1, found null"),
    (small("resolve", ARMED, FOE, decision=FIGHT | {"weapon": 2}),
     "decision.weapon: expected 1, found 2"),
    (small("resolve", ARMED, FOE, decision=FIGHT | {"orders": [
        {"unit": "Troops 10 of player_0", "targets": ["City 12 of player_1"]}]}),
     "decision.orders: Troops 10 has an order before it was asked for one"),
    (small("resolve", ARMED, FOE, decision={"ask": "conquer", "to_act": ["player_0"],
                                            "world": "Koti"}),
     "decision: the rules would not ask 'conquer' of player_0 here, but 'next world' of player_0"),
    (small("resolve", decision=SWAPPING | {"swapping": {"player_1": "Exploit"}}),
     "decision.swapping.player_1: the player has no Facility staged there"),
    (small(decision=WINDOW | {"utility": {"card": "City 12", "player": 0}}),
     "decision.utility.card: City 12 is no Utility"),
    (sabotage("player_1", asks="target", world="Koti"),
     "decision: the rules would not ask 'window: beginning of resolution' of player_1 here, "
     "but 'window: beginning of resolution' of player_0"),
    (sabotage("player_0", asks="target"), "decision.utility.world: by the rules it is 'Koti', found none"),
    (sabotage("player_1"), "decision.utility.world: it is missing: Sabotage has chosen one"),
    (sabotage("player_1", world="Koti"), "decision.utility.target: it is missing: Sabotage has chosen one"),
    (small(decision=WINDOW | {"utility": {"card": "Coup", "player": 0}}),
     "decision.utility.card: Coup isn't played at 'window: beginning of turn'"),
    (small(decision=WINDOW | {"utility": {"card": "We Quit", "player": 0, "asks": "world"}}),
     "decision.utility.card: there is nothing We Quit could do here"),
    (small("resolve", decision={"ask": "window: beginning of surface conflict", "to_act": ["player_1"], "world": "Koti",
                                "utility": {"card": "Light Brigade", "player": 0}}),
     "decision.utility.card: there is nothing Light Brigade could do here"),
    (small("over", final_turn=True, winner=1), "winner: by the Incomes it is nobody, found 1"),
]  # fmt: skip


@pytest.mark.parametrize(("position", "fault"), REFUSED, ids=[row[1][:50] for row in REFUSED])
def test_a_fault_names_the_field_what_was_found_and_what_would_be_right(position, fault):
    assert refusal(position) == [fault]


def test_all_faults_are_named_at_once():
    mine = {"hand": ["Cty 12"], "units": {"Koti": ["GRB", {"card": "Scout", "moved": 1}]}}
    theirs = {"units": {"Graense": ["Outpost"] * 5}}
    decision = {"ask": "swap", "to_act": ["player_7"]}
    faults = refusal(small("resolve", mine, theirs, decision=decision, turn=99, indicators=[]))
    assert [fault.partition(":")[0] for fault in faults] == [
        "turn", "players[0].hand[0]", "players[0].units.Koti[0]", "players[0].units.Koti[1].moved",
        "indicators", "decision.world", "decision.to_act[0]", "players",
    ]  # fmt: skip


@pytest.mark.parametrize("position", [None, 3, "stage", [], [{}]])
def test_what_is_no_position_at_all(position):
    with pytest.raises(ValueError, match="expected a position, an object, found"):
        table(2).from_position(position)


def test_the_number_of_worlds_is_the_limit_also_where_an_indicator_lowered_it():
    mine = {"units": {"Koti": ["Outpost", "Outpost", "Exploit"]}}
    position = small("resolve", mine, indicators={"Koti": ["Suck Dry"]})
    there_and_back(table(2, worlds=3), table(2, worlds=3).from_position(position))


# ── Views ──────────────────────────────────────────────────────────────────────────────────────


def test_a_view_has_counts_for_what_it_hides():
    game = table(2, worlds=3)
    mine = {"hand": ["City 12", "Outpost"], "deck": ["Exploit"], "trash": ["Pike"]}
    mine |= {"wreck": ["Titan"], "seen": ["Outpost"], "staged": {"Koti": ["GRB"]}}
    state = game.from_position(small("move", mine, {"units": {"Koti": ["Scout"]}}))
    full = game.position(state)["players"][0]
    own = game.position(state, "player_0")["players"][0]
    assert own == full
    hidden = {"deck_name": None, "hand": 2, "deck": 1, "trash": 1, "staged": {"Koti": 1}}
    for view in ("player_1", "public"):
        assert game.position(state, view)["players"][0] == full | hidden
        assert game.position(state, view)["view"] == view
    with pytest.raises(ValueError, match="view: only a full position can be set up, found that of"):
        game.from_position(game.position(state, "player_1"))
    with pytest.raises(ValueError, match="one of player_0, player_1, got 'player_2'"):
        game.position(state, "player_2")


@pytest.mark.parametrize("step", ["adjust", "stage"])
def test_while_all_choose_at_once_the_others_look_as_before(step):
    game = table(2, worlds=3)
    hands = [{"hand": ["City 12", "Outpost"]}, {"hand": ["Exploit", "Outpost"]}]
    state = game.from_position(small(step, *hands))
    before = game.position(state, "player_1"), game.position(state, "public")
    act_alone = {"adjust": "discard City 12", "stage": "stage City 12 @ Koti"}[step]
    g, chance = state[0], np.zeros(1, RNG)[0]
    chosen = np.zeros(2, np.int32)
    chosen[0] = game.action_id(state, 0, act_alone)
    g["players"][1]["done"] = 1
    engine.apply(g, game.tables[0], chance, chosen)
    g["players"][1]["done"] = 0
    assert there_and_back(game, state)["players"][0]["hand"] == ["Outpost"]
    assert (game.position(state, "player_1"), game.position(state, "public")) == before
    assert game.position(state, "player_0") != before[0]


def test_a_hidden_choice_of_a_utility_is_for_its_player(replacing):
    game, state = replacing
    before = game.position(state, "player_1"), game.position(state, "public")
    assert before[0]["decision"]["utility"] == {
        "card": "Adjust", "player": "player_0", "phase": "resolving", "asks": None,
    }  # fmt: skip
    act(game, state, 0, "stage Auto Assault 14 @ Koti")
    assert (game.position(state, "player_1"), game.position(state, "public")) == before


def test_open_decklists_show_which_cards_are_hidden_not_where():
    game = table(2, worlds=3)
    mine = {"hand": ["City 12"], "deck": ["Exploit"], "staged": {"Koti": ["GRB"]}}
    position = small("move", mine, {"units": {"Koti": ["Scout"]}}, options={"open_decklists": True})
    seen = game.position(game.from_position(position), "player_1")["players"][0]
    assert seen["unseen"] == ["City 12", "Exploit", "GRB"]
    assert (seen["hand"], seen["deck"]) == (1, 1)


# ── Anything at all ────────────────────────────────────────────────────────────────────────────

JUNK = [
    None, True, 0, 1, -1, 99, 10**30, 1.5, float("nan"), "", "Koti", "City 12", "player_1", [], {},
    [1], {"a": 1}, ["City 12", "City 12"], {"card": "Outpost", "owner": 1}, {"card": "Titan"},
    "Titan of player_0", "Outpost of player_1", "surface conflict", "orbital activity", "conquer",
    "swap", "taken back", "ground force", "Espionage", "Coup", {"player_0": "Exploit"},
]  # fmt: skip


def paths(value, before=()):
    """Yield the path of everything inside a JSON value."""
    entries = value.items() if isinstance(value, dict) else enumerate(value)
    for key, entry in entries:
        yield (*before, key)
        if isinstance(entry, dict | list):
            yield from paths(entry, (*before, key))


def spoil(position, others, chance):
    """Take away, replace or mix up one or two things of a position."""
    for _ in range(chance.choice((1, 1, 2))):
        everywhere = list(paths(position))
        of_decision = [path for path in everywhere if path[0] == "decision"]
        *way, last = chance.choice(of_decision or everywhere)
        if chance.random() < 0.4:
            *way, last = chance.choice(everywhere)
        place = position
        for key in way:
            place = place[key]
        what = chance.random()
        if what < 0.25:
            del place[last]
        elif what < 0.7:
            place[last] = copy.deepcopy(chance.choice(JUNK))
        elif isinstance(place, dict) and way:
            donor = chance.choice(others).get(way[0])
            if isinstance(donor, dict) and last in donor:
                place[last] = copy.deepcopy(donor[last])


@pytest.mark.parametrize("players", [2, 3])
def test_anything_is_either_refused_in_words_or_can_be_played_on(players):
    game = table(players)
    chance = random.Random(players)
    state = game.from_position(scattered(game, seed=12))
    pool = [game.position(now) for now in decisions(game, state, seed=12, most=60)]
    found = Counter()
    for _ in range(80):
        position = copy.deepcopy(chance.choice(pool))
        spoil(position, pool, chance)
        try:
            spoilt = game.from_position(position)
        except ValueError as error:
            found[str(error).partition(":")[0]] += 1
            continue
        found["played on"] += 1
        for now in decisions(game, spoilt, seed=0, most=3):
            there_and_back(game, now)
    assert set(found) == {"this position can't be set up", "played on"}
    assert min(found.values()) > 10
