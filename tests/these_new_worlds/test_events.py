"""What is told of a decision of These New Worlds: sentences with rule numbers, the same for every viewer."""

from __future__ import annotations

import re
from typing import Any

import pytest

from ow_env.core.events import HAPPENING, RESULT, TURN
from ow_env.these_new_worlds import events
from ow_env.these_new_worlds.events import LISTENERS
from tests.tables import draws
from tests.these_new_worlds.scenario import ASKED, CARDS, position_of
from tests.these_new_worlds.table import Table
from training.commands.rules import read_rules

IDLE = "passed | top Assembly of Worlds | hand Privateers"
DOMES = "dome red 6, blue 6 | foe dome red 6, blue 6"
ENDED = "player_0 plays no card (TNW-3.6)", "two turns were passed in a row: the card phase is over (TNW-3.8)"
DRAWN = (*[(6, None)] * 8, (13, 12), (6, 1), (6, 5), (6, 3), (6, 2))  # any dice, then a planet and four costs
OPENED = (
    "Round 2: Lumen Deep, a blue planet",
    "the colours cost 2 red, 6 yellow, 4 green, 3 blue (TNW-2.2)",
    "player_0 deals 8 cards to each player (TNW-2.3)",
)

SENTENCES: list[tuple[str, str, str, tuple[Any, ...], tuple[str, ...]]] = [
    # what it shows, before, the action, what is drawn, all that is told
    (
        "a card and its award",
        "top Breakthrough | hand Spot Trade, Privateers | tokens green 2", "play Spot Trade", (),
        ("player_0 plays Spot Trade (TNW-3.2)", "player_0 takes 1 green, now 3 (TNW-4.1)"),
    ),
    (
        "two awards",
        "top Breakthrough | hand Frontier Market, Privateers | collective Loam, Evergild", "play Frontier Market", (),
        ("player_0 plays Frontier Market (TNW-3.2)", "player_0 takes 1 green, now 1 (TNW-4.1)",
         "player_0 takes 2 green, now 3 (TNW-4.1)"),
    ),
    (
        "a wild that names a colour",
        "top Breakthrough | hand Trade Envoy | foe hand Privateers | turn you", "play Trade Envoy for green", (),
        ("player_0 plays Trade Envoy for green (TNW-3.4)", "player_0 takes 1 green, now 1 (TNW-4.1)"),
    ),
    (
        "a steal",
        "top Breakthrough | hand Privateers, Spot Trade | foe tokens red 5", "play Privateers for red", (),
        ("player_0 plays Privateers for red (TNW-3.4)", "player_0 steals 3 red, now 3 (TNW-4.6)"),
    ),
    (
        "a steal of nothing",
        "top Breakthrough | hand Privateers, Spot Trade", "play Privateers for nothing", (),
        ("player_0 plays Privateers for nothing (TNW-3.4)",),
    ),
    (
        "no card, and what that proves",
        "top Garrison Levy | hand Spot Trade | aside Escort Wing, Assembly of Worlds", "pass", (),
        ("player_0 plays no card (TNW-3.6)", "player_0 holds none of Escort Wing, Assembly of Worlds (TNW-9.3)"),
    ),
    (
        "no card, and nothing new",
        "top Garrison Levy | hand Spot Trade | aside Escort Wing, Assembly of Worlds"
        " | not held Escort Wing, Assembly of Worlds", "pass", (),
        ("player_0 plays no card (TNW-3.6)",),
    ),
    (
        "a dome",
        "step dome | top Assembly of Worlds | hand Privateers | costs 2 5 3 1 | tokens red 2, blue 1",
        "colonize with red and blue", (),
        ("player_0 pays 2 red, 1 blue and places the dome (TNW-5.1)",),
    ),
    (
        "a round that ends without a dome, and the next",
        IDLE, "pass", DRAWN[8:],
        (*ENDED, "Sapphire Nine joins The Collective (TNW-6.1)", *OPENED),
    ),
    (
        "a round that ends with one",
        f"{IDLE} | dome red 6, blue 6", "pass", DRAWN[8:],
        (*ENDED, "player_0 adds Sapphire Nine to the empire (TNW-6.1)", *OPENED),
    ),
    (
        "a combat",
        f"{IDLE} | {DOMES} | tokens red 9 | foe tokens blue 2", "pass",
        ((6, 0), (6, 5), (6, 2), (6, 4), (6, 3), (6, 3), (6, 2), (6, 0)),
        (
            *ENDED, "space combat for Sapphire Nine (TNW-7)",
            "red: player_0 1 and 9 tokens, 10; player_1 6 and 0 tokens, 6: player_0 takes the die (TNW-7.1)",
            "yellow: player_0 3 and 0 tokens, 3; player_1 5 and 0 tokens, 5: player_1 takes the die (TNW-7.1)",
            "green: player_0 4 and 0 tokens, 4; player_1 4 and 0 tokens, 4: nobody takes the die (TNW-7.1)",
            "blue: player_0 3 and 0 tokens, 3; player_1 1 and 2 tokens, 3: nobody takes the die (TNW-7.1)",
            "as many dice for both: who owns more planets of its colour? neither, or both as many (TNW-7.4)",
            "Sapphire Nine joins The Collective (TNW-6.1)", "...", "...", "...",
        ),
    ),
    (
        "a combat decided by colour, the other rolling first",
        f"{IDLE} | dealer you | {DOMES} | foe planets Azimuth", "pass", [(6, 2)] * 8,
        (
            *ENDED, "space combat for Sapphire Nine (TNW-7)",
            *(f"{colour}: player_1 3 and 0 tokens, 3; player_0 3 and 0 tokens, 3: nobody takes the die (TNW-7.1)"
              for colour in ("red", "yellow", "green", "blue")),
            "as many dice for both: who owns more planets of its colour? player_1 (TNW-7.4)",
            "player_1 adds Sapphire Nine to the empire (TNW-6.1)", "...", "...", "...",
        ),
    ),
    (
        "the end by planets",
        f"{IDLE} | dome red 6, blue 6 | planets Vermeil, Loam, Aurelia", "pass", (),
        (*ENDED, "player_0 adds Sapphire Nine to the empire (TNW-6.1)", "player_0 wins, planets 4 to 0 (TNW-8.3)"),
    ),
    (
        "the end by The Collective",
        f"{IDLE} | collective Vermeil, Loam, Aurelia, Azimuth", "pass", (),
        (*ENDED, "Sapphire Nine joins The Collective (TNW-6.1)",
         "Nobody wins: The Collective holds 5 planets (TNW-8.2)"),
    ),
    (
        "a dome step that is passed",
        "step dome | has played | top Assembly of Worlds | hand Privateers | costs 2 5 3 1 | tokens red 2, blue 1",
        "pass", (), (),
    ),
]  # fmt: skip


def told(text: str, action: str, drawn: Any, view: str = "full") -> list[Any]:
    """Return the events told of an action."""
    table = Table(position_of(text), **ASKED)
    rng = draws(*drawn) if drawn else table.batch.rng
    return list(table.game.events(table.batch.states, table.joint(action), rng, view))


@pytest.mark.parametrize(
    ("text", "action", "drawn", "expected"), [row[1:] for row in SENTENCES], ids=[row[0] for row in SENTENCES]
)
def test_sentences(text: str, action: str, drawn: Any, expected: tuple[str, ...]) -> None:
    sentences = [str(event) for event in told(text, action, drawn)]
    assert len(sentences) == len(expected), sentences
    for sentence, wanted in zip(sentences, expected, strict=True):
        assert sentence == wanted or wanted == "..."


@pytest.mark.parametrize("row", SENTENCES, ids=lambda row: row[0])
def test_every_viewer_is_told_the_same(row: tuple[Any, ...]) -> None:
    """All that happens lies open; hands that are dealt are told of to nobody."""
    whole = told(*row[1:4])
    for view in ("public", "player_0", "player_1"):
        assert told(*row[1:4], view) == whole


# ── Form ─────────────────────────────────────────────────────────────────────────────────────────


def test_headings_deeds_and_results_are_set_apart() -> None:
    found = told(f"{IDLE} | {DOMES}", "pass", [(6, 2)] * 8)
    assert [(event.kind, event.level, event.seat) for event in found] == [
        ("no card", HAPPENING, 0),
        ("phase ends", HAPPENING, None),
        ("combat", HAPPENING, None),
        *[("die", RESULT, None)] * 4,
        ("by colour", RESULT, None),
        ("collective", HAPPENING, None),
        ("round", TURN, None),
        ("costs", HAPPENING, None),
        ("deal", HAPPENING, 0),
    ]
    assert found[3].data == {"colour": "red", "rolled": [3, 3]}
    assert found[9].data["round"] == 2


def test_what_programs_are_told() -> None:
    [play, take] = told("top Breakthrough | hand Spot Trade, Privateers", "play Spot Trade", ())
    assert (play.kind, play.seat, play.data) == ("play", 0, {"card": CARDS.index("Spot Trade")})
    assert (take.kind, take.data) == ("collect", {"colour": "green", "number": 1})


def test_every_rule_that_is_told_exists() -> None:
    numbers = {rule.number for rule in read_rules("these_new_worlds")}
    found = {event.rule for row in SENTENCES for event in told(*row[1:4]) if event.rule}
    assert found <= numbers | {"TNW-7"}
    assert len(found) > 12


def test_every_listener_is_heard_and_every_kind_is_met_with_above() -> None:
    with open(events.__file__, encoding="utf-8") as text:
        known = set(re.findall(r'self\.(?:tell|tell_result|head)\(\s*"([a-z ]+)"', text.read()))
    met = {event.kind for row in SENTENCES for event in told(*row[1:4])}
    assert len(known) >= len(LISTENERS)
    assert known == met
