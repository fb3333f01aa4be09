"""What the scripted players of Star Realms choose, written down: a turn of each from crowded positions.

`test_star_realms.py` holds them to `choices.txt`, so a change of what they choose shows as a difference that can be
read, and their `version` is raised with it. After a change that was meant, write it anew::

    python -m tests.agents.choices
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np

import agents
from ow_env.core.batch import Batch
from ow_env.core.players import look
from ow_env.star_realms.game import StarRealms
from tests.star_realms.oracle.crowded import crowded_position

FILE = Path(__file__).with_name("choices.txt")
PLAYERS = ("admiral", "simple")  # those that leave nothing to chance
POSITIONS = 60
MOST = 40  # choices in a line


@cache
def game() -> StarRealms:
    return StarRealms()


def turn_of(player: str, number: int) -> str:
    """Return what a player does from a crowded position until the other is asked: names of actions."""
    batch, agent = Batch(game(), 1, seed=number), agents.make(player, game(), seed=1)
    batch.set_states(game().from_position(crowded_position(number)))
    seat, names = int(batch.states[0]["active"]), list[str]()
    while batch.to_act[0, seat] and len(names) < MOST:
        seen = look(batch, np.zeros(1, np.int64), np.full(1, seat), len(names))
        actions = np.zeros((1, 2), np.int32)
        actions[0, seat] = agent.act(seen)[0]
        names.append(game().action_name(batch.states, seat, int(actions[0, seat])))
        batch.step(actions)
    return " / ".join(names)


def lines() -> Iterator[str]:
    """Yield every turn, a line each: who plays, the position's number, the choices."""
    for player, number in product(PLAYERS, range(POSITIONS)):
        yield f"{player} {number}: {turn_of(player, number)}"


if __name__ == "__main__":
    FILE.write_text("\n".join(lines()) + "\n")
