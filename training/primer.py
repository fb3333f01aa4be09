"""What a newcomer reads about a game: how to play it, in a minute, and the notes of a guided first game.

Below: `ow_env.core.primer`, and ``data/guide.toml`` in the game's folder. A game may have neither. Above:
commands/rules.py, the pages of `ow play`, the terminal, the site. In order: the primer, the guide.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ow_env.core.primer import Primer, in_one_line, primer_in
from training.rules import folder_of

# ── The primer ───────────────────────────────────────────────────────────────────────────────


def read_primer(game: str) -> Primer | None:
    """Return how a game is played, in short; None where it doesn't say.

    Raises:
        ValueError: there is no such game, or the page lacks a part: which.
    """
    return primer_in(folder_of(game))


# ── The guided first game ────────────────────────────────────────────────────────────────────

NOTE = {"when", "text", "at", "unless", "step", "turn"}
KEYS = {"seed", "players", "options", "note"}


@dataclass(frozen=True)
class Note:
    """Something said of one decision of a guided game: in the first moment that fits, before the notes below it."""

    text: str
    when: str  # a choice is offered whose name begins so; "over": the game has ended
    unless: str = ""  # no choice is offered whose name begins so
    step: str = ""  # the view's Step begins so
    turn: int = 0  # the viewer was asked in so many turns, at least: they are told apart by the heading of the view
    at: str = (
        ""  # where it points: "hand", "log", "decision", "seat you", "seat other", "place N", "zone NAME"; "": `when`
    )


@dataclass(frozen=True)
class Guide:
    """A first game with notes: always the same cards against the same opponents."""

    seed: int
    players: tuple[str, ...]  # for each seat "person" or an agent
    options: Mapping[str, Any]  # of the game
    notes: tuple[Note, ...]


def read_guide(game: str) -> Guide | None:
    """Return the guided first game; None where a game has none.

    Raises:
        ValueError: there is no such game, or the file has a field that it can't have, or lacks one.
    """
    path = folder_of(game) / "data" / "guide.toml"
    if not path.is_file():
        return None
    data = tomllib.loads(path.read_text("utf-8"))
    if not {"seed", "players", "note"} <= set(data) <= KEYS:
        raise ValueError(f"{path}: expected {', '.join(sorted(KEYS))}, got {', '.join(sorted(data))}")
    for number, note in enumerate(data["note"], 1):
        if not {"when", "text"} <= set(note) <= NOTE:
            known = ", ".join(sorted(NOTE))
            raise ValueError(f"{path}: note {number}: expected when, text and any of {known}, got {', '.join(note)}")
    notes = tuple(Note(**{**note, "text": in_one_line(note["text"])}) for note in data["note"])
    return Guide(data["seed"], tuple(data["players"]), data.get("options", {}), notes)
