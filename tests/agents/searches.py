"""Small searches, written down: what the root of the tree holds after each, and what was chosen.

`test_tree.py` holds the search to them, compiled and not; any change of how it searches shows as a difference of
`searches.json`. After a change that was meant, write it anew, uncompiled::

    NUMBA_DISABLE_JIT=1 python -m tests.agents.searches
"""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

import agents
from ow_env.core.batch import Batch
from ow_env.core.players import look
from ow_env.goofspiel.game import Goofspiel
from tests.agents.positions import saved

WIDTHS = {"whole": 6, "world": 5, "trunk": 7}
OF_AN_EDGE = ("value_sum", "prior", "regret_sum", "strategy_sum")
FILE = Path(__file__).with_name("searches.json")
CASES: dict[str, tuple[dict[str, Any], int, int, str]] = {  # game, joint decisions before, seat, search
    "regret": ({"num_cards": 4}, 0, 0, "search:24"),
    "regret, hidden bids": ({"num_cards": 4, "bids": "hidden"}, 1, 1, "search:16,explore=0.2,resample_every=7"),
    "regret, the best": ({"num_cards": 4}, 1, 1, "search:14,select=regret,final=best"),
    "uct": ({"num_cards": 4, "bids": "hidden"}, 1, 0, "search:20,select=uct,final=best,resample_every=5"),
    "uct, mixed": ({"num_cards": 4, "num_players": 3}, 1, 2, "search:16,select=uct,final=mixed,c_puct=0.3"),
    "halving": (
        {"num_cards": 6}, 1, 1, "search:36,select=halving,final=best,width=4,resample_every=20,rollout_turns=1",
    ),
    "halving, mixed": ({"num_cards": 4}, 0, 0, "search:33,select=halving,final=mixed"),
    "by potential": ({"num_cards": 5, "num_players": 3}, 0, 1, "search:12,rollout_turns=1"),
    "by scripts": ({"num_cards": 5}, 1, 1, "search:16,prior=scripted,rollout=scripted"),
    "by chance": ({"num_cards": 4}, 1, 1, "search:12,prior=random,rollout=random,select=uct"),
    "by a network": (
        {"num_cards": 4}, 1, 0,
        "search:12,network={network},prior=network,rollout=network,rollout_turns=1",
    ),
    "a network's values": (
        {"num_cards": 4, "num_players": 3}, 0, 2, "search:8,network={network},rollout=random,rollout_turns=0",
    ),
    "regret, as if the prior had been played": (
        {"num_cards": 4}, 1, 0, "search:20,network={network},prior=network,rollout_turns=0",
    ),
    "no play beyond the tree": ({"num_cards": 4}, 1, 0, "search:14,rollout_turns=0,select=uct"),
}  # fmt: skip


def searched(name: str) -> dict[str, Any]:
    """Search a position and return what came of it."""
    options, steps, seat, spec = CASES[name]
    game = Goofspiel(**options)
    batch = Batch(game, 1, seed=6)
    with TemporaryDirectory() as folder:
        path = saved(Path(folder) / "network.safetensors", game, "flat", WIDTHS) if "{network}" in spec else ""
        agent = agents.make(spec.format(network=path), game, seed=2)
    rows = np.zeros(1, np.int64)
    agent.look_ahead(look(batch, rows, np.array([0]), 50, determinize=True))  # leaves its memory used
    batch.rollout(steps)
    seen = look(batch, rows, np.array([seat]), steps, determinize=True)
    actions, shares, worth = agent.look_ahead(seen)
    tree = agent.tree  # type: ignore[attr-defined]
    root = tree.nodes[0]
    edges = tree.edges[int(root["first"]) : int(root["first"] + root["count"])]
    return {
        "action": int(actions[0]),
        "worth": rounded(worth[0]),
        "shares": [rounded(share) for share in shares[0]],
        "visits": int(root["visits"]),
        "nodes": int(tree.counters.nodes),
        "edges": int(tree.counters.edges),
        "simulations and decisions": list(agent.simulated),  # type: ignore[attr-defined]
        "actions": [[int(e["action"]), int(e["visits"]), *(rounded(e[name]) for name in OF_AN_EDGE)] for e in edges],
    }


def rounded(number: Any) -> float:
    """Return a number as it is written down: compiled or not, the same so far."""
    return round(float(number), 5) + 0.0


def main() -> None:
    """Write all of them anew."""
    rows = [f"{json.dumps(name)}: {json.dumps(searched(name))}" for name in CASES]
    FILE.write_text("{\n" + ",\n".join(rows) + "\n}\n")


if __name__ == "__main__":
    main()
