"""Where one points to take an action of Open Worlds, verb by verb, and what may be taken back unseen."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from ow_env.core.batch import Batch
from ow_env.drawing.parts import Spot
from ow_env.open_worlds import state as at
from ow_env.open_worlds.game import OpenWorlds
from ow_env.open_worlds.state import PHASES, POINTS
from ow_env.open_worlds.verbs import VERBS

HAND, UNITS = ("hand",), ("units",)
RESOLVED = 2  # place of the World that is being resolved

POINTING = [  # verb, decided at, phase; where the card lies, at the World that is resolved alone, then at a World
    ("stage", "stage", at.IDLE, HAND, False, True),
    ("stage", "window: end of move", at.CHOOSING, HAND, False, True),
    ("move", "move", at.IDLE, UNITS, False, True),
    ("discard", "trash", at.IDLE, HAND, False, False),
    ("discard", "over-class ships", at.IDLE, ("staged",), False, False),
    ("play", "window: end of stage", at.IDLE, HAND, False, False),
    ("play", "over-class ships", at.IDLE, HAND, False, False),
    ("swap", "swap", at.IDLE, UNITS, True, False),
    ("retreat", "retreat", at.IDLE, UNITS, True, False),
    ("target", "orbital activity", at.IDLE, UNITS, True, False),
    ("target", "surface conflict", at.IDLE, UNITS, True, False),
    ("target", "window: end of stage", at.CHOOSING, UNITS, False, False),
    ("defend", "surface conflict", at.IDLE, UNITS, True, False),
    ("conquer", "conquer", at.IDLE, UNITS, True, False),
    ("take", "window: end of draw", at.CHOOSING, ("hand", "staged", "Deck"), False, False),
]


@cache
def game() -> OpenWorlds:
    return OpenWorlds(num_players=3)


def position(point: str, phase: int = at.IDLE) -> Any:
    states = Batch(game(), 1, seed=1).states.copy()
    states["point"], states["phase"], states["world"] = POINTS.words.index(point), phase, RESOLVED
    return states


def actions_of(verb: str) -> list[int]:
    """All actions of a verb."""
    number = VERBS.words.index(verb)
    return np.flatnonzero(game().notation.actions["verb"] == number).tolist()


@pytest.mark.parametrize(("verb", "point", "phase", "zones", "here", "onto"), POINTING)
def test_one_points_at_the_card_where_its_verb_finds_it(
    verb: str, point: str, phase: int, zones: tuple[str, ...], here: bool, onto: bool
) -> None:
    states, about = position(point, phase), game().notation.actions
    for seat in range(3):
        for action in actions_of(verb):
            choice, a = game().choice(states, seat, action), about[action]
            owner = (seat + int(a["controller"])) % 3
            assert choice.label in (verb, f"{verb} (of player_{(seat + int(a['owner'])) % 3})")
            assert choice.source == Spot(int(a["card"]), zones, owner, RESOLVED if here else None)
            assert choice.target == (Spot(place=int(a["world"])) if onto else None)


@pytest.mark.parametrize("verb", ["resolve", "choose"])
def test_a_world_is_pointed_at_itself(verb: str) -> None:
    states = position("next world")
    choices = [game().choice(states, 1, action) for action in actions_of(verb)]
    assert [choice.source for choice in choices] == [Spot(place=place) for place in range(len(choices))]
    assert {choice.label for choice in choices} == {verb}
    assert {choice.target for choice in choices} == {None}


@pytest.mark.parametrize("verb", ["pass", "reserve", "option"])
def test_what_is_about_nothing_on_the_table_points_nowhere(verb: str) -> None:
    states = position("window: end of draw", at.CHOOSING)
    for action in actions_of(verb):
        choice = game().choice(states, 0, action)
        assert choice.source is choice.target is None
        assert choice.name == game().action_name(states, 0, action)
        assert choice.label == ("done" if verb == "pass" else choice.name), "people see what passing means there"


def test_every_verb_is_shown_above() -> None:
    assert {row[0] for row in POINTING} | {"resolve", "choose", "pass", "reserve", "option"} == set(VERBS)
    assert PHASES[at.IDLE] == "idle"


# ── What may be taken back ───────────────────────────────────────────────────────────────────────


def passed(batch: Batch, *seats: int) -> None:
    """Let these seats pass, and the others take the last of what they may."""
    last = batch.action_mask.shape[2] - 1 - batch.action_mask[:, :, ::-1].argmax(axis=2)
    last[0, list(seats)] = 0
    batch.step(last)


def private(batch: Batch) -> list[int | None]:
    return [batch.game.private_step(batch.states, seat) for seat in range(batch.game.num_players)]


def test_a_seat_that_is_done_takes_nothing_back_and_the_others_still_may() -> None:
    batch = Batch(OpenWorlds(num_players=3), 1, seed=1)
    assert private(batch) == [0, 0, 0]
    passed(batch, 1)
    assert private(batch) == [0, None, 0]
    passed(batch, 0, 1)
    assert private(batch) == [None, None, 0]


def test_every_private_step_has_a_number_of_its_own() -> None:
    """Hands are adjusted once, and cards are staged in every turn; all else that is chosen others see."""
    batch, rng = Batch(OpenWorlds(max_turns=8), 1, seed=3), np.random.default_rng(1)
    numbers: dict[tuple[int, str], set[int | None]] = {}
    while not (batch.terminated[0] or batch.truncated[0]):
        where = int(batch.states[0]["turn"]), POINTS[batch.states[0]["point"]]
        for seat in np.flatnonzero(batch.to_act[0]).tolist():
            numbers.setdefault(where, set()).add(batch.game.private_step(batch.states, seat))
        batch.step([[int(rng.choice(np.flatnonzero(mask))) for mask in batch.action_mask[0]]])
    hidden = {where: found for where, found in numbers.items() if where[1] in ("adjust hand", "stage")}
    assert all(len(found) == 1 and None not in found for found in hidden.values())
    assert len(set().union(*hidden.values())) == len(hidden) > 3
    assert all(found == {None} for where, found in numbers.items() if where not in hidden)


def test_who_stages_in_the_order_of_priority_is_seen() -> None:
    batch = Batch(OpenWorlds(stage="priority"), 1, seed=1)
    assert private(batch) == [0, 0]
    passed(batch, 0, 1)
    assert POINTS[batch.states[0]["point"]] == "stage"
    assert private(batch) == [None, None]
