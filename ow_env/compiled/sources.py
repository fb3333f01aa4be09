"""Which source files decide what a module does: those of the module, and of all it imports.

Below: nothing. Above: jit.py, which names machine code by them. Knows no rule and no game. What a
file holds counts, and under which module name it is imported; in which folder it lies does not.
"""

from __future__ import annotations

import contextlib
import hashlib
import re
import sys
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

IMPORT = re.compile(r"^[ \t]*(?:from[ \t]+(\S+)[ \t]+)?import[ \t]+(\([^)]*\)|[^\n#]*)", re.M)


def fingerprint(modules: tuple[str, ...], packages: tuple[str, ...]) -> str | None:
    """Return a hash of the source of ``modules`` and of all they import from ``packages``.

    None if one of the modules is in no file of those packages: then nothing can vouch for it. Ask
    as soon as a module is imported: each file is read once in a process, so an edit made later
    does not give its name to what was imported before.
    """
    found = sources(modules, packages)
    if not found.keys() >= set(modules):
        return None
    parts = sorted((module, text_of(path)) for module, path in found.items())
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
    above = module.rpartition(".")[0]
    parent = file_of(above) if above else None
    if parent is not None and parent.name != "__init__.py":
        return None  # a name within a module; to look for it as a module would run that module
    with contextlib.suppress(ModuleNotFoundError):
        spec = find_spec(module)
        return Path(spec.origin) if spec is not None and spec.origin else None
    return None


@cache
def text_of(path: Path) -> str:
    """Return a source file as it was when first asked for."""
    try:
        return path.read_text(encoding="utf-8")
    except NotADirectoryError:
        raise ImportError(
            f"{path}: can't be used from an archive, only from a folder: install it or unpack it"
        ) from None


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
