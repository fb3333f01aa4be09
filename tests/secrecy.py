"""Secrecy, counted: whatever a player cannot know is dealt anew, and nothing that the player gets may change.

Random games of 2, 3 and 4 players are played, with both ways of staging and of asking, with open and closed
decklists. At every decision, for every player, `hide` deals anew all that the player cannot know. Then everything
the player is handed must be the very same bytes as before: what it observes, what it may do, how that is called and
why the rest is forbidden, its potential (which pays a shaped reward), the position as text, JSON and picture as it
and as the public see it, what a parallel environment hands out, and what a record shows it. And the position dealt
anew must be one that everybody's knowledge allows.

Who else is asked is among what a player sees. Under `ask="needed"` it depends on what the others hold (OW-6.4), and the
promise is that it tells no more than that: whoever is asked keeps an answer in the position dealt anew. Under
`ask="public"` it must not depend on anything hidden (OW-6.16): if the rules ask anew in both positions, from any seat
on, they must ask the same player the same; and both, played on with the same open choices, must stay the same to the
player's eye until a hidden card is shown.

Below: random_games.py. Above: tests/open_worlds/test_secrecy.py, which
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
from ow_env.core.options import ASKING
from ow_env.core.records import Moment, seen_by
from ow_env.core.rng import RNG, start
from ow_env.open_worlds.cards import AUTOMATED
from ow_env.open_worlds.game import OpenWorlds
from ow_env.open_worlds.rules.flow import advance
from ow_env.open_worlds.rules.order import around
from ow_env.open_worlds.rules.utilities import is_window
from ow_env.open_worlds.state import (
    ADJUST_HAND,
    ASK_CARD_OF_DECK,
    ASK_GROUND_FORCE,
    ASK_NOTHING,
    ASK_REPLACEMENT,
    ASK_TAKEN_BACK,
    EXCHANGE,
    IDLE,
    NOBODY,
    REACTING,
    REVEAL,
    STAGE,
)
from tests.open_worlds.random_games import TABLES, census, check_invariants, choose, table

TOGETHER = 4  # games in a batch
REASONS = 8  # forbidden actions, drawn at random, whose reasons are compared
PICTURES = 1 / 150  # how many of the positions are compared as pictures, which take a tenth of a second
SET_UP = 1 / 6  # how many are set up from JSON in an environment
PLAYED_ON = 1 / 4  # how many, with `ask="public"`, are played on
ONWARD = 8  # for so many decisions


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

    def __init__(self, seed: int = 0, pictures: float = PICTURES, set_up: float = SET_UP, every: int = 1) -> None:
        self.seed, self.pictures, self.set_up, self.every = seed, pictures, set_up, every
        self.rng = np.random.default_rng(seed)
        self.games = self.decisions = 0
        self.resampled = self.changed = 0  # positions dealt anew; those in which something changed by it
        self.views: Counter[str] = Counter()  # views compared, by kind

    def play(self, name: str, games: int, ask: str | None = None) -> None:
        """Play so many games of one of the TABLES, under its own setting of `ask` or another."""
        game = table(name, ask)
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
            if game.options["ask"] == "public":
                self.views["who is asked"] += compare_asked(game, states, guess)
                if self.rng.random() < PLAYED_ON:
                    self.views["decision played on"] += play_on(self.rng, game, states, guess, player)

    def compare(self, game: OpenWorlds, here: Any, there: Any, player: int) -> None:
        """Compare what a player is told of one position."""
        view = f"player_{player}"
        same("view", game.view(here, view), game.view(there, view))  # all drawings are made of it
        same("public view", game.view(here, "public"), game.view(there, "public"))
        same("position", game.position(here, view), game.position(there, view))
        same("public position", game.position(here, "public"), game.position(there, "public"))
        self.views["view"] += 1
        self.views["public view"] += 1
        self.views["position"] += 1
        self.views["public position"] += 1
        forbidden = self.rng.integers(0, game.num_actions, REASONS)
        same("words", words(game, here, player, forbidden), words(game, there, player, forbidden))
        self.views["words"] += 1
        potential, tables = game.engine.potential, game.tables[0]
        same("potential", potential(here[0], tables, player), potential(there[0], tables, player))
        self.views["potential"] += 1
        if self.rng.random() < self.pictures:
            same("text", game.render(here, view), game.render(there, view))
            same("picture", game.draw(here, view), game.draw(there, view))
            self.views["text"] += 1
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
        names = {f"player_{seat}": self.game.action_name(state, int(seat), int(actions[seat])) for seat in seats}
        nothing = np.zeros(self.game.num_players, np.int32)  # a view of a record tells no chance
        return Moment(state, number + 1, self.game.moment(state), names, nothing, np.zeros(1, RNG))

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


# ── Who is asked ─────────────────────────────────────────────────────────────────────────────


def compare_asked(game: OpenWorlds, here: Any, there: Any) -> int:
    """Let the rules ask anew in both positions, from each seat on, and compare. Return how often."""
    compared = 0
    for row in range(len(here)):
        for seat in range(game.num_players):
            one, other = (asked_anew(game, states[row : row + 1], seat) for states in (here, there))
            if one is not None:
                same("who is asked", one, other)
                compared += 1
    return compared


def asked_anew(game: OpenWorlds, state: Any, seat: int) -> tuple[int, ...] | None:
    """Return whom the rules ask if they ask anew from a seat on: nobody is (). None where no hidden card decides it.

    In a window, for a reaction, for the exchange of the FINAL TURN and in Stage one after the other the seats are
    gone through; what a Utility asks as it resolves is asked again.
    """
    g = state.copy()[0]
    point, question = int(g["point"]), int(g["question"])
    g["actor"] = NOBODY
    if g["phase"] == REACTING:
        g["react_seat"] = 1 + seat
    elif question in (ASK_CARD_OF_DECK, ASK_GROUND_FORCE, ASK_REPLACEMENT, ASK_TAKEN_BACK):
        g["phase"], g["question"], g["react_seat"] = REACTING, ASK_NOTHING, game.num_players
        g["play_card"], g["play_world"] = 0, -1
    elif g["phase"] == IDLE and (is_window(point) or point == EXCHANGE):
        g["seat"], g["passes"] = seat, 0
    elif point == STAGE and g["stage_in_order"]:
        for place in range(game.num_players):
            g["players"][around(g, int(g["priority"]) + place)]["done"] = place < seat
    else:
        return None
    chance = np.zeros(1, RNG)
    start(chance[0], np.uint64(0), np.uint64(0))
    advance(g, game.tables[0], chance[0])
    went_on = any(g[field] != state[0][field] for field in ("point", "turn", "world"))
    return () if went_on else (int(g["actor"]), int(g["phase"]))


def play_on(rng: Any, game: OpenWorlds, here: Any, there: Any, player: int) -> int:
    """Play both on, the player alike, the others passing where they may, and compare. Return how many decisions.

    A row is left as soon as a hidden card is shown, and not begun where others are half done behind the screen.
    """
    lines = Batch(game, len(here)), Batch(game, len(here))
    for batch, states in zip(lines, (here, there), strict=True):
        batch.set_states(states)
    one, other = lines
    seats = np.arange(game.num_players)
    live = ~behind_screen(here) & (here["question"] != ASK_TAKEN_BACK) & ~(one.terminated | one.truncated)
    compared = 0
    for _ in range(ONWARD):
        visible = live[:, None] & ((seats == player) | ~behind_screen(one.states)[:, None])
        same("who is asked further on", one.to_act[visible], other.to_act[visible])
        same("observation further on", one.observation[live, player], other.observation[live, player])
        same("mask further on", one.action_mask[live, player], other.action_mask[live, player])
        compared += int(live.sum())
        chosen = choose(rng, one)[:, player]
        point, turn = one.states["point"].copy(), one.states["turn"].copy()
        shows = (one.states["question"] == ASK_GROUND_FORCE) & ~one.to_act[:, player]
        for batch in lines:
            actions = batch.action_mask.argmax(axis=2)
            actions[live, player] = chosen[live]
            batch.step(actions)
        revealed = (point < REVEAL) & ((one.states["point"] >= REVEAL) | (one.states["turn"] > turn))
        live &= ~shows & ~revealed & ~(one.terminated | one.truncated)
    return compared


def behind_screen(states: Any) -> Any:
    """Do all choose at once now, seeing nothing of each other?"""
    return (states["point"] == ADJUST_HAND) | ((states["point"] == STAGE) & (states["stage_in_order"] == 0))


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
    if game.options["ask"] == "needed":
        hidden = np.array([is_window(int(g["point"])) or g["point"] == EXCHANGE for g in guess])
        hidden &= (guess["phase"] == IDLE) | (guess["phase"] == REACTING)
        several = view.action_mask.sum(axis=2) > 1
        assert several[view.to_act & hidden[:, None]].all(), "who is asked has something to play (OW-6.4)"
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
    tables = [(name, ask) for name in TABLES for ask in ASKING]
    for number, (name, ask) in enumerate(tables):
        games = told.games // len(tables) + (number < told.games % len(tables))
        secrecy.play(name, games, ask)
        so_far = f"{secrecy.resampled:8} positions resampled, {time.monotonic() - begun:5.0f} s"
        print(f'{games:5} games, {so_far}: {name}, ask="{ask}"', file=sys.stderr, flush=True)
    print(secrecy.report())


if __name__ == "__main__":
    main()
