"""The numbered rules of a game by its name, and where its code stands.

Below: ow_env.core.rulebook, which reads them. Above: commands/rules.py, the table's page, the site.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from ow_env.core.rulebook import MARKS as MARKS, Rule as Rule, rules_in
from ow_env.registry import DEFAULT, module_of


def folder_of(game: str) -> Path:
    """Return the folder of a game's code."""
    found = find_spec(module_of(game))
    assert found is not None
    return Path(str(found.origin)).parent


def module_of_rules(game: str) -> str:
    """Return the module in which a game's rules stand: ``rules`` beside that of its class, or the latter itself."""
    module = module_of(game)
    package, dot, _ = module.rpartition(".")
    return f"{package}.rules" if dot and find_spec(f"{package}.rules") is not None else module


def read_rules(game: str = DEFAULT) -> list[Rule]:
    """Return every numbered rule of a game, in the order of the page; none if it has no page.

    Raises:
        ValueError: there is no such game.
    """
    return rules_in(folder_of(game))
