"""Positions as JSON, both ways, for the oracle (SR-14).

Below: oracle.py. Above: lockstep.py, ../table.py.
"""

from __future__ import annotations

from typing import Any

from tests.star_realms.oracle.cards import CARDS, ORDER, in_order
from tests.star_realms.oracle.oracle import MAIN, OVER, OWED, UP_TO, Oracle, UnderWay
from tests.star_realms.oracle.table import Chance, InPlay, Player, Table

Position = dict[str, Any]


def write(oracle: Oracle) -> Position:
    """Return the whole position."""
    t = oracle.table
    return {
        "game": "star_realms",
        "format": 1,
        "turn": t.turn,
        "active": t.active,
        "first": t.first,
        "trade_row": in_order(t.row),
        "trade_deck": in_order(t.trade_deck),
        "explorers": t.explorers,
        "scrap_heap": in_order(t.scrap_heap),
        "trade": t.trade,
        "combat": t.combat,
        "permissions": t.permissions,
        "played": in_order(t.played),
        "players": [write_player(player) for player in t.players],
        "decision": write_decision(oracle),
    }


def write_player(player: Player) -> Position:
    return {
        "authority": player.authority,
        "hand": in_order(player.hand),
        "known": in_order(player.known),
        "deck": in_order(player.deck),
        "top": list(player.top),
        "discard": in_order(player.discard),
        "owed": player.owed,
        "bases": write_in_play(player.bases),
        "ships": write_in_play(player.ships),
    }


def write_in_play(cards: list[InPlay]) -> list[Any]:
    """Copies of a kind in the order of their marks, the most first (SR-4.9)."""
    return [write_card(one) for one in sorted(cards, key=lambda one: (ORDER[one.name], -one.marks, one.used_ally))]


def write_card(one: InPlay) -> Any:
    marks: dict[str, Any] = {}
    if used := ["primary"] * one.used_primary + ["ally"] * one.used_ally:
        marks["used"] = used
    if one.triggered:
        marks["triggered"] = True
    if one.copied:
        marks["copies"] = one.copied
    return {"card": one.name, **marks} if marks else one.name


def write_decision(oracle: Oracle) -> Position:
    if oracle.phase == OVER:
        return {"type": OVER, "winner": oracle.winner}
    now = oracle.under_way
    if now is None:
        return {"type": oracle.phase}
    told: Position = {"type": oracle.decision, "card": now.card, "ability": now.which}
    if now.branch:
        told["branch"] = now.branch
    told["step"] = now.step
    if now.part.word in UP_TO:
        told["done"] = now.done
    return told


def read(position: Position, chance: Chance, max_turns: int = 300, ask: str = "needed") -> Oracle:
    """Set up a position and go on to its first real decision."""
    t = Table(chance)
    t.players = [read_player(seat, told) for seat, told in enumerate(position["players"])]
    t.turn, t.active, t.first = position.get("turn", 1), position.get("active", 0), position.get("first", 0)
    t.row, t.trade_deck = list(position.get("trade_row", [])), list(position.get("trade_deck", []))
    t.explorers, t.scrap_heap = position.get("explorers", 0), list(position.get("scrap_heap", []))
    t.trade, t.combat = position.get("trade", 0), position.get("combat", 0)
    t.permissions = position.get("permissions", 0)
    t.played = list(position.get("played", [ship.name for ship in t.me.ships]))
    oracle = Oracle(t, max_turns, ask)
    decision = position.get("decision", {"type": MAIN})
    if decision["type"] == OVER:
        oracle.phase, oracle.winner = OVER, decision["winner"]
        return oracle
    if decision["type"] == OWED:
        oracle.phase = OWED
    else:
        t.trigger_and_gain()
    if decision["type"] not in (MAIN, OWED):
        branch, done = decision.get("branch", ""), decision.get("done", 0)
        oracle.under_way = UnderWay(decision["card"], decision["ability"], branch, decision.get("step", 0), done)
        assert oracle.decision == decision["type"], decision
    oracle.settle()
    return oracle


def read_player(seat: int, told: Position) -> Player:
    player = Player(seat, told.get("authority", 0), owed=told.get("owed", 0))
    player.hand, player.deck = list(told.get("hand", [])), list(told.get("deck", []))
    player.top, player.discard = list(told.get("top", [])), list(told.get("discard", []))
    player.known = list(told.get("known", [] if player.deck else player.hand))
    player.bases = [read_card(card) for card in told.get("bases", [])]
    player.ships = [read_card(card) for card in told.get("ships", [])]
    return player


def read_card(told: Any) -> InPlay:
    told = {"card": told} if isinstance(told, str) else told
    used = told.get("used", [])
    triggered = told.get("triggered", False)
    assert told["card"] in CARDS, told
    return InPlay(told["card"], "primary" in used, "ally" in used, triggered, told.get("copies"))
