"""The network over many decisions at once, compiled: how the learner acts, and what its gradients are found from.

Below: tiles.py, agents.learned.forward, which says the formulas and how an action is chosen. Above: gradients.py,
decisions.py, learner.py. Decisions are taken 64 at a time, a block, one layer after the other, so that a tile of
weights is used for the whole block while it lies in the first-level cache. Features that are zero, actions that are
not allowed, places none of whose actions is allowed, and numbers that a relu has set to zero are all left out. dense.py
says the same in plain torch: tests hold values, losses and gradients against it.

Sums are reordered and fused (``fastmath``), but a row's results depend on nothing beside it, so what was computed when
an action was taken is computed again to the last digit as long as the weights are the same.

In order: what the arrays are; decisions as entries; layers; forward; acting; weights that follow from cards; memory.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.learned.forward import BUCKETS, Draws, Indices, Matrix, Rows, Tokens, Weights, choose, dot
from agents.learned.network import in_line
from ow_env.compiled.jit import Observation
from training.selfplay.tiles import WIDTH, Numbers, Order, add_listed, add_tile, rule

BLOCK = 64  # decisions in a block


# ── What the arrays are ──────────────────────────────────────────────────────────────────────────


class Net(NamedTuple):
    """The weights of a network, or their gradients, by the names of `agents.learned.shapes`.

    Widths G, D and T are rounded up to whole tiles; what is beyond is zero, and so are its gradients.
    """

    whole_rows: Matrix  # [V, G]
    whole_bias: Weights
    world_rows: Matrix  # [V', D]
    world_bias: Weights
    trunk_whole: Matrix  # [G, T]
    trunk_bias: Weights
    value_trunk: Weights
    value_bias: Weights  # [1]
    choose_whole: Matrix  # [K, T]
    choose_world: Matrix  # [K', D]
    choose_bias: Weights  # [A]
    mix_world: Matrix  # [D, D]; this and all below have no rows in a flat network
    mix_whole: Matrix  # [G, D]
    mix_bias: Weights
    trunk_mean: Matrix  # [D, T]
    trunk_most: Matrix
    trunk_here: Matrix
    ask_world: Matrix  # [D, D]
    ask_trunk: Matrix  # [T, D]
    ask_bias: Weights


class Where(NamedTuple):
    """What each feature and each action belongs to: of `Layout`."""

    num_places: int  # W
    focus: int  # the feature that says whether place 0 is in focus; below -W: none does
    feature_token: Tokens
    feature_row: Tokens
    scale: Weights
    bucket_row: Tokens
    action_token: Tokens
    action_row: Tokens


class Decided(NamedTuple):
    """Decisions, one after the other: what was seen, what was allowed, what was done. R is how many there is room for.

    Entries are what the first layer adds for a decision: its features that are not zero as rows of weights and what
    each is multiplied by, those of the global token first, then those of place 0, and so on. A feature has one or two.
    """

    feature_at: Order  # [R] where a decision's features begin; twice that is where its entries do
    num_features: Indices  # [R]
    feature: Tokens  # [..] features that are not zero, in increasing order
    number: Observation  # [..] their values
    row: Tokens  # [..] entries: rows of `whole_rows` and `world_rows`
    times: Weights  # [..] entries: what those are multiplied by
    end: Numbers  # [R, W + 1] where the entries of a token end, from where those of the decision begin
    focus: Matrix  # [R, W] values of the features that say which place is in focus
    legal_at: Order  # [R] where a decision's allowed actions begin
    num_legal: Indices  # [R]
    legal: Tokens  # [..] ids of allowed actions, in increasing order
    action: Indices  # [R] the one taken
    log_prob: Weights  # [R] the log of its probability then
    value: Weights  # [R] as estimated then
    advantage: Weights  # [R]
    taught: Indices  # [R] what the teacher would do
    reference: Weights  # [..] along `legal`: logs of the probabilities of another policy, such as the magnet's


class Block(NamedTuple):
    """Scratch memory for 64 decisions, in any state. S = 64 W rows of places, b W + w for place w of decision b."""

    focused: Indices  # [64] decisions with a place in focus
    every: Indices  # [S or 64] 0, 1, 2 ...
    global_: Matrix  # [64, G]
    places: Matrix  # [S, D]
    context: Matrix  # [64, D]
    mixed: Matrix  # [S, D]
    mean: Matrix  # [64, D]
    most: Matrix  # [64, D]
    most_at: Numbers  # [64, D] the row of places that has it
    here: Matrix  # [64, D]
    trunk: Matrix  # [64, T]
    value: Weights  # [64]
    slot: Indices  # [S] of a place with an allowed action: where it stands in `asked`; else -1
    slot_place: Indices  # [S] and the row of places for each slot
    slot_query: Indices  # [S] and the row of `query`
    asking: Indices  # [64] decisions with such a place
    query: Matrix  # [64, D] for each of those
    asked: Matrix  # [S, D]
    logits: Matrix  # [64, M] of allowed actions
    d_logits: Matrix  # derivatives of the loss, here and below: for gradients.py
    d_value: Weights
    d_trunk: Matrix
    d_asked: Matrix
    d_query: Matrix
    d_mean: Matrix
    d_most: Matrix
    d_here: Matrix
    d_mixed: Matrix
    d_context: Matrix
    d_places: Matrix
    d_global: Matrix


for kind in (Net, Where, Decided, Block):
    rule.library.add_tuple(kind)


# ── Decisions as entries ─────────────────────────────────────────────────────────────────────────


@rule
def record(
    where: Where, feature: Numbers, number: Rows, count: Indices, legal: Numbers, num_legal: Indices, index: Order,
    decided: Decided, first: int,
) -> None:  # fmt: skip
    """Write rows index[b] of a batch as decisions first + b.

    Args:
        where: what each feature belongs to.
        feature: [N, K] features that are not zero, in increasing order.
        number: [N, K] their values.
        count: [N] how many those are.
        legal: [N, M] ids of allowed actions.
        num_legal: [N] how many those are.
        index: [B] rows of all these.
        decided: written; the decisions before the first are there.
        first: number of the first decision.
    """
    at = legal_at = 0
    if first > 0:
        at = decided.feature_at[first - 1] + decided.num_features[first - 1]
        legal_at = decided.legal_at[first - 1] + decided.num_legal[first - 1]
    for b in range(len(index)):
        row, decision = index[b], first + b
        end, focus = decided.end[decision], decided.focus[decision]
        for token in range(len(end)):
            end[token] = 0
        for place in range(len(focus)):
            focus[place] = np.float32(0.0)
        for k in range(count[row]):
            i = feature[row, k]
            token = where.feature_token[i] + 1
            if token < len(end):
                end[token] += 1 + (where.bucket_row[i] >= 0)
            if 0 <= i - where.focus < len(focus):
                focus[i - where.focus] = np.float32(number[row, k])
        for token in range(1, len(end)):
            end[token] += end[token - 1]
        for k in range(count[row]):  # afterwards each token ends where the next began
            i, value = feature[row, k], np.int32(number[row, k])
            decided.feature[at + k] = i
            decided.number[at + k] = number[row, k]
            token, bucket = where.feature_token[i], where.bucket_row[i]
            entry, two = 2 * at + end[token], bucket >= 0
            decided.row[entry + two] = bucket + min(value, np.int32(BUCKETS)) - 1  # of one entry, written over:
            decided.times[entry + two] = np.float32(1.0)  # no branch that nobody can foresee
            decided.row[entry] = where.feature_row[i]
            decided.times[entry] = np.float32(value) * where.scale[i]
            end[token] += 1 + two
        for k in range(num_legal[row]):
            decided.legal[legal_at + k] = legal[row, k]
        decided.feature_at[decision], decided.num_features[decision] = at, count[row]
        decided.legal_at[decision], decided.num_legal[decision] = legal_at, num_legal[row]
        at += count[row]
        legal_at += num_legal[row]


@rule
def recall(decided: Decided, ids: Order, feature: Numbers, number: Rows, legal: Numbers) -> None:
    """Write what was seen and allowed in decisions ids [B] as `record` was given it, zeros beyond.

    Args:
        decided: holds the decisions.
        ids: numbers of decisions.
        feature: [B, K] zeros: features that are not zero.
        number: [B, K] zeros: their values.
        legal: [B, M] zeros: ids of allowed actions.
    """
    for b in range(len(ids)):
        decision = ids[b]
        at, legal_at = decided.feature_at[decision], decided.legal_at[decision]
        for k in range(decided.num_features[decision]):
            feature[b, k] = decided.feature[at + k]
            number[b, k] = decided.number[at + k]
        for k in range(decided.num_legal[decision]):
            legal[b, k] = decided.legal[legal_at + k]


# ── Layers ───────────────────────────────────────────────────────────────────────────────────────


@rule
def add_products(x: Matrix, take: Indices, count: int, matrix: Matrix, out: Matrix, put: Indices) -> None:
    """Add x[take[r]] times a matrix [K, N] to out[put[r]], for r < count."""
    for n in range(0, matrix.shape[1], WIDTH):
        for k in range(0, matrix.shape[0], WIDTH):
            for r in range(count):
                add_tile(x[take[r]], k, matrix, k, n, out[put[r]])


@rule
def fill(rows: Matrix, count: int, vector: Weights) -> None:
    """Write one vector to the first ``count`` rows."""
    for r in range(count):
        row = rows[r]
        for n in range(len(vector)):
            row[n] = vector[n]


@rule
def clear(rows: Matrix, count: int) -> None:
    """Set the first ``count`` rows to 0."""
    for r in range(count):
        row = rows[r]
        for n in range(len(row)):
            row[n] = np.float32(0.0)


@rule
def relu(rows: Matrix, count: int) -> None:
    """Set to 0 what is less, in the first ``count`` rows."""
    for r in range(count):
        row = rows[r]
        for n in range(len(row)):
            row[n] = max(row[n], np.float32(0.0))


# ── Forward ──────────────────────────────────────────────────────────────────────────────────────


@rule
def entries_from(decided: Decided, decision: int, token: int) -> int:
    """Return where the entries of a token begin; those of the one before it end there."""
    begin: int = 2 * decided.feature_at[decision]
    return begin + decided.end[decision, token - 1] if token > 0 else begin


@rule(inline=True)
def add_entries(decided: Decided, decision: int, token: int, rows: Matrix, out: Weights) -> None:
    """Add the rows of weights that a token's entries name."""
    begin, end = entries_from(decided, decision, token), entries_from(decided, decision, token + 1)
    for n in range(0, len(out), WIDTH):
        add_listed(decided.times, decided.row, begin, end, rows, n, out)


@rule(inline=True)
def first_layer(net: Net, where: Where, decided: Decided, ids: Order, at: int, count: int, block: Block) -> None:
    """Write the global token and the places, relu included."""
    w = where.num_places
    fill(block.global_, count, net.whole_bias)
    fill(block.places, count * w, net.world_bias)
    for b in range(count):
        decision = ids[at + b]
        add_entries(decided, decision, 0, net.whole_rows, block.global_[b])
        for token in range(1, w + 1):
            add_entries(decided, decision, token, net.world_rows, block.places[b * w + token - 1])
    relu(block.global_, count)
    relu(block.places, count * w)


@rule(inline=True)
def mix(net: Net, where: Where, decided: Decided, ids: Order, at: int, count: int, block: Block) -> None:
    """Mix each place with the global token, and add their mean, maximum and the one in focus to the trunk's sum."""
    w = where.num_places
    every = block.every
    fill(block.context, count, net.mix_bias)
    add_products(block.global_, every, count, net.mix_whole, block.context, every)
    for b in range(count):
        for place in range(b * w, b * w + w):
            for n in range(block.mixed.shape[1]):
                block.mixed[place, n] = block.context[b, n]
    add_products(block.places, every, count * w, net.mix_world, block.mixed, every)
    relu(block.mixed, count * w)
    share = np.float32(1.0) / np.float32(w)
    for b in range(count):
        mean, most, here, most_at = block.mean[b], block.most[b], block.here[b], block.most_at[b]
        focus = decided.focus[ids[at + b]]
        for n in range(len(mean)):
            mean[n] = most[n] = here[n] = np.float32(0.0)
            most_at[n] = b * w
        for place in range(b * w, b * w + w):
            mixed, in_focus = block.mixed[place], focus[place - b * w]
            for n in range(len(mean)):
                mean[n] += mixed[n] * share
                most_at[n] = place if mixed[n] > most[n] else most_at[n]
                most[n] = max(most[n], mixed[n])
            if in_focus != np.float32(0.0):
                for n in range(len(here)):
                    here[n] += mixed[n] * in_focus
    add_products(block.mean, every, count, net.trunk_mean, block.trunk, every)
    add_products(block.most, every, count, net.trunk_most, block.trunk, every)
    add_products(block.here, every, count, net.trunk_here, block.trunk, every)


@rule(inline=True)
def ask(net: Net, where: Where, decided: Decided, ids: Order, at: int, count: int, block: Block) -> int:
    """Compute what values the actions at places, for places that have an allowed one; return how many those are.

    How many decisions have such a place follows from `slot_query` of the last one.
    """
    w = where.num_places
    slots = queries = 0
    for b in range(count):
        decision = ids[at + b]
        for place in range(b * w, b * w + w):
            block.slot[place] = -1
        before = slots
        legal_at = decided.legal_at[decision]
        for k in range(legal_at, legal_at + decided.num_legal[decision]):
            token = where.action_token[decided.legal[k]]
            place = b * w + token - 1
            if token > 0 and block.slot[place] < 0:
                block.slot[place] = slots
                block.slot_place[slots] = place
                block.slot_query[slots] = queries
                slots += 1
        if slots > before:
            block.asking[queries] = b
            queries += 1
    fill(block.query, queries, net.ask_bias)
    add_products(block.trunk, block.asking, queries, net.ask_trunk, block.query, block.every)
    for s in range(slots):
        query = block.query[block.slot_query[s]]
        for n in range(len(query)):
            block.asked[s, n] = query[n]
    add_products(block.mixed, block.slot_place, slots, net.ask_world, block.asked, block.every)
    relu(block.asked, slots)
    return slots


@rule
def forward(net: Net, where: Where, decided: Decided, ids: Order, at: int, count: int, block: Block) -> int:
    """Write values and the logits of allowed actions, of decisions ids[at + b] for b < count <= 64.

    Return how many places have been asked.
    """
    first_layer(net, where, decided, ids, at, count, block)
    fill(block.trunk, count, net.trunk_bias)
    add_products(block.global_, block.every, count, net.trunk_whole, block.trunk, block.every)
    if where.num_places > 0:
        mix(net, where, decided, ids, at, count, block)
    relu(block.trunk, count)
    slots = ask(net, where, decided, ids, at, count, block) if where.num_places > 0 else 0
    for b in range(count):
        decision = ids[at + b]
        trunk, logits = block.trunk[b], block.logits[b]
        block.value[b] = np.float32(dot(trunk, net.value_trunk)) + net.value_bias[0]
        for k in range(decided.num_legal[decision]):
            action = decided.legal[decided.legal_at[decision] + k]
            token, row = where.action_token[action], where.action_row[action]
            if token == 0:
                logit = dot(trunk, net.choose_whole[row])
            else:
                logit = dot(block.asked[block.slot[b * where.num_places + token - 1]], net.choose_world[row])
            logits[k] = np.float32(logit) + net.choose_bias[action]
    return slots


@rule
def log_softmax(logits: Weights, count: int) -> None:
    """Turn the first ``count`` logits into the logs of the probabilities they stand for."""
    top = logits[0]
    for k in range(1, count):
        top = max(top, logits[k])
    total = np.float32(0.0)
    for k in range(count):
        total += np.exp(logits[k] - top)
    total = top + np.log(total)
    for k in range(count):
        logits[k] -= total


# ── Acting ───────────────────────────────────────────────────────────────────────────────────────


@rule
def act(net: Net, where: Where, decided: Decided, ids: Order, draws: Draws, block: Block) -> None:
    """Choose for decisions ids [B] by uniform draws [B]; write actions, the logs of their probabilities, and values."""
    for at in range(0, len(ids), BLOCK):
        count = min(BLOCK, len(ids) - at)
        forward(net, where, decided, ids, at, count, block)
        for b in range(count):
            decision = ids[at + b]
            legal = decided.num_legal[decision]
            chosen = choose(block.logits[b], legal, 1.0, draws[at + b])
            decided.action[decision] = decided.legal[decided.legal_at[decision] + chosen]
            log_softmax(block.logits[b], legal)
            decided.log_prob[decision] = block.logits[b, chosen]
            decided.value[decision] = block.value[b]


@rule
def refer(net: Net, where: Where, decided: Decided, ids: Order, block: Block) -> None:
    """Write the logs of a network's probabilities of all allowed actions as the `reference` of decisions ids [B]."""
    for at in range(0, len(ids), BLOCK):
        count = min(BLOCK, len(ids) - at)
        forward(net, where, decided, ids, at, count, block)
        for b in range(count):
            legal_at, legal = decided.legal_at[ids[at + b]], decided.num_legal[ids[at + b]]
            log_softmax(block.logits[b], legal)
            for k in range(legal):
                decided.reference[legal_at + k] = block.logits[b, k]


# ── Cards embedded: weights of rows that are about a card follow from what the card is ───────────


@rule
def embed(cards: Matrix, of_cards: Matrix, width: int, row: Tokens, card: Tokens, end: Tokens, rows: Matrix) -> None:
    """Add to rows of weights [V, N] what follows from their cards: cards[c] times the group's matrix.

    Args:
        cards: [C, E'] embeddings, E rounded up to whole tiles.
        of_cards: [groups E, N] a matrix [E, N] for each group.
        width: E.
        row: numbers of rows, one group after the other.
        card: of each row.
        end: [groups] where a group's rows end.
        rows: added to.
    """
    begin = 0
    for group in range(len(end)):
        for n in range(0, rows.shape[1], WIDTH):
            for k in range(0, cards.shape[1], WIDTH):
                for j in range(begin, end[group]):
                    add_tile(cards[card[j]], k, of_cards, group * width + k, n, rows[row[j]])
        begin = end[group]


# ── Memory ───────────────────────────────────────────────────────────────────────────────────────


def new_block(where: Where, widths: tuple[int, int, int], legal: int) -> Block:
    """Return scratch memory. ``widths``: G, D and T, whole tiles; legal: most actions of a decision."""
    g, d, t = widths
    w = where.num_places
    size = BLOCK * max(1, w)
    whole: dict[str, tuple[int, ...]] = {
        "focused": (BLOCK + 1,), "every": (size,), "value": (BLOCK,),
        "slot": (size,), "slot_place": (size,), "slot_query": (size,), "asking": (BLOCK,),
        "global_": (BLOCK, g), "trunk": (BLOCK, t), "logits": (BLOCK, legal),
        **dict.fromkeys(("places", "mixed", "asked"), (BLOCK * w, d)),
        **dict.fromkeys(("context", "mean", "most", "most_at", "here", "query"), (BLOCK, d)),
    }  # fmt: skip
    numbers = ("focused", "every", "most_at", "slot", "slot_place", "slot_query", "asking")
    arrays: dict[str, Any] = {}
    for name in Block._fields:
        shape = whole[name.removeprefix("d_") if name != "d_global" else "global_"]
        arrays[name] = aligned(shape, np.int32 if name in numbers else np.float32)
    arrays["every"][:] = np.arange(size)
    return Block(**arrays)


def aligned(shape: tuple[int, ...], dtype: Any = np.float32) -> NDArray[Any]:
    """Return an array of zeros, of 4 bytes each, that begins with a line of the cache: no vector then lies in two."""
    return in_line(int(np.prod(shape)), dtype).reshape(shape)
