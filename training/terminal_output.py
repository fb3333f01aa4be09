"""Printing with colours where the terminal has them, and nothing else that steers it.

Below: core/text.py. Above: commands/watch.py, play/terminal.py.
"""

from __future__ import annotations

import os
import re
import sys
from typing import IO, cast

from ow_env.core.text import Shown, escaped

LOOKS = re.compile(r"(\x1b\[[0-9;]*m)")  # colours and weights, and nothing that moves the cursor


def plain_output() -> IO[str]:
    """Return the real output: what `ow` prints to by itself would show codes of colours as text."""
    return cast(IO[str], sys.stdout.stream if isinstance(sys.stdout, Shown) else sys.stdout)


def in_colour() -> bool:
    """Is the output a terminal, and does nobody ask it for no colours (https://no-color.org)?"""
    return plain_output().isatty() and not os.environ.get("NO_COLOR")


def shown_safely(text: str) -> str:
    """Return text in which nothing steers the terminal but the looks that `text_of` gave it."""
    parts = LOOKS.split(text)
    return "".join(part if place % 2 else escaped(part, keep="\n") for place, part in enumerate(parts))
