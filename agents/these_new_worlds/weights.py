"""Evaluation weights of planner and governor, and the formulas they belong to.

Below: records of core. Above: scratch.py, whose record holds them; outlook.py, which computes the formulas.

The planner adds up what each of its actions brings, in units of its own:

    card    needed * tokens that its plan lacks + dice * (change of P(die taken) - P(die lost)) / 2 by other tokens
            - locked_mine * tokens on cards of mine that can't be played on the new top card
            + locked_theirs * the same of the other, as likely as the card is there

The governor compares what each of its actions leaves, by the chances of the three things that can become of a planet:

    value   P(I get it) * game_mine + P(the other gets it) * game_theirs + P(nobody gets it) * game_nobodys

``game_...`` is what the game is worth after it, if a later planet goes to either of us with the chance `share` and to
The Collective with the rest. The chances follow from what each player will hold in tokens of each colour when the card
phase ends, each card being played yet with its own chance, independently of others:

    P(a card is played) = (1 + z / sqrt(1 + z * z)) / 2,  z the sum over the features, each a weight times its number

A card that may be in the other's hand is there with the chance of any unseen card. A wild is played with the chance
`keep`, for the colour that gives most. The features have one set of weights for cards of mine, one for the other's,
who is next to move. They were fitted to which cards of either hand were played in games of two governors, then improved
by an evolution strategy, all by games of seeds that are not those of the published results (docs/these_new_worlds.md).
"""

from __future__ import annotations

import numpy as np

from ow_env.compiled.jit import record

CHANCES = {  # z, from which the chance follows that a card is played before the card phase ends
    # feature          mine  theirs
    "base":          (-2.67, -2.06),  # whatever the card
    "open":          ( 0.42,  0.77),  # the top card lets it be played
    "free":          ( 3.29,  2.28),  # and whatever comes to lie there would: its colour is owned
    "headroom":      (-0.21,  0.34),  # [12] its value less that of the top card
    "value":         ( 2.87,  2.82),  # [12] its value
    "suit":          ( 1.09,  0.91),  # it may follow its own colour
    "wilds":         ( 0.86, -0.12),  # [cards] wilds in the same hand
    "lower":         (-0.20,  0.13),  # [cards] lower ones in the same hand that may be played
    "cards":         ( 0.21,  1.25),  # [8] in the same hand
    "others":        ( 0.29,  0.57),  # [8] in the other hand
    "others_wilds":  ( 0.39, -0.25),  # [cards] wilds in the other hand
    "others_lower":  ( 0.26,  0.92),  # [cards] lower ones in the other hand that may be played
    "others_higher": ( 0.01, -0.11),  # [cards] others there that may be played
    "gain":          (-0.36,  0.13),  # [4] tokens that it brings
    "idle":          (-1.12, -0.54),  # the turn that ends is a passed one
}  # fmt: skip
SINGLE = {
    "keep":   0.65,  # [chance] that a wild is played
    "share":  0.34,  # [chance] of either player to get a later planet
    "frugal": 1.07,  # [points of chance] that the cheaper of two pairs is worth, a point of cost
}  # fmt: skip
PLANNING = {
    "needed":        1.5,  # a token that the plan lacks
    "dice":          5.0,  # a die that is taken instead of lost
    "locked_mine":   0.35,  # a token on a card of mine that can't be played now
    "locked_theirs": 0.15,  # a token on a card of the other's
}  # fmt: skip

FEATURES = tuple(CHANCES)
VALUES = {
    **{f"{name}_mine": mine for name, (mine, _) in CHANCES.items()},
    **{f"{name}_theirs": theirs for name, (_, theirs) in CHANCES.items()},
    **SINGLE,
}
WEIGHTS = record([(name, np.float64) for name in (*PLANNING, *VALUES)])
