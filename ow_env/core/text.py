"""Untrusted text: read, and made safe to show on a terminal, in HTML, in a table; and wording of error messages.

Below: nothing. Above: everything that prints names and messages. A file's author chose that text: it may hold codes
that move the cursor, colour or erase lines, or turn the direction of writing, and a cell that a spreadsheet
takes for a formula. Shown with these functions it is text and nothing else.
"""

from __future__ import annotations

import difflib
import html
import json
import re
import tomllib
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO, Any

STEERING = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Kinds of characters that are not shown but obeyed: C0, DEL and C1; directions, joiners and other marks without
a shape; halves of characters, which no file can hold; separators of lines and of paragraphs."""
FORMULAS = tuple("=+-@") + tuple(chr(ord(sign) + 0xFEE0) for sign in "=+-@")
"""How spreadsheets know a formula: by one of these signs, or its wide form, at its beginning."""


def read_text(path: Path) -> str:
    """Return what a file says that anybody may have written: UTF-8, with any ends of lines, with or without a mark.

    Raises:
        OSError: it can't be read.
        ValueError: it is no text in UTF-8; the file is not named.
    """
    raw = path.read_bytes()
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise ValueError("it is text in UTF-16, as some editors and PowerShells write it: save it as UTF-8")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(
            f"it is no text in UTF-8: byte {error.start + 1} is 0x{raw[error.start]:02x}; save it as UTF-8"
        ) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def toml_in(path: Path) -> dict[str, Any]:
    """Return the tables of a TOML file. It refuses what `read_text` refuses, and what is no TOML (ValueError)."""
    found: dict[str, Any] = _parsed(path, tomllib.loads, "TOML")
    return found


def json_in(path: Path) -> Any:
    """Return what a JSON file says. It refuses what `read_text` refuses, and what is no JSON (ValueError)."""
    return _parsed(path, json.loads, "JSON")


def _parsed(path: Path, parse: Callable[[str], Any], what: str) -> Any:
    text = read_text(path)
    try:
        return parse(text)
    except ValueError as error:
        raise ValueError(f"it is not {what}: {error}") from None
    except RecursionError:
        raise ValueError(f"it is not {what} of a sensible kind: it is nested too deeply") from None


def escaped(text: object, keep: str = "") -> str:
    r"""Return a text with every character that a terminal would obey written as Python writes it: ``\x1b``.

    Args:
        text: whatever is to be shown; what is no text is turned into one.
        keep: characters that stay, such as the line breaks of one's own message.
    """
    text = str(text)
    if text.isprintable():
        return text
    return "".join(letter if letter in keep or is_shown(letter) else _written(letter) for letter in text)


def is_shown(letter: str) -> bool:
    """Return whether a character is shown, and not obeyed."""
    return letter.isprintable() or unicodedata.category(letter) not in STEERING


def _written(letter: str) -> str:
    return letter.encode("unicode_escape").decode("ascii")


def in_html(text: object) -> str:
    """Return a text as it stands in HTML, in an element or in a quoted attribute."""
    return html.escape(escaped(text, keep="\n"))


def in_markdown(text: object) -> str:
    """Return a text as it stands in a line or a table of Markdown, with no markup of its own."""
    marked = re.sub(r"[\\`*\[\]|#~]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])", r"\\\g<0>", escaped(text))
    return html.escape(marked, quote=False)


def in_table(value: Any) -> Any:
    """Return a cell of a CSV file: a number as it is; a text such that no spreadsheet takes it for a formula.

    A text that begins as a formula does gets an apostrophe before it, which spreadsheets take as: this is text.
    """
    if not isinstance(value, str):
        return value
    text = escaped(value)
    return f"'{text}" if text.lstrip().startswith(FORMULAS) else text


def listed(names: Iterable[str]) -> str:
    """Return names as a sentence lists them: "a", "a and b", "a, b and c"; "" for none."""
    *others, last = [*names] or [""]
    return f"{', '.join(others)} and {last}" if others else last


def nearest(name: object, known: Iterable[str]) -> str:
    """Return how an error should end: the known name most like ``name``, if that is one."""
    if not isinstance(name, str):
        return ""
    close = difflib.get_close_matches(name[:200], list(known), n=1, cutoff=0.0)
    return f"; nearest: {close[0]!r}" if close else ""


def spelt_as(name: str, known: Iterable[str]) -> str:
    """Return the known name that differs from ``name`` in capital letters at most; ``name`` if none does."""
    folded = name.casefold()
    return next((each for each in known if each.casefold() == folded), name)


class Shown:
    """An output that shows and is not steered: whatever is written to it goes on `escaped`, line by line.

    Args:
        stream: where it goes.
    """

    def __init__(self, stream: IO[str]) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        """Write a text; return how many of its characters were taken: all."""
        self.stream.write(escaped(text, keep="\n"))
        return len(text)

    def writelines(self, lines: Iterator[str]) -> None:
        """Write several texts."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


IRREGULAR = {"is": "are", "was": "were", "has": "have", "does": "do"}


def second_person(sentence: str, name: str) -> str:
    """Return a sentence about somebody as it is said to them: "Ann plays Scout and draws a card", "you play Scout ...".

    A verb is taken to follow the name where a clause begins with it, and an "and" or ", or" after that.

    Args:
        sentence: in the present tense.
        name: of the reader.
    """
    name = re.escape(name)
    parts = re.split(rf"(?:(?<=^)|(?<=[:;.] )){name} (?=[A-Za-z])", sentence)
    for place, part in enumerate(parts[1:], 1):
        verb, space, rest = part.partition(" ")
        more = r"(?<= and )[a-z]+s(?= (?:an? |the |nothing|\d))|(?<=, or )[a-z]+s\b"
        rest = re.sub(more, lambda found: base_of(found[0]), f"{space}{rest}")
        parts[place] = f"{base_of(verb)}{rest}"
    sentence = re.sub(rf"\b{name}'s\b", "your", "you ".join(parts))
    sentence = re.sub(rf"\bof {name}\b", "of yours", sentence)
    return re.sub(rf"\b{name}\b", "you", sentence)


def base_of(verb: str) -> str:
    """Return the verb of "she plays", "she passes", "she has" as "you" has it; another word as it is."""
    if verb in IRREGULAR or not verb.endswith("s") or verb.endswith("ss"):
        return IRREGULAR.get(verb, verb)
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    return verb[:-2] if verb.endswith(("sses", "shes", "ches", "xes", "zzes", "oes")) else verb[:-1]
