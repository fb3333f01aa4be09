"""A game's rules as code for NVIDIA GPUs (PTX), from the very sources that the CPU's machine code is made of.

Below: compiled/jit.py, which knows every rule and its signature; kernels.py, the loops. Above: batch.py. Needs
numba-cuda and NVIDIA's compiler, but no GPU.

Every rule becomes a device function with the one signature it has on a CPU, in the order of definition. Three things
differ. Records are declared aligned, which `compiled.layout.record` has made them: an int16 is then read at once, not
byte by byte. `core.blank` does nothing, for a kernel clears the rows before they are written. And what a CPU does to 64
bytes with one instruction is done to eight words.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
from collections.abc import Iterator
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

import numba
import numba.extending
import numba_cuda
from llvmlite import ir
from numba import cuda, types
from numba.core.dispatcher import Dispatcher
from numba.cuda import dispatcher as numba_dispatcher

from ow_env.compiled import cache
from ow_env.compiled.jit import LIBRARIES, Library
from ow_env.compiled.members import Member
from ow_env.compiled.sources import fingerprint
from ow_env.core import bits, blank
from ow_env.core.game import Game
from ow_env.device import kernels
from ow_env.device.kernels import whole_words

WORD = ir.IntType(64)
Capability = tuple[int, int]  # of a GPU: PTX for one runs on every later one, too
CAPABILITY: Capability = (9, 0)  # of the code that is tested without a GPU
# Of every device function. All are inlined into the kernels: with calls left, a kernel with divergent threads wrote
# to a wrong address on an H200, with two versions of NVIDIA's assembler (docs/gpu-study.md).
OPTIONS: dict[str, Any] = {"lto": False, "forceinline": True}


def code_for(game: Game, capability: Capability = CAPABILITY) -> str:
    """Return the PTX of all kernels of a game, from the user's cache or newly made (one to two minutes)."""
    library = LIBRARIES[game.name]
    game.kernels  # noqa: B018  (they are of the library, too: its members are the same whenever this is asked)
    label = label_of(library, whole_words(game), capability)
    if label is not None:
        with contextlib.suppress(cache.Fault):
            return cache.first_whole(cache.read, label, library.tops).decode()
    code = compile_kernels(game, capability)
    if label is not None and library.folder is not None:
        path = library.folder.parent / label
        try:
            cache.claim([path.parent])
            cache.write(path, label, code.encode())
        except OSError as error:
            library.keep_nothing(error)
    return code


def label_of(library: Library, words: int, capability: Capability = CAPABILITY) -> str | None:
    """Return what names the file of a game's kernels in any folder of code; None if nothing vouches for all of it.

    Args:
        library: of the game.
        words: `whole_words` of the game, which is part of the code.
        capability: of the GPU.
    """
    rules = [each.label(member) for each in library.all_below() for member in each.members]
    if None in rules:
        return None
    own = fingerprint(("ow_env.device.compile", "ow_env.device.kernels"), ("ow_env.device",))
    parts = (numba_cuda.__version__, capability, words, own, rules)
    key = hashlib.sha256(repr(parts).encode()).hexdigest()[:16]
    return f"{library.home}/ow_env.device-{key}/kernels{cache.SUFFIX}"


# ── Types ────────────────────────────────────────────────────────────────────────────────────────


@functools.cache
def aligned(kind: Any) -> Any:
    """Return the same type with every record in it declared aligned."""
    if isinstance(kind, types.Record):
        fields: Any = [
            (name, {"type": aligned(of.type), "offset": of.offset, "alignment": of.alignment, "title": of.title})
            for name, of in kind.fields.items()
        ]
        return types.Record(fields, kind.size, True)
    if isinstance(kind, types.NestedArray):
        return types.NestedArray(aligned(kind.dtype), kind.shape)
    if isinstance(kind, types.Array):
        return types.Array(aligned(kind.dtype), kind.ndim, kind.layout, readonly=not kind.mutable)
    return kind


# ── Device functions ─────────────────────────────────────────────────────────────────────────────


def _which_not_zero(typing: Any, row: Any, first: Any) -> Any:
    """`core.bits.which_not_zero`, eight bytes at a time: read from aligned addresses and shifted together."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        def number(value: int) -> Any:
            return ir.Constant(WORD, value)

        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        address = builder.ptrtoint(builder.gep(data, [arguments[1]]), WORD)
        base = builder.and_(address, number(-8))
        ahead = builder.and_(address, number(7))
        shift = builder.mul(ahead, number(8))
        rest = builder.sub(number(63), shift)
        offsets = [number(8 * index) for index in range(8)]
        offsets.append(builder.select(builder.icmp_unsigned("==", ahead, number(0)), number(56), number(64)))
        words = [builder.load(builder.inttoptr(builder.add(base, each), WORD.as_pointer())) for each in offsets]
        found = number(0)
        for index in range(8):
            above = builder.shl(builder.shl(words[index + 1], number(1)), rest)
            word = builder.or_(builder.lshr(words[index], shift), above)
            low = builder.add(builder.and_(word, number(0x7F7F7F7F7F7F7F7F)), number(0x7F7F7F7F7F7F7F7F))
            some = builder.lshr(builder.and_(builder.or_(low, word), number(0x8080808080808080)), number(7))
            packed = builder.lshr(builder.mul(some, number(0x0102040810204080)), number(56))
            found = builder.or_(found, builder.shl(packed, number(8 * index)))
        return found

    return types.uint64(row, types.intp), generate


def nothing(row: Any) -> None:
    """Leave a row as it is: it has been cleared."""


class Twins:
    """The device function of every rule of some libraries, made in the order of definition: callees first."""

    def __init__(self, libraries: list[Library]) -> None:
        self.made: dict[int, Any] = {}  # by the id of the CPU's function
        self.made[id(bits.which_not_zero)] = numba.extending.intrinsic(_which_not_zero)
        self.bodies = {id(blank.blank_mask): nothing, id(blank.blank): nothing}
        self.modules: dict[int, ModuleType] = {}
        for library in libraries:
            for member in library.members:
                if member.dispatcher.py_func.__globals__["__name__"] not in NOT_THERE:
                    self.made[id(member.dispatcher)] = self.make(member)

    def make(self, member: Member) -> Any:
        """Compile one rule with its one signature."""
        body = self.bodies.get(id(member.dispatcher))
        function = self.bound(member.dispatcher.py_func) if body is None else body
        inline = {"inline": "always"} if member.inline else {}
        twin = cuda.jit(function, device=True, **OPTIONS, **inline)
        if not member.inline:
            twin.compile_device(tuple(map(aligned, member.signature.args)), aligned(member.signature.return_type))
            twin.disable_compile()
        return twin

    def bound(self, function: Any, **more: Any) -> Any:
        """Return a copy of a function that calls device functions."""
        named = {
            name: self.there(function.__globals__[name])
            for name in function.__code__.co_names
            if name in function.__globals__
        }
        known = {**function.__globals__, **named, **more}
        copy = FunctionType(function.__code__, known, function.__name__, function.__defaults__)
        copy.__qualname__, copy.__module__ = function.__qualname__, function.__module__
        return copy

    def there(self, value: Any) -> Any:
        """Return what a name of the CPU's code means on the device."""
        if isinstance(value, ModuleType) and any(isinstance(each, Dispatcher) for each in vars(value).values()):
            if id(value) not in self.modules:
                self.modules[id(value)] = copy = ModuleType(value.__name__)
                copy.__dict__.update({name: self.made.get(id(each), each) for name, each in vars(value).items()})
            return self.modules[id(value)]
        return self.made.get(id(value), value)


NOT_THERE = {f"ow_env.core.{name}" for name in ("sharing", "sparse", "kernels", "secrecy")}  # for CPUs alone


@contextlib.contextmanager
def no_gpu_needed(capability: Capability = CAPABILITY) -> Iterator[None]:
    """Compile for this capability, whatever GPU there is; other kernels of this process ask for the real one again."""
    asked = numba_dispatcher.get_current_device
    some_device = SimpleNamespace(compute_capability=capability)  # compiling asks it for nothing else
    numba_dispatcher.get_current_device = lambda: some_device
    try:
        yield
    finally:
        numba_dispatcher.get_current_device = asked


def compile_kernels(game: Game, capability: Capability = CAPABILITY) -> str:
    """Return the PTX of all kernels of a game, one text a kernel, joined by `kernels.CUT`."""
    with no_gpu_needed(capability):
        return kernels.CUT.join(compiled(game, capability))


def compiled(game: Game, capability: Capability) -> Iterator[str]:
    """Yield the PTX of each kernel of a game."""
    library = LIBRARIES[game.name]
    game.kernels  # noqa: B018  (names the types that the signatures need)
    twins = Twins(library.all_below())
    rules = twins.there(game.engine)
    words = {word: aligned(kind) for word, kind in {**library.types, **kernels.KINDS}.items()}
    kind_of_decision = getattr(rules, "kind_of_decision", None)
    if kind_of_decision is None:
        kind_of_decision = cuda.jit(lambda g: 0, device=True, **OPTIONS)
    whole = whole_words(game)
    for name in kernels.NAMES:
        template = kernels.show_whole if name == "show" and whole else getattr(kernels, name)
        hints = [words[hint] for word, hint in template.__annotations__.items() if word != "return"]
        function = twins.bound(template, rules=rules, kind_of_decision=kind_of_decision, ROW_WORDS=whole)
        code, _ = cuda.compile(function, types.void(*hints), device=False, cc=capability, abi="numba")
        yield code
