"""A whole game as data to step through: what every viewer sees at each decision, what happened, what agents thought.

Below: one_game.py, the view and the events of the Game contract. Above: standalone.py makes a page of it. What is told
is of a game that is over: the views of all seats are in it, and with them everything the rules hid meanwhile.

Positions that follow each other are nearly the same. So every value (a card, a zone, a sentence) is kept once, in
``parts``, and named by its number there. Page and Python read a step back with `decode`, which this describes whole::

    parts[n]      a number, a text, true, false or null; or a list that begins with a number k:
                  k = 0: the list of the parts whose numbers follow; k > 0: the object whose keys are shapes[k - 1]
                  and whose values are these parts
    steps[i][j]   the number of the part that viewers[j] is shown at step i

What cards do stands beside it in ``cards``, by name: the same for all viewers, at every step.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, fields, is_dataclass
from typing import Any, TypeAlias

import numpy as np

from ow_env.core.events import Event
from ow_env.core.game import Game
from ow_env.core.records import Moment
from ow_env.core.text import escaped
from ow_env.drawing.parts import FULL, PUBLIC
from training.card_texts import card_texts, card_told
from training.replay.one_game import Adviser, Opinion, view_of
from training.replay.review import Review

Stepping: TypeAlias = dict[str, Any]  # JSON-able
Decision: TypeAlias = tuple[Moment, Mapping[int, Sequence[Opinion]]]  # a moment, and for each seat what agents thought

FORMAT = 1
MOST_CHOICES = 6  # told of a policy
LEAST_SHARE = 0.005  # of an action that is told


def stepping(
    game: Game,
    decisions: Iterable[Decision],
    names: Sequence[str],
    ending: str = "",
    reviewed: Review | None = None,
) -> Stepping:
    """Return a game as data to step through.

    Args:
        game: that was played.
        decisions: every moment of it, the last one too, at which nothing is decided.
        names: who played, a name for each seat; it may come from a file.
        ending: how it ended, where the last view does not say it.
        reviewed: of `review`; None: it is not.
    """
    viewers = (FULL, PUBLIC, *game.agents)
    parts = Parts()
    steps = [[parts.number(shown_to(game, *each, viewer, names)) for viewer in viewers] for each in decisions]
    players = [{"seat": seat, "name": escaped(name)} for seat, name in enumerate(names[: game.num_players])]
    return {
        "format": FORMAT,
        "game": {"name": game.name, "title": game.facts.title, "version": game.version},
        "agents": game.agents,
        "players": players,
        "ending": escaped(ending),
        **({} if reviewed is None else {"review": reviewed}),
        "viewers": list(viewers),
        "cards": [card_told(name, said) for name, said in card_texts(game).items() if said and parts.has(name)],
        **parts.data(steps),
    }


def shown_to(
    game: Game, moment: Moment, opinions: Mapping[int, Sequence[Opinion]], viewer: str, names: Sequence[str]
) -> dict[str, Any]:
    """Return what one viewer is shown at a moment: the position, who decides what there, and what came of it.

    Who sees all is shown all decisions and opinions; a seat its own; the public none.
    """
    acting = [seat for seat, who in enumerate(game.agents) if who in moment.actions and viewer in (FULL, who)]
    told = game.events(moment.state, moment.chosen, moment.rng, viewer) if moment.actions else ()
    return {
        "when": moment.name,
        "view": view_of(game, moment.state, viewer),
        "log": [logged(event) for event in told],
        "decisions": [decided(game, moment, seat) for seat in acting],
        "opinions": [
            {"seat": seat, "agent": escaped(opinion.agent or names[seat]), **told_of(game, moment, seat, opinion)}
            for seat in acting
            for opinion in opinions.get(seat, ())
        ],
    }


def decided(game: Game, moment: Moment, seat: int) -> dict[str, Any]:
    """Return what a seat decides, and where on the table one would point to do it (`Game.choice`)."""
    return {"seat": seat, **asdict(game.choice(moment.state, seat, int(moment.chosen[seat])))}


def logged(event: Event) -> dict[str, Any]:
    """Return what happened as data for a log."""
    return {"level": event.level, "seat": event.seat, "kind": event.kind, "text": event.text, "rule": event.rule}


def told_of(game: Game, moment: Moment, seat: int, opinion: Opinion) -> dict[str, Any]:
    """Return what an agent thought, with the actions it thought most of by name; one that is sure has only one."""
    if opinion.policy is None:
        shares = {opinion.action: 1.0}
    else:
        best = np.argsort(-opinion.policy, kind="stable")[:MOST_CHOICES].tolist()
        shares = {action: float(opinion.policy[action]) for action in best if opinion.policy[action] >= LEAST_SHARE}
    return {
        "value": None if opinion.value is None else round(opinion.value, 3),
        "sure": opinion.policy is None,
        "choices": [
            {
                "name": game.action_name(moment.state, seat, action),
                "share": round(share, 3),
                "taken": action == int(moment.chosen[seat]),
            }
            for action, share in shares.items()
        ],
    }


class Parts:
    """Values, each kept once: two that are equal have the same number."""

    def __init__(self) -> None:
        self._kept: list[Any] = []
        self._numbers: dict[Any, int] = {}
        self._uses: list[int] = []
        self._shapes: dict[tuple[str, ...], int] = {}
        self._keys: dict[type, tuple[str, ...]] = {}

    def number(self, value: Any) -> int:
        """Return the number of a value: plain data, or a dataclass of it, which stands for its fields."""
        if value is None or isinstance(value, str | int | float):
            return self._keep((type(value), value), value)
        if isinstance(value, list | tuple):
            return self._keep_list(0, [self.number(each) for each in value])
        if isinstance(value, Mapping):
            keys = tuple(value)
            numbers = [self.number(each) for each in value.values()]
        elif is_dataclass(value):
            if type(value) not in self._keys:
                self._keys[type(value)] = tuple(field.name for field in fields(value))
            keys = self._keys[type(value)]
            numbers = [self.number(getattr(value, key)) for key in keys]
        else:
            raise TypeError(f"expected plain data, got {value!r}")
        return self._keep_list(self._shapes.setdefault(keys, len(self._shapes) + 1), numbers)

    def has(self, value: str) -> bool:
        """Is this text one of the values?"""
        return (str, value) in self._numbers

    def data(self, steps: Sequence[Sequence[int]]) -> dict[str, Any]:
        """Return all of it as JSON has it, these parts being the steps; what is used most has the shortest numbers."""
        order = sorted(range(len(self._kept)), key=lambda number: (-self._uses[number], number))
        new = {old: number for number, old in enumerate(order)}
        parts = [
            [part[0], *(new[number] for number in part[1:])] if isinstance(part, list) else part
            for part in map(self._kept.__getitem__, order)
        ]
        renamed = [[new[number] for number in step] for step in steps]
        return {"shapes": [list(keys) for keys in self._shapes], "parts": parts, "steps": renamed}

    def _keep(self, key: Any, part: Any) -> int:
        number = self._numbers.setdefault(key, len(self._kept))
        if number == len(self._kept):
            self._kept.append(part)
            self._uses.append(0)
        return number

    def _keep_list(self, shape: int, numbers: list[int]) -> int:
        before = len(self._kept)
        number = self._keep((shape, *numbers), [shape, *numbers])
        if number == before:
            for each in numbers:
                self._uses[each] += 1
        return number


def decode(data: Stepping, step: int, viewer: str) -> dict[str, Any]:
    """Return what a viewer is shown at a step: when, view, log, decisions, opinions (`shown_to`)."""
    parts, shapes = data["parts"], data["shapes"]

    def value(number: int) -> Any:
        part = parts[number]
        if not isinstance(part, list):
            return part
        values = map(value, part[1:])
        return dict(zip(shapes[part[0] - 1], values, strict=True)) if part[0] else list(values)

    shown: dict[str, Any] = value(data["steps"][step][data["viewers"].index(viewer)])
    return shown


def as_json(data: Stepping) -> str:
    """Return the data as JSON on one line."""
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def advised(decisions: Iterable[tuple[Moment, Mapping[int, Opinion]]], *more: Adviser) -> Iterator[Decision]:
    """Yield moments with all opinions of them: those that came with them, and those of more advisers.

    An agent that played and can only say what it chose is left out: that is known.

    Args:
        decisions: moments, with the opinions of who played.
        more: each is asked at every decision.
    """
    for moment, own in decisions:
        opinions: dict[int, list[Opinion]] = {seat: [each] for seat, each in own.items() if each.policy is not None}
        for adviser in more:
            for seat, opinion in adviser.opinions(moment).items():
                opinions.setdefault(seat, []).append(opinion)
        yield moment, opinions
