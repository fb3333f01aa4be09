"""`ow compile`: every library there is, and what was missing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ow_env.compiled import cache
from ow_env.compiled.jit import LIBRARIES, Library
from training.cli import main

ROOT = Path(__file__).parents[2]
WHOLE = ["core", "open_worlds", "open_worlds_agents", "open_worlds_decklab", "open_worlds_search"]
REALMS = ["star_realms", "star_realms_agents", "star_realms_decklab", "star_realms_search"]
ALL = {*WHOLE, *REALMS, "goofspiel", "goofspiel_search", "network", "selfplay", "selfplay_advantage"}


def test_every_library_is_built_and_said_to_be(monkeypatch, capsys):
    built = []
    monkeypatch.setattr(Library, "build", lambda library: built.append(library.name))
    monkeypatch.setattr(Library, "missing", lambda library: {} if library.name == "core" else {"a": "", "b": ""})
    assert main(["compile"]) == 0
    out = capsys.readouterr().out
    assert set(built) >= ALL - {"core"}
    assert "core" not in built
    for name in ALL:
        (line,) = [line for line in out.splitlines() if line.split()[0] == name]
        assert ("up to date" if name == "core" else "2 functions compiled") in line
    assert "everything is compiled" in out
    assert str(cache.root()) in out


def test_the_libraries_asked_for_are_built_with_what_they_build_on_and_no_others(monkeypatch):
    built = []
    monkeypatch.setattr(Library, "build", lambda library: built.append(library.name))
    monkeypatch.setattr(Library, "missing", lambda library: {"a": ""})
    assert main(["compile", "open_worlds_agents"]) == 0
    assert built == ["core", "open_worlds", "open_worlds_agents"]


def test_what_is_missing(tmp_path, monkeypatch):
    """Nothing once it is built; every function that is called by itself where the disk is empty and memory too."""
    library = LIBRARIES["core"]
    library.build()
    assert library.missing() == {}

    class Fresh:
        def __init__(self, member):
            self.name, self.inline, self.modules = member.name, member.inline, member.modules
            self.dispatcher = type("Uncompiled", (), {"overloads": {}, "py_func": member.dispatcher.py_func})
            self.number, self.key = member.number, member.key

    fresh = [Fresh(member) for member in library.members]
    monkeypatch.setattr(library, "members", fresh)
    assert library.missing() == {}  # on disk
    monkeypatch.setattr(cache, "folders", lambda: cache.Folders((tmp_path,), tmp_path, {}))
    monkeypatch.setattr(cache, "claim", lambda places: None)
    assert library.missing() == {member.name: "missing" for member in fresh if not member.inline}


PLAY_EVERYTHING = """
from ow_env.compiled.jit import LIBRARIES
from training.cli import main
from training.commands.compile import define_everything

define_everything()
defined = {library: len(LIBRARIES[library].members) for library in LIBRARIES}
for agents in ("matcher search:2", "learned random"):
    assert main(["match", *agents.split(), "--game", "goofspiel", "--games", "2"]) == 0
assert {library: len(LIBRARIES[library].members) for library in LIBRARIES} == defined
"""


@pytest.mark.slow
def test_nothing_is_left_to_compile_when_a_game_is_played():
    subprocess.run([sys.executable, "-c", PLAY_EVERYTHING], env={**os.environ, "PYTHONPATH": str(ROOT)}, check=True)


def test_clean_takes_no_name(capsys):
    assert main(["compile", "--clean", "goofspiel"]) == 2
    assert "expected no LIBRARY, got 'goofspiel'" in capsys.readouterr().err


def test_clean_empties_the_cache(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(cache, "root", lambda: tmp_path)
    for name in ("one", "other"):
        build = tmp_path / "game-0123456789abcdef" / f"{name}-0123456789abcdef"
        build.mkdir(parents=True)
        (build / "buy.code").write_bytes(bytes(2**20))
    assert main(["compile", "--clean"]) == 0
    assert not list(cache.builds(tmp_path))
    assert capsys.readouterr().out == f"removed 2 builds, 2.0 MiB, from {tmp_path}\n"


COMMANDS = ("--help", "agents", "cards", "rules", "decks list", "agents --help", "match --help")


@pytest.mark.slow
def test_what_only_lists_compiles_nothing(tmp_path):
    """Each in one process, one after the other: none makes even the folder that code would be kept in."""
    code = (
        "import sys\nfrom training.cli import main\n"
        f"for command in {COMMANDS!r}:\n"
        "    assert main(command.split()) == 0, command\n"
        "from ow_env.compiled.jit import LIBRARIES\n"
        "print([m.name for library in LIBRARIES.values() for m in library.members if m.dispatcher.overloads])"
    )
    environment = {**os.environ, "OW_ENV_CACHE": str(tmp_path / "cache"), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "[]"
    assert done.stderr == ""
    assert not (tmp_path / "cache").exists()


@pytest.mark.uncompiled
def test_without_compiling_there_is_nothing_to_do(capsys):
    assert main(["compile"]) == 0
    assert "NUMBA_DISABLE_JIT" in capsys.readouterr().out
