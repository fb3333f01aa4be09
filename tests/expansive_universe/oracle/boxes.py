"""Other cards for the oracle: those of a card file, laid over its own.

Below: cards.py. Above: setups.py.
"""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.expansive_universe.oracle.cards import BASE, Box, text_of

KINDS = ("character", "spaceship", "location", "weapon", "armament")


def box_of(path: Path) -> Box:
    """Return the cards with what a file changes; it adds none."""
    told = tomllib.loads(path.read_text("utf-8"))
    cards = dict(BASE.cards)
    for kind in KINDS:
        for name, fields in told.get(kind, {}).items():
            cards[name] = replace(cards[name], **{key: value for row in fields.items() for key, value in [read(*row)]})
    planets = {name: texts(fields) for name, fields in told.get("planet", {}).items()}
    cores = {name: texts(fields) for name, fields in told.get("core", {}).items()}
    return Box(cards, BASE.planets, BASE.planet_texts | planets, BASE.cores | cores)


def texts(fields: dict[str, Any]) -> dict[str, int]:
    return dict(text_of(", ".join(fields["effects"])))


def read(key: str, value: Any) -> tuple[str, Any]:
    """Return a field as the oracle has it."""
    if key in ("ability", "effects"):
        return "text", text_of(", ".join(value))
    return key, tuple(value) if isinstance(value, list) else value
