"""One seat of each of N games for a learner; opponents play the others. Independent of any RL library.

Below: options.py, core (Game, Batch, players). Above: gymnasium.py and sb3.py, which only translate.

A learner sees only its own decisions: others' actions are played before it acts again, and rewards
in between are summed, so that a loser's -1 arrives with the learner's own last decision, even if
another player ended the game.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ow_env.adapters.options import (
    BATCH_REWARD,
    ILLEGAL,
    PASS,
    SEEDS,
    Illegal,
    Reward,
    checked_max_cycles,
    checked_seed,
    is_int,
    refuse_options_of_the_game,
)
from ow_env.adapters.rows import BATCH_ROWS, ObservationForm, RowForm, form_of, sparse_observations
from ow_env.core.batch import Batch
from ow_env.core.game import Game, Position, States
from ow_env.core.kernels import BEGIN, PLAY, REST
from ow_env.core.options import one_of, shown, whole_number, whole_numbers
from ow_env.core.players import Opponent, Player, draws_in, keep_history, seated, seen_by
from ow_env.core.secrecy import Secret, seed_for

Flags: TypeAlias = NDArray[np.bool_]  # [N]
Seat: TypeAlias = int | Literal["alternate", "random"] | Sequence[int]

MOST_SKIPPED = 100  # games in a row that end before the learner had a decision


class RowwiseBatch(Batch):
    """A batch whose rows go their own ways: each its own seed, and some play while others rest."""

    @property
    def potential_shaping(self) -> bool:
        """Does the reward follow the potential?"""
        return self._potential_shaping

    @property
    def secret(self) -> Secret | None:
        """What keys all random draws, if the host gave anything."""
        return self._secret

    def begin(self, rows: Flags) -> None:
        """Begin the games that ``seeds`` and ``game_number`` name."""
        self._drive(np.where(rows, BEGIN, REST))

    def play(self, rows: Flags, actions: NDArray[np.int32]) -> None:
        """Play one joint decision in these rows. Unchecked: look at the masks first."""
        self._rows.actions[:] = actions
        self._drive(np.where(rows, PLAY, REST))

    def refuse(self, row: int, player: int, action: int) -> None:
        """Raise the error for an action that is not allowed."""
        self._refuse(row, player, action)


class OneSeat:
    """N games, one seat of each held by the learner. ``begin`` them before anything else.

    Args:
        game: what is played, or several as in Batch: rows with decks of their own.
        num_games: N.
        opponent: who plays all other seats (see core/players.py), or a sequence of N of them.
        seat: the learner's: a number, a sequence of N numbers, "alternate" (seat (seed + game
            number) modulo players) or "random" (drawn from the game's seed and number).
        reward: as in the PettingZoo environments.
        illegal: likewise. What is replaced or lost here is the learner's; an opponent's forbidden
            action is always an error.
        max_cycles: truncate after so many joint decisions, the opponents' included.
        threads: how many threads share the rows; results do not depend on it.
        rows: "dense", or "sparse": see rows.py.
        observation: "box" (None): a flat array; "dict": beside the mask.
        secret: keys all random draws, as in Batch, for a host that does not trust its opponents.
    """

    seat: NDArray[np.int64]  # [N] the learner's in the game being played
    reward: NDArray[np.float64]  # [N] since the learner's last decision
    terminated: Flags
    truncated: Flags
    cycles: NDArray[np.int64]  # [N] joint decisions played

    def __init__(
        self,
        game: Game | Sequence[Game],
        num_games: int = 1,
        *,
        opponent: Opponent | Sequence[Opponent] = "random",
        seat: Seat = 0,
        reward: Reward = "win",
        illegal: Illegal = "raise",
        max_cycles: int | None = None,
        threads: int = 1,
        rows: RowForm = "dense",
        observation: ObservationForm | None = None,
        secret: bytes | Secret | None = None,
    ) -> None:
        self.form = form_of(rows, observation, "box")
        one_of("reward", reward, tuple(BATCH_REWARD))
        one_of("illegal", illegal, ILLEGAL)
        checked_max_cycles(max_cycles)
        self.num_games = num_games
        self.illegal = illegal
        self.max_cycles = max_cycles
        self.batch = RowwiseBatch(
            game,
            num_games,
            reward=BATCH_REWARD[reward],
            threads=threads,
            observe="acting",
            rows=BATCH_ROWS[rows],
            secret=secret,
        )
        self.game = game = self.batch.game
        self._every = np.arange(num_games)
        self._begun = np.zeros(num_games, np.bool_)
        self._seat_rule = _seat_rule(seat, game.num_players, num_games)
        self.seat = np.zeros(num_games, np.int64)
        self.reward = np.zeros(num_games, np.float64)
        self.terminated = np.zeros(num_games, np.bool_)
        self.truncated = np.zeros(num_games, np.bool_)
        self.cycles = np.zeros(num_games, np.int64)
        self._choices = np.zeros((num_games, game.num_players), np.int32)
        self._opponents: list[Opponent] = ["random"] * num_games  # [N] as they were given
        self._distinct: list[Opponent] = []  # each of them once
        self._players: list[Player] = []  # the functions that choose, one for each of `_distinct`
        self.set_opponent(opponent)

    def set_opponent(self, opponent: Opponent | Sequence[Opponent], rows: ArrayLike | slice | None = None) -> None:
        """Seat others from now on: one opponent for all of ``rows`` (None: all), or one for each."""
        chosen = self._every[slice(None) if rows is None else rows]  # type: ignore[index]
        if isinstance(opponent, Sequence) and not isinstance(opponent, str):
            if len(opponent) != len(chosen):
                raise ValueError(f"opponent: expected one, or one for each of {len(chosen)} games, got {len(opponent)}")
            given: list[Opponent] = list(opponent)
        else:
            given = [opponent] * len(chosen)
        seats = list(self._opponents)
        for row, one in zip(chosen.tolist(), given, strict=True):
            seats[row] = one
        self._sit_down(seats, dict(zip(map(_key, self._distinct), self._players, strict=True)))

    def _sit_down(self, opponents: list[Opponent], made: Mapping[object, Player]) -> None:
        """Give each different opponent one place, so that it chooses for all its games in one call."""
        distinct = {_key(one): one for one in opponents}
        seed, seat = self.batch.player_seed("opponent", 0), self._only_seat()
        self._players = [
            made[key] if key in made else seated(one, self.game, seed, seat) for key, one in distinct.items()
        ]
        keep_history(self.batch, self._players)
        self._distinct = list(distinct.values())
        places = {key: place for place, key in enumerate(distinct)}
        self._which = np.array([places[_key(one)] for one in opponents])
        self._opponents = opponents

    def _only_seat(self) -> int | None:
        """Return the one seat that opponents hold, whoever they are; None: each may come to sit in several."""
        rule = self._seat_rule
        if isinstance(rule, str) or self.game.num_players != 2 or len(self.batch.games) > 1 or len(set(rule)) > 1:
            return None
        return 1 - int(rule[0])

    def begin(
        self,
        rows: Flags,
        seeds: Sequence[int | None] | None = None,
        options: Sequence[dict[str, Any]] | None = None,
        states: Mapping[int, States] | None = None,
    ) -> None:
        """Begin games in these rows and play on until the learner has a decision.

        Args:
            rows: which.
            seeds: one for each of the N rows: game 0 of that seed begins. Where None, the next game
                of the row's last seed, or game 0 of a fresh seed if there was none.
            options: one dict for each of the N rows, or None. "game_number": which game of the
                seed; "position": begin there instead of at the first decision.
            states: by row, positions to begin at, not as plain data but as they are played.
        """
        batch = self.batch
        given = [checked_seed(seed) for seed in seeds or [None] * self.num_games]
        numbers, positions = _options(options, rows, self.batch)
        for row in np.flatnonzero(rows).tolist():
            seed = given[row]
            if seed is None and self._begun[row]:
                batch.game_number[row] += 1
            else:
                batch.seeds[row] = secrets.randbits(63) if seed is None else seed
                batch.game_number[row] = 0
            if row in numbers:
                batch.game_number[row] = numbers[row]
        self._begun |= rows
        if rows.all() and given[0] is not None:
            self._sit_down(self._opponents, {})  # those with a name restart, under this seed
        waiting = rows
        for _ in range(MOST_SKIPPED):
            batch.begin(waiting)
            for row, position in positions.items():
                if waiting[row]:
                    batch.set_position(position, row)
            for row, state in (states or {}).items():
                batch.set_states(state, [row])
            self.cycles[waiting] = 0
            self.seat[waiting] = self._seats(waiting)
            self.terminated[waiting] = batch.terminated[waiting]
            self.truncated[waiting] = batch.truncated[waiting]
            self._play(waiting & ~self._acting() & ~self.over)
            self.reward[waiting] = 0.0  # what came before the first decision is nobody's doing
            waiting = waiting & self.over
            if not waiting.any():
                return
            if positions or states:
                raise ValueError("position: the game is over before the learner's seat has a decision")
            batch.game_number[waiting] += 1
        raise RuntimeError(f"{MOST_SKIPPED} games ended before the learner's seat had a decision")

    def determinization(self, row: int, seed: int) -> OneSeat:
        """Return one game that goes on from what the learner knows in this row; see the Gymnasium environment."""
        batch, seat = self.batch, int(self.seat[row])
        key = seed_for("hide", whole_number("seed", seed, 0, SEEDS - 1), seat)
        ahead = OneSeat(
            batch.game_of(row).for_seat(seat),
            opponent=deepcopy(self._opponents[row]),
            seat=seat,
            reward="income" if batch.potential_shaping else "win",
            illegal=self.illegal,
            max_cycles=self.max_cycles,
            rows="sparse" if self.form == "sparse" else "dense",
            observation=None if self.form == "sparse" else self.form,
        )
        states = batch.determinizations(np.array([row]), np.array([seat]), np.array([key], np.uint64))
        ahead.begin(np.ones(1, np.bool_), [seed_for("ahead", seed, seat)], states={0: states})
        ahead.cycles += self.cycles[row]
        return ahead

    def step(self, actions: ArrayLike, rows: Flags | None = None) -> None:
        """Play the learner's actions, and on until it has another decision or its game is over.

        Args:
            actions: [N] ids; ignored in rows that do not play.
            rows: which rows play; none of them may be over. None: all.
        """
        if not self._begun.all():
            raise RuntimeError("call begin() first: not all games have begun")
        count = self.num_games
        given = whole_numbers(f"actions: expected {count} integers", actions, (count,))
        playing = np.ones(self.num_games, np.bool_) if rows is None else rows
        fits = (given >= 0) & (given < self.game.num_actions)
        allowed = self.batch.action_mask[self._every, self.seat, np.where(fits, given, PASS)] != 0
        offends = playing & ~(fits & allowed)
        requested = np.where(playing & ~offends, given, PASS)
        if offends.any():
            playing = self._instead(playing, offends, given, requested)
        self.reward[playing] = 0.0
        self._choices[self._every, self.seat] = requested
        self._play(playing)

    @property
    def over(self) -> Flags:
        """[N] is this row's game over?"""
        return self.terminated | self.truncated

    def observation(self, out: NDArray[np.uint8] | None = None) -> NDArray[np.uint8]:
        """Copy what the learner sees [N, F], into ``out`` if given."""
        return self._take(self.batch.observation, out)

    def seen(self) -> Any:
        """Copy what the learner sees: [N, F], or a dictionary of arrays [N, ...] (see rows.py)."""
        if self.form == "sparse":
            return sparse_observations(self.batch, self._every, self.seat)
        seen = self.observation()
        return seen if self.form == "box" else {"observation": seen, "action_mask": self.mask()}

    def mask(self, out: NDArray[np.int8] | None = None) -> NDArray[np.int8]:
        """Copy what the learner may do [N, A]; after the end of a game only pass."""
        return self._take(self.batch.action_mask, out)

    def _take(self, array: NDArray[Any], out: NDArray[Any] | None) -> NDArray[Any]:
        index = self._every * self.game.num_players + self.seat
        flat = array.reshape(-1, array.shape[2])
        taken: NDArray[Any] = np.take(flat, index, axis=0, out=out, mode="clip")
        return taken

    def _acting(self) -> Flags:
        return self.batch.to_act[self._every, self.seat]

    def _seats(self, rows: Flags) -> NDArray[np.int64]:
        """The learner's seats in the games these rows begin."""
        batch, players = self.batch, self.game.num_players
        if not isinstance(self._seat_rule, str):
            return self._seat_rule[rows]
        seeds, numbers = batch.seeds[rows], batch.game_number[rows]
        if self._seat_rule == "alternate":
            return ((seeds % np.uint64(players)).astype(np.int64) + numbers) % players
        games = zip(seeds.tolist(), numbers.tolist(), strict=True)
        drawn = [seed_for("seat", *which, secret=self.batch.secret) % players for which in games]
        return np.array(drawn, np.int64)

    def _play(self, rows: Flags) -> None:
        """Play these rows on until the learner has a decision or the game is over.

        ``_choices`` holds what the learner does in the first joint decision; what stands there for
        a seat that does not act is ignored.
        """
        batch = self.batch
        while rows.any():
            self._choose_for_opponents(rows)
            batch.play(rows, self._choices)
            self.cycles += rows
            np.add(self.reward, batch.reward[self._every, self.seat], self.reward, where=rows)
            cut = batch.truncated
            if self.max_cycles is not None:
                cut = cut | (self.cycles >= self.max_cycles)
            self.terminated |= rows & batch.terminated
            self.truncated |= rows & ~batch.terminated & cut
            rows = rows & ~self.over & ~self._acting()

    def _choose_for_opponents(self, rows: Flags) -> None:
        """Let each opponent choose, in one call, wherever it acts in these rows."""
        batch, game = self.batch, self.game
        acting = batch.to_act & rows[:, None]
        acting[self._every, self.seat] = False
        if not acting.any():
            return
        for number, player in enumerate(self._players):
            at, seats = np.nonzero(acting & (self._which == number)[:, None])
            if not len(at):
                continue
            seen = seen_by(player, batch, at, seats, self.cycles[at])
            draws = draws_in(batch, at, seats, self.cycles[at])
            chosen = np.asarray(player(seen, draws))
            if chosen.shape != at.shape or chosen.dtype.kind not in "iu":
                raise ValueError(
                    f"opponent {self._distinct[number]!r}: expected {len(at)} integers, one for each"
                    f" row it was shown, got {chosen.dtype} {chosen.shape}"
                )
            fits = (chosen >= 0) & (chosen < game.num_actions)
            bad = ~fits | (batch.action_mask[at, seats, np.where(fits, chosen, PASS)] == 0)
            if bad.any():
                first = int(bad.argmax())
                try:
                    batch.refuse(int(at[first]), int(seats[first]), int(chosen[first]))
                except ValueError as error:
                    raise ValueError(f"opponent {self._distinct[number]!r}: {error}") from None
            self._choices[at, seats] = chosen

    def _instead(self, playing: Flags, offends: Flags, given: NDArray[Any], requested: NDArray[Any]) -> Flags:
        """Do with forbidden actions what ``illegal`` says; return the rows that still play."""
        if self.illegal == "pass":
            mask = self.mask()[offends]
            requested[offends] = np.where(mask[:, PASS] != 0, PASS, mask.argmax(axis=1))
            return playing
        if self.illegal == "raise":
            row = int(offends.argmax())
            self.batch.refuse(row, int(self.seat[row]), int(given[row]))
        self.terminated |= offends
        self.reward[offends] = -1.0
        if self.batch.potential_shaping:  # the potential is zero after the end, as after any other end
            for row in np.flatnonzero(offends).tolist():
                self.reward[row] -= self.game.engine.potential(
                    self.batch.states[row], self.game.tables[0], int(self.seat[row])
                )
        return playing & ~offends


def _key(opponent: Opponent) -> object:
    """What makes two opponents the same: the name, or being the same object."""
    return opponent if isinstance(opponent, str) else id(opponent)


def _seat_rule(seat: Seat, players: int, num_games: int) -> str | NDArray[np.int64]:
    """The seats [N] as given, or the word for how they are found."""
    if isinstance(seat, str):
        one_of("seat", seat, ("alternate", "random"))
        return seat
    expected = f'seat: expected a number, "alternate", "random" or {num_games} numbers'
    given = np.full(num_games, seat) if is_int(seat) else seat
    seats = whole_numbers(expected, given, (num_games,))
    if ((seats < 0) | (seats >= players)).any():
        raise ValueError(f"seat: expected 0 to {players - 1}, got {seat!r}")
    return seats.astype(np.int64)


def _options(
    options: Sequence[dict[str, Any]] | None, rows: Flags, batch: RowwiseBatch
) -> tuple[dict[int, int], dict[int, Position]]:
    """Game numbers and positions asked for, by row."""
    numbers: dict[int, int] = {}
    positions: dict[int, Position] = {}
    for row in np.flatnonzero(rows).tolist() if options is not None else ():
        of_row = options[row]  # type: ignore[index]
        if not isinstance(of_row, Mapping):
            raise TypeError(f"options: expected a dict, got {of_row!r}")
        refuse_options_of_the_game(of_row, batch.game)
        if of_row.get("game_number") is not None:
            number = of_row["game_number"]
            if not is_int(number) or not 0 <= number < SEEDS:
                expected = f"a whole number from 0 to {SEEDS - 1}"
                raise ValueError(f"game_number: expected {expected}, got {shown(number)}")
            numbers[row] = int(number)
        if of_row.get("position") is not None:
            positions[row] = of_row["position"]
            batch.game_of(row).from_position(of_row["position"])  # a fault is told before anything has changed
    return numbers, positions
