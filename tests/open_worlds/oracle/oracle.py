"""The oracle: Open Worlds once more, in plain Python, written from the rules page and not from the engine.

Below: turn.py and what it stands on. Above: test_lockstep.py, which plays it beside the engine. An Oracle says who
is asked, what is allowed, and what the position is, in the names and the JSON form that the engine uses too; so the
two can be compared word by word.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ow_env.open_worlds.cards import Catalogue, load_catalogue
from tests.open_worlds.oracle.table import Chance, Place, Play, Player, Question, Table, Unit
from tests.open_worlds.oracle.turn import from_adjusting, turns, whole_game

STEP_OF = {  # in which Step each question is asked
    "adjust hand": "adjust",
    "exchange prohibited": "stage",
    "window: beginning of turn": "stage",
    "window: beginning of stage": "stage",
    "stage": "stage",
    "window: end of stage": "stage",
    "move": "move",
    "window: end of move": "move",
    "window: reveal": "reveal",
    "over-class ships": "reveal",
    "trash": "trash",
    "window: end of draw": "draw",
}
OVER = "over"
# A player's piles: the name in a position, and the one here.
PILES = {"hand": "hand", "deck": "deck", "trash": "trash", "wreck": "open_trash", "seen": "known"}
AFTER_INCOME = ("trash", "draw", OVER)
AFTER_RESOLUTION = ("income", *AFTER_INCOME)


class Oracle:
    """One game. Made by ``from_setup`` or ``from_position``."""

    def __init__(self, table: Table, options: dict[str, Any]) -> None:
        self.table = table
        self.options = options
        self.question: Question | None = None

    @classmethod
    def from_setup(
        cls,
        options: dict[str, Any],
        seed: int,
        number: int = 0,
        catalogue: Catalogue | None = None,
        log: Callable[[str], None] = lambda rule: None,
    ) -> Oracle:
        """Set up game ``number`` of a seed. ``options`` are those of a configured game."""
        catalogue = catalogue or load_catalogue(cards=options["cards"])
        t = Table(catalogue, options["num_players"], Chance.of_game(seed, number))
        t.log = log
        for player, deck in zip(t.players, options["decks"], strict=True):
            for entry in deck["cards"]:
                copies, _, card = entry.partition("x ")
                player.deck += [card] * int(copies)
        introductory = all(deck["size"] == 40 for deck in options["decks"])
        worlds = [catalogue.world(name) for name in options["worlds"] or ()]
        first = seats(options["first_player"], options["num_players"])
        told = {
            "max_turns": options["max_turns"],
            "stage": options["stage"],
            "open_decklists": options["open_decklists"],
            "introductory": introductory,
            "worlds_given": bool(worlds),
            "first_player": first,
            "ask": options["ask"],
        }
        agree(t, told)
        oracle = cls(t, told)
        oracle.begin(whole_game(t, worlds, options["num_worlds"], introductory, first))
        return oracle

    @classmethod
    def from_position(
        cls,
        position: dict[str, Any],
        options: dict[str, Any],
        catalogue: Catalogue | None = None,
        log: Callable[[str], None] = lambda rule: None,
    ) -> Oracle:
        """Begin with a Step of a full position; ``options`` are those it leaves out."""
        catalogue = catalogue or load_catalogue()
        t = Table(catalogue, len(position["players"]), Chance())
        t.log = log
        told = {**options, **position.get("options", {})}
        agree(t, told)
        t.turn = position.get("turn", 1)
        t.final_turn = position.get("final_turn", False)
        step = position["step"]
        t.face_down = step in ("adjust", "stage", "move", "reveal")
        first = told["first_player"] = seats(told["first_player"], t.num_players)
        given = first if isinstance(first, list) else [first] if isinstance(first, int) else None
        if step != "adjust" or given:
            t.give_priority(position.get("priority", given[0] if given and step == "adjust" else 0))
        over_count = step in ("trash", "draw") and t.turn > 0
        if isinstance(first, list) and t.turn < 2 and not over_count and t.priority == first[0]:
            t.set_order(first)  # it holds until the first Count Income (OW-1.4)
        for number, entry in enumerate(position["worlds"]):
            entry = {"name": entry} if isinstance(entry, str) else entry
            place = Place(catalogue.world(entry["name"]), number)
            place.resolved = entry.get("resolved", step in AFTER_RESOLUTION)
            t.row.append(place)
        by_name = {place.name: place for place in t.row}
        for player, entry in zip(t.players, position["players"], strict=True):
            read_player(t, player, entry, by_name, counted=step in AFTER_INCOME)
        for name, marks in position.get("indicators", {}).items():
            for mark in marks:
                mark = {"card": mark} if isinstance(mark, str) else mark
                owner = mark.get("owner", 0)
                by_name[name].indicators.append((t.card(mark["card"]), owner))
        for place in t.row:
            place.sort()
        oracle = cls(t, told)
        adjusting = from_adjusting(t, told["introductory"], first)
        oracle.begin(adjusting if step == "adjust" else turns(t, step))
        return oracle

    def begin(self, course: Any) -> None:
        """Play on to the first decision."""
        self.course = course
        self.go_on(None)

    def go_on(self, answers: dict[int, str] | None) -> None:
        """Play on to the next decision, or to the end."""
        try:
            self.question = self.course.send(answers)
        except StopIteration:
            self.question = None

    # ── What everybody asks ──────────────────────────────────────────────────────────────────

    def to_act(self) -> list[int]:
        """Return who is asked now."""
        return sorted(self.question.choices) if self.question else []

    def legal(self, player: int) -> set[str]:
        """Return what a player may do now: only pass, if not asked."""
        return self.question.choices.get(player, {"pass"}) if self.question else {"pass"}

    def play(self, actions: dict[int, str]) -> None:
        """Take one joint decision."""
        assert self.question is not None
        for player in self.question.choices:
            assert actions[player] in self.legal(player), (player, actions[player])
        self.go_on({player: actions[player] for player in self.question.choices})

    def result(self) -> tuple[str | None, int | None]:
        """Return how the game ended, if it has, and who has won."""
        return self.table.ending, self.table.winner

    def outcomes(self) -> list[int]:
        """Return what each player has got: 1 won, -1 lost, 0 a draw with others or nothing decided."""
        t = self.table
        if t.ending != "terminated":
            return [0] * t.num_players
        best = max(player.income for player in t.players)
        return [-1 if player.income < best else int(player.seat == t.winner) for player in t.players]

    # ── The position as JSON ─────────────────────────────────────────────────────────────────

    def step(self) -> str:
        """Return the Step the game is in."""
        if self.question is None:
            return OVER
        return STEP_OF.get(self.question.ask, "resolve")

    def position(self) -> dict[str, Any]:
        """Return the whole position in the engine's form."""
        t = self.table
        step = self.step()
        told: dict[str, Any] = {
            "game": "open_worlds",
            "format": 1,
            "options": self.options,
            "turn": t.turn,
            "final_turn": t.final_turn,
            "priority": t.priority,
            "step": step,
        }
        if step == OVER:
            told |= {"ending": t.ending, "winner": t.winner}
        resolved_by_default = step in AFTER_RESOLUTION and t.turn > 0
        told["worlds"] = [write_world(place, resolved_by_default) for place in t.row]
        told["players"] = [write_player(t, player) for player in t.players]
        told["indicators"] = {
            place.name: [
                {"card": card.name, "owner": owner} if owner else card.name
                for card, owner in sorted(place.indicators, key=lambda i: (i[0].id, i[1]))
            ]
            for place in t.row
            if place.indicators
        }
        if self.question is not None:
            told["decision"] = self.decision(self.question)
        return told

    def decision(self, question: Question) -> dict[str, Any]:
        """Return what is asked, of whom, and what is half done."""
        t = self.table
        told: dict[str, Any] = {
            "ask": question.ask,
            "to_act": [f"player_{seat}" for seat in self.to_act()],
        }
        if t.place:
            told["world"] = t.place.name
            orders = [write_order(t.place, unit) for unit in t.place.units]
            orders = [order for order in orders if len(order) > 1]
            if orders:
                told["orders"] = orders
        if t.conflict:
            told["conflict"] = True
        if t.aiming:
            unit, weapon = t.aiming
            told["unit"] = told_apart(t.place, unit)
            told["weapon"] = weapon + 1
            told["power"] = unit.card.weapons[weapon]
        swapping = {f"player_{p.seat}": p.swapping.card.name for p in t.players if p.swapping}
        if swapping:
            told["swapping"] = swapping
        adjusted = {f"player_{p.seat}": p.adjusted for p in t.players if p.adjusted}
        if adjusted:
            told["adjusted"] = adjusted
        if t.passes:
            told["passes"] = t.passes
        if t.play:
            told["utility"] = write_play(t.play)
        return told


def agree(t: Table, options: dict[str, Any]) -> None:
    """Lay down what was agreed before the game."""
    t.max_turns = options["max_turns"]
    t.stage_in_order = options["stage"] == "priority"
    t.open_decklists = options["open_decklists"]
    t.introductory = options["introductory"]
    t.ask_public = options["ask"] == "public"


def seats(first: Any, players: int) -> int | list[int] | str | None:
    """Return who is first as a seat, or the seats in order where these do not go round the table."""
    if isinstance(first, list):
        order = [int(str(seat).removeprefix("player_")) for seat in first]
        return order[0] if order == [(order[0] + i) % players for i in range(players)] else order
    if isinstance(first, str) and first.startswith("player_"):
        return int(first.removeprefix("player_"))
    return first


def read_player(t: Table, player: Player, entry: dict[str, Any], places: dict[str, Place], counted: bool) -> None:
    """Read one player and the units the player controls."""
    income, prior = entry.get("income"), entry.get("prior_income")
    if not counted:  # before Count Income both are one figure
        income, prior = (income if income is not None else prior), (prior if prior is not None else income)
    player.income, player.prior_income = income or 0, prior or 0
    for key, pile in PILES.items():
        setattr(player, pile, list(entry.get(key, [])))
    player.staged = {places[name]: list(cards) for name, cards in entry.get("staged", {}).items()}
    player.halted = entry.get("halted", False)
    player.unlimited_class = entry.get("unlimited_class", False)
    for name, units in entry.get("units", {}).items():
        for unit in units:
            unit = {"card": unit} if isinstance(unit, str) else dict(unit)
            card, owner = t.card(unit.pop("card")), unit.pop("owner", player.seat)
            places[name].units.append(Unit(card, owner, player.seat, **unit))


def write_world(place: Place, resolved_by_default: bool) -> dict[str, Any]:
    """Write a World as it is printed."""
    told: dict[str, Any] = {
        "name": place.name,
        "h2o": place.world.h2o,
        "res": place.world.res,
        "habitable": place.world.habitable,
        "hostile": place.world.hostile,
    }
    if place.resolved != resolved_by_default:
        told["resolved"] = place.resolved
    return told


def write_player(t: Table, player: Player) -> dict[str, Any]:
    """Write one player."""
    told: dict[str, Any] = {
        "deck_name": None,
        "prior_income": player.prior_income,
        "income": player.income,
        **{key: sorted(getattr(player, pile)) for key, pile in PILES.items()},
        "staged": {place.name: sorted(cards) for place, cards in player.staged.items()},
        "units": {
            place.name: [write_unit(u) for u in sorted(place.of(player.seat), key=lambda u: u.card.name)]
            for place in t.row
            if place.of(player.seat)
        },
    }
    for flag in ("halted", "unlimited_class"):
        if getattr(player, flag):
            told[flag] = True
    return told


def write_unit(unit: Unit) -> str | dict[str, Any]:
    """Write a unit: its name, or more where there is more to say."""
    told: dict[str, Any] = {"card": unit.card.name}
    if unit.owner != unit.controller:
        told["owner"] = unit.owner
    if unit.age:
        told["age"] = unit.age
    if unit.idle:
        told["idle"] = True
    if unit.moved:
        told["moved"] = True
    return told if len(told) > 1 else unit.card.name


def told_apart(place: Place | None, unit: Unit) -> str:
    """Return what tells a unit from the others at its World."""
    assert place is not None
    name = f"{unit.card.name} of player_{unit.owner}"
    if unit.controller != unit.owner:
        name += f" held by player_{unit.controller}"
    same = [other for other in place.units if other.identical(unit)]
    number = same.index(unit) + 1
    return f"{name} #{number}" if number > 1 else name


def write_order(place: Place, unit: Unit) -> dict[str, Any]:
    """Write what a unit was told to do."""
    told: dict[str, Any] = {"unit": told_apart(place, unit)}
    if unit.reserved:
        told["reserved"] = True
    if unit.targets:
        aims = [unit.targets.get(weapon) for weapon in range(max(unit.targets) + 1)]
        told["targets"] = [told_apart(place, aim) if aim else None for aim in aims]
    if unit.defends:
        told["defends"] = told_apart(place, unit.defends)
    if unit.overcome:
        told["overcome"] = True
    if unit.conqueror is not None:
        told["conqueror"] = f"player_{unit.conqueror}"
    return told


def write_play(play: Play) -> dict[str, Any]:
    """Write the Utility in play."""
    told: dict[str, Any] = {
        "card": play.card.name,
        "player": f"player_{play.player}",
        "phase": play.phase,
    }
    if play.asks:
        told["asks"] = play.asks
    if play.place:
        told["world"] = play.place.name
    if play.target:
        told["target"] = told_apart(play.place, play.target)
    if play.option:
        told["option"] = play.option
    if play.replacement:
        told["replacement"] = play.replacement
    if play.reactions:
        told["reactions"] = [{"card": card.name, "player": f"player_{player}"} for card, player in play.reactions]
    return told
