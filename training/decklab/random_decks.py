"""Random decks, and cards with random figures: to train on, and to measure agents with ones that nobody ever saw.

Below: setup.py, intervals.py. Above: the games that bring them, self-play, `ow match`.

A game in which players bring decks of their own brings them by a file of the same name in its folder here, which has
the functions of `RandomDecks`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol, cast

from ow_env.core.game import Game, States
from ow_env.registry import games
from training.decklab.intervals import Interval
from training.decklab.setup import Setup


@dataclass(frozen=True)
class OnDecks:
    """How an agent fared against another with some decks: both with all of them, from both seats."""

    decks: str  # which
    size: int
    opponent: str
    matchups: int
    games: int
    won: int
    lost: int
    tied: int  # games cut off by a limit of turns among them
    points: float  # the share of them, a tie being half a point
    low: float  # its 95 % interval: of random decks by matchups, of one matchup by game numbers
    high: float

    @property
    def line(self) -> str:
        """All of it in a line."""
        share = Interval(self.points, self.low, self.high, self.matchups).percent()
        of = f", {self.matchups} matchups" if self.matchups > 1 else ""
        return f"against {self.opponent} with {self.decks}: {share} of {self.games} games{of}"


class TrainingDecks(Protocol):
    """Which decks each game of a training is played with."""

    def at(self, time: int) -> States:
        """Return the positions [rows] that rows begin their games from; ``time``: how often they have been dealt."""
        ...


class RandomDecks(Protocol):
    """What a game brings. ``setup`` is its own, from `setup_of`."""

    @property
    def SIZES(self) -> Sequence[int]:
        """How many cards a deck may have."""
        ...

    def refusal(self, game: Game, sizes: Sequence[int] = ...) -> str:
        """Return why there are no random decks of these sizes for a game as it is configured; "": there are."""
        ...

    def training_decks(
        self, setup: Setup, games: Sequence[Game], rows: int, count: int, share: float, sizes: Sequence[int], seed: int
    ) -> TrainingDecks:
        """Return random decks to train on in a share of the rows; the others play the decks of ``games``."""
        ...

    def training_cards(self, setup: Setup, seed: int, number: int) -> Any:
        """Return the catalogue with random figures to train with that has this number, as the option ``cards``."""
        ...

    def play_random_decks(self, setup: Setup, one: str, other: str, size: int, games: int, **how: Any) -> OnDecks:
        """Play one agent against another with random decks that nobody trains on."""
        ...

    def play_printed(self, setup: Setup, one: str, other: str, size: int, games: int, **how: Any) -> OnDecks:
        """Play one agent against another with the printed decks of a size."""
        ...

    def play_random_figures(
        self, setup: Setup, one: str, other: str, size: int, games: int, catalogues: int,
        report: Callable[[int], None] = ..., **how: Any,
    ) -> OnDecks:  # fmt: skip
        """Play one agent against another with random decks and so many sets of figures that nobody trains on."""
        ...


def random_decks_of(name: str) -> RandomDecks | None:
    """Return what a game brings; None: in it there are no random decks."""
    own = f"{__package__}.{name}"
    if name not in games() or not find_spec(own) or not find_spec(f"{own}.random_decks"):
        return None
    return cast(RandomDecks, import_module(f"{own}.random_decks"))


def refusal(game: Game, sizes: Sequence[int] | None = None) -> str:
    """Return why there are no random decks (of these sizes) for a game as it is configured; "": there are."""
    lab = random_decks_of(game.name)
    if lab is None:
        return f"{game.name} is played without decks of one's own"
    return lab.refusal(game) if sizes is None else lab.refusal(game, sizes)


def known(name: str) -> RandomDecks:
    """Return what a game brings, which `refusal` has been asked about."""
    lab = random_decks_of(name)
    if lab is None:
        raise ValueError(f"{name}: there are no random decks")
    return lab
