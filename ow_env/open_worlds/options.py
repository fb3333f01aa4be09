"""Reading a game's options: every one of the wrong type or range is refused by name, before anything is built.

Below: cards.py, decks.py, state.py. Above: game.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from ow_env.cards.decklists import counted
from ow_env.cards.options import seat_names
from ow_env.core.options import whole_number
from ow_env.core.text import nearest
from ow_env.open_worlds.cards import Catalogue, Deck, World
from ow_env.open_worlds.decks import DeckLike, check_deck, load_deck
from ow_env.open_worlds.rules.setup import BY_WORLD_DRAW, RANDOM_SEAT
from ow_env.open_worlds.state import CARDS, PLAYERS, WORLDS

STANDARD_DECKS = ("Smith-Boson F.E.", "Empyrean Enterprises")
WORLDS_FOR = {2: 5, 3: 7, 4: 9}  # players: Worlds in the row (OW-1.2)

FirstPlayer: TypeAlias = int | str | Sequence[int | str] | None


def count_players(num_players: int | None, decks: Sequence[DeckLike] | None) -> int:
    """Return how many play: as many as asked for, or as there are decks, or two."""
    if decks is None:
        return whole_number("num_players", 2 if num_players is None else num_players, 2, PLAYERS)
    if isinstance(decks, str) or not isinstance(decks, Sequence):
        raise ValueError(f"decks: expected a list of decks, one for each player, got {decks!r}")
    if not 2 <= len(decks) <= PLAYERS:
        raise ValueError(f"decks: expected 2 to {PLAYERS}, one for each player, got {len(decks)}")
    if num_players is not None and whole_number("num_players", num_players, 2, PLAYERS) != len(decks):
        raise ValueError(f"decks: expected {num_players}, one for each player, got {len(decks)}")
    return len(decks)


def read_decks(decks: Sequence[DeckLike] | None, players: int, catalogue: Catalogue) -> tuple[Deck, ...]:
    """Return one legal deck for each player; None: the two printed 54-card decks in turn."""
    if decks is None:
        decks = [STANDARD_DECKS[seat % len(STANDARD_DECKS)] for seat in range(players)]
    found = []
    for seat, deck in enumerate(decks):
        try:
            found.append(load_deck(deck, catalogue))
        except (TypeError, ValueError) as error:
            raise ValueError(f"decks[{seat}]: {error}") from None
        faults = check_deck(found[-1], catalogue)
        if faults:
            raise ValueError(f"decks[{seat}] ({found[-1].name}): " + "; ".join(faults))
    return tuple(found)


def listed_deck(seat: int, told: object) -> Deck:
    """Return a deck that `OpenWorlds.options` lists, unchecked; none is looked up or read from a file."""
    fields = ("name", "size", "cards")
    if not isinstance(told, dict) or sorted(told) != sorted(fields):
        raise ValueError(f"decks[{seat}]: expected {', '.join(fields)}, found {told!r:.80}")
    name, size, cards = (told[field] for field in fields)
    if not isinstance(name, str) or type(size) is not int or not isinstance(cards, list):
        raise ValueError(f"decks[{seat}]: expected a name, a size and a list, found {told!r:.80}")
    if len(cards) > CARDS or not all(isinstance(entry, str) for entry in cards):
        raise ValueError(f'decks[{seat}]: expected at most {CARDS} entries such as "5x Exploit"')
    return Deck(name, tuple(counted(entry) for entry in cards), size)


def read_worlds(worlds: Sequence[str] | None, catalogue: Catalogue) -> tuple[World, ...]:
    """Return the Worlds that were named, in their order; none: they will be drawn."""
    if worlds is None:
        return ()
    if isinstance(worlds, str) or not isinstance(worlds, Sequence) or not 1 <= len(worlds) <= WORLDS:
        raise ValueError(f"worlds: expected the names of 1 to {WORLDS} Worlds, got {worlds!r}")
    for place, name in enumerate(worlds):
        if not isinstance(name, str):
            raise ValueError(f"worlds[{place}]: expected the name of a World, got {name!r}")
        if name in worlds[:place]:
            raise ValueError(f"worlds[{place}]: {name} is there twice; each World is unique (OW-1.2)")
    try:
        return tuple(catalogue.world(name) for name in worlds)
    except ValueError as error:
        raise ValueError(f"worlds: {error}") from None


def count_worlds(num_worlds: int | None, named: Sequence[World], players: int, catalogue: Catalogue) -> int:
    """Return how many Worlds lie in the row."""
    if named:
        if num_worlds is not None and num_worlds != len(named):
            raise ValueError(f"num_worlds: expected {len(named)}, as many as are named, got {num_worlds!r}")
        return len(named)
    count = whole_number("num_worlds", WORLDS_FOR[players] if num_worlds is None else num_worlds, 1, WORLDS)
    tame = sum(world.introductory for world in catalogue.worlds)
    if tame < count + players:
        raise ValueError(f"cards: {tame} Worlds with H2O 3 or more are too few to draw {count}")
    return count


def read_first_player(first_player: FirstPlayer, players: int) -> tuple[int, tuple[int, ...]]:
    """Return what `GAME.first_player` and `GAME.first_order` have for who is first (OW-1.4).

    One seat stands for the order that goes round the table from it; without an order all is left to chance.
    """
    if first_player is None:
        return RANDOM_SEAT, ()
    if isinstance(first_player, str) and first_player == "worlds":
        return BY_WORLD_DRAW, ()
    if isinstance(first_player, Sequence) and not isinstance(first_player, str | bytes):
        order = read_order(first_player, players)
        return order[0], order
    first = seat_of(first_player, players)
    if first is None:
        raise ValueError(
            f"first_player: expected a seat from 0 to {players - 1}, its name, all of them in order,"
            f' "worlds" or None, got {first_player!r:.80}'
        )
    return first, tuple((first + place) % players for place in range(players))


def read_order(told: Sequence[int | str], players: int) -> tuple[int, ...]:
    """Return the seats in the order of finish: each of them once (OW-1.4)."""
    if len(told) != players:
        raise ValueError(
            f"first_player: expected a seat or all {players} in order, got {len(told)} of them: {told!r:.80}"
        )
    order: list[int] = []
    for place, one in enumerate(told):
        seat = seat_of(one, players)
        if seat is None:
            near = nearest(one, seat_names(players)) if isinstance(one, str) else ""
            raise ValueError(
                f"first_player[{place}]: expected a seat from 0 to {players - 1} or its name, got {one!r:.80}{near}"
            )
        if seat in order:
            raise ValueError(
                f"first_player[{place}]: player_{seat} is there twice; each seat has one place in the order"
            )
        order.append(seat)
    return tuple(order)


def seat_of(told: object, players: int) -> int | None:
    """Return the seat that a number or a name stands for, if it is one."""
    names = seat_names(players)
    if isinstance(told, str):
        return names.index(told) if told in names else None
    return told if type(told) is int and 0 <= told < players else None
