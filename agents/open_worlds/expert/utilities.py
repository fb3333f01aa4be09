"""What a Utility is worth to the expert when it is played, and what it should pick.

Below: deployment.py. Above: choose.py.
"""

from __future__ import annotations

from agents.open_worlds.deployment import NEVER, change_with
from agents.open_worlds.scratch import Row, Scratch, Tables, rule
from agents.open_worlds.unit_value import unit_value
from ow_env.open_worlds import cards
from ow_env.open_worlds.cards import FACILITY


@rule
def may_pick(t: Tables, s: Scratch, played: int, index: int) -> bool:
    """May a Utility pick this unit of an opponent, as its text has it?"""
    u = s.units[index]
    c = t.cards[u.card]
    p = t.cards[played]
    if u.seat == 0 or c.untargetable != 0:
        return False
    small = c.defense <= p.action_number
    if p.action == cards.DESTROY:
        plant = c.kind == cards.PRODUCTION or c.kind == cards.MINING or c.kind == cards.YARD
        return u.owner != 0 and ((plant and small) or c.kind == cards.STATION or c.kind == cards.FIELD)
    if p.action == cards.SEIZE:
        return c.kind == cards.POPULATION and small
    return c.type == FACILITY


@rule
def best_pick(t: Tables, s: Scratch, played: int, world: int) -> float:
    """Return the value of the best unit that a Utility may pick at a World."""
    best = 0.0
    for i in range(s.starts[world], s.starts[world + 1]):
        if may_pick(t, s, played, i):
            u = s.units[i]
            best = max(best, unit_value(t, s, int(u.card), world, int(u.seat)))
    return best


@rule
def value_of_playing(t: Tables, s: Scratch, row: Row, card: int) -> float:
    """Value a Utility played now."""
    action = int(t.cards[card].action)
    if action == cards.SWAP_STAGED:
        return NEVER
    if action == cards.DESTROY:
        return best_pick(t, s, card, int(s.here)) - s.weights.card_cost
    if action == cards.SEIZE:
        return 2.0 * best_pick(t, s, card, int(s.here)) - s.weights.card_cost
    if action == cards.STOP_INCOME:
        return 1.0 if s.final_turn != 0 else NEVER
    if action == cards.DEPLOY_GROUND:
        return NEVER
    return 1.0


@rule
def value_of_choosing(t: Tables, s: Scratch, row: Row, world: int) -> float:
    """Value a World for the Utility in play: the most to be gained by a Ship there, or the dearest Facility to stop."""
    for i in range(s.num_hand):
        if t.cards[s.hand[i]].action == cards.BECOME_SHIP:
            return change_with(t, s, row, int(s.hand[i]), world)
    best = 0.0
    for i in range(s.starts[world], s.starts[world + 1]):
        u = s.units[i]
        if u.seat != 0 and t.cards[u.card].type == FACILITY:
            best = max(best, unit_value(t, s, int(u.card), world, int(u.seat)))
    return best


@rule
def value_of_target(t: Tables, s: Scratch, action: int) -> float:
    """Value what a Utility may pick."""
    for w in range(s.worlds):
        for i in range(s.starts[w], s.starts[w + 1]):
            u = s.units[i]
            if u.seat != 0 and u.card == t.actions[action].card:
                return 1.0 + unit_value(t, s, int(u.card), w, int(u.seat))
    return 1.0
