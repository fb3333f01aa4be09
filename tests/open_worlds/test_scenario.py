"""The notation of scenarios itself: what is written is what is set up, and nothing slips past a comparison."""

from __future__ import annotations

import pytest

from tests.open_worlds.oracle.oracle import Oracle
from tests.open_worlds.scenario import check, parts_of, position_of, read
from tests.scenarios import Row, rows

pytestmark = pytest.mark.uncompiled

WHOLE = (
    "resolve | turn 5 | final turn | priority third | Koti: you 2x Outpost, Shipyard 8 (foe's), stage Titan | foe Scout"
    " | Maail | Rime: under Suck Dry (foe's) | hand Scout | deck 3x Exploit | halted | foe: trash Kite | wreck GRB"
    " | seen Kite | income 3 | prior 5 | unlimited class | third: hand Scout | deck Exploit"
)


def test_a_position_is_read_and_written_alike() -> None:
    parts = {key: value for key, value in parts_of(position_of(WHOLE)).items() if value}
    assert parts == {key: value for key, value in read(WHOLE).items() if value}
    assert [world["name"] for world in position_of(WHOLE)["worlds"]] == ["Koti", "Maail", "Rime"]
    assert len(position_of(WHOLE)["players"]) == 3


def test_ends_of_lines_divide_parts_and_a_player_is_you_where_none_is_named() -> None:
    parts = read("trash\nKoti: foe Outpost\nfoe: hand Scout\ndeck Kite\nMaail:\nhand Titan")
    assert list(parts) == ["step", "Koti", "Koti: foe", "foe: hand", "foe: deck", "Maail", "you: hand"]
    assert list(parts.values()) == ["trash", "", "Outpost", "Scout", "Kite", "", "Titan"]


@pytest.mark.parametrize(
    ("agreed", "options"),
    [
        ("first by lot", {"first_player": None}),
        ("first third, you, foe", {"first_player": [2, 0, 1]}),
        ("stage in order | ask public | max turns 9", {"stage": "priority", "ask": "public", "max_turns": 9}),
        ("open decklists | introductory", {"open_decklists": True, "introductory": True}),
    ],
)
def test_what_was_agreed(agreed: str, options: dict[str, object]) -> None:
    assert position_of(f"stage | {agreed} | Koti")["options"] == options


WRONG = rows("""
too little is said
    before: resolve | Koti: you 3x Outpost, stage Shipyard 8 | hand Scout
    play: swap Outpost   after: trash | asked you | Koti: you 2x Outpost, Shipyard 8 | hand Outpost, Scout | income 3
too much is said
    before: trash | Koti: you Outpost | hand Scout   after: asked you | foe: income 1
who is asked is not said
    before: trash | Koti: you Outpost | hand Scout   after: -
another card is there
    before: resolve | Koti: you stage Outpost | hand Scout   after: trash | asked you | Koti: you Outpost | income 2
a part that no position has
    before: trash | Koti: you Outpost | hand Scout   after: asked you | third: hand -
a forbidden action
    before: trash | Koti: you Outpost | hand Scout   play: discard Titan   after: asked you
an action out of its order
    before: trash | Koti | hand Scout | foe: hand Kite   play: foe: discard Kite; discard Scout   after: asked you
one too few
    before: trash | Koti: you Outpost | hand Scout   legal: pass
another reason
    before: trash | Koti: you Outpost | hand Scout   play: discard Titan   why: no
an allowed action
    before: trash | Koti: you Outpost | hand Scout   play: discard Scout   why: no
""")


@pytest.mark.parametrize("row", WRONG, ids=str)
def test_a_row_that_says_something_else_fails(row: Row) -> None:
    with pytest.raises(AssertionError):
        check(row)


@pytest.mark.parametrize("text", ["hadn Scout", "you Scout", "hand Scout | hand Kite", "hand (idle)"])
def test_a_word_that_is_no_part_is_refused(text: str) -> None:
    with pytest.raises(AssertionError):
        read(f"trash | {text}")


def test_an_oracle_that_differs_fails_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    (row,) = rows("OW-T\n    before: trash | Koti | hand Scout   after: asked you")
    check(row)
    legal = Oracle.legal
    monkeypatch.setattr(Oracle, "legal", lambda oracle, seat: {*legal(oracle, seat), "win"})
    with pytest.raises(AssertionError, match="the oracle differs"):
        check(row)
