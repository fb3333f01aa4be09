"""The learned agents that come with the package, and which of them fits a game.

Below: games.py. Above: registry.py, which gives them names; agents.search, which may think with one.
They lie in the folder ``shipped`` of a game's own. Beside each agent's weights stand the settings it was trained with
(.toml) and its card (.md, and .json for programs): how it was trained, how strong it is, how fast. `ow agents card`
writes cards anew.
"""

from __future__ import annotations

import re
from pathlib import Path

from agents.games import folder_of
from ow_env.core.game import Game
from ow_env.registry import games

NAME = "learned"


def paths(game: str) -> dict[str, Path]:
    """Return the file of every agent that comes with the package for this game, by its name."""
    folder = folder_of(game)
    found = [] if folder is None else sorted((folder / "shipped").glob(f"{NAME}*.safetensors"))
    return {path.stem: path for path in found}


def name_for(game: Game) -> str:
    """Return what the agent made for a game as it is played is called: "learned", "learned-54", "learned-two-suns"."""
    words = re.findall(r"[a-z0-9.]+", game.format.lower())
    return "-".join([NAME, *words])


def path_of(name: str, game: Game) -> Path:
    """Return the file of the agent of this name; of "learned", the one made for the format that is played.

    Raises:
        ValueError: there is none.
    """
    known = paths(game.name)
    if not known:
        some = any(paths(other) for other in games())
        where = f"for {game.name}" if some else "with this copy of the package"
        raise ValueError(f"no learned agent comes {where}; `ow train` makes one")
    if name == NAME:
        name = name_for(game)
        name = name if name in known else next(iter(known))
    return known[name]
