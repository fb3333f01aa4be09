"""What ``ow cards`` says of Expansive Universe: cards, Factions with their planets, Cores; where each figure is from.

Below: the game's catalogue and its words. Above: commands/cards.py, which asks by the game's name.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from textwrap import wrap
from typing import Any

from ow_env.cards.catalogue import YOURS, word_of
from ow_env.core.text import listed, spelt_as
from ow_env.expansive_universe.cards import (
    Card,
    Catalogue,
    Core,
    Effect,
    Faction,
    Kind,
    Law,
    When,
    load_catalogue,
    vocabulary,
)
from ow_env.expansive_universe.words import FIGURES as SIGNS, KINDS
from training.files import aligned_wrapped, hanging

WIDTH = 100
FACTIONS = load_catalogue().faction_names
MARKS = {"printed": "", "inferred": "~", "reconstructed": "?", YOURS: "+"}
LEGEND = (
    "No card of this game is known: every name, count and text is a reconstruction of ours. The rulebook states a bare "
    "figure; ~: it follows from what the book states; ?: reconstructed; "
    "`ow cards --game expansive_universe show NAME` says more."
)
MEANINGS = {mark: label for label, mark in MARKS.items() if mark}
FIGURES = {
    Kind.CHARACTER: ("combat", "space", "expire", "resistance", "skills"),
    Kind.SPACESHIP: ("space", "expire", "resistance"),
    Kind.LOCATION: ("side", "skills"),
    Kind.WEAPON: (),
    Kind.ARMAMENT: (),
}
SHORT = {field: sign for field, (_, sign, _) in SIGNS.items()}
TEXTS = {"ability": "abilities", "effects": "missions"}  # field of a card: list of the vocabulary


def add_to(parser: argparse.ArgumentParser, commands: Any) -> list[str]:
    """Add to ``ow cards`` what can be asked of this game's cards.

    Returns:
        the names of the arguments that this game takes.
    """
    parser.add_argument("--of", metavar="FACTION", choices=FACTIONS)
    return ["of", "cards"]


def list_cards(arguments: argparse.Namespace) -> None:
    """Print a table for each kind of card, Factions and Cores; or only what belongs to one Faction."""
    catalogue = load_catalogue(arguments.cards)
    for title, rows in tables_of(catalogue, arguments.of):
        print(title)
        print("\n".join(aligned_wrapped(rows, WIDTH)))
        print()
    labels = [label for card in catalogue.cards for label in card.labels.values()]
    print("\n".join(wrap(LEGEND + (" +: from your own file." if YOURS in labels else ""), WIDTH)))


def show_card(arguments: argparse.Namespace) -> None:
    """Print every field of one card, Faction, planet or Core: where it is from, what its words mean."""
    catalogue = load_catalogue(arguments.cards)
    factions = {told: faction for faction in catalogue.factions for told in (faction.name, faction.planet)}
    cores = {core.name: core for core in catalogue.cores}
    name = spelt_as(" ".join(arguments.name), (*catalogue.card_ids, *factions, *cores))
    if name in factions:
        faction = factions[name]
        print_fields(f"{faction.name}: Faction, with its planet", faction_fields(faction), FACTION_LABELS)
        print_texts(faction.habits, "planets", faction.labels)
    elif name in cores:
        print(f"{name}: Galactic Core")
        print_texts(cores[name].laws, "cores", cores[name].labels)
    else:
        card = catalogue.card(name)
        of_kind = len(catalogue.of_kind[card.kind])
        print_fields(
            f"{card.name}: {KINDS[card.kind].name} {card.number + 1} of {of_kind}, reconstructed",
            {key: value for key, value in card.fields.items() if key not in TEXTS},
            card.labels,
        )
        listed = "effects" if card.kind is Kind.LOCATION else "ability"
        print_texts(card.text, TEXTS[listed], {"effects": card.labels.get(listed, "")})


def check_cards(arguments: argparse.Namespace) -> None:
    """Say what a user's card file changes, or everything that is wrong with it."""
    known, found = told_by(load_catalogue()), told_by(load_catalogue(arguments.file))
    print(f"{arguments.file} can be used.")
    changed = [name for name, told in found.items() if name in known and told != known[name]]
    added = [name for name in found if name not in known]
    for verb, names in (("corrects", changed), ("adds", added)):
        if names:
            print("\n".join(hanging(f"  {verb:<8}  ", ", ".join(names), WIDTH)))
    cores = load_catalogue(arguments.file).cores
    still = [core.name for core in cores if all(law.word != Law.DRIFT for law in core.laws)]
    if still:
        said = (
            "no drift (EU-11.7): a full line-up stays until somebody buys from it. Players who wait for each other may"
            " then play until the game is cut short."
        )
        print("\n".join(hanging("  ", f"{listed(still)}: {said}", WIDTH)))


def told_by(catalogue: Catalogue) -> dict[str, Any]:
    """Return what a catalogue tells of each card, planet and Core, by name."""
    told: dict[str, Any] = {card.name: card.fields for card in catalogue.cards}
    told |= {faction.planet: faction.habits for faction in catalogue.factions}
    return told | {core.name: core.laws for core in catalogue.cores}


# ── Tables ───────────────────────────────────────────────────────────────────────────────────────


def tables(catalogue: Catalogue) -> list[tuple[str, list[list[str]]]]:
    """Return all that a catalogue holds as tables: the title, then rows, the first one the heads."""
    return tables_of(catalogue, None)


def tables_of(catalogue: Catalogue, faction: str | None) -> list[tuple[str, list[list[str]]]]:
    """Return the tables, all of them or what belongs to one Faction."""
    found = [table_of(catalogue, kind, faction) for kind in Kind]
    factions = [each for each in catalogue.factions if faction in (None, each.name)]
    found.append(table_of_factions(factions))
    return found if faction is not None else [*found, table_of_cores(catalogue.cores)]


def table_of(catalogue: Catalogue, kind: Kind, faction: str | None) -> tuple[str, list[list[str]]]:
    """Return the cards of a kind as a table, each figure with its mark; starters with a star."""
    cards = [card for card in catalogue.of_kind[kind] if faction in (None, catalogue.faction_names[card.faction])]
    heads = ["name", "Faction", *(SHORT.get(figure, figure) for figure in FIGURES[kind])]
    heads += [] if kind is Kind.SPACESHIP else ["text"]
    rows = [row_of(catalogue, card) for card in cards]
    star = "; * starter" if any(card.alpha for card in cards) else ""
    signs = "".join(f"; {SHORT[figure]} {figure}" for figure in FIGURES[kind] if figure in SHORT)
    return f"{KINDS[kind].name}s ({len(cards)}, all reconstructed{star}{signs})", [heads, *rows]


def row_of(catalogue: Catalogue, card: Card) -> list[str]:
    """Return a card as a row of the table."""
    row = [card.name, catalogue.faction_names[card.faction] + ("*" if card.alpha else "")]
    for figure in FIGURES[card.kind]:
        if figure == "skills":
            told = skills_of(card)
        elif figure == "side":
            told = "outside" if card.outside else "inside"
        else:
            told = str(getattr(card, figure))
        row.append(told + mark_of(card.labels, figure) if figure in card.fields else told)
    if card.kind is Kind.SPACESHIP:
        return row
    listed = "effects" if card.kind is Kind.LOCATION else "ability"
    when = "" if card.when is When.ALWAYS else f"{word_of(card.when, {})}: "
    return [*row, when + words_of(card.text) + mark_of(card.labels, listed)]


def skills_of(card: Card) -> str:
    """Return the skills of a card, each with how often it is there."""
    counts = Counter(skill.name.lower() for skill in card.skills)
    return ", ".join(name if count == 1 else f"{name} {count}" for name, count in counts.items())


def table_of_factions(factions: list[Faction]) -> tuple[str, list[list[str]]]:
    """Return Factions and their planets as a table."""
    rows = [
        [each.name, each.planet + "?", words_of(each.habits) + mark_of(each.labels, "effects"), f"{each.about}?"]
        for each in factions
    ]
    return f"Factions ({len(rows)}) and their planets", [["Faction", "planet", "text", "cards are about"], *rows]


def table_of_cores(cores: tuple[Core, ...]) -> tuple[str, list[list[str]]]:
    """Return the Galactic Cores as a table."""
    rows = [[core.name, words_of(core.laws) + mark_of(core.labels, "effects")] for core in cores]
    return f"Galactic Cores ({len(rows)})", [["Core", "text"], *rows]


# ── Fields ───────────────────────────────────────────────────────────────────────────────────────

FACTION_LABELS = {"planet": "reconstructed", "about": "reconstructed"}  # of its name the book tells


def faction_fields(faction: Faction) -> dict[str, str]:
    """Return what a Faction has beside its planet's text."""
    return {"planet": faction.planet, "about": faction.about}


def words_of(effects: tuple[Effect, ...]) -> str:
    """Return a text in the words of the card file, without its punctuation."""
    return ", ".join(effect.text.replace(":", " ") for effect in effects)


def mark_of(labels: Mapping[str, str], key: str) -> str:
    """Return the mark of a field's label: how sure it is."""
    return MARKS.get(labels.get(key, ""), "")


def print_fields(head: str, fields: Mapping[str, Any], labels: Mapping[str, str]) -> None:
    """Print fields, each with its label, and what its words mean."""
    print(head)
    for key, value in fields.items():
        told = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
        label = f"  [{labels[key]}]" if key in labels else ""
        print("\n".join(hanging(f"  {key:<11} ", told + label, WIDTH)))
        for line in meanings(key, value):
            print("\n".join(hanging(" " * 16, line, WIDTH)))


def print_texts(effects: tuple[Effect, ...], listed: str, labels: Mapping[str, str]) -> None:
    """Print a text, with its label, and what its words mean."""
    if not effects:
        return
    label = labels.get("effects", "")
    print("\n".join(hanging(f"  {'text':<11} ", ", ".join(each.text for each in effects) + f"  [{label}]", WIDTH)))
    for effect in effects:
        plain = word_of(effect.word, {})
        word = f"{plain}:N" if f"{plain}:N" in vocabulary()[listed] else plain
        meaning = vocabulary()[listed][word]["means"]
        meaning = re.sub(r"\bN\b", str(effect.number), meaning)
        print("\n".join(hanging(" " * 16, f"{effect.text}: {meaning}", WIDTH)))


def meanings(key: str, value: Any) -> Iterator[str]:
    """Yield what each word of a field means."""
    words = vocabulary().get({"when": "when", "skills": "skills"}.get(key, ""), {})
    for each in dict.fromkeys(value if isinstance(value, list) else [value]) if words else ():
        yield f"{each}: {words[each]['means']}"
