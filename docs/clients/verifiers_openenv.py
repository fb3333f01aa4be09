"""verifiers: its OpenEnv taskset and environment play whole games, with a script in the model's place.

pip install 'open-worlds-env[openenv]' verifiers
"""

import argparse
import asyncio
import contextlib
import json
import threading
import time
from types import SimpleNamespace

import uvicorn
from verifiers.v1.tasksets.openenv import OpenEnvConfig, OpenEnvTaskset
from verifiers.v1.tasksets.openenv.taskset import OpenEnvEnv

from ow_env.adapters import openenv


class Script:
    """What answers instead of a model: the last legal move; at first a name that is none."""

    def __init__(self) -> None:
        self.turns = 0
        self.rewards = {}
        self.trace = SimpleNamespace(record_reward=self.rewards.__setitem__, stop=print)

    @contextlib.asynccontextmanager
    async def interaction(self, task: object):
        """Open a conversation about one task."""
        yield self

    async def turn(self, message: str) -> SimpleNamespace:
        """Return the reply to an observation."""
        self.turns += 1
        observation = json.loads(message)["observation"]
        reply = "a move that nobody knows" if self.turns == 1 else observation["legal"][-1]
        assert (observation["why_not"] is None) == (self.turns != 2)
        return SimpleNamespace(terminated=False, last_reply=reply)


@contextlib.contextmanager
def serving(game: str):
    """Serve a game on a free port; yield the address."""
    door = openenv.listening("127.0.0.1", 0)
    server = uvicorn.Server(uvicorn.Config(openenv.app(game, "random"), log_level="critical"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [door]}, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{door.getsockname()[1]}"
    server.should_exit = True
    thread.join(20)
    door.close()


async def play(address: str, games: int) -> tuple[int, float]:
    """Play a game for each task; return how many moves were asked for, and the mean score."""
    tasks = OpenEnvTaskset(OpenEnvConfig(id="openenv", base_url=address, resets=[{"seed": n} for n in range(games)]))
    turns, score = 0, 0.0
    for task in tasks.load():
        script = Script()
        await OpenEnvEnv.run(None, task, SimpleNamespace(player=script))
        turns += script.turns
        score += (1 + script.rewards["openenv_reward"]) / 2 / games
    return turns, score


def main(steps: int = 100, game: str = "star_realms") -> str:
    """Play whole games, about as many moves; return figures."""
    with serving(game) as address:
        began, turns, scores = time.perf_counter(), 0, []
        while turns < steps:
            played, score = asyncio.run(play(address, 2))
            turns += played
            scores.append(score)
    rate = turns / (time.perf_counter() - began)
    return f"steps {turns}  steps/s {rate:.0f}  score against random {sum(scores) / len(scores):.2f}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--game", default="star_realms")
    print(main(**vars(parser.parse_args())))
