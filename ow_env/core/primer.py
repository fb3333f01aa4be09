"""How a game is played, in a minute: what a newcomer reads, and what stands at the head of a decision in words.

Below: ``data/primer.md`` in the game's folder; a game may have none. Above: decision.py, `training.primer`.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from textwrap import fill, indent

SECTIONS = ("A turn", "How it ends", "Three tips")
MOST_LINES = 5  # of a turn
NUMBERS = re.compile(r"(?:, )?\b[A-Z]{2,4}-[0-9A-Z][0-9a-z]*(?:\.[0-9]+)?\b")  # of rules, for who has the rulebook


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

    @property
    def rules(self) -> str:
        """The rules without tips and rule numbers, a line each."""
        turn = [f"{at}. {line}" for at, line in enumerate(self.turn, 1)]
        lines = [f"Aim: {self.aim}", "A turn:", *turn, f"How it ends: {self.end}"]
        return NUMBERS.sub("", "\n".join(lines)).replace(" ()", "")


def primer_in(folder: Path) -> Primer | None:
    """Return how the game in this folder is played, in short; None where it doesn't say.

    Raises:
        ValueError: the page lacks a part: which.
    """
    page = folder / "data" / "primer.md"
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


remembered = cache(primer_in)


def primer_of(kind: type) -> Primer | None:
    """Return how the games of a class are played, in short, or those of the nearest class it extends that says so."""
    for each in kind.__mro__:
        file = getattr(sys.modules[each.__module__], "__file__", None)
        found = None if file is None else remembered(Path(file).parent)
        if found is not None:
            return found
    return None


def items(text: str) -> tuple[str, ...]:
    """Return the items of a list of Markdown, each in one line."""
    return tuple(in_one_line(part) for part in re.split(r"^(?:-|[0-9]+\.) +", text, flags=re.MULTILINE)[1:])


def in_one_line(text: str) -> str:
    """Return text without its line breaks."""
    return " ".join(text.split())
