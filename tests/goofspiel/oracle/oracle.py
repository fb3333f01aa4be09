"""Goofspiel once more in plain Python, written from the rules' text alone (docs/adding-a-game.md).

Below: nothing. Above: lockstep.py. A prize that comes by chance is told to the oracle, which looks whether it may come.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

Position = dict[str, Any]


class Oracle:
    """A game: hands, scores, prizes to come, and what was bid for those that are gone."""

    def __init__(self, options: dict[str, Any], turned_up: Callable[[], int]) -> None:
        self.options, self.turned_up = options, turned_up
        self.cards, self.players = options["num_cards"], options["num_players"]
        self.hands = [list(range(1, self.cards + 1)) for _ in range(self.players)]
        self.scores, self.carried = [0] * self.players, 0
        self.face_down = list(range(1, self.cards + 1))
        self.history: list[Position] = []
        self.prize: int | None = None
        self.next_prize()

    def next_prize(self) -> None:
        """Turn up a prize: the highest or the lowest that is left, or any."""
        order = self.options["order"]
        if order == "random" and len(self.face_down) > 1:
            self.prize = self.turned_up()
        else:
            self.prize = max(self.face_down) if order == "descending" else min(self.face_down)
        self.face_down.remove(self.prize)

    @property
    def asked(self) -> list[int]:
        """Everybody, until the last card alone is left."""
        return [] if self.prize is None else list(range(self.players))

    def legal(self, seat: int) -> list[str]:
        """Return what a seat may do."""
        return [f"bid {card}" for card in self.hands[seat]] if self.asked else ["pass"]

    def play(self, names: Sequence[str]) -> None:
        """Play a round, and the last one too if only that is left."""
        self.bid([int(name.split()[1]) for name in names])
        if len(self.face_down) == 1:
            self.next_prize()
            self.bid([hand[0] for hand in self.hands])
            self.carried = 0
        elif self.face_down:
            self.next_prize()

    def bid(self, bids: list[int]) -> None:
        """Give the prize, with what was carried, to whoever bid highest alone."""
        assert self.prize is not None
        winner = bids.index(max(bids)) if bids.count(max(bids)) == 1 else None
        pot, self.carried = self.prize + self.carried, 0
        if winner is not None:
            self.scores[winner] += pot
        elif self.options["ties"] == "carry":
            self.carried = pot
        for hand, card in zip(self.hands, bids, strict=True):
            hand.remove(card)
        self.history.append({"prize": self.prize, "bids": bids, "winner": winner})
        self.prize = None

    def rewards(self) -> list[int]:
        """Return +1 for who has most points alone; 0 for those who share them; -1 for all others."""
        best = max(self.scores)
        alone = self.scores.count(best) == 1
        return [-1 if score < best else 1 if alone else 0 for score in self.scores]

    def position(self) -> Position:
        """Return the whole position."""
        told = {name: self.options[name] for name in ("order", "bids", "ties")}
        players = [{"score": score, "hand": hand} for score, hand in zip(self.scores, self.hands, strict=True)]
        now = {"prize": self.prize, "carried": self.carried, "face_down": self.face_down}
        return {"game": "goofspiel", "format": 1, "cards": self.cards, **told, **now, "players": players,
                "history": self.history}  # fmt: skip
