"""Random games of Expansive Universe, and what must hold in each of their positions.

Used by test_properties.py, test_secrecy.py, test_positions.py. Below: table.py. Cards are counted outside the engine,
from the position as JSON, so that a rule that makes or loses one is seen by something that is no rule.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ow_env.core import Batch
from tests.courses import begun, by_name, course, in_style
from tests.expansive_universe.oracle.crowded import crowded
from tests.expansive_universe.oracle.self_play import STYLES, choose
from tests.tables import Position

MOST_GOLD = 99


def random_course(game: Any, seed: int, position: Position | None = None, style: str = "warlike") -> Iterator[Batch]:
    """Play one game at random, in a style of the oracle's; yield the batch at every decision and at the end."""
    return course(begun(game, seed, position), by_name(in_style(choose, style, seed)))


def some_course(game: Any, seed: int, long: int) -> Iterator[Batch]:
    """Yield some decisions in a row of a random game: every fourth from its beginning, the others from a crowd."""
    options = game.options
    position = None
    if seed % 4 and options["cards"] is None and options["factions"] is None and options["max_rounds"] >= 10:
        position = crowded(game.num_players, int(options["core"][-1]))(seed % 10_000)
    for _, batch in zip(range(long), random_course(game, seed, position, STYLES[seed % 4]), strict=False):
        yield batch


def cards_of(him: Position) -> list[str]:
    """Return all cards that a player has, with those that lie on them."""
    found = list(him["row"])
    for entry in him.get("crew", ()):
        held = entry.get("captive")
        found += [entry["card"], *entry["weapons"], *([held["card"], *held["weapons"]] if held else ())]
    for entry in him.get("ships", ()):
        found += [entry["card"], *entry["armaments"]]
    return found


def check_invariants(game: Any, state: Any) -> None:
    """Check what holds in every position [1] that a game comes to, whatever was played (EU-0.8, EU-3.6)."""
    at = game.position(state)
    decision, players = at["decision"], at["players"]
    factions = [him["faction"] for him in players]
    assert len(set(factions)) == len(players)
    named = game.catalogue.factions
    cards = {card.name: card for card in game.catalogue.cards if named[card.faction].name in factions}
    everywhere = [*at["deck"], *at["destroyed"], *(name for name in at["line_up"] if name)]
    everywhere += [name for him in players for name in cards_of(him)]
    everywhere += [decision["placing"]] if "placing" in decision else []
    assert len(everywhere) == len(set(everywhere)), "a card lies in two places"
    lost = set(cards) - set(everywhere)
    assert not set(everywhere) - set(cards)
    assert all(cards[name].alpha and cards[name].kind.name in ("CHARACTER", "SPACESHIP") for name in lost), lost
    living = [seat for seat, him in enumerate(players) if not him.get("out")]
    over = decision["type"] == "over"
    assert over or (len(living) > 1 and (at["active"] in living or "battle" in decision))
    places = {"Core", *(faction.planet for faction in named if faction.name in factions)}
    rows = [name for him in players for name in him["row"]]
    for seat, him in enumerate(players):
        assert any(cards[name].alpha for name in him["row"])
        if him.get("out"):
            assert set(him) == {"faction", "points", "row", "out"}
            continue
        assert 0 <= him["gold"] <= MOST_GOLD
        assert any(cards[entry["card"]].alpha for entry in him["crew"]), "the alpha has left, and the player has not"
        assert him["crew_at"] in rows or him["crew_at"] in [entry["card"] for entry in him["ships"]]
        assert all(entry["at"] in places for entry in him["ships"])
        for entry in him["crew"]:
            assert entry.get("captive", {}).get("of") not in (seat, *(set(range(len(players))) - set(living)))
    for location, seat in at["tokens"].items():
        assert location in rows
        assert location not in players[seat]["row"], "a token lies on a location of its own player"
