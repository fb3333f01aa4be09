"""How rules are compiled and linked: each becomes machine code once, and callers call it by its symbol.

Below: numba and LLVM. Above: jit.py, which alone uses this. Knows no game and no file. This is the one place that
relies on how Numba works inside, so it is used with the versions it was tried with (`TRIED` in jit.py) and on Linux;
everywhere else plain.py stands in for it.

Numba links all that a function calls into it, optimises the whole again and makes machine code of it again: each
function that plays a game would contain the game. Here a function's object code holds that function alone. Of what it
calls only small functions are handed to LLVM with their bodies, to be inlined. The others, and what is not inlined of
the small ones, are external symbols, which the linker of the process finds in object code that was loaded before.

For that a symbol has to mean the same in every process. jit.py forms it from the function's name and from all that
decides its machine code. Numba's own symbols count functions and types in the order in which a process meets them.

Machine code is put into executable memory only when Python calls a rule: that rule's, and that of all it calls, side by
side. Functions placed one at a time would each begin a page, and compete for the same lines of the instruction cache.
Only then does the rule get the wrapper through which Python calls it; most rules are called by rules alone.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import llvmlite.binding as llvm
from numba.core import codegen, compiler, itanium_mangler, serialize
from numba.core.registry import cpu_target
from numba.core.runtime.nrt import rtsys

# numba's type hints do not cover these
JITCodeLibrary: Any = codegen.JITCodeLibrary
Compiler: Any = compiler.Compiler
compile_result: Any = compiler.compile_result
mangle: Any = itanium_mangler.mangle
dumps: Any = serialize.dumps

SMALL = 300  # instructions: LLVM inlines larger functions nowhere, and few as large
OPTIONS = {"no_cpython_wrapper": True}  # of the compiler; made when Python calls a rule for the first time
NOTE = ""  # what a user should know when much is compiled
NAMESPACE = "ow_rule"  # first in the name of every symbol made here
PREFIX = f"_ZN{len(NAMESPACE)}{NAMESPACE}"
SETTINGS = ("called by symbol", SMALL)  # what decides machine code beside a function's sources and numba's options


@dataclass(frozen=True)
class Code:
    """The machine code of one function, as it can be kept.

    Attributes:
        symbol: what callers call; "" for the wrapper of a function, which only Python calls.
        calls: symbols whose code has to be loaded first.
        machine_code: an object file.
        bitcode: the optimised function, for callers that inline it.
        small: is it worth inlining?
        details: pickled: what numba needs in order to compile callers.
    """

    symbol: str
    calls: tuple[str, ...]
    machine_code: bytes
    bitcode: bytes
    small: bool
    details: bytes


LOADED: dict[str, RuleLibrary] = {}  # by symbol, all that this process has compiled or read from disk


class RuleLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The code of one function, from numba or, by `load`, from disk. Its attributes are those of `Code`."""

    symbol = ""
    calls: tuple[str, ...] = ()
    machine_code = b""
    bitcode = b""
    small = False
    placed = False  # in executable memory

    def finalize(self) -> None:
        """Optimise the function, beside those small enough to be inlined, and make machine code of it."""
        self._raise_if_finalized()
        module = self._final_module
        declared = {function.name for function in module.functions if function.is_declaration}
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            if isinstance(library, RuleLibrary):
                if library.small:
                    module.link_in(library.inlinable())
            elif not declared.isdisjoint(function.name for function in library.get_defined_functions()):
                module.link_in(library._get_module_for_linking(), preserve=True)  # what numba brings along
        self._optimize_final_module()
        module.verify()
        self.calls = tuple(
            function.name
            for function in module.functions
            if function.is_declaration and function.name.startswith(PREFIX)
        )
        self.bitcode = module.as_bitcode()
        self.small = bool(self.symbol) and is_small(module.get_function(self.symbol))
        self.machine_code = self._codegen._tm.emit_object(module)
        self._finalize_dynamic_globals()
        self._finalized = True
        if self.symbol:
            LOADED[self.symbol] = self

    def get_pointer_to_function(self, name: str) -> int:
        """Return the address of one of its functions, with all it calls in executable memory."""
        self._ensure_finalized()
        engine = self._codegen._engine._ee
        for library in self.closure():
            engine.add_object_file(llvm.ObjectFileRef.from_data(library.machine_code))
            library.machine_code = b""
            library.placed = True
        engine.finalize_object()
        return int(engine.get_function_address(name))

    def closure(self) -> list[RuleLibrary]:
        """Return what is not in executable memory yet of this library and all it calls, callees first."""
        found: dict[RuleLibrary, None] = {}

        def visit(library: RuleLibrary) -> None:
            if not library.placed and library not in found:
                for symbol in library.calls:
                    visit(LOADED[symbol])
                found[library] = None

        visit(self)
        return list(found)

    def inlinable(self) -> Any:
        """Return a module with the function for LLVM to inline, but to make no machine code of."""
        module = llvm.parse_bitcode(self.bitcode)
        module.get_function(self.symbol).linkage = "available_externally"
        return module

    def _get_module_for_linking(self) -> Any:
        """Return the function with all it calls, for a caller that is no rule.

        Its machine code may be kept elsewhere and loaded by a process that has none of ours.
        """
        self._ensure_finalized()
        module = llvm.parse_bitcode(self.bitcode)
        module.get_function(self.symbol).linkage = "linkonce_odr"
        for symbol in self.calls:
            module.link_in(LOADED[symbol]._get_module_for_linking())
        return module

    def code(self, details: bytes) -> Code:
        """Return what can be kept."""
        return Code(self.symbol, self.calls, self.machine_code, self.bitcode, self.small, details)


def is_small(function: Any) -> bool:
    """Tell whether a function has so few instructions that LLVM may inline it."""
    count = 0
    for block in function.blocks:
        for _ in block.instructions:
            count += 1
            if count > SMALL:
                return False
    return True


class ShortTuple(tuple[Any, ...]):
    """The types of arguments. Numba prints them at every pass; in full a record of a game is 20,000 letters."""

    def __str__(self) -> str:
        return f"{len(self)} arguments"


class RuleCompiler(Compiler):  # type: ignore[misc]
    """Numba's compiler, which puts its result into a `RuleLibrary` under a symbol of ours."""

    symbol: Callable[[], str]

    def compile_extra(self, function: Any) -> Any:
        """Compile ``function``."""
        context = self.state.targetctx  # of this compilation alone
        context.mangler = self.mangle
        context.get_executable = executable
        self.state.library = RuleLibrary(context.codegen(), function.__qualname__)
        self.state.args = ShortTuple(self.state.args)
        return super().compile_extra(function)

    def mangle(self, name: str, types: Any, *, abi_tags: Any = (), uid: Any = None) -> Any:
        """Return the symbol of a function: numba's own, unless it is the one that is compiled here."""
        if uid != self.state.func_id.unique_id:
            return mangle(name, types, abi_tags=abi_tags, uid=uid)
        if name.startswith(".NumbaEnv."):
            return mangle(f".NumbaEnv.{NAMESPACE}.{self.symbol()}", ())
        self.state.library.symbol = mangle(f"{NAMESPACE}.{self.symbol()}", ())
        return self.state.library.symbol


def compiler_for(symbol: Callable[[], str]) -> Any:
    """Return numba's option ``pipeline_class`` for a function; ``symbol`` is called when it is compiled."""
    return type("RuleCompiler", (RuleCompiler,), {"symbol": staticmethod(symbol)})


def executable(library: RuleLibrary, descriptor: Any, environment: Any) -> RuleLibrary:
    """Do what numba asks for: make machine code. It is put into memory only when Python calls it."""
    library._ensure_finalized()
    return library


def reduce(result: Any) -> Code:
    """Return what can be kept of a compiled function."""
    result.fndesc.typemap = result.fndesc.calltypes = None  # callers don't ask for them
    return result.library.code(dumps((result.fndesc, result.environment, result.signature)))  # type: ignore[no-any-return]


def load(code: Code, name: str) -> RuleLibrary:
    """Make kept machine code known to this process, unless it is."""
    if code.symbol in LOADED:
        return LOADED[code.symbol]
    library = RuleLibrary(cpu_target.target_context.codegen(), name)
    library.symbol, library.calls, library.bitcode, library.small = code.symbol, code.calls, code.bitcode, code.small
    library.machine_code = code.machine_code
    library._finalized = True
    if code.symbol:
        LOADED[code.symbol] = library
    return library


def rebuild(context: Any, code: Code) -> Any:
    """Return the compiled function that `reduce` was given: numba compiles callers with it."""
    descriptor, environment, signature = pickle.loads(code.details)
    library = load(code, descriptor.qualname)
    return compile_result(
        typing_context=context.typing_context,
        target_context=context,
        entry_point=library,
        library=library,
        signature=signature,
        objectmode=False,
        lifted=(),
        fndesc=descriptor,
        environment=environment,
        reload_init=(),
        referenced_envs=(),
    )


def note(dispatcher: Any, result: Any) -> None:
    """Let numba compile callers of a rule; Python can't call it yet."""
    dispatcher.overloads[tuple(result.signature.args)] = result


def wrap(dispatcher: Any, kept: Code | None) -> Code | None:
    """Let Python call a rule, through a wrapper that was kept, or else a new one. Return it if it can be kept."""
    (result,) = dispatcher.overloads.values()
    context, descriptor = cpu_target.target_context, result.fndesc
    name = f"{descriptor.qualname}, for Python"
    if kept is not None:
        library = load(kept, name)
    else:
        library = RuleLibrary(context.codegen(), name)
        library.add_linking_library(rtsys.library)
        context.create_cpython_wrapper(library, descriptor, result.environment, None, release_gil=True)
        library.finalize()
        kept = None if library.has_dynamic_globals else library.code(b"")
    entry = context.get_executable(library, descriptor, result.environment)
    dispatcher.entry_for_python = entry  # the dispatcher's table alone does not keep it alive
    dispatcher._insert([kind._code for kind in result.signature.args], entry, False)
    return kept
