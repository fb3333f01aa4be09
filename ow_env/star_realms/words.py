"""Star Realms in short words: what a card can do, what is asked of whom, how a game ended.

Below: position.py, whose views decide what may be said. Above: view.py, events.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from ow_env.core.game import Position
from ow_env.core.values import JsonObject
from ow_env.drawing.parts import Figure, Kind, Line, Sign
from ow_env.star_realms.cards import Ability, Branch, Card, Catalogue, Effect, Faction, Word

KINDS = {
    Faction.BLOB: Kind("Blob", "#4caf50"),
    Faction.TRADE_FEDERATION: Kind("Trade Federation", "#4a90e2"),
    Faction.STAR_EMPIRE: Kind("Star Empire", "#f0c040"),
    Faction.MACHINE_CULT: Kind("Machine Cult", "#e05548"),
    Faction.UNALIGNED: Kind("Unaligned", "#9aa4b2"),
}
GAINS = {  # figure, its sign and icon
    Word.TRADE: ("Trade", "T", "coin"),
    Word.COMBAT: ("Combat", "C", "burst"),
    Word.AUTHORITY: ("Authority", "A", "gem"),
}
DEFENSE = ("Defense", "D", "shield")
SIGNS = tuple(Sign(sign, meaning, icon) for meaning, sign, icon in (*GAINS.values(), DEFENSE))
STEPS = {"main": "Main Phase", "owed": "Discards owed", "over": ""}  # elsewhere a choice is asked in the Main Phase
CHOICES = {  # what is asked: to do it, to be free to do it, what it is done to
    "scrap": ("scraps", "may scrap", "a card of hand or discard pile"),
    "scrap hand": ("scraps", "may scrap", "a card of the hand"),
    "scrap row": ("scraps", "may scrap", "a card of the Trade Row"),
    "destroy": ("destroys", "may destroy", "a base of {other}"),
    "acquire": ("acquires", "may acquire", "a ship, on top of the deck"),
    "copy": ("copies", "may copy", "a ship played this turn"),
    "cycle": ("discards", "may discard", "a card, to draw another for it"),
    "trim": ("scraps", "may scrap", "a card of hand or discard pile, to draw another for it"),
}


def what_it_does(card: Card) -> tuple[Line, ...]:
    """Return a card's abilities in the words of card files, a line each; the branches of an "or" a line each."""
    lines = [line_of(branch, "or" if number else "") for number, branch in enumerate(card.primary)]
    lines += [line_of(branch, "ally:") for branch in card.ally] + [line_of(branch, "scrap:") for branch in card.scrap]
    always = card.fields.get("always", ())
    return (*lines, *(Line((Figure("", word.replace(":", " ")),), "always:") for word in always))


def line_of(branch: Branch, label: str) -> Line:
    """Return an ability, or a branch of one."""
    return Line(tuple(map(figure_of, branch.effects)), label)


def figure_of(effect: Effect) -> Figure:
    """Return one part of an ability: a gain as its figure, anything else in words."""
    if effect.word in GAINS:
        name, sign, icon = GAINS[effect.word]
        return Figure(name, str(effect.number), sign, icon)
    return Figure("", effect.text.replace(":", " "))


def ability_of(catalogue: Catalogue, decision: JsonObject) -> Branch:
    """Return the ability, or the branch of one, that asks for a decision."""
    branches = catalogue.card(decision["card"]).branches(Ability[decision["ability"].upper()])
    return next((each for each in branches if each.name == decision.get("branch", "")), branches[0])


def question(catalogue: Catalogue, position: Position, agents: Sequence[str]) -> str:
    """Return what is decided, and by whom."""
    decision, seat = position["decision"], position["active"]
    who, asked = agents[seat], decision["type"]
    if asked == "main":
        return f"{who} may play, use, buy, attack, or end the turn"
    if asked == "owed":
        owed = position["players"][seat]["owed"]
        return f"{who} discards a card, {owed} {'is' if owed == 1 else 'are'} owed"
    effect = ability_of(catalogue, decision).effects[decision["step"]]
    do, may, what = CHOICES[asked]
    source = decision["card"]
    if decision["ability"] != "primary":
        source += f", {decision['ability']} ability"
    if "done" in decision:
        source += f", {decision['done']} of {effect.number} so far"
    free = effect.may or "done" in decision
    return f"{who} {may if free else do} {what.format(other=agents[1 - seat])} ({source})"


def result(position: Position, agents: Sequence[str]) -> str:
    """Return how the game ended."""
    authority = [player["authority"] for player in position["players"]]
    winner = position["decision"]["winner"]
    if winner is None:
        told = " to ".join(map(str, authority))
        return f"Stopped after turn {position['turn']} without a winner, Authority {told}"
    return f"{agents[winner]} wins, Authority {authority[winner]} to {authority[1 - winner]}"
