"""Random games of TradeWorlds, and what must hold in each of their positions.

Used by test_properties.py, test_secrecy.py, test_positions.py. Below: table.py. Cards and tokens are counted outside
the engine, from the position as JSON, so that a rule that makes or loses one is seen by something that is no rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from ow_env.core import Batch
from tests.courses import begun, by_name, course, in_style
from tests.tables import Position
from tests.tradeworlds.oracle.late import late_position
from tests.tradeworlds.oracle.self_play import choose


def random_course(game: Any, seed: int, position: Position | None = None, style: str = "warlike") -> Iterator[Batch]:
    """Play one game at random, in a style of the oracle's; yield the batch at every decision and at the end."""
    return course(begun(game, seed, position), by_name(in_style(choose, style, seed)))


def some_course(game: Any, seed: int, long: int) -> Iterator[Batch]:
    """Yield some decisions in a row of a random game: every fourth from its beginning, the others late in a war."""
    options = game.options
    position = None
    if seed % 4 and options["cards"] is None:
        make = late_position(game.num_players, options["scenario"], options["reinforcements"])
        position = make(seed % 10_000)
        if options["factions"] is not None:
            position = None
    style = ("warlike", "eager", "curious")[seed % 3]
    for _, batch in zip(range(long), random_course(game, seed, position, style), strict=False):
        yield batch


def everything(player: Position, decision: Position, active: bool) -> Counter[str]:
    """Count all cards that a player has."""
    there = Counter(name for key in ("hand", "deck", "discard", "removed", "piles") for name in player[key])
    there.update(top for top in player["tops"] if top)
    for ship in player["lane"]:
        if ship:
            there.update([ship["starship"], *ship["weapons"], ship["crew"]])
    if active and decision["type"] == "replace":
        there[decision["refitting"]] += 1
    return there


def check_invariants(game: Any, state: Any) -> None:
    """Check what holds in every position [1] that a game comes to, whatever was played."""
    at = game.position(state)
    decision = at["decision"]
    cards = {card.name: card for card in game.catalogue.cards}
    value = {
        card.name: int(
            card.fields.get("capacity") or card.fields.get("firepower") or card.fields.get("resistance") or 0
        )
        for card in game.catalogue.cards
    }
    copies = Counter({card.name: card.copies for card in cards.values() if card.copies})
    for seat, him in enumerate(at["players"]):
        if him.get("out"):
            assert set(him) == {"faction", "treasury", "homeworld", "unlocked", "out"}
            continue
        assert everything(him, decision, seat == at["leader"]) == copies, "a card was made or lost"
        assert not Counter(him["known"]) - Counter(him["hand"]), "what is known is not in the hand"
        tokens = [ship["token"] for ship in him["lane"] if ship and "token" in ship]
        assert len(set(tokens)) == len(tokens)
        assert him["homeworld"] > 0
        assert 0 <= him["treasury"]
        ships = [ship for ship in him["lane"] if ship]
        assert len(ships) <= him["unlocked"] <= 4
        for ship in ships:
            load = sum(value[name] for name in ship["weapons"]) + value[ship["crew"]]
            assert load <= value[ship["starship"]], "Capacity does not hold"
            assert len(ship["weapons"]) == 1 or him["faction"] == "Acolytes"
        for pile, top in enumerate(him["tops"]):
            under = [name for name in him["piles"] if int(cards[name].pile) == pile]
            assert top or not under, "a pile with cards has no top"
    alive = [him for him in at["players"] if not him.get("out")]
    if decision["type"] != "over":
        assert len(alive) >= min(2, len(at["players"]))
        goal = at["scenario"] == "Trade Wars" and not game.options["finish_round"]
        assert not goal or max(him["treasury"] for him in alive) < 100


def turned(position: Position, by: int) -> Position:
    """Return a position with all seats moved on by so many."""
    count = len(position["players"])

    def seat(number: int) -> int:
        return (number + by) % count

    def ship(name: str) -> str:
        owner, _, place = name.removeprefix("player_").partition(" ")
        return f"player_{seat(int(owner))} {place}"

    decision = dict(position["decision"])
    for key in ("asked", "active", "target", "winner", "played_by"):
        if decision.get(key) is not None:
            decision[key] = seat(decision[key])
    if decision["type"] == "cancel" and "played_by" not in decision:
        decision["played_by"] = seat(0)
    for key in ("allies", "to_ask", "rest_due", "token_used"):
        if key in decision:
            decision[key] = sorted(seat(each) for each in decision[key])
    for key in ("unused", "group", "fighting", "doomed", "lost"):
        if key in decision:
            decision[key] = [ship(name) for name in decision[key]]
    players = [position["players"][(each - by) % count] for each in range(count)]
    return position | {
        "players": players,
        "first": seat(position["first"]),
        "leader": seat(position["leader"]),
        "decision": decision,
    }
