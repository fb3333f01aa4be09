"""``ow rules``: the numbered rules and rulings of a game, from the one text that holds them.

Below: training/rules.py, which reads it.
"""

from __future__ import annotations

import argparse
from textwrap import fill, shorten
from typing import Any

from ow_env.core.rulebook import find, plain
from ow_env.registry import class_of, games
from training.commands.options import add_game, add_json, examples
from training.primer import read_primer
from training.rules import Rule, module_of_rules, read_rules

WIDTH = 98


def add_to(commands: Any) -> None:
    """Add ``ow rules``."""
    parser = commands.add_parser(
        "rules",
        description="List the numbered rules of a game, or show one rule or section in full. A [ruling] fills a gap in"
        " the rulebook, with the reason.",
        **examples("ow rules OW-4a.3", "ow rules --game star_realms SR-4", "ow rules --rulings"),
    )
    parser.set_defaults(run=show_rules)
    add_game(parser)
    parser.add_argument("number", metavar="NUMBER", nargs="?", help="a rule (OW-4a.3) or a section (OW-4a)")
    parser.add_argument("--rulings", action="store_true", help="only rulings, which fill gaps in the rulebook")
    add_json(parser)


def show_rules(arguments: argparse.Namespace) -> list[dict[str, Any]]:
    """Print the list, a section or one rule, before the list how to play; return what is shown as data."""
    known, primer = read_rules(arguments.game), read_primer(arguments.game)
    if primer is not None and arguments.number is None and not arguments.rulings:
        print(f"{primer.title}\n\n{primer.text(WIDTH)}\n")
    if not known:
        title, where = class_of(arguments.game).facts.title, module_of_rules(arguments.game)
        print(f"{title} has no numbered rules; its code is {where}.")
        return []
    rules = [rule for rule in known if not arguments.rulings or "ruling" in rule.marks]
    if arguments.number is None:
        for rule in rules:
            print(f"{rule.number:<9}", shorten(plain(rule.text), WIDTH - 10, placeholder=" ..."))
        print("\n`ow rules NUMBER` shows a rule in full; a [ruling] fills a gap in the rulebook, with the reason.")
        return [as_data(rule) for rule in rules]
    if (other := game_of(arguments.number)) not in (None, arguments.game):
        raise ValueError(f"{arguments.number} is a number of {other}: `ow rules --game {other} {arguments.number}`")
    found = find(rules, arguments.number)
    for place, rule in enumerate(found):
        print("\n" * bool(place) + f"{rule.number}  {rule.section.partition(' ')[2]}")
        print(fill(plain(rule.text), WIDTH, initial_indent="  ", subsequent_indent="  "))
    return [as_data(rule) for rule in found]


def as_data(rule: Rule) -> dict[str, Any]:
    """Return a rule as data."""
    return {"number": rule.number, "section": rule.section, "marks": rule.marks.split(", "), "text": plain(rule.text)}


def game_of(number: str) -> str | None:
    """Return the game whose numbers begin like this one, "SR-" or "OW-"; None: it is written without, or no game's."""
    prefix, dash, _ = number.strip().upper().partition("-")
    return next(
        (game for game in games() if dash and any(r.number.startswith(f"{prefix}-") for r in read_rules(game))), None
    )
