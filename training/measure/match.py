"""A measured match: two agents, many games, every seed played from every seat.

Below: ow_env (Batch), agents. Above: commands/match.py (`ow match`).
In order: the result and its interval, one batch of games, the whole match.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.base import Agent
from ow_env.core.batch import FORFEIT, Batch
from ow_env.core.game import Game
from ow_env.core.players import keep_history, seen_by, tell_ends
from ow_env.core.records import Recorder
from ow_env.core.secrecy import Secret

ROWS = 128  # games in play at once; an agent chooses for all of them in one call


@dataclass(frozen=True)
class Result:
    """How one agent fared against another."""

    wins: int
    losses: int
    ties: int
    truncated: int  # cut off without an end by the rules; they count as ties in the score
    decisions: int  # joint decisions in all games
    even: float = 0.5  # the score of an equal player: what a truncated game counts
    tied: float | None = None  # points of the ties, a k-th for each that k seats share; None: `even` of each

    @property
    def games(self) -> int:
        """All games played."""
        return self.wins + self.losses + self.ties + self.truncated

    @property
    def score(self) -> float:
        """The score: mean result, win = 1, tie = 1/2, loss = 0."""
        return (self.wins + self._tied + self.even * self.truncated) / self.games

    @property
    def _tied(self) -> float:
        return self.even * self.ties if self.tied is None else self.tied

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the score."""
        return wilson(self.score, self.games)

    def line(self, one: str, other: str) -> str:
        """Return it as one line; the names are those of the agents."""
        low, high = self.interval
        even = "" if self.even == 0.5 else f"; an even share is {100 * self.even:.1f} %"
        return (
            f"{one} against {other}: score {100 * self.score:.1f} % [95 % CI {100 * low:.1f}, {100 * high:.1f}],"
            f" {self.games} games ({self.wins} won, {self.losses} lost, {self.ties} tied,"
            f" {self.truncated} truncated){even}"
        )

    def data(self) -> dict[str, Any]:
        """Return it as plain data, with score and interval, both from 0 to 1."""
        return {"score": self.score, "interval": list(self.interval), "games": self.games, **asdict(self)}

    def __add__(self, other: Result) -> Result:
        return Result(
            self.wins + other.wins,
            self.losses + other.losses,
            self.ties + other.ties,
            self.truncated + other.truncated,
            self.decisions + other.decisions,
            self.even,
            self._tied + other._tied,
        )


def wilson(share: float, n: float, z: float = 1.959964) -> tuple[float, float]:
    """Return the interval around ``share`` of ``n`` games that holds the true share (Wilson 1927).

    It stays inside 0 to 1 and is right for few games and for one-sided matches. Games are taken as
    independent; ties make the true interval somewhat narrower than this one.
    """
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return max(0.0, middle - half), min(1.0, middle + half)


def play_batch(
    game: Game,
    seats: Sequence[Agent],
    games: int,
    seed: int,
    first_game: int = 0,
    record: Path | None = None,
    batch: Batch | None = None,
    secret: bytes | Secret | None = None,
    watch: Callable[[Batch], None] | None = None,
) -> tuple[NDArray[np.float32], NDArray[np.bool_], int]:
    """Play ``games`` games to their end, ``seats[s]`` choosing for player ``s`` in all of them.

    Row i plays game ``first_game + i`` of ``seed``: the same cards come, whoever sits where.
    ``record``: a folder to write every game to (`ow_env.core.records`). ``batch``: these very games, not begun,
    for who wants to look at them before and after. ``secret``: keys all chance, as in Batch, where agents are not
    trusted. ``watch``: is shown the games before each joint decision.

    Returns:
        reward: float32 [games, P], +1, 0 or -1.
        truncated: bool [games].
        decisions: joint decisions played in all games.
    """
    batch = batch or Batch(game, games, seed, first_game=first_game, observe="acting", rows="sparse", secret=secret)
    keep_history(batch, seats)
    recorder = None if record is None else Recorder(batch, record, seats)
    if recorder is not None:
        recorder.begin()
    actions = np.zeros((games, game.num_players), np.int32)
    reward = np.zeros((games, game.num_players), np.float32)
    running = ~(batch.terminated | batch.truncated)
    decisions = steps = 0
    while running.any():
        if watch is not None:
            watch(batch)
        actions[:] = 0
        for agent in dict.fromkeys(seats):  # each agent once, for all the seats it holds
            held = np.array([seated is agent for seated in seats])
            rows, columns = np.nonzero(batch.to_act & running[:, None] & held)
            if len(rows):
                seen = seen_by(agent, batch, rows, columns, steps)
                actions[rows, columns] = agent.act(seen)
        play(recorder or batch, actions)
        steps += 1
        decisions += int(running.sum())
        ended = running & (batch.terminated | batch.truncated)
        reward[ended] = batch.reward[ended]
        tell_ends(batch, seats, ended)
        running &= ~ended
    return reward, batch.truncated.copy(), decisions


def play(batch: Batch | Recorder, actions: NDArray[np.int32]) -> None:
    """Play one joint decision, ``actions`` [N, P]; players who have chosen `FORFEIT` lose their games."""
    gone = actions == FORFEIT
    if gone.any():
        batch.forfeit(gone)
        actions[gone.any(axis=1)] = 0  # these rows rest
    batch.step(actions)


def play_match(
    game: Game,
    one: Agent,
    other: Agent,
    games: int,
    seed: int = 0,
    report: Callable[[Result], None] = lambda result: None,
    record: Path | None = None,
    points: NDArray[np.float64] | None = None,
    secret: bytes | Secret | None = None,
    watch: Callable[[Batch], None] | None = None,
) -> Result:
    """Play ``one`` against ``other``: each game number once with ``one`` in each seat.

    Where more than two play, ``one`` has a single seat and ``other`` all the rest: an equal player scores
    ``Result.even``.

    Args:
        game: the configured game, for two or more; seats keep their decks, so swapping seats swaps decks too.
        one: whose result is returned. It holds one seat, ``other`` all the rest.
        other: the opponent.
        games: rounded up to a multiple of the number of players.
        seed: of the games; agents have their own.
        report: called with the result so far, whenever a batch was played in every seat.
        record: a folder to write every game to.
        points: float64 [game numbers], to which the points of ``one`` are added, summed over seats. Games of one
            number share their random draws, so intervals have to be computed from these and not from single games.
        secret: 16 to 64 bytes that key all random draws, as in Batch, where agents are not trusted.
        watch: as for `play_batch`.
    """
    if game.num_players == 1:
        raise ValueError(f"{game.name}: a single-player game has no opponents: use training.measure.alone.play_alone")
    even = even_share(game)
    result = Result(0, 0, 0, 0, 0, even)
    numbers = -(-games // game.num_players)
    for first in range(0, numbers, ROWS):
        rows = min(ROWS, numbers - first)
        for seat in range(game.num_players):
            seats = [other] * game.num_players
            seats[seat] = one
            reward, truncated, decisions = play_batch(
                game, seats, rows, seed, first, record, secret=secret, watch=watch
            )
            leads = lead(game, reward, seat)
            won = leads[~truncated]
            tied = np.where(truncated | (leads != 0), 0.0, share_of_tie(game, reward))
            if points is not None:
                points[first : first + rows] += points_of(game, reward, truncated, seat)
            result += Result(
                wins=int((won > 0).sum()),
                losses=int((won < 0).sum()),
                ties=int((won == 0).sum()),
                truncated=int(truncated.sum()),
                decisions=decisions,
                even=even,
                tied=float(tied.sum()),
            )
        report(result)
    return result


def points_of(game: Game, reward: NDArray[np.float32], truncated: NDArray[np.bool_], seat: int) -> NDArray[np.float64]:
    """Return what a seat takes of each game [N], from 0 to 1: a win 1, a tie its share, a truncated game an even share.

    Args:
        game: what was played.
        reward: [N, P].
        truncated: [N].
        seat: whose points.
    """
    leads = lead(game, reward, seat)
    tied = np.where(leads == 0, share_of_tie(game, reward), 0.0)
    points: NDArray[np.float64] = np.where(truncated, even_share(game), tied + (leads > 0))
    return points


def forfeits_of(agent: object) -> str:
    """Return how many games an agent has forfeited and why, as a clause; "": none, as agents that can't fail.

    Who can fail counts it: ``forfeits``, games by what went wrong, and ``examples``, what happened the first time.
    """
    forfeits: Mapping[str, int] = getattr(agent, "forfeits", {})
    if not forfeits:
        return ""
    count = sum(forfeits.values())
    why = "; ".join(f"{kind} {times}, first: {agent.examples[kind]}" for kind, times in forfeits.items())  # type: ignore[attr-defined]
    return f"forfeited {count} game{'s' * (count > 1)} ({why})"


def share_of_tie(game: Game, reward: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return what a tie is worth in each game [N], by the rewards [N, P]: one point, shared by all who did best.

    So the points of a table are 1 in all, and of P who play alike each takes a P-th. Where scores are compared with
    the mean of the others', a tie is half a point.
    """
    if game.facts.payoff != "win":
        return np.full(len(reward), 0.5)
    best: NDArray[np.bool_] = reward == reward.max(axis=1, keepdims=True)
    shares: NDArray[np.float64] = 1 / best.sum(axis=1)
    return shares


def even_share(game: Game) -> float:
    """Return the score of a seat that plays as all others do.

    Of P at a table one wins, so it is a P-th; where scores are compared with the mean of the others', about one half.
    """
    return 1 / game.num_players if game.facts.payoff == "win" and game.num_players > 2 else 0.5


def lead(game: Game, reward: NDArray[np.float32], seat: int) -> NDArray[np.float32]:
    """Return what a seat has won: above 0 if it won, below if it lost, [games].

    In a game of scores that is by how much it was paid more than the others on the average.
    """
    own: NDArray[np.float32] = reward[:, seat]
    if game.facts.payoff == "win" or game.num_players == 1:
        return own
    others: NDArray[np.float32] = np.delete(reward, seat, axis=1).mean(axis=1)
    return own - others
