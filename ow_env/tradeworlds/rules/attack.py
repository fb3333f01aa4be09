"""The attack (TW-A), by the Admiral, or by the Chancellor with allies (TW-R1)."""

from __future__ import annotations

from ow_env.tradeworlds import state as at
from ow_env.tradeworlds.cards import ATTACK, PLACES
from ow_env.tradeworlds.rules.battle import open_battle, open_strike
from ow_env.tradeworlds.rules.lanes import firepower_of, fleet, of_seat, places_taken, resistance, resistance_of
from ow_env.tradeworlds.rules.losses import forget_battle
from ow_env.tradeworlds.rules.windows import next_seat
from ow_env.tradeworlds.state import NO_ROLE, NOBODY, Game, Tables, rule

# ── Attacking together (TW-R1) ───────────────────────────────────────────────────────────────────


@rule
def could_join(g: Game, target: int) -> int:
    """Return the seats that could join the leader against a target: a ship, and an unused turn (TW-R1.3)."""
    seats = 0
    for seat in range(g.num_players):
        him = g.players[seat]
        if seat != g.active and seat != target and him.alive and not him.used_up and places_taken(him) > 0:
            seats |= 1 << seat
    return seats


@rule
def propose(g: Game, target: int) -> None:
    """Propose a joint attack (TW-R1.2)."""
    g.target = target
    g.to_ask = could_join(g, target)
    g.point = at.INVITE


@rule
def join(g: Game, seat: int) -> None:
    """Join with all ships; the next turn is used up (TW-R1.3, TW-R1.5)."""
    g.allies |= 1 << seat
    g.players[seat].used_up = 1


@rule
def begin_attack(g: Game, target: int) -> None:
    """Begin an attack: all ships of the side are unused (TW-A2)."""
    g.target = target
    g.unused = fleet(g, int(g.active))
    for seat in range(g.num_players):
        if g.allies >> seat & 1:
            g.unused |= fleet(g, seat)
    g.asked = g.active
    g.point = at.ATTACK


@rule
def refuse(g: Game) -> None:
    """Nobody joined: another Role is chosen (TW-R1.4)."""
    g.refused = 1
    g.target = NOBODY
    g.role = NO_ROLE
    g.asked = g.active
    g.point = at.ROLE


@rule
def invitation_is_over(g: Game) -> bool:
    """Find who is invited next (TW-R1.3). Return whether all have answered: it begins, or another Role is chosen."""
    seat = next_seat(g, int(g.to_ask))
    if seat != NOBODY:
        g.asked = seat
        return False
    if g.allies:
        begin_attack(g, int(g.target))
    else:
        refuse(g)
    return True


# ── The attacker's choices (TW-A3) ───────────────────────────────────────────────────────────────


@rule
def lowest_resistance(g: Game, t: Tables) -> int:
    """Return the lowest Resistance of the target's ships, -1 if there is none; that of The Derelict (TW-S7)."""
    if g.target == NOBODY:
        return int(t.alien_resistance)
    lowest = -1
    him = g.players[g.target]
    for place in range(PLACES):
        strength = resistance(t, him.lane[place])
        if him.lane[place].starship > 0 and (lowest < 0 or strength < lowest):
            lowest = strength
    return lowest


@rule
def in_reach(g: Game, t: Tables) -> bool:
    """Do all ships left, with the Tactics played, reach the lowest Resistance there (TW-A4)?"""
    lowest = lowest_resistance(g, t)
    power = firepower_of(g, t, int(g.unused) | int(g.group)) + int(g.fire[ATTACK])
    return 0 <= lowest <= power


@rule
def resistance_at(g: Game, t: Tables, places: int) -> int:
    """Return the Resistances of these of the target's ships together."""
    if g.target == NOBODY:
        return int(t.alien_resistance)
    return resistance_of(g, t, of_seat(int(g.target), places))


@rule
def places_there(g: Game) -> int:
    """Return the places in which the target has ships; The Derelict: the first."""
    return 1 if g.target == NOBODY else places_taken(g.players[g.target])


@rule
def is_open(g: Game) -> bool:
    """Is the Homeworld unprotected: are all ships of the target busy, or is there none (TW-A6)?"""
    return bool(g.target != NOBODY and places_there(g) & ~int(g.busy) == 0)


@rule
def can_strike(g: Game) -> bool:
    """Can all unused ships strike the Homeworld (TW-A6)?"""
    return bool(g.group == 0 and g.unused and is_open(g))


@rule
def send(g: Game, number: int) -> None:
    """Send a ship into the next battle."""
    g.unused &= ~(1 << number)
    g.group |= 1 << number


@rule
def engage(g: Game, places: int) -> None:
    """Engage ships of the target with the group (TW-A5)."""
    g.fighting = g.group
    g.group = 0
    g.engaged = places
    g.busy |= places
    open_battle(g)


@rule
def strike(g: Game) -> None:
    """Strike the Homeworld with all unused ships (TW-A6)."""
    g.fighting = g.unused
    g.unused = 0
    open_strike(g)


@rule
def end_attack(g: Game) -> None:
    """End the attack; allies will play the rest of their turns after the leader (TW-R1.5)."""
    forget_battle(g)
    g.rest_due = g.allies
    g.allies = 0
    g.target = NOBODY
    g.unused = 0
    g.group = 0
    g.busy = 0
    g.asked = g.active
    g.point = at.BUY


@rule
def attack_is_over(g: Game) -> bool:
    """End the attack once its target is out. Return whether it did."""
    g.asked = g.active
    if g.target == NOBODY or g.players[g.target].alive:
        return False
    end_attack(g)
    return True
