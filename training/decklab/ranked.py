"""What was tried, ranked by what it makes of the score: written as tables, and drawn.

Below: training/files.py, plots.py. Above: whatever tries many things, as cards of a deck.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from training.files import write_csv, write_json


def write_ranked(
    folder: Path,
    name: str,
    rows: Sequence[Mapping[str, Any]],
    data: Any,
    labels: Sequence[str],
    value: str,
    axis: str,
    title: str,
) -> list[Path]:
    """Write rows as ``name``.csv and .json, and with matplotlib as a ranked plot; return the paths.

    The plot leaves out what is not known, and draws in blue what is sure among all.

    Args:
        folder: where to.
        name: of the files.
        rows: what was tried, with its ``value``, the ends of its interval, "low" and "high", as shares from -1 to 1,
            and whether it is "sure among all".
        data: what the JSON file holds.
        labels: [N] of the rows, in the plot.
        value: the field that is drawn.
        axis: what it means.
        title: above the plot.
    """
    write_csv(folder / f"{name}.csv", rows)
    write_json(folder / f"{name}.json", data)
    written = [folder / f"{name}.csv", folder / f"{name}.json"]
    try:
        from training.decklab import plots
    except ImportError:
        return written
    known = [place for place, row in enumerate(rows) if row[value] is not None]
    means, lows, highs = ([100 * rows[place][key] for place in known] for key in (value, "low", "high"))
    names, sure = [labels[place] for place in known], [bool(rows[place]["sure among all"]) for place in known]
    title += "\nblue: sure although so many were tried"
    plots.ranked(names, means, lows, highs, axis, sure, title).savefig(folder / f"{name}.png", dpi=150)
    return [*written, folder / f"{name}.png"]
