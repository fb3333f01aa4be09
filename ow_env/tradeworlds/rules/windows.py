"""Windows (TW-T): who takes part, in which order, and who is asked."""

from __future__ import annotations

from ow_env.core.bits import lowest, without_lowest
from ow_env.core.rng import Bits
from ow_env.tradeworlds import state as at
from ow_env.tradeworlds.cards import ATTACK, DEFEND, FRIGATE, IN_CANCEL, IN_LOSS, IN_ROLL, IN_STRIKE, PLACES
from ow_env.tradeworlds.rules.lanes import of_seat
from ow_env.tradeworlds.rules.tokens import can_use, can_use_in_roll
from ow_env.tradeworlds.state import NO_KINDS, NOBODY, Game, Player, Tables, piles, rule

kinds_in = piles.kinds_in


@rule
def attackers(g: Game) -> int:
    """Return the seats on the attacking side: bit per seat; The Derelict is none."""
    return 0 if g.alien_turn else 1 << int(g.active) | int(g.allies)


@rule
def side_of(g: Game, seat: int) -> int:
    """Return the side on which a seat is: ATTACK, DEFEND, or -1."""
    if seat == g.target:
        return DEFEND
    return ATTACK if attackers(g) >> seat & 1 else -1


@rule
def ships_of_side(g: Game, side: int) -> int:
    """Return the ships of a side that are in the battle."""
    if side == ATTACK:
        return int(g.fighting)
    return 0 if g.target == NOBODY else of_seat(int(g.target), int(g.engaged))


@rule
def in_battle(g: Game) -> int:
    """Return all ships in the battle."""
    return ships_of_side(g, ATTACK) | ships_of_side(g, DEFEND)


@rule
def next_seat(g: Game, among: int) -> int:
    """Return who of these seats is next clockwise, from the attack's leader on; NOBODY: none is left."""
    for turn in range(g.num_players):
        seat = (int(g.active) + turn) % int(g.num_players)
        if among >> seat & 1:
            return seat
    return NOBODY


@rule
def participant(g: Game, number: int) -> int:
    """Return who is asked in this place: the leader, allies clockwise, the defender; NOBODY beyond (TW-T5)."""
    left = attackers(g)
    seat = next_seat(g, left)
    while number > 0 and seat != NOBODY:
        left &= ~(1 << seat)
        number -= 1
        seat = next_seat(g, left)
    return int(g.target) if seat == NOBODY and number == 0 else seat


@rule
def count_participants(g: Game) -> int:
    """Count those who take part."""
    count = int(g.target != NOBODY)
    for seat in range(g.num_players):
        count += attackers(g) >> seat & 1
    return count


@rule
def could_hold(him: Player, cards: Bits) -> bool:
    """Could a player hold one of these, for all that everybody knows (TW-H2, TW-T8)?"""
    hidden = him.hand.count > him.known.count
    while cards != NO_KINDS:
        card = lowest(cards)
        cards = without_lowest(cards)
        known = int(him.known.copies[card])
        if known > 0 or (hidden and int(him.hand.copies[card]) - known + int(him.deck.copies[card]) > 0):
            return True
    return False


@rule
def may_hold(g: Game, seat: int, cards: Bits) -> bool:
    """Does a player hold one of these; with `ask="public"`: could it (TW-T8)?"""
    him = g.players[seat]
    if g.ask_public:
        return could_hold(him, cards)
    return bool(kinds_in(him.hand.copies) & cards != NO_KINDS)


@rule
def takes_part_in_roll(g: Game, t: Tables, seat: int) -> bool:
    """Is a player asked in the roll window (TW-T5)?"""
    side = side_of(g, seat)
    return may_hold(g, seat, t.usable[IN_ROLL, side]) or can_use_in_roll(g, t, seat, side, in_battle(g))


@rule
def is_asked(g: Game, t: Tables, seat: int) -> bool:
    """Is a player asked in the window that is open: roll or strike (TW-T5, TW-T6)?"""
    if g.point == at.ROLL:
        return takes_part_in_roll(g, t, seat)
    return may_hold(g, seat, t.usable[IN_STRIKE, side_of(g, seat)])


@rule
def can_cancel(g: Game, t: Tables, seat: int) -> bool:
    """Is a player asked to cancel (TW-T3)?"""
    return may_hold(g, seat, t.usable[IN_CANCEL, side_of(g, seat)])


@rule
def can_decoy(g: Game, t: Tables, number: int) -> bool:
    """Can a Frigate be eliminated instead of this ship (TW-M5)?"""
    return can_use(g, t, number // PLACES, FRIGATE, 1 << number)


@rule
def can_save(g: Game, t: Tables, number: int) -> bool:
    """Is the owner of a ship that is about to be destroyed asked (TW-T7)?"""
    owner = number // PLACES
    return can_decoy(g, t, number) or may_hold(g, owner, t.usable[IN_LOSS, side_of(g, owner)])
