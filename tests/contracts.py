"""Import contracts that hold every game's folder, a new one too: `make lint` runs them (pyproject.toml).

What a contract of import-linter would list by name is looked up in the folders here.
"""

from __future__ import annotations

from typing import Any

from importlinter.contracts.layers import LayersContract

from ow_env.registry import ROWS

GAMES = "<games>"  # in a layer: every game, none of which may import another
MODULES = "<v0>"  # in a layer: the module with the environments of each
GAME = "<game>"  # in a container: one for each game


def games() -> list[str]:
    """Return the folders of ow_env that are games: those of the registry."""
    return sorted(row.partition(":")[0].split(".")[1] for row in ROWS.values())


class GameLayers(LayersContract):
    """Layers, in whose settings ``<games>``, ``<v0>`` and ``<game>`` stand for all games there are."""

    type_name = "game_layers"

    def __init__(self, name: str, session_options: dict[str, Any], contract_options: dict[str, Any]) -> None:
        options = dict(contract_options)
        options["containers"] = [
            container.replace(GAME, game)
            for container in options["containers"]
            for game in (games() if GAME in container else [""])
        ]
        options["layers"] = [
            layer.replace(GAMES, " | ".join(f"({game})" for game in games())).replace(
                MODULES, " | ".join(f"({game}_v0)" for game in games())
            )
            for layer in options["layers"]
        ]
        super().__init__(name, session_options, options)
