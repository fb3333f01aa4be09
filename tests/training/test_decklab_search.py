"""Finding decks: legal ones, better ones, the same ones after an interruption."""

from __future__ import annotations

import random

import numpy as np
import pytest

from ow_env.open_worlds.decks import check_deck, load_deck, random_deck
from training.cli import main
from training.decklab.open_worlds import deck_search
from training.decklab.open_worlds.deck_search import Opponents, Trial, cell_of, named, search_decks, try_out, vary
from training.decklab.open_worlds.kernel import BUILDER
from training.decklab.open_worlds.setup import OpenWorldsSetup, kernel_runner
from training.decklab.seeds import seed_of
from training.measure.store import Store

SETUP = OpenWorldsSetup()


@pytest.fixture
def small(monkeypatch):
    for name, value in (("OFFSPRING", 6), ("RUNGS", (4, 8, 16)), ("EPOCH", 2), ("MEETING", 8), ("PROOF", 16)):
        monkeypatch.setattr(deck_search, name, value)


@pytest.mark.parametrize("size", [54, 40])
def test_variations_are_legal_and_lead_everywhere(size):
    chance = random.Random(1)
    deck = other = named(random_deck(SETUP.catalogue, size, 1).names, SETUP, size)
    cells = set()
    for _ in range(150):
        deck = vary(deck, SETUP, chance, other if chance.random() < 0.2 else None)
        assert check_deck(deck, SETUP.catalogue) == ()
        cells.add(cell_of(deck, SETUP))
    assert len(cells) >= 3
    assert all(0 <= place < deck_search.BINS for cell in cells for place in cell)


def test_bouts_are_shared_among_opponents_by_their_weights():
    decks = tuple(SETUP.catalogue.decks[:3])
    foes = Opponents(decks, (0.2, 0.0, 0.8)).of_bouts(np.arange(5000))
    share = np.bincount(foes, minlength=3) / 5000
    assert share == pytest.approx([0.2, 0, 0.8], abs=0.02)


def test_a_trial_tells_of_the_deck_in_both_seats():
    """Builders leave nothing to chance, so that the kernel itself can say what must come out."""
    one, other = SETUP.catalogue.decks[2:]
    trial = Trial((other, one), Opponents((other,), (1.0,)), "builder", 3, 5, 12)
    (mirror, *_), (shares, tied, cut) = try_out((SETUP, 1), trial)
    assert np.mean(mirror) == 0.5  # against itself, each game once from either seat
    points, without = [], 0
    for seat, order in enumerate(((one, other), (other, one))):
        results, _ = kernel_runner(SETUP, 1).play(
            SETUP.template(*order),
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
    assert try_out((OpenWorldsSetup(max_turns=4), 1), trial)[0].cut == 24


def test_what_is_told_is_of_games_that_nothing_was_chosen_by(small, monkeypatch):
    played = []

    def noting(shared, trial):
        played.append(range(trial.first, trial.first + trial.bouts))
        return try_out(shared, trial)

    monkeypatch.setattr(deck_search, "try_out", noting)
    found = search_decks(agent="builder", size=40, oracle=True, generations=3, setup=SETUP).found
    last = -(-len(found) // deck_search.PIECE)
    chosen_by, proof = played[:-last], played[-1]
    assert all(numbers.stop <= proof.start or proof.stop <= numbers.start for numbers in chosen_by)
    assert len(chosen_by) > 3 * 3
    assert set(played[-last:]) == {proof}
    assert {entry.share.bouts for entry in found} == {len(proof)}


def test_other_opponents_sizes_agents_seeds_and_rules_are_other_searches(small, tmp_path):
    plain = {"agent": "builder", "size": 40, "setup": SETUP, "generations": 1}
    others = (
        {"agent": "random"}, {"seed": 2}, {"oracle": True}, {"size": 54}, {"setup": OpenWorldsSetup(max_turns=9)},
        {"against": ["Ares Venture Trust"]},
    )  # fmt: skip
    with Store(tmp_path / "s.sqlite") as store:
        for other in ({}, *others, {}):
            search_decks(**(plain | other), store=store)
        assert store._db.run("SELECT COUNT(*) FROM experiments") == [(1 + len(others),)]


def test_a_search_is_the_same_when_it_is_taken_up_again(small, tmp_path):
    how = {"agent": "builder", "size": 40, "oracle": True, "setup": SETUP, "seed": 4}
    whole = search_decks(generations=5, **how)
    with Store(tmp_path / "s.sqlite") as store:
        search_decks(generations=3, **how, store=store)
        again = search_decks(generations=5, **how, store=store)
    assert [(found.cell, found.deck.cards, found.share) for found in again.found] == [
        (found.cell, found.deck.cards, found.share) for found in whole.found
    ]
    assert again.games == whole.games
    assert again.opponents.weights == pytest.approx(whole.opponents.weights)
    assert len(whole.opponents.decks) > 2  # the best have joined
    assert sum(whole.opponents.weights) == pytest.approx(1)
    for found in whole.found:
        assert check_deck(found.deck, SETUP.catalogue) == ()
        assert found.cell == cell_of(found.deck, SETUP)
        assert found.share.bouts == 16


def test_a_search_finds_better_decks(small, monkeypatch):
    monkeypatch.setattr(deck_search, "OFFSPRING", 12)
    monkeypatch.setattr(deck_search, "PROOF", 64)
    how = {"agent": "builder", "size": 40, "setup": SETUP, "seed": 2}
    first, later = search_decks(generations=1, **how), search_decks(generations=12, **how)
    assert len(later.elites) >= len(first.elites)
    assert max(found.share.mean for found in later.found) > max(found.share.mean for found in first.found) + 0.05


def test_the_command(small, tmp_path, capsys):
    typed = ["decks", "build", "--size", "40", "--generations", "2", "--agent", "builder", "--out", str(tmp_path)]
    typed += ["--store", str(tmp_path / "s.sqlite")]
    assert main(typed) == 0
    out = capsys.readouterr().out
    assert "2 generations" in out
    assert "truncated" in out
    decks = sorted((tmp_path / "map").glob("*.txt"))
    assert decks
    assert check_deck(load_deck(decks[0]), SETUP.catalogue) == ()
    assert (tmp_path / "map.png").stat().st_size > 5000
