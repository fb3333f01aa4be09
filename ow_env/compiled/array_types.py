"""What Numba calls a record, and the arrays in it. Below: layout.py. Above: jit.py and the core."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba import types
from numba.core.imputils import lower_cast


def type_of(dtype: np.dtype[Any]) -> Any:
    """Return the numba type of a record, a number, or (a dtype with a shape) an array of them."""
    if dtype.subdtype is None:
        return numba.from_dtype(dtype)
    item, shape = dtype.subdtype
    return types.Array(numba.from_dtype(item), len(shape), "C")


@lower_cast(types.NestedArray, types.Array)  # type: ignore[no-untyped-call, untyped-decorator]
def pass_field_as_array(context: Any, builder: Any, source: Any, target: Any, value: Any) -> Any:
    """Let ``g.hand`` (a field) go where ``g.hands[player]`` (a row of one) goes: same layout."""
    return value
