"""The tables at which the learner plays: N games at once, one joint decision of each at a time.

Below: ow_env's Batch, agents, league.py. Above: train.py.
In order: `Decisions`, what is kept of them for learning; `Arena`, the tables.

Why not a VecEnv, which asks one seat of every row at each step: the other seats have runs of decisions of their own
meanwhile, in a few rows only, and a network asked for a few rows costs nearly as much as for all. Here nobody waits:
whoever is asked at any table decides, each policy in one call for all its seats. And where the learner meets itself,
it learns from both seats.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib.common.maskable.buffers import MaskableRolloutBufferSamples

from ow_env.core.batch import Batch
from ow_env.core.game import Game
from ow_env.core.players import Player, draws_in, look, needs_determinizations
from training.selfplay.advantage import LAST, OPEN, estimate
from training.selfplay.league import League, Member

# observations [B, F], masks [B, A], luck [B] -> actions [B], log chances [B], values [B]
Decide = Callable[..., tuple[NDArray[np.int32], NDArray[np.float32], NDArray[np.float32]]]


class Decisions:
    """What MaskablePPO learns from: its rollout buffer, of decisions instead of steps of environments.

    Args (those before `size` are what MaskablePPO gives; of these only device, gamma and gae_lambda matter):
        size: decisions in a rollout; room for some more is kept.
        room: how many more.
        rng: shuffles them.
    """

    def __init__(
        self, buffer_size: int, observation_space: Any, action_space: Any, device: Any = "cpu", *,
        gae_lambda: float, gamma: float, n_envs: int, size: int, room: int, rng: np.random.Generator,
    ) -> None:  # fmt: skip
        self.size, self.device, self.rng = size, device, rng
        self.gamma, self.gae_lambda = gamma, gae_lambda
        most = size + room
        self.observations = np.zeros((most, *observation_space.shape), np.uint8)
        self.masks = np.zeros((most, int(action_space.n)), np.int8)
        self.actions = np.zeros(most, np.int32)
        self.log_chances = np.zeros(most, np.float32)
        self.expected = np.zeros(most, np.float32)  # values, when the decisions were made
        self.rewards = np.zeros(most, np.float32)
        self.following = np.full(most, OPEN, np.int32)
        self.advantages = np.zeros(most, np.float32)
        self.count = 0
        self.closed = np.zeros(0, np.int64)  # those whose consequences are known
        self.values = self.returns = np.zeros(0, np.float32)  # of those; MaskablePPO reports on them

    @property
    def arrays(self) -> tuple[NDArray[Any], ...]:
        """What a decision consists of, all [R, ...]."""
        return (
            self.observations, self.masks, self.actions, self.log_chances, self.expected, self.rewards, self.following
        )  # fmt: skip

    def keep(self, rows: NDArray[np.int64]) -> None:
        """Forget all but these decisions, which become the first."""
        for array in self.arrays:
            array[: len(rows)] = array[rows]
        self.count = len(rows)

    def finish(self) -> None:
        """Say what each decision was worth."""
        n = self.count
        estimate(
            self.rewards[:n], self.expected[:n], self.following[:n], self.gamma, self.gae_lambda, self.advantages[:n]
        )
        self.closed = np.flatnonzero(self.following[:n] != OPEN)
        self.values = self.expected[self.closed]
        self.returns = self.values + self.advantages[self.closed]

    def get(self, batch_size: int) -> Iterator[MaskableRolloutBufferSamples]:
        """Yield them once each, shuffled, in batches of about this size, all nearly equal."""
        order = self.rng.permutation(self.closed)
        for rows in np.array_split(order, max(1, round(len(order) / batch_size))):
            advantages = self.advantages[rows]
            given = (
                self.observations[rows],
                self.actions[rows],
                self.expected[rows],
                self.log_chances[rows],
                advantages,
                self.expected[rows] + advantages,
                self.masks[rows].view(np.bool_),
            )
            tensors = (torch.from_numpy(array).to(self.device) for array in given)
            yield MaskableRolloutBufferSamples(*tensors)


@dataclass
class Clock:
    """Seconds spent, by what for."""

    rules: float = 0.0
    learner: float = 0.0
    opponents: float = 0.0
    learning: float = 0.0


class Arena:
    """N games between the learner and the league, or itself.

    Args:
        games: the games played in turn, row i number i modulo K: the same with decks swapped, say.
        tables: N.
        league: draws the opponents.
        seat_of: makes a member's player, asked when it is first met and kept while it is at any table.
        reward: "win" or "income", which adds the gain in potential.
        scripted: share of games against scripted agents.
        past: share of games against past selves. The rest is against itself.
        seed: of the games.
        rng: draws opponents, seats and the luck of the learner's decisions.
        threads: that step the games.
    """

    def __init__(
        self, games: Sequence[Game], tables: int, league: League, seat_of: Callable[[Member], Player], *,
        reward: str, scripted: float, past: float, seed: int, rng: np.random.Generator, threads: int = 1,
    ) -> None:  # fmt: skip
        self.batch = Batch(
            games, tables, seed, autoreset=True, observe="acting", threads=threads,
            reward="shaped" if reward == "income" else "win",
        )  # fmt: skip
        self.game = self.batch.game
        self.league, self.seat_of = league, seat_of
        self.scripted, self.past, self.rng = scripted, past, rng
        players = self.game.num_players
        self.players: dict[str, Player] = {}  # of the members at any table
        self.opponent: list[str] = [""] * tables  # the name of each table's opponent; "": itself
        self.learns = np.ones((tables, players), np.bool_)  # the seats that the learner holds
        self.last = np.full((tables, players), OPEN, np.int64)  # a seat's last decision, if it has made one
        self.gain = np.zeros((tables, players), np.float32)  # reward since then
        self.total = np.zeros((tables, players), np.float32)  # reward of the whole game
        self.length = np.zeros(tables, np.int64)  # joint decisions so far
        self.taken = 0  # decisions of all seats since the beginning
        self.finished = 0  # games
        self.lengths = 0.0  # joint decisions of a game, faded mean
        self.clock = Clock()
        for table in range(tables):
            self.sit_down(table)

    def sit_down(self, table: int) -> None:
        """Draw the opponent and the seats of a table's next game."""
        member = self.league.draw(self.rng, self.scripted, self.past)
        self.learns[table] = True
        self.opponent[table] = ""
        if member is not self.league.itself:
            self.opponent[table] = member.name
            self.learns[table] = False
            self.learns[table, self.rng.integers(self.game.num_players)] = True
        self.last[table] = OPEN
        self.gain[table] = self.total[table] = self.length[table] = 0

    def collect(self, decide: Decide, into: Decisions) -> None:
        """Play until there are enough decisions of the learner; the last of each seat open the next rollout."""
        seats = self.last >= 0
        into.keep(self.last[seats])
        self.last[seats] = np.arange(into.count)
        self.meet()
        while into.count < into.size:
            self.play_on(decide, into)
        into.finish()

    def meet(self) -> None:
        """Have a player for each member at a table or about to be, and for nobody else."""
        self.league.forget(set(self.opponent))
        wanted = {*self.league.active, *self.opponent} - {""}
        self.players = {
            name: self.players.get(name) or self.seat_of(self.league.find(name)) for name in sorted(wanted)
        }

    def play_on(self, decide: Decide, into: Decisions) -> None:
        """Play one joint decision at every table."""
        batch, game, clock = self.batch, self.game, self.clock
        actions = np.zeros((batch.num_games, game.num_players), np.int32)
        asked = batch.to_act
        begun = perf_counter()
        # The learner: what it saw and did is written straight into the rollout.
        at, seat = np.nonzero(asked & self.learns)
        if len(at):
            rows = slice(into.count, into.count + len(at))
            index = at * game.num_players + seat
            np.take(batch.observation.reshape(-1, game.num_features), index, 0, into.observations[rows], "clip")
            np.take(batch.action_mask.reshape(-1, game.num_actions), index, 0, into.masks[rows], "clip")
            chosen, log_chances, values = decide(
                into.observations[rows], into.masks[rows], self.rng.random(len(at))
            )
            into.actions[rows], into.log_chances[rows], into.expected[rows] = chosen, log_chances, values
            into.following[rows] = OPEN
            actions[at, seat] = chosen
            before = self.last[at, seat]
            number = np.arange(rows.start, rows.stop)
            had = before >= 0
            into.following[before[had]] = number[had]
            into.rewards[before[had]] = self.gain[at, seat][had]
            self.last[at, seat] = number
            self.gain[at, seat] = 0
            into.count += len(at)
        clock.learner += perf_counter() - begun
        begun = perf_counter()
        # The others: one call for each of them.
        theirs = asked & ~self.learns
        if theirs.any():
            names = np.array(self.opponent)
            for name, player in self.players.items():
                at, seat = np.nonzero(theirs & (names == name)[:, None])
                if len(at):
                    seen = look(batch, at, seat, self.length[at], needs_determinizations(player))
                    actions[at, seat] = player(seen, draws_in(batch, at, seat, self.length[at]))
        clock.opponents += perf_counter() - begun
        begun = perf_counter()
        self.taken += int(asked.sum())
        batch.step(actions)
        clock.rules += perf_counter() - begun
        self.gain += batch.reward
        self.total += batch.reward
        self.length += 1
        over = batch.terminated | batch.truncated
        if over.any():
            self.close(np.flatnonzero(over), into)

    def close(self, tables: NDArray[np.int64], into: Decisions) -> None:
        """Settle the games that have ended, and sit down to the next ones, which have begun."""
        for table in tables.tolist():
            for seat in range(self.game.num_players):
                last = self.last[table, seat]
                if self.learns[table, seat] and last >= 0:
                    into.following[last] = LAST
                    into.rewards[last] = self.gain[table, seat]
            # Potentials begin and end at 0, so what is left of a game's rewards is its outcome.
            total = float(self.total[table, int(self.learns[table].argmax())])
            points = 0.5 + 0.5 * (round(total) if self.game.facts.payoff == "win" else total)
            name = self.opponent[table]
            known = self.league.itself if name == "" else self.league.find(name)
            known.record(points if name else 0.5)
            self.finished += 1
            self.lengths += (float(self.length[table]) - self.lengths) / min(self.finished, 500)
            self.sit_down(table)
