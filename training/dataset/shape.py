"""What dataset.json must hold, and the words for what is wrong.

Below: plan.py, tables.py. Above: writing.py, which reads it.
"""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

from training.dataset.plan import FORMAT, FORMAT_VERSION
from training.dataset.tables import DECISIONS, ENDS

SHAPE: dict[str, Any] = {  # a type, where `int` is a number from 0 up; [what a list has]; {what an object has}
    "game": str,
    "version": int,
    "rules": str,
    "tables": str,
    "num_players": int,
    "num_features": int,
    "num_actions": int,
    "variants": [dict],
    "agents": [{"label": str, "name": str, "version": int, "parameters": dict}],
    "ways": [{"variant": int, "seats": [int]}],
    "seed": int,
    "block": int,
    "policies": bool,
    "package": str,
    "games": int,
    "decisions": int,
    "complete": bool,
    "blocks": [
        {
            **dict.fromkeys(("block", "way", "first", "count", "decisions", "policies"), int),
            "bytes": {DECISIONS: int, ENDS: int},
            "sha256": {DECISIONS: str, ENDS: str},
        }
    ],
}
KINDS = {int: "a number from 0 up", str: "a text", bool: "true or false", dict: "an object"}


def check_about(path: Path, about: Any) -> None:
    """Refuse what dataset.json can't be.

    Raises:
        ValueError: the field, what was found, what would be right.
    """
    if not isinstance(about, dict) or about.get("format") != FORMAT:
        found = about.get("format") if isinstance(about, dict) else about
        raise ValueError(f"{path}: format: expected {FORMAT!r}, found {told(found)}: no dataset of this package")
    if about.get("format_version") != FORMAT_VERSION:
        raise ValueError(
            f"{path}: format_version: expected {FORMAT_VERSION}, found {told(about.get('format_version'))}: another"
            " release of this package wrote it, and reads it"
        )
    check_shape(f"{path}", SHAPE, about)
    variants, players, names = len(about["variants"]), about["num_players"], len(about["agents"])
    for number, way in enumerate(about["ways"]):
        if way["variant"] >= variants or len(way["seats"]) != players or any(who >= names for who in way["seats"]):
            wanted = f"a variant below {variants}, and for {players} seats an agent below {names}"
            raise ValueError(f"{path}: ways[{number}]: expected {wanted}, found {told(way)}")
    blocks = about["blocks"]
    odd = [block["way"] for block in blocks if block["way"] >= len(about["ways"])]
    if odd or any(one["block"] >= other["block"] for one, other in pairwise(blocks)):
        raise ValueError(f"{path}: blocks: expected numbers in increasing order, and ways below {len(about['ways'])}")
    games, decisions = (sum(block[name] for block in blocks) for name in ("count", "decisions"))
    if decisions != about["decisions"] or (about["complete"] and games != about["games"]):
        there = f"{about['games']} games with {about['decisions']} decisions"
        raise ValueError(f"{path}: expected {there} in its blocks, found {games} with {decisions}")


def check_shape(where: str, shape: Any, found: Any) -> None:
    """Refuse what is of another type, or lacks a field."""
    kind: Any = type(shape) if isinstance(shape, (dict, list)) else shape
    if type(found) is not kind or (kind is int and found < 0):
        raise ValueError(f"{where}: expected {KINDS.get(kind, 'a list')}, found {told(found)}")
    if isinstance(shape, dict):
        for name, part in shape.items():
            if name not in found:
                raise ValueError(f"{where}: {name}: it is missing")
            check_shape(f"{where}: {name}", part, found[name])
    elif isinstance(shape, list):
        for number, each in enumerate(found):
            check_shape(f"{where}[{number}]", shape[0], each)


def told(value: Any) -> str:
    """Show a value, cut short where it is long."""
    text = json.dumps(value)
    return text if len(text) <= 100 else f"{text[:90]} ..."
