"""What ``ow cards`` says of Star Realms: every kind of card, each figure with where it comes from.

Below: the game's catalogue and its words. Above: commands/cards.py, which asks by the game's name.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Any

from ow_env.cards.catalogue import YOURS
from ow_env.core.text import spelt_as
from ow_env.drawing.text import line_words
from ow_env.star_realms.cards import Ability, Card, Catalogue, Faction, load_catalogue, vocabulary
from ow_env.star_realms.words import KINDS, SIGNS, what_it_does
from training.files import aligned_wrapped, hanging

WIDTH = 100
LEGEND = (
    "All public lists of cards agree on a bare figure; ~: not all of them; ?: decided here, or how it is read; "
    "`ow cards --game star_realms show NAME` says more."
)
MEANINGS = {"~": "not all lists agree", "?": "decided here", "+": YOURS}
ABILITIES = (*(ability.name.lower() for ability in Ability), "always")


def add_to(parser: argparse.ArgumentParser, commands: Any) -> list[str]:
    """Add to ``ow cards`` what can be asked of this game's cards.

    Returns:
        the names of the arguments that this game takes.
    """
    parser.add_argument("--faction", metavar="FACTION", choices=[word(faction) for faction in Faction])
    return ["faction", "cards"]


def list_cards(arguments: argparse.Namespace) -> None:
    """Print a table for each faction."""
    cards = load_catalogue(arguments.cards).cards
    for title, rows in tables_of([card for card in cards if arguments.faction in (None, word(card.faction))]):
        print(title)
        print("\n".join(aligned_wrapped(rows, WIDTH)))
        print()
    yours = any(label == YOURS for card in cards for label in card.labels.values())
    signs = ", ".join(f"{sign.sign} {sign.meaning}" for sign in SIGNS if sign.meaning != "Defense")
    print("\n".join(wrap(f"{signs}. {LEGEND}" + (" +: from your own file." if yours else ""), WIDTH)))


def show_card(arguments: argparse.Namespace) -> None:
    """Print every field of one card, where it is from and what its words mean."""
    catalogue = load_catalogue(arguments.cards)
    card = catalogue.card(spelt_as(" ".join(arguments.name), catalogue.card_ids))
    print(f"{card.name}: {type_of(card)}, {KINDS[card.faction].name}, card {card.id} of {len(catalogue.cards)}")
    told = {"faction": word(card.faction)} if "faction" in card.labels else {}  # the section it stands in, no field
    for key, value in {**told, **card.fields}.items():
        print("\n".join(hanging(f"  {key:<9} ", f"{stated(value)}  [{card.labels[key]}]", WIDTH)))
        for line in meanings(key, value):
            print("\n".join(hanging(" " * 14, line, WIDTH)))


def check_cards(arguments: argparse.Namespace) -> None:
    """Say what a user's card file changes, or everything that is wrong with it."""
    standard, own = load_catalogue(), load_catalogue(arguments.file)
    print(f"{arguments.file} can be used.")
    known = {card.name: card.fields for card in standard.cards}
    changed = [card.name for card in own.cards if card.name in known and card.fields != known[card.name]]
    added = [card.name for card in own.cards if card.name not in known]
    for verb, names in (("corrects", changed), ("adds", added)):
        if names:
            print("\n".join(hanging(f"  {verb:<8}  ", ", ".join(names), WIDTH)))


def tables(catalogue: Catalogue) -> list[tuple[str, list[list[str]]]]:
    """Return all that a catalogue holds as tables: the title, then rows, the first one the heads."""
    return tables_of(catalogue.cards)


def tables_of(cards: Sequence[Card]) -> list[tuple[str, list[list[str]]]]:
    """Return a table for each faction that is among the cards, each figure with its mark."""
    found = []
    for faction, kind in KINDS.items():
        own = [card for card in cards if card.faction is faction]
        if own:
            title = f"{kind.name} ({len(own)} kinds, {sum(card.copies for card in own)} cards)"
            found.append((title, [["name", "copies", "cost", "type", "defense", ""], *map(row_of, own)]))
    return found


def word(faction: Faction) -> str:
    """Return a faction as card files call it."""
    return faction.name.lower()


def type_of(card: Card) -> str:
    """Return "ship", "base" or "outpost"."""
    return "outpost" if card.outpost else "base" if card.is_base else "ship"


def mark_of(card: Card, key: str) -> str:
    """Return the mark of a field's label: how sure it is."""
    label = card.labels.get(key, "")
    if label == YOURS:
        return "+"
    if "ruled" in label:
        return "?"
    found = re.match(r"found (\d+)/(\d+)", label)
    return "~" if found and found[1] != found[2] else ""


def row_of(card: Card) -> list[str]:
    """Return a card as a row of the table."""
    cost, copies, defense = (
        f"{getattr(card, key)}{mark_of(card, key)}" if key in card.fields else ""
        for key in ("cost", "copies", "defense")
    )
    return [card.name, copies, cost, type_of(card), defense, "; ".join(abilities_of(card))]


def abilities_of(card: Card) -> Iterator[str]:
    """Yield what a card does, each ability with the mark of its label."""
    lines = what_it_does(card)
    for key in ABILITIES:
        own = [line for line in lines if line.label in (("", "or") if key == "primary" else (f"{key}:",))]
        if own:
            yield " ".join(map(line_words, own)) + mark_of(card, key)


def stated(value: Any) -> str:
    """Return a field as its file states it, without the punctuation of TOML."""
    if isinstance(value, dict):
        return "; or ".join(f"{name}: {stated(part)}" for name, part in value.items())
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


def meanings(key: str, value: Any) -> Iterator[str]:
    """Yield what each word of an ability means."""
    parts = value.values() if isinstance(value, dict) else [value]
    words = vocabulary()["always" if key == "always" else "effects"]
    for part in parts if key in ABILITIES else ():
        for each in part:
            plain, _, number = each.removeprefix("may ").partition(":")
            meaning = words[f"{plain}:N" if number else plain]["means"]
            free = ", or decline" if each.startswith("may ") else ""
            told = re.sub(r"\bN\b", number, meaning)
            yield f"{each}: {told}{free}"
