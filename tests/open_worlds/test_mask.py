"""What may be done, in every kind of decision: the mask is what `why_not` allows, refusals say what is wrong.

The positions are those of the scenarios: each is played through, and looked at wherever it comes to a kind of
decision (how many players, how many of them asked, and what) that was not seen often enough before.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import pytest

from ow_env.open_worlds import engine
from ow_env.open_worlds.actions import (
    FOUR_EXCHANGED,
    GAME_IS_OVER,
    HALTED,
    MUST_CHOOSE,
    NO_SUCH_ACTION,
    NOT_ASKED,
    NOT_NOW,
    OK,
    PASS,
    VERBS,
)
from ow_env.open_worlds.game import OpenWorlds
from ow_env.open_worlds.state import PHASES, POINTS, QUESTIONS
from tests.open_worlds.scenario import Table, all_rows
from tests.scenarios import SEATS, Refusal, Row, actions_of, decisions

pytestmark = pytest.mark.pure

ENOUGH = {2: 2, 3: 1, 4: 1}  # decisions of each kind, by the number of players at the table
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


@dataclass
class Decision:
    """A position in which somebody is asked."""

    game: OpenWorlds
    state: Any  # [1]

    @property
    def players(self) -> list[int]:
        """Who is asked."""
        seats = range(self.game.num_players)
        return [player for player in seats if engine.waits_for(self.state[0], player)]

    @property
    def reasons(self) -> dict[int, list[int]]:
        """For each who is asked, why each action is forbidden. Asked anew: rules may have been broken since."""
        actions = range(self.game.num_actions)
        return {player: [self.why_not(player, action) for action in actions] for player in self.players}

    @property
    def verbs(self) -> list[str]:
        """Return the verb of each action."""
        return [VERBS[verb] for verb in self.game.tables[0]["actions"]["verb"][: self.game.num_actions]]

    def why_not(self, player: int, action: int) -> int:
        """Return why an action is forbidden."""
        return int(engine.why_not(self.state[0], self.game.tables[0], player, action))

    def mask(self, player: int) -> list[int]:
        """Return the mask, written over something else."""
        mask = np.full(self.game.num_actions, 7, np.int8)
        engine.write_mask(self.state[0], self.game.tables[0], player, mask)
        return [int(may) for may in mask]

    def told(self, player: int, action: int = PASS) -> str:
        """Tell what is wrong where."""
        name = self.game.action_name(self.state, player, action)
        return f"{SEATS[player]}: {name}\n{self.game.moment(self.state)}\n{self.game.position(self.state)}"


@cache
def met() -> dict[str, list[Decision]]:
    """Return decisions by what is asked in them."""
    found = defaultdict(list)
    seen: Counter[tuple[int, int, str]] = Counter()
    tried: Counter[tuple[int, str, frozenset[str]]] = Counter()
    for row in all_rows():
        table = Table(row.before)
        players, verbs = table.game.num_players, (action.split(": ")[-1].split()[0] for action in actions_of(row.play))
        course = players, table.position()["step"], frozenset(verbs)
        tried[course] += 1
        if tried[course] > 2:
            continue
        for decision in along(table, row):
            what = asked(decision.state[0])
            kind = players, len(decision.players), what
            seen[kind] += 1
            if what in ASKED and seen[kind] <= ENOUGH[players]:
                found[what].append(decision)
    return dict(found)


def along(table: Table, row: Row) -> Iterator[Decision]:
    """Yield the decisions of a scenario, from the first to the last, or to what is refused in it."""
    yield Decision(table.game, table.state.copy())
    actions = actions_of(row.play)[: -1 if isinstance(row, Refusal) else None]
    for joint in decisions(actions, table):
        table.do(joint)
        yield Decision(table.game, table.state.copy())


@pytest.mark.parametrize("what", ASKED)
def test_the_mask_is_what_nothing_forbids(what: str) -> None:
    for decision in met()[what]:
        for player, reasons in decision.reasons.items():
            assert decision.mask(player) == [int(reason == OK) for reason in reasons], decision.told(player)


@pytest.mark.parametrize("what", ASKED)
def test_only_what_is_asked_is_an_answer(what: str) -> None:
    answers, may_pass = ASKED[what]
    for decision in met()[what]:
        for player, reasons in decision.reasons.items():
            assert reasons[PASS] == (OK if may_pass else MUST_CHOOSE), decision.told(player)
            for action, verb in enumerate(decision.verbs[1:], 1):
                wrong = verb not in answers.split()
                assert (reasons[action] == NOT_NOW) == wrong, decision.told(player, action)


@pytest.mark.parametrize("what", ASKED)
def test_who_is_not_asked_may_only_pass(what: str) -> None:
    for decision in met()[what]:
        me = decision.state[0]["players"]
        some = {verb: action for action, verb in enumerate(decision.verbs)}  # the last of each verb
        for player in set(range(decision.game.num_players)) - set(decision.players):
            assert decision.mask(player) == [1] + [0] * (decision.game.num_actions - 1)
            for me["halted"][player], me["adjusted"][player] in ((0, 0), (1, 4)):
                why = dict.fromkeys(some, NOT_ASKED) | {"pass": OK}
                if me["halted"][player] and what == "move":
                    why["move"] = HALTED
                if me["adjusted"][player] and what == "adjust hand":
                    why["discard"] = FOUR_EXCHANGED
                for verb, action in some.items():
                    assert decision.why_not(player, action) == why[verb], decision.told(player, action)


def test_when_the_game_is_over_passing_is_all_that_is_left() -> None:
    table = Table("""income | final turn
                     Koti: you City 12
                     you: hand Outpost""")
    over = Decision(table.game, table.state)
    assert [over.why_not(0, action) for action in range(1, table.game.num_actions)] == [GAME_IS_OVER] * (
        table.game.num_actions - 1
    )
    assert table.allowed("you") == ["pass"]


def test_what_is_no_action_is_refused() -> None:
    decision = met()["stage"][0]
    for action in (-1, decision.game.num_actions):
        assert decision.why_not(0, action) == NO_SUCH_ACTION
