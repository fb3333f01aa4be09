"""Crowded positions: rare cards in hand and in play, short decks, everything that a game comes to seldom.

Below: cards.py. Above: setups.py.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from tests.star_realms.oracle.cards import CARDS, EXPLORER, Card
from tests.star_realms.oracle.table import MOST_ON_TOP, ROW

Position = dict[str, Any]

SIDES = ("hand", "deck", "discard", "in play")
WELL_LIKED = (  # so that what only they can do comes up often
    "Stealth Needle", "Blob World", "Brain World", "Fleet HQ", "Mech World", "Machine Base", "Recycling Station",
    "Freighter", "Central Office", "Blob Carrier", "Blob Destroyer", "Junkyard", "Embassy Yacht", "Command Ship",
    "Patrol Mech", "Port of Call", "Royal Redoubt", "Explorer",
)  # fmt: skip


def crowded_position(number: int, max_turns: int = 300) -> Position:
    """Return a position at the start of a turn, where discards may be owed, or in the middle of one."""
    rng = random.Random(f"crowded {number}")
    active = rng.randrange(2)
    owing = rng.random() < 0.15
    piles: dict[tuple[int, str], list[str]] = {(seat, pile): [] for seat in (0, 1) for pile in SIDES}
    trade_deck: list[str] = []
    heap: list[str] = []
    liked = {*rng.sample(WELL_LIKED, 5), *rng.sample(list(CARDS), 5)}
    far = rng.choice((0.3, 0.6, 0.85))  # the share of the other cards that lies with nobody
    explorers = 0
    for card in CARDS.values():
        for _ in range(card.copies):
            if card.name in liked and rng.random() < 0.8:
                seat = active if rng.random() < 0.75 else 1 - active
                piles[seat, rng.choice(("hand", "hand", "in play", "discard", "deck"))].append(card.name)
            elif rng.random() >= far:
                piles[rng.randrange(2), rng.choices(SIDES, (2, 4, 4, 1))[0]].append(card.name)
            elif card.name == EXPLORER:
                explorers += rng.random() < 0.5
            elif rng.random() < 0.6 and card.faction:
                trade_deck.append(card.name)
            else:
                heap.append(card.name)
    rng.shuffle(trade_deck)
    trade_row = [trade_deck.pop() for _ in range(min(ROW, len(trade_deck)))]
    if rng.random() < 0.15:
        trade_deck = []
        trade_row = trade_row[: rng.randrange(ROW + 1)]
    players = [player(rng, piles, seat, at_move=seat == active, owing=owing, gone=heap) for seat in (0, 1)]
    me, foe = players[active], players[1 - active]
    me["owed"] = rng.randint(1, min(3, len(me["hand"]))) if owing and me["hand"] else 0
    foe["owed"] = rng.randint(0, min(2, len(foe["hand"]))) if not owing else 0
    played = [] if owing else what_was_played(rng, me, heap)
    mark(rng, me, played)
    pools = (0, 0) if owing else (rng.choice((0, 2, 5, 12)), rng.choice((0, 1, 4, 8, 20)))
    turn = rng.randint(1, max_turns)
    return {
        "game": "star_realms", "format": 1, "turn": turn, "active": active,
        "first": active if turn % 2 else 1 - active, "trade_row": trade_row, "trade_deck": trade_deck,
        "explorers": explorers, "scrap_heap": [name for name in heap if name != EXPLORER], "trade": pools[0],
        "combat": pools[1],
        "permissions": 0 if owing else rng.choice((0, 0, 0, 1, 2)), "played": played, "players": players,
        "decision": {"type": "owed" if me["owed"] else "main"},
    }  # fmt: skip


def player(
    rng: random.Random, piles: dict[tuple[int, str], list[str]], seat: int, *, at_move: bool, owing: bool,
    gone: list[str],
) -> Position:  # fmt: skip
    """Lay out what a player has; what a hand has no room for goes to the discard pile."""
    hand, deck, discard, in_play = (list(piles[seat, pile]) for pile in SIDES)
    for pile in (hand, deck, discard):
        rng.shuffle(pile)
    size = rng.choice((0, 2, 5, 5, 7))
    discard += hand[size:]
    hand = hand[:size]
    ships = [name for name in in_play if CARDS[name].is_ship]
    if not at_move or owing:
        discard += ships
        ships = []
    if rng.random() < 0.3:  # a short deck
        gone += deck[3:]
        deck = deck[: rng.randrange(4)]
    if rng.random() < 0.3:
        gone += discard
        discard = []
    top = []
    if at_move and not owing and rng.random() < 0.2:
        top = [deck.pop() for _ in range(min(len(deck), rng.randint(1, MOST_ON_TOP)))]
        top = [name for name in top if CARDS[name].is_ship and CARDS[name].cost]
    known = hand if not deck else rng.sample(hand, rng.randrange(len(hand) + 1))
    return {
        "authority": rng.choice((1, 9, 30, 50, 100)), "hand": hand, "known": list(known), "deck": deck, "top": top,
        "discard": discard, "bases": [name for name in in_play if CARDS[name].is_base], "ships": ships,
    }  # fmt: skip


def what_was_played(rng: random.Random, me: Position, heap: list[str]) -> list[str]:
    """Return the ships in play, some of the bases, and ships that were scrapped since."""
    played: list[str] = list(me["ships"])
    played += [name for name in me["bases"] if rng.random() < 0.3]
    gone = [name for name in heap if CARDS[name].is_ship]
    return played + rng.sample(gone, min(len(gone), rng.choice((0, 0, 1, 3))))


def mark(rng: random.Random, me: Position, played: list[str]) -> None:
    """Mark some cards in play as used and triggered; of several copies the first have used most (SR-4.9)."""
    others = [name for name in played if CARDS[name].is_ship and not CARDS[name].copies_ships]
    in_main = bool(played) or rng.random() < 0.5
    for pile in ("bases", "ships"):
        marked: list[Any] = []
        for name, copies in Counter[str](me[pile]).items():
            copied = rng.choice(others) if CARDS[name].copies_ships and others else None
            acts_as = CARDS[copied or name]
            triggered = bool(acts_as.ally) and rng.random() < 0.4
            primaries = rng.randint(0, copies) if pile == "bases" and acts_as.primary and rng.random() < 0.4 else 0
            allies = rng.randint(0, copies) if triggered and rng.random() < 0.4 else 0
            for copy in range(copies):
                marked.append(one(acts_as, name, copied, copy < primaries, copy < allies, triggered))
        if in_main and not me["owed"]:
            me[pile] = marked


def one(acts_as: Card, name: str, copied: str | None, primary: bool, ally: bool, triggered: bool) -> Any:
    """Return a card in play as a position has it."""
    told: Position = {"card": name}
    if used := ["primary"] * primary + ["ally"] * ally:
        told["used"] = used
    if triggered:
        told["triggered"] = True
    if copied:
        told["copies"] = copied
    return told if len(told) > 1 else name
