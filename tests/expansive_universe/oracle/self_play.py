"""The oracle plays itself at random: how games end, how long they are, which points come up.

    python -m tests.expansive_universe.oracle.self_play --games 200 --players 4 --style eager

These figures need no engine. They are what random play of the compiled game should show too.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from typing import Any

from tests.expansive_universe.oracle.oracle import Oracle
from tests.expansive_universe.oracle.table import Dice

STYLES = ("uniform", "eager", "curious", "warlike")
IDLE = ("end turn", "pass")
WARS = ("attack", "entangle", "use", "target", "destroy", "fly", "move crew")


def choose(rng: random.Random, style: str, legal: list[str], taken: Counter[str]) -> str:
    """Choose a legal action.

    Args:
        style: "uniform"; "eager": nothing is ended or passed while something can be done; "warlike": cards fly, walk
            and fight where they can; "curious": what this game has seen least comes first.
        taken: how often each action was taken in this game.
    """
    if style in ("eager", "warlike") and len(legal) > 1 and rng.random() < 0.85:
        legal = [name for name in legal if name not in IDLE]
    if style == "warlike" and rng.random() < 0.7:
        fights = [name for name in legal if name.startswith(WARS[:5])]
        legal = fights or [name for name in legal if name.startswith(WARS)] or legal
    if style == "curious" and rng.random() < 0.8:
        least = min(taken[name] for name in legal)
        legal = [name for name in legal if taken[name] == least]
    return rng.choice(legal)


def played(number: int, style: str, players: int, **options: Any) -> tuple[Oracle, int, Counter[str]]:
    """Play game `number`; return it at its end, how many decisions there were, and the points."""
    rng = random.Random(f"self-play {number}")
    game, decisions = Oracle.new(Dice(f"game {number}"), [None] * players, **options), 0
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
    parser = argparse.ArgumentParser(description="Play the oracle of Expansive Universe against itself.")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--core", default="Galactic Core #1")
    parser.add_argument("--style", choices=STYLES, default="uniform")
    told = vars(parser.parse_args())
    games, style, players = told.pop("games"), told.pop("style"), told.pop("players")
    ended = [played(number, style, players, **told) for number in range(games)]
    last = sum(len(game.table.seats) == 1 for game, _, _ in ended)
    print(
        f"truncated {sum(game.result == 'truncated' for game, _, _ in ended) / games:.1%}, last left {last / games:.1%}"
    )
    seats = Counter((game.table.winner - game.first) % players for game, _, _ in ended if game.table.winner is not None)
    print(f"won by seat in turn order: {', '.join(f'{seats[seat] / games:.1%}' for seat in range(players))}")
    print(f"rounds: mean {sum(game.round for game, _, _ in ended) / games:.2f}")
    print(f"decisions: mean {sum(decisions for _, decisions, _ in ended) / games:.1f}")
    points: Counter[str] = sum((found for _, _, found in ended), Counter())
    print(", ".join(f"{point} {count / games:.2f}" for point, count in points.most_common()))


if __name__ == "__main__":
    main()
