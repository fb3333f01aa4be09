"""The network for one observation, compiled: what every learned agent computes, in play, in search and in training.

Below: compiled/jit.py. Above: network.py (a batch is a loop over rows), agents.search, training.selfplay (which adds
the gradients). Here stands the truth of each formula; torch's dense twin in training/ is checked against it.

The input is one global token and W place tokens (Worlds, say; W = 0: a flat network). In order:

    token sums    global = b + Σ value · row,  place_w likewise; both relu        sparse: what is zero costs nothing
    mixing        mixed_w = relu(place_w M + global M' + b)                       the same weights for every place
    trunk         trunk = relu(b + global T + mean_w(mixed) T' + max_w(mixed) T'' + mixed_focus T''')
    value         v = trunk · u + b
    logits        of a global action a: trunk · c_a + b_a
                  of one at place w: asked_w · c_a + b_a, with asked_w = relu(mixed_w Q + trunk Q' + b)
    policy        softmax of the logits of allowed actions                        nothing is computed for the others

Sums are taken in a fixed order, without fused or reordered operations: a row's result depends on nothing beside it,
and is the same uncompiled (but for the last digit of `exp`). All arrays are float32 where nothing else is said.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from agents.learned.lanes import LANES, LISTED, add, highest, list_nonzero, load, store, times, zeros
from ow_env.compiled.jit import Mask, Observation, Record, record, rules_of
from ow_env.core.sparse import RowsOfPlaces, nonzero

BUCKETS = 24  # a plain figure (turn, Income, RES) has a row of weights for each value up to this, beside one times it
NO_BUCKET = -(1 << 30)  # less than where any begins
ONE, TWO, THREE = np.uint32(1), np.uint32(2), np.uint32(3)
DOT = 8  # sums side by side in a product of two arrays

NETWORK = record([  # a network: its widths, and where in its flat arrays everything begins
    ("global_width", np.int64), ("place_width", np.int64), ("trunk_width", np.int64),  # G, D, T
    ("num_places", np.int64),  # W
    ("num_features", np.int64), ("num_actions", np.int64),  # F, A
    ("focus", np.int64),  # the feature that says whether place 0 is in focus, those of the others after it; -1: none
    ("whole_count", np.int64), ("world_count", np.int64),  # rows of whole.rows and world.rows
    ("choose_whole_count", np.int64), ("choose_world_count", np.int64),
    # in `tokens`: int32 arrays of Layout
    ("of_features", np.int64),  # [F, 4]: token, where its row begins in `weights`, where value 0's bucket would, scale
    ("feature_token", np.int64), ("feature_row", np.int64), ("bucket_row", np.int64),
    ("action_token", np.int64), ("action_row", np.int64),
    # in `weights`: the arrays of `network.shapes`, whose names say `whole` for global and `world` for place
    ("scale", np.int64),
    ("whole_rows", np.int64), ("whole_bias", np.int64), ("world_rows", np.int64), ("world_bias", np.int64),
    ("mix_world", np.int64), ("mix_whole", np.int64), ("mix_bias", np.int64),
    ("trunk_whole", np.int64), ("trunk_bias", np.int64), ("trunk_mean", np.int64), ("trunk_most", np.int64),
    ("trunk_here", np.int64), ("value_trunk", np.int64), ("value_bias", np.int64),
    ("ask_world", np.int64), ("ask_trunk", np.int64), ("ask_bias", np.int64),
    ("choose_whole", np.int64), ("choose_world", np.int64), ("choose_bias", np.int64),
    # in `activations`, the scratch memory
    ("at_global", np.int64), ("at_places", np.int64), ("at_mixed", np.int64), ("at_pooled", np.int64),
    ("at_trunk", np.int64), ("at_logits", np.int64), ("at_focus", np.int64), ("at_values", np.int64),
    ("at_rows", np.int64), ("at_factors", np.int64), ("at_runs", np.int64), ("at_listed", np.int64),
    ("at_found", np.int64),
    ("activations", np.int64),  # its size
])  # fmt: skip

Network: TypeAlias = Record  # NETWORK
Weights: TypeAlias = NDArray[np.float32]  # [..] all weights of a network; or one vector
Matrix: TypeAlias = NDArray[np.float32]  # [K, N]
Tokens: TypeAlias = NDArray[np.int32]  # [..] numbers of tokens and of rows
Indices: TypeAlias = NDArray[np.int32]  # [F + 1] or [A + 1] scratch: which numbers are not zero; or one for each row
Rows: TypeAlias = NDArray[np.uint8]  # [B, F]
Masks: TypeAlias = NDArray[np.int8]  # [B, A]
Draws: TypeAlias = NDArray[np.float64]  # [B] uniform, from [0, 1)
Probs: TypeAlias = NDArray[np.float64]  # [B, A]
Factor: TypeAlias = np.float32

WORDS: dict[str, np.dtype[np.generic]] = {  # what the annotations mean, for rules_of
    "Network": NETWORK,
    "Factor": np.dtype(np.float32),
    "Weights": np.dtype((np.float32, (1,))),
    "Matrix": np.dtype((np.float32, (1, 1))),
    "Tokens": np.dtype((np.int32, (1,))),
    "Indices": np.dtype((np.int32, (1,))),
    "RowsOfPlaces": np.dtype((np.int32, (1, 1))),
    "Rows": np.dtype((np.uint8, (1, 1))),
    "Masks": np.dtype((np.int8, (1, 1))),
    "Draws": np.dtype((np.float64, (1,))),
    "Probs": np.dtype((np.float64, (1, 1))),
}
rule = rules_of("network", **WORDS)


# ── The sparse first layer ───────────────────────────────────────────────────────────────────────


@rule
def list_rows(
    net: Network, weights: Weights, tokens: Tokens, index: Indices, value: Observation, count: int, activations: Weights
) -> int:  # fmt: skip
    """List the rows of weights that features add, where in `weights` they begin and times what; return how many runs.

    A run is of features beside each other that belong to one token. Which places are in focus is written, too. Nothing
    here is a branch that nobody can foresee.
    """
    f, g, d = int(net.num_features), np.int32(net.global_width), np.int32(net.place_width)
    of_features = tokens[net.of_features : net.of_features + 4 * f]  # of each in one line of the cache
    scales = of_features.view(np.float32)
    rows = activations[net.at_rows : net.at_factors].view(np.int32)
    factors = activations[net.at_factors : net.at_runs]
    runs = activations[net.at_runs : net.at_listed].view(np.int32)
    places, focus = np.int32(net.num_places), np.int32(net.focus) if net.focus >= 0 else np.int32(f)
    in_focus = activations[net.at_focus : net.at_values]
    for k in range(places):
        in_focus[k] = np.float32(0.0)
    run, before = -1, -1
    listed = 0
    for k in range(count):
        number, at = np.int32(value[k]), 4 * np.uint32(index[k])
        here, row, bucket = of_features[at], of_features[at + ONE], of_features[at + TWO]
        width = g if here == 0 else d
        rows[listed] = row
        factors[listed] = np.float32(number) * scales[at + THREE]
        listed += 1
        rows[listed] = bucket + min(number, np.int32(BUCKETS)) * width
        factors[listed] = np.float32(1.0)
        listed += bucket > NO_BUCKET
        place = index[k] - focus
        in_focus[place if 0 <= place < places else places] = np.float32(number)
        run += here != before
        before = here
        runs[2 * run] = here
        runs[2 * run + 1] = listed
    return run + 1


@rule
def sum_features(
    net: Network, weights: Weights, tokens: Tokens, index: Indices, value: Observation, count: int, activations: Weights
) -> None:  # fmt: skip
    """Add to the tokens' sums the rows of weights of features, in their order; arguments as `forward_sparse` has them.

    A feature adds its row times its value and its scale; one with buckets another besides: that of its value.
    """
    num_runs = list_rows(net, weights, tokens, index, value, count, activations)
    rows = activations[net.at_rows : net.at_factors].view(np.int32)
    factors = activations[net.at_factors : net.at_runs]
    runs = activations[net.at_runs : net.at_listed].view(np.int32)
    first = 0
    for run in range(num_runs):
        here, last = int(runs[2 * run]), int(runs[2 * run + 1])
        width = int(net.global_width) if here == 0 else int(net.place_width)
        to = int(net.at_global) if here == 0 else int(net.at_places) + (here - 1) * width
        whole = width - width % LANES
        for n in range(0, whole, LANES):
            total = load(activations, to + n)  # stays in registers while rows are added
            for j in range(first, last):
                total = add(total, times(factors[j], load(weights, rows[j] + n)))
            store(total, activations, to + n)
        if whole < width:
            for j in range(first, last):
                factor, at = factors[j], int(rows[j])
                for n in range(whole, width):
                    activations[to + n] += factor * weights[at + n]
        first = last


# ── The dense layers ─────────────────────────────────────────────────────────────────────────────


@rule
def copy(source: Weights, out: Weights) -> None:
    """Write source [N] to out [N]."""
    for n in range(len(out)):
        out[n] = source[n]


@rule
def add_product(left: Weights, weights: Weights, at: int, start: Weights, out: Weights, found: Indices) -> None:
    """Write start [N] plus left [K] times the matrix [K, N] that begins at weights[at] to out [N].

    Zeros in left cost nothing. start may be out; found [K + LISTED] is scratch.
    """
    length, width = len(left), len(out)
    count = 0
    even = length - length % LISTED
    for k in range(0, even, LISTED):  # about half are zero, after a relu: a branch that nobody can foresee
        count = list_nonzero(left, k, found, count)
    for k in range(even, length):
        found[count] = k
        count += left[k] != 0
    fours = count // 4 * 4
    whole = width - width % LANES
    for n in range(0, whole, LANES):
        total = load(start, n)
        first = at + n
        for j in range(0, fours, 4):
            k0, k1, k2, k3 = found[j], found[j + 1], found[j + 2], found[j + 3]
            one = times(left[k0], load(weights, first + k0 * width))
            two = times(left[k1], load(weights, first + k1 * width))
            three = times(left[k2], load(weights, first + k2 * width))
            four = times(left[k3], load(weights, first + k3 * width))
            total = add(total, add(add(one, two), add(three, four)))
        for j in range(fours, count):
            total = add(total, times(left[found[j]], load(weights, first + found[j] * width)))
        store(total, out, n)
    if whole == width:
        return
    for n in range(whole, width):
        out[n] = start[n]
    for j in range(0, fours, 4):  # four rows at once cost little more than one
        k0, k1, k2, k3 = found[j], found[j + 1], found[j + 2], found[j + 3]
        x0, x1, x2, x3 = left[k0], left[k1], left[k2], left[k3]
        row0, row1 = weights[at + k0 * width :], weights[at + k1 * width :]
        row2, row3 = weights[at + k2 * width :], weights[at + k3 * width :]
        for n in range(whole, width):
            out[n] += (x0 * row0[n] + x1 * row1[n]) + (x2 * row2[n] + x3 * row3[n])
    for j in range(fours, count):
        x0, row0 = left[found[j]], weights[at + found[j] * width :]
        for n in range(whole, width):
            out[n] += x0 * row0[n]


@rule
def dot(one: Weights, other: Weights) -> float:
    """Return the sum of products of two arrays [N], eight at a time."""
    a0 = a1 = a2 = a3 = a4 = a5 = a6 = a7 = np.float32(0.0)
    even = len(one) // DOT * DOT
    for n in range(0, even, DOT):
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


@rule
def relu(x: Weights) -> None:
    """Set to 0 what is less, in place."""
    for n in range(len(x)):
        x[n] = max(x[n], np.float32(0.0))


@rule
def pool_places(mixed: Weights, in_focus: Weights, mean: Weights, most: Weights, focused: Weights) -> None:
    """Write the mean and the maximum of places [W * D] to [D] each, and their sum by how much each is in focus [W]."""
    d, w = len(mean), len(in_focus)
    whole = d - d % LANES
    for n in range(0, whole, LANES):
        total, highest_yet, here = zeros(), zeros(), zeros()  # nothing after a relu is less
        for k in range(w):
            one = load(mixed, k * d + n)
            total = add(total, one)
            highest_yet = highest(highest_yet, one)
            here = add(here, times(in_focus[k], one))
        store(total, mean, n)
        store(highest_yet, most, n)
        store(here, focused, n)
    for n in range(whole, d):
        mean[n] = most[n] = focused[n] = np.float32(0.0)
        for k in range(w):
            mean[n] += mixed[k * d + n]
            most[n] = max(most[n], mixed[k * d + n])
            focused[n] += mixed[k * d + n] * in_focus[k]
    for n in range(d):
        mean[n] /= np.float32(w)


@rule
def add_places(net: Network, weights: Weights, activations: Weights) -> None:
    """Mix each place with the global token, and add their mean, maximum and the one in focus to the trunk's sum."""
    g, d, t, w = int(net.global_width), int(net.place_width), int(net.trunk_width), int(net.num_places)
    places = activations[net.at_places : net.at_places + w * d]
    mixed = activations[net.at_mixed : net.at_mixed + w * d]
    context = activations[net.at_pooled : net.at_pooled + d]
    mean = activations[net.at_pooled + d : net.at_pooled + 2 * d]
    most = activations[net.at_pooled + 2 * d : net.at_pooled + 3 * d]
    focused = activations[net.at_pooled + 3 * d : net.at_pooled + 4 * d]
    trunk = activations[net.at_trunk : net.at_trunk + t]
    found = activations[net.at_listed : net.at_found].view(np.int32)
    bias = weights[net.mix_bias : net.mix_bias + d]
    add_product(activations[net.at_global : net.at_global + g], weights, int(net.mix_whole), bias, context, found)
    relu(places)
    for k in range(w):
        add_product(
            places[k * d : (k + 1) * d], weights, int(net.mix_world), context, mixed[k * d : (k + 1) * d], found
        )
    relu(mixed)
    pool_places(mixed, activations[net.at_focus : net.at_focus + w], mean, most, focused)
    add_product(mean, weights, int(net.trunk_mean), trunk, trunk, found)
    add_product(most, weights, int(net.trunk_most), trunk, trunk, found)
    add_product(focused, weights, int(net.trunk_here), trunk, trunk, found)


# ── All of it ────────────────────────────────────────────────────────────────────────────────────


@rule
def forward_sparse(
    net: Network, weights: Weights, tokens: Tokens, index: Indices, value: Observation, count: int, activations: Weights
) -> float:  # fmt: skip
    """Return the value of an observation; leave in activations what `logits` and `policy_probs` need.

    Args:
        net: of `network.pack`, as are the next two.
        weights: all of the network's.
        tokens: what each feature and each action belongs to.
        index: [K] the features that are not 0, in increasing order.
        value: [K] uint8, what they are.
        count: how many of K are in use.
        activations: [net.activations] scratch, in any state.
    """
    g, d, t, w = int(net.global_width), int(net.place_width), int(net.trunk_width), int(net.num_places)
    global_sum = activations[net.at_global : net.at_global + g]
    place_sums = activations[net.at_places : net.at_places + w * d]
    trunk = activations[net.at_trunk : net.at_trunk + t]
    copy(weights[net.whole_bias : net.whole_bias + g], global_sum)
    for k in range(w):
        copy(weights[net.world_bias : net.world_bias + d], place_sums[k * d : (k + 1) * d])
    sum_features(net, weights, tokens, index, value, count, activations)
    relu(global_sum)
    found = activations[net.at_listed : net.at_found].view(np.int32)
    bias = weights[net.trunk_bias : net.trunk_bias + t]
    add_product(global_sum, weights, int(net.trunk_whole), bias, trunk, found)
    if w > 0:
        add_places(net, weights, activations)
    relu(trunk)
    return dot(trunk, weights[net.value_trunk : net.value_trunk + t]) + float(weights[net.value_bias])


@rule
def forward(net: Network, weights: Weights, tokens: Tokens, row: Observation, activations: Weights) -> float:
    """Return the value of an observation, row [F] uint8; all else as `forward_sparse` has it."""
    index = activations[net.at_found : net.activations].view(np.int32)
    value = activations[net.at_values : net.at_rows].view(np.uint8)
    count = nonzero(row, index)
    for k in range(count):
        value[k] = row[index[k]]
    return forward_sparse(net, weights, tokens, index, value, count, activations)


@rule
def ask_places(
    net: Network, weights: Weights, tokens: Tokens, allowed: Indices, count: int, activations: Weights
) -> None:  # fmt: skip
    """Turn what a place holds into what its actions are valued by, wherever one of these ids is a place's."""
    d, t, w, a = int(net.place_width), int(net.trunk_width), int(net.num_places), int(net.num_actions)
    places = activations[net.at_places : net.at_places + w * d]
    mixed = activations[net.at_mixed : net.at_mixed + w * d]
    query = activations[net.at_pooled : net.at_pooled + d]
    is_asked = activations[net.at_focus : net.at_focus + w]
    found = activations[net.at_listed : net.at_found].view(np.int32)
    token = tokens[net.action_token : net.action_token + a]
    for k in range(w):
        is_asked[k] = np.float32(0.0)
    for k in range(count):
        if token[allowed[k]] > 0:
            is_asked[token[allowed[k]] - 1] = np.float32(1.0)
    bias = weights[net.ask_bias : net.ask_bias + d]
    add_product(activations[net.at_trunk : net.at_trunk + t], weights, int(net.ask_trunk), bias, query, found)
    for k in range(w):
        if is_asked[k] != 0.0:
            place = places[k * d : (k + 1) * d]
            add_product(mixed[k * d : (k + 1) * d], weights, int(net.ask_world), query, place, found)
            relu(place)


@rule
def logits_of(
    allowed: Indices, count: int, token: Tokens, action_row: Tokens, by_global: Weights, by_place: Weights,
    bias: Weights, trunk: Weights, places: Weights, place_width: int, logits: Weights,
) -> None:  # fmt: skip
    """Write the logits of the first ``count`` ids of ``allowed``; all else as `action_logits` has it, but flat."""
    t, d = len(trunk), place_width
    for k in range(count):
        action = allowed[k]
        here, row = token[action], action_row[action]
        if here == 0:
            value = dot(trunk, by_global[row * t : (row + 1) * t])
        else:
            value = dot(places[(here - 1) * d : here * d], by_place[row * d : (row + 1) * d])
        logits[k] = np.float32(value) + bias[action]


@rule
def listed_logits(net: Network, weights: Weights, tokens: Tokens, count: int, activations: Weights) -> None:
    """After `forward`: write the logits of ``count`` actions, whose ids, int32, begin at activations[at_found].

    They begin at activations[at_logits]. To be called once.
    """
    d, t, w, a = int(net.place_width), int(net.trunk_width), int(net.num_places), int(net.num_actions)
    allowed = activations[net.at_found : net.activations].view(np.int32)
    if w > 0:
        ask_places(net, weights, tokens, allowed, count, activations)
    logits_of(
        allowed, count, tokens[net.action_token : net.action_token + a],
        tokens[net.action_row : net.action_row + a],
        weights[net.choose_whole : net.choose_whole + net.choose_whole_count * t],
        weights[net.choose_world : net.choose_world + net.choose_world_count * d],
        weights[net.choose_bias : net.choose_bias + a], activations[net.at_trunk : net.at_trunk + t],
        activations[net.at_places : net.at_places + w * d], d, activations[net.at_logits : net.at_logits + a],
    )  # fmt: skip


@rule
def allowed_logits(net: Network, weights: Weights, tokens: Tokens, mask: Mask, activations: Weights) -> int:
    """After `forward`: write ids and logits of the actions that a mask [A] allows; return how many those are.

    They begin where `listed_logits` says. To be called once.
    """
    count = nonzero(mask.view(np.uint8), activations[net.at_found : net.activations].view(np.int32))
    listed_logits(net, weights, tokens, count, activations)
    return count


@rule
def policy_probs(net: Network, weights: Weights, tokens: Tokens, mask: Mask, activations: Weights) -> int:
    """After `forward`: write the probability of each allowed action, in the order of ids; return how many those are.

    They begin at activations[at_logits].
    """
    count = allowed_logits(net, weights, tokens, mask, activations)
    probs = activations[net.at_logits : net.at_logits + count]
    top = np.float32(-np.inf)
    for k in range(count):
        top = max(top, probs[k])
    total = np.float32(0.0)
    for k in range(count):
        probs[k] = np.exp(probs[k] - top)
        total += probs[k]
    for k in range(count):
        probs[k] /= total
    return count


# ── Batches: loops over rows ─────────────────────────────────────────────────────────────────────


@rule
def choose(logits: Weights, count: int, temperature: float, draw: float) -> int:
    """Return which of the first ``count`` logits is chosen, by softmax(logits / temperature) and a uniform draw.

    Temperature 0: the greatest, of several the first.
    """
    best = 0
    for k in range(1, count):
        if logits[k] > logits[best]:
            best = k
    if temperature == 0.0:
        return best
    total = 0.0
    for k in range(count):
        total += np.exp((logits[k] - logits[best]) / temperature)
    left = draw * total
    for k in range(count):
        left -= np.exp((logits[k] - logits[best]) / temperature)
        if left < 0.0:
            return k
    return count - 1


@rule
def log_softmax(logits: Weights, count: int, chosen: int) -> float:
    """Return the logarithm of the probability of one of the first ``count`` logits, at temperature 1."""
    top = logits[0]
    for k in range(1, count):
        top = max(top, logits[k])
    total = np.float32(0.0)
    for k in range(count):
        total += np.exp(logits[k] - top)
    return float(logits[chosen] - top - np.log(total))


@rule
def act_row(
    net: Network, count: int, temperature: float, draw: float, activations: Weights, actions: Indices,
    log_probs: Weights, b: int,
) -> None:  # fmt: skip
    """After the logits of ``count`` actions: write row b's action, and the log of its probability at temperature 1."""
    logits = activations[net.at_logits : net.at_logits + net.num_actions]
    chosen = choose(logits, count, temperature, draw)
    actions[b] = activations[net.at_found : net.activations].view(np.int32)[chosen]
    log_probs[b] = log_softmax(logits, count, chosen)


@rule
def act_rows(
    net: Network, weights: Weights, tokens: Tokens, rows: Rows, masks: Masks, draws: Draws, temperature: float,
    activations: Weights, actions: Indices, log_probs: Weights, values: Weights,
) -> None:  # fmt: skip
    """Choose for every row [B]; written are its action, the log of that action's probability, and its value.

    The probability is that at temperature 1 in any case: what training needs. Every row allows some action.
    """
    for b in range(len(rows)):
        values[b] = forward(net, weights, tokens, rows[b], activations)
        count = allowed_logits(net, weights, tokens, masks[b], activations)
        act_row(net, count, temperature, draws[b], activations, actions, log_probs, b)


@rule
def act_sparse_rows(
    net: Network, weights: Weights, tokens: Tokens, feature_index: RowsOfPlaces, feature_value: Rows,
    feature_count: Indices, legal: RowsOfPlaces, legal_count: Indices, draws: Draws, temperature: float,
    activations: Weights, actions: Indices, log_probs: Weights, values: Weights,
) -> None:  # fmt: skip
    """Do what `act_rows` does for sparse rows: the arrays of `SparseRows`."""
    allowed = activations[net.at_found : net.activations].view(np.int32)
    for b in range(len(values)):
        entries, count = int(feature_count[b]), int(legal_count[b])
        values[b] = forward_sparse(net, weights, tokens, feature_index[b], feature_value[b], entries, activations)
        for k in range(count):
            allowed[k] = legal[b, k]
        listed_logits(net, weights, tokens, count, activations)
        act_row(net, count, temperature, draws[b], activations, actions, log_probs, b)


@rule
def policy_rows(
    net: Network, weights: Weights, tokens: Tokens, rows: Rows, masks: Masks, temperature: float,
    activations: Weights, probs: Probs,
) -> None:  # fmt: skip
    """Write the probabilities [B, A] by which `act_rows` chooses at a temperature above 0."""
    logits = activations[net.at_logits : net.at_logits + net.num_actions]
    allowed = activations[net.at_found : net.activations].view(np.int32)
    for b in range(len(rows)):
        forward(net, weights, tokens, rows[b], activations)
        count = allowed_logits(net, weights, tokens, masks[b], activations)
        top = logits[choose(logits, count, 0.0, 0.0)]
        total = 0.0
        for k in range(count):
            probs[b, allowed[k]] = np.exp((logits[k] - top) / temperature)
            total += probs[b, allowed[k]]
        for k in range(count):
            probs[b, allowed[k]] /= total
