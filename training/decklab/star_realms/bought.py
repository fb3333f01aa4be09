"""What each kind of card is worth to who may buy it, and to who has it: games with and without, otherwise the same.

Below: setup.py, the store and executors of training. Above: commands. In order: the three experiments, what came of a
card, all cards, playing.

The same agent plays both seats. Of each kind three things are measured, by games of the same numbers:

    barred   one player may neither buy nor acquire the kind, the other may. What the first loses against an even
             game is what the *choice* to buy the kind is worth, at its price and as often as it comes up.
    given    a copy lies in one player's discard pile as the game begins, taken out of the Trade Deck or the Explorer
             pile. What the player wins against an even game is what *having* the card is worth, for nothing.
    bought   in games as they are: the share won by who bought more copies of the kind than the other. That is no
             effect of the card alone: who has much Trade buys dear cards and wins.

Every number of the first two is played once with each seat as the one player, so that it is even by itself.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ow_env.core.game import States
from ow_env.core.text import nearest
from ow_env.star_realms.cards import Card
from ow_env.star_realms.game import StarRealms
from ow_env.star_realms.state import PLAYERS
from training.decklab.intervals import ALPHA, Interval, bounded, fixed
from training.decklab.kernel import half_points_of
from training.decklab.ranked import write_ranked
from training.decklab.seeds import seed_of, seeds_from
from training.decklab.star_realms.kernel import AGENTS, NOTE
from training.decklab.star_realms.setup import StarRealmsSetup, is_scripted, runner_of
from training.decklab.stored import are, has, is_whole, shown
from training.files import aligned, rounded
from training.measure.store import Store
from training.measure.workers import Executor, SerialExecutor

AS_IT_IS, BARRED, GIVEN = "as it is", "barred", "given"
BOUTS = 2048  # game numbers of each experiment
BLOCK = 512  # of them, that one worker plays at a time
FORMAT = 1  # of a stored block
DIGITS = frozenset("01234")


# ── The experiments ──────────────────────────────────────────────────────────────────────────


class Block(NamedTuple):
    """Some games of an experiment: what one worker plays at a time."""

    experiment: str
    card: str  # "": as it is
    number: int  # of the block


class Data(NamedTuple):
    """What all blocks share."""

    setup: StarRealmsSetup
    agent: str
    seed: int
    threads: int


def cards_of(setup: StarRealmsSetup) -> list[Card]:
    """Return the kinds that can be bought, in the order of the catalogue."""
    catalogue = game_of(setup).catalogue
    return [card for card in catalogue.cards if catalogue.buyable(card)]


def game_of(setup: StarRealmsSetup) -> StarRealms:
    """Return the game of a setup."""
    assert isinstance(setup.game, StarRealms)
    return setup.game


def templates_with(setup: StarRealmsSetup, card: Card) -> States:
    """Return the positions [P] before the first random draw in which that seat has a copy in its discard pile."""
    game = game_of(setup)
    templates = np.repeat(game.template, PLAYERS)
    for seat, g in enumerate(templates):
        if card.id == game.catalogue.explorer:
            g["explorers"] -= 1
        else:
            g["trade_deck"]["copies"][card.id] -= 1
            g["trade_deck"]["count"] -= 1
        pile = g["players"][seat]["discard"]
        pile["copies"][card.id] += 1
        pile["count"] += 1
    return templates


def play_block(data: Data, block: Block) -> dict[str, Any]:
    """Play a block and return, as JSON, what is kept of it."""
    if block.experiment == AS_IT_IS:
        return summary(data, *run(data, numbers_of(block)))  # once each: both seats are the same player
    setup = data.setup
    card = game_of(setup).catalogue.card(block.card)
    numbers = np.tile(numbers_of(block), PLAYERS)
    seats = np.repeat(np.arange(PLAYERS), BLOCK)  # of the one player
    if block.experiment == BARRED:
        notes = np.zeros(len(numbers), NOTE)
        notes["barred"][np.arange(len(numbers)), seats] = 1 + card.id
        results, _ = run(data, numbers, notes=notes)
    else:
        results, _ = run(data, numbers, templates_with(setup, card), seats.astype(np.int64))
    points = half_points_of(results, seats).reshape(PLAYERS, BLOCK).sum(axis=0)
    return {"points": "".join(map(str, points))}


def numbers_of(block: Block) -> NDArray[np.int64]:
    """Return the game numbers of a block."""
    return np.arange(block.number * BLOCK, (block.number + 1) * BLOCK)


def run(
    data: Data,
    numbers: NDArray[np.int64],
    templates: States | None = None,
    index: NDArray[np.int64] | None = None,
    notes: NDArray[Any] | None = None,
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Play games of these numbers, one agent in both seats; what it leaves to chance follows from number and seat."""
    seed = seed_of("bought", data.seed)
    agents = np.full((len(numbers), PLAYERS), AGENTS.index(data.agent), np.int8)
    agent_seeds = seeds_from(seed, numbers[:, None], np.arange(PLAYERS))
    game = data.setup.game
    templates = game.template if templates is None else templates
    index = np.zeros(len(numbers), np.int64) if index is None else index
    return runner_of(game, data.threads).play(templates, index, numbers, seed, agents, agent_seeds, notes)


def summary(data: Data, results: NDArray[Any], notes: NDArray[Any]) -> dict[str, Any]:
    """Return what is kept of games as they are: of each kind, cards bought, games with more, half points of those."""
    points = np.stack([half_points_of(results, seat) for seat in range(PLAYERS)], axis=1)
    kept = {}
    for card in cards_of(data.setup):
        bought = notes["bought"][:, :, card.id].astype(np.int64)
        lead = np.sign(bought[:, 0] - bought[:, 1])
        won = points[lead > 0, 0].sum() + points[lead < 0, 1].sum()
        kept[card.name] = [int(bought.sum()), int((lead != 0).sum()), int(won)]
    return kept


def fault_of(block: Block, cards: Sequence[Card], result: object) -> str | None:
    """Return what is wrong with a stored result, or None."""
    if block.experiment != AS_IT_IS:
        if not has(result, "points"):
            return f"expected points, found {shown(result)}"
        points = result["points"]
        right = isinstance(points, str) and len(points) == BLOCK and DIGITS.issuperset(points)
        return None if right else f"points: expected {BLOCK} digits from 0 to 4, found {shown(points)}"
    if not has(result, *(card.name for card in cards)):
        return f"expected every kind that can be bought, found {shown(result)}"
    for name, told in result.items():
        if not are(told, 3) or not all(is_whole(number) for number in told) or not told[2] <= 2 * told[1] <= 2 * BLOCK:
            return f"{name}: expected cards bought, games with more and their half points, found {shown(told)}"
    return None


# ── What came of a card ──────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class BoughtCard:
    """What a kind of card is worth. Shares are of points, a truncated game being half a point."""

    card: Card
    bought: float  # copies that a player buys in a game
    barred: Interval  # share lost by who may not buy it
    given: Interval  # share won by who has one from the beginning
    sure: tuple[bool, bool]  # each: the interval for all cards together excludes 0
    more: Interval  # share of who bought more of it than the other
    often: float  # share of games in which somebody did


@dataclass(frozen=True)
class BoughtCards:
    """What every kind is worth, the dearest to lose first."""

    agent: str
    seed: int
    bouts: int
    cards: list[BoughtCard]

    def rows(self) -> list[dict[str, Any]]:
        """Return it as data."""
        return [
            {
                "card": entry.card.name,
                "faction": entry.card.faction.name.lower(),
                "cost": entry.card.cost,
                "bought": round(entry.bought, 4),
                "barred": rounded(entry.barred.mean),
                "low": rounded(entry.barred.low),
                "high": rounded(entry.barred.high),
                "sure among all": entry.sure[0],
                "given": rounded(entry.given.mean),
                "given low": rounded(entry.given.low),
                "given high": rounded(entry.given.high),
                "given sure among all": entry.sure[1],
                "share of who bought more": rounded(entry.more.mean),
                "share low": rounded(entry.more.low),
                "share high": rounded(entry.more.high),
                "games with more": round(entry.often, 4),
                "bouts": self.bouts,
                "agent": self.agent,
                "seed": self.seed,
            }
            for entry in self.cards
        ]

    def text(self) -> str:
        """Return it as lines of text."""
        among = f" among {len(self.cards)} cards" if len(self.cards) > 1 else ""
        lines = [
            f"Value of each card, {self.agent} playing both seats, seed {self.seed}; {2 * self.bouts} games per",
            "experiment, in percentage points of score [95 % CI].",
            "  forbidden  loss of a player who may not buy it, while the other may",
            "  given      gain of a player who starts with a copy in the discard pile",
            "  bought     copies that a player buys per game",
            "  score      of the player who bought more copies; not an effect of the card alone",
            f"* : significant{among} (Bonferroni).",
            "",
        ]
        table = [["card", "cost", "forbidden", "", "given", "", "bought", "score"]]
        for entry in self.cards:
            marks = ["*" if sure else "" for sure in entry.sure]
            table.append(
                [entry.card.name, str(entry.card.cost), entry.barred.points(), marks[0], entry.given.points(), marks[1],
                 f"{entry.bought:.2f}", entry.more.percent()]
            )  # fmt: skip
        return "\n".join(lines + aligned(table))

    def write(self, folder: Path) -> list[Path]:
        """Write market_values.csv, market_values.json and with matplotlib market_values.png; return the paths."""
        rows = self.rows()
        axis = "loss of a player who may not buy it, percentage points [95 % CI]"
        title = f"Star Realms, {self.agent} in both seats, seed {self.seed}"
        return write_ranked(folder, "market_values", rows, rows, [row["card"] for row in rows], "barred", axis, title)


# ── Playing ──────────────────────────────────────────────────────────────────────────────────


def measure_bought(
    agent: str | None = None,
    *,
    setup: StarRealmsSetup,
    card: str | None = None,
    bouts: int = BOUTS,
    seed: int = 1,
    store: Store | None = None,
    executor: Executor | None = None,
    threads: int = 0,
    report: Callable[[float, int], None] = lambda share, games: None,
) -> BoughtCards:
    """Play with and without every kind of card, and return what each is worth.

    Args:
        agent: who plays both seats, a scripted one; None: the best.
        setup: the game with its options.
        card: only this one.
        bouts: game numbers of each experiment, rounded up to whole blocks; each is two games.
        seed: of games and agents.
        store: where results are kept and taken up again; None: nowhere.
        executor: who plays; None: this process.
        threads: of this process; 0: as many as there are cores.
        report: called now and then with the share that is done, and how many games.

    Raises:
        ValueError: the agent is not a scripted one, or there is no such card to buy.
    """
    agent = agent or setup.default_agent
    if not is_scripted(agent):
        raise ValueError(f"agent: cards are tried by one of {', '.join(AGENTS)}, got {agent!r}")
    if bouts < 1:
        raise ValueError(f"bouts: expected a number from 1 up, got {bouts}")
    buyable = cards_of(setup)
    chosen = [each for each in buyable if card in (None, each.name)]
    if not chosen:
        raise ValueError(f"card: {card!r} can't be bought{nearest(str(card), [each.name for each in buyable])}")
    executor = executor or SerialExecutor()
    data = Data(setup, agent, seed, threads if isinstance(executor, SerialExecutor) else 1)
    blocks = -(-bouts // BLOCK)
    experiments = [(AS_IT_IS, ""), *((which, each.name) for each in chosen for which in (BARRED, GIVEN))]
    done: dict[tuple[str, str], dict[int, Any]] = {}
    ids = {}
    for which, name in experiments:
        done[which, name] = {}
        if store is not None:
            ids[which, name] = store.experiment("bought", identity_of(data, which, name))
            fault = partial(fault_of, Block(which, name, 0), buyable)
            done[which, name] = store.blocks(ids[which, name], fault)

    def missing() -> Iterator[Block]:
        for number in range(blocks):  # a block of each in turn: an interrupted run knows something of all
            for which, name in experiments:
                if number not in done[which, name]:
                    yield Block(which, name, number)

    def tell() -> None:
        played = sum(number < blocks for known in done.values() for number in known)
        report(played / (blocks * len(experiments)), 2 * BLOCK * played)

    tell()
    for block, result in executor.run(play_block, data, missing()):
        done[block.experiment, block.card][block.number] = result
        if store is not None:
            store.add_blocks(ids[block.experiment, block.card], {block.number: result})
        tell()
    found = [card_of(each, done, blocks, len(chosen)) for each in chosen]
    return BoughtCards(agent, seed, blocks * BLOCK, sorted(found, key=lambda entry: -entry.barred.mean))


def identity_of(data: Data, experiment: str, card: str) -> dict[str, Any]:
    """Return all that decides what comes of an experiment, as plain data."""
    return {
        **data.setup.settings,
        "format": FORMAT,
        "agent": data.setup.agent_settings(data.agent, data.setup.sides()[0]),
        "seed": data.seed,
        "experiment": experiment,
        "card": card,
        "block": BLOCK,
        "start": hashlib.sha256(data.setup.game.template.tobytes()).hexdigest()[:16],
    }


def card_of(card: Card, done: dict[tuple[str, str], dict[int, Any]], blocks: int, tests: int) -> BoughtCard:
    """Return what came of one card."""
    shares = []
    for which in (BARRED, GIVEN):
        told = "".join(done[which, card.name][number]["points"] for number in range(blocks))
        shares.append(np.array([int(digit) for digit in told]) / (2 * PLAYERS) - 0.5)
    lost, won = -shares[0], shares[1]
    sure = tuple(fixed(values, ALPHA, tests).excludes(0.0) for values in (lost, won))
    kept = [done[AS_IT_IS, ""][number][card.name] for number in range(blocks)]
    bought, games, half = (sum(each[place] for each in kept) for place in range(3))
    ends = np.repeat([1.0, 0.0], [half // 2, games - half // 2])
    count = blocks * BLOCK
    return BoughtCard(
        card, bought / (PLAYERS * count), fixed(lost), fixed(won), (sure[0], sure[1]), bounded(ends), games / count
    )  # fmt: skip
