"""The constants that the compiled rules read, built from a catalogue: cards, abilities, actions, observation slices.

Below: cards.py, state.py, actions.py, observe.py. Above: game.py. Built once a configured game, never changed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ow_env.core.game import States
from ow_env.core.structure import Feature
from ow_env.star_realms import actions, observe
from ow_env.star_realms.cards import GAINS, Ability, Branch, Card, Catalogue, Faction
from ow_env.star_realms.state import CARD, LIST, TABLES


def build_tables(catalogue: Catalogue) -> tuple[States, tuple[Feature, ...]]:
    """Return the tables [1] and the named slices of an observation."""
    cards, lists = rows_of(catalogue.cards)
    meanings = actions.lay_out(cards, lists, catalogue.explorer)
    features = observe.features(len(cards))
    tables = np.zeros(1, TABLES)
    t = tables[0]
    t["kinds"], t["lists_used"], t["action_count"] = len(cards), len(lists), len(meanings)
    t["cards"][: len(cards)] = cards
    t["lists"][: len(lists)] = lists
    t["actions"][: len(meanings)] = meanings
    write_sets(t, catalogue.cards, cards, lists)
    t["opening_hand"] = catalogue.setup.opening_hand
    t["hand"], t["trade_row"] = catalogue.setup.hand, catalogue.setup.trade_row
    t["explorer"] = catalogue.explorer
    t["at"][: len(features)] = [feature.start for feature in features]
    return tables, features


def rows_of(kinds: Sequence[Card]) -> tuple[np.ndarray, np.ndarray]:
    """Return [K] CARD rows without ids of actions, and LIST rows: number 0 is none, then those of each card."""
    cards = np.zeros(len(kinds), CARD)
    lists = [np.zeros((), LIST)]
    for card, row in zip(kinds, cards, strict=True):
        for name in ("cost", "defense", "faction", "is_base", "outpost", "combat_per_ship", "ally_of_all", "copier"):
            row[name] = getattr(card, name)
        row["branches"] = len(card.primary)
        for ability, field in ((Ability.PRIMARY, "primary"), (Ability.ALLY, "ally"), (Ability.SCRAP, "scrap")):
            branches = card.branches(ability)
            row[field] = len(lists) if branches else 0
            lists += [list_of(card, ability, number, branch) for number, branch in enumerate(branches)]
    return cards, np.array(lists, LIST)


def list_of(card: Card, ability: Ability, number: int, branch: Branch) -> np.ndarray:
    """Return the LIST row of an ability, or of one of its branches."""
    row = np.zeros((), LIST)
    row["card"], row["ability"], row["branch"], row["count"] = card.id, ability, number, len(branch.effects)
    for step, effect in enumerate(branch.effects):
        row["word"][step], row["number"][step], row["may"][step] = effect.word, effect.number, effect.may
    row["automatic"] = branch.gains_only
    for word in GAINS:
        amount = sum(effect.number for effect in branch.effects if effect.word is word)
        row[word.name.lower()] = amount if branch.gains_only else 0
    return row


def write_sets(t: np.void, kinds: Sequence[Card], cards: np.ndarray, lists: np.ndarray) -> None:
    """Write the sets of kinds, as bits."""

    def kinds_that(holds: Callable[[Card], object]) -> int:
        return sum(1 << card.id for card in kinds if holds(card))

    def by_itself(card: Card) -> bool:
        return card.is_base and actions.taken_by_itself(cards[card.id], lists)

    t["ships"] = kinds_that(lambda card: not card.is_base)
    t["bases"] = kinds_that(lambda card: card.is_base)
    t["outposts"] = kinds_that(lambda card: card.outpost)
    for faction in Faction:
        t["of_faction"][faction] = sum(1 << card.id for card in kinds if card.faction is faction)
    t["ally_of_all"] = kinds_that(lambda card: card.ally_of_all)
    t["copiers"] = kinds_that(lambda card: card.copier)
    t["pay_per_ship"] = kinds_that(lambda card: card.combat_per_ship)
    t["automatic_primary"] = kinds_that(by_itself)
    t["usable"] = kinds_that(lambda card: card.is_base and card.primary and not by_itself(card))
    t["automatic_ally"] = kinds_that(lambda card: card.ally and card.ally[0].gains_only)
    t["with_ally"] = kinds_that(lambda card: card.ally)
    t["with_scrap"] = kinds_that(lambda card: card.scrap)
