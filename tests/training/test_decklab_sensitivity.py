"""Sensitivity: one figure is moved at a time, from end to end, in the same games."""

from __future__ import annotations

import pytest

from training.decklab.open_worlds import sensitivity
from training.decklab.open_worlds.parameters import applied, space_of
from training.decklab.open_worlds.sensitivity import measure_sensitivity
from training.decklab.open_worlds.setup import PAIRS, OpenWorldsSetup
from training.decklab.playing import play_matchups
from training.measure.store import Store

SETUP = OpenWorldsSetup()
STANDARD = SETUP.catalogue


def test_it_moves_one_figure_at_a_time_in_the_same_games(monkeypatch, tmp_path):
    few = space_of(STANDARD, ["City 10", "Titan"])
    few = few.__class__(few.every[:2], few.lower[:2], few.higher[:2])
    monkeypatch.setattr(sensitivity, "space_of", lambda catalogue, names: few)
    pair = [PAIRS[0]]
    with Store(tmp_path / "kept.sqlite") as store:
        played = []
        how = {"bouts": 16, "setup": SETUP, "store": store, "report": lambda *told: played.append(told)}
        found = measure_sensitivity(pair, "builder", **how)
        assert played[-1] == (2 * 16 * 4, 1.0)
        again = measure_sensitivity(pair, "builder", **how)
    assert again == found
    assert len(played) == 4  # nothing was played again
    for each in found.every:
        sides = [
            play_matchups([each.pairing], SETUP.with_catalogue(applied(STANDARD, {each.parameter: value})), bouts=16)[0]
            for value in (each.low, each.high)
        ]
        assert each.change.mean == pytest.approx((sides[1].values - sides[0].values)[:16].mean())
    assert abs(found.every[0].change.mean) >= abs(found.every[1].change.mean)
    told = found.text()
    assert "Smith-Boson F.E. against Empyrean Enterprises" in told
    assert len(found.rows()) == 2
    with pytest.raises(ValueError, match="bouts: expected a number from 2 up, got 1"):
        measure_sensitivity(pair, bouts=1, setup=SETUP)


def test_any_agent_may_play(monkeypatch):
    few = space_of(STANDARD, ["Titan"])
    few = few.__class__(few.every[:1], few.lower[:1], few.higher[:1])
    monkeypatch.setattr(sensitivity, "space_of", lambda catalogue, names: few)
    found = measure_sensitivity(PAIRS[:1], "scripted", bouts=2, setup=SETUP)
    assert [each.parameter.words for each in found.every] == ["Titan, weapon 1"]
