"""Reading positions: each value in its range or a fault that names the field, what was found, what would be right."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest

from ow_env.cards.positions import Positions, Values, members
from ow_env.core.rng import RNG
from ow_env.core.values import difference, shown

AGENTS = ["player_0", "player_1", "player_2"]
CARDS = {"City 12": 7, "Outpost": 3, "2x Zero": 5}


@pytest.fixture
def values() -> Values:
    return Values(AGENTS, CARDS)


def said(values: Values) -> list[str]:
    """Return the faults so far, and forget them."""
    faults = values.faults
    values.faults = []
    return faults


def test_a_set_is_a_bit_for_each_number():
    assert members(np.uint64(0)) == []
    assert members(np.uint64(1 << 63 | 0b1011)) == [0, 1, 3, 63]


# ── What is shown of what was found ──────────────────────────────────────────────────────────────


class Unshowable:
    def __repr__(self) -> str:
        raise RuntimeError


class Incomparable:
    """As an array of several numbers is: whether it is among some names can't be said."""

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        raise ValueError("ambiguous")

    def __repr__(self) -> str:
        return "array([0, 1])"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (3, "3"), ("City", "'City'"), (None, "null"), (True, "true"), ([], "[]"), ((), "[]"), ({}, "{}"),
        ([1], "a list of 1"), ((1, 2), "a list of 2"), ({"a": 1}, "an object of 1"), (Unshowable(), "a Unshowable"),
        ("x" * 58, f"'{'x' * 58}'"), ("x" * 59, f"'{'x' * 56}..."),
    ],
)  # fmt: skip
def test_what_was_found_is_cut_short(value: object, text: str):
    assert shown(value) == text
    assert len(text) <= 60


@pytest.mark.parametrize(
    ("found", "right", "where"),
    [
        ({"a": 1, "b": 2}, {"a": 1, "b": 2}, None),
        ({"a": 1, "b": 2}, {"a": 1, "b": 3}, ("top.b", 2, 3)),
        ({"a": 1}, {}, ("top.a", 1, None)),
        ({}, {"a": 1}, ("top.a", None, 1)),
        ({"a": [{"b": 1}, {"b": 2}]}, {"a": [{"b": 1}, {"b": 4}]}, ("top.a[1].b", 2, 4)),
        ([1, 2], [1], ("top", [1, 2], [1])),
        ([1, 2], {"a": 1}, ("top", [1, 2], {"a": 1})),
        ({"z": 1, "b": 2}, {"b": 3, "z": 4}, ("top.b", 2, 3)),  # in the order of what is right
        ({"a": 1}, [1], ("top", {"a": 1}, [1])),
        ([1], "a", ("top", [1], "a")),
        ("a", [1], ("top", "a", [1])),
        (None, None, None),
    ],
)
def test_where_two_values_differ_first(found: object, right: object, where: object):
    assert difference(found, right, "top") == where


# ── Objects and lists ────────────────────────────────────────────────────────────────────────────


def test_a_full_position_whose_fields_are_known(values: Values):
    assert values.position({"view": "full", "turn": 3}, ["turn", "view"]) == {"view": "full", "turn": 3}
    assert values.position({"tern": 3, "turn": 4}, iter(["turn"])) == {"turn": 4}
    assert said(values) == ["there is no field 'tern'; nearest: 'turn'"]


def test_what_is_no_position_or_hides_something(values: Values):
    with pytest.raises(ValueError, match="expected a position, an object, found a list of 1"):
        values.position([3], [])
    hides = "view: only a full position can be set up, found that of 'public', which hides cards"
    with pytest.raises(ValueError, match=hides):
        values.position({"view": "public"}, ["view"])
    assert said(values) == []


def test_all_faults_are_named(values: Values):
    values.refuse()
    values.fault("turn", "expected 1, found 2")
    values.fault("", "there is no field")
    with pytest.raises(ValueError, match="this position") as error:
        values.refuse()
    assert str(error.value) == "this position can't be set up:\n  - turn: expected 1, found 2\n  - there is no field"


@pytest.mark.parametrize(("count", "rest"), [(20, []), (21, ["and 1 more"]), (23, ["and 3 more"])])
def test_of_very_many_faults_twenty_are_named(values: Values, count: int, rest: list[str]):
    values.faults = [f"fault {number}" for number in range(count)]
    with pytest.raises(ValueError, match="this position") as error:
        values.refuse()
    assert str(error.value).split("\n  - ")[1:] == [f"fault {number}" for number in range(20)] + rest


@pytest.mark.parametrize(("before", "said"), [(19, "; nearest: 'turn'"), (20, "")])
def test_of_a_fault_that_is_not_named_no_nearest_name_is_sought(values: Values, before: int, said: str):
    values.faults = ["a fault"] * before
    assert values.near("tern", ["turn"]) == said


def test_an_object(values: Values):
    assert values.fields({"a": 1, 2: 3}, "at", ["a"]) == {"a": 1}
    assert said(values) == ["at: there is no field 2"]
    assert values.fields([1], "at", ["a"]) == {}
    assert said(values) == ["at: expected an object, found a list of 1"]


def test_a_list_and_one_for_each_player(values: Values):
    assert values.entries([1, "a"], "at") == [1, "a"]
    assert values.entries((1, 2), "at") == [1, 2]
    assert said(values) == []
    assert values.entries("ab", "at") == []
    assert said(values) == ["at: expected a list, found 'ab'"]
    assert values.of_players([1, 2, 3], "at") == [1, 2, 3]
    assert said(values) == []
    assert values.of_players((1, 2, 3, 4), "at") == [1, 2, 3]
    assert said(values) == ["at: expected one for each of 3 players, found 4"]
    assert values.of_players([], "at") == []
    assert said(values) == ["at: expected one for each of 3 players, found 0"]
    assert values.of_players(3, "at") == []
    assert said(values) == ["at: expected a list, found 3"]
    assert values.of_players(None, "at") == []
    assert said(values) == ["at: expected a list with one for each of 3 players, found null"]


def test_an_object_whose_keys_are_names(values: Values):
    assert list(values.by_name({"Koti": 1, 2: 3, "Maail": 4}, "at", '{"Koti": 1}')) == [("Koti", 1), ("Maail", 4)]
    assert said(values) == ["at: expected a name, found 2"]
    assert list(values.by_name(["Koti"], "at", '{"Koti": 1}')) == []
    assert said(values) == ['at: expected an object such as {"Koti": 1}, found a list of 1']


# ── Single values ────────────────────────────────────────────────────────────────────────────────


def test_a_whole_number(values: Values):
    assert [values.number(number, "at", 2, 4) for number in (2, 3, 4)] == [2, 3, 4]
    assert said(values) == []
    for wrong in (1, 5, True, 3.0, "3", None):
        assert values.number(wrong, "at", 2, 4) == 2
        assert said(values) == [f"at: expected a whole number from 2 to 4, found {shown(wrong)}"]
    assert values.number(3, "at", 1, 1) == 1
    assert said(values) == ["at: expected 1, found 3"]


def test_true_or_false(values: Values):
    assert values.flag({"idle": True}, "idle", "unit.") is True
    assert values.flag({}, "idle", "unit.") is False
    assert values.flag({}, "idle", "unit.", default=True) is True
    assert said(values) == []
    assert values.flag({"idle": 1}, "idle", "unit.", default=True) is True
    assert said(values) == ["unit.idle: expected true or false, found 1"]


def test_one_of_a_few_words(values: Values):
    assert values.word("move", "at", ["stage", "move"]) == "move"
    assert said(values) == []
    assert values.word("moev", "at", {"stage": 0, "move": 1}) is None
    assert said(values) == ["at: expected a known word, found 'moev'; nearest: 'move'"]
    assert values.word(3, "at", ["stage", "move"]) is None
    assert said(values) == ["at: expected a known word, found 3; one of stage, move"]


@pytest.mark.parametrize(("key", "right"), [("format", 1), ("game", "goofspiel")])
def test_what_can_only_have_one_value(values: Values, key: str, right: int | str):
    values.settled({}, key, right)
    values.settled({key: right}, key, right)
    assert said(values) == []
    for wrong in (2, True, "chess", None):
        values.settled({key: wrong}, key, right)
        assert said(values) == [f"{key}: expected {right!r}, found {shown(wrong)}"]


def test_a_player_by_seat_or_name(values: Values):
    assert [values.seat(told, "at") for told in (0, 2, "player_0", "player_2")] == [0, 2, 0, 2]
    assert said(values) == []
    for wrong in (-1, 3, "player_3", True, None, 1.0):
        assert values.seat(wrong, "at") is None
        assert said(values) == [f"at: expected player_0 to player_2, or a seat from 0 to 2, found {shown(wrong)}"]


def test_what_cannot_be_compared_is_refused_like_anything_else(values: Values):
    odd = Incomparable()
    assert (values.word(odd, "at", ["stage"]), values.seat(odd, "at"), values.card(odd, "at")) == (None, None, None)
    values.settled({"format": odd}, "format", 1)
    assert [fault.rpartition("found ")[2] for fault in said(values)] == [
        "array([0, 1]); one of stage",
        *["array([0, 1])"] * 3,
    ]


# ── Cards ────────────────────────────────────────────────────────────────────────────────────────


def test_a_card_by_name(values: Values):
    assert values.card("City 12", "at") == 7
    assert said(values) == []
    assert values.card("City 1", "at") is None
    assert values.card(7, "at") is None
    assert said(values) == [
        "at: expected the name of a card, found 'City 1'; nearest: 'City 12'",
        "at: expected the name of a card, found 7",
    ]


def test_a_pile_is_sorted_and_its_entries_may_stand_for_several_cards(values: Values):
    assert values.cards(["City 12", "3x Outpost", "1x City 12"], "hand") == [3, 3, 3, 7, 7]
    assert values.cards(("2x Zero", "2x 2x Zero"), "hand") == [5, 5, 5]  # a name that looks like a number of cards
    assert values.cards([], "hand") == []
    assert said(values) == []


def test_what_is_no_pile(values: Values):
    assert values.cards(["City 12", 3, "Outpst", "2x Outpst", "0x Outpost"], "hand") == [7]
    assert said(values) == [
        "hand[1]: expected the name of a card, found 3",
        "hand[2]: expected the name of a card, found 'Outpst'; nearest: 'Outpost'",
        "hand[3]: expected the name of a card, found '2x Outpst'; nearest: 'Outpost'",
        "hand[4]: expected at least one card, found '0x Outpost'",
    ]
    assert values.cards(3, "hand") == []
    view = "a view counts what it hides; only a full position can be set up"
    assert said(values) == [f"hand: expected a list of cards, found 3: {view}"]
    for wrong in ("Outpost", None, True, {}):
        assert values.pile(wrong, "hand") == []
        assert said(values) == [f"hand: expected a list of cards, found {shown(wrong)}"]


# ── A whole position ─────────────────────────────────────────────────────────────────────────────

RUNNING, OVER = 0, 1
STATE = [("money", np.int16), ("ending", np.int8), ("asked", np.int8), ("point", np.int8)]


class Written(NamedTuple):
    """What a position is written from."""

    catalogue: Any
    tables: Any
    state: Any
    view: str

    def write(self) -> Any:
        return {"money": int(self.state[0]["money"]), "view": self.view}


class Purse(Values):
    """Reads a table on which there is nothing but money."""

    def __init__(self, catalogue: Any, tables: Any, template: Any) -> None:
        super().__init__(AGENTS, CARDS)
        self.state: Any = template.copy()

    def read_table(self, value: Any) -> Any:
        self.state[0]["money"] = self.number(value["money"], "money", 0, 9)
        return value["decision"]

    def read_decision(self, told: int) -> None:
        self.state[0]["ending"] = self.number(told, "decision", RUNNING, OVER)


def earn(g: Any, t: Any, rng: Any) -> None:
    g["money"] += t["income"] + rng["count"]


def why_not(g: Any, t: Any, player: int, action: int) -> int:
    """The last player is asked, who can do the second of two things, with money beside the income of the tables."""
    return int(player != 2 or action != 1 or g["money"] == t["income"])


POSITIONS = Positions(Written, Purse, Purse.read_decision, earn, RUNNING, why_not, ("the bank", "the shop"))
TABLES = np.rec.array([(10, 2)], dtype=[("income", np.int16), ("action_count", np.int16)])


def read(position: dict[str, int], rng: Any = None, positions: Positions = POSITIONS) -> Any:
    """Return money and ending of such a position."""
    template = np.rec.array([(0, RUNNING, 2, 1)], dtype=STATE)
    return positions.read(None, TABLES, template, position, rng)[["money", "ending"]].tolist()


def test_a_position_is_written_as_its_writer_says():
    assert POSITIONS.write(None, TABLES, np.ones(1, STATE), "public") == {"money": 1, "view": "public"}


def test_a_position_is_played_on_with_the_draws_that_are_given():
    assert read({"money": 3, "decision": RUNNING}) == [(13, RUNNING)]
    rng = np.zeros(1, RNG)
    rng["count"] = 5
    assert read({"money": 3, "decision": OVER}, rng) == [(18, OVER)]


def test_faults_of_table_and_decision_are_told_together_and_nothing_is_played():
    with pytest.raises(ValueError, match=r"money: expected .*\n  - decision: expected "):
        read({"money": 99, "decision": 7})
    with pytest.raises(ValueError, match="money: expected "):
        read({"money": 99, "decision": OVER})


def test_who_is_asked_has_an_answer_unless_the_game_is_over():
    with pytest.raises(ValueError, match=r"decision: nothing could be done at 'the shop'$"):
        read({"money": 0, "decision": RUNNING})
    assert read({"money": 0, "decision": OVER}) == [(10, OVER)]
    lenient = Positions(Written, Purse, Purse.read_decision, earn, RUNNING)
    assert read({"money": 0, "decision": RUNNING}, positions=lenient) == [(10, RUNNING)], "it can't be so in every game"
