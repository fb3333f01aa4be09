"""A hash of a game's rules, by which results, records and ladders are stored.

Below: jit.py, sources.py. Above: records/, training, which name by it what they store.
"""

from __future__ import annotations

import hashlib
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy.typing as npt

from ow_env.compiled.jit import CORE, SHARED
from ow_env.compiled.sources import sources

SAME_RULES = "same_rules.txt"
DECIDE_NO_GAME = ("ow_env.compiled", f"{CORE}.structure", f"{CORE}.text")  # compiling, showing


@cache
def rules_hash(engine: str) -> str:
    """Return what tells the rules of an engine from any others: the same on every machine.

    It is a hash of the sources (`source_hash`); and where these are known to play the same game as earlier ones of the
    same version, the hash of the first of those, so that results outlive a file that is moved or reads better.
    """
    now = source_hash(engine)
    first: dict[str, str] = {}  # of each version
    for version, known in same_rules(engine):
        first.setdefault(version, known)
        if known == now:
            return first[version]
    return now


def source_hash(engine: str) -> str:
    """Return a hash of the sources that decide how a game goes.

    How rules are compiled and kept, and how text is shown, decides no game (tests hold that compiled and uncompiled
    games are equal): results outlive a change of those files.
    """
    key = hashlib.sha256()
    packages = (*SHARED, engine.rpartition(".")[0])
    found = sources((f"{CORE}.kernels", engine), packages)
    for module in sorted(name for name in found if not name.startswith(DECIDE_NO_GAME)):
        path = found[module]
        key.update(f"{module}\n".encode() + path.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return key.hexdigest()[:16]


def same_rules(engine: str) -> list[tuple[str, str]]:
    """Return, for sources of this game that were found to play the same, the version of the game and their hash.

    A line each in the game's ``same_rules.txt``; `make same-rules` adds today's, after golden games, oracle and tests.
    """
    path = Path(import_module(engine).__file__ or "").with_name(SAME_RULES)
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [(version, known) for version, _, known in (line.partition(" ") for line in lines)]


def tables_hash(tables: npt.NDArray[Any]) -> str:
    """Return a hash of the constants that rules read: other cards, another hash."""
    return hashlib.sha256(tables.tobytes()).hexdigest()[:16]
