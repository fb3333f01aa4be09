"""Crowded positions: big crews and fleets that meet, weapons and captives everywhere, players who are out.

So that battles and their texts come up far more often than in games from the start. Below: table.py, positions.py.
Above: setups.py, ../games.py.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

from tests.expansive_universe.oracle import positions
from tests.expansive_universe.oracle.cards import BASE, CHARACTER, CORE, FACTIONS, LOCATION, SPACESHIP, WEAPON, Box
from tests.expansive_universe.oracle.oracle import Oracle
from tests.expansive_universe.oracle.table import (
    ASIDE,
    ATTACHED,
    CAPTIVE,
    CREW,
    DECK,
    DESTROYED,
    FLEET,
    LINE_UP,
    ROW,
    Dice,
    Table,
)

Position = dict[str, Any]
Crowd = Callable[[int], Position]


def crowded(players: int, core: int = 1, box: Box = BASE) -> Crowd:
    """Return how positions for so many players are made, by their number."""
    return cache(lambda number: crowded_position(number, players, f"Galactic Core #{core}", box))


def crowded_position(number: int, players: int, core: str, box: Box) -> Position:
    """Return a position in the middle of somebody's turn."""
    rng = random.Random(f"crowded {number} {players} {core}")
    table = Table(box, rng.sample(FACTIONS, players), core, Dice(0))
    oracle = Oracle(table)
    seats = list(range(players))
    for seat in seats:
        table.players[seat].out = False
    out = rng.randrange(players) if players > 2 and rng.random() < 0.15 else None
    living = [seat for seat in seats if seat != out]
    oracle.first, oracle.round, oracle.active = rng.randrange(players), rng.randint(1, 9), rng.choice(living)
    oracle.used = {what for what in ("fly", "attack", "buy", "mission") if rng.random() < 0.15}
    starters(table, rng, out)
    deal(table, rng, living)
    for seat in living:
        settle(table, rng, seat)
    for name in [name for seat in seats for name in table.players[seat].row]:
        others = [seat for seat in seats if seat != table.things[name].seat]
        if rng.random() < 0.25:
            table.tokens[name] = rng.choice(others)
    return positions.write(oracle)


def starters(table: Table, rng: random.Random, out: int | None) -> None:
    """Lay out the starters; some alpha spaceships are gone."""
    for seat, player in enumerate(table.players):
        for name, card in table.box.cards.items():
            if not card.alpha or card.faction != player.faction:
                continue
            if card.kind == LOCATION:
                table.put(name, ROW, seat)
                player.row = [name]
            elif seat == out or (card.kind == SPACESHIP and rng.random() < 0.25):
                table.put(name, ASIDE)
            else:
                table.put(name, CREW if card.kind == CHARACTER else FLEET, seat, somewhere(table, rng, card.kind))
        player.out = seat == out
        player.points = rng.randint(0, 19)
        player.gold = 0 if player.out else rng.choice((0, 1, 2, 4, 8, 8, 15, 98))


def somewhere(table: Table, rng: random.Random, kind: str) -> str:
    """Return where a spaceship is: as a rule where others are too."""
    return rng.choice((CORE, CORE, *table.planets)) if kind == SPACESHIP else ""


def deal(table: Table, rng: random.Random, living: list[int]) -> None:
    """Deal out the cards of the main deck: to players, the line-up, the destroyed pile, the deck."""
    cards = [
        name for name, card in table.box.cards.items()
        if not card.alpha and card.faction in [player.faction for player in table.players]
    ]  # fmt: skip
    rng.shuffle(cards)
    kept = rng.choice((0.3, 0.6, 0.9))  # the share that players have
    for kinds in ((CHARACTER, SPACESHIP, LOCATION), (WEAPON, "armament")):  # bearers before what they bear
        for name in cards:
            card = table.things[name].card
            if card.kind not in kinds:
                continue
            seat = rng.choice(living)
            if rng.random() > kept or not give(table, rng, name, seat):
                table.put(name, rng.choice((DECK, DECK, DECK, DESTROYED)))
    for slot in range(len(table.line_up)):
        deck = table.where(DECK)
        if deck and rng.random() < 0.8:
            name = rng.choice(deck)
            table.put(name, LINE_UP)
            table.line_up[slot] = name


def give(table: Table, rng: random.Random, name: str, seat: int) -> bool:
    """Give a card to a player, or lay it on one of the player's; tell whether it could be."""
    kind = table.things[name].card.kind
    if kind == LOCATION:
        table.players[seat].row.insert(rng.choice((0, len(table.players[seat].row))), name)
        table.put(name, ROW, seat)
    elif kind == SPACESHIP:
        table.put(name, FLEET, seat, somewhere(table, rng, kind))
    elif kind == CHARACTER:
        captors = [
            other for foe in table.opponents(seat) for other in table.crew(foe) if table.captive_of(other) is None
        ]
        if captors and rng.random() < 0.12:
            table.put(name, CAPTIVE, seat, rng.choice(captors))
        else:
            table.put(name, CREW, seat)
    else:
        bearers = [*table.crew(seat), *table.where(CAPTIVE, seat)] if kind == WEAPON else table.fleet(seat)
        if not bearers:
            return False
        table.put(name, ATTACHED, on=rng.choice(bearers))
    return True


def settle(table: Table, rng: random.Random, seat: int) -> None:
    """Put a crew somewhere: as a rule where another is."""
    others = [player.crew_at for player in table.players if player.crew_at in table.things]
    meeting = [place for place in others if table.things[place].zone == ROW]
    ships = table.fleet(seat)
    if meeting and rng.random() < 0.6:
        place = rng.choice(meeting)
    elif ships and rng.random() < 0.35:
        place = rng.choice(ships)
    else:
        place = rng.choice([name for player in table.players for name in player.row])
    table.players[seat].crew_at = place
