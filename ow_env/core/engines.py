"""Completes a game's engine: missing rules are derived from others (defaults.py) or reported.

Below: kernels.py, which says what an engine is; defaults.py. Above: game.py.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from ow_env.compiled.jit import Library
from ow_env.compiled.refused import UnfitRules
from ow_env.core import defaults
from ow_env.core.declared import hidden_fields

WRITTEN = {  # by every game: what to write
    "begin": "def begin(g: State, t: Tables, rng: Rng) -> None: deal, and go on to the first decision",
    "waits_for": "def waits_for(g: State, player: int) -> bool: does this seat choose now?",
    "why_not": "def why_not(g: State, t: Tables, player: int, action: int) -> int: 0, or the number of a reason",
    "apply": "def apply(g: State, t: Tables, rng: Rng, actions: Actions) -> None: play what was chosen",
    "write_observation": "def write_observation(g: State, t: Tables, player: int, observation: Observation) -> None",
    "outcome": "def outcome(g: State, player: int) -> float: from -1 to 1 at the end, 0 before it",
}
HIDE = "def hide(g: State, t: Tables, player: int, rng: Rng) -> None: resample what this seat can't know"
TURN = "def turn(g: State) -> int: which turn or round it is, never falling; or a field `turn` of the record"
ENDING = "def ending(g: State) -> int: 1 at the end, else 0; or a field `num_players` of the record"


def missing(engine: ModuleType, record: np.dtype[Any]) -> dict[str, str]:
    """Return the rules that an engine has to write and does not, and what to write."""
    fields = record.names or ()
    needed = dict(WRITTEN)
    hidden = [path for path, _ in hidden_fields(record)]
    if hidden:
        needed["hide"] = f"{HIDE}: {', '.join(hidden)}"
    needed |= {} if "turn" in fields else {"turn": TURN}
    needed |= {} if "num_players" in fields else {"ending": ENDING}
    return {name: line for name, line in needed.items() if not hasattr(engine, name)}


def completed(engine: ModuleType, library: Library, record: np.dtype[Any]) -> ModuleType:
    """Return an engine that has all rules: this one, if it does.

    Raises:
        UnfitRules: what no default can stand for is missing. All of it is named, with the line to write.
    """
    lines = missing(engine, record)
    if lines:
        raise UnfitRules(f"{engine.__name__} lacks rules of {library.name}:", tuple(lines.values()))
    templates = [getattr(defaults, name) for name in ("write_mask", "ending", "turn", "potential", "hide", "used")]
    absent = [template for template in templates if not hasattr(engine, template.__name__)]
    if not absent:
        return engine
    whole = ModuleType(engine.__name__, engine.__doc__)
    whole.__dict__.update({name: value for name, value in vars(engine).items() if not name.startswith("__")})
    known = {"why_not": engine.why_not, "waits_for": engine.waits_for, "size": record.itemsize}
    for template in absent:
        scope = {name: value for name, value in known.items() if name in template.__code__.co_names}
        setattr(whole, template.__name__, library.bind(template, **scope))
    return whole
