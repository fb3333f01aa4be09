"""The constants that the compiled rules read, built from a catalogue: cards, planets, actions, observation slices.

Below: cards.py, state.py, actions.py, observe.py. Above: game.py. Built once a configured game, never changed.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from ow_env.core.game import States
from ow_env.core.structure import Feature
from ow_env.these_new_worlds import actions, observe
from ow_env.these_new_worlds.cards import COLOURS, Card, Catalogue, Extra
from ow_env.these_new_worlds.state import CARD, TABLES


def build_tables(catalogue: Catalogue) -> tuple[States, tuple[Feature, ...]]:
    """Return the tables [1] and the named slices of an observation."""
    kinds, planets = catalogue.cards, catalogue.planets
    cards = np.zeros(len(kinds), CARD)
    for kind, row in zip(kinds, cards, strict=True):
        row["value"], row["colour"], row["count"] = kind.value, kind.colour, len(kind.awards)
        for place, gain in enumerate(kind.awards):
            row["award"][place], row["number"][place] = gain.award, gain.number
    meanings, first_pair = actions.lay_out(cards)
    features = observe.features(len(kinds), len(planets))
    tables = np.zeros(1, TABLES)
    t = tables[0]
    t["card_count"], t["planet_count"], t["action_count"] = len(kinds), len(planets), len(meanings)
    t["colonize_id"] = first_pair
    t["cards"][: len(kinds)] = cards
    t["actions"][: len(meanings)] = meanings
    t["all_cards"] = set_of(kind.id for kind in kinds)
    t["all_planets"] = set_of(planet.id for planet in planets)
    t["coloured"] = set_of(kind.id for kind in kinds if not kind.is_wild)
    for top in (None, *kinds):
        t["follows"][0 if top is None else top.id + 1] = set_of(kind.id for kind in kinds if may_follow(kind, top))
    for colour in range(COLOURS):
        owned = [kind.id for kind in kinds if kind.colour == colour and Extra.OWN_ITS_COLOUR in kind.extras]
        t["if_owned"][colour] = set_of(owned)
        t["planets_of"][colour] = set_of(planet.id for planet in planets if planet.colour == colour)
    t["colour_of"][: len(planets)] = [planet.colour for planet in planets]
    for name in ("collective_start", "collective_limit", "sides"):
        t[name] = getattr(catalogue.setup, name)
    t["at"][: len(features)] = [feature.start for feature in features]
    return tables, features


def set_of(numbers: Iterable[int]) -> int:
    """Return numbers as a set of bits."""
    return sum(1 << number for number in numbers)


def may_follow(card: Card, top: Card | None) -> bool:
    """May a coloured card be played on this one, whatever its player owns (TNW-3.2, TNW-3.3)?"""
    if card.is_wild:
        return False
    if top is None or card.value > top.value:
        return True
    return Extra.SAME_COLOUR_ON_TOP in card.extras and card.colour is top.colour
