"""Default positions, views and events of a game, derived from its record's field declarations (fields.py).

Below: layout.py, values.py, drawing/. Above: game.py, whose methods do this unless a game overrides them.

A position is an object with all fields by name; a field's `seen_by` decides whether a seat's position has it. Views and
events are derived from such positions, so they reveal nothing that a seat's position does not. A part called
``players`` has a record for each seat, owned by that seat; records of empty seats are left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ow_env.compiled.layout import ALL, DECLARED, NOBODY, OWNER, Declared, Field
from ow_env.core.events import RESULT, Event
from ow_env.core.forms import form_of
from ow_env.core.values import JsonObject, Values, shown
from ow_env.drawing.parts import FULL, Card, Figure, Seat, Zone, viewer_of
from ow_env.drawing.view import View

if TYPE_CHECKING:
    from ow_env.core.game import Game, States

PLAYERS = "players"  # the part with a record for each seat
HIDDEN = "hidden"  # a choice that may not be seen
FEW = 12  # labels that are listed
PUBLIC_VIEWER = -1  # who sees what lies open, as a rule is told


def declared_in(dtype: np.dtype[Any]) -> Declared:
    """Return what was said of a record."""
    return DECLARED[id(dtype)]


def is_whole(field: Field) -> bool:
    """Is a part one thing, that is seen or not: a pile?"""
    form = form_of(field)
    return form is not None and form.whole


def who_sees(field: Field, whole: str) -> str:
    """Return who sees a field of a record, of which as a whole this is said."""
    return field.seen_by if field.seen_by != ALL else whole


def name_in_position(name: str, field: Field) -> str:
    """Return what a field is called in positions."""
    return field.called or name


def hidden_fields(dtype: np.dtype[Any], path: str = "", seen_by: str = ALL) -> Iterator[tuple[str, str]]:
    """Yield the path and the `seen_by` of every field that not all see, those of parts too."""
    for name, field in declared_in(dtype).fields.items():
        by = who_sees(field, seen_by)
        if field.kind == "part" and not is_whole(field):
            yield from hidden_fields(field.dtype, f"{path}{name}.", by)
        elif by != ALL:
            yield f"{path}{name}", by


def described(dtype: np.dtype[Any], path: str = "", seen_by: str = ALL) -> Iterator[tuple[str, str, str]]:
    """Yield for each field of a record, those of parts too, its path, what it holds and who sees it, in words."""
    for name, field in declared_in(dtype).fields.items():
        here = f"{path}{name}{''.join(f'[{size}]' for size in field.shape)}"
        by = who_sees(field, seen_by)
        if field.kind == "part" and form_of(field) is None:
            yield from described(field.dtype, f"{here}.", by)
        else:
            seen = {ALL: "all", OWNER: "its owner", NOBODY: "nobody"}.get(by, f"by the rule `{by}`")
            yield here, what_it_holds(field), seen


def what_it_holds(field: Field) -> str:
    """Return in words what a field holds."""
    if field.kind == "part":
        return f"a {declared_in(field.dtype).form} of cards"
    if field.kind in ("word", "choice"):
        few = len(field.labels) <= FEW
        names = ", ".join(map(str, field.labels)) if few else f"{field.labels[0]} to {field.labels[-1]}"
        return f"one of {names}" + (", or none" if field.kind == "choice" else "")
    if field.kind == "flags":
        return f"a flag for each of {len(field.labels)}"
    if field.kind == "seat":
        return "the seat of a player, or nobody"
    if field.kind == "flag":
        return "yes or no"
    return "a number" if field.range is None else f"a number from {field.range[0]} to {field.range[1]}"


def hidden_bytes(dtype: np.dtype[Any], viewer: int, seen_by: str = ALL, seat: int = -1) -> npt.NDArray[np.bool_]:
    """Return which bytes of a record a seat may not see, bool [size]; those that a rule decides about count as such."""
    hidden = np.zeros(dtype.itemsize, bool)
    for name, field in declared_in(dtype).fields.items():
        kind, offset = dtype.fields[name][:2]  # type: ignore[index]
        by = who_sees(field, seen_by)
        size = field.dtype.itemsize
        for number in range(kind.itemsize // size):
            owner = number if name == PLAYERS else seat
            here = slice(offset + number * size, offset + (number + 1) * size)
            if field.kind == "part":
                hidden[here] = hidden_bytes(field.dtype, viewer, by, owner)
            else:
                hidden[here] = by != ALL and (by != OWNER or owner != viewer)
    return hidden


# ── From the record to JSON ──────────────────────────────────────────────────────────────────


class Writer:
    """Writes one position for one viewer."""

    def __init__(self, game: Game, state: States, view: str) -> None:
        self.game, self.g, self.view = game, state[0], view
        viewer = viewer_of(view, game.agents)
        self.viewer = PUBLIC_VIEWER if viewer is None else viewer

    def write(self) -> JsonObject:
        """Return the position."""
        told = {"game": self.game.name, **({} if self.view == FULL else {"view": self.view})}
        return told | self.fields(self.game.state_dtype, self.g, -1, ALL)

    def sees(self, seen_by: str, seat: int) -> bool:
        """May the viewer see this of a seat?"""
        if self.view == FULL or seen_by in (ALL, NOBODY, OWNER):
            return self.view == FULL or seen_by == ALL or (seen_by == OWNER and seat == self.viewer >= 0)
        return bool(getattr(self.game.engine, seen_by)(self.g, self.viewer, seat))

    def fields(self, dtype: np.dtype[Any], record: Any, seat: int, seen_by: str) -> JsonObject:
        """Return the fields of a record by name."""
        return {
            name_in_position(name, field): self.field(name, field, record[name], seat, seen_by)
            for name, field in declared_in(dtype).fields.items()
        }

    def field(self, name: str, field: Field, value: Any, seat: int, seen_by: str) -> Any:
        """Return one field, as far as the viewer may see it."""
        by = who_sees(field, seen_by)
        if field.kind != "part":
            values = np.asarray(value)
            write = told if self.sees(by, seat) else told_hidden
            return nested(values, lambda one: write(field, one), depth=values.ndim - (field.kind == "flags"))
        if name == PLAYERS and field.shape:
            return [self.part(field, value[seat], seat, by) for seat in range(self.game.num_players)]
        return nested(value, lambda one: self.part(field, one, seat, by), depth=len(field.shape))

    def part(self, field: Field, record: Any, seat: int, seen_by: str) -> Any:
        """Return a record that lies in the position."""
        form = form_of(field)
        if form is None:
            return self.fields(field.dtype, record, seat, seen_by)
        if not self.sees(seen_by, seat):
            return form.count(record)
        return form.write(record, field, lambda inner: self.sees(inner.seen_by, seat))


def nested(values: Any, write: Callable[[Any], Any], depth: int) -> Any:
    """Return what ``write`` makes of each entry of an array, in lists as deep as is said."""
    return write(values) if depth == 0 else [nested(one, write, depth - 1) for one in values]


def told(field: Field, value: Any) -> Any:
    """Return a number, or a row of flags, as JSON has it."""
    if field.kind == "flags":
        return [field.labels[int(place)] for place in np.flatnonzero(value)]
    number = int(value)
    if field.kind == "flag":
        return bool(number)
    if field.kind == "word":
        return field.labels[number]
    if field.kind == "choice":
        return field.labels[number - 1] if number else None
    return None if field.kind == "seat" and number < 0 else number


def told_hidden(field: Field, value: Any) -> Any:
    """Return what viewers who may not see a number, or a row of flags, see instead.

    Of flags how many are set; of a choice whether there is one; of all else nothing, null.
    """
    if field.kind == "flags":
        return int(value.sum())
    return HIDDEN if field.kind == "choice" and value else None


# ── From JSON to the record ──────────────────────────────────────────────────────────────────


def read_position(game: Game, position: object) -> States:
    """Return the state [1] that a full position describes.

    Raises:
        ValueError: it is no position of this game. Every fault is named, each with its field, what was found and what
            would be right.
    """
    state, values = game.template.copy(), Values(game.agents)
    names = [name_in_position(name, field) for name, field in declared_in(game.state_dtype).fields.items()]
    found = values.position(position, ["game", "view", *names])
    values.settled(found, "game", game.name)
    read_fields(values, game.state_dtype, found, "", state[0])
    values.refuse()
    return state


def read_fields(values: Values, dtype: np.dtype[Any], found: JsonObject, path: str, record: Any) -> None:
    """Read the fields of a record; each has to be there, but for those that a game's options decide."""
    for name, field in declared_in(dtype).fields.items():
        key = name_in_position(name, field)
        if field.fixed:
            values.settled(found, key, told(field, record[name]))
        elif key not in found:
            values.fault(f"{path}{key}", "it is missing, and nothing else tells it")
        elif field.kind != "part":
            record[name] = read_nested(values, field, found[key], f"{path}{key}", field.shape)
        elif name == PLAYERS and field.shape:
            for seat, one in enumerate(values.of_players(found[key], f"{path}{key}")):
                read_part(values, field, one, f"{path}{key}[{seat}]", record[name][seat])
        else:
            for places, where, one in entries(values, found[key], f"{path}{key}", field.shape):
                read_part(values, field, one, where, record[name][places] if places else record[name])


def entries(
    values: Values, found: object, path: str, shape: tuple[int, ...], at: tuple[int, ...] = ()
) -> Iterator[tuple[tuple[int, ...], str, Any]]:
    """Yield the entries of lists within lists, with the place of each and its path."""
    if not shape:
        yield at, path, found
        return
    here = values.entries(found, path)
    if len(here) != shape[0]:
        values.fault(path, f"expected {shape[0]} entries, found {len(here)}")
    for place, one in enumerate(here[: shape[0]]):
        yield from entries(values, one, f"{path}[{place}]", shape[1:], (*at, place))


def read_part(values: Values, field: Field, found: object, path: str, record: Any) -> None:
    """Read a record that lies in the position."""
    declared = declared_in(field.dtype)
    if (form := form_of(field)) is not None:
        clear(record)
        form.read(values, found, path, record, field)
        return
    names = [name_in_position(name, inner) for name, inner in declared.fields.items()]
    read_fields(values, field.dtype, values.fields(found, path, names), f"{path}.", record)


def clear(record: Any) -> None:
    """Set all numbers of a record to 0, those of records within it too."""
    for name in record.dtype.names:
        if record[name].dtype.names is None:
            record[name] = 0
        else:
            clear(record[name])


def read_nested(values: Values, field: Field, found: object, path: str, shape: tuple[int, ...]) -> Any:
    """Return the numbers of a field."""
    whole = np.zeros(shape, field.dtype)
    if field.kind == "flags":
        for places, where, one in entries(values, found, path, shape[:-1]):
            for label in values.entries(one, where):
                whole[(*places, values.label(label, where, field.labels))] = 1
        return whole
    for places, where, one in entries(values, found, path, shape):
        whole[places] = read_number(values, field, one, where)
    return whole


def read_number(values: Values, field: Field, found: object, path: str) -> int:
    """Return one number."""
    if field.kind == "flag":
        return int(values.truth(found, path))
    if field.kind == "word":
        return values.label(found, path, field.labels)
    if field.kind == "choice":
        return 0 if found is None else values.label(found, path, field.labels) + 1
    if field.kind == "seat":
        seat = None if found is None else values.seat(found, path)
        return -1 if seat is None else seat
    whole = np.iinfo(field.dtype)
    return values.number(found, path, *(field.range or (int(whole.min), int(whole.max))))


# ── What is seen, drawn plainly ──────────────────────────────────────────────────────────────


def plain_view(game: Game, state: States, view: str) -> View:
    """Return what a viewer sees: cards and other things in zones, numbers as figures."""
    position = game.position(state, view)
    ending = game.engine.ending(state[0])
    fields = {name: field for name, field in declared_in(game.state_dtype).fields.items() if not field.fixed}
    players = fields.pop(PLAYERS, None)
    fields.pop("turn", None)  # told by `when`
    figures, zones = drawn(fields, position, None)
    seats, asked = [], [bool(not ending and game.engine.waits_for(state[0], seat)) for seat in range(game.num_players)]
    for seat, who in enumerate(game.agents):
        mine = declared_in(players.dtype).fields if players is not None else {}
        here = position[name_in_position(PLAYERS, players)][seat] if players is not None else {}
        own_figures, own_zones = drawn(mine, here, seat)
        hands = [zone for zone in own_zones if zone.kind == "hand" and zone.hidden]
        own_figures += tuple(Figure(zone.name, str(zone.hidden)) for zone in hands)  # text has no backs of cards
        seats.append(Seat(who, asked[seat], figures=own_figures))
        zones += own_zones
    return View(
        game=game.facts.title,
        viewer=viewer_of(view, game.agents),
        when=game.moment(state),
        step="",
        notes=tuple(map(str, figures)),
        decision=result(game, state) if ending else f"{' and '.join(names_of(game, asked))} to choose",
        over=bool(ending),
        seats=tuple(seats),
        zones=tuple(zones),
    )


def names_of(game: Game, asked: list[bool]) -> list[str]:
    """Return the names of the seats that are asked."""
    return [name for name, one in zip(game.agents, asked, strict=True) if one]


def result(game: Game, state: States) -> str:
    """Return how a game ended, in a sentence."""
    outcomes = [float(game.engine.outcome(state[0], seat)) for seat in range(game.num_players)]
    if game.facts.payoff == "score":
        scores = (f"{name} {value:+.2f}" for name, value in zip(game.agents, outcomes, strict=True))
        return f"The game is over: {', '.join(scores)}"
    best = [name for name, value in zip(game.agents, outcomes, strict=True) if value == max(outcomes)]
    return f"{best[0]} wins" if len(best) == 1 and game.num_players > 1 else f"A draw of {' and '.join(best)}"


def drawn(fields: Any, position: JsonObject, seat: int | None) -> tuple[tuple[Figure, ...], list[Zone]]:
    """Return the fields of a record as figures and zones."""
    figures: list[Figure] = []
    zones: list[Zone] = []
    for name, field in fields.items():
        found, label = position[name_in_position(name, field)], name_in_position(name, field).replace("_", " ")
        form = form_of(field)
        if field.kind == "part" and form is None:
            for called, one in rows_of(label, found, len(field.shape)):
                more, further = drawn(declared_in(field.dtype).fields, one, seat)
                figures += [replace(each, label=f"{called} {each.label}") for each in more]
                zones += [replace(each, name=f"{called} {each.name}") for each in further]
        elif form is not None and not form.whole:
            for called, one in rows_of(label, found, len(field.shape)):
                piles = one.items() if isinstance(one, dict) else [("", one)]
                zones += [zone_of(field, pile, f"{called} {inner}".strip(), seat, "pile") for inner, pile in piles]
        elif field.kind in ("flags", "choice", "part"):
            depth = len(field.shape) - (field.kind in ("flags", "choice"))
            kind = "hand" if field.seen_by == OWNER else "table"
            zones += [zone_of(field, one, called, seat, kind) for called, one in rows_of(label, found, depth)]
        else:
            text = seat_in_words(found) if field.kind == "seat" else in_words(found, "?")
            figures.append(Figure(label, text))
    return tuple(figures), zones


def rows_of(label: str, found: Any, depth: int) -> Iterator[tuple[str, Any]]:
    """Yield what lies in lists within lists, so deep, each with a name: "rows 1"; what is hidden as a whole at once."""
    if depth <= 0 or not isinstance(found, list):
        yield label, found
        return
    for place, one in enumerate(found):
        yield from rows_of(f"{label} {place + 1}", one, depth - 1)


def zone_of(field: Field, found: Any, label: str, seat: int | None, kind: str) -> Zone:
    """Return what lies in a field, or in one row of it, as a zone of cards."""
    if isinstance(found, int) and field.kind != "choice":  # hidden: so many
        return Zone(label, kind, seat, hidden=found)
    if isinstance(found, dict):
        found = [each for each, copies in found.items() for _ in range(copies)]
    numbers = {str(each): place for place, each in enumerate(field.labels)}
    there = [str(each) for each in (found if isinstance(found, list) else [found]) if each is not None]
    alike = [(each, len(list(copies))) for each, copies in groupby(there) if each != HIDDEN]
    cards = tuple(Card(each, numbers.get(each), copies=copies) for each, copies in alike)
    return Zone(label, kind, seat, cards=cards, hidden=there.count(HIDDEN))


def in_words(found: Any, none: str = "none") -> str:
    """Return a number, a flag or a list of them as a person reads it."""
    if isinstance(found, list):
        return " ".join(in_words(each, none) for each in found) or none
    if isinstance(found, bool):
        return "yes" if found else "no"
    return none if found is None else str(found)


def seat_in_words(found: Any) -> str:
    """Return a seat, or a list of them, by name."""
    if isinstance(found, list):
        return " ".join(map(seat_in_words, found))
    return "nobody" if found is None else f"player_{found}"


# ── What changed ─────────────────────────────────────────────────────────────────────────────


def changes(before: Any, after: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Yield what differs in two positions: the path, what it was and what it is."""
    if isinstance(before, dict) and isinstance(after, dict):
        for key in {**before, **after}:
            yield from changes(before.get(key), after.get(key), f"{path} {key.replace('_', ' ')}".strip())
    elif before != after and all_objects(before) and all_objects(after) and len(before) == len(after):
        for place, (one, other) in enumerate(zip(before, after, strict=True)):
            yield from changes(one, other, f"player_{place}" if path == PLAYERS else f"{path} {place + 1}")
    elif before != after:
        yield path, before, after


def all_objects(value: Any) -> bool:
    """Is it a list of objects, or of lists?"""
    return isinstance(value, list) and bool(value) and all(isinstance(one, dict | list) for one in value)


def changed(before: JsonObject, after: JsonObject) -> list[Event]:
    """Return the differences of two positions as events."""
    events = []
    for path, one, other in changes(before, after):
        gone, new = (without(one, other), without(other, one)) if both_lists(one, other) else ([], [])
        if bool(gone) != bool(new):
            text = f"{path}: {'without' if gone else 'now with'} {', '.join(map(str, gone or new))}"
        else:
            text = f"{path}: {shown_short(one)}, now {shown_short(other)}"
        events.append(Event("changed", text, level=RESULT))
    return events


def both_lists(one: Any, other: Any) -> bool:
    """Are both lists of what may lie somewhere: cards, seats, numbers?"""
    if not isinstance(one, list) or not isinstance(other, list):
        return False
    return not any(isinstance(each, list | dict) for each in (*one, *other))


def without(some: list[Any], others: list[Any]) -> list[Any]:
    """Return what is in a list more often than in another; nothing, null, is left out."""
    return list((Counter(each for each in some if each is not None) - Counter(others)).elements())


def shown_short(value: Any) -> str:
    """Return a value in few words."""
    return in_words(value) if not isinstance(value, dict) else shown(value)
