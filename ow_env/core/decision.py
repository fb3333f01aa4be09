"""One decision of one seat in words and as plain data: for players that read, a language model or another program.

Below: game.py, events.py, primer.py, drawing. Above: players.py, which makes one for each row that is asked of a player
with ``needs_views = True`` (`Observation.decisions`); agents, adapters.

All that stands here the seat may know. Where the rules are asked again (`Decision.why_not`), they are asked of a
determinization: the true position can't be reached from a decision.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ow_env.core.events import Event
from ow_env.core.game import Game, States
from ow_env.core.options import one_of, whole_number
from ow_env.core.primer import primer_of
from ow_env.core.text import second_person
from ow_env.drawing.prose import prose_of
from ow_env.drawing.view import View

FORMS = ("full", "terse")
MOST_EVENTS = {"full": 30, "terse": 10}  # that are told in words, the last


@dataclass(frozen=True)
class Decision:
    """What one seat is asked, with all it may know of the game at that moment."""

    game: Game  # as the seat may know it: `Game.for_seat`
    seat: int
    view: View  # what `Game.view` shows this seat
    events: tuple[Event, ...]  # since the seat's last decision, its own choice included, as it may be told them
    legal: tuple[int, ...]  # ids of the actions allowed, increasing
    legal_names: tuple[str, ...]  # theirs, in the same order
    determinization: States = field(repr=False)  # [1] the position, with all that the seat can't know resampled

    @staticmethod
    def of(
        game: Game, state: States, seat: int, hidden: States, legal: Sequence[int], events: tuple[Event, ...] = ()
    ) -> Decision:
        """Return the decision of a seat.

        Args:
            game: with everything; the decision keeps it as the seat may know it.
            state: [1] the position; not kept.
            seat: that is asked.
            hidden: [1] a determinization of the position for this seat; kept.
            legal: ids of the actions allowed.
            events: what happened since the seat's last decision.
        """
        names = tuple(game.action_name(state, seat, action) for action in legal)
        view = game.view(state, game.agents[seat])
        return Decision(game.for_seat(seat), seat, view, events, tuple(legal), names, hidden)

    @property
    def question(self) -> str:
        """What is asked, in a sentence that calls seats by their names."""
        return self.view.decision

    def why_not(self, action: int) -> str | None:
        """Return the rule that forbids an action, in words, or None when it is allowed.

        Raises:
            ValueError: there is no such id.
        """
        return self.game.why_not(self.determinization, self.seat, self._checked(action))

    def action_name(self, action: int) -> str:
        """Return the name of an action, allowed or not.

        Raises:
            ValueError: there is no such id.
        """
        return self.game.action_name(self.determinization, self.seat, self._checked(action))

    def action_id(self, name: str) -> int:
        """Return the id of an allowed action by its name.

        Raises:
            ValueError: there is no action of this name, and which is nearest; or it is not allowed, and by which rule.
        """
        if name in self.legal_names:
            return self.legal[self.legal_names.index(name)]
        action = self.game.action_id(self.determinization, self.seat, name)
        raise ValueError(f"{name}: {self.why_not(action) or 'it is not allowed'}")

    def _checked(self, action: int) -> int:
        return whole_number("action", action, 0, self.game.num_actions - 1)

    def data(self) -> dict[str, Any]:
        """Return all of it as what JSON can say.

        ``game`` and ``options`` make the game again (`ow_env.make`); ``seat`` and ``players``, all names in the order
        of the seats; ``question``; ``view``, as `View.data`; ``events``, each with ``kind``, ``text``, ``rule``,
        ``level``, ``seat`` and ``data``; ``legal``, each with ``id`` and ``name``.
        """
        return {
            "game": self.game.name,
            "options": json_able(self.game.options),
            "seat": self.seat,
            "players": self.game.agents,
            "question": self.question,
            "view": json_able(self.view.data()),
            "events": [json_able(vars(event)) for event in self.events],
            "legal": [{"id": action, "name": name} for action, name in zip(self.legal, self.legal_names, strict=True)],
        }

    def text(self, form: str = "full") -> str:
        """Return it as text that calls the seat "you", with the actions allowed as a numbered list.

        Args:
            form: "full": the rules in short, all that is seen, what happened since the seat's last decision. "terse":
                for who has read the full form before: without rules, what cards can do, piles and signs.
        """
        one_of("form", form, FORMS)
        told = self._told(form)
        moves = [f"{number}. {name}" for number, name in enumerate(self.legal_names, 1)]
        table = [self._to_reader(line) if number == 0 else line for number, line in enumerate(self._table(form))]
        asked = f"{self._to_reader(self.question).rstrip('.')}."
        asked = asked[0].upper() + asked[1:]
        if form == "terse":
            happened = [f"Since your last decision: {'; '.join(line.strip() for line in told)}."] if told else []
            return "\n".join([*table, *happened, f"{asked} Moves: {' | '.join(moves)}"])
        others = [name for seat, name in enumerate(self.game.agents) if seat != self.seat]
        against = f", against {' and '.join(others)}" if others else ""
        primer = primer_of(type(self.game))
        parts = [
            [f"{self.view.game}. You are {self.game.agents[self.seat]}{against}."],
            ["RULES IN SHORT", primer.rules] if primer is not None else [],
            ["WHAT YOU SEE", *table],
            ["SINCE YOUR LAST DECISION", *told] if told else [],
            ["YOUR MOVE", asked, *moves],
        ]
        return "\n\n".join("\n".join(part) for part in parts if part)

    def _table(self, form: str) -> list[str]:
        return prose_of(self.view, terse=form == "terse")

    def _told(self, form: str) -> list[str]:
        """Return what happened as lines, the last ones where there are many."""
        most, skipped = MOST_EVENTS[form], max(0, len(self.events) - MOST_EVENTS[form])
        last = self.events[-most:]
        least = min((event.level for event in last), default=0)
        lines = [f"{'  ' * (event.level - least)}{self._to_reader(event.text)}" for event in last]
        return [f"(and {skipped} things before)"] * bool(skipped) + lines

    def _to_reader(self, sentence: str) -> str:
        return second_person(sentence, self.game.agents[self.seat])


def json_able(value: Any) -> Any:
    """Return data as JSON has it: lists, objects with names as keys, Python's numbers."""
    if isinstance(value, Mapping):
        return {str(key): json_able(one) for key, one in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [json_able(one) for one in (sorted(value) if isinstance(value, (set, frozenset)) else value)]
    if isinstance(value, np.ndarray):
        return json_able(value.tolist())
    return value.item() if isinstance(value, np.generic) else value
