"""Decisions with something under way, one of each kind: position and decision, as it is written (TW-P6).

Read by test_positions.py (written as it was read) and by test_hidden.py (observed as it is written).
"""

from __future__ import annotations

from typing import Any

from tests.tables import Position
from tests.tradeworlds.scenario import position_of

ONE, TWO, ALLY = "player_0 lane 1", "player_0 lane 2", "player_2 lane 1"
FIGHT = {"target": 1, "busy": [1], "fighting": [ONE], "engaged": [1]}
ROLLED = {**FIGHT, "die": [5, 4]}
BOTH = {"target": 1, "busy": [1, 2], "fighting": [ONE, TWO], "engaged": [1, 2], "die": [5, 1]}
LINES = (
    "hand S4, Siege Pattern, Vector Plot, Signal Jam | lane 3/3, 2/2 | foe hand C1, Ghost Echo, Signal Jam"
    " | foe known C1, Ghost Echo | foe lane 2/3, 1/1 | third hand C1, C2 | third lane 1/1 | third tops S1, -, -, -"
)
TOKENS = (
    "credits 9 | lane 3/3 Destroyer | foe lane 2/3 Frigate, 1/1 Cruiser | third credits 9 | third lane 1/1 Destroyer"
)
AGAINST = "scenario The Derelict | hand Siege Pattern, Ghost Echo | lane 5/1, 4/1"


def decided(point: str, asked: int, role: str, **under_way: Any) -> Position:
    """Return a decision as it is written."""
    return {"type": point, "asked": asked, "role": role, **under_way}


DECISIONS: list[tuple[str, Position]] = [
    ("scenario Space Wars | credits 256 | foe credits 300", {"type": "role", "asked": 0}),
    ("hand S1 | foe hand S1", {"type": "over", "winner": 1}),
    ("hand S1 | foe hand S1", {"type": "over", "winner": None, "cut_short": True}),
    (LINES, decided("chancellor", 0, "Chancellor", refused=True)),
    (LINES, decided("invite", 2, "Chancellor", target=1, to_ask=[2])),
    (f"{LINES} | fourth lane 1/1", decided("invite", 3, "Chancellor", target=1, allies=[2], to_ask=[3])),
    (LINES, decided("sabotage", 1, "Saboteur", to_ask=[1], count=2)),
    (LINES, decided("sabotage", 1, "Saboteur", to_ask=[1, 2], count=1, to_all=True)),
    (LINES, decided("bank", 0, "Treasurer", count=1, banked=5)),
    (LINES, decided("remove", 0, "Mechanic", count=2)),
    (LINES, decided("smuggle", 0, "Smuggler", target=1, shown=["Crew 1", "Ghost Echo"])),
    (
        "foe hand S1, 2x W4 | foe known S1, 2x W4",
        decided("smuggle", 0, "Smuggler", target=1, shown=["Starship 1", "Weapon 4", "Weapon 4"]),
    ),
    ("lane 3/3 | hand C1, C2", decided("refit", 0, "Commander", count=1)),
    (
        "lane S5 3+4/1 | hand 2x W2",
        decided("replace", 0, "Engineer", count=1, fitting=1, refitting="Weapon 2"),
    ),
    (
        "lane 1/1, S5 3+4/1 | hand 2x W2",
        decided("replace", 0, "Engineer", fitting=2, refitting="Weapon 1"),
    ),
    (
        LINES,
        decided("attack", 0, "Chancellor", target=1, allies=[2], unused=[TWO], group=[ALLY], busy=[1], fire=[3, 0]),
    ),
    (
        TOKENS,
        decided(
            "alert",
            2,
            "Chancellor",
            target=1,
            allies=[2],
            busy=[1],
            fighting=[ONE, ALLY],
            engaged=[1],
            doomed=["player_1 lane 2"],
            token_used=[0],
            window_at=1,
        ),
    ),
    (
        LINES,
        decided("roll", 0, "Admiral", **ROLLED, unused=[TWO], initiative=[2, 1], fire=[1, 0], guard=[0, 2], passes=1),
    ),
    ("hand Siege Pattern | lane 3/3", decided("strike", 0, "Admiral", target=1, fighting=[ONE], shield=4, fire=[1, 0])),
    (LINES, decided("cancel", 1, "Admiral", **ROLLED, to_ask=[1], played="Scatter Chaff", back="roll")),
    (LINES, decided("cancel", 0, "Admiral", **ROLLED, to_ask=[0], played="Evasive Burn", played_by=1, back="roll")),
    (
        LINES,
        decided(
            "cancel", 1, "Admiral", target=1, unused=[ONE, TWO], to_ask=[1], played="Focused Lances", back="attack"
        ),
    ),
    (
        "lane 3/3 | foe hand Signal Jam",
        decided("cancel", 1, "Admiral", target=1, fighting=[ONE], to_ask=[1], played="Siege Pattern", back="strike"),
    ),
    (
        "hand Signal Jam | lane 3/3, 2/2 | foe lane -, 1/1 | foe hand S1",
        decided(
            "cancel",
            0,
            "Admiral",
            **BOTH,
            lost=["player_1 lane 2"],
            destroyed=1,
            struck=1,
            to_ask=[0],
            played="Escape Pods",
            played_by=1,
            back="loss",
        ),
    ),
    (LINES, decided("destroy", 0, "Admiral", **BOTH, struck=1, budget=3)),
    (LINES, decided("destroy", 1, "Admiral", **BOTH, budget=4)),
    (
        "lane 3/3, 2/2 | foe lane 2/3, 1/1, 1/1 | third hand S1",
        decided("destroy", 0, "Admiral", **BOTH | {"engaged": [1, 2, 3]}, struck=1, budget=3, lost=["player_1 lane 2"]),
    ),
    (
        "lane 3/3, 2/2 | foe lane -, 1/1 | foe hand Escape Pods",
        decided("loss", 1, "Admiral", **BOTH, lost=["player_1 lane 2"], destroyed=1, struck=1),
    ),
    (
        "hand Escape Pods | lane -, 2/2 | foe lane 2/3, 1/1 | foe hand S1",
        decided("loss", 0, "Admiral", **BOTH, lost=[TWO], destroyed=1),
    ),
    (LINES, decided("buy", 2, "Chancellor", active=2, change=3)),
    (LINES, decided("discard", 0, "Chancellor", rest_due=[2])),
    ("hand C5, C4 | tops -, W5, -, -", decided("pay", 0, "Trader", change=1, buying="Weapon 5")),
    ("turn foe | foe lane 1/1, S5 1/1 | foe hand W1, W2, 2x S5", decided("fit", 1, "Trader", fitting=2)),
    (
        AGAINST.replace("Siege Pattern", "Vector Plot"),
        decided("roll", 0, "Admiral", busy=[1], fighting=[ONE, TWO], engaged=[1], die=[5, 2]),
    ),
    (AGAINST, decided("attack", 0, "Admiral", unused=[TWO], group=[ONE], fire=[3, 0])),
    (
        AGAINST,
        decided("roll", 0, "Trader", target=0, alien_turn=2, alien_attacks=1, alien_fire=4, engaged=[1], die=[5, 2]),
    ),
    (
        AGAINST.replace("Siege Pattern", "Orbital Umbrella"),
        decided("strike", 0, "Trader", target=0, alien_turn=2, alien_fire=4),
    ),
]


NAMES = [f"{decision['type']}, {number}" for number, (_, decision) in enumerate(DECISIONS)]


def position_with(text: str, decision: Position) -> Position:
    """Return a position with its decision."""
    return position_of(text) | {"decision": decision}


def options_of(text: str) -> dict[str, Any]:
    """Return the options of its game."""
    return {"reinforcements": True} if text == TOKENS else {}
