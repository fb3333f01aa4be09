"""Agents by name, so that commands, records and ladders can speak of them.

Below: every agent in this folder. Above: all code that makes agents by name. Importing this registers
them as opponents of the Gymnasium and SB3 environments: `opponent="scripted"`.

A new script is a file in the game's folder and a row of its ``SCRIPTS`` (games.py); an agent for any game is a file
here and a row of `AGENTS`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping

from agents import learned, shipped
from agents.base import Agent
from agents.games import Factory, scripts_of
from agents.imported import FAMILY, imported
from agents.llm.agent import language_model
from agents.program.agent import program
from agents.program.settings import NAME as PROGRAM
from agents.random import RandomAgent
from agents.search.agent import search
from ow_env.core.game import Game
from ow_env.core.players import register_source
from ow_env.core.text import listed, nearest
from ow_env.registry import games

AGENTS: dict[str, Factory] = {"random": lambda game, seed: RandomAgent(seed)}
"""Who plays any game, by name; a program may add agents of its own."""
SEARCH = "search"  # likewise, with settings after a colon
PREFIXES: Mapping[str, Callable[[Game, int, str], Agent]] = {
    SEARCH: search,
    "llm": language_model,
    PROGRAM: program,
    FAMILY: imported,
}
"""Who is made from a whole name "PREFIX:...", by its prefix. Only the search needs nothing more and is in `names`."""
SCRIPTED = "scripted"  # a game's first script, under this name


def usual(game: str) -> str:
    """Return who plays a game where nobody is named: its first script, or where it has none the random agent."""
    return SCRIPTED if scripts_of(game) else "random"


def names(game: str | Game | None = None) -> list[str]:
    """Return, sorted, the names of agents.

    `make` also takes a name with settings ("search:200"), "llm:MODEL", "program:COMMAND" and the path of a saved agent.

    Args:
        game: None: all agents; the name of a game: those that play it in any mode; a game: those that play it as it is
            configured (a learned agent is made for one number of players and one scenario).
    """
    if game is None:
        return sorted({name for each in games() for name in names(each)})
    scripts, saved = scripts_of(game if isinstance(game, str) else game.name), shipped.paths(game)
    found = {*AGENTS, SEARCH, *scripts, *saved}
    found |= {SCRIPTED} if scripts else set()
    alias = saved if isinstance(game, str) else shipped.name_for(game) in saved
    return sorted(found | {shipped.NAME} if alias else found)


def make(name: str, game: Game, seed: int = 0) -> Agent:
    """Return a new agent of this name for this game.

    Args:
        name: one of `names()`; with settings, where it takes some ("search:200"); a language model, "llm:MODEL"; a
            program, "program:COMMAND"; the path of a saved agent, which ends in .safetensors; or an agent of your own,
            "python:MODULE:NAME" (`agents.imported`).
        game: the configured game. The agent is given it as a player may know it (`Game.for_seat`): without closed
            decklists, since it may play any seat.
        seed: for agents with random choices. Never the seed of games themselves: derive one by
            `ow_env.core.secrecy.seed_for`, a one-way hash.
    """
    game = game.for_seat()
    scripts = scripts_of(game.name)
    if name in AGENTS:
        return AGENTS[name](game, seed)
    prefix = name.partition(":")[0]
    if prefix in PREFIXES:
        return PREFIXES[prefix](game, seed, name)
    if name.endswith(learned.SUFFIX):
        return learned.load(name, game, seed)
    if name in scripts:
        return scripts[name](game, seed)
    if name == SCRIPTED and scripts:
        agent = next(iter(scripts.values()))(game, seed)
    elif name in shipped.paths(game.name) or (name == shipped.NAME and name in names(game.name)):
        agent = learned.load(shipped.path_of(name, game), game, seed)
    else:
        raise ValueError(refusal(name, game.name))
    agent.name = name
    return agent


def takes(family: str) -> bool:
    """Tell whether `make` knows names that are this or begin with it and a colon."""
    return family in PREFIXES or family in names()


def refusal(name: str, game: str) -> str:
    """Return why there is no such agent for this game."""
    if name.partition("-")[0] == shipped.NAME and not shipped.are_installed():
        return shipped.NOT_INSTALLED
    if name not in names():
        return f"no agent is called {name!r}{nearest(name, names(game))}"
    plays = listed(other for other in games() if name in names(other))
    return f"{name} plays {plays}, not {game}, which {', '.join(names(game))} play"


register_source(sys.modules[__name__])
