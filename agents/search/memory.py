"""The record of a network, as compiled code sees it: how wide it is, and where each of its tables begins.

Below: core/jit.py. Above: mind.py, records.py.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ow_env.core.jit import Record, record

MINDS = record([  # a network: how wide it is, and where in one array of numbers each of its tables begins
    ("whole", np.int64), ("world", np.int64), ("trunk", np.int64), ("worlds", np.int64), ("here", np.int64),
    ("whole_count", np.int64), ("world_count", np.int64),  # rows of their tables
    ("levels", np.int64),  # rows of weights that a plain figure has
    # in `places`: what Layout says of each number observed and of each action
    ("bag", np.int64), ("row", np.int64), ("level", np.int64), ("place", np.int64), ("choice", np.int64),
    # in `weights`
    ("scale", np.int64),
    ("whole_rows", np.int64), ("whole_bias", np.int64), ("world_rows", np.int64), ("world_bias", np.int64),
    ("mix_world", np.int64), ("mix_whole", np.int64), ("mix_bias", np.int64),
    ("trunk_whole", np.int64), ("trunk_bias", np.int64), ("trunk_mean", np.int64), ("trunk_most", np.int64),
    ("trunk_here", np.int64), ("value_trunk", np.int64), ("value_bias", np.int64),
    ("ask_world", np.int64), ("ask_trunk", np.int64), ("ask_bias", np.int64),
    ("choose_whole", np.int64), ("choose_world", np.int64), ("choose_bias", np.int64),
    # in `thoughts`, the scratch memory
    ("at_whole", np.int64), ("at_worlds", np.int64), ("at_mixed", np.int64), ("at_sum", np.int64),
    ("at_trunk", np.int64), ("at_logits", np.int64), ("thoughts", np.int64),
])  # fmt: skip

Minds: TypeAlias = Record
Weights: TypeAlias = NDArray[np.float32]
Worlds: TypeAlias = NDArray[np.float32]  # [W, D]
Places: TypeAlias = NDArray[np.int32]
