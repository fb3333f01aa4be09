"""Open Worlds as a drawn board: Worlds in a row, each player's zone along it, in plain shapes.

Below: cards' canvas.py (drawing primitives), sight.py, which decides what may be shown. Above: game.py. It knows no
rules. With two players the Worlds lie between them, the viewer below; with more they lie on top.
The order: colours, sizes, the board, header, Worlds, units, staged cards, players, legend.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import hypot
from zlib import crc32

import numpy as np
import numpy.typing as npt

from ow_env.cards.canvas import Canvas, Colour, length
from ow_env.core.game import States
from ow_env.open_worlds.cards import Catalogue, Kind, Type
from ow_env.open_worlds.render import card_lines, counted, unit_marks
from ow_env.open_worlds.sight import SeenPlayer, SeenStaged, SeenUnit, SeenWorld, Sight, look

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
TYPES = {
    Type.FACILITY: (66, 178, 158),
    Type.ORBITAL: (86, 134, 247),
    Type.GROUND: (206, 146, 62),
    Type.CATASTROPHE: (214, 70, 84),
    Type.UTILITY: (158, 110, 218),
}
CLIMATES = {  # (habitable, hostile): the two colours of the planet
    (True, False): ((28, 92, 178), (88, 176, 92)),
    (True, True): ((26, 110, 122), (206, 112, 62)),
    (False, True): ((112, 24, 28), (244, 124, 56)),
    (False, False): ((92, 92, 104), (172, 168, 164)),
}

# Sizes, in pixels

MARGIN = 12
HEADER = 66
SIDE = 226  # a player's panel
COLUMN = 206  # a World with its units
BAND = 124  # the row of Worlds
ZONE = {2: 284, 3: 258, 4: 250}  # players: height of a player's zone
FOOTER = 26
LEAST_COLUMNS = 5
PLANET = 42
GAP = 4
TITLE, FIGURES, MARKS, ENDS = 15, 13, 12, 5  # lines of a card
STAGED = 19
NAME = 11  # of a card
SMALL = 10


def draw(
    catalogue: Catalogue, tables: States, state: States, view: str, agents: Sequence[str]
) -> npt.NDArray[np.uint8]:
    """Return a position as a picture, uint8[height, width, 3]; always the same size in one game.

    Args:
        catalogue: the cards and Worlds that the position names.
        tables: [1] TABLES.
        state: [1] GAME, only read.
        view: "full", "public", or the name of an agent: what that viewer can't know is not shown.
        agents: what the seats are called.

    Raises:
        ImportError: Pillow is not installed.
    """
    return Board(look(catalogue, tables, state, view, agents)).paint()


@dataclass(frozen=True)
class Zone:
    """A player's strip of the board."""

    seat: int
    top: int
    height: int
    upward: bool  # its near edge, towards the Worlds, is the lower one


class Board:
    """One picture in the making."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        count = len(sight.players)
        self.zone_height = ZONE[count]
        self.width = 2 * MARGIN + SIDE + COLUMN * max(LEAST_COLUMNS, len(sight.worlds))
        self.height = HEADER + BAND + count * self.zone_height + FOOTER
        self.canvas = Canvas(self.width, self.height, SPACE)
        self.zones, self.band = self.places(count)
        self.cards: dict[int, tuple[float, float, float, float]] = {}  # unit index -> its card

    def places(self, count: int) -> tuple[list[Zone], int]:
        """Return where each player's zone is, and the top of the row of Worlds."""
        high = self.zone_height
        if count == 2:
            near = self.sight.viewer or 0
            far = Zone(1 - near, HEADER, high, True)
            return [far, Zone(near, HEADER + high + BAND, high, False)], HEADER + high
        tops = [HEADER + BAND + seat * high for seat in range(count)]
        return [Zone(seat, top, high, False) for seat, top in enumerate(tops)], HEADER

    def paint(self) -> npt.NDArray[np.uint8]:
        """Paint everything, from the back to the front."""
        self.sky()
        self.header()
        for w, world in enumerate(self.sight.worlds):
            self.column(w, world)
        for zone in self.zones:
            self.strip(zone)
            self.panel(zone)
            for w in range(len(self.sight.worlds)):
                self.units(zone, w)
        for w, world in enumerate(self.sight.worlds):
            self.world(w, world)
        self.legend()
        self.shots()
        return self.canvas.pixels()

    def left(self, world: int) -> int:
        """Return where a World's column begins."""
        return MARGIN + SIDE + COLUMN * world

    # The background and the header

    def sky(self) -> None:
        """Paint stars, always the same ones."""
        place = 1
        for _ in range(self.width * self.height // 9000):
            place = place * 48271 % 2147483647
            x, y, glow = place % self.width, place // 7 % self.height, 40 + place // 11 % 90
            self.canvas.disc(x, y, 0.5 + place % 5 / 8, (200, 215, 255, glow))

    def header(self) -> None:
        """Write where the game stands, what is asked, and the Utility in play."""
        sight, canvas = self.sight, self.canvas
        canvas.box(0, 0, self.width, HEADER - 8, PANEL, radius=0)
        x: float = MARGIN + 4
        x += 16 + canvas.write(x, 19, f"Turn {sight.turn}" if sight.turn else "Setup", 20, BRIGHT)
        if sight.turn:
            x += canvas.write(x - 10, 21, f"of {sight.max_turns}", 13, FAINT) + 6
        if sight.final_turn or sight.final_next:
            text = "FINAL TURN" if sight.final_turn else "FINAL TURN comes next"
            wide = length(text, 12) + 16
            canvas.box(x, 9, wide, 20, (150, 36, 44) if sight.final_turn else None, RED, radius=10)
            canvas.write(x + 8, 19, text, 12, BRIGHT)
            x += wide + 14
        plays = self.width - 420 if sight.plays else self.width - MARGIN
        canvas.write(x, 20, sight.step, 16, SOFT, room=plays - x - 20)
        x = MARGIN + 4
        canvas.shape([(x, 36), (x + 8, 42), (x, 48)], GOLD)
        canvas.write(x + 15, 42, sight.decision, 15, GOLD, room=plays - x - 35)
        shown = sight.plays if len(sight.plays) <= 3 else (sight.plays[0], "…", sight.plays[-1])
        if shown:
            canvas.box(plays, 4, 420 - MARGIN, HEADER - 16, CARD, TYPES[Type.UTILITY], radius=8)
        for k, line in enumerate(shown):
            y = (HEADER - 8) / 2 + (k - (len(shown) - 1) / 2) * 15
            canvas.write(plays + 12, y, line, 13, BRIGHT, room=420 - MARGIN - 24)

    # The Worlds

    def column(self, w: int, world: SeenWorld) -> None:
        """Paint the ground on which a World and its units lie."""
        x, top, high = self.left(w), HEADER - 4, self.height - HEADER - FOOTER + 4
        fill = (120, 150, 220, 34) if world.resolving else (120, 150, 220, 12 if w % 2 else 5)
        self.canvas.box(x, top, COLUMN - 2, high, fill, GOLD if world.resolving else None, radius=8)

    def strip(self, zone: Zone) -> None:
        """Tint a player's zone."""
        wide = self.width - SIDE - 2 * MARGIN
        tint = (*SEATS[zone.seat], 7)
        self.canvas.box(MARGIN + SIDE, zone.top + 2, wide, zone.height - 4, tint, radius=8)

    def world(self, w: int, world: SeenWorld) -> None:
        """Paint a World: its planet, its figures, and how much room it has."""
        canvas, x, middle = self.canvas, self.left(w), self.band + BAND / 2
        canvas.box(x + 2, self.band + 4, COLUMN - 6, BAND - 8, (*PANEL, 215), EDGE, radius=10)
        low, high = CLIMATES[world.habitable, world.hostile]
        canvas.planet(x + 52, middle, PLANET, low, high, crc32(world.name.encode()))
        if world.resolving:
            canvas.disc(x + 52, middle, PLANET + 5, None, GOLD, line=2)
        elif world.resolved:
            canvas.disc(x + 52, middle, PLANET + 1, (11, 15, 26, 120))
            tick = [(x + 40, middle), (x + 49, middle + 10), (x + 66, middle - 11)]
            canvas.line(tick[0], tick[1], BRIGHT, 3)
            canvas.line(tick[1], tick[2], BRIGHT, 3)
        x, room = x + 103, COLUMN - 112
        canvas.write(x, middle - 44, world.name, 15, BRIGHT, room=room)
        canvas.write(x, middle - 25, f"RES {world.res}", 12, SOFT)
        self.climate(x, middle - 8, world)
        for k in range(world.h2o):
            taken = SEATS[world.room_taken[k]] if k < len(world.room_taken) else None
            canvas.disc(x + 4 + k * 10.4, middle + 11, 4, taken, taken or (*SOFT, 150))
        canvas.write(x, middle + 26, f"H2O {len(world.room_taken)} of {world.h2o}", 10, FAINT)
        if world.indicators:
            under = f"under it: {', '.join(counted(world.indicators))}"
            canvas.write(x, middle + 42, under, 10, RED, room=room)

    def climate(self, x: float, y: float, world: SeenWorld) -> None:
        """Write whether a World is Habitable or Hostile."""
        if world.habitable:
            x += self.canvas.write(x, y, "Habitable", 11, GREEN) + 5
        if world.hostile:
            self.canvas.write(x, y, "Hostile", 11, RED)

    # Units and staged cards at a World

    def units(self, zone: Zone, w: int) -> None:
        """Paint a player's staged cards at a World, and beyond them the units, in two columns."""
        near = self.staged(zone, w)
        groups = self.sight.units_of(zone.seat, w)
        for detail in (2, 1, 0):  # with all figures, with those of one line, with the name alone
            laid = self.lay_out(groups, near, detail)
            if all(bottom <= zone.height - GAP for *_, bottom in laid):
                break
        hidden = 0
        for (group, column, top, bottom), k in zip(laid, range(len(laid)), strict=True):
            if bottom > zone.height - GAP - (STAGED if k < len(laid) - 1 else 0):
                hidden += len(group)
                continue
            x = self.left(w) + GAP + column * (self.card_width + GAP)
            self.unit(x, self.y(zone, top, bottom), bottom - top, group, detail)
        if hidden:
            y = self.y(zone, zone.height - STAGED, zone.height)
            self.canvas.write(self.left(w) + 8, y + 9, f"+ {hidden} more", 11, SOFT)

    card_width = (COLUMN - 2 - 3 * GAP) / 2

    def y(self, zone: Zone, top: float, bottom: float) -> float:
        """Return the upper edge of what lies so far from the Worlds in a zone."""
        return zone.top + zone.height - bottom if zone.upward else zone.top + top

    def lay_out(
        self, groups: list[list[SeenUnit]], near: float, detail: int
    ) -> list[tuple[list[SeenUnit], int, float, float]]:
        """Return each group of units with its column and its distances from the Worlds."""
        ends = [near, near]
        laid = []
        for group in groups:
            column = 0 if ends[0] <= ends[1] else 1
            top = ends[column]
            bottom = top + self.card_height(group[0], detail)
            laid.append((group, column, top, bottom))
            ends[column] = bottom + GAP
        return laid

    def card_height(self, unit: SeenUnit, detail: int) -> float:
        """Return how high a unit's card is."""
        if detail == 0:
            return TITLE + 2
        lines = len(self.figure_lines(unit)[:detail])
        marks = 1 if unit_marks(self.sight, unit) else 0
        return TITLE + lines * FIGURES + marks * MARKS + ENDS

    def figure_lines(self, unit: SeenUnit) -> list[list[tuple[str, str]]]:
        """Return a unit's figures as (symbol, text), line by line; some have no symbol."""
        card = unit.card
        first = [("shield", str(card.defense))]
        if card.type == Type.FACILITY:
            first.append(("coin", str(unit.income)))
        if card.weapons:
            first.append(("burst", "+".join(map(str, card.weapons))))
        second: list[tuple[str, str]] = []
        if card.capacity:
            (second if card.move_range else first).append(("head", str(card.capacity)))
        if card.move_range:
            second.append(("", f"C{card.ship_class} R{card.move_range}"))
        return [first, second] if second else [first]

    def unit(self, x: float, y: float, high: float, group: list[SeenUnit], detail: int) -> None:
        """Paint the card of a unit and its copies."""
        canvas, unit, wide = self.canvas, group[0], self.card_width
        for copy in group:
            self.cards[copy.index] = (x, y, wide, high)
        edge: Colour = GOLD if unit.asked_weapon is not None else RED if unit.overcome else EDGE
        if len(group) > 1:
            canvas.box(x + 2, y + 2, wide, high, (*EDGE, 160), radius=4)
        canvas.box(x, y, wide, high, CARD, edge, line=1.5 if edge != EDGE else 1, radius=4)
        kind = Type.ORBITAL if unit.card.kind is Kind.SHIP else unit.card.type
        canvas.box(x, y, 5, high, TYPES[kind], radius=2)
        if unit.owner != unit.controller:
            canvas.shape([(x + wide - 12, y), (x + wide, y), (x + wide, y + 12)], SEATS[unit.owner])
        name = f"{len(group)}x {unit.card.name}" if len(group) > 1 else unit.card.name
        dim = unit.idle or unit.overcome
        canvas.write(x + 9, y + 9, name, NAME, SOFT if dim else BRIGHT, room=wide - 13)
        line = y + TITLE + 7
        for figures in self.figure_lines(unit)[:detail]:
            self.figures(x + 9, line, figures, wide - 12)
            line += FIGURES
        marks = unit_marks(self.sight, unit)
        if detail and marks:
            colour = RED if unit.damage else SOFT
            canvas.write(x + 9, line - 1, ", ".join(marks), 10, colour, room=wide - 13)

    def figures(self, x: float, y: float, figures: list[tuple[str, str]], room: float) -> None:
        """Paint figures in a line, each behind its symbol."""
        full = sum(length(text, SMALL) + 17 * bool(symbol) for symbol, text in figures) - 6
        size, gap = (SMALL, 6) if full <= room else (SMALL - 1, 3)
        for symbol, text in figures:
            if symbol:
                getattr(self.canvas, symbol)(x + 4, y, SYMBOLS[symbol][0])
                x += 11
            x += self.canvas.write(x, y, text, size, BRIGHT if symbol else SOFT) + gap

    def staged(self, zone: Zone, w: int) -> float:
        """Paint a player's staged cards at a World and return where the units begin."""
        areas = self.sight.players[zone.seat].staged
        if areas is None or not areas[w]:
            return GAP
        for column, place in enumerate(areas[w]):
            x = self.left(w) + GAP + column * (self.card_width + GAP)
            self.staged_card(x, self.y(zone, GAP, GAP + STAGED), self.card_width, place)
        return 2 * GAP + STAGED

    def staged_card(self, x: float, y: float, wide: float, place: SeenStaged) -> None:
        """Paint a staged card: its back, with its name where the viewer knows it, or its face."""
        canvas = self.canvas
        if place.card is None:
            self.back(x, y, wide, STAGED)
            return
        colour = TYPES[place.card.type]
        fill = BACK if place.face_down else tuple(part // 2 for part in colour)
        canvas.box(x, y, wide, STAGED, fill, colour, radius=4)
        if place.face_down:
            canvas.box(x, y, 5, STAGED, colour, radius=2)
        canvas.write(x + 9, y + STAGED / 2, place.card.name, NAME, BRIGHT, room=wide - 13)

    def back(self, x: float, y: float, wide: float, high: float) -> None:
        """Paint the back of a card."""
        self.canvas.box(x, y, wide, high, BACK, EDGE, radius=3)
        self.canvas.box(x + 3, y + 3, wide - 6, high - 6, None, EDGE, radius=2)
        self.canvas.disc(x + wide / 2, y + high / 2, 2.5, EDGE)

    def shots(self) -> None:
        """Paint an arrow for each Weapon that has a target and each unit that Defends."""
        for unit in self.sight.units:
            powers: dict[int, list[str]] = {}
            for power, target in zip(unit.card.weapons, unit.targets, strict=True):
                if target is not None:
                    powers.setdefault(target, []).append(str(power))
            for target, shots in powers.items():
                self.arrow(unit.index, target, SEATS[unit.controller], "+".join(shots))
            if unit.defends is not None:
                self.arrow(unit.index, unit.defends, BRIGHT, "defends")

    def arrow(self, source: int, target: int, colour: Colour, text: str) -> None:
        """Paint one arrow with a text on it."""
        if source not in self.cards or target not in self.cards:
            return
        (x0, y0), (x1, y1) = self.centre(source), self.centre(target)
        far = max(1.0, hypot(x1 - x0, y1 - y0))
        aside = (-6 * (y1 - y0) / far, 6 * (x1 - x0) / far)  # so that two can shoot at each other
        start, end = (x0 + aside[0], y0 + aside[1]), (x1 + aside[0], y1 + aside[1])
        self.canvas.arrow(start, end, (*colour, 210))
        x, y = (0.65 * start[k] + 0.35 * end[k] for k in (0, 1))
        wide = length(text, 11) + 10
        self.canvas.box(x - wide / 2, y - 8, wide, 16, SPACE, colour, radius=8)
        self.canvas.write(x, y, text, 11, BRIGHT, anchor="mm")

    def centre(self, unit: int) -> tuple[float, float]:
        """Return where arrows leave a unit's card, and where they hit it."""
        x, y, wide, high = self.cards[unit]
        return x + wide - 14, y + high / 2

    # The players

    def panel(self, zone: Zone) -> None:
        """Paint a player's panel: figures, hand, what is known of the other cards."""
        canvas, player, colour = self.canvas, self.sight.players[zone.seat], SEATS[zone.seat]
        x, y, wide, high = MARGIN, zone.top + 4, SIDE - 10, zone.height - 8
        edge, line = (GOLD, 2) if player.is_asked else (EDGE, 1)
        canvas.box(x, y, wide, high, PANEL, edge, line=line, radius=8)
        canvas.box(x, y + 8, 4, high - 16, colour, radius=2)
        name = player.name + (" (you)" if zone.seat == self.sight.viewer else "")
        canvas.write(x + 14, y + 17, name, 16, colour, room=wide - 90)
        if player.has_priority:
            canvas.star(x + wide - 62, y + 16, 7, GOLD)
            canvas.write(x + wide - 10, y + 17, "Priority", 11, GOLD, anchor="rm")
        self.stats(x + 14, y + 42, wide - 24, player)
        bottom = self.hand(x + 14, y + 78, wide - 24, player)
        self.lists(x + 14, bottom + 6, wide - 24, y + high - 6, player)

    def stats(self, x: float, y: float, wide: float, player: SeenPlayer) -> None:
        """Write a player's figures."""
        figures = (
            ("Income", player.income),
            ("prior", player.prior_income),
            ("Deck", player.deck_count),
            ("Trash", player.trash_count),
        )
        for k, (label, number) in enumerate(figures):
            middle = x + (k + 0.5) * wide / len(figures)
            colour = GOLD if label == "Income" else BRIGHT
            self.canvas.write(middle, y, str(number), 19, colour, anchor="mm")
            self.canvas.write(middle, y + 17, label, 10, FAINT, anchor="mm")

    def hand(self, x: float, y: float, wide: float, player: SeenPlayer) -> float:
        """Paint a player's hand, open or as backs, and return where it ends."""
        canvas = self.canvas
        canvas.write(x, y, f"Hand {player.hand_count}", 11, SOFT)
        halted = ["Ships halted"] if player.halted else []
        flags = halted + (["Class unlimited"] if player.unlimited_class else [])
        canvas.write(x + wide, y, ", ".join(flags), 10, RED, anchor="rm")
        y += 10
        if player.hand is None:
            step = min(19, (wide - 15) / max(1, player.hand_count - 1))
            for k in range(player.hand_count):
                self.back(x + k * step, y, 15, 22)
            return y + (24 if player.hand_count else 0)
        column, names = (wide - GAP) / 2, counted(player.hand)
        kinds = {card.name: card.type for card in player.hand}.values()
        for k, (name, kind) in enumerate(zip(names, kinds, strict=True)):
            left, top = x + k % 2 * (column + GAP), y + k // 2 * 19
            canvas.box(left, top, column, 17, CARD, EDGE, radius=3)
            canvas.box(left, top, 4, 17, TYPES[kind], radius=2)
            canvas.write(left + 8, top + 9, name, NAME, BRIGHT, room=column - 11)
        return y + (len(names) + 1) // 2 * 19

    def lists(self, x: float, y: float, wide: float, end: float, player: SeenPlayer) -> None:
        """Write what else is known of a player's cards, as far as there is room."""
        lines: list[tuple[str, Colour]] = []
        for label, names in card_lines(player):
            if label not in ("hand", "hidden"):
                broken = fitted([*(f"{name}," for name in names[:-1]), names[-1]], wide)
                lines += [(label, FAINT), *((line, SOFT) for line in broken)]
        fits = max(0, int((end - y) // 13))
        for k, (line, colour) in enumerate(lines[:fits]):
            text = line + " …" if k == fits - 1 and len(lines) > fits else line
            self.canvas.write(x, y + 6 + k * 13, text, SMALL, colour, room=wide)

    # The legend

    def legend(self) -> None:
        """Write what colours and symbols mean."""
        x, y = MARGIN + 4.0, self.height - FOOTER / 2
        for kind, colour in TYPES.items():
            self.canvas.box(x, y - 5, 10, 10, colour, radius=2)
            x += 15 + self.canvas.write(x + 15, y, LEGEND_TYPES[kind], 11, SOFT) + 14
        x += 14
        for symbol, (colour, meaning) in SYMBOLS.items():
            getattr(self.canvas, symbol)(x + 4, y, colour)
            x += 13 + self.canvas.write(x + 13, y, meaning, 11, SOFT) + 14
        x += self.canvas.write(x, y, "C Class", 11, SOFT) + 14
        x += self.canvas.write(x, y, "R Range", 11, SOFT) + 28
        self.canvas.box(x, y - 7, 24, 14, tuple(part // 2 for part in GREEN), GREEN, radius=4)
        x += 29 + self.canvas.write(x + 29, y, "staged, face up", 11, SOFT) + 14
        self.back(x, y - 7, 24, 14)
        self.canvas.write(x + 29, y, "face down", 11, SOFT)


SYMBOLS = {
    "shield": ((150, 176, 214), "Defensive Strength"),
    "coin": (GOLD, "Income"),
    "burst": (RED, "Weapons"),
    "head": (GREEN, "Troop Capacity"),
}
LEGEND_TYPES = {
    Type.FACILITY: "Facility",
    Type.ORBITAL: "Orbital",
    Type.GROUND: "Ground Force",
    Type.CATASTROPHE: "Catastrophe",
    Type.UTILITY: "Utility",
}


def fitted(names: Iterable[str], wide: float) -> list[str]:
    """Return names, with commas between them, in lines that fit."""
    lines = [""]
    for name in names:
        if lines[-1] and length(f"{lines[-1]} {name}", SMALL) > wide:
            lines.append("")
        lines[-1] = f"{lines[-1]} {name}".strip()
    return lines
