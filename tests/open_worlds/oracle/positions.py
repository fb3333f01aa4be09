"""Crowded positions at the beginning of a Step: what takes a game many turns to come to, or never comes.

Below: decks.py. Above: setups.py.
"""

from __future__ import annotations

import random
from collections import defaultdict
from typing import Any, TypeAlias

from ow_env.open_worlds.cards import Card, Catalogue, Kind, Type, World
from tests.open_worlds.oracle.decks import LIKED, catalogue_with, deck_of

Position: TypeAlias = dict[str, Any]

STAGED = ("stage", "move", "reveal", "resolve")  # Steps in which something may be staged
STEPS = ("stage", "move", "reveal", "resolve", "resolve", "resolve", "income", "trash", "draw")


def random_position(number: int, players: int, worlds: int, cards: str | None = None) -> Position:
    """Return a crowded position at the beginning of a Step: units everywhere, cards staged, short Decks."""
    chance = random.Random(f"position {number} {players}")
    catalogue = catalogue_with(cards)
    step = chance.choice(STEPS)
    final = chance.random() < 0.25 and step not in ("trash", "draw")
    row = chance.sample(catalogue.worlds, worlds)
    room = {world.name: world.h2o for world in row}
    seats: list[Position] = []
    for _ in range(players):
        income = chance.choice((0, 3, 8, 15, 30))
        seats.append({
            "income": income,
            "prior_income": chance.choice((income, 5)) if step in ("trash", "draw") else income,
            "halted": chance.random() < 0.05,
            "unlimited_class": chance.random() < 0.05,
            "units": defaultdict(list), "staged": defaultdict(list),
            "hand": [], "deck": [], "trash": [], "wreck": [], "seen": [],
        })  # fmt: skip
    busy = chance.sample(row, min(len(row), chance.choice((1, 2, 3))))  # where most is going on
    for seat, deck in enumerate(deck_of(cards, chance.randrange(10**6), chance.choice(LIKED)) for _ in range(players)):
        names = deck.names
        chance.shuffle(names)
        for name in names:
            card = catalogue.card(name)
            world = chance.choice(busy if chance.random() < 0.8 else row).name
            banned = final and step != "stage" and card.prohibited
            lay(chance, seats, seat, card, world, room, step, may_be_in_play=not banned)
    indicators: dict[str, list[Any]] = defaultdict(list)
    for seat, player in enumerate(seats):
        second_staged(chance, catalogue, player)
        arm(chance, catalogue, player)
        drain(chance, catalogue, seat, player, indicators, row)
        if final and chance.random() < 0.5:
            player["trash"] += player.pop("deck")
        player["seen"] = [card for card in player["hand"] if chance.random() < 0.1]
    resolved = {world.name for world in row if step == "resolve" and chance.random() < 0.2}
    for player in seats:
        for name in resolved:
            player["trash"] += player["staged"].pop(name, [])
        if step in ("resolve", "income"):
            revealed_out(catalogue, player, final)
        player["units"], player["staged"] = dict(player["units"]), dict(player["staged"])
    return {
        "turn": chance.randint(1, 35),
        "final_turn": final,
        "priority": chance.randrange(players),
        "step": step,
        "worlds": [{"name": world.name, **({"resolved": True} if world.name in resolved else {})} for world in row],
        "players": seats,
        "indicators": dict(indicators),
        "options": {
            "stage": chance.choice(("simultaneous", "priority")),
            "ask": chance.choice(("needed", "needed", "public")),
        },
    }


def lay(
    chance: random.Random,
    seats: list[Position],
    seat: int,
    card: Card,
    world: str,
    room: dict[str, int],
    step: str,
    *,
    may_be_in_play: bool,
) -> None:
    """Lay one card of a player's deck somewhere: in play, staged, in a pile."""
    me = seats[seat]
    luck = chance.random() * (0.45 if "extra automated" in card.effects else 1.0)
    is_unit = card.type in (Type.FACILITY, Type.ORBITAL, Type.GROUND)
    if is_unit and may_be_in_play and luck < 0.4:
        unit: dict[str, Any] = {"card": card.name}
        holder = me
        if card.type is Type.FACILITY:
            if room[world] == 0:
                me["wreck"].append(card.name)
                return
            room[world] -= 1
            if chance.random() < 0.25:
                holder = chance.choice(seats)
            if holder is not me:
                unit["owner"] = seat
            if "depletes" in card.effects and chance.random() < 0.5:
                unit["age"] = 1
            if chance.random() < 0.06:
                unit["idle"] = True
        elif card.kind is Kind.SHIP and chance.random() < 0.1:
            unit["moved"] = True
        holder["units"][world].append(unit if len(unit) > 1 else card.name)
    elif luck < 0.6 and step in STAGED and not me["staged"][world]:
        me["staged"][world].append(card.name)
    elif luck < 0.75 and len(me["hand"]) < 10:
        me["hand"].append(card.name)
    elif luck < 0.8:
        me["trash"].append(card.name)
    elif len(me["deck"]) < 14:
        me["deck"].append(card.name)
    else:
        me["wreck"].append(card.name)


def second_staged(chance: random.Random, catalogue: Catalogue, player: Position) -> None:
    """Stage a second card, an Automated Ground Force, where a Facility permits it (OW-S.1)."""
    piles = ("wreck", "deck", "trash")
    spare = [
        (player[pile], card)
        for pile in piles
        for card in player[pile]
        if catalogue.card(card).kind is Kind.AUTOMATED or card in ("Adjust", "Second Thoughts")
    ]
    chance.shuffle(spare)
    for world, units in player["units"].items():
        cards = [unit if isinstance(unit, str) else unit["card"] for unit in units]
        permitted = any("extra automated" in catalogue.card(card).effects for card in cards)
        staged = player["staged"].get(world, [])
        if not permitted or len(staged) != 1:
            continue
        while spare:  # one beside the card that is staged, the others to hand
            pile, card = spare.pop()
            pile.remove(card)
            is_second = len(staged) == 1 and catalogue.card(card).kind is Kind.AUTOMATED
            (staged if is_second else player["hand"]).append(card)


def arm(chance: random.Random, catalogue: Catalogue, player: Position) -> None:
    """Take some Utilities from the piles into the hand."""
    for _ in range(chance.choice((0, 0, 1, 2, 4))):
        pile = player[chance.choice(("deck", "wreck", "trash"))]
        utilities = [card for card in pile if catalogue.card(card).type is Type.UTILITY]
        if utilities:
            card = chance.choice(utilities)
            pile.remove(card)
            player["hand"].append(card)


def drain(
    chance: random.Random,
    catalogue: Catalogue,
    seat: int,
    player: Position,
    indicators: dict[str, list[Any]],
    row: list[World],
) -> None:
    """Lay cards that deplete a World under one of them."""
    for card in [card for card in player["wreck"] if "depletes" in catalogue.card(card).effects]:
        if chance.random() < 0.5:
            player["wreck"].remove(card)
            indicators[chance.choice(row).name].append({"card": card, "owner": seat})


def revealed_out(catalogue: Catalogue, player: Position, final: bool) -> None:
    """Take away what would have been Trashed at Reveal."""
    for name, cards in list(player["staged"].items()):
        for card in list(cards):
            found = catalogue.card(card)
            if found.type is Type.UTILITY or (final and found.prohibited):
                cards.remove(card)
                player["wreck"].append(card)
        if not cards:
            del player["staged"][name]
