"""A learned network, compiled for one observation at a time: what `agents.network` computes for many rows.

Below: memory.py. Above: tree.py. The functions are templates: each game's file binds them. A network is one record
(`MINDS`: widths, and where each table begins) and two flat arrays, made by `flatten`; the sums are those of
`agents.network.think`, in another order, so the results agree to the rounding of 32-bit numbers.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.network import LEVELS, Mind
from agents.search.memory import MINDS, Minds, Places, Weights
from ow_env.core.jit import Mask, Observation

TABLES = (  # of weights, as `agents.network.shapes` calls them
    "whole.rows", "whole.bias", "world.rows", "world.bias", "mix.world", "mix.whole", "mix.bias", "trunk.whole",
    "trunk.bias", "trunk.mean", "trunk.most", "trunk.here", "value.trunk", "value.bias", "ask.world", "ask.trunk",
    "ask.bias", "choose.whole", "choose.world", "choose.bias",
)  # fmt: skip
LANES = 8  # numbers that are multiplied and added side by side

add_times: Any = None  # templates that others call, once bound
dot: Any = None


def flatten(mind: Mind | None, most: int) -> tuple[NDArray[Any], Weights, Places]:
    """Return a network as the rules read it: record [1], numbers, places.

    Args:
        mind: the network; None: nothing, for a search without one.
        most: actions that may be allowed at once.
    """
    record = np.zeros(1, MINDS)
    if mind is None:
        return record, np.zeros(1, np.float32), np.zeros(1, np.int32)
    m, layout = record[0], mind.layout
    m["whole"], m["trunk"] = mind.weights["trunk.whole"].shape
    m["world"], m["worlds"] = len(mind.weights["world.bias"]), layout.worlds
    m["here"], m["levels"] = layout.here, LEVELS
    numbers = [layout.scale.astype(np.float32)]
    m["scale"], size = 0, len(layout.scale)
    for name in TABLES:
        table = mind.weights.get(name)
        if table is not None:
            m[name.replace(".", "_")] = size
            numbers.append(np.ascontiguousarray(table, np.float32).reshape(-1))
            size += table.size
    places, size = [], 0
    for name in ("bag", "row", "level", "place", "choice"):
        m[name] = size
        places.append(getattr(layout, name).astype(np.int32))
        size += len(places[-1])
    size = 0
    mixed = int(m["world"] * m["worlds"])
    for name, width in (
        ("at_whole", m["whole"]), ("at_worlds", mixed), ("at_mixed", mixed), ("at_sum", 4 * m["world"]),
        ("at_trunk", m["trunk"]), ("at_logits", most),
    ):  # fmt: skip
        m[name] = size
        size += int(width)
    m["thoughts"] = size
    return record, np.concatenate(numbers), np.concatenate(places)


def add_times_template(left: Weights, weights: Weights, at: int, out: Weights) -> None:
    """Add left [K] times the table [K, N] that begins at weights[at] to out [N]; zeros in left cost nothing."""
    length, width = len(left), len(out)
    table = weights[at : at + length * width].reshape(length, width)
    for k in range(length):
        factor = left[k]
        if factor != 0:
            for n in range(width):
                out[n] += factor * table[k, n]


def dot_template(one: Weights, other: Weights) -> float:
    """Return the sum of products of two arrays [N], eight at a time."""
    a0 = a1 = a2 = a3 = a4 = a5 = a6 = a7 = np.float32(0.0)
    even = len(one) // LANES * LANES
    for n in range(0, even, LANES):
        a0 += one[n] * other[n]
        a1 += one[n + 1] * other[n + 1]
        a2 += one[n + 2] * other[n + 2]
        a3 += one[n + 3] * other[n + 3]
        a4 += one[n + 4] * other[n + 4]
        a5 += one[n + 5] * other[n + 5]
        a6 += one[n + 6] * other[n + 6]
        a7 += one[n + 7] * other[n + 7]
    total = ((a0 + a1) + (a2 + a3)) + ((a4 + a5) + (a6 + a7))
    for n in range(even, len(one)):
        total += one[n] * other[n]
    return float(total)


def think_template(
    m: Minds, weights: Weights, places: Places, row: Observation, thoughts: Weights
) -> float:
    """Return the value of what is seen, and leave in ``thoughts`` what `weigh` needs."""
    g, d, t, w = int(m.whole), int(m.world), int(m.trunk), int(m.worlds)
    whole = thoughts[m.at_whole : m.at_whole + g]
    trunk = thoughts[m.at_trunk : m.at_trunk + t]
    worlds = thoughts[m.at_worlds : m.at_worlds + w * d].reshape(w, d)
    mixed = thoughts[m.at_mixed : m.at_mixed + w * d].reshape(w, d)
    sums = thoughts[m.at_sum : m.at_sum + 4 * d].reshape(4, d)  # context, mean, most, here
    for n in range(g):
        whole[n] = weights[m.whole_bias + n]
    for k in range(w):
        for n in range(d):
            worlds[k, n] = weights[m.world_bias + n]
    even = len(row) // 8 * 8
    words = row[:even].view(np.uint64)
    for word in range(len(words) + 1):
        first, last = 8 * word, min(8 * word + 8, len(row))
        if word < len(words) and words[word] == 0:
            continue
        for i in range(first, last):
            seen = int(row[i])
            if seen == 0:
                continue
            bag, at, level = int(places[m.bag + i]), int(places[m.row + i]), int(places[m.level + i])
            times = np.float32(seen) * weights[m.scale + i]
            above = level + min(seen, int(m.levels)) - 1
            if bag == 0:
                rows = weights[m.whole_rows + at * g : m.whole_rows + (at + 1) * g]
                for n in range(g):
                    whole[n] += times * rows[n]
                if level >= 0:
                    rows = weights[m.whole_rows + above * g : m.whole_rows + (above + 1) * g]
                    for n in range(g):
                        whole[n] += rows[n]
            else:
                to = worlds[bag - 1]
                rows = weights[m.world_rows + at * d : m.world_rows + (at + 1) * d]
                for n in range(d):
                    to[n] += times * rows[n]
                if level >= 0:
                    rows = weights[m.world_rows + above * d : m.world_rows + (above + 1) * d]
                    for n in range(d):
                        to[n] += rows[n]
    for n in range(g):
        whole[n] = max(whole[n], np.float32(0.0))
    for n in range(t):
        trunk[n] = weights[m.trunk_bias + n]
    add_times(whole, weights, m.trunk_whole, trunk)
    if w > 0:
        for n in range(d):
            sums[0, n] = weights[m.mix_bias + n]
            sums[1, n] = 0.0
            sums[2, n] = 0.0  # nothing after a relu is less
            sums[3, n] = 0.0
        add_times(whole, weights, m.mix_whole, sums[0])
        for k in range(w):
            for n in range(d):
                worlds[k, n] = max(worlds[k, n], np.float32(0.0))
                mixed[k, n] = sums[0, n]
            add_times(worlds[k], weights, m.mix_world, mixed[k])
            here = np.float32(row[m.here + k]) if m.here >= 0 else np.float32(0.0)
            for n in range(d):
                most = max(mixed[k, n], np.float32(0.0))
                mixed[k, n] = most
                sums[1, n] += most
                sums[2, n] = max(sums[2, n], most)
                sums[3, n] += most * here
        for n in range(d):
            sums[1, n] /= np.float32(w)
        add_times(sums[1], weights, m.trunk_mean, trunk)
        add_times(sums[2], weights, m.trunk_most, trunk)
        add_times(sums[3], weights, m.trunk_here, trunk)
    for n in range(t):
        trunk[n] = max(trunk[n], np.float32(0.0))
    return dot(trunk, weights[m.value_trunk : m.value_trunk + t]) + float(weights[m.value_bias])


def weigh_template(m: Minds, weights: Weights, places: Places, mask: Mask, thoughts: Weights) -> int:
    """After `think`: write the chance of each allowed action, in the order of ids; return how many those are."""
    d, t, w = int(m.world), int(m.trunk), int(m.worlds)
    trunk = thoughts[m.at_trunk : m.at_trunk + t]
    worlds = thoughts[m.at_worlds : m.at_worlds + w * d].reshape(w, d)
    mixed = thoughts[m.at_mixed : m.at_mixed + w * d].reshape(w, d)
    asked = thoughts[m.at_sum : m.at_sum + d]
    chances = thoughts[m.at_logits : m.thoughts]
    if w > 0:
        for n in range(d):
            asked[n] = weights[m.ask_bias + n]
        add_times(trunk, weights, m.ask_trunk, asked)
        for k in range(w):
            for n in range(d):
                worlds[k, n] = asked[n]
            add_times(mixed[k], weights, m.ask_world, worlds[k])
            for n in range(d):
                worlds[k, n] = max(worlds[k, n], np.float32(0.0))
    count = 0
    top = np.float32(-np.inf)
    for action in range(len(mask)):
        if mask[action] == 0:
            continue
        place, choice = int(places[m.place + action]), int(places[m.choice + action])
        if place == 0:
            at = m.choose_whole + choice * t
            value = dot(trunk, weights[at : at + t])
        else:
            at = m.choose_world + choice * d
            value = dot(worlds[place - 1], weights[at : at + d])
        logit = np.float32(value) + weights[m.choose_bias + action]
        chances[count] = logit
        top = max(top, logit)
        count += 1
    whole = np.float32(0.0)
    for k in range(count):
        chances[k] = np.exp(chances[k] - top)
        whole += chances[k]
    for k in range(count):
        chances[k] /= whole
    return count
