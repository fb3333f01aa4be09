"""Positions as JSON, both ways, for the oracle (TNW-10.1).

Below: oracle.py. Above: lockstep.py, ../table.py.
"""

from __future__ import annotations

from typing import Any

from tests.these_new_worlds.oracle.cards import BASE, COLOURS, Box
from tests.these_new_worlds.oracle.oracle import OVER, Chance, Oracle, Player, nothing_of_each

Position = dict[str, Any]


def write(game: Oracle) -> Position:
    """Return the whole position."""
    return {
        "game": "these_new_worlds",
        "format": 1,
        "round": game.round,
        "dealer": game.dealer,
        "active": game.active,
        "contested": game.contested,
        "costs": counted(game.costs),
        "collective": game.box.sort_planets(game.collective),
        "deck": game.box.sort_planets(game.deck),
        "players": [write_player(game.box, player) for player in game.players],
        "set_aside": game.box.sort_cards(game.set_aside),
        "top": game.top,
        "decision": write_decision(game),
    }


def write_player(box: Box, player: Player) -> Position:
    return {
        "hand": box.sort_cards(player.hand),
        "not_held": box.sort_cards(player.not_held),
        "played": box.sort_cards(player.played),
        "dome": player.dome,
        "tokens": counted(player.tokens),
        "paid": counted(player.paid),
        "planets": box.sort_planets(player.planets),
    }


def counted(tokens: dict[str, int]) -> dict[str, int]:
    """Return the colours of which there is one."""
    return {colour: number for colour, number in tokens.items() if number}


def write_decision(game: Oracle) -> Position:
    if game.is_over:
        return {"step": OVER, "result": game.result, "winner": game.winner}
    return {"step": game.step, "has_played": game.has_played, "passed": game.passed}


def read(position: Position, chance: Chance, box: Box = BASE, **options: Any) -> Oracle:
    """Set up a position. What is left out is empty, 0, false or None, but what lies nowhere else."""
    game, decision = Oracle(chance, box, **options), position.get("decision", {"step": "card"})
    game.round, game.dealer = position.get("round", 1), position.get("dealer", 0)
    game.active = position.get("active", 0 if decision["step"] == OVER else 1 - game.dealer)
    game.contested, game.top = position.get("contested"), position.get("top")
    game.costs = nothing_of_each() | position.get("costs", {})
    game.collective = list(position.get("collective", []))
    game.players = [read_player(told) for told in position["players"]]
    somewhere = [game.contested, *game.collective, *(name for player in game.players for name in player.planets)]
    game.deck = list(position.get("deck", [name for name in box.planets if name not in somewhere]))
    gone = [name for player in game.players for name in player.hand + player.played]
    rest = [] if decision["step"] == OVER else [card.name for card in box.cards if card.name not in gone]
    game.set_aside = list(position.get("set_aside", rest))
    game.step = decision["step"]
    game.has_played, game.passed = decision.get("has_played", False), decision.get("passed", False)
    game.result, game.winner = decision.get("result"), decision.get("winner")
    game.settle()
    return game


def read_player(told: Position) -> Player:
    return Player(
        hand=list(told.get("hand", [])),
        not_held=list(told.get("not_held", [])),
        played=list(told.get("played", [])),
        tokens={colour: told.get("tokens", {}).get(colour, 0) for colour in COLOURS},
        paid={colour: told.get("paid", {}).get(colour, 0) for colour in COLOURS},
        dome=told.get("dome", False),
        planets=list(told.get("planets", [])),
    )


def seen(game: Oracle, view: str) -> Position:
    """Return the position as a viewer may see it (TNW-9.1, 9.2): ``public``, ``player_0``, ``player_1``."""
    whole = write(game)
    hidden = list(game.set_aside)
    for seat, player in enumerate(game.players):
        if view != f"player_{seat}":
            hidden += player.hand
            whole["players"][seat]["hand"] = len(player.hand)
    return whole | {"view": view, "set_aside": len(game.set_aside), "unseen": game.box.sort_cards(hidden)}
