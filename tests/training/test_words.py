"""Words for people: seats count from 1."""

from __future__ import annotations

from dataclasses import dataclass

from training.words import spoken


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
