"""Golden games of These New Worlds: whole games as text, for people to read; a diff shows what a change does to them.

`make golden` writes every game of GAMES anew; test_golden.py plays each file again from its own action names and
compares all of it. A file begins with a sentence, the options of the game and its seed. Then come the decisions, each
with what was told of it, and before each round what the table looks like, in the notation of scenarios.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from tests.courses import Choose, begun, by_name, decisions
from tests.golden import DONE, WRAPPER, told_of, write_files
from tests.scenarios import Parts
from tests.tables import Position
from tests.these_new_worlds.oracle.late import late_position
from tests.these_new_worlds.scenario import parts_of
from tests.these_new_worlds.table import game_of

HERE = Path(__file__).with_name("playthroughs")


@dataclass(frozen=True)
class Golden:
    """One golden game: what is played, under which seed, how eagerly, from which late position."""

    title: str
    seed: int
    options: dict[str, Any] = field(default_factory=dict)
    eager: float = 0.8  # how seldom a player passes who can do anything
    late: int | None = None

    @property
    def start(self) -> Position | None:
        """Return where it begins; None: at the start."""
        return None if self.late is None else late_position(self.late)


GAMES = {
    "whole": Golden("A whole game of two players who do what they can.", 4),
    "whole-too": Golden("Another, begun by player_0; everyone who holds a card is asked.", 7,
                        {"first_dealer": 1, "ask": "public"}, 1.0),
    "nobody": Golden("Two players who are slow to colonize: The Collective wins, and both lose.", 2,
                     {"nobody": "loss"}, 0.1),
    "short": Golden("Three rounds with five cards each.", 5, {"rounds": 3, "hand": 5}),
    "late": Golden("From the opening of a late round, with planets on all sides.", 3, late=8),
    "late-too": Golden("From another, to a draw.", 1, late=3),
}  # fmt: skip


def tell(golden: Golden, choose: Choose) -> str:
    """Return a game as text. `choose` gives an action by name."""
    late = "" if golden.late is None else f", late position {golden.late}"
    head = [golden.title, f"options {json.dumps(golden.options)}, seed {golden.seed}{late}"]
    return "\n".join([*head, *told(golden, choose)]) + "\n"


def told(golden: Golden, choose: Choose) -> Iterator[str]:
    """Yield the decisions and what was told of them, and the table where a round opens and at the end."""
    game, opened = game_of(**golden.options), 0
    batch = begun(game, golden.seed, golden.start)
    for seat, actions in decisions(batch, by_name(choose)):
        if int(batch.states[0]["round_number"]) != opened:
            opened = int(batch.states[0]["round_number"])
            yield from ("", *table(game.position(batch.states)), "")
        yield f"{DONE}player_{seat}: {game.action_name(batch.states, seat, actions[seat])}"
        yield from told_of(batch, actions)
    yield from ("", *table(game.position(batch.states)))


def table(position: Position) -> list[str]:
    """Return a position as scenarios write it."""
    parts: Parts = parts_of(position)
    return WRAPPER.wrap(" | ".join(f"{key} {value}" for key, value in parts.items() if value))


def play(golden: Golden) -> str:
    """Play a game and return it as text."""
    random = np.random.default_rng(golden.seed)

    def choose(names: list[str]) -> str:
        more = [name for name in names if name != "pass"]
        if golden.eager < 0.5:
            more = [name for name in names if not name.startswith("colonize")]
            return str(random.choice(more if random.random() > golden.eager else names))
        return str(random.choice(more if more and random.random() < golden.eager else names))

    return tell(golden, choose)


if __name__ == "__main__":
    write_files(HERE, GAMES, play)
