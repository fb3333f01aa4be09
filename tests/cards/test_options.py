"""Options that card games share: what is taken, what is refused, and in which words."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from ow_env.cards.options import read_catalogue, read_seat, seat_names, told_cards, told_seat

RANDOM = -1


class Cards:
    """A catalogue, which knows from where it was loaded."""

    def __init__(self, source: object) -> None:
        self.source = source


def load(cards: str | Path | None = None) -> Cards:
    if cards == "faulty.toml":
        raise ValueError("faulty.toml: Scout: cost: expected a number")
    return Cards(cards)


def test_cards_are_loaded_from_where_they_lie():
    assert read_catalogue(None, Cards, load).source is None
    assert read_catalogue("own.toml", Cards, load).source == "own.toml"
    assert read_catalogue(Path("own.toml"), Cards, load).source == Path("own.toml")
    own = Cards("by hand")
    assert read_catalogue(own, Cards, load) is own


@pytest.mark.parametrize("wrong", [7, True, ["own.toml"], b"own.toml", Cards])
def test_what_is_no_card_file_is_refused(wrong):
    with pytest.raises(ValueError, match=r"^cards: expected the path of a card file, a Catalogue or None, got .+"):
        read_catalogue(wrong, Cards, load)


def test_faults_of_a_card_file_are_named_with_the_option():
    with pytest.raises(ValueError, match=r"^cards: faulty.toml: Scout: cost: expected a number$"):
        read_catalogue("faulty.toml", Cards, load)


def test_options_tell_the_cards_in_plain_python():
    told = [told_cards(cards) for cards in (None, "own.toml", Path("own.toml"), Cards(None))]
    assert told == [None, "own.toml", "own.toml", "a Catalogue"]


@pytest.mark.parametrize(
    ("value", "seat"), [(None, RANDOM), (0, 0), (np.int64(2), 2), ("player_0", 0), ("player_2", 2)]
)
def test_a_seat_is_read_by_number_and_by_name(value, seat):
    found = read_seat("first", value, 3, RANDOM)
    assert (found, type(found)) == (seat, int)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("player_2", "first: expected player_0, player_1, a seat or None, got 'player_2'"),
        ("", "first: expected player_0, player_1, a seat or None, got ''"),
        (2, "first: expected a whole number from 0 to 1, got 2"),
        (-1, "first: expected a whole number from 0 to 1, got -1"),
        (True, "first: expected a whole number from 0 to 1, got True"),
        (0.0, "first: expected a whole number from 0 to 1, got 0.0"),
        ([0], r"first: expected a whole number from 0 to 1, got \[0\]"),
    ],
)
def test_what_is_no_seat_is_refused(value, said):
    with pytest.raises(ValueError, match=f"^{said}$"):
        read_seat("first", value, 2, RANDOM)


def test_options_tell_a_seat_as_it_was_asked_for_and_seats_have_the_names_they_have_everywhere():
    assert seat_names(3) == ("player_0", "player_1", "player_2")
    told = [told_seat(seat) for seat in (None, 1, "player_1", np.int8(1))]
    assert told == [None, 1, "player_1", 1]
    assert type(told[-1]) is int
