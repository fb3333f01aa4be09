"""The measured match: what it counts, and the interval it gives."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest

import agents
from agents.base import Observation
from ow_env.goofspiel.game import Goofspiel
from training.cli import main
from training.measure.match import Result, play_batch, play_match, share_of_tie, wilson
from training.measure.timed import Timed, compared


class Lowest:
    """Always the allowed action with the lowest id."""

    name, version = "lowest", 1

    def __init__(self) -> None:
        self.parameters: dict[str, int] = {}

    def act(self, observation: Observation) -> np.ndarray:
        return observation.mask.argmax(axis=1).astype(np.int32)


@pytest.mark.parametrize(
    ("share", "n", "low", "high"),
    [  # as tables of the Wilson interval give them
        (0.5,  100, 0.4038, 0.5962),
        (0.0,   10, 0.0000, 0.2775),
        (1.0,   10, 0.7225, 1.0000),
        (0.8,   50, 0.6696, 0.8876),
    ],
)  # fmt: skip
def test_wilson(share: float, n: int, low: float, high: float) -> None:
    assert wilson(share, n) == pytest.approx((low, high), abs=1e-4)


def test_ties_and_truncations_are_half_a_point() -> None:
    result = Result(wins=3, losses=1, ties=1, truncated=1, decisions=60)
    assert result.games == 6
    assert result.score == pytest.approx(4 / 6)
    assert "3 won, 1 lost, 1 tied, 1 truncated" in result.line("a", "b")


def test_swapping_the_agents_mirrors_the_match() -> None:
    game, low, other = Goofspiel(), Lowest(), Lowest()
    result = play_match(game, low, other, games=40, seed=3)
    mirrored = play_match(game, other, low, games=40, seed=3)
    assert result.games == 40
    assert result == mirrored
    assert result.wins == result.losses  # equal play: each seat wins its twin's lost game
    assert result.interval[0] < 0.5 < result.interval[1]


def test_every_game_number_is_played_from_both_seats() -> None:
    game, low, random = Goofspiel(), Lowest(), agents.make("random", Goofspiel(), seed=1)
    seen = []
    play_match(game, low, random, games=9, seed=3, report=seen.append)
    assert [result.games for result in seen] == [10]  # rounded up to whole pairs


def test_a_batch_plays_the_same_games_whatever_its_size() -> None:
    game, low = Goofspiel(), Lowest()
    together, _, decisions = play_batch(game, [low, low], games=6, seed=5)
    alone = [play_batch(game, [low, low], games=1, seed=5, first_game=i) for i in range(6)]
    assert np.array_equal(together, np.concatenate([reward for reward, _, _ in alone]))
    assert decisions == sum(count for _, _, count in alone)


def test_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "random", "random", "--game", "goofspiel", "--games", "20"]) == 0
    assert "random against random:" in capsys.readouterr().out


def test_json_on_stdout_and_all_else_on_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "matcher", "random", "--game", "goofspiel", "--games", "20", "--json"]) == 0
    printed = capsys.readouterr()
    found = json.loads(printed.out)
    assert (found["agents"], found["games"]) == (["matcher", "random"], 20)
    assert found["interval"][0] < found["score"] == (found["wins"] + found["ties"] / 2) / 20
    assert "matcher against random: " in printed.err


@pytest.mark.slow
def test_chosen_decks_are_played(capsys: pytest.CaptureFixture[str]) -> None:
    typed = ["match", "random", "random", "--games", "2", "--decks", "Baker-Braugn EDV", "Ares Venture Trust"]
    assert main(typed) == 0
    assert "open_worlds with Baker-Braugn EDV and Ares Venture Trust: 2 games" in capsys.readouterr().out


def test_time_is_counted_where_it_chooses_and_nowhere_else() -> None:
    clock = iter([10.0, 10.5, 20.0, 20.25])
    timed = Timed(agents.make("random", Goofspiel()), lambda: next(clock))
    assert (timed.name, timed.needs_determinizations, timed.milliseconds) == ("random", False, 0.0)
    seen = Observation(np.zeros((3, 4), np.uint8), np.ones((3, 14), np.int8))
    timed.act(seen)
    timed.act(seen)
    assert (timed.seconds, timed.decisions, timed.simulations, timed.line) == (0.75, 6, None, "125 ms")
    assert Timed(agents.make("search", Goofspiel())).needs_determinizations


def test_a_timed_match_is_the_same_match(capsys: pytest.CaptureFixture[str]) -> None:
    match = ["match", "search:30,threads=1", "random", "--game", "goofspiel", "--games", "20", "--seed", "4"]
    told = []
    for more in ([], ["--time"]):
        assert main([*match, *more]) == 0
        told.append(capsys.readouterr().out.splitlines())
    assert told[1][1] == told[0][1]
    number = r"[\d.e-]+"
    assert re.fullmatch(
        rf"CPU time per decision: {number} ms \((2\d|30)\.\d simulations\)"
        rf" against {number} ms, a ratio of {number}",
        told[1][-1],
    )


def test_two_times_are_compared_where_the_clock_sees_both() -> None:
    one, other = (Timed(agents.make("random", Goofspiel())) for _ in range(2))
    one.seconds, one.decisions = 0.5, 100
    assert compared(one, other) == "5 ms against 0 ms"
    other.seconds, other.decisions = 0.25, 100
    assert compared(one, other) == "5 ms against 2.5 ms, a ratio of 2.00"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_points_of_a_table_are_one_in_all(players: int) -> None:
    """Of some who tie and others who lose, too: who plays as the others do takes the share that is called even."""
    game = Goofspiel(num_cards=4, num_players=players)
    points = np.zeros(60)
    one, other = (agents.make("matcher", game, 1) for _ in range(2))
    result = play_match(game, one, other, 60 * players, 3, points=points)
    assert result.ties > 0
    assert result.score == pytest.approx(result.even)
    np.testing.assert_allclose(points, 1.0)
    some = np.array([[0, 0, -1, -1], [0, 0, 0, 0], [1, -1, -1, -1]], np.float32)[:, :players]
    assert share_of_tie(game, some).tolist() == {2: [0.5, 0.5, 1], 3: [0.5, 1 / 3, 1], 4: [0.5, 0.25, 1]}[players]
