"""What a card is worth to its deck: play on with another card in its place.

Below: setup.py, training.decklab.playing. Above: commands. In order: the stand-in, replacements, what is noted of
cards.

A deck is an unordered set of which a draw takes number k. So that the new card lies exactly where the old
one lay, it is entered into a catalogue of the lab's own right behind it: every other draw of the game is
then the same until the two cards have made a difference. The games have the same numbers, Worlds and dice.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ow_env.core.text import nearest
from ow_env.open_worlds.cards import Catalogue, Deck
from ow_env.open_worlds.decks import DeckLike
from training.decklab.intervals import ALPHA, Interval, Numbers, bounded, fixed, slope
from training.decklab.kernel import half_points_of
from training.decklab.matchup import Matchup
from training.decklab.open_worlds.kernel import EARLY, OPENING, STAGED
from training.decklab.open_worlds.setup import OpenWorldsSetup, contents, deck_key, play_bouts, printed
from training.decklab.playing import play_matchups
from training.decklab.ranked import write_ranked
from training.decklab.setup import CUT, TIED, Pairing
from training.files import aligned, rounded
from training.measure.workers import Executor, SerialExecutor

OUTPOST = "Outpost"
BOUTS = 1024  # of a deck with a card replaced, against each opponent
NOTE_BLOCK = 256  # bouts that one worker notes at a time


# ── The stand-in ─────────────────────────────────────────────────────────────────────────────


def stand_in(catalogue: Catalogue, card: str, by: str) -> tuple[Catalogue, str]:
    """Return a catalogue with a card that has the figures of ``by`` and comes right behind ``card``; its name."""
    old, new = catalogue.card(card), catalogue.card(by)
    name = f"{by} for {card}"
    cards = [*catalogue.cards[: old.id + 1], replace(new, name=name), *catalogue.cards[old.id + 1 :]]
    numbered = tuple(replace(each, id=place) for place, each in enumerate(cards))
    return Catalogue(numbered, catalogue.worlds, catalogue.decks), name


def replaced(deck: Deck, card: str, by: str) -> Deck:
    """Return the deck with one copy of a card replaced."""
    names = list(deck.names)
    names[names.index(card)] = by
    counts = dict.fromkeys(names, 0)
    for name in names:
        counts[name] += 1
    return Deck(f"{deck.name}, {by}", tuple(counts.items()), deck.size)


def candidates(deck: Deck, catalogue: Catalogue, card: str) -> list[str]:
    """Return the cards that may come in place of one copy of ``card`` by the rules of construction."""
    rest = {(catalogue.card(name).title, catalogue.card(name).defense) for name in deck.names if name != card}
    return [
        other.name
        for other in catalogue.cards
        if other.name != card
        and (other.unlimited or (other.title, other.defense) not in rest)
        and (other.introductory or not deck.introductory)
    ]


# ── Replacements ─────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class CardValue:
    """What a card is worth in place of another: the score lost without it."""

    card: str
    by: str  # what came in its place
    worth: Interval  # score with the card, less that without
    sure: bool  # the interval for all cards together excludes 0
    gain: float  # how many times as many game pairs would be as sure if each deck had its own
    tied: int  # of the games without the card
    cut: int


@dataclass(frozen=True)
class CardValues:
    """What every replacement came to, the most valuable card first."""

    deck: Deck
    opponents: list[str]
    agent: str
    seed: int
    share: Interval  # of points, the deck as it is
    games: int  # of each variant
    tied: int  # of the games of the deck as it is
    cut: int  # off by the limit of turns, likewise
    worths: list[CardValue]

    def rows(self) -> list[dict[str, Any]]:
        """Return what cards are worth as data."""
        return [
            {
                "deck": self.deck.name,
                "card": entry.card,
                "replaced by": entry.by,
                "worth": round(entry.worth.mean, 5),
                "low": round(entry.worth.low, 5),
                "high": round(entry.worth.high, 5),
                "sure among all": entry.sure,
                "gain of pairing": rounded(entry.gain, 3),
                "games": self.games,
                "tied": self.tied,
                "truncated": self.cut,
                "agent": self.agent,
                "seed": self.seed,
            }
            for entry in self.worths
        ]

    def text(self) -> str:
        """Return what cards are worth as lines of text."""
        lines = [
            f"{self.deck.name} against {', '.join(self.opponents)}, played by {self.agent}, seed {self.seed}",
            f"  unchanged: score {self.share.percent()}, {self.games} games: {self.tied} tied, {self.cut} truncated;"
            " as many with each card replaced",
            "",
            "Value of a card: score with it minus score with its replacement, in percentage points [95 % CI].",
            f"* : significant among {len(self.worths)} cards (Bonferroni). pairing: how many times as many unpaired",
            "games would give the same interval.",
            "",
        ]
        rows = [["card", "replaced by", "value", "", "pairing"]]
        for entry in self.worths:
            gain = f"{entry.gain:.1f}" if math.isfinite(entry.gain) else ""  # nothing if no bout went otherwise
            rows.append([entry.card, entry.by, entry.worth.points(), "*" if entry.sure else "", gain])
        return "\n".join(lines + aligned(rows))

    def write(self, folder: Path, noted: NotedCards) -> list[Path]:
        """Write card_values.csv, card_values.json with what was noted, and with matplotlib card_values.png."""
        rows = self.rows()
        data = {"replaced": rows, "came early": noted.rows()}
        labels = [f"{row['card']} (not {row['replaced by']})" for row in rows]
        axis = "value of the card, percentage points of score [95 % CI]"
        title = f"{self.deck.name} against {', '.join(self.opponents)}; {self.agent}, seed {self.seed}"
        return write_ranked(folder, "card_values", rows, data, labels, "worth", axis, title)


def card_values(
    deck: DeckLike,
    agent: str = "expert",
    *,
    against: Sequence[DeckLike] | None = None,
    card: str | None = None,
    by: str = OUTPOST,
    bouts: int = BOUTS,
    seed: int = 1,
    setup: OpenWorldsSetup | None = None,
    report: Callable[[Sequence[Matchup]], None] = lambda matchups: None,
    **how: Any,
) -> CardValues:
    """Replace every card of a deck in turn, one copy, and say what that costs.

    Args:
        deck: the deck.
        agent: a scripted or a learned one.
        against: the opponents; None: the printed decks of its size.
        card: replace only this card, by every card that may come in its place.
        by: what replaces each card, if ``card`` is None.
        bouts: against each opponent, of each variant: settled before the first is played.
        seed: of games and agents.
        setup: rules and cards.
        report: called after every block.
        how: store, executor, threads, as for `playing.play_matchup`.
    """
    setup = setup or OpenWorldsSetup()
    setup.check_fast(agent)
    whole = setup.side(deck)
    foes = opponents_of(whole, against, setup)
    if card is not None:
        if card not in whole.names:
            raise ValueError(f"card: {whole.name} has no {card!r}{nearest(card, dict(whole.cards))}")
        swaps = [(card, other) for other in candidates(whole, setup.catalogue, card)]
    else:
        setup.catalogue.card(by)
        swaps = [(name, by) for name, _ in contents(whole) if name != by]
        illegal = [name for name, _ in swaps if by not in candidates(whole, setup.catalogue, name)]
        if illegal:
            raise ValueError(f"by: {by} may not stand in {whole.name} in place of {illegal[0]} (OW-1.1, OW-1.5)")
    pairings = [Pairing(whole, foe, agent, agent, seed, fixed=True) for foe in foes]
    setups = [setup] * len(foes)
    for name, other in swaps:
        catalogue, new = stand_in(setup.catalogue, name, other)
        own = setup.with_stand_in(catalogue, new, other)
        variant = replaced(whole, name, new)
        pairings += [Pairing(variant, foe, agent, agent, seed, fixed=True) for foe in foes]
        setups += [own] * len(foes)
    played = play_matchups(pairings, setups, bouts=bouts, report=report, **how)
    groups = [played[first : first + len(foes)] for first in range(0, len(played), len(foes))]
    values = [np.mean([state.values for state in group], axis=0) for group in groups]
    found = []
    ends = [[sum(state.count(letter) for state in group) for letter in (TIED, CUT)] for group in groups]
    for (name, other), without, (tied, cut) in zip(swaps, values[1:], ends[1:], strict=True):
        gap = values[0] - without
        apart = float(values[0].var(ddof=1) + without.var(ddof=1))
        together = float(gap.var(ddof=1))
        claim = fixed(gap, ALPHA, len(swaps))
        gain = apart / together if together > 0 else float("inf")
        found.append(CardValue(name, other, fixed(gap), claim.excludes(0.0), gain, tied, cut))
    found.sort(key=lambda worth: -worth.worth.mean)
    games = sum(state.games for state in groups[0])
    tied, cut = ends[0]
    names = [foe.name for foe in foes]
    return CardValues(whole, names, agent, seed, bounded(values[0]), games, tied, cut, found)


def opponents_of(deck: Deck, against: Sequence[DeckLike] | None, setup: OpenWorldsSetup) -> list[Deck]:
    """Return whom a deck is tried against: those named, or the printed decks of its size but itself."""
    if against:
        return [setup.side(other) for other in against]
    return [other for other in printed(setup.catalogue, deck.size) if deck_key(other) != deck_key(deck)]


# ── What is noted of cards ───────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class NotedCard:
    """How games went in which something became of a card, against those in which it did not."""

    card: str
    opening: Interval  # score with it in the opening hand, less without
    early: Interval  # ... in hand by the third turn
    staged: Interval  # ... staged at some time
    how_often: tuple[float, float, float]  # share of games in which it was so


@dataclass(frozen=True)
class NotedCards:
    """The cards of a deck, most helpful when early first."""

    cards: Sequence[NotedCard] = ()

    def rows(self) -> list[dict[str, Any]]:
        """Return what was noted of cards as data."""
        rows = []
        for entry in self.cards:
            row: dict[str, Any] = {"card": entry.card}
            told = (entry.opening, entry.early, entry.staged)
            for word, interval, often in zip(("opening", "early", "staged"), told, entry.how_often, strict=True):
                row |= {
                    word: rounded(interval.mean),
                    f"{word} low": rounded(interval.low),
                    f"{word} high": rounded(interval.high),
                    f"{word} often": round(often, 5),
                }
            rows.append(row)
        return rows

    def text(self) -> str:
        """Return what was noted of cards as lines of text."""
        rows = [["card", "in opening hand", "by turn 3", "staged", "frequency of each"]]
        for entry in self.cards:
            intervals = [interval.points() for interval in (entry.opening, entry.early, entry.staged)]
            rows.append([entry.card, *intervals, " ".join(f"{100 * often:3.0f} %" for often in entry.how_often)])
        return "\n".join(
            [
                "Score in games in which the card came early or was staged, minus the score in the other games of the",
                "deck, in percentage points [95 % CI], and how often each was so. ? : too few games.",
                "",
                *aligned(rows),
                "Draws are random; staging is a choice, so its difference may be an effect as well as a cause.",
            ]
        )


def note_cards(
    deck: DeckLike,
    agent: str = "expert",
    *,
    against: Sequence[DeckLike] | None = None,
    bouts: int = BOUTS,
    seed: int = 1,
    setup: OpenWorldsSetup | None = None,
    executor: Executor | None = None,
    threads: int = 0,
    report: Callable[[float, int], None] = lambda share, games: None,
) -> NotedCards:
    """Return how games went that a card came early in, or was staged in, most helpful when early first.

    A draw is chance, so early cards say what the card does. To stage a card is a choice: what games with
    it have in common may also be its reason. Each difference stands for games of all opponents together;
    games of one number share their draws, against whomever, and are not taken to be independent.

    Args:
        deck: the deck.
        agent: a scripted or a learned one.
        against: the opponents; None: the printed decks of its size.
        bouts: against each opponent.
        seed: of games and agents.
        setup: rules and cards.
        executor: who plays; None: this process.
        threads: of this process; 0: as many as there are cores.
        report: called now and then with the share that is done, and how many games.
    """
    setup, executor = setup or OpenWorldsSetup(), executor or SerialExecutor()
    whole = setup.side(deck)
    blocks = [
        NoteBlock(Pairing(whole, foe, agent, agent, seed, fixed=True), first, min(NOTE_BLOCK, bouts - first))
        for foe in opponents_of(whole, against, setup)
        for first in range(0, bouts, NOTE_BLOCK)
    ]
    played: dict[int, Any] = {}
    place = {id(block): at for at, block in enumerate(blocks)}
    shared = (setup, threads if isinstance(executor, SerialExecutor) else 1)
    report(0.0, 0)
    for block, result in executor.run(play_noted, shared, iter(blocks)):
        played[place[id(block)]] = result
        report(len(played) / len(blocks), 2 * sum(blocks[at].bouts for at in played))
    points, seen, numbers = (np.concatenate([played[at][what] for at in range(len(blocks))]) for what in range(3))
    found = []
    for name, _ in contents(whole):
        flags = seen[:, setup.catalogue.card_ids[name]]
        gaps, often = [], []
        for bit in (OPENING, EARLY, STAGED):
            with_it = (flags & bit > 0).astype(float)
            gaps.append(slope(with_it, points, groups=numbers))
            often.append(float(with_it.mean()))
        found.append(NotedCard(name, gaps[0], gaps[1], gaps[2], (often[0], often[1], often[2])))
    return NotedCards(sorted(found, key=lambda entry: -np.nan_to_num(entry.early.mean, nan=-9.0)))


class NoteBlock(NamedTuple):
    """Some game pairs of which everything is noted: what one worker plays at a time."""

    pairing: Pairing
    first: int  # number of the first game pair
    bouts: int


def play_noted(shared: Any, block: NoteBlock) -> tuple[Numbers, NDArray[np.uint8], NDArray[np.int64]]:
    """Play game pairs and return, for deck one: points [2 bouts], notes [2 bouts, cards], game numbers [2 bouts]."""
    setup, threads = shared
    seat, numbers, results, notes = play_bouts(setup, block.pairing, threads, block.first, block.bouts)
    return half_points_of(results, seat) / 2, notes["cards"][np.arange(len(seat)), seat], numbers
