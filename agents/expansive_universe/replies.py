"""The player that looks at the replies: it takes what leads to the most after the turns of all opponents.

Below: player.py. Above: scripts.py. What follows an action is played in NOW by the rules of the game: the rest of the
turn, or nothing more of it, then the turn of each opponent, all as player.py has it, for which seats are counted from
whoever plays. The order of the deck is unknown, so cards come in another, the same for every action that is compared.
"""

from __future__ import annotations

import numpy as np

from agents.expansive_universe.answers import carry_out
from agents.expansive_universe.player import choose_in_turn, try_all
from agents.expansive_universe.scratch import (
    HELD,
    ME,
    MOST_CANDIDATES,
    NEVER,
    NONE,
    NOW,
    TURNED,
    Game,
    Scratch,
    Tables,
    rule,
)
from agents.expansive_universe.worth import look_ahead, worth
from ow_env.compiled.jit import Mask, Observation
from ow_env.core.rng import Rng, start
from ow_env.core.sparse import nonzero
from ow_env.expansive_universe.actions import END_TURN
from ow_env.expansive_universe.cards import MOST_OF_KIND
from ow_env.expansive_universe.rules.legality import write_mask
from ow_env.expansive_universe.state import NOBODY, RUNNING

MOST_ACTIONS = 100  # of a turn
SEED = np.uint64(0x7AC71C1A)  # no seed of a game or an agent: nothing is remembered, nothing foreseen

# ── Seats ────────────────────────────────────────────────────────────────────────────────────────


@rule
def counted(g: Game, seat: int, first: int) -> int:
    """Return a seat, counted from another."""
    return (seat + int(g.num_players) - first) % int(g.num_players)


@rule
def count_seats_from(s: Scratch, first: int) -> None:
    """Count the seats of NOW, between decisions of a turn, from another player."""
    s.games[TURNED] = s.games[NOW]
    before, g = s.games[TURNED], s.games[NOW]
    for seat in range(g.num_players):
        g.players[counted(g, seat, first)] = before.players[seat]
    g.first = counted(g, int(g.first), first)
    g.active = counted(g, int(g.active), first)
    g.asked = counted(g, int(g.asked), first)
    if g.winner != NOBODY:
        g.winner = counted(g, int(g.winner), first)
    for number in range(MOST_OF_KIND):
        if g.token[number] > 0:
            g.token[number] = 1 + counted(g, int(g.token[number]) - 1, first)
        if g.captive_of[number] > 0:
            g.captive_of[number] = 1 + counted(g, int(g.captive_of[number]) - 1, first)


# ── What follows ─────────────────────────────────────────────────────────────────────────────────


@rule
def play_own_turn(t: Tables, s: Scratch) -> None:
    """Play the turn of ME to its end."""
    g = s.games[NOW]
    for _ in range(MOST_ACTIONS):
        if g.ending != RUNNING or g.active != ME:
            return
        write_mask(g, t, ME, s.mask)
        s.num_legal = nonzero(s.mask.view(np.uint8), s.legal)
        look_ahead(g, t, s)
        choose_in_turn(t, s, s.rng)
        carry_out(g, t, s, int(s.choice), s.rng)


@rule
def play_turn(t: Tables, s: Scratch) -> None:
    """Play the turn of whoever is active to its end."""
    seat = int(s.games[NOW].active)
    count_seats_from(s, seat)
    play_own_turn(t, s)
    count_seats_from(s, counted(s.games[NOW], ME, seat))


@rule
def draw_anew(g: Game, s: Scratch) -> None:
    """Begin with the first card of the round: were they the same in each, players might wait for ever for others."""
    start(s.rng, SEED, np.uint64(g.round_number))


@rule
def worth_after_replies(t: Tables, s: Scratch, action: int, goes_on: bool, turns: float) -> float:
    """Return what an action is worth when the turn comes again, if it goes on now or ends; some turns are to come."""
    s.games[NOW] = s.games[HELD]
    g = s.games[NOW]
    draw_anew(g, s)
    carry_out(g, t, s, action, s.rng)
    if action != END_TURN and g.ending == RUNNING and g.active == ME:
        if goes_on:
            play_own_turn(t, s)
        else:
            carry_out(g, t, s, END_TURN, s.rng)
    for _ in range(1, g.num_players):
        if g.ending == RUNNING and g.players[ME].alive and g.active != ME:
            play_turn(t, s)
    s.turns = turns
    return worth(g, t, s)


# ── Choosing ─────────────────────────────────────────────────────────────────────────────────────


@rule
def list_candidates(s: Scratch) -> int:
    """List the actions that lead to the most at once, the best first, and return how many there are."""
    for place in range(MOST_CANDIDATES):
        best, choice = NEVER, NONE
        for k in range(s.num_legal):
            action = int(s.legal[k])
            if s.found[action] > best:
                best, choice = s.found[action], action
        if choice == NONE:
            return place
        s.candidates[place] = choice
        s.found[choice] = NEVER
    return MOST_CANDIDATES


@rule
def choose_by_replies(t: Tables, s: Scratch, row: Observation, mask: Mask, rng: Rng) -> int:
    """Return the allowed action that leads to the most after replies; of several, what leads to the most at once."""
    if not try_all(t, s, row, mask, rng):
        return int(s.choice)
    turns = float(s.turns)
    count = list_candidates(s)
    is_own_turn = s.games[NOW].active == ME
    s.games[HELD] = s.games[NOW]
    best, choice = NEVER, int(s.candidates[0])
    for k in range(count):
        action = int(s.candidates[k])
        found = worth_after_replies(t, s, action, True, turns)
        if is_own_turn and action != END_TURN:
            found = max(found, worth_after_replies(t, s, action, False, turns))
        if found > best:
            best, choice = found, action
    return choice
