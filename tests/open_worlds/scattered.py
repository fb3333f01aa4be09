"""Positions from the middle of games that nobody played: cards scattered at random, then random play.

Used by test_notation.py and test_positions.py. Games from the start seldom reach a Coup, a reaction
or a conquered Facility; here every table has them, and every round of play uses some.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from ow_env.core.game import States
from ow_env.core.rng import RNG, start
from ow_env.open_worlds import engine
from ow_env.open_worlds.cards import FACILITY, UTILITY, Card, Deck, load_catalogue
from ow_env.open_worlds.game import OpenWorlds

CATALOGUE = load_catalogue()
HAND = 9


@cache
def table(players: int = 2, stage: str = "simultaneous", worlds: int | None = None) -> OpenWorlds:
    """Return a game whose decks have every Utility."""
    decks = [rich_deck(seat) for seat in range(players)]
    return OpenWorlds(decks=decks, stage=stage, num_worlds=worlds, max_turns=9)


def rich_deck(seed: int) -> Deck:
    """Return a 54-card deck with all Utilities, most other cards, Outposts and Exploits."""
    chance = random.Random(seed)
    unique = [card.name for card in CATALOGUE.cards if not card.unlimited and card.type != UTILITY]
    names = [card.name for card in CATALOGUE.cards if card.type == UTILITY]
    names += chance.sample(unique, 44 - len(names))
    cards = [(name, 1) for name in names]
    return Deck(f"rich {seed}", (*cards, ("Outpost", 5), ("Exploit", 5)), 54)


def scattered(game: OpenWorlds, seed: int) -> dict[str, Any]:
    """Return a position at the beginning of a turn, with units everywhere, some of them conquered."""
    chance = random.Random(seed)
    row = chance.sample(CATALOGUE.worlds, game.num_worlds)
    room = {world.name: world.h2o for world in row}
    players: list[dict[str, Any]] = [
        {"hand": [], "deck": [], "trash": [], "wreck": [], "income": chance.randint(0, 30)}
        | {"units": {world.name: [] for world in row}}
        for _ in range(game.num_players)
    ]
    for seat, deck in enumerate(game.decks):
        cards = [CATALOGUE.card(name) for name in deck.names]
        chance.shuffle(cards)
        cards.sort(key=lambda card: chance.random() - 0.4 * (card.type == UTILITY))
        players[seat]["hand"] = [card.name for card in cards[:HAND]]
        for card in cards[HAND:]:
            scatter(players, seat, card, room, chance)
    return {
        "step": "stage",
        "turn": 3,
        "final_turn": chance.random() < 0.15,
        "priority": chance.randrange(game.num_players),
        "worlds": [world.name for world in row],
        "players": players,
    }


def scatter(players: list[dict[str, Any]], seat: int, card: Card, room: dict[str, int], chance: random.Random) -> None:
    """Put one card into play, or on one of its owner's piles."""
    world = chance.choice(list(room))
    pile = chance.choice(("deck", "deck", "deck", "trash", "wreck"))
    if not card.defense or (card.type == UTILITY) or chance.random() < 0.3:
        players[seat][pile].append(card.name)
    elif card.type != FACILITY:
        players[seat]["units"][world].append(card.name)
    elif room[world] == 0:
        players[seat][pile].append(card.name)
    else:
        room[world] -= 1
        holder = chance.randrange(len(players)) if chance.random() < 0.3 else seat
        entry = {"card": card.name, "owner": seat} if holder != seat else card.name
        players[holder]["units"][world].append(entry)


def decisions(game: OpenWorlds, state: States, seed: int, most: int) -> Iterator[States]:
    """Yield the state at every decision of random play that rather acts than passes, then the last."""
    chance, rng, t = random.Random(seed), np.zeros(1, RNG)[0], game.tables[0]
    start(rng, np.uint64(seed), np.uint64(0))
    mask = np.zeros(game.num_actions, np.int8)
    for _ in range(most):
        if state[0]["ending"]:
            break
        yield state
        chosen = np.zeros(game.num_players, np.int32)
        for player in range(game.num_players):
            engine.write_mask(state[0], t, player, mask)
            allowed = np.flatnonzero(mask).tolist()
            if len(allowed) > 1 and chance.random() < 0.8:
                allowed = [action for action in allowed if action != 0]
            chosen[player] = chance.choice(allowed)
        engine.apply(state[0], t, rng, chosen)
    yield state


def begun(game: OpenWorlds, seed: int) -> States:
    """Return a new game at its first decision."""
    state, rng = game.template.copy(), np.zeros(1, RNG)[0]
    start(rng, np.uint64(seed), np.uint64(1))
    engine.begin(state[0], game.tables[0], rng)
    return state


def act(game: OpenWorlds, state: States, player: int, *names: str) -> None:
    """Let one player act; others who choose at the same time pass."""
    for name in names:
        chosen = np.zeros(game.num_players, np.int32)
        chosen[player] = game.action_id(state, player, name)
        why = game.why_not(state, player, int(chosen[player]))
        assert why is None, why
        assert engine.waits_for(state[0], player), f"player_{player} is not asked: {name}"
        engine.apply(state[0], game.tables[0], np.zeros(1, RNG)[0], chosen)
