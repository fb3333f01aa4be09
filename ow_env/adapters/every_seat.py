"""Every seat of one game for learners; only seats that have a decision are asked. Independent of any RL library.

Below: pettingzoo.py. Above: rllib.py, which only translates. Decided here: observations, the time of
rewards, and which game a seed stands for.

* **Observations:** each seat that has a decision now, and at the end each that has had one, gets a dictionary of
  "observations" (float32 [F]) and "action_mask" (int8 [A]). Each feature is divided by its largest value, or by 16
  where that is more: most counts may reach 255 but stay below ten, and would vanish beside flags otherwise.
* **Rewards** are summed since the seat's last decision and paid when it has the next one or the game ends. So a
  loser's -1 arrives even if another player ended the game, and a library need not sum rewards itself.
* **Seeds:** see `EverySeat.reset`.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ow_env.adapters.options import PASS, checked_seed
from ow_env.adapters.pettingzoo import GameParallelEnv
from ow_env.core.game import Game
from ow_env.core.secrecy import seed_for

Shown: TypeAlias = dict[str, NDArray[Any]]  # "observations": float32 [F] or [B, F], "action_mask": int8 [A] or [B, A]

MOST_DIVISOR = 16
CHECK_SEED = 42  # RLlib's check of a new environment resets it with this seed and `options={}`


class Stepped(NamedTuple):
    """What came of a step, for the seats that are shown something."""

    observations: dict[str, Shown]
    rewards: dict[str, float]
    terminated: bool  # the game was played to its end
    truncated: bool  # ... was cut off


class EverySeat:
    """One game, all of whose seats may learn.

    Args:
        env: a parallel environment of any game, with dense observations.
        worker: the number of the process that plays, from 1 up, if several are given the same seeds; 0: only this one.
    """

    def __init__(self, env: GameParallelEnv, worker: int = 0) -> None:
        shown = env.observation_space(env.possible_agents[0])
        if not isinstance(shown, spaces.Dict) or set(shown.spaces) != {"observation", "action_mask"}:
            raise ValueError(f"expected an environment that observes a dict of dense rows, got one of {shown}")
        self.env = env
        self.worker = worker
        self.agents = list(env.possible_agents)
        self.observation_spaces = {agent: space_of(env.game) for agent in self.agents}
        self.action_spaces = {agent: env.action_space(agent) for agent in self.agents}
        self._divisor = divisor_of(env.game)
        self._acting: list[str] = []
        self._owed: dict[str, float] = {}  # to each seat that has had a decision: earned since the last of them
        self._checked = False  # has the last game begun with `CHECK_SEED`?

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> dict[str, Shown]:
        """Begin a game; return what those who act are shown.

        Args:
            seed: begins game 0 of this seed, as in every form. In worker w > 0 it begins a game of a seed made from
                this one and w: RLlib gives seed + worker + environment, which is the same for several of them. None
                begins the next game of the last seed, or one of a fresh seed. RLlib's check gives all environments
                seed 42; that decides one game only, or all workers would go on with the same deals.
            options: {"position": dict} begins at that position.
        """
        seed = checked_seed(seed)
        checked, self._checked = self._checked, seed == CHECK_SEED and options == {}
        if seed is None:
            seed = secrets.randbits(63) if checked else None
        elif self.worker and not self._checked:
            seed = seed_for("worker", seed, self.worker)
        observations, _ = self.env.reset(seed=seed, options=None if options is None else dict(options))
        self._acting, self._owed = self.env.acting, {}
        return self._show(observations)

    def step(self, actions: Mapping[str, int]) -> Stepped:
        """Play one joint decision: an action id for each agent that acts, and for no other."""
        if set(actions) != set(self._acting):
            raise ValueError(f"actions: expected one each of {self._acting}, got those of {sorted(map(str, actions))}")
        for agent in self._acting:
            self._owed.setdefault(agent, 0.0)
        observations, rewards, terminations, truncations, _ = self.env.step(
            {agent: actions.get(agent, PASS) for agent in self.agents}
        )
        terminated, truncated = terminations[self.agents[0]], truncations[self.agents[0]]
        for agent in self._owed:
            self._owed[agent] += rewards[agent]
        self._acting = [] if terminated or truncated else self.env.acting
        shown = list(self._owed) if terminated or truncated else self._acting
        paid = {agent: self._owed.get(agent, 0.0) for agent in shown}
        self._owed.update(dict.fromkeys(set(shown) & set(self._owed), 0.0))
        return Stepped(self._show({agent: observations[agent] for agent in shown}), paid, terminated, truncated)

    def _show(self, observations: Mapping[str, Mapping[str, NDArray[Any]]]) -> dict[str, Shown]:
        """Return what is shown: at the start of a game to those who act, later to all of these."""
        agents = [agent for agent in observations if agent in self._acting or self._owed]
        return {
            agent: {
                "observations": observations[agent]["observation"] / self._divisor,
                "action_mask": observations[agent]["action_mask"],
            }
            for agent in agents
        }


def divisor_of(game: Game) -> NDArray[np.float32]:
    """Return by what each number observed is divided: float32 [F]."""
    return np.clip(game.observation_high, 1, MOST_DIVISOR).astype(np.float32)


def space_of(game: Game) -> spaces.Dict:
    """Return the space of what a seat is shown."""
    return spaces.Dict(
        {
            "action_mask": spaces.Box(0, 1, (game.num_actions,), np.int8),
            "observations": spaces.Box(0, game.observation_high / divisor_of(game), dtype=np.float32),
        }
    )


def shown_rows(game: Game, features: NDArray[np.uint8], mask: NDArray[np.int8]) -> Shown:
    """Return rows of a `Batch`, uint8 [B, F] and int8 [B, A], as a learner is shown them."""
    return {"observations": features / divisor_of(game), "action_mask": mask}
