"""What ``ow cards`` says of TradeWorlds: cards, Factions, scenarios, The Derelict; each figure with where it is from.

Below: the game's catalogue and its words. Above: commands/cards.py, which asks by the game's name.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from textwrap import wrap
from typing import Any

from ow_env.cards.catalogue import YOURS
from ow_env.core.text import spelt_as
from ow_env.drawing.text import line_words
from ow_env.tradeworlds.cards import (
    DERELICT,
    Alien,
    Card,
    Catalogue,
    Faction,
    Pile,
    Scenario,
    Setup,
    Token,
    Window,
    load_catalogue,
    standard_setup,
    title_of,
    vocabulary,
)
from ow_env.tradeworlds.words import FIGURES, KINDS, what_it_does
from training.files import aligned_wrapped, hanging

WIDTH = 100
PILES = tuple(pile.name.lower() for pile in Pile)
MARKS = {"printed": "", "found": "*", "inferred": "~", "reconstructed": "?", YOURS: "+"}
LEGEND = (
    "The rulebook states a bare figure; *: a public page about the game or its prototype does; ~: it follows from what "
    "is stated; ?: reconstructed, for nobody says; `ow cards --game tradeworlds show NAME` says more."
)
MEANINGS = {mark: label for label, mark in MARKS.items() if mark}
VOCABULARY = {"effect": "effects", "side": "sides", "windows": "windows", "table": "acts"}


def add_to(parser: argparse.ArgumentParser, commands: Any) -> list[str]:
    """Add to ``ow cards`` what can be asked of this game's cards.

    Returns:
        the names of the arguments that this game takes.
    """
    parser.add_argument("--pile", metavar="PILE", choices=PILES)
    return ["pile", "cards"]


def list_cards(arguments: argparse.Namespace) -> None:
    """Print a table for each pile; without one named, also Factions, scenarios, The Derelict and tokens."""
    catalogue = load_catalogue(arguments.cards)
    if arguments.pile is None:
        told = tables(catalogue)
    else:
        told = [table_of(catalogue, Pile[arguments.pile.upper()])]
    for title, rows in told:
        print(title)
        print("\n".join(aligned_wrapped(rows, WIDTH)))
        print()
    labels = [label for card in catalogue.cards for label in card.labels.values()] + [*catalogue.alien.labels.values()]
    print("\n".join(wrap(LEGEND + (" +: from your own file." if YOURS in labels else ""), WIDTH)))


def show_card(arguments: argparse.Namespace) -> None:
    """Print every field of one card, Faction, scenario or of The Derelict: where it is from, what its words mean."""
    catalogue, setup = load_catalogue(arguments.cards), standard_setup()
    factions = {faction.name: faction for faction in setup.factions}
    name = spelt_as(" ".join(arguments.name), (*catalogue.card_ids, *factions, *setup.scenarios))
    if name in factions:
        print_fields(f"{name}: Faction", dict(faction_fields(factions[name])), factions[name].labels)
    elif name == DERELICT:
        print_fields(
            f"{name}: the alien ship of the solo scenario", alien_fields(catalogue.alien), catalogue.alien.labels
        )
        print_fields("its scenario", scenario_fields(setup.scenarios[name]), setup.scenarios[name].labels)
    elif name in setup.scenarios:
        print_fields(f"{name}: scenario", scenario_fields(setup.scenarios[name]), setup.scenarios[name].labels)
    else:
        card = catalogue.card(name)
        head = f"{card.name}: {KINDS[card.pile].name}, card {card.id + 1} of {len(catalogue.cards)}"
        print_fields(head, {key: value for key, value in card.fields.items() if key != "labels"}, card.labels)


def check_cards(arguments: argparse.Namespace) -> None:
    """Say what a user's card file changes, or everything that is wrong with it."""
    standard, own = load_catalogue(), load_catalogue(arguments.file)
    print(f"{arguments.file} can be used.")
    known: dict[str, Any] = {card.name: card.fields for card in standard.cards}
    found: dict[str, Any] = {card.name: card.fields for card in own.cards}
    changed = [name for name, told in found.items() if name in known and told != known[name]]
    if alien_fields(own.alien) != alien_fields(standard.alien):
        changed.append(DERELICT)
    for verb, names in (("corrects", changed), ("adds", [name for name in found if name not in known])):
        if names:
            print("\n".join(hanging(f"  {verb:<8}  ", ", ".join(names), WIDTH)))


# ── Tables ───────────────────────────────────────────────────────────────────────────────────────


def tables(catalogue: Catalogue) -> list[tuple[str, list[list[str]]]]:
    """Return all that a catalogue holds as tables: the title, then rows, the first one the heads."""
    setup = catalogue.setup
    return [
        *(table_of(catalogue, pile) for pile in Pile),
        table_of_factions(setup),
        table_of_scenarios(setup),
        table_of_alien(catalogue.alien),
        table_of_tokens(setup),
    ]


def table_of(catalogue: Catalogue, pile: Pile) -> tuple[str, list[list[str]]]:
    """Return the cards of a pile as a table, each figure with its mark."""
    cards = [card for card in catalogue.cards if card.pile is pile]
    owned = sum(card.copies for card in cards)
    heads = ["card", "trade", "copies", "start"]
    heads += ["effect", "windows"] if pile is Pile.TACTIC else ["called", FIGURES[pile][0]]
    return f"{KINDS[pile].name} cards ({owned} for each player)", [heads, *map(row_of, cards)]


def row_of(card: Card) -> list[str]:
    """Return a card as a row of the table."""
    row = [card.name] + [
        f"{value}{mark_of(card.labels, key)}"
        for key, value in (("trade", card.trade), ("copies", card.copies), ("start", card.start))
    ]
    if card.pile is Pile.TACTIC:
        told = " ".join(line_words(line) for line in what_it_does(card))
        return [*row, told + mark_of(card.labels, "effect"), ", ".join(map(title_in_file, card.windows))]
    return [
        *row,
        card.title + mark_of(card.labels, "name"),
        f"{card.number}{mark_of(card.labels, FIGURES[card.pile][0].lower())}",
    ]


def table_of_factions(setup: Setup) -> tuple[str, list[list[str]]]:
    """Return the Factions as a table, a row for each ability."""
    rows = [["Faction", "ability", "", "levelled"]]
    levelled = {faction.name: dict(faction_fields(faction)) for faction in setup.levelled}
    for faction in setup.factions:
        for key, value in faction_fields(faction):
            if key != "colour":
                other = levelled[faction.name][key]
                told = "" if other == value else f"{other}{mark_of(faction.labels, 'levelled')}"
                rows.append([faction.name, ABILITIES[key], f"{value}{mark_of(faction.labels, key)}", told])
    return f"Factions ({len(setup.factions)})", rows


ABILITIES = {
    "flat_bank": "Treasurer: cards bank at least",
    "short_bank": "Treasurer: fewer cards bring more",
    "long_bank": "Treasurer: cards, credits at most",
    "several_weapons": "several Weapons in a ship",
    "unlock_discount": "places are unlocked earlier by",
    "bounty": "credits for a ship destroyed",
    "weapon_returns": "the Weapon of a ship lost returns",
    "crew_returns": "the Crew of a ship lost returns",
}


def faction_fields(faction: Faction) -> Iterator[tuple[str, str]]:
    """Yield what a Faction has, in words: only what it can do."""
    yield "colour", faction.colour
    for key, (cards, credits) in (("flat_bank", faction.flat_bank), ("long_bank", faction.long_bank)):
        if cards:
            yield key, f"{cards} cards, {credits}"
    if faction.short_bank[0]:
        yield "short_bank", f"below {faction.short_bank[0]} cards, {faction.short_bank[1]}"
    if any(faction.unlock_discount):
        yield "unlock_discount", ", ".join(map(str, faction.unlock_discount))
    if faction.bounty:
        yield "bounty", str(faction.bounty)
    for key in ("several_weapons", "weapon_returns", "crew_returns"):
        if getattr(faction, key):
            yield key, "yes"


def scenario_fields(scenario: Scenario) -> dict[str, str]:
    """Return what a scenario states, in words."""
    low, high = scenario.players
    goal = f"{scenario.goal} credits" if scenario.goal else "the last one left"
    return {
        "players": str(low) if low == high else f"{low} to {high}",
        "goal": "destroy The Derelict" if scenario.name == DERELICT else goal,
        "unlock": ", ".join(map(str, scenario.unlock)),
    }


def table_of_scenarios(setup: Setup) -> tuple[str, list[list[str]]]:
    """Return the scenarios as a table."""
    rows = [["scenario", "players", "goal", "places unlocked at"]]
    for scenario in setup.scenarios.values():
        told = scenario_fields(scenario)
        rows.append([scenario.name, *(f"{value}{mark_of(scenario.labels, key)}" for key, value in told.items())])
    return f"Scenarios ({len(setup.scenarios)})", rows


def alien_fields(alien: Alien) -> dict[str, str]:
    """Return what The Derelict states, in words."""
    acts = [act.name.lower().replace("_", " ").replace("one attack", "attack") for act in alien.table]
    return {
        "resistance": str(alien.resistance),
        "firepower_die": f"1 to {alien.firepower_die}",
        "initiative_die": f"1 to {alien.initiative_die}",
        "critical_mass": str(alien.critical_mass),
        "lose_at": str(alien.lose_at),
        "table": ", ".join(f"{(face + 1) % 10} {act}" for face, act in enumerate(acts)),
    }


def table_of_alien(alien: Alien) -> tuple[str, list[list[str]]]:
    """Return The Derelict as a table."""
    rows = [["", "The Derelict"]]
    rows += [
        [key.replace("_", " "), f"{value}{mark_of(alien.labels, key)}"] for key, value in alien_fields(alien).items()
    ]
    return "The Derelict", rows


def table_of_tokens(setup: Setup) -> tuple[str, list[list[str]]]:
    """Return the Reinforcement Starships as a table."""
    rows = [["class", "credits to send", "credits for a use", "adds to Initiative"]]
    for token in Token:
        amount = setup.amount[token]
        rows.append([title_of(token), str(setup.send), str(setup.use[token]), str(amount) if amount else ""])
    return "Reinforcement Starships (5 tokens for each player)", rows


# ── Fields ───────────────────────────────────────────────────────────────────────────────────────


def mark_of(labels: Mapping[str, str], key: str) -> str:
    """Return the mark of a field's label: how sure it is."""
    return MARKS.get(labels.get(key, ""), "")


def title_in_file(window: Window) -> str:
    """Return a window as card files call it."""
    return window.name.lower()


def print_fields(head: str, fields: Mapping[str, Any], labels: Mapping[str, str]) -> None:
    """Print fields, each with its label and what its words mean."""
    print(head)
    for key, value in fields.items():
        told = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
        label = f"  [{labels[key]}]" if key in labels else ""
        print("\n".join(hanging(f"  {key:<15} ", told + label, WIDTH)))
        for line in meanings(key, value):
            print("\n".join(hanging(" " * 20, line, WIDTH)))


def meanings(key: str, value: Any) -> Iterator[str]:
    """Yield what each word of a field means."""
    words = vocabulary()[VOCABULARY[key]] if key in VOCABULARY else {}
    for each in dict.fromkeys(value if isinstance(value, list) else [value]):
        if each in words:
            yield f"{each}: {words[each]['means']}"
