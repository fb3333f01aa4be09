"""What is particular to TradeWorlds in the tests that every game has to pass (tests/contract/)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from ow_env.core.game import Game, Position, States
from ow_env.testing.contract import whatever_is_asked
from ow_env.tradeworlds import events, observe
from ow_env.tradeworlds.actions import REASONS
from ow_env.tradeworlds.state import POINTS
from tests.contract.table import Contract, Page, Rules
from tests.tradeworlds.golden import GAMES, table
from tests.tradeworlds.oracle.late import late_position
from tests.tradeworlds.oracle.setups import ODD
from tests.tradeworlds.table import game_of

PILES = ("hand", "deck", "discard", "removed", "rest")
REVEALS = ("role Saboteur", "role Smuggler", "target")  # cards of others come to light


@cache
def maker(players: int, scenario: str, module: bool, gone: bool) -> Any:
    """Return what makes late positions."""
    return late_position(players, scenario, module, gone=gone)


def late(game: Game, number: int) -> Position | None:
    """Return a position late in a war, where the cards are those of the catalogue and no Faction is given."""
    told = game.options
    if told["cards"] is not None or told["factions"] is not None or told["max_rounds"] < 40:
        return None
    gone = told["eliminated_tokens"] == "removed"
    position: Position = maker(game.num_players, told["scenario"], told["reinforcements"], gone)(number)
    return position


def invariants(game: Any, states: States) -> None:
    """Check that each living player has all cards, that ships hold what they bear, and that the rest follows."""
    cards = game.catalogue.cards
    amount = {card.name: int(card.fields.get("capacity") or card.fields.get("firepower")
                             or card.fields.get("resistance") or 0) for card in cards}  # fmt: skip
    ids = {card.name: card.id for card in cards}
    players = states["players"][:, : game.num_players]
    alive = players["alive"] != 0
    found = sum(players[pile]["copies"][..., : len(cards)].astype(int) for pile in PILES)
    row, seat, pile = np.nonzero(players["tops"])
    np.add.at(found, (row, seat, players["tops"][row, seat, pile].astype(int) - 1), 1)
    lane = players["lane"]
    for word, levels in (("Starship", lane["starship"]), ("Crew", lane["crew"])):
        numbers = np.array([-1, *(ids[f"{word} {level}"] for level in range(1, 6))])
        row, seat, place = np.nonzero(levels)
        np.add.at(found, (row, seat, numbers[levels[row, seat, place]]), 1)
    for level in range(5):
        found[:, :, ids[f"Weapon {level + 1}"]] += lane["weapons"][..., level].sum(axis=2, dtype=int)
    replacing = np.flatnonzero(states["refitting"])
    weapons = np.array([-1, *(ids[f"Weapon {level}"] for level in range(1, 6))])
    np.add.at(found, (replacing, states["asked"][replacing], weapons[states["refitting"][replacing]]), 1)
    assert (found == [card.copies for card in cards])[alive].all(), "a card was made or lost"
    assert not players[~alive]["lane"]["starship"].any()
    assert (players["known"]["copies"] <= players["hand"]["copies"]).all(), "what is known is not in the hand"
    assert ((players["homeworld"] > 0) == alive).all()
    assert (players["treasury"] >= 0).all()
    assert ((lane["starship"] > 0).sum(axis=2) <= players["level"]).all()
    assert (players["level"] <= 4).all()
    tokens = np.sort(lane["token"], axis=2)
    assert not ((tokens[..., 1:] == tokens[..., :-1]) & (tokens[..., 1:] > 0)).any(), "a token is there twice"
    on_ships = np.bitwise_or.reduce((1 << lane["token"]) >> 1, axis=2)
    assert not (players["tokens_gone"] & on_ships).any(), "a token is there that is out of the game"
    of = {word: np.array([0, *(amount[f"{word} {level}"] for level in range(1, 6))]) for word in ("Starship", "Crew")}
    load = of["Crew"][lane["crew"]] + lane["weapons"].astype(int) @ np.array(
        [amount[f"Weapon {level}"] for level in range(1, 6)]
    )
    assert (load <= of["Starship"][lane["starship"]]).all(), "Capacity does not hold"
    running = states["ending"] == 0
    assert (alive.sum(axis=1) >= min(2, game.num_players))[running].all()
    if game.options["scenario"] == "Trade Wars" and not game.options["finish_round"]:
        assert (players["treasury"].max(axis=1) < 100)[running].all()


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
    return position | {
        "players": [position["players"][(each - by) % count] for each in range(count)],
        "first": seat(position["first"]),
        "leader": seat(position["leader"]),
        "decision": decision,
    }


def seats_alike(before: States, after: States) -> Any:
    """Tell where ships of one player alone are lost: those of several are asked about in the order of seats (TW-C9)."""
    owners = [((after["lost"] | after["destroyed"]) >> (4 * seat) & 15) > 0 for seat in range(4)]
    return np.stack(owners).sum(axis=0) < 2


def reveals(names: Sequence[str]) -> bool:
    """Tell whether cards of others come to light."""
    return names[0].startswith(REVEALS)


def configured() -> list[dict[str, Any]]:
    """Return options of games: all scenarios, all numbers of players, with everything that can be chosen."""
    several = [
        {"num_players": players, "ask": ask, **more}
        for players in (2, 3, 4)
        for ask, more in (
            ("needed", {"reinforcements": True}),
            ("public", {"scenario": "Space Wars"}),
            ("public", {"reinforcements": True}),
            ("needed", {"scenario": "Space Wars", "reinforcements": True, "eliminated_tokens": "removed"}),
        )
    ]
    return [
        {},
        *several,
        {"num_players": 3, "finish_round": True, "levelled_factions": True},
        {"num_players": 4, "factions": ["Acolytes"] * 4, "max_rounds": 7, "first_player": 1},
        {"num_players": 3, "factions": ["Brethren"] * 3},
        {"num_players": 2, "cards": str(ODD), "ask": "public"},
        {"num_players": 3, "cards": str(ODD), "reinforcements": True},
        *({"scenario": "The Derelict", "ask": ask} for ask in ("needed", "public", "public")),
        {"scenario": "The Derelict", "reinforcements": True},
        {"scenario": "The Derelict", "cards": str(ODD)},
    ]


WARS = ("send", "engage", "strike", "configure", "fit", "play", "use", "reinforce")
ROLES = {"role": 0.3, "role Admiral": 9.0, "role Chancellor": 9.0, "role Treasurer": 1.0}
WARLIKE = {"pass": 0.15, "done": 0.15, **ROLES, **dict.fromkeys(WARS, 6.0)}

CONTRACT = Contract(
    name="tradeworlds",
    make=game_of,
    configurations=configured(),
    styles={"warlike": WARLIKE, "eager": {"pass": 0.15, "done": 0.15}, "curious": {"curious": 3.0}, "uniform": {}},
    late=late,
    invariants=invariants,
    single_answer=whatever_is_asked,
    turned=turned,
    seats_alike=seats_alike,
    reveals=reveals,
    words={"point": (POINTS, lambda states: states["point"])},
    reasons=REASONS,
    unmet={"there is no such action": "no mask has one", "derelict": "nobody is ever asked there"},
    rare=(
        "no opponent has a card to take ({rule})",
        "a Tactic is played while you have a ship that has not acted (TW-T4)",
        "with one opponent you name that one (TW-R5)",
        "{player} has no card in hand ({rule})",
        "no ship is left to strike with (TW-A2)",
    ),
    events=events,
    oracle="tests.tradeworlds.oracle",
    golden=GAMES,
    tell_table=table,
    whose_turn=lambda game, states: (int(states[0]["round_number"]), int(states[0]["leader"])),
    odd_cards=ODD,
    rules=Rules(besides=("TW-X1", "TW-X")),
    page=Page(observe, actions=False),
    left_out={"census": "`invariants` counts", "whole": "rows of test_events.py tell what is told"},
)
