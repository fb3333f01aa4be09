"""What every game shares: compiled rules, random numbers, the Game contract, Batch.

Importing this package loads no compiler: what it names is imported when it is first asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ow_env.core.batch import Batch
    from ow_env.core.game import Game
    from ow_env.core.structure import Feature

__all__ = ["Batch", "Feature", "Game"]
WHERE = {"Batch": "batch", "Feature": "structure", "Game": "game"}


def __getattr__(name: str) -> Any:
    """Import what this package names."""
    if name not in WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{WHERE[name]}"), name)
