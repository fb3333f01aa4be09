"""What reading and writing a position share: the names of its fields, what may be under way.

Below: cards.py, state.py. Above: write.py, read_table.py, read_decision.py.
"""

from __future__ import annotations

from ow_env.core.game import States
from ow_env.expansive_universe import state as at
from ow_env.expansive_universe.cards import Catalogue

FORMAT = 1
OF_TURN = "has_flown has_attacked has_bought has_tried".split()
OF_MISSION = ["mission", "step"]
OF_BATTLE = (
    "battle battle_place attacker turn_at passes entangled waylaid once twice boost cover guard difference resist"
).split()
OF_TEXT = "user text_of step queue".split()
UNDER_WAY: dict[int, list[str]] = {  # at each point, what of a decision may be other than nothing
    at.TURN: [],
    at.SIDE: ["placing", *OF_MISSION],
    at.BEARER: ["placing", *OF_MISSION],
    **dict.fromkeys(
        (at.RECRUIT, at.FLIGHT, at.MARCH, at.SALVAGE, at.PLUNDER, at.RESCUE, at.SABOTAGE, at.STRIKE), OF_MISSION
    ),
    at.MANEUVER: OF_BATTLE,
    at.WEAPON: [*OF_BATTLE, *OF_TEXT],
    at.TARGET: [*OF_BATTLE, *OF_TEXT],
    at.LOSS: [*OF_BATTLE, "resolving", "destroyer"],
}
SETS = ("entangled", "waylaid", "once", "twice")  # of characters and spaceships
OF_PLAYERS = ("boost", "cover", "guard", "difference", "resist")
FLAGS = (*OF_TURN, "resolving")


def core_of(catalogue: Catalogue, tables: States) -> str:
    """Return the name of the Core that is played with."""
    laws = tables[0]["laws"].tolist()
    for core in catalogue.cores:
        told = [0] * len(laws)
        for effect in core.laws:
            told[effect.word] = effect.number
        if told == laws:
            return core.name
    raise ValueError("the tables are of no Core of this catalogue")
