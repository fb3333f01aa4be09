"""Another distribution's `agents` or `training`, found first: said in words, before any of its code has run."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

import pytest

from ow_env.siblings import SIBLINGS, ForeignPackage, check, sibling

ROOT = Path(__file__).parents[1]
TRAP = 'raise SystemExit("code of the other distribution has run")\n'

MAKE = """
import gymnasium, ow_env
try:
    gymnasium.make("ow_env/Goofspiel-v0", opponent="agents:scripted").reset(seed=1)
except ImportError as error:
    print(type(error).__name__, error)
"""


def beside_a_foreign(package: str, folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a command where another distribution's package of this name is found first."""
    (folder / package).mkdir()
    (folder / package / "__init__.py").write_text(TRAP)
    info = folder / "some_sdk-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: some-sdk\nVersion: 1.0\n")
    (info / "top_level.txt").write_text(f"{package}\n")
    path = {"PYTHONPATH": f"{folder}:{ROOT}", "NUMBA_DISABLE_JIT": "1"}
    return subprocess.run(command, env=path, cwd=folder, capture_output=True, text=True)


@pytest.mark.parametrize("package", SIBLINGS)
def test_the_command_says_what_it_found(package, tmp_path):
    told = beside_a_foreign(package, tmp_path, sys.executable, "-m", "ow_env.cli", "agents")
    assert (told.returncode, told.stdout) == (2, "")
    assert told.stderr.startswith(
        f"ow: `{package}` is not the package that comes with ow_env, but the folder {tmp_path / package},"
        " of 'some-sdk'. Other distributions"
    )
    assert "virtual environment of its own" in told.stderr
    assert told.stderr.count("\n") == 1


def test_an_opponent_by_name_says_what_it_found(tmp_path):
    told = beside_a_foreign("agents", tmp_path, sys.executable, "-c", MAKE)
    assert told.stderr == ""
    assert told.stdout.startswith("ForeignPackage `agents` is not the package that comes with ow_env, but ")
    assert str(tmp_path / "agents") in told.stdout


def test_our_own_are_found():
    for package in SIBLINGS:
        check(package)
        assert sibling(package).__file__ == str(ROOT / package / "__init__.py")
    assert sibling("training.cli").__name__ == "training.cli"


@pytest.fixture
def nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Nothing of ours can be imported any more; return the one folder that is searched."""
    from importlib.machinery import PathFinder

    for package in SIBLINGS:
        monkeypatch.delitem(sys.modules, package, raising=False)
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    monkeypatch.setattr(sys, "meta_path", [PathFinder])
    return tmp_path


def test_a_file_or_a_bare_folder_of_that_name_is_told_from_a_package(nothing):
    (nothing / "agents").mkdir()
    with pytest.raises(ForeignPackage, match=f"but the folder {nothing / 'agents'}\\. Other"):
        check("agents")
    (nothing / "training.py").write_text("lessons = 3\n")
    with pytest.raises(ForeignPackage, match=f"but the file {nothing / 'training.py'}\\. Other"):
        check("training")


def test_a_package_that_is_missing_is_told(nothing, monkeypatch):
    with pytest.raises(ForeignPackage, match="there is no package `agents`, which comes with ow_env: install open-"):
        sibling("agents")
    monkeypatch.setitem(sys.modules, "agents", ModuleType("agents"))  # somebody's stand-in, without a spec
    with pytest.raises(ForeignPackage, match="no package `agents`"):
        check("agents")


def test_ours_are_known_whoever_loads_them(monkeypatch):
    """Pytest loads what comes with its plugins by a loader that does not tell the source."""
    spec = importlib.util.find_spec("agents")
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: ModuleSpec(name, object(), origin=spec.origin))
    check("agents")
