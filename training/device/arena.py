"""Where a run on a GPU plays: N games at once, who sits at them, and what a round of them brings.

Below: network.py, ow_env.device. Above: run.py. Networks choose on the GPU, each in one call for all its seats; scripts
choose on the CPU's cores from a copy of what they see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from time import perf_counter
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from ow_env.core.game import Game
from ow_env.core.observation import Observation
from ow_env.core.players import Player
from training.device.network import DenseNetwork
from training.selfplay.arena import Clock

CHUNK = 65_536  # decisions in one forward pass
Forward: TypeAlias = Callable[[DenseNetwork, Tensor, Tensor], tuple[Tensor, Tensor]]


@dataclass(frozen=True)
class Opponent:
    """Who may sit opposite the learner."""

    name: str  # of a member of the league
    network: DenseNetwork | None = None  # that chooses on the GPU; None: players choose on the CPU
    temperature: float = 1.0  # of the network; 0: its likeliest action
    players: Sequence[Player] = ()  # the same for each thread: a script works in memory of its own


class Decided(NamedTuple):
    """D decisions of a network, as it took them."""

    observation: Tensor  # uint8 [D, F or more]
    mask: Tensor  # int8 [D, A or more]
    action: Tensor  # int64 [D]
    log_prob: Tensor  # float32 [D]
    value: Tensor  # float32 [D]
    place: Tensor  # int64 [D] whose: row * P + seat; while a round is played, plus N * P for each step


@dataclass
class Round:
    """M decisions whose consequences are known."""

    observation: Tensor  # uint8 [M, F or more]
    mask: Tensor  # int8 [M, A or more]
    action: Tensor  # int64 [M]
    log_prob: Tensor  # float32 [M]
    value: Tensor  # float32 [M]
    advantage: Tensor  # float32 [M]
    taught: Tensor | None = None  # int64 [M] what a script would do in the learner's place


def advantages(
    value: Tensor, acted: Tensor, reward: Tensor, done: Tensor, gamma: float, gae_lambda: float
) -> tuple[Tensor, Tensor]:
    """Return generalized advantage estimates [T, N, P] along each seat's own decisions, and which of them are known.

    A seat's last decision of a round in a game that goes on bootstraps the one before; its own is not known yet.

    Args:
        value: [T, N, P] at each decision.
        acted: bool [T, N, P] where there is one.
        reward: [T, N, P] of every step.
        done: bool [T, N] the step ended the game.
        gamma: the discount of one decision of the seat.
        gae_lambda: 0 trusts the value function, 1 the rewards alone.
    """
    advantage, known = torch.zeros_like(value), torch.zeros_like(acted)
    gathered, next_value, next_advantage = (torch.zeros_like(value[0]) for _ in range(3))
    followed = torch.zeros_like(acted[0])
    for step in range(len(value) - 1, -1, -1):
        over = done[step][:, None]
        gathered = torch.where(over, reward[step], reward[step] + gathered)
        next_value, next_advantage = next_value.masked_fill(over, 0), next_advantage.masked_fill(over, 0)
        followed = followed | over
        here = acted[step]
        found = gathered + gamma * next_value - value[step] + gamma * gae_lambda * next_advantage
        advantage[step] = torch.where(here & followed, found, 0)
        known[step] = here & followed
        next_advantage = torch.where(here, advantage[step], next_advantage)
        next_value = torch.where(here, value[step], next_value)
        gathered = torch.where(here, 0, gathered)
        followed = followed | here
    return advantage, known


def forward(network: DenseNetwork, observation: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
    """Return logits and values: a function of its own, to be compiled."""
    found: tuple[Tensor, Tensor] = network(observation, mask)
    return found


class DeviceArena:
    """N games of the learner against others, or itself.

    Args:
        batch: the games: a `DeviceBatch`, or a `HostBatch`.
        game: what is played.
        network: the learner.
        seed: of all draws here.
        threads: of the CPU, for those who choose there.
        forward: asks a network.
        first_potential: [P] of each seat as a game begins, where rewards are shaped: what they add up to is the outcome
            less this.

    Attributes:
        opponent: int64 [N] who is met in each game, by number among those seated; 0: the learner itself.
        learner_seats: bool [N, P] the learner's seats.
        played, points, weights: float64 [K + 1] how many games ended since `results` was called, by opponent; what the
            learner won of them, each times its weight; their weights.
    """

    def __init__(
        self, batch: Any, game: Game, network: DenseNetwork, seed: int, threads: int = 1, forward: Forward = forward,
        first_potential: NDArray[np.float64] | None = None,
    ) -> None:  # fmt: skip
        self.batch, self.game, self.network, self.forward = batch, game, network, forward
        self.device = batch.to_act.device
        n, players = batch.to_act.shape
        self.alone = players == 1
        self.opponents: list[Opponent] = []
        self.chances = torch.ones(1, device=self.device)
        self.opponent = torch.zeros(n, dtype=torch.int64, device=self.device)
        self.learner_seats = torch.ones(n, players, dtype=torch.bool, device=self.device)
        first = np.zeros(players) if first_potential is None else first_potential
        self.first_potential = torch.from_numpy(first.astype(np.float32)).to(self.device)
        self.sum_of_rewards = torch.zeros(n, players, device=self.device)
        self.length = torch.zeros(n, dtype=torch.int64, device=self.device)
        self.step_reward = torch.zeros(n, players, device=self.device)  # since the seat's last decision
        self.open = self.no_decisions()  # of the learner, whose consequences are not known yet
        self.generator = torch.Generator(self.device).manual_seed(seed)
        self.rng = np.random.default_rng(seed)
        self.threads = ThreadPoolExecutor(threads, "selfplay")
        self.num_decisions = 0  # of all seats since the beginning
        self.num_games = 0  # finished
        self.mean_length = 0.0  # joint decisions of a game, a running mean over the games of some rounds
        self.clock = Clock()
        self._begun = 0.0
        self._acted = torch.zeros((), dtype=torch.int64, device=self.device)
        self._lengths = torch.zeros((), dtype=torch.int64, device=self.device)
        self._empty()

    def no_decisions(self) -> Decided:
        """Return nothing in the form of decisions."""
        observation, mask = self.batch.seat_rows()
        nothing = torch.zeros(0, device=self.device)
        return Decided(observation[:0], mask[:0], nothing.long(), nothing, nothing, nothing.long())

    def _empty(self) -> None:
        zeros = torch.zeros(3, len(self.chances), dtype=torch.float64, device=self.device)
        self.played, self.points, self.weights = zeros

    # ── Who sits where ───────────────────────────────────────────────────────────────────────────

    def seat(self, opponents: Sequence[Opponent], chances: NDArray[np.float64]) -> None:
        """Say who may be met from now on.

        A game against somebody who is no longer among them goes on as self-play, and counts as that.

        Args:
            opponents: K of them.
            chances: [K + 1] how likely a new game is self-play, or against each.
        """
        numbers = {other.name: number for number, other in enumerate(opponents, 1)}
        before = [0, *(numbers.get(other.name, 0) for other in self.opponents)]
        self.opponent = torch.tensor(before, device=self.device)[self.opponent]
        self.learner_seats |= (self.opponent == 0)[:, None]
        self.opponents = list(opponents)
        self.chances = torch.from_numpy(chances.astype(np.float32)).to(self.device)
        self._empty()

    def begin_games(self) -> None:
        """Draw the seats of games that have all just begun."""
        self.open = self.no_decisions()
        self.step_reward.zero_()
        self.start_games(torch.ones_like(self.learner_seats[:, 0]))

    def start_games(self, rows: Tensor) -> None:
        """Draw opponents and the learner's seats for the games that begin in these rows, bool [N].

        Against somebody else it has one seat of two; of more, any number but all.
        """
        n, players = self.learner_seats.shape
        drawn = torch.multinomial(self.chances, n, replacement=True, generator=self.generator)
        order = torch.rand(n, players, device=self.device, generator=self.generator).argsort(1).argsort(1)
        many = torch.randint(1, max(players, 2), (n, 1), device=self.device, generator=self.generator)
        learner_seats = (order < many) | (drawn == 0)[:, None]
        self.opponent = torch.where(rows, drawn, self.opponent)
        self.learner_seats = torch.where(rows[:, None], learner_seats, self.learner_seats)
        self.sum_of_rewards = torch.where(rows[:, None], self.first_potential, self.sum_of_rewards)
        self.length.masked_fill_(rows, 0)

    def finish_games(self, rows: Tensor) -> None:
        """Count the games that have ended in these rows, bool [N]; see `Arena.points_of` for the points of many seats.

        Results are rounded: a game may begin with a little more or less than the potential that most begin with.
        """
        learner_seats, players = self.learner_seats, self.learner_seats.shape[1]
        results = self.sum_of_rewards.double()
        if self.game.facts.payoff == "win":
            best = results.masked_fill(~learner_seats, -torch.inf).max(1).values.round()
            whole = (best == 0) | learner_seats.all(1)
            beaten = torch.where(best > 0, (~learner_seats).sum(1), learner_seats.sum(1))
            points, weight = 0.5 + 0.5 * best, torch.where(whole, 1.0, 2 * beaten / players)
        else:
            points = 0.5 + 0.5 * (results * learner_seats).sum(1) / learner_seats.sum(1)
            weight = torch.ones_like(points)
        if not self.alone:
            points = torch.where(self.opponent == 0, 0.5, points)
        over = rows.double()
        for total, each in ((self.played, over), (self.points, over * weight * points), (self.weights, over * weight)):
            total.index_add_(0, self.opponent, each)
        self._lengths += (self.length * rows).sum()

    def results(self) -> list[tuple[float, float, int]]:
        """Return what `Member.record` takes of the games that ended since this was called: itself first."""
        found = torch.stack([self.points, self.weights, self.played]).T.tolist()
        games = int(sum(played for _, _, played in found))
        if games:
            self.num_games += games
            share = min(1.0, 8 * games / self.num_games)
            self.mean_length += share * (int(self._lengths) / games - self.mean_length)
        self._lengths.zero_()
        self._empty()
        return [(points / weight if n else 0.0, weight / max(n, 1), int(n)) for points, weight, n in found]

    # ── Playing ──────────────────────────────────────────────────────────────────────────────────

    def lap(self, part: str) -> None:
        """Put the time since the last call down to a part, when the GPU has done what it was asked to."""
        if self.device.type == "cuda":
            torch.cuda.synchronize(self.device)
        now = perf_counter()
        if part:
            setattr(self.clock, part, getattr(self.clock, part) + now - self._begun)
        self._begun = now

    @torch.no_grad()
    def decide(self, network: DenseNetwork, at: Tensor, temperature: float = 1.0) -> Iterator[Decided]:
        """Yield what a network chooses for the seats at row * P + seat, some at a time."""
        seen, allowed = self.batch.seat_rows()
        for part in at.split(CHUNK):
            observation, mask = seen.index_select(0, part), allowed.index_select(0, part)
            logits, value = self.forward(network, observation, mask)
            noise = torch.empty_like(logits).exponential_(generator=self.generator).log_()
            action = (logits - temperature * noise).argmax(1)
            log_prob = logits.gather(1, action[:, None])[:, 0] - logits.logsumexp(1)
            yield Decided(observation, mask, action, log_prob, value, part)

    def ask(self, players: Sequence[Player], observation: Tensor, mask: Tensor) -> Tensor:
        """Return what players choose, int64 [B], each thread's for a piece of the rows."""

        def choose(player: Player, rows: tuple[NDArray[Any], NDArray[Any], NDArray[Any]]) -> NDArray[Any]:
            features, allowed, draws = rows
            return player(Observation(np.ascontiguousarray(features), np.ascontiguousarray(allowed)), draws)

        found: list[NDArray[Any]] = []
        for seen, legal in zip(observation.split(CHUNK), mask.split(CHUNK), strict=True):  # a piece is on the CPU
            features = seen.cpu().numpy()[:, : self.game.num_features]
            allowed = legal.cpu().numpy()[:, : self.game.num_actions]
            count = min(len(players), len(features))
            split = (np.array_split(each, count) for each in (features, allowed, self.rng.random(len(features))))
            found += self.threads.map(choose, players, zip(*split, strict=True))
        return torch.from_numpy(np.concatenate(found).astype(np.int64)).to(self.device)

    def play(self, steps: int, gamma: float, gae_lambda: float) -> Round:
        """Play so many joint decisions in every game; return those of the learner whose consequences are known now.

        A seat's last decision is open until the seat decides again or its game ends, and then belongs to that round.
        """
        batch, device = self.batch, self.device
        n, players = batch.to_act.shape
        shape = steps + 1, n, players  # in step 0 stand the decisions that the round before left open
        value, reward = torch.zeros(shape, device=device), torch.zeros(shape, device=device)
        acted = torch.zeros(shape, dtype=torch.bool, device=device)
        done = torch.zeros(shape[:2], dtype=torch.bool, device=device)
        actions = torch.zeros(n * players, dtype=torch.int32, device=device)
        kept = [self.open]
        at = self.open.place
        value[0].view(-1)[at], acted[0].view(-1)[at] = self.open.value, True
        reward[0] = self.step_reward
        self.lap("")
        for step in range(1, steps + 1):
            actions.zero_()
            at = (batch.to_act & self.learner_seats).flatten().nonzero()[:, 0]
            for found in self.decide(self.network, at) if len(at) else ():
                actions[found.place] = found.action.int()
                value[step].view(-1)[found.place] = found.value
                kept.append(found._replace(place=found.place + step * n * players))
            acted[step].view(-1)[at] = True
            self.step_reward.view(-1)[at] = 0
            self.lap("learner")
            for number, other in enumerate(self.opponents, 1):
                at = (batch.to_act & ~self.learner_seats & (self.opponent == number)[:, None]).flatten().nonzero()[:, 0]
                if not len(at):
                    continue
                if other.network is not None:
                    for found in self.decide(other.network, at, other.temperature):
                        actions[found.place] = found.action.int()
                else:
                    seen, allowed = batch.seat_rows()
                    actions[at] = self.ask(other.players, seen[at], allowed[at]).int()
            self.lap("opponents")
            self._acted += batch.to_act.sum()
            batch.step(actions.view(n, players))
            reward[step] = batch.reward
            done[step] = batch.terminated | batch.truncated
            self.step_reward += batch.reward
            self.step_reward.masked_fill_(done[step][:, None], 0)
            self.sum_of_rewards += batch.reward
            self.length += 1
            self.finish_games(done[step])
            self.start_games(done[step])
            self.lap("rules")
        self.num_decisions += int(self._acted)
        self._acted.zero_()
        advantage, known = advantages(value, acted, reward, done, gamma, gae_lambda)
        place = torch.cat([each.place for each in kept])
        closed = known.view(-1)[place]
        columns = [list(column) for column in zip(*kept, strict=True)]
        self.open = self.no_decisions()
        kept.clear()
        learned, opened = [], []
        for column in columns:
            whole = torch.cat(column)
            column.clear()  # before the next is copied: observations take gigabytes
            learned.append(whole[closed])
            opened.append(whole[~closed])
        of_round, self.open = Decided(*learned), Decided(*opened)
        self.open = self.open._replace(place=self.open.place % (n * players))
        self.lap("learner")
        return Round(*of_round[:-1], advantage=advantage.view(-1)[of_round.place])
