"""What a seat is told, worked out anew from a position and TW-H: the observation, slice by slice, by name.

Below: positions.py. Above: lockstep.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from tests.tradeworlds.oracle import positions
from tests.tradeworlds.oracle.cards import FACTIONS, PLACES, ROLES, SCENARIOS
from tests.tradeworlds.oracle.oracle import Oracle

Told = dict[str, list[int]]

MOST = 255  # larger numbers read so
POINTS = (
    *("role", "chancellor", "invite", "target", "sabotage", "bank", "remove", "smuggle", "refit", "replace", "attack"),
    *("alert", "roll", "strike", "cancel", "destroy", "loss", "buy", "pay", "configure", "fit", "discard", "over"),
)


def told_to(game: Oracle, seat: int) -> Told:
    """Return what a seat observes: name of a slice -> its numbers. Seats are counted from the observer."""
    count = len(game.players)
    seats = [(seat + onward) % count for onward in range(count)]
    position = positions.write(game)
    decision, table = position["decision"], position["players"]
    cards = [card.name for card in game.box.cards]
    spots = [(other, place) for other in seats for place in range(PLACES)]

    def number(value: int) -> int:
        return min(max(value, 0), MOST)

    def counts(names: Iterable[str]) -> list[int]:
        there = list(names)
        return [there.count(card) for card in cards]

    def of_each(names: Callable[[Any], Iterable[str]]) -> list[int]:
        return [each for other in seats for each in counts(names(table[other]))]

    def among(key: str) -> list[int]:
        return [int(other in decision.get(key, [])) for other in seats]

    def is_it(wanted: int | None) -> list[int]:
        return [int(other == wanted) for other in seats]

    def ships(key: str, more: Callable[[int, int], bool] = lambda other, place: False) -> list[int]:
        named = [positions.spot_of(name) for name in decision.get(key, [])]
        return [int(stands(*spot) and (spot in named or more(*spot))) for spot in spots]

    def stands(other: int, place: int) -> bool:
        return game.players[other].lane[place] is not None

    def figures(of: Callable[[Any], int]) -> list[int]:
        return [number(of(game.ship(spot))) if stands(*spot) else 0 for spot in spots]

    def of_target(key: str) -> Callable[[int, int], bool]:
        target = 0 if decision.get("alien_turn") else decision.get("target")
        return lambda other, place: other == target and place + 1 in decision.get(key, [])

    def unseen(other: int) -> list[str]:
        him = game.players[other]
        if other == seat:
            return him.deck
        hidden = list(him.hand)
        for name in him.known:
            hidden.remove(name)
        return hidden + him.deck

    def one(name: str | None, names: Iterable[str]) -> list[int]:
        return [int(each == name) for each in names]

    def pair(key: str) -> list[int]:
        return [number(each) for each in decision.get(key, [0, 0])]

    target = 0 if decision.get("alien_turn") else decision.get("target")
    active = decision.get("active", position["leader"])
    attacking = target is not None and not decision.get("alien_turn") and seat in (active, *decision.get("allies", []))
    gone = [int(token.name in game.players[other].gone) for other in seats for token in game.box.tokens]
    lanes = [table[other].get("lane", [None] * PLACES)[place] for other, place in spots]
    return {
        "hand": counts(game.players[seat].hand),
        "unseen": [each for other in seats for each in counts(unseen(other))],
        **{
            name: of_each(lambda him, name=name: him.get(name, [])) for name in ("known", "discard", "removed", "piles")
        },  # type: ignore[misc]
        "tops": of_each(lambda him: [top for top in him.get("tops", []) if top]),
        "lane": [
            each
            for ship in lanes
            for each in counts([ship["starship"], *ship["weapons"], ship["crew"]] if ship else [])
        ],
        "token": [int(bool(ship) and ship.get("token") == token.name) for ship in lanes for token in game.box.tokens],
        "firepower": figures(game.firepower),
        "resistance": figures(lambda ship: game.box[ship.crew].value),
        "spare": figures(game.room),
        "unused": ships("unused"),
        "group": ships("group"),
        "busy": ships("", of_target("busy")),
        "fighting": ships("fighting", of_target("engaged")),
        "lost": ships("lost"),
        "doomed": ships("doomed"),
        "fitting": [int(decision.get("fitting") == place + 1) for place in range(PLACES)],
        "faction": [int(table[other]["faction"] == name) for other in seats for name in FACTIONS],
        "alive": [int(not table[other].get("out")) for other in seats],
        "treasury": [number(table[other]["treasury"]) for other in seats],
        "homeworld": [number(table[other]["homeworld"]) for other in seats],
        "unlocked": [table[other]["unlocked"] for other in seats],
        "hand_count": [number(len(table[other].get("hand", []))) for other in seats],
        "deck_count": [number(len(table[other].get("deck", []))) for other in seats],
        "used_up": [int(table[other].get("used_up", False)) for other in seats],
        "asked": is_it(decision.get("asked")),
        "active": is_it(active),
        "leader": is_it(position["leader"]),
        "starter": is_it(position["first"]),
        "target": is_it(target),
        "ally": among("allies"),
        "to_ask": among("to_ask"),
        "rest_due": among("rest_due"),
        "token_used": among("token_used"),
        "played_by": is_it(decision.get("played_by", 0) if "played" in decision else None),
        "played": one(decision.get("played"), cards),
        "buying": one(decision.get("buying"), cards),
        "shown": counts(decision.get("shown", [])),
        "refitting": one(decision.get("refitting"), cards),
        "point": one(decision["type"], POINTS),
        "back": one(decision.get("back"), POINTS),
        "role": one(decision.get("role"), ROLES),
        "die": pair("die"),
        "initiative": pair("initiative"),
        "fire": pair("fire"),
        "guard": pair("guard"),
        "attacking": [int(attacking)],
        **{
            name: [number(decision.get(name, 0))]
            for name in ("count", "banked", "change", "budget", "shield", "passes", "alien_fire", "alien_turn")
        },
        "alien_attacks": [decision.get("alien_attacks", 0)],
        "refused": [int(decision.get("refused", False))],
        "to_all": [int(decision.get("to_all", False))],
        "round": [number(game.round)],
        "rounds_left": [number(game.max_rounds - game.round)],
        "critical_mass": [position.get("critical_mass", 0)],
        "scenario": one(game.scenario, SCENARIOS),
        "reinforcements": [int(game.reinforcements)],
        **({"tokens_gone": gone} if game.eliminated_tokens == "removed" else {}),
    }
