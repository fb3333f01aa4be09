"""Matchups are played, a block of game pairs at a time, until each is known well enough.

Below: setup.py (who plays what), matchup.py (what came of it), training's store and workers. Above: matrix.py,
balance.py and whatever compares sides. In order: blocks, one matchup or several, many at once.

What comes of a block depends on the setup, the sides, the agents, the seed and its number, and on nothing else: it is
kept in the store, and the same command goes on from there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from training.decklab.matchup import WIDTH, AgentComparison, Matchup
from training.decklab.setup import Games, Pairing, Setup
from training.decklab.stored import matchup_fault
from training.measure.store import Store
from training.measure.workers import Executor, SerialExecutor

FORMAT = 2  # of a stored block: what `play_block` returns
FORMAT_OF_MORE = 3  # at a table of more than two, where sides share the seats and what a third wins is left out
MOST = 200_000  # bouts of one matchup


# ── Blocks ───────────────────────────────────────────────────────────────────────────────────


class Block(NamedTuple):
    """Some game pairs of a pairing: what one worker plays at a time."""

    pairing: Pairing
    setup: int  # its place among those shared
    number: int
    bouts: int


def identity_of(setup: Setup, pairing: Pairing) -> dict[str, Any]:
    """Return all that decides what comes of a matchup, as plain data; its names are those of files already written."""
    return {
        **setup.settings,
        "format": FORMAT if setup.game.num_players == 2 else FORMAT_OF_MORE,
        "decks": [setup.contents(side) for side in (pairing.one, pairing.other)],
        "agents": [
            setup.agent_settings(agent, side)
            for agent, side in zip(pairing.agents, (pairing.one, pairing.other), strict=True)
        ],
        "seed": pairing.seed,
        "block": setup.block(pairing),
    }


def play_block(shared: Any, block: Block) -> dict[str, Any]:
    """Play a block, the way round it is stored.

    Args:
        shared: the setups, and how many threads may play.
        block: which pairing, and which of its game pairs.

    Returns:
        what `summary` says of it.
    """
    setups, threads = shared
    pairing, place, number, bouts = block
    return summary(setups[place].play(pairing, number * bouts, bouts, threads), bouts)


def summary(games: Games, bouts: int) -> dict[str, Any]:
    """Return what a block keeps of its games, as JSON.

    Returns:
        ends: for each seating, a letter of `wltxo` for each game pair: how it ended for side one.
        turns: the sum of turns of all games.
        first: games won by who moved first.
        seat: games won by player_0.
        spread: of turns, first and seat: the square of every game pair's sum, summed; first and seat in half points.
    """
    told = "".join(games.ends)
    counted = {"turns": games.turns, "first": games.first, "seat": games.seat}
    return {
        "ends": [told[begin : begin + bouts] for begin in range(0, len(told), bouts)],
        "turns": int(games.turns.sum()),
        "first": int((games.first == 2).sum()),
        "seat": int((games.seat == 2).sum()),
        "spread": {word: int((values.reshape(-1, bouts).sum(axis=0) ** 2).sum()) for word, values in counted.items()},
    }


# ── One matchup, or the same by several agents ───────────────────────────────────────────────


def play_matchup(
    one: Any,
    other: Any,
    agent: str | None = None,
    other_agent: str | None = None,
    *,
    setup: Setup,
    width: float = WIDTH,
    bouts: int | None = None,
    seed: int = 1,
    store: Store | None = None,
    executor: Executor | None = None,
    threads: int = 0,
    report: Callable[[Sequence[Matchup]], None] = lambda matchups: None,
) -> Matchup:
    """Play two sides against each other until the score of the first is known to ± ``width``.

    Args:
        one: the side whose score is reported, as `Setup.side` takes it.
        other: its opponent.
        agent: who plays ``one``, as `agents.make` takes it; None: the setup's default.
        other_agent: who plays ``other``; None: the same. If they differ, both play both sides.
        setup: the game, its options and its sides.
        width: half-width of the 95 % interval, which holds at every look (a confidence sequence).
        bouts: play this many game pairs instead, rounded up to a whole block.
        seed: of games and agents.
        store: where results are kept and resumed from; None: nowhere.
        executor: where games are played; None: in this process.
        threads: of this process; 0: as many as there are cores.
        report: called after every block.

    Raises:
        ValueError: there is no such side or agent, or both sides are the same seat.
    """
    agent = agent or setup.default_agent
    pairing = Pairing(setup.side(one), setup.side(other), agent, other_agent or agent, seed)
    how: dict[str, Any] = {"width": width, "bouts": bouts, "store": store, "executor": executor, "threads": threads}
    return play_matchups([pairing], setup, report=report, **how)[0]


def compare_agents(
    one: Any, other: Any, agents: Sequence[str], *, setup: Setup, seed: int = 1, **how: Any
) -> AgentComparison:
    """Play the same two sides with several agents, each playing both sides.

    Args:
        one: the side whose score is reported.
        other: its opponent.
        agents: two or more names as `play_matchup` takes them, each once.
        setup: the game, its options and its sides.
        seed: of games and agents; random draws are the same for all agents.
        how: width, bouts, store, executor, threads, report, as for `play_matchup`.

    Raises:
        ValueError: an agent is named twice, or fewer than two are.
    """
    if len(agents) < 2 or len(set(agents)) < len(agents):
        raise ValueError(f"agents: expected two or more, each once, got {', '.join(agents) or 'none'}")
    sides = setup.side(one), setup.side(other)
    played = play_matchups([Pairing(*sides, agent, agent, seed) for agent in agents], setup, **how)
    return AgentComparison(played, settled=how.get("bouts") is not None)


# ── Many at once ─────────────────────────────────────────────────────────────────────────────


def play_matchups(
    pairings: Sequence[Pairing],
    setup: Setup | Sequence[Setup],
    *,
    width: float = WIDTH,
    bouts: int | None = None,
    store: Store | None = None,
    executor: Executor | None = None,
    threads: int = 0,
    report: Callable[[Sequence[Matchup]], None] = lambda matchups: None,
) -> list[Matchup]:
    """Play many matchups, a block of each in turn, until all scores are known to ± ``width``; see `play_matchup`.

    Those of one seed are played with the same game numbers, so that they can be compared with each other.
    ``setup`` may be one for each of them.
    """
    setups = [setup] * len(pairings) if isinstance(setup, Setup) else list(setup)
    if not 0 < width < 0.5:
        raise ValueError(f"width: expected a number between 0 and 0.5, got {width}")
    if bouts is not None and bouts < 1:
        raise ValueError(f"bouts: expected a number from 1 up, got {bouts}")
    for pairing, own in zip(pairings, setups, strict=True):
        if not own.has_sides and pairing.one == pairing.other:
            raise ValueError(f"{pairing.one.name} can't meet itself: expected two seats")
    runs = [_Run(pairing, own, width, bouts, store) for pairing, own in zip(pairings, setups, strict=True)]
    executor = executor or SerialExecutor()
    different = list({id(each): each for each in setups}.values())
    places = [next(place for place, each in enumerate(different) if each is own) for own in setups]
    shared = (different, threads if isinstance(executor, SerialExecutor) else 1)
    while True:
        for run in runs:
            run.take()
        wanting = [(run, place) for run, place in zip(runs, places, strict=True) if run.wants()]
        report([run.result for run in runs])
        if not wanting:
            return [run.result for run in runs]
        blocks = []
        for later in range(max(1, -(-executor.num_workers() // len(wanting)))):  # no worker is idle
            blocks += [(run, block) for run, place in wanting if (block := run.block(later, place)) is not None]
        whose = {id(block): run for run, block in blocks}
        wanted = (block for run, block in blocks if run.wants())  # still, when a worker is free
        for block, result in executor.run(play_block, shared, wanted):
            whose[id(block)].add(block.number, result)
            report([run.result for run in runs])


class _Run:
    """One matchup while it is played: blocks are taken into account in their order, for the sequence is one."""

    def __init__(self, pairing: Pairing, setup: Setup, width: float, bouts: int | None, store: Store | None) -> None:
        stored, self.mirrored = setup.stored(pairing)
        self.state = Matchup(stored, width, first_mover=setup.first_mover, tells_seats=setup.tells_seats)
        self.size, self.bouts, self.store = setup.block(stored), bouts, store
        self.done = 0  # blocks taken into account
        self.known: dict[int, Any] = {}  # all there are, by number
        self.identity = 0
        if store is not None:
            self.identity = store.experiment("duel", identity_of(setup, stored))
            fault = partial(matchup_fault, seatings=len(setup.seatings(stored)), bouts=self.size)
            self.known = store.blocks(self.identity, fault)

    @property
    def result(self) -> Matchup:
        """What came of it so far, the way round it was asked for."""
        return self.state.mirrored() if self.mirrored else self.state

    def wants(self) -> bool:
        """Is it not known well enough yet?"""
        most = MOST if self.bouts is None else self.bouts
        return self.state.bouts < most and (self.bouts is not None or self.state.interval.half > self.state.width)

    def block(self, later: int, place: int) -> Block | None:
        """Return the block so many after the next one; None if it is there, or too many."""
        number = self.done + later
        if number in self.known or (self.bouts is not None and number * self.size >= self.bouts):
            return None
        return Block(self.state.pairing, place, number, self.size)

    def add(self, number: int, result: Any) -> None:
        """Keep a block, and take into account what can be."""
        self.known[number] = result
        if self.store is not None:
            self.store.add_blocks(self.identity, {number: result})
        self.take()

    def take(self) -> None:
        """Take into account what is there, as long as more is wanted."""
        while self.done in self.known and self.wants():
            self.state.add(self.known[self.done])
            self.done += 1


__all__ = ["Block", "compare_agents", "identity_of", "play_block", "play_matchup", "play_matchups", "summary"]
