"""The engine and the oracle play the same games side by side; at every decision everything must agree.

Compared are who is asked, the names of all that each player may do, the whole position (with what is half done),
and at the end the result. Below: oracle.py, setups.py (what is played). Above: test_lockstep.py. By itself it plays
as many games as wanted and prints how often each rule and each kind of decision was reached::

    python -m tests.oracle.lockstep --games 3000
    python -m tests.oracle.lockstep --setup "odd cards" --first 17 --games 1   # one of them again
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import Counter
from collections.abc import Container, Iterator, Sequence
from typing import Any

import numpy as np

from ow_env.core import Batch
from ow_env.core.rng import start
from ow_env.open_worlds.game import OpenWorlds
from tests.oracle.oracle import Oracle
from tests.oracle.setups import Setup, all_setups, setup_of
from tests.oracle.table import PASS, Chance

STYLES = ("plain", "builder", "fighter")
EAGER = {  # how much more often an action is taken than its fellows, by its verb
    "builder": {PASS: 0.5, "discard": 0.1, "stage": 2.0, "play": 3.0, "defend": 3.0, "conquer": 3.0},
    "fighter": {PASS: 0.3, "discard": 0.2, "move": 3.0, "play": 8.0, "target": 6.0, "conquer": 9.0},
}
MOST_DECISIONS = 5000  # in one game


class Disagreement(AssertionError):
    """The engine and the oracle differ."""


# ── Choosing ───────────────────────────────────────────────────────────────────────────────────


def choose(chance: random.Random, style: str, oracle: Oracle, player: int, names: list[str]) -> str:
    """Choose one of the allowed actions: evenly, or with a bias towards what is interesting."""
    if style == "plain" or len(names) == 1:
        return chance.choice(names)
    weights = [weight(style, oracle, player, name) for name in names]
    verbs = [name.partition(" ")[0] for name in names]
    alike = Counter(verbs)
    by_verb = [w / alike[verb] ** 0.7 for w, verb in zip(weights, verbs, strict=True)]
    return chance.choices(names, by_verb)[0]


def weight(style: str, oracle: Oracle, player: int, name: str) -> float:
    """Return how eagerly an action is taken."""
    verb, _, rest = name.partition(" ")
    eager = EAGER[style].get(verb, 1.0)
    if verb == "stage" and oracle.table.play is None:
        card, _, where = rest.partition(" @ ")
        place = next(place for place in oracle.table.row if place.name == where)
        fits = oracle.table.req_met(player, oracle.table.card(card), place)
        return eager * (4.0 if fits else 0.3)
    return eager


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

    def __init__(self, setup: Setup, number: int, batch: Batch, row: int, oracle: Oracle) -> None:
        self.setup, self.number = setup, number
        self.batch, self.row, self.oracle = batch, row, oracle
        self.game = batch.game
        self.chance = random.Random(f"{setup.name} {number}")
        self.style = STYLES[number % len(STYLES)]
        self.script = list(setup.script(number))
        self.names: dict[tuple[int, int], str] = {}
        self.decisions = 0
        self.history: list[dict[int, str]] = []
        self.before: dict[str, Any] = {}

    @property
    def state(self) -> Any:
        """Return the engine's state [1]."""
        return self.batch.states[self.row : self.row + 1]

    @property
    def over(self) -> bool:
        """Is the engine's game over?"""
        return bool(self.batch.terminated[self.row] or self.batch.truncated[self.row])

    def compare(self) -> None:
        """Compare the position, and the result of a game that is over."""
        found = self.game.position(self.state)
        for player in found["players"]:
            player["deck_name"] = None  # a label, of which the oracle knows nothing
        if found != (expected := self.oracle.position()):
            self.complain("the positions differ", *differences(found, expected))
        if self.over != (self.oracle.question is None):
            self.complain(f"over: engine {self.over}, oracle {self.oracle.result()}")
        if self.over:
            self.compare_result()

    def compare_result(self) -> None:
        """Compare how the game ended and the rewards."""
        ending, _ = self.oracle.result()
        found = "terminated" if self.batch.terminated[self.row] else "truncated"
        rewards = self.oracle.outcomes()
        rewarded = [int(reward) for reward in self.batch.reward[self.row]]
        if self.decisions and (found, rewarded) != (ending, rewards):
            self.complain(f"engine {found} {rewarded}, oracle {ending} {rewards}")

    def decide(self) -> list[int]:
        """Compare what is allowed and choose: an action id for every player."""
        ids, chosen = [], {}
        for player in range(self.game.num_players):
            allowed = np.flatnonzero(self.batch.action_mask[self.row, player])
            names = {self.name(player, int(i)): int(i) for i in allowed}
            legal = self.oracle.legal(player)
            if names.keys() != legal:
                only = f"engine alone {sorted(names.keys() - legal)}"
                other = f"oracle alone {sorted(legal - names.keys())}"
                self.complain(f"player_{player} may differ: {only}, {other}")
            name = self.scripted(player, names)
            chosen[player] = name or choose(self.chance, self.style, self.oracle, player, sorted(names))
            ids.append(names[chosen[player]])
        asked = self.oracle.to_act()
        if asked != [int(p) for p in np.flatnonzero(self.batch.to_act[self.row])]:
            self.complain(f"asked: engine {self.batch.to_act[self.row]}, oracle {asked}")
        self.history.append({player: chosen[player] for player in asked})
        self.before = self.oracle.position()
        self.oracle.play(chosen)
        self.decisions += len(asked)
        return ids

    def name(self, player: int, action: int) -> str:
        """Return what a player calls an action: the same for the whole game."""
        if (player, action) not in self.names:
            self.names[player, action] = self.game.action_name(self.state, player, action)
        return self.names[player, action]

    def scripted(self, player: int, names: Container[str]) -> str | None:
        """Return what a scenario has this player do next, if it is allowed."""
        if player in self.oracle.to_act():
            for entry in self.script:
                if entry[0] == player and entry[1] in names:
                    self.script.remove(entry)
                    return entry[1]
                if entry[0] == player:
                    break
        return None

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
        """Play games number ``first`` and on of a setup, all rows of one batch at once."""
        number = first
        while number < first + games:
            block = number - number % setup.together  # these share one configured game
            count = min(block + setup.together, first + games) - number
            game = setup.game(block)
            batch = Batch(game, count, seed=setup.seed, first_game=number)
            matches = [self.match(setup, game, batch, row, number + row) for row in range(count)]
            self.play_out(batch, matches)
            number += count

    def match(self, setup: Setup, game: OpenWorlds, batch: Batch, row: int, number: int) -> Match:
        """Set up one game for both."""
        position = setup.position(number)
        if position is None:
            oracle = Oracle.from_setup(game.options, setup.seed, number, game.catalogue, self.reach)
            return Match(setup, number, batch, row, oracle)
        template = game.position(game.template)["options"]
        oracle = Oracle.from_position(position, template, game.catalogue, self.reach)
        batch.set_states(game.from_position(position), [row])
        start(batch.rng[row], np.uint64(setup.seed), np.uint64(number))
        oracle.table.chance = Chance.of_game(setup.seed, number)
        return Match(setup, number, batch, row, oracle)

    def reach(self, rule: str) -> None:
        """Count a rule that bit."""
        self.reached[rule] += 1

    def play_out(self, batch: Batch, matches: list[Match]) -> None:
        """Play all rows to their ends."""
        for match in matches:
            match.compare()
        running = [match for match in matches if not match.over]
        for _ in range(MOST_DECISIONS):
            if not running:
                break
            actions = np.zeros((batch.num_games, batch.game.num_players), np.int32)
            for match in running:
                self.note(match)
                actions[match.row] = match.decide()
            batch.step(actions)
            for match in running:
                match.compare()
                if match.over and match.setup.script(match.number) and not match.script:
                    self.reached["scenarios played through"] += 1
            running = [match for match in running if not match.over]
        assert not running, "a game without end"
        self.games += len(matches)
        self.decisions += sum(match.decisions for match in matches)

    def note(self, match: Match) -> None:
        """Count the kind of decision that is asked."""
        question = match.oracle.question
        assert question is not None
        utility = match.oracle.table.play
        if utility is None:
            self.reached[f"asked: {question.ask}"] += 1
        else:
            self.reached[f"asked: {utility.card.name}, {utility.asks or 'reaction'}"] += 1

    def report(self) -> str:
        """Return what was reached how often, a line each."""
        lines = [f"{count:9}  {what}" for what, count in sorted(self.reached.items())]
        return "\n".join([*lines, f"{self.games} games, {self.decisions} decisions: no difference"])


def share(games: int, setups: Sequence[Setup]) -> dict[Setup, int]:
    """Divide games among setups by their weight."""
    total = sum(setup.weight for setup in setups)
    return {setup: max(1, round(games * setup.weight / total)) for setup in setups}


def main() -> None:
    """Play games of all setups, or some of one."""
    parser = argparse.ArgumentParser(description="Play the engine and the oracle side by side.")
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--setup", help="the name of one, see setups.py")
    told = parser.parse_args()
    lockstep = Lockstep()
    begun = time.monotonic()
    if told.setup:
        lockstep.play(setup_of(told.setup), told.first, told.games)
    else:
        for setup, games in share(told.games, all_setups()).items():
            before = lockstep.decisions
            lockstep.play(setup, told.first, games)
            print(f"{games:6} games, {lockstep.decisions - before:8} decisions: {setup.name}", flush=True)
    print(lockstep.report())
    print(f"{time.monotonic() - begun:.0f} s")


if __name__ == "__main__":
    main()
