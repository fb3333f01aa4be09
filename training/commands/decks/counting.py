"""Games played to be counted: who wins, how long they are, how they end, and what a game counts beside.

Below: the game, agents; a game's own `Course` (commands/<game>/course.py). Above: course.py beside this, the command.
Factions are dealt evenly: each ordered choice of them as often as any other. player_0 starts, so that a seat is a place
in the order of turns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import agents
from agents.base import Agent
from ow_env.core.batch import Batch
from ow_env.core.game import Game, States
from ow_env.core.players import look, needs_determinizations
from ow_env.core.secrecy import seed_for
from ow_env.registry import class_of, make
from training.measure.match import wilson

ROWS = 120  # games in play at once: each choice of Factions as often as any other
MOST = 0.9  # the share of games whose length is told beside the mean
DECIDED_HERE = {
    "num_players": "as many play as agents are named",
    "factions": "all choices of Factions are dealt; --equal-factions: all players the same",
    "first_player": "player_0 starts",
}

Report = Callable[[int], None]


class Decisions(NamedTuple):
    """One decision in each of N games."""

    rows: NDArray[np.int64]  # [B] the games that went on
    before: States  # [N] where it was asked
    rng: NDArray[Any]  # [N] what the game drew from, as it stood there
    actions: NDArray[np.int32]  # [N, P]
    after: States  # [N]


class Course:
    """What a game counts beside what is counted of all.

    Args:
        game: what is played, whatever Factions are dealt.
    """

    def __init__(self, game: Any) -> None:
        self.game = game
        self.counts: Counter[str] = Counter()

    def begin(self, rows: int) -> None:
        """So many games begin, side by side."""

    def decided(self, played: Decisions) -> None:
        """Count what happened in a decision."""

    def ended(self, row: int, last: Any) -> None:
        """Count what there is to say of a game that has ended."""

    def finish(self) -> None:
        """Put into `counts` what is counted elsewhere."""

    def told(self, counts: Counter[str]) -> Iterator[tuple[str, str]]:
        """Yield what was counted, each figure with what it is; ``counts`` has what is counted of all games, too."""
        yield from ()


@dataclass(frozen=True)
class Played:
    """Games that were played and counted."""

    names: Sequence[str]  # of agents
    game: Game
    course: Course
    counts: Counter[str]
    equal_factions: bool

    def told(self) -> Iterator[tuple[str, str]]:
        """Yield what was counted, each figure with what it is."""
        counts, games = self.counts, self.counts["games"]
        if len(self.names) == 1:
            yield "won", share(counts["seat 0"], games)
        else:
            for seat in range(len(self.names)):
                yield f"place {seat} in the order of turns wins", share(counts[f"seat {seat}"], games)
        for faction in self.game.known_sides():
            if not self.equal_factions and counts[f"dealt {faction}"]:
                yield f"{faction} wins, of its games", share(counts[f"won {faction}"], counts[f"dealt {faction}"])
        for name in dict.fromkeys(self.names):
            if len(set(self.names)) > 1:
                yield f"{name} wins, of its seats", share(counts[f"won by {name}"], counts[f"played {name}"])
        yield "rounds", f"{counts['rounds'] / games:.1f}"
        yield "nine of ten games end by round", str(nine_of_ten(counts))
        yield "decisions", f"{counts['decisions'] / games:.0f}"
        if len(self.names) > 1:
            yield "ended by elimination", share(counts["by elimination"], games)
            yield "players out a game", f"{counts['out'] / games:.2f}"
        yield "cut off", str(counts["cut off"])
        yield from self.course.told(counts)


def count_course(
    kind: type[Course],
    game: str,
    names: Sequence[str],
    games: int,
    seed: int,
    options: dict[str, Any],
    equal_factions: bool = False,
    report: Report = lambda played: None,
) -> Played:
    """Play games and count what happened in them.

    Args:
        kind: what counts what the game has of its own.
        game: its name.
        names: of agents, one for each player; in each block of games they sit one seat further.
        games: how many; rounded up to whole rounds of all choices of Factions.
        seed: of the games and the agents.
        options: of the game.
        equal_factions: all players of a game have the same Faction, each as often.
        report: called with the number of games played so far.

    Raises:
        ValueError: an option is wrong, or is decided here.
    """
    for option, why in DECIDED_HERE.items():
        if option in options:
            raise ValueError(f"--option {option}: is not asked for here: {why}")
    known = class_of(game).known_sides()
    sides = [(one,) * len(names) for one in known] if equal_factions else list(permutations(known, len(names)))
    fixed = {**options, "num_players": len(names), "first_player": 0}
    tables = [make(game, **fixed, factions=list(some)) for some in sides]
    made = {
        name: agents.make(name, tables[0], seed=seed_for("agent", seed, who))
        for who, name in enumerate(dict.fromkeys(names))
    }
    rows = ROWS // len(sides) * len(sides) or len(sides)
    counts: Counter[str] = Counter()
    course = kind(tables[0])
    for block, first in enumerate(range(0, games, rows)):
        here = min(rows, -(-(games - first) // len(sides)) * len(sides))
        turned = [names[(seat + block) % len(names)] for seat in range(len(names))]
        batch = Batch(tables, here, seed, first_game=first, observe="acting", rows="sparse")
        counts.update(play_all(batch, sides, turned, made, course))
        report(counts["games"])
    course.finish()
    counts.update(course.counts)
    return Played(names, tables[0], course, counts, equal_factions)


def play_all(
    batch: Batch, sides: Sequence[Sequence[str]], seated: Sequence[str], made: dict[str, Agent], course: Course
) -> Counter[str]:
    """Play the games of a batch to their ends and count what happens in them."""
    rows, players = len(batch.states), len(seated)
    counts: Counter[str] = Counter()
    course.begin(rows)
    reward, truncated = np.zeros((rows, players), np.float32), np.zeros(rows, bool)
    running, steps = np.ones(rows, bool), 0
    while running.any():
        before, rng = batch.states.copy(), batch.rng.copy()
        actions = np.zeros((rows, players), np.int32)
        for name in dict.fromkeys(seated):
            held = np.array([other == name for other in seated])
            at, seats = np.nonzero(batch.to_act & running[:, None] & held)
            if len(at):
                seen = look(batch, at, seats, steps, needs_determinizations(made[name]))
                actions[at, seats] = made[name].act(seen)
        batch.step(actions)
        steps += 1
        counts["decisions"] += int(running.sum())
        course.decided(Decisions(np.flatnonzero(running), before, rng, actions, batch.states))
        ended = running & (batch.terminated | batch.truncated)
        reward[ended], truncated[ended] = batch.reward[ended], batch.truncated[ended]
        running &= ~ended
    rounds = batch.game.turn(batch.states)
    for row, last in enumerate(batch.states):
        factions = sides[batch.game_number[row] % len(sides)]
        winners = None if truncated[row] else np.flatnonzero(reward[row] > 0)
        counts.update(end_of(last, int(rounds[row]), winners, factions, seated))
        course.ended(row, last)
    return counts


def end_of(
    last: Any, rounds: int, winners: NDArray[np.int64] | None, factions: Sequence[str], seated: Sequence[str]
) -> Counter[str]:
    """Count how a game ended; ``winners``: the seats that won; None: it was cut off."""
    players = len(seated)
    out = players - int(last["players"]["alive"][:players].sum())
    counts = Counter({"games": 1, "rounds": rounds, f"lasted {rounds}": 1, "out": out})
    counts.update(f"dealt {faction}" for faction in factions)
    counts.update(f"played {name}" for name in seated)
    if winners is None:
        counts["cut off"] += 1
        return counts
    counts["by elimination"] += players > 1 and out == players - 1
    for seat in winners:
        counts.update([f"seat {seat}", f"won {factions[seat]}", f"won by {seated[seat]}"])
    return counts


def nine_of_ten(counts: Counter[str]) -> int:
    """Return the first round by whose end nine of ten games were over."""
    lasted = sorted(int(key.removeprefix("lasted ")) for key in counts if key.startswith("lasted "))
    over = np.cumsum([counts[f"lasted {rounds}"] for rounds in lasted])
    return lasted[int(np.argmax(over >= MOST * counts["games"]))]


def share(some: int, of: int) -> str:
    """Return a share with its interval."""
    low, high = wilson(some / of, of)
    return f"{some / of:.1%} [{low:.1%}, {high:.1%}]"
