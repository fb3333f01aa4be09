"""Reading records: whole, undamaged and of the right shape, but not yet played again.

Below: format.py. Above: training, tests; what is read, replayer.py plays. A file need not be trusted.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from typing import IO, TypeAlias

from ow_env.core.records.format import (
    CHECK,
    FORMAT,
    FORMAT_KEYED,
    LONGEST,
    SHAPES,
    DamagedRecord,
    Line,
    Record,
    check_shape,
    expect,
    sealed,
    shown,
)

Source: TypeAlias = str | os.PathLike[str] | IO[bytes]


def read_records(source: Source, *, partial: bool = False) -> Iterator[Record]:
    """Yield the games of a file, checked for damage, but not yet replayed.

    Args:
        source: a path, or a file open for reading bytes.
        partial: yield an incomplete game too, as far as it goes, with no result. Otherwise it is an
            error.

    Raises:
        DamagedRecord: at the first line that is not as it was written.
    """
    if isinstance(source, str | os.PathLike):
        with open(source, "rb") as file:
            yield from read_records(file, partial=partial)
        return
    game: Record | None = None
    check, number = "", 0
    for number, raw in enumerate(iter(lambda: source.readline(LONGEST + 1), b""), 1):
        if not raw.endswith(b"\n"):
            if len(raw) > LONGEST:
                raise DamagedRecord(number, f"it is longer than {LONGEST} bytes")
            if partial:
                break  # cut in the middle by what ended the writer
            raise DamagedRecord(number, f"it breaks off: a line must end, found {shown(raw[-20:])}")
        text = raw[:-1].removesuffix(b"\r")  # as some systems and tools end lines
        line, kind, check = unsealed(text, number, check if game else "")
        if kind == "record":
            if game is not None:
                raise DamagedRecord(number, f"expected {next_line(game)}, found the beginning of another game")
            game = Record(line, line=number)
        elif game is None:
            raise DamagedRecord(number, f"expected the beginning of a game, found a {kind!r} line")
        elif kind == "decision":
            expect(number, "decision", len(game.decisions) + 1, line["decision"])
            game.decisions.append(line)
        else:
            expect(number, "decisions", len(game.decisions), line["decisions"])
            game.result = line
            yield game
            game = None
    if game is not None:
        if not partial:
            raise DamagedRecord(number + 1, f"the record breaks off: expected {next_line(game)}, found the end")
        yield game
    elif number == 0:
        raise DamagedRecord(1, "expected the beginning of a game, found nothing")


def next_line(game: Record) -> str:
    """Return what must come next in a record, in words."""
    return f"decision {len(game.decisions) + 1} or the result"


def unsealed(raw: bytes, number: int, before: str) -> tuple[Line, str, str]:
    """Return a line as data, what kind of line it is, and its check."""
    try:
        line = json.loads(raw.decode())
    except (ValueError, RecursionError) as error:
        raise DamagedRecord(number, f"it is no JSON: {error or 'too deep'}") from None
    kind = next(iter(line), None) if isinstance(line, dict) else None
    if kind not in SHAPES:
        raise DamagedRecord(
            number, f"expected an object that begins with record, decision or result, found {shown(raw)}"
        )
    if kind == "record":
        expect(number, "format of records", FORMAT_KEYED if "secret_hash" in line else FORMAT, line["record"])
    check = line.pop("check", None)
    if not isinstance(check, str) or not re.fullmatch(CHECK, check):
        raise DamagedRecord(number, f"expected a check of 8 digits at its end, found {shown(check)}")
    try:
        text, right = sealed(line, before)
        as_written = text.encode()
    except (ValueError, RecursionError) as error:
        raise DamagedRecord(number, f"it can't have been written so: {error}") from None
    expect(number, "check of this line and those before it", right, check)
    if as_written != raw:
        raise DamagedRecord(number, f"expected {shown(as_written)}, found {shown(raw)}")
    check_shape(line, kind, number)
    return line, kind, check
