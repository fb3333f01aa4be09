"""Compiled rules: what ``@rule`` does, and when machine code is made.

Below: layout.py (records), members.py and sources.py (what machine code follows from), linking.py or plain.py (how it
is made and linked), cache.py (where it is kept), refused.py (error messages), parallel_build.py,
build_progress.py. Above: rng.py, kernels.py, every
game's rules, networks of agents, searches and the deck lab: all compiled code is made here. Knows no game.

A game calls ``rules_of`` once, in its state.py, and decorates each rule with the result::

    GAME = record([("turn", np.int16), ("hands", np.uint8, (2, 13))])
    rule = rules_of("skirmish", Game=GAME, Tables=TABLES)

    @rule
    def buy(g: Game, t: Tables, slot: int) -> None: ...

The annotations, as strings, are the signature: one per rule, so nothing is compiled twice and
nothing is compiled at import. The first call of any rule or kernel compiles the whole game in the
order of definition (callees therefore stand above callers) and keeps the result on disk. Later
processes see whether all of it is there and whole, rebuild what is not, and load only what they
call, with all that this calls. What a function compiles to is decided by, and so its file is named by:

- the sources of its module and of all that imports (sources.py);
- the constants that it and what it calls name, and its signature, with the layout of its records;
- the versions of Python, numba and NumPy, the processor, and the compiler's options.

Where the sources lie is not among them: two installations of one version share what is compiled.

    OW_ENV_BOUNDSCHECK=1  check every array index (so does NUMBA_BOUNDSCHECK=1); slower
    NUMBA_DISABLE_JIT=1   compile nothing: the same rules run as plain Python
"""

from __future__ import annotations

import contextlib
import hashlib
import inspect
import os
import pickle
import platform
import sys
import threading
from collections import ChainMap
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar, overload

import llvmlite.binding as llvm
import numba
import numpy as np
import numpy.typing as npt
from numba import types
from numba.core.caching import NullCache
from numba.core.errors import NumbaError

import ow_env.compiled.cache as cache  # not from the package, which imports much more
from ow_env.compiled.addresses import Address
from ow_env.compiled.array_types import type_of
from ow_env.compiled.build_progress import progress
from ow_env.compiled.layout import (
    check_fields,
    record as record,  # games import these two with `rules_of`
    within as within,
)
from ow_env.compiled.members import MEMBERS, Member, baked_in, check_constants, named_in
from ow_env.compiled.parallel_build import ParallelBuild
from ow_env.compiled.refused import of_numba
from ow_env.compiled.sources import fingerprint

TRIED = ("0.68.0", "0.68.1")  # versions of numba whose insides linking.py was tried with, on Linux
OPTIMISED = int(numba.config.OPT) > 0  # type: ignore[attr-defined]
if numba.__version__ in TRIED and sys.platform == "linux" and OPTIMISED:
    from ow_env.compiled import linking
else:
    from ow_env.compiled import plain as linking  # type: ignore[no-redef]

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

config: Any = numba.config  # numba's type hints do not cover these
njit: Any = numba.njit

PURE = bool(config.DISABLE_JIT)
BOUNDSCHECK = bool(config.BOUNDSCHECK) or os.environ.get("OW_ENV_BOUNDSCHECK") == "1"
OPTIONS: dict[str, Any] = {  # for every rule and kernel; part of the cache key
    "nogil": True,
    "no_cfunc_wrapper": True,
    **linking.OPTIONS,
    "error_model": "numpy",
    "boundscheck": BOUNDSCHECK,
    "_nrt": False,  # no references counted: no rule makes an array, and every call would pay for those it is given
}
CORE = "ow_env.core"  # with whose rules every game compiles
# All that games compile with: other sources of theirs, other machine code.
SHARED = ("ow_env.compiled", CORE, "ow_env.cards")

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


def rules_of(
    game: str,
    *uses: str,
    options: Any = None,  # a mapping; Any, for ``records`` are given by ``**`` too
    package: Any = None,  # a string, likewise
    **records: np.dtype[Any],
) -> Rule:
    """Return the decorator for the rules of one game.

    Args:
        game: the game's name, unique in the process.
        uses: other libraries of rules whose rules and constants these build on, by name: agents are
            compiled after their game, and again when its sources change.
        options: of the compiler, beside `OPTIONS`: a network may say ``fastmath``.
        package: that of the caller, whose sources decide what is compiled; None: found out.
        records: the names its annotations use and the dtypes they mean: one made by ``record``,
            or a dtype with a shape, e.g. ``Hand=np.dtype((np.uint8, (13,)))``.
    """
    caller = sys._getframe(1).f_globals
    library = LIBRARIES[game] = Library(
        game, package or caller["__package__"] or caller["__name__"], records, uses, options or {}
    )

    def rule(function: Any = None, *, inline: bool = False) -> Any:
        if function is None:
            return lambda late: library.add(late, inline=inline)
        return library.add(function, inline=inline)

    rule.library = library  # type: ignore[attr-defined]
    return rule  # type: ignore[return-value]


LIBRARIES: dict[str, Library] = {}


class Library:
    """The rules and kernels of one game: what they are, and whether they are compiled yet."""

    def __init__(
        self,
        name: str,
        package: str,
        records: dict[str, np.dtype[Any]],
        uses: Sequence[str] = (),
        options: Mapping[str, Any] | None = None,
    ) -> None:
        self.name, self.records = name, records
        self.uses = tuple(LIBRARIES[other] for other in uses)
        self.options = {**OPTIONS, **(options or {})}
        self.packages: tuple[str, ...] = (*SHARED, package)  # whose sources decide what is compiled
        for library in self.uses:
            self.packages += library.packages[len(SHARED) :]
        self.members: list[Member] = []  # in the order of definition
        self.keys: dict[tuple[str, ...], str | None] = {}  # of the modules of members
        self.whole: list[Member] | None = None  # the members it had when all lay whole on disk
        self.symbols: dict[int, str] = {}  # of members, by number
        self.types: ChainMap[str, Any] = ChainMap({}, NAMES)  # words may be added to these after this library is made
        self.tuples: dict[str, Any] = {}  # what `add_tuple` has made words of, by value
        for word, dtype in records.items():
            check_fields(dtype)
            self.types[word] = type_of(dtype)

    @cached_property
    def home(self) -> str:
        """The name of the folder with the builds of this game, wherever they are kept."""
        return f"{self.name}-{system(self.options)}"

    @cached_property
    def folder(self) -> Path | None:
        """Where what is compiled is kept; None: in memory only, as what is not optimised has to be.

        (With NUMBA_OPT=0 machine code holds addresses that are of this process.)
        """
        root = cache.root() if OPTIMISED else None
        return None if root is None else root / self.home

    @property
    def tops(self) -> tuple[Path, ...]:
        """The folders of machine code that this process reads, best first."""
        return cache.folders().read if OPTIMISED else ()

    def place(self, member: Member) -> Path | None:
        """Return the folder of a member's module, as its sources were when it was imported."""
        if self.folder is None or member.key is None:
            return None
        return self.folder / f"{member.modules[0]}-{member.key}"

    def places(self) -> list[Path]:
        """Return the folders of all modules, each once."""
        found = (self.place(member) for member in self.members)
        return list(dict.fromkeys(place for place in found if place is not None))

    def label(self, member: Member, suffix: str = cache.SUFFIX) -> str | None:
        """Return what names the file of a member's machine code, or of its wrapper, in any folder of machine code."""
        baked = baked_in(member)
        if member.key is None or baked is None or not self.tops:
            return None
        return f"{self.home}/{member.modules[0]}-{member.key}/{member.dispatcher.py_func.__qualname__}-{baked}{suffix}"

    def symbol(self, member: Member) -> str:
        """Return the symbol of a member's machine code: its name, and a hash of all that decides that code.

        Where nothing vouches for that, and no other process has the code, its number stands for the hash.
        """
        if member.number not in self.symbols:
            label = self.label(member)
            tag = f"{member.number}" if label is None else hashlib.sha256(label.encode()).hexdigest()[:16]
            self.symbols[member.number] = f"{member.name}.{tag}"
        return self.symbols[member.number]

    def add(self, function: Any, *uses: str, inline: bool = False) -> Any:
        """Make a rule of ``function``; its code also depends on the modules ``uses``."""
        if PURE:
            return function
        inlining = {"inline": "always"} if inline else {}
        compiler = linking.compiler_for(lambda: self.symbol(member))
        dispatcher = njit(**self.options, **inlining, pipeline_class=compiler)(function)
        if function.__closure__:
            raise TypeError(
                f"{function.__module__}.{function.__qualname__} reads a variable of the function it stands in:"
                " nothing would tell its machine code from that for another value"
            )
        modules = (function.__module__, __name__, *uses)  # a game may import this under another name
        if modules not in self.keys:
            self.keys[modules] = fingerprint(modules, self.packages)
        key = self.keys[modules]
        member = Member(dispatcher, self.signature(function), modules, inline, len(MEMBERS), key)
        self.members.append(member)
        MEMBERS[id(dispatcher)] = member

        def first_call(*arguments: Any) -> Any:
            """Stand in for numba's compile-on-call, which would guess a second signature."""
            self.load(member)
            self.wrap(member)
            return dispatcher  # numba calls what it is given

        dispatcher._compile_for_args = first_call
        dispatcher.compile = lambda signature: self.need(member)
        dispatcher.add_overload = lambda result: linking.note(dispatcher, result)
        return dispatcher

    def bind(self, template: Any, called: str | None = None, **scope: Any) -> Any:
        """Return ``template`` as a function of this game, with ``scope`` over its globals.

        It gets a name of its own: the machine code of two games must never share a symbol. ``called``: likewise, if
        the template is bound more than once in this library.
        """
        name = f"{called or template.__name__}__{self.name}"
        bound = FunctionType(template.__code__, {**template.__globals__, **scope}, name)
        bound.__qualname__ = name
        bound.__annotations__ = template.__annotations__
        used = [value.__name__ for value in scope.values() if isinstance(value, ModuleType)]
        if template.__module__ not in self.packages:  # it may stand where nothing else of this library does
            self.packages += (template.__module__,)
        return self.add(bound, *used)

    def bind_all(self, templates: Sequence[Any], scope: Mapping[str, Any]) -> dict[str, Any]:
        """Return templates as functions of this game, by name: each calls those before it, and ``scope``.

        Args:
            templates: in the order of definition: what is called stands above its callers. A name ending in
                ``_template`` is known without that.
            scope: what else they call, by name: a game's rules.
        """
        bound: dict[str, Any] = {}
        for template in templates:
            name, named = template.__name__.removesuffix("_template"), template.__code__.co_names
            known = {word: value for word, value in {**scope, **bound}.items() if word in named}
            bound[name] = self.bind(template, **known)
        return bound

    def add_tuple(self, kind: type[tuple[Any, ...]], by_address: bool = False) -> None:
        """Make a word of a NamedTuple whose fields are annotated with words: arrays that go together.

        Compiled code reads its fields as it reads variables. It is handed over by value; what its arrays and records
        hold can be changed, which arrays and records they are can not. ``by_address``: the word means the address of
        one (addresses.py); with ``ByValue`` behind it, it means the tuple as Python hands it over.
        """
        words = {name: getattr(hint, "__forward_arg__", hint) for name, hint in inspect.get_annotations(kind).items()}
        fields = [self.tuples.get(str(word)) or self.meaning(kind, name, word) for name, word in words.items()]
        contents = hashlib.sha256(", ".join(map(str, fields)).encode()).hexdigest()[:16]
        self.tuples[kind.__name__] = meant = types.NamedTuple(fields, kind)  # type: ignore[no-untyped-call]
        meant.name = f"{kind.__name__}({contents})"  # part of every symbol: records in full are 20,000 letters
        self.types[kind.__name__] = Address(meant) if by_address else meant
        self.types[f"{kind.__name__}ByValue"] = meant

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
        """Make one member callable: from disk where all of the game is there, else build it."""
        with LOCK:
            if member.dispatcher.overloads:
                return
            if member.inline or not self.is_whole() or self.take(member) is not None:
                self.build()
            if member.inline:
                with self.alone():
                    self.make(member)

    def wrap(self, member: Member) -> None:
        """Make one member, which is in memory, callable from Python: with a wrapper from disk, or a new one."""
        with LOCK:
            if not member.dispatcher._can_compile:
                return
            kept, label = None, self.label(member, WRAPPER)
            if label is not None:
                with contextlib.suppress(cache.Fault):
                    kept = stored(label, self.tops)
            made = linking.wrap(member.dispatcher, kept)
            member.dispatcher.disable_compile()
            if kept is None and made is not None and label is not None:
                self.keep(label, made)

    def is_whole(self) -> bool:
        """Does all of this game, and of what it builds on, lie on disk? Looked at once a process.

        A file's first bytes and its size are looked at here; its contents when it is loaded.
        """
        if self.whole != self.members:
            if not all(library.is_whole() for library in self.below()) or self.missing():
                return False
            self.whole = list(self.members)
        return True

    def below(self) -> tuple[Library, ...]:
        """Return the libraries this one builds on: those it uses, and core, if anything has imported its rules."""
        core = LIBRARIES.get("core", self)
        return self.uses if self is core else (core, *self.uses)

    def all_below(self) -> list[Library]:
        """Return this library and all it builds on, that first."""
        found = [library for below in self.below() for library in below.all_below()]
        return list(dict.fromkeys([*found, self]))

    def missing(self) -> dict[str, str]:
        """Return the members that are neither in memory nor whole on disk, by name, and why.

        Rules that are inlined into their callers are not compiled separately, and do not count.
        """
        self.claim()
        why: dict[str, str] = {}
        for member in self.members:
            if not member.inline and not member.dispatcher.overloads:
                label = self.label(member)
                try:
                    cache.first_whole(cache.look, label or "", self.tops if label else ())
                except cache.Fault as fault:
                    why[member.name] = str(fault)
        return why

    def claim(self) -> None:
        """Make the folders ready, and the last to be evicted."""
        if self.folder is not None:
            try:
                cache.claim(self.places())
            except OSError as error:
                self.keep_nothing(error)

    def keep_nothing(self, error: OSError) -> None:
        """Go on in memory: the disk is full, say."""
        print(f"ow_env: compiled code of {self.name} can't be kept and stays in memory: {error}", file=sys.stderr)
        self.folder = None

    def build(self) -> None:
        """Bring everything into memory: what lies whole on disk is loaded, the rest compiled."""
        limit = cache.limit()
        with LOCK:
            self.build_up(limit)

    def build_up(self, limit: int) -> None:
        """Do what `build` says; keep the cache below ``limit`` bytes."""
        for library in self.below():
            library.build()
        if all(member.inline or member.dispatcher.overloads for member in self.members):
            return
        with self.alone():
            found = {place for place in self.places() if any(place.glob(f"*{cache.SUFFIX}"))}
            repaired: dict[str, str] = {}  # why not, of a module of which something was there
            missing: dict[str, Member] = {}
            waiting: list[Member] = []
            for member in self.members:
                fault = None if member.inline else self.take(member)
                if isinstance(fault, Waits):
                    waiting.append(member)
                elif fault is not None:
                    missing[member.name] = member
                    if self.place(member) in found:
                        repaired[member.name] = str(fault)
            if missing and self.tops:
                cache.say_what_is_lacking()
            total = sum(not member.inline for member in self.members)
            with progress(self.name, len(missing), total, repaired, linking.NOTE) as tick:
                build = ParallelBuild(self.needs(missing), lambda name: self.make(missing[name]), tick)
                build.run(together=self.folder is not None)
            for member in waiting:
                self.make(member)
        if missing and self.folder is not None:
            with contextlib.suppress(OSError):
                cache.evict(limit)

    @contextlib.contextmanager
    def alone(self) -> Iterator[None]:
        """Hold the game's lock: of several cold processes one builds, the others then load."""
        with contextlib.ExitStack() as held:
            self.claim()
            try:
                if self.folder is not None:
                    certain = held.enter_context(cache.locked(self.folder / ".lock"))
                    for place in self.places() if certain else ():
                        for partial in place.glob("*.partial"):  # of a process that was killed
                            cache.discard(partial)
            except OSError as error:
                self.keep_nothing(error)
            yield

    def needs(self, missing: Mapping[str, Member]) -> dict[str, list[str]]:
        """Return for each missing member the missing ones it may call, in the order of definition.

        What a rule calls stands above it, so of the names in its code only those count: a field
        that is called like a rule further down is no call. One that is whole can be loaded when all it calls is there.
        """
        above: dict[int, list[str]] = {}  # by dispatcher: what has to be compiled before its callers
        needs: dict[str, list[str]] = {}
        for member in self.members:
            called = [above.get(id(value), []) for _, value in named_in(member.dispatcher.py_func)]
            names = list(dict.fromkeys(name for some in called for name in some))
            if member.name in missing:
                needs[member.name] = names
                names = [member.name]
            above[id(member.dispatcher)] = names
        return needs

    def take(self, member: Member) -> cache.Fault | None:
        """Load one member from disk; return None, or why it can't be."""
        label = self.label(member)
        if member.dispatcher.overloads:
            return None
        if label is None:
            return cache.Fault("not kept")
        try:
            self.compile(member, Stored(label, self.tops))
        except cache.Fault as fault:
            return fault
        return None

    def need(self, member: Member) -> None:
        """Bring one member into memory, for numba, which compiles a caller."""
        if not member.dispatcher.overloads:
            self.make(member)

    def make(self, member: Member) -> None:
        """Load one member, or compile it and keep it. All that it calls must be in memory."""
        if self.take(member) is not None:
            label = self.label(member)
            self.compile(member, Keeping(self, label) if label else NullCache())

    def compile(self, member: Member, kept: Any) -> None:
        """Compile one member with its one signature, or load it from ``kept``; allow no other.

        Raises:
            UnfitRules: Numba refuses it; the message says where and why.
        """
        dispatcher = member.dispatcher
        check_constants(member)
        dispatcher._cache = kept
        try:
            type(dispatcher).compile(dispatcher, member.signature)
        except (NumbaError, KeyError) as error:
            raise of_numba(member.name, dispatcher.py_func, member.signature.args, error) from error
        dispatcher._cache = NullCache()
        assert len(dispatcher.signatures) == 1, f"{member.name} has a second signature"

    def keep(self, label: str, code: linking.Code) -> None:
        """Write a file that others may load; where none can be written, say so and go on."""
        needed = [LABELS.get(symbol) for symbol in code.calls]
        if None in needed or self.folder is None:  # what it calls is in memory only, or it is
            return
        path = self.folder.parent / label
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)  # if it was removed
            cache.write(path, label, pickle.dumps((needed, code)))
        except OSError as error:
            self.keep_nothing(error)


WRAPPER = ".wrapper"  # ends the name of the file through which Python calls a rule
LABELS: dict[str, str] = {}  # of the files of machine code, by symbol


class Waits(cache.Fault):
    """A file is whole, but something that its code calls is neither in memory nor on disk."""


def stored(label: str, tops: Sequence[Path]) -> linking.Code:
    """Return the machine code in a file, when all that it calls is loaded: from disk, if need be.

    Args:
        label: names the file.
        tops: the folders it may lie in, best first.

    Raises:
        cache.Fault: the file can't be used, or one of those it needs.
    """
    content = cache.first_whole(cache.read, label, tops)
    try:
        needed, code = pickle.loads(content)
    except Exception as error:  # whatever it is, compiling mends it
        raise cache.Fault(f"damaged: {type(error).__name__}: {error}") from error
    for symbol, other in zip(code.calls, needed, strict=True):
        if symbol not in linking.LOADED:
            try:
                linking.load(stored(other, tops), other)
            except cache.Fault as fault:
                raise Waits(f"calls {other}, which is {fault}") from None
            LABELS[symbol] = other
    return code  # type: ignore[no-any-return]


class Stored(NullCache):
    """Gives numba the machine code that lies in a file, or refuses by `cache.Fault`."""

    def __init__(self, label: str, tops: Sequence[Path]) -> None:
        self.label, self.tops = label, tops

    def load_overload(self, signature: Any, target: Any) -> Any:
        """Return what was compiled before."""
        target.refresh()
        code = stored(self.label, self.tops)
        try:
            result = linking.rebuild(target, code)
        except Exception as error:  # whatever it is, compiling mends it
            raise cache.Fault(f"damaged: {type(error).__name__}: {error}") from error
        LABELS[code.symbol] = self.label
        return result


class Keeping(NullCache):
    """Takes from numba what it has compiled, and writes it to a file."""

    def __init__(self, library: Library, label: str) -> None:
        self.library, self.label = library, label

    def save_overload(self, signature: Any, result: Any) -> None:
        """Write a file that others may load."""
        if result.library.has_dynamic_globals or result.lifted:
            raise TypeError(f"{self.label}: reads what another process would not have")
        code = linking.reduce(result)
        LABELS[code.symbol] = self.label
        self.library.keep(self.label, code)


def system(options: Mapping[str, Any]) -> str:
    """Return a hash of all that decides what machine code is, beside the sources."""
    versions = (numba.__version__, np.__version__, platform.python_version(), platform.machine())
    features = config.CPU_FEATURES  # "" with NUMBA_CPU_NAME=generic, whose code runs on other processors too
    features = llvm.get_host_cpu_features().flatten() if features is None else features
    processor = (config.CPU_NAME or llvm.get_host_cpu_name(), features)
    settings = (sorted(options.items()), config.OPT, config.CPU_NAME, linking.SETTINGS)
    return hashlib.sha256(repr((versions, processor, settings)).encode()).hexdigest()[:16]


LOCK = threading.RLock()  # one thread compiles or loads at a time

if hasattr(os, "register_at_fork"):  # a child forked while another thread compiles would wait for it for ever
    os.register_at_fork(before=LOCK.acquire, after_in_parent=LOCK.release, after_in_child=LOCK.release)
