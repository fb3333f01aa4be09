"""Scenarios: a position, what the players do, what has changed, in a notation that reads like a table.

    TNW-3.5: a card played out of order lowers what must be beaten
        before: top Garrison Levy | hand Escort Wing, Spot Trade
        play:   play Escort Wing
        after:  +Escort Wing | tokens red 1 | turn foe

A position is parts divided by ` | `: the cards of a hand (`hand Spot Trade`), what is known not to be held (`not held
Escort Wing`), tokens (`tokens red 2, blue 1`), what a dome was paid with (`dome red 2, blue 1`), empires (`planets
Vermeil`), `collective`, `contested`, `costs 2 5 3 1`, `top`, `aside`; `foe` before a part is the opponent's. `you` are
player_0 and in the card step of a turn of yours; otherwise `turn foe`, `step dome`, `has played`, `passed` (the turn
before was). `-` is nothing. What is not written is: a deal by the foe, costs of 6, a planet contested and two in The
Collective, the round that so many planets make, a foe who holds Trade Envoy alone, and no tokens, domes and empires.
All 18 cards are always there: those not written lie in the discard pile below the top card, or without one in the
hands; two are set aside.

`after` says what has changed: all else in the whole position has to be as it was before. `+Spot Trade` is short for a
card that has moved from your hand to the top of the pile. Where a new round is opened or the game has ended, all that
belongs to the round is gone and the deal has passed; what is drawn anew is not written. Titles of rows in which the
rule has no effect say `not` after its number. The game and the oracle both play every row, with `ask="public"` unless
it says otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence

from tests import scenarios
from tests.scenarios import SEATS, Parts, Row, Scenario, split
from tests.tables import Position
from tests.these_new_worlds.oracle.cards import BASE, COLOURS
from tests.these_new_worlds.table import OracleTable, Table

CARDS = [card.name for card in BASE.cards]
HAND = 8
IDLE = "Trade Envoy"  # what the foe holds where nothing is written: a card that need not be played
ASKED = {"ask": "public"}  # options of a row: nobody is passed over
OF_PLAYER = ("hand", "not held", "played", "tokens", "dome", "planets")
OF_TABLE = (
    *("round", "dealer", "turn", "step", "has played", "passed", "contested", "costs", "collective", "top", "aside"),
)
FLAGS = ("has played", "passed")
USUAL = {"dealer": "foe", "turn": "you", "step": "card", "costs": "6 6 6 6"}
QUIET = ["Sapphire Nine", "Halcyon Seat", "Thornmere", "Marigold", "Lumen Deep"]  # planets where none are written
DRAWN = ("contested", "costs", "aside", "hand", "foe hand")  # anew in each round


def check(row: Row) -> None:
    """Play a row through."""
    position, options = position_of(row.before), ASKED if row.options is None else row.options
    shown = [int(number) for number in row.dice.split()] if isinstance(row, Scenario) else []
    table, oracle = Table(position, **options), OracleTable(position, shown, **options)
    if shown:
        table.roll(*shown)
    scenarios.check(row, table, oracle, compare)


def compare(row: Scenario, position: Position) -> None:
    """Compare the whole position with what a row says of it."""
    found, wanted = told(before_of(row), parts_of(position)), told(before_of(row), expected(row))
    assert found == wanted, f"found {found!r}, expected {wanted!r}"


def before_of(row: Scenario) -> Parts:
    return parts_of(position_of(row.before))


def expected(row: Scenario) -> Parts:
    """Return the parts that a row says there are afterwards."""
    parts, changes = before_of(row), read(row.after)
    moved = [change for change in changes if "+" in change]
    if "round" in changes or changes.get("step", "").startswith("over"):
        for key in parts:
            if key.removeprefix("foe ") in ("hand", "not held", "played", "tokens", "dome", "top", "aside", *FLAGS):
                parts[key] = ""
        parts |= {"contested": "", "costs": "", "dealer": other(parts["dealer"]), "step": "card"}
        parts["turn"] = other(parts["dealer"]) if "round" in changes else "you"
    for change in moved:
        before, _, card = change.rpartition("+")
        parts[f"{before}hand"] = listed([name for name in cards(parts[f"{before}hand"]) if name != card])
        parts[f"{before}played"] = listed([*cards(parts[f"{before}played"]), card])
        parts["top"] = card
    parts |= {key: value for key, value in changes.items() if key not in moved}
    return parts | (dict.fromkeys(DRAWN, "drawn") if "round" in changes else {})


def other(who: str) -> str:
    return SEATS[1 - SEATS.index(who)]


# ── Reading ──────────────────────────────────────────────────────────────────────────────────────


def read(text: str) -> Parts:
    """Return the parts that are written; `+Spot Trade` is one of them."""
    moves = [part for part in split(text, " | ") if part.removeprefix("foe ").startswith("+")]
    assert {move.partition("+")[2] for move in moves} <= set(CARDS), moves
    rest = " | ".join(part for part in split(text, " | ") if part not in moves)
    parts = scenarios.parts_in(rest, OF_PLAYER, OF_TABLE, FLAGS)
    for key, value in parts.items():
        if key.removeprefix("foe ") in ("hand", "not held", "played", "aside"):
            parts[key] = listed(cards(value))
    return parts | dict.fromkeys(moves, "")


def cards(text: str) -> list[str]:
    """Return the cards of a list."""
    found = split(text, ",")
    assert set(found) <= set(CARDS), set(found) - set(CARDS)
    return found


def planets(text: str) -> list[str]:
    """Return the planets of a list."""
    found = split(text, ",")
    assert set(found) <= set(BASE.planets), set(found) - set(BASE.planets)
    return found


def amounts(text: str) -> dict[str, int]:
    """Return amounts by colour: ``red 2, blue 1``."""
    pairs = [entry.split() for entry in split(text, ",")]
    assert {colour for colour, _ in pairs} <= set(COLOURS), text
    return {colour: int(number) for colour, number in pairs}


def position_of(text: str) -> Position:
    """Return the position that a text describes."""
    parts = {**USUAL, **read(text)}
    step, _, how = parts["step"].partition(": ")
    if step == "over":
        return ended_position(parts, how)
    owned = [planets(parts.get(key, "")) for key in ("planets", "foe planets")]
    contested = planets(parts.get("contested", ""))
    collective = planets(parts.get("collective", ""))
    free = [name for name in QUIET if name not in (*owned[0], *owned[1], *contested, *collective)]
    contested = contested or [free.pop(0)]
    collective = collective if "collective" in parts else [free.pop(0), free.pop(0)]
    laid = len(owned[0]) + len(owned[1]) + len(collective)
    turn = SEATS.index(parts["turn"])
    return {
        "game": "these_new_worlds",
        "format": 1,
        "round": int(parts.get("round", laid - 1)),
        "dealer": SEATS.index(parts["dealer"]),
        "active": turn,
        "contested": contested[0],
        "costs": dict(zip(COLOURS, map(int, parts["costs"].split()), strict=True)),
        "collective": collective,
        "top": parts.get("top") or None,
        **hands_of(parts, owned),
        "decision": {"step": step, **{key.replace(" ", "_"): bool(parts.get(key)) for key in FLAGS}},
    }


def hands_of(parts: Parts, owned: Sequence[list[str]]) -> Position:
    """Return the players and the cards set aside: cards that are not written are put where they fit."""
    hands = [cards(parts.get(key, "")) for key in ("hand", "foe hand")]
    if "foe hand" not in parts and parts.get("top") and not any(IDLE in text for text in parts.values()):
        hands[1] = [IDLE]
    played = [cards(parts.get(key, "")) for key in ("played", "foe played")]
    top, aside = parts.get("top", ""), cards(parts.get("aside", ""))
    if top and top not in played[0] + played[1]:
        played[1 if len(hands[1]) < HAND else 0].append(top)
    written = [*hands[0], *hands[1], *played[0], *played[1], *aside]
    assert len(set(written)) == len(written), f"a card is written twice: {written}"
    left = [name for name in CARDS if name not in written]
    while len(aside) < len(CARDS) - 2 * HAND:
        aside.append(left.pop())
    for hand, pile in zip(hands, played, strict=True):
        while len(hand) + len(pile) < HAND:
            (pile if top else hand).append(left.pop(0))
    assert not left, "too many cards are written"
    players = []
    for before, hand, pile, empire in zip(("", "foe "), hands, played, owned, strict=True):
        paid = amounts(parts.get(f"{before}dome", ""))
        players.append({
            "hand": hand,
            "not_held": cards(parts.get(f"{before}not held", "")),
            "played": pile,
            "dome": bool(paid),
            "tokens": amounts(parts.get(f"{before}tokens", "")),
            "paid": paid,
            "planets": empire,
        })  # fmt: skip
    return {"players": players, "set_aside": aside}


def ended_position(parts: Parts, how: str) -> Position:
    """Return a position after the end: ``step over: you``, foe, draw, nobody."""
    owned = [planets(parts.get(key, "")) for key in ("planets", "foe planets")]
    collective = planets(parts.get("collective", ""))
    winner = SEATS.index(how) if how in SEATS else None
    return {
        "round": int(parts.get("round", len(owned[0]) + len(owned[1]) + len(collective) - 2)),
        "dealer": SEATS.index(parts["dealer"]),
        "collective": collective,
        "players": [{"planets": empire} for empire in owned],
        "decision": {"step": "over", "result": how if winner is None else "won", "winner": winner},
    }


# ── Writing ──────────────────────────────────────────────────────────────────────────────────────


def parts_of(position: Position) -> Parts:
    """Return the parts of a whole position, all but the planets that are left."""
    decision = position["decision"]
    won = decision.get("result") == "won"
    how = SEATS[decision["winner"]] if won else decision.get("result")
    parts = {
        "round": str(position["round"]),
        "dealer": SEATS[position["dealer"]],
        "turn": SEATS[position["active"]],
        "step": f"over: {how}" if how else decision["step"],
        "has played": "yes" if decision.get("has_played") else "",
        "passed": "yes" if decision.get("passed") else "",
        "contested": position["contested"] or "",
        "costs": " ".join(str(position["costs"][colour]) for colour in COLOURS) if position["costs"] else "",
        "collective": ", ".join(BASE.sort_planets(position["collective"])),
        "top": position["top"] or "",
        "aside": listed(position["set_aside"]),
    }
    for before, player in zip(("", "foe "), position["players"], strict=True):
        parts[f"{before}hand"] = listed(player["hand"])
        parts[f"{before}not held"] = listed(player["not_held"])
        parts[f"{before}played"] = listed(player["played"])
        parts[f"{before}tokens"] = counted(player["tokens"])
        parts[f"{before}dome"] = counted(player["paid"])
        parts[f"{before}planets"] = ", ".join(BASE.sort_planets(player["planets"]))
        assert player["dome"] == bool(player["paid"])
    return parts


def listed(names: Sequence[str]) -> str:
    """Return cards in their order."""
    return ", ".join(name for name in CARDS if name in names)


def counted(tokens: dict[str, int]) -> str:
    """Return amounts by colour."""
    return ", ".join(f"{colour} {tokens[colour]}" for colour in COLOURS if tokens.get(colour))


def told(before: Parts, after: Parts) -> str:
    """Return what has changed, as a row says it; what a new round draws is left out if ``after`` is a new round."""
    drawn = DRAWN if after["round"] != before["round"] and not after["step"].startswith("over") else ()
    keys = [key for key in after if key not in drawn and after[key] != before.get(key, "")]
    return " | ".join(f"{key} {after[key] or '-'}" for key in sorted(keys))
