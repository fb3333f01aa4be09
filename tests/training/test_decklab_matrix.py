"""Metagames: games whose answer is known, and the command."""

from __future__ import annotations

import csv
import json
import re

import numpy as np
import pytest

from ow_env.open_worlds.decks import as_text
from training.cli import main
from training.decklab.matchup import Matchup
from training.decklab.matrix import Metagame, play_matrix
from training.decklab.metagame import alpha_rank, bootstrap, cycles, nash
from training.decklab.open_worlds import setup as lab_setup
from training.decklab.open_worlds.setup import OpenWorldsSetup
from training.decklab.setup import Pairing

ROCK = np.array([[0.5, 0.0, 1.0], [1.0, 0.5, 0.0], [0.0, 1.0, 0.5]])  # each beats the one before it


def skewed(a, b, c):
    """Rock, paper, scissors with other stakes: known to be played in the ratio of the opposite stakes."""
    shares = np.full((3, 3), 0.5)
    for i, j, stake in ((0, 1, a), (1, 2, b), (2, 0, c)):
        shares[i, j], shares[j, i] = 0.5 + stake, 0.5 - stake
    return shares


def test_mixtures_that_are_known():
    assert nash(ROCK) == pytest.approx([1 / 3] * 3)
    assert nash(skewed(0.1, 0.2, 0.3)) == pytest.approx(np.array([0.2, 0.3, 0.1]) / 0.6)
    assert nash(np.array([[0.5, 0.6], [0.4, 0.5]])) == pytest.approx([1, 0])
    assert nash(np.array([[0.5]])) == pytest.approx([1])


def test_no_deck_beats_the_mixture():
    rng = np.random.default_rng(0)
    for count in (2, 5, 9):
        for _ in range(20):
            above = np.triu(rng.random((count, count)), 1)
            shares = above + np.tril(1 - above.T, -1) + np.eye(count) / 2
            mixture = nash(shares)
            assert mixture.sum() == pytest.approx(1)
            assert (mixture >= 0).all()
            assert (shares @ mixture).max() <= 0.5 + 1e-9


def test_alpha_rank():
    assert alpha_rank(ROCK) == pytest.approx([1 / 3] * 3)
    assert alpha_rank(skewed(0.05, 0.2, 0.4)) == pytest.approx([1 / 3] * 3, abs=0.15)  # a cycle is one
    assert alpha_rank(np.full((4, 4), 0.5)) == pytest.approx([0.25] * 4)
    last = np.array([[0.5, 0.7, 0.9], [0.3, 0.5, 0.9], [0.1, 0.1, 0.5]])
    assert alpha_rank(last) == pytest.approx([1, 0, 0], abs=1e-3)


def test_alpha_rank_of_two_is_the_moran_process():
    """The ratio of time spent is that of the two fixation probabilities, here from the birth-death chain."""
    shares = np.array([[0.5, 0.52], [0.48, 0.5]])
    strength, size = 2.0, 10

    def fixation(lead):
        chances = [1.0]
        for _ in range(size - 1):
            chances.append(chances[-1] * np.exp(-strength * lead))
        return 1 / sum(chances)

    into_second, into_first = fixation(0.48 - 0.52), fixation(0.52 - 0.48)
    expected = into_first / (into_first + into_second)
    assert alpha_rank(shares, size, strength)[0] == pytest.approx(expected, rel=1e-6)


def test_cycles():
    assert cycles(ROCK > 0.5) == [(0, 2, 1)]
    four = np.zeros((4, 4), bool)
    four[[0, 1, 2, 3], [1, 2, 3, 0]] = True
    assert cycles(four) == [(0, 1, 2, 3)]
    four[3, 0] = False
    assert cycles(four) == []


def test_decks_that_the_same_luck_favours_rise_and_fall_together():
    """Whatever the luck of the bouts, each deck beats the next as often: so the mixture is known for certain."""
    luck = np.random.default_rng(6).random(300) < 0.7
    samples = {(0, 1): luck * 1.0, (1, 2): luck * 1.0, (0, 2): 1.0 - luck}
    low, high = bootstrap(samples, 3, nash, times=50)
    assert low == pytest.approx([1 / 3] * 3)
    assert high == pytest.approx([1 / 3] * 3)
    low, high = bootstrap(samples | {(0, 2): 1.0 - luck[:100]}, 3, nash, times=50)  # fewer bouts: less is known
    assert (low < 1 / 3 - 0.01).all()
    assert (high > 1 / 3 + 0.01).all()


def test_a_sure_claim_is_one_of_all_together():
    names, pairing = ["a", "b", "c"], Pairing(*OpenWorldsSetup().catalogue.decks[:2], "expert", "expert")
    wins = "".join(np.random.default_rng(3).permutation(list("w" * 340 + "l" * 260)))
    even = Matchup(pairing, 0.05, ["wl" * 300] * 2)
    one = Matchup(pairing, 0.05, [wins] * 2)
    assert one.interval.low > 0.5
    assert Metagame(names, {(0, 1): one}, "expert", 1).beats[0, 1]
    assert not Metagame(names, {(0, 1): one, (0, 2): even, (1, 2): even}, "expert", 1).beats.any()


def test_decks_of_one_name_are_told_apart(tmp_path, monkeypatch):
    monkeypatch.setattr(lab_setup, "BLOCK", 4)
    setup = OpenWorldsSetup()
    for folder, deck in zip("ab", setup.catalogue.decks, strict=False):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "mine.txt").write_text(as_text(deck))
    found = play_matrix([tmp_path / "a/mine.txt", tmp_path / "b/mine.txt"], "random", bouts=4, setup=setup)
    assert len(set(found.names)) == 2
    assert all(name.startswith("mine #") for name in found.names)
    found.write(tmp_path)
    assert json.loads((tmp_path / "matrix.json").read_text())["matchups"][0]["against"] == found.names[1]


def test_the_command(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(lab_setup, "BLOCK", 24)
    typed = ["decks", "matrix", "Smith-Boson F.E.", "Baker-Braugn EDV", "Ares Venture Trust"]
    asked = ["--agent", "builder", "--games", "48", "--store", str(tmp_path / "s.sqlite"), "--out", str(tmp_path)]
    assert main([*typed, *asked]) == 0
    out = capsys.readouterr().out
    assert "144 games by builder, seed 1" in out
    assert re.search(r"\d+ tied, \d+ truncated", out)
    assert "alpha-Rank" in out
    data = json.loads((tmp_path / "matrix.json").read_text())
    assert sum(entry["weight"] for entry in data["nash"]) == pytest.approx(1)
    rows = list(csv.DictReader((tmp_path / "matrix.csv").read_text().splitlines()))
    assert len(rows) == 3
    assert all(int(row["won"]) + int(row["lost"]) + int(row["tied"]) + int(row["truncated"]) == 48 for row in rows)
    assert (tmp_path / "matrix.png").stat().st_size > 5000
    assert (tmp_path / "metagame.png").stat().st_size > 5000


def test_what_is_refused():
    setup = OpenWorldsSetup()
    with pytest.raises(ValueError, match="two decks or more, got 1"):
        play_matrix(["Smith-Boson F.E."], setup=setup)
    with pytest.raises(ValueError, match="are the same deck"):
        play_matrix(["Smith-Boson F.E.", setup.side("Smith-Boson F.E.").names], setup=setup)
