"""Cards as data: rows of TOML files, read with closed vocabularies and labels; all faults of a file are reported.

Below: core. Above: each game's cards.py, which says which sections, fields and words there are, and builds its cards.
A row is a card; its values are labelled with their source. A user's own file can override a game's.
In order: files, labels, rows, cards by name, rows laid over rows, how a row is read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from ow_env.core.text import escaped, nearest, toml_in

Code = TypeVar("Code", bound=IntEnum)

# ── Files ──────────────────────────────────────────────────────────────────────────────────────


class FaultyFile(ValueError):
    """A card or deck file cannot be used. ``faults``: everything wrong with it, a sentence each."""

    def __init__(self, path: Path, faults: Iterable[str]) -> None:
        self.path = path
        self.faults = tuple(map(escaped, faults))
        super().__init__("\n  - ".join([f"{escaped(path)} cannot be used:", *self.faults]))


def read_toml(path: Path) -> dict[str, Any]:
    """Return the tables of a TOML file.

    Raises:
        FaultyFile: it is not there, not text, or not TOML.
    """
    try:
        return toml_in(path)
    except FileNotFoundError:
        raise FaultyFile(path, ["there is no such file"]) from None
    except OSError as error:
        raise FaultyFile(path, [f"it cannot be read: {error.strerror}"]) from None
    except ValueError as error:
        raise FaultyFile(path, [str(error)]) from None


def shown(value: object) -> str:
    """Show what a file said: text in quotes, cut short when it is long."""
    text = f'"{value}"' if isinstance(value, str) else repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


# ── Labels ─────────────────────────────────────────────────────────────────────────────────────

PRINTED = "printed"  # the rulebook states or forces it
INFERRED = "inferred"  # it follows from the rulebook's text or the card's name
RECONSTRUCTED = "reconstructed"  # ours, so that the game can be played
YOURS = "yours"  # from a user's own card file
STATED = (PRINTED, INFERRED)  # labels that a row gives its fields; the others it has by itself


# ── Rows ───────────────────────────────────────────────────────────────────────────────────────


@dataclass
class Row:
    """One card as its file states it, before it is checked."""

    section: str  # the table it stands in
    fields: dict[str, Any]
    labels: dict[str, str]  # of each field


# ── Cards by name ──────────────────────────────────────────────────────────────────────────────


class Named(Protocol):
    """What a catalogue has many of."""

    @property
    def name(self) -> str:
        """The name, by which it is found."""
        ...


Card = TypeVar("Card", bound=Named)


@dataclass(frozen=True, kw_only=True)
class ByName(Generic[Card]):
    """A catalogue whose cards are found by name. An id is a place in `cards`."""

    cards: tuple[Card, ...]
    stated: tuple[tuple[str, Row], ...] = field(default=(), compare=False, repr=False)  # rows of its files, by name

    @cached_property
    def card_ids(self) -> Mapping[str, int]:
        """Card name -> id."""
        return {card.name: place for place, card in enumerate(self.cards)}

    def card(self, name: str) -> Card:
        """Return the card of that name, or raise ValueError naming the nearest."""
        if name not in self.card_ids:
            raise ValueError(f"there is no card {name!r}{nearest(name, self.card_ids)}")
        return self.cards[self.card_ids[name]]


# ── Rows over rows ─────────────────────────────────────────────────────────────────────────────


def lay_file(
    rows: dict[str, Row],
    path: Path,
    sections: Collection[str],
    *,
    own: bool,
    labelled_whole: Collection[str] = (),
    default_labels: Mapping[str, Mapping[str, str]] | None = None,
    ignored: Collection[str] = (),
    check_name: Callable[[str, Mapping[str, Row], list[str]], None] = lambda name, rows, faults: None,
) -> list[str]:
    """Lay the rows of one file over ``rows``, in place; a row under a name known in its section corrects it.

    Args:
        rows: by name.
        path: of the file.
        sections: which tables there are.
        own: it is a user's file, whose fields are labelled as theirs.
        labelled_whole: sections whose rows are printed whole or not at all: ``printed = true``.
        default_labels: in each section, the label of each field; a row has others under ``labels``, a table. None:
            fields are reconstructed, but for those that a row says are printed or inferred.
        ignored: tables of the file that hold no rows.
        check_name: appends what is wrong with a new name, by the rules of its game.

    Returns:
        what is wrong with the file, a sentence each.

    Raises:
        FaultyFile: it can't be read at all.
    """
    faults: list[str] = []
    seen: dict[str, str] = {}
    for section, table in read_toml(path).items():
        if section in ignored:
            continue
        if section not in sections:
            faults.append(f"[{section}]: there is no such section{nearest(section, sections)}")
        elif not isinstance(table, dict):
            faults.append(f"[{section}]: expected a table of rows, found {shown(table)}")
        else:
            for name, stated in table.items():
                if name in seen:
                    faults.append(f"{name}: stands in [{seen[name]}] and again in [{section}]")
                elif not isinstance(stated, dict):
                    faults.append(f"{name}: expected a table of fields, found {shown(stated)}")
                else:
                    check_name(name, rows, faults)
                    if default_labels is None:
                        row = labelled(name, section, stated, faults, own=own, whole=section in labelled_whole)
                    else:
                        row = labelled_by_field(name, section, stated, default_labels[section], faults, own=own)
                    before = rows.get(name)
                    if before and before.section == section:  # a correction: what it leaves out stays as it was
                        row = Row(section, before.fields | row.fields, before.labels | row.labels)
                    rows[name] = row
                seen[name] = section
    return faults


def labelled(name: str, section: str, stated: Mapping[str, Any], faults: list[str], *, own: bool, whole: bool) -> Row:
    """Return a row with a label for each of its fields; faults are appended."""
    fields = {key: value for key, value in stated.items() if key not in STATED}
    labels = dict.fromkeys(fields, YOURS if own else RECONSTRUCTED)
    for label in STATED:
        claimed = stated.get(label, [])
        if own and label in stated:
            faults.append(
                f"{name}, {label}: only the standard catalogue says what the rulebook prints; "
                f'what your own file states is labelled "{YOURS}"'
            )
        elif whole and label in stated:
            if claimed is not True or label != PRINTED:
                faults.append(f"{name}, {label}: a {section.title()} says printed = true or nothing")
            labels = dict.fromkeys(fields, PRINTED)
        elif not isinstance(claimed, list):
            faults.append(f"{name}, {label}: expected a list of fields, found {shown(claimed)}")
        else:
            for key in map(str, claimed):
                if key not in fields:
                    faults.append(f"{name}, {label}: the row does not state {shown(key)}")
                elif labels[key] != RECONSTRUCTED:
                    faults.append(f"{name}, {label}: {shown(key)} has a label already")
                else:
                    labels[key] = label
    return Row(section, fields, labels)


def labelled_by_field(
    name: str, section: str, stated: Mapping[str, Any], defaults: Mapping[str, str], faults: list[str], *, own: bool
) -> Row:
    """Return a row whose fields are labelled as ``defaults`` say, or as the row itself says; faults are appended."""
    fields = {key: value for key, value in stated.items() if key != "labels"}
    if own and "labels" in stated:
        faults.append(f'{name}, labels: what your own file states is labelled "{YOURS}"')
    labels = dict.fromkeys(fields, YOURS) if own else {**defaults, **stated.get("labels", {})}
    return Row(section, fields, labels)


def check_spelling(name: str, rows: Mapping[str, Row], faults: list[str], signs: str = ".'&!-") -> None:
    """Check that a name reads back from an action, a position and a deck list; faults are appended."""
    told = shown(name)
    spelled = re.fullmatch(rf"[^\W\d_]([^\W_]|[ {re.escape(signs)}]){{0,39}}", name)
    if not spelled or name != " ".join(name.split()):
        faults.append(f"{told}: a name is a letter, then up to 39 letters, digits, spaces, {signs}")
    for other in rows:
        if other != name and other.lower() == name.lower():
            faults.append(f"{told}: differs from {shown(other)} only in upper and lower case")


# ── How a row is read ──────────────────────────────────────────────────────────────────────────


def word_of(code: IntEnum, spelled: Mapping[str, str]) -> str:
    """Return the word that card files use for a code: its name in lower case, or as it is spelled."""
    return spelled.get(code.name, code.name.lower().replace("_", " "))


def with_article(what: str) -> str:
    """Return a sort of row with "a" or "an" before it."""
    return f"an {what}" if what[0].lower() in "aeiou" else f"a {what}"


class Reader:
    """Reads one row. What is wrong with a field goes to ``faults``, with the row's name.

    Args:
        name: of the row.
        row: what it states.
        faults: appended to.
        every_field: fields of any row of this game, to distinguish one in the wrong place from a mistyped one.
        spelled: words of codes that are not their names in lower case.
        misplaced: what to say of a field that stands where it may not; ``{what}`` stands for the sort of row and its
            article.
    """

    def __init__(
        self,
        name: str,
        row: Row,
        faults: list[str],
        every_field: Collection[str] = (),
        spelled: Mapping[str, str] | None = None,
        misplaced: Mapping[str, str] | None = None,
    ) -> None:
        self.name, self.fields, self.faults = name, row.fields, faults
        self.every_field, self.spelled, self.misplaced = every_field, spelled or {}, misplaced or {}

    def fault(self, key: str, text: str) -> None:
        """Note what is wrong with a field."""
        self.faults.append(f"{self.name}, {key}: {text}")

    def shape(self, what: str, required: Iterable[str], optional: Iterable[str]) -> None:
        """Report required fields that are missing, and fields that are neither."""
        allowed = [*required, *optional]
        for key in required:
            if key not in self.fields:
                self.fault(key, f"{with_article(what)} has to state it")
        for key in self.fields:
            if key not in allowed and key in self.misplaced:
                self.fault(key, self.misplaced[key].format(what=with_article(what)))
            elif key not in allowed and key in self.every_field:
                self.fault(key, f"{with_article(what)} has no such field")
            elif key not in allowed:
                self.fault(key, f"there is no such field{nearest(key, allowed)}")

    def whole(self, key: str, low: int, high: int) -> int:
        """Return a whole number in the range; 0 when the field is absent or wrong."""
        value = self.fields.get(key, low)
        if type(value) is not int or not low <= value <= high:
            self.fault(key, f"expected a whole number from {low} to {high}, found {shown(value)}")
            return 0
        return value if key in self.fields else 0

    def flag(self, key: str, default: bool = False) -> bool:
        """Return true or false; the default when the field is absent or wrong."""
        value = self.fields.get(key, default)
        if not isinstance(value, bool):
            self.fault(key, f"expected true or false, found {shown(value)}")
            return default
        return value

    def words(self, key: str) -> list[str]:
        """Return a list of words, each once."""
        value = self.fields.get(key, [])
        if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
            self.fault(key, f"expected a list of words, found {shown(value)}")
            return []
        once = list(dict.fromkeys(value))
        if once != value:
            self.fault(key, f"names a word twice: {shown(value)}")
        return once

    def known(self, key: str, word: object, known: Iterable[str]) -> bool:
        """Whether the closed list has the word; if not, the fault names the nearest."""
        words = list(known)
        if not isinstance(word, str):
            self.fault(key, f"expected a word, found {shown(word)}")
        elif word not in words:
            self.fault(key, f"{shown(word)} is not a known word{nearest(word, words)}")
        return word in words

    def code(self, key: str, codes: Iterable[Code]) -> Code | None:
        """Return the code of the field's word; None when it is absent or unknown."""
        by_word = {word_of(code, self.spelled): code for code in codes}
        if key in self.fields and self.known(key, self.fields[key], by_word):
            return by_word[self.fields[key]]
        return None

    def numbered(self, key: str, found: str, most: Mapping[str, int]) -> tuple[str, int]:
        """Split ``shield:15`` into word and number; other words are returned whole, with 1."""
        word, _, digits = found.partition(":")
        if word not in most:
            return found, 1
        if not re.fullmatch("[0-9]{1,9}", digits) or not 1 <= int(digits) <= most[word]:
            limits = f"takes a number from 1 to {most[word]}, as in {word}:2"
            self.fault(key, f"found {shown(found)}; {word} {limits}")
            return word, 1
        return word, int(digits)
