"""What a player could only guess, drawn anew: with hidden bids, what the others bid.

Below: rounds.py. Above: engine.py.
"""

from __future__ import annotations

from ow_env.core.rng import Rng, below
from ow_env.goofspiel.rules.rounds import winner_of
from ow_env.goofspiel.state import HIDDEN, MOST_CARDS, Game, Tables, rule

VISITS = 40  # so often, for each card, `hide` comes to a past that fits before it stays there
DETOUR = 16  # at most so many exchanges, for each card, lie between one such past and the next


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
def exchange(g: Game, player: int, rng: Rng) -> int:
    """Let some of the others exchange their cards on two prizes; return how many prizes more do not fit after it.

    For each one more it is done one time in as many as there are cards only.
    """
    one, two = below(rng, g.num_cards), below(rng, g.num_cards)
    who = below(rng, 1 << g.num_players)
    before = misfits(g, one, two)
    swap(g, player, who, one, two)
    worse = misfits(g, one, two) - before
    if worse > 0 and below(rng, int(g.num_cards) ** worse) != 0:
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
    """Draw anew, in place, all that ``player`` can't know: with hidden bids, what the others bid.

    From what really happened, some of the others exchange their cards on two prizes, again and again. On the way
    prizes may go to others than they did: with more than two players some pasts are reached by no other way. Each
    prize that does not fit makes a past rarer by the same factor (Metropolis et al. 1953), and a detour that takes
    too long leads back to where it began. So any past that fits is reached from any other as likely as that from
    this, and all come up equally often: what one would believe of others who bid at random.
    """
    if g.bids != HIDDEN or g.rounds == 0:
        return
    lay_out(g, player)
    for _ in range(VISITS * int(g.num_cards)):
        first, second, third, fourth = bids_of(g, 0), bids_of(g, 1), bids_of(g, 2), bids_of(g, 3)
        wrong = exchange(g, player, rng)  # prizes that do not fit
        left = DETOUR * int(g.num_cards) - 1
        while wrong > 0 and left > 0:
            wrong += exchange(g, player, rng)
            left -= 1
        if wrong > 0:
            lay_back(g, 0, first)
            lay_back(g, 1, second)
            lay_back(g, 2, third)
            lay_back(g, 3, fourth)
    pick_up(g, player)
