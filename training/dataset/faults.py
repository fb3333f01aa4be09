"""What a file of a dataset must not hold, found without playing a game: ids out of range, actions that are not allowed.

Below: decisions.py, tables.py. Above: reading.py, which refuses each such file. What only the rules can
tell, checking.py finds by playing games again.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from training.dataset.decisions import Decisions
from training.dataset.playing import Ragged
from training.dataset.tables import DECISIONS

ROUNDING = 1e-3  # how far the sum of a policy may be from 1


def refuse_faults(path: Path, table: str, found: Decisions, about: Mapping[str, Any], entry: Mapping[str, Any]) -> None:
    """Refuse rows that no game can have.

    Args:
        path: of the file.
        table: which it is.
        found: what is in it.
        about: what dataset.json says.
        entry: what it says of this block.

    Raises:
        ValueError: the row, the column, what was found, what would be right.
    """
    way, ways, players = entry["way"], len(about["ways"]), about["num_players"]
    rows = entry["decisions"] if table == DECISIONS else entry["count"] * players
    if len(found) != rows:
        raise ValueError(f"{path}: expected {rows} rows, found {len(found)}")
    numbers, seats = found.plain("game_number"), found.seat
    expect(path, found, "seat", (seats >= 0) & (seats < players), f"0 to {players - 1}")
    last = entry["first"] + entry["count"] - 1
    expect(path, found, "game_number", (numbers >= entry["first"]) & (numbers <= last), f"{entry['first']} to {last}")
    for name, right in (("way", way), ("seed", about["seed"]), ("game", numbers * ways + way)):
        expect(path, found, name, found.plain(name) == right, right)
    expect(path, found, "agent", found.agent == np.array(about["ways"][way]["seats"])[seats], "who sits there")
    index, values = found.ragged("feature_index"), found.ragged("feature_value")
    expect(path, found, "feature_value", index.counts == values.counts, "as many as feature_index has")
    check_ids(path, found, "feature_index", about["num_features"])
    if table != DECISIONS:
        return
    legal, shares, action = found.ragged("legal"), found.ragged("policy"), found.action
    check_ids(path, found, "legal", about["num_actions"])
    expect(path, found, "legal", legal.counts > 0, "an action or more")
    allowed = per_row(legal, legal.values == np.repeat(action, legal.counts)) > 0
    if not allowed.all():
        row = int(np.argmin(allowed))
        refuse(path, found, row, "action", f"one that the mask allows ({few(legal.row(row))})", int(action[row]))
    told = shares.counts > 0
    expect(path, found, "policy", ~told | (shares.counts == legal.counts), "a share for each action allowed, or null")
    total = per_row(shares, shares.values)
    expect(path, found, "policy", ~told | (np.abs(total - 1) <= ROUNDING), "shares that add up to 1")
    expect(path, found, "policy", per_row(shares, ~(shares.values >= 0)) == 0, "shares from 0 up")


def check_ids(path: Path, found: Decisions, name: str, below: int) -> None:
    """Refuse lists of ids that are out of range or not in increasing order."""
    lists = found.ragged(name)
    expect(path, found, name, per_row(lists, lists.values >= below) == 0, f"numbers below {below}")
    rising = np.ones(len(lists.values), np.bool_)
    rising[1:] = lists.values[1:] > lists.values[:-1]
    rising[lists.offsets[:-1][lists.counts > 0]] = True  # where a row begins
    expect(path, found, name, per_row(lists, ~rising) == 0, "numbers in increasing order")


def per_row(lists: Ragged, values: NDArray[Any]) -> NDArray[np.float64]:
    """Return the sum of what stands in each row."""
    rows = np.repeat(np.arange(len(lists.counts)), lists.counts)
    return np.bincount(rows, weights=values, minlength=len(lists.counts)).astype(np.float64)


def expect(path: Path, found: Decisions, name: str, right: NDArray[np.bool_], wanted: object) -> None:
    """Refuse the first row in which a column is not right."""
    if right.all():
        return
    row = int(np.argmin(right))
    column = found.columns[name]
    value = few(column.row(row)) if isinstance(column, Ragged) else column[row].item()
    wanted = wanted[row].item() if isinstance(wanted, np.ndarray) else wanted
    refuse(path, found, row, name, wanted, value)


def refuse(path: Path, found: Decisions, row: int, name: str, wanted: object, value: object) -> NoReturn:
    """Refuse a row."""
    raise ValueError(f"{path}: row {row}{where(found, row)}: {name}: expected {wanted}, found {value}")


def where(found: Decisions, row: int) -> str:
    """Return which game and decision a row is of, in words."""
    decision = f", decision {found.plain('decision')[row]}" if "decision" in found.columns else ", the end"
    return f" (game {found.game[row]}{decision}, player_{found.seat[row]})"


def few(values: NDArray[Any], most: int = 12) -> str:
    """Return some numbers as text, the rest as dots."""
    shown = ", ".join(str(value) for value in values[:most].tolist())
    return f"{shown} ..." if len(values) > most else shown
