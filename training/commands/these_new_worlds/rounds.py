"""How rounds of These New Worlds go between two agents: how they end, how much is played, what is kept.

Below: the game, agents. Above: decks.py beside this, the command. Games are played with ``ask="public"``: then every
card is played in a step of its own, and how a round closes can be read from the position before its last decision.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

import agents
from agents.base import Agent
from ow_env.core.batch import Batch
from ow_env.core.players import look, needs_determinizations
from ow_env.core.secrecy import seed_for
from ow_env.these_new_worlds.actions import DO_COLONIZE, DO_PLAY
from ow_env.these_new_worlds.game import TheseNewWorlds
from ow_env.these_new_worlds.state import DRAW, NOBODY, NONE, WON
from training.measure.match import wilson

ROWS = 500  # games in play at once
DEALER = 0  # who deals first

Report = Callable[[int], None]


def count_rounds(one: str, other: str, games: int, seed: int, report: Report = lambda played: None) -> Counter[str]:
    """Play games and count what happened in them.

    Each game number is played once; the first half with ``one`` as first dealer, the rest with ``other``.

    Args:
        one: the name of an agent.
        other: of its opponent; the same name: it plays both seats.
        games: how many.
        seed: of the games and the agents.
        report: called with the number of games played so far.
    """
    game = TheseNewWorlds(first_dealer=DEALER, ask="public")
    pair = [agents.make(name, game, seed=seed_for("agent", seed, who)) for who, name in enumerate((one, other))]
    counts: Counter[str] = Counter()
    half = games - games // 2
    for seat, first, last in ((0, 0, half), (1, half, games)):
        for start in range(first, last, ROWS):
            rows = min(ROWS, last - start)
            batch = Batch(game, rows, seed, first_game=start, observe="acting", rows="sparse")
            counts += play_all(batch, (pair[seat], pair[1 - seat]), seat)
            report(start + rows)
    return counts


def play_all(batch: Batch, seats: Sequence[Agent], seat_of_one: int) -> Counter[str]:
    """Play the games of a batch to their ends and count what happens in them."""
    counts: Counter[str] = Counter(games=len(batch.states))
    running = np.ones(len(batch.states), bool)
    steps = 0
    while running.any():
        before, rows = batch.states.copy(), np.flatnonzero(running)
        active = before["active"]
        actions = np.zeros((len(before), len(seats)), np.int32)
        for seat, agent in enumerate(seats):
            mine = rows[active[rows] == seat]
            if len(mine):
                seen = look(batch, mine, np.full(len(mine), seat), steps, needs_determinizations(agent))
                actions[mine, seat] = agent.act(seen)
        counts["decisions"] += int((batch.legal_count[rows, active[rows]] > 1).sum())
        batch.step(actions)
        steps += 1
        over = batch.terminated[rows]
        closed = rows[over | (batch.states["round_number"][rows] != before["round_number"][rows])]
        counts += rounds_of(batch.game, before[closed], actions[closed, active[closed]])
        counts += ends_of(batch.states[rows[over]], seat_of_one)
        running[rows[over]] = False
    return counts


def rounds_of(game: Any, last: NDArray[Any], actions: NDArray[np.int32]) -> Counter[str]:
    """Count how rounds went: their positions before the last decision, and what was decided."""
    hands, domes = last["players"]["hand"].copy(), last["players"]["dome"].astype(bool)
    dealt = hands | last["players"]["played"]
    about = game.tables[0]["actions"][actions]
    for row, seat in enumerate(last["active"]):
        if about["verb"][row] == DO_PLAY:
            hands[row, seat] &= ~(np.uint64(1) << np.uint64(about["card"][row]))
        elif about["verb"][row] == DO_COLONIZE:
            domes[row, seat] = True
    wilds = np.uint64(sum(1 << card.id for card in game.catalogue.cards if card.is_wild))
    landed = domes.sum(axis=1)
    return Counter(
        {
            "rounds": len(last),
            **{f"domes {count}": int((landed == count).sum()) for count in range(3)},
            "played": int(np.bitwise_count(dealt).sum() - np.bitwise_count(hands).sum()),
            "dealt": int(np.bitwise_count(dealt).sum()),
            "wilds dealt": int(np.bitwise_count(dealt & wilds).sum()),
            "wilds kept": int(np.bitwise_count(hands & wilds).sum()),
        }
    )


def ends_of(last: NDArray[Any], seat_of_one: int) -> Counter[str]:
    """Count how games ended."""
    winner = last["winner"][last["result"] == WON]
    assert (winner != NONE).all()
    return Counter(
        {
            "dealer wins": int((winner == DEALER).sum()),
            "one wins": int((winner == seat_of_one).sum()),
            "won": len(winner),
            "draw": int((last["result"] == DRAW).sum()),
            "nobody": int((last["result"] == NOBODY).sum()),
            "colonized": int(np.bitwise_count(last["players"]["planets"]).sum()),
        }
    )


def told(one: str, other: str, counts: Counter[str]) -> Iterator[tuple[str, str]]:
    """Yield what was counted, each figure with what it is."""
    games, rounds, won = counts["games"], counts["rounds"], counts["won"]
    if one == other:
        who, share = "the other", counts["won"] - counts["dealer wins"]
        yield "first dealer wins", f"{counts['dealer wins'] / games:.1%}"
        yield "the other wins", f"{share / games:.1%}"
    else:
        who, share = one, counts["one wins"]
        yield f"{one} wins", f"{share / games:.1%}"
        yield f"{other} wins", f"{(won - share) / games:.1%}"
    yield "draw", f"{counts['draw'] / games:.1%}"
    yield "nobody", f"{counts['nobody'] / games:.1%}"
    low, high = wilson(share / won, won) if won else (0.0, 1.0)
    yield f"of the decided games: {who}", f"{share / max(1, won):.1%} [{low:.1%}, {high:.1%}]"
    yield "rounds", f"{rounds / games:.2f}"
    yield "planets colonized", f"{counts['colonized'] / games:.2f}"
    yield "rounds with combat", f"{counts['domes 2'] / rounds:.1%}"
    yield "with one dome", f"{counts['domes 1'] / rounds:.1%}"
    yield "with none", f"{counts['domes 0'] / rounds:.1%}"
    yield f"cards played a round, of {counts['dealt'] / rounds:.0f}", f"{counts['played'] / rounds:.2f}"
    yield "decisions a game with a choice", f"{counts['decisions'] / games:.0f}"
    yield "wilds dealt but kept", f"{counts['wilds kept'] / max(1, counts['wilds dealt']):.1%}"
