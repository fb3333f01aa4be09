"""The search of each game, compiled when first used. Below: tree.py and the game's scripts. Above: agent.py."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.games import SearchDefaults, scripts_of, search_defaults_of
from agents.script import Script, dispatch
from agents.search import tree
from agents.search.memory import RANDOM, RECORDS, add_words
from ow_env.core.jit import LIBRARIES, rules_of
from ow_env.registry import class_of

NOTHING = np.dtype(np.int64)  # what works where no script does


@dataclass(frozen=True)
class Searcher:
    """What agent.py needs to search one game."""

    search: Any  # the compiled search
    think: Any
    weigh: Any
    numbers: dict[str, int]  # who may play beyond the tree: "random", the scripts, "scripted" for the first of them
    defaults: SearchDefaults
    kit: Callable[[NDArray[Any]], NDArray[Any]]  # the scratch memory of all scripts, made of the game's tables [1]


@cache
def searcher_of(name: str) -> Searcher:
    """Return the search of a game: with its scripts, as far as they are compiled ones of one kind."""
    class_of(name)  # loads its rules
    scripts = [script for script in scripts_of(name).values() if isinstance(script, Script)]
    base = LIBRARIES[scripts[0].library] if scripts else LIBRARIES[name]
    library = rules_of(f"{name}_search", base.name, "network", **RECORDS).library
    library.types |= {word: LIBRARIES[name].types[word] for word in ("Game", "Tables")}
    library.types["Scratch"] = base.types.get("Scratch") or library.types["Tables"]
    add_words(library)
    choose = dispatch(library, scripts)
    search, think, weigh = tree.bind(library, class_of(name).engine, choose)

    def kit(tables: NDArray[Any]) -> NDArray[Any]:
        return np.concatenate([script.scratch_for(tables) for script in scripts]) if scripts else tables.copy()

    numbers = {"random": RANDOM} | {script.name: number for number, script in enumerate(scripts, start=1)}
    numbers |= {"scripted": 1} if scripts else {}
    return Searcher(search, think, weigh, numbers, search_defaults_of(name), kit)
