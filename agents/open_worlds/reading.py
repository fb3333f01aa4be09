"""What an observation says, in words: where the turn stands, who is where, what is in my hand.

Below: sight.py, and the named slices of the game's observe.py. Above: building.py, fighting.py, the agents.
A row is mostly zeros, so slices of cards are read eight numbers at a time, and each once.
"""

from __future__ import annotations

import numpy as np

from agents.open_worlds.sight import OFFERS, PLACES, Row, Sight, Tables, rule
from ow_env.core.jit import Mask
from ow_env.open_worlds.actions import PASS, RESOLVE
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
from ow_env.open_worlds.state import ADJUST_HAND, NEXT_WORLD, POINTS, STAGE, TRASH
from ow_env.open_worlds.state import STAGED as MOST_STAGED

NO_BYTES = np.uint64(0)

NUM_POINTS = len(POINTS)


@rule
def number(t: Tables, row: Row, name: int, place: int) -> int:
    """Return one number of a named slice."""
    return int(row[t.layout.starts[name] + place])


@rule
def at_world(t: Tables, s: Sight, row: Row, name: int, seat: int, world: int) -> int:
    """Return one number of a slice of players and Worlds."""
    return int(row[t.layout.starts[name] + seat * s.worlds + world])


@rule
def list_set(s: Sight, row: Row, begin: int, stop: int, count: int) -> int:
    """Add the places from `begin` on that are not zero to `places`; return how many are listed then.

    Each place is written and overwritten unless it counts: no branch that nobody can foresee. Indices without a sign
    need not be looked at for being counted from the end.
    """
    for place in range(begin, stop):
        s.places[np.uint32(count)] = place
        count += 1 if row[np.uint32(place)] != 0 else 0
    return count


@rule
def find_set(s: Sight, row: Row, begin: int, stop: int) -> int:
    """List the places of a slice that are not zero in `places`, in order; return how many they are.

    First the words of eight places that are not all zero are listed, then the places in them.
    """
    words = row[: row.shape[0] & ~7].view(np.uint64)
    first = (begin + 7) >> 3
    last = max(first, stop >> 3)
    count = list_set(s, row, begin, min(first << 3, stop), 0)
    filled = 0
    for k in range(first, last):
        s.filled[np.uint32(filled)] = k
        filled += 1 if words[np.uint32(k)] != NO_BYTES else 0
    for i in range(filled):
        place = int(s.filled[i]) << 3
        if count <= PLACES - 8:
            count = list_set(s, row, place, place + 8, count)
    return list_set(s, row, last << 3, stop, count)


@rule
def first_set(row: Row, begin: int, stop: int) -> int:
    """Return the first place of a slice that is not zero, or `stop`. For short slices."""
    for place in range(begin, stop):
        if row[place] != 0:
            return place
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
    s.point = first_set(row, int(at[POINT]), int(at[POINT]) + NUM_POINTS) - at[POINT]
    s.turn = row[at[TURN]]
    s.final_turn = row[at[FINAL_TURN]]
    s.final_next = row[at[FINAL_NEXT]]
    s.here = first_set(row, int(at[RESOLVING]), int(at[RESOLVING]) + int(s.worlds)) - at[RESOLVING]
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
def find_units(t: Tables, s: Sight, row: Row) -> None:
    """Find the units of all players; `blocks` tells where those of a seat at a World begin among `places`."""
    kinds = int(t.layout.units)
    begin = int(t.layout.starts[UNITS])
    blocks = int(s.players) * int(s.worlds)
    count = find_set(s, row, begin, begin + blocks * kinds)
    k = 0
    for b in range(blocks):
        s.blocks[b] = k
        begin += kinds
        while k < count and s.places[k] < begin:
            k += 1
    s.blocks[blocks] = k


@rule
def has_conquered(t: Tables, s: Sight, row: Row) -> bool:
    """Has anybody Conquered anything?"""
    players = int(s.players)
    begin = int(t.layout.starts[CONQUERED])
    stop = begin + players * int(s.worlds) * (players - 1) * int(t.layout.facilities)
    total = 0
    while begin < stop and begin & 7 != 0:
        total |= int(row[begin])
        begin += 1
    words = row[: row.shape[0] & ~7].view(np.int64)
    while begin + 8 <= stop:
        total |= int(words[begin >> 3])
        begin += 8
    for place in range(begin, stop):
        total |= int(row[place])
    return total != 0


@rule
def add_conquered(t: Tables, s: Sight, row: Row, seat: int, world: int, place: int) -> int:
    """List what a seat has Conquered at a World from a place of the list on; return the next free place."""
    facilities = int(t.layout.facilities)
    players = int(s.players)
    block = (seat * int(s.worlds) + world) * (players - 1)
    for after in range(players - 1):
        begin = int(t.layout.starts[CONQUERED]) + (block + after) * facilities
        owner = seat + 1 + after
        if owner >= players:
            owner -= players
        for k in range(facilities):
            if row[begin + k] != 0:
                place = add_units(s, place, int(s.of_facility[k]), seat, owner, int(row[begin + k]))
    return place


@rule
def add_found(t: Tables, s: Sight, row: Row, block: int, seat: int, k: int, stop: int, place: int) -> int:
    """List the units of a seat at a World, places[k:stop], from a place of the list on; return the next free place."""
    begin = int(t.layout.starts[UNITS]) + block * int(t.layout.units)
    for i in range(k, stop):
        at = int(s.places[i])
        place = add_units(s, place, int(s.of_unit[at - begin]), seat, seat, int(row[at]))
    return place


@rule
def read_units(t: Tables, s: Sight, row: Row) -> None:
    """List the units in play, World by World and mine first."""
    find_units(t, s, row)
    conquered = has_conquered(t, s, row)
    place = 0
    for w in range(s.worlds):
        s.first[w] = place
        for seat in range(s.players):
            b = seat * int(s.worlds) + w
            place = add_found(t, s, row, b, seat, int(s.blocks[b]), int(s.blocks[b + 1]), place)
            if conquered:
                place = add_conquered(t, s, row, seat, w, place)
    s.first[s.worlds] = place


@rule
def read_units_here(t: Tables, s: Sight, row: Row) -> None:
    """List the units at the World being resolved alone, mine first."""
    conquered = has_conquered(t, s, row)
    kinds = int(t.layout.units)
    place = 0
    s.first[s.here] = place
    for seat in range(s.players):
        b = seat * int(s.worlds) + int(s.here)
        begin = int(t.layout.starts[UNITS]) + b * kinds
        place = add_found(t, s, row, b, seat, 0, find_set(s, row, begin, begin + kinds), place)
        if conquered:
            place = add_conquered(t, s, row, seat, int(s.here), place)
    s.first[s.here + 1] = place


@rule
def read_staged(t: Tables, s: Sight, row: Row) -> None:
    """List what I have staged where."""
    cards = int(t.card_count)
    for w in range(s.worlds):
        s.staged_count[w] = 0
        if at_world(t, s, row, STAGED_COUNT, 0, w) > 0:
            begin = int(t.layout.starts[STAGED]) + w * cards
            for k in range(find_set(s, row, begin, begin + cards)):
                for _ in range(row[s.places[k]]):
                    if s.staged_count[w] < MOST_STAGED:
                        s.staged[w, s.staged_count[w]] = s.places[k] - begin
                        s.staged_count[w] += 1


@rule
def is_about_hand(s: Sight) -> bool:
    """Is every action but passing one with a card of my hand: laid down in Stage, or thrown away?"""
    return s.point == STAGE or s.point == TRASH or s.point == ADJUST_HAND


@rule
def read_hand(t: Tables, s: Sight, row: Row) -> None:
    """List the different cards of my hand."""
    begin = int(t.layout.starts[HAND])
    s.hand_count = find_set(s, row, begin, begin + int(t.card_count))
    for k in range(s.hand_count):
        s.hand[k] = s.places[k] - begin


@rule
def offer(s: Sight, mask: Mask, action: int) -> None:
    """Put an action among those to be weighed, if it is allowed."""
    if mask[action] != 0 and s.offers < OFFERS:
        s.offer[s.offers] = action
        s.offers += 1


@rule
def read_offers(t: Tables, s: Sight, mask: Mask) -> None:
    """List the allowed actions, in the order of their ids. The hand has been read if it `is_about_hand`.

    Where it is known what they can be, only those are looked at: a mask is long.
    """
    s.offers = 0
    if is_about_hand(s):
        offer(s, mask, PASS)
        for k in range(s.hand_count):
            c = t.cards[s.hand[k]]
            if s.point != STAGE:
                offer(s, mask, int(c.discard_id))
            else:
                for w in range(s.worlds):
                    offer(s, mask, int(c.stage_id) + w)
    elif s.point == NEXT_WORLD:
        for w in range(s.worlds):
            offer(s, mask, RESOLVE + w)
    else:
        count = find_set(s, mask.view(np.uint8), 0, int(t.action_count))
        s.offers = min(count, OFFERS)
        for k in range(s.offers):
            s.offer[k] = s.places[k]
