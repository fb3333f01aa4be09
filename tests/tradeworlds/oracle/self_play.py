"""The oracle plays itself at random: how games end, how long they are, which points come up.

    python -m tests.tradeworlds.oracle.self_play --games 200 --players 4 --style eager

These figures need no engine. They are what random play of the compiled game should show too.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from typing import Any

from tests.tradeworlds.oracle.oracle import Oracle
from tests.tradeworlds.oracle.table import Dice

STYLES = ("uniform", "eager", "curious", "warlike")
IDLE = ("pass", "done")
WARS = (
    "role Admiral",
    "role Chancellor",
    "send",
    "engage",
    "strike",
    "configure",
    "fit",
    "play",
    "use",
    "reinforce",
)


def choose(rng: random.Random, style: str, legal: list[str], taken: Counter[str]) -> str:
    """Choose a legal action.

    Args:
        style: "uniform"; "eager": nothing is ended or passed that can be done; "warlike": ships are built, sent and
            fought with; "curious": what this game has seen least comes first.
        taken: how often each action was taken in this game.
    """
    if style in ("eager", "warlike") and len(legal) > 1 and rng.random() < 0.85:
        legal = [name for name in legal if name not in IDLE]
    if style == "warlike" and rng.random() < 0.85:
        wars = [name for name in legal if name.startswith(WARS)]
        if wars:
            legal = wars
        elif "role Treasurer" in legal:
            legal = ["role Treasurer"]
        elif "done" in legal and any(name.startswith("discard") for name in legal):
            legal = ["done"]
    if style == "curious" and rng.random() < 0.8:
        least = min(taken[name] for name in legal)
        legal = [name for name in legal if taken[name] == least]
    return rng.choice(legal)


def played(number: int, style: str, **options: Any) -> tuple[Oracle, int, Counter[str]]:
    """Play game `number`; return it at its end, how many decisions there were, and the points."""
    rng = random.Random(f"self-play {number}")
    game, decisions = Oracle.new(Dice(f"game {number}"), **options), 0
    taken: Counter[str] = Counter()
    points: Counter[str] = Counter()
    while not game.is_over:
        name = choose(rng, style, game.legal(), taken)
        taken[name] += 1
        points[game.point] += 1
        game.play(name)
        decisions += 1
    return game, decisions, points


def main() -> None:
    """Play games and print what they were like."""
    parser = argparse.ArgumentParser(description="Play the oracle of TradeWorlds against itself.")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--scenario", default="Trade Wars")
    parser.add_argument("--style", choices=STYLES, default="uniform")
    parser.add_argument("--ask", choices=("needed", "public"), default="needed")
    parser.add_argument("--reinforcements", action="store_true")
    told = vars(parser.parse_args())
    games, style = told.pop("games"), told.pop("style")
    ended = [played(number, style, **told) for number in range(games)]
    for what, count in Counter(game.result for game, _, _ in ended).most_common():
        print(f"{what}: {count / games:.1%}")
    print(f"rounds: mean {sum(game.round for game, _, _ in ended) / games:.2f}")
    print(f"decisions: mean {sum(decisions for _, decisions, _ in ended) / games:.1f}")
    points: Counter[str] = sum((found for _, _, found in ended), Counter())
    print(", ".join(f"{point} {count / games:.2f}" for point, count in points.most_common()))


if __name__ == "__main__":
    main()
