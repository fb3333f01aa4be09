"""The agents of a game as a list shows them: name, a line on how each plays, and Elo on every ladder it stands on.

Below: the registry of games, and files in a game's folder of agents: ``about.toml``, a line for each script, and
``shipped/ladders.json``, written by `python -m docs.shipped.leaderboard`; pulled agents (ow_env/user_files.py). Above:
commands/agents.py, commands/games.py.
Neither games nor agents are imported for games of this package, so that a list comes at once.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ow_env.registry import ROWS
from ow_env.user_files import ABOUT, pulled_agents

SEARCH = "search"
LEARNED = "learned"
SCRIPTED = "scripted"
EVERY = {  # who plays every game
    "random": "uniform over the legal actions",
    SEARCH: "tree search over sampled hidden information (search:100, search:50ms)",
}
NETWORK = "neural network trained by self-play for this table"


@dataclass(frozen=True)
class Rating:
    """How strong an agent is on one ladder, with the 95 % confidence interval.

    Attributes:
        ladder: the learned agent that the ladder was played for.
        table: how many play, and which mode: "3 players, trade wars".
        rated: the agent with its settings, as it stands on the ladder: "search:20".
        elo: against random, which has 0; None: a single-player game has none.
        error: half of the interval of `elo`.
        share: of games won, in a single-player game, with its interval.
        milliseconds: for a decision.
    """

    ladder: str
    table: str
    rated: str
    elo: float | None
    error: float | None
    share: tuple[float, float, float] | None
    milliseconds: float

    @property
    def text(self) -> str:
        """The strength in words: "1477 ± 187", or "62.0 % won"."""
        if self.share is not None:
            return f"{100 * self.share[0]:.1f} % won"
        return f"{self.elo:.0f}" + (f" ± {self.error:.0f}" if self.error else "")


@dataclass(frozen=True)
class Known:
    """An agent that plays a game.

    Attributes:
        name: as `agents.make` takes it.
        about: how it plays.
        table: the only table it plays; "": any.
        ratings: on every ladder it stands on, that of the table it is listed with first.
        alias: the name is short for another agent's.
    """

    name: str
    about: str
    table: str
    ratings: tuple[Rating, ...]
    alias: bool = False


def known_agents(game: str) -> list[Known]:
    """Return the agents that play a game in any of its modes: strongest first, those without a rating last."""
    folder = folder_of(game)
    default, rated = ladders_of(folder)
    scripts = scripts_of(game, folder)
    alone = {name: ratings[0].table for name, ratings in rated.items() if name.startswith(LEARNED)}
    saved = sorted(path.stem for path in folder.glob(f"shipped/{LEARNED}*.safetensors")) if folder else []
    told = {**EVERY, **scripts, **dict.fromkeys(saved, NETWORK)}
    found = [
        Known(
            name,
            about,
            alone.get(name, ""),
            tuple(sorted(rated.get(name, ()), key=lambda each: each.ladder != default)),
        )
        for name, about in told.items()
    ]
    found += [pulled(name, file) for name, file in pulled_agents(game).items()]
    found.sort(key=lambda each: strength(each, default), reverse=True)
    if scripts:
        found.append(Known(SCRIPTED, f"short for {next(iter(scripts))}, the first script of the game", "", (), True))
    if LEARNED not in saved and saved:
        found.append(Known(LEARNED, "short for the learned agent of the table that is played", "", (), True))
    return found


def pulled(name: str, file: Path) -> Known:
    """Return an agent that was pulled, by what `ow agents pull` noted beside its weights."""
    try:
        told = json.loads(file.with_name(ABOUT).read_text("utf-8"))["pulled"]
        return Known(name, f"neural network pulled from {told['from']}", str(told["table"]), ())
    except (OSError, ValueError, KeyError, TypeError):
        return Known(name, "neural network; pull it again: what was noted of it can't be read", "", ())


def strength(agent: Known, default: str) -> tuple[bool, bool, float]:
    """Return what agents are sorted by: those rated on the default table come first."""
    if not agent.ratings:
        return False, False, 0.0
    first = agent.ratings[0]
    return True, first.ladder == default, first.share[0] if first.share else first.elo or 0.0


@cache
def folder_of(game: str) -> Path | None:
    """Return the folder of a game's agents; None: nobody has written any for it."""
    if game not in ROWS:
        from agents.games import folder_of as elsewhere

        return elsewhere(game)
    spec = find_spec("agents")
    folder = Path(spec.origin).parent / game if spec and spec.origin else None
    return folder if folder and folder.is_dir() else None


def scripts_of(game: str, folder: Path | None) -> dict[str, str]:
    """Return a game's scripts, its first one first, with a line on each."""
    told = {}
    if folder is not None and (file := folder / "about.toml").is_file():
        told = tomllib.loads(file.read_text("utf-8"))
    if game in ROWS and told:
        return told
    from agents.games import scripts_of as imported

    return {name: told.get(name, "a script") for name in imported(game)}


def ladders_of(folder: Path | None) -> tuple[str, dict[str, list[Rating]]]:
    """Return the learned agent of the default table, and of each agent its ratings."""
    file = folder / "shipped" / "ladders.json" if folder else None
    if file is None or not file.is_file():
        return "", {}
    data = json.loads(file.read_text("utf-8"))
    rated: dict[str, list[Rating]] = {}
    for ladder in data["ladders"]:
        table = table_of(ladder["agent"], ladder["players"])
        for row in ladder["rows"]:
            name = row["agent"].partition(":")[0]
            rated.setdefault(name, []).append(rating_of(ladder["agent"], table, row))
    return data["default"], rated


def rating_of(ladder: str, table: str, row: Mapping[str, Any]) -> Rating:
    """Return a row of a ladder."""
    share = tuple(row["share"]) if "share" in row else None
    return Rating(ladder, table, row["agent"], row.get("elo"), row.get("error"), share, row["milliseconds"])


def table_of(agent: str, players: int) -> str:
    """Return a table in words, by the learned agent made for it: "3 players, trade wars"."""
    mode = agent.removeprefix(LEARNED).strip("-").replace("-", " ")
    for end in (f"for {players}", f"{players} players"):
        mode = mode.removesuffix(end).strip()
    told = f"{players} player{'s' * (players > 1)}"
    return f"{told}, {mode}" if mode else told
