"""The golden games of TradeWorlds: what is played, and how a position is told. tests/golden.py has all else."""

from __future__ import annotations

from ow_env.core.game import Game, States
from tests.golden import Golden
from tests.tradeworlds.oracle.late import late_position
from tests.tradeworlds.scenario import parts_of

UNTOLD = ("deck", "under", "removed", "asked", "point", "turn")  # of a position
SPACE, DERELICT = {"scenario": "Space Wars"}, {"scenario": "The Derelict"}
OTHERS = ("foe ", "third ", "fourth ")

GAMES = {
    "trade-wars": Golden(
        "Two players, Trade Wars, to 100 credits.", 4, {"factions": ["Covenant", "Destined"]}, "warlike"
    ),
    "finish-round": Golden(
        "Two who do all they can; the round is played out.", 5, {"finish_round": True, "max_rounds": 40}, "curious",
        lambda: late_position(2)(7),
    ),
    "three-tokens": Golden(
        "Three players late in a war with tokens.", 3, {"num_players": 3, "reinforcements": True}, "warlike",
        lambda: late_position(3, module=True)(11),
    ),
    "three-public": Golden(
        "Three, and everyone is asked who could hold a card.", 6,
        {"num_players": 3, "ask": "public", **SPACE, "max_rounds": 44}, "warlike",
        lambda: late_position(3, "Space Wars")(25),
    ),
    "four": Golden(
        "Four players with tokens, joint attacks, cut short.", 1,
        {"num_players": 4, **SPACE, "reinforcements": True, "max_rounds": 42}, "warlike",
        lambda: late_position(4, "Space Wars", module=True)(1),
    ),
    "same-faction": Golden(
        "Four Acolytes, three rounds.", 2, {"num_players": 4, "factions": ["Acolytes"] * 4, "max_rounds": 3}, "eager"
    ),
    "alone": Golden("Alone against The Derelict, from the start.", 1, DERELICT, "eager"),
    "alone-late": Golden("Alone with ships.", 2, DERELICT, "warlike", lambda: late_position(1, "The Derelict")(6)),
    "alone-won": Golden("Another, which is won.", 0, DERELICT, "warlike", lambda: late_position(1, "The Derelict")(0)),
}  # fmt: skip


def table(game: Game, state: States) -> list[str]:
    """Return a position as scenarios write it, a line for each player."""
    parts = {key: value for key, value in parts_of(game.position(state)).items() if value}
    lines = []
    for before in ("", *OTHERS)[: game.num_players]:
        mine = {key: value for key, value in parts.items() if key.split()[-1] not in UNTOLD}
        mine = {key: value for key, value in mine.items() if key.startswith(before or tuple(mine))}
        lines.append(" | ".join(f"{key} {mine[key]}" for key in mine if before or not key.startswith(OTHERS)))
    return [f"  {line}" for line in lines]
