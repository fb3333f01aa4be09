"""Finds the sibling packages `agents` and `training`, or reports what hides them.

Below: nothing. Above: ow_env/cli.py (the command `ow`), core/players.py ("agents:scripted"). `ow_env` stands
below both packages and imports neither; where a user names one at run time, the name is data and comes through here.

Both are plain words, and other distributions use them as import names too: one agents SDK is imported as `agents`.
Of two in one environment, the one installed last has written `agents/__init__.py`; and whatever stands earlier on
`sys.path`, a file of the user's own included, hides ours.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import importlib.util
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

DISTRIBUTION = "open-worlds-env"
MARK = f'__distribution__ = "{DISTRIBUTION}"'  # in each package's __init__.py: whoever overwrites that removes it
SIBLINGS = ("agents", "training")


class ForeignPackage(ImportError):
    """What would be imported under a sibling's name belongs to another distribution, or is missing."""


def sibling(name: str) -> ModuleType:
    """Import a package that comes with this one, or a module of it.

    Args:
        name: "agents", "training.cli": its first part is one of `SIBLINGS`.

    Raises:
        ForeignPackage: another package or file of that name would be imported. None of its code has run.
    """
    check(name.partition(".")[0])
    return importlib.import_module(name)


def check(package: str) -> None:
    """Raise ForeignPackage, in words, unless ``import package`` finds the package that comes with this one."""
    try:
        spec = importlib.util.find_spec(package)
    except ValueError:  # something without a spec was put into sys.modules under the name
        spec = None
    if spec is None:
        raise ForeignPackage(
            f"there is no package `{package}`, which comes with ow_env: install {DISTRIBUTION} again", name=package
        )
    if MARK in source_of(spec):
        return
    raise ForeignPackage(
        f"`{package}` is not the package that comes with ow_env, but {found(spec)}{owners(package)}. Other"
        " distributions use this import name too (an agents SDK does), and of one name only one package can be"
        f" imported. Install {DISTRIBUTION} in a virtual environment of its own (python -m venv FOLDER), and start it"
        f" where no file or folder of yours is called {package}",
        name=package,
        path=spec.origin,
    )


def source_of(spec: ModuleSpec) -> str:
    """Return what stands in the file that would be run; "" where there is none, as in a folder without __init__.py."""
    loader: Any = spec.loader
    if spec.origin and Path(spec.origin).is_file():  # not every loader tells: pytest has one that does not
        return Path(spec.origin).read_text(encoding="utf-8", errors="replace")
    return (loader.get_source(spec.name) or "") if hasattr(loader, "get_source") else ""


def found(spec: ModuleSpec) -> str:
    """Return what was found in words: the folder of a package, or the file of a module."""
    folders = list(spec.submodule_search_locations or ())
    return f"the folder {folders[0]}" if folders else f"the file {Path(spec.origin or spec.name)}"


def owners(package: str) -> str:
    """Return which other installed distributions say that they have a package of this name; "" if none does."""
    names = set(importlib.metadata.packages_distributions().get(package, ())) - {DISTRIBUTION}
    return f", of {' and '.join(map(repr, sorted(names)))}" if names else ""
