"""What cards are worth to the admiral: the first formulas of weights.py.

Below: decode.py. Above: buying.py, choices.py, admiral.py. In order: what follows from cards and weights alone, once an
agent; the phase of the game; my deck; what each card is worth in it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from agents.star_realms.decode import count_of, decode_turn, kinds_told
from agents.star_realms.scratch import EARLY, FACTIONS, LATE, WORDS, Scratch, Tables, rule
from agents.star_realms.weights import VALUES
from ow_env.compiled.jit import Observation
from ow_env.core.bits import lowest, without_lowest
from ow_env.star_realms import cards
from ow_env.star_realms.observe import DISCARD, HAND, IN_PLAY, TOP, UNSEEN
from ow_env.star_realms.state import KNOWN, NO_KINDS

OTHERS = 4  # cards of a hand beside the one that is looked at
AUTHORITY_AT_FIRST = 50.0
ALLY_CHANCE = 0.5  # taken for a card of the opponent's

# ── What follows from cards and weights ──────────────────────────────────────────────────────────


def prepare(tables: np.void, scratch: np.void) -> None:
    """Fill in what follows from the cards and the weights in a scratch record: plain Python, once an agent."""
    w = {name: float(scratch["weights"][name]) for name in VALUES}
    for column, when in ((EARLY, "early"), (LATE, "late")):
        effect = scratch["effect"][:, column]
        one = {name: w[f"{name}_{when}"] for name in ("trade", "combat", "authority", "draw", "discard", "thin")}
        effect[cards.TRADE], effect[cards.COMBAT] = one["trade"], one["combat"]
        effect[cards.AUTHORITY] = one["authority"]
        effect[cards.DRAW], effect[cards.OPPONENT_DISCARDS] = one["draw"], one["discard"]
        effect[cards.SCRAP_FROM_HAND] = effect[cards.SCRAP_FROM_HAND_OR_DISCARD] = one["thin"]
        effect[cards.SCRAP_FROM_ROW], effect[cards.DESTROY_BASE] = w[f"deny_{when}"], w[f"destroy_{when}"]
        effect[cards.ACQUIRE_SHIP_ON_TOP], effect[cards.NEXT_SHIP_ON_TOP] = w["acquire"], w["on_top"]
        effect[cards.CYCLE], effect[cards.TRIM] = w["cycle"], one["thin"] + one["draw"]
        effect[cards.DRAW_PER_BLOB_PLAYED] = w["blob_draws"] * one["draw"]
        effect[cards.WITH_TWO_BASES_DRAW] = w["two_bases"] * one["draw"]
        effect[cards.COPY_SHIP] = w["ship_copied"]
    for kind in range(int(tables["kinds"])):
        card = tables["cards"][kind]
        scratch["primary"][kind] = any_branch(tables, scratch["effect"], card)
        scratch["primary"][kind] += int(card["combat_per_ship"]) * w["per_ship"] * scratch["effect"][cards.COMBAT]
        scratch["primary"][kind] += int(card["ally_of_all"]) * w["ally_of_all"]
        scratch["ally"][kind] = amount(tables["lists"][card["ally"]], scratch["effect"])
        scratch["scrap"][kind] = amount(tables["lists"][card["scrap"]], scratch["effect"])
        scratch["stay"][kind] = 1.0
        if card["is_base"]:
            defense = float(card["defense"])
            scratch["stay"][kind] = w["base_turns"] + w["defense_turns"] * defense
            scratch["shield"][kind] = w["outpost_shield" if card["outpost"] else "base_shield"] * defense


def amount(ability: np.void, effect: np.ndarray) -> Any:
    """Return what an ability is worth, early and late [2]: the sum over its effects."""
    found = np.zeros(2)
    for step in range(int(ability["count"])):
        found += float(ability["number"][step]) * effect[int(ability["word"][step])]
    return found


def any_branch(tables: np.void, effect: np.ndarray, card: np.void) -> Any:
    """Return what a primary is worth, early and late [2]: the most that one of its branches is."""
    first, branches = int(card["primary"]), int(card["branches"])
    return np.max([np.zeros(2), *(amount(tables["lists"][first + k], effect) for k in range(branches))], axis=0)


# ── The phase of the game ────────────────────────────────────────────────────────────────────────


@rule
def between(s: Scratch, early: float, late: float) -> float:
    """Return the value that a weight has in this phase."""
    return float((1.0 - s.phase) * early + s.phase * late)


@rule
def decode_phase(s: Scratch) -> None:
    """Work out the phase, and what effects are worth in it."""
    least = min(int(s.authority[0]), int(s.authority[1]))
    damage = max(0.0, 1.0 - least / AUTHORITY_AT_FIRST)
    s.phase = min(1.0, s.weights.turn_phase * s.turn + s.weights.damage_phase * damage)
    for word in range(WORDS):
        s.now[word] = between(s, s.effect[word, EARLY], s.effect[word, LATE])
    s.replays = between(s, s.weights.replays_early, s.weights.replays_late)


# ── My deck ──────────────────────────────────────────────────────────────────────────────────────


@rule
def add_cards(t: Tables, s: Scratch, row: Observation, name: int, seat: int) -> None:
    """Count the cards of a slice among those I own."""
    left = kinds_told(t, row, name, seat)
    while left != NO_KINDS:
        kind = lowest(left)
        left = without_lowest(left)
        copies = count_of(t, row, name, seat, kind)
        s.owned[kind] += copies
        s.deck_size += copies
        s.of_faction[t.cards[kind].faction] += copies


@rule
def add_bases(t: Tables, s: Scratch, row: Observation) -> None:
    """Take the bases in play out of the deck: they stay, and are allies every turn."""
    left = kinds_told(t, row, IN_PLAY, 0) & t.bases
    while left != NO_KINDS:
        kind = lowest(left)
        left = without_lowest(left)
        copies = count_of(t, row, IN_PLAY, 0, kind)
        s.deck_size -= copies
        s.staying[t.cards[kind].faction] += copies
        if t.cards[kind].ally_of_all:
            for faction in range(FACTIONS):
                s.staying[faction] += 1


@rule
def decode_hand(t: Tables, s: Scratch, row: Observation) -> None:
    """Count the cards of each faction in hand and in play."""
    for faction in range(FACTIONS):
        s.held[faction] = 0
    for kind in range(t.kinds):
        s.held[t.cards[kind].faction] += count_of(t, row, HAND, 0, kind) + count_of(t, row, IN_PLAY, 0, kind)


@rule
def decode_deck(t: Tables, s: Scratch, row: Observation) -> None:
    """Count what I own."""
    for kind in range(t.kinds):
        s.owned[kind] = 0
    for faction in range(FACTIONS):
        s.of_faction[faction] = 0
        s.staying[faction] = 0
    s.deck_size = 0
    add_cards(t, s, row, HAND, 0)
    add_cards(t, s, row, UNSEEN, 0)
    add_cards(t, s, row, DISCARD, 0)
    add_cards(t, s, row, IN_PLAY, 0)
    for place in range(KNOWN):
        add_cards(t, s, row, TOP, place)
    add_bases(t, s, row)
    decode_hand(t, s, row)


# ── What each card is worth ──────────────────────────────────────────────────────────────────────


@rule
def decode_factions(t: Tables, s: Scratch) -> None:
    """Work out how likely a card of each faction finds an ally, and what it would add to others."""
    size = max(1.0, float(s.deck_size))
    for faction in range(FACTIONS):
        s.supported[faction] = 0.0
        apart = max(0.0, 1.0 - s.of_faction[faction] / size)
        s.ally_chance[faction] = 1.0 if s.staying[faction] > 0 else 1.0 - apart**OTHERS
    for kind in range(t.kinds):
        if s.owned[kind] > 0:
            faction = t.cards[kind].faction
            s.supported[faction] += s.owned[kind] * between(s, s.ally[kind, EARLY], s.ally[kind, LATE])
    for faction in range(FACTIONS):
        apart = max(0.0, 1.0 - s.of_faction[faction] / size)
        closer = 0.0 if s.staying[faction] > 0 else OTHERS / size * apart ** (OTHERS - 1)
        s.supported[faction] *= closer


@rule
def value_with(t: Tables, s: Scratch, kind: int, ally_chance: float) -> float:
    """Return what a card is worth if it finds an ally with this chance."""
    faction = int(t.cards[kind].faction)
    each_turn = between(s, s.primary[kind, EARLY], s.primary[kind, LATE])
    each_turn += ally_chance * between(s, s.ally[kind, EARLY], s.ally[kind, LATE])
    found = s.stay[kind] * each_turn + s.shield[kind]
    found += s.weights.scrap_share * between(s, s.scrap[kind, EARLY], s.scrap[kind, LATE])
    if faction != cards.UNALIGNED:
        found += s.weights.support * s.supported[faction]
    return float(found)


@rule
def card_value(t: Tables, s: Scratch, kind: int) -> float:
    """Return what a card is worth whenever it is drawn."""
    return value_with(t, s, kind, float(s.ally_chance[t.cards[kind].faction]))


@rule
def value_in_hand(t: Tables, s: Scratch, kind: int) -> float:
    """Return what a card in hand is worth if it is played this turn."""
    faction = int(t.cards[kind].faction)
    return value_with(t, s, kind, 1.0 if s.held[faction] > 1 or s.staying[faction] > 0 else 0.0)


@rule
def decode_values(t: Tables, s: Scratch, row: Observation) -> None:
    """Decode what every decision needs: the turn, the phase, my deck, and what each card is worth in it."""
    decode_turn(t, s, row)
    decode_phase(s)
    decode_deck(t, s, row)
    decode_factions(t, s)
    total = 0.0
    for kind in range(t.kinds):
        s.value[kind] = card_value(t, s, kind)
        total += s.owned[kind] * s.value[kind]
    left = kinds_told(t, row, IN_PLAY, 0) & t.bases
    while left != NO_KINDS:
        kind = lowest(left)
        left = without_lowest(left)
        total -= count_of(t, row, IN_PLAY, 0, kind) * s.value[kind]
    s.average = total / max(1.0, float(s.deck_size))
    s.standard = s.weights.dilution * s.average


@rule
def worth_now(t: Tables, s: Scratch, ability: int) -> float:
    """Return what an ability is worth if it is carried out now, Trade at its usual weight."""
    found = 0.0
    for step in range(t.lists[ability].count):
        found += t.lists[ability].number[step] * s.now[t.lists[ability].word[step]]
    return found


@rule
def worth_to_opponent(s: Scratch, kind: int) -> float:
    """Return about what a card is worth to the opponent whenever it is drawn."""
    each_turn = between(s, s.primary[kind, EARLY], s.primary[kind, LATE])
    each_turn += ALLY_CHANCE * between(s, s.ally[kind, EARLY], s.ally[kind, LATE])
    return float(s.stay[kind] * each_turn + s.shield[kind])
