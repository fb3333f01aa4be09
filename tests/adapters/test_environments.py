"""`from ow_env import <name>_v0` for games of other distributions, too: the module is made when it is asked for."""

from __future__ import annotations

import importlib
import sys

import pytest

from ow_env.adapters.gymnasium import OneSeatEnv
from tests.bazaar.installing import installed


def test_a_game_of_another_distribution_has_its_module_of_environments(monkeypatch: pytest.MonkeyPatch) -> None:
    with installed():
        made = importlib.import_module("ow_env.bazaar_v0")
        monkeypatch.delitem(sys.modules, "ow_env.bazaar_v0")  # nobody else finds it afterwards
        env = made.parallel_env(num_players=3, rounds=2)
        observations, _ = env.reset(seed=4)
        assert list(observations) == ["player_0", "player_1", "player_2"]
        assert env.metadata["name"] == "bazaar_v0"
        assert isinstance(made.single_env(rounds=2), OneSeatEnv)
        assert made.__doc__.startswith("Bazaar for PettingZoo")


@pytest.mark.parametrize("name", ["chess_v0", "goofspiel_v1", "v0"])
def test_there_is_no_module_for_what_is_no_game(name: str) -> None:
    with pytest.raises(ModuleNotFoundError, match=f"No module named 'ow_env.{name}'"):
        importlib.import_module(f"ow_env.{name}")
