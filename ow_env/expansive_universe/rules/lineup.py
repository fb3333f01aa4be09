"""The line-up (EU-1.2, EU-11.1, EU-11.2), and where cards go that are bought or taken (EU-3)."""

from __future__ import annotations

from ow_env.core.bits import count_ones
from ow_env.core.rng import Rng, below
from ow_env.expansive_universe import state as at
from ow_env.expansive_universe.actions import LEFT, RIGHT
from ow_env.expansive_universe.cards import ARMAMENT, CHARACTER, KINDS, LOCATION, SLOTS, SPACESHIP, WEAPON
from ow_env.expansive_universe.rules.places import planet_of
from ow_env.expansive_universe.rules.sets import bit, pick
from ow_env.expansive_universe.state import EMPTY, Game, Player, Tables, rule

# ── The line-up ──────────────────────────────────────────────────────────────────────────────────


@rule
def deck_size(g: Game) -> int:
    """Count the cards of the main deck."""
    count = 0
    for kind in range(KINDS):
        count += count_ones(g.deck[kind])
    return count


@rule
def reshuffle(g: Game) -> None:
    """Make the destroyed pile the deck (EU-11.2)."""
    for kind in range(KINDS):
        g.deck[kind] = g.destroyed[kind]
        g.destroyed[kind] = EMPTY


@rule
def draw(g: Game, t: Tables, rng: Rng) -> int:
    """Draw a card of the main deck; -1 if there is none, nor a destroyed pile."""
    if deck_size(g) == 0:
        reshuffle(g)
    count = deck_size(g)
    if count == 0:
        return -1
    left = below(rng, count)
    for kind in range(KINDS):
        here = count_ones(g.deck[kind])
        if left < here:
            number = pick(g.deck[kind], left)
            g.deck[kind] &= ~bit(number)
            return int(t.first_of[kind]) + number
        left -= here
    return -1


@rule
def is_full(g: Game) -> bool:
    """Is there a card in every slot?"""
    for slot in range(SLOTS):
        if g.slots[slot] == 0:
            return False
    return True


@rule
def drift(g: Game, t: Tables) -> None:
    """Put the card of slot 0 on the destroyed pile, where the Core says so (EU-11.7)."""
    card = t.cards[int(g.slots[0]) - 1]
    g.destroyed[card.kind] |= bit(int(card.number))
    g.slots[0] = 0


@rule
def slide(g: Game) -> None:
    """Slide the cards that are left towards slot 0 (EU-11.1)."""
    filled = 0
    for slot in range(SLOTS):
        if g.slots[slot] > 0:
            g.slots[filled] = g.slots[slot]
            filled += 1
    for slot in range(filled, SLOTS):
        g.slots[slot] = 0


@rule
def fill(g: Game, t: Tables, rng: Rng) -> None:
    """Fill the empty slots, lowest first (EU-11.1)."""
    for slot in range(SLOTS):
        if g.slots[slot] == 0:
            g.slots[slot] = draw(g, t, rng) + 1


# ── Placing (EU-3) ───────────────────────────────────────────────────────────────────────────────


@rule
def placed(g: Game) -> None:
    """Go on with the turn, or with the mission that gave the card."""
    g.placing = 0
    g.point = at.IN_MISSION if g.mission > 0 else at.TURN


@rule
def extend_row(me: Player, location: int, side: int) -> None:
    """Put a location to the left or right end of a row (EU-3.4)."""
    if side == LEFT:
        for place in range(int(me.row_count), 0, -1):
            me.row[place] = me.row[place - 1]
        me.row[0] = location
    else:
        me.row[me.row_count] = location
    me.row_count += 1


@rule
def put_on_side(g: Game, t: Tables, side: int) -> None:
    """Place the location (EU-3.4)."""
    extend_row(g.players[g.active], int(t.cards[int(g.placing) - 1].number), side)
    placed(g)


@rule
def put_on(g: Game, t: Tables, bearer: int) -> None:
    """Place the weapon or armament on this card (EU-3.5)."""
    card = t.cards[int(g.placing) - 1]
    if card.kind == WEAPON:
        g.weapon_on[card.number] = int(t.cards[bearer].number) + 1
    else:
        g.armament_on[card.number] = int(t.cards[bearer].number) + 1
    placed(g)


@rule
def place(g: Game, t: Tables, card: int) -> None:
    """Place a card that was bought or taken, or ask where (EU-3.2 to 3.5)."""
    me = g.players[g.active]
    kind, number = int(t.cards[card].kind), int(t.cards[card].number)
    g.placing = card + 1
    if kind == CHARACTER:
        me.crew |= bit(number)
        placed(g)
    elif kind == SPACESHIP:
        me.ships |= bit(number)
        g.ships_at[planet_of(g, int(g.active))] |= bit(number)
        placed(g)
    elif kind == LOCATION and me.row_count < 2:
        extend_row(me, number, RIGHT)
        placed(g)
    else:
        g.point = at.SIDE if kind == LOCATION else at.BEARER


@rule
def take_slot(g: Game, t: Tables, slot: int) -> None:
    """Take the card of a slot; the slot stays empty until the turn ends (EU-3.1)."""
    card = int(g.slots[slot]) - 1
    g.slots[slot] = 0
    place(g, t, card)


@rule
def salvage(g: Game, t: Tables, card: int) -> None:
    """Take a card of the destroyed pile (EU-6.4)."""
    g.destroyed[t.cards[card].kind] &= ~bit(int(t.cards[card].number))
    place(g, t, card)


@rule
def can_place(g: Game, t: Tables, card: int) -> bool:
    """Could the player whose turn it is place this card (EU-3.5)? A crew, for a weapon, is never empty (EU-10.5)."""
    return bool(t.cards[card].kind != ARMAMENT or g.players[g.active].ships != EMPTY)
