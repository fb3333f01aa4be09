"""Balance, and the search for figures: only what is ours moves, within its ranges, and it can be used."""

from __future__ import annotations

import json
import random
import tomllib

import pytest

from ow_env.open_worlds.cards import RECONSTRUCTED, load_catalogue
from ow_env.open_worlds.game import OpenWorlds
from training.cli import main
from training.decklab import balancing, duels
from training.decklab.balancing import (
    CALIBRATED,
    PAIRS,
    applied,
    as_card_file,
    balance,
    calibrate,
    is_fair,
    knobs,
    labels_of,
    levers,
    loss,
    near,
)
from training.decklab.duels import Duel, Setting
from training.decklab.field import Field
from training.decklab.showing import balance_rows, balance_text, lever_rows, levers_text
from training.store import Store

FIELD = Field()
STANDARD = FIELD.catalogue
EVERY = knobs(STANDARD)


@pytest.fixture
def small(monkeypatch):
    monkeypatch.setattr(duels, "BLOCK", 8)
    monkeypatch.setattr(balancing, "STEPS", 2)
    monkeypatch.setattr(balancing, "TRIAL", 8)


def scattered(seed):
    chance = random.Random(seed)
    figures = {}
    for _ in range(30):
        figures = near(figures, {}, EVERY, dict.fromkeys(EVERY, 0.0), chance)
    return figures


def test_only_reconstructed_figures_may_move():
    for each in EVERY:
        assert each.low <= each.standard <= each.high
        if each.section == "world":
            assert STANDARD.world(each.name).label == RECONSTRUCTED
        else:
            assert STANDARD.card(each.name).labels[each.field] == RECONSTRUCTED
    named = {(each.name, each.field) for each in EVERY}
    assert ("Titan", "weapons") in named
    assert ("Frigate", "weapons") not in named  # printed
    assert ("City 20", "income") not in named  # inferred
    assert ("Industry 8", "income") not in named
    assert ("Koti", "res") not in named


def test_a_set_of_figures_is_a_card_file(tmp_path):
    for seed in range(3):
        figures = scattered(seed)
        assert len(figures) > 15
        assert all(each.low <= value <= each.high != each.low for each, value in figures.items())
        path = tmp_path / f"{seed}.toml"
        path.write_text(as_card_file(STANDARD, figures, ["ours"]))
        own = load_catalogue(cards=path)
        assert own.rows().tobytes() == applied(STANDARD, figures).rows().tobytes() != STANDARD.rows().tobytes()
        assert own.world_rows().tobytes() == applied(STANDARD, figures).world_rows().tobytes()
        OpenWorlds(cards=path)
    assert applied(STANDARD, {}).rows().tobytes() == STANDARD.rows().tobytes()


def test_what_is_lean_is_followed():
    chance = random.Random(0)
    lean = {each: 1.0 if each.field == "defense" else -1.0 for each in EVERY}
    figures = {}
    for _ in range(20):
        figures = near(figures, {}, EVERY, lean, chance)
    ups = [value > each.standard for each, value in figures.items() if each.field == "defense"]
    downs = [value < each.standard for each, value in figures.items() if each.field != "defense"]
    assert sum(ups) > 0.8 * len(ups)
    assert sum(downs) > 0.8 * len(downs)


def played(ends, turns, first):
    state = Duel(Setting(*STANDARD.decks[:2]))
    games = 2 * len(ends)
    counts = {"turns": turns * games, "squares": turns**2 * games, "first": first, "seat": games // 2}
    state.add({"ends": [ends, ends], **counts})
    return state


def test_what_is_fair_and_how_far_it_is():
    even, uneven = "wl" * 100, "wwl" * 67
    fair = played(even, 8, 200)
    assert is_fair(fair)
    assert loss([fair], {}) == 0
    for worse in (played(uneven, 8, 201), played(even, 12, 200), played(even, 8, 260), played(even, 4, 200)):
        assert not is_fair(worse)
        assert loss([worse], {}) > 10
    moved = {EVERY[0]: EVERY[0].high}
    assert 0 < loss([fair], moved) < 0.2  # of two fair sets, the nearer


def test_balance_tells_seats_and_turns():
    both = balance(pilot="builder", bouts=64, table=FIELD)
    assert [state.setting.one.size for state in both] == [54, 40]
    for state in both:
        assert 0 < state.first_share.low < state.first_share.mean < state.first_share.high < 1
        assert state.length.low < state.turns / state.games < state.length.high
    assert both[0].length.mean > both[1].length.mean + 1
    labels = labels_of(STANDARD)
    assert set(labels) == {"printed", "inferred", "reconstructed"}
    assert sum(labels.values()) > 300


def test_a_search_is_the_same_when_it_is_taken_up_again(small, tmp_path):
    how = {"pilot": "builder", "bouts": 8, "table": FIELD, "seed": 3}
    whole = calibrate(generations=4, **how)
    with Store(tmp_path / "s.sqlite") as store:
        calibrate(generations=2, **how, store=store)
        again = calibrate(generations=4, **how, store=store)
    assert again.figures == whole.figures
    assert again.after[0].ends == whole.after[0].ends
    assert again.games == whole.games
    names = {name for deck in STANDARD.decks for name in deck.names}
    for each in whole.figures:
        assert each.section == "world" or each.name in names


def test_the_commands(small, tmp_path, capsys):
    common = ["--pilot", "builder", "--games", "32", "--store", str(tmp_path / "s.sqlite"), "--out", str(tmp_path)]
    assert main(["decks", "balance", *common]) == 0
    out = capsys.readouterr().out
    assert "130 printed" in out
    assert "Baker-Braugn EDV against Ares Venture Trust: " in out
    assert max(map(len, out.splitlines())) <= 100
    assert main(["decks", "calibrate", "--generations", "2", *common]) == 0
    assert "in games that nothing was chosen by" in capsys.readouterr().out
    path = tmp_path / "calibrated.toml"
    tomllib.loads(path.read_text())
    assert main(["cards", "check", str(path)]) == 0
    assert main(["decks", "balance", "--cards", str(path), *common]) == 0


def test_the_calibrated_card_file_keeps_to_the_ranges():
    """What the lab found and ships: nothing printed or inferred is touched, and everything is in range."""
    own = load_catalogue(cards=CALIBRATED)
    spans = {(each.name, each.field, each.place): each for each in EVERY}
    figures = {}
    for each in EVERY:
        entry = own.world(each.name) if each.section == "world" else own.card(each.name)
        value = getattr(entry, balancing.ATTRIBUTES.get(each.field, each.field))
        value = value[each.place] if isinstance(value, tuple) else value
        assert each.low <= value <= each.high
        if value != each.standard:
            figures[spans[each.name, each.field, each.place]] = value
    assert len(figures) > 10
    assert applied(STANDARD, figures).rows().tobytes() == own.rows().tobytes()
    assert applied(STANDARD, figures).world_rows().tobytes() == own.world_rows().tobytes()


def test_what_was_not_counted_is_called_so_and_is_no_number():
    state = Duel(Setting(*STANDARD.decks[:2], pilot="search:20", other_pilot="search:20"))
    state.add({"ends": ["wl" * 50, "wl" * 50]})
    told = balance_text([state], STANDARD)
    assert told.count("not counted") == 3
    assert "nan" not in told
    row = balance_rows([state])[0]
    json.dumps(row, allow_nan=False)
    assert row["first"] is None
    assert row["turns low"] is None
    assert is_fair(state)


def test_levers_move_one_figure_at_a_time_in_the_same_games(monkeypatch, tmp_path):
    chosen = [each for each in EVERY if each.name in ("Shipyard 8", "Titan")][:2]
    monkeypatch.setattr(balancing, "knobs", lambda catalogue, names: chosen)
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
            balance(pair, "builder", bouts=16, table=FIELD.with_catalogue(applied(STANDARD, {lever.knob: value})))[0]
            for value in (lever.knob.low, lever.knob.high)
        ]
        assert lever.change.mean == pytest.approx(sides[1].plain.mean - sides[0].plain.mean)
    assert abs(found[0].change.mean) >= abs(found[1].change.mean)
    told = levers_text(found)
    assert "Smith-Boson F.E. against Empyrean Enterprises" in told
    assert len(lever_rows(found)) == 2
    with pytest.raises(ValueError, match="bouts: expected a number from 2 up, got 1"):
        levers(pair, bouts=1, table=FIELD)
    with pytest.raises(ValueError, match="pilot: moving figures takes one of"):
        levers(pair, "learned", table=FIELD)
