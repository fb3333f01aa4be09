"""Words for people: seats count from 1, and whoever plays is "you"."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from training.words import spoken, to_you


@dataclass(frozen=True)
class Told:
    text: str
    seat: int


def test_seats_count_from_one_wherever_a_text_stands():
    data = {"player_0": ["player_0 hits player_11", 1, None, True], "x": (Told("(player_1)", 1),), "y": "xplayer_1"}
    assert spoken(data) == {
        "player_0": ["Player 1 hits Player 12", 1, None, True],  # names of fields are for programs
        "x": (Told("(Player 2)", 1),),
        "y": "xplayer_1",
    }


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Ann bids a card, as all do", "you bid a card, as all do"),
        ("Ann has to pay", "you have to pay"),
        ("Ann may discard", "you may discard"),
        ("Ann passes", "you pass"),
        ("Ann carries on", "you carry on"),
        ("Ann plays a card, or passes", "you play a card, or pass"),
        ("Anne bids", "Anne bids"),
        ("Bob waits for Ann", "Bob waits for Ann"),
    ],
)
def test_whoever_reads_is_you(text, told):
    assert to_you(text, "Ann") == told
