"""What is asked in each kind of decision, and why all else is forbidden: in the playthroughs of tests/contract/."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from ow_env.open_worlds import actions as why, engine
from ow_env.open_worlds.actions import OK, PASS
from ow_env.open_worlds.state import PHASES, POINTS, QUESTIONS
from ow_env.open_worlds.verbs import VERBS
from ow_env.testing.compiled import reasons_of
from ow_env.testing.playthroughs import courses

pytestmark = [pytest.mark.bounds, pytest.mark.xdist_group("open_worlds")]

ASKED = {  # what is asked: the verbs that answer it, and whether passing is an answer
    "adjust hand": ("discard", True),
    "exchange prohibited": ("discard", True),
    "window": ("play", True),
    "stage": ("stage", True),
    "move": ("move", True),
    "over-class ships": ("discard", False),
    "next world": ("resolve", False),
    "swap": ("swap", True),
    "retreat": ("retreat", True),
    "orbital activity": ("reserve target", True),
    "surface conflict": ("target defend", True),
    "conquer": ("conquer", True),
    "trash": ("discard", True),
    # while a Utility is in play
    "reacting": ("play", True),
    "world": ("choose", False),
    "target": ("target", False),
    "option": ("option", False),
    "replacement": ("stage", False),
    "taken back": ("take", False),
    "card of deck": ("take", False),
    "ground force": ("take", False),
}


def asked(g: Any) -> str:
    """Return what is asked in a position: one of ASKED."""
    if PHASES[g["phase"]] == "reacting":
        return "reacting"
    if PHASES[g["phase"]] != "idle":
        return QUESTIONS[g["question"]]
    return POINTS[g["point"]].partition(":")[0]


def test_only_what_is_asked_is_an_answer() -> None:
    seen: Counter[str] = Counter()
    for course in courses("open_worlds"):
        game, reasons = course.game, reasons_of(course.game, course.states)
        verbs = np.array([VERBS[verb] for verb in game.tables[0]["actions"]["verb"][: game.num_actions]])
        for k, seat in np.argwhere(course.to_act).tolist():
            seen[what := asked(course.states[k])] += 1
            answers, may_pass = ASKED[what]
            found = reasons[k, seat]
            assert found[PASS] == (OK if may_pass else why.MUST_CHOOSE), course.at(k, seat)
            wrong = (found == why.NOT_NOW) != ~np.isin(verbs, answers.split())
            assert not wrong[1:].any(), course.at(k, seat, 1 + int(wrong[1:].argmax()))
    assert set(seen) == set(ASKED)


def test_why_those_may_do_nothing_who_are_not_asked() -> None:
    """It is not their decision; in Move they may be halted, and who has exchanged four cards may exchange no more."""
    for course in courses("open_worlds"):
        game, over = course.game, course.is_over
        verbs = np.array([VERBS[verb] for verb in game.tables[0]["actions"]["verb"][: game.num_actions]])
        whats = np.array([asked(g) for g in course.states])
        for halted, adjusted in ((0, 0), (1, 4)):
            states = course.states.copy()
            for seat in range(game.num_players):
                idle = ~course.to_act[:, seat] & ~over
                states["players"][idle, seat]["halted"], states["players"][idle, seat]["adjusted"] = 0, 0
                for k in np.flatnonzero(idle):
                    states[k]["players"][seat]["halted"], states[k]["players"][seat]["adjusted"] = halted, adjusted
            reasons = reasons_of(game, states)
            for seat in range(game.num_players):
                idle = ~course.to_act[:, seat] & ~over
                expected = np.full((len(states), game.num_actions), why.NOT_ASKED)
                expected[:, PASS] = OK
                if halted:
                    expected[np.ix_(whats == "move", verbs == "move")] = why.HALTED
                    expected[np.ix_(whats == "adjust hand", verbs == "discard")] = why.FOUR_EXCHANGED
                wrong = (reasons[:, seat] != expected).any(axis=1) & idle
                assert not wrong.any(), course.at(int(wrong.argmax()), seat)


def test_when_the_game_is_over_passing_is_all_that_is_left() -> None:
    for course in courses("open_worlds"):
        found = reasons_of(course.game, course.states[course.is_over])
        assert (found[:, :, PASS] == OK).all()
        assert (found[:, :, 1:] == why.GAME_IS_OVER).all()
        g, t = course.states[0], course.game.tables[0]
        assert [engine.why_not(g, t, 0, number) for number in (-1, course.game.num_actions)] == [why.NO_SUCH_ACTION] * 2
