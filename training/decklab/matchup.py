"""One side against another: what came of the games, how sure that is, and how it reads.

Below: setup.py (sides, pairings), intervals.py. Above: playing.py, which plays. In order: a matchup, the same two sides
by several agents.

A *bout* is a mirrored game pair: one game number played with the sides in both seats (with three or four players: over
all seat assignments), and where the agents differ with the agents swapped too. Random draws are the same in all of
these games, so luck helps both sides alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from training.decklab.intervals import ALPHA, Interval, Numbers, anytime, bounded, difference, fixed, gain_of_pairing
from training.decklab.setup import CUT, LOST, NEITHER, TIED, WON, Pairing
from training.files import aligned, rounded
from training.measure.match import wilson
from training.measure.ratings import Z

WIDTH = 0.02  # half-width of the interval of a side's score
MIRROR = str.maketrans({WON: LOST, LOST: WON})


# ── A matchup ────────────────────────────────────────────────────────────────────────────────


@dataclass
class Matchup:
    """What two sides have played: ``ends[seating]`` has a letter of `wltxo` for each game pair, for side one."""

    pairing: Pairing
    width: float = WIDTH
    ends: list[str] = field(default_factory=list)
    turns: int = 0
    first: int = 0  # games won by who moved first
    seat: int = 0  # games won by player_0
    spread: dict[str, int] = field(default_factory=dict)  # of them, between bouts, see `playing.summary`
    first_mover: str = "first player"  # how it is called; "": nobody, or not known
    tells_seats: bool = True  # is the share of player_0 something else than that of a side?

    @property
    def seatings(self) -> int:
        """Games in a game pair: one for each seat assignment."""
        return len(self.ends)

    @property
    def bouts(self) -> int:
        """How many."""
        return len(self.ends[0]) if self.ends else 0

    @property
    def games(self) -> int:
        """How many."""
        return self.bouts * self.seatings

    @property
    def points(self) -> list[Numbers]:
        """[seatings][bouts] points of side one; NaN in a game that a third player won."""
        return [points_of(part) for part in self.ends]

    @property
    def by_bout(self) -> Numbers:
        """[bouts] the score of side one; NaN where a third player won all games."""
        if not self.count(NEITHER):
            return np.mean(self.points, axis=0) if self.bouts else np.zeros(0)
        points = np.array(self.points)
        there = ~np.isnan(points)
        with np.errstate(invalid="ignore"):
            shares: Numbers = np.where(there, points, 0).sum(axis=0) / there.sum(axis=0)
        return shares

    @property
    def values(self) -> Numbers:
        """The score of side one in every game pair in which one of the two won points."""
        shares = self.by_bout
        return shares[~np.isnan(shares)]

    @property
    def interval(self) -> Interval:
        """The score of side one, with an interval that holds at every look (a confidence sequence)."""
        return anytime(self.values, self.width)

    @property
    def plain(self) -> Interval:
        """The same with a fixed-sample interval."""
        return bounded(self.values)

    @property
    def gain(self) -> float:
        """How many times as many unpaired games would be as sure."""
        return gain_of_pairing(self.points) if self.bouts > 1 and not self.count(NEITHER) else float("nan")

    @property
    def first_share(self) -> Interval:
        """The score of the player who moved first."""
        return self._share("first", self.first)

    @property
    def seat_share(self) -> Interval:
        """The score of player_0."""
        return self._share("seat", self.seat)

    def _share(self, word: str, won: int) -> Interval:
        """Wilson's interval for the effective number of independent games."""
        if not self.games:
            return Interval(0.5, 0.0, 1.0, 0)
        mean = (won + 0.5 * (self.count(TIED) + self.count(CUT))) / self.games
        variance = self._variance(word, mean, 2 * self.seatings)
        games = mean * (1 - mean) / variance if variance else self.games
        return Interval(mean, *wilson(mean, games), self.games)

    @property
    def length(self) -> Interval:
        """Turns of a game."""
        if self.bouts < 2:
            return Interval(self.turns / max(1, self.games), float("-inf"), float("inf"), self.games)
        mean = self.turns / self.games
        half = Z * np.sqrt(self._variance("turns", mean, self.seatings))
        return Interval(mean, mean - half, mean + half, self.games)

    def _variance(self, word: str, mean: float, parts: int) -> float:
        """Return the variance of a mean over game pairs, whose games share their random draws.

        Args:
            word: of `spread`.
            mean: of what is counted, in each game.
            parts: the deviation of each game pair's sum from its mean.
        """
        return max(0.0, self.spread[word] / parts**2 / self.bouts - mean**2) / self.bouts

    def count(self, letter: str) -> int:
        """Return how many games ended so for side one."""
        return sum(part.count(letter) for part in self.ends)

    def mirrored(self) -> Matchup:
        """Return the matchup as the other side sees it."""
        ends = [part.translate(MIRROR) for part in self.ends]
        counts = (self.turns, self.first, self.seat)
        how = (self.first_mover, self.tells_seats)
        return Matchup(self.pairing.mirrored(), self.width, ends, *counts, dict(self.spread), *how)

    def add(self, result: dict[str, Any]) -> None:
        """Add a block, as `playing.summary` has it."""
        ends = result["ends"]
        self.ends = [a + b for a, b in zip(self.ends or [""] * len(ends), ends, strict=True)]
        self.turns += result["turns"]
        self.first += result["first"]
        self.seat += result["seat"]
        for word, squares in result["spread"].items():
            self.spread[word] = self.spread.get(word, 0) + squares

    def row(self) -> dict[str, Any]:
        """Return it as data: a row of a table."""
        interval, plain = self.interval, self.plain
        return {
            "side": self.pairing.one.name,
            "against": self.pairing.other.name,
            "agent": self.pairing.agent,
            "other agent": self.pairing.other_agent,
            "seed": self.pairing.seed,
            "bouts": self.bouts,
            "games": self.games,
            "won": self.count(WON),
            "lost": self.count(LOST),
            "tied": self.count(TIED),
            "truncated": self.count(CUT),
            "won by others": self.count(NEITHER),
            "share": round(interval.mean, 5),
            "low": round(interval.low, 5),
            "high": round(interval.high, 5),
            "once low": rounded(plain.low),
            "once high": rounded(plain.high),
            "gain of pairing": rounded(self.gain, 3),
            "turns": round(self.length.mean, 3),
            "first player share": round(self.first_share.mean, 5) if self.first_mover else None,
        }

    def text(self, settled: bool = False) -> str:
        """Return it as lines of text.

        Args:
            settled: whether the number of games was chosen before: that decides which interval comes first.
        """
        row, pairing = self.row(), self.pairing
        agents = " and ".join(dict.fromkeys(pairing.agents))
        once = f"(95 % CI{', of a fixed number of games' * settled}, looked at once)"
        shares = [
            f"{self.interval.percent()}   (95 % CI, anytime-valid)",
            f"{self.plain.percent()}   {once}",
        ]
        first, second = reversed(shares) if settled else shares
        lines = [
            f"{pairing.one.name} against {pairing.other.name}, played by {agents}, seed {pairing.seed}",
            f"  score  {first}",
            f"         {second}",
            *self._by_agent(),
            f"  {row['games']} games: {row['won']} won, {row['lost']} lost, {row['tied']} tied,"
            f" {row['truncated']} truncated; tied and truncated games count 1/2",
        ]
        if row["won by others"]:
            lines.append(f"  {row['won by others']} of them won by a third player, left out")
        if self.seatings > 1:
            changed = " and with the agents swapped" * (pairing.agent != pairing.other_agent)
            seats = "the same deal from both seats" if self.tells_seats else "the same deal in every seat assignment"
            gain = f"; worth {self.gain:.2f} times as many unpaired games" * (not row["won by others"])
            lines.append(f"  {self.bouts} mirrored groups of {self.seatings} games: {seats}{changed}{gain}")
        turns = f"  {row['turns']:.1f} turns per game"
        if self.first_mover:
            turns += f"; {self.first_mover}: score {self.first_share.percent()}"
        lines.append(turns)
        return "\n".join(lines)

    def _by_agent(self) -> list[str]:
        """Return, where two agents change over, what side one takes with each of them, as lines of text."""
        pairing, half = self.pairing, self.seatings // 2
        if pairing.agent == pairing.other_agent or not self.bouts:
            return []
        shares = np.mean(self.points[:half], axis=0), np.mean(self.points[half:], axis=0)
        return [
            f"    {bounded(share).percent()} with {one} for it and {other} for {pairing.other.name}"
            for share, (one, other) in zip(shares, (pairing.agents, pairing.agents[::-1]), strict=True)
        ]


def points_of(ends: str) -> Numbers:
    """Return the points of each game; NaN if a third won it."""
    letters: NDArray[np.str_] = np.array(list(ends), "U1")
    points: Numbers = np.where(letters == WON, 1.0, np.where(letters == LOST, 0.0, 0.5))
    points[letters == NEITHER] = np.nan
    return points


# ── By several agents ────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class AgentComparison:
    """The same two sides, played by several agents, each of which plays both sides."""

    matchups: Sequence[Matchup]
    settled: bool  # were the numbers of games chosen before? That decides which intervals hold

    def disagreements(self) -> list[tuple[Matchup, Matchup, Interval]]:
        """Return each two whose shares surely differ, and by how much: the higher first, the widest gap first.

        The intervals hold together, however many pairs there are (Bonferroni). Both have the same random draws,
        which makes such intervals rather too wide than too narrow. Where the numbers of games were not settled, of
        each two confidence sequences one must lie above the other.
        """
        found = []
        pairs = list(combinations(self.matchups, 2))
        for pair in pairs:
            low, high = sorted(pair, key=lambda state: float(state.values.mean()))
            if self.settled:
                gap = difference(high.values, low.values, tests=len(pairs))
            else:
                top, bottom = self._claims(high, low)
                gap = Interval(top.mean - bottom.mean, top.low - bottom.high, top.high - bottom.low, high.bouts)
            if gap.low > 0:
                found.append((high, low, gap))
        return sorted(found, key=lambda entry: -entry[2].mean)

    def _claims(self, *matchups: Matchup) -> list[Interval]:
        """Return intervals of shares, those of all agents together being right with 95 %."""
        tests = len(self.matchups)
        if self.settled:
            return [fixed(state.values, tests=tests) for state in matchups]
        return [anytime(state.values, state.width, ALPHA / tests) for state in matchups]

    def turned(self, high: Matchup, low: Matchup) -> bool:
        """Return whether side one surely wins with the first agent and surely loses with the second."""
        top, bottom = self._claims(high, low)
        return top.low > 0.5 > bottom.high

    def rows(self) -> list[dict[str, Any]]:
        """Return it as data."""
        return [state.row() for state in self.matchups]

    def text(self) -> str:
        """Return it as lines of text: an agent each, and where they disagree."""
        pairing = self.matchups[0].pairing
        kind = "fixed number of games" if self.settled else "anytime-valid"
        lines = [
            f"{pairing.one.name} against {pairing.other.name}, each agent playing both sides, seed {pairing.seed}",
            f"score of {pairing.one.name} [95 % CI, {kind}]",
            "",
        ]
        rows = [["agent", "score", "games", "won", "lost", "tied", "truncated", "turns"]]
        for state in self.matchups:
            shown = state.plain if self.settled else state.interval
            ends = [str(state.count(letter)) for letter in (WON, LOST, TIED, CUT)]
            rows.append([state.pairing.agent, shown.percent(), str(state.games), *ends, f"{state.length.mean:.1f}"])
        lines += [*aligned(rows), ""]
        found = self.disagreements()
        for high, low, gap in found:
            text = f"scores higher with {high.pairing.agent} than with {low.pairing.agent}, by {gap.points()} points"
            if self.turned(high, low):
                text += "; above 50 % with the one, below with the other"
            lines.append(text)
        lines.append("these differences hold jointly at 95 %" if found else "no two agents differ significantly")
        return "\n".join(lines)
