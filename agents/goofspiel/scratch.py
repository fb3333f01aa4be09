"""Script scratch: the working memory of the scripts of Goofspiel, which need none, and the decorator of their rules.

Below: the game's state.py. Above: matcher.py.
"""

from __future__ import annotations

import numpy as np

from agents.script import Scratch, Tables, add_constants, words
from ow_env.compiled.jit import record, rules_of
from ow_env.goofspiel.state import TABLES

SCRATCH = record([("unused", np.int8)])  # a record has at least one field

rule = rules_of("goofspiel_agents", "goofspiel", **words(TABLES, SCRATCH))
add_constants(rule.library)

__all__ = ["SCRATCH", "Scratch", "Tables", "rule"]
