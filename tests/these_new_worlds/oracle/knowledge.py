"""What a seat is told, worked out anew from a position and TNW-9: the observation, slice by slice, by name.

Below: oracle.py. Above: lockstep.py.
"""

from __future__ import annotations

from collections.abc import Collection

from tests.these_new_worlds.oracle.cards import COLOURS
from tests.these_new_worlds.oracle.oracle import CARD, DOME, OVER, Oracle

Told = dict[str, list[int]]
MOST = 255  # larger numbers read so


def told_to(game: Oracle, seat: int) -> Told:
    """Return what a seat observes: name of a slice -> its numbers. Seats are counted from the observer."""
    me, other = game.players[seat], game.players[1 - seat]
    both = (me, other)
    seats = (seat, 1 - seat)
    cards = [card.name for card in game.box.cards]
    planets = list(game.box.planets)
    discarded = me.played + other.played
    in_round = not game.is_over

    def flags(some: list[str], among: Collection[str]) -> list[int]:
        return [int(each in among) for each in some]

    return {
        "hand": flags(cards, me.hand),
        # by subtraction: what is neither mine nor in the discard pile is the other's, or set aside (TNW-9.2)
        "unseen": [int(in_round and name not in me.hand and name not in discarded) for name in cards],
        "not_held": [flag for player in both for flag in flags(cards, player.not_held)],
        "played": [flag for player in both for flag in flags(cards, player.played)],
        "top": flags(cards, [game.top] if game.top else []),
        "empire": [flag for player in both for flag in flags(planets, player.planets)],
        "collective": flags(planets, game.collective),
        "contested": flags(planets, [game.contested] if game.contested else []),
        "deck": [int(name not in (game.contested, *game.collective, *me.planets, *other.planets)) for name in planets],
        "cost": [game.costs[colour] for colour in COLOURS],
        "tokens": [min(player.tokens[colour], MOST) for player in both for colour in COLOURS],
        "paid": [player.paid[colour] for player in both for colour in COLOURS],
        "dome": [int(player.dome) for player in both],
        "hand_count": [len(player.hand) for player in both],
        "planet_count": [len(player.planets) for player in both],
        "collective_count": [len(game.collective)],
        "asked": [int(in_round and game.active == each) for each in seats],
        "dealer": [int(game.dealer == each) for each in seats],
        "step": [int(game.step == step) for step in (CARD, DOME, OVER)],
        "has_played": [int(game.has_played)],
        "passed": [int(game.passed)],
        "round": [game.round],
        "rounds_left": [game.rounds - game.round],
    }
