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

Ships are wanted up to the largest lane of an opponent and `arms` more. Values were found by games of seeds that are not
those of the published figures (docs/tradeworlds.md).
"""

from __future__ import annotations

import numpy as np

from ow_env.core.jit import record

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
SCENARIOS = ("trade", "space", "alone")
WEIGHTS = record([(name, np.float64) for name in NAMES])

ECONOMIST = {
    "credit": 1.0, "idle": 1.0, "unlock": 4.0, "grow_early": 0.75, "grow_mid": 0.3, "grow_late": 0.0, "arms": 0.0,
    "ship": 6.0,
    "fire": 1.0, "guard": 1.5, "lock": 0.3, "part": 1.0, "buy_part": 0.0, "buy_tactic": 0.0, "hold": 0.2,
    "fresh": 1.0, "attack": 0.1, "theirs": 1.0, "strike": 1.0, "finish": 60.0, "caution": 0.3, "trick": 0.5,
    "tactic": 0.5, "deny": 0.1, "draw": 0.4, "thin": 1.0, "refit": 0.7, "leader": 0.3, "joint": 0.4, "turn": 8.0,
    "token": 0.0, "press": 0.0, "fear": 0.0,
}  # fmt: skip
RAIDER = {
    **ECONOMIST, "arms": 4.0, "unlock": 6.0, "attack": 1.0, "strike": 3.0, "buy_part": 0.2, "fire": 1.5,
}  # fmt: skip


def for_all(values: dict[str, float], **changes: float) -> dict[str, float]:
    """Return settings with these values in every scenario, but for the changes: `arms_space=2`."""
    settings = {f"{name}_{scenario}": value for scenario in SCENARIOS for name, value in values.items()}
    return settings | changes


SPACE = {"credit_space": 0.7, "idle_space": 0.2}
ALONE = {
    "credit_alone": 0.9, "idle_alone": 0.1, "arms_alone": 4.0, "unlock_alone": 8.0, "attack_alone": 1.0,
    "fire_alone": 3.0, "guard_alone": 1.5, "buy_part_alone": 0.3, "lock_alone": 0.1, "caution_alone": 0.0,
    "finish_alone": 100.0,
}  # fmt: skip
SETTINGS = {
    "economist": for_all(ECONOMIST, **SPACE, **ALONE) | {"attack_space": 0.35},
    "careful": for_all(ECONOMIST | {"attack": 1.0}, **SPACE, **ALONE),
    "raider": for_all(RAIDER, **SPACE, **ALONE, token_space=8.0),
}
