"""What each number observed and each action is about, for networks and pictures: seats and cards.

Below: observe.py, actions.py. Above: game.py. Nothing here decides a game.
At the end: how many actions are allowed and how many numbers told at once, for arrays that hold only those.
"""

from __future__ import annotations

from math import prod

import numpy as np
from numpy.typing import NDArray

from ow_env.core.structure import Axis, Structure, Tokens
from ow_env.star_realms.cards import Ability, Card, Catalogue, Effect, Faction, Word
from ow_env.star_realms.observe import axis_sizes, slices
from ow_env.star_realms.verbs import VERBS

AXES = {  # the letters of observe.slices
    "S": "seat",
    "K": "card",
    "N": "place on top",
    "P": "point",
    "A": "ability",
    "B": "branch",
}


def structure_of(kinds: int, actions: NDArray[np.void]) -> Structure:
    """Return the structure of a game with so many kinds of cards and these actions [A]."""
    sizes = axis_sizes(kinds)
    axes = tuple(
        Axis(name, sizes[letter], np.arange(kinds) if letter == "K" else None) for letter, name in AXES.items()
    )
    tokens = Tokens()
    for card, verb, branch in actions.tolist():
        kind = VERBS[verb].replace("{card} ", "")
        tokens.add(kind if branch == 0 else f"{kind} {branch}", card)
    return tokens.structure(axes, {each.name: tuple(AXES[letter] for letter in each.axes) for each in slices.declared})


def numbers_on(cards: tuple[Card, ...]) -> NDArray[np.float32]:
    """Return what is printed on each card, as numbers about 1: float32 [K, n].

    Cost, copies, Defense, what it is, its faction, what works always; then, for each ability, the amount of each word.
    """
    rows = []
    for card in cards:
        row = [card.cost / 8, card.copies / 3, card.defense / 8, card.is_base, card.outpost, card.combat_per_ship]
        row += [card.ally_of_all, *(card.faction is faction for faction in Faction)]
        for ability in Ability:
            branches = card.branches(ability)
            row += [len(branches) > 1]
            row += [sum(amount(e, word) for branch in branches for e in branch.effects) for word in Word]
        rows.append(row)
    return np.array(rows, np.float32)


def amount(effect: Effect, word: Word) -> float:
    """Return how much of this word an effect is, as a number about 1."""
    return effect.number / (4 if word in (Word.TRADE, Word.COMBAT, Word.AUTHORITY) else 1) * (effect.word is word)


# ── How many at once ─────────────────────────────────────────────────────────────────────────

LYING = ("hand", "unseen", "top", "discard", "in_play", "row", "trade_deck", "scrap_heap")  # a card is in one of these
CHOICES = ("point", "source", "ability", "branch")  # slices that name one of several, or none


def most_actions(catalogue: Catalogue, actions: NDArray[np.void]) -> int:
    """Return a number of actions that nobody is ever allowed more of at once.

    In the Main Phase those are at most all of its verbs, but that no more kinds can be bought than lie in the Row,
    and Explorers, each in two ways. A choice is between kinds of hand and discard pile, or fewer.
    """
    verbs = [VERBS[verb] for verb in actions["verb"]]
    main = sum(verbs.count(verb) for verb in ("end turn", "attack opponent", "play", "use", "ally", "scrap", "attack"))
    return max(main + 2 * (catalogue.setup.trade_row + 1), 2 * len(catalogue.cards) + 1)


def most_numbers(catalogue: Catalogue) -> int:
    """Return a number that the numbers of an observation other than 0 are never more than.

    Every card lies in one place, so the slices in `LYING` together tell no more numbers than there are cards, and those
    in `CHOICES` one each. Of all others every number may be told.
    """
    size = axis_sizes(len(catalogue.cards))
    setup = catalogue.setup
    cards = sum(copies for _, copies in catalogue.trade_deck) + setup.explorer_pile
    cards += 2 * sum(setup.starting_deck.values())
    others = {each.name: prod(size[axis] for axis in each.axes) for each in slices.declared if each.name not in LYING}
    return cards + sum(1 if name in CHOICES else many for name, many in others.items())
