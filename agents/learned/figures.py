"""How a network's weights follow from what is printed on cards, so that it can play with other card values.

Below: network.py, layout.py. Above: file.py, which keeps it beside the weights; training, which learns it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from agents.learned.layout import Layout
from agents.learned.network import PolicyValueNet

Numbers = NDArray[np.float32]


@dataclass(frozen=True)
class Printed:
    """What weights follow from beside their own values: a linear function of the figures on the card they are about.

    Attributes:
        figures: [C, n] `Game.card_numbers` of the game that the weights are for.
        of_print: [n, E] what a card's embedding gains from a figure.
        of_cards: by array of weights, [groups, E, width] what the rows of a group gain from their card's embedding.
    """

    figures: Numbers
    of_print: Numbers
    of_cards: Mapping[str, Numbers]

    def for_figures(self, network: PolicyValueNet, figures: Numbers) -> PolicyValueNet:
        """Return a network as its weights would be with other card values; itself, if they are the same.

        Args:
            network: whose weights these are.
            figures: [C, n] `Game.card_numbers` of the game to be played.

        Raises:
            ValueError: they are of other cards, or other numbers are told of a card.
        """
        if figures.shape != self.figures.shape:
            raise ValueError(f"figures: expected those of cards {self.figures.shape}, found {figures.shape}")
        if np.array_equal(figures, self.figures):
            return network
        moved = (figures - self.figures) @ self.of_print  # [C, E]
        weights = dict(network.weights)
        for name, of_cards in self.of_cards.items():
            weights[name] = weights[name].copy()
            for group, matrix in zip(network.layout.groups[name], of_cards, strict=True):
                weights[name][group.rows] += moved[group.cards] @ matrix
        return PolicyValueNet(network.layout, weights)


def shapes_of(
    layout: Layout, arrays: Mapping[str, tuple[int, ...]], numbers: tuple[int, ...], width: int
) -> dict[str, tuple[int, ...]]:
    """Return the names and shapes of the arrays that a file keeps of `Printed`.

    Args:
        layout: of the game.
        arrays: the shapes of the weights, by name.
        numbers: (C, n) of `Game.card_numbers`.
        width: E.
    """
    found: dict[str, tuple[int, ...]] = {FIGURES: numbers, OF_PRINT: (numbers[1], width)}
    for name, groups in layout.groups.items():
        if groups:
            found[OF_CARDS + name] = (len(groups), width, arrays[name][1])
    return found


def in_arrays(printed: Printed) -> dict[str, Numbers]:
    """Return it as the arrays of a file."""
    of_cards = {OF_CARDS + name: array for name, array in printed.of_cards.items()}
    return {FIGURES: printed.figures, OF_PRINT: printed.of_print, **of_cards}


def from_arrays(arrays: Mapping[str, Numbers]) -> Printed:
    """Return it from the arrays of a file."""
    of_cards = {name.removeprefix(OF_CARDS): array for name, array in arrays.items() if name.startswith(OF_CARDS)}
    return Printed(arrays[FIGURES], arrays[OF_PRINT], of_cards)


PREFIX = "print."  # of all their names
FIGURES, OF_PRINT, OF_CARDS = "print.figures", "print.of_print", "print.of_cards."
