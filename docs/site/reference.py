"""The reference: a page of what users import, and one for each package with all of its modules, from the docstrings.

Below: the packages' modules by name. Above: tree.py.
"""

from __future__ import annotations

import pkgutil
import re
from importlib import import_module

PACKAGES = ("ow_env", "agents", "training")
# How commands are typed is told by `--help`, what a rule does on the page of the rules; what the tests need beside a
# game's contract is theirs; the rest is for measuring.
LEFT_OUT = re.compile(r"\._|^training\.(cli|commands)\b|\.rules\.|^ow_env\.testing\.(?!contract)")

MEMBERS = "\n   :members:"
PUBLIC = {  # heading: what stands below it, as autodoc's directive, name and options
    "Games by name": [("function", f"ow_env.{name}", "") for name in ("make", "games", "register")],
    "Many games at once": [("class", "ow_env.core.batch.Batch", MEMBERS)],
    "A game": [("class", "ow_env.core.game.Game", MEMBERS)],
    "PettingZoo environments": [("class", "ow_env.adapters.pettingzoo.GameEnv", MEMBERS)],
    "Gymnasium, Stable-Baselines3, RLlib, JAX": [
        ("class", "ow_env.adapters.gymnasium.OneSeatEnv", ""),
        ("class", "ow_env.adapters.gymnasium.OneSeatVectorEnv", ""),
        ("class", "ow_env.adapters.sb3.GameVecEnv", ""),
        ("function", "ow_env.adapters.rllib.make", ""),
        ("class", "ow_env.adapters.jax.JaxBatch", MEMBERS),
    ],
    "Agents": [
        ("function", "agents.make", ""),
        ("function", "agents.names", ""),
        ("class", "agents.base.Agent", MEMBERS),
        ("function", "ow_env.core.players.register_opponent", ""),
    ],
    "Evaluation": [
        ("function", "training.measure.match.play_match", ""),
        ("function", "training.measure.ladder.run_ladder", ""),
        ("function", "training.decklab.play_matchup", ""),
        ("function", "training.decklab.play_matrix", ""),
    ],
    "Records": [
        ("class", "ow_env.core.records.Recorder", MEMBERS),
        ("function", "ow_env.core.records.read_records", ""),
        ("function", "ow_env.core.records.replay", ""),
    ],
}


def files() -> dict[str, str | bytes]:
    """Return the pages."""
    pages: dict[str, str | bytes] = {"reference/index.md": index(), "reference/public.rst": public()}
    for name in PACKAGES:
        pages |= pages_below(name)
    return pages


def public() -> str:
    """Return the page of what users import, the most used first."""
    parts = [
        heading("Public API", "="),
        "What you import. Everything else is :doc:`internal <index>` and may change.",
    ]
    for title, objects in PUBLIC.items():
        parts += [f"{title}\n{'-' * len(title)}"]
        parts += [f".. auto{kind}:: {name}\n   :no-index:{members}" for kind, name, members in objects]
    return "\n\n".join(parts) + "\n"


def index() -> str:
    """Return the first page of the internals."""
    packages = "\n".join(PACKAGES)
    return (
        "# Internals\n\nEvery name of every module, from its docstring. What users need stands on "
        "[Public API](public.rst).\n\n"
        f"```{{toctree}}\n:maxdepth: 2\n\n{packages}\n```\n"
    )


def pages_below(name: str) -> dict[str, str | bytes]:
    """Return the page of a package, with all of its modules, and those of the packages in it."""
    inside = [
        each
        for each in pkgutil.iter_modules(import_module(name).__path__, f"{name}.")
        if not LEFT_OUT.search(each.name)
    ]
    packages = [each.name for each in inside if each.ispkg]
    parts = [heading(name, "="), f".. automodule:: {name}\n   :ignore-module-all:\n   :members:"]
    if packages:
        parts.append(".. toctree::\n   :maxdepth: 1\n\n" + "\n".join(f"   {each}" for each in packages))
    for each in inside:
        if not each.ispkg:
            parts += [heading(each.name, "-"), f".. automodule:: {each.name}\n   :ignore-module-all:\n   :members:"]
    pages: dict[str, str | bytes] = {f"reference/{name}.rst": "\n\n".join(parts) + "\n"}
    for package in packages:
        pages |= pages_below(package)
    return pages


def heading(name: str, line: str) -> str:
    """Return the heading of a module."""
    title = name.replace("_", r"\_")
    return f"{title}\n{line * len(title)}"
