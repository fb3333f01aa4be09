"""How positions (JSON) write piles, tallies and stacks of cards: by name.

Below: values.py. Above: declared.py. A record declares its form by a word (layout.py); cards are written as
labels if the part has labels (fields.py), else as numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Protocol

from ow_env.compiled.layout import DECLARED, Field
from ow_env.core.fields import Labels
from ow_env.core.values import Values


class Form(Protocol):
    """How a record of several numbers is written as one thing: a pile as a list of cards."""

    whole: bool  # is it seen as a whole, or by parts that say who sees them?

    def write(self, record: Any, field: Field, sees: Callable[[Field], bool]) -> Any:
        """Return it as JSON has it; ``sees`` tells of the record's fields which may be told, not only how many."""

    def count(self, record: Any) -> int:
        """Return how many cards it has: all that viewers see who may not see the cards."""

    def read(self, values: Values, told: Any, path: str, record: Any, field: Field) -> None:
        """Fill in the record, which is all zeros."""


def named(card: int, labels: Labels) -> str | int:
    """Return what a card is called."""
    return labels[card] if labels else card


def read_cards(values: Values, told: Any, path: str, labels: Labels, ids: tuple[int, int], room: int) -> list[int]:
    """Return the cards that a list tells, as far as there is room."""
    found = []
    for place, entry in enumerate(values.entries(told, path)):
        where = f"{path}[{place}]"
        found.append(values.label(entry, where, labels) if labels else values.number(entry, where, *ids))
    if len(found) > room:
        values.fault(path, f"expected at most {room} cards, found {len(found)}")
    return found[:room]


class OfPile:
    """A pile is a list of its cards, in the order of their ids."""

    whole = True

    def write(self, record: Any, field: Field, sees: Callable[[Field], bool]) -> list[str | int]:
        """Return the cards."""
        return [named(card, field.labels) for card in record["cards"][: record["count"]].tolist()]

    def count(self, record: Any) -> int:
        """Return how many cards there are."""
        return int(record["count"])

    def read(self, values: Values, told: Any, path: str, record: Any, field: Field) -> None:
        """Put the cards into the pile, in their order."""
        ids = DECLARED[id(field.dtype)].fields["cards"].range or (0, 0)
        cards = read_cards(values, told, path, field.labels, ids, len(record["cards"]))
        record["count"] = len(cards)
        record["cards"][: len(cards)] = sorted(cards)


class OfTally:
    """A tally is an object: how many copies there are of each card of which there are any."""

    whole = True

    def write(self, record: Any, field: Field, sees: Callable[[Field], bool]) -> dict[str, int]:
        """Return the copies."""
        copies = record["copies"].tolist()
        return {str(named(card, field.labels)): some for card, some in enumerate(copies) if some}

    def count(self, record: Any) -> int:
        """Return how many cards there are."""
        return int(record["count"])

    def read(self, values: Values, told: Any, path: str, record: Any, field: Field) -> None:
        """Count the copies."""
        kinds = len(record["copies"])
        names = {str(named(card, field.labels)): card for card in range(len(field.labels) or kinds)}
        for name, copies in values.fields(told, path, names).items():
            record["copies"][names[name]] = values.number(copies, f"{path}.{name}", 0, 255)
        record["count"] = int(record["copies"].sum(dtype=int))


class OfStack:
    """A stack is an object: the cards known on top, the next to be drawn first, and the rest."""

    whole = False

    def write(self, record: Any, field: Field, sees: Callable[[Field], bool]) -> dict[str, Any]:
        """Return both parts; of a rest that may not be seen how many cards it has."""
        top = [named(card, field.labels) for card in record["top"][: record["known"]].tolist()]
        form, rest = self.rest_of(field)
        told = form.write(record["rest"], rest, sees) if sees(rest) else form.count(record["rest"])
        return {"top": top, "rest": told}

    def count(self, record: Any) -> int:
        """Return how many cards there are."""
        return int(record["known"]) + int(record["rest"]["count"])

    def read(self, values: Values, told: Any, path: str, record: Any, field: Field) -> None:
        """Read both parts."""
        found = {"top": None, "rest": None} | values.fields(told, path, ("top", "rest"))
        ids = DECLARED[id(field.dtype)].fields["top"].range or (0, 0)
        top = read_cards(values, found["top"], f"{path}.top", field.labels, ids, len(record["top"]))
        record["known"] = len(top)
        record["top"][: len(top)] = top
        form, rest = self.rest_of(field)
        form.read(values, found["rest"], f"{path}.rest", record["rest"], rest)

    def rest_of(self, field: Field) -> tuple[Form, Field]:
        """Return the form and the field of the rest, whose cards have the names of the stack's."""
        rest = replace(DECLARED[id(field.dtype)].fields["rest"], labels=field.labels)
        return FORMS[DECLARED[id(rest.dtype)].form], rest


FORMS: dict[str, Form] = {"pile": OfPile(), "tally": OfTally(), "stack": OfStack()}


def form_of(field: Field) -> Form | None:
    """Return the form of a part; None: it has none, or the field is no part."""
    return FORMS.get(DECLARED[id(field.dtype)].form) if field.kind == "part" else None
