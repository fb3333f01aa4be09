"""Rows of weights added up in registers, 64 numbers at a time: what all layers of a network, and their gradients, do.

Below: core/jit.py, for whether anything is compiled. Above: gradients.py. Compiled, each function is a
loop of vector instructions, for numba cannot be told to keep 64 sums in registers; uncompiled, a line of numpy says the
same. None checks a bound: 64 numbers must lie where 64 are read.

Numbers that are zero cost nothing. After a relu half of them are, later in training nine tenths: at one half,
`add_tile` multiplies a matrix 2.5 times as fast as a BLAS that multiplies all of it.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic as numba_intrinsic
from numpy.typing import NDArray

from ow_env.core.jit import PURE

WIDTH = 64  # numbers in a tile: widths of layers are rounded up to a multiple of it
LANES = 16  # numbers in a vector; a processor with shorter ones takes it in pieces

Vector: TypeAlias = NDArray[np.float32]  # [N]
Matrix: TypeAlias = NDArray[np.float32]  # [K, N]
Numbers: TypeAlias = NDArray[np.int32]  # [..] of rows


def padded(width: int) -> int:
    """Return a width rounded up to whole tiles."""
    return -(-width // WIDTH) * WIDTH


def add_tile(x: Vector, k: int, matrix: Matrix, first: int, n: int, out: Vector) -> None:
    """Add x[k + j] times row first + j of a matrix to out, for 64 j, and of rows and out for 64 columns from n on.

    Rows that would be multiplied by zero are not read, and need not exist.
    """
    (some,) = np.nonzero(x[k : k + WIDTH])
    out[n : n + WIDTH] += x[k + some] @ matrix[first + some, n : n + WIDTH]


def add_listed(times: Vector, rows: Numbers, begin: int, end: int, matrix: Matrix, n: int, out: Vector) -> None:
    """Add times[j] times row rows[j] of a matrix to out, for begin <= j < end, for 64 columns from n on."""
    out[n : n + WIDTH] += times[begin:end] @ matrix[rows[begin:end], n : n + WIDTH]


def spread_listed(x: Vector, times: Vector, rows: Numbers, begin: int, end: int, n: int, matrix: Matrix) -> None:
    """Add times[j] times x to row rows[j] of a matrix, for begin <= j < end, for 64 columns from n on."""
    np.add.at(matrix[:, n : n + WIDTH], rows[begin:end], times[begin:end, None] * x[n : n + WIDTH])


def spread_tile(x: Vector, k: int, slope: Vector, n: int, matrix: Matrix, first: int) -> None:
    """Add x[k + j] times slope to row first + j of a matrix, for 64 j, and of both for 64 columns from n on."""
    (some,) = np.nonzero(x[k : k + WIDTH])
    matrix[first + some, n : n + WIDTH] += x[k + some, None] * slope[n : n + WIDTH]


# ── Compiled ─────────────────────────────────────────────────────────────────────────────────────

FLOAT, WORD, INT = ir.FloatType(), ir.IntType(64), ir.IntType(32)
PART = ir.VectorType(FLOAT, LANES)
TILE = ir.VectorType(FLOAT, WIDTH)
PARTS = range(0, WIDTH, LANES)


def _arrays(context: Any, builder: Any, signature: Any, arguments: Any) -> list[Any]:
    """Return arguments with arrays as numba's structures, whose ``data`` points to the first number."""
    return [
        context.make_array(kind)(context, builder, value) if isinstance(kind, types.Array) else value
        for kind, value in zip(signature.args, arguments, strict=True)
    ]


def _at(builder: Any, array: Any, number: Any, row: Any = None) -> Any:
    """Return the pointer to a number of an array [N], or to one of a row of an array [K, N]."""
    if row is not None:
        number = builder.add(builder.mul(row, builder.extract_value(array.shape, 1)), number)
    return builder.gep(array.data, [number], inbounds=True)


def _load(builder: Any, at: Any) -> list[Any]:
    """Return the 64 numbers from a pointer on, as vectors."""
    places = (builder.gep(at, [WORD(first)], inbounds=True) for first in PARTS)
    return [builder.load(builder.bitcast(place, PART.as_pointer()), align=4) for place in places]


def _store(builder: Any, at: Any, vectors: Any) -> None:
    for first, vector in zip(PARTS, vectors, strict=True):
        place = builder.gep(at, [WORD(first)], inbounds=True)
        builder.store(vector, builder.bitcast(place, PART.as_pointer()), align=4)


def _everywhere(builder: Any, number: Any) -> Any:
    """Return a vector of one number."""
    nothing = ir.Constant(PART, ir.Undefined)
    one = builder.insert_element(nothing, number, INT(0))
    return builder.shuffle_vector(one, nothing, ir.Constant(ir.VectorType(INT, LANES), [0] * LANES))


def _times_plus(builder: Any, number: Any, vectors: Any, others: Any) -> list[Any]:
    """Return number · vectors + others, by one instruction a vector where the processor has it."""
    factor, may = _everywhere(builder, number), ("contract",)
    return [
        builder.fadd(builder.fmul(factor, one, flags=may), other, flags=may)
        for one, other in zip(vectors, others, strict=True)
    ]


def _loop(builder: Any, state: list[Any], goes_on: Any, body: Any) -> list[Any]:
    """Run ``body``, which returns the next state, as long as the state ``goes_on``; return the last state."""
    before = builder.block
    head, inside, after = (builder.append_basic_block(name) for name in ("head", "inside", "after"))
    builder.branch(head)
    builder.position_at_end(head)
    current = [builder.phi(value.type) for value in state]
    builder.cbranch(goes_on(current), inside, after)
    builder.position_at_end(inside)
    following = body(current)
    for phi, first, later in zip(current, state, following, strict=True):
        phi.add_incoming(first, before)
        phi.add_incoming(later, builder.block)
    builder.branch(head)
    builder.position_at_end(after)
    return current


def _which(builder: Any, numbers: Any) -> Any:
    """Return a word of 64 bits that tells which of the 64 numbers from a pointer on are not zero."""
    all_of_them = builder.load(builder.bitcast(numbers, TILE.as_pointer()), align=4)
    return builder.bitcast(builder.fcmp_unordered("!=", all_of_them, ir.Constant(TILE, None)), WORD)


def _next(builder: Any, left: Any) -> tuple[Any, Any]:
    """Return the number of the lowest bit set in a word, and the word without it."""
    return builder.cttz(left, ir.IntType(1)(1)), builder.and_(left, builder.sub(left, WORD(1)))


def _some(builder: Any, state: list[Any]) -> Any:
    """Return whether a bit is set in the first of a state."""
    return builder.icmp_unsigned("!=", state[0], WORD(0))


def _entry(builder: Any, times: Any, rows: Any, j: Any) -> tuple[Any, Any]:
    """Return the number and the row of a list's entry."""
    return builder.load(_at(builder, times, j)), builder.sext(builder.load(_at(builder, rows, j)), WORD)


def _add_tile(typing: Any, x: Any, k: Any, matrix: Any, first: Any, n: Any, out: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        x, k, matrix, first, n, out = _arrays(context, builder, signature, arguments)
        numbers, to = _at(builder, x, k), _at(builder, out, n)

        def body(state: list[Any]) -> list[Any]:
            (j, left), sums = _next(builder, state[0]), state[1:]
            number = builder.load(builder.gep(numbers, [j], inbounds=True))
            row = _load(builder, _at(builder, matrix, n, builder.add(first, j)))
            return [left, *_times_plus(builder, number, row, sums)]

        state = [_which(builder, numbers), *_load(builder, to)]
        _store(builder, to, _loop(builder, state, lambda state: _some(builder, state), body)[1:])
        return context.get_dummy_value()

    return types.void(x, types.intp, matrix, types.intp, types.intp, out), generate


def _spread_tile(typing: Any, x: Any, k: Any, slope: Any, n: Any, matrix: Any, first: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        x, k, slope, n, matrix, first = _arrays(context, builder, signature, arguments)
        numbers, vectors = _at(builder, x, k), _load(builder, _at(builder, slope, n))

        def body(state: list[Any]) -> list[Any]:
            j, left = _next(builder, state[0])
            number = builder.load(builder.gep(numbers, [j], inbounds=True))
            to = _at(builder, matrix, n, builder.add(first, j))
            _store(builder, to, _times_plus(builder, number, vectors, _load(builder, to)))
            return [left]

        _loop(builder, [_which(builder, numbers)], lambda state: _some(builder, state), body)
        return context.get_dummy_value()

    return types.void(x, types.intp, slope, types.intp, matrix, types.intp), generate


def _add_listed(typing: Any, times: Any, rows: Any, begin: Any, end: Any, matrix: Any, n: Any, out: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        times, rows, begin, end, matrix, n, out = _arrays(context, builder, signature, arguments)
        to = _at(builder, out, n)

        def body(state: list[Any]) -> list[Any]:
            j, *sums = state
            number, row = _entry(builder, times, rows, j)
            found = _load(builder, _at(builder, matrix, n, row))
            return [builder.add(j, WORD(1)), *_times_plus(builder, number, found, sums)]

        state = [begin, *_load(builder, to)]
        _, *sums = _loop(builder, state, lambda state: builder.icmp_signed("<", state[0], end), body)
        _store(builder, to, sums)
        return context.get_dummy_value()

    return types.void(times, rows, types.intp, types.intp, matrix, types.intp, out), generate


def _spread_listed(typing: Any, x: Any, times: Any, rows: Any, begin: Any, end: Any, n: Any, matrix: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        x, times, rows, begin, end, n, matrix = _arrays(context, builder, signature, arguments)
        numbers = _load(builder, _at(builder, x, n))

        def body(state: list[Any]) -> list[Any]:
            number, row = _entry(builder, times, rows, state[0])
            to = _at(builder, matrix, n, row)
            _store(builder, to, _times_plus(builder, number, numbers, _load(builder, to)))
            return [builder.add(state[0], WORD(1))]

        _loop(builder, [begin], lambda state: builder.icmp_signed("<", state[0], end), body)
        return context.get_dummy_value()

    return types.void(x, times, rows, types.intp, types.intp, types.intp, matrix), generate


intrinsic: Any = numba_intrinsic
if not PURE:
    add_tile = intrinsic(_add_tile)
    spread_tile = intrinsic(_spread_tile)
    add_listed = intrinsic(_add_listed)
    spread_listed = intrinsic(_spread_listed)
