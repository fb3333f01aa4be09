"""What is known of a new hand, and who is asked: in the playthroughs of Star Realms (tests/contract/)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from ow_env.core import Batch
from ow_env.core.game import States
from ow_env.star_realms.cards import load_catalogue
from ow_env.testing.playthroughs import courses
from tests.star_realms.games import game_of
from tests.star_realms.oracle.crowded import crowded_position

pytestmark = [pytest.mark.bounds, pytest.mark.xdist_group("star_realms")]

LONG = 200  # decisions


def test_what_is_known_of_a_new_hand_follows_from_what_lay_open() -> None:
    """Wherever a turn ends: the cards on top and those drawn before a reshuffle, if any was; else only what must be."""
    for course in courses("star_realms")[:6]:
        for k in range(len(course)):
            check_new_hand(course.game, course.states[k : k + 1], course.number)


def check_new_hand(game: Any, states: States, seed: int) -> None:
    """End a turn, if one is in the Main Phase, and look what is known then."""
    at = game.position(states)
    if at["decision"] != {"type": "main"}:
        return
    seat = at["active"]
    him = at["players"][seat]
    after = Batch(game, 1, seed)
    after.set_states(states)
    moves = [0, 0]
    moves[seat] = game.action_id(states, seat, "end turn")
    after.step([moves])
    then = game.position(after.states)
    if then["turn"] > at["turn"] + 1:
        return  # the next turn ended by itself
    top, rest = him["top"][:5], him["deck"]
    known = Counter(top)
    if len(top) + len(rest) <= 5:  # the shuffled part runs out: what was in it is known to be drawn
        known += Counter(rest)
        left = Counter(him["discard"] + him["hand"] + [ship if isinstance(ship, str) else ship["card"]
                                                       for ship in him["ships"]])  # fmt: skip
        if len(top) + len(rest) + sum(left.values()) <= 5:
            known += left
    assert Counter(then["players"][seat]["known"]) == known
    assert then["players"][seat]["top"] == []


@pytest.mark.parametrize("seed", range(20))
def test_public_asks_where_needed_does_and_more(seed: int) -> None:
    """Both play the same: what `needed` takes by itself `public` asks with a single answer, or takes too."""
    needed, public = Batch(game_of(), 1, seed), Batch(game_of(ask="public"), 1, seed)
    position = crowded_position(seed % 1000)
    for batch in (needed, public):
        batch.set_states(batch.game.from_position(position))
        batch.rng[:] = needed.rng
    random, more = np.random.default_rng(seed), 0
    for _ in range(LONG):
        while public.action_mask[0, int(public.states[0]["active"])].sum() == 1 and public.to_act[0].any():
            public.step([public.action_mask[0].argmax(axis=1)])
            more += 1
        here, there = needed.game.position(needed.states), public.game.position(public.states)
        assert here == there
        if needed.terminated[0] or needed.truncated[0]:
            break
        moves = [random.choice(np.flatnonzero(mask)) for mask in needed.action_mask[0]]
        needed.step([moves])
        public.step([moves])


def test_the_box_has_110_cards() -> None:
    assert sum(card.copies for card in load_catalogue().cards) == 110
