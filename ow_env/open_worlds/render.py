"""Open Worlds as a table of text: the row of Worlds with all units, the players below it.

Below: sight.py, which decides what may be shown. Above: game.py. It knows no rules. The order is
that of the page, from its top: header, Worlds, conflict, players, legend.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from textwrap import TextWrapper

from ow_env.core.game import States
from ow_env.open_worlds.cards import Card, Catalogue, Type
from ow_env.open_worlds.sight import SeenPlayer, SeenStaged, SeenUnit, SeenWorld, Sight, look

WIDTH = 108  # columns of the page
ACROSS = 5  # Worlds side by side; a longer row is broken in two
UNBROKEN = "\u00a0"
BETWEEN, CROSSING = "│ ", "┼─"
MARKS = ("idle", "moved", "reserved", "defended", "overcome")  # of a unit, as SeenUnit calls them
LABEL = 10  # columns before a player's cards

# The looks of a piece of text, where colour is asked for (ANSI SGR codes).
PLAIN, STRONG, FAINT, ALARM = "", "1", "2", "1;31"
SEATS = ("36", "33", "35", "32")

LEGEND = (
    "D Defensive Strength (if not in the name), + Income, T Capacity, W Weapons, "
    "C Class, R Range, [face down]"
)


def render(
    catalogue: Catalogue,
    tables: States,
    state: States,
    view: str,
    agents: Sequence[str],
    colour: bool = False,
) -> str:
    """Return a position as lines of text, none of them longer than WIDTH.

    Args:
        catalogue: the cards and Worlds that the position names.
        tables: [1] TABLES.
        state: [1] GAME, only read.
        view: "full", "public", or the name of an agent: what that viewer can't know is not shown.
        agents: what the seats are called.
        colour: mark up with ANSI codes. The text without them is the same.
    """
    sight = look(catalogue, tables, state, view, agents)
    ink = Ink(colour)
    blocks = [header(sight, ink), *worlds(sight, ink), battle(sight), players(sight, ink), [LEGEND]]
    return "\n\n".join("\n".join(line.rstrip() for line in block) for block in blocks if block)


def wrap(text: str, width: int, subsequent_indent: str = "  ") -> list[str]:
    """Break text into lines, nowhere at an UNBROKEN space."""
    wrapper = TextWrapper(width, subsequent_indent=subsequent_indent, break_on_hyphens=False)
    return [line.replace(UNBROKEN, " ") for line in wrapper.wrap(text)]


def unbroken(text: str) -> str:
    """Return text that `wrap` keeps on one line."""
    return text.replace(" ", UNBROKEN)


class Ink:
    """Writes text in a look, or plainly."""

    def __init__(self, colour: bool) -> None:
        self.colour = colour

    def __call__(self, text: str, look: str) -> str:
        """Return text, in a look where colour is asked for."""
        return f"\x1b[{look}m{text}\x1b[0m" if self.colour and look and text else text


# ── Header ───────────────────────────────────────────────────────────────────────────────────


def header(sight: Sight, ink: Ink) -> list[str]:
    """Return where the game stands and what is asked."""
    where = [f"Turn {sight.turn} of {sight.max_turns}" if sight.turn else "Before turn 1"]
    if sight.final_turn:
        where.append("FINAL TURN")
    elif sight.final_next:
        where.append("the next turn is the FINAL TURN")
    where.append(sight.step)
    if sight.priority_order:
        where.append(f"Priority: {', then '.join(sight.priority_order)}")
    lines = wrap(" · ".join(map(unbroken, where)), WIDTH)
    lines += wrap("; ".join(map(unbroken, sight.plays)), WIDTH)
    asked = wrap(f"> {sight.decision}", WIDTH)
    return [ink(line, STRONG) for line in lines] + [ink(line, ALARM) for line in asked]


# ── Worlds and units ─────────────────────────────────────────────────────────────────────────


def worlds(sight: Sight, ink: Ink) -> list[list[str]]:
    """Return the row of Worlds with the units under each, broken where it is too long."""
    count = len(sight.worlds)
    rows = -(-count // ACROSS)
    across = -(-count // rows)
    width = (WIDTH - len(BETWEEN) * (across - 1)) // across
    starts = range(0, count, across)
    return [table(sight, range(start, min(count, start + across)), width, ink) for start in starts]


def table(sight: Sight, here: range, width: int, ink: Ink) -> list[str]:
    """Return some Worlds side by side: what they are, then a band for each player."""
    tops = [world_lines(sight.worlds[w]) for w in here]
    lines = side_by_side(tops, width, ink)
    for seat in range(len(sight.players)):
        rule = CROSSING.join("─" * width for _ in here)
        name = title(sight, seat)
        lines.append(ink(name, SEATS[seat]) + " " + rule[len(name) + 1 :])
        cells = [cell(sight, seat, w, width) for w in here]
        lines += side_by_side(cells, width, ink)
    return lines


def title(sight: Sight, seat: int) -> str:
    """Return a player's name, marked where it is the viewer."""
    return sight.players[seat].name + (" (you)" if seat == sight.viewer else "")


def side_by_side(columns: list[list[tuple[str, str]]], width: int, ink: Ink) -> list[str]:
    """Return columns of (text, look) as lines."""
    lines = []
    for i in range(max(map(len, columns))):
        parts = [column[i] if i < len(column) else ("", PLAIN) for column in columns]
        padded = [ink(text, look) + " " * (width - len(text)) for text, look in parts]
        lines.append(BETWEEN.join(padded))
    return lines


def world_lines(world: SeenWorld) -> list[tuple[str, str]]:
    """Return what a World is: name, room and RES, climate, how far its resolution has come."""
    climate = ["Habitable"] * world.habitable + ["Hostile"] * world.hostile
    lines = [
        (f"> {world.name} <" if world.resolving else world.name, STRONG),
        (f"H2O {len(world.room_taken)}/{world.h2o}  RES {world.res}", PLAIN),
        (" ".join(climate), PLAIN),
    ]
    lines += [(f"under it: {name}", FAINT) for name in counted(world.indicators)]
    if world.resolving or world.resolved:
        lines.append(("being resolved" if world.resolving else "resolved", FAINT))
    return lines


def cell(sight: Sight, seat: int, world: int, width: int) -> list[tuple[str, str]]:
    """Return a player's units and staged cards at a World."""
    lines: list[tuple[str, str]] = []
    for alike in sight.units_of(seat, world):
        words = unit_words(sight, alike)
        hurt = alike[0].overcome or alike[0].damage >= alike[0].card.defense > 0
        lines += [(line, ALARM if hurt else PLAIN) for line in wrap(words, width)]
    staged = sight.players[seat].staged
    if staged is not None and staged[world]:
        words = f"staged {', '.join(staged_words(staged[world]))}"
        lines += [(line, FAINT) for line in wrap(words, width)]
    return lines


def unit_words(sight: Sight, alike: list[SeenUnit]) -> str:
    """Return copies of a unit as words: how many, the name, the figures, what marks it."""
    unit = alike[0]
    count = f"{len(alike)}x " if len(alike) > 1 else ""
    marks = ", ".join(map(unbroken, unit_marks(sight, unit)))
    return " ".join([count + unbroken(unit.card.name), *figures(unit), marks])


def figures(unit: SeenUnit) -> list[str]:
    """Return a unit's figures, each with its letter."""
    card = unit.card
    found = [f"D{card.defense}"] if card.title == card.name else []
    if card.type == Type.FACILITY:
        found.append(f"+{unit.income}")
    if card.weapons:
        found.append("W" + "+".join(map(str, card.weapons)))
    if card.capacity:
        found.append(f"T{card.capacity}")
    if card.move_range:
        found += [f"C{card.ship_class}", f"R{card.move_range}"]
    return found


def unit_marks(sight: Sight, unit: SeenUnit) -> list[str]:
    """Return what holds of a unit beyond its figures."""
    marks = [f"of {sight.players[unit.owner].name}"] if unit.owner != unit.controller else []
    marks += [word for word in MARKS if getattr(unit, word)]
    if unit.age:
        marks.append(f"age {unit.age}")
    if unit.damage:
        marks.append(f"hit {unit.damage}/{unit.card.defense}")
    if unit.conqueror is not None:
        marks.append(f"falls to {sight.players[unit.conqueror].name}")
    if unit.asked_weapon is not None:
        marks.append("aims")
    return marks


def staged_words(staged: Iterable[SeenStaged]) -> list[str]:
    """Return staged cards: face up by name, face down in brackets."""
    names = [(place.card.name if place.card else "?", place.face_down) for place in staged]
    return [f"[{name}]" if face_down else name for name, face_down in names]


# ── Conflict ─────────────────────────────────────────────────────────────────────────────────


def battle(sight: Sight) -> list[str]:
    """Return what the units in a conflict have been ordered to do so far, a line for each."""
    if sight.conflict is None:
        return []
    units = {unit.index: unit for unit in sight.units}
    lines = [f"{sight.conflict} so far"]
    for unit in sight.units:
        orders = [
            f"{power} at {whose(sight, units[target])}"
            for power, target in zip(unit.card.weapons, unit.targets, strict=True)
            if target is not None
        ]
        if unit.defends is not None:
            orders.append(f"defends {units[unit.defends].card.name}")
        if unit.reserved and sight.conflict != "Surface Conflict":
            orders.append("reserves its Weapons")
        if orders:
            lines += wrap(f"  {whose(sight, unit)}: {', '.join(orders)}", WIDTH, "    ")
    return lines if len(lines) > 1 else []


def whose(sight: Sight, unit: SeenUnit) -> str:
    """Return a unit with the one who controls it."""
    return f"{sight.players[unit.controller].name}'s {unit.card.name}"


# ── Players ──────────────────────────────────────────────────────────────────────────────────


def players(sight: Sight, ink: Ink) -> list[str]:
    """Return every player's figures and cards, as far as they may be shown."""
    lines = []
    for seat, player in enumerate(sight.players):
        name = ink(title(sight, seat), SEATS[seat])
        lines.append(f"{name}  {' · '.join(player_figures(player))}")
        for label, names in card_lines(player):
            text = f"  {label:<{LABEL}}{', '.join(map(unbroken, names))}"
            lines += wrap(text, WIDTH, " " * (LABEL + 2))
    return lines


def player_figures(player: SeenPlayer) -> list[str]:
    """Return a player's figures."""
    found = [
        f"Income {player.income} (prior {player.prior_income})",
        f"hand {player.hand_count}",
        f"Deck {player.deck_count}",
        f"Trash Heap {player.trash_count}",
    ]
    found += ["Ships halted"] if player.halted else []
    found += ["Class unlimited"] if player.unlimited_class else []
    return found


def card_lines(player: SeenPlayer) -> list[tuple[str, list[str]]]:
    """Return a player's cards in lists with their labels; an empty list is left out."""
    trash = counted(player.trashed_openly)
    if player.thrown_away is not None:
        trash += [f"[{name}]" for name in counted(player.thrown_away)]
    elif player.trash_count > len(player.trashed_openly):
        trash.append(f"[{player.trash_count - len(player.trashed_openly)} face down]")
    lines = [
        ("hand", counted(player.hand or ())),
        ("known", counted(player.known)),
        ("Trash", trash),
        ("Deck", counted(player.deck or ())),
        ("hidden", counted(player.out_of_sight)),
    ]
    return [(label, names) for label, names in lines if names]


def counted(cards: Iterable[Card]) -> list[str]:
    """Return the names of cards in their order, copies counted as in a deck list: "2x Outpost"."""
    counts = Counter(card.name for card in cards)
    return [f"{copies}x {name}" if copies > 1 else name for name, copies in counts.items()]
