"""N games of one kind, stepped by one compiled call.

Below: kernels.py (the loops), game.py (the words for errors). Above: adapters, agents, training.

Row i plays game number ``first_game + i`` of the seed, then the number N further on each time it
begins anew. What happens in a game follows from (seed, game number) and the actions alone: not from
N, the row, the number of threads, or what other rows do.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from ow_env.core.game import Game, States, View, frozen
from ow_env.core.rng import RNG, start_all

Rows: TypeAlias = npt.ArrayLike | slice | None  # row numbers, or a flag for each row; None: all
Reward: TypeAlias = Literal["win", "shaped"]

FORMAT = 1  # of saved files
PICKING = 0x5DEECE66D  # random play draws from another sequence than the game's own chance
SAVED = (
    "chance",
    "game_number",
    "reward",
    "terminated",
    "truncated",
    "_seeds",
    "_pickers",
)


class Batch:
    """N games. The arrays are the same objects for the batch's whole life, changed in place.

    The games have begun when the batch is made; ``reset`` begins the next ones.

    Args:
        game: what is played.
        num_games: N, how many rows.
        seed: any integer; decides all chance.
        threads: how many threads share the rows of one call. Results do not depend on it.
        autoreset: a row whose game ends begins the next at once. ``reward``, ``terminated`` and
            ``truncated`` then tell of the game that ended, all else of the new one. Otherwise
            finished rows ignore their actions until ``reset``.
        reward: "win" is the outcome at the end; "shaped" adds, at each step, how much the
            position's potential changed. Potential is 0 after the end, so the best policy stays
            the best.
        first_game: the game number of row 0.
    """

    states: States  # [N] positions
    chance: npt.NDArray[Any]  # [N] RNG records, beside the positions and never in them
    game_number: npt.NDArray[np.int64]  # [N]
    observation: npt.NDArray[np.uint8]  # [N, P, F]
    action_mask: npt.NDArray[np.int8]  # [N, P, A] 1: allowed; only pass for a player not asked
    to_act: npt.NDArray[np.bool_]  # [N, P] is this player asked now?
    reward: npt.NDArray[np.float32]  # [N, P] for the last step
    terminated: npt.NDArray[np.bool_]  # [N] the last step ended the game by its rules
    truncated: npt.NDArray[np.bool_]  # [N] ... by a limit

    def __init__(
        self,
        game: Game,
        num_games: int,
        seed: int = 0,
        *,
        threads: int = 1,
        autoreset: bool = False,
        reward: Reward = "win",
        first_game: int = 0,
    ) -> None:
        if num_games < 1:
            raise ValueError(f"num_games: expected at least 1, got {num_games!r}")
        if threads < 1:
            raise ValueError(f"threads: expected at least 1, got {threads!r}")
        if reward not in ("win", "shaped"):
            raise ValueError(f'reward: expected "win" or "shaped", got {reward!r}')
        self.game = game
        self.num_games = num_games
        self.autoreset = autoreset
        self.first_game = first_game
        self._shaped = reward == "shaped"
        self._threads = min(threads, num_games)
        self._pool: ThreadPoolExecutor | None = None
        self._pool_owner = 0
        self._tables = frozen(game.tables)
        self._template = frozen(game.template)
        view = View.of(game, num_games)
        self.observation = view.observation
        self.action_mask = view.action_mask
        self.to_act = view.to_act
        self.terminated = view.terminated
        self.truncated = view.truncated
        self.states = np.zeros(num_games, game.state_dtype)
        self.chance = np.zeros(num_games, RNG)
        self.game_number = np.zeros(num_games, np.int64)
        self.reward = np.zeros((num_games, game.num_players), np.float32)
        self._seeds = np.zeros(num_games, np.uint64)
        self._pickers = np.zeros(num_games, RNG)
        self._actions = np.zeros((num_games, game.num_players), np.int32)
        self.reset(seed=seed)

    def reset(self, rows: Rows = None, seed: int | None = None) -> None:
        """Begin a new game in the given rows.

        Args:
            rows: row numbers, a slice, or a flag for each row; None: all rows.
            seed: if given, these rows return to their first game number, under this seed.
        """
        chosen = self._flags(rows)
        if seed is None:
            self.game_number[chosen] += self.num_games
        else:
            self._seeds[chosen] = np.uint64(seed % 2**64)
            self.game_number[chosen] = self.first_game + np.flatnonzero(chosen)
            pickers = np.zeros(self.num_games, RNG)
            start_all(pickers, np.uint64((seed ^ PICKING) % 2**64), np.uint64(self.first_game))
            self._pickers[chosen] = pickers[chosen]
        self.reward[chosen] = 0.0
        self.terminated[chosen] = False
        self.truncated[chosen] = False
        self._run(
            self.game.kernels.reset,
            self.states,
            self.chance,
            self._tables,
            self._template,
            self._seeds,
            self.game_number,
            self.observation,
            self.action_mask,
            self.to_act,
            chosen,
        )

    def step(self, actions: npt.ArrayLike) -> None:
        """Play one joint decision in every row that is not finished.

        Args:
            actions: [N, P] action ids; 0, pass, for a player not asked.

        Raises:
            ValueError: an action is not allowed. Nothing has changed in any row.
        """
        given = self._take(actions)
        kernels = self.game.kernels
        fault = kernels.fault(self.states, self._tables, self._actions, self.game.num_actions)
        if fault >= 0:
            row, player = divmod(fault, self.game.num_players)
            self._refuse(row, player, int(given[row, player]))
        stride = self.num_games if self.autoreset else 0
        self._run(kernels.step, *self._rowwise(), self._actions, self._shaped, stride)

    def rollout(self, steps: int) -> int:
        """Play ``steps`` joint decisions in every row at random, beginning anew at each end.

        Masks, observations and rewards are written at every step. The choices are drawn from a
        sequence of their own, even among the allowed actions.

        Returns:
            how many decisions were taken, one for each player asked.
        """
        over = self.terminated | self.truncated
        if not self.autoreset and over.any():
            self.reset(over)
        counts = self._run(
            self.game.kernels.rollout,
            *self._rowwise(),
            self._pickers,
            self._actions,
            self._shaped,
            self.num_games,
            steps,
        )
        return int(sum(counts))

    def set_states(self, states: States, rows: Rows = None) -> None:
        """Put positions into rows: one for each row given, or a single one for all of them.

        Chance goes on as it was; rewards are zero, the flags say whether the position is an end.
        """
        chosen = self._flags(rows)
        if states.dtype != self.game.state_dtype:
            raise TypeError(f"states: expected records of {self.game.name}, got {states.dtype}")
        self.states[chosen] = states
        self.reward[chosen] = 0.0
        flags = self.terminated.copy(), self.truncated.copy()
        self.refresh()
        self.terminated[~chosen], self.truncated[~chosen] = flags[0][~chosen], flags[1][~chosen]

    def refresh(self) -> None:
        """Write anew what follows from ``states``: call it after changing them by hand."""
        self._run(
            self.game.kernels.show,
            self.states,
            self._tables,
            self.observation,
            self.action_mask,
            self.to_act,
            self.terminated,
            self.truncated,
        )

    def copy_rows(self, source: npt.ArrayLike, target: npt.ArrayLike) -> None:
        """Make rows ``target`` play on from where rows ``source`` are, under the same chance.

        Only what ``rollout`` draws its choices from is not copied: copies roll out differently.
        """
        source, target = np.asarray(source), np.asarray(target)
        states = self.states.view(f"V{self.states.itemsize}")  # as bare bytes they copy faster
        for array in (states, self.observation, self.action_mask, self.to_act):
            array[target] = array[source]
        for name in SAVED:
            if name != "_pickers":
                array = getattr(self, name)
                array[target] = array[source]

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write all rows to one file, from which ``load`` goes on exactly."""
        arrays: dict[str, Any] = {name: _bytes(getattr(self, name)) for name in ("states", *SAVED)}
        header = np.frombuffer(json.dumps(self._header()).encode(), np.uint8)
        partial = Path(f"{os.fspath(path)}.{os.getpid()}")
        with open(partial, "wb") as file:
            np.savez(file, header=header, **arrays)
        partial.replace(path)

    def load(self, path: str | os.PathLike[str]) -> None:
        """Go on from a saved file, made by a batch of the same game and size."""
        with np.load(path, allow_pickle=False) as file:
            found, wanted = json.loads(file["header"].tobytes()), self._header()
            for key, value in wanted.items():
                if found.get(key) != value:
                    raise ValueError(f"{path}: {key} is {found.get(key)!r}, not {value!r}")
            for name in ("states", *SAVED):
                _bytes(getattr(self, name))[:] = file[name]
        over = self.terminated.copy(), self.truncated.copy()
        self.refresh()
        self.terminated[:], self.truncated[:] = over  # under autoreset they tell of the game before

    def _header(self) -> dict[str, Any]:
        """Return what a file must agree on to be loaded."""
        return {
            "format": FORMAT,
            "game": self.game.name,
            "version": self.game.version,
            "options": json.loads(json.dumps(self.game.options)),
            "num_games": self.num_games,
            "record": self.game.state_dtype.itemsize,
        }

    def _rowwise(self) -> tuple[Any, ...]:
        """Return the arrays that ``step`` and ``rollout`` have in common, in their order."""
        return (
            self.states,
            self.chance,
            self._tables,
            self._template,
            self._seeds,
            self.game_number,
            self.observation,
            self.action_mask,
            self.to_act,
            self.reward,
            self.terminated,
            self.truncated,
        )

    def _take(self, actions: npt.ArrayLike) -> npt.NDArray[Any]:
        """Copy the actions into our own array, if they are [N, P] integers; return what was given.

        An id too large for our array becomes another one that does not exist.
        """
        given = np.asarray(actions)
        if given.shape != self._actions.shape or given.dtype.kind not in "iu":
            raise ValueError(
                f"actions: expected integers [num_games, num_players] = {self._actions.shape}, "
                f"got {given.dtype} {given.shape}"
            )
        if given.dtype.itemsize > self._actions.itemsize:
            np.clip(given.astype(np.int64), -1, self.game.num_actions, out=self._actions)
        else:
            self._actions[:] = given
        return given

    def _refuse(self, row: int, player: int, action: int) -> None:
        """Raise the error for an action that is not allowed."""
        state = self.states[row : row + 1]
        if not 0 <= action < self.game.num_actions:
            said, why = str(action), f"there are only ids from 0 to {self.game.num_actions - 1}"
        else:
            said = repr(self.game.action_name(state, player, action))
            why = self.game.why_not(state, player, action) or "it is not allowed"
        raise ValueError(f"row {row}: player_{player} may not play {said}: {why}")

    def _flags(self, rows: Rows) -> npt.NDArray[np.bool_]:
        """Return a flag for each row."""
        flags = np.zeros(self.num_games, np.bool_)
        flags[slice(None) if rows is None else rows] = True  # type: ignore[index]
        return flags

    def _run(self, kernel: Callable[..., Any], *arguments: Any) -> list[Any]:
        """Call a kernel over all rows, in one piece or one for each thread."""
        if self._threads == 1:
            return [kernel(*arguments)]
        cuts = [self.num_games * i // self._threads for i in range(self._threads + 1)]
        pieces = [self._piece(arguments, cuts[i], cuts[i + 1]) for i in range(self._threads)]
        return list(self._workers().map(lambda piece: kernel(*piece), pieces))

    def _piece(self, arguments: Sequence[Any], first: int, last: int) -> list[Any]:
        """Return the arguments for rows first .. last - 1: what has N rows is cut, the rest not."""
        constants = (self._tables, self._template)
        return [
            a[first:last] if isinstance(a, np.ndarray) and not any(a is c for c in constants) else a
            for a in arguments
        ]

    def _workers(self) -> ThreadPoolExecutor:
        """Return the threads, made when first needed; a forked child makes its own."""
        if self._pool is None or self._pool_owner != os.getpid():
            self._pool = ThreadPoolExecutor(self._threads, thread_name_prefix="ow_env")
            self._pool_owner = os.getpid()
        return self._pool

    def __getstate__(self) -> dict[str, Any]:
        """Leave the threads behind when copied or sent to another process."""
        return {**self.__dict__, "_pool": None}

    def __repr__(self) -> str:
        """Show the game and the number of rows."""
        return f"Batch({self.game!r}, num_games={self.num_games})"


def _bytes(array: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
    """Return the array's memory as bytes, shared."""
    return array.view(np.uint8) if array.ndim == 1 else array.reshape(-1).view(np.uint8)
