"""What matchups are played in: a game with its options, its sides, and who can play it.

Below: what the game says of itself (`Game.sides`, `known_sides`, `facts`), training.measure.match. Above: playing.py
and all that stands on it. In order: sides and pairings, what is told of games, the setup, a game's own.

A *side* is what can differ between seats: a deck, a faction. In a game where nothing differs the sides are the seats
themselves, and the first seat may have an edge over the second. A game may bring a setup of its own, which knows how
its sides are read and has a faster way to play: the class ``SETUP`` of a folder here with the game's name.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import agents
from agents.games import scripts_of
from agents.registry import usual
from ow_env.core.batch import Batch
from ow_env.core.game import Game
from ow_env.core.rules_hash import rules_hash
from ow_env.core.text import nearest
from ow_env.registry import games
from training.decklab.seeds import seed_of
from training.games import make_game
from training.measure.jobs import ROUNDING, seatings
from training.measure.ladder import agent_key_of
from training.measure.match import lead, play_batch
from training.measure.store import hashed

WON, LOST, TIED, CUT, NEITHER = "wltxo"  # how a game ended for a side; NEITHER: a third won it
NOBODY = -1
BLOCK = 16  # bouts that agents play at a time
QUICK = 8 * BLOCK  # where they choose for many games in one call


# ── Sides and pairings ───────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Side:
    """What a seat plays with; in a game where nothing differs, a seat."""

    name: str
    value: Any  # JSON: as the game's option takes it, or the number of the seat


class Pairing(NamedTuple):
    """Two sides, who plays them, and the seed. ``one`` is the side whose score is reported."""

    one: Any  # a `Side`, or what the game's own setup has for one, with a ``name``
    other: Any
    agent: str  # of one; as `agents.make` takes it
    other_agent: str
    seed: int = 1
    fixed: bool = False  # stored this way round in any case: then agents' seeds are those of another side in its place

    def mirrored(self) -> Pairing:
        """Return the same as the other side sees it."""
        return Pairing(self.other, self.one, self.other_agent, self.agent, self.seed, self.fixed)

    @property
    def agents(self) -> tuple[str, str]:
        """Who plays side one, and who the other."""
        return self.agent, self.other_agent


class Seating(NamedTuple):
    """One game of a game pair."""

    seats: tuple[int, ...]  # of side one
    swapped: bool  # have the agents changed over?

    @property
    def seat(self) -> int:
        """The first seat of side one; its only one with two players."""
        return self.seats[0]


def seed_of_games(pairing: Pairing) -> int:
    """Return the seed of the games of a pairing: the same for all of a seed, so that they can be compared."""
    return seed_of("decklab", pairing.seed)


# ── What is told of games ────────────────────────────────────────────────────────────────────


class Games(NamedTuple):
    """What came of N games: those of the first seating in the order of their numbers, then those of the next."""

    ends: NDArray[np.str_]  # [N] a letter of `wltxo`: how it ended for side one
    turns: NDArray[np.int64]  # [N]
    first: NDArray[np.int64]  # [N] half points, 0 to 2, of who moved first; 1 where that is nobody
    seat: NDArray[np.int64]  # [N] half points of player_0


def half_points(leads: NDArray[Any]) -> NDArray[np.int64]:
    """Return 2, 1 or 0 half points for a lead above, at or below 0."""
    points: NDArray[np.int64] = 1 + np.sign(leads).astype(np.int64)
    return points


def lead_of(reward: NDArray[np.float32], one: Sequence[int], other: Sequence[int]) -> NDArray[np.float32]:
    """Return the mean reward of some seats less that of others: [N], for rewards [N, P]."""
    leads: NDArray[np.float32] = reward[:, list(one)].mean(axis=1) - reward[:, list(other)].mean(axis=1)
    return np.where(np.abs(leads) > ROUNDING, leads, np.float32(0))


# ── The setup ────────────────────────────────────────────────────────────────────────────────


class Setup:
    """A game with its options, in which any agents play any two of its sides.

    Args:
        game: as it is configured; its own sides are left out of account.
    """

    game: Game
    settings: dict[str, Any]  # JSON: all that decides how games go but sides, agents and seeds
    default_agent: str  # who plays where nobody is named

    def __init__(self, game: Game) -> None:
        self.game = game
        self.default_agent = usual(game.name)
        options = {name: value for name, value in game.options.items() if name != game.facts.side}
        self.settings = {
            "game": game.name,
            "version": game.version,
            "options": options,
            "figures": hashlib.sha256(game.tables.tobytes()).hexdigest()[:16],
            "rules": rules_hash(game.engine.__name__),
        }

    @classmethod
    def of(cls, name: str, **options: Any) -> Setup:
        """Return the setup of a game by its name, with these options."""
        return cls(make_game(name, **options))

    # Sides

    @property
    def has_sides(self) -> bool:
        """Can seats play with different things? If not, the sides are the seats."""
        return bool(self.game.sides)

    @property
    def side_word(self) -> str:
        """What a side is called: "deck", "faction", "seat"."""
        return self.game.facts.side.rstrip("s") if self.has_sides else "seat"

    @property
    def first_mover(self) -> str:
        """How the starting player is called; "": nobody does, or it can't be told."""
        return "who moves first" if self.game.facts.choices == "turns" and self.game.num_players == 2 else ""

    @property
    def tells_seats(self) -> bool:
        """Is the share of player_0 something else than that of a side?"""
        return self.has_sides and self.game.num_players == 2

    def sides(self) -> list[Any]:
        """Return the sides that come with the game."""
        if self.has_sides:
            return [self.side(name) for name in self.game.known_sides()]
        return [Side(name, seat) for seat, name in enumerate(self.game.agents)]

    def side(self, given: Any) -> Any:
        """Return a side.

        Args:
            given: a name, or what else the game's option takes; a seat is "player_1".

        Raises:
            ValueError: there is no such side.
        """
        if isinstance(given, Side):
            return given
        if self.has_sides:
            option = self.game.facts.side
            made = type(self.game)(**{**self.game.options, option: [given] * self.game.num_players})
            return Side(made.sides[0], made.options[option][0])
        if given not in self.game.agents:
            what = f"{self.game.facts.title} is played without sides, only seats can be compared"
            raise ValueError(f"{what}: there is no seat {given!r}{nearest(given, self.game.agents)}")
        return Side(given, self.game.agents.index(given))

    def contents(self, side: Any) -> Any:
        """Return what a side is, whatever it is called, as JSON."""
        return side.value

    def key(self, side: Any) -> str:
        """Return a short hash of what a side is."""
        return hashed("side", self.contents(side))

    def pairs(self) -> list[tuple[Any, Any]]:
        """Return the pairs of sides that should be even."""
        return list(combinations(self.sides(), 2))

    def wanted_turns(self, pairing: Pairing) -> tuple[float, float] | None:
        """Return how few and how many turns a game of these sides shall last on the average; None: any number."""
        return None

    def size_of(self, pairing: Pairing) -> str:
        """Return what tells games of other lengths apart, as "with 54 cards"; "": nothing."""
        return ""

    def heading(self) -> list[str]:
        """Return what is to be said of the game's figures before its balance, as lines."""
        return []

    # Who plays

    def check_agent(self, agent: str) -> None:
        """Refuse an agent that can't be made for this game, with a ValueError."""
        self.agent_settings(agent, self.sides()[0])

    def agent_settings(self, agent: str, side: Any) -> dict[str, Any]:
        """Return what tells an agent from any other: its version and parameters, and the files of a saved one."""
        entry = agent_key_of(agent, self.game_with(Pairing(side, side, agent, agent), 0))
        return {"name": entry.name, "version": entry.version, "parameters": entry.parameters, "file": entry.file}

    def is_fast(self, *agents: str) -> bool:
        """Can all of them play inside compiled code of the game's own?"""
        return False

    def block(self, pairing: Pairing) -> int:
        """Return how many game pairs are played at a time."""
        return BLOCK

    def seatings(self, pairing: Pairing) -> list[Seating]:
        """Return the games of a game pair: all seat assignments, and if agents differ each with agents swapped."""
        ways = (False, True) if pairing.agent != pairing.other_agent else (False,)
        return [Seating(seats, swapped) for swapped in ways for seats in self.seats_of_one(pairing)]

    def seats_of_one(self, pairing: Pairing) -> list[tuple[int, ...]]:
        """Return the seats that side one has in each game of a game pair.

        The sides share the table as two agents do in the ladder (`jobs.seatings`): either has every seat, and every
        half of them, as often. So sides that are alike take half of the points each.
        """
        if not self.has_sides:
            return [(pairing.one.value,)]
        shared = [sits for swap in seatings(self.game.num_players) for sits in swap]
        return [tuple(seat for seat, who in enumerate(sits) if who == 0) for sits in shared]

    def seats_of_other(self, pairing: Pairing, seats: Sequence[int]) -> tuple[int, ...]:
        """Return the seats of the other side where side one has these."""
        if not self.has_sides:
            return (pairing.other.value,)
        return tuple(seat for seat in range(self.game.num_players) if seat not in seats)

    def stored(self, pairing: Pairing) -> tuple[Pairing, bool]:
        """Return the pairing as it is stored, and whether that is the other way round."""
        keys = (self.key(pairing.one), pairing.agent), (self.key(pairing.other), pairing.other_agent)
        return (pairing, False) if pairing.fixed or keys[0] <= keys[1] else (pairing.mirrored(), True)

    # Playing

    def game_with(self, pairing: Pairing, *seats: int) -> Game:
        """Return the game with side one in these seats and the other side in all others."""
        if not self.has_sides:
            return self.game
        sides = [pairing.one.value if seat in seats else pairing.other.value for seat in range(self.game.num_players)]
        return type(self.game).rebuilt({**self.game.options, self.game.facts.side: sides})

    def first_movers(self, batch: Batch) -> NDArray[np.int8]:
        """Return who begins each game, as far as it is known before this decision, else NOBODY."""
        asked = batch.to_act
        return np.where(asked.sum(axis=1) == 1, asked.argmax(axis=1), NOBODY).astype(np.int8)

    def play(self, pairing: Pairing, first: int, bouts: int, threads: int) -> Games:
        """Play some game pairs.

        Args:
            pairing: who against whom.
            first: number of the first game pair.
            bouts: how many.
            threads: of this process, if that helps; 0: as many as there are cores.
        """
        return self.play_agents(pairing, first, bouts)

    def play_agents(self, pairing: Pairing, first: int, bouts: int) -> Games:
        """Play some game pairs one joint decision after the other, as any agents can."""
        parts = [
            self._play_seating(pairing, place, seating, first, bouts)
            for place, seating in enumerate(self.seatings(pairing))
        ]
        return Games(*map(np.concatenate, zip(*parts, strict=True)))

    def _play_seating(self, pairing: Pairing, place: int, seating: Seating, first: int, bouts: int) -> Games:
        game, seed = self.game_with(pairing, *seating.seats), seed_of_games(pairing)
        held, rest = pairing.agents[:: -1 if seating.swapped else 1]
        players = []
        for seat in range(game.num_players):
            mine = seat in seating.seats
            parts = (seed, first, place, mine) if game.num_players == 2 else (seed, first, place, seat)
            players.append(agents.make(held if mine else rest, game, seed=seed_of(*parts) % 2**31))
        batch = Batch(game, bouts, seed, first_game=first, observe="acting", rows="sparse")
        begins = np.full(bouts, NOBODY, np.int8)

        def watch(batch: Batch) -> None:
            if self.first_mover and (begins == NOBODY).any():
                np.copyto(begins, self.first_movers(batch), where=begins == NOBODY)

        reward, truncated, _ = play_batch(game, players, bouts, seed, first, batch=batch, watch=watch)
        others = self.seats_of_other(pairing, seating.seats)
        if self.has_sides and game.num_players == 2:
            leads = lead(game, reward, seating.seat)
        else:
            leads = lead_of(reward, seating.seats, others)
        by_seat = np.stack([lead(game, reward, seat) for seat in range(game.num_players)], axis=1)
        by_seat[truncated] = 0
        firsts = np.where(begins == NOBODY, 0, by_seat[np.arange(bouts), begins])
        ends = np.array([LOST, TIED, WON])[half_points(leads)]
        third = reward.max(axis=1) > reward[:, [*seating.seats, *others]].max(axis=1)
        ends = np.where(truncated, CUT, np.where(third & (leads == 0), NEITHER, ends))
        return Games(ends, game.turn(batch.states), half_points(firsts), half_points(by_seat[:, 0]))


# ── A game's own ─────────────────────────────────────────────────────────────────────────────


class DrawnSides(Setup):
    """A game that draws its sides where none are given, and so has none then; here seats get some, to be compared."""

    @classmethod
    def of(cls, name: str, **options: Any) -> Setup:
        """Return the setup with these options; sides that are given don't matter, for those compared replace them.

        Raises:
            ValueError: an option is wrong, or it is a single-player game, in which no two sides meet.
        """
        game = make_game(name, **options)
        if game.num_players == 1:
            raise ValueError(f"{game.facts.title} for one: no two {game.facts.side} meet in it")
        return cls(make_game(name, **{**options, game.facts.side: list(game.known_sides()[: game.num_players])}))

    def block(self, pairing: Pairing) -> int:
        """Return how many game pairs are played at a time: more where both agents are scripts."""
        return QUICK if {*pairing.agents} <= {*scripts_of(self.game.name), "scripted", "random"} else BLOCK


def setup_of(name: str, **options: Any) -> Setup:
    """Return the setup of a game by its name, the game's own where it has one.

    Raises:
        ValueError: there is no such game or option, or an option is wrong.
    """
    own = f"{__package__}.{name}"
    kind: type[Setup] = import_module(own).SETUP if name in games() and find_spec(own) else Setup
    return kind.of(name, **options)
