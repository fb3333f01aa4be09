"""Tables of scenarios (scenarios.py): what is written is what is read, and what is not well written is refused."""

from __future__ import annotations

import re

import pytest

from tests.goofspiel.scenario import check, table_of
from tests.scenarios import Choice, Refusal, Scenario, actions_of, decisions, rows


def test_a_table_is_read() -> None:
    first, second, third = rows("""
        R-1: fields of a line of their own
            before: hand Scout | deck Viper,
                Ram
                foe A5
            play:   play Scout; buy
                end turn
            after:  -
            dice: 3 8of10
            options: max_turns=9, ask="public"
        # a comment
        R-2, not: in one line   with spaces
            play: foe: pass   why: no   : reason
                goes on
        R-3
            before: hand Scout   legal: a: b; c
    """)
    assert first == Scenario(
        "R-1: fields of a line of their own",
        before="hand Scout | deck Viper, Ram | foe A5",
        play="play Scout; buy; end turn",
        after="",
        dice="3 8of10",
        options={"max_turns": 9, "ask": "public"},
    )
    assert second == Refusal("R-2, not: in one line   with spaces", play="foe: pass", why="no   : reason goes on")
    assert third == Choice("R-3", before="hand Scout", legal="a: b; c")
    assert [str(first), actions_of(first.play)] == [first.rule, ["play Scout", "buy", "end turn"]]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("A\n  before: x\n  afetr: y", "line 3: the field 'afetr' is none of before, after, play, legal, why, dice"),
        ("A\n  before: x   play: y\n  play: z\n  after: y", "line 3: the field 'play' is there twice"),
        ("A\n  x\n  after: y", "line 2: the field 'x' is none of"),
        ("A\n  before: x", "line 1: a row says one of after, legal, why, this one none"),
        (
            "\nA\n  after: x\nB\n  after: x\n  why: y",
            "line 4: a row says one of after, legal, why, this one after, why",
        ),
        ("A\nB\n  after: x", "line 1: a row says one of"),
        ("A\n    before: x\n  after: y", "line 3: expected a title, which is not indented, found '  after: y'"),
        ("A\n  why: x   dice: 3", "line 1: no dice fall where an action is refused"),
    ],
)
def test_a_table_that_is_not_well_written_is_refused(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(said)}"):
        rows(text)


def test_decisions_are_joint_and_in_order() -> None:
    table = table_of("prize 1 | to come 2 3 4 | hands 1 2 3 4, 1 2 3 4")
    assert next(decisions(["bid 2", "bid 3", "foe: bid 1"], table)) == {0: "bid 2", 1: "bid 1"}
    assert next(decisions(["you, foe: bid 2"], table)) == {0: "bid 2", 1: "bid 2"}
    assert next(decisions(["foe: bid 2"], table)) == {0: "pass", 1: "bid 2"}
    with pytest.raises(AssertionError, match=r"third: 'pass': asked are \['you', 'foe'\]"):
        next(decisions(["third: pass"], table))


@pytest.mark.uncompiled
@pytest.mark.parametrize(
    "row",
    rows("""
    too little is said
        before: prize 1 | to come 2 3 4 | hands 1 2 3 4, 1 2 3 4
        play: bid 3; foe: bid 2   after: prize 2 | to come 3 4 | hands 1 2 4, 1 3 4 | 1: 3 2 to you
    too much is said
        before: prize 1 | to come 2 3 4 | hands 1 2 3 4, 1 2 3 4   after: scores 1 0
    nobody passes
        before: prize 1 | to come 2 3 4 | hands 1 2 3 4, 1 2 3 4   play: bid 3   after: prize 2
    one too few
        before: prize 1 | to come 2 3 4 | hands 1 2 3 4, 1 2 3 4   legal: bid 1; bid 2; bid 3
    another reason
        before: prize 2 | to come 4 | hands 1 3, 1 2   play: bid 2   why: no
    an allowed action
        before: prize 2 | to come 4 | hands 1 3, 1 2   play: bid 1   why: no
    """),
    ids=str,
)
def test_a_row_that_says_something_else_fails(row: Scenario | Choice | Refusal) -> None:
    with pytest.raises(AssertionError):
        check(row)
