"""The compile cache: never poisonous, never shared wrongly, never too large, and what vanishes is built anew."""

from __future__ import annotations

import os
import random
import shutil
import signal
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ow_env.compiled import cache
from ow_env.compiled.jit import LIBRARIES
from tests.compiled.tiny_game import BUILT, MISSES, PLAY, ROOT, Tiny, compiled, compiled_slow

posix = pytest.mark.skipif(sys.platform == "win32", reason="POSIX locks and permissions")

LABEL = "a game-0123/rules-4567/buy-89.code"


# One file


def test_what_was_written_is_read(tmp_path: Path) -> None:
    cache.write(tmp_path / "buy.code", LABEL, b"machine code")
    cache.look(tmp_path / "buy.code", LABEL)
    assert cache.read(tmp_path / "buy.code", LABEL) == b"machine code"
    assert [path.name for path in tmp_path.iterdir()] == ["buy.code"]


def replace_by_anothers(path: Path) -> None:
    other = path.with_name("another.code")
    cache.write(other, "something else", b"machine code")
    other.replace(path)


def make_a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()
    (path / "inside").touch()


def make_a_link(path: Path) -> None:
    aside = path.with_name("aside")
    path.replace(aside)
    path.symlink_to(aside)


DAMAGES: dict[str, tuple[Callable[[Path], object], str]] = {
    "cut": (lambda path: os.truncate(path, path.stat().st_size // 2), "damaged: it has"),
    "cut in its header": (lambda path: os.truncate(path, 60), "damaged: it has 60 bytes"),
    "emptied": (lambda path: os.truncate(path, 0), "damaged: it has 0 bytes"),
    "lengthened": (lambda path: path.write_bytes(path.read_bytes() + b"more"), "damaged: it has"),
    "removed": (Path.unlink, "missing"),
    "another's": (replace_by_anothers, "damaged: it is the code of something else"),
    "a folder": (make_a_folder, "no file"),
}
if sys.platform != "win32":
    DAMAGES |= {
        "a link": (make_a_link, "unreadable"),
        "unreadable": (lambda path: path.chmod(0), "unreadable"),  # who is root can read it all the same, and may
        "open to others": (lambda path: path.chmod(0o666), "open to other users"),
    }


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_refused_by_its_first_bytes_and_replaced(damage: str, tmp_path: Path) -> None:
    path, (harm, fault) = tmp_path / "buy.code", DAMAGES[damage]
    cache.write(path, LABEL, b"machine code")
    harm(path)
    if not (damage == "unreadable" and os.getuid() == 0):
        for refuse in (cache.look, cache.read):
            with pytest.raises(cache.Fault, match=fault):
                refuse(path, LABEL)
    cache.write(path, LABEL, b"new code")
    assert cache.read(path, LABEL) == b"new code"


def test_a_changed_byte_is_noticed_wherever_it_is(tmp_path: Path) -> None:
    path = tmp_path / "buy.code"
    cache.write(path, LABEL, b"machine code")
    whole = path.read_bytes()
    for place in range(len(whole)):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        with pytest.raises(cache.Fault, match="damaged"):
            cache.read(path, LABEL)


def test_a_file_that_cannot_be_written_leaves_nothing_behind(tmp_path: Path, monkeypatch: Any) -> None:
    cache.write(tmp_path / "buy.code", LABEL, b"machine code")

    def full(*arguments: Any) -> Any:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space left"):
        cache.write(tmp_path / "buy.code", LABEL, b"new code")
    assert not list(tmp_path.glob("*.partial"))


# A build that heals

DAMAGE_EVERY_FILE = """
import os, tempfile
import numba
import numpy as np
from ow_env.compiled import cache
from tests.compiled import test_cache
from tiny.rules import GAME, total
from tiny.state import TABLES

def play():
    # what a new process would do: here nothing was loaded yet
    with tempfile.TemporaryFile() as told:
        child = os.fork()
        if child == 0:
            os.dup2(told.fileno(), 2)
            g, t = np.zeros(1, GAME), np.ones(1, TABLES)
            os._exit(0 if total(g[0], t[0]) == 6 else 1)
        assert os.waitpid(child, 0)[1] == 0
        told.seek(0)
        return told.read().decode().splitlines()

numba.njit("int64(int64)")(lambda x: x)  # the compiler is ready in every child, and none of our code is
top = cache.root()
files = sorted(top.glob("*-*/*-*/*.code"))
assert play() == [], "it is whole"
ways = list(test_cache.DAMAGES.items())
for number, file in enumerate(files):
    name = ".".join(part.rpartition("-")[0] for part in (file.parent.name, file.name))
    own = file.parent.name.startswith("tiny.")
    for way, (damage, fault) in ways if own else [ways[number % len(ways)]]:  # of core's files each in one way
        damage(file)
        lines = play()
        if way == "unreadable" and os.getuid() == 0:
            file.chmod(0o600)
            continue
        assert len(lines) == 1, (file.name, way, lines)
        (line,) = lines
        assert line.startswith("rebuilt 1 of ") and f": {name} was {fault}" in line, line
        for aside in file.parent.glob("a*"):
            if aside.name in ("aside", "another.code"):
                aside.unlink()
        assert sorted(top.glob("*-*/*-*/*.code")) == files
        cache.look(file, str(file.relative_to(top)))
    assert play() == [], "it is whole again"
print(len(files), "files")
"""


@compiled_slow
@posix
def test_whatever_happens_to_a_file_the_next_process_plays_and_the_build_is_whole(tiny: Tiny) -> None:
    tiny.run(PLAY)
    core = [member for member in LIBRARIES["core"].members if not member.inline]
    assert tiny.run(DAMAGE_EVERY_FILE) == f"{2 + len(core)} files"


@compiled
def test_a_changed_byte_of_what_is_loaded_is_mended_too(tiny: Tiny) -> None:
    tiny.run(PLAY)
    (path,) = tiny.cache.glob("tiny-*/*/total-*.code")
    whole = bytearray(path.read_bytes())
    whole[-100] ^= 1
    path.write_bytes(whole)
    assert tiny.run(PLAY + MISSES) == "6\ntiny.rules.total"
    assert "rebuilt 1 of 2 functions of tiny" in tiny.told
    assert "tiny.rules.total was damaged: its contents have changed" in tiny.told
    assert tiny.run(PLAY + MISSES) == "6"
    assert tiny.told == ""


@compiled_slow
def test_a_rule_that_calls_one_below_it_is_built_and_kept(tiny: Tiny) -> None:
    """With one process at work, the one below is compiled for the sake of its caller."""
    last = "@rule\ndef total("
    tiny.edit("rules.py", last, "@rule\ndef early(g: Game) -> int:\n    return late(g)\n\n" + last)
    tiny.edit("rules.py", "bonus(g, t)\n", "bonus(g, t) + early(g)\n")
    with open(tiny.package / "rules.py", "a", encoding="utf-8") as file:
        file.write("\n@rule\ndef late(g: Game) -> int:\n    return 7\n")
    assert tiny.run(PLAY) == "13"
    assert any(file.name.startswith("late-") for file in tiny.files())
    tiny.run(PLAY)
    assert tiny.told == "", "it is whole"


@compiled
def test_several_faults_are_one_line(tiny: Tiny) -> None:
    tiny.run(PLAY)
    for path in tiny.cache.glob("tiny-*/*/*.code"):
        os.truncate(path, 0)
    assert tiny.run(PLAY + MISSES) == f"6\n{BUILT}"
    (line,) = tiny.told.splitlines()
    assert "rebuilt 2 of 2 functions of tiny" in line
    assert line.endswith("tiny.rules.add was damaged: it has 0 bytes; 1 more")


EMPTIED = """
import shutil
from ow_env.compiled import cache
def empty_the_cache():
    shutil.rmtree(cache.root())
"""
LATER = """
from __future__ import annotations
from .state import Game, rule
from .rules import add

@rule
def later(g: Game) -> int:
    return add(g, 10)
"""


@compiled_slow
@posix
def test_a_process_whose_build_is_removed_goes_on_and_poisons_nothing(tiny: Tiny) -> None:
    """It has some rules in memory, whose files are gone, and compiles others, whose files will be there."""
    (tiny.package / "later.py").write_text(LATER)
    call_later = "from tiny.later import later\nprint(later(g[0]))\n"
    gone = EMPTIED + PLAY + "empty_the_cache()\n" + call_later
    assert tiny.run(gone) == "6\n11"
    assert [path.name.split("-")[0] for path in tiny.files()] == ["later"]
    assert tiny.run(PLAY + call_later + MISSES) == f"6\n11\n{BUILT}"
    assert tiny.run(PLAY + call_later + MISSES) == "6\n11"


@compiled
@posix
def test_a_process_whose_build_is_removed_before_it_is_loaded_compiles(tiny: Tiny) -> None:
    """It has seen that all was whole; then some of it is not there."""
    tiny.run(PLAY)
    add_alone = "import numpy as np\nfrom tiny.rules import GAME, add\nfrom tiny import rules, state\n"
    add_alone += "g, t = np.zeros(1, GAME), np.ones(1, state.TABLES)\nprint(add(g[0], 1))\n"
    late = "print(rules.total(g[0], t[0]))\n"
    assert tiny.run(EMPTIED + add_alone + "empty_the_cache()\n" + late + MISSES) == "1\n7\ntiny.rules.total"
    assert tiny.run(PLAY + MISSES) == "6\ntiny.rules.add"
    assert tiny.run(PLAY + MISSES) == "6"


# Killed at any moment


@compiled_slow
@posix
def test_a_build_killed_in_the_middle_is_finished_by_the_next_process(tiny: Tiny) -> None:
    kill = """
import os, signal
from ow_env.compiled import jit
make = jit.Library.make
def make_and_die(self, member):
    make(self, member)
    os.kill(os.getpid(), signal.SIGKILL)
jit.Library.make = make_and_die
"""
    process = tiny.start(kill + PLAY)
    process.communicate()
    assert process.returncode == -signal.SIGKILL
    assert len(list(tiny.cache.glob("tiny-*/*/*.code"))) == 1
    assert tiny.run(PLAY + MISSES) == "6\ntiny.rules.total"
    assert tiny.run(PLAY + MISSES) == "6"


KILLED_WHILE_WRITING = """
import os, signal
from pathlib import Path
replace = Path.replace
def die(self, target):
    if str(target).endswith(".code"):
        os.kill(os.getpid(), signal.SIGKILL)
    return replace(self, target)
Path.replace = die
"""


@compiled
@posix
def test_a_half_written_file_is_cleared_away(tiny: Tiny) -> None:
    process = tiny.start(KILLED_WHILE_WRITING + PLAY)
    process.communicate()
    assert process.returncode == -signal.SIGKILL
    assert len(list(tiny.cache.glob("tiny-*/*/*.partial"))) == 1
    assert tiny.run(PLAY) == "6"
    assert not list(tiny.cache.glob("tiny-*/*/*.partial"))


@compiled_slow
@posix
def test_kills_at_random_moments_leave_nothing_that_stops_another(tiny: Tiny) -> None:
    """Some die before they begin, some while two processes compile, some when all is done."""
    rng = random.Random(7)
    sizes = (
        "from ow_env.compiled import parallel_build as build\nbuild.FEWEST = 1\n"  # two processes for a small game too
    )
    longest = 3.0  # seconds from the start of a process
    for _ in range(6):
        process = tiny.start(sizes + PLAY)
        with_time = rng.uniform(0.5, longest)
        try:
            process.communicate(timeout=with_time)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
        assert process.returncode in (0, -signal.SIGKILL)
        for path in tiny.cache.glob("tiny-*/*/*.code"):
            assert path.read_bytes().startswith(cache.MAGIC)
    assert tiny.run(PLAY) == "6"
    assert tiny.run(PLAY + MISSES) == "6"
    assert tiny.told == ""


# Shared by many


@compiled_slow
def test_copies_of_one_version_in_different_folders_share_one_build(tiny: Tiny) -> None:
    copies = tiny.copies(3)
    processes = [copy.start(PLAY + MISSES) for copy in copies]
    outs = sorted(process.communicate()[0].strip() for process in processes)
    assert outs == ["6", "6", f"6\n{BUILT}"]
    for copy in copies:  # and one after the other
        assert copy.run(PLAY + MISSES) == "6"
        assert copy.told == ""
    assert len(tiny.builds()) == 1


@compiled_slow
def test_a_build_in_another_folder_starts_without_compiling(tiny: Tiny) -> None:
    """The whole package, copied: what one installation has compiled the other loads."""
    other = tiny.root / "installed elsewhere"
    for package in ("ow_env", "agents"):
        shutil.copytree(ROOT / package, other / package, ignore=shutil.ignore_patterns("__pycache__"))
    play = (
        "from ow_env.core import Batch\nfrom ow_env.compiled.jit import LIBRARIES\n"
        "from ow_env.goofspiel.game import Goofspiel\nimport ow_env\n"
        "print(ow_env.__file__, Batch(Goofspiel(), 1, seed=1).rollout(3))\n"
        "missed = [m.name for library in LIBRARIES.values() for m in library.members"
        " if m.dispatcher.stats.cache_misses]\n"
        "print(len(missed))"
    )
    here = {"OW_ENV_CACHE": os.environ.get("OW_ENV_CACHE")}  # where this process has built its own
    tiny.run(play, **here)
    out = tiny.run(play, **here, PYTHONPATH=str(other))
    assert out.startswith(str(other))
    assert out.endswith("\n0")


STEP_BY_STEP = """
import sys
import numpy as np
from tiny import rules, state
from ow_env.compiled.jit import LIBRARIES
g, t = np.zeros(1, rules.GAME), np.ones(1, state.TABLES)
print(rules.add(g[0], 0), flush=True)
sys.stdin.readline()  # meanwhile others build, and evict
print(rules.total(g[0], t[0]), rules.bonus(g[0], t[0]), flush=True)
"""


@compiled_slow
@posix
def test_copies_of_three_versions_are_used_while_others_evict_their_builds(tiny: Tiny) -> None:
    """No room for any build: whoever builds evicts all but its own, and whose build is gone compiles."""
    tight = {"OW_ENV_CACHE_LIMIT": "0"}
    copies = tiny.copies(3)
    for number, copy in enumerate(copies):
        copy.edit("rules.py", "BONUS = 5", f"BONUS = {10 + number}")
        assert copy.run(PLAY, **tight) == str(11 + number)
    assert len(tiny.builds()) == 1, "the last one's own"
    playing = [copy.start(STEP_BY_STEP, **tight) for copy in copies]
    for process in playing:
        assert process.stdout is not None
        assert process.stdout.readline() == "0\n"
    assert tiny.run(PLAY, **tight) == "6"  # a fourth comes, builds, and evicts
    assert len(tiny.builds()) == 1
    for number, process in enumerate(playing):
        out, err = process.communicate("go on\n")
        assert (out, process.returncode) == (f"{11 + number} {10 + number}\n", 0), err
    assert tiny.run(PLAY, **tight) == "6"


# How large it is


def fill(root: Path, builds: dict[str, int]) -> None:
    """Make builds of a KiB each, last used at these times."""
    for name, used in builds.items():
        folder = root / "game-0123456789abcdef" / f"{name}-0123456789abcdef"
        folder.mkdir(parents=True)
        (folder / "buy.code").write_bytes(bytes(1024))
        os.utime(folder, (used, used))


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own for this process."""
    monkeypatch.setattr(cache, "root", lambda: tmp_path)
    monkeypatch.setattr(cache, "USED", set())
    return tmp_path


def names(root: Path) -> list[str]:
    return sorted(path.name.split("-")[0] for path in cache.builds(root))


def test_the_longest_unused_build_goes_first_and_what_this_process_uses_stays(root: Path) -> None:
    fill(root, {"new": 3, "old": 1, "middle": 2})
    assert cache.evict(3072) == (0, 0)
    assert cache.evict(3071) == (1, 1024)
    assert names(root) == ["middle", "new"]
    cache.claim([root / "game-0123456789abcdef" / "middle-0123456789abcdef"])
    os.utime(root / "game-0123456789abcdef" / "middle-0123456789abcdef", (1, 1))
    assert cache.evict(1024) == (1, 1024)
    assert cache.evict(0) == (0, 0)
    assert names(root) == ["middle"]


def test_what_is_used_again_goes_last(root: Path) -> None:
    fill(root, {"new": 3, "old": 1, "middle": 2})
    cache.claim([root / "game-0123456789abcdef" / "old-0123456789abcdef"])
    cache.USED.clear()  # as if that process had ended
    assert cache.evict(2048) == (1, 1024)
    assert names(root) == ["new", "old"]
    assert cache.evict(0) == (2, 2048)
    assert {path.name for path in root.iterdir()} == {".lock"}


@posix
def test_what_is_not_ours_is_never_removed(root: Path) -> None:
    fill(root, {"old": 1})
    (root / "letters-to-grandmother").mkdir()
    (root / "game-0123456789abcdef" / "notes.txt").touch()
    (root / "elsewhere-0123456789abcdef").symlink_to(root / "letters-to-grandmother")
    (root / "letters-to-grandmother" / "first-0123456789abcdef").mkdir()
    cache.evict(0)
    assert (root / "game-0123456789abcdef" / "notes.txt").exists()
    assert (root / "letters-to-grandmother" / "first-0123456789abcdef").exists()


def test_the_limit_is_in_mib_and_what_is_none_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OW_ENV_CACHE_LIMIT", raising=False)
    assert cache.limit() == 2**30
    monkeypatch.setenv("OW_ENV_CACHE_LIMIT", "0.5")
    assert cache.limit() == 2**19
    for text in ("much", "-1", "inf", "nan", "1 GiB"):
        monkeypatch.setenv("OW_ENV_CACHE_LIMIT", text)
        with pytest.raises(ValueError, match="OW_ENV_CACHE_LIMIT: expected a number of MiB, 0 or more, got "):
            cache.limit()


# Who may write to it


@compiled_slow
@posix
def test_the_folder_is_private_whatever_the_umask(tiny: Tiny) -> None:
    home = tiny.root / "new" / "folders" / "cache"
    for _ in range(2):
        assert tiny.run("import os\nos.umask(0)\n" + PLAY, OW_ENV_CACHE=str(home)) == "6"
        assert "open" not in tiny.told
    for folder in (home, *home.glob("tiny-*"), *home.glob("tiny-*/tiny.rules-*")):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    for file in home.glob("tiny-*/*/*.code"):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


@compiled_slow
@posix
@pytest.mark.parametrize("above", [False, True])
def test_a_folder_others_may_write_to_is_not_trusted(tiny: Tiny, above: bool) -> None:
    if above:
        (tiny.root / "shared").mkdir()
        tiny.cache = tiny.cache.rename(tiny.root / "shared" / "cache")
    danger = tiny.cache.parent if above else tiny.cache
    danger.chmod(0o777)
    home = tiny.root / "home"
    assert tiny.run(PLAY, HOME=str(home), XDG_CACHE_HOME=None) == "6"
    told = f"compiled code is not kept in {tiny.cache}: others may write to "
    assert told + (str(danger) if above else "it") in tiny.told
    assert not tiny.builds()
    assert list(home.glob(".cache/ow_env/tiny-*/*/*.code")) or sys.platform == "darwin"


@posix
def test_a_folder_is_trusted_where_nobody_else_can_touch_what_is_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inner = tmp_path / "shared" / "mine"
    inner.mkdir(parents=True, mode=0o700)
    inner.parent.chmod(0o1777)
    assert cache.open_to_others(inner) is None
    inner.parent.chmod(0o777)
    assert cache.open_to_others(inner) == f"others may write to {inner.parent}"
    if os.getuid() == 0:  # only root gives folders away
        os.chown(inner.parent, 12345, -1)
        assert cache.open_to_others(inner) == f"{inner.parent} belongs to another user"
        os.chown(inner, 12345, -1)
        assert cache.open_to_others(inner) == "it belongs to another user"
        monkeypatch.setattr(os, "getuid", lambda: 12345)
        os.chown(inner.parent, 0, -1)
        inner.parent.chmod(0o755)
        assert cache.open_to_others(inner) is None
        os.chown(inner, 0, -1)
        assert cache.open_to_others(inner) is None, "what belongs to root alone is as safe as the system"
        inner.chmod(0o720)
        assert cache.open_to_others(inner) == "others may write to it"


@compiled
@posix
@pytest.mark.parametrize("pattern", ["tiny-*", "tiny-*/tiny.rules-*"])
def test_inner_folders_are_looked_at_too(tiny: Tiny, pattern: str) -> None:
    tiny.run(PLAY)
    (folder,) = tiny.cache.glob(pattern)
    folder.chmod(0o777)
    assert tiny.run(PLAY + MISSES) == f"6\n{BUILT}"
    assert f"ow_env: {folder} was open to other users: emptied" in tiny.told
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert tiny.run(PLAY + MISSES) == "6"


@compiled_slow
@posix
def test_a_link_in_place_of_an_inner_folder_is_not_followed(tiny: Tiny) -> None:
    tiny.run(PLAY)
    (folder,) = tiny.builds()
    aside = folder.rename(tiny.root / "aside")
    folder.symlink_to(aside)
    assert tiny.run(PLAY + MISSES) == f"6\n{BUILT}"
    assert not folder.is_symlink()
    assert len(list(aside.glob("*.code"))) == 2, "what the link led to is left alone"


# Unwritable


@compiled_slow
def test_where_nothing_can_be_written_all_stays_in_memory(tiny: Tiny) -> None:
    nowhere = "/dev/null/nowhere"
    lost = {"OW_ENV_CACHE": nowhere, "HOME": nowhere, "XDG_CACHE_HOME": nowhere}
    no_temp = "import tempfile; tempfile.gettempdir = lambda: '/dev/null/nowhere'\n"
    folder = "from ow_env.compiled.jit import LIBRARIES\nprint(LIBRARIES['tiny'].folder)"
    assert tiny.run(no_temp + PLAY + folder, **lost) == "6\nNone"
    assert f"ow_env: compiled code is not kept in {nowhere}: " in tiny.told
    assert "ow_env: no folder to keep compiled code in; it stays in memory" in tiny.told
    assert tiny.run(PLAY + folder, **lost, TMPDIR=str(tiny.root)).startswith(f"6\n{tiny.root}/ow_env-")


READ_ONLY = """
import os
from ow_env.compiled import cache
look = cache.unwritable
cache.unwritable = lambda folder: "Read-only file system" if os.environ["READ_ONLY"] in str(folder) else look(folder)
"""


@compiled
def test_a_folder_that_cannot_be_written_to_is_read_and_what_it_lacks_is_kept_in_the_next(tiny: Tiny) -> None:
    tiny.run(PLAY)
    files, home = tiny.files(), tiny.root / "home"

    def play(read_only: str) -> str:
        return tiny.run(READ_ONLY + PLAY + MISSES, HOME=str(home), XDG_CACHE_HOME=None, READ_ONLY=read_only)

    said = f"ow_env: the compiled code in {tiny.cache} is not of these sources"
    assert (play(str(tiny.cache)), tiny.told) == ("6", "")
    tiny.edit("rules.py", "BONUS = 5", "BONUS = 7")
    assert play(str(tiny.cache)) == f"8\n{BUILT}"
    assert said in tiny.told
    assert f"(Read-only file system); what is compiled is kept in {home}/.cache/ow_env\n" in tiny.told
    assert (play(str(tiny.cache)), tiny.told) == ("8", "")
    tiny.edit("rules.py", "BONUS = 7", "BONUS = 8")
    for _ in range(2):
        assert play("") == f"9\n{BUILT}"
        assert said in tiny.told
        assert "what is compiled is kept in memory" in tiny.told
    assert tiny.files() == files


@compiled_slow
def test_a_full_disk_is_survived(tiny: Tiny) -> None:
    full = """
from ow_env.compiled import cache
def write(*arguments):
    raise OSError(28, "No space left on device")
cache.write = write
"""
    assert tiny.run(full + PLAY) == "6"
    assert "compiled code of tiny can't be kept and stays in memory: [Errno 28] No space left" in tiny.told
    assert tiny.run(PLAY + MISSES) == f"6\n{BUILT}"
