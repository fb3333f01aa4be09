"""The file a learned agent is saved in: what is written, and how what is read is checked. Nothing in it is run.

Below: agent.py. Above: agents.registry, which makes agents by the path of their file; training, which writes it.

The file is of the safetensors format: named arrays of numbers behind a header. The header holds one JSON text with
what the agent is (`Card`): it was made for one table of features and one list of actions, and is refused for others.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.learned.agent import Card, LearnedAgent
from agents.learned.figures import OF_PRINT, PREFIX, Printed, from_arrays, in_arrays, shapes_of
from agents.learned.layout import lay_out
from agents.learned.network import PolicyValueNet, shapes
from ow_env.core.game import Game
from ow_env.core.text import escaped

FORMAT = (
    3  # since 3 it may say how weights follow from figures. Weights are float32: rounded to 16 bits, which would halve
)
# a file, networks choose otherwise at 1 to 2 of 10,000 decisions
READABLE = (2, FORMAT)
HEADER = "ow_env_agent"  # the header's entry
SUFFIX = ".safetensors"
WIDEST = 4096  # of a layer: a header that asks for more is refused before memory is
HEAVIEST = 1e3  # of a weight: greater ones, summed and multiplied over the layers, leave the range of float32
COLDEST, HOTTEST = 1e-3, 1e6  # temperatures other than 0
LONGEST = 2**18  # letters of what an agent says of itself
DEEPEST = 6  # lists and objects in each other, in what it says of its training
COUNTED = range(2**53)  # what is counted in a training


def save(
    path: str | os.PathLike[str], network: PolicyValueNet, card: Card, printed: Printed | None = None
) -> None:  # fmt: skip
    """Write an agent to one file; the file is whole or not there, whenever the process dies.

    Args:
        path: of the file.
        network: with its weights.
        card: what the agent is.
        printed: how the weights follow from what is printed on cards, for games with other card values; None: not told.
    """
    from safetensors.numpy import save as serialised

    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    told = {**network.weights, **({} if printed is None else in_arrays(printed))}
    arrays = {name: np.ascontiguousarray(array, np.float32) for name, array in told.items()}
    # safetensors' own `save_file` would let nobody but the owner read it, whatever the umask
    partial.write_bytes(serialised(arrays, {HEADER: json.dumps(asdict(card))}))
    partial.replace(path)


def read_card(path: str | os.PathLike[str]) -> Card:
    """Return what the agent in a file is. Refuses, with the path, what is no such file."""
    return _read(Path(path))[0]


def load(path: str | os.PathLike[str], game: Game, seed: int = 0, temperature: float | None = None) -> LearnedAgent:
    """Return the agent in a file, for this game.

    With other card values than it was trained with, its weights are those that follow from these, if the file
    says how. One that does not (format 2, and some of format 3) plays as with the figures that it knows.

    Args:
        path: of the file.
        game: it is to play.
        seed: of its choices, where it chooses by chance.
        temperature: 0: it takes the likeliest action; 1: it chooses by its policy; None: as its card says.

    Raises:
        ValueError: the file is damaged, is something else, or is an agent for another game or other cards; or the
            temperature asked for is out of its range.
    """
    path = Path(path)
    if temperature is not None and not is_temperature(temperature):
        raise ValueError(f"temperature: expected {TEMPERATURES}, got {temperature!r}")
    card, listed = _read(path)
    if card.game != game.name:
        raise ValueError(f"{escaped(path)}: an agent for {card.game}, not for {game.name}")
    try:
        layout = lay_out(game, card.network)
    except ValueError as error:
        raise ValueError(f"{escaped(path)}: {error}") from None
    if card.digest != layout.digest:
        raise ValueError(
            f"{escaped(path)}: made for features and actions {card.digest}; this game's are {layout.digest} (other"
            " cards, players or Worlds, or a version of the game that shows other things)"
        )
    wanted = shapes(layout, **card.widths)
    if card.format >= 3 and OF_PRINT in listed:
        (_, told), numbers = listed[OF_PRINT], game.card_numbers.shape
        if len(told) != 2 or not 1 <= told[1] <= WIDEST or told[0] != numbers[1]:
            raise ValueError(
                f"{escaped(path)}: {OF_PRINT} is {told}: made for cards of which other numbers are told than the"
                f" {numbers[1]} of this game's, or damaged"
            )
        wanted |= shapes_of(layout, wanted, numbers, told[1])
    if listed.keys() != wanted.keys():
        odd = ", ".join(sorted(listed.keys() ^ wanted.keys()))
        raise ValueError(f"{escaped(path)}: damaged: arrays missing or not known: {escaped(odd):.200}")
    for name, shape in wanted.items():
        if listed[name] != ("F32", shape):
            kind, found = listed[name]
            raise ValueError(f"{escaped(path)}: damaged: {name} is {escaped(kind)} {found}, not F32 {shape}")
    arrays = _arrays(path)
    for name, shape in wanted.items():
        array = arrays.get(name)
        if array is None or array.shape != shape or array.dtype != np.float32:
            raise ValueError(f"{escaped(path)}: {name} changed while the file was read")
        if not (np.abs(array) <= HEAVIEST).all():  # what is no number is not, either
            raise ValueError(f"{escaped(path)}: damaged: {name} holds numbers that are none, or beyond {HEAVIEST:g}")
    known = {name: array for name, array in arrays.items() if not name.startswith(PREFIX)}
    network = PolicyValueNet(layout, known)
    if len(known) < len(arrays):
        network = from_arrays(arrays).for_figures(network, game.card_numbers)
    return LearnedAgent(network, card, path.name.removesuffix(SUFFIX), seed, temperature)


def fits(path: str | os.PathLike[str], game: Game) -> bool:
    """Tell whether a file can be read, and is of an agent for this game as it is configured.

    For so many players, this scenario and these cards: for the features and actions that it has so. What `load`
    checks beyond, whether the arrays are whole, is not.
    """
    try:
        card = read_card(path)
        return card.game == game.name and card.digest == lay_out(game, card.network).digest
    except ValueError:
        return False


Listed = dict[str, tuple[str, tuple[int, ...]]]  # name -> type and shape of an array


@contextmanager
def _opened(path: Path) -> Iterator[Any]:
    """Open a file by safetensors, which checks its header against its size; tell in a sentence what it refuses."""
    try:
        from safetensors import SafetensorError, safe_open
    except ImportError as error:
        raise ValueError(
            f"{escaped(path)}: to read it: pip install 'open-worlds-env[agents]' ({error.name})"
        ) from error
    if not path.is_file():
        raise ValueError(f"{escaped(path)}: there is no such file")
    try:
        with safe_open(path, framework="np") as file:
            yield file
    except (SafetensorError, OSError, TypeError, ValueError) as error:
        raise ValueError(f"{escaped(path)}: damaged, or no saved agent: {escaped(error):.200}") from None


def _read(path: Path) -> tuple[Card, Listed]:
    """Return the card of a file and the list of its arrays, checked as far as can be without a game.

    Raises:
        ValueError: a field is missing, of another type, or out of its range: which, what was found, what is right.
    """
    with _opened(path) as file:
        told = (file.metadata() or {}).get(HEADER)
        listed = {}
        for name in file.keys():
            array = file.get_slice(name)
            listed[name] = str(array.get_dtype()), tuple(array.get_shape())
    if told is None:
        raise ValueError(f"{escaped(path)}: no saved agent: its header has no {HEADER!r}")
    try:
        return _card(told), listed
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{escaped(path)}: damaged header: {escaped(error)}") from None


def _arrays(path: Path) -> dict[str, NDArray[Any]]:
    """Return the arrays of a file."""
    with _opened(path) as file:
        return {name: file.get_tensor(name) for name in file.keys()}


def _card(told: str) -> Card:
    """Return what an agent says of itself, every field of the right type and in its range."""
    if len(told) > LONGEST:
        raise ValueError(f"expected at most {LONGEST} letters, found {len(told)}")
    card = json.loads(told, parse_constant=_no_number)
    names = [entry.name for entry in fields(Card)]
    if not isinstance(card, dict) or sorted(card) != sorted(names):
        found = ", ".join(map(repr, card)) if isinstance(card, dict) else repr(card)
        raise ValueError(f"expected {', '.join(names)}, found {found:.200}")
    if type(card["format"]) is not int or card["format"] not in READABLE:
        raise ValueError(f"of format {card['format']!r:.40}; this version reads {', '.join(map(str, READABLE))}")
    for name, pattern in (("game", "[a-z][a-z0-9_]{0,39}"), ("digest", "[0-9a-f]{16}"), ("network", "[a-z]{1,20}")):
        if not isinstance(card[name], str) or not re.fullmatch(pattern, card[name]):
            raise ValueError(f"{name}: expected {pattern}, found {card[name]!r:.80}")
    widths = card["widths"]
    if not isinstance(widths, dict) or sorted(widths) != ["trunk", "whole", "world"]:
        raise ValueError(f"widths: expected whole, world and trunk, found {widths!r:.80}")
    for name, width in widths.items():
        if type(width) is not int or not 1 <= width <= WIDEST:
            raise ValueError(f"widths: {name}: expected a whole number from 1 to {WIDEST}, found {width!r:.40}")
    if not is_temperature(card["temperature"]):
        raise ValueError(f"temperature: expected {TEMPERATURES}, found {card['temperature']!r:.40}")
    _check_training(card["trained"])
    return Card(**card)


def _check_training(told: Any) -> None:
    """Refuse what an agent says of its training if what is shown or counted of it is of another type."""
    if not isinstance(told, dict):
        raise ValueError(f"trained: expected an object, found {told!r:.80}")
    if _depth(told) > DEEPEST:
        raise ValueError(f"trained: expected at most {DEEPEST} lists and objects in each other")
    for name in ("decisions", "games"):
        if name in told and not (type(told[name]) is int and told[name] in COUNTED):
            raise ValueError(f"trained: {name}: expected a whole number from 0 up, found {told[name]!r:.40}")
    if "seconds" in told and not _is_number(told["seconds"], 0, 1e12):
        raise ValueError(f"trained: seconds: expected a number from 0 up, found {told['seconds']!r:.40}")
    for name in ("settings", "versions"):
        if not isinstance(told.get(name, {}), dict):
            raise ValueError(f"trained: {name}: expected an object, found {told[name]!r:.80}")
    for name, version in told.get("versions", {}).items():
        if not isinstance(version, str):
            raise ValueError(f"trained: versions: {name}: expected a text, found {version!r:.80}")
    for name in ("decks", "scripted", "against"):
        names = told.get("settings", {}).get(name) or []
        if not isinstance(names, list) or not all(isinstance(entry, str) for entry in names):
            raise ValueError(f"trained: settings: {name}: expected a list of names, found {names!r:.80}")


TEMPERATURES = f"0, or a number from {COLDEST:g} to {HOTTEST:g}"


def is_temperature(value: object) -> bool:
    """Return whether an agent can choose at this temperature."""
    return _is_number(value, 0, HOTTEST) and (value == 0 or value >= COLDEST)  # type: ignore[operator]


def _is_number(value: object, low: float, high: float) -> bool:
    """Return whether a value is a number in this range; what is no number, true or false are not."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and low <= value <= high


def _depth(value: Any) -> int:
    """Return how many lists and objects are in each other."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if inner is None else 1 + max(map(_depth, inner), default=0)


def _no_number(word: str) -> None:
    raise ValueError(f"{word} is no number")
