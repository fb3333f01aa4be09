"""Drawing primitives: boxes, planets, arrows, symbols and lettering, smooth at their edges. They know no game.

Below: Pillow. Above: each game's picture, which says what goes where. All is painted at twice the size and
shrunk in the end, which smooths it. Places and sizes are in pixels of the finished picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from math import atan2, cos, pi, sin
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from PIL import ImageFont

Colour: TypeAlias = tuple[int, ...]  # red, green, blue, and how opaque, each 0 to 255
Point: TypeAlias = tuple[float, float]

FINE = 2  # how much larger everything is painted
SMALLEST = 8  # pixels, of lettering that has to fit
NEEDS_PILLOW = "pictures need Pillow: pip install 'open-worlds-env[render]'"


class Canvas:
    """A picture being painted."""

    def __init__(self, width: int, height: int, ground: Colour) -> None:
        try:
            from PIL import Image, ImageDraw
        except ImportError as error:
            raise ImportError(NEEDS_PILLOW) from error
        self.width, self.height = width, height
        self.image = Image.new("RGB", (width * FINE, height * FINE), ground)
        self.brush = ImageDraw.Draw(self.image, "RGBA")

    def pixels(self) -> npt.NDArray[np.uint8]:
        """Return the finished picture, [height, width, 3]."""
        return np.asarray(self.image.reduce(FINE)).copy()

    # Lettering

    def write(
        self,
        x: float,
        y: float,
        text: str,
        size: int,
        colour: Colour,
        *,
        room: float | None = None,
        anchor: str = "lm",
    ) -> float:
        """Write a line, in too little room smaller, then cut. Returns its length.

        ``anchor`` is Pillow's: with its middle at y, "lm" starts at x, "rm" ends and "mm" centres.
        """
        while room is not None and size > SMALLEST and length(text, size) > room:
            size -= 1
        if room is not None and length(text, size) > room:
            while text and length(text + "…", size) > room:
                text = text[:-1]
            text += "…"
        self.brush.text((x * FINE, y * FINE), text, colour, font(size), anchor)
        return length(text, size)

    # Shapes

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: Colour | None,
        outline: Colour | None = None,
        *,
        line: float = 1,
        radius: float = 5,
    ) -> None:
        """Paint a box with round corners."""
        corners = [(x * FINE, y * FINE), ((x + width) * FINE - 1, (y + height) * FINE - 1)]
        self.brush.rounded_rectangle(corners, radius * FINE, fill, outline, round(line * FINE))

    def disc(
        self,
        x: float,
        y: float,
        radius: float,
        fill: Colour | None,
        outline: Colour | None = None,
        *,
        line: float = 1,
    ) -> None:
        """Paint a disc around a point; with nothing to fill it, a ring."""
        corners = [((x + r) * FINE, (y + r) * FINE) for r in (-radius, radius)]
        self.brush.ellipse(corners, fill, outline, round(line * FINE))

    def line(self, start: Point, end: Point, colour: Colour, line: float = 1) -> None:
        """Paint a straight line."""
        points = [(x * FINE, y * FINE) for x, y in (start, end)]
        self.brush.line(points, colour, round(line * FINE))

    def shape(self, points: Sequence[Point], colour: Colour) -> None:
        """Paint a filled polygon."""
        self.brush.polygon([(x * FINE, y * FINE) for x, y in points], colour)

    def arrow(self, start: Point, end: Point, colour: Colour) -> None:
        """Paint an arrow."""
        angle = atan2(end[1] - start[1], end[0] - start[0])
        neck = (end[0] - 8 * cos(angle), end[1] - 8 * sin(angle))
        self.line(start, neck, colour, 2)
        barbs = [(end[0] - 10 * cos(a), end[1] - 10 * sin(a)) for a in (angle - 0.45, angle + 0.45)]
        self.shape([end, *barbs], colour)

    def planet(self, x: float, y: float, radius: int, low: Colour, high: Colour, seed: int) -> None:
        """Paint a planet of two colours. The seed gives it its face."""
        from PIL import Image

        face = planet_face(radius * FINE, low, high, seed)
        corner = (round(x * FINE) - radius * FINE, round(y * FINE) - radius * FINE)
        self.image.paste(Image.fromarray(face[..., :3]), corner, Image.fromarray(face[..., 3]))

    # Symbols, 10 pixels high around a point

    def shield(self, x: float, y: float, colour: Colour) -> None:
        """Paint a shield."""
        outline = [(-4, -4.5), (4, -4.5), (4, 0), (2.5, 3), (0, 5), (-2.5, 3), (-4, 0)]
        self.shape([(x + dx, y + dy) for dx, dy in outline], colour)

    def burst(self, x: float, y: float, colour: Colour) -> None:
        """Paint a burst of eight points."""
        spokes = [(5.0 if k % 2 == 0 else 2.2, k * pi / 8) for k in range(16)]
        self.shape([(x + r * cos(a), y + r * sin(a)) for r, a in spokes], colour)

    def coin(self, x: float, y: float, colour: Colour) -> None:
        """Paint a coin."""
        self.disc(x, y, 4.5, colour)
        self.disc(x, y, 3, None, (0, 0, 0, 110))

    def tag(self, x: float, y: float, colour: Colour) -> None:
        """Paint a price tag."""
        self.shape([(x + dx, y + dy) for dx, dy in ((-4.5, 0), (-1, -4), (4.5, -4), (4.5, 4), (-1, 4))], colour)
        self.disc(x - 1, y, 1, (0, 0, 0, 110))

    def hourglass(self, x: float, y: float, colour: Colour) -> None:
        """Paint an hourglass."""
        self.shape(
            [(x + dx, y + dy) for dx, dy in ((-3.5, -5), (3.5, -5), (0, 0), (3.5, 5), (-3.5, 5), (0, 0))], colour
        )

    def head(self, x: float, y: float, colour: Colour) -> None:
        """Paint a head and shoulders."""
        self.disc(x, y - 2.3, 2.3, colour)
        shoulders = [(-4.2, 5), (-3.4, 1.6), (3.4, 1.6), (4.2, 5)]
        self.shape([(x + dx, y + dy) for dx, dy in shoulders], colour)

    def gem(self, x: float, y: float, colour: Colour) -> None:
        """Paint a gem."""
        self.shape([(x + dx, y + dy) for dx, dy in ((-2.5, -4), (2.5, -4), (4.5, -1), (0, 5), (-4.5, -1))], colour)
        self.line((x - 4.5, y - 1), (x + 4.5, y - 1), (0, 0, 0, 110))

    def star(self, x: float, y: float, radius: float, colour: Colour) -> None:
        """Paint a star of five points."""
        spokes = [(radius if k % 2 == 0 else radius * 0.42, k * pi / 5 - pi / 2) for k in range(10)]
        self.shape([(x + r * cos(a), y + r * sin(a)) for r, a in spokes], colour)


@cache
def font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """Return the font that comes with Pillow, as large as it is painted."""
    from PIL import ImageFont

    return ImageFont.load_default(size * FINE)


@lru_cache(4096)
def length(text: str, size: int) -> float:
    """Return how long a line of text is."""
    return float(font(size).getlength(text)) / FINE


@lru_cache(64)
def planet_face(radius: int, low: Colour, high: Colour, seed: int) -> npt.NDArray[np.uint8]:
    """Return a planet lit from the upper left as [2 radius, 2 radius, 4] colours with opacity."""
    y, x = np.mgrid[-1 : 1 : 2j * radius, -1 : 1 : 2j * radius]
    inside = np.clip((1 - np.hypot(x, y)) * radius, 0, 1)
    z = np.sqrt(np.clip(1 - x * x - y * y, 0, 1))
    a, b, c, d, e = [seed // k % 628 / 100 for k in (1, 7, 61, 547, 4919)]
    land = np.sin(3.1 * x + a + 2 * np.sin(2.3 * y + b))
    land += np.sin(4.7 * y + c + 1.5 * np.sin(3.3 * z + d)) + 0.5 * np.sin(9 * x + 7 * z + e)
    share = np.clip(land * 1.6 + 0.4, 0, 1)[..., None]
    light = np.clip(-0.5 * x - 0.55 * y + 0.67 * z, 0, 1)[..., None]
    rim = ((1 - z) ** 3)[..., None] * light
    colour = (np.array(low) * (1 - share) + np.array(high) * share) * (0.13 + 0.95 * light)
    colour += 120 * rim
    face = np.concatenate([colour, inside[..., None] * 255], axis=2)
    painted: npt.NDArray[np.uint8] = np.clip(face, 0, 255).astype(np.uint8)
    return painted
