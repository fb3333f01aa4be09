"""A deck on paper: its curves, its kinds, and what each card is there for.

Below: the game's cards and decks. Above: commands, deck_search.py (which axes a player would name).
What is printed is still a deck file: all but the cards stands behind a #.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ow_env.open_worlds.cards import Action, Card, Catalogue, Deck, IncomeRule, Kind, Req, Swap, Type, word_of

GROUPS = (  # heading, what belongs there, what it is for
    ("Population", (Kind.POPULATION,), "earn a little, hold Troops, found Industries"),
    ("Mining", (Kind.MINING,), "earn at once, give way to what earns more"),
    ("Production", (Kind.PRODUCTION,), "earn most where RES is high"),
    ("Posts", (Kind.POST,), "a foothold anywhere, give way to anything"),
    ("Yards", (Kind.YARD,), "Ships of any Class there"),
    ("Special Complexes", (Kind.COMPLEX,), "earn by what the rest of the empire is"),
    ("Ships", (Kind.SHIP,), "fight in orbit, bombard, move"),
    ("Stations and Fields", (Kind.STATION, Kind.FIELD), "hold one World's orbit"),
    ("Ground Forces", (Kind.MANNED, Kind.AUTOMATED), "destroy, Conquer or Defend Facilities"),
)
ARMED = (Type.ORBITAL, Type.GROUND, Type.CATASTROPHE)
INCOMES = {
    IncomeRule.RES: "the RES of its World",
    IncomeRule.FRONTIER: "more at the frontier",
    IncomeRule.WORKS_HERE: "1 for each works there",
    IncomeRule.WORLDS_OCCUPIED: "1 a World you occupy",
    IncomeRule.POPULATED_WORLDS: "1 a World you populate",
}
TYPICAL = 4  # what a Facility whose Income depends on the table is taken to earn, in curves
DOES = {
    Action.CANCEL: "cancels a Utility",
    Action.SWAP_STAGED: "exchanges a staged card",
    Action.BECOME_SHIP: "comes into play as a Ship, whatever the Income",
    Action.LIFT_CLASS_LIMIT: "lets Ships of any Class come",
    Action.DESTROY: "destroys a unit before the World is resolved",
    Action.SEIZE: "takes a Population Facility over",
    Action.DRAW_OR_SEARCH: "draws cards, or finds one",
    Action.HALT_SHIPS: "keeps the opponent's Ships where they are",
    Action.STOP_INCOME: "stops the Income of a Facility for a turn",
    Action.DEPLOY_GROUND: "lands a Ground Force by surprise",
}


def purpose(card: Card) -> str:
    """Return what a card is for, in a few words and its own figures."""
    parts: list[str] = []
    if card.type is Type.UTILITY:
        return DOES[card.action] if card.action else card.text
    if card.type is Type.CATASTROPHE:
        return f"{card.damage} damage to every {', '.join(card.hits)} at a World"
    if card.kind is Kind.SHIP:
        parts.append(f"Class {card.ship_class}")
    if card.income_rule is not IncomeRule.FIXED:
        parts.append(f"earns {INCOMES[card.income_rule]}")
    elif card.income:
        parts.append(f"earns {card.income}")
    if card.weapons:
        parts.append(f"Weapons {' '.join(map(str, card.weapons))}")
    parts.append(f"Defense {card.defense}")
    if card.capacity:
        parts.append(f"carries Troops {card.capacity}")
    if card.kind is Kind.SHIP:
        parts.append(f"Range {card.move_range}")
    if card.retreat:
        parts.append("may Retreat")
    if card.swap is not Swap.NONE:
        parts.append("may Swap")
    parts += [
        f"{word} {number}" if number > 1 else word
        for word, number in card.effects.items()
        if word not in ("trash after use", "trash after conflict")
    ]
    if card.req is Req.CAPACITY:
        parts.append(f"needs Capacity {card.req_capacity}")
    elif card.req is not Req.ANY_WORLD:
        parts.append(f"needs {word_of(card.req)}")
    if card.prohibited:
        parts.append("Prohibited on the FINAL TURN")
    return ", ".join(parts)


def earns(card: Card) -> int:
    """Return what a Facility earns; what depends on the table counts as `TYPICAL`."""
    return card.income if card.income_rule is IncomeRule.FIXED else TYPICAL


def aggression(deck: Deck, catalogue: Catalogue) -> float:
    """Return the share of cards that fight: Orbitals, Ground Forces and Catastrophes."""
    cards = [catalogue.card(name) for name in deck.names]
    return sum(card.type in ARMED for card in cards) / len(cards)


def economy(deck: Deck, catalogue: Catalogue) -> float:
    """Return what the deck's Facilities earn on the average; what depends on the table counts as 4."""
    incomes = [earns(card) for card in map(catalogue.card, deck.names) if card.type is Type.FACILITY]
    return sum(incomes) / max(1, len(incomes))


def bars(title: str, counts: Counter[int], most: int = 40) -> list[str]:
    """Return a curve as lines of text: a bar for each number from the least to the greatest."""
    lines = [title]
    for number in range(min(counts), max(counts) + 1) if counts else ():
        lines.append(f"  {number:>3}  {'|' * min(counts[number], most):<20} {counts[number] or ''}".rstrip())
    return lines


def describe(deck: Deck, catalogue: Catalogue) -> str:
    """Return the deck as a deck file that explains itself: curves first, then each card with its use."""
    cards = [(catalogue.card(name), copies) for name, copies in deck.cards]
    classes: Counter[int] = Counter()
    incomes: Counter[int] = Counter()
    for card, copies in cards:
        if card.kind is Kind.SHIP and card.type is Type.ORBITAL:
            classes[card.ship_class] += copies
        if card.type is Type.FACILITY:
            incomes[earns(card)] += copies
    head = [
        f"{deck.name}: {len(deck.names)} cards",
        f"aggression {100 * aggression(deck, catalogue):.0f} % of the cards fight;"
        f" economy {economy(deck, catalogue):.2f} Income a Facility",
        "",
        *bars("Ships by Class", classes),
        *bars("Facilities by Income (what depends on the table counts as 4)", incomes),
    ]
    lines = [f"# {line}".rstrip() for line in head]
    for heading, members, use in groups(cards):
        lines += ["", f"# {heading} ({sum(copies for _, copies in members)}): {use}"]
        for card, copies in members:
            entry = f"{copies}x {card.name}" if copies > 1 else card.name
            lines.append(f"{entry:<22} # {purpose(card)}")
    return "\n".join(lines) + "\n"


def groups(
    cards: Sequence[tuple[Card, int]],
) -> list[tuple[str, list[tuple[Card, int]], str]]:
    """Return the cards by what they are for: heading, cards, use."""
    found = []
    for heading, kinds, use in GROUPS:
        members = [(card, copies) for card, copies in cards if card.kind in kinds and card.type is not Type.UTILITY]
        found.append((heading, members, use))
    for type_, heading, use in (
        (Type.CATASTROPHE, "Catastrophes", "strike all at a World, friend and foe"),
        (Type.UTILITY, "Utilities", "played from the hand"),
    ):
        found.append((heading, [pair for pair in cards if pair[0].type is type_], use))
    return [group for group in found if group[1]]
