"""Where the contract of a game is found, and what a game is asked that has none (ow_env/testing/contract.py)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ow_env import registry
from ow_env.testing import contract, playthroughs

pytestmark = pytest.mark.bounds


@pytest.mark.parametrize("name", registry.ROWS)
def test_a_game_without_a_contract_is_asked_in_every_configuration(name: str) -> None:
    """Each number of players that stands by itself, each word that an option may be."""
    found = contract.plain(name)
    usual, *others = found.games
    assert usual.options == registry.make(name).options
    assert all(game.options != usual.options for game in others)
    assert {game.options["ask"] for game in found.games} == {"needed", "public"}
    least, most = usual.facts.players
    assert {game.num_players for game in found.games} <= set(range(least, most + 1))
    assert found.make(**found.configurations[-1]) is found.games[-1]
    assert not found.reveals


@pytest.mark.slow
@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in registry.ROWS])
def test_what_a_game_hides_is_told_by_its_positions(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As its own contract says it."""
    said = contract.contracts()[name]
    monkeypatch.setattr(playthroughs, "contracts", lambda: {name: replace(said, hides=None)})
    assert playthroughs.hidden.__wrapped__(name).from_some == said.hides


def test_a_contract_beside_the_class_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "elsewhere").mkdir()
    for file in ("__init__", "contract", "game"):
        (tmp_path / "elsewhere" / f"{file}.py").touch()
    (tmp_path / "alone.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    rows = registry.ROWS | {"bazaar": "elsewhere.game:Other", "alone": "alone:Alone"}
    monkeypatch.setattr(registry, "rows", lambda: rows)
    found = contract.modules()
    assert found["bazaar"] == "elsewhere.contract"
    assert "alone" not in found
    assert {found[name] for name in registry.ROWS} == {f"tests.{name}.contract" for name in registry.ROWS}
