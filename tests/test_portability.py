"""Nothing in the package works on POSIX systems alone, but where the system is asked first.

The tests run on Linux. What can be held there is held there: the sources are scanned for names that other systems lack,
for text files opened in whatever encoding the system has, and for file names that Windows refuses; and games are played
in a process in which what Windows lacks is missing. Each rule of the scan is shown a sample that it must refuse.
"""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import pytest

ROOT = Path(__file__).parents[1]
SHIPPED = ("ow_env", "agents", "training", "docs")

MODULES = {"crypt", "curses", "fcntl", "grp", "posix", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty"}
NAMES = {  # of modules that every system has: what Windows or macOS lacks in them
    "os": """
        chown ctermid fchmod fchown fdatasync fork forkpty getegid geteuid getgid getgroups getloadavg getpgid getpgrp
        getpriority getresuid getsid getuid initgroups killpg lchown major minor mkfifo mknod nice openpty pathconf
        pipe2 posix_spawn pread pwrite register_at_fork sched_getaffinity sched_setaffinity sched_yield sendfile setgid
        setpgid setsid setuid statvfs sync sysconf tcgetpgrp ttyname uname wait wait3 wait4 waitid
        O_CLOEXEC O_DIRECT O_DIRECTORY O_NOCTTY O_NOFOLLOW O_NONBLOCK O_SYNC O_TMPFILE WNOHANG
        WEXITSTATUS WIFEXITED WIFSIGNALED WTERMSIG""",
    "signal": """
        SIGALRM SIGBUS SIGCHLD SIGCONT SIGHUP SIGKILL SIGPIPE SIGQUIT SIGSTOP SIGTSTP SIGTTIN SIGTTOU SIGUSR1 SIGUSR2
        SIGWINCH alarm pause pthread_kill pthread_sigmask setitimer siginterrupt sigpending sigwait sigwaitinfo""",
    "time": "tzset clock_gettime pthread_getcpuclockid CLOCK_MONOTONIC_RAW CLOCK_PROCESS_CPUTIME_ID",
    "socket": "AF_UNIX SO_REUSEPORT SO_REUSEADDR socketpair",  # SO_REUSEADDR means something else on Windows
    "select": "epoll kqueue poll",
}
POSIX_ONLY = {f"{module}.{name}" for module, names in NAMES.items() for name in names.split()}
ARGUMENTS = set("preexec_fn pass_fds start_new_session process_group umask".split())  # of subprocess
METHODS = set("add_signal_handler symlink_to hardlink_to chmod owner group lchmod".split())  # where there is no doubt
PLACES = re.compile(r"/(tmp|dev|proc|etc|usr|bin|var|run|sys|home|root)(/|$)")
FORBIDDEN = re.compile(r'[<>:"|?*\\\x00-\x1f]|[ .]$')
RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.I)
ASKS = re.compile(r"\bhasattr\((os|signal|socket|time|select), |\bsys\.platform\b|\bos\.name\b|\bGROUP\b")
NOT_FILES = {"webbrowser", "os", "Image", "socket"}  # whose `open` takes no encoding

ALLOWED = {  # (file, what): why it is right there
    ("ow_env/compiled/parallel_build.py", "os.fork"): "`may_fork` has asked whether there is one",
    ("ow_env/compiled/parallel_build.py", "os.WNOHANG"): "only where there was a fork",
    ("ow_env/compiled/parallel_build.py", "signal.SIGKILL"): "only where there was a fork",
    ("docs/benchmark/memory.py", "/proc/self/status"): "looked for before it is read",
    ("docs/benchmark/memory.py", "/proc/self/clear_refs"): "an OSError is taken for no",
    ("docs/benchmark/run.py", "/proc/cpuinfo"): "looked for before it is read",
    ("training/measure/model_card.py", "/proc/cpuinfo"): "an OSError is taken for no",
}


# ── The scan ─────────────────────────────────────────────────────────────────────────────────────


def found_in(source: str) -> Iterator[tuple[int, str]]:
    """Yield (line, what) of everything in a source file that another system may refuse."""
    tree = ast.parse(source)
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        for what in (*names(node), *files(node), *(() if id(node) in docstrings else places(node))):
            if not is_guarded(node, parents):
                yield getattr(node, "lineno", 0), what


def names(node: ast.AST) -> Iterator[str]:
    """Yield modules, names, arguments and methods that not every system has."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names if alias.name.partition(".")[0] in MODULES)
    elif isinstance(node, ast.ImportFrom) and node.level == 0:
        if (node.module or "").partition(".")[0] in MODULES:
            yield str(node.module)
        yield from (full for alias in node.names if (full := f"{node.module}.{alias.name}") in POSIX_ONLY)
    elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        if (full := f"{node.value.id}.{node.attr}") in POSIX_ONLY:
            yield full
    elif isinstance(node, ast.Call):
        called = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        if called in METHODS:
            yield called
        if called == "rename":
            yield "rename"  # refused on Windows where the target is there: `replace` says what is meant
        if called in ("get_context", "set_start_method") and {*map(text_of, node.args)} & {"fork", "forkserver"}:
            yield "fork"
        if called == "strftime" and any(re.search(r"%[-_^#sPk]", text_of(each)) for each in node.args):
            yield "strftime"  # glibc's own
        for word in node.keywords:
            asked = isinstance(word.value, ast.IfExp) and asks(word.value.test)
            if word.arg in ARGUMENTS and not asked:
                yield str(word.arg)
    elif isinstance(node, ast.Dict):  # arguments laid together before a call
        yield from (text_of(key) for key in node.keys if key is not None and text_of(key) in ARGUMENTS)


def files(node: ast.AST) -> Iterator[str]:
    """Yield text files that are read or written in the encoding of the system."""
    if not isinstance(node, ast.Call):
        return
    called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    of = getattr(node.func.value, "id", "a call") if isinstance(node.func, ast.Attribute) else ""
    given = {word.arg: word.value for word in node.keywords}
    if None in given or "encoding" in given:  # or **options, which nobody here can look into
        return
    mode = {"open": 0 if of else 1, "fdopen": 1, "TextIOWrapper": None}.get(called, -1)
    if called == "read_text" and not node.args:
        yield "read_text without an encoding"
    elif called == "write_text" and len(node.args) < 2:
        yield "write_text without an encoding"
    elif called == "TextIOWrapper" and len(node.args) < 2:
        yield "TextIOWrapper without an encoding"
    elif called in ("open", "fdopen") and (called != "open" or of not in NOT_FILES):
        chosen = given.get("mode", node.args[mode] if mode is not None and len(node.args) > mode else ast.Constant("r"))
        if "b" not in text_of(chosen, "b" if of == "tarfile" else ""):
            yield f"{called} without an encoding"
    elif called in ("NamedTemporaryFile", "TemporaryFile", "SpooledTemporaryFile"):
        chosen = given.get("mode", node.args[0] if node.args else ast.Constant("w+b"))
        if "b" not in text_of(chosen):
            yield f"{called} without an encoding"
    elif {"text", "universal_newlines"} & given.keys() and called in ("run", "Popen", "check_output", "check_call"):
        yield "a process's text without an encoding"


def places(node: ast.AST) -> Iterator[str]:
    """Yield folders that only POSIX systems have, and names of files that Windows can't have."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and PLACES.match(node.value):
        yield node.value
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):  # folder / "name"
        for part in node.right.values if isinstance(node.right, ast.JoinedStr) else [node.right]:
            if FORBIDDEN.search(text_of(part).rstrip(" .")):
                yield f"the file name {text_of(part)!r}"


def text_of(node: ast.AST, otherwise: str = "") -> str:
    """Return a literal text."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else otherwise


def is_guarded(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> bool:
    """Tell whether the system is asked before: in a condition around it, by an earlier return, or by an ImportError."""
    while node in parents:
        inner, node = node, parents[node]
        if isinstance(node, ast.If | ast.IfExp | ast.While) and asks(node.test):
            return True
        if isinstance(node, ast.BoolOp) and any(map(asks, node.values)):
            return True
        if isinstance(node, ast.For) and asks(node.iter):
            return True
        if isinstance(node, ast.Try) and inner in node.body and isinstance(inner, ast.Import | ast.ImportFrom):
            if any(handler.type and "ImportError" in ast.unparse(handler.type) for handler in node.handlers):
                return True
        body = getattr(node, "body", None)
        if isinstance(body, list) and inner in body:
            earlier = [each for each in body[: body.index(inner)] if isinstance(each, ast.If) and asks(each.test)]
            if any(isinstance(each.body[-1], ast.Return | ast.Raise) for each in earlier):
                return True
    return False


def asks(test: ast.expr) -> bool:
    """Tell whether a condition asks what system this is, or what it has."""
    return ASKS.search(ast.unparse(test)) is not None


# ── The scan can fail ────────────────────────────────────────────────────────────────────────────

REFUSED = [
    ("import fcntl", "fcntl"),
    ("from pwd import getpwuid", "pwd"),
    ("import os\nprint(os.getuid())", "os.getuid"),
    ("from os import fork", "os.fork"),
    ("import signal\nend = signal.SIGKILL", "signal.SIGKILL"),
    ("subprocess.Popen(['ls'], preexec_fn=quiet)", "preexec_fn"),
    ("options = {'start_new_session': True}", "start_new_session"),
    ("multiprocessing.get_context('fork')", "fork"),
    ("loop.add_signal_handler(2, end)", "add_signal_handler"),
    ("one.symlink_to(other)", "symlink_to"),
    ("one.rename(other)", "rename"),
    ("time.strftime('%-d')", "strftime"),
    ("listener.setsockopt(1, socket.SO_REUSEADDR, 1)", "socket.SO_REUSEADDR"),
    ("path.read_text()", "read_text without an encoding"),
    ("path.write_text(page)", "write_text without an encoding"),
    ("open(path)", "open without an encoding"),
    ("open(path, 'w')", "open without an encoding"),
    ("path.open('a')", "open without an encoding"),
    ("open(path, mode)", "open without an encoding"),
    ("os.fdopen(1, 'w')", "fdopen without an encoding"),
    ("NamedTemporaryFile('w')", "NamedTemporaryFile without an encoding"),
    ("subprocess.run(['ls'], text=True)", "a process's text without an encoding"),
    ("folder = '/tmp/ow'", "/tmp/ow"),
    ("path = folder / f'{name}:{seed}.json'", "the file name ':'"),
    ("path = folder / 'why?.txt'", "the file name 'why?.txt'"),
    ("if quick:\n    import fcntl", "fcntl"),
    ("if quick:\n    return\nos.fork()", "os.fork"),
    ("try:\n    os.fork()\nexcept ImportError:\n    pass", "os.fork"),
]


@pytest.mark.parametrize(("source", "what"), REFUSED)
def test_the_scan_refuses(source: str, what: str) -> None:
    assert what in [found for _, found in found_in(source)]


PASSED = [
    "if sys.platform != 'win32':\n    import fcntl",
    "try:\n    import readline\nexcept ImportError:\n    pass",
    "user = os.getuid() if hasattr(os, 'getuid') else 0",
    "def own():\n    if not hasattr(os, 'getuid'):\n        return True\n    return os.getuid() == 0",
    "flags = getattr(os, 'O_NOFOLLOW', 0)",
    "path.read_text('utf-8')",
    "path.read_text(encoding='utf-8')",
    "path.write_text(page, 'utf-8')",
    "open(path, 'rb')",
    "open(path, 'w', encoding='utf-8')",
    "webbrowser.open(link)",
    "TemporaryFile()",
    "subprocess.run(['ls'], encoding='utf-8')",
    "subprocess.run(['ls'])",
    "one.replace(other)",
    "time.strftime('%Y%m%d-%H%M%S')",
    "path = folder / f'{name}-{seed}.json'",
    'def place():\n    """As /tmp is: everybody may write there."""',
]


@pytest.mark.parametrize("source", PASSED)
def test_the_scan_passes(source: str) -> None:
    assert list(found_in(source)) == []


# ── What is scanned ──────────────────────────────────────────────────────────────────────────────


def sources() -> list[Path]:
    found = sorted(path for folder in SHIPPED for path in (ROOT / folder).rglob("*.py"))
    return [path for path in found if ".ipynb" not in path.as_posix()]


def test_no_source_needs_a_posix_system() -> None:
    found, used = [], set()
    for path in sources():
        name = path.relative_to(ROOT).as_posix()
        for line, what in found_in(path.read_text(encoding="utf-8")):
            used.add((name, what))
            if (name, what) not in ALLOWED:
                found.append(f"{name}:{line}: {what}")
    assert not found, "\n".join(found)
    assert used >= ALLOWED.keys(), f"allowed, but no longer there: {ALLOWED.keys() - used}"


def refused_names(names: list[str]) -> list[str]:
    """Return what Windows can't check out: forbidden characters, reserved words, names that differ by case alone."""
    parts = {name: PurePosixPath(name).parts for name in names}
    wrong = [name for name in names if any(FORBIDDEN.search(part) or RESERVED.fullmatch(part) for part in parts[name])]
    places: dict[str, str] = {}
    for name in names:
        for part in (name, *map(str, PurePosixPath(name).parents)):
            if places.setdefault(part.casefold(), part) != part:
                wrong.append(part)
    return wrong + [name for name in names if len(name) > 150]  # of 260, the folder included


def git(*typed: str) -> str:
    """Return what git says of our files."""
    if not (ROOT / ".git").exists():
        pytest.skip("no checkout: nothing says which files are ours")
    return subprocess.run(["git", *typed], cwd=ROOT, capture_output=True, check=True, encoding="utf-8").stdout


def test_every_file_has_a_name_that_windows_takes() -> None:
    assert refused_names(["a/b:c.txt", "a/nul.py", "a/B.py", "a/b.py", "a/c.", "d" * 151]) == [
        "a/b:c.txt", "a/nul.py", "a/c.", "a/b.py", "d" * 151,
    ]  # fmt: skip
    names = git("ls-files", "-z").split("\0")[:-1]
    assert len(names) > 1000
    assert refused_names(names) == []


def test_a_clone_has_the_same_bytes_on_every_system() -> None:
    """Git leaves line ends as they are; only the files of Python's csv module have CR LF."""
    for line in git("ls-files", "--eol").splitlines():
        held, _, rule, name = re.fullmatch(r"i/(\S*)\s+w/(\S*)\s+attr/(.*?)\s*\t(.*)", line).groups()  # type: ignore[union-attr]
        assert "eol=lf" in rule or rule == "-text", line
        assert held in ("lf", "-text", "none") or name.endswith(".csv"), line


# ── Without what Windows lacks ───────────────────────────────────────────────────────────────────

ELSEWHERE = """
import sys
if __name__ == "__main__":  # not in a worker process that imports this file again
    import asyncio, multiprocessing.connection, multiprocessing.heap, os, shutil, signal, socket, subprocess, time
    import gymnasium, numba.core.typed_passes, pettingzoo.utils.env  # others see to themselves
    for name in {modules}:
        sys.modules[name] = None
    for name in {names}:
        module, _, word = name.partition(".")
        delattr(sys.modules[module], word)
    sys.platform = "win32"
    from ow_env.cli import main
    for typed in sys.argv[1:]:
        sys.argv[1:] = typed.split()
        assert not main(), typed
"""
GONE = {  # of POSIX_ONLY, what Python's own modules can do without on Linux
    "os.fork", "os.forkpty", "os.getegid", "os.geteuid", "os.getgid", "os.getloadavg", "os.getuid", "os.killpg",
    "os.nice", "os.sched_getaffinity", "os.sched_setaffinity", "os.setsid", "os.statvfs", "os.O_NOFOLLOW",
    "os.O_NONBLOCK", "signal.SIGALRM", "signal.SIGHUP", "signal.SIGKILL", "signal.SIGUSR1", "signal.pthread_kill",
    "signal.pthread_sigmask", "signal.setitimer", "time.tzset",
}  # fmt: skip


@pytest.mark.slow
def test_ow_needs_nothing_that_windows_lacks(tmp_path: Path) -> None:
    """In a process without what Windows lacks, in which `sys.platform` says so; with this machine's compiled code."""
    script, gone = tmp_path / "ow.py", sorted(MODULES - {"posix"})
    script.write_text(ELSEWHERE.format(modules=gone, names=sorted(GONE & POSIX_ONLY)), encoding="utf-8")
    commands = {  # what is typed, what is read
        "--help": "Card games for reinforcement learning",
        "watch random scripted --game goofspiel --seed 1": "Round 12 of 13",
        "match random scripted --game goofspiel --games 8": "random against scripted",
        "cards show City 30": "City 30",
    }
    done = subprocess.run(
        [sys.executable, str(script), *commands], cwd=tmp_path, capture_output=True, encoding="utf-8",
        env={**os.environ, "PYTHONPATH": str(ROOT), "LOCALAPPDATA": str(tmp_path)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert not [said for said in commands.values() if said not in done.stdout]


@pytest.mark.slow
def test_an_output_with_few_characters_is_written_to(tmp_path: Path) -> None:
    """As a pipe on Windows: what it lacks becomes a question mark."""
    done = subprocess.run(
        [sys.executable, "-m", "training.cli", "watch", "random", "random", "--game", "open_worlds", "--seed", "1"],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "cp1252", "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
    )
    assert done.returncode == 0, done.stderr.decode("cp1252")
    assert b"?" in done.stdout
