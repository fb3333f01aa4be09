"""Agents of one's own by `python:MODULE:NAME`."""

from __future__ import annotations

from pathlib import Path

import pytest

import agents
from ow_env.goofspiel.game import Goofspiel
from training.measure.match import play_match

LOWEST = """
import numpy as np

class Lowest:
    name, version, parameters = "lowest", 1, {}

    def __init__(self, game, seed):
        self.game = game

    def act(self, observation):
        return observation.mask.argmax(axis=1).astype(np.int32)

def nothing(game, seed):
    return object()

number = 3
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A module of the current folder, in which it is looked for."""
    (tmp_path / "some_agents.py").write_text(LOWEST, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))  # taken back after the test
    return "some_agents"


def test_it_plays(module: str) -> None:
    game = Goofspiel()
    agent = agents.make(f"python:{module}:Lowest", game, seed=1)
    assert agent.name == "lowest"
    assert play_match(game, agent, agents.make("matcher", game), games=20).score < 0.5


def test_what_is_no_agent_is_refused(module: str) -> None:
    game = Goofspiel()
    for spec, why in (
        ("python:nowhere:Lowest", "there is no module 'nowhere'"),
        (f"python:{module}:Lovest", f"{module} has no class or function 'Lovest'; nearest: 'Lowest'"),
        (f"python:{module}:number", "has no class or function 'number'"),
        (f"python:{module}:nothing", r"it lacks act, name, version, parameters"),
        (f"python:{module}", "expected python:MODULE:NAME"),
        ("python:", "expected python:MODULE:NAME"),
    ):
        with pytest.raises(ValueError, match=why):
            agents.make(spec, game)


def test_a_module_that_lacks_another_says_so(module: str, tmp_path: Path) -> None:
    (tmp_path / "lacking_agents.py").write_text("import nowhere_at_all\n", "utf-8")
    with pytest.raises(ModuleNotFoundError, match="nowhere_at_all"):
        agents.make("python:lacking_agents:Lowest", Goofspiel())
