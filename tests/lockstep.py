"""An engine and an oracle play the same games side by side; at every decision everything must agree.

The oracle of a game is its rules once more in plain Python. This is what all such comparisons share: setups, counting,
playing out, naming differences. A game's own `oracle/lockstep.py` brings a `Match`, which knows how
its oracle is set up, asked and followed, and a `Lockstep` of such matches; `oracle/setups.py` brings what is played.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np

from ow_env.core import Batch, Game

Position = dict[str, Any]

MOST_STEPS = 20_000  # of a batch: a game that takes more has no end
RELOADED = 7  # one position in so many is also written and read again


class Disagreement(AssertionError):
    """The engine and the oracle differ."""


# ── What is played ─────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, eq=False)
class Setup:
    """A kind of game. A game's own setup says by `game` what is configured.

    Args:
        name: what it is called.
        style: how actions are chosen, in words that the game's own `choose` knows.
        options: of the configured game.
        position: where a game begins, by its number; None: at the start.
        most: decisions after which a game is left; None: it is played to its end.
        weight: its share of many games.
        together: how many game numbers, from a multiple of it on, share a configured game and a batch.
        seed: of the batch.
    """

    name: str
    style: str = "uniform"
    options: Any = field(default_factory=dict)
    position: Callable[[int], Position | None] = field(default=lambda number: None)
    most: int | None = None
    weight: float = 1.0
    together: int = 50
    seed: int = 0

    def game(self, number: int) -> Game:
        """Return the configured game for a game number and those that share it."""
        raise NotImplementedError


AnySetup = TypeVar("AnySetup", bound=Setup)


def setup_of(name: str, setups: Iterable[AnySetup]) -> AnySetup:
    """Return the setup of that name."""
    return {setup.name: setup for setup in setups}[name]


def share(games: int, setups: Sequence[AnySetup]) -> dict[AnySetup, int]:
    """Divide games among setups by their weight."""
    total = sum(setup.weight for setup in setups)
    return {setup: max(1, round(games * setup.weight / total)) for setup in setups}


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
    """One game, played by both. The engine's side is row ``row`` of a batch.

    A game brings `begin`, `decide` and `follow`; the methods that compare raise a Disagreement.
    """

    oracle: Any

    def __init__(self, setup: Any, number: int, batch: Batch, row: int, reached: Counter[str]) -> None:
        self.setup, self.number = setup, number
        self.batch, self.row = batch, row
        self.game = batch.game
        self.reached = reached  # how often was what
        self.rng = random.Random(f"{setup.name} {number}")
        self.taken: Counter[str] = Counter()
        self.decisions = 0
        self.history: list[Any] = []
        self.before: Position = {}
        self.allowed: list[dict[str, int]] = []  # for each seat, by name: as last compared
        self._names: dict[tuple[int, int], str] = {}
        self.begin()

    # What a game brings

    def begin(self) -> None:
        """Set up the oracle as the engine is set up, in ``oracle``, and compare."""
        raise NotImplementedError

    def decide(self) -> list[int]:
        """Choose, and note what was reached: an action id for each seat."""
        raise NotImplementedError

    def follow(self) -> None:
        """Let the oracle take what the engine has taken, unless it has, and compare."""
        raise NotImplementedError

    # How the engine stands

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

    def name(self, seat: int, action: int) -> str:
        """Return what a seat calls an action: the same for the whole game."""
        if (seat, action) not in self._names:
            self._names[seat, action] = self.game.action_name(self.state, seat, action)
        return self._names[seat, action]

    def take(self, seat: int, name: str) -> list[int]:
        """Note that the one seat that is asked takes an action; return an action id for each seat."""
        actions = self.take_all({seat: name})
        self.history[-1] = name
        return actions

    def take_all(self, names: Mapping[int, str]) -> list[int]:
        """Note what each seat that is asked does; return an action id for each seat."""
        actions = [0] * self.game.num_players
        for seat, name in names.items():
            self.taken[name] += 1
            self.reached[f"took: {name}"] += 1
            actions[seat] = self.allowed[seat][name]
        self.history.append(names)
        self.decisions += len(names)
        return actions

    # Comparing

    def compare_position(self, found: Position, expected: Position) -> None:
        """Compare the whole position."""
        if found != expected:
            self.complain("the positions differ", *differences(found, expected))

    def compare_reloaded(self, found: Position) -> None:
        """Compare the engine's record with what its position says."""
        if not np.array_equal(self.game.from_position(found), self.state):
            self.complain("the engine's position, written and read again, is another record")

    def compare_asked(self, over: bool, asked: list[int], legal: Callable[[int], Iterable[str]]) -> None:
        """Compare with the oracle whether the game is over, who is asked, and the names of all that a seat may do."""
        if self.over != over:
            self.complain(f"over: engine {self.over}, oracle {over}")
        found = [int(seat) for seat in np.flatnonzero(self.batch.to_act[self.row])]
        if found != asked:
            self.complain(f"asked: engine {found}, oracle {asked}")
        self.allowed = []
        for seat in range(self.game.num_players) if not over else ():
            ids = np.flatnonzero(self.batch.action_mask[self.row, seat])
            self.allowed.append({self.name(seat, int(i)): int(i) for i in ids})
            names, expected = self.allowed[-1].keys(), set(legal(seat))
            if names != expected:
                alone = f"engine alone {sorted(names - expected)}, oracle alone {sorted(expected - names)}"
                self.complain(f"player_{seat} may differ: {alone}")

    def compare_result(self, ending: str, rewards: Sequence[float]) -> None:
        """Compare how a game has ended, `terminated` or `truncated`, and the rewards of its last decision."""
        found = "terminated" if self.batch.terminated[self.row] else "truncated"
        rewarded = [float(reward) for reward in self.batch.reward[self.row]]
        if self.decisions and (found, rewarded) != (ending, list(rewards)):
            self.complain(f"engine {found} {rewarded}, oracle {ending} {rewards}")

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
    """Plays games and counts what was reached. A game's own says of which matches, and what its actions are called."""

    match: type[Match]
    names: Sequence[str] = ()  # of all actions, where `Match.take` notes them: those never taken are reported

    def __init__(self) -> None:
        self.games = 0
        self.decisions = 0
        self.reached: Counter[str] = Counter()

    def play(self, setup: Any, first: int, games: int) -> None:
        """Play games number ``first`` and on of a setup, those that share a configured game at once."""
        number = first
        while number < first + games:
            block = number - number % setup.together
            count = min(block + setup.together, first + games) - number
            game = setup.game(block)
            batch = Batch(game, count, seed=setup.seed, first_game=number)
            for row in range(count):
                position = setup.position(number + row)
                if position is not None:
                    batch.set_states(game.from_position(position), [row])
            self.play_out(batch, [self.match(setup, number + row, batch, row, self.reached) for row in range(count)])
            number += count

    def play_out(self, batch: Batch, matches: list[Match]) -> None:
        """Play all rows as far as their setup says."""
        running = [match for match in matches if not match.finished]
        for _ in range(MOST_STEPS):
            if not running:
                break
            actions = batch.action_mask.argmax(axis=2).astype(np.int32)  # a game that is left plays on, unwatched
            for match in running:
                actions[match.row] = match.decide()
            batch.step(actions)
            for match in running:
                match.follow()
            running = [match for match in running if not match.finished]
        assert not running, "a game without end"
        self.games += len(matches)
        self.decisions += sum(match.decisions for match in matches)

    def report(self) -> str:
        """Return what was reached how often, a line each, and which actions were never taken."""
        taken = {what.removeprefix("took: ") for what in self.reached if what.startswith("took: ")}
        lines = [f"{count:9}  {what}" for what, count in sorted(self.reached.items()) if not what.startswith("took: ")]
        if self.names:
            never = [name for name in self.names if name not in taken]
            lines.append(f"never taken: {', '.join(never) or 'none'}")
        return "\n".join([*lines, f"{self.games} games, {self.decisions} decisions: no difference"])
