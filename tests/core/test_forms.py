"""Piles, tallies and stacks of a game that only declares them: in positions, to who may not see them, drawn."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from ow_env.cards.piles import pile
from ow_env.cards.stacks import stack
from ow_env.cards.tallies import tally
from ow_env.compiled.layout import NOBODY, OWNER, record
from ow_env.core.declared import changed, plain_view, read_position
from ow_env.core.fields import number, part
from tests.bazaar.game import Bazaar

pytestmark = pytest.mark.uncompiled

KINDS = ("Ore", "Gas", "Ice")
PILE = pile(6, ids=3)
PLAYER = record([
    ("hand", part(PILE, OWNER, labels=KINDS)),
    ("deck", part(stack(PILE, 2, 3, rest_seen_by=NOBODY), labels=KINDS)),
    ("store", part(tally(), OWNER, labels=KINDS)),
    ("reserve", part(stack(tally(), 2, 3), labels=KINDS)),
    ("secret", part(stack(PILE, 2, 3), OWNER, labels=KINDS)),
    ("decks", part(stack(PILE, 2, 3), labels=KINDS), 2),
    ("heaps", part(PILE, OWNER, labels=KINDS), 2),
    ("plain", PILE),
])  # fmt: skip
GAME = record([
    ("num_players", number(1, 2, fixed=True)),
    *((name, number(0, 9)) for name in ("rounds", "turn", "seat")),
    ("market", part(tally())),
    ("players", PLAYER, 2),
])  # fmt: skip


@pytest.fixture
def table() -> tuple[Any, Any]:
    """A game, and a state of it [1]."""
    game = Bazaar(2)
    game.state_dtype = GAME
    game.template = np.zeros(1, GAME)
    game.template["num_players"], game.template["rounds"] = 2, 1
    state = game.template.copy()
    him = state[0]["players"][0]
    for some, cards in (
        (him["hand"], [0, 0, 2]),
        (him["deck"]["rest"], [1]),
        (him["heaps"][1], [2]),
        (him["plain"], [1]),
    ):
        some["count"], some["cards"][: len(cards)] = len(cards), cards
    him["deck"]["known"], him["deck"]["top"][:] = 2, [2, 0]
    for some in (him["store"], him["reserve"]["rest"], state[0]["market"]):
        some["count"], some["copies"][:3] = 5, [4, 0, 1]
    return game, state


def test_they_are_written_and_read_exactly(table: tuple[Any, Any]) -> None:
    game, state = table
    told = game.position(state)
    assert told["players"][0] == {
        "hand": ["Ore", "Ore", "Ice"],
        "deck": {"top": ["Ice", "Ore"], "rest": ["Gas"]},
        "store": {"Ore": 4, "Ice": 1},
        "reserve": {"top": [], "rest": {"Ore": 4, "Ice": 1}},
        "secret": {"top": [], "rest": []},
        "decks": [{"top": [], "rest": []}] * 2,
        "heaps": [[], ["Ice"]],
        "plain": [1],
    }
    assert told["market"] == {"0": 4, "2": 1}
    assert read_position(game, json.loads(json.dumps(told))).tobytes() == state.tobytes()
    told["players"][0]["hand"] = ["Ice", "Ore", "Ore"]
    assert read_position(game, told).tobytes() == state.tobytes()
    game.template = state  # what a position says counts, not what lay there
    empty = game.position(np.zeros(1, GAME))
    assert not read_position(game, empty | {"num_players": 2})["players"]["hand"]["count"].any()


def test_who_may_not_see_them_is_told_how_many_and_what_is_on_top(table: tuple[Any, Any]) -> None:
    game, state = table
    him = game.position(state, "player_1")["players"][0]
    assert him["hand"] == 3
    assert him["deck"] == {"top": ["Ice", "Ore"], "rest": 1}
    assert him["store"] == 5
    assert him["reserve"]["rest"] == {"Ore": 4, "Ice": 1}
    assert (him["secret"], him["heaps"]) == (0, [0, 1])
    assert game.position(state, "player_0")["players"][0]["deck"]["rest"] == 1, "nobody sees it"


def test_they_are_drawn(table: tuple[Any, Any]) -> None:
    game, state = table
    view = plain_view(game, state, "player_1")
    zones = {zone.name: zone for zone in view.zones if zone.seat == 0}
    assert [(card.name, card.number) for card in zones["deck top"].cards] == [("Ice", 2), ("Ore", 0)]
    assert (zones["deck rest"].kind, zones["deck rest"].hidden) == ("pile", 1)
    assert [(card.name, card.copies, card.number) for card in zones["reserve rest"].cards] == [
        ("Ore", 4, 0),
        ("Ice", 1, 2),
    ]
    assert (zones["hand"].kind, zones["hand"].hidden, zones["store"].hidden) == ("hand", 3, 5)
    text = str(view)
    assert "hand 3" in text, "a hand is not drawn as backs of cards"
    assert {"decks 1 top", "decks 2 rest", "secret"} <= set(zones)
    mine = {zone.name: zone for zone in plain_view(game, state, "player_0").zones if zone.seat == 0}
    assert [(card.name, card.copies) for card in mine["hand"].cards] == [("Ore", 2), ("Ice", 1)]
    assert [(card.name, card.copies) for card in mine["store"].cards] == [("Ore", 4), ("Ice", 1)]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"hand": 3}, "players[0].hand: expected a list, found 3"),
        ({"hand": ["Ore"] * 7}, "players[0].hand: expected at most 6 cards, found 7"),
        ({"hand": ["Ores"]}, "players[0].hand[0]: expected a known word, found 'Ores'; nearest: 'Ore'"),
        ({"plain": [3]}, "players[0].plain[0]: expected a whole number from 0 to 2, found 3"),
        ({"deck": ["Ore"]}, "players[0].deck: expected an object, found a list of 1"),
        ({"deck": {"rest": []}}, "players[0].deck.top: expected a list, found null"),
        ({"deck": {"top": [], "rest": [], "x": 1}}, "players[0].deck: there is no field 'x'"),
        ({"deck": {"top": ["Ore"] * 3, "rest": []}}, "players[0].deck.top: expected at most 2 cards, found 3"),
        ({"store": 5}, "players[0].store: expected an object, found 5"),
        ({"store": {"Ore": 256}}, "players[0].store.Ore: expected a whole number from 0 to 255, found 256"),
        ({"store": {"Iron": 1, "Ore": 255}}, "players[0].store: there is no field 'Iron'"),
        ({"heaps": [[]]}, "players[0].heaps: expected 2 entries, found 1"),
        ({"heaps": [[], ["x"]]}, "players[0].heaps[1][0]: expected a known word, found 'x'"),
    ],
)
def test_faults_are_named(table: tuple[Any, Any], wrong: dict[str, Any], said: str) -> None:
    game, state = table
    told = game.position(state)
    told["players"][0] |= wrong
    with pytest.raises(ValueError, match="can't be set up") as refused:
        read_position(game, told)
    assert said in str(refused.value)


def test_what_is_told_of_piles_are_the_cards_that_went_and_came() -> None:
    before = {
        "discard": ["Ore", "Gas"],
        "store": {"Ore": 2},
        "deck": {"top": ["Ore"], "rest": 3},
        "heaps": [["Ore"], 2],
    }
    after = {"discard": ["Ore", "Ore", "Gas"], "store": {}, "deck": {"top": [], "rest": 4}, "heaps": [["Ore"], 1]}
    assert [str(event) for event in changed(before, after)] == [
        "discard: now with Ore",
        "store Ore: 2, now none",
        "deck top: without Ore",
        "deck rest: 3, now 4",
        "heaps: Ore 2, now Ore 1",
    ]
