"""Golden games of Expansive Universe: whole games as text, for people to read; a diff shows what a change does to them.

`make golden` writes every game of GAMES anew; test_golden.py plays each file again from its own action names and
compares all of it. A file begins with a sentence, the options of the game, its seed and style. Then come the turns:
what the table looks like, in the notation of scenarios, and what was done, with what was told of it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.courses import Choose, begun, by_name, decisions, in_style
from tests.expansive_universe.oracle.crowded import crowded
from tests.expansive_universe.oracle.self_play import choose
from tests.expansive_universe.scenario import parts_of
from tests.expansive_universe.table import game_of
from tests.golden import DONE, WRAPPER, told_of, write_files
from tests.tables import Position

HERE = Path(__file__).with_name("playthroughs")
NOTHING = ("", "0", "-")


@dataclass(frozen=True)
class Golden:
    """One golden game: what is played, under which seed, in which style, from which crowded position, how far."""

    title: str
    seed: int
    options: dict[str, Any] = field(default_factory=lambda: {"num_players": 2})
    style: str = "eager"
    crowd: int | None = None
    most: int = 250

    @property
    def start(self) -> Position | None:
        """Return where it begins; None: at the start."""
        if self.crowd is None:
            return None
        return crowded(self.options["num_players"], int(self.options.get("core", "1")[-1]))(self.crowd)


GAMES = {
    "two": Golden("Two players, to 20 points.", 4, {"num_players": 2, "factions": ["Wartribe", "Galaxernment"]}),
    "three": Golden(
        "Three players by another Core, cut short.", 5, {"num_players": 3, "core": "Galactic Core #2", "max_rounds": 6}
    ),
    "cut-short": Golden("Two players, cut short after five rounds.", 2, {"num_players": 2, "max_rounds": 5}),
    "two-crowded": Golden("Two big crews and fleets.", 6, {"num_players": 2}, "warlike", 7),
    "three-crowded": Golden("Three of them, until one is left or has won.", 3, {"num_players": 3}, "warlike", 11),
    "four-crowded": Golden("Four of them.", 8, {"num_players": 4, "core": "Galactic Core #4"}, "warlike", 5),
    "curious": Golden("Two who try what they have tried least.", 9, {"num_players": 2}, "curious", 2),
}


def tell(golden: Golden, choose_one: Choose) -> str:
    """Return a game as text. `choose_one` gives an action by name."""
    crowd = "" if golden.crowd is None else f", crowded position {golden.crowd}"
    head = [golden.title, f"options {json.dumps(golden.options)}, seed {golden.seed}, {golden.style}{crowd}"]
    return "\n".join([*head, *told(golden, choose_one)]) + "\n"


def told(golden: Golden, choose_one: Choose) -> Iterator[str]:
    """Yield the decisions and what was told of them, and the table where a turn begins and at the end."""
    game, turn = game_of(**golden.options), (-1, -1)
    batch = begun(game, golden.seed, golden.start)
    for seat, actions in decisions(batch, by_name(choose_one), golden.most):
        now = int(batch.states[0]["round_number"]), int(batch.states[0]["active"])
        if now != turn:
            turn = now
            yield from ("", *table(game.position(batch.states)), "")
        yield f"{DONE}player_{seat}: {game.action_name(batch.states, seat, actions[seat])}"
        yield from told_of(batch, actions)
    yield from ("", *table(game.position(batch.states)))


def table(position: Position) -> list[str]:
    """Return a position as scenarios write it."""
    parts = parts_of(position)
    return WRAPPER.wrap(" | ".join(f"{key} {value}" for key, value in parts.items() if value not in NOTHING))


def play(golden: Golden) -> str:
    """Play a game and return it as text."""
    return tell(golden, in_style(choose, golden.style, golden.seed))


if __name__ == "__main__":
    write_files(HERE, GAMES, play)
