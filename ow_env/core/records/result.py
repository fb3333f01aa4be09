"""What a game pays, as records have it. Below: game.py. Above: writer.py (says it), replayer.py (checks it)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ow_env.core.game import Game


def outcomes(game: Game, g: Any) -> list[float]:
    """Return what the rules pay each seat at the end of a game."""
    return [plain_number(game.engine.outcome(g, seat)) for seat in range(game.num_players)]


def plain_number(reward: float) -> float:
    """Return a reward as JSON has it: a whole number, as in all games of winning, or a score."""
    return round(reward) if float(reward).is_integer() else float(reward)


def winner(game: Game, rewards: Sequence[float]) -> str | None:
    """Return who won: the one player who gained; of several with scores, the one who got most."""
    least = 0.0 if game.facts.payoff == "win" or game.num_players == 1 else sorted(rewards)[-2]
    gained = [agent for agent, reward in zip(game.agents, rewards, strict=True) if reward > least]
    return gained[0] if len(gained) == 1 else None
