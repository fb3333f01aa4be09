"""Essence Wars: a full card game of battles in lanes, in Rust. The nearest in kind to Open Worlds."""

from __future__ import annotations

import time
from typing import Any

import essence_wars
import numpy as np

from docs.benchmark.choose import choose, xorshift_state
from docs.benchmark.worker import Case, Counts, best_of, serve

BATCH = (
    "one action in each game per call of PyParallelGames.step_batch with opponent='self' (the player "
    "to move decides, its threads are Rust's), chosen from action_mask_batch by our compiled chooser; "
    "observe_batch and action_mask_batch are called before every step; finished games are restarted by "
    "reset_single"
)
SINGLE = (
    "one PyGame.step, chosen from action_mask() by our compiled chooser; observe() and action_mask() "
    "are called before every step; a finished game is restarted by reset"
)
DECKS = ("architect_fortify", "archon_burst")
FACTS = {
    "players": 2,
    "actions": essence_wars.ACTION_SPACE_SIZE,
    "observation": essence_wars.STATE_TENSOR_SIZE,
}


def batch(request: dict[str, Any]) -> Case:
    """Prepare its batch, at the size that is fastest here."""
    return best_of([request["games"]] if request["games"] else request["sizes"], playing)


def playing(size: int) -> Case:
    """Return the case: so many games; Rust takes as many threads as there are processors for it."""
    games = essence_wars.PyParallelGames(size, *DECKS, opponent="self")
    games.reset_all(1)
    rng, actions, acting = xorshift_state(1), np.zeros(size, np.uint16), np.ones(size, np.bool_)
    seed = size + 1

    def run(times: int) -> Counts:
        nonlocal seed
        forced = over = 0
        choosing = 0.0
        for _ in range(times):
            games.observe_batch()
            mask = games.action_mask_batch()
            begun = time.perf_counter()
            forced += choose(mask, acting, actions, rng)[1]
            choosing += time.perf_counter() - begun
            _, done = games.step_batch(actions)
            for row in np.flatnonzero(done).tolist():
                games.reset_single(row, seed)
                seed += 1
                over += 1
        return {"decisions": times * size, "forced": forced, "games": over, "choosing": choosing}

    return Case(run, {"decision": BATCH, "games": size, **FACTS})


def single(request: dict[str, Any]) -> Case:
    """Prepare one game."""
    game = essence_wars.PyGame(*DECKS)
    game.reset(1)
    rng, actions, one = xorshift_state(1), np.zeros(1, np.uint16), np.ones(1, np.bool_)
    seed = 2

    def run(times: int) -> Counts:
        nonlocal seed
        forced = over = 0
        choosing = 0.0
        for _ in range(times):
            game.observe()
            mask = game.action_mask()
            begun = time.perf_counter()
            forced += choose(mask.reshape(1, -1), one, actions, rng)[1]
            choosing += time.perf_counter() - begun
            _, done = game.step(int(actions[0]))
            if done:
                game.reset(seed)
                seed += 1
                over += 1
        return {"decisions": times, "forced": forced, "games": over, "choosing": choosing}

    return Case(run, {"decision": SINGLE, "games": 1, **FACTS})


if __name__ == "__main__":
    serve({"batch": batch, "single": single}, ("essence-wars", "numpy", "numba"))
