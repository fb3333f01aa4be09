"""Evaluation weights of the scripts, and the formula they belong to.

Below: records of core. Above: scratch.py, whose record holds them; worth.py, which computes the formula.

A script takes what leaves the position of the highest value to it: what it has less what its opponents have, half of
them all alike and half the best. All is told in points, of which 20 win; a turn that is yet to come is worth less the
nearer somebody is to the goal. What a player has:

    points
    gold       gold a piece, of which there are up to 8, the rest a quarter; income of the turns to come
    missions   home points of the best mission at home for each turn to come that does not pass until the crew has the
               skills; second a share of the second best; abroad the same for tokens, less the gold of the way there;
               step for each step to the next
    cards      a character, ship, weapon, armament or location by itself, and what is printed on it
    core       to be alone on the Core, for each turn to come
    hope       what could be won in the best attack that its ships could make next turn
    fear       what could be lost by such an attack of an opponent who plays before

`careful` is what an attack has to bring beyond what it costs, `raid` what points of a battle count beside others.
"""

from __future__ import annotations

import numpy as np

from ow_env.compiled.jit import record

MIXED = {
    "gold": 0.22,
    "income": 0.20,
    "home": 0.85,
    "second": 0.12,
    "abroad": 0.5,
    "step": 0.12,
    "character": 0.25,
    "skill": 0.12,
    "combat": 0.10,
    "space": 0.08,
    "text": 0.10,
    "ship": 0.30,
    "power": 0.30,
    "sturdy": 0.05,
    "arms": 0.15,
    "core": 0.35,
    "hope": 0.25,
    "fear": 0.6,
    "careful": 0.2,
    "raid": 1.0,
}
SETTINGS = {
    "mixed": MIXED,
    "fighter": {**MIXED, "home": 0.75, "combat": 0.16, "power": 0.42, "arms": 0.24, "hope": 0.4, "careful": 0.0,
                "raid": 1.2},
    "mission": {**MIXED, "home": 1.0, "abroad": 0.8, "second": 0.2, "power": 0.2, "arms": 0.10, "hope": 0.1,
                "careful": 1.2, "raid": 0.8},
    "tactician": MIXED,
}  # fmt: skip
WEIGHTS = record([(name, np.float64) for name in MIXED])
