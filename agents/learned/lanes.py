"""Sixty-four numbers at a time: sums of scaled rows of weights that stay in the processor's registers meanwhile.

Below: core/jit.py, for whether anything is compiled. Above: forward.py. Compiled, each function is an operation of LLVM
on a vector of 64 numbers, which becomes 4, 8 or 16 instructions, as wide as the processor has them; uncompiled, numpy
says the same, to the last bit: nothing is fused and nothing reordered.

Arrays are contiguous, of any dimensions; ``at`` counts numbers from the first. Nobody looks whether it lies within.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numba.extending
import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import models

from ow_env.core.jit import PURE

LANES = 64  # numbers that are worked on together
LINE = 16  # numbers in a line of the cache
LISTED = 16  # numbers that are looked at together

Floats: TypeAlias = npt.NDArray[np.float32]
Vector: TypeAlias = npt.NDArray[np.float32]  # [LANES], a value that is never changed

FLOATS, ROW = ir.VectorType(ir.FloatType(), LANES), ir.VectorType(ir.FloatType(), LISTED)


def load(x: Floats, at: int) -> Vector:
    """Return the numbers x[at : at + LANES]."""
    return x.reshape(-1)[at : at + LANES].copy()


def store(vector: Vector, x: Floats, at: int) -> None:
    """Write a vector to x[at : at + LANES]."""
    x.reshape(-1)[at : at + LANES] = vector


def scaled(factor: np.float32, x: Floats, at: int) -> Vector:
    """Return a factor times x[at : at + LANES]."""
    return np.float32(factor) * x.reshape(-1)[at : at + LANES]


def add(one: Vector, other: Vector) -> Vector:
    """Return the sum, number by number."""
    return one + other


def highest(one: Vector, other: Vector) -> Vector:
    """Return the greater numbers of two vectors."""
    return np.where(one > other, one, other)


def zeros() -> Vector:
    """Return zeros."""
    return np.zeros(LANES, np.float32)


def list_nonzero(x: Floats, at: int, found: npt.NDArray[np.int32], count: int) -> int:
    """Append to found, of which ``count`` are in use, which of x[at : at + LISTED] are not 0, counted from x[0].

    Returns how many are in use then; beyond them found [count + LISTED] may hold anything.
    """
    some = np.flatnonzero(x.reshape(-1)[at : at + LISTED]) + at
    found[count : count + len(some)] = some
    return count + len(some)


# ── The same for LLVM ────────────────────────────────────────────────────────────────────────────


class VectorType(types.Type):
    """A vector, to numba: LLVM's own, which no array and no record holds."""

    def __init__(self) -> None:
        super().__init__(name=f"Vector({LANES})")


class VectorModel(models.PrimitiveModel):
    """How numba keeps one: as it is."""

    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, FLOATS)  # type: ignore[no-untyped-call]


def _place(context: Any, builder: Any, array: Any, value: Any, at: Any) -> Any:
    """Return the address of the vector that begins at a place of an array."""
    data = context.make_array(array)(context, builder, value).data
    return builder.bitcast(builder.gep(data, [at], inbounds=True), FLOATS.as_pointer())


def _is_floats(array: Any) -> bool:
    return isinstance(array, types.Array) and array.layout == "C" and array.dtype == types.float32


def _load(typing: Any, x: Any, at: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load(_place(context, builder, signature.args[0], *arguments), align=4)

    return (VECTOR(x, types.intp), generate) if _is_floats(x) else None


def _store(typing: Any, vector: Any, x: Any, at: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        builder.store(arguments[0], _place(context, builder, signature.args[1], *arguments[1:]), align=4)
        return context.get_dummy_value()

    return (types.void(VECTOR, x, types.intp), generate) if _is_floats(x) else None


def _scaled(typing: Any, factor: Any, x: Any, at: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        one = builder.insert_element(ir.Constant(FLOATS, ir.Undefined), arguments[0], ir.Constant(ir.IntType(32), 0))
        everywhere = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
        factors = builder.shuffle_vector(one, ir.Constant(FLOATS, ir.Undefined), everywhere)
        row = builder.load(_place(context, builder, signature.args[1], *arguments[1:]), align=4)
        return builder.fmul(factors, row)

    return (VECTOR(types.float32, x, types.intp), generate) if _is_floats(x) else None


def _add(typing: Any, one: Any, other: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.fadd(*arguments)

    return VECTOR(VECTOR, VECTOR), generate


def _highest(typing: Any, one: Any, other: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.select(builder.fcmp_ordered(">", *arguments), *arguments)

    return VECTOR(VECTOR, VECTOR), generate


def _zeros(typing: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return ir.Constant(FLOATS, None)

    return VECTOR(), generate


def _list_nonzero(typing: Any, x: Any, at: Any, found: Any, count: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word, bits = ir.IntType(32), ir.IntType(LISTED)
        words, flags = ir.VectorType(word, LISTED), ir.VectorType(ir.IntType(1), LISTED)
        of_x, of_found = (context.make_array(signature.args[k])(context, builder, arguments[k]).data for k in (0, 2))
        some = builder.bitcast(builder.gep(of_x, [arguments[1]], inbounds=True), ROW.as_pointer())
        wanted = builder.fcmp_unordered("!=", builder.load(some, align=4), ir.Constant(ROW, None))
        first = builder.insert_element(
            ir.Constant(words, ir.Undefined), builder.trunc(arguments[1], word), ir.Constant(word, 0)
        )
        numbers = builder.add(
            builder.shuffle_vector(first, ir.Constant(words, ir.Undefined), ir.Constant(words, [0] * LISTED)),
            ir.Constant(words, list(range(LISTED))),
        )
        kind = ir.FunctionType(words, [words, flags, words])
        name = f"llvm.experimental.vector.compress.v{LISTED}i32"
        compress = cgutils.get_or_insert_function(builder.module, kind, name)  # type: ignore[no-untyped-call]
        packed = builder.call(compress, [numbers, wanted, ir.Constant(words, ir.Undefined)])
        to = builder.bitcast(builder.gep(of_found, [arguments[3]], inbounds=True), words.as_pointer())
        builder.store(packed, to, align=4)
        more = builder.zext(builder.ctpop(builder.bitcast(wanted, bits)), ir.IntType(64))
        return builder.add(arguments[3], more)

    return (types.intp(x, types.intp, found, types.intp), generate) if _is_floats(x) else None


VECTOR = VectorType()
intrinsic: Any = numba.extending.intrinsic
if not PURE:
    numba.extending.register_model(VectorType)(VectorModel)
    load = intrinsic(_load)
    store = intrinsic(_store)
    scaled = intrinsic(_scaled)
    add = intrinsic(_add)
    highest = intrinsic(_highest)
    zeros = intrinsic(_zeros)
    list_nonzero = intrinsic(_list_nonzero)
