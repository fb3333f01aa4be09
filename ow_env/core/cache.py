"""Where machine code is kept, and under which name, so that it is never stale and never shared.

Knows no rule and no game. Above: jit.py. What a module compiles to is decided by its own source and
by all it imports, so its folder is named by a hash of those files::

    <cache>/<game>-<system>/<module>-<sources>/...

``system`` stands for the versions of Python, numba and numpy, the processor, and the options. An
edit therefore compiles anew the modules that import what was edited, and no others. Constants are
compiled in: what a data file decides must reach the rules as tables, never as a global.

Loading machine code means trusting it: the folder is private to the user, or it is not used.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import platform
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numba
import numpy as np

try:
    import fcntl
except ImportError:  # Windows: two cold builds at once repeat work, and are still right
    fcntl = None  # type: ignore[assignment]

READY = ".ready"  # in a module's folder: the names of what is complete
KEPT_BUILDS = 4  # how many builds of one module stay on disk; the oldest go
IMPORT = re.compile(r"^[ \t]*(?:from[ \t]+(\S+)[ \t]+)?import[ \t]+(\([^)]*\)|[^\n#]*)", re.M)

config: Any = numba.config  # numba's type hints do not cover it


# Which sources decide what a module compiles to


def fingerprint(modules: tuple[str, ...], packages: tuple[str, ...]) -> str | None:
    """Return a hash of the source of ``modules`` and of all they import from ``packages``.

    None if one of the modules is in no file of those packages: then nothing can vouch for it. Ask
    as soon as a module is imported: each file is read once in a process, so an edit made later
    does not give its name to what was imported before.
    """
    found = sources(modules, packages)
    if not found.keys() >= set(modules):
        return None
    parts = sorted((str(path), text_of(path)) for path in found.values())
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


def sources(modules: tuple[str, ...], packages: tuple[str, ...]) -> dict[str, Path]:
    """Return the files of ``modules`` and of all they import from ``packages``, by module name."""
    found: dict[str, Path] = {}
    for module in modules:
        collect(module, packages, found)
    return found


def collect(module: str, packages: tuple[str, ...], found: dict[str, Path]) -> None:
    """Add to ``found`` the file of a module, and of each module it imports from ``packages``."""
    ours = any(module == package or module.startswith(f"{package}.") for package in packages)
    path = file_of(module) if ours and module not in found else None
    if path is not None:
        found[module] = path
        for name in imports(module, path):
            collect(name, packages, found)


@cache
def file_of(module: str) -> Path | None:
    """Return the source file of a module, or None if there is no such module."""
    loaded = sys.modules.get(module)
    if loaded is not None:
        return Path(loaded.__file__) if loaded.__file__ else None
    with contextlib.suppress(ModuleNotFoundError):
        spec = find_spec(module)
        return Path(spec.origin) if spec is not None and spec.origin else None
    return None


@cache
def text_of(path: Path) -> str:
    """Return a source file as it was when first asked for."""
    return path.read_text(encoding="utf-8")


def imports(module: str, path: Path) -> Iterator[str]:
    """Yield every name a source file imports; for ``from a import b`` both a and a.b.

    Read as text: a sentence that looks like an import only makes the key depend on more.
    """
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for source, names in IMPORT.findall(text_of(path)):
        words = [word.split()[0] for word in re.split("[(),]", names) if word.split()]
        if not source:
            yield from words
            continue
        dots = len(source) - len(source.lstrip("."))
        above = package.rsplit(".", dots - 1)[0] + "." if dots else ""
        base = (above + source.lstrip(".")).rstrip(".")
        yield base
        yield from (f"{base}.{word}" for word in words)


def system(options: dict[str, Any]) -> str:
    """Return a hash of all else that decides what machine code is."""
    versions = (numba.__version__, np.__version__, platform.python_version(), platform.machine())
    processor = (llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten())
    settings = (sorted(options.items()), config.OPT, config.CPU_NAME)
    return hashlib.sha256(repr((versions, processor, settings)).encode()).hexdigest()[:16]


# Where the folders are


def open_folder(name: str) -> Path | None:
    """Return a private folder of this name, made if need be; None where none can be written."""
    for root in roots():
        with contextlib.suppress(OSError):
            root.mkdir(mode=0o700, parents=True, exist_ok=True)
            if is_private(root):
                folder = root / name
                folder.mkdir(mode=0o700, exist_ok=True)
                tempfile.TemporaryFile(dir=folder).close()
                return folder
    return None


def roots() -> Iterator[Path]:
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


def is_private(folder: Path) -> bool:
    """Tell whether only this user can write here: what is loaded from it will be executed."""
    if not hasattr(os, "getuid"):
        return True
    status = folder.lstat()
    return status.st_uid == os.getuid() and not status.st_mode & 0o022


# One folder


def built(folder: Path | None) -> set[str]:
    """Return the names of what is complete in a module's folder."""
    if folder is not None:
        with contextlib.suppress(OSError):
            return set((folder / READY).read_text().split())
    return set()


def finish(folder: Path, names: set[str]) -> None:
    """Mark ``names`` as complete, and forget the oldest builds of the same module.

    The mark is either absent or whole, whenever the process dies.
    """
    with contextlib.suppress(OSError):
        partial = folder / f"{READY}-{os.getpid()}"
        partial.write_text("\n".join(sorted(names | built(folder))))
        partial.replace(folder / READY)
        os.utime(folder)
        module = folder.name.rpartition("-")[0]
        builds = sorted(folder.parent.glob(f"{module}-*"), key=lambda build: build.stat().st_mtime)
        for old in builds[:-KEPT_BUILDS]:
            shutil.rmtree(old, ignore_errors=True)


@contextlib.contextmanager
def alone(folder: Path | None) -> Iterator[None]:
    """Hold the folder's lock: of several cold processes one builds, the others then load.

    The system frees the lock when its holder dies, so a killed build blocks nobody.
    """
    if folder is None or fcntl is None:
        yield
        return
    with open(folder / ".lock", "w") as lock:
        with contextlib.suppress(OSError):  # a file system without locks: as on Windows
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@contextlib.contextmanager
def keeping_in(folder: Path | None) -> Iterator[None]:
    """Point numba's own cache at ``folder``, for our functions only."""
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder or before)
    try:
        yield
    finally:
        config.CACHE_DIR = before
