"""What `import ow_env` offers by name, and that nothing is loaded before it is asked for."""

from __future__ import annotations

import subprocess
import sys

import pytest

import ow_env
from ow_env import registry


def test_importing_loads_no_game_and_no_compiler():
    code = "import sys, ow_env; sys.exit(any(name.startswith(('numba', 'ow_env.core')) for name in sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_every_name_is_there():
    from ow_env.core import Batch, Game

    assert (ow_env.Batch, ow_env.Game) == (Batch, Game)
    classes = {registry.class_of(name).__name__: registry.class_of(name) for name in registry.ROWS}
    assert {name: getattr(ow_env, name) for name in classes} == classes
    assert set(ow_env.__all__) <= set(dir(ow_env))
    with pytest.raises(AttributeError, match="module 'ow_env' has no attribute 'Bacth'"):
        ow_env.Bacth  # noqa: B018


@pytest.mark.uncompiled
def test_a_batch_takes_a_game_by_its_name():
    batch = ow_env.Batch("goofspiel", 3)
    assert (batch.game.name, batch.num_games) == ("goofspiel", 3)
    with pytest.raises(ValueError, match=r"there is no game 'gofspiel'.*goofspiel"):
        ow_env.Batch("gofspiel", 3)
