"""What is measured, in which order, and what is compared with what.

Below: the registries of games and of agents. Above: run.py. A subject is one case of one library at one size with so
many threads. A peer's subject names its *like*: our case with the same driver (wholly compiled, a batch stepped
from Python, one game stepped from Python). A peer that plays batches is also compared with our fastest form, inside
compiled code.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from agents import shipped
from agents.games import scripts_of
from agents.registry import AGENTS, SEARCH
from ow_env.registry import DEFAULT

OURS = "ours"  # who, whichever game is played
SINGLE = ("parallel_env", "aec_env")  # our cases of one game
INSIDE = "rollout:asked"  # our fastest form of random play


@dataclass(frozen=True)
class Subject:
    """One thing to measure.

    Attributes:
        who: OURS, or the name of a peer.
        case: as the worker knows it: "step", "agent:raider", "pgx:leduc_holdem".
        unit: which count of a sample is the figure.
        games: batch size; None: the fastest of those tried, as found when it is prepared.
        threads: how many processors the worker may use, and how many threads it is told to use.
        like: our case with the same driver; None for our own.
        game: which of our games; none for a peer's, whose case says it.
    """

    who: str
    case: str
    unit: str = "decisions"
    games: int | None = None
    threads: int = 1
    like: str | None = None
    game: str = ""

    @property
    def name(self) -> str:
        """A key for the results: "pgx leduc_holdem, fastest batch, 2 threads"."""
        case = self.case if self.who == OURS else self.case.partition(":")[2] or self.case
        size = "fastest batch" if self.games is None else f"{self.games} game{'s' * (self.games > 1)}"
        return f"{self.game or self.who} {case}, {size}, {self.threads} thread{'s' * (self.threads > 1)}"


@dataclass(frozen=True)
class Peer:
    """Some cases of one peer with the same driver.

    Attributes:
        who: also the name of its adapter in peers/.
        cases: as its adapter knows them.
        like: our case with the same driver.
        threads: with how many it is measured.
        batched: does it play many games at once?
        unit: what is counted, here and in ours beside it.
    """

    who: str
    cases: tuple[str, ...]
    like: str
    threads: tuple[int, ...] = (1, 2)
    batched: bool = True
    unit: str = "decisions"


PEERS = (
    Peer("pgx", ("pgx:kuhn_poker", "pgx:leduc_holdem", "pgx:sparrow_mahjong", "pgx:backgammon"), like=INSIDE),
    Peer("essence_wars", ("batch",), like="step:asked"),
    Peer("essence_wars", ("single",), like="parallel_env", threads=(1,), batched=False),
    Peer(
        "pettingzoo",
        ("pettingzoo:leduc_holdem_v4", "pettingzoo:texas_holdem_v4"),
        like="aec_env",
        threads=(1,),
        batched=False,
    ),
    Peer(
        "pettingzoo",
        ("parallel:rps_v2",),
        like="parallel_env",
        threads=(1,),
        batched=False,
        unit="joint steps",
    ),
)
PEER_NAMES = tuple(dict.fromkeys(peer.who for peer in PEERS))
PARTS = ("game", "agents", "network", "search", "decklab", "training")  # that are compiled, each upon those it needs
COMPILE = tuple(f"compile-{part}" for part in PARTS)
GROUPS = (
    *("batch", "single", "vector", "positions", "agents", "search", "learning", "start", "memory"),
    *COMPILE,
    *PEER_NAMES,
)
WHOLE = {"compile": COMPILE}  # what else may be asked for by one word


@dataclass(frozen=True)
class Settings:
    """How long and how much.

    Attributes:
        games: their names. The first is compared with the peers.
        rounds: how often everything is measured, in turns.
        seconds: how long each measurement lasts.
        only: which of `GROUPS`.
        sizes: of batches.
        tried: of which batch sizes the fastest is taken, for peers as for us.
        memory: games in the batch whose memory is looked at.
        learning: rounds of self-play training that are measured, after a first one that is not.
        cold: also start with an empty folder, which compiles.
    """

    games: tuple[str, ...] = (DEFAULT,)
    rounds: int = 3
    seconds: float = 0.4
    only: tuple[str, ...] = GROUPS
    sizes: tuple[int, ...] = (1, 64, 1024, 16384)
    tried: tuple[int, ...] = (256, 1024, 4096)
    memory: int = 4096
    learning: int = 3
    cold: bool = True

    @property
    def parts(self) -> tuple[str, ...]:
        """Which `PARTS` are compiled into an empty folder."""
        return tuple(part for part in PARTS if f"compile-{part}" in self.only)


QUICK = Settings(
    rounds=2,
    seconds=0.2,
    only=tuple(group for group in GROUPS if group not in COMPILE),
    sizes=(64, 1024),
    tried=(1024,),
    memory=1024,
    learning=1,
    cold=False,
)
MANY = 1024  # games in a vector, rows of an agent's call, rows copied and begun
BATCH = ("rollout", "rollout:asked", "rollout:sparse", "call", "step", "step:asked", "step:sparse")


def agents_of(game: str) -> list[str]:
    """Return who plays a game and does not search, by name: anybody's agents, its scripts, its learned ones."""
    return [*AGENTS, *scripts_of(game), *shipped.paths(game)]


def searches_of(game: str) -> list[str]:
    """Return how a game is searched: with its best settings, and, where it uses a bundled network, without one."""
    return [SEARCH, f"{SEARCH}:network=none"] if shipped.paths(game) else [SEARCH]


def own_subjects(settings: Settings) -> list[Subject]:
    """Return our own cases, in the order of the page: game by game."""
    return [subject for game in settings.games for subject in subjects_of(settings, game)]


def subjects_of(settings: Settings, game: str) -> list[Subject]:
    """Return the cases of one of our games. What is divided by each other on the page stands side by side."""
    found: list[Subject] = []
    only = settings.only

    def add(case: str, unit: str = "decisions", games: int = 1, threads: int = 1) -> None:
        found.append(Subject(OURS, case, unit, games, threads, game=game))

    if "batch" in only:
        for games in settings.sizes:
            for case in BATCH:
                for threads in (1, 2)[:games]:
                    add(case, games=games, threads=threads)
    if "single" in only:
        for case in SINGLE:
            add(case)
    if "vector" in only:
        for case in ("gymnasium", "sb3"):
            for threads in (1, 2):
                add(case, "steps", MANY, threads)
    if "positions" in only:
        for what, unit in (("copy_states", "copies"), ("copy_rows", "copies"), ("reset", "resets")):
            add(what, unit, MANY)
        add("position", "positions")
        add("set_position", "positions")
    if "agents" in only:
        for name in agents_of(game):
            add(f"agent:{name}", "choices", MANY)
    if "search" in only:
        for spec in searches_of(game):
            add(spec, "simulations")
    return found


def peer_subjects(only: Collection[str]) -> list[Subject]:
    """Return the cases of the peers asked for."""
    return [
        Subject(peer.who, case, peer.unit, None if peer.batched else 1, threads, peer.like)
        for peer in PEERS
        if peer.who in only
        for case in peer.cases
        for threads in peer.threads
    ]


def rivals(subject: Subject, game: str) -> list[Subject]:
    """Return what a peer's subject is compared with: our like case, and for a batch our fastest form."""
    cases = dict.fromkeys((subject.like or INSIDE, *([INSIDE] if subject.games is None else [])))
    return [
        Subject(OURS, case, games=1 if case in SINGLE else None, threads=subject.threads, game=game) for case in cases
    ]
