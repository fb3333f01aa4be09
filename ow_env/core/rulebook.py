"""The numbered rules and rulings of a game, read from the one text that holds them.

Below: ``data/rules.md`` in the game's folder. A game may have none; its rules then stand in its code alone. Above:
adapters/openenv.py, `training.rules`.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path

from ow_env.core.text import nearest

MARKS = ("book", "faq", "ruling")  # stated by the rulebook; answered by the publisher; decided here


@dataclass(frozen=True)
class Rule:
    """One numbered rule as rules.md has it."""

    number: str  # "OW-4a.3"
    section: str  # "OW-4a Install Facilities (page 10)"
    text: str  # one line, with its marks

    @property
    def sections(self) -> tuple[str, str]:
        """What it belongs to: its section, "TW-R", and the rule that it is a part of, "TW-R1"; mostly they are one."""
        return self.section.partition(" ")[0], self.number.partition(".")[0]

    @property
    def marks(self) -> str:
        """What it is, one or several of `MARKS`: "book, ruling"."""
        return ", ".join(mark for mark in MARKS if f"[{mark}]" in self.text)


def rules_in(folder: Path) -> list[Rule]:
    """Return every numbered rule of the game in this folder, in the order of the page; none if it has no page."""
    page = folder / "data" / "rules.md"
    rules: list[Rule] = []
    section, inside = "", False  # is a line that goes on part of a rule?
    for line in page.read_text(encoding="utf-8").splitlines() if page.is_file() else ():
        heading = re.match(r"#+ ([A-Z]+-.*)", line)
        start = re.match(r"- \*\*([A-Z]+-\S+)\*\* (.*)", line)
        goes_on = inside and line.startswith("  ")
        inside = bool(start) or goes_on
        if heading:
            section = heading[1]
        elif start:
            rules.append(Rule(start[1], section, start[2]))
        elif goes_on:
            last = rules.pop()
            rules.append(Rule(last.number, last.section, f"{last.text} {line.strip()}"))
    return rules


def rules_of(kind: type) -> list[Rule]:
    """Return the rules of the games of a class, or those of the nearest class it extends that has some."""
    for each in kind.__mro__:
        file = getattr(sys.modules[each.__module__], "__file__", None)
        found = [] if file is None else rules_in(Path(file).parent)
        if found:
            return found
    return []


def find(rules: list[Rule], number: str) -> list[Rule]:
    """Return the rule of that number, or the rules of that section.

    Args:
        rules: at least one.
        number: "OW-4a.3", "ow-4a", or without the game's letters, "4a.3".

    Raises:
        ValueError: there is none; names what is near.
    """
    prefix = rules[0].number.partition("-")[0].lower()  # "ow", "sr"
    wanted = number.strip().lower()
    wanted = wanted if wanted.startswith(f"{prefix}-") else f"{prefix}-{wanted}"
    named: dict[str, list[Rule]] = {}
    for rule in rules:
        for name in {*rule.sections} - {rule.number}:
            named.setdefault(name.lower(), []).append(rule)
    for rule in rules:  # one that has parts, TW-R1, stands before them
        named[rule.number.lower()] = [rule, *named.get(rule.number.lower(), [])]
    if wanted in named:
        return named[wanted]
    section = named.get(wanted.partition(".")[0]) or named.get(wanted.rstrip("0123456789"))
    if section:
        numbers = ", ".join(rule.number for rule in section)
        raise ValueError(f"there is no rule {number!r}; its section has {numbers}")
    numbers = nearest(wanted.upper(), [rule.number for rule in rules])
    raise ValueError(f"there is no rule {number!r}{numbers}")


def plain(text: str) -> str:
    """Return the text without the marks of Markdown."""
    return re.sub(r"[*`]", "", text)
