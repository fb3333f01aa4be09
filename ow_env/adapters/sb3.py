"""Any game for Stable-Baselines3: one seat of N games as its VecEnv, with masks for sb3-contrib.

Below: one_seat.py. Above: training. The only file of this package that needs Stable-Baselines3.

    model = MaskablePPO("MlpPolicy", GameVecEnv(game, 64, opponent="random"))

One batch plays all rows, so there is no process and no environment object for each of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

try:
    from stable_baselines3.common.vec_env import VecEnv
except ImportError as error:  # pragma: no cover
    raise ImportError("ow_env.adapters.sb3 needs Stable-Baselines3: pip install 'open-worlds-env[train]'") from error

from ow_env.adapters.gymnasium import as_bool, drawn, spaces_of
from ow_env.adapters.one_seat import OneSeat, Seat
from ow_env.adapters.options import RENDER_MODES, Illegal, RenderMode, Reward
from ow_env.adapters.rows import ObservationForm, RowForm, row_of
from ow_env.core.batch import MOST_GAMES
from ow_env.core.game import Game
from ow_env.core.options import one_of, whole_number
from ow_env.core.players import Opponent
from ow_env.core.secrecy import Secret


class GameVecEnv(VecEnv):
    """One seat of each of N games; a finished game is followed by the next in the same step.

    Dense observations alternate between two arrays: a returned one stays valid until the call after the
    next, which is enough for SB3's rollouts. Copy what you keep for longer.

    Seeds are as everywhere in SB3: after ``seed(s)``, row i plays game 0 of seed s + i, then 1, 2.

    Args:
        game: one configured game, or K that differ in their decks: row i plays number i modulo K.
        num_envs: N.
        opponent: who plays the other seats (see core/players.py), or a sequence of N.
        seat: the learner's: a number, "alternate", "random", or a sequence of N numbers.
        reward: "win" or "income"; summed from one of the learner's decisions to its next.
        illegal: what a forbidden action does: "raise" (the default, so that a policy that ignores
            the mask is noticed), "forfeit" or "pass".
        max_cycles: truncate after so many joint decisions, the opponents' included.
        render_mode: "ansi", "rgb_array" or "human", drawn as the learner's seats see it.
        threads: how many threads share the rows. Results do not depend on it.
        rows: "dense", or "sparse": observations are then a Dict of what is not zero (`ow_env.adapters.rows`).
        observation: what dense rows are: "box" (None), a flat Box; "dict", a Dict of the same and the mask.
        secret: 16 to 64 bytes that key all random draws, as in Batch, for a host that does not trust its opponents.
    """

    def __init__(
        self,
        game: Game | Sequence[Game],
        num_envs: int,
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
    ) -> None:
        one_of("render_mode", render_mode, (None, *RENDER_MODES))
        num_envs = whole_number("num_envs", num_envs, 1, MOST_GAMES)
        self.render_mode: str | None = render_mode
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
        self.game = game = self.games.game
        dense = (num_envs if self.games.form == "box" else 0, game.num_features)
        self._now, self._before = np.zeros(dense, np.uint8), np.zeros(dense, np.uint8)
        self._mask = np.zeros((num_envs, game.num_actions), np.int8)
        self._actions: Any = None
        super().__init__(num_envs, *spaces_of(game, self.games.form))

    def reset(self) -> Any:
        """Start games in all rows, with the seeds and options given by `seed` and `set_options`."""
        options = self._options if any(self._options) else None
        self.games.begin(np.ones(self.num_envs, np.bool_), self._seeds, options)
        self._reset_seeds()
        self._reset_options()
        return self._show()

    def step_async(self, actions: NDArray[Any]) -> None:
        """Keep the actions [N] for `step_wait`."""
        self._actions = actions

    def step_wait(
        self,
    ) -> tuple[Any, NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Play them, and start the next game wherever one has ended."""
        games = self.games
        games.step(self._actions)
        reward, done = games.reward.astype(np.float32), games.over
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        if done.any():
            last = games.seen()
            for row in np.flatnonzero(done).tolist():
                infos[row]["terminal_observation"] = row_of(last, row)
                infos[row]["TimeLimit.truncated"] = bool(games.truncated[row])
            games.begin(done)
        return self._show(), reward, done, infos

    def close(self) -> None:
        """Nothing is held open."""

    def action_masks(self) -> NDArray[np.bool_]:
        """The action masks: bool [N, A], a view that the next step overwrites."""
        return as_bool(self._mask)

    def set_opponent(self, opponent: Opponent | Sequence[Opponent], indices: Any = None) -> None:
        """Replace the opponents of these rows (None: all rows): one for all, or one for each."""
        self.games.set_opponent(opponent, None if indices is None else np.atleast_1d(indices))

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """The attribute as each of these rows has it."""
        rows = self._get_indices(indices)
        if attr_name == "seat":
            return [int(self.games.seat[row]) for row in rows]
        return [getattr(self, attr_name) for _ in rows]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Only ``render_mode`` can be set; opponents have `set_opponent`."""
        if attr_name != "render_mode":
            raise AttributeError(f"{attr_name}: only render_mode can be set")
        one_of("render_mode", value, (None, *RENDER_MODES))
        self.render_mode = value

    def env_method(self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any) -> list[Any]:
        """``action_masks`` (bool [A] a row) or ``render``, in each of these rows."""
        rows = self._get_indices(indices)
        if method_name == "action_masks":
            masks = self.action_masks()
            return list(masks) if indices is None else [masks[row] for row in rows]
        if method_name == "render":
            return [drawn(self.games, row, self.render_mode) for row in rows]
        raise AttributeError(f"{method_name}: a row has action_masks() and render()")

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:
        """No row is an environment of its own, so none is wrapped."""
        return [False for _ in self._get_indices(indices)]

    def get_images(self) -> list[NDArray[np.uint8] | None]:
        """Each row's image, for render_mode="rgb_array"."""
        return [drawn(self.games, row, self.render_mode) for row in range(self.num_envs)]  # type: ignore[misc]

    def _show(self) -> Any:
        """Write what the learner sees and may do; turn the two arrays of dense observations round."""
        self.games.mask(self._mask)
        empty = ~self._mask.any(axis=1)
        if empty.any():  # sb3-contrib would draw from all actions, and not say so
            raise RuntimeError(f"row {int(empty.argmax())}: no action is allowed")
        if self.games.form != "box":
            return self.games.seen()
        self._now, self._before = self._before, self._now
        return self.games.observation(self._now)
