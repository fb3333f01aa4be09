"""What a player could only guess, resampled: with hidden bids, what the others bid.

Below: rounds.py. Above: engine.py.
"""

from __future__ import annotations

from ow_env.core.rng import Rng, below
from ow_env.goofspiel.rules.rounds import winner_of
from ow_env.goofspiel.state import HIDDEN, MOST_CARDS, TIED, Game, Tables, rule

VISITS = 40  # so often, for each card, `hide` comes to a past that fits before it stays there
DETOUR = 16  # at most so many exchanges, for each card, lie between one such past and the next
TO_THE_FIRST = 65536  # at most so many, for each card, lie before the first; where it takes long thousands in all do


@rule
def forget(g: Game, player: int) -> None:
    """Take all that the others bid back into their hands."""
    for other in range(g.num_players):
        for index in range(g.num_cards):
            card = int(g.players[other].bid_for[index])
            if other != player and card > 0:
                g.players[other].hand[card - 1] = 1
                g.players[other].bid_for[index] = 0


@rule
def prize_of(g: Game, player: int, card: int) -> int:
    """Return at which index lies the prize that ``player`` bid a card for, or -1."""
    for index in range(g.num_cards):
        if g.players[player].bid_for[index] == card:
            return index
    return -1


@rule
def lay(g: Game, player: int, index: int, highest: bool) -> None:
    """Lay the lowest card of a hand on a prize, or the highest."""
    for place in range(MOST_CARDS):
        held = MOST_CARDS - 1 - place if highest else place
        if g.players[player].hand[held] != 0:
            g.players[player].hand[held] = 0
            g.players[player].bid_for[index] = held + 1
            return


@rule
def lay_likely(g: Game, player: int) -> None:
    """Lay cards of the others, who hold all they have, on the prizes played, by what ``player`` knows.

    On a tie what ``player`` has bid; on what each has won the highest, the higher the more ``player`` has bid; on all
    else the lowest, the lower the less. Of one opponent this always fits; of several, prizes may be left that do not.
    """
    for other in range(g.num_players):
        if other == player:
            continue
        for card in range(MOST_CARDS):
            index = prize_of(g, player, card + 1)
            if index >= 0 and g.winner[index] == TIED and g.players[other].hand[card] != 0:
                g.players[other].hand[card] = 0
                g.players[other].bid_for[index] = card + 1
        for card in range(MOST_CARDS, 0, -1):
            index = prize_of(g, player, card)
            if index >= 0 and g.winner[index] == other + 1:
                lay(g, other, index, True)
        for card in range(MOST_CARDS):
            index = prize_of(g, player, card + 1)
            if index >= 0 and g.players[other].bid_for[index] == 0:
                lay(g, other, index, False)


@rule
def lay_out(g: Game, player: int) -> None:
    """Lay the hands of the others on prizes not played, so that each prize has one card of each."""
    for other in range(g.num_players):
        card = 0
        for index in range(g.num_cards):
            if other != player and g.turn_of[index] == 0:
                while card < MOST_CARDS and g.players[other].hand[card] == 0:
                    card += 1
                if card < MOST_CARDS:
                    g.players[other].hand[card] = 0
                    g.players[other].bid_for[index] = card + 1


@rule
def pick_up(g: Game, player: int) -> None:
    """Take the cards of the others back into their hands from prizes not played."""
    for other in range(g.num_players):
        for index in range(g.num_cards):
            card = int(g.players[other].bid_for[index])
            if other != player and g.turn_of[index] == 0 and card > 0:
                g.players[other].hand[card - 1] = 1
                g.players[other].bid_for[index] = 0


@rule
def swap(g: Game, player: int, who: int, one: int, two: int) -> None:
    """Let each other player whose bit is in ``who`` exchange their cards on two prizes."""
    for other in range(g.num_players):
        if other != player and (who >> other) & 1:
            card = int(g.players[other].bid_for[one])
            g.players[other].bid_for[one] = g.players[other].bid_for[two]
            g.players[other].bid_for[two] = card


@rule
def fits(g: Game, index: int) -> bool:
    """Tell whether the cards on a prize lead to what is known of it."""
    if g.turn_of[index] == 0:
        return True
    for player in range(g.num_players):
        if g.players[player].bid_for[index] == 0:
            return False
    return bool(winner_of(g, index + 1) == g.winner[index])


@rule
def misfits(g: Game, one: int, two: int) -> int:
    """Count on which of two prizes the cards do not lead to what is known of it."""
    return (0 if fits(g, one) else 1) + (0 if fits(g, two) else 1)


@rule
def exchange(g: Game, player: int, rare: int, rng: Rng) -> int:
    """Let some of the others exchange their cards on two prizes; return how many prizes more do not fit after it.

    For each one more, of two at most, it is done one time in ``rare`` only.
    """
    one, two = below(rng, g.num_cards), below(rng, g.num_cards)
    who = below(rng, 1 << g.num_players)
    before = misfits(g, one, two)
    swap(g, player, who, one, two)
    worse = misfits(g, one, two) - before
    if worse > 0 and below(rng, rare if worse == 1 else rare * rare) != 0:
        swap(g, player, who, one, two)
        return 0
    return worse


@rule
def bids_of(g: Game, player: int) -> int:
    """Return a player's cards on all prizes as one number, of four bits a prize."""
    bids = 0
    for index in range(MOST_CARDS):
        bids = bids << 4 | int(g.players[player].bid_for[index])
    return bids


@rule
def lay_back(g: Game, player: int, bids: int) -> None:
    """Lay a player's cards on the prizes as `bids_of` has told."""
    for index in range(MOST_CARDS):
        g.players[player].bid_for[index] = (bids >> 4 * (MOST_CARDS - 1 - index)) & 15


@rule
def hide(g: Game, t: Tables, player: int, rng: Rng) -> None:
    """Resample, in place, all that ``player`` can't know: with hidden bids, what the others bid.

    From a past made of what ``player`` knows alone, some of the others exchange their cards on two prizes, again and
    again. On the way prizes may go to others than they did: with more than two players some pasts are reached by no
    other way. Each prize that does not fit makes a past rarer by the same factor (Metropolis et al. 1953), and a
    detour that takes too long leads back to where it began. So any past that fits is reached from any other as likely
    as that from this, and all come up equally often: what one would believe of others who bid at random. What really
    happened is forgotten first: beginning there, two of these under one key would tell it.
    """
    if g.bids != HIDDEN or g.rounds == 0:
        return
    forget(g, player)
    lay_likely(g, player)
    lay_out(g, player)
    missing = 0  # prizes that do not fit yet
    for index in range(g.num_cards):
        missing += 0 if fits(g, index) else 1
    cards = int(g.num_cards)
    tries = TO_THE_FIRST * cards
    while missing > 0 and tries > 0:
        # rarer than below, or many that do not fit would outweigh few
        missing += exchange(g, player, cards * cards * cards, rng)
        tries -= 1
    for _ in range(VISITS * cards):
        first, second, third, fourth = bids_of(g, 0), bids_of(g, 1), bids_of(g, 2), bids_of(g, 3)
        wrong = exchange(g, player, cards, rng)  # prizes that do not fit
        left = DETOUR * cards - 1
        while wrong > 0 and left > 0:
            wrong += exchange(g, player, cards, rng)
            left -= 1
        if wrong > 0:
            lay_back(g, 0, first)
            lay_back(g, 1, second)
            lay_back(g, 2, third)
            lay_back(g, 3, fourth)
    pick_up(g, player)
