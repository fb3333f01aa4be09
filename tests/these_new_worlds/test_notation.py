"""The notation of scenarios itself: what is written is what is set up, and nothing slips past a comparison."""

from __future__ import annotations

import numpy as np
import pytest

from ow_env.core.rng import below
from tests.scenarios import Row, rows
from tests.tables import draws
from tests.these_new_worlds.scenario import check, parts_of, position_of, read, told

pytestmark = pytest.mark.uncompiled

BEFORE = "top Breakthrough | hand Spot Trade, Tax Season | foe tokens red 2"


def test_a_position_is_read_and_written_alike() -> None:
    text = (
        "round 4 | dealer you | turn foe | step dome | has played | passed | top Peer Review"
        " | hand Spot Trade, Privateers"
        " | foe hand Border Militia, Tax Season, Breakthrough | aside Escort Wing, Assembly of Worlds"
        " | not held Escort Wing | foe not held Assembly of Worlds | foe tokens red 4 | tokens blue 3"
        " | dome green 3, blue 1 | costs 2 5 3 1 | planets Vermeil | foe planets Aurelia, Loam"
        " | collective Marigold, Azimuth | contested Evergild"
    )
    parts = parts_of(position_of(text))
    assert {key: parts[key] for key in read(text)} == read(text)


def test_all_cards_are_there_and_each_player_was_dealt_eight() -> None:
    at = position_of(BEFORE)
    everywhere = [name for him in at["players"] for name in him["hand"] + him["played"]] + at["set_aside"]
    assert len(everywhere) == len(set(everywhere)) == 18
    assert [len(him["hand"] + him["played"]) for him in at["players"]] == [8, 8]


def test_only_what_has_changed_is_told() -> None:
    before = parts_of(position_of(BEFORE))
    assert told(before, before) == ""
    after = parts_of(position_of(BEFORE.replace("red 2", "red 1") + " | passed"))
    assert told(before, after) == "foe tokens red 1 | passed yes"


@pytest.mark.parametrize(
    "row",
    rows(f"""
too little is said
    before: {BEFORE}   play: play Spot Trade   after: +Spot Trade | turn foe
too much is said
    before: {BEFORE}   play: play Spot Trade   after: +Spot Trade | tokens red 1, green 1 | turn foe
another number
    before: {BEFORE}   play: play Spot Trade   after: +Spot Trade | tokens green 2 | turn foe
a forbidden action
    before: {BEFORE}   play: play Peer Review   after: -
nothing changes
    before: {BEFORE}   after: tokens red 1
other dice
    before: passed | top Assembly of Worlds | hand Privateers | dome red 6, blue 6 | foe dome red 6, blue 6
    play: pass   after: round 2 | planets Sapphire Nine   dice: 1 2 1 2 1 2 1 2
one too few
    before: {BEFORE}   legal: play Spot Trade
another reason
    before: {BEFORE}   play: play Peer Review   why: no
an allowed action
    before: {BEFORE}   play: play Spot Trade   why: no
"""),
    ids=str,
)  # fmt: skip
def test_a_row_that_says_something_else_fails(row: Row) -> None:
    with pytest.raises(AssertionError):
        check(row)


@pytest.mark.parametrize("text", ["hadn Spot Trade", "hand Spot Trad", "planets Pluto", "+Spot Trad"])
def test_a_word_that_is_no_part_is_refused(text: str) -> None:
    with pytest.raises(AssertionError):
        position_of(text)


def test_what_is_drawn_can_be_laid_down() -> None:
    rng = draws((6, 5), (16, None), (2, 1), (13, 0))
    assert [below(rng[0], 6), below(rng[0], 16) >= 0, below(rng[0], 2), below(rng[0], 13)] == [5, True, 1, 0]
    assert np.all(rng["count"] == 4)
