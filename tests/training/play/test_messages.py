"""What may come from a page: every wrong message is refused by its field, and by what would be right."""

from __future__ import annotations

import json

import pytest

from ow_env.drawing.parts import Spot
from training.play.messages import LONGEST, AskHint, Choose, Hello, Undo, Why, read, text_of
from training.play.table import Refused

RIGHT = [
    ({"do": "hello", "secret": "abc"}, Hello("abc", 0)),
    ({"do": "hello", "secret": "abc", "have": 7}, Hello("abc", 7)),
    ({"do": "choose", "action": 5, "at": 2}, Choose(5, 2)),
    ({"do": "undo", "at": 2}, Undo(2)),
    ({"do": "why", "source": None, "target": None}, Why(None, None)),
    (
        {"do": "why", "source": {"card": 3, "zones": ["hand"], "seat": 0, "place": None}, "target": {"place": 1}},
        Why(Spot(3, ("hand",), 0), Spot(place=1)),
    ),
    ({"do": "hint", "agent": "search:200"}, AskHint("search:200")),
]
WRONG = [  # what comes, what is said of it
    ("", "expected JSON"),
    ("{", "expected JSON"),
    ("[" * 1000, "expected JSON|expected an object"),
    ("NaN", "NaN is no number of JSON"),
    ("[]", r"a message: expected an object \{...\}, got \[\]"),
    ("{}", "do: expected one of hello, choose, choose all, undo, cancel, again, resign, why, hint, got None"),
    ({"do": "chose"}, "got 'chose'.*choose"),
    ({"do": ["hello"]}, "do: expected one of"),
    ({"do": "undo", "at": 1, "seat": 0}, "undo: there is no field 'seat'; it has at"),
    ({"do": "undo"}, "at: expected a whole number from 0 to .*, got None"),
    ({"do": "undo", "at": -1}, "at: expected a whole number"),
    ({"do": "undo", "at": True}, "at: expected a whole number"),
    ({"do": "undo", "at": 1.0}, "at: expected a whole number"),
    ({"do": "undo", "at": "1"}, "at: expected a whole number"),
    ({"do": "choose", "action": 2**80, "at": 1}, "action: expected a whole number"),
    ({"do": "hello"}, "secret: expected a text of at most 200 characters, got None"),
    ({"do": "hello", "secret": "x" * 201}, "secret: expected a text of at most 200"),
    ({"do": "hello", "secret": "x", "have": -1}, "have: expected a whole number"),
    ({"do": "hint", "agent": 3}, "agent: expected a text"),
    ({"do": "hint", "agent": "x" * 41}, "agent: expected a text of at most 40"),
    ({"do": "why", "source": 3}, "source: expected an object"),
    ({"do": "why", "source": {"card": "City"}}, "source.card: expected a whole number"),
    ({"do": "why", "source": {"cards": 1}}, "source: there is no field 'cards'; it has card, zones, seat, place"),
    ({"do": "why", "target": {"zones": "hand"}}, "target.zones: expected a list"),
    ({"do": "why", "target": {"zones": [1]}}, "target.zones: expected a text"),
    ({"do": "why", "target": {"zones": ["a"] * 9}}, "target.zones: expected a list of at most 8"),
    ("x" * (LONGEST + 1), f"expected at most {LONGEST} characters, got {LONGEST + 1}"),
]


@pytest.mark.parametrize(("message", "meant"), RIGHT, ids=[str(i) for i in range(len(RIGHT))])
def test_a_message_is_read(message, meant):
    assert read(json.dumps(message)) == meant


@pytest.mark.parametrize(("message", "said"), WRONG, ids=[str(i) for i in range(len(WRONG))])
def test_a_wrong_message_is_refused_by_its_field(message, said):
    with pytest.raises(Refused, match=said):
        read(message if isinstance(message, str) else json.dumps(message))


def test_records_of_a_view_become_objects():
    assert json.loads(text_of({"spot": Spot(3, ("hand",))})) == {
        "spot": {"card": 3, "zones": ["hand"], "seat": None, "place": None}
    }
