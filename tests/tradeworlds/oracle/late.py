"""Positions in the middle of a war: full lanes, tokens, hands of Tactics, Homeworlds nearly fallen.

Below: cards.py. Above: setups.py. A number decides everything.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from tests.tradeworlds.oracle.cards import BASE, FACTIONS, PILES, PLACES, Box

Position = dict[str, Any]

DEALT = ("hand", "deck", "discard", "piles", "removed")


def late_position(
    players: int,
    scenario: str = "Trade Wars",
    module: bool = False,
    factions: tuple[str, ...] = (),
    box: Box = BASE,
    gone: bool = False,
) -> Callable[[int], Position]:
    """Return what makes a position of a number: your Role is to be chosen. With `gone` tokens are out of the game."""

    def position(number: int) -> Position:
        rng = random.Random(f"late {players} {scenario} {module} {number}")
        names = factions or tuple(rng.sample(FACTIONS, players))
        turn = rng.randrange(players)
        out = rng.randrange(players) if players > 2 and rng.random() < 0.2 else turn
        return {
            "scenario": scenario,
            "round": rng.randint(5, 40),
            "first": rng.randrange(players),
            "leader": turn,
            **({"critical_mass": rng.randint(1, 5)} if players == 1 else {}),
            "players": [
                {"faction": names[seat], "homeworld": 0, "out": True}
                if seat == out != turn
                else player(rng, names[seat], module, scenario, box, seat != turn, gone)
                for seat in range(players)
            ],
            "decision": {"type": "role"},
        }

    return position


def player(
    rng: random.Random, faction: str, module: bool, scenario: str, box: Box, other: bool, gone: bool
) -> Position:
    """Return what one player has: all 60 cards somewhere."""
    cards = [card.name for card in box.cards for _ in range(card.copies)]
    rng.shuffle(cards)
    credits = rng.randint(0, 99)
    lane = [ship(rng, cards, faction, box) if rng.random() < 0.7 else None for _ in range(PLACES)]
    tokens = rng.sample([token.name for token in box.tokens], len(box.tokens))
    for place in lane:
        if place and module and rng.random() < 0.7:
            place["token"] = tokens.pop()
    tactics = [name for name in cards if box[name].pile == "tactic"]
    hand = rng.sample(tactics, min(len(tactics), rng.randint(0, 4)))
    for name in hand:
        cards.remove(name)
    tops: dict[str, str] = {}
    for pile in PILES:
        there = [name for name in cards if box[name].pile == pile]
        if there and rng.random() < 0.7:
            tops[pile] = there[0]
            cards.remove(there[0])
    dealt: dict[str, list[str]] = {name: [] for name in DEALT}
    for name in cards:
        weights = (1, 3, 3, 4 if box[name].pile in tops else 0, 1)
        dealt[rng.choices(DEALT, weights)[0]].append(name)
    dealt["hand"] += hand
    known = [name for name in dealt["hand"] if rng.random() < 0.2]
    return {
        "faction": faction,
        "treasury": credits,
        "homeworld": rng.randint(1, 18),
        "unlocked": 4,
        **({"used_up": True} if other and rng.random() < 0.1 else {}),
        **dealt,
        "known": known,
        "tops": [tops.get(pile) for pile in PILES],
        "lane": lane,
        **({"tokens_gone": tokens[:-1]} if gone and tokens[:-1] else {}),
    }


def ship(rng: random.Random, cards: list[str], faction: str, box: Box) -> Position | None:
    """Take a ship's cards out of a list, if there are some that fit."""
    for _ in range(20):
        some: dict[str, str] = {}
        for pile in PILES[:3]:
            of_pile = [name for name in cards if box[name].pile == pile]
            if not of_pile:
                return None
            some[pile] = rng.choice(of_pile)
        room = box[some["starship"]].value - box[some["weapon"]].value - box[some["crew"]].value
        if room < 0:
            continue
        for name in some.values():
            cards.remove(name)
        weapons = [some["weapon"]]
        more = [name for name in cards if box[name].pile == "weapon" and box[name].value <= room]
        if faction == "Acolytes" and more:
            weapons.append(rng.choice(more))
            cards.remove(weapons[-1])
        return {"starship": some["starship"], "weapons": sorted(weapons), "crew": some["crew"]}
    return None
