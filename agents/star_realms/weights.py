"""Evaluation weights of the admiral, and the formulas they belong to.

Below: records of core. Above: scratch.py, whose record holds them; card_value.py, which computes the formulas.

The unit of value is a point of Combat late in a game. Weights that change in the course of a game stand there twice,
*early* and *late*; at a phase from 0 to 1 a weight is ``(1 - phase) * early + phase * late``:

    phase = turn_phase * turn + damage_phase * (1 - the lower Authority / 50), at most 1

What an ability is worth is the sum over its effects, each a weight times its number; of an "or" the dearer branch. What
a card is worth whenever it is drawn:

    ship   primary + P(ally) * ally + scrap_share * scrap ability
    base   stay * (primary + P(ally) * ally) + shield * Defense + scrap_share * scrap ability
           stay = base_turns + defense_turns * Defense; shield is outpost_shield or base_shield
    both   + support * what the ally abilities of its faction in the own deck gain by it

P(ally) is the chance that another card of the faction is among four others of the deck; it is 1 with one of them in
play to stay; of a card in hand it is 1 or 0. The *standard* is what a card must be worth to make the deck better:
``dilution`` times the mean of the deck.

    buy           the set of cards of the highest sum of (value - standard + urge) that the Trade pays for
    scrap a card  (standard + thin_margin - value) * replays, less its value if it could be played now
    use a scrap ability   what it gains now - (value - standard) * replays
    attack a base         raze * what it does each turn, against its Defense in Combat; an outpost in any case

``replays`` is how often a card is expected to be drawn in the rest of the game: what is bought comes again, what is
gained now does not. The values were found by games of seeds that are not those of the published results
(docs/star_realms.md).
"""

from __future__ import annotations

import numpy as np

from ow_env.compiled.jit import record

PHASED = {  # weights with an early and a late value
    # what it values          early  late
    "trade":                  (1.38, 0.40),  # a point of Trade
    "combat":                 (0.84, 0.91),  # a point of Combat
    "authority":              (0.71, 0.80),  # a point of Authority
    "draw":                   (2.72, 3.68),  # a card drawn
    "discard":                (0.56, 0.51),  # a card that the opponent discards
    "thin":                   (3.15, 0.55),  # a card scrapped from hand or discard pile
    "deny":                   (0.24, 0.18),  # a card scrapped from the Row
    "destroy":                (1.65, 2.55),  # a base destroyed
    "replays":                (4.06, 0.86),  # [times] a card bought now is drawn
}  # fmt: skip
SINGLE = {
    "turn_phase":      0.039,  # [a turn] of both players
    "damage_phase":    0.53,   # [share] of the phase that damage brings
    "acquire":         9.61,   # a ship acquired to the top of the deck
    "on_top":          1.62,   # a permission to put a ship on top
    "cycle":           1.27,   # [a card] discarded for another
    "two_bases":       0.02,   # [share] of draws that ask for two bases
    "blob_draws":      1.50,   # [cards] drawn for Blob cards played
    "ship_copied":     5.33,   # a copy of a ship
    "per_ship":        2.00,   # [ships a turn] that pay Combat as they are played
    "ally_of_all":     1.23,   # a card that is everybody's ally
    "scrap_share":     0.25,   # [share] of a scrap ability
    "support":         0.50,   # [share] of what others' ally abilities gain
    "base_turns":      0.85,   # [turns] that a base stays
    "defense_turns":   0.15,   # [turns a point of Defense]
    "base_shield":     0.41,   # [a point of Defense]
    "outpost_shield":  0.36,   # [a point of Defense]
    "dilution":        0.92,   # [share] of the mean that a card must be worth
    "urge":            0.11,   # beyond which a card is bought that is not up to the standard
    "thin_margin":     1.25,   # up to which a card better than the standard is scrapped
    "raze":            5.97,   # [turns] of what a base does that its fall is worth
    "deny_above":      7.01,   # what a card of the Row must be worth to the opponent to be scrapped
    "blocked":         0.94,   # [share] of Combat that can't reach the opponent
}  # fmt: skip

VALUES = {
    **{f"{name}_early": early for name, (early, _) in PHASED.items()},
    **{f"{name}_late": late for name, (_, late) in PHASED.items()},
    **SINGLE,
}
WEIGHTS = record([(name, np.float64) for name in VALUES])
