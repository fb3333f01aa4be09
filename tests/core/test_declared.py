"""What a game that says nothing more gets from its record: positions both ways, views, events, rules left out."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from ow_env.compiled.jit import rules_of
from ow_env.compiled.layout import NOBODY, OWNER, record
from ow_env.core import Batch
from ow_env.core.declared import described, hidden_fields, read_position
from ow_env.core.engines import completed
from ow_env.core.fields import choice, flag, flags, number, part, seat, signed, word

pytestmark = pytest.mark.uncompiled


@pytest.fixture(scope="module")
def rows() -> ModuleType:
    """The game of docs/your-own-game.md."""
    return import_module("rows.game")


def played(game: Any, rounds: int, seed: int = 0) -> Batch:
    batch = Batch(game, 1, seed=seed)
    for _ in range(rounds):
        if not batch.terminated[0]:
            batch.step([[int(np.flatnonzero(batch.action_mask[0, who])[0]) for who in range(game.num_players)]])
    return batch


@pytest.mark.parametrize("rounds", [0, 1, 3, 30])
@pytest.mark.parametrize("players", [2, 4])
def test_positions_are_exact_both_ways(rows: ModuleType, players: int, rounds: int) -> None:
    game = rows.Rows(players)
    states = played(game, rounds, seed=rounds).states
    told = game.position(states)
    assert game.from_position(told).tobytes() == states.tobytes()
    assert len(told["players"]) == players
    assert told["turn"] == states["turn"][0]


def test_a_view_leaves_out_what_its_seat_does_not_see(rows: ModuleType) -> None:
    game = rows.Rows(3)
    states = played(game, 2).states
    full, mine, public = (game.position(states, view) for view in ("full", "player_1", "public"))
    held = [len(one["hand"]) for one in full["players"]]
    assert [one["hand"] for one in mine["players"]] == [held[0], full["players"][1]["hand"], held[2]]
    assert [one["hand"] for one in public["players"]] == held
    assert mine["rows"] == full["rows"]
    other = game.hide(states, 1, seed=5)
    assert other.tobytes() != states.tobytes()
    assert game.position(other, "player_1") == mine
    assert str(game.view(other, "player_1")) == str(game.view(states, "player_1"))
    with pytest.raises(ValueError, match="only a full position can be set up"):
        game.from_position(mine)


def test_every_fault_of_a_position_is_named(rows: ModuleType) -> None:
    game = rows.Rows()
    told = game.position(played(game, 1).states)
    told["players"][0] |= {"bulls": -3, "hand": [7, 700, "x"]}
    told["rows"][2][1] = 105
    told["colour"] = "red"
    told["num_players"] = 3
    told["taker"] = "player_7"
    del told["turn"]
    with pytest.raises(ValueError, match="can't be set up") as refused:
        game.from_position(told)
    text = str(refused.value)
    for line in (
        "there is no field 'colour'",
        "num_players: expected 2, found 3",
        "turn: it is missing",
        "taker: expected player_0 to player_1",
        "rows[2][1]: expected a whole number from 1 to 104, found 105",
        "players[0].bulls: expected a whole number from 0 to 171, found -3",
        "players[0].hand: expected a whole number from 1 to 104, found 700",
    ):
        assert line in text, text


def test_what_changed_is_told_as_far_as_it_is_seen(rows: ModuleType) -> None:
    game = rows.Rows(2)
    batch = played(game, 0)
    before, rng = batch.states.copy(), batch.rng.copy()
    chosen = [int(np.flatnonzero(batch.action_mask[0, who])[0]) for who in range(2)]
    told = {view: [str(one) for one in game.events(before, chosen, rng, view)] for view in ("player_0", "public")}
    card = chosen[0]
    assert told["player_0"][0] == f"player_0: lay {card}"
    assert f"player_0 hand: without {card}" in told["player_0"]
    assert "player_1 hand: 10, now 9" in told["player_0"]
    assert "player_0 hand: 10, now 9" in told["public"]
    assert not any(": lay" in line for line in told["public"])
    assert batch.states.tobytes() == before.tobytes()


def test_names_reasons_and_the_structure_follow_from_the_lists(rows: ModuleType) -> None:
    game = rows.Rows()
    state = Batch(game, 1).states
    assert (game.num_actions, game.actions[0], game.actions[105]) == (109, "pass", "take row 1")
    assert game.action_id(state, 0, "lay 17") == rows.LAY + 17
    with pytest.raises(ValueError, match="there is no action 'lay 170'; nearest: 'lay 70'"):
        game.action_id(state, 0, "lay 170")
    assert game.why_not(state, 1, 0) == "player_1 has to lay a card"
    assert game.structure.place == "place"
    assert game.structure.shape("gone") == (104,)
    assert game.structure.axes["card"].cards is not None
    assert game.card_numbers.shape == (104, 2)
    assert game.facts.title == "Rows"
    with pytest.raises(ValueError, match="num_players: expected a whole number from 2 to 4, got 5"):
        rows.Rows(5)


def test_an_engine_names_all_that_it_lacks() -> None:
    engine: Any = ModuleType("skirmish.game")
    engine.apply = engine.begin = lambda: None
    hand = record([("cards", flags("abc", OWNER))])
    kind = record([("num_players", number(2, 4)), ("players", hand, 4)])
    with pytest.raises(TypeError) as refused:
        completed(engine, rules_of("skirmish", Game=kind).library, kind)
    text = str(refused.value)
    for name in ("waits_for", "why_not", "write_observation", "outcome", "hide", "turn"):
        assert f"def {name}(" in text
    assert "players.cards" in text
    assert "def apply" not in text
    assert "def ending" not in text


def test_every_kind_of_field_is_written_and_read(rows: ModuleType) -> None:
    """Each kind alone and in arrays, hidden and seen."""
    ship = record([("hull", number(0, 9)), ("cargo", choice(["ore", "gas"], NOBODY))])
    mine = record([
        ("cloaked", flag()),
        ("phase", word(["early", "late"])),
        ("target", seat(2)),
        ("marks", flags(["a", "b", "c"], OWNER), 2),
        ("ships", part(ship, called="fleet"), 2),
        ("secret", number(0, 9, NOBODY)),
    ])  # fmt: skip
    assert [by for _, by in hidden_fields(mine)] == [OWNER, NOBODY, NOBODY]
    fleet = rows.Rows()
    fleet.state_dtype = record([("players", mine, 4)])
    fleet.template = np.zeros(1, fleet.state_dtype)
    state = fleet.template.copy()
    him = state[0]["players"][0]
    him["cloaked"], him["phase"], him["target"], him["marks"][1] = 1, 1, -1, [1, 0, 1]
    him["ships"][0]["hull"], him["ships"][0]["cargo"] = 7, 2
    him["secret"] = 4
    told = fleet.position(state)
    assert told["players"][0] == {
        "cloaked": True,
        "phase": "late",
        "target": None,
        "marks": [[], ["a", "c"]],
        "fleet": [{"hull": 7, "cargo": "gas"}, {"hull": 0, "cargo": None}],
        "secret": 4,
    }
    seen = fleet.position(state, "player_1")["players"][0]
    fleet_seen = [{"hull": 7, "cargo": "hidden"}, {"hull": 0, "cargo": None}]
    assert (seen["marks"], seen["fleet"], seen["secret"]) == ([0, 2], fleet_seen, None)
    assert read_position(fleet, told).tobytes() == state.tobytes()
    assert list(described(mine)) == [
        ("cloaked", "yes or no", "all"),
        ("phase", "one of early, late", "all"),
        ("target", "the seat of a player, or nobody", "all"),
        ("marks[2][3]", "a flag for each of 3", "its owner"),
        ("ships[2].hull", "a number from 0 to 9", "all"),
        ("ships[2].cargo", "one of ore, gas, or none", "nobody"),
        ("secret", "a number from 0 to 9", "nobody"),
    ]


def test_numbers_lie_signed_in_the_smallest_type_that_holds_them() -> None:
    assert [signed(*each).name for each in ((0, 127), (0, 128), (-1, 3), (0, 40_000))] == [
        "int8", "int16", "int8", "int32",
    ]  # fmt: skip
    with pytest.raises(ValueError, match="number: expected a range, got 5 to 4"):
        number(5, 4)
