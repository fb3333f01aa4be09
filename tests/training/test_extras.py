"""What is not installed is named, with the extra that has it: each command that needs something beyond the core."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TRAIN = ("torch", "stable_baselines3", "sb3_contrib", "scipy", "tensorboard", "matplotlib")
LEARNED = ROOT / "agents" / "open_worlds" / "shipped" / "learned-54.safetensors"

OW = """
import sys
if __name__ == "__main__":  # not in a worker process that imports this file again
    for name in sys.argv.pop(1).split(","):
        sys.modules[name] = None
    from ow_env.cli import main
    sys.exit(main())
"""


def ow(typed: str, without: tuple[str, ...], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run ``ow`` uncompiled in a process in which these packages can't be imported."""
    (folder / "ow.py").write_text(OW, encoding="utf-8")
    return subprocess.run(
        [sys.executable, "ow.py", ",".join(without), *typed.split()],
        cwd=folder,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )


LACKS = [  # what is not there, what is typed, which extra has it
    (("safetensors",), "match learned random --games 2", "agents"),
    (("safetensors",), "watch learned-40", "agents"),
    (("safetensors",), f"agents card {LEARNED}", "agents"),
    (("safetensors",), "ladder learned random --games 64", "agents"),
    (TRAIN, "train --minutes 0.01", "train"),
    (TRAIN, "exploit random --minutes 0.01", "train"),
    (TRAIN, "exact goofspiel-2", "train"),
    (("ray",), "ladder random scripted --game goofspiel --games 100 --ray", "ray"),
    (("pyarrow",), "dataset random --game goofspiel --out games", "data"),
    (("starlette",), "play --no-browser", "play"),
    (("uvicorn",), "play --no-browser", "play"),
    (("websockets",), "play --no-browser", "play"),
]


@pytest.mark.parametrize(("without", "typed", "extra"), LACKS, ids=[f"{row[1].split()[0]}-{row[2]}" for row in LACKS])
def test_a_command_names_the_extra_it_needs(without, typed, extra, tmp_path):
    told = ow(typed, without, tmp_path)
    assert told.returncode == 2
    assert told.stderr.startswith("ow: ")
    assert f"pip install 'open-worlds-env[{extra}]'" in told.stderr
    assert told.stderr.count("\n") == 1


def test_a_ladder_without_matplotlib_says_what_it_left_out(tmp_path):
    told = ow("ladder random scripted --game goofspiel --games 100 --processes 1", TRAIN, tmp_path)
    assert told.returncode == 0, told.stderr
    assert "no plots: matplotlib is not installed (pip install 'open-worlds-env[train]')" in told.stdout


@pytest.mark.slow
def test_learned_agents_play_without_torch(tmp_path):
    told = ow("match learned random --games 2", (*TRAIN, "PIL", "ray"), tmp_path)
    assert told.returncode == 0, told.stderr
    assert "learned against random: " in told.stdout
