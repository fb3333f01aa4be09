"""``ow decks``: the printed decks, and checking a deck list of one's own."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from ow_env.open_worlds.cards import FaultyFile, load_catalogue
from ow_env.open_worlds.decks import as_text, check_deck, load_deck
from training.commands.cards import add_own_cards


def add_to(commands: Any) -> None:
    """Add ``ow decks``."""
    parser = commands.add_parser("decks", help="list the printed decks, show one, check your own")
    parser.set_defaults(run=list_decks, cards=None)
    actions = parser.add_subparsers(metavar="list | show | check")
    actions.add_parser("list", help="list the printed decks").set_defaults(run=list_decks)
    show = actions.add_parser("show", help="print a deck as a deck file")
    show.set_defaults(run=show_deck)
    show.add_argument("deck", metavar="DECK", nargs="+", help="a printed deck's name, or a file")
    check = actions.add_parser("check", help="check a deck file by the rules of OW-1")
    check.set_defaults(run=check_file)
    check.add_argument("file", metavar="FILE", type=Path)
    add_own_cards(show)
    add_own_cards(check)


def list_decks(arguments: argparse.Namespace) -> None:
    """Print name and size of every printed deck."""
    for deck in load_catalogue().decks:
        print(f"{deck.name:<22} {deck.size} cards{', introductory' if deck.introductory else ''}")


def show_deck(arguments: argparse.Namespace) -> None:
    """Print the deck in the form that a deck file has."""
    catalogue = load_catalogue(cards=arguments.cards)
    print(as_text(load_deck(" ".join(arguments.deck), catalogue)), end="")


def check_file(arguments: argparse.Namespace) -> None:
    """Say that the deck is legal, or everything that keeps it from being so."""
    catalogue = load_catalogue(cards=arguments.cards)
    deck = load_deck(arguments.file, catalogue)
    faults = check_deck(deck, catalogue)
    if faults:
        raise FaultyFile(arguments.file, faults)
    print(f"{deck.name}: a legal deck of {deck.size} cards.")
