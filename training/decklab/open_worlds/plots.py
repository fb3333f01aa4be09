"""A picture of what the search for decks found. Needs matplotlib, which is in the extra `train`.

Below: matplotlib. Above: deck_search.py.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

Range = tuple[float, float]


def style_map(
    shares: NDArray[np.float64], halves: NDArray[np.float64], aggression: Range, economy: Range, title: str
) -> Any:
    """Return a figure: the best deck of every style, by score.

    Args:
        shares: [economy, aggression] in per cent; NaN where there is none.
        halves: [economy, aggression] half-width of the 95 % interval of each, in per cent.
        aggression: the share of cards that fight, from the first cell to the last.
        economy: likewise the mean Income of a Facility.
        title: above it.
    """
    figure = Figure(figsize=(8.5, 6.5), layout="constrained")
    axes = figure.add_subplot()
    extent = (100 * aggression[0], 100 * aggression[1], *economy)
    image = axes.imshow(shares, cmap="RdYlGn", vmin=0, vmax=100, origin="lower", extent=extent, aspect="auto")
    wide, high = (extent[1] - extent[0]) / shares.shape[1], (extent[3] - extent[2]) / shares.shape[0]
    for (up, across), share in np.ndenumerate(shares):
        if not np.isnan(share):
            at = extent[0] + (across + 0.5) * wide, extent[2] + (up + 0.5) * high
            colour = "black" if 20 < share < 80 else "white"
            axes.text(*at, f"{share:.0f}±{halves[up, across]:.0f}", ha="center", va="center", fontsize=8, color=colour)
    axes.set_xlabel("aggression: % of the cards that fight")
    axes.set_ylabel("economy: Income of a Facility on the average")
    figure.colorbar(image, shrink=0.8, label="score against the opponents, %, ± half-width of the 95 % CI")
    axes.set_title(title, fontsize="medium")
    return figure
