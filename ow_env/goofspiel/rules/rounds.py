"""The rules of Goofspiel: what may be bid, and who takes the prize.

Below: state.py (a position), actions.py (ids and reasons). Above: hide.py, observe.py, engine.py. In the order of a
round: turn up a prize, bid, compare, pay. A rule changes ``g`` in place and checks nothing: ask ``why_not`` first.

Where accounts of the game differ, the line says RULING: docs/adding-a-game.md lists them.
"""

from __future__ import annotations

from ow_env.compiled.jit import Actions
from ow_env.core.rng import Rng, below
from ow_env.goofspiel.actions import GAME_IS_OVER, MUST_BID, NOT_HELD, OK, PASS
from ow_env.goofspiel.state import ASCENDING, CARRY, MOST_CARDS, RANDOM, TIED, Game, Tables, rule


@rule
def cards_left(g: Game) -> int:
    """Count the cards each player still holds: as many as prizes not yet bid for."""
    left = 0
    for card in range(MOST_CARDS):
        left += int(g.players[0].hand[card])
    return left


@rule
def waits_for(g: Game, player: int) -> bool:
    """Tell whether ``player`` is to bid: all are, in every round."""
    return bool(player < g.num_players and g.prize > 0)


@rule
def why_not(g: Game, t: Tables, player: int, action: int) -> int:
    """Return the first rule that forbids ``action``, or OK. Everyone who asks asks here."""
    if g.prize == 0:
        return OK if action == PASS else GAME_IS_OVER
    if action == PASS:
        return MUST_BID
    return OK if g.players[player].hand[action - 1] else NOT_HELD


@rule
def draw_prize(g: Game, rng: Rng) -> int:
    """Return the prize that comes next: the order's, or any that is face down."""
    count = 0
    for index in range(MOST_CARDS):
        count += int(g.face_down[index])
    nth = below(rng, count) if g.order == RANDOM else (0 if g.order == ASCENDING else count - 1)
    for index in range(MOST_CARDS):
        nth -= int(g.face_down[index])
        if nth < 0:
            return index + 1
    return 0


@rule
def turn_up(g: Game, rng: Rng) -> None:
    """Turn up the next prize."""
    prize = draw_prize(g, rng)
    g.face_down[prize - 1] = 0
    g.prize = prize


@rule
def bid(g: Game, player: int, card: int) -> None:
    """Lay a card from the hand on the prize."""
    g.players[player].hand[card - 1] = 0
    g.players[player].bid_for[g.prize - 1] = card


@rule
def winner_of(g: Game, prize: int) -> int:
    """Return who bid highest for ``prize``, as seat + 1; TIED if two or more did."""
    best = 0
    winner = TIED
    for player in range(g.num_players):
        card = g.players[player].bid_for[prize - 1]
        if card > best:
            best = int(card)
            winner = player + 1
        elif card == best:
            winner = TIED
    return winner


@rule
def award(g: Game, t: Tables) -> None:
    """Give the prize, and what ties have added to it, to the highest bid.

    RULING 1: with a tie at the top nobody has it, not even the next highest.
    """
    index = g.prize - 1
    pot = int(t.points[index]) + int(g.carried)
    winner = winner_of(g, g.prize)
    g.rounds += 1
    g.turn_of[index] = g.rounds
    g.winner[index] = winner
    g.carried = pot if winner == TIED and g.ties == CARRY else 0
    if winner != TIED:
        g.players[winner - 1].score += pot
    g.prize = 0


@rule
def bid_last_cards(g: Game, t: Tables, rng: Rng) -> None:
    """Play the last round, in which nobody has a choice.

    RULING 2: points carried past the last prize are lost.
    """
    turn_up(g, rng)
    for player in range(g.num_players):
        for card in range(MOST_CARDS):
            if g.players[player].hand[card]:
                bid(g, player, card + 1)
    award(g, t)
    g.carried = 0


@rule
def go_on(g: Game, t: Tables, rng: Rng) -> None:
    """Go on to the next decision, or to the end."""
    if cards_left(g) > 1:
        turn_up(g, rng)
    elif cards_left(g) == 1:
        bid_last_cards(g, t, rng)


@rule
def begin(g: Game, t: Tables, rng: Rng) -> None:
    """Go from the dealt hands to the first decision."""
    go_on(g, t, rng)


@rule
def apply(g: Game, t: Tables, rng: Rng, actions: Actions) -> None:
    """Play one round: all bid, the prize is paid, the next is turned up."""
    for player in range(g.num_players):
        bid(g, player, actions[player])
    award(g, t)
    go_on(g, t, rng)
