"""The agent that searches: how it is asked for, what it is made of, and how it answers for many games at once.

Below: games.py. Above: agents.registry. In order: the settings and how they are written, the agent, its default mind.

    search                                    1,000 simulations a decision, led by the network that comes along
    search:1000,mind=none                     without any network
    search:200                                200 simulations
    search:50ms                               as many as 50 milliseconds allow: not reproducible
    search:1000,mind=PATH.safetensors         led by a saved agent
    search:1000,rollout=raider,select=regret  any setting, by name
"""

from __future__ import annotations

import difflib
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, fields
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents import learned, shipped
from agents.base import Observation
from agents.learned import lay_out
from agents.search.bind import Searcher, searcher_of
from agents.search.memory import (
    BEST,
    BY_MIND,
    BY_POTENTIAL,
    HALVING,
    MIND,
    MIXED,
    PLAN,
    REGRET,
    SEATS,
    TO_THE_END,
    UCT,
    Memory,
)
from agents.search.mind import flatten
from ow_env.core.game import Game, frozen
from ow_env.core.rng import RNG, start

NAME = "search"
MOST_SIMULATIONS = 1_000_000
MOST_MILLISECONDS = 600_000
TREE_BY_TIME = 20_000  # simulations that there is memory for where only the time is given
CHUNK = 32  # simulations before the first look at the clock
LEAST_PIECE = 8  # simulations worth another call
TURN_WORDS = {"end": TO_THE_END}
SELECTS = {"uct": UCT, "regret": REGRET, "halving": HALVING}
FINALS = {"best": BEST, "mixed": MIXED}


# ── Settings ─────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Settings:
    """How to search. docs/search.md says what each is good for, and what was measured."""

    simulations: int = 1000  # for each decision
    milliseconds: int = 0  # 0: count simulations; else as many as fit into this time
    mind: str = "none"  # path of a saved agent whose network proposes and values, or "none"
    guide: str = "random"  # who proposes actions in the tree: "mind", a script or "random", which is all alike
    rollout: str = "random"  # who plays on beyond the tree: likewise
    turns: int = TO_THE_END  # how many turns are played on beyond the tree; "end": the whole game
    select: str = "uct"  # "uct"; "regret": regret matching; "halving": at the root, the worse half falls out at a time
    final: str = "best"  # "best": the action tried most; "mixed": by the shares of trials
    c: float = 1.0  # how much an action is worth trying because it was tried little
    trust: float = 0.75  # share of the prior that follows the guide; the rest is even
    width: int = 16  # most actions that halving begins with
    lean: float = 0.1  # how much the prior counts beside what was tried, with halving
    renew: int = 32  # simulations between two guesses
    explore: float = 0.1  # share of choices at random, with regret matching
    threads: int = 1  # that share the rows; results do not depend on it

    def described(self) -> dict[str, Any]:
        """Return what makes a difference to the choices, as plain data; which network that is, is told elsewhere."""
        told = asdict(self)
        del told["threads"], told["mind"]
        return told


RANGES: dict[str, tuple[float, float]] = {
    "simulations": (1, MOST_SIMULATIONS),
    "milliseconds": (0, MOST_MILLISECONDS),
    "turns": (0, TO_THE_END),
    "c": (0.0, 100.0),
    "trust": (0.0, 1.0),
    "width": (2, 4096),
    "lean": (0.0, 100.0),
    "renew": (1, MOST_SIMULATIONS),
    "explore": (0.001, 1.0),
    "threads": (1, 256),
}


def read_spec(spec: str, game: Game) -> Settings:
    """Return the settings that a spec asks for, the others as is best for the game.

    Raises:
        ValueError: the field, what was found, and what would be right.
    """
    name, _, rest = spec.partition(":")
    if name != NAME:
        raise ValueError(f"expected a spec that begins with {NAME!r}, got {spec!r}")
    known = {field.name: field for field in fields(Settings)}
    given: dict[str, Any] = {}
    for part in rest.split(",") if rest else ():
        key, equals, text = part.partition("=")
        if not equals:
            key, text = ("milliseconds", part[:-2]) if part.endswith("ms") else ("simulations", part)
        if key not in known:
            near = difflib.get_close_matches(key, known, n=1, cutoff=0.0)
            raise ValueError(f"{spec}: there is no setting {key!r}; nearest: {near[0]!r}")
        if key in given:
            raise ValueError(f"{spec}: {key} is given twice")
        given[key] = _number(spec, key, text) if key in RANGES else text
    if given.get("milliseconds") == 0:
        raise ValueError(f"{spec}: milliseconds: expected 1 or more; leave it out to count simulations")
    if "simulations" in given and "milliseconds" in given:
        raise ValueError(f"{spec}: give simulations or milliseconds, not both")
    mind = given.setdefault("mind", default_mind(game))
    searcher = searcher_of(game.name)
    best = searcher.defaults.alone if mind == "none" else searcher.defaults.with_mind
    settings = Settings(**{**best, **given})
    check(settings, searcher, spec)
    return settings


def _number(spec: str, key: str, text: str) -> float:
    """Return the number a setting is given as, or refuse it."""
    if key == "turns" and text in TURN_WORDS:
        return TURN_WORDS[text]
    low, high = RANGES[key]
    kind = int if isinstance(getattr(Settings, key), int) else float
    words = "".join(f" or {word!r}" for word in TURN_WORDS) if key == "turns" else ""
    try:
        number = kind(text)
    except ValueError:
        number = None
    if number is None or not low <= number <= high:
        what = "a whole number" if kind is int else "a number"
        raise ValueError(f"{spec}: {key}: expected {what} from {low:g} to {high:g}{words}, got {text!r}")
    return number


def check(settings: Settings, searcher: Searcher, spec: str = NAME) -> None:
    """Refuse settings that do not fit together or name what is not there."""
    who = (*searcher.numbers, *(() if settings.mind == "none" else ("mind",)))
    words: dict[str, tuple[str, ...]] = {
        "guide": who, "rollout": who, "select": tuple(SELECTS), "final": tuple(FINALS)
    }  # fmt: skip
    for key, right in words.items():
        found = getattr(settings, key)
        if found not in right:
            hint = ", and with a network (mind=PATH) 'mind'" if who is right and "mind" not in who else ""
            raise ValueError(f"{spec}: {key}: expected one of {', '.join(map(repr, right))}{hint}, got {found!r}")
    for key, (low, high) in RANGES.items():
        if not low <= getattr(settings, key) <= high:
            raise ValueError(f"{spec}: {key}: expected {low:g} to {high:g}, got {getattr(settings, key)!r}")


def default_mind(game: Game) -> str:
    """Return the path of the network to search with where none is named, or "none".

    It is the learned agent that comes with the package, if one was made for this game and can be read here.
    """
    try:
        path = shipped.path_of(shipped.NAME, game)
        card = learned.read_card(path)
        return str(path) if card.digest == lay_out(game, card.network).digest else "none"
    except ValueError:
        return "none"


# ── The agent ────────────────────────────────────────────────────────────────────────────────────


class SearchAgent:
    """Plays on in its head before it chooses.

    Args:
        game: any; only its tables are kept.
        settings: how to search.
        seed: with a row's guess and luck, all that its choice depends on (unless `milliseconds` are given).
    """

    name = NAME
    version = 3  # 2: plays on by the expert of version 2. 3: guesses and luck come by `core.secrecy`
    needs_guesses = True

    def __init__(self, game: Game, settings: Settings, seed: int = 0) -> None:
        self.settings, self.seed = settings, seed
        if game.num_players > SEATS:
            raise ValueError(f"search: at most {SEATS} players, this game has {game.num_players}")
        searcher = searcher_of(game.name)
        check(settings, searcher)
        mind, shaped = None, False
        if settings.mind != "none":
            agent = learned.load(settings.mind, game)
            mind = agent.network
            shaped = agent.card.trained.get("settings", {}).get("reward") == "income"
        weights = "none" if mind is None else learned.digest_of(mind)  # by what is in the file, wherever it lies
        self.parameters: Mapping[str, Any] = {**settings.described(), "mind": weights, "seed": seed}
        self._mind, self._weights, self._places = flatten(mind, game.num_actions)
        who = {**searcher.numbers, "mind": MIND}
        self._plan = np.zeros(1, PLAN)
        plan = self._plan[0]
        plan["players"] = game.num_players
        plan["select"], plan["final"] = SELECTS[settings.select], FINALS[settings.final]
        plan["guide"], plan["rollout"] = who[settings.guide], who[settings.rollout]
        plan["leaf"], plan["shaped"] = BY_POTENTIAL if mind is None else BY_MIND, shaped
        plan["turns"], plan["renew"] = settings.turns, settings.renew
        plan["width"], plan["lean"] = settings.width, settings.lean
        plan["c"], plan["trust"], plan["explore"] = settings.c, settings.trust, settings.explore
        plan["scale"] = searcher.defaults.scale
        self._searcher, self._tables, self._dtype = searcher, frozen(game.tables), game.state_dtype
        self._game = game.name
        self._shape = game.num_players, game.num_features, game.num_actions

    @cached_property
    def _memories(self) -> list[Memory]:
        """One for each thread, made when first asked to choose: who only lists agents compiles nothing."""
        settings, kit = self.settings, self._searcher.kit(self._tables)
        most = settings.simulations if not settings.milliseconds else TREE_BY_TIME
        size = int(self._mind[0]["activations"])
        return [Memory.of(*self._shape, most, size, kit.copy()) for _ in range(settings.threads)]

    def act(self, observation: Observation) -> NDArray[np.int32]:
        """Return one allowed action id for each row: int32 [B]."""
        return self.look_ahead(observation)[0]

    def look_ahead(
        self, observation: Observation
    ) -> tuple[NDArray[np.int32], NDArray[np.float64], NDArray[np.float64]]:
        """Return actions [B], how much speaks for each action [B, A], and the results expected [B].

        Shares add up to 1 in each row; results are from -1 to 1, for the seat asked.
        """
        guesses, seats, luck = observation.guesses, observation.seats, observation.luck
        if guesses is None or seats is None or luck is None:
            raise ValueError(
                "search: expected guesses in the observation, got none: whoever seats this agent has to give it"
                " some (ow_env.adapters.opponents.look), as matches, ladders and environments with one seat do"
            )
        if guesses.dtype != self._dtype:
            raise ValueError(f"search: expected guesses of {self._dtype.itemsize} bytes, got {guesses.dtype}")
        count = len(observation)
        actions = np.zeros(count, np.int32)
        shares = np.zeros((count, self._shape[2]), np.float64)
        worth = np.zeros(count, np.float64)
        dice = np.zeros(count + 1, RNG)
        for row, number in enumerate((luck * 2.0**53).astype(np.uint64)):
            start(dice[row], np.uint64(self.seed % 2**64), number)
        threads = min(self.settings.threads, count)
        cuts = [count * i // threads for i in range(threads + 1)] if threads else []
        pieces = [slice(first, last) for first, last in pairwise(cuts)]

        def work(piece: slice, memory: Memory) -> None:
            own = np.concatenate([dice[piece], dice[count:]])
            rows = (guesses[piece], seats[piece], own, shares[piece], actions[piece], worth[piece])
            if not self.settings.milliseconds:
                self._search(memory, *rows, fresh=True, simulations=self.settings.simulations)
                return
            for row in range(len(rows[0])):
                mine = [array[row : row + 1] for array in rows]
                mine[2] = np.concatenate([own[row : row + 1], dice[count:]])
                self._search_for_a_time(memory, *mine)

        if threads == 1:
            work(pieces[0], self._memories[0])
        elif threads:
            with ThreadPoolExecutor(threads) as pool:
                list(pool.map(work, pieces, self._memories))
        return actions, shares, worth

    def _search(
        self, memory: Memory, guesses: Any, seats: Any, dice: Any, shares: Any, actions: Any, worth: Any,
        *, fresh: bool, simulations: int, scratch: Any = None,
    ) -> None:  # fmt: skip
        """Search these rows, in one compiled call."""
        size = self._dtype.itemsize
        scratch = np.zeros(2, self._dtype) if scratch is None else scratch
        as_bytes = [array.view(np.uint8).reshape(len(array), size) for array in (guesses, scratch)]
        m = memory
        self._searcher.search(
            guesses, as_bytes[0], seats, dice, scratch, as_bytes[1], self._tables, m.kit, self._plan[0],
            self._mind[0], self._weights, self._places, m.thoughts, m.rows, m.masks, m.actions, m.nodes, m.edges,
            m.steps, m.slots, m.keys, m.tally[0], m.values, fresh, simulations, shares, actions, worth,
        )  # fmt: skip

    def _search_for_a_time(self, memory: Memory, *row: Any) -> None:
        """Search one row until its time is over: in pieces, each twice as long as the last while there is time."""
        begun = time.perf_counter()
        scratch = np.zeros(2, self._dtype)
        piece, done = CHUNK, 0
        while piece >= LEAST_PIECE:
            self._search(memory, *row, fresh=done == 0, simulations=piece, scratch=scratch)
            if not memory.tally["done"][0]:
                return  # there was only one thing to do
            done += piece
            spent = time.perf_counter() - begun
            left = self.settings.milliseconds / 1000 - spent
            piece = min(2 * piece, int(left / spent * done))

    def __getstate__(self) -> dict[str, Any]:
        """Leave the compiled search behind, for environments in other processes."""
        return {**self.__dict__, "_searcher": self._game}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take it up again."""
        self.__dict__.update(state)
        self._searcher = searcher_of(self._game)

    @property
    def simulated(self) -> tuple[int, int]:
        """How many simulations it has played since it was made, and how many joint decisions in them."""
        tallies = [memory.tally[0] for memory in self.__dict__.get("_memories", ())]
        return sum(int(t["simulations"]) for t in tallies), sum(int(t["decisions"]) for t in tallies)


def search(game: Game, seed: int, spec: str = NAME) -> SearchAgent:
    """Return the search that a spec asks for."""
    return SearchAgent(game, read_spec(spec, game), seed)
