"""Random decks: which are trained on and which held out, which rows play them, and what is measured on them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import agents
from agents import learned
from ow_env.goofspiel.game import Goofspiel
from ow_env.open_worlds.decks import check_deck
from ow_env.open_worlds.game import OpenWorlds
from tests.training.runs import DECKS, in_file, set_up, tiny
from training import agent_card
from training.cli import main
from training.decklab.open_worlds import OpenWorldsSetup, deck_key, random_decks
from training.decklab.open_worlds.random_decks import (
    HELD_OUT,
    TRAINED_ON,
    TrainingDecks,
    drawn,
    held_out,
    play_decks,
    play_printed,
    play_random_decks,
    printed_pair,
    unit_means,
)
from training.decklab.random_decks import refusal
from training.decklab.seeds import seed_of
from training.measure import model_card
from training.measure.match import play_batch
from training.selfplay import measure, train

SETUP = OpenWorldsSetup()
SMALL = DECKS | {"random_matchups": 40, "random_games": 16}


def cards_of(template: Any, seat: int) -> list[int]:
    pile = template["players"][seat]["deck"]
    return pile["cards"][: pile["count"]].tolist()


def ids_of(deck: Any) -> list[int]:
    return sorted(SETUP.catalogue.card_ids[name] for name in deck.names)


# ── Which decks ──────────────────────────────────────────────────────────────────────────────────


def test_decks_are_legal_and_those_held_out_are_never_trained_on() -> None:
    trained, held = (
        [deck for size in (54, 40) for number in range(100) for deck in drawn(SETUP, size, purpose, seed, number)]
        for purpose, seed in ((TRAINED_ON, 1), (HELD_OUT, 0))
    )
    for deck in (*trained, *held):
        assert check_deck(deck, SETUP.catalogue) == ()
    keys = [deck_key(deck) for deck in (*trained, *held)]
    assert len(set(keys)) == len(keys) == 800
    assert held_out(SETUP, 40, 2) == [drawn(SETUP, 40, HELD_OUT, 0, number) for number in range(2)]
    assert drawn(SETUP, 54, TRAINED_ON, 1, 3) != drawn(SETUP, 54, TRAINED_ON, 2, 3)


def test_rows_come_to_every_matchup_in_turn_and_its_decks_change_seats() -> None:
    games = [
        OpenWorlds(decks=order) for order in (["Smith-Boson F.E.", "Empyrean Enterprises"][::way] for way in (1, -1))
    ]
    decks = TrainingDecks(SETUP, games, rows=8, count=6, share=0.5, sizes=(54, 40), seed=5)
    for time in range(3):
        templates = decks.at(time)
        assert len(templates) == 8
        for row in range(4):
            times, number = divmod(4 * time + row, 6)
            pair = drawn(SETUP, (54, 40)[number % 2], TRAINED_ON, 5, number)
            found = [cards_of(templates[row], seat) for seat in range(2)]
            assert found == [ids_of(deck) for deck in pair][:: -1 if times % 2 else 1]
            assert templates[row]["introductory"] == (number % 2 == 1)
    # the printed ones: those of the games, then the introductory pair, both ways
    assert templates[4:6].tobytes() == np.concatenate([game.template for game in games]).tobytes()
    baker, ares = map(ids_of, printed_pair(SETUP, 40))
    assert [[cards_of(each, seat) for seat in range(2)] for each in templates[6:]] == [[baker, ares], [ares, baker]]
    assert TrainingDecks(SETUP, games, 8, 6, 1.0, (54,), 5).at(0).shape == (8,)


@pytest.mark.parametrize(
    ("game", "sizes", "why"),
    [
        (OpenWorlds(), (54, 40), ""),
        (OpenWorlds(), (54, 60), r"expected sizes among 54 and 40, each once, got [54, 60]"),
        (OpenWorlds(), (), r"each once, got []"),
        (OpenWorlds(), (40, 40), r"each once, got [40, 40]"),
        (OpenWorlds(num_players=3), (54,), "they are for two players, not for 3"),
        (Goofspiel(), (54,), "goofspiel is played without decks of one's own"),
    ],
)
def test_where_there_are_none(game: Any, sizes: tuple[int, ...], why: str) -> None:
    assert (why in refusal(game, sizes)) if why else refusal(game, sizes) == ""


# ── Training ─────────────────────────────────────────────────────────────────────────────────────


def test_most_games_are_of_random_decks_of_both_sizes(tmp_path: Path) -> None:
    run = set_up(tmp_path, **SMALL)
    held = run.arena.batch.states["introductory"]
    assert held[:12].tolist() == [0, 1] * 6
    assert held[12:].tolist() == [0, 0, 1, 1]
    first = run.arena.batch._templates.copy()
    for _ in range(12):
        run.play_and_learn(0.0)
    assert run.arena.dealt == 12
    assert (first[12:] == run.arena.batch._templates[12:]).all()
    assert not (first[:12] == run.arena.batch._templates[:12]).any()
    assert run.arena.num_games > 0


def test_without_random_decks_nothing_is_another(tmp_path: Path) -> None:
    run = set_up(tmp_path, **SMALL | {"random_matchups": 0})
    assert run.arena.deals is None
    assert [row % 2 for row in range(16)] == run.arena.batch._rows.template_index.tolist()


# ── Measuring ────────────────────────────────────────────────────────────────────────────────────


def test_both_agents_play_both_decks_from_both_seats() -> None:
    """A printed pair is played as `play_match` plays it with the decks either way; the mirror image of it mirrored."""
    found = play_printed(SETUP, "expert", "raider", 40, 40, seed=3, threads=1)
    assert (found.games, found.won + found.lost + found.tied, found.matchups, found.size) == (40, 40, 1, 40)
    back = play_printed(SETUP, "raider", "expert", 40, 40, seed=3, threads=2)
    assert (back.won, back.lost, back.tied) == (found.lost, found.won, found.tied)
    assert back.points == pytest.approx(1 - found.points)
    assert found.low < found.points < found.high
    assert found.decks == "Baker-Braugn EDV and Ares Venture Trust"


def test_alike_agents_take_half_with_any_decks() -> None:
    found = play_random_decks(SETUP, "builder", "builder", 54, 30, threads=1)
    assert (found.games, found.matchups, found.points, found.won) == (32, 8, 0.5, found.lost)
    assert "against builder with random decks of 54 cards: score 50.0 %" in found.line


def test_blocks_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    matchups = held_out(SETUP, 54, 3)
    whole = play_decks(SETUP, matchups, "expert", "builder", 2, decks="some", threads=1)
    told: list[int] = []
    monkeypatch.setattr("training.decklab.open_worlds.random_decks.ROWS", 5)
    assert play_decks(SETUP, matchups, "expert", "builder", 2, decks="some", threads=2, report=told.append) == whole
    assert told == [10, 20, 24]


def test_the_games_are_those_that_the_decks_own_games_give() -> None:
    [(one, other)] = held_out(SETUP, 54, 1)
    found = play_decks(SETUP, [(one, other)], "expert", "builder", 10, decks="", seed=4, threads=1)
    seed, won = seed_of("games on decks", 4), 0
    for way, game in enumerate((SETUP.game_of(one, other), SETUP.game_of(other, one))):
        for seat in range(2):
            seats = [agents.make(name, game) for name in ("expert", "builder")][:: -1 if seat else 1]
            reward, _, _ = play_batch(game, seats, 10, seed, 10 * way)
            won += int((reward[:, seat] > 0).sum())
    assert (found.won, found.games) == (won, 40)


def test_what_is_independent_of_what() -> None:
    points = np.arange(2 * 2 * 3 * 2).reshape(2, 2, 3, 2).astype(float)
    assert unit_means(points).tolist() == [5.5, 17.5]
    assert unit_means(points[:1]).tolist() == [3.5, 5.5, 7.5]


@pytest.mark.slow
def test_the_command_measures_with_decks_nobody_trained_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    short = SMALL | {"decisions": 256}
    chosen = tiny(**short)
    main(["train", "--settings", in_file(tmp_path / "mine.toml", **short), "--out", str(tmp_path / "run")])
    said = capsys.readouterr().out
    for size, pair in ((54, "Smith-Boson F.E. and Empyrean Enterprises"), (40, "Baker-Braugn EDV and Ares")):
        assert f"against random with random decks of {size} cards: " in said
        assert f"against random with {pair}" in said
    assert said.count(", 16 games, 4 matchups") == 2
    results = json.loads((tmp_path / "run" / "results.json").read_text())
    assert [(each["size"], each["matchups"]) for each in results["on_decks"]] == [(54, 4), (54, 1), (40, 4), (40, 1)]
    page = (tmp_path / "run" / "report.html").read_text()
    assert "With held-out decks" in page
    assert "random decks of 40 cards" in page

    def never(*given: Any, **named: Any) -> Any:
        raise AssertionError("measured again")

    monkeypatch.setattr(random_decks, "play_random_decks", never)
    monkeypatch.setattr(random_decks, "play_printed", never)
    again = measure.measure_on_decks(tmp_path / "run", chosen, tmp_path / "run" / train.AGENT)
    assert [each.points for each in again] == [each["points"] for each in results["on_decks"]]
    (tmp_path / "run" / measure.ON_DECKS).unlink()
    monkeypatch.undo()
    monkeypatch.setattr(random_decks, "play_printed", never)
    with pytest.raises(AssertionError, match="measured again"):
        measure.measure_on_decks(tmp_path / "run", chosen, tmp_path / "run" / train.AGENT)
    found = json.loads((tmp_path / "run" / measure.ON_DECKS).read_text())["found"]
    assert list(found) == ["random 54 random"], "what was measured before is kept"
    monkeypatch.undo()
    kept = tmp_path / "card.sqlite"
    card = agent_card.measure(tmp_path / "run" / train.AGENT, games=100, store=kept)
    assert [(row["size"], row["opponent"]) for row in card["on_decks"][::6]] == [(54, "builder"), (40, "builder")]
    assert len(card["on_decks"]) == 12  # with printed and with random decks against three scripts
    text = model_card.page(card)
    assert "and with 40 matchups of random decks of 54 and 40 cards" in text
    assert "| random decks of 40 cards | expert | " in text
    monkeypatch.setattr(random_decks, "play_random_decks", never)
    monkeypatch.setattr(random_decks, "play_printed", never)
    again_card = agent_card.measure(tmp_path / "run" / train.AGENT, games=100, store=kept)
    assert again_card["on_decks"] == card["on_decks"], "an interrupted measurement goes on where it was"


@pytest.mark.parametrize("told", [None, [], [54, 54], [13], ["54"], "54", [54, "/etc/passwd"], {"54": 1}])
def test_sizes_of_random_decks_that_an_agent_tells_of_are_checked(told: Any) -> None:
    trained = {"settings": {"random_matchups": 5, "random_sizes": told}}
    card = learned.Card(learned.FORMAT, "open_worlds", "", "flat", {}, 0.0, trained)
    with pytest.raises(ValueError, match=r"mine\.safetensors: random_sizes, of the random decks it was trained with: "):
        agent_card.random_sizes(Path("mine.safetensors"), card)
    trained["settings"]["random_sizes"] = [40, 54]
    assert agent_card.random_sizes(Path("mine.safetensors"), card) == [40, 54]
    trained["settings"]["random_matchups"] = 0
    assert agent_card.random_sizes(Path("mine.safetensors"), card) == []


def test_a_row_of_decks_that_was_tampered_with_is_refused() -> None:
    row = {
        "decks": "x", "size": 54, "opponent": "expert", "matchups": 4, "games": 16, "won": 8, "lost": 8, "tied": 0,
        "points": 0.5, "low": 0.2, "high": 0.8,
    }  # fmt: skip
    assert agent_card.fault(row) is None
    assert agent_card.fault({**row, "won": "8"}) == "won: expected int, found '8'"
    assert agent_card.fault({**row, "more": 1}).startswith("expected decks, size, opponent, ")
    assert agent_card.fault([row]).startswith("expected decks, size")


def test_a_match_with_random_decks(capsys: pytest.CaptureFixture[str]) -> None:
    main(["match", "builder", "random", "--random-decks", "40", "--games", "16"])
    assert "builder against random with random decks of 40 cards: " in capsys.readouterr().out
    main(["match", "builder", "random", "--random-decks", "--games", "8"])
    assert capsys.readouterr().out.count(", 8 games, 2 matchups") == 2
