"""How rules are compiled where linking.py was not tried: as Numba itself compiles, links and keeps code.

Below: numba. Above: jit.py, which takes this or linking.py; both offer the same names. Of what is private to Numba this
uses only what its own cache uses, which is the same in all versions that were tried (docs/versions.md).

A function's machine code contains all that it calls, so the first compile takes about twice as long; games are played
at the same speed. Symbols are those of jit.py here too: Numba's own count functions and types in the order in which a
process meets them, so code from two processes could have one symbol for two functions.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numba
from numba.core import compiler, itanium_mangler, serialize

# numba's type hints do not cover these
Compiler: Any = compiler.Compiler
CompileResult: Any = compiler.CompileResult
mangle: Any = itanium_mangler.mangle
dumps: Any = serialize.dumps

NAMESPACE = "ow_rule"
OPTIONS = {"no_cpython_wrapper": False}  # of the compiler; the wrapper is part of what Numba keeps
SETTINGS = ("linked by numba",)  # what decides machine code beside a function's sources and numba's options
NOTE = f"numba {numba.__version__} links the rules itself here: the first compile takes up to twice as long as it might"


@dataclass(frozen=True)
class Code:
    """The machine code of one function and all it calls, as it can be kept. Attributes as in linking.py."""

    symbol: str
    calls: tuple[str, ...]  # nothing: all is inside
    details: bytes  # pickled: what numba keeps


LOADED: dict[str, None] = {}  # nothing waits for anything


class RuleCompiler(Compiler):  # type: ignore[misc]
    """Numba's compiler, with a symbol of ours for the function that is compiled."""

    symbol: Callable[[], str]

    def compile_extra(self, function: Any) -> Any:
        """Compile ``function``."""
        self.state.targetctx.mangler = self.mangle  # the context of this compilation alone
        return super().compile_extra(function)

    def mangle(self, name: str, types: Any, *, abi_tags: Any = (), uid: Any = None) -> Any:
        """Return the symbol of a function: numba's own, unless it is the one that is compiled here."""
        if uid != self.state.func_id.unique_id:
            return mangle(name, types, abi_tags=abi_tags, uid=uid)
        environment = ".NumbaEnv." if name.startswith(".NumbaEnv.") else ""
        return mangle(f"{environment}{NAMESPACE}.{self.symbol()}", ())


def compiler_for(symbol: Callable[[], str]) -> Any:
    """Return numba's option ``pipeline_class`` for a function; ``symbol`` is called when it is compiled."""
    return type("RuleCompiler", (RuleCompiler,), {"symbol": staticmethod(symbol)})


def reduce(result: Any) -> Code:
    """Return what can be kept of a compiled function."""
    return Code("", (), dumps(result._reduce()))


def load(code: Code, name: str) -> None:
    """Do nothing: nobody's code has to be loaded first."""


def rebuild(context: Any, code: Code) -> Any:
    """Return the compiled function that `reduce` was given."""
    return CompileResult._rebuild(context, *pickle.loads(code.details))


def note(dispatcher: Any, result: Any) -> None:
    """Let Python, and callers, use a compiled function."""
    type(dispatcher).add_overload(dispatcher, result)


def wrap(dispatcher: Any, kept: Code | None) -> None:
    """Do nothing: the wrapper through which Python calls a rule is there already."""
