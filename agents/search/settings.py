"""How a search is asked for: its settings and their ranges.

Below: bind.py, length.py. Above: agent.py.

    search                                    1,000 simulations a decision, led by a bundled network
    search:1000,network=none                  without any network
    search:200                                200 simulations
    search:50ms                               as many as 50 milliseconds allow: not reproducible
    search:1000ms,trees=8                     the same with eight trees at a time, in eight threads
    search:1000,network=PATH.safetensors      led by a saved agent
    search:1000,rollout=raider,select=regret  any setting, by name
"""

from __future__ import annotations

import difflib
import re
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from agents import learned, shipped
from agents.games import teacher_of
from agents.search.bind import Searcher, searcher_of
from agents.search.length import rollout_turns_of
from agents.search.records import BEST, HALVING, MIXED, REGRET, TO_THE_END, UCT
from ow_env.core.game import Game
from ow_env.core.settings import checked, setting

NAME = "search"
MOST_SIMULATIONS = 1_000_000
MOST_MILLISECONDS = 600_000
MOST_TREES = 256
TURN_WORDS = {"end": TO_THE_END}
LEAST_OF_A_TREE = 16  # simulations, with which it tries a few actions a few times
SELECTS = {"uct": UCT, "regret": REGRET, "halving": HALVING}
FINALS = {"best": BEST, "mixed": MIXED}


@dataclass(frozen=True)
class Settings:
    """How to search. docs/search.md says what each is good for, and what was measured."""

    simulations: int = setting(1000, "for each decision", low=1, high=MOST_SIMULATIONS)
    milliseconds: int = setting(
        0, "0: count simulations; else as many as fit into this time", low=0, high=MOST_MILLISECONDS
    )
    network: str = setting("none", 'path of a saved agent whose network proposes and values, or "none"')
    prior: str = setting("random", 'the prior policy in the tree: "network", a script or "random", which is uniform')
    rollout: str = setting("random", "the rollout policy, who plays on beyond the tree: likewise")
    rollout_turns: int = setting(
        TO_THE_END, 'how many turns are played on beyond the tree; "end": the whole game', low=0, high=TO_THE_END
    )
    select: str = setting(
        "halving", '"uct"; "regret": regret matching; "halving": sequential halving at the root', among=tuple(SELECTS)
    )
    final: str = setting("best", '"best": the action tried most; "mixed": by the shares of trials', among=tuple(FINALS))
    c_puct: float = setting(1.0, "weight of the exploration term", low=0, high=100)
    width: int = setting(16, "most actions that sequential halving begins with", low=2, high=4096)
    resample_every: int = setting(16, "simulations with one determinization", low=1, high=MOST_SIMULATIONS)
    explore: float = setting(0.1, "share of choices at random, with regret matching", low=0.001, high=1)
    trees: int = setting(
        1, "of each decision, in threads of their own: each with its share of the simulations, or for all the time",
        low=1, high=MOST_TREES,
    )  # fmt: skip
    threads: int = setting(1, "that share the rows, with one tree; results do not depend on it", low=1, high=256)

    def stored(self) -> dict[str, Any]:
        """Return what makes a difference to the choices, as plain data; which network that is, is told elsewhere."""
        return {key: value for key, value in asdict(self).items() if key not in ("threads", "network")}


def read_spec(spec: str, game: Game) -> Settings:
    """Return the settings that a spec asks for, the others as is best for the game.

    How far to play on beyond the tree is measured where neither the spec nor the game's `SearchDefaults` says it.

    Raises:
        ValueError: the field, what was found, and what would be right.
    """
    name, _, rest = spec.partition(":")
    if name != NAME:
        raise ValueError(f"expected a spec that begins with {NAME!r}, got {spec!r}")
    known = [field.name for field in fields(Settings)]
    given: dict[str, Any] = {}
    for place, part in enumerate(rest.split(",") if rest else ()):
        key, equals, text = part.partition("=")
        if not equals and place == 0:
            key, text = ("milliseconds", part[:-2]) if part.endswith("ms") else ("simulations", part)
        elif not (equals and text):
            raise ValueError(f"{spec}: expected NAME=VALUE, got {part!r}")
        if key not in known:
            near = difflib.get_close_matches(key, known, n=1)
            words = f"nearest: {near[0]!r}" if near else f"there are {', '.join(known)}"
            raise ValueError(f"{spec}: there is no setting {key!r}; {words}")
        if key in given:
            raise ValueError(f"{spec}: {key} is given twice")
        given[key] = _value(key, text)
    for key, value in given.items():
        _check(key, value, spec)
    if given.get("milliseconds") == 0:
        raise ValueError(f"{spec}: milliseconds: expected 1 or more; leave it out to count simulations")
    if "simulations" in given and "milliseconds" in given:
        raise ValueError(f"{spec}: give simulations or milliseconds, not both")
    if "network" not in given:
        given["network"] = default_network(game)
    settings = replace(defaults_for(game, given["network"] != "none"), **given)
    if settings.prior == "random" and settings.select == "halving" and "select" not in given:
        settings = replace(settings, select="uct")  # halving would begin with a few actions that nobody has chosen
    check(settings, searcher_of(game.name), spec)
    if settings.rollout_turns == TO_THE_END and "rollout_turns" not in given:
        settings = replace(settings, rollout_turns=rollout_turns_of(game))
    return settings


def defaults_for(game: Game, with_network: bool) -> Settings:
    """Return how to search a game where nothing is said.

    Where all choose at once the best play mixes, which regret matching does. With a network every seat plays on by it
    to the end of the turn, since in the middle of one it estimates poorly who is ahead; where all choose at once there
    is no middle. Without a network a script that the game's `SearchDefaults` name plays on, or all do at random.
    """
    own = searcher_of(game.name).defaults
    simultaneous = game.facts.choices == "simultaneous"
    settings = Settings(select="regret", final="mixed") if simultaneous else Settings()
    if with_network:
        return replace(settings, prior="network", rollout="network", rollout_turns=0 if simultaneous else 1)
    script = teacher_of(game.name) if own.rollout != "random" else "random"
    settings = replace(settings, prior=script, rollout=own.rollout)
    return settings if own.rollout_turns is None else replace(settings, rollout_turns=own.rollout_turns)


def in_words(key: str, value: Any) -> str:
    """Return a setting as it is given: its name and its value."""
    words = {number: word for word, number in TURN_WORDS.items()} if key == "rollout_turns" else {}
    return f"{key} {words.get(value, value)}"


def _value(key: str, text: str) -> Any:
    """Return what a setting is given as: a number where it is one, else the text, for `_check` to refuse."""
    if key == "rollout_turns" and text in TURN_WORDS:
        return TURN_WORDS[text]
    kind = type(getattr(Settings, key))
    if kind is int and not re.fullmatch("-?[0-9]+", text):
        return text
    try:
        return kind(text)
    except ValueError:
        return text


def _check(key: str, value: Any, spec: str) -> None:
    """Refuse a value that its setting can't have."""
    try:
        checked(Settings, key, value)
    except ValueError as error:
        words = f" ({', '.join(map(repr, TURN_WORDS))} is one, too)" if key == "rollout_turns" else ""
        raise ValueError(f"{spec}: {error}{words}") from None


def check(settings: Settings, searcher: Searcher, spec: str = NAME) -> None:
    """Refuse settings that do not fit together or name what is not there."""
    who = (*searcher.numbers, *(() if settings.network == "none" else ("network",)))
    for key in ("prior", "rollout"):
        found = getattr(settings, key)
        if found not in who:
            hint = "" if "network" in who else ", and with a network (network=PATH) 'network'"
            raise ValueError(f"{spec}: {key}: expected one of {', '.join(map(repr, who))}{hint}, got {found!r}")
    for key, value in asdict(settings).items():
        _check(key, value, spec)
    most = settings.simulations // LEAST_OF_A_TREE
    if settings.trees > 1 and not settings.milliseconds and settings.trees > most:
        raise ValueError(
            f"{spec}: trees: expected one for each {LEAST_OF_A_TREE} of the {settings.simulations} simulations at most,"
            f" which is {max(most, 1)}, got {settings.trees}"
        )
    if settings.trees > 1 and settings.threads > 1:
        raise ValueError(f"{spec}: give trees or threads, not both: every tree has a thread of its own")


def default_network(game: Game) -> str:
    """Return the path of the network to search with where none is named, or "none".

    It is the learned agent that comes with the package, if one was made for this game and can be read here.
    """
    try:
        path = shipped.path_of(shipped.NAME, game)
    except ValueError:
        return "none"
    return str(path) if learned.fits(path, game) else "none"
