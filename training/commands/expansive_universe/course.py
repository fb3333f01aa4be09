"""What `ow decks course` counts of Expansive Universe: where points come from, what is done, which cards are bought.

Below: commands/decks/counting.py. Above: commands/decks/course.py, which asks by the game's name.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from ow_env.expansive_universe import verbs as do
from ow_env.expansive_universe.cards import CORE_POINT, Kind
from ow_env.expansive_universe.state import CORE, RUNNING, TRUNCATED
from training.commands.decks.counting import Course, Decisions, Played
from training.files import hanging

WIDTH = 120
DONE = {
    do.BUY: "cards bought",
    do.FLY: "flights",
    do.MOVE: "crew moves",
    do.MISSION: "missions",
    do.ATTACK_PLACE: "battles in space",
    do.ATTACK_LOCATION: "battles on the ground",
}
SOURCES = ("missions", "battles", "Core")


class ExpansiveUniverseCourse(Course):
    """What is counted of Expansive Universe."""

    def begin(self, rows: int) -> None:
        """So many games begin, side by side."""
        self.gained = np.zeros((rows, self.game.num_players, len(SOURCES)), int)

    def decided(self, played: Decisions) -> None:
        """Count what was done, and where points came from."""
        table, players = self.game.tables[0], self.game.num_players
        for row in played.rows:
            before, after = played.before[row], played.after[row]
            action = table["actions"][int(played.actions[row, int(before["asked"])])]
            verb = int(action["verb"])
            self.counts[DONE.get(verb, "")] += 1
            if verb == do.BUY:
                slot = int(action["a"])
                self.counts[f"slot {slot}"] += 1
                self.counts[f"bought {self.game.catalogue.cards[int(before['slots'][slot]) - 1].name}"] += 1
            more = after["players"]["points"][:players] - before["players"]["points"][:players]
            active = int(before["active"])
            if more[active] and turn_ended(before, after) and is_alone(after, active):
                alone = int(table["laws"][CORE_POINT] or table["core_points"])
                self.gained[row, active, 2] += alone
                more[active] -= alone
            self.gained[row, :, 0 if verb == do.MISSION or before["mission"] else 1] += more

    def ended(self, row: int, last: Any) -> None:
        """Count where the winner's points came from."""
        if last["ending"] != TRUNCATED:
            points = self.gained[row, int(last["winner"])]
            self.counts.update({f"points {source}": int(some) for source, some in zip(SOURCES, points, strict=True)})

    def told(self, counts: Counter[str]) -> Iterator[tuple[str, str]]:
        """Yield what was counted, each figure with what it is."""
        games = counts["games"]
        won = max(1, games - counts["cut off"])
        for source in SOURCES:
            yield f"points of the winner, {source}", f"{counts[f'points {source}'] / won:.1f}"
        for what in DONE.values():
            yield what, f"{counts[what] / games:.2f}"
        bought = [counts[f"slot {slot}"] / games for slot in range(6)]
        yield "of slots 0 to 5", " / ".join(f"{each:.1f}" for each in bought)


def turn_ended(before: Any, after: Any) -> bool:
    """Has a turn ended, and with it perhaps the game?"""
    changed = before["active"] != after["active"] or before["round_number"] != after["round_number"]
    return bool(changed or after["ending"] != RUNNING)


def is_alone(state: Any, seat: int) -> bool:
    """Is a player alone on the Core?"""
    there = state["players"]["ships"][: int(state["num_players"])] & state["ships_at"][CORE]
    return bool(there[seat]) and np.count_nonzero(there) == 1


COURSE = ExpansiveUniverseCourse


# ── Arguments ────────────────────────────────────────────────────────────────────────────────────


def add_to(parser: argparse.ArgumentParser) -> list[str]:
    """Add the arguments of this game.

    Returns:
        their names.
    """
    parser.add_argument("--core", help="Expansive Universe: the Galactic Core, by name (default that of a first game)")
    parser.add_argument("--bought", action="store_true", help="Expansive Universe: also how often each card was bought")
    return ["core", "bought"]


def options_from(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return the options of the game that follow from its arguments."""
    return {} if arguments.core is None else {"core": arguments.core}


def more(played: Played, arguments: argparse.Namespace) -> Iterator[str]:
    """Yield how often each card was bought, if that is asked for."""
    if arguments.bought:
        for what, figure in told_of_cards(played):
            yield "\n".join(hanging(f"  {what}: ", figure, WIDTH))


def told_of_cards(played: Played) -> Iterator[tuple[str, str]]:
    """Yield how often each card was bought or recruited, those of each kind together, the most bought first."""
    counts, catalogue = played.counts, played.course.game.catalogue
    for kind in Kind:
        rows = [(counts[f"bought {card.name}"], card.name) for card in catalogue.of_kind[kind] if not card.alpha]
        games = counts["games"] * len([key for key in counts if key.startswith("seat ")]) / 4
        yield (
            f"{kind.name.lower()}s, a game in which they are",
            ", ".join(f"{name} {count / max(1.0, games):.2f}" for count, name in sorted(rows, reverse=True)),
        )
