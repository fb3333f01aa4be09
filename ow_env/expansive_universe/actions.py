"""What can be done: the verbs, the flat list of action ids (EU-14), and the reasons that forbid one.

Below: cards.py, state.py. Above: rules/ (asks for ids, returns reasons) and notation.py (writes both in words).
Ids are laid out verb by verb from the catalogue alone, so the 552 ids of the set never move. Cards, planets and
Factions are named, never seats.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ow_env.cards.numbered import Numbered
from ow_env.expansive_universe import state as at
from ow_env.expansive_universe.cards import ARMAMENT, CHARACTER, LOCATION, SLOTS, SPACESHIP, WEAPON
from ow_env.expansive_universe.state import ACTION, CORE, POINTS

VERBS = Numbered()
DO_PASS = VERBS("pass")
DO_END_TURN = VERBS("end turn")
DO_BUY = VERBS("buy")
DO_SIDE = VERBS("place")
DO_PLACE_ON = VERBS("place on")
DO_FLY = VERBS("fly")
DO_MOVE = VERBS("move crew to")
DO_MISSION = VERBS("mission")
DO_ATTACK_PLACE = VERBS("attack")
DO_ATTACK_LOCATION = VERBS("attack at")
DO_ENTANGLE = VERBS("entangle")
DO_USE = VERBS("use")
DO_TARGET = VERBS("target")
DO_TARGET_FACTION = VERBS("target faction")
DO_TAKE = VERBS("take")
DO_DESTROY = VERBS("destroy")

PASS, END_TURN = 0, 1
LEFT, RIGHT = 0, 1
SIDES = ("left", "right")

ANSWERS = {  # point -> verbs that may be an answer (EU-14)
    at.AT_TURN: (DO_END_TURN, DO_BUY, DO_FLY, DO_MOVE, DO_MISSION, DO_ATTACK_PLACE, DO_ATTACK_LOCATION),
    at.AT_SIDE: (DO_SIDE,),
    at.AT_BEARER: (DO_PLACE_ON,),
    at.AT_RECRUIT: (DO_PASS, DO_BUY),
    at.AT_FLIGHT: (DO_PASS, DO_FLY),
    at.AT_MARCH: (DO_PASS, DO_MOVE),
    at.AT_SALVAGE: (DO_PASS, DO_TAKE),
    at.AT_PLUNDER: (DO_TARGET_FACTION,),
    at.AT_RESCUE: (DO_TARGET,),
    at.AT_SABOTAGE: (DO_TARGET,),
    at.AT_STRIKE: (DO_TARGET,),
    at.AT_MANEUVER: (DO_PASS, DO_ENTANGLE),
    at.AT_WEAPON: (DO_USE,),
    at.AT_TARGET: (DO_PASS, DO_TARGET, DO_TARGET_FACTION),
    at.AT_LOSS: (DO_DESTROY,),
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
    meant[DO_BUY] = [(slot,) for slot in range(SLOTS)]
    meant[DO_SIDE] = [(LEFT,), (RIGHT,)]
    meant[DO_PLACE_ON] = meant[DO_ENTANGLE] = meant[DO_DESTROY] = cards(CHARACTER, SPACESHIP)
    meant[DO_FLY] = [(ship, place) for (ship,) in cards(SPACESHIP) for place in places]
    meant[DO_MOVE] = cards(LOCATION, SPACESHIP)
    meant[DO_ATTACK_PLACE] = [(-1, place) for place in places]
    meant[DO_ATTACK_LOCATION] = cards(LOCATION)
    meant[DO_USE] = cards(WEAPON)
    meant[DO_TARGET] = cards(CHARACTER, SPACESHIP, WEAPON, ARMAMENT)
    meant[DO_TARGET_FACTION] = [(-1, faction) for faction in range(factions)]
    meant[DO_TAKE] = cards(WEAPON, ARMAMENT)
    rows: list[tuple[int, ...]] = []
    first = []
    for verb, each in meant.items():
        first.append(len(rows))
        rows += [(verb, *what, *[-1] * (2 - len(what))) for what in each]
    return np.array(rows, ACTION), [*first, len(rows)]


def answers() -> list[int]:
    """Return, for each point, the verbs that may be an answer: bit per verb."""
    return [sum(1 << verb for verb in ANSWERS.get(point, ())) for point in range(len(POINTS))]
