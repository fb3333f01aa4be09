"""What is particular to Open Worlds in the tests that every game has to pass (tests/contract/).

Cards are counted outside the engine, from the bytes of the records, so that a rule that makes or loses a card is seen
by something that is no rule.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from ow_env.core.game import Game, Position, States
from ow_env.open_worlds import events, state as at
from ow_env.open_worlds.actions import REASONS
from ow_env.open_worlds.cards import AUTOMATED, FACILITY, SHIP, load_catalogue
from ow_env.open_worlds.decks import random_deck
from ow_env.open_worlds.game import OpenWorlds
from ow_env.open_worlds.rules.utilities import is_window
from ow_env.open_worlds.state import PHASES, POINTS, QUESTIONS
from ow_env.testing.contract import whatever_is_asked
from tests.contract.table import Contract, Rules
from tests.open_worlds.golden import GAMES, table, turn
from tests.open_worlds.oracle.positions import random_position
from tests.open_worlds.oracle.setups import ODD_CARDS

ADVANCED = ("Smith-Boson F.E.", "Empyrean Enterprises")
INTRODUCTORY = ("Baker-Braugn EDV", "Ares Venture Trust")
PILES = ("deck", "hand", "trash", "open_trash")
MADE: dict[str, OpenWorlds] = {}
BY_POSITION: list[OpenWorlds] = []  # games whose cards a position may bring along


def make(**options: Any) -> OpenWorlds:
    """Return a configured game: made once for all tests. A deck may be called "random 7"."""
    if repr(options) not in MADE:
        decks = options.get("decks")
        if decks and str(decks[0]).startswith("random"):
            decks = [random_deck(load_catalogue(), 54, int(deck.split()[1])) for deck in decks]
        game = MADE[repr(options)] = OpenWorlds(**{**options, **({"decks": decks} if decks else {})})
        if not {"decks", "worlds", "open_decklists"} & set(options):
            BY_POSITION.append(game)
    return MADE[repr(options)]


def late(game: Game, number: int) -> Position | None:
    """Return a position in the middle of a turn, where a game leaves its decks to the positions."""
    if number % 8 == 1 or not any(game is one for one in BY_POSITION):
        return None
    position: Position = random_position(number, game.num_players, game.num_worlds, game.options["cards"])
    return position | {"options": {name: game.options[name] for name in ("stage", "ask")}}


# ── What holds ───────────────────────────────────────────────────────────────────────────────────


def census(game: Any, states: States) -> Any:
    """Count every player's cards wherever they are, [N, P, C]."""
    rows, players, cards = len(states), game.num_players, len(game.catalogue.cards)
    counts = np.zeros((rows, players, cards), np.int32)

    def count(ids: Any, owners: Any, there: Any) -> None:
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


def invariants(game: Any, states: States) -> None:
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
        pairs = (me["staged_count"] == 2) & (states["point"] < at.REVEAL)[:, None]
        kinds = cards["kind"][me["staged"][pairs]]
        assert (kinds == AUTOMATED).any(axis=1).all(), "two cards face down, none of them Automated (OW-S.1)"
    unique = np.delete(census(game, states), np.flatnonzero(cards["unlimited"][: len(game.catalogue.cards)]), axis=2)
    assert unique.max() <= 1, "a deck holds one of each, but Outposts and Exploits (OW-1.1)"
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
    check_asked(game, states)


def check_known(states: States, me: Any) -> None:
    """Cards known to be out of the Deck are in the hand, face down at a World or thrown away (OW-7.3)."""
    face_down = (states["point"] < at.REVEAL)[:, None, None]
    staged_there = (np.arange(me["staged"].shape[2]) < me["staged_count"][..., None]) & face_down
    for card in np.unique(me["known"]["cards"]):
        known = count_card(me["known"], card)
        hidden = count_card(me["hand"], card) + count_card(me["trash"], card)
        hidden += ((me["staged"] == card) & staged_there).sum(axis=(1, 2))
        assert (known <= hidden).all(), f"card {card} is known to be where it is not"


def count_card(piles: Any, card: int) -> Any:
    """Count the copies of a card in each of N piles."""
    inside = np.arange(piles["cards"].shape[1]) < piles["count"][:, None]
    return np.asarray(((piles["cards"] == card) & inside).sum(axis=1))


def check_room(game: Any, states: States, world: Any, inside: Any) -> None:
    """No World holds more Facilities than its H2O, but where an indicator has lowered it (OW-0.4)."""
    facility = (game.tables[0]["cards"]["type"][states["units"]["card"]] == FACILITY) & inside
    for w in range(int(states["num_worlds"].max())):
        lowered = (states["indicators"]["world"] == w) & (
            np.arange(states["indicators"].shape[1]) < states["indicator_count"][:, None]
        )
        count = (facility & (world == w)).sum(axis=1)
        fits = (count <= states["worlds"]["h2o"][:, w]) | lowered.any(axis=1)
        assert fits.all(), f"World {w} is overfull"


def check_asked(game: Any, states: States) -> None:
    """Who is asked in a window has something to play, unless everyone is asked who could have (OW-6.4)."""
    if game.options["ask"] == "needed":
        hidden = np.array([is_window(int(g["point"])) or g["point"] == at.EXCHANGE for g in states])
        hidden &= (states["phase"] == at.IDLE) | (states["phase"] == at.REACTING)
        shown = game.show(states)
        assert (shown.action_mask.sum(axis=2) > 1)[shown.to_act & hidden[:, None]].all()


# ── What is played ───────────────────────────────────────────────────────────────────────────────

CONFIGURATIONS: list[dict[str, Any]] = [
    {"decks": ADVANCED},
    {},
    {"decks": ADVANCED, "stage": "priority"},
    {"num_players": 3},
    {"decks": INTRODUCTORY, "open_decklists": True},
    {"ask": "public"},
    {"decks": ADVANCED[::-1], "first_player": "worlds"},
    {"num_players": 4, "num_worlds": 5},
    {"decks": (*INTRODUCTORY, ADVANCED[0]), "stage": "priority"},
    {"cards": ODD_CARDS, "num_worlds": 3},
    {"decks": (*ADVANCED, *INTRODUCTORY), "ask": "public"},
    {"num_players": 3, "ask": "public", "stage": "priority"},
    {"decks": ("random 1", "random 2")},
    {"cards": ODD_CARDS, "num_players": 3, "num_worlds": 3, "ask": "public"},
    {"decks": ("random 3", "random 4", "random 5"), "open_decklists": True, "ask": "public"},
    {"ask": "public", "stage": "priority"},
    {"decks": ("random 6", "random 7", "random 8", "random 9"), "num_worlds": 5},
    {"decks": ("random 10", "random 11"), "stage": "priority", "ask": "public"},
    {"worlds": ("Xanthe", "Koti", "Ulmo"), "max_turns": 4, "first_player": "worlds"},
    {"num_players": 3, "num_worlds": 4},
]

FIGHTING = ("play", "take", "target", "defend", "reserve", "conquer", "swap", "retreat", "move", "choose", "option")

CONTRACT = Contract(
    name="open_worlds",
    make=make,
    configurations=CONFIGURATIONS,
    styles={
        "brawler": {"stage": 2.0, **dict.fromkeys(FIGHTING, 8.0)}, "uniform": {},
        "fighter": {"pass": 0.3, "discard": 0.2, "move": 3.0, "play": 8.0, "target": 6.0, "conquer": 9.0},
        "builder": {"pass": 0.5, "discard": 0.1, "stage": 2.0, "play": 3.0, "curious": 1.0},
    },
    late=late,
    invariants=invariants,
    census=census,
    hide_keeps_census=False,
    asks_openly=False,
    single_answer=whatever_is_asked,
    determinization_stands=True,
    reveals=None,
    words={
        "point": (POINTS, lambda states: states["point"]),
        "phase": (PHASES, lambda states: states["phase"]),
        "question": (QUESTIONS, lambda states: states["question"]),
    },
    cards_are_played=True,
    reasons=REASONS,
    unmet={
        "there is no such action": "no mask has one",
        **dict.fromkeys(
            ("turn begins", "reveal", "install facilities", "deploy", "world ends", "count income", "draw"),
            "the rules go on by themselves",
        ),
    },
    rare=(
        "at most 4 cards may be exchanged during setup (OW-1.3)", "a Field keeps opposing Orbitals from targeting it",
        "your own unit is no target (OW-4e.2)", "too many reactions to one Utility", "event: depleted",
    ),
    events=events,
    unnamed_events=("adjusted", "income"),
    oracle="tests.open_worlds.oracle",
    golden=GAMES,
    tell_table=table,
    whose_turn=turn,
    odd_cards=Path(ODD_CARDS),
    rules=Rules(every_one_is_cited=False),
    left_out={
        "turned": "decks and Worlds are options: tests/open_worlds/test_structure.py turns whole games",
        "reveals": "what a Utility brings to light: tests/open_worlds/test_secrecy.py",
        "whole": "every scenario holds it (tests/open_worlds/telling.py)",
        "page": "its rules stand in docs/rules.md",
    },
)  # fmt: skip
