"""What each feature and each action of a game belongs to, for the network: read from the game's `structure`.

Below: the Game contract. Above: forward.py's sums and logits go by it; network.py, training.

A network has one global token and, where the game has like places (Worlds, say), a token for each place; all places go
through the same weights. A feature belongs to a place or is global; an action is valued by the place it names, so that
"stage City 12 @ Koti" is City 12 times Koti, or by the global token. A flat network has no places: all is global.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from agents.learned.forward import BUCKETS
from ow_env.core.game import Game
from ow_env.core.structure import Structure

KINDS = ("worlds", "flat")  # as files and settings call them: with place tokens, and without
GLOBAL_ROWS, PLACE_ROWS = "whole.rows", "world.rows"  # the first layer's arrays of weights
GLOBAL_ACTIONS, PLACE_ACTIONS = "choose.whole", "choose.world"  # the last layer's


@dataclass(frozen=True)
class Group:
    """Rows of one array of weights that ask the same about one card each: training lets them share what a card is."""

    name: str
    rows: NDArray[np.int64]
    cards: NDArray[np.int64]  # [rows] the card each row is about


@dataclass(frozen=True)
class Layout:
    """Which token features and actions belong to. F features, A actions, W places (0: a flat network)."""

    num_places: int  # W
    feature_token: NDArray[np.int32]  # [F] 0: global; w + 1: place w
    feature_row: NDArray[np.int32]  # [F] the row of that token's weights that the feature adds, times its value
    scale: NDArray[np.float32]  # [F] ... times this
    bucket_row: NDArray[np.int32]  # [F] the row that value 1 adds besides, greater values those after it; -1: none
    num_rows: tuple[int, int]  # rows of weights of features: global, of places
    action_token: NDArray[np.int32]  # [A] 0: valued by the global token; w + 1: by place w
    action_row: NDArray[np.int32]  # [A] the row of that token's weights of actions
    num_action_rows: tuple[int, int]  # rows of weights of actions: global, of places
    focus: int  # the feature that says whether place 0 is in focus, those of the others after it; -1: none does
    groups: dict[str, tuple[Group, ...]]  # by the name of the array of weights
    digest: str  # of the game's features and its list of actions: what a saved agent must agree with


def lay_out(game: Game, kind: str) -> Layout:
    """Return what each feature and action of a game belongs to.

    Args:
        game: any; its `structure` says what each feature and each action is about.
        kind: "worlds": a token for each place of the axis that the structure names; "flat": all is global.

    Raises:
        ValueError: there is no such kind, or the game has no like places.
    """
    if kind not in KINDS:
        raise ValueError(f"network: expected {' or '.join(map(repr, KINDS))}, got {kind!r}")
    structure = game.structure
    axis = structure.place if kind == "worlds" else ""  # whose places have tokens
    if kind == "worlds" and not axis:
        raise ValueError(f"network: {game.name} has no like places, such as Worlds; choose 'flat'")
    num_places = structure.axes[axis].size if axis else 0
    token = np.zeros(game.num_features, np.int32)
    row = np.zeros(game.num_features, np.int32)
    scale = np.ones(game.num_features, np.float32)
    bucket = np.full(game.num_features, -1, np.int32)
    rows = [0, 0]
    groups: dict[str, list[Group]] = {GLOBAL_ROWS: [], PLACE_ROWS: []}
    focus = -1
    for feature in game.features:
        axes = structure.features[feature.name]
        numbers = np.arange(feature.start, feature.stop).reshape(structure.shape(feature.name))
        at_place = bool(axis) and axis in axes
        if at_place:
            numbers = np.moveaxis(numbers, axes.index(axis), 0).reshape(num_places, -1)
            token[numbers] = np.arange(1, num_places + 1, dtype=np.int32)[:, None]
        else:
            numbers = numbers.reshape(1, -1)
        table = int(at_place)
        width = numbers.shape[1]
        row[numbers] = rows[table] + np.arange(width, dtype=np.int32)
        about = structure.axes[axes[-1]].cards if axes else None
        if about is not None:
            for index in range(width // len(about)):  # one for each index of the axes before the card's
                first = rows[table] + index * len(about)
                group = Group(f"{feature.name} {index}", first + np.arange(len(about)), about)
                groups[(GLOBAL_ROWS, PLACE_ROWS)[table]].append(group)
        rows[table] += width
        if about is None and feature.high > 1:
            scale[numbers] = 1.0 / min(feature.high, BUCKETS)
            bucket[numbers] = rows[table] + np.arange(width, dtype=np.int32) * BUCKETS
            rows[table] += width * BUCKETS
        if axis and feature.name == structure.focus:
            focus = feature.start
    action_token, action_row, num_action_rows, of_actions = _actions(structure, bool(axis))
    told = json.dumps([[f.name, f.start, f.stop] for f in game.features] + [list(game.actions)])
    digest = hashlib.sha256(f"{game.name} {told}".encode()).hexdigest()[:16]
    return Layout(
        num_places, token, row, scale, bucket, (rows[0], rows[1]), action_token, action_row, num_action_rows, focus,
        {name: tuple(some) for name, some in groups.items()} | of_actions, digest,
    )  # fmt: skip


def _actions(
    structure: Structure, with_places: bool
) -> tuple[NDArray[np.int32], NDArray[np.int32], tuple[int, int], dict[str, tuple[Group, ...]]]:
    """Return for each action the token that values it and the row that does; how many rows; and their groups.

    ``with_places``: an action with a place is valued there, by the row that its kind and card have at every place.
    """
    count = len(structure.kind)
    token = np.where(with_places, structure.places + 1, 0).astype(np.int32)
    action_row = np.zeros(count, np.int32)
    known: tuple[dict[object, int], dict[object, int]] = ({}, {})
    rows: dict[tuple[int, int], tuple[list[int], list[int]]] = {}
    about_cards = any(axis.cards is not None for axis in structure.axes.values())  # whose figures are told
    for action in range(count):
        table = int(token[action] > 0)
        kind, card = int(structure.kind[action]), int(structure.card[action])
        key: object = (kind, card) if table else action
        if key not in known[table]:
            known[table][key] = len(known[table])
            if card >= 0 and about_cards:
                # without place tokens a kind has a row for each place, and each place is a group of its own
                of = kind if table else kind + len(structure.kinds) * (int(structure.places[action]) + 1)
                numbers, cards = rows.setdefault((table, of), ([], []))
                numbers.append(known[table][key])
                cards.append(card)
        action_row[action] = known[table][key]
    groups: dict[str, tuple[Group, ...]] = {}
    for table, name in enumerate((GLOBAL_ACTIONS, PLACE_ACTIONS)):
        groups[name] = tuple(
            Group(structure.kinds[of % len(structure.kinds)], np.array(numbers), np.array(cards))
            for (which, of), (numbers, cards) in rows.items()
            if which == table
        )
    return token, action_row, (len(known[0]), len(known[1])), groups
