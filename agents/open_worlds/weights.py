"""Evaluation weights: the numbers in the formulas by which raider and expert value an action.

Below: records of core. Above: scratch.py, whose record holds them; unit_value.py, combat.py, deployment.py, expert/,
which compute the formulas. The unit of value is a point of Income. Passing is worth 0; the action of most value is
chosen.

A unit in play, for its controller; on the FINAL TURN a Facility's Income alone counts (unit_value.py):

    Facility      facility + its Income
    Orbital       orbital_strength * (Defensive Strength + Power of its Weapons) * min(1, turns left / orbital_turns)
    Ground Force  ground_force

The fights at a World, by the units that they destroy on either side (combat.py):

    balance  =  theirs - own_losses * mine + next_turn * (theirs next turn - own_losses * mine next turn)
    change   =  balance with a card there - balance without it

There an Orbital that may Retreat counts ``retreatable`` of its value, for it can leave before it is hit.

Actions (deployment.py for both, expert/ for the expert alone):

    stage an Orbital      change + guard * my Income there, if nothing else armed guards it + orbital_presence * value
    stage a Ground Force  change - card_cost
    stage a Catastrophe   theirs that it destroys - mine - catastrophe_cost
    move a Ship           change there + change at home + guard * (my Income there - at home) - move_cost
    retreat with a Ship   change - (1 - retreated_ship) * its value
    stage a Facility      new_facility * (Income - cost of its room + opens) * (1 - risk of losing it this turn)
        opens             industry_site * RES, if it opens the World for Industries in hand
                          + first_facility, if it is my first there
                          + shipyard * value of the best Ship in hand that Income does not carry, if it is a Shipyard
    stage for show        just above 0 where troops could be, with bluff_probability: a card that would be discarded
    defend a Facility     its value if that saves it, expected_attack of it if others have yet to aim; above card_cost
    play Sabotage, Coup   value of what falls - card_cost (Coup: twice the value)
    discard               discard_below - value in hand + overflow * cards that find no room + income_lead * lead
    discard at setup      setup_discard_below - value in hand (if no Facility: setup_other_cards of it)

The values were found by games of seeds that are not those of the published results (docs/agents.md).
"""

from __future__ import annotations

import numpy as np

from ow_env.compiled.jit import record

VALUES = {  # in brackets the unit; 0.0: left out of what the raider adds up
    # weight              raider expert
    "orbital_strength":    (0.125, 0.15),  # [Income a point of strength] an Orbital
    "orbital_turns":       (3.0,   3.0),   # [turns] after which an Orbital has earned its value
    "ground_force":        (1.0,   1.0),   # [Income] a Ground Force in play
    "facility":            (0.5,   1.0),   # [Income] a Facility in play, beside what it earns
    "own_losses":          (0.5,   0.75),  # [factor] my losses, where those of others count 1
    "next_turn":           (0.6,   0.6),   # [factor] losses of next turn
    "retreatable":         (1.0,   1.0),   # [share] of its value, an Orbital that may Retreat
    "orbital_presence":    (0.4,   0.4),   # [share] of its value, an Orbital for being in play
    "guard":               (0.0,   0.15),  # [Income a point of Income] the first armed Orbital where I earn
    "card_cost":           (1.0,   0.8),   # [Income] a card that is used up
    "catastrophe_cost":    (1.0,   1.5),   # [Income] a Catastrophe
    "move_cost":           (0.1,   0.1),   # [Income] a move
    "retreated_ship":      (0.0,   0.7),   # [share] of its value, a Ship back in hand
    "new_facility":        (0.0,   1.0),   # [factor] what a new Facility earns and opens
    "industry_site":       (0.0,   0.3),   # [Income a point of RES] opening a World for Industries
    "first_facility":      (0.0,   0.8),   # [Income] the first Facility at a World
    "shipyard":            (0.0,   0.7),   # [share] of its value, a Ship that a new Shipyard would carry
    "expected_attack":     (0.0,   0.5),   # [share] of the shots that are foreseen, a Defender before they are aimed
    "bluff_probability":   (0.0,   0.7),   # [share] of the times that a card is staged for show if it may be
    "discard_below":       (0.0,   1.3),   # [Income] value in hand of a card that is just kept
    "overflow":            (0.0,   0.1),   # [Income a card] a card that could not be drawn for want of room
    "income_lead":         (0.0,   0.05),  # [Income a point of lead] a nearer FINAL TURN for who leads in Income
    "setup_discard_below": (0.0,   1.3),   # [Income] as discard_below, for the opening hand
    "setup_other_cards":   (0.0,   0.5),   # [share] of its value, a card of the opening hand that is no Facility
}  # fmt: skip

WEIGHTS = record([(name, np.float32) for name in VALUES])
RAIDER = {name: raider for name, (raider, _) in VALUES.items()}
EXPERT = {name: expert for name, (_, expert) in VALUES.items()}
