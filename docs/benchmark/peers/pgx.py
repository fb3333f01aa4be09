"""pgx: games compiled by JAX. Everything happens inside one compiled scan, as it is meant to be used.

Two threads are two Python threads, each with half of the games and a compiled scan of its own: on
a CPU that is faster than one scan over all games, which XLA splits badly.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import jax
import jax.numpy as jnp
import pgx
from pgx.experimental import wrappers

from docs.benchmark.worker import Case, Counts, best_of, serve

LENGTH = 64  # steps in one compiled scan

DECISION = (
    "one action in each game at each step of a lax.scan over vmap, drawn by one uniform number from "
    "legal_action_mask inside the compiled code; mask and observation of the player to move are part "
    "of the scan's carry, the observation is also summed into a checksum that leaves the scan; "
    "finished games are restarted by pgx's own auto_reset"
)


def make(request: dict[str, Any]) -> Case:
    """Prepare one game, at the batch size that is fastest here."""
    name = request["case"].partition(":")[2]
    sizes = [request["games"]] if request["games"] else request["sizes"]
    return best_of(sizes, lambda games: playing(name, games, request["threads"]))


def playing(name: str, games: int, threads: int) -> Case:
    """Return the case: so many games, shared by so many threads."""
    share = games // threads
    env, begin, scan = compiled(name)
    tables = []
    for thread in range(threads):
        key, seed = jax.random.split(jax.random.PRNGKey(thread))
        tables.append((begin(jax.random.split(seed, share)), key))
    pool = ThreadPoolExecutor(threads)

    def play(thread: int, times: int) -> tuple[int, float]:
        state, key = tables[thread]
        over, check = 0, 0.0
        for _ in range(times):
            state, key, ended, part = jax.block_until_ready(scan(state, key))
            over += int(ended)
            check += float(part)
        tables[thread] = (state, key)
        return over, check

    def run(times: int) -> Counts:
        if threads == 1:
            played = [play(0, times)]
        else:
            played = list(pool.map(play, range(threads), [times] * threads))
        return {
            "decisions": threads * share * LENGTH * times,
            "games": sum(over for over, _ in played),
            "checksum": sum(check for _, check in played),
        }

    state = tables[0][0]
    return Case(
        run,
        {
            "decision": DECISION,
            "games": games,
            "players": int(env.num_players),
            "actions": int(env.num_actions),
            "observation": int(state.observation[0].size),
        },
    )


@cache
def compiled(name: str) -> tuple[Any, Any, Any]:
    """Return the environment, the function that begins games and the scan that plays them."""
    env = pgx.make(name)
    step = jax.vmap(wrappers.auto_reset(env.step, env.init))

    def scan(state: Any, key: Any) -> tuple[Any, Any, Any, Any]:
        games = state.legal_action_mask.shape[0]

        def once(carry: Any, _: Any) -> tuple[Any, None]:
            state, key, over, check = carry
            key, choosing, chance = jax.random.split(key, 3)
            counted = jnp.cumsum(state.legal_action_mask.astype(jnp.int32), axis=1)
            which = (jax.random.uniform(choosing, (games,)) * counted[:, -1]).astype(jnp.int32)
            actions = (counted <= which[:, None]).sum(axis=1)
            state = step(state, actions, jax.random.split(chance, games))
            over += (state.terminated | state.truncated).sum()
            check += state.observation.astype(jnp.float32).sum()
            return (state, key, over, check), None

        begun = (state, key, jnp.int32(0), jnp.float32(0))
        return jax.lax.scan(once, begun, None, length=LENGTH)[0]  # type: ignore[no-any-return]

    return env, jax.jit(jax.vmap(env.init)), jax.jit(scan)


if __name__ == "__main__":
    serve({"pgx": make}, ("pgx", "jax", "jaxlib", "numpy"))
