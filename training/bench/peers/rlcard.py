"""RLCard: card games in Python, one at a time."""

from __future__ import annotations

import random
import time
from typing import Any

import numpy as np
import rlcard

from training.bench.worker import Case, Counts, serve

DECISION = (
    "one env.step of the player to move, chosen by random.choice from its state's legal_actions, "
    "which stands for the mask; the state holds its observation; a finished game is followed by reset"
)


def make(request: dict[str, Any]) -> Case:
    """Prepare one game."""
    env = rlcard.make(request["case"].partition(":")[2], config={"seed": 1})
    rng = random.Random(1)
    state, _ = env.reset()

    def run(times: int) -> Counts:
        nonlocal state
        over = forced = 0
        choosing = 0.0
        for _ in range(times):
            if env.is_over():
                state, _ = env.reset()
                over += 1
            begun = time.perf_counter()
            legal = list(state["legal_actions"])
            action = rng.choice(legal)
            choosing += time.perf_counter() - begun
            state, _ = env.step(action)
            forced += len(legal) == 1
        return {"decisions": times, "forced": forced, "games": over, "choosing": choosing}

    return Case(
        run,
        {
            "decision": DECISION,
            "games": 1,
            "players": env.num_players,
            "actions": env.num_actions,
            "observation": int(np.prod(env.state_shape[0])),
        },
    )


if __name__ == "__main__":
    serve({"rlcard": make}, ("rlcard", "numpy"))
