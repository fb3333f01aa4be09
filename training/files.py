"""Results written to files, whole or not at all, and laid out as text: tables, JSON, aligned columns.

Below: core/text.py. Above: whatever writes results. A cell of a table that a spreadsheet would take for a formula is
marked as text; a number stays a number.
"""

from __future__ import annotations

import contextlib
import csv
import io
import json
import math
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Any

from ow_env.core.text import in_table

if sys.platform != "win32":
    import fcntl


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


def write_json(path: Path, data: Any, ascii_only: bool = True) -> None:
    """Write data as a JSON file, whole or not at all."""
    write_whole(path, json.dumps(data, indent=1, allow_nan=False, ensure_ascii=ascii_only) + "\n")


def write_whole(path: Path, text: str) -> None:
    """Write a file whole or not at all: a full disk leaves the one that was there.

    A link stays, and what it leads to is written. What is no file, a pipe or a device, is written into.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    file = path.resolve()
    if file.exists() and not file.is_file():
        file.write_text(text, "utf-8", newline="")  # refused, if it is a folder
        return
    partial = file.with_name(f"{file.name}.partial")
    try:
        partial.write_text(text, "utf-8", newline="")
        partial.replace(file)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(path)) from None


@contextlib.contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Make a folder, and hold it for this process as long as the ``with`` block lasts.

    Raises:
        ValueError: another process has it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / ".lock", "ab") as file:
        if sys.platform != "win32":
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)  # freed by the system when this process ends
            except BlockingIOError:
                raise ValueError(f"{folder}: another process is at work in this folder") from None
            except OSError:  # a file system without locks
                pass
        yield


def in_words(refusal: ValueError | OSError | MemoryError) -> str:
    """Return what was refused; of a file its name and what is wrong with it, without the system's number of that."""
    if isinstance(refusal, OSError) and refusal.strerror:
        missing = isinstance(refusal, FileNotFoundError)
        problem = "there is no such file" if missing else refusal.strerror
        return problem if refusal.filename is None else f"{refusal.filename}: {problem}"
    if isinstance(refusal, MemoryError):
        return f"there is not enough memory for this{f': {refusal}' if str(refusal) else ''}"
    return str(refusal)


def rounded(value: float, digits: int = 5) -> float | None:
    """Return a figure as JSON and CSV have it: rounded, and None where it is not finite."""
    return round(float(value), digits) if math.isfinite(value) else None


def aligned(rows: Sequence[Sequence[str]], left: Sequence[int] = (0,)) -> list[str]:
    """Return rows of cells as lines of text, two spaces between columns.

    Args:
        rows: each with as many cells.
        left: the columns whose cells stand to the left; those of all others stand to the right.
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if column in left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def aligned_wrapped(rows: Sequence[Sequence[str]], columns: int, indent: str = "  ") -> list[str]:
    """Return rows of cells as lines of text, all to the left; the last cell wraps into what is left of the line."""
    widths = [max(map(len, column)) for column in list(zip(*rows, strict=True))[:-1]]
    lines = []
    for row in rows:
        start = "".join(f"{cell.ljust(width)}  " for cell, width in zip(row, widths, strict=False))
        lines += hanging(f"{indent}{start}", row[-1], columns)
    return lines


def hanging(start: str, text: str, columns: int) -> list[str]:
    """Return a text behind its heading as lines no longer than ``columns``, the later ones indented as far."""
    lines = wrap(text, max(columns - len(start), 25)) or [""]
    return [((start if number == 0 else " " * len(start)) + line).rstrip() for number, line in enumerate(lines)]
