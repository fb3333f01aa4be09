"""What `ow_env.core.players` was called: its names are taken from there for one more version, with a warning."""

from __future__ import annotations

from typing import Any

from ow_env.core import players
from ow_env.core.renamed import renamed


def __getattr__(name: str) -> Any:
    """Return what has this name in `ow_env.core.players`."""
    try:
        found = getattr(players, name)
    except AttributeError:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None
    renamed(f"{__name__}.{name}", f"ow_env.core.players.{name}")
    return found
