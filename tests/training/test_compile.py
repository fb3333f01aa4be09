"""`ow compile`: every library there is, and what was missing."""

from __future__ import annotations

import pytest

from ow_env.core import cache
from ow_env.core.jit import LIBRARIES, PURE
from training.cli import main
from training.commands import build

WHOLE = ["core", "open_worlds", "open_worlds_agents", "open_worlds_decklab", "open_worlds_search"]
ALL = {*WHOLE, "goofspiel", "goofspiel_search"}


@pytest.mark.skipif(PURE, reason="nothing is compiled")
def test_every_library_is_built_and_said_to_be(monkeypatch, capsys):
    built = []
    monkeypatch.setattr("ow_env.core.jit.Library.build", lambda library: built.append(library.name))
    monkeypatch.setattr(build, "missing", lambda library: [] if library.name == "core" else ["a", "b"])
    assert main(["compile"]) == 0
    out = capsys.readouterr().out
    assert set(built) >= ALL - {"core"}
    assert "core" not in built
    for name in ALL:
        (line,) = [line for line in out.splitlines() if line.split()[0] == name]
        assert ("ready before" if name == "core" else "2 functions compiled") in line
    assert "all is ready" in out


@pytest.mark.skipif(PURE, reason="nothing is compiled")
def test_what_is_missing(monkeypatch):
    """Nothing once it is built; every function that is called by itself where the disk is empty and memory too."""
    library = LIBRARIES["core"]
    library.build()
    assert build.missing(library) == []
    names = {member.name for member in library.members if not member.inline}
    monkeypatch.setattr(cache, "built", lambda place: names)

    class Fresh:
        def __init__(self, member):
            self.name, self.inline, self.modules = member.name, member.inline, member.modules
            self.dispatcher = type("Uncompiled", (), {"overloads": {}})

    fresh = [Fresh(member) for member in library.members]
    monkeypatch.setattr(library, "members", fresh)
    assert build.missing(library) == []  # on disk
    monkeypatch.setattr(cache, "built", lambda place: set())
    assert set(build.missing(library)) == names


@pytest.mark.skipif(not PURE, reason="compiles")
def test_without_compiling_there_is_nothing_to_do(capsys):
    assert main(["compile"]) == 0
    assert "NUMBA_DISABLE_JIT" in capsys.readouterr().out
