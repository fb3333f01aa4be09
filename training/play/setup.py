"""What can be chosen for a new table, as data; and what was chosen, checked.

Below: the registry of games, agents, table.py. Above: hall.py, server.py, commands/play.py. Games are named nowhere
here: what they can be configured to be follows from the arguments of their classes, what these mean from
their docstrings.
"""

from __future__ import annotations

import inspect
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import agents
from agents import shipped
from agents.games import scripts_of
from agents.registry import SCRIPTED, SEARCH
from ow_env import registry
from ow_env.core.game import Game
from ow_env.core.options import shown
from ow_env.core.text import is_shown, nearest
from training.card_texts import Said, card_texts, card_told
from training.known_agents import Known, Rating, known_agents
from training.play.messages import mapping, number, word
from training.play.table import PERSON, Refused
from training.primer import read_guide, read_primer
from training.rules import folder_of, read_rules

PLAYERS = "num_players"  # the option that says how many play, where a game has it: here as many as sit down
ASK, CUT_SHORT = "ask", "max_"  # options of researchers, whatever the game
ASKED = {
    "label": "Who is asked",
    "help": "Where only some hands have an answer. To ask everyone who could have one tells nothing about hands.",
    "values": {"needed": "whoever has an answer", "public": "everyone who could have one"},
}
BUDGETS = (50, 200, 1000)  # simulations a decision that the page offers
MOST_BUDGET = 2000  # that a page may ask for: a search's memory grows with it
MOST_SEED = 2**53 - 1  # beyond it, pages round
LONGEST_NAME = 40
FIELDS = ("game", "options", "players", "seed", "names")


@dataclass(frozen=True)
class Order:
    """A table as somebody wants it."""

    game: Game
    players: tuple[str, ...]  # for each seat `PERSON` or an agent
    seed: int | None
    names: tuple[str, ...]  # of people; "": called after the seat

    def again(self, exchange: bool) -> Order:
        """Return the same table for another game; ``exchange``: everybody sits one seat on, with what it plays with."""
        if not exchange or len(self.players) < 2:
            return replace(self, seed=None)
        names = (*self.names, *[""] * len(self.players))[: len(self.players)]
        side, options = self.game.facts.side, self.game.options
        if isinstance(options.get(side), list | tuple):
            options = {**options, side: one_on(options[side])}
        game = registry.class_of(self.game.name).rebuilt(options)
        return Order(game, tuple(one_on(self.players)), None, tuple(one_on(names)))


def one_on(seats: Sequence[Any]) -> list[Any]:
    """Return what seats have, each what the one before it had."""
    return [seats[seat - 1] for seat in range(len(seats))]


@dataclass(frozen=True)
class Option:
    """Something that can be chosen of a game."""

    name: str
    kind: str  # "choice", "number", "switch" or "sides"
    default: Any  # None: as the game has it
    values: tuple[str, ...]  # of a choice, and of each of the sides
    about: str  # what it means, a sentence
    label: str = ""  # what people call it
    labels: Mapping[str, str] = field(default_factory=dict)  # what they call its values
    research: bool = False  # of use to researchers only
    players: Mapping[str, list[int]] = field(default_factory=dict)  # how many can play with each value; {}: as ever


# ── What there is ────────────────────────────────────────────────────────────────────────────


def setup_data() -> dict[str, Any]:
    """Return all that a page needs to let somebody choose."""
    return {
        "person": PERSON,
        "games": [game_data(name) for name in registry.games()],
        "default": {"game": registry.DEFAULT, "agent": SCRIPTED},
        "search": {"name": SEARCH, "budgets": list(BUDGETS), "most": MOST_BUDGET},
    }


@cache
def game_data(name: str) -> dict[str, Any]:
    """Return what can be chosen of one game."""
    kind = registry.class_of(name)
    return {
        "name": name,
        "title": kind.facts.title,
        "version": kind.version,
        "about": (inspect.getdoc(kind) or "").partition("\n")[0],
        "players": list(kind.facts.players),
        "options": [vars(replace(option, players=counts(name, option))) for option in options_of(name).values()],
        "agents": [{"name": agent, "about": about} for agent, about in opponents_of(name).items()],
        "levels": levels_of(name),
        "rules": bool(read_rules(name)),
        **help_data(name),
    }


def counts(name: str, option: Option) -> Mapping[str, list[int]]:
    """Return how many can play with each value of an option; {}: it makes no difference."""
    return players_with(name, option.name) if option.kind == "choice" else {}


@cache
def options_of(name: str) -> dict[str, Option]:
    """Return what a person may choose of a game: words, numbers, switches, and sides from the list of known ones.

    What else a game can be given (files, lists, positions) is for programs, and refused here: a page must not open
    files.
    """
    kind = registry.class_of(name)
    hints, about = get_type_hints(kind.__init__), arguments_in(inspect.getdoc(kind) or "")
    found: dict[str, Option] = {}
    told = words_of(name)
    for parameter in inspect.signature(kind).parameters.values():
        if parameter.name == PLAYERS:
            continue
        shape = shape_of(hints.get(parameter.name))
        if parameter.name == kind.facts.side:
            shape = "sides", tuple(kind.known_sides())
        if shape is not None:
            option = Option(parameter.name, shape[0], parameter.default, shape[1], about.get(parameter.name, ""))
            found[parameter.name] = in_words_of(option, told.get(parameter.name, {}))
    return found


def words_of(name: str) -> dict[str, dict[str, Any]]:
    """Return what a game calls its options for people: ``data/play.toml`` of its folder; {}: it does not say."""
    path = folder_of(name) / "data" / "play.toml"
    told: dict[str, dict[str, Any]] = tomllib.loads(path.read_text("utf-8"))["options"] if path.is_file() else {}
    return told


def in_words_of(option: Option, told: Mapping[str, Any]) -> Option:
    """Return an option in words for people; what its game doesn't say follows from its name and docstring."""
    if option.name == ASK:
        told = ASKED
    research = option.name == ASK or option.name.startswith(CUT_SHORT) or bool(told.get("research"))
    label = told.get("label") or option.name.replace("_", " ").capitalize()
    about = told.get("help") or re.sub(r"(; |, )?\bNone\b[^;.]*", "", option.about)
    return replace(option, label=label, about=about, labels=told.get("values", {}), research=research)


@cache
def players_with(name: str, key: str) -> dict[str, list[int]]:
    """Return how many can play with each value of a choice that comes first; {}: it makes no difference."""
    if not words_of(name).get(key, {}).get("first"):
        return {}
    least, most = registry.class_of(name).facts.players
    values = options_of(name)[key].values
    return {value: [n for n in range(least, most + 1) if can_be_made(name, {key: value}, n)] for value in values}


def can_be_made(name: str, options: Mapping[str, Any], players: int) -> bool:
    """Tell whether so many can play a game with these options."""
    try:
        registry.make(name, **options, **{PLAYERS: players})
    except (TypeError, ValueError):
        return False
    return True


# ── How strong opponents are ─────────────────────────────────────────────────────────────────

LEVELS = ("Easy", "Medium", "Hard", "Strongest")
RANDOM = "random"
AT_ONCE = 100.0  # milliseconds for a decision that nobody notices


@cache
def levels_of(name: str) -> list[dict[str, Any]]:
    """Return opponents by strength, from the ladder of each table: which table, and of each level who plays it.

    Of a game without a ladder: none.
    """
    known, installed = {agent.name: agent for agent in known_agents(name)}, shipped.paths(name)
    tables: list[dict[str, Any]] = []
    for options, players in tables_of(name):
        if players == 1:
            continue  # against nobody
        game = registry.make(name, **options, **({PLAYERS: players} if PLAYERS in parameters_of(name) else {}))
        ladder = shipped.name_for(game)
        rated = [(each, agent) for agent in known.values() for each in agent.ratings if each.ladder == ladder]
        rated = [one for one in rated if not one[1].name.startswith(shipped.NAME) or one[1].name in installed]
        rated.sort(key=lambda one: one[0].share[0] if one[0].share else one[0].elo or 0.0)
        named = [one for one in rated if one[1].name != RANDOM]
        ranked = named if len(named) >= len(LEVELS) else rated
        if len(ranked) < len(LEVELS):
            continue
        at = [round(level * (len(ranked) - 1) / (len(LEVELS) - 1)) for level in range(len(LEVELS))]
        levels = [level_data(LEVELS[level], *ranked[place]) for level, place in enumerate(at)]
        tables.append({"options": options, "players": players, "levels": levels})
    return tables


def level_data(level: str, rating: Rating, agent: Known) -> dict[str, Any]:
    """Return an opponent of one level in words."""
    strength = f"Elo {rating.text}" if rating.share is None else f"{rating.text} alone"
    quick = rating.milliseconds < AT_ONCE
    time = "answers at once" if quick else f"about {rating.milliseconds / 1000:.1g} s for a decision"
    about = agent.about.partition(" (")[0]  # how one is named on the command line is of no use here
    return {"level": level, "agent": rating.rated, "about": about, "strength": strength, "time": time}


def tables_of(name: str) -> list[tuple[dict[str, Any], int]]:
    """Return the tables that a game can be played at: how many play, with each value of what decides that."""
    least, most = registry.class_of(name).facts.players
    leading = [(key, players_with(name, key)) for key, option in options_of(name).items() if option.kind == "choice"]
    key, counts = next((one for one in leading if one[1]), ("", {}))
    if not counts:
        return [({}, players) for players in range(least, most + 1)]
    return [({key: value}, players) for value, allowed in counts.items() for players in allowed]


def parameters_of(name: str) -> Mapping[str, inspect.Parameter]:
    """Return the arguments of a game's class."""
    return inspect.signature(registry.class_of(name)).parameters


def shape_of(hint: Any) -> tuple[str, tuple[str, ...]] | None:
    """Return the kind of option that a type makes, and its words; None: nothing that a page offers."""
    parts = [part for part in get_args(hint) if part is not NoneType]
    if get_origin(hint) in (Union, UnionType):
        return shape_of(parts[0]) if len(parts) == 1 else None
    if get_origin(hint) is Literal and all(isinstance(part, str) for part in parts):
        return "choice", tuple(parts)
    return {int: ("number", ()), bool: ("switch", ())}.get(hint)


def arguments_in(text: str) -> dict[str, str]:
    """Return what a docstring says of each argument, in one line."""
    _, _, section = text.partition("Args:\n")
    found: dict[str, str] = {}
    last = ""
    for line in section.splitlines():
        if line and not line.startswith(" "):
            break
        begins = re.match(r" {4}(\w+): (.*)", line)
        if begins:
            last = begins[1]
            found[last] = begins[2]
        elif last and line.strip():
            found[last] += f" {line.strip()}"
    return found


@cache
def opponents_of(name: str) -> dict[str, str]:
    """Return the agents that play a game, the usual opponent first, and a sentence about each.

    Of the learned ones only "learned", which is the one made for the mode that is played: the others are for one each.
    """
    scripts = list(scripts_of(name))
    known = set(agents.names(name)) - (set(shipped.paths(name)) - {shipped.NAME})
    order = sorted(known, key=lambda agent: (agent != SCRIPTED, agent not in scripts, agent == "random", agent))
    return {agent: about_agent(agent, scripts) for agent in order}


def about_agent(name: str, scripts: Sequence[str]) -> str:
    """Return in a sentence who an agent is."""
    if name == SCRIPTED:
        return f"The game's first script, {scripts[0]}: quick, and a fair opponent for a first game."
    if name in scripts:
        return "A script: it follows written rules of thumb, and answers at once."
    if name == SEARCH:
        return "Plays on in its head from positions that could be the true one: stronger and slower the more it may."
    if name == shipped.NAME:
        return "A network that learned by playing against itself; it answers at once. Not every mode has one."
    if name == "random":
        return "Plays anything that is allowed."
    return ""


def hints_for(game: Game) -> list[str]:
    """Return the agents that can be asked for a hint in a game as it is configured, the best to ask first."""
    fitting = agents.names(game)
    known = [agent for agent in opponents_of(game.name) if agent not in (SEARCH, "random") and agent in fitting]
    learned = [agent for agent in known if agent == shipped.NAME]
    searches = [f"{SEARCH}:{budget}" for budget in BUDGETS]
    return [*learned, *searches, *(agent for agent in known if agent not in learned)]


# ── What was chosen ──────────────────────────────────────────────────────────────────────────


def read_order(value: object) -> Order:
    """Return the table that a page asks for.

    Raises:
        Refused: the field, what was found and what would be right.
    """
    data = mapping("a table", value)
    for key in data:
        if key not in FIELDS:
            raise Refused(f"there is no field {shown(key)}{nearest(key, FIELDS)}; a table has {', '.join(FIELDS)}")
    name = word("game", data.get("game"), LONGEST_NAME)
    if name not in registry.games():
        known = registry.games()
        raise Refused(f"game: expected one of {', '.join(known)}, got {shown(name)}{nearest(name, known)}")
    players = data.get("players")
    least, most = registry.class_of(name).facts.players
    if not isinstance(players, list) or not least <= len(players) <= most:
        how_many = f"{least}" if least == most else f"{least} to {most}"
        raise Refused(f"players: expected a list of {how_many} for {name}, got {shown(players)}")
    seats = tuple(read_player(f"players[{seat}]", player, name) for seat, player in enumerate(players))
    seed = None if data.get("seed") is None else number("seed", data["seed"], MOST_SEED)
    names = data.get("names") or []
    if not isinstance(names, list) or len(names) > len(seats):
        raise Refused(f"names: expected a list of at most {len(seats)}, got {shown(names)}")
    called = tuple(read_name(f"names[{seat}]", each) for seat, each in enumerate(names))
    game = game_of(name, data.get("options") or {}, len(seats))
    for seat, player in enumerate(seats):
        if player != PERSON:
            try:
                agents.make(player, game)
            except (ValueError, ImportError) as error:
                raise Refused(f"players[{seat}]: {error}") from None
    return Order(game, seats, seed, called)


def read_name(what: str, value: object) -> str:
    """Return what a person is called: nothing in it may be obeyed instead of shown, or turn the text beside it."""
    name = word(what, value, LONGEST_NAME)
    wrong = next((letter for letter in name if not is_shown(letter)), None)
    if wrong is not None:
        raise Refused(f"{what}: expected letters, digits and signs that are shown, got {shown(wrong)} in {shown(name)}")
    return name.strip()


def read_player(what: str, value: object, game: str) -> str:
    """Return who is to sit at a seat: a person, or an agent by a name that costs no more than a page may ask for."""
    name = word(what, value, LONGEST_NAME)
    known = (PERSON, *opponents_of(game), *shipped.paths(game))
    family, colon, budget = name.partition(":")
    if name in known:
        return name
    if family == SEARCH and colon:
        if budget.isascii() and budget.isdigit() and len(budget) < 8 and 1 <= int(budget) <= MOST_BUDGET:
            return f"{SEARCH}:{int(budget)}"
        raise Refused(f"{what}: expected {SEARCH}:N with N from 1 to {MOST_BUDGET} simulations, got {shown(name)}")
    raise Refused(f"{what}: expected one of {', '.join(known)}, or {SEARCH}:N, got {shown(name)}{nearest(name, known)}")


def game_of(name: str, options: object, players: int) -> Game:
    """Return a game with options that a page may choose.

    Where so many can't play it as it usually is, and only one value of something that was left open lets them (a
    scenario for one, say), it is that.

    Raises:
        Refused: the option, what was found and what would be right.
    """
    known = options_of(name)
    given: dict[str, Any] = {}
    for key, value in mapping("options", options).items():
        if key not in known:
            offered = f"; {name} has {', '.join(known)}" if known else f"; {name} has none"
            raise Refused(f"options: there is no option {shown(key)}{nearest(key, known)}{offered}")
        if value is not None:
            given[key] = read_option(known[key], value, players)
    if PLAYERS in inspect.signature(registry.class_of(name)).parameters:
        given[PLAYERS] = players
    side = registry.class_of(name).facts.side
    if None in given.get(side, ()):
        given[side] = fill_sides(name, given, side)
    try:
        return registry.make(name, **given)
    except (TypeError, ValueError) as error:
        open_choices = [option for key, option in known.items() if option.kind == "choice" and key not in given]
        playable = [game for option in open_choices for game in _with_each(name, option, given)]
        if len(playable) == 1:
            return playable[0]
        raise Refused(f"options: {error}") from None


def fill_sides(name: str, given: Mapping[str, Any], side: str) -> list[str | None]:
    """Return the sides that were chosen, with what a seat usually has where none was; None: it is drawn."""
    chosen: list[str | None] = given[side]
    try:
        usual = registry.make(name, **{key: value for key, value in given.items() if key != side}).sides
    except (TypeError, ValueError):
        usual = ()  # something else is wrong: it is said when the game is made
    return [one or other for one, other in zip(chosen, usual, strict=True)] if usual else chosen


def _with_each(name: str, option: Option, given: Mapping[str, Any]) -> Iterator[Game]:
    """Yield the game with each value of an option with which it can be played."""
    for value in option.values:
        with suppress(TypeError, ValueError):
            yield registry.make(name, **given, **{option.name: value})


def read_option(option: Option, value: object, players: int) -> Any:
    """Return the value of an option, of its kind; whether it is in range the game says."""
    what = f"options.{option.name}"
    if option.kind == "switch":
        if not isinstance(value, bool):
            raise Refused(f"{what}: expected true or false, got {shown(value)}")
        return value
    if option.kind == "number":
        return number(what, value)
    if option.kind == "sides":
        if not isinstance(value, list) or len(value) != players:
            raise Refused(f"{what}: expected a list of {players}, one for each seat, got {shown(value)}")
        return [None if side is None else one_of(what, side, option.values) for side in value]
    return one_of(what, value, option.values)


def one_of(what: str, value: object, known: Sequence[str]) -> str:
    """Return a word that is known."""
    if not isinstance(value, str) or value not in known:
        near = nearest(value, known) if isinstance(value, str) else ""
        raise Refused(f"{what}: expected one of {', '.join(known)}, got {shown(value)}{near}")
    return value


# ── To look up ───────────────────────────────────────────────────────────────────────────────


@cache
def rules_data(name: str) -> list[dict[str, str]]:
    """Return the numbered rules of a game; none where they stand in its code alone."""
    return [{"number": rule.number, "section": rule.section, "text": rule.text} for rule in read_rules(name)]


@cache
def help_data(name: str) -> dict[str, Any]:
    """Return what a newcomer reads of a game, and the notes of its guided first game; None for what it lacks."""
    return {"primer": read_primer(name), "guide": read_guide(name)}


@cache
def usual_cards(name: str) -> list[dict[str, Any]]:
    """Return the cards that a game brings with it."""
    return cards_data(registry.make(name))


def own_cards(game: Game) -> list[dict[str, Any]] | None:
    """Return the cards of a game that is played with a card file of somebody's own; None: it is not."""
    return cards_data(game) if game.options.get("cards") else None


def cards_data(game: Game) -> list[dict[str, Any]]:
    """Return the cards of a game, what each does and every field with how sure it is, where it has a catalogue."""
    catalogue, texts = getattr(game, "catalogue", None), card_texts(game)
    return [card_data(card, texts.get(card.name, ())) for card in getattr(catalogue, "cards", ())]


def card_data(card: Any, said: tuple[Said, ...]) -> dict[str, Any]:
    """Return one card as a catalogue has it: what it does, in short and whole, and its fields."""
    fields: Mapping[str, Any] = card.fields
    told = [
        {"name": key, "value": in_words(value), "source": card.labels.get(key, "")} for key, value in fields.items()
    ]
    return {"number": card.id, **card_told(card.name, said), "fields": told}


def in_words(value: Any) -> str:
    """Return a field of a card as text."""
    if isinstance(value, dict):
        return ", ".join(f"{key} {in_words(each)}" for key, each in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(in_words(each) for each in value)
    return "yes" if value is True else "no" if value is False else str(value)
