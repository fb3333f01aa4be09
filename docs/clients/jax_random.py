"""Random play by a JAX program, and what CPU time a step of it takes beside the same loop in NumPy.

pip install 'open-worlds-env[jax]'
"""

import argparse
import time
from collections.abc import Callable

import jax
import numpy as np

from ow_env import Batch
from ow_env.adapters.jax import JaxBatch, random_actions

LEGAL = ("legal", "legal_count")
SPARSE = (*LEGAL, "feature_index", "feature_value", "feature_count")
ROUNDS = 7  # each loop by turns, so that what else the machine does falls on all of them; CPU time for the same reason


def played(env: JaxBatch, key: jax.Array, length: int) -> jax.Array:
    """Play so many steps at random inside one compiled program; return how many games ended."""

    def step(carry, key):
        state, seen = env.step(carry[0], random_actions(key, carry[1]))
        return (state, seen), seen.terminated.sum()

    first, rest = jax.random.split(key)
    return jax.lax.scan(step, env.reset(first), jax.random.split(rest, length))[1].sum()


def in_numpy(batch: Batch, length: int) -> None:
    """Play so many steps at random from NumPy."""
    rng = np.random.default_rng(1)
    games, seats = np.ogrid[: batch.num_games, : batch.game.num_players]
    batch.reset(seed=1)
    for _ in range(length):
        nth = (rng.random(batch.legal_count.shape) * batch.legal_count).astype(np.int64)
        batch.step(batch.legal[games, seats, nth])


def microseconds(game: str, count: int, length: int) -> dict[str, float]:
    """Return the CPU time of a step of so many games, by loop: the median of some rounds."""
    batch = Batch(game, count, autoreset=True, rows="sparse")
    loops: dict[str, Callable[[], object]] = {"NumPy": lambda: in_numpy(batch, length)}
    for name, arrays in {"JAX": LEGAL, "JAX, with features": SPARSE}.items():
        env = JaxBatch(game, count, arrays=arrays)
        program = jax.jit(lambda key, env=env: played(env, key, length))
        loops[name] = lambda program=program: program(jax.random.key(1)).block_until_ready()
    taken: dict[str, list[float]] = {name: [] for name in loops}
    for turn in range(ROUNDS + 1):
        for name, loop in loops.items():
            began = time.process_time()
            loop()
            if turn:  # the first compiles
                taken[name].append((time.process_time() - began) / length * 1e6)
    return {name: float(np.median(each)) for name, each in taken.items()}


def main(steps: int = 65_536, game: str = "star_realms", counts: tuple[int, ...] = (64, 1024, 16_384)) -> str:
    """Measure; print a row for each number of games; return figures."""
    rates = []
    for count in counts:
        found = microseconds(game, count, max(2, steps // count))
        rates.append((count / found["JAX"] * 1e6, found["JAX"] / found["NumPy"]))
        print(f"{count} games:", ", ".join(f"{name} {each:.0f} us a step" for name, each in found.items()), flush=True)
    ratios = ", ".join(f"{ratio:.2f}" for _, ratio in rates)
    told = f"time beside NumPy's {ratios} ({', '.join(map(str, counts))} games)"
    return f"steps {steps}  steps/s {max(rate for rate, _ in rates):.0f}  {told}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=65_536)
    parser.add_argument("--game", default="star_realms")
    print(main(**vars(parser.parse_args())))
