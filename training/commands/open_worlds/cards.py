"""What ``ow cards`` says of Open Worlds, and ``ow worlds``: every card and World, each figure with where it comes from.

Below: the game's catalogue. Above: commands/cards.py, which asks by the game's name.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import Any

from ow_env.cards.catalogue import INFERRED, PRINTED, RECONSTRUCTED, YOURS
from ow_env.core.text import spelt_as
from ow_env.open_worlds.cards import Card, Catalogue, Kind, Type, World, load_catalogue, vocabulary, word_of
from ow_env.open_worlds.decks import load_deck
from training.commands.options import add_own_cards
from training.files import aligned_wrapped, hanging

WIDTH = 100
MARKS = {PRINTED: "", INFERRED: "~", RECONSTRUCTED: "?", YOURS: "+"}
MEANINGS = {mark: label for label, mark in MARKS.items() if mark}
LEGEND = (
    "A bare figure is printed in the rulebook; ~ follows from its text or the card's name; ? is reconstructed: ours."
)
TITLES = {
    Type.FACILITY: "Facilities",
    Type.ORBITAL: "Orbitals",
    Type.GROUND: "Ground Forces",
    Type.CATASTROPHE: "Catastrophes",
    Type.UTILITY: "Utilities",
}
COLUMNS = {  # fields with a column of their own; the others are told at the end of the line
    Type.FACILITY: ("kind", "defense", "income", "capacity"),
    Type.ORBITAL: ("kind", "weapons", "defense", "class", "range"),
    Type.GROUND: ("kind", "weapons", "defense", "req"),
    Type.CATASTROPHE: ("damage", "hits", "req"),
    Type.UTILITY: ("window",),
}
LISTS = {  # field -> its list in vocabulary.toml
    "kind": "kinds",
    "income": "incomes",
    "req": "requirements",
    "swap": "swaps",
    "effects": "effects",
    "hits": "hits",
    "window": "windows",
    "action": "actions",
}


def add_to(parser: argparse.ArgumentParser, commands: Any) -> list[str]:
    """Add to ``ow cards`` what can be asked of this game's cards, and ``ow worlds``.

    Returns:
        the names of the arguments that this game takes.
    """
    parser.add_argument("--type", metavar="TYPE", choices=[word_of(t) for t in Type])
    parser.add_argument("--kind", metavar="KIND", choices=[word_of(k) for k in Kind])
    parser.add_argument("--deck", metavar="DECK", help="a printed deck's name, or a deck file")
    worlds = commands.add_parser("worlds", help="list the Worlds")
    worlds.set_defaults(run=list_worlds)
    add_own_cards(worlds)
    return ["type", "kind", "deck", "cards"]


def list_cards(arguments: argparse.Namespace) -> None:
    """Print a table for each type of card."""
    catalogue = load_catalogue(cards=arguments.cards)
    chosen = list(catalogue.cards)
    if arguments.type:
        chosen = [card for card in chosen if word_of(card.type) == arguments.type]
    if arguments.kind:
        chosen = [card for card in chosen if card.kind and word_of(card.kind) == arguments.kind]
    if arguments.deck:
        names = {name for name, _ in load_deck(arguments.deck, catalogue).cards}
        chosen = [card for card in chosen if card.name in names]
    for title, rows in tables_of(chosen):
        print(title)
        print("\n".join(aligned_wrapped(rows, WIDTH)))
        print()
    print("\n".join(wrap(legend(chosen), WIDTH)))


def show_card(arguments: argparse.Namespace) -> None:
    """Print every field of one card, its label and what its words mean; or the figures of a World."""
    catalogue = load_catalogue(cards=arguments.cards)
    worlds = {world.name: world for world in catalogue.worlds}
    name = spelt_as(" ".join(arguments.name), (*(card.name for card in catalogue.cards), *worlds))
    if name in worlds:
        world = worlds[name]
        print(f"{name}: World, {world.label}")
        for key in ("h2o", "res", "habitable", "hostile"):
            print(f"  {key:<12}  {shown(getattr(world, key))}")
        return
    card = catalogue.card(name)
    print(f"{card.name}: {word_of(card.type)}, card {card.id} of {len(catalogue.cards)}")
    for key in card.fields:
        value = card.text if key == "text" else shown(card.fields[key])
        print_hanging(f"  {key:<12}  {card.labels[key]:<13}  ", value)
        for line in meanings(card, key):
            print_hanging(" " * 31, line)
    decks = [deck.name for deck in catalogue.decks if card.name in deck.names]
    print_hanging("  in decks      ", ", ".join(decks) or "none of the printed ones")
    if not card.introductory:
        print("  left out of introductory decks (OW-1.5)")


def check_cards(arguments: argparse.Namespace) -> None:
    """Say what a user's card file changes, or everything that is wrong with it."""
    standard, own = load_catalogue(), load_catalogue(cards=arguments.file)
    print(f"{arguments.file} can be used.")
    for what, before, after in (
        ("cards:", standard.cards, own.cards),
        ("Worlds:", standard.worlds, own.worlds),
    ):
        known = {entry.name: entry for entry in before}
        changed = [e.name for e in after if e.name in known and e != known[e.name]]
        added = [e.name for e in after if e.name not in known]
        for verb, names in (("corrects", changed), ("adds", added)):
            if names:
                print_hanging(f"  {verb:<8}  {what:<7}  ", ", ".join(names))


def list_worlds(arguments: argparse.Namespace) -> None:
    """Print the Worlds Deck."""
    worlds = load_catalogue(cards=arguments.cards).worlds
    print("\n".join(aligned_wrapped(rows_of_worlds(worlds), WIDTH)))


def tables(catalogue: Catalogue) -> list[tuple[str, list[list[str]]]]:
    """Return all that a catalogue holds as tables: the title, then rows, the first one the heads."""
    return [*tables_of(catalogue.cards), (f"Worlds ({len(catalogue.worlds)})", rows_of_worlds(catalogue.worlds))]


def tables_of(cards: Sequence[Card]) -> list[tuple[str, list[list[str]]]]:
    """Return a table for each type of card that is among them, each figure with its mark."""
    found = []
    for type_ in Type:
        keys = COLUMNS[type_]
        rows = [[card.name, *(cell(card, key) for key in keys), rest(card)] for card in cards if card.type is type_]
        if rows:
            found.append((f"{TITLES[type_]} ({len(rows)})", [["name", *keys, ""], *rows]))
    return found


def rows_of_worlds(worlds: Sequence[World]) -> list[list[str]]:
    """Return the Worlds as rows of a table, below its heads."""
    rows = [["name", "H2O", "RES", "", "", "known as"]]
    for world in worlds:
        marks = ["Habitable" if world.habitable else "", "Hostile" if world.hostile else ""]
        rows.append([world.name, str(world.h2o), str(world.res), *marks, world.label])
    return rows


def shown(value: Any) -> str:
    """Return a field as its file states it, without the punctuation of TOML."""
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


def cell(card: Card, key: str) -> str:
    """Return a field with the mark of its label; empty when the card has none."""
    return f"{shown(card.fields[key])}{MARKS[card.labels[key]]}" if key in card.fields else ""


def rest(card: Card) -> str:
    """Return the fields that have no column, in a line."""
    parts = []
    for key in card.fields:
        if key in ("introductory", "text", *COLUMNS[card.type]):
            continue
        flag = card.fields[key] is True  # "prohibited?", not "prohibited yes?"
        parts.append(f"{key}{MARKS[card.labels[key]]}" if flag else f"{key} {cell(card, key)}")
    return "; ".join(parts)


def legend(cards: Iterable[Card]) -> str:
    """Return what the marks mean, "+" only where there is one."""
    yours = any(label == YOURS for card in cards for label in card.labels.values())
    return LEGEND + (" + is from your own file." if yours else "")


def meanings(card: Card, key: str) -> list[str]:
    """Return what each word of a field means, where it has words."""
    value = card.fields[key]
    words = value if isinstance(value, list) else [value]
    lines = []
    for word in words:
        entry = known_words(LISTS.get(key, "")).get(str(word).partition(":")[0])
        if entry is not None:
            meaning = entry["means"] if isinstance(entry, dict) else entry
            number = str(word).partition(":")[2] or str(card.action_number)
            for place in ("N", "`number`"):
                meaning = meaning.replace(f" {place} ", f" {number} ")
            lines.append(f"{word}: {meaning}" if len(words) > 1 else meaning)
    return lines


def known_words(name: str) -> dict[str, Any]:
    """Return a list of the vocabulary, its words without ":N"."""
    return {word.removesuffix(":N"): entry for word, entry in vocabulary().get(name, {}).items()}


def print_hanging(start: str, text: str) -> None:
    """Print text behind its heading, later lines indented as far."""
    print("\n".join(hanging(start, text, WIDTH)))
