"""How a program is asked for: the command, and how long it may take.

Below: core/settings.py. Above: process.py, agent.py.

    program:./bot                                 a program that can be executed
    program:python3 bot.py --depth 3              with arguments, quoted as in a shell
    program:./bot,move=1s,game=60s,start=5s       with time limits: 500ms, 1s, 2m
    program:"./my bot" --cards "Scout,Viper"      a comma or a blank within an argument stands in quotes
"""

from __future__ import annotations

import hashlib
import re
import shlex
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, fields
from os.path import isfile  # who takes words of any length, and those with a zero in them
from pathlib import Path
from typing import Any

from ow_env.core.settings import checked, setting
from ow_env.core.text import listed, nearest

NAME = "program"
LONGEST = 86_400.0  # seconds: a day
PART = re.compile(r"""(?:[^,"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*')+""")  # of a spec: up to a comma outside quotes
TIME = re.compile(r"([0-9]+(?:\.[0-9]+)?)(ms|s|m|)")
UNITS = {"ms": 0.001, "s": 1.0, "": 1.0, "m": 60.0}  # in seconds


@dataclass(frozen=True)
class Limits:
    """How long a program may take, in seconds."""

    move: float = setting(10.0, "for a decision", above=0, high=LONGEST)
    game: float = setting(600.0, "for all its decisions in a game", above=0, high=LONGEST)
    start: float = setting(30.0, "until it has said hello", above=0, high=LONGEST)


@dataclass(frozen=True)
class Spec:
    """What a name asks for."""

    name: str  # all of it
    command: tuple[str, ...]
    limits: Limits

    def files(self) -> Mapping[str, str]:
        """Return a hash of each word of the command that is a file, so that versions of a program can be told apart."""
        files = [word for word in self.command if isfile(word)]
        return {word: hashlib.sha256(Path(word).read_bytes()).hexdigest()[:16] for word in files}


def read_spec(name: str) -> Spec:
    """Return what a name asks for.

    Raises:
        ValueError: what is wrong with it and what would be right; or there is no such program.
    """
    _, _, rest = name.partition(":")
    parts = PART.findall(rest)
    if ",".join(parts) != rest:
        raise ValueError(f"{name}: expected a command and settings with commas between them, each quote closed")
    try:
        command = tuple(shlex.split(parts[0])) if parts else ()
    except ValueError as error:
        raise ValueError(f"{name}: its quotes can't be read as a shell's: {error}") from None
    if not command:
        raise ValueError(f"{name}: expected a command, as in program:./bot or program:'python3 bot.py'")
    known = [field.name for field in fields(Limits)]
    given: dict[str, Any] = {}
    for part in parts[1:]:
        key, _, text = part.partition("=")
        if key not in known:
            raise ValueError(
                f"{name}: there is no setting {key!r}{nearest(key, known)}; known: {listed(known)}. A comma that is"
                " part of the command stands in quotes"
            )
        if key in given:
            raise ValueError(f"{name}: {key} is given twice")
        given[key] = seconds(text, f"{name}: {key}")
        try:
            checked(Limits, key, given[key])
        except ValueError as error:
            raise ValueError(f"{name}: {error}") from None
    if shutil.which(command[0]) is None:
        there = isfile(command[0])
        hint = f"is not executable; make it so (chmod +x), or name what runs it: program:python3 {command[0]}"
        raise ValueError(f"{name}: {command[0]} {hint if there else 'is no program that can be found from here'}")
    return Spec(name, command, Limits(**given))


def seconds(text: str, what: str) -> float:
    """Return the time that a text stands for, in seconds; refuse any other in the name of ``what``."""
    found = TIME.fullmatch(text)
    if found is None:
        raise ValueError(f"{what}: expected a time such as 500ms, 10s or 2m, got {text!r}")
    return float(found[1]) * UNITS[found[2]]
