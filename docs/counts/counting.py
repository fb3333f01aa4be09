"""Games played to be counted: who wins, how long they are, and what the rules tell of them (`Game.events`).

Below: the game, agents. Above: __main__.py. What the seats play with is dealt evenly: each ordered choice of sides as
often as any other. Where a game asks who starts, player_0 does, so that a seat is a place in the order of turns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import numpy as np

import agents
from agents.base import Agent
from ow_env.core.batch import Batch
from ow_env.core.events import Event
from ow_env.core.game import Game
from ow_env.core.players import keep_history, seen_by
from ow_env.core.secrecy import seed_for
from ow_env.registry import class_of, make
from training.measure.match import wilson

ROWS = 120  # games in play at once: each choice of sides as often as any other
MOST = 0.9  # the share of games whose length is told beside the mean
STARTS = "first_player"  # the option that says who starts, in games that have it

Report = Callable[[int], None]


@dataclass(frozen=True)
class Counted:
    """Games that were played and counted.

    Attributes:
        names: of agents, one for each player.
        sides: what seats can play with; () if that can't differ.
        counts: of all games, by what was counted.
        told: what the rules told of all games; empty if it was not asked for.
        of_winners: likewise, what winners did.
    """

    names: Sequence[str]
    sides: Sequence[str]
    starts: bool
    counts: Counter[str]
    told: Counter[str]
    of_winners: Counter[str]

    def lines(self) -> Iterator[tuple[str, str]]:
        """Yield what was counted of all games, each figure with what it is."""
        counts, games = self.counts, self.counts["games"]
        place = "place {} in the order of turns" if self.starts else "seat {}"
        for seat in range(len(self.names)):
            yield f"{place.format(seat)} wins" if len(self.names) > 1 else "won", share(counts[f"seat {seat}"], games)
        for side in self.sides:
            if counts[f"dealt {side}"]:
                yield f"{side} wins, of its games", share(counts[f"won {side}"], counts[f"dealt {side}"])
        for name in dict.fromkeys(self.names):
            if len(set(self.names)) > 1:
                yield f"{name} wins, of its seats", share(counts[f"won by {name}"], counts[f"played {name}"])
        lasted = {int(key.removeprefix("lasted ")): counts[key] for key in counts if key.startswith("lasted ")}
        yield "rounds", f"{sum(rounds * count for rounds, count in lasted.items()) / games:.2f}"
        yield "nine of ten games end by round", str(nine_of_ten(lasted))
        yield "decisions", f"{counts['decisions'] / games:.0f}"
        yield "of them with a choice", f"{counts['choices'] / games:.0f}"
        yield "cut off", str(counts["cut off"])

    def told_lines(self) -> Iterator[tuple[str, str, str]]:
        """Yield what the rules told: what, how often in a game, and how often of that it was the winner's doing."""
        games = self.counts["games"]
        for what in sorted(self.told):
            yield what, f"{self.told[what] / games:.3f}", f"{self.of_winners[what] / games:.3f}"


def count_games(
    game: str,
    names: Sequence[str],
    games: int,
    seed: int,
    options: dict[str, Any],
    equal_sides: bool = False,
    told: Sequence[str] | None = None,
    report: Report = lambda played: None,
) -> Counted:
    """Play games and count what happened in them.

    Args:
        game: its name.
        names: of agents, one for each player; in each block of games they sit one seat further.
        games: how many; rounded up to whole rounds of all choices of sides.
        seed: of the games and the agents.
        options: of the game.
        equal_sides: all players of a game play with the same, each side as often.
        told: count also what the rules tell, by kind and rule; of these kinds also what they tell of; None: don't.
        report: called with the number of games played so far.

    Raises:
        ValueError: an option is wrong, or is decided here.
    """
    kind = class_of(game)
    fixed = {"num_players": len(names), STARTS: 0}
    for option in (*fixed, kind.facts.side):
        if option in options:
            raise ValueError(f"--option {option}: is not asked for here: the agents named, and all choices, are played")
    known = set(make(game).options)
    options = {**options, **{option: value for option, value in fixed.items() if option in known}}
    usual = make(game, **options)
    sides = usual.sides or kind.known_sides()
    choices = [(one,) * len(names) for one in sides] if equal_sides else list(permutations(sides, len(names)))
    tables = [make(game, **options, **{kind.facts.side: list(some)}) for some in choices] if sides else [usual]
    made = {
        name: agents.make(name, tables[0], seed=seed_for("agent", seed, who))
        for who, name in enumerate(dict.fromkeys(names))
    }
    rows = ROWS // len(tables) * len(tables) or len(tables)
    found = Counted(names, () if equal_sides else sides, STARTS in known, Counter(), Counter(), Counter())
    for block, first in enumerate(range(0, games, rows)):
        here = min(rows, -(-(games - first) // len(tables)) * len(tables))
        turned = [names[(seat + block) % len(names)] for seat in range(len(names))]
        batch = Batch(tables, here, seed, first_game=first, observe="acting", rows="sparse")
        play_all(batch, tables, choices if sides else [()], turned, made, told, found)
        report(found.counts["games"])
    return found


def play_all(
    batch: Batch, tables: Sequence[Game], sides: Sequence[Sequence[str]], seated: Sequence[str],
    made: dict[str, Agent], told: Sequence[str] | None, found: Counted,
) -> None:  # fmt: skip
    """Play the games of a batch to their ends and count what happens in them."""
    rows, players = len(batch.states), len(seated)
    keep_history(batch, made.values())
    which = batch.game_number % len(tables)
    heard: list[dict[int | None, Counter[str]]] = [{} for _ in range(rows)]  # of each game, by whose doing it was
    reward, truncated = np.zeros((rows, players), np.float32), np.zeros(rows, bool)
    running, steps = np.ones(rows, bool), 0
    while running.any():
        actions = np.zeros((rows, players), np.int32)
        for name in dict.fromkeys(seated):
            held = np.array([other == name for other in seated])
            at, seats = np.nonzero(batch.to_act & running[:, None] & held)
            if len(at):
                actions[at, seats] = made[name].act(seen_by(made[name], batch, at, seats, steps))
        asked = batch.to_act & running[:, None]
        found.counts.update(decisions=int(running.sum()), choices=int((asked & (batch.legal_count > 1)).sum()))
        for row in np.flatnonzero(running).tolist() if told is not None else ():
            game, at_row = tables[which[row]], slice(row, row + 1)
            for event in game.events(batch.states[at_row], actions[row], batch.rng[at_row]):
                heard[row].setdefault(event.seat, Counter()).update(words_of(game, event, told or ()))
        batch.step(actions)
        steps += 1
        ended = running & (batch.terminated | batch.truncated)
        reward[ended], truncated[ended] = batch.reward[ended], batch.truncated[ended]
        running &= ~ended
    rounds: list[int] = batch.game.turn(batch.states).tolist()
    for row in range(rows):
        winners = [] if truncated[row] else np.flatnonzero(reward[row] > 0).tolist()
        found.counts.update({"games": 1, f"lasted {rounds[row]}": 1, "cut off": int(truncated[row])})
        found.counts.update(f"dealt {side}" for side in sides[which[row]])
        found.counts.update(f"played {name}" for name in seated)
        for seat in winners:
            of_side = [f"won {sides[which[row]][seat]}"] if sides[which[row]] else []
            found.counts.update([f"seat {seat}", f"won by {seated[seat]}", *of_side])
        for doer, what in heard[row].items():
            found.told.update(what)
            if doer in winners:
                found.of_winners.update(what)


def words_of(game: Any, event: Event, in_full: Sequence[str]) -> Iterator[str]:
    """Yield by what an event is counted: its kind and rule; of the kinds in full also each thing that it tells of."""
    what = f"{event.kind} ({event.rule})" if event.rule else event.kind
    yield what
    if event.kind in in_full:
        for name, value in event.data.items():
            if name == "card" and isinstance(value, int) and hasattr(game, "catalogue"):
                value = game.catalogue.cards[value].name
            yield f"{what}: {name} {value}"


def nine_of_ten(lasted: dict[int, int]) -> int:
    """Return the first round by whose end nine of ten games were over; ``lasted``: games by their length."""
    order = sorted(lasted)
    over = np.cumsum([lasted[rounds] for rounds in order])
    return order[int(np.argmax(over >= MOST * over[-1]))]


def share(some: int, of: int) -> str:
    """Return a share with its interval."""
    low, high = wilson(some / of, of)
    return f"{some / of:.1%} [{low:.1%}, {high:.1%}]"
