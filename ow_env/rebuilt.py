"""The Gymnasium environment of a game that a dataset tells of: what Minari's `recover_environment` calls.

Below: registry.py, adapters. Above: nothing imports this; the entry point of an `EnvSpec` names it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ow_env.adapters.gymnasium import OneSeatEnv
from ow_env.registry import class_of


def environment_of(game: str, options: Mapping[str, Any], **own: Any) -> OneSeatEnv:
    """Return the environment of a game that its ``options`` tell, as they stand in a dataset or a record.

    Args:
        game: its name.
        options: `Game.options`. They may come from anywhere.
        own: those of the environment, such as ``opponent``.
    """
    return OneSeatEnv(class_of(game).rebuilt(options), **own)
