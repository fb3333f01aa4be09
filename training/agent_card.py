"""The card of a saved agent, whole: what it is and how strong, with the decks it knows and with those it never saw.

Below: measure/model_card.py (all that any game has), decklab/ (random decks). Above: roster.py, commands/agents.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from agents import learned
from agents.games import scripts_of
from training.decklab import random_decks
from training.decklab.setup import setup_of
from training.measure import model_card
from training.measure.model_card import Card

CATALOGUES = 100  # sets of random figures


def measure(
    path: Path, games: int = 4000, store: Path | None = None, say: Callable[[str], None] = lambda line: None,
    decks: Sequence[str] | None = None, options: Mapping[str, Any] | None = None, called: Path | None = None,
) -> Card:  # fmt: skip
    """Return the card of a saved agent; arguments and errors are those of `model_card.measure`.

    One that was trained with random decks plays the scripts with some that nobody trains on, too, and one that was
    trained with random figures with some of those.
    """
    card = model_card.measure(path, games, store, say, decks, options, called)
    rows = on_decks(path, games, say)
    return card | {"on_decks": rows} if rows else card


def on_decks(path: Path, games: int, say: Callable[[str], None]) -> list[dict[str, Any]]:
    """Return how an agent fares against each script with decks and figures that nobody trains on; of others nothing."""
    told = learned.read_card(path)
    trained = told.trained.get("settings") or {}
    lab = random_decks.random_decks_of(told.game)
    if not trained.get("random_matchups") or lab is None:
        return []
    setup = setup_of(told.game, **model_card.told_options(told))
    found = []
    for size in trained["random_sizes"]:
        for name in scripts_of(told.game):
            say(f"{path.stem} and {name}: decks of {size} cards")
            asked = (setup, str(path), name, size, games)
            found += [lab.play_printed(*asked), lab.play_random_decks(*asked)]
            if trained.get("random_figures"):
                found.append(lab.play_random_figures(*asked, CATALOGUES))
    return [asdict(each) for each in found]
