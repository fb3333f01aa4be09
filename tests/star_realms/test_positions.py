"""Positions as JSON (SR-14): exact both ways, what is left out, every fault named, nothing given away by a view."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

import pytest

from ow_env import star_realms_v0
from tests.scenarios import Scenario, rows
from tests.star_realms.games import game_of
from tests.star_realms.scenario import check, parts_of, position_of, told
from tests.star_realms.table import Table, lay

# ── There and back ───────────────────────────────────────────────────────────────────────────────


WRITTEN = [  # whole positions, most in the middle of a choice, of every type, as the notation of scenarios writes them
    "hand Scout | bases Blob Wheel (primary) | foe bases Blob Wheel",
    "hand Scout, Viper, Cutter | owed 2 | deck Scout | asked owed",
    "hand Scout | discard Viper | ships Trade Bot | asked scrap: Trade Bot primary, step 1",
    "hand 2x Scout, Viper | bases Machine Base (primary) | asked scrap hand: Machine Base primary, step 1",
    "hand Scout | row Ram, Cutter | ships Battle Pod | asked scrap row: Battle Pod primary, step 1",
    "hand Scout | scrap heap Port of Call | foe bases Blob Wheel | asked destroy: Port of Call scrap, step 1",
    "hand Scout | row Ram, Cutter | ships Blob Carrier (ally), Ram (ally) | asked acquire: Blob Carrier ally",
    "hand Scout | ships Ram, Cutter, Stealth Needle | asked copy: Stealth Needle primary",
    "discard Viper | ships Trade Bot | asked scrap: Trade Bot primary, step 1",
    "row - | hand Scout | scrap heap Battlecruiser | foe bases Blob Wheel | asked destroy: Battlecruiser scrap, step 1",
    "hand Scout, Viper | ships Stealth Needle (as Patrol Mech, ally), Trade Bot (ally)"
    " | played Patrol Mech, Stealth Needle, Trade Bot | asked scrap: Patrol Mech ally",
    "hand Scout, Viper | bases Recycling Station (primary) | asked cycle: Recycling Station primary cycle, 1 done",
    "hand Scout, Viper | bases Brain World (primary) | asked trim: Brain World primary, 1 done",
    "hand Scout, Viper | ships Stealth Needle (as Missile Bot, ally), Missile Bot (ally)"
    " | asked scrap: Missile Bot primary, step 1",
    "turn 7 of you | asked over: you | foe A0",
    "turn 300 of foe | asked over: nobody",
]


@pytest.mark.rule
@pytest.mark.parametrize("text", WRITTEN)
def test_a_position_is_written_as_it_was_read(text: str) -> None:
    table = Table(position_of(text))
    assert told(parts_of(position_of(text)), parts_of(table.position())) == ""
    again = table.game.from_position(json.loads(json.dumps(table.position())))
    assert again.tobytes() == table.batch.states.tobytes()


def test_the_form_of_a_position() -> None:
    at = Table(
        position_of("T3 | C5 | hand Viper, 2x Scout | deck Corvette | ships 2x Ram (ally) | bases Barter World")
    ).position()
    assert list(at) == [
        *("game", "format", "turn", "active", "first", "trade_row", "trade_deck", "explorers", "scrap_heap"),
        *("trade", "combat", "permissions", "played", "players", "decision"),
    ]
    assert list(at["players"][0]) == "authority hand known deck top discard owed bases ships".split()
    assert at["players"][0]["hand"] == ["Scout", "Scout", "Viper"], "in the order of the catalogue"
    assert at["players"][0]["ships"] == [{"card": "Ram", "used": ["ally"], "triggered": True}] * 2
    assert at["players"][0]["bases"] == ["Barter World"], "by its name alone where nothing is marked"


# ── What is left out ─────────────────────────────────────────────────────────────────────────────


def test_what_is_left_out_is_empty_or_0_and_explorers_lie_in_their_pile() -> None:
    at = Table({"players": [{"hand": ["Scout", "Scout"]}, {}]}).position()
    empty = {"known": [], "deck": [], "top": [], "discard": [], "owed": 0, "bases": [], "ships": []}
    assert at == {
        "game": "star_realms", "format": 1, "turn": 1, "active": 0, "first": 0, "trade_row": [], "trade_deck": [],
        "explorers": 10, "scrap_heap": [], "trade": 0, "combat": 0, "permissions": 0, "played": [],
        "players": [
            {"authority": 50, **empty, "hand": ["Scout", "Scout"], "known": ["Scout", "Scout"]},
            {"authority": 50, **empty, "hand": []},
        ],
        "decision": {"type": "main"},
    }  # fmt: skip


def test_explorers_that_players_have_do_not_lie_in_their_pile() -> None:
    for copies in (9, 10):
        at = Table({"players": [{"hand": ["Scout"], "discard": [f"{copies}x Explorer"]}, {}]}).position()
        assert at["explorers"] == 10 - copies


def test_known_is_the_whole_hand_only_if_the_shuffled_deck_is_empty() -> None:
    for deck, known in (([], ["Scout"]), (["Viper"], [])):
        at = Table({"players": [{"hand": ["Scout"], "deck": deck}, {}]}).position()
        assert at["players"][0]["known"] == known


def test_played_is_the_ships_in_play() -> None:
    at = Table(position_of("hand Scout | ships 2x Ram, Cutter | bases Barter World")).position()
    assert at["played"] == ["Ram", "Ram", "Cutter"]


def test_who_started_follows_from_the_turn() -> None:
    for turn, active, first in ((1, 0, 0), (2, 0, 1), (3, 1, 1), (4, 1, 0)):
        at = Table({"turn": turn, "active": active, "players": [{"hand": ["Scout"]}, {"hand": ["Scout"]}]}).position()
        assert at["first"] == first


def test_several_cards_may_be_one_entry_and_seats_may_be_named() -> None:
    short = {"active": "player_1", "turn": 2, "players": [{"deck": ["5x Scout"]}, {"hand": ["2x Scout", "Viper"]}]}
    at = Table(short).position()
    assert (at["active"], at["first"]) == (1, 0)
    assert at["players"][0]["deck"] == ["Scout"] * 5
    assert at["players"][1]["hand"] == ["Scout", "Scout", "Viper"]


# ── Loading goes on ──────────────────────────────────────────────────────────────────────────────

ROWS = rows("""
gains of cards not marked as used are taken
    before: hand Scout | bases The Hive, Blob Wheel (primary)
    after:  C3 | bases Blob Wheel (primary), The Hive (primary, triggered)
also of some copies of a kind
    before: hand Scout | bases Space Station (primary, ally), Space Station (triggered)
    after:  C4 | bases 2x Space Station (primary, ally)
also in the middle of a choice
    before: hand Scout, Viper | ships Missile Bot, Trade Bot | asked scrap: Trade Bot primary, step 1
    after:  C4 | ships Missile Bot (ally), Trade Bot (ally)
not where discards are owed first
    before: hand Scout, Viper | owed 1 | bases The Hive | asked owed   after: -
a turn in which nothing is left ends
    before: turn 3 of you | row - | explorers 0 | foe hand Scout | foe bases Blob Wheel
    after:  turn 4 of foe | C1 | foe bases Blob Wheel (primary)
a choice with one answer is made
    before: hand Scout | row Ram | ships Blob Carrier (ally), Ram (ally) | explorers 0
            asked acquire: Blob Carrier ally
    after:  asked main | top Ram | row -
owed discards that leave no choice are made
    before: hand 2x Scout | owed 2 | bases Blob Wheel, Barter World | asked owed
    after:  asked main | C1 | hand - | discard 2x Scout | owed - | bases Barter World, Blob Wheel (primary)
""")


@pytest.mark.rule
@pytest.mark.parametrize("row", ROWS, ids=str)
def test_loading(row: Scenario) -> None:
    check(row)


# ── What is refused ──────────────────────────────────────────────────────────────────────────────

OWES = {"players": [{"hand": ["2x Scout"], "owed": 1}, {}], "decision": {"type": "owed"}}
BEGUN: list[dict[str, Any]] = [  # what no player has before the discards that are owed
    {"trade": 1},
    {"combat": 1},
    {"permissions": 1},
    {"played": ["Ram"]},
    *(
        {"players": [{"hand": ["2x Scout"], "owed": 1, **mine}, {}]}
        for mine in (
            {"ships": ["Ram"]},
            {"bases": [{"card": "The Hive", "triggered": True}]},
            {"bases": [{"card": "The Hive", "used": ["primary"]}]},
        )
    ),
]
FAULTS: list[tuple[Any, list[str]]] = [
    ([1], ["expected a position, an object, found a list of 1"]),
    ("a position", ["expected a position, an object, found 'a position'"]),
    (None, ["expected a position, an object, found null"]),
    ({"view": "player_0"}, ["view: only a full position can be set up, found that of 'player_0', which hides cards"]),
    ({"view": "public"}, ["view: only a full position can be set up, found that of 'public', which hides cards"]),
    ({"tunr": 3}, ["there is no field 'tunr'; nearest: 'turn'"]),
    ({"game": "goofspiel"}, ["game: expected 'star_realms', found 'goofspiel'"]),
    ({"format": 2}, ["format: expected 1, found 2"]),
    ({"format": True}, ["format: expected 1, found true"]),
    ({"turn": 0}, ["turn: expected a whole number from 1 to 300, found 0"]),
    ({"turn": 301}, ["turn: expected a whole number from 1 to 300, found 301"]),
    ({"turn": 1.0}, ["turn: expected a whole number from 1 to 300, found 1.0"]),
    ({"active": 2}, ["active: expected player_0 to player_1, or a seat from 0 to 1, found 2"]),
    ({"first": "player_2"}, ["first: expected player_0 to player_1, or a seat from 0 to 1, found 'player_2'"]),
    ({"turn": 2, "active": 0, "first": 0}, ["turn: turns alternate from player_0: found turn 2 of player_0"]),
    (
        {"turn": 3, "active": "player_1", "first": "player_0"},
        ["turn: turns alternate from player_0: found turn 3 of player_1"],
    ),
    ({"trade": -1}, ["trade: expected a whole number from 0 to 1000000, found -1"]),
    ({"combat": "5"}, ["combat: expected a whole number from 0 to 1000000, found '5'"]),
    ({"permissions": 1001}, ["permissions: expected a whole number from 0 to 1000, found 1001"]),
    ({"explorers": 11}, ["explorers: expected a whole number from 0 to 10, found 11"]),
    ({"trade_row": ["Ram", "Cuter"]}, ["trade_row[1]: expected the name of a card, found 'Cuter'; nearest: 'Cutter'"]),
    ({"trade_row": "Ram"}, ["trade_row: expected a list of cards, found 'Ram'"]),
    (
        {"trade_row": 5},
        [
            "trade_row: expected a list of cards, found 5: a view counts"
            " what it hides; only a full position can be set up"
        ],
    ),
    ({"trade_row": ["0x Ram"]}, ["trade_row[0]: expected at least one card, found '0x Ram'"]),
    ({"trade_row": [3]}, ["trade_row[0]: expected the name of a card, found 3"]),
    ({"trade_row": ["3x Ram"]}, ["Ram: expected at most 2 in all places together, found 3"]),
    ({"trade_row": ["3x Cutter", "3x Trade Pod"]}, ["trade_row: expected at most 5 cards, found 6"]),
    (
        {"trade_row": ["3x Cutter"], "trade_deck": ["Ram"]},
        ["trade_row: expected 5 cards while the Trade Deck holds any, found 3 and a Trade Deck of 1"],
    ),
    ({"trade_row": ["Scout"]}, ["trade_row: Scout never lies there (SR-1.1)"]),
    (
        {"trade_deck": ["Explorer"], "trade_row": ["3x Cutter", "2x Ram"]},
        ["trade_deck: Explorer never lies there (SR-1.1)"],
    ),
    (
        {"trade_row": ["Ram"], "players": [{}, {}]},
        ["players: expected cards of at least one player in a game that goes on"],
    ),
    ({"players": None}, ["players: expected a list with one for each of 2 players, found null"]),
    (
        {"trade_row": ["Cuter"], "players": [{}, {"authority": 0}]},
        [
            "trade_row[0]: expected the name of a card, found 'Cuter'; nearest: 'Cutter'",
            "players[1].authority: expected at least 1 in a game that goes on, found 0",
        ],
    ),
    ({"scrap_heap": ["Explorer"]}, ["scrap_heap: a scrapped Explorer goes back to its pile (SR-0.5)"]),
    ({"players": [{}]}, ["players: expected one for each of 2 players, found 1"]),
    ({"players": {}}, ["players: expected a list, found {}"]),
    ({"players": [3, {}]}, ["players[0]: expected an object, found 3"]),
    ({"players": [{"hnad": []}, {}]}, ["players[0]: there is no field 'hnad'; nearest: 'hand'"]),
    (
        {"players": [{"authority": -1}, {}]},
        ["players[0].authority: expected a whole number from 0 to 1000000, found -1"],
    ),
    (
        {"players": [{"authority": 0, "deck": ["Viper"]}, {}]},
        ["players[0].authority: expected at least 1 in a game that goes on, found 0"],
    ),
    (
        {"players": [{}, {"authority": True}]},
        ["players[1].authority: expected a whole number from 0 to 1000000, found true"],
    ),
    ({"players": [{"hand": ["9x Viper"]}, {}]}, ["Viper: expected at most 4 in all places together, found 9"]),
    ({"players": [{"hand": ["300x Viper"]}, {}]}, ["Viper: expected at most 4 in all places together, found 300"]),
    (
        {"players": [{"bases": [{"card": "The Hive", "used": ["primary"]}] * 300}, {}]},
        ["The Hive: expected at most 1 in all places together, found 300"],
    ),
    (
        {"players": [{"hand": ["2x Mothership"]}, {}], "trade_row": ["Mothership"]},
        ["Mothership: expected at most 1 in all places together, found 3"],
    ),
    (
        {"players": [{"hand": ["Scout"], "discard": ["10x Explorer"]}, {}], "explorers": 1},
        ["Explorer: expected at most 10 in all places together, found 11"],
    ),
    (
        {"players": [{"hand": 5}, {}]},
        [
            "players[0].hand: expected a list of cards, found 5: a view counts"
            " what it hides; only a full position can be set up"
        ],
    ),
    (
        {"players": [{"hand": ["Scout"], "known": ["Viper"], "deck": ["Scout"]}, {}]},
        ["players[0].known: Viper is not so often in the hand"],
    ),
    (
        {"players": [{"hand": ["Scout"], "known": ["2x Scout"], "deck": ["Scout"]}, {}]},
        ["players[0].known: Scout is not so often in the hand"],
    ),
    (
        {"players": [{"hand": ["2x Scout"], "known": ["Scout"]}, {}]},
        ["players[0].known: with an empty shuffled deck the whole hand is known (SR-13.5)"],
    ),
    (
        {"players": [{"hand": ["2x Scout"], "known": []}, {}]},
        ["players[0].known: with an empty shuffled deck the whole hand is known (SR-13.5)"],
    ),
    (
        {"players": [{"hand": ["2x Scout"], "owed": 3}, {}]},
        ["players[0].owed: expected a whole number from 0 to 2, found 3"],
    ),
    (
        {"players": [{"hand": ["Scout"], "owed": 1}, {}]},
        ["players[0].owed: expected 0 after the start of the turn, found 1"],
    ),
    (
        {"players": [{"top": ["6x Scout"], "deck": ["Scout"]}, {}]},
        ["players[0].top[0]: expected the name of a card, found '6x Scout'; nearest: 'Scout'"],
    ),
    (
        {"players": [{"top": ["Scout"] * 6, "deck": ["Scout"]}, {}]},
        ["players[0].top: expected at most 5 cards, found 6"],
    ),
    (
        {"players": [{"top": ["Ram"] * 3, "deck": ["Scout"]}, {}]},
        ["Ram: expected at most 2 in all places together, found 3"],
    ),
    (
        {"players": [{"top": ["Blob Wheel"], "deck": ["Scout"]}, {}]},
        ["players[0].top[0]: only ships are put on top, found Blob Wheel"],
    ),
    (
        {"players": [{}, {"top": ["Ram"]}]},
        ["players[1].top: only the active player's deck has known cards on top (SR-13.7)"],
    ),
    ({"players": [{"ships": ["Blob Wheel"]}, {}]}, ["players[0].ships[0]: Blob Wheel is a base"]),
    ({"players": [{"bases": ["Ram"]}, {}]}, ["players[0].bases[0]: Ram is a ship"]),
    ({"players": [{}, {"ships": ["Ram"]}]}, ["players[1].ships: only the active player has ships in play (SR-2.7)"]),
    (
        {"players": [{}, {"bases": [{"card": "The Hive", "used": ["primary"]}]}]},
        ["players[1].bases[0]: on the opponent's turn a base has no marks (SR-2.9)"],
    ),
    (
        {"players": [{"bases": [{"card": "The Hive", "usd": []}]}, {}]},
        ["players[0].bases[0]: there is no field 'usd'; nearest: 'used'"],
    ),
    (
        {"players": [{"bases": [{"used": ["primary"]}]}, {}]},
        ["players[0].bases[0].card: expected the name of a card, found null"],
    ),
    (
        {"players": [{"bases": [{"card": "The Hive", "used": ["scrap"]}]}, {}]},
        ["players[0].bases[0].used[0]: expected a known word, found 'scrap'; nearest: 'ally'"],
    ),
    (
        {"players": [{"bases": [{"card": "The Hive", "used": "ally"}]}, {}]},
        ["players[0].bases[0].used: expected a list, found 'ally'"],
    ),
    (
        {"players": [{"bases": [{"card": "The Hive", "used": ["ally"]}]}, {}]},
        ["players[0].bases[0].used: an ally ability that was used is triggered"],
    ),
    (
        {"players": [{"bases": [{"card": "The Hive", "triggered": 1}]}, {}]},
        ["players[0].bases[0].triggered: expected true or false, found 1"],
    ),
    (
        {"players": [{"bases": [{"card": "Fleet HQ", "used": ["primary"]}]}, {}]},
        ["players[0].bases[0].used: Fleet HQ has no primary that is used"],
    ),
    (
        {"players": [{"bases": [{"card": "Blob Wheel", "triggered": True}]}, {}]},
        ["players[0].bases[0]: Blob Wheel has no ally ability"],
    ),
    (
        {"players": [{"bases": [{"card": "Blob Wheel", "used": ["ally"]}]}, {}]},
        [
            "players[0].bases[0]: Blob Wheel has no ally ability",
            "players[0].bases[0].used: an ally ability that was used is triggered",
        ],
    ),
    (
        {"players": [{"ships": [{"card": "Ram", "used": ["primary"]}]}, {}]},
        ["players[0].ships[0].used: Ram has no primary that is used"],
    ),
    (
        {"players": [{"ships": [{"card": "Ram", "copies": "Cutter"}, "Cutter"]}, {}]},
        ["players[0].ships[0].copies: Ram copies nothing"],
    ),
    (
        {"players": [{"ships": [{"card": "Stealth Needle", "copies": "Blob Wheel"}]}, {}]},
        ["players[0].ships[0].copies: Blob Wheel can't be copied (SR-10.1)"],
    ),
    (
        {"players": [{"ships": [{"card": "Stealth Needle", "copies": "Stealth Needle"}]}, {}]},
        ["players[0].ships[0].copies: Stealth Needle can't be copied (SR-10.1)"],
    ),
    (
        {"players": [{"ships": [{"card": "Stealth Needle", "copies": "Rma"}]}, {}]},
        ["players[0].ships[0].copies: expected the name of a card, found 'Rma'; nearest: 'Ram'"],
    ),
    (
        {"players": [{"ships": [{"card": "Stealth Needle", "copies": "Ram"}]}, {}]},
        ["played: Stealth Needle copies Ram, which was not played"],
    ),
    (
        {"players": [{"ships": [{"card": "Stealth Needle", "triggered": True}]}, {}]},
        ["players[0].ships[0]: Stealth Needle has no ally ability"],
    ),
    (
        {"players": [{"ships": ["Ram", {"card": "Ram", "triggered": True}]}, {}]},
        ["players[0].ships: copies of Ram trigger one another (SR-5.1): all are triggered, or none"],
    ),
    (
        {
            "players": [
                {
                    "bases": [
                        {"card": "Space Station", "used": ["primary"], "triggered": True},
                        {"card": "Space Station", "used": ["ally"], "triggered": True},
                    ]
                },
                {},
            ]
        },
        [
            "players[0].bases: the copy of Space Station that has used more is used first: "
            "one can't have used only the other's (SR-4.9)"
        ],
    ),
    ({"players": [{"ships": ["Ram"]}, {}], "played": []}, ["played: Ram is in play and was not played"]),
    ({"players": [{"ships": ["2x Ram"]}, {}], "played": ["Ram"]}, ["played: Ram is in play and was not played"]),
    ({"played": ["Rma"]}, ["played[0]: expected the name of a card, found 'Rma'; nearest: 'Ram'"]),
    ({"decision": {"type": "mian"}}, ["decision.type: expected a known word, found 'mian'; nearest: 'main'"]),
    ({"decision": {"typ": "main"}}, ["decision: there is no field 'typ'; nearest: 'type'"]),
    ({"decision": "main"}, ["decision: expected an object, found 'main'"]),
    ({"decision": {"type": "main", "card": "Ram"}}, ["decision.card: a decision of type main has no such field"]),
    ({"decision": {"type": "owed"}}, ["decision.type: expected discards that the active player owes, found none"]),
    *((OWES | begun, ["decision.type: discards that are owed come before all else (SR-8.2)"]) for begun in BEGUN),
    ({"decision": {"type": "scrap"}}, ["decision.card: expected the name of a card, found null"]),
    (
        {"decision": {"type": "scrap", "card": "Blob Wheel"}},
        ["decision: Blob Wheel, primary, step 0 is 'combat:1', which does not ask for 'scrap'"],
    ),
    (
        {"decision": {"type": "scrap", "card": "Fleet HQ", "ability": "primary"}},
        ["decision.ability: Fleet HQ has no such ability"],
    ),
    (
        {"decision": {"type": "scrap", "card": "Trade Bot", "ability": "always"}},
        ["decision.ability: expected a known word, found 'always'; nearest: 'ally'"],
    ),
    (
        {"decision": {"type": "scrap", "card": "Trade Bot", "step": 0}},
        ["decision: Trade Bot, primary, step 0 is 'trade:1', which does not ask for 'scrap'"],
    ),
    (
        {"decision": {"type": "scrap", "card": "Trade Bot", "step": 2}},
        [
            "decision.step: expected a whole number from 0 to 1, found 2",
            "decision: Trade Bot, primary, step 0 is 'trade:1', which does not ask for 'scrap'",
        ],
    ),
    (
        {"decision": {"type": "scrap", "card": "Trade Bot", "step": 1, "done": 1}},
        [
            "decision.done: a decision of type scrap has no such field",
            "decision.done: expected 0, found 1",
            "decision.card: expected a Trade Bot in play, or a copy of it",
            "decision: there is nothing to choose: it would not be asked (SR-4.8)",
        ],
    ),
    (
        {"decision": {"type": "scrap", "card": "Trade Bot", "step": 1, "winner": 0}},
        [
            "decision.winner: a decision of type scrap has no such field",
            "decision.card: expected a Trade Bot in play, or a copy of it",
            "decision: there is nothing to choose: it would not be asked (SR-4.8)",
        ],
    ),
    (
        {"decision": {"type": "scrap", "card": "Trade Bot", "step": 1}, "players": [{"hand": ["Scout"]}, {}]},
        ["decision.card: expected a Trade Bot in play, or a copy of it"],
    ),
    (
        {"decision": {"type": "scrap", "card": "Trade Bot", "step": 1}, "players": [{"ships": ["Trade Bot"]}, {}]},
        ["decision: there is nothing to choose: it would not be asked (SR-4.8)"],
    ),
    (
        {
            "decision": {"type": "scrap", "card": "Junkyard"},
            "players": [{"hand": ["2x Scout"], "bases": ["Junkyard"]}, {}],
        },
        ["decision.card: expected a Junkyard in play whose primary is marked as used"],
    ),
    (
        {
            "decision": {"type": "scrap", "card": "Patrol Mech", "ability": "ally"},
            "players": [{"hand": ["2x Scout"], "ships": ["Patrol Mech"]}, {}],
        },
        ["decision.card: expected a Patrol Mech in play whose ally ability is marked as used"],
    ),
    (
        {
            "decision": {"type": "cycle", "card": "Recycling Station"},
            "players": [{"hand": ["2x Scout"], "bases": [{"card": "Recycling Station", "used": ["primary"]}]}, {}],
        },
        ["decision.branch: expected a known word, found null; one of trade, cycle"],
    ),
    (
        {
            "decision": {"type": "cycle", "card": "Recycling Station", "branch": "cylce"},
            "players": [{"hand": ["2x Scout"], "bases": [{"card": "Recycling Station", "used": ["primary"]}]}, {}],
        },
        ["decision.branch: expected a known word, found 'cylce'; nearest: 'cycle'"],
    ),
    (
        {
            "decision": {"type": "cycle", "card": "Recycling Station", "branch": "cycle", "done": 2},
            "players": [{"hand": ["2x Scout"], "bases": [{"card": "Recycling Station", "used": ["primary"]}]}, {}],
        },
        ["decision.done: expected a whole number from 0 to 1, found 2"],
    ),
    (
        {
            "decision": {"type": "cycle", "card": "Recycling Station", "branch": "cycle", "winner": 0},
            "players": [{"hand": ["2x Scout"], "bases": [{"card": "Recycling Station", "used": ["primary"]}]}, {}],
        },
        ["decision.winner: a decision of type cycle has no such field"],
    ),
    (
        {
            "decision": {"type": "copy", "card": "Stealth Needle"},
            "players": [{"hand": ["2x Scout"], "ships": ["Ram"]}, {}],
        },
        ["decision.card: expected a Stealth Needle in play that copies nothing yet"],
    ),
    (
        {
            "decision": {"type": "copy", "card": "Stealth Needle"},
            "players": [{"hand": ["2x Scout"], "ships": ["Ram", {"card": "Stealth Needle", "copies": "Ram"}]}, {}],
        },
        ["decision.card: expected a Stealth Needle in play that copies nothing yet"],
    ),
    *(
        (
            {"trade": -1, "decision": {"type": "over", "winner": winner}},
            ["trade: expected a whole number from 0 to 1000000, found -1"],
        )
        for winner in (0, None)
    ),
    ({"decision": {"type": "over"}}, ["decision.winner: a game without a winner was cut short after turn 300"]),
    ({"decision": {"type": "over", "winner": 0}}, ["players[1].authority: expected 0 where player_0 has won"]),
    (
        {"decision": {"type": "over", "winner": 2}},
        ["decision.winner: expected player_0 to player_1, or a seat from 0 to 1, found 2"],
    ),
    (
        {"decision": {"type": "over", "winner": 0}, "players": [{"authority": 0}, {"authority": 0}]},
        ["players[1].authority: expected 0 where player_0 has won"],
    ),
    (
        {"decision": {"type": "over", "winner": 1}, "players": [{"authority": 3}, {"authority": 0}]},
        ["players[0].authority: expected 0 where player_1 has won"],
    ),
    (
        {"decision": {"type": "over"}, "turn": 300, "active": 1, "first": 0, "players": [{}, {"authority": 0}]},
        ["decision.winner: a game without a winner was cut short after turn 300"],
    ),
    (
        {"turn": 0, "trade": -1, "trade_row": ["Rma"], "players": [{"hand": ["Scot"], "authority": "x"}, {"owed": 9}]},
        [
            "turn: expected a whole number from 1 to 300, found 0",
            "trade: expected a whole number from 0 to 1000000, found -1",
            "trade_row[0]: expected the name of a card, found 'Rma'; nearest: 'Ram'",
            "players[0].authority: expected a whole number from 0 to 1000000, found 'x'",
            "players[0].hand[0]: expected the name of a card, found 'Scot'; nearest: 'Scout'",
            "players[1].owed: expected 0, found 9",
        ],
    ),
    ({"played": ["3x Ram"]}, ["played: expected at most 2 Ram, found 3"]),
    ({"played": ["100x Explorer"]}, ["played: expected at most 99 Explorer, found 100"]),
    (
        {"decision": {"type": "over", "winner": 0, "card": "Ram"}, "players": [{}, {"authority": 0}]},
        ["decision.card: a decision of type over has no such field"],
    ),
]


@pytest.mark.parametrize(("position", "faults"), FAULTS, ids=[faults[0] for _, faults in FAULTS])
def test_every_fault_is_named_and_what_would_be_right(position: Any, faults: list[str]) -> None:
    if isinstance(position, dict):
        position = {"players": [{"deck": ["Viper"]}, {"deck": ["Viper"]}], **position}
    with pytest.raises(ValueError, match=re.escape(faults[0])) as error:
        game_of().from_position(position)
    told = str(error.value).split("\n  - ")
    assert [fault for fault in told if fault != "this position can't be set up:"] == faults


def test_a_refused_position_changes_nothing() -> None:
    env = star_realms_v0.parallel_env()
    env.reset(seed=1)
    before = env.unwrapped._batch.states.tobytes(), env.unwrapped._batch.rng.tobytes()
    with pytest.raises(ValueError, match="tunr"):
        env.unwrapped.set_position({"tunr": 3})
    assert before == (env.unwrapped._batch.states.tobytes(), env.unwrapped._batch.rng.tobytes())
    env.unwrapped.set_position(lay(you={"hand": "2x Scout"}))
    assert env.unwrapped._batch.states[0]["players"][0]["hand"]["count"] == 2


def test_the_last_turn_is_that_of_the_game() -> None:
    position = {"turn": 9, "players": [{"hand": ["Scout"]}, {}]}
    game_of(max_turns=9).from_position(position)
    with pytest.raises(ValueError, match="turn: expected a whole number from 1 to 8, found 9"):
        game_of(max_turns=8).from_position(position)


# ── Views ────────────────────────────────────────────────────────────────────────────────────────

SECRET = (
    "hand 2x Scout, Viper | known Scout | top Cutter | deck 2x Viper, Ram | foe hand Corvette, Scout"
    " | foe deck 2x Scout"
)


@pytest.mark.parametrize(
    ("view", "open_hands"),
    [("full", (True, True)), ("public", (False, False)), ("player_0", (True, False)), ("player_1", (False, True))],
)
def test_a_view_counts_what_it_hides(view: str, open_hands: tuple[bool, bool]) -> None:
    game, states = game_of(), Table(position_of(SECRET)).batch.states
    at, whole = game.position(states, view), game.position(states)
    assert at.get("view") == (None if view == "full" else view)
    for player, all_of_it, is_open in zip(at["players"], whole["players"], open_hands, strict=True):
        assert player["top"] == all_of_it["top"], "what lies on top is known to both"
        assert player["known"] == all_of_it["known"]
        if is_open:
            assert player == all_of_it
        else:
            assert player["hand"] == len(all_of_it["hand"])
            assert player["deck"] == len(all_of_it["deck"])
            unknown = Counter(all_of_it["hand"]) - Counter(all_of_it["known"])
            assert Counter(player["unseen"]) == unknown + Counter(all_of_it["deck"])
            rest = set(all_of_it) - {"hand", "deck"}
            assert {name: player[name] for name in rest} == {name: all_of_it[name] for name in rest}
    rest = set(whole) - {"players"}
    assert {name: at[name] for name in rest} == {name: whole[name] for name in rest}


def test_a_view_can_not_be_set_up_and_an_unknown_one_is_refused() -> None:
    game, states = game_of(), Table(position_of(SECRET)).batch.states
    with pytest.raises(ValueError, match="only a full position can be set up"):
        game.from_position(game.position(states, "player_0"))
    with pytest.raises(ValueError, match="view"):
        game.position(states, "player_2")
