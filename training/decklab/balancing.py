"""Is the game fair, and could it be: balance of the printed pairs, and figures that would give it.

Below: duels.py, and the labels of the catalogue. Above: commands/decks.py. In order: the balance of pairs,
the figures that may move, what is wanted, which figures matter, the search.

Only figures labelled *reconstructed* are moved, within `ranges.toml`: what the rulebook prints or forces
stays. What comes of it is a card file of its own (`cards=`), never a change of the standard catalogue.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ow_env.open_worlds.cards import (
    RECONSTRUCTED,
    Card,
    Catalogue,
    World,
    load_catalogue,
    read_toml,
    word_of,
)
from ow_env.open_worlds.decks import DeckLike
from training.decklab.duels import Duel, Item, Setting, play_block, play_duels, points_of
from training.decklab.field import Field, contents, pilot_settings
from training.decklab.intervals import Interval, fixed
from training.decklab.playing import TIERS
from training.store import Store, hashed
from training.workers import Crew, Here

PAIRS = (("Smith-Boson F.E.", "Empyrean Enterprises"), ("Baker-Braugn EDV", "Ares Venture Trust"))
FAIR = 0.02  # a deck, and whoever is first, shall win 48 to 52 %
TURNS = (6.0, 10.0)  # a game of 54 cards shall last
SHORT = (4.0, 10.0)  # one of 40 cards: experts draw 30 in five turns, whatever the Worlds are worth (docs/decklab.md)
BOUTS = 2048  # of each pair, to measure balance
CALIBRATED = Path(__file__).parent / "calibrated.toml"  # a set of figures that `calibrate` found: a card file

# ── The balance of pairs ─────────────────────────────────────────────────────────────────────


def balance(
    pairs: Sequence[tuple[DeckLike, DeckLike]] = PAIRS,
    pilot: str = "expert",
    *,
    bouts: int | None = BOUTS,
    seed: int = 1,
    table: Field | None = None,
    **how: Any,
) -> list[Duel]:
    """Play pairs of decks that should be equal; each duel tells shares of decks and seats, and turns.

    Args:
        pairs: two decks each.
        pilot: a tier of scripted pilots; of others, seats and turns are not known.
        bouts: of each pair.
        seed: of games and pilots.
        table: rules and cards.
        how: width, store, crew, threads, report, as for `duels.duel`.
    """
    table = table or Field()
    settings = [Setting(table.deck(one), table.deck(other), pilot, pilot, seed) for one, other in pairs]
    return play_duels(settings, table, bouts=bouts, **how)


def is_fair(state: Duel) -> bool:
    """Return whether a pair is as it should be: both decks, both seats, who is first, and the length.

    What was not counted, with pilots outside the kernel, does not decide.
    """
    shares = (state.plain, state.first_share, state.seat_share)
    even = all(abs(interval.mean - 0.5) <= FAIR for interval in shares if interval.known)
    low, high = wanted_turns(state)
    return even and (not state.length.known or low <= state.length.mean <= high)


def wanted_turns(state: Duel) -> tuple[float, float]:
    """Return how many turns a game of these decks shall last."""
    return SHORT if state.setting.one.introductory else TURNS


def labels_of(catalogue: Catalogue) -> Counter[str]:
    """Return how many figures and words of cards are printed, inferred, reconstructed or yours."""
    return Counter(
        label
        for card in catalogue.cards
        for key, label in card.labels.items()
        if key not in ("introductory", "text")
    )


# ── The figures that may move ────────────────────────────────────────────────────────────────

ATTRIBUTES = {"class": "ship_class", "range": "move_range", "number": "action_number"}


class Knob(NamedTuple):
    """One reconstructed figure."""

    section: str
    name: str  # of the card or World
    field: str
    place: int  # which of several Weapons; 0 otherwise
    standard: int
    low: int
    high: int

    @property
    def good(self) -> int:
        """1: more of it is good for its deck; -1: less."""
        return -1 if self.field == "class" else 1


def knobs(catalogue: Catalogue | None = None, names: Sequence[str] | None = None) -> list[Knob]:
    """Return every reconstructed figure that `ranges.toml` lets move.

    Args:
        catalogue: of cards; None: the standard one.
        names: only of these cards; Worlds always. None: of all.
    """
    catalogue = catalogue or load_catalogue()
    ranges = read_toml(Path(__file__).parent / "ranges.toml")
    found = []
    for card in catalogue.cards:
        section = word_of(card.type)
        if names is not None and card.name not in names:
            continue
        for key, span in ranges.get(section, {}).items():
            if card.labels.get(key) != RECONSTRUCTED:
                continue
            figures = card.fields[key] if isinstance(card.fields[key], list) else [card.fields[key]]
            found += [
                knob(section, card.name, key, place, figure, span)
                for place, figure in enumerate(figures)
                if isinstance(figure, int)
            ]
    for world in catalogue.worlds:
        if world.label == RECONSTRUCTED:
            for key, span in ranges.get("world", {}).items():
                found.append(knob("world", world.name, key, 0, getattr(world, key), span))
    return [each for each in found if each.low < each.high]


def knob(section: str, name: str, key: str, place: int, figure: int, span: Mapping[str, int]) -> Knob:
    """Return the knob of one figure."""
    low = max(span["least"], figure - span["off"])
    high = min(span["most"], figure + span["off"])
    if key == "class" and section == "orbital":  # or it would come into introductory decks, or leave them (OW-1.5)
        low, high = (max(low, 12), high) if figure > 11 else (low, min(high, 11))
    return Knob(section, name, key, place, figure, min(low, figure), max(high, figure))


Figures = dict[Knob, int]  # those that differ from the standard


def applied(catalogue: Catalogue, figures: Figures) -> Catalogue:
    """Return the catalogue with these figures."""
    cards = list(catalogue.cards)
    worlds = list(catalogue.worlds)
    for each, value in figures.items():
        if each.section == "world":
            at = catalogue.world_ids[each.name]
            moved: dict[str, Any] = {each.field: value}
            worlds[at] = replace(worlds[at], **moved)
            continue
        at = catalogue.card_ids[each.name]
        attribute = ATTRIBUTES.get(each.field, each.field)
        now: Any = getattr(cards[at], attribute)
        if isinstance(now, tuple):
            now = (*now[: each.place], value, *now[each.place + 1 :])
        else:
            now = value
        cards[at] = replace(cards[at], **{attribute: now})
    return Catalogue(tuple(cards), tuple(worlds), catalogue.decks)


def as_card_file(catalogue: Catalogue, figures: Figures, heading: Sequence[str]) -> str:
    """Return a card file with these figures, which `cards=` takes; ``heading``: comments above it."""
    own = applied(catalogue, figures)
    lines = [f"# {line}".rstrip() for line in heading]
    sections = dict.fromkeys(each.section for each in sorted(figures))
    for section in sections:
        lines += ["", f"[{section}]"]
        changed: dict[str, dict[str, None]] = {}
        for each in sorted(figures):
            if each.section == section:
                changed.setdefault(each.name, {})[each.field] = None
        for name, keys in changed.items():
            entry: Card | World = own.world(name) if section == "world" else own.card(name)
            before = catalogue.world(name) if section == "world" else catalogue.card(name)
            parts, was = [], []
            for key in keys:
                attribute = ATTRIBUTES.get(key, key)
                value, old = getattr(entry, attribute), getattr(before, attribute)
                parts.append(f"{key} = {list(value) if isinstance(value, tuple) else value}")
                was.append(f"{key} {' '.join(map(str, old)) if isinstance(old, tuple) else old}")
            lines.append(f'"{name}" = {{ {", ".join(parts)} }}  # was {", ".join(was)}')
    return "\n".join(lines) + "\n"


# ── What is wanted ───────────────────────────────────────────────────────────────────────────

STEPS = 6  # sets of figures tried a generation, beside the one that holds
TRIAL = 192  # bouts of each pair in a generation ...
CLOSE = 30.0  # ... and four times as many once the loss is below this
PULL = 0.1  # what a figure at the end of its range costs: among fair sets, the nearest


def loss(states: Sequence[Duel], figures: Figures) -> float:
    """Return how far a set of figures is from what is wanted, in squared points of per cent; 0 is reached."""
    total = 0.0
    for state in states:
        # seats change over in every bout: that player 0 wins more is luck, or a fault of the rules
        for interval, free in ((state.plain, 0.0), (state.first_share, 0.015)):
            total += (100 * max(0.0, abs(interval.mean - 0.5) - free)) ** 2
        low, high = wanted_turns(state)
        outside = max(low + 0.3 - state.length.mean, state.length.mean - high + 0.3, 0.0)
        total += (10 * outside) ** 2
    return total + PULL * sum(
        (value - each.standard) ** 2 / max(each.high - each.standard, each.standard - each.low) ** 2
        for each, value in figures.items()
    )


# ── The search ───────────────────────────────────────────────────────────────────────────────


class Probe(NamedTuple):
    """A set of figures to be measured: what one worker does at a time."""

    figures: tuple[tuple[Knob, int], ...]
    settings: tuple[Setting, ...]
    number: int  # of the block: other games every generation
    bouts: int


def measure(shared: Any, probe: Probe) -> list[Any]:
    """Return a block of each pair under a set of figures."""
    table, threads = shared
    own = table.with_catalogue(applied(table.catalogue, dict(probe.figures)))
    return [
        play_block(([own], threads), Item(setting, 0, probe.number, probe.bouts)) for setting in probe.settings
    ]


# ── Which figures matter ─────────────────────────────────────────────────────────────────────

LEVER_BOUTS = 256  # for each end of each figure's range


class Lever(NamedTuple):
    """How much one reconstructed figure moves the balance of one pair of decks."""

    pair: Setting
    knob: Knob
    change: Interval  # of the first deck's share of points, from the low end of the figure's range to the high one
    sure: bool  # it is not 0, all figures of all pairs taken together


def levers(
    pairs: Sequence[tuple[DeckLike, DeckLike]] = PAIRS,
    pilot: str = "expert",
    *,
    bouts: int = LEVER_BOUTS,
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
        pilot: a tier of scripted pilots.
        bouts: for each end of each figure's range.
        seed: of the games.
        table: rules and cards.
        store: where every figure's games are kept.
        crew: who plays; None: this process.
        threads: of this process; 0: as many as there are cores.
        report: called after every probe with the games played in all and the share of the work that is done.

    Returns:
        one for each figure of each pair, those that move most first.
    """
    table = table or Field()
    if pilot not in TIERS:
        raise ValueError(f"pilot: moving figures takes one of {', '.join(TIERS)}, got {pilot!r}")
    if bouts < 2:
        raise ValueError(f"bouts: expected a number from 2 up, got {bouts}")
    settings = [Setting(table.deck(one), table.deck(other), pilot, pilot, seed, fixed=True) for one, other in pairs]
    probes = [
        Probe(((each, value),), (setting,), 0, bouts)
        for setting in settings
        for each in knobs(table.catalogue, sorted({*setting.one.names, *setting.other.names}))
        for value in (each.low, each.high)
    ]
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
    found: dict[int, Any] = dict(store.blocks(identity)) if store else {}
    at = {probe: number for number, probe in enumerate(probes)}
    missing = [probe for probe in probes if at[probe] not in found]
    for probe, blocks in crew.run(measure, shared, iter(missing)):
        found[at[probe]] = blocks[0]
        if store:
            store.add_blocks(identity, {at[probe]: blocks[0]})
        report(2 * bouts * len(found), len(found) / len(probes))
    points = [np.mean([points_of(ends) for ends in found[number]["ends"]], axis=0) for number in range(len(probes))]
    moved = []
    for low in range(0, len(probes), 2):
        shift = points[low + 1] - points[low]
        sure = fixed(shift, tests=len(probes) // 2)
        (figure, _), (setting,) = probes[low].figures[0], probes[low].settings
        moved.append(Lever(setting, figure, fixed(shift), sure.low > 0 or sure.high < 0))
    return sorted(moved, key=lambda lever: -abs(lever.change.mean))


@dataclass
class Calibration:
    """How far a search for figures is."""

    figures: Figures = field(default_factory=dict)
    generation: int = 0
    games: int = 0
    loss: float = float("inf")  # in the last generation; flattering
    before: list[Duel] = field(default_factory=list)  # the standard figures, in the end
    after: list[Duel] = field(default_factory=list)  # these, in games nothing was chosen by


def calibrate(
    pairs: Sequence[tuple[DeckLike, DeckLike]] = PAIRS,
    pilot: str = "expert",
    *,
    generations: int = 60,
    bouts: int = BOUTS,
    seed: int = 1,
    table: Field | None = None,
    store: Store | None = None,
    crew: Crew | None = None,
    threads: int = 0,
    report: Callable[[Calibration, float], None] = lambda state, share: None,
) -> Calibration:
    """Search reconstructed figures under which all pairs are fair; see `is_fair`.

    Every generation some sets near the one that holds are measured in the same games as that one, and the
    best takes its place. Figures of cards that only the stronger deck has tend to fall, those of the weaker to
    rise. Stops early when what is wanted holds.

    Args:
        pairs: decks that should be equal.
        pilot: a tier of scripted pilots.
        generations: how many at most, those in the store included.
        bouts: of each pair in the end, to say what came of it.
        seed: of games and search.
        table: rules and cards.
        store: where every generation is kept.
        crew: who plays; None: this process.
        threads: of this process; 0: as many as there are cores.
        report: called after every generation played now, with the share of the work that is done.
    """
    table = table or Field()
    if pilot not in TIERS:
        raise ValueError(f"pilot: calibrating takes one of {', '.join(TIERS)}, got {pilot!r}")
    if generations < 1:
        raise ValueError(f"generations: expected a number from 1 up, got {generations}")
    settings = tuple(
        Setting(table.deck(one), table.deck(other), pilot, pilot, seed, fixed=True) for one, other in pairs
    )
    names = {name for setting in settings for deck in (setting.one, setting.other) for name in deck.names}
    every = knobs(table.catalogue, sorted(names))
    if not every:
        raise ValueError("there is no reconstructed figure that could move")
    crew = crew or Here()
    shared = (table, threads if isinstance(crew, Here) else 1)
    told = {
        **table.settings,
        "pairs": [[contents(setting.one), contents(setting.other)] for setting in settings],
        "pilot": pilot_settings(table, pilot, settings[0].one),
        "seed": seed,
        "search": [STEPS, TRIAL, CLOSE, PULL, FAIR, TURNS, SHORT, hashed(*map(list, every))],
    }
    identity = store.experiment("calibrate", told) if store else 0
    kept = store.blocks(identity) if store else {}
    state = Calibration()
    push: dict[Knob, int] = {}  # what was changed last with success
    good = 0  # generations in a row in which all was fair
    while state.generation < generations and good < 2:
        number = state.generation
        if number not in kept:
            chance = random.Random(f"{seed}/{number}")
            result = step(state, push, every, settings, crew, shared, chance)
            if store:
                store.add_blocks(identity, {number: result})
        else:
            result = kept[number]
        new = {every[place]: value for place, value in result["figures"]}
        push = {each: value - state.figures.get(each, each.standard) for each, value in new.items()}
        push = {each: shift for each, shift in push.items() if shift}
        state.figures, state.loss = new, result["loss"]
        state.games += result["games"]
        good = good + 1 if result["fair"] else 0
        state.generation += 1
        if number not in kept:
            report(state, state.generation / (generations + 4))
    proof: dict[str, Any] = {"crew": crew, "threads": threads, "store": store}
    proof |= {"bouts": bouts, "seed": seed + 1}  # another seed: nothing was chosen by these games
    state.before = balance(pairs, pilot, table=table, **proof)
    own = table.with_catalogue(applied(table.catalogue, state.figures))
    state.after = balance(pairs, pilot, table=own, **proof)
    report(state, 1.0)
    return state


def step(
    state: Calibration,
    push: Mapping[Knob, int],
    every: Sequence[Knob],
    settings: tuple[Setting, ...],
    crew: Crew,
    shared: Any,
    chance: random.Random,
) -> dict[str, Any]:
    """Play one generation and return what holds after it as plain data."""
    lean = leaning(state, every, settings, crew, shared)
    tried = [state.figures]
    for _ in range(STEPS):
        tried.append(near(state.figures, push if chance.random() < 0.4 else {}, every, lean, chance))
    bouts = TRIAL if state.loss > CLOSE else 4 * TRIAL
    number = state.generation + 1
    probes = [Probe(tuple(figures.items()), settings, number, bouts) for figures in tried]
    measured = measured_by(crew, shared, probes)
    losses = [loss(states, figures) for states, figures in zip(measured, tried, strict=True)]
    best = min(range(len(tried)), key=losses.__getitem__)
    places = {each: place for place, each in enumerate(every)}
    return {
        "figures": sorted([places[each], value] for each, value in tried[best].items()),
        "loss": round(losses[best], 4),
        "fair": all(is_fair(each) for each in measured[best]),
        "games": sum(each.games for states in measured for each in states),
    }


def measured_by(crew: Crew, shared: Any, probes: Sequence[Probe]) -> list[list[Duel]]:
    """Return the duels of every probe."""
    place = {id(probe): at for at, probe in enumerate(probes)}
    found: dict[int, list[Duel]] = {}

    def each() -> Iterator[Probe]:
        yield from probes

    for probe, blocks in crew.run(measure, shared, each()):
        duels = [Duel(setting) for setting in probe.settings]
        for state, block in zip(duels, blocks, strict=True):
            state.add(block)
        found[place[id(probe)]] = duels
    return [found[at] for at in range(len(probes))]


def leaning(
    state: Calibration, every: Sequence[Knob], settings: Sequence[Setting], crew: Crew, shared: Any
) -> dict[Knob, float]:
    """Return for each figure which way it should go: above 0 up. From a look at how the pairs stand."""
    probe = Probe(tuple(state.figures.items()), tuple(settings), 100_000 + state.generation, TRIAL)
    duels = measured_by(crew, shared, [probe])[0]
    lean = dict.fromkeys(every, 0.0)
    for setting, duel in zip(settings, duels, strict=True):
        one, other = Counter(setting.one.names), Counter(setting.other.names)
        lead = 10 * (duel.plain.mean - 0.5)  # 1 for ten points of per cent
        low, high = wanted_turns(duel)
        short = max(0.0, low + 0.5 - duel.length.mean) - max(0.0, duel.length.mean - high + 0.5)
        for each in every:
            if each.section != "world":
                more = one[each.name] > 0, other[each.name] > 0
                lean[each] -= lead * each.good * (more[0] - more[1])
            if each.field in ("income", "res"):
                lean[each] -= short
    return lean


def near(
    figures: Figures,
    push: Mapping[Knob, int],
    every: Sequence[Knob],
    lean: Mapping[Knob, float],
    chance: random.Random,
) -> Figures:
    """Return a set of figures near this one."""
    new = dict(figures)

    def shift(each: Knob, by: int) -> None:
        value = min(each.high, max(each.low, new.get(each, each.standard) + by))
        if value == each.standard:
            new.pop(each, None)
        else:
            new[each] = value

    if new and chance.random() < 0.3:  # back towards the standard: perhaps it was not needed
        for each in chance.sample(sorted(new), max(1, len(new) // chance.choice((3, 6, 12)))):
            del new[each]
        if chance.random() < 0.5:
            return new
    for each, by in push.items():
        shift(each, by)
    if chance.random() < 0.4:  # a stride: all that lean, as far as they lean
        far = chance.choice((0.1, 0.2, 0.4))
        for each in every:
            if chance.random() < 0.7:
                shift(each, round(far * max(-1.0, min(1.0, lean[each])) * (each.high - each.low) / 2))
        return new
    if chance.random() < 0.4:  # many figures of a kind, a little each
        chosen = chance.choices(every, [0.05 + abs(lean[each]) for each in every])[0]
        for each in every:
            alike = each.field == chosen.field and (lean[each] > 0) == (lean[chosen] > 0)
            if alike and chance.random() < 0.35:
                shift(each, 1 if lean[chosen] > 0 else -1)
    for _ in range(chance.choice((2, 4, 8, 12))):
        each = chance.choice(every)
        up = chance.random() < 0.5 + max(-0.45, min(0.45, 0.6 * lean[each]))
        most = max(1, (each.high - each.low) // 4)
        shift(each, (1 if up else -1) * chance.randint(1, most))
    return new


__all__ = [
    "CALIBRATED",
    "Calibration",
    "Knob",
    "applied",
    "as_card_file",
    "balance",
    "calibrate",
    "is_fair",
    "knobs",
    "labels_of",
]
