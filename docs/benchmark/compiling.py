"""How long a game's rules, agents, search and the rest take to compile: CPU seconds, library by library.

Run by run.py as ``python -m docs.benchmark.compiling GAME PART ...``, with an empty folder for what is compiled; prints
one line of JSON. What a part is built upon is compiled before it, and told as well.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Collection, Iterator
from importlib import import_module
from importlib.util import find_spec

from agents.games import scripts_of
from agents.search.bind import searcher_of
from ow_env.compiled.jit import LIBRARIES, Library
from ow_env.registry import class_of

CORE = "core"  # the library that every game needs


def compiled(game: str, parts: Collection[str]) -> dict[str, dict[str, float]]:
    """Compile these of `plan.PARTS`; return for each library "functions", "processor" and "wall" (seconds of both).

    The first library also pays for starting the compiler.
    """
    load(game, parts)
    found = {}
    for library in needed(game, parts):  # what is built upon comes first
        functions, processor, wall = len(library.missing()), processor_seconds(), time.perf_counter()
        library.build()
        found[library.name] = {
            "functions": functions,
            "processor": processor_seconds() - processor,
            "wall": time.perf_counter() - wall,
        }
    return found


def load(game: str, parts: Collection[str]) -> None:
    """Import whatever defines the libraries of these parts; compiles nothing."""
    class_of(game)
    if "agents" in parts:
        scripts_of(game)
    if "network" in parts:
        import_module("agents.learned")
    if "search" in parts:
        searcher_of(game)
    if "decklab" in parts and find_spec(f"training.decklab.{game}"):
        import_module(f"training.decklab.{game}")
    if "training" in parts and find_spec("torch"):
        import_module("training.selfplay.train")


def needed(game: str, parts: Collection[str]) -> Iterator[Library]:
    """Yield the libraries of these parts and those they stand on, in the order of definition."""
    wanted = {name for name in LIBRARIES if name == CORE or part_of(name, game) in parts}
    for name in reversed(list(LIBRARIES)):
        wanted |= {used.name for used in LIBRARIES[name].uses} if name in wanted else set()
    return (library for name, library in LIBRARIES.items() if name in wanted)


def part_of(library: str, game: str) -> str:
    """Return which part a library belongs to: "open_worlds_search" to "search"."""
    if library == game:
        return "game"
    if library.startswith("selfplay"):
        return "training"
    return library.removeprefix(f"{game}_")


def processor_seconds() -> float:
    """Return how long this process and those it has ended were at work."""
    return sum(os.times()[:4])


if __name__ == "__main__":
    print(json.dumps(compiled(sys.argv[1], sys.argv[2:])))
