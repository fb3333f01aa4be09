"""What dataset.json must hold: each field's type and range, and the words for what is wrong.

Below: plan.py, tables.py. Above: writing.py, which reads it.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from training.dataset.plan import FORMAT, FORMAT_VERSION
from training.dataset.tables import DECISIONS, ENDS

HASH = "[0-9a-f]{16}"
FIELDS: dict[str, Any] = {  # a type, a pattern of text, or a range
    "game": "[a-z][a-z0-9_]{0,39}",
    "version": range(2**31),
    "rules": HASH,
    "tables": HASH,
    "num_players": range(1, 100),
    "num_features": range(1, 2**31),
    "num_actions": range(1, 2**31),
    "variants": list,
    "agents": list,
    "ways": list,
    "seed": range(2**64),
    "block": range(1, 2**31),
    "policies": bool,
    "package": str,
    "games": range(1, 2**62),
    "decisions": range(2**62),
    "complete": bool,
    "blocks": list,
}
IN_BLOCK: dict[str, Any] = {
    "block": range(2**62),
    "way": range(2**31),
    "first": range(2**62),
    "count": range(1, 2**31),
    "decisions": range(2**62),
    "policies": range(2**62),
    "bytes": dict,
    "sha256": dict,
}


def check_about(path: Path, about: Any) -> None:
    """Refuse what is no description of a dataset that this version reads.

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
    check_fields(f"{path}", FIELDS, about)
    check_lists(path, about)


def check_lists(path: Path, about: dict[str, Any]) -> None:
    """Refuse variants, agents, ways or blocks that are none."""
    for number, options in enumerate(about["variants"]):
        if not isinstance(options, dict):
            raise ValueError(f"{path}: variants[{number}]: expected the options of a game, found {told(options)}")
    for number, agent in enumerate(about["agents"]):
        check_fields(
            f"{path}: agents[{number}]", {"label": str, "name": str, "version": int, "parameters": dict}, agent
        )
    for number, way in enumerate(about["ways"]):
        where = f"{path}: ways[{number}]"
        check_fields(where, {"variant": range(len(about["variants"])), "seats": list}, way)
        known = range(len(about["agents"]))
        if len(way["seats"]) != about["num_players"] or any(type(w) is not int or w not in known for w in way["seats"]):
            wanted = f"{about['num_players']} numbers of agents, 0 to {len(known) - 1}"
            raise ValueError(f"{where}: seats: expected {wanted}, found {told(way['seats'])}")
    if not about["ways"]:
        raise ValueError(f"{path}: ways: expected one or more, found none")
    before = -1
    for number, block in enumerate(about["blocks"]):
        where = f"{path}: blocks[{number}]"
        check_fields(where, IN_BLOCK | {"way": range(len(about["ways"]))}, block)
        if block["block"] <= before:
            raise ValueError(f"{where}: block: expected a number above {before}, found {block['block']}")
        before = block["block"]
        for name, kind in (("bytes", range(2**62)), ("sha256", "[0-9a-f]{64}")):
            check_fields(f"{where}: {name}", {DECISIONS: kind, ENDS: kind}, block[name])


def check_fields(where: str, fields: dict[str, Any], found: Any) -> None:
    """Refuse an object in which a field is missing or holds something else."""
    if not isinstance(found, dict):
        raise ValueError(f"{where}: expected an object, found {told(found)}")
    for name, kind in fields.items():
        if name not in found:
            raise ValueError(f"{where}: {name}: it is missing")
        value = found[name]
        if isinstance(kind, range):
            right, wanted = type(value) is int and value in kind, f"a number from {kind.start} to {kind.stop - 1}"
        elif isinstance(kind, str):
            right, wanted = isinstance(value, str) and re.fullmatch(kind, value) is not None, f"a text like {kind}"
        else:
            right, wanted = type(value) is kind, f"{kind.__name__}"
        if not right:
            raise ValueError(f"{where}: {name}: expected {wanted}, found {told(value)}")


def told(value: Any) -> str:
    """Show what a file said, cut short where it is long."""
    text = json.dumps(value)
    return text if len(text) <= 100 else f"{text[:90]} ..."
