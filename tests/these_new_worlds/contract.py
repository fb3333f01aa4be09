"""What is particular to These New Worlds in the tests that every game has to pass (tests/contract/)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from ow_env.core.game import Game, Position, States
from ow_env.these_new_worlds import events, observe, state as at
from ow_env.these_new_worlds.actions import REASONS
from ow_env.these_new_worlds.state import STEPS
from tests.contract.table import Contract, Page, Rules
from tests.these_new_worlds.golden import GAMES, table
from tests.these_new_worlds.oracle.late import late_position
from tests.these_new_worlds.table import game_of

ODD = Path(__file__).with_name("odd_cards.toml")


def late(game: Game, number: int) -> Position | None:
    """Return a late round, of the usual game."""
    told = game.options
    return late_position(number) if told["rounds"] == 6 and told["hand"] is None and not told["cards"] else None


def in_card_step(game: Game, states: States) -> Any:
    """Tell where somebody is asked who has one answer: in a card step, where everyone is asked who holds a card."""
    return (states["step"] == at.CARD_STEP) & (game.options["ask"] == "public")


def bits(some: Any) -> Any:
    """Return which of 64 are in each set: bool [..., 64]."""
    return (some[..., None] >> np.arange(64, dtype=np.uint64) & np.uint64(1)) != 0


def invariants(game: Any, states: States) -> None:
    """Check that each card and planet is in one place, what is known, what is paid, and how many planets were laid."""
    players, over = states["players"], states["ending"] != 0
    contested = states["contested"][:, None] == np.arange(64)
    planets = [bits(states["collective"]), bits(states["deck"]), contested, *bits(players["planets"]).swapaxes(0, 1)]
    assert (sum(some.astype(int) for some in planets)[:, : len(game.catalogue.planets)] == 1).all(), "a planet"
    cards, count = (
        [bits(states["set_aside"]), *bits(players["hand"] | players["played"]).swapaxes(0, 1)],
        len(game.catalogue.cards),
    )
    assert (sum(some.astype(int) for some in cards)[:, :count] == 1 - over[:, None]).all(), "a card was made or lost"
    assert not (players["hand"] & players["played"]).any()
    played = players["played"][:, 0] | players["played"][:, 1]
    top = states["top"].astype(int)
    assert ((top < 0) == (played == 0)).all()
    assert bits(played)[np.flatnonzero(top >= 0), top[top >= 0]].all()
    hidden = states["set_aside"][:, None] | players["hand"][:, ::-1]
    assert not (players["not_held"] & ~hidden).any(), "what is known not to be held lies elsewhere"
    assert (players["paid"] == states["costs"][:, None] * (players["paid"] > 0)).all()
    assert ((players["paid"] > 0).sum(axis=2) == 2 * players["dome"]).all()
    held = bits(players["hand"] | players["played"]).sum(axis=2)
    assert (held == states["hand_size"][:, None])[~over].all()
    collective = bits(states["collective"]).sum(axis=1)
    laid = collective + bits(players["planets"]).sum(axis=(1, 2))
    assert (laid == states["round_number"] - ~over + 2)[laid > 0].all()
    assert (collective < 5)[~over].all()


def turned(position: Position, by: int) -> Position:
    """Return a position with the players in each other's seats."""
    decision = dict(position["decision"])
    if decision.get("winner") is not None:
        decision["winner"] = 1 - decision["winner"]
    seats = {name: 1 - position[name] for name in ("active", "dealer")}
    return position | {"players": position["players"][::-1], "decision": decision, **seats}


def whole(game: Any, before: States, after: States, told: Any) -> None:
    """Check that every card played, token taken, planet and dome that moved is told."""
    sentences = " ".join(event.text for event in told)
    was, now = game.position(before), game.position(after)
    if was["round"] == now["round"] and now["decision"]["step"] != "over":
        for old, new in zip(was["players"], now["players"], strict=True):
            assert all(name in sentences for name in set(new["played"]) - set(old["played"]))
            assert new["dome"] == old["dome"] or "places the dome" in sentences
            assert all(name in sentences for name in set(new["not_held"]) - set(old["not_held"]))
            for colour in set(new["tokens"]) | set(old["tokens"]):
                same = new["tokens"].get(colour, 0) == old["tokens"].get(colour, 0)
                assert same or colour in sentences
    else:
        assert was["contested"] in sentences
        assert now["contested"] is None or now["contested"] in sentences
        opened = sentences.rpartition("deals ")[2]
        assert not any(name in opened for him in now["players"] for name in him["hand"])


CONTRACT = Contract(
    name="these_new_worlds",
    make=game_of,
    configurations=[
        {}, {"ask": "public"}, {"first_dealer": 1, "nobody": "loss"}, {"cards": str(ODD), "hand": 15},
        {"ask": "public", "first_dealer": 0}, {"rounds": 3, "hand": 5, "ask": "public"},
        {"cards": str(ODD), "ask": "public"}, {"rounds": 1, "hand": 2}, {}, {"hand": 9, "nobody": "loss"},
    ],
    styles={"eager": {"pass": 0.3}, "reluctant": {"colonize": 0.1}, "curious": {"curious": 3.0}, "uniform": {}},
    late=late,
    invariants=invariants,
    single_answer=in_card_step,
    turned=turned,
    seats_alike=lambda before, after: (before["round_number"] == after["round_number"]) & (after["ending"] == 0),
    words={"step": (STEPS, lambda states: states["step"])},
    cards_are_played=True,
    reasons=REASONS,
    unmet={"there is no such action": "no mask has one"},
    events=events,
    whole=whole,
    oracle="tests.these_new_worlds.oracle",
    golden=GAMES,
    tell_table=table,
    odd_cards=ODD,
    rules=Rules(),
    page=Page(
        observe, shorthand={"... for nothing": "play Privateers for nothing"}, figures=True,
        card_actions=("play Toll Gate",),
    ),
    left_out={"census": "`invariants` counts"},
)  # fmt: skip
