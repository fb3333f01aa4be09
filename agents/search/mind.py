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
from agents.search.memory import MINDS, Minds, Places, Weights, Worlds
from ow_env.core.jit import Mask, Observation

TABLES = (  # of weights, as `agents.network.shapes` calls them
    "whole.rows", "whole.bias", "world.rows", "world.bias", "mix.world", "mix.whole", "mix.bias", "trunk.whole",
    "trunk.bias", "trunk.mean", "trunk.most", "trunk.here", "value.trunk", "value.bias", "ask.world", "ask.trunk",
    "ask.bias", "choose.whole", "choose.world", "choose.bias",
)  # fmt: skip
LANES = 8  # numbers that are multiplied and added side by side

add_times: Any = None  # templates that others call, once bound
dot: Any = None
read_row: Any = None


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
    m["whole_count"], m["world_count"] = layout.rows
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
    waiting = 0  # rows that are not added yet: four at once cost little more than one
    k0 = k1 = k2 = 0
    for k in range(length):
        if left[k] == 0:
            continue
        if waiting == 3:
            f0, f1, f2, f3 = left[k0], left[k1], left[k2], left[k]
            for n in range(width):
                out[n] += (f0 * table[k0, n] + f1 * table[k1, n]) + (f2 * table[k2, n] + f3 * table[k, n])
            waiting = 0
            continue
        k2 = k if waiting == 2 else k2
        k1 = k if waiting == 1 else k1
        k0 = k if waiting == 0 else k0
        waiting += 1
    for i in range(waiting):
        k = k0 if i == 0 else (k1 if i == 1 else k2)
        for n in range(width):
            out[n] += left[k] * table[k, n]


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


def read_row_template(
    m: Minds, weights: Weights, places: Places, row: Observation, whole: Weights, worlds: Worlds
) -> None:
    """Add to whole [G] and worlds [W, D] the rows of weights of all numbers seen that are not 0."""
    g, d, levels = len(whole), worlds.shape[1], int(m.levels)
    size = int(m.whole_count)
    of_whole = weights[m.whole_rows : m.whole_rows + size * g].reshape(size, g)
    size = int(m.world_count)
    of_world = weights[m.world_rows : m.world_rows + size * d].reshape(size, d)
    count = len(row)
    bags, rows, above = places[m.bag : m.bag + count], places[m.row : m.row + count], places[m.level : m.level + count]
    scale = weights[m.scale : m.scale + count]
    even = count // 8 * 8
    words = row[:even].view(np.uint64)
    for word in range(len(words) + 1):
        if word < len(words) and words[word] == 0:
            continue
        for i in range(8 * word, min(8 * word + 8, count)):
            seen = int(row[i])
            if seen == 0:
                continue
            at, bag = rows[i], bags[i]
            times = np.float32(seen) * scale[i]
            level = above[i] + min(seen, levels) - 1
            if bag == 0:
                for n in range(g):
                    whole[n] += times * of_whole[at, n]
                if above[i] >= 0:
                    for n in range(g):
                        whole[n] += of_whole[level, n]
            else:
                for n in range(d):
                    worlds[bag - 1, n] += times * of_world[at, n]
                if above[i] >= 0:
                    for n in range(d):
                        worlds[bag - 1, n] += of_world[level, n]


def think_template(
    m: Minds, weights: Weights, places: Places, row: Observation, thoughts: Weights
) -> float:
    """Return the value of what is seen, and leave in ``thoughts`` what `weigh` needs."""
    g, d, t, w = int(m.whole), int(m.world), int(m.trunk), int(m.worlds)
    whole = thoughts[m.at_whole : m.at_whole + g]
    trunk = thoughts[m.at_trunk : m.at_trunk + t]
    worlds = thoughts[m.at_worlds : m.at_worlds + w * d].reshape(w, d)
    mixed = thoughts[m.at_mixed : m.at_mixed + w * d].reshape(w, d)
    context = thoughts[m.at_sum : m.at_sum + d]
    mean = thoughts[m.at_sum + d : m.at_sum + 2 * d]
    most = thoughts[m.at_sum + 2 * d : m.at_sum + 3 * d]
    here = thoughts[m.at_sum + 3 * d : m.at_sum + 4 * d]
    for n in range(g):
        whole[n] = weights[m.whole_bias + n]
    for k in range(w):
        for n in range(d):
            worlds[k, n] = weights[m.world_bias + n]
    read_row(m, weights, places, row, whole, worlds)
    zero = np.float32(0.0)
    for n in range(g):
        whole[n] = max(whole[n], zero)
    for n in range(t):
        trunk[n] = weights[m.trunk_bias + n]
    add_times(whole, weights, int(m.trunk_whole), trunk)
    if w > 0:
        for n in range(d):
            context[n] = weights[m.mix_bias + n]
        add_times(whole, weights, int(m.mix_whole), context)
        mean[:] = zero
        most[:] = zero  # nothing after a relu is less
        here[:] = zero
        first = int(m.here)
        for k in range(w):
            for n in range(d):
                worlds[k, n] = max(worlds[k, n], zero)
                mixed[k, n] = context[n]
            add_times(worlds[k], weights, int(m.mix_world), mixed[k])
            resolved = np.float32(row[first + k]) if first >= 0 else zero
            for n in range(d):
                mixed[k, n] = max(mixed[k, n], zero)
                mean[n] += mixed[k, n]
                most[n] = max(most[n], mixed[k, n])
                here[n] += mixed[k, n] * resolved
        for n in range(d):
            mean[n] /= np.float32(w)
        add_times(mean, weights, int(m.trunk_mean), trunk)
        add_times(most, weights, int(m.trunk_most), trunk)
        add_times(here, weights, int(m.trunk_here), trunk)
    for n in range(t):
        trunk[n] = max(trunk[n], zero)
    value: float = dot(trunk, weights[m.value_trunk : m.value_trunk + t])
    return value + float(weights[m.value_bias])


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
        add_times(trunk, weights, int(m.ask_trunk), asked)
        for k in range(w):
            for n in range(d):
                worlds[k, n] = asked[n]
            add_times(mixed[k], weights, int(m.ask_world), worlds[k])
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
