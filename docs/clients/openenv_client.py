"""OpenEnv: its own client plays whole games over the WebSocket, several at once, and its MCP door is tried.

pip install 'open-worlds-env[openenv]'
"""

import argparse
import contextlib
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import requests
from openenv import GenericEnvClient


@contextlib.contextmanager
def serving(game: str):
    """Start the server on a free port; yield its address."""
    command = [sys.executable, "-W", "ignore", "-m", "ow_env.adapters.openenv", "--game", game, "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8") as server:
        try:
            yield re.search(r"http://\S+\d", server.stdout.readline())[0]
        finally:
            server.terminate()


def play(address: str, seed: int) -> tuple[int, float]:
    """Play a game; return how many moves, and the outcome."""
    with GenericEnvClient(base_url=address).sync() as client:
        result = client.reset(seed=seed)
        refused = client.step({"move": "a move that nobody knows"})
        assert refused.observation["why_not"]
        assert refused.observation["legal"] == result.observation["legal"]
        moves = 0
        while not result.done:
            legal = result.observation["legal"]
            result = client.step({"move": legal[(seed + moves) % len(legal)]})
            moves += 1
        return moves, result.reward


def tools(address: str) -> list[str]:
    """Return the names of the tools at the MCP door."""
    asked = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
    answer = requests.post(f"{address}/mcp", json=asked, timeout=60).json()
    return [tool["name"] for tool in answer["result"]["tools"]]


def main(steps: int = 400, game: str = "star_realms") -> str:
    """Play whole games, four at once, until there were so many moves; return figures."""
    with serving(game) as address, ThreadPoolExecutor(4) as pool:
        assert len(tools(address)) == 4
        began, moves, outcomes, seed = time.perf_counter(), 0, [], 0
        while moves < steps:
            for played, outcome in pool.map(play, [address] * 4, range(seed, seed + 4)):
                moves += played
                outcomes.append(outcome)
            seed += 4
        rate = moves / (time.perf_counter() - began)
    score = sum(1 + outcome for outcome in outcomes) / 2 / len(outcomes)
    return f"steps {moves}  steps/s {rate:.0f}  games {len(outcomes)}  score against random {score:.2f}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=400)
    parser.add_argument("--game", default="star_realms")
    print(main(**vars(parser.parse_args())))
