"""The same games compiled and as plain Python: every byte of every position agrees."""

from __future__ import annotations

import os
import subprocess
import sys
import zlib

import numpy as np
import pytest

from ow_env.compiled.jit import PURE
from ow_env.core import Batch
from ow_env.testing.contract import Contract, contracts, each_game
from ow_env.testing.courses import Chooser
from ow_env.testing.playthroughs import beginning, checksum

LONG = 30  # decisions


def course_of(contract: Contract) -> int:
    """Return a checksum of what two games of each configuration go through."""
    found = 0
    for number, game in enumerate(contract.games):
        batch = Batch(game, 2, seed=number)
        batch.set_states(beginning(contract, game, number, 2))
        chooser = Chooser(game, {}, number, 2)
        for _ in range(LONG):
            found = zlib.crc32(np.int64(checksum(batch, rows=True)).tobytes(), found)
            batch.step(chooser(batch))
    return found


@each_game()
@pytest.mark.slow
@pytest.mark.skipif(PURE, reason="compares compiled with uncompiled")
def test_compiled_and_uncompiled_games_agree_in_every_byte(contract: Contract) -> None:
    found = subprocess.run(
        [sys.executable, "-m", "ow_env.testing.test_parity", contract.name],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    assert int(found.stdout) == course_of(contract)


if __name__ == "__main__":
    print(course_of(contracts()[sys.argv[1]]))
