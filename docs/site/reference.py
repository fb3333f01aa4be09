"""The reference: a page for each package, with all of its modules, which Sphinx fills from the docstrings.

Below: the packages' modules by name. Above: tree.py.
"""

from __future__ import annotations

import pkgutil
import re
from importlib import import_module

PACKAGES = ("ow_env", "agents", "training")
# How commands are typed is told by `--help`, what a rule does on the page of the rules; the rest is for measuring.
LEFT_OUT = re.compile(r"\._|^training\.(cli|commands)\b|\.rules\.")


def files() -> dict[str, str | bytes]:
    """Return the pages."""
    pages: dict[str, str | bytes] = {"reference/index.md": index()}
    for name in PACKAGES:
        pages |= pages_below(name)
    return pages


def index() -> str:
    """Return the first page."""
    packages = "\n".join(PACKAGES)
    return (
        "# Reference\n\nEvery public name, from its docstring. Start with {class}`ow_env.core.game.Game`, what a game "
        "is to all others, and {class}`ow_env.core.batch.Batch`, many of them stepped at once.\n\n"
        f"```{{toctree}}\n:maxdepth: 2\n\n{packages}\n```\n"
    )


def pages_below(name: str) -> dict[str, str | bytes]:
    """Return the page of a package, with all of its modules, and those of the packages in it."""
    inside = [
        each
        for each in pkgutil.iter_modules(import_module(name).__path__, f"{name}.")
        if not LEFT_OUT.search(each.name)
    ]
    packages = [each.name for each in inside if each.ispkg]
    parts = [heading(name, "="), f".. automodule:: {name}\n   :ignore-module-all:\n   :members:"]
    if packages:
        parts.append(".. toctree::\n   :maxdepth: 1\n\n" + "\n".join(f"   {each}" for each in packages))
    for each in inside:
        if not each.ispkg:
            parts += [heading(each.name, "-"), f".. automodule:: {each.name}\n   :ignore-module-all:\n   :members:"]
    pages: dict[str, str | bytes] = {f"reference/{name}.rst": "\n\n".join(parts) + "\n"}
    for package in packages:
        pages |= pages_below(package)
    return pages


def heading(name: str, line: str) -> str:
    """Return the heading of a module."""
    title = name.replace("_", r"\_")
    return f"{title}\n{line * len(title)}"
