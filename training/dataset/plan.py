"""What a dataset is made of: which games are played, by whom, and how they are cut into blocks. No file, no game here.

Below: measure/jobs.py (who sits where), agents. Above: playing.py plays a block, writing.py all of them.

A *way* is one seating of the agents with one variant of the game (decks, factions). All ways play the same game numbers
of the seed, so the same cards come to every agent in every seat. Game ``game_number * ways + way`` of the dataset is
that number played that way. A *block* is some consecutive numbers of one way: it is played at once, by agents made for
it, and is a pair of files. What is in it depends on the plan and its number alone.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import agents
from agents.base import Agent
from ow_env.adapters.options import checked_seed
from ow_env.core.game import Game
from ow_env.core.records.writer import as_data
from ow_env.core.rules_hash import rules_hash, tables_hash
from ow_env.core.secrecy import seed_for
from ow_env.version import VERSION
from training.measure.jobs import seatings

FORMAT = "open-worlds dataset"
FORMAT_VERSION = 1
BLOCK = 128  # games that are played at once; an agent chooses for all of them in one call
MOST_WAYS = 10_000


@dataclass(frozen=True)
class Way:
    """One seating with one variant."""

    variant: int  # into `Plan.variants`
    seats: tuple[int, ...]  # by seat: who plays it, into `Plan.labels`


@dataclass(frozen=True)
class Block:
    """Game numbers ``first`` to ``first + count - 1``, played one way."""

    number: int  # of the block
    way: int
    first: int
    count: int

    @property
    def name(self) -> str:
        """What its files are called."""
        return f"{self.number:06}.parquet"

    def __str__(self) -> str:
        return f"block {self.number}"


@dataclass(frozen=True)
class Plan:
    """All that decides what a dataset holds.

    Attributes:
        variants: of the game, each played as often.
        specs: of the agents, as `agents.make` takes them.
        labels: what the data calls them.
        ways: who sits where.
        games: how many are played, as many in every way.
        seed: of the games; that of the agents follows from it.
        block: games in a block.
        policies: is what agents tell of their policies written?
    """

    variants: tuple[Game, ...]
    specs: tuple[str, ...]
    labels: tuple[str, ...]
    ways: tuple[Way, ...]
    games: int
    seed: int
    block: int = BLOCK
    policies: bool = True

    @property
    def game(self) -> Game:
        """The first variant: all have the same observations, actions and players."""
        return self.variants[0]

    @property
    def numbers(self) -> int:
        """How many games each way plays."""
        return self.games // len(self.ways)

    def blocks(self) -> Iterator[Block]:
        """Yield all blocks: the first numbers in every way, then the next. More games only add to the end."""
        for number, (first, way) in enumerate(
            (first, way) for first in range(0, self.numbers, self.block) for way in range(len(self.ways))
        ):
            yield Block(number, way, first, min(self.block, self.numbers - first))

    def players(self, block: Block) -> list[Agent]:
        """Return the agents that play a block, one for each seat; an agent in several seats is one object."""
        game = self.variants[self.ways[block.way].variant]
        seats = self.ways[block.way].seats
        made = {who: agents.make(self.specs[who], game, self.agent_seed(block, who)) for who in sorted(set(seats))}
        return [made[who] for who in seats]

    def agent_seed(self, block: Block, who: int) -> int:
        """Return the seed of an agent in a block."""
        return seed_for("agent", self.seed, block.number, who) % 2**31

    def identity(self) -> dict[str, Any]:
        """Return what two runs must agree on to write one dataset, as JSON has it."""
        game = self.game
        described = [as_data(agents.make(spec, game, seed=0)) for spec in self.specs]
        for agent in described:
            agent["parameters"].pop("seed", None)  # each block has its own
        told = {
            "format": FORMAT,
            "format_version": FORMAT_VERSION,
            "game": game.name,
            "version": game.version,
            "rules": rules_hash(game.engine.__name__),
            "tables": tables_hash(game.tables),
            "num_players": game.num_players,
            "num_features": game.num_features,
            "num_actions": game.num_actions,
            "variants": [variant.options for variant in self.variants],
            "agents": [{"label": label} | told for label, told in zip(self.labels, described, strict=True)],
            "ways": [{"variant": way.variant, "seats": list(way.seats)} for way in self.ways],
            "seed": self.seed,
            "block": self.block,
            "policies": self.policies,
            "package": VERSION,
        }
        plain: dict[str, Any] = json.loads(json.dumps(told))
        return plain


def plan_of(
    game: Game, specs: Sequence[str], games: int, seed: int = 1, *, block: int = BLOCK, policies: bool = True,
    together: bool = False,
) -> Plan:  # fmt: skip
    """Return the plan of a dataset.

    Args:
        game: as configured; where sides can differ, all its variants are played as often.
        specs: the agents, each once. One plays against itself. Of several, every two meet as in the ladder: with two
            players from both seats, with more players over all seat assignments. In a single-player game, each plays.
        games: rounded up, so that every way is played as often.
        seed: of the games.
        block: games in a block; a larger one is quicker for slow agents and takes more memory.
        policies: ask agents for their policies too.
        together: seat different agents at a table, each in every seat, instead of two at a time.

    Raises:
        ValueError: an argument is wrong, or there is no such agent.
    """
    if games < 1:
        raise ValueError(f"games: expected a number from 1 up, got {games}")
    if block < 1:
        raise ValueError(f"block: expected a number from 1 up, got {block}")
    checked_seed(seed)
    if not specs:
        raise ValueError("agents: name one or more; one alone plays against itself")
    labels = tuple(Path(spec).name if spec.endswith(agents.learned.SUFFIX) else spec for spec in specs)
    twice = sorted({label for label in labels if labels.count(label) > 1})
    if twice:
        raise ValueError(f"agents: {twice[0]} is named twice; one alone plays against itself")
    variants = game.variants()
    chosen = seatings_of(len(specs), game.num_players, together)
    ways = tuple(Way(variant, seats) for variant in range(len(variants)) for seats in chosen)
    if len(ways) > MOST_WAYS:
        raise ValueError(f"agents: {len(specs)} of them can sit in {len(ways)} ways, more than {MOST_WAYS}; name fewer")
    numbers = -(-games // len(ways))
    return Plan(variants, tuple(specs), labels, ways, numbers * len(ways), seed, block, policies)


def seatings_of(count: int, players: int, together: bool) -> list[tuple[int, ...]]:
    """Return who sits where, by seat, in every way that is played."""
    if count == 1 or players == 1:
        return [(who,) * players for who in range(count)]
    if together:
        return [tuple((first + seat) % count for seat in range(players)) for first in range(count)]
    return [
        tuple(pair[who] for who in seats)
        for pair in combinations(range(count), 2)
        for swap in seatings(players)
        for seats in swap
    ]
