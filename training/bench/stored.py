"""Results as they are kept in a file, and how those of earlier versions are read.

Below: run.py, which makes them. Above: commands/bench.py.

    format 1: one game: ours in "measured" names none; "memory", "cold start" and "warm start" are that game's
    format 2: several: "games"; ours in "measured" has "game", a ratio has "case" (ours); by game: "memory",
              "compile", "cold start", "warm start", "learning"
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from training.bench.plan import OURS
from training.bench.run import FORMAT, Results

BY_GAME = ("memory", "cold start", "warm start")  # what format 1 had of one game


def read(path: Path) -> Results:
    """Return the results in a file, as of this version.

    Raises:
        ValueError: it was written by a later version.
    """
    return upgraded(json.loads(path.read_text("utf-8")), str(path))


def upgraded(results: Results, path: str = "results") -> Results:
    """Return results of this format or an earlier one as of this format."""
    if results["format"] not in (1, FORMAT):
        raise ValueError(f"{path}: format {results['format']}, expected {FORMAT} or earlier: a later version wrote it")
    if results["format"] == FORMAT:
        return results
    game = results["game"]
    measured = [
        {**entry, "game": game, "name": renamed(entry["name"], game)} if entry["who"] == OURS else entry
        for entry in results["measured"]
    ]
    ratios = [
        {**pair, "ours": renamed(pair["ours"], game), "case": pair["ours"].removeprefix(f"{OURS} ").partition(",")[0]}
        for pair in results["ratios"]
    ]
    nested = {what: {game: results[what]} for what in BY_GAME if what in results}
    return {**results, "format": FORMAT, "games": [game], "measured": measured, "ratios": ratios, **nested}


def renamed(name: str, game: str) -> str:
    """Return a name of ours as it is now: "ours step, 1 game, 1 thread" to "open_worlds step, 1 game, 1 thread"."""
    return game + name.removeprefix(OURS)


def as_text(results: Results) -> str:
    """Return the results as JSON, what is innermost on one line: a sample, a spread."""
    text = json.dumps(results, indent=1, ensure_ascii=False)
    return re.sub(r"[\[{][^\[\]{}]*[\]}]", lambda inner: " ".join(inner[0].split()), text) + "\n"
