"""The scripted players of Expansive Universe: what they see, what they choose where it is clear, and whole games."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import agents
from agents.base import Observation
from agents.expansive_universe import SCRIPTS
from agents.expansive_universe.decode import decode
from agents.expansive_universe.replies import count_seats_from
from agents.expansive_universe.scratch import NOW
from agents.expansive_universe.weights import SETTINGS
from ow_env.core.batch import Batch
from ow_env.expansive_universe.cards import load_catalogue
from ow_env.expansive_universe.game import ExpansiveUniverse
from ow_env.expansive_universe.state import POINTS
from tests.agents import positions
from tests.agents.positions import compiled, every_setting_counts, seen_in_play
from tests.expansive_universe.oracle.crowded import crowded
from training.measure.match import play_batch

pytestmark = pytest.mark.bounds
PLAYERS = tuple(SETTINGS)
AT_ONCE = ("mixed", "fighter", "mission")  # who looks at what an action leads to, and not at replies
CORES = [core.name for core in load_catalogue().cores]


@cache
def game(players: int = 2, core: str | None = None) -> ExpansiveUniverse:
    return ExpansiveUniverse(players, core=core)


# ── What they see ────────────────────────────────────────────────────────────────────────────────

SEATS = ("first", "active", "asked", "attacker", "turn_at", "destroyer")
SEATS_OF_CARDS = ("token", "captive_of")
ONLY_IN = {"attacker": "battle", "turn_at": "battle", "destroyer": "resolving"}
NOT_TOLD = ("first_player",)


def turned(state: np.void, player: int) -> dict[str, Any]:
    """Return the fields of a position, seats counted from a player."""
    count = int(state["num_players"])
    found: dict[str, Any] = {}
    for name in state.dtype.names:
        if name in (*NOT_TOLD, "players") or (name in ONLY_IN and not state[ONLY_IN[name]]):
            continue
        value = state[name].copy()
        if name in SEATS:
            value = (int(value) - player) % count
        elif name in SEATS_OF_CARDS:
            value = np.where(value > 0, (value.astype(int) - 1 - player) % count + 1, 0)
        found[name] = np.asarray(value).tolist()
    for seat in range(count):
        him = state["players"][(player + seat) % count]
        found |= {f"{seat} {name}": np.asarray(him[name]).tolist() for name in him.dtype.names if name != "row"}
        found[f"{seat} row"] = him["row"][: int(him["row_count"])].tolist()
    return found


@pytest.mark.parametrize("players", [2, 3, 4])
@compiled
def test_an_observation_tells_the_whole_position(players: int) -> None:
    """But what a total below 0 is, and how large a difference was before the first loss."""
    table = game(players)
    batch, rng = Batch(table, 30, seed=7), np.random.default_rng(1)
    scratch = SCRIPTS["mixed"].scratch_for(table.tables)
    looked, missed = 0, []
    for step in range(120):
        actions = np.zeros((30, players), np.int32)
        for row, player in np.argwhere(batch.to_act & ~(batch.terminated | batch.truncated)[:, None]):
            mask = batch.action_mask[row, player]
            actions[row, player] = rng.choice(np.flatnonzero(mask))
            if step % 4 == 0:
                decode(table.tables[0], scratch[0], batch.observation[row, player], mask)
                told, true = turned(scratch[0]["games"][NOW], 0), turned(batch.states[row], int(player))
                looked += 1
                point = POINTS[batch.states[row]["point"]]
                wrong = {name.split()[-1] for name, value in true.items() if told[name] != value}
                missed += [(name, point) for name in wrong]
        batch.step(actions)
    assert looked > 600
    allowed = {("resist", "loss"), ("boost", "maneuver"), ("boost", "target"), ("boost", "loss"), ("boost", "weapon")}
    assert set(missed) <= allowed
    assert len(missed) < looked / 50


# ── What is clear ────────────────────────────────────────────────────────────────────────────────


def choice(who: str, *players: dict[str, Any], **told: Any) -> str:
    """The name of what a script does in a position."""
    table = game(len(players), told.get("core"))
    position = {"game": "expansive_universe", "format": 1, "round": 4, "players": list(players), **told}
    return positions.choice(SCRIPTS[who](table, 1), table.from_position(position), table)


RAIDERS = {
    "faction": "Wartribe", "row": ["Skull Landing"], "crew_at": "Skull Landing",
    "crew": ["Warlord Gruda", "Chain Raider", "War Drummer", "Forge Smith"], "ships": ["Black Tusk"],
}  # fmt: skip
CITIZENS = {
    "faction": "Galaxernment", "row": ["Assembly Plaza"], "crew_at": "Assembly Plaza", "crew": ["Chancellor Ondra"],
    "ships": ["Barge of State"],
}  # fmt: skip
FLEET = ["Ironjaw", "Reaver Longship", "War Ark", "Trophy Galley"]
NOTHING: list[None] = [None] * 6


@pytest.mark.parametrize("who", AT_ONCE)
def test_where_it_is_clear(who: str) -> None:
    busy = {**RAIDERS, "ships": [{"card": "Black Tusk", "at": "Core"}]}
    assert choice(who, {**busy, "gold": 1}, CITIZENS, line_up=NOTHING) == "mission"
    assert choice(who, busy, CITIZENS, line_up=["Duel Champion", *NOTHING[1:]]) == "buy slot 0"
    weak = {**CITIZENS, "ships": [{"card": "Customs Cutter", "at": "Core"}, "Barge of State"]}
    there = {**RAIDERS, "gold": 2, "crew": ["Warlord Gruda"], "ships": [{"card": ship, "at": "Core"} for ship in FLEET]}
    assert choice(who, there, weak, line_up=NOTHING) == "attack Core"
    strong = {**CITIZENS, "ships": [{"card": "Accord Dreadnought", "at": "Core"}, "Barge of State"]}
    near = {**there, "gold": 3, "ships": [{"card": ship, "at": "Core"} for ship in FLEET[:2]] + FLEET[2:]}
    assert choice(who, near, strong, line_up=NOTHING) in (
        "attack Core",
        "fly War Ark to Core",
        "fly Trophy Galley to Core",
    )


def test_a_raid_gathers_spaceships_first() -> None:
    """One alone would lose; the way there is worth its gold for what comes after it."""
    guard = {**CITIZENS, "ships": [{"card": ship, "at": "Core"} for ship in ("Line Frigate", "Customs Cutter")]}
    fleet = {**RAIDERS, "gold": 4, "crew": ["Warlord Gruda"], "ships": FLEET}
    assert choice("fighter", fleet, guard, line_up=NOTHING).startswith("fly ")
    poor = {**fleet, "gold": 0}
    assert choice("fighter", poor, guard, line_up=["Duel Champion", *NOTHING[1:]]) == "buy slot 0"


def test_what_is_lost_is_what_is_worth_least() -> None:
    """Not the spaceship that carries the crew, nor the one with armaments."""
    crew = {**CITIZENS, "crew_at": "Barge of State"}
    crew["ships"] = [
        {"card": "Barge of State", "at": "Core"},
        {"card": "Customs Cutter", "at": "Core", "armaments": ["Point Defence Grid", "Blockade Net"]},
        {"card": "Line Frigate", "at": "Core"},
    ]
    there = {**RAIDERS, "ships": [{"card": ship, "at": "Core"} for ship in FLEET]}
    decision = {
        "type": "loss", "battle": "space", "battle_place": "Core", "attacker": 1, "turn_at": 0, "resolving": True,
        "destroyer": 1, "difference": [10, 0], "resist": [10, 0],
    }  # fmt: skip
    told = choice("mixed", crew, there, active=1, decision=decision)
    assert told == "destroy Line Frigate"


# ── Replies ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("players", [2, 3, 4])
def test_seats_counted_from_another_are_what_that_player_sees(players: int) -> None:
    table, position = game(players), crowded(players)
    scratch = SCRIPTS["tactician"].scratch_for(table.tables)[0]
    with_token = with_captive = 0
    for number in range(24):
        state = table.from_position(position(number))
        view = table.show(state)
        for places in range(1, players):
            decode(table.tables[0], scratch, view.observation[0, 0], view.action_mask[0, 0])
            count_seats_from(scratch, places)
            counted = turned(scratch["games"][NOW], 0)
            decode(table.tables[0], scratch, view.observation[0, places], view.action_mask[0, places])
            assert counted == turned(scratch["games"][NOW], 0)
        with_token += bool(state["token"].any())
        with_captive += bool(state["captive_of"].any())
    assert min(with_token, with_captive) > 5


@pytest.mark.parametrize("who", PLAYERS)
def test_only_the_tactician_leaves_no_spaceship_where_a_fleet_will_be(who: str) -> None:
    """On the Core it would win a point, and be lost for three in the next turn."""
    crew = {**CITIZENS, "gold": 1, "ships": ["Barge of State", "Customs Cutter"]}
    fleet = {**RAIDERS, "gold": 5, "crew": ["Warlord Gruda"], "ships": FLEET}
    few = {**fleet, "gold": 0, "ships": ["Black Tusk"]}
    told = choice(who, crew, fleet, line_up=NOTHING)
    assert told == ("end turn" if who == "tactician" else "fly Customs Cutter to Core")
    assert choice(who, crew, few, line_up=NOTHING) == "fly Barge of State to Core"


@pytest.mark.parametrize("who", PLAYERS)
def test_only_the_tactician_leaves_no_opponent_to_win_alone_on_the_core(who: str) -> None:
    """There is gold for one thing: the mission, or a spaceship to the Core."""
    me = {**RAIDERS, "gold": 1, "points": 5, "ships": ["War Ark"]}
    near = {**CITIZENS, "points": 19, "ships": [{"card": "Barge of State", "at": "Core"}]}
    told = choice(who, me, near, line_up=NOTHING)
    assert told == ("fly War Ark to Core" if who == "tactician" else "mission")


@compiled
def test_the_tactician_neither_remembers_nor_follows_a_seed() -> None:
    """Whatever its seed, and whatever it was asked before, it does the same."""
    for players in (2, 4):
        table = game(players)
        batch, steps = Batch(table, 6, seed=13), 12
        first = SCRIPTS["tactician"](table, 1)
        for _ in range(steps):
            rows, seats = np.nonzero(batch.to_act & ~(batch.terminated | batch.truncated)[:, None])
            features, mask = batch.observation[rows, seats], batch.action_mask[rows, seats]
            chosen = first.act(Observation(features.copy(), mask.copy()))
            again = SCRIPTS["tactician"](table, 2).act(Observation(features[::-1].copy(), mask[::-1].copy()))
            assert (again[::-1] == chosen).all()
            actions = np.zeros((6, players), np.int32)
            actions[rows, seats] = chosen
            batch.step(actions)


@pytest.mark.slow
@compiled
def test_tacticians_do_not_wait_for_each_other() -> None:
    """Were the same cards to come in every round, one game in ten would end with nobody doing anything."""
    table = game()
    seats = [SCRIPTS["tactician"](table, seed) for seed in (1, 2)]
    _, truncated, _ = play_batch(table, seats, 40, seed=5)
    assert not truncated.any()


# ── Whole games ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("core", [CORES[0], *(pytest.param(core, marks=pytest.mark.slow) for core in CORES[1:])])
@compiled
def test_they_play_every_core(core: str) -> None:
    for players in (2, 3, 4):
        table = game(players, core)
        seats = [agents.make(AT_ONCE[seat % len(AT_ONCE)], table, seat) for seat in range(players)]
        reward, truncated, _ = play_batch(table, seats, 4, seed=3)
        assert not truncated.any()
        assert (reward.max(axis=1) == 1).all()


def test_the_best_is_the_scripted_one_and_names_its_weights() -> None:
    first = next(iter(SCRIPTS))  # whom "scripted" stands for
    assert first == next(iter(SETTINGS))
    assert dict(SCRIPTS[first].settings) == SETTINGS[first]


@compiled
def test_every_weight_makes_a_difference() -> None:
    every_setting_counts(SCRIPTS["mixed"], game(), seen_in_play(game(), "fighter", 600), lambda value: 3 * value + 0.2)
