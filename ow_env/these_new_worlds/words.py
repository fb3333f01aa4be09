"""These New Worlds in short words: what a card gives, what is asked of whom, how a game ended.

Below: position.py, whose views decide what may be said. Above: view.py, events.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ow_env.core.game import Position
from ow_env.drawing.parts import Figure, Kind, Line
from ow_env.these_new_worlds.cards import Card, Colour

KINDS = {
    Colour.RED: Kind("Military", "#d64a44"),
    Colour.YELLOW: Kind("Government", "#e3b62e"),
    Colour.GREEN: Kind("Goods", "#46a35a"),
    Colour.BLUE: Kind("Science", "#4a86d8"),
    Colour.WILD: Kind("Wild", "#9a8fb5"),
}
STEPS = {"card": "Card phase: card", "dome": "Card phase: dome", "over": ""}


def what_it_gives(card: Card) -> tuple[Line, ...]:
    """Return a card's awards, and the ways to play it beside its value, in the words of card files."""
    awards = Line(tuple(Figure("", gain.text.replace(":", " ")) for gain in card.awards))
    extras = (Line((Figure("", extra.name.lower().replace("_", " ")),), "or:") for extra in card.extras)
    return (awards, *extras)


def told(amounts: Mapping[str, int]) -> str:
    """Return tokens in words: "2 red, 1 blue"; "none"."""
    return ", ".join(f"{amount} {colour}" for colour, amount in amounts.items()) or "none"


def question(position: Position, agents: Sequence[str]) -> str:
    """Return what is decided, and by whom."""
    who = agents[position["active"]]
    if position["decision"]["step"] == "dome":
        return f"{who} may pay for the dome, or wait"
    top = position["top"]
    return f"{who} plays a card on {top}, or passes" if top else f"{who} plays a card, or passes"


def result(position: Position, agents: Sequence[str]) -> str:
    """Return how the game ended."""
    planets = " to ".join(str(len(player["planets"])) for player in position["players"])
    decision = position["decision"]
    if decision["result"] == "nobody":
        return f"Nobody wins: The Collective holds {len(position['collective'])} planets"
    if decision["result"] == "draw":
        return f"A draw, planets {planets}"
    return f"{agents[decision['winner']]} wins, planets {planets}"
