"""EnvPool: C++ environments stepped in batches by its own threads, through its Gymnasium form."""

from __future__ import annotations

import time
from typing import Any

import envpool
import numpy as np

from training.bench.choose import choose, xorshift_state
from training.bench.worker import Case, Counts, best_of, serve

DECISION = (
    "one action in each game per call of step, chosen from info['legal_action_mask'] by our compiled "
    "chooser; EnvPool writes mask, the observations of all players and its info in C++; a call that "
    "only begins a finished game's successor is counted as no decision"
)


def make(request: dict[str, Any]) -> Case:
    """Prepare one environment, at the batch size that is fastest here."""
    name = request["case"].partition(":")[2]
    sizes = [request["games"]] if request["games"] else request["sizes"]
    return best_of(sizes, lambda games: playing(name, games, request["threads"]))


def playing(name: str, games: int, threads: int) -> Case:
    """Return the case: so many games, stepped by so many threads."""
    envs = envpool.make_gymnasium(name, num_envs=games, num_threads=threads, seed=1)
    observation, info = envs.reset()
    rng = xorshift_state(1)
    actions = np.zeros(games, np.int32)
    mask, acting = info["legal_action_mask"], np.ones(games, np.bool_)

    def run(times: int) -> Counts:
        nonlocal mask, acting
        decisions = forced = over = 0
        choosing = 0.0
        for _ in range(times):
            begun = time.perf_counter()
            count, only = choose(mask, acting, actions, rng)
            choosing += time.perf_counter() - begun
            _, _, terminated, truncated, info = envs.step(actions)
            mask = info["legal_action_mask"]
            ended = terminated | truncated
            acting = ~ended  # EnvPool's next call begins these anew and ignores the action
            decisions += count
            forced += only
            over += int(ended.sum())
        return {"decisions": decisions, "forced": forced, "games": over, "choosing": choosing}

    return Case(
        run,
        {
            "decision": DECISION,
            "games": games,
            "players": len(observation) // games,
            "actions": int(mask.shape[1]),
            "observation": int(observation[0].size),
        },
    )


if __name__ == "__main__":
    serve({"envpool": make}, ("envpool", "numpy", "numba"))
