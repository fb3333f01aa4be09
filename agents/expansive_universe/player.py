"""The player that most scripts are, with weights of their own: it takes what leads to the position of the most worth.

Below: decode.py, trials.py. Above: replies.py, which looks further; scripts.py.
"""

from __future__ import annotations

from agents.expansive_universe.answers import answer
from agents.expansive_universe.decode import decode
from agents.expansive_universe.scratch import NEVER, NOW, Scratch, Tables, rule
from agents.expansive_universe.trials import try_action, try_assault, try_mission, try_raid
from agents.expansive_universe.worth import look_ahead, worth
from ow_env.compiled.jit import Mask, Observation
from ow_env.core.rng import Rng
from ow_env.expansive_universe import state as at, verbs as do
from ow_env.expansive_universe.actions import END_TURN

LEAST = 0.01  # what an action of a turn has to bring


@rule
def forget(s: Scratch) -> None:
    """Forget what actions led to at the decision before."""
    for k in range(s.num_legal):
        s.found[s.legal[k]] = NEVER


@rule
def choose_in_turn(t: Tables, s: Scratch, rng: Rng) -> None:
    """Choose an action of the turn."""
    g = s.games[NOW]
    before = worth(g, t, s)
    s.best, s.choice = before + LEAST, END_TURN
    forget(s)
    s.found[END_TURN] = s.best
    for k in range(s.num_legal):
        verb = int(t.actions[int(s.legal[k])].verb)
        if verb != do.END_TURN and verb != do.ATTACK_PLACE and verb != do.ATTACK_LOCATION:
            try_action(t, s, int(s.legal[k]), rng)
    for owner in range(g.num_players):
        for place in range(g.players[owner].row_count):
            try_mission(t, s, owner, place, rng)
    for place in range(1 + t.faction_count):
        try_raid(t, s, place, before, rng)
    for other in range(1, g.num_players):
        try_assault(t, s, other, before, rng)


@rule
def try_all(t: Tables, s: Scratch, row: Observation, mask: Mask, rng: Rng) -> bool:
    """Choose the allowed action that leads to the most; of several, the first. Return whether any was tried."""
    s.num_legal = 0
    decode(t, s, row, mask)
    s.best, s.choice = NEVER, int(s.legal[0])
    if s.num_legal == 1:
        return False
    g = s.games[NOW]
    look_ahead(g, t, s)
    if g.point == at.BEARER:
        s.choice = answer(g, t, s)
        return False
    if g.point == at.TURN:
        choose_in_turn(t, s, rng)
        return True
    forget(s)
    for k in range(s.num_legal):
        try_action(t, s, int(s.legal[k]), rng)
    return True


@rule
def choose_by_worth(t: Tables, s: Scratch, row: Observation, mask: Mask, rng: Rng) -> int:
    """Return the allowed action that leads to the most."""
    try_all(t, s, row, mask, rng)
    return int(s.choice)
