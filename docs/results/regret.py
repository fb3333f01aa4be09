"""What searches lose by what they choose, by the word of a long one: ``python -m docs.results.regret``.

Below: agents, training/games.py. It tells searches apart in less time than games do, since all choose at
the same positions: decisions drawn from games of a short search. A long search says what each action is worth there;
what another loses is by how much its choice is worth less than the long one's own. The
measure shares the long search's errors: where all value positions wrongly in the same way, it sees nothing.

    python -m docs.results.regret search:100 search:100,rollout_turns=2 --positions 600
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

import agents
from agents.base import Observation
from docs.command import ended
from ow_env.core.batch import Batch
from ow_env.core.game import Game
from ow_env.core.players import look
from ow_env.registry import DEFAULT, games
from training.arguments import a_seed
from training.games import make_game

ROWS = 24  # games that positions are drawn from at once
SHARE = 0.12  # of decisions in which there is a choice
UNTRIED = 0.3  # what choosing an action that the long search has not tried loses


def collect(game: Game, player: str, count: int, seed: int) -> Observation:
    """Return decisions from games of an agent against itself [count], in which there is a choice."""
    agent: Any = agents.make(player, game, seed)
    rng = np.random.default_rng(seed)
    found: list[Observation] = []
    first, total = 0, 0
    while total < count:
        batch = Batch(game, ROWS, seed, first_game=first)
        first += ROWS
        moment = 0
        running = ~(batch.terminated | batch.truncated)
        while running.any() and total < count:
            rows, seats = np.nonzero(batch.to_act & running[:, None])
            seen = look(batch, rows, seats, moment, determinize=True)
            chosen = np.flatnonzero((seen.mask.sum(axis=1) > 1) & (rng.random(len(rows)) < SHARE))[: count - total]
            if len(chosen):
                found.append(seen.take(chosen))
                total += len(chosen)
            actions = np.zeros((ROWS, game.num_players), np.int32)
            actions[rows, seats] = agent.act(seen)
            batch.step(actions)
            running &= ~(batch.terminated | batch.truncated)
            moment += 1
    return Observation.joined(found)


def judge(game: Game, seen: Observation, spec: str, seed: int) -> NDArray[np.float64]:
    """Return what each action loses beside the best [B, A] by the word of a search; NaN: it has not tried it."""
    long: Any = agents.make(spec, game, seed)
    _, expected, worth = long.examine(seen)
    lost: NDArray[np.float64] = expected[:, None] - worth
    return lost


def measure(game: Game, seen: Observation, lost: NDArray[np.float64], spec: str, seed: int) -> str:
    """Return a line of a table: what an agent loses on the average, and the time that it takes."""
    agent: Any = agents.make(spec, game, seed)
    agent.act(seen.take(np.array([0])))  # compiled, warm
    before = getattr(agent, "simulated", (0, 0))[0]
    begun = time.process_time()
    actions = agent.act(seen)
    seconds = time.process_time() - begun
    made = getattr(agent, "simulated", (0, 0))[0] - before
    each = np.nan_to_num(lost[np.arange(len(seen)), actions], nan=UNTRIED)
    error = 1.96 * each.std() / math.sqrt(len(each))
    told = f"{1000 * each.mean():.1f} ± {1000 * error:.1f} | {made / len(seen):.1f} | {1000 * seconds / len(seen):.2f}"
    return f"| {spec} | {told} |"


def main(argv: Sequence[str] | None = None) -> int:
    """Draw positions, have them judged, and print a line for each agent; return 0, or 2 for what is refused."""
    parser = argparse.ArgumentParser(prog="python -m docs.results.regret", description="What choices lose.")
    parser.add_argument("agents", nargs="+", metavar="AGENT", help="search:100, search:100,c_puct=2, learned, ...")
    parser.add_argument("--game", choices=games(), default=DEFAULT, help="default %(default)s")
    parser.add_argument("--positions", type=int, default=600, help="how many (%(default)s)")
    parser.add_argument("--player", default="search:12", help="whose games they are from (%(default)s)")
    parser.add_argument(
        "--judge", default="search:5000,width=60", metavar="SEARCH",
        help="the long search (%(default)s)",
    )  # fmt: skip
    parser.add_argument("--seed", type=a_seed, default=1)
    arguments = parser.parse_args(argv)
    return ended("docs.results.regret", lambda: regret(arguments))


def regret(arguments: argparse.Namespace) -> None:
    """Draw positions, have them judged, print the table."""
    if arguments.positions < 1:
        raise ValueError(f"--positions: expected a number from 1 up, got {arguments.positions}")
    game = make_game(arguments.game)
    for spec in (*arguments.agents, arguments.player, arguments.judge):
        agents.make(spec, game)
    if not arguments.judge.startswith("search"):
        raise ValueError(f"--judge: expected a search, got {arguments.judge!r}")
    seen = collect(game, arguments.player, arguments.positions, arguments.seed)
    lost = judge(game, seen, arguments.judge, arguments.seed + 1)
    print("| agent | lost, in thousandths of a result | simulations | ms a decision |\n| --- | --- | --- | --- |")
    for spec in arguments.agents:
        print(measure(game, seen, lost, spec, arguments.seed + 2), flush=True)


if __name__ == "__main__":
    sys.exit(main())
