"""``ow compile``: compile everything ahead of time, so that the first game starts at once; or remove it."""

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
from training.commands.options import examples

KERNELS = (  # what no game, no search and no lab of a game brings along
    "agents.learned.forward",
    "training.selfplay.advantage",
    "training.selfplay.gradients",
)


def add_to(commands: Any) -> None:
    """Add ``ow compile``."""
    parser = commands.add_parser(
        "compile",
        description="Compile everything that is not compiled yet: games, agents, networks, search and deck lab. The"
        " code is kept in the folder OW_ENV_CACHE, by default in the user's cache folder, up to OW_ENV_CACHE_LIMIT MiB"
        f" (default {cache.DEFAULT_LIMIT}).",
        **examples("ow compile", "ow compile open_worlds_agents", "ow compile --clean"),
    )
    parser.set_defaults(run=run)
    parser.add_argument(
        "libraries",
        nargs="*",
        metavar="LIBRARY",
        help="only these and their dependencies: open_worlds_agents, network ... (default: all)",
    )
    parser.add_argument("--clean", action="store_true", help="remove all compiled code instead")


def run(arguments: argparse.Namespace) -> None:
    """Compile everything, or remove it."""
    if PURE:
        print("nothing to compile: NUMBA_DISABLE_JIT is set")
    elif arguments.clean:
        if arguments.libraries:
            named = " ".join(arguments.libraries)
            raise ValueError(f"--clean: removes all compiled code; expected no LIBRARY, got {named!r}")
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
        told = f"{count} function{'s' * (count > 1)} compiled" if count else "up to date"
        kept = "" if library.folder else ", in memory only: the cache folder can't be written"
        print(f"{name:<20} {told} ({time.perf_counter() - start:.1f} s){kept}", flush=True)
    print(f"everything is compiled ({time.perf_counter() - begun:.1f} s), in {cache.root() or 'memory only'}")


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
            print(f"left out: {name}, which needs torch (pip install 'open-worlds-env[train]')")


def clean() -> None:
    """Remove every build, and say how much that was."""
    removed = cache.evict(0)
    print(f"removed {removed.builds} builds, {removed.size / 2**20:.1f} MiB, from {cache.root() or 'nowhere'}")
