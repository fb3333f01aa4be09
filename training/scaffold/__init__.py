"""Writes a small game that runs, to begin one's own with: `ow new`.

Below: the registry. Above: training/commands/new.py. What is written are copies of the files in your_game/, a game
itself, with its names replaced: in a distribution of its own, or in the folders of this repository.
"""

from __future__ import annotations

import keyword
import re
from importlib.util import find_spec
from pathlib import Path

import ow_env
from ow_env import registry

TEMPLATE = Path(__file__).parent / "your_game"
PACKAGE = f"{__package__}.your_game"  # as the files there import each other
OWN = {  # in a distribution of its own: the file of the template, where it goes
    "pyproject.toml": "pyproject.toml",
    "README.md": "README.md",
    "__init__.py": "{name}/__init__.py",
    "game.py": "{name}/game.py",
    "agents.py": "{name}/agents.py",
    "data/primer.md": "{name}/data/primer.md",
    "tests.py": "tests/test_{name}.py",
}
WITHIN = {  # in the repository
    "__init__.py": "ow_env/{name}/__init__.py",
    "game.py": "ow_env/{name}/game.py",
    "agents.py": "agents/{name}/__init__.py",
    "data/primer.md": "ow_env/{name}/data/primer.md",
    "contract.txt": "tests/{name}/contract.py",
    "tests.py": "tests/{name}/test_{name}.py",
}


def class_name(name: str) -> str:
    """Return what the class of a game is called: YourGame."""
    return name.title().replace("_", "")


def row_of(name: str) -> str:
    """Return the row of the registry for a game within the repository."""
    return f'"{name}": "ow_env.{name}.game:{class_name(name)}",'


def check_name(name: str) -> None:
    """Refuse what can't be the name of a new game.

    Raises:
        ValueError: it is no name as games have it, or something is called so.
    """
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name) or keyword.iskeyword(name):
        raise ValueError(f"NAME: expected small letters, digits and _, such as your_game, got {name!r}")
    if name in registry.games():
        raise ValueError(f"NAME: there is a game called {name!r} already")
    if any(found is not None and found.origin for found in (find_spec(name), find_spec(f"ow_env.{name}"))):
        raise ValueError(f"NAME: there is a Python module called {name!r} already, which the game would hide")


def write_own(name: str, folder: Path) -> list[Path]:
    """Write a distribution with one game into a folder that is new or empty; return the files.

    Raises:
        ValueError: the name can't be that of a new game, or there is something in the folder.
    """
    check_name(name)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ValueError(f"{folder} is there already and not empty: name another with --at FOLDER")
    return write(name, name, folder, OWN)


def write_within(name: str, root: Path | None = None) -> list[Path]:
    """Write a game into the folders of the repository; return the files.

    Args:
        name: of the game.
        root: of the repository; None: the one that is running.

    Raises:
        ValueError: the name can't be that of a new game, one of its folders is there, or this is no repository.
    """
    check_name(name)
    root = Path(ow_env.__file__).parents[1] if root is None else root
    if not (root / "pyproject.toml").is_file() or not (root / "tests" / "contract").is_dir():
        raise ValueError(f"--repository: {root} is no clone of the repository; leave it out for a game of your own")
    there = [place for place in places(name, root, WITHIN).values() if place.exists()]
    if there:
        raise ValueError(f"--repository: {there[0]} is there already")
    return write(name, f"ow_env.{name}", root, WITHIN)


def places(name: str, root: Path, files: dict[str, str]) -> dict[str, Path]:
    """Return where each file of the template goes."""
    return {source: root / place.format(name=name) for source, place in files.items()}


def write(name: str, package: str, root: Path, files: dict[str, str]) -> list[Path]:
    """Write these files of the template under a game's own names.

    Args:
        name: of the game.
        package: of its rules, as they are imported.
        root: the folder.
        files: where each goes, below the folder.
    """
    words = {PACKAGE: package, "your_game": name, "your-game": name.replace("_", "-")}
    words |= {"YourGame": class_name(name), "Your Game": name.replace("_", " ").title()}
    found = places(name, root, files)
    for source, place in found.items():
        text = (TEMPLATE / source).read_text("utf-8")
        for word, own in words.items():
            text = text.replace(word, own)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, "utf-8")
    return list(found.values())
