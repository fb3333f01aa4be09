"""What cards are worth that decks are bought of: the kernel's games, the experiments, the command."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import agents
from ow_env.core.batch import Batch
from ow_env.star_realms.game import StarRealms
from training.cli import main
from training.decklab import play_matchup
from training.decklab.kernel import half_points_of
from training.decklab.star_realms import bought
from training.decklab.star_realms.bought import (
    AS_IT_IS,
    BARRED,
    GIVEN,
    Block,
    Data,
    cards_of,
    fault_of,
    measure_bought,
    play_block,
    templates_with,
)
from training.decklab.star_realms.kernel import AGENTS, NOTE
from training.decklab.star_realms.setup import StarRealmsSetup, runner_of
from training.measure.match import play_batch
from training.measure.store import Store

pytestmark = pytest.mark.bounds

GAME = StarRealms()
SHORT = StarRealms(max_turns=12)
SETUP = StarRealmsSetup(GAME)
IDS = GAME.catalogue.card_ids


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bought, "BLOCK", 32)


def kernel_games(
    one: str, other: str, count: int, game: StarRealms = GAME, templates: Any = None, barred: tuple[int, ...] = (0, 0)
) -> Any:
    """Games of the kernel: numbers 0 on of seed 5. ``barred``: 1 + the kind that each seat may not have; 0: none."""
    seated = np.tile(np.array([AGENTS.index(one), AGENTS.index(other)], np.int8), (count, 1))
    notes, zeros = np.zeros(count, NOTE), np.zeros((count, 2), np.uint64)
    notes["barred"] = barred
    begun = game.template if templates is None else templates
    return runner_of(game, 1).play(begun, np.zeros(count, np.int64), np.arange(count), 5, seated, zeros, notes)


def check_kernel(game: StarRealms, count: int) -> None:
    """Admiral and simple leave nothing to chance, so the same deal is the same game to the end."""
    results, _ = kernel_games("admiral", "simple", count, game)
    batch = Batch(game, count, 5, observe="acting", rows="sparse")
    seats = [agents.make(name, game) for name in ("admiral", "simple")]
    reward, truncated, decisions = play_batch(game, seats, count, 5, batch=batch)
    assert np.array_equal(np.stack([half_points_of(results, seat) for seat in range(2)], axis=1), 1 + reward)
    assert np.array_equal(results["turns"], game.turn(batch.states))
    assert np.array_equal(results["ending"], np.where(truncated, 2, 1))
    assert np.array_equal(results["winner"], batch.states["winner"])
    assert results["decisions"].sum() == decisions
    assert np.array_equal(results["first"], batch.states["first"])


def test_the_kernel_plays_the_games_that_a_batch_plays() -> None:
    check_kernel(GAME, 40)


def test_a_few_games_of_the_kernel_are_those_of_a_batch() -> None:
    check_kernel(SHORT, 2)


def test_a_game_of_the_kernel_counts_what_is_bought_and_bars_what_is_not_for_sale() -> None:
    """With nothing but Rams in the Trade Deck an eager player buys Rams and Explorers; one who may not has neither."""
    rams, explorers, template = IDS["Ram"], IDS["Explorer"], SHORT.template.copy()
    template[0]["trade_deck"]["copies"] = 0
    template[0]["trade_deck"]["copies"][rams] = template[0]["trade_deck"]["count"] = 20
    usual = kernel_games("eager", "eager", 2, SHORT, template)[1]["bought"]
    assert (usual[:, :, rams].sum(axis=1) > 0).all()
    assert usual.sum() == usual[:, :, [rams, explorers]].sum()
    for kind in (rams, explorers):
        barred = kernel_games("eager", "eager", 2, SHORT, template, (0, 1 + kind))[1]["bought"]
        assert barred[:, 1, kind].sum() == 0
        assert barred[:, 0, kind].sum() > 0


def test_threads_change_nothing() -> None:
    numbers = np.arange(100)
    seated = np.tile(np.array([AGENTS.index("eager"), AGENTS.index("random")], np.int8), (100, 1))
    seeds = np.arange(200, dtype=np.uint64).reshape(100, 2)
    given = GAME.template, np.zeros(100, np.int64), numbers, 5, seated, seeds
    one, three = (runner_of(GAME, threads).play(*given) for threads in (1, 3))
    assert [each.tobytes() for each in one] == [each.tobytes() for each in three]


def test_what_is_bought_is_counted() -> None:
    """All that a seat owns it began with or bought; what is missing was scrapped."""
    bought = kernel_games("simple", "simple", 30)[1]["bought"]
    batch = Batch(GAME, 30, 5, observe="acting")
    play_batch(GAME, [agents.make("simple", GAME) for _ in range(2)], 30, 5, batch=batch)
    owned = np.zeros((30, 2, len(IDS)), np.int64)
    for seat in range(2):
        him = batch.states["players"][:, seat]
        for pile in (him["hand"], him["discard"], him["in_play"], him["deck"]["rest"]):
            owned[:, seat] += pile["copies"][:, : len(IDS)]
    bases = [card.id for card in GAME.catalogue.cards if card.is_base]  # simple scraps none
    assert np.array_equal(owned[:, :, bases], bought[:, :, bases])
    kinds = [card.id for card in cards_of(SETUP) if card.name != "Explorer"]
    assert (owned[:, :, kinds] <= bought[:, :, kinds]).all()
    assert bought[:, :, [IDS["Scout"], IDS["Viper"]]].sum() == 0


@pytest.mark.parametrize("agent", ["random", "eager", "admiral"])
def test_who_is_barred_buys_none(agent: str) -> None:
    cutter = IDS["Cutter"]
    bought = kernel_games(agent, agent, 40, barred=(0, 1 + cutter))[1]["bought"]
    assert bought[:, 1, cutter].sum() == 0
    assert bought[:, 0, cutter].sum() > 10


def test_a_ban_of_what_nobody_would_buy_changes_nothing() -> None:
    usual, _ = kernel_games("admiral", "simple", 20)
    never = [card.id for card in GAME.catalogue.cards if card.name in ("Scout", "Viper")]
    for kind in never:
        barred, _ = kernel_games("admiral", "simple", 20, barred=(1 + kind, 1 + kind))
        assert barred.tobytes() == usual.tobytes()


@pytest.mark.parametrize("name", ["Trade Bot", "Explorer", "Fleet HQ"])
def test_who_is_given_a_card_has_one_more_and_the_box_as_many(name: str) -> None:
    card = GAME.catalogue.card(name)
    templates = templates_with(SETUP, card)
    for seat, g in enumerate(templates):
        piles = [g["players"][player]["discard"]["copies"] for player in range(2)]
        assert piles[seat][card.id] == piles[seat].sum() == 1
        assert piles[1 - seat].sum() == 0
        whole, before = g["trade_deck"]["count"] + g["explorers"], GAME.template[0]
        assert whole == before["trade_deck"]["count"] + before["explorers"] - 1
        assert g["trade_deck"]["copies"].sum() == g["trade_deck"]["count"]


def test_a_strong_card_given_wins_and_a_ban_costs() -> None:
    """A Trade Bot from the first turn on scraps half a deck of Scouts; a Cutter that is not for sale is missed."""
    (simple,) = measure_bought("simple", setup=SETUP, card="Trade Bot", bouts=512).cards
    assert simple.given.low > 0.05
    (admiral,) = measure_bought("admiral", setup=SETUP, card="Trade Bot", bouts=512).cards
    assert admiral.bought > 0.2
    assert admiral.given.low > 0.05
    (cutter,) = measure_bought("admiral", setup=SETUP, card="Cutter", bouts=512).cards
    assert cutter.barred.low > 0.03


def test_every_kind_that_can_be_bought_is_tried(small: None) -> None:
    found = measure_bought("simple", setup=SETUP, bouts=20)
    assert len(found.cards) == 47
    assert {entry.card.name for entry in found.cards} == {card.name for card in cards_of(SETUP)}
    assert found.bouts == 32, "a whole block"
    means = [entry.barred.mean for entry in found.cards]
    assert means == sorted(means, reverse=True)
    assert all(0.0 <= entry.more.mean <= 1.0 for entry in found.cards if entry.more.known)
    assert found.text().count("\n") == 47 + 8


def test_an_interrupted_run_goes_on(small: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    how: dict[str, Any] = {"setup": SETUP, "card": "Ram", "bouts": 128}
    whole = measure_bought("simple", **how)
    played: list[Block] = []
    usual = bought.play_block

    def stops(data: Data, block: Block) -> dict[str, Any]:
        played.append(block)
        if len(played) == 5:
            raise KeyboardInterrupt
        return usual(data, block)

    monkeypatch.setattr(bought, "play_block", stops)
    with Store(tmp_path / "s.sqlite") as store:
        with pytest.raises(KeyboardInterrupt):
            measure_bought("simple", store=store, **how)
        again = measure_bought("simple", store=store, **how)
        assert len(played) == 3 * 4 + 1, "nothing is played twice but the block that was under way"
        assert again == whole
        measure_bought("simple", store=store, **how)
        assert len(played) == 3 * 4 + 1


@pytest.mark.parametrize(
    ("experiment", "result", "fault"),
    [
        (BARRED, {"points": "5" * 32}, "points: expected 32 digits from 0 to 4"),
        (GIVEN, {"points": "2" * 31}, "points: expected 32 digits"),
        (BARRED, ["points"], "expected points, found"),
        (AS_IT_IS, {"Ram": [1, 2, 3]}, "expected every kind that can be bought"),
    ],
)
def test_a_stored_result_that_can_not_be_is_refused(small: None, experiment: str, result: Any, fault: str) -> None:
    assert fault in str(fault_of(Block(experiment, "Ram", 0), cards_of(SETUP), result))


def test_a_result_that_was_played_is_taken(small: None) -> None:
    data = Data(SETUP, "simple", 1, 1)
    for experiment in (AS_IT_IS, BARRED, GIVEN):
        block = Block(experiment, "" if experiment == AS_IT_IS else "Ram", 0)
        result = json.loads(json.dumps(play_block(data, block)))
        assert fault_of(block, cards_of(SETUP), result) is None
    counts = {card.name: [3, 2, 4] for card in cards_of(SETUP)}
    assert fault_of(Block(AS_IT_IS, "", 0), cards_of(SETUP), counts) is None
    assert "Ram: expected cards bought" in str(
        fault_of(Block(AS_IT_IS, "", 0), cards_of(SETUP), {**counts, "Ram": [3, 2, 5]})
    )


def test_what_can_not_be_measured_is_refused() -> None:
    with pytest.raises(ValueError, match="agent: cards are tried by one of random, admiral, simple, eager, got 'bob'"):
        measure_bought("bob", setup=SETUP)
    with pytest.raises(ValueError, match="card: 'Scout' can't be bought"):
        measure_bought("simple", setup=SETUP, card="Scout")
    with pytest.raises(ValueError, match="bouts: expected a number from 1 up, got 0"):
        measure_bought("simple", setup=SETUP, bouts=0)


def test_the_lab_plays_seats_in_the_kernel(tmp_path: Path) -> None:
    """A matchup of the seats tells what going first is worth; slow agents play one decision after the other."""
    found = play_matchup("player_0", "player_1", "simple", setup=SETUP, bouts=1024, threads=1)
    assert 0.51 < found.first_share.mean < 0.61
    assert 0.44 < found.interval.mean < 0.56
    slow = play_matchup("player_0", "player_1", "simple", "search:2", setup=SETUP, bouts=1, threads=1)
    assert slow.games == 32


def test_the_command(small: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["decks", "market-values", "--game", "star_realms", "--agent", "simple", "--card", "Ram", "--games", "40"]
    where = ["--store", str(tmp_path / "s.sqlite"), "--out", str(tmp_path / "out")]
    assert main([*asked, *where]) == 0
    told = capsys.readouterr().out
    assert "simple playing both seats, seed 1; 64 games" in told
    (row,) = json.loads((tmp_path / "out" / "market_values.json").read_text())
    assert row["card"] == "Ram"
    assert row["faction"] == "blob"
    assert row["low"] <= row["barred"] <= row["high"]
