"""Where rollouts are collected: N games at once, one joint decision of each at a time.

Below: ow_env's Batch, agents, league.py, decisions.py. Above: train.py.

Why not a VecEnv, which steps one seat of every row: the other seats have runs of decisions of their own in between, in
a few rows only, and a network's call for a few rows costs nearly as much as for all. Here every acting seat of every
game is stepped at once, each policy in one call for all its seats; and in self-play the learner learns from all seats.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ow_env.core.game import Game, States
from ow_env.core.players import Player, draws_in, keep_history, seen_by
from ow_env.core.secrecy import seed_for
from training.selfplay.advantage import LAST, OPEN
from training.selfplay.decisions import Decisions, Rows
from training.selfplay.forward import Decided
from training.selfplay.league import League, Member, pfsp_weights
from training.templates import TemplateBatch

SIDE_MEMORY = 200  # games in a seat, against others: results older than about so many fade

# decisions, their numbers [B], uniform draws [B]: it writes their actions, log probabilities and values
Act = Callable[[Decided, NDArray[np.int64], NDArray[np.float64]], None]


class Deal(NamedTuple):
    """What the rows of an arena play from some time on."""

    games: Sequence[Game]  # in turn
    templates: States | None = None  # [N] that they begin from; None: as the games do


@dataclass
class Clock:
    """Seconds spent, by what for."""

    rules: float = 0.0
    learner: float = 0.0
    opponents: float = 0.0
    teacher: float = 0.0
    learning: float = 0.0


class Arena:
    """N games of the learner against the league, or itself.

    Args:
        games: the games played in turn, row i number i modulo K: the same with decks swapped, say.
        num_envs: N.
        league: draws the opponents.
        make_player: makes a member's player, which is kept while it plays in any game.
        reward: "win" or "income", which adds the change of the potential.
        scripted: share of games against scripted agents.
        pool: share of games against the checkpoint pool. The rest is self-play.
        seed: of the games.
        rng: draws opponents, seats and the learner's actions.
        threads: that step the games.
        deals: returns what the N rows play after so many deals; None: ``games``, always.
        side_exponent: against others it sits by (1 - score there) to this power; 0: all seats alike.
    """

    def __init__(
        self, games: Sequence[Game], num_envs: int, league: League, make_player: Callable[[Member], Player], *,
        reward: str, scripted: float, pool: float, seed: int, rng: np.random.Generator, threads: int = 1,
        deals: Callable[[int], Deal] | None = None, side_exponent: float = 0.0,
    ) -> None:  # fmt: skip
        self.seed, self.shaped, self.threads = seed, reward == "income", threads
        self.deals, self.dealt = deals, 0
        self.side_exponent = side_exponent
        first = None if deals is None else deals(0)
        self.play(games if first is None else first.games, num_envs, seed)
        if first is not None and first.templates is not None:
            self.batch.set_templates(first.templates)
            self.batch.reset(seed=seed)
        self.alone = self.game.num_players == 1
        self.league, self.make_player = league, make_player
        self.scripted, self.pool, self.rng = scripted, pool, rng
        players = self.game.num_players
        self.side_share = np.full((len(games), players), 0.5)  # of points won lately in a seat of one of the games
        self.players: dict[str, Player] = {}  # of the members in any game
        self.opponents: list[str] = [""] * num_envs  # the name of each game's opponent; "": the learner itself
        self.learner_seats = np.ones((num_envs, players), np.bool_)
        self.last_decision = np.full((num_envs, players), OPEN, np.int64)  # of a seat, as numbered in the rollout
        self.step_reward = np.zeros((num_envs, players), np.float32)  # since then
        self.episode_reward = np.zeros(
            (num_envs, players), np.float32
        )  # with the first potential: see `first_potential`
        self.episode_length = np.zeros(num_envs, np.int64)  # joint decisions so far
        self.num_decisions = 0  # of all seats since the beginning
        self.num_games = 0  # finished
        self.mean_length = 0.0  # joint decisions of a game, a running mean over about 500 games
        self.clock = Clock()
        for env in range(num_envs):
            self.start_game(env)

    def play(self, games: Sequence[Game], num_envs: int, seed: int) -> None:
        """Make the batch of games, which have begun."""
        self.batch = TemplateBatch(
            games, num_envs, seed, autoreset=True, observe="acting", rows="sparse", threads=self.threads,
            reward="shaped" if self.shaped else "win",
        )  # fmt: skip
        self.game = self.batch.game
        self.seen = rows_of(self.batch)

    def deal(self, time: int) -> None:
        """Have the environments begin their next games as they do after so many deals.

        If card values change then, running games can't continue: all restart, and so do players.
        """
        self.dealt = time
        if self.deals is None:
            return
        deal = self.deals(time)
        other = deal.games[0].tables.tobytes() != self.game.tables.tobytes()
        seed = seed_for("figures", self.seed, time)
        if other:
            self.play(deal.games, self.batch.num_games, seed)
            self.players = {}
        if deal.templates is not None:
            self.batch.set_templates(deal.templates)
        if other:
            self.batch.reset(seed=seed)
            for env in range(self.batch.num_games):
                self.start_game(env)

    def start_game(self, env: int) -> None:
        """Draw the opponent and the learner's seats for the next game of an environment."""
        member = self.league.draw(self.rng, self.scripted, self.pool)
        self.learner_seats[env] = True
        self.opponents[env] = ""
        if member is not self.league.itself:
            self.opponents[env] = member.name
            self.learner_seats[env] = False
            self.learner_seats[env, self.draw_seats(env)] = True
        self.last_decision[env] = OPEN
        self.step_reward[env] = self.episode_length[env] = 0
        self.episode_reward[env] = self.first_potential(env) if self.shaped else 0

    def first_potential(self, env: int) -> list[float]:
        """Return each seat's potential as a game begins: what shaped rewards add up to is the outcome less this."""
        game = self.batch.game_of(env)
        state, tables = self.batch.states[env], game.tables[0]
        return [game.engine.potential(state, tables, seat) for seat in range(game.num_players)]

    def draw_seats(self, env: int) -> NDArray[np.int64]:
        """Draw where the learner sits against somebody else: one seat of two; of more, any number but all."""
        players = self.game.num_players
        if self.side_exponent > 0:
            likely = pfsp_weights(self.side_share[env % len(self.side_share)], self.side_exponent)
            count = 1 if players == 2 else self.rng.integers(1, players)
            return self.rng.choice(players, count, replace=False, p=likely)
        if players == 2:
            return np.array([self.rng.integers(players)])
        return self.rng.permutation(players)[: self.rng.integers(1, players)]

    def collect(self, act: Act, into: Decisions) -> None:
        """Play until there are enough decisions of the learner; the last of each seat open the next rollout."""
        seats = self.last_decision >= 0
        into.keep(self.last_decision[seats])
        self.last_decision[seats] = np.arange(into.count)
        self.load_opponents()
        while into.count < into.size:
            self.step(act, into)
        into.finish()

    def load_opponents(self) -> None:
        """Make a player for each member in a game or active, those that do not learn afresh; drop all others."""
        self.league.forget(set(self.opponents))
        needed = {*self.league.active, *self.opponents} - {""}
        self.players = {
            name: (member.path and self.players.get(name)) or self.make_player(member)
            for name, member in ((name, self.league.find(name)) for name in sorted(needed))
        }
        keep_history(self.batch, self.players.values())

    def step(self, act: Act, into: Decisions) -> None:
        """Play one joint decision of every game."""
        batch, game, clock = self.batch, self.game, self.clock
        actions = np.zeros((batch.num_games, game.num_players), np.int32)
        acting = batch.to_act
        begun = perf_counter()
        # The learner: what it sees is written straight into the rollout, and so is what it does.
        at, seat = np.nonzero(acting & self.learner_seats)
        if len(at):
            number = into.add(self.seen, at * game.num_players + seat)
            act(into.decided, number, self.rng.random(len(at)))
            actions[at, seat] = into.decided.action[number]
            before = self.last_decision[at, seat]
            had = before >= 0
            into.next_index[before[had]] = number[had]
            into.rewards[before[had]] = self.step_reward[at, seat][had]
            self.last_decision[at, seat] = number
            self.step_reward[at, seat] = 0
        clock.learner += perf_counter() - begun
        begun = perf_counter()
        # The others: one call for each of them.
        theirs = acting & ~self.learner_seats
        if theirs.any():
            names = np.array(self.opponents)
            for name, player in self.players.items():
                at, seat = np.nonzero(theirs & (names == name)[:, None])
                if len(at):
                    seen = seen_by(player, batch, at, seat, self.episode_length[at])
                    actions[at, seat] = player(seen, draws_in(batch, at, seat, self.episode_length[at]))
        clock.opponents += perf_counter() - begun
        begun = perf_counter()
        self.num_decisions += int(acting.sum())
        batch.step(actions)
        clock.rules += perf_counter() - begun
        self.step_reward += batch.reward
        self.episode_reward += batch.reward
        self.episode_length += 1
        over = batch.terminated | batch.truncated
        if over.any():
            self.finish_games(np.flatnonzero(over), into)

    def finish_games(self, envs: NDArray[np.int64], into: Decisions) -> None:
        """Record the games that have ended, and start the next ones: the batch has reset itself."""
        for env in envs.tolist():
            for seat in range(self.game.num_players):
                last = self.last_decision[env, seat]
                if self.learner_seats[env, seat] and last >= 0:
                    into.next_index[last] = LAST
                    into.rewards[last] = self.step_reward[env, seat]
            name = self.opponents[env]
            if name or self.alone:
                points, weight = self.points_of(env)
                (self.league.find(name) if name else self.league.itself).record(points, weight)
                shares = self.side_share[env % len(self.side_share)]
                shares[self.learner_seats[env]] += (points - shares[self.learner_seats[env]]) / SIDE_MEMORY
            else:
                self.league.itself.record(0.5)
            self.num_games += 1
            self.mean_length += (float(self.episode_length[env]) - self.mean_length) / min(self.num_games, 500)
            self.start_game(env)

    def points_of(self, env: int) -> tuple[float, float]:
        """Return the learner's points of a game that has ended, 0 to 1, and how many games it stands for.

        Where one of several wins, it counts as one seat against another: the winner has beaten each seat of the other
        side. A share of such points is even at one half, however many seats the learner had (ratings.py has the model).
        """
        mine = self.learner_seats[env]
        results = self.episode_reward[env]  # the outcome: what shaping adds in a game is taken back at its end
        if self.game.facts.payoff != "win":
            return 0.5 + 0.5 * float(results[mine].mean()), 1.0
        best = round(float(results[mine].max()))
        if best == 0 or mine.all():
            return 0.5 + 0.5 * best, 1.0
        beaten = (~mine if best > 0 else mine).sum()
        return 0.5 + 0.5 * best, 2 * float(beaten) / len(mine)


def rows_of(batch: TemplateBatch) -> Rows:
    """Return what all seats see and may do, as `Decisions.add` takes it: a row for each seat of each game."""
    rows = batch.num_games * batch.game.num_players
    features = batch.feature_index.reshape(rows, -1), batch.feature_value.reshape(rows, -1)
    return *features, batch.feature_count.reshape(rows), batch.legal.reshape(rows, -1), batch.legal_count.reshape(rows)
