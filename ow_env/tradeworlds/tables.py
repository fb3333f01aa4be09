"""The constants that the compiled rules read, built from a catalogue: cards, Factions, actions, observation slices.

Below: cards.py, state.py, actions.py, observe.py. Above: game.py. Built once a configured game, never changed.
"""

from __future__ import annotations

import numpy as np

from ow_env.core.game import States
from ow_env.core.structure import Feature
from ow_env.tradeworlds import actions, observe
from ow_env.tradeworlds.cards import (
    ANY,
    ATTACK,
    DEFEND,
    FACTIONS,
    LEVELS,
    SCENARIOS,
    THE_DERELICT,
    Catalogue,
    Effect,
    Faction,
    Pile,
    Scenario,
    Window,
)
from ow_env.tradeworlds.state import TABLES

BANKED = 3  # cards, where no ability says otherwise (TW-R2)
NO_LIMIT = 32_000


def build_tables(
    catalogue: Catalogue, scenario: Scenario, levelled: bool, players: int, tokens_removed: bool
) -> tuple[States, tuple[Feature, ...]]:
    """Return the tables [1] and the named slices of an observation."""
    meanings, first = actions.lay_out(len(catalogue.cards))
    features = observe.features(len(catalogue.cards), players, tokens_removed)
    tables = np.zeros(1, TABLES)
    t, setup = tables[0], catalogue.setup
    t["card_count"], t["action_count"] = len(catalogue.cards), len(meanings)
    t["scenario"], t["goal"] = SCENARIOS.index(scenario.name), scenario.goal
    for name in ("hand", "homeworld", "initiative_die", "send", "use", "amount"):
        t[name] = getattr(setup, name)
    write_alien(t, catalogue, scenario.name == THE_DERELICT)
    write_cards(t, catalogue)
    for row, faction in zip(t["factions"], setup.levelled if levelled else setup.factions, strict=True):
        write_faction(row, faction, scenario)
    t["first"][: len(first)] = first
    t["answers"] = actions.answers()
    t["actions"][: len(meanings)] = meanings
    t["at"][: len(features)] = [feature.start for feature in features]
    return tables, features


def write_cards(t: np.void, catalogue: Catalogue) -> None:
    """Write the cards, and sets of them."""
    for card in catalogue.cards:
        row = t["cards"][card.id]
        row["pile"], row["effect"], row["side"], row["level"] = card.pile, card.effect, card.side, card.level
        row["trade"], row["number"] = card.trade, card.number
        t["of_pile"][card.pile] |= np.uint64(1 << card.id)
        for window in card.windows:
            for side in range(2):
                if card.side in (side, ANY) and has_use(card.effect, window, side):
                    t["usable"][window][side] |= np.uint64(1 << card.id)
    numbers = [0, *(card.number for card in catalogue.upgrades)]
    for pile, name in ((Pile.STARSHIP, "capacity"), (Pile.WEAPON, "firepower"), (Pile.CREW, "resistance")):
        t[name] = [0, *numbers[1 + pile * LEVELS : 1 + (pile + 1) * LEVELS]]


def has_use(effect: Effect, window: Window, side: int) -> bool:
    """Has an effect a use for a side in this window? Who defends declares nothing and strikes nobody (TW-T4, TW-T6)."""
    if effect is Effect.FIREPOWER and window is not Window.ROLL:
        return side == ATTACK
    return effect is not Effect.SHIELD or side == DEFEND


def write_faction(row: np.void, faction: Faction, scenario: Scenario) -> None:
    """Write what a Faction can do in a scenario."""
    row["flat_cards"], row["flat_credits"] = faction.flat_bank
    row["short_below"], row["short_credits"] = faction.short_bank
    row["bank_cards"], row["bank_most"] = faction.long_bank if faction.long_bank[0] else (BANKED, NO_LIMIT)
    for name in ("bounty", "several_weapons", "weapon_returns", "crew_returns"):
        row[name] = getattr(faction, name)
    row["unlock"] = [level - less for level, less in zip(scenario.unlock, faction.unlock_discount, strict=True)]


def write_alien(t: np.void, catalogue: Catalogue, plays: bool) -> None:
    """Write The Derelict."""
    alien = catalogue.alien
    t["alien"] = plays
    t["alien_resistance"], t["alien_die"] = alien.resistance, alien.firepower_die
    t["alien_initiative"], t["alien_mass"], t["alien_limit"] = alien.initiative_die, alien.critical_mass, alien.lose_at
    t["faces"] = len(alien.table)
    t["acts"][: len(alien.table)] = alien.table


assert len(FACTIONS) == 4
