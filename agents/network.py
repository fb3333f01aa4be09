"""The network of learned agents: how it reads an observation, thinks, and values each allowed action.

Below: compiled rules, the Game contract. Above: learned.py, which plays with it; training, which finds its weights.

Observations are long and nearly empty, and of hundreds of actions a handful is allowed, so the first and the last
layer never see a zero. In order:

1. `Layout` says where each number observed belongs: to the table as a whole, or to one World; and what each action
   is asked of: of the whole, or of one World, so that "stage City 12 @ Koti" is City 12 times Koti.
2. `read` adds up one row of weights for every number that is not zero: for the whole [B, G], for each World [B, W, D].
3. `think` is the rest of the network. It is written once, for NumPy and for torch.
4. `choose` values the allowed actions only, and draws one of them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ow_env.core.game import Game
from ow_env.core.jit import Observation, rules_of

LEVELS = 24  # a plain figure (turn, Income, RES) has a row of weights for each value up to this, beside one times it
WHOLE = 0  # the bag of numbers that belong to no World; World w's bag is w + 1


Bytes: TypeAlias = NDArray[np.uint8]  # [B, F] or [B, A] observations or masks
Places: TypeAlias = NDArray[np.int16]  # [F] or [A]
Rows: TypeAlias = NDArray[np.int32]  # [F] or [A] rows of a table; or one number for each row of a batch
Weights: TypeAlias = NDArray[np.float32]  # [K, N] a table, or one vector for each row of a batch
Vector: TypeAlias = NDArray[np.float32]  # [N]
Worlds: TypeAlias = NDArray[np.float32]  # [B, W, D]
Draws: TypeAlias = NDArray[np.float64]  # [B] from [0, 1)

ARRAYS: dict[str, np.dtype[Any]] = {  # what the words above mean, for rules_of
    "Bytes": np.dtype((np.uint8, (1, 1))),
    "Places": np.dtype((np.int16, (1,))),
    "Rows": np.dtype((np.int32, (1,))),
    "Weights": np.dtype((np.float32, (1, 1))),
    "Vector": np.dtype((np.float32, (1,))),
    "Worlds": np.dtype((np.float32, (1, 1, 1))),
    "Draws": np.dtype((np.float64, (1,))),
}
FAST = {"fastmath": True}  # sums may be taken in any order
rule = rules_of("network", options=FAST, **ARRAYS)


@dataclass(frozen=True)
class Group:
    """Rows of one table of weights that ask the same about one card each: training lets them share what a card is."""

    name: str
    rows: NDArray[np.int64]
    cards: NDArray[np.int64]  # [rows] the card each row is about


@dataclass(frozen=True)
class Layout:
    """Where numbers and actions belong. F numbers, A actions, W Worlds (0: everything is of the whole)."""

    kind: str  # "worlds" or "flat"
    worlds: int
    bag: NDArray[np.int16]  # [F] 0: the whole; w + 1: World w
    row: NDArray[np.int32]  # [F] which row of that table, times the number
    scale: NDArray[np.float32]  # [F] ... times this
    level: NDArray[np.int32]  # [F] the row for value 1, those for more after it; -1: none
    rows: tuple[int, int]  # rows of the whole's table, and of the Worlds'
    place: NDArray[np.int16]  # [A] 0: valued by the whole; w + 1: by World w
    choice: NDArray[np.int32]  # [A] row of the table of actions of that kind
    choices: tuple[int, int]  # rows of those tables
    here: int  # where in the observation World 0 being resolved is said; -1: nowhere
    groups: dict[str, tuple[Group, ...]]  # by the name of the table of weights
    digest: str  # of the game's table of features and its list of actions: what a saved agent must agree with


def lay_out(game: Game, kind: str) -> Layout:
    """Return where each number and action of a game belongs.

    Args:
        game: any; its `structure` says what each number and each action is about.
        kind: "worlds": one encoder for all like places, which the game must have; "flat": one table for all numbers.
    """
    if kind not in ("worlds", "flat"):
        raise ValueError(f"network: expected 'worlds' or 'flat', got {kind!r}")
    structure = game.structure
    if kind == "worlds" and not structure.place:
        raise ValueError(f"network: {game.name} has no like places, such as Worlds; choose 'flat'")
    shared = structure.place if kind == "worlds" else ""  # the axis whose places go through the same weights
    places = structure.axes[shared].size if shared else 0
    bag = np.zeros(game.num_features, np.int16)
    row = np.zeros(game.num_features, np.int32)
    scale = np.ones(game.num_features, np.float32)
    level = np.full(game.num_features, -1, np.int32)
    rows = [0, 0]
    groups: dict[str, list[Group]] = {"whole.rows": [], "world.rows": []}
    here = -1
    for feature in game.features:
        axes = structure.features[feature.name]
        numbers = np.arange(feature.start, feature.stop).reshape(structure.shape(feature.name))
        at_place = bool(shared) and shared in axes
        if at_place:
            numbers = np.moveaxis(numbers, axes.index(shared), 0).reshape(places, -1)
            bag[numbers] = np.arange(1, places + 1, dtype=np.int16)[:, None]
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
                groups[("whole.rows", "world.rows")[table]].append(group)
        rows[table] += width
        if about is None and feature.high > 1:
            scale[numbers] = 1.0 / min(feature.high, LEVELS)
            level[numbers] = rows[table] + np.arange(width, dtype=np.int32) * LEVELS
            rows[table] += width * LEVELS
        if shared and feature.name == structure.focus:
            here = feature.start
    place, choice, choices, of_actions = _actions(game, bool(shared))
    told = json.dumps([[f.name, f.start, f.stop] for f in game.features] + [list(game.actions)])
    digest = hashlib.sha256(f"{game.name} {told}".encode()).hexdigest()[:16]
    return Layout(
        kind, places, bag, row, scale, level, (rows[0], rows[1]), place, choice, choices, here,
        {name: tuple(some) for name, some in groups.items()} | of_actions, digest,
    )  # fmt: skip


def _actions(
    game: Game, shared: bool
) -> tuple[NDArray[np.int16], NDArray[np.int32], tuple[int, int], dict[str, tuple[Group, ...]]]:
    """Return for each action the place that values it and the row that does; how many rows; and their groups.

    ``shared``: an action with a place is valued there, by the row that its kind and card have at every place.
    """
    structure = game.structure
    place = np.where(shared, structure.places + 1, 0).astype(np.int16)
    choice = np.zeros(game.num_actions, np.int32)
    known: tuple[dict[object, int], dict[object, int]] = ({}, {})
    rows: dict[tuple[int, int], tuple[list[int], list[int]]] = {}
    for action in range(game.num_actions):
        table = int(place[action] > 0)
        kind, card = int(structure.kind[action]), int(structure.card[action])
        key: object = (kind, card) if table else action
        if key not in known[table]:
            known[table][key] = len(known[table])
            if card >= 0 and _about_cards(game):
                # without shared places a kind has a row for each, and each place is a group of its own
                of = kind if table else kind + len(structure.kinds) * (int(structure.places[action]) + 1)
                numbers, cards = rows.setdefault((table, of), ([], []))
                numbers.append(known[table][key])
                cards.append(card)
        choice[action] = known[table][key]
    groups: dict[str, tuple[Group, ...]] = {}
    for table, name in enumerate(("choose.whole", "choose.world")):
        groups[name] = tuple(
            Group(structure.kinds[of % len(structure.kinds)], np.array(numbers), np.array(cards))
            for (which, of), (numbers, cards) in rows.items()
            if which == table
        )
    return place, choice, (len(known[0]), len(known[1])), groups


def _about_cards(game: Game) -> bool:
    """Are slices of this game about cards whose figures are told? Only then do actions share what a card is."""
    return any(axis.cards is not None for axis in game.structure.axes.values())


# ── The first layer ──────────────────────────────────────────────────────────────────────────────


@rule
def find(row: Observation, found: Rows) -> int:
    """Write where row [n] of bytes is not zero to found [n]; return how many those are."""
    count = 0
    even = len(row) // 8 * 8
    words = row[:even].view(np.uint64)  # eight at a time: nearly all are zero
    for k in range(len(words)):
        if words[k] != 0:
            for i in range(8 * k, 8 * k + 8):
                found[count] = i
                count += row[i] != 0  # no branch that nobody can foresee
    for i in range(even, len(row)):
        found[count] = i
        count += row[i] != 0
    return count


@rule
def read_rows(
    seen: Bytes, bag: Places, row: Rows, scale: Vector, level: Rows, of_whole: Weights, of_world: Weights,
    whole: Weights, worlds: Worlds, found: Rows,
) -> None:  # fmt: skip
    """Add to whole [B, G] and worlds [B, W, D] the rows of weights of all numbers in seen [B, F] that are not 0.

    found [F + 1] is what `find` writes to.
    """
    for b in range(seen.shape[0]):
        for k in range(find(seen[b], found)):
            i = found[k]
            value = np.int32(seen[b, i])
            times = np.float32(value) * scale[i]
            above = level[i] + min(value, np.int32(LEVELS)) - 1
            if bag[i] == 0:
                to = whole[b]
                weights = of_whole[row[i]]
                for d in range(len(to)):
                    to[d] += times * weights[d]
                if level[i] >= 0:
                    weights = of_whole[above]
                    for d in range(len(to)):
                        to[d] += weights[d]
            else:
                to = worlds[b, bag[i] - 1]
                weights = of_world[row[i]]
                for d in range(len(to)):
                    to[d] += times * weights[d]
                if level[i] >= 0:
                    weights = of_world[above]
                    for d in range(len(to)):
                        to[d] += weights[d]


def read(
    layout: Layout, weights: Mapping[str, NDArray[np.float32]], seen: NDArray[np.uint8]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the sums of rows for the whole [B, G] and for each World [B, W, D], biases included."""
    count = len(seen)
    whole = np.repeat(weights["whole.bias"][None], count, axis=0)
    worlds = np.empty((count, layout.worlds, weights["world.bias"].shape[0]), np.float32)
    worlds[:] = weights["world.bias"]
    read_rows(
        seen, layout.bag, layout.row, layout.scale, layout.level,
        weights["whole.rows"], weights["world.rows"], whole, worlds, np.empty(seen.shape[1] + 1, np.int32),
    )  # fmt: skip
    return whole, worlds


# ── The layers between ───────────────────────────────────────────────────────────────────────────


def think(weights: Mapping[str, Any], whole: Any, worlds: Any, here: Any, maths: Any) -> Any:
    """Return what values the actions of the whole [B, T] and of the Worlds [B, W, D], and the position's value [B].

    Args:
        weights: arrays of NumPy or of torch, as are all that follow.
        whole: [B, G] from `read`.
        worlds: [B, W, D] likewise; every World goes through the same weights.
        here: [B, W] 1 at the World being resolved.
        maths: what has the functions `times`, `relu` and `most` for such arrays, as `Maths` has them for NumPy.
    """
    times, relu = maths.times, maths.relu
    whole = relu(whole)
    trunk = times(whole, weights["trunk.whole"]) + weights["trunk.bias"]
    if worlds.shape[1]:
        worlds = relu(worlds)
        context = times(whole, weights["mix.whole"]) + weights["mix.bias"]
        worlds = relu(times(worlds, weights["mix.world"]) + context[:, None])
        trunk = trunk + times(worlds.mean(1), weights["trunk.mean"]) + times(maths.most(worlds), weights["trunk.most"])
        trunk = trunk + times((worlds * here[:, :, None]).sum(1), weights["trunk.here"])
    trunk = relu(trunk)
    if worlds.shape[1]:
        asked = times(trunk, weights["ask.trunk"]) + weights["ask.bias"]
        worlds = relu(times(worlds, weights["ask.world"]) + asked[:, None])
    value = (trunk * weights["value.trunk"]).sum(1) + weights["value.bias"]
    return trunk, worlds, value


@rule
def multiply(left: Weights, right: Weights, product: Weights) -> None:
    """Add left [B, K] times right [K, N] to product [B, N]; zeros in left, about half after a relu, cost nothing."""
    for b in range(left.shape[0]):
        to = product[b]
        for k in range(left.shape[1]):
            factor = left[b, k]
            if factor != 0:
                row = right[k]
                for n in range(len(to)):
                    to[n] += factor * row[n]


class Maths:
    """What `think` needs, for NumPy.

    The product is our own: NumPy's library may spread it over threads that wait for each other busily, many times
    slower where other processes run, and the result of a row would depend on the rows beside it.
    """

    @staticmethod
    def times(left: NDArray[np.float32], right: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return left [..., K] times right [K, N]."""
        product = np.zeros((*left.shape[:-1], right.shape[1]), np.float32)
        multiply(
            np.ascontiguousarray(left).reshape(-1, left.shape[-1]), right, product.reshape(-1, right.shape[1])
        )
        return product

    @staticmethod
    def relu(array: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the array with 0 for what is less."""
        return np.maximum(array, np.float32(0))

    @staticmethod
    def most(worlds: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the largest along axis 1."""
        largest: NDArray[np.float32] = worlds.max(1)
        return largest


# ── The last layer ───────────────────────────────────────────────────────────────────────────────


@rule
def choose_actions(
    trunk: Weights, worlds: Worlds, by_whole: Weights, by_world: Weights, bias: Vector, place: Places, choice: Rows,
    mask: Bytes, luck: Draws, sharpness: float, actions: Rows, log_chance: Vector, allowed: Rows, logit: Vector,
) -> None:  # fmt: skip
    """Draw one allowed action for each row by its chance, and write it with the logarithm of that chance.

    trunk [B, T] and worlds [B, W, D] are from `think`, by_whole [K, T], by_world [K', D] and bias [A] weights, place
    [A] and choice [A] from the layout; mask is uint8 [B, A], luck [B] from [0, 1). sharpness 1: by chance; more: rather
    the likelier; 0: the likeliest, of several the first. Written are actions: int32 [B], and log_chance: float32 [B],
    which is that at sharpness 1 in any case. allowed [A + 1] and logit [A] are worked in.
    """
    for b in range(mask.shape[0]):
        n = find(mask[b], allowed)
        best = 0
        for k in range(n):
            a = allowed[k]
            total = bias[a]
            if place[a] == 0:
                of, by = trunk[b], by_whole[choice[a]]
            else:
                of, by = worlds[b, place[a] - 1], by_world[choice[a]]
            for d in range(len(of)):
                total += of[d] * by[d]
            logit[k] = total
            if total > logit[best]:
                best = k
        top = logit[best]
        plain = np.float32(0.0)
        whole = np.float32(0.0)
        for k in range(n):
            plain += np.exp(logit[k] - top)
            whole += np.exp((logit[k] - top) * sharpness)
        chosen = best
        if sharpness > 0:
            left = luck[b] * whole
            for k in range(n):
                chosen = k
                left -= np.exp((logit[k] - top) * sharpness)
                if left < 0:
                    break
        actions[b] = allowed[chosen]
        log_chance[b] = logit[chosen] - top - np.log(plain)


def choose(
    layout: Layout,
    weights: Mapping[str, NDArray[np.float32]],
    trunk: NDArray[np.float32],
    worlds: NDArray[np.float32],
    mask: NDArray[np.int8],
    luck: NDArray[np.float64],
    sharpness: float = 1.0,
) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
    """Return an allowed action for each row [B] and the logarithm of its chance [B]; see `choose_actions`."""
    actions = np.zeros(len(mask), np.int32)
    log_chance = np.zeros(len(mask), np.float32)
    luck = np.require(luck, np.float64, ["C", "W"])
    choose_actions(
        np.ascontiguousarray(trunk), np.ascontiguousarray(worlds), weights["choose.whole"], weights["choose.world"],
        weights["choose.bias"], layout.place, layout.choice, mask.view(np.uint8), luck, sharpness, actions,
        log_chance, np.empty(mask.shape[1] + 1, np.int32), np.empty(mask.shape[1], np.float32),
    )  # fmt: skip
    return actions, log_chance


# ── All of it ────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Mind:
    """A network with its weights, as NumPy arrays: all that is needed to play. One row never depends on another."""

    layout: Layout
    weights: Mapping[str, NDArray[np.float32]]  # as `shapes` lists them

    def decide(
        self, seen: NDArray[np.uint8], mask: NDArray[np.int8], luck: NDArray[np.float64], sharpness: float = 1.0
    ) -> tuple[NDArray[np.int32], NDArray[np.float32], NDArray[np.float32]]:
        """Return actions [B], the logarithms of their chances [B], and the values of the positions [B].

        seen [B, F] and mask [B, A] are an observation's, luck [B] from [0, 1); sharpness as in `choose_actions`.
        """
        layout = self.layout
        seen, mask = np.require(seen, np.uint8, ["C", "W"]), np.require(mask, np.int8, ["C", "W"])
        if seen.shape[1:] != layout.bag.shape or mask.shape != (len(seen), len(layout.place)):
            raise ValueError(
                f"expected observations [B, {len(layout.bag)}] and masks [B, {len(layout.place)}],"
                f" got {seen.shape} and {mask.shape}"
            )
        whole, worlds = read(layout, self.weights, seen)
        here = seen[:, layout.here : layout.here + layout.worlds].astype(np.float32)
        trunk, worlds, value = think(self.weights, whole, worlds, here, Maths)
        actions, log_chances = choose(layout, self.weights, trunk, worlds, mask, luck, sharpness)
        return actions, log_chances, value


def shapes(layout: Layout, whole: int, world: int, trunk: int) -> dict[str, tuple[int, ...]]:
    """Return the name and shape of every array of weights of a network of these widths."""
    arrays: dict[str, tuple[int, ...]] = {
        "whole.rows": (layout.rows[0], whole),
        "whole.bias": (whole,),
        "world.rows": (layout.rows[1], world),
        "world.bias": (world,),
        "trunk.whole": (whole, trunk),
        "trunk.bias": (trunk,),
        "value.trunk": (trunk,),
        "value.bias": (1,),
        "choose.whole": (layout.choices[0], trunk),
        "choose.world": (layout.choices[1], world),
        "choose.bias": (len(layout.place),),
    }
    if layout.worlds:
        arrays |= {
            "mix.world": (world, world),
            "mix.whole": (whole, world),
            "mix.bias": (world,),
            "trunk.mean": (world, trunk),
            "trunk.most": (world, trunk),
            "trunk.here": (world, trunk),
            "ask.world": (world, world),
            "ask.trunk": (trunk, world),
            "ask.bias": (world,),
        }
    return arrays
