"""People who play at random, for tests: whole games at a table without any server.

Above: test_table.py, test_secrecy.py.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import ow_env
from ow_env import registry
from ow_env.core.game import Game
from training.play.table import PERSON, Table

KINDS = [  # every game as it is by default, and what is hidden in other ways
    *((name, {}) for name in registry.games()),
    ("open_worlds", {"num_players": 3, "ask": "public"}),
    ("open_worlds", {"num_players": 3, "ask": "needed", "stage": "priority"}),
    ("star_realms", {"ask": "public"}),
    ("goofspiel", {"num_players": 3, "bids": "hidden"}),
    ("tradeworlds", {"scenario": "The Derelict"}),
    ("tradeworlds", {"num_players": 4, "max_rounds": 6, "ask": "public"}),
]
IDS = ["-".join([name, *map(str, options.values())]) for name, options in KINDS]


def made(kind: tuple[str, dict]) -> Game:
    name, options = kind
    return ow_env.make(name, **options)


def all_people(game: Game, seed: int) -> Table:
    return Table(game, (PERSON,) * game.num_players, seed)


def played(table: Table, rng: random.Random, undo: float = 0.0) -> Iterator[str]:
    """Have people play a whole game; yield what was done just now: "choose", "undo", "step"."""
    while not table.over:
        while table.ready:
            table.step()
            yield "step"
        asked = [seat for seat in table.people if table.shown(seat).asked]
        back = [seat for seat in table.people if table.shown(seat).undo]
        if back and rng.random() < undo:
            table.undo(rng.choice(back))
            yield "undo"
        elif asked:
            seat = rng.choice(asked)
            table.choose(seat, rng.choice(table.legal(table.shown(seat))))
            yield "choose"
