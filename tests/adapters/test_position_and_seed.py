"""What a position leaves to chance before its next decision is drawn by the environment's seed, in every form."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ow_env.adapters.gymnasium import OneSeatEnv, OneSeatVectorEnv
from ow_env.adapters.pettingzoo import GameAECEnv, GameParallelEnv
from ow_env.core.batch import any_allowed
from ow_env.core.records import read_records, replay
from tests.tables import game_of

POSITIONS: dict[str, dict[str, Any]] = {  # in each something is drawn before anybody has a choice
    "star_realms": {
        "explorers": 0,
        "players": [{"deck": ["5x Scout", "Viper", "Ram", "Cutter"]}, {"deck": ["5x Scout", "Trade Bot", "Corvette"]}],
    },
    "these_new_worlds": {
        "round": 3, "contested": "Loam", "costs": {"red": 2, "yellow": 5, "green": 3, "blue": 1}, "top": "Spot Trade",
        "collective": ["Azimuth", "Vermeil"],
        "players": [
            {"planets": ["Concord"], "played": ["Border Militia", "Tax Season", "Privateers", "Escort Wing",
             "Arsenal Convoy", "Courier Service", "Assembly of Worlds", "Open Archives"]},
            {"planets": ["Aurelia"], "played": ["Bumper Harvest", "Freight Charter", "Garrison Levy",
             "Provincial Decree", "Spot Trade", "Frontier Market", "Breakthrough", "Peer Review"]},
        ],
    },
    "tradeworlds": {
        "players": [{"deck": ["3x Crew 1", "3x Crew 2", "3x Crew 3", "2x Starship 1"]}, {"hand": ["Crew 1"]}],
        "decision": {"type": "buy", "role": "Trader"},
    },
    "expansive_universe": {"round": 2, "players": [{}, {"gold": 5}]},
    "open_worlds": {
        "step": "draw", "turn": 2, "worlds": ["Koti", "Vita Ptal", "Maail", "Aldra", "Calyx"],
        "players": [{"deck": ["City 10", "City 12", "Outpost", "Exploit", "Titan", "Asteroid Strike"]}] * 2,
    },
}  # fmt: skip
SEEDS = range(6)


def through(form: str, game: Any, seed: int, position: dict[str, Any]) -> str:
    """Return the position that an environment of this form goes on from."""
    options = {"position": position}
    env: Any
    if form == "gymnasium":
        env = OneSeatEnv(game, seat=first_asked(game, position))
        env.reset(seed=seed, options=options)
        return json.dumps(env.position())
    if form == "vector":
        env = OneSeatVectorEnv(game, 2, seat=first_asked(game, position))
        env.reset(seed=[seed, seed + 1], options=options)
        return json.dumps(game.position(env.games.batch.states[:1]))
    env = GameAECEnv(game) if form.startswith("aec") else GameParallelEnv(game)
    if form.endswith("reset"):
        env.reset(seed=seed, options=options)
    else:
        env.reset(seed=seed)
        env.set_position(position)
    return json.dumps(env.position())


def first_asked(game: Any, position: dict[str, Any]) -> int:
    """Return a seat that is asked first."""
    return int(game.show(game.from_position(position)).to_act[0].argmax())


@pytest.mark.parametrize("name", POSITIONS)
def test_what_a_position_leaves_to_chance_follows_the_seed(name: str) -> None:
    game, position = game_of(name), POSITIONS[name]
    forms = ("parallel reset", "parallel", "aec reset", "aec", "gymnasium", "vector")
    found = {form: [through(form, game, seed, position) for seed in SEEDS] for form in forms}
    for form in forms:
        assert len(set(found[form])) > 1, f"{form}: the same for every seed"
        assert found[form] == found["parallel reset"], form


@pytest.mark.parametrize("name", POSITIONS)
def test_a_record_that_begins_there_plays_again(name: str, tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    env = GameParallelEnv(game_of(name), record=path)
    env.reset(seed=5, options={"position": POSITIONS[name]})
    rng = np.random.default_rng(1)
    for _ in range(20):
        if env.agents:
            env.step(dict(zip(env.agents, any_allowed(env._batch, rng)[0].tolist(), strict=True)))
    env.close()
    for record in read_records(path):
        assert len(list(replay(record, game_of(name)))) > 2
