"""Deck files: TOML, or plain text with an entry a line. What makes a deck legal is its game's business.

Below: catalogue.py. Above: each game's decks.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from ow_env.cards.catalogue import FaultyFile, read_toml
from ow_env.core.text import escaped, is_shown, nearest, read_text

LONGEST = 100  # letters in the name of a deck
FIELDS = ("name", "size", "cards")  # of a TOML file
NO_WIDTH = dict.fromkeys(map(ord, "\u200b\u2060\ufeff"))  # blanks that nobody sees


@dataclass(frozen=True)
class DeckList:
    """A list as its file states it, unchecked but for its form."""

    name: str
    cards: tuple[tuple[str, int], ...]  # (card name, copies), in the order of the list
    size: int | None  # cards it says it has; None: it does not say


def counted(entry: str) -> tuple[str, int]:
    """Read an entry of a deck list: ``5x Exploit`` and ``5 Exploit`` are ("Exploit", 5), ``City 12`` is one.

    Blanks of every kind count as blanks: those of web pages are copied along.
    """
    words = " ".join(entry.translate(NO_WIDTH).split())
    found = re.fullmatch(r"(\d{1,3})(?: ?[xX] | ?\u00d7 ?| )(.+)", words)
    return (found[2], int(found[1])) if found else (words, 1)


def name_faults(name: object) -> list[str]:
    """Return what keeps a deck from being called so: a name is shown in a line, on terminals and in tables."""
    if isinstance(name, str) and name.strip() and len(name) <= LONGEST and all(map(is_shown, name)):
        return []
    return [f"name: expected one line of at most {LONGEST} letters, all of which can be shown, found {name!r:.80}"]


def from_entries(name: str, entries: Iterable[str], size: int | None = None) -> DeckList:
    """Return the list of these entries: ``City 12``, ``5x Exploit``.

    Raises:
        ValueError: it is no list of entries.
    """
    wanted = 'expected the name or file of a deck, or a list of entries such as "5x Exploit"'
    if not isinstance(entries, Iterable):
        raise ValueError(f"{wanted}, got {entries!r:.80}")
    given = list(entries)
    for entry in given:
        if not isinstance(entry, str):
            raise ValueError(f"{wanted}, found the entry {entry!r:.80}")
    return DeckList(name, tuple(counted(entry) for entry in given), size)


def read_file(path: Path, sizes: Iterable[int]) -> DeckList:
    """Return the list in a file: TOML by its suffix, else text.

    Args:
        path: of the file.
        sizes: how many cards a deck may say it has.

    Raises:
        FaultyFile: it can't be read, with everything wrong with it.
    """
    if path.suffix == ".toml":
        return _read_toml(path, tuple(sizes))
    try:
        lines = read_text(path).split("\n")
    except FileNotFoundError:
        raise FaultyFile(path, ["there is no such file"]) from None
    except OSError as error:
        raise FaultyFile(path, [f"it cannot be read: {error.strerror}"]) from None
    except ValueError as error:
        raise FaultyFile(path, [str(error)]) from None
    entries = (line.partition("#")[0].strip() for line in lines)
    return from_entries(named_for(path), [entry for entry in entries if entry])


def named_for(path: Path) -> str:
    """Return what the deck of a file is called that does not say."""
    return escaped(path.stem)[:LONGEST]


def _read_toml(path: Path, sizes: tuple[int, ...]) -> DeckList:
    """Read ``name`` (else the file's own), ``size`` (which may be left out) and ``cards``."""
    table = read_toml(path)
    name, size, cards = table.get("name", named_for(path)), table.get("size"), table.get("cards", [])
    faults = name_faults(name) + [
        f"{field}: there is no such field{nearest(field, FIELDS)}" for field in table if field not in FIELDS
    ]
    if size is not None and (type(size) is not int or size not in sizes):
        faults.append(f"size: expected {' or '.join(map(str, sizes))}, found {size!r}")
    if "cards" not in table:
        faults.append('cards: expected a list such as ["City 12", "5x Exploit"], found none')
    elif not isinstance(cards, list) or not all(isinstance(entry, str) for entry in cards):
        faults.append(f'cards: expected a list of entries such as "5x Exploit", found {cards!r}')
    if faults:
        raise FaultyFile(path, faults)
    return from_entries(name, cards, size)


def as_text(name: str, cards: Iterable[tuple[str, int]]) -> str:
    """Return a deck as a plain-text file, which `read_file` reads back."""
    held = list(cards)
    entries = [f"{copies}x {card}" if copies > 1 else card for card, copies in held]
    return "\n".join([f"# {name}: {sum(copies for _, copies in held)} cards", *entries]) + "\n"
