"""What `ow decks course` counts of TradeWorlds: Roles, attacks, battles and strikes, Tactics, how The Derelict wins.

Below: commands/decks/counting.py, the deck lab's kernel. Above: commands/decks/course.py, which asks by the game's
name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from ow_env.core.game import frozen
from ow_env.tradeworlds.cards import ADMIRAL, Pile, Role, title_of
from ow_env.tradeworlds.state import NOBODY, TERMINATED
from training.commands.decks.counting import Course, Decisions
from training.decklab.tradeworlds import COUNTS, count_decisions


class TradeWorldsCourse(Course):
    """What is counted of TradeWorlds."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.tables, self.done = frozen(game.tables), np.zeros(1, COUNTS)

    def decided(self, played: Decisions) -> None:
        """Count what was done, asked for or not."""
        states, rng = played.before[played.rows], played.rng[played.rows]
        chosen = played.actions[played.rows, states["asked"]].astype(np.int64)
        count_decisions(states, rng, self.tables, chosen, self.done)

    def ended(self, row: int, last: Any) -> None:
        """Count how The Derelict wins."""
        if self.game.num_players == 1 and last["ending"] == TERMINATED and last["winner"] == NOBODY:
            self.counts["lost by Critical Mass" if last["players"]["alive"][0] else "lost by the Homeworld"] += 1

    def finish(self) -> None:
        """Name what the kernel has counted."""
        done = self.done[0]
        self.counts.update({name: int(done[name]) for name in ("turns", "joint", "battles", "strikes")})
        self.counts["attacks"] = int(done["roles"][ADMIRAL] + done["joint"])
        self.counts.update({f"as {title_of(role)}": int(done["roles"][role]) for role in Role})
        for card in self.game.catalogue.cards:
            if card.pile is Pile.TACTIC:
                self.counts[f"played {card.name}"] = int(done["tactics"][card.id])

    def told(self, counts: Counter[str]) -> Iterator[tuple[str, str]]:
        """Yield what was counted, each figure with what it is."""
        games, turns, players = counts["games"], counts["turns"], self.game.num_players
        if players == 1:
            for how in ("lost by the Homeworld", "lost by Critical Mass"):
                yield how, f"{counts[how] / games:.1%}"
        yield "turns", f"{turns / games:.1f}"
        yield "turns with an attack", f"{counts['attacks'] / turns:.1%}"
        yield "battles", f"{counts['battles'] / games:.2f}"
        if players > 1:
            yield "strikes", f"{counts['strikes'] / games:.2f}"
        if players > 2:
            yield "attacks that somebody joined", f"{counts['joint'] / games:.2f}"
        for role in Role:
            yield f"turns as {title_of(role)}", f"{counts[f'as {title_of(role)}'] / turns:.1%}"
        for card in self.game.catalogue.cards:
            if card.pile is Pile.TACTIC:
                yield f"{card.name}, played", f"{counts[f'played {card.name}'] / games:.2f}"


COURSE = TradeWorldsCourse
