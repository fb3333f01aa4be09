"""Secrecy, counted: whatever a player cannot know is dealt anew, and nothing that the player gets may change.

Random games of 2, 3 and 4 players are played, with both ways of staging, with open and closed decklists. At every
decision, for every player, `hide` deals anew all that the player cannot know. Then everything the player is handed
must be the very same bytes as before: what it observes, what it may do, how that is called and why the rest is
forbidden, its potential (which pays a shaped reward), the position as text, JSON and picture as it and as the
public see it, what a parallel environment hands out, and what a record shows it. And the position dealt anew must
be one that everybody's knowledge allows. Below: random_games.py. Above: tests/open_worlds/test_secrecy.py, which
plays a few of these games. By itself it plays as many as wanted and prints what was compared::

    python -m tests.secrecy --games 100
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from typing import Any

import numpy as np

from ow_env.adapters.pettingzoo import GameParallelEnv
from ow_env.core import Batch
from ow_env.core.records import Moment, seen_by
from ow_env.open_worlds.cards import AUTOMATED
from ow_env.open_worlds.game import OpenWorlds
from ow_env.open_worlds.state import REVEAL
from tests.open_worlds.random_games import TABLES, census, check_invariants, choose, table

TOGETHER = 4  # games in a batch
REASONS = 8  # forbidden actions, drawn at random, whose reasons are compared
PICTURES = 1 / 150  # how many of the positions are compared as pictures, which take a tenth of a second
SET_UP = 1 / 6  # how many are set up from JSON in an environment


class Leak(AssertionError):
    """Something a player gets depends on what it cannot know."""


class Secrecy:
    """Plays games and counts what was compared.

    Args:
        seed: of the games, the choices and what is dealt anew.
        pictures: which share of the positions is compared as pictures.
        set_up: which share is set up in an environment.
        every: look only at every so-manieth decision.
    """

    def __init__(
        self, seed: int = 0, pictures: float = PICTURES, set_up: float = SET_UP, every: int = 1
    ) -> None:
        self.seed, self.pictures, self.set_up, self.every = seed, pictures, set_up, every
        self.rng = np.random.default_rng(seed)
        self.games = self.decisions = 0
        self.resampled = self.changed = 0  # positions dealt anew; those in which something changed by it
        self.views: Counter[str] = Counter()  # views compared, by kind

    def play(self, name: str, games: int) -> None:
        """Play so many games of one of the TABLES."""
        game = table(name)
        for first in range(0, games, TOGETHER):
            count = min(TOGETHER, games - first)
            self.play_batch(game, Batch(game, count, self.seed, first_game=first))
            self.games += count

    def play_batch(self, game: OpenWorlds, batch: Batch) -> None:
        """Play all rows of a batch to their ends, looking at every position."""
        env = GameParallelEnv(game)
        env.reset(seed=self.seed)
        tales = [Tale(game) for _ in range(batch.num_games)]
        live = np.arange(batch.num_games)
        for step in range(10_000):
            actions = choose(self.rng, batch)
            if step % self.every == 0:
                self.look(game, batch, live, actions, env, tales)
            self.decisions += int(batch.to_act.sum())
            live = np.flatnonzero(~(batch.terminated | batch.truncated))
            if not len(live):
                break
            batch.step(actions)
        for tale in tales:
            self.views["record"] += tale.compare()

    def look(
        self,
        game: OpenWorlds,
        batch: Batch,
        rows: np.ndarray,
        actions: np.ndarray,
        env: GameParallelEnv,
        tales: list[Tale],
    ) -> None:
        """Deal these rows anew for every player and compare."""
        states = batch.states[rows]
        asked = batch.to_act[rows]
        for place, row in enumerate(rows):
            tales[row].go_on(states[place : place + 1], asked[place], actions[row])
        for player in range(game.num_players):
            guess = game.hide(states, player, seed=int(self.rng.integers(2**62)))
            self.resampled += len(guess)
            self.changed += sum(a.tobytes() != b.tobytes() for a, b in zip(guess, states, strict=True))
            check_consistent(game, states, guess, player)
            told, shown = game.show(states), game.show(guess)
            same("observation", told.observation[:, player], shown.observation[:, player])
            same("mask", told.action_mask[:, player], shown.action_mask[:, player])
            self.views["observation"] += len(rows)
            self.views["mask"] += len(rows)
            for place, row in enumerate(rows):
                here, there = states[place : place + 1], guess[place : place + 1]
                tales[row].imagine(player, there, asked[place], actions[row])
                self.compare(game, here, there, player)
                if self.rng.random() < self.set_up:
                    compare_set_up(env, here, there, player)
                    self.views["infos of an environment"] += 1

    def compare(self, game: OpenWorlds, here: Any, there: Any, player: int) -> None:
        """Compare what a player is told of one position."""
        view = f"player_{player}"
        same("text", game.render(here, view), game.render(there, view))
        same("position", game.position(here, view), game.position(there, view))
        same("public position", game.position(here, "public"), game.position(there, "public"))
        self.views["text"] += 1
        self.views["position"] += 1
        self.views["public position"] += 1
        forbidden = self.rng.integers(0, game.num_actions, REASONS)
        same("words", words(game, here, player, forbidden), words(game, there, player, forbidden))
        self.views["words"] += 1
        potential, tables = game.engine.potential, game.tables[0]
        same("potential", potential(here[0], tables, player), potential(there[0], tables, player))
        self.views["potential"] += 1
        if self.rng.random() < self.pictures:
            same("public text", game.render(here, "public"), game.render(there, "public"))
            same("picture", game.draw(here, view), game.draw(there, view))
            self.views["public text"] += 1
            self.views["picture"] += 1

    def report(self) -> str:
        """Return what was compared, in one line."""
        kinds = ", ".join(f"{count} {kind}" for kind, count in self.views.items())
        return (
            f"{self.games} games, {self.decisions} decisions: {self.resampled} positions resampled"
            f" ({self.changed} of them changed by it), {sum(self.views.values())} views compared"
            f" ({kinds}): no difference"
        )


class Tale:
    """One game as its record would have it, and as it would be with what each player cannot know dealt anew."""

    def __init__(self, game: OpenWorlds) -> None:
        self.game = game
        self.true: list[Moment] = []
        self.guessed: dict[int, list[Moment]] = {player: [] for player in range(game.num_players)}

    def go_on(self, state: Any, asked: np.ndarray, actions: np.ndarray) -> None:
        """Keep a position and what was decided there."""
        self.true.append(self.moment(state, np.flatnonzero(asked), actions, len(self.true)))

    def imagine(self, player: int, state: Any, asked: np.ndarray, actions: np.ndarray) -> None:
        """Keep the same position, dealt anew for a player, with its own decision alone."""
        seats = [player] if asked[player] else []
        moments = self.guessed[player]
        moments.append(self.moment(state, seats, actions, len(moments)))

    def moment(self, state: Any, seats: Any, actions: np.ndarray, number: int) -> Moment:
        """Return one moment of a record."""
        names = {
            f"player_{seat}": self.game.action_name(state, int(seat), int(actions[seat]))
            for seat in seats
        }
        return Moment(state, number + 1, self.game.moment(state), names)

    def compare(self) -> int:
        """Compare what each player sees of the whole game; return how many records were looked at."""
        for player, moments in self.guessed.items():
            agent = f"player_{player}"
            true, guessed = (list(seen_by(agent, self.game, m)) for m in (self.true, moments))
            same("record", true, guessed)
        return len(self.guessed)


def same(what: str, here: Any, there: Any) -> None:
    """Raise unless two things handed to a player are byte for byte the same."""
    if isinstance(here, np.ndarray):
        equal = here.dtype == there.dtype and here.shape == there.shape
        equal = equal and here.tobytes() == there.tobytes()
        if not equal:
            where = np.flatnonzero((here != there).reshape(-1))[:8] if here.shape == there.shape else "?"
            raise Leak(f"{what}: differs, at {where}, by what the player cannot know")
    elif repr(here) != repr(there):  # as text, so that 1, 1.0 and True are three things
        raise Leak(f"{what}: differs by what the player cannot know:\n{here}\n{there}")


def words(game: OpenWorlds, state: Any, player: int, forbidden: Any) -> list[str | None]:
    """Return the names of all a player may do, the moment, and why some other actions are forbidden."""
    allowed = [game.action_name(state, player, int(id)) for id in game.legal_actions(state, player)]
    return [*allowed, game.moment(state), *(game.why_not(state, player, int(id)) for id in forbidden)]


def compare_set_up(env: GameParallelEnv, here: Any, there: Any, player: int) -> None:
    """Set both positions up in an environment, which judges them, and compare what it hands out."""
    handed = []
    for state in (here, there):
        told = env.game.position(state)
        assert env.game.from_position(told).tobytes() == state.tobytes(), "it is set up as it was"
        observations, infos = env.set_position(told)
        agent = f"player_{player}"
        handed.append([*observations[agent].values(), *infos[agent].values()])
        assert len(handed[-1]) == 3, "observation and mask, and the mask in the infos"
    for one, other in zip(*handed, strict=True):
        same("environment", one, other)


def check_consistent(game: OpenWorlds, states: Any, guess: Any, player: int) -> None:
    """Check that positions dealt anew are legal, and possible as far as the player knows."""
    cards = game.tables[0]["cards"]
    unlimited = np.flatnonzero(cards["unlimited"][: len(game.catalogue.cards)])
    check_invariants(game, guess)
    dealt, counted = census(game, states), census(game, guess)
    assert (counted.sum(axis=2) == dealt.sum(axis=2)).all(), "as many cards as before"
    unique = np.delete(counted, unlimited, axis=2)
    assert unique.max() <= 1, "a deck holds one of each, but Outposts and Exploits (OW-1.1)"
    assert (counted[:, player] == dealt[:, player]).all(), "a player's own cards stay"
    if game.template[0]["open_decklists"]:
        assert (counted == dealt).all(), "with open decklists the cards are the same"
    view = game.show(guess)
    assert (view.to_act == game.show(states).to_act)[:, player].all(), "asked as before"
    assert (view.action_mask[view.to_act].sum(axis=1) >= 1).all(), "whoever is asked has an answer"
    check_pairs(game, guess)


def check_pairs(game: OpenWorlds, states: Any) -> None:
    """Where a player has two cards face down at a World, one is an Automated Ground Force (OW-S.1)."""
    for seat in range(game.num_players):
        me = states["players"][:, seat]
        pairs = (me["staged_count"] == 2) & (states["point"] < REVEAL)[:, None]
        kinds = game.tables[0]["cards"]["kind"][me["staged"][pairs]]
        assert (kinds == AUTOMATED).any(axis=1).all(), "two cards face down, none of them Automated"


def main() -> None:
    """Play games at all tables in turn."""
    parser = argparse.ArgumentParser(description="Look for what a player gets and cannot know.")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    told = parser.parse_args()
    secrecy = Secrecy(told.seed)
    begun = time.monotonic()
    for number, name in enumerate(TABLES):
        games = told.games // len(TABLES) + (number < told.games % len(TABLES))
        secrecy.play(name, games)
        so_far = f"{secrecy.resampled:8} positions resampled, {time.monotonic() - begun:5.0f} s"
        print(f"{games:5} games, {so_far}: {name}", file=sys.stderr, flush=True)
    print(secrecy.report())


if __name__ == "__main__":
    main()
