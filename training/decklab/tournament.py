"""Every deck against every other, and what that comes to.

Below: duels.py, metagame.py. Above: commands/decks.py, plots.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ow_env.open_worlds.decks import DeckLike
from training.decklab.duels import WIDTH, Duel, Setting, play_duels
from training.decklab.field import CUT, TIED, Field, deck_key
from training.decklab.intervals import ALPHA, anytime
from training.decklab.metagame import Matrix, Vector, alpha_rank, bootstrap, cycles, nash
from training.decklab.showing import aligned, duel_row
from training.files import write_csv, write_json


@dataclass(frozen=True)
class Metagame:
    """All duels among n decks, in the order of ``names``."""

    names: list[str]
    duels: dict[tuple[int, int], Duel]  # i < j, as deck i sees it
    pilot: str
    seed: int

    def _both(self, get: Any, diagonal: float) -> Matrix:
        found = np.full((len(self.names),) * 2, diagonal)
        for (i, j), state in self.duels.items():
            found[i, j], found[j, i] = get(state.interval), get(state.interval.mirrored())
        return found

    @property
    def shares(self) -> Matrix:
        """[n, n] the share of points row i takes from column j."""
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
        for (i, j), state in self.duels.items():
            interval = anytime(state.values, state.width, ALPHA / len(self.duels))
            found[i, j], found[j, i] = interval.low > 0.5, interval.high < 0.5
        return found

    @property
    def cycles(self) -> list[list[str]]:
        """Decks that beat each other in a circle, by name; only where `beats` is sure."""
        return [[self.names[deck] for deck in ring] for ring in cycles(self.beats)]

    def weights(self) -> dict[str, tuple[Vector, Vector, Vector]]:
        """Return Nash mixture and alpha-Rank, each with the ends of its 95 % bootstrap intervals."""
        samples = {pair: state.values for pair, state in self.duels.items()}
        return {
            word: (solve(self.shares), *bootstrap(samples, len(self.names), solve, seed=self.seed))
            for word, solve in (("nash", nash), ("alpha-rank", alpha_rank))
        }


def matrix(
    decks: Sequence[DeckLike],
    pilot: str = "expert",
    *,
    width: float = WIDTH,
    table: Field | None = None,
    seed: int = 1,
    **how: Any,
) -> Metagame:
    """Play every deck against every other until each share of points is known to ± ``width``; see `duels.duel`."""
    table = table or Field()
    found = [table.deck(deck) for deck in decks]
    keys = [deck_key(deck) for deck in found]
    for one, other in combinations(range(len(found)), 2):
        if keys[one] == keys[other]:
            raise ValueError(f"{found[one].name} and {found[other].name} are the same deck")
    if len(found) < 2:
        raise ValueError(f"a matrix takes two decks or more, got {len(found)}")
    pairs = list(combinations(range(len(found)), 2))
    settings = [Setting(found[i], found[j], pilot, pilot, seed) for i, j in pairs]
    played = play_duels(settings, table, width=width, **how)
    names = [deck.name for deck in found]
    for place, name in enumerate(names):  # files of one name in several folders
        if [deck.name for deck in found].count(name) > 1:
            names[place] = f"{name} #{keys[place][:4]}"
    return Metagame(names, dict(zip(pairs, played, strict=True)), pilot, seed)


def matrix_text(meta: Metagame) -> str:
    """Return the matrix as lines of text, the mixtures below it."""
    shares, low, high = meta.shares, meta.low, meta.high
    count = len(meta.names)
    rows = [["% of points, row against column", *(f"({j + 1})" for j in range(count))]]
    for i, name in enumerate(meta.names):
        cells = [
            "." if i == j else f"{100 * shares[i, j]:.0f} [{100 * low[i, j]:.0f},{100 * high[i, j]:.0f}]"
            for j in range(count)
        ]
        rows.append([f"({i + 1}) {name}", *cells])
    games = sum(state.games for state in meta.duels.values())
    tied, cut = (sum(state.count(letter) for state in meta.duels.values()) for letter in (TIED, CUT))
    played = f"{games} games by {meta.pilot}, seed {meta.seed}; each interval holds 95 % at every look"
    lines = [*aligned(rows), "", played, f"{tied} tied, {cut} cut off; either is half a point", ""]
    weights = meta.weights()
    rows = [["metagame, % [95 %]", "Nash mixture", "alpha-Rank"]]
    for i, name in enumerate(meta.names):
        cells = [
            f"{100 * mean[i]:.0f} [{100 * below[i]:.0f}, {100 * above[i]:.0f}]"
            for mean, below, above in weights.values()
        ]
        rows.append([name, *cells])
    lines += aligned(rows)
    ring = meta.cycles
    lines += ["", *(f"a cycle: {' beats '.join([*names, names[0]])}" for names in ring)]
    if not ring:
        lines.append("no cycle of three or four decks is sure (all claims together at 95 %)")
    return "\n".join(lines)


def write_matrix(meta: Metagame, folder: Path) -> list[Path]:
    """Write matrix.csv and matrix.json, and with matplotlib matrix.png and metagame.png; return the paths."""
    rows = [
        duel_row(state) | {"deck": meta.names[i], "against": meta.names[j]} for (i, j), state in meta.duels.items()
    ]
    write_csv(folder / "matrix.csv", rows)
    weights = {
        word: [
            {"deck": name, "weight": mean[i], "low": below[i], "high": above[i]}
            for i, name in enumerate(meta.names)
        ]
        for word, (mean, below, above) in meta.weights().items()
    }
    told = {"decks": meta.names, "pilot": meta.pilot, "seed": meta.seed}
    data = {**told, "duels": rows, **weights, "cycles": meta.cycles}
    write_json(folder / "matrix.json", data)
    written = [folder / "matrix.csv", folder / "matrix.json"]
    try:
        from training.decklab import plots
    except ImportError:
        return written
    for name, figure in (("matrix", plots.heat_map(meta)), ("metagame", plots.graph(meta))):
        figure.savefig(folder / f"{name}.png", dpi=150)
        written.append(folder / f"{name}.png")
    return written
