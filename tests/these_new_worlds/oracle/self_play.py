"""The oracle plays itself at random: how games end, how long they are, which actions come up.

    python -m tests.these_new_worlds.oracle.self_play --games 2000 --style eager

These figures need no engine. They are what random play of the compiled game should show too.
"""

from __future__ import annotations

import argparse
import math
import random
from collections import Counter

from tests.these_new_worlds.oracle.oracle import Dice, Oracle

STYLES = ("uniform", "eager", "reluctant", "curious")


def choose(rng: random.Random, style: str, legal: list[str], taken: Counter[str]) -> str:
    """Choose a legal action.

    Args:
        style: "uniform"; "eager": nothing is passed on that can be done; "reluctant": domes are mostly not placed, so
            that The Collective grows; "curious": what this game has seen least comes first.
        taken: how often each action was taken in this game.
    """
    if style == "eager" and len(legal) > 1 and rng.random() < 0.9:
        legal = [name for name in legal if name != "pass"]
    if style == "reluctant" and rng.random() < 0.8:
        legal = [name for name in legal if not name.startswith("colonize")]
    if style == "curious" and rng.random() < 0.8:
        least = min(taken[name] for name in legal)
        legal = [name for name in legal if taken[name] == least]
    return rng.choice(legal)


def played(number: int, style: str, ask: str = "needed") -> tuple[Oracle, int]:
    """Play game `number`; return it at its end, and how many decisions there were."""
    rng, game, decisions = random.Random(f"self-play {number}"), Oracle.new(Dice(f"game {number}"), ask=ask), 0
    taken: Counter[str] = Counter()
    while not game.is_over:
        name = choose(rng, style, game.legal(), taken)
        taken[name] += 1
        game.play(name)
        decisions += 1
    return game, decisions


def main() -> None:
    """Play games and print what they were like."""
    parser = argparse.ArgumentParser(description="Play the oracle of These New Worlds against itself.")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--style", choices=STYLES, default="uniform")
    parser.add_argument("--ask", choices=("needed", "public"), default="needed")
    told = parser.parse_args()
    ended = [played(number, told.style, told.ask) for number in range(told.games)]
    for what, count in Counter(f"{game.result} {game.winner}" for game, _ in ended).most_common():
        share = count / told.games
        print(f"{what}: {share:.1%} ± {1.96 * math.sqrt(share * (1 - share) / told.games):.1%}")
    for what, numbers in (("rounds", [game.round for game, _ in ended]), ("decisions", [asked for _, asked in ended])):
        numbers.sort()
        print(f"{what}: mean {sum(numbers) / len(numbers):.2f}, most {numbers[-1]}")


if __name__ == "__main__":
    main()
