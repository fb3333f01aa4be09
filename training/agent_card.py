"""The card of a saved agent, whole: what it is and how strong, with the decks it knows and with those it never saw.

Below: measure/model_card.py (all that any game has), decklab/ (random decks). Above: commands/agents.py, docs/shipped.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, fields
from functools import partial
from pathlib import Path
from typing import Any

import agents
from agents import learned
from agents.games import scripts_of
from ow_env.core.text import escaped
from training.decklab import random_decks
from training.decklab.random_decks import OnDecks
from training.decklab.setup import Setup, setup_of
from training.games import make_game
from training.measure import model_card
from training.measure.model_card import Card
from training.measure.store import Store

CATALOGUES = 100  # sets of random card values


def measure(
    path: Path, games: int = 4000, store: Path | None = None, say: Callable[[str], None] = lambda line: None,
    decks: Sequence[str] | None = None, options: Mapping[str, Any] | None = None, called: Path | None = None,
) -> Card:  # fmt: skip
    """Return the card of a saved agent; arguments and errors are those of `model_card.measure`.

    One that was trained with random decks also plays the scripts with held-out random decks, and one that was trained
    with random card values with held-out card values: decks of the sizes its card says, whatever ``decks`` are.

    Raises:
        ValueError: it says it was trained with random decks of sizes that there are none of.
    """
    told = learned.read_card(path)
    sizes = random_sizes(path, told)
    store = store or model_card.store_of(path)
    card = model_card.measure(path, games, store, say, decks, options, called)
    if not sizes:
        return card
    setup = setup_of(told.game, **(model_card.told_options(told) if options is None else options))
    with Store(store) as kept:
        rows = on_decks(path, told, card["file"]["weights"], sizes, setup, games, kept, say)
    return card | {"on_decks": rows}


def random_sizes(path: Path, told: learned.Card) -> list[int]:
    """Return the sizes of the random decks that a saved agent says it was trained with; [] without such decks.

    Raises:
        ValueError: there are no random decks of them.
    """
    trained = told.trained.get("settings") or {}
    if not trained.get("random_matchups") or random_decks.random_decks_of(told.game) is None:
        return []
    said = trained.get("random_sizes")
    sizes = [size for size in said if type(size) is int] if isinstance(said, list) else []
    why = random_decks.refusal(make_game(told.game), sizes)
    if sizes != said:
        why = f"expected a list of sizes, got {said!r:.80}"
    if why:
        raise ValueError(f"{escaped(path)}: random_sizes, of the random decks it was trained with: {escaped(why)}")
    return sizes


def on_decks(
    path: Path, told: learned.Card, weights: str, sizes: Sequence[int], setup: Setup, games: int, store: Store,
    say: Callable[[str], None],
) -> list[dict[str, Any]]:  # fmt: skip
    """Return how an agent fares against each script with held-out decks and card values.

    Args:
        path: the agent's file.
        told: what the file says of its training.
        weights: what they are, as its card has it.
        sizes: of the decks.
        setup: of the game.
        games: against each script with each kind of decks.
        store: keeps what was played, so that an interrupted measurement goes on.
        say: takes a line about how it goes.
    """
    lab = random_decks.known(told.game)
    kinds: dict[str, Callable[..., OnDecks]] = {"printed": lab.play_printed, "random": lab.play_random_decks}
    if (told.trained.get("settings") or {}).get("random_figures"):
        kinds["figures"] = partial(lab.play_random_figures, catalogues=CATALOGUES)
    found = []
    for size in sizes:
        for name in scripts_of(told.game):
            opponent = {"name": name, "version": agents.make(name, setup.game).version}
            for kind, play in kinds.items():
                of = {"weights": weights, "opponent": opponent, "decks": kind, "size": size, "games": games}
                of |= {"catalogues": CATALOGUES} if kind == "figures" else {}
                number = store.experiment("on decks", {**setup.settings, **of})
                rows = store.blocks(number, fault)
                if not rows:
                    say(f"{path.stem} and {name}: {kind} decks of {size} cards")
                    rows = {0: asdict(play(setup, str(path), name, size, games))}
                    store.add_blocks(number, rows)
                found.append(rows[0])
    return found


def fault(row: Any) -> str | None:
    """Return what is wrong with a stored row of `on_decks`, or None."""
    kinds = {each.name: each.type for each in fields(OnDecks)}
    if not isinstance(row, dict) or row.keys() != kinds.keys():
        return f"expected {', '.join(kinds)}, found {row!r:.80}"
    wrong = [name for name, kind in kinds.items() if type(row[name]).__name__ != kind]
    return f"{wrong[0]}: expected {kinds[wrong[0]]}, found {row[wrong[0]]!r:.80}" if wrong else None
