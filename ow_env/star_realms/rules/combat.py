"""Combat (SR-7): what may be attacked or chosen, attacks, and the end that they bring (SR-11.1)."""

from __future__ import annotations

from ow_env.core.rng import Bits
from ow_env.star_realms import state as at
from ow_env.star_realms.state import NO_KINDS, TERMINATED, Game, Tables, piles, rule

kinds_in, add, remove = piles.kinds_in, piles.add, piles.remove


@rule
def opponent_of(g: Game) -> int:
    """Return the seat of the player whose turn it is not."""
    return 1 - int(g.active)


@rule
def outposts(g: Game, t: Tables) -> Bits:
    """Return the opponent's kinds of outposts in play."""
    return kinds_in(g.players[opponent_of(g)].in_play.copies) & t.outposts


@rule
def targets(g: Game, t: Tables) -> Bits:
    """Return the opponent's kinds of bases that may be attacked or chosen: outposts first (SR-7.3)."""
    shields = outposts(g, t)
    return shields if shields != NO_KINDS else kinds_in(g.players[opponent_of(g)].in_play.copies)


@rule
def destroy(g: Game, base: int) -> None:
    """Put a base of the opponent to their discard pile (SR-7.4)."""
    other = g.players[opponent_of(g)]
    remove(other.in_play, base)
    add(other.discard, base)


@rule
def attack_base(g: Game, t: Tables, base: int) -> None:
    """Pay Combat for all of a base's Defense, and destroy it (SR-7.1)."""
    g.combat -= t.cards[base].defense
    destroy(g, base)


@rule
def attack_opponent(g: Game) -> None:
    """Lower the opponent's Authority by all Combat there is (SR-7.2); at 0 the game is over at once (SR-11.1)."""
    other = g.players[opponent_of(g)]
    other.authority = max(0, int(other.authority) - int(g.combat))
    g.combat = 0
    if other.authority == 0:
        g.ending = TERMINATED
        g.winner = g.active
        g.point = at.OVER
