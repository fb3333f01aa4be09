"""Does a program keep the protocol? The situations of a match, each told in a sentence: what `ow agents check` does.

Below: agents.program, measure/match.py. Above: commands/agents.py. What is asked is what docs/programs.md says.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

import agents
from agents.program.agent import ProgramAgent, action_of, opening, question
from agents.program.process import GRACE, Failed, Process
from agents.program.settings import Spec, read_spec
from ow_env.core.batch import Batch
from ow_env.core.game import Game
from ow_env.core.players import look
from training.measure.match import play_batch

GAMES = 4  # at once, in each seat
RESTART = 3  # before the so manyth joint decision


class Found(NamedTuple):
    """What came of one situation."""

    ok: bool
    sentence: str


def check(name: str, game: Game, seed: int = 1) -> Iterator[Found]:
    """Put a program into each situation in turn; yield what came of it. Without a hello there is nothing more to ask.

    Args:
        name: "program:COMMAND", with time limits if any, which are kept.
        game: that it plays.
        seed: of the games.

    Raises:
        ValueError: it is no such name, or there is no such program.
    """
    spec = read_spec(name)
    try:
        process = Process(spec.command, spec.limits.start)
    except Failed as failed:
        yield Found(False, f"says hello: {failed.why}")
        return
    wants = ", ".join(sorted(process.wants)) or "nothing besides the legal actions"
    yield Found(True, f"says hello: it calls itself {process.title or 'nothing'} and asks for {wants}")
    yield passes_over_the_unknown(process, game, spec)
    ended = process.quit()
    why = "" if ended else f": it was still there {GRACE:g} s after it, and was ended"
    yield Found(ended, f"ends when it is told to quit{why}")
    yield from whole_games(spec, game, seed)


def passes_over_the_unknown(process: Process, game: Game, spec: Spec) -> Found:
    """Send messages and keys of a later protocol, and a decision."""
    title = "passes over messages and keys that it does not know"
    batch = Batch(game, 1)
    seat = int(np.flatnonzero(batch.to_act[0])[0])
    seen = look(batch, np.zeros(1, np.intp), np.array([seat]), 0, views=True)
    (decision,) = seen.decisions or ()
    unknown = {"of a later protocol": {"id": 7, "legal": []}}
    process.tell({"type": "of a later protocol", "action": 0})
    process.tell(opening(1, decision, False) | unknown)
    left = spec.limits.move, spec.limits.game
    try:
        answer, _ = process.ask(question(1, 1, left, seen, 0, process.wants) | unknown, spec.limits.move)
        action_of(answer, 1, decision)
    except Failed as failed:
        return Found(False, f"{title}: {failed.why}")
    return Found(True, title)


def whole_games(spec: Spec, game: Game, seed: int) -> Iterator[Found]:
    """Play games against the random agent, several at once, in each seat; then with a new process in their midst."""
    player = ProgramAgent(game, spec)
    results = play(player, game, seed)
    yield from faults(player, f"plays {GAMES} games of {game.name} at once in each seat to their ends")
    yield Found(
        True,
        f"took {1000 * player.seconds / max(1, player.decisions):.1f} ms for a decision, the longest"
        f" {player.slowest:.3f} s of {spec.limits.move:g} s",
    )
    again = ProgramAgent(game, spec)
    same = np.array_equal(play(again, game, seed), results)
    how = "the same way again" if same else "another way when they come again, which is allowed"
    yield Found(True, f"plays the same games {how}")
    anew = ProgramAgent(game, spec)
    play(anew, game, seed, restart=True)
    yield from faults(anew, "plays on in games that are announced to it in their midst, with again true")


def play(player: ProgramAgent, game: Game, seed: int, restart: bool = False) -> np.ndarray:
    """Play some games in each seat, all by one process, or by a new one from the third joint decision on.

    Returns:
        what was paid [seats, games, seats].
    """
    paid = []
    for seat in range(game.num_players):
        seats = [player if each == seat else agents.make("random", game, seed=each) for each in range(game.num_players)]
        seen = iter(range(1, 10**9))

        def watch(batch: Batch, seen: Iterator[int] = seen) -> None:
            if restart and next(seen) == RESTART:
                player.restart()

        paid.append(play_batch(game, seats, GAMES, seed, watch=watch)[0])
    return np.stack(paid)


def faults(player: ProgramAgent, title: str) -> Iterator[Found]:
    """Yield one sentence for each kind of fault, or that there was none."""
    for kind, count in player.forfeits.items():
        yield Found(False, f"{title}: {kind} in {count} of them; first: {player.examples[kind]}")
    if not player.forfeits:
        yield Found(True, title)
