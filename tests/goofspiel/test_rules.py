"""Goofspiel's rules, each shown where it bites and where it does not.

What a position looks like is said in scenario.py. The whole position is compared.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ow_env.core import Batch
from ow_env.goofspiel.game import Goofspiel
from tests.goofspiel.scenario import check, position_of
from tests.scenarios import Row, rows

ROWS = rows("""
the highest bid takes the prize
    before: prize 1 | to come 2 3 4 | hands 1 2 3 4, 1 2 3 4
    play: bid 3; foe: bid 2   after: prize 2 | to come 3 4 | hands 1 2 4, 1 3 4 | scores 1 0 | 1: 3 2 to you
a lower bid takes nothing
    before: prize 1 | to come 2 3 4 | hands 1 2 3 4, 1 2 3 4
    play: bid 2; foe: bid 3   after: prize 2 | to come 3 4 | hands 1 3 4, 1 2 4 | scores 0 1 | 1: 2 3 to foe
a tie discards the prize
    before: prize 1 | to come 2 3 4 | hands 1 2 3 4, 1 2 3 4
    play: bid 3; foe: bid 3   after: prize 2 | to come 3 4 | hands 1 2 4, 1 2 4 | 1: 3 3 to nobody
a tie carries the prize, if so agreed
    before: prize 3 | to come 2 4 | hands 1 2 3, 1 2 3   options: ties="carry"
    play: bid 3; foe: bid 3   after: prize 2 | to come 4 | hands 1 2, 1 2 | carried 3 | 3: 3 3 to nobody
the next highest bid takes what was carried
    before: prize 2 | to come 3 4 | hands 1 2 3, 1 2 3 | carried 5   options: ties="carry"
    play: bid 1; foe: bid 3   after: prize 3 | to come 4 | hands 2 3, 1 2 | carried 0 | scores 0 7 | 2: 1 3 to foe
two ties in a row carry both
    before: prize 2 | to come 3 4 | hands 1 2 3, 1 2 3 | carried 1   options: ties="carry"
    play: bid 1; foe: bid 1   after: prize 3 | to come 4 | hands 2 3, 2 3 | carried 3 | 2: 1 1 to nobody
a tie below the highest bid does not count
    before: prize 1 | to come 2 3 | hands 1 2 3, 1 2 3, 2 3 4
    play:   bid 1; foe: bid 1; third: bid 4
    after:  prize 2 | to come 3 | hands 2 3, 2 3, 2 3 | scores 0 0 1 | 1: 1 1 4 to third
RULING 1: a tie at the top is nobody's, not even the third's
    before: prize 1 | to come 2 3 | hands 1 2 3, 1 2 3, 2 3 4
    play: bid 3; foe: bid 3; third: bid 2   after: prize 2 | to come 3 | hands 1 2, 1 2, 3 4 | 1: 3 3 2 to nobody
prizes come up in descending order, if so agreed
    before: prize 4 | to come 1 2 3 | hands 1 2 3 4, 1 2 3 4   options: order="descending"
    play: bid 4; foe: bid 1   after: prize 3 | to come 1 2 | hands 1 2 3, 2 3 4 | scores 4 0 | 4: 4 1 to you
the last card is bid without asking
    before: prize 2 | to come 4 | hands 1 3, 1 2 | scores 3 1
    play: bid 1; foe: bid 2   after: prize - | to come - | hands - | scores 7 3 | 2: 1 2 to foe | 4: 3 1 to you
two cards left are still asked for
    before: prize 2 | to come 3 4 | hands 1 3 4, 1 2 3
    play: bid 1; foe: bid 2   after: prize 3 | to come 4 | hands 3 4, 1 3 | scores 0 2 | 2: 1 2 to foe
RULING 2: what is carried past the last prize is lost
    before: prize 2 | to come 4 | hands 1 3, 2 3 | scores 3 1   options: ties="carry"
    play: bid 1; foe: bid 2   after: prize - | to come - | hands - | scores 3 3 | 2: 1 2 to foe | 4: 3 3 to nobody
the last prize pays what was carried to it
    before: prize 2 | to come 4 | hands 1 3, 1 2   options: ties="carry"
    play: bid 1; foe: bid 1   after: prize - | to come - | hands - | scores 6 0 | 2: 1 1 to nobody | 4: 3 2 to you
each card that is held may be bid
    before: prize 2 | to come 4 | hands 1 3, 1 2   legal: bid 1; bid 3
one that is not held may not
    before: prize 2 | to come 4 | hands 1 3, 1 2   play: bid 2   why: player_0 does not hold the 2, but 1, 3
nobody passes
    before: prize 2 | to come 4 | hands 1 3, 1 2
    play: foe: pass   why: in every round each player bids one card; player_1 holds 1, 2
after the end nothing is bid
    before: scores 1 0   play: bid 1   why: the game is over
after the end one may pass
    before: scores 1 0   legal: pass
""")


@pytest.mark.rule
@pytest.mark.parametrize("row", ROWS, ids=str)
def test_rule(row: Row) -> None:
    check(row)


@pytest.mark.rule
@pytest.mark.parametrize(
    ("rule", "scores", "outcomes"),
    [
        ("most points win", "4 2", [1, -1]),
        ("fewer lose", "1 5", [-1, 1]),
        ("as many draw", "3 3", [0, 0]),
        ("one winner among three", "1 5 4", [-1, 1, -1]),
        ("RULING 3: those who share the most draw", "5 5 1", [0, 0, -1]),
        ("all share the most", "2 2 2", [0, 0, 0]),
    ],
)
def test_outcome(rule: str, scores: str, outcomes: list[int]) -> None:
    game = Goofspiel(len(outcomes), 4)
    state = game.from_position(position_of(f"scores {scores}", game.options))
    assert game.engine.ending(state[0]) == 1
    got = [game.engine.outcome(state[0], seat) for seat in range(game.num_players)]
    assert got == outcomes, rule


@pytest.mark.rule
def test_no_outcome_before_the_end() -> None:
    game = Goofspiel(2, 4)
    state = game.from_position(position_of("prize 2 | to come 4 | hands 1 3, 1 2 | scores 9 1", game.options))
    assert game.engine.ending(state[0]) == 0
    assert game.engine.outcome(state[0], 0) == 0.0
    assert game.engine.potential(state[0], game.tables[0], 0) == pytest.approx(0.8)
    assert game.engine.potential(state[0], game.tables[0], 1) == pytest.approx(-0.8)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({}, ""),
        ({"ask": "public"}, ""),  # who is asked: all are, either way
        ({"num_cards": 4}, "4 cards"),
        ({"num_players": 3, "bids": "hidden"}, "3 players, hidden bids"),
        ({"order": "descending", "ties": "carry"}, "descending prizes, carried ties"),
    ],
)
def test_the_format_tells_what_differs_from_the_default(options: dict[str, Any], told: str) -> None:
    assert Goofspiel(**options).format == told


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"num_players": 5}, "num_players: expected a whole number from 2 to 4, got 5"),
        ({"num_cards": 3}, "num_cards: expected a whole number from 4 to 13, got 3"),
        ({"order": "up"}, "order: expected one of 'random', 'ascending', 'descending', got 'up'"),
        ({"bids": "secret"}, "bids: expected one of 'public', 'hidden', got 'secret'"),
        ({"ties": "split"}, "ties: expected one of 'discard', 'carry', got 'split'"),
        ({"ask": "all"}, "ask: expected one of 'needed', 'public', got 'all'"),
    ],
)
def test_options_are_checked(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Goofspiel(**options)


def test_what_a_position_leaves_out_follows_from_its_history() -> None:
    game = Goofspiel(2, 4, ties="carry")
    told: dict[str, Any] = {
        "prize": 2, "players": [{}, {}], "history": [{"prize": 3, "bids": [4, 1]}, {"prize": 1, "bids": [2, 2]}]
    }  # fmt: skip
    at = game.position(game.from_position(told))
    assert at["players"] == [{"score": 3, "hand": [1, 3]}, {"score": 0, "hand": [3, 4]}]
    assert (at["face_down"], at["carried"]) == ([4], 1)
    for change in ({"players": [{"score": 4}, {}]}, {"carried": 0}):
        with pytest.raises(ValueError, match=r"(score|carried): by the history it is (3, found 4|1, found 0)"):
            game.from_position({**told, **change})
    with pytest.raises(ValueError, match="players: expected a list with one for each of 2 players, found null"):
        game.from_position({})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"prise": 1}, "no field 'prise'; nearest: 'prize'"),
        ({"ties": "carry"}, "ties: expected 'discard', found 'carry'"),
        ({"prize": 5}, "prize: expected a whole number from 1 to 4, found 5"),
        ({"prize": True}, "prize: expected a whole number from 1 to 4, found true"),
        ({"prize": 3}, "face_down: the 3 has been turned up"),
        ({"prize": None}, r"one prize for each of 3 cards held, found 2"),
        ({"face_down": [3, 3]}, "face_down: the 3 is there twice"),
        ({"face_down": "3"}, "face_down: expected a list of cards, found '3'"),
        ({"players": [{"hand": [1]}]}, "players: expected one for each of 2 players, found 1"),
        ({"players": [{"hand": [1, 2]}, {"hand": [1]}]}, r"hands of one size, found \[2, 1\]"),
        ({"players": [{"hands": [1]}, {}]}, r"players\[0\]: there is no field 'hands'"),
        ({"history": [{"prize": 1}]}, r"history\[0\].bids: expected a list with one for each of 2 players, found null"),
        ({"history": [{"prize": 1, "bids": [1, 1]}]}, r"the 1 is still in the hand"),
        ({"history": [{"prize": 2, "bids": [4, 4]}]}, "prize: the 2 was bid for before"),
        ({"history": [{"prize": 1, "bids": [4, 4]}] * 2}, r"history\[1\].prize: the 1 was bid for before"),
        (
            {"history": [{"prize": 1, "bids": [4, 4]}, {"prize": 2, "bids": [4, 4]}]},
            r"history\[1\].bids\[1\]: the 4 was bid before",
        ),
        ({"history": [{"prize": 1, "bids": [4]}]}, r"history\[0\].bids: expected one for each of 2 players, found 1"),
        ({"view": "player_1"}, "view: only a full position can be set up, found that of 'player_1', which hides cards"),
        ({"players": [{"hand": 3}, {}]}, r"players\[0\].hand: expected a list of cards, found 3: a view counts"),
        ({"format": True}, "format: expected 1, found true"),
        ({"carried": 92}, "carried: expected a whole number from 0 to 91, found 92"),
        ({"history": [{"prize": 1, "bids": [4, 4], "winner": "player_2"}]}, "winner: expected player_0 to player_1"),
        (
            {"history": [{"prize": 1, "bids": [4, 4], "winner": 0}]},
            r"history\[0\].winner: by the bids it is null, found 0",
        ),
    ],
)
def test_wrong_positions_are_refused(change: dict[str, Any], message: str) -> None:
    game = Goofspiel(2, 4)
    right = position_of("prize 2 | to come 3 4 | hands 1 2 3, 1 2 3", game.options)
    game.from_position(right)
    with pytest.raises(ValueError, match=message):
        game.from_position({**right, **change})


def test_all_faults_are_named_at_once() -> None:
    told = position_of("prize 2 | to come 3 4 | hands 1 2 3, 1 2 3", Goofspiel(2, 4).options)
    told |= {"prise": 1, "prize": 9, "players": [{"hand": [0]}, {"score": -1}]}
    told |= {"history": [{"prize": 1, "bids": [5, 1]}]}
    with pytest.raises(ValueError, match="this position can't be set up") as error:
        Goofspiel(2, 4).from_position(told)
    assert str(error.value).split("\n  - ")[1:] == [
        "there is no field 'prise'; nearest: 'prize'",
        "players[0].hand[0]: expected a whole number from 1 to 4, found 0",
        "players[1].score: expected a whole number from 0 to 91, found -1",
        "history[0].bids[0]: expected a whole number from 1 to 4, found 5",
        "prize: expected a whole number from 1 to 4, found 9",
    ]


def test_what_is_no_position_at_all() -> None:
    for told in (None, 3, [], "stage"):
        with pytest.raises(ValueError, match="expected a position, an object, found"):
            Goofspiel(2, 4).from_position(told)  # type: ignore[arg-type]


def test_a_winner_may_be_told_by_name() -> None:
    game = Goofspiel(2, 4)
    told = position_of("prize 2 | to come 3 | hands 1 3, 1 2 | scores 1 4 | 1: 4 3 to you", game.options)
    told["history"] += [{"prize": 4, "bids": [2, 4], "winner": "player_1"}]
    assert game.position(game.from_position(told))["history"][1]["winner"] == 1


def test_names() -> None:
    game = Goofspiel(2, 4)
    state = game.template
    assert game.actions[:3] == ("pass", "bid 1", "bid 2")
    for action, name in enumerate(game.actions):
        assert game.action_name(state, 0, action) == name
        assert game.action_id(state, 0, name) == action
    with pytest.raises(ValueError, match="no action 'bit 3'; nearest: 'bid 3'"):
        game.action_id(state, 0, "bit 3")
    assert repr(game).startswith('Goofspiel(num_players=2, num_cards=4, order="random"')


@pytest.mark.bounds
def test_a_game_of_n_cards_asks_n_minus_one_times() -> None:
    for cards in range(4, 14):
        batch = Batch(Goofspiel(3, cards), 2)
        for _ in range(cards - 1):
            assert batch.to_act.all()
            batch.step(batch.action_mask.argmax(axis=2))
        assert batch.terminated.all()
        assert not batch.to_act.any()
        assert np.array_equal(batch.action_mask.sum(axis=2), np.ones((2, 3)))
