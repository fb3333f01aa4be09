"""A view as a picture: the places in a row, each player's strip along it, in plain shapes.

Below: canvas.py (brushes), view.py. Above: `Game.draw`. With two players the places lie between them, the viewer
below; with more they lie on top. A game without places has its common cards there. The order: colours, sizes, the
board, header, places, cards, players, legend.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from math import hypot
from zlib import crc32

import numpy as np
import numpy.typing as npt

from ow_env.drawing.canvas import Canvas, Colour, length
from ow_env.drawing.parts import Card, Figure, Line, Place, Seat, Table, Zone
from ow_env.drawing.text import UNBROKEN, name_of, names_of, words_of

# Colours

SPACE = (11, 15, 26)
PANEL = (20, 27, 43)
CARD = (34, 44, 66)
BACK = (46, 58, 86)
EDGE = (62, 76, 106)
BRIGHT = (236, 240, 248)
SOFT = (158, 170, 192)
FAINT = (98, 112, 140)
GOLD = (246, 205, 92)
RED = (255, 112, 102)
GREEN = (122, 214, 138)
SEATS = ((92, 200, 255), (255, 172, 84), (224, 140, 255), (126, 231, 135))
ICONS = {  # what Canvas can paint as a sign
    "shield": (150, 176, 214), "coin": GOLD, "tag": GOLD, "burst": RED, "head": GREEN, "gem": (92, 200, 255),
    "hourglass": (190, 170, 220),
}  # fmt: skip

# Sizes, in pixels

MARGIN = 12
HEADER = 66
SIDE = 226  # a player's panel
COLUMN = 206  # a place with its cards
BAND = 124  # the row of places
STRIP = {1: 320, 2: 284, 3: 258, 4: 250}  # players: height of a player's strip
FOOTER = 26
LEAST_COLUMNS = 5
PLANET = 42
GAP = 4
CARD_WIDTH = (COLUMN - 2 - 3 * GAP) / 2
WIDE_CARD = 122  # where there are no places
LISTS = (300, 470)  # beside the cards that lie before nobody, if something is listed there: the first in which it fits
LINE = 13  # of a list
FIGURES_ABREAST = 4  # of a player, at most
TITLE, FIGURES, MARKS, ENDS = 15, 13, 12, 5  # lines of a card
STAGED = 19
NAME = 11  # of a card
SMALL = 10
ICON, SPACE_BETWEEN = 11, 4  # before a number; between words on a card

LISTED = ("pile", "list")  # kinds of zones of which only names are told


def picture_of(view: Table) -> npt.NDArray[np.uint8]:
    """Return a view as a picture, uint8[height, width, 3]; always the same size in one game.

    Raises:
        ImportError: Pillow is not installed.
    """
    return Board(view).paint()


def rgb(colour: str) -> Colour:
    """Return "#rrggbb" as numbers."""
    return tuple(int(colour[k : k + 2], 16) for k in (1, 3, 5))


@dataclass(frozen=True)
class Strip:
    """A player's part of the board."""

    seat: int
    top: int
    height: int
    upward: bool  # its near edge, towards the places, is the lower one


class Board:
    """One picture in the making."""

    def __init__(self, view: Table) -> None:
        self.view = view
        count = len(view.seats)
        self.height_of_strip = STRIP[count]
        self.width = 2 * MARGIN + SIDE + COLUMN * max(LEAST_COLUMNS, len(view.places))
        self.height = HEADER + BAND + count * self.height_of_strip + FOOTER
        self.canvas = Canvas(self.width, self.height, SPACE)
        self.strips, self.band = self.lay_strips(count)
        self.kinds = {kind.name: rgb(kind.colour) for kind in view.kinds}
        self.open_kinds = ("table", "staged") if view.places else ("table", "staged", "hand")  # not in a panel
        self.card_width = CARD_WIDTH if view.places else WIDE_CARD
        self.cards: dict[int, tuple[float, float, float, float]] = {}  # key of a card -> where it lies

    def lay_strips(self, count: int) -> tuple[list[Strip], int]:
        """Return where each player's strip is, and the top of the row of places."""
        high = self.height_of_strip
        if count == 2:
            near = self.view.viewer or 0
            far = Strip(1 - near, HEADER, high, True)
            return [far, Strip(near, HEADER + high + BAND, high, False)], HEADER + high
        tops = [HEADER + BAND + seat * high for seat in range(count)]
        return [Strip(seat, top, high, False) for seat, top in enumerate(tops)], HEADER

    def paint(self) -> npt.NDArray[np.uint8]:
        """Paint everything, from the back to the front."""
        self.sky()
        self.header()
        for number, place in enumerate(self.view.places):
            self.column(number, place)
        for strip in self.strips:
            self.tint(strip)
            self.panel(strip)
            for number in range(len(self.view.places)):
                self.at_place(strip, number)
            before = [zone for zone in self.view.zones_at(strip.seat, None) if zone.kind in self.open_kinds]
            self.flow(before, MARGIN + SIDE + 2 * GAP, strip.top + 8, self.width - MARGIN, strip.height - 16)
        for number, place in enumerate(self.view.places):
            self.place(number, place)
        self.for_all()
        self.legend()
        self.links()
        return self.canvas.pixels()

    def left(self, place: int) -> int:
        """Return where the column of a place begins."""
        return MARGIN + SIDE + COLUMN * place

    # The background and the header

    def sky(self) -> None:
        """Paint stars, always the same ones."""
        place = 1
        for _ in range(self.width * self.height // 9000):
            place = place * 48271 % 2147483647
            x, y, glow = place % self.width, place // 7 % self.height, 40 + place // 11 % 90
            self.canvas.disc(x, y, 0.5 + place % 5 / 8, (200, 215, 255, glow))

    def header(self) -> None:
        """Write where the game stands, what is asked, and what is being played."""
        view, canvas = self.view, self.canvas
        canvas.box(0, 0, self.width, HEADER - 8, PANEL, radius=0)
        x: float = MARGIN + 4
        x += 16 + canvas.write(x, 19, view.when, 20, BRIGHT)
        for alert in view.alerts:
            wide = length(alert, 12) + 16
            canvas.box(x, 9, wide, 20, (150, 36, 44) if alert.isupper() else None, RED, radius=10)
            canvas.write(x + 8, 19, alert, 12, BRIGHT)
            x += wide + 14
        stack = self.width - 420 if view.stack else self.width - MARGIN
        canvas.write(x, 20, view.step, 16, SOFT, room=stack - x - 20)
        x = MARGIN + 4
        canvas.shape([(x, 36), (x + 8, 42), (x, 48)], GOLD)
        canvas.write(x + 15, 42, view.decision, 15, GOLD, room=stack - x - 35)
        shown = view.stack if len(view.stack) <= 3 else (view.stack[0], "…", view.stack[-1])
        if shown:
            canvas.box(stack, 4, 420 - MARGIN, HEADER - 16, CARD, GOLD, radius=8)
        for k, line in enumerate(shown):
            y = (HEADER - 8) / 2 + (k - (len(shown) - 1) / 2) * 15
            canvas.write(stack + 12, y, line, 13, BRIGHT, room=420 - MARGIN - 24)

    # The places

    def column(self, number: int, place: Place) -> None:
        """Paint the ground on which a place and its cards lie."""
        x, top, high = self.left(number), HEADER - 4, self.height - HEADER - FOOTER + 4
        fill = (120, 150, 220, 34) if place.active else (120, 150, 220, 12 if number % 2 else 5)
        self.canvas.box(x, top, COLUMN - 2, high, fill, GOLD if place.active else None, radius=8)

    def tint(self, strip: Strip) -> None:
        """Tint a player's strip."""
        wide = self.width - SIDE - 2 * MARGIN
        tint = (*SEATS[strip.seat], 7)
        self.canvas.box(MARGIN + SIDE, strip.top + 2, wide, strip.height - 4, tint, radius=8)

    def place(self, number: int, place: Place) -> None:
        """Paint a place: its planet, its numbers, and how much room it has."""
        canvas, x, middle = self.canvas, self.left(number), self.band + BAND / 2
        canvas.box(x + 2, self.band + 4, COLUMN - 6, BAND - 8, (*PANEL, 215), EDGE, radius=10)
        low, high = map(rgb, place.colours)
        canvas.planet(x + 52, middle, PLANET, low, high, crc32(place.name.encode()))
        if place.active:
            canvas.disc(x + 52, middle, PLANET + 5, None, GOLD, line=2)
        elif place.done:
            canvas.disc(x + 52, middle, PLANET + 1, (11, 15, 26, 120))
            tick = [(x + 40, middle), (x + 49, middle + 10), (x + 66, middle - 11)]
            canvas.line(tick[0], tick[1], BRIGHT, 3)
            canvas.line(tick[1], tick[2], BRIGHT, 3)
        x, room = x + 103, COLUMN - 112
        canvas.write(x, middle - 44, place.name, 15, BRIGHT, room=room)
        canvas.write(x, middle - 25, "  ".join(map(str, place.figures)), 12, SOFT, room=room)
        canvas.write(x, middle - 8, " ".join(place.marks), 11, SOFT, room=room)
        for k, seat in enumerate(place.room):
            taken = None if seat is None else SEATS[seat]
            canvas.disc(x + 4 + k * 10.4, middle + 11, 4, taken, taken or (*SOFT, 150))
        if place.under:
            canvas.write(x, middle + 30, f"under it: {', '.join(place.under)}", 10, RED, room=room)

    # Cards

    def at_place(self, strip: Strip, place: int) -> None:
        """Paint a player's staged cards at a place, and beyond them those in play, in two columns."""
        zones = self.view.zones_at(strip.seat, place)
        near = self.staged(strip, place, [zone for zone in zones if zone.kind != "table"])
        cards = [card for zone in zones if zone.kind == "table" for card in zone.cards]
        for detail in (2, 1, 0):  # with all figures, with those of one line, with the name alone
            laid = lay_out(cards, near, detail)
            if all(bottom <= strip.height - GAP for *_, bottom in laid):
                break
        hidden = 0
        for k, (card, column, top, bottom) in enumerate(laid):
            if bottom > strip.height - GAP - (STAGED if k < len(laid) - 1 else 0):
                hidden += card.copies
                continue
            x = self.left(place) + GAP + column * (CARD_WIDTH + GAP)
            self.card(x, y_in(strip, top, bottom), bottom - top, card, detail)
        if hidden:
            y = y_in(strip, strip.height - STAGED, strip.height)
            self.canvas.write(self.left(place) + 8, y + 9, f"+ {hidden} more", 11, SOFT)

    def for_all(self) -> None:
        """Paint what lies before nobody: open cards from the left, what is listed to their right."""
        zones = self.view.zones_at(None, None)
        lists = [zone for zone in zones if zone.kind in LISTED and zone.cards]
        wide = width_of_lists(lists)
        right = self.width - MARGIN - (wide + 3 * GAP if lists else 0)
        self.flow([zone for zone in zones if zone not in lists], MARGIN + 2 * GAP, self.band + 4, right, BAND - 8)
        self.lists(self.width - MARGIN - wide, self.band + 4, wide, self.band + BAND, lists)

    def flow(self, zones: list[Zone], left: float, top: float, right: float, high: float) -> None:
        """Paint zones beside each other, each with its name above its cards: as much of the cards as there is room."""
        for detail in (2, 1, 0):  # with all that is on them, with figures, with the name alone
            laid, bottom = self.lay_zones(zones, left, right, detail)
            if bottom <= high + GAP:
                break
        left_out = 0
        for zone, card, x, y in laid:
            tall = STAGED if card is None else card_height(card, detail, self.card_width)
            if y + TITLE + tall > high + GAP:
                left_out += zone.hidden if card is None else card.copies
                continue
            if card is None or card is next(iter(zone.cards)):
                self.canvas.write(x, top + y + 6, zone.name if card or not zone.cards else "", SMALL, FAINT)
            if card is None:
                self.back(x, top + y + TITLE, 15, STAGED)
                self.canvas.write(x + 20, top + y + TITLE + 10, f"{zone.hidden}", SMALL, SOFT)
            elif card.face_down:
                self.staged_card(x, top + y + TITLE, card)
            else:
                self.card(x, top + y + TITLE, tall, card, detail)
        if left_out:
            self.canvas.write(right, top + high - 4, f"+ {left_out} more", 11, SOFT, anchor="rm")

    def lay_zones(
        self, zones: list[Zone], left: float, right: float, detail: int
    ) -> tuple[list[tuple[Zone, Card | None, float, float]], float]:
        """Return where each card lies, None: those that are hidden; below that the end of the last line.

        A zone begins a line of its own where it fits there and not behind the one before.
        """
        laid: list[tuple[Zone, Card | None, float, float]] = []
        x, y, line, step = left, 0.0, 0.0, self.card_width + GAP
        for zone in zones:
            cards = [*zone.cards, *([None] if zone.hidden else [])]
            if x > left and x + min(len(cards) * step - GAP, right - left) > right:
                x, y, line = left, y + line, 0.0
            for card in cards:
                if x > left and x + self.card_width > right:
                    x, y, line = left, y + line, 0.0
                tall = STAGED if card is None else card_height(card, detail, self.card_width)
                laid.append((zone, card, x, y))
                line = max(line, TITLE + tall + GAP)
                x += step
            x += 3 * GAP if cards else 0
        return laid, y + line

    def card(self, x: float, y: float, high: float, card: Card, detail: int) -> None:
        """Paint a card, once for all its copies."""
        canvas, wide = self.canvas, self.card_width
        for key in card.keys:
            self.cards[key] = (x, y, wide, high)
        edge: Colour = GOLD if card.asked else RED if card.lost else EDGE
        if card.copies > 1:
            canvas.box(x + 2, y + 2, wide, high, (*EDGE, 160), radius=4)
        canvas.box(x, y, wide, high, CARD, edge, line=1.5 if edge != EDGE else 1, radius=4)
        canvas.box(x, y, 5, high, self.kinds.get(card.kind, EDGE), radius=2)
        if card.owner is not None:
            canvas.shape([(x + wide - 12, y), (x + wide, y), (x + wide, y + 12)], SEATS[card.owner])
        canvas.write(x + 9, y + 9, name_of(card), NAME, SOFT if card.dim else BRIGHT, room=wide - 13)
        line = y + TITLE + 7
        for figures in figure_lines(card)[:detail]:
            self.figures(x + 9, line, figures, wide - 12)
            line += FIGURES
        for words in broken(card.lines, wide - 13) if detail == 2 else ():
            self.words(x + 9, line, words)
            line += FIGURES
        if detail and card.marks:
            canvas.write(x + 9, line - 1, ", ".join(card.marks), 10, RED if card.lost else SOFT, room=wide - 13)

    def figures(self, x: float, y: float, figures: list[Figure], room: float) -> None:
        """Paint figures in a line, each behind its icon or sign."""
        words = [figure.value if figure.icon else f"{figure.sign}{figure.value}" for figure in figures]
        full = sum(length(text, SMALL) + 17 * bool(f.icon) for f, text in zip(figures, words, strict=True)) - 6
        size, gap = (SMALL, 6) if full <= room else (SMALL - 1, 3)
        for figure, text in zip(figures, words, strict=True):
            if figure.icon:
                getattr(self.canvas, figure.icon)(x + 4, y, ICONS[figure.icon])
                x += 11
            x += self.canvas.write(x, y, text, size, BRIGHT if figure.icon else SOFT) + gap

    def words(self, x: float, y: float, words: list[Word]) -> None:
        """Paint a line of what a card can do."""
        for word in words:
            if word.icon:
                getattr(self.canvas, word.icon)(x + 4, y, ICONS[word.icon])
            start = x + ICON * bool(word.icon)
            self.canvas.write(start, y, word.text, SMALL, FAINT if word.faint else BRIGHT if word.icon else SOFT)
            x += word.length + SPACE_BETWEEN

    def staged(self, strip: Strip, place: int, zones: list[Zone]) -> float:
        """Paint a player's staged cards at a place and return where the others begin."""
        cards = [copy for zone in zones for card in zone.cards for copy in [card] * card.copies]
        for column, card in enumerate(cards[:2]):
            x = self.left(place) + GAP + column * (CARD_WIDTH + GAP)
            self.staged_card(x, y_in(strip, GAP, GAP + STAGED), card)
        return 2 * GAP + STAGED if cards else GAP

    def staged_card(self, x: float, y: float, card: Card) -> None:
        """Paint a staged card: its back, with its name where the viewer knows it, or its face."""
        canvas = self.canvas
        if not card.name:
            self.back(x, y, self.card_width, STAGED)
            return
        colour = self.kinds.get(card.kind, EDGE)
        fill = BACK if card.face_down else tuple(part // 2 for part in colour)
        canvas.box(x, y, self.card_width, STAGED, fill, colour, radius=4)
        if card.face_down:
            canvas.box(x, y, 5, STAGED, colour, radius=2)
        canvas.write(x + 9, y + STAGED / 2, card.name, NAME, BRIGHT, room=self.card_width - 13)

    def back(self, x: float, y: float, wide: float, high: float) -> None:
        """Paint the back of a card."""
        self.canvas.box(x, y, wide, high, BACK, EDGE, radius=3)
        self.canvas.box(x + 3, y + 3, wide - 6, high - 6, None, EDGE, radius=2)
        self.canvas.disc(x + wide / 2, y + high / 2, 2.5, EDGE)

    def links(self) -> None:
        """Paint an arrow for each link, with its text on it."""
        for link in self.view.links:
            if link.source in self.cards and link.target in self.cards:
                colour = BRIGHT if link.text.isalpha() else SEATS[link.seat]
                self.arrow(self.centre(link.source), self.centre(link.target), colour, link.text)

    def arrow(self, source: tuple[float, float], target: tuple[float, float], colour: Colour, text: str) -> None:
        """Paint one arrow with a text on it."""
        (x0, y0), (x1, y1) = source, target
        far = max(1.0, hypot(x1 - x0, y1 - y0))
        aside = (-6 * (y1 - y0) / far, 6 * (x1 - x0) / far)  # so that two can shoot at each other
        start, end = (x0 + aside[0], y0 + aside[1]), (x1 + aside[0], y1 + aside[1])
        self.canvas.arrow(start, end, (*colour, 210))
        x, y = (0.65 * start[k] + 0.35 * end[k] for k in (0, 1))
        wide = length(text, 11) + 10
        self.canvas.box(x - wide / 2, y - 8, wide, 16, SPACE, colour, radius=8)
        self.canvas.write(x, y, text, 11, BRIGHT, anchor="mm")

    def centre(self, key: int) -> tuple[float, float]:
        """Return where arrows leave a card, and where they hit it."""
        x, y, wide, high = self.cards[key]
        return x + wide - 14, y + high / 2

    # The players

    def panel(self, strip: Strip) -> None:
        """Paint a player's panel: figures, hand, what is known of the other cards."""
        canvas, seat, colour = self.canvas, self.view.seats[strip.seat], SEATS[strip.seat]
        x, y, wide, high = MARGIN, strip.top + 4, SIDE - 10, strip.height - 8
        edge, line = (GOLD, 2) if seat.asked else (EDGE, 1)
        canvas.box(x, y, wide, high, PANEL, edge, line=line, radius=8)
        canvas.box(x, y + 8, 4, high - 16, colour, radius=2)
        canvas.write(x + 14, y + 17, self.view.title(strip.seat), 16, colour, room=wide - 90)
        if seat.first:
            canvas.star(x + wide - 62, y + 16, 7, GOLD)
            canvas.write(x + wide - 10, y + 17, seat.first, 11, GOLD, anchor="rm")
        top: float = self.stats(x + 14, y + 42, wide - 24, seat)
        zones = self.view.zones_at(strip.seat, None)
        hands = [zone for zone in zones if zone.kind == "hand" and "hand" not in self.open_kinds]
        for zone in hands:
            top = self.hand(x + 14, top, wide - 24, zone, seat.marks) + 6
        for mark in () if hands else seat.marks:
            canvas.write(x + 14, top, mark, 11, RED, room=wide - 24)
            top += 14
        lists = [zone for zone in zones if zone.kind in LISTED]
        self.lists(x + 14, top, wide - 24, y + high - 6, lists)

    def stats(self, x: float, y: float, wide: float, seat: Seat) -> float:
        """Write a player's figures, in rows of as many, and return where they end."""
        rows = -(-len(seat.figures) // FIGURES_ABREAST)
        count = -(-len(seat.figures) // max(1, rows))
        room = wide / max(1, count)
        for first in range(0, len(seat.figures), max(1, count)):
            abreast = seat.figures[first : first + count]
            for k, figure in enumerate(abreast):
                middle, colour = x + (k + 0.5) * room, GOLD if first + k == 0 else BRIGHT
                self.canvas.write(middle, y, figure.value, 19, colour, room=room - 2, anchor="mm")
                self.canvas.write(middle, y + 17, figure.label, 10, FAINT, room=room - 2, anchor="mm")
                if figure.note:
                    self.canvas.write(middle, y + 28, figure.note, 9, FAINT, room=room - 2, anchor="mm")
            y += 42
        return y

    def hand(self, x: float, y: float, wide: float, zone: Zone, marks: Iterable[str]) -> float:
        """Paint a player's hand, open or as backs, and return where it ends."""
        canvas, count = self.canvas, sum(card.copies for card in zone.cards) + zone.hidden
        canvas.write(x, y, f"{zone.name} {count}", 11, SOFT)
        canvas.write(x + wide, y, ", ".join(marks), 10, RED, anchor="rm")
        y += 10
        if zone.hidden:
            step = min(19, (wide - 15) / max(1, zone.hidden - 1))
            for k in range(zone.hidden):
                self.back(x + k * step, y, 15, 22)
            y += 24
        column = (wide - GAP) / 2
        for k, card in enumerate(zone.cards):
            left, top = x + k % 2 * (column + GAP), y + k // 2 * 19
            canvas.box(left, top, column, 17, CARD, EDGE, radius=3)
            canvas.box(left, top, 4, 17, self.kinds.get(card.kind, EDGE), radius=2)
            canvas.write(left + 8, top + 9, name_of(card), NAME, BRIGHT, room=column - 11)
        return y + (len(zone.cards) + 1) // 2 * 19

    def lists(self, x: float, y: float, wide: float, end: float, zones: list[Zone]) -> None:
        """Write what else is known of a player's cards, as far as there is room."""
        lines = list_lines(zones, wide)
        fits = max(0, int((end - y) // LINE))
        for k, (line, colour) in enumerate(lines[:fits]):
            text = line + " …" if k == fits - 1 and len(lines) > fits else line
            self.canvas.write(x, y + 6 + k * LINE, text, SMALL, colour, room=wide)

    # The legend

    def legend(self) -> None:
        """Write what colours, icons and signs mean."""
        x, y, end = MARGIN + 4.0, self.height - FOOTER / 2, self.width - MARGIN
        for kind in self.view.kinds:
            self.canvas.box(x, y - 5, 10, 10, rgb(kind.colour), radius=2)
            x += 15 + self.canvas.write(x + 15, y, kind.name, 11, SOFT) + 14
        x += 14
        for sign in self.view.signs:
            text = sign.meaning.partition(" (")[0] if sign.icon else words_of(sign)
            if x + 27 + length(text, 11) > end:
                return
            if sign.icon:
                getattr(self.canvas, sign.icon)(x + 4, y, ICONS[sign.icon])
                x += 13
            x += self.canvas.write(x, y, text, 11, SOFT) + 14


def y_in(strip: Strip, top: float, bottom: float) -> float:
    """Return the upper edge of what lies so far from the places in a strip."""
    return strip.top + strip.height - bottom if strip.upward else strip.top + top


def lay_out(cards: list[Card], near: float, detail: int) -> list[tuple[Card, int, float, float]]:
    """Return each card with its column and its distances from the places."""
    ends = [near, near]
    laid = []
    for card in cards:
        column = 0 if ends[0] <= ends[1] else 1
        top = ends[column]
        bottom = top + card_height(card, detail)
        laid.append((card, column, top, bottom))
        ends[column] = bottom + GAP
    return laid


def card_height(card: Card, detail: int, wide: float = CARD_WIDTH) -> float:
    """Return how high a card is."""
    if detail == 0 or card.face_down:
        return max(TITLE + 2, STAGED if card.face_down else 0)
    lines = len(figure_lines(card)[:detail]) + (len(broken(card.lines, wide - 13)) if detail == 2 else 0)
    return TITLE + lines * FIGURES + bool(card.marks) * MARKS + ENDS


@dataclass(frozen=True)
class Word:
    """A word on a card, or a number behind its icon."""

    text: str
    icon: str = ""
    faint: bool = False

    @property
    def length(self) -> float:
        """How long it is."""
        return length(self.text, SMALL) + ICON * bool(self.icon)


def broken(lines: Iterable[Line], wide: float) -> list[list[Word]]:
    """Return what a card can do as lines of words that fit; a new one for each `Line`."""
    fitting: list[list[Word]] = []
    for line in lines:
        x = wide + 1
        for word in words_on(line):
            if x + word.length > wide:
                fitting.append([])
                x = 0
            fitting[-1].append(word)
            x += word.length + SPACE_BETWEEN
    return fitting


def words_on(line: Line) -> list[Word]:
    """Return the words of a line, commas between those that are no icons."""
    words = [Word(text, faint=True) for text in line.label.split()]
    for k, figure in enumerate(line.figures):
        if figure.icon:
            words.append(Word(figure.value, figure.icon))
        else:
            comma = "," if k < len(line.figures) - 1 else ""
            text = re.sub(r" (?=\d)", UNBROKEN, f"{figure.sign}{figure.value}{comma}")
            words += [Word(word.replace(UNBROKEN, " ")) for word in text.split(" ")]
    return words


def figure_lines(card: Card) -> list[list[Figure]]:
    """Return a card's figures line by line: one, or two if they are many."""
    figures = list(card.figures)
    if len(figures) <= 4:
        return [figures] if figures else []
    half = len(figures) // 2
    return [figures[:half], figures[half:]]


def width_of_lists(zones: list[Zone]) -> int:
    """Return how wide the lists in the row of places are: the less there is to tell, the more room for cards."""
    return next((wide for wide in LISTS if len(list_lines(zones, wide)) * LINE <= BAND - 8), LISTS[-1])


def list_lines(zones: Iterable[Zone], wide: float) -> list[tuple[str, Colour]]:
    """Return the names of zones and of their cards as lines that fit, each with its colour."""
    lines: list[tuple[str, Colour]] = []
    for zone in zones:
        names = names_of(zone)
        if names:
            broken = fitted([*(f"{name}," for name in names[:-1]), names[-1]], wide)
            lines += [(zone.name, FAINT), *((line, SOFT) for line in broken)]
    return lines


def fitted(names: Iterable[str], wide: float) -> list[str]:
    """Return names, with commas between them, in lines that fit."""
    lines = [""]
    for name in names:
        if lines[-1] and length(f"{lines[-1]} {name}", SMALL) > wide:
            lines.append("")
        lines[-1] = f"{lines[-1]} {name}".strip()
    return lines
