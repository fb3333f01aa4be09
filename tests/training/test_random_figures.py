"""Any figures: weights that follow from what is printed on cards, in the file, in play and in training."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.numpy import save_file

import agents
from agents import learned
from agents.learned import file as agent_file
from ow_env.goofspiel.game import Goofspiel
from ow_env.open_worlds.game import OpenWorlds
from tests.training.runs import DECKS, set_up
from training.cli import main
from training.decklab.open_worlds import OpenWorldsSetup
from training.decklab.open_worlds.parameters import figure_of, space_of
from training.decklab.open_worlds.random_decks import play_random_figures
from training.decklab.open_worlds.random_figures import HELD_OUT, TRAINED_ON, with_random_figures
from training.selfplay import train
from training.selfplay.policy import TrainableNet

SETUP = OpenWorldsSetup()
FIGURES = with_random_figures(SETUP, HELD_OUT, 0, 0).catalogue
STANDARD, OTHER = OpenWorlds(), OpenWorlds(cards=FIGURES)
SMALL = DECKS | {"figures_every": 2, "pool_every": 2, "share_pool": 0.3, "random_figures": 0.5}


@pytest.fixture
def net() -> TrainableNet:
    torch.manual_seed(3)
    return TrainableNet(STANDARD, "worlds", whole=12, world=8, trunk=10, card=4)


def saved(path: Path, net: TrainableNet, told: bool = True) -> Path:
    widths = {"whole": 12, "world": 8, "trunk": 10}
    card = learned.Card(learned.FORMAT, "open_worlds", net.layout.digest, "worlds", widths, 0.0)
    learned.save(path, net.snapshot(), card, net.printed_so() if told else None)
    return path


def weights_of(path: Path, game: Any) -> dict[str, np.ndarray]:
    return dict(learned.load(path, game).network.weights)


# ── Weights that follow from figures ─────────────────────────────────────────────────────────────


def test_a_figure_gives_the_same_number_in_any_card_file(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text('[orbital]\n"Titan" = { defense = 99, weapons = [99, 14, 12] }\n')
    numbers = OpenWorlds(cards=str(mine)).card_numbers
    titan = STANDARD.catalogue.card_ids["Titan"]
    others = np.arange(len(numbers)) != titan
    np.testing.assert_array_equal(numbers[others], STANDARD.card_numbers[others])
    assert (numbers[titan] != STANDARD.card_numbers[titan]).sum() == 2
    assert numbers[titan].max() > 1


def test_a_file_is_played_with_the_figures_of_the_game(tmp_path: Path, net: TrainableNet) -> None:
    path = saved(tmp_path / "a.safetensors", net)
    for name, array in net.snapshot().weights.items():
        np.testing.assert_array_equal(weights_of(path, STANDARD)[name], array, err_msg=name)
    found = weights_of(path, OTHER)
    net.set_printed(OTHER.card_numbers)
    wanted = net.snapshot().weights
    for name, array in wanted.items():
        np.testing.assert_allclose(found[name], array, rtol=1e-4, atol=1e-5, err_msg=name)
    changed = {name for name in wanted if (found[name] != weights_of(path, STANDARD)[name]).any()}
    assert changed == set(net.card_weights) == {"whole.rows", "world.rows", "choose.whole", "choose.world"}


def test_a_file_that_does_not_say_how_plays_as_with_the_figures_it_knows(tmp_path: Path, net: TrainableNet) -> None:
    path = saved(tmp_path / "a.safetensors", net, told=False)
    one, other = weights_of(path, STANDARD), weights_of(path, OTHER)
    for name in one:
        np.testing.assert_array_equal(one[name], other[name])
    assert agents.make("learned-54", OTHER).parameters == agents.make("learned-54", STANDARD).parameters


def test_agents_of_other_figures_are_known_apart(tmp_path: Path, net: TrainableNet) -> None:
    path = str(saved(tmp_path / "a.safetensors", net))
    one, other = (agents.make(path, game).parameters["weights"] for game in (STANDARD, OTHER))
    assert one != other
    assert agents.make(path, OpenWorlds(cards=FIGURES)).parameters["weights"] == other


def test_where_no_weights_are_about_cards_nothing_follows() -> None:
    flat = TrainableNet(Goofspiel(), "flat", whole=12, world=8, trunk=10, card=4)
    if not flat.card_weights:
        assert flat.printed_so() is None
        flat.set_printed(np.zeros((1, 1), np.float32))


def test_damaged_files_are_refused(tmp_path: Path, net: TrainableNet) -> None:
    path = saved(tmp_path / "a.safetensors", net)
    arrays = agent_file._arrays(path)
    with agent_file._opened(path) as file:
        header = file.metadata()

    def refused(changes: dict[str, Any], said: str) -> None:
        told = {name: array for name, array in {**arrays, **changes}.items() if array is not None}
        save_file(told, tmp_path / "b.safetensors", header)
        with pytest.raises(ValueError, match=said):
            learned.load(tmp_path / "b.safetensors", STANDARD)

    print_shape = arrays["print.of_print"].shape
    refused({"print.figures": None}, r"damaged: arrays missing or not known: print\.figures")
    refused({"print.of_cards.whole.rows": None}, r"not known: print\.of_cards\.whole\.rows")
    refused({"print.of_print": None}, "damaged: arrays missing or not known: ")
    refused(
        {"print.of_print": arrays["print.of_print"][:-1]}, "made for cards of which other numbers are told than the"
    )
    refused({"print.of_print": arrays["print.of_print"][:, :-1].copy()}, r"damaged: print\..* is F32")
    refused({"print.of_print": np.zeros((2, 2, 2), np.float32)}, "or damaged")
    refused({"print.figures": arrays["print.figures"][:-1].copy()}, r"damaged: print\.figures is F32")
    refused({"print.of_print": np.full(print_shape, np.nan, np.float32)}, "holds numbers that are none")
    told = json.loads(header[learned.HEADER])
    save_file(arrays, tmp_path / "c.safetensors", {learned.HEADER: json.dumps({**told, "format": 2})})
    with pytest.raises(ValueError, match="damaged: arrays missing or not known: "):
        learned.load(tmp_path / "c.safetensors", STANDARD)


def test_figures_of_other_cards_are_refused(net: TrainableNet) -> None:
    printed = net.printed_so()
    assert printed is not None
    with pytest.raises(ValueError, match=r"figures: expected those of cards \(79, 94\), found \(78, 94\)"):
        printed.for_figures(net.snapshot(), STANDARD.card_numbers[:-1])


# ── Random figures ───────────────────────────────────────────────────────────────────────────────


def test_random_figures_are_within_their_ranges() -> None:
    space, seen = space_of(SETUP.catalogue), set()
    for purpose, seed in ((TRAINED_ON, 1), (TRAINED_ON, 2), (HELD_OUT, 0)):
        for number in range(3):
            catalogue = with_random_figures(SETUP, purpose, seed, number).catalogue
            values = np.array([figure_of(catalogue, each.name, each) for each in space.every])
            spans = [space.span(values, place) for place in range(len(values))]
            assert all(low <= value <= high for (low, high), value in zip(spans, values, strict=True))
            assert 0.25 < (values != space.standard).mean() < 0.75
            seen.add(values.tobytes())
    assert len(seen) == 9


@pytest.mark.parametrize(("share", "wanted"), [(0.0, "......"), (0.5, ".x.x.x"), (0.75, ".xxx.x"), (1.0, "xxxxxx")])
def test_a_share_of_all_epochs_is_random(share: float, wanted: str) -> None:
    assert "".join(".x"[train.is_random(share, epoch)] for epoch in range(6)) == wanted


# ── Training ─────────────────────────────────────────────────────────────────────────────────────


def test_rounds_are_played_with_other_figures_and_saved_with_the_standard_ones(tmp_path: Path) -> None:
    run = set_up(tmp_path, **SMALL)
    network: TrainableNet = run.model.policy.network  # type: ignore[assignment]
    tables = []
    for rounds in range(6):
        run.play_and_learn(rounds / 6)
        tables.append(run.arena.game.tables.tobytes())
    standard = run.games[0].tables.tobytes()
    # after two rounds other figures, after two more the standard ones; play_and_learn deals for the next round
    assert [table == standard for table in tables] == [True, False, False, True, True, False]
    np.testing.assert_array_equal(network.get_buffer("printed"), run.games[0].card_numbers)
    run.play_and_learn(0.9)
    np.testing.assert_array_equal(network.get_buffer("printed"), run.arena.game.card_numbers)
    assert (network.get_buffer("printed").numpy() != run.games[0].card_numbers).any()
    assert run.league.pool
    past = tmp_path / str(run.league.pool[-1].path)
    assert learned.load(past, run.games[0]).network.weights.keys() == network.snapshot().weights.keys()
    with agent_file._opened(past) as file:
        np.testing.assert_array_equal(file.get_tensor("print.figures"), run.games[0].card_numbers)


# ── Measuring ────────────────────────────────────────────────────────────────────────────────────


def test_agents_are_measured_with_figures_nobody_trained_with(capsys: pytest.CaptureFixture[str]) -> None:
    told: list[int] = []
    found = play_random_figures(SETUP, "builder", "builder", 40, 16, 2, threads=1, report=told.append)
    assert (found.games, found.matchups, found.points) == (16, 2, 0.5)
    assert told == [8, 16]
    asked = ["match", "expert", "random", "--random-decks", "40", "--games", "8"]
    assert main([*asked, "--random-values", "2"]) == 0
    assert "with random decks of 40 cards and random card values: " in capsys.readouterr().out
