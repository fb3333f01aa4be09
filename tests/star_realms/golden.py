"""Golden games of Star Realms: whole games as text, for people to read; a diff shows what a change does to them.

`make golden` writes every game of GAMES anew; test_golden.py plays each file again from its own action names and
compares all of it. Below: scenario.py, whose notation the tables are told in. A file begins with a sentence, the
options of the game, its seed, and where it begins if not with the setup; then comes the table at the beginning of each
turn, and below it what was done.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from ow_env.star_realms.cards import Faction, load_catalogue
from tests.courses import Choose, begun, by_name, decisions
from tests.golden import WRAPPER, write_files
from tests.star_realms.games import game_of
from tests.star_realms.oracle.crowded import crowded_position
from tests.star_realms.scenario import one_part, order, parts_of, position_of
from tests.tables import Position

HERE = Path(__file__).with_name("playthroughs")
DONE = "  ▸ "
BEGINS = "position "
UNTOLD = {("asked", "main"), ("first", "you"), ("first", "foe")}


@dataclass(frozen=True)
class Golden:
    """One golden game: what is played, under which seed, how eagerly, from where."""

    title: str
    seed: int
    options: dict[str, Any] = field(default_factory=dict)
    eager: float = 1.0  # how seldom a turn ends while anything else can be done
    dear: bool = False  # buys last, and the dearest card
    crowded: int | None = None  # number of the crowded position that it begins with; None: at the start
    before: str = ""  # where it begins, as scenarios write it


def every_kind() -> list[str]:
    """Return hands and decks with one card of each kind of the Trade Deck, and Explorers."""
    kinds = [card.name for card in load_catalogue().cards if card.faction is not Faction.UNALIGNED]
    parts = []
    for before, mine in (("", kinds[:23]), ("foe ", kinds[23:])):
        parts += [f"{before}hand {', '.join(mine[::5])}", f"{before}A99"]
        rest = [card for card in mine if card not in mine[::5]]
        parts.append(f"{before}deck {', '.join([*rest, 'Scout', 'Explorer'])}")
    return [*parts, "explorers 8"]


GAMES = {
    "dear": Golden("Two players who do all they can before a turn ends, and buy the dearest card.", 4, dear=True),
    "dear-too": Golden("The same, begun by player_1.", 5, {"first_player": 1}, dear=True),
    "any-card": Golden("Cheap cards and dear ones; asked is also where only a hidden hand leaves no choice.", 6,
                       {"ask": "public"}, 0.95),
    "uniform-cut-short": Golden("Any action as likely, cut short after 16 turns.", 2, {"max_turns": 16}, 0.0),
    "crowded": Golden("From the middle of a crowded position, with much to choose.", 3, {}, 0.9, crowded=9),
    "every-card": Golden("Each player has a card of every kind of two factions.", 36, {"max_turns": 14}, 0.98,
                         before=" | ".join(("turn 1 of you", "row -", *every_kind()))),
    "crowded-to-the-last-turn": Golden("Another one, which is cut short.", 5, {"max_turns": 4}, 0.9, crowded=23),
}  # fmt: skip


def start_of(golden: Golden) -> Position | None:
    """Return the position that a game is to begin with; None: the start."""
    if golden.crowded is not None:
        return crowded_position(golden.crowded, golden.options.get("max_turns", 300))
    return position_of(golden.before) if golden.before else None


def tell(golden: Golden, choose: Choose, start: Position | None) -> str:
    """Return a game as text, from a position on. `choose` gives an action by name."""
    heads = [
        f"options {json.dumps(golden.options)}",
        f"seed {golden.seed}, eager {golden.eager}{', dear' * golden.dear}",
    ]
    heads += WRAPPER.wrap(f"{BEGINS}{json.dumps(start)}") if start is not None else []
    return "\n".join([golden.title, *heads, *told(golden, choose, start)]) + "\n"


def told(golden: Golden, choose: Choose, start: Position | None) -> Iterator[str]:
    """Yield the tables and what was done."""
    game, turn, done = game_of(**golden.options), -1, list[str]()
    batch = begun(game, golden.seed, start)
    for seat, actions in decisions(batch, by_name(choose)):
        if int(batch.states[0]["turn"]) != turn:
            yield from deeds(done)
            turn, done = int(batch.states[0]["turn"]), []
            yield f"\n{table(game.position(batch.states))}"
        done.append(game.action_name(batch.states, seat, actions[seat]))
    yield from deeds(done)
    yield f"\n{table(game.position(batch.states))}"


def deeds(done: list[str]) -> list[str]:
    """Return the lines of what was done in a turn."""
    return WRAPPER.wrap(DONE + "; ".join(done)) if done else []


def table(position: dict[str, Any]) -> str:
    """Return a position as scenarios write it."""
    parts = parts_of(position)
    parts["trade deck"] = f"of {len(position['trade_deck'])}"
    keys = sorted((key for key in parts if parts[key] and (key, parts[key]) not in UNTOLD), key=order)
    return "\n".join(WRAPPER.wrap(" | ".join(one_part(key, parts[key]) for key in keys)))


def play(golden: Golden) -> str:
    """Play a game and return it as text."""
    random = np.random.default_rng(golden.seed)
    costs = {card.name: card.cost for card in game_of(**golden.options).catalogue.cards}

    def choose(names: list[str]) -> str:
        more = [name for name in names if name != "end turn"]
        if not more or random.random() >= golden.eager:
            return str(random.choice(names))
        bought = {name: costs[name.removeprefix("buy ").removesuffix(" on top")] for name in more if name[:4] == "buy "}
        others = [name for name in more if name not in bought]
        if golden.dear and bought:
            return str(random.choice(others)) if others else max(bought, key=lambda name: bought[name])
        return str(random.choice(more))

    return tell(golden, choose, start_of(golden))


def read_start(text: str) -> Position | None:
    """Return the position that a file says its game begins with."""
    lines = text.replace("\n    ", " ").splitlines()
    return next((json.loads(line.removeprefix(BEGINS)) for line in lines if line.startswith(BEGINS)), None)


def read(text: str) -> list[str]:
    """Return the actions of a file."""
    joined = text.replace("\n    ", " ")
    lines = [line.removeprefix(DONE) for line in joined.splitlines() if line.startswith(DONE)]
    return [action for line in lines for action in line.split("; ")]


if __name__ == "__main__":
    write_files(HERE, GAMES, play)
