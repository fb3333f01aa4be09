"""What can be done: the flat list of action ids, and the reasons that forbid one.

Below: cards.py, state.py, verbs.py. Above: rules/ (asks for ids, returns reasons), notation.py (writes both in words).
An id stands for (verb, card, World) or (verb, card, whose) and is laid out from the catalogue alone, in this order:
the few that name no card first, then one block a verb, card by card. So the same card is the same action in
every game with as many players and Worlds. Players are counted onward from the seat that acts: 1 is the next
player, so every seat has the same list.
"""

from __future__ import annotations

import numpy as np

from ow_env.cards.numbered import Numbered
from ow_env.open_worlds import verbs as do
from ow_env.open_worlds.cards import FACILITY, GROUND, ORBITAL, SHIP, UTILITY
from ow_env.open_worlds.state import ACTION, ACTIONS

# The ids that name no card. The Worlds of `resolve` come next, then those of `choose`, then the cards' blocks.
PASS = 0
RESERVE = 1
OPTION = 2  # option N is OPTION + N - 1
OPTIONS = 2
RESOLVE = OPTION + OPTIONS

# Why an action is forbidden: {card}, {world} and the like are filled in by notation.py.
REASONS = Numbered()
OK = REASONS("")
NO_SUCH_ACTION = REASONS("there is no such action")
NOT_ASKED = REASONS("it is another player's decision")
GAME_IS_OVER = REASONS("the game is over")
NOT_NOW = REASONS("{verb} is not what is asked now")
MUST_CHOOSE = REASONS("pass is not allowed here: something has to be chosen")
NOT_IN_HAND = REASONS("{card} is not in your hand")
FOUR_EXCHANGED = REASONS("at most 4 cards may be exchanged during setup (OW-1.3)")
NOT_PROHIBITED = REASONS("{card} is not Prohibited, or this is not the FINAL TURN (OW-3.1)")
STAGED_ALREADY = REASONS("you have already staged to {world}, and no card there permits more (OW-S.1)")
ONLY_AUTOMATED = REASONS(
    "the card beyond the first at {world} has to be an Automated Ground Force, by Robot Factory (OW-S.1)"
)
NO_SUCH_SHIP = REASONS("you have no {card} in play that could move")
THERE_ALREADY = REASONS("{card} is at {world} already")
HAS_MOVED = REASONS("{card} has moved this turn (OW-M.1)")
OUT_OF_RANGE = REASONS("{world} is out of the Range of {card} (OW-M.1)")
HALTED = REASONS("an opponent's False Alert keeps your Ships where they are")
NOT_COUNTED = REASONS("{card} is not among your staged Ships that count against Class (OW-R.2, OW-R.4)")
RESOLVED_ALREADY = REASONS("{world} has been resolved this turn (OW-4)")
NOT_YOURS_HERE = REASONS("you have no {card} at this World")
NO_SWAP = REASONS("{card} can't Swap for the Facility you install (OW-4a.2)")
CONQUERED_NO_SWAP = REASONS("a conquered Facility can't Swap (OW-4a.6)")
NO_RETREAT = REASONS("{card} has no Retreat (OW-4e.2)")
NOT_HERE = REASONS("there is no such card at this World")
YOUR_OWN = REASONS("your own unit is no target (OW-4e.2)")
ORBITALS_ONLY = REASONS("an Orbital is asked for (OW-4e.2)")
GROUND_ONLY = REASONS("a Facility or Ground Force is asked for (OW-4f.1)")
UNTARGETABLE = REASONS("{card} can't be targeted")
SCREENED = REASONS("a Field keeps opposing Orbitals from targeting it")
CONQUERORS_ONLY = REASONS("only a unit that may Conquer may attack your own card (OW-4f.6)")
USED_ALREADY = REASONS("a Weapon of this unit has been used or kept back already (OW-4e.3)")
NO_RESERVE = REASONS("Weapons can't be reserved in Orbital Conflict (OW-4e.4)")
NO_DEFENDER = REASONS("this unit may not Defend (OW-4f.2)")
HAS_FIRED = REASONS("this unit has used a Weapon: it can't Defend as well (OW-4f.2)")
NOT_OVERCOME = REASONS("{card} is not overcome (OW-4f.4)")
NO_CLAIM = REASONS("no unit of yours that may Conquer attacked it and lives (OW-4f.4)")
TAKEN_ALREADY = REASONS("{card} has been Conquered already (OW-4f.10)")
WRONG_WINDOW = REASONS("{card} can't be played now (OW-6.1)")
PROHIBITED_NOW = REASONS("Prohibited cards can't be played on the FINAL TURN (OW-3.1)")
NO_EFFECT = REASONS("there is nothing {card} could do (OW-6)")
NO_CHOICE_WORLD = REASONS("this World is not among those {utility} may choose")
NO_CHOICE_CARD = REASONS("this card is not among those {utility} may choose")
NOT_IN_DECK = REASONS("{card} is not in your Deck")
NOT_STAGED = REASONS("{card} is not staged there")
TOO_MANY_REACTIONS = REASONS("too many reactions to one Utility")


def lay_out(cards: np.ndarray, players: int, worlds: int) -> np.ndarray:
    """Number every action and write each card's first ids into its row.

    Args:
        cards: [C] CARD rows, changed in place: the indices `unit`, `facility`, `ship` and the fields `*_id`.
        players: 2 to 4.
        worlds: 1 to 9.

    Returns:
        [A] ACTION records, the meaning of each id.

    Raises:
        ValueError: more actions than the tables have room for.
    """
    actions: list[tuple[int, int, int, int, int]] = [
        (-1, do.PASS, -1, 0, 0),
        (-1, do.RESERVE, -1, 0, 0),
    ]
    actions += [(-1, do.OPTION, number + 1, 0, 0) for number in range(OPTIONS)]
    actions += [(-1, do.RESOLVE, world, 0, 0) for world in range(worlds)]
    actions += [(-1, do.CHOOSE, world, 0, 0) for world in range(worlds)]

    number_axes(cards)
    at_worlds = [(world, 0, 0) for world in range(worlds)]
    mine = [(-1, 0, 0)]
    by_owner = [(-1, 0, owner) for owner in range(players)]
    foes = [(-1, foe, foe) for foe in range(1, players)]
    foes_and_owners = [(-1, foe, owner) for foe in range(1, players) for owner in range(players)]
    anything = list(range(len(cards)))
    facilities = [c for c in anything if cards[c]["facility"] >= 0]
    units = [c for c in anything if cards[c]["unit"] >= 0]
    ships = [c for c in anything if cards[c]["ship"] >= 0]
    utilities = [c for c in anything if cards[c]["type"] == UTILITY]
    blocks = (
        (do.STAGE, "stage_id", anything, at_worlds, at_worlds),
        (do.MOVE, "move_id", ships, at_worlds, at_worlds),
        (do.DISCARD, "discard_id", anything, mine, mine),
        (do.SWAP, "swap_id", facilities, mine, mine),
        (do.RETREAT, "retreat_id", ships, mine, mine),
        (do.TARGET, "target_id", units, foes_and_owners, foes),
        (do.DEFEND, "defend_id", facilities, by_owner, by_owner),
        (do.CONQUER, "conquer_id", facilities, foes_and_owners, foes_and_owners),
        (do.PLAY, "play_id", utilities, mine, mine),
        (do.TAKE, "take_id", anything, mine, mine),
    )
    for verb, field, chosen, of_facility, of_other in blocks:
        cards[field] = -1
        for c in chosen:
            cards[field][c] = len(actions)
            places = of_facility if cards[c]["facility"] >= 0 else of_other
            actions += [(c, verb, world, controller, owner) for world, controller, owner in places]
    if len(actions) > ACTIONS:
        raise ValueError(f"cards: {len(cards)} cards make {len(actions)} actions; there is room for {ACTIONS}")
    return np.array(actions, dtype=ACTION)


def number_axes(cards: np.ndarray) -> None:
    """Number the units, the Facilities, the Ships and the Utilities, each kind by itself from 0; -1 for other cards."""
    ship = cards["kind"] == SHIP
    facility = cards["type"] == FACILITY
    unit = facility | (cards["type"] == ORBITAL) | (cards["type"] == GROUND) | ship
    for field, chosen in (("unit", unit), ("facility", facility), ("ship", ship)):
        cards[field] = np.where(chosen, np.cumsum(chosen) - 1, -1)
