"""The ratios that say most about the speed, each with what it should reach: the first table of the pages.

Below: what is stored, nothing else. Above: show.py. A ratio is taken of two figures of one round and is told as the
lowest, the middle and the highest of the rounds.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias

Results: TypeAlias = dict[str, Any]
Entry: TypeAlias = dict[str, Any]
Spread: TypeAlias = dict[str, float]  # "min", "median", "max"

MANY = 1024  # games of the batch that is stepped from Python
NOISE = 0.03  # by as much two runs of the same code may differ


@dataclass(frozen=True)
class Goal:
    """A ratio and what it should be at least.

    Attributes:
        ours: what is measured of ours.
        beside: what it is divided by.
        least: what the ratio should be at least.
        ratio: finds it, for so many threads; None where it was not measured.
        every: must no round reach it before it is missed? Else the median decides.
    """

    ours: str
    beside: str
    least: float
    ratio: Callable[[Results, int], Spread | None]
    every: bool = False

    def reached(self, found: Spread) -> bool:
        """Return whether a ratio is what it should be."""
        return found["max"] >= self.least - NOISE if self.every else found["median"] >= self.least


# ── Ratios ─────────────────────────────────────────────────────────────────────────────────────


def ours(results: Results, case: str, threads: int, games: int | None = None, game: str | None = None) -> Entry | None:
    """Return our entry of this case: of this batch size, or of the size with the best median.

    Args:
        results: as stored.
        case: "rollout", "step:sparse" ...
        threads: with so many.
        games: the batch size.
        game: which of ours; None: the first, which is compared with the peers.
    """
    found = [
        entry
        for entry in results["measured"]
        if entry.get("game") == (game or results["game"]) and entry["case"] == case and entry["threads"] == threads
        if games is None or entry["games"] == games
    ]
    return max(found, key=lambda entry: float(entry["rate"]["median"]), default=None)


def versus(results: Results, peer: str, case: str | None = None) -> Entry | None:
    """Return how a case of ours compares with a peer's entry, by its name; None: the one driven the same way."""
    for pair in results["ratios"]:
        if pair["peer"] == peer and (pair["alike"] if case is None else pair["case"] == case):
            return pair  # type: ignore[no-any-return]
    return None


def by_round(above: Entry | None, below: Entry | None) -> Spread | None:
    """Return the ratio of two entries' rates, round by round; None where one was not measured."""
    if above is None or below is None:
        return None
    rates = [rates_of(entry) for entry in (above, below)]
    ratios = sorted(rates[0][number] / rates[1][number] for number in rates[0].keys() & rates[1].keys())
    if not ratios:
        return None
    return {"min": ratios[0], "median": statistics.median(ratios), "max": ratios[-1]}


def rates_of(entry: Entry) -> dict[float, float]:
    """Return the rate of each round; what was measured several times in one is told by the middle."""
    found: dict[float, list[float]] = {}
    for sample in entry["samples"]:
        found.setdefault(sample["round"], []).append(sample[entry["unit"]] / sample["seconds"])
    return {number: statistics.median(rates) for number, rates in found.items()}


def gains(results: Results, game: str) -> dict[tuple[str, int], Spread]:
    """Return how many times as fast two threads are as one, by case and batch size (or games in a vector)."""
    found = {}
    for entry in results["measured"]:
        if entry.get("game") == game and entry["threads"] == 2 and "fastest batch" not in entry["name"]:
            one = ours(results, entry["case"], 1, entry["games"], game)
            gain = by_round(entry, one)
            if gain is not None:
                found[entry["case"], entry["games"]] = gain
    return found


def slower(gain: Spread) -> bool:
    """Return whether two threads are slower than one beyond noise: in every round."""
    return gain["max"] < 1 - NOISE


# ── The goals ──────────────────────────────────────────────────────────────────────────────────


def beside(who: str, peer: str, case: str) -> Callable[[Results, int], Spread | None]:
    """Return what finds how many times as fast our case is as a peer's."""

    def ratio(results: Results, threads: int) -> Spread | None:
        for entry in results["measured"]:
            if entry["who"] == who and entry["case"] == peer and entry["threads"] == threads:
                pair = versus(results, entry["name"], case)
                return pair["ratio"] if pair else None
        return None

    return ratio


def from_python(results: Results, threads: int) -> Spread | None:
    """Return what is left of the speed inside compiled code where Python draws the actions."""
    return by_round(*(ours(results, case, threads, MANY) for case in ("step:sparse", "rollout:asked")))


def least_gain(results: Results, threads: int) -> Spread | None:
    """Return the lowest gain by a second thread, of any game, case and batch size."""
    found: Iterable[Spread] = (gain for game in results["games"] for gain in gains(results, game).values())
    return min(found, key=lambda gain: gain["max"], default=None) if threads == 2 else None


INSIDE = "random play inside compiled code, whoever acts observes"
OUTSIDE = "the same stepped from Python, actions drawn from sparse rows in NumPy"
GOALS = (
    Goal(INSIDE, "pgx Leduc hold'em", 1.0, beside("pgx", "pgx:leduc_holdem", "rollout:asked")),
    Goal(INSIDE, "Essence Wars", 5.0, beside("essence_wars", "batch", "rollout:asked")),
    Goal(OUTSIDE, "pgx Leduc hold'em", 0.5, beside("pgx", "pgx:leduc_holdem", "step:sparse")),
    Goal(OUTSIDE, "Essence Wars", 2.5, beside("essence_wars", "batch", "step:sparse")),
    Goal(OUTSIDE, f"ours inside compiled code, {MANY:,} games", 0.5, from_python),
    Goal(
        "one `parallel_env`, joint steps",
        "PettingZoo rps_v2",
        3.0,
        beside("pettingzoo", "parallel:rps_v2", "parallel_env"),
    ),
    Goal(
        "two threads, of all games the case and batch size whose best round gains least",
        "one thread",
        1.0,
        least_gain,
        every=True,
    ),
)
