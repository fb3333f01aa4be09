"""What engine and oracle play side by side: every number of players, deck, way of staging, and positions by hand.

Below: the engine's decks and options. Above: lockstep.py. A setup gives for each game number a configured game, and
a position if it does not begin with setup.
"""

from __future__ import annotations

import ast
import importlib.util
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import Any

from ow_env.open_worlds.cards import Card, Catalogue, Deck, Kind, Type, World, load_catalogue
from ow_env.open_worlds.decks import random_deck
from ow_env.open_worlds.game import OpenWorlds

ADVANCED = ("Smith-Boson F.E.", "Empyrean Enterprises")
INTRODUCTORY = ("Baker-Braugn EDV", "Ares Venture Trust")
ODD_CARDS = str(Path(__file__).with_name("odd_cards.toml"))

Position = dict[str, Any]
Script = list[tuple[int, str]]  # (player, action name): what is played first, as far as it is allowed


@dataclass(frozen=True)
class Setup:
    """A kind of game. ``together``: how many game numbers share one configured game."""

    name: str
    options: Callable[[int], dict[str, Any]]  # of the first game number that shares it
    weight: float = 1.0
    together: int = 20
    seed: int = 0
    position: Callable[[int], Position | None] = field(default=lambda number: None)
    script: Callable[[int], Script] = field(default=lambda number: [])

    def game(self, number: int) -> OpenWorlds:
        """Return the configured game for a game number and those that share it."""
        return OpenWorlds(**self.options(number))


# ── Decks ──────────────────────────────────────────────────────────────────────────────────────


@cache
def catalogue_with(cards: str | None) -> Catalogue:
    """Return the standard catalogue, a card file laid over it."""
    return load_catalogue(cards=cards)


def deck_of(cards: str | None, seed: int, liked: Callable[[Card], bool]) -> Deck:
    """Return a legal deck of 54 cards that holds all liked cards there is room for, then others."""
    chance = random.Random(seed)
    catalogue = catalogue_with(cards)
    unique = list({(c.title, c.defense): c for c in catalogue.cards if not c.unlimited}.values())
    chance.shuffle(unique)
    unique.sort(key=lambda card: not liked(card))
    unlimited = [card for card in catalogue.cards if card.unlimited]
    chosen = unique[: 54 - chance.randint(6, 12)]
    chosen += chance.choices(unlimited, k=54 - len(chosen))
    counts = Counter(card.name for card in chosen)
    return Deck(f"heavy {seed}", tuple(sorted(counts.items())), 54)


def is_conquest(card: Card) -> bool:
    """What a player needs who wants to Conquer."""
    return (
        card.type in (Type.GROUND, Type.UTILITY)
        or card.kind is Kind.POPULATION
        or card.capacity >= 15
        or card.name in ("Robot Factory", "Garrison", "Shipyard 8", "Shipyard 9", "Shipyard 10")
    )


def is_fleet(card: Card) -> bool:
    """What a player needs who wants to fight in orbit."""
    return card.type is Type.ORBITAL or card.kind in (Kind.YARD, Kind.POPULATION)


def is_tricky(card: Card) -> bool:
    """Cards with effects, and Utilities."""
    return bool(card.effects) or card.type is Type.UTILITY or card.type is Type.CATASTROPHE


LIKED = (is_conquest, is_fleet, is_tricky)


def heavy(number: int, players: int, cards: str | None = None) -> list[Deck]:
    """Return a heavy deck for each player."""
    return [
        deck_of(cards, 10 * number + seat, LIKED[(number + seat) % len(LIKED)])
        for seat in range(players)
    ]


def randomly(number: int, players: int) -> list[Deck]:
    """Return a random legal deck for each player."""
    sizes = (54, 54, 54, 40)
    return [
        random_deck(catalogue_with(None), sizes[(number // 7 + seat) % 4], 10 * number + seat)
        for seat in range(players)
    ]


def staging(number: int) -> str:
    """Return one of the two ways of staging."""
    return ("simultaneous", "priority")[number // 3 % 2]


# ── Positions ──────────────────────────────────────────────────────────────────────────────────

STAGED = ("stage", "move", "reveal", "resolve")  # Steps in which something may be staged
STEPS = ("stage", "move", "reveal", "resolve", "resolve", "resolve", "income", "trash", "draw")


def random_position(number: int, players: int, worlds: int, cards: str | None = None) -> Position:
    """Return a crowded position at the beginning of a Step: units everywhere, cards staged, short Decks."""
    chance = random.Random(f"position {number} {players}")
    catalogue = catalogue_with(cards)
    step = chance.choice(STEPS)
    final = chance.random() < 0.25 and step not in ("trash", "draw")
    row = chance.sample(catalogue.worlds, worlds)
    room = {world.name: world.h2o for world in row}
    seats: list[Position] = []
    for _ in range(players):
        income = chance.choice((0, 3, 8, 15, 30))
        seats.append({
            "income": income,
            "prior_income": chance.choice((income, 5)) if step in ("trash", "draw") else income,
            "halted": chance.random() < 0.05,
            "unlimited_class": chance.random() < 0.05,
            "units": defaultdict(list), "staged": defaultdict(list),
            "hand": [], "deck": [], "trash": [], "wreck": [], "seen": [],
        })  # fmt: skip
    busy = chance.sample(row, min(len(row), chance.choice((1, 2, 3))))  # where most is going on
    for seat, deck in enumerate(
        deck_of(cards, chance.randrange(10**6), chance.choice(LIKED)) for _ in range(players)
    ):
        names = deck.names
        chance.shuffle(names)
        for name in names:
            card = catalogue.card(name)
            world = chance.choice(busy if chance.random() < 0.8 else row).name
            banned = final and step != "stage" and card.prohibited
            lay(chance, seats, seat, card, world, room, step, may_be_in_play=not banned)
    indicators: dict[str, list[Any]] = defaultdict(list)
    for seat, player in enumerate(seats):
        second_staged(chance, catalogue, player)
        arm(chance, catalogue, player)
        drain(chance, catalogue, seat, player, indicators, row)
        if final and chance.random() < 0.5:
            player["trash"] += player.pop("deck")
        player["seen"] = [card for card in player["hand"] if chance.random() < 0.1]
    resolved = {world.name for world in row if step == "resolve" and chance.random() < 0.2}
    for player in seats:
        for name in resolved:
            player["trash"] += player["staged"].pop(name, [])
        if step in ("resolve", "income"):
            revealed_out(catalogue, player, final)
        player["units"], player["staged"] = dict(player["units"]), dict(player["staged"])
    return {
        "turn": chance.randint(1, 35),
        "final_turn": final,
        "priority": chance.randrange(players),
        "step": step,
        "worlds": [
            {"name": world.name, **({"resolved": True} if world.name in resolved else {})}
            for world in row
        ],
        "players": seats,
        "indicators": dict(indicators),
        "options": {"stage": chance.choice(("simultaneous", "priority"))},
    }


def lay(
    chance: random.Random,
    seats: list[Position],
    seat: int,
    card: Card,
    world: str,
    room: dict[str, int],
    step: str,
    *,
    may_be_in_play: bool,
) -> None:
    """Lay one card of a player's deck somewhere: in play, staged, in a pile."""
    me = seats[seat]
    luck = chance.random() * (0.45 if "extra automated" in card.effects else 1.0)
    is_unit = card.type in (Type.FACILITY, Type.ORBITAL, Type.GROUND)
    if is_unit and may_be_in_play and luck < 0.4:
        unit: dict[str, Any] = {"card": card.name}
        holder = me
        if card.type is Type.FACILITY:
            if room[world] == 0:
                me["wreck"].append(card.name)
                return
            room[world] -= 1
            if chance.random() < 0.25:
                holder = chance.choice(seats)
            if holder is not me:
                unit["owner"] = seat
            if "depletes" in card.effects and chance.random() < 0.5:
                unit["age"] = 1
            if chance.random() < 0.06:
                unit["idle"] = True
        elif card.kind is Kind.SHIP and chance.random() < 0.1:
            unit["moved"] = True
        holder["units"][world].append(unit if len(unit) > 1 else card.name)
    elif luck < 0.6 and step in STAGED and not me["staged"][world]:
        me["staged"][world].append(card.name)
    elif luck < 0.75 and len(me["hand"]) < 10:
        me["hand"].append(card.name)
    elif luck < 0.8:
        me["trash"].append(card.name)
    elif len(me["deck"]) < 14:
        me["deck"].append(card.name)
    else:
        me["wreck"].append(card.name)


def second_staged(chance: random.Random, catalogue: Catalogue, player: Position) -> None:
    """Stage a second card, an Automated Ground Force, where a Facility permits it (OW-S.1)."""
    piles = ("wreck", "deck", "trash")
    spare = [
        (player[pile], card)
        for pile in piles
        for card in player[pile]
        if catalogue.card(card).kind is Kind.AUTOMATED or card in ("Adjust", "Second Thoughts")
    ]
    chance.shuffle(spare)
    for world, units in player["units"].items():
        cards = [unit if isinstance(unit, str) else unit["card"] for unit in units]
        permitted = any("extra automated" in catalogue.card(card).effects for card in cards)
        staged = player["staged"].get(world, [])
        if not permitted or len(staged) != 1:
            continue
        while spare:  # one beside the card that is staged, the others to hand
            pile, card = spare.pop()
            pile.remove(card)
            is_second = len(staged) == 1 and catalogue.card(card).kind is Kind.AUTOMATED
            (staged if is_second else player["hand"]).append(card)


def arm(chance: random.Random, catalogue: Catalogue, player: Position) -> None:
    """Take some Utilities from the piles into the hand."""
    for _ in range(chance.choice((0, 0, 1, 2, 4))):
        pile = player[chance.choice(("deck", "wreck", "trash"))]
        utilities = [card for card in pile if catalogue.card(card).type is Type.UTILITY]
        if utilities:
            card = chance.choice(utilities)
            pile.remove(card)
            player["hand"].append(card)


def drain(
    chance: random.Random,
    catalogue: Catalogue,
    seat: int,
    player: Position,
    indicators: dict[str, list[Any]],
    row: list[World],
) -> None:
    """Lay cards that deplete a World under one of them."""
    for card in [card for card in player["wreck"] if "depletes" in catalogue.card(card).effects]:
        if chance.random() < 0.5:
            player["wreck"].remove(card)
            indicators[chance.choice(row).name].append({"card": card, "owner": seat})


def revealed_out(catalogue: Catalogue, player: Position, final: bool) -> None:
    """Take away what would have been Trashed at Reveal."""
    for name, cards in list(player["staged"].items()):
        for card in list(cards):
            found = catalogue.card(card)
            if found.type is Type.UTILITY or (final and found.prohibited):
                cards.remove(card)
                player["wreck"].append(card)
        if not cards:
            del player["staged"][name]


# ── Scenarios ──────────────────────────────────────────────────────────────────────────────────

NOTATION = Path(__file__).parents[1] / "open_worlds" / "scenario.py"


@cache
def scenarios() -> dict[tuple[int, int], list[tuple[Position, Script]]]:
    """Return the scenarios of tests/open_worlds by (players, Worlds), each a position and its actions."""
    spec = importlib.util.spec_from_file_location("oracle_scenario", NOTATION)
    assert spec is not None
    assert spec.loader is not None
    notation = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = notation
    spec.loader.exec_module(notation)
    found = defaultdict(list)
    for path in sorted(NOTATION.parent.glob("test_*.py")):
        for told in written(path):
            players = told.get("players", 2)
            position = notation.parse(told["before"], players)
            actions = notation.read_actions(told["play"])
            script = [(notation.WHO.index(who), name) for who, name in actions]
            if not cards_of(position) <= catalogue_with(None).card_ids.keys():
                continue  # it brings a card file of its own
            found[players, len(position["worlds"])].append((position, script))
    for group in found.values():
        random.Random(0).shuffle(group)
    return dict(found)


def cards_of(position: Position) -> set[str]:
    """Return the names of all cards of a position."""
    found: set[str] = set()
    for player in position["players"]:
        for pile in ("hand", "deck", "trash", "wreck"):
            found.update(player.get(pile, []))
        for cards in (*player["units"].values(), *player["staged"].values()):
            found.update(card if isinstance(card, str) else card["card"] for card in cards)
    return found


def written(path: Path) -> Iterator[dict[str, Any]]:
    """Read the scenarios that stand in a file in full, without running it."""
    fields = ("rule", "before", "play", "after", "players")
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Scenario", "Refusal"):
            values = dict(zip(fields, node.args, strict=False))
            values |= {keyword.arg: keyword.value for keyword in node.keywords if keyword.arg}
            told = {key: value.value for key, value in values.items() if isinstance(value, ast.Constant)}
            if {"before", "play"} <= told.keys():
                yield told


def scenario_setups() -> tuple[Setup, ...]:
    """Return a setup for each number of players and Worlds that scenarios have."""
    return tuple(
        Setup(
            f"scenarios of {players} players and {worlds} Worlds",
            partial(options_of, players, worlds),
            weight=len(group) / 400,
            together=50,
            position=lambda number, group=group: group[number % len(group)][0],
            script=lambda number, group=group: group[number % len(group)][1],
        )
        for (players, worlds), group in sorted(scenarios().items())
    )


def options_of(players: int, worlds: int, number: int) -> dict[str, Any]:
    """Return the options of a game whose positions bring their own cards."""
    return {"num_players": players, "num_worlds": worlds}


# ── Setups ─────────────────────────────────────────────────────────────────────────────────────


def printed(number: int) -> dict[str, Any]:
    """Return two printed decks, every pair in turn."""
    every = (*ADVANCED, *INTRODUCTORY)
    first, second = number // 20 % 4, number // 80 % 4
    return {"decks": (every[first], every[second]), "stage": staging(number // 20)}


def positioned(players: int, worlds: int, cards: str | None = None) -> dict[str, Any]:
    """Return options and positions of a setup that begins in the middle."""
    return {
        "options": lambda number: {"num_players": players, "num_worlds": worlds, "cards": cards},
        "position": cache(lambda number: random_position(number, players, worlds, cards)),
    }


SETUPS = (
    Setup("2 players, printed decks", printed, 2.0),
    Setup("2 players, random decks",
          lambda n: {"decks": randomly(n, 2), "stage": staging(n)}, 2.0, together=5),
    Setup("2 players, heavy decks",
          lambda n: {"decks": heavy(n, 2), "stage": staging(n)}, 3.0, together=5),
    Setup("3 players, printed decks",
          lambda n: {"decks": (*ADVANCED, ADVANCED[n // 20 % 2]), "stage": staging(n)}, 1.0),
    Setup("3 players, heavy decks, draw of Worlds",
          lambda n: {"decks": heavy(n, 3), "first_player": "worlds"}, 1.0, together=5),
    Setup("4 players, all printed decks",
          lambda n: {"decks": (*ADVANCED, *INTRODUCTORY), "stage": staging(n)}, 1.0),
    Setup("4 players, random decks, 3 Worlds",
          lambda n: {"decks": randomly(n, 4), "num_worlds": 3, "first_player": n % 4}, 1.0, together=5),
    Setup("few turns, named Worlds",
          lambda n: {"worlds": ("Xanthe", "Koti", "Ulmo"), "max_turns": 1 + n // 20 % 12,
                     "first_player": "worlds"}, 0.5),
    Setup("odd cards",
          lambda n: {"decks": heavy(n, 2 + n // 5 % 3, ODD_CARDS), "cards": ODD_CARDS}, 1.5, together=5),
    Setup("positions of 2 players", weight=3.0, **positioned(2, 4)),
    Setup("positions of 3 players", weight=2.0, **positioned(3, 4)),
    Setup("positions of 4 players", weight=1.5, **positioned(4, 5)),
    Setup("positions with odd cards", weight=2.0, **positioned(2, 3, ODD_CARDS)),
    Setup("positions of 3 players with odd cards", weight=1.5, **positioned(3, 3, ODD_CARDS)),
)  # fmt: skip


@cache
def all_setups() -> tuple[Setup, ...]:
    """Return every setup, those of the scenarios last."""
    return (*SETUPS, *scenario_setups())


def setup_of(name: str) -> Setup:
    """Return the setup of that name."""
    return next(setup for setup in all_setups() if setup.name == name)
