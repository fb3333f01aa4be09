"""A tiny game on disk, whose rules the tests may edit, and code that plays it in processes of its own."""

from __future__ import annotations

import json
import os
import pkgutil
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

import ow_env.core
from ow_env.compiled.jit import PURE
from ow_env.core.rng import core_rule

ROOT = Path(__file__).parents[2]

# Every process here knows the whole of core's library, whatever was imported before: its files are the same in all.
CORE = [f"ow_env.core.{module.name}" for module in pkgutil.iter_modules(ow_env.core.__path__)]
for name in CORE:
    import_module(name)

STATE = """
from __future__ import annotations
from typing import TypeAlias
import numpy as np
from ow_env.compiled.jit import Record, record, rules_of

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
from ow_env.compiled.jit import LIBRARIES
members = LIBRARIES["tiny"].members
print(*(len(member.dispatcher.signatures) for member in members))
"""
MISSES = """
from ow_env.compiled.jit import LIBRARIES
members = LIBRARIES["tiny"].members
print(*(member.name for member in members if member.dispatcher.stats.cache_misses))
"""
BUILT = "tiny.rules.add tiny.rules.total"  # all that is compiled: bonus is pasted in


def compiled(test: Callable[..., None]) -> Callable[..., None]:
    """Mark a test that compiles, most of them in new processes."""
    return pytest.mark.skipif(PURE, reason="nothing is compiled")(test)


def compiled_slow(test: Callable[..., None]) -> Callable[..., None]:
    """Mark one of many such tests."""
    return pytest.mark.slow(compiled(test))


# Sources are edited within a second, and a .pyc of before would be taken for theirs.
NO_BYTECODE = {"PYTHONDONTWRITEBYTECODE": "1"}

# A process that has imported Numba and compiled something, and has called none of our code. It forks a child for each
# line it reads: what to run, where, in which environment. It answers with the child's exit status.
SERVER = f"""
import gc, json, os, sys, tempfile, traceback
import numba, numpy
import {", ".join(CORE)}
numba.njit("int64(int64)")(lambda x: x)
gc.freeze()
for line in sys.stdin:
    code, folder, path, environment, out, err = json.loads(line)
    child = os.fork()
    if child == 0:
        break
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
else:
    sys.exit()
for target, name in ((0, os.devnull), (1, out), (2, err)):
    os.dup2(os.open(name, os.O_RDWR | os.O_CREAT), target)
os.chdir(folder)
os.environ.clear()
os.environ.update(environment)
sys.path[:0] = [path]
tempfile.tempdir = None
status = 1
try:
    exec(compile(code, "<test>", "exec"), {{"__name__": "__main__", "__package__": None}})
    status = 0
except Exception:
    traceback.print_exc()
sys.stdout.flush()
sys.stderr.flush()
os._exit(status)  # to take the whole process down would take half a second
"""
AT_IMPORT = ("PYTHONPATH", "NUMBA_", "OW_ENV_BOUNDSCHECK")  # what is read before a child could change it


@cache
def server() -> subprocess.Popen[str]:
    """Return the process that forks; it ends with this one, when its input does."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("NUMBA_", "OW_ENV_"))} | NO_BYTECODE
    return subprocess.Popen(
        [sys.executable, "-c", SERVER],
        env={**environment, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


class Tiny:
    """The game's folder, and a cache of its own or another's."""

    def __init__(self, root: Path, cache: Path | None = None) -> None:
        self.root = root
        self.started: list[subprocess.Popen[str]] = []
        self.told = ""  # what the last process wrote to stderr
        self.cache = cache or root / "cache"  # begins with core alone, which every game needs
        core = core_rule.library
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
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("NUMBA_", "OW_ENV_"))} | NO_BYTECODE
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
        """Run code in a new process, or in a child forked from one that has imported Numba; return what it prints."""
        if hasattr(os, "fork") and not any(name.startswith(AT_IMPORT) for name in changes):
            status, out, self.told = self.fork(code, self.environment(**changes))
        else:
            process = self.start(code, **changes)
            out, self.told = process.communicate()
            status = process.returncode
        assert status == 0, self.told
        return out.strip()

    def fork(self, code: str, environment: dict[str, str]) -> tuple[int, str, str]:
        """Return a child's exit status and what it wrote."""
        files = [self.root / name for name in ("stdout", "stderr")]
        forking = server()
        assert forking.stdin is not None
        assert forking.stdout is not None
        asked = (code, str(self.root), str(self.root), environment, *map(str, files))
        forking.stdin.write(json.dumps(asked) + "\n")
        forking.stdin.flush()
        status = int(forking.stdout.readline())
        out, err = (file.read_text() for file in files)
        for file in files:
            file.unlink()
        return status, out, err

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
