"""Which reconstructed card values move the balance of the printed pairs most: one figure at a time, in the same games.

Below: parameters.py (what may move), setup.py (the pairs), training.decklab.playing. Above: commands.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ow_env.open_worlds.decks import DeckLike
from training.decklab.intervals import Interval, fixed
from training.decklab.matchup import points_of
from training.decklab.open_worlds.parameters import Parameter, applied, space_of
from training.decklab.open_worlds.setup import PAIRS, OpenWorldsSetup, contents, names_of
from training.decklab.playing import Block, play_block
from training.decklab.setup import Pairing
from training.decklab.stored import matchup_fault
from training.files import aligned, write_csv, write_json
from training.measure.store import Store, hashed
from training.measure.workers import Executor, SerialExecutor

BOUTS = 256  # for each end of each figure's range


class Probe(NamedTuple):
    """One figure, moved, and who plays with it: what one worker does at a time."""

    figure: Parameter
    value: int
    pairing: Pairing
    bouts: int


def measure(shared: Any, probe: Probe) -> dict[str, Any]:
    """Return the block that is played with a figure; ``shared``: the setup, and how many threads may play."""
    setup, threads = shared
    own = setup.with_catalogue(applied(setup.catalogue, {probe.figure: probe.value}))
    return play_block(([own], threads), Block(probe.pairing, 0, 0, probe.bouts))


class Sensitivity(NamedTuple):
    """How much one reconstructed card value moves the balance of one pair of decks."""

    pairing: Pairing
    parameter: Parameter
    low: int  # the ends it was moved between: its range, as far as the other card values let it
    high: int
    change: Interval  # of the first deck's score, from the low end to the high one
    sure: bool  # it is not 0, all figures of all pairs taken together


@dataclass(frozen=True)
class SensitivityAnalysis:
    """How much each reconstructed card value moves the balance of each pair, those that move most first."""

    every: Sequence[Sensitivity]

    def rows(self) -> list[dict[str, Any]]:
        """Return it as data."""
        return [
            {
                "deck": each.pairing.one.name,
                "against": each.pairing.other.name,
                "agent": each.pairing.agent,
                "seed": each.pairing.seed,
                "section": each.parameter.section,
                "name": each.parameter.name,
                "figure": each.parameter.field,
                "place": each.parameter.place,
                "standard": each.parameter.standard,
                "lowest": each.low,
                "highest": each.high,
                "change": round(each.change.mean, 5),
                "low": round(each.change.low, 5),
                "high": round(each.change.high, 5),
                "bouts": each.change.bouts,
                "sure": each.sure,
            }
            for each in self.every
        ]

    def text(self, most: int = 12) -> str:
        """Return, for each pair of decks, the figures that move its balance most as lines of text."""
        lines = []
        for pairing in dict.fromkeys(each.pairing for each in self.every):
            own = [each for each in self.every if each.pairing == pairing]
            lines += [
                f"{pairing.one.name} against {pairing.other.name}: change of the score in percentage points from the",
                f"low to the high end of its range; *: significant ({sum(each.sure for each in own)} of {len(own)})",
            ]
            rows = [
                [
                    each.parameter.words,
                    f"{each.low} to {each.high}",
                    f"{100 * each.change.mean:+.1f} [{100 * each.change.low:+.1f}, {100 * each.change.high:+.1f}]",
                    "*" if each.sure else "",
                ]
                for each in own[:most]
            ]
            lines += [*aligned(rows), ""]
        if self.every:
            pairing, bouts = self.every[0].pairing, self.every[0].change.bouts
            lines.append(
                f"played by {pairing.agent}, seed {pairing.seed}, {2 * bouts} games for each end of a range; [95 % CI]"
            )
        return "\n".join(lines)

    def write(self, folder: Path) -> list[Path]:
        """Write sensitivity.csv and sensitivity.json; return the paths."""
        write_csv(folder / "sensitivity.csv", self.rows())
        write_json(folder / "sensitivity.json", self.rows())
        return [folder / "sensitivity.csv", folder / "sensitivity.json"]


def measure_sensitivity(
    pairs: Sequence[tuple[DeckLike, DeckLike]] = PAIRS,
    agent: str = "expert",
    *,
    bouts: int = BOUTS,
    seed: int = 1,
    setup: OpenWorldsSetup | None = None,
    store: Store | None = None,
    executor: Executor | None = None,
    threads: int = 0,
    report: Callable[[int, float], None] = lambda games, share: None,
) -> SensitivityAnalysis:
    """Move every reconstructed card value of a pair's cards, and of Worlds, through its range; return what that does.

    One figure is moved at a time, from the low end of its range in `ranges.toml` to the high one, in the same games.

    Args:
        pairs: decks that should be equal.
        agent: a scripted agent, or any other.
        bouts: for each end of each figure's range.
        seed: of the games.
        setup: rules and cards.
        store: where every figure's games are kept.
        executor: who plays; None: this process.
        threads: of this process; 0: as many as there are cores.
        report: called after every probe with the games played in all and the share of the work that is done.

    Returns:
        one for each figure of each pair that can move, those that move most first.
    """
    setup = setup or OpenWorldsSetup()
    if bouts < 2:
        raise ValueError(f"bouts: expected a number from 2 up, got {bouts}")
    pairings = [Pairing(setup.side(one), setup.side(other), agent, agent, seed, fixed=True) for one, other in pairs]
    probes = []
    for pairing in pairings:
        space = space_of(setup.catalogue, names_of((pairing.one, pairing.other)))
        for place, each in enumerate(space.every):
            ends = space.span(space.standard, place)
            if ends[0] < ends[1]:
                probes += [Probe(each, end, pairing, bouts) for end in ends]
    executor = executor or SerialExecutor()
    shared = (setup, threads if isinstance(executor, SerialExecutor) else 1)
    told = {
        **setup.settings,
        "pairs": [[contents(pairing.one), contents(pairing.other)] for pairing in pairings],
        "agents": [setup.agent_settings(agent, pairing.one) for pairing in pairings],
        "seed": seed,
        "bouts": bouts,
        "probes": hashed(*[[list(probe.figure), probe.value] for probe in probes]),
    }
    identity = store.experiment("levers", told) if store else 0
    fault = partial(matchup_fault, seatings=2, bouts=bouts)
    found: dict[int, Any] = dict(store.blocks(identity, fault)) if store else {}
    at = {probe: number for number, probe in enumerate(probes)}
    missing = [probe for probe in probes if at[probe] not in found]
    for probe, block in executor.run(measure, shared, iter(missing)):
        found[at[probe]] = block
        if store:
            store.add_blocks(identity, {at[probe]: block})
        report(2 * bouts * len(found), len(found) / len(probes))
    points = [np.mean([points_of(ends) for ends in found[number]["ends"]], axis=0) for number in range(len(probes))]
    moved = []
    for least in range(0, len(probes), 2):
        shift = points[least + 1] - points[least]
        sure = fixed(shift, tests=len(probes) // 2)
        low, high = probes[least], probes[least + 1]
        change = low.pairing, low.figure, low.value, high.value, fixed(shift)
        moved.append(Sensitivity(*change, sure.low > 0 or sure.high < 0))
    return SensitivityAnalysis(sorted(moved, key=lambda each: -abs(each.change.mean)))
