"""Expansive Universe in short words: what is printed on a card, what is asked of whom, how a game ended.

Below: position/. Above: view.py, events.py. Every figure carries its label: nearly all are reconstructed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ow_env.cards.catalogue import word_of
from ow_env.core.game import Position
from ow_env.core.values import JsonObject
from ow_env.drawing.parts import Figure, Kind as Colour, Line, Sign
from ow_env.expansive_universe.cards import Card, Effect, Kind, When

KINDS = {
    Kind.CHARACTER: Colour("Character", "#4caf50"),
    Kind.SPACESHIP: Colour("Spaceship", "#4a90e2"),
    Kind.LOCATION: Colour("Location", "#c9a24a"),
    Kind.WEAPON: Colour("Weapon", "#e05548"),
    Kind.ARMAMENT: Colour("Armament", "#b07cd8"),
}
FIGURES = {  # field: name, sign, icon
    "combat": ("Combat", "C", "burst"),
    "space": ("Space", "S", "gem"),
    "expire": ("Expire", "E", "hourglass"),
    "resistance": ("Resistance", "R", "shield"),
}
SIGNS = tuple(Sign(sign, meaning, icon) for meaning, sign, icon in FIGURES.values())
RECONSTRUCTED = "every card is a reconstruction of ours: none is known"
STEPS = {"maneuver": "Maneuvers", "weapon": "Maneuvers", "target": "Maneuvers", "loss": "Damage", "over": ""}
QUESTIONS = {
    "turn": "{who} may buy, fly, move, attempt a mission, attack, or end the turn",
    "side": "{who} places {placing} at an end of the row",
    "bearer": "{who} places {placing}",
    "recruit": "{who} may take the card of a slot ({mission})",
    "flight": "{who} may fly a spaceship for nothing ({mission})",
    "march": "{who} may move the crew for nothing ({mission})",
    "salvage": "{who} may take a card of the destroyed pile ({mission})",
    "plunder": "{who} names whom to plunder ({mission})",
    "rescue": "{who} names a captive to rescue ({mission})",
    "sabotage": "{who} names what to sabotage ({mission})",
    "strike": "{who} names a spaceship to strike ({mission})",
    "maneuver": "{who} may make a maneuver at {where}",
    "weapon": "{who} names the weapon that {user} uses",
    "target": "{who} may name a target of {text}",
    "loss": "{who} loses a card, {difference} to be covered",
}


def text_of(effects: Iterable[Effect], source: str, when: When = When.ALWAYS) -> tuple[Line, ...]:
    """Return a text as a line, an effect each; nothing where there is none."""
    figures = tuple(Figure("", each.text.replace(":", " "), source=source) for each in effects)
    label = "" if when is When.ALWAYS else f"{word_of(when, {})}:"
    return (Line(figures, label),) if figures else ()


def figures_of(card: Card) -> tuple[Figure, ...]:
    """Return a card's figures, each with its label."""
    figures = []
    for field, (name, sign, icon) in FIGURES.items():
        if field in card.fields:
            source = card.labels.get(field, "")
            figures.append(Figure(name, str(getattr(card, field)), sign, icon, source=source))
    return tuple(figures)


def lines_of(card: Card) -> tuple[Line, ...]:
    """Return what else is printed on a card: skills, side, its text."""
    skills = [skill.name.lower() for skill in card.skills]
    lines = []
    if skills:
        label = "needs:" if card.kind is Kind.LOCATION else ""
        told = tuple(Figure("", skill, source=card.labels.get("skills", "")) for skill in skills)
        lines.append(Line(told, label))
    if card.kind is Kind.LOCATION:
        lines.append(Line((Figure("", "outside" if card.outside else "inside", source=card.labels.get("side", "")),)))
    field = "effects" if card.kind is Kind.LOCATION else "ability"
    return (*lines, *text_of(card.text, card.labels.get(field, ""), card.when))


def question(position: Position, agents: Sequence[str]) -> str:
    """Return what is decided, and by whom."""
    decision: JsonObject = position["decision"]
    asked = decision["asked"]
    return QUESTIONS[decision["type"]].format(
        who=agents[asked],
        placing=decision.get("placing", ""),
        mission=decision.get("mission", ""),
        where=decision.get("battle_place", ""),
        user=decision.get("user", ""),
        text=decision.get("text_of", ""),
        difference=decision.get("difference", [0] * len(agents))[asked],
    )


def result(position: Position, agents: Sequence[str]) -> str:
    """Return how the game ended."""
    winner, players = position["decision"]["winner"], position["players"]
    points = " to ".join(str(player["points"]) for player in players)
    if winner is None:
        return f"Stopped after round {position['round']} without a winner, points {points}"
    left = [player for player in players if not player.get("out")]
    how = "the last one left" if len(left) == 1 else f"{players[winner]['points']} points"
    return f"{agents[winner]} wins in round {position['round']}, {how}"
