"""What a player sees, and what they could only guess.

Below: rules.py. Above: engine.py. Seats are counted from the observer: 0 is me, 1 the next player
clockwise, and so on, so one policy plays every seat.
"""

from __future__ import annotations

import numpy as np

from ow_env.core.game import Feature
from ow_env.core.jit import Observation
from ow_env.core.rng import Rng, below
from ow_env.goofspiel.rules import winner_of
from ow_env.goofspiel.state import HIDDEN, MOST_CARDS, MOST_PLAYERS, TIED, Game, Tables, rule

CARDS, SEATS = MOST_CARDS, MOST_PLAYERS
POINTS = CARDS * (CARDS + 1) // 2

FEATURES: tuple[Feature, ...] = ()
for _name, _size, _meaning, _high in (
    ("prize", CARDS, "1 at the prize turned up now, by prize", 1),
    ("carried", 1, "points that ties have added to this prize", POINTS),
    ("face_down", CARDS, "1 if the prize is still to come, by prize", 1),
    ("turn_of", CARDS, "the round that bid for the prize, from 1; 0: none yet; by prize", CARDS),
    ("winner", CARDS, "who took the prize: 1 me, 2 the next seat ..., 9 tied, 0 none yet", TIED),
    ("score", SEATS, "points taken, by seat from mine", POINTS),
    ("hand", SEATS * CARDS, "1 if the card is held, by seat from mine, by card; 0 if hidden", 1),
    ("bid_for", SEATS * CARDS, "card bid, by seat from mine, by prize; 0: none or hidden", CARDS),
):
    _start = FEATURES[-1].stop if FEATURES else 0
    FEATURES += (Feature(_name, _start, _start + _size, _meaning, _high),)

NUM_FEATURES = FEATURES[-1].stop
HIGH = np.concatenate([np.full(f.stop - f.start, f.high, np.uint8) for f in FEATURES])
AT = {feature.name: feature.start for feature in FEATURES}
PRIZE, CARRIED, FACE_DOWN = AT["prize"], AT["carried"], AT["face_down"]
TURN_OF, WINNER, SCORE, HAND, BID_FOR = (
    AT[name] for name in ("turn_of", "winner", "score", "hand", "bid_for")
)

DRAWS = 50  # how often it guesses one round before it begins anew


@rule
def sees(g: Game, player: int, other: int) -> bool:
    """Tell whether ``player`` knows the cards that ``other`` bid and holds."""
    return player == other or g.bids != HIDDEN


@rule
def write_observation(g: Game, t: Tables, player: int, observation: Observation) -> None:
    """Write all that ``player`` knows, laid out as FEATURES says."""
    observation[:] = 0
    observation[CARRIED] = g.carried
    if g.prize > 0:
        observation[PRIZE + g.prize - 1] = 1
    for index in range(CARDS):
        observation[FACE_DOWN + index] = g.face_down[index]
        observation[TURN_OF + index] = g.turn_of[index]
        winner = int(g.winner[index])
        if winner != 0 and winner != TIED:
            winner = (winner - 1 - player) % g.num_players + 1
        observation[WINNER + index] = winner
    for seat in range(g.num_players):
        other = (player + seat) % g.num_players
        observation[SCORE + seat] = g.players[other].score
        if sees(g, player, other):
            for index in range(CARDS):
                observation[HAND + seat * CARDS + index] = g.players[other].hand[index]
                observation[BID_FOR + seat * CARDS + index] = g.players[other].bid_for[index]


@rule
def room(g: Game, player: int, prize: int) -> int:
    """Return how many cards fit what ``player`` knows of a round: the fewer, the sooner guessed."""
    mine = int(g.players[player].bid_for[prize - 1])
    winner = g.winner[prize - 1]
    if winner == TIED:
        return 1
    return mine if winner == player + 1 else CARDS + 1 - mine


@rule
def next_to_guess(g: Game, player: int, done: int) -> int:
    """Return the played prize with the least room whose bit in ``done`` is 0; 0: all are done."""
    best = 0
    for prize in range(1, CARDS + 1):
        if g.turn_of[prize - 1] > 0 and not (done >> prize) & 1:
            if best == 0 or room(g, player, prize) < room(g, player, best):
                best = prize
    return best


@rule
def draw_held(g: Game, other: int, low: int, high: int, rng: Rng) -> int:
    """Draw a card from ``low`` to ``high`` that ``other`` holds; 0 if there is none."""
    count = 0
    for card in range(low, high + 1):
        count += g.players[other].hand[card - 1]
    if count == 0:
        return 0
    nth = below(rng, count)
    for card in range(low, high + 1):
        nth -= g.players[other].hand[card - 1]
        if nth < 0:
            return card
    return 0


@rule
def guess_round(g: Game, player: int, prize: int, rng: Rng) -> bool:
    """Give the others bids for ``prize`` that lead to its known winner. False: none was found."""
    winner = int(g.winner[prize - 1])
    mine = int(g.players[player].bid_for[prize - 1])
    for _ in range(DRAWS):
        for other in range(g.num_players):
            if other != player:
                low = mine + 1 if winner == other + 1 else 1
                high = mine - 1 if winner == player + 1 else CARDS
                g.players[other].bid_for[prize - 1] = draw_held(g, other, low, high, rng)
        possible = winner_of(g, prize) == winner
        for other in range(g.num_players):
            possible = possible and g.players[other].bid_for[prize - 1] > 0
        if possible:
            for other in range(g.num_players):
                if other != player:
                    g.players[other].hand[g.players[other].bid_for[prize - 1] - 1] = 0
            return True
    return False


@rule
def take_back(g: Game, player: int) -> None:
    """Return every bid of the others to their hands."""
    for other in range(g.num_players):
        if other != player:
            for index in range(CARDS):
                card = g.players[other].bid_for[index]
                if card > 0:
                    g.players[other].hand[card - 1] = 1
                    g.players[other].bid_for[index] = 0


@rule
def guess_all(g: Game, player: int, rng: Rng) -> bool:
    """Guess every round played, those with least room first. False: one of them found no bids."""
    take_back(g, player)
    done = 0
    prize = next_to_guess(g, player, done)
    while prize > 0:
        if not guess_round(g, player, prize, rng):
            return False
        done |= 1 << prize
        prize = next_to_guess(g, player, done)
    return True


@rule
def hide(g: Game, t: Tables, player: int, rng: Rng) -> None:
    """Draw anew, in place, all that ``player`` can't know: with hidden bids, what the others bid.

    Every past that fits what ``player`` saw can come up, though not all equally often; what really
    happened is one of them, so the search for one ends.
    """
    if g.bids == HIDDEN:
        while not guess_all(g, player, rng):
            pass
