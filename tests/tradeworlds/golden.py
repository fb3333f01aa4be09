"""Golden games of TradeWorlds: whole games as text, for people to read; a diff shows what a change does to them.

`make golden` writes every game of GAMES anew; test_golden.py plays each file again from its own action names and
compares all of it. A file begins with a sentence, the options of the game, its seed and style. Then come the turns:
what the table looks like, in the notation of scenarios, and what was done.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.courses import Choose, begun, by_name, decisions, in_style
from tests.golden import DONE, WRAPPER, actions_in, write_files
from tests.tables import Position
from tests.tradeworlds.oracle.late import late_position
from tests.tradeworlds.oracle.self_play import choose
from tests.tradeworlds.scenario import parts_of
from tests.tradeworlds.table import game_of

HERE = Path(__file__).with_name("playthroughs")
UNTOLD = ("deck", "under", "removed", "asked", "point", "turn")  # of a table


@dataclass(frozen=True)
class Golden:
    """One golden game: what is played, under which seed, in which style, from which late position, how far."""

    title: str
    seed: int
    options: dict[str, Any] = field(default_factory=dict)
    style: str = "warlike"
    late: int | None = None

    @property
    def start(self) -> Position | None:
        """Return where it begins; None: at the start."""
        if self.late is None:
            return None
        players = self.options.get("num_players", 1 if "Derelict" in self.options.get("scenario", "") else 2)
        module = self.options.get("reinforcements", False)
        return late_position(players, self.options.get("scenario", "Trade Wars"), module)(self.late)


GAMES = {
    "trade-wars": Golden("Two players, Trade Wars, to 100 credits.", 4, {"factions": ["Covenant", "Destined"]}),
    "finish-round": Golden(
        "Two who do all they can; the round is played out.",
        5,
        {"finish_round": True, "max_rounds": 40},
        "curious",
        late=7,
    ),
    "three-tokens": Golden(
        "Three players late in a war with tokens.", 3, {"num_players": 3, "reinforcements": True}, late=11
    ),
    "three-public": Golden(
        "Three, and everyone is asked who could hold a card.",
        6,
        {"num_players": 3, "ask": "public", "scenario": "Space Wars", "max_rounds": 44},
        late=25,
    ),
    "four": Golden(
        "Four players with tokens, joint attacks, cut short.",
        1,
        {"num_players": 4, "scenario": "Space Wars", "reinforcements": True, "max_rounds": 42},
        late=1,
    ),
    "same-faction": Golden(
        "Four Acolytes, three rounds.", 2, {"num_players": 4, "factions": ["Acolytes"] * 4, "max_rounds": 3}, "eager"
    ),
    "alone": Golden("Alone against The Derelict, from the start.", 1, {"scenario": "The Derelict"}, "eager"),
    "alone-late": Golden("Alone with ships.", 2, {"scenario": "The Derelict"}, late=6),
    "alone-won": Golden("Another, which is won.", 0, {"scenario": "The Derelict"}, late=0),
}


def tell(golden: Golden, choose_one: Choose) -> str:
    """Return a game as text. `choose_one` gives an action by name."""
    late = "" if golden.late is None else f", late position {golden.late}"
    head = [golden.title, f"options {json.dumps(golden.options)}, seed {golden.seed}, {golden.style}{late}"]
    return "\n".join([*head, *told(golden, choose_one)]) + "\n"


def told(golden: Golden, choose_one: Choose) -> Iterator[str]:
    """Yield the decisions of each turn, and the table before it and at the end."""
    game, turn = game_of(**golden.options), -1
    batch = begun(game, golden.seed, golden.start)
    for seat, actions in decisions(batch, by_name(choose_one)):
        position = game.position(batch.states)
        now = position["round"] * game.num_players + position["leader"]
        if now != turn:
            yield from ("", f"Round {position['round']}, player_{position['leader']}", *table(position))
            turn = now
        dice = position["decision"].get("die")
        told_dice = f"  (dice {dice[0]} and {dice[1]})" if dice else ""
        yield f"{DONE}player_{seat}: {game.action_name(batch.states, seat, actions[seat])}{told_dice}"
    position = game.position(batch.states)
    yield from ("", f"Over: {json.dumps(position['decision'])}", *table(position))


def table(position: Position) -> list[str]:
    """Return a position as scenarios write it, a line for each player."""
    parts = {key: value for key, value in parts_of(position).items() if value and key.split()[-1] not in UNTOLD}
    lines = []
    for before in ("", "foe ", "third ", "fourth ")[: len(position["players"])]:
        others = ("foe ", "third ", "fourth ")
        mine = {
            key: value
            for key, value in parts.items()
            if (key.startswith(before) if before else not key.startswith(others))
        }
        lines += WRAPPER.wrap("  " + " | ".join(f"{key} {value}" for key, value in mine.items()))
    return lines


def play(golden: Golden) -> str:
    """Play a game and return it as text."""
    return tell(golden, in_style(choose, golden.style, golden.seed))


def read(text: str) -> list[str]:
    """Return the actions of a file, without the dice."""
    return [action.partition("  (")[0] for action in actions_in(text)]


if __name__ == "__main__":
    write_files(HERE, GAMES, play)
