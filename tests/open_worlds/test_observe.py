"""What an observation says of the Worlds is what the rules say of them."""

from __future__ import annotations

import numpy as np
import pytest
from random_games import TABLES, positions, table

from ow_env.open_worlds.rules import worlds


@pytest.mark.parametrize("name", TABLES)
def test_figures_of_worlds_are_those_of_the_rules(name):
    game = table(name)
    tables = game.tables[0]
    at = {feature.name: slice(feature.start, feature.stop) for feature in game.features}
    unlike = {"room": set(), "capacity": set(), "habitable": set(), "hostile": set()}
    for step, batch in enumerate(positions(game, 2, seed=31)):
        if step % 5:
            continue
        for row in range(2):
            g = batch.states[row]
            seats, rows = range(game.num_players), range(int(g["num_worlds"]))
            told = {
                "room": [
                    max(0, worlds.h2o(g, tables, w) - worlds.count_facilities(g, tables, w)) for w in rows
                ],
                "habitable": [worlds.is_habitable(g, tables, w) for w in rows],
                "hostile": [worlds.is_hostile(g, tables, w) for w in rows],
            }
            for seat in seats:
                others = [(seat + after) % game.num_players for after in seats]
                told["capacity"] = [worlds.capacity_at(g, tables, p, w) for p in others for w in rows]
                for slice_name, figures in told.items():
                    seen = batch.observation[row, seat, at[slice_name]]
                    assert seen.tolist() == [int(figure) for figure in figures], slice_name
                    unlike[slice_name] |= set(seen.tolist())
    assert len(unlike["capacity"]) > 3
    assert len(unlike["room"]) > 3
    assert all(unlike[what] == {0, 1} for what in ("habitable", "hostile"))


@pytest.mark.parametrize("name", TABLES)
def test_who_is_asked_sees_the_same_when_only_they_are_shown_anything(name):
    from ow_env.core import Batch

    game = table(name)
    whole = Batch(game, 6, seed=8, autoreset=True)
    sparing = Batch(game, 6, seed=8, autoreset=True, observe="asked")
    rng = np.random.default_rng(0)
    out_of_date = 0
    for _ in range(150):
        actions = np.where(whole.action_mask, rng.random(whole.action_mask.shape), -1.0).argmax(axis=2)
        whole.step(actions)
        sparing.step(actions)
        for array in ("to_act", "action_mask", "reward", "terminated", "truncated"):
            assert (getattr(whole, array) == getattr(sparing, array)).all(), array
        asked = whole.to_act
        assert (whole.observation[asked] == sparing.observation[asked]).all()
        out_of_date += (whole.observation[~asked] != sparing.observation[~asked]).any(axis=1).sum()
    assert out_of_date > 0, "nothing is saved"
