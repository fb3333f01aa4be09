"""The engine and the oracle play the same games side by side; at every decision everything must agree.

Compared are who is asked, the names of all that each seat may do, the whole position, and at the end the rewards.
Both draw at random, each in its own way: so the oracle is told what the engine has drawn. It is read from the piles
that the engine leaves behind, and the oracle accepts only what its own piles can give.

    python -m tests.star_realms.oracle.lockstep --games 3000
    python -m tests.star_realms.oracle.lockstep --setup crowded --first 17 --games 1   # one of them again

Below: oracle.py, positions.py, setups.py. Above: ../test_oracle.py.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from ow_env.core import Batch
from tests.star_realms.oracle import positions
from tests.star_realms.oracle.cards import ORDER
from tests.star_realms.oracle.oracle import Oracle, all_actions
from tests.star_realms.oracle.self_play import choose
from tests.star_realms.oracle.setups import SETUPS, Setup, setup_of
from tests.star_realms.oracle.table import Chance

MOST_TRIES = 300  # to find out what was drawn
TOGETHER = 50  # rows of a batch
RELOADED = 7  # one position in so many is also written and read again
SEED = 0


class Disagreement(AssertionError):
    """The engine and the oracle differ."""


# ── What was drawn ─────────────────────────────────────────────────────────────────────────────


class Witness:
    """Chance that draws what explains the piles found afterwards.

    A card of which too many are left is drawn first. In nearly all cases that is right at once. Where a deck was
    reshuffled in one step after other draws it need not be; then other draws are tried, as ``script`` says.

    Args:
        after: the position that is to be explained.
        script: which of the possible cards to take at each draw, by its place; beyond it the first.
    """

    def __init__(self, after: dict[str, Any], script: list[int]) -> None:
        self.first = int(after["first"])
        self.left: dict[int | None, Counter[str]] = {
            None: Counter(after["trade_deck"]),
            0: Counter(after["players"][0]["deck"]),
            1: Counter(after["players"][1]["deck"]),
        }
        self.script = script
        self.kinds: list[int] = []  # among how many kinds each draw was

    def starter(self) -> int:
        """Return the seat that began."""
        return self.first

    def card(self, seat: int | None, pile: list[str]) -> str:
        """Return a card of the pile."""
        there, left = Counter(pile), self.left[seat]
        kinds = sorted(there, key=lambda name: (there[name] <= left[name], ORDER[name]))
        draw = len(self.kinds)
        self.kinds.append(len(kinds))
        return kinds[self.script[draw] if draw < len(self.script) else 0]


def explain(play: Callable[[Chance], Oracle], after: dict[str, Any]) -> tuple[Oracle, int]:
    """Return the oracle as it plays with draws that lead to a position, or else with the likeliest, and the tries."""
    likeliest = None
    tries = 0
    scripts: deque[list[int]] = deque([[]])
    while scripts and tries < MOST_TRIES:
        tries += 1
        script = scripts.popleft()
        chance = Witness(after, script)
        oracle = play(chance)
        if positions.write(oracle) == after:
            return oracle, tries
        likeliest = likeliest or oracle
        for draw, kinds in enumerate(chance.kinds[len(script) :]):  # next those with one draw more that is unlikely
            scripts += [[*script, *[0] * draw, place] for place in range(1, kinds)]
    assert likeliest is not None
    return likeliest, tries


# ── Comparing ──────────────────────────────────────────────────────────────────────────────────


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
        self.before: dict[str, Any] = {}
        self.oracle = self.begin()

    def begin(self) -> Oracle:
        """Set up the oracle as the engine is set up."""
        max_turns = self.setup.options.get("max_turns", 300)
        ask = self.setup.options.get("ask", "needed")
        position = self.setup.position(self.number)

        def play(chance: Chance) -> Oracle:
            if position is None:
                return Oracle.new(chance, self.setup.options.get("first_player"), max_turns, ask)
            return positions.read(position, chance, max_turns, ask)

        self.before = position or {}
        return self.compare(play)

    @property
    def state(self) -> Any:
        """The engine's state [1]."""
        return self.batch.states[self.row : self.row + 1]

    @property
    def over(self) -> bool:
        """Is the engine's game over?"""
        return bool(self.batch.terminated[self.row] or self.batch.truncated[self.row])

    @property
    def finished(self) -> bool:
        """Is there nothing more to play?"""
        return self.over or (self.setup.most is not None and self.decisions >= self.setup.most)

    def compare(self, play: Callable[[Chance], Oracle]) -> Oracle:
        """Play the oracle to where the engine is, compare all of it and return the oracle."""
        found = self.game.position(self.state)
        self.oracle, tries = explain(play, found)
        self.reached["draws found at the first try" if tries == 1 else "draws found later"] += 1
        expected = positions.write(self.oracle)
        if found != expected:
            self.complain("the positions differ", *differences(found, expected))
        if self.decisions % RELOADED == 0 and not np.array_equal(self.game.from_position(found), self.state):
            self.complain("the engine's position, written and read again, is another record")
        if self.over != self.oracle.is_over:
            self.complain(f"over: engine {self.over}, oracle {self.oracle.is_over}")
        if self.over and self.decisions:
            self.compare_result()
        asked = [int(seat) for seat in np.flatnonzero(self.batch.to_act[self.row])]
        if asked != self.oracle.to_act:
            self.complain(f"asked: engine {asked}, oracle {self.oracle.to_act}")
        for seat in range(2) if not self.over else ():
            allowed = {self.game.actions[i] for i in np.flatnonzero(self.batch.action_mask[self.row, seat])}
            legal = set(self.oracle.legal(seat))
            if allowed != legal:
                alone = f"engine alone {sorted(allowed - legal)}, oracle alone {sorted(legal - allowed)}"
                self.complain(f"player_{seat} may differ: {alone}")
        return self.oracle

    def compare_result(self) -> None:
        """Compare how the game ended, and the rewards."""
        winner = self.oracle.winner
        rewards = [0, 0] if winner is None else [1 if seat == winner else -1 for seat in range(2)]
        found = [float(reward) for reward in self.batch.reward[self.row]]
        ends = bool(self.batch.terminated[self.row]), bool(self.batch.truncated[self.row])
        if found != rewards or ends != (winner is not None, winner is None):
            self.complain(f"engine {ends} {found}, oracle {winner} {rewards}")

    def decide(self) -> list[int]:
        """Choose, and note what was reached: an action id for each seat."""
        legal = self.oracle.legal()
        name = choose(self.rng, self.setup.style, legal, self.taken)
        self.taken[name] += 1
        self.reached[f"asked: {self.oracle.decision}"] += 1
        self.reached[f"took: {name}"] += 1
        self.history.append(name)
        self.decisions += 1
        actions = [0, 0]
        actions[self.oracle.table.active] = self.game.actions.index(name)
        return actions

    def follow(self) -> None:
        """Let the oracle take the action that the engine has taken, and compare."""
        before = self.oracle
        self.before = positions.write(before)

        def play(chance: Chance) -> Oracle:
            oracle = before.copy()
            oracle.table.chance = chance
            oracle.play(self.history[-1])
            return oracle

        self.compare(play)
        self.reached.update(f"forced: {name.split()[0]}" for name in self.oracle.forced)

    def complain(self, *what: str) -> None:
        """Raise, with all that is needed to look into it."""
        lines = [
            f"setup {self.setup.name!r}, game {self.number}, decision {self.decisions}:",
            *(f"  {line}" for line in what[:20]),
            f"last actions: {self.history[-6:]}",
            f"position before: {json.dumps(self.before)}",
        ]
        raise Disagreement("\n".join(lines))


# ── Playing ────────────────────────────────────────────────────────────────────────────────────


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
        """Play all rows as far as their setup says."""
        running = [match for match in matches if not match.finished]
        while running:
            actions = np.zeros((batch.num_games, 2), np.int32)
            for match in matches:  # a game that is left plays on by its first legal action, unwatched
                actions[match.row] = batch.action_mask[match.row].argmax(axis=1)
            for match in running:
                actions[match.row] = match.decide()
            batch.step(actions)
            for match in running:
                match.follow()
            running = [match for match in running if not match.finished]
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
    parser = argparse.ArgumentParser(description="Play the engine and the oracle of Star Realms side by side.")
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
