"""The numbered rules and rulings of a game, read from the one text that holds them.

Below: ``data/rules.md`` in the game's folder. A game may have none; its rules then stand in its code alone. Above:
commands/rules.py, the table's page, the site.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from ow_env.registry import DEFAULT, module_of

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


def folder_of(game: str) -> Path:
    """Return the folder of a game's code."""
    found = find_spec(module_of(game))
    assert found is not None
    return Path(str(found.origin)).parent


def module_of_rules(game: str) -> str:
    """Return the module in which a game's rules stand: ``rules`` beside that of its class, or the latter itself."""
    module = module_of(game)
    package, dot, _ = module.rpartition(".")
    return f"{package}.rules" if dot and find_spec(f"{package}.rules") is not None else module


def read_rules(game: str = DEFAULT) -> list[Rule]:
    """Return every numbered rule of a game, in the order of the page; none if it has no page.

    Raises:
        ValueError: there is no such game.
    """
    page = folder_of(game) / "data" / "rules.md"
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
