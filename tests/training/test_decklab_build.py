"""Finding decks: legal ones, better ones, the same ones after an interruption."""

from __future__ import annotations

import random

import numpy as np
import pytest

from ow_env.open_worlds.decks import check_deck, load_deck, random_deck
from training.cli import main
from training.decklab import searching as building
from training.decklab.field import Field, Table, seed_of
from training.decklab.playing import BUILDER
from training.decklab.searching import Opponents, Trial, build, cell_of, named, try_out, vary
from training.measure.store import Store

FIELD = Field()


@pytest.fixture
def small(monkeypatch):
    for name, value in (("OFFSPRING", 6), ("RUNGS", (4, 8, 16)), ("EPOCH", 2), ("MEETING", 8), ("PROOF", 16)):
        monkeypatch.setattr(building, name, value)


@pytest.mark.parametrize("size", [54, 40])
def test_variations_are_legal_and_lead_everywhere(size):
    chance = random.Random(1)
    deck = other = named(random_deck(FIELD.catalogue, size, 1).names, FIELD, size)
    cells = set()
    for _ in range(150):
        deck = vary(deck, FIELD, chance, other if chance.random() < 0.2 else None)
        assert check_deck(deck, FIELD.catalogue) == ()
        cells.add(cell_of(deck, FIELD))
    assert len(cells) >= 3
    assert all(0 <= place < building.BINS for cell in cells for place in cell)


def test_bouts_are_shared_among_opponents_by_their_weights():
    decks = tuple(FIELD.catalogue.decks[:3])
    foes = Opponents(decks, (0.2, 0.0, 0.8)).of_bouts(np.arange(5000))
    share = np.bincount(foes, minlength=3) / 5000
    assert share == pytest.approx([0.2, 0, 0.8], abs=0.02)


def test_a_trial_tells_of_the_deck_in_both_seats():
    """Builders leave nothing to chance, so that the field's own table can say what must come out."""
    one, other = FIELD.catalogue.decks[2:]
    trial = Trial((other, one), Opponents((other,), (1.0,)), "builder", 3, 5, 12)
    (mirror, *_), (shares, tied, cut) = try_out((FIELD, 1), trial)
    assert np.mean(mirror) == 0.5  # against itself, each game once from either seat
    points, without = [], 0
    for seat, order in enumerate(((one, other), (other, one))):
        results, _ = Table(FIELD).play(
            FIELD.template(*order),
            np.zeros(12, np.int64),
            np.arange(5, 17),
            seed_of("build", 3),
            np.full((12, 2), BUILDER, np.int8),
            np.zeros((12, 2), np.uint64),
        )
        points.append(np.where(results["winner"] == seat, 1, np.where(results["winner"] < 0, 0.5, 0)))
        without += (results["winner"] < 0).sum()
    assert shares == pytest.approx(np.mean(points, axis=0))
    assert tied == without
    assert cut == 0
    assert try_out((Field(max_turns=4), 1), trial)[0].cut == 24


def test_what_is_told_is_of_games_that_nothing_was_chosen_by(small, monkeypatch):
    played = []

    def noting(shared, trial):
        played.append(range(trial.first, trial.first + trial.bouts))
        return try_out(shared, trial)

    monkeypatch.setattr(building, "try_out", noting)
    found = build(pilot="builder", size=40, oracle=True, generations=3, table=FIELD).found
    last = -(-len(found) // building.PIECE)
    chosen_by, proof = played[:-last], played[-1]
    assert all(numbers.stop <= proof.start or proof.stop <= numbers.start for numbers in chosen_by)
    assert len(chosen_by) > 3 * 3
    assert set(played[-last:]) == {proof}
    assert {entry.share.bouts for entry in found} == {len(proof)}


def test_other_opponents_sizes_pilots_seeds_and_rules_are_other_searches(small, tmp_path):
    plain = {"pilot": "builder", "size": 40, "table": FIELD, "generations": 1}
    others = (
        {"pilot": "random"}, {"seed": 2}, {"oracle": True}, {"size": 54}, {"table": Field(max_turns=9)},
        {"against": ["Ares Venture Trust"]},
    )  # fmt: skip
    with Store(tmp_path / "s.sqlite") as store:
        for other in ({}, *others, {}):
            build(**(plain | other), store=store)
        assert store._db.run("SELECT COUNT(*) FROM experiments") == [(1 + len(others),)]


def test_a_search_is_the_same_when_it_is_taken_up_again(small, tmp_path):
    how = {"pilot": "builder", "size": 40, "oracle": True, "table": FIELD, "seed": 4}
    whole = build(generations=5, **how)
    with Store(tmp_path / "s.sqlite") as store:
        build(generations=3, **how, store=store)
        again = build(generations=5, **how, store=store)
    assert [(found.cell, found.deck.cards, found.share) for found in again.found] == [
        (found.cell, found.deck.cards, found.share) for found in whole.found
    ]
    assert again.games == whole.games
    assert again.opponents.weights == pytest.approx(whole.opponents.weights)
    assert len(whole.opponents.decks) > 2  # the best have joined
    assert sum(whole.opponents.weights) == pytest.approx(1)
    for found in whole.found:
        assert check_deck(found.deck, FIELD.catalogue) == ()
        assert found.cell == cell_of(found.deck, FIELD)
        assert found.share.bouts == 16


def test_a_search_finds_better_decks(small, monkeypatch):
    monkeypatch.setattr(building, "OFFSPRING", 12)
    monkeypatch.setattr(building, "PROOF", 64)
    how = {"pilot": "builder", "size": 40, "table": FIELD, "seed": 2}
    first, later = build(generations=1, **how), build(generations=12, **how)
    assert len(later.elites) >= len(first.elites)
    assert max(found.share.mean for found in later.found) > max(found.share.mean for found in first.found) + 0.05


def test_the_command(small, tmp_path, capsys):
    typed = ["decks", "build", "--size", "40", "--generations", "2", "--pilot", "builder", "--out", str(tmp_path)]
    typed += ["--store", str(tmp_path / "s.sqlite")]
    assert main(typed) == 0
    out = capsys.readouterr().out
    assert "2 generations" in out
    assert "cut off" in out
    decks = sorted((tmp_path / "map").glob("*.txt"))
    assert decks
    assert check_deck(load_deck(decks[0]), FIELD.catalogue) == ()
    assert (tmp_path / "map.png").stat().st_size > 5000
    assert main([*typed, "--against", "Smith-Boson F.E."]) == 2
    assert "Smith-Boson F.E. has 54 cards, the decks to be built 40" in capsys.readouterr().err
