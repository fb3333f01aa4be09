"""The deck lab's fast games are the games that agents play one step at a time."""

from __future__ import annotations

import numpy as np
import pytest

import agents
from agents.base import Observation
from agents.open_worlds import SCRIPTS
from ow_env.core.batch import Batch
from ow_env.core.rng import RNG, pick, start
from ow_env.open_worlds.decks import random_deck
from training.decklab.open_worlds import kernel
from training.decklab.open_worlds.parameters import applied, parameters_of
from training.decklab.open_worlds.setup import OpenWorldsSetup, deck_key, ends_of, games_of, kernel_runner
from training.decklab.seeds import seeds_from
from training.decklab.setup import Pairing, seed_of_games

SETUP = OpenWorldsSetup()
SEED = 77


class Dice:
    """Chooses at random as the kernel does, not as the agent `random`, whose generator is NumPy's."""

    def __init__(self, seed: int) -> None:
        self.rng = np.zeros(1, RNG)
        start(self.rng[0], np.uint64(seed), np.uint64(0))

    def act(self, observation: Observation) -> np.ndarray:
        return np.array([pick(mask, self.rng[0]) for mask in observation.mask], np.int32)


def by_steps(one, other, number, names, seeds, setup=SETUP):
    """Play one game with agents; return winner, turns, joint decisions, what was staged."""
    game = setup.game_of(one, other)
    table = Batch(game, 1, SEED, first_game=number)
    seated = [
        Dice(int(seed)) if name == "random" else agents.make(name, game, seed=int(seed))
        for name, seed in zip(names, seeds, strict=True)
    ]
    decisions = 0
    staged = [set(), set()]
    while not (table.terminated[0] or table.truncated[0]):
        actions = np.zeros((1, 2), np.int32)
        for seat in np.flatnonzero(table.to_act[0]):
            seen = Observation(table.observation[:, seat].copy(), table.action_mask[:, seat].copy())
            actions[0, seat] = seated[seat].act(seen)[0]
            if game.tables[0].actions[actions[0, seat]].verb == kernel.do.STAGE:
                staged[seat].add(int(game.tables[0].actions[actions[0, seat]].card))
        table.step(actions)
        decisions += 1
    g = table.states[0]
    return int(g.winner), int(g.turn), decisions, staged


@pytest.mark.parametrize("setup", [SETUP, OpenWorldsSetup(ask="public")], ids=["", "all asked who could"])
@pytest.mark.parametrize(
    "names", [("builder", "random"), ("expert", "raider"), ("raider", "builder"), ("random", "expert")]
)
def test_the_kernel_plays_as_agents_do_step_by_step(names, setup):
    decks = [setup.side("Smith-Boson F.E."), random_deck(setup.catalogue, 54, 5)]
    templates = np.concatenate([setup.template(*decks), setup.template(*decks[::-1])])
    deals, numbers = np.array([0, 1, 1]), np.array([3, 3, 8])
    seeds = seeds_from(9, numbers[:, None], np.arange(2))
    seated = np.tile(np.array([kernel.AGENTS.index(name) for name in names], np.int8), (3, 1))
    results, notes = kernel_runner(setup, 1).play(templates, deals, numbers, SEED, seated, seeds)
    for row, result in enumerate(results):
        both = decks[:: -1 if deals[row] else 1]
        winner, turns, decisions, staged = by_steps(*both, numbers[row], names, seeds[row], setup)
        assert (result.winner, result.turns, result.decisions) == (winner, turns, decisions)
        for seat in (0, 1):
            assert set(np.flatnonzero(notes[row].cards[seat] & kernel.STAGED)) == staged[seat]


def test_no_choice_depends_on_what_was_seen_before():
    """In the kernel both seats share what their agents work in, and so do all games of a thread."""
    game = SETUP.game_of(SETUP.side("Smith-Boson F.E."), SETUP.side("Empyrean Enterprises"))
    table = Batch(game, 12, SEED)
    players = [agents.make("expert", game, seed=1), agents.make("raider", game, seed=2)]
    worn = SCRIPTS["expert"].scratch_for(game.tables)[0]
    while not (ended := table.terminated | table.truncated).all():
        actions = np.zeros((12, 2), np.int32)
        for row, seat in zip(*np.nonzero(table.to_act & ~ended[:, None]), strict=True):
            seen = Observation(table.observation[row, seat][None].copy(), table.action_mask[row, seat][None].copy())
            one, other = (choice_of(game, seen.features[0], seen.mask[0], scratch) for scratch in (None, worn))
            assert one == other, table.states[row].point
            actions[row, seat] = players[seat].act(seen)[0]
        table.step(actions)


def choice_of(game, row, mask, scratch=None):
    """Return what an expert chooses, if nothing else is given one that has seen nothing before."""
    scratch = SCRIPTS["expert"].scratch_for(game.tables)[0] if scratch is None else scratch
    rng = np.zeros(1, RNG)
    return SCRIPTS["expert"].choose(game.tables[0], scratch, row, mask, rng[0])


def test_threads_rows_and_company_change_nothing():
    decks = [SETUP.side("Smith-Boson F.E."), SETUP.side("Empyrean Enterprises")]
    template = SETUP.template(*decks)
    numbers = np.arange(70)
    seated = np.full((70, 2), kernel.BUILDER, np.int8)
    seated[::3, 1] = kernel.AGENTS.index("expert")

    def play(rows, threads):
        seeds = seeds_from(1, numbers[rows, None], np.arange(2))
        deals = np.zeros(len(rows), np.int64)
        return kernel_runner(SETUP, threads).play(template, deals, numbers[rows], SEED, seated[rows], seeds)

    whole, notes = play(np.arange(70), 2)
    shuffled = np.random.default_rng(0).permutation(70)
    again, noted = play(shuffled, 1)
    assert (again == whole[shuffled]).all()
    assert (noted == notes[shuffled]).all()
    notes = notes["cards"]
    opening = (notes & kernel.OPENING > 0).sum(axis=2)
    assert opening.min() >= 5  # ten cards, some of them alike
    assert opening.max() <= 13  # and three by Research, at the end of setup
    assert ((notes & kernel.OPENING > 0) <= (notes & kernel.EARLY > 0)).all()
    in_deck = np.zeros((2, notes.shape[2]), bool)
    for seat, deck in enumerate(decks):
        in_deck[seat, [SETUP.catalogue.card_ids[name] for name in deck.names]] = True
    assert not (notes[:, ~in_deck] & kernel.OPENING).any()


def test_the_generic_path_tells_the_same_of_who_won():
    """Builders leave nothing to chance, so that both ways of playing must agree game by game."""
    decks = [SETUP.side("Baker-Braugn EDV"), SETUP.side("Ares Venture Trust")]
    incomes = [each for each in parameters_of(SETUP.catalogue) if each.field == "income"]
    own = applied(SETUP.catalogue, {each: each.high for each in incomes})
    pairing = Pairing(*decks, "builder", "builder", SEED)
    for setup in (SETUP, SETUP.with_catalogue(own)):
        there = setup.play_agents(pairing, 4, 6)
        templates = np.concatenate([setup.template(*decks), setup.template(*decks[::-1])])
        seat, numbers = np.repeat([0, 1], 6), np.tile(np.arange(4, 10), 2)
        seeds = seeds_from(numbers[:, None], np.arange(2))
        seated = np.full((12, 2), kernel.BUILDER, np.int8)
        results, _ = kernel_runner(setup, 1).play(templates, seat, numbers, seed_of_games(pairing), seated, seeds)
        here = games_of(results, seat)
        assert (here.ends == ends_of(results, seat)).all()
        for one, other in zip(here, there, strict=True):
            assert (one == other).all()
        assert {*here.ends} >= {"w", "l"}
        assert (here.first != 2 * (results["winner"] == 0)).any()  # who is first is not player_0


def test_a_deck_is_known_by_its_cards():
    deck = SETUP.side("Smith-Boson F.E.")
    other = SETUP.side([f"{copies}x {name}" for name, copies in reversed(deck.cards)])
    assert deck_key(deck) == deck_key(other) != deck_key(SETUP.side("Empyrean Enterprises"))


def test_an_illegal_deck_is_refused_with_all_its_faults():
    with pytest.raises(ValueError, match=r"(?s)has 4 cards, expected 40.*Avenger: 2 copies.*no card 'Titn'.*'Titan'"):
        SETUP.side(["2x Avenger", "Titn", "Outpost"])


def test_other_figures_reach_worlds_that_were_named():
    """Worlds named as an option lie in the position that games begin from: they too have the catalogue's figures."""
    names = [world.name for world in SETUP.catalogue.worlds if world.label == "reconstructed"][:5]
    own = applied(SETUP.catalogue, {each: each.high for each in parameters_of(SETUP.catalogue) if each.name in names})
    setup = OpenWorldsSetup(worlds=names).with_catalogue(own)
    template = setup.template(*[setup.side(name) for name in ("Baker-Braugn EDV", "Ares Venture Trust")])
    assert template[0]["worlds"]["res"][:5].tolist() == [own.world(name).res for name in names]
    assert template[0]["worlds"]["res"][:5].tolist() != [SETUP.catalogue.world(name).res for name in names]
