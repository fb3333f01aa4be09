"""Agents by name, so that commands, records and ladders can speak of them.

Below: every agent in this folder. Above: whoever wants one by name. Importing this lets the Gymnasium and SB3
environments seat them too: `opponent="scripted"`.

A new agent is a file and a row of `AGENTS`. One that plays a single game stands in `PLAY_ONLY` too, one that takes
settings in `SPECIFIED`. A script of Open Worlds is also named where compiled code calls it or where it is measured
against: agents/open_worlds/play.py, agents/search/open_worlds.py, training/decklab/playing.py, training/agent_cards.py.
"""

from __future__ import annotations

from collections.abc import Callable

from agents import learned, shipped
from agents.base import Agent
from agents.open_worlds.play import builder, expert, raider
from agents.random import RandomAgent
from agents.scripted import scripted
from agents.search.agent import search
from ow_env.adapters.opponents import opponents, register_opponent
from ow_env.core.game import Game, nearest


def shipped_agent(name: str | None = None) -> Callable[[Game, int], Agent]:
    """Return what makes a learned agent that comes with the package; None: the one that fits the decks."""

    def make_it(game: Game, seed: int) -> Agent:
        agent = learned.load(shipped.path_of(name or shipped.fitting(game)), game, seed)
        agent.name = name or "learned"
        return agent

    return make_it


AGENTS: dict[str, Callable[[Game, int], Agent]] = {
    "random": lambda game, seed: RandomAgent(seed),
    "scripted": scripted,
    "builder": builder,
    "raider": raider,
    "expert": expert,
    "search": search,
    "learned": shipped_agent(),
    **{name: shipped_agent(name) for name in shipped.names()},
}
SPECIFIED = {"search": search}  # names that settings may follow, after ":"
PLAY_ONLY = dict.fromkeys(("builder", "raider", "expert", "learned", *shipped.names()), "open_worlds")
"""Who plays one game only, and which. "scripted" and "search" play every game that has a script or a search."""

for _name, _factory in AGENTS.items():
    if _name not in opponents():  # the environments have a random one of their own
        register_opponent(_name, _factory, SPECIFIED.get(_name))


def names(game: str | None = None) -> list[str]:
    """Return, sorted, the names of `AGENTS`; if a game is named, without those that play only another.

    `make` takes more than these: a name with settings after it ("search:200"), and the path of a saved agent.
    """
    return sorted(name for name in AGENTS if game in (None, PLAY_ONLY.get(name, game)))


def make(name: str, game: Game, seed: int = 0) -> Agent:
    """Return a new agent of this name for this game.

    Args:
        name: one of `names()`; with settings, where it takes some ("search:200"); or the path of a saved agent,
            which ends in .safetensors.
        game: whose tables of features and actions the agent may read; it holds no position. The agent is given it
            as a player may know it (`Game.for_seat`): no closed decklists, for it may come to sit in any seat.
        seed: for agents that choose by chance. No seed of games: `ow_env.core.secrecy.seed_for` makes one of it,
            from which theirs can't be told.
    """
    game = game.for_seat()
    family, colon, _ = name.partition(":")
    if colon and family in SPECIFIED:
        return SPECIFIED[family](game, seed, name)
    if name.endswith(learned.SUFFIX):
        return learned.load(name, game, seed)
    if name not in AGENTS:
        raise ValueError(f"no agent is called {name!r}{nearest(name, AGENTS)}")
    only = PLAY_ONLY.get(name, game.name)
    if only != game.name:
        known = ", ".join(names(game.name))
        raise ValueError(f"{name} plays {only}, not {game.name}, which {known} play")
    return AGENTS[name](game, seed)
