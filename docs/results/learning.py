"""Learning curves with several seeds, and what teacher, network, league and shaped rewards are worth.

Below: selfplay/ (trains and measures). Every variant differs from the default settings of `ow train` in one thing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from agents import learned
from docs.results.study import Bench, Row, Study, figure, table, told

OPPONENT = "expert"
SEEDS = (1, 2, 3)
DECISIONS = 1_000_000
POOL_EVERY = 8  # rounds
GAMES = 1000  # of each checkpoint against the opponent
VARIANTS: dict[str, dict[str, Any]] = {
    "default": {},
    "from scratch": {"teacher": ""},
    "flat network": {"network": "flat"},
    "no league": {"scripted": [], "share_scripted": 0.0, "share_pool": 0.0},
    "terminal reward only": {"reward": "win"},
}


def measure(bench: Bench) -> list[Row]:
    """Train every variant with every seed, and measure its checkpoints against the expert."""
    return [row for name in VARIANTS for seed in SEEDS for row in curve(bench, name, seed)]


def curve(bench: Bench, variant: str, seed: int) -> list[Row]:
    """Return how strong one run was as it went on: a row for each checkpoint, the finished agent last."""
    from training.selfplay import checkpoint, settings, train

    folder = bench.runs / f"{variant.replace(' ', '-')}-{seed}"
    decisions = bench.scaled(DECISIONS, least=1)
    chosen = settings.read(
        minutes=0.0, decisions=decisions, seed=seed, games=0, ladder_games=0, pool_every=POOL_EVERY, **VARIANTS[variant]
    )
    if not (folder / train.AGENT).exists():
        train.train(folder, chosen, resume=checkpoint.newest(folder) is not None, say=bench.say)
    rows = []
    for path in [*sorted((folder / "past").glob(f"*{learned.SUFFIX}"), key=age), folder / train.AGENT]:
        games = bench.scaled(GAMES, least=8)
        rows += bench.once((variant, seed, path.stem), strength, path, variant, seed, games)
    return rows


def age(path: Path) -> int:
    """Return after how many decisions a checkpoint was kept."""
    return int(re.sub(r"\D", "", path.stem) or 0)


def strength(path: Path, variant: str, seed: int, games: int) -> list[Row]:
    """Return the row of one agent of a run."""
    from training.selfplay import measure, settings, train

    result, (low, high), _ = measure.play(path, train.games_of(settings.read()), OPPONENT, games)
    ends = {"share": round(result.score, 5), "low": round(low, 5), "high": round(high, 5), "games": result.games}
    decisions = learned.read_card(path).trained["decisions"]
    return [{"variant": variant, "seed": seed, "decisions": decisions, "finished": path.stem == "agent", **ends}]


def lines(rows: Sequence[Row]) -> list[str]:
    """Return the part of the page."""
    last = [row for row in rows if row["finished"]]
    cells = []
    for variant in dict.fromkeys(row["variant"] for row in last):
        some = [row for row in last if row["variant"] == variant]
        shares = np.array([row["share"] for row in some])
        spread = f" ± {100 * shares.std(ddof=1):.1f}" if len(some) > 1 else ""
        cells.append([variant, f"{100 * shares.mean():.1f} %{spread}", *(told(row) for row in some)])
    seeds = list(dict.fromkeys(row["seed"] for row in last))
    decisions = max(row["decisions"] for row in last)
    return [
        f"Open Worlds, 54 cards: agents trained for {decisions:,} learner decisions, then evaluated in"
        f" {last[0]['games']:,} mirrored games against the {OPPONENT}, with decks swapped. Score: mean ± standard"
        " deviation over seeds, then each seed with its 95 % confidence interval. Each variant differs from the default"
        f" in one setting. In all of them a checkpoint joins the pool every {POOL_EVERY} rounds, for the curves;"
        " without a league there is no pool, and only the final agent is evaluated.",
        "",
        *table(["variant", "mean", *(f"seed {seed}" for seed in seeds)], cells),
        "",
        f"![Score against the {OPPONENT} by training decisions](results/learning.png)",
    ]


def plot(rows: Sequence[Row], path: Path) -> None:
    """Draw the mean curve of each variant, each seed thin behind it."""
    title = f"Open Worlds: score against the {OPPONENT}"
    with figure(path, title, "training decisions, millions", "score") as axes:
        for number, variant in enumerate(dict.fromkeys(row["variant"] for row in rows)):
            curves: dict[int, list[tuple[float, float]]] = {}
            for row in rows:
                if row["variant"] == variant:
                    curves.setdefault(row["seed"], []).append((row["decisions"] / 1e6, row["share"]))
            color = f"C{number}"
            for points in curves.values():
                axes.plot(*zip(*points, strict=True), color=color, alpha=0.3, linewidth=1)
            ends = {decisions for points in curves.values() for decisions, _ in points}
            mean = [
                (at, np.mean([share for points in curves.values() for x, share in points if x == at]))
                for at in sorted(ends)
            ]
            axes.plot(*zip(*mean, strict=True), color=color, marker="o", label=variant)
        axes.axhline(0.5, color="grey", linewidth=0.8)
        axes.set_ylim(0, 1)
        axes.legend()


STUDY = Study("learning", "Ablations of self-play training", measure, lines, plot)
