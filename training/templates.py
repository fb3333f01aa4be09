"""A batch whose rows may begin their next games from other positions: with other decks, without a game made for each.

Below: ow_env's Batch. Above: self-play and the deck lab, which play very many decks.
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
import numpy.typing as npt

from ow_env.core.batch import MOST_NUMBER, Batch
from ow_env.core.game import Game, States, frozen
from ow_env.core.kernels import BEGIN
from ow_env.core.options import whole_numbers


class TemplateBatch(Batch):
    """A `Batch`, made and used as any; until it is given templates it is no other."""

    _given: States | None = None

    def set_templates(self, templates: States, index: npt.ArrayLike | None = None) -> None:
        """Let rows begin their games from other positions than those of the games that the batch was made with.

        A game under way goes on; the next one of its row, and any that `reset` or `begin` begins, is another: with
        other decks, say. What is so given is told by positions alone: `game_of` returns the first game, whatever its
        decks are called. A saved file is loaded by a batch that was given the same.

        Args:
            templates: [K] positions before the first random draw, as `Game.template`; copied. Their options and the
                tables that they are played by are those of the batch's own game.
            index: [N] which of them each row begins from; None: row i from number i modulo K.

        Raises:
            TypeError: the records are of another game.
            ValueError: there are none, the index is not as above, or the games have openings.
        """
        if templates.dtype != self.game.state_dtype:
            raise TypeError(f"templates: expected records of {self.game.name}, got {templates.dtype}")
        if templates.ndim != 1 or not len(templates):
            raise ValueError(f"templates: expected one or more in a row, got an array {templates.shape}")
        if self._opened:
            raise ValueError("templates: these games have openings, from which they begin instead")
        every = np.arange(self.num_games) % len(templates)
        if index is not None:
            expected = f"index: expected whole numbers [num_games] = {every.shape}"
            every = whole_numbers(expected, index, every.shape)
            if every.min() < 0 or every.max() >= len(templates):
                raise ValueError(f"index: expected 0 to {len(templates) - 1}, got {every.min()} to {every.max()}")
        self._given = templates.copy()
        self._templates = frozen(self._given)
        self._rows.template_index[:] = every

    def begin(self, numbers: npt.ArrayLike) -> None:
        """Begin a game in every row.

        Args:
            numbers: [N] their game numbers; those after them count on from there.

        Raises:
            ValueError: the numbers are not as above, or out of range.
        """
        shape = (self.num_games,)
        chosen = whole_numbers(f"numbers: expected whole numbers [num_games] = {shape}", numbers, shape)
        if chosen.min() < 0 or chosen.max() > MOST_NUMBER:
            raise ValueError(f"numbers: expected 0 to {MOST_NUMBER}, got {chosen.min()} to {chosen.max()}")
        self.game_number[:] = chosen
        self._drive(BEGIN)

    def game_of(self, row: int) -> Game:
        """Return the game that a row plays; with templates given the first, which has its rules and tables."""
        return super().game_of(row) if self._given is None else self.games[0]

    def _bind(self) -> None:
        """Take the templates along where the batch was copied."""
        super()._bind()
        if self._given is not None:
            self._templates = frozen(self._given)

    def _header(self) -> dict[str, Any]:
        """Return what a file must agree on to be loaded."""
        told = None if self._given is None else hashlib.sha256(self._given.tobytes()).hexdigest()[:16]
        return {**super()._header(), "templates": told}
