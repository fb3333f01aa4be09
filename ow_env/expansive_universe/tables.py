"""The constants that the compiled rules read, built from a catalogue: cards, planets, the Core, actions, slices.

Below: cards.py, state.py, actions.py, observe.py. Above: game.py. Built once a configured game, never changed.
"""

from __future__ import annotations

import numpy as np

from ow_env.core.game import States
from ow_env.core.structure import Feature
from ow_env.expansive_universe import actions, observe
from ow_env.expansive_universe.cards import Card, Catalogue, Core, Skill
from ow_env.expansive_universe.state import TABLES

FIGURES = ("goal", "toll", "home_points", "token_points", "ship_points", "character_points", "core_points")


def build_tables(catalogue: Catalogue, core: Core, players: int) -> tuple[States, tuple[Feature, ...]]:
    """Return the tables [1] and the named slices of an observation."""
    counts = [len(cards) for cards in catalogue.of_kind]
    meanings, first = actions.lay_out(counts, len(catalogue.factions))
    features = observe.features(len(catalogue.cards), players, len(catalogue.factions))
    tables = np.zeros(1, TABLES)
    t, setup = tables[0], catalogue.setup
    t["card_count"], t["faction_count"] = len(catalogue.cards), len(catalogue.factions)
    t["action_count"] = len(meanings)
    for name in FIGURES:
        t[name] = getattr(setup, name)
    for effect in core.laws:
        t["laws"][effect.word] = effect.number
    for number, faction in enumerate(catalogue.factions):
        for effect in faction.habits:
            t["habits"][number][effect.word] = effect.number
    t["first_of"] = [sum(counts[:kind]) for kind in range(len(counts) + 1)]
    for card in catalogue.cards:
        write_card(t, card)
    t["first"][: len(first)] = first
    t["answers"] = actions.answers()
    t["actions"][: len(meanings)] = meanings
    t["at"][: len(features)] = [feature.start for feature in features]
    return tables, features


def write_card(t: np.void, card: Card) -> None:
    """Write one card, and the sets it is in."""
    row = t["cards"][card.id]
    for name in ("kind", "number", "faction", "alpha", "outside", "combat", "space", "expire", "resistance"):
        row[name] = getattr(card, name)
    row["skills"] = [card.skills.count(skill) for skill in Skill]
    row["text"]["when"], row["text"]["count"] = card.when, len(card.text)
    for step, effect in enumerate(card.text):
        row["text"]["word"][step], row["text"]["number"][step] = effect.word, effect.number
    bit = np.uint64(1 << card.number)
    if card.alpha:
        t["alpha"][card.kind] |= bit
        t["alphas"][card.faction][card.kind] = card.number
    else:
        t["of_faction"][card.faction][card.kind] |= bit
