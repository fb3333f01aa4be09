"""The engine and the oracle play the same games side by side; at every decision everything must agree.

Compared are who is asked, the names of all that each seat may do, the whole position, and at the end the rewards.
Both draw at random, each in its own way: so the oracle is told what the engine has drawn. It is read from the piles
that the engine leaves behind, and the oracle accepts only what its own piles can give.

Below: oracle.py, positions.py, setups.py, tests/lockstep.py (what games share). Above: tests/contract/test_oracle.py.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable

from tests import lockstep
from tests.lockstep import RELOADED, Position
from tests.star_realms.oracle import positions
from tests.star_realms.oracle.cards import ORDER
from tests.star_realms.oracle.oracle import Oracle, all_actions
from tests.star_realms.oracle.self_play import choose
from tests.star_realms.oracle.table import Chance

MOST_TRIES = 300  # to find out what was drawn


# ── What was drawn ─────────────────────────────────────────────────────────────────────────────


class Witness:
    """Chance that draws what explains the piles found afterwards.

    A card of which too many are left is drawn first. In nearly all cases that is right at once. Where a deck was
    reshuffled in one step after other draws it need not be; then other draws are tried, as ``script`` says.

    Args:
        after: the position that is to be explained.
        script: which of the possible cards to take at each draw, by its place; beyond it the first.
    """

    def __init__(self, after: Position, script: list[int]) -> None:
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


def explain(play: Callable[[Chance], Oracle], after: Position) -> tuple[Oracle, int]:
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


# ── Playing ────────────────────────────────────────────────────────────────────────────────────


class Match(lockstep.Match):
    """One game, played by both."""

    oracle: Oracle

    def begin(self) -> None:
        """Set up the oracle as the engine is set up, and compare."""
        options, position = self.setup.options, self.setup.position(self.number)
        max_turns, ask = options.get("max_turns", 300), options.get("ask", "needed")

        def play(chance: Chance) -> Oracle:
            if position is None:
                return Oracle.new(chance, options.get("first_player"), max_turns, ask)
            return positions.read(position, chance, max_turns, ask)

        self.before = position or {}
        self.compare(play)

    def decide(self) -> list[int]:
        """Choose, and note what was reached: an action id for each seat."""
        self.reached[f"asked: {self.oracle.decision}"] += 1
        name = choose(self.rng, self.setup.style, self.oracle.legal(), self.taken)
        return self.take(self.oracle.table.active, name)

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

    def compare(self, play: Callable[[Chance], Oracle]) -> None:
        """Play the oracle to where the engine is, and compare all of it."""
        found = self.game.position(self.state)
        self.oracle, tries = explain(play, found)
        self.reached["draws found at the first try" if tries == 1 else "draws found later"] += 1
        self.compare_position(found, positions.write(self.oracle))
        if self.decisions % RELOADED == 0:
            self.compare_reloaded(found)
        self.compare_asked(self.oracle.is_over, self.oracle.to_act, self.oracle.legal)
        if self.over:
            winner = self.oracle.winner
            rewards = [0 if winner is None else 1 if seat == winner else -1 for seat in range(2)]
            self.compare_result("truncated" if winner is None else "terminated", rewards)


class Lockstep(lockstep.Lockstep):
    """Plays games and counts what was reached."""

    match = Match
    names = all_actions()
