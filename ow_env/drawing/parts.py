"""What one viewer sees of a position, as plain data: the one description from which everything is drawn.

Below: nothing. Above: text.py, board.py, page.py draw it; view.py, by which it shows itself. What the rules hide
from the viewer is not in it, so no drawing can reveal it.

A table has *places* (Worlds, in a row), *seats*, and *zones* of cards: a zone lies before a seat, before a seat at a
place (a player's units at a World), or at neither (a market for all). Any other would be drawn nowhere, and is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

FULL, PUBLIC = "full", "public"  # views beside those of the seats
ZONES = ("table", "staged", "hand", "pile", "list")  # kinds of zones


@dataclass(frozen=True)
class Figure:
    """A number with its name: "Income 6"."""

    label: str
    value: str
    sign: str = ""  # for the label where there is little room, on a card: "+"
    icon: str = ""  # for the sign in a picture, one of `board.ICONS`; "" draws the sign
    note: str = ""  # more of the same: "prior 4"
    source: str = ""  # how sure the figure is, as the card file says: "printed", "inferred", "reconstructed"
    in_name: bool = False  # the card's name says it already: City 12

    def __str__(self) -> str:
        """Return the figure in words: "Income 6 (prior 4)"."""
        return " ".join(filter(None, (self.label, self.value, self.note and f"({self.note})")))


@dataclass(frozen=True)
class Line:
    """A line of what a card can do: "ally: draw 1"."""

    figures: tuple[Figure, ...]
    label: str = ""  # before them: "ally:", "or"


@dataclass(frozen=True)
class Card:
    """A card, or identical copies of it."""

    name: str = ""  # "": it lies face down, and the viewer can't know it
    number: int | None = None  # along the axis of cards of `Game.structure`; of what is no card, along its own
    kind: str = ""  # one of `View.kinds`: its colour
    figures: tuple[Figure, ...] = ()
    lines: tuple[Line, ...] = ()  # what it can do
    marks: tuple[str, ...] = ()  # what holds of it now: "idle", "hit 12/30"
    copies: int = 1
    keys: tuple[int, ...] = ()  # the copies as `View.links` name them
    owner: int | None = None  # the seat it belongs to, if not the one before which it lies
    face_down: bool = False
    asked: bool = False  # it is being decided about
    lost: bool = False  # it will leave play as things stand
    dim: bool = False  # it does nothing now
    attached: bool = False  # it lies on the card before it in its zone that is not


@dataclass(frozen=True)
class Zone:
    """Cards that lie together."""

    name: str  # "hand", "Trash"
    kind: str  # one of `ZONES`: "table": open, with all figures; "staged": laid down, face up or down; "hand"; "pile";
    # "list": cards that are known to be among hidden ones, or to be in one of several zones: no cards lie there
    seat: int | None = None
    place: int | None = None
    cards: tuple[Card, ...] = ()
    hidden: int = 0  # how many more lie there, of which nothing is known


@dataclass(frozen=True)
class Place:
    """Something all players may have cards at: a World."""

    name: str
    figures: tuple[Figure, ...] = ()
    marks: tuple[str, ...] = ()  # "Habitable"
    under: tuple[str, ...] = ()  # names of cards that lie under it
    state: str = ""  # "being resolved", "resolved"
    active: bool = False
    done: bool = False
    room: tuple[int | None, ...] = ()  # each piece of room: the seat that takes it, None: free
    colours: tuple[str, str] = ("#5c5c68", "#aca8a4")  # of its picture, a planet


@dataclass(frozen=True)
class Seat:
    """A player's figures; the cards are in the zones of the seat."""

    name: str
    asked: bool = False
    first: str = ""  # why it is marked as the first of the players: "Priority"
    figures: tuple[Figure, ...] = ()
    marks: tuple[str, ...] = ()  # "Ships halted"


@dataclass(frozen=True)
class Link:
    """An arrow from one card to another."""

    source: int  # one of `Card.keys`
    target: int
    seat: int  # whose colour it has
    text: str  # "14", "defends"


@dataclass(frozen=True)
class Sign:
    """What a sign on a card, a mark or a spelling on the page means."""

    sign: str
    meaning: str
    icon: str = ""


@dataclass(frozen=True)
class Kind:
    """A kind of cards and the colour it is known by, "#rrggbb"."""

    name: str
    colour: str


@dataclass(frozen=True)
class Spot:
    """Something on the table that can be pointed at: a card, a place or a seat. What is None may be any."""

    card: int | None = None  # as `Card.number`
    zones: tuple[str, ...] = ()  # names of the zones in which the card may lie; (): any
    seat: int | None = None  # before which it lies; without a card: the seat itself
    place: int | None = None  # at which it lies; without a card: the place itself


@dataclass(frozen=True)
class Choice:
    """An action, and where on the table one points to take it: first at the source, then at the target."""

    action: int  # its id
    name: str  # as records have it: "stage City 12 @ Zadruga"
    label: str  # what it does with what is pointed at, short: "stage", "play: combat"
    source: Spot | None = None  # None: it is about nothing on the table ("end turn")
    target: Spot | None = None  # None: the source is all there is to point at


@dataclass(frozen=True)
class Table:
    """A position as one viewer sees it: what is drawn."""

    game: str  # what it is called
    viewer: int | None  # the seat that looks; None: the full view or the public one
    when: str  # "Turn 3 of 40"
    step: str  # where in the turn: "Stage"
    decision: str  # what is decided and by whom, a sentence; after the end the result
    over: bool
    seats: tuple[Seat, ...]
    zones: tuple[Zone, ...]
    places: tuple[Place, ...] = ()
    links: tuple[Link, ...] = ()
    alerts: tuple[str, ...] = ()  # what nobody may overlook: "FINAL TURN"
    notes: tuple[str, ...] = ()  # "Priority: player_1"
    stack: tuple[str, ...] = ()  # what is being played, and the answers to it, a sentence each
    orders: tuple[str, ...] = ()  # what has been ordered so far and has yet to happen: a heading, then a line each
    kinds: tuple[Kind, ...] = ()
    signs: tuple[Sign, ...] = ()  # what the reader needs to read this page

    def __post_init__(self) -> None:
        """Refuse a zone that no drawing would show.

        Raises:
            ValueError: names the zone, and says where it may lie.
        """
        for zone in self.zones:
            why = self.why_undrawn(zone)
            if why:
                raise ValueError(f"zone {zone.name!r} would be drawn nowhere: {why}")

    def why_undrawn(self, zone: Zone) -> str:
        """Return why nothing draws a zone, and what would be right; "": it is drawn."""
        if zone.kind not in ZONES:
            return f"kind: expected one of {', '.join(ZONES)}, found {zone.kind!r}"
        if zone.place is not None and zone.seat is None:
            return f"it lies at place {zone.place} before no seat; give it a seat too, or no place"
        for told, found, many in (("seat", zone.seat, len(self.seats)), ("place", zone.place, len(self.places))):
            if found is not None and not 0 <= found < many:
                return f"{told}: expected None or a whole number below {many}, found {found}"
        return ""

    def data(self) -> dict[str, Any]:
        """Return all of it as what JSON can say."""
        return asdict(self)

    def title(self, seat: int) -> str:
        """Return a seat's name, marked if it is the viewer's."""
        return self.seats[seat].name + (" (you)" if seat == self.viewer else "")

    def zones_at(self, seat: int | None, place: int | None) -> list[Zone]:
        """Return the zones of a seat at a place; None: of no seat, at no place."""
        return [zone for zone in self.zones if zone.seat == seat and zone.place == place]

    def shows(self, spot: Spot) -> bool:
        """Tell whether there is something on the table that a spot points at."""
        if spot.card is None:
            many = len(self.places) if spot.place is not None else len(self.seats)
            return (spot.place if spot.place is not None else spot.seat or 0) < many
        return any(
            card.number == spot.card
            for zone in self.zones
            if (not spot.zones or zone.name in spot.zones)
            and (spot.seat is None or zone.seat == spot.seat)
            and (spot.place is None or zone.place == spot.place)
            for card in zone.cards
        )

    def card_of(self, key: int) -> tuple[Card, int | None]:
        """Return the card of a key, and the seat before which it lies."""
        return next((card, zone.seat) for zone in self.zones for card in zone.cards if key in card.keys)


def viewer_of(view: object, agents: Sequence[str]) -> int | None:
    """Return the seat a view belongs to, None for the full and the public one.

    Raises:
        ValueError: there is no such view.
    """
    if not isinstance(view, str) or view not in (FULL, PUBLIC, *agents):
        raise ValueError(f"view: expected {FULL}, {PUBLIC} or one of {', '.join(agents)}, got {view!r:.80}")
    return agents.index(view) if view in agents else None


def pile_of(names: Iterable[str], face_down: bool = False) -> tuple[Card, ...]:
    """Return cards of these names in their order, copies as one: for zones in which only names matter."""
    counts: dict[str, int] = {}
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    return tuple(Card(name, copies=copies, face_down=face_down) for name, copies in counts.items())
