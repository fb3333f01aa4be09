"""The engine and the oracle play the same games side by side; at every decision everything must agree.

Compared are who is asked, the names of all that each player may do, the whole position (with what is half done),
and at the end the result. Below: oracle.py, setups.py (what is played), tests/lockstep.py (what all games share).
Above: tests/contract/test_oracle.py.
"""

from __future__ import annotations

import random
from collections import Counter

import numpy as np

from ow_env.core.rng import start
from tests import lockstep
from tests.open_worlds.oracle.oracle import Oracle
from tests.open_worlds.oracle.table import PASS, Chance

STYLES = ("plain", "builder", "fighter")
EAGER = {  # how much more often an action is taken than its fellows, by its verb
    "builder": {PASS: 0.5, "discard": 0.1, "stage": 2.0, "play": 3.0, "defend": 3.0, "conquer": 3.0},
    "fighter": {PASS: 0.3, "discard": 0.2, "move": 3.0, "play": 8.0, "target": 6.0, "conquer": 9.0},
}


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


# ── Playing ────────────────────────────────────────────────────────────────────────────────────


class Match(lockstep.Match):
    """One game, played by both."""

    oracle: Oracle

    def begin(self) -> None:
        """Set up the oracle as the engine is set up, and compare."""
        setup, game, number = self.setup, self.game, self.number
        self.style = STYLES[number % len(STYLES)]
        position = setup.position(number)
        if position is None:
            self.oracle = Oracle.from_setup(game.options, setup.seed, number, game.catalogue, self.reach)
        else:
            template = game.position(game.template)["options"]
            self.oracle = Oracle.from_position(position, template, game.catalogue, self.reach)
            self.oracle.table.chance = Chance.of_game(setup.seed, number)
            start(self.batch.rng[self.row], np.uint64(setup.seed), np.uint64(number))
        self.compare()

    def reach(self, rule: str) -> None:
        """Count a rule that bit."""
        self.reached[rule] += 1

    def decide(self) -> list[int]:
        """Choose for every player, and let the oracle take it: an action id for each seat."""
        self.note()
        chosen = {}
        for player, names in enumerate(self.allowed):
            chosen[player] = choose(self.rng, self.style, self.oracle, player, sorted(names))
        asked = self.oracle.to_act()
        self.history.append({player: chosen[player] for player in asked})
        self.before = self.oracle.position()
        self.oracle.play(chosen)
        self.decisions += len(asked)
        return [self.allowed[player][name] for player, name in chosen.items()]

    def note(self) -> None:
        """Count the kind of decision that is asked."""
        question, utility = self.oracle.question, self.oracle.table.play
        assert question is not None
        if utility is None:
            self.reached[f"asked: {question.ask}"] += 1
        else:
            self.reached[f"asked: {utility.card.name}, {utility.asks or 'reaction'}"] += 1

    def follow(self) -> None:
        """Compare: the oracle has taken what was chosen."""
        self.compare()

    def compare(self) -> None:
        """Compare all there is."""
        found = self.game.position(self.state)
        for player in found["players"]:
            player["deck_name"] = None  # a label, of which the oracle knows nothing
        self.compare_position(found, self.oracle.position())
        self.compare_asked(self.oracle.question is None, self.oracle.to_act(), self.oracle.legal)
        if self.over:
            self.compare_result(self.oracle.result()[0], self.oracle.outcomes())


class Lockstep(lockstep.Lockstep):
    """Plays games and counts what was reached."""

    match = Match
