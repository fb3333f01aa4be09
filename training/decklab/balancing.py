"""Is the game fair: how even the printed pairs of decks are, the seats, and who is first.

Below: duels.py, and the labels of the catalogue. Above: moving.py (which figures move it), calibrating.py (figures
under which it would be fair), commands/decks.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ow_env.open_worlds.cards import Catalogue
from ow_env.open_worlds.decks import DeckLike
from training.decklab.duels import Duel, Setting, play_duels
from training.decklab.field import Field

PAIRS = (("Smith-Boson F.E.", "Empyrean Enterprises"), ("Baker-Braugn EDV", "Ares Venture Trust"))
FAIR = 0.02  # a deck, and whoever is first, shall win 48 to 52 %
TURNS = (6.0, 10.0)  # a game of 54 cards shall last
SHORT = (4.0, 10.0)  # one of 40 cards: experts draw 30 in five turns, whatever the Worlds are worth (docs/decklab.md)
BOUTS = 2048  # of each pair, to measure balance

# ── The balance of pairs ─────────────────────────────────────────────────────────────────────


def balance(
    pairs: Sequence[tuple[DeckLike, DeckLike]] = PAIRS,
    pilot: str = "expert",
    *,
    bouts: int | None = BOUTS,
    seed: int = 1,
    table: Field | None = None,
    **how: Any,
) -> list[Duel]:
    """Play pairs of decks that should be equal; each duel tells shares of decks and seats, and turns.

    Args:
        pairs: two decks each.
        pilot: a tier of scripted pilots, or any agent.
        bouts: of each pair.
        seed: of games and pilots.
        table: rules and cards.
        how: width, store, crew, threads, report, as for `duels.duel`.
    """
    table = table or Field()
    settings = [Setting(table.deck(one), table.deck(other), pilot, pilot, seed) for one, other in pairs]
    return play_duels(settings, table, bouts=bouts, **how)


def is_fair(state: Duel) -> bool:
    """Return whether a pair is as it should be: both decks, both seats, who is first, and the length."""
    shares = (state.plain, state.first_share, state.seat_share)
    even = all(abs(interval.mean - 0.5) <= FAIR for interval in shares)
    low, high = wanted_turns(state.setting)
    return even and low <= state.length.mean <= high


def wanted_turns(setting: Setting) -> tuple[float, float]:
    """Return how many turns a game of these decks shall last."""
    return SHORT if setting.one.introductory else TURNS


def labels_of(catalogue: Catalogue) -> Counter[str]:
    """Return how many figures and words of cards are printed, inferred, reconstructed or yours."""
    return Counter(
        label
        for card in catalogue.cards
        for key, label in card.labels.items()
        if key not in ("introductory", "text")
    )
