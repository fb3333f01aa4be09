"""The end of the last round of These New Worlds, and whole rounds with few cards, small enough to solve.

Below: the game. Above: games.py, which finds it by its name. Each game begins in one of some positions (`openings`),
all equally likely: everything lies open but who holds which of some cards. At the end of the last round of the full
game what is seen and done is numbered as always, so every agent plays it unchanged, and what it can't see is as likely
as the rules say; a round with few cards has numbers of its own.

Only space combat is left to chance. Its dice are not tried out but counted (`outcomes`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np

from ow_env.core.game import States
from ow_env.core.rng import RNG
from ow_env.these_new_worlds import state as at
from ow_env.these_new_worlds.actions import PASS
from ow_env.these_new_worlds.cards import load_catalogue
from ow_env.these_new_worlds.game import TheseNewWorlds
from ow_env.these_new_worlds.rules.card_phase import play, play_none
from ow_env.these_new_worlds.rules.colonizing import can_colonize, colonize
from ow_env.these_new_worlds.rules.combat import by_colour
from ow_env.these_new_worlds.rules.legality import only_card_action
from ow_env.these_new_worlds.rules.rounds import clean_up, give_planet, next_round_or_end
from ow_env.these_new_worlds.state import EMPTY, NONE
from training.exact.small import Rows, made


class SmallNewWorlds(TheseNewWorlds):
    """These New Worlds from some position of a last round on, whoever holds which cards.

    Args:
        hidden: the cards of which nobody has seen where they are.
        held: how many of them each player holds; the others are set aside.
        position: everything else, as positions have it; ``played`` of each player among it.
        options: of the game.
    """

    def __init__(self, hidden: Sequence[str], held: int, position: Mapping[str, Any], **options: Any) -> None:
        super().__init__(**options)
        found = []
        for mine in combinations(hidden, held):
            for theirs in combinations([card for card in hidden if card not in mine], held):
                players = [
                    {**told, "hand": list(hand)} for told, hand in zip(position["players"], (mine, theirs), strict=True)
                ]
                found.append(self.from_position({**position, "game": self.name, "players": players}))
        self.openings: States = np.concatenate(found)

    most_outcomes = 3  # of space combat: one of the two takes the planet, or nobody

    def outcomes(self, before: Any, actions: Any) -> Iterator[tuple[States, Fraction]]:
        """Yield each position in which a move that leads to space combat may end, with its probability."""
        t = self.tables[0]
        rng = np.zeros(1, RNG)[0]  # nothing is drawn: there is no round to come
        ready = play_on(before, t, int(actions[before.active]))
        mine, theirs = (tuple(player.tokens.tolist()) for player in ready.players)
        one, even, other = chances(mine, theirs, int(t.sides))
        lean = by_colour(ready, t)
        shares = {0: one, 1: other, NONE: Fraction(0)}
        shares[lean] += even
        for owner, share in shares.items():
            if share:
                after = ready.copy()
                give_planet(after, t, owner)
                clean_up(after)
                next_round_or_end(after, t, rng)
                yield np.array([after], self.state_dtype), share

    @classmethod
    def rebuilt(cls, options: Mapping[str, Any]) -> SmallNewWorlds:
        """Return the small game of this name."""
        game = made(SMALL, str(options.get("small")))
        assert isinstance(game, SmallNewWorlds)
        return game


def play_on(before: Any, t: Any, action: int) -> Any:
    """Return a copy of a position in which an action, and the turns forced after it, have ended the card phase."""
    g = before.copy()
    if g.step == at.CARD_STEP:
        play_card(g, t, action)
    elif action != PASS:
        colonize(g, int(g.active), int(t.actions[action].colour), int(t.actions[action].other))
        g.has_played = 1  # the turn is not a passed one
    while g.has_played or not g.passed:
        g.passed, g.has_played, g.active = not g.has_played, 0, 1 - g.active
        if g.players[g.active].hand != EMPTY:
            play_card(g, t, only_card_action(g, t, int(g.active)))
        assert not can_colonize(g, int(g.active))  # or somebody would be asked
    return g


def play_card(g: Any, t: Any, action: int) -> None:
    """Take a card step."""
    if action == PASS:
        play_none(g, t, int(g.active))
    else:
        play(g, t, int(g.active), int(t.actions[action].card), int(t.actions[action].colour))


@cache
def chances(mine: tuple[int, ...], theirs: tuple[int, ...], sides: int) -> tuple[Fraction, Fraction, Fraction]:
    """Return how likely the first takes more dice than the other, as many, fewer, with these tokens."""
    leads = {0: Fraction(1)}
    for more in np.subtract(mine, theirs).tolist():
        faces = range(1, sides + 1)
        signs = [int(np.sign(one + more - other)) for one in faces for other in faces]
        after: dict[int, Fraction] = {}
        for lead, share in leads.items():
            for sign in (-1, 0, 1):
                after[lead + sign] = after.get(lead + sign, Fraction(0)) + share * Fraction(
                    signs.count(sign), len(signs)
                )
        leads = after
    above = sum((share for lead, share in leads.items() if lead > 0), Fraction(0))
    return above, leads[0], 1 - above - leads[0]


# ── The games ────────────────────────────────────────────────────────────────────────────────────

# Met in games of the governor against the planner: two planets to two, the sixth round decides.
LAST_2 = {
    "round": 6, "dealer": 0, "active": 1, "contested": "Halcyon Seat",
    "costs": {"red": 4, "yellow": 3, "green": 4, "blue": 1},
    "collective": ["Ochre Gate", "Marigold", "Lumen Deep"], "top": "Trade Envoy",
    "players": [
        {"planets": ["Ares Tor", "Cinderfall"], "tokens": {"red": 4, "yellow": 4, "green": 4, "blue": 4},
         "played": ["Garrison Levy", "Courier Service", "Freight Charter", "Research Colony",
                    "Trade Envoy", "Privateers"]},
        {"planets": ["Evergild", "Sapphire Nine"], "tokens": {"red": 7, "yellow": 5, "green": 1},
         "played": ["Border Militia", "Arsenal Convoy", "Provincial Decree", "Tax Season",
                    "Assembly of Worlds", "Spot Trade"]},
    ],
}  # fmt: skip
HIDDEN_2 = ("Escort Wing", "Bumper Harvest", "Frontier Market", "Breakthrough", "Peer Review", "Open Archives")
LAST_3 = {
    "round": 6, "dealer": 0, "active": 1, "contested": "Evergild",
    "costs": {"red": 4, "yellow": 2, "green": 5, "blue": 2},
    "collective": ["Marigold", "Azimuth", "Lumen Deep"], "top": "Courier Service",
    "players": [
        {"planets": ["Vermeil", "Aurelia"], "tokens": {"red": 1, "yellow": 1, "green": 4, "blue": 4},
         "played": ["Escort Wing", "Courier Service", "Freight Charter", "Peer Review", "Privateers"]},
        {"planets": ["Ochre Gate", "Viridian Low"], "tokens": {"red": 2, "yellow": 1, "blue": 5},
         "played": ["Garrison Levy", "Assembly of Worlds", "Breakthrough", "Open Archives", "Trade Envoy"]},
    ],
}  # fmt: skip
HIDDEN_3 = (
    "Border Militia",
    "Arsenal Convoy",
    "Provincial Decree",
    "Tax Season",
    "Bumper Harvest",
    "Spot Trade",
    "Frontier Market",
    "Research Colony",
)

ROUND = {
    "round": 1, "dealer": 1, "contested": "Vermeil", "costs": {"red": 3, "yellow": 3, "green": 2, "blue": 3},
    "collective": ["Loam", "Azimuth"], "players": [{}, {}],
}  # fmt: skip
FEW = ("Border Militia", "Provincial Decree", "Spot Trade", "Breakthrough", "Privateers")
SOME = (*FEW, "Escort Wing", "Tax Season", "Research Colony")


def round_of(cards: Sequence[str], hand: int) -> SmallNewWorlds:
    """Return a game of one round with these cards alone."""
    own = load_catalogue().only(cards)
    return SmallNewWorlds(list(own.card_ids), hand, ROUND, rounds=1, hand=hand, cards=own)


SMALL: Rows = {  # name: (what it is, how it is made)
    "these_new_worlds-tiny": ("one round, hands of 2 out of 5 cards", lambda: round_of(FEW, 2)),
    "these_new_worlds-round": ("one round, hands of 3 out of 8 cards", lambda: round_of(SOME, 3)),
    "these_new_worlds-last-2": (
        "the end of the last round, 2 cards each out of 6", lambda: SmallNewWorlds(HIDDEN_2, 2, LAST_2)
    ),
    "these_new_worlds-last-3": (
        "the end of the last round, 3 cards each out of 8", lambda: SmallNewWorlds(HIDDEN_3, 3, LAST_3)
    ),
}  # fmt: skip
