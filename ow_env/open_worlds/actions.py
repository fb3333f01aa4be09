"""What can be done: the verbs, the flat list of action ids, and the reasons that forbid one.

Below: cards.py, state.py. Above: rules/ (asks for ids, returns reasons) and notation.py (writes both in words).
An id stands for (verb, card, World) or (verb, card, whose) and is laid out from the catalogue alone, in this order:
the few that name no card first, then one block a verb, card by card. So the same card is the same action in
every game with as many players and Worlds. Players are counted onward from the seat that acts: 1 is the next
player, so every seat has the same list.
"""

from __future__ import annotations

import numpy as np

from ow_env.open_worlds.cards import FACILITY, GROUND, ORBITAL, SHIP, UTILITY
from ow_env.open_worlds.state import ACTION, ACTIONS

VERBS = (
    "pass",
    "reserve",
    "option",
    "resolve",
    "choose",
    "stage",
    "move",
    "discard",
    "swap",
    "retreat",
    "target",
    "defend",
    "conquer",
    "play",
    "take",
)
(
    DO_PASS,
    DO_RESERVE,
    DO_OPTION,
    DO_RESOLVE,
    DO_CHOOSE,
    DO_STAGE,
    DO_MOVE,
    DO_DISCARD,
    DO_SWAP,
    DO_RETREAT,
    DO_TARGET,
    DO_DEFEND,
    DO_CONQUER,
    DO_PLAY,
    DO_TAKE,
) = range(len(VERBS))

# The ids that name no card. The Worlds of `resolve` come next, then those of `choose`, then the cards' blocks.
PASS = 0
RESERVE = 1
OPTION = 2  # option N is OPTION + N - 1
OPTIONS = 2
RESOLVE = OPTION + OPTIONS

# Why an action is forbidden: {card}, {world} and the like are filled in by notation.py.
REASONS = (
    "",
    "there is no such action",
    "it is another player's decision",
    "the game is over",
    "{verb} is not what is asked now",
    "pass is not allowed here: something has to be chosen",
    "{card} is not in your hand",
    "at most 4 cards may be exchanged during setup (OW-1.3)",
    "{card} is not Prohibited, or this is not the FINAL TURN (OW-3.1)",
    "you have already staged to {world}, and no card there permits more (OW-S.1)",
    "the card beyond the first at {world} has to be an Automated Ground Force, by Robot Factory (OW-S.1)",
    "you have no {card} in play that could move",
    "{card} is at {world} already",
    "{card} has moved this turn (OW-M.1)",
    "{world} is out of the Range of {card} (OW-M.1)",
    "an opponent's False Alert keeps your Ships where they are",
    "{card} is not among your staged Ships that count against Class (OW-R.2, OW-R.4)",
    "{world} has been resolved this turn (OW-4)",
    "you have no {card} at this World",
    "{card} can't Swap for the Facility you install (OW-4a.2)",
    "a conquered Facility can't Swap (OW-4a.6)",
    "{card} has no Retreat (OW-4e.2)",
    "there is no such card at this World",
    "your own unit is no target (OW-4e.2)",
    "an Orbital is asked for (OW-4e.2)",
    "a Facility or Ground Force is asked for (OW-4f.1)",
    "{card} can't be targeted",
    "a Field keeps opposing Orbitals from targeting it",
    "only a unit that may Conquer may attack your own card (OW-4f.6)",
    "a Weapon of this unit has been used or kept back already (OW-4e.3)",
    "Weapons can't be reserved in Orbital Conflict (OW-4e.4)",
    "this unit may not Defend (OW-4f.2)",
    "this unit has used a Weapon: it can't Defend as well (OW-4f.2)",
    "{card} is not overcome (OW-4f.4)",
    "no unit of yours that may Conquer attacked it and lives (OW-4f.4)",
    "{card} has been Conquered already (OW-4f.10)",
    "{card} can't be played now (OW-6.1)",
    "Prohibited cards can't be played on the FINAL TURN (OW-3.1)",
    "there is nothing {card} could do (OW-6)",
    "this World is not among those {utility} may choose",
    "this card is not among those {utility} may choose",
    "{card} is not in your Deck",
    "{card} is not staged there",
    "too many reactions to one Utility",
)
(
    OK,
    NO_SUCH_ACTION,
    NOT_ASKED,
    GAME_IS_OVER,
    NOT_NOW,
    MUST_CHOOSE,
    NOT_IN_HAND,
    FOUR_EXCHANGED,
    NOT_PROHIBITED,
    STAGED_ALREADY,
    ONLY_AUTOMATED,
    NO_SUCH_SHIP,
    THERE_ALREADY,
    HAS_MOVED,
    OUT_OF_RANGE,
    HALTED,
    NOT_COUNTED,
    RESOLVED_ALREADY,
    NOT_YOURS_HERE,
    NO_SWAP,
    CONQUERED_NO_SWAP,
    NO_RETREAT,
    NOT_HERE,
    YOUR_OWN,
    ORBITALS_ONLY,
    GROUND_ONLY,
    UNTARGETABLE,
    SCREENED,
    CONQUERORS_ONLY,
    USED_ALREADY,
    NO_RESERVE,
    NO_DEFENDER,
    HAS_FIRED,
    NOT_OVERCOME,
    NO_CLAIM,
    TAKEN_ALREADY,
    WRONG_WINDOW,
    PROHIBITED_NOW,
    NO_EFFECT,
    NO_CHOICE_WORLD,
    NO_CHOICE_CARD,
    NOT_IN_DECK,
    NOT_STAGED,
    TOO_MANY_REACTIONS,
) = range(len(REASONS))


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
        (-1, DO_PASS, -1, 0, 0),
        (-1, DO_RESERVE, -1, 0, 0),
    ]
    actions += [(-1, DO_OPTION, number + 1, 0, 0) for number in range(OPTIONS)]
    actions += [(-1, DO_RESOLVE, world, 0, 0) for world in range(worlds)]
    actions += [(-1, DO_CHOOSE, world, 0, 0) for world in range(worlds)]

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
        (DO_STAGE, "stage_id", anything, at_worlds, at_worlds),
        (DO_MOVE, "move_id", ships, at_worlds, at_worlds),
        (DO_DISCARD, "discard_id", anything, mine, mine),
        (DO_SWAP, "swap_id", facilities, mine, mine),
        (DO_RETREAT, "retreat_id", ships, mine, mine),
        (DO_TARGET, "target_id", units, foes_and_owners, foes),
        (DO_DEFEND, "defend_id", facilities, by_owner, by_owner),
        (DO_CONQUER, "conquer_id", facilities, foes_and_owners, foes_and_owners),
        (DO_PLAY, "play_id", utilities, mine, mine),
        (DO_TAKE, "take_id", anything, mine, mine),
    )
    for verb, field, chosen, of_facility, of_other in blocks:
        cards[field] = -1
        for c in chosen:
            cards[field][c] = len(actions)
            places = of_facility if cards[c]["facility"] >= 0 else of_other
            actions += [(c, verb, world, controller, owner) for world, controller, owner in places]
    if len(actions) > ACTIONS:
        raise ValueError(
            f"cards: {len(cards)} cards make {len(actions)} actions; there is room for {ACTIONS}"
        )
    return np.array(actions, dtype=ACTION)


def number_axes(cards: np.ndarray) -> None:
    """Number the units, the Facilities, the Ships and the Utilities, each kind by itself from 0; -1 for other cards."""
    ship = cards["kind"] == SHIP
    facility = cards["type"] == FACILITY
    unit = facility | (cards["type"] == ORBITAL) | (cards["type"] == GROUND) | ship
    for field, chosen in (("unit", unit), ("facility", facility), ("ship", ship)):
        cards[field] = np.where(chosen, np.cumsum(chosen) - 1, -1)
