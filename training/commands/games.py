"""``ow games``: every game that can be played, each with what kind of game it is and how large."""

from __future__ import annotations

import argparse
from typing import Any

from training.commands.options import add_json, examples
from training.files import aligned_wrapped
from training.known_agents import EVERY, LEARNED, SCRIPTED, known_agents

WIDTH = 100
CHOICES = {"simultaneous": "simultaneous", "turns": "turn-based", "mixed": "turns and simultaneous"}
DECKS = {"constructed": "constructed decks", "built": "deck building", "fixed": "fixed decks"}


def add_to(commands: Any) -> None:
    """Add ``ow games``."""
    parser = commands.add_parser(
        "games",
        description="List the games with players, kind, numbers of actions and observed features (as configured by"
        " default), version, and agents. Games of other installed packages are listed too.",
        **examples("ow games", "ow games --json"),
    )
    parser.set_defaults(run=run)
    add_json(parser)


def run(arguments: argparse.Namespace) -> list[dict[str, Any]]:
    """Print the table; return it as data."""
    from ow_env.registry import games

    found = [described(name) for name in games()]
    rows = [["game", "players", "actions", "observation", "version", "kind; agents beside random and search"]]
    for each in found:
        least, most = each["players"]
        players = f"{least}" if least == most else f"{least} to {most}"
        kind = ", ".join((each["title"], CHOICES[each["choices"]], DECKS[each["decks"]]))
        learned = sum(name.startswith(LEARNED) for name in each["agents"])
        names = [name for name in each["agents"] if not name.startswith(LEARNED) and name not in (*EVERY, SCRIPTED)]
        names += [f"{learned} learned"] if learned else []
        numbers = [f"{each['actions']:,}", f"{each['observation']:,}", str(each["version"])]
        rows.append([each["name"], players, *numbers, f"{kind}; {', '.join(names) or 'none'}"])
    print("\n".join(aligned_wrapped(rows, WIDTH, indent="")))
    return found


def described(name: str) -> dict[str, Any]:
    """Return a game as a row."""
    from ow_env.registry import make

    game = make(name)
    facts = game.facts
    return {
        "name": name,
        "title": facts.title,
        "players": list(facts.players),
        "choices": facts.choices,
        "decks": facts.decks,
        "payoff": facts.payoff,
        "actions": game.num_actions,
        "observation": game.num_features,
        "version": game.version,
        "agents": [agent.name for agent in known_agents(name) if not agent.alias],
    }
