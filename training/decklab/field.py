"""The table that decks are tried at: rules, cards and options without the decks, and who plays there.

Below: playing.py (the kernel), the game's decks and tables. Above: duels.py and all that stands on it.
In order: dice, the field, games between scripted pilots, games between any agents.
"""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

import agents
from agents.open_worlds import SCRIPTS
from agents.open_worlds.scratch import SCRATCH
from ow_env.core.batch import Batch
from ow_env.core.game import States, frozen
from ow_env.core.jit import PURE
from ow_env.core.records import rules_hash
from ow_env.core.rng import RNG
from ow_env.core.sources import fingerprint
from ow_env.open_worlds.cards import Catalogue, Deck, load_catalogue
from ow_env.open_worlds.decks import DeckLike, check_deck, load_deck
from ow_env.open_worlds.game import OpenWorlds
from ow_env.open_worlds.state import CARDS, GAME, NOBODY
from training.decklab.playing import RESULT, TIERS, play_games
from training.measure.ladder import entry_of
from training.measure.match import play_batch
from training.measure.store import hashed

PIECE = 32  # games a thread takes at a time
WON, LOST, TIED, CUT = "wltx"  # how a game ended for a deck

# ── Dice ─────────────────────────────────────────────────────────────────────────────────────


def scrambled(*parts: NDArray[Any] | int) -> NDArray[np.uint64]:
    """Return a seed for each row from some whole numbers, arrays or not: SplitMix64, one after the other."""
    with np.errstate(over="ignore"):
        bits = np.zeros(np.broadcast(*parts).shape, np.uint64)
        for part in parts:
            bits = bits + np.asarray(part).astype(np.uint64) + np.uint64(0x9E3779B97F4A7C15)
            bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
            bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
            bits ^= bits >> np.uint64(31)
    return bits


def seed_of(*parts: object) -> int:
    """Return a seed from 0 to 2**62 - 1 that follows from these values on any machine."""
    return int(hashed(*parts), 16) % 2**62


# ── The field ────────────────────────────────────────────────────────────────────────────────


def contents(deck: Deck) -> list[list[Any]]:
    """Return the cards of a deck by name with their copies, in the order of the alphabet."""
    return [[name, copies] for name, copies in sorted(Counter(deck.names).items())]


def deck_key(deck: Deck) -> str:
    """Return a short hash of what is in a deck, whatever it is called and in which order it stands."""
    return hashed("deck", deck.size, contents(deck))


class Field:
    """The rules, cards and options of a table, and its compiled tables.

    Args:
        cards: a card file of one's own, or a whole catalogue, as `OpenWorlds` takes them.
        options: any other option of `OpenWorlds` but ``decks`` and ``num_players``.
    """

    def __init__(self, cards: str | os.PathLike[str] | Catalogue | None = None, **options: Any) -> None:
        self.cards = os.fspath(cards) if isinstance(cards, os.PathLike) else cards
        self.given = dict(options)
        self.base = OpenWorlds(cards=self.cards, **options)
        self.catalogue, self.tables = self.base.catalogue, self.base.tables
        self.features, self.num_actions = self.base.num_features, self.base.num_actions
        told = {key: value for key, value in self.base.options.items() if key not in ("decks", "cards")}
        figures = hashlib.sha256(self.tables.tobytes()).hexdigest()[:16]
        self.settings = {
            "game": OpenWorlds.name,
            "version": OpenWorlds.version,
            "options": told,
            "figures": figures,
            "rules": rules_hash(OpenWorlds.engine.__name__),
        }

    def with_catalogue(self, catalogue: Catalogue) -> Field:
        """Return the same table with other cards."""
        return Field(catalogue, **self.given)

    def deck(self, deck: DeckLike) -> Deck:
        """Return a legal deck, or refuse it with every fault it has.

        Raises:
            ValueError: there is no such deck, or it is not legal; names all that is wrong.
        """
        found = load_deck(deck, self.catalogue)
        faults = check_deck(found, self.catalogue)
        if faults:
            raise ValueError("\n  - ".join([f"{found.name} is no legal deck:", *faults]))
        return found

    def template(self, *decks: Deck) -> States:
        """Return the position [1] before the first move of chance, seat 0 holding the first deck."""
        ids = self.catalogue.card_ids
        template = self.base.template.copy()
        g = template[0]
        g["introductory"] = all(deck.introductory for deck in decks)
        for seat, deck in enumerate(decks):
            pile = g["players"][seat]["deck"]
            cards = sorted(ids[name] for name in deck.names)
            pile["cards"] = 0
            pile["count"] = len(cards)
            pile["cards"][: len(cards)] = cards
        return template

    def game(self, one: Deck, other: Deck) -> OpenWorlds:
        """Return the game of these two decks as any agent plays it."""
        return OpenWorlds(decks=[one, other], cards=self.cards, **self.given)


# ── Scripted pilots ──────────────────────────────────────────────────────────────────────────


class Table:
    """Plays games between scripted pilots, fast. Make one for a field and keep it.

    Args:
        field: rules and cards.
        threads: how many threads share the games of a call; 0: as many as there are cores.
        tempers: for a pilot, evaluation weights that differ from its own (`agents.open_worlds.weights`).
    """

    def __init__(
        self, field: Field, threads: int = 1, tempers: dict[str, dict[str, float]] | None = None
    ) -> None:
        self.field = field
        self.threads = threads or os.cpu_count() or 1
        self._tables = frozen(field.tables)
        self._scratch = np.zeros(len(TIERS), SCRATCH)
        for place, name in enumerate(TIERS):
            if name != "random":
                self._scratch[place] = SCRIPTS[name].scratch_for(field.tables, **(tempers or {}).get(name, {}))[0]

    def play(
        self,
        templates: States,
        deals: NDArray[np.int64],
        numbers: NDArray[np.int64],
        seed: int,
        pilots: NDArray[np.int8],
        pilot_seeds: NDArray[np.uint64],
        noting: bool = False,
    ) -> tuple[NDArray[Any], NDArray[np.uint8]]:
        """Play N games to their end.

        Args:
            templates: [K] from `Field.template`.
            deals: [N] which template each game begins from.
            numbers: [N] game numbers: with the seed, all chance of the table.
            seed: of the games.
            pilots: [N, 2] places in `playing.TIERS`.
            pilot_seeds: [N, 2] what decides what pilots leave to chance.
            noting: note what became of every card (`playing.OPENING` and so on).

        Returns:
            results: [N] records `playing.RESULT`.
            notes: [N, 2, CARDS], or [0, 2, CARDS].
        """
        count = len(deals)
        results = np.zeros(count, RESULT)
        notes = np.zeros((count if noting else 0, 2, CARDS), np.uint8)
        seeds = np.full(count, seed % 2**64, np.uint64)
        templates = frozen(templates)
        cuts = [*range(0, count, PIECE), count]

        def play(first: int, last: int) -> None:
            part = slice(first, last)
            play_games(
                np.zeros(1, GAME),
                np.zeros(1, RNG),
                np.zeros(2, RNG),
                np.zeros(self.field.features, np.uint8),
                np.zeros(self.field.num_actions, np.int8),
                np.zeros(2, np.int32),
                self._scratch.copy(),
                np.arange(len(TIERS), dtype=np.int8),
                self._tables,
                templates,
                seeds[part],
                numbers[part],
                deals[part],
                pilots[part],
                pilot_seeds[part],
                results[part],
                notes[part] if noting else notes,
            )

        if self.threads == 1 or PURE or count <= PIECE:
            play(0, count)
        else:
            with ThreadPoolExecutor(self.threads) as pool:
                list(pool.map(lambda cut: play(*cut), pairwise(cuts)))
        return results, notes


def ends_of(results: NDArray[Any], seat: NDArray[np.int64] | int) -> str:
    """Return how each game ended for a seat: a letter each of `wltx` (won, lost, tied, cut off)."""
    ends = np.where(results["winner"] == seat, WON, LOST)
    ends = np.where(results["winner"] < 0, TIED, ends)
    return "".join(np.where(results["ending"] == 2, CUT, ends))


# ── Any agents ───────────────────────────────────────────────────────────────────────────────


def pilot_settings(field: Field, spec: str, deck: Deck) -> dict[str, Any]:
    """Return what tells a pilot from any other: the sources of a scripted one, the files of a saved one."""
    if spec == "random":
        return {"name": spec}
    if spec in TIERS:
        sources = fingerprint((f"agents.open_worlds.{spec}",), ("agents.open_worlds",))
        return {"name": spec, "temper": dict(SCRIPTS[spec].settings), "sources": sources}
    entry = entry_of(spec, field.game(deck, deck))
    return {"name": entry.name, "version": entry.version, "parameters": entry.parameters, "file": entry.file}


def play_any(
    field: Field,
    decks: Sequence[tuple[Deck, Deck]],
    specs: Sequence[tuple[str, str]],
    holders: Sequence[int],
    first: int,
    count: int,
    seed: int,
) -> NDArray[Any]:
    """Play ``count`` games at each of some tables, any agents choosing.

    Args:
        field: rules and cards.
        decks: for each table the decks of seats 0 and 1.
        specs: for each table who sits there, as `agents.make` takes it.
        holders: for each table the seat of the deck whose results are told.
        first: number of the first game.
        count: how many numbers.
        seed: of games and agents.

    Returns:
        [tables x count] records `playing.RESULT`, table by table: ending, winner, first and turns; no more is told.
    """
    results = np.zeros((len(decks), count), RESULT)
    for place, (both, seated, holder) in enumerate(zip(decks, specs, holders, strict=True)):
        game = field.game(*both)
        players = [
            agents.make(spec, game, seed=seed_of(seed, first, place, seat == holder) % 2**31)
            for seat, spec in enumerate(seated)
        ]
        batch = Batch(game, count, seed, first_game=first, observe="asked")
        firsts = results[place]["first"]
        firsts[:] = NOBODY

        def watch(batch: Batch, firsts: NDArray[np.int8] = firsts) -> None:
            """Note who has Priority as soon as it is determined (OW-1.4)."""
            np.copyto(firsts, batch.states["priority"], where=firsts == NOBODY)

        play_batch(game, players, count, seed, first, batch=batch, watch=watch)
        for word, now in (("ending", "ending"), ("winner", "winner"), ("turns", "turn")):
            results[place][word] = batch.states[now]
    return results.reshape(-1)


def printed(catalogue: Catalogue | None = None, size: int | None = None) -> list[Deck]:
    """Return the printed decks, of one size if it is named."""
    return [deck for deck in (catalogue or load_catalogue()).decks if size in (None, deck.size)]
