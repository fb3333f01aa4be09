"""What the deck lab's public names were until now: each works for one version, and says its new name.

Below: everything here. Above: `training.decklab`, which asks when a name is not its own. The old functions were those
of Open Worlds: they play it where no ``table`` is given, take the old keywords, and return lists where results are now
objects that know how they read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ow_env.core.renamed import renamed
from training.decklab import balance, matchup, matrix, open_worlds, playing, setup
from training.decklab.open_worlds import card_value, sensitivity, world_effects

KEYWORDS = {"pilot": "agent", "other_pilot": "other_agent", "pilots": "agents", "table": "setup"}
VALUES: Mapping[str, tuple[str, Any]] = {  # old name: the new one's place, and what it is
    "Duel": ("Matchup", matchup.Matchup),
    "Setting": ("Pairing", setup.Pairing),
    "BALANCE_BOUTS": ("balance.BOUTS", balance.BOUTS),
    "CARD_BOUTS": ("open_worlds.card_value.BOUTS", card_value.BOUTS),
    "LEVER_BOUTS": ("open_worlds.sensitivity.BOUTS", sensitivity.BOUTS),
    "WORLD_BOUTS": ("open_worlds.world_effects.BOUTS", world_effects.BOUTS),
    "PAIRS": ("open_worlds.PAIRS", open_worlds.PAIRS),
    "TIERS": ("open_worlds.AGENTS", open_worlds.AGENTS),
    "Field": ("open_worlds.OpenWorldsSetup", open_worlds.OpenWorldsSetup),
    "Table": ("open_worlds.KernelRunner", open_worlds.KernelRunner),
    "Calibration": ("open_worlds.Calibration", open_worlds.Calibration),
    "Lever": ("open_worlds.Sensitivity", open_worlds.Sensitivity),
    "Map": ("open_worlds.DeckMap", open_worlds.DeckMap),
    "aggression": ("open_worlds.aggression", open_worlds.aggression),
    "describe": ("open_worlds.describe", open_worlds.describe),
    "economy": ("open_worlds.economy", open_worlds.economy),
    "deck_key": ("open_worlds.deck_key", open_worlds.deck_key),
    "printed": ("open_worlds.printed", open_worlds.printed),
    "disagreements": (
        "AgentComparison.disagreements",
        lambda duels, settled: matchup.AgentComparison(duels, settled).disagreements(),
    ),
    "matrix_text": ("Metagame.text", matrix.Metagame.text),
    "write_matrix": ("Metagame.write", matrix.Metagame.write),
}


def balanced(pairs: Any = None, agent: str = "expert", **how: Any) -> Any:
    """Return the matchups of some pairs by one agent."""
    return list(balance.measure_balance(pairs, [agent], **how).matchups)


FUNCTIONS: Mapping[str, tuple[str, Callable[..., Any], Callable[[Any], Any]]] = {  # and, of its result, the old one
    "duel": ("play_matchup", playing.play_matchup, lambda found: found),
    "by_pilots": ("compare_agents", playing.compare_agents, lambda found: list(found.matchups)),
    "balance": ("measure_balance", balanced, lambda found: found),
    "matrix": ("play_matrix", matrix.play_matrix, lambda found: found),
    "build": ("open_worlds.search_decks", open_worlds.search_decks, lambda found: found),
    "calibrate": ("open_worlds.calibrate", open_worlds.calibrate, lambda found: found),
    "cards": ("open_worlds.card_values", open_worlds.card_values, lambda found: found),
    "levers": ("open_worlds.measure_sensitivity", open_worlds.measure_sensitivity, lambda found: list(found.every)),
    "noted": ("open_worlds.note_cards", open_worlds.note_cards, lambda found: list(found.cards)),
    "worlds": ("open_worlds.measure_world_effects", open_worlds.measure_world_effects, lambda found: found),
}


def get(name: str) -> Any:
    """Return what had this name, with a warning.

    Raises:
        AttributeError: nothing ever had.
    """
    if name in VALUES:
        new, value = VALUES[name]
        renamed(f"training.decklab.{name}", f"training.decklab.{new}", calls=2)
        return value
    if name in FUNCTIONS or name == "play_duels":
        new = "play_matchups" if name == "play_duels" else FUNCTIONS[name][0]
        renamed(f"training.decklab.{name}", f"training.decklab.{new}", calls=2)
        return playing.play_matchups if name == "play_duels" else _as_before(*FUNCTIONS[name][1:])
    raise AttributeError(f"module 'training.decklab' has no attribute {name!r}")


def _as_before(function: Callable[..., Any], result: Callable[[Any], Any]) -> Callable[..., Any]:
    """Return a function that takes the old keywords."""

    def old(*given: Any, **named: Any) -> Any:
        now = {KEYWORDS.get(key, key): value for key, value in named.items()}
        if now.get("setup") is None:
            now["setup"] = open_worlds.OpenWorldsSetup()
        return result(function(*given, **now))

    return old
