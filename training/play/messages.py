"""What is sent to a viewer of a table, and what may come from one: JSON, checked field by field.

Below: table.py. Above: hall.py, server.py. Everything sent about the game is made here, from a `Shown` position.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from ow_env.core.game import Game
from ow_env.core.options import shown as as_shown
from ow_env.core.text import nearest
from ow_env.drawing.parts import Spot
from training.play.table import PERSON, Entry, Hint, Reason, Refused, Shown, Table
from training.rules import read_rules

LONGEST = 2048  # characters of a message from a page: one with two spots has some 300
MOST = 2**31 - 1  # of any number in one
LONGEST_NAME = 40  # of a zone, an agent

# ── From a page ──────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Hello:
    """The first message: which seat this is, and how many lines of the log are there already."""

    secret: str
    have: int = 0


@dataclass(frozen=True)
class Choose:
    """Choose an action, in the moment of this number."""

    action: int
    at: int


@dataclass(frozen=True)
class Undo:
    """Take back the last choice, in the moment of this number."""

    at: int


@dataclass(frozen=True)
class ChooseAll:
    """Choose all that can be done at once, in the moment of this number."""

    at: int


@dataclass(frozen=True)
class Again:
    """Another game at the same table; ``exchange``: everybody one seat on."""

    exchange: bool


@dataclass(frozen=True)
class Cancel:
    """Take back what is being paid, in the moment of this number."""

    at: int


@dataclass(frozen=True)
class Why:
    """Why can't this be done?"""

    source: Spot | None
    target: Spot | None


@dataclass(frozen=True)
class AskHint:
    """What would this agent do?"""

    agent: str


@dataclass(frozen=True)
class Resign:
    """Give the game up."""


Asked: TypeAlias = Hello | Resign | Choose | ChooseAll | Undo | Cancel | Again | Why | AskHint


def read(text: str) -> Asked:
    """Return what a page asks.

    Raises:
        Refused: the field, what was found and what would be right.
    """
    if len(text) > LONGEST:
        raise Refused(f"a message: expected at most {LONGEST} characters, got {len(text)}")
    data = mapping("a message", json_of(text))
    do = data.get("do")
    if not isinstance(do, str) or do not in FIELDS:
        raise Refused(f"do: expected one of {', '.join(FIELDS)}, got {as_shown(do)}{nearest(str(do), FIELDS)}")
    unknown = [key for key in data if key not in ("do", *FIELDS[do])]
    if unknown:
        raise Refused(f"{do}: there is no field {as_shown(unknown[0])}; it has {', '.join(FIELDS[do])}")
    if do == "hello":
        return Hello(word("secret", data.get("secret"), 200), number("have", data.get("have", 0)))
    if do == "choose":
        return Choose(number("action", data.get("action")), number("at", data.get("at")))
    if do in MOVES:
        return MOVES[do](number("at", data.get("at")))
    if do == "why":
        return Why(spot("source", data.get("source")), spot("target", data.get("target")))
    if do == "resign":
        return Resign()
    if do == "again":
        if not isinstance(data.get("exchange"), bool):
            raise Refused(f"exchange: expected true or false, got {as_shown(data.get('exchange'))}")
        return Again(data["exchange"])
    return AskHint(word("agent", data.get("agent"), LONGEST_NAME))


FIELDS = {
    "hello": ("secret", "have"),
    "choose": ("action", "at"),
    "choose all": ("at",),
    "undo": ("at",),
    "cancel": ("at",),
    "again": ("exchange",),
    "resign": (),
    "why": ("source", "target"),
    "hint": ("agent",),
}


MOVES: dict[str, type[ChooseAll | Undo | Cancel]] = {"choose all": ChooseAll, "undo": Undo, "cancel": Cancel}


def json_of(text: str | bytes) -> Any:
    """Return what a JSON text says."""
    try:
        return json.loads(text, parse_constant=no_constant)
    except (ValueError, RecursionError) as error:
        raise Refused(f"expected JSON, got something else: {str(error)[:100]}") from None


def no_constant(name: str) -> Any:
    """Refuse what Python reads and JSON has not."""
    raise ValueError(f"{name} is no number of JSON")


def mapping(what: str, value: object) -> Mapping[str, Any]:
    """Return an object of JSON."""
    if not isinstance(value, dict):
        raise Refused(f"{what}: expected an object {{...}}, got {as_shown(value)}")
    return value


def number(what: str, value: object, most: int = MOST) -> int:
    """Return a whole number from 0 up."""
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
        raise Refused(f"{what}: expected a whole number from 0 to {most}, got {as_shown(value)}")
    return value


def word(what: str, value: object, longest: int) -> str:
    """Return a text that is not too long, and that can be sent on: JSON can write halves of characters."""
    if not isinstance(value, str) or len(value) > longest:
        raise Refused(f"{what}: expected a text of at most {longest} characters, got {as_shown(value)}")
    if any("\ud800" <= letter <= "\udfff" for letter in value):
        raise Refused(f"{what}: expected text that can be written as UTF-8, got {as_shown(value)}")
    return value


def spot(what: str, value: object) -> Spot | None:
    """Return something on the table that was pointed at."""
    if value is None:
        return None
    data = mapping(what, value)
    unknown = [key for key in data if key not in ("card", "zones", "seat", "place")]
    if unknown:
        raise Refused(f"{what}: there is no field {as_shown(unknown[0])}; it has card, zones, seat, place")
    zones = data.get("zones") or []
    if not isinstance(zones, list) or len(zones) > 8:
        raise Refused(f"{what}.zones: expected a list of at most 8 names, got {as_shown(zones)}")
    numbers = {
        key: None if data.get(key) is None else number(f"{what}.{key}", data[key]) for key in ("card", "seat", "place")
    }
    names = tuple(word(f"{what}.zones", zone, LONGEST_NAME) for zone in zones)
    return Spot(numbers["card"], names, numbers["seat"], numbers["place"])


# ── To a page ────────────────────────────────────────────────────────────────────────────────


def text_of(message: Any) -> str:
    """Return a message as JSON; records of a view as objects."""
    return json.dumps(message, default=vars, ensure_ascii=False, separators=(",", ":"))


def moment(table: Table, shown: Shown) -> tuple[dict[str, Any], list[int]]:
    """Return what a viewer is shown, but for its number and its log; and the agents whose turn it knows it to be."""
    view = table.game.view(shown.state, table.view_of(shown.viewer))
    seat = shown.viewer
    choices = [] if seat is None else [table.game.choice(shown.state, seat, action) for action in table.legal(shown)]
    result = {"text": table.ending(), "rewards": table.rewards()} if shown.over else None
    choosing = [] if seat is None or not shown.asked else [each for each in choices if each.source is None]
    left = {
        each.action: table.game.left_undone(shown.state, seat, each.action) for each in choosing if seat is not None
    }
    planned = [] if seat is None else [table.game.choice(shown.state, seat, action) for action in shown.planned]
    payment = None if shown.over else table.game.payment(shown.state)
    body = {
        "view": view,
        "choices": choices,
        "asked": shown.asked,
        "undo": shown.undo,
        "over": shown.over,
        "result": result,
        "planned": planned,
        "left": {action: text for action, text in left.items() if text},
        "together": len(table.together(shown)),
        "payment": None if payment is None else {"paid": payment[0], "price": payment[1]},
        "cancel": table.can_cancel(seat),
        "guests": table.game.guests(shown.state),
    }
    return body, table.waiting_for(shown, view)


def moment_text(at: int, body: str, log: Sequence[Entry], kept: int = 0) -> str:
    """Return a moment as it is sent.

    Args:
        at: its number.
        body: the text of what `moment` returned.
        log: what is new.
        kept: how many lines of the log stand before what is new; others that were sent have been taken back.
    """
    return f'{{"kind":"moment","at":{at},"kept":{kept},"log":{text_of(list(log))},{body[1:]}'


def table_text(
    table: Table, viewer: int | None, here: Sequence[int], hints: Sequence[str], rules: bool, cards: Any = None
) -> str:
    """Return who sits at a table.

    Args:
        table: which.
        viewer: to whom it is told.
        here: the seats of people who are connected.
        hints: the agents that can be asked for one.
        rules: are there rules to look up?
        cards: of a card file of somebody's own, by which this table plays; None: the game's.
    """
    game = table.game
    players = [
        {"seat": seat, "kind": PERSON if seat in table.people else "agent", "name": name, "here": seat in here}
        for seat, name in enumerate(table.names)
    ]
    about = {"name": game.name, "title": game.facts.title, "version": game.version}
    told = {"game": about, "agents": game.agents, "players": players, "viewer": viewer, "seed": table.seed}
    offered = {"hints": [] if viewer is None else list(hints), "rules": rules, "cards": cards}
    return text_of({"kind": "table", **told, **offered})


def reason_text(reason: Reason) -> str:
    """Return the answer to `Why`."""
    return text_of({"kind": "reason", "text": reason.text, "rules": reason.rules, "choice": reason.choice})


def hint_text(hint: Hint, at: int) -> str:
    """Return the answer to `AskHint`, given in the moment of this number."""
    choices = [{"action": action, "share": round(share, 4)} for action, share in hint.choices]
    value = None if hint.value is None else round(hint.value, 4)
    return text_of({"kind": "hint", "at": at, "agent": hint.agent, "choices": choices, "value": value})


def thinking_text(seats: Sequence[int]) -> str:
    """Return whose turn it is, of agents."""
    return text_of({"kind": "thinking", "seats": list(seats)})


def making_text(game: Game, text: str, seconds: float) -> str:
    """Return what is done while a table is made, for so many seconds so far, and for which game."""
    about = {"name": game.name, "title": game.facts.title, "version": game.version}
    rules = bool(read_rules(game.name))
    return text_of({"kind": "note", "text": text, "game": about, "rules": rules, "seconds": round(seconds, 1)})


def error_text(text: str) -> str:
    """Return why something was refused."""
    return text_of({"kind": "error", "text": text})


def ended_text(record: str, replay: str, review: str) -> str:
    """Return where the game can be looked through."""
    return text_of({"kind": "ended", "record": record, "replay": replay, "review": review})


def again_text(link: str, who: str, mine: bool) -> str:
    """Return where another game begins for this tab, and who wanted it; ``mine``: whoever has this tab."""
    return text_of({"kind": "again", "link": link, "who": who, "mine": mine})
