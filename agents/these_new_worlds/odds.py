"""What follows from dice and planets: who takes a die, who wins space combat, what the game is worth after a round.

Below: decode.py. Above: planner.py, outlook.py, governor.py.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from agents.these_new_worlds.scratch import LEADS, ME, MOST_TOKENS, OTHER, SPREAD, Scratch, Tables, rule
from ow_env.core.bits import count_ones
from ow_env.these_new_worlds.cards import COLOURS

EVEN = COLOURS  # where `lead` has that both took as many dice


def prepare_dice(tables: np.void, scratch: np.void) -> None:
    """Fill in the chance of taking a die: plain Python, once an agent."""
    faces = np.arange(1, int(tables["sides"]) + 1)
    lead: Any = faces[:, None] - faces[None, :]
    for more in range(-SPREAD, SPREAD + 1):
        scratch["ahead"][more + SPREAD] = np.mean(lead + more > 0)


@rule
def ahead(s: Scratch, more: int) -> float:
    """Return the chance to take a die with so many tokens more than the other, fewer if below 0."""
    return float(s.ahead[max(-SPREAD, min(SPREAD, more)) + SPREAD])


@rule
def edge(s: Scratch, more: int) -> float:
    """Return the chance to take a die less that to lose it."""
    return ahead(s, more) - ahead(s, -more)


@rule
def fight(s: Scratch) -> None:
    """Work out how likely each lead in dice is, with the tokens of `rest`."""
    for lead in range(LEADS):
        s.lead[lead] = 0.0
    s.lead[EVEN] = 1.0
    for colour in range(COLOURS):
        taken, lost = 0.0, 0.0
        for mine in range(MOST_TOKENS):
            if s.rest[ME, colour, mine] > 0.0:
                for theirs in range(MOST_TOKENS):
                    both = s.rest[ME, colour, mine] * s.rest[OTHER, colour, theirs]
                    taken += both * ahead(s, mine - theirs)
                    lost += both * ahead(s, theirs - mine)
        before = 0.0
        for lead in range(LEADS):  # `before` is what the lead one lower was likely before this die
            here = s.lead[lead]
            after = s.lead[lead + 1] if lead + 1 < LEADS else 0.0
            s.lead[lead] = before * taken + here * (1.0 - taken - lost) + after * lost
            before = here


@rule
def lean(t: Tables, s: Scratch) -> int:
    """Return 1 where equally many dice are enough for me, -1 for the other, 0 for nobody (TNW-7.4)."""
    planets = t.planets_of[s.contested]
    more = count_ones(s.empire[ME] & planets) - count_ones(s.empire[OTHER] & planets)
    return 1 if more > 0 else -1 if more < 0 else 0


@rule
def decode_worth(t: Tables, s: Scratch) -> None:
    """Work out what the game is worth with so many rounds to come, for all empires that can come about.

    A later planet goes to either player with the chance `share`. The Collective holds what neither has.
    """
    majority = s.rounds // 2 + 1
    there = int(t.collective_start) + s.rounds - s.rounds_left  # planets that lie somewhere when this round is over
    for left in range(s.rounds_left + 1):
        most = s.rounds - left
        for mine in range(most + 1):
            for theirs in range(most + 1 - mine):
                nobodys = there + s.rounds_left - left - mine - theirs
                s.worth[left, mine, theirs] = worth_of(t, s, left, mine, theirs, nobodys, majority)


@rule
def worth_of(t: Tables, s: Scratch, left: int, mine: int, theirs: int, nobodys: int, majority: int) -> float:
    """Return what one state of the empires is worth; `worth` has been filled for fewer rounds to come."""
    if nobodys >= t.collective_limit:
        return 0.0
    if mine >= majority:
        return 1.0
    if theirs >= majority:
        return -1.0
    if left == 0:
        return 1.0 if mine > theirs else -1.0 if theirs > mine else 0.0
    share = s.weights.share
    found = share * (s.worth[left - 1, mine + 1, theirs] + s.worth[left - 1, mine, theirs + 1])
    return float(found + (1.0 - 2.0 * share) * s.worth[left - 1, mine, theirs])
