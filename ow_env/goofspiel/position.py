"""Goofspiel positions as JSON: complete and exact, as far as a view may see them.

Below: notation.py, observe.py, rules/. Above: view.py, game.py. It reads::

    {"game": "goofspiel", "format": 1, "cards": 4, "order": "random", "bids": "public",
     "ties": "discard", "prize": 4, "carried": 0, "face_down": [1, 3],
     "players": [{"score": 0, "hand": [1, 2, 4]}, {"score": 2, "hand": [1, 2, 3]}],
     "history": [{"prize": 2, "bids": [3, 4], "winner": 1}]}

``history`` is in the order played; ``winner`` is a seat, or null for a tie. ``prize`` is null at the end. What is left
out follows from the rest: a ``hand`` is all that was not bid, ``face_down`` the prizes that are nowhere else, ``score``
and ``carried`` come of the history. ``players`` can't be left out. A history may begin later than the game did: then
cards and prizes may be missing, and scores are as told. A view of one player, or the public one, says whose it is, and
has a count for a hand, and null for a bid, that it may not see.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from ow_env.cards.options import seat_names
from ow_env.cards.positions import Values
from ow_env.core.game import Position, States
from ow_env.core.values import JsonObject, shown
from ow_env.drawing.parts import FULL, viewer_of
from ow_env.goofspiel.notation import BIDS, ORDERS, TIES, cards
from ow_env.goofspiel.observe import POINTS, sees
from ow_env.goofspiel.rules.rounds import winner_of
from ow_env.goofspiel.state import CARRY, TIED, Game, Player

FORMAT = 1
NOBODY = -1  # no seat: who sees what lies open
OF_POSITION = "game format view cards order bids ties prize carried face_down players history".split()
OF_PLAYER = "score hand".split()
OF_ROUND = "prize bids winner".split()


def settled_by(g: Game) -> dict[str, int | str]:
    """Return the fields that are the same in every position of a game."""
    return {
        "game": "goofspiel",
        "format": FORMAT,
        "cards": int(g.num_cards),
        "order": ORDERS[g.order],
        "bids": BIDS[g.bids],
        "ties": TIES[g.ties],
    }


# ── From the record to JSON ──────────────────────────────────────────────────────────────────


def write_position(state: States, view: str) -> Position:
    """Return a position as JSON data; `view` is full, public, player_0, player_1 ...

    Raises:
        ValueError: there is no such view.
    """
    g = state[0]
    viewer = viewer_of(view, seat_names(g.num_players))
    seats = range(g.num_players)
    known = [view == FULL or bool(sees(g, NOBODY if viewer is None else viewer, seat)) for seat in seats]
    played = sorted(np.flatnonzero(g.turn_of).tolist(), key=lambda index: int(g.turn_of[index]))
    return {
        **settled_by(g),
        **({} if view == FULL else {"view": view}),
        "prize": int(g.prize) or None,
        "carried": int(g.carried),
        "face_down": cards(g.face_down),
        "players": [player(g, seat, known[seat]) for seat in seats],
        "history": [past_round(g, index, known) for index in played],
    }


def player(g: Game, seat: int, known: bool) -> JsonObject:
    """Return one player: the score, and the hand or how many cards it has."""
    hand = cards(g.players[seat].hand)
    return {"score": int(g.players[seat].score), "hand": hand if known else len(hand)}


def past_round(g: Game, index: int, known: list[bool]) -> JsonObject:
    """Return one round played: the prize, each bid that may be seen, who took it."""
    bids = [int(g.players[seat].bid_for[index]) for seat in range(g.num_players)]
    winner = int(g.winner[index])
    return {
        "prize": index + 1,
        "bids": [bid if may_see else None for bid, may_see in zip(bids, known, strict=True)],
        "winner": None if winner == TIED else winner - 1,
    }


# ── From JSON to the record ──────────────────────────────────────────────────────────────────


def read_position(template: States, position: Position) -> States:
    """Return the state [1] that a full position describes.

    Args:
        template: [1] GAME record: how many play, the options.
        position: as `write_position` returns it; what is left out is as the top of this file says.

    Raises:
        ValueError: it is no position of this game. Every fault is named, each with its field, what was found and what
            would be right.
    """
    state = template.copy()
    g = state[0]
    values = Values(seat_names(g.num_players), {})
    told = values.position(position, OF_POSITION)
    for key, right in settled_by(g).items():
        values.settled(told, key, right)
    for seat, entry in enumerate(values.of_players(told.get("players"), "players")):
        read_player(values, g, seat, entry)
    for number, entry in enumerate(values.entries(told.get("history", []), "history")):
        read_round(values, g, number, entry)
    if told.get("prize") is not None:
        g.prize = values.number(told["prize"], "prize", 1, int(g.num_cards))
    rest = [prize for prize in range(1, g.num_cards + 1) if prize != g.prize and not g.turn_of[prize - 1]]
    mark(values, g.face_down, told.get("face_down", rest), "face_down", int(g.num_cards))
    if told.get("carried") is not None:
        g.carried = values.number(told["carried"], "carried", 0, POINTS)
    values.refuse()
    for seat, entry in enumerate(told["players"]):
        if "hand" not in entry:
            g.players[seat].hand[: g.num_cards] = ~np.isin(np.arange(1, g.num_cards + 1), g.players[seat].bid_for)
    check_prizes(values, g)
    check_hands(values, g)
    values.refuse()
    read_points(values, g, told)
    values.refuse()
    return state


def read_player(values: Values, g: Game, seat: int, entry: object) -> None:
    """Read one player's score and hand."""
    path = f"players[{seat}]"
    told = values.fields(entry, path, OF_PLAYER)
    me = g.players[seat]
    if "score" in told:
        me.score = values.number(told["score"], f"{path}.score", 0, POINTS)
    mark(values, me.hand, told.get("hand", []), f"{path}.hand", int(g.num_cards))


def mark(values: Values, row: Any, told: object, path: str, most: int) -> None:
    """Set the flag of each card listed, and of no other."""
    row[:] = 0
    listed = [read_card(values, card, f"{path}[{place}]", most) for place, card in enumerate(values.pile(told, path))]
    for card, times in Counter(filter(None, listed)).items():
        row[card - 1] = 1
        if times > 1:
            values.fault(path, f"the {card} is there twice")


def read_card(values: Values, told: object, path: str, most: int) -> int:
    """Return the number of a card or prize; 0 where it is none."""
    faults = len(values.faults)
    card = values.number(told, path, 1, most)
    return card if len(values.faults) == faults else 0


def read_round(values: Values, g: Game, number: int, entry: object) -> None:
    """Read one round played; its winner follows from the bids."""
    path, most = f"history[{number}]", int(g.num_cards)
    told = values.fields(entry, path, OF_ROUND)
    prize = read_card(values, told.get("prize"), f"{path}.prize", most)
    bids = [
        read_card(values, bid, f"{path}.bids[{seat}]", most)
        for seat, bid in enumerate(values.of_players(told.get("bids"), f"{path}.bids"))
    ]
    if prize == 0 or 0 in bids or len(bids) < g.num_players:
        return
    if g.turn_of[prize - 1]:
        values.fault(f"{path}.prize", f"the {prize} was bid for before")
        return
    g.rounds = number + 1
    g.turn_of[prize - 1] = number + 1
    for seat, card in enumerate(bids):
        lay_bid(values, g.players[seat], prize, card, f"{path}.bids[{seat}]")
    g.winner[prize - 1] = winner_of(g, prize)
    if "winner" in told:
        check_winner(values, int(g.winner[prize - 1]), told["winner"], f"{path}.winner")


def lay_bid(values: Values, me: Player, prize: int, card: int, path: str) -> None:
    """Lay a player's card on a prize of the past."""
    if me.hand[card - 1]:
        values.fault(path, f"the {card} is still in the hand")
    elif card in me.bid_for:
        values.fault(path, f"the {card} was bid before")
    me.bid_for[prize - 1] = card


def check_winner(values: Values, winner: int, told: object, path: str) -> None:
    """Check that a prize went to whoever bid most."""
    right = None if winner == TIED else winner - 1
    found = told if told is None else values.seat(told, path)
    if found != right and (told is None or found is not None):
        values.fault(path, f"by the bids it is {shown(right)}, found {shown(told)}")


def read_points(values: Values, g: Game, told: JsonObject) -> None:
    """Fill in the points that the history gives where none are told; of a whole history no others can come."""
    scores, carried = [0] * int(g.num_players), 0
    for index in sorted(np.flatnonzero(g.turn_of).tolist(), key=lambda index: int(g.turn_of[index])):
        pot, carried = index + 1 + carried, 0
        if g.winner[index] != TIED:
            scores[g.winner[index] - 1] += pot
        elif g.ties == CARRY:
            carried = pot
    if g.prize == 0:
        carried = 0  # RULING 2: points carried past the last prize are lost
    whole = len(cards(g.face_down)) + int(g.prize > 0) + int(g.rounds) == g.num_cards
    for seat, right in enumerate(scores):
        if "score" not in told["players"][seat]:
            g.players[seat].score = right
        elif whole and g.players[seat].score != right:
            values.fault(f"players[{seat}].score", f"by the history it is {right}, found {int(g.players[seat].score)}")
    if told.get("carried") is None:
        g.carried = carried
    elif whole and g.carried != carried:
        values.fault("carried", f"by the history it is {carried}, found {int(g.carried)}")


def check_prizes(values: Values, g: Game) -> None:
    """Check that no prize is in two places."""
    for prize in cards(g.face_down):
        if prize == g.prize or g.turn_of[prize - 1]:
            values.fault("face_down", f"the {prize} has been turned up")
    if g.prize and g.turn_of[g.prize - 1]:
        values.fault("prize", f"the {g.prize} was bid for before")


def check_hands(values: Values, g: Game) -> None:
    """Check that each player holds a card for each prize to come, and that there is a choice."""
    sizes = [len(cards(g.players[seat].hand)) for seat in range(g.num_players)]
    left = len(cards(g.face_down)) + int(g.prize > 0)
    if len(set(sizes)) > 1:
        values.fault("players", f"expected hands of one size, found {sizes}")
    elif left != sizes[0]:
        values.fault("face_down", f"expected one prize for each of {sizes[0]} cards held, found {left}")
    elif left == 1:
        values.fault("players", "with one card each there is no choice left; give the end")
    elif left and not g.prize:
        values.fault("prize", "expected the one turned up, found none")
