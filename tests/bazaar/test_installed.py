"""`pytest --pyargs ow_env.testing --game NAME` from any folder, where another distribution brings the game."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ow_env.compiled.jit import PURE
from tests.bazaar.installing import INSTALLED

ROOT = Path(__file__).parents[2]


def asked(folder: Path, name: str) -> subprocess.CompletedProcess[str]:
    """Run the tests of a game of this name in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (INSTALLED, ROOT)))}
    command = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--pyargs", "ow_env.testing")
    return subprocess.run(
        [*command, "--game", name], env=environment, cwd=folder, capture_output=True, text=True, check=False
    )


@pytest.mark.slow
@pytest.mark.bounds
@pytest.mark.skipif(PURE, reason="uncompiled it takes minutes")
def test_it_passes_what_every_game_has_to_pass(tmp_path: Path) -> None:
    done = asked(tmp_path, "bazaar")
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"[1-9]\d passed", done.stdout)
    assert "warning" not in done.stdout, "its marks are known where no pyproject.toml says them"


def test_a_name_that_no_game_has_is_refused_in_a_sentence(tmp_path: Path) -> None:
    done = asked(tmp_path, "bazar")
    assert (done.returncode, done.stdout) == (pytest.ExitCode.USAGE_ERROR, "")
    assert done.stderr.strip() == "ERROR: --game: there is no game 'bazar'; nearest: 'bazaar'"
