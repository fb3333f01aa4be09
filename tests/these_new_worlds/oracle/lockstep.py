"""The engine and the oracle play the same games side by side; at every decision everything must agree.

Compared are who is asked, the names of all that each seat may do, the whole position and what each viewer sees of it,
each number that each seat observes, and at the end the rewards. The oracle is told what the engine has drawn: planets,
costs and hands stand in the position afterwards, the dice of a combat are those that the game's events tell of.

    python -m tests.these_new_worlds.oracle.lockstep --games 3000
    python -m tests.these_new_worlds.oracle.lockstep --setup eager --first 17 --games 1   # one of them again

Below: oracle.py, positions.py, knowledge.py, setups.py. Above: ../test_oracle.py.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from ow_env.core import Batch
from tests.these_new_worlds.oracle import positions
from tests.these_new_worlds.oracle.knowledge import told_to
from tests.these_new_worlds.oracle.oracle import all_actions
from tests.these_new_worlds.oracle.self_play import choose
from tests.these_new_worlds.oracle.setups import SETUPS, Setup, setup_of
from tests.these_new_worlds.table import Told

TOGETHER = 50  # rows of a batch
RELOADED = 7  # one position in so many is also written and read again, and seen by all viewers
SEED = 0
SEATS = 2


class Disagreement(AssertionError):
    """The engine and the oracle differ."""


def differences(engine: Any, oracle: Any, path: str = "") -> Iterator[str]:
    """Name every field in which two positions differ, with what each says."""
    if isinstance(engine, dict) and isinstance(oracle, dict):
        for key in sorted(engine.keys() | oracle.keys()):
            yield from differences(engine.get(key), oracle.get(key), f"{path}/{key}")
    elif isinstance(engine, list) and isinstance(oracle, list) and len(engine) == len(oracle):
        for place, (one, other) in enumerate(zip(engine, oracle, strict=True)):
            yield from differences(one, other, f"{path}/{place}")
    elif engine != oracle:
        yield f"{path}: engine {engine!r}, oracle {oracle!r}"


class Match:
    """One game, played by both. The engine's side is row ``row`` of a batch."""

    def __init__(self, setup: Setup, number: int, batch: Batch, row: int, reached: Counter[str]) -> None:
        self.setup, self.number = setup, number
        self.batch, self.row = batch, row
        self.game = batch.game
        self.reached = reached
        self.rng = random.Random(f"{setup.name} {number}")
        self.taken: Counter[str] = Counter()
        self.decisions = 0
        self.history: list[str] = []
        found = self.game.position(self.state)
        self.before = setup.position(number) or {}
        if self.before:
            self.oracle = positions.read(self.before, Told(found), **setup.oracle_options())
        else:
            self.oracle = setup.begin(Told(found, opening=True))
        self.compare(found)

    @property
    def state(self) -> Any:
        """The engine's state [1]."""
        return self.batch.states[self.row : self.row + 1]

    @property
    def over(self) -> bool:
        """Is the engine's game over?"""
        return bool(self.batch.terminated[self.row])

    def decide(self) -> list[int]:
        """Choose, and note what was reached: an action id for each seat."""
        name = choose(self.rng, self.setup.style, self.oracle.legal(), self.taken)
        self.taken[name] += 1
        self.reached[f"took: {name}"] += 1
        self.history.append(name)
        self.decisions += 1
        actions = [0] * SEATS
        actions[self.oracle.active] = self.game.actions.index(name)
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
        expected = positions.write(oracle)
        if found != expected:
            self.complain("the positions differ", *differences(found, expected))
        if self.over != oracle.is_over:
            self.complain(f"over: engine {self.over}, oracle {oracle.is_over}")
        asked = [int(seat) for seat in np.flatnonzero(self.batch.to_act[self.row])]
        if asked != oracle.to_act:
            self.complain(f"asked: engine {asked}, oracle {oracle.to_act}")
        for seat in range(SEATS):
            self.compare_seat(seat)
        if self.over:
            self.compare_result()
        if self.decisions % RELOADED == 0 or self.over:
            self.compare_views(found)

    def compare_seat(self, seat: int) -> None:
        """Compare what a seat may do and what it observes."""
        allowed = {self.game.actions[i] for i in np.flatnonzero(self.batch.action_mask[self.row, seat])}
        legal = set(self.oracle.legal(seat))
        if allowed != legal:
            alone = f"engine alone {sorted(allowed - legal)}, oracle alone {sorted(legal - allowed)}"
            self.complain(f"player_{seat} may differ: {alone}")
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
        if not np.array_equal(self.game.from_position(found), self.state):
            self.complain("the engine's position, written and read again, is another record")

    def compare_result(self) -> None:
        """Compare the rewards."""
        scores = self.oracle.scores
        found = [float(reward) for reward in self.batch.reward[self.row]]
        if found != scores or self.batch.truncated[self.row]:
            self.complain(f"rewards: engine {found}, oracle {scores}")
        self.reached[f"ended: {self.oracle.result}"] += 1

    def complain(self, *what: str) -> None:
        """Raise, with all that is needed to look into it."""
        lines = [
            f"setup {self.setup.name!r}, game {self.number}, decision {self.decisions}:",
            *(f"  {line}" for line in what[:20]),
            f"last actions: {self.history[-6:]}",
            f"position before: {json.dumps(self.before)}",
        ]
        raise Disagreement("\n".join(lines))


class Lockstep:
    """Plays games and counts what was reached."""

    def __init__(self) -> None:
        self.games = 0
        self.decisions = 0
        self.reached: Counter[str] = Counter()

    def play(self, setup: Setup, first: int, games: int) -> None:
        """Play games number ``first`` and on of a setup."""
        for number in range(first, first + games, TOGETHER):
            count = min(TOGETHER, first + games - number)
            batch = Batch(setup.game, count, seed=SEED, first_game=number)
            for row in range(count):
                position = setup.position(number + row)
                if position is not None:
                    batch.set_states(setup.game.from_position(position), [row])
            self.play_out([Match(setup, number + row, batch, row, self.reached) for row in range(count)], batch)

    def play_out(self, matches: list[Match], batch: Batch) -> None:
        """Play all rows to their ends."""
        running = [match for match in matches if not match.over]
        while running:
            actions = np.zeros((batch.num_games, SEATS), np.int32)
            for match in running:
                actions[match.row] = match.decide()
            batch.step(actions)
            for match in running:
                match.follow()
            running = [match for match in running if not match.over]
        self.games += len(matches)
        self.decisions += sum(match.decisions for match in matches)

    def report(self) -> str:
        """Return what was reached how often, a line each, and which actions were never taken."""
        taken = {what.removeprefix("took: ") for what in self.reached if what.startswith("took: ")}
        lines = [f"{count:9}  {what}" for what, count in sorted(self.reached.items()) if not what.startswith("took: ")]
        never = [name for name in all_actions() if name not in taken]
        lines.append(f"never taken: {', '.join(never) or 'none'}")
        return "\n".join([*lines, f"{self.games} games, {self.decisions} decisions: no difference"])


def share(games: int) -> dict[Setup, int]:
    """Divide games among the setups by their weight."""
    total = sum(setup.weight for setup in SETUPS)
    return {setup: max(1, round(games * setup.weight / total)) for setup in SETUPS}


def main() -> None:
    """Play games of all setups, or some of one."""
    parser = argparse.ArgumentParser(description="Play the engine and the oracle of These New Worlds side by side.")
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--setup", help="the name of one, see setups.py")
    told = parser.parse_args()
    lockstep = Lockstep()
    begun = time.monotonic()
    for setup, games in {setup_of(told.setup): told.games}.items() if told.setup else share(told.games).items():
        before = lockstep.decisions
        lockstep.play(setup, told.first, games)
        print(f"{games:6} games, {lockstep.decisions - before:8} decisions: {setup.name}", flush=True)
    print(lockstep.report())
    print(f"{time.monotonic() - begun:.0f} s")


if __name__ == "__main__":
    main()
