"""What an observation says of the Worlds is what the rules say of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ow_env.open_worlds import observe, state as at
from ow_env.open_worlds.cards import SHIP, Type, load_catalogue
from ow_env.open_worlds.game import OpenWorlds
from ow_env.open_worlds.observe import slices as declared
from ow_env.open_worlds.rules import worlds
from ow_env.open_worlds.rules.combat import direct_damage, is_defended
from ow_env.open_worlds.rules.count_income import income_of, total_income
from ow_env.open_worlds.state import EVERYONE, PHASES, POINTS, QUESTIONS
from ow_env.open_worlds.tables import build_tables
from tests.open_worlds.random_games import TABLES, positions, table
from tests.open_worlds.scenario import Table, parts_of
from tests.scenarios import actions_of, decisions

ODD_CARDS = Path(__file__).with_name("odd_cards.toml")


@pytest.mark.parametrize("name", [name for name in TABLES if "max_turns" not in name])
def test_figures_of_worlds_are_those_of_the_rules(name):
    game = table(name)
    tables = game.tables[0]
    at = {feature.name: slice(feature.start, feature.stop) for feature in game.features}
    unlike = {"room": set(), "capacity": set(), "habitable": set(), "hostile": set()}
    for step, batch in enumerate(positions(game, 2, seed=31)):
        if step % 5:
            continue
        for row in range(2):
            g = batch.states[row]
            seats, rows = range(game.num_players), range(int(g["num_worlds"]))
            told = {
                "room": [max(0, worlds.h2o(g, tables, w) - worlds.count_facilities(g, tables, w)) for w in rows],
                "habitable": [worlds.is_habitable(g, tables, w) for w in rows],
                "hostile": [worlds.is_hostile(g, tables, w) for w in rows],
            }
            for seat in seats:
                others = [(seat + after) % game.num_players for after in seats]
                told["capacity"] = [worlds.capacity_at(g, tables, p, w) for p in others for w in rows]
                for slice_name, figures in told.items():
                    seen = batch.observation[row, seat, at[slice_name]]
                    assert seen.tolist() == [int(figure) for figure in figures], slice_name
                    unlike[slice_name] |= set(seen.tolist())
    assert len(unlike["capacity"]) > 3
    assert len(unlike["room"]) > 3
    assert all(unlike[what] == {0, 1} for what in ("habitable", "hostile"))


# ── The whole row, written again in plain Python ─────────────────────────────────────────────────


def piles(pile: Any) -> list[int]:
    """Return the ids of a pile's cards."""
    return [int(card) for card in pile["cards"][: pile["count"]]]


def staged_of(me: Any, w: int) -> list[int]:
    """Return the ids of a player's cards staged at a World."""
    return [int(card) for card in me["staged"][w][: me["staged_count"][w]]]


class Seen:
    """What a seat should see: by name of the slice, an array with an axis for each of what it counts."""

    def __init__(self, game: OpenWorlds, g: Any, seat: int) -> None:
        self.game, self.g, self.seat = game, g, seat
        self.t = game.tables[0]
        self.cards = self.t["cards"]
        self.seats = [(seat + after) % game.num_players for after in range(game.num_players)]
        players, rows = game.num_players, int(g["num_worlds"])
        cards = len(game.catalogue.cards)
        units, facilities, ships = (
            int((self.cards[column][:cards] >= 0).sum()) for column in ("unit", "facility", "ship")
        )
        sizes = {"P": players, "O": players - 1, "W": rows, "C": cards, "U": units, "F": facilities, "S": ships}
        sizes |= {"T": len(POINTS), "H": len(PHASES), "Q": len(QUESTIONS), "N": 2}
        shapes = {each.name: tuple(sizes[axis] for axis in each.axes) for each in declared.declared}
        self.told = {name: np.zeros(shape, int) for name, shape in shapes.items()}
        hidden = POINTS[g["point"]] == "adjust hand" or (POINTS[g["point"]] == "stage" and not g["stage_in_order"])
        self.unseen = [p for p in self.seats[1:] if hidden]
        self.turn()
        for after, p in enumerate(self.seats):
            self.player(after, p)
        for w in range(rows):
            self.world(w)
        for i in range(int(g["starts"][rows])):
            self.unit(i)
        if g["world"] >= 0:
            self.conflict()
        if g["phase"]:
            self.play()

    def turn(self) -> None:
        g, told = self.g, self.told
        told["turn"][()] = g["turn"]
        told["turns_left"][()] = max(0, int(g["max_turns"]) - int(g["turn"]))
        told["final_turn"][()] = g["final_turn"]
        told["final_next"][()] = any(not piles(g["players"][p]["deck"]) for p in self.seats)
        told["point"][g["point"]] = told["phase"][g["phase"]] = 1
        told["priority"][self.seats.index(g["priority"])] = 1
        told["adjusted"][()] = g["players"][self.seat]["adjusted"]
        told["conflict"][()] = g["conflict"]
        for after, p in enumerate(self.seats):
            all_at_once = g["actor"] == EVERYONE and (after > 0 or not g["players"][p]["done"])
            told["asked"][after] = g["actor"] == p or all_at_once

    def player(self, after: int, p: int) -> None:
        told, me = self.told, self.g["players"][p]
        for name in ("income", "prior_income", "halted", "unlimited_class"):
            told[name][after] = me[name]
        put_away = int(me["adjusted"]) if p in self.unseen else 0
        laid = sum(len(staged_of(me, w)) for w in range(self.g["num_worlds"])) if p in self.unseen else 0
        told["hand_count"][after] = len(piles(me["hand"])) + put_away + laid
        told["deck_count"][after] = len(piles(me["deck"]))
        told["trash_count"][after] = len(piles(me["trash"])) + len(piles(me["open_trash"])) - put_away
        count(told["wreck"][after], piles(me["open_trash"]))
        staged = [(w, card) for w in range(self.g["num_worlds"]) for card in staged_of(me, w)]
        face_up = self.g["point"] > at.REVEAL
        for w, card in staged:
            told["staged_count"][after, w] += p not in self.unseen
            if after == 0:
                told["staged"][w, card] += 1
            elif face_up:
                told["revealed"][after - 1, w, card] += 1
        if after == 0:
            for name in ("hand", "deck", "trash"):
                count(told[name], piles(me[name]))
            return
        count(told["seen"][after - 1], piles(me["known"]))
        if self.g["open_decklists"]:
            hidden = [card for name in ("hand", "deck", "trash") for card in piles(me[name])]
            count(told["decklist"][after - 1], hidden + ([] if face_up else [card for _, card in staged]))

    def world(self, w: int) -> None:
        g, t, told = self.g, self.t, self.told
        told["h2o"][w] = worlds.h2o(g, t, w)
        told["room"][w] = max(0, worlds.h2o(g, t, w) - worlds.count_facilities(g, t, w))
        told["res"][w] = g["worlds"][w]["res"]
        told["resolved"][w] = g["worlds"][w]["resolved"]
        told["resolving"][w] = g["world"] == w
        told["habitable"][w] = worlds.is_habitable(g, t, w)
        told["hostile"][w] = worlds.is_hostile(g, t, w)
        told["indicators"][w] = sum(one["world"] == w for one in g["indicators"][: g["indicator_count"]])
        for after, p in enumerate(self.seats):
            told["capacity"][after, w] = worlds.capacity_at(g, t, p, w)

    def unit(self, i: int) -> None:
        told, u = self.told, self.g["units"][i]
        card, w, after = self.cards[u["card"]], int(u["world"]), self.seats.index(u["controller"])
        if u["owner"] == u["controller"]:
            told["units"][after, w, card["unit"]] += 1
        else:
            on = (int(u["owner"]) - int(u["controller"])) % self.game.num_players
            told["conquered"][after, w, on - 1, card["facility"]] += 1
        told["world_income"][after, w] += income_of(self.g, self.t, i)
        if card["facility"] >= 0:
            told["idle"][after, w, card["facility"]] += int(u["idle"])
            told["age"][after, w] += int(u["age"])
        if card["ship"] >= 0:
            told["moved"][after, card["ship"]] |= int(u["moved"])

    def conflict(self) -> None:
        g, told, w = self.g, self.told, int(self.g["world"])
        point = POINTS[g["point"]]
        for i in range(int(g["starts"][w]), int(g["starts"][w + 1])):
            u = g["units"][i]
            card = self.cards[u["card"]]
            place = self.seats.index(u["controller"]), int(card["unit"])
            for name, field in (("reserved", "reserved"), ("defending", "defends"), ("overcome", "overcome")):
                told[name][place] |= int(u[field] != 0)
            told["falling"][place] |= int(u["conqueror"] != 0)
            if point in ("orbital activity", "surface conflict", "conquer"):
                told["aimed"][place] += np.count_nonzero(u["targets"][: card["weapon_count"]])
                told["damage"][place] += direct_damage(g, self.t, i, -1)
                told["defended"][place] |= int(is_defended(g, i))
        if point in ("orbital activity", "surface conflict"):
            card = self.cards[g["units"][g["unit"]]["card"]]
            told["unit_asked"][card["unit"]] = 1
            told["weapon_asked"][()] = card["weapons"][g["weapon"]]

    def play(self) -> None:
        g, told = self.g, self.told
        base, top = g["plays"][0], g["plays"][g["play_count"] - 1]
        told["play_depth"][()] = g["play_count"]
        told["play_card"][top["card"]] = told["play_base"][base["card"]] = 1
        told["play_player"][self.seats.index(top["player"])] = 1
        mine = base["player"] == self.seat
        if mine:
            told["question"][g["question"]] = 1
        if g["play_world"] >= 0 and (mine or not g["play_card"]):
            told["play_world"][g["play_world"]] = 1
        if g["play_target"]:
            told["play_unit"][self.cards[g["units"][g["play_target"] - 1]["card"]]["unit"]] = 1
        if g["play_option"]:
            told["play_option"][g["play_option"] - 1] = 1


def count(row: np.ndarray, ids: list[int]) -> None:
    """Count cards into a row."""
    for card in ids:
        row[card] += 1


SIGHTS = [  # players, the position, what is done there: every position on the way is looked at by every seat
    (
        2,
        "move | turn 7 | open decklists | Koti: you Scout (moved), Kite, Outpost (idle)"
        " | foe Terraform Plant, City 12 (you's) | under Suck Dry (foe's)"
        " | Graense: foe Kite (moved), Robot Factory, stage Exploit, Auto Assault 10 | you stage Outpost"
        " | Maail: you Quarry, City 15 (foe's) | hand City 10, 2x Exploit | deck 3x Outpost | trash Lancer"
        " | wreck Titan | income 5 | prior 4 | foe: hand Quarry, 2x Exploit | deck Outpost | trash City 25"
        " | wreck 2x Outpost | seen Exploit | prior 7",
        "",
    ),
    (
        3,
        "stage | turn 3 | priority third | Koti: you Outpost (third's) | foe Outpost (you's)"
        " | third Exploit (idle) | Maail: third Suck Dry (age 1) | hand City 10, Exploit | deck Kite"
        " | foe: hand Quarry, 2x Exploit | halted | seen Quarry | trash Scout | third: deck 2x Outpost"
        " | hand 3x Outpost | unlimited class | seen 2x Outpost | wreck City 15",
        "foe: stage Quarry @ Maail; third: stage Outpost @ Koti; you: stage Exploit @ Maail",
    ),
    (
        2,
        "stage | stage in order | priority foe | Koti: you Outpost | Maail | hand City 10 | deck Kite"
        " | foe: hand Quarry, Exploit",
        "foe: stage Quarry @ Maail",
    ),
    (
        2,
        "stage | turn 5 | final turn | max turns 5 | Koti: you Outpost | Maail | hand City 10, Exploit"
        " | deck Kite | foe: hand Quarry, Exploit | income 300",
        "you: pass; foe: stage Quarry @ Maail",
    ),
    (
        2,
        "resolve | priority foe | Koti: you Outpost | Maail: you City 25, Titan | foe Warship, Scout, Outpost"
        " | Graense: foe Outpost | Phoebe K2: foe Terraform Plant | hand Outpost",
        "foe: resolve Maail; foe: pass; foe: target Titan; foe: target Titan",
    ),
    (
        3,
        "move | open decklists | Koti: you stage Titan | foe stage Exploit | Maail: third stage City 12"
        " | under Suck Dry (foe's) | Graense: foe stage Outpost | third stage Kite | under Suck Dry (you's)"
        " | hand Fleet Support | deck City 10 | foe: hand Quarry | deck 2x Outpost | third: trash Scout",
        "",
    ),
    (
        2,
        "adjust | turn 0 | Koti | hand City 10, Exploit | deck Kite | foe: hand Quarry, 2x Exploit, Titan"
        " | deck Outpost",
        "foe: discard Quarry; you: discard City 10; foe: discard Titan",
    ),
    (
        4,
        "resolve | priority third | Koti: you Auto Assault 10, Transport | foe Corvette | third Striker, Frigate"
        " | fourth City 25, Scout | hand Outpost | fourth: hand Exploit, Kite | income 3",
        "",
    ),
    (
        2,
        "resolve | priority foe | Koti: you Destroyer, Invasion Force 10 | foe 2x Outpost, Troops 10, Troops 12"
        " | hand Outpost",
        "foe: defend Outpost; foe: defend Outpost; you: target Outpost",
    ),
    (
        2,
        "resolve | Koti: you 2x Outpost, Titan | foe Invasion Force 10, Invasion Force 15, Warship | hand Outpost",
        "",
    ),
    (
        2,
        "resolve | Koti: you Invasion Force 10, Invasion Force 15 | foe 2x Outpost | Maail: foe Exploit | hand Outpost",
        "you: resolve Koti; you: target Outpost; you: target Outpost; you: conquer Outpost",
    ),
    (
        2,
        "stage | Koti: you Outpost | foe Outpost | Maail: you Quarry | foe Quarry, Exploit"
        " | hand We Quit, Espionage | foe: hand We Quit, Espionage",
        "you: play We Quit; you: choose Maail; you: target Quarry; foe: play Espionage",
    ),
    (
        2,
        "draw | Koti: you Outpost | hand 9x Outpost, Research | deck Exploit, Outpost, Scout"
        " | foe: hand Espionage | deck 3x Outpost",
        "you: play Research; you: option 2; foe: pass",
    ),
    (
        2,
        "move | Koti: you Robot Factory, stage Auto Assault 10, Outpost | Maail: you stage Kite"
        " | hand Adjust, Exploit, Auto Assault 14 | foe: hand Outpost",
        "you: play Adjust; you: stage Auto Assault 14 @ Koti",
    ),
]


@pytest.mark.rule
@pytest.mark.parametrize(("players", "before", "play"), SIGHTS)
def test_an_observation_is_what_the_position_says(players: int, before: str, play: str) -> None:
    table = Table(before, players)
    compare(table)
    for joint in decisions(actions_of(play), table):
        table.do(joint)
        compare(table)


def compare(table: Table) -> None:
    """See that every seat is told what it should be, in every slice."""
    game = table.game
    for seat in range(game.num_players):
        row = np.full(game.num_features, 77, np.uint8)
        observe.write_observation(table.state[0], game.tables[0], seat, row)
        told = Seen(game, table.state[0], seat).told
        assert [feature.name for feature in game.features] == list(told)
        for feature in game.features:
            wanted = np.minimum(told[feature.name], 255).reshape(-1)
            seen = row[feature.start : feature.stop]
            assert seen.tolist() == wanted.tolist(), f"{feature.name}, seat {seat}\n{parts_of(table.position())}"


@pytest.mark.rule
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_slices_lie_one_behind_the_other_as_long_as_what_they_count(players: int) -> None:
    catalogue = load_catalogue()
    cards = catalogue.cards
    sizes = {
        "players": players,
        "opponents": players - 1,
        "Worlds": 6,
        "cards": len(cards),
        "unit cards": sum(card.type <= Type.GROUND or card.name == "Enter Fray" for card in cards),
        "Facility cards": sum(card.type == Type.FACILITY for card in cards),
        "Ship cards": sum(card.kind == SHIP or card.name == "Enter Fray" for card in cards),
        "points": len(POINTS),
        "phases": len(PHASES),
        "questions": len(QUESTIONS),
        "options": 2,
    }
    tables = build_tables(catalogue, players, 6)[0].copy()
    slices = observe.features(tables[0]["cards"][: len(cards)], players, 6)
    place = 0
    for feature, each in zip(slices, declared.declared, strict=True):
        name, axes, high, meaning = each.name, each.axes, each.high, each.meaning
        if name == "priority" and players > 2:
            high = players  # places in the order of finish (OW-1.4)
        assert (feature.name, feature.start, feature.high) == (name, place, high)
        told, length = feature.meaning, 1
        if axes:
            counted, _, told = told[1:].partition("] ")
            parts = [part.split(" ", 1) for part in counted.split(", ")]
            assert len(parts) == len(axes)
            for number, what in parts:
                assert int(number) == sizes[what], (name, what)
                length *= int(number)
        assert told == meaning
        place += length
        assert feature.stop == place
    layout = tables["layout"]
    wanted = layout.copy()
    layout["starts"] = layout["units"] = layout["facilities"] = layout["ships"] = layout["size_of_all"] = 99
    observe.write_layout(tables, slices)
    assert [int(start) for start in layout["starts"][0][: len(declared)]] == [feature.start for feature in slices]
    assert layout["size_of_all"][0] == place
    for column, what in (("units", "unit cards"), ("facilities", "Facility cards"), ("ships", "Ship cards")):
        assert layout[column][0] == wanted[column][0] == sizes[what]


@pytest.mark.rule
def test_figures_above_255_read_255() -> None:
    row = np.zeros(3, np.uint8)
    for value, seen in ((0, 0), (254, 254), (255, 255), (256, 255), (1000, 255)):
        observe.put(row, 1, value)
        assert row.tolist() == [0, seen, 0]


@pytest.mark.rule
def test_income_of_units_that_are_no_facilities_is_told() -> None:
    """No printed card has any; a card file of one's own may give it to Ships, Stations and Ground Forces (OW-5.1)."""
    before = "trash | Koti: you Raider, Dead Station | foe Settlers | Maail: foe Raider | hand Outpost"
    table = Table(before, cards=str(ODD_CARDS))
    game = table.game
    where = next(feature for feature in game.features if feature.name == "world_income")
    seen = game.show(table.state).observation[0, 0, where.start : where.stop].reshape(2, -1)
    assert seen.tolist() == [[3, 0], [1, 1]]
    assert [total_income(table.state[0], game.tables[0], player) for player in (0, 1)] == seen.sum(axis=1).tolist()
