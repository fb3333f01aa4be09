"""The oracle plays itself at random: how long games are, who wins them, and which actions come up.

    python -m tests.star_realms.oracle.self_play --games 2000 --style eager

These figures need no engine. They are what random play of the compiled game should show too.
"""

from __future__ import annotations

import argparse
import math
import random
from collections import Counter

from tests.star_realms.oracle.oracle import Oracle
from tests.star_realms.oracle.table import Dice

STYLES = ("uniform", "eager", "curious")


def choose(rng: random.Random, style: str, legal: list[str], taken: Counter[str]) -> str:
    """Choose a legal action.

    Args:
        style: "uniform"; "eager": the turn ends only when nothing else is left; "curious": as a rule eager, and what
            this game has seen least comes first.
        taken: how often each action was taken in this game.
    """
    ends_early = style == "uniform" or (style == "curious" and rng.random() < 0.03)
    if not ends_early and len(legal) > 1:
        legal = [name for name in legal if name != "end turn"]
    if style == "curious" and rng.random() < 0.8:
        least = min(taken[name] for name in legal)
        legal = [name for name in legal if taken[name] == least]
    return rng.choice(legal)


def main() -> None:
    """Play games and print what they were like."""
    parser = argparse.ArgumentParser(description="Play the oracle against itself.")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--style", choices=STYLES, default="uniform")
    parser.add_argument("--ask", choices=("needed", "public"), default="needed")
    told = parser.parse_args()
    turns, decisions, starter_won, truncated = [], [], 0, 0
    seen: Counter[str] = Counter()
    for number in range(told.games):
        rng = random.Random(f"self-play {number}")
        oracle = Oracle.new(Dice(f"game {number}"), ask=told.ask)
        taken: Counter[str] = Counter()
        asked = 0
        while not oracle.is_over:
            legal = oracle.legal()
            seen.update(legal)
            name = choose(rng, told.style, legal, taken)
            taken[name] += 1
            oracle.play(name)
            asked += 1
        turns.append(oracle.table.turn)
        decisions.append(asked)
        truncated += oracle.winner is None
        starter_won += oracle.winner == oracle.table.first
    decided = told.games - truncated
    share = starter_won / decided
    print(f"{told.style}: starter won {share:.1%} ± {1.96 * math.sqrt(share * (1 - share) / decided):.1%}")
    print(f"truncated {truncated / told.games:.1%}; {len(seen)} different actions were legal")
    for what, numbers in (("turns", turns), ("decisions", decisions)):
        numbers.sort()
        mean, middle = sum(numbers) / len(numbers), numbers[len(numbers) // 2]
        print(f"{what}: mean {mean:.0f}, median {middle}, 95 % {numbers[len(numbers) * 95 // 100]}, most {numbers[-1]}")


if __name__ == "__main__":
    main()
