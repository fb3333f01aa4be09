"""``ow exact``: small games solved, and the exact exploitability of agents in them."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import agents
from ow_env.core.game import Game
from ow_env.core.players import needs_determinizations, needs_views
from training.arguments import a_number, a_path
from training.commands.options import add_json, examples
from training.exact.games import make, small_games
from training.files import write_json
from training.progress import ProgressLine

if TYPE_CHECKING:
    from training.exact.score import Score
    from training.exact.solve import Equilibrium, SequenceForm

OUT = Path("runs/exact.json")
SEED = 1  # of agents that draw their actions


def add_to(commands: Any) -> None:
    """Add ``ow exact``."""
    parser = commands.add_parser(
        "exact",
        description="Solve small games (Goofspiel with few cards, end games of others) and compute the exact"
        " exploitability of agents in them: the best-response score above 50 %, in percentage points.",
        **examples(
            "ow exact --list",
            "ow exact --game goofspiel-5",
            "ow exact matcher learned --game goofspiel-4 --json",
        ),
    )
    parser.set_defaults(run=exact)
    parser.add_argument(
        "agents", nargs="*", metavar="AGENT",
        help="names, or paths of saved agents (default: all agents of the game but search)",
    )  # fmt: skip
    parser.add_argument("--game", action="append", metavar="GAME", help="one of --list; repeatable (default: all)")
    parser.add_argument("--list", action="store_true", help="list the small games")
    parser.add_argument(
        "--method", default="auto",
        help="program: linear programming; regrets: CFR+; auto (default): by size",
    )  # fmt: skip
    parser.add_argument(
        "--nash-conv", type=a_number, default=1e-3, metavar="SUM", help="NashConv at which CFR+ stops, of outcomes ±1"
        " (default 0.001)",
    )  # fmt: skip
    parser.add_argument(
        "--samples", type=int, default=100, metavar="N",
        help="actions sampled per observation of stochastic agents without a known policy (default 100)",
    )  # fmt: skip
    parser.add_argument("--out", type=a_path, default=OUT, metavar="FILE", help=f"JSON file to write (default {OUT})")
    add_json(parser)


def exact(arguments: argparse.Namespace) -> list[dict[str, Any]]:
    """Solve, score, print a table for each game, write all of it as JSON; return it."""
    if arguments.list:
        for name, (meaning, _) in small_games().items():
            print(f"{name:26}{meaning}")
        return [{"game": name, "meaning": meaning} for name, (meaning, _) in small_games().items()]
    from training.exact.solve import METHODS, sequence_form, solve
    from training.exact.tree import build_tree

    if arguments.method not in METHODS:
        raise ValueError(f"--method: expected {', '.join(METHODS)}, got {arguments.method!r}")
    if not arguments.nash_conv > 0:
        raise ValueError(f"--nash-conv: expected a number above 0, got {arguments.nash_conv}")
    if arguments.samples < 1:
        raise ValueError(f"--samples: expected a number from 1 up, got {arguments.samples}")
    games = {name: make(name) for name in arguments.game or small_games()}
    players = {name: seated(arguments.agents, game) for name, game in games.items()}
    for agent in arguments.agents:
        if not any(agent in those for those in players.values()):
            agents.make(agent, next(iter(games.values())))  # it says why
    written: list[dict[str, Any]] = []
    for name, game in games.items():
        with ProgressLine(every=None) as tell:  # to a file nothing: it is a matter of seconds
            tell(f"{name}: building the game tree")
            form = sequence_form(build_tree(game, say=partial(tell_size, tell, name)))
            tell(f"{name}: solving")
            solved = solve(form, arguments.method, arguments.nash_conv, partial(tell_nash_conv, tell, name))
            scores = scored(name, form, solved, players[name], arguments.samples, tell)
            tell("")
        print("\n".join(table(name, form, solved, scores)), flush=True)
        written.append(as_data(name, form, solved, scores, tell.seconds))
        write_json(arguments.out, written)
    print(f"written to {arguments.out}")
    return written


def seated(wanted: Sequence[str], game: Game) -> dict[str, Any]:
    """Return the agents that play this game, by name; those that do not are left out."""
    found = {}
    for name in wanted or agents.names(game):
        try:
            agent = agents.make(name, game, seed=SEED)
        except ValueError:
            continue
        if wanted or not (needs_determinizations(agent) or needs_views(agent)):
            found[name] = agent
    return found


def scored(
    name: str, form: SequenceForm, solved: Equilibrium, players: dict[str, Any], samples: int, tell: ProgressLine
) -> list[Score]:
    """Return the scores of these agents, and of the equilibrium itself first."""
    from training.exact.score import score, score_plans

    found = [score_plans(form, solved, "(equilibrium)", solved.plans)]
    for label, agent in players.items():
        tell(f"{name}: {label}")
        found.append(score(form, solved, label, agent, samples))
    return found


def table(name: str, form: SequenceForm, solved: Equilibrium, scores: Sequence[Score]) -> list[str]:
    """Return a game and the agents' scores as lines."""
    width = max(len(score.agent) for score in scores)
    lines = [
        f"{name}: {small_games()[name][0]}",
        f"  {form.tree.sizes()}",
        f"  value {50 + 50 * solved.value:.3f} % for player_0, NashConv {50 * solved.nash_conv:.2g} percentage points"
        f" ({solved.method})",
        f"  {'':{width}}  exploitability   best-response score against it   its score against",
        f"  {'':{width}}      (% points)    as player_0    as player_1       an equilibrium",
    ]
    for score in scores:
        by, (first, second) = 100 * score.exploitability, (100 * share for share in score.exploited)
        note = f"   {score.sampled} samples" if score.sampled else ""
        lines.append(
            f"  {score.agent:{width}}{by:16.2f}{first:14.2f} %{second:12.2f} %"
            f"{100 * score.against_equilibrium:19.2f} %{note}"
        )
    return [*lines, ""]


def as_data(
    name: str, form: SequenceForm, solved: Equilibrium, scores: Sequence[Score], seconds: float
) -> dict[str, Any]:
    """Return a game and the scores as plain data; scores are from 0 to 1."""
    tree = form.tree
    return {
        "game": name,
        "meaning": small_games()[name][0],
        "positions": tree.positions,
        "information_sets": [len(seat.first) for seat in tree.seats],
        "sequences": list(form.sizes),
        "ends": len(tree.ends),
        "value": (1 + solved.value) / 2,
        "nash_conv": solved.nash_conv / 2,
        "method": solved.method,
        "seconds": round(seconds, 1),
        "agents": [asdict(score) for score in scores],
    }


def tell_size(tell: ProgressLine, name: str, positions: int) -> None:
    """Say how large a tree is so far."""
    tell(f"{name}: {positions:,} positions")


def tell_nash_conv(tell: ProgressLine, name: str, iteration: int, nash_conv: float) -> None:
    """Say how close CFR+ is."""
    tell(f"{name}: iteration {iteration}, NashConv {nash_conv:.2g}")
