"""Buying (TW-B) and configuring (TW-F)."""

from __future__ import annotations

from ow_env.core.rng import Rng
from ow_env.tradeworlds import state as at
from ow_env.tradeworlds.cards import LEVELS, PILES
from ow_env.tradeworlds.rules.hands import discard, take_from_hand, turn_up
from ow_env.tradeworlds.rules.lanes import free_place
from ow_env.tradeworlds.state import Game, Player, Tables, piles, rule

add = piles.add


@rule
def begin_rest(g: Game, seat: int) -> None:
    """Begin the rest of a turn: Buy, Configure, Discard, draw (TW-2.1)."""
    g.active = seat
    g.asked = seat
    g.point = at.BUY


@rule
def pile_with(him: Player, card: int) -> int:
    """Return the pile on which this card lies, -1: none."""
    for pile in range(PILES):
        if him.tops[pile] == card + 1:
            return pile
    return -1


@rule
def begin_purchase(g: Game, card: int) -> None:
    """Name the card to be bought (TW-B3)."""
    g.buying = card + 1
    g.point = at.PAY


@rule
def spend(g: Game, t: Tables, card: int) -> None:
    """Spend a card of the hand (TW-B3)."""
    discard(g.players[g.active], card)
    g.change += t.cards[card].trade


@rule
def buy(g: Game, t: Tables, card: int, rng: Rng) -> None:
    """Make the purchase: the card goes to the discard pile, the next one turns up (TW-B1, TW-B2)."""
    me = g.players[g.active]
    g.change -= t.cards[card].trade
    turn_up(me, t, pile_with(me, card), rng)
    add(me.discard, card)


@rule
def paying_is_over(g: Game, t: Tables, rng: Rng) -> bool:
    """Buy once the price is reached; without cards left the purchase lapses (TW-B4). Return whether it is over."""
    card = int(g.buying) - 1
    if g.change >= t.cards[card].trade:
        buy(g, t, card, rng)
    elif g.players[g.active].hand.count > 0:
        return False
    g.buying = 0
    g.point = at.BUY
    return True


@rule
def end_buying(g: Game) -> None:
    """Go on to the Configure step; change is lost (TW-B3)."""
    g.change = 0
    g.point = at.CONFIGURE


@rule
def configure(g: Game, t: Tables, starship: int, weapon: int, crew: int) -> None:
    """Put a ship into the lowest empty place of the lane (TW-F1, TW-0.3); Acolytes may add Weapons (TW-F3)."""
    me = g.players[g.active]
    place = free_place(me)
    ship = me.lane[place]
    for card in (starship, weapon, crew):
        take_from_hand(me, card)
    ship.starship = t.cards[starship].level
    ship.crew = t.cards[crew].level
    ship.weapons[int(t.cards[weapon].level) - 1] = 1
    if t.factions[me.faction].several_weapons:
        g.fitting = place + 1
        g.point = at.FIT


@rule
def fit(g: Game, weapon: int) -> None:
    """Add a further Weapon to the ship just configured (TW-F3)."""
    me = g.players[g.active]
    take_from_hand(me, weapon)
    me.lane[int(g.fitting) - 1].weapons[weapon - LEVELS] += 1


@rule
def end_fitting(g: Game) -> None:
    """Go on configuring."""
    g.fitting = 0
    g.point = at.CONFIGURE


@rule
def end_configuring(g: Game) -> None:
    """Go on to the Discard step."""
    g.point = at.DISCARD
