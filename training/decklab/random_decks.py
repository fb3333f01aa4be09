"""Random decks, and cards with random card values: to train on, and to measure agents with ones that nobody ever saw.

Below: intervals.py. Above: the games that bring them, self-play, `ow match`.

A game in which players bring decks of their own brings them by a file of the same name in its folder here, with

    SIZES                   how many cards a deck may have
    refusal                 why there are no random decks of some sizes for a game as it is configured
    training_decks          random decks to train on in a share of the rows: its ``at(time)`` is what rows begin from
    training_cards          a catalogue with random card values to train with
    play_random_decks, play_printed, play_random_figures   one agent against another, as an `OnDecks`
    held_out_points         one agent against another with some of the held-out decks: what tasks of the benchmark play

Open Worlds' is the example, and says what each takes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from ow_env.core.game import Game
from ow_env.registry import games
from training.decklab.intervals import Interval


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
        return f"against {self.opponent} with {self.decks}: score {share}, {self.games} games{of}"


def random_decks_of(name: str) -> Any:
    """Return what a game brings; None: in it there are no random decks."""
    own = f"{__package__}.{name}"
    if name not in games() or not find_spec(own) or not find_spec(f"{own}.random_decks"):
        return None
    return import_module(f"{own}.random_decks")


def refusal(game: Game, sizes: Sequence[int] | None = None) -> str:
    """Return why there are no random decks (of these sizes) for a game as it is configured; "": there are."""
    lab = random_decks_of(game.name)
    if lab is None:
        return f"{game.name} is played without decks of one's own"
    why: str = lab.refusal(game) if sizes is None else lab.refusal(game, sizes)
    return why


def known(name: str) -> Any:
    """Return what a game brings, which `refusal` has been asked about."""
    lab = random_decks_of(name)
    if lab is None:
        raise ValueError(f"{name}: there are no random decks")
    return lab
