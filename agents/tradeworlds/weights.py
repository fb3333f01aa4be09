"""Evaluation weights of the scripts, and the formulas they belong to.

Below: records of core. Above: scratch.py, whose record holds them; the files that compute the formulas.

All scripts judge by the same formulas, each with weights of its own, which may differ from scenario to scenario. The
unit of value is a credit of Trade Wars. At a phase from 0 to 1 what is bought is worth

    grow = grow_early at phase 0, grow_mid at 0.4, grow_late at 1, even between: a point of Trade Value

    phase   the largest Treasury / goal, or the largest damage to a Homeworld / its Defense Points, or rounds / 20
    ship    ship + fire * Firepower + guard * Resistance; `lock` a point of Trade Value goes into it
    bank    credit * credits + unlock for each place that is wanted - grow * the Trade Values banked
    attack  attack * (theirs * ships destroyed - ships lost, as likely as each is, + strike * damage to the Homeworld);
            `finish` for a Homeworld destroyed; the enemy's dice are `caution` better
    Tactic  played where it gains more than tactic * its Trade Value

Ships are wanted up to the largest lane of an opponent and `arms` more. Economist and raider follow the descriptions of
the players with which the catalogue was chosen. The strategist's values were found by evolution strategies and by
trying one weight after another, in games of seeds that are not those of the published results (docs/tradeworlds.md).
"""

from __future__ import annotations

import numpy as np

from ow_env.compiled.jit import record

NAMES = {
    "credit":     "a credit",
    "idle":       "[share] of it where it opens no further place and wins nothing",
    "unlock":     "a place of the lane that is unlocked and wanted",
    "grow_early": "a point of Trade Value bought, at the start",
    "grow_mid":   "the same at a phase of 0.4",
    "grow_late":  "the same at the end",
    "arms":       "[ships] wanted beyond the largest lane of an opponent",
    "ship":       "a ship",
    "fire":       "a point of its Firepower",
    "guard":      "a point of its Resistance",
    "lock":       "a point of Trade Value that a ship takes out of the deck",
    "part":       "a card kept for a ship that is wanted",
    "buy_part":   "[share] more that a Starship, Weapon or Crew is worth to who wants ships, a point of Trade Value",
    "buy_tactic": "[share] more that a Tactic is worth, a point of Trade Value",
    "hold":       "a point of Trade Value beyond the average that stays in hand",
    "fresh":      "[share] of the average below which a card is discarded",
    "attack":     "[share] of what an attack brings",
    "theirs":     "[share] of the worth of a ship destroyed",
    "strike":     "a point of damage to a Homeworld",
    "finish":     "a player put out",
    "caution":    "[points] of Initiative that the enemy is expected to add",
    "trick":      "[share] of a Tactic for Initiative that is counted on",
    "tactic":     "a point of Trade Value of a Tactic played",
    "deny":       "a point of Trade Value that an opponent discards",
    "draw":       "[share] of a card drawn by the Trader",
    "thin":       "a point of Trade Value by which a card removed from the game is below the average",
    "refit":      "[share] of what an exchange gains",
    "leader":     "[share] less that hitting one who is not in the lead is worth",
    "joint":      "[share] of what an attack with allies brings",
    "turn":       "a turn that joining uses up",
    "token":      "a Reinforcement Starship",
    "press":      "[share] more that damage is worth to a Homeworld all but destroyed",
    "fear":       "[share] more that a ship is worth where enemy Firepower equals the Homeworld",
}  # fmt: skip
SCENARIOS = ("trade", "many", "space", "alone")  # Trade Wars for two; for more; Space Wars; The Derelict
WEIGHTS = record([(name, np.float64) for name in NAMES])

ECONOMIST = {
    "credit": 1.0, "idle": 1.0, "unlock": 4.0, "grow_early": 0.75, "grow_mid": 0.3, "grow_late": 0.0, "arms": 0.0,
    "ship": 6.0, "fire": 1.0, "guard": 1.5, "lock": 0.3, "part": 1.0, "buy_part": 0.0, "buy_tactic": 0.0, "hold": 0.2,
    "fresh": 1.0, "attack": 0.1, "theirs": 1.0, "strike": 1.0, "finish": 60.0, "caution": 0.3, "trick": 0.5,
    "tactic": 0.5, "deny": 0.1, "draw": 0.4, "thin": 1.0, "refit": 0.7, "leader": 0.3, "joint": 0.4, "turn": 8.0,
    "token": 0.0, "press": 0.0, "fear": 0.0,
}  # fmt: skip
CAREFUL = ECONOMIST | {"attack": 1.0}
RAIDER = ECONOMIST | {"arms": 4.0, "unlock": 6.0, "attack": 1.0, "strike": 3.0, "buy_part": 0.2, "fire": 1.5}
IN_SPACE = {"credit": 0.7, "idle": 0.2, "thin": 0.3}  # what each of them changes in Space Wars
ALONE = ECONOMIST | {  # for whom The Derelict is the only enemy: the first ship, then Firepower
    "credit": 1.2, "idle": 0.0, "unlock": 8.0, "grow_early": 1.2, "grow_mid": 0.9, "grow_late": 0.3, "arms": 4.0,
    "ship": 1.0, "fire": 5.0, "guard": 2.0, "lock": 0.1, "part": 0.4, "buy_part": 0.4, "fresh": 0.6, "attack": 1.0,
    "caution": 0.0, "tactic": 0.8, "draw": 0.8, "refit": 0.6,
}  # fmt: skip

STRATEGIST = {
    # weight       trade   many   space   alone
    "credit":     ( 1.00,  1.00,  0.70,  2.28),
    "idle":       ( 1.00,  1.00,  0.20,  0.00),
    "unlock":     ( 7.53,  6.00,  6.00,  4.40),
    "grow_early": ( 1.24,  1.00,  0.75,  1.08),
    "grow_mid":   ( 0.30,  0.40,  0.50,  1.22),
    "grow_late":  (-0.18,  0.00,  0.00,  0.33),
    "arms":       ( 4.16,  4.00,  4.00,  3.74),
    "ship":       ( 5.20,  6.00,  6.00,  1.02),
    "fire":       ( 0.23,  1.50,  1.50,  9.57),
    "guard":      ( 1.12,  1.50,  1.50,  2.09),
    "lock":       ( 0.44,  0.30,  0.30,  0.13),
    "part":       ( 0.00,  0.00,  0.00,  0.27),
    "buy_part":   (-0.14,  0.20,  0.20,  0.56),
    "buy_tactic": ( 0.07,  0.00,  0.00,  0.00),
    "hold":       ( 0.21,  0.20,  0.20,  0.09),
    "fresh":      ( 0.95,  1.00,  1.00,  1.60),
    "attack":     ( 0.51,  1.00,  1.00,  1.00),
    "theirs":     ( 0.87,  1.00,  1.00,  1.00),
    "strike":     ( 2.05,  3.00,  3.00,  1.00),
    "finish":     (60.00, 60.00, 60.00, 60.00),
    "caution":    ( 0.57,  0.30,  0.30,  0.00),
    "trick":      ( 0.37,  0.50,  0.50,  0.31),
    "tactic":     ( 0.43,  0.50,  0.50,  1.64),
    "deny":       ( 0.31,  0.30,  0.30,  0.10),
    "draw":       ( 0.43,  0.40,  0.40,  1.51),
    "thin":       ( 0.60,  0.30,  0.00,  0.45),
    "refit":      ( 0.12,  0.70,  0.70,  0.18),
    "leader":     ( 0.30,  0.30,  0.30,  0.30),
    "joint":      ( 0.40,  0.40,  0.40,  0.40),
    "turn":       ( 8.00,  8.00,  8.00,  8.00),
    "token":      ( 0.00,  0.00,  8.00,  0.00),
    "press":      ( 0.34,  0.00,  0.00,  0.00),
    "fear":       (-0.01,  0.00,  0.00,  0.00),
}  # fmt: skip


def settings(*values: dict[str, float]) -> dict[str, float]:
    """Return settings with these values in the scenarios, in their order."""
    return {
        f"{name}_{scenario}": found[name] for scenario, found in zip(SCENARIOS, values, strict=True) for name in NAMES
    }


SETTINGS = {
    "strategist": settings(*({name: row[column] for name, row in STRATEGIST.items()} for column in range(4))),
    "raider": settings(RAIDER, RAIDER, RAIDER | IN_SPACE | {"token": 8.0}, ALONE),
    "economist": settings(ECONOMIST, ECONOMIST, ECONOMIST | IN_SPACE | {"attack": 0.35}, ALONE),
    "careful": settings(CAREFUL, CAREFUL, CAREFUL | IN_SPACE, ALONE),
}
