"""What a player sees.

Below: rules/. Above: engine.py, position.py. Seats are counted from the observer: 0 is me, 1 the next player clockwise,
and so on, so one policy plays every seat.
"""

from __future__ import annotations

from ow_env.cards.features import Slices
from ow_env.compiled.jit import Observation
from ow_env.core.blank import blank
from ow_env.core.structure import Axis, highest
from ow_env.goofspiel.state import HIDDEN, MOST_CARDS, MOST_PLAYERS, TIED, Game, Tables, rule

CARDS, SEATS = MOST_CARDS, MOST_PLAYERS
POINTS = CARDS * (CARDS + 1) // 2
AXES = {"S": Axis("seat", SEATS), "C": Axis("card", CARDS)}

slices = Slices(S="seats from mine", C="cards")
slices("prize", "C", 1, "1 at the prize turned up now")
slices("carried", "", POINTS, "points that ties have added to this prize")
slices("face_down", "C", 1, "1 if the prize is still to come")
slices("turn_of", "C", CARDS, "the round that bid for the prize, from 1; 0: none yet")
slices("winner", "C", TIED, "who took the prize: 1 me, 2 the next seat ..., 9 tied, 0 none yet")
slices("score", "S", POINTS, "points taken")
slices("hand", "SC", 1, "1 if the card is held; 0 if hidden")
slices("bid_for", "SC", CARDS, "the card bid for each prize; 0: none or hidden")

FEATURES = slices.features({axis: whole.size for axis, whole in AXES.items()})
FEATURE_AXES = {each.name: tuple(AXES[axis].name for axis in each.axes) for each in slices.declared}
PRIZE, CARRIED, FACE_DOWN, TURN_OF, WINNER, SCORE, HAND, BID_FOR = (feature.start for feature in FEATURES)
NUM_FEATURES = FEATURES[-1].stop
MOST_NUMBERS = 2 + 2 * CARDS + SEATS + SEATS * CARDS  # other than 0: a card is held or bid, a prize to come or gone
HIGH = highest(FEATURES)


@rule
def sees(g: Game, player: int, other: int) -> bool:
    """Tell whether ``player`` knows the cards that ``other`` bid and holds."""
    return bool(player == other or g.bids != HIDDEN)


@rule
def write_observation(g: Game, t: Tables, player: int, observation: Observation) -> None:
    """Write all that ``player`` knows, laid out as FEATURES says."""
    seats = int(g.num_players)
    blank(observation)
    observation[CARRIED] = g.carried
    if g.prize > 0:
        observation[PRIZE + g.prize - 1] = 1
    for index in range(CARDS):
        observation[FACE_DOWN + index] = g.face_down[index]
        observation[TURN_OF + index] = g.turn_of[index]
        winner = int(g.winner[index])
        if winner != 0 and winner != TIED:
            winner = (winner - 1 - player) % seats + 1
        observation[WINNER + index] = winner
    for seat in range(seats):
        other = (player + seat) % seats
        observation[SCORE + seat] = g.players[other].score
        if sees(g, player, other):
            for index in range(CARDS):
                observation[HAND + seat * CARDS + index] = g.players[other].hand[index]
                observation[BID_FOR + seat * CARDS + index] = g.players[other].bid_for[index]
