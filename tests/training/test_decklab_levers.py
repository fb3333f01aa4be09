"""Levers: one figure is moved at a time, from end to end, in the same games."""

from __future__ import annotations

import pytest

from training.decklab import moving
from training.decklab.balancing import PAIRS
from training.decklab.duels import play_duels
from training.decklab.field import Field
from training.decklab.figures import applied, space_of
from training.decklab.moving import levers
from training.decklab.showing import lever_rows, levers_text
from training.measure.store import Store

FIELD = Field()
STANDARD = FIELD.catalogue


def test_levers_move_one_figure_at_a_time_in_the_same_games(monkeypatch, tmp_path):
    few = space_of(STANDARD, ["City 10", "Titan"])
    few = few.__class__(few.every[:2], few.lower[:2], few.higher[:2])
    monkeypatch.setattr(moving, "space_of", lambda catalogue, names: few)
    pair = [PAIRS[0]]
    with Store(tmp_path / "kept.sqlite") as store:
        played = []
        found = levers(pair, "builder", bouts=16, table=FIELD, store=store, report=lambda *told: played.append(told))
        assert played[-1] == (2 * 16 * 4, 1.0)
        again = levers(pair, "builder", bouts=16, table=FIELD, store=store, report=lambda *told: played.append(told))
    assert again == found
    assert len(played) == 4  # nothing was played again
    for lever in found:
        sides = [
            play_duels([lever.pair], FIELD.with_catalogue(applied(STANDARD, {lever.knob: value})), bouts=16)[0]
            for value in (lever.low, lever.high)
        ]
        assert lever.change.mean == pytest.approx((sides[1].values - sides[0].values)[:16].mean())
    assert abs(found[0].change.mean) >= abs(found[1].change.mean)
    told = levers_text(found)
    assert "Smith-Boson F.E. against Empyrean Enterprises" in told
    assert len(lever_rows(found)) == 2
    with pytest.raises(ValueError, match="bouts: expected a number from 2 up, got 1"):
        levers(pair, bouts=1, table=FIELD)


def test_any_agent_may_play(monkeypatch):
    few = space_of(STANDARD, ["Titan"])
    few = few.__class__(few.every[:1], few.lower[:1], few.higher[:1])
    monkeypatch.setattr(moving, "space_of", lambda catalogue, names: few)
    found = levers(PAIRS[:1], "scripted", bouts=2, table=FIELD)
    assert [lever.knob.words for lever in found] == ["Titan, weapon 1"]
