"""What is drawn of Open Worlds: pages of text, pictures, and that neither gives anything away.

Positions are laid out by hand, card by card; no rule is played.
"""

from __future__ import annotations

import re
import subprocess
import sys
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest

from ow_env.core.game import States
from ow_env.core.rng import RNG
from ow_env.drawing.board import picture_of
from ow_env.drawing.text import WIDTH, text_of
from ow_env.drawing.view import View
from ow_env.open_worlds import state as at
from ow_env.open_worlds.cards import Catalogue, load_catalogue
from ow_env.open_worlds.rules.hide import hide
from ow_env.open_worlds.rules.piles import add, add_staged
from ow_env.open_worlds.rules.units import find_unit, place_unit
from ow_env.open_worlds.state import EVERYONE, GAME, NOBODY, PHASES, POINTS, QUESTIONS, TERMINATED, TRUNCATED
from ow_env.open_worlds.tables import build_tables
from ow_env.open_worlds.view import view_of

TUTORIAL = ("Koti", "Phoebe K2", "Graense", "Vita Ptal", "Maail")
MORE = ("Aldra", "Calyx", "Dun Mor", "Bering's Eye")


@cache
def catalogue() -> Catalogue:
    return load_catalogue()


@cache
def tables(players: int, worlds: int) -> States:
    return build_tables(catalogue(), players, worlds)[0]


class Table:
    """A position in the making. Players are seats, Worlds and cards are names."""

    def __init__(self, players: int = 2, worlds: tuple[str, ...] = TUTORIAL, **fields: Any) -> None:
        self.state = np.zeros(1, GAME)
        self.g: Any = self.state[0]
        self.worlds = worlds
        self.agents = [f"player_{seat}" for seat in range(players)]
        self.tables = tables(players, len(worlds))
        usual = {"max_turns": 40, "turn": 1, "world": -1, "play_world": -1, "winner": -1}
        usual |= {"num_players": players, "num_worlds": len(worlds)}
        self.g["order"][:players] = [(fields.get("priority", 0) + i) % players for i in range(players)]
        for name, value in (usual | fields).items():
            self.g[name] = worlds.index(value) if isinstance(value, str) else value
        for w, name in enumerate(worlds):
            world = catalogue().world(name)
            row = (world.id, world.h2o, world.res, world.habitable, world.hostile, 0)
            self.g["worlds"][w] = row

    def card(self, name: str) -> int:
        return catalogue().card_ids[name]

    def pile(self, seat: int, pile: str, *names: str) -> Table:
        for name in names:
            add(self.g.players[seat][pile], self.card(name))
        return self

    def figures(self, seat: int, **fields: int) -> Table:
        for name, value in fields.items():
            self.g.players[seat][name] = value
        return self

    def stage(self, seat: int, world: str, *names: str) -> Table:
        for name in names:
            add_staged(self.g.players[seat], self.worlds.index(world), self.card(name))
        return self

    def units(self, seat: int, world: str, *names: str, owner: int | None = None) -> Table:
        owned = seat if owner is None else owner
        for name in names:
            place_unit(self.g, self.worlds.index(world), seat, self.card(name), owned, 0, 0)
        return self

    def find(self, seat: int, world: str, name: str, owner: int | None = None) -> int:
        owned = seat if owner is None else owner
        index = find_unit(self.g, self.worlds.index(world), seat, self.card(name), owned)
        assert index >= 0
        return index

    def mark(self, index: int, **fields: int) -> Table:
        for name, value in fields.items():
            self.g.units[index][name] = value
        return self

    def aim(self, index: int, *targets: int) -> Table:
        for k, target in enumerate(targets):
            self.g.units[index]["targets"][k] = target + 1
        return self

    def play(self, phase: int, question: int, *plays: tuple[int, str]) -> Table:
        self.g["phase"], self.g["question"], self.g["play_count"] = phase, question, len(plays)
        for k, (seat, name) in enumerate(plays):
            self.g["plays"][k] = (self.card(name), seat, 0)
        return self

    def text(self, view: str = "full", **options: bool) -> str:
        return text_of(self.view(view), **options)

    def view(self, view: str = "full") -> View:
        return view_of(catalogue(), self.tables, self.state, view, self.agents)

    def picture(self, view: str = "full") -> np.ndarray:
        return picture_of(self.view(view))

    def decision(self, view: str = "full") -> str:
        return self.view(view).decision


def opening() -> Table:
    """The Stage of turn 2, in which all lay cards at once; each has laid one so far."""
    table = Table(turn=2, point=at.STAGE, actor=EVERYONE)
    table.units(0, "Graense", "City 12").units(0, "Vita Ptal", "City 20")
    table.units(0, "Maail", "Exploit")
    table.units(1, "Graense", "City 15").units(1, "Vita Ptal", "Exploit", "Exploit")
    table.pile(0, "hand", "Outpost", "Outpost", "Striker").stage(0, "Koti", "Biostorm")
    table.pile(1, "hand", "Industry 9", "Espionage", "Quarry").stage(1, "Koti", "Troops 20")
    table.pile(0, "deck", "Cruiser", "Titan").pile(1, "deck", "Lancer")
    table.pile(0, "trash", "Pike").pile(1, "trash", "Frigate").pile(1, "open_trash", "Outpost")
    table.pile(1, "known", "Quarry")
    return table.figures(0, income=6, prior_income=6).figures(1, income=5, prior_income=4)


def revealed() -> Table:
    """The same table when all is staged and face up, and Vita Ptal is about to be resolved."""
    table = opening()
    table.g["point"], table.g["actor"] = at.WINDOW_WORLD, 0
    table.g["world"] = table.worlds.index("Vita Ptal")
    table.g["worlds"][0]["resolved"] = 1
    return table


def orbital_conflict() -> Table:
    """Orbital Conflict at Koti: all Weapons but the last have a target."""
    table = Table(turn=7, point=at.ORBITAL, actor=1, world="Koti", conflict=1, weapon=1)
    table.units(0, "Koti", "Cruiser", "Outpost").units(1, "Koti", "Frigate", "Scout")
    table.pile(0, "deck", "Pike").pile(1, "deck", "Lancer")
    cruiser, frigate = table.find(0, "Koti", "Cruiser"), table.find(1, "Koti", "Frigate")
    table.aim(cruiser, frigate, table.find(1, "Koti", "Scout")).aim(frigate, cruiser)
    table.g["unit"] = frigate
    return table


def surface_conflict() -> Table:
    """Surface Conflict at Vita Ptal has been fought: player_0 may Conquer City 20."""
    table = Table(turn=9, final_turn=1, point=at.CONQUER, actor=0, priority=1, world="Vita Ptal")
    table.units(0, "Vita Ptal", "Invasion Force 21", "Auto Assault 10")
    table.units(0, "Vita Ptal", "Outpost", owner=1)
    table.units(1, "Vita Ptal", "City 15", "City 20", "Troops 10")
    city, town = (table.find(1, "Vita Ptal", name) for name in ("City 20", "City 15"))
    troops = table.find(1, "Vita Ptal", "Troops 10")
    table.aim(table.find(0, "Vita Ptal", "Invasion Force 21"), city).mark(city, overcome=1)
    table.aim(table.find(0, "Vita Ptal", "Auto Assault 10"), town)
    return table.mark(troops, defends=town + 1, overcome=1)


def crowd(players: int, worlds: tuple[str, ...]) -> Table:
    """About as much as a table can hold, with the longest names."""
    table = Table(players, worlds, turn=12, final_turn=1, point=at.CONQUER, world=worlds[0], actor=0)
    for seat in range(players):
        for world in worlds[:4]:
            table.units(seat, world, "Battle Station 20", "Seasoned Exploit", "Invasion Force 21")
            table.units(seat, world, "Exotic Outpost", "Titan", "Auto Assault 10", "Robot Factory")
            table.units(seat, world, "City 30", "Energy Shield", owner=(seat + 1) % players)
            table.stage(seat, world, "Invasion Force 15", "Auto Assault 14")
        table.units(seat, worlds[0], *(card.name for card in catalogue().cards[:12]))
        names = [card.name for card in catalogue().cards[seat * 10 : seat * 10 + 20]]
        table.pile(seat, "hand", *names[:14]).pile(seat, "open_trash", *names, *names[:5])
        table.figures(seat, income=123, prior_income=118, halted=1, unlimited_class=1)
    target = table.find(1, worlds[0], "Titan")
    return table.aim(table.find(0, worlds[0], "Titan"), target, target, target)


SCENES = {
    "stage": opening,
    "resolution": revealed,
    "orbital": orbital_conflict,
    "conquer": surface_conflict,
}

# ── Whole pages ──────────────────────────────────────────────────────────────────────────────

PAGES = {
    ("stage", "player_0"): """
Turn 2 of 40 · Stage · Priority: player_0
> player_0 stages cards, as all do, unseen by each other

Koti                │ Phoebe K2           │ Graense             │ Vita Ptal           │ Maail
H2O 0/3  RES 3      │ H2O 0/5  RES 5      │ H2O 2/4  RES 2      │ H2O 3/4  RES 4      │ H2O 1/3  RES 4
                    │ Hostile             │ Habitable Hostile   │ Habitable           │
player_0 (you) ─────┼─────────────────────┼─────────────────────┼─────────────────────┼─────────────────────
staged [Biostorm]   │                     │ City 12 +1 T12      │ City 20 +2 T20      │ Exploit D1 +2
player_1 ───────────┼─────────────────────┼─────────────────────┼─────────────────────┼─────────────────────
                    │                     │ City 15 +1 T15      │ 2x Exploit D1 +2    │

player_0 (you)  Income 6 (prior 6) · hand 3 · Deck 2 · Trash Heap 1
  hand      2x Outpost, Striker
  Trash     [Pike]
player_1  Income 5 (prior 4) · hand 4 · Deck 1 · Trash Heap 2
  known     Quarry
  Trash     Outpost, [1 face down]

D Defensive Strength (if not in the name), + Income, T Troop Capacity, W Weapons, C Class, R Range,
H2O 2/3 = 2 Facilities where 3 have room, [ ] = face down,
known = all have seen these cards go to the hand; they are hidden now""",
    ("stage", "public"): """
Turn 2 of 40 · Stage · Priority: player_0
> All stage cards, unseen by each other

Koti                │ Phoebe K2           │ Graense             │ Vita Ptal           │ Maail
H2O 0/3  RES 3      │ H2O 0/5  RES 5      │ H2O 2/4  RES 2      │ H2O 3/4  RES 4      │ H2O 1/3  RES 4
                    │ Hostile             │ Habitable Hostile   │ Habitable           │
player_0 ───────────┼─────────────────────┼─────────────────────┼─────────────────────┼─────────────────────
                    │                     │ City 12 +1 T12      │ City 20 +2 T20      │ Exploit D1 +2
player_1 ───────────┼─────────────────────┼─────────────────────┼─────────────────────┼─────────────────────
                    │                     │ City 15 +1 T15      │ 2x Exploit D1 +2    │

player_0  Income 6 (prior 6) · hand 4 · Deck 2 · Trash Heap 1
  Trash     [1 face down]
player_1  Income 5 (prior 4) · hand 4 · Deck 1 · Trash Heap 2
  known     Quarry
  Trash     Outpost, [1 face down]

D Defensive Strength (if not in the name), + Income, T Troop Capacity, W Weapons, C Class, R Range,
H2O 2/3 = 2 Facilities where 3 have room, [ ] = face down,
known = all have seen these cards go to the hand; they are hidden now""",
    ("resolution", "public"): """
Turn 2 of 40 · Resolution of Vita Ptal begins · Priority: player_0
> player_0 may play a Utility

Koti                │ Phoebe K2           │ Graense             │ > Vita Ptal <       │ Maail
H2O 0/3  RES 3      │ H2O 0/5  RES 5      │ H2O 2/4  RES 2      │ H2O 3/4  RES 4      │ H2O 1/3  RES 4
                    │ Hostile             │ Habitable Hostile   │ Habitable           │
resolved            │                     │                     │ being resolved      │
player_0 ───────────┼─────────────────────┼─────────────────────┼─────────────────────┼─────────────────────
staged Biostorm     │                     │ City 12 +1 T12      │ City 20 +2 T20      │ Exploit D1 +2
player_1 ───────────┼─────────────────────┼─────────────────────┼─────────────────────┼─────────────────────
staged Troops 20    │                     │ City 15 +1 T15      │ 2x Exploit D1 +2    │

player_0  Income 6 (prior 6) · hand 3 · Deck 2 · Trash Heap 1
  Trash     [1 face down]
player_1  Income 5 (prior 4) · hand 3 · Deck 1 · Trash Heap 2
  known     Quarry
  Trash     Outpost, [1 face down]

D Defensive Strength (if not in the name), + Income, T Troop Capacity, W Weapons, C Class, R Range,
H2O 2/3 = 2 Facilities where 3 have room, [ ] = face down,
known = all have seen these cards go to the hand; they are hidden now""",
    ("orbital", "full"): """
Turn 7 of 40 · Resolution of Koti: Orbital Conflict · Priority: player_0
> player_1 aims Weapon 2 of 2 of Frigate, Power 7; pass: it does not fire

> Koti <            │ Phoebe K2           │ Graense             │ Vita Ptal           │ Maail
H2O 1/3  RES 3      │ H2O 0/5  RES 5      │ H2O 0/4  RES 2      │ H2O 0/4  RES 4      │ H2O 0/3  RES 4
                    │ Hostile             │ Habitable Hostile   │ Habitable           │
being resolved      │                     │                     │                     │
player_0 ───────────┼─────────────────────┼─────────────────────┼─────────────────────┼─────────────────────
Outpost D1 +1       │                     │                     │                     │
Cruiser D26 W14+12  │                     │                     │                     │
  T20 C14 R2        │                     │                     │                     │
  hit 7/26          │                     │                     │                     │
player_1 ───────────┼─────────────────────┼─────────────────────┼─────────────────────┼─────────────────────
Scout D4 W2 C1 R4   │                     │                     │                     │
  hit 12/4          │                     │                     │                     │
Frigate D12 W7+7 T10│                     │                     │                     │
  C7 R2 hit 14/12,  │                     │                     │                     │
  aims              │                     │                     │                     │

Orbital Conflict so far
  player_0's Cruiser: 14 at player_1's Frigate, 12 at player_1's Scout
  player_1's Frigate: 7 at player_0's Cruiser

player_0  Income 0 (prior 0) · hand 0 · Deck 1 · Trash Heap 0
player_1  Income 0 (prior 0) · hand 0 · Deck 1 · Trash Heap 0

D Defensive Strength (if not in the name), + Income, T Troop Capacity, W Weapons, C Class, R Range,
H2O 2/3 = 2 Facilities where 3 have room, [ ] = face down,
hit 12/30 = damage 12 of a Defensive Strength of 30, aims = its Weapon is asked for""",
    ("conquer", "full"): """
Turn 9 of 40 · FINAL TURN · Resolution of Vita Ptal: Surface Conflict, conquest · Priority: player_1
> player_0 may Conquer what is overcome

Koti                │ Phoebe K2           │ Graense             │ > Vita Ptal <       │ Maail
H2O 0/3  RES 3      │ H2O 0/5  RES 5      │ H2O 0/4  RES 2      │ H2O 3/4  RES 4      │ H2O 0/3  RES 4
                    │ Hostile             │ Habitable Hostile   │ Habitable           │
                    │                     │                     │ being resolved      │
player_0 ───────────┼─────────────────────┼─────────────────────┼─────────────────────┼─────────────────────
                    │                     │                     │ Outpost D1 +1       │
                    │                     │                     │   of player_1       │
                    │                     │                     │ Invasion Force 21   │
                    │                     │                     │   W21               │
                    │                     │                     │ Auto Assault 10 W10 │
player_1 ───────────┼─────────────────────┼─────────────────────┼─────────────────────┼─────────────────────
                    │                     │                     │ City 15 +1 T15      │
                    │                     │                     │   defended          │
                    │                     │                     │ City 20 +2 T20      │
                    │                     │                     │   overcome,         │
                    │                     │                     │   hit 21/20         │
                    │                     │                     │ Troops 10 W10       │
                    │                     │                     │   overcome,         │
                    │                     │                     │   hit 10/10         │

Surface Conflict so far
  player_0's Invasion Force 21: 21 at player_1's City 20
  player_0's Auto Assault 10: 10 at player_1's City 15
  player_1's Troops 10: defends City 15

player_0  Income 0 (prior 0) · hand 0 · Deck 0 · Trash Heap 0
player_1  Income 0 (prior 0) · hand 0 · Deck 0 · Trash Heap 0

D Defensive Strength (if not in the name), + Income, T Troop Capacity, W Weapons, C Class, R Range,
H2O 2/3 = 2 Facilities where 3 have room, [ ] = face down, defended = a Ground Force Defends it,
overcome = damage has reached its Defensive Strength, hit 12/30 = damage 12 of a Defensive Strength of 30""",
}


def page(text: str) -> str:
    return text.strip("\n")


@pytest.mark.parametrize(("scene", "view"), PAGES)
def test_a_page_of_text(scene: str, view: str) -> None:
    assert SCENES[scene]().text(view) == page(PAGES[scene, view])


def test_colour_adds_nothing_but_colour() -> None:
    table = orbital_conflict()
    coloured = table.text(colour=True)
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == table.text()


@pytest.mark.parametrize(("players", "worlds"), [(2, TUTORIAL), (3, TUTORIAL + MORE[:2]), (4, TUTORIAL + MORE)])
def test_a_crowded_page_keeps_its_width(players: int, worlds: tuple[str, ...]) -> None:
    text = crowd(players, worlds).text()
    assert all(len(line) <= WIDTH and line == line.rstrip() for line in text.splitlines())
    for world in worlds:
        assert f"> {world} <" in text or f"{world} " in text or f"{world}\n" in text
    assert text.count("3x Seasoned Exploit") == 0
    assert text.count("2x Seasoned Exploit") == players


# ── What is asked ────────────────────────────────────────────────────────────────────────────


def adjusting() -> Table:
    return Table(turn=0, point=at.ADJUST_HAND, actor=EVERYONE).figures(0, adjusted=2, done=1)


def playing(phase: int, question: int, card: str, **fields: Any) -> Table:
    table = Table(point=at.WINDOW_STAGED, actor=1, **fields).pile(1, "deck", "Titan", "Scout")
    return table.stage(1, "Koti", "Outpost").play(phase, question, (1, card))


DECISIONS = [
    (adjusting, "full", "player_1 may put up to 4 cards of the opening hand away"),
    (
        adjusting,
        "public",
        "All may put up to 4 cards of the opening hand away, unseen by each other",
    ),
    (adjusting, "player_0", "player_0 is done; the others may not be"),
    (
        adjusting,
        "player_1",
        "player_1 may put up to 4 cards of the opening hand away (0 so far), as all do, unseen by each other",
    ),
    (opening, "full", "player_0 and player_1 stage cards"),
    (opening, "player_1", "player_1 stages cards, as all do, unseen by each other"),
    (lambda: Table(point=at.STAGE, actor=1, stage_in_order=1), "public", "player_1 stages cards"),
    (lambda: Table(point=at.MOVE, actor=0), "full", "player_0 may move Ships"),
    (lambda: Table(point=at.WINDOW_MOVED, actor=0), "full", "player_0 may play a Utility"),
    (
        lambda: Table(point=at.OVER_CLASS, actor=1).figures(1, prior_income=6),
        "full",
        "player_1 must Trash a staged Ship: their Class exceeds the prior Income of 6",
    ),
    (
        lambda: Table(point=at.SWAP, actor=0, world="Maail").stage(0, "Maail", "Industry 8"),
        "full",
        "player_0 may Swap a Facility for Industry 8",
    ),
    (orbital_conflict, "public", "player_1 aims Weapon 2 of 2 of Frigate, Power 7; pass: it does not fire"),
    (surface_conflict, "public", "player_0 may Conquer what is overcome"),
    (lambda: playing(at.CHOOSING, at.ASK_TARGET, "Coup"), "public", "player_1 picks a card for Coup"),
    (
        lambda: playing(at.RESOLVING, at.ASK_REPLACEMENT, "Adjust"),
        "player_1",
        "player_1 lays a card of the hand in the place of a staged one",
    ),
    (
        lambda: playing(at.RESOLVING, at.ASK_REPLACEMENT, "Adjust"),
        "player_0",
        "player_1 carries out Adjust",
    ),
    (
        lambda: playing(at.RESOLVING, at.ASK_CARD_OF_DECK, "Research"),
        "player_0",
        "player_1 takes a card out of the Deck",
    ),
    (lambda: playing(at.REACTING, at.ASK_NOTHING, "Coup"), "full", "player_1 may react to Coup"),
    (lambda: Table(point=at.TRASH, actor=0), "full", "player_0 may discard"),
    (
        lambda: Table(ending=TERMINATED, winner=1).figures(0, income=9).figures(1, income=12),
        "public",
        "player_1 wins, Income 9 to 12",
    ),
    (lambda: Table(ending=TERMINATED).figures(0, income=0), "public", "A draw, Income 0 to 0"),
    (
        lambda: Table(ending=TRUNCATED, turn=40),
        "public",
        "Stopped after turn 40 without a winner, Income 0 to 0",
    ),
]


@pytest.mark.parametrize(("table", "view", "sentence"), DECISIONS)
def test_the_page_says_what_is_asked(table: Any, view: str, sentence: str) -> None:
    assert table().decision(view) == sentence


def test_a_utility_stands_there_with_its_choices_and_reactions() -> None:
    table = revealed().play(at.REACTING, at.ASK_NOTHING, (0, "Coup"), (1, "Espionage"))
    table.g["play_target"] = table.find(1, "Vita Ptal", "Exploit") + 1
    table.g["play_world"] = table.worlds.index("Vita Ptal")
    assert table.text("public").splitlines()[1] == (
        "player_0 plays Coup on player_1's Exploit at Vita Ptal; player_1 reacts with Espionage"
    )


def test_the_deck_lies_open_only_to_the_player_who_searches_it() -> None:
    table = playing(at.RESOLVING, at.ASK_CARD_OF_DECK, "Research")
    assert "Deck      Scout, Titan" in table.text("player_1")
    assert "Titan" not in table.text("player_0") + table.text("public")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_step_is_drawn(players: int) -> None:
    worlds = (TUTORIAL + MORE)[: 2 * players + 1]
    for point in range(len(POINTS)):
        table = Table(players, worlds, point=point, actor=EVERYONE if point == at.STAGE else players - 1)
        table.units(players - 1, "Koti", "Frigate").stage(players - 1, "Koti", "Outpost")
        if POINTS.index("next world") < point < POINTS.index("count income"):
            table.g["world"] = 0
        if point == at.GAME_OVER:
            table.g["ending"], table.g["actor"] = TERMINATED, NOBODY
        for view in ("full", "public", *table.agents):
            assert table.text(view)


def test_every_question_of_a_utility_is_drawn() -> None:
    for phase, question in product(range(at.IDLE + 1, len(PHASES)), range(1, len(QUESTIONS))):
        for view in ("full", "public", "player_0", "player_1"):
            assert "player_1 plays Adjust" in playing(phase, question, "Adjust").text(view)


# ── Nothing hidden is shown ──────────────────────────────────────────────────────────────────

HIDDEN_FROM_0 = ("Industry 9", "Espionage", "Lancer", "Frigate", "Troops 20")
HIDDEN_FROM_1 = ("Striker", "Biostorm", "Cruiser", "Titan", "Pike")


def test_a_view_names_no_card_it_can_not_know() -> None:
    table = opening()
    full = table.text()
    in_a_deck = {"Lancer", "Cruiser", "Titan"}  # of which a page says only how many they are
    for name in HIDDEN_FROM_0 + HIDDEN_FROM_1:
        assert (name in full) == (name not in in_a_deck)
    assert not any(name in table.text("player_0") for name in HIDDEN_FROM_0)
    assert not any(name in table.text("player_1") for name in HIDDEN_FROM_1)
    assert not any(name in table.text("public") for name in HIDDEN_FROM_0 + HIDDEN_FROM_1)


def test_what_is_known_to_all_is_shown_to_all() -> None:
    for view in ("full", "public", "player_0", "player_1"):
        assert "known     Quarry" in opening().text(view)


def test_nobody_sees_who_is_done_behind_the_screen() -> None:
    waiting, done = opening(), opening().figures(1, done=1)
    assert waiting.text("player_0") == done.text("player_0")
    assert waiting.text("public") == done.text("public")
    assert waiting.text("player_1") != done.text("player_1")


def test_staged_cards_lie_face_down_until_reveal() -> None:
    table = opening()
    table.g["point"], table.g["actor"] = at.WINDOW_STAGED, 0
    assert "staged [Biostorm]" in table.text("player_0")
    assert "staged [?]" in table.text("player_0")
    assert table.text("public").count("staged [?]") == 2
    assert "staged Troops 20" in revealed().text("public")


def test_open_decklists_show_what_is_hidden_but_not_where() -> None:
    table = opening()
    table.g["open_decklists"] = 1
    line = "  hidden    Quarry, Industry 9, Lancer, Frigate, Troops 20, Espionage"
    assert line in table.text("player_0").splitlines()
    assert line not in table.text("player_1").splitlines()


@pytest.mark.parametrize("scene", SCENES)
@pytest.mark.parametrize("open_decklists", [0, 1])
def test_a_view_is_the_same_whatever_is_hidden_from_it(scene: str, open_decklists: int) -> None:
    table = SCENES[scene]()
    table.g["open_decklists"] = open_decklists
    for player, view in enumerate(table.agents):
        text, picture = table.text(view), table.picture(view)
        for seed in range(3):
            guess = SCENES[scene]()
            guess.g["open_decklists"] = open_decklists
            chance = np.zeros(1, RNG)
            chance["key"] = seed
            hide(guess.g, guess.tables[0], player, chance[0])
            assert guess.text(view) == text
        assert np.array_equal(guess.picture(view), picture)


def test_an_unknown_view_is_refused() -> None:
    expected = "expected full, public or one of player_0, player_1, got 'player_2'"
    with pytest.raises(ValueError, match=expected):
        opening().text("player_2")


# ── Pictures ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("players", "worlds", "shape"),
    [
        (2, TUTORIAL[:1], (784, 1280, 3)),
        (2, TUTORIAL, (784, 1280, 3)),
        (3, TUTORIAL + MORE[:2], (990, 1692, 3)),
        (4, TUTORIAL + MORE, (1216, 2104, 3)),
    ],
)
def test_a_picture_has_the_same_size_all_game(players: int, worlds: tuple[str, ...], shape: tuple[int, ...]) -> None:
    for table in (Table(players, worlds), crowd(players, worlds)):
        picture = table.picture("player_1")
        assert picture.shape == shape
        assert picture.dtype == np.uint8


def test_pictures_are_the_same_each_time_and_differ_between_views() -> None:
    table = opening()
    assert np.array_equal(table.picture("player_0"), opening().picture("player_0"))
    views = ("full", "public", "player_0", "player_1")
    assert len({table.picture(view).tobytes() for view in views}) == len(views)


def test_drawing_changes_nothing() -> None:
    table = orbital_conflict()
    before = table.state.tobytes()
    table.text("player_1")
    table.picture("player_1")
    assert table.state.tobytes() == before


def test_without_pillow_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(ImportError, match=r"pip install 'open-worlds-env\[render\]'"):
        opening().picture()


def test_text_needs_no_pillow() -> None:
    code = "import sys; import ow_env.drawing.board; sys.exit('PIL' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
