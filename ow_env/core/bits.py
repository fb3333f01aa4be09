"""Processor instructions that Numba lacks: 64-byte vectors, bit operations, prefetching, atomic addition.

Below: jit.py, for whether anything is compiled. Above: rng.py, sparse.py, sharing.py, kernels.py. Compiled, each
function is an LLVM instruction; uncompiled, a line or two of equivalent Python.
"""

from __future__ import annotations

import threading
from typing import Any

import numba.extending
import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba import types

from ow_env.compiled.jit import PURE

WIDTH = 64  # bytes that are looked at together, bits of a word; bytes that memory is fetched by

ONE_AT_A_TIME = threading.Lock()  # of the threads that add, uncompiled

WORD, BYTES = ir.IntType(64), ir.VectorType(ir.IntType(8), WIDTH)


def which_not_zero(row: npt.NDArray[Any], first: int) -> np.uint64:
    """Return bit i set where ``row[first + i]`` is not zero, for 64 bytes; all of them must be in the row."""
    found: np.uint64 = np.packbits(row[first : first + WIDTH] != 0, bitorder="little").view(np.uint64)[0]
    return found


def count_ones(bits: np.uint64) -> int:
    """Return how many bits are set."""
    return int(bits).bit_count()


def lowest(bits: np.uint64) -> int:
    """Return the number of the lowest bit that is set, 64 if none is."""
    return (int(bits) & -int(bits)).bit_length() - 1 if bits else WIDTH


def without_lowest(bits: np.uint64) -> np.uint64:
    """Return the bits without the lowest that is set; 0 of 0."""
    return np.uint64(int(bits) & max(int(bits) - 1, 0))


def fetch(array: npt.NDArray[Any], index: int, byte: int) -> None:
    """Have the processor fetch the bytes about byte ``byte`` of ``array[index]``, which will be needed soon."""


def add_atomically(numbers: npt.NDArray[np.int64], index: int, more: int) -> int:
    """Add to a number that other threads add to at the same time; return what it was before.

    What a thread wrote before its addition is visible to every thread that sees the sum.
    """
    with ONE_AT_A_TIME:
        before = int(numbers[index])
        numbers[index] = before + more
        return before


def read_atomically(numbers: npt.NDArray[np.int64], index: int) -> int:
    """Return a number that other threads add to: what it is now, however often it was read before."""
    with ONE_AT_A_TIME:
        return int(numbers[index])


def _which_not_zero(typing: Any, row: Any, first: Any) -> Any:
    if not (isinstance(row, types.Array) and row.ndim == 1 and row.layout == "C" and row.dtype.bitwidth == 8):
        return None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        at = builder.bitcast(builder.gep(data, [arguments[1]], inbounds=True), BYTES.as_pointer())
        some = builder.icmp_unsigned("!=", builder.load(at, align=1), ir.Constant(BYTES, None))
        return builder.bitcast(some, WORD)

    return types.uint64(row, types.intp), generate


def _count_ones(typing: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.intp(types.uint64), generate


def _lowest(typing: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.intp(types.uint64), generate


def _without_lowest(typing: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.and_(arguments[0], builder.sub(arguments[0], ir.Constant(WORD, 1)))

    return types.uint64(types.uint64), generate


def _fetch(typing: Any, array: Any, index: Any, byte: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        entry = builder.bitcast(builder.gep(data, [arguments[1]]), ir.IntType(8).as_pointer())
        flag = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [entry.type, flag, flag, flag])
        read, often, memory = (ir.Constant(flag, value) for value in (0, 3, 1))
        at = builder.gep(entry, [arguments[2]])
        builder.call(builder.module.declare_intrinsic("llvm.prefetch", [entry.type], kind), [at, read, often, memory])
        return context.get_dummy_value()

    return types.none(array, types.intp, types.intp), generate


def _element(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Return the address of ``numbers[index]``, the first two arguments."""
    data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
    return builder.gep(data, [arguments[1]])


def _add_atomically(typing: Any, numbers: Any, index: Any, more: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.atomic_rmw("add", _element(context, builder, signature, arguments), arguments[2], "seq_cst")

    return types.int64(numbers, types.intp, types.int64), generate


def _read_atomically(typing: Any, numbers: Any, index: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load_atomic(_element(context, builder, signature, arguments), "acquire", 8)

    return types.int64(numbers, types.intp), generate


def operation(plain: Any, generator: Any) -> Any:
    """Return a function as an operation of compiled code; ``py_func`` is the line of numpy, for Python."""
    compiled: Any = numba.extending.intrinsic(generator)
    compiled.py_func = plain
    return compiled


if not PURE:
    which_not_zero = operation(which_not_zero, _which_not_zero)
    count_ones = operation(count_ones, _count_ones)
    lowest = operation(lowest, _lowest)
    without_lowest = operation(without_lowest, _without_lowest)
    fetch = operation(fetch, _fetch)
    add_atomically = operation(add_atomically, _add_atomically)
    read_atomically = operation(read_atomically, _read_atomically)
