"""A network for the same game with other cards: rows of weights go with what they are about.

Below: network.py, layout.py, the Game contract. Above: the deck lab, which plays decks with stand-ins for cards.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from agents.learned.forward import BUCKETS
from agents.learned.layout import GLOBAL_ACTIONS, GLOBAL_ROWS, PLACE_ACTIONS, PLACE_ROWS, lay_out
from agents.learned.network import PolicyValueNet
from ow_env.core.game import Game
from ow_env.core.structure import Structure

Numbers = NDArray[np.int64]


def transferred(network: PolicyValueNet, kind: str, known: Game, game: Game, like: Numbers) -> PolicyValueNet:
    """Return a network that plays a game as if each of its cards were one of another game.

    Args:
        network: for the other game.
        kind: "worlds" or "flat".
        known: that game; both are the same game with the same options, but for their cards.
        game: the one to be played.
        like: [C] for each card of ``game``, the card of ``known`` that it is taken for.

    Raises:
        ValueError: something of ``game`` has no counterpart: a card of another sort, or an option differs.
    """
    before, after = network.layout, lay_out(game, kind)
    features, actions = features_like(known, game, like), actions_like(known, game, like)
    weights = dict(network.weights)
    for table, name in enumerate((GLOBAL_ROWS, PLACE_ROWS)):
        source = np.full(after.num_rows[table], -1, np.int64)
        mine = (after.feature_token > 0) == bool(table)
        source[after.feature_row[mine]] = before.feature_row[features[mine]]
        stepped = mine & (after.bucket_row >= 0)
        steps = np.arange(BUCKETS)
        source[after.bucket_row[stepped][:, None] + steps] = before.bucket_row[features[stepped]][:, None] + steps
        weights[name] = network.weights[name][source]
    for table, name in enumerate((GLOBAL_ACTIONS, PLACE_ACTIONS)):
        source = np.full(after.num_action_rows[table], -1, np.int64)
        mine = (after.action_token > 0) == bool(table)
        source[after.action_row[mine]] = before.action_row[actions[mine]]
        weights[name] = network.weights[name][source]
    weights["choose.bias"] = network.weights["choose.bias"][actions]
    return PolicyValueNet(after, weights)


def features_like(known: Game, game: Game, like: Numbers) -> Numbers:
    """Return for each number observed of a game [F] the one of another that tells the same of the card it is like."""
    found = np.zeros(game.num_features, np.int64)
    slices = {feature.name: feature for feature in known.features}
    one, other = known.structure, game.structure
    if known.name != game.name:
        raise ValueError(f"what is observed differs: {game.name}, not {known.name}")
    for feature in game.features:
        name = feature.name
        if name not in slices or one.features[name] != other.features[name]:
            raise ValueError(f"what is observed differs: {name}")
        numbers = np.arange(slices[name].start, slices[name].stop).reshape(one.shape(name))
        for place, axis in enumerate(other.features[name]):
            here, there = other.axes[axis], one.axes[axis]
            if here.cards is None or there.cards is None:
                if here.size != there.size:
                    raise ValueError(f"what is observed differs: {name} has {here.size} of {axis}, not {there.size}")
                continue
            at = {int(card): index for index, card in enumerate(there.cards)}
            wanted = [int(like[card]) for card in here.cards]
            if missing := [card for card in wanted if card not in at]:
                raise ValueError(f"{name}: card {missing[0]} is no {axis}: cards are of other sorts")
            numbers = np.take(numbers, [at[card] for card in wanted], axis=place)
        found[feature.start : feature.stop] = numbers.reshape(-1)
    return found


def actions_like(known: Game, game: Game, like: Numbers) -> Numbers:
    """Return for each action of a game [A] the one of another that does the same with the card it is like."""
    one, other = known.structure, game.structure

    def keys(structure: Structure, cards: Numbers) -> list[tuple[str, int, int]]:
        kinds = [structure.kinds[kind] for kind in structure.kind]
        return list(zip(kinds, cards.tolist(), structure.places.tolist(), strict=True))

    at = {key: action for action, key in enumerate(keys(one, one.card))}
    wanted = keys(other, np.where(other.card >= 0, like[other.card], -1))
    if missing := [key for key in wanted if key not in at]:
        raise ValueError(f"what may be done differs: {missing[0]}")
    return np.array([at[key] for key in wanted], np.int64)
