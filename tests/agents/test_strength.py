"""Which script of a game is better than which: by less than docs/ states, so that chance and processors have room."""

from __future__ import annotations

from typing import Any

import pytest

import agents
from ow_env import registry
from tests.agents.positions import compiled
from training.measure.match import play_match

pytestmark = [pytest.mark.bounds, compiled]

SMALL = {"decks": ("Baker-Braugn EDV", "Ares Venture Trust")}
STRENGTH = [
    # game, its options, one, other, games, least score
    ("open_worlds", {}, "builder", "random", 60, 0.9),
    ("open_worlds", {}, "raider", "builder", 120, 0.75),
    ("open_worlds", {}, "expert", "builder", 120, 0.8),
    ("open_worlds", {}, "expert", "raider", 240, 0.55),
    ("open_worlds", SMALL, "raider", "builder", 120, 0.75),
    ("open_worlds", SMALL, "expert", "raider", 240, 0.55),
    ("star_realms", {}, "simple", "eager", 120, 0.85),
    ("star_realms", {}, "admiral", "eager", 120, 0.9),
    ("star_realms", {}, "admiral", "simple", 400, 0.7),
    ("these_new_worlds", {}, "governor", "planner", 1200, 0.57),
    ("these_new_worlds", {}, "planner", "greedy", 1200, 0.5),
    ("tradeworlds", {}, "economist", "random", 40, 0.85),
    ("tradeworlds", {"scenario": "Space Wars"}, "raider", "random", 40, 0.85),
]


@pytest.mark.parametrize(("game", "options", "one", "other", "games", "least"), STRENGTH)
def test_who_beats_whom(game: str, options: dict[str, Any], one: str, other: str, games: int, least: float) -> None:
    table = registry.make(game, **options)
    result = play_match(table, agents.make(one, table, 1), agents.make(other, table, 2), games, seed=7)
    assert result.score > least
