"""From one to four at a table: training, reports, cards and matches mean the same for every number of seats."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import agents
from tests.bazaar.game import Bazaar
from training.cli import main
from training.measure import match
from training.measure.match import Result, even_share, play_match

SMALL = """
num_envs = 32
rollout = 512
batch = 256
threads = 1
ladder_checkpoints = 1
ladder_games = 100
"""


def said(capsys: pytest.CaptureFixture[str], *typed: str, code: int = 0) -> str:
    capsys.readouterr()
    assert main([*typed]) == code
    told = capsys.readouterr()
    return told.err if code else told.out


# ── What is even ───────────────────────────────────────────────────────────────────────────────


def test_of_four_one_wins_and_of_scores_half_lead(monkeypatch: pytest.MonkeyPatch):
    assert [even_share(Bazaar(players)) for players in (2, 3, 4)] == [0.5, 0.5, 0.5]
    monkeypatch.setattr(Bazaar, "facts", replace(Bazaar.facts, payoff="win"))
    assert [even_share(Bazaar(players)) for players in (2, 3, 4)] == [0.5, 1 / 3, 0.25]


@pytest.mark.parametrize(("players", "even"), [(2, 0.5), (3, 1 / 3), (4, 0.25)])
def test_a_tie_is_an_even_share(players: int, even: float, monkeypatch: pytest.MonkeyPatch):
    """Of every three numbers player_0 wins one, one is tied, one cut off: nobody takes more than an even share."""
    game = Bazaar(players)

    def played(game: Bazaar, seats: object, rows: int, seed: int, first: int, *more: object, **named: object):
        kinds = (first + np.arange(rows)) % 3
        reward = np.zeros((rows, players), np.float32)
        reward[kinds == 0] = -1
        reward[kinds == 0, 0] = 1
        return reward, kinds == 2, rows

    monkeypatch.setattr(match, "play_batch", played)
    monkeypatch.setattr(Bazaar, "facts", replace(Bazaar.facts, payoff="win"))
    points = np.zeros(6)
    random = agents.make("random", game)
    result = play_match(game, random, random, 6 * players, points=points)
    assert (result.wins, result.ties, result.truncated) == (2, 2 * players, 2 * players)
    assert result.score == pytest.approx((2 + even * 4 * players) / (6 * players))
    assert points.tolist() == pytest.approx([1, players * even, players * even] * 2)
    assert points.sum() == pytest.approx(result.score * result.games)


def test_an_even_share_is_told_where_it_is_not_one_half():
    assert Result(1, 3, 0, 0, 9, 0.25).line("a", "b").endswith("; an even share is 25.0 %")
    assert Result(1, 3, 0, 0, 9).line("a", "b").endswith("0 truncated)")
    assert (Result(1, 3, 0, 0, 9, 0.25) + Result(1, 0, 0, 0, 1, 0.25)).even == 0.25


def test_two_seats_are_compared_where_there_are_two(capsys: pytest.CaptureFixture[str]):
    alone = ("--game", "bazaar", "--option", "num_players=1")
    for command in (("balance",), ("matrix",), ("match", "player_0", "player_0")):
        assert "there are no two seats to compare" in said(capsys, "decks", *command, *alone, code=2)


# ── Commands ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
@pytest.mark.parametrize("players", [1, 3])
def test_a_run_is_measured_shown_and_has_a_card(players, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    Path("small.toml").write_text(f"options = {{ num_players = {players}, rounds = 4 }}\n{SMALL}")
    given = ("--game", "bazaar", "--option", f"num_players={players}", "--option", "rounds=4")
    small = ("--settings", "small.toml", "--decisions", "1536", "--games", "100")
    told = said(capsys, "train", "--game", "bazaar", *small, "--out", "run")
    results, page = json.loads(Path("run/results.json").read_text()), Path("run/report.html").read_text()
    if players == 1:
        assert ", 128 games  this agent" in told
        assert {share["label"] for share in results["alone"]} >= {"this agent", "random", "collector"}
        assert "<h2>Evaluation</h2>" in page
        assert "Against known opponents" not in page
        assert "ow match run/agent.safetensors --game bazaar --option num_players=1" in page
    else:
        assert "against collector: " in told
        assert "The ladder" in page
        assert "A game against" in page
    assert said(capsys, "train", "--report", "--out", "run").endswith("report: run/report.html\n")
    said(capsys, "agents", "card", "run/agent.safetensors", "--games", "150")
    card, text = json.loads(Path("run/agent.json").read_text()), Path("run/agent.md").read_text()
    assert card["players"] == players
    if players == 1:
        assert card["alone"]["games"] == 192
        assert "Mean score, from -1 to 1" in text
        assert "Elo" not in text
        assert "in a single-player game there is nobody to meet" in said(
            capsys, "exploit", "run/agent.safetensors", "--decisions", "512", "--out", "hole", code=2
        )
    else:
        assert "in all seats" in text
        assert [score["games"] for score in card["scores"]] == [150, 150]
        few = said(capsys, "agents", "card", "run/agent.safetensors", "--games", "149", code=2)
        assert "games: expected 150 or more, got 149" in few
        small = ("--settings", "less.toml", "--option", "num_players=3", "--option", "rounds=4")
        Path("less.toml").write_text(SMALL)
        told = said(capsys, "exploit", "run/agent.safetensors", "--decisions", "512", "--games", "30", "--out", "hole",
                    *small)  # fmt: skip
        assert "against it, 30 games; " in told
    assert ", 12 games" in said(
        capsys, "match", "run/agent.safetensors", *["random"] * (players > 1), *given, "--games", "12"
    )
