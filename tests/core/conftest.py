"""A tiny game on disk, whose rules the tests may edit, and ways to run code in fresh processes."""

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

STATE = '''
from __future__ import annotations
from typing import TypeAlias
import numpy as np
from ow_env.core.jit import Record, record, rules_of

GAME = record([("turn", np.int16), ("held", np.uint8, (3,))])
TABLES = record([("price", np.int16)])
Game: TypeAlias = Record
Tables: TypeAlias = Record
rule = rules_of("tiny", Game=GAME, Tables=TABLES)
'''

RULES = '''
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
'''


class Tiny:
    """The game's folder and a cache of its own."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.cache = root / "cache"  # begins with core alone, which every game needs
        core = LIBRARIES["core"]
        if not PURE:
            core.build()
            assert core.folder is not None
            shutil.copytree(core.folder, self.cache / core.folder.name)
            self.cache.chmod(0o700)
        self.package = root / "tiny"
        self.package.mkdir()
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
        return subprocess.Popen(
            [sys.executable, "-c", code],
            env=self.environment(**changes),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, code: str, **changes: str | None) -> str:
        process = self.start(code, **changes)
        out, err = process.communicate()
        assert process.returncode == 0, err
        return out.strip()

    def builds(self, module: str = "rules") -> list[Path]:
        return sorted(self.cache.glob(f"tiny-*/tiny.{module}-*"))


@pytest.fixture
def tiny(tmp_path: Path) -> Tiny:
    return Tiny(tmp_path)


@pytest.fixture
def fresh_process() -> Callable[..., str]:
    """Run code in a new process, with the machine code this one has."""

    def run(code: str, **environment: str) -> str:
        done = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    return run
