"""Open Worlds decks: reading, checking, writing and drawing up deck lists (OW-1.1, OW-1.5).

Below: cards.py (which cards there are, and the printed decks). Above: state.py and game.py.
Reading a list and judging it are two things: ``load_deck`` takes any list that can be read, and
``check_deck`` says everything that keeps it from being a legal deck.
"""

from __future__ import annotations

import contextlib
import random
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import TypeAlias

from ow_env.cards import decklists
from ow_env.cards.decklists import DeckList, from_entries, name_faults, read_file
from ow_env.core.text import nearest
from ow_env.open_worlds.cards import Catalogue, Deck, load_catalogue

ADVANCED = 54  # cards in a deck of the full game (OW-1.1)
INTRODUCTORY = 40  # cards in a deck of the introductory game
SIZES = (ADVANCED, INTRODUCTORY)

DeckLike: TypeAlias = str | Path | Deck | Iterable[str]
"""A printed deck's name, the path of a deck file, a Deck, or a list such as ["5x Exploit", ...]."""


def load_deck(deck: DeckLike, catalogue: Catalogue | None = None) -> Deck:
    """Return the deck, unchecked: ``check_deck`` judges it.

    Args:
        deck: a printed deck's name, the path of a deck file (.toml, or plain text with an entry
            each line), a Deck, or a list of entries. An entry is ``City 12`` or ``5x Exploit``.
        catalogue: whose printed decks are meant; None: the standard one.

    Raises:
        FaultyFile: the file cannot be read, with everything wrong with it.
        ValueError: there is no printed deck of that name and no such file; names the nearest deck.
    """
    if isinstance(deck, Deck):
        return deck
    if isinstance(deck, Path):
        return _deck(read_file(deck, SIZES))
    if not isinstance(deck, str):
        return _deck(from_entries("unnamed", deck))
    printed = {known.name: known for known in (catalogue or load_catalogue()).decks}
    if deck in printed:
        return printed[deck]
    path = Path(deck)
    with contextlib.suppress(OSError):  # no name a file could have
        if path.suffix in (".toml", ".txt") or (path.exists() and not path.is_dir()):
            return _deck(read_file(path, SIZES))
    raise ValueError(f"there is no deck {deck!r} and no such file{nearest(deck, printed)}")


def check_deck(deck: Deck, catalogue: Catalogue) -> tuple[str, ...]:
    """Return everything that keeps a deck from being legal, a sentence each; empty: it is legal."""
    faults = name_faults(deck.name)
    total = len(deck.names)
    if deck.size not in SIZES:
        faults.append(f"a deck is of {ADVANCED} or {INTRODUCTORY} cards, this one of {deck.size}")
    if total != deck.size:
        faults.append(f"has {total} cards, expected {deck.size} (OW-1.1)")
    copies: Counter[tuple[str, int]] = Counter()
    for name, count in deck.cards:
        if name not in catalogue.card_ids:
            faults.append(f"there is no card {name!r}{nearest(name, catalogue.card_ids)}")
            continue
        card = catalogue.card(name)
        before = copies[card.title, card.defense]
        copies[card.title, card.defense] += count
        if count < 1:
            faults.append(f"{name}: expected at least 1 copy, found {count}")
        elif not card.unlimited and before + count > 1:
            faults.append(f"{name}: {before + count} copies, a deck may have 1 (OW-1.1)")
        if deck.introductory and not card.introductory and not before:
            faults.append(f"{name}: left out of introductory decks (OW-1.5)")
    return tuple(faults)


def as_text(deck: Deck) -> str:
    """Return the deck as a plain-text deck file, which ``load_deck`` reads back."""
    return decklists.as_text(deck.name, deck.cards)


def random_deck(catalogue: Catalogue, size: int = ADVANCED, seed: int = 0) -> Deck:
    """Return a legal deck, the same for the same catalogue, size and seed.

    An eighth to a third of it are unlimited cards (Outposts, Exploits), as in the printed decks;
    the others are drawn from all that may stand in such a deck.

    Raises:
        ValueError: no such size, or the catalogue has too few cards for it.
    """
    if size not in SIZES:
        raise ValueError(f"expected a size of {ADVANCED} or {INTRODUCTORY}, got {size!r}")
    chance = random.Random(seed)
    allowed = [card for card in catalogue.cards if size == ADVANCED or card.introductory]
    unlimited = [card for card in allowed if card.unlimited]
    limited = [card for card in allowed if not card.unlimited]
    unique = list({(card.title, card.defense): card for card in limited}.values())
    if len(unique) < size and not unlimited:
        raise ValueError(f"{len(unique)} cards, none unlimited, do not make a deck of {size}")
    many = chance.randint(size // 8, size // 3) if unlimited else 0
    chosen = chance.sample(unique, min(len(unique), size - many))
    chosen += chance.choices(unlimited, k=size - len(chosen)) if unlimited else []
    counts = Counter(card.id for card in chosen)
    cards = tuple((catalogue.cards[id_].name, counts[id_]) for id_ in sorted(counts))
    return Deck(f"random {size}-card deck {seed}", cards, size)


def _deck(found: DeckList) -> Deck:
    """Return the deck of a list; one that does not say its size has the nearer of the two."""
    total = sum(copies for _, copies in found.cards)
    return Deck(found.name, found.cards, found.size or min(SIZES, key=lambda known: abs(known - total)))
