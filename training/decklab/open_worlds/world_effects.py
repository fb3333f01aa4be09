"""Which Worlds favour which deck.

Below: setup.py, training.decklab.playing. Above: commands. A game pair's Worlds follow from the seed and its number
alone and lie there in all its games, so they are drawn once more, without playing, and laid beside the results.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ow_env.core.batch import Batch
from ow_env.open_worlds.decks import DeckLike
from training.decklab.intervals import ALPHA, Interval, bounded, difference, slope
from training.decklab.matchup import Matchup
from training.decklab.open_worlds.setup import OpenWorldsSetup
from training.decklab.playing import play_matchup
from training.decklab.ranked import write_ranked
from training.decklab.setup import Pairing, seed_of_games
from training.files import aligned, rounded

BOUTS = 4096
PIECE = 512  # bouts whose Worlds are drawn at a time
TRAITS = {  # what a row of Worlds has more or less of
    "a Habitable World more": "habitable",
    "a Hostile World more": "hostile",
    "one H2O more in all": "h2o",
    "one RES more in all": "res",
}


@dataclass(frozen=True)
class WorldEffect:
    """What a World, or a trait of the row, does for the first deck."""

    name: str
    share: Interval | None  # of points in game pairs with the World; None for a trait
    change: Interval  # against game pairs without it; for a trait: with one more of it
    sure: bool  # the interval for all Worlds (or traits) together excludes 0


@dataclass(frozen=True)
class WorldEffects:
    """All Worlds, the kindest to the first deck first, and the traits of rows."""

    matchup: Matchup
    worlds: list[WorldEffect]
    traits: list[WorldEffect]

    def rows(self) -> list[dict[str, Any]]:
        """Return it as data."""
        pairing = self.matchup.pairing
        return [
            {
                "deck": pairing.one.name,
                "against": pairing.other.name,
                "world": entry.name,
                "share": rounded(entry.share.mean) if entry.share else None,
                "change": rounded(entry.change.mean),
                "low": rounded(entry.change.low),
                "high": rounded(entry.change.high),
                "sure among all": entry.sure,
                "bouts": entry.share.bouts if entry.share else self.matchup.bouts,
                "agent": pairing.agent,
                "seed": pairing.seed,
            }
            for entry in [*self.worlds, *self.traits]
        ]

    def text(self) -> str:
        """Return it as lines of text."""
        one = self.matchup.pairing.one.name
        lines = [
            self.matchup.text(settled=True),
            "",
            f"Score of {one} with a World in the row, and its change from game pairs without it [95 % CI].",
            f"* : significant among {len(self.worlds)} Worlds (Bonferroni). ? : too few game pairs.",
            "",
        ]
        rows = [["World", "score with it", "change", "", "game pairs"]]
        for entry in self.worlds:
            assert entry.share is not None
            mark = "*" if entry.sure else ""
            rows.append([entry.name, entry.share.percent(), entry.change.points(), mark, str(entry.share.bouts)])
        lines += [*aligned(rows), ""]
        rows = [["the row has", "change", ""]]
        rows += [[entry.name, entry.change.points(), "*" if entry.sure else ""] for entry in self.traits]
        return "\n".join([*lines, *aligned(rows)])

    def write(self, folder: Path) -> list[Path]:
        """Write worlds.csv, worlds.json and with matplotlib worlds.png; return the paths."""
        rows, pairing = self.rows(), self.matchup.pairing
        axis = f"change of the score of {pairing.one.name}, percentage points [95 % CI]"
        title = f"{pairing.one.name} against {pairing.other.name}; {pairing.agent}, seed {pairing.seed}"
        return write_ranked(folder, "worlds", rows, rows, [row["world"] for row in rows], "change", axis, title)


def measure_world_effects(
    one: DeckLike,
    other: DeckLike,
    agent: str = "expert",
    *,
    bouts: int = BOUTS,
    seed: int = 1,
    setup: OpenWorldsSetup | None = None,
    **how: Any,
) -> WorldEffects:
    """Play two decks and return how the first fares with each World in the row.

    Args:
        one: the deck whose score is told.
        other: its opponent.
        agent: who plays both.
        bouts: how many: settled before the first is played.
        seed: of games and agents.
        setup: rules and cards.
        how: store, executor, threads, report, as for `playing.play_matchup`.
    """
    setup = setup or OpenWorldsSetup()
    state = play_matchup(one, other, agent, bouts=bouts, seed=seed, setup=setup, **how)
    rows = worlds_of(setup, state.pairing, state.bouts)
    values = state.values
    known = setup.catalogue.worlds
    introductory = state.pairing.one.introductory and state.pairing.other.introductory
    pool = [world for world in known if world.introductory or not introductory]
    found = []
    for world in pool:
        there = (rows == world.id).any(axis=1)
        with_it, without = values[there], values[~there]
        claim = difference(with_it, without, ALPHA, len(pool))
        found.append(WorldEffect(world.name, bounded(with_it), difference(with_it, without), claim.excludes(0.0)))
    found.sort(key=lambda entry: -np.nan_to_num(entry.change.mean, nan=-9.0))  # what is not known last
    traits = []
    for name, word in TRAITS.items():
        figure = np.array([float(getattr(world, word)) for world in known])
        amounts = figure[rows].sum(axis=1)
        claim = slope(amounts, values, len(TRAITS))
        traits.append(WorldEffect(name, None, slope(amounts, values), claim.excludes(0.0)))
    return WorldEffects(state, found, traits)


def worlds_of(setup: OpenWorldsSetup, pairing: Pairing, bouts: int) -> NDArray[np.int64]:
    """Return the cards of the Worlds in the row of each game pair: [bouts, Worlds]."""
    game = setup.game_of(pairing.one, pairing.other)
    drawn = []
    for first in range(0, bouts, PIECE):
        count = min(PIECE, bouts - first)
        begun = Batch(game, count, seed_of_games(pairing), first_game=first, observe="acting")
        drawn.append(begun.states["worlds"]["card"][:, : game.num_worlds].astype(np.int64))
    return np.concatenate(drawn)
