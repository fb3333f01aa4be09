"""Decode an observation: where the turn stands, who is where, what is in my hand.

Below: scratch.py, and the named slices of the game's observe.py. Above: facilities.py and all that value.
A row is mostly zeros, so slices of cards are read 64 numbers at a time, and each once.
"""

from __future__ import annotations

import numpy as np

from agents.open_worlds.scratch import MAX_LEGAL, MAX_NONZERO, Bits, Row, Scratch, Tables, rule
from ow_env.compiled.jit import Mask
from ow_env.core.bits import WIDTH, count_ones, lowest, which_not_zero, without_lowest
from ow_env.open_worlds import observe, state as at
from ow_env.open_worlds.actions import PASS, RESOLVE
from ow_env.open_worlds.state import POINTS, STAGED as MOST_STAGED

NO_BITS, ONE_BIT = np.uint64(0), np.uint64(1)
AT_ONCE = 4  # places that are written without a look at how many there are
NUM_POINTS = len(POINTS)


@rule
def feature(t: Tables, row: Row, name: int, place: int) -> int:
    """Return one number of a named slice."""
    return int(row[t.layout.starts[name] + place])


@rule
def world_feature(t: Tables, s: Scratch, row: Row, name: int, seat: int, world: int) -> int:
    """Return one number of a slice of players and Worlds."""
    return int(row[t.layout.starts[name] + seat * s.worlds + world])


@rule(inline=True)
def bits_of(row: Row, first: int, stop: int) -> Bits:
    """Return bit i set where place first + i of a row is not zero, for 64 places and none from `stop` on."""
    if first + WIDTH <= row.shape[0]:
        bits = which_not_zero(row, first)
        return bits if first + WIDTH <= stop else bits & ((ONE_BIT << np.uint64(stop - first)) - ONE_BIT)
    bits = NO_BITS
    for place in range(first, stop):
        bits |= ONE_BIT << np.uint64(place - first) if row[place] != 0 else NO_BITS
    return bits


@rule
def find_nonzero(s: Scratch, row: Row, begin: int, stop: int) -> int:
    """List the places of a slice that are not zero in `nonzero_places`, in order; return how many they are.

    Some are written without a look at how many there are, and overwritten unless they count: no branch that is often
    predicted wrong. Indices without a sign need not be looked at for being counted from the end.
    """
    count = 0
    for first in range(begin, stop, WIDTH):
        bits = bits_of(row, first, stop)
        here = count_ones(bits)
        if here == 0 or count > MAX_NONZERO - WIDTH:
            continue
        for k in range(AT_ONCE):
            s.nonzero_places[np.uint32(count + k)] = first + lowest(bits)
            bits = without_lowest(bits)
        for k in range(AT_ONCE, here):
            s.nonzero_places[np.uint32(count + k)] = first + lowest(bits)
            bits = without_lowest(bits)
        count += here
    return count


@rule
def first_nonzero(row: Row, begin: int, stop: int) -> int:
    """Return the first place of a slice that is not zero, or `stop`."""
    for first in range(begin, stop, WIDTH):
        bits = bits_of(row, first, stop)
        if bits != NO_BITS:
            return first + lowest(bits)
    return stop


@rule
def prepare(t: Tables, s: Scratch) -> None:
    """Fill in what is the same for every observation of a game."""
    s.players = t.layout.starts[observe.PRIORITY] - t.layout.starts[observe.ASKED]
    s.worlds = t.layout.starts[observe.ROOM] - t.layout.starts[observe.H2O]
    for c in range(t.card_count):
        if t.cards[c].unit >= 0:
            s.of_unit[t.cards[c].unit] = c
        if t.cards[c].facility >= 0:
            s.of_facility[t.cards[c].facility] = c


@rule
def decode_turn(t: Tables, s: Scratch, row: Row) -> None:
    """Read where the turn stands and which World is being resolved."""
    starts = t.layout.starts
    s.point = (
        first_nonzero(row, int(starts[observe.POINT]), int(starts[observe.POINT]) + NUM_POINTS) - starts[observe.POINT]
    )
    s.turn = row[starts[observe.TURN]]
    s.final_turn = row[starts[observe.FINAL_TURN]]
    s.final_next = row[starts[observe.FINAL_NEXT]]
    here = int(starts[observe.RESOLVING])
    s.here = first_nonzero(row, here, here + int(s.worlds)) - here
    if s.here == s.worlds:
        s.here = -1


@rule
def add_units(s: Scratch, place: int, card: int, seat: int, owner: int, copies: int) -> int:
    """List some copies of a unit from a place of the list on; return the next free place."""
    for _ in range(copies):
        u = s.units[place]
        u.card = card
        u.seat = seat
        u.owner = owner
        place += 1
    return place


@rule
def locate_units(t: Tables, s: Scratch, row: Row) -> None:
    """Find the units of all players; `block_starts` says where in `nonzero_places` a seat's at a World begin."""
    kinds = int(t.layout.units)
    begin = int(t.layout.starts[observe.UNITS])
    blocks = int(s.players) * int(s.worlds)
    count = find_nonzero(s, row, begin, begin + blocks * kinds)
    k = 0
    for b in range(blocks):
        s.block_starts[b] = k
        begin += kinds
        while k < count and s.nonzero_places[k] < begin:
            k += 1
    s.block_starts[blocks] = k


@rule
def has_conquered(t: Tables, s: Scratch, row: Row) -> bool:
    """Has anybody Conquered anything?"""
    players = int(s.players)
    begin = int(t.layout.starts[observe.CONQUERED])
    stop = begin + players * int(s.worlds) * (players - 1) * int(t.layout.facilities)
    found = NO_BITS
    for first in range(begin, stop, WIDTH):
        found |= bits_of(row, first, stop)
    return found != NO_BITS


@rule
def add_conquered(t: Tables, s: Scratch, row: Row, seat: int, world: int, place: int) -> int:
    """List what a seat has Conquered at a World from a place of the list on; return the next free place."""
    facilities = int(t.layout.facilities)
    players = int(s.players)
    block = (seat * int(s.worlds) + world) * (players - 1)
    for after in range(players - 1):
        begin = int(t.layout.starts[observe.CONQUERED]) + (block + after) * facilities
        owner = seat + 1 + after
        if owner >= players:
            owner -= players
        for k in range(facilities):
            if row[begin + k] != 0:
                place = add_units(s, place, int(s.of_facility[k]), seat, owner, int(row[begin + k]))
    return place


@rule
def add_listed(t: Tables, s: Scratch, row: Row, block: int, seat: int, first: int, stop: int, place: int) -> int:
    """List the units of a seat at a World, nonzero_places[first:stop], from a place on; return the next free place."""
    begin = int(t.layout.starts[observe.UNITS]) + block * int(t.layout.units)
    for i in range(first, stop):
        at = int(s.nonzero_places[i])
        place = add_units(s, place, int(s.of_unit[at - begin]), seat, seat, int(row[at]))
    return place


@rule
def decode_units(t: Tables, s: Scratch, row: Row) -> None:
    """List the units in play, World by World and mine first."""
    locate_units(t, s, row)
    conquered = has_conquered(t, s, row)
    place = 0
    for w in range(s.worlds):
        s.starts[w] = place
        for seat in range(s.players):
            b = seat * int(s.worlds) + w
            place = add_listed(t, s, row, b, seat, int(s.block_starts[b]), int(s.block_starts[b + 1]), place)
            if conquered:
                place = add_conquered(t, s, row, seat, w, place)
    s.starts[s.worlds] = place


@rule
def decode_units_here(t: Tables, s: Scratch, row: Row) -> None:
    """List the units at the World being resolved alone, mine first."""
    conquered = has_conquered(t, s, row)
    kinds = int(t.layout.units)
    place = 0
    s.starts[s.here] = place
    for seat in range(s.players):
        b = seat * int(s.worlds) + int(s.here)
        begin = int(t.layout.starts[observe.UNITS]) + b * kinds
        place = add_listed(t, s, row, b, seat, 0, find_nonzero(s, row, begin, begin + kinds), place)
        if conquered:
            place = add_conquered(t, s, row, seat, int(s.here), place)
    s.starts[s.here + 1] = place


@rule
def decode_staged(t: Tables, s: Scratch, row: Row) -> None:
    """List what I have staged where."""
    cards = int(t.card_count)
    for w in range(s.worlds):
        s.num_staged[w] = 0
        if world_feature(t, s, row, observe.STAGED_COUNT, 0, w) > 0:
            begin = int(t.layout.starts[observe.STAGED]) + w * cards
            for k in range(find_nonzero(s, row, begin, begin + cards)):
                for _ in range(row[s.nonzero_places[k]]):
                    if s.num_staged[w] < MOST_STAGED:
                        s.staged[w, s.num_staged[w]] = s.nonzero_places[k] - begin
                        s.num_staged[w] += 1


@rule
def is_about_hand(s: Scratch) -> bool:
    """Is every action but passing one with a card of my hand: laid down in Stage, or thrown away?"""
    return s.point == at.STAGE or s.point == at.TRASH or s.point == at.ADJUST_HAND


@rule
def decode_hand(t: Tables, s: Scratch, row: Row) -> None:
    """List the different cards of my hand."""
    begin = int(t.layout.starts[observe.HAND])
    s.num_hand = find_nonzero(s, row, begin, begin + int(t.card_count))
    for k in range(s.num_hand):
        s.hand[k] = s.nonzero_places[k] - begin


@rule
def add_legal(s: Scratch, mask: Mask, action: int) -> None:
    """Put an action among those to compare, if it is allowed."""
    if mask[action] != 0 and s.num_legal < MAX_LEGAL:
        s.legal[s.num_legal] = action
        s.num_legal += 1


@rule
def list_legal(t: Tables, s: Scratch, mask: Mask) -> None:
    """List the allowed actions, in the order of their ids. The hand has been decoded if it `is_about_hand`.

    Where it is known what they can be, only those are looked at: a mask is long.
    """
    s.num_legal = 0
    if is_about_hand(s):
        add_legal(s, mask, PASS)
        for k in range(s.num_hand):
            c = t.cards[s.hand[k]]
            if s.point != at.STAGE:
                add_legal(s, mask, int(c.discard_id))
            else:
                for w in range(s.worlds):
                    add_legal(s, mask, int(c.stage_id) + w)
    elif s.point == at.NEXT_WORLD:
        for w in range(s.worlds):
            add_legal(s, mask, RESOLVE + w)
    else:
        count = find_nonzero(s, mask.view(np.uint8), 0, int(t.action_count))
        s.num_legal = min(count, MAX_LEGAL)
        for k in range(s.num_legal):
            s.legal[k] = s.nonzero_places[k]
