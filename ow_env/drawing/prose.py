"""A view as plain lines without columns or colours, for a reader that needs none: a language model, a program.

Below: parts.py, text.py (cards in words). Above: `ow_env.core.decision`. The order is that of text.py; the viewer is
called "you". In order: all of it, then what it is made of.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ow_env.drawing.parts import Card, Place, Table, Zone
from ow_env.drawing.text import UNBROKEN, names_of, words_of

HIDDEN_FROM_TERSE = ("pile", "list")  # kinds of zones: long, and seldom what a move hangs on


def prose_of(view: Table, terse: bool = False) -> list[str]:
    """Return a view as lines of any length: where the game stands, places, what lies there for all, seats, signs.

    What is decided, `view.decision`, is not among them.

    Args:
        view: what is told.
        terse: without piles and lists, what cards can do and what signs mean.
    """
    where = " · ".join(part for part in (view.when, *view.alerts, view.step, *view.notes, *view.stack) if part)
    lines = [where, *(line for number in range(len(view.places)) for line in place_lines(view, number, terse))]
    lines += zone_lines(view.zones_at(None, None), terse, "")
    lines += view.orders
    for number, seat in enumerate(view.seats):
        figures = ", ".join((*map(str, seat.figures), *seat.marks))
        known = f"you ({seat.name})" if number == view.viewer else seat.name
        lines += [f"{known}: {figures}", *zone_lines(view.zones_at(number, None), terse, "  ")]
    if view.signs and not terse:
        lines.append(f"Signs: {', '.join(map(words_of, view.signs))}")
    return [line.replace(UNBROKEN, " ").rstrip() for line in lines]


def caller(view: Table, seat: int) -> str:
    """Return what a seat is called."""
    return "you" if seat == view.viewer else view.seats[seat].name


def place_lines(view: Table, number: int, terse: bool) -> list[str]:
    """Return what a place is, and below it what each seat has there."""
    place: Place = view.places[number]
    about = [*map(str, place.figures), *place.marks, *(f"under it: {name}" for name in place.under), place.state]
    lines = [f"{'> ' * place.active}{place.name}: {', '.join(filter(None, about))}"]
    for seat in range(len(view.seats)):
        held = [told for zone in view.zones_at(seat, number) if (told := zone_words(zone, terse))]
        lines += [f"  {caller(view, seat)}: {'; '.join(held)}"] * bool(held)
    return lines


def zone_words(zone: Zone, terse: bool) -> str:
    """Return what lies in a zone at a place; its name too, unless it is what lies there openly."""
    cards = ", ".join(card_names(zone, terse))
    return cards if zone.kind == "table" or not cards else f"{zone.name} {cards}"


def zone_lines(zones: Iterable[Zone], terse: bool, indent: str) -> list[str]:
    """Return zones as lists of cards, a line each; an empty one is left out."""
    shown = [zone for zone in zones if not (terse and zone.kind in HIDDEN_FROM_TERSE)]
    return [f"{indent}{zone.name}: {', '.join(names)}" for zone in shown if (names := card_names(zone, terse))]


def card_names(zone: Zone, terse: bool) -> list[str]:
    """Return the cards of a zone in words."""
    return names_of(replace(zone, cards=tuple(map(without_lines, zone.cards))) if terse else zone)


def without_lines(card: Card) -> Card:
    """Return a card without what it can do."""
    return replace(card, lines=())
