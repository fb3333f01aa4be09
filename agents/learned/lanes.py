"""Sixty-four numbers at a time: sums of scaled rows of weights that stay in the processor's registers meanwhile.

Below: compiled/jit.py, for whether anything is compiled. Above: forward.py; tiles.py of training. Compiled, each
function is an operation of LLVM on four vectors of 16 numbers, each of which becomes 1, 2 or 4 instructions, as wide
as the processor has them; uncompiled, numpy says the same. Nothing is fused and nothing reordered, and the result is
bit-identical, unless the caller's library allows it (``fastmath``).

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

from ow_env.compiled.jit import PURE

LANES = 64  # numbers that are worked on together
LINE = 16  # numbers in a line of the cache
LISTED = 16  # numbers that are looked at together

Floats: TypeAlias = npt.NDArray[np.float32]
Vector: TypeAlias = npt.NDArray[np.float32]  # [LANES], a value that is never changed

PIECE, WHOLE = ir.VectorType(ir.FloatType(), LISTED), ir.VectorType(ir.FloatType(), LANES)
PIECES = ir.ArrayType(PIECE, LANES // LISTED)  # a vector: as a `WHOLE`, LLVM would take its last numbers first


def load(x: Floats, at: int) -> Vector:
    """Return the numbers x[at : at + LANES]."""
    return x.reshape(-1)[at : at + LANES].copy()


def store(vector: Vector, x: Floats, at: int) -> None:
    """Write a vector to x[at : at + LANES]."""
    x.reshape(-1)[at : at + LANES] = vector


def times(factor: np.float32, vector: Vector) -> Vector:
    """Return a factor times a vector."""
    return np.float32(factor) * vector


def add(one: Vector, other: Vector) -> Vector:
    """Return the sum, number by number."""
    return one + other


def highest(one: Vector, other: Vector) -> Vector:
    """Return the greater numbers of two vectors."""
    return np.where(one > other, one, other)


def zeros() -> Vector:
    """Return zeros."""
    return np.zeros(LANES, np.float32)


def which_not_zero(x: Floats, at: int) -> np.uint64:
    """Return bit i set where x[at + i] is not 0, for LANES numbers."""
    found: np.uint64 = np.packbits(x.reshape(-1)[at : at + LANES] != 0, bitorder="little").view(np.uint64)[0]
    return found


def list_nonzero(x: Floats, at: int, found: npt.NDArray[np.int32], count: int) -> int:
    """Append to found, of which ``count`` are in use, which of x[at : at + LISTED] are not 0, counted from x[0].

    Returns how many are in use then; beyond them found [count + LISTED] may hold anything.
    """
    some = np.flatnonzero(x.reshape(-1)[at : at + LISTED]) + at
    found[count : count + len(some)] = some
    return count + len(some)


# ── The same for LLVM ────────────────────────────────────────────────────────────────────────────


class VectorType(types.Type):
    """A vector, to numba, which no array and no record holds."""

    def __init__(self) -> None:
        super().__init__(name=f"Vector({LANES})")


class VectorModel(models.PrimitiveModel):
    """How numba keeps one: as it is."""

    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, PIECES)  # type: ignore[no-untyped-call]


def _place(context: Any, builder: Any, array: Any, value: Any, at: Any, kind: Any = PIECES) -> Any:
    """Return the address of the numbers that begin at a place of an array."""
    data = context.make_array(array)(context, builder, value).data
    return builder.bitcast(builder.gep(data, [at], inbounds=True), kind.as_pointer())


def _everywhere(builder: Any, number: Any) -> Any:
    """Return a piece in which one number stands everywhere."""
    word, nothing = ir.IntType(32), ir.Constant(ir.VectorType(number.type, LISTED), ir.Undefined)
    one = builder.insert_element(nothing, number, word(0))
    return builder.shuffle_vector(one, nothing, ir.Constant(ir.VectorType(word, LISTED), [0] * LISTED))


def _by_pieces(builder: Any, operation: Any, *vectors: Any) -> Any:
    """Return the vector of what an operation makes of the pieces of others."""
    made = ir.Constant(PIECES, ir.Undefined)
    for k in range(LANES // LISTED):
        made = builder.insert_value(made, operation(*(builder.extract_value(vector, k) for vector in vectors)), k)
    return made


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


def _times(typing: Any, factor: Any, vector: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        factors = _everywhere(builder, arguments[0])
        return _by_pieces(builder, lambda piece: builder.fmul(factors, piece), arguments[1])

    return VECTOR(types.float32, VECTOR), generate


def _add(typing: Any, one: Any, other: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _by_pieces(builder, builder.fadd, *arguments)

    return VECTOR(VECTOR, VECTOR), generate


def _highest(typing: Any, one: Any, other: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        def higher(one: Any, other: Any) -> Any:
            return builder.select(builder.fcmp_ordered(">", one, other), one, other)

        return _by_pieces(builder, higher, *arguments)

    return VECTOR(VECTOR, VECTOR), generate


def _zeros(typing: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return ir.Constant(PIECES, None)

    return VECTOR(), generate


def _which_not_zero(typing: Any, x: Any, at: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        x, at = arguments
        numbers = builder.load(_place(context, builder, signature.args[0], x, at, WHOLE), align=4)
        return builder.bitcast(builder.fcmp_unordered("!=", numbers, ir.Constant(WHOLE, None)), ir.IntType(LANES))

    return (types.uint64(x, types.intp), generate) if _is_floats(x) else None


def _list_nonzero(typing: Any, x: Any, at: Any, found: Any, count: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word, bits = ir.IntType(32), ir.IntType(LISTED)
        words, flags = ir.VectorType(word, LISTED), ir.VectorType(ir.IntType(1), LISTED)
        x, at, found, count = arguments
        numbers = builder.load(_place(context, builder, signature.args[0], x, at, PIECE), align=4)
        wanted = builder.fcmp_unordered("!=", numbers, ir.Constant(PIECE, None))
        first = _everywhere(builder, builder.trunc(at, word))
        places = builder.add(first, ir.Constant(words, list(range(LISTED))))
        kind = ir.FunctionType(words, [words, flags, words])
        name = f"llvm.experimental.vector.compress.v{LISTED}i32"
        compress = cgutils.get_or_insert_function(builder.module, kind, name)  # type: ignore[no-untyped-call]
        packed = builder.call(compress, [places, wanted, ir.Constant(words, ir.Undefined)])
        builder.store(packed, _place(context, builder, signature.args[2], found, count, words), align=4)
        more = builder.zext(builder.ctpop(builder.bitcast(wanted, bits)), ir.IntType(64))
        return builder.add(count, more)

    return (types.intp(x, types.intp, found, types.intp), generate) if _is_floats(x) else None


VECTOR = VectorType()
intrinsic: Any = numba.extending.intrinsic
if not PURE:
    numba.extending.register_model(VectorType)(VectorModel)
    load = intrinsic(_load)
    store = intrinsic(_store)
    times = intrinsic(_times)
    add = intrinsic(_add)
    highest = intrinsic(_highest)
    zeros = intrinsic(_zeros)
    which_not_zero = intrinsic(_which_not_zero)
    list_nonzero = intrinsic(_list_nonzero)
