"""Setup (TW-1), whose turn it is (TW-2, TW-R1.5), rounds and their end (TW-0.6, TW-E4, TW-E5)."""

from __future__ import annotations

from ow_env.cards import sides
from ow_env.core.rng import Rng, below
from ow_env.tradeworlds import state as at
from ow_env.tradeworlds.cards import FACTION_COUNT, PILES
from ow_env.tradeworlds.rules.credits import richest
from ow_env.tradeworlds.rules.ends import cut_short, win
from ow_env.tradeworlds.rules.hands import draw, turn_up
from ow_env.tradeworlds.rules.market import begin_rest
from ow_env.tradeworlds.rules.windows import next_seat
from ow_env.tradeworlds.state import NO_ROLE, NOBODY, RANDOM, RUNNING, Game, Player, Tables, rule

draw_factions = sides.of(rule.library).draw_factions


@rule
def draw_up(t: Tables, me: Player, rng: Rng) -> None:
    """Draw up to five cards; none with five or more (TW-2.4)."""
    draw(me, max(int(t.hand) - int(me.hand.count), 0), rng)


@rule
def begin_turn(g: Game, seat: int) -> None:
    """Begin a turn: a Role is chosen (TW-2.2)."""
    g.leader = seat
    g.active = seat
    g.asked = seat
    g.role = NO_ROLE
    g.refused = 0
    g.target = NOBODY
    g.point = at.ROLE


@rule
def set_up(g: Game, t: Tables, rng: Rng) -> None:
    """Draw Factions and the starting player, turn up the piles, deal the hands (TW-1)."""
    draw_factions(g, FACTION_COUNT, rng)
    g.first = below(rng, int(g.num_players)) if g.first_player == RANDOM else g.first_player
    for seat in range(g.num_players):
        for pile in range(PILES):
            turn_up(g.players[seat], t, pile, rng)
        draw_up(t, g.players[seat], rng)
    g.round_number = 1
    begin_turn(g, int(g.first))


@rule
def begin_round(g: Game, t: Tables) -> None:
    """Begin another round, unless the last one decided the game or was the last (TW-E4, TW-E5)."""
    if t.goal > 0 and g.finish_round and richest(g, t) != NOBODY:
        win(g, richest(g, t))
    elif g.round_number == g.max_rounds:
        cut_short(g)
    else:
        g.round_number += 1


@rule
def next_turn(g: Game, t: Tables) -> None:
    """Let the next living player clockwise begin a turn; one that was used up is passed over once (TW-R1.5)."""
    seat = int(g.leader)
    while g.ending == RUNNING:
        seat = (seat + 1) % int(g.num_players)
        if seat == g.first:
            begin_round(g, t)
        him = g.players[seat]
        if him.used_up:
            him.used_up = 0
        elif him.alive and g.ending == RUNNING:
            begin_turn(g, seat)
            return


@rule
def end_rest(g: Game, t: Tables, rng: Rng) -> None:
    """Draw up, then let the next ally, The Derelict or the next player play (TW-2.4, TW-R1.5, TW-S1)."""
    draw_up(t, g.players[g.active], rng)
    g.active = g.leader
    seat = next_seat(g, int(g.rest_due))
    if seat != NOBODY:
        g.rest_due &= ~(1 << seat)
        begin_rest(g, seat)
    elif t.alien:
        g.alien_turn = 1
        g.point = at.DERELICT_ACTS
    else:
        next_turn(g, t)
