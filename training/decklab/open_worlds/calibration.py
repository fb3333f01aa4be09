"""Figures under which the printed pairs are even, whoever plays: a response surface, and the nearest set on it.

Below: parameters.py (what may move), sensitivity.py (measuring a set), training.decklab.balance. Above: commands. In
order: what is wanted of whom, what was measured, the surface, the nearest set, the search.

Every *generation* measures some sets of figures around the one that holds, each in games of its own: it counts how
often the first deck won, who was first, and how long games were. All sets measured so far give, for every agent and
pair, a *surface*: the level at the set that holds, and how much each figure moves it, by Bayesian linear regression.
Sets far away count less, for no surface is flat. An agent's surface is expected near that of the one named before it,
so a few games of a slow agent correct what many games of a fast one have taught (as in multi-fidelity modelling;
Kennedy and O'Hagan 2000). A *teacher* is an agent that does no more than teach so. The next set that holds is the one
of which the surfaces expect best, what they do not know counted as a cost, and shifts of figures too: among even
sets, the nearest to the standard figures.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ow_env.open_worlds.decks import DeckLike
from training.decklab.balance import BOUTS, FAIR, Balance, measure_balance
from training.decklab.intervals import Numbers
from training.decklab.matchup import Matchup
from training.decklab.open_worlds.parameters import (
    Parameter,
    Space,
    Values,
    applied,
    as_card_file,
    space_of,
)
from training.decklab.open_worlds.sensitivity import Probe, measure
from training.decklab.open_worlds.setup import (
    PAIRS,
    OpenWorldsSetup,
    contents,
    is_scripted,
    names_of,
    wanted_turns,
)
from training.decklab.open_worlds.stored import parameters_fault
from training.decklab.setup import Pairing
from training.files import aligned, write_json, write_whole
from training.measure.ratings import Z
from training.measure.store import Store, hashed
from training.measure.workers import Crew, Here

CALIBRATED = Path(__file__).parent / "calibrated.toml"  # a set of figures that `calibrate` found: a card file
SETS = 192  # measured a generation
PROOF = 8  # times as many bouts prove the figures of scripted agents as those of others
MOVED = 0.5  # share of figures that a set moves


class Effort(NamedTuple):
    """How much an agent plays a generation, so that none takes much longer than all others together."""

    bouts: int  # of each pair and set
    every: int  # it plays one set of so many


SCRIPTED, SEARCH, OTHER = Effort(128, 1), Effort(16, 8), Effort(32, 2)


def effort_of(pairing: Pairing) -> Effort:
    """Return how much the agent of a pairing plays."""
    if is_scripted(*pairing.agents):
        return SCRIPTED
    return SEARCH if pairing.agent.startswith("search") else OTHER


# ── What is wanted of whom ───────────────────────────────────────────────────────────────────


class Target(NamedTuple):
    """A figure of a pair played by an agent, and where it should be."""

    pairing: int  # its place among the pairings
    word: str  # "share" of points, "first": of who has Priority first, "turns" of a game
    low: float
    high: float
    worth: float  # a miss by this much costs 1; of a teacher's games infinite
    slope: float  # what a figure moves it by over its reach, roughly
    bend: float  # how far from flat its surface is over a squared shift of one reach

    def stored(self) -> str:
        """Return it as the keys of files already written have it."""
        told = ", ".join(f"{name}={value!r}" for name, value in zip(STORED_FIELDS, self, strict=True))
        return f"Wish({told})"


STORED_FIELDS = ("setting", *Target._fields[1:])


def targets_of(pairings: Sequence[Pairing], teachers: Sequence[str]) -> list[Target]:
    """Return what is wanted of every pair, whichever agent plays it."""
    found = []
    for place, pairing in enumerate(pairings):
        low, high = wanted_turns(pairing)
        wanted = [
            Target(place, "share", 0.5, 0.5, 0.003, 0.008, 0.001),
            Target(place, "first", 0.49, 0.51, 0.01, 0.002, 0.0002),
            Target(place, "turns", low + 0.3, high - 0.3, 0.1, 0.04, 0.005),
        ]
        found += [target._replace(worth=math.inf) for target in wanted] if pairing.agent in teachers else wanted
    return found


# ── What was measured ────────────────────────────────────────────────────────────────────────


def tell(pairing: Pairing, block: Mapping[str, Any]) -> dict[str, list[float]]:
    """Return what a block says of every target: its mean, and the variance of that mean."""
    state = Matchup(pairing)
    state.add(dict(block))
    # a bout more with an even result keeps a handful of equal bouts from looking certain
    spread = (float(((state.values - state.values.mean()) ** 2).sum()) + 0.25) / (state.bouts + 1)
    return {
        "share": [float(state.values.mean()), spread / state.bouts],
        "first": [state.first_share.mean, 0.25 / state.games],
        "turns": [state.length.mean, (state.length.half / Z) ** 2 + 0.1 / state.bouts],
    }


class Measured(NamedTuple):
    """A set of figures and what came of it."""

    values: Values
    told: Sequence[Mapping[str, Sequence[float]] | None]  # for each pairing, from `tell`; None: was not played


# ── The surface ──────────────────────────────────────────────────────────────────────────────

WIDE = {"share": 0.5, "first": 0.5, "turns": 10.0}  # standard deviation of a level of which nothing is known
SCALES = (0.125, 0.25, 0.5, 1.0, 2.0, 4.0)  # of a target's slope, to choose from: whichever explains most


@dataclass(frozen=True)
class Surface:
    """What is known of one target around a set of figures: its level there, and the slope along each figure."""

    mean: Numbers  # [1 + K] level, slopes
    cov: NDArray[np.float64]  # [1 + K, 1 + K]

    @property
    def level(self) -> float:
        """What is expected at the set that holds."""
        return float(self.mean[0])

    @property
    def error(self) -> float:
        """Standard deviation of that."""
        return math.sqrt(float(self.cov[0, 0]))


def surfaces_of(
    space: Space,
    centre: Values,
    measured: Sequence[Measured],
    pairings: Sequence[Pairing],
    targets: Sequence[Target],
    pairs: int,
) -> list[Surface]:
    """Return what all sets measured say of every target around a set of figures.

    Args:
        space: the figures.
        centre: [K] the set.
        measured: all sets.
        pairings: agent by agent, the pairs of each in the same order.
        targets: what is wanted of them.
        pairs: how many.
    """
    matters = [  # a card that is in neither deck moves nothing
        np.array([True] + [each.section == "world" or each.name in names for each in space.every])
        for names in ({*pairing.one.names, *pairing.other.names} for pairing in pairings)
    ]
    found: list[Surface] = []
    of: dict[tuple[int, str], Surface] = {}
    for target in targets:
        told_of = [(each.values, each.told[target.pairing]) for each in measured]
        rows = [(values, told[target.word]) for values, told in told_of if told is not None]
        shifts = (np.array([values for values, _ in rows]) - centre) / space.reach  # [N, K]
        means, noise = np.array([told for _, told in rows]).T
        noise = noise + (target.bend * (shifts**2).sum(axis=1)) ** 2
        before = of.get((target.pairing - pairs, target.word))  # the same of the agent named before
        mean = np.zeros(1 + len(centre)) if before is None else before.mean.copy()
        cov = np.zeros((len(mean), len(mean))) if before is None else before.cov.copy()
        cov[0, :] = cov[:, 0] = 0.0
        cov[0, 0] = WIDE[target.word] ** 2
        design = np.hstack([np.ones((len(shifts), 1)), shifts])
        columns = matters[target.pairing]
        block = np.ix_(columns, columns)
        fits = []
        for scale in SCALES:
            own = np.diag([0.0] + [(scale * target.slope) ** 2] * (int(columns.sum()) - 1))
            fits.append(regress(design[:, columns], means, noise, mean[columns], cov[block] + own))
        mean[columns], cov[block], _ = max(fits, key=lambda fit: fit[2])
        found.append(Surface(mean, cov))
        of[target.pairing, target.word] = found[-1]
    return found


def regress(
    design: NDArray[np.float64], means: Numbers, noise: Numbers, prior: Numbers, cov: NDArray[np.float64]
) -> tuple[Numbers, NDArray[np.float64], float]:
    """Return what measurements make of what was known before: a linear model with Gaussian noise.

    Args:
        design: [N, M] a one, and how far each figure was shifted.
        means: [N] what was measured.
        noise: [N] its variance.
        prior: [M] level and slopes before.
        cov: [M, M] their covariance.

    Returns:
        level and slopes [M], their covariance [M, M], and the logarithm of the evidence: how well the prior and its
        covariance foretold the measurements.
    """
    weighted = design.T / noise
    before = np.linalg.inv(cov)
    missed = means - design @ prior
    after = np.linalg.inv(before + weighted @ design)
    gain = weighted @ missed
    sizes = [float(np.linalg.slogdet(matrix)[1]) for matrix in (after, before)]
    evidence = 0.5 * (sum(sizes) + float(gain @ after @ gain) - float((missed**2 / noise).sum()))
    return prior + after @ gain, (after + after.T) / 2, evidence


# ── The nearest set ──────────────────────────────────────────────────────────────────────────

PULL = 0.3  # what a figure costs that is moved by its reach ...
HABIT = 0.1  # ... and what moving it costs at all: among even sets, the nearest to the standard


def nearest(
    space: Space, centre: Values, targets: Sequence[Target], surfaces: Sequence[Surface], most: int = 1000
) -> Values:
    """Return the set of figures that is expected to be best, step by step from the one that holds.

    Each step moves the one figure by which most is gained: by one, back to its standard, or half-way to an end.
    """
    values = centre.copy()
    for _ in range(most):
        places, goals = [0], [int(values[0])]  # first of all: no step
        for place, each in enumerate(space.every):
            low, high = space.span(values, place)
            now = int(values[place])
            for goal in sorted({now - 1, now + 1, each.standard, (now + low) // 2, (now + high + 1) // 2} - {now}):
                if low <= goal <= high:
                    places.append(place)
                    goals.append(goal)
        costs = costs_of(space, centre, values, np.array(places), np.array(goals), targets, surfaces)
        best = int(np.argmin(costs))
        if costs[best] >= costs[0] - 1e-9:
            break
        values[places[best]] = goals[best]
    return values


def costs_of(
    space: Space,
    centre: Values,
    values: Values,
    places: NDArray[np.int64],
    goals: NDArray[np.int64],
    targets: Sequence[Target],
    surfaces: Sequence[Surface],
) -> Numbers:
    """Return what is expected of a set of figures after each of some steps [N], as one number: 0 would be perfect.

    Args:
        space: the figures.
        centre: [K] the set around which the surfaces are known.
        values: [K] the set that steps are taken from.
        places: [N] the figure that each step moves.
        goals: [N] what it moves it to.
        targets: what is wanted.
        surfaces: of each target.
    """
    shift = (values - centre) / space.reach
    steps = (goals - values[places]) / space.reach[places]
    far = (shift**2).sum() + 2 * steps * shift[places] + steps**2
    row = np.concatenate([[1.0], shift])
    cost = np.zeros(len(steps))
    for target, surface in zip(targets, surfaces, strict=True):
        mean = row @ surface.mean + steps * surface.mean[1 + places]
        missed = np.maximum(0.0, np.maximum(target.low - mean, mean - target.high))
        along = surface.cov @ row
        unsure = row @ along + 2 * steps * along[1 + places] + steps**2 * surface.cov.diagonal()[1 + places]
        cost += (missed**2 + unsure + (target.bend * far) ** 2) / target.worth**2
    away = np.abs(values - space.standard) / space.reach
    later = np.abs(goals - space.standard[places]) / space.reach[places]
    squares = (away**2).sum() - away[places] ** 2 + later**2
    moved = (away > 0).sum() - (away[places] > 0) + (later > 0)
    return np.asarray(cost + PULL * squares + HABIT * moved)


# ── The search ───────────────────────────────────────────────────────────────────────────────


class Expected(NamedTuple):
    """The share of points that the first deck of a pair is expected to take under the set that holds."""

    pairing: Pairing
    share: float
    error: float  # its standard deviation
    wanted: bool  # fair; not so of teachers


@dataclass
class Calibration:
    """How far a search for figures is."""

    figures: dict[Parameter, int] = field(default_factory=dict)  # those that differ from the standard
    generation: int = 0
    games: int = 0
    expected: list[Expected] = field(default_factory=list)
    before: list[Matchup] = field(default_factory=list)  # the standard figures in the end: agent by agent, pair by pair
    after: list[Matchup] = field(default_factory=list)  # these, in games nothing was chosen by

    @property
    def worst(self) -> float:
        """How far from one half the share farthest from it is expected."""
        return max((abs(each.share - 0.5) for each in self.expected if each.wanted), default=0.5)

    @property
    def sure(self) -> bool:
        """Whether every share is expected within 48 to 52 %, by two standard deviations."""
        wanted = [each for each in self.expected if each.wanted]
        return bool(wanted) and all(abs(each.share - 0.5) + 2 * each.error <= FAIR for each in wanted)

    def text(self, setup: OpenWorldsSetup) -> str:
        """Return it as lines of text."""
        rows = [["", "agent", "standard figures", "these figures", "turns", "games"]]
        for before, after in zip(self.before, self.after, strict=True):
            pairing = after.pairing
            turns = f"{before.length.mean:.1f} -> {after.length.mean:.1f}"
            shares = (before.plain.percent(), after.plain.percent())
            rows.append([pairing.one.name, pairing.agent, *shares, turns, str(after.games)])
        lines = [
            f"{self.generation} generations, {self.games} games; {len(self.figures)} reconstructed figures moved",
            "",
            "share of points before and after, in games that nothing was chosen by:",
            *aligned(rows),
            "",
            *Balance(self.after, setup).lines(),
        ]
        return "\n".join(lines)

    def write(self, setup: OpenWorldsSetup, folder: Path) -> list[Path]:
        """Write calibrated.toml, a card file, and calibrated.json, what it was measured by; return the paths."""
        heading = [
            "Reconstructed figures moved within their ranges (ranges.toml of the catalogue), so that the printed pairs"
            " of",
            f"decks are even. Found by `ow decks calibrate`, {self.generation} generations. Use it as cards=, or"
            " --cards.",
            "",
            f"what it came to, in games that nothing was chosen by (seed {self.after[0].pairing.seed}):",
        ]
        for each in self.after:
            heading += [
                f"  {each.pairing.one.name}, {each.pairing.agent}: {each.plain.percent()} of points of {each.games}"
                " games,",
                f"    who is first {each.first_share.percent()}, {each.length.mean:.2f} turns",
            ]
        write_whole(folder / "calibrated.toml", as_card_file(setup.catalogue, self.figures, heading))
        before, after = (Balance(matchups, setup).rows() for matchups in (self.before, self.after))
        write_json(folder / "calibrated.json", {"before": before, "after": after, "generations": self.generation})
        return [folder / "calibrated.toml", folder / "calibrated.json"]


def calibrate(
    pairs: Sequence[tuple[DeckLike, DeckLike]] = PAIRS,
    agents: Sequence[str] = ("expert",),
    *,
    teachers: Sequence[str] = (),
    generations: int = 30,
    bouts: int = BOUTS,
    start: str | Path | None = None,
    seed: int = 1,
    setup: OpenWorldsSetup | None = None,
    store: Store | None = None,
    crew: Crew | None = None,
    threads: int = 0,
    report: Callable[[Calibration, float], None] = lambda state, share: None,
) -> Calibration:
    """Search reconstructed figures under which all pairs are fair whichever of the agents plays; see `Balance.is_fair`.

    Stops early when that is expected surely.

    Args:
        pairs: decks that should be equal.
        agents: who plays both decks; the fast ones first, for each teaches what to expect of the next.
        teachers: those of them who teach only, and in whose hands the pairs need not be fair.
        generations: how many at most, those in the store included.
        bouts: of each pair in the end, to say what came of it; agents that are not scripted play an eighth.
        start: a card file with the figures to begin with; None: the standard ones.
        seed: of games and search.
        setup: rules and cards.
        store: where every generation is kept.
        crew: who plays; None: this process.
        threads: of this process; 0: as many as there are cores.
        report: called after every generation played now, with the share of the work that is done.

    Raises:
        ValueError: no agent is named, or one twice; no figure could move; or those of ``start`` break their ranges.
    """
    setup = setup or OpenWorldsSetup()
    if not agents or len(set(agents)) < len(agents):
        raise ValueError(f"agents: expected one or more, each once, got {list(agents)!r}")
    if strange := sorted(set(teachers) - set(agents)):
        raise ValueError(f"teachers: expected some of the agents {list(agents)!r}, got {strange!r}")
    if set(teachers) == set(agents):
        raise ValueError("teachers: somebody must be left in whose hands the pairs shall be fair")
    if generations < 1:
        raise ValueError(f"generations: expected a number from 1 up, got {generations}")
    pairings = tuple(
        Pairing(setup.side(one), setup.side(other), agent, agent, seed, fixed=True)
        for agent in agents
        for one, other in pairs
    )
    space = space_of(setup.catalogue, names_of([deck for each in pairings for deck in (each.one, each.other)]))
    if not space.every:
        raise ValueError("there is no reconstructed figure that could move")
    begun = space.standard if start is None else space.read(OpenWorldsSetup(start).catalogue)
    crew = crew or Here()
    shared = (setup, threads if isinstance(crew, Here) else 1)
    told = {
        **setup.settings,
        "pairs": [[contents(each.one), contents(each.other)] for each in pairings],
        "pilots": [setup.agent_settings(each.agent, each.one) for each in pairings],
        "seed": seed,
        "start": begun.tolist(),
        "search": [SETS, SCRIPTED, SEARCH, OTHER, MOVED, PULL, HABIT],
        "wishes": hashed(*(target.stored() for target in targets_of(pairings, teachers))),
        "figures": hashed(*map(list, space.every)),
    }
    identity = store.experiment("calibrate", told) if store else 0
    fault = partial(parameters_fault, parameters=len(space.every), pairings=len(pairings))
    kept = store.blocks(identity, fault) if store else {}
    state = Calibration(space.figures(begun))
    measured: list[Measured] = []
    centre = begun
    while state.generation < generations and not state.sure:
        number = state.generation
        if number in kept:
            block = kept[number]
        else:
            block = play_generation(space, centre, pairings, number, seed, crew, shared)
        measured += [
            Measured(space.values({space.every[place]: value for place, value in moved}), told_of_set)
            for moved, told_of_set in block["sets"]
        ]
        centre, state.expected = settle(space, centre, measured, pairings, teachers, len(pairs))
        state.figures = space.figures(centre)
        state.games += block["games"]
        state.generation += 1
        if number not in kept:
            if store:
                store.add_blocks(identity, {number: block})
            report(state, state.generation / (generations + 4))
    for place, each in enumerate(agents):
        proof: dict[str, Any] = {"crew": crew, "threads": threads, "store": store, "seed": seed + 1}
        proof["bouts"] = bouts if is_scripted(each) else max(1, bouts // PROOF)
        state.before += measure_balance(pairs, [each], setup=setup, **proof).matchups
        own = setup.with_catalogue(applied(setup.catalogue, state.figures))
        state.after += measure_balance(pairs, [each], setup=own, **proof).matchups
        report(state, (generations + 4 * (place + 1) / len(agents)) / (generations + 4))
    return state


def settle(
    space: Space,
    centre: Values,
    measured: Sequence[Measured],
    pairings: Sequence[Pairing],
    teachers: Sequence[str],
    pairs: int,
) -> tuple[Values, list[Expected]]:
    """Return the set that shall hold, after all that was measured, and the shares of points expected of it."""
    targets = targets_of(pairings, teachers)
    best = nearest(space, centre, targets, surfaces_of(space, centre, measured, pairings, targets, pairs))
    there = surfaces_of(space, best, measured, pairings, targets, pairs)
    expected = [
        Expected(pairings[target.pairing], surface.level, surface.error, target.worth < math.inf)
        for target, surface in zip(targets, there, strict=True)
        if target.word == "share"
    ]
    return best, expected


def play_generation(
    space: Space,
    centre: Values,
    pairings: tuple[Pairing, ...],
    number: int,
    seed: int,
    crew: Crew,
    shared: Any,
) -> dict[str, Any]:
    """Measure sets around the one that holds; return figures and what came of them as plain data."""
    sets = around(space, centre, random.Random(f"{seed}/{number}"))
    probes = []
    for place, values in enumerate(sets):
        played = tuple(each for each in pairings if place // 2 % effort_of(each).every == 0)  # // 2: with its twin
        bouts = tuple(effort_of(each).bouts for each in played)
        probes.append(Probe(tuple(space.figures(values).items()), played, number * SETS + place, bouts))
    places = {id(probe): place for place, probe in enumerate(probes)}
    told: dict[int, Any] = {}

    for probe, blocks in crew.run(measure, shared, iter(probes)):
        told_of = {one: tell(one, block) for one, block in zip(probe.pairings, blocks, strict=True)}
        told[places[id(probe)]] = [told_of.get(pairing) for pairing in pairings]
    moved = [
        [[place, int(value)] for place, value in enumerate(values) if value != space.every[place].standard]
        for values in sets
    ]
    return {
        "sets": [[moved[place], told[place]] for place in range(len(sets))],
        "games": sum(2 * many for probe in probes for many in probe.bouts),
    }


def around(space: Space, centre: Values, chance: random.Random) -> list[Values]:
    """Return sets around one: in twos that move the same figures the opposite ways, so that bends cancel out."""
    sets = []
    for _ in range(SETS // 2):
        shifts = {
            place: chance.choice((-1, 1)) * chance.randint(1, int(reach))
            for place, reach in enumerate(space.reach)
            if chance.random() < MOVED
        }
        for way in (1, -1):
            values = centre.copy()
            for place, shift in shifts.items():
                low, high = space.span(values, place)
                values[place] = min(high, max(low, int(values[place]) + way * shift))
            sets.append(values)
    return sets
