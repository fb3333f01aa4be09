"""Reinforcement Starships (TW-M): tokens on ships, sent and used for credits."""

from __future__ import annotations

from ow_env.tradeworlds.cards import ATTACK, CRUISER, DEFEND, DESTROYER, FRIGATE, GUNSHIP, PLACES, SENTINEL
from ow_env.tradeworlds.rules.credits import pay
from ow_env.tradeworlds.state import Game, Player, Tables, rule


@rule
def place_of_token(him: Player, token: int) -> int:
    """Return the place whose ship bears this token, -1: it is in the supply."""
    for place in range(PLACES):
        if him.lane[place].token == token:
            return place
    return -1


@rule
def is_gone(him: Player, token: int) -> bool:
    """Is this token out of the game (TW-M6)?"""
    return bool(him.tokens_gone >> (token - 1) & 1)


@rule
def lose_token(g: Game, seat: int, place: int) -> None:
    """Take an eliminated token from its ship: back to the supply, or out of the game (TW-M6)."""
    him = g.players[seat]
    ship = him.lane[place]
    if g.tokens_removed:
        him.tokens_gone |= (1 << int(ship.token)) >> 1
    ship.token = 0


@rule
def reinforce(g: Game, t: Tables, place: int, token: int) -> None:
    """Send a token to a ship (TW-M1)."""
    pay(g, int(g.active), int(t.send))
    g.players[g.active].lane[place].token = token


@rule
def pay_for_use(g: Game, t: Tables, seat: int, token: int) -> None:
    """Pay for using a token: one in a battle for each player (TW-M2)."""
    pay(g, seat, int(t.use[token]))
    g.token_used |= 1 << seat


@rule
def is_for_side(token: int, side: int) -> bool:
    """Can this token be used by a side in the roll window (TW-M3)?"""
    if token == SENTINEL:
        return side == DEFEND
    if token == GUNSHIP:
        return side == ATTACK
    return token == CRUISER


@rule
def can_use(g: Game, t: Tables, seat: int, token: int, among: int) -> bool:
    """Has a player this token on one of these ships, credits for it, and not used another (TW-M2, TW-M7)?"""
    him = g.players[seat]
    place = place_of_token(him, token)
    if place < 0 or not among >> (PLACES * seat + place) & 1:
        return False
    return bool(not g.token_used >> seat & 1 and him.treasury >= t.use[token])


@rule
def can_use_in_roll(g: Game, t: Tables, seat: int, side: int, among: int) -> bool:
    """Has a player a token to use in the roll window (TW-M3)?"""
    for token in range(SENTINEL, DESTROYER):
        if token != FRIGATE and is_for_side(token, side) and can_use(g, t, seat, token, among):
            return True
    return False


@rule
def tokens_of(g: Game, seat: int) -> int:
    """Return the ships of a seat that bear a token not yet doomed (TW-M4)."""
    ships = 0
    for place in range(PLACES):
        number = PLACES * seat + place
        if g.players[seat].lane[place].token > 0 and not g.doomed >> number & 1:
            ships |= 1 << number
    return ships


@rule
def carry_out_eliminations(g: Game) -> None:
    """Take all doomed tokens from their ships, together (TW-M4)."""
    for seat in range(g.num_players):
        for place in range(PLACES):
            if g.doomed >> (PLACES * seat + place) & 1:
                lose_token(g, seat, place)
    g.doomed = 0
