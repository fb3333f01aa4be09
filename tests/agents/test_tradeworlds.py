"""The scripted players of TradeWorlds: what they choose where it is clear, and whole games."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import agents
from agents.tradeworlds import SCRIPTS
from agents.tradeworlds.battles import between, chance_above
from agents.tradeworlds.weights import NAMES, SCENARIOS, SETTINGS
from ow_env.tradeworlds.game import TradeWorlds
from tests.agents import positions
from training.measure.match import play_batch

pytestmark = pytest.mark.bounds


@cache
def game(scenario: Any = "Trade Wars", players: int | None = None, reinforcements: bool = False) -> TradeWorlds:
    return TradeWorlds(scenario, players, reinforcements=reinforcements)


def ship(starship: int, weapon: int, crew: int, token: str | None = None) -> dict[str, Any]:
    told = {"starship": f"Starship {starship}", "weapons": [f"Weapon {weapon}"], "crew": f"Crew {crew}"}
    return told | ({} if token is None else {"token": token})


def player(faction: str, *lane: Any, hand: Any = (), **told: Any) -> dict[str, Any]:
    """A player with a full deck behind, three cards of each level on the piles."""
    places = [*lane, *[None] * (4 - len(lane))]
    told = {"deck": ["Starship 2", "Weapon 2", "Crew 2", "Starship 1"], "treasury": 30, **told}
    return {"faction": faction, "hand": list(hand), "lane": places, **told}


def choice(who: str, players: list[dict[str, Any]], decision: dict[str, Any] | None = None, **told: Any) -> str:
    """The name of what a script of player_0 does in a position."""
    scenario = told.pop("scenario", "Trade Wars")
    table = game(scenario, len(players) if len(players) > 1 else None, told.pop("reinforcements", False))
    position = {
        "game": "tradeworlds", "format": 1, "scenario": scenario, "round": 5, "players": players,
        "decision": decision or {"type": "role"}, **told,
    }  # fmt: skip
    return positions.choice(SCRIPTS[who](table, 1), table.from_position(position), table)


RICH = ["Crew 5", "Weapon 5", "Starship 4", "Crew 1", "Weapon 1"]
PARTS = ["Starship 5", "Weapon 5", "Crew 4", "Crew 1"]
OPEN = player("Destined", hand=["Crew 1"], homeworld=3)
BARE = player("Destined", hand=["Crew 1"])
GUARDED = player("Destined", ship(1, 2, 3), hand=["Crew 1"])
FLEET = [ship(2, 3, 3), ship(1, 2, 3)]
ONE_SHIP = [ship(2, 3, 3)]
UNUSED = ["player_0 lane 1", "player_0 lane 2"]
ROLL = {
    "type": "roll",
    "role": "Admiral",
    "target": "player_1",
    "fighting": ["player_0 lane 1"],
    "engaged": [1],
    "busy": [1],
}

CLEAR = [
    # what it shows
    #     who, the players, decision, choice
    ("economist: banks what is worth most", "economist", [player("Acolytes", hand=RICH, treasury=60), BARE], None,
     "role Treasurer"),
    ("economist: the dearest first", "economist", [player("Acolytes", hand=RICH, treasury=60), BARE],
     {"type": "bank", "role": "Treasurer"}, "bank Weapon 5"),
    ("Acolytes: three cheap cards bank eight", "economist",
     [player("Acolytes", hand=["Crew 5", "Crew 1", "Weapon 1", "Weapon 2"], treasury=10), BARE],
     {"type": "bank", "role": "Treasurer"}, "bank Weapon 1"),
    ("Covenant: two cards and five", "economist",
     [player("Covenant", hand=["Crew 1", "Weapon 1", "Starship 1"], treasury=10), BARE],
     {"type": "bank", "role": "Treasurer", "count": 2, "banked": 2}, "done"),
    ("economist: a ship taken apart wins", "economist",
     [player("Acolytes", ship(5, 5, 4), hand=["Crew 1"], treasury=90), player("Destined", treasury=50)], None,
     "role Chancellor"),
    ("economist: nobody is armed, nor is it", "economist", [player("Brethren", hand=PARTS), BARE],
     {"type": "configure", "role": "Trader"}, "done"),
    ("economist: as many ships as the largest lane", "economist", [player("Brethren", hand=PARTS), GUARDED],
     {"type": "configure", "role": "Trader"}, "configure Starship 5 + Weapon 5 + Crew 4"),
    ("raider: arms whatever others do", "raider", [player("Brethren", hand=PARTS), BARE],
     {"type": "configure", "role": "Trader"},
     "configure Starship 5 + Weapon 5 + Crew 4"),
    ("raider: an open Homeworld", "raider", [player("Acolytes", *FLEET, hand=["Crew 1"]), BARE], None, "role Admiral"),
    ("economist: leaves it alone", "economist", [player("Acolytes", *FLEET, hand=RICH), BARE], None,
     "role Treasurer"),
    ("economist: but not where that wins", "economist", [player("Acolytes", *FLEET, hand=RICH), OPEN], None,
     "role Admiral"),
    ("raider: the Homeworld, once its ships are busy", "raider", [player("Acolytes", *FLEET), GUARDED],
     {"type": "attack", "role": "Admiral", "target": "player_1", "unused": UNUSED, "busy": [1]}, "strike"),
    ("raider: dice that are lost", "raider", [player("Acolytes", *ONE_SHIP, hand=["Discrete Hardware"]), GUARDED],
     {**ROLL, "die": [3, 5]}, "play Discrete Hardware"),
    ("raider: dice that are won", "raider", [player("Acolytes", *ONE_SHIP, hand=["Discrete Hardware"]), GUARDED],
     {**ROLL, "die": [6, 5]}, "pass"),
    ("raider: dice that can't be helped", "raider",
     [player("Acolytes", *ONE_SHIP, hand=["Spotter Drone"]), GUARDED], {**ROLL, "die": [1, 5]}, "pass"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("who", "players", "decision", "expected"), [row[1:] for row in CLEAR], ids=[row[0] for row in CLEAR]
)
def test_where_it_is_clear(who, players, decision, expected):
    assert choice(who, players, decision) == expected


def test_two_ships_reach_the_derelict() -> None:
    alone = {"scenario": "The Derelict"}
    strong, weak = (ship(5, 4, 5), ship(5, 3, 5)), (ship(5, 4, 5), ship(5, 2, 5))
    assert choice("raider", [player("Covenant", *strong, hand=RICH, treasury=40)], **alone) == "role Admiral"
    assert (
        choice("raider", [player("Covenant", *weak, hand=["Crew 5", "Crew 4"], treasury=40)], **alone) != "role Admiral"
    )


def test_shields_and_decoys_where_they_save_something() -> None:
    strike = {
        "type": "strike",
        "role": "Admiral",
        "target": "player_0",
        "fighting": ["player_1 lane 1"],
        "window_at": 1,
    }
    me = player("Acolytes", hand=["Orbital Umbrella"], homeworld=3)
    assert choice("economist", [me, player("Destined", ship(5, 4, 5))], strike, leader=1) == "play Orbital Umbrella"


def test_dice() -> None:
    assert chance_above(0) == pytest.approx(15 / 36)
    assert chance_above(-6) == 0.0
    assert between(0.0, True) == pytest.approx(6 / 36)
    for lead in (-1.0, -0.5, 0.0, 0.5, 2.0):
        total = between(lead, False) + between(lead, True) + between(-lead, False)
        assert total == pytest.approx(1.0)


@pytest.mark.parametrize(("scenario", "players"), [("Trade Wars", 2), ("Space Wars", 4)])
@positions.compiled
def test_they_play_with_reinforcement_starships(scenario: Any, players: int) -> None:
    """A Batch refuses what is not allowed."""
    table = game(scenario, players, reinforcements=True)
    reward, cut, _ = play_batch(table, [agents.make(name, table, 1) for name in [*SCRIPTS][:players]], 12, 5)
    assert ((reward == 1).sum(axis=1) <= 1).all()
    assert cut.mean() < 0.5


def test_settings_are_those_of_the_scenario() -> None:
    tables = game("Space Wars").tables
    scratch = SCRIPTS["raider"].scratch_for(tables, arms_space=1.0, arms_trade=3.0)
    assert scratch[0]["weights"]["arms"] == 1.0
    assert {*SETTINGS["raider"]} == {f"{name}_{scenario}" for name in NAMES for scenario in SCENARIOS}
