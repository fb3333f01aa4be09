"""Compiled rules: what ``@rule`` does, and when machine code is made.

Below: cache.py, crew.py. Above: rng.py, kernels.py, and every game's rules. Knows no game.

A game calls ``rules_of`` once, in its state.py, and decorates each rule with the result::

    GAME = record([("turn", np.int16), ("hands", np.uint8, (2, 13))])
    rule = rules_of("skirmish", Game=GAME, Tables=TABLES)

    @rule
    def buy(g: Game, t: Tables, slot: int) -> None: ...

The annotations, as strings, are the signature: one per rule, so nothing is compiled twice and
nothing is compiled at import. The first call of any rule or kernel compiles the whole game in the
order of definition (callees therefore stand above callers) and keeps the result on disk. Later
processes load only what they call; cache.py says how what is kept stays right.

    OW_ENV_CACHE          the folder to keep machine code in (default: the user's cache folder)
    OW_ENV_BOUNDSCHECK=1  check every array index (so does NUMBA_BOUNDSCHECK=1); slower
    NUMBA_DISABLE_JIT=1   compile nothing: the same rules run as plain Python
"""

from __future__ import annotations

import contextlib
import inspect
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar, overload

import numba
import numpy as np
import numpy.typing as npt
from numba import types
from numba.core.imputils import lower_cast

import ow_env.core.cache as cache  # not from the package, which imports much more
from ow_env.core.crew import Crew

Actions: TypeAlias = npt.NDArray[np.int32]  # [P] one action id per player
Mask: TypeAlias = npt.NDArray[np.int8]  # [A] 1: allowed
Observation: TypeAlias = npt.NDArray[np.uint8]  # [F]

if TYPE_CHECKING:

    class Record:
        """One record, to a type checker: any field, of any type."""

        def __getattr__(self, field: str) -> Any: ...
        def __setattr__(self, field: str, value: Any) -> None: ...
        def __getitem__(self, field: str) -> Any: ...
        def __setitem__(self, field: str, value: Any) -> None: ...

else:
    Record = np.record

F = TypeVar("F", bound=Callable[..., Any])

config: Any = numba.config  # numba's type hints do not cover these two
njit: Any = numba.njit

PURE = bool(config.DISABLE_JIT)
BOUNDSCHECK = bool(config.BOUNDSCHECK) or os.environ.get("OW_ENV_BOUNDSCHECK") == "1"
OPTIONS: dict[str, Any] = {  # for every rule and kernel; part of the cache key
    "nogil": True,
    "no_cfunc_wrapper": True,
    "error_model": "numpy",
    "boundscheck": BOUNDSCHECK,
    "_nrt": False,  # no references counted: no rule makes an array, and every call would pay for those it is given
}
CORE = "ow_env.core"  # the package every game compiles with

NAMES: dict[str, Any] = {  # what annotations may say; rng.py adds Rng, rules_of a game's records
    "int": types.int64,
    "bool": types.boolean,
    "float": types.float64,
    "None": types.none,
    "Actions": types.int32[::1],
    "Mask": types.int8[::1],
    "Observation": types.uint8[::1],
}


class Rule(Protocol):
    """The decorator that ``rules_of`` returns. A type checker sees the function unchanged."""

    library: Library

    @overload
    def __call__(self, function: F) -> F: ...
    @overload
    def __call__(self, *, inline: bool = False) -> Callable[[F], F]: ...


def rules_of(game: str, *uses: str, **records: np.dtype[Any]) -> Rule:
    """Return the decorator for the rules of one game.

    Args:
        game: the game's name, unique in the process.
        uses: other libraries of rules whose rules and constants these build on, by name: agents are
            compiled after their game, and anew when its sources change.
        records: the names its annotations use and the dtypes they mean: one made by ``record``,
            or a dtype with a shape, e.g. ``Hand=np.dtype((np.uint8, (13,)))``.
    """
    package = sys._getframe(1).f_globals["__package__"] or "no package"
    library = LIBRARIES[game] = Library(game, package, records, uses)

    def rule(function: Any = None, *, inline: bool = False) -> Any:
        if function is None:
            return lambda late: library.add(late, inline=inline)
        return library.add(function, inline=inline)

    rule.library = library  # type: ignore[attr-defined]
    return rule  # type: ignore[return-value]


LIBRARIES: dict[str, Library] = {}


@dataclass(frozen=True)
class Member:
    """One rule or kernel, and the one signature it may have."""

    dispatcher: Any
    signature: Any
    modules: tuple[str, ...]  # its own, and others whose sources decide what it compiles to
    inline: bool  # pasted into its callers: compiled by itself only if Python calls it

    @property
    def name(self) -> str:
        """The full dotted name."""
        function = self.dispatcher.py_func
        return f"{function.__module__}.{function.__qualname__}"


class Library:
    """The rules and kernels of one game: what they are, and whether they are compiled yet."""

    def __init__(
        self,
        name: str,
        package: str,
        records: dict[str, np.dtype[Any]],
        uses: Sequence[str] = (),
    ) -> None:
        self.name = name
        self.uses = tuple(LIBRARIES[other] for other in uses)
        self.packages: tuple[str, ...] = (CORE, package)  # whose sources decide what is compiled
        for library in self.uses:
            self.packages += library.packages[1:]
        self.members: list[Member] = []  # in the order of definition
        self.keys: dict[tuple[str, ...], str | None] = {}  # of the modules of members
        self.types: dict[str, Any] = dict(NAMES)
        for word, dtype in records.items():
            check_fields(dtype)
            self.types[word] = type_of(dtype)

    @cached_property
    def folder(self) -> Path | None:
        """Where the builds of this game are kept; None: in memory only."""
        return cache.open_folder(f"{self.name}-{cache.system(OPTIONS)}")

    def place(self, member: Member) -> Path | None:
        """Return the folder of a member's module, as its sources were when it was imported."""
        key = self.keys[member.modules]
        if self.folder is None or key is None:
            return None
        return self.folder / f"{member.modules[0]}-{key}"

    def add(self, function: Any, *uses: str, inline: bool = False) -> Any:
        """Make a rule of ``function``; its code also depends on the modules ``uses``."""
        if PURE:
            return function
        inlining = {"inline": "always"} if inline else {}
        dispatcher = njit(**OPTIONS, **inlining)(function)
        modules = (function.__module__, *uses)
        member = Member(dispatcher, self.signature(function), modules, inline)
        self.members.append(member)
        if modules not in self.keys:
            self.keys[modules] = cache.fingerprint(modules, self.packages)

        def first_call(*arguments: Any) -> Any:
            """Stand in for numba's compile-on-call, which would guess a second signature."""
            self.load(member)
            return dispatcher  # numba calls what it is given

        dispatcher._compile_for_args = first_call
        return dispatcher

    def bind(self, template: Any, **scope: Any) -> Any:
        """Return ``template`` as a function of this game, with ``scope`` over its globals.

        It gets a name of its own: the machine code of two games must never share a symbol.
        """
        name = f"{template.__name__}__{self.name}"
        bound = FunctionType(template.__code__, {**template.__globals__, **scope}, name)
        bound.__qualname__ = name
        bound.__annotations__ = template.__annotations__
        used = [value.__name__ for value in scope.values() if isinstance(value, ModuleType)]
        return self.add(bound, *used)

    def signature(self, function: Any) -> Any:
        """Return the numba signature that the annotations of ``function`` spell."""
        hints = inspect.get_annotations(function)
        result = self.meaning(function, "return", hints.get("return"))
        names = inspect.signature(function).parameters
        return result(*(self.meaning(function, name, hints.get(name)) for name in names))

    def meaning(self, function: Any, place: str, word: Any) -> Any:
        """Return the numba type of one annotation, or refuse it by name."""
        if word in self.types:
            return self.types[word]
        raise TypeError(
            f"{function.__module__}.{function.__qualname__}: {place} is annotated {word!r}; "
            f"a rule of {self.name} may use {', '.join(sorted(self.types))} "
            "(as strings: from __future__ import annotations)"
        )

    def load(self, member: Member) -> None:
        """Make one member callable: from disk if it was built before, else build the game."""
        with LOCK:
            if not member.dispatcher.overloads:
                if member.name not in cache.built(self.place(member)):
                    self.build()
                self.compile(member)

    def build(self) -> None:
        """Compile everything in the order of definition; what is on disk is only loaded."""
        if self is not LIBRARIES["core"]:
            LIBRARIES["core"].build()
        for library in self.uses:
            library.build()
        members = [member for member in self.members if not member.inline]
        if all(member.dispatcher.overloads for member in members):
            return
        with cache.alone(self.folder):
            done = {name for member in members for name in cache.built(self.place(member))}
            missing = {member.name: member for member in members if member.name not in done}
            for member in members:
                if member.name in done:
                    self.compile(member)
            with progress(self.name, len(missing)) as tick:
                Crew(self.needs(missing), lambda name: self.compile(missing[name]), tick).work()
            for place in {self.place(member) for member in members}:
                names = {member.name for member in members if self.place(member) == place}
                if place is not None and not names <= done:
                    cache.finish(place, names)

    def needs(self, missing: Mapping[str, Member]) -> dict[str, list[str]]:
        """Return for each missing member the missing ones it may call, in the order of definition.

        What a rule calls stands above it, so of the names in its code only those count: a field
        that is called like a rule further down is no call.
        """
        above: dict[int, list[str]] = {}  # by dispatcher: what has to be compiled before its callers
        needs: dict[str, list[str]] = {}
        for member in self.members:
            called = [above.get(id(value), []) for value in named_in(member.dispatcher.py_func)]
            names = list(dict.fromkeys(name for some in called for name in some))
            if member.name in missing:
                needs[member.name] = names
            above[id(member.dispatcher)] = names if member.inline else [member.name]
        for name in needs:
            needs[name] = [needed for needed in needs[name] if needed in missing]
        return needs

    def compile(self, member: Member) -> None:
        """Compile or load one member with its one signature, and allow no other."""
        dispatcher = member.dispatcher
        if dispatcher.overloads:
            return
        check_constants(member)
        place = self.place(member)
        try:
            with cache.keeping_in(place):
                if place is not None:
                    place.mkdir(mode=0o700, exist_ok=True)
                    dispatcher.enable_caching()
                dispatcher.compile(member.signature)
        except OSError:  # the disk is full, or the folder gone: go on in memory
            self.folder = None
            if not dispatcher.overloads:
                dispatcher.compile(member.signature)
        dispatcher.disable_compile()
        assert len(dispatcher.signatures) == 1, f"{member.name} has a second signature"


@lower_cast(types.NestedArray, types.Array)  # type: ignore[no-untyped-call, untyped-decorator]
def pass_field_as_array(context: Any, builder: Any, source: Any, target: Any, value: Any) -> Any:
    """Let ``g.hand`` (a field) go where ``g.hands[player]`` (a row of one) goes: same layout."""
    return value


def type_of(dtype: np.dtype[Any]) -> Any:
    """Return the numba type of a record, a number, or (a dtype with a shape) an array of them."""
    if dtype.subdtype is None:
        return numba.from_dtype(dtype)
    item, shape = dtype.subdtype
    return types.Array(numba.from_dtype(item), len(shape), "C")


def record(fields: Sequence[tuple[Any, ...]]) -> np.dtype[Any]:
    """Return the dtype of a record with these fields: (name, dtype) or (name, dtype, shape).

    It is a dtype of ``np.record``, so ``g.turn`` reads the same compiled or not, and every number
    in it is aligned, those of records within it too, which numpy alone would not do.
    """
    whole: list[tuple[str, np.dtype[Any]]] = []
    size = 0
    for field in fields:
        kind = np.dtype(field[1:] if field[2:] else field[1])
        size = pad(whole, size, alignment(kind))
        whole.append((field[0], kind))
        size += kind.itemsize
    pad(whole, size, max(alignment(kind) for _, kind in whole))
    dtype = np.dtype((np.record, np.dtype(whole)))
    check_fields(dtype)
    return dtype


def pad(fields: list[tuple[str, np.dtype[Any]]], size: int, step: int) -> int:
    """Add bytes up to the next multiple of ``step``; return the size then.

    They are a field, not a gap: numpy does not copy gaps, and equal records must be equal bytes.
    """
    missing = -size % step
    if missing:
        fields.append((f"_{size}", np.dtype((np.uint8, (missing,)))))
    return size + missing


def alignment(dtype: np.dtype[Any]) -> int:
    """Return what the address of this must be a multiple of; numpy says 1 of any np.record."""
    if dtype.base.fields is None:
        return dtype.base.alignment
    return max(alignment(kind) for kind, *_ in dtype.base.fields.values())


def check_fields(dtype: np.dtype[Any]) -> None:
    """Refuse a record with a field that np.record would hide, or that is not np.record at all."""
    if dtype.names is None:
        return
    if not issubclass(dtype.type, np.record):
        raise TypeError(f"expected a dtype of np.record, got {dtype}")
    clash = set(dtype.names) & set(dir(np.record))
    if clash:
        raise TypeError(f"fields {sorted(clash)} are names np.record uses itself; rename them")


def named_in(function: FunctionType) -> Iterator[Any]:
    """Yield the globals that a function names, and what it may name of a module among them."""
    for name in function.__code__.co_names:
        value = function.__globals__.get(name)
        yield value
        if isinstance(value, ModuleType):
            yield from (getattr(value, other, None) for other in function.__code__.co_names)


def check_constants(member: Member) -> None:
    """Refuse a rule that reads a global array: it would be baked in, whatever becomes of it."""
    function = member.dispatcher.py_func
    for name in function.__code__.co_names:
        if isinstance(function.__globals__.get(name), np.ndarray):
            raise TypeError(
                f"{member.name} reads the global array {name}: "
                "put it into the tables, which rules take as an argument"
            )


@contextlib.contextmanager
def progress(name: str, total: int) -> Iterator[Callable[[], None]]:
    """Say on stderr what a cold build is doing: a running line on a terminal, else two lines."""
    start, done, live = time.perf_counter(), 0, sys.stderr.isatty()

    def tick() -> None:
        nonlocal done
        done += 1
        if live:
            print(f"\rcompiling {name} {done}/{total} ...", end="", file=sys.stderr, flush=True)

    loud = total > 10  # a handful of functions takes no time worth a line
    if loud and not live:
        print(f"compiling {name}, once for this machine ...", file=sys.stderr, flush=True)
    yield tick
    if loud:
        took = time.perf_counter() - start
        print(f"{chr(13) * live}compiled {name} in {took:.1f} s", file=sys.stderr, flush=True)


LOCK = threading.RLock()  # one thread compiles or loads at a time


def renew_lock() -> None:
    """In a forked child, drop a lock that a thread of the parent may have held."""
    global LOCK
    LOCK = threading.RLock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=renew_lock)
