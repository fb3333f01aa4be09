"""The engine and the oracle of Goofspiel play the same games; tests/lockstep.py has what all games share.

Compared are who is asked, what each seat may do, the whole position, and at the end the rewards.
"""

from __future__ import annotations

import copy

from tests import lockstep
from tests.goofspiel.oracle.oracle import Oracle


class Match(lockstep.Match):
    """One game, played by both."""

    oracle: Oracle

    def turned_up(self) -> int:
        """Return the prize that the engine has turned up."""
        return int(self.state[0]["prize"])

    def begin(self) -> None:
        """Set up the oracle as the engine is set up, and compare."""
        self.oracle = Oracle(dict(self.game.options), self.turned_up)
        self.compare()

    def decide(self) -> list[int]:
        """Choose for everybody."""
        self.before = copy.deepcopy(self.oracle.position())
        return self.take_all({seat: self.rng.choice(self.oracle.legal(seat)) for seat in self.oracle.asked})

    def follow(self) -> None:
        """Let the oracle play what the engine has played, and compare."""
        self.oracle.play(list(self.history[-1].values()))
        self.compare()

    def compare(self) -> None:
        """Compare all there is."""
        found = self.game.position(self.state)
        self.compare_position(found, self.oracle.position())
        self.compare_reloaded(found)
        self.compare_asked(not self.oracle.asked, self.oracle.asked, self.oracle.legal)
        if self.over:
            self.compare_result("terminated", self.oracle.rewards())


class Lockstep(lockstep.Lockstep):
    """Plays games and counts what was reached."""

    match = Match
