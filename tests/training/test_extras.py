"""What is not installed is named, with the extra that has it: each command that needs something beyond the core."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TRAIN = ("torch", "stable_baselines3", "sb3_contrib", "scipy", "tensorboard", "matplotlib")
LEARNED = ROOT / "agents" / "open_worlds" / "shipped" / "learned-54.safetensors"
LACKS = [  # what is not there, what is typed, which extra has it
    (("safetensors",), "match learned random --games 2", "agents"),
    (("safetensors",), "watch learned-40", "agents"),
    (("safetensors",), f"agents card {LEARNED}", "agents"),
    (("safetensors",), "ladder learned random --games 64", "agents"),
    (TRAIN, "train --minutes 0.01", "train"),
    (TRAIN, "exploit random --minutes 0.01", "train"),
    (TRAIN, "exact goofspiel-2", "train"),
    (("ray",), "ladder random scripted --game goofspiel --games 100 --ray", "ray"),
    (("openai",), "match llm:any random --game goofspiel --games 2", "llm"),
    (("pyarrow",), "dataset random --game goofspiel --out games", "data"),
    (("starlette",), "play --no-browser", "play"),
    (("uvicorn",), "play --no-browser", "play"),
    (("websockets",), "play --no-browser", "play"),
]
OW = """
import contextlib, io, json, sys
if __name__ == "__main__":  # not in a worker process that imports this file again
    from ow_env.cli import main
    for without, typed in json.loads(sys.argv[1]):
        sys.modules.update(dict.fromkeys(without))
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            sys.argv[1:] = typed.split()
            ended = main()
        print(json.dumps([ended, out.getvalue(), err.getvalue()]))
        for name in without:
            del sys.modules[name]
"""


def told(folder: Path, *rows: tuple[tuple[str, ...], str]) -> list[tuple[int, str, str]]:
    """Type commands one after the other in a process in which packages can't be imported: how each ends, what it says.

    What is missing is imported by nobody, so that the next command may lack something else.
    """
    (folder / "ow.py").write_text(OW, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "ow.py", json.dumps(rows)], cwd=folder, capture_output=True, text=True, check=True,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    return [tuple(json.loads(line)) for line in done.stdout.splitlines()]


def test_a_command_names_the_extra_it_needs(tmp_path):
    ended = told(tmp_path, *(row[:2] for row in LACKS))
    for (_, typed, extra), (code, _, err) in zip(LACKS, ended, strict=True):
        assert code == 2, typed
        assert err.startswith("ow: "), typed
        assert f"pip install 'open-worlds-env[{extra}]'" in err, typed
        assert err.count("\n") == 1, typed


@pytest.mark.slow
def test_what_needs_no_torch_goes_without(tmp_path):
    """A ladder says which plots it left out, and learned agents play."""
    [ladder] = told(tmp_path, (TRAIN, "ladder random scripted --game goofspiel --games 100 --processes 1"))
    assert ladder[0] == 0
    assert "no plots: matplotlib is not installed (pip install 'open-worlds-env[train]')" in ladder[1]
    [match] = told(tmp_path, ((*TRAIN, "PIL", "ray"), "match learned random --games 2"))
    assert match[0] == 0
    assert "learned against random: " in match[1]
