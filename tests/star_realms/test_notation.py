"""The notation of scenarios itself: what is written is what is set up, and nothing slips past a comparison."""

from __future__ import annotations

import pytest

from tests.scenarios import Choice, Refusal, Scenario
from tests.star_realms.scenario import check, parts_of, position_of, read, told

pytestmark = pytest.mark.pure

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
    [
        Scenario("too little is said", BEFORE, "attack Barter World", "C1 | foe bases -"),
        Scenario("too much is said", BEFORE, "attack Barter World", "C1 | foe bases - | foe discard Barter World | T1"),
        Scenario("another number", BEFORE, "attack Barter World", "C2 | foe bases - | foe discard Barter World"),
        Scenario("a forbidden action", BEFORE, "attack Blob World", ""),
        Scenario("nothing changes", BEFORE, "", "C5"),
        Choice("one too few", BEFORE, "", "play Scout; end turn; attack opponent"),
        Refusal("another reason", BEFORE, "attack Blob World", "no"),
        Refusal("an allowed action", BEFORE, "attack opponent", "no"),
    ],
    ids=str,
)
def test_a_row_that_says_something_else_fails(row: Scenario | Choice | Refusal) -> None:
    with pytest.raises(AssertionError):
        check(row)


def test_a_word_that_is_no_part_is_refused() -> None:
    with pytest.raises(AssertionError, match="what is 'hadn Scout'"):
        read("hadn Scout")
