"""TradeWorlds in short words: what a card is, what is asked of whom, how a game ended.

Below: position/, whose views decide what may be said. Above: view.py, events.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from ow_env.core.game import Position
from ow_env.core.values import JsonObject
from ow_env.drawing.parts import Figure, Kind, Line, Sign
from ow_env.tradeworlds.cards import Card, Effect, Pile, Side

KINDS = {
    Pile.STARSHIP: Kind("Starship", "#4a90e2"),
    Pile.WEAPON: Kind("Weapon", "#e05548"),
    Pile.CREW: Kind("Crew", "#4caf50"),
    Pile.TACTIC: Kind("Tactic", "#b07cd8"),
}
FIGURES = {  # what a card of each pile states: name, sign, icon
    Pile.STARSHIP: ("Capacity", "Ca", "gem"),
    Pile.WEAPON: ("Firepower", "Fp", "burst"),
    Pile.CREW: ("Resistance", "Re", "shield"),
}
TRADE = ("Trade Value", "T", "coin")
SIGNS = tuple(Sign(sign, meaning, icon) for meaning, sign, icon in (TRADE, *FIGURES.values()))
EFFECTS = {
    Effect.INITIATIVE: "Initiative +{amount}",
    Effect.REROLL: "roll Initiative again",
    Effect.FIREPOWER: "Firepower +{amount}",
    Effect.RESISTANCE: "their Firepower -{amount}",
    Effect.SHIELD: "a strike does {amount} less",
    Effect.CANCEL: "cancel their Tactic",
    Effect.SALVAGE: "a lost ship's cards to your hand",
}
SIDES = {Side.ATTACK: "attacking:", Side.DEFEND: "defending:", Side.ANY: ""}
STEPS = {  # point -> step of the turn
    "role": "Action",
    "buy": "Buy",
    "pay": "Buy",
    "configure": "Configure",
    "fit": "Configure",
    "discard": "Discard",
    "alert": "Battle",
    "roll": "Battle",
    "cancel": "Battle",
    "destroy": "Battle",
    "loss": "Battle",
    "strike": "Strike",
    "attack": "Attack",
    "invite": "Attack",
    "over": "",
}
QUESTIONS = {
    "role": "{who} chooses a Role",
    "chancellor": "{who}, Chancellor, decommissions a ship or names a target to attack together",
    "invite": "{who} may join the attack on {target}",
    "target": "{who}, {role}, names an opponent",
    "sabotage": "{who} discards a card",
    "bank": "{who} banks cards, {count} so far",
    "remove": "{who} removes cards, {count} so far",
    "smuggle": "{who} banks one of the cards taken from {target}",
    "refit": "{who}, {role}, exchanges cards, {count} so far",
    "replace": "{who} names the Weapon that goes",
    "attack": "{who} attacks {target}",
    "alert": "{who} may eliminate a token",
    "roll": "{who} may play on the dice, {dice}",
    "strike": "{who} may play on the strike against {target}",
    "cancel": "{who} may cancel {played}",
    "destroy": "{who} destroys ships, {budget} Firepower is left",
    "loss": "{who} may save a ship that is about to be destroyed",
    "buy": "{who} may buy cards",
    "pay": "{who} pays for {buying}",
    "configure": "{who} may configure ships",
    "fit": "{who} may fit further Weapons",
    "discard": "{who} may discard cards",
}


def what_it_does(card: Card) -> tuple[Line, ...]:
    """Return what a Tactic does, a line; other cards are told by their figures."""
    if card.pile is not Pile.TACTIC:
        return ()
    source = card.labels.get("effect", "")
    told = EFFECTS[card.effect].format(amount=card.number)
    return (Line((Figure("", told, source=source),), SIDES[card.side]),)


def figures_of(card: Card) -> tuple[Figure, ...]:
    """Return a card's figures: what it states, and its Trade Value."""
    name, sign, icon = TRADE
    trade = Figure(name, str(card.trade), sign, icon, source=card.labels.get("trade", ""))
    if card.pile is Pile.TACTIC:
        return (trade,)
    name, sign, icon = FIGURES[card.pile]
    return (Figure(name, str(card.number), sign, icon, source=card.labels.get(name.lower(), "")), trade)


def dice_of(decision: JsonObject) -> str:
    """Return the Initiative of both sides: "3 + 2 against 5"."""
    dice, added = decision.get("die", [0, 0]), decision.get("initiative", [0, 0])
    totals = [f"{die} + {more}" if more else str(die) for die, more in zip(dice, added, strict=True)]
    return " against ".join(totals)


def target_of(decision: JsonObject, agents: Sequence[str]) -> str:
    """Return who is attacked, or named by a Role."""
    return agents[decision["target"]] if "target" in decision else "The Derelict"


def question(position: Position, agents: Sequence[str]) -> str:
    """Return what is decided, and by whom."""
    decision = position["decision"]
    return QUESTIONS[decision["type"]].format(
        who=agents[decision["asked"]],
        target=target_of(decision, agents),
        role=decision.get("role", ""),
        count=decision.get("count", 0),
        dice=dice_of(decision),
        played=decision.get("played", ""),
        budget=decision.get("budget", 0),
        buying=decision.get("buying", ""),
    )


def result(position: Position, agents: Sequence[str]) -> str:
    """Return how the game ended."""
    decision, players = position["decision"], position["players"]
    rounds = f"in round {position['round']}"
    if decision.get("cut_short"):
        return f"Stopped after round {position['round']} without a winner"
    if decision["winner"] is None:
        how = "the Homeworld is lost" if players[0].get("out") else "The Derelict reached Critical Mass"
        return f"{agents[0]} loses {rounds}: {how}"
    seat = decision["winner"]
    if len(players) == 1:
        return f"{agents[seat]} wins {rounds}: The Derelict is destroyed"
    left = [player for player in players if not player.get("out")]
    how = "the last player left" if len(left) == 1 else f"{players[seat]['treasury']} credits"
    return f"{agents[seat]} wins {rounds}, {how}"
