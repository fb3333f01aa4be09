"""Space combat (TNW-7): colour by colour, a die and the tokens that are left."""

from __future__ import annotations

from ow_env.core.bits import count_ones
from ow_env.core.rng import Rng, below
from ow_env.these_new_worlds.cards import COLOURS
from ow_env.these_new_worlds.state import NONE, Game, Tables, rule


@rule
def roll(t: Tables, rng: Rng) -> int:
    """Roll a die."""
    return below(rng, int(t.sides)) + 1


@rule
def fight_for_die(g: Game, t: Tables, first: int, colour: int, rng: Rng) -> int:
    """Have both roll the die of a colour; return who takes it, NONE if the totals are equal (TNW-7.1)."""
    total = roll(t, rng) + int(g.players[first].tokens[colour])
    other = roll(t, rng) + int(g.players[1 - first].tokens[colour])
    if total == other:
        return NONE
    return first if total > other else 1 - first


@rule
def by_colour(g: Game, t: Tables) -> int:
    """Return who owns more planets of the contested planet's colour, NONE if both own as many (TNW-7.4)."""
    planets = t.planets_of[t.colour_of[g.contested]]
    zero, one = count_ones(g.players[0].planets & planets), count_ones(g.players[1].planets & planets)
    if zero == one:
        return NONE
    return 0 if zero > one else 1


@rule
def space_combat(g: Game, t: Tables, rng: Rng) -> int:
    """Return who colonizes the planet, NONE: it joins The Collective (TNW-7)."""
    first = 1 - int(g.dealer)
    lead = 0  # dice of the first player less those of the other
    for colour in range(COLOURS):
        taken_by = fight_for_die(g, t, first, colour, rng)
        if taken_by == first:
            lead += 1
        elif taken_by != NONE:
            lead -= 1
    if lead == 0:
        return by_colour(g, t)
    return first if lead > 0 else 1 - first
