"""A view as lines of text, for a terminal.

Below: parts.py. Above: `Game.render`. The order is that of the page, from its top: header, places with what lies there,
what lies there for all, orders, seats, legend.
"""

from __future__ import annotations

from textwrap import TextWrapper

from ow_env.drawing.parts import Card, Line, Place, Sign, Table, Zone

WIDTH = 108  # columns of the page
ACROSS = 5  # places side by side; a longer row is broken in two
UNBROKEN = "\u00a0"
BETWEEN, CROSSING = "│ ", "┼─"
LABEL = 10  # columns before a list of cards, at least

# The looks of a piece of text, where colour is asked for (ANSI SGR codes).
PLAIN, STRONG, FAINT, ALARM = "", "1", "2", "1;31"
SEATS = ("36", "33", "35", "32")


def text_of(view: Table, colour: bool = False, signs: bool = True) -> str:
    """Return a view as lines of text, none of them longer than WIDTH.

    Args:
        view: what is drawn.
        colour: mark up with ANSI codes. The text without them is the same.
        signs: end with what the signs mean.
    """
    ink = Ink(colour)
    blocks = [
        header(view, ink), *rows_of_places(view, ink), for_all(view), orders(view), seats(view, ink),
        legend(view) if signs else [],
    ]  # fmt: skip
    return "\n\n".join("\n".join(line.rstrip() for line in block) for block in blocks if block)


def wrap(text: str, width: int, subsequent_indent: str = "  ") -> list[str]:
    """Break text into lines, nowhere at an UNBROKEN space."""
    wrapper = TextWrapper(width, subsequent_indent=subsequent_indent, break_on_hyphens=False)
    return [line.replace(UNBROKEN, " ") for line in wrapper.wrap(text)]


def unbroken(text: str) -> str:
    """Return text that `wrap` keeps on one line."""
    return text.replace(" ", UNBROKEN)


class Ink:
    """Writes text in a look, or plainly."""

    def __init__(self, colour: bool) -> None:
        self.colour = colour

    def __call__(self, text: str, look: str) -> str:
        """Return text, in a look where colour is asked for."""
        return f"\x1b[{look}m{text}\x1b[0m" if self.colour and look and text else text


def header(view: Table, ink: Ink) -> list[str]:
    """Return where the game stands, what is being played, and what is asked."""
    where = (part for part in (view.when, *view.alerts, view.step, *view.notes) if part)
    lines = wrap(" · ".join(map(unbroken, where)), WIDTH)
    lines += wrap("; ".join(map(unbroken, view.stack)), WIDTH)
    asked = wrap(f"> {view.decision}", WIDTH)
    return [ink(line, STRONG) for line in lines] + [ink(line, ALARM) for line in asked]


# ── Places ───────────────────────────────────────────────────────────────────────────────────


def rows_of_places(view: Table, ink: Ink) -> list[list[str]]:
    """Return the places with what lies at each, broken into rows where they are too many."""
    count = len(view.places)
    if not count:
        return []
    rows = -(-count // ACROSS)
    across = -(-count // rows)
    width = (WIDTH - len(BETWEEN) * (across - 1)) // across
    starts = range(0, count, across)
    return [row_of_places(view, range(start, min(count, start + across)), width, ink) for start in starts]


def row_of_places(view: Table, here: range, width: int, ink: Ink) -> list[str]:
    """Return some places side by side: what they are, then a band for each seat."""
    lines = side_by_side([place_lines(view.places[place]) for place in here], width, ink)
    for seat in range(len(view.seats)):
        rule = CROSSING.join("─" * width for _ in here)
        name = view.title(seat)
        lines.append(ink(name, SEATS[seat]) + " " + rule[len(name) + 1 :])
        lines += side_by_side([cell(view, seat, place, width) for place in here], width, ink)
    return lines


def side_by_side(columns: list[list[tuple[str, str]]], width: int, ink: Ink) -> list[str]:
    """Return columns of (text, look) as lines."""
    lines = []
    for i in range(max(map(len, columns))):
        parts = [column[i] if i < len(column) else ("", PLAIN) for column in columns]
        padded = [ink(text, look) + " " * (width - len(text)) for text, look in parts]
        lines.append(BETWEEN.join(padded))
    return lines


def place_lines(place: Place) -> list[tuple[str, str]]:
    """Return what a place is: name, figures, marks, what lies under it, how far it has come."""
    lines = [
        (f"> {place.name} <" if place.active else place.name, STRONG),
        ("  ".join(map(str, place.figures)), PLAIN),
        (" ".join(place.marks), PLAIN),
    ]
    lines += [(f"under it: {name}", FAINT) for name in place.under]
    return lines + ([(place.state, FAINT)] if place.state else [])


def cell(view: Table, seat: int, place: int, width: int) -> list[tuple[str, str]]:
    """Return what a seat has at a place."""
    lines: list[tuple[str, str]] = []
    for zone in view.zones_at(seat, place):
        if zone.kind == "table":
            for card in zone.cards:
                lines += [(line, ALARM if card.lost else PLAIN) for line in wrap(card_words(card), width)]
        elif zone.cards:
            words = f"{zone.name} {', '.join(names_of(zone))}"
            lines += [(line, FAINT) for line in wrap(words, width)]
    return lines


def card_words(card: Card) -> str:
    """Return a card in words: how many, the name, the figures, what it can do, what marks it."""
    figures = [f"{figure.sign}{figure.value}" for figure in card.figures if not figure.in_name]
    lines = f"({'; '.join(map(line_words, card.lines))})" if card.lines else ""
    marks = ", ".join(map(unbroken, card.marks))
    return " ".join(part for part in (unbroken(name_of(card)), *figures, lines, marks) if part)


def line_words(line: Line) -> str:
    """Return a line of what a card can do, in words: "ally: C4, draw 1"."""
    figures = ", ".join(f"{figure.sign}{figure.value}" for figure in line.figures)
    return f"{line.label} {figures}" if line.label else figures


def name_of(card: Card) -> str:
    """Return a card's name with the number of its copies, in brackets where it lies face down: "[2x Outpost]"."""
    name = f"{card.copies}x {card.name}" if card.copies > 1 else card.name or "?"
    return f"[{name}]" if card.face_down else name


def names_of(zone: Zone) -> list[str]:
    """Return the cards of a zone by name, and how many more there are."""
    words = [card_words(card) if zone.kind == "table" else name_of(card) for card in zone.cards]
    return words + ([f"[{zone.hidden} face down]"] if zone.hidden and zone.kind != "hand" else [])


# ── What lies nowhere in particular ──────────────────────────────────────────────────────────


def listed(zones: list[Zone], label: int) -> list[str]:
    """Return zones as lists of cards, each behind its name; an empty one is left out.

    Args:
        zones: in order.
        label: columns for the names.
    """
    lines = []
    for zone in zones:
        names = [unbroken(name) if len(name) < WIDTH - label - 2 else name for name in names_of(zone)]
        if names:
            lines += wrap(f"  {zone.name:<{label}}{', '.join(names)}", WIDTH, " " * (label + 2))
    return lines


def label_of(view: Table) -> int:
    """Return how many columns the names of the zones take that lie at no place."""
    named = [zone for zone in view.zones if zone.place is None and names_of(zone)]
    return max([LABEL, *(len(zone.name) + 1 for zone in named)])


def for_all(view: Table) -> list[str]:
    """Return what lies before nobody and at no place."""
    return listed(view.zones_at(None, None), label_of(view))


def orders(view: Table) -> list[str]:
    """Return what has been ordered so far."""
    return [line for order in view.orders for line in wrap(order, WIDTH, "    ")]


def seats(view: Table, ink: Ink) -> list[str]:
    """Return every player's figures and cards, as far as they may be shown."""
    lines = []
    for number, seat in enumerate(view.seats):
        name = ink(view.title(number), SEATS[number])
        lines.append(f"{name}  {' · '.join((*map(str, seat.figures), *seat.marks))}")
        lines += listed(view.zones_at(number, None), label_of(view))
    return lines


def words_of(sign: Sign) -> str:
    """Return what a sign means: "D Defensive Strength", "idle = no Income"."""
    return f"{sign.sign} {'= ' if len(sign.sign) > 1 else ''}{sign.meaning}"


def legend(view: Table) -> list[str]:
    """Return what the signs on the page mean."""
    return wrap(", ".join(unbroken(words_of(sign)) for sign in view.signs), WIDTH, "")
