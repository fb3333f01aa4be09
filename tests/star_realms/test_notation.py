"""The notation of scenarios itself: what is written is what is set up, and nothing slips past a comparison."""

from __future__ import annotations

import pytest

from tests.scenarios import Choice, Refusal, Scenario, rows
from tests.star_realms.scenario import check, parts_of, position_of, read, told

pytestmark = pytest.mark.uncompiled

BEFORE = "C5 | hand Scout | foe bases Barter World"


def test_a_position_is_read_and_written_alike() -> None:
    text = (
        "turn 4 of foe | asked trim: Brain World primary, 1 done | T3 | C5 | A47 | hand Scout | foe hand 2x Viper"
        " | foe bases Brain World (primary), The Hive (primary, ally) | foe ships Ram (triggered),"
        " Stealth Needle (as Ram, triggered) | explorers 4 | permissions 1 | row -"
    )
    parts = parts_of(position_of(text))
    assert {key: parts[key] for key in read(text)} == read(text)
    assert position_of(text)["players"][1]["ships"][1] == {"card": "Stealth Needle", "triggered": True, "copies": "Ram"}


def test_only_what_has_changed_is_told() -> None:
    before = parts_of(position_of(BEFORE))
    assert told(before, before) == ""
    assert told(before, parts_of(position_of("hand Scout | foe A49"))) == "C0 | foe A49 | foe bases -"


@pytest.mark.parametrize(
    "row",
    rows(f"""
too little is said
    before: {BEFORE}   play: attack Barter World   after: C1 | foe bases -
too much is said
    before: {BEFORE}   play: attack Barter World   after: C1 | foe bases - | foe discard Barter World | T1
another number
    before: {BEFORE}   play: attack Barter World   after: C2 | foe bases - | foe discard Barter World
a forbidden action
    before: {BEFORE}   play: attack Blob World   after: -
nothing changes
    before: {BEFORE}   after: C5
one too few
    before: {BEFORE}   legal: play Scout; end turn; attack opponent
another reason
    before: {BEFORE}   play: attack Blob World   why: no
an allowed action
    before: {BEFORE}   play: attack opponent   why: no
"""),
    ids=str,
)
def test_a_row_that_says_something_else_fails(row: Scenario | Choice | Refusal) -> None:
    with pytest.raises(AssertionError):
        check(row)


def test_a_word_that_is_no_part_is_refused() -> None:
    with pytest.raises(AssertionError, match="what is 'hadn Scout'"):
        read("hadn Scout")
