"""What is measured, in which order, and what is compared with what.

Above: run.py. A subject is one case of one library at one size with so many threads. A peer's
subject names its *like*: our case that is driven the same way (wholly compiled, a batch stepped
from Python, one game stepped from Python). It is always compared with our compiled rollout too.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from ow_env.registry import DEFAULT

OURS = "ours"  # who, whichever game is played


@dataclass(frozen=True)
class Subject:
    """One thing to measure.

    Attributes:
        who: OURS, or the name of a peer.
        case: as the worker knows it: "step", "pgx:leduc_holdem".
        unit: which count of a sample is the figure.
        games: batch size; None: the fastest of those tried, as found when it is prepared.
        threads: how many processors the worker may use, and how many threads it is told to use.
        like: the case of ours that is driven the same way; None for our own.
    """

    who: str
    case: str
    unit: str = "decisions"
    games: int | None = None
    threads: int = 1
    like: str | None = None

    @property
    def name(self) -> str:
        """A key for the results: "pgx leduc_holdem, fastest batch, 2 threads"."""
        case = self.case if self.who == OURS else self.case.partition(":")[2] or self.case
        size = "fastest batch" if self.games is None else f"{self.games} game{'s' * (self.games > 1)}"
        return f"{self.who} {case}, {size}, {self.threads} thread{'s' * (self.threads > 1)}"


@dataclass(frozen=True)
class Peer:
    """Some cases of one peer that are driven alike.

    Attributes:
        who: also the name of its adapter in peers/.
        cases: as its adapter knows them.
        like: our case that is driven the same way.
        threads: with how many it is measured.
        batched: does it play many games at once?
    """

    who: str
    cases: tuple[str, ...]
    like: str
    threads: tuple[int, ...] = (1, 2)
    batched: bool = True


PEERS = (
    Peer(
        "pgx",
        ("pgx:kuhn_poker", "pgx:leduc_holdem", "pgx:sparrow_mahjong", "pgx:backgammon"),
        like="rollout:asked",
    ),
    Peer(
        "envpool",
        ("envpool:KuhnPoker-v1", "envpool:LeducHoldem-v1", "envpool:SparrowMahjong-v1"),
        like="step",
    ),
    Peer("essence_wars", ("batch",), like="step:asked"),
    Peer("essence_wars", ("single",), like="parallel_env", threads=(1,), batched=False),
    Peer(
        "open_spiel",
        tuple(f"open_spiel:{game}" for game in ("kuhn_poker", "leduc_poker", "gin_rummy", "hearts", "crazy_eights")),
        like="parallel_env",
        threads=(1,),
        batched=False,
    ),
    Peer(
        "rlcard",
        ("rlcard:leduc-holdem", "rlcard:gin-rummy", "rlcard:uno", "rlcard:mahjong"),
        like="parallel_env",
        threads=(1,),
        batched=False,
    ),
    Peer(
        "pettingzoo",
        ("pettingzoo:leduc_holdem_v4", "pettingzoo:texas_holdem_v4"),
        like="aec_env",
        threads=(1,),
        batched=False,
    ),
)
PEER_NAMES = tuple(dict.fromkeys(peer.who for peer in PEERS))
GROUPS = ("batch", "single", "vector", "positions", "start", "memory", *PEER_NAMES)  # for --only


@dataclass(frozen=True)
class Settings:
    """How long and how much.

    Attributes:
        game: its name.
        rounds: how often everything is measured, in turns.
        seconds: how long each measurement lasts.
        only: which of `GROUPS`.
        sizes: of batches.
        tried: of which batch sizes the fastest is taken, for peers as for us.
        few: positions copied that fit into a processor's own memory.
        many: games in a vector, rows copied and reset, positions copied that do not fit.
        memory: games in the batch whose memory is looked at.
        cold: also compile into an empty folder.
    """

    game: str = DEFAULT
    rounds: int = 5
    seconds: float = 1.0
    only: tuple[str, ...] = GROUPS
    sizes: tuple[int, ...] = (1, 4, 16, 64, 256, 1024, 4096, 16384)
    tried: tuple[int, ...] = (256, 1024, 4096)
    few: int = 256
    many: int = 1024
    memory: int = 4096
    cold: bool = True


QUICK = Settings(rounds=2, seconds=0.3, sizes=(1, 64, 1024), tried=(1024,), memory=1024, cold=False)


def own_subjects(settings: Settings) -> list[Subject]:
    """Return our own cases, in the order of the page."""
    found: list[Subject] = []
    only, few, many = settings.only, settings.few, settings.many
    if "batch" in only:
        found += [
            Subject(OURS, case, games=games, threads=threads)
            for games in settings.sizes
            for case in ("rollout", "rollout:asked", "call", "step", "step:asked")
            for threads in (1, 2)
            if threads <= games
        ]
    if "single" in only:
        found += [
            Subject(OURS, "parallel_env", games=1),
            Subject(OURS, "aec_env", games=1),
        ]
    if "vector" in only:
        found += [Subject(OURS, case, "steps", many, threads) for case in ("gymnasium", "sb3") for threads in (1, 2)]
    if "positions" in only:
        found += [
            Subject(OURS, "copy_states", "copies", few),
            Subject(OURS, "copy_states", "copies", many),
            Subject(OURS, "copy_rows", "copies", many),
            Subject(OURS, "reset", "resets", many),
            Subject(OURS, "position", "positions", 1),
            Subject(OURS, "set_position", "positions", 1),
        ]
    return found


def peer_subjects(only: Collection[str]) -> list[Subject]:
    """Return the cases of the peers asked for."""
    return [
        Subject(peer.who, case, games=None if peer.batched else 1, threads=threads, like=peer.like)
        for peer in PEERS
        if peer.who in only
        for case in peer.cases
        for threads in peer.threads
    ]


def rivals(subject: Subject) -> list[Subject]:
    """Return what a peer's subject is compared with: our like case, and our compiled rollout."""
    cases = dict.fromkeys((subject.like or "rollout", "rollout"))
    single = ("parallel_env", "aec_env")
    return [Subject(OURS, case, games=1 if case in single else None, threads=subject.threads) for case in cases]
