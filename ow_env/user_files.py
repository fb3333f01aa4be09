"""Where a user's own files lie, apart from packages: agents that were pulled (`ow agents pull`).

Below: nothing. Above: agents/shipped.py, which plays them; training/hub.py, which fetches them;
training/known_agents.py, which lists them and can't wait for numpy.

    OW_ENV_AGENTS    the folder of pulled agents (default: `open-worlds-env/agents` in the user's data folder)

An agent is a folder there, `<game>/<name>/`, with its weights and what is known of them.
"""

from __future__ import annotations

import contextlib
import os
import re
import sys
from pathlib import Path

WEIGHTS = "agent.safetensors"
ABOUT = "manifest.json"  # game, hash of the weights, card, where it came from
NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")  # of a pulled agent: a word of a command, and a folder everywhere


def agents_folder() -> Path:
    """Return the folder of pulled agents; it need not be there."""
    if os.environ.get("OW_ENV_AGENTS"):
        return Path(os.environ["OW_ENV_AGENTS"])
    return data_folder() / "open-worlds-env" / "agents"


def data_folder() -> Path:
    """Return the folder where this system keeps a user's data."""
    if os.environ.get("XDG_DATA_HOME"):
        return Path(os.environ["XDG_DATA_HOME"])
    if sys.platform == "win32" and os.environ.get("LOCALAPPDATA"):
        return Path(os.environ["LOCALAPPDATA"])
    return Path.home() / ("Library/Application Support" if sys.platform == "darwin" else ".local/share")


def pulled_agents(game: str) -> dict[str, Path]:
    """Return the file of every agent of a game that was pulled, by its name."""
    with contextlib.suppress(RuntimeError):  # no home
        files = sorted((agents_folder() / game).glob(f"*/{WEIGHTS}"))
        return {file.parent.name: file for file in files if NAME.fullmatch(file.parent.name)}
    return {}
