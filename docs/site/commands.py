"""The page of the command line: what `ow COMMAND --help` prints, of every command and sub-command.

Below: training/cli.py. Above: tree.py.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from training.cli import COMMANDS, parser_of


def page() -> str:
    """Return the page."""
    parts = [
        "# Command line",
        "Printed by `ow --help` and `ow COMMAND --help`. Options take their values as shown there.",
    ]
    for name, what in COMMANDS.items():
        parts.append(f"## `ow {name}`\n\n{what[:1].upper()}{what[1:]}.")
        parts += sections(parsers_of(parser_of([name]))[name], f"ow {name}", 3)
    return "\n\n".join(parts) + "\n"


def sections(told: argparse.ArgumentParser, typed: str, depth: int) -> Iterator[str]:
    """Yield the help of a command, and below it a section for each of its sub-commands."""
    yield f"```text\n{told.format_help().strip()}\n```"
    for name, inner in parsers_of(told).items():
        yield f"{'#' * depth} `{typed} {name}`"
        yield from sections(inner, f"{typed} {name}", depth + 1)


def parsers_of(told: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """Return the parsers of a command's sub-commands by name."""
    actions = told._actions  # argparse tells them nowhere else
    found = next((each.choices for each in actions if isinstance(each, argparse._SubParsersAction)), {})
    return dict(found)
