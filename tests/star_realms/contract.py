"""What is particular to Star Realms in the tests that every game has to pass (tests/contract/)."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np

from ow_env.core.game import Game, Position, States
from ow_env.star_realms import events, observe
from ow_env.star_realms.actions import REASONS
from ow_env.star_realms.state import PLAYERS, POINTS
from ow_env.testing.contract import whatever_is_asked
from tests.contract.table import Contract, Page, Rules
from tests.star_realms.golden import GAMES, table
from tests.star_realms.oracle.crowded import crowded_position
from tests.star_realms.table import game_of

ODD = Path(__file__).with_name("odd_cards.toml")
PILES = ("hand", "discard", "in_play")


def late(game: Game, number: int) -> Position:
    """Return a crowded position; with a card file of one's own, hands and decks of any of its cards."""
    if not game.options["cards"]:
        return crowded_position(number, game.options["max_turns"])
    cards = [card for card in game.catalogue.cards for _ in range(card.copies)]
    random.Random(number).shuffle(cards)
    ours = [card.name for card in cards[:50]]
    row = [card.name for card in cards[50:] if game.catalogue.buyable(card) and card.name != "Explorer"]
    players = [{"hand": ours[first : first + 10], "deck": ours[first + 10 : first + 25]} for first in (0, 25)]
    return {"turn": 3, "trade_row": row[:5], "trade_deck": row[5:], "players": players}


def census(game: Any, states: States) -> Any:
    """Count every card, wherever it is: [N, C]. The bytes are read, no rule."""
    players, kinds = states["players"], len(game.catalogue.cards)
    found = sum(states[pile]["copies"].astype(int) for pile in ("row", "trade_deck", "scrap_heap"))
    found += sum(players[pile]["copies"].sum(axis=1, dtype=int) for pile in PILES)
    found += players["deck"]["rest"]["copies"].sum(axis=1, dtype=int)
    found = found[:, :kinds]
    found[:, game.catalogue.card("Explorer").id] += states["explorers"]
    known, top = players["deck"]["known"], players["deck"]["top"].astype(int)
    row, seat, place = np.nonzero(np.arange(top.shape[2]) < known[:, :, None])
    np.add.at(found, (row, top[row, seat, place]), 1)
    return found


def invariants(game: Any, states: States) -> None:
    """Check what holds in every position, whatever was played."""
    players = states["players"]
    hand, known = players["hand"]["copies"], players["known"]["copies"]
    assert (known <= hand).all(), "a card is known that is not in the hand"
    nothing_hidden = players["deck"]["rest"]["count"] == 0
    assert (known == hand)[nothing_hidden].all(), "nothing is hidden, yet it is not known"
    assert (players["owed"] <= players["hand"]["count"]).all()
    top = players["deck"]["top"]
    assert not top[np.arange(top.shape[2]) >= players["deck"]["known"][:, :, None]].any(), "beyond the cards on top"
    other = np.arange(PLAYERS) != states["active"][:, None]
    ships = np.array([not card.is_base for card in game.catalogue.cards])
    assert not players["in_play"]["copies"][other][:, : len(ships)][:, ships].any(), "only the active player has ships"
    assert not players["deck"]["known"][other].any(), "only the active player has known cards on top"
    assert ((states["row"]["count"] == 5) | (states["trade_deck"]["count"] == 0)).all()
    tallies = [states[pile] for pile in ("row", "trade_deck", "scrap_heap")]
    tallies += [players[pile] for pile in (*PILES, "known")] + [players["deck"]["rest"]]
    for tally in tallies:
        assert (tally["count"] == tally["copies"].sum(axis=-1, dtype=int)).all(), "a pile's number is that of its cards"


def turned(position: Position, by: int) -> Position:
    """Return a position with the players in each other's seats."""
    decision = dict(position["decision"])
    if decision.get("winner") is not None:
        decision["winner"] = 1 - decision["winner"]
    return position | {
        "players": position["players"][::-1],
        "decision": decision,
        **{name: 1 - position[name] for name in ("active", "first")},
    }


def whole(game: Any, before: States, after: States, told: Any) -> None:
    """Check that of cards that lie elsewhere than before, decks and discard piles left out, all are named."""
    changed = np.zeros(len(game.catalogue.cards), bool)
    for one, other in ((before[0]["players"], after[0]["players"]),):
        for pile in ("hand", "in_play"):
            changed |= (one[pile]["copies"] != other[pile]["copies"]).any(axis=0)[: len(changed)]
    for pile in ("row", "scrap_heap"):
        changed |= (before[0][pile]["copies"] != after[0][pile]["copies"])[: len(changed)]
    sentences = " ".join(event.text for event in told)
    for card in np.flatnonzero(changed):
        name = game.catalogue.cards[card].name
        assert name in sentences, f"{name} has moved, and nothing tells of it: {sentences}"


def slow(word: str) -> dict[str, float]:
    """Return a style in which turns seldom end while anything else can be done."""
    return {"end turn": 0.02, word: 4.0}


CONTRACT = Contract(
    name="star_realms",
    make=game_of,
    configurations=[
        {},
        {"ask": "public"},
        {"first_player": 1, "max_turns": 9},
        {"cards": str(ODD)},
        {},
        {"ask": "public", "first_player": 0},
        {"max_turns": 40, "cards": str(ODD), "ask": "public"},
    ],
    styles={"eager": {"end turn": 0.02}, "curious": {"end turn": 0.05, "curious": 3.0}, "uniform": {},
            "buyer": slow("buy"), "fighter": slow("attack")},
    late=late,
    invariants=invariants,
    census=census,
    single_answer=whatever_is_asked,
    turned=turned,
    words={"point": (POINTS, lambda states: states["point"])},
    cards_are_played=True,
    reasons=REASONS,
    unmet={"there is no such action": "no mask has one"},
    events=events,
    unnamed_events=("ships", "unplayed"),
    whole=whole,
    oracle="tests.star_realms.oracle",
    golden=GAMES,
    tell_table=table,
    odd_cards=ODD,
    rules=Rules("book faq ruling", every_one_is_cited=False),
    page=Page(observe, card_actions=("use Picket: fire", "ally Spore")),
)  # fmt: skip
