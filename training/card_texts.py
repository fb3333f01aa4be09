"""What each card does, in sentences, made of the words of its card file and what these mean.

Below: a game's catalogue, the `vocabulary` of its ``cards.py``. Above: the pages of `ow play`, its terminal. A field of
the vocabulary's list ``fields`` that has ``says`` is told: with that before it, in the order of the list; with
``by_name`` its words stand as they are, else what they mean; what is ``unsaid`` is the usual case.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from importlib import import_module
from typing import Any

from ow_env.cards.catalogue import Row
from ow_env.core.game import Game

RULE = re.compile(r" \([A-Z]+-[0-9][^)]*\)")  # after what it is about


@dataclass(frozen=True)
class Said:
    """One thing that a card does."""

    label: str  # when, or under which condition: "With an ally"; "": always
    text: str  # a sentence


def card_texts(game: Game) -> dict[str, tuple[Said, ...]]:
    """Return what every card of a game, as it is configured, does, by its name.

    A card without words does nothing beyond its numbers; a game without a catalogue has none.
    """
    stated = getattr(getattr(game, "catalogue", None), "stated", ())
    told: dict[str, tuple[Said, ...]] = {}
    if stated:
        vocabulary = import_module(f"{type(game).__module__.rpartition('.')[0]}.cards").vocabulary()
        for name, row in stated:
            told[name] = (*told.get(name, ()), *said_by(row, vocabulary))
    return told


def card_told(name: str, said: tuple[Said, ...]) -> dict[str, Any]:
    """Return what a card does as a page has it: in short and whole."""
    return {"name": name, "short": in_short(said), "says": [asdict(each) for each in said]}


def in_short(said: tuple[Said, ...]) -> str:
    """Return what a card does in one line."""
    text = " ".join(f"{each.label}: {lower(each.text)}" if each.label else each.text for each in said)
    return RULE.sub("", text)


def said_by(row: Row, vocabulary: Mapping[str, Mapping[str, Any]]) -> Iterator[Said]:
    """Yield what a row of a card file says; a text as printed stands for the words that were made of it."""
    fields = vocabulary["fields"]
    for key, about in fields.items():
        section, _, name = key.rpartition(".")
        if "says" not in about or name not in row.fields or section not in ("", row.section):
            continue
        if row.fields[name] in about.get("unsaid", ()):
            continue
        if "text" in row.fields and about.get("says") == "" and name != "text":
            continue
        words = vocabulary[about["words"]] if "words" in about and not about.get("by_name") else None
        text = in_words(row.fields[name], words, row.fields)
        if text:
            yield Said(about["says"], f"{text[0].upper()}{text[1:]}{'' if text[-1] in '.!?' else '.'}")


def in_words(value: Any, words: Mapping[str, Any] | None, fields: Mapping[str, Any]) -> str:
    """Return a field as text: what each of its words means, choices with "or" between them."""
    if isinstance(value, Mapping):
        return ", or ".join(filter(None, (in_words(part, words, fields) for part in value.values())))
    parts = value if isinstance(value, list) else [value]
    return ("; " if words else ", ").join(filter(None, (meaning_of(part, words, fields) for part in parts)))


def meaning_of(word: Any, words: Mapping[str, Any] | None, fields: Mapping[str, Any]) -> str:
    """Return what one word means, with its number; "": it means nothing by itself."""
    if words is None:
        return str(word).replace("{number}", str(fields.get("number")))
    if not isinstance(word, str):
        return ""
    bare, _, number = word.removeprefix("may ").partition(":")
    known = next((told for name, told in words.items() if name.removesuffix(":N") == bare), None)
    if known is None:
        return ""
    means = known if isinstance(known, str) else known["means"]
    means = re.sub(r"\bN\b", number, means).replace("`number`", str(fields.get("number")))
    means = re.sub(r"\bn\b", str(fields.get("amount")), means)
    means = re.sub(r"\b1 (card|token|discard)s\b", r"1 \1", means)
    return f"you may {means}" if word.startswith("may ") else str(means)


def lower(text: str) -> str:
    """Return a sentence as it goes on after a colon; names and signs stay."""
    first = text.partition(" ")[0]
    return text if first.isupper() or any(letter.isdigit() for letter in first) else text[0].lower() + text[1:]
