"""Positions as JSON, both ways, for the oracle (TW-P6).

Below: oracle.py. Above: lockstep.py, ../table.py. Of what is under way each point has its own fields; what is nothing
is left out.
"""

from __future__ import annotations

from typing import Any

from tests.tradeworlds.oracle.cards import ATTACK, DEFEND, PILES, PLACES, Box
from tests.tradeworlds.oracle.oracle import Oracle
from tests.tradeworlds.oracle.table import Attack, Battle, Cancel, Chance, Player, Ship, Spot

Position = dict[str, Any]

SIDES = (ATTACK, DEFEND)
BATTLES = ("alert", "roll", "strike", "cancel", "destroy", "loss")


# ── Writing ──────────────────────────────────────────────────────────────────────────────────────


def write(game: Oracle) -> Position:
    """Return the whole position."""
    told: Position = {
        "game": "tradeworlds",
        "format": 1,
        "scenario": game.scenario,
        "round": game.round,
        "first": game.starter,
        "leader": game.turn,
    }
    if game.alone:
        told["critical_mass"] = game.critical_mass
    players = [write_player(game.box, player) for player in game.players]
    return told | {"players": players, "decision": write_decision(game)}


def write_player(box: Box, player: Player) -> Position:
    told: Position = {
        "faction": player.faction,
        "treasury": player.treasury,
        "homeworld": player.homeworld,
        "unlocked": player.level,
    }
    if not player.alive:
        return told | {"out": True}
    if player.used_up:
        told["used_up"] = True
    for name in ("hand", "known", "deck", "discard", "removed"):
        told[name] = box.sort(getattr(player, name))
    told["tops"] = [player.tops[pile] for pile in PILES]
    told["piles"] = box.sort([name for pile in PILES for name in player.piles[pile]])
    told["lane"] = [write_ship(box, ship) for ship in player.lane]
    gone = [token.name for token in box.tokens if token.name in player.gone]
    return told | ({"tokens_gone": gone} if gone else {})


def write_ship(box: Box, ship: Ship | None) -> Position | None:
    if ship is None:
        return None
    told: Position = {"starship": ship.starship, "weapons": box.sort(ship.weapons), "crew": ship.crew}
    return told | ({"token": ship.token} if ship.token else {})


def ships(spots: list[Spot]) -> list[str]:
    return [f"player_{seat} lane {place + 1}" for seat, place in sorted(spots)]


def write_decision(game: Oracle) -> Position:
    """Return what is decided, and what is under way."""
    if game.is_over:
        over: Position = {"type": "over", "winner": game.winner}
        return over | ({"cut_short": True} if game.result == "truncated" else {})
    told: Position = {"role": game.role, "refused": game.refused}
    told |= {"rest_due": sorted(game.rest[1:] if game.rest else [])}
    if game.rest and game.rest[0] != game.turn:
        told["active"] = game.rest[0]
    told |= under_way(game)
    kept = {
        name: value for name, value in told.items() if value or (name in ("target", "active") and value is not None)
    }
    return {"type": game.point, "asked": game.asked} | kept


def under_way(game: Oracle) -> Position:
    """Return the fields of a point."""
    point = game.point
    if point == "invite":
        return {"target": game.target, "allies": sorted(game.allies), "to_ask": sorted(game.invited)}
    if point == "sabotage":
        due = {seat for seat, _ in game.due}
        return {"to_all": game.to_all, "to_ask": sorted(due), "count": game.due[0][1]}
    if point == "bank":
        return {"count": game.count, "banked": game.banked}
    if point in ("remove", "refit"):
        return {"count": game.count}
    if point == "smuggle":
        return {"target": game.target, "shown": game.box.sort(game.shown)}
    if point == "replace":
        assert game.replacing is not None
        return {"count": game.count, "fitting": game.replacing[0] + 1, "refitting": game.replacing[1]}
    if point in ("buy", "pay"):
        return {"change": game.change, "buying": game.buying}
    if point == "fit":
        assert game.fitting is not None
        return {"fitting": game.fitting + 1}
    if point in ("attack", *BATTLES):
        return write_attack(game)
    return {}


def write_attack(game: Oracle) -> Position:
    """Return what is under way of an attack, and of its battle."""
    fight = game.fight
    battle = fight.battle or Battle([], [])
    told: Position = {
        "target": fight.target,
        "allies": sorted(fight.allies),
        "unused": ships(fight.unused),
        "group": ships(fight.group),
        "busy": [place + 1 for place in fight.busy],
        "fire": pair(battle.firepower if fight.battle else {ATTACK: fight.firepower, DEFEND: 0}),
    }
    if game.point == "attack":
        return told
    told |= {
        "fighting": ships(battle.attackers),
        "engaged": sorted(place + 1 for _, place in battle.defenders),
        "doomed": ships([spot for spot in game.all_ships() if (spot[0], game.ship(spot).token) in battle.eliminated]),
        "die": pair(battle.dice),
        "initiative": pair(battle.bonus),
        "token_used": sorted(battle.used),
        "window_at": battle.turn,
        "passes": battle.passes,
        "alien_turn": game.alien_turn,
        "alien_attacks": game.alien_attacks,
        "alien_fire": battle.alien,
    }
    if battle.strike:
        told["shield"] = battle.resistance[DEFEND]
    else:
        told["guard"] = pair(battle.resistance)
    if game.point in ("cancel", "loss"):
        told["destroyed"] = battle.destroyed
    if game.point in ("cancel", "destroy", "loss"):
        told["lost"] = ships(battle.doomed)
        told["struck"] = int(battle.winner == ATTACK)
    if game.point == "destroy":
        told["budget"] = battle.left
    if game.point == "cancel":
        assert game.cancel is not None
        played = game.cancel
        told |= {"played": played.card, "played_by": played.by, "back": played.back, "to_ask": sorted(played.left)}
    return told


def seen(game: Oracle, view: str) -> Position:
    """Return the position as a viewer may see it (TW-H1, H2): ``public``, ``player_0`` ..."""
    whole = write(game)
    for seat, player in enumerate(game.players):
        if player.alive and view != f"player_{seat}":
            unseen = list(player.hand + player.deck)
            for name in player.known:
                unseen.remove(name)
            told = {"hand": len(player.hand), "deck": len(player.deck), "unseen": game.box.sort(unseen)}
            whole["players"][seat] |= told
    return whole | {"view": view}


def pair(sides: dict[str, int]) -> list[int] | None:
    """Return figures of both sides; None: both are 0."""
    return [sides[side] for side in SIDES] if any(sides.values()) else None


# ── Reading ──────────────────────────────────────────────────────────────────────────────────────


def read(position: Position, chance: Chance, **options: Any) -> Oracle:
    """Set up a position, played on to its next decision. What is left out is empty, 0, false or None."""
    players, decision = position["players"], position.get("decision", {"type": "role"})
    options = {"scenario": position.get("scenario", "Trade Wars"), "players": len(players), **options}
    game = Oracle(chance, **options)
    game.round, game.starter = position.get("round", 1), position.get("first", 0)
    game.turn = position.get("leader", game.starter)
    game.critical_mass = position.get("critical_mass", 1)
    game.players = [read_player(game, told) for told in players]
    for seat, told in enumerate(players):
        game.players[seat].level = told.get("unlocked", game.level_of(seat))
    game.point, game.role, game.refused = decision["type"], decision.get("role"), decision.get("refused", False)
    if game.point == "over":
        game.winner = decision.get("winner")
        game.result = "truncated" if decision.get("cut_short") else "won" if game.winner is not None else "lost"
        return game
    active = decision.get("active", game.turn)
    game.asked = decision.get("asked", active)
    if game.point in ("buy", "pay", "configure", "fit", "discard"):
        game.rest = [active, *game.in_order(active, decision.get("rest_due", []))]
    read_under_way(game, decision)
    game.settle()
    return game


def read_player(game: Oracle, told: Position) -> Player:
    piles: dict[str, list[str]] = {pile: [] for pile in PILES}
    for name in told.get("piles", []):
        piles[game.box[name].pile].append(name)
    return Player(
        faction=told["faction"],
        treasury=told.get("treasury", 0),
        homeworld=told.get("homeworld", game.box.homeworld),
        alive=not told.get("out", False),
        used_up=told.get("used_up", False),
        **{name: list(told.get(name, [])) for name in ("hand", "known", "deck", "discard", "removed")},
        tops=dict(zip(PILES, told.get("tops", [None] * len(PILES)), strict=True)),
        piles=piles,
        lane=[read_ship(ship) for ship in told.get("lane", [None] * PLACES)],
        gone=list(told.get("tokens_gone", [])),
    )


def read_ship(told: Position | None) -> Ship | None:
    return told and Ship(told["starship"], list(told["weapons"]), told["crew"], told.get("token"))  # type: ignore[return-value]


def spot_of(name: str) -> Spot:
    seat, _, place = name.removeprefix("player_").partition(" lane ")
    return int(seat), int(place) - 1


def read_under_way(game: Oracle, told: Position) -> None:
    """Read the fields of a point."""
    point = game.point
    game.target = told.get("target")
    game.allies = game.in_order(game.turn, told.get("allies", []))
    asking = game.in_order(game.turn, told.get("to_ask", []))
    game.count, game.banked = told.get("count", 0), told.get("banked", 0)
    game.change, game.buying = told.get("change", 0), told.get("buying")
    game.shown = list(told.get("shown", []))
    if point == "invite":
        game.invited = asking
    if point == "sabotage":
        game.to_all = told.get("to_all", False)
        game.due = [(seat, game.count) for seat in asking]
    if point == "replace":
        game.replacing = told["fitting"] - 1, told["refitting"]
    if point == "fit":
        game.fitting = told["fitting"] - 1
    if point in ("attack", *BATTLES):
        read_attack(game, told, asking)


def read_attack(game: Oracle, told: Position, asking: list[int]) -> None:
    alien = told.get("alien_turn", 0)
    game.alien_turn, game.alien_attacks = alien, told.get("alien_attacks", 0)
    unused, group, fighting, lost = (
        [spot_of(name) for name in told.get(key, [])] for key in ("unused", "group", "fighting", "lost")
    )
    busy = [place - 1 for place in told.get("busy", [])]
    leader, target = (None, 0) if alien else (game.turn, game.target)
    game.attack = Attack(leader, target, game.allies, unused, group, 0, busy)
    fire = told.get("fire", [0, 0])
    game.attack.firepower = fire[0]
    strike = game.point == "strike" or told.get("back") == "strike"
    if game.point == "cancel":
        game.cancel = Cancel(told["played"], told.get("played_by", 0), asking, told["back"])
    if game.point == "attack" or told.get("back") == "attack":
        return
    owner = -1 if target is None else target
    battle = Battle(fighting, [(owner, place - 1) for place in told.get("engaged", [])], strike)
    game.attack.battle, game.attack.firepower = battle, 0
    battle.alien = told.get("alien_fire", 0)
    for name, key in (("dice", "die"), ("bonus", "initiative"), ("firepower", "fire"), ("resistance", "guard")):
        setattr(battle, name, dict(zip(SIDES, told.get(key, [0, 0]), strict=True)))
    battle.resistance[DEFEND] += told.get("shield", 0)
    battle.used, battle.turn = list(told.get("token_used", [])), told.get("window_at", 0)
    battle.passes, battle.left, battle.doomed = told.get("passes", 0), told.get("budget", 0), lost
    battle.destroyed = told.get("destroyed", 0)
    battle.eliminated = [(spot[0], game.ship(spot).token or "") for spot in map(spot_of, told.get("doomed", []))]
    battle.winner = ATTACK if told.get("struck") else DEFEND
