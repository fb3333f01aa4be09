"""Decode an observation: the table as the player to move knows it, and what follows from it at once.

Below: scratch.py, and the named slices of the game's observe.py. Above: all scripts.
"""

from __future__ import annotations

import numpy as np

from agents.tradeworlds.scratch import ME, NONE, Scratch, Tables, rule
from ow_env.compiled.jit import Mask, Observation
from ow_env.core.sparse import nonzero
from ow_env.tradeworlds import observe
from ow_env.tradeworlds.cards import FACTION_COUNT, PLACES, TOKENS, Role
from ow_env.tradeworlds.state import PLAYERS, POINTS, SHIPS

MIDDLE = 0.4  # phase of `grow_mid`
LONG_GAME = 20.0  # rounds after which a game without a goal is late
NUM_POINTS = len(POINTS)
NUM_ROLES = len(Role)


@rule
def told(t: Tables, row: Observation, name: int) -> int:
    """Return the number of a slice that has one."""
    return int(row[t.at[name]])


@rule
def which(t: Tables, row: Observation, name: int, size: int) -> int:
    """Return which one a slice tells, NONE if none."""
    first = int(t.at[name])
    for number in range(size):
        if row[first + number] != 0:
            return number
    return NONE


@rule
def ships_told(t: Tables, row: Observation, name: int, ships: int) -> int:
    """Return the set of ships that a slice tells."""
    first, found = int(t.at[name]), 0
    for ship in range(ships):
        if row[first + ship] != 0:
            found |= 1 << ship
    return found


@rule
def decode_lanes(t: Tables, s: Scratch, row: Observation) -> None:
    """Read all ships."""
    ships = s.seats * PLACES
    s.ships = ships_told(t, row, observe.STRENGTH, ships)
    s.unused = ships_told(t, row, observe.UNUSED, ships)
    s.group = ships_told(t, row, observe.GROUP, ships)
    s.busy = ships_told(t, row, observe.BUSY, ships)
    s.fighting = ships_told(t, row, observe.FIGHTING, ships)
    s.tokens = 0
    for ship in range(SHIPS):
        there = ship < ships
        s.fire[ship] = int(row[t.at[observe.FIRE] + ship]) if there else 0
        s.strength[ship] = int(row[t.at[observe.STRENGTH] + ship]) if there else 0
        s.spare[ship] = int(row[t.at[observe.SPARE] + ship]) if there else 0
        for token in range(TOKENS):
            if there and row[t.at[observe.TOKEN] + ship * TOKENS + token] != 0:
                s.tokens |= 1 << ship


@rule
def decode_players(t: Tables, s: Scratch, row: Observation) -> None:
    """Read what is told of each seat."""
    s.allies = 0
    s.target = which(t, row, observe.TARGET, int(s.seats))
    s.leader_seat = which(t, row, observe.LEADER, int(s.seats))
    for seat in range(PLAYERS):
        s.alive[seat] = 0
        s.fleet[seat] = 0
        if seat >= s.seats:
            continue
        s.alive[seat] = int(row[t.at[observe.ALIVE] + seat])
        s.credits[seat] = int(row[t.at[observe.CREDITS] + seat])
        s.world[seat] = int(row[t.at[observe.WORLD] + seat])
        s.level[seat] = int(row[t.at[observe.LEVEL] + seat])
        s.cards[seat] = int(row[t.at[observe.IN_HAND] + seat])
        s.used_up[seat] = int(row[t.at[observe.USED_UP] + seat])
        if row[t.at[observe.ALLY] + seat] != 0:
            s.allies |= 1 << seat
        for faction in range(FACTION_COUNT):
            if row[t.at[observe.FACTION] + seat * FACTION_COUNT + faction] != 0:
                s.faction[seat] = faction
        for place in range(PLACES):
            s.fleet[seat] += s.ships >> (seat * PLACES + place) & 1


@rule
def decode_numbers(t: Tables, s: Scratch, row: Observation) -> None:
    """Read the numbers of the turn and the attack."""
    s.point = which(t, row, observe.POINT, NUM_POINTS)
    s.back = which(t, row, observe.BACK, NUM_POINTS)
    s.role = which(t, row, observe.ROLE, NUM_ROLES) + 1
    s.count = told(t, row, observe.COUNT)
    s.banked = told(t, row, observe.BANKED)
    s.change = told(t, row, observe.CHANGE)
    s.rounds = told(t, row, observe.ROUND)
    s.attacking = told(t, row, observe.SIDE)
    s.shield = told(t, row, observe.SHIELD)
    s.alien_turn = told(t, row, observe.ALIEN_TURN)
    s.alien_fire = told(t, row, observe.ALIEN_FIRE)
    for side in range(2):
        s.die[side] = int(row[t.at[observe.DIE] + side])
        s.bonus[side] = int(row[t.at[observe.BONUS] + side])
        s.power[side] = int(row[t.at[observe.POWER] + side])
        s.guard[side] = int(row[t.at[observe.GUARD] + side])


@rule
def mean_trade(t: Tables, row: Observation, name: int) -> float:
    """Return the mean Trade Value of my cards in a slice, 0 if there is none."""
    first, cards, total = int(t.at[name]), 0, 0
    for card in range(t.card_count):
        copies = int(row[first + card])
        cards += copies
        total += copies * int(t.cards[card].trade)
    return total / cards if cards > 0 else 0.0


@rule
def standing(t: Tables, s: Scratch, seat: int) -> float:
    """Return how far a player is, 0 to 1."""
    if t.goal > 0:
        return min(int(s.credits[seat]) / int(t.goal), 1.0)
    return min(int(s.world[seat]) / int(t.homeworld), 1.0)


@rule
def judge_phase(t: Tables, s: Scratch) -> None:
    """Tell how far the game is."""
    phase = 0.0
    for seat in range(s.seats):
        if s.alive[seat]:
            if t.goal > 0:
                phase = max(phase, standing(t, s, seat))
            phase = max(phase, 1.0 - int(s.world[seat]) / int(t.homeworld))
    if t.goal == 0:
        phase = max(phase, int(s.rounds) / LONG_GAME)
    s.phase = min(phase, 1.0)
    w = s.weights
    if s.phase < MIDDLE:
        s.grow = w.grow_early + (w.grow_mid - w.grow_early) * s.phase / MIDDLE
    else:
        s.grow = w.grow_mid + (w.grow_late - w.grow_mid) * (s.phase - MIDDLE) / (1.0 - MIDDLE)


@rule
def decode(t: Tables, s: Scratch, row: Observation, mask: Mask) -> None:
    """Read the whole observation, and list the allowed actions in the order of their ids."""
    s.num_legal = nonzero(mask.view(np.uint8), s.legal)
    s.seats = (int(t.at[observe.ALIVE]) - int(t.at[observe.FACTION])) // FACTION_COUNT
    decode_lanes(t, s, row)
    decode_players(t, s, row)
    decode_numbers(t, s, row)
    for card in range(t.card_count):
        s.hand[card] = int(row[t.at[observe.HAND] + card])
    s.average = mean_trade(t, row, observe.UNSEEN)
    if s.average == 0.0:
        s.average = mean_trade(t, row, observe.DISCARD)
    judge_phase(t, s)
    largest, threat = 0, 0
    for seat in range(1, s.seats):
        largest = max(largest, int(s.fleet[seat]))
        fire = 0
        for place in range(PLACES):
            fire += int(s.fire[seat * PLACES + place])
        threat = max(threat, fire)
    s.threat = min(1.0, threat / max(1, int(s.world[ME])))
    s.wanted = min(PLACES, largest + int(s.weights.arms))


@rule
def ships_of(s: Scratch, seat: int) -> int:
    """Return the ships of a seat."""
    return int(s.ships) & (((1 << PLACES) - 1) << (PLACES * seat))


@rule
def hits(t: Tables, s: Scratch, seat: int) -> float:
    """Return the share of hitting this opponent that counts: all of it, if nobody else is further."""
    for other in range(1, s.seats):
        if s.alive[other] and standing(t, s, other) > standing(t, s, seat):
            return float(1.0 - s.weights.leader)
    return 1.0


assert ME == 0
