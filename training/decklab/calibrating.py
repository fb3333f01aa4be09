"""Figures under which the printed pairs are even, whoever plays: a response surface, and the nearest set on it.

Below: figures.py (what may move), balancing.py (what is wanted), moving.py (measuring a set). Above:
commands/decks.py. In order: what is wanted of whom, what was measured, the surface, the nearest set, the search.

Every *generation* measures some sets of figures around the one that holds, each in games of its own: it counts how
often the first deck won, who was first, and how long games were. All sets measured so far give, for every pilot and
pair, a *surface*: the level at the set that holds, and how much each figure moves it, by Bayesian linear regression.
Sets far away count less, for no surface is flat. A pilot's surface is expected near that of the pilot named before it,
so a few games of a slow pilot correct what many games of a fast one have taught (as in multi-fidelity modelling;
Kennedy and O'Hagan 2000). A *teacher* is a pilot that does no more than teach so. The next set that holds is the one
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
from training.decklab.balancing import BOUTS, FAIR, PAIRS, balance, wanted_turns
from training.decklab.duels import Duel, Setting
from training.decklab.field import Field, contents, pilot_settings
from training.decklab.figures import Knob, Space, Values, applied, space_of
from training.decklab.intervals import Numbers
from training.decklab.kept import figures_fault
from training.decklab.moving import Probe, measure
from training.decklab.playing import TIERS
from training.measure.ratings import Z
from training.measure.store import Store, hashed
from training.measure.workers import Crew, Here

CALIBRATED = Path(__file__).parent / "calibrated.toml"  # a set of figures that `calibrate` found: a card file
SETS = 192  # measured a generation
PROOF = 8  # times as many bouts prove the figures of scripted pilots as those of others
MOVED = 0.5  # share of figures that a set moves



class Effort(NamedTuple):
    """How much a pilot plays a generation, so that none takes much longer than all others together."""

    bouts: int  # of each pair and set
    every: int  # it plays one set of so many


SCRIPTED, SEARCH, OTHER = Effort(128, 1), Effort(16, 8), Effort(32, 2)


def effort_of(setting: Setting) -> Effort:
    """Return how much the pilot of a setting plays."""
    if setting.scripted:
        return SCRIPTED
    return SEARCH if setting.pilot.startswith("search") else OTHER


# ── What is wanted of whom ───────────────────────────────────────────────────────────────────


class Wish(NamedTuple):
    """A figure of a pair in the hands of a pilot, and where it should be."""

    setting: int  # place of the pair and pilot among the settings
    word: str  # "share" of points, "first": of who has Priority first, "turns" of a game
    low: float
    high: float
    worth: float  # a miss by this much costs 1; of a teacher's games infinite
    slope: float  # what a figure moves it by over its reach, roughly
    bend: float  # how far from flat its surface is over a squared shift of one reach


def wishes_of(settings: Sequence[Setting], teachers: Sequence[str]) -> list[Wish]:
    """Return what is wanted of every pair in the hands of every pilot."""
    found = []
    for place, setting in enumerate(settings):
        low, high = wanted_turns(setting)
        wanted = [
            Wish(place, "share", 0.5, 0.5, 0.003, 0.008, 0.001),
            Wish(place, "first", 0.49, 0.51, 0.01, 0.002, 0.0002),
            Wish(place, "turns", low + 0.3, high - 0.3, 0.1, 0.04, 0.005),
        ]
        found += [wish._replace(worth=math.inf) for wish in wanted] if setting.pilot in teachers else wanted
    return found


# ── What was measured ────────────────────────────────────────────────────────────────────────


def tell(setting: Setting, block: Mapping[str, Any]) -> dict[str, list[float]]:
    """Return what a block says of every wish: its mean, and the variance of that mean."""
    state = Duel(setting)
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
    told: Sequence[Mapping[str, Sequence[float]] | None]  # for each setting, from `tell`; None: was not played


# ── The surface ──────────────────────────────────────────────────────────────────────────────

WIDE = {"share": 0.5, "first": 0.5, "turns": 10.0}  # standard deviation of a level of which nothing is known
SCALES = (0.125, 0.25, 0.5, 1.0, 2.0, 4.0)  # of a wish's slope, to choose from: whichever explains most


@dataclass(frozen=True)
class Surface:
    """What is known of one wish around a set of figures: its level there, and the slope along each figure."""

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
    settings: Sequence[Setting],
    wishes: Sequence[Wish],
    pairs: int,
) -> list[Surface]:
    """Return what all sets measured say of every wish around a set of figures.

    Args:
        space: the figures.
        centre: [K] the set.
        measured: all sets.
        settings: pilot by pilot, the pairs of each in the same order.
        wishes: what is wanted of them.
        pairs: how many.
    """
    matters = [  # a card that is in neither deck moves nothing
        np.array([True] + [each.section == "world" or each.name in names for each in space.every])
        for names in ({*setting.one.names, *setting.other.names} for setting in settings)
    ]
    found: list[Surface] = []
    of: dict[tuple[int, str], Surface] = {}
    for wish in wishes:
        rows = [(each.values, told[wish.word]) for each in measured if (told := each.told[wish.setting]) is not None]
        shifts = (np.array([values for values, _ in rows]) - centre) / space.reach  # [N, K]
        means, noise = np.array([told for _, told in rows]).T
        noise = noise + (wish.bend * (shifts**2).sum(axis=1)) ** 2
        before = of.get((wish.setting - pairs, wish.word))  # the same of the pilot named before
        mean = np.zeros(1 + len(centre)) if before is None else before.mean.copy()
        cov = np.zeros((len(mean), len(mean))) if before is None else before.cov.copy()
        cov[0, :] = cov[:, 0] = 0.0
        cov[0, 0] = WIDE[wish.word] ** 2
        design = np.hstack([np.ones((len(shifts), 1)), shifts])
        columns = matters[wish.setting]
        block = np.ix_(columns, columns)
        fits = []
        for scale in SCALES:
            own = np.diag([0.0] + [(scale * wish.slope) ** 2] * (int(columns.sum()) - 1))
            fits.append(regress(design[:, columns], means, noise, mean[columns], cov[block] + own))
        mean[columns], cov[block], _ = max(fits, key=lambda fit: fit[2])
        found.append(Surface(mean, cov))
        of[wish.setting, wish.word] = found[-1]
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
    space: Space, centre: Values, wishes: Sequence[Wish], surfaces: Sequence[Surface], most: int = 1000
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
        costs = costs_of(space, centre, values, np.array(places), np.array(goals), wishes, surfaces)
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
    wishes: Sequence[Wish],
    surfaces: Sequence[Surface],
) -> Numbers:
    """Return what is expected of a set of figures after each of some steps [N], as one number: 0 would be perfect.

    Args:
        space: the figures.
        centre: [K] the set around which the surfaces are known.
        values: [K] the set that steps are taken from.
        places: [N] the figure that each step moves.
        goals: [N] what it moves it to.
        wishes: what is wanted.
        surfaces: of each wish.
    """
    shift = (values - centre) / space.reach
    steps = (goals - values[places]) / space.reach[places]
    far = (shift**2).sum() + 2 * steps * shift[places] + steps**2
    row = np.concatenate([[1.0], shift])
    cost = np.zeros(len(steps))
    for wish, surface in zip(wishes, surfaces, strict=True):
        mean = row @ surface.mean + steps * surface.mean[1 + places]
        missed = np.maximum(0.0, np.maximum(wish.low - mean, mean - wish.high))
        along = surface.cov @ row
        unsure = row @ along + 2 * steps * along[1 + places] + steps**2 * surface.cov.diagonal()[1 + places]
        cost += (missed**2 + unsure + (wish.bend * far) ** 2) / wish.worth**2
    away = np.abs(values - space.standard) / space.reach
    later = np.abs(goals - space.standard[places]) / space.reach[places]
    squares = (away**2).sum() - away[places] ** 2 + later**2
    moved = (away > 0).sum() - (away[places] > 0) + (later > 0)
    return np.asarray(cost + PULL * squares + HABIT * moved)


# ── The search ───────────────────────────────────────────────────────────────────────────────


class Expected(NamedTuple):
    """The share of points that the first deck of a pair is expected to take under the set that holds."""

    setting: Setting
    share: float
    error: float  # its standard deviation
    wanted: bool  # fair; not so of teachers


@dataclass
class Calibration:
    """How far a search for figures is."""

    figures: dict[Knob, int] = field(default_factory=dict)  # those that differ from the standard
    generation: int = 0
    games: int = 0
    expected: list[Expected] = field(default_factory=list)
    before: list[Duel] = field(default_factory=list)  # the standard figures, in the end: pilot by pilot, pair by pair
    after: list[Duel] = field(default_factory=list)  # these, in games nothing was chosen by

    @property
    def worst(self) -> float:
        """How far from one half the share farthest from it is expected."""
        return max((abs(each.share - 0.5) for each in self.expected if each.wanted), default=0.5)

    @property
    def sure(self) -> bool:
        """Whether every share is expected within 48 to 52 %, by two standard deviations."""
        wanted = [each for each in self.expected if each.wanted]
        return bool(wanted) and all(abs(each.share - 0.5) + 2 * each.error <= FAIR for each in wanted)


def calibrate(
    pairs: Sequence[tuple[DeckLike, DeckLike]] = PAIRS,
    pilots: Sequence[str] = ("expert",),
    *,
    teachers: Sequence[str] = (),
    generations: int = 30,
    bouts: int = BOUTS,
    start: str | Path | None = None,
    seed: int = 1,
    table: Field | None = None,
    store: Store | None = None,
    crew: Crew | None = None,
    threads: int = 0,
    report: Callable[[Calibration, float], None] = lambda state, share: None,
) -> Calibration:
    """Search reconstructed figures under which all pairs are fair in the hands of all pilots; see `is_fair`.

    Stops early when that is expected surely.

    Args:
        pairs: decks that should be equal.
        pilots: who plays both decks; the fast ones first, for each teaches what to expect of the next.
        teachers: those of them who teach only, and in whose hands the pairs need not be fair.
        generations: how many at most, those in the store included.
        bouts: of each pair in the end, to say what came of it; pilots that are not scripted play an eighth.
        start: a card file with the figures to begin with; None: the standard ones.
        seed: of games and search.
        table: rules and cards.
        store: where every generation is kept.
        crew: who plays; None: this process.
        threads: of this process; 0: as many as there are cores.
        report: called after every generation played now, with the share of the work that is done.

    Raises:
        ValueError: no pilot is named, or one twice; no figure could move; or those of ``start`` break their ranges.
    """
    table = table or Field()
    if not pilots or len(set(pilots)) < len(pilots):
        raise ValueError(f"pilots: expected one or more, each once, got {list(pilots)!r}")
    if strange := sorted(set(teachers) - set(pilots)):
        raise ValueError(f"teachers: expected some of the pilots {list(pilots)!r}, got {strange!r}")
    if set(teachers) == set(pilots):
        raise ValueError("teachers: somebody must be left in whose hands the pairs shall be fair")
    if generations < 1:
        raise ValueError(f"generations: expected a number from 1 up, got {generations}")
    settings = tuple(
        Setting(table.deck(one), table.deck(other), pilot, pilot, seed, fixed=True)
        for pilot in pilots
        for one, other in pairs
    )
    names = {name for setting in settings for deck in (setting.one, setting.other) for name in deck.names}
    space = space_of(table.catalogue, sorted(names))
    if not space.every:
        raise ValueError("there is no reconstructed figure that could move")
    begun = space.standard if start is None else space.read(Field(start).catalogue)
    crew = crew or Here()
    shared = (table, threads if isinstance(crew, Here) else 1)
    told = {
        **table.settings,
        "pairs": [[contents(each.one), contents(each.other)] for each in settings],
        "pilots": [pilot_settings(table, each.pilot, each.one) for each in settings],
        "seed": seed,
        "start": begun.tolist(),
        "search": [SETS, SCRIPTED, SEARCH, OTHER, MOVED, PULL, HABIT],
        "wishes": hashed(*map(str, wishes_of(settings, teachers))),
        "figures": hashed(*map(list, space.every)),
    }
    identity = store.experiment("calibrate", told) if store else 0
    fault = partial(figures_fault, figures=len(space.every), settings=len(settings))
    kept = store.blocks(identity, fault) if store else {}
    state = Calibration(space.figures(begun))
    measured: list[Measured] = []
    centre = begun
    while state.generation < generations and not state.sure:
        number = state.generation
        if number in kept:
            block = kept[number]
        else:
            block = play_generation(space, centre, settings, number, seed, crew, shared)
        measured += [
            Measured(space.values({space.every[place]: value for place, value in moved}), told_of_set)
            for moved, told_of_set in block["sets"]
        ]
        centre, state.expected = settle(space, centre, measured, settings, teachers, len(pairs))
        state.figures = space.figures(centre)
        state.games += block["games"]
        state.generation += 1
        if number not in kept:
            if store:
                store.add_blocks(identity, {number: block})
            report(state, state.generation / (generations + 4))
    for place, each in enumerate(pilots):
        proof: dict[str, Any] = {"crew": crew, "threads": threads, "store": store, "seed": seed + 1}
        proof["bouts"] = bouts if each in TIERS else max(1, bouts // PROOF)
        state.before += balance(pairs, each, table=table, **proof)
        own = table.with_catalogue(applied(table.catalogue, state.figures))
        state.after += balance(pairs, each, table=own, **proof)
        report(state, (generations + 4 * (place + 1) / len(pilots)) / (generations + 4))
    return state


def settle(
    space: Space,
    centre: Values,
    measured: Sequence[Measured],
    settings: Sequence[Setting],
    teachers: Sequence[str],
    pairs: int,
) -> tuple[Values, list[Expected]]:
    """Return the set that shall hold, after all that was measured, and the shares of points expected of it."""
    wishes = wishes_of(settings, teachers)
    best = nearest(space, centre, wishes, surfaces_of(space, centre, measured, settings, wishes, pairs))
    there = surfaces_of(space, best, measured, settings, wishes, pairs)
    expected = [
        Expected(settings[wish.setting], surface.level, surface.error, wish.worth < math.inf)
        for wish, surface in zip(wishes, there, strict=True)
        if wish.word == "share"
    ]
    return best, expected


def play_generation(
    space: Space,
    centre: Values,
    settings: tuple[Setting, ...],
    number: int,
    seed: int,
    crew: Crew,
    shared: Any,
) -> dict[str, Any]:
    """Measure sets around the one that holds; return figures and what came of them as plain data."""
    sets = around(space, centre, random.Random(f"{seed}/{number}"))
    probes = []
    for place, values in enumerate(sets):
        played = tuple(each for each in settings if place // 2 % effort_of(each).every == 0)  # // 2: with its twin
        bouts = tuple(effort_of(each).bouts for each in played)
        probes.append(Probe(tuple(space.figures(values).items()), played, number * SETS + place, bouts))
    places = {id(probe): place for place, probe in enumerate(probes)}
    told: dict[int, Any] = {}

    for probe, blocks in crew.run(measure, shared, iter(probes)):
        told_of = {one: tell(one, block) for one, block in zip(probe.settings, blocks, strict=True)}
        told[places[id(probe)]] = [told_of.get(setting) for setting in settings]
    moved = [
        [[place, int(value)] for place, value in enumerate(values) if value != space.every[place].standard]
        for values in sets
    ]
    return {
        "sets": [[moved[place], told[place]] for place in range(len(sets))],
        "games": sum(
            many * setting.tables
            for probe in probes
            for many, setting in zip(probe.bouts, probe.settings, strict=True)
        ),
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
