"""One deck against another: the same games from both seats, until the result is known well enough.

Below: field.py (who plays), intervals.py (how sure it is), training's store and workers. Above:
tournament.py and whatever compares decks. In order: what a duel is, its blocks, its state, playing it.

A *bout* is one game number played with the decks in both seats, and where the pilots differ with the
pilots changed over too: two games or four. The Worlds, who is first and the numbers that draws follow
are the same in all of them, so that the luck of a bout falls on both decks. Bouts are played in blocks
and kept in the store; what comes of a block depends on the field, the decks, the pilots, the seed and
its number, and on nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ow_env.open_worlds.cards import Deck
from ow_env.open_worlds.decks import DeckLike
from training.decklab.field import (
    CUT,
    LOST,
    TIED,
    WON,
    Field,
    Table,
    contents,
    deck_key,
    ends_of,
    pilot_settings,
    play_any,
    scrambled,
    seed_of,
)
from training.decklab.intervals import (
    ALPHA,
    Interval,
    Numbers,
    anytime,
    bounded,
    difference,
    gain_of_pairing,
)
from training.decklab.kept import duel_fault
from training.decklab.playing import TIERS
from training.measure.match import wilson
from training.measure.ratings import Z
from training.measure.store import Store
from training.measure.workers import Crew, Here

FORMAT = 2  # of a stored block: what `play_block` returns
WIDTH = 0.02  # half the interval of a deck's share of points
BLOCK = 256  # bouts that scripted pilots play at a time
SLOW_BLOCK = 16  # bouts that any other agents play at a time
MOST = 200_000  # bouts of one duel
MIRROR = str.maketrans({WON: LOST, LOST: WON})


# ── What a duel is ───────────────────────────────────────────────────────────────────────────


class Setting(NamedTuple):
    """Two decks, who plays them, and the seed. ``one`` is the deck whose share of points is told."""

    one: Deck
    other: Deck
    pilot: str = "expert"  # of one; a tier of scripted pilots, or as `agents.make` takes it
    other_pilot: str = "expert"
    seed: int = 1
    fixed: bool = False  # stored this way round in any case: then dice are those of another deck in its place

    @property
    def scripted(self) -> bool:
        """Whether the fast kernel can play it."""
        return self.pilot in TIERS and self.other_pilot in TIERS

    @property
    def block(self) -> int:
        """Bouts in a block."""
        return BLOCK if self.scripted else SLOW_BLOCK

    @property
    def tables(self) -> int:
        """Games in a bout."""
        return 2 if self.pilot == self.other_pilot else 4

    def mirrored(self) -> Setting:
        """Return the same duel as the other deck sees it."""
        return Setting(self.other, self.one, self.other_pilot, self.pilot, self.seed, self.fixed)

    def stored(self) -> tuple[Setting, bool]:
        """Return the duel as it is stored, and whether that is the other way round."""
        keys = (deck_key(self.one), self.pilot), (deck_key(self.other), self.other_pilot)
        return (self, False) if self.fixed or keys[0] <= keys[1] else (self.mirrored(), True)


def settings_of(table: Field, setting: Setting) -> dict[str, Any]:
    """Return all that decides how a duel goes, as plain data."""
    return {
        **table.settings,
        "format": FORMAT,
        "decks": [contents(deck) for deck in (setting.one, setting.other)],
        "pilots": [
            pilot_settings(table, pilot, deck)
            for pilot, deck in ((setting.pilot, setting.one), (setting.other_pilot, setting.other))
        ],
        "seed": setting.seed,
        "block": setting.block,
    }


# ── Its blocks ───────────────────────────────────────────────────────────────────────────────


class Item(NamedTuple):
    """A block: what one worker plays at a time."""

    setting: Setting
    table: int  # place of its field among those shared
    number: int
    bouts: int


def seats_of(setting: Setting) -> list[tuple[int, bool]]:
    """Return for each table of a bout: the seat of deck one, and whether the pilots have changed over."""
    return [(seat, swapped) for swapped in (False, True)[: setting.tables // 2] for seat in (0, 1)]


def game_seed(setting: Setting) -> int:
    """Return the seed of the games of a duel: the same for all duels of a seed, so that they can be compared."""
    return seed_of("decklab", setting.seed)


def play_block(shared: Any, item: Item) -> dict[str, Any]:
    """Play a block of a duel, in its stored order.

    Args:
        shared: the fields, and how many threads may play.
        item: the duel, which of its blocks, and how long a block is.

    Returns:
        ends: for each table of a bout, a letter of `wltx` for each bout: how it ended for deck one.
        turns: the sum of turns of all games.
        first: games won by who had Priority first.
        seat: games won by player 0.
        spread: of turns, first and seat: the square of every bout's sum, summed; first and seat in half points.
    """
    tables, threads = shared
    setting, place, number, bouts = item
    table = tables[place]
    first = number * bouts
    seats = seats_of(setting)
    if not setting.scripted:
        both = ((setting.one, setting.other), (setting.other, setting.one))
        decks = [both[seat] for seat, _ in seats]
        specs = [
            ((setting.pilot, setting.other_pilot) if seat == swapped else (setting.other_pilot, setting.pilot))
            for seat, swapped in seats
        ]
        holders = [seat for seat, _ in seats]
        results = play_any(table, decks, specs, holders, first, bouts, game_seed(setting))
        return told_of(results, np.repeat(holders, bouts), bouts)
    seat, _, results, _ = play_fast(setting, table, threads, first, bouts)
    return told_of(results, seat, bouts)


def told_of(results: NDArray[Any], seat: NDArray[np.int64], bouts: int) -> dict[str, Any]:
    """Return what a block keeps of its games; ``seat``: of deck one in each."""
    told = ends_of(results, seat)
    counted = {
        "turns": results["turns"].astype(np.int64),
        "first": half_points(results, results["first"]),
        "seat": half_points(results, 0),
    }
    return {
        "ends": [told[begin : begin + bouts] for begin in range(0, len(told), bouts)],
        "turns": int(results["turns"].sum()),
        "first": int((results["winner"] == results["first"]).sum()),
        "seat": int((results["winner"] == 0).sum()),
        "spread": {
            word: int((values.reshape(-1, bouts).sum(axis=0) ** 2).sum()) for word, values in counted.items()
        },
    }


def play_fast(
    setting: Setting, table: Field, threads: int, first: int, bouts: int, noting: bool = False
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[Any], NDArray[np.uint8]]:
    """Play some bouts of scripted pilots, one table of a bout after the other.

    Returns:
        seat: [N] of deck one.
        numbers: [N] of the games.
        results: [N] records `playing.RESULT`.
        notes: [N, 2, CARDS] if ``noting``, else [0, 2, CARDS].
    """
    seats = seats_of(setting)
    orders = ((setting.one, setting.other), (setting.other, setting.one))
    templates = np.concatenate([table.template(*order) for order in orders])
    count = bouts * len(seats)
    seat = np.repeat([seat for seat, _ in seats], bouts).astype(np.int64)
    swapped = np.repeat([swapped for _, swapped in seats], bouts).astype(np.int64)
    numbers = np.tile(np.arange(first, first + bouts), len(seats))
    rows = np.arange(count)
    who = np.array([TIERS.index(setting.pilot), TIERS.index(setting.other_pilot)])
    pilots = np.zeros((count, 2), np.int8)
    pilots[rows, seat] = who[swapped]
    pilots[rows, 1 - seat] = who[1 - swapped]
    # the dice go with the deck, not with the seat
    dice = np.zeros((count, 2), np.uint64)
    dice[rows, seat] = scrambled(setting.seed, numbers, swapped, 0)
    dice[rows, 1 - seat] = scrambled(setting.seed, numbers, swapped, 1)
    played = fast_table(table, threads).play(templates, seat, numbers, game_seed(setting), pilots, dice, noting)
    return seat, numbers, *played


def half_points(results: NDArray[Any], seat: NDArray[Any] | int) -> NDArray[np.int64]:
    """Return what a seat took from each game: 2, 1 or 0 half points."""
    return np.where(results["winner"] < 0, 1, 2 * (results["winner"] == seat)).astype(np.int64)


_tables: dict[tuple[int, int], tuple[Field, Table]] = {}


def fast_table(table: Field, threads: int) -> Table:
    """Return the kernel's side of a field, made once: it is some work."""
    key = (id(table), threads)
    if key not in _tables or _tables[key][0] is not table:
        if len(_tables) > 256:
            _tables.clear()
        _tables[key] = table, Table(table, threads)
    return _tables[key][1]


# ── What it says ─────────────────────────────────────────────────────────────────────────────


@dataclass
class Duel:
    """What two decks have played: ``ends[table]`` has a letter of `wltx` for each bout, for deck one."""

    setting: Setting
    width: float = WIDTH
    ends: list[str] = field(default_factory=list)
    turns: int = 0
    first: int = 0  # games won by who had Priority first
    seat: int = 0  # games won by player 0
    spread: dict[str, int] = field(default_factory=dict)  # of them, between bouts, see `play_block`

    @property
    def bouts(self) -> int:
        """How many."""
        return len(self.ends[0]) if self.ends else 0

    @property
    def games(self) -> int:
        """How many."""
        return self.bouts * self.setting.tables

    @property
    def points(self) -> list[Numbers]:
        """[tables][bouts] points of deck one."""
        return [points_of(part) for part in self.ends]

    @property
    def values(self) -> Numbers:
        """[bouts] the share of points of deck one."""
        return np.mean(self.points, axis=0) if self.bouts else np.zeros(0)

    @property
    def interval(self) -> Interval:
        """The share of points of deck one, with an interval that allows for any number of looks."""
        return anytime(self.values, self.width)

    @property
    def plain(self) -> Interval:
        """The same with the interval of somebody who looks once."""
        return bounded(self.values)

    @property
    def gain(self) -> float:
        """How many times as many unpaired games would be as sure."""
        return gain_of_pairing(self.points) if self.bouts > 1 else float("nan")

    @property
    def first_share(self) -> Interval:
        """The share of points of who had Priority first."""
        return self._share("first", self.first)

    @property
    def seat_share(self) -> Interval:
        """The share of points of player 0."""
        return self._share("seat", self.seat)

    def _share(self, word: str, won: int) -> Interval:
        """Wilson's interval for as many independent games as would be as sure as these bouts."""
        if not self.games:
            return Interval(0.5, 0.0, 1.0, 0)
        mean = (won + 0.5 * (self.count(TIED) + self.count(CUT))) / self.games
        variance = self._variance(word, mean, 2 * self.setting.tables)
        games = mean * (1 - mean) / variance if variance else self.games
        return Interval(mean, *wilson(mean, games), self.games)

    @property
    def length(self) -> Interval:
        """Turns of a game."""
        if self.bouts < 2:
            return Interval(self.turns / max(1, self.games), float("-inf"), float("inf"), self.games)
        mean = self.turns / self.games
        half = Z * np.sqrt(self._variance("turns", mean, self.setting.tables))
        return Interval(mean, mean - half, mean + half, self.games)

    def _variance(self, word: str, mean: float, parts: int) -> float:
        """Return the variance of a mean, a bout being the unit: its games share Worlds and draws.

        Args:
            word: of `spread`.
            mean: of what is counted, in each game.
            parts: by how much the sum of a bout is greater than its mean.
        """
        return max(0.0, self.spread[word] / parts**2 / self.bouts - mean**2) / self.bouts

    def count(self, letter: str) -> int:
        """Return how many games ended so for deck one."""
        return sum(part.count(letter) for part in self.ends)

    def mirrored(self) -> Duel:
        """Return the duel as the other deck sees it."""
        ends = [part.translate(MIRROR) for part in self.ends]
        counts = (self.turns, self.first, self.seat)
        return Duel(self.setting.mirrored(), self.width, ends, *counts, dict(self.spread))

    def add(self, result: dict[str, Any]) -> None:
        """Add a block."""
        ends = result["ends"]
        self.ends = [a + b for a, b in zip(self.ends or [""] * len(ends), ends, strict=True)]
        self.turns += result["turns"]
        self.first += result["first"]
        self.seat += result["seat"]
        for word, squares in result["spread"].items():
            self.spread[word] = self.spread.get(word, 0) + squares


def points_of(ends: str) -> Numbers:
    """Return the points of each game."""
    letters: NDArray[np.str_] = np.array(list(ends), "U1")
    points: Numbers = np.where(letters == WON, 1.0, np.where(letters == LOST, 0.0, 0.5))
    return points


# ── Playing ──────────────────────────────────────────────────────────────────────────────────


def duel(
    one: DeckLike,
    other: DeckLike,
    pilot: str = "expert",
    other_pilot: str | None = None,
    *,
    width: float = WIDTH,
    bouts: int | None = None,
    seed: int = 1,
    table: Field | None = None,
    store: Store | None = None,
    crew: Crew | None = None,
    threads: int = 0,
    report: Callable[[Sequence[Duel]], None] = lambda duels: None,
) -> Duel:
    """Play two decks against each other until the share of points of the first is known to ± ``width``.

    Args:
        one: the deck whose share is told.
        other: its opponent.
        pilot: who plays ``one``: "random", "builder", "raider", "expert", or an agent as `agents.make` takes it.
        other_pilot: who plays ``other``; None: the same. If they differ, both play both decks.
        width: half of the 95 % interval, which may be looked at as often as one likes.
        bouts: play so many instead, rounded up to a whole block.
        seed: of games and pilots.
        table: rules and cards; None: the standard ones.
        store: where results are kept and taken up again; None: nowhere.
        crew: who plays; None: this process.
        threads: of this process; 0: as many as there are cores.
        report: called after every block.
    """
    table = table or Field()
    setting = Setting(table.deck(one), table.deck(other), pilot, other_pilot or pilot, seed)
    return play_duels(
        [setting], table, width=width, bouts=bouts, store=store, crew=crew, threads=threads, report=report
    )[0]


def by_pilots(
    one: DeckLike, other: DeckLike, pilots: Sequence[str], *, seed: int = 1, table: Field | None = None, **how: Any
) -> list[Duel]:
    """Play the same duel in the hands of several pilots, each playing both decks.

    Args:
        one: the deck whose share is told.
        other: its opponent.
        pilots: two or more names as `duel` takes them, each once.
        seed: of games and pilots; the Worlds and who is first are the same for all pilots.
        table: rules and cards; None: the standard ones.
        how: width, bouts, store, crew, threads, report, as for `duel`. A block of a pilot that is no script is
            of 16 bouts, of the others 256.

    Raises:
        ValueError: a pilot is named twice, or fewer than two are.
    """
    if len(pilots) < 2 or len(set(pilots)) < len(pilots):
        raise ValueError(f"pilots: expected two or more, each once, got {', '.join(pilots) or 'none'}")
    table = table or Field()
    decks = table.deck(one), table.deck(other)
    return play_duels([Setting(*decks, pilot, pilot, seed) for pilot in pilots], table, **how)


def disagreements(duels: Sequence[Duel], settled: bool) -> list[tuple[Duel, Duel, Interval]]:
    """Return each two duels whose shares surely differ, and by how much: the higher first, the widest gap first.

    The intervals hold together, however many pairs there are (Bonferroni). Both duels have the same Worlds, which
    makes such intervals rather too wide than too narrow.

    Args:
        duels: the same decks, in the hands of several pilots.
        settled: whether the numbers of games were chosen before; if not, of each two confidence sequences one must
            lie above the other.
    """
    found = []
    pairs = list(combinations(duels, 2))
    for pair in pairs:
        low, high = sorted(pair, key=lambda state: float(state.values.mean()))
        if settled:
            gap = difference(high.values, low.values, tests=len(pairs))
        else:
            top, bottom = (anytime(state.values, state.width, ALPHA / len(duels)) for state in (high, low))
            gap = Interval(top.mean - bottom.mean, top.low - bottom.high, top.high - bottom.low, high.bouts)
        if gap.low > 0:
            found.append((high, low, gap))
    return sorted(found, key=lambda entry: -entry[2].mean)


def play_duels(
    settings: Sequence[Setting],
    table: Field | Sequence[Field],
    *,
    width: float = WIDTH,
    bouts: int | None = None,
    store: Store | None = None,
    crew: Crew | None = None,
    threads: int = 0,
    report: Callable[[Sequence[Duel]], None] = lambda duels: None,
) -> list[Duel]:
    """Play many duels, a block of each in turn, until all are known to ± ``width``; see `duel`.

    Duels of one seed are played with the same game numbers, so that they can be compared with each other.
    ``table`` may be a field for each of them.
    """
    tables = [table] * len(settings) if isinstance(table, Field) else list(table)
    if not 0 < width < 0.5:
        raise ValueError(f"width: expected a number between 0 and 0.5, got {width}")
    if bouts is not None and bouts < 1:
        raise ValueError(f"bouts: expected a number from 1 up, got {bouts}")
    ids: list[int] = []
    known: list[dict[int, Any]] = []
    duels = [Duel(setting.stored()[0], width) for setting in settings]
    for state, field_ in zip(duels, tables, strict=True):
        ids.append(store.experiment("duel", settings_of(field_, state.setting)) if store else 0)
        fault = partial(duel_fault, tables=state.setting.tables, bouts=state.setting.block)
        known.append(store.blocks(ids[-1], fault) if store else {})
    crew = crew or Here()
    different = list({id(each): each for each in tables}.values())
    at = [next(place for place, each in enumerate(different) if each is field_) for field_ in tables]
    shared = (different, threads if isinstance(crew, Here) else 1)
    done = [0] * len(duels)  # blocks taken into account, in order: the sequence is one of numbers

    def wants(place: int) -> bool:
        """Is this duel not sure yet?"""
        state = duels[place]
        most = MOST if bouts is None else bouts
        return state.bouts < most and (bouts is not None or state.interval.half > width)

    def take(place: int) -> None:
        """Take into account what is there, as long as the duel wants more."""
        while done[place] in known[place] and wants(place):
            duels[place].add(known[place][done[place]])
            done[place] += 1

    def tell() -> None:
        report([ended(state, setting) for state, setting in zip(duels, settings, strict=True)])

    while True:
        for place in range(len(duels)):
            take(place)
        places = [place for place in range(len(duels)) if wants(place)]
        tell()
        if not places:
            break
        items = []
        for later in range(max(1, -(-crew.hands() // len(places)))):  # no hand is idle
            for place in places:
                setting, number = duels[place].setting, done[place] + later
                if number not in known[place] and (bouts is None or number * setting.block < bouts):
                    items.append((place, Item(setting, at[place], number, setting.block)))
        whose = {id(item): place for place, item in items}
        wanted = (item for place, item in items if wants(place))  # still, when a hand is free
        for item, result in crew.run(play_block, shared, wanted):
            place = whose[id(item)]
            known[place][item.number] = result
            if store:
                store.add_blocks(ids[place], {item.number: result})
            take(place)
            tell()
    return [ended(state, setting) for state, setting in zip(duels, settings, strict=True)]


def ended(state: Duel, setting: Setting) -> Duel:
    """Return a duel the way round it was asked for."""
    return state.mirrored() if setting.stored()[1] else state
