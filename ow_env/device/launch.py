"""Running a game's kernels: PTX becomes a module of the driver, tensors its arguments, torch's stream its stream.

Below: nothing. Above: batch.py. Needs cuda-bindings and torch.

Numba's kernels take an array as seven words and more: two that are unused here, the number of items, the size of one,
the address, the shape, the strides in bytes.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import torch
from torch import Tensor

THREADS = 128  # in a block


class Items(NamedTuple):
    """A tensor of bytes as the kernels see it: an array of larger items, records say."""

    tensor: Tensor
    shape: tuple[int, ...]
    item_size: int


Argument = Tensor | Items | int | bool


def words_of(argument: Argument) -> list[int]:
    """Return the words of 64 bits that a kernel takes for an argument."""
    if isinstance(argument, bool | int):
        return [int(argument) & (2**64 - 1)]
    if isinstance(argument, Tensor):
        assert argument.is_contiguous()
        argument = Items(argument, tuple(argument.shape), argument.element_size())
    tensor, shape, size = argument
    strides: list[int] = []
    items = 1
    for length in reversed(shape):
        strides.insert(0, items * size)
        items *= length
    return [0, 0, items, size, tensor.data_ptr(), *shape, *strides]


class Arguments:
    """The arguments of one launch in the driver's form; the tensors must stay where they are."""

    def __init__(self, arguments: Sequence[Argument]) -> None:
        words = [word for argument in arguments for word in words_of(argument)]
        self.words = (ctypes.c_uint64 * len(words))(*words)
        start = ctypes.addressof(self.words)
        self.pointers = (ctypes.c_void_p * len(words))(*(start + 8 * index for index in range(len(words))))
        self.address = ctypes.addressof(self.pointers)


def driver() -> Any:
    """Return the driver's calls, which only a machine with a GPU needs."""
    from cuda.bindings import driver as found

    return found


def checked(answer: tuple[Any, ...]) -> Any:
    """Return what a call of the driver gave.

    Raises:
        RuntimeError: it failed; the driver's words.
    """
    error, *rest = answer
    if error != driver().CUresult.CUDA_SUCCESS:
        _, text = driver().cuGetErrorString(error)
        raise RuntimeError(f"CUDA: {text.decode() if text else error}")
    return rest[0] if rest else None


class Program:
    """The kernels of one game on one GPU.

    Args:
        codes: by the kernel's name, its PTX or machine code, and the symbol in that (`symbol_of` the PTX).
        device: the GPU, with its number: it need not be torch's current one.

    Raises:
        ValueError: the GPU's driver does not load this code: it is older than the compiler.
    """

    def __init__(self, codes: Mapping[str, tuple[bytes, str]], device: torch.device) -> None:
        self.device = device
        torch.zeros(1, device=device)  # torch makes the context
        self.functions: dict[str, Any] = {}
        self.modules = []  # alive as long as their functions
        with torch.cuda.device(device):
            for name, (code, symbol) in codes.items():
                try:
                    module = checked(driver().cuModuleLoadData(code + b"\0"))
                except RuntimeError as error:
                    version = checked(driver().cuDriverGetVersion())
                    known = f"CUDA {version // 1000}.{version % 1000 // 10}"
                    raise ValueError(
                        f"device: the driver of {torch.cuda.get_device_name(device)} knows {known}, and can't load what"
                        f" numba-cuda has compiled ({error}); update the driver"
                    ) from error
                self.modules.append(module)
                self.functions[name] = checked(driver().cuModuleGetFunction(module, symbol.encode()))

    def launch(self, name: str, threads: int, arguments: Arguments) -> None:
        """Start a kernel with at least so many threads on torch's stream; wait for nothing."""
        blocks = -(-threads // THREADS)
        with torch.cuda.device(self.device):
            stream = torch.cuda.current_stream(self.device).cuda_stream
            checked(driver().cuLaunchKernel(
                self.functions[name], blocks, 1, 1, THREADS, 1, 1, 0, driver().CUstream(stream), arguments.address, 0,
            ))  # fmt: skip


def symbol_of(ptx: str) -> str:
    """Return the symbol of the only kernel in PTX."""
    found = re.search(r"\.entry\s+(\w+)", ptx)
    if found is None:
        raise ValueError("no kernel in this code")
    return found[1]
