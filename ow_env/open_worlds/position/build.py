"""From a draft to the record: every field of state.GAME, from what was read.

Below: model.py, and the rules for what follows from the rest. Above: check.py, which plays on from the record.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from ow_env.core.game import States
from ow_env.open_worlds import state as at
from ow_env.open_worlds.position.form import PILES, Game
from ow_env.open_worlds.position.model import Draft, Order
from ow_env.open_worlds.rules.surface_conflict import surface_damage
from ow_env.open_worlds.state import EVERYONE, GAME


def build(p: Draft) -> States:
    """Return the state [1] of a draft without faults."""
    state = np.zeros(1, GAME)
    g = state[0]
    build_game(p, g)
    build_play(p, g)
    build_worlds(p, g)
    for seat in range(len(p.agents)):
        build_player(p, g["players"][seat], seat)
    build_units(p, g)
    if p.point == at.CONQUER:
        build_overcome(p, g)
    return state


def build_game(p: Draft, g: Game) -> None:
    """Write the options, and where the game stands."""
    for key, value in p.options.items():
        g[key] = value
    g["num_players"] = len(p.agents)
    g["num_worlds"] = p.words.num_worlds
    g["first_order"][: len(p.agents)] = p.first_order
    g["order"][: len(p.agents)] = p.order
    g["seat"] = seat_reached(p)
    for key in (
        "turn", "final_turn", "priority", "point", "actor", "passes", "ending", "winner", "world", "conflict",
        "unit", "weapon",
    ):  # fmt: skip
        g[key] = getattr(p, key)


def seat_reached(p: Draft) -> int:
    """Return how far the question has gone round from the player with Priority."""
    if p.play is not None:
        return p.after(p.play.player)
    if p.actor < 0 or p.point in (at.STAGE, at.NEXT_WORLD):
        return 0
    return p.after(p.actor)


def build_play(p: Draft, g: Game) -> None:
    """Write the Utility in play."""
    g["play_world"] = -1
    play = p.play
    if play is None:
        return
    last = p.after(play.cards[-1][1])
    reached = {at.CHOOSING: 1, at.RESOLVING: len(p.agents)}
    g["phase"] = play.phase
    g["question"] = play.question
    g["play_count"] = len(play.cards)
    for place, (card, player) in enumerate(play.cards):
        g["plays"][place] = (card, player, 0)
    g["play_world"] = play.world
    g["play_target"] = play.target
    g["play_option"] = play.option
    g["play_card"] = play.replacement
    g["react_seat"] = reached.get(play.phase, (p.after(p.actor) - last) % len(p.agents))


def build_worlds(p: Draft, g: Game) -> None:
    """Write the row of Worlds and the indicators under them."""
    for place, (id_, resolved) in enumerate(zip(p.row, p.resolved, strict=True)):
        world = p.words.catalogue.worlds[id_]
        g["worlds"][place] = (id_, world.h2o, world.res, world.habitable, world.hostile, resolved)
    g["indicator_count"] = len(p.indicators)
    for place, (under, card, owner) in enumerate(sorted(p.indicators)):
        g["indicators"][place] = (card, owner, under)


def build_player(p: Draft, record: Any, seat: int) -> None:
    """Write one player."""
    me = p.players[seat]
    for key, pile in PILES.items():
        cards = me.piles[key]
        record[pile]["count"] = len(cards)
        record[pile]["cards"][: len(cards)] = cards
    for world, cards in me.staged.items():
        record["staged"][world][: len(cards)] = cards
        record["staged_count"][world] = len(cards)
    for key in ("income", "prior_income", "adjusted", "halted", "unlimited_class", "swapping"):
        record[key] = getattr(me, key)
    if p.actor == EVERYONE:
        record["done"] = seat not in (p.asked or ())
    elif p.actor >= 0 and p.point == at.STAGE:
        record["done"] = p.after(seat) < p.after(p.actor)


def build_units(p: Draft, g: Game) -> None:
    """Write the units, with the orders given in a conflict."""
    count = Counter(unit.world for unit in p.units)
    for world in range(p.words.num_worlds):
        g["starts"][world + 1] = g["starts"][world] + count[world]
    for index, unit in enumerate(p.units):
        u = g["units"][index]
        for key in ("card", "owner", "controller", "world", "age", "idle", "moved"):
            u[key] = getattr(unit, key)
        order = p.orders.get(index, Order())
        u["reserved"] = order.reserved
        u["conqueror"] = order.conqueror
        u["defends"] = order.defends
        u["targets"][: len(order.targets)] = order.targets


def build_overcome(p: Draft, g: Game) -> None:
    """Write who is overcome, which follows from the orders (OW-4f.4)."""
    for i in range(int(g.starts[p.world]), int(g.starts[p.world + 1])):
        u = g.units[i]
        u.overcome = int(surface_damage(g, p.t, i, -1)) >= p.t.cards[u.card].defense
