"""The loss over many decisions at once, PPO's and that of imitating a teacher, and its gradients, compiled.

Below: tiles.py, forward.py, whose blocks are gone through backwards. Above: learner.py. What forward.py leaves out is
left out here too; sums are reordered and fused, and the derivatives of a row depend on nothing beside it.

In order: the loss; layers back; back; learning from a piece of a minibatch; cards that weights follow from.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from agents.learned.forward import Factor, Indices, Matrix, Tokens, Weights
from training.selfplay.forward import (
    BLOCK,
    Block,
    Decided,
    Net,
    Where,
    add_products,
    clear,
    entries_from,
    forward,
    log_softmax,
)
from training.selfplay.tiles import WIDTH, Order, Sums, rule, spread_listed, spread_tile

# What is summed up over decisions: policy loss, value loss, entropy, clipped ratios, approximate KL; with a teacher the
# cross-entropy, and those of which its choice is the likeliest; with a magnet the divergence from it.
STATS = 8


class Back(NamedTuple):
    """What gradients flow back through: weights of a `Net`, those of its hidden layers transposed."""

    value_trunk: Weights
    choose_whole: Matrix
    choose_world: Matrix
    trunk_whole: Matrix
    mix_world: Matrix
    mix_whole: Matrix
    trunk_mean: Matrix
    trunk_most: Matrix
    trunk_here: Matrix
    ask_world: Matrix
    ask_trunk: Matrix


rule.library.add_tuple(Back)


# ── The loss ─────────────────────────────────────────────────────────────────────────────────────


@rule(inline=True)
def loss(
    decided: Decided, ids: Order, at: int, count: int, advantages: Weights, clip: float, entropy_weight: float,
    value_weight: float, teacher_weight: float, magnet_weight: float, size: int, block: Block, stats: Sums,
) -> None:  # fmt: skip
    """Write the derivatives of the loss by values and logits, for a block; add its parts to stats.

    As MaskablePPO computes it (Schulman et al. 2017): with the policy p, its entropy H, the ratio r = p(a) / p_old(a),
    and the advantage A, the loss is the mean over a minibatch of -min(A r, A clip(r)) - c H + c' (V - return)^2.
    To this -c'' log p(t) is added, the cross-entropy to the teacher's choice t (Schmitt et al. 2018, "Kickstarting Deep
    Reinforcement Learning"), and c''' K, the divergence K = KL(p, m) from the magnet m (Sokota et al. 2023, magnetic
    mirror descent). By logits: d log p_a / d logit_k = [k = a] - p_k, d H / d logit_k = -p_k (log p_k + H), and
    d K / d logit_k = p_k (log p_k - log m_k - K).

    Args:
        decided: holds the returns as value + advantage.
        ids: numbers of decisions.
        at: the block begins at ids[at].
        count: of decisions in the block.
        advantages: [B] for ids, normalised.
        clip: ratios count within 1 - clip and 1 + clip.
        entropy_weight: c.
        value_weight: c'.
        teacher_weight: c''; at 0 nobody has been asked, and what is taught is not read.
        magnet_weight: c'''; at 0 the reference is not read.
        size: of the minibatch.
        block: its logits become logs of probabilities.
        stats: summed up over decisions.
    """
    low, high = np.float32(1.0 - clip), np.float32(1.0 + clip)
    share = np.float32(1.0 / size)
    of_entropy = -np.float32(entropy_weight) * share
    of_value = np.float32(2.0 * value_weight) * share
    of_taught = -np.float32(teacher_weight) * share
    of_magnet = np.float32(magnet_weight) * share
    with_teacher, with_magnet = teacher_weight > 0.0, magnet_weight > 0.0
    for b in range(count):
        decision = ids[at + b]
        legal, legal_at, action = decided.num_legal[decision], decided.legal_at[decision], decided.action[decision]
        logits, slopes = block.logits[b], block.d_logits[b]
        log_softmax(logits, legal)
        log_prob = entropy = np.float32(0.0)
        for k in range(legal):
            slopes[k] = np.exp(logits[k])
            entropy -= slopes[k] * logits[k]
            if decided.legal[legal_at + k] == action:
                log_prob = logits[k]
        log_ratio = log_prob - decided.log_prob[decision]
        ratio = np.exp(log_ratio)
        advantage = advantages[at + b]
        clipped = min(max(ratio, low), high)
        of_log_prob = np.float32(0.0)
        if advantage * ratio <= advantage * clipped:  # else the clipped one counts, which is constant
            of_log_prob = -advantage * ratio * share
        for k in range(legal):
            prob = slopes[k]
            slope = -of_log_prob * prob - of_entropy * prob * (logits[k] + entropy)
            if decided.legal[legal_at + k] == action:
                slope += of_log_prob
            slopes[k] = slope
        if with_teacher:
            taught, best = decided.taught[decision], 0
            for k in range(legal):
                slopes[k] -= of_taught * np.exp(logits[k])
                best = k if logits[k] > logits[best] else best
                if decided.legal[legal_at + k] == taught:
                    slopes[k] += of_taught
                    stats[5] -= logits[k]
            stats[6] += decided.legal[legal_at + best] == taught
        if with_magnet:
            divergence = np.float32(0.0)
            for k in range(legal):
                divergence += np.exp(logits[k]) * (logits[k] - decided.reference[legal_at + k])
            for k in range(legal):
                apart = logits[k] - decided.reference[legal_at + k] - divergence
                slopes[k] += of_magnet * np.exp(logits[k]) * apart
            stats[7] += divergence
        error = block.value[b] - (decided.value[decision] + decided.advantage[decision])
        block.d_value[b] = of_value * error
        stats[0] -= min(advantage * ratio, advantage * clipped)
        stats[1] += error * error
        stats[2] += entropy
        stats[3] += abs(ratio - np.float32(1.0)) > np.float32(clip)
        stats[4] += (ratio - np.float32(1.0)) - log_ratio


# ── Back ─────────────────────────────────────────────────────────────────────────────────────────


@rule
def add_outer(x: Matrix, take: Indices, count: int, slopes: Matrix, to: Matrix) -> None:
    """Add the gradient of a matrix [K, N]: x[take[r]], transposed, times slopes[r], for r < count."""
    for n in range(0, to.shape[1], WIDTH):
        for k in range(0, to.shape[0], WIDTH):
            for r in range(count):
                spread_tile(x[take[r]], k, slopes[r], n, to, k)


@rule
def add_up(rows: Matrix, count: int, to: Weights) -> None:
    """Add the first ``count`` rows [N] to one vector."""
    for r in range(count):
        row = rows[r]
        for n in range(len(to)):
            to[n] += row[n]


@rule
def relu_back(rows: Matrix, count: int, slopes: Matrix) -> None:
    """Let slopes through where a relu's results are above 0, in the first ``count`` rows."""
    for r in range(count):
        row, slope = rows[r], slopes[r]
        for n in range(len(row)):
            slope[n] = slope[n] if row[n] > np.float32(0.0) else np.float32(0.0)


@rule
def add_times(times: Factor, x: Weights, to: Weights) -> None:
    """Add a number times a vector to another."""
    for n in range(len(to)):
        to[n] += times * x[n]


@rule(inline=True)
def logits_back(
    back: Back, where: Where, decided: Decided, ids: Order, at: int, count: int, block: Block, to: Net
) -> None:
    """Add the last layer's gradients; write the derivatives of what values the actions."""
    for b in range(count):
        decision = ids[at + b]
        trunk, d_trunk, of_value = block.trunk[b], block.d_trunk[b], block.d_value[b]
        to.value_bias[0] += of_value
        for n in range(len(trunk)):
            d_trunk[n] = of_value * back.value_trunk[n]
            to.value_trunk[n] += of_value * trunk[n]
        for k in range(decided.num_legal[decision]):
            action = decided.legal[decided.legal_at[decision] + k]
            token, row, slope = where.action_token[action], where.action_row[action], block.d_logits[b, k]
            to.choose_bias[action] += slope
            if token == 0:
                add_times(slope, back.choose_whole[row], d_trunk)
                add_times(slope, trunk, to.choose_whole[row])
            else:
                s = block.slot[b * where.num_places + token - 1]
                add_times(slope, back.choose_world[row], block.d_asked[s])
                add_times(slope, block.asked[s], to.choose_world[row])


@rule(inline=True)
def ask_back(back: Back, slots: int, block: Block, to: Net) -> None:
    """Go back from what was asked to the mixed places and the trunk."""
    if slots == 0:
        return
    queries = block.slot_query[slots - 1] + 1
    relu_back(block.asked, slots, block.d_asked)
    clear(block.d_query, queries)
    for s in range(slots):
        add_times(np.float32(1.0), block.d_asked[s], block.d_query[block.slot_query[s]])
    add_outer(block.mixed, block.slot_place, slots, block.d_asked, to.ask_world)
    add_products(block.d_asked, block.every, slots, back.ask_world, block.d_mixed, block.slot_place)
    add_up(block.d_query, queries, to.ask_bias)
    add_outer(block.trunk, block.asking, queries, block.d_query, to.ask_trunk)
    add_products(block.d_query, block.every, queries, back.ask_trunk, block.d_trunk, block.asking)


@rule(inline=True)
def mix_back(
    back: Back, where: Where, decided: Decided, ids: Order, at: int, count: int, block: Block, to: Net
) -> None:
    """Go back from the trunk's sum to the places, and add to the derivatives of the global token."""
    w, every, focused = where.num_places, block.every, 0
    for b in range(count):
        in_focus = False
        for place in range(w):
            in_focus |= decided.focus[ids[at + b], place] != np.float32(0.0)
        block.focused[focused] = b
        focused += in_focus
    clear(block.d_mean, count)
    clear(block.d_most, count)
    clear(block.d_here, count)
    add_outer(block.mean, every, count, block.d_trunk, to.trunk_mean)
    add_outer(block.most, every, count, block.d_trunk, to.trunk_most)
    add_outer(block.here, every, count, block.d_trunk, to.trunk_here)
    add_products(block.d_trunk, every, count, back.trunk_mean, block.d_mean, every)
    add_products(block.d_trunk, every, count, back.trunk_most, block.d_most, every)
    add_products(block.d_trunk, block.focused, focused, back.trunk_here, block.d_here, block.focused)
    share = np.float32(1.0) / np.float32(w)
    clear(block.d_context, count)
    for b in range(count):
        mean, most, most_at = block.d_mean[b], block.d_most[b], block.most_at[b]
        for place in range(b * w, b * w + w):
            slope, in_focus = block.d_mixed[place], decided.focus[ids[at + b], place - b * w]
            for n in range(len(slope)):
                slope[n] += mean[n] * share + (most[n] if most_at[n] == place else np.float32(0.0))
            if in_focus != np.float32(0.0):
                add_times(in_focus, block.d_here[b], slope)
    relu_back(block.mixed, count * w, block.d_mixed)
    for b in range(count):
        for place in range(b * w, b * w + w):
            add_times(np.float32(1.0), block.d_mixed[place], block.d_context[b])
    add_outer(block.places, every, count * w, block.d_mixed, to.mix_world)
    add_up(block.d_context, count, to.mix_bias)
    add_outer(block.global_, every, count, block.d_context, to.mix_whole)
    add_products(block.d_context, every, count, back.mix_whole, block.d_global, every)
    clear(block.d_places, count * w)
    add_products(block.d_mixed, every, count * w, back.mix_world, block.d_places, every)
    relu_back(block.places, count * w, block.d_places)
    add_up(block.d_places, count * w, to.world_bias)


@rule(inline=True)
def spread_entries(slope: Weights, decided: Decided, decision: int, token: int, to: Matrix) -> None:
    """Add the gradients of the rows of weights that a token's entries name."""
    begin, end = entries_from(decided, decision, token), entries_from(decided, decision, token + 1)
    for n in range(0, len(slope), WIDTH):
        spread_listed(slope, decided.times, decided.row, begin, end, n, to)


@rule(inline=True)
def first_layer_back(where: Where, decided: Decided, ids: Order, at: int, count: int, block: Block, to: Net) -> None:
    """Add the gradients of the rows that the features have added."""
    w = where.num_places
    for b in range(count):
        decision = ids[at + b]
        spread_entries(block.d_global[b], decided, decision, 0, to.whole_rows)
        for token in range(1, w + 1):
            spread_entries(block.d_places[b * w + token - 1], decided, decision, token, to.world_rows)


@rule(inline=True)
def backward(
    back: Back, where: Where, decided: Decided, ids: Order, at: int, count: int, slots: int, block: Block, to: Net
) -> None:
    """Add the gradients of all weights, after `forward` and `loss` of the same block."""
    clear(block.d_asked, slots)
    clear(block.d_mixed, count * where.num_places)
    clear(block.d_global, count)
    logits_back(back, where, decided, ids, at, count, block, to)
    ask_back(back, slots, block, to)
    relu_back(block.trunk, count, block.d_trunk)
    add_up(block.d_trunk, count, to.trunk_bias)
    add_outer(block.global_, block.every, count, block.d_trunk, to.trunk_whole)
    add_products(block.d_trunk, block.every, count, back.trunk_whole, block.d_global, block.every)
    if where.num_places > 0:
        mix_back(back, where, decided, ids, at, count, block, to)
    relu_back(block.global_, count, block.d_global)
    add_up(block.d_global, count, to.whole_bias)
    first_layer_back(where, decided, ids, at, count, block, to)


@rule
def learn(
    net: Net, back: Back, where: Where, decided: Decided, ids: Order, advantages: Weights, clip: float,
    entropy_weight: float, value_weight: float, teacher_weight: float, magnet_weight: float, size: int, block: Block,
    to: Net, stats: Sums,
) -> None:  # fmt: skip
    """Add the gradients of the loss of some decisions of a minibatch to ``to``, its parts to stats; see `loss`."""
    for at in range(0, len(ids), BLOCK):
        count = min(BLOCK, len(ids) - at)
        slots = forward(net, where, decided, ids, at, count, block)
        loss(
            decided, ids, at, count, advantages, clip, entropy_weight, value_weight, teacher_weight, magnet_weight,
            size, block, stats,
        )  # fmt: skip
        backward(back, where, decided, ids, at, count, slots, block, to)


# ── Cards embedded ───────────────────────────────────────────────────────────────────────────────


@rule
def embed_back(
    cards: Matrix, of_cards: Matrix, width: int, row: Tokens, card: Tokens, end: Tokens, slopes: Matrix,
    to_cards: Matrix, to_of_cards: Matrix,
) -> None:  # fmt: skip
    """Add the gradients of embeddings and of the groups' matrices, by those of the rows of weights; see `embed`."""
    begin = 0
    for group in range(len(end)):
        for j in range(begin, end[group]):
            slope, to_card = slopes[row[j]], to_cards[card[j]]
            largest = np.float32(0.0)
            for n in range(len(slope)):
                largest = max(largest, abs(slope[n]))
            if largest == np.float32(0.0):
                continue  # no decision of the minibatch has seen or done this
            for e in range(width):
                one, total = of_cards[group * width + e], np.float32(0.0)
                for n in range(len(slope)):
                    total += one[n] * slope[n]
                to_card[e] += total
            for n in range(0, len(slope), WIDTH):
                for k in range(0, cards.shape[1], WIDTH):
                    spread_tile(cards[card[j]], k, slope, n, to_of_cards, group * width + k)
        begin = end[group]


@rule
def transpose(matrix: Matrix, to: Matrix) -> None:
    """Write a matrix [K, N] transposed."""
    for k in range(matrix.shape[0]):
        for n in range(matrix.shape[1]):
            to[n, k] = matrix[k, n]
