"""The saved agents of each game that have names, bundled or pulled, and which of them fits a game as it is configured.

Below: games.py, learned, ow_env/user_files.py (where pulled ones lie: `ow agents pull`). Above: registry.py, which
gives them names; agents.search, which may use one as its prior. Bundled ones lie in a game's folder ``shipped``.
Beside each agent's weights stand the settings it was trained with (.toml) and its card (.md, and .json for programs):
how it was trained, how strong it is, how fast. `ow agents card` rewrites cards. The weights are in every checkout;
elsewhere the distribution open-worlds-env-agents puts them there.
"""

from __future__ import annotations

import re
from pathlib import Path

from agents import learned
from agents.games import folder_of
from ow_env.core.game import Game
from ow_env.registry import games
from ow_env.user_files import pulled_agents

NAME = "learned"
ANY_DECK = "any-deck"
NOT_INSTALLED = "the learned agents are not installed: pip install open-worlds-env-agents"


def paths(game: str | Game) -> dict[str, Path]:
    """Return the file of every learned agent of a game that is installed or was pulled, by its name.

    Args:
        game: its name, for the agents of all its modes; or a game, for those that fit it as it is configured.
    """
    name = game if isinstance(game, str) else game.name
    files = bundled(name) | pulled_agents(name)
    found = {name: path for name, path in files.items() if isinstance(game, str) or learned.fits(path, game)}
    if not isinstance(game, str) and game.format:
        found.pop(NAME, None)  # which is for the game as it is by default
    return found


def bundled(game: str) -> dict[str, Path]:
    """Return the file of every agent that came with a distribution, by its name."""
    folder = folder_of(game)
    return {} if folder is None else {path.stem: path for path in sorted(folder.glob(f"shipped/{NAME}*.safetensors"))}


def name_for(game: Game, any_deck: bool = False) -> str:
    """Return what the agent made for a game as it is played is called: "learned", "learned-54", "learned-two-suns".

    ``any_deck``: it was made for decks of all sizes and cards, "learned-any-deck".
    """
    words = re.findall(r"[a-z0-9.]+", ANY_DECK if any_deck else game.format.lower())
    return "-".join([NAME, *words])


def are_installed() -> bool:
    """Did learned agents of any game come with a distribution?"""
    return any(bundled(game) for game in games())


def path_of(name: str, game: Game) -> Path:
    """Return the file of the agent of this name; of "learned", the one made for the format that is played.

    Raises:
        ValueError: there is none.
    """
    if name != NAME:
        return paths(game.name)[name]
    every = bundled(game.name)
    if not every:
        raise ValueError(
            f"no learned agent comes for {game.name}; `ow train` makes one" if are_installed() else NOT_INSTALLED
        )
    own = every.get(name_for(game))
    if own is None:
        mode = f"{game.name}, {game.format}" if game.format else f"{game.name} as it is by default"
        raise ValueError(f"no learned agent comes for {mode}: {', '.join(every)} are for others; `ow train` makes one")
    return own
