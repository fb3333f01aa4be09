"""The agent that asks a program for its actions.

Below: settings.py, process.py. Above: agents.registry.

One process plays all games of an agent and is asked for one decision at a time. So a program starts once and not for
each game, each decision has its own time, and a fault belongs to one game. That game is lost (`FORFEIT`); if the
process can't go on, another is started, and the other games are announced to it again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.base import FORFEIT, Observation
from agents.program.process import KINDS, Failed, Kind, Process, shown
from agents.program.settings import NAME, Spec, read_spec
from ow_env.core.decision import Decision, json_able
from ow_env.core.game import Game
from ow_env.core.primer import primer_of

MOST_STARTS = 3  # that fail, one after the other, before it is not tried again
STARTED: set[str] = set()  # names of programs that have run in this process


@dataclass
class OpenGame:
    """A game of one seat that is being played."""

    number: int  # as the program knows it
    left: float  # seconds for its other decisions
    announced: Process | None = None  # to whom
    lost: bool = False  # forfeited


class ProgramAgent:
    """Asks a program. It is started for the first decision and ends with this object.

    Args:
        game: any.
        spec: the command and its limits.

    Attributes:
        forfeits: how many games were forfeited, by what went wrong.
        examples: the first time each went wrong, as a clause that begins with "it".
        decisions: that it was asked for.
        seconds: that its answers have taken.
        slowest: of them.
        last_failure: the last time anything did, likewise.
    """

    name = NAME
    version = 1
    needs_views = True

    def __init__(self, game: Game, spec: Spec) -> None:
        self.spec = spec
        self.parameters: Mapping[str, Any] = {
            "command": list(spec.command), "files": dict(spec.files()), **vars(spec.limits)
        }  # fmt: skip
        self.forfeits: Counter[Kind] = Counter()
        self.examples: dict[Kind, str] = {}
        self.last_failure = ""
        self._game = game
        self._process: Process | None = None
        self._failed_starts = 0  # in a row
        self._games: dict[tuple[int, int], OpenGame] = {}  # by name and seat
        self.seconds = self.slowest = 0.0
        self.decisions = 0
        self._begun = 0  # games

    def act(self, observation: Observation) -> NDArray[np.int32]:
        """Return one allowed action id for each row, or FORFEIT: int32 [B].

        Raises:
            ValueError: the program doesn't start, and never has in this process: a sentence that says why.
        """
        decisions, games, draws = observation.decisions, observation.games, observation.draws
        if decisions is None or games is None or draws is None:
            raise ValueError(
                f"{self.spec.name}: expected decisions in the observation, got none: whoever seats this agent has to"
                " give it some (ow_env.core.players.seen_by), as matches, ladders and environments with one seat do"
            )
        chosen = np.zeros(len(decisions), np.int32)
        for row, decision in enumerate(decisions):
            key = int(games[row]), decision.seat
            if key not in self._games:
                self._begun += 1
                self._games[key] = OpenGame(self._begun, self.spec.limits.game)
            game = self._games[key]
            if game.lost:
                chosen[row] = FORFEIT
                continue
            try:
                chosen[row] = self._choose(game, decision, observation, row)
            except Failed as failed:
                self._forfeit(game, failed)
                chosen[row] = FORFEIT
            except BaseException:  # it owes an answer that nobody waits for
                self.restart()
                raise
        return chosen

    def game_over(self, games: NDArray[np.uint64], seats: NDArray[np.int64], rewards: NDArray[np.float32]) -> None:
        """Tell the program how games have ended; the arguments are those of `ow_env.core.players.tell_ends`."""
        for name, seat, paid in zip(games.tolist(), seats.tolist(), rewards.tolist(), strict=True):
            game = self._games.pop((name, seat), None)
            if game is not None and self._process is not None and game.announced is self._process:
                self._process.tell(
                    {
                        "type": "result",
                        "game": game.number,
                        "outcome": outcome(paid, seat),
                        "scores": paid,
                        "forfeited": game.lost,
                    }
                )

    def report(self) -> dict[str, float]:
        """Return what was counted since it was made."""
        kinds = {f"forfeits: {kind}": self.forfeits[kind] for kind in KINDS}
        told = {"decisions": self.decisions, "seconds": self.seconds, "forfeits": self.forfeits.total()}
        return {**told, **kinds}

    def _choose(self, game: OpenGame, decision: Decision, observation: Observation, row: int) -> int:
        """Return what the program answers to one decision."""
        process = self._running()
        if game.announced is not process:
            process.tell(opening(game.number, decision, again=game.announced is not None))
            game.announced = process
        if game.left <= 0:
            raise Failed("over time", f"it has used up its {self.spec.limits.game:g} s for the game")
        self.decisions += 1
        limit = min(self.spec.limits.move, game.left)
        asked = question(self.decisions, game.number, (limit, game.left), observation, row, process.wants)
        by_move = limit == self.spec.limits.move
        of_game = f"of {self.spec.limits.game:g} s for the game"
        answer, spent = process.ask(asked, limit, "for a decision" if by_move else f"that were left {of_game}")
        game.left -= spent
        self.seconds += spent
        self.slowest = max(self.slowest, spent)
        return action_of(answer, self.decisions, decision)

    def _running(self) -> Process:
        """Return the process, begun if need be."""
        if self._process is not None:
            return self._process
        if self._failed_starts >= MOST_STARTS:
            raise Failed("crashed", f"it failed to start {MOST_STARTS} times in a row and is not tried again")
        try:
            self._process = Process(self.spec.command, self.spec.limits.start)
        except Failed as failed:
            self._failed_starts += 1
            if self.spec.name in STARTED:
                raise
            raise ValueError(f"{self.spec.name}: the program does not start as it should: {failed.why}") from None
        self._failed_starts = 0
        STARTED.add(self.spec.name)
        return self._process

    def _forfeit(self, game: OpenGame, failed: Failed) -> None:
        """Count a game as lost, and end a process that can't go on."""
        game.lost = True
        self.forfeits[failed.kind] += 1
        self.examples.setdefault(failed.kind, failed.why)
        self.last_failure = failed.why
        if failed.kind != "illegal action":
            self.restart()

    def restart(self) -> None:
        """End the process; another is begun when it is needed."""
        if self._process is not None:
            self._process.kill()
            self._process = None

    def __reduce__(self) -> tuple[Any, ...]:
        """Be copied without the process: the copy begins one of its own."""
        return ProgramAgent, (self._game, self.spec)


def opening(number: int, decision: Decision, again: bool) -> dict[str, Any]:
    """Return the message that announces a game, as the seat may know it.

    Args:
        number: of the game.
        decision: the first that is asked of the program.
        again: has it been announced to an earlier process?
    """
    game = decision.game
    primer = primer_of(type(game))
    return {
        "type": "game",
        "game": number,
        "name": game.name,
        "version": game.version,
        "options": json_able(game.options),
        "seat": decision.seat,
        "players": list(game.agents),
        "num_actions": game.num_actions,
        "num_features": game.num_features,
        "rules": None if primer is None else primer.rules,
        "again": again,
    }


def question(
    id: int, game: int, left: tuple[float, float], observation: Observation, row: int, wants: frozenset[str]
) -> dict[str, Any]:
    """Return the message that asks for an action.

    Args:
        id: of the message.
        game: its number.
        left: seconds, for this decision and for the game.
        observation: with decisions and draws.
        row: of it.
        wants: what the program has asked for.
    """
    assert observation.decisions is not None
    assert observation.draws is not None
    decision = observation.decisions[row]
    message: dict[str, Any] = {
        "type": "decision",
        "id": id,
        "game": game,
        "seat": decision.seat,
        "legal": [{"id": id, "name": name} for id, name in zip(decision.legal, decision.legal_names, strict=True)],
        "time": {"move": left[0], "game": left[1]},
        "draw": float(observation.draws[row]),
        "question": decision.question,
    }
    if "data" in wants:
        data = decision.data()
        message |= {"view": data["view"], "events": data["events"]}
    if "text" in wants:
        message["text"] = decision.text()
    if "terse" in wants:
        message["terse"] = decision.text("terse")
    if "features" in wants:
        rows = observation.sparse
        count = int(rows.feature_count[row])
        index, value = rows.feature_index[row, :count].tolist(), rows.feature_value[row, :count].tolist()
        message["features"] = {"index": index, "value": value}
    return message


def action_of(answer: Mapping[str, Any], asked: int, decision: Decision) -> int:
    """Return the action that an answer names.

    Raises:
        Failed: it is no answer to this decision, or the action is not allowed: by which rule.
    """
    if answer.get("type") != "action":
        raise Failed("broke the protocol", f"it answered with a message of type {shown(answer.get('type'))}")
    if answer.get("id") != asked or isinstance(answer["id"], bool):
        raise Failed("broke the protocol", f"it answered decision {shown(answer.get('id'))} when asked {asked}")
    action = answer.get("action")
    if isinstance(action, float) and action.is_integer():  # as languages write it that have one kind of number
        action = int(action)
    if isinstance(action, bool) or not isinstance(action, int | str):
        raise Failed("broke the protocol", f"its action is {shown(action)}; expected an id or a name")
    if action in decision.legal:
        return int(action)
    try:
        if isinstance(action, str):
            return decision.action_id(action)
        why = f"{decision.action_name(action)}: {decision.why_not(action)}"
    except ValueError as error:
        why = str(error)
    raise Failed("illegal action", f"it chose {shown(action)}: {why}")


def outcome(rewards: list[float], seat: int) -> str:
    """Return how a game ended for a seat: "won", "lost" or "tied"."""
    own, others = rewards[seat], [paid for other, paid in enumerate(rewards) if other != seat] or [0.0]
    return "won" if own > max(others) else "lost" if own < max(others) else "tied"


def program(game: Game, seed: int, name: str) -> ProgramAgent:
    """Return the program that a name asks for. Its random choices are its own affair: each decision brings a draw."""
    return ProgramAgent(game, read_spec(name))
