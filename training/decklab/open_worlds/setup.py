"""Open Worlds as the deck lab takes it: decks for sides, any catalogue, and agents that play very many games.

Below: kernel.py (scripted agents inside one kernel), batched.py (learned ones in blocks), the game's decks and
constants, training.decklab.setup. Above: whatever here compares decks. In order: decks, the setup, games in the kernel
and in blocks.
"""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.open_worlds import SCRIPTS
from ow_env.compiled.sources import fingerprint
from ow_env.core.batch import Batch
from ow_env.core.game import Game, States
from ow_env.core.rules_hash import rules_hash
from ow_env.open_worlds.cards import Catalogue, Deck, load_catalogue
from ow_env.open_worlds.decks import SIZES, DeckLike, check_deck, load_deck
from ow_env.open_worlds.game import OpenWorlds
from training.decklab import setup as general
from training.decklab.kernel import TRUNCATED, KernelRunner, half_points_of
from training.decklab.open_worlds.batched import BatchRunner, is_batched
from training.decklab.open_worlds.kernel import AGENTS, KERNEL
from training.decklab.seeds import seeds_from
from training.decklab.setup import CUT, LOST, TIED, WON, Games, Pairing, Setup, seed_of_games
from training.measure.store import hashed

BLOCK = 256  # bouts that scripted and learned agents play at a time
PAIRS = (("Smith-Boson F.E.", "Empyrean Enterprises"), ("Baker-Braugn EDV", "Ares Venture Trust"))
TURNS = (6.0, 10.0)  # a game of 54 cards shall last
SHORT = (4.0, 10.0)  # one of 40 cards: experts draw 30 in five turns, whatever the Worlds are worth (docs/decklab.md)


# ── Decks ────────────────────────────────────────────────────────────────────────────────────


def contents(deck: Deck) -> list[list[Any]]:
    """Return the cards of a deck by name with their copies, in the order of the alphabet."""
    return [[name, copies] for name, copies in sorted(Counter(deck.names).items())]


def deck_key(deck: Deck) -> str:
    """Return a short hash of what is in a deck, whatever it is called and in which order it stands."""
    return hashed("deck", deck.size, contents(deck))


def printed(catalogue: Catalogue | None = None, size: int | None = None) -> list[Deck]:
    """Return the printed decks, of one size if it is named."""
    return [deck for deck in (catalogue or load_catalogue()).decks if size in (None, deck.size)]


def is_scripted(*names: str) -> bool:
    """Return whether the kernel can play all these agents."""
    return {*names} <= {*AGENTS}


# ── The setup ────────────────────────────────────────────────────────────────────────────────


class OpenWorldsSetup(Setup):
    """The rules, cards and options of games whose decks are yet to be named, and their constants.

    Attributes:
        stand_ins: the setup that this one's catalogue was made from, and for each card [C] the card of that one that
            it has the figures of; None: it is none with stand-ins.

    Args:
        cards: a card file of one's own, or a whole catalogue, as `OpenWorlds` takes them.
        options: any other option of `OpenWorlds` but ``decks`` and ``num_players``.
    """

    default_agent = "expert"
    has_sides = True
    first_mover = "first with Priority"
    tells_seats = True
    stand_ins: tuple[OpenWorldsSetup, NDArray[np.int64]] | None = None

    def __init__(self, cards: str | os.PathLike[str] | Catalogue | None = None, **options: Any) -> None:
        self.cards = os.fspath(cards) if isinstance(cards, os.PathLike) else cards
        self.given = dict(options)
        self.game: OpenWorlds = OpenWorlds(cards=self.cards, **options)
        self.catalogue, self.constants = self.game.catalogue, self.game.tables
        told = {key: value for key, value in self.game.options.items() if key not in ("decks", "cards")}
        figures = hashlib.sha256(self.constants.tobytes()).hexdigest()[:16]
        self.settings = {
            "game": OpenWorlds.name,
            "version": OpenWorlds.version,
            "options": told,
            "figures": figures,
            "rules": rules_hash(OpenWorlds.engine.__name__),
        }

    @classmethod
    def of(cls, name: str, **options: Any) -> OpenWorldsSetup:
        """Return the setup with these options."""
        return cls(**options)

    def with_catalogue(self, catalogue: Catalogue) -> OpenWorldsSetup:
        """Return the same with other cards."""
        return OpenWorldsSetup(catalogue, **self.given)

    def with_stand_in(self, catalogue: Catalogue, name: str, by: str) -> OpenWorldsSetup:
        """Return the same with one card more, called ``name``, which has the figures of ``by``."""
        own = self.with_catalogue(catalogue)
        ids = self.catalogue.card_ids
        like = np.array([ids[by if card.name == name else card.name] for card in catalogue.cards], np.int64)
        own.stand_ins = self, like
        return own

    # Sides

    def sides(self) -> list[Deck]:
        """Return the printed decks."""
        return printed(self.catalogue)

    def side(self, given: DeckLike) -> Deck:
        """Return a legal deck, or refuse it with every fault it has.

        Raises:
            ValueError: there is no such deck, or it is not legal; names all that is wrong.
        """
        found = load_deck(given, self.catalogue)
        faults = check_deck(found, self.catalogue)
        if faults:
            raise ValueError("\n  - ".join([f"{found.name} is no legal deck:", *faults]))
        return found

    def contents(self, side: Deck) -> list[list[Any]]:
        """Return the cards of a deck by name with their copies."""
        return contents(side)

    def key(self, side: Deck) -> str:
        """Return a short hash of what is in a deck."""
        return deck_key(side)

    def pairs(self) -> list[tuple[Deck, Deck]]:
        """Return the printed pairs."""
        return [(self.side(one), self.side(other)) for one, other in PAIRS]

    def wanted_turns(self, pairing: Pairing) -> tuple[float, float]:
        """Return how few and how many turns a game of these decks shall last on the average."""
        return wanted_turns(pairing)

    def size_of(self, pairing: Pairing) -> str:
        """Return how many cards these decks have, in words."""
        return f"with {pairing.one.size} cards"

    def heading(self) -> list[str]:
        """Return how many of the card values and words are printed, and how many ours."""
        labels = labels_of(self.catalogue)
        words = [word for word in ("printed", "inferred", "reconstructed", "yours") if labels[word]]
        known = ", ".join(f"{labels[word]} {word}" for word in words)
        return [f"values on the {len(self.catalogue.cards)} cards: {known}"]

    # Who plays

    def agent_settings(self, agent: str, side: Deck) -> dict[str, Any]:
        """Return what tells an agent from any other: the sources of a scripted one, the files of a saved one.

        Its names are those of files already written.
        """
        if agent == "random":
            return {"name": agent}
        if is_scripted(agent):
            sources = fingerprint((f"agents.open_worlds.{agent}",), ("agents.open_worlds",))
            return {"name": agent, "temper": dict(SCRIPTS[agent].settings), "sources": sources}
        if self.stand_ins is not None:  # whoever plays takes them for cards that there are
            base = self.stand_ins[0]
            return base.agent_settings(agent, printed(base.catalogue, side.size)[0])
        return super().agent_settings(agent, side)

    def is_fast(self, *agents: str) -> bool:
        """Can they play many games at once: inside the kernel, or learned ones in blocks?"""
        return is_batched(*agents)

    def check_fast(self, agent: str) -> None:
        """Refuse, with a ValueError, an agent that can't."""
        if not self.is_fast(agent):
            known = f"one of {', '.join(AGENTS)}, learned, or the path of a saved agent"
            raise ValueError(f"agent: expected {known}, got {agent!r}")
        if not is_scripted(agent):
            self.check_agent(agent)

    def block(self, pairing: Pairing) -> int:
        """Return how many game pairs are played at a time."""
        return BLOCK if self.is_fast(*pairing.agents) else general.BLOCK

    # Playing

    def template(self, *decks: Deck) -> States:
        """Return the position [1] before the first move of chance, seat 0 holding the first deck."""
        ids = self.catalogue.card_ids
        template = self.game.template.copy()
        g = template[0]
        g["introductory"] = all(deck.introductory for deck in decks)
        for seat, deck in enumerate(decks):
            pile = g["players"][seat]["deck"]
            cards = sorted(ids[name] for name in deck.names)
            pile["cards"] = 0
            pile["count"] = len(cards)
            pile["cards"][: len(cards)] = cards
        return template

    def game_of(self, one: Deck, other: Deck) -> OpenWorlds:
        """Return the game of these two decks as any agent plays it."""
        return OpenWorlds(decks=[one, other], cards=self.cards, **self.given)

    def game_with(self, pairing: Pairing, *seats: int) -> Game:
        """Return the game with deck one in a seat."""
        decks = pairing.one, pairing.other
        return self.game_of(*decks[:: 1 if 0 in seats else -1])

    def first_movers(self, batch: Batch) -> NDArray[np.int8]:
        """Return who has Priority, NOBODY before it is determined (OW-1.4)."""
        found: NDArray[np.int8] = batch.states["priority"]
        return found

    def play(self, pairing: Pairing, first: int, bouts: int, threads: int) -> Games:
        """Play some game pairs: inside the kernel or in blocks, if all agents can."""
        if not self.is_fast(*pairing.agents):
            return self.play_agents(pairing, first, bouts)
        played = play_bouts(self, pairing, threads, first, bouts)
        return games_of(played.results, played.seat)


SETUP = OpenWorldsSetup


def wanted_turns(pairing: Pairing) -> tuple[float, float]:
    """Return how few and how many turns a game of these decks shall last on the average."""
    return SHORT if pairing.one.introductory else TURNS


def labels_of(catalogue: Catalogue) -> Counter[str]:
    """Return how many numbers and words of cards are printed, inferred, reconstructed or yours."""
    return Counter(
        label for card in catalogue.cards for key, label in card.labels.items() if key not in ("introductory", "text")
    )


# ── Games in the kernel ──────────────────────────────────────────────────────────────────────


Runner = KernelRunner | BatchRunner


def roster_of(*agents: str) -> tuple[str, ...]:
    """Return who a runner that plays these agents knows: their places in it are what it is given."""
    return AGENTS if is_scripted(*agents) else tuple(dict.fromkeys(agents))


def runner_of(setup: OpenWorldsSetup, threads: int, agents: Sequence[str] = AGENTS, size: int = SIZES[0]) -> Runner:
    """Return who plays the games of a setup, made once: it is some work.

    Args:
        setup: rules and cards.
        threads: that share the games of a call; 0: as many as there are cores.
        agents: from `roster_of`.
        size: of the decks, by which "learned" is another agent.
    """
    return kernel_runner(setup, threads) if is_scripted(*agents) else batch_runner(setup, threads, tuple(agents), size)


@lru_cache(256)
def kernel_runner(setup: OpenWorldsSetup, threads: int) -> KernelRunner:
    """Return who plays the games of a setup in the kernel."""
    return KernelRunner(KERNEL, setup.game, threads)


@lru_cache(16)  # a network is two megabytes
def batch_runner(setup: OpenWorldsSetup, threads: int, agents: tuple[str, ...], size: int) -> BatchRunner:
    """Return who plays the games of a setup in blocks; the arguments are those of `runner_of`."""
    base, like = setup.stand_ins or (setup, None)
    one, other, *_ = printed(base.catalogue, size)
    known = base.game_of(one, other)
    count = threads or os.cpu_count() or 1
    if like is None:
        return BatchRunner(known, agents, count)
    return BatchRunner(setup.game_of(one, other), agents, count, known, like)


class Bouts(NamedTuple):
    """Some game pairs in the kernel or in blocks, one seating of a game pair after the other."""

    seat: NDArray[np.int64]  # [N] of deck one
    numbers: NDArray[np.int64]  # [N] of the games
    results: NDArray[Any]  # [N] records `decklab.kernel.RESULT`
    notes: NDArray[Any]  # [N] records `kernel.NOTE`


def play_bouts(setup: OpenWorldsSetup, pairing: Pairing, threads: int, first: int, bouts: int) -> Bouts:
    """Play some game pairs of scripted or learned agents."""
    seatings = setup.seatings(pairing)
    orders = ((pairing.one, pairing.other), (pairing.other, pairing.one))
    templates = np.concatenate([setup.template(*order) for order in orders])
    count = bouts * len(seatings)
    sits = [(seating.seat, seating.swapped) for seating in seatings]
    seat, swapped = (np.repeat(values, bouts).astype(np.int64) for values in zip(*sits, strict=True))
    numbers = np.tile(np.arange(first, first + bouts), len(seatings))
    rows = np.arange(count)
    roster = roster_of(*pairing.agents)
    who = np.array([roster.index(agent) for agent in pairing.agents])
    agents = np.zeros((count, 2), np.int8)
    agents[rows, seat] = who[swapped]
    agents[rows, 1 - seat] = who[1 - swapped]
    # agents' seeds go with the deck, not with the seat
    seeds = np.zeros((count, 2), np.uint64)
    seeds[rows, seat] = seeds_from(pairing.seed, numbers, swapped, 0)
    seeds[rows, 1 - seat] = seeds_from(pairing.seed, numbers, swapped, 1)
    run = runner_of(setup, threads, roster, min(pairing.one.size, pairing.other.size)).play
    return Bouts(seat, numbers, *run(templates, seat, numbers, seed_of_games(pairing), agents, seeds))


def games_of(results: NDArray[Any], seat: NDArray[np.int64]) -> Games:
    """Return what is told of games; ``seat``: of deck one in each."""
    firsts, zeros = half_points_of(results, results["first"]), half_points_of(results, 0)
    return Games(ends_of(results, seat), results["turns"].astype(np.int64), firsts, zeros)


def ends_of(results: NDArray[Any], seat: NDArray[np.int64] | int) -> NDArray[np.str_]:
    """Return how each game ended for a seat: a letter of `wltx` (won, lost, tied, cut off)."""
    ends = np.where(results["winner"] == seat, WON, LOST)
    ends = np.where(results["winner"] < 0, TIED, ends)
    return np.where(results["ending"] == TRUNCATED, CUT, ends)


def names_of(decks: Sequence[Deck]) -> list[str]:
    """Return the names of all cards in some decks, each once, in the order of the alphabet."""
    return sorted({name for deck in decks for name in deck.names})
