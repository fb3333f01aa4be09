"""Which records are positions (core/sound.py): every card and every prize is in one place at most.

Below: state.py. Above: engine.py.
"""

from __future__ import annotations

from ow_env.cards.numbered import Numbered
from ow_env.goofspiel.state import MOST_CARDS, MOST_PLAYERS, TIED, Game, Tables, rule

FAULTS = Numbered()  # each the path of a field, with {seat}, and what would be right
FINE = FAULTS("")
PRIZES = FAULTS("face_down: each prize to be there once at most: to come, turned up, or bid for")
BEYOND = FAULTS("num_cards: at least as many as there are prizes and cards")
TURNS = FAULTS("turn_of: the rounds played, each once")
ROUNDS = FAULTS("rounds: as many as prizes that were bid for")
WINNERS = FAULTS("winner: one of the players, or a tie, for each prize that was bid for")
CARDS = FAULTS("players[{seat}].bid_for: each card to be there once at most, one for each prize that was played")
HANDS = FAULTS("players[{seat}].hand: a card for each prize that is turned up or to come")
NOBODY = FAULTS("players[{seat}].hand: nothing, for nobody sits there")
TURNED_UP = FAULTS("prize: one to be turned up as long as there are two to bid for, and none at the end")


@rule
def about_prizes(g: Game) -> int:
    """Return what is wrong with the prizes, or FINE."""
    turn_of, face_down, winner = g.turn_of, g.face_down, g.winner
    prize, cards, players = int(g.prize), int(g.num_cards), int(g.num_players)
    left = 0
    played = 0
    turns = 0
    for index in range(MOST_CARDS):
        gone = turn_of[index] > 0
        places = int(face_down[index]) + int(gone) + int(prize == index + 1)
        if places > int(index < cards):
            return BEYOND if index >= cards else PRIZES
        known = winner[index] == TIED or (winner[index] > 0 and winner[index] <= players)
        if known != gone or (not gone and winner[index] != 0):
            return WINNERS
        left += places - int(gone)
        played += int(gone)
        turns |= int(gone) << int(turn_of[index])
    if played != g.rounds:
        return ROUNDS
    if turns != (1 << (played + 1)) - 2:
        return TURNS
    if left == 1 or (left == 0) != (prize == 0):
        return TURNED_UP
    return FINE


@rule
def about_cards(g: Game, player: int) -> int:
    """Return what is wrong with a player's cards, or FINE."""
    hand, bid_for, turn_of, cards = g.players[player].hand, g.players[player].bid_for, g.turn_of, int(g.num_cards)
    once = 0
    left = int(g.prize > 0)
    for index in range(MOST_CARDS):
        if (bid_for[index] > 0) != (turn_of[index] > 0):
            return CARDS
        if bid_for[index] > 0:
            if once >> int(bid_for[index]) & 1:
                return CARDS
            once |= 1 << int(bid_for[index])
        left += int(g.face_down[index])
    for card in range(MOST_CARDS):
        if int(hand[card]) + (once >> (card + 1) & 1) > int(card < cards):
            return CARDS
        left -= int(hand[card])
    return FINE if left == 0 else HANDS


@rule
def sound(g: Game, t: Tables) -> int:
    """Return 0 where no rule can go wrong; else 8 times the number of a fault, and the seat."""
    fault = about_prizes(g)
    if fault != FINE:
        return 8 * fault
    for player in range(MOST_PLAYERS):
        if player < g.num_players:
            fault = about_cards(g, player)
            if fault != FINE:
                return 8 * fault + player
            continue
        held = int(g.players[player].score)
        for card in range(MOST_CARDS):
            held |= int(g.players[player].hand[card]) | int(g.players[player].bid_for[card])
        if held != 0:
            return 8 * NOBODY + player
    return 0
