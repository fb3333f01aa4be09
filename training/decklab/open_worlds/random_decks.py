"""Random legal decks: to train on, and to measure agents on, with decks that none of them ever saw.

Below: setup.py, random_figures.py, training.measure.match. Above: training.decklab.random_decks, by which self-play and
`ow match` come here. In order: drawing, what a training's rows play, measuring.

A matchup of random decks is known by a purpose, a seed and a number: those held out to measure on are never among
those to train on, and all agents are measured on the same.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

import agents
from ow_env.core.game import Game, States
from ow_env.open_worlds.cards import Catalogue, Deck
from ow_env.open_worlds.decks import SIZES, random_deck
from training.decklab.intervals import Numbers, bounded
from training.decklab.open_worlds.random_figures import HELD_OUT, TRAINED_ON, with_random_figures
from training.decklab.open_worlds.setup import OpenWorldsSetup, printed
from training.decklab.random_decks import OnDecks
from training.decklab.seeds import seed_of
from training.measure.match import lead, play_batch
from training.templates import TemplateBatch

ROWS = 256  # games in play at once, with each agent in each seat
BOUTS = 4  # games of a matchup and a game number: the decks both ways, and with each the agents

Matchup = tuple[Deck, Deck]
Leads = NDArray[np.int64]  # [matchups, ways, numbers, seat]


# ── Drawing ──────────────────────────────────────────────────────────────────────────────────


def drawn(setup: OpenWorldsSetup, size: int, purpose: str, seed: int, number: int) -> Matchup:
    """Return two random legal decks.

    Args:
        setup: whose catalogue they are of.
        size: 54 or 40.
        purpose: `TRAINED_ON` or `HELD_OUT`.
        seed: of a training; of those held out, 0.
        number: of the matchup.
    """
    found = []
    for seat in range(2):
        deck = random_deck(setup.catalogue, size, seed_of("random decks", purpose, seed, number, seat))
        found.append(Deck(f"random {size}-{number}{'ab'[seat]}", deck.cards, size))
    return found[0], found[1]


def held_out(setup: OpenWorldsSetup, size: int, count: int) -> list[Matchup]:
    """Return the first ``count`` matchups of held-out decks: the same for all agents."""
    return [drawn(setup, size, HELD_OUT, 0, number) for number in range(count)]


def printed_pair(setup: OpenWorldsSetup, size: int) -> Matchup:
    """Return the printed decks of a size."""
    one, other, *_ = printed(setup.catalogue, size)
    return one, other


def refusal(game: Game, sizes: Sequence[int] = SIZES) -> str:
    """Return why there are no random decks of these sizes for a game; "": there are."""
    if game.num_players != 2:
        return f"they are for two players, not for {game.num_players}"
    wrong = [size for size in sizes if size not in SIZES]
    if wrong or not sizes or len(set(sizes)) < len(sizes):
        return f"expected sizes among {' and '.join(map(str, SIZES))}, each once, got {list(sizes)}"
    return ""


# ── What a training's rows play ──────────────────────────────────────────────────────────────


class TrainingDecks:
    """Which decks each row of a training plays with: random ones in most, the printed ones in the others.

    As time goes by rows come to all matchups in turn, and when they come to one again its decks have changed seats.

    Args:
        setup: rules and cards.
        games: with the printed decks that are trained with; of each other size the printed pair is played, too.
        rows: how many games are played at once.
        count: how many matchups of random decks there are.
        share: of the rows that play them.
        sizes: of the random decks: matchups of each in turn.
        seed: of the decks.
    """

    def __init__(
        self, setup: OpenWorldsSetup, games: Sequence[Game], rows: int, count: int, share: float,
        sizes: Sequence[int], seed: int,
    ) -> None:  # fmt: skip
        self.setup, self.rows, self.count, self.sizes, self.seed = setup, rows, count, tuple(sizes), seed
        self.random_rows = min(rows, round(share * rows))
        known = {int(game.format) for game in games}
        others = [printed_pair(setup, size) for size in self.sizes if size not in known]
        templates = [game.template for game in games]
        templates += [setup.template(*order) for one, other in others for order in ((one, other), (other, one))]
        self.printed = np.concatenate(templates)

    def matchup(self, number: int) -> Matchup:
        """Return one of the matchups of random decks."""
        size = self.sizes[number % len(self.sizes)]
        return drawn(self.setup, size, TRAINED_ON, self.seed, number)

    def at(self, time: int) -> States:
        """Return the positions [rows] that rows begin their games from; ``time``: how often they have been dealt."""
        found = []
        for row in range(self.random_rows):
            times, number = divmod(time * self.random_rows + row, self.count)
            one, other = self.matchup(number)
            found.append(self.setup.template(*((other, one) if times % 2 else (one, other))))
        rest = np.arange(self.rows - self.random_rows) % len(self.printed)
        return np.concatenate([*found, self.printed[rest]])


training_decks = TrainingDecks


def training_cards(setup: OpenWorldsSetup, seed: int, number: int) -> Catalogue:
    """Return the catalogue with random card values to train with that has this number."""
    return with_random_figures(setup, TRAINED_ON, seed, number).catalogue


# ── Measuring ────────────────────────────────────────────────────────────────────────────────


def play_random_decks(
    setup: OpenWorldsSetup, one: str, other: str, size: int, games: int, **how: Any
) -> OnDecks:  # fmt: skip
    """Play one agent against another with held-out random decks, each matchup in four games.

    Args:
        setup: rules and cards.
        one: the agent whose share is told, as `agents.make` takes it.
        other: its opponent.
        size: of the decks, 54 or 40.
        games: rounded up to whole matchups.
        how: seed, threads, report, as `play_decks` takes them.
    """
    matchups = held_out(setup, size, -(-games // BOUTS))
    return play_decks(setup, matchups, one, other, 1, decks=f"random decks of {size} cards", **how)


def play_printed(setup: OpenWorldsSetup, one: str, other: str, size: int, games: int, **how: Any) -> OnDecks:
    """Play one agent against another with the printed decks of a size; arguments as for `play_random_decks`."""
    pair = printed_pair(setup, size)
    numbers = max(2, -(-games // BOUTS))
    return play_decks(setup, [pair], one, other, numbers, decks=" and ".join(deck.name for deck in pair), **how)


def play_decks(
    setup: OpenWorldsSetup, matchups: Sequence[Matchup], one: str, other: str, numbers: int, *, decks: str, **how: Any
) -> OnDecks:  # fmt: skip
    """Play one agent against another with some matchups, both with each deck and from both seats.

    Args:
        setup: rules and cards.
        matchups: decks of one size.
        one: the agent whose share is told, as `agents.make` takes it.
        other: its opponent.
        numbers: of games of each matchup; two or more if there is only one.
        decks: what they are called.
        how: seed, threads, report, as `leads_with` takes them.
    """
    return on_decks(leads_with(setup, matchups, one, other, numbers, **how), decks, matchups[0][0].size, other)


def play_random_figures(
    setup: OpenWorldsSetup, one: str, other: str, size: int, games: int, catalogues: int,
    report: Callable[[int], None] = lambda games: None, **how: Any,
) -> OnDecks:  # fmt: skip
    """Play one agent against another with held-out random decks of cards with random values.

    Args:
        setup: rules, and the cards whose reconstructed values are varied.
        one: the agent whose share is told, as `agents.make` takes it.
        other: its opponent.
        size: of the decks, 54 or 40.
        games: in all, rounded up to as many whole matchups with each catalogue.
        catalogues: how many sets of card values; the interval is that of them.
        report: called with the games played in all.
        how: seed, threads, as `leads_with` takes them.
    """
    each = -(-games // (BOUTS * catalogues))
    found = []
    for number in range(catalogues):
        leads = held_out_leads(setup, one, other, size, number * each, each, number, **how)
        found.append(leads.reshape(1, 2, each, 2))
        report(BOUTS * each * (number + 1))
    return on_decks(np.concatenate(found), f"random decks of {size} cards and random card values", size, other)


def held_out_points(
    setup: OpenWorldsSetup, one: str, other: str, size: int, first: int, count: int, catalogue: int | None = None,
    seed: int = 1,
) -> Numbers:  # fmt: skip
    """Return the mean points of one agent against another with some held-out matchups: [count], from 0 to 1.

    Args:
        setup: rules and cards.
        one: the agent whose points they are, as `agents.make` takes it.
        other: its opponent.
        size: of the decks, 54 or 40.
        first: number of the first matchup.
        count: of matchups, each played in four games.
        catalogue: number of the held-out card values that are played with; None: the reconstructed ones.
        seed: of games and agents.
    """
    leads = held_out_leads(setup, one, other, size, first, count, catalogue, seed=seed, threads=1)
    points: Numbers = ((1 + leads) / 2).mean(axis=(1, 2, 3))
    return points


def held_out_leads(
    setup: OpenWorldsSetup, one: str, other: str, size: int, first: int, count: int, catalogue: int | None, **how: Any
) -> Leads:
    """Return whether one agent led in games of held-out matchups, as `leads_with` does."""
    own = setup if catalogue is None else with_random_figures(setup, HELD_OUT, 0, catalogue)
    matchups = [drawn(own, size, HELD_OUT, 0, number) for number in range(first, first + count)]
    return leads_with(own, matchups, one, other, 1, **how)


def leads_with(
    setup: OpenWorldsSetup, matchups: Sequence[Matchup], one: str, other: str, numbers: int, *,
    seed: int = 1, threads: int = 0, report: Callable[[int], None] = lambda games: None,
) -> Leads:  # fmt: skip
    """Return whether one agent led, 1, 0 or -1, in games of some matchups: [matchups, ways, numbers, seat].

    The agents change over in games of the same deal, so that luck is theirs alike. Games are played in blocks, whose
    results depend on nothing else.

    Args:
        setup: rules and cards.
        matchups: decks of one size.
        one: the agent.
        other: its opponent.
        numbers: of games of each matchup, each way round.
        seed: of games and agents.
        threads: that share the blocks; 0: as many as there are cores.
        report: called after each block with the games played in all.
    """
    ways = np.concatenate([setup.template(*order) for pair in matchups for order in (pair, pair[::-1])])
    index = np.repeat(np.arange(len(ways)), numbers)  # rows: of each matchup, each way, each number
    game = setup.game_of(*matchups[0])
    game_seed = seed_of("games on decks", seed)
    leads = np.zeros((len(index), 2), np.int64)  # of `one`, in seat 0 and in seat 1
    done = 0

    def play(first: int) -> int:
        rows = index[first : first + ROWS]
        for seat in range(2):
            players = [
                agents.make(name, game, seed_of("agents on decks", seed, first, seat, who) % 2**31)
                for who, name in enumerate((one, other))
            ]
            batch = TemplateBatch(game, len(rows), game_seed, first_game=first, observe="acting", rows="sparse")
            batch.set_templates(ways, rows)
            batch.reset(seed=game_seed)
            seats = players[:: -1 if seat else 1]
            reward, truncated, _ = play_batch(game, seats, len(rows), game_seed, first, batch=batch)
            leads[first : first + len(rows), seat] = np.where(truncated, 0, np.sign(lead(game, reward, seat)))
        return 2 * len(rows)

    with ThreadPoolExecutor(threads or os.cpu_count() or 1) as pool:
        for played in pool.map(play, range(0, len(index), ROWS)):
            done += played
            report(done)
    return leads.reshape(len(matchups), 2, numbers, 2)


def on_decks(leads: Leads, decks: str, size: int, opponent: str) -> OnDecks:
    """Return what leads [matchups, ways, numbers, seat] come to."""
    share = bounded(unit_means((1 + leads) / 2))
    return OnDecks(
        decks, size, opponent, len(leads), leads.size, int((leads > 0).sum()), int((leads < 0).sum()),
        int((leads == 0).sum()), share.mean, share.low, share.high,
    )  # fmt: skip


def unit_means(points: Any) -> Numbers:
    """Return what is independent of points [matchups, ways, numbers, seats]: matchups, or the numbers of a single one.

    The two ways of one matchup are dealt differently, so that nothing is lost by taking them together.
    """
    found: Numbers = points.mean(axis=(1, 2, 3)) if len(points) > 1 else points[0].mean(axis=(0, 2))
    return found


__all__ = [
    "HELD_OUT", "TRAINED_ON", "OnDecks", "TrainingDecks", "drawn", "held_out", "held_out_points", "play_decks",
    "play_printed", "play_random_decks", "play_random_figures", "printed_pair", "refusal", "training_cards",
    "training_decks",
]  # fmt: skip
