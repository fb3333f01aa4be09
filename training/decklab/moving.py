"""Which reconstructed figures move the balance of the printed pairs most: one figure at a time, in the same games.

Below: figures.py (what may move), balancing.py (the pairs), duels.py. Above: commands/decks.py. A `Probe`, one set of
figures and the games played with it, is also what calibrating.py is made of.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from ow_env.open_worlds.decks import DeckLike
from training.decklab.balancing import PAIRS
from training.decklab.duels import Item, Setting, play_block, points_of
from training.decklab.field import Field, contents, pilot_settings
from training.decklab.figures import Knob, applied, space_of
from training.decklab.intervals import Interval, fixed
from training.decklab.kept import duel_fault
from training.measure.store import Store, hashed
from training.measure.workers import Crew, Here

BOUTS = 256  # for each end of each figure's range


class Probe(NamedTuple):
    """A set of figures to be measured: what one worker does at a time."""

    figures: tuple[tuple[Knob, int], ...]
    settings: tuple[Setting, ...]
    number: int  # of the blocks that are played
    bouts: tuple[int, ...]  # in the block of each setting


def measure(shared: Any, probe: Probe) -> list[dict[str, Any]]:
    """Return a block of each setting under a set of figures; ``shared``: the table, and how many threads may play."""
    table, threads = shared
    own = table.with_catalogue(applied(table.catalogue, dict(probe.figures)))
    return [
        play_block(([own], threads), Item(setting, 0, probe.number, bouts))
        for setting, bouts in zip(probe.settings, probe.bouts, strict=True)
    ]


class Lever(NamedTuple):
    """How much one reconstructed figure moves the balance of one pair of decks."""

    pair: Setting
    knob: Knob
    low: int  # the ends it was moved between: its range, as far as the other figures let it
    high: int
    change: Interval  # of the first deck's share of points, from the low end to the high one
    sure: bool  # it is not 0, all figures of all pairs taken together


def levers(
    pairs: Sequence[tuple[DeckLike, DeckLike]] = PAIRS,
    pilot: str = "expert",
    *,
    bouts: int = BOUTS,
    seed: int = 1,
    table: Field | None = None,
    store: Store | None = None,
    crew: Crew | None = None,
    threads: int = 0,
    report: Callable[[int, float], None] = lambda games, share: None,
) -> list[Lever]:
    """Move every reconstructed figure of a pair's cards, and of Worlds, through its range; return what that does.

    One figure is moved at a time, from the low end of its range in `ranges.toml` to the high one, in the same games.

    Args:
        pairs: decks that should be equal.
        pilot: a tier of scripted pilots, or any agent.
        bouts: for each end of each figure's range.
        seed: of the games.
        table: rules and cards.
        store: where every figure's games are kept.
        crew: who plays; None: this process.
        threads: of this process; 0: as many as there are cores.
        report: called after every probe with the games played in all and the share of the work that is done.

    Returns:
        one for each figure of each pair that can move, those that move most first.
    """
    table = table or Field()
    if bouts < 2:
        raise ValueError(f"bouts: expected a number from 2 up, got {bouts}")
    settings = [Setting(table.deck(one), table.deck(other), pilot, pilot, seed, fixed=True) for one, other in pairs]
    probes = []
    for setting in settings:
        space = space_of(table.catalogue, sorted({*setting.one.names, *setting.other.names}))
        for place, each in enumerate(space.every):
            ends = space.span(space.standard, place)
            if ends[0] < ends[1]:
                probes += [Probe(((each, end),), (setting,), 0, (bouts,)) for end in ends]
    crew = crew or Here()
    shared = (table, threads if isinstance(crew, Here) else 1)
    told = {
        **table.settings,
        "pairs": [[contents(setting.one), contents(setting.other)] for setting in settings],
        "pilot": [pilot_settings(table, pilot, setting.one) for setting in settings],
        "seed": seed,
        "bouts": bouts,
        "probes": hashed(*[[list(probe.figures[0][0]), probe.figures[0][1]] for probe in probes]),
    }
    identity = store.experiment("levers", told) if store else 0
    fault = partial(duel_fault, tables=2, bouts=bouts)
    found: dict[int, Any] = dict(store.blocks(identity, fault)) if store else {}
    at = {probe: number for number, probe in enumerate(probes)}
    missing = [probe for probe in probes if at[probe] not in found]
    for probe, blocks in crew.run(measure, shared, iter(missing)):
        found[at[probe]] = blocks[0]
        if store:
            store.add_blocks(identity, {at[probe]: blocks[0]})
        report(2 * bouts * len(found), len(found) / len(probes))
    points = [np.mean([points_of(ends) for ends in found[number]["ends"]], axis=0) for number in range(len(probes))]
    moved = []
    for least in range(0, len(probes), 2):
        shift = points[least + 1] - points[least]
        sure = fixed(shift, tests=len(probes) // 2)
        (figure, low), (_, high) = probes[least].figures[0], probes[least + 1].figures[0]
        pair = probes[least].settings[0]
        moved.append(Lever(pair, figure, low, high, fixed(shift), sure.low > 0 or sure.high < 0))
    return sorted(moved, key=lambda lever: -abs(lever.change.mean))
