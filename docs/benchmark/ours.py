"""This project's cases: batches, single environments, vectors of one seat, copies of positions, agents, searches.

Below: ow_env and its adapters, agents, worker.py, choose.py. A case is a name and what it does; ``request``
holds "game", "games" (N; none: the fastest of "sizes") and "threads".
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

import agents
from agents import learned, shipped
from docs.benchmark.choose import choose, in_turns, xorshift_state
from docs.benchmark.worker import Case, Counts, Maker, best_of, serve
from ow_env.adapters.gymnasium import OneSeatVectorEnv
from ow_env.adapters.pettingzoo import environments
from ow_env.core.batch import Batch, Form, Observe
from ow_env.core.game import Game
from ow_env.core.players import Observation, look
from ow_env.registry import class_of
from training.games import make_game, with_sides

PACKAGES = ("open-worlds-env", "numpy", "numba", "gymnasium", "pettingzoo", "stable-baselines3")
ONCE = 256  # joint decisions of a row in one call of the compiled rollout, fewer in large batches:
AT_MOST = 2**18  # joint decisions of all rows in one call, so that it takes a fraction of a second

WRITTEN = "mask and observation of every player are written; finished games restart"
OBSERVE_ACTING_ONLY = 'the same with observe="acting": observations are written only for players who act next'
LOOKED_AT = 8  # positions that a search is measured with
UNDER_WAY = 32  # joint decisions of random play before what is measured of positions
PARTS, APART = 16, 19  # games agents are asked in began in so many parts, so many joint decisions one after the other
DECISIONS = {
    "rollout": (
        f"one player's action inside Batch.rollout({ONCE}), in batches of more than {AT_MOST // ONCE} games "
        f"rollout({AT_MOST} // games), drawn evenly from its mask by the compiled code; at every joint "
        f"decision {WRITTEN}. One row plays all its joint decisions of a call before the next row begins"
    ),
    "rollout:asked": OBSERVE_ACTING_ONLY,
    "rollout:sparse": 'the same with observe="acting", rows="sparse": what is not zero is written, with its index',
    "call": (
        "one player's action inside Batch.rollout(1), called from Python for every joint decision and "
        f"drawn by the compiled code; {WRITTEN}"
    ),
    "step": (
        "one player's action given to Batch.step from Python, chosen from action_mask by our compiled "
        f"chooser; every action is checked; {WRITTEN}"
    ),
    "step:asked": OBSERVE_ACTING_ONLY,
    "step:sparse": (
        'one player\'s action given to Batch.step from Python, with observe="acting", rows="sparse": NumPy draws a '
        "uniform number for each seat and takes the action at that place of `legal`; every action is checked; ids of "
        "legal actions, indices and values of features that are not zero are written; finished games restart"
    ),
    "parallel_env": (
        "one player's action in parallel_env().step, chosen by our compiled chooser; observation, mask "
        "and info of every agent are copied out; reset at the end"
    ),
    "aec_env": (
        "one env().step of the agent selected, chosen by our compiled chooser; env.last() gives "
        "observation and mask at every decision; reset at the end"
    ),
    "gymnasium": (
        "one step of one row's learner in OneSeatVectorEnv, chosen by our compiled chooser; a random "
        "opponent's decisions are played inside and not counted; autoreset SAME_STEP"
    ),
    "sb3": (
        "one step of one row's learner in GameVecEnv, chosen by our compiled chooser from "
        "action_masks(); a random opponent's decisions are played inside and not counted"
    ),
    "agent": (
        "one row of a call of act, which gets sparse rows of seats that act at all stages of games of random play; "
        "a learned agent plays the game as it was trained for"
    ),
    "search": (
        "one simulation, in searches as they are by default for the game, "
        f"of {LOOKED_AT} positions at different stages of games of random play in which there is a choice"
    ),
    "search:network=none": "the same without a network",
}


@cache
def game_called(name: str) -> Game:
    """Return the game with its default options."""
    return make_game(name)


@cache
def batch_of(name: str, games: int, threads: int, observe: Observe = "all", rows: Form = "dense") -> Batch:
    """Return one batch, shared by the cases of this size, its games well under way."""
    game = game_called(name)
    batch = Batch(game, games, seed=1, threads=threads, autoreset=True, observe=observe, rows=rows)
    batch.rollout(UNDER_WAY)
    return batch


def facts(request: dict[str, Any], games: int, **more: Any) -> dict[str, Any]:
    """Return what belongs beside the figure."""
    game, case = game_called(request["game"]), request["case"]
    return {
        "decision": DECISIONS.get(case, DECISIONS.get(case.partition(":")[0], "")),
        "games": games,
        "players": game.num_players,
        "actions": game.num_actions,
        "observation": game.num_features,
        **more,
    }


def sized(playing: Callable[[dict[str, Any], int], Case]) -> Maker:
    """Return a maker that takes the fastest size where none is asked for."""
    return lambda request: best_of(
        [request["games"]] if request["games"] else request["sizes"],
        lambda games: playing(request, games),
    )


# ── Batches ────────────────────────────────────────────────────────────────────────────────────


def played(request: dict[str, Any], games: int) -> Batch:
    """Return the batch of a case: "step"; "step:asked", only who acts observes; "step:sparse", and in sparse rows."""
    form = request["case"].partition(":")[2]
    observe: Observe = "acting" if form else "all"
    return batch_of(request["game"], games, request["threads"], observe, "sparse" if form == "sparse" else "dense")


def ended(batch: Batch) -> float:
    """Return how many games have ended so far: each moves its row's game number on by N."""
    return float(batch.game_number.sum()) / batch.num_games


def rollout(request: dict[str, Any], games: int) -> Case:
    """Everything inside compiled code."""
    length = 1 if request["case"] == "call" else min(ONCE, max(1, AT_MOST // games))
    batch = played(request, games)

    def run(times: int) -> Counts:
        before = ended(batch)
        decisions = sum(batch.rollout(length) for _ in range(times))
        joint = games * length * times
        return {"decisions": decisions, "joint steps": joint, "games": ended(batch) - before}

    return Case(run, facts(request, games))


def step(request: dict[str, Any], games: int) -> Case:
    """Step by step from Python; the actions are chosen outside, in one thread."""
    if request["case"] == "step:sparse":
        return step_sparse(request, games)
    batch = played(request, games)
    rng, actions = xorshift_state(1), np.zeros(batch.to_act.shape, np.int32)
    flat = actions.reshape(-1)
    mask, to_act = batch.action_mask.reshape(flat.size, -1), batch.to_act.reshape(-1)

    def run(times: int) -> Counts:
        before = ended(batch)
        decisions = forced = 0
        choosing = 0.0
        for _ in range(times):
            begun = time.perf_counter()
            count, only = choose(mask, to_act, flat, rng)
            choosing += time.perf_counter() - begun
            batch.step(actions)
            decisions += count
            forced += only
        return {
            "decisions": decisions,
            "forced": forced,
            "joint steps": games * times,
            "games": ended(batch) - before,
            "choosing": choosing,
        }

    return Case(run, facts(request, games))


def step_sparse(request: dict[str, Any], games: int) -> Case:
    """Step by step from Python; NumPy draws the actions from the legal ones, as docs/sparse.md does."""
    batch = played(request, games)
    rng = np.random.default_rng(1)
    rows, seats = np.ogrid[: batch.num_games, : batch.game.num_players]

    def run(times: int) -> Counts:
        before = ended(batch)
        decisions = 0
        choosing = 0.0
        for _ in range(times):
            decisions += int(np.count_nonzero(batch.to_act))
            begun = time.perf_counter()
            drawn = (rng.random(batch.legal_count.shape) * batch.legal_count).astype(np.int64)
            actions = batch.legal[rows, seats, drawn]
            choosing += time.perf_counter() - begun
            batch.step(actions)
        joint = games * times
        return {"decisions": decisions, "joint steps": joint, "games": ended(batch) - before, "choosing": choosing}

    return Case(run, facts(request, games))


# ── Single environments ────────────────────────────────────────────────────────────────────────


def made(request: dict[str, Any], form: str) -> Any:
    """Return a PettingZoo environment of the game, begun."""
    env = getattr(environments(request["game"], class_of(request["game"])), form)()
    env.reset(seed=1)
    return env


def parallel_env(request: dict[str, Any]) -> Case:
    """All players act at once. Agents that are not asked pass, which is no decision."""
    env = made(request, "parallel_env")
    observations, _ = env.reset()
    rng, actions, one = xorshift_state(1), np.zeros(1, np.int64), np.ones(1, np.bool_)

    def run(times: int) -> Counts:
        nonlocal observations
        decisions = games = 0
        choosing = 0.0
        for _ in range(times):
            if not env.agents:
                observations, _ = env.reset()
                games += 1
            begun = time.perf_counter()
            chosen = {}
            for agent in env.agents:
                mask = observations[agent]["action_mask"].reshape(1, -1)
                _, only = choose(mask, one, actions, rng)
                chosen[agent] = action = int(actions[0])
                decisions += not (only and action == 0)  # nothing but pass: was not asked
            choosing += time.perf_counter() - begun
            observations, _, _, _, _ = env.step(chosen)
        return {"decisions": decisions, "joint steps": times, "games": games, "choosing": choosing}

    return Case(run, facts(request, 1))


def aec_env(request: dict[str, Any]) -> Case:
    """One agent after the other."""
    return Case(in_turns(made(request, "env")), facts(request, 1))


# ── One seat of many games ─────────────────────────────────────────────────────────────────────


def gymnasium(request: dict[str, Any], games: int) -> Case:
    """Gymnasium's vector form."""
    envs = OneSeatVectorEnv(game_called(request["game"]), games, threads=request["threads"], autoreset_mode="SameStep")
    _, infos = envs.reset(seed=1)
    rng, actions, all_rows = xorshift_state(1), np.zeros(games, np.int64), np.ones(games, np.bool_)
    mask = infos["action_mask"]

    def run(times: int) -> Counts:
        nonlocal mask
        over = 0
        choosing = 0.0
        for _ in range(times):
            begun = time.perf_counter()
            choose(mask, all_rows, actions, rng)
            choosing += time.perf_counter() - begun
            _, _, terminated, truncated, infos = envs.step(actions)
            mask = infos["action_mask"]
            over += int((terminated | truncated).sum())
        return {"steps": games * times, "games": over, "choosing": choosing}

    return Case(run, facts(request, games))


def sb3(request: dict[str, Any], games: int) -> Case:
    """Stable-Baselines3's vector form."""
    from ow_env.adapters.sb3 import GameVecEnv  # only here: it needs an extra

    envs = GameVecEnv(game_called(request["game"]), games, threads=request["threads"])
    envs.reset()
    rng, actions, all_rows = xorshift_state(1), np.zeros(games, np.int64), np.ones(games, np.bool_)

    def run(times: int) -> Counts:
        over = 0
        choosing = 0.0
        for _ in range(times):
            begun = time.perf_counter()
            choose(envs.action_masks(), all_rows, actions, rng)
            choosing += time.perf_counter() - begun
            _, _, done, _ = envs.step(actions)
            over += int(done.sum())
        return {"steps": games * times, "games": over, "choosing": choosing}

    return Case(run, facts(request, games))


# ── Positions ──────────────────────────────────────────────────────────────────────────────────


def copy_rows(request: dict[str, Any], games: int) -> Case:
    """Batch.copy_rows from one half of the rows to the other: chance, masks, observations too."""
    batch = Batch(game_called(request["game"]), games, seed=1)
    batch.rollout(32)
    half = games // 2
    source, target = np.arange(half), np.arange(half, 2 * half)

    def run(times: int) -> Counts:
        for _ in range(times):
            batch.copy_rows(source, target)
        return {"copies": half * times}

    return Case(run, facts(request, half, bytes=row_bytes(batch)["row"]))


def copy_states(request: dict[str, Any], games: int) -> Case:
    """Only the records, one array to another, as a search keeps them."""
    batch = batch_of(request["game"], games, 1)
    size = batch.states.itemsize
    target = batch.states.copy()
    order, rows = np.random.default_rng(1).permutation(games), np.arange(games)

    def run(times: int) -> Counts:
        for _ in range(times):
            batch.game.copy(batch.states, order, target, rows)
        return {"copies": games * times}

    return Case(run, facts(request, games, bytes=size))


def position(request: dict[str, Any]) -> Case:
    """The position as JSON data, of one environment after a few decisions."""
    env = under_way(request)

    def run(times: int) -> Counts:
        for _ in range(times):
            env.position()
        return {"positions": times}

    return Case(run, facts(request, 1))


def set_position(request: dict[str, Any]) -> Case:
    """An environment put back into that position."""
    env = under_way(request)
    found = env.position()

    def run(times: int) -> Counts:
        for _ in range(times):
            env.set_position(found)
        return {"positions": times}

    return Case(run, facts(request, 1))


def reset(request: dict[str, Any], games: int) -> Case:
    """Batch.reset of all rows."""
    batch = Batch(game_called(request["game"]), games, seed=1)

    def run(times: int) -> Counts:
        for _ in range(times):
            batch.reset()
        return {"resets": games * times}

    return Case(run, facts(request, games))


def under_way(request: dict[str, Any], steps: int = 40) -> Any:
    """Return an environment some joint decisions into its first game."""
    env = made(request, "parallel_env")
    observations, _ = env.reset(seed=1)
    rng = np.random.default_rng(1)
    for _ in range(steps):
        actions = {agent: int(rng.choice(np.flatnonzero(observations[agent]["action_mask"]))) for agent in env.agents}
        before = env.position()
        observations, *_ = env.step(actions)
        if not env.agents:
            env.reset(seed=1)
            env.set_position(before)
            break
    return env


def row_bytes(batch: Batch) -> dict[str, int]:
    """Return the bytes one game takes in the arrays of a batch, all of them and without some."""
    every = {name: array.nbytes // batch.num_games for name, array in batch._arrays()}
    shown = every["observation"] + every["action_mask"]
    row = sum(every.values())
    return {"state": every["states"], "row": row, "row without observation and mask": row - shown}


# ── Agents ─────────────────────────────────────────────────────────────────────────────────────


def acting(game: Game, count: int, choice: bool = False) -> tuple[Batch, Any, Any]:
    """Return a batch with sparse rows of who acts, and rows and seats of so many that act.

    Games are at all stages. Shortly after the beginning a script has little to look at: the expert of Open Worlds
    chooses twice as often a second there.

    Args:
        game: what is played.
        count: how many.
        choice: only seats with more than one legal action.
    """
    batch = Batch(game, 2 * count, seed=1, autoreset=True, observe="acting", rows="sparse")
    for part in range(PARTS):
        batch.rollout(APART)
        batch.reset(slice(part, None, PARTS))  # of games all as long, none would ever get behind the others
    batch.rollout(APART)
    while True:
        rows, seats = np.nonzero(batch.to_act & (batch.legal_count > choice))
        if len(rows) >= count:
            return batch, rows[:count], seats[:count]
        batch.rollout(1)


def agent(request: dict[str, Any], games: int) -> Case:
    """An agent asked for one action in each of many rows by one call."""
    name = request["case"].partition(":")[2]
    game = suited(request["game"], name)
    batch, rows, seats = acting(game, games)
    sparse, player = batch.sparse_rows(rows, seats), agents.make(name, game, seed=1)

    def run(times: int) -> Counts:
        for _ in range(times):
            player.act(Observation(sparse=sparse))  # a new one: it would keep the dense rows that somebody asked for
        return {"choices": games * times}

    return Case(run, facts(request, games))


def suited(name: str, agent: str) -> Game:
    """Return a game as an agent plays it: a learned one in its mode, with its decks, anyone else by default."""
    path = shipped.paths(name).get(agent)
    settings = learned.read_card(path).trained.get("settings", {}) if path else {}
    return with_sides(name, settings.get("decks"), **settings.get("options") or {})


def search(request: dict[str, Any]) -> Case:
    """A search of a few positions in turn, one at a time."""
    game = game_called(request["game"])
    batch, rows, seats = acting(game, LOOKED_AT, choice=True)
    seen = look(batch, rows, seats, moment=PARTS * APART, determinize=True)
    player: Any = agents.make(request["case"], game, seed=1)

    def run(times: int) -> Counts:
        before = player.simulated[0]
        for _ in range(times):
            for row in range(LOOKED_AT):
                player.act(seen.take(slice(row, row + 1)))
        return {"simulations": player.simulated[0] - before, "choices": LOOKED_AT * times}

    return Case(run, facts(request, 1, simulations=player.settings.simulations))


CASES: dict[str, Maker] = {
    "rollout": sized(rollout),
    "call": sized(rollout),
    "step": sized(step),
    "parallel_env": parallel_env,
    "aec_env": aec_env,
    "gymnasium": sized(gymnasium),
    "sb3": sized(sb3),
    "copy_rows": sized(copy_rows),
    "copy_states": sized(copy_states),
    "position": position,
    "set_position": set_position,
    "reset": sized(reset),
    "agent": sized(agent),
    "search": search,
}


if __name__ == "__main__":
    serve(CASES, PACKAGES)
