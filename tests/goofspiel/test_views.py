"""What Goofspiel shows: observations, positions, text, pictures."""

from __future__ import annotations

import numpy as np
import pytest

from ow_env.core import Batch
from ow_env.drawing.parts import Choice, Spot
from ow_env.goofspiel.game import Goofspiel

pytestmark = pytest.mark.rule

ROUNDS = {"prize": 2, "face_down": [1], "history": [{"prize": 3, "bids": [4, 2]}]}
PLAYERS = [{"score": 3, "hand": [1, 2]}, {"score": 0, "hand": [3, 4]}]


def state(game: Goofspiel) -> np.ndarray:
    return game.from_position({**ROUNDS, "players": PLAYERS})


def feature(game: Goofspiel, states: np.ndarray, seat: int, name: str) -> list[int]:
    found = next(f for f in game.features if f.name == name)
    return game.show(states).observation[0, seat, found.start : found.stop].tolist()


def test_features_cover_the_observation() -> None:
    game = Goofspiel()
    assert [f.start for f in game.features] == [0, *(f.stop for f in game.features)][:-1]
    assert game.features[-1].stop == game.num_features == len(game.observation_high)
    for f in game.features:
        assert (game.observation_high[f.start : f.stop] == f.high).all()


@pytest.mark.parametrize(
    ("seat", "name", "first"),
    [
        (0, "prize", [0, 1, 0, 0]),
        (0, "face_down", [1, 0, 0, 0]),
        (0, "turn_of", [0, 0, 1, 0]),
        (0, "winner", [0, 0, 1, 0]),
        (1, "winner", [0, 0, 2, 0]),
        (0, "score", [3, 0, 0, 0]),
        (1, "score", [0, 3, 0, 0]),
        (0, "hand", [1, 1, 0, 0]),
        (1, "hand", [0, 0, 1, 1]),
        (0, "bid_for", [0, 0, 4, 0]),
        (1, "bid_for", [0, 0, 2, 0]),
    ],
)
@pytest.mark.parametrize("bids", ["public", "hidden"])
def test_each_feature(seat: int, name: str, first: list[int], bids: str) -> None:
    game = Goofspiel(2, 4, bids=bids)
    assert feature(game, state(game), seat, name)[:4] == first


def test_others_cards_are_seen_only_if_public() -> None:
    public, hidden = Goofspiel(2, 4), Goofspiel(2, 4, bids="hidden")
    theirs = slice(13, 17)
    assert feature(public, state(public), 0, "hand")[theirs] == [0, 0, 1, 1]
    assert feature(hidden, state(hidden), 0, "hand")[theirs] == [0, 0, 0, 0]
    assert feature(public, state(public), 0, "bid_for")[theirs] == [0, 0, 2, 0]
    assert feature(hidden, state(hidden), 0, "bid_for")[theirs] == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("view", "hands", "bids"),
    [
        ("full", [[1, 2], [3, 4]], [4, 2]),
        ("public", [2, 2], [None, None]),
        ("player_0", [[1, 2], 2], [4, None]),
        ("player_1", [2, [3, 4]], [None, 2]),
    ],
)
def test_what_a_view_hides_is_a_count(view: str, hands: list[object], bids: list[object]) -> None:
    game = Goofspiel(2, 4, bids="hidden")
    at = game.position(state(game), view)
    assert [player["hand"] for player in at["players"]] == hands
    assert at["history"][0]["bids"] == bids
    assert at["history"][0]["winner"] == 0  # who won is never hidden
    assert at.get("view", "full") == view


def test_a_view_has_each_card_where_it_lies() -> None:
    """Number n is card n - 1; what is hidden is counted, and nothing else is."""
    game = Goofspiel(2, 4, bids="hidden")
    view = game.view(state(game), "player_0")
    lying = {(zone.name, zone.seat): ([card.number for card in zone.cards], zone.hidden) for zone in view.zones}
    assert lying == {
        ("prize", None): ([1], 0),
        ("to come", None): ([0], 0),
        ("hand", 0): ([0, 1], 0),
        ("bid", 0): ([3], 0),
        ("won", 0): ([2], 0),
        ("hand", 1): ([], 2),
        ("bid", 1): ([], 1),
        ("won", 1): ([], 0),
    }
    assert not view.over


def test_a_view_of_the_end_says_so() -> None:
    batch = Batch(Goofspiel(2, 4), 1)
    while not batch.terminated[0]:
        batch.step(batch.action_mask.argmax(axis=2))
    view = batch.game.view(batch.states)
    assert view.over
    assert view.when == "The end"
    assert not any(seat.asked for seat in view.seats)


def test_a_bid_points_at_its_card_in_the_hand() -> None:
    game = Goofspiel(2, 4)
    for seat in (0, 1):
        assert game.choice(state(game), seat, 3) == Choice(3, "bid 3", "bid", Spot(2, ("hand",), seat))
        assert game.choice(state(game), seat, 0) == Choice(0, "pass", "pass")


def test_a_bid_can_be_taken_back_until_the_round_is_over() -> None:
    game = Goofspiel(2, 4)
    batch = Batch(game, 1)
    for played in range(3):
        assert {game.private_step(batch.states, seat) for seat in (0, 1)} == {int(game.turn(batch.states)[0])}
        assert int(game.turn(batch.states)[0]) == played
        batch.step(np.array([[played + 1, played + 1]]))


def test_the_text() -> None:
    game = Goofspiel(2, 4, bids="hidden")
    assert game.render(state(game), "player_1").splitlines() == [
        "Round 2 of 4",
        "> player_1 bids a card, as all do, unseen by each other",
        "",
        "  prize     2",
        "  to come   1",
        "",
        "player_0  points 3 · hand 2",
        "  bid       [1 face down]",
        "  won       3",
        "player_1 (you)  points 0 · hand 2",
        "  hand      3, 4",
        "  bid       2 for 3",
    ]
    assert game.render(
        game.from_position({"face_down": [], "players": [{"score": 1, "hand": []}, {"hand": []}]})
    ).splitlines() == [
        "The end",
        "> player_0 wins, 1 to 0 points",
        "",
        "player_0  points 1 · hand 0",
        "player_1  points 0 · hand 0",
    ]


def test_the_picture_shows_what_the_view_shows() -> None:
    game = Goofspiel(2, 4, bids="hidden")
    full, mine = game.draw(state(game)), game.draw(state(game), "player_0")
    assert full.dtype == np.uint8
    assert full.shape == mine.shape == game.draw(Batch(game, 1).states).shape
    assert (full != mine).any()
    assert (full != game.draw(Batch(game, 1).states)).any()
