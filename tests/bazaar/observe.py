"""What a player of the bazaar sees: all but the order of decks, and of others' hands what did not come from the top."""

from __future__ import annotations

from ow_env.rules import Features, Observation, State, Tables, blank
from tests.bazaar.rules import waits_for
from tests.bazaar.state import HAND, KINDS, KNOWN, PLAYERS, SIZE, Pile, rule

K = len(KINDS)
FEATURES = Features(S=("seat", PLAYERS), K=("card", K), N=("place on top", KNOWN), D=("side", 6))
ROUND = FEATURES("round", "", 255, "rounds that have been played")
LEFT = FEATURES("left", "", 255, "rounds still to play")
ASKED = FEATURES("asked", "S", 1, "whose turn it is")
DIE = FEATURES("die", "D", 1, "what was thrown")
COINS = FEATURES("coins", "", 255, "left to spend")
SUPPLY = FEATURES("supply", "K", 255, "left to buy")
MINE = FEATURES("hand", "K", SIZE, "your hand")
UNSEEN = FEATURES("unseen", "SK", SIZE, "cards in the deck below what is known; others' hands too, but for known cards")
DISCARD = FEATURES("discard", "SK", SIZE, "cards in the discard pile")
SHOWN = FEATURES("shown", "SK", HAND, "cards in the hand that all have seen go there")
TOP = FEATURES("top", "SNK", 1, "the card at each place on top of the deck")
HAND_COUNT = FEATURES("hand_count", "S", HAND, "cards in hand")


@rule
def count_cards(pile: Pile, observation: Observation, at: int) -> None:
    """Add each card of a pile to its kind's number."""
    for i in range(pile.count):
        observation[at + pile.cards[i]] += 1


@rule
def write_observation(g: State, t: Tables, player: int, observation: Observation) -> None:
    """Write all that a player knows."""
    blank(observation)
    observation[ROUND] = g.turn
    observation[LEFT] = g.rounds - g.turn
    if g.die > 0:
        observation[DIE + g.die - 1] = 1
    observation[COINS] = g.coins
    for kind in range(K):
        observation[SUPPLY + kind] = g.supply.copies[kind]
    count_cards(g.players[player].hand, observation, MINE)
    for seat in range(g.num_players):
        other = (player + seat) % g.num_players
        him = g.players[other]
        observation[ASKED + seat] = waits_for(g, other)
        observation[HAND_COUNT + seat] = him.hand.count
        count_cards(him.deck.rest, observation, UNSEEN + K * seat)
        if other != player:
            count_cards(him.hand, observation, UNSEEN + K * seat)
            for i in range(him.known.count):
                observation[UNSEEN + K * seat + him.known.cards[i]] -= 1
        count_cards(him.discard, observation, DISCARD + K * seat)
        count_cards(him.known, observation, SHOWN + K * seat)
        for place in range(him.deck.known):
            observation[TOP + (KNOWN * seat + place) * K + him.deck.top[place]] = 1
