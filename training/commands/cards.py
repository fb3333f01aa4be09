"""``ow cards``: the cards of a game as its card files state them, each value with its source.

Below: a game's ``cards.py``: `load_catalogue`, whose `stated` are the rows of its files, and `vocabulary`, which says
what words, fields and labels mean. A game without one tells its cards by number (`Game.card_numbers`). Above: cli.py,
docs/site. In order: the commands, what is listed, tables, one row field by field.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from textwrap import wrap
from typing import Any

from ow_env.cards.catalogue import YOURS, Row
from ow_env.core.text import nearest, spelt_as
from ow_env.registry import games, module_of
from training.arguments import a_path
from training.commands.options import add_game, add_game_below, add_json, add_own_cards, examples
from training.files import aligned, aligned_wrapped, hanging

WIDTH = 100
TEXT = 32  # columns of a table's last cell, at least
WIDEST = 26  # columns of any other cell, at most: a field of longer words goes into the last one
YOURS_MARK = "+"


def add_to(commands: Any) -> None:
    """Add ``ow cards``."""
    parser = commands.add_parser(
        "cards",
        description="List the cards of a game with their values and how certain each value is, show one card, or check"
        " a card file of your own.",
        **examples(
            "ow cards --only ship",
            'ow cards --game star_realms show "Blob World"',
            "ow cards check mine.toml",
        ),
    )
    parser.set_defaults(run=list_cards)
    add_game(parser)
    add_own_cards(parser)
    parser.add_argument(
        "--only", metavar="WORD", action="append", default=[],
        help="only cards with this word: a section of the card file or a word of a field (ship, blob, red), or the name"
        " of a bundled deck; repeatable, all must match",
    )  # fmt: skip
    add_json(parser)
    actions = parser.add_subparsers(title="commands", metavar="COMMAND")
    show = actions.add_parser("show", help="show one card, field by field")
    show.set_defaults(run=show_card)
    show.add_argument("name", metavar="NAME", nargs="+", help="of the card")
    add_own_cards(show, default=argparse.SUPPRESS)
    add_json(show, below=True)
    check = actions.add_parser("check", help="check a card file of your own")
    check.set_defaults(run=check_cards, json=False)
    check.add_argument("file", metavar="FILE", type=a_path, help="the card file (TOML)")
    for below in (show, check):
        add_game_below(below)


def list_cards(arguments: argparse.Namespace) -> list[dict[str, Any]]:
    """Print a table for each section of the card files; return the cards as data."""
    listing = listing_of(arguments.game, arguments.cards)
    if listing is None:
        for name, given in (("--cards", arguments.cards), ("--only", arguments.only)):
            if given:
                raise ValueError(f"{name}: {arguments.game} has no card files")
        print("\n".join(numbers_of(arguments.game)))
        return numbers_as_data(arguments.game)
    stated = listing.only(arguments.only)
    for title, rows in listing.tables(stated):
        print(title)
        print("\n".join(aligned_wrapped(rows, WIDTH)))
        print()
    print("\n".join(wrap(listing.legend, WIDTH)))
    return [as_data(name, row) for name, row in stated]


def show_card(arguments: argparse.Namespace) -> list[dict[str, Any]]:
    """Print every field of what has this name; who names another game's card is told which game has it."""
    listing, name = asked_of(arguments.game, arguments.cards), " ".join(arguments.name)
    try:
        print("\n".join(listing.shown(name)))
    except ValueError as error:
        others = {other: found for other in games() if other != arguments.game and (found := listing_of(other))}
        there = next((other for other, found in others.items() if spelt_as(name, found.names) in found.names), None)
        hint = f"{there} has it: `ow cards --game {there} show {name}`" if there else "--game looks in another game"
        raise ValueError(f"{error} (among the cards of {arguments.game}; {hint})") from None
    name = spelt_as(name, listing.names)
    return [as_data(other, row) for other, row in listing.stated if other == name]


def as_data(name: str, row: Row) -> dict[str, Any]:
    """Return a card as data: its fields, and how certain each is."""
    return {"name": name, "section": row.section, "fields": dict(row.fields), "sources": dict(row.labels)}


def check_cards(arguments: argparse.Namespace) -> None:
    """Say what a user's card file changes, or everything that is wrong with it."""
    before = {(row.section, name): row.fields for name, row in asked_of(arguments.game).stated}
    own = asked_of(arguments.game, arguments.file)
    after = {(row.section, name): row.fields for name, row in own.stated}
    print(f"{arguments.file} can be used.")
    changed = [name for (section, name), told in after.items() if told != before.get((section, name), told)]
    added = [name for section, name in after.keys() - before.keys()]
    for verb, names in (("corrects", changed), ("adds", [name for name in own.names if name in added])):
        if names:
            print("\n".join(hanging(f"  {verb:<8}  ", ", ".join(names), WIDTH)))
    for warning in own.warnings:
        print("\n".join(hanging("  ", warning, WIDTH)))


def numbers_of(name: str) -> list[str]:
    """Return the numbers on a game's cards as lines, or that it has none."""
    from training.games import make_game  # and the game's rules with it

    game = make_game(name)
    numbers = game.card_numbers
    if not numbers.any():
        return [f"{game.facts.title} has no cards, or does not declare what is on them."]
    rows = [["card", *[""] * numbers.shape[1]]]
    rows += [[str(card), *(f"{number:.3g}" for number in row)] for card, row in enumerate(numbers)]
    return [f"{game.facts.title} has cards with numbers only, each scaled to about 1:", *aligned(rows)]


def numbers_as_data(name: str) -> list[dict[str, Any]]:
    """Return the numbers on a game's cards as data."""
    from training.games import make_game

    numbers = make_game(name).card_numbers
    return [{"card": card, "numbers": row.tolist()} for card, row in enumerate(numbers) if numbers.any()]


# ── What is listed ───────────────────────────────────────────────────────────────────────────────


def listing_of(game: str, cards: Path | None = None) -> Listing | None:
    """Return what the card files of a game state, with a user's own laid over; None: it has none.

    Raises:
        FaultyFile: the user's own can't be used.
    """
    module = f"{module_of(game).rpartition('.')[0]}.cards"
    if find_spec(module) is None:
        return None
    source = import_module(module)
    catalogue = source.load_catalogue(cards=cards)
    decks = {deck.name: deck.names for deck in getattr(catalogue, "decks", ())}
    return Listing(game, catalogue.stated, source.vocabulary(), decks, getattr(catalogue, "warnings", ()))


def asked_of(game: str, cards: Path | None = None) -> Listing:
    """Return the same, or raise ValueError: the game has no card files."""
    listing = listing_of(game, cards)
    if listing is None:
        raise ValueError(f"{game} has no card files; `ow cards --game {game}` prints what it declares of its cards")
    return listing


@dataclass(frozen=True)
class Listing:
    """What the card files of a game state.

    Args:
        game: its name.
        stated: rows by name, in the order of the files.
        vocabulary: what words mean, by lists; `labels`: where figures are from, a pattern, its mark and what it means;
            `fields`: of a field, or of one in a section, the list that has its words, and what it means.
        decks: that come with the game: the cards of each.
        warnings: of a user's own file that can be used.
    """

    game: str
    stated: Sequence[tuple[str, Row]]
    vocabulary: Mapping[str, Mapping[str, Any]]
    decks: Mapping[str, Collection[str]]
    warnings: Sequence[str]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What can be shown."""
        return tuple(dict.fromkeys(name for name, _ in self.stated))

    @cached_property
    def meanings(self) -> dict[str, str]:
        """What each mark beside a value means."""
        told = {entry["mark"]: entry["means"] for entry in self.vocabulary["labels"].values() if entry["mark"]}
        return {**told, YOURS_MARK: "from your own file"}

    @property
    def legend(self) -> str:
        """What a reader of the tables has to know."""
        plain = next(entry["means"] for entry in self.vocabulary["labels"].values() if not entry["mark"])
        yours = any(YOURS in row.labels.values() for _, row in self.stated)
        marks = [f"{mark}: {told}" for mark, told in self.meanings.items() if mark != YOURS_MARK or yours]
        more = f"`ow cards --game {self.game} show NAME` says more"
        return "; ".join([f"A value without a mark: {plain}", *marks, more]) + "."

    def only(self, words: Sequence[str]) -> Sequence[tuple[str, Row]]:
        """Return the rows that have all these words.

        Raises:
            ValueError: no row has one of them.
        """
        found = self.stated
        for asked in words:
            known = {word for name, row in self.stated for word in self.words_of(name, row)}
            word = spelt_as(asked, sorted(known))
            if word not in known:
                raise ValueError(
                    f"--only: no card of {self.game} has the word {asked!r}{nearest(asked, sorted(known))}"
                )
            found = [(name, row) for name, row in found if word in self.words_of(name, row)]
        return found

    def words_of(self, name: str, row: Row) -> set[str]:
        """Return the words that a row is found by."""
        told = {word.partition(":")[0] for value in row.fields.values() for word in words_in(value)}
        return {row.section, *told, *(deck for deck, names in self.decks.items() if name in names)}

    def tables(self, stated: Sequence[tuple[str, Row]]) -> list[tuple[str, list[list[str]]]]:
        """Return rows as tables, one for each section: its title, then the heads, then a line a row."""
        sections = dict.fromkeys(row.section for _, row in stated)
        of = {section: [(name, row) for name, row in stated if row.section == section] for section in sections}
        return [(title_of(section, rows), self.table(rows)) for section, rows in of.items()]

    def table(self, rows: Sequence[tuple[str, Row]]) -> list[list[str]]:
        """Return the rows of a section as a table.

        A field with one value that most rows state has a column, as long as there is room; all others share the last.
        """
        columns: list[str] = []
        room = WIDTH - TEXT - 2 - max(len(name) for name, _ in rows)
        fields = dict.fromkeys(key for _, row in rows for key in row.fields)
        for key in fields:
            values = [row.fields[key] for _, row in rows if key in row.fields]
            width = max(map(len, (key, *(self.cell(row, key) for _, row in rows)))) + 2
            one_value = not any(isinstance(value, (bool, list, Mapping)) for value in values)
            if one_value and 2 * len(values) >= len(rows) and width <= min(room, WIDEST):
                columns.append(key)
                room -= width
        others = [key for key in fields if key not in columns]
        if len(others) == 1:
            columns, others = [*columns, *others], []
        lines = [["card", *map(plain, columns), ""]]
        for name, row in rows:
            rest = [self.beside(row, key) for key in others if key in row.fields]
            lines.append([name, *(self.cell(row, key) for key in columns), "; ".join(filter(None, rest))])
        return lines if others else [line[:-1] for line in lines]

    def cell(self, row: Row, key: str) -> str:
        """Return a field with its mark; "" where the row does not state it."""
        return told_by(row, key) + self.mark(row, key) if key in row.fields else ""

    def beside(self, row: Row, key: str) -> str:
        """Return a field with its name before it; a flag is its name alone, and what is false is left out."""
        if isinstance(row.fields[key], bool):
            return plain(key) + self.mark(row, key) if row.fields[key] else ""
        return f"{plain(key)} {self.cell(row, key)}"

    def mark(self, row: Row, key: str) -> str:
        """Return how sure a field is, as a sign."""
        label = row.labels.get(key, "")
        if label == YOURS:
            return YOURS_MARK
        found = (entry["mark"] for pattern, entry in self.vocabulary["labels"].items() if re.search(pattern, label))
        return next(found, "")

    # ── One row ──────────────────────────────────────────────────────────────────────────────────

    def shown(self, name: str) -> list[str]:
        """Return what has this name, field by field, with where each is from and what its words mean, as lines.

        Raises:
            ValueError: nothing has it.
        """
        name = spelt_as(name, self.names)
        if name not in self.names:
            raise ValueError(f"there is no card {name!r}{nearest(name, self.names)}")
        lines, fields = [], self.vocabulary["fields"]
        for row in (row for other, row in self.stated if other == name):
            beside = [other for other, each in self.stated if each.section == row.section]
            section = "".join(self.labelled(row, key) for key, about in fields.items() if about.get("section"))
            lines.append(f"{name}: {plain(row.section)}, {beside.index(name) + 1} of {len(beside)}{section}")
            width = max(map(len, row.fields)) + 3
            for key in row.fields:
                lines += hanging(f"  {plain(key):<{width}}", told_by(row, key) + self.labelled(row, key), WIDTH)
                for meaning in self.meaning(row, key):
                    lines += hanging(" " * (width + 4), meaning, WIDTH)
        decks = [deck for deck, names in self.decks.items() if name in names]
        return lines + (hanging("  in decks: ", ", ".join(decks), WIDTH) if decks else [])

    def labelled(self, row: Row, key: str) -> str:
        """Return where a field is from, as it stands behind it."""
        return f"  [{row.labels[key]}]" if key in row.labels else ""

    def meaning(self, row: Row, key: str) -> Iterator[str]:
        """Yield what a field means, and each of its words."""
        fields = self.vocabulary["fields"]
        about = fields.get(f"{row.section}.{key}") or fields.get(key, {})
        if "means" in about:
            yield about["means"]
        known = {word.removesuffix(":N"): told for word, told in self.vocabulary.get(about.get("words"), {}).items()}
        for word in dict.fromkeys(words_in(row.fields[key])):
            bare, _, number = word.removeprefix("may ").partition(":")
            if bare in known:
                told = known[bare] if isinstance(known[bare], str) else known[bare]["means"]
                told = re.sub(r"\bN\b", number, told).replace("`number`", str(row.fields.get("number")))
                yield f"{word}: {told}" + (", or decline" if word.startswith("may ") else "")


def title_of(section: str, rows: Sequence[tuple[str, Row]]) -> str:
    """Return what stands above a table: "Trade Federation (12 kinds, 20 cards)"."""
    copies = [row.fields["copies"] for _, row in rows if "copies" in row.fields]
    told = f"{len(rows)} kinds, {sum(copies)} cards" if len(copies) == len(rows) else f"{len(rows)}"
    return f"{plain(section).title()} ({told})"


def words_in(value: Any) -> Iterator[str]:
    """Yield the words of a field."""
    if isinstance(value, Mapping):
        value = [word for part in value.values() for word in words_in(part)]
    yield from (word for word in (value if isinstance(value, list) else [value]) if isinstance(word, str))


def plain(name: str) -> str:
    """Return a section or field as one says it."""
    return name.replace("_", " ")


def told_by(row: Row, key: str) -> str:
    """Return a field as its file states it; a text names the row's number."""
    return stated(row.fields[key]).replace("{number}", str(row.fields.get("number")))


def stated(value: Any) -> str:
    """Return a field as its file states it, without the punctuation of TOML."""
    if isinstance(value, Mapping):
        choice = " or " if any(isinstance(part, list) for part in value.values()) else ", "
        return choice.join(f"{plain(name)}: {stated(part)}" for name, part in value.items())
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)
