"""How strong a search is by how long it thinks, in every game: ``python -m training.measure.strength``.

Below: match.py, timed.py, training/games.py; matplotlib for the plot, if it is there. Each search plays one and the
same opponent with each budget; its processor time is counted while it chooses, so two searches may be compared at equal
time though one makes more simulations in it. The results are a table of numbers (``strength.csv``), which a later call
adds to and does not play again, the same as a page (``strength.md``), and a plot (``strength.png``), a panel a game.

    python -m training.measure.strength --out strength --game star_realms --games 60 --budgets 20 50 100
    python -m training.measure.strength --out strength --other settled_at=0   # all games, and a second search beside it
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import agents
from ow_env.core.game import Game
from ow_env.core.secrecy import seed_for
from ow_env.registry import games
from training.arguments import a_path, a_seed
from training.files import write_csv, write_whole
from training.games import make_game
from training.measure.match import play_match, wilson
from training.measure.timed import Timed

BUDGETS = (20, 50, 100, 200, 500)
OPPONENT = ("learned", "scripted")  # the first of these that there is in a game


@dataclass(frozen=True)
class Line:
    """One search with one budget against the opponent."""

    game: str
    label: str  # of the search: its settings
    budget: int
    opponent: str
    games: int
    seed: int
    score: float  # share of points
    low: float  # of its 95 % interval
    high: float
    milliseconds: float  # of processor time for a decision
    simulations: float  # for a decision


def spec_of(budget: int, settings: str) -> str:
    """Return the spec of a search with so many simulations, and settings, which may be none."""
    return f"search:{budget},{settings}" if settings else f"search:{budget}"


def opponent_of(game: Game) -> str:
    """Return whom searches of a game are measured against: the learned agent that comes along, else the best script."""
    known = agents.names(game)
    return next((name for name in OPPONENT if name in known), "random")


def measure(game: Game, budget: int, settings: str, opponent: str, count: int, seed: int) -> Line:
    """Play a search against an opponent.

    Args:
        game: configured; for two or more.
        budget: simulations for each decision.
        settings: of the search, as in its spec after the budget; "": as it is by default.
        opponent: a name, or the path of a saved agent.
        count: games, rounded up to a multiple of the number of players.
        seed: of the games and agents.
    """
    spec = spec_of(budget, settings)
    timed = Timed(agents.make(spec, game, seed_for("agent", seed, 0)))
    warm = agents.make(spec, game, 1)  # so that nothing is compiled while time is counted
    other = agents.make(opponent, game, seed_for("agent", seed, 1))
    play_match(game, warm, other, 1, seed + 1)
    result = play_match(game, timed, other, count, seed)
    low, high = wilson(result.score, result.games)
    return Line(
        game.name, settings or "default", budget, opponent, result.games, seed, result.score, low, high,
        timed.milliseconds, timed.simulations or 0.0,
    )  # fmt: skip


# ── What is written ──────────────────────────────────────────────────────────────────────────────


def read(path: Path) -> list[Line]:
    """Return the lines of a file that `write` has written; none, if there is no such file.

    Raises:
        ValueError: it is no such file.
    """
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    names = [field.name for field in fields(Line)]
    found = []
    for number, row in enumerate(rows, start=2):
        if list(row) != names:
            raise ValueError(f"{path}: expected the columns {', '.join(names)}, got {', '.join(map(str, row))}")
        if None in row.values():
            raise ValueError(f"{path}, line {number}: expected {len(names)} cells; it was cut short")
        try:
            found.append(Line(**{f.name: CASTS[str(f.type)](row[f.name]) for f in fields(Line)}))
        except ValueError as error:
            raise ValueError(f"{path}, line {number}: {error}") from None
    return found


CASTS: dict[str, Any] = {"str": str, "int": int, "float": float}


def write(lines: Sequence[Line], folder: Path) -> list[Path]:
    """Write table, page and, if matplotlib is there, plot into a folder, which is made; return their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / "strength.csv", folder / "strength.md"]
    write_csv(paths[0], [asdict(line) for line in lines])
    write_whole(paths[1], page(lines))
    try:
        import matplotlib  # it is in the extra `train`
    except ImportError:
        return paths
    matplotlib.use("Agg")
    paths.append(folder / "strength.png")
    draw(lines).savefig(paths[-1], dpi=110)
    return paths


def page(lines: Sequence[Line]) -> str:
    """Return the lines as a Markdown table."""
    head = "| game | search | simulations asked for | made | ms a decision | against | games | share of points |"
    rows = [head, "| --- | --- | --- | --- | --- | --- | --- | --- |"]
    for x in in_order(lines):
        share = f"{100 * x.score:.1f} % [{100 * x.low:.1f}, {100 * x.high:.1f}]"
        cells = (x.game, x.label, x.budget, f"{x.simulations:.1f}", f"{x.milliseconds:.2f}", x.opponent, x.games, share)
        rows.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join(rows) + "\n"


def in_order(lines: Sequence[Line]) -> list[Line]:
    """Return the lines by game, search and budget."""
    return sorted(lines, key=lambda line: (line.game, line.label != "default", line.label, line.budget))


def draw(lines: Sequence[Line]) -> Any:
    """Return a matplotlib figure: a panel for each game, a curve for each search, share of points by time."""
    from matplotlib.figure import Figure

    names = sorted({line.game for line in lines})
    labels = list(dict.fromkeys(line.label for line in in_order(lines)))
    columns = min(3, max(len(names), 1))
    rows = -(-len(names) // columns)
    figure = Figure(figsize=(4.2 * columns, 3.3 * max(rows, 1)), layout="constrained")
    for at, name in enumerate(names, start=1):
        axes = figure.add_subplot(rows, columns, at)
        for color, label in zip(COLORS * len(labels), labels, strict=False):
            curve = [line for line in in_order(lines) if (line.game, line.label) == (name, label)]
            if not curve:
                continue
            x, y = [line.milliseconds for line in curve], [100 * line.score for line in curve]
            reach = [  # rounding may put an interval's end beyond a share of 0 or 1
                [100 * max(0.0, q.score - q.low) for q in curve],
                [100 * max(0.0, q.high - q.score) for q in curve],
            ]
            axes.errorbar(x, y, yerr=reach, fmt="o-", color=color, markersize=4, linewidth=1.2, capsize=2, label=label)
        against = next(line.opponent for line in lines if line.game == name)
        axes.set_xscale("log")
        axes.set_title(f"{name} against {against}", fontsize=9, loc="left")
        axes.set_xlabel("ms of processor time for a decision", fontsize=8)
        axes.set_ylabel("% of points", fontsize=8)
        axes.grid(alpha=0.3)
        axes.tick_params(labelsize=8)
        axes.legend(fontsize=6, frameon=False)
    return figure


COLORS = ["#b3391f", "#5b6f84", "#3d8b5f", "#8a5fb0"]


# ── The command ──────────────────────────────────────────────────────────────────────────────────


def main(argv: Sequence[str] | None = None) -> int:
    """Measure what is asked for and not yet in the folder; return 0, or 2 for what is refused."""
    parser = argparse.ArgumentParser(prog="python -m training.measure.strength", description="Strength by time.")
    known = games()
    parser.add_argument("--game", nargs="+", choices=known, default=list(known), help="default: all")
    parser.add_argument("--budgets", nargs="+", type=int, default=list(BUDGETS), help="simulations (%(default)s)")
    parser.add_argument("--settings", default="", help="of the search: NAME=VALUE,... (default: none)")
    parser.add_argument("--other", action="append", default=[], help="of another search beside it; as often as wanted")
    parser.add_argument("--against", help="the opponent (default: learned where it comes along, else scripted)")
    parser.add_argument("--games", type=int, default=60, help="with each budget (%(default)s)")
    parser.add_argument("--seed", type=a_seed, default=1)
    parser.add_argument("--out", type=a_path, default=Path("strength"), help="folder (%(default)s); it is added to")
    arguments = parser.parse_args(argv)
    try:
        run(arguments)
    except (ValueError, OSError) as refusal:
        print(f"strength: {refusal}", file=sys.stderr)
        return 2
    return 0


def run(arguments: argparse.Namespace) -> None:
    """Play line by line; each is written as soon as it is there, and played anew where more games are asked for."""
    if arguments.games < 1:
        raise ValueError(f"--games: expected a number from 1 up, got {arguments.games}")
    done = {(x.game, x.label, x.budget, x.opponent, x.seed): x for x in read(arguments.out / "strength.csv")}
    for name in arguments.game:
        game = make_game(name)
        if game.num_players == 1:
            continue
        opponent = arguments.against or opponent_of(game)
        for settings in (arguments.settings, *arguments.other):
            for budget in arguments.budgets:
                key = (name, settings or "default", budget, opponent, arguments.seed)
                if key in done and done[key].games >= arguments.games:
                    continue
                line = measure(game, budget, settings, opponent, arguments.games, arguments.seed)
                done[key] = line
                write(list(done.values()), arguments.out)
                print(page([line]).splitlines()[-1], flush=True)


if __name__ == "__main__":
    sys.exit(main())
