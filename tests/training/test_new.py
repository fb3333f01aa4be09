"""``ow new``: what it writes is a game that is whole; what it can't write it refuses."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import venv
from collections.abc import Callable
from pathlib import Path

import pytest

from training import scaffold
from training.checking import of_class, of_play
from training.cli import main
from training.scaffold.your_game.game import YourGame

ROOT = Path(__file__).parents[2]


@pytest.mark.uncompiled
def test_the_game_that_is_copied_is_whole() -> None:
    assert list(of_class("your_game", YourGame)) == []
    assert [str(each) for each in of_play(YourGame)] == []
    there = [path for path in scaffold.TEMPLATE.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    assert {path.relative_to(scaffold.TEMPLATE).as_posix() for path in there} == {*scaffold.OWN, *scaffold.WITHIN}


def test_it_imports_nothing_but_the_rules_door() -> None:
    text = (scaffold.TEMPLATE / "game.py").read_text("utf-8")
    assert set(re.findall(r"^(?:from|import) (\S+)", text, re.M)) == {"__future__", "ow_env.rules"}


def test_all_names_are_the_games_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "space_race", "--at", str(tmp_path / "there")]) == 0
    told = capsys.readouterr().out
    for command in ("pip install -e ", "ow check-game space_race", "ow watch", "ow play", "ow train --game space_race"):
        assert command in told
    files = {path.relative_to(tmp_path / "there").as_posix(): path for path in (tmp_path / "there").rglob("*.*")}
    assert set(files) == {place.format(name="space_race") for place in scaffold.OWN.values()}
    texts = "".join(path.read_text("utf-8") for path in files.values())
    assert not re.findall(r"your.game|scaffold", texts, re.I)
    for each in ("class SpaceRace(Game)", 'Facts("Space Race"', 'name = "space-race"', 'rules_of("space_race"'):
        assert each in texts, each


def test_in_the_repository_it_goes_into_its_folders(tmp_path: Path) -> None:
    (tmp_path / "tests" / "contract").mkdir(parents=True)
    (tmp_path / "pyproject.toml").touch()
    written = scaffold.write_within("space_race", tmp_path)
    assert [path.relative_to(tmp_path).as_posix() for path in written] == [
        "ow_env/space_race/__init__.py", "ow_env/space_race/game.py",
        "agents/space_race/__init__.py", "ow_env/space_race/data/primer.md",
        "tests/space_race/contract.py", "tests/space_race/test_space_race.py",
    ]  # fmt: skip
    texts = "".join(path.read_text("utf-8") for path in written)
    assert not re.findall(r"your.game|scaffold", texts, re.I)
    assert "from ow_env.space_race.game import REASONS, SpaceRace" in texts
    assert scaffold.row_of("space_race") == '"space_race": "ow_env.space_race.game:SpaceRace",'
    with pytest.raises(ValueError, match=r"--repository: .*ow_env/space_race/__init__\.py is there already"):
        scaffold.write_within("space_race", tmp_path)
    with pytest.raises(ValueError, match="is no clone of the repository"):
        scaffold.write_within("space_race", tmp_path / "tests")


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("Space", "NAME: expected small letters, digits and _, such as your_game, got 'Space'"),
        ("space-race", "NAME: expected small letters"),
        ("2fast", "NAME: expected small letters"),
        ("class", "NAME: expected small letters"),
        ("goofspiel", "NAME: there is a game called 'goofspiel' already"),
        ("json", "NAME: there is a Python module called 'json' already"),
        ("core", "NAME: there is a Python module called 'core' already"),
        ("space --at full", "full is there already and not empty: name another with --at FOLDER"),
        ("space --at full/file", "full/file is there already and not empty"),
        ("space --at new --repository", "--at: not with --repository"),
    ],
)
def test_what_it_refuses(
    typed: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").touch()
    assert main(["new", *typed.split()]) == 2
    assert why in capsys.readouterr().err
    assert [path.name for path in tmp_path.rglob("*")] == ["full", "file"]


# ── In an environment of its own ───────────────────────────────────────────────────────────────

Run = Callable[..., str]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run Python in a new virtual environment that has us, and what we need, and no index."""
    venv.create(tmp_path / "venv", with_pip=False, symlinks=True)
    (site,) = (tmp_path / "venv").glob("lib/python*/site-packages")
    others = [path for path in sys.path if path.endswith("site-packages")]
    (site / "others.pth").write_text("\n".join([str(ROOT), *others]), encoding="utf-8")
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}

    def run(*command: str, code: int = 0) -> str:
        done = subprocess.run(
            [str(tmp_path / "venv" / "bin" / "python"), *command],
            cwd=tmp_path, env=environment, text=True, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        assert done.returncode == code, done.stdout
        return done.stdout

    return run


@pytest.mark.slow
def test_it_is_installed_played_and_learned(run: Run, tmp_path: Path) -> None:
    ow = ("-m", "ow_env.cli")
    run(*ow, "new", "space_race")
    run("-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation", "./space_race")
    shutil.rmtree(tmp_path / "space_race" / "space_race")  # what is played is what was installed
    assert run(*ow, "check-game", "space_race").endswith("space_race: no problems found\n")
    assert "Player 1: lay" in run(*ow, "watch", "climber", "random", "--game", "space_race")
    learn = (
        "train",
        "--game",
        "space_race",
        "--decisions",
        "30000",
        "--games",
        "200",
        "--from-scratch",
        "--out",
        "run",
    )
    run(*ow, *learn)
    told = run(*ow, "match", "run/agent.safetensors", "random", "--game", "space_race", "--games", "400")
    assert float(re.findall(r"([\d.]+) % \[", told)[0]) > 60
    for tests in (("space_race/tests",), ("--pyargs", "ow_env.testing", "--game", "space_race")):
        assert "passed" in run("-m", "pytest", "-q", "-p", "no:cacheprovider", *tests)


@pytest.mark.slow
def test_in_the_repository_it_passes_what_every_game_has_to_pass(tmp_path: Path) -> None:
    for package in ("ow_env", "agents", "training", "tests"):
        ignored = shutil.ignore_patterns("__pycache__", "*.safetensors")
        shutil.copytree(ROOT / package, tmp_path / package, ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    scaffold.write_within("space_race", tmp_path)
    registry = tmp_path / "ow_env" / "registry.py"
    row = f"    {scaffold.row_of('space_race')}\n"
    registry.write_text(registry.read_text("utf-8").replace("}\nDEFAULT", f"{row}}}\nDEFAULT"), "utf-8")
    environment = os.environ | {"PYTHONPATH": str(tmp_path), "NUMBA_DISABLE_JIT": "1"}

    def run(*command: str) -> str:
        done = subprocess.run(
            [sys.executable, *command], cwd=tmp_path, env=environment, text=True, check=False,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout
        return done.stdout

    tests = ("ow_env/testing", "tests/space_race", "tests/contract/test_table.py")
    assert "passed" in run("-m", "pytest", "-q", "-p", "no:cacheprovider", *tests, "--game", "space_race")
    assert "0 broken" in run("-c", "from importlinter.cli import lint_imports_command as run; run(['--no-cache'])")
    made = "from ow_env import make, space_race_v0 as v0; v0.parallel_env().reset(seed=1); print(make('space_race'))"
    assert run("-c", made) == "SpaceRace(num_players=2)\n"
