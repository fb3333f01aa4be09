"""Progress of a build, on stderr. Below: nothing. Above: jit.py, which builds."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from functools import cache


@contextlib.contextmanager
def progress(name: str, count: int, total: int, repaired: Mapping[str, str], note: str) -> Iterator[Callable[[], None]]:
    """Say on stderr what a build is doing: a running line on a terminal, else a line or two.

    Args:
        name: of the library that is built.
        count: how many of its functions are compiled.
        total: how many it has.
        repaired: those that should have been there, and what was wrong with them.
        note: said once in a process, when so much is compiled that somebody waits for it; "": nothing.
    """
    start, done, live = time.perf_counter(), 0, sys.stderr.isatty()

    def tick() -> None:
        nonlocal done
        done += 1
        if live:
            print(f"\rcompiling {name} {done}/{count} ...", end="", file=sys.stderr, flush=True)

    if count > 10 and note:
        say_once(note)
    loud = count > 10 or bool(repaired)  # a handful of functions takes no time worth a line
    if count > 10 and not live:
        print(f"compiling {name}, once for this machine ...", file=sys.stderr, flush=True)
    yield tick
    if loud:
        took = f"{time.perf_counter() - start:.1f} s"
        line = f"compiled {name} in {took}"
        if repaired:
            (first, fault), others = next(iter(repaired.items())), len(repaired) - 1
            line = f"rebuilt {count} of {total} functions of {name} in {took}: {first} was {fault}"
            line += f"; {others} more" if others else ""
        print(f"{chr(13) * live}{line}", file=sys.stderr, flush=True)


@cache
def say_once(note: str) -> None:
    """Print a sentence, unless this process has."""
    print(f"ow_env: {note}", file=sys.stderr, flush=True)
