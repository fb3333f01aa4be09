"""Random games of Open Worlds and what must hold in each of their positions.

Used by test_random_games.py, test_secrecy.py and test_parity.py. Cards are counted outside the engine, from the
bytes of the records, so that a rule that makes or loses a card is seen by something that is not a rule.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from ow_env.core import Batch
from ow_env.open_worlds.cards import FACILITY, SHIP, load_catalogue
from ow_env.open_worlds.decks import random_deck
from ow_env.open_worlds.game import OpenWorlds
from ow_env.open_worlds.state import REVEAL

ADVANCED = ("Smith-Boson F.E.", "Empyrean Enterprises")
INTRODUCTORY = ("Baker-Braugn EDV", "Ares Venture Trust")
PILES = ("deck", "hand", "trash", "open_trash")

TABLES: dict[str, dict[str, Any]] = {  # every number of players, printed and random decks, both ways of staging
    "2 players, 54 cards": {"decks": ADVANCED},
    "2 players, 54 cards, staging in order": {"decks": ADVANCED, "stage": "priority"},
    "2 players, 40 cards, open decklists": {"decks": INTRODUCTORY, "open_decklists": True},
    "2 players, mixed decks, draw of Worlds": {"decks": ADVANCED[::-1], "first_player": "worlds"},
    "3 players, 54 cards": {"num_players": 3},
    "3 players, 40 cards, staging in order": {"decks": (*INTRODUCTORY, ADVANCED[0]), "stage": "priority"},
    "4 players, all printed decks": {"decks": (*ADVANCED, *INTRODUCTORY)},
    "2 players, random decks": {"decks": ("random 1", "random 2")},
    "3 players, random decks, open decklists": {
        "decks": ("random 3", "random 4", "random 5"),
        "open_decklists": True,
    },
    "4 players, random decks, 5 Worlds": {
        "decks": ("random 6", "random 7", "random 8", "random 9"),
        "num_worlds": 5,
    },
    "2 players, random decks in order, all asked who could": {
        "decks": ("random 10", "random 11"),
        "stage": "priority",
        "ask": "public",
    },
}


@cache
def table(name: str, ask: str | None = None) -> OpenWorlds:
    """Return one of the games of TABLES, or the same under another setting of `ask`."""
    options = TABLES[name] | ({"ask": ask} if ask else {})
    decks = options.get("decks")
    if decks and str(decks[0]).startswith("random"):
        options["decks"] = [random_deck(load_catalogue(), 54, int(deck.split()[1])) for deck in decks]
    return OpenWorlds(**options)


def choose(rng: np.random.Generator, batch: Batch) -> np.ndarray:
    """Return a random allowed action for every player of every row, [N, P]."""
    keys = np.where(batch.action_mask, rng.random(batch.action_mask.shape, np.float32), -1.0)
    return keys.argmax(axis=2)


def positions(game: OpenWorlds, games: int, seed: int) -> Iterator[Batch]:
    """Yield a batch at every decision of so many random games, until all are over."""
    rng = np.random.default_rng(seed)
    batch = Batch(game, games, seed)
    while not (batch.terminated | batch.truncated).all():
        yield batch
        batch.step(choose(rng, batch))
    yield batch


def census(game: OpenWorlds, states: np.ndarray) -> np.ndarray:
    """Count every player's cards wherever they are, [N, P, C]."""
    rows, players, cards = len(states), game.num_players, len(game.catalogue.cards)
    counts = np.zeros((rows, players, cards), np.int32)

    def count(ids: np.ndarray, owners: np.ndarray, there: np.ndarray) -> None:
        row = np.broadcast_to(np.arange(rows).reshape(-1, *[1] * (ids.ndim - 1)), ids.shape)
        np.add.at(counts, (row[there], np.broadcast_to(owners, ids.shape)[there], ids[there]), 1)

    for seat in range(players):
        me = states["players"][:, seat]
        for pile in PILES:
            ids = me[pile]["cards"]
            count(ids, np.int64(seat), np.arange(ids.shape[1]) < me[pile]["count"][:, None])
        staged = me["staged"]
        count(staged, np.int64(seat), np.arange(staged.shape[2]) < me["staged_count"][..., None])
    last = states["starts"][np.arange(rows), states["num_worlds"]]
    for entries, owner, amount in (
        (states["units"], "owner", last),
        (states["indicators"], "owner", states["indicator_count"]),
        (states["plays"], "player", states["play_count"]),
    ):
        there = np.arange(entries.shape[1]) < amount[:, None]
        count(entries["card"], entries[owner].astype(np.int64), there)
    return counts


def check_invariants(game: OpenWorlds, states: np.ndarray) -> None:
    """Check what holds in every position, whatever was played: order, room, emptiness, knowledge."""
    cards = game.tables[0]["cards"]
    for seat in range(game.num_players):
        me = states["players"][:, seat]
        for pile in (*PILES, "known"):
            ids, amount = me[pile]["cards"].astype(np.int64), me[pile]["count"][:, None]
            inside = np.arange(ids.shape[1]) < amount
            assert (ids[~inside] == 0).all(), f"{pile}: something lies behind the last card"
            assert (np.diff(ids)[inside[:, 1:]] >= 0).all(), f"{pile}: not sorted"
        check_known(states, me)
    rows = np.arange(len(states))
    last = states["starts"][rows, states["num_worlds"]][:, None]
    units = states["units"]
    inside = np.arange(units.shape[1]) < last
    assert not units[~inside].tobytes().strip(b"\0"), "something lies behind the last unit"
    world = np.where(inside, units["world"], 99)
    assert (np.diff(world) >= 0).all(), "units are not sorted by World"
    for w in range(int(states["num_worlds"].max())):
        here = (world == w).sum(axis=1)
        assert (here == states["starts"][:, w + 1] - states["starts"][:, w]).all(), "starts are wrong"
    check_room(game, states, world, inside)
    moved = (units["moved"] != 0) & inside
    assert (cards["kind"][units["card"][moved]] == SHIP).all(), "something moved that is no Ship"


def check_known(states: np.ndarray, me: np.ndarray) -> None:
    """Cards known to be out of the Deck are in the hand, face down at a World or thrown away (OW-7.3)."""
    face_down = (states["point"] < REVEAL)[:, None, None]
    staged_there = (np.arange(me["staged"].shape[2]) < me["staged_count"][..., None]) & face_down
    for card in np.unique(me["known"]["cards"]):
        known = count_card(me["known"], card)
        hidden = count_card(me["hand"], card) + count_card(me["trash"], card)
        hidden += ((me["staged"] == card) & staged_there).sum(axis=(1, 2))
        assert (known <= hidden).all(), f"card {card} is known to be where it is not"


def count_card(piles: np.ndarray, card: int) -> np.ndarray:
    """Count the copies of a card in each of N piles."""
    inside = np.arange(piles["cards"].shape[1]) < piles["count"][:, None]
    return np.asarray(((piles["cards"] == card) & inside).sum(axis=1))


def check_room(game: OpenWorlds, states: np.ndarray, world: np.ndarray, inside: np.ndarray) -> None:
    """No World holds more Facilities than its H2O, but where an indicator has lowered it (OW-0.4)."""
    facility = (game.tables[0]["cards"]["type"][states["units"]["card"]] == FACILITY) & inside
    for w in range(int(states["num_worlds"].max())):
        lowered = (states["indicators"]["world"] == w) & (
            np.arange(states["indicators"].shape[1]) < states["indicator_count"][:, None]
        )
        count = (facility & (world == w)).sum(axis=1)
        fits = (count <= states["worlds"]["h2o"][:, w]) | lowered.any(axis=1)
        assert fits.all(), f"World {w} is overfull"
