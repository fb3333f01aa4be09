"""What can be done: the flat list of action ids (EU-14), and the reasons that forbid one.

Below: cards.py, state.py, verbs.py. Above: rules/ (asks for ids, returns reasons), notation.py (writes both in words).
Ids are laid out verb by verb from the catalogue alone, so the 552 ids of the set never move. Cards, planets and
Factions are named, never seats.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ow_env.cards.numbered import Numbered
from ow_env.expansive_universe import state as at, verbs as do
from ow_env.expansive_universe.cards import ARMAMENT, CHARACTER, LOCATION, SLOTS, SPACESHIP, WEAPON
from ow_env.expansive_universe.state import ACTION, CORE, POINTS
from ow_env.expansive_universe.verbs import VERBS

PASS, END_TURN = 0, 1
LEFT, RIGHT = 0, 1
SIDES = ("left", "right")

ANSWERS = {  # point -> verbs that may be an answer (EU-14)
    at.TURN: (do.END_TURN, do.BUY, do.FLY, do.MOVE, do.MISSION, do.ATTACK_PLACE, do.ATTACK_LOCATION),
    at.SIDE: (do.SIDE,),
    at.BEARER: (do.PLACE_ON,),
    at.RECRUIT: (do.PASS, do.BUY),
    at.FLIGHT: (do.PASS, do.FLY),
    at.MARCH: (do.PASS, do.MOVE),
    at.SALVAGE: (do.PASS, do.TAKE),
    at.PLUNDER: (do.TARGET_FACTION,),
    at.RESCUE: (do.TARGET,),
    at.SABOTAGE: (do.TARGET,),
    at.STRIKE: (do.TARGET,),
    at.MANEUVER: (do.PASS, do.ENTANGLE),
    at.WEAPON: (do.USE,),
    at.TARGET: (do.PASS, do.TARGET, do.TARGET_FACTION),
    at.LOSS: (do.DESTROY,),
}

# Why an action is forbidden: {card} and the like are filled in by notation.py.
REASONS = Numbered()
OK = REASONS("")
NO_SUCH_ACTION = REASONS("there is no such action")
GAME_IS_OVER = REASONS("the game is over")
NOT_ASKED = REASONS("it is {asked} who decides (EU-14)")
NOT_NOW = REASONS("that is no answer here: {point} (EU-14)")
EMPTY_SLOT = REASONS("slot {slot} is empty (EU-3.1)")
TOO_FAR = REASONS("only slots 0 to {most} may be chosen (EU-6.4)")
TOO_DEAR = REASONS("it costs {price} gold, you have {gold} (EU-2.3)")
NO_SHIP_TO_ARM = REASONS("{card} goes on a spaceship, and you have none (EU-3.5)")
NOT_YOURS = REASONS("{card} is not yours")
NOT_A_BEARER = REASONS("no {kind} goes there (EU-3.5)")
IS_THERE = REASONS("{card} is at {place} already")
NOT_THAT_WAY = REASONS("a spaceship flies from a planet to the Core, or from the Core to a planet (EU-4.1)")
NOT_IN_PLAY = REASONS("{place} is not in play (EU-1.1)")
NOT_YET = REASONS("in the first round only the last player flies (EU-1.7)")
NOT_ADJACENT = REASONS("{card} is not next to where your crew is (EU-5.1)")
IS_INSIDE = REASONS("{card} is an inside location: a crew boards and lands outside (EU-5.1)")
NOT_ON_PLANET = REASONS("{card} is not on the planet where your crew is (EU-5.1)")
IN_SPACE_NOW = REASONS("your crew is on the Core, and nowhere to land (EU-5.1)")
CREW_IS_INSIDE = REASONS("your crew is at an inside location: a crew boards and lands outside (EU-5.1)")
FROM_ABOARD = REASONS("a crew goes aboard from a location, not from another spaceship (EU-5.1)")
SAME_PLACE = REASONS("your crew is there")
TRIED = REASONS("one mission a turn (EU-6.1)")
ABOARD = REASONS("your crew is aboard a spaceship: a mission takes place at a location (EU-6.1)")
NO_SKILLS = REASONS("your crew has not all the skills that {location} needs: it lacks {lacking} (EU-6.3)")
NOBODY_THERE = REASONS("there is nobody to fight at {where} (EU-7.1)")
NOT_THERE = REASONS("you are not at {where} (EU-7.1)")
NOT_IN_BATTLE = REASONS("{card} is not in this battle on your side (EU-8.1)")
IS_ENTANGLED = REASONS("{card} is entangled (EU-8.5)")
TWICE = REASONS("{card} has made two maneuvers (EU-8.6)")
NO_USE = REASONS("no text of {card} can do anything now (EU-8.3)")
NO_SUCH_WEAPON = REASONS("{card} is no weapon that can be used now (EU-8.4)")
NO_TARGET = REASONS("{target} is no target{because}: {effect} (EU-12)")
NOT_TO_TAKE = REASONS("{card} is not in the destroyed pile, or could not be placed (EU-6.4)")
RESISTS = REASONS("{card} has more resistance than the difference, {difference} (EU-9.4)")
NOT_TO_LOSE = REASONS("{card} is not yours in this battle (EU-9.2)")


def lay_out(counts: Sequence[int], factions: int) -> tuple[np.ndarray, list[int]]:
    """Number every action.

    Args:
        counts: how many cards of each kind there are.
        factions: how many Factions.

    Returns:
        [A] ACTION records, the meaning of each id; and the first id of each verb, then how many ids there are.
    """
    base = [sum(counts[:kind]) for kind in range(len(counts))]

    def cards(*kinds: int) -> list[tuple[int, ...]]:
        return [(base[kind] + number,) for kind in kinds for number in range(counts[kind])]

    places = range(CORE, 1 + factions)
    meant: dict[int, list[tuple[int, ...]]] = {verb: [()] for verb in range(len(VERBS))}
    meant[do.BUY] = [(slot,) for slot in range(SLOTS)]
    meant[do.SIDE] = [(LEFT,), (RIGHT,)]
    meant[do.PLACE_ON] = meant[do.ENTANGLE] = meant[do.DESTROY] = cards(CHARACTER, SPACESHIP)
    meant[do.FLY] = [(ship, place) for (ship,) in cards(SPACESHIP) for place in places]
    meant[do.MOVE] = cards(LOCATION, SPACESHIP)
    meant[do.ATTACK_PLACE] = [(-1, place) for place in places]
    meant[do.ATTACK_LOCATION] = cards(LOCATION)
    meant[do.USE] = cards(WEAPON)
    meant[do.TARGET] = cards(CHARACTER, SPACESHIP, WEAPON, ARMAMENT)
    meant[do.TARGET_FACTION] = [(-1, faction) for faction in range(factions)]
    meant[do.TAKE] = cards(WEAPON, ARMAMENT)
    rows: list[tuple[int, ...]] = []
    first = []
    for verb, each in meant.items():
        first.append(len(rows))
        rows += [(verb, *what, *[-1] * (2 - len(what))) for what in each]
    return np.array(rows, ACTION), [*first, len(rows)]


def answers() -> list[int]:
    """Return, for each point, the verbs that may be an answer: bit per verb."""
    return [sum(1 << verb for verb in ANSWERS.get(point, ())) for point in range(len(POINTS))]
