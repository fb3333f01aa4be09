"""What is particular to Expansive Universe in the tests that every game has to pass (tests/contract/).

Cards are counted outside the engine, from the position as JSON, so that a rule that makes or loses one is seen by
something that is no rule. That every turn ends (EU-14.7), and that tokens do not run out (EU-1.8), follows from games
that come to their ends; that one player alone decides (EU-14.1) from the contract; that a card does what its file says
(EU-0.9) from games with a file of odd cards.
"""

from __future__ import annotations

from typing import Any

from ow_env.core.game import Game, Position, States
from ow_env.expansive_universe import events, observe
from ow_env.expansive_universe.actions import REASONS
from ow_env.expansive_universe.state import POINTS
from tests.contract.table import Contract, Page, Rules
from tests.expansive_universe.golden import GAMES, table
from tests.expansive_universe.oracle.crowded import crowded
from tests.expansive_universe.oracle.setups import ODD, ODD_BOX
from tests.expansive_universe.table import game_of

MOST_GOLD = 99
SOME = 24  # of many positions are checked: each takes a millisecond


def late(game: Game, number: int) -> Position | None:
    """Return a crowded position, where Factions are drawn and there are rounds left."""
    told = game.options
    if told["factions"] is not None or told["max_rounds"] < 10:
        return None
    box = {"box": ODD_BOX} if told["cards"] else {}
    position: Position = crowded(game.num_players, int(told["core"][-1]), **box)(number)
    return position


def cards_of(him: Position) -> list[str]:
    """Return all cards that a player has, with those that lie on them."""
    found = list(him["row"])
    for entry in him.get("crew", ()):
        held = entry.get("captive")
        found += [entry["card"], *entry["weapons"], *([held["card"], *held["weapons"]] if held else ())]
    for entry in him.get("ships", ()):
        found += [entry["card"], *entry["armaments"]]
    return found


def invariants(game: Any, states: States) -> None:
    """Check some of these positions."""
    for k in range(0, len(states), 1 + len(states) // SOME):
        check(game, states[k : k + 1])


def check(game: Any, state: States) -> None:
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


def whole(game: Any, before: States, after: States, told: Any) -> None:
    """Check that whoever has more gold or points is said to have gained some, and who has less gold to have paid."""
    was, now = before[0]["players"], after[0]["players"]
    for seat in range(game.num_players):
        mine = {event.kind for event in told if event.seat == seat}
        assert now[seat]["points"] <= was[seat]["points"] or "points" in mine
        assert now[seat]["gold"] <= was[seat]["gold"] or "gold" in mine
        robbed = any(event.kind == "take gold" and event.seat != seat for event in told)
        paid = mine & {"pay", "toll"} or robbed or not now[seat]["alive"]
        assert now[seat]["gold"] >= was[seat]["gold"] or paid


SEATS = ("first", "active")
OF_DECISION = ("asked", "attacker", "turn_at", "destroyer", "winner")
BY_SEAT = ("boost", "cover", "guard", "difference", "resist")


def turned(position: Position, by: int) -> Position:
    """Return a position with everybody so many seats further on."""
    count = len(position["players"])

    def on(seat: int | None) -> int | None:
        return None if seat is None else (seat + by) % count

    def on_all(rows: list[Any]) -> list[Any]:
        return [rows[(seat - by) % count] for seat in range(count)]

    decision = {key: on(value) if key in OF_DECISION else value for key, value in position["decision"].items()}
    if "battle" in decision:
        decision |= {key: on(position["decision"].get(key, 0)) for key in ("attacker", "turn_at")}
        if "resolving" in decision:
            decision["destroyer"] = on(position["decision"].get("destroyer", 0))
    decision |= {key: on_all(decision[key]) for key in BY_SEAT if key in decision}
    players = on_all(position["players"])
    for seat, him in enumerate(players):
        crew = []
        for entry in him.get("crew", ()):
            held = entry.get("captive")
            crew.append(entry | ({"captive": held | {"of": on(held["of"])}} if held else {}))
        players[seat] = him | ({"crew": crew} if crew else {})
    return position | {
        **{key: on(position[key]) for key in SEATS},
        "tokens": {location: on(seat) for location, seat in position["tokens"].items()},
        "players": players,
        "decision": decision,
    }


WARS = ("attack", "entangle", "use", "target", "destroy")
WARLIKE = {"end turn": 0.15, "pass": 0.15, "fly": 3.0, "move crew": 3.0, **dict.fromkeys(WARS, 6.0)}

CONTRACT = Contract(
    name="expansive_universe",
    make=game_of,
    configurations=[
        *(
            {"num_players": players, "core": f"Galactic Core #{core}"}
            for players in (2, 3, 4)
            for core in (1, 2, 3, 4, 5)
        ),
        {"num_players": 2, "core": "Galactic Core #3", "factions": ("Wartribe", None)},
        {"num_players": 3, "core": "Galactic Core #4", "first_player": 2, "max_rounds": 3},
        {"num_players": 4, "max_rounds": 9, "ask": "public"},
        {"num_players": 2, "ask": "public", "starting_gold": (0, 1), "first_round_flights": True},
        {"num_players": 2, "cards": str(ODD)},
        {"num_players": 4, "cards": str(ODD)},
        {"num_players": 3, "cards": str(ODD), "ask": "public"},
    ],
    styles={"warlike": WARLIKE, "eager": {"end turn": 0.15, "pass": 0.15}, "curious": {"curious": 3.0}, "uniform": {}},
    late=late,
    invariants=invariants,
    hides=False,
    turned=turned,
    words={"point": (POINTS, lambda states: states["point"])},
    reasons=REASONS,
    unmet={
        "there is no such action": "no mask has one",
        **dict.fromkeys(("mission goes on", "text goes on"), "nobody is ever asked there"),
    },
    rare=("strike", "{card} has made two maneuvers (EU-8.6)"),
    events=events,
    oracle="tests.expansive_universe.oracle",
    golden=GAMES,
    tell_table=table,
    whose_turn=lambda game, states: (int(states[0]["round_number"]), int(states[0]["active"])),
    odd_cards=ODD,
    rules=Rules(),
    page=Page(observe, figures=True, card_actions=("use Toll Stamp",)),
    whole=whole,
    left_out={"census": "`invariants` counts"},
)
