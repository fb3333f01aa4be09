"""The search of each game, compiled when first used. Below: search.py and the game's scripts. Above: agent.py."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.games import SearchDefaults, scripts_of, search_defaults_of
from agents.script import Script, dispatch
from agents.search import halving, ismcts, network, rollout, search, views
from agents.search.records import RANDOM, RECORDS, add_words
from ow_env.compiled.jit import LIBRARIES, rules_of
from ow_env.registry import class_of

TEMPLATES = (  # what is called stands above its callers
    *views.TEMPLATES, *network.TEMPLATES, *rollout.TEMPLATES, *ismcts.TEMPLATES, *halving.TEMPLATES,
    *search.TEMPLATES,
)  # fmt: skip


@dataclass(frozen=True)
class Searcher:
    """What agent.py needs to search one game."""

    search: Any  # the compiled search
    combine: Any  # likewise: what two trees of one decision come to
    numbers: dict[str, int]  # policies: "random", the scripts, "scripted" for the first of them
    defaults: SearchDefaults
    scratches: Callable[[NDArray[Any]], NDArray[Any]]  # what all scripts work in, made of the game's constants [1]


@cache
def searcher_of(name: str) -> Searcher:
    """Return the search of a game: with its scripts, as far as they are compiled ones of one kind."""
    engine = class_of(name).engine  # loads its rules
    scripts = [script for script in scripts_of(name).values() if isinstance(script, Script)]
    base = LIBRARIES[scripts[0].library] if scripts else LIBRARIES[name]
    library = rules_of(f"{name}_search", base.name, "search", "network", **RECORDS).library
    library.types |= {word: LIBRARIES[name].types[word] for word in ("Game", "Tables")}
    library.types["Scratch"] = base.types.get("Scratch") or library.types["Tables"]
    add_words(library)
    bound = library.bind_all(TEMPLATES, {"rules": engine, "choose": dispatch(library, scripts)})

    def scratches(tables: NDArray[Any]) -> NDArray[Any]:
        return np.concatenate([script.scratch_for(tables) for script in scripts]) if scripts else tables.copy()

    numbers = {"random": RANDOM} | {script.name: number for number, script in enumerate(scripts, start=1)}
    numbers |= {"scripted": 1} if scripts else {}
    return Searcher(bound["search"], bound["combine"], numbers, search_defaults_of(name), scratches)
