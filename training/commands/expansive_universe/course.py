"""How games of Expansive Universe go: who wins, how long they are, where points come from, which cards are bought.

Below: the game, agents. Above: decks.py beside this, the command. Factions are dealt evenly: each ordered choice
of them as often as any other. player_0 starts, so that a seat is a place in the order of turns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import permutations
from typing import Any

import numpy as np

import agents
from agents.base import Agent
from ow_env.core.batch import Batch
from ow_env.core.players import look, needs_determinizations
from ow_env.core.secrecy import seed_for
from ow_env.expansive_universe.actions import (
    DO_ATTACK_LOCATION,
    DO_ATTACK_PLACE,
    DO_BUY,
    DO_FLY,
    DO_MISSION,
    DO_MOVE,
)
from ow_env.expansive_universe.cards import CORE_POINT, Kind
from ow_env.expansive_universe.game import ExpansiveUniverse
from ow_env.expansive_universe.state import CORE, RUNNING, TRUNCATED
from training.measure.match import wilson

ROWS = 120  # games in play at once: each choice of Factions as often as any other
DONE = {
    DO_BUY: "cards bought",
    DO_FLY: "flights",
    DO_MOVE: "crew moves",
    DO_MISSION: "missions",
    DO_ATTACK_PLACE: "battles in space",
    DO_ATTACK_LOCATION: "battles on the ground",
}
SOURCES = ("missions", "battles", "Core")

Report = Callable[[int], None]


def count_course(
    names: Sequence[str], games: int, seed: int, options: dict[str, Any], report: Report = lambda played: None
) -> Counter[str]:
    """Play games and count what happened in them.

    Args:
        names: of agents, one for each player; in each block of games they sit one seat further.
        games: how many; rounded up to whole rounds of all choices of Factions.
        seed: of the games and the agents.
        options: of the game.
        report: called with the number of games played so far.
    """
    sides = list(permutations(ExpansiveUniverse.known_sides(), len(names)))
    tables = [ExpansiveUniverse(**{**options, "factions": list(some), "first_player": 0}) for some in sides]
    made = {
        name: agents.make(name, tables[0], seed=seed_for("agent", seed, who))
        for who, name in enumerate(dict.fromkeys(names))
    }
    rows = ROWS // len(sides) * len(sides) or len(sides)
    counts: Counter[str] = Counter()
    for block, first in enumerate(range(0, games, rows)):
        here = min(rows, -(-(games - first) // len(sides)) * len(sides))
        turned = [names[(seat + block) % len(names)] for seat in range(len(names))]
        batch = Batch(tables, here, seed, first_game=first, observe="acting", rows="sparse")
        counts += play_all(batch, sides, turned, made)
        report(counts["games"])
    return counts


def play_all(
    batch: Batch, sides: Sequence[Sequence[str]], seated: Sequence[str], made: dict[str, Agent]
) -> Counter[str]:
    """Play the games of a batch to their ends and count what happens in them."""
    game: Any = batch.game
    rows, players = len(batch.states), len(seated)
    counts: Counter[str] = Counter()
    gained = np.zeros((rows, players, len(SOURCES)), int)
    verbs = game.tables[0]["actions"]["verb"]
    running, steps = np.ones(rows, bool), 0
    while running.any():
        before = batch.states.copy()
        actions = np.zeros((rows, players), np.int32)
        for name in dict.fromkeys(seated):
            held = np.array([other == name for other in seated])
            at, seats = np.nonzero(batch.to_act & running[:, None] & held)
            if len(at):
                seen = look(batch, at, seats, steps, needs_determinizations(made[name]))
                actions[at, seats] = made[name].act(seen)
        batch.step(actions)
        steps += 1
        for row in np.flatnonzero(running):
            asked = int(before["asked"][row])
            action = int(actions[row, asked])
            verb = int(verbs[action])
            counts["decisions"] += 1
            counts[DONE.get(verb, "")] += 1
            if verb == DO_BUY:
                slot = int(game.tables[0]["actions"][action]["a"])
                counts[f"slot {slot}"] += 1
                counts[f"bought {game.catalogue.cards[int(before['slots'][row, slot]) - 1].name}"] += 1
            more = batch.states["players"]["points"][row, :players] - before["players"]["points"][row, :players]
            active = int(before["active"][row])
            if more[active] and turn_ended(before[row], batch.states[row]) and is_alone(batch.states[row], active):
                alone = int(game.tables[0]["laws"][CORE_POINT] or game.tables[0]["core_points"])
                gained[row, active, 2] += alone
                more[active] -= alone
            gained[row, :, 0 if verb == DO_MISSION or before["mission"][row] else 1] += more
        running &= ~(batch.terminated | batch.truncated)
    for place, last in enumerate(batch.states):
        factions = sides[(batch.game_number[place]) % len(sides)]
        counts += end_of(last, factions, seated, gained[place])
    return counts


def turn_ended(before: Any, after: Any) -> bool:
    """Has a turn ended, and with it perhaps the game?"""
    changed = before["active"] != after["active"] or before["round_number"] != after["round_number"]
    return bool(changed or after["ending"] != RUNNING)


def is_alone(state: Any, seat: int) -> bool:
    """Is a player alone on the Core?"""
    there = state["players"]["ships"][: int(state["num_players"])] & state["ships_at"][CORE]
    return bool(there[seat]) and np.count_nonzero(there) == 1


def end_of(last: Any, factions: Sequence[str], seated: Sequence[str], gained: Any) -> Counter[str]:
    """Count how a game ended."""
    players = len(factions)
    out = players - int(last["players"]["alive"][:players].sum())
    counts = Counter(
        {"games": 1, "rounds": int(last["round_number"]), "out": out, "by elimination": out == players - 1}
    )
    counts.update(f"dealt {faction}" for faction in factions)
    counts.update(f"played {name}" for name in seated)
    if last["ending"] == TRUNCATED:
        counts["cut off"] += 1
        return counts
    winner = int(last["winner"])
    counts.update([f"seat {winner}", f"won {factions[winner]}", f"won by {seated[winner]}"])
    counts.update({f"points {source}": int(points) for source, points in zip(SOURCES, gained[winner], strict=True)})
    return counts


def share(some: int, of: int) -> str:
    """Return a share with its interval."""
    low, high = wilson(some / of, of)
    return f"{some / of:.1%} [{low:.1%}, {high:.1%}]"


def told(names: Sequence[str], counts: Counter[str]) -> Iterator[tuple[str, str]]:
    """Yield what was counted, each figure with what it is."""
    games = counts["games"]
    for seat in range(len(names)):
        yield f"place {seat} in the order of turns wins", share(counts[f"seat {seat}"], games)
    for faction in ExpansiveUniverse.known_sides():
        if counts[f"dealt {faction}"]:
            yield f"{faction} wins, of its games", share(counts[f"won {faction}"], counts[f"dealt {faction}"])
    for name in dict.fromkeys(names):
        if len(set(names)) > 1:
            yield f"{name} wins, of its seats", share(counts[f"won by {name}"], counts[f"played {name}"])
    yield "rounds", f"{counts['rounds'] / games:.1f}"
    yield "decisions", f"{counts['decisions'] / games:.0f}"
    yield "ended by elimination", share(counts["by elimination"], games)
    yield "players out a game", f"{counts['out'] / games:.2f}"
    yield "cut off", str(counts["cut off"])
    won = max(1, games - counts["cut off"])
    for source in SOURCES:
        yield f"points of the winner, {source}", f"{counts[f'points {source}'] / won:.1f}"
    for what in DONE.values():
        yield what, f"{counts[what] / games:.2f}"
    bought = [counts[f"slot {slot}"] / games for slot in range(6)]
    yield "of slots 0 to 5", " / ".join(f"{each:.1f}" for each in bought)


def told_of_cards(counts: Counter[str]) -> Iterator[tuple[str, str]]:
    """Yield how often each card was bought or recruited, those of each kind together, the most bought first."""
    catalogue = ExpansiveUniverse().catalogue
    for kind in Kind:
        rows = [(counts[f"bought {card.name}"], card.name) for card in catalogue.of_kind[kind] if not card.alpha]
        games = counts["games"] * len([key for key in counts if key.startswith("seat ")]) / 4
        yield (
            f"{kind.name.lower()}s, a game in which they are",
            ", ".join(f"{name} {count / max(1.0, games):.2f}" for count, name in sorted(rows, reverse=True)),
        )
