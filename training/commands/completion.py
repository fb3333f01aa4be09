"""``ow completion``: a script by which a shell completes commands and options, written by shtab from the parsers."""

from __future__ import annotations

import argparse
from typing import Any

from training.commands.options import examples

SHELLS = ("bash", "zsh", "tcsh")


def add_to(commands: Any) -> None:
    """Add ``ow completion``."""
    parser = commands.add_parser(
        "completion",
        description="Print a script that completes commands and options of ow with the Tab key. Needs shtab"
        " (pip install shtab), only to print it.",
        **examples(
            "ow completion bash > ~/.local/share/bash-completion/completions/ow",
            'ow completion zsh > "${fpath[1]}/_ow"',
        ),
    )
    parser.set_defaults(run=run)
    parser.add_argument("shell", choices=SHELLS, help="your shell")


def run(arguments: argparse.Namespace) -> None:
    """Print the script."""
    try:
        import shtab
    except ImportError:
        raise ValueError("this needs shtab, which is not installed: pip install shtab") from None
    from training.cli import COMMANDS, parser_of

    print(shtab.complete(parser_of(COMMANDS), arguments.shell))
