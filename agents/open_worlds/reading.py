"""What an observation says, in words: where the turn stands, who is where, what is in my hand.

Below: sight.py, and the named slices of the game's observe.py. Above: building.py, fighting.py, the agents.
A row is mostly zeros, so slices of cards are read eight numbers at a time.
"""

from __future__ import annotations

import numpy as np

from agents.open_worlds.sight import HAND as HAND_ROOM
from agents.open_worlds.sight import Row, Sight, Tables, rule
from ow_env.open_worlds.observe import (
    ASKED,
    CONQUERED,
    FINAL_NEXT,
    FINAL_TURN,
    H2O,
    HAND,
    POINT,
    PRIORITY,
    RESOLVING,
    ROOM,
    STAGED,
    STAGED_COUNT,
    TURN,
    UNITS,
)
from ow_env.open_worlds.state import POINTS

NO_BYTES = np.uint64(0)


@rule
def number(t: Tables, row: Row, name: int, place: int) -> int:
    """Return one number of a named slice."""
    return int(row[t.layout.starts[name] + place])


@rule
def at_world(t: Tables, s: Sight, row: Row, name: int, seat: int, world: int) -> int:
    """Return one number of a slice of players and Worlds."""
    return int(row[t.layout.starts[name] + seat * s.worlds + world])


@rule
def next_set(row: Row, place: int, stop: int) -> int:
    """Return the first place from `place` on that is not zero, or `stop`."""
    words = row[: row.shape[0] // 8 * 8].view(np.uint64)
    while place < stop:
        if place % 8 == 0 and place // 8 < words.shape[0] and words[place // 8] == NO_BYTES:
            place += 8
        elif row[place] != 0:
            return place
        else:
            place += 1
    return stop


@rule
def prepare(t: Tables, s: Sight) -> None:
    """Fill in what is the same for every row of a game."""
    s.players = t.layout.starts[PRIORITY] - t.layout.starts[ASKED]
    s.worlds = t.layout.starts[ROOM] - t.layout.starts[H2O]
    for c in range(t.card_count):
        if t.cards[c].unit >= 0:
            s.of_unit[t.cards[c].unit] = c
        if t.cards[c].facility >= 0:
            s.of_facility[t.cards[c].facility] = c


@rule
def read_turn(t: Tables, s: Sight, row: Row) -> None:
    """Read where the turn stands and which World is being resolved."""
    at = t.layout.starts
    s.point = next_set(row, int(at[POINT]), int(at[POINT]) + len(POINTS)) - at[POINT]
    s.turn = row[at[TURN]]
    s.final_turn = row[at[FINAL_TURN]]
    s.final_next = row[at[FINAL_NEXT]]
    s.here = next_set(row, int(at[RESOLVING]), int(at[RESOLVING]) + int(s.worlds)) - at[RESOLVING]
    if s.here == s.worlds:
        s.here = -1


@rule
def add_units(s: Sight, place: int, card: int, seat: int, owner: int, copies: int) -> int:
    """Note down some copies of a unit from a place of the list on; return the next free place."""
    for _ in range(copies):
        u = s.units[place]
        u.card = card
        u.seat = seat
        u.owner = owner
        place += 1
    return place


@rule
def read_units_at(t: Tables, s: Sight, row: Row, world: int, place: int) -> int:
    """List the units at a World from a place of the list on, mine first; return the next free place."""
    kinds = int(t.layout.units)
    facilities = int(t.layout.facilities)
    players = int(s.players)
    for seat in range(players):
        begin = int(t.layout.starts[UNITS]) + (seat * int(s.worlds) + world) * kinds
        k = next_set(row, begin, begin + kinds)
        while k < begin + kinds:
            place = add_units(s, place, int(s.of_unit[k - begin]), seat, seat, int(row[k]))
            k = next_set(row, k + 1, begin + kinds)
        block = (seat * int(s.worlds) + world) * (players - 1) * facilities
        begin = int(t.layout.starts[CONQUERED]) + block
        stop = begin + (players - 1) * facilities
        k = next_set(row, begin, stop)
        while k < stop:
            after = (k - begin) // facilities
            card = int(s.of_facility[k - begin - after * facilities])
            owner = seat + 1 + after
            if owner >= players:
                owner -= players
            place = add_units(s, place, card, seat, owner, int(row[k]))
            k = next_set(row, k + 1, stop)
    return place


@rule
def read_units(t: Tables, s: Sight, row: Row) -> None:
    """List the units in play, World by World and mine first."""
    place = 0
    for w in range(s.worlds):
        s.first[w] = place
        place = read_units_at(t, s, row, w, place)
    s.first[s.worlds] = place


@rule
def read_staged(t: Tables, s: Sight, row: Row) -> None:
    """List what I have staged where."""
    cards = int(t.card_count)
    for w in range(s.worlds):
        s.staged_count[w] = 0
        left = at_world(t, s, row, STAGED_COUNT, 0, w)
        begin = int(t.layout.starts[STAGED]) + w * cards
        k = begin
        while left > 0:
            k = next_set(row, k, begin + cards)
            if k >= begin + cards:
                break
            for _ in range(row[k]):
                s.staged[w, s.staged_count[w]] = k - begin
                s.staged_count[w] += 1
                left -= 1
            k += 1


@rule
def read_hand(t: Tables, s: Sight, row: Row) -> None:
    """List the different cards of my hand."""
    begin = int(t.layout.starts[HAND])
    stop = begin + int(t.card_count)
    s.hand_count = 0
    k = next_set(row, begin, stop)
    while k < stop and s.hand_count < HAND_ROOM:
        s.hand[s.hand_count] = k - begin
        s.hand_count += 1
        k = next_set(row, k + 1, stop)
