"""How rules are linked: each function's machine code holds that function, and callers find it by its symbol.

With a Numba that this was not tried with, rules are linked as Numba does it: the last test.
"""

from __future__ import annotations

from typing import Any

import llvmlite.binding as llvm
import pytest

from ow_env.compiled import jit
from ow_env.compiled.jit import LIBRARIES
from ow_env.goofspiel.game import Goofspiel
from tests.compiled.tiny_game import BUILT, MISSES, PLAY, compiled, compiled_slow

by_symbol = pytest.mark.skipif(jit.linking.__name__ != "ow_env.compiled.linking", reason="linked as this Numba does it")

LARGE = "\n".join(
    [
        "from __future__ import annotations",
        "from .state import Game, rule",
        "@rule",
        "def large(g: Game, n: int) -> int:",
    ]
    + [f"    g.held[(n + {i}) % 3] ^= g.held[n % {i + 2}] + {i} * g.turn" for i in range(40)]
    + ["    return n + 1"]
)
CALLER = """
from __future__ import annotations
from .large import large
from .state import Game, rule

@rule
def call(g: Game, n: int) -> int:
    return 2 * large(g, 0 * n) + n
"""
RUN = """
import numpy as np
from tiny.caller import call
from tiny.state import GAME
print(call(np.zeros(1, GAME)[0], 3))
"""
ELSEWHERE = """
import numba
from tiny.caller import call

@numba.njit(cache=True)
def elsewhere(g):
    return call(g, 4)
"""
RUN_ELSEWHERE = """
import numpy as np
from elsewhere import elsewhere
from tiny.state import GAME
print(elsewhere(np.zeros(1, GAME)[0]), sum(elsewhere.stats.cache_hits.values()))
"""


@pytest.fixture
def pair(tiny: Any) -> Any:
    """The tiny game with a rule too large to be inlined, and one that calls it."""
    (tiny.package / "large.py").write_text(LARGE)
    (tiny.package / "caller.py").write_text(CALLER)
    return tiny


@by_symbol
@compiled
def test_machine_code_holds_one_function_and_names_what_it_calls() -> None:
    assert Goofspiel.engine
    library = LIBRARIES["goofspiel"]
    library.build()
    calls = 0
    for member in library.members:
        if not member.inline:
            (result,) = member.dispatcher.overloads.values()
            functions = llvm.parse_bitcode(result.library.bitcode).functions
            assert [f.name for f in functions if not f.is_declaration] == [result.library.symbol]
            assert jit.linking.LOADED.keys() >= set(result.library.calls)
            calls += len(result.library.calls)
    assert calls


@by_symbol
@compiled_slow
def test_what_a_rule_calls_is_loaded_with_it_and_built_anew_alone_when_it_is_gone(pair: Any) -> None:
    assert pair.run(RUN + MISSES) == "5\ntiny.large.large tiny.caller.call"
    assert pair.run(RUN + MISSES) == "5"
    (code,) = pair.cache.glob("tiny-*/tiny.large-*/large-*.code")
    code.unlink()
    assert pair.run(RUN + MISSES) == "5\ntiny.large.large"
    code.write_bytes(code.read_bytes()[:-1])
    assert pair.run(RUN + MISSES) == "5\ntiny.large.large"
    assert pair.run(RUN + MISSES) == "5"


@by_symbol
@compiled_slow
def test_an_edit_of_what_is_called_reaches_the_caller(pair: Any) -> None:
    assert pair.run(RUN) == "5"
    pair.edit("large.py", "return n + 1", "return n + 2")
    assert pair.run(RUN) == "7"
    pair.edit("large.py", "return n + 2", "return n + 1")
    assert pair.run(RUN + MISSES) == "5"


@by_symbol
@compiled_slow
def test_only_what_python_calls_gets_a_wrapper_which_is_kept(pair: Any) -> None:
    assert pair.run(RUN) == "5"
    (wrapper,) = pair.cache.glob("tiny-*/*/*.wrapper")
    assert wrapper.name.startswith("call-")
    whole = wrapper.read_bytes()
    wrapper.write_bytes(whole[:100])
    assert pair.run(RUN) == "5"
    assert len(wrapper.read_bytes()) == len(whole)


@by_symbol
@compiled_slow
def test_a_function_that_numba_keeps_elsewhere_needs_none_of_our_machine_code(pair: Any) -> None:
    (pair.root / "elsewhere.py").write_text(ELSEWHERE)
    kept = {"NUMBA_CACHE_DIR": str(pair.root / "numba")}
    assert pair.run(RUN_ELSEWHERE, **kept) == "6 0"
    for code in pair.cache.glob("tiny-*/*/*.code"):
        code.unlink()
    assert pair.run(RUN_ELSEWHERE, **kept) == "6 1"


@by_symbol
@compiled_slow
def test_a_rule_that_is_compiled_twice_in_one_process_is_called_all_the_same(pair: Any) -> None:
    again = "import sys\ndel sys.modules['tiny.caller'], sys.modules['tiny.large'], sys.modules['tiny.state']\n"
    assert pair.run(RUN + again + RUN) == "5\n5"


@compiled_slow
@pytest.mark.parametrize(
    ("version", "environment", "kept"), [("99.0", {}, True), ("0.68.1", {"NUMBA_OPT": "0"}, False)]
)
def test_where_it_was_not_tried_rules_are_linked_as_numba_does_it(
    tiny: Any, version: str, environment: dict[str, str], kept: bool
) -> None:
    code = f"import numba\nnumba.__version__ = {version!r}\nimport ow_env.core.batch\n{PLAY}{MISSES}"
    in_a_new_process = {"NUMBA_OPT": "3", **environment}
    for misses in (BUILT, "" if kept else BUILT):
        assert tiny.run(code, **in_a_new_process) == f"6\n{misses}".rstrip()
        said = f"ow_env: numba {version} links the rules itself here: the first compile takes up to twice as long"
        assert tiny.told.count(said) == bool(misses)
