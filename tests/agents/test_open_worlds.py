"""What the scripted players of Open Worlds choose in positions about which players would agree.

Each row is a position, set up by hand and played on by named actions to the decision in question.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import agents
from agents.base import observe
from agents.open_worlds import SCRIPTS
from agents.open_worlds.decode import find_nonzero
from agents.open_worlds.scratch import SCRATCH, rule
from agents.open_worlds.unit_value import orbital_value
from ow_env.compiled import sources
from ow_env.core.batch import Batch
from ow_env.open_worlds.cards import Type
from ow_env.open_worlds.game import OpenWorlds
from tests.agents.positions import compiled, every_setting_counts, seen_in_play

pytestmark = pytest.mark.bounds

WORLDS = ("Koti", "Phoebe K2", "Graense", "Vita Ptal", "Maail")  # RES 3, 5, 2, 4, 4
DECK = ["Outpost"] * 20  # the FINAL TURN is far away


@cache
def game_of(worlds: tuple[str, ...]) -> OpenWorlds:
    return OpenWorlds(worlds=list(worlds))


def at(step: str, you: dict[str, Any], foe: dict[str, Any], worlds: tuple[str, ...] = WORLDS, **more: Any) -> Batch:
    """Player_0 is `you`; a batch of one that stands at the first decision of a Step of turn 3."""
    game = game_of(worlds)
    position = {
        "game": "open_worlds",
        "format": 1,
        "turn": 3,
        "step": step,
        "worlds": list(worlds),
        "players": [{"deck": DECK, **you}, {"deck": DECK, **foe}],
        **more,
    }
    batch = Batch(game, 1)
    batch.set_states(game.from_position(position))
    return batch


def play(batch: Batch, seat: int, *names: str) -> Batch:
    """Let a seat do something while all others who are asked pass."""
    for name in names:
        actions = np.zeros((1, 2), np.int64)
        actions[0, seat] = batch.game.action_id(batch.states, seat, name)
        batch.step(actions)
    return batch


def choice(agent: str, batch: Batch, seat: int = 0) -> str:
    """The name of what an agent does in a seat that is asked."""
    assert batch.to_act[0, seat], "nobody asks this seat"
    seen = observe(batch.observation[:, seat], batch.action_mask[:, seat], np.arange(1))
    action = agents.make(agent, batch.game, seed=1).act(seen)[0]
    return batch.game.action_name(batch.states, seat, int(action))


PLANTS = {"Vita Ptal": ["City 10", "Industry 8", "Industry 9"]}
BASES = {"Koti": ["Exploit"], "Vita Ptal": ["City 20"]}
ANY = "raider expert"
ALL = "builder raider expert"
STAGING = [
    # what it shows, agents, hand, prior Income, mine in play, theirs in play, choice
    ("a Ship where nobody guards what it can destroy",
     ANY, ["Destroyer"], 12, {}, PLANTS, "stage Destroyer @ Vita Ptal"),
    ("no Ship that Income does not carry",
     ANY, ["Destroyer"], 9, {}, PLANTS, "pass"),
    ("but at a Shipyard it is carried",
     ANY, ["Destroyer"], 9, {"Vita Ptal": ["Shipyard 8"]}, PLANTS, "stage Destroyer @ Vita Ptal"),
    ("a Ship not under the guns of a Titan",
     ANY, ["Destroyer"], 12, {}, {"Koti": ["Outpost"], "Vita Ptal": ["Titan", "Industry 8"]}, "stage Destroyer @ Koti"),
    ("a Catastrophe where others have much",
     ANY, ["Asteroid Strike"], 0, {}, PLANTS, "stage Asteroid Strike @ Vita Ptal"),
    ("no Catastrophe on itself",
     ANY, ["Asteroid Strike"], 0, PLANTS, {}, "pass"),
    ("nor where it would lose as much",
     ANY, ["Asteroid Strike"], 0, {"Koti": ["Exploit", "Industry 8"]}, {"Koti": ["Industry 9"]}, "pass"),
    ("troops where their Capacity is met",
     ANY, ["Troops 10"], 0, {"Vita Ptal": ["City 10"], "Koti": ["Outpost"]},
     {"Vita Ptal": ["Industry 8"], "Koti": ["Industry 9"]}, "stage Troops 10 @ Vita Ptal"),
    ("a Facility not under fire",
     "expert", ["Exploit"], 0, {}, {"Koti": ["Killer"], "Vita Ptal": ["Pike"]}, "stage Exploit @ Maail"),
    ("an Industry where RES is highest",
     ALL, ["Industry 6"], 0, BASES, {}, "stage Industry 6 @ Vita Ptal"),
    ("a City where people can live",
     ALL, ["City 30"], 0, {}, {}, "stage City 30 @ Graense"),
    ("nothing whose REQ is not met",
     ALL, ["Industry 6", "Troops 20"], 0, {}, {}, "pass"),
    ("no Exploit on a Hostile World",
     "builder", ["Exploit"], 0, {}, {}, "stage Exploit @ Koti"),
    ("first what Industries build on",
     "builder", ["Exploit", "Industry 6"], 0, {}, {}, "stage Exploit @ Vita Ptal"),
    ("where there is room, not a Swap",
     "builder", ["Shipyard 8"], 0, {"Koti": ["Outpost"] * 3}, {}, "stage Shipyard 8 @ Vita Ptal"),
    ("no Ship, no Ground Force",
     "builder", ["Striker", "Troops 10"], 0, {}, {}, "pass"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("agent", "row"), [pytest.param(a, row, id=f"{a}: {row[0]}") for row in STAGING for a in row[1].split()]
)
def test_staging(agent: str, row: tuple[Any, ...]) -> None:
    _, _, hand, income, mine, theirs, expected = row
    you = {"hand": hand, "prior_income": income, "income": income, "units": mine}
    assert choice(agent, at("stage", you, {"hand": ["Outpost"], "units": theirs})) == expected


MOVING = [
    ("to what nobody guards", "raider expert", {"Phoebe K2": ["Destroyer"]}, PLANTS, "move Destroyer @ Vita Ptal"),
    ("not to where it would be lost", "raider expert", {"Phoebe K2": ["Destroyer"]},
     {"Vita Ptal": ["Titan", "Outpost"]}, "pass"),
    ("not beyond its Range", "expert", {"Koti": ["Destroyer"]}, PLANTS, "pass"),
    ("to keep guard where it is", "expert", {"Phoebe K2": ["Warship", "City 30", "Industry 11", "Industry 10"]},
     {"Phoebe K2": ["Corvette"], "Vita Ptal": ["Outpost"]}, "pass"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("agent", "row"), [pytest.param(a, row, id=f"{a}: {row[0]}") for row in MOVING for a in row[1].split()]
)
def test_moving(agent: str, row: tuple[Any, ...]) -> None:
    _, _, mine, theirs, expected = row
    batch = at("move", {"units": mine}, {"units": theirs})
    if expected == "pass" and not batch.to_act[0, 0]:
        return
    assert choice(agent, batch) == expected


KOTI = ("Koti",)  # a row of one World is resolved without asking


def fight(mine: list[str], theirs: list[str], priority: int = 0, **you: Any) -> Batch:
    """Both sides at Koti, as its resolution begins."""
    return at("resolve", {"units": {"Koti": mine}, **you}, {"units": {"Koti": theirs}}, KOTI, priority=priority)


FIGHTS = [
    ("a Weapon kills what it can", "raider expert", fight, ["Destroyer"], ["Striker", "Titan"], "target Striker"),
    ("the dearest that it can", "raider expert", fight, ["Pike"], ["Striker", "Corvette"], "target Corvette"),
    ("Weapons together on what none kills alone", "expert", fight, ["Destroyer"], ["Warship"], "target Warship"),
    ("the plant before the Outpost", "raider expert", fight, ["Piledriver"],
     ["Outpost", "Industry 10", "City 30"], "target Industry 10"),
    ("an Exploit before a Shipyard", "raider expert", fight, ["Piledriver"],
     ["Exploit", "Shipyard 8"], "target Exploit"),
    ("no more power than it takes: a Frigate does for the Industry", "raider expert", fight, ["Keeper", "Frigate"],
     ["Industry 7", "Shipyard 8"], "target Shipyard 8"),
    ("what it may Conquer before what it may kill", "raider expert", fight, ["City 10", "Invasion Force 10"],
     ["Outpost", "Troops 10"], "target Outpost"),
    ("no troops wasted on what they cannot kill", "expert", fight, ["City 10", "Troops 10"], ["City 30"], "pass"),
    ("troops for an Industry", "raider expert", fight, ["City 10", "Troops 10"], ["Industry 10"], "target Industry 10"),
    ("what may be Conquered", "raider expert", fight, ["City 30", "Invasion Force 21"],
     ["Outpost", "City 20"], "target City 20"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("agent", "row"), [pytest.param(a, row, id=f"{a}: {row[0]}") for row in FIGHTS for a in row[1].split()]
)
def test_fighting(agent: str, row: tuple[Any, ...]) -> None:
    _, _, set_up, mine, theirs, expected = row
    batch = set_up(mine, theirs)
    if expected == "pass" and not batch.to_act[0, 0]:
        return
    assert choice(agent, batch).startswith(expected)


def test_a_ship_that_would_be_lost_for_nothing_retreats() -> None:
    assert choice("expert", fight(["Corsair"], ["Titan"])) == "retreat Corsair"


def test_a_ship_that_wins_stays() -> None:
    assert choice("expert", fight(["Killer"], ["Striker"])) == "pass"


def test_troops_defend_what_is_aimed_at() -> None:
    """The others have aimed before: both Weapons at the Industry, which one Troop saves."""
    batch = fight(["City 20", "Industry 9", "Troops 20"], ["Destroyer"], priority=1)
    play(batch, 1, "target Industry 9", "target Industry 9")
    assert choice("expert", batch) == "defend Industry 9"


def test_troops_do_not_defend_what_is_lost_anyway_or_safe() -> None:
    batch = fight(["City 20", "Industry 9", "Troops 10"], ["Titan"], priority=1)
    play(batch, 1, "target Industry 9", "target Industry 9", "target Industry 9")
    assert choice("expert", batch) == "pass"


def test_who_may_conquer_does() -> None:
    batch = fight(["City 30", "Invasion Force 21"], ["City 20"])
    if not batch.action_mask[0, 0, 1:].any() or choice("expert", batch).startswith("target"):
        play(batch, 0, choice("expert", batch))
    assert choice("expert", batch).startswith("conquer City 20")
    assert choice("raider", batch).startswith("conquer City 20")


SWAPS = [
    # agent, mine at Koti (H2O 3), theirs, staged by me and by the other, choice
    ("room: both stay", "expert", ["Exploit"], [], "Industry 8", [], "pass"),
    ("no room", "expert", ["Exploit", "Outpost", "Quarry"], [], "Industry 8", [], "swap Outpost"),
    ("a room for two", "expert", ["Exploit", "Outpost"], [], "Industry 8", ["Outpost"], "swap Outpost"),
    ("rather none", "expert", ["Outpost"], ["Exploit"], "Exploit", ["Industry 11"], "pass"),
    ("builder: no room", "builder", ["Outpost"] * 3, [], "Shipyard 8", [], "swap Outpost"),
    ("builder: room", "builder", ["Outpost"], [], "Shipyard 8", [], "pass"),
]


@pytest.mark.parametrize("row", SWAPS, ids=[row[0] for row in SWAPS])
def test_swapping(row: tuple[Any, ...]) -> None:
    _, agent, mine, theirs, staged, other, expected = row
    you = {"units": {"Koti": mine}, "staged": {"Koti": [staged]}}
    foe = {"units": {"Koti": theirs}, "staged": {"Koti": other}} if other else {}
    assert choice(agent, at("resolve", you, foe, KOTI)) == expected


def test_sabotage_takes_the_dearest_plant() -> None:
    batch = fight([], ["Exploit", "Industry 10"], hand=["Sabotage"])
    assert choice("expert", batch) == "play Sabotage"
    play(batch, 0, "play Sabotage")
    assert choice("expert", batch) == "target Industry 10"


def test_no_sabotage_for_little() -> None:
    batch = fight([], ["Exploit", "City 10"], hand=["Sabotage"])
    assert choice("expert", batch) == "play Sabotage", "an Exploit is worth it"


FULL = [*["Outpost"] * 6, "Striker", "Titan", "Lancer", "Scout"]
TRASHING = [
    # agent, hand, choice
    ("nothing while there is room for all it may draw", "expert", ["Titan", "Troops 25"], "pass"),
    ("a full hand lets go of what is of no use", "expert", ["Outpost"] * 8 + ["Adjust", "Killer"], "discard Adjust"),
    ("builder: room for what it is due", "builder", FULL, "discard Scout"),
    ("builder: it draws all it is due", "builder", ["Outpost"] * 3 + ["Striker"], "pass"),
]


@pytest.mark.parametrize("row", TRASHING, ids=[row[0] for row in TRASHING])
def test_trashing(row: tuple[Any, ...]) -> None:
    _, agent, hand, expected = row
    assert choice(agent, at("trash", {"hand": hand, "income": 5}, {"hand": ["Outpost"]})) == expected


@pytest.mark.parametrize("turns", [0.0, 1.0, 2.5, 9.0])
def test_an_orbital_is_worth_what_the_formula_says(turns: float) -> None:
    """weights.py: orbital_strength * (Defensive Strength + Power) * min(1, turns left / orbital_turns)."""
    game = game_of(WORLDS)
    scratch = SCRIPTS["expert"].scratch_for(game.tables, orbital_strength=0.25, orbital_turns=4.0)[0]
    orbitals = [card for card in game.catalogue.cards if card.type == Type.ORBITAL]
    assert len(orbitals) > 20
    for card in orbitals:
        expected = 0.25 * (card.defense + sum(card.weapons)) * min(1.0, turns / 4.0)
        number = game.catalogue.card_ids[card.name]
        assert orbital_value(game.tables[0], scratch, number, turns) == pytest.approx(expected)


def test_on_the_final_turn_only_income_counts() -> None:
    """A Titan that destroys nothing is worth nothing now; an Outpost is 1."""
    you = {"hand": ["Titan", "Outpost"], "prior_income": 20, "income": 20, "deck": []}
    batch = at("stage", you, {"hand": ["Outpost"]}, final_turn=True)
    assert choice("expert", batch).startswith("stage Outpost")


# ── What they are made of ────────────────────────────────────────────────────────────────────────


def test_what_is_not_zero_is_found() -> None:
    """In any slice, wherever it begins and stops, of a row of any length."""
    scratch = np.zeros(1, SCRATCH)
    rng = np.random.default_rng(3)
    for size in (*range(1, 20), 930):
        row = (rng.random(size) < rng.random()).astype(np.uint8) * rng.integers(1, 256, size, np.uint8)
        for begin, stop in np.sort(rng.integers(0, size + 1, (12, 2)), axis=1):
            count = find_nonzero(scratch[0], row, begin, stop)
            assert list(scratch[0]["nonzero_places"][:count]) == list(begin + np.flatnonzero(row[begin:stop]))


@compiled
def test_every_weight_counts() -> None:
    game = OpenWorlds()
    every_setting_counts(SCRIPTS["expert"], game, seen_in_play(game, "expert", 1500))


def test_machine_code_depends_on_the_games_sources_too() -> None:
    """An edit of a card's words or of the observation's slices compiles the players anew."""
    found = sources.sources(("agents.open_worlds.expert",), rule.library.packages)
    assert {"agents.open_worlds.combat", "ow_env.open_worlds.cards", "ow_env.open_worlds.observe"} <= found.keys()
    assert "ow_env.core.rng" in found
