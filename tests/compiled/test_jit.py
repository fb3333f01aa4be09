"""Compiled rules: one signature each, nothing at import, never stale. test_cache.py: how they are kept."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from ow_env.compiled import jit, sources
from ow_env.compiled.jit import LIBRARIES, PURE, Library, record
from tests.compiled.tiny_game import MISSES, PLAY, REPORT, ROOT, compiled, compiled_slow
from tests.conftest import read_field

CALL_ALL = """
print(add(g[0], 7), bonus(g[0], t[0]), add(g[0], np.int8(1)), add(g[0], True))
"""


# Signatures


def test_the_game_takes_a_rule_by_its_annotations() -> None:
    library = Library("a game", "ow_env.core", {"Hand": np.dtype((np.uint8, (5,)))})

    def count(hand: Hand, low: int, loud: bool) -> float: ...  # type: ignore[name-defined] # noqa: F821

    assert str(library.signature(count)) == "(Array(uint8, 1, 'C', False, aligned=True), int64, bool) -> float64"


@pytest.mark.parametrize(
    ("hints", "message"),
    [
        ({"g": "Gane", "return": "None"}, "g is annotated 'Gane'; a rule of a game may use .*Game"),
        ({"g": "Game"}, "return is annotated None"),
        ({"g": int, "return": "None"}, "as strings: from __future__ import annotations"),
    ],
)
def test_an_unknown_annotation_is_named(hints: dict[str, Any], message: str) -> None:
    library = Library("a game", "ow_env.core", {"Game": record([("turn", np.int16)])})

    def spend(g: Any) -> None: ...

    spend.__annotations__ = hints
    with pytest.raises(TypeError, match=message):
        library.signature(spend)


@pytest.mark.parametrize("field", ["size", "flags", "item", "sum", "round"])
def test_a_field_that_np_record_hides_is_refused(field: str) -> None:
    with pytest.raises(TypeError, match=f"fields .'{field}'. are names np.record uses"):
        record([(field, np.int16)])


def test_uncompiled_tests_read_fields_as_numpy_does() -> None:
    plain = np.dtype([("a", np.uint8), ("b", np.int64, (2,))])  # of np.void: numpy makes a record of it when it is read
    inner = record([("a", np.uint8), ("b", np.int64)])
    fields = [("x", np.uint8), ("xs", np.uint8, (3,)), ("one", inner), ("more", inner, (2,)), ("void", plain)]
    row = np.zeros(2, np.dtype((np.record, [*fields, ("voids", plain, (2,))])))[1]
    for name in (*row.dtype.names, "dtype", "tobytes"):
        ours, numpys = read_field(row, name), getattr(row, name)
        assert type(ours) is type(numpys)
        assert getattr(ours, "dtype", None) == getattr(numpys, "dtype", None)
    assert type(read_field(row, "voids")[0]) is type(read_field(row, "void")) is np.record
    read_field(row, "one").a = read_field(row, "voids")[1].a = 7
    assert (row["one"]["a"], row["voids"]["a"][1]) == (7, 7), "it is a view, no copy"
    with pytest.raises(AttributeError, match="nothing"):
        read_field(row, "nothing")


def test_records_are_aligned_and_copied_byte_for_byte() -> None:
    inner = record([("a", np.uint8), ("b", np.int64)])
    outer = record([("x", np.uint8), ("one", inner), ("y", np.uint8), ("more", inner, (2,))])
    assert inner.itemsize == 16
    offsets = {name: outer.fields[name][1] for name in ("x", "one", "y", "more")}
    assert offsets == {"x": 0, "one": 8, "y": 24, "more": 32}
    assert outer.itemsize == 64
    assert np.zeros(1, outer)[0].more[1].b == 0
    gaps = record([("a", np.uint8), ("b", np.int64), ("c", np.uint8)])
    marked = np.full(100 * gaps.itemsize, 7, np.uint8).view(gaps)
    assert marked.copy().tobytes() == marked[np.arange(100)].tobytes() == marked.tobytes()


@compiled
def test_every_rule_and_kernel_of_goofspiel_has_one_signature() -> None:
    from ow_env.core import Batch
    from ow_env.goofspiel.game import Goofspiel

    Batch(Goofspiel(), 1).rollout(1)
    LIBRARIES["goofspiel"].build()
    for library in (LIBRARIES["goofspiel"], LIBRARIES["core"]):
        for member in library.members:
            assert member.dispatcher.nopython_signatures == [member.signature], member.name


# Cold and warm


@compiled_slow
def test_a_rule_needs_what_stands_above_it_and_is_named_in_it(tiny: Any) -> None:
    tiny.edit("rules.py", "return int(g.turn)", "return int(g.held[0]) + int(g.turn)")
    tiny.edit("state.py", '("turn", np.int16)', '("turn", np.int16), ("total", np.int16)')
    tiny.edit("rules.py", "g.turn += n", "g.total += n")  # a field called like a rule below
    code = """
from ow_env.compiled.jit import LIBRARIES
import tiny.rules
library = LIBRARIES["tiny"]
missing = {member.name: member for member in library.members if not member.inline}
print(library.needs(missing))
"""
    assert tiny.run(code) == "{'tiny.rules.add': [], 'tiny.rules.total': ['tiny.rules.add']}"


@compiled
def test_importing_compiles_nothing_and_touches_no_file(tiny: Any) -> None:
    assert tiny.run("import tiny.rules; " + REPORT.strip().replace("\n", "; ")) == "0 0 0"
    assert not tiny.builds()


@compiled
def test_a_cold_build_compiles_all_once_and_a_warm_start_loads_what_it_calls(tiny: Any) -> None:
    assert tiny.run(PLAY + REPORT) == "6\n1 0 1"
    assert tiny.run(PLAY + REPORT) == "6\n0 0 1"  # the kernel alone, not what it calls


@compiled_slow
def test_rules_called_from_python_load_too_and_convert_arguments(tiny: Any) -> None:
    wrong = "try: add(np.zeros(3), 1)\nexcept TypeError as error: print(type(error).__name__)\n"
    cold, warm = (tiny.run(PLAY + CALL_ALL + wrong + REPORT) for _ in range(2))
    assert cold == warm == "6\n8 5 9 10\nTypeError\n1 1 1"
    assert tiny.run(PLAY + CALL_ALL, NUMBA_DISABLE_JIT="1") == "6\n8 5 9 10"


# Never stale


@compiled
def test_any_edit_is_noticed(tiny: Any) -> None:
    assert tiny.run(PLAY) == "6"
    tiny.edit("rules.py", "BONUS = 5", "BONUS = 7")  # a constant
    assert tiny.run(PLAY) == "8"
    tiny.edit("rules.py", "g.turn += n", "g.turn += 2 * n")  # a callee
    assert tiny.run(PLAY) == "9"
    tiny.edit("state.py", '("turn", np.int16)', '("turn", np.int64)')  # another file, a layout
    assert tiny.run(PLAY) == "9"
    assert len(tiny.builds()) == 4
    tiny.edit("state.py", '("turn", np.int64)', '("turn", np.int16)')
    assert tiny.run(PLAY) == "9"  # back to a build that is still there
    assert len(tiny.builds()) == 4


TOP = """
from __future__ import annotations
from tiny import rules as below
from .state import Game, rule

STEP = 10

@rule
def jump(g: Game) -> int:
    return below.add(g, STEP)
"""


@compiled_slow
def test_an_edit_after_the_import_does_not_name_what_was_imported(tiny: Any) -> None:
    late = PLAY.replace(
        "g, t =",
        "import pathlib, tiny.rules\n"
        "file = pathlib.Path(tiny.rules.__file__)\n"
        "file.write_text(file.read_text().replace('BONUS = 5', 'BONUS = 6'))\n"
        "g, t =",
    )
    assert tiny.run(late) == "6"
    assert tiny.run(PLAY) == "7"


@compiled_slow
def test_rules_outside_the_games_package_are_not_kept(tiny: Any) -> None:
    outside = """
import numpy as np
from tiny.rules import GAME, add
from tiny.state import rule
NUMBER = 3
def three(g, n):
    return add(g, NUMBER * n)
three.__annotations__ = {"g": "Game", "n": "int", "return": "int"}
three = rule(three)
print(three(np.zeros(1, GAME)[0], 2))
"""
    assert tiny.run(outside) == "6"
    assert tiny.run(outside.replace("NUMBER = 3", "NUMBER = 4")) == "8"


@compiled
def test_an_edit_compiles_only_what_imports_it(tiny: Any) -> None:
    (tiny.package / "top.py").write_text(TOP)
    (tiny.package / "render.py").write_text("# how it looks")
    jump = PLAY + "from tiny.top import jump\nprint(jump(g[0]))\n" + MISSES
    assert tiny.run(jump) == "6\n11\ntiny.rules.add tiny.rules.total tiny.top.jump"
    tiny.edit("top.py", "STEP = 10", "STEP = 20")
    assert tiny.run(jump) == "6\n21\ntiny.top.jump"
    tiny.edit("render.py", "looks", "should look")
    assert tiny.run(jump) == "6\n21"
    tiny.edit("rules.py", "BONUS = 5", "BONUS = 6")  # top imports rules
    assert tiny.run(jump) == "7\n21\ntiny.rules.add tiny.rules.total tiny.top.jump"
    assert (len(tiny.builds("rules")), len(tiny.builds("top"))) == (2, 3)


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("import tiny.a, tiny.b as c", ["tiny.a", "tiny.b"]),
        ("from tiny.a import b", ["tiny.a", "tiny.a.b"]),
        ("from tiny import (\n    a,\n    b as c,\n)", ["tiny", "tiny.a", "tiny.b"]),
        ("from . import a", ["tiny.rules", "tiny.rules.a"]),
        ("from .a import b  # why", ["tiny.rules.a", "tiny.rules.a.b"]),
        ("from ..a import b", ["tiny.a", "tiny.a.b"]),
        ("    from tiny.a import b", ["tiny.a", "tiny.a.b"]),
        ("x = 1\nfrom tiny.a import b", ["tiny.a", "tiny.a.b"]),
    ],
)
def test_imports_are_found(tmp_path: Path, line: str, names: list[str]) -> None:
    (tmp_path / "move.py").write_text(line)
    assert list(sources.imports("tiny.rules.move", tmp_path / "move.py")) == names


def test_an_archive_is_refused_in_words(tmp_path: Path) -> None:
    archive = tmp_path / "all.zip"
    archive.touch()
    with pytest.raises(
        ImportError, match=r"all\.zip/ow_env/core/rng\.py: can't be used from an archive, only from a folder"
    ):
        sources.text_of(archive / "ow_env" / "core" / "rng.py")


def test_the_files_that_decide_a_game_are_found() -> None:
    found = sources.sources(("ow_env.goofspiel.engine",), (*jit.SHARED, "ow_env.goofspiel"))
    assert {name.removeprefix("ow_env.") for name in found} >= {
        "goofspiel.engine",
        "goofspiel.observe",
        "goofspiel.rules.rounds",
        "goofspiel.rules.hide",
        "goofspiel.actions",
        "goofspiel.state",
        "compiled.jit",
        "core.rng",
    }
    assert "ow_env.goofspiel.render" not in found


NAMES = pytest.mark.parametrize("name", ["BONUS", "at.BONUS"])


def home_of(name: str, tiny: Any) -> str:
    """Let the tiny game's rules call their constant so, and return the file it stands in: `at` is another module."""
    if name == "BONUS":
        return "rules.py"
    tiny.edit("rules.py", "BONUS = 5", "from . import state as at")
    tiny.edit("rules.py", "BONUS * int", "at.BONUS * int")
    tiny.edit("state.py", "import numpy as np\n", "import numpy as np\nBONUS = 5\n")
    return "state.py"


@compiled_slow
@NAMES
def test_a_global_array_is_refused(tiny: Any, name: str) -> None:
    tiny.edit(home_of(name, tiny), "BONUS = 5", "import numpy as np\nBONUS = np.array([5])")
    tiny.edit("rules.py", f"{name} * int(t.price)", f"{name}[0] * int(t.price)")
    out = tiny.run(
        "import numpy as np\nfrom tiny.rules import *\nfrom tiny.state import TABLES\n"
        "try: bonus(np.zeros(1, GAME)[0], np.ones(1, TABLES)[0])\n"
        "except TypeError as error: print(error)"
    )
    assert f"tiny.rules.bonus reads the global array {name}: put it into the tables" in out


@compiled
def test_a_rule_that_allocates_is_refused(tiny: Any) -> None:
    """Arrays are not counted, so one made within a rule would never be freed."""
    tiny.edit("rules.py", "BONUS = 5", "import numpy as np\nBONUS = 5")
    tiny.edit("rules.py", "return add(g, 1)", "g.held[:] = np.empty(3, np.uint8)\n    return add(g, 1)")
    call = "try: total(g[0], t[0]); print('allowed')\nexcept Exception as error: print(error)"
    assert "g.held[:] = np.empty" in tiny.run(PLAY.replace("print(total(g[0], t[0]))", call))


@compiled_slow
def test_bounds_are_checked_when_asked_whatever_was_built_before(tiny: Any) -> None:
    tiny.edit("rules.py", "return add(g, 1)", "g.held[g.turn + 3] = 0\n    return add(g, 1)")
    look = PLAY.replace(
        "print(total(g[0], t[0]))", "try: total(g[0], t[0]); print('unseen')\nexcept IndexError: print('seen')"
    )
    assert tiny.run(look) == "unseen"
    assert tiny.run(look, OW_ENV_BOUNDSCHECK="1") == "seen"
    assert tiny.run(look, NUMBA_BOUNDSCHECK="1") == "seen"
    assert tiny.run(look) == "unseen"
    assert len(tiny.builds()) == 2  # NUMBA_BOUNDSCHECK=1 is the same option


@compiled_slow
@NAMES
def test_a_constant_that_no_source_tells_is_no_part_of_what_another_setting_built(tiny: Any, name: str) -> None:
    tiny.edit(home_of(name, tiny), "BONUS = 5", "import os\nBONUS = int(os.environ['PRICE'])")
    assert [tiny.run(PLAY + MISSES, PRICE=price).splitlines()[0] for price in ("5", "7", "5")] == ["6", "8", "6"]
    assert tiny.run(PLAY + MISSES, PRICE="7") == "8"  # both lie there
    (build,) = tiny.builds()
    assert len(list(build.glob("total-*.code"))) == 2  # it calls what reads the constant
    assert len(list(build.glob("add-*.code"))) == 1


def test_code_for_any_processor_is_found_on_any(monkeypatch: pytest.MonkeyPatch) -> None:
    """With NUMBA_CPU_NAME=generic; other code is for the processor that it was made on."""
    found = {}
    for cpu, features in ((None, None), ("generic", "")):
        monkeypatch.setattr(jit.config, "CPU_NAME", cpu)
        monkeypatch.setattr(jit.config, "CPU_FEATURES", features)
        for host in ("one", "other"):
            monkeypatch.setattr(jit.llvm, "get_host_cpu_name", lambda host=host: host)
            found[cpu, host] = jit.system({})
    assert found["generic", "one"] == found["generic", "other"]
    assert len(set(found.values())) == 3


BOUND = """
import numpy as np
from tiny.rules import GAME, rule
from ow_env.compiled.jit import LIBRARIES
from tiny import low, high
library = LIBRARIES["tiny"]
inner = library.bind(high.inner, choose=low.choose)
outer = library.bind(high.outer, inner=inner)
print(outer(np.zeros(1, GAME)[0]))
"""


@compiled_slow
def test_an_edit_reaches_what_is_bound_to_what_is_bound(tiny: Any) -> None:
    """`outer` imports nothing of `low`: it is told by what it calls."""
    low = "from __future__ import annotations\nfrom .state import Game, rule\n\n@rule\ndef choose(g: Game) -> int:\n"
    (tiny.package / "low.py").write_text(low + "    return 1\n")
    (tiny.package / "high.py").write_text(
        "from __future__ import annotations\nfrom typing import Any\nfrom .state import Game\n"
        "choose: Any = None\ninner: Any = None\n\n"
        "def inner(g: Game) -> int:\n    return 10 * choose(g)\n\n"
        "def outer(g: Game) -> int:\n    return inner(g)\n"
    )
    assert tiny.run(BOUND) == "10"
    (tiny.package / "low.py").write_text(low + "    return 7\n")
    assert tiny.run(BOUND) == "70"


@compiled_slow
def test_a_template_that_stands_outside_the_package_is_kept_and_an_edit_of_it_noticed(tiny: Any) -> None:
    """As those that all scripts share are bound to a game's library."""
    elsewhere = tiny.root / "elsewhere.py"
    body = (
        "from __future__ import annotations\nfrom tiny.state import Game\n\ndef twice(g: Game) -> int:\n    return {}\n"
    )
    code = (
        "import numpy as np\nimport elsewhere\nfrom tiny.state import GAME, rule\n"
        "print(rule.library.bind(elsewhere.twice)(np.zeros(1, GAME)[0]))\n"
    )
    elsewhere.write_text(body.format(2))
    assert tiny.run(code) == "2"
    assert len(list(tiny.cache.glob("tiny-*/elsewhere-*/twice__tiny-*.code"))) == 1
    elsewhere.write_text(body.format(3))
    assert tiny.run(code) == "3"


TUPLES = """
import numpy as np
from ow_env.compiled.jit import rules_of
from tiny.high import Both, Pair, add, times_template
from tiny.state import GAME

library = rules_of("both", "tiny", Game=GAME, Held=np.dtype((np.uint8, (1,))), Factor=np.dtype(np.int64)).library
for kind in (Pair, Both):
    library.add_tuple(kind)
library.packages += ("tiny",)
bound = library.bind_all((add, times_template), {"BONUS": 10})
both = Both(Pair(np.zeros(1, GAME)[0], np.array([1, 2], np.uint8)), 3)
print(bound["times"](both), both.pair.game.turn, both.pair.held.tolist())
"""
HIGH = """
from __future__ import annotations
from typing import Any, NamedTuple
from .state import Game

Held = Factor = Any
BONUS = 0

class Pair(NamedTuple):
    game: Game
    held: Held

class Both(NamedTuple):
    pair: Pair
    factor: Factor

def add(both: Both, n: int) -> None:
    both.pair.game.turn += n
    both.pair.held[1] = n

def times_template(both: Both) -> int:
    add(both, 7)
    return both.factor * (BONUS + len(both.pair.held)) + both.pair.held[0]
"""


@compiled_slow
def test_templates_work_on_arrays_that_go_together_and_call_those_above_them(tiny: Any) -> None:
    (tiny.package / "high.py").write_text(HIGH)
    for _ in range(2):  # compiled, then loaded
        assert tiny.run(TUPLES).splitlines() == ["37 7 [1, 7]"]
    assert len(list(tiny.cache.glob("both-*/tiny.high-*/times_template__both-*.code"))) == 1


MADE = """
import numpy as np
from tiny.state import GAME
both = Both(Pair(np.zeros(1, GAME)[0], np.array([1, 2], np.uint8)), 3)
"""
BY_ADDRESS = f"""
from ow_env.compiled.jit import rules_of
from tiny.addressed import Both, Pair, add, grow, play
{MADE}
library = rules_of("addressed", "tiny", Game=GAME, Held=np.dtype((np.uint8, (1,))), Factor=np.dtype(np.int64)).library
for kind in (Pair, Both):
    library.add_tuple(kind, by_address=True)
bound = library.bind_all((add, grow, play), {{}})
print(bound["play"](both, 40), both.pair.game.turn, both.pair.held.tolist())
print(bound["play"](both._replace(factor=5), 2), both.pair.game.turn, both.pair.held.tolist())
"""
ADDRESSED = """
from __future__ import annotations
from typing import Any, NamedTuple
from ow_env.compiled.addresses import by_address
from .state import Game

Held = Factor = Any

class Pair(NamedTuple):
    game: Game
    held: Held

class Both(NamedTuple):
    pair: Pair
    factor: Factor

def add(pair: Pair, n: int) -> int:
    pair.game.turn += n
    pair.held[1] = pair.game.turn
    return len(pair.held)

def grow(both: Both, n: int) -> int:
    return both.factor * add(both.pair, n) + int(both.pair.held[0])

def play(both: BothByValue, n: int) -> int:
    here = by_address(both)
    return 100 * grow(here, n) + grow(here, 1)
"""


@compiled_slow
def test_a_tuple_handed_on_by_its_address_is_read_by_names_as_one_handed_on_by_value(tiny: Any) -> None:
    (tiny.package / "addressed.py").write_text(ADDRESSED)
    for _ in range(2):  # compiled, then loaded
        assert tiny.run(BY_ADDRESS).splitlines() == ["707 41 [1, 41]", "1111 44 [1, 44]"]
    play, _ = BY_ADDRESS.partition("print")[2].split("\n", 1)
    plain = f"{ADDRESSED.replace('from .state', 'from tiny.state')}{MADE}bound = globals()\nprint{play}"
    assert tiny.run(plain, NUMBA_DISABLE_JIT="1") == "707 41 [1, 41]"


def test_a_tuple_is_another_type_where_a_record_in_it_is_laid_out_otherwise() -> None:
    """Its name is part of the name of what is compiled: see `baked_in`."""

    class Pair(NamedTuple):
        game: Game  # type: ignore[name-defined] # noqa: F821

    def count(pair: Pair) -> int: ...  # type: ignore[empty-body]

    count.__annotations__ = {"pair": "Pair", "return": "int"}
    told = set()
    for kind in (np.int16, np.int32, np.int16):
        library = Library("a game", "ow_env.core", {"Game": record([("turn", kind)])})
        library.add_tuple(Pair)
        told.add(str(library.signature(count)))
    assert len(told) == 2
    assert all(len(text) < 60 for text in told)


def test_a_tuple_of_what_is_no_word_is_refused() -> None:
    class Pair(NamedTuple):
        game: Game  # type: ignore[name-defined] # noqa: F821

    with pytest.raises(TypeError, match="Pair: game is annotated 'Game'; a rule of a game may use"):
        Library("a game", "ow_env.core", {}).add_tuple(Pair)


@compiled_slow
def test_what_is_compiled_elsewhere_is_called_but_nothing_that_calls_it_is_kept(tiny: Any) -> None:
    tiny.edit("rules.py", "BONUS = 5", "import numba\nfrom elsewhere import twice\nBONUS = 5")
    tiny.edit("rules.py", "return add(g, 1)", "return twice(add(g, 1))")
    elsewhere = tiny.root / "elsewhere.py"
    elsewhere.write_text("import numba\n@numba.njit\ndef twice(n):\n    return 2 * n\n")
    assert tiny.run(PLAY) == "7"
    elsewhere.write_text("import numba\n@numba.njit\ndef twice(n):\n    return 20 * n\n")
    assert tiny.run(PLAY) == "25"
    assert not list(tiny.cache.glob("tiny-*/*/total-*.code"))


@pytest.mark.skipif(PURE, reason="nothing is compiled")
def test_a_rule_that_reads_a_variable_around_it_is_refused() -> None:
    library = Library("a game", "ow_env.core", {})

    def make(n: int) -> Any:
        def add(x: int) -> int:
            return x + n

        add.__annotations__ = {"x": "int", "return": "int"}
        return add

    with pytest.raises(TypeError, match="add reads a variable of the function it stands in"):
        library.add(make(1))


def test_a_name_within_a_module_is_not_looked_for_as_a_module(tmp_path: Path, monkeypatch: Any) -> None:
    """To look for `engine.play` as a module would run `engine`, perhaps in the middle of its own import."""
    package = tmp_path / "halfway"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "engine.py").write_text("raise RuntimeError('imported')\n")
    (package / "state.py").write_text("if False:\n    from halfway.engine import play\n")
    monkeypatch.syspath_prepend(tmp_path)
    found = sources.sources(("halfway.state",), ("halfway",))
    assert sorted(found) == ["halfway.engine", "halfway.state"]


def test_all_compiled_code_of_the_project_is_made_in_one_place() -> None:
    own_way = {
        "ow_env/compiled/jit.py",  # the one place
        "docs/benchmark/choose.py",  # runs in the Pythons of other libraries too; never kept on disk
    }
    made = re.compile(r"\b(njit|numba\.jit|guvectorize|numba\.vectorize|cfunc|stencil)\(")
    found = {
        str(path.relative_to(ROOT))
        for package in ("ow_env", "agents", "training", "docs")
        for path in (ROOT / package).rglob("*.py")
        if made.search(path.read_text())
    }
    assert found == own_way


# Compiled is uncompiled

SAME = """
import hashlib
import numpy as np
from ow_env.core import Batch
from ow_env.goofspiel.game import Goofspiel
for options in ({}, {"num_players": 3, "bids": "hidden"}, {"num_players": 4, "ties": "carry"}):
    batch = Batch(Goofspiel(num_cards=5, **options), 3, seed=11, reward="shaped")
    batch.rollout(9)
    guess = batch.game.hide(batch.states, 1)
    arrays = (batch.states, batch.rng, batch.observation, batch.action_mask, batch.to_act)
    more = (batch.reward, batch.terminated, batch.game_number, guess)
    print(hashlib.sha256(b"".join(array.tobytes() for array in arrays + more)).hexdigest())
"""


@compiled_slow
def test_compiled_uncompiled_and_with_bounds_checked_it_plays_the_same_bytes(fresh_process: Callable[..., str]) -> None:
    compiled = fresh_process(SAME)
    assert compiled == fresh_process(SAME, NUMBA_DISABLE_JIT="1")
    assert compiled == fresh_process(SAME, OW_ENV_BOUNDSCHECK="1")


@pytest.mark.uncompiled
def test_a_word_that_comes_after_a_library_is_one_of_its_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game's records may be imported before the generator that its rules draw from."""
    library = jit.rules_of("made_early").library
    monkeypatch.setitem(jit.NAMES, "Later", jit.types.int64)
    assert library.types["Later"] is jit.types.int64
