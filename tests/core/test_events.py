"""Rules that are listened to: in their order, with what they return, and as the compiled ones carry them out."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import numpy as np
import pytest

from ow_env.core import bits
from ow_env.core.batch import Batch
from ow_env.core.bits import count_ones, lowest, which_not_zero, without_lowest
from ow_env.core.events import HAPPENING, STEP, Event, Narrator, Telling
from ow_env.goofspiel.game import Goofspiel
from ow_env.goofspiel.rules import rounds as rules
from tests.bazaar.game import Bazaar


class Witness(Narrator):
    """Notes which rules were carried out, and within which."""

    def bids(self, g: Any, player: int, card: int) -> None:
        self.tell("bid", f"{player} bids {card} in {'/'.join(self.inside)}")

    def awards(self, g: Any, t: Any) -> Generator[None, Any, None]:
        before = int(g.rounds)
        yield
        self.tell("award", f"round {before} to {int(g.rounds)}")

    def wins(self, g: Any, prize: int) -> Generator[None, Any, None]:
        result = yield
        self.tell("winner", f"seat {result - 1}")


def started(**options: Any) -> tuple[Goofspiel, Batch]:
    game = Goofspiel(2, 4, order="ascending", **options)
    return game, Batch(game, 1, 1)


def test_a_rule_is_heard_before_it_is_carried_out_and_after_a_yield_behind_it() -> None:
    game, batch = started()
    heard = {rules.bid: Witness.bids, rules.award: Witness.awards, rules.winner_of: Witness.wins, rules.apply: None}
    telling = Telling(rules.apply, heard)
    witness, state = Witness(), batch.states.copy()
    telling(witness, state[0], game.tables[0], batch.rng.copy()[0], np.array([4, 2], np.int32))
    assert [event.text for event in witness.events] == [
        "0 bids 4 in apply",
        "1 bids 2 in apply",
        "seat 0",
        "round 0 to 1",
    ]
    batch.step([[4, 2]])
    assert state.tobytes() == batch.states.tobytes()


def test_who_listens_is_forgotten_when_the_rule_is_done() -> None:
    game, batch = started()
    telling = Telling(rules.apply, {rules.bid: Witness.bids})
    first, second = Witness(), Witness()
    for witness in (first, second):
        telling(witness, batch.states.copy()[0], game.tables[0], batch.rng.copy()[0], np.array([1, 2], np.int32))
    assert first.events == second.events
    assert len(first.events) == 2
    assert not first.inside


def test_the_rules_themselves_stay_deaf() -> None:
    Telling(rules.apply, {rules.bid: Witness.bids})
    _, batch = started()
    batch.step([[1, 2]])  # and nobody is told: no narrator is there to be asked for


def note_places(row: Any, places: list[int]) -> None:
    """A rule that asks which numbers of a row are not zero, by operations that only compiled code can call."""
    left = which_not_zero(row, 0)
    places.append(count_ones(left))
    while left:
        bits.fetch(row, 0, 0)
        places.append(bits.lowest(left))
        left = without_lowest(left)
    places.append(lowest(left))


def test_operations_of_compiled_code_are_carried_out_too() -> None:
    row, places = np.zeros(bits.WIDTH, np.uint8), []
    row[[3, 9, 63]] = 7
    Telling(note_places, {})(Witness(), row, places)
    assert places == [3, 3, 9, 63, 64]


@pytest.mark.parametrize("view", ["full", "public", "player_0", "player_1"])
@pytest.mark.parametrize("bids", ["public", "hidden"])
def test_bids_are_told_to_who_may_know_them(view: str, bids: str) -> None:
    game, batch = started(bids=bids)
    told = [str(event) for event in game.events(batch.states, [4, 2], batch.rng, view)]
    assert ("player_0 bids 4" in told) == (bids == "public" or view in ("full", "player_0"))
    assert ("player_1 bids 2" in told) == (bids == "public" or view in ("full", "player_1"))
    assert "player_0 takes the 1, for 1 points" in told
    assert "Round 2: the prize is 2" in told


def test_ties_and_the_end_are_told() -> None:
    game, batch = started(ties="carry")
    told = [str(event) for event in game.events(batch.states, [4, 4], batch.rng)]
    assert "The highest bid was made twice, nobody takes the 1: its points are carried to the next (RULING 1)" in told
    for bid in (4, 3):
        batch.step([[bid, bid]])
    told = [str(event) for event in game.events(batch.states, [1, 2], batch.rng)]
    assert "player_1 takes the 3, for 6 points" in told
    assert told[-4:] == [
        "player_0 bids 2, the last card",
        "player_1 bids 1, the last card",
        "player_0 takes the 4, for 4 points",
        "player_1 wins, 4 to 6 points (RULING 3)",
    ]


def test_a_game_without_a_narrator_tells_each_its_own_choice() -> None:
    game = Bazaar(2)
    batch = Batch(game, 1, 4)
    for view, known in (("full", True), ("player_0", True), ("player_1", False), ("public", False)):
        told = super(Bazaar, game).events(batch.states, [0, 0], batch.rng, view)
        choices = [event for event in told if event.kind == "choice"]
        assert choices == ([Event("choice", "player_0: pass", seat=0)] if known else [])
        assert {event.kind for event in told} - {"choice"} == {"changed"}
    with pytest.raises(ValueError, match="got 'nobody'"):
        super(Bazaar, game).events(batch.states, [0, 0], batch.rng, "nobody")


def test_an_event_reads_as_a_sentence_with_its_rule() -> None:
    assert str(Event("trashed", "It is gone", "OW-4a.4")) == "It is gone (OW-4a.4)"
    assert str(Event("step", "Stage", level=STEP)) == "Stage"
    assert Event("x", "y").level == HAPPENING
