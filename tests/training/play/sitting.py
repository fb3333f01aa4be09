"""People who play at random, for tests: whole games at a table without any server.

Above: test_table.py, test_secrecy.py.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import ow_env
from ow_env import registry
from ow_env.core.game import Game
from training.play.setup import read_order
from training.play.table import PERSON, Table
from training.primer import Guide, Note

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


def guided(game: str, guide: Guide) -> tuple[set[Note], Table]:
    """Play a guided game to its end as the game's first script would; return the notes that came up, and the table.

    It tells when a note comes up as page/guide.js does.
    """
    order = read_order({"game": game, "players": list(guide.players), "seed": guide.seed, "options": guide.options})
    table = Table(order.game, order.players, order.seed)
    (seat,) = table.people
    headings: list[str] = []
    met: set[Note] = set()
    while True:
        while table.ready:
            table.step()
        shown = table.shown(seat)
        view = table.game.view(shown.state, table.view_of(seat))
        if shown.asked and headings[-1:] != [view.when]:
            headings.append(view.when)
        offered = [table.game.choice(shown.state, seat, action).name for action in table.legal(shown)]
        met |= {note for note in guide.notes if comes_up(note, offered, view.step, len(headings), shown.over)}
        if shown.over:
            return met, table
        table.choose(seat, table.hint(shown, "scripted").choices[0][0])


def comes_up(note: Note, offered: list[str], step: str, turn: int, over: bool) -> bool:
    if over or note.when == "over":
        return over and note.when == "over"
    begins = any(name.startswith(note.when) for name in offered)
    barred = bool(note.unless) and any(name.startswith(note.unless) for name in offered)
    return begins and not barred and step.startswith(note.step) and turn >= note.turn
