"""Positions as JSON (TNW-13.3): exact both ways, what is left out, every fault named, nothing given away by a view."""

from __future__ import annotations

import ast
import inspect
import json
import re
from typing import Any

import pytest

from ow_env import these_new_worlds_v0
from ow_env.these_new_worlds import position as source
from tests.tables import Position
from tests.these_new_worlds.oracle.cards import BASE
from tests.these_new_worlds.scenario import CARDS, parts_of, position_of, told
from tests.these_new_worlds.table import Table, game_of

PLANETS = list(BASE.planets)
MIDDLE = (
    "round 4 | dealer you | turn you | step dome | has played | passed | top Peer Review | hand Spot Trade, Privateers"
    " | foe hand Breakthrough, Tax Season, Border Militia | aside Assembly of Worlds, Escort Wing"
    " | not held Escort Wing | foe not held Assembly of Worlds | foe tokens blue 3 | foe dome green 3, blue 1"
    " | costs 2 5 3 1 | tokens red 4, green 3 | planets Vermeil | foe planets Loam, Aurelia"
    " | collective Azimuth, Marigold | contested Evergild"
)
OVER = (
    "step over: draw | planets Vermeil, Loam, Aurelia | foe planets Concord, Marigold, Azimuth"
    " | collective Evergild, Cinderfall"
)


# ── There and back ───────────────────────────────────────────────────────────────────────────────


ENDED = [  # of each kind; also early, also with The Collective ahead
    OVER,
    "step over: foe | planets Vermeil, Aurelia | foe planets Concord, Marigold, Azimuth"
    " | collective Evergild, Loam, Cinderfall",
    "step over: you | planets Vermeil, Aurelia, Loam | foe planets Concord"
    " | collective Evergild, Azimuth, Marigold, Cinderfall",
    "step over: you | planets Vermeil, Aurelia, Loam, Azimuth | foe planets Concord | collective Evergild, Cinderfall",
    "step over: nobody | planets Vermeil, Aurelia | collective Evergild, Cinderfall, Loam, Azimuth, Concord",
]
GOING_ON = [  # as far as can be
    "top Breakthrough | hand Spot Trade | planets Vermeil, Aurelia, Loam | collective Evergild, Cinderfall",
    "top Breakthrough | hand Spot Trade | foe planets Vermeil | collective Evergild, Cinderfall, Loam, Azimuth",
]


@pytest.mark.parametrize("text", [MIDDLE, *ENDED, *GOING_ON])
def test_a_position_is_written_as_it_was_read(text: str) -> None:
    table = Table(position_of(text), ask="public")
    before = parts_of({**position_of(text), "costs": position_of(text).get("costs", {})} | missing(position_of(text)))
    assert told(before, parts_of(table.position())) == ""
    again = table.game.from_position(json.loads(json.dumps(table.position())))
    assert again.tobytes() == table.batch.states.tobytes()


def missing(position: Position) -> Position:
    """Return what a position after the end leaves out."""
    empty = {"hand": [], "not_held": [], "played": [], "tokens": {}, "paid": {}, "dome": False}
    if "contested" in position:
        return {}
    return {
        "active": 0, "contested": None, "costs": {}, "top": None, "set_aside": [],
        "players": [empty | him for him in position["players"]],
    }  # fmt: skip


def test_the_form_of_a_position() -> None:
    at = Table(position_of(MIDDLE)).position()
    assert at["costs"] == {"red": 2, "yellow": 5, "green": 3, "blue": 1}
    assert at["players"][0]["hand"] == ["Spot Trade", "Privateers"], "in the order of the catalogue"
    assert at["players"][1]["planets"] == ["Aurelia", "Loam"]
    assert at["players"][0]["tokens"] == {"red": 4, "green": 3}, "those of which there are any"
    assert (at["players"][1]["dome"], at["players"][1]["paid"]) == (True, {"green": 3, "blue": 1})
    assert (at["contested"], at["top"]) == ("Evergild", "Peer Review")
    assert at["decision"] == {"step": "dome", "has_played": True, "passed": True}


# ── What is left out ─────────────────────────────────────────────────────────────────────────────


def least() -> Position:
    """Return a position with no more than has to be."""
    return {
        "contested": "Loam",
        "costs": {"red": 6, "yellow": 6, "green": 6, "blue": 6},
        "collective": ["Azimuth", "Vermeil"],
        "players": [{"hand": CARDS[:8]}, {"hand": CARDS[8:16]}],
    }


def test_what_is_left_out_is_empty_or_what_it_has_to_be() -> None:
    table = Table(least())
    him = {"not_held": [], "played": [], "dome": False, "tokens": {}, "paid": {}, "planets": []}
    assert table.position() == {
        "game": "these_new_worlds", "format": 1, "round": 1, "dealer": 0, "active": 1, **least(),
        "collective": ["Vermeil", "Azimuth"],
        "deck": [name for name in PLANETS if name not in ("Loam", "Azimuth", "Vermeil")],
        "players": [{**him, "hand": CARDS[:8]}, {**him, "hand": CARDS[8:16]}],
        "set_aside": CARDS[16:], "top": None,
        "decision": {"step": "card", "has_played": False, "passed": False},
    }  # fmt: skip


def test_the_turn_is_of_the_player_who_did_not_deal() -> None:
    for dealer in (0, "player_0", 1, "player_1"):
        assert Table({**least(), "dealer": dealer}).position()["active"] == (dealer in (0, "player_0"))


def test_a_position_goes_on_to_its_next_decision() -> None:
    text = "top Breakthrough | hand Bumper Harvest | foe hand Spot Trade, Tax Season"
    assert Table(position_of(text)).position()["active"] == 1
    assert Table(position_of(text), ask="public").position()["active"] == 0


# ── What is refused ──────────────────────────────────────────────────────────────────────────────


def changed(path: str, value: Any, text: str = MIDDLE) -> Position:
    """Return a position with one field changed: ``players.0.hand``."""
    position = json.loads(json.dumps(position_of(text)))
    *before, last = path.split(".")
    at: Any = position
    for key in before:
        at = at[int(key)] if isinstance(at, list) else at.setdefault(key, {})
    at[int(last) if isinstance(at, list) else last] = value
    return dict(position)


NO_TOP = "top: expected one of the cards played, null if there is none, found 'Peer Review'"
FAULTS: list[tuple[Any, list[str]]] = [
    ([1], ["expected a position, an object, found a list of 1"]),
    (None, ["expected a position, an object, found null"]),
    ({"view": "public"}, ["view: only a full position can be set up, found that of 'public', which hides cards"]),
    (changed("tunr", 3), ["there is no field 'tunr'; nearest: 'round'"]),
    (changed("game", "star_realms"), ["game: expected 'these_new_worlds', found 'star_realms'"]),
    (changed("format", 2), ["format: expected 1, found 2"]),
    (changed("round", 0), ["round: expected a whole number from 1 to 6, found 0"]),
    (changed("round", 7), ["round: expected a whole number from 1 to 6, found 7"]),
    (changed("round", 3), ["round: in round 3 empires and Collective have 4 planets together, found 1, 2 and 2"]),
    (changed("dealer", 2), ["dealer: expected player_0 to player_1, or a seat from 0 to 1, found 2"]),
    (changed("active", "you"), ["active: expected player_0 to player_1, or a seat from 0 to 1, found 'you'"]),
    (changed("contested", "Lom"), ["contested[0]: expected a known word, found 'Lom'; nearest: 'Loam'"]),
    (changed("contested", None), ["contested: expected a planet in a game that goes on, found null"]),
    (changed("contested", "Loam"), ["players[1].planets[0]: Loam lies in contested already"]),
    (changed("costs", {"red": 2, "yellow": 5, "green": 3}), [
        "costs: expected 1 to 6 for each of the four colours",
        "players[1].paid: expected the costs of two colours, found {'green': 3, 'blue': 1}"]),
    (changed("costs.red", 7), ["costs.red: expected a whole number from 0 to 6, found 7"]),
    (changed("costs.pink", 1), ["costs: there is no field 'pink'; nearest: 'green'"]),
    (changed("costs", [2, 5, 3, 1]), ["costs: expected an object, found a list of 4"]),
    (changed("collective", "Loam"), ["collective: expected a list, found 'Loam'"]),
    (changed("collective", ["Loam", 3]), [
        "collective[1]: expected a known word, found 3; one of " + ", ".join(PLANETS),
        "players[1].planets[0]: Loam lies in collective already"]),
    (changed("collective", ["Azimuth", "Azimuth"]), ["collective[1]: Azimuth lies in collective already"]),
    (changed("deck", PLANETS[:3]), [
        *(f"deck: {name} is nowhere; it lies here if not elsewhere" for name in
          ("Concord", "Halcyon Seat", "Thornmere", "Viridian Low", "Cobalt Reach", "Lumen Deep", "Sapphire Nine"))]),
    (changed("players", [{}]), [
        "players: expected one for each of 2 players, found 1", NO_TOP]),
    (changed("players", [{}, {}, {"planets": ["Loam"]}]), [
        "players: expected one for each of 2 players, found 3", NO_TOP]),
    (changed("players", 5), ["players: expected a list, found 5", NO_TOP]),
    (changed("players.0", 5), ["players[0]: expected an object, found 5"]),
    (changed("players.0.hnd", []), ["players[0]: there is no field 'hnd'; nearest: 'hand'"]),
    (changed("players.0.hand", 8), ["players[0].hand: expected a list, found 8"]),
    (changed("players.0.hand", ["Spot Trade", "Privatears"]), [
        "players[0].hand[1]: expected a known word, found 'Privatears'; nearest: 'Privateers'"]),
    (changed("players.0.hand", ["Spot Trade"]), [
        "set_aside: Privateers is nowhere; it lies here if not elsewhere",
        "players[0].hand: expected 8 with the cards played, found 7"]),
    (changed("players.0.hand", ["Spot Trade", "Privateers", "Breakthrough"]), [
        "players[1].hand[2]: Breakthrough lies in players[0].hand already"]),
    (changed("players.1.planets", ["Loam", "Pluto"]), [
        "players[1].planets[1]: expected a known word, found 'Pluto'; nearest: 'Azimuth'"]),
    (changed("players.0.not_held", ["Spot Trade"]), ["players[0].not_held: Spot Trade is in the hand"]),
    (changed("players.0.not_held", ["Peer Review"]), ["players[0].not_held: Peer Review has been played"]),
    (changed("players.1.not_held", ["Privateers"]), [
        "players[1].not_held: Privateers: a wild may be kept, a pass proves nothing of it (TNW-9.3)"]),
    (changed("players.1.not_held", ["Privat"]), [
        "players[1].not_held[0]: expected a known word, found 'Privat'; nearest: 'Privateers'"]),
    (changed("players.0.dome", 1), ["players[0].dome: expected true or false, found 1"]),
    (changed("players.0.dome", True), ["players[0].paid: expected the costs of two colours, found nothing"]),
    (changed("players.1.dome", False), [
        "players[1].paid: expected nothing without a dome, found {'green': 3, 'blue': 1}"]),
    (changed("players.1.paid", {"green": 3}), [
        "players[1].paid: expected the costs of two colours, found {'green': 3}"]),
    (changed("players.1.paid", {"green": 3, "blue": 2}), [
        "players[1].paid: expected the costs of two colours, found {'green': 3, 'blue': 2}"]),
    (changed("players.1.paid.red", 2), [
        "players[1].paid: expected the costs of two colours, found {'red': 2, 'green': 3, 'blue': 1}"]),
    (changed("players.1.paid.red", 7), ["players[1].paid.red: expected a whole number from 0 to 6, found 7"]),
    (changed("players.0.tokens.red", -1), ["players[0].tokens.red: expected a whole number from 0 to 999, found -1"]),
    (changed("players.0.tokens.red", 1000), [
        "players[0].tokens.red: expected a whole number from 0 to 999, found 1000"]),
    (changed("players.0.tokens.red", True), [
        "players[0].tokens.red: expected a whole number from 0 to 999, found true"]),
    (changed("players.0.tokens.gold", 1), ["players[0].tokens: there is no field 'gold'; nearest: 'red'"]),
    (changed("set_aside", ["Escort Wing"]), [
        "set_aside: Assembly of Worlds is nowhere; it lies here if not elsewhere"]),
    (changed("set_aside", ["Escort Wing", "Assembly of Worlds", "Spot Trade"]), [
        "set_aside[2]: Spot Trade lies in players[0].hand already"]),
    (changed("top", "Spot Trade"), [
        "top: expected one of the cards played, null if there is none, found 'Spot Trade'"]),
    (changed("top", None), ["top: expected one of the cards played, null if there is none, found null"]),
    (changed("top", "Spot Trad"), ["top: expected a known word, found 'Spot Trad'; nearest: 'Spot Trade'",
                                   "top: expected one of the cards played, null if there is none, found 'Spot Trad'"]),
    ({**least(), "top": "Spot Trade"}, [
        "top: expected one of the cards played, null if there is none, found 'Spot Trade'"]),
    (changed("decision", "dome"), ["decision: expected an object, found 'dome'"]),
    (changed("decision.stp", "dome"), ["decision: there is no field 'stp'; nearest: 'step'"]),
    (changed("decision.step", "doom"), ["decision.step: expected a known word, found 'doom'; nearest: 'dome'"]),
    (changed("decision.has_played", "yes"), ["decision.has_played: expected true or false, found 'yes'"]),
    (changed("decision.result", "won"), ["decision.result: only a game that is over has one"]),
    (changed("decision.winner", 0), ["decision.winner: only a game that is over has one"]),
    (changed("decision.step", "card"), [
        "decision.has_played: no card has been played in this turn: its card step is still to come"]),
    (changed("players.0.tokens", {"red": 4}), [
        "decision.step: there is no dome step: the dome is placed, or no two colours can be paid"]),
    (changed("active", 1), ["decision.step: there is no dome step: the dome is placed, or no two colours can be paid"]),
    (position_of("round 4 | top Breakthrough | collective Evergild, Loam, Thornmere, Azimuth, Vermeil"),
     ["decision.step: by the planets the game is over"]),
    (position_of("round 5 | top Breakthrough | planets Evergild, Loam, Thornmere, Azimuth"
    " | collective Vermeil, Aurelia"),
     ["decision.step: by the planets the game is over"]),
    (changed("decision.result", "lost", OVER), [
        "decision.result: expected a known word, found 'lost'; nearest: 'won'"]),
    (changed("decision.result", "won", OVER), ["decision.result: by the planets it is draw, found won, winner null"]),
    (changed("decision.winner", 1, OVER), ["decision.result: by the planets it is draw, found draw, winner 1"]),
    (changed("decision.winner", 2, OVER), [
        "decision.winner: expected player_0 to player_1, or a seat from 0 to 1, found 2"]),
    (changed("decision.passed", False, OVER), ["decision.passed: a decision that is over has no such field"]),
    (changed("decision.has_played", False, OVER), ["decision.has_played: a decision that is over has no such field"]),
    (changed("round", 5, OVER), [
        "round: after round 5 empires and Collective have 7 planets together, found 3, 3 and 2",
        "decision.result: by the planets it is a game that goes on, found draw, winner null"]),
    (changed("players.0.planets", ["Vermeil", "Loam"], OVER), [
        "round: after round 6 empires and Collective have 8 planets together, found 2, 3 and 2",
        "decision.result: by the planets it is won by player_1, found draw, winner null"]),
    (changed("players.0.planets", [], OVER) | {"collective": [
        "Vermeil", "Loam", "Aurelia", "Evergild", "Cinderfall"]}, [
        "decision.result: by the planets it is nobody, found draw, winner null"]),
    *((changed(path, value, OVER), [
        "decision: after the end there is no round: no cards, tokens, costs or contested planet"])
      for path, value in (
          ("players.0.hand", ["Spot Trade"]), ("players.1.tokens", {"red": 1}), ("players.0.paid", {"red": 1}),
          ("players.1.dome", True), ("costs", {"red": 1}), ("set_aside", ["Spot Trade"]), ("active", 1),
          ("contested", "Thornmere"), ("players.0.not_held", ["Spot Trade"]))),
    (changed("players.0.played", ["Spot Trade"], OVER) | {"top": "Spot Trade"}, [
        "decision: after the end there is no round: no cards, tokens, costs or contested planet"]),
]  # fmt: skip


@pytest.mark.parametrize(("position", "faults"), FAULTS, ids=[faults[0][:70] for _, faults in FAULTS])
def test_every_fault_is_named_and_what_would_be_right(position: Any, faults: list[str]) -> None:
    with pytest.raises(ValueError, match=re.escape(faults[0])) as error:
        game_of().from_position(position)
    found = str(error.value).split("\n  - ")
    assert (found[1:] if found[0] == "this position can't be set up:" else found) == faults


def test_every_refusal_of_the_reader_is_met_above() -> None:
    """Every piece of a sentence in the reader's code stands in a fault."""
    [reader] = [node for node in ast.parse(inspect.getsource(source)).body if getattr(node, "name", "") == "Reader"]
    texts = {node for node in ast.walk(reader) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    documented = (ast.FunctionDef, ast.ClassDef)
    texts -= {node.body[0].value for node in ast.walk(reader) if isinstance(node, documented)}  # type: ignore[attr-defined]
    pieces = {node.value.strip() for node in texts if " " in node.value.strip()}
    told = " ".join(fault for _, faults in FAULTS for fault in faults)
    assert len(pieces) > 20
    assert {piece for piece in pieces if piece not in told} == set()


def test_every_fault_of_a_position_is_named_at_once() -> None:
    position = changed("players.0.tokens", {"red": -1}) | {"round": 9, "dealer": 5, "format": 7}
    with pytest.raises(ValueError, match="this position can't be set up:") as error:
        game_of().from_position(position)
    assert len(str(error.value).splitlines()) == 5


def test_a_round_beyond_those_of_the_game_is_refused() -> None:
    with pytest.raises(ValueError, match="round: expected a whole number from 1 to 3, found 4"):
        game_of(rounds=3).from_position(position_of(MIDDLE))
    with pytest.raises(ValueError, match=r"players\[0\].hand: expected 3 with the cards played, found 8"):
        game_of(hand=3).from_position(position_of(MIDDLE))


# ── Views ────────────────────────────────────────────────────────────────────────────────────────


def test_a_view_counts_what_it_hides_and_names_what_is_there() -> None:
    table = Table(position_of(MIDDLE))
    full = table.position()
    for view, hidden in (("public", (0, 1)), ("player_0", (1,)), ("player_1", (0,))):
        seen = table.game.position(table.batch.states, view)
        names = list(full["set_aside"])
        for seat in hidden:
            names += full["players"][seat]["hand"]
            assert seen["players"][seat].pop("hand") == len(full["players"][seat]["hand"])
        assert seen.pop("view") == view
        assert (seen.pop("set_aside"), seen.pop("unseen")) == (2, [name for name in CARDS if name in names])
        rest = json.loads(json.dumps(full))
        rest.pop("set_aside")
        for seat in hidden:
            rest["players"][seat].pop("hand")
        assert seen == rest


def test_a_view_can_not_be_set_up_and_an_unknown_one_is_refused() -> None:
    table = Table(position_of(MIDDLE))
    for view in ("public", "player_0", "player_1"):
        with pytest.raises(ValueError, match="view: only a full position can be set up"):
            table.game.from_position(table.game.position(table.batch.states, view))
    with pytest.raises(ValueError, match="expected full, public or one of player_0, player_1, got 'player_2'"):
        table.game.position(table.batch.states, "player_2")


def test_an_environment_is_set_to_a_position_and_begins_at_one() -> None:
    env = these_new_worlds_v0.parallel_env()
    env.reset(seed=1)
    env.set_position(position_of(MIDDLE))
    there = env.game.position(env._batch.states)
    assert (there["round"], there["decision"]["step"]) == (4, "dome")
    env.reset(seed=2, options={"position": position_of(MIDDLE)})
    assert env.game.position(env._batch.states) == there
