"""The engine and the oracle play the same games side by side; at every decision everything must agree.

Compared are who is asked, the names of all that each seat may do, the whole position and what each viewer sees of it,
each number that each seat observes, and at the end the rewards. The oracle is told what the engine has drawn: planets,
costs and hands stand in the position afterwards, the dice of a combat are those that the game's events tell of.

Below: oracle.py, positions.py, knowledge.py, setups.py, tests/lockstep.py (what all games share). Above:
../test_oracle.py.
"""

from __future__ import annotations

from typing import Any

from tests import lockstep
from tests.lockstep import RELOADED, differences
from tests.these_new_worlds.oracle import positions
from tests.these_new_worlds.oracle.knowledge import told_to
from tests.these_new_worlds.oracle.oracle import Oracle, all_actions
from tests.these_new_worlds.oracle.self_play import choose
from tests.these_new_worlds.table import Told

SEATS = 2


class Match(lockstep.Match):
    """One game, played by both."""

    oracle: Oracle

    def begin(self) -> None:
        """Set up the oracle as the engine is set up, and compare."""
        found = self.game.position(self.state)
        self.before = self.setup.position(self.number) or {}
        if self.before:
            self.oracle = positions.read(self.before, Told(found), **self.setup.oracle_options())
        else:
            self.oracle = self.setup.begin(Told(found, opening=True))
        self.compare(found)

    def decide(self) -> list[int]:
        """Choose, and note what was reached: an action id for each seat."""
        name = choose(self.rng, self.setup.style, self.oracle.legal(), self.taken)
        actions = self.take(self.oracle.active, name)
        self.before = positions.write(self.oracle)
        self.rolled = self.dice_of(actions)
        return actions

    def dice_of(self, actions: list[int]) -> list[int]:
        """Return the dice of the combat that follows, if one does: asked before it is played."""
        domes = sum(him["dome"] for him in self.before["players"]) + self.history[-1].startswith("colonize")
        if domes < SEATS:
            return []
        told = self.game.events(self.state.copy(), actions, self.batch.rng[self.row : self.row + 1].copy())
        return [shown for event in told if event.kind == "die" for shown in event.data["rolled"]]

    def follow(self) -> None:
        """Let the oracle take the action that the engine has taken, and compare."""
        found = self.game.position(self.state)
        self.oracle.chance = Told(found, self.rolled)
        try:
            self.oracle.play(self.history[-1])
        except (AssertionError, KeyError, IndexError, TypeError) as error:
            self.complain(f"the oracle draws what the engine does not: {error!r}")
        self.compare(found)
        self.reached.update(f"not asked: {name.split()[0]}" for name in self.oracle.asked_last)
        if found["round"] != self.before["round"] or self.over:
            self.reached["combats" if self.rolled else "rounds without combat"] += 1

    def compare(self, found: Any) -> None:
        """Compare all there is."""
        oracle = self.oracle
        self.compare_position(found, positions.write(oracle))
        self.compare_asked(oracle.is_over, oracle.to_act, oracle.legal)
        for seat in range(SEATS):
            self.compare_observed(seat)
        if self.over:
            self.compare_result("terminated", oracle.scores)
            self.reached[f"ended: {oracle.result}"] += 1
        if self.decisions % RELOADED == 0 or self.over:
            self.compare_views(found)

    def compare_observed(self, seat: int) -> None:
        """Compare each number that a seat observes."""
        told, row = told_to(self.oracle, seat), self.batch.observation[self.row, seat]
        found = {each.name: row[each.start : each.stop].tolist() for each in self.game.features}
        if found != told:
            self.complain(f"player_{seat} observes otherwise", *differences(found, told))

    def compare_views(self, found: Any) -> None:
        """Compare what viewers see, and write and read the position."""
        for view in ("public", *self.game.agents):
            seen, expected = self.game.position(self.state, view), positions.seen(self.oracle, view)
            if seen != expected:
                self.complain(f"the view of {view} differs", *differences(seen, expected))
        self.compare_reloaded(found)


class Lockstep(lockstep.Lockstep):
    """Plays games and counts what was reached."""

    match = Match
    names = all_actions()
