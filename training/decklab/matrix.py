"""Every side against every other, and what that comes to.

Below: playing.py, metagame.py. Above: commands, plots.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from training.decklab.intervals import ALPHA, anytime
from training.decklab.matchup import WIDTH, Matchup
from training.decklab.metagame import Matrix, Vector, alpha_rank, bootstrap, cycles, nash
from training.decklab.playing import play_matchups
from training.decklab.setup import CUT, NEITHER, TIED, Pairing, Setup
from training.files import aligned, write_csv, write_json


@dataclass(frozen=True)
class Metagame:
    """All matchups among n sides, in the order of ``names``."""

    names: list[str]
    matchups: dict[tuple[int, int], Matchup]  # i < j, as side i sees it
    agent: str
    seed: int
    chosen: bool = True  # may players choose their side? Seats are given: there is no metagame of them

    def _both(self, get: Any, diagonal: float) -> Matrix:
        found = np.full((len(self.names),) * 2, diagonal)
        for (i, j), state in self.matchups.items():
            found[i, j], found[j, i] = get(state.interval), get(state.interval.mirrored())
        return found

    @property
    def shares(self) -> Matrix:
        """[n, n] the score of row i against column j."""
        return self._both(lambda interval: interval.mean, 0.5)

    @property
    def low(self) -> Matrix:
        """[n, n] lower end of the 95 % interval of each share."""
        return self._both(lambda interval: interval.low, 0.5)

    @property
    def high(self) -> Matrix:
        """[n, n] upper end."""
        return self._both(lambda interval: interval.high, 0.5)

    @property
    def beats(self) -> NDArray[np.bool_]:
        """[n, n] row i beats column j, all such claims together being right with 95 %."""
        found = np.zeros((len(self.names),) * 2, bool)
        for (i, j), state in self.matchups.items():
            interval = anytime(state.values, state.width, ALPHA / len(self.matchups))
            found[i, j], found[j, i] = interval.low > 0.5, interval.high < 0.5
        return found

    @property
    def cycles(self) -> list[list[str]]:
        """Sides that beat each other in a circle, by name; only where `beats` is sure."""
        return [[self.names[side] for side in ring] for ring in cycles(self.beats)]

    def weights(self) -> dict[str, tuple[Vector, Vector, Vector]]:
        """Return Nash mixture and alpha-Rank, each with the ends of its 95 % bootstrap intervals."""
        samples = {pair: state.by_bout for pair, state in self.matchups.items()}
        return {
            word: (solve(self.shares), *bootstrap(samples, len(self.names), solve, seed=self.seed))
            for word, solve in (("nash", nash), ("alpha-rank", alpha_rank))
        }

    def rows(self) -> list[dict[str, Any]]:
        """Return the matchups as data."""
        return [
            state.row() | {"side": self.names[i], "against": self.names[j]} for (i, j), state in self.matchups.items()
        ]

    def text(self) -> str:
        """Return the matrix as lines of text, the mixtures below it."""
        shares, low, high = self.shares, self.low, self.high
        count = len(self.names)
        rows = [["score in %, row against column", *(f"({j + 1})" for j in range(count))]]
        for i, name in enumerate(self.names):
            cells = [
                "." if i == j else f"{100 * shares[i, j]:.0f} [{100 * low[i, j]:.0f},{100 * high[i, j]:.0f}]"
                for j in range(count)
            ]
            rows.append([f"({i + 1}) {name}", *cells])
        games = sum(state.games for state in self.matchups.values())
        tied, cut, third = (
            sum(state.count(letter) for state in self.matchups.values()) for letter in (TIED, CUT, NEITHER)
        )
        played = f"{games} games by {self.agent}, seed {self.seed}; anytime-valid 95 % CIs"
        lines = [*aligned(rows), "", played, f"{tied} tied, {cut} truncated; either counts 1/2"]
        if third:
            lines.append(f"{third} won by a third player, left out")
        return "\n".join([*lines, "", *self._metagame()] if self.chosen else lines)

    def _metagame(self) -> list[str]:
        """Return mixtures and cycles as lines of text."""
        weights = self.weights()
        rows = [["metagame, % [95 % CI]", "Nash mixture", "alpha-Rank"]]
        for i, name in enumerate(self.names):
            cells = [
                f"{100 * mean[i]:.0f} [{100 * below[i]:.0f}, {100 * above[i]:.0f}]"
                for mean, below, above in weights.values()
            ]
            rows.append([name, *cells])
        ring = self.cycles
        told = [f"cycle: {' beats '.join([*names, names[0]])}" for names in ring]
        none = "no significant cycle of three or four sides (95 % family-wise)"
        return [*aligned(rows), "", *(told or [none])]

    def data(self) -> dict[str, Any]:
        """Return all of it as JSON."""
        told = {"sides": self.names, "agent": self.agent, "seed": self.seed, "matchups": self.rows()}
        if not self.chosen:
            return told
        weights = {
            word: [
                {"side": name, "weight": mean[i], "low": below[i], "high": above[i]}
                for i, name in enumerate(self.names)
            ]
            for word, (mean, below, above) in self.weights().items()
        }
        return {**told, **weights, "cycles": self.cycles}

    def write(self, folder: Path) -> list[Path]:
        """Write matrix.csv and matrix.json, and with matplotlib matrix.png and metagame.png; return the paths."""
        write_csv(folder / "matrix.csv", self.rows())
        write_json(folder / "matrix.json", self.data())
        written = [folder / "matrix.csv", folder / "matrix.json"]
        try:
            from training.decklab import plots
        except ImportError:
            return written
        drawn = {"matrix": plots.heat_map} | ({"metagame": plots.graph} if self.chosen else {})
        for name, draw in drawn.items():
            draw(self).savefig(folder / f"{name}.png", dpi=150)
            written.append(folder / f"{name}.png")
        return written


def play_matrix(
    sides: Sequence[Any] | None = None,
    agent: str | None = None,
    *,
    setup: Setup,
    width: float = WIDTH,
    seed: int = 1,
    **how: Any,
) -> Metagame:
    """Play every side against every other until each score is known to ± ``width``; see `playing.play_matchup`.

    Args:
        sides: two or more, as `Setup.side` takes them; None: all that the game has.
        agent: who plays all of them; None: the setup's default.
        setup: the game and its options.
        width: half-width of the 95 % interval of each score.
        seed: of games and agents.
        how: bouts, store, executor, threads, report, as for `playing.play_matchup`.

    Raises:
        ValueError: there are fewer than two sides, or two are the same.
    """
    agent = agent or setup.default_agent
    found = setup.sides() if sides is None else [setup.side(side) for side in sides]
    keys = [setup.key(side) for side in found]
    pairs = list(combinations(range(len(found)), 2))
    for one, other in pairs:
        if keys[one] == keys[other]:
            raise ValueError(f"{found[one].name} and {found[other].name} are the same {setup.side_word}")
    if len(found) < 2:
        raise ValueError(f"a matrix takes two {setup.side_word}s or more, got {len(found)}")
    pairings = [Pairing(found[i], found[j], agent, agent, seed) for i, j in pairs]
    played = play_matchups(pairings, setup, width=width, **how)
    names = [side.name for side in found]
    names = [  # files of one name in several folders
        name if names.count(name) == 1 else f"{name} #{key[:4]}" for name, key in zip(names, keys, strict=True)
    ]
    return Metagame(names, dict(zip(pairs, played, strict=True)), agent, seed, setup.has_sides)
