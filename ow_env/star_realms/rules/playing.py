"""Playing a card (SR-3), copying (SR-10.1), buying and acquiring (SR-9.1, SR-9.2, SR-10.5, SR-10.6)."""

from __future__ import annotations

from ow_env.core.bits import lowest, without_lowest
from ow_env.core.rng import Rng
from ow_env.star_realms.rules.abilities import settle
from ow_env.star_realms.rules.draw import take_from_hand
from ow_env.star_realms.rules.effects import begin_ability
from ow_env.star_realms.rules.row import take_from_row
from ow_env.star_realms.state import NO_KINDS, Game, Tables, piles, rule

kinds_in, add, put_on_top = piles.kinds_in, piles.add, piles.put_on_top


@rule
def pay_for_ship(g: Game, t: Tables) -> None:
    """Gain the Combat that bases in play give for a ship played (SR-10.3)."""
    me = g.players[g.active]
    paying = kinds_in(me.in_play.copies) & t.pay_per_ship
    while paying != NO_KINDS:
        kind = lowest(paying)
        paying = without_lowest(paying)
        g.combat += int(me.in_play.copies[kind]) * int(t.cards[kind].combat_per_ship)


@rule
def play(g: Game, t: Tables, card: int, branch: int, rng: Rng) -> None:
    """Play a card from hand: allies trigger, gains are taken, then a ship's primary happens (SR-3.2)."""
    me = g.players[g.active]
    take_from_hand(me, card)
    add(me.in_play, card)
    g.played[card] += 1
    is_ship = t.cards[card].is_base == 0
    if is_ship:
        pay_for_ship(g, t)
    settle(g, t)
    if is_ship and t.cards[card].branches > 0:
        begin_ability(g, t, int(t.cards[card].primary) + branch, rng)


@rule
def become_copy(g: Game, t: Tables, copier: int, ship: int, branch: int, rng: Rng) -> None:
    """Make a card in play a copy of a ship: allies and gains once more, then the copied primary (SR-3.2, SR-10.1)."""
    g.copied[copier] = ship + 1
    settle(g, t)
    primary = int(t.cards[ship].primary) + branch if t.cards[ship].branches > 0 else 0
    begin_ability(g, t, primary, rng)


@rule
def buy(g: Game, t: Tables, card: int, on_top: bool, rng: Rng) -> None:
    """Pay for a card and put it to the discard pile, or on top of the deck; a ship uses up a permission (SR-10.5)."""
    me = g.players[g.active]
    g.trade -= t.cards[card].cost
    take_from_row(g, t, card, rng)
    if on_top:
        put_on_top(me.deck, card)
    else:
        add(me.discard, card)
    if t.cards[card].is_base == 0 and g.permissions > 0:
        g.permissions -= 1


@rule
def acquire_on_top(g: Game, t: Tables, ship: int, rng: Rng) -> None:
    """Take a ship to the top of the deck, for no Trade (SR-10.6)."""
    put_on_top(g.players[g.active].deck, ship)
    take_from_row(g, t, ship, rng)
