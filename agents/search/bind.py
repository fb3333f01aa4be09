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
from agents.search import halving, ismcts, mind, network, rollout, search
from agents.search.records import RANDOM, RECORDS, add_words
from ow_env.core.jit import LIBRARIES, rules_of
from ow_env.registry import class_of

OF_MIND = (
    mind.add_times_template, mind.dot_template, mind.read_row_template, mind.think_template, mind.weigh_template,
)  # fmt: skip
TEMPLATES = (  # what is called stands above its callers
    *network.TEMPLATES, *rollout.TEMPLATES, *ismcts.TEMPLATES, *halving.TEMPLATES, *search.TEMPLATES,
)  # fmt: skip
APART = ("simulate", "search")  # called in several places; from Python


@dataclass(frozen=True)
class Searcher:
    """What agent.py needs to search one game."""

    search: Any  # the compiled search
    think: Any
    weigh: Any
    numbers: dict[str, int]  # policies: "random", the scripts, "scripted" for the first of them
    defaults: SearchDefaults
    scratches: Callable[[NDArray[Any]], NDArray[Any]]  # what all scripts work in, made of the game's constants [1]


@cache
def searcher_of(name: str) -> Searcher:
    """Return the search of a game: with its scripts, as far as they are compiled ones of one kind."""
    engine = class_of(name).engine  # loads its rules
    scripts = [script for script in scripts_of(name).values() if isinstance(script, Script)]
    base = LIBRARIES[scripts[0].library] if scripts else LIBRARIES[name]
    library = rules_of(f"{name}_search", base.name, "search", **RECORDS).library
    library.types |= {word: LIBRARIES[name].types[word] for word in ("Game", "Tables")}
    library.types["Scratch"] = base.types.get("Scratch") or library.types["Tables"]
    add_words(library)
    of_mind = library.bind_all(OF_MIND, {})
    scope = {"rules": engine, "choose": dispatch(library, scripts), **of_mind}
    bound = library.bind_all(TEMPLATES, scope, apart=APART)

    def scratches(tables: NDArray[Any]) -> NDArray[Any]:
        return np.concatenate([script.scratch_for(tables) for script in scripts]) if scripts else tables.copy()

    numbers = {"random": RANDOM} | {script.name: number for number, script in enumerate(scripts, start=1)}
    numbers |= {"scripted": 1} if scripts else {}
    return Searcher(
        bound["search"], of_mind["think"], of_mind["weigh"], numbers, search_defaults_of(name), scratches
    )
