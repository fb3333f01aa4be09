"""The engine and the oracle play the same games side by side; at every decision everything must agree.

Compared are who is asked, the names of all that each seat may do, the whole position and what each viewer sees of it,
each number that each seat observes, and at the end the rewards. Both
draw from the same generator, each in its own way: so what is drawn, when, and from which cards is compared too, and
after each decision how much was drawn.

Below: oracle.py, positions.py, setups.py, tests/lockstep.py. Above: tests/contract/test_oracle.py.
"""

from __future__ import annotations

from typing import Any

from tests import lockstep
from tests.lockstep import RELOADED, differences
from tests.tradeworlds.oracle import positions
from tests.tradeworlds.oracle.chance import Shared
from tests.tradeworlds.oracle.knowledge import told_to
from tests.tradeworlds.oracle.oracle import Oracle, all_actions
from tests.tradeworlds.oracle.self_play import choose


class Match(lockstep.Match):
    """One game, played by both."""

    oracle: Oracle

    def begin(self) -> None:
        """Set up the oracle as the engine is set up, and compare."""
        self.before = self.setup.position(self.number) or {}
        rng = self.batch.rng[self.row]
        if self.before:
            self.oracle = positions.read(self.before, Shared(rng), **self.setup.oracle_options())
        else:
            self.oracle = self.setup.begin(Shared(rng, 0))
        self.compare()

    def decide(self) -> list[int]:
        """Choose, and note what was reached: an action id for each seat."""
        name = choose(self.rng, self.setup.style, self.oracle.legal(), self.taken)
        self.reached[f"asked: {self.oracle.point}"] += 1
        self.before = positions.write(self.oracle)
        return self.take(self.oracle.asked, name)

    def follow(self) -> None:
        """Let the oracle take the action that the engine has taken, and compare."""
        self.oracle.play(self.history[-1])
        self.reached.update(f"not asked: {name.split()[0]}" for name in self.oracle.taken)
        self.compare()

    def compare(self) -> None:
        """Compare all there is."""
        oracle, found = self.oracle, self.game.position(self.state)
        self.compare_position(found, positions.write(oracle))
        self.compare_asked(oracle.is_over, oracle.to_act, oracle.legal)
        chance: Any = oracle.chance
        if chance.count != int(self.batch.rng[self.row]["count"]):
            self.complain(f"drawn: engine {self.batch.rng[self.row]['count']}, oracle {chance.count}")
        if self.over:
            self.compare_result("truncated" if oracle.result == "truncated" else "terminated", oracle.scores)
            self.reached[f"ended: {oracle.result}"] += 1
        for seat in range(len(oracle.players)):
            self.compare_observed(seat)
        if self.decisions % RELOADED == 0 or self.over:
            self.compare_reloaded(found)
            self.compare_views()

    def compare_observed(self, seat: int) -> None:
        """Compare each number that a seat observes."""
        told, row = told_to(self.oracle, seat), self.batch.observation[self.row, seat]
        found = {each.name: row[each.start : each.stop].tolist() for each in self.game.features}
        if found != told:
            self.complain(f"player_{seat} observes otherwise", *differences(found, told))

    def compare_views(self) -> None:
        """Compare what viewers see."""
        for view in ("public", *self.game.agents):
            seen, expected = self.game.position(self.state, view), positions.seen(self.oracle, view)
            if seen != expected:
                self.complain(f"the view of {view} differs", *differences(seen, expected))


class Lockstep(lockstep.Lockstep):
    """Plays games and counts what was reached."""

    match = Match
    names = all_actions()
