"""What each number observed and each action is about, for networks and pictures: seats, cards, places.

Below: observe.py, actions.py. Above: game.py. Nothing here decides a game.
At the end: how many actions are allowed and how many numbers told at once, for arrays that hold only those.
"""

from __future__ import annotations

from math import prod

import numpy as np
from numpy.typing import NDArray

from ow_env.core.structure import Axis, Structure, Tokens
from ow_env.expansive_universe import verbs as do
from ow_env.expansive_universe.cards import SLOTS, Ability, Card, Catalogue, Kind, Mission, Skill, When
from ow_env.expansive_universe.observe import axis_sizes, slices
from ow_env.expansive_universe.verbs import VERBS

AXES = {  # the letters of observe.slices
    "S": "seat",
    "K": "card",
    "L": "slot",
    "Q": "where",
    "F": "faction",
    "H": "planet's effect",
    "W": "Core's effect",
    "P": "point",
    "B": "battle",
}


def structure_of(cards: int, players: int, factions: int, actions: NDArray[np.void]) -> Structure:
    """Return the structure of a game with so many cards, players and Factions and these actions [A]."""
    sizes = axis_sizes(cards, players, factions)
    axes = tuple(
        Axis(name, sizes[letter], np.arange(cards) if letter == "K" else None) for letter, name in AXES.items()
    )
    tokens = Tokens()
    for verb, a, b in actions.tolist():
        word = VERBS[verb]
        if verb in (do.BUY, do.SIDE):
            tokens.add(f"{word} {a}")
        elif verb in (do.ATTACK_PLACE, do.TARGET_FACTION):
            tokens.add(f"{word} {b}")
        elif verb == do.FLY:
            tokens.add(f"{word} {b}", card=a)
        else:
            tokens.add(word, card=a)
    named = {each.name: tuple(AXES[letter] for letter in each.axes) for each in slices.declared}
    return tokens.structure(axes, named)


def numbers_on(cards: tuple[Card, ...], factions: int) -> NDArray[np.float32]:
    """Return what is printed on each card, as numbers about 1: float32 [K, n].

    Its kind, its Faction, whether it is a starter, its values and skills; of its text the amount of each word; when.
    """
    rows = []
    for card in cards:
        row = [float(card.kind is kind) for kind in Kind]
        row += [float(card.faction == faction) for faction in range(factions)]
        row += [card.alpha, card.combat / 4, card.space / 4, card.expire / 10, card.resistance / 10, card.outside]
        row += [card.skills.count(skill) / 2 for skill in Skill]
        for words in (Ability, Mission):
            row += [sum(each.number / 3 for each in card.text if each.word is word) for word in words]
        row += [float(card.when is when) for when in When]
        rows.append(row)
    return np.array(rows, np.float32)


# ── How many at once ─────────────────────────────────────────────────────────────────────────

LYING = ("crew", "ships", "row", "arms", "captives", "line_up", "deck", "destroyed")  # a card is in one of these
ONE_EACH = ("crew_at", "line_up", "faction")  # slices in which each row has one number
CHOICES = ("placing", "user", "point", "battle", "asked", "active", "starter", "last", "attacker", "turn_at")  # one


def most_actions(catalogue: Catalogue) -> int:
    """Return a number of actions that nobody is ever allowed more of at once.

    In a turn: ending it, slots, each spaceship to the Core or to each planet, each location and spaceship for the crew,
    a mission, attacks at each place and one location. Elsewhere at most one for each card.
    """
    characters, ships, locations, weapons, armaments = map(len, catalogue.of_kind)
    places = 1 + len(catalogue.factions)
    turn = 2 + SLOTS + ships * (places - 1) + locations + ships + places + 1
    return max(turn, characters + ships + weapons + armaments + len(catalogue.factions) + 1)


def most_numbers(catalogue: Catalogue, players: int) -> int:
    """Return a number that the numbers of an observation other than 0 are never more than.

    A card lies in one of the slices in `LYING`; a spaceship is in one place, a token on one location; a weapon,
    armament or captive has one bearer; of other cards every number may be told, of the slices in `CHOICES` one.
    """
    size = axis_sizes(len(catalogue.cards), players, len(catalogue.factions))
    characters, ships, locations, weapons, armaments = map(len, catalogue.of_kind)
    cards = len(catalogue.cards)
    told = cards + ships + locations + (characters + weapons + armaments) + (characters + ships)  # lie, at, on, loaded
    told += 4 * max(characters, ships) + 2  # entangled, waylaid, maneuvers, fights; the texts
    for each in slices.declared:
        if each.name in CHOICES:
            told += 1
        elif each.name in ONE_EACH:
            told += size[each.axes[0]]
        elif "K" not in each.axes:
            told += prod(size[axis] for axis in each.axes)
    return told
