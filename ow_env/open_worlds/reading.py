"""From JSON to a position, first half: the form, single values, the table and the players' cards.

Below: notation.py. Above: setting_up.py (the decision, and the record made of it all), positions.py
(the way out, which shows the form). A reader only collects: what is wrong with a field is kept in
`faults` and reading goes on, so that all faults of a position are named at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from ow_env.core.game import States
from ow_env.core.options import ASKING
from ow_env.core.text import nearest
from ow_env.open_worlds.cards import word_of
from ow_env.open_worlds.notation import Notation
from ow_env.open_worlds.rules.count_income import INCOMES_TO_DEPLETE
from ow_env.open_worlds.rules.setup import BY_WORLD_DRAW, RANDOM_SEAT
from ow_env.open_worlds.state import (
    ADJUST_HAND,
    COUNT_INCOME,
    DRAW,
    GAME_OVER,
    INDICATORS,
    MOST_TURNS,
    MOVE,
    NEXT_WORLD,
    NOBODY,
    POINTS,
    REVEAL,
    TRASH,
    TURN_BEGINS,
)

# ── The form ─────────────────────────────────────────────────────────────────────────────────

FORMAT = 1
MOST_INCOME = 9999
ENDINGS = ("", "terminated", "truncated")

BEGINS = {  # where each Step begins, if no decision is given
    "adjust": ADJUST_HAND,
    "stage": TURN_BEGINS,
    "move": MOVE,
    "reveal": REVEAL,
    "resolve": NEXT_WORLD,
    "income": COUNT_INCOME,
    "trash": TRASH,
    "draw": DRAW,
    "over": GAME_OVER,
}
STEP_OF = tuple(  # for each point its Step
    [step for step, first in BEGINS.items() if first <= point][-1] for point in range(len(POINTS))
)
PILES = {  # of a player: its name in a position -> its field in the record
    "hand": "hand", "deck": "deck", "trash": "trash", "wreck": "open_trash", "seen": "known",
}  # fmt: skip
OF_POSITION = (  # the fields of each object
    "game format view options turn final_turn priority step ending winner "
    "worlds players indicators decision"
).split()
OF_OPTIONS = "max_turns stage open_decklists introductory worlds_given first_player ask".split()
OF_WORLD = "name h2o res habitable hostile resolved".split()
OF_PLAYER = [*"deck_name prior_income income staged units halted unlimited_class".split(), *PILES]
OF_UNIT = "card owner age idle moved".split()
OF_INDICATOR = "card owner".split()

Table: TypeAlias = dict[str, Any]  # a JSON object
Named: TypeAlias = tuple[int, int, int]  # card, owner, controller


def resolved_by_default(step: str, turn: int) -> bool:
    """Have all Worlds been resolved, unless a position says otherwise?"""
    return turn > 0 and step in ("income", "trash", "draw", "over")


def order_from(first: int, players: int) -> list[int]:
    """Return the seats in Priority Order where it goes round the table from one of them (OW-0.5)."""
    return [(first + place) % players for place in range(players)]


def unit_names(words: Notation, units: Iterable[Named]) -> list[str]:
    """Return what tells each of the units at a World from the others, in their order."""
    names: list[str] = []
    met: Counter[str] = Counter()
    for card, owner, controller in units:
        name = f"{words.catalogue.cards[card].name} of {words.agent(owner)}"
        if controller != owner:
            name += f" held by {words.agent(controller)}"
        met[name] += 1
        names.append(f"{name} #{met[name]}" if met[name] > 1 else name)
    return names


def shown(value: object) -> str:
    """Show what was found, cut short; a list or an object by its size."""
    if isinstance(value, dict):
        return "{}" if not value else f"an object of {len(value)}"
    if isinstance(value, list | tuple):
        return "[]" if not value else f"a list of {len(value)}"
    try:
        text = repr(value)
    except Exception:  # whatever it is, it is wrong: saying so must not fail
        text = f"a {type(value).__name__}"
    return text if len(text) <= 60 else f"{text[:57]}..."


@dataclass
class ReadUnit:
    """A unit in play, read from a position."""

    world: int
    controller: int
    card: int
    owner: int
    age: int
    idle: bool
    moved: bool

    @property
    def order(self) -> tuple[int, int, int, int, bool]:
        """What the units of a position are sorted by (state.GAME)."""
        return (self.world, self.controller, self.card, self.owner, not self.idle)


@dataclass
class ReadPlayer:
    """A player, read from a position."""

    income: int = 0
    prior_income: int = 0
    piles: dict[str, list[int]] = field(default_factory=dict)
    staged: dict[int, list[int]] = field(default_factory=dict)  # World -> cards
    halted: bool = False
    unlimited_class: bool = False
    adjusted: int = 0
    swapping: int = 0  # card id + 1


# ── Values ───────────────────────────────────────────────────────────────────────────────────


class Values:
    """Reads single values. What is wrong is kept in `faults`, and something harmless returned."""

    def __init__(self, words: Notation) -> None:
        self.words = words
        self.t: Any = words.t
        self.faults: list[str] = []
        self.agents = [words.agent(seat) for seat in range(words.num_players)]

    def fault(self, path: str, text: str) -> None:
        """Keep a fault: the field, then what was found and what would be right."""
        self.faults.append(f"{path}: {text}" if path else text)

    def table(self, value: object, path: str, known: Iterable[str]) -> Table:
        """Return a JSON object whose fields are all known."""
        if not isinstance(value, dict):
            self.fault(path, f"expected an object, found {shown(value)}")
            return {}
        known = tuple(known)
        for key in value:
            if key not in known:
                near = nearest(key, known) if isinstance(key, str) else ""
                self.fault(path, f"there is no field {shown(key)}{near}")
        return {key: entry for key, entry in value.items() if key in known}

    def entries(self, value: object, path: str) -> list[Any]:
        """Return a JSON list."""
        if isinstance(value, list | tuple):
            return list(value)
        self.fault(path, f"expected a list, found {shown(value)}")
        return []

    def by_name(self, value: object, path: str, example: str) -> Iterator[tuple[str, Any]]:
        """Go through a JSON object whose keys are names."""
        if not isinstance(value, dict):
            self.fault(path, f"expected an object such as {example}, found {shown(value)}")
            return
        for key, entry in value.items():
            if isinstance(key, str):
                yield key, entry
            else:
                self.fault(path, f"expected a name, found {shown(key)}")

    def number(self, value: object, path: str, low: int, high: int) -> int:
        """Return a whole number in its range."""
        if type(value) is int and low <= value <= high:
            return value
        wanted = f"{low}" if low == high else f"a whole number from {low} to {high}"
        self.fault(path, f"expected {wanted}, found {shown(value)}")
        return low

    def flag(self, table: Table, key: str, path: str, default: bool = False) -> bool:
        """Return a field that is true or false."""
        value = table.get(key, default)
        if isinstance(value, bool):
            return value
        self.fault(f"{path}{key}", f"expected true or false, found {shown(value)}")
        return default

    def word(self, value: object, path: str, known: Sequence[str]) -> str | None:
        """Return one of a few words."""
        if isinstance(value, str) and value in known:
            return value
        near = nearest(value, known) if isinstance(value, str) else f"; one of {', '.join(known)}"
        self.fault(path, f"expected a known word, found {shown(value)}{near}")
        return None

    def card(self, value: object, path: str) -> int | None:
        """Return the id of a card named."""
        ids = self.words.catalogue.card_ids
        if isinstance(value, str) and value in ids:
            return ids[value]
        near = nearest(value, ids) if isinstance(value, str) else ""
        self.fault(path, f"expected the name of a card, found {shown(value)}{near}")
        return None

    def seat(self, value: object, path: str) -> int | None:
        """Return the seat of a player named or numbered."""
        if type(value) is int and 0 <= value < len(self.agents):
            return value
        if isinstance(value, str) and value in self.agents:
            return self.agents.index(value)
        right = f"{self.agents[0]} to {self.agents[-1]}, or a seat from 0 to {len(self.agents) - 1}"
        self.fault(path, f"expected {right}, found {shown(value)}")
        return None

    def cards(self, value: object, path: str) -> list[int]:
        """Return the ids of a list of cards, sorted."""
        if type(value) is int:
            hides = "a view counts what it hides; only a full position can be set up"
            self.fault(path, f"expected a list of cards, found {shown(value)}: {hides}")
            return []
        ids = [
            self.card(name, f"{path}[{place}]")
            for place, name in enumerate(self.entries(value, path))
        ]
        return sorted(id_ for id_ in ids if id_ is not None)

    def name(self, card: int) -> str:
        """Return a card's name."""
        return self.words.catalogue.cards[card].name


# ── The table and the players ────────────────────────────────────────────────────────────────


class TableReader(Values):
    """Reads what lies on the table and in the hands."""

    def __init__(self, words: Notation, template: States, told: object) -> None:
        super().__init__(words)
        self.template: Any = template[0]
        if not isinstance(told, dict):
            raise ValueError(f"expected a position, an object, found {shown(told)}")
        if told.get("view", "full") != "full":
            found = f"found that of {shown(told['view'])}, which hides cards"
            raise ValueError(f"view: only a full position can be set up, {found}")
        self.told = self.table(told, "", OF_POSITION)
        self.fields: dict[str, int] = {}  # single fields of the record
        self.row: list[int] = []  # ids of the Worlds
        self.resolved: list[bool] = []
        self.world_faults = False
        self.players = [ReadPlayer() for _ in self.agents]
        self.units: list[ReadUnit] = []
        self.indicators: list[tuple[int, int, int]] = []  # World, card, owner
        self.step = "stage"
        self.point = TURN_BEGINS
        self.turn = 1
        self.priority = 0
        self.first_order = [0] * len(self.agents)  # where first_player is given: the first turn's Priority Order
        self.order = [0] * len(self.agents)  # the seats in Priority Order

    def read_table(self) -> None:
        """Read everything but the decision."""
        if self.told.get("game", "open_worlds") != "open_worlds":
            self.fault("game", f"expected 'open_worlds', found {shown(self.told['game'])}")
        self.number(self.told.get("format", FORMAT), "format", FORMAT, FORMAT)
        self.read_options()
        self.read_turn()
        self.read_worlds()
        self.read_players()
        self.read_indicators()

    def read_options(self) -> None:
        """Read what was agreed before the game; what is left out is as in this game."""
        told = self.table(self.told.get("options", {}), "options", OF_OPTIONS)
        most = self.number(
            told.get("max_turns", int(self.template.max_turns)), "options.max_turns", 1, MOST_TURNS
        )
        ways = ("simultaneous", "priority")
        way = self.word(
            told.get("stage", ways[self.template.stage_in_order]), "options.stage", ways
        )
        asked = self.word(told.get("ask", ASKING[self.template.ask_public]), "options.ask", ASKING)
        self.fields |= {
            "max_turns": most,
            "stage_in_order": int(way == "priority"),
            "ask_public": int(asked == "public"),
        }
        for key in ("open_decklists", "introductory", "worlds_given"):
            self.fields[key] = self.flag(told, key, "options.", bool(self.template[key]))
        self.fields["first_player"] = int(self.template.first_player)
        self.first_order = [int(seat) for seat in self.template.first_order[: len(self.agents)]]
        if "first_player" in told:
            self.read_first_player(told["first_player"])

    def read_first_player(self, told: object) -> None:
        """Read who has Priority first: a seat, all seats in order, or what leaves it to chance (OW-1.4)."""
        self.first_order = [0] * len(self.agents)
        if told is None or told == "worlds":
            self.fields["first_player"] = RANDOM_SEAT if told is None else BY_WORLD_DRAW
            return
        path = "options.first_player"
        if isinstance(told, list | tuple):
            seats = [self.seat(seat, f"{path}[{place}]") for place, seat in enumerate(told)]
            order = [seat for seat in seats if seat is not None]
            if len(told) != len(self.agents) or len(set(order)) < len(order):
                found = ", ".join(shown(seat) for seat in told[:5])
                self.fault(path, f"expected each of {len(self.agents)} seats once, found [{found}]")
            if sorted(order) != list(range(len(self.agents))):
                order = order_from(0, len(self.agents))
        else:
            order = order_from(self.seat(told, path) or 0, len(self.agents))
        self.first_order = order
        self.fields["first_player"] = order[0]

    def read_turn(self) -> None:
        """Read where in the game the position stands."""
        told = self.told
        if "step" not in told:
            self.fault("step", f"it is missing; one of {', '.join(BEGINS)}")
        else:
            self.step = self.word(told["step"], "step", tuple(BEGINS)) or "stage"
        self.point = BEGINS[self.step]
        setup = self.step == "adjust" or (self.step == "draw" and told.get("decision") is not None)
        least = 0 if setup else 1
        most = 0 if self.step == "adjust" else self.fields["max_turns"]
        self.turn = self.number(told.get("turn", most and 1), "turn", least, most)
        self.fields["final_turn"] = self.flag(told, "final_turn", "")
        if self.fields["final_turn"] and (self.turn == 0 or self.step in ("trash", "draw")):
            self.fault("final_turn", "the FINAL TURN is a turn and ends with Count Income (OW-3.2)")
        self.read_priority()

    def read_priority(self) -> None:
        """Read who has Priority. In the first turn a Priority Order that was given holds until the count (OW-1.4)."""
        first = self.fields["first_player"]
        counted = self.step in ("trash", "draw") or (self.step == "over" and not self.fields["final_turn"])
        opening = first >= 0 and (self.turn == 0 or (self.turn == 1 and not counted))
        if self.step == "adjust" and first < 0:
            self.priority = NOBODY
            self.order = order_from(0, len(self.agents))
            if self.told.get("priority") is not None:
                found = f"expected null, found {shown(self.told['priority'])}"
                self.fault("priority", f"it is determined after the hands are adjusted (OW-1.4): {found}")
            return
        usual = first if self.step == "adjust" else 0
        self.priority = self.seat(self.told.get("priority", usual), "priority") or 0
        self.order = order_from(self.priority, len(self.agents))
        if opening and self.priority == first:
            self.order = self.first_order

    def read_worlds(self) -> None:
        """Read the row of Worlds. A World of the catalogue may be given by its name alone."""
        before = len(self.faults)
        told = self.entries(self.told.get("worlds", []), "worlds")
        count = self.words.num_worlds
        if len(told) != count:
            self.fault("worlds", f"expected {count} Worlds, found {len(told)}")
        default = resolved_by_default(self.step, self.turn)
        for place, entry in enumerate(told[:count]):
            path = f"worlds[{place}]"
            given = {"name": entry} if isinstance(entry, str) else entry
            world = self.table(given, path, OF_WORLD)
            self.read_world(world, path)
            resolved = self.flag(world, "resolved", f"{path}.", default)
            self.resolved.append(resolved)
            if resolved != default and self.step != "resolve":
                right = f"expected {str(default).lower()} in step {self.step!r}"
                self.fault(f"{path}.resolved", f"{right}, found {str(resolved).lower()}")
        self.world_faults = len(self.faults) > before

    def read_world(self, told: Table, path: str) -> None:
        """Read one World, whose figures are those of its card."""
        known = self.words.catalogue.worlds
        ids = self.words.catalogue.world_ids
        name = told.get("name")
        if not isinstance(name, str) or name not in ids:
            near = nearest(name, ids) if isinstance(name, str) else ""
            self.fault(f"{path}.name", f"expected the name of a World, found {shown(name)}{near}")
            return
        world = known[ids[name]]
        if world.id in self.row:
            self.fault(f"{path}.name", f"{name} is there twice; each World is unique (OW-1.2)")
        self.row.append(world.id)
        for key in ("h2o", "res", "habitable", "hostile"):
            right = getattr(world, key)
            found = told.get(key, right)
            if type(found) is not type(right) or found != right:
                wanted = str(right).lower()
                hint = "other figures are given by a card file of your own, cards="
                self.fault(f"{path}.{key}", f"{name} has {wanted}, found {shown(found)}; {hint}")

    def place(self, name: str, path: str) -> int | None:
        """Return the place in the row of a World named."""
        known = self.words.catalogue.worlds
        names = [known[id_].name for id_ in self.row]
        if name in names:
            return names.index(name)
        if not self.world_faults:  # else it may well be the World that could not be read
            near = nearest(name, names)
            self.fault(path, f"expected a World of the row, found {shown(name)}{near}")
        return None

    def read_players(self) -> None:
        """Read the players, seat by seat."""
        told = self.entries(self.told.get("players", []), "players")
        if len(told) != len(self.agents):
            self.fault("players", f"expected {len(self.agents)} players, found {len(told)}")
        for seat, entry in enumerate(told[: len(self.agents)]):
            self.read_player(seat, self.table(entry, f"players[{seat}]", OF_PLAYER))

    def read_player(self, seat: int, told: Table) -> None:
        """Read one player."""
        path = f"players[{seat}]."
        me = self.players[seat]
        if not isinstance(told.get("deck_name"), str | None):
            self.fault(f"{path}deck_name", f"expected a name, found {shown(told['deck_name'])}")
        for key in ("income", "prior_income"):
            setattr(me, key, self.number(told.get(key, 0), f"{path}{key}", 0, MOST_INCOME))
        if self.step not in ("trash", "draw", "over"):  # till the next count both are one figure
            me.income = me.income if "income" in told else me.prior_income
            me.prior_income = me.prior_income if "prior_income" in told else me.income
        me.piles = {key: self.cards(told.get(key, []), f"{path}{key}") for key in PILES}
        staged = told.get("staged", {})
        for name, cards in self.by_name(staged, f"{path}staged", '{"Koti": ["City 12"]}'):
            where = f"{path}staged.{name}"
            world, ids = self.place(name, where), self.cards(cards, where)
            if world is not None and ids:
                me.staged[world] = ids
        units = told.get("units", {})
        for name, entries in self.by_name(units, f"{path}units", '{"Koti": ["City 12"]}'):
            where = f"{path}units.{name}"
            world = self.place(name, where)
            for place, entry in enumerate(self.entries(entries, where)):
                self.read_unit(seat, world, entry, f"{where}[{place}]")
        me.halted = self.flag(told, "halted", path)
        me.unlimited_class = self.flag(told, "unlimited_class", path)

    def read_unit(self, seat: int, world: int | None, entry: object, path: str) -> None:
        """Read one unit: a name, or a table of what is special about it."""
        told = self.table({"card": entry} if isinstance(entry, str) else entry, path, OF_UNIT)
        card = self.card(told.get("card"), f"{path}.card" if isinstance(entry, dict) else path)
        owner = self.seat(told.get("owner", seat), f"{path}.owner")
        idle, moved = (self.flag(told, key, f"{path}.") for key in ("idle", "moved"))
        age = self.number(told.get("age", 0), f"{path}.age", 0, INCOMES_TO_DEPLETE - 1)
        if card is None or owner is None:
            return
        row = self.t.cards[card]
        name = self.name(card)
        if row.unit < 0:
            what = word_of(self.words.catalogue.cards[card].type)
            self.fault(path, f"{name} is a {what} and can't be in play")
            return
        if owner != seat and row.facility < 0:
            self.fault(f"{path}.owner", f"{name} is no Facility: only its owner may control it")
        if idle and row.facility < 0:
            self.fault(f"{path}.idle", f"{name} is no Facility: its Income can't be stopped")
        if moved and row.ship < 0:
            self.fault(f"{path}.moved", f"{name} is no Ship: it can't move")
        if age and row.depletes == 0:
            self.fault(f"{path}.age", f"{name} never runs dry: expected 0, found {age}")
        if world is not None:
            self.units.append(ReadUnit(world, seat, card, owner, age, idle, moved))

    def read_indicators(self) -> None:
        """Read the indicators; a plain name is a card of player 0."""
        told = self.told.get("indicators", {})
        for name, entries in self.by_name(told, "indicators", '{"Koti": ["Suck Dry"]}'):
            path = f"indicators.{name}"
            world = self.place(name, path)
            for place, entry in enumerate(self.entries(entries, path)):
                where = f"{path}[{place}]"
                given = {"card": entry} if isinstance(entry, str) else entry
                mark = self.table(given, where, OF_INDICATOR)
                card = self.card(mark.get("card"), where)
                owner = self.seat(mark.get("owner", 0), f"{where}.owner")
                if card is not None and self.t.cards[card].depletes == 0:
                    self.fault(where, f"{self.name(card)} never becomes an indicator")
                elif card is not None and owner is not None and world is not None:
                    self.indicators.append((world, card, owner))
        if len(self.indicators) > INDICATORS:
            self.fault("indicators", f"expected {INDICATORS} at most, found {len(self.indicators)}")
