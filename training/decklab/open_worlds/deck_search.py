"""Finding decks: the best of every style, by MAP-Elites, and the best there is, by double oracle.

Below: setup.py, card_value.py (what may come for a card), training.decklab.metagame. Above: commands. In order:
opponents, evaluation, variation, the map, the search.

*The map* (Mouret and Clune 2015) has a cell for each style a player would name: how much of the deck fights,
how much its Facilities earn. Each cell keeps the best deck of its style. A *generation* varies decks of the
map. All new decks play the same games; the better half of them play on, and again (successive halving,
Jamieson and Talwalkar 2016), and the last meet the deck they would replace in those same games.

*Double oracle* (McMahan, Gordon and Blum 2003): now and then the best deck joins the opponents, who are then
weighted by their Nash mixture, so that the search goes on against what a sound player would bring.

Whatever was found by trying many looks better than it is. So all that is told in the end comes from games
that nothing was chosen by.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ow_env.open_worlds.cards import Catalogue, Deck
from ow_env.open_worlds.decks import DeckLike, as_text, random_deck
from training.decklab.intervals import Interval, Numbers, bounded
from training.decklab.kernel import half_points_of
from training.decklab.metagame import nash
from training.decklab.open_worlds.card_value import candidates
from training.decklab.open_worlds.deck_profile import aggression, describe, economy
from training.decklab.open_worlds.setup import (
    OpenWorldsSetup,
    contents,
    deck_key,
    ends_of,
    printed,
    roster_of,
    runner_of,
)
from training.decklab.open_worlds.stored import map_fault
from training.decklab.seeds import seed_of, seeds_from
from training.decklab.setup import CUT, TIED
from training.files import aligned, write_csv, write_json, write_whole
from training.measure.store import Store
from training.measure.workers import Executor, SerialExecutor

FORMAT = 1  # of a stored generation, and of the way in which it comes about
BINS = 8  # along each axis
AGGRESSION = (0.1, 0.7)  # share of cards that fight, from the first cell to the last
ECONOMY = (1.2, 3.2)  # Income of a Facility on the average
OFFSPRING = 24  # new decks a generation
RUNGS = (32, 64, 128, 256)  # bouts after which the worse half goes
EPOCH = 10  # generations after which, by double oracle, the best deck joins the opponents
MEETING = 256  # bouts of each two opponents, for their mixture
PROOF = 512  # bouts of what is told in the end
BETTER = 1.0  # standard errors by which a deck must beat the one it replaces
PIECE = 6  # decks that one worker evaluates at a time


# ── Opponents ────────────────────────────────────────────────────────────────────────────────


class Opponents(NamedTuple):
    """Whom decks are tried against, and how often each."""

    decks: tuple[Deck, ...]
    weights: tuple[float, ...]  # add up to 1

    def of_bouts(self, numbers: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return which opponent each game pair is against: the same for all decks."""
        share = (seeds_from(17, numbers) >> np.uint64(11)).astype(np.float64) / 2.0**53
        which = np.searchsorted(np.cumsum(self.weights), share)
        return np.minimum(which, len(self.decks) - 1).astype(np.int64)


# ── Evaluation ───────────────────────────────────────────────────────────────────────────────


class Trial(NamedTuple):
    """Some decks and the game pairs they play: what one worker does at a time."""

    decks: tuple[Deck, ...]
    opponents: Opponents
    agent: str
    seed: int
    first: int  # number of the first game pair
    bouts: int


class Tried(NamedTuple):
    """What came of a deck's trial."""

    shares: list[float]  # [bouts] of points
    tied: int  # games
    cut: int  # off by the limit of turns


def try_out(shared: Any, trial: Trial) -> list[Tried]:
    """Return what came of each deck."""
    setup, threads = shared
    count, foes = trial.bouts, trial.opponents.decks
    numbers = np.arange(trial.first, trial.first + count)
    foe = trial.opponents.of_bouts(numbers)
    templates = np.concatenate(
        [setup.template(*order) for deck in trial.decks for other in foes for order in ((deck, other), (other, deck))]
    )
    many = len(trial.decks)
    seat = np.tile(np.repeat([0, 1], count), many)
    deck = np.repeat(np.arange(many), 2 * count)
    template_index = (deck * len(foes) + np.tile(foe, 2 * many)) * 2 + seat
    rows = np.arange(len(seat))
    every = np.tile(numbers, 2 * many)
    seeds = np.zeros((len(seat), 2), np.uint64)
    seeds[rows, seat] = seeds_from(trial.seed, every, 0)
    seeds[rows, 1 - seat] = seeds_from(trial.seed, every, 1)
    roster = roster_of(trial.agent)
    agents = np.full((len(seat), 2), roster.index(trial.agent), np.int8)
    results, _ = runner_of(setup, threads, roster, trial.decks[0].size).play(
        templates, template_index.astype(np.int64), every, seed_of("build", trial.seed), agents, seeds
    )
    shares = half_points_of(results, seat).reshape(many, 2, count).sum(axis=1) / 4
    return [
        Tried(row.tolist(), int((ends == TIED).sum()), int((ends == CUT).sum()))
        for row, ends in zip(shares, ends_of(results, seat).reshape(many, -1), strict=True)
    ]


# ── Variation ────────────────────────────────────────────────────────────────────────────────


def vary(deck: Deck, setup: OpenWorldsSetup, chance: random.Random, other: Deck | None = None) -> Deck:
    """Return a legal deck near this one: some cards replaced, by any or by those of another deck."""
    names = list(deck.names)
    changes = 1
    while changes < len(names) // 3 and chance.random() < 0.55:
        changes += 1
    for _ in range(changes):
        place = chance.randrange(len(names))
        now = Deck("", tuple(Counter(names).items()), deck.size)
        allowed = candidates(now, setup.catalogue, names[place])
        if other is not None:
            allowed = [name for name in allowed if name in other.names] or allowed
        names[place] = chance.choice(allowed)
    return named(names, setup, deck.size)


def named(names: Sequence[str], setup: OpenWorldsSetup, size: int) -> Deck:
    """Return the deck of these cards, in the order of the catalogue, called by what is in it."""
    ids = setup.catalogue.card_ids
    counts = Counter(names)
    cards = tuple((name, counts[name]) for name in sorted(counts, key=ids.__getitem__))
    deck = Deck("", cards, size)
    return Deck(f"deck {deck_key(deck)[:6]}", cards, size)


# ── The map ──────────────────────────────────────────────────────────────────────────────────


@dataclass
class Elite:
    """The best deck of a style, and what it has taken from the opponents so far."""

    deck: Deck
    total: float  # score, summed over game pairs
    bouts: int

    @property
    def mean(self) -> float:
        """The score; flattering, for it was chosen by it."""
        return self.total / self.bouts


Cell = tuple[int, int]  # by aggression, by economy


def cell_of(deck: Deck, setup: OpenWorldsSetup) -> Cell:
    """Return the cell of a deck's style."""
    places = []
    for value, (low, high) in (
        (aggression(deck, setup.catalogue), AGGRESSION),
        (economy(deck, setup.catalogue), ECONOMY),
    ):
        places.append(min(BINS - 1, max(0, int(BINS * (value - low) / (high - low)))))
    return places[0], places[1]


@dataclass(frozen=True)
class Found:
    """A deck of the map with its proof: games that nothing was chosen by."""

    cell: Cell
    deck: Deck
    aggression: float
    economy: float
    share: Interval  # of points, against the opponents as they were at the end
    tied: int  # of those games
    cut: int


@dataclass
class DeckMap:
    """What a search has come to."""

    settings: dict[str, Any]
    opponents: Opponents
    elites: dict[Cell, Elite] = field(default_factory=dict)
    generation: int = 0
    games: int = 0
    found: list[Found] = field(default_factory=list)  # the best first, once proven

    @property
    def best(self) -> float:
        """The best mean in the map; flattering."""
        return max((elite.mean for elite in self.elites.values()), default=0.0)

    def rows(self) -> list[dict[str, Any]]:
        """Return the decks as data."""
        return [
            {
                "deck": entry.deck.name,
                "share": round(entry.share.mean, 5),
                "low": round(entry.share.low, 5),
                "high": round(entry.share.high, 5),
                "bouts": entry.share.bouts,
                "tied": entry.tied,
                "truncated": entry.cut,
                "aggression": round(entry.aggression, 4),
                "economy": round(entry.economy, 4),
                "seed": self.settings["seed"],
            }
            for entry in self.found
        ]

    def text(self) -> str:
        """Return it as lines of text."""
        foes = [
            f"{deck.name} {100 * weight:.0f} %"
            for deck, weight in zip(self.opponents.decks, self.opponents.weights, strict=True)
            if weight > 0.005
        ]
        lines = [
            f"{self.generation} generations, {self.games} games, seed {self.settings['seed']}",
            f"against {', '.join(foes)}",
            "Scores [95 % CI] are from held-out games; decks are in the order of the games that selected them.",
            "",
        ]
        rows = [["deck", "score", "games", "tied", "truncated", "combat cards", "Income per Facility"]]
        rows += [
            [
                entry.deck.name,
                entry.share.percent(),
                *map(str, (2 * entry.share.bouts, entry.tied, entry.cut)),
                f"{100 * entry.aggression:.0f} %",
                f"{entry.economy:.2f}",
            ]
            for entry in self.found
        ]
        return "\n".join(lines + aligned(rows))

    def write(self, catalogue: Catalogue, folder: Path) -> list[Path]:
        """Write map.csv, map.json, every deck as a deck file and, with matplotlib, map.png; return the paths."""
        rows = self.rows()
        write_csv(folder / "map.csv", rows)
        cards = [as_text(entry.deck).splitlines()[1:] for entry in self.found]
        opponents = [
            {"deck": deck.name, "weight": weight}
            for deck, weight in zip(self.opponents.decks, self.opponents.weights, strict=True)
        ]
        decks = [{**row, "cards": listed} for row, listed in zip(rows, cards, strict=True)]
        write_json(folder / "map.json", {"generations": self.generation, "opponents": opponents, "decks": decks})
        written = [folder / "map.csv", folder / "map.json"]
        (folder / "map").mkdir(exist_ok=True)
        known = {deck.name for deck in catalogue.decks}
        joined = [deck for deck in self.opponents.decks if deck.name not in known]
        for deck in (*joined, *(entry.deck for entry in self.found)):
            called = re.sub(r'[\s<>:"/\\|?*]', "-", Path(deck.name).name)  # which every system takes as a file's name
            write_whole(folder / "map" / f"{called}.txt", describe(deck, catalogue))
        written.append(folder / "map")
        try:
            from training.decklab.open_worlds import plots
        except ImportError:
            return written
        shares, halves = np.full((BINS, BINS), np.nan), np.zeros((BINS, BINS))
        for entry in self.found:
            across, up = entry.cell
            shares[up, across], halves[up, across] = 100 * entry.share.mean, 100 * entry.share.half
        who, seed = self.settings["agent"]["name"], self.settings["seed"]
        title = f"the best deck found of every style, {self.generation} generations; {who}, seed {seed}"
        plots.style_map(shares, halves, AGGRESSION, ECONOMY, title).savefig(folder / "map.png", dpi=150)
        return [*written, folder / "map.png"]


# ── The search ───────────────────────────────────────────────────────────────────────────────


def search_decks(
    against: Sequence[DeckLike] | None = None,
    agent: str = "expert",
    *,
    size: int = 54,
    generations: int = 30,
    oracle: bool = False,
    seed: int = 1,
    setup: OpenWorldsSetup | None = None,
    store: Store | None = None,
    executor: Executor | None = None,
    threads: int = 0,
    report: Callable[[DeckMap, float], None] = lambda state, share: None,
) -> DeckMap:
    """Search for the best deck of every style.

    Args:
        against: the opponents; None: the printed decks of this size.
        agent: a scripted or a learned one, for both decks.
        size: 54 or 40.
        generations: how many, those in the store included: a search goes on where it stood.
        oracle: let the best deck join the opponents every ten generations, and weight them by Nash.
        seed: of variation and games.
        setup: rules and cards.
        store: where every generation is kept.
        executor: who plays; None: this process.
        threads: of this process; 0: as many as there are cores.
        report: called after every generation played now, with the share of the work that is done.
    """
    setup = setup or OpenWorldsSetup()
    setup.check_fast(agent)
    if generations < 1:
        raise ValueError(f"generations: expected a number from 1 up, got {generations}")
    foes = tuple(setup.side(deck) for deck in against) if against else tuple(printed(setup.catalogue, size))
    for foe in foes:
        if foe.size != size:
            raise ValueError(f"against: {foe.name} has {foe.size} cards, the decks to be built {size}")
    if not foes:
        raise ValueError(f"size: expected 54 or 40, got {size}")
    settings = {
        **setup.settings,
        "format": FORMAT,
        "opponents": [contents(foe) for foe in foes],
        "agent": setup.agent_settings(agent, foes[0]),
        "size": size,
        "oracle": oracle,
        "seed": seed,
        "search": [BINS, AGGRESSION, ECONOMY, OFFSPRING, RUNGS, EPOCH, MEETING, BETTER],
    }
    executor = executor or SerialExecutor()
    search = _Search(setup, agent, seed, executor, threads if isinstance(executor, SerialExecutor) else 1)
    state = DeckMap(settings, Opponents(foes, tuple(1 / len(foes) for _ in foes)))
    identity = store.experiment("build", settings) if store else 0
    fault = partial(map_fault, catalogue=setup.catalogue, size=size, bins=BINS)
    kept = store.blocks(identity, fault) if store else {}
    while state.generation < generations:
        number = state.generation
        if number in kept:
            take_up(state, kept[number], setup, size)
        else:
            changed = search.generation(state, size, oracle)
            if store:
                store.add_blocks(identity, {number: changed})
        state.generation += 1
        if number not in kept:
            report(state, state.generation / (generations + 1))
    state.found = search.prove(state)
    report(state, 1.0)
    return state


def take_up(state: DeckMap, changed: dict[str, Any], setup: OpenWorldsSetup, size: int) -> None:
    """Lay a stored generation over the map."""
    if "opponents" in changed:
        decks = tuple(
            Deck(name, tuple((card, copies) for card, copies in cards), size) for name, cards in changed["opponents"]
        )
        state.opponents = Opponents(decks, tuple(changed["weights"]))
    for place, cards, total, bouts in changed["elites"]:
        names = [card for card, copies in cards for _ in range(copies)]
        state.elites[tuple(place)] = Elite(named(names, setup, size), total, bouts)
    state.games = changed["games"]


class _Search:
    """One search as it runs."""

    def __init__(self, setup: OpenWorldsSetup, agent: str, seed: int, executor: Executor, threads: int) -> None:
        self.setup, self.agent, self.seed, self.executor = setup, agent, seed, executor
        self.shared = (setup, threads)
        self.games = 0

    def play(self, decks: Sequence[Deck], opponents: Opponents, first: int, bouts: int) -> Numbers:
        """Return the score of each deck in each game pair: [decks, bouts]."""
        return np.array([tried.shares for tried in self.trials(decks, opponents, first, bouts)])

    def trials(self, decks: Sequence[Deck], opponents: Opponents, first: int, bouts: int) -> list[Tried]:
        """Return what came of each deck in these game pairs."""
        trials = [
            Trial(tuple(decks[at : at + PIECE]), opponents, self.agent, self.seed, first, bouts)
            for at in range(0, len(decks), PIECE)
        ]
        place = {id(trial): at for at, trial in enumerate(trials)}
        found: dict[int, list[Tried]] = {}
        for trial, tried in self.executor.run(try_out, self.shared, iter(trials)):
            found[place[id(trial)]] = tried
        self.games += 2 * bouts * len(decks)
        return [tried for at in range(len(trials)) for tried in found[at]]

    def generation(self, state: DeckMap, size: int, oracle: bool) -> dict[str, Any]:
        """Play one generation; change the map, and return what changed as plain data."""
        number = state.generation
        chance = random.Random(f"{self.seed}/{number}")
        first = number * 4 * RUNGS[-1]  # fresh luck for every generation, the same for all its decks
        self.games = 0
        touched: dict[Cell, Elite] = {}
        changed: dict[str, Any] = {}
        if oracle and number and number % EPOCH == 0:
            state.opponents = self.wiser(state, first)
            changed["opponents"] = [[deck.name, contents(deck)] for deck in state.opponents.decks]
            changed["weights"] = list(state.opponents.weights)
            cells = list(state.elites)
            shares = self.play([state.elites[cell].deck for cell in cells], state.opponents, first, RUNGS[-1])
            for cell, row in zip(cells, shares, strict=True):
                elite = state.elites[cell]
                elite.total, elite.bouts = float(row.sum()), len(row)
                touched[cell] = elite
        young = self.offspring(state, size, chance)
        cells = [cell_of(deck, self.setup) for deck in young]
        values = np.zeros((len(young), 0))
        alive = list(range(len(young)))
        for begin, end in zip((0, *RUNGS), RUNGS, strict=False):
            more = self.play([young[place] for place in alive], state.opponents, first + begin, end - begin)
            values = np.hstack([values, np.full((len(young), end - begin), np.nan)])
            values[alive, begin:end] = more
            for place in list(alive):  # a style nobody has played yet: any deck will do
                if cells[place] not in state.elites:
                    newcomer = Elite(young[place], float(np.nansum(values[place])), end)
                    state.elites[cells[place]] = touched[cells[place]] = newcomer
                    alive.remove(place)
            lead = {place: float(values[place, :end].mean()) - state.elites[cells[place]].mean for place in alive}
            alive.sort(key=lambda place: -lead[place])
            if end < RUNGS[-1]:
                alive = alive[: max(1, len(alive) // 2)]
            if not alive:
                break
        defended = sorted({cells[place] for place in alive})
        if defended:
            held = self.play([state.elites[cell].deck for cell in defended], state.opponents, first, RUNGS[-1])
            for cell, row in zip(defended, held, strict=True):
                elite = state.elites[cell]
                elite.total, elite.bouts = elite.total + float(row.sum()), elite.bouts + len(row)
                touched[cell] = elite
                rivals = [place for place in alive if cells[place] == cell]
                best = max(rivals, key=lambda place: float(values[place].mean()))
                gap = values[best] - row
                error = float(gap.std(ddof=1)) / np.sqrt(len(gap))
                if gap.mean() > BETTER * error and values[best].mean() > elite.mean:
                    newcomer = Elite(young[best], float(values[best].sum()), RUNGS[-1])
                    state.elites[cell] = touched[cell] = newcomer
        state.games += self.games
        changed["games"] = state.games
        changed["elites"] = [
            [list(cell), contents(elite.deck), elite.total, elite.bouts] for cell, elite in sorted(touched.items())
        ]
        return changed

    def offspring(self, state: DeckMap, size: int, chance: random.Random) -> list[Deck]:
        """Return new decks: at first the opponents and random ones, then variations of the map's."""
        if not state.elites:
            young = [named(deck.names, self.setup, size) for deck in state.opponents.decks]
            while len(young) < OFFSPRING:
                drawn = random_deck(self.setup.catalogue, size, chance.randrange(2**31))
                young.append(named(drawn.names, self.setup, size))
            return young
        known = {deck_key(elite.deck) for elite in state.elites.values()}
        parents = [state.elites[cell] for cell in sorted(state.elites)]
        strong = sorted(parents, key=lambda elite: -elite.mean)[: max(3, len(parents) // 4)]
        young = []
        while len(young) < OFFSPRING:
            # half of all from the strong, half from anywhere: a step in a weak style may lead to a better one
            parent = chance.choice(strong if chance.random() < 0.5 else parents)
            other = chance.choice(parents).deck if chance.random() < 0.4 else None
            deck = vary(parent.deck, self.setup, chance, other)
            if deck_key(deck) not in known:
                known.add(deck_key(deck))
                young.append(deck)
        return young

    def wiser(self, state: DeckMap, first: int) -> Opponents:
        """Return the opponents with the best deck among them, weighted by their Nash mixture."""
        best = max(state.elites.values(), key=lambda elite: elite.mean).deck
        decks = list(state.opponents.decks)
        if deck_key(best) not in map(deck_key, decks):
            decks.append(best)
        shares = np.full((len(decks), len(decks)), 0.5)
        for place, deck in enumerate(decks[:-1]):
            alone = Opponents((deck,), (1.0,))
            rest = decks[place + 1 :]
            found = self.play(rest, alone, first + 2 * RUNGS[-1], MEETING).mean(axis=1)
            shares[place + 1 :, place], shares[place, place + 1 :] = found, 1 - found
        return Opponents(tuple(decks), tuple(float(weight) for weight in nash(shares)))

    def prove(self, state: DeckMap) -> list[Found]:
        """Play games with all decks of the map that nothing was chosen by, the best deck first."""
        cells = sorted(state.elites)
        decks = [state.elites[cell].deck for cell in cells]
        order = np.argsort(-self.play(decks, state.opponents, 10**9, PROOF).mean(axis=1), kind="stable")
        # the best of many is flattered by these too: so told are yet other games
        tried = self.trials(decks, state.opponents, 10**9 + PROOF, PROOF)
        return [
            Found(
                cells[place],
                decks[place],
                aggression(decks[place], self.setup.catalogue),
                economy(decks[place], self.setup.catalogue),
                bounded(np.array(tried[place].shares)),
                tried[place].tied,
                tried[place].cut,
            )
            for place in order
        ]
