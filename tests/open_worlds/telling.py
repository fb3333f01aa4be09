"""Holds what is told of a decision against what it changed: every scenario does, and random games.

Three things, for every decision: what is told was done (the rules, listened to, come to the same position); what was
done is told (no card moves, and no figure changes, unnamed); what a viewer is told names only cards that this viewer
may see before or after.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import numpy as np

from ow_env.drawing.view import View
from ow_env.open_worlds.cards import load_catalogue
from ow_env.open_worlds.events import Story, telling
from ow_env.open_worlds.game import OpenWorlds

NAMES = re.compile("|".join(sorted((card.name for card in load_catalogue().cards), key=len, reverse=True)))
PILES = ("hand", "open_trash", "trash")


def check_told(game: OpenWorlds, before: Any, actions: Any, chance: Any, after: Any) -> list[str]:
    """Check one decision, [1] before and after it, and return what all are told of it."""
    chosen = np.ascontiguousarray(actions, np.int32).reshape(-1)
    state = before.copy()
    story = Story(game.catalogue, game.tables[0], state[0], "full", tuple(game.agents))
    telling(story, state[0], game.tables[0], chance.copy()[0], chosen)
    assert state.tobytes() == after.tobytes(), "listened to, the rules come to another position"
    assert not story.inside
    sentences = [str(event) for event in story.events]
    for name in sorted(moved(game, before[0], after[0])):
        assert any(name in text for text in sentences), f"{name} has moved, and nothing is told of it: {sentences}"
    for player in range(game.num_players):
        if before[0].players[player].income != after[0].players[player].income:
            number = int(after[0].players[player].income)
            assert any(f"player_{player} has an Income of {number}" in text for text in sentences), sentences
    for view in ("public", *game.agents):
        told = game.events(before, chosen, chance, view)
        named = named_in(" ".join(event.text for event in told))
        if named:
            may_see = names_in(game.view(before, view)) | names_in(game.view(after, view))
            assert named <= may_see, f"{view} is told of {named - may_see}: {[str(event) for event in told]}"
    return sentences


def moved(game: OpenWorlds, before: Any, after: Any) -> set[str]:
    """Return the cards that lie elsewhere than before: in play, staged, in a hand, in a Trash Heap."""
    change = where(before)
    change.subtract(where(after))
    return {game.catalogue.cards[card].name for (*_, card), count in change.items() if count}


def where(g: Any) -> Counter[tuple[Any, ...]]:
    """Count the cards that lie at each place, Decks left out."""
    found: Counter[tuple[Any, ...]] = Counter()
    for i in range(int(g.starts[g.num_worlds])):
        u = g.units[i]
        found["unit", int(u.world), int(u.controller), int(u.owner), int(u.card)] += 1
    for player in range(int(g.num_players)):
        me = g.players[player]
        for pile in PILES:
            for card in me[pile].cards[: int(me[pile].count)]:
                found[pile, player, int(card)] += 1
        for world in range(int(g.num_worlds)):
            for card in me.staged[world, : int(me.staged_count[world])]:
                found["staged", world, player, int(card)] += 1
    for i in range(int(g.indicator_count)):
        found["under", int(g.indicators[i].world), int(g.indicators[i].card)] += 1
    return found


def names_in(view: View) -> set[str]:
    """Return the names of all cards that a viewer sees."""
    told = " ".join((*view.stack, *(name for place in view.places for name in place.under)))
    return {card.name for zone in view.zones for card in zone.cards} | named_in(told)


def named_in(text: str) -> set[str]:
    """Return the cards that a text names; Seasoned Exploit is not Exploit."""
    return set(NAMES.findall(text))
