"""``ow compile``: compile everything now, so that the first game on this machine starts at once."""

from __future__ import annotations

import argparse
import importlib
import time
from typing import Any

from agents.search.games import GAMES, searcher_of
from ow_env.core import cache
from ow_env.core.jit import LIBRARIES, PURE, Library

KERNELS = ("agents.open_worlds.play", "training.decklab.playing")  # what no game and no search brings along


def add_to(commands: Any) -> None:
    """Add ``ow compile``."""
    parser = commands.add_parser(
        "compile", help="compile games, agents, search and deck lab for this machine"
    )
    parser.set_defaults(run=compile_everything)


def compile_everything(arguments: argparse.Namespace) -> None:
    """Build every library of rules, a line each; what is compiled already is not compiled again."""
    begun = time.perf_counter()
    for name in GAMES:
        importlib.import_module(f"ow_env.{name}.engine")
        searcher_of(name)
    for name in KERNELS:
        importlib.import_module(name)
    if PURE:
        print("nothing to compile: NUMBA_DISABLE_JIT is set")
        return
    for name, library in LIBRARIES.items():  # what is built upon comes first
        start = time.perf_counter()
        count = len(missing(library))
        if count:
            library.build()
        told = f"{count} function{'s' * (count > 1)} compiled" if count else "ready before"
        kept = "" if library.folder else ", in memory only: no folder can be written"
        print(f"{name:<20} {told} ({time.perf_counter() - start:.1f} s){kept}", flush=True)
    print(f"all is ready ({time.perf_counter() - begun:.1f} s)")


def missing(library: Library) -> list[str]:
    """Return the names of what of a library is neither on disk nor in memory; what is pasted in does not count."""
    return [
        member.name
        for member in library.members
        if not member.inline
        and not member.dispatcher.overloads
        and member.name not in cache.built(library.place(member))
    ]
