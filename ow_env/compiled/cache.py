"""The cache of machine code: complete files in private folders.

Below: nothing. Above: jit.py. Knows no rule, no game and no compiler. One compiled function is one
file, so nothing has to be marked as complete: what is there and whole is built, and nothing else::

    <cache>/<library>-<system>/<module>-<sources>/<function>-<constants>.code

*Whole.* A file begins with what it is, how long it is and a hash of what follows. A file that is
truncated, empty, unreadable or another's is a `Fault`, and is rebuilt and replaced.

*Small.* To keep the cache below `limit`, builds (the folders of modules) go, those first that no
process has begun to use for longest. A process whose builds have gone recompiles what it lacks.

*Private.* Loading machine code means executing it: the cache, the folders in it, and every folder
above it can be written by this user or by root alone, or the cache is not used.

*Read only.* A folder that this process can't write to, such as one in the image of a container, is
read all the same; what it lacks is kept in the next folder that can be written.

    OW_ENV_CACHE          the folder to keep machine code in (default: the user's cache folder)
    OW_ENV_CACHE_LIMIT    how large it may grow, in MiB (default: 1024)
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import stat
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import BinaryIO, NamedTuple, TypeVar

if sys.platform != "win32":  # there two cold builds at once repeat work
    import fcntl

MAGIC = b"ow_env code v1\r\n\0"  # 17 bytes; a copy that changed line ends is noticed
HEADER = len(MAGIC) + 32 + 8 + 32  # magic, hash of the label, size and hash of the code
SUFFIX = ".code"
BUILD = re.compile(r"[\w.<>-]+-[0-9a-f]{16}")  # what the two levels of folders are called
DEFAULT_LIMIT = 1024  # MiB: some twenty builds of everything
OTHERS_WRITE = 0o022
NO_WAITING = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)  # a pipe has no end


Result = TypeVar("Result")


class Fault(Exception):
    """Why a file can't be used, in words: "missing", "damaged: it has 0 bytes"."""


# One file


def write(path: Path, label: str, code: bytes) -> None:
    """Put ``code`` into a file under ``label``, in one step: a reader finds all of it, or none.

    Raises:
        OSError: it can't be written. Nothing is left behind.
    """
    partial = path.with_name(f"{path.name}.{os.getpid()}.partial")
    discard(partial)
    try:
        with open(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(head(label, code) + code)
        try:
            partial.replace(path)
        except (IsADirectoryError, PermissionError):
            discard(path)  # a folder of that name, or a file that another process holds open
            partial.replace(path)
    finally:
        discard(partial)


def read(path: Path, label: str) -> bytes:
    """Return the code that was written under ``label``.

    Raises:
        Fault: there is no such file, or it is not what was written.
    """
    with opened(path) as (file, size):
        start = file.read(HEADER)
        check(start, size, label)
        code: bytes = file.read()
    if start != head(label, code):
        raise Fault("damaged: its contents have changed")
    return code


def look(path: Path, label: str) -> None:
    """Refuse a file as ``read`` would, by its first bytes and its size; what follows is not read.

    Raises:
        Fault: as ``read`` does.
    """
    with opened(path) as (file, size):
        check(file.read(HEADER), size, label)


def head(label: str, code: bytes) -> bytes:
    """Return the first bytes of a file."""
    return MAGIC + digest(label.encode()) + len(code).to_bytes(8, "little") + digest(code)


def digest(what: bytes) -> bytes:
    """Return a hash of 32 bytes."""
    return hashlib.sha256(what).digest()


def check(start: bytes, size: int, label: str) -> None:
    """Refuse a file by its first bytes and its size."""
    if len(start) < HEADER:
        raise Fault(f"damaged: it has {size} bytes")
    named = len(MAGIC) + 32
    if not start.startswith(MAGIC) or start[len(MAGIC) : named] != digest(label.encode()):
        raise Fault("damaged: it is the code of something else")
    expected = HEADER + int.from_bytes(start[named : named + 8], "little")
    if size != expected:
        raise Fault(f"damaged: it has {size} bytes, not {expected}")


@contextlib.contextmanager
def opened(path: Path) -> Iterator[tuple[BinaryIO, int]]:
    """Open a file that nobody else could have written; hand it out with its size."""
    try:
        if not (is_private(path.parent.parent) and is_private(path.parent)):
            raise Fault("open to other users")
        file = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | NO_WAITING)
        try:
            status = os.fstat(file)
            if not stat.S_ISREG(status.st_mode):
                raise Fault("no file")
            if not is_safe(status):
                raise Fault("open to other users")
            with open(file, "rb", closefd=False) as whole:
                yield whole, status.st_size
        finally:
            os.close(file)
    except FileNotFoundError:
        raise Fault("missing") from None
    except OSError as error:
        raise Fault(f"unreadable: {error.strerror}") from None


def discard(path: Path) -> None:
    """Remove whatever has this name, if anything has."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        with contextlib.suppress(OSError):
            path.unlink()


# The folder, and who may write to it


class Folders(NamedTuple):
    """Where this process finds machine code.

    Attributes:
        read: the folders it reads from, best first.
        written: the one of them that it writes to; None: none.
        why_not: why it writes to none of those before that one, by folder.
    """

    read: tuple[Path, ...]
    written: Path | None
    why_not: dict[Path, str]


@cache
def folders() -> Folders:
    """Return where this process finds machine code.

    Says on stderr if a folder that was asked for is not used, or none is.
    """
    why_not: dict[Path, str] = {}
    for place in places():
        danger = None
        try:
            make_folders(place)
            found = place.resolve()  # what a link in the path points to may change later
            danger = open_to_others(found)
            if danger is None:
                problem = unwritable(found)
                if problem is None:
                    return Folders((*why_not, found), found, why_not)
                if any(builds(found)):
                    why_not[found] = problem
                elif is_asked_for(place):
                    danger = problem
        except (OSError, RuntimeError) as error:  # RuntimeError: links in a circle
            danger = (getattr(error, "strerror", None) or str(error)) if is_asked_for(place) else None
        if danger is not None:
            print(f"ow_env: compiled code is not kept in {place}: {danger}", file=sys.stderr)
    if not why_not:
        print("ow_env: no folder to keep compiled code in; it stays in memory", file=sys.stderr)
    return Folders((*why_not,), None, why_not)


def root() -> Path | None:
    """Return the folder this process writes machine code to; None where there is none to trust."""
    return folders().written


def is_asked_for(place: Path) -> bool:
    """Is this the folder that the user has named?"""
    return str(place) == os.environ.get("OW_ENV_CACHE")


def unwritable(folder: Path) -> str | None:
    """Say why this process can't write to a folder; None: it can."""
    try:
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        return error.strerror or str(error)
    return None


def first_whole(use: Callable[[Path, str], Result], label: str, tops: Iterable[Path]) -> Result:
    """Return what ``use``, which is `read` or `look`, makes of a file in the first folder where it can be used.

    Raises:
        Fault: it can be used in none; why not in the last.
    """
    last = Fault("not kept")
    for top in tops:
        try:
            return use(top / label, label)
        except Fault as fault:
            last = fault
    raise last


@cache
def say_what_is_lacking() -> None:
    """Say once on stderr that something is compiled although there is a folder of compiled code."""
    for folder, problem in folders().why_not.items():
        print(
            f"ow_env: the compiled code in {folder} is not of these sources, this processor or these versions of"
            f" Python, NumPy and Numba, and can't be added to ({problem});"
            f" what is compiled is kept in {root() or 'memory'}",
            file=sys.stderr,
        )


def make_folders(place: Path) -> None:
    """Make a folder and those above it that are missing, for this user alone."""
    for folder in (*reversed(place.parents), place):
        if not folder.is_dir():
            folder.mkdir(mode=0o700, exist_ok=True)


def places() -> Iterator[Path]:
    """Yield the folders that may hold machine code, best first."""
    if os.environ.get("OW_ENV_CACHE"):
        yield Path(os.environ["OW_ENV_CACHE"])
    with contextlib.suppress(RuntimeError):  # no home
        yield user_cache() / "ow_env"
    user = os.getuid() if hasattr(os, "getuid") else "user"
    with contextlib.suppress(OSError):
        yield Path(tempfile.gettempdir()) / f"ow_env-{user}"


def user_cache() -> Path:
    """Return the folder where this system keeps a user's caches."""
    if os.environ.get("XDG_CACHE_HOME"):
        return Path(os.environ["XDG_CACHE_HOME"])
    if sys.platform == "win32" and os.environ.get("LOCALAPPDATA"):
        return Path(os.environ["LOCALAPPDATA"])
    return Path.home() / ("Library/Caches" if sys.platform == "darwin" else ".cache")


def open_to_others(folder: Path) -> str | None:
    """Say who else could put files here, or put another folder in its place; None: nobody.

    A folder above may belong to the system, and may be one where everybody has a place but nobody
    can touch what is another's, as /tmp is.
    """
    if not is_private(folder):
        own = not hasattr(os, "getuid") or folder.lstat().st_uid in (os.getuid(), 0)
        return "others may write to it" if own else "it belongs to another user"
    for above in folder.parents if hasattr(os, "getuid") else ():
        status = above.lstat()
        if status.st_uid not in (os.getuid(), 0):
            return f"{above} belongs to another user"
        if status.st_mode & OTHERS_WRITE and not status.st_mode & stat.S_ISVTX:
            return f"others may write to {above}"
    return None


def is_private(folder: Path) -> bool:
    """Tell whether this is a folder, and only this user or root can write to it."""
    status = folder.lstat()
    return stat.S_ISDIR(status.st_mode) and is_safe(status)


def is_safe(status: os.stat_result) -> bool:
    """Tell whether something belongs to this user or to root, who alone can write to it.

    Root could change this very program.
    """
    if not hasattr(os, "getuid"):
        return True
    return status.st_uid in (os.getuid(), 0) and not status.st_mode & OTHERS_WRITE


def make_private(folder: Path) -> bool:
    """Make a folder of the cache if need be; clear away what others could have written there.

    Returns:
        False if something had to be cleared away.

    Raises:
        OSError: there can be no such folder.
    """
    sound = not os.path.lexists(folder) or is_private(folder)
    if not sound:
        discard(folder)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return sound


# What is used


USED: set[Path] = set()  # the builds that this process uses


def claim(folders: Iterable[Path]) -> None:
    """Make these builds ready for use: there, private, and the last to be evicted.

    What others could have written to is cleared away, with a line on stderr.

    Raises:
        OSError: they can't be made.
    """
    top = root()
    if top is None:
        return
    with locked(top / ".lock"):
        for folder in folders:
            for place in (folder.parent, folder):
                if not make_private(place):
                    print(f"ow_env: {place} was open to other users: emptied", file=sys.stderr)
            os.utime(folder)
            USED.add(folder)


@contextlib.contextmanager
def locked(path: Path) -> Iterator[bool]:
    """Hold the lock of this name; hand out whether there are locks here at all.

    The system frees a lock when its holder dies, so a killed process blocks nobody.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with open(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "wb") as file:
        try:
            yield lock(file.fileno())
        finally:
            unlock(file.fileno())  # by itself only when the last child has closed it that another thread forked


def lock(file: int) -> bool:
    """Lock an open file, as soon as nobody else has. False where the file system knows no locks."""
    if sys.platform == "win32":
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_EX)
    except OSError:
        return False
    return True


def unlock(file: int) -> None:
    """Free a lock that this process holds, if it does."""
    if sys.platform != "win32":
        with contextlib.suppress(OSError):
            fcntl.flock(file, fcntl.LOCK_UN)


# How large it is


def limit() -> int:
    """Return how large the cache may grow, in bytes.

    Raises:
        ValueError: OW_ENV_CACHE_LIMIT is no number of MiB.
    """
    text = os.environ.get("OW_ENV_CACHE_LIMIT") or str(DEFAULT_LIMIT)
    try:
        size = float(text)
    except ValueError:
        size = -1.0
    if not 0 <= size < float("inf"):
        raise ValueError(f"OW_ENV_CACHE_LIMIT: expected a number of MiB, 0 or more, got {text!r}")
    return int(size * 2**20)


class Removed(NamedTuple):
    """What `evict` removed."""

    builds: int
    size: int  # bytes


def evict(most: int) -> Removed:
    """Remove the builds that no process has begun to use for longest until ``most`` bytes are left.

    Those that this process uses stay.
    """
    top = root()
    if top is None:
        return Removed(0, 0)
    with locked(top / ".lock"):
        found = sorted((modified(path), path) for path in builds(top))
        sizes = {path: size_of(path) for _, path in found}
        total = sum(sizes.values())
        gone = []
        for _, path in found:
            if total > most and path not in USED:
                discard(path)
                total -= sizes[path]
                gone.append(path)
        for library in {path.parent for path in gone}:
            if all(path.name == ".lock" for path in library.iterdir()):
                discard(library)
    return Removed(len(gone), sum(sizes[path] for path in gone))


def builds(top: Path) -> Iterator[Path]:
    """Yield the folders of all builds, of every version."""
    for library in top.iterdir():
        if BUILD.fullmatch(library.name) and library.is_dir() and not library.is_symlink():
            yield from (path for path in library.iterdir() if BUILD.fullmatch(path.name))


def size_of(folder: Path) -> int:
    """Return how many bytes the files in a folder have."""
    total = 0
    for path in folder.rglob("*"):
        with contextlib.suppress(FileNotFoundError):  # a file that was being written
            total += path.lstat().st_size
    return total


def modified(path: Path) -> float:
    """Return when a folder was last claimed or written to."""
    return path.lstat().st_mtime
