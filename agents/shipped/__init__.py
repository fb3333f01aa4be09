"""The learned agents that come with the package, and which of them fits a game.

Below: nothing of agents. Above: agents.registry, which gives them names; agents.search, which may think with one.
Beside each agent's weights stand the settings it was trained with (.toml) and its card (.md, and .json for programs):
how it was trained, how strong it is, how fast. `ow agents card` writes cards anew.
"""

from __future__ import annotations

from pathlib import Path

from ow_env.core.game import Game

FOLDER = Path(__file__).parent
SIZES = (54, 40)  # cards in a deck; the first is for decks that are neither


def name_for(size: int) -> str:
    """Return what the agent for decks of this size is called."""
    return f"learned-{size}"


def names() -> list[str]:
    """Return the names of all that are there."""
    return sorted(path.stem for path in FOLDER.glob("learned-*.safetensors"))


def path_of(name: str) -> Path:
    """Return the file of the agent of this name."""
    return FOLDER / f"{name}.safetensors"


def fitting(game: Game) -> str:
    """Return the name of the agent that was trained with decks of the size that ``game`` is played with.

    Raises:
        ValueError: none was trained for this game.
    """
    if game.name != "open_worlds":
        raise ValueError(f"no learned agent comes with the package for {game.name}; `ow train` makes one")
    if not names():
        raise ValueError("no learned agent comes with this copy of the package; `ow train` makes one")
    sizes = {deck["size"] for deck in game.options["decks"]}
    size = sizes.pop() if len(sizes) == 1 else SIZES[0]
    name = name_for(size)
    return name if name in names() else name_for(SIZES[0])
