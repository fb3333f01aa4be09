"""Results as they are kept in a file: read, added to, written.

Below: run.py, which makes them. Above: __main__.py.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from pathlib import Path

from docs.benchmark.run import FORMAT, Results
from ow_env.registry import games

BY_GAME = ("memory", "cold start", "warm start", "compile", "learning")
OF_A_RUN = ("command", "date", "commit", "changed", "machine", "settings", "interrupted")


def read(path: Path) -> Results:
    """Return the results in a file.

    Raises:
        ValueError: it was written by another version.
    """
    results: Results = json.loads(path.read_text("utf-8"))
    if results["format"] != FORMAT:
        raise ValueError(f"{path}: format {results['format']}, expected {FORMAT}: another version wrote it")
    return results


def check_addable(earlier: Results, later: Collection[str]) -> None:
    """Refuse to add games of which the earlier results have ratios.

    Raises:
        ValueError: one of the games is compared with other libraries.
    """
    if earlier["game"] in later:
        raise ValueError(f"--add: {earlier['game']} alternates with its peers; re-measure all of them")


def added(earlier: Results, later: Results) -> Results:
    """Return earlier results with the games of later ones laid in, and which run these are of; without its peers."""
    new = later["games"]
    kept = [entry for entry in earlier["measured"] if entry.get("game") not in new]
    run = {key: later[key] for key in OF_A_RUN}
    return {
        **earlier,
        "games": [game for game in games() if game in (*earlier["games"], *new)],
        "measured": [*kept, *(entry for entry in later["measured"] if entry.get("game") in new)],
        **{what: {**earlier.get(what, {}), **later[what]} for what in BY_GAME if what in later},
        "later": {**earlier.get("later", {}), **dict.fromkeys(new, run)},
        "left out": {**earlier["left out"], **later["left out"]},
    }


def as_text(results: Results) -> str:
    """Return the results as JSON, what is innermost on one line: a sample, a spread."""
    text = json.dumps(results, indent=1, ensure_ascii=False)
    return re.sub(r"[\[{][^\[\]{}]*[\]}]", lambda inner: " ".join(inner[0].split()), text) + "\n"
