"""Any game for RLlib: all seats of it as its MultiAgentEnv, with masks, for both of its API stacks.

Below: every_seat.py, which decides everything. Above: nothing. The only file of this package that needs Ray.

    from ray.tune.registry import register_env
    register_env("open_worlds", rllib.make("open_worlds_v0"))

The keys "observations" and "action_mask" are those that RLlib's own masked networks look for: the new stack's
`ActionMaskingTorchRLModule` and the old one's `TorchActionMaskModel`, both in `ray.rllib.examples`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

try:
    from ray.rllib.env.multi_agent_env import MultiAgentEnv
except ImportError as error:
    raise ImportError("ow_env.adapters.rllib needs RLlib: pip install 'open-worlds-env[rllib]'") from error

from ow_env.adapters.every_seat import EverySeat, Shown, shown_rows
from ow_env.adapters.pettingzoo import GameParallelEnv
from ow_env.core.game import Game
from ow_env.core.players import Observation

MakeEnv = Callable[..., GameParallelEnv]


class RLlibEnv(MultiAgentEnv):  # type: ignore[misc]  # Ray has no type information where it is not installed
    """One game. Only agents that have a decision are observed; see `EverySeat` for rewards and seeds.

    Args:
        env: a parallel environment of any game. RLlib's check of a new environment draws without the mask, so this one
            should have ``illegal="pass"``, as `make` gives it.
        worker: the number of RLlib's env runner.
    """

    def __init__(self, env: GameParallelEnv, worker: int = 0) -> None:
        self.seats = EverySeat(env, worker)
        self.game = env.game
        self.metadata = dict(env.metadata)
        self.render_mode = env.render_mode
        self.possible_agents = list(self.seats.agents)
        self.agents = list(self.seats.agents)  # all of them, always: RLlib looks here for who may be told something
        self._agent_ids = set(self.agents)  # the old API stack's word for it
        self.observation_spaces = self.seats.observation_spaces
        self.action_spaces = self.seats.action_spaces
        super().__init__()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Shown], dict[str, dict[str, Any]]]:
        """Begin a game; return what those who act are shown, and infos without anything in them."""
        observations = self.seats.reset(seed, options)
        return observations, {agent: {} for agent in observations}

    def step(
        self, action_dict: Mapping[str, int]
    ) -> tuple[dict[str, Shown], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Play one joint decision: an action id for each agent that acts."""
        observations, rewards, terminated, truncated = self.seats.step(action_dict)
        everybody = (*observations, "__all__")
        return (
            observations,
            rewards,
            dict.fromkeys(everybody, terminated),
            dict.fromkeys(everybody, truncated),
            {agent: {} for agent in observations},
        )

    def render(self) -> Any:
        """Draw the position as the option ``render_mode`` says."""
        return self.seats.env.render()

    def close(self) -> None:
        """End the record of a game that is being played."""
        self.seats.env.close()


def make(env: str | MakeEnv, **options: Any) -> Callable[[Mapping[str, Any] | None], RLlibEnv]:
    """Return what `ray.tune.registry.register_env` takes.

    Args:
        env: a module of environments of this package, such as "open_worlds_v0", or the function ``parallel_env`` of
            one, of any distribution.
        options: the function's, by name. ``illegal`` is "pass" by default. RLlib's
            ``config.environment(env_config={...})`` takes precedence.
    """
    if isinstance(env, str) and not env.isidentifier():
        raise ValueError(f'env: expected the name of a module in ow_env such as "open_worlds_v0", got {env!r}')
    parallel_env: MakeEnv = import_module(f"ow_env.{env}").parallel_env if isinstance(env, str) else env

    def create(config: Mapping[str, Any] | None = None) -> RLlibEnv:
        chosen = {"illegal": "pass", **options, **(config or {})}
        return RLlibEnv(parallel_env(**chosen), getattr(config, "worker_index", 0))

    return create


class Trained:
    """What RLlib has trained, as an agent: for `play_match`, and as an opponent in every environment.

    It plays the allowed action with the greatest logit.

    Args:
        policy: an RLModule, ``algorithm.get_module(...)``; or a Policy of the old stack, ``algorithm.get_policy(...)``.
        game: what it plays.
    """

    def __init__(self, policy: Any, game: Game) -> None:
        self.policy = policy
        self.game = game

    def act(self, observation: Observation) -> NDArray[np.int32]:
        """Return one allowed action id for each row: int32 [B]."""
        shown = shown_rows(self.game, observation.features, observation.mask)
        if hasattr(self.policy, "forward_inference"):
            import torch

            with torch.no_grad():
                seen = {name: torch.from_numpy(array) for name, array in shown.items()}
                chosen = self.policy.forward_inference({"obs": seen})["action_dist_inputs"].argmax(dim=-1).numpy()
        else:  # as RLlib's preprocessor lays a Dict out flat, its keys in order
            rows = np.concatenate([shown["action_mask"], shown["observations"]], axis=1, dtype=np.float32)
            chosen = self.policy.compute_actions(rows, explore=False)[0]
        return np.asarray(chosen, np.int32)
