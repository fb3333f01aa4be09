"""The ladder: every agent against every other, until it is known well enough who beats whom.

Below: agents, Batch, store.py (what was played), ratings.py (what that says), workers.py (who plays).
Above: report.py and commands/ladder.py (`ow ladder`), and whoever wants agents measured. In
order: who is on the ladder, what is played, the standing, the climb.

The unit is a *bout*: one game number, played with the agents in both seats and, where the decks
differ, with the decks both ways: two games or four. What comes of a bout depends on the seed, its
number, the two agents and the size of a block, and on nothing else: not on how many processes there
are, or in which order they finish.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import agents
from agents.base import Agent, Observation
from ow_env.core.batch import Batch
from ow_env.core.game import Game
from ow_env.core.players import look, needs_determinizations
from ow_env.core.rules_hash import rules_hash
from ow_env.core.text import escaped
from training.measure import store as stores
from training.measure.ratings import Ratings, Tally, rate, wanted
from training.measure.store import Entry, Meeting, Pair, Store, hashed
from training.measure.workers import Crew, Here

BLOCK = 16  # bouts in a work item: some seconds' play, so little is lost when a process is killed
SAME = 1e-6  # leads smaller than this are rounding
WIDTH = 0.02  # half the 95 % interval of an expected share of points
PATIENCE = 2.0  # seconds between two looks at the standing while games are played

# ── Who is on the ladder ─────────────────────────────────────────────────────────────────────


def entry_of(spec: str, game: Game) -> Entry:
    """Return the entry of an agent as `agents.make` knows it: its name, or the path of a saved one.

    A saved agent is known by its weights, or where it does not name them by its file: with others under the same
    path, it is another; with the same, trained again, it is the same.
    """
    agent = agents.make(spec, game, seed=0)
    path = Path(spec)
    known = spec in agents.names() or "weights" in agent.parameters
    file = stores.digest(path) if not known and path.exists() else None
    return Entry.of(spec, agent.name, agent.version, agent.parameters, file)


def entries_of(specs: Sequence[str], game: Game) -> list[Entry]:
    """Return the entries of several agents, the first of any that are the same."""
    entries: dict[str, Entry] = {}
    for spec in specs:
        entry = entry_of(spec, game)
        entries.setdefault(entry.key, entry)
    return list(entries.values())


def labels_of(entries: Sequence[Entry]) -> list[str]:
    """Return how to call them: as they were asked for, escaped, and by key where that says too little."""
    asked = [escaped(entry.label) for entry in entries]
    return [
        label if asked.count(label) == 1 else f"{label} #{entry.key[:4]}"
        for label, entry in zip(asked, entries, strict=True)
    ]


# ── What is played ───────────────────────────────────────────────────────────────────────────


class Item(NamedTuple):
    """Some bouts of two agents: what one worker plays at a time."""

    one: str  # as `agents.make` takes it
    other: str
    first: int  # number of the first bout
    bouts: int
    game_seed: int  # theirs alone, so that the luck of a deal does not reach other pairs

    def __str__(self) -> str:
        last = self.first + self.bouts - 1
        return f"{self.one} against {self.other}, bouts {self.first} to {last}"


def seatings(players: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return who sits where in the two games of a pair, once for each pair that a fair comparison takes.

    A seating has 0 where the first agent sits and 1 where the other does; the second of a pair is the first exchanged.
    Each agent has every seat, and every half of the seats (for three, one seat or the other two), as often. One player
    plays alone, and so does the other.
    """
    halves = [set(some) for some in combinations(range(players), max(1, players // 2))]
    chosen = [half for half in halves if players % 2 or 0 in half]
    firsts = [tuple(0 if seat in half else 1 for seat in range(players)) for half in chosen]
    return [(first, tuple(1 - who for who in first)) for first in firsts]


def games_in_a_bout(game: Game) -> int:
    """Return how many games of one number two agents play: of each variant and each seating two."""
    return 2 * len(game.variants()) * len(seatings(game.num_players))


def play_bouts(game: Game, item: Item) -> tuple[str, list[Pair]]:
    """Play the bouts of an item.

    Returns:
        a hash of the rules they were played by, and for each variant and seating of each bout the pair of games.
    """
    ways = [(variant, seating) for variant in game.variants() for seating in seatings(game.num_players)]
    pairs = [pair for deal, way in enumerate(ways) for pair in play_deal(*way, deal, item)]
    pairs.sort(key=lambda pair: (pair.number, pair.deal))
    return rules_hash(game.engine.__name__), pairs


def play_deal(game: Game, seating: tuple[tuple[int, ...], tuple[int, ...]], deal: int, item: Item) -> list[Pair]:
    """Play an item's games of one variant: at table 0 the agents sit as the seating says, at table 1 exchanged."""
    specs = (item.one, item.other)
    players = [
        agents.make(spec, game, seed=number(item.game_seed, item.first, deal, who) % 2**31)
        for who, spec in enumerate(specs)
    ]
    tables = [
        Batch(game, item.bouts, item.game_seed, first_game=item.first, observe="acting") for _ in "01"
    ]
    sits = np.array(seating)  # [table, seat]
    actions = np.zeros((2, item.bouts, game.num_players), np.int32)  # [table, bout, seat]
    reward = np.zeros((2, item.bouts, game.num_players), np.float32)
    decisions = np.zeros((2, item.bouts), np.int64)
    choices = np.zeros((2, item.bouts), np.int64)  # [who, bout], at both tables
    seconds = [0.0, 0.0]
    running = np.array([~(table.terminated | table.truncated) for table in tables])
    steps = 0
    while running.any():
        actions[:] = 0
        for who, player in enumerate(players):
            seconds[who] += choose(player, sits == who, tables, running, steps, actions, choices[who])
        steps += 1
        decisions += running
        for place, table in enumerate(tables):
            try:
                table.step(actions[place])
            except ValueError as error:
                seats = ", ".join(f"player_{seat} {specs[who]}" for seat, who in enumerate(seating[place]))
                raise ValueError(f"{seats}: {error}") from None
            ended = running[place] & (table.terminated | table.truncated)
            reward[place, ended] = table.reward[ended]
            running[place] &= ~ended
    turns = [game.turn(table.states) for table in tables]
    named = json.dumps(list(game.sides))
    share = [spent / item.bouts for spent in seconds]
    leads = lead_of_one(reward, sits)
    return [
        Pair(
            number=item.first + bout,
            deal=deal,
            game_seed=item.game_seed,
            decks=named,
            first=ending(leads[0, bout], tables[0].truncated[bout]),
            second=ending(leads[1, bout], tables[1].truncated[bout]),
            first_turns=int(turns[0][bout]),
            second_turns=int(turns[1][bout]),
            first_decisions=int(decisions[0, bout]),
            second_decisions=int(decisions[1, bout]),
            one_choices=int(choices[0, bout]),
            other_choices=int(choices[1, bout]),
            one_seconds=share[0],
            other_seconds=share[1],
        )
        for bout in range(item.bouts)
    ]


def lead_of_one(reward: NDArray[np.float32], sits: NDArray[np.int64]) -> NDArray[np.float32]:
    """Return by how much the first agent's seats were paid more than the other's, on the average: [table, bout].

    Args:
        reward: [table, bout, seat].
        sits: [table, seat] 0 for the first agent, 1 for the other. Where each plays alone, their games are compared.
    """
    if reward.shape[2] == 1:
        lead = reward[0, :, 0] - reward[1, :, 0]
        return np.stack([lead, lead])
    means = [(reward * (sits == who)[:, None]).sum(2) / (sits == who).sum(1)[:, None] for who in range(2)]
    lead = means[0] - means[1]
    return np.where(np.abs(lead) > SAME, lead, 0).astype(np.float32)


def choose(
    player: Agent,
    held: NDArray[np.bool_],
    tables: Sequence[Batch],
    running: NDArray[np.bool_],
    steps: int,
    actions: NDArray[np.int32],
    choices: NDArray[np.int64],
) -> float:
    """Let a player choose wherever it is asked, at both tables in one call; return how long it took.

    Args:
        player: who chooses.
        held: [table, seat] where it sits.
        tables: both.
        running: [table, bout] which games go on.
        steps: how many joint decisions they have had.
        actions: written: [table, bout, seat].
        choices: [bout], to which is added how often it was asked.
    """
    asked = [
        np.nonzero(table.to_act & mine & on[:, None])
        for table, mine, on in zip(tables, held, running, strict=True)
    ]
    count = len(asked[0][0])
    if not count + len(asked[1][0]):
        return 0.0
    determinize = needs_determinizations(player)
    parts = [look(table, rows, seats, steps, determinize) for table, (rows, seats) in zip(tables, asked, strict=True)]
    names = ("features", "mask", "determinizations", "seats", "draws")[: 5 if determinize else 2]
    seen = Observation(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))
    begun = time.perf_counter()
    chosen = player.act(seen)
    spent = time.perf_counter() - begun
    for table, (who, some) in enumerate(zip(asked, (chosen[:count], chosen[count:]), strict=True)):
        actions[table, who[0], who[1]] = some
        np.add.at(choices, who[0], 1)
    return spent


def ending(lead: float, truncated: bool) -> str:
    """Return how a game ended for the one whose lead this is."""
    if truncated:
        return "truncated"
    return "won" if lead > 0 else "lost" if lead < 0 else "tied"


def number(*parts: object) -> int:
    """Return a seed that follows from these values, from 0 to 2**62 - 1."""
    return int(hashed(*parts), 16) % 2**62


def play_pairs(
    game: Game, one: str, other: str, bouts: int, seed: int = 1, first: int = 0
) -> list[Pair]:
    """Play two agents against each other and return every pair of games; nothing is stored.

    Args:
        game: each bout is played in all its variants, and each of those in all seatings.
        one: an agent as `agents.make` knows it; results are its own.
        other: its opponent.
        bouts: how many: with two players of two games each, or four with two decks.
        seed: of games and agents.
        first: the number of the first bout.
    """
    entries = [entry_of(one, game), entry_of(other, game)]
    item = Item(one, other, first, bouts, game_seed_of(seed, *entries))
    return play_bouts(game, item)[1]


def game_seed_of(seed: int, one: Entry, other: Entry) -> int:
    """Return the seed of the games of two agents."""
    return number(seed, *sorted((one.key, other.key)))


# ── The standing ─────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Standing:
    """What the ladder says so far; everything in the order of ``entries``."""

    game: Game
    entries: list[Entry]
    labels: list[str]
    tally: Tally
    ratings: Ratings
    meetings: dict[tuple[int, int], Meeting]  # by the places of both, ``one`` first

    @property
    def order(self) -> list[int]:
        """The places of all agents, the strongest first, those without a rating last."""
        elo = np.nan_to_num(self.ratings.elo, nan=-np.inf)
        return [int(place) for place in np.argsort(-elo, kind="stable")]

    def counts(self, agent: int) -> tuple[int, int, int, int]:
        """Return how many games an agent has won, lost, tied, and had truncated."""
        won = lost = tied = truncated = 0
        for (one, other), met in self.meetings.items():
            if agent in (one, other):
                won += met.won if agent == one else met.lost
                lost += met.lost if agent == one else met.won
                tied += met.tied
                truncated += met.truncated
        return won, lost, tied, truncated

    def milliseconds(self, agent: int) -> float:
        """Return how long an agent took for a decision on the average, NaN if it made none."""
        seconds = choices = 0.0
        for (one, other), met in self.meetings.items():
            if agent == one:
                seconds, choices = seconds + met.one_seconds, choices + met.one_choices
            elif agent == other:
                seconds, choices = seconds + met.other_seconds, choices + met.other_choices
        return 1000 * seconds / choices if choices else float("nan")


def ratings(
    store: Store, game: Game, anchor: str = "random", only: Sequence[Entry] | None = None
) -> Standing:
    """Return the standing of a game as it is played now: by these rules, cards and options.

    Args:
        store: where results are.
        game: what was played; which of its decks was named first makes no difference.
        anchor: the label or name of the agent whose rating is 0; if it is not there, the first one.
        only: leave out all others, games and all. None: everybody who has played.
    """
    contest = store.contest(game.variants()[0])
    known, meetings = store.agents(), store.meetings(contest)
    if only is None:
        played = {agent for met in meetings for agent in (met.one, met.other)}
        ids = [agent for agent in sorted(known) if agent in played]
    else:
        at = {entry.key: agent for agent, entry in known.items()}
        ids = [at[entry.key] for entry in only if entry.key in at]
        known |= {at[entry.key]: entry for entry in only if entry.key in at}  # called as asked for
    if not ids:
        raise ValueError("nobody has played yet")
    entries = [known[agent] for agent in ids]
    zero = next(
        (
            place
            for wish in ("label", "name")
            for place, entry in enumerate(entries)
            if getattr(entry, wish) == anchor
        ),
        0,
    )
    place = {agent: index for index, agent in enumerate(ids)}
    sums = stores.tally(meetings, ids)
    return Standing(
        game,
        entries,
        labels_of(entries),
        sums,
        rate(sums, zero),
        {
            (place[met.one], place[met.other]): met
            for met in meetings
            if met.one in place and met.other in place
        },
    )


# ── The climb ────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Progress:
    """How far a climb is, for whoever watches."""

    standing: Standing  # of those on the ladder
    games: int  # among them, in all
    played: int  # in this call
    left: int  # games still to play, as far as one can tell
    widest: float  # half the widest interval of an expected share of points; 1: not all have met


def climb(
    store: Store,
    game: Game,
    specs: Sequence[str],
    *,
    width: float = WIDTH,
    elo: float | None = None,
    games: int | None = None,
    seed: int = 1,
    block: int = BLOCK,
    crew: Crew | None = None,
    anchor: str = "random",
    report: Callable[[Progress], None] = lambda progress: None,
) -> Standing:
    """Let all play all until every expected share of points is known to ± ``width``.

    Every two play a block first. Then those meet whose expected share is least sure, a round of
    blocks at a time. Whatever has been played is in the store at once; interrupt it as you like, and
    call it again to go on. Others may add to the store meanwhile: their games count too.

    Args:
        store: where results are kept.
        game: for two players.
        specs: the agents, as `agents.make` takes them.
        width: half of the 95 % interval of every expected share.
        elo: and of every Elo; None: no matter. To place agents above one that they always beat is
            long work.
        games: stop at so many games among these agents, those in the store included. None: no limit.
        seed: of games and agents. Others' games under another seed count as well.
        block: bouts in a work item.
        crew: who plays; None: this process.
        anchor: whose rating is 0.
        report: called about every two seconds.
    """
    if not 0 < width < 1:
        raise ValueError(f"width: expected a number between 0 and 1, got {width}")
    if elo is not None and not elo > 0:
        raise ValueError(f"elo: expected a number above 0, got {elo}")
    if block < 1:
        raise ValueError(f"block: expected a number from 1 up, got {block}")
    entries = sorted(entries_of(specs, game), key=lambda entry: entry.key)
    if len(entries) < 2:
        raise ValueError(f"a ladder takes two different agents or more, got {', '.join(specs) or 'none'}")
    contest = store.contest(game.variants()[0])
    in_a_bout = games_in_a_bout(game)
    ids = {entry.key: store.agent(entry) for entry in entries}
    rules = rules_hash(game.engine.__name__)
    Batch(game, 1)  # a new machine compiles the rules once, not in every worker
    goal, looked, played = (width, elo), float("-inf"), 0
    by_item: dict[Item, tuple[Entry, Entry]] = {}

    def look() -> Progress:
        nonlocal looked
        looked = time.monotonic()
        standing = ratings(store, game, anchor, entries)
        _, widest, left = schedule(standing, goal, games, block, in_a_bout)
        return Progress(standing, round(standing.tally.games.sum() / 2), played, left, widest)

    def fresh(items: list[Item]) -> Iterator[Item]:
        """Yield what nobody else has played meanwhile: each process in an order of its own."""
        random.SystemRandom().shuffle(items)
        for item in items:
            one, other = by_item[item]
            if not whole(item, store.played(contest, ids[one.key], ids[other.key], seed)):
                yield item

    crew = crew or Here()
    while True:
        progress = look()
        report(progress)
        meet, _, _ = schedule(progress.standing, goal, games, block, in_a_bout)
        items = []
        given: dict[tuple[int, int], int] = {}
        for pair in meet:
            one, other = (progress.standing.entries[place] for place in pair)
            done = store.played(contest, ids[one.key], ids[other.key], seed)
            item = Item(one.label, other.label, given.get(pair, 0), block, game_seed_of(seed, one, other))
            while whole(item, done):
                item = item._replace(first=item.first + block)
            given[pair] = item.first + block
            by_item[item] = one, other
            items.append(item)
        if not items:
            return progress.standing
        for item, (by, pairs) in crew.run(play_bouts, game, fresh(items)):
            if by != rules:
                raise ValueError(f"a worker has other rules ({by}) than this process ({rules})")
            one, other = by_item[item]
            played += 2 * store.add(contest, ids[one.key], ids[other.key], seed, pairs)
            if time.monotonic() - looked > PATIENCE:
                report(look())


def whole(item: Item, done: set[int]) -> bool:
    """Return whether all bouts of an item are among those done."""
    return done.issuperset(range(item.first, item.first + item.bouts))


def schedule(
    standing: Standing, goal: tuple[float, float | None], games: int | None, block: int, in_a_bout: int
) -> tuple[list[tuple[int, int]], float, int]:
    """Return who should meet in the next round, a block of bouts each.

    It follows from the standing alone. Rounds grow with what has been played, so that there are few
    of them, and workers seldom wait for the last of a round.

    Returns:
        the places of both, for each block; the widest interval; games left, as far as one can tell.
    """
    tally, at_once = standing.tally, in_a_bout * block
    so_far = round(tally.games.sum() / 2)
    most = 10_000 if games is None else max(0, games - so_far) // at_once
    everybody = list(combinations(range(len(tally)), 2))
    strangers = [(i, j) for i, j in everybody if tally.bouts[i, j] < block]
    if strangers:
        return strangers[:most], 1.0, min(len(strangers), most) * at_once
    widest = float(standing.ratings.expected_error[np.triu_indices(len(tally), 1)].max())
    meet = wanted(tally, standing.ratings, at_once, most, *goal)
    enough = max(8, len(everybody), so_far // at_once // 2)
    return meet[:enough], widest, len(meet) * at_once


__all__ = [
    "BLOCK",
    "Item",
    "Progress",
    "Standing",
    "climb",
    "seatings",
    "entries_of",
    "entry_of",
    "play_bouts",
    "play_pairs",
    "ratings",
]
