"""What cards are worth by what is printed on them: plain Python, once an agent.

Below: scratch.py. Above: scripts.py, whose agents read it from their scratch record.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ow_env.expansive_universe.cards import (
    ALWAYS,
    ARMAMENT,
    ATTACKING,
    CHARACTER,
    DEFENDING,
    LOCATION,
    SPACESHIP,
    Ability,
    Mission,
)

# What an effect is worth in a battle, as a share of its number or, without one, by itself.
PER_NUMBER = {"BOOST": 1.0, "COVER": 1.0, "GUARD": 0.5, "WEAKEN": 1.0, "STEAL": 0.3, "BOOST_PER_ALLY": 2.0,
              "BOOST_PER_HOSTILE": 1.5, "BOOST_PER_WEAPON": 1.0, "ENTANGLE": 0.4, "WAYLAY": 0.9, "CAPTURE": 1.3,
              "GAIN_CHARACTER": 2.0, "GAIN_SHIP": 2.0, "DESTROY": 0.6}  # fmt: skip
ALONE = {"STRAIGHTEN": 1.0, "WITHDRAW": 0.3, "GAIN_WEAPON": 1.0, "DISARM": 1.0, "FREE": 0.2}
IF = 0.6  # chance that a condition holds
MISSIONS = {"GOLD": 0.22, "POINT": 1.0, "PLUNDER": 0.3, "RECRUIT": 0.25}  # a number
OTHER_MISSIONS = {"FLIGHT": 0.2, "MARCH": 0.1, "SALVAGE": 0.3, "RESCUE": 0.2, "SABOTAGE": 0.3, "STRIKE": 0.5}


def worth_of_text(text: Any) -> float:
    """Return what a text is worth in a battle in which it is used."""
    found = 0.0
    for step in range(int(text["count"])):
        word, number = Ability(int(text["word"][step])).name, int(text["number"][step])
        found += PER_NUMBER[word] * number if word in PER_NUMBER else ALONE[word]
    return found


def worth_of_mission(text: Any) -> float:
    """Return what a location's text is worth beside its points."""
    found = 0.0
    for step in range(int(text["count"])):
        word, number = Mission(int(text["word"][step])).name, int(text["number"][step])
        found += MISSIONS[word] * number if word in MISSIONS else OTHER_MISSIONS[word]
    return found


def prepare(tables: np.void, scratch: np.void) -> None:
    """Write what follows from the cards and the weights to a scratch record."""
    w = scratch["weights"]
    for number, card in enumerate(tables["cards"][: int(tables["card_count"])]):
        kind, text, when = int(card["kind"]), card["text"], int(card["text"]["when"])
        if kind == LOCATION:
            scratch["mission"][int(card["number"])] = worth_of_mission(text)
            continue
        useful = worth_of_text(text)
        share = 1.0 if when == ALWAYS else IF
        scratch["attack"][number] = 0.0 if when == DEFENDING else useful if when == ATTACKING else useful * share
        scratch["defence"][number] = 0.0 if when == ATTACKING else useful if when == DEFENDING else useful * share
        sturdy = w["sturdy"] * min(int(card["resistance"]), 10)
        if kind == CHARACTER:
            found = w["character"] + w["skill"] * int(card["skills"].sum()) + w["combat"] * int(card["combat"])
            found += w["space"] * int(card["space"]) + w["text"] * useful * share + sturdy
        elif kind == SPACESHIP:
            found = w["ship"] + w["power"] * int(card["space"]) + sturdy
        else:
            found = w["arms"] * useful * share * (1.0 if kind == ARMAMENT else 0.7)
        scratch["worth"][number] = found
