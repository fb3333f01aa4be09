"""Goofspiel drawn: as lines of text, and as a picture of the same. It knows no rules.

Below: notation.py, whose views decide what may be shown. Above: game.py.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ow_env.core.game import Position

CELL = 14  # pixels, the side of one card
GAP = 2
GROUND, GONE, HELD, BACK, PRIZE = (
    (24, 32, 48), (44, 54, 74), (232, 226, 208), (150, 64, 64), (240, 184, 64)
)  # fmt: skip


def text(position: Position) -> str:
    """Return a position as lines: the prizes, then one line for each player."""
    lines = [prize_line(position)]
    for seat, player in enumerate(position["players"]):
        lines.append(f"player_{seat}  {player['score']:>3} points  holds {hand(player['hand'])}")
    if position["history"]:
        lines.append(f"last: {round_line(position['history'][-1])}")
    return "\n".join(lines)


def prize_line(position: Position) -> str:
    """Return what is to be won now, and later."""
    if position["prize"] is None:
        return "the game is over"
    carried = f" and {position['carried']} carried" if position["carried"] else ""
    later = " ".join(map(str, position["face_down"])) or "none"
    return f"prize {position['prize']}{carried}, to come: {later}"


def round_line(played: dict[str, Any]) -> str:
    """Return one round: the prize, the bids, who took it."""
    bids = " ".join("?" if card is None else str(card) for card in played["bids"])
    winner = "nobody" if played["winner"] is None else f"player_{played['winner']}"
    return f"prize {played['prize']}, bids {bids}, taken by {winner}"


def hand(held: list[int] | int) -> str:
    """Return the cards of a hand, or how many there are."""
    if isinstance(held, int):
        return f"{held} cards"
    return " ".join(map(str, held)) or "nothing"


def picture(position: Position) -> npt.NDArray[np.uint8]:
    """Return a position as a board: a row of prizes, then one of cards for each player.

    A light cell is a card held, a red one a card face down, a gold one the prize turned up; the
    height of a cell's bar is its number.
    """
    count = position["cards"]
    rows = 1 + len(position["players"])
    side = CELL + GAP
    board = np.full((rows * side + GAP, count * side + GAP, 3), GROUND, np.uint8)
    for number in range(1, count + 1):
        paint(board, 0, number, count, prize_colour(position, number))
        for seat, player in enumerate(position["players"]):
            paint(board, 1 + seat, number, count, card_colour(player["hand"], number))
    return board


def prize_colour(position: Position, number: int) -> tuple[int, int, int]:
    """Return the colour of one prize."""
    if number == position["prize"]:
        return PRIZE
    return BACK if number in position["face_down"] else GONE


def card_colour(held: list[int] | int, number: int) -> tuple[int, int, int]:
    """Return the colour of one card; of a hidden hand only the number of backs is known."""
    if isinstance(held, int):
        return BACK if number <= held else GONE
    return HELD if number in held else GONE


def paint(board: Any, row: int, number: int, count: int, colour: tuple[int, int, int]) -> None:
    """Fill one cell from the bottom, as high as its number."""
    side = CELL + GAP
    top, left = GAP + row * side, GAP + (number - 1) * side
    board[top : top + CELL, left : left + CELL] = GONE
    height = max(2, CELL * number // count)
    board[top + CELL - height : top + CELL, left : left + CELL] = colour
