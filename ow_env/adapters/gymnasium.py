"""Any game for Gymnasium: one seat of one game (`OneSeatEnv`), or of N (`OneSeatVectorEnv`).

Below: one_seat.py. Above: `open_worlds_v0` and its like, which name a game, and Gymnasium's
registry. Nothing is decided here but the form:

* the observation is a flat Box of uint8, what a network's first layer takes; a dictionary or sparse for those who ask;
* the mask stands in ``info["action_mask"]`` (int8 [A]) and behind ``action_masks()`` (bool [A]),
  the name sb3-contrib's MaskablePPO looks for;
* a forbidden action is an error unless ``illegal`` says otherwise. `action_space.sample(mask)`
  draws an allowed one.
"""

from __future__ import annotations

import inspect
import operator
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from typing import Any, NamedTuple

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ow_env.adapters.one_seat import Flags, OneSeat, Seat
from ow_env.adapters.options import RENDER_MODES, SEEDS, Illegal, RenderMode, Reward, checked_seed
from ow_env.adapters.rows import ObservationForm, RowForm, Shown, row_of, space_of
from ow_env.core.batch import MOST_GAMES
from ow_env.core.game import Game
from ow_env.core.options import one_of, shown, whole_number
from ow_env.core.players import Opponent
from ow_env.core.secrecy import Secret
from ow_env.core.structure import Feature
from ow_env.drawing.page import html_of
from ow_env.drawing.view import View

Observations = Any  # uint8 [F], or [N, F]; or a dictionary of arrays, see rows.py
Frame = str | NDArray[np.uint8] | None


class OneSeatEnv(gymnasium.Env[Observations, Any]):
    """One seat of one game; opponents play the others.

    Args:
        game: one configured game.
        opponent: a name, an object with ``act(observation)``, or a function: see core/players.py.
        seat: the learner's: a number, "alternate" (it moves on with each game) or "random".
        reward: "win" or "income", as in the PettingZoo environments; summed from one of the
            learner's decisions to its next.
        illegal: what a forbidden action does: "raise", "forfeit" or "pass", likewise.
        max_cycles: truncate after so many joint decisions, the opponents' included.
        render_mode: "ansi", "rgb_array" or "human", drawn as the learner's seat sees it.
        rows: "dense", or "sparse": a Dict of what is not zero (`ow_env.adapters.rows`).
        observation: what dense rows are: "box" (None), a flat Box; "dict", a Dict of the same and the mask.
        secret: 16 to 64 bytes that key all random draws, as in Batch, for a host that does not trust its opponents.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2}

    def __init__(
        self,
        game: Game,
        *,
        opponent: Opponent = "random",
        seat: Seat = 0,
        reward: Reward = "win",
        illegal: Illegal = "raise",
        max_cycles: int | None = None,
        render_mode: RenderMode | None = None,
        rows: RowForm = "dense",
        observation: ObservationForm | None = None,
        secret: bytes | Secret | None = None,
    ) -> None:
        one_of("render_mode", render_mode, (None, *RENDER_MODES))
        self.game = game
        self.render_mode = render_mode
        self.games = OneSeat(
            game,
            opponent=opponent,
            seat=seat,
            reward=reward,
            illegal=illegal,
            max_cycles=max_cycles,
            rows=rows,
            observation=observation,
            secret=secret,
        )
        self.observation_space, self.action_space = spaces_of(game, self.games.form)
        self._began = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Start a game: game 0 of ``seed``, or without a seed the next game of the same seed.

        Args:
            seed: a number from 0 up. The same seed always leads to the same games.
            options: {"game_number": k} starts game k of the seed; {"position": dict} starts from that
                position.
        """
        self.games.begin(ONE, [seed], None if options is None else [options])
        super().reset(seed=checked_seed(seed))
        self._began = True
        if self.render_mode == "human":
            self.render()
        return row_of(self.games.seen(), 0), self._info()

    def step(self, action: Any) -> tuple[Observations, float, bool, bool, dict[str, Any]]:
        """Play this action and continue to the learner's next decision, or the end."""
        games = self.games
        self._needs_game()
        if games.over[0]:
            raise ResetNeeded("the game is over, call reset()")
        if isinstance(action, (bool, np.bool_)):
            raise TypeError(f"action: expected a whole number, got {action!r}")
        try:
            id = operator.index(action)
        except TypeError:
            raise TypeError(f"action: expected a whole number, got {action!r}") from None
        if not -SEEDS <= id < SEEDS:
            raise ValueError(f"action: expected an id from 0 to {self.game.num_actions - 1}, got {shown(id)}")
        games.step(np.array([id]))
        if self.render_mode == "human":
            self.render()
        ends = bool(games.terminated[0]), bool(games.truncated[0])
        return row_of(games.seen(), 0), float(games.reward[0]), *ends, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """The action mask: bool [A]."""
        self._needs_game()
        return as_bool(self.games.mask()[0])

    def render(self) -> Any:
        """Draw the position as the learner's seat sees it; "human" prints it."""
        self._needs_game()
        if self.render_mode is None:
            gymnasium.logger.warn("render() draws nothing: make the environment with a render_mode, e.g. 'ansi'")
        return drawn(self.games, 0, self.render_mode)

    @property
    def seat(self) -> int:
        """The learner's seat in this game."""
        return int(self.games.seat[0])

    @property
    def features(self) -> tuple[Feature, ...]:
        """The named slices of an observation, in order."""
        return self.game.features

    @property
    def actions(self) -> tuple[str, ...]:
        """The name of every action id, independent of the position."""
        return self.game.actions

    def legal_actions(self) -> list[str]:
        """The names of the legal actions, in id order."""
        return [self.action_name(int(id)) for id in np.flatnonzero(self.action_masks())]

    def action_name(self, action: int) -> str:
        """The name of an action id in this position."""
        return self.game.action_name(self.games.batch.states, self.seat, self._action_id(action))

    def action_id(self, name: str) -> int:
        """The id of an action's name; the ValueError for an unknown one suggests the nearest."""
        return self.game.action_id(self.games.batch.states, self.seat, name)

    def why_not(self, action: int | str) -> str | None:
        """The rule that forbids this action (an id or a name) now, in words; None: allowed."""
        id = self.action_id(action) if isinstance(action, str) else action
        return self.game.why_not(self.games.batch.states, self.seat, self._action_id(id))

    def _action_id(self, action: int) -> int:
        return whole_number("action", action, 0, self.game.num_actions - 1)

    def determinization(self, seed: int) -> OneSeatEnv:
        """Return an environment that continues from what the learner knows, for search.

        All that is hidden from the learner is resampled from its information set, and so are all later random draws.
        (A copy of this environment would hold the true hidden cards and the true draws to come.) Opponents given by
        name are created again, others are copied with their memory. It does not render.

        Args:
            seed: a number from 0 up; the same seed gives the same determinization.
        """
        self._needs_game()
        if self.games.over[0]:
            raise ResetNeeded("the game is over, there is nothing to look ahead to; call reset()")
        ahead = copy(self)
        ahead.games = self.games.determinization(0, seed)
        ahead.game = ahead.games.game
        ahead.observation_space, ahead.action_space = spaces_of(ahead.game, ahead.games.form)  # with draws of their own
        ahead.render_mode = ahead._np_random = None
        return ahead

    def position(self, view: str = "full") -> dict[str, Any]:
        """The position as plain data: all of it, or as "public" or one player sees it."""
        self._needs_game()
        return self.game.position(self.games.batch.states, view)

    def view(self, view: str | None = None) -> View:
        """The position as everything draws it; None: as the learner sees it."""
        self._needs_game()
        return self.game.view(self.games.batch.states, view or f"player_{self.seat}")

    def _repr_html_(self) -> str:
        """The position as the learner sees it, for a notebook."""
        return html_of(self.view())

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.games.mask()[0]}

    def _needs_game(self) -> None:
        if not self._began:
            raise ResetNeeded("call reset() first, no game has begun")


class OneSeatVectorEnv(VectorEnv[Observations, Any, NDArray[Any]]):
    """One seat of each of N games, played by one batch.

    The same seeds give the same games, observations, rewards, ends and infos as Gymnasium's
    SyncVectorEnv around N single environments, in each of its autoreset modes.

    Args:
        game: one configured game.
        num_envs: N.
        opponent: as in the single form, or a sequence of N. It chooses for all its games in one call.
        seat: as in the single form, or a sequence of N numbers.
        reward: as in the single form.
        illegal: likewise.
        max_cycles: likewise.
        render_mode: likewise; `render` returns N frames.
        threads: how many threads share the rows. Results do not depend on it.
        rows: as in the single form.
        observation: likewise.
        secret: likewise.
        max_episode_steps: truncate after so many of the learner's decisions, as Gymnasium's TimeLimit does to a single
            environment.
        autoreset_mode: when a finished game is followed by the next one. NEXT_STEP: the next call
            of step begins it, ignoring that row's action. SAME_STEP: it has begun when step
            returns; the last observation and info are ``infos["final_obs"]`` and ``["final_info"]``.
            DISABLED: ``reset(options={"reset_mask": flags})`` begins it.
    """

    metadata: dict[str, Any]

    def __init__(
        self,
        game: Game,
        num_envs: int = 1,
        *,
        opponent: Opponent | Sequence[Opponent] = "random",
        seat: Seat = 0,
        reward: Reward = "win",
        illegal: Illegal = "raise",
        max_cycles: int | None = None,
        render_mode: RenderMode | None = None,
        threads: int = 1,
        rows: RowForm = "dense",
        observation: ObservationForm | None = None,
        secret: bytes | Secret | None = None,
        max_episode_steps: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    ) -> None:
        one_of("render_mode", render_mode, (None, *RENDER_MODES))
        modes = [mode.value for mode in AutoresetMode]
        if not isinstance(autoreset_mode, AutoresetMode):
            one_of("autoreset_mode", autoreset_mode, modes)
        self.game = game
        self.num_envs = num_envs = whole_number("num_envs", num_envs, 1, MOST_GAMES)
        self.render_mode = render_mode
        if max_episode_steps is not None:
            max_episode_steps = whole_number("max_episode_steps", max_episode_steps, 1)
        self.max_episode_steps = max_episode_steps
        self._steps = np.zeros(num_envs, np.int64)  # of the learner, in each row's game
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {**OneSeatEnv.metadata, "autoreset_mode": self.autoreset_mode}
        self.games = OneSeat(
            game,
            num_envs,
            opponent=opponent,
            seat=seat,
            reward=reward,
            illegal=illegal,
            max_cycles=max_cycles,
            threads=threads,
            rows=rows,
            observation=observation,
            secret=secret,
        )
        self.single_observation_space, self.single_action_space = spaces_of(game, self.games.form)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._began = False

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observations, dict[str, Any]]:
        """Start games: row i plays game 0 of seed ``seed + i``, later 1, 2, ... of the same.

        Args:
            seed: one number, or one for each row; None: each row's next game.
            options: {"reset_mask": bool [N]} starts only those rows. The rest goes to each row,
                as in the single form.
        """
        count = self.num_envs
        if seed is None or isinstance(seed, Sequence):
            seeds: list[int | None] = [None] * count if seed is None else list(seed)
            if len(seeds) != count:
                raise ValueError(f"seed: expected one number or {count}, got {len(seeds)}")
        else:
            first = checked_seed(seed)
            assert first is not None
            seeds = [first + row for row in range(count)]
        if options is not None and not isinstance(options, Mapping):
            raise TypeError(f"options: expected a dict or None, got {options!r}")
        rest = dict(options or {})
        rows = np.ones(count, np.bool_)
        if "reset_mask" in rest:
            rows = _reset_mask(rest.pop("reset_mask"), count)
        self.games.begin(rows, seeds, [rest] * count if rest else None)
        self._steps[rows] = 0
        super().reset(seed=seeds[0])
        self._began = True
        return self.games.seen(), self._info(rows, self.games.mask())

    def step(self, actions: Any) -> tuple[Observations, NDArray[np.float64], Flags, Flags, dict[str, Any]]:
        """Play one of the learner's decisions in every row that has a game."""
        if not self._began:
            raise ResetNeeded("call reset() first, no game has begun")
        games, mode = self.games, self.autoreset_mode
        over = games.over
        if over.any() and mode is AutoresetMode.DISABLED:
            raise ResetNeeded(
                f"the games of rows {np.flatnonzero(over).tolist()} are over: call"
                ' reset(options={"reset_mask": terminations | truncations})'
            )
        games.step(actions, ~over)
        self._steps += 1
        if self.max_episode_steps is not None:
            games.truncated |= ~over & (self._steps >= self.max_episode_steps)
        if over.any():  # NEXT_STEP
            games.begin(over)
            self._steps[over] = 0
        returned = games.reward.copy(), games.terminated.copy(), games.truncated.copy()
        infos: dict[str, Any] = {}
        ended = games.over
        if ended.any() and mode is AutoresetMode.SAME_STEP:
            final = np.full(self.num_envs, None, dtype=object)
            seen = games.seen()
            for row in np.flatnonzero(ended).tolist():
                final[row] = row_of(seen, row)
            infos["final_obs"], infos["_final_obs"] = final, ended
            infos["final_info"] = self._info(ended, games.mask())
            infos["_final_info"] = ended.copy()
            games.begin(ended)
            self._steps[ended] = 0
        infos.update(self._info(np.ones(self.num_envs, np.bool_), games.mask()))
        return games.seen(), *returned, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """The action masks: bool [N, A]."""
        return as_bool(self.games.mask())

    def render(self) -> tuple[Any, ...]:
        """Draw each row's position as the learner's seat sees it."""
        return tuple(drawn(self.games, row, self.render_mode) for row in range(self.num_envs))

    @property
    def seats(self) -> NDArray[np.int64]:
        """The learner's seat in each row's game [N]."""
        return self.games.seat.copy()

    @staticmethod
    def _info(rows: Flags, mask: NDArray[np.int8]) -> dict[str, Any]:
        """Masks as Gymnasium gathers the infos of single environments: zero where a row has none."""
        mask[~rows] = 0
        return {"action_mask": mask, "_action_mask": rows.copy()}


ONE = np.ones(1, np.bool_)


def spaces_of(game: Game, form: Shown = "box") -> tuple[spaces.Space[Any], spaces.Space[Any]]:
    """The spaces of one seat: observation and action."""
    return space_of(game, form), spaces.Discrete(game.num_actions)


def as_bool(mask: NDArray[np.int8]) -> NDArray[np.bool_]:
    """The same memory, read as truth values."""
    flags: NDArray[np.bool_] = mask.view(np.bool_)
    return flags


def drawn(games: OneSeat, row: int, mode: str | None) -> Frame:
    """One row's position as its learner sees it, in this render mode; "human" prints it."""
    game, states = games.batch.game_of(row), games.batch.states[row : row + 1]
    view = f"player_{games.seat[row]}"
    if mode is None:
        return None
    if mode == "rgb_array":
        return game.draw(states, view)
    text = game.render(states, view)
    if mode == "ansi":
        return text
    print(text, flush=True)
    return None


def _reset_mask(mask: Any, count: int) -> Flags:
    """The flags of ``options["reset_mask"]``, with the checks Gymnasium's own vectors make."""
    if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
        raise TypeError(f"reset_mask: expected an array of bool, got {mask!r}")
    if mask.shape != (count,):
        raise ValueError(f"reset_mask: expected shape ({count},), got {mask.shape}")
    if not mask.any():
        raise ValueError("reset_mask: expected at least one row to reset, got none")
    return mask


class EntryPoints(NamedTuple):
    """What Gymnasium's registry calls."""

    single_env: Callable[..., OneSeatEnv]
    vector_env: Callable[..., OneSeatVectorEnv]


def entry_points(name: str, make_game: Callable[..., Game]) -> EntryPoints:
    """The functions `single_env` and `vector_env` of the module ``ow_env.<name>``.

    Each takes the options of ``make_game`` and those of its environment, all by name.
    """

    def single_env(**options: Any) -> OneSeatEnv:
        own = {option: options.pop(option) for option in SINGLE if option in options}
        return OneSeatEnv(make_game(**options), **own)

    def vector_env(num_envs: int = 1, **options: Any) -> OneSeatVectorEnv:
        own = {option: options.pop(option) for option in VECTOR if option in options}
        return OneSeatVectorEnv(make_game(**options), num_envs, **own)

    single_env.__doc__ = f"One seat of {name} as a Gymnasium environment."
    vector_env.__doc__ = f"One seat of each of N games of {name} as a Gymnasium vector environment."
    for function, own in ((single_env, OneSeatEnv), (vector_env, OneSeatVectorEnv)):
        vars(function)["__signature__"] = _signature(make_game, own)  # help() shows all options
        function.__module__ = f"ow_env.{name}"
        function.__qualname__ = function.__name__
    vars(single_env)["metadata"] = OneSeatEnv.metadata  # gymnasium.make looks up render modes here
    return EntryPoints(single_env, vector_env)


def _own(env: type) -> dict[str, inspect.Parameter]:
    parameters = inspect.signature(env).parameters.items()
    return {name: p for name, p in parameters if name not in ("game", "num_envs")}


SINGLE, VECTOR = tuple(_own(OneSeatEnv)), tuple(_own(OneSeatVectorEnv))


def _signature(make_game: Callable[..., Game], env: type) -> inspect.Signature:
    """The game's options, then the environment's, all by name."""
    options = [p.replace(kind=p.KEYWORD_ONLY) for p in inspect.signature(make_game).parameters.values()]
    return inspect.Signature([*options, *_own(env).values()])
