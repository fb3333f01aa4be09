"""Results written to files: whole or not at all, and such that what came from elsewhere is text there.

Below: core/text.py. Above: report.py, the deck lab. A cell that a spreadsheet would take for a formula is marked
as text; a number stays a number.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ow_env.core.text import in_table


def write_csv(path: Path, rows: Sequence[Mapping[str, Any]], empty: str = "nothing") -> None:
    """Write rows with the same fields as a CSV file, whole or not at all.

    Args:
        path: of the file; its folder is made if it is missing.
        rows: in order; numbers stay numbers, texts are safe to open in a spreadsheet (`in_table`).
        empty: the heading where there are no rows.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    names = list(rows[0]) if rows else [empty]
    writer.writerow(map(in_table, names))
    writer.writerows([in_table(row[name]) for name in names] for row in rows)
    write_whole(path, text.getvalue())


def write_json(path: Path, data: Any) -> None:
    """Write data as a JSON file, whole or not at all."""
    write_whole(path, json.dumps(data, indent=1, allow_nan=False) + "\n")


def write_whole(path: Path, text: str) -> None:
    """Write a file whole or not at all: a full disk leaves the one that was there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f"{path.name}.partial")
    try:
        partial.write_text(text, "utf-8", newline="")
        partial.replace(path)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(path)) from None
