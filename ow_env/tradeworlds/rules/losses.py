"""Which ships are destroyed (TW-C4, TW-C9, TW-T7), what becomes of them (TW-C7), and who earns by it (TW-C8)."""

from __future__ import annotations

from ow_env.tradeworlds import state as at
from ow_env.tradeworlds.cards import ATTACK, DEFEND, LEVELS, PLACES
from ow_env.tradeworlds.rules.credits import credit
from ow_env.tradeworlds.rules.hands import return_openly
from ow_env.tradeworlds.rules.lanes import clear_place, resistance, resistance_of
from ow_env.tradeworlds.rules.tokens import lose_token
from ow_env.tradeworlds.rules.windows import attackers, next_seat, ships_of_side
from ow_env.tradeworlds.state import NOBODY, RUNNING, SHIPS, Game, Player, Tables, piles, rule

add = piles.add


@rule
def put(me: Player, card: int, to_hand: bool) -> None:
    """Put a card of a ship into the hand, or to the discard pile."""
    if to_hand:
        return_openly(me, card)
    else:
        add(me.discard, card)


@rule
def take_apart(me: Player, place: int, weapons_to_hand: bool, crew_to_hand: bool, starship_to_hand: bool) -> None:
    """Take a ship apart: its cards go to hand or discard pile, its token back to the supply (TW-C7, TW-M6)."""
    ship = me.lane[place]
    put(me, int(ship.starship) - 1, starship_to_hand)
    put(me, 2 * LEVELS + int(ship.crew) - 1, crew_to_hand)
    for level in range(LEVELS):
        for _ in range(ship.weapons[level]):
            put(me, LEVELS + level, weapons_to_hand)
    clear_place(me, place)


@rule
def destroy(g: Game, t: Tables, number: int) -> None:
    """Destroy a ship (TW-C7)."""
    me = g.players[number // PLACES]
    able = t.factions[me.faction]
    take_apart(me, number % PLACES, bool(able.weapon_returns), bool(able.crew_returns), False)
    g.lost &= ~(1 << number)
    g.destroyed += 1


@rule
def salvage(g: Game, number: int) -> None:
    """Save all cards of a ship that is destroyed (TW-T7)."""
    take_apart(g.players[number // PLACES], number % PLACES, True, True, True)
    g.lost &= ~(1 << number)
    g.destroyed += 1


@rule
def decoy(g: Game, number: int) -> None:
    """Eliminate the Frigate on a ship instead (TW-M5)."""
    lose_token(g, number // PLACES, number % PLACES)
    g.lost &= ~(1 << number)


@rule
def first_lost(g: Game) -> int:
    """Return the ship whose loss is dealt with next: by seat and place (TW-C9); SHIPS: none is left."""
    for number in range(SHIPS):
        if g.lost >> number & 1:
            return number
    return SHIPS


@rule
def fits(g: Game, t: Tables, number: int) -> bool:
    """Can this ship be destroyed with the Firepower that is left (TW-C4)?"""
    there = ships_of_side(g, int(g.struck)) & ~int(g.lost)
    ship = g.players[number // PLACES].lane[number % PLACES]
    return bool(there >> number & 1 and resistance(t, ship) <= g.budget)


@rule
def lose(g: Game, t: Tables, number: int) -> None:
    """Choose a ship to be destroyed (TW-C4)."""
    g.budget -= resistance(t, g.players[number // PLACES].lane[number % PLACES])
    g.lost |= 1 << number


@rule
def strike_home(g: Game, side: int, firepower: int) -> None:
    """Let so much Firepower destroy ships of a side (TW-C4, TW-C5)."""
    g.struck = side
    g.budget = firepower
    g.asked = g.active if side == DEFEND or g.alien_turn else g.target
    g.point = at.DESTROY


@rule
def losses_are_chosen(g: Game, t: Tables) -> bool:
    """Go on to the loss windows once all fit, or no other one does (TW-C4). Return whether it did."""
    there = ships_of_side(g, int(g.struck)) & ~int(g.lost)
    if resistance_of(g, t, there) <= g.budget:
        g.lost |= there
    else:
        for number in range(SHIPS):
            if there >> number & 1 and fits(g, t, number):
                return False
    g.budget = 0
    g.point = at.LOSS
    return True


@rule
def earn(g: Game, t: Tables, seat: int) -> None:
    """Credit the bounty for the ships destroyed (TW-C8)."""
    bounty = int(t.factions[g.players[seat].faction].bounty) * int(g.destroyed)
    if bounty > 0 and g.ending == RUNNING:
        credit(g, t, seat, bounty)


@rule
def pay_bounties(g: Game, t: Tables) -> None:
    """Credit the bounties of the side that struck home: who had a ship in the battle, leader first (TW-C8, TW-E2)."""
    if g.struck == ATTACK:
        if g.target != NOBODY:
            earn(g, t, int(g.target))
        return
    left = attackers(g)
    seat = next_seat(g, left)
    while seat != NOBODY:
        if g.fighting >> (PLACES * seat) & ((1 << PLACES) - 1):
            earn(g, t, seat)
        left &= ~(1 << seat)
        seat = next_seat(g, left)


@rule
def forget_battle(g: Game) -> None:
    """Clear all that lasts for a battle or strike (TW-T1)."""
    g.fighting = 0
    g.engaged = 0
    g.lost = 0
    g.destroyed = 0
    g.struck = 0
    g.token_used = 0
    g.budget = 0
    g.shield = 0
    g.window_at = 0
    g.passes = 0
    g.alien_fire = 0
    for side in range(2):
        g.die[side] = 0
        g.initiative[side] = 0
        g.fire[side] = 0
        g.guard[side] = 0


@rule
def end_battle(g: Game) -> None:
    """Go on with the attack, or with The Derelict's action."""
    forget_battle(g)
    if g.ending == RUNNING:
        g.point = at.DERELICT_ACTS if g.alien_turn else at.ATTACK
        g.asked = g.active


@rule
def end_losses(g: Game, t: Tables) -> None:
    """Pay the bounties once all losses are dealt with (TW-C8)."""
    pay_bounties(g, t)
    end_battle(g)
