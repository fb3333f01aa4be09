"""What a newcomer reads about a game: how to play it, in a minute, and the notes of a guided first game.

Below: ``data/primer.md`` and ``data/guide.toml`` in the game's folder. A game may have neither. Above:
commands/rules.py, the pages of `ow play`, the terminal, the site. In order: the primer, the guide.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from textwrap import fill, indent
from typing import Any

from training.rules import folder_of

# ── The primer ───────────────────────────────────────────────────────────────────────────────

SECTIONS = ("A turn", "How it ends", "Three tips")
MOST_LINES = 5  # of a turn


@dataclass(frozen=True)
class Primer:
    """How a game is played, in short."""

    title: str  # "Star Realms: how to play"
    aim: str  # a sentence
    turn: tuple[str, ...]  # in its order, at most five lines
    end: str  # how the game ends
    tips: tuple[str, ...]  # three

    def text(self, width: int) -> str:
        """Return it for a terminal, in lines of at most so many columns."""
        turn = [
            fill(line, width, initial_indent=f"  {at}. ", subsequent_indent="     ")
            for at, line in enumerate(self.turn, 1)
        ]
        tips = [fill(tip, width, initial_indent="  - ", subsequent_indent="    ") for tip in self.tips]
        end = indent(fill(self.end, width - 2), "  ")
        return "\n".join([fill(f"Aim: {self.aim}", width), "A turn", *turn, "How it ends", end, "Three tips", *tips])


def read_primer(game: str) -> Primer | None:
    """Return how a game is played, in short; None where it doesn't say.

    Raises:
        ValueError: there is no such game, or the page lacks a part: which.
    """
    page = folder_of(game) / "data" / "primer.md"
    if not page.is_file():
        return None
    aim, *parts = re.split(r"^## +", page.read_text("utf-8"), flags=re.MULTILINE)
    found = {title.strip(): body for title, _, body in (part.partition("\n") for part in parts)}
    if tuple(found) != SECTIONS:
        raise ValueError(f"{page}: expected the headings {', '.join(SECTIONS)}, got {', '.join(found) or 'none'}")
    told = Primer(
        aim.partition("\n")[0].lstrip("# "),
        in_one_line(aim.partition("\n")[2]),
        items(found["A turn"]),
        in_one_line(found["How it ends"]),
        items(found["Three tips"]),
    )
    for what, count, fewest, most in (("A turn", len(told.turn), 1, MOST_LINES), ("Three tips", len(told.tips), 3, 3)):
        if not fewest <= count <= most:
            right = f"{most}" if fewest == most else f"{fewest} to {most}"
            raise ValueError(f"{page}: {what}: expected {right} lines that begin with - or a number, got {count}")
    if not told.aim or not told.end:
        raise ValueError(f"{page}: expected {'how it ends' if told.aim else 'the aim below the title'}, got nothing")
    return told


def items(text: str) -> tuple[str, ...]:
    """Return the items of a list of Markdown, each in one line."""
    return tuple(in_one_line(part) for part in re.split(r"^(?:-|[0-9]+\.) +", text, flags=re.MULTILINE)[1:])


def in_one_line(text: str) -> str:
    """Return text without its line breaks."""
    return " ".join(text.split())


# ── The guided first game ────────────────────────────────────────────────────────────────────

NOTE = {"when", "text", "at", "unless", "step", "turn"}
KEYS = {"seed", "players", "options", "note"}


@dataclass(frozen=True)
class Note:
    """Something said of one decision of a guided game: in the first moment that fits, before the notes below it."""

    text: str
    when: str  # a choice is offered whose name begins so; "over": the game has ended
    unless: str = ""  # no choice is offered whose name begins so
    step: str = ""  # the view's Step begins so
    turn: int = 0  # the viewer was asked in so many turns, at least: they are told apart by the heading of the view
    at: str = (
        ""  # where it points: "hand", "log", "decision", "seat you", "seat other", "place N", "zone NAME"; "": `when`
    )


@dataclass(frozen=True)
class Guide:
    """A first game with notes: always the same cards against the same opponents."""

    seed: int
    players: tuple[str, ...]  # for each seat "person" or an agent
    options: Mapping[str, Any]  # of the game
    notes: tuple[Note, ...]


def read_guide(game: str) -> Guide | None:
    """Return the guided first game; None where a game has none.

    Raises:
        ValueError: there is no such game, or the file has a field that it can't have, or lacks one.
    """
    path = folder_of(game) / "data" / "guide.toml"
    if not path.is_file():
        return None
    data = tomllib.loads(path.read_text("utf-8"))
    if not {"seed", "players", "note"} <= set(data) <= KEYS:
        raise ValueError(f"{path}: expected {', '.join(sorted(KEYS))}, got {', '.join(sorted(data))}")
    for number, note in enumerate(data["note"], 1):
        if not {"when", "text"} <= set(note) <= NOTE:
            known = ", ".join(sorted(NOTE))
            raise ValueError(f"{path}: note {number}: expected when, text and any of {known}, got {', '.join(note)}")
    notes = tuple(Note(**{**note, "text": in_one_line(note["text"])}) for note in data["note"])
    return Guide(data["seed"], tuple(data["players"]), data.get("options", {}), notes)
