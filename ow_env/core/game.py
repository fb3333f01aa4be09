"""The `Game` interface: one object per configured game.

Below: kernels.py, the compiled drivers. Above: Batch, adapters, agents, training. Each
game subclasses it (docs/your-own-game.md goes through one).

``engine`` is a module of compiled rules over one record; the methods are plain Python for people:
names, positions, pictures, reasons.
"""

from __future__ import annotations

import hashlib
import inspect
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from types import ModuleType
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ow_env.compiled.refused import UnfitRules
from ow_env.core.declared import Writer, changed, plain_view, read_position
from ow_env.core.engines import completed
from ow_env.core.events import Event
from ow_env.core.kernels import BEHIND, NO_ANSWER, NOBODY_ASKED, SHOW, Kernels, kernels_of
from ow_env.core.options import shown, whole_number
from ow_env.core.rng import RNG, start_all
from ow_env.core.sound import Fault, declaration_of, found_at
from ow_env.core.structure import ActionTable, Facts, Feature, Features, Structure, declared, highest, plain
from ow_env.core.text import nearest
from ow_env.drawing.board import picture_of
from ow_env.drawing.parts import FULL, Choice, Seat, Spot
from ow_env.drawing.text import text_of
from ow_env.drawing.view import View

States: TypeAlias = npt.NDArray[Any]  # [N] records of Game.state_dtype; "a state" is [1] of them
Position: TypeAlias = dict[str, Any]  # JSON-able


class Game:
    """One configured game: rules, options, number of players. It holds no position: callers keep those in arrays.

    A subclass says in ``facts`` what kind of game it is, declares its ``actions``, ``features`` and ``reasons``, and
    calls `configured` in ``__init__``. Its rules stand in the same module, or in the module ``engine``. Names,
    positions, views and events are derived from these and from its record's field declarations (fields.py). A game can
    override any method or attribute below.
    """

    engine: ModuleType  # compiled rules: see kernels.py; those that engines.py knows how to make may be left out
    name: str  # that given to rules_of
    version: int = 0  # raised when the same seed and actions no longer give the same game
    asks_everybody: bool = False  # does every seat act at every decision, in every position? False promises nothing
    facts: Facts  # what kind of game it is: for whoever must know, without asking for its name
    num_players: int  # seats are 0 .. num_players - 1
    num_actions: int
    num_features: int
    state_dtype: np.dtype[Any]
    tables: States  # [1] record of constants the rules read
    template: States  # [1] position before the first random draw: options and decks in place
    actions: tuple[str, ...]  # the name of every action id, as it reads in no particular position
    features: tuple[Feature, ...]
    reasons: Sequence[str] = ("", "the rules do not allow it")  # in words, by the numbers of `why_not`; {player} may be
    # in them, {action} too
    observation_high: npt.NDArray[np.uint8]  # [F] largest value of each number observed
    options: dict[str, Any]  # JSON-able; rebuilds this game

    wins_by: tuple[str, str] = ("", "")  # the figure of a seat (`Seat.figures`) that decides, and why who has won has
    any_order: tuple[str, ...] = ()  # labels of choices that people may want to take all at once: "play"

    _declared: tuple[Features, ActionTable] | None = None  # what the slices and actions were made of

    def __init_subclass__(cls) -> None:
        """Complete the class: its engine, and what follows from how its actions and features are declared."""
        super().__init_subclass__()
        module = sys.modules[cls.__module__]
        engine: Any = cls.__dict__.get("engine", module)
        if not hasattr(engine, "rule") or not hasattr(engine, "apply"):
            return  # it has those of the class it extends, or is itself to be extended
        library = engine.rule.library
        cls.name = cls.__dict__.get("name", library.name)
        cls.state_dtype = library.records["Game"]
        try:
            cls.engine = completed(engine, library, cls.state_dtype)
        except UnfitRules as unfit:
            unfit.kind = cls
            raise
        features, actions = cls.__dict__.get("features"), cls.__dict__.get("actions")
        if isinstance(features, Features):
            cls.features, cls.num_features = tuple(features.slices), features.slices[-1].stop
            cls.observation_high = highest(features.slices)
        if isinstance(actions, ActionTable):
            cls.actions, cls.num_actions = tuple(actions.names), len(actions.names)
        if isinstance(features, Features) and isinstance(actions, ActionTable):
            cls._declared = features, actions

    def configured(self, num_players: int, **options: Any) -> Any:
        """Keep the options, begin with tables and a template of zeros; return the template's record, to be filled in.

        Args:
            num_players: refused if `facts` does not have it.
            options: JSON-able.
        """
        self.num_players = whole_number("num_players", num_players, *self.facts.players)
        self.options = {"num_players": self.num_players, **options}
        self.tables = np.zeros(1, self.engine.rule.library.records["Tables"])
        self.template = np.zeros(1, self.state_dtype)
        if "num_players" in (self.state_dtype.names or ()):
            self.template["num_players"] = self.num_players
        return self.template[0]

    # What a game may say better than this.

    def action_name(self, state: States, player: int, action: int) -> str:
        """Return the name of an action id as ``player`` would say it."""
        return self.actions[action]

    def action_id(self, state: States, player: int, name: str) -> int:
        """Return the id of a named action; a ValueError for an unknown name suggests the nearest."""
        if isinstance(name, str) and name in self.actions:
            return self.actions.index(name)
        raise ValueError(f"there is no action {shown(name)}{nearest(name, self.actions)}")

    def why_not(self, state: States, player: int, action: int) -> str | None:
        """Return the rule that forbids an action, in words, or None when it is allowed."""
        why = int(self.engine.why_not(state[0], self.tables[0], player, action))
        who, name = self.agents[player], self.action_name(state, player, action)
        return self.reasons[why].format(player=who, action=name) if why else None

    def position(self, state: States, view: str = "full") -> Position:
        """Return a position as JSON data; ``view`` is full, public, or player_0, player_1 ..."""
        return Writer(self, state, view).write()

    def from_position(self, position: Position, rng: npt.NDArray[Any] | None = None) -> States:
        """Return the state [1] that ``position`` describes; a ValueError says what is wrong.

        Args:
            position: a full position.
            rng: [1] an RNG record, from which is drawn what is due before the next decision; it goes on from there.
                None: one that always draws the same.
        """
        state = read_position(self, position)
        self.check(state, "position")
        return state

    def view(self, state: States, view: str = "full") -> View:
        """Return what a viewer sees of a position, for drawing; ``view`` is full, public, or player_0, player_1 ..."""
        return plain_view(self, state, view)

    def events(
        self, before: States, actions: npt.ArrayLike, rng: npt.NDArray[Any], view: str = "full"
    ) -> tuple[Event, ...]:
        """Return what happened when a decision was taken, as a viewer may be told it.

        By default: each choice, shown to its player, and what changed in the viewer's view. A game with a narrator
        also gives reasons and rule numbers (core/events.py).

        Args:
            before: [1] the position in which it was taken; only read.
            actions: [P] what each seat chose; entries of seats that did not act are ignored.
            rng: [1] the RNG record of the game as it stood then, ``batch.rng[row : row + 1].copy()``: it is no
                part of a position. Only read.
            view: as of `view`.
        """
        chosen = np.asarray(actions, np.int32).reshape(-1)
        seen = self.position(before, view)
        choices = tuple(
            Event("choice", f"{who}: {self.action_name(before, seat, int(chosen[seat]))}", seat=seat)
            for seat, who in enumerate(self.agents)
            if self.engine.waits_for(before[0], seat) and view in (FULL, who)
        )
        after, draws = before.copy(), rng.copy()
        self.engine.apply(after[0], self.tables[0], draws[0], chosen)
        return (*choices, *changed(seen, self.position(after, view)))

    def choice(self, state: States, player: int, action: int) -> Choice:
        """Return where on the table one points to take an action, whether it is allowed now or not.

        Here a card that an action is about may lie anywhere, and a place is where it goes; a game that can tell more
        names the zones (`Spot`). It tells nothing of the position that the seat can't know.
        """
        about, name = self.structure, self.action_name(state, player, action)
        card, place = int(about.card[action]), int(about.places[action])
        where = None if place < 0 else Spot(place=place)
        what = None if card < 0 else Spot(card=card)
        verb = verb_of(about.kinds, int(about.kind[action]))
        return Choice(action, name, name if what is None else verb, what or where, where if what else None)

    def private_step(self, state: States, player: int) -> int | None:
        """Return a number for the Step in which a seat chooses by itself, seen by nobody until the Step has ended.

        As long as the number stays, what it has chosen can be taken back: nobody has seen it, nothing was drawn, and
        neither what it sees nor what it may do depends on what others choose meanwhile. None: others see each choice.
        """
        return None

    def left_undone(self, state: States, player: int, action: int) -> str:
        """Return what an action that ends a turn would plainly leave undone: "3 cards are not played". "": nothing.

        A person is asked whether that is meant. It tells nothing that the seat can't know.
        """
        return ""

    def payment(self, state: States) -> tuple[int, int] | None:
        """Return how much of how much is paid, where a price is being paid in several choices."""
        return None

    def guests(self, state: States) -> tuple[Seat, ...]:
        """Return who is at the table without a seat: an opponent that the rules play. Everybody sees it."""
        return ()

    def ending(self, state: States) -> str:
        """Return of a position after the end who has won and why, in a sentence, the winner's score first."""
        view, (label, why) = self.view(state), self.wins_by
        results = [float(self.engine.outcome(state[0], seat)) for seat in range(self.num_players)]
        scores = [next((each.value for each in seat.figures if each.label == label), "") for seat in view.seats]
        best = [seat for seat, result in enumerate(results) if result == max(results)]
        if not label or len(best) > 1 or self.num_players == 1:
            return view.decision
        others = [score for seat, score in enumerate(scores) if seat != best[0]]
        return f"{self.agents[best[0]]} wins with {label} {' to '.join([scores[best[0]], *others])}: {why}"

    def moment(self, state: States) -> str:
        """Return in a few words where in the game this is: "turn 3, stage"."""
        return f"turn {int(self.turn(state)[0])}"

    @cached_property
    def structure(self) -> Structure:
        """What each number observed and each action is about. A game that tells nothing has slices and names only."""
        if self._declared is not None:
            return declared(*self._declared, len(self.card_numbers))
        return plain({feature.name: feature.stop - feature.start for feature in self.features}, self.actions)

    @cached_property
    def card_numbers(self) -> npt.NDArray[np.float32]:
        """What is printed on each card, as numbers about 1: float32 [C, n]; [1, 1] for a game without cards.

        Here of cards that actions are declared to be about their numbers, and nothing else.
        """
        rows = self._declared[1].tokens.rows if self._declared is not None else []
        cards = max([0, *(card + 1 for _, card, *_ in rows)])
        shares = np.arange(1 if cards else 0, cards + 1) / max(cards, 1)
        numbers: npt.NDArray[np.float32] = shares.reshape(-1, 1).astype(np.float32)
        return numbers

    @property
    def zero_sum(self) -> bool:
        """Are there two players, of whom one always loses what the other wins?"""
        return self.num_players == 2 and self.facts.payoff == "win"

    @property
    def format(self) -> str:
        """The format this game is played in, as players call it, for which agents are trained. "": only one."""
        return ""

    @classmethod
    def known_sides(cls) -> tuple[str, ...]:
        """Return the sides that are part of the game: only these are accepted as names from files."""
        return ()

    @property
    def sides(self) -> tuple[str, ...]:
        """What each seat plays with, where that can differ: names of decks or factions; () where it can't."""
        return ()

    def variants(self) -> tuple[Game, ...]:
        """Return the configurations that a fair comparison plays equally often, one like this game's included.

        With sides: every rotation, so that each seat has each side equally often. The order is the same whichever of
        them is asked.
        """
        return (self,)

    def turn(self, states: States) -> npt.NDArray[np.int64]:
        """Return which turn, or round, each of these positions is in: int64 [N], never falling as a game goes on."""
        return np.array([self.engine.turn(state) for state in states], np.int64).reshape(len(states))

    def for_seat(self, seat: int | None = None) -> Game:
        """Return this game as a player may know it, without what seats keep from each other.

        Args:
            seat: the player's seat, whose own secrets it keeps. None: a player who sits in several seats.
        """
        return self

    @classmethod
    def rebuilt(cls, options: Mapping[str, Any]) -> Game:
        """Return the game with these ``options``, which may come from an untrusted source."""
        known = inspect.signature(cls).parameters
        for option in options:
            if option not in known:
                raise ValueError(f"there is no option {option!r}{nearest(option, known)}")
        return cls(**options)

    # What follows is the same in every game.

    @property
    def most_actions(self) -> int:
        """The most actions that can be legal at once: from `facts`, or all there are."""
        return self.num_actions if self.facts.most_actions is None else self.facts.most_actions

    @property
    def most_numbers(self) -> int:
        """The most non-zero numbers in an observation: from `facts`, or all there are."""
        return self.num_features if self.facts.most_numbers is None else self.facts.most_numbers

    @property
    def agents(self) -> list[str]:
        """The seats as agents are called."""
        return [f"player_{seat}" for seat in range(self.num_players)]

    @property
    def kernels(self) -> Kernels:
        """The compiled drivers of this game."""
        return kernels_of(self.name, self.engine)

    def legal_actions(self, state: States, player: int) -> npt.NDArray[np.int64]:
        """Return the legal action ids of ``player``, in order; for a player who does not act only pass, 0."""
        return np.flatnonzero(self.show(state).action_mask[0, player])

    def render(self, state: States, view: str = "full") -> str:
        """Return a position as text for a terminal: its `view`, drawn."""
        return text_of(self.view(state, view))

    def draw(self, state: States, view: str = "full") -> npt.NDArray[np.uint8]:
        """Return a position as a picture uint8 [height, width, 3], of one size all game: its `view`, drawn.

        Raises:
            ImportError: Pillow is not installed.
        """
        return picture_of(self.view(state, view))

    def show(self, states: States) -> Rows:
        """Return every seat's observation in each of these positions, and whether it is terminal."""
        rows = Rows.of(self, states)
        rows.commands[:] = SHOW
        tables, template = frozen(self.tables), frozen(self.template)
        self.kernels.drive(*rows.arrays(self), tables, template, False, False, False, 0, 1, 0, len(states))
        return rows

    def check(self, states: States, what: str = "states") -> None:
        """Refuse records that are not valid positions of this game: playing them could overwrite other memory.

        Call it on everything that comes from outside; what the rules themselves produce always passes.

        Args:
            states: [N]; only read.
            what: what the error message calls them.

        Raises:
            TypeError: the array is not of this game's record type.
            ValueError: names the row, if there are several, the field, what was found and what would be right.
        """
        if not isinstance(states, np.ndarray) or states.dtype != self.state_dtype:
            found = states.dtype if isinstance(states, np.ndarray) else type(states).__name__
            raise TypeError(f"{what}: expected records of {self.name}, got {found}")
        if states.ndim != 1:
            raise ValueError(f"{what}: expected one row of records, [N], got {list(states.shape)}")
        fault = fault_of(self, np.require(states, requirements=["C", "A", "W"]))  # copied if need be
        if fault is not None:
            where = what if len(states) == 1 else f"{what}, row {fault.row}"
            raise ValueError(f"{where}: {fault.path}: expected {fault.right}, found {fault.found}")

    def hide(self, states: States, player: int, seed: int = 0) -> States:
        """Return copies in which all that ``player`` can't know is resampled (determinizations).

        Row i draws from sequence i of ``seed``: the same row and seed give the same determinization.
        """
        player = whole_number("player", player, 0, self.num_players - 1)
        seed = whole_number("seed", seed)
        determinizations = states.copy()
        rng = np.zeros(len(states), RNG)
        start_all(rng, np.uint64(seed % 2**64), np.uint64(0))
        self.kernels.hide(determinizations, rng, frozen(self.tables), player)
        return determinizations

    def copy(self, source: States, source_rows: npt.ArrayLike, target: States, target_rows: npt.ArrayLike) -> None:
        """Make positions ``target[target_rows[i]]`` equal to ``source[source_rows[i]]``, in place.

        Several times as fast as numpy's indexing, for most of a position is unused room.

        Raises:
            ValueError: a row is out of range, or would be both read and written.
        """
        rows = [np.ascontiguousarray(some, np.int64).reshape(-1) for some in (source_rows, target_rows)]
        if len(rows[0]) != len(rows[1]):
            raise ValueError(f"target_rows: expected {len(rows[0])} rows, got {len(rows[1])}")
        for name, some, states in zip(("source", "target"), rows, (source, target), strict=True):
            if len(some) and not (0 <= some.min() and some.max() < len(states)):
                raise ValueError(f"{name}_rows: expected 0 to {len(states) - 1}, got {some.tolist()}")
        both = np.isin(rows[0], rows[1]) if np.may_share_memory(source, target) else np.zeros(1, bool)
        if both.any():
            raise ValueError(f"row {rows[0][both][0]} would be both read and written")
        size = self.state_dtype.itemsize
        source_bytes, target_bytes = (states.view(np.uint8).reshape(len(states), size) for states in (source, target))
        self.kernels.copy(source, source_bytes, rows[0], target, target_bytes, rows[1])

    def digest(self, state: States) -> str:
        """Return a hash of one position: equal bytes, equal hash."""
        return hashlib.sha256(state.tobytes()).hexdigest()[:16]

    def __repr__(self) -> str:
        """Show the name and the options: all that tells one game from another."""
        shown = ", ".join(f"{key}={json.dumps(value)}" for key, value in self.options.items())
        return f"{type(self).__name__}({shown})"


def verb_of(kinds: tuple[str, ...], kind: int) -> str:
    """Return the first words of a kind of action, as many as no other kind begins with: "buy", "buy on top"."""
    words, others = kinds[kind].split(), [other.split() for place, other in enumerate(kinds) if place != kind]
    for count in range(1, len(words)):
        if all(other[:count] != words[:count] for other in others):
            return " ".join(words[:count])
    return kinds[kind]


@dataclass
class Rows:
    """All there is about N games, in the order in which the kernels take it."""

    states: States  # [N] positions
    rng: npt.NDArray[Any]  # [N] RNG records, beside the positions and never in them
    seeds: npt.NDArray[np.uint64]  # [N]
    game_number: npt.NDArray[np.int64]  # [N]
    template_index: npt.NDArray[np.int64]  # [N] which of the templates a row begins from
    action_rng: npt.NDArray[Any]  # [N] RNG records for random actions
    commands: npt.NDArray[np.int8]  # [N] what to do next: REST, SHOW, BEGIN, PLAY
    actions: npt.NDArray[np.int32]  # [N, P]
    observation: npt.NDArray[np.uint8]  # [N, P, F]
    action_mask: npt.NDArray[np.int8]  # [N, P, A] 1: allowed; only pass for a player who does not act
    legal: npt.NDArray[np.int32]  # [N, P, M] the ids allowed, in increasing order, then zeros
    legal_count: npt.NDArray[np.int32]  # [N, P] how many
    feature_index: npt.NDArray[np.int32]  # [N, P, K] which numbers observed are not 0, in increasing order, then zeros
    feature_value: npt.NDArray[np.uint8]  # [N, P, K] these numbers, then zeros
    feature_count: npt.NDArray[np.int32]  # [N, P] how many
    to_act: npt.NDArray[np.bool_]  # [N, P] does this player act now?
    reward: npt.NDArray[np.float32]  # [N, P] for the last step
    terminated: npt.NDArray[np.bool_]  # [N] the game was played to its end
    truncated: npt.NDArray[np.bool_]  # [N] ... was stopped by a limit

    @staticmethod
    def of(game: Game, states: States, *, dense: bool = True, sparse: bool = False) -> Rows:
        """Return rows for these positions; all else is zero. A form that is not asked for has no room."""
        count, players = len(states), game.num_players
        most_actions, most_numbers = game.most_actions if sparse else 0, game.most_numbers if sparse else 0
        return Rows(
            states,
            np.zeros(count, RNG),
            np.zeros(count, np.uint64),
            np.zeros(count, np.int64),
            np.zeros(count, np.int64),
            np.zeros(count, RNG),
            np.zeros(count, np.int8),
            np.zeros((count, players), np.int32),
            np.zeros((count, players, game.num_features if dense else 0), np.uint8),
            np.zeros((count, players, game.num_actions if dense else 0), np.int8),
            np.zeros((count, players, most_actions), np.int32),
            np.zeros((count, players), np.int32),
            np.zeros((count, players, most_numbers), np.int32),
            np.zeros((count, players, most_numbers), np.uint8),
            np.zeros((count, players), np.int32),
            np.zeros((count, players), np.bool_),
            np.zeros((count, players), np.float32),
            np.zeros(count, np.bool_),
            np.zeros(count, np.bool_),
        )

    def arrays(self, game: Game) -> tuple[npt.NDArray[Any], ...]:
        """Return what `drive` takes of them, not copied, with scratch memory for one thread."""
        scratch = np.zeros(game.num_features, np.uint8), np.zeros(game.num_actions, np.int8)
        return (*(getattr(self, field.name) for field in fields(self)), *scratch)


UNSOUND = {  # what `inspect` finds in games of all kinds
    BEHIND: ("the record", "nothing behind the bytes in use", "something"),
    NOBODY_ASKED: ("the decision", "somebody who is asked, as the game is not over", "nobody"),
    NO_ANSWER: ("the decision", "an action for the player who is asked", "none"),
}


def fault_of(game: Game, states: States) -> Fault | None:
    """Return the first thing that makes one of these records no position of a game, if there is anything."""
    states = states.view(game.state_dtype)
    fault = declaration_of(game.state_dtype).fault(states)
    if fault is not None:
        return fault
    for name in game.state_dtype.names or ():
        if name.startswith("num_") and hasattr(game, name):  # arrays are as long as it says
            for row in np.flatnonzero(states[name] != getattr(game, name))[:1].tolist():
                return Fault(row, name, str(getattr(game, name)), str(states[name][row]))
    codes, mask = np.zeros(len(states), np.int64), np.zeros(game.num_actions, np.int8)
    content = states.view(np.uint8).reshape(len(states), game.state_dtype.itemsize)
    game.kernels.inspect(states, content, frozen(game.tables), mask, game.num_players, codes)
    for row in np.flatnonzero(codes)[:1].tolist():
        code = int(codes[row])
        if code in UNSOUND:
            return Fault(row, *UNSOUND[code])
        path, _, right = game.engine.FAULTS[code // 8].format(seat=code % 8).partition(": ")
        return Fault(row, path, right, found_at(states[row], path))
    return None


def frozen(records: States) -> States:
    """Return a read-only view: how kernels take constants."""
    view = records.view()
    view.flags.writeable = False
    return view
