"""What ``ow cards`` says of These New Worlds: every action card and planet, each figure with where it comes from.

Below: the game's catalogue and its words. Above: commands/cards.py, which asks by the game's name.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from textwrap import wrap
from typing import Any

from ow_env.cards.catalogue import YOURS
from ow_env.core.text import spelt_as
from ow_env.drawing.text import line_words
from ow_env.these_new_worlds.cards import NAMES, Card, Catalogue, Colour, load_catalogue, vocabulary
from ow_env.these_new_worlds.words import KINDS, what_it_gives
from training.files import aligned_wrapped, hanging

WIDTH = 100
MARKS = {"printed": "", "inferred": "~", "reconstructed": "?", YOURS: "+"}
LEGEND = (
    "The rulebook states a bare figure; ~: it follows from what the book states; ?: reconstructed, for the book does "
    "not say; `ow cards --game these_new_worlds show NAME` says more."
)
MEANINGS = {mark: label for label, mark in MARKS.items() if mark}
VOCABULARY = {"award": "awards", "extra": "extras"}


def add_to(parser: argparse.ArgumentParser, commands: Any) -> list[str]:
    """Add to ``ow cards`` what can be asked of this game's cards.

    Returns:
        the names of the arguments that this game takes.
    """
    parser.add_argument("--colour", metavar="COLOUR", choices=NAMES)
    return ["colour", "cards"]


def list_cards(arguments: argparse.Namespace) -> None:
    """Print a table for each colour, and its planets."""
    catalogue = load_catalogue(arguments.cards)
    for colour in KINDS:
        if arguments.colour in (None, NAMES[colour]):
            title, rows = table_of(catalogue, colour)
            print(title)
            print("\n".join(aligned_wrapped(rows, WIDTH)))
            planets = planets_of(catalogue, colour)
            if planets:
                print("\n".join(hanging("  planets: ", ", ".join(planets), WIDTH)))
            print()
    yours = any(label == YOURS for card in catalogue.cards for label in card.labels.values())
    print("\n".join(wrap(LEGEND + (" +: from your own file." if yours else ""), WIDTH)))


def show_card(arguments: argparse.Namespace) -> None:
    """Print every field of one card, where it is from and what its words mean; or the colour of a planet."""
    catalogue = load_catalogue(arguments.cards)
    planets = {planet.name: planet for planet in catalogue.planets}
    name = spelt_as(" ".join(arguments.name), (*catalogue.card_ids, *planets))
    if name in planets:
        told = planets[name]
        print(f"{name}: planet\n  colour  {NAMES[told.colour]}  [{next(iter(told.labels.values()))}]")
        return
    card = catalogue.card(name)
    print(f"{card.name}: {KINDS[card.colour].name}, card {card.id + 1} of {len(catalogue.cards)}")
    for key, value in card.fields.items():
        print("\n".join(hanging(f"  {key:<7} ", f"{stated(value)}  [{card.labels[key]}]", WIDTH)))
        for line in meanings(key, value):
            print("\n".join(hanging(" " * 12, line, WIDTH)))


def check_cards(arguments: argparse.Namespace) -> None:
    """Say what a user's card file changes, or everything that is wrong with it."""
    standard, own = load_catalogue(), load_catalogue(arguments.file)
    print(f"{arguments.file} can be used.")
    known: dict[str, Any] = {card.name: card.fields for card in standard.cards}
    known |= {planet.name: planet.colour for planet in standard.planets}
    found: dict[str, Any] = {card.name: card.fields for card in own.cards}
    found |= {planet.name: planet.colour for planet in own.planets}
    changed = [name for name, told in found.items() if name in known and told != known[name]]
    added = [name for name in found if name not in known]
    for verb, names in (("corrects", changed), ("adds", added)):
        if names:
            print("\n".join(hanging(f"  {verb:<8}  ", ", ".join(names), WIDTH)))


def tables(catalogue: Catalogue) -> list[tuple[str, list[list[str]]]]:
    """Return all that a catalogue holds as tables: the title, then rows, the first one the heads."""
    planets = [[planet.name, NAMES[planet.colour]] for planet in catalogue.planets]
    cards = [table_of(catalogue, colour) for colour in KINDS]
    return [*cards, (f"Planets ({len(planets)})", [["name", "colour"], *planets])]


def table_of(catalogue: Catalogue, colour: Colour) -> tuple[str, list[list[str]]]:
    """Return the cards of a colour as a table, each figure with its mark."""
    rows = [row_of(card) for card in catalogue.cards if card.colour is colour]
    of_colour = "" if colour is Colour.WILD else f", {NAMES[colour]}"
    return f"{KINDS[colour].name}{of_colour} ({len(rows)} cards)", [["name", "value", "award", "extra"], *rows]


def planets_of(catalogue: Catalogue, colour: Colour) -> list[str]:
    """Return the names of a colour's planets."""
    return [planet.name for planet in catalogue.planets if planet.colour is colour]


def mark_of(card: Card, key: str) -> str:
    """Return the mark of a field's label: how sure it is."""
    return MARKS.get(card.labels.get(key, ""), "")


def row_of(card: Card) -> list[str]:
    """Return a card as a row of the table."""
    awards, *extras = what_it_gives(card)
    extra = ", ".join(line_words(line).removeprefix("or: ") for line in extras)
    any_time = "any time" if card.colour is Colour.WILD else ""
    return [
        card.name,
        f"{card.value}{mark_of(card, 'value')}",
        line_words(awards) + mark_of(card, "award"),
        extra + mark_of(card, "extra") if extra else any_time,
    ]


def stated(value: Any) -> str:
    """Return a field as its file states it, without the punctuation of TOML."""
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def meanings(key: str, value: Any) -> Iterator[str]:
    """Yield what each word of an award or an extra means."""
    words = vocabulary()[VOCABULARY[key]] if key in VOCABULARY else {}
    for each in value if words else ():
        plain, _, number = each.partition(":")
        meaning = words[f"{plain}:N" if number else plain]["means"]
        yield f"{each}: " + re.sub(r"\bN\b", number, meaning)
