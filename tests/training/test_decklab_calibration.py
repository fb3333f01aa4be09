"""The search for figures: what it makes of measurements, where it goes, and that it is the same when taken up again."""

from __future__ import annotations

import json
import math
import random
import tomllib

import numpy as np
import pytest

from training.cli import main
from training.decklab import setup as general_setup
from training.decklab.balance import Balance
from training.decklab.open_worlds import calibration
from training.decklab.open_worlds import setup as lab_setup
from training.decklab.open_worlds.calibration import (
    Measured,
    Surface,
    Target,
    around,
    calibrate,
    nearest,
    regress,
    surfaces_of,
    targets_of,
    tell,
)
from training.decklab.open_worlds.parameters import space_of
from training.decklab.open_worlds.setup import PAIRS, OpenWorldsSetup
from training.decklab.setup import Pairing
from training.measure.store import Store

SETUP = OpenWorldsSetup()
STANDARD = SETUP.catalogue
DECKS = [[SETUP.side(name) for name in pair] for pair in PAIRS]
SPACE = space_of(STANDARD, sorted({name for pair in DECKS for deck in pair for name in deck.names}))
K = len(SPACE.every)


@pytest.fixture
def small(monkeypatch):
    monkeypatch.setattr(lab_setup, "BLOCK", 8)
    monkeypatch.setattr(general_setup, "BLOCK", 1)
    monkeypatch.setattr(calibration, "SETS", 4)
    monkeypatch.setattr(calibration, "SCRIPTED", calibration.Effort(4, 1))
    monkeypatch.setattr(calibration, "OTHER", calibration.Effort(2, 2))


def pairings_for(*agents):
    return tuple(Pairing(*pair, agent, agent, 1, fixed=True) for agent in agents for pair in DECKS)


# ── What measurements say ────────────────────────────────────────────────────────────────────


def test_regression_is_the_posterior_of_a_gaussian_process():
    """The same posterior and evidence by way of the covariance of the data, which is another formula."""
    rng = np.random.default_rng(1)
    design = np.hstack([np.ones((30, 1)), rng.normal(size=(30, 5))])
    noise = rng.uniform(0.5, 2.0, 30)
    prior = rng.normal(size=6)
    root = rng.normal(size=(6, 6))
    cov = root @ root.T + np.eye(6)
    means = rng.normal(size=30)
    data = design @ cov @ design.T + np.diag(noise)
    missed = means - design @ prior
    mean, after, evidence = regress(design, means, noise, prior, cov)
    assert mean == pytest.approx(prior + cov @ design.T @ np.linalg.solve(data, missed))
    assert after == pytest.approx(cov - cov @ design.T @ np.linalg.solve(data, design @ cov))
    whole = -0.5 * (missed @ np.linalg.solve(data, missed) + np.linalg.slogdet(data)[1])
    assert evidence == pytest.approx(whole + 0.5 * np.log(noise).sum())  # but for what is the same for all priors


def linear(pairings, sets, level, slopes, noise, seed=1):
    """Return sets of figures with made-up shares: a level and slopes for each setting, and noise."""
    rng = np.random.default_rng(seed)
    measured = []
    for values in sets:
        shift = (values - SPACE.standard) / SPACE.reach
        told = []
        for place in range(len(pairings)):
            share = level[place] + float(shift @ slopes[place]) + noise * rng.normal()
            told.append({"share": [share, noise**2], "first": [0.5, 1e-4], "turns": [8.0, 1e-2]})
        measured.append(Measured(values, told))
    return measured


def many_sets(count, seed=1):
    found = []
    while len(found) < count:
        found += around(SPACE, SPACE.standard, random.Random(f"{seed}/{len(found)}"))
    return found[:count]


def test_a_slow_agent_learns_from_the_one_before():
    """With a dozen sets of its own it could know nothing of a hundred slopes."""
    pairings = pairings_for("expert", "search:20")
    rng = np.random.default_rng(3)
    slopes = np.tile(0.01 * rng.normal(size=(2, K)), (2, 1))
    measured = linear(pairings, many_sets(480), [0.7, 0.45, 0.8, 0.6], slopes, 0.02)
    measured = [
        each if place < 12 else Measured(each.values, [*each.told[:2], None, None])
        for place, each in enumerate(measured)
    ]
    targets = [target for target in targets_of(pairings, ()) if target.word == "share"]
    found = surfaces_of(SPACE, SPACE.standard, measured, pairings, targets, 2)
    assert np.corrcoef(found[2].mean[1:], found[0].mean[1:])[0, 1] > 0.95
    assert abs(found[2].level - 0.8) < 4 * found[2].error
    for target, surface in zip(targets[:2], found[:2], strict=True):
        names = {*pairings[target.pairing].one.names, *pairings[target.pairing].other.names}
        matters = np.array([each.section == "world" or each.name in names for each in SPACE.every])
        assert (surface.mean[1:][~matters] == 0).all()  # a card that is in neither deck moves nothing
        assert np.corrcoef(surface.mean[1:][matters], slopes[target.pairing][matters])[0, 1] > 0.7
        assert abs(surface.level - [0.7, 0.45][target.pairing]) < 4 * surface.error < 0.05
    alone = surfaces_of(SPACE, SPACE.standard, [Measured(each.values, each.told[2:]) for each in measured[:12]],
                        pairings[2:], targets[:2], 2)  # fmt: skip
    assert np.corrcoef(alone[0].mean[1:], found[0].mean[1:])[0, 1] < 0.7


SPREAD = {"turns": 1030, "first": 24, "seat": 24}  # four bouts


def test_what_a_block_says():
    pairing = pairings_for("expert")[0]
    told = tell(pairing, {"ends": ["wwlt", "wlxl"], "turns": 64, "first": 3, "seat": 4, "spread": SPREAD})
    assert told["share"][0] == pytest.approx((1 + 0.5 + 0.25 + 0.25) / 4)
    assert told["first"][0] == pytest.approx((3 + 1) / 8)
    assert told["turns"][0] == 8
    assert all(variance > 0 for _, variance in told.values())
    assert tell(pairing, {"ends": ["w"] * 2, "turns": 9, "first": 1, "seat": 1, "spread": SPREAD})["share"][1] > 0.1


# ── Where it goes ────────────────────────────────────────────────────────────────────────────


def flat(level, slopes, error=0.0):
    cov = np.zeros((1 + K, 1 + K))
    cov[0, 0] = error**2
    return Surface(np.concatenate([[level], slopes]), cov)


def test_the_nearest_even_set_is_taken_by_few_shifts_that_matter():
    slopes = np.zeros(K)
    slopes[[3, 8, 20]] = 0.05, -0.05, 0.01
    target = Target(0, "share", 0.5, 0.5, 0.003, 0.008, 0.0)
    best = nearest(SPACE, SPACE.standard, [target], [flat(0.56, slopes)])
    shift = (best - SPACE.standard) / SPACE.reach
    assert set(np.flatnonzero(shift)) <= {3, 8, 20}
    assert shift[3] < 0 < shift[8]
    assert abs(0.56 + shift @ slopes - 0.5) < 0.01
    assert (nearest(SPACE, SPACE.standard, [target], [flat(0.5, slopes)]) == SPACE.standard).all()
    back = nearest(SPACE, best, [target], [flat(0.5 + shift @ slopes, slopes)])  # it was not needed: back it goes
    assert (back == SPACE.standard).all()


def test_who_teaches_is_not_pleased():
    slopes = np.zeros(K)
    slopes[3] = 0.05
    pairings = pairings_for("expert", "learned")
    targets = targets_of(pairings, ["learned"])
    surfaces = [flat({"share": 0.5 if target.worth < math.inf else 0.6, "first": 0.5, "turns": 8.0}[target.word],
                     slopes if target.word == "share" else 0 * slopes) for target in targets]  # fmt: skip
    assert (nearest(SPACE, SPACE.standard, targets, surfaces) == SPACE.standard).all()
    targets = targets_of(pairings, [])
    assert nearest(SPACE, SPACE.standard, targets, surfaces)[3] < SPACE.standard[3]


def test_what_is_not_known_is_not_leaned_on():
    """Two figures promise the same; the one that has been measured well is moved."""
    slopes = np.zeros(K)
    slopes[[3, 8]] = 0.05
    surface = flat(0.52, slopes)
    target = Target(0, "share", 0.5, 0.5, 0.003, 0.008, 0.0)
    known = nearest(SPACE, SPACE.standard, [target], [surface])
    moved = 3 if known[3] < SPACE.standard[3] else 8
    other = 11 - moved
    assert known[other] == SPACE.standard[other]
    surface.cov[1 + moved, 1 + moved] = 0.05**2
    best = nearest(SPACE, SPACE.standard, [target], [surface])
    assert best[moved] == SPACE.standard[moved]
    assert best[other] < SPACE.standard[other]


def test_sets_are_measured_in_twins_that_move_opposite_ways():
    sets = around(SPACE, SPACE.standard, random.Random(4))
    free = [place for place, each in enumerate(SPACE.every) if each.high - each.standard == each.standard - each.low]
    free = [place for place in free if not (SPACE.lower[place] or SPACE.higher[place])]
    for one, two in zip(sets[::2], sets[1::2], strict=True):
        assert (one + two == 2 * SPACE.standard)[free].all()
        assert 0.3 < (one != SPACE.standard)[free].mean() < 0.7


def test_it_finds_even_figures_in_a_made_up_world(monkeypatch):
    """Two agents who disagree by eight points in what a figure is worth; the teacher is not pleased."""
    rng = np.random.default_rng(5)
    slopes = {"expert": 0.012 * rng.normal(size=(2, K))}
    slopes["builder"] = slopes["expert"] + 0.004 * rng.normal(size=(2, K))
    level = {"expert": (0.58, 0.47), "builder": (0.66, 0.53)}

    def truth(values, agent, pair):
        return level[agent][pair] + float((values - SPACE.standard) / SPACE.reach @ slopes[agent][pair])

    numbers = []

    def made_up(shared, probe):
        numbers.append(probe.number)
        values = SPACE.values(dict(probe.figures))
        dice = np.random.default_rng(probe.number)
        blocks = []
        for pairing, bouts in zip(probe.pairings, probe.bouts, strict=True):
            share = truth(values, pairing.agent, int(pairing.one.size == 40))
            ends = ["".join(np.where(dice.random(bouts) < share, "w", "l")) for _ in range(2)]
            spread = {"turns": 260 * bouts, "first": 6 * bouts, "seat": 6 * bouts}
            blocks.append({"ends": ends, "turns": 16 * bouts, "first": bouts, "seat": bouts, "spread": spread})
        return blocks

    monkeypatch.setattr(calibration, "SETS", 48)
    monkeypatch.setattr(calibration, "SCRIPTED", calibration.Effort(512, 1))
    monkeypatch.setattr(calibration, "measure", made_up)
    monkeypatch.setattr(calibration, "measure_balance", lambda *given, **how: Balance([], SETUP))
    seen = []
    state = calibrate(
        agents=("expert", "builder"), generations=12, setup=SETUP, report=lambda state, share: seen.append(share)
    )
    assert state.sure
    assert state.generation < 12
    values = SPACE.values(state.figures)
    for agent in ("expert", "builder"):
        for pair in (0, 1):
            assert abs(truth(values, agent, pair) - 0.5) < 0.02
    assert seen == sorted(seen)
    assert len(set(numbers)) == len(numbers)  # no set plays another's games
    taught = calibrate(agents=("expert", "builder"), teachers=("builder",), generations=12, setup=SETUP)
    assert len(taught.figures) < len(state.figures)
    assert taught.worst < 0.02
    values = SPACE.values(taught.figures)
    assert all(abs(truth(values, "expert", pair) - 0.5) < 0.02 for pair in (0, 1))
    assert max(abs(truth(values, "builder", pair) - 0.5) for pair in (0, 1)) > 0.03


# ── The run ──────────────────────────────────────────────────────────────────────────────────


def test_a_search_is_the_same_when_it_is_taken_up_again(small, tmp_path):
    how = {"agents": ("builder", "scripted"), "bouts": 8, "setup": SETUP, "seed": 3}
    whole = calibrate(generations=3, **how)
    with Store(tmp_path / "s.sqlite") as store:
        calibrate(generations=2, **how, store=store)
        played = []
        how["report"] = lambda state, share: played.append(state.generation)
        again = calibrate(generations=3, **how, store=store)
    assert played[0] == 3  # the first two were not played again
    assert again.figures == whole.figures
    assert [state.ends for state in again.after] == [state.ends for state in whole.after]
    assert again.games == whole.games == 3 * (4 * 2 * 2 * 4 + 2 * 2 * 2 * 2)
    assert [state.bouts for state in again.after] == [8, 8, 1, 1]
    assert set(whole.figures) <= set(SPACE.every)


def test_the_command(small, tmp_path, capsys):
    common = ["--games", "32", "--store", str(tmp_path / "s.sqlite"), "--out", str(tmp_path)]
    assert main(["decks", "calibrate", "--agent", "builder", "--generations", "2", *common]) == 0
    out = capsys.readouterr().out
    assert "in games that nothing was chosen by" in out
    assert max(len(line) for line in out.splitlines() if not line.startswith("written to")) <= 100
    path = tmp_path / "calibrated.toml"
    tomllib.loads(path.read_text())
    json.loads((tmp_path / "calibrated.json").read_text())
    assert main(["cards", "check", str(path)]) == 0
    assert main(["decks", "balance", "--cards", str(path), "--agent", "builder", *common]) == 0
    assert main(["decks", "calibrate", "--start", str(path), "--agent", "random", "--generations", "1", *common]) == 0


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"agents": ()}, "agents: expected one or more, each once, got"),
        ({"agents": ("expert", "expert")}, "agents: expected one or more, each once, got"),
        ({"generations": 0}, "generations: expected a number from 1 up, got 0"),
        ({"teachers": ("learned",)}, "teachers: expected some of the agents"),
        ({"teachers": ("expert",)}, "teachers: somebody must be left"),
        ({"start": "nowhere.toml"}, "nowhere.toml"),
    ],
)
def test_what_is_refused(given, told):
    with pytest.raises(ValueError, match=told):
        calibrate(setup=SETUP, **given)
