"""N games of one kind, stepped by one compiled call.

Below: kernels.py (the loops), game.py (the words for errors). Above: adapters, agents, training.

Row i plays game number ``first_game + i`` of the seed, then the number N further on each time it
restarts. What happens in a game follows from (seed, game number) and the actions alone: not from
N, the row, the number of threads, or what other rows do.
"""

from __future__ import annotations

import json
import os
import time
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NoReturn, TypeAlias

import numpy as np
import numpy.typing as npt

from ow_env.core.game import Game, Rows, States, frozen
from ow_env.core.history import History
from ow_env.core.kernels import BEGIN, PLAY, REST, SHOW
from ow_env.core.options import one_of, shown, whole_number, whole_numbers, yes_or_no
from ow_env.core.rng import RNG, below, start_all
from ow_env.core.secrecy import Keys, Secret, commitment, draw_keys, game_key, seed_for, stream_seed
from ow_env.core.sharing import DECISIONS, NO_ROOM, PATIENCE, REFUSED, Helpers, Tuner, found, planned, processors
from ow_env.core.sparse import SparseRows, cut

Which: TypeAlias = npt.ArrayLike | slice | None  # row numbers, or a flag for each row; None: all
Reward: TypeAlias = Literal["win", "shaped"]
Observe: TypeAlias = Literal["all", "acting"]
Form: TypeAlias = Literal["dense", "sparse", "both"]

FORMAT = 2  # of saved files
MOST_HEADER = 2**20  # bytes of what a saved file says of itself
NO_JSON = (json.JSONDecodeError, UnicodeDecodeError)
MOST_GAMES = 2**31 - 1  # rows
MOST_NUMBER = 2**62  # of a row's first game: it has as far to go again
ENOUGH = 128  # joint decisions in a call, or no other thread is ever woken for it
ACTION_STREAM = 0x5DEECE66D  # random play draws from another sequence than the game itself
DENSE = ("observation", "action_mask")
SPARSE = ("legal", "legal_count", "feature_index", "feature_value", "feature_count")
DERIVED = ("commands", "actions", *DENSE, *SPARSE, "to_act")  # what a file need not hold
FORFEIT = -1  # in the place of an action: this player gives the game up


class Batch:
    """N games. The arrays are the same objects for the batch's whole life, changed in place.

    A new batch holds started games; ``reset`` starts the next ones.

    Args:
        game: a `Game`, or a game's name (default options); or K games that differ in decks, say, but have the same
            constants and number of players: row i then always plays game i modulo K.
        num_games: N, the number of rows.
        seed: any integer; decides all random draws.
        threads: the most threads that share the rows of one call. Results do not depend on it.
        autoreset: a row whose game ends starts the next at once. ``reward``, ``terminated`` and
            ``truncated`` are then those of the game that ended, all else of the new one. Otherwise
            finished rows ignore their actions until ``reset``.
        reward: "win" is the outcome at the end; "shaped" adds, at each step, the change of the
            position's potential (potential-based shaping: 0 after the end, so the optimal policy
            is unchanged).
        first_game: the game number of row 0.
        observe: whose observations a step writes: "all" seats', or only those of the seats
            "acting" next, nearly twice as fast; another seat's observation is then stale until
            it acts or its game ends. Masks, ``to_act``, rewards and flags are current either way.
        rows: the form of observations and masks: "dense", one number for each feature and each action; "sparse",
            indices and values of what is not zero, a fraction of the memory; or "both". Arrays of a form that was not
            asked for do not exist.
        secret: 16 to 64 bytes that key the random draws of all games, for a host that does not trust its players:
            games then follow from (secret, seed, game number) and the actions, and guessing seeds reveals
            nothing. None: from the seed, the number and the actions.
    """

    states: States  # [N] positions
    rng: npt.NDArray[Any]  # [N] RNG records, beside the positions and never in them
    game_number: npt.NDArray[np.int64]  # [N]
    observation: npt.NDArray[np.uint8]  # [N, P, F] dense: of the seats that ``observe`` says
    action_mask: npt.NDArray[np.int8]  # [N, P, A] dense, 1: allowed; only pass for a player who does not act
    legal: npt.NDArray[np.int32]  # [N, P, M] sparse: the ids allowed, in increasing order, then zeros
    legal_count: npt.NDArray[np.int32]  # [N, P] sparse: how many
    feature_index: npt.NDArray[np.int32]  # [N, P, K] sparse: which numbers observed are not 0, in increasing order
    feature_value: npt.NDArray[np.uint8]  # [N, P, K] sparse: these numbers; beyond their count both are 0
    feature_count: npt.NDArray[np.int32]  # [N, P] sparse: how many
    to_act: npt.NDArray[np.bool_]  # [N, P] does this player act now?
    reward: npt.NDArray[np.float32]  # [N, P] for the last step
    terminated: npt.NDArray[np.bool_]  # [N] the last step ended the game by its rules
    truncated: npt.NDArray[np.bool_]  # [N] ... by a limit

    def __init__(
        self,
        game: Game | str | Sequence[Game],
        num_games: int,
        seed: int = 0,
        *,
        threads: int = 1,
        autoreset: bool = False,
        reward: Reward = "win",
        first_game: int = 0,
        observe: Observe = "all",
        rows: Form = "dense",
        secret: bytes | Secret | None = None,
    ) -> None:
        num_games = whole_number("num_games", num_games, 1, MOST_GAMES)
        threads = whole_number("threads", threads, 1)
        one_of("reward", reward, ("win", "shaped"))
        one_of("observe", observe, ("all", "acting"))
        self.form = one_of("rows", rows, ("dense", "sparse", "both"))
        self.games = alike(game)
        self.game = game = self.games[0]
        self.num_games = num_games
        self.autoreset = yes_or_no("autoreset", autoreset)
        self.first_game = whole_number("first_game", first_game, 0, MOST_NUMBER)
        self._secret = Secret.of(secret)
        self._potential_shaping = reward == "shaped"
        self._observe_acting_only = observe == "acting"
        self._threads = min(threads, num_games, processors())
        self.history: History | None = None  # what was decided, if anybody wants to know
        self._forfeits = False  # has any game been forfeited?
        self._helpers: Helpers | None = None
        self._tuner = Tuner(self._threads)
        dense, sparse = self.form != "sparse", self.form != "dense"
        self._rows = Rows.of(game, np.zeros(num_games, game.state_dtype), dense=dense, sparse=sparse)
        self._rows.template_index[:] = np.arange(num_games) % len(self.games)
        self._requested = np.zeros((num_games, game.num_players), np.int64)
        # With a secret, the seed that a row's game draws from (`Rows.seeds`) is not the one it was given.
        self._given_seeds = None if self._secret is None else np.zeros(num_games, np.uint64)
        self._keys = np.zeros((num_games, game.num_players), np.uint64)  # as `draw_keys` found them for ...
        self._keyed = np.zeros(num_games, np.uint64), np.full(num_games, -1)  # ... these seeds and numbers
        self._bind()
        self.reset(seed=seed)

    def _bind(self) -> None:
        """Name the public arrays, and what each thread gives to the kernels."""
        rows = self._rows
        self.states = rows.states
        self.rng = rows.rng
        self.game_number = rows.game_number
        for name in (*DENSE * (self.form != "sparse"), *SPARSE * (self.form != "dense")):
            setattr(self, name, getattr(rows, name))
        self.to_act = rows.to_act
        self.reward = rows.reward
        self.terminated = rows.terminated
        self.truncated = rows.truncated
        self._arguments = [rows.arrays(self.game) for _ in range(self._threads)]
        self._kernels = self.game.kernels
        self._opened = any(openings_of(game) is not None for game in self.games)
        self._tables = frozen(self.game.tables)
        self._templates = frozen(np.concatenate([game.template for game in self.games]))

    def reset(self, rows: Which = None, seed: int | None = None) -> None:
        """Start a new game in the given rows.

        Args:
            rows: row numbers, a slice or a boolean mask; None: all rows.
            seed: if given, these rows return to their first game number, under this seed.
        """
        chosen = self._flags(rows)
        if seed is None:
            self.game_number[chosen] += self.num_games
        else:
            seed = whole_number("seed", seed)
            self.seeds[chosen] = np.uint64(seed % 2**64)
            self.game_number[chosen] = self.first_game + np.flatnonzero(chosen)
            action_rng = np.zeros(self.num_games, RNG)
            action_seed = seed if self._secret is None else seed_for("rollout", seed, secret=self._secret)
            start_all(action_rng, np.uint64((action_seed ^ ACTION_STREAM) % 2**64), np.uint64(self.first_game))
            self._rows.action_rng[chosen] = action_rng[chosen]
        self._drive(np.where(chosen, BEGIN, REST))

    def step(self, actions: npt.ArrayLike) -> None:
        """Play one joint decision in every row that is not finished.

        Args:
            actions: [N, P] action ids; 0, pass, for a player who does not act.

        Raises:
            ValueError: an action is not allowed. Nothing has changed in any row.
        """
        shape = self._requested.shape
        expected = f"actions: expected integers [num_games, num_players] = {shape}"
        given = whole_numbers(expected, actions, shape)
        self._requested[:] = given
        commands: npt.ArrayLike = PLAY
        if self._forfeits:
            resting = self.terminated & ~self.to_act.any(axis=1)
            self._requested[resting] = self._first_legal()[resting]
            commands = np.where(resting, REST, PLAY)
        result = self._drive(commands, stride=self.num_games if self.autoreset else 0, check=True)
        if result < 0:
            row, player = divmod(-1 - result, self.game.num_players)
            self._refuse(row, player, int(given[row, player]))

    def forfeit(self, by: npt.ArrayLike) -> None:
        """End games that players give up: they have lost. No position changes, and the rows rest until a `reset`.

        Rewards are those of `rewards_of_forfeit`, without shaping, ``terminated`` is True, and nobody acts. Files of
        `save` do not have it: the game goes on where one is loaded.

        Args:
            by: bool [N, P] who gives up; rows of those whose game is over already are left as they are.

        Raises:
            ValueError: the batch has autoreset, or ``by`` another shape.
        """
        if self.autoreset:
            raise ValueError("forfeit: a batch with autoreset has no rows that rest; make it without")
        given = np.asarray(by, np.bool_)
        if given.shape != self.to_act.shape:
            raise ValueError(f"by: expected flags [num_games, num_players] = {self.to_act.shape}, got {given.shape}")
        rows = given.any(axis=1) & ~(self.terminated | self.truncated)
        self.reward[rows] = rewards_of_forfeit(given[rows])
        self.terminated[rows] = True
        self.to_act[rows] = False
        self._forfeits |= bool(rows.any())

    def rollout(self, steps: int) -> int:
        """Play ``steps`` joint decisions in every row at random, with auto-reset.

        Masks, observations and rewards are written at every step. Actions are drawn
        uniformly from the legal ones, by a random generator of their own.

        Returns:
            the number of decisions, one for each player who acted.
        """
        steps = whole_number("steps", steps, 0)
        if not self.autoreset:
            over = ~self.to_act.any(axis=1)  # after a rollout, flags may be of a game that another has followed
            if over.any():
                self.reset(over)
        return self._drive(PLAY, random_actions=True, stride=self.num_games, steps=steps)

    def keep_history(self) -> None:
        """Remember from now on what is decided in the games being played, as `history`. Steps then take longer."""
        if self.history is None:
            self.history = History(self.num_games)

    @property
    def seeds(self) -> npt.NDArray[np.uint64]:
        """The seed of each row's game [N], as it was given; changed in place. Hand it to no player."""
        return self._rows.seeds if self._given_seeds is None else self._given_seeds

    def draw_keys(self, rows: npt.NDArray[np.integer[Any]], seats: npt.NDArray[np.integer[Any]]) -> Keys:
        """Return what the draws of these seats follow from in these rows' games [B]: all the randomness to hand out.

        It follows from (secret, seed, game number, seat), and by `core.secrecy` none of these from it.
        """
        seeds, numbers = self._keyed
        stale = (seeds[rows] != self.seeds[rows]) | (numbers[rows] != self.game_number[rows])
        if stale.any():  # a game has begun: one hash for all its decisions
            new = np.unique(rows[stale])
            seeds[new], numbers[new] = self.seeds[new], self.game_number[new]
            self._keys[new] = draw_keys(seeds[new], numbers[new], self.game.num_players, self._secret)
        keys: Keys = self._keys[rows, seats]
        return keys

    def player_seed(self, purpose: str, row: int, *about: int | str) -> int:
        """Return a seed for a player with random choices of its own: `core.secrecy.seed_for` of this row's seed.

        Args:
            purpose: what for, at most 9 letters.
            row: whose seed decides.
            about: whose it is: a seat, a name.
        """
        return seed_for(purpose, int(self.seeds[row]), *about, secret=self._secret)

    def game_key(self, row: int) -> bytes | None:
        """Return what keys the draws of a row's game, to be disclosed at its end; None without a secret."""
        if self._secret is None:
            return None
        return game_key(self._secret, int(self.seeds[row]), int(self.game_number[row]))

    def sparse_rows(self, rows: npt.NDArray[np.integer[Any]], seats: npt.NDArray[np.integer[Any]]) -> SparseRows:
        """Return what these seats see and may do in these rows [B], copied; for a batch that writes sparse rows."""
        at, game = (rows, seats), self.game
        features, index, value = cut(at, self.feature_count, self.feature_index, self.feature_value)
        actions, legal = cut(at, self.legal_count, self.legal)
        return SparseRows(index, value, features, legal, actions, game.num_features, game.num_actions)

    def determinizations(
        self,
        rows: npt.NDArray[np.integer[Any]],
        seats: npt.NDArray[np.integer[Any]],
        keys: npt.NDArray[np.uint64],
    ) -> States:
        """Return copies of these rows' positions [B] in which all that a seat can't know is resampled.

        Args:
            rows: [B].
            seats: [B] for each row the seat that searches.
            keys: [B] what is drawn follows from its key alone, and not from the game's own generator.
        """
        found = np.zeros(len(rows), self.game.state_dtype)
        self.game.copy(self.states, rows, found, np.arange(len(rows)))
        for seat in np.unique(seats).tolist():
            these = np.flatnonzero(seats == seat)
            rng = np.zeros(len(these), RNG)
            rng["key"] = keys[these]
            part = found[these]
            self.game.kernels.hide(part, rng, self._tables, seat)
            found[these] = part
        return found

    def game_of(self, row: int) -> Game:
        """Return the game that a row plays."""
        return self.games[int(self._rows.template_index[row])]

    def set_states(self, states: States, rows: Which = None) -> None:
        """Set positions: one for each row given, or a single one for all of them.

        Random generators are unchanged; rewards are zero, the flags say whether a position is terminal.

        Raises:
            TypeError: the array is not of this game's record type.
            ValueError: the number is wrong, or one is not a valid position; names the field and the row. Nothing has
            changed in any row.
        """
        chosen = self._flags(rows)
        if np.ndim(states) == 1 and len(states) not in (1, int(chosen.sum())):
            raise ValueError(f"states: expected {int(chosen.sum())}, one for each row, or one, got {len(states)}")
        self.game.check(states)
        self.states[chosen] = states
        self._drive(np.where(chosen, SHOW, REST))

    def set_position(self, position: dict[str, Any], row: int = 0) -> None:
        """Set a row to a position, as `Game.position` writes it.

        What is drawn before its next decision the row's own generator draws.

        Raises:
            ValueError: it is not a valid position of this game; nothing has changed.
        """
        rng = self.rng[row : row + 1].copy()
        state = self.game_of(row).from_position(position, rng)
        self.set_states(state, [row])
        self.rng[row] = rng[0]

    def refresh(self) -> None:
        """Recompute what follows from ``states``: call it after changing them by hand.

        Raises:
            ValueError: one is not a valid position; names the field and the row.
        """
        self.game.check(self.states)
        self._drive(SHOW)

    def copy_rows(self, source: npt.ArrayLike, target: npt.ArrayLike) -> None:
        """Copy positions and random generators of rows ``source`` to rows ``target``.

        Only what ``rollout`` draws its actions from is not copied: copies roll out differently.
        """
        source, target = np.asarray(source), np.asarray(target)
        for name, array in self._arrays():
            if name != "action_rng":
                if array.dtype.names:
                    array = array.view(f"V{array.itemsize}")  # as bare bytes, records copy faster
                array[target] = array[source]
        if self.history is not None:
            self.history.copy(source, target)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Save all rows to one file; ``load`` continues from it exactly."""
        arrays: dict[str, Any] = {
            name: array.reshape(-1).view(np.uint8) for name, array in self._arrays() if name not in DERIVED
        }
        header = np.frombuffer(json.dumps(self._header()).encode(), np.uint8)
        partial = Path(f"{os.fspath(path)}.{os.getpid()}")
        with open(partial, "wb") as file:
            np.savez(file, header=header, **arrays)
        partial.replace(path)

    def load(self, path: str | os.PathLike[str]) -> None:
        """Continue from a saved file of a batch of the same game and size.

        Raises:
            ValueError: the file is of another kind, game or size, or damaged. Nothing has changed in any row.
        """
        own = {name: array for name, array in self._arrays() if name not in DERIVED}
        found = read_saved(path, self._header(), {name: array.nbytes for name, array in own.items()})
        states = found["states"].view(self.game.state_dtype)
        self.game.check(states, f"{path}: states")
        limits = {"template_index": len(self._templates) - 1, "game_number": 2**63 - 1, "terminated": 1, "truncated": 1}
        for name, most in limits.items():
            numbers = found[name].view(np.uint8 if own[name].dtype == np.bool_ else own[name].dtype)
            for row in np.flatnonzero((numbers < 0) | (numbers > most))[:1].tolist():
                raise ValueError(f"{path}: {name}, row {row}: expected 0 to {most}, found {numbers[row]}")
        for name, array in own.items():
            array.reshape(-1).view(np.uint8)[:] = found[name]
        last_step = [array.copy() for array in (self.reward, self.terminated, self.truncated)]
        self._drive(SHOW)
        self.reward[:], self.terminated[:], self.truncated[:] = last_step

    def _header(self) -> dict[str, Any]:
        """Return what a file must agree on to be loaded."""
        options = [game.options for game in self.games]
        return {
            "format": FORMAT,
            "game": self.game.name,
            "version": self.game.version,
            "options": json.loads(json.dumps(options if options[1:] else options[0])),
            "num_games": self.num_games,
            "record": self.game.state_dtype.itemsize,
            "secret": None if self._secret is None else commitment(game_key(self._secret, 0, 0)),  # is it the same?
        }

    def _arrays(self) -> Iterator[tuple[str, npt.NDArray[Any]]]:
        """Yield every array with its name."""
        for field in fields(Rows):
            yield field.name, getattr(self._rows, field.name)
        if self._given_seeds is not None:
            yield "given_seeds", self._given_seeds

    def _refuse(self, row: int, player: int, action: int) -> None:
        """Raise the error for an action that is not allowed."""
        game, state = self.game_of(row), self.states[row : row + 1]
        if not 0 <= action < game.num_actions:
            said, why = str(action), f"there are only ids from 0 to {game.num_actions - 1}"
            why += "; an agent that gives up so has lost only where games are measured" if action == FORFEIT else ""
        else:
            said = repr(game.action_name(state, player, action))
            why = game.why_not(state, player, action) or "it is not allowed"
        raise ValueError(f"row {row}: player_{player} may not play {said}: {why}")

    def _first_legal(self) -> npt.NDArray[np.integer[Any]]:
        """Return the first action allowed for each player [N, P]."""
        first: npt.NDArray[np.integer[Any]] = (
            self.legal[:, :, 0] if self.form == "sparse" else self.action_mask.argmax(axis=2)
        )
        return first

    def _flags(self, rows: Which) -> npt.NDArray[np.bool_]:
        """Return a flag for each row."""
        flags = np.zeros(self.num_games, np.bool_)
        try:
            flags[slice(None) if rows is None else rows] = True  # type: ignore[index]
        except (IndexError, TypeError, ValueError, OverflowError):
            expected = f"row numbers below {self.num_games}, a slice, or a flag for each of {self.num_games} rows"
            raise ValueError(f"rows: expected {expected}, got {shown(rows)}") from None
        return flags

    def _drive(
        self,
        commands: npt.ArrayLike,
        *,
        random_actions: bool = False,
        stride: int = 0,
        steps: int = 1,
        check: bool = False,
    ) -> int:
        """Have the kernels do what ``commands`` says in every row; return how many decisions were taken.

        With ``check``, `_requested` is what is played: -1 - (row * P + player) is returned if there is an action that
        is not allowed, the first of them, and nothing has changed.
        """
        keyed = self._secret is not None
        if (self._opened or keyed) and steps > 1:  # the kernel knows neither openings nor secrets: look for games begun
            return sum(self._drive(commands, random_actions=random_actions, stride=stride) for _ in range(steps))
        self._rows.commands[:] = commands
        if keyed:
            self._key_streams(self._rows.commands == BEGIN)
        before = self.game_number.copy() if keyed and stride > 0 else None
        asked = None if self.history is None else (self.states.copy(), self.rng.copy(), self.to_act.copy())
        settings = (self._potential_shaping, self._observe_acting_only, random_actions, stride, steps)
        decisions = self._call_kernels(settings, steps, check)
        if decisions < 0:
            return decisions
        if asked is not None:
            self._note(*asked, follow=stride > 0, known=not random_actions)
        followed = None if before is None else self.game_number != before
        if followed is not None and followed.any():
            self._key_streams(followed)  # the kernel has begun them by the keys of the games before
            self._drive_only(followed, BEGIN)
        if self._opened:
            self._open(stride > 0)
        return decisions

    def _note(
        self, states: States, rng: npt.NDArray[Any], to_act: npt.NDArray[np.bool_], follow: bool, known: bool
    ) -> None:
        """Add what was just decided to the history.

        Args:
            states: as they stood before, [N].
            rng: likewise.
            to_act: likewise.
            follow: has another game followed where one has ended?
            known: do ``actions`` have what was decided?
        """
        assert self.history is not None
        over = self.terminated | self.truncated
        for row in np.flatnonzero(self._rows.commands != REST).tolist():
            if self._rows.commands[row] != PLAY or (follow and over[row]) or not known:
                self.history.clear(row)
            elif to_act[row].any():
                self.history.note(row, states[row], rng[row : row + 1], self._rows.actions[row], to_act[row])

    def _call_kernels(self, settings: tuple[Any, ...], steps: int, check: bool) -> int:
        """Call them in as many threads as are quickest; return what `_drive` does."""
        if self._threads == 1 or self.num_games * steps < ENOUGH:
            return self._alone(settings, check)
        all_play = check or settings[2]  # `step` and `rollout`
        work = steps * (self.num_games if all_play else int(np.count_nonzero(self._rows.commands)))  # some may rest
        if work < ENOUGH:
            return self._alone(settings, check)
        threads = self._tuner.pick(work)
        begun = time.perf_counter_ns()
        result = self._alone(settings, check) if threads == 1 else self._together(settings, threads, check)
        if result >= 0 and self._tuner.watching:
            self._tuner.learn(work, threads, time.perf_counter_ns() - begun)
        return result

    def _alone(self, settings: tuple[Any, ...], check: bool) -> int:
        """Have the calling thread do all."""
        kernels, rows = self._kernels, self._rows
        if check:
            refused = kernels.accept(
                self.states, self._requested, rows.actions, self._tables, self.game.num_actions, 0, self.num_games
            )
            if refused >= 0:
                return -1 - int(refused)
        constants = (self._tables, self._templates, *settings)
        decisions = int(kernels.drive(*self._arguments[0], *constants, 0, self.num_games))
        if decisions < 0:
            self._no_room()
        return decisions

    def _together(self, settings: tuple[Any, ...], threads: int, check: bool) -> int:
        """Have so many threads share the rows."""
        if self._helpers is None or not self._helpers.here:
            self._helpers = Helpers(self._threads - 1)
        plan = planned(self.num_games, threads, settings[-1], check)
        constants = (self._tables, self._templates, *settings, self._requested, self.game.num_actions, plan)
        tasks = [
            partial(self._kernels.share, *arguments, *constants, thread, PATIENCE)
            for thread, arguments in enumerate(self._arguments[:threads])
        ]
        self._helpers.share(tasks[0], tasks[1:])
        each = found(plan)
        refused = each[:, REFUSED][each[:, REFUSED] > 0]
        if refused.size:
            return -int(refused.min())
        if each[:, NO_ROOM].any():
            self._no_room()
        return int(each[:, DECISIONS].sum())

    def _no_room(self) -> NoReturn:
        """Raise the error for a game that has told the kernels too little."""
        raise RuntimeError(f"{self.game.name}: a sparse row has more than its facts' most_actions or most_numbers")

    def _key_streams(self, begun: npt.NDArray[np.bool_]) -> None:
        """Have the games that begin in these rows draw from a stream that the secret keys."""
        for row in np.flatnonzero(begun).tolist():
            key = self.game_key(row)
            assert key is not None
            self._rows.seeds[row] = stream_seed(key, int(self.seeds[row]))

    def _drive_only(self, rows: npt.NDArray[np.bool_], command: int) -> None:
        """Have the kernel do this in these rows; rewards and flags of the games that ended there stay."""
        kept = [array.copy() for array in (self._rows.commands, self.reward, self.terminated, self.truncated)]
        self._rows.commands[:] = np.where(rows, command, REST)
        constants = (self._tables, self._templates, False, False, False, 0, 1)
        self._kernels.drive(*self._arguments[0], *constants, 0, self.num_games)
        self._rows.commands[:], self.reward[:], self.terminated[:], self.truncated[:] = kept

    def _open(self, followed: bool) -> None:
        """Put the games that have just begun into one of their openings, drawn by their own generator."""
        commands, over = self._rows.commands, self.terminated | self.truncated
        begun = (commands == BEGIN) | ((commands == PLAY) & over & followed)
        for row in np.flatnonzero(begun).tolist():
            openings = openings_of(self.game_of(row))
            if openings is None:
                begun[row] = False
            else:
                self.states[row] = openings[below(self.rng[row], len(openings))]
        if begun.any():
            self._drive_only(begun, SHOW)

    def __getstate__(self) -> dict[str, Any]:
        """Leave out the threads, and what ``_bind`` recreates."""
        made = ("_arguments", "_tables", "_templates", "_kernels")
        kept = {key: value for key, value in self.__dict__.items() if key not in made}
        return {**kept, "_helpers": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Share memory between the arrays again."""
        self.__dict__.update(state)
        self._bind()

    if not TYPE_CHECKING:  # to a type checker a name that is nowhere declared is a mistake

        def __getattr__(self, name: str) -> Any:
            """Say which form has an array that this batch does not have."""
            for form, names in (("dense", DENSE), ("sparse", SPARSE)):
                if name in names:
                    has = f"this batch writes {self.form} rows; make it with rows={form!r} or rows='both'"
                    raise AttributeError(f"{name}: {has}")
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __repr__(self) -> str:
        """Show the game and the number of rows."""
        games = self.game if len(self.games) == 1 else list(self.games)
        return f"Batch({games!r}, num_games={self.num_games})"


def read_saved(path: str | os.PathLike[str], expected: Mapping[str, Any], sizes: Mapping[str, int]) -> dict[str, Any]:
    """Return the arrays of a file that `Batch.save` has written, as bytes, by name.

    Args:
        path: of the file.
        expected: what its header has to say.
        sizes: bytes of each array. One that would take more is refused before it is unpacked.

    Raises:
        ValueError: it is no such file, or damaged.
    """
    try:
        with zipfile.ZipFile(path) as file:
            header = json.loads(read_bytes(file, "header", None).tobytes())
            if not isinstance(header, dict):
                raise ValueError(f"its header is {shown(header)}")
            for key, value in expected.items():
                if header.get(key) != value:
                    raise ValueError(f"{key} is {shown(header.get(key))}, not {value!r}")
            return {name: read_bytes(file, name, size) for name, size in sizes.items()}
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, *NO_JSON) as error:
        raise ValueError(f"{path}: damaged, or no saved batch: {error}") from None
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def read_bytes(file: zipfile.ZipFile, name: str, size: int | None) -> npt.NDArray[np.uint8]:
    """Return an array of bytes from a saved file; ``size``: how many it must have.

    Raises:
        ValueError: it is missing, or no such array.
    """
    if f"{name}.npy" not in file.namelist():
        raise ValueError(f"{name} is missing: damaged, or no saved batch")
    with zipfile.Path(file, f"{name}.npy").open("rb") as stream:
        if np.lib.format.read_magic(stream) != (1, 0):
            raise ValueError(f"{name}: damaged, or no saved batch")
        shape, _, dtype = np.lib.format.read_array_header_1_0(stream)
        right = shape == ((size,) if size is not None else (min(int(np.prod(shape)), MOST_HEADER),))
        if dtype != np.uint8 or not right:
            raise ValueError(f"{name}: expected {size or 'some'} bytes, found {dtype} {list(shape)}")
        content = np.frombuffer(stream.read(shape[0]), np.uint8)
    if content.shape != shape:
        raise ValueError(f"{name}: expected {shape[0]} bytes, found {len(content)}: the file is cut off")
    return content


def rewards_of_forfeit(by: npt.NDArray[np.bool_]) -> npt.NDArray[np.float32]:
    """Return what games pay [..., P] in which some have given up, ``by`` [..., P].

    They have -1. Of two the other one has won; of more nobody has, for nobody has beaten all others.
    """
    return np.where(by, -1, 1 if by.shape[-1] == 2 else 0).astype(np.float32)


def openings_of(game: Game) -> States | None:
    """Return the positions [K], one of which each game begins from instead of by its setup; None for most games.

    A game has them as its attribute ``openings``: endgames to solve or to practise, say.
    """
    openings: States | None = getattr(game, "openings", None)
    return openings


def alike(game: Game | str | Sequence[Game]) -> tuple[Game, ...]:
    """Return one or more games, or the one of this name, as a tuple; refuse those that one batch can't hold."""
    if isinstance(game, str):
        from ow_env.registry import make  # which knows all games; a batch of none by name needs no registry

        game = make(game)
    games = (game,) if isinstance(game, Game) else tuple(game)
    if not games:
        raise ValueError("game: expected a game, or some, got none")
    for number, other in enumerate(games):
        if not isinstance(other, Game):
            raise TypeError(f"game: expected a game, got {other!r} as number {number}")
        for what in ("name", "num_players", "num_actions", "num_features"):
            one, another = getattr(games[0], what), getattr(other, what)
            if one != another:
                raise ValueError(f"game: number {number} has {what} {another!r}, number 0 {one!r}")
        if other.tables.tobytes() != games[0].tables.tobytes():
            raise ValueError(f"game: number {number} has other tables (other cards?) than number 0")
    return games


def any_allowed(batch: Batch, rng: np.random.Generator) -> npt.NDArray[np.intp]:
    """Return an allowed action for each seat of each row, each as likely: [N, P]."""
    draws = rng.random(batch.action_mask.shape, np.float32)
    chosen: npt.NDArray[np.intp] = np.where(batch.action_mask, draws, -1.0).argmax(axis=2)
    return chosen
