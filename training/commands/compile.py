"""``ow compile``: compile everything now, so that the first game on this machine starts at once; or forget it."""

from __future__ import annotations

import argparse
import importlib
import time
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any

from agents.search.bind import searcher_of
from ow_env.compiled import cache
from ow_env.compiled.jit import LIBRARIES, PURE
from ow_env.core.kernels import kernels_of
from ow_env.core.text import nearest
from ow_env.registry import class_of, games

KERNELS = (  # what no game, no search and no lab of a game brings along
    "agents.learned.forward",
    "training.selfplay.advantage",
    "training.selfplay.gradients",
)


def add_to(commands: Any) -> None:
    """Add ``ow compile``."""
    parser = commands.add_parser(
        "compile",
        description="Compile everything that is not compiled yet, so that nothing has to wait for it. The code is kept"
        " in the folder that OW_ENV_CACHE names, else in the user's cache folder, which grows no larger than"
        f" OW_ENV_CACHE_LIMIT MiB (default {cache.DEFAULT_LIMIT}).",
    )
    parser.set_defaults(run=run)
    parser.add_argument(
        "libraries",
        nargs="*",
        metavar="LIBRARY",
        help="these alone and what they build on: open_worlds_agents, network",
    )
    parser.add_argument("--clean", action="store_true", help="instead, remove all compiled code")


def run(arguments: argparse.Namespace) -> None:
    """Compile everything, or remove it."""
    if PURE:
        print("nothing to compile: NUMBA_DISABLE_JIT is set")
    elif arguments.clean:
        if arguments.libraries:
            named = " ".join(arguments.libraries)
            raise ValueError(f"ow compile --clean removes every build; it can't be told {named!r}")
        clean()
    else:
        compile_everything(arguments.libraries)


def compile_everything(only: Sequence[str] = ()) -> None:
    """Build every library of rules, a line each; what is compiled already is not compiled again.

    Args:
        only: names of libraries; none but these, and what they build on, is built. Empty: all are.

    Raises:
        ValueError: there is no library of that name.
    """
    begun = time.perf_counter()
    define_everything()
    for name in only:
        if name not in LIBRARIES:
            raise ValueError(f"there is no library {name!r}{nearest(name, LIBRARIES)}")
    wanted = {library.name for name in only for library in LIBRARIES[name].all_below()} or LIBRARIES.keys()
    for name, library in LIBRARIES.items():  # what is built upon comes first
        if name not in wanted:
            continue
        start = time.perf_counter()
        count = len(library.missing())
        if count:
            library.build()
        told = f"{count} function{'s' * (count > 1)} compiled" if count else "ready before"
        kept = "" if library.folder else ", in memory only: no folder can be written"
        print(f"{name:<20} {told} ({time.perf_counter() - start:.1f} s){kept}", flush=True)
    print(f"all is ready ({time.perf_counter() - begun:.1f} s), in {cache.root() or 'memory only'}")


def define_everything() -> None:
    """Define every rule and kernel there is, also those that are otherwise defined when they are first needed."""
    for name in games():
        kernels_of(name, class_of(name).engine)
        searcher_of(name)
    own = [f"training.decklab.{game}" for game in games()]
    for name in (*KERNELS, *filter(find_spec, own)):
        try:
            importlib.import_module(name)
        except ModuleNotFoundError as error:
            if error.name != "torch":
                raise
            print(f"{name} is left out: it needs torch, which the extra [train] brings")


def clean() -> None:
    """Remove every build, and say how much that was."""
    removed = cache.evict(0)
    print(f"removed {removed.builds} builds, {removed.size / 2**20:.1f} MiB, from {cache.root() or 'nowhere'}")
