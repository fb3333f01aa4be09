"""What a game came down to: the value of each position for every seat, and the choices that lost most.

Below: one_game.py, agents. Above: stepping.py's data takes it along; server.py, commands/replay.py ask for it. It
needs an agent that values positions (a learned one, a search); one that only chooses is compared by what it chose.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

import agents
from agents.base import advice_of
from agents.registry import SEARCH
from ow_env.core.batch import Batch
from ow_env.core.game import Game
from ow_env.core.players import look, needs_determinizations
from ow_env.core.records import Moment, outcomes
from ow_env.core.secrecy import seed_for

WORST = 3  # choices that are told
LEAST_LOSS = 0.02  # of the result, -1 to 1, that is worth telling
USUAL = ("learned", f"{SEARCH}:100")  # who reviews, the first that plays the game as it is configured


def reviewer_for(game: Game) -> str:
    """Return the agent that reviews a game where none is named."""
    known = agents.names(game)
    return next(name for name in USUAL if name.partition(":")[0] in known)


def review(game: Game, moments: Sequence[Moment], name: str = "") -> dict[str, Any]:
    """Return the review of a whole game, as JSON has it.

    Args:
        game: that was played.
        moments: all of it, the last one too.
        name: of the agent that reviews; "": the usual one.

    Returns:
        agent: who reviews; values: for each step what each seat may expect, -1 to 1, null before anything is known;
        worst: step, seat, taken, better (names of choices), loss.
    """
    return Reviewer(game, name or reviewer_for(game)).review(moments)


class Reviewer:
    """An agent that looks at all choices of a game, for each seat by what that seat could know.

    Args:
        game: that was played.
        name: of the agent.
    """

    def __init__(self, game: Game, name: str) -> None:
        self.game, self.name = game, name
        self._agents = [agents.make(name, game, seed_for("review", 0, seat)) for seat in range(game.num_players)]
        self._batch, self._trial = Batch(game, 1), Batch(game, 1)

    def review(self, moments: Sequence[Moment]) -> dict[str, Any]:
        """Return the review of these moments."""
        values: list[list[float | None]] = []
        found = []
        known: list[float | None] = [None] * self.game.num_players
        for step, moment in enumerate(moments):
            if not moment.actions:
                known = [float(value) for value in outcomes(self.game, moment.state[0])]
            for seat in [seat for seat, who in enumerate(self.game.agents) if who in moment.actions]:
                value, loss, better = self._looked_at(moment, seat)
                known = self._with(known, seat, value)
                if loss >= LEAST_LOSS:
                    taken = moment.actions[self.game.agents[seat]]
                    found.append({"step": step, "seat": seat, "taken": taken, "better": better, "loss": round(loss, 3)})
            values.append([None if value is None else round(value, 3) for value in known])
        worst = sorted(found, key=lambda each: -float(str(each["loss"])))[:WORST]
        return {"agent": self.name, "values": values, "worst": worst}

    def _with(self, known: list[float | None], seat: int, value: float | None) -> list[float | None]:
        """Return what is known with a seat's new value; of two seats, what one may win the other may lose."""
        if value is None:
            return known
        if len(known) == 2:
            return [value if each == seat else -value for each in range(2)]
        return [value if each == seat else old for each, old in enumerate(known)]

    def _looked_at(self, moment: Moment, seat: int) -> tuple[float | None, float, str]:
        """Return what a seat could expect, what its choice lost, and the better one by name."""
        advice = self._advice(self._batch, moment.state, seat, moment.number)
        taken, best = int(moment.chosen[seat]), int(np.argmax(advice.policy[0]))
        value = None if advice.values is None else float(advice.values[0])
        if best == taken:
            return value, 0.0, ""
        name = self.game.action_name(moment.state, seat, best)
        if value is None:
            return value, float(advice.policy[0][best] - advice.policy[0][taken]), name
        after = [self._after(moment, seat, action) for action in (best, taken)]
        return value, after[0] - after[1], name

    def _after(self, moment: Moment, seat: int, action: int) -> float:
        """Return what a seat may expect after an action, the others choosing as they did."""
        self._trial.set_states(moment.state)
        self._trial.rng[:] = moment.rng
        chosen: NDArray[np.int32] = moment.chosen[None].copy()
        chosen[0, seat] = action
        self._trial.step(chosen)
        if self._trial.terminated[0] or self._trial.truncated[0]:
            return float(outcomes(self.game, self._trial.states[0])[seat])
        state, asked = self._trial.states.copy(), np.flatnonzero(self._trial.to_act[0]).tolist()
        whose = seat if seat in asked or self.game.num_players != 2 else asked[0]
        values = self._advice(self._batch, state, whose, moment.number).values
        assert values is not None
        return float(values[0]) if whose == seat else -float(values[0])

    def _advice(self, batch: Batch, state: Any, seat: int, number: int) -> Any:
        """Ask a seat's agent about a position."""
        batch.set_states(state)
        agent = self._agents[seat]
        seen = look(batch, np.zeros(1, np.intp), np.array([seat]), number, needs_determinizations(agent))
        return advice_of(agent, seen, self.game.num_actions)
