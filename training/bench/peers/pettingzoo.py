"""PettingZoo's classic games in their turn-based form (AEC), with the wrappers ``env()`` gives them."""

from __future__ import annotations

import time
from importlib import import_module
from typing import Any

import numpy as np

from training.bench.choose import choose, xorshift_state
from training.bench.worker import Case, Counts, serve

DECISION = (
    "one env.step of the agent selected, chosen from the action_mask of env.last() by our compiled "
    "chooser; env.last() gives observation and mask at every decision; agents that take leave at the "
    "end step with None, which is no decision; a finished game is followed by reset"
)


def make(request: dict[str, Any]) -> Case:
    """Prepare one environment."""
    name = request["case"].partition(":")[2]
    env: Any = import_module(f"pettingzoo.classic.{name}").env()
    env.reset(seed=1)
    rng, actions, one = xorshift_state(1), np.zeros(1, np.int64), np.ones(1, np.bool_)

    def run(times: int) -> Counts:
        done = over = forced = 0
        choosing = 0.0
        while done < times:
            if not env.agents:
                env.reset()
                over += 1
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            begun = time.perf_counter()
            forced += choose(seen["action_mask"].reshape(1, -1), one, actions, rng)[1]
            action = int(actions[0])
            choosing += time.perf_counter() - begun
            env.step(action)
            done += 1
        return {"decisions": times, "forced": forced, "games": over, "choosing": choosing}

    agent = env.possible_agents[0]
    return Case(
        run,
        {
            "decision": DECISION,
            "games": 1,
            "players": len(env.possible_agents),
            "actions": int(env.action_space(agent).n),
            "observation": int(np.prod(env.observation_space(agent)["observation"].shape)),
        },
    )


if __name__ == "__main__":
    serve({"pettingzoo": make}, ("pettingzoo", "rlcard", "numpy", "numba"))
