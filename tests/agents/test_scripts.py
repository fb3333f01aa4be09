"""What the scripts choose in positions where a player sees at once what they should."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any

import numpy as np
import pytest

import agents
from agents.base import observe
from agents.open_worlds.decode import find_nonzero
from agents.open_worlds.scratch import SCRATCH
from ow_env.core.game import Game
from ow_env.goofspiel.game import Goofspiel
from ow_env.open_worlds.game import OpenWorlds
from training.measure.match import play_match

WORLDS = ("Koti", "Phoebe K2", "Graense", "Vita Ptal", "Maail")  # RES 3, 5, 2, 4, 4


@cache
def open_worlds() -> OpenWorlds:
    return OpenWorlds(worlds=WORLDS)


def choice(game: Game, position: dict[str, Any]) -> str:
    """The name of what player_0's script does in a position."""
    states = game.from_position(position)
    view = game.show(states)
    seen = observe(view.observation[:, 0], view.action_mask[:, 0], np.arange(1))
    action = agents.make("scripted", game).act(seen)[0]
    return game.action_name(states, 0, int(action))


def at(step: str, you: dict[str, Any], foe: dict[str, Any] | None = None) -> dict[str, Any]:
    """A position at the beginning of a Step of turn 3."""
    return {
        "game": "open_worlds",
        "format": 1,
        "turn": 3,
        "step": step,
        "worlds": list(WORLDS),
        "players": [you, foe or {}],
    }


BASES = {"Koti": ["Exploit"], "Vita Ptal": ["City 20"]}
FULL = {"Koti": ["Outpost"] * 3}
STAGING = [
    # what it shows                       hand                      in play      choice
    ("an Industry where RES is highest", ["Industry 6", "Outpost"], BASES,       "stage Industry 6 @ Vita Ptal"),
    ("nothing whose REQ is not met",     ["Industry 6"],            {},          "pass"),
    ("a City where people can live",     ["City 20"],               {},          "stage City 20 @ Graense"),
    ("no Exploit on a Hostile World",    ["Exploit"],               {},          "stage Exploit @ Koti"),
    ("first what Industries build on",   ["Exploit", "Industry 6"], {},          "stage Exploit @ Vita Ptal"),
    ("where there is room, not a Swap",  ["Shipyard 8"],            FULL,        "stage Shipyard 8 @ Vita Ptal"),
    ("no Ship, no Ground Force",         ["Striker", "Troops 10"],  {},          "pass"),
]  # fmt: skip


@pytest.mark.pure
@pytest.mark.parametrize(("shows", "hand", "units", "expected"), STAGING, ids=[r[0] for r in STAGING])
def test_the_builder_stages(shows: str, hand: list[str], units: dict[str, list[str]], expected: str) -> None:
    position = at("stage", {"hand": hand, "units": units}, {"hand": ["Outpost"]})
    assert choice(open_worlds(), position) == expected


SWAPS = [
    # Outposts at Koti (H2O 3), choice
    (3, "swap Outpost"),  # no room: one makes place
    (1, "pass"),  # there is room: both stay
]


@pytest.mark.pure
@pytest.mark.parametrize(("outposts", "expected"), SWAPS)
def test_the_builder_swaps_only_where_there_is_no_room(outposts: int, expected: str) -> None:
    you = {"units": {"Koti": ["Outpost"] * outposts}, "staged": {"Koti": ["Shipyard 8"]}}
    game = OpenWorlds(worlds=["Koti"])  # a row of one, so that nobody is asked which comes next
    assert choice(game, at("resolve", you) | {"worlds": ["Koti"]}) == expected


TRASHING = [
    # hand, choice
    (["Outpost"] * 6 + ["Striker", "Titan", "Lancer", "Scout"], "discard Scout"),  # full: make room
    (["Outpost"] * 3 + ["Striker"],                             "pass"),  # it draws all it is due
]  # fmt: skip


@pytest.mark.pure
@pytest.mark.parametrize(("hand", "expected"), TRASHING)
def test_the_builder_throws_away_only_to_draw(hand: list[str], expected: str) -> None:
    deck = ["Exploit"] * 9
    position = at("trash", {"hand": hand, "income": 5, "deck": deck}, {"hand": ["Outpost"], "deck": deck})
    assert choice(open_worlds(), position) == expected


@pytest.mark.parametrize(
    "make_game",
    [Goofspiel, partial(Goofspiel, num_players=3), open_worlds],
    ids=["goofspiel", "goofspiel for three", "open worlds"],
)
def test_scripts_beat_random(make_game: Callable[[], Game]) -> None:
    game = make_game()
    random = agents.make("random", game, seed=1)
    result = play_match(game, agents.make("scripted", game), random, games=96, seed=5)
    assert result.score > 0.85


@pytest.mark.parametrize("players", [3, 4])
def test_the_builder_plays_with_more_than_two(players: int) -> None:
    game = OpenWorlds(num_players=players)
    random = agents.make("random", game, seed=1)
    result = play_match(game, agents.make("scripted", game), random, games=24, seed=5)
    assert result.score > 0.7


@pytest.mark.pure
def test_what_is_not_zero_is_found() -> None:
    """In any slice, wherever it begins and stops, of a row of any length."""
    scratch = np.zeros(1, SCRATCH)
    rng = np.random.default_rng(3)
    for size in (*range(1, 20), 930):
        row = (rng.random(size) < rng.random()).astype(np.uint8) * rng.integers(1, 256, size, np.uint8)
        for begin, stop in np.sort(rng.integers(0, size + 1, (12, 2)), axis=1):
            count = find_nonzero(scratch[0], row, begin, stop)
            assert list(scratch[0]["nonzero_places"][:count]) == list(begin + np.flatnonzero(row[begin:stop]))
