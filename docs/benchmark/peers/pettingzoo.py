"""PettingZoo's classic games: turn-based (AEC), with the wrappers ``env()`` gives them, or all agents at once.

Its own way of making environments by an id came with version 1.26; what a module makes is the same, with a warning.
"""

from __future__ import annotations

import time
import warnings
from importlib import import_module
from typing import Any

import numpy as np

from docs.benchmark.choose import choose, in_turns, xorshift_state
from docs.benchmark.worker import Case, Counts, serve

DECISION = (
    "one env.step of the agent selected, chosen from the action_mask of env.last() by our compiled "
    "chooser; env.last() gives observation and mask at every decision; agents that take leave at the "
    "end step with None, which is no decision; a finished game is followed by reset"
)
PARALLEL = (
    "one agent's action in parallel_env().step, chosen by our compiled chooser from a mask that allows everything, for "
    "the game has none; compared by joint steps, in which both agents act; reset at the end"
)


def module_of(request: dict[str, Any]) -> Any:
    """Return the module of the game that is asked for."""
    warnings.simplefilter("ignore", DeprecationWarning)
    return import_module(f"pettingzoo.classic.{request['case'].partition(':')[2]}")


def make(request: dict[str, Any]) -> Case:
    """Prepare one environment."""
    env = module_of(request).env()
    env.reset(seed=1)
    agent = env.possible_agents[0]
    return Case(
        in_turns(env),
        {
            "decision": DECISION,
            "games": 1,
            "players": len(env.possible_agents),
            "actions": int(env.action_space(agent).n),
            "observation": int(np.prod(env.observation_space(agent)["observation"].shape)),
        },
    )


def make_parallel(request: dict[str, Any]) -> Case:
    """Prepare one environment in which all agents act at once and everything is allowed."""
    env = module_of(request).parallel_env()
    env.reset(seed=1)
    agent = env.possible_agents[0]
    mask = np.ones((1, int(env.action_space(agent).n)), np.int8)
    rng, actions, one = xorshift_state(1), np.zeros(1, np.int64), np.ones(1, np.bool_)

    def run(times: int) -> Counts:
        decisions = over = 0
        choosing = 0.0
        for _ in range(times):
            if not env.agents:
                env.reset()
                over += 1
            begun = time.perf_counter()
            chosen = {}
            for agent in env.agents:
                choose(mask, one, actions, rng)
                chosen[agent] = int(actions[0])
            choosing += time.perf_counter() - begun
            env.step(chosen)
            decisions += len(chosen)
        return {"decisions": decisions, "joint steps": times, "games": over, "choosing": choosing}

    return Case(
        run,
        {
            "decision": PARALLEL,
            "games": 1,
            "players": len(env.possible_agents),
            "actions": mask.shape[1],
            "observation": int(np.prod(env.observation_space(agent).shape)),
        },
    )


if __name__ == "__main__":
    serve({"pettingzoo": make, "parallel": make_parallel}, ("pettingzoo", "rlcard", "numpy", "numba"))
