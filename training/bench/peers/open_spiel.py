"""OpenSpiel: C++ games, one at a time, driven from Python."""

from __future__ import annotations

import random
import time
from typing import Any

import pyspiel

from training.bench.worker import Case, Counts, serve

DECISION = (
    "one apply_action of the player to move, chosen by random.choice from legal_actions(), which "
    "stands for the mask; its observation_tensor() (information_state_tensor() where there is none) "
    "is made at every decision; chance is drawn by the loop and is no decision; a finished game is "
    "followed by new_initial_state()"
)


def make(request: dict[str, Any]) -> Case:
    """Prepare one game."""
    game = pyspiel.load_game(request["case"].partition(":")[2])
    observed = game.get_type().provides_observation_tensor
    rng = random.Random(1)
    state = game.new_initial_state()

    def run(times: int) -> Counts:
        nonlocal state
        done = over = forced = 0
        choosing = 0.0
        while done < times:
            if state.is_terminal():
                state = game.new_initial_state()
                over += 1
            elif state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, chances)[0])
            else:
                state.observation_tensor() if observed else state.information_state_tensor()
                legal = state.legal_actions()
                begun = time.perf_counter()
                action = rng.choice(legal)
                choosing += time.perf_counter() - begun
                state.apply_action(action)
                done += 1
                forced += len(legal) == 1
        return {"decisions": times, "forced": forced, "games": over, "choosing": choosing}

    shape = game.observation_tensor_size() if observed else game.information_state_tensor_size()
    return Case(
        run,
        {
            "decision": DECISION,
            "games": 1,
            "players": game.num_players(),
            "actions": game.num_distinct_actions(),
            "observation": shape,
        },
    )


if __name__ == "__main__":
    serve({"open_spiel": make}, ("open_spiel",))
