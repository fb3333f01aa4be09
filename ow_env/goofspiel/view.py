"""What one viewer may see of Goofspiel, for drawing.

Below: position.py, whose views decide what may be shown. Above: game.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ow_env.core.game import Position, States
from ow_env.drawing.parts import Card, Choice, Figure, Kind, Seat, Spot, Zone, viewer_of
from ow_env.drawing.view import View
from ow_env.goofspiel.actions import NAMES
from ow_env.goofspiel.position import write_position

PRIZE, BID = Kind("Prize", "#f0b840"), Kind("Card", "#e8e2d0")


def view_of(state: States, view: str, agents: Sequence[str]) -> View:
    """Return what a viewer sees.

    Args:
        state: [1] GAME, only read.
        view: "full", "public", or the name of an agent.
        agents: what the seats are called, in order.

    Raises:
        ValueError: there is no such view.
    """
    viewer = viewer_of(view, agents)
    position = write_position(state, view)
    prize, history = position["prize"], position["history"]
    return View(
        game="Goofspiel",
        viewer=viewer,
        when=f"Round {len(history) + 1} of {position['cards']}" if prize else "The end",
        step="",
        notes=(f"{position['carried']} points carried",) if position["carried"] else (),
        decision=question(viewer, agents) if prize else result(position, agents),
        over=not prize,
        seats=tuple(
            Seat(who, asked=bool(prize), figures=figures(player))
            for who, player in zip(agents, position["players"], strict=True)
        ),
        zones=(
            Zone("prize", "table", cards=cards([prize] if prize else [], PRIZE)),
            Zone("to come", "pile", cards=cards(position["face_down"], PRIZE)),
            *(zone for seat in range(len(agents)) for zone in zones_of(position, seat)),
        ),
        kinds=(PRIZE, BID),
    )


def question(viewer: int | None, agents: Sequence[str]) -> str:
    """Return what is asked."""
    if viewer is None:
        return "All bid a card, unseen by each other"
    return f"{agents[viewer]} bids a card, as all do, unseen by each other"


def result(position: Position, agents: Sequence[str]) -> str:
    """Return how the game ended."""
    scores = [player["score"] for player in position["players"]]
    best = [who for who, score in zip(agents, scores, strict=True) if score == max(scores)]
    points = " to ".join(map(str, scores))
    return f"{best[0]} wins, {points} points" if len(best) == 1 else f"A draw of {' and '.join(best)}, {points} points"


def figures(player: dict[str, Any]) -> tuple[Figure, ...]:
    """Return a player's points, and how many cards the hand has."""
    hand = player["hand"]
    return Figure("points", str(player["score"])), Figure("hand", str(hand if isinstance(hand, int) else len(hand)))


def cards(numbers: Iterable[int], kind: Kind) -> tuple[Card, ...]:
    """Return numbers as cards; number n is card n - 1 of the axis."""
    return tuple(Card(str(number), number - 1, kind.name) for number in numbers)


def zones_of(position: Position, seat: int) -> tuple[Zone, ...]:
    """Return a player's hand, the cards bid so far with what each was bid for, and the prizes taken."""
    held = position["players"][seat]["hand"]
    bids = [(played["bids"][seat], played["prize"]) for played in position["history"]]
    taken = [played["prize"] for played in position["history"] if played["winner"] == seat]
    hand = () if isinstance(held, int) else cards(held, BID)
    shown = tuple(Card(str(bid), bid - 1, BID.name, marks=(f"for {prize}",)) for bid, prize in bids if bid is not None)
    return (
        Zone("hand", "hand", seat, None, hand, held if isinstance(held, int) else 0),
        Zone("bid", "table", seat, None, shown, len(bids) - len(shown)),
        Zone("won", "pile", seat, None, cards(taken, PRIZE)),
    )


def choice_of(seat: int, action: int) -> Choice:
    """Return where one points to take an action: at the card it bids."""
    name = NAMES[action]
    return Choice(action, name, "bid", Spot(action - 1, ("hand",), seat)) if action else Choice(action, name, name)
