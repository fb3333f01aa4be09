"""One start in a fresh process: import the game, begin one, take one joint decision.

Run by run.py as ``python -m docs.benchmark.startup GAME``; prints one line of JSON.
"""

from __future__ import annotations

import json
import sys
import time
from importlib import import_module


def start(game: str) -> dict[str, float]:
    """Return seconds from the first import: "import", and up to the end of "first step"."""
    begun = time.perf_counter()
    registry = import_module("ow_env.registry")
    adapter = import_module("ow_env.adapters.pettingzoo")
    kind = registry.class_of(game)
    imported = time.perf_counter()
    env = adapter.environments(game, kind).parallel_env()
    observations, _ = env.reset(seed=1)
    env.step({agent: int(observations[agent]["action_mask"].argmax()) for agent in env.agents})
    return {"import": imported - begun, "first step": time.perf_counter() - begun}


if __name__ == "__main__":
    print(json.dumps(start(sys.argv[1])))
