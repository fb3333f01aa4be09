"""How Goofspiel is written: actions as words, reasons as sentences, positions as JSON.

Below: rules.py, observe.py. Above: render.py. A position reads::

    {"game": "goofspiel", "format": 1, "cards": 4, "order": "random", "bids": "public",
     "ties": "discard", "prize": 4, "carried": 0, "face_down": [1, 3],
     "players": [{"score": 0, "hand": [1, 2, 4]}, {"score": 2, "hand": [1, 2, 3]}],
     "history": [{"prize": 2, "bids": [3, 4], "winner": 1}]}

``history`` is in the order played; ``winner`` is a seat, or None for a tie. ``prize`` is None at
the end. A view of one player has a count for a hand, and None for a bid, that it may not see.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ow_env.core.game import Position, States
from ow_env.core.options import one_of, shown
from ow_env.core.text import nearest
from ow_env.goofspiel.actions import NAMES
from ow_env.goofspiel.observe import sees
from ow_env.goofspiel.rules import Why, winner_of
from ow_env.goofspiel.state import TIED, Game

FORMAT = 1
ORDERS = ("random", "ascending", "descending")  # names in the order of the numbers in state.py
TIES = ("discard", "carry")
BIDS = ("public", "hidden")
FIELDS = (
    "game", "format", "cards", "order", "bids", "ties",
    "prize", "carried", "face_down", "players", "history",
)  # fmt: skip


# Options, actions and reasons


def choose(option: str, value: str, known: tuple[str, ...]) -> int:
    """Return the number of an option's named value."""
    one_of(option, value, known)
    return known.index(value)


def action_id(name: str) -> int:
    """Return the id of a named action."""
    if isinstance(name, str) and name in NAMES:
        return NAMES.index(name)
    raise ValueError(f"there is no action {name!r}{nearest(name, NAMES)}")


def reason(g: Game, player: int, action: int, why: int) -> str | None:
    """Put into words why an action is not allowed; None when it is."""
    if why == Why.ALLOWED:
        return None
    if why == Why.GAME_OVER:
        return "the game is over"
    held = ", ".join(map(str, cards(g.players[player].hand)))
    if why == Why.MUST_BID:
        return f"in every round each player bids one card; player_{player} holds {held}"
    return f"player_{player} does not hold the {action}, but {held}"


# From records to JSON


def cards(row: Any) -> list[int]:
    """Return the cards marked in a row of flags."""
    return [int(index) + 1 for index in np.flatnonzero(row)]


def position(g: Game, view: str) -> Position:
    """Write a position as ``view`` may see it."""
    observer = observer_of(view, int(g.num_players))
    seats = range(g.num_players)
    seen = [observer is None or knows(g, observer, seat) for seat in seats]
    return {
        "game": "goofspiel",
        "format": FORMAT,
        "cards": int(g.num_cards),
        "order": ORDERS[g.order],
        "bids": BIDS[g.bids],
        "ties": TIES[g.ties],
        "prize": int(g.prize) or None,
        "carried": int(g.carried),
        "face_down": cards(g.face_down),
        "players": [player(g, seat, seen[seat]) for seat in seats],
        "history": [past_round(g, int(index), seen) for index in played(g)],
    }


def observer_of(view: str, num_players: int) -> int | None:
    """Return the seat a view belongs to, -1 for the public one, None for the full one."""
    views = ("full", "public", *(f"player_{seat}" for seat in range(num_players)))
    if not isinstance(view, str) or view not in views:
        raise ValueError(f"there is no view {view!r}{nearest(view, views)}")
    return {"full": None, "public": -1}.get(view, views.index(view) - 2)


def knows(g: Game, observer: int, seat: int) -> bool:
    """Tell whether the observer of a view sees the cards of ``seat``."""
    return bool(sees(g, observer, seat))


def player(g: Game, seat: int, seen: bool) -> dict[str, Any]:
    """Write one player: the score, and the hand or how many cards it has."""
    hand = cards(g.players[seat].hand)
    return {"score": int(g.players[seat].score), "hand": hand if seen else len(hand)}


def played(g: Game) -> list[int]:
    """Return the index of each prize bid for, in the order played."""
    indices = np.flatnonzero(g.turn_of)
    return sorted(indices.tolist(), key=lambda index: int(g.turn_of[index]))


def past_round(g: Game, index: int, seen: list[bool]) -> dict[str, Any]:
    """Write one round played: the prize, each bid that may be seen, who took it."""
    bids = [int(g.players[seat].bid_for[index]) for seat in range(g.num_players)]
    winner = int(g.winner[index])
    return {
        "prize": index + 1,
        "bids": [bid if shown else None for bid, shown in zip(bids, seen, strict=True)],
        "winner": None if winner == TIED else winner - 1,
    }


# From JSON to records


def read(text: Position, template: States) -> States:
    """Read a full position of the game that ``template`` begins.

    Raises:
        ValueError: names the field, what was found there, and what would be right.
    """
    if not isinstance(text, dict):
        raise ValueError(f"expected a position, an object, found {shown(text)}")
    state = template.copy()
    g = state[0]
    check_kind(text, g)
    seats = expect_list(text, "players", int(g.num_players))
    for seat, entry in enumerate(seats):
        read_player(g, seat, entry)
    history = text.get("history", [])
    if not isinstance(history, list):
        raise ValueError(f"history: expected a list of rounds, found {shown(history)}")
    for number, entry in enumerate(history):
        read_round(g, number, entry)
    mark(g.face_down, text.get("face_down", []), "face_down", int(g.num_cards))
    prize = text.get("prize")
    if prize is not None:
        g.prize = expect_card(prize, "prize", int(g.num_cards))
    g.carried = expect_int(text.get("carried", 0), "carried", 0, 91)
    check_whole(g)
    return state


def check_kind(text: Position, g: Game) -> None:
    """Refuse the position of another game or of other options, and any field unknown."""
    for field in text:
        if field not in FIELDS:
            raise ValueError(f"there is no field {field!r}{nearest(field, FIELDS)}")
    wanted = {
        "game": "goofspiel",
        "format": FORMAT,
        "cards": int(g.num_cards),
        "order": ORDERS[g.order],
        "bids": BIDS[g.bids],
        "ties": TIES[g.ties],
    }
    for field, value in wanted.items():
        if text.get(field, value) != value:
            raise ValueError(f"{field}: found {text[field]!r}, but this game has {value!r}")


def read_player(g: Game, seat: int, entry: Any) -> None:
    """Read one player's score and hand."""
    where = f"players[{seat}]"
    if not isinstance(entry, dict):
        raise ValueError(f"{where}: expected score and hand, found {entry!r}")
    for field in entry:
        if field not in ("score", "hand"):
            raise ValueError(f"{where}: there is no field {field!r}; known: score, hand")
    g.players[seat].score = expect_int(entry.get("score", 0), f"{where}.score", 0, 91)
    g.players[seat].hand[:] = 0
    mark(g.players[seat].hand, entry.get("hand", []), f"{where}.hand", int(g.num_cards))


def read_round(g: Game, number: int, entry: Any) -> None:
    """Read one round played; its winner follows from the bids."""
    where, most = f"history[{number}]", int(g.num_cards)
    if not isinstance(entry, dict) or "prize" not in entry or "bids" not in entry:
        raise ValueError(f"{where}: expected prize and bids, found {entry!r}")
    prize = expect_card(entry["prize"], f"{where}.prize", most)
    if g.turn_of[prize - 1]:
        raise ValueError(f"{where}.prize: the {prize} was bid for before")
    g.rounds = number + 1
    g.turn_of[prize - 1] = number + 1
    for seat, card in enumerate(expect_list(entry, "bids", int(g.num_players), where)):
        card = expect_card(card, f"{where}.bids[{seat}]", most)
        if g.players[seat].hand[card - 1]:
            raise ValueError(f"{where}.bids[{seat}]: the {card} is still in the hand")
        if card in g.players[seat].bid_for:
            raise ValueError(f"{where}.bids[{seat}]: the {card} was bid before")
        g.players[seat].bid_for[prize - 1] = card
    g.winner[prize - 1] = winner_of(g, prize)
    found = entry.get("winner", "left out")
    right = None if g.winner[prize - 1] == TIED else int(g.winner[prize - 1]) - 1
    if found not in ("left out", right):
        raise ValueError(f"{where}.winner: found {found!r}, but these bids make it {right!r}")


def check_whole(g: Game) -> None:
    """Refuse hands of different sizes, prizes in two places, and too few prizes or too many."""
    sizes = [len(cards(g.players[seat].hand)) for seat in range(g.num_players)]
    if len(set(sizes)) > 1:
        raise ValueError(f"players: expected hands of one size, found {sizes}")
    for prize in cards(g.face_down):
        if prize == g.prize or g.turn_of[prize - 1]:
            raise ValueError(f"face_down: the {prize} has been turned up")
    if g.prize and g.turn_of[g.prize - 1]:
        raise ValueError(f"prize: the {g.prize} was bid for before")
    left = len(cards(g.face_down)) + int(g.prize > 0)
    if left != sizes[0]:
        raise ValueError(f"expected one prize for each of {sizes[0]} cards held, found {left}")
    if left == 1:
        raise ValueError("players: with one card each there is no choice left; give the end")
    if left and not g.prize:
        raise ValueError("prize: expected the one turned up, found none")


def mark(row: Any, numbers: Any, where: str, most: int) -> None:
    """Set the flag of each card listed."""
    row[:] = 0
    if not isinstance(numbers, list):
        raise ValueError(f"{where}: expected a list of cards, found {numbers!r}")
    for card in numbers:
        if row[expect_card(card, where, most) - 1]:
            raise ValueError(f"{where}: the {card} is there twice")
        row[card - 1] = 1


def expect_card(value: Any, where: str, most: int) -> int:
    """Return a card or prize number, or say what is wrong."""
    return expect_int(value, where, 1, most)


def expect_int(value: Any, where: str, low: int, high: int) -> int:
    """Return a whole number in its range, or say what is wrong."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise ValueError(f"{where}: expected a whole number {low} .. {high}, found {value!r}")
    return value


def expect_list(entry: Any, field: str, size: int, where: str = "") -> list[Any]:
    """Return a list with one entry for each player, or say what is wrong."""
    found = entry.get(field)
    if not isinstance(found, list) or len(found) != size:
        dot = "." if where else ""
        raise ValueError(f"{where}{dot}{field}: expected one for each of {size} players")
    return found
