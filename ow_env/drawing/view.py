"""A view that shows itself: in a notebook, in a terminal.

Below: parts.py, text.py, page.py. Above: `Game.view` of each game, which fills it in.
"""

from __future__ import annotations

from dataclasses import dataclass

from ow_env.drawing.page import html_of
from ow_env.drawing.parts import Table
from ow_env.drawing.text import text_of


@dataclass(frozen=True)
class View(Table):
    """A position as one viewer sees it."""

    def _repr_html_(self) -> str:
        """Return the table for a notebook."""
        return html_of(self)

    def __str__(self) -> str:
        """Return the table for a terminal."""
        return text_of(self)
