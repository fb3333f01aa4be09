"""The network of `agents.learned.forward` in plain torch, for whole batches: what gradients flow through.

Below: agents.learned. Above: policy.py, device/network.py. The compiled row is the truth; tests hold every layer here
against it. On a CPU, forward.py and gradients.py compute forward and back, held against autograd here.
"""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor

from agents.learned.forward import BUCKETS
from agents.learned.layout import Layout


def token_sums(layout: Layout, features: Tensor, global_rows: Tensor, place_rows: Tensor) -> tuple[Tensor, Tensor]:
    """Return the first layer's sums without biases: global [B, G] and of places [B, W, D].

    features: uint8 [B, F]; global_rows [V, G] and place_rows [V', D] are weights.
    """
    device = features.device
    row, scale, bucket, token = (
        torch.as_tensor(array, device=device)
        for array in (layout.feature_row, layout.scale, layout.bucket_row, layout.feature_token)
    )
    b, i = features.nonzero(as_tuple=True)
    value = features[b, i].long()
    sums = []
    for weights, of_token in ((global_rows, token[i] == 0), (place_rows, token[i] > 0)):
        at, number, times = b[of_token], i[of_token], value[of_token]
        if weights is place_rows:
            at = at * layout.num_places + token[number].long() - 1
        size = len(features) * (layout.num_places if weights is place_rows else 1)
        total = torch.zeros(size, weights.shape[1], device=device, dtype=weights.dtype)
        total = total.index_add(0, at, weights[row[number].long()] * (times * scale[number])[:, None])
        in_bucket = bucket[number] >= 0
        rows = bucket[number[in_bucket]].long() + times[in_bucket].clamp(max=BUCKETS) - 1
        sums.append(total.index_add(0, at[in_bucket], weights[rows]))
    return sums[0], sums[1].reshape(len(features), layout.num_places, place_rows.shape[1])


def hidden_layers(
    weights: Mapping[str, Tensor], global_sum: Tensor, place_sums: Tensor, focus: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    """Return the trunk [B, T], what values the actions at places [B, W, D], and the positions' values [B].

    Args:
        weights: by the names of `agents.learned.shapes`.
        global_sum: [B, G], biases included.
        place_sums: [B, W, D] likewise.
        focus: [B, W] 1 at the place in focus.
    """
    with_places = place_sums.shape[1] > 0
    global_ = torch.relu(global_sum)
    trunk = global_ @ weights["trunk.whole"] + weights["trunk.bias"]
    places = mixed = torch.relu(place_sums)
    if with_places:
        context = global_ @ weights["mix.whole"] + weights["mix.bias"]
        mixed = torch.relu(places @ weights["mix.world"] + context[:, None])
        most = mixed.max(1).values  # `amax` would share the gradient among equals, at three times the cost
        trunk = trunk + mixed.mean(1) @ weights["trunk.mean"] + most @ weights["trunk.most"]
        trunk = trunk + (mixed * focus[:, :, None]).sum(1) @ weights["trunk.here"]
    trunk = torch.relu(trunk)
    if with_places:
        query = trunk @ weights["ask.trunk"] + weights["ask.bias"]
        places = torch.relu(mixed @ weights["ask.world"] + query[:, None])
    value = (trunk * weights["value.trunk"]).sum(1) + weights["value.bias"]
    return trunk, places, value


def action_logits(
    layout: Layout, trunk: Tensor, places: Tensor, by_global: Tensor, by_place: Tensor, bias: Tensor
) -> Tensor:
    """Return the logit of every action, allowed or not: [B, A]."""
    token, row = (torch.as_tensor(x, device=trunk.device).long() for x in (layout.action_token, layout.action_row))
    logits = trunk.new_zeros(len(trunk), len(token))
    of_global = (token == 0).nonzero().flatten()
    logits[:, of_global] = (trunk @ by_global.T)[:, row[of_global]]
    of_place = (token > 0).nonzero().flatten()
    if len(of_place):
        every = places @ by_place.T  # [B, W, K']
        logits[:, of_place] = every[:, token[of_place] - 1, row[of_place]]
    return logits + bias
