"""Cards of TradeWorlds counted outside the engine, from the position as JSON."""

from __future__ import annotations

from collections import Counter

from tests.tables import Position


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
