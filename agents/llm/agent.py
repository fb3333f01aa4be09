"""A language model that plays: it reads a decision, is told why a reply was no legal move, and its costs are counted.

Below: settings.py, reading.py, answers.py, asking.py. Above: agents.registry.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.base import Observation
from agents.llm.answers import Answers
from agents.llm.asking import Endpoint, at_once
from agents.llm.reading import Unreadable, read_move
from agents.llm.settings import NAME, UNSET, Settings, read_spec
from ow_env.core.decision import Decision
from ow_env.core.game import Game

SYSTEM = (
    "You play a game and want to win it. Each message shows you one decision: the rules in short, what you see, what"
    " happened since your last decision, and the moves you may choose from. You may think first, briefly. Then end your"
    " reply with one line that says MOVE: and the number or the name of one move in the list."
)
AGAIN = "That is not one of the moves: {why}. End your reply with one line, MOVE: and the number or name of one move."


@dataclass
class Figures:
    """What was counted over all decisions."""

    decisions: int = 0  # in which there was a choice
    illegal: int = 0  # of them in which no reply was a legal move: an action was drawn
    retries: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    seconds: float = 0.0  # that replies took, in sum; those asked for at once count each
    kept: int = 0  # replies that were found on disk: not paid for again, but counted as they were


@dataclass(frozen=True)
class Chosen:
    """The action for one decision, and what it took."""

    action: int
    figures: Figures = field(default_factory=Figures)


class LanguageModel:
    """A model at an endpoint, asked for a move at each decision, without memory of earlier ones.

    Args:
        settings: which model, and how it is asked.

    Raises:
        Unanswered: here, the client library or the key is missing; in `act`, it can't be asked.
    """

    name = NAME
    version = 1  # rises when the prompt, the text of decisions or what a reply means changes
    needs_views = True

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.parameters: Mapping[str, Any] = settings.stored()
        self.figures = Figures()
        self._endpoint, self._answers = Endpoint(settings), Answers()

    def act(self, observation: Observation) -> NDArray[np.int32]:
        """Return one legal action id for each row: int32 [B]; the rows are asked about at once, as many as may be."""
        if observation.decisions is None:
            raise ValueError(
                f"{NAME}:{self.settings.model}: it needs decisions in words (`needs_views`), which are not given here"
            )
        assert observation.draws is not None
        assert observation.games is not None
        assert observation.moments is not None
        rows = list(
            zip(
                observation.decisions,
                observation.draws.tolist(),
                zip(observation.games.tolist(), observation.moments.tolist(), strict=True),
                strict=True,
            )
        )
        chosen = at_once(lambda row, stop: self._choose(*row, stop), rows, self.settings.at_once)
        for each in chosen:
            for name, value in asdict(each.figures).items():
                setattr(self.figures, name, getattr(self.figures, name) + value)
        return np.array([each.action for each in chosen], np.int32)

    def report(self) -> dict[str, float]:
        """Return what was counted since it was made; ``cost`` where prices are known."""
        figures, settings = self.figures, self.settings
        told = {name.replace("_", " "): value for name, value in asdict(figures).items()}
        if settings.input_price != UNSET:
            spent = figures.tokens_in * settings.input_price + figures.tokens_out * settings.output_price
            told["cost"] = spent / 1e6
        return told

    def _choose(self, decision: Decision, draw: float, moment: tuple[int, int], stop: threading.Event) -> Chosen:
        """Return the move of one decision."""
        if len(decision.legal) == 1:
            return Chosen(decision.legal[0])
        figures = Figures(decisions=1)
        messages = [
            {"role": "system", "content": SYSTEM},
            {"role": "user", "content": decision.text(self.settings.form)},
        ]
        for number in range(self.settings.retries + 1):
            reply = self._reply(messages, moment, figures, stop)
            try:
                return Chosen(read_move(reply, decision), figures)
            except Unreadable as error:
                if number < self.settings.retries:
                    figures.retries += 1
                    why = str(error).rstrip(".")
                    messages.append({"role": "assistant", "content": reply})
                    messages.append({"role": "user", "content": AGAIN.format(why=why)})
        figures.illegal = 1
        return Chosen(decision.legal[int(draw * len(decision.legal))], figures)

    def _reply(
        self, messages: list[dict[str, str]], moment: tuple[int, int], figures: Figures, stop: threading.Event
    ) -> str:
        """Return the model's reply, from disk if it is there, and count what it took."""
        asked: dict[str, Any] = {"address": self._endpoint.address, **self.parameters, "messages": messages}
        if self.settings.temperature != 0:  # in another game, or later in this, it may say something else
            asked["moment"] = list(moment)
        answer = self._answers.find(asked)
        if answer is None:
            answer = self._endpoint.ask(messages, stop)
            self._answers.keep(asked, answer)
        else:
            figures.kept += 1
        figures.tokens_in += answer.tokens_in
        figures.tokens_out += answer.tokens_out
        figures.seconds += answer.seconds
        return answer.text


def language_model(game: Game, seed: int, spec: str) -> LanguageModel:
    """Return the agent that a spec asks for; it plays any game, and draws by what it is given alone."""
    return LanguageModel(read_spec(spec))
