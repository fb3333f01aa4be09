"""A tiny game on disk, whose rules the tests may edit, and code that plays it in processes of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ow_env.core.jit import LIBRARIES, PURE

ROOT = Path(__file__).parents[2]

STATE = """
from __future__ import annotations
from typing import TypeAlias
import numpy as np
from ow_env.core.jit import Record, record, rules_of

GAME = record([("turn", np.int16), ("held", np.uint8, (3,))])
TABLES = record([("price", np.int16)])
Game: TypeAlias = Record
Tables: TypeAlias = Record
rule = rules_of("tiny", Game=GAME, Tables=TABLES)
"""

RULES = """
from __future__ import annotations
from .state import GAME, Game, Tables, rule

BONUS = 5

@rule
def add(g: Game, n: int) -> int:
    g.turn += n
    return int(g.turn)

@rule(inline=True)
def bonus(g: Game, t: Tables) -> int:
    return BONUS * int(t.price)

@rule
def total(g: Game, t: Tables) -> int:
    return add(g, 1) + bonus(g, t)
"""


PLAY = """
import numpy as np
from tiny.rules import GAME, add, bonus, total
from tiny.state import TABLES
g, t = np.zeros(1, GAME), np.ones(1, TABLES)
print(total(g[0], t[0]))
"""
REPORT = """
from ow_env.core.jit import LIBRARIES
members = LIBRARIES["tiny"].members
print(*(len(member.dispatcher.signatures) for member in members))
"""
MISSES = """
from ow_env.core.jit import LIBRARIES
members = LIBRARIES["tiny"].members
print(*(member.name for member in members if member.dispatcher.stats.cache_misses))
"""


def compiled(test: Callable[..., None]) -> Callable[..., None]:
    """Mark a test that compiles, most of them in new processes."""
    return pytest.mark.slow(pytest.mark.skipif(PURE, reason="nothing is compiled")(test))


class Tiny:
    """The game's folder, and a cache of its own or another's."""

    def __init__(self, root: Path, cache: Path | None = None) -> None:
        self.root = root
        self.started: list[subprocess.Popen[str]] = []
        self.told = ""  # what the last process wrote to stderr
        self.cache = cache or root / "cache"  # begins with core alone, which every game needs
        core = LIBRARIES["core"]
        if not PURE and not cache:
            core.build()
            assert core.folder is not None
            for place in core.places():
                shutil.copytree(place, self.cache / core.folder.name / place.name)
            self.cache.chmod(0o700)
            (self.cache / core.folder.name).chmod(0o700)
        self.package = root / "tiny"
        self.package.mkdir(parents=True)
        (self.package / "__init__.py").touch()
        (self.package / "state.py").write_text(STATE)
        (self.package / "rules.py").write_text(RULES)

    def edit(self, file: str, old: str, new: str) -> None:
        path = self.package / file
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))

    def environment(self, **changes: str | None) -> dict[str, str]:
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("NUMBA_", "OW_ENV_"))}
        wanted = {"OW_ENV_CACHE": str(self.cache), "PYTHONPATH": f"{ROOT}:{self.root}", **changes}
        return {k: v for k, v in {**kept, **wanted}.items() if v is not None}

    def start(self, code: str, **changes: str | None) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-c", code],
            cwd=self.root,
            env=self.environment(**changes),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.started.append(process)
        return process

    def end(self) -> None:
        """End every process that a failed test has left."""
        for process in self.started:
            process.kill()
            for pipe in (process.stdin, process.stdout, process.stderr):
                if pipe is not None:
                    pipe.close()
            process.wait()

    def run(self, code: str, **changes: str | None) -> str:
        process = self.start(code, **changes)
        out, self.told = process.communicate()
        assert process.returncode == 0, self.told
        return out.strip()

    def copies(self, count: int) -> list[Tiny]:
        """Return so many installations of the game, in folders of their own, that share this cache."""
        copies = [Tiny(self.root / f"copy {number}", self.cache) for number in range(count)]
        for copy in copies:
            copy.started = self.started
        return copies

    def files(self) -> list[Path]:
        """Return every file of machine code, core's too."""
        return sorted(self.cache.glob("*-*/*-*/*.code"))

    def builds(self, module: str = "rules") -> list[Path]:
        return sorted(self.cache.glob(f"tiny-*/tiny.{module}-*"))
