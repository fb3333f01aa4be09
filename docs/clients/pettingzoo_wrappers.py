"""PettingZoo's own tools: its tests, its wrappers, and the conversions between its two forms.

pip install open-worlds-env
"""

import argparse
import contextlib
import io
import time
from functools import partial

import pettingzoo
from pettingzoo import test
from pettingzoo.utils import conversions, wrappers

import ow_env  # noqa: F401  registers the games


def check(game: str) -> None:
    """Run PettingZoo's tests of both forms."""
    test.api_test(pettingzoo.make("aec", game), num_cycles=200)
    test.parallel_api_test(pettingzoo.make("parallel", game), num_cycles=200)
    # These draw actions without the masks.
    aec = partial(pettingzoo.make, "aec", game, illegal="pass")
    parallel = partial(pettingzoo.make, "parallel", game, illegal="pass")
    test.seed_test(aec, num_cycles=200)
    test.parallel_seed_test(parallel, num_cycles=200)
    test.state_test(aec(), parallel())
    test.render_test(aec)


def play_in_turns(env: pettingzoo.AECEnv, steps: int) -> int:
    """Play random allowed actions in the turn-based form; return how many."""
    env.reset(seed=1)
    played = 0
    for agent in env.agent_iter(steps):
        _, _, terminated, truncated, info = env.last()
        over = terminated or truncated
        env.step(None if over else env.action_space(agent).sample(info["action_mask"]))
        played += 1
    return played


def play_at_once(env: pettingzoo.ParallelEnv, steps: int) -> int:
    """Play random allowed actions in the parallel form; return how many joint decisions."""
    _, infos = env.reset(seed=1)
    played = 0
    while env.agents and played < steps:
        actions = {agent: env.action_space(agent).sample(infos[agent]["action_mask"]) for agent in env.agents}
        *_, infos = env.step(actions)
        played += 1
    return played


def main(steps: int = 10_000, game: str = "ow_env/StarRealms-v0") -> str:
    """Run the tests, then play behind every wrapper and conversion; return figures."""
    with contextlib.redirect_stdout(io.StringIO()):  # the tests say what they do
        check(game)
    aec, parallel = pettingzoo.make("aec", game), pettingzoo.make("parallel", game)
    began = time.perf_counter()
    played = play_at_once(wrappers.MultiEpisodeParallelEnv(parallel, num_episodes=10_000), steps)
    rate = played / (time.perf_counter() - began)
    for env in (
        wrappers.AssertOutOfBoundsWrapper(aec),
        wrappers.TerminateIllegalWrapper(aec, illegal_reward=-1),
        wrappers.MultiEpisodeEnv(aec, num_episodes=2),
        conversions.parallel_to_aec(parallel),
    ):
        played += play_in_turns(env, 1000)
    goofspiel = pettingzoo.make("aec", "ow_env/Goofspiel-v0")  # in which everybody acts in every cycle
    played += play_at_once(conversions.aec_to_parallel(goofspiel), 1000)
    return f"steps {played}  steps/s {rate:.0f}  tests passed 6"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=10_000)
    parser.add_argument("--game", default="ow_env/StarRealms-v0")
    print(main(**vars(parser.parse_args())))
