"""A picture of what the search for decks found. Needs matplotlib, which is in the extra `train`.

Below: deck_search.py. Above: what writes it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.figure import Figure

if TYPE_CHECKING:
    from training.decklab.open_worlds.deck_search import DeckMap


def style_map(state: DeckMap) -> Any:
    """Return a figure: the best deck of every style, by share of points."""
    from training.decklab.open_worlds.deck_search import AGGRESSION, BINS, ECONOMY

    shares = np.full((BINS, BINS), np.nan)
    halves = np.zeros((BINS, BINS))
    for entry in state.found:
        across, up = entry.cell
        shares[up, across], halves[up, across] = 100 * entry.share.mean, 100 * entry.share.half
    figure = Figure(figsize=(8.5, 6.5), layout="constrained")
    axes = figure.add_subplot()
    extent = (100 * AGGRESSION[0], 100 * AGGRESSION[1], *ECONOMY)
    image = axes.imshow(shares, cmap="RdYlGn", vmin=0, vmax=100, origin="lower", extent=extent, aspect="auto")
    wide, high = (extent[1] - extent[0]) / BINS, (extent[3] - extent[2]) / BINS
    for (up, across), share in np.ndenumerate(shares):
        if not np.isnan(share):
            at = extent[0] + (across + 0.5) * wide, extent[2] + (up + 0.5) * high
            colour = "black" if 20 < share < 80 else "white"
            axes.text(*at, f"{share:.0f}±{halves[up, across]:.0f}", ha="center", va="center", fontsize=8, color=colour)
    axes.set_xlabel("aggression: % of the cards that fight")
    axes.set_ylabel("economy: Income of a Facility on the average")
    figure.colorbar(image, shrink=0.8, label="% of points against the opponents, ± half its 95 % interval")
    known = state.settings
    title = f"the best deck found of every style, {state.generation} generations"
    axes.set_title(f"{title}; {known['pilot']['name']}, seed {known['seed']}", fontsize="medium")
    return figure
