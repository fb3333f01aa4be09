"""What the Roles do (TW-R), but the attack: banking, exchanging, discarding, removing, smuggling, drawing."""

from __future__ import annotations

from ow_env.core.rng import Rng
from ow_env.tradeworlds import cards, state as at
from ow_env.tradeworlds.cards import LEVELS, MOST_TRADE, PLACES
from ow_env.tradeworlds.rules.attack import begin_attack, could_join
from ow_env.tradeworlds.rules.credits import credit
from ow_env.tradeworlds.rules.ends import living
from ow_env.tradeworlds.rules.hands import discard, draw, take_from_hand
from ow_env.tradeworlds.rules.lanes import has_ship, spare_capacity
from ow_env.tradeworlds.rules.losses import take_apart
from ow_env.tradeworlds.rules.windows import next_seat
from ow_env.tradeworlds.state import NOBODY, RUNNING, SHOWN, Game, Player, Ship, Tables, piles, rule

add, take_any = piles.add, piles.take_any
BANKED = 3  # cards of a ship decommissioned (TW-R1.1)
REMOVED = 3  # cards (TW-R6)
EXCHANGES = 2  # TW-R4
FROM_ONE, FROM_ALL = 2, 1  # cards that the Saboteur's victims discard (TW-R5)
DRAWN = 2  # cards (TW-R8)


@rule
def end_role(g: Game) -> None:
    """Go on to the Buy step (TW-2.1)."""
    g.count = 0
    g.target = NOBODY
    g.asked = g.active
    g.point = at.BUY


# ── Opponents ────────────────────────────────────────────────────────────────────────────────────


@rule
def holds_cards(g: Game, seat: int) -> bool:
    """Is this another living player with a card in hand?"""
    him = g.players[seat]
    return bool(seat != g.active and him.alive and him.hand.count > 0)


@rule
def opponents_with_cards(g: Game) -> int:
    """Return the opponents who hold a card: bit per seat."""
    seats = 0
    for seat in range(g.num_players):
        if holds_cards(g, seat):
            seats |= 1 << seat
    return seats


@rule
def could_attack_together(g: Game) -> bool:
    """Is there a target for a joint attack (TW-R1.2)?"""
    if g.refused or living(g) < 3:
        return False
    for seat in range(g.num_players):
        if seat != g.active and g.players[seat].alive and could_join(g, seat):
            return True
    return False


# ── Exchanging (TW-R4) ───────────────────────────────────────────────────────────────────────────


@rule
def pile_of_role(role: int) -> int:
    """Return the kind of cards that a Role exchanges, -1: none."""
    if role == cards.CAPTAIN:
        return cards.STARSHIP
    if role == cards.COMMANDER:
        return cards.CREW
    return cards.WEAPON if role == cards.ENGINEER else -1


@rule
def can_replace(t: Tables, ship: Ship, weapon: int, new: int) -> bool:
    """Can a Weapon of this level go for a new one (TW-R4)?"""
    more = int(t.firepower[new]) - int(t.firepower[weapon])
    return bool(weapon != new and ship.weapons[weapon - 1] > 0 and more <= spare_capacity(t, ship))


@rule
def replaceable(t: Tables, ship: Ship, new: int) -> int:
    """Return how many different Weapons could go for a new one."""
    count = 0
    for weapon in range(1, LEVELS + 1):
        count += can_replace(t, ship, weapon, new)
    return count


@rule
def fits_ship(t: Tables, ship: Ship, card: int) -> bool:
    """Can this card take the place of one of its kind in a ship (TW-R4)?"""
    new = int(t.cards[card].level)
    room = spare_capacity(t, ship)
    if t.cards[card].pile == cards.STARSHIP:
        return bool(new != ship.starship and int(t.capacity[ship.starship]) - int(t.capacity[new]) <= room)
    if t.cards[card].pile == cards.CREW:
        return bool(new != ship.crew and int(t.resistance[new]) - int(t.resistance[ship.crew]) <= room)
    return replaceable(t, ship, new) > 0


@rule
def can_exchange(g: Game, t: Tables, me: Player, role: int) -> bool:
    """Is there an exchange to be made (TW-R4)?"""
    first = LEVELS * pile_of_role(role)
    for card in range(first, first + LEVELS):
        if me.hand.copies[card] > 0:
            for place in range(PLACES):
                if has_ship(me, place) and fits_ship(t, me.lane[place], card):
                    return True
    return False


@rule
def exchanged(g: Game) -> None:
    """Count an exchange; after two the Role is done."""
    g.fitting = 0
    g.refitting = 0
    g.count += 1
    g.point = at.REFIT
    if g.count == EXCHANGES:
        end_role(g)


@rule
def replace(g: Game, t: Tables, weapon: int) -> None:
    """Let a Weapon go for the one that was named (TW-R4)."""
    me = g.players[g.active]
    ship = me.lane[int(g.fitting) - 1]
    ship.weapons[weapon - 1] -= 1
    ship.weapons[int(g.refitting) - 1] += 1
    add(me.discard, LEVELS + weapon - 1)
    exchanged(g)


@rule
def refit(g: Game, t: Tables, place: int, card: int) -> None:
    """Exchange a card of a ship; if several Weapons could go, ask which (TW-R4)."""
    me = g.players[g.active]
    ship = me.lane[place]
    new = int(t.cards[card].level)
    take_from_hand(me, card)
    if t.cards[card].pile == cards.STARSHIP:
        add(me.discard, int(ship.starship) - 1)
        ship.starship = new
        exchanged(g)
        return
    if t.cards[card].pile == cards.CREW:
        add(me.discard, 2 * LEVELS + int(ship.crew) - 1)
        ship.crew = new
        exchanged(g)
        return
    g.fitting = place + 1
    g.refitting = new
    g.point = at.REPLACE


# ── Banking (TW-R2) ──────────────────────────────────────────────────────────────────────────────


@rule
def banked_credits(t: Tables, faction: int, cards: int, banked: int) -> int:
    """Return what banking so many cards of so much Trade Value together credits (TW-R2)."""
    able = t.factions[faction]
    credits = banked
    if cards == able.flat_cards:
        credits = max(credits, int(able.flat_credits))
    if cards < able.short_below:
        credits += int(able.short_credits)
    return min(credits, int(able.bank_most))


@rule
def bank(g: Game, t: Tables, card: int) -> None:
    """Bank a card (TW-0.5)."""
    discard(g.players[g.active], card)
    g.banked += t.cards[card].trade
    g.count += 1


@rule
def end_banking(g: Game, t: Tables) -> None:
    """Credit what was banked (TW-R2)."""
    seat = int(g.active)
    credits = banked_credits(t, int(g.players[seat].faction), int(g.count), int(g.banked))
    g.banked = 0
    credit(g, t, seat, credits)
    if g.ending == RUNNING:
        end_role(g)


@rule
def banking_is_over(g: Game, t: Tables) -> bool:
    """End banking with the last card, or at the limit. Return whether it did."""
    me = g.players[g.active]
    if me.hand.count > 0 and g.count < t.factions[me.faction].bank_cards:
        return False
    end_banking(g, t)
    return True


@rule
def cards_worth(t: Tables, ship: Ship, trade: int) -> int:
    """Count the cards of a ship with this Trade Value."""
    cards = int(t.cards[int(ship.starship) - 1].trade == trade)
    cards += int(t.cards[2 * LEVELS + int(ship.crew) - 1].trade == trade)
    for level in range(LEVELS):
        cards += int(ship.weapons[level]) * int(t.cards[LEVELS + level].trade == trade)
    return cards


@rule
def dearest(t: Tables, ship: Ship) -> int:
    """Return the Trade Values of the three dearest cards of a ship together (TW-R1.1)."""
    left, total = BANKED, 0
    for trade in range(MOST_TRADE, 0, -1):
        taken = min(left, cards_worth(t, ship, trade))
        total += taken * trade
        left -= taken
    return total


@rule
def decommission(g: Game, t: Tables, place: int) -> None:
    """Discard a ship and bank up to three of its cards (TW-R1.1)."""
    me = g.players[g.active]
    credits = dearest(t, me.lane[place])
    take_apart(me, place, False, False, False)
    credit(g, t, int(g.active), credits)
    if g.ending == RUNNING:
        end_role(g)


# ── Removing, discarding, smuggling, drawing ─────────────────────────────────────────────────────


@rule
def remove_card(g: Game, card: int) -> None:
    """Remove a card of the hand from the game (TW-R6)."""
    me = g.players[g.active]
    take_from_hand(me, card)
    add(me.removed, card)
    g.count += 1


@rule
def removing_is_over(g: Game) -> bool:
    """End removing with the last card, or the third. Return whether it did."""
    if g.players[g.active].hand.count > 0 and g.count < REMOVED:
        return False
    end_role(g)
    return True


@rule
def sabotage(g: Game, seats: int, cards: int) -> None:
    """Make these players discard so many cards each (TW-R5)."""
    g.to_ask = seats
    g.count = cards
    g.to_all = cards == FROM_ALL
    g.target = NOBODY
    g.point = at.SABOTAGE


@rule
def discard_all(me: Player) -> None:
    """Discard the whole hand."""
    for card in range(len(me.hand.copies)):
        for _ in range(me.hand.copies[card]):
            discard(me, card)


@rule
def next_victim(g: Game, seat: int) -> None:
    """Go on from a victim who has discarded what was due."""
    g.to_ask &= ~(1 << seat)
    g.count = FROM_ALL if g.to_all else FROM_ONE


@rule
def sabotage_is_over(g: Game) -> bool:
    """Look for who has to choose what to discard (TW-R5). Return whether all is discarded."""
    seat = next_seat(g, int(g.to_ask))
    while seat != NOBODY:
        him = g.players[seat]
        if g.count > 0 and him.hand.count > g.count:
            g.asked = seat
            return False
        if g.count > 0:
            discard_all(him)
        next_victim(g, seat)
        seat = next_seat(g, int(g.to_ask))
    g.to_all = 0
    end_role(g)
    return True


@rule
def take_cards(g: Game, target: int, rng: Rng) -> None:
    """Take three cards of a hand at random and show them to everyone (TW-R7, TW-H4)."""
    him = g.players[target]
    taken = min(int(him.hand.count), SHOWN)
    for place in range(taken):
        card = take_any(him.hand, rng) + 1
        while place > 0 and g.shown[place - 1] > card:
            g.shown[place] = g.shown[place - 1]
            place -= 1
        g.shown[place] = card
    copies = 0
    for place in range(taken):
        card = int(g.shown[place]) - 1
        copies = copies + 1 if place > 0 and g.shown[place - 1] == g.shown[place] else 1
        add(him.hand, card)
        if him.known.copies[card] < copies:
            add(him.known, card)
    g.target = target
    g.point = at.SMUGGLE


@rule
def smuggle(g: Game, t: Tables, card: int) -> None:
    """Bank one of the cards taken; the others go back (TW-R7)."""
    discard(g.players[g.target], card)
    for place in range(SHOWN):
        g.shown[place] = 0
    credit(g, t, int(g.active), int(t.cards[card].trade))
    if g.ending == RUNNING:
        end_role(g)


# ── Choosing a Role (TW-2.2) ─────────────────────────────────────────────────────────────────────


@rule
def choose_role(g: Game, t: Tables, role: int, rng: Rng) -> None:
    """Begin to carry out a Role."""
    g.role = role
    if role == cards.CHANCELLOR:
        g.point = at.CHANCELLOR
    elif role == cards.TREASURER:
        g.point = at.BANK
    elif role == cards.MECHANIC:
        g.point = at.REMOVE
    elif pile_of_role(role) >= 0:
        g.point = at.REFIT
    elif role == cards.TRADER:
        draw(g.players[g.active], DRAWN, rng)
        end_role(g)
    elif role == cards.ADMIRAL and t.alien:
        begin_attack(g, NOBODY)
    else:
        g.point = at.TARGET


@rule
def choose_target(g: Game, t: Tables, seat: int, rng: Rng) -> None:
    """Carry out a Role against an opponent."""
    if g.role == cards.ADMIRAL:
        begin_attack(g, seat)
    elif g.role == cards.SABOTEUR:
        sabotage(g, 1 << seat, FROM_ONE)
    elif g.role == cards.SMUGGLER:
        take_cards(g, seat, rng)
