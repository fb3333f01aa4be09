"""Results as they are kept in a file, and how those of earlier versions are read.

Below: run.py, which makes them. Above: commands/bench.py.

    format 1: one game: ours in "measured" names none; "memory", "cold start" and "warm start" are that game's
    format 2: several: "games"; ours in "measured" has "game", a ratio has "case" (ours); by game: "memory",
              "compile", "cold start", "warm start", "learning"; "later": of games measured in another run, that run
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from pathlib import Path

from ow_env.registry import games
from training.bench.plan import OURS
from training.bench.run import FORMAT, Results

BY_GAME = ("memory", "cold start", "warm start")  # what format 1 had of one game
KEPT_BY_GAME = (*BY_GAME, "compile", "learning")
OF_A_RUN = ("command", "date", "commit", "changed", "machine", "settings", "interrupted")


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


def check_addable(earlier: Results, later: Collection[str]) -> None:
    """Refuse to add games of which the earlier results have ratios.

    Raises:
        ValueError: one of the games is compared with other libraries.
    """
    if earlier["game"] in later:
        raise ValueError(f"--add: {earlier['game']} is measured in turns with the peers; only all can be measured anew")


def added(earlier: Results, later: Results) -> Results:
    """Return earlier results with the games of later ones laid in, and which run these are of; without its peers."""
    new = later["games"]
    kept = [entry for entry in earlier["measured"] if entry.get("game") not in new]
    found = {**earlier, "measured": [*kept, *(entry for entry in later["measured"] if entry.get("game") in new)]}
    found["games"] = [game for game in games() if game in (*earlier["games"], *new)]
    for what in KEPT_BY_GAME:
        if what in later:
            found[what] = {**earlier.get(what, {}), **later[what]}
    run = {key: later[key] for key in OF_A_RUN}
    found["later"] = {**earlier.get("later", {}), **dict.fromkeys(new, run)}
    found["left out"] = {
        **earlier["left out"],
        **{what: why for what, why in later["left out"].items() if what != "peers"},
    }
    return found


def as_text(results: Results) -> str:
    """Return the results as JSON, what is innermost on one line: a sample, a spread."""
    text = json.dumps(results, indent=1, ensure_ascii=False)
    return re.sub(r"[\[{][^\[\]{}]*[\]}]", lambda inner: " ".join(inner[0].split()), text) + "\n"
