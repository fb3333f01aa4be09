"""Crowded positions: rare cards in hand and in play, short decks, everything that a game comes to seldom.

Below: cards.py. Above: setups.py.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from typing import Any

from tests.star_realms.oracle.cards import CARDS, EXPLORER
from tests.star_realms.oracle.table import MOST_ON_TOP, ROW

Position = dict[str, Any]

SIDES = ("hand", "deck", "discard", "in play")
WELL_LIKED = (  # so that what only they can do comes up often
    "Stealth Needle", "Blob World", "Brain World", "Fleet HQ", "Mech World", "Machine Base", "Recycling Station",
    "Freighter", "Central Office", "Blob Carrier", "Blob Destroyer", "Junkyard", "Embassy Yacht", "Command Ship",
    "Patrol Mech", "Port of Call", "Royal Redoubt", "Explorer",
)  # fmt: skip


@dataclass(frozen=True)
class Theme:
    """What the active player has got to have. ``alone``: and nothing else in hand, in play and in the discard pile.

    A ``deck`` that is given is the whole of it.
    """

    hand: tuple[str, ...] = ()
    in_play: tuple[str, ...] = ()
    deck: tuple[str, ...] = ()
    top: tuple[str, ...] = ()
    owed: int = 0
    alone: bool = True

    @property
    def cards(self) -> Counter[str]:
        """All of them."""
        return Counter(self.hand + self.in_play + self.deck + self.top)


MOSTLY_SCOUTS = (*("Scout",) * 4, "Viper")
FULL_TOP = ("Ram", "Cutter", "Explorer", "Corvette", "Freighter")
THEMES = (  # what shows a rule that few positions come to; every second position has one of them
    Theme(("Embassy Yacht", "Barter World", "Cutter"), ("Blob Wheel",)),
    Theme(("Stealth Needle", "Blob Fighter", "Trade Bot", "Patrol Mech")),
    Theme(("Stealth Needle", "Federation Shuttle", "Cutter", "Explorer"), ("Fleet HQ", "Mech World")),
    Theme(("Scout", "Viper", "Cutter", "Ram"), ("The Hive", "Blob Wheel", "Space Station"), owed=2),
    Theme(("Scout",) * 4, ("Junkyard",), MOSTLY_SCOUTS),  # one answer, and only its player knows that there is no other
    Theme(("Scout",) * 5, ("Junkyard",), MOSTLY_SCOUTS),
    Theme(("Scout",) * 4, ("Machine Base",), MOSTLY_SCOUTS),
    Theme(("Scout",) * 3, ("Blob Wheel",), MOSTLY_SCOUTS, owed=2),
    Theme(("Scout",) * 4, ("Blob Wheel",), MOSTLY_SCOUTS, owed=1),
    Theme((), ("Machine Base", "Brain World", "Recycling Station")),
    Theme(("Scout", "Viper", "Explorer"), ("Brain World", "Recycling Station"), alone=False),
    Theme(("Freighter", "Trade Escort", "Blob Carrier", "Ram"), ("Central Office",), (), FULL_TOP),
    Theme(("Freighter", "Trade Escort", "Blob Carrier", "Ram"), ("Central Office",), (), FULL_TOP[:4]),
    Theme(("Blob Fighter", "Mothership", "Blob Wheel"), ("Blob World", "Mech World"), alone=False),
    Theme(("Imperial Fighter", "Survey Ship", "Battlecruiser"), ("Royal Redoubt",), alone=False),
)


def crowded_position(number: int, max_turns: int = 300) -> Position:
    """Return a position at the start of a turn, where discards may be owed, or in the middle of one."""
    rng = random.Random(f"crowded {number}")
    active = rng.randrange(2)
    theme = THEMES[number // 2 % len(THEMES)] if number % 2 else Theme(alone=False)
    owing = bool(theme.owed) or (theme == Theme(alone=False) and rng.random() < 0.15)
    piles: dict[tuple[int, str], list[str]] = {(seat, pile): [] for seat in (0, 1) for pile in SIDES}
    trade_deck: list[str] = []
    heap: list[str] = []
    explorers = 0
    liked = {*rng.sample(WELL_LIKED, 5), *rng.sample(list(CARDS), 5)}
    far = rng.choice((0.3, 0.6, 0.85))  # the share of the other cards that lies with nobody
    for card in CARDS.values():
        for _ in range(card.copies - theme.cards[card.name]):
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
    own = {pile: piles[active, pile] for pile in SIDES}
    if theme.alone:
        heap += own["hand"] + own["in play"] + own["discard"]
        own["hand"], own["in play"], own["discard"] = [], [], []
    me = player(rng, own, ships_stay=not owing, theme=theme, gone=heap)
    foe = player(rng, {pile: piles[1 - active, pile] for pile in SIDES}, ships_stay=False, theme=Theme(), gone=heap)
    me["owed"] = rng.randint(theme.owed or 1, min(3, len(me["hand"]))) if owing and me["hand"] else 0
    foe["owed"] = rng.randint(0, min(2, len(foe["hand"]))) if not owing else 0
    played = [] if owing else what_was_played(rng, me, heap)
    if not owing:
        mark(rng, me, played, fresh=theme.alone)
    turn = rng.randint(1, max_turns)
    return {
        "game": "star_realms",
        "format": 1,
        "turn": turn,
        "active": active,
        "first": active if turn % 2 else 1 - active,
        "trade_row": trade_row,
        "trade_deck": trade_deck,
        "explorers": explorers,
        "scrap_heap": [name for name in heap if name != EXPLORER],
        "trade": 0 if owing else rng.choice((0, 2, 5, 12)),
        "combat": 0 if owing else rng.choice((0, 1, 4, 8, 20)),
        "permissions": 0 if owing else rng.choice((0, 0, 0, 1, 2)),
        "played": played,
        "players": [me, foe] if active == 0 else [foe, me],
        "decision": {"type": "owed" if me["owed"] else "main"},
    }


def player(
    rng: random.Random, piles: dict[str, list[str]], *, ships_stay: bool, theme: Theme, gone: list[str]
) -> Position:
    """Lay out what a player has; what a hand has no room for goes to the discard pile."""
    hand, deck, discard, in_play = (piles[pile] for pile in SIDES)
    for pile in (hand, deck, discard):
        rng.shuffle(pile)
    size = rng.choice((0, 2, 5, 5, 7))
    discard += hand[size:]
    hand = [*theme.hand, *hand[:size]]
    in_play = [*theme.in_play, *in_play]
    ships = [name for name in in_play if CARDS[name].is_ship]
    if not ships_stay:
        discard += ships
        ships = []
    if theme.deck:
        gone += deck
        deck = list(theme.deck)
    elif rng.random() < 0.3:  # a short deck
        gone += deck[3:]
        deck = deck[: rng.randrange(4)]
    if rng.random() < 0.3:
        gone += discard
        discard = []
    top = list(theme.top)
    if not top and ships_stay and rng.random() < 0.2:
        top = [name for name in deck if CARDS[name].is_ship and CARDS[name].cost][: rng.randint(1, MOST_ON_TOP)]
        for name in top:
            deck.remove(name)
    known = hand if not deck or rng.random() < 0.2 else rng.sample(hand, rng.randrange(len(hand) + 1))
    return {
        "authority": rng.choice((1, 9, 30, 50, 100)),
        "hand": hand,
        "known": list(known),
        "deck": deck,
        "top": top,
        "discard": discard,
        "bases": [name for name in in_play if CARDS[name].is_base],
        "ships": ships,
    }


def what_was_played(rng: random.Random, me: Position, heap: list[str]) -> list[str]:
    """Return the ships in play, some of the bases, and ships that were scrapped since."""
    played: list[str] = list(me["ships"])
    played += [name for name in me["bases"] if rng.random() < 0.3]
    gone = [name for name in heap if CARDS[name].is_ship]
    return played + rng.sample(gone, min(len(gone), rng.choice((0, 0, 1, 3))))


def mark(rng: random.Random, me: Position, played: list[str], *, fresh: bool) -> None:
    """Mark some cards in play as used and triggered; of several copies the first have used most (SR-4.9)."""
    others = [name for name in played if CARDS[name].is_ship and not CARDS[name].copies_ships]
    share = 0.0 if fresh else 0.4  # of the kinds that are marked at all
    for pile in ("bases", "ships"):
        marked: list[Any] = []
        for name, copies in Counter[str](me[pile]).items():
            copied = rng.choice(others) if CARDS[name].copies_ships and others else None
            acts_as = CARDS[copied or name]
            triggered = bool(acts_as.ally) and rng.random() < share
            primaries = rng.randint(0, copies) if pile == "bases" and acts_as.primary and rng.random() < share else 0
            allies = rng.randint(0, copies) if triggered and rng.random() < share else 0
            for copy in range(copies):
                marked.append(one(name, copied, copy < primaries, copy < allies, triggered))
        me[pile] = marked


def one(name: str, copied: str | None, primary: bool, ally: bool, triggered: bool) -> Any:
    """Return a card in play as a position has it."""
    told: Position = {"card": name}
    if used := ["primary"] * primary + ["ally"] * ally:
        told["used"] = used
    if triggered:
        told["triggered"] = True
    if copied:
        told["copies"] = copied
    return told if len(told) > 1 else name
