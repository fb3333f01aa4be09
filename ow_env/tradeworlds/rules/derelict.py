"""What The Derelict does after the player's turn (TW-S)."""

from __future__ import annotations

from ow_env.core.rng import Rng
from ow_env.tradeworlds.cards import BOOST, DISCHARGE, HYPER_CANNON, ONE_ATTACK, TWO_ATTACKS
from ow_env.tradeworlds.rules.battle import open_battle, open_strike, roll, strongest_within
from ow_env.tradeworlds.rules.ends import win
from ow_env.tradeworlds.rules.lanes import fleet
from ow_env.tradeworlds.rules.turn import next_turn
from ow_env.tradeworlds.state import NOBODY, SHIPS, Game, Tables, rule

ALONE = 0  # the only player's seat
NOT_ROLLED = 0  # of `alien_turn`: the player's turn
TO_ROLL = 1  # its d10 is still to be rolled
ACTING = 2


@rule
def roll_firepower(g: Game, t: Tables, rng: Rng) -> None:
    """Roll The Derelict's Firepower (TW-S3)."""
    g.alien_fire = roll(int(t.alien_die), rng)


@rule
def aim(g: Game, t: Tables, rng: Rng) -> None:
    """Carry out one attack: on the strongest ship that it can destroy, on the Homeworld if there is none (TW-S4)."""
    g.alien_attacks -= 1
    roll_firepower(g, t, rng)
    ships = fleet(g, ALONE)
    number = strongest_within(g, t, ships, int(g.alien_fire))
    if ships == 0:
        open_strike(g)
    elif number < SHIPS:
        g.engaged = 1 << number
        open_battle(g)
    else:
        g.alien_fire = 0


@rule
def fire_cannon(g: Game, t: Tables, rng: Rng) -> None:
    """Fire the hyper cannon, ships or not (TW-S6)."""
    roll_firepower(g, t, rng)
    open_strike(g)


@rule
def roll_act(g: Game, t: Tables, rng: Rng) -> None:
    """Roll what The Derelict does (TW-S2)."""
    act = int(t.acts[roll(int(t.faces), rng) - 1])
    if act == DISCHARGE:
        g.critical_mass = 1
    elif act == BOOST:
        g.critical_mass += 1
        if g.critical_mass >= t.alien_limit:
            win(g, NOBODY)
    elif act == ONE_ATTACK:
        g.alien_attacks = 1
    elif act == TWO_ATTACKS:
        g.alien_attacks = 2
    elif act == HYPER_CANNON:
        fire_cannon(g, t, rng)


@rule
def derelict_acts(g: Game, t: Tables, rng: Rng) -> None:
    """Go on with The Derelict's action, then with the next round (TW-S1)."""
    g.target = ALONE
    if g.alien_turn == TO_ROLL:
        g.alien_turn = ACTING
        roll_act(g, t, rng)
    elif g.alien_attacks > 0:
        aim(g, t, rng)
    else:
        g.alien_turn = NOT_ROLLED
        g.target = NOBODY
        next_turn(g, t)
