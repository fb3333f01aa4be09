"""A player who looks for the deal: from every number it can reach it deals games of its own until one is the true one.

Above: tests/agents/test_spies.py. What it tries of each number: the seed itself; the key of a game's chance, or of its
luck, with SplitMix64 run backwards to the seed; and what is left of it in a number from 0 to 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ow_env.adapters.one_seat import RowwiseBatch
from ow_env.core.game import Game
from ow_env.core.players import Observation
from tests.agents.test_no_way_back import reachable

ROUNDS = 8  # prizes in a row that tell one game of Goofspiel from all others: 13 * 12 * ... * 6 courses
LARGEST = 2**16  # bytes of one thing that are looked through
KEPT = 12  # of what it is given, the first few: nothing in a game is told only later
Numbers = NDArray[np.uint64]

GAMMA, M1, M2 = (np.uint64(n) for n in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))
UNM1, UNM2 = (np.uint64(pow(int(m), -1, 2**64)) for m in (M1, M2))
S11, S27, S30, S31, S54, S60, S62 = (np.uint64(n) for n in (11, 27, 30, 31, 54, 60, 62))


def mixed(bits: Numbers) -> Numbers:
    """Return SplitMix64 of these."""
    bits = (bits ^ (bits >> S30)) * M1
    bits = (bits ^ (bits >> S27)) * M2
    return bits ^ (bits >> S31)


def unmixed(bits: Numbers) -> Numbers:
    """Return what SplitMix64 makes these of."""
    bits = (bits ^ (bits >> S31) ^ (bits >> S62)) * UNM2
    bits = (bits ^ (bits >> S27) ^ (bits >> S54)) * UNM1
    return bits ^ (bits >> S30) ^ (bits >> S60)


class Spy:
    """Plays the first action allowed, and keeps what it is given."""

    name, version, parameters = "spy", 1, {}
    needs_determinizations = False

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.given: list[Any] = [game, seed]
        self.luck: list[np.ndarray] = []
        self.prizes: list[list[int]] = []  # that each row of its first observation has seen, in order
        self.features: list[np.ndarray] = []
        feature = next((feature for feature in game.features if feature.name == "prize"), None)
        self._prize = None if feature is None else slice(feature.start, feature.stop)

    def act(self, observation: Observation) -> np.ndarray:
        """Take note and play."""
        if len(self.given) < KEPT:
            self.given.append(observation)
        self.features.append(observation.features)
        if self._prize is not None:
            now = observation.features[:, self._prize].argmax(axis=1).tolist()
            if not self.prizes:
                self.prizes = [[] for _ in now]
            for row, prize in zip(self.prizes, now, strict=False):
                row.append(prize)
        return observation.mask.argmax(axis=1).astype(np.int32)

    def choose(self, observation: Observation, luck: np.ndarray) -> np.ndarray:
        """The same, for hosts that hand out luck."""
        if len(self.luck) < KEPT:
            self.luck.append(luck)
        return self.act(observation)

    def numbers(self) -> Numbers:
        """Return every number that can be reached from what it was given, and what each may be made of."""
        found = np.unique(np.concatenate([*numbers_in(self.given), *numbers_in(self.luck)]))
        return np.unique(np.concatenate([found, seeds_of_keys(found), *self.of_luck()]))

    def of_luck(self) -> Iterator[Numbers]:
        """Yield the seeds whose luck begins as it was had, if it is mixed from the seed.

        Step by step from seed, number, moment and seat, or as value number 1 of a key: the seed itself, or a game's.
        """
        for first in (*self.luck[:1], *(seen.draws for seen in self.given if isinstance(seen, Observation))):
            for value in [] if first is None else first[:2].tolist():
                bits = (np.uint64(int(value * 2**53)) << S11) + np.arange(2**11, dtype=np.uint64)
                keys = unmixed(bits) - GAMMA
                yield keys
                yield seeds_of_keys(keys)
                for seat in (0, 1):
                    back = bits
                    for coordinate in (seat, 0, 0):
                        back = unmixed(back) - np.uint64((coordinate + 1) * int(GAMMA) % 2**64)
                    yield unmixed(back) ^ M2

    def finds(self, seeds: Numbers, number: int = 0) -> list[int]:
        """Return those of these seeds under which its game, or one of its rows' games, is dealt as it saw it."""
        deals = prizes_of(self.game, seeds, number)
        seen = [np.array(row[:ROUNDS]) for row in self.prizes if len(row) >= ROUNDS]
        hits = np.logical_or.reduce([(deals == row).all(axis=1) for row in seen])
        return [int(seed) for seed in seeds[hits]]


class Guesser(Spy):
    """One that asks for determinizations, and is given draws beside them."""

    needs_determinizations = True


class Reader(Spy):
    """One that asks for decisions in words, and is given draws beside them."""

    needs_views = True


def numbers_in(given: Any) -> Iterator[Numbers]:
    """Yield every whole number there is, every eight bytes in a row, and the first 53 bits of every fraction."""
    yield np.zeros(1, np.uint64)
    for thing in reachable(given):
        if isinstance(thing, (int, np.integer)):
            yield np.array([int(thing) % 2**64], np.uint64)
        elif isinstance(thing, (float, np.floating)) and 0 <= thing < 1:
            yield np.array([int(thing * 2**53)], np.uint64)
        elif isinstance(thing, (np.ndarray, np.void, bytes, bytearray, memoryview)):
            raw = thing.tobytes() if not isinstance(thing, (bytes, bytearray)) else bytes(thing)
            held = np.frombuffer(raw[:LARGEST], np.uint8)
            if len(held) >= 8:
                yield np.lib.stride_tricks.sliding_window_view(held, 8).copy().view(np.uint64)[:, 0]
            if isinstance(thing, np.ndarray) and thing.dtype.kind in "iu":
                yield thing.reshape(-1)[:LARGEST].astype(np.uint64)
            if isinstance(thing, np.ndarray) and thing.dtype.kind == "f":
                flat = thing.reshape(-1)[:LARGEST].astype(np.float64)
                yield (flat[(flat >= 0) & (flat < 1)] * 2**53).astype(np.uint64)
        elif isinstance(thing, str) and thing.isalnum() and len(thing) <= 64:
            for base in (10, 16):
                try:
                    yield np.array([int(thing, base) % 2**64], np.uint64)
                except ValueError:
                    continue


def seeds_of_keys(keys: Numbers, number: int = 0) -> Numbers:
    """Return the seeds whose game of this number has these keys of chance (`core.rng.key_of`)."""
    return unmixed(unmixed(keys) - np.uint64((number + 1) * int(GAMMA) % 2**64)) - GAMMA


def prizes_of(game: Game, seeds: Numbers, number: int = 0) -> np.ndarray:
    """Return the first prizes of Goofspiel [K, ROUNDS] under each of these seeds: no bid changes them."""
    feature = next(feature for feature in game.features if feature.name == "prize")
    batch = RowwiseBatch(game, len(seeds))
    batch.seeds[:], batch.game_number[:] = seeds, number
    every = np.ones(len(seeds), np.bool_)
    batch.begin(every)
    found = []
    for _ in range(ROUNDS):
        found.append(batch.observation[:, 0, feature.start : feature.stop].argmax(axis=1))
        batch.play(every, batch.action_mask.argmax(axis=2).astype(np.int32))
    return np.stack(found, axis=1)
