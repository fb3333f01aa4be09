"""The learned agent: a network that was trained, loaded from a file in which there is nothing to run.

Below: network.py. Above: agents.registry, which makes it by the path of its file; training, which writes it.

The file is of the safetensors format: named arrays of numbers behind a header. The header holds one JSON text with
what the agent is (`Card`): it was made for one table of features and one list of actions, and is refused for others.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.base import Observation
from agents.network import Mind, lay_out, shapes
from ow_env.core.game import Game

FORMAT = 1
HEADER = "ow_env_agent"  # the header's entry
SUFFIX = ".safetensors"
WIDEST = 4096  # of a layer: a header that asks for more is refused before memory is


@dataclass(frozen=True)
class Card:
    """What a saved agent says of itself."""

    format: int
    game: str  # the game's name
    digest: str  # of its features and actions, as `agents.network.Layout` has it
    network: str  # "worlds" or "flat"
    widths: dict[str, int]  # whole, world, trunk
    sharpness: float  # how it chooses: 0: always the likeliest action; 1: by chance, as when it learned
    trained: dict[str, Any] = field(default_factory=dict)  # how: settings, decisions, versions; told, not used


class LearnedAgent:
    """Plays what a network values.

    Args:
        mind: the network.
        card: what it is.
        name: what to call it.
        seed: of its choices, where it chooses by chance.
        sharpness: as in `Card`; None: as the card says.
    """

    version = 1

    def __init__(
        self, mind: Mind, card: Card, name: str = "learned", seed: int = 0, sharpness: float | None = None
    ) -> None:
        self.mind, self.card, self.name = mind, card, name
        self.sharpness = card.sharpness if sharpness is None else sharpness
        self.parameters: Mapping[str, Any] = {
            "network": card.network, **card.widths, "sharpness": self.sharpness, "seed": seed,
            "weights": digest_of(mind),
        }  # fmt: skip
        self._rng = np.random.default_rng(seed)

    def act(self, observation: Observation) -> NDArray[np.int32]:
        """Return one allowed action id for each row: int32 [B]."""
        return self.choose(observation, self._rng.random(len(observation)))

    def choose(self, observation: Observation, luck: NDArray[np.float64]) -> NDArray[np.int32]:
        """Return one allowed action id for each row; luck [B] from [0, 1) decides."""
        return self.mind.decide(observation.features, observation.mask, luck, self.sharpness)[0]


def digest_of(mind: Mind) -> str:
    """Return a hash of a network's weights: two agents are the same if this is."""
    told = hashlib.sha256()
    for name in sorted(mind.weights):
        told.update(name.encode())
        told.update(np.ascontiguousarray(mind.weights[name]).data)
    return told.hexdigest()[:16]


def save(path: str | os.PathLike[str], mind: Mind, card: Card) -> None:
    """Write an agent to one file; the file is whole or not there, whenever the process dies."""
    from safetensors.numpy import save as serialised

    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    arrays = {name: np.ascontiguousarray(array, np.float32) for name, array in mind.weights.items()}
    # safetensors' own `save_file` would let nobody but the owner read it, whatever the umask
    partial.write_bytes(serialised(arrays, {HEADER: json.dumps(asdict(card))}))
    partial.replace(path)


def read_card(path: str | os.PathLike[str]) -> Card:
    """Return what the agent in a file is. Refuses, with the path, what is no such file."""
    return _read(Path(path))[0]


def load(path: str | os.PathLike[str], game: Game, seed: int = 0, sharpness: float | None = None) -> LearnedAgent:
    """Return the agent in a file, for this game.

    Raises:
        ValueError: the file is damaged, is something else, or is an agent for another game.
    """
    path = Path(path)
    card, arrays = _read(path)
    if card.game != game.name:
        raise ValueError(f"{path}: an agent for {card.game}, not for {game.name}")
    try:
        layout = lay_out(game, card.network)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    if card.digest != layout.digest:
        raise ValueError(
            f"{path}: made for features and actions {card.digest}; this game's are {layout.digest} (other cards,"
            " players or Worlds, or a version of the game that shows other things)"
        )
    wanted = shapes(layout, **card.widths)
    if arrays.keys() != wanted.keys():
        odd = ", ".join(sorted(arrays.keys() ^ wanted.keys()))
        raise ValueError(f"{path}: damaged: arrays missing or not known: {odd}")
    for name, shape in wanted.items():
        array = arrays[name]
        if array.shape != shape or array.dtype != np.float32:
            raise ValueError(f"{path}: damaged: {name} is {array.dtype} {array.shape}, not float32 {shape}")
        if not np.isfinite(array).all():
            raise ValueError(f"{path}: damaged: {name} holds numbers that are none")
    return LearnedAgent(Mind(layout, arrays), card, path.name.removesuffix(SUFFIX), seed, sharpness)


def _read(path: Path) -> tuple[Card, dict[str, NDArray[Any]]]:
    """Return the card and the arrays of a file, checked as far as can be without a game."""
    try:
        from safetensors import SafetensorError, safe_open
    except ImportError as error:
        raise ValueError(f"{path}: to read it: pip install 'open-worlds-env[agents]' ({error.name})") from error
    if not path.is_file():
        raise ValueError(f"{path}: there is no such file")
    try:
        with safe_open(path, framework="np") as file:
            told = (file.metadata() or {}).get(HEADER)
            arrays = {name: file.get_tensor(name) for name in file.keys()}
    except (SafetensorError, OSError, TypeError, ValueError) as error:
        raise ValueError(f"{path}: damaged, or no saved agent: {error}") from None
    if told is None:
        raise ValueError(f"{path}: no saved agent: its header has no {HEADER!r}")
    try:
        card = Card(**json.loads(told))
    except (TypeError, ValueError, RecursionError) as error:
        raise ValueError(f"{path}: damaged header: {error}") from None
    kinds: dict[str, Any] = {
        "format": int, "game": str, "digest": str, "network": str, "widths": dict, "sharpness": (int, float)
    }  # fmt: skip
    for name, kind in kinds.items():
        if not isinstance(getattr(card, name), kind):
            raise ValueError(f"{path}: damaged header: {name} is {getattr(card, name)!r}")
    if card.format != FORMAT:
        raise ValueError(f"{path}: of format {card.format}; this version reads {FORMAT}")
    if card.widths.keys() != {"whole", "world", "trunk"} or not all(
        isinstance(width, int) and 1 <= width <= WIDEST for width in card.widths.values()
    ):
        raise ValueError(f"{path}: damaged header: widths are {card.widths!r}")
    return card, arrays
